//! The words around what the model is told, to be changed.

use crate::core::agent::TemplateKind;
use crate::ui::parts::{Markup, TextArea, bullets, button, dynamic, fold, group, label, nothing, paragraph};
use crate::ui::state::Page;

/// A field for every template.
pub fn templates(page: Page) -> Markup {
    let mut views = vec![paragraph(
        "hint",
        "A paragraph in which a placeholder is empty is left out, unless it holds the required one.",
    )];
    for kind in TemplateKind::ALL {
        views.push(template(page, kind));
    }
    fold("Templates", views)
}

fn template(page: Page, kind: TemplateKind) -> Markup {
    let (id, rows, name, reset) = match kind {
        TemplateKind::System => {
            ("system-template", "3", "System template", "Reset system template to default")
        }
        TemplateKind::Correction => {
            ("correction-template", "8", "Correction template", "Reset correction template to default")
        }
        TemplateKind::Nudge => {
            ("nudge-template", "3", "Reminder template", "Reset reminder template to default")
        }
    };
    let area = TextArea {
        id,
        rows,
        is_prose: true,
        placeholder: "",
        value: Box::new(move || page.settings.with(|settings| settings.template(kind).to_owned())),
        input: Box::new(move |text| page.settings.update(|settings| settings.set_template(kind, text))),
    };
    let reset = move || match page.settings.with(|settings| settings.is_template_changed(kind)) {
        false => nothing(),
        true => button("link", reset, move || {
            page.settings.update(|settings| settings.set_template(kind, String::new()));
        }),
    };
    let problem = move || match page.settings.with(|settings| settings.template_problem(kind)) {
        problem if problem.is_empty() => nothing(),
        problem => paragraph("hint hint--bad", &problem),
    };
    let mut placeholders = Vec::new();
    for placeholder in kind.placeholders() {
        let is_required = if *placeholder == kind.required() { " (required)" } else { "" };
        placeholders.push(format!("{placeholder}: {}{is_required}", placeholder.meaning()));
    }
    group(
        "template",
        vec![
            group("schema__example", vec![label(id, name), dynamic(reset)]),
            area.view(),
            dynamic(problem),
            paragraph("hint", kind.occasion()),
            group("hint", vec![bullets(&placeholders)]),
        ],
    )
}
