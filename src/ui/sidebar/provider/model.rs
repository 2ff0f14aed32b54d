//! The model that is asked: typed, or found among those that the server lists.

use crate::core::provider::{Model, Provider};
use crate::ui::parts::{Combobox, ListOption, dynamic, nothing, paragraph, several};
use crate::ui::state::{Models, Page};
use leptos::prelude::*;

/// The field, the list under it, and what is known of the model in it.
pub fn model_field(page: Page, provider: Provider) -> AnyView {
    let name = move || page.settings.with(|settings| settings.server().model);
    let model = Combobox {
        id: "model",
        label: "Model",
        placeholder: provider.preset().model_hint(),
        list: &page.model_list,
        value: Box::new(name),
        options: Box::new(move || page.models.with(|models| listed(models).iter().map(option).collect())),
        input: Box::new(move |text| page.set_model(text)),
        enter: Box::new(move || page.list_models_once()),
        say: Box::new(move |words| page.announcement.set(words)),
    };
    let remarks = move || {
        let name = name();
        let remarks = page.models.with(|models| {
            listed(models).iter().find(|model| model.id == name).map(Model::remarks).unwrap_or_default()
        });
        if remarks.is_empty() { nothing() } else { paragraph("hint", &remarks) }
    };
    several(vec![model.view(), dynamic(remarks)])
}

fn option(model: &Model) -> ListOption {
    ListOption { text: model.id.clone(), remarks: model.remarks(), is_marked: model.is_loaded }
}

fn listed(models: &Models) -> &[Model] {
    match models {
        Models::Listed(models) => models,
        Models::Unknown | Models::Asking | Models::Failed(_) => &[],
    }
}
