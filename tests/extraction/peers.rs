//! How many cases other tools get right, of all that are uncontested, by kind. Only part of these cases is
//! open: what compares is the percentage. Measured once, over the versions named here.

/// The tools that get more than 60 % right.
pub const NAMES: [&str; 8] = [
    "json_repair",
    "jsonrepair",
    "baml",
    "jsonrepair-rs",
    "jsonrepair.rs",
    "llm_json",
    "json_partial",
    "best-effort",
];

/// What the names stand for.
pub const VERSIONS: &str = "json_repair 0.64.6 (Python), jsonrepair 3.15.0 (JavaScript), baml-py 0.226.3, \
    jsonrepair-rs 0.2.6, jsonrepair 0.1.0, llm_json 1.0.3, json_partial 0.2.1 (Rust), \
    best-effort-json-parser 1.5.1 (JavaScript)";

/// A kind of case, how many there are, and how many each tool gets right.
pub struct Row {
    pub kind: &'static str,
    pub all: usize,
    pub right: [usize; 8],
}

const fn row(kind: &'static str, all: usize, right: [usize; 8]) -> Row {
    Row { kind, all, right }
}

/// Uncontested cases, by kind.
pub const ROWS: [Row; 35] = [
    row("valid-json", 226, [225, 226, 143, 226, 222, 226, 226, 226]),
    row("truncated", 166, [130, 157, 130, 158, 149, 141, 143, 153]),
    row("fenced", 99, [88, 59, 86, 61, 80, 84, 89, 73]),
    row("comments", 67, [52, 59, 38, 66, 65, 48, 38, 47]),
    row("number-format", 65, [45, 52, 47, 56, 58, 29, 47, 40]),
    row("bracket-mismatch", 64, [60, 54, 39, 54, 54, 35, 38, 43]),
    row("missing-quote", 62, [41, 54, 23, 54, 36, 26, 29, 18]),
    row("prose", 50, [34, 6, 34, 8, 38, 43, 34, 18]),
    row("unescaped-quotes", 48, [33, 36, 21, 26, 24, 10, 31, 17]),
    row("escapes", 47, [31, 45, 24, 44, 39, 22, 34, 32]),
    row("unquoted-keys", 39, [33, 34, 36, 35, 34, 33, 34, 23]),
    row("trailing-comma", 37, [32, 35, 22, 35, 36, 34, 22, 32]),
    row("single-quotes", 36, [29, 33, 23, 35, 32, 27, 27, 25]),
    row("no-json", 34, [33, 18, 0, 19, 15, 9, 2, 11]),
    row("wrapper", 30, [20, 23, 20, 29, 19, 19, 21, 1]),
    row("unquoted-values", 24, [22, 18, 15, 21, 10, 8, 16, 4]),
    row("ellipsis", 23, [18, 23, 5, 23, 23, 0, 5, 9]),
    row("missing-comma", 20, [19, 19, 3, 19, 18, 19, 3, 20]),
    row("missing-colon", 20, [4, 18, 0, 19, 19, 17, 0, 0]),
    row("bom-whitespace", 19, [19, 18, 16, 18, 7, 16, 16, 12]),
    row("concat", 19, [0, 19, 0, 19, 18, 0, 0, 0]),
    row("think", 16, [7, 1, 6, 1, 3, 6, 6, 2]),
    row("smart-quotes", 16, [6, 13, 3, 13, 4, 4, 6, 5]),
    row("control-chars", 15, [9, 9, 11, 9, 12, 2, 13, 6]),
    row("tool-call", 13, [12, 3, 12, 2, 7, 11, 12, 4]),
    row("python-literals", 12, [12, 10, 5, 11, 10, 11, 5, 4]),
    row("leading-comma", 10, [10, 10, 10, 10, 10, 10, 10, 0]),
    row("triple-quotes", 5, [2, 2, 1, 2, 1, 2, 1, 2]),
    row("two-objects", 3, [2, 0, 3, 0, 1, 3, 3, 3]),
    row("json-in-string", 3, [2, 2, 1, 2, 1, 1, 1, 1]),
    row("other", 3, [3, 2, 1, 3, 2, 1, 1, 1]),
    row("js-literals", 3, [1, 0, 1, 3, 3, 1, 1, 1]),
    row("regex-literal", 2, [0, 0, 2, 2, 2, 2, 2, 0]),
    row("markdown-link", 1, [1, 1, 1, 1, 1, 1, 1, 1]),
    row("duplicate-keys", 1, [1, 1, 1, 1, 1, 1, 1, 1]),
];

/// All of them.
pub const UNCONTESTED: Row = row("uncontested", 1298, [1036, 1060, 783, 1085, 1054, 902, 918, 835]);

/// The contested ones, where whatever may be accepted counts.
pub const CONTESTED: Row = row("contested", 487, [386, 344, 248, 353, 240, 249, 297, 264]);

/// What the rows say adds up to what the sums say.
#[test]
fn the_rows_add_up() {
    assert_eq!(ROWS.iter().map(|row| row.all).sum::<usize>(), UNCONTESTED.all);
    for (position, right) in UNCONTESTED.right.iter().enumerate() {
        assert_eq!(ROWS.iter().map(|row| row.right[position]).sum::<usize>(), *right, "{}", NAMES[position]);
    }
}
