//! An image that goes with a question, as it is sent.

use super::{Markup, element, group, text};
use crate::core::image::Image;

/// The image, and what there is to know of it.
pub fn picture(image: &Image) -> Markup {
    let shown = element("img").attribute("src", &image.url()).attribute("alt", &image.name);
    group("picture", vec![shown.view(), text("hint", &image.words())])
}
