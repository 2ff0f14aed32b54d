//! Searching in time linear in the text, by the automata of the `regex` family.
//!
//! Look-around, back-references and `\B` are beyond them, and so are counts that multiply into a huge
//! automaton.

use super::automaton;
use super::syntax::Node;
use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};
use std::sync::Mutex;

/// How large the automaton may be, with every repetition written out: some milliseconds to build.
const MOST_STATES: u64 = 10_000;

/// What a search may cost: the places the automaton can be in, times the bytes of the text.
const MOST_WORK: u64 = 50_000_000;

/// A pattern that can be searched for in linear time.
pub struct Linear {
    places: u64,
    /// Of its states, only those are made that texts lead to.
    automaton: DFA,
    /// The states made so far, for the next search; searches at the same time do not share them.
    states: Mutex<Option<Cache>>,
}

impl Linear {
    /// Builds the automaton; nothing if the pattern needs more than one, or too large a one.
    pub fn build(node: &Node) -> Option<Self> {
        let size = size(node);
        if size.states > MOST_STATES {
            return None;
        }
        let nfa = automaton::build(node)?;
        // States that do not fit into memory are made again when they are needed.
        let config = DFA::config().skip_cache_capacity_check(true);
        let automaton = DFA::builder().configure(config).build_from_nfa(nfa).ok()?;
        Some(Self { places: size.places, automaton, states: Mutex::default() })
    }

    /// Whether the pattern is found in a text; nothing if the search would cost too much.
    pub fn find(&self, text: &str) -> Option<bool> {
        let work = self.places.saturating_mul(text.len() as u64);
        if work > MOST_WORK {
            return None;
        }
        let input = Input::new(text).earliest(true);
        let create = || self.automaton.create_cache();
        let found = match self.states.try_lock() {
            Ok(mut states) => self.automaton.try_search_fwd(states.get_or_insert_with(create), &input),
            Err(_) => self.automaton.try_search_fwd(&mut create(), &input),
        };
        found.ok().map(|found| found.is_some())
    }
}

/// How large an automaton becomes: the same on every machine, unlike its bytes in memory.
#[derive(Clone, Copy)]
struct Size {
    /// Where in the pattern a search can be.
    places: u64,
    /// About how many states those places take.
    states: u64,
}

fn size(node: &Node) -> Size {
    let all = |nodes: &[Node]| {
        nodes.iter().map(size).fold(Size { places: 1, states: 1 }, |all, part| Size {
            places: all.places.saturating_add(part.places),
            states: all.states.saturating_add(part.states),
        })
    };
    match node {
        // A character beyond ASCII is up to four bytes, and each is a state.
        Node::One(set) => Size {
            places: 1,
            states: set.iter().map(|range| if range.end().is_ascii() { 1 } else { 4 }).sum(),
        },
        Node::Sequence(nodes) | Node::Choice(nodes) => all(nodes),
        Node::Repeat(repeat) => {
            let part = size(&repeat.node);
            let times = u64::from(repeat.most.unwrap_or(repeat.least).max(1));
            Size { places: part.places.saturating_mul(times), states: part.states.saturating_mul(times) }
        }
        Node::Group(_, node) => size(node),
        Node::Edge(_) | Node::Look(_) | Node::Reference(_) => Size { places: 1, states: 1 },
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    /// Whether there is an automaton for a pattern, and whether it may search in a text of some length.
    #[track_caller]
    fn check(source: &str, length: usize, expected: Option<bool>) {
        let linear = Linear::build(&parse(source).unwrap().root);
        assert_eq!(linear.map(|linear| linear.find(&"a".repeat(length)).is_some()), expected, "{source}");
    }

    #[test]
    fn what_can_be_decided_in_linear_time() {
        check("^(?:[A-Z]|\\d\\b){2,5}$", 1_000_000, Some(true));
        check("[\\p{L}\\p{N}]", 1_000_000, Some(true));
        check("(?:a{0,90}b?){0,90}", 6_000, Some(true));
        check("(?:a{0,90}b?){0,90}", 7_000, Some(false));
        check(".{900}", 10, Some(true));
        check(".{1100}", 10, None);
        check("(?:a{1000}){1000}", 10, None);
        check("(?=a)", 10, None);
        check("(a)\\1", 10, None);
        check("\\B", 10, None);
    }
}
