//! The rows of a table, its cells divided by commas, semicolons or tabs (RFC 4180).

use super::{Column, OWN, Row};
use crate::core::counted::counted;
use csv::{ReaderBuilder, StringRecord, Terminator};

/// The rows of a table, whose first line names its columns.
pub(super) fn rows(text: &str) -> Result<Vec<Row>, String> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter(text))
        .flexible(true)
        .terminator(Terminator::CRLF)
        .from_reader(text.as_bytes());
    let unreadable = |error: csv::Error| format!("{error}.");
    let head = reader.headers().map_err(unreadable)?.clone();
    check(&head)?;
    let mut rows = Vec::new();
    for record in reader.into_records() {
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
    for (position, name) in head.iter().enumerate() {
        if name.trim().is_empty() && head.len() > 1 {
            return Err("a column has no name.".to_owned());
        }
        if head.iter().take(position).any(|other| other == name) {
            return Err(format!("two columns are called \"{name}\"."));
        }
    }
    Ok(())
}

/// What the cells are divided by: what most often stands in the first line and in no quotes.
fn delimiter(text: &str) -> u8 {
    let mut counts = [(b',', 0), (b';', 0), (b'\t', 0)];
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
