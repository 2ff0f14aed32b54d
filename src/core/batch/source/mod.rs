//! Inputs from files: the rows of tables (CSV, RFC 4180), of JSON lines or of a JSON array, and whole texts.
//!
//! Files are untrusted and may be large: each is read once, from its first character to its last.

mod json;
mod table;

use super::input::{BatchInput, Column};
use super::job::Job;
use crate::core::counted::counted;
use crate::core::image::Image;
use crate::core::thousands::with_thousands;
use std::collections::HashMap;

/// The most inputs of a batch.
const MOST_INPUTS: usize = 100_000;

/// The most bytes of all inputs.
const MOST_BYTES: usize = 200_000_000;

/// The most columns.
const MOST_COLUMNS: usize = 1_000;

/// The most cells of a table: rows times columns, since all rows have all columns.
const MOST_CELLS: usize = 5_000_000;

/// The members of our own files of failures that are no columns.
pub(super) const OWN: &str = "_batch";

/// The names of columns that are taken for the Input where nobody says which.
const INPUTS: [&str; 5] = ["input", "text", "document", "content", "body"];

/// The inputs that files hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Inputs {
    /// The names of the files.
    pub files: Vec<String>,
    /// The columns, where the inputs are rows.
    pub columns: Vec<String>,
    /// The inputs that were added.
    pub rows: Vec<BatchInput>,
    /// How large all files are, in bytes.
    pub bytes: usize,
    /// How many inputs there were before.
    before: usize,
}

/// A row before it has a name: what stands in its columns, or all its text.
enum Row {
    Columns(Vec<Column>),
    Text(String),
}

impl Inputs {
    /// What is added to the inputs of a batch, which are so many.
    pub fn beside(job: &Job, before: usize) -> Self {
        let (files, columns, bytes) = (job.files.clone(), job.columns.clone(), job.bytes);
        Self { files, columns, bytes, before, ..Self::default() }
    }

    /// Takes a file.
    ///
    /// # Errors
    /// Why it cannot be taken, in a sentence; nothing of it is taken then.
    pub fn add(&mut self, name: &str, text: &str) -> Result<(), String> {
        self.check_size(name, text.len())?;
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let most = self.room();
        let rows = match extension(name).as_str() {
            "csv" => table::rows(text, table::delimiter(text), most),
            "tsv" | "tab" => table::rows(text, table::TAB, most),
            "jsonl" | "ndjson" => json::lines(text, most),
            "json" => json::rows(text),
            _ => Ok(vec![Row::Text(text.to_owned())]),
        };
        let rows = rows.map_err(|problem| format!("{name}: {problem}"))?;
        if rows.is_empty() {
            return Err(format!("{name}: there is no input in it."));
        }
        self.check_room(name, rows.len())?;
        let columns = columns(&rows);
        check_columns(columns.len()).map_err(|problem| format!("{name}: {problem}"))?;
        if rows.len().saturating_mul(columns.len()) > MOST_CELLS {
            let most = with_thousands(MOST_CELLS as u64);
            return Err(format!("{name}: there are more than {most} cells in it. Split the file."));
        }
        if !self.files.is_empty() && self.columns != columns {
            return Err(other_columns(name, &self.columns, &columns));
        }
        let is_alone = rows.len() == 1;
        for (position, row) in rows.into_iter().enumerate() {
            let name = if is_alone { name.to_owned() } else { format!("{name} {}", position + 1) };
            self.rows.push(match row {
                Row::Text(text) => BatchInput { name, text, ..BatchInput::default() },
                // All rows have all columns, in the same order.
                Row::Columns(given) => {
                    BatchInput { name, columns: in_order(&columns, given), ..BatchInput::default() }
                }
            });
        }
        (self.columns, self.bytes) = (columns, self.bytes + text.len());
        self.files.push(name.to_owned());
        Ok(())
    }

    /// Takes an image.
    ///
    /// # Errors
    /// Why it cannot be taken, in a sentence.
    pub fn add_image(&mut self, image: Image) -> Result<(), String> {
        self.check_size(&image.name, image.data().len())?;
        self.check_room(&image.name, 1)?;
        if !self.files.is_empty() && !self.columns.is_empty() {
            return Err(other_columns(&image.name, &self.columns, &[]));
        }
        self.bytes += image.data().len();
        self.files.push(image.name.clone());
        self.rows.push(BatchInput { name: image.name.clone(), image: Some(image), ..BatchInput::default() });
        Ok(())
    }

    /// How many inputs more there may be.
    fn room(&self) -> usize {
        MOST_INPUTS.saturating_sub(self.before + self.rows.len())
    }

