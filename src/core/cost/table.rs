//! Prices as data: a table that is part of the program, and the person's own, in the same form.
//!
//! ```text
//! # A comment.
//! [provider]
//! NAMES INPUT OUTPUT CACHED CONTEXT ABOVE INPUT OUTPUT CACHED
//! gpt-5,gpt-5-chat 1.25 10 0.125 400k
//! claude-opus-4-7* 5 25
//! ```
//!
//! Prices are dollars for a million tokens. What stands behind the second one may be missing, or be `-` where
//! more follows: a price from the cache (then it is that of other input), how many tokens the model can take in,
//! and what all tokens of a call cost that reads more than so many.
//!
//! A name means the model of that name, also where `-latest`, a date or a number of three digits follows; with a
//! `*` at its end it means all that begin with it. Case does not matter, and a dot is as good as a hyphen. Where
//! several names fit, the longest counts, and of equal ones the last.

use super::money::{Money, MoneyError};
use super::price::{LongRates, Price, Rates};
use std::fmt;

/// Made by `scripts/prices.mjs`, which also says what is left out.
const TABLE: &str = include_str!("table/prices.txt");

/// The providers whose models run in the page or the browser itself.
const FREE: [&str; 2] = ["simulated", "browser"];

/// A line of the person's own prices that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub fault: LineFault,
}

/// Why a line is no price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// Something is missing, or too much, or no number of tokens.
    Form,
    /// This field should be an amount of money.
    Amount(String, MoneyError),
}

/// What a model costs: by the person's own prices if they name it, else by the table.
/// None means that it is not known.
///
/// `provider` is the id of a preset. Whether a server is on the person's own machine is for the caller to say,
/// who then has [`Price::FREE`].
pub fn price(own: &str, provider: &str, model: &str) -> Option<Price> {
    let model = model.strip_prefix("models/").unwrap_or(model);
    if let Some(price) = find(own, model) {
        return Some(price);
    }
    if FREE.contains(&provider) {
        return Some(Price::FREE);
    }
    find(section(TABLE, provider), model)
}

/// The day of the table's prices, as `2026-08-21`.
pub fn prices_as_of() -> &'static str {
    TABLE.get(8..18).unwrap_or_default()
}

/// What is wrong with the person's own prices, line by line: `MODEL INPUT OUTPUT CACHED`, the last of which
/// may be missing. The lines that can be read count nevertheless.
pub fn check_own_prices(text: &str) -> Vec<LineError> {
    let mut errors = Vec::new();
    for (position, line) in text.lines().enumerate() {
        if let Some(Err(fault)) = read(line).map(|(_, price)| price) {
            errors.push(LineError { line: position + 1, fault });
        }
    }
    errors
}

/// What stands between a provider's heading and the next; nothing for a provider without one.
fn section<'a>(table: &'a str, provider: &str) -> &'a str {
    let mut sections = table.split("\n[");
    let found = sections.find_map(|section| section.strip_prefix(provider)?.strip_prefix("]\n"));
    found.unwrap_or_default()
}

/// The price on the line that fits the model best.
fn find(prices: &str, model: &str) -> Option<Price> {
    let mut best = (0, None);
    for line in prices.lines() {
        let Some((names, Ok(price))) = read(line) else { continue };
        for name in names.split(',') {
            if name.len() >= best.0 && fits(name, model) {
                best = (name.len(), Some(price));
            }
        }
    }
    best.1
}

fn fits(name: &str, model: &str) -> bool {
    let mut rest = model.as_bytes().iter();
    for byte in name.bytes() {
        if byte == b'*' {
            return true;
        }
        if rest.next().map(|other| plain(*other)) != Some(plain(byte)) {
            return false;
        }
    }
    is_version(rest.as_slice())
}

fn plain(byte: u8) -> u8 {
    if byte == b'.' { b'-' } else { byte.to_ascii_lowercase() }
}

/// Whether what follows a name leaves it the name of the same model.
fn is_version(rest: &[u8]) -> bool {
    let digits = rest.iter().filter(|byte| byte.is_ascii_digit()).count();
    let hyphens = rest.iter().filter(|byte| **byte == b'-').count();
    rest.is_empty()
        || rest == b"-latest"
        || rest.starts_with(b"-")
            && digits + hyphens == rest.len()
            && matches!((digits, hyphens), (3 | 8, 1) | (8, 3))
}

/// The names on a line, and the price behind them; none for a blank line or a comment.
fn read(line: &str) -> Option<(&str, Result<Price, LineFault>)> {
    let fields: Vec<_> = line.split_ascii_whitespace().collect();
    let (names, fields) = fields.split_first()?;
    (!names.starts_with('#')).then(|| (*names, read_price(fields)))
}

fn read_price(fields: &[&str]) -> Result<Price, LineFault> {
    let context = tokens(fields, 3)?;
    let long = match tokens(fields, 4)? {
        Some(above) => Some(LongRates { above, rates: rates(fields, 5)? }),
        None => None,
    };
    let most = if long.is_some() { 8 } else { 5 };
    if fields.len() > most {
        return Err(LineFault::Form);
    }
    Ok(Price { rates: rates(fields, 0)?, long, context })
}

fn rates(fields: &[&str], at: usize) -> Result<Rates, LineFault> {
    let input = amount(fields, at)?.ok_or(LineFault::Form)?;
    let output = amount(fields, at + 1)?.ok_or(LineFault::Form)?;
    let cached = amount(fields, at + 2)?.unwrap_or(input);
    Ok(Rates { input, output, cached })
}

/// A field that may be missing.
fn field<'a>(fields: &[&'a str], at: usize) -> Option<&'a str> {
    fields.get(at).copied().filter(|field| *field != "-")
}

fn amount(fields: &[&str], at: usize) -> Result<Option<Money>, LineFault> {
    let Some(field) = field(fields, at) else { return Ok(None) };
    Money::parse(field).map(Some).map_err(|error| LineFault::Amount(field.to_owned(), error))
}

/// `131072`, `400k`
fn tokens(fields: &[&str], at: usize) -> Result<Option<u64>, LineFault> {
    let Some(field) = field(fields, at) else { return Ok(None) };
    let (digits, unit) = field.strip_suffix('k').map_or((field, 1), |digits| (digits, 1_000));
    let number: u32 = digits.parse().map_err(|_| LineFault::Form)?;
    Ok(Some(u64::from(number) * unit))
}

/// `Line 2: "x" is no amount of dollars; write it like 0.10`
impl fmt::Display for LineError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let line = self.line;
        match &self.fault {
            LineFault::Form => {
                write!(
                    out,
                    "Line {line}: write a model and what a million tokens of input and output cost: model 0.50 2"
                )
            }
            LineFault::Amount(field, error) => write!(out, "Line {line}: \"{field}\" {error}"),
        }
    }
}

impl std::error::Error for LineError {}

#[cfg(test)]
mod tests;
