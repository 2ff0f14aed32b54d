//! From the text of a pattern to its tree: the grammar of ECMA-262 in Unicode mode.
//!
//! It forgives two things that Unicode mode refuses, because schemas are full of them and they can
//! only mean one thing: a needless escape (`\-`, `\@`), and a `-` in a class beside a set (`[\w-.]`).

use super::error::PatternError;
use super::property::property;
use super::set::{self, Ranges, Set};
use super::syntax::{Edge, Look, Node, Reference, Repeat, Syntax};
use icu_properties::CodePointSetData;
use icu_properties::props::{IdContinue, IdStart};
use std::collections::HashMap;
use std::ops::RangeInclusive;

/// How deep groups may be nested.
const MOST_DEPTH: usize = 128;

/// How many ranges of characters a pattern may be made of: `\p{Letter}` alone has more than 600.
const MOST_RANGES: usize = 100_000;

const POSIX_CLASSES: [&str; 14] = [
    "alnum", "alpha", "ascii", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space",
    "upper", "word", "xdigit",
];

/// Parses a pattern, in time linear in its length.
///
/// # Errors
/// The first place where it departs from ECMA-262, in plain words.
pub fn parse(source: &str) -> Result<Syntax, PatternError> {
    let mut parser = Parser {
        source: source.chars().collect(),
        at: 0,
        depth: 0,
        ranges: 0,
        groups: 0,
        names: HashMap::new(),
        references: Vec::new(),
    };
    let root = parser.choice()?;
    if parser.peek().is_some() {
        return Err(parser.error(parser.at, "\")\" closes no group"));
    }
    let references = std::mem::take(&mut parser.references);
    let syntax = Syntax { root, groups: parser.groups, names: std::mem::take(&mut parser.names) };
    match references.iter().find(|(_, reference)| syntax.group(reference).is_none()) {
        Some((at, Reference::Number(number))) => {
            Err(parser.error(*at, format!("there is no group {number} for \"\\{number}\" to repeat")))
        }
        Some((at, Reference::Name(name))) => {
            Err(parser.error(*at, format!("there is no group \"{name}\" for \"\\k<{name}>\" to repeat")))
        }
        None => Ok(syntax),
    }
}

struct Parser {
    source: Vec<char>,
    at: usize,
    depth: usize,
    ranges: usize,
    groups: usize,
    names: HashMap<String, usize>,
    references: Vec<(usize, Reference)>,
}

/// What an escape or a character in a class stands for.
enum Atom {
    /// One code point, which may be a lone surrogate.
    One(u32),
    Many(Set),
}

type Parsed<T> = Result<T, PatternError>;

impl Parser {
    fn peek(&self) -> Option<char> {
        self.source.get(self.at).copied()
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek();
        self.at += usize::from(next.is_some());
        next
    }

    /// Whether the rest begins with a text.
    fn sees(&self, text: &str) -> bool {
        self.source.get(self.at..).is_some_and(|rest| {
            let mut rest = rest.iter();
            text.chars().all(|expected| rest.next() == Some(&expected))
        })
    }

    fn eat(&mut self, text: &str) -> bool {
        let seen = self.sees(text);
        if seen {
            self.at += text.chars().count();
        }
        seen
    }

    /// The characters read since a place.
    fn since(&self, start: usize) -> String {
        self.source.get(start..self.at).unwrap_or_default().iter().collect()
    }

    fn error(&self, at: usize, problem: impl Into<String>) -> PatternError {
        PatternError { position: at + 1, problem: problem.into() }
    }

    /// A set as a part of the pattern, unless all sets together have become too large.
    fn one(&mut self, start: usize, set: Set) -> Parsed<Node> {
        self.count(start, set.ranges().len())?;
        Ok(Node::One(set))
    }

    fn count(&mut self, start: usize, ranges: usize) -> Parsed<()> {
        self.ranges += ranges;
        if self.ranges > MOST_RANGES { Err(self.error(start, "the pattern is too large")) } else { Ok(()) }
    }

    fn choice(&mut self) -> Parsed<Node> {
        let mut alternatives = vec![self.sequence()?];
        while self.eat("|") {
            alternatives.push(self.sequence()?);
        }
        Ok(single(alternatives, Node::Choice))
    }

