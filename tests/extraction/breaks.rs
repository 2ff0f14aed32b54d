//! How the text of a document is broken, token by token. Must not know what becomes of it.

use crate::document::{Kind, Token, text};
use serde_json::Value;

/// What is done to a document.
#[derive(Debug)]
pub enum Break {
    /// A scalar is written so, and read as this JSON.
    Leaf(&'static str, &'static str),
    /// The same of a scalar that is a member of an object.
    Member(&'static str, &'static str),
    /// The same of a scalar that is an element of an array.
    Element(&'static str, &'static str),
    /// A token of a kind is written so.
    Replaced(Kind, &'static str),
    /// This stands behind the last element or member.
    BeforeClose(&'static str),
    /// This stands between two tokens.
    Between(&'static str),
    /// These quotes stand round every string that holds none of their family.
    Quotes([&'static str; 2], &'static str),
    /// The tokens are changed otherwise, at one of the places where that can be done; false where there is none.
    Tokens(fn(&mut [Token], usize) -> bool),
    /// The text is changed as a whole, if that can be done.
    Whole(fn(&str) -> Option<String>),
}

impl Break {
    /// Breaks what the tokens say, and makes the value what the text then means; false where it cannot.
    pub fn apply(&self, tokens: &mut Vec<Token>, value: &mut Value, choice: usize) -> bool {
        match self {
            Self::Leaf(written, meant) => leaf(tokens, value, choice, [written, meant], |_| true),
            Self::Member(written, meant) => {
                leaf(tokens, value, choice, [written, meant], |before| before == Kind::Colon)
            }
            Self::Element(written, meant) => {
                leaf(tokens, value, choice, [written, meant], |before| before != Kind::Colon)
            }
            Self::Replaced(kind, written) => {
                rewrite(tokens, choice, |at| at.is(*kind), |_| (*written).to_owned())
            }
            Self::BeforeClose(written) => before_close(tokens, choice, written),
            Self::Between(written) => between(tokens, choice, written),
            Self::Quotes(quotes, family) => requote(tokens, quotes, family),
            Self::Tokens(change) => change(tokens, choice),
            Self::Whole(change) => {
                let Some(whole) = change(&text(tokens)) else { return false };
                *tokens = vec![Token { kind: Kind::Broken, text: whole, space: String::new() }];
                true
            }
        }
    }
}

/// A place among the tokens.
struct Place<'t> {
    tokens: &'t [Token],
    at: usize,
}

impl Place<'_> {
    fn text(&self) -> &str {
        &self.tokens[self.at].text
    }

    fn kind(&self) -> Kind {
        self.tokens[self.at].kind
    }

    fn is(&self, kind: Kind) -> bool {
        self.kind() == kind
    }

    fn is_scalar(&self) -> bool {
        matches!(self.kind(), Kind::Text | Kind::Number | Kind::Literal)
    }

    fn before(&self) -> Option<Kind> {
        self.tokens[..self.at].last().map(|token| token.kind)
    }

    /// The token so far behind.
    fn behind(&self, distance: usize) -> Option<&Token> {
        self.tokens.get(self.at + distance)
    }

    fn is_behind(&self, distance: usize, kind: Kind) -> bool {
        self.behind(distance).is_some_and(|token| token.kind == kind)
    }
}

/// One of the places that fit.
fn pick(tokens: &[Token], choice: usize, fits: impl Fn(&Place) -> bool) -> Option<usize> {
    let places: Vec<_> = (0..tokens.len()).filter(|at| fits(&Place { tokens, at: *at })).collect();
    places.get(choice % places.len().max(1)).copied()
}

/// Writes one of the tokens that fit otherwise.
fn rewrite(
    tokens: &mut [Token],
    choice: usize,
    fits: impl Fn(&Place) -> bool,
    written: impl Fn(&str) -> String,
) -> bool {
    let Some(found) = pick(tokens, choice, fits) else { return false };
    let token = &mut tokens[found];
    token.kind = Kind::Broken;
    token.text = written(&token.text);
    true
}

/// Writes one scalar otherwise.
fn leaf(
    tokens: &mut [Token],
    value: &mut Value,
    choice: usize,
    [written, meant]: [&str; 2],
    may_follow: impl Fn(Kind) -> bool,
) -> bool {
    let fits = |place: &Place| place.is_scalar() && place.before().is_some_and(&may_follow);
    let Some(found) = pick(tokens, choice, fits) else { return false };
    let mut before = (0..found).filter(|at| Place { tokens, at: *at }.is_scalar()).count();
    if let Some(scalar) = scalar(value, &mut before) {
        *scalar = serde_json::from_str(meant).unwrap();
    }
    tokens[found].kind = Kind::Broken;
    tokens[found].text = written.to_owned();
    true
}

/// The scalar before which so many stand in a value.
fn scalar<'v>(value: &'v mut Value, before: &mut usize) -> Option<&'v mut Value> {
    match value {
        Value::Array(elements) => elements.iter_mut().find_map(|element| scalar(element, before)),
        Value::Object(members) => members.values_mut().find_map(|member| scalar(member, before)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            let is_it = *before == 0;
            *before = before.wrapping_sub(1);
            is_it.then_some(value)
        }
    }
}

