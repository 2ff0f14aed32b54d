//! Every node that a value may have to satisfy, by the path of the value it judges.

use crate::core::pointer::Pointer;
use crate::core::schema::node::{NodeId, Schema};
use crate::core::schema::parts::Part;
use std::collections::{HashSet, VecDeque};

impl Schema {
    /// The nodes in the order of the source, each once, with the dotted path of its value: `lines[].qty`.
    /// What is referred to has the path of its definition, `$defs.line.qty`, and comes after the rest.
    /// Nodes of which it is only asked whether a value satisfies them are left out.
    pub fn places(&self) -> Vec<(NodeId, String)> {
        let mut places = Vec::new();
        let mut seen = HashSet::new();
        let mut definitions = VecDeque::from([(self.root(), String::new())]);
        while let Some(definition) = definitions.pop_front() {
            let mut left = vec![definition];
            while let Some((id, path)) = left.pop() {
                if !seen.insert(id) {
                    continue;
                }
                let mut parts = Vec::new();
                for (part, next) in self.node(id).assertions.iter().flat_map(|assertion| assertion.parts()) {
                    match part {
                        Part::Referred => {
                            let name = self.node(next).name.as_deref().unwrap_or("Part");
                            definitions.push_back((next, member("$defs", name)));
                        }
                        Part::Asked => {}
                        Part::Itself | Part::Perhaps | Part::Names => parts.push((next, path.clone())),
                        Part::Property(name) => parts.push((next, member(&path, name))),
                        Part::Properties => parts.push((next, format!("{path}{{}}"))),
                        Part::Item(position) => parts.push((next, format!("{path}[{position}]"))),
                        Part::Items => parts.push((next, format!("{path}[]"))),
                    }
                }
                left.extend(parts.into_iter().rev());
                places.push((id, path));
            }
        }
        places
    }
}

/// The path of a property, as [`Pointer`] writes it.
pub(in crate::core::schema) fn member(path: &str, name: &str) -> String {
    let name = Pointer::root().key(name).to_string();
    let dot = if path.is_empty() || name.starts_with('[') { "" } else { "." };
    format!("{path}{dot}{name}")
}
