//! The model that is asked: typed, or found among those that the server lists.

use crate::core::provider::{Model, Provider};
use crate::ui::parts::{TextField, dynamic, element, nothing, paragraph, several};
use crate::ui::state::{Models, Page};
use leptos::prelude::*;

/// The field, which offers what its text is in, and what is known of the model in it.
pub fn model_field(page: Page, provider: Provider) -> AnyView {
    let name = move || page.settings.with(|settings| settings.server().model);
    let model = TextField {
        id: "model",
        label: "Model",
        kind: "text",
        placeholder: provider.preset().model_hint(),
        value: Box::new(name),
        input: Box::new(move |text| page.set_model(text)),
        enter: Box::new(move || page.list_models_once()),
        done: Box::new(|| {}),
    };
    let remarks = move || {
        let name = name();
        let remarks = page.models.with(|models| {
            listed(models).iter().find(|model| model.id == name).map(Model::remarks).unwrap_or_default()
        });
        if remarks.is_empty() { nothing() } else { paragraph("hint", &remarks) }
    };
    several(vec![model.view(), dynamic(move || page.models.with(suggestions)), dynamic(remarks)])
}

/// The models, for the field to offer.
fn suggestions(models: &Models) -> AnyView {
    element("datalist")
        .attribute("id", "model-list")
        .children(listed(models).iter().map(suggestion).collect())
        .view()
}

fn suggestion(model: &Model) -> AnyView {
    let option = element("option").attribute("value", &model.id);
    match model.remarks().as_str() {
        "" => option.view(),
        // Some browsers show this in place of the name, and look for what is typed in it.
        remarks => option.attribute("label", &format!("{} · {remarks}", model.id)).view(),
    }
}

fn listed(models: &Models) -> &[Model] {
    match models {
        Models::Listed(models) => models,
        Models::Unknown | Models::Asking | Models::Failed(_) => &[],
    }
}
