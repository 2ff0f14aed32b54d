//! How deep the least value of every node is, so that writing can take the way that ends.

use crate::core::schema::{ArrayShape, Kind, NodeId, ObjectShape, Schema, Shape};

/// The height of a node that has no value with an end.
pub(super) const ENDLESS: u32 = u32::MAX;

/// The heights of all nodes of a schema: 0 for a value without others in it.
pub(super) struct Heights(Vec<u32>);

impl Heights {
    /// Begins with no end anywhere, and lowers the heights until nothing changes.
    pub(super) fn new(schema: &Schema) -> Self {
        let shapes: Vec<_> = schema.nodes().map(|(id, _)| schema.shape(id)).collect();
        let mut heights = Self(vec![ENDLESS; shapes.len()]);
        let mut changes = true;
        while changes {
            changes = false;
            // Nodes come after those that name them, so the way back is the quick one.
            for (position, shape) in shapes.iter().enumerate().rev() {
                let height = heights.of_shape(shape);
                if let Some(known) = heights.0.get_mut(position).filter(|known| height < **known) {
                    *known = height;
                    changes = true;
                }
            }
        }
        heights
    }

    /// The height of values that satisfy all of the nodes, as far as it can be told.
    pub(super) fn of(&self, nodes: &[NodeId]) -> u32 {
        nodes.iter().filter_map(|id| self.0.get(id.position())).copied().max().unwrap_or(0)
    }

    fn of_shape(&self, shape: &Shape) -> u32 {
        let own = if shape.nullable { 0 } else { self.of_kind(&shape.kind) };
        shape.unions.iter().map(|forms| self.least(forms)).fold(own, u32::max)
    }

    pub(super) fn of_kind(&self, kind: &Kind) -> u32 {
        match kind {
            Kind::Object(shape) => self.of_object(shape),
            Kind::Array(shape) => self.of_array(shape),
            Kind::Union(forms) => self.least(forms),
            Kind::Types(kinds) => kinds.iter().map(|kind| self.of_kind(kind)).min().unwrap_or(0),
            Kind::Never => ENDLESS,
            Kind::String(_) | Kind::Number(_) | Kind::Boolean | Kind::Null | Kind::Enum(_) | Kind::Any => 0,
        }
    }

    fn least(&self, forms: &[NodeId]) -> u32 {
        forms.iter().map(|id| self.of(&[*id])).min().unwrap_or(ENDLESS)
    }

    fn of_object(&self, shape: &ObjectShape) -> u32 {
        let needed = shape.members.iter().filter(|member| member.required);
        needed.map(|member| self.of(&member.nodes)).max().unwrap_or(0).saturating_add(1)
    }

    fn of_array(&self, shape: &ArrayShape) -> u32 {
        let count = usize::try_from(shape.min.unwrap_or(0)).unwrap_or(usize::MAX);
        // All items after the first ones are alike.
        let items = (0..count.min(shape.prefix.len() + 1))
            .map(|index| shape.nodes_of(index).map_or(ENDLESS, |nodes| self.of(&nodes)));
        let contained = shape.contains.iter().filter(|contains| contains.min > 0);
        let contained = contained.map(|contains| self.of(&[contains.node]));
        items.chain(contained).max().unwrap_or(0).saturating_add(1)
    }
}
