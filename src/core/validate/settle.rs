//! What the nodes of a place amount to once it is known what stands there: which of the forms of its unions
//! it has, and which sides of its conditions.

use super::plan::Validator;
use crate::core::schema::{NodeId, Shape};
use serde_json::Value;

impl Validator {
    /// The shape of the nodes with the forms of unions and the sides of conditions that the value has.
    /// Where it has none of some forms, the one that `nearest` takes for it, if it takes one.
    pub fn settled<'s>(
        &'s self,
        nodes: &[NodeId],
        value: &Value,
        nearest: impl Fn(&[NodeId]) -> Option<NodeId>,
    ) -> Shape<'s> {
        let mut nodes = nodes.to_vec();
        let mut decided = Vec::new();
        loop {
            let shape = self.schema.shape_of(&nodes);
            if let Some(forms) = shape.open_union(&nodes) {
                let form = forms.iter().copied().find(|id| self.accepts(*id, value));
                // Of a value without any of the forms no more can be said.
                let Some(form) = form.or_else(|| nearest(&forms)) else { return shape };
                nodes.push(form);
            } else if let Some(condition) = shape.open_condition(&decided) {
                decided.push(condition.node);
                let holds = self.accepts(condition.node, value);
                nodes.extend(if holds { condition.then } else { condition.otherwise });
            } else {
                return shape;
            }
        }
    }
}
