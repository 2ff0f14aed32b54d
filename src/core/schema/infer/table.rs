//! CSV as RFC 4180 has it, its first line a name for each column: each row is an object.
//! Knows nothing of schemas.

use super::error::InferError;
use serde_json::{Map, Value};
use std::iter::Peekable;
use std::str::Chars;

/// What may stand between cells, the rarer in texts first: where several might, that one does.
const DELIMITERS: [char; 3] = ['\t', ';', ','];

/// The longest name of a column, in bytes. It stands in every row's object, and prose is no name.
const MOST_NAME_BYTES: usize = 200;

/// A line of cells; a quoted cell may go over several lines of the text.
struct Row {
    /// Where it begins, from 1.
    line: usize,
    cells: Vec<String>,
}

/// A table, as one delimiter makes it of a text.
struct Table {
    delimiter: char,
    names: Vec<String>,
    rows: Vec<Row>,
}

/// What all cells of a column that are not empty can be read as.
#[derive(Clone, Copy)]
enum Column {
    Number,
    Boolean,
    String,
}

/// The rows of a text as objects; none if the text is no table of two columns and a row at least.
/// Cells are numbers or booleans where all of their column are, an empty cell is null.
///
/// # Errors
/// An [`InferError`] that says where the table is broken.
pub(super) fn read(text: &str) -> Option<Result<Vec<Value>, InferError>> {
    if text.trim_start().starts_with(['{', '[', '<']) {
        return None;
    }
    let tables = DELIMITERS.into_iter().rev().filter_map(|delimiter| Table::of(text, delimiter));
    // Of equals the last is taken, hence the reverse order.
    let table = tables.max_by_key(|table| (table.uneven_row().is_none(), table.names.len()))?;
    Some(table.objects())
}

impl Table {
    fn of(text: &str, delimiter: char) -> Option<Self> {
        let mut rows = rows(text, delimiter).into_iter();
        let names = rows.next()?.cells;
        let rows: Vec<_> = rows.collect();
        (names.len() > 1 && !rows.is_empty()).then_some(Self { delimiter, names, rows })
    }

    fn uneven_row(&self) -> Option<&Row> {
        self.rows.iter().find(|row| row.cells.len() != self.names.len())
    }

    fn objects(&self) -> Result<Vec<Value>, InferError> {
        if let Some(Row { line, cells }) = self.uneven_row() {
            return Err(InferError::Uneven { line: *line, cells: cells.len(), names: self.names.len() });
        }
        let mut known = Map::new();
        let mut is_known = |name: &String| known.insert(name.clone(), Value::Null).is_some();
        let is_unusable = |name: &String| name.is_empty() || name.len() > MOST_NAME_BYTES || is_known(name);
        if let Some(position) = self.names.iter().position(is_unusable) {
            return Err(InferError::Unnamed { column: position + 1 });
        }
        let columns: Vec<_> = (0..self.names.len()).map(|position| self.column(position)).collect();
        let object = |row: &Row| {
            let mut object = Map::new();
            for ((name, cell), column) in self.names.iter().zip(&row.cells).zip(&columns) {
                object.insert(name.clone(), self.value(cell, *column));
            }
            object.into()
        };
        Ok(self.rows.iter().map(object).collect())
    }

    fn column(&self, position: usize) -> Column {
        let all = |can_be: &dyn Fn(&str) -> bool| {
            let mut cells = self.rows.iter().filter_map(|row| row.cells.get(position));
            cells.all(|cell| cell.is_empty() || can_be(cell))
        };
        if all(&|cell| self.number(cell).is_some()) {
            Column::Number
        } else if all(&|cell| boolean(cell).is_some()) {
            Column::Boolean
        } else {
            Column::String
        }
    }

    fn value(&self, cell: &str, column: Column) -> Value {
        if cell.is_empty() {
            return Value::Null;
        }
        match column {
            Column::Number => self.number(cell).into(),
            Column::Boolean => boolean(cell).into(),
            Column::String => cell.into(),
        }
    }

    /// The number in a cell, written as JSON writes it: what begins with a zero is a code. Nor is a whole
    /// number one that would have to be rounded.
    fn number(&self, cell: &str) -> Option<Value> {
        // Semicolons stand between cells where commas stand in numbers.
        let text = if self.delimiter == ';' { cell.replace(',', ".") } else { cell.to_owned() };
        let number = serde_json::from_str::<Value>(&text).ok().filter(Value::is_number)?;
        (!number.is_f64() || text.contains(['.', 'e', 'E'])).then_some(number)
    }
}

