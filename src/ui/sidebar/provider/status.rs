//! Whether the server answers: its list of models, and the test of a call.

use crate::core::judge::Advice;
use crate::ui::parts::{Markup, advice_steps, button, dynamic, group, nothing, paragraph, several};
use crate::ui::state::{Models, Page, Test};

/// How the connection stands, and its test.
pub fn status(page: Page) -> Markup {
    several(vec![
        dynamic(move || page.models.with(models_status)),
        dynamic(move || page.test.with(test_status)),
        dynamic(move || match page.test.with(|test| matches!(test, Test::UnderWay(..))) {
            true => button("link", "Stop the test", move || page.stop_test()),
            false => button("link", "Test connection", move || page.test_connection()),
        }),
    ])
}

fn models_status(models: &Models) -> Markup {
    match models {
        Models::Unknown => nothing(),
        Models::Asking => paragraph("hint", "Asking for the models…"),
        Models::Listed(models) if models.len() == 1 => paragraph("hint hint--good", "● connected · 1 model"),
        Models::Listed(models) => {
            paragraph("hint hint--good", &format!("● connected · {} models", models.len()))
        }
        Models::Failed(advice) => failed(advice),
    }
}

fn test_status(test: &Test) -> Markup {
    match test {
        Test::Unknown => nothing(),
        Test::UnderWay(..) => paragraph("hint", "Testing: the list of models, then one short call…"),
        Test::Answered(model) if model.is_empty() => {
            paragraph("hint hint--good", "● works · it answered a call")
        }
        Test::Answered(model) => paragraph("hint hint--good", &format!("● works · {model} answered a call")),
        Test::Failed(advice) => failed(advice),
    }
}

fn failed(advice: &Advice) -> Markup {
    group("hint hint--bad", vec![paragraph("", &format!("○ {}", advice.title)), advice_steps(advice)])
}
