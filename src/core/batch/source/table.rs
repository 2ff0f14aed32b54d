//! The rows of a table, its cells divided by commas, semicolons or tabs (RFC 4180).
//!
//! Blank lines are no rows: an empty cell of a table of one column is written in quotes.

use super::{Column, MOST_CELLS, OWN, Row, check_columns};
use crate::core::counted::counted;
use csv::{ReaderBuilder, StringRecord, Terminator};
use std::collections::HashSet;

/// What the cells of tables by the name of tabs are divided by.
pub(super) const TAB: u8 = b'\t';

/// The rows of a table, whose first line names its columns; of more than there may be, one too many.
pub(super) fn rows(text: &str, delimiter: u8, most: usize) -> Result<Vec<Row>, String> {
    if let Some(line) = unclosed_quote(text, delimiter) {
        return Err(format!("the quote that opens in line {line} is never closed."));
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .terminator(Terminator::CRLF)
        .from_reader(text.as_bytes());
    let unreadable = |error: csv::Error| format!("{error}.");
    let head = reader.headers().map_err(unreadable)?.clone();
    check(&head)?;
    let most = most.min(MOST_CELLS / head.len().max(1));
    let mut rows = Vec::new();
    for record in reader.into_records().take(most + 1) {
        let record = record.map_err(unreadable)?;
        if record.len() != head.len() {
            let line = record.position().map_or(0, csv::Position::line);
            return Err(format!(
                "line {line} has {}, and the head has {}.",
                counted(record.len(), "cell"),
                counted(head.len(), "column")
            ));
        }
        let columns = head.iter().zip(&record).filter(|(name, _)| *name != OWN);
        let column = |(name, text): (&str, &str)| Column { name: name.to_owned(), text: text.to_owned() };
        rows.push(Row::Columns(columns.map(column).collect()));
    }
    Ok(rows)
}

fn check(head: &StringRecord) -> Result<(), String> {
    check_columns(head.len())?;
    let mut names = HashSet::new();
    for name in head {
        if name.trim().is_empty() && head.len() > 1 {
            return Err("a column has no name.".to_owned());
        }
        if !names.insert(name) {
            return Err(format!("two columns are called \"{name}\"."));
        }
    }
    Ok(())
}

/// The line in which a quote opens that nothing closes. Quotes count at the beginning of a cell; in it, two stand for one.
fn unclosed_quote(text: &str, delimiter: u8) -> Option<usize> {
    let mut line = 1;
    let mut opened = None;
    let mut is_beginning = true;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        match (byte, opened) {
            (b'"', Some(_)) if bytes.next_if_eq(&b'"').is_none() => opened = None,
            (b'"', None) if is_beginning => opened = Some(line),
            _ => {}
        }
        is_beginning = opened.is_none() && (byte == delimiter || byte == b'\n' || byte == b'\r');
        line += usize::from(byte == b'\n');
    }
    opened
}

/// What the cells are divided by: what most often stands in the first line and in no quotes.
pub(super) fn delimiter(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (TAB, 0)];
    let mut is_quoted = false;
    for byte in text.bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'\n' if !is_quoted => break,
            _ if is_quoted => {}
            byte => counts.iter_mut().filter(|(sign, _)| *sign == byte).for_each(|(_, count)| *count += 1),
        }
    }
    // Of those that stand there as often, the first.
    counts.iter().rev().max_by_key(|(_, count)| *count).map_or(b',', |(sign, _)| *sign)
}
