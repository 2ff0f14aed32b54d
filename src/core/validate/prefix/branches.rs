//! What is still possible: the forms of unions that an answer has not missed yet, each depending on the
//! form of a union further out that it is part of.

/// One form of a union at one place in the answer, or what holds whatever form is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch(usize);

/// Every branch at the places that are still open.
#[derive(Debug)]
pub(super) struct Branches {
    branches: Vec<State>,
    forks: Vec<Fork>,
}

#[derive(Debug)]
struct State {
    is_alive: bool,
    /// The union whose form it is.
    of: Option<usize>,
}

#[derive(Debug)]
struct Fork {
    from: Branch,
    alive: usize,
}

/// How far the branches had grown at some time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growth {
    branches: usize,
    forks: usize,
}

impl Branches {
    /// What holds whatever form is taken.
    pub(super) const TRUNK: Branch = Branch(0);

    pub(super) fn new() -> Self {
        Self { branches: vec![State { is_alive: true, of: None }], forks: Vec::new() }
    }

    /// Adds a union of so many forms.
    pub(super) fn fork(&mut self, from: Branch, forms: usize) -> impl Iterator<Item = Branch> + use<> {
        let first = self.branches.len();
        let of = Some(self.forks.len());
        self.forks.push(Fork { from, alive: forms });
        self.branches.extend((0..forms).map(|_| State { is_alive: true, of }));
        (first..first + forms).map(Branch)
    }

    /// Whether a branch, and every one it is part of, is still possible.
    pub(super) fn is_alive(&self, mut branch: Branch) -> bool {
        loop {
            match self.branches.get(branch.0) {
                Some(State { is_alive: true, of: Some(fork) }) => match self.forks.get(*fork) {
                    Some(fork) => branch = fork.from,
                    None => return false,
                },
                Some(State { is_alive, of: _ }) => return *is_alive,
                None => return false,
            }
        }
    }

    /// Fells a branch, and the one it grew from where that has no other left;
    /// gives whether nothing at all is left.
    pub(super) fn fell(&mut self, mut branch: Branch) -> bool {
        loop {
            let Some(state) = self.branches.get_mut(branch.0).filter(|state| state.is_alive) else {
                return false;
            };
            state.is_alive = false;
            let Some(of) = state.of else { return true };
            let Some(fork) = self.forks.get_mut(of) else { return false };
            fork.alive -= 1;
            if fork.alive > 0 {
                return false;
            }
            branch = fork.from;
        }
    }

    pub(super) fn growth(&self) -> Growth {
        Growth { branches: self.branches.len(), forks: self.forks.len() }
    }

    /// Forgets what has grown since.
    pub(super) fn cut_back(&mut self, to: Growth) {
        self.branches.truncate(to.branches);
        self.forks.truncate(to.forks);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_branch_falls_with_the_last_of_its_own() {
        let mut branches = Branches::new();
        let outer: Vec<_> = branches.fork(Branches::TRUNK, 2).collect();
        let grown = branches.growth();
        let inner: Vec<_> = branches.fork(outer[0], 2).collect();
        assert!(!branches.fell(inner[0]));
        assert!(!branches.fell(inner[0]));
        assert!(branches.is_alive(outer[0]) && branches.is_alive(inner[1]));
        assert!(!branches.fell(inner[1]));
        assert!(!branches.is_alive(outer[0]));
        branches.cut_back(grown);
        assert!(branches.is_alive(outer[1]));
        assert!(branches.fell(outer[1]));
        assert!(!branches.is_alive(Branches::TRUNK));
    }

    #[test]
    fn what_grew_from_a_felled_branch_is_dead() {
        let mut branches = Branches::new();
        let outer: Vec<_> = branches.fork(Branches::TRUNK, 2).collect();
        let inner: Vec<_> = branches.fork(outer[0], 1).collect();
        branches.fell(outer[0]);
        assert!(!branches.is_alive(inner[0]));
    }
}
