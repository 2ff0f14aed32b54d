//! The ways in which JSON is broken, one row each: its name, which strings the documents hold that are
//! broken so, the kinds of repair that must be told, and how it is done.

use crate::breaks::Break::{
    self, BeforeClose, Between, Element, Leaf, Member, Quotes, Replaced, Tokens, Whole,
};
use crate::breaks::{
    bare_keys, escaped_quotes, leading_comma, missing_bracket, missing_closing_quote, missing_comma,
    missing_opening_quote, parenthesis, quoted_lines, stray_word, surplus_bracket, unclosed_in_fence,
};
use crate::document::{Kind, Texts, Token};
use RepairKind::*;
use serde_json::Value;
use structured_output_validator::core::extract::RepairKind;

/// A way to break JSON.
#[derive(Debug)]
pub struct Way {
    pub name: &'static str,
    /// Which strings may stand in the document.
    pub texts: Texts,
    /// What must be told of it, and nothing else; nothing where JSON is only taken out of what surrounds it.
    pub kinds: &'static [RepairKind],
    breaks: Break,
}

/// Why no row stands for a kind.
pub const NO_ROW: [(RepairKind, &str); 2] = [
    (Cut, "a text that is cut gives no candidate: `a_text_that_is_cut_is_open`"),
    (JsonInString, "what stands in a strict string is the second choice: `json_in_a_string_is_second`"),
];

const fn way(name: &'static str, kinds: &'static [RepairKind], breaks: Break) -> Way {
    Way { name, texts: Texts::Lively, kinds, breaks }
}

/// A way whose damage only words survive.
const fn among_words(name: &'static str, kinds: &'static [RepairKind], breaks: Break) -> Way {
    Way { name, texts: Texts::Plain, kinds, breaks }
}

