//! Prices as data: a table that is part of the program, and the person's own, in the same form.
//!
//! ```text
//! # A comment.
//! [provider]
//! NAME,NAME INPUT OUTPUT CACHED CONTEXT >TOKENS INPUT OUTPUT CACHED
//! gpt-5,gpt-5-chat 1.25 10 0.125 400k
//! claude-opus-4-7* 5 25
//! ```
//!
//! Prices are dollars for a million tokens. After the second one each field may be missing, or be `-` where
//! another follows: a price from the cache (then it is that of other input), how many tokens the model can take
//! in, and what all tokens of a call cost that reads more than so many.
//!
//! A name means the model of that name, also where `-latest`, a date or a number of three digits follows; a
//! `*` at its end means all that begin with it. Case does not matter, and a dot is as good as a hyphen. Where
//! several names fit, the longest counts, and of equal ones the last.

use super::money::{Money, MoneyError};
use super::price::{LongRates, Price, Rates};
use std::fmt;

/// Made by `scripts/prices.mjs`, which also says what is left out.
const TABLE: &str = include_str!("table/prices.txt");

/// The providers whose models run on the person's own machine.
const FREE: [&str; 4] = ["simulated", "lm-studio", "ollama", "llama.cpp"];

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
    /// The model's name, the price of input or that of output is missing.
    TooFew,
    /// This field, and perhaps more, stands behind what is understood.
    TooMany(String),
    /// This field should be an amount of money.
    Amount(String, MoneyError),
    /// This field should be a number of tokens.
    Tokens(String),
}

/// What a model costs: by the person's own prices if they name it, else by the table.
/// None means that it is not known; the models of local servers cost nothing.
///
/// `provider` is the id of a preset. Whether a custom server is on the person's own machine is for the caller
/// to say, who then has [`Price::FREE`].
pub fn price(own: &str, provider: &str, model: &str) -> Option<Price> {
    let model = plain(model.strip_prefix("models/").unwrap_or(model));
    find(own.lines(), &model)
        .or_else(|| FREE.contains(&provider).then_some(Price::FREE))
        .or_else(|| find(section(TABLE, provider), &model))
}

/// The day of the table's prices, as `2026-08-21`.
pub fn prices_as_of() -> &'static str {
    TABLE.split_whitespace().nth(4).unwrap_or_default().trim_end_matches(',')
}

/// What is wrong with the person's own prices, line by line: `MODEL INPUT OUTPUT CACHED`, the last of which
/// may be missing. The lines that can be read count nevertheless.
pub fn check_own_prices(text: &str) -> Vec<LineError> {
    let lines = text.lines().enumerate();
    lines
        .filter_map(|(position, line)| {
            let (_, fields) = split(line)?;
            Some(LineError { line: position + 1, fault: read(fields).err()? })
        })
        .collect()
}

/// The lines between a provider's heading and the next.
fn section<'a>(table: &'a str, provider: &str) -> impl Iterator<Item = &'a str> {
    let heading = format!("[{provider}]");
    table.lines().skip_while(move |line| *line != heading).skip(1).take_while(|line| !line.starts_with('['))
}

/// The price on the line that fits the model best; the model's name is plain already.
fn find<'a>(lines: impl Iterator<Item = &'a str>, model: &str) -> Option<Price> {
    let fitting = lines.filter_map(|line| {
        let (names, fields) = split(line)?;
        let length = names.split(',').filter(|name| fits(name, model)).map(str::len).max()?;
        Some((length, read(fields).ok()?))
    });
    fitting.max_by_key(|(length, _)| *length).map(|(_, price)| price)
}

/// The names on a line, and what stands behind them; none for a blank line or a comment.
fn split(line: &str) -> Option<(&str, &str)> {
    let line = line.trim();
    let has_price = !line.is_empty() && !line.starts_with('#');
    has_price.then(|| line.split_once(char::is_whitespace).unwrap_or((line, "")))
}

fn plain(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace('.', "-")
}

fn fits(name: &str, model: &str) -> bool {
    let name = plain(name);
    match name.strip_suffix('*') {
        Some(start) => model.starts_with(start),
        None => model.strip_prefix(&*name).is_some_and(is_version),
    }
}

/// Whether what follows a name leaves it the name of the same model.
fn is_version(rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix('-') else { return rest.is_empty() };
    let shape: String =
        rest.chars().map(|character| if character.is_ascii_digit() { '0' } else { character }).collect();
    matches!(&*shape, "latest" | "000" | "00000000" | "0000-00-00")
}

fn read(fields: &str) -> Result<Price, LineFault> {
    let mut fields = fields.split_whitespace().peekable();
    let rates = read_rates(&mut fields)?;
    let context = match fields.next_if(|field| !field.starts_with('>')) {
        Some("-") | None => None,
        Some(field) => Some(tokens(field)?),
    };
    let long = match fields.next().map(|field| (field, field.strip_prefix('>'))) {
        Some((_, Some(above))) => Some(LongRates { above: tokens(above)?, rates: read_rates(&mut fields)? }),
        Some((field, None)) => return Err(LineFault::TooMany(field.to_owned())),
        None => None,
    };
    match fields.next() {
        Some(field) => Err(LineFault::TooMany(field.to_owned())),
        None => Ok(Price { rates, long, context }),
    }
}

fn read_rates<'a>(
    fields: &mut std::iter::Peekable<impl Iterator<Item = &'a str>>,
) -> Result<Rates, LineFault> {
    let mut amount = || match fields.next_if(|field| !field.starts_with('>')) {
        Some("-") | None => Ok(None),
        Some(field) => match Money::parse(field) {
            Ok(amount) => Ok(Some(amount)),
            Err(error) => Err(LineFault::Amount(field.to_owned(), error)),
        },
    };
    let (input, output, cached) = (amount()?, amount()?, amount()?);
    match (input, output) {
        (Some(input), Some(output)) => Ok(Rates { input, output, cached: cached.unwrap_or(input) }),
        (Some(_) | None, Some(_) | None) => Err(LineFault::TooFew),
    }
}

/// `131072`, `400k`
fn tokens(field: &str) -> Result<u64, LineFault> {
    let (digits, unit) = field.strip_suffix('k').map_or((field, 1), |digits| (digits, 1_000));
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    number.ok_or_else(|| LineFault::Tokens(field.to_owned()))
}

/// `Line 2: "x" is no amount of dollars; write it like 0.10`
impl fmt::Display for LineError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "Line {}: ", self.line)?;
        match &self.fault {
            LineFault::TooFew => out.write_str(
                "write a model, then the prices of a million input and output tokens, like: my-model 0.50 1.50",
            ),
            LineFault::TooMany(field) => write!(out, "\"{field}\" is too much; a line ends after the prices"),
            LineFault::Amount(field, error) => write!(out, "\"{field}\" {error}"),
            LineFault::Tokens(field) => write!(out, "\"{field}\" is no number of tokens"),
        }
    }
}

impl std::error::Error for LineError {}

#[cfg(test)]
mod tests;
