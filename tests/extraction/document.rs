//! Random values, with strings that look like what stands round JSON, and their texts, token by token.

use proptest::collection::vec;
use proptest::prelude::{BoxedStrategy, Just, Strategy, any, prop_oneof};
use proptest::sample::select;
use serde_json::{Map, Number, Value};

/// What may mislead a reader that looks for JSON, or for the end of a string.
const HOSTILE: [&str; 44] = [
    "```",
    "```json",
    "~~~",
    "`",
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "\\",
    "\\\\",
    "/",
    "//",
    "/*",
    "*/",
    "#",
    "<!--",
    "-->",
    ":",
    ",",
    ", ",
    ": ",
    "...",
    "=",
    "\n",
    "\t",
    "\r\n",
    "\u{1}",
    "\u{feff}",
    "“",
    "”",
    "<think>",
    "</think>",
    "<|message|>",
    "corrected",
    "{\"a\": 1}",
    "\", \"a\": ",
    "True",
    "é",
    "😀",
    "word",
];

/// What prose is made of.
const WORDS: [&str; 8] = ["word", "a", "second one", "é", "ü😀", "of it", "42", "is well-known"];

/// The names of members: words that need no quotes, and others.
const NAMES: [&str; 8] = ["a", "b", "name", "unit_price", "x1", "Größe", "two words", "id"];

/// What people write: words with signs among them that JSON has a use for, too.
const LIVELY: [&str; 20] = [
    "it's",
    "a, b",
    "{name}",
    "[1]",
    "(so)",
    "say \"yes\" to it",
    "C:\\dir",
    "one\ntwo",
    "// why",
    "# 1",
    "/* no */",
    "https://a.example/b",
    "12:30",
    "a = b",
    "`code`",
    "...",
    "True",
    "<b>bold</b>",
    "‘so’",
    "“so”",
];

/// Which strings a value may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Texts {
    /// Words.
    Plain,
    /// What people write.
    Lively,
    /// Signs that mean something to JSON or round it, in any order; in names, too.
    Hostile,
}

fn texts(of: Texts) -> BoxedStrategy<String> {
    let words = || select(&WORDS[..]);
    let plain = || vec(words(), 1..4).prop_map(|words| words.join(" "));
    match of {
        Texts::Plain => plain().boxed(),
        Texts::Lively => {
            let pieces = vec(prop_oneof![select(&LIVELY[..]), words()], 1..4);
            prop_oneof![pieces.prop_map(|pieces| pieces.join(" ")), plain()].boxed()
        }
        Texts::Hostile => {
            let pieces = vec(prop_oneof![select(&HOSTILE[..]), words()], 0..6);
            prop_oneof![pieces.prop_map(|pieces| pieces.concat()), plain()].boxed()
        }
    }
}

fn names(of: Texts) -> BoxedStrategy<String> {
    let plain = select(&NAMES[..]).prop_map(str::to_owned);
    match of {
        Texts::Plain | Texts::Lively => plain.boxed(),
        Texts::Hostile => prop_oneof![3 => plain, 1 => texts(of)].boxed(),
    }
}

fn numbers() -> impl Strategy<Value = Number> + Clone {
    prop_oneof![
        (-99..999_i64).prop_map(Number::from),
        any::<i64>().prop_map(Number::from),
        any::<u64>().prop_map(Number::from),
        proptest::num::f64::NORMAL.prop_filter_map("no number", Number::from_f64),
    ]
}

/// Values of any kind.
pub fn values(of: Texts) -> impl Strategy<Value = Value> + Clone {
    let leaf = prop_oneof![
        3 => texts(of).prop_map(Value::from),
        2 => numbers().prop_map(Value::from),
        1 => any::<bool>().prop_map(Value::from),
        1 => Just(Value::Null),
    ];
    leaf.prop_recursive(3, 24, 4, move |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((names(of), inner), 0..4).prop_map(|members| Value::Object(Map::from_iter(members))),
        ]
    })
}