    fn sequence(&mut self) -> Parsed<Node> {
        let mut parts = Vec::new();
        while self.peek().is_some_and(|next| !matches!(next, '|' | ')')) {
            parts.push(self.quantified()?);
        }
        Ok(single(parts, Node::Sequence))
    }

    fn quantified(&mut self) -> Parsed<Node> {
        let first = self.groups;
        let grouped = self.sees("(?:");
        let node = self.term()?;
        let start = self.at;
        let Some((least, most)) = self.quantifier()? else { return Ok(node) };
        let written = self.since(start);
        if !grouped && matches!(node, Node::Edge(_) | Node::Look(_)) {
            return Err(self.error(start, format!("nothing to repeat before \"{written}\"")));
        }
        let lazy = self.eat("?");
        if !lazy && self.sees("+") {
            let problem = format!("possessive quantifiers such as \"{written}+\" are not part of ECMA-262");
            return Err(self.error(start, problem));
        }
        Ok(Node::Repeat(Repeat { node: Box::new(node), least, most, lazy, groups: first..self.groups }))
    }

    /// The least and most of a quantifier, if there is one.
    fn quantifier(&mut self) -> Parsed<Option<(u32, Option<u32>)>> {
        let start = self.at;
        Ok(match self.peek() {
            Some('*' | '+' | '?') => {
                let written = self.next();
                Some((u32::from(written == Some('+')), (written == Some('?')).then_some(1)))
            }
            Some('{') => {
                self.next();
                let Some((least, most)) = self.counts() else {
                    self.at = start;
                    return Ok(None);
                };
                if most.is_some_and(|most| most < least) {
                    let written = self.since(start);
                    return Err(self.error(start, format!("the numbers of \"{written}\" are out of order")));
                }
                Some((least, most))
            }
            _ => None,
        })
    }

    /// The rest of `{2}`, `{2,}` or `{2,5}`.
    fn counts(&mut self) -> Option<(u32, Option<u32>)> {
        let least = self.number()?;
        let most = if self.eat(",") {
            if self.sees("}") { None } else { Some(self.number()?) }
        } else {
            Some(least)
        };
        self.eat("}").then_some((least, most))
    }

