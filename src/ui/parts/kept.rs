//! A property that is not taken away before it is set anew.

use leptos::attr::{Attribute, NextAttribute};
use leptos::tachys::renderer::types::Element;

/// Wraps a property of an element. Where an element is made again in its place, all that it had is taken from it and
/// given to it anew: in a field the caret would go to the end of the text, though the text is the same.
#[derive(Clone)]
pub struct Kept<A>(pub A);

impl<A: Attribute> Attribute for Kept<A> {
    const MIN_LENGTH: usize = A::MIN_LENGTH;

    type State = A::State;
    type AsyncOutput = Kept<A::AsyncOutput>;
    type Cloneable = Kept<A::Cloneable>;
    type CloneableOwned = Kept<A::CloneableOwned>;

    fn html_len(&self) -> usize {
        self.0.html_len()
    }

    fn to_html(self, buf: &mut String, class: &mut String, style: &mut String, inner_html: &mut String) {
        self.0.to_html(buf, class, style, inner_html);
    }

    fn hydrate<const FROM_SERVER: bool>(self, element: &Element) -> Self::State {
        self.0.hydrate::<FROM_SERVER>(element)
    }

    fn build(self, element: &Element) -> Self::State {
        self.0.build(element)
    }

    fn rebuild(self, state: &mut Self::State) {
        self.0.rebuild(state);
    }

    fn into_cloneable(self) -> Self::Cloneable {
        Kept(self.0.into_cloneable())
    }

    fn into_cloneable_owned(self) -> Self::CloneableOwned {
        Kept(self.0.into_cloneable_owned())
    }

    fn dry_resolve(&mut self) {
        self.0.dry_resolve();
    }

    async fn resolve(self) -> Self::AsyncOutput {
        Kept(self.0.resolve().await)
    }
}

impl<A: Attribute> NextAttribute for Kept<A> {
    type Output<New: Attribute> = (Self, New);

    fn add_any_attr<New: Attribute>(self, new: New) -> Self::Output<New> {
        (self, new)
    }
}
