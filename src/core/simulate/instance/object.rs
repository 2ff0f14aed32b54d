//! Objects: the named members in the order of the schema, and others where it asks for them.

use super::height::ENDLESS;
use super::{Writer, text};
use crate::core::schema::{NodeId, ObjectShape, Others};
use serde_json::{Map, Value};

/// How many names are tried for one more member.
const MOST_NAMES: u32 = 16;

impl Writer<'_> {
    pub(super) fn object(&mut self, shape: &ObjectShape, draw: u32) -> Value {
        let most = shape.max.map_or(usize::MAX, size);
        let mut optional = most.saturating_sub(shape.members.iter().filter(|member| member.required).count());
        let mut members = Map::new();
        for member in &shape.members {
            let nodes = shape.nodes_of(member.name).unwrap_or_default();
            if !member.required && (optional == 0 || self.is_left_out(&nodes, draw)) {
                continue;
            }
            match self.write(&nodes, &[]) {
                Err(_) if !member.required => continue,
                Ok(value) | Err(value) => drop(members.insert(member.name.to_owned(), value)),
            }
            if !member.required {
                optional -= 1;
            }
        }
        self.add_dependent(shape, &mut members);
        self.add_others(shape, most, &mut members);
        Value::Object(members)
    }

    /// Optional members are there at first; where that is not accepted, some of them are not.
    fn is_left_out(&mut self, nodes: &[NodeId], draw: u32) -> bool {
        self.heights.of(nodes) == ENDLESS || self.is_brief(nodes) || draw > 0 && self.random.below(2) == 0
    }

    fn add_dependent(&mut self, shape: &ObjectShape, members: &mut Map<String, Value>) {
        // Each round adds what the members of the round before it need.
        for _ in 0..=shape.dependent.len() {
            for (name, needed) in &shape.dependent {
                for needed in needed.iter().filter(|_| members.contains_key(*name)).collect::<Vec<_>>() {
                    if !members.contains_key(needed) {
                        let nodes = shape.nodes_of(needed).unwrap_or_default();
                        let (Ok(value) | Err(value)) = self.write(&nodes, &[]);
                        members.insert(needed.clone(), value);
                    }
                }
            }
        }
    }

    /// Members that the schema does not name: as many as are needed, one or two where it names none.
    fn add_others(&mut self, shape: &ObjectShape, most: usize, members: &mut Map<String, Value>) {
        let least = shape.min.map_or(0, size);
        let is_record =
            shape.members.is_empty() && (!shape.patterns.is_empty() || matches!(shape.others, Others::Of(_)));
        let usual = if is_record { 1 + size(self.random.below(2)) } else { 0 };
        while members.len() < least.max(usual).min(most) && self.left > 0 {
            let is_needed = members.len() < least;
            let Some((name, value)) = self.other(shape, members, is_needed) else { break };
            members.insert(name, value);
        }
    }

    fn other(
        &mut self,
        shape: &ObjectShape,
        members: &Map<String, Value>,
        is_needed: bool,
    ) -> Option<(String, Value)> {
        for attempt in 0..MOST_NAMES {
            let name = self.name(shape, attempt);
            let is_right = shape.names.is_none_or(|id| self.validator.accepts(id, &name.as_str().into()));
            if !is_right || members.contains_key(&name) {
                continue;
            }
            let Some(nodes) = shape.nodes_of(&name) else { continue };
            if !is_needed && (self.is_brief(&nodes) || self.heights.of(&nodes) == ENDLESS) {
                return None;
            }
            match self.write(&nodes, &[]) {
                Err(_) if !is_needed => return None,
                Ok(value) | Err(value) => return Some((name, value)),
            }
        }
        None
    }

    fn name(&mut self, shape: &ObjectShape, attempt: u32) -> String {
        if let Some((pattern, _)) = self.random.pick(&shape.patterns)
            && (shape.others == Others::Forbidden || attempt.is_multiple_of(2))
            && let Some(name) = pattern.sample(&mut |end| self.random.below(end))
        {
            return name;
        }
        if let Some(names) = shape.names
            && let Ok(Value::String(name)) = self.write(&[names], &[])
        {
            return name;
        }
        let name = text::word(self.random).to_ascii_lowercase();
        // Most records are small; a word alone does for them.
        if attempt < 2 { name } else { format!("{name}_{}", self.random.below(1000)) }
    }
}

fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
