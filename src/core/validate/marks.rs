//! Which members and items of one value were evaluated, for `unevaluatedProperties` and
//! `unevaluatedItems`. Kept only while one of the two asks.

/// What was evaluated of one value.
#[derive(Default)]
pub(super) struct Marks {
    positions: Vec<bool>,
}

impl Marks {
    pub(super) fn mark(&mut self, position: usize) {
        if self.positions.len() <= position {
            self.positions.resize(position + 1, false);
        }
        if let Some(mark) = self.positions.get_mut(position) {
            *mark = true;
        }
    }

    pub(super) fn is_marked(&self, position: usize) -> bool {
        self.positions.get(position).copied().unwrap_or_default()
    }

    pub(super) fn merge(&mut self, other: &Self) {
        let marked = other.positions.iter().enumerate().filter(|(_, mark)| **mark);
        marked.for_each(|(position, _)| self.mark(position));
    }
}
