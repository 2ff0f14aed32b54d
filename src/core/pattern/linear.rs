//! Searching in time linear in the text, by the automata of the `regex` family.
//!
//! Look-around, back-references and `\B` are beyond them, and so are counts that multiply into a huge
//! automaton.

use super::syntax::{Edge, Node, Repeat};
use regex_automata::meta::{Builder, Config, Regex};
use regex_automata::nfa::thompson::WhichCaptures;
use regex_syntax::hir::{Class, Hir, Look, Repetition};

/// How many ranges of characters the automaton may be made of, with every repetition written out.
const MOST_RANGES: u64 = 20_000;

/// What a search may cost: the places the automaton can be in, times the bytes of the text.
const MOST_WORK: u64 = 50_000_000;

/// A pattern that can be searched for in linear time.
#[derive(Debug)]
pub struct Linear {
    regex: Regex,
    places: u64,
}

impl Linear {
    /// Builds the automaton; nothing if the pattern needs more than one, or too large a one.
    pub fn build(node: &Node) -> Option<Self> {
        let size = size(node);
        if size.ranges > MOST_RANGES {
            return None;
        }
        let hir = hir(node)?;
        // Whether there is a match is all that is asked, never where.
        let config = Config::new().which_captures(WhichCaptures::None);
        let regex = Builder::new().configure(config).build_from_hir(&hir).ok()?;
        Some(Self { regex, places: size.places })
    }

    /// Whether the pattern is found in a text; nothing if the search would cost too much.
    pub fn find(&self, text: &str) -> Option<bool> {
        let work = self.places.saturating_mul(text.len() as u64);
        (work <= MOST_WORK).then(|| self.regex.is_match(text))
    }
}

/// How large an automaton becomes: the same on every machine, unlike its bytes in memory.
#[derive(Clone, Copy)]
struct Size {
    /// Where in the pattern a search can be.
    places: u64,
    /// What those places are made of.
    ranges: u64,
}

fn size(node: &Node) -> Size {
    let all = |nodes: &[Node]| {
        nodes.iter().map(size).fold(Size { places: 1, ranges: 1 }, |all, part| Size {
            places: all.places.saturating_add(part.places),
            ranges: all.ranges.saturating_add(part.ranges),
        })
    };
    match node {
        Node::One(set) => Size { places: 1, ranges: set.ranges().len().max(1) as u64 },
        Node::Sequence(nodes) | Node::Choice(nodes) => all(nodes),
        Node::Repeat(repeat) => {
            let part = size(&repeat.node);
            let times = u64::from(repeat.most.unwrap_or(repeat.least).max(1));
            Size { places: part.places.saturating_mul(times), ranges: part.ranges.saturating_mul(times) }
        }
        Node::Group(_, node) => size(node),
        Node::Edge(_) | Node::Look(_) | Node::Reference(_) => Size { places: 1, ranges: 1 },
    }
}

/// The same pattern in the library's terms; nothing if it has no such terms.
fn hir(node: &Node) -> Option<Hir> {
    Some(match node {
        Node::One(set) => Hir::class(Class::Unicode(set.clone())),
        Node::Sequence(nodes) => Hir::concat(nodes.iter().map(hir).collect::<Option<_>>()?),
        Node::Choice(nodes) => Hir::alternation(nodes.iter().map(hir).collect::<Option<_>>()?),
        Node::Repeat(Repeat { node, least, most, lazy, groups: _ }) => {
            Hir::repetition(Repetition { min: *least, max: *most, greedy: !lazy, sub: Box::new(hir(node)?) })
        }
        Node::Group(_, node) => hir(node)?,
        Node::Edge(Edge::Start) => Hir::look(Look::Start),
        Node::Edge(Edge::End) => Hir::look(Look::End),
        Node::Edge(Edge::Word) => Hir::look(Look::WordAscii),
        // The library's own holds inside a character of several bytes, and hides matches around it.
        Node::Edge(Edge::NotWord) => return None,
        Node::Look(_) | Node::Reference(_) => return None,
    })
}
