//! Who is asked: provider, address, key and model.

use crate::core::provider::Provider;
use crate::core::simulate::Behaviour;
use crate::ui::parts::{Choice, TextField, bullets, button, dynamic, group, paragraph, region};
use crate::ui::state::{Models, Page};
use leptos::prelude::*;

/// Who is asked.
pub fn provider_section(page: Page) -> AnyView {
    let provider = Choice {
        id: "provider",
        label: "Provider",
        options: Provider::ALL
            .map(|provider| (provider.preset().id, provider.preset().name.to_owned()))
            .to_vec(),
        chosen: Signal::derive(move || page.settings.with(|settings| settings.preset().id.to_owned())),
        choose: Box::new(move |id| {
            if let Some(provider) = Provider::from_id(&id) {
                page.choose_provider(provider);
            }
        }),
    };
    // Only a change of provider builds the fields anew, not what is typed in them.
    let fields = move || if page.is_simulated.get() { simulated_fields(page) } else { server_fields(page) };
    let title = view! { <h2 class="section__title">"Provider"</h2> }.into_any();
    region("section", "Provider", vec![title, provider.view(), dynamic(fields)])
}

/// The stand-in model: how it fails.
fn simulated_fields(page: Page) -> AnyView {
    let model = Choice {
        id: "model",
        label: "Model",
        options: Behaviour::ALL
            .map(|behaviour| (behaviour.model_name(), behaviour.model_name().to_owned()))
            .to_vec(),
        chosen: Signal::derive(move || {
            let name = page.settings.with(|settings| settings.server().model);
            Behaviour::from_model_name(&name).model_name().to_owned()
        }),
        choose: Box::new(move |name| page.set_model(name)),
    };
    let hint = "A stand-in in this page: it fails as chosen, then mends what it is told. Nothing is sent.";
    group("section", vec![model.view(), paragraph("hint", hint)])
}

/// A server: address, key and model.
fn server_fields(page: Page) -> AnyView {
    let base_url = TextField {
        id: "base-url",
        label: "Base URL",
        kind: "url",
        placeholder: "http://localhost:1234/v1".into(),
        value: Signal::derive(move || page.settings.with(|settings| settings.server().base_url)),
        input: Box::new(move |text| page.set_base_url(text)),
        enter: Box::new(|| {}),
        done: Box::new(move || page.list_models()),
    };
    let key = TextField {
        id: "key",
        label: "API key",
        kind: "password",
        placeholder: Signal::derive(move || {
            page.settings.with(|settings| settings.preset().key.hint().to_owned())
        }),
        value: Signal::derive(move || page.key().map(|key| key.expose().to_owned()).unwrap_or_default()),
        input: Box::new(move |text| page.set_key(&text)),
        enter: Box::new(|| {}),
        done: Box::new(move || page.list_models()),
    };
    let model = TextField {
        id: "model",
        label: "Model",
        kind: "text",
        placeholder: "the one that is loaded".into(),
        value: Signal::derive(move || page.settings.with(|settings| settings.server().model)),
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
            dynamic(move || suggestions(page.models.get())),
            dynamic(move || server_status(page)),
        ],
    )
}

/// The models' names, for the field to offer.
fn suggestions(models: Models) -> AnyView {
    let names = match models {
        Models::Listed(names) => names,
        Models::Unknown | Models::Asking | Models::Failed(_) => Vec::new(),
    };
    let options: Vec<_> =
        names.into_iter().map(|name| view! { <option value=name></option> }.into_any()).collect();
    view! { <datalist id="model-list">{options}</datalist> }.into_any()
}

/// Whether the server answers.
fn server_status(page: Page) -> AnyView {
    let check = move |label: &'static str| button("link", label, move || page.list_models());
    match page.models.get() {
        Models::Unknown => check("Check the connection"),
        Models::Asking => paragraph("hint", "Asking for the models…"),
        Models::Listed(names) if names.len() == 1 => paragraph("hint hint--good", "● connected · 1 model"),
        Models::Listed(names) => {
            paragraph("hint hint--good", format!("● connected · {} models", names.len()))
        }
        Models::Failed(advice) => group(
            "hint hint--bad",
            vec![paragraph("", format!("○ {}", advice.title)), bullets(advice.steps), check("Check again")],
        ),
    }
}
