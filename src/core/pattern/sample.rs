//! A short text that a pattern matches, for the simulated model. It says nothing of what does not match.

use super::set::{self, Set};
use super::syntax::{Node, Repeat, Syntax};
use std::ops::Range;

/// How many parts of a pattern one text may be written from.
const MOST_PARTS: usize = 10_000;

/// How many times more than it must a part is repeated, if it may.
const MOST_MORE: u32 = 4;

/// Writes a text after a pattern. Edges and look-around are not heeded, so it must be checked.
///
/// `draw(n)` gives a number below `n`. Nothing if the way that was drawn leads to no text.
pub fn write(syntax: &Syntax, draw: &mut dyn FnMut(u64) -> u64) -> Option<String> {
    let captured = vec![0..0; syntax.names.len()];
    let mut writer = Writer { syntax, draw, text: String::new(), captured, parts: MOST_PARTS };
    writer.node(&syntax.root)?;
    Some(writer.text)
}

struct Writer<'a> {
    syntax: &'a Syntax,
    draw: &'a mut dyn FnMut(u64) -> u64,
    text: String,
    captured: Vec<Range<usize>>,
    parts: usize,
}

impl Writer<'_> {
    fn node(&mut self, node: &Node) -> Option<()> {
        self.parts = self.parts.checked_sub(1)?;
        match node {
            Node::One(set) => {
                let character = self.one(set)?;
                self.text.push(character);
            }
            Node::Sequence(nodes) => nodes.iter().try_for_each(|node| self.node(node))?,
            Node::Choice(nodes) => {
                let chosen = self.below(nodes.len() as u64);
                let chosen = usize::try_from(chosen).ok().and_then(|chosen| nodes.get(chosen));
                self.node(chosen?)?;
            }
            Node::Repeat(Repeat { node, least, most, lazy: _, groups: _ }) => {
                let more = most.map_or(MOST_MORE, |most| most.saturating_sub(*least).min(MOST_MORE));
                let times = u64::from(*least) + self.below(u64::from(more) + 1);
                (0..times).try_for_each(|_| self.node(node))?;
            }
            Node::Group(group, node) => {
                let start = self.text.len();
                self.node(node)?;
                *self.captured.get_mut(*group)? = start..self.text.len();
            }
            Node::Edge(_) | Node::Look(_) => {}
            Node::Reference(reference) => {
                let captured = self.captured.get(self.syntax.group(reference)?)?;
                let again = self.text.get(captured.clone())?.to_owned();
                self.parts = self.parts.checked_sub(again.len())?;
                self.text.push_str(&again);
            }
        }
        Some(())
    }

    fn below(&mut self, end: u64) -> u64 {
        (self.draw)(end).min(end.saturating_sub(1))
    }

    /// A letter or digit of the set if it has any, else another visible character, else whatever it has.
    fn one(&mut self, from: &Set) -> Option<char> {
        const FAVOURITES: [set::Ranges; 2] = [&[0x30..=0x39, 0x41..=0x5A, 0x61..=0x7A], &[0x21..=0x7E]];
        let favourites = FAVOURITES.iter().map(|ranges| {
            let mut favourites = set::of(ranges.iter().cloned());
            favourites.intersect(from);
            favourites
        });
        let from = favourites.chain([from.clone()]).find(|set| !set.ranges().is_empty())?;
        let mut drawn = self.below(from.iter().map(|range| range.len() as u64).sum());
        from.iter().find_map(|range| {
            let length = range.len() as u64;
            let character =
                (drawn < length).then(|| (range.start()..=range.end()).nth(usize::try_from(drawn).ok()?));
            drawn = drawn.saturating_sub(length);
            character.flatten()
        })
    }
}
