//! Why a run goes in circles, as it is drawn.

use super::{Cause, Diagnosis, RuleInDiagnosis};
use crate::core::drawn::{button, drawn, text};
use serde_json::Value;

/// What is asked to bring the person to the input.
pub const TO_INPUT: &str = "input";

impl Diagnosis {
    /// The cause, the rules it shows in, and what to do about it.
    pub fn draw(&self) -> Value {
        let rule = |rule: &RuleInDiagnosis| {
            let parts = [rule.pointer.to_json_pointer(), rule.rule.clone(), rule.figures()];
            // The whole answer has no name.
            let parts = parts.into_iter().filter(|part| !part.is_empty());
            let place = parts.collect::<Vec<_>>().join(" · ");
            let message = text("span", "diagnosis__rule", &rule.message);
            drawn("li").child(message).child(text("span", "diagnosis__place", &place)).view()
        };
        let others = match self.others {
            0 => None,
            others => Some(text("p", "hint", &format!("and {others} more"))),
        };
        let advice = self.advice.iter().map(|step| text("li", "", step));
        let to_input = match self.cause {
            Cause::MissingKnowledge => Some(button("button", "Go to Input", TO_INPUT, TO_INPUT).view()),
            Cause::Oscillating { .. } | Cause::NotFollowing(_) | Cause::Stuck => None,
        };
        drawn("div")
            .class("banner__more diagnosis")
            .child(text("h3", "", self.headline()))
            .child(drawn("ul").class("diagnosis__rules").children(self.rules.iter().map(rule)).view())
            .children(others)
            .child(drawn("ul").children(advice).view())
            .children(to_input)
            .view()
    }
}