fn before_close(tokens: &mut Vec<Token>, choice: usize, written: &str) -> bool {
    let is_last = |place: &Place| {
        place.is_behind(1, Kind::Close) && !matches!(place.kind(), Kind::Open | Kind::Comma | Kind::Colon)
    };
    let Some(found) = pick(tokens, choice, is_last) else { return false };
    let space = std::mem::take(&mut tokens[found].space);
    tokens.insert(found + 1, Token { kind: Kind::Broken, text: written.to_owned(), space });
    true
}

fn between(tokens: &mut [Token], choice: usize, written: &str) -> bool {
    let found = pick(tokens, choice, |place| place.behind(1).is_some());
    if let Some(found) = found {
        tokens[found].space.insert_str(0, written);
    }
    found.is_some()
}

fn requote(tokens: &mut [Token], [opening, closing]: &[&str; 2], family: &str) -> bool {
    let mut is_done = false;
    for token in tokens.iter_mut().filter(|token| matches!(token.kind, Kind::Key | Kind::Text)) {
        let inside = token.text[1..token.text.len() - 1].to_owned();
        if !inside.contains(|sign| family.contains(sign)) {
            token.kind = Kind::Broken;
            token.text = format!("{opening}{inside}{closing}");
            is_done = true;
        }
    }
    is_done
}

pub fn leading_comma(tokens: &mut [Token], choice: usize) -> bool {
    let is_first = |place: &Place| {
        place.is(Kind::Open) && !place.is_behind(1, Kind::Close) && !place.is_behind(1, Kind::Broken)
    };
    rewrite(tokens, choice, is_first, |bracket| format!("{bracket},"))
}

/// A comma is lost that stands not between a bracket and a number or literal.
pub fn missing_comma(tokens: &mut [Token], choice: usize) -> bool {
    let fits = |place: &Place| {
        let is_word = place.is_behind(1, Kind::Number) || place.is_behind(1, Kind::Literal);
        place.is(Kind::Comma) && !(place.before() == Some(Kind::Close) && is_word)
    };
    rewrite(tokens, choice, fits, |_| " ".to_owned())
}

/// A parenthesis closes what no string ends, nor such a bracket behind it.
pub fn parenthesis(tokens: &mut [Token], choice: usize) -> bool {
    let fits = |place: &Place| {
        place.is(Kind::Close)
            && place.before() != Some(Kind::Text)
            && place.behind(1).is_none_or(|next| next.text != place.text())
    };
    rewrite(tokens, choice, fits, |_| ")".to_owned())
}

/// A bracket is lost before one of the other kind.
pub fn missing_bracket(tokens: &mut [Token], choice: usize) -> bool {
    let fits = |place: &Place| {
        let is_other = |next: &Token| next.kind == Kind::Close && next.text != place.text();
        place.is(Kind::Close) && place.behind(1).is_some_and(is_other)
    };
    rewrite(tokens, choice, fits, |_| String::new())
}

/// A member's string that another member follows loses its closing quote.
pub fn missing_closing_quote(tokens: &mut [Token], choice: usize) -> bool {
    let fits = |place: &Place| {
        place.is(Kind::Text) && place.is_behind(1, Kind::Comma) && place.is_behind(2, Kind::Key)
    };
    let Some(found) = pick(tokens, choice, fits) else { return false };
    tokens[found].kind = Kind::Broken;
    tokens[found].text.pop();
    tokens[found].space.clear();
    true
}

/// What needs no quotes where it is a key.
fn bare(quoted: &str) -> Option<&str> {
    let inside = quoted.strip_prefix('"')?.strip_suffix('"')?;
    let is_word = inside.chars().all(|letter| letter.is_alphanumeric() || letter == '_');
    (is_word && inside.starts_with(char::is_alphabetic)).then_some(inside)
}

pub fn missing_opening_quote(tokens: &mut [Token], choice: usize) -> bool {
    let fits = |place: &Place| place.is(Kind::Key) && bare(place.text()).is_some_and(str::is_ascii);
    rewrite(tokens, choice, fits, |key| key[1..].to_owned())
}

pub fn bare_keys(tokens: &mut [Token], _: usize) -> bool {
    let mut is_done = false;
    for token in tokens.iter_mut().filter(|token| token.kind == Kind::Key) {
        if let Some(key) = bare(&token.text).map(str::to_owned) {
            *token = Token { kind: Kind::Broken, text: key, space: String::new() };
            is_done = true;
        }
    }
    is_done
}

pub fn stray_word(tokens: &mut [Token], choice: usize) -> bool {
    let fits = |place: &Place| place.is(Kind::Key) && place.before() == Some(Kind::Comma);
    rewrite(tokens, choice, fits, |key| format!("OOPS {key}"))
}

pub fn surplus_bracket(text: &str) -> Option<String> {
    Some(format!("{text}{}", &text[text.len() - 1..]))
}

pub fn unclosed_in_fence(text: &str) -> Option<String> {
    Some(format!("Here:\n```json\n{}\n```\n", &text[..text.len() - 1]))
}

pub fn escaped_quotes(text: &str) -> Option<String> {
    text.contains('"').then(|| text.replace('"', "\\\""))
}

pub fn quoted_lines(text: &str) -> Option<String> {
    text.contains('\n').then(|| text.replace('\n', "\n> "))
}
