//! The templates as a person has changed them.

use super::{Settings, Unready};
use crate::core::agent::{Template, TemplateError, TemplateKind, Templates};

/// The templates as typed; empty where they are those that the page brings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TemplateTexts {
    pub(super) system: String,
    pub(super) correction: String,
    pub(super) nudge: String,
}

impl TemplateTexts {
    fn of(&self, kind: TemplateKind) -> &str {
        match kind {
            TemplateKind::System => &self.system,
            TemplateKind::Correction => &self.correction,
            TemplateKind::Nudge => &self.nudge,
        }
    }
}

impl Settings {
    /// A template as typed, or as the page brings it.
    pub fn template(&self, kind: TemplateKind) -> &str {
        if self.is_template_changed(kind) { self.templates.of(kind) } else { kind.default_text() }
    }

    /// Whether a person has changed a template.
    pub fn is_template_changed(&self, kind: TemplateKind) -> bool {
        !self.templates.of(kind).is_empty()
    }

    /// Takes what was typed as a template. What the page brings, or nothing, is no change.
    pub fn set_template(&mut self, kind: TemplateKind, typed: String) {
        let text = match kind {
            TemplateKind::System => &mut self.templates.system,
            TemplateKind::Correction => &mut self.templates.correction,
            TemplateKind::Nudge => &mut self.templates.nudge,
        };
        *text = typed;
        if text == kind.default_text() {
            text.clear();
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

    #[test]
    fn only_what_differs_is_a_change_and_is_kept() {
        let mut settings = Settings::default();
        assert_eq!(settings.templates(), Ok(Templates::default()));
        let kind = TemplateKind::Nudge;
        let usual = kind.default_text();
        for (typed, shown, kept) in [
            ("{{problem}} Again.", "{{problem}} Again.", "{{problem}} Again."),
            (" ", " ", " "),
            ("", usual, ""),
            (usual, usual, ""),
        ] {
            settings.set_template(kind, typed.into());
            assert_eq!((settings.template(kind), settings.templates.of(kind)), (shown, kept));
            assert_eq!(settings.is_template_changed(kind), !kept.is_empty());
            assert_eq!(Settings::from_json(&settings.to_json()), settings);
        }
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
