//! The liberties taken with a text that is not quite JSON: each has a kind, a place and a sentence.
//! Must not know how a text is read.

use std::ops::Range;

/// One departure from strict JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// What was done.
    pub kind: RepairKind,
    /// Where, in bytes of the reply; empty where something was missing.
    pub range: Range<usize>,
}

/// The kinds of [`Repair`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepairKind {
    /// `[1, 2,]`
    TrailingComma,
    /// `[1 2]`
    MissingComma,
    /// `[1,, 2]`
    SurplusComma,
    /// `{"a" 1}`
    MissingColon,
    /// `{"a" = 1}`
    Punctuation,
    /// `{"a": }`
    MissingValue,
    /// `{'a': 1}`
    QuoteStyle,
    /// `"""text"""`
    TripleQuotes,
    /// `{\"a\": 1}`
    EscapedQuotes,
    /// `{"a": "x, "b": 1}`
    MissingQuote,
    /// `"x""`
    SurplusQuote,
    /// `"a "word" within"`
    UnescapedQuote,
    /// `{a: 1}`
    BareKey,
    /// `{"a": word}`
    BareValue,
    /// `True`, `undefined`, `NaN`
    Literal,
    /// `+1`, `.5`, `1_000`
    NumberForm,
    /// `// why`
    Comment,
    /// `[1, ...]`
    Ellipsis,
    /// `"a" + "b"`
    Concatenation,
    /// `"C:\dir"`
    Escape,
    /// Half of a surrogate pair.
    LoneSurrogate,
    /// A line break or another control character within a string.
    ControlCharacter,
    /// White space that JSON does not know, or the mark of a quoted line.
    WhiteSpace,
    /// `{"a": [1}`
    MissingBracket,
    /// `[1, 2)`
    WrongBracket,
    /// `{"a": 1}}`
    SurplusBracket,
    /// `(1, 2)`
    Tuple,
    /// `ObjectId("1")`
    Call,
    /// `{"a": 1, what "b": 2}`
    StrayText,
    /// `'{"a": 1}'`
    JsonInString,
    /// The text ends before the value does.
    Cut,
}

impl RepairKind {
    /// Every kind.
    pub const ALL: [Self; 31] = [
        Self::TrailingComma,
        Self::MissingComma,
        Self::SurplusComma,
        Self::MissingColon,
        Self::Punctuation,
        Self::MissingValue,
        Self::QuoteStyle,
        Self::TripleQuotes,
        Self::EscapedQuotes,
        Self::MissingQuote,
        Self::SurplusQuote,
        Self::UnescapedQuote,
        Self::BareKey,
        Self::BareValue,
        Self::Literal,
        Self::NumberForm,
        Self::Comment,
        Self::Ellipsis,
        Self::Concatenation,
        Self::Escape,
        Self::LoneSurrogate,
        Self::ControlCharacter,
        Self::WhiteSpace,
        Self::MissingBracket,
        Self::WrongBracket,
        Self::SurplusBracket,
        Self::Tuple,
        Self::Call,
        Self::StrayText,
        Self::JsonInString,
        Self::Cut,
    ];

    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        self.texts().0
    }

    /// What was done, for people: `removed a trailing comma`.
    pub fn message(self) -> &'static str {
        self.texts().1
    }

    fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::TrailingComma => ("trailingComma", "removed a trailing comma"),
            Self::MissingComma => ("missingComma", "added a missing comma"),
            Self::SurplusComma => ("surplusComma", "removed a surplus comma"),
            Self::MissingColon => ("missingColon", "added a missing colon"),
            Self::Punctuation => ("punctuation", "replaced a sign that stood for a colon or comma"),
            Self::MissingValue => ("missingValue", "put null for a missing value"),
            Self::QuoteStyle => ("quoteStyle", "replaced quotes that are not JSON's"),
            Self::TripleQuotes => ("tripleQuotes", "replaced triple quotes"),
            Self::EscapedQuotes => ("escapedQuotes", "removed the backslashes before quotes"),
            Self::MissingQuote => ("missingQuote", "added a missing quote"),
            Self::SurplusQuote => ("surplusQuote", "removed a surplus quote"),
            Self::UnescapedQuote => ("unescapedQuote", "escaped a quote within a string"),
            Self::BareKey => ("bareKey", "put quotes round a key"),
            Self::BareValue => ("bareValue", "put quotes round a text"),
            Self::Literal => ("literal", "replaced a literal that is not JSON's"),
            Self::NumberForm => ("numberForm", "rewrote a number as JSON writes it"),
            Self::Comment => ("comment", "removed a comment"),
            Self::Ellipsis => ("ellipsis", "removed an ellipsis"),
            Self::Concatenation => ("concatenation", "joined two strings"),
            Self::Escape => ("escape", "mended a backslash that starts no JSON escape"),
            Self::LoneSurrogate => ("loneSurrogate", "replaced half of a surrogate pair"),
            Self::ControlCharacter => ("controlCharacter", "escaped a control character in a string"),
            Self::WhiteSpace => ("whiteSpace", "removed a sign that is no white space in JSON"),
            Self::MissingBracket => ("missingBracket", "added a missing bracket"),
            Self::WrongBracket => ("wrongBracket", "replaced a bracket of the wrong kind"),
            Self::SurplusBracket => ("surplusBracket", "removed a surplus bracket"),
            Self::Tuple => ("tuple", "wrote a tuple or set as an array"),
            Self::Call => ("call", "took the argument of a function call"),
            Self::StrayText => ("strayText", "removed stray text"),
            Self::JsonInString => ("jsonInString", "took the JSON out of a string"),
            Self::Cut => ("cut", "closed what the text leaves open"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_its_own_name_and_sentence() {
        for text in [RepairKind::name, RepairKind::message] {
            let mut texts = RepairKind::ALL.map(text);
            texts.sort_unstable();
            assert!(texts.windows(2).all(|pair| pair[0] != pair[1]), "{texts:?}");
        }
    }
}