    /// A decimal number; one that is too large for counting counts as the largest.
    fn number(&mut self) -> Option<u32> {
        let mut number: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|next| next.to_digit(10)) {
            self.at += 1;
            number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
        }
        number
    }

    fn term(&mut self) -> Parsed<Node> {
        let start = self.at;
        match self.next() {
            None => Ok(Node::Sequence(Vec::new())),
            Some('^') => Ok(Node::Edge(Edge::Start)),
            Some('$') => Ok(Node::Edge(Edge::End)),
            Some('(') => self.group(start),
            Some('[') => self.class(start),
            Some('.') => self.one(start, set::not(named(set::LINE_ENDS))),
            Some('\\') => self.escape_in_text(start),
            Some(written @ ('*' | '+' | '?')) => {
                Err(self.error(start, format!("nothing to repeat before \"{written}\"")))
            }
            Some('{') if self.counts().is_some() => {
                Err(self.error(start, format!("nothing to repeat before \"{}\"", self.since(start))))
            }
            Some(written @ ('{' | '}' | ']')) => {
                Err(self.error(start, format!("\"{written}\" stands alone: write \"\\{written}\"")))
            }
            Some(character) => self.one(start, set::of([code(character)])),
        }
    }

    fn group(&mut self, start: usize) -> Parsed<Node> {
        self.depth += 1;
        if self.depth > MOST_DEPTH {
            return Err(self.error(start, format!("groups are nested deeper than {MOST_DEPTH}")));
        }
        let look = |behind, negated| move |node| Node::Look(Look { node: Box::new(node), behind, negated });
        let node = if !self.sees("?") {
            self.capturing()?
        } else if self.eat("?:") {
            self.choice()?
        } else if self.eat("?=") {
            self.choice().map(look(false, false))?
        } else if self.eat("?!") {
            self.choice().map(look(false, true))?
        } else if self.eat("?<=") {
            self.choice().map(look(true, false))?
        } else if self.eat("?<!") {
            self.choice().map(look(true, true))?
        } else if self.eat("?<") {
            let name = self.name(start)?;
            if self.names.contains_key(&name) {
                return Err(self.error(start, format!("there are two groups \"{name}\"")));
            }
            self.names.insert(name, self.groups);
            self.capturing()?
        } else {
            return Err(self.foreign_group(start));
        };
        if !self.eat(")") {
            return Err(self.error(start, "\"(\" is not closed"));
        }
        self.depth -= 1;
        Ok(node)
    }

    /// The inside of a capturing group.
    fn capturing(&mut self) -> Parsed<Node> {
        let group = self.groups;
        self.groups += 1;
        Ok(Node::Group(group, Box::new(self.choice()?)))
    }

    /// Why something that begins with `(?` is not a group.
    fn foreign_group(&mut self, start: usize) -> PatternError {
        self.next();
        let problem = match self.peek() {
            Some('P') => "named groups are written \"(?<name>…)\" in ECMA-262, and repeated by \"\\k<name>\"",
            Some('>') => "atomic groups \"(?>…)\" are not part of ECMA-262",
            Some('#') => "comments \"(?#…)\" are not part of ECMA-262",
            Some(flag) if flag == '-' || flag.is_ascii_alphabetic() => {
                "flags within a pattern, such as \"(?i)\", are not part of ECMA-262"
            }
            _ => "\"(?\" begins nothing that ECMA-262 knows",
        };
        self.error(start, problem)
    }

    /// The rest of `<name>`.
    fn name(&mut self, start: usize) -> Parsed<String> {
        let first = self.at;
        let starts = CodePointSetData::new::<IdStart>();
        let continues = CodePointSetData::new::<IdContinue>();
        while let Some(next) = self.peek() {
            let fits = if self.at == first { starts } else { continues };
            if !(fits.contains(next) || matches!(next, '$' | '_')) {
                break;
            }
            self.at += 1;
        }
        let name = self.since(first);
        if name.is_empty() || !self.eat(">") {
            return Err(self.error(start, "a group's name is not an identifier between \"<\" and \">\""));
        }
        Ok(name)
    }

    /// An escape outside a class, after its backslash.
    fn escape_in_text(&mut self, start: usize) -> Parsed<Node> {
        match self.peek() {
            Some('b') => {
                self.at += 1;
                Ok(Node::Edge(Edge::Word))
            }
            Some('B') => {
                self.at += 1;
                Ok(Node::Edge(Edge::NotWord))
            }
            Some('k') => {
                self.at += 1;
                if !self.eat("<") {
                    return Err(self.error(start, "\"\\k\" needs the name of a group: \"\\k<name>\""));
                }
                let name = self.name(start)?;
                Ok(self.reference(start, Reference::Name(name)))
            }
            Some('1'..='9') => {
                let number = self.number().unwrap_or(0);
                Ok(self.reference(start, Reference::Number(usize::try_from(number).unwrap_or(usize::MAX))))
            }
            _ => match self.escape(start)? {
                Atom::One(code) => self.one(start, set::of([code..=code])),
                Atom::Many(set) => self.one(start, set),
            },
        }
    }

    fn reference(&mut self, start: usize, reference: Reference) -> Node {
        self.references.push((start, reference.clone()));
        Node::Reference(reference)
    }

    /// An escape that may stand anywhere, after its backslash.
    fn escape(&mut self, start: usize) -> Parsed<Atom> {
        let Some(letter) = self.next() else {
            return Err(self.error(start, "\"\\\" at the end escapes nothing"));
        };
        Ok(match letter {
            'd' => Atom::Many(named(set::DIGITS)),
            'D' => Atom::Many(set::not(named(set::DIGITS))),
            'w' => Atom::Many(named(set::WORD)),
            'W' => Atom::Many(set::not(named(set::WORD))),
            's' => Atom::Many(named(set::SPACE)),
            'S' => Atom::Many(set::not(named(set::SPACE))),
            'p' => Atom::Many(self.property(start)?),
            'P' => Atom::Many(set::not(self.property(start)?)),
            't' => Atom::One(0x09),
            'n' => Atom::One(0x0A),
            'v' => Atom::One(0x0B),
            'f' => Atom::One(0x0C),
            'r' => Atom::One(0x0D),
            'c' => match self.next() {
                Some(control) if control.is_ascii_alphabetic() => Atom::One(u32::from(control) % 32),
                _ => return Err(self.error(start, "\"\\c\" needs a letter from A to Z")),
            },
            '0' if !self.peek().is_some_and(|next| next.is_ascii_digit()) => Atom::One(0),
            '0'..='9' => {
                return Err(self.error(start, "octal escapes are not part of ECMA-262 in Unicode mode"));
            }
            'x' => Atom::One(
                self.hexadecimal(2)
                    .ok_or_else(|| self.error(start, "\"\\x\" needs two hexadecimal digits"))?,
            ),
            'u' => Atom::One(self.unicode().ok_or_else(|| {
                self.error(start, "\"\\u\" needs four hexadecimal digits, or up to \"{10FFFF}\"")
            })?),
            letter if letter.is_alphanumeric() => return Err(self.foreign_escape(start, letter)),
            character => Atom::One(u32::from(character)),
        })
    }

    /// Why a letter cannot be escaped.
    fn foreign_escape(&self, start: usize, letter: char) -> PatternError {
        let instead = match letter {
            'A' => ": write \"^\" for the start",
            'z' | 'Z' => ": write \"$\" for the end",
            'h' => ": write \"[ \\t]\" for a space or tab",
            'R' => ": write \"\\r?\\n\" for a line end",
            'Q' | 'E' => ": escape each character by itself",
            _ => "",
        };
        self.error(start, format!("\"\\{letter}\" is not part of ECMA-262{instead}"))
    }

    /// Exactly so many hexadecimal digits.
    fn hexadecimal(&mut self, digits: usize) -> Option<u32> {
        let mut code = 0;
        for _ in 0..digits {
            code = code * 16 + self.next()?.to_digit(16)?;
        }
        Some(code)
    }

    /// A code point after `\u`: four digits, twice four for a surrogate pair, or any number in braces.
    fn unicode(&mut self) -> Option<u32> {
        if self.eat("{") {
            let mut code = self.next()?.to_digit(16)?;
            while !self.eat("}") {
                code = code * 16 + self.next()?.to_digit(16)?;
                if code > 0x10FFFF {
                    return None;
                }
            }
            return Some(code);
        }
        let high = self.hexadecimal(4)?;
        let after = self.at;
        if (0xD800..=0xDBFF).contains(&high) && self.eat("\\u") {
            match self.hexadecimal(4) {
                Some(low @ 0xDC00..=0xDFFF) => {
                    return Some(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
                }
                _ => self.at = after,
            }
        }
        Some(high)
    }

    /// The rest of `\p{name}` or `\p{name=value}`.
    fn property(&mut self, start: usize) -> Parsed<Set> {
        if !self.eat("{") {
            return Err(self.error(start, "\"\\p\" needs a Unicode property in braces"));
        }
        let first = self.at;
        while self.peek().is_some_and(|next| next.is_ascii_alphanumeric() || matches!(next, '_' | '=')) {
            self.at += 1;
        }
        let written = self.since(first);
        if !self.eat("}") {
            return Err(self.error(start, "\"\\p{\" is not closed after the name of a Unicode property"));
        }
        let found = match written.split_once('=') {
            Some((name, value)) => property(name, Some(value)),
            None => property(&written, None),
        };
        found.ok_or_else(|| self.error(start, format!("ECMA-262 knows no Unicode property \"{written}\"")))
    }

    /// A class, after its opening bracket.
    fn class(&mut self, start: usize) -> Parsed<Node> {
        let negated = self.eat("^");
        let mut ranges = Vec::new();
        while !self.eat("]") {
            let first = self.at;
            let low = self.atom(start)?;
            if !self.sees("-") || self.source.get(self.at + 1) == Some(&']') {
                self.add(first, low, &mut ranges)?;
                continue;
            }
            self.at += 1;
            match (low, self.atom(start)?) {
                (Atom::One(low), Atom::One(high)) if low <= high => ranges.push(low..=high),
                (Atom::One(_), Atom::One(_)) => {
                    let problem = format!("the range \"{}\" is out of order", self.since(first));
                    return Err(self.error(first, problem));
                }
                (low, high) => {
                    self.add(first, low, &mut ranges)?;
                    self.add(first, high, &mut ranges)?;
                    ranges.push(code('-'));
                }
            }
        }
        let set = set::of(ranges);
        self.one(start, if negated { set::not(set) } else { set })
    }

    fn add(&mut self, start: usize, atom: Atom, ranges: &mut Vec<RangeInclusive<u32>>) -> Parsed<()> {
        match atom {
            Atom::One(code) => ranges.push(code..=code),
            Atom::Many(set) => {
                self.count(start, set.ranges().len())?;
                ranges.extend(set::ranges(&set));
            }
        }
        Ok(())
    }

    /// A character or escape in the class that opened at `start`.
    fn atom(&mut self, start: usize) -> Parsed<Atom> {
        let first = self.at;
        if self.sees("[:")
            && let Some(name) = POSIX_CLASSES.iter().find(|name| self.sees(&format!("[:{name}:]")))
        {
            return Err(self.error(first, format!("\"[:{name}:]\" is not part of ECMA-262")));
        }
        match self.next() {
            None => Err(self.error(start, "\"[\" is not closed")),
            Some('\\') if self.eat("b") => Ok(Atom::One(0x08)),
            Some('\\') => self.escape(first),
            Some(character) => Ok(Atom::One(u32::from(character))),
        }
    }
}

