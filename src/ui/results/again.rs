//! What the replies of a run come to when they are judged again: where it was opened, and where another schema is
//! chosen now.

use crate::ui::parts::{Markup, button, drawn, nobody, nothing, paragraph, region};
use crate::ui::state::Page;
use crate::web::clock;

/// All that there is of it.
pub fn again(page: Page) -> Markup {
    page.again.with(|again| {
        // Where the chosen schema is the run's own again, there is nothing to tell.
        if again.drawn.get(2).and_then(|lines| lines.get(0)).is_none() {
            return nothing();
        }
        let mut parts = vec![drawn(&again.drawn, &nobody())];
        if let Some(began) = page.run.with(|run| run.is_opened.then(|| run.began())) {
            let origin = format!("Opened: a run of {}", clock::written(began));
            parts.insert(0, paragraph("again__origin", &origin));
            parts.push(button("button button--quiet", "Use its setup", move || page.offer_setup()));
        }
        region("again", "Judged again", parts)
    })
}
