//! A parsed pattern: the tree that everything else reads.

use super::set::Set;
use std::collections::HashMap;
use std::ops::Range;

/// A parsed pattern.
#[derive(Debug, PartialEq)]
pub struct Syntax {
    /// The whole of it.
    pub root: Node,
    /// How many capturing groups it has. They go by their position, in the order of their parentheses.
    pub groups: usize,
    /// The groups that have a name.
    pub names: HashMap<String, usize>,
}

impl Syntax {
    /// The group that a reference means.
    pub fn group(&self, reference: &Reference) -> Option<usize> {
        match reference {
            Reference::Number(number) => number.checked_sub(1).filter(|group| *group < self.groups),
            Reference::Name(name) => self.names.get(name).copied(),
        }
    }
}

/// A part of a pattern.
#[derive(Debug, PartialEq)]
pub enum Node {
    /// One character out of a set.
    One(Set),
    /// Parts that follow each other.
    Sequence(Vec<Node>),
    /// Alternatives, the first preferred.
    Choice(Vec<Node>),
    /// A part several times.
    Repeat(Repeat),
    /// A capturing group.
    Group(usize, Box<Node>),
    /// A place between two characters.
    Edge(Edge),
    /// Look-around.
    Look(Look),
    /// What a group has captured, once more.
    Reference(Reference),
}

impl Node {
    /// The only text that it matches, where every character of that stands in it as it is.
    pub fn as_text(&self) -> Option<String> {
        match self {
            Self::One(set) => match set.ranges() {
                [only] if only.start() == only.end() => Some(only.start().into()),
                [] | [_, ..] => None,
            },
            Self::Sequence(nodes) => nodes.iter().map(Self::as_text).collect(),
            Self::Choice(_)
            | Self::Repeat(_)
            | Self::Group(..)
            | Self::Edge(_)
            | Self::Look(_)
            | Self::Reference(_) => None,
        }
    }
}

/// A quantified part.
#[derive(Debug, PartialEq)]
pub struct Repeat {
    /// What is repeated.
    pub node: Box<Node>,
    /// How often at least.
    pub least: u32,
    /// How often at most; without an end if nothing.
    pub most: Option<u32>,
    /// Whether fewer times are preferred.
    pub lazy: bool,
    /// The capturing groups within, which every repetition forgets.
    pub groups: Range<usize>,
}

/// A place between two characters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Edge {
    /// `^`, the start of the text.
    Start,
    /// `$`, the very end of the text.
    End,
    /// `\b`, a word character (ASCII) on just one side.
    Word,
    /// `\B`, the opposite.
    NotWord,
}

/// A part that must, or must not, match next to a place without being consumed.
#[derive(Debug, PartialEq)]
pub struct Look {
    /// What to look for.
    pub node: Box<Node>,
    /// Whether to look before the place, rather than after it.
    pub behind: bool,
    /// Whether it must not be there.
    pub negated: bool,
}

/// How a back-reference says which group it means.
#[derive(Clone, Debug, PartialEq)]
pub enum Reference {
    /// `\1`, counted from 1.
    Number(usize),
    /// `\k<name>`
    Name(String),
}
