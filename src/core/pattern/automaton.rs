//! The automaton of a pattern: its states are built here, and run by a library.
//!
//! It is built from the end of the pattern to its start, so that what follows a part is there already.

use super::set::Set;
use super::syntax::{Edge, Node, Repeat};
use regex_automata::nfa::thompson::{Builder, NFA, Transition};
use regex_automata::util::look::Look;
use regex_automata::util::primitives::StateID;
use regex_syntax::utf8::{Utf8Range, Utf8Sequence, Utf8Sequences};
use std::collections::BTreeMap;

/// Builds the automaton that finds a pattern in UTF-8; nothing if the pattern needs more than one.
///
/// It has a state for every repetition, so the pattern must be known not to be too large.
pub fn build(root: &Node) -> Option<NFA> {
    let mut automaton = Automaton::default();
    automaton.builder.start_pattern().ok()?;
    let end = automaton.builder.add_match().ok()?;
    let start = automaton.node(root, end)?;
    automaton.builder.finish_pattern(start).ok()?;
    let anywhere = if is_anchored(root) { start } else { automaton.anywhere(start)? };
    automaton.builder.build(start, anywhere).ok()
}

/// Whether a pattern can be found nowhere but at the start of a text.
fn is_anchored(node: &Node) -> bool {
    match node {
        Node::Edge(Edge::Start) => true,
        Node::Sequence(nodes) => nodes.first().is_some_and(is_anchored),
        Node::Choice(nodes) => nodes.iter().all(is_anchored),
        Node::Repeat(repeat) => repeat.least > 0 && is_anchored(&repeat.node),
        Node::Group(_, node) => is_anchored(node),
        Node::One(_) | Node::Edge(Edge::End | Edge::Word | Edge::NotWord) => false,
        Node::Look(_) | Node::Reference(_) => false,
    }
}

/// What one byte may be, and the state that it leads to.
type Step = (Utf8Range, StateID);

#[derive(Default)]
struct Automaton {
    builder: Builder,
    /// The states that read one set of characters, which share most of their last bytes.
    reading: BTreeMap<Vec<Step>, StateID>,
}

impl Automaton {
    /// Adds the states of a part of the pattern, before the state that follows it.
    fn node(&mut self, node: &Node, next: StateID) -> Option<StateID> {
        match node {
            Node::One(set) => self.one(set, next),
            Node::Sequence(nodes) => nodes.iter().rev().try_fold(next, |next, node| self.node(node, next)),
            Node::Choice(nodes) => {
                let ways = nodes.iter().map(|node| self.node(node, next)).collect::<Option<_>>()?;
                self.builder.add_union(ways).ok()
            }
            Node::Repeat(repeat) => self.repeat(repeat, next),
            Node::Group(_, node) => self.node(node, next),
            Node::Edge(Edge::Start) => self.builder.add_look(next, Look::Start).ok(),
            Node::Edge(Edge::End) => self.builder.add_look(next, Look::End).ok(),
            Node::Edge(Edge::Word) => self.builder.add_look(next, Look::WordAscii).ok(),
            // The library's own holds inside a character of several bytes, and hides matches around it.
            Node::Edge(Edge::NotWord) => None,
            Node::Look(_) | Node::Reference(_) => None,
        }
    }

    /// Adds a repetition. The fewest times are always tried first: where a match ends is not asked.
    fn repeat(&mut self, repeat: &Repeat, next: StateID) -> Option<StateID> {
        let Repeat { node, least, most, lazy: _, groups: _ } = repeat;
        let (must, mut start) = match most {
            Some(most) => {
                let may = (*least..*most).try_fold(next, |start, _| {
                    let again = self.node(node, start)?;
                    self.builder.add_union(vec![next, again]).ok()
                });
                (*least, may?)
            }
            None => {
                let either = self.builder.add_union(vec![next]).ok()?;
                let again = self.node(node, either)?;
                self.builder.patch(either, again).ok()?;
                (least.saturating_sub(1), if *least == 0 { either } else { again })
            }
        };
        for _ in 0..must {
            start = self.node(node, start)?;
        }
        Some(start)
    }