fn boolean(cell: &str) -> Option<bool> {
    let is = |word| cell.eq_ignore_ascii_case(word);
    if is("true") { Some(true) } else { is("false").then_some(false) }
}

/// The lines of cells in a text; empty lines are left out. One pass.
fn rows(text: &str, delimiter: char) -> Vec<Row> {
    let mut rows = Vec::new();
    let mut rest = text.chars().peekable();
    let mut line = 1;
    while rest.peek().is_some() {
        let mut row = Row { line, cells: Vec::new() };
        let mut goes_on = true;
        while goes_on {
            let cell;
            (cell, goes_on) = next_cell(&mut rest, delimiter, &mut line);
            // White space around a cell is for the eye, or the end of a line as Windows writes it.
            row.cells.push(cell.trim().to_owned());
        }
        if row.cells.iter().any(|cell| !cell.is_empty()) {
            rows.push(row);
        }
    }
    rows
}

/// The next cell, and whether another follows it in the same row. A quote that is never closed goes on to
/// the end of the text.
fn next_cell(rest: &mut Peekable<Chars>, delimiter: char, line: &mut usize) -> (String, bool) {
    let mut cell = String::new();
    while rest.next_if_eq(&' ').is_some() {}
    let mut is_quoted = rest.next_if_eq(&'"').is_some();
    while let Some(character) = rest.next() {
        if character == '\n' {
            *line += 1;
        }
        match character {
            '"' if is_quoted => match rest.next_if_eq(&'"') {
                Some(quote) => cell.push(quote),
                None => is_quoted = false,
            },
            '\n' if !is_quoted => return (cell, false),
            character if character == delimiter && !is_quoted => return (cell, true),
            character => cell.push(character),
        }
    }
    (cell, false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[track_caller]
    fn check(text: &str, expected: Option<Result<Value, InferError>>) {
        assert_eq!(read(text).map(|rows| rows.map(Value::from)), expected, "{text:?}");
    }

    #[track_caller]
    fn check_rows(text: &str, expected: Value) {
        check(text, Some(Ok(expected)));
    }

    #[test]
    fn cells_are_quoted_where_need_be() {
        check_rows("a,b\n1,x\n", json!([{"a": 1, "b": "x"}]));
        check_rows("b,a\r\n\r\n\"x, \"\"y\"\"\",\"1\n2\"\r\n", json!([{"b": "x, \"y\"", "a": "1\n2"}]));
        check_rows("\"a\" , b\n x , \"y\" ", json!([{"a": "x", "b": "y"}]));
        check_rows("a,b\n5\" disk,\"x\"y", json!([{"a": "5\" disk", "b": "xy"}]));
        check_rows("a,b\nx,\"y", json!([{"a": "x", "b": "y"}]));
    }

    #[test]
    fn delimiters_are_told_by_their_rows() {
        check_rows("a;b, c\n1,5;x", json!([{"a": 1.5, "b, c": "x"}]));
        check_rows("a\tb\n1\t", json!([{"a": 1, "b": null}]));
        check_rows("a;b,c;d\nx;y;z", json!([{"a": "x", "b,c": "y", "d": "z"}]));
        check_rows("a,b;c\n1,2", json!([{"a": 1, "b;c": 2}]));
    }

    #[test]
    fn columns_are_of_one_type() {
        check_rows(
            "code,id,count,price,done,note\n0150,123456789012345678901,1,2.50,TRUE,\n1250,7,,1e2,false,\n",
            json!([
                {"code": "0150", "id": "123456789012345678901", "count": 1, "price": 2.5, "done": true, "note": null},
                {"code": "1250", "id": "7", "count": null, "price": 100.0, "done": false, "note": null}
            ]),
        );
    }

    #[test]
    fn broken_tables_are_told_where() {
        check("a,b\n1,2\n\"x\ny\",2\n1,2,3", Some(Err(InferError::Uneven { line: 5, cells: 3, names: 2 })));
        check("a,,c\n1,2,3", Some(Err(InferError::Unnamed { column: 2 })));
        check("a,b,a\n1,2,3", Some(Err(InferError::Unnamed { column: 3 })));
        check(&format!("a,{}\n1,2", "n".repeat(201)), Some(Err(InferError::Unnamed { column: 2 })));
    }

    #[test]
    fn what_is_no_table() {
        for text in ["", "\n", "a", "a\nb", "a,b", "a,b\n\n", "{\"a\": 1,\n\"b\": 2", "<a>,\n</a>,"] {
            check(text, None);
        }
    }
}
