//! The stand-in model: how it fails, how often, and how fast it writes.

use crate::core::simulate::{Behaviour, Rate, Speed};
use crate::ui::parts::{Choice, Markup, fold, group};
use crate::ui::state::Page;

/// What is to be shown, and closed away how often and how fast.
pub fn simulated_fields(page: Page) -> Markup {
    let behaviour = Choice {
        id: "model",
        label: "Show me",
        hint: "A stand-in in this page: it fails as chosen, then mends what it is told. Nothing is sent.",
        options: Behaviour::ALL
            .map(|behaviour| (behaviour.model_name().to_owned(), behaviour.label().to_owned()))
            .to_vec(),
        chosen: Box::new(move || {
            let name = page.settings.with(|settings| settings.server().model);
            Behaviour::from_model_name(&name).model_name().to_owned()
        }),
        choose: Box::new(move |name| page.set_model(name)),
    };
    let rate = Choice {
        id: "fault-rate",
        label: "Fault rate",
        hint: "How many first replies are faulty. The seed under Sampling and limits says which: the same seed, the same run.",
        options: Rate::all()
            .map(|rate| (rate.percent().to_string(), format!("{} %", rate.percent())))
            .collect(),
        chosen: Box::new(move || page.settings.with(|settings| settings.fault_rate.percent().to_string())),
        choose: Box::new(move |percent| {
            page.settings.update(|settings| settings.fault_rate = Rate::typed(&percent));
        }),
    };
    let speed = Choice {
        id: "speed",
        label: "Speed",
        hint: "",
        options: Speed::ALL.map(|speed| (speed.name().to_owned(), speed.name().to_owned())).to_vec(),
        chosen: Box::new(move || page.settings.with(|settings| settings.speed.name().to_owned())),
        choose: Box::new(move |name| {
            page.settings.update(|settings| settings.speed = Speed::from_name(&name));
        }),
    };
    let groups = Behaviour::ALL.map(|behaviour| behaviour.group().name());
    group(
        "section",
        vec![behaviour.view_in_groups(&groups), fold("Rate and speed", vec![rate.view(), speed.view()])],
    )
}
