//! What a schema leaves open, a union or a condition, is settled before a value is drawn.

use super::Writer;
use super::height::ENDLESS;
use crate::core::schema::{Condition, Kind, NodeId, Shape};

/// How many choices in a row are settled.
const MOST_CHOICES: usize = 32;

impl<'a> Writer<'a> {
    /// The nodes with those that were chosen beside them, and the shape of them all.
    pub(super) fn settle(&mut self, nodes: &[NodeId], is_brief: bool, draw: u32) -> (Vec<NodeId>, Shape<'a>) {
        let mut nodes = nodes.to_vec();
        let mut decided = Vec::new();
        let mut shape = self.schema.shape_of(&nodes);
        for _ in 0..MOST_CHOICES {
            if is_brief && shape.nullable && matches!(shape.kind, Kind::Union(_)) {
                break;
            }
            let chosen = if let Some(forms) = shape.open_union(&nodes) {
                self.form(&forms, &nodes, is_brief).into_iter().collect()
            } else if let Some(condition) = shape.open_condition(&decided) {
                decided.push(condition.node);
                self.side(condition, &nodes)
            } else if let Kind::Object(object) = &shape.kind
                && draw.is_multiple_of(2)
                && let Some((_, id)) = object.dependent_nodes.iter().find(|(name, id)| {
                    !nodes.contains(id) && object.members.iter().any(|member| member.name == *name)
                })
            {
                vec![*id]
            } else {
                break;
            };
            nodes.extend(chosen);
            shape = self.schema.shape_of(&nodes);
        }
        (nodes, shape)
    }

    /// One form of a union that goes with the nodes: by chance, or the one with the least depth.
    fn form(&mut self, forms: &[NodeId], nodes: &[NodeId], is_brief: bool) -> Option<NodeId> {
        let kind = |id: &NodeId| self.schema.shape_of(&with(nodes, &[*id])).kind;
        let mut fitting: Vec<_> = forms.iter().copied().filter(|id| kind(id) != Kind::Never).collect();
        let ends = |id: &NodeId| self.heights.of(&[*id]) < ENDLESS;
        keep_if_any(&mut fitting, ends);
        keep_if_any(&mut fitting, |id| kind(id) != Kind::Null);
        if is_brief {
            fitting.into_iter().min_by_key(|id| self.heights.of(&[*id]))
        } else {
            self.random.pick(&fitting).or(forms.first()).copied()
        }
    }

    /// What holds on one side of a condition, chosen by chance.
    fn side(&mut self, condition: Condition, nodes: &[NodeId]) -> Vec<NodeId> {
        let held: Vec<_> = [Some(condition.node), condition.then].into_iter().flatten().collect();
        let can_hold = self.schema.shape_of(&with(nodes, &held)).kind != Kind::Never;
        if can_hold && self.random.below(2) == 0 { held } else { condition.otherwise.into_iter().collect() }
    }
}

fn with(nodes: &[NodeId], others: &[NodeId]) -> Vec<NodeId> {
    [nodes, others].concat()
}

fn keep_if_any(ids: &mut Vec<NodeId>, keep: impl Fn(&NodeId) -> bool) {
    if ids.iter().any(&keep) {
        ids.retain(keep);
    }
}