    fn check_room(&self, name: &str, rows: usize) -> Result<(), String> {
        if rows > self.room() {
            let most = with_thousands(MOST_INPUTS as u64);
            return Err(format!("{name}: that would be more than {most} inputs. Split the file."));
        }
        Ok(())
    }

    /// Whether a file of so many bytes can be taken, before it is read.
    ///
    /// # Errors
    /// Why it cannot, in a sentence.
    pub fn check_size(&self, name: &str, bytes: usize) -> Result<(), String> {
        if self.bytes.saturating_add(bytes) > MOST_BYTES {
            return Err(format!("{name}: the files are larger than {} MB together.", MOST_BYTES / 1_000_000));
        }
        Ok(())
    }

    /// The column that is taken for the Input where nobody says which; empty where none is.
    pub fn usual_column(&self) -> &str {
        let named = INPUTS
            .iter()
            .find_map(|name| self.columns.iter().find(|column| column.eq_ignore_ascii_case(name)));
        let only = self.columns.first().filter(|_| self.columns.len() == 1);
        named.or(only).map_or("", String::as_str)
    }
}

fn extension(name: &str) -> String {
    name.rsplit_once('.').map(|(_, extension)| extension.to_ascii_lowercase()).unwrap_or_default()
}

/// All columns of some rows, in the order in which they first come.
fn columns(rows: &[Row]) -> Vec<String> {
    let mut columns = indexmap::IndexSet::new();
    for row in rows {
        match row {
            Row::Columns(given) => columns.extend(given.iter().map(|column| column.name.clone())),
            Row::Text(_) => {}
        }
    }
    columns.into_iter().collect()
}

/// What a row says in these columns, of which it may lack some.
fn in_order(columns: &[String], given: Vec<Column>) -> Vec<Column> {
    if given.iter().map(|column| &column.name).eq(columns) {
        return given;
    }
    let mut texts: HashMap<_, _> = given.into_iter().map(|column| (column.name, column.text)).collect();
    let mut take =
        |name: &String| Column { name: name.clone(), text: texts.remove(name).unwrap_or_default() };
    columns.iter().map(&mut take).collect()
}

fn check_columns(count: usize) -> Result<(), String> {
    match count {
        ..=MOST_COLUMNS => Ok(()),
        _ => Err(format!("there are more than {} columns.", with_thousands(MOST_COLUMNS as u64))),
    }
}