/// Objects and arrays that hold something.
pub fn documents(of: Texts) -> impl Strategy<Value = Value> + Clone {
    prop_oneof![
        vec(values(of), 1..4).prop_map(Value::from),
        vec((names(of), values(of)), 1..4).prop_map(|members| Value::Object(Map::from_iter(members))),
    ]
}

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Open,
    Close,
    Comma,
    Colon,
    Key,
    Text,
    Number,
    Literal,
    /// One that is not as JSON writes it.
    Broken,
}

/// A token, and the white space behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub text: String,
    pub space: String,
}

/// How a document is laid out.
#[derive(Clone, Debug)]
pub enum Layout {
    Compact,
    /// With a space behind commas and colons.
    Line,
    Pretty,
    /// With white space of every kind anywhere, by these numbers in turn.
    Odd(Vec<u8>),
}

pub fn layouts() -> impl Strategy<Value = Layout> + Clone {
    prop_oneof![
        Just(Layout::Compact),
        Just(Layout::Line),
        Just(Layout::Pretty),
        vec(any::<u8>(), 1..16).prop_map(Layout::Odd),
    ]
}

/// The tokens of a value, laid out.
pub fn tokens(value: &Value, layout: &Layout) -> Vec<Token> {
    let mut tokens = Vec::new();
    write(value, &mut tokens);
    let mut depth = 0_usize;
    for position in 0..tokens.len() {
        let next = tokens.get(position + 1).map(|token| token.kind);
        let kind = tokens[position].kind;
        depth = match kind {
            Kind::Open => depth + 1,
            Kind::Close => depth - 1,
            _ => depth,
        };
        let is_line = kind == Kind::Comma
            || (kind == Kind::Open && next != Some(Kind::Close))
            || (kind != Kind::Open && next == Some(Kind::Close));
        tokens[position].space = match layout {
            _ if next.is_none() => String::new(),
            Layout::Compact => String::new(),
            Layout::Pretty if is_line => {
                format!("\n{}", "  ".repeat(depth - usize::from(next == Some(Kind::Close))))
            }
            Layout::Line if kind == Kind::Comma => " ".into(),
            Layout::Line | Layout::Pretty if kind == Kind::Colon => " ".into(),
            Layout::Line | Layout::Pretty => String::new(),
            Layout::Odd(choices) => {
                const SPACES: [&str; 6] = ["", " ", "\n", "\t", "\r\n", "  \n\n "];
                SPACES[usize::from(choices[position % choices.len()]) % SPACES.len()].into()
            }
        };
    }
    tokens
}

fn write(value: &Value, tokens: &mut Vec<Token>) {
    let mut put = |kind, text: &str| tokens.push(Token { kind, text: text.into(), space: String::new() });
    match value {
        Value::Null | Value::Bool(_) => put(Kind::Literal, &value.to_string()),
        Value::Number(_) => put(Kind::Number, &value.to_string()),
        Value::String(_) => put(Kind::Text, &value.to_string()),
        Value::Array(elements) => {
            put(Kind::Open, "[");
            for (position, element) in elements.iter().enumerate() {
                comma(position, tokens);
                write(element, tokens);
            }
            tokens.push(Token { kind: Kind::Close, text: "]".into(), space: String::new() });
        }
        Value::Object(members) => {
            put(Kind::Open, "{");
            for (position, (name, member)) in members.iter().enumerate() {
                comma(position, tokens);
                let name = Value::from(name.as_str()).to_string();
                tokens.push(Token { kind: Kind::Key, text: name, space: String::new() });
                tokens.push(Token { kind: Kind::Colon, text: ":".into(), space: String::new() });
                write(member, tokens);
            }
            tokens.push(Token { kind: Kind::Close, text: "}".into(), space: String::new() });
        }
    }
}

fn comma(position: usize, tokens: &mut Vec<Token>) {
    if position > 0 {
        tokens.push(Token { kind: Kind::Comma, text: ",".into(), space: String::new() });
    }
}

/// The text of the tokens.
pub fn text(tokens: &[Token]) -> String {
    tokens.iter().flat_map(|token| [token.text.as_str(), token.space.as_str()]).collect()
}
