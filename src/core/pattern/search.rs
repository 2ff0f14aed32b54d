//! A pattern as the rest of the core uses it.

use super::backtrack::{self, Exhausted};
use super::chain::Chain;
use super::error::PatternError;
use super::linear::Linear;
use super::parse::parse;
use super::program::Program;
use super::sample;
use super::syntax::Syntax;
use std::fmt;
use std::sync::Arc;

/// How many texts are written before a pattern counts as one that no sample can be found for.
const MOST_SAMPLES: usize = 32;

/// A regular expression of ECMA-262 in Unicode mode (`u`, no other flag). Cloning it is cheap.
#[derive(Clone)]
pub struct Pattern(Arc<Parts>);

struct Parts {
    source: String,
    syntax: Syntax,
    engine: Engine,
}

/// What searches for a pattern.
enum Engine {
    Text(String),
    Chain(Chain),
    Linear(Box<Linear>),
    Backtracking(Program),
}

/// What looking for a pattern in a text has shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// The pattern matches somewhere in the text.
    Found,
    /// It matches nowhere.
    NotFound,
    /// That is not known after as many steps as one search may take.
    Undecided,
}

impl Pattern {
    /// Reads a pattern, in time linear in its length.
    ///
    /// Forgiven are needless escapes of characters that are neither letter nor digit (`\-`, `\@`), and a
    /// `-` beside a set in a class (`[\w-.]`); nothing else departs from ECMA-262.
    ///
    /// # Errors
    /// A [`PatternError`] that names the first mistake and where it stands.
    pub fn compile(source: &str) -> Result<Self, PatternError> {
        let syntax = parse(source)?;
        let engine = if let Some(text) = syntax.root.as_text() {
            Engine::Text(text)
        } else if let Some(chain) = Chain::of(&syntax.root) {
            Engine::Chain(chain)
        } else if let Some(linear) = Linear::build(&syntax.root) {
            Engine::Linear(Box::new(linear))
        } else {
            Engine::Backtracking(Program::compile(&syntax))
        };
        Ok(Self(Arc::new(Parts { source: source.to_owned(), syntax, engine })))
    }

    /// The pattern as it was written.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    /// Looks for the pattern anywhere in a text.
    ///
    /// Linear in the text, unless the pattern has look-around, back-references, `\B` or huge counts: then
    /// a bounded number of steps decides, or leaves it [`Search::Undecided`].
    pub fn find(&self, text: &str) -> Search {
        let found = match &self.0.engine {
            Engine::Text(part) => Ok(text.contains(part)),
            Engine::Chain(chain) => Ok(chain.is_in(text)),
            // A text that is too long for the automaton may still be decided early by backtracking.
            Engine::Linear(linear) => {
                linear.find(text).map_or_else(|| backtrack::find(&Program::compile(&self.0.syntax), text), Ok)
            }
            Engine::Backtracking(program) => backtrack::find(program, text),
        };
        match found {
            Ok(true) => Search::Found,
            Ok(false) => Search::NotFound,
            Err(Exhausted) => Search::Undecided,
        }
    }

    /// A short text that the pattern matches, made of the numbers that `draw(n)` gives, each below `n`.
    ///
    /// Nothing if none was found after some attempts, as may happen with look-around.
    pub fn sample(&self, draw: &mut dyn FnMut(u64) -> u64) -> Option<String> {
        for _ in 0..MOST_SAMPLES {
            let Some(text) = sample::write(&self.0.syntax, draw) else { continue };
            match self.find(&text) {
                Search::Found => return Some(text),
                Search::NotFound => {}
                Search::Undecided => return None,
            }
        }
        None
    }
}

/// Two patterns are the same if they are written the same.
impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.source() == other.source()
    }
}

impl Eq for Pattern {}

