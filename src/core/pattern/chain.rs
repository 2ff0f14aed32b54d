//! Patterns that are a chain of characters from the start of a text, `^[A-Z]{2}-\d+$`: most of those in
//! schemas. They are searched for in one walk, without an automaton.

use super::set::Set;
use super::syntax::{Edge, Node};

/// A pattern that can be searched for in one walk.
pub struct Chain {
    parts: Vec<Part>,
    /// Whether nothing may follow.
    to_end: bool,
}

/// What follows in a text.
enum Part {
    /// Just these bytes.
    Text(Vec<u8>),
    Run(Link),
}

/// The same kind of character several times.
struct Link {
    /// The ASCII characters that are of the kind, a bit each.
    kind: [u64; 2],
    least: usize,
    most: usize,
}

impl Chain {
    /// The chain of a pattern; nothing if it is none, or if it is not sure where a link ends.
    pub fn of(root: &Node) -> Option<Self> {
        let Node::Sequence(nodes) = root else { return None };
        let (Node::Edge(Edge::Start), nodes) = nodes.split_first()? else { return None };
        let (nodes, to_end) = match nodes.split_last() {
            Some((Node::Edge(Edge::End), nodes)) => (nodes, true),
            Some(_) | None => (nodes, false),
        };
        let links = nodes.iter().map(Link::of).collect::<Option<Vec<_>>>()?;
        let is_sure = |(position, link): (usize, &Link)| {
            link.ends_before(links.get(position + 1..).unwrap_or_default())
        };
        if !links.iter().enumerate().all(is_sure) {
            return None;
        }
        let mut parts = Vec::new();
        for link in links {
            match (link.single(), parts.last_mut()) {
                (Some(byte), Some(Part::Text(text))) => text.push(byte),
                (Some(byte), Some(Part::Run(_)) | None) => parts.push(Part::Text(vec![byte])),
                (None, _) => parts.push(Part::Run(link)),
            }
        }
        Some(Self { parts, to_end })
    }

    /// Whether the pattern is found in a text.
    pub fn is_in(&self, text: &str) -> bool {
        let mut rest = text.as_bytes();
        for part in &self.parts {
            let behind = match part {
                Part::Text(text) => rest.strip_prefix(text.as_slice()),
                Part::Run(link) => {
                    let count = rest.iter().take(link.most).take_while(|byte| link.takes(**byte)).count();
                    if count < link.least { None } else { rest.get(count..) }
                }
            };
            let Some(behind) = behind else { return false };
            rest = behind;
        }
        !self.to_end || rest.is_empty()
    }
}

impl Link {
    fn of(node: &Node) -> Option<Self> {
        match node {
            Node::One(set) => Some(Self { kind: kind(set)?, least: 1, most: 1 }),
            Node::Repeat(repeat) => match &*repeat.node {
                Node::One(set) => Some(Self {
                    kind: kind(set)?,
                    least: repeat.least.try_into().ok()?,
                    most: repeat.most.map_or(Some(usize::MAX), |most| most.try_into().ok())?,
                }),
                Node::Sequence(_)
                | Node::Choice(_)
                | Node::Repeat(_)
                | Node::Group(..)
                | Node::Edge(_)
                | Node::Look(_)
                | Node::Reference(_) => None,
            },
            Node::Sequence(_)
            | Node::Choice(_)
            | Node::Group(..)
            | Node::Edge(_)
            | Node::Look(_)
            | Node::Reference(_) => None,
        }
    }

    fn takes(&self, byte: u8) -> bool {
        self.kind.get(usize::from(byte >> 6)).is_some_and(|bits| bits >> (byte & 63) & 1 == 1)
    }

    /// The only character that it is.
    fn single(&self) -> Option<u8> {
        let is_single = (self.least, self.most) == (1, 1);
        let mut bytes = (0..=0x7F).filter(|byte| is_single && self.takes(*byte));
        bytes.next().filter(|_| bytes.next().is_none())
    }

    /// Whether it takes as many characters as there are without taking any from those that follow.
    fn ends_before(&self, following: &[Self]) -> bool {
        let must = following.iter().position(|link| link.least > 0);
        let next = following.get(..must.map_or(following.len(), |must| must + 1)).unwrap_or_default();
        self.least == self.most
            || next.iter().all(|link| !link.kind.iter().zip(self.kind).any(|(other, own)| other & own != 0))
    }
}

/// The characters of a set; nothing if some are not ASCII.
fn kind(set: &Set) -> Option<[u64; 2]> {
    let mut kind = [0; 2];
    for range in set.iter() {
        for character in range.start()..=range.end() {
            *kind.get_mut(character as usize >> 6)? |= 1 << (character as u32 & 63);
        }
    }
    Some(kind)
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    /// Which of some texts a pattern is found in, if it is a chain.
    #[track_caller]
    fn check(source: &str, texts: &[&str], expected: Option<&[&str]>) {
        let chain = Chain::of(&parse(source).unwrap().root);
        let found =
            chain.map(|chain| texts.iter().copied().filter(|text| chain.is_in(text)).collect::<Vec<_>>());
        assert_eq!(found.as_deref(), expected, "{source}");
    }

    #[test]
    fn chains() {
        let texts = ["", "a", "ab", "a1", "a1b", "aaa", "é", "aé"];
        check("^a{0}", &texts, Some(&texts));
        check("^$", &texts, Some(&[""]));
        check("^a", &texts, Some(&["a", "ab", "a1", "a1b", "aaa", "aé"]));
        check("^[a-z]+$", &texts, Some(&["a", "ab", "aaa"]));
        check("^[a-z][a-z0-9]*$", &texts, Some(&["a", "ab", "a1", "a1b", "aaa"]));
        check("^a{2,3}?$", &texts, Some(&["aaa"]));
        check("^a*\\d?b?$", &texts, Some(&["", "a", "ab", "a1", "a1b", "aaa"]));
        check("^[]", &texts, Some(&[]));
    }

    #[test]
    fn what_is_no_chain() {
        for source in [
            "^", "a", "a$", "^a*a$", "^a*b?a$", "^(a)$", "^a|b$", "^é$", "^[^b]$", "^a\\b", "^(?=a)a$",
            "^a*a?",
        ] {
            check(source, &[], None);
        }
    }
}
