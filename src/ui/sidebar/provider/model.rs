//! The model that is asked: typed, or found among those that the server lists.

use crate::core::provider::{Model, Provider};
use crate::ui::parts::{Combobox, ListOption, ListSource, Markup, dynamic, nothing, paragraph, several};
use crate::ui::state::{Models, Page, State};

/// The field, the list under it, and what is known of the model in it.
pub fn model_field(page: Page, provider: Provider) -> Markup {
    let placeholder = provider.preset().model_hint();
    let model = Combobox { id: "model", label: "Model", placeholder, list: &page.model_list, source: page };
    let remarks = move || {
        let name = page.value();
        let remarks = page.models.with(|models| {
            listed(models).iter().find(|model| model.id == name).map(Model::remarks).unwrap_or_default()
        });
        if remarks.is_empty() { nothing() } else { paragraph("hint", &remarks) }
    };
    several(vec![model.view(), dynamic(remarks)])
}

/// The list under the field for the model.
impl ListSource for State {
    fn value(&self) -> String {
        self.settings.with(|settings| settings.server().model)
    }

    fn options(&self) -> Vec<ListOption> {
        let option = |model: &Model| {
            let mark = if model.is_loaded { "● " } else { "" };
            ListOption { text: model.id.clone(), remarks: format!("{mark}{}", model.remarks()) }
        };
        self.models.with(|models| listed(models).iter().map(option).collect())
    }

    fn take(&'static self, text: String) {
        self.set_model(text);
    }

    fn enter(&'static self) {
        self.list_models_once();
    }

    fn say(&self, words: String) {
        self.announcement.set(words);
    }
}

fn listed(models: &Models) -> &[Model] {
    match models {
        Models::Listed(models) => models,
        Models::Unknown | Models::Asking | Models::Failed(_) => &[],
    }
}