/// Every way.
pub const WAYS: [Way; 79] = [
    // Commas and colons.
    way("trailing comma", &[TrailingComma], BeforeClose(",")),
    way("missing comma", &[MissingComma], Tokens(missing_comma)),
    way("doubled comma", &[SurplusComma], Replaced(Kind::Comma, ",,")),
    way("leading comma", &[SurplusComma], Tokens(leading_comma)),
    way("semicolon for a comma", &[Punctuation], Replaced(Kind::Comma, ";")),
    way("wide comma", &[Punctuation], Replaced(Kind::Comma, "，")),
    way("missing colon", &[MissingColon], Replaced(Kind::Colon, " ")),
    way("equals sign", &[Punctuation], Replaced(Kind::Colon, "=")),
    way("arrow", &[Punctuation], Replaced(Kind::Colon, " => ")),
    way("wide colon", &[Punctuation], Replaced(Kind::Colon, "：")),
    way("missing value", &[MissingValue], Member("", "null")),
    way("ellipsis", &[TrailingComma, Ellipsis], BeforeClose(", ...")),
    way("one-sign ellipsis", &[TrailingComma, Ellipsis], BeforeClose(", …")),
    // Quotes.
    way("single quotes", &[QuoteStyle], Quotes(["'", "'"], "'\"")),
    way("smart quotes", &[QuoteStyle], Quotes(["“", "”"], "“”\"")),
    way("smart single quotes", &[QuoteStyle], Quotes(["‘", "’"], "‘’'\"")),
    way("backticks", &[QuoteStyle], Quotes(["`", "`"], "`\"")),
    way("triple quotes", &[TripleQuotes], Leaf(r#""""a "b" c""""#, r#""a \"b\" c""#)),
    way("triple single quotes", &[TripleQuotes], Leaf("'''it's'''", r#""it's""#)),
    way("triple quotes over lines", &[TripleQuotes], Leaf("\"\"\"one\ntwo\"\"\"", r#""one\ntwo""#)),
    way("escaped quotes of a string", &[EscapedQuotes], Leaf(r#"\"text\""#, r#""text""#)),
    among_words("escaped quotes throughout", &[EscapedQuotes], Whole(escaped_quotes)),
    among_words("missing closing quote", &[MissingQuote], Tokens(missing_closing_quote)),
    way("missing opening quote of a key", &[MissingQuote], Tokens(missing_opening_quote)),
    way("doubled closing quote", &[SurplusQuote], Element(r#""text"""#, r#""text""#)),
    way("quoted word in a string", &[UnescapedQuote], Leaf(r#""a "word" in it""#, r#""a \"word\" in it""#)),
    way("inches in a string", &[UnescapedQuote], Leaf(r#""a 5" nail""#, r#""a 5\" nail""#)),
    way("apostrophe in single quotes", &[QuoteStyle, UnescapedQuote], Leaf("'it's'", r#""it's""#)),
    way("keys without quotes", &[BareKey], Tokens(bare_keys)),
    // Words.
    way("word without quotes", &[BareValue], Leaf("word", r#""word""#)),
    way("words without quotes", &[BareValue], Member("two words", r#""two words""#)),
    way("date without quotes", &[BareValue], Member("2024-05-01", r#""2024-05-01""#)),
    way("address without quotes", &[BareValue], Member("https://a.example/b", r#""https://a.example/b""#)),
    way("Python's true", &[Literal], Leaf("True", "true")),
    way("Python's false", &[Literal], Leaf("False", "false")),
    way("Python's null", &[Literal], Leaf("None", "null")),
    way("capital literal", &[Literal], Leaf("TRUE", "true")),
    way("capitalized literal", &[Literal], Leaf("Null", "null")),
    way("JavaScript's undefined", &[Literal], Leaf("undefined", "null")),
    way("no number", &[Literal], Leaf("NaN", "null")),
    way("infinity", &[Literal], Leaf("-Infinity", "null")),
    // Numbers.
    way("plus sign", &[NumberForm], Leaf("+1", "1")),
    way("no whole part", &[NumberForm], Leaf(".5", "0.5")),
    way("negative, no whole part", &[NumberForm], Leaf("-.5", "-0.5")),
    way("no fraction", &[NumberForm], Leaf("1.", "1.0")),
    way("no exponent", &[NumberForm], Leaf("2e", "2")),
    way("digits in groups", &[NumberForm], Leaf("1_000", "1000")),
    way("thousands", &[NumberForm], Member("1,234.50", "1234.5")),
    way("number that none can hold", &[NumberForm], Leaf("1e999", "null")),
    // What these are worth is not for us to say: they stay what was written.
    way("hexadecimal number", &[BareValue], Leaf("0x1F", r#""0x1F""#)),
    way("leading zero", &[BareValue], Leaf("007", r#""007""#)),
    // What stands between tokens.
    way("line comment", &[Comment], Between(" // it's \"why\"\n")),
    way("hash comment", &[Comment], Between(" # why, and {how}\n")),
    way("block comment", &[Comment], Between("/* one\n: two */")),
    way("HTML comment", &[Comment], Between(" <!-- why -->")),
    way("no-break space", &[WhiteSpace], Between("\u{a0}")),
    way("byte-order mark within", &[WhiteSpace], Between("\u{feff}")),
    way("line separator", &[WhiteSpace], Between("\u{2028}")),
    way("stray word before a key", &[StrayText], Tokens(stray_word)),
    among_words("quoted lines", &[WhiteSpace], Whole(quoted_lines)),
    // Insides of strings.
    way("strings joined by a plus", &[Concatenation], Leaf(r#""a" + "b""#, r#""ab""#)),
    way("strings joined over lines", &[Concatenation], Leaf("\"a\" +\n  \"b\"", r#""ab""#)),
    way("backslash of a path", &[Escape], Leaf(r#""C:\dir""#, r#""C:\\dir""#)),
    way("escaped apostrophe", &[Escape], Leaf(r#""it\'s""#, r#""it's""#)),
    way("hexadecimal escape", &[Escape], Leaf(r#""\x41""#, r#""\\x41""#)),
    way("short escape", &[Escape], Leaf(r#""\u41 a""#, r#""\\u41 a""#)),
    way("half a pair", &[LoneSurrogate], Leaf(r#""\ud83d a""#, "\"\u{fffd} a\"")),
    way("line break in a string", &[ControlCharacter], Leaf("\"one\ntwo\"", r#""one\ntwo""#)),
    way("tab in a string", &[ControlCharacter], Leaf("\"one\ttwo\"", r#""one\ttwo""#)),
    way("control character in a string", &[ControlCharacter], Leaf("\"a\u{1}b\"", r#""a\u0001b""#)),
    // Brackets.
    way("missing bracket within", &[MissingBracket], Tokens(missing_bracket)),
    way("missing bracket at the end of a fence", &[MissingBracket], Whole(unclosed_in_fence)),
    way("parenthesis for a bracket", &[WrongBracket], Tokens(parenthesis)),
    way("surplus bracket", &[SurplusBracket], Whole(surplus_bracket)),
    way("tuple", &[Tuple], Leaf("(1, 2)", "[1, 2]")),
    way("set", &[QuoteStyle, Tuple], Leaf("{'a', 'b'}", r#"["a", "b"]"#)),
    way("call", &[Tuple, Call], Member(r#"ObjectId("1f")"#, r#""1f""#)),
    // What surrounds the JSON.
    way("JSONP", &[], Whole(|text| Some(format!("callback({text});")))),
    way("byte-order mark", &[], Whole(|text| Some(format!("\u{feff}{text}")))),
];

impl Way {
    /// Whether another way can join it.
    pub fn is_whole(&self) -> bool {
        matches!(self.breaks, Whole(_))
    }

    /// Breaks what the tokens say, and makes the value what the text then means; false where it cannot.
    pub fn apply(&self, tokens: &mut Vec<Token>, value: &mut Value, choice: usize) -> bool {
        self.breaks.apply(tokens, value, choice)
    }
}
