//! A reply as the search and the parser look at it: all of it, or as much as has come.
//! Must not know what stands in it.

/// The text of a reply.
#[derive(Clone, Copy)]
pub(super) struct Reply<'t> {
    /// As much of it as there is.
    pub text: &'t str,
    /// What its end means.
    pub end: End,
}

/// What the end of a text means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// Nothing follows.
    Final,
    /// More may follow: what depends on that must wait.
    Later,
    /// More may follow, but what is there is read as if it were all, and what is open is said.
    SoFar,
}

impl<'t> Reply<'t> {
    /// A reply that is complete.
    pub fn all(text: &'t str) -> Self {
        Self { text, end: End::Final }
    }

    /// What stands from a place on.
    pub fn rest(self, start: usize) -> &'t str {
        self.text.get(start..).unwrap_or_default()
    }
}
