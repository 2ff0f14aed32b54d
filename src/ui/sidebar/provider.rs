//! Who is asked: provider, address, key and model.

use crate::core::provider::Provider;
use crate::core::simulate::Behaviour;
use crate::ui::parts::{
    Choice, TextField, bullets, button, dynamic, element, group, heading, paragraph, region,
};
use crate::ui::state::{Models, Page};
use leptos::prelude::*;

/// Who is asked.
pub fn provider_section(page: Page) -> AnyView {
    let provider = Choice {
        id: "provider",
        label: "Provider",
        options: Provider::ALL
            .map(|provider| (provider.preset().id.to_owned(), provider.preset().name.to_owned()))
            .to_vec(),
        chosen: Box::new(move || page.settings.with(|settings| settings.preset().id.to_owned())),
        choose: Box::new(move |id| {
            if let Some(provider) = Provider::from_id(&id) {
                page.choose_provider(provider);
            }
        }),
    };
    // Only a change of provider builds the fields anew, not what is typed in them.
    let fields = move || match page.provider.get() {
        Provider::Simulated => simulated_fields(page),
        provider => server_fields(page, provider),
    };
    let title = heading("section__title", "Provider");
    region("section", "Provider", vec![title, provider.view(), dynamic(fields)])
}

/// The stand-in model: how it fails.
fn simulated_fields(page: Page) -> AnyView {
    let model = Choice {
        id: "model",
        label: "Model",
        options: Behaviour::ALL
            .map(|behaviour| (behaviour.model_name().to_owned(), behaviour.model_name().to_owned()))
            .to_vec(),
        chosen: Box::new(move || {
            let name = page.settings.with(|settings| settings.server().model);
            Behaviour::from_model_name(&name).model_name().to_owned()
        }),
        choose: Box::new(move |name| page.set_model(name)),
    };
    let hint = "A stand-in in this page: it fails as chosen, then mends what it is told. Nothing is sent.";
    group("section", vec![model.view(), paragraph("hint", hint)])
}

/// A server: address, key and model.
fn server_fields(page: Page, provider: Provider) -> AnyView {
    let base_url = TextField {
        id: "base-url",
        label: "Base URL",
        kind: "url",
        placeholder: "http://localhost:1234/v1",
        value: Box::new(move || page.settings.with(|settings| settings.server().base_url)),
        input: Box::new(move |text| page.set_base_url(text)),
        enter: Box::new(|| {}),
        done: Box::new(move || page.list_models()),
    };
    let key = TextField {
        id: "key",
        label: "API key",
        kind: "password",
        placeholder: provider.preset().key.hint(),
        value: Box::new(move || page.key().map(|key| key.expose().to_owned()).unwrap_or_default()),
        input: Box::new(move |text| page.set_key(&text)),
        enter: Box::new(|| {}),
        done: Box::new(move || page.list_models()),
    };
    let model = TextField {
        id: "model",
        label: "Model",
        kind: "text",
        placeholder: "the one that is loaded",
        value: Box::new(move || page.settings.with(|settings| settings.server().model)),
        input: Box::new(move |text| page.set_model(text)),
        enter: Box::new(move || page.list_models_once()),
        done: Box::new(|| {}),
    };
    group(
        "section",
        vec![
            base_url.view(),
            key.view(),
            paragraph("hint", "Kept in memory until you close the page, and sent to this base URL only."),
            model.view(),
            dynamic(move || page.models.with(suggestions)),
            dynamic(move || page.models.with(|models| server_status(page, models))),
        ],
    )
}

/// The models' names, for the field to offer.
fn suggestions(models: &Models) -> AnyView {
    let names = match models {
        Models::Listed(names) => names.as_slice(),
        Models::Unknown | Models::Asking | Models::Failed(_) => &[],
    };
    let options = names.iter().map(|name| element("option").attribute("value", name).view());
    element("datalist").attribute("id", "model-list").children(options.collect()).view()
}

/// Whether the server answers.
fn server_status(page: Page, models: &Models) -> AnyView {
    let check = |label| button("link", label, move || page.list_models());
    match models {
        Models::Unknown => check("Check the connection"),
        Models::Asking => paragraph("hint", "Asking for the models…"),
        Models::Listed(names) if names.len() == 1 => paragraph("hint hint--good", "● connected · 1 model"),
        Models::Listed(names) => {
            paragraph("hint hint--good", &format!("● connected · {} models", names.len()))
        }
        Models::Failed(advice) => {
            let title = paragraph("", &format!("○ {}", advice.title));
            group("hint hint--bad", vec![title, bullets(&advice.steps), check("Check again")])
        }
    }
}
