//! What is drawn.

use leptos::prelude::*;

/// Something to draw. It is as small as a pointer, so that handing it on, which is most of what the views do, takes
/// next to no code.
pub struct Markup(Box<AnyView>);

impl Markup {
    /// Any view of Leptos'.
    pub(super) fn new(view: AnyView) -> Self {
        Self(Box::new(view))
    }

    /// The view, for Leptos.
    pub fn into_any_view(self) -> AnyView {
        *self.0
    }
}