/// The one part there is, or all of them.
fn single(mut parts: Vec<Node>, all: impl FnOnce(Vec<Node>) -> Node) -> Node {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        last => {
            parts.extend(last);
            all(parts)
        }
    }
}

fn named(ranges: Ranges) -> Set {
    set::of(ranges.iter().cloned())
}

fn code(character: char) -> RangeInclusive<u32> {
    let code = u32::from(character);
    code..=code
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(source: &str, error: &str) {
        assert_eq!(parse(source).map_err(|error| error.to_string()), Err(error.to_owned()), "{source}");
    }

    #[test]
    fn what_is_not_closed_or_stands_alone() {
        check("^(abc]", r#""]" stands alone: write "\]" (character 6)"#);
        check("^(abc", r#""(" is not closed (character 2)"#);
        check("a(?:b", r#""(" is not closed (character 2)"#);
        check("ab)", r#"")" closes no group (character 3)"#);
        check("é[abc", r#""[" is not closed (character 2)"#);
        check("{", r#""{" stands alone: write "\{" (character 1)"#);
        check("a{,5}", r#""{" stands alone: write "\{" (character 2)"#);
        check("a{1", r#""{" stands alone: write "\{" (character 2)"#);
        check("}", r#""}" stands alone: write "\}" (character 1)"#);
        check("a\\", r#""\" at the end escapes nothing (character 2)"#);
        check("[\\", r#""\" at the end escapes nothing (character 2)"#);
    }

    #[test]
    fn quantifiers() {
        check("*a", r#"nothing to repeat before "*" (character 1)"#);
        check("a|+", r#"nothing to repeat before "+" (character 3)"#);
        check("a**", r#"nothing to repeat before "*" (character 3)"#);
        check("a???", r#"nothing to repeat before "?" (character 4)"#);
        check("a{2}{3}", r#"nothing to repeat before "{3}" (character 5)"#);
        check("^*", r#"nothing to repeat before "*" (character 2)"#);
        check("\\b+", r#"nothing to repeat before "+" (character 3)"#);
        check("(?=a){2}", r#"nothing to repeat before "{2}" (character 6)"#);
        check("a{2,1}", r#"the numbers of "{2,1}" are out of order (character 2)"#);
        check("a++", r#"possessive quantifiers such as "++" are not part of ECMA-262 (character 2)"#);
        check("a{2}+", r#"possessive quantifiers such as "{2}+" are not part of ECMA-262 (character 2)"#);
    }

    #[test]
    fn escapes() {
        check("\\a", r#""\a" is not part of ECMA-262 (character 1)"#);
        check("\\Aabc", r#""\A" is not part of ECMA-262: write "^" for the start (character 1)"#);
        check("abc\\Z", r#""\Z" is not part of ECMA-262: write "$" for the end (character 4)"#);
        check("abc\\z", r#""\z" is not part of ECMA-262: write "$" for the end (character 4)"#);
        check("\\h", r#""\h" is not part of ECMA-262: write "[ \t]" for a space or tab (character 1)"#);
        check("\\R", r#""\R" is not part of ECMA-262: write "\r?\n" for a line end (character 1)"#);
        check("\\Q*\\E", r#""\Q" is not part of ECMA-262: escape each character by itself (character 1)"#);
        check("[\\é]", r#""\é" is not part of ECMA-262 (character 2)"#);
        check("\\01", "octal escapes are not part of ECMA-262 in Unicode mode (character 1)");
        check("[\\1]", "octal escapes are not part of ECMA-262 in Unicode mode (character 2)");
        check("\\c1", r#""\c" needs a letter from A to Z (character 1)"#);
        check("\\x4", r#""\x" needs two hexadecimal digits (character 1)"#);
        check("\\u12", r#""\u" needs four hexadecimal digits, or up to "{10FFFF}" (character 1)"#);
        check("\\u{110000}", r#""\u" needs four hexadecimal digits, or up to "{10FFFF}" (character 1)"#);
        check("\\u{}", r#""\u" needs four hexadecimal digits, or up to "{10FFFF}" (character 1)"#);
    }

    #[test]
    fn properties() {
        check("\\pL", r#""\p" needs a Unicode property in braces (character 1)"#);
        check("\\p{L", r#""\p{" is not closed after the name of a Unicode property (character 1)"#);
        check("\\p{letter}", r#"ECMA-262 knows no Unicode property "letter" (character 1)"#);
        check("[\\p{Greek}]", r#"ECMA-262 knows no Unicode property "Greek" (character 2)"#);
        check("\\P{Script=greek}", r#"ECMA-262 knows no Unicode property "Script=greek" (character 1)"#);
        check("\\p{Block=ASCII}", r#"ECMA-262 knows no Unicode property "Block=ASCII" (character 1)"#);
        check("\\p{ASCII=Yes}", r#"ECMA-262 knows no Unicode property "ASCII=Yes" (character 1)"#);
    }

    #[test]
    fn classes() {
        check("[z-a]", r#"the range "z-a" is out of order (character 2)"#);
        check("[[:alpha:]]", r#""[:alpha:]" is not part of ECMA-262 (character 2)"#);
        check("[_[:word:]]", r#""[:word:]" is not part of ECMA-262 (character 3)"#);
    }

    #[test]
    fn groups() {
        let flags = r#"flags within a pattern, such as "(?i)", are not part of ECMA-262 (character 1)"#;
        let python =
            r#"named groups are written "(?<name>…)" in ECMA-262, and repeated by "\k<name>" (character 1)"#;
        let name = r#"a group's name is not an identifier between "<" and ">" (character 1)"#;
        check("(?i)abc", flags);
        check("(?-s:a)", flags);
        check("(?P<name>x)", python);
        check("(?P=name)", python);
        check("(?>a)", r#"atomic groups "(?>…)" are not part of ECMA-262 (character 1)"#);
        check("(?#note)", r##"comments "(?#…)" are not part of ECMA-262 (character 1)"##);
        check("(?|a)", r#""(?" begins nothing that ECMA-262 knows (character 1)"#);
        check("(?<>a)", name);
        check("(?<1>a)", name);
        check("(?<a b>c)", name);
        check("(?<a>b)(?<a>c)", r#"there are two groups "a" (character 8)"#);
        check("(a)\\2", r#"there is no group 2 for "\2" to repeat (character 4)"#);
        check("\\k<a>", r#"there is no group "a" for "\k<a>" to repeat (character 1)"#);
        check("\\k", r#""\k" needs the name of a group: "\k<name>" (character 1)"#);
    }

    #[test]
    fn size() {
        let nested = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
        assert!(parse(&nested(128)).is_ok());
        check(&nested(129), "groups are nested deeper than 128 (character 129)");
        check(&"(".repeat(1_000_000), "groups are nested deeper than 128 (character 129)");
        assert!(parse(&"a".repeat(100_000)).is_ok());
        check(&"a".repeat(1_000_000), "the pattern is too large (character 100001)");
        check(&format!("[{}]", "\\p{L}".repeat(1_000)), "the pattern is too large (character 722)");
    }

    #[test]
    fn the_tree() {
        let one = |character| Node::One(set::of([code(character)]));
        let repeat = Repeat { node: Box::new(one('b')), least: 0, most: Some(1), lazy: true, groups: 1..1 };
        let look = Look { node: Box::new(Node::Edge(Edge::End)), behind: false, negated: true };
        let group = Node::Group(
            1,
            Box::new(Node::Sequence(vec![Node::Look(look), Node::Reference(Reference::Number(1))])),
        );
        assert_eq!(
            parse("(a)|b??(?<n>(?!$)\\1)"),
            Ok(Syntax {
                root: Node::Choice(vec![
                    Node::Group(0, Box::new(one('a'))),
                    Node::Sequence(vec![Node::Repeat(repeat), group]),
                ]),
                groups: 2,
                names: HashMap::from([("n".to_owned(), 1)]),
            })
        );
    }
}
