//! The templates as a person has changed them.

use super::{Settings, Unready};
use crate::core::agent::{Template, TemplateError, TemplateKind, Templates};
use serde_json::Value;

/// Reads the templates that were kept, those that are known.
pub(super) fn templates_from_json(kept: Option<&Value>) -> Vec<(TemplateKind, String)> {
    let text = |kind: TemplateKind| Some((kind, kept?.get(kind.name())?.as_str()?.to_owned()));
    TemplateKind::ALL.into_iter().filter_map(text).collect()
}

impl Settings {
    /// The changed templates as they are kept.
    pub(super) fn templates_to_json(&self) -> Value {
        let text = |(kind, text): &(TemplateKind, String)| (kind.name().to_owned(), text.as_str().into());
        Value::Object(self.templates.iter().map(text).collect())
    }

    /// A template as typed, or as the page brings it.
    pub fn template(&self, kind: TemplateKind) -> &str {
        let typed = self.templates.iter().find(|(typed, _)| *typed == kind);
        typed.map_or(kind.default_text(), |(_, text)| text)
    }

    /// Whether a person has changed a template.
    pub fn is_template_changed(&self, kind: TemplateKind) -> bool {
        self.templates.iter().any(|(changed, _)| *changed == kind)
    }

    /// Takes what was typed as a template; what the page brings is no change.
    pub fn set_template(&mut self, kind: TemplateKind, text: String) {
        self.templates.retain(|(changed, _)| *changed != kind);
        if text != kind.default_text() {
            self.templates.push((kind, text));
        }
    }

    /// What is wrong with a template, in a sentence; empty where nothing is.
    pub fn template_problem(&self, kind: TemplateKind) -> String {
        self.read_template(kind).err().map(|error| error.to_string()).unwrap_or_default()
    }

    /// The templates of a run.
    ///
    /// # Errors
    /// What is wrong with the first of them that cannot be used.
    pub(super) fn templates(&self) -> Result<Templates, Unready> {
        let template = |kind| self.read_template(kind).map_err(Unready::Template);
        Ok(Templates {
            system: template(TemplateKind::System)?,
            correction: template(TemplateKind::Correction)?,
            nudge: template(TemplateKind::Nudge)?,
        })
    }

    fn read_template(&self, kind: TemplateKind) -> Result<Template, TemplateError> {
        Template::parse(kind, self.template(kind))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn only_what_differs_is_a_change_and_is_kept() {
        let mut settings = Settings::default();
        assert_eq!(settings.templates(), Ok(Templates::default()));
        let nudge = TemplateKind::Nudge;
        for (typed, kept) in [
            ("{{problem}} Again.", json!({"nudge": "{{problem}} Again."})),
            ("", json!({"nudge": ""})),
            (nudge.default_text(), json!({})),
        ] {
            settings.set_template(nudge, typed.into());
            assert_eq!((settings.template(nudge), settings.templates_to_json()), (typed, kept));
            assert_eq!(settings.is_template_changed(nudge), typed != nudge.default_text());
            assert_eq!(Settings::from_json(&settings.to_json()), settings);
        }
        let kept = json!({"templates": {"nudge": 7, "greeting": "Hi", "system": "{{schema}}"}});
        assert_eq!(Settings::from_json(&kept).templates, [(TemplateKind::System, "{{schema}}".to_owned())]);
    }

    #[test]
    fn a_template_with_an_error_is_told() {
        let mut settings = Settings::default();
        settings.set_template(TemplateKind::Correction, "Try again.".into());
        let problem = "The correction must hold {{errors}}.";
        assert_eq!(TemplateKind::ALL.map(|kind| settings.template_problem(kind)), ["", problem, ""]);
        assert_eq!(settings.templates().map_err(|unready| unready.message()), Err(problem.to_owned()));
    }
}
