//! What there are templates for, and the templates that the page brings.

use super::Placeholder;

/// What a template is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TemplateKind {
    /// The system prompt.
    System,
    /// What the model is told after an answer with errors.
    Correction,
    /// What the model is told after a reply without an answer.
    Nudge,
}

impl TemplateKind {
    /// All of them, in the order in which they come into play.
    pub const ALL: [Self; 3] = [Self::System, Self::Correction, Self::Nudge];

    /// Its name, for settings.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Correction => "correction",
            Self::Nudge => "nudge",
        }
    }

    /// What comes of it, in the middle of a sentence.
    pub fn noun(self) -> &'static str {
        match self {
            Self::System => "system prompt",
            Self::Correction => "correction",
            Self::Nudge => "nudge",
        }
    }

    /// When the model is told what comes of it.
    pub fn occasion(self) -> &'static str {
        match self {
            Self::System => "Said before every question.",
            Self::Correction => "Said after an answer that breaks the schema or a rule.",
            Self::Nudge => "Said after a reply without an answer that can be judged to its end.",
        }
    }

    /// What may stand in it.
    pub fn placeholders(self) -> &'static [Placeholder] {
        match self {
            Self::System => &[Placeholder::Instructions, Placeholder::Schema],
            Self::Correction => &[
                Placeholder::Opening,
                Placeholder::Count,
                Placeholder::Errors,
                Placeholder::Kept,
                Placeholder::Undone,
                Placeholder::Scaffold,
                Placeholder::Skeleton,
            ],
            Self::Nudge => &[Placeholder::Problem, Placeholder::Advice, Placeholder::Request],
        }
    }

    /// What must stand in it.
    pub fn required(self) -> Placeholder {
        match self {
            Self::System => Placeholder::Schema,
            Self::Correction => Placeholder::Errors,
            Self::Nudge => Placeholder::Problem,
        }
    }

    /// The template that the page brings.
    pub fn default_text(self) -> &'static str {
        match self {
            Self::System => "{{instructions}}\n\n{{schema}}",
            Self::Correction => {
                "{{opening}}\n\
                 {{errors}}\n\n\
                 Right, and to stay in its place and form: {{kept}}.\n\n\
                 You changed this although it was right: {{undone}}.\n\n\
                 Return this JSON with each <...> replaced by what it stands for:\n\
                 {{scaffold}}\n\n\
                 What is wrong has this form:\n\
                 {{skeleton}}\n\n\
                 Take every value from the original input again and make it agree with it: an earlier answer is no evidence.\n\n\
                 Return only the complete corrected JSON: no explanation, no code fence."
            }
            Self::Nudge => "{{problem}} {{advice}}\n\n{{request}}",
        }
    }
}
