//! Arrays: a few items, and among them those that must be.

use super::Writer;
use crate::core::schema::{ArrayShape, NodeId, Others};
use serde_json::Value;

impl Writer<'_> {
    pub(super) fn array(&mut self, shape: &ArrayShape) -> Value {
        let size = |count: u64| usize::try_from(count).unwrap_or(usize::MAX);
        let contained: Vec<NodeId> = shape
            .contains
            .iter()
            .flat_map(|contains| std::iter::repeat_n(contains.node, size(contains.min).min(self.left)))
            .collect();
        let least = shape.min.map_or(0, size).max(contained.len());
        let count = least.max(self.usual_count(shape)).min(shape.max.map_or(usize::MAX, size));
        // The items that must be among them come after those of the beginning, if there is room.
        let first = shape.prefix.len().min(count.saturating_sub(contained.len()));
        let mut items = Vec::new();
        for index in 0..count {
            let is_needed = index < least;
            let Some(mut nodes) = shape.nodes_of(index) else { break };
            if self.left == 0 || !is_needed && self.room == 0 {
                break;
            }
            nodes.extend(index.checked_sub(first).and_then(|place| contained.get(place)));
            let known = if shape.unique { items.as_slice() } else { &[] };
            match self.write(&nodes, known) {
                Err(_) if !is_needed => break,
                Ok(item) | Err(item) => items.push(item),
            }
        }
        Value::Array(items)
    }

    /// How many items an array has that needs none.
    fn usual_count(&mut self, shape: &ArrayShape) -> usize {
        let next = shape.prefix.first().copied();
        let nodes = next.map_or_else(|| shape.nodes_of(0).unwrap_or_default(), |id| vec![id]);
        if self.is_brief(&nodes) {
            return 0;
        }
        match (shape.prefix.len(), shape.items) {
            (0, Others::Forbidden) => 0,
            (0, Others::Unsaid) if !shape.contains.is_empty() => 0,
            (0, Others::Unsaid | Others::Of(_)) => 2 + usize::from(self.random.below(2) == 1),
            (first, Others::Unsaid | Others::Forbidden) => first,
            (first, Others::Of(_)) => first + 1,
        }
    }
}