fn other_columns(name: &str, known: &[String], new: &[String]) -> String {
    let has = |columns: &[String]| match columns {
        [] => "has no columns".to_owned(),
        columns => format!("has {} ({})", counted(columns.len(), "column"), columns.join(", ")),
    };
    format!(
        "{name} {}, and what is there already {}. Files of one batch have the same.",
        has(new),
        has(known)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn input(name: &str, text: &str, columns: &[(&str, &str)]) -> BatchInput {
        let column = |(name, text): &(&str, &str)| Column { name: (*name).into(), text: (*text).into() };
        let columns = columns.iter().map(column).collect();
        BatchInput { name: name.into(), text: text.into(), columns, ..BatchInput::default() }
    }

    /// The rows of one file, or why there are none.
    fn read(name: &str, text: &str) -> Result<Vec<BatchInput>, String> {
        let mut inputs = Inputs::default();
        inputs.add(name, text).map(|()| inputs.rows)
    }

    #[test]
    fn every_kind_of_file_gives_its_inputs() {
        let two = |names: [&str; 2]| {
            vec![
                input(names[0], "", &[("id", "1"), ("text", "a")]),
                input(names[1], "", &[("id", "2"), ("text", "b")]),
            ]
        };
        for (name, text, expected) in [
            ("a.txt", "one\ntwo\n", vec![input("a.txt", "one\ntwo\n", &[])]),
            ("a.md", "\u{FEFF}# a", vec![input("a.md", "# a", &[])]),
            ("a.csv", "id,text\r\n1,a\r\n2,b\r\n", two(["a.csv 1", "a.csv 2"])),
            ("A.CSV", "id;text\n1;a\n2;b", two(["A.CSV 1", "A.CSV 2"])),
            ("a.tsv", "\u{FEFF}id\ttext\n1\ta\n2\tb\n", two(["a.tsv 1", "a.tsv 2"])),
            (
                "a.csv",
                "id,text\n\"1\",\"a, \"\"b\"\"\nc\"\n",
                vec![input("a.csv", "", &[("id", "1"), ("text", "a, \"b\"\nc")])],
            ),
            ("a.csv", "\"a;b\",c\n1,2\n", vec![input("a.csv", "", &[("a;b", "1"), ("c", "2")])]),
            ("a.csv", "id,text\n\n1,a\n\n2,b\n", two(["a.csv 1", "a.csv 2"])),
            (
                "a.jsonl",
                "{\"id\": 1, \"text\": \"a\"}\n\n{\"text\": \"b\", \"id\": \"2\"}",
                two(["a.jsonl 1", "a.jsonl 2"]),
            ),
            (
                "a.json",
                "[{\"id\": 1, \"text\": \"a\"}, {\"id\": 2, \"text\": \"b\"}]",
                two(["a.json 1", "a.json 2"]),
            ),
            ("a.tsv", "a;b;c\td\n1\t2", vec![input("a.tsv", "", &[("a;b;c", "1"), ("d", "2")])]),
            ("a.tab", "a,b\n1,2", vec![input("a.tab", "", &[("a,b", "1,2")])]),
            (
                "a.csv",
                "text\na\n\n\"\"\nb\"c\n",
                vec![
                    input("a.csv 1", "", &[("text", "a")]),
                    input("a.csv 2", "", &[("text", "")]),
                    input("a.csv 3", "", &[("text", "b\"c")]),
                ],
            ),
            (
                "a.ndjson",
                "\"a\"\n[1]\n",
                vec![input("a.ndjson 1", "a", &[]), input("a.ndjson 2", "[1]", &[])],
            ),
            (
                "a.jsonl",
                "{\"a\": null, \"b\": [1, {\"c\": 2}], \"_batch\": {\"errors\": []}}\n{\"a\": true}",
                vec![
                    input("a.jsonl 1", "", &[("a", ""), ("b", "[1,{\"c\":2}]")]),
                    input("a.jsonl 2", "", &[("a", "true"), ("b", "")]),
                ],
            ),
            ("a.json", "{\"a\": 1}", vec![input("a.json", "{\"a\": 1}", &[])]),
        ] {
            assert_eq!(read(name, text), Ok(expected), "{name} {text}");
        }
    }

    #[test]
    fn what_is_wrong_with_a_file_is_told_by_its_line() {
        for (name, text, expected) in [
            ("a.csv", "", "a.csv: there is no input in it."),
            ("a.csv", "id,text\n", "a.csv: there is no input in it."),
            ("a.csv", "id,text\n1,a\n2\n", "a.csv: line 3 has 1 cell, and the head has 2 columns."),
            ("a.csv", "id,id\n1,a\n", "a.csv: two columns are called \"id\"."),
            ("a.csv", "id,\n1,a\n", "a.csv: a column has no name."),
            ("a.jsonl", "{\"a\": 1}\n{oops}\n", "a.jsonl: line 2 is no JSON."),
            ("a.json", "[{\"a\": 1}", "a.json: this is no JSON."),
            ("a.json", "[]", "a.json: there is no input in it."),
            ("a.csv", "a,b\n1,\"2\n3,4\n", "a.csv: the quote that opens in line 2 is never closed."),
            ("a.csv", "a,b\n\"1\n\",\"2\"\"\n", "a.csv: the quote that opens in line 3 is never closed."),
            ("a.csv", "\"a,b\n1,2\n", "a.csv: the quote that opens in line 1 is never closed."),
            ("a.tsv", "a\tb\n1\t\"2\n", "a.tsv: the quote that opens in line 2 is never closed."),
            ("a.jsonl", "{}\n\n\"a\"", "a.jsonl: line 3 is a text, and others are objects."),
            ("a.jsonl", "\"a\"\n1\n{}", "a.jsonl: line 3 is an object, and others are texts."),
            ("a.json", "[{}, null]", "a.json: item 2 is a text, and others are objects."),
            ("a.json", "[\"a\", {}]", "a.json: item 2 is an object, and others are texts."),
        ] {
            assert_eq!(read(name, text), Err(expected.to_owned()), "{name} {text}");
        }
    }

    /// Work that grew with the square of the columns would not end here.
    #[test]
    fn more_columns_or_cells_than_there_may_be_are_refused() {
        let names = |count: usize| (0..count).map(|name| format!("c{name}")).collect::<Vec<_>>();
        let object = |name: &String| format!("{{\"{name}\":1}}");
        let lines = |count: usize| names(count).iter().map(object).collect::<Vec<_>>();
        for (name, text, expected) in [
            ("a.csv", names(1_000).join(",") + "\n" + &names(1_000).join(","), None),
            ("a.csv", names(1_001).join(",") + "\n1", Some("a.csv: there are more than 1,000 columns.")),
            ("a.csv", names(300_000).join(",") + "\n1", Some("a.csv: there are more than 1,000 columns.")),
            ("a.jsonl", lines(1_000).join("\n"), None),
            ("a.jsonl", lines(1_001).join("\n"), Some("a.jsonl: there are more than 1,000 columns.")),
            (
                "a.json",
                format!("[{}]", lines(100_000).join(",")),
                Some("a.json: there are more than 1,000 columns."),
            ),
            (
                "a.jsonl",
                lines(1_000).join("\n") + &"\n{}".repeat(4_001),
                Some("a.jsonl: there are more than 5,000,000 cells in it. Split the file."),
            ),
        ] {
            assert_eq!(read(name, &text).err().as_deref(), expected, "{name}");
        }
    }

    #[test]
    fn what_came_before_counts_for_what_there_may_be() {
        let files = || vec!["a.txt".to_owned()];
        let too_many = "b.jsonl: that would be more than 100,000 inputs. Split the file.";
        let too_large = "b.jsonl: the files are larger than 200 MB together.";
        for (before, bytes, expected) in [
            (99_998, 199_999_994, None),
            (99_999, 0, Some(too_many)),
            (100_000, 0, Some(too_many)),
            (1, 199_999_995, Some(too_large)),
            (1, usize::MAX, Some(too_large)),
        ] {
            let job = Job { files: files(), bytes, ..Job::default() };
            let mut inputs = Inputs::beside(&job, before);
            let added = inputs.add("b.jsonl", "\"a\"\n77");
            assert_eq!(added.err().as_deref(), expected, "{before} {bytes}");
            let taken = if expected.is_none() { (2, bytes + 6) } else { (0, bytes) };
            assert_eq!((inputs.rows.len(), inputs.bytes), taken);
        }
        assert_eq!(Inputs::default().check_size("b.txt", 200_000_000), Ok(()));
        assert!(Inputs::default().check_size("b.txt", 200_000_001).is_err());
    }

    #[test]
    fn files_of_one_batch_have_the_same_columns() {
        let mut inputs = Inputs::default();
        inputs.add("a.csv", "id,text\n1,a\n").unwrap();
        inputs.add("b.jsonl", "{\"id\": 2, \"text\": \"b\"}").unwrap();
        for (name, text, has) in
            [("c.csv", "id\n3\n", "has 1 column (id)"), ("c.txt", "three", "has no columns")]
        {
            let expected = format!(
                "{name} {has}, and what is there already has 2 columns (id, text). Files of one batch have the same."
            );
            assert_eq!(inputs.add(name, text), Err(expected));
        }
        let names: Vec<_> = inputs.rows.iter().map(|row| row.name.as_str()).collect();
        assert_eq!((inputs.files.len(), names), (2, vec!["a.csv", "b.jsonl"]));
    }

    #[test]
    fn one_column_is_the_input_where_its_name_says_so() {
        for (head, expected) in
            [("id,Text", "Text"), ("body,input", "input"), ("name", "name"), ("id,name", "")]
        {
            let mut inputs = Inputs::default();
            let row = head.replace(|letter: char| letter != ',', "x");
            inputs.add("a.csv", &format!("{head}\n{row}\n")).unwrap();
            assert_eq!(inputs.usual_column(), expected);
        }
    }

    proptest! {
        /// Whatever stands in cells, the quote that is left open is told by its line.
        #[test]
        fn a_quote_left_open_is_told_by_its_line(cells in prop::collection::vec("[a\",;\n]{0,4}", 2..8)) {
            let quoted: Vec<_> = cells.iter().map(|cell| format!("\"{}\"", cell.replace('"', "\"\""))).collect();
            let rows: String = quoted.chunks_exact(2).map(|row| format!("{}\n", row.join(","))).collect();
            let text = format!("x,y\n{}", rows.trim_end_matches('\n'));
            let said: Vec<_> = read("a.csv", &text)
                .unwrap()
                .into_iter()
                .flat_map(|row| row.columns.into_iter().map(|column| column.text))
                .collect();
            let whole = cells.len() / 2 * 2;
            prop_assert_eq!(&said, &cells[..whole]);

            let open = &text[..text.len() - 1];
            let before = text.len() - quoted[whole - 1].len();
            let line = 1 + text[..before].matches('\n').count();
            let expected = format!("a.csv: the quote that opens in line {line} is never closed.");
            prop_assert_eq!(read("a.csv", open), Err(expected));
        }

        #[test]
        fn no_text_breaks_it(text in "\\PC{0,80}|[,;\"\n\r\t{}\\[\\]a:1]{0,80}") {
            for name in ["a.csv", "a.tsv", "a.jsonl", "a.json", "a.txt", "a"] {
                let _ = read(name, &text);
            }
        }
    }
}
