//! Bars that show shares of a whole, for the eye: the numbers stand beside them.

use super::Markup;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::prelude::*;
use leptos::svg;
use leptos::tachys::view::iterators::StaticVec;

/// How high a bar is, and how far it is to the next one.
const HEIGHT: usize = 6;
const STEP: usize = 8;

/// A bar for each share, in hundredths: one below the other, from nothing to the whole.
pub fn bars(shares: &[u64]) -> Markup {
    let bar = |place: usize, share: u64, class: &str| {
        let shape = format!("M0 {}h{share}v{HEIGHT}H0z", place * STEP);
        svg::path().add_any_attr(attributes([("class", class), ("d", &shape)])).into_any()
    };
    let paths = shares.iter().enumerate().flat_map(|(place, share)| {
        let class = if place + 1 == shares.len() { "plot__bar plot__bar--last" } else { "plot__bar" };
        [bar(place, 100, "plot__whole"), bar(place, *share, class)]
    });
    let paths: StaticVec<_> = paths.collect::<Vec<_>>().into();
    let size = format!("0 0 100 {}", shares.len() * STEP);
    let plot =
        [("class", "plot"), ("viewBox", &size), ("preserveAspectRatio", "none"), ("aria-hidden", "true")];
    Markup::new(svg::svg().add_any_attr(attributes(plot)).child(paths.into_any()).into_any())
}

fn attributes<const N: usize>(attributes: [(&'static str, &str); N]) -> Vec<AnyAttribute> {
    attributes.map(|(name, value)| custom_attribute(name, value.to_owned()).into_any_attr()).into()
}
