//! Who is asked, and how: provider, address, key, model and quirks.

mod asking;
mod key;
mod local;
mod model;
mod simulated;
mod status;

use crate::core::provider::Provider;
use crate::core::settings::Unready;
use crate::ui::parts::{Choice, Markup, TextField, dynamic, group, heading, paragraph, region};
use crate::ui::state::Page;
use asking::asking;
use key::key_field;
use local::local_search;
use model::model_field;
use simulated::simulated_fields;
use status::status;

/// Who is asked.
pub fn provider_section(page: Page) -> Markup {
    // Only a change of provider builds the fields anew, not what is typed in them.
    let fields = move || match page.provider.get() {
        Provider::Simulated => simulated_fields(page),
        Provider::Browser => dynamic(move || browser_fields(page)),
        provider => server_fields(page, provider),
    };
    let title = heading("section__title", "Provider");
    let provider = dynamic(move || provider_choice(page));
    region("section", "Provider", vec![title, provider, local_search(page), dynamic(fields)])
}

fn provider_choice(page: Page) -> Markup {
    let providers =
        Provider::ALL.map(|provider| (provider.preset().id.to_owned(), provider.preset().name.to_owned()));
    let mut options = providers.to_vec();
    if !page.is_built_in_listed.get() {
        // It is the last one.
        options.pop();
    }
    let provider = Choice {
        id: "provider",
        label: "Provider",
        hint: "",
        options,
        chosen: Box::new(move || page.settings.with(|settings| settings.preset().id.to_owned())),
        choose: Box::new(move |id| {
            if let Some(provider) = Provider::from_id(&id) {
                page.choose_provider(provider);
            }
        }),
    };
    provider.view()
}

/// The browser's own model: there is nothing to set.
fn browser_fields(page: Page) -> Markup {
    match page.has_built_in.get() {
        Some(false) => paragraph("hint hint--bad", &Unready::NoBuiltInModel.message()),
        Some(true) | None => paragraph(
            "hint",
            "The browser runs it: nothing leaves this machine. The first run may wait until the browser has fetched it.",
        ),
    }
}

/// A server: address, key and model.
fn server_fields(page: Page, provider: Provider) -> Markup {
    let base_url = TextField {
        id: "base-url",
        label: "Base URL",
        kind: "url",
        placeholder: "http://localhost:1234/v1",
        value: Box::new(move || page.settings.with(|settings| settings.server().base_url)),
        input: Box::new(move |text| page.set_base_url(text)),
        done: Box::new(move || page.list_models()),
    };
    group(
        "section",
        vec![
            base_url.view(),
            key_field(page, provider),
            model_field(page, provider),
            status(page),
            asking(page, provider),
        ],
    )
}
