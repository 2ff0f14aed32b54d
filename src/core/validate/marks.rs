//! Which members and items of one value were seen, or evaluated for `unevaluatedProperties` and
//! `unevaluatedItems`.

/// Some positions. The first ones need no memory of their own.
#[derive(Default)]
pub(super) struct Marks {
    first: u64,
    others: Vec<bool>,
}

impl Marks {
    #[inline]
    pub(super) fn mark(&mut self, position: usize) {
        match position {
            0..64 => self.first |= 1 << position,
            _ => self.mark_other(position),
        }
    }

    #[cold]
    #[inline(never)]
    fn mark_other(&mut self, position: usize) {
        if self.others.len() <= position {
            self.others.resize(position + 1, false);
        }
        if let Some(mark) = self.others.get_mut(position) {
            *mark = true;
        }
    }

    pub(super) fn is_marked(&self, position: usize) -> bool {
        match position {
            0..64 => self.first & 1 << position != 0,
            _ => self.others.get(position).copied().unwrap_or_default(),
        }
    }

    /// Whether all of these are marked, which are among the first ones, a bit each.
    #[inline]
    pub(super) fn has_all(&self, first: u64) -> bool {
        self.first & first == first
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.first |= other.first;
        let marked = other.others.iter().enumerate().filter(|(_, mark)| **mark);
        marked.for_each(|(position, _)| self.mark_other(position));
    }
}