    fn one(&mut self, set: &Set, next: StateID) -> Option<StateID> {
        let characters: Vec<Utf8Sequence> =
            set.iter().flat_map(|range| Utf8Sequences::new(range.start(), range.end())).collect();
        let characters: Vec<&[Utf8Range]> = characters.iter().map(Utf8Sequence::as_slice).collect();
        self.reading.clear();
        self.bytes(&characters, next)
    }

    /// Adds the states that read any of some characters, in order, or what is left of their bytes.
    fn bytes(&mut self, characters: &[&[Utf8Range]], next: StateID) -> Option<StateID> {
        let mut steps = Vec::new();
        // First bytes are the same or apart: only whole blocks of characters have several in one range.
        for same in characters.chunk_by(|one, other| one.first() == other.first()) {
            let Some(first) = same.first().and_then(|character| character.first()) else {
                return Some(next);
            };
            let rest: Vec<&[Utf8Range]> = same.iter().filter_map(|character| character.get(1..)).collect();
            steps.push((*first, self.bytes(&rest, next)?));
        }
        if let Some(known) = self.reading.get(&steps) {
            return Some(*known);
        }
        let transition = |(byte, next): &Step| Transition { start: byte.start, end: byte.end, next: *next };
        let state = self.builder.add_sparse(steps.iter().map(transition).collect()).ok()?;
        self.reading.insert(steps, state);
        Some(state)
    }

    /// Adds the states that pass over any bytes first.
    fn anywhere(&mut self, start: StateID) -> Option<StateID> {
        let either = self.builder.add_union(vec![start]).ok()?;
        let pass = Transition { start: u8::MIN, end: u8::MAX, next: either };
        let pass = self.builder.add_range(pass).ok()?;
        self.builder.patch(either, pass).ok()?;
        Some(either)
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;
    use regex_automata::Input;
    use regex_automata::hybrid::dfa::DFA;

    /// Which of some texts a pattern is found in, and how many states that takes.
    #[track_caller]
    fn check(source: &str, texts: &[&str], expected: (&[&str], usize)) {
        let automaton = build(&parse(source).unwrap().root).unwrap();
        let engine = DFA::builder().build_from_nfa(automaton.clone()).unwrap();
        let mut memory = engine.create_cache();
        let mut is_found =
            |text: &str| engine.try_search_fwd(&mut memory, &Input::new(text)).unwrap().is_some();
        let found: Vec<&str> = texts.iter().copied().filter(|text| is_found(text)).collect();
        assert_eq!((&*found, automaton.states().len()), expected, "{source}");
    }

    #[test]
    fn characters_of_any_length() {
        let texts = ["", "\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"];
        check("^[]", &texts, (&[], 3));
        check("^[^]$", &texts, (&texts[1..], 11));
        check("^[\\u0080-\\uFFFF]$", &texts, (&texts[2..6], 8));
        check("^[\\x7F\\u07FF\\u{10000}]$", &texts, (&["\u{7F}", "\u{7FF}", "\u{10000}"], 8));
    }

    #[test]
    fn repetitions() {
        let texts = ["", "a", "aa", "aaa", "aaaa"];
        check("^a*$", &texts, (&texts, 5));
        check("^a{2,}$", &texts, (&texts[2..], 6));
        check("^a{1,3}$", &texts, (&texts[1..4], 8));
        check("^(?:a*)*$", &texts, (&texts, 6));
        check("^a{0}$", &texts, (&texts[..1], 3));
    }

    #[test]
    fn a_pattern_is_found_anywhere_unless_it_starts_with_an_edge() {
        let texts = ["ab", "ba", "b"];
        check("a|c", &texts, (&["ab", "ba"], 6));
        check("^a|^c", &texts, (&["ab"], 6));
        check("(?:^|b)a", &texts, (&["ab", "ba"], 7));
    }
}