/// Only the source: automata are no reading matter.
impl fmt::Debug for Pattern {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_tuple("Pattern").field(&self.source()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::Search::{Found, NotFound, Undecided};
    use super::*;
    use crate::core::random::Random;

    /// Searches in every text, by every engine that can.
    #[track_caller]
    fn check(source: &str, expected: &[(&str, Search)]) {
        let pattern = Pattern::compile(source).unwrap();
        let texts = expected.iter().map(|(text, _)| *text);
        let found: Vec<_> = texts.clone().map(|text| (text, pattern.find(text))).collect();
        assert_eq!(found, expected, "{source}");
        let program = Program::compile(&pattern.0.syntax);
        let stepped: Vec<_> = texts.map(|text| (text, search(backtrack::find(&program, text)))).collect();
        assert_eq!(stepped, expected, "{source}, by backtracking");
    }

    /// What backtracking has shown.
    fn search(found: Result<bool, Exhausted>) -> Search {
        match found {
            Ok(true) => Found,
            Ok(false) => NotFound,
            Err(Exhausted) => Undecided,
        }
    }

    #[test]
    fn a_pattern_is_found_anywhere() {
        check("b", &[("abc", Found), ("ac", NotFound)]);
        check("", &[("", Found), ("abc", Found)]);
        check("a|bc|", &[("x", Found)]);
        check("a|bc", &[("xbc", Found), ("xb", NotFound)]);
        check("^[A-Z]{3}-\\d{4}$", &[("ABC-1234", Found), ("ABC-123", NotFound), ("xABC-1234", NotFound)]);
    }

    #[test]
    fn edges() {
        check("^abc$", &[("abc", Found), ("abc\n", NotFound), ("x\nabc\ny", NotFound)]);
        check("\\bb\\b", &[("a b c", Found), ("abc", NotFound), ("ébé", Found)]);
        check("\\B", &[("", Found), ("a", NotFound), ("aé", Found), ("aéa", NotFound), ("ab", Found)]);
        check("a\\Bb", &[("ab", Found), ("a b", NotFound)]);
        check("(?:\\B|-)é", &[("-é", Found), ("aé", NotFound), ("éé", Found)]);
        check("(?:^)*a(?:$)?", &[("bab", Found)]);
    }

    #[test]
    fn letters_that_mean_sets_are_ascii_but_for_white_space() {
        check("^\\d$", &[("0", Found), ("٣", NotFound), ("", NotFound)]);
        check("^\\D$", &[("0", NotFound), ("٣", Found), ("🐲", Found)]);
        check("^\\w$", &[("_", Found), ("é", NotFound)]);
        check("^[\\w]$", &[("Z", Found), ("é", NotFound)]);
        check("^[^\\w]$", &[("Z", NotFound), ("é", Found)]);
        check("^\\W$", &[("a", NotFound), ("é", Found), ("-", Found)]);
        check("^[\\W\\d]$", &[("a", NotFound), ("5", Found), ("é", Found)]);
        let spaces =
            "\t\n\u{B}\u{C}\r \u{A0}\u{1680}\u{2000}\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
        check(
            "^\\s+$",
            &[(spaces, Found), ("\u{85}", NotFound), ("\u{180E}", NotFound), ("\u{200B}", NotFound)],
        );
        check("\\S", &[(spaces, NotFound), ("\u{85}", Found), ("\u{180E}", Found)]);
        check("^.$", &[("a", Found), ("🐲", Found), ("\u{85}", Found), ("\u{B}", Found)]);
        check(".", &[("\n\r\u{2028}\u{2029}", NotFound)]);
    }

    #[test]
    fn escapes() {
        check("^\\t\\n\\v\\f\\r\\0$", &[("\t\n\u{B}\u{C}\r\0", Found)]);
        check("^\\cA\\cz[\\cJ]$", &[("\u{1}\u{1A}\n", Found)]);
        check("^\\x41\\u00e9\\u{1F432}\\u{41}$", &[("Aé🐲A", Found)]);
        check("^\\ud83d\\uDC32$", &[("🐲", Found), ("🐉", NotFound)]);
        check("^[\\ud83d\\udc32-\\u{1F433}]$", &[("🐲", Found), ("🐳", Found), ("🐴", NotFound)]);
        check("\\uD83D", &[("🐲", NotFound)]);
        check("^[^\\uD800-\\uDFFF]$", &[("🐲", Found), ("\u{D7FF}", Found), ("\u{E000}", Found)]);
        check("^\\/\\.\\*\\\\\\^\\$\\|\\(\\)\\[\\]\\{\\}\\+\\?$", &[("/.*\\^$|()[]{}+?", Found)]);
        check("^\\-\\_\\@\\\"\\ \\'\\%\\#\\:\\~\\&$", &[("-_@\" '%#:~&", Found)]);
    }

    #[test]
    fn classes() {
        check("[]", &[("", NotFound), ("a", NotFound)]);
        check("^[^]$", &[("\n", Found), ("🐲", Found), ("", NotFound)]);
        check("^[\\b]$", &[("\u{8}", Found), ("b", NotFound)]);
        check("^[a&&b~~c-c--e[|]+$", &[("a&b~c-.de[|", Found), ("f", NotFound)]);
        check("^[-a]+$", &[("-a", Found)]);
        check("^[a-]+$", &[("-a", Found), ("b", NotFound)]);
        check("^[+--]+$", &[("+,-", Found), (".", NotFound)]);
        check("^[\\w-.]+$", &[("a-b.c", Found), ("a,b", NotFound)]);
        check("^[a-\\d]+$", &[("a-5", Found), ("b", NotFound)]);
        check("^[:alpha]+$", &[(":alph", Found), ("b", NotFound)]);
        check("^[.^$*(){}?]+$", &[(".^$*(){}?", Found), ("a", NotFound)]);
    }

    #[test]
    fn properties() {
        check("^\\p{Letter}\\p{L}\\p{gc=Lu}\\P{General_Category=Lowercase_Letter}$", &[("éaÀ1", Found)]);
        check("^\\p{digit}+$", &[("42", Found), ("৪২", Found), ("-", NotFound)]);
        check("^\\p{Script=Greek}\\p{sc=Cyrl}\\p{scx=Deva}$", &[("λжक", Found), ("aжक", NotFound)]);
        check("^\\p{scx=Deva}\\P{sc=Deva}$", &[("\u{964}\u{964}", Found)]);
        check("^[\\p{Uppercase}\\d_]+$", &[("ÀB_1", Found), ("à", NotFound)]);
        check("^[^\\p{ASCII}]$", &[("é", Found), ("e", NotFound)]);
        check("^\\p{Any}\\p{Assigned}\\p{Emoji}\\p{ID_Start}\\p{space}$", &[("\n🐲🐲é ", Found)]);
        check("\\P{Any}|\\p{Cs}", &[("a", NotFound)]);
        check("^\\P{Assigned}$", &[("\u{378}", Found), ("a", NotFound)]);
    }

    #[test]
    fn quantifiers() {
        check("^🐲*$", &[("", Found), ("🐲🐲", Found), ("🐉", NotFound)]);
        check("^a{2}b{1,2}c{2,}$", &[("aabcc", Found), ("aabbbcc", NotFound), ("aabc", NotFound)]);
        check("^a+?b*?c??$", &[("aabbc", Found), ("bc", NotFound)]);
        check("^(?:a|ab)(?:c|bcd)(?:d*)$", &[("abcd", Found)]);
        check("^a{0}$", &[("", Found), ("a", NotFound)]);
        check("^(?:a*)*$", &[("aaa", Found), ("b", NotFound)]);
        check("^(?:a?){3}$", &[("aa", Found), ("aaaa", NotFound)]);
        check("^a{1,99999999999}$", &[("aaa", Found), ("", NotFound)]);
    }

    #[test]
    fn look_around() {
        check("^(?=.*[A-Z])(?=.*\\d).{4,}$", &[("abC1", Found), ("abc1", NotFound), ("C1", NotFound)]);
        check("^(?!.*foo)", &[("bar", Found), ("a foo", NotFound)]);
        check("(?<=\\$)\\d", &[("$5", Found), ("€5", NotFound)]);
        check("(?<!\\$)\\b\\d", &[("$5", NotFound), ("€5", Found)]);
        check("(?<=a+)b", &[("aab", Found), ("b", NotFound)]);
        check("(?<=^(\\w)\\1)x", &[("ax", Found), ("aax", NotFound)]);
        check("(?<=\\1(\\w))x", &[("aax", Found), ("abx", NotFound)]);
        check("(?=(a+))a*b\\1", &[("baaabac", Found)]);
        check("^(?=(a+))\\1b", &[("aab", Found)]);
        check("^(?=(a+?))\\1$", &[("aa", NotFound), ("a", Found)]);
        check("^(?!(a)b)\\1c", &[("c", Found), ("ac", NotFound)]);
    }

    #[test]
    fn back_references() {
        check("^(a|b)\\1$", &[("aa", Found), ("ab", NotFound)]);
        check("^(?<quote>[\"'])[^\"']*\\k<quote>$", &[("'x'", Found), ("'x\"", NotFound)]);
        check("^\\1(a)$", &[("a", Found)]);
        check("^(?:(a)|b)\\1$", &[("b", Found), ("aa", Found), ("a", NotFound)]);
        check("^(a\\1)$", &[("a", Found)]);
        check("^(?:(a)|(b)|c)*\\1\\2$", &[("abc", Found), ("cabb", Found), ("ab", NotFound)]);
        check("^(é+)-\\1$", &[("éé-éé", Found), ("éé-é", NotFound)]);
        check("^(z)((a+)?(b+)?(c))*\\4$", &[("zaacbbbcac", Found)]);
        check("^(?<größe>.)\\k<größe>$", &[("xx", Found)]);
    }

    #[test]
    fn nested_repetition_is_decided_in_linear_time() {
        let text = "a".repeat(50_000) + "!";
        let find = |source| Pattern::compile(source).unwrap().find(&text);
        assert_eq!(find("^(a+)+$"), NotFound);
        assert_eq!(find("^(a|aa)*$"), NotFound);
        assert_eq!(find("(?:a?){50}b"), NotFound);
    }

    #[test]
    fn work_is_bounded() {
        let text = "a".repeat(50_000);
        let find = |source: &str, text: &str| Pattern::compile(source).unwrap().find(text);
        assert_eq!(find("^(?=(a+)+!)", &text), Undecided);
        assert_eq!(find("(a*)*\\1b", &text), Undecided);
        assert_eq!(find("(?:(?:){4000000000}){4000000000}\\B!", "a"), Undecided);
        assert_eq!(find("(a{1000}){1000}", "aaa"), NotFound);
        assert_eq!(find("^(?:a{1,1000}){1,1000}$", "aaa"), Found);
        assert_eq!(find("^.{0,65535}$", &text), Found);
        assert_eq!(find("^.{0,49999}$", &text), NotFound);
        assert_eq!(find("^(?:a{0,100}b?){0,100}c", &text), Undecided);
    }

    #[test]
    fn no_source_panics() {
        const PIECES: [&str; 48] = [
            "a",
            "é",
            "🐲",
            "(",
            ")",
            "[",
            "]",
            "{",
            "}",
            "*",
            "+",
            "?",
            "|",
            "\\",
            "^",
            "$",
            ".",
            "-",
            ":",
            "<",
            ">",
            "=",
            "!",
            ",",
            "1",
            "0",
            "9999999999",
            "(?",
            "(?<",
            "(?<n>",
            "(?:",
            "(?!",
            "(?<=",
            "\\k<n>",
            "\\u",
            "\\u{",
            "\\uD83D",
            "\\x",
            "\\c",
            "\\p{",
            "\\P{L}",
            "\\b",
            "\\1",
            "[^",
            "{2}",
            "{1,",
            "[:digit:]",
            "\u{0}",
        ];
        let mut random = Random::new(7);
        let mut compiled = 0;
        for _ in 0..4_000 {
            let length = random.below(12);
            let source: String = (0..length).filter_map(|_| random.pick(&PIECES).copied()).collect();
            if let Ok(pattern) = Pattern::compile(&source) {
                compiled += 1;
                for text in ["", "aaé🐲a1", "\n-b"] {
                    pattern.find(text);
                }
                pattern.sample(&mut |end| random.below(end));
            }
        }
        for _ in 0..4_000 {
            let bytes: Vec<u8> = (0..random.below(20)).map(|_| random.below(256) as u8).collect();
            compiled += i32::from(Pattern::compile(&String::from_utf8_lossy(&bytes)).is_ok());
        }
        assert!(compiled > 500, "only {compiled} compiled");
    }

    #[test]
    fn a_sample_matches() {
        let mut random = Random::new(1);
        for source in [
            "^[A-Z]{3}-\\d{4}$",
            "^\\d{4}-(0[1-9]|1[0-2])-\\d{2}$",
            "^[^@\\s]+@[^@\\s]+\\.[a-z]{2,}$",
            "^(?=.*[A-Z])(?=.*\\d).{8,}$",
            "^(?!0)\\d+$",
            "^(?<letter>[a-z])-\\k<letter>$",
            "^\\p{Lu}\\p{Ll}*$",
            "^[а-я]+$",
            "\\bword\\b",
            "",
        ] {
            let pattern = Pattern::compile(source).unwrap();
            let sample = pattern.sample(&mut |end| random.below(end)).expect(source);
            assert_eq!(pattern.find(&sample), Found, "{source} {sample}");
        }
    }

    #[test]
    fn samples_look_ordinary_and_follow_what_is_drawn() {
        #[track_caller]
        fn check(source: &str, first: &str, last: &str) {
            let pattern = Pattern::compile(source).unwrap();
            assert_eq!(pattern.sample(&mut |_| 0).as_deref(), Some(first));
            assert_eq!(pattern.sample(&mut |end| end - 1).as_deref(), Some(last));
        }
        check("^[A-Z]{2}-\\d+$", "AA-0", "ZZ-99999");
        check("^(red|green|blue)!?$", "red", "blue!");
        check("^.{3}$", "000", "zzz");
        check("^[^a-zA-Z0-9]$", "!", "~");
        check("^\\s$", "\t", "\u{FEFF}");
    }

    #[test]
    fn no_sample_of_what_nothing_matches() {
        for source in ["[]", "a^", "^a{20000}$", "(?=a)b"] {
            assert_eq!(Pattern::compile(source).unwrap().sample(&mut |_| 0), None, "{source}");
        }
    }

    #[test]
    fn patterns_are_told_apart_by_their_source() {
        let compile = |source| Pattern::compile(source).unwrap();
        assert_eq!(compile("a"), compile("a"));
        assert_ne!(compile("a"), compile("(a)"));
        assert_eq!(format!("{:?}", compile("\\d").clone()), r#"Pattern("\\d")"#);
    }
}
