//! Tables for other programs: CSV (RFC 4180).

/// A line of a table.
pub fn csv_line(cells: impl IntoIterator<Item = String>) -> String {
    let cells: Vec<_> = cells.into_iter().map(|cell| csv_cell(&cell)).collect();
    format!("{}\r\n", cells.join(","))
}

/// Whether a spreadsheet would take a text for a formula; a negative number is none.
pub fn is_formula(text: &str) -> bool {
    text.starts_with(['=', '+', '-', '@', '\t', '\r']) && !is_number(text)
}

/// A cell. What a spreadsheet would take for a formula gets an apostrophe before it, so that it stays a text. Whatever
/// cells may be divided by stands in quotes: readers guess by the first line.
fn csv_cell(text: &str) -> String {
    let harmless = if is_formula(text) { "'" } else { "" };
    match text.contains([',', ';', '\t', '"', '\n', '\r']) {
        true => format!("\"{harmless}{}\"", text.replace('"', "\"\"")),
        false => format!("{harmless}{text}"),
    }
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    digits.starts_with(|digit: char| digit.is_ascii_digit()) && text.parse::<f64>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_texts_whatever_stands_in_them() {
        for (text, cell) in [
            ("", ""),
            ("Oslo", "Oslo"),
            ("a,b", "\"a,b\""),
            ("say \"a\"", "\"say \"\"a\"\"\""),
            ("one\ntwo", "\"one\ntwo\""),
            ("=1+1", "'=1+1"),
            ("+1", "'+1"),
            ("-1", "-1"),
            ("-1.5e3", "-1.5e3"),
            ("-1+1", "'-1+1"),
            ("-", "'-"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\tx", "\"'\tx\""),
            ("a;b", "\"a;b\""),
            ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""),
            ("a=1", "a=1"),
        ] {
            assert_eq!(csv_cell(text), cell, "{text}");
        }
    }
}
