//! Which nodes are written under `$defs`, what they are called there, and the references that lead to them.

use crate::core::pointer;
use crate::core::schema::node::{Assertion, NodeId, ResourceId, Schema};
use crate::core::schema::parts::Part;
use indexmap::IndexMap;
use std::collections::{HashMap, HashSet};

/// The places of the nodes that are not written where they are used.
pub(super) struct Definitions<'s> {
    schema: &'s Schema,
    names: HashMap<NodeId, String>,
    /// What stands under `$defs` of each resource, in the order in which it is met; that of the root first.
    /// Just one unless the schema is split.
    resources: IndexMap<ResourceId, Vec<NodeId>>,
    /// The dynamic anchor of each node that has one, where the schema is split.
    anchors: HashMap<NodeId, String>,
}

impl<'s> Definitions<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        let anchors = if is_ambiguous(schema) { anchors(schema) } else { HashMap::new() };
        let mut definitions = Self {
            schema,
            names: HashMap::new(),
            resources: IndexMap::from([(schema.node(schema.root()).resource, Vec::new())]),
            anchors,
        };
        definitions.survey();
        definitions
    }

    /// Whether each resource is written apart, as dynamic references need that several could answer.
    pub(super) fn is_split(&self) -> bool {
        !self.anchors.is_empty()
    }

    /// The dynamic anchor that is to be written on a node.
    pub(super) fn anchor(&self, id: NodeId) -> Option<&str> {
        self.anchors.get(&id).map(String::as_str)
    }

    /// Each resource: its URI, and the nodes under its `$defs` with their names. That of the root comes first.
    pub(super) fn resources(&self) -> impl Iterator<Item = (String, Vec<(&String, NodeId)>)> {
        self.resources.values().enumerate().map(|(position, defined)| {
            let named = defined.iter().filter_map(|id| Some((self.names.get(id)?, *id)));
            (uri(position), named.collect())
        })
    }

    /// The reference that leads to a node; none for one that is written where it is used.
    pub(super) fn reference(&self, id: NodeId) -> Option<String> {
        let fragment = match self.names.get(&id) {
            Some(name) => format!("/$defs/{}", escaped(name)),
            None if id == self.schema.root() => String::new(),
            None => return None,
        };
        Some(format!("{}#{fragment}", self.base(id)))
    }

    /// The reference to whichever node has the dynamic anchor of this one on the way to it.
    pub(super) fn dynamic_reference(&self, id: NodeId) -> Option<String> {
        Some(format!("{}#{}", self.base(id), self.anchor(id)?))
    }

    fn base(&self, id: NodeId) -> String {
        let position = self.resources.get_index_of(&self.resource(id)).filter(|_| self.is_split());
        position.map(uri).unwrap_or_default()
    }

    /// The resource a node is written in.
    fn resource(&self, id: NodeId) -> ResourceId {
        let written = if self.is_split() { id } else { self.schema.root() };
        self.schema.node(written).resource
    }

    /// Walks along all nodes, in the order of the source, and names those that need a name.
    fn survey(&mut self) {
        let (schema, root) = (self.schema, self.schema.root());
        let mut referred: HashSet<NodeId> = self.anchors.keys().copied().collect();
        let (mut used, mut seen) = (HashSet::new(), HashSet::new());
        let mut order = Vec::new();
        let mut left: Vec<_> = schema.dynamic_anchors().into_iter().map(|(_, _, id)| id).rev().collect();
        left.retain(|id| self.anchors.contains_key(id));
        left.push(root);
        while let Some(id) = left.pop() {
            if !seen.insert(id) {
                continue;
            }
            order.push(id);
            let parts: Vec<_> = schema.node(id).assertions.iter().flat_map(Assertion::parts).collect();
            for (part, next) in parts.iter().rev() {
                let is_elsewhere = self.resource(*next) != self.resource(id);
                // A node that is used twice is written once.
                if *part == Part::Referred || is_elsewhere || !used.insert(*next) {
                    referred.insert(*next);
                }
                left.push(*next);
            }
        }
        let mut names = Names::default();
        for id in order.into_iter().filter(|id| *id != root && referred.contains(id)) {
            let name = schema.node(id).name.as_deref().unwrap_or("Part");
            self.names.insert(id, names.unused(name));
            self.resources.entry(self.resource(id)).or_default().push(id);
        }
    }
}

/// Names that are given only once.
#[derive(Default)]
struct Names {
    taken: HashSet<String>,
    /// The number behind a name that was given last.
    numbers: HashMap<String, usize>,
}

impl Names {
    /// The name, with a number behind it where it is taken.
    fn unused(&mut self, name: &str) -> String {
        let mut unused = name.to_owned();
        while !self.taken.insert(unused.clone()) {
            let number = self.numbers.entry(name.to_owned()).or_insert(1);
            *number += 1;
            unused = format!("{name}{number}");
        }
        unused
    }
}

/// Whether there is a dynamic reference that may mean one node here and another one there.
/// Where only one resource has the anchor, every dynamic reference to it is a plain one.
fn is_ambiguous(schema: &Schema) -> bool {
    let mut known = HashSet::new();
    let anchors = schema.dynamic_anchors().into_iter().map(|(_, anchor, _)| anchor);
    let several: HashSet<String> = anchors.filter(|anchor| !known.insert(anchor.clone())).collect();
    let mut assertions = schema.nodes().flat_map(|(_, node)| &node.assertions);
    assertions.any(|assertion| {
        matches!(assertion, Assertion::DynamicReference { anchor, .. } if several.contains(anchor))
    })
}

/// The dynamic anchor of each node; that of `$recursiveAnchor`, which has no name, gets one.
fn anchors(schema: &Schema) -> HashMap<NodeId, String> {
    let anchors = schema.dynamic_anchors();
    let taken = anchors.iter().map(|(_, anchor, _)| anchor.clone()).collect();
    let recursive = Names { taken, numbers: HashMap::new() }.unused("recursive");
    let named = |anchor: String| if anchor.is_empty() { recursive.clone() } else { anchor };
    anchors.into_iter().map(|(_, anchor, id)| (id, named(anchor))).collect()
}

fn uri(position: usize) -> String {
    format!("resource-{}", position + 1)
}

/// A name as a part of a JSON pointer in the fragment of a URI, as RFC 6901 section 6 has it.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for byte in pointer::escaped(name).bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}
