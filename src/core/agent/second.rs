//! Further calls about an answer: what the model thinks of it, and each way in which it fails what the person asks
//! for beyond the schema. Each is one call of its own, that knows nothing of earlier ones.

use crate::core::cost::Price;
use crate::core::critique::{CRITIQUE_FORM, Critique, Finding, OPINION_FORM, Opinion};
use crate::core::provider::{Connection, Document, Format, Message};

/// What a further call is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecondKind {
    /// What the model thinks of the answer: for comparison only, it changes nothing.
    Opinion,
    /// Each way in which a valid answer fails the person's criteria.
    Critique,
}

/// A further call about an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct SecondCall {
    /// What was sent, and after it what came back.
    pub messages: Vec<Message>,
    /// How the server is told what form the reply must have; our own validator judges it whatever that is.
    pub(in crate::core) format: Format,
    /// What came of it.
    pub finding: SecondFinding,
}

/// What came of a further call; none as long as it is under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SecondFinding {
    /// The model's opinion.
    Opinion(Option<Opinion>),
    /// What became of the critique.
    Critique(Option<Finding>),
}

/// Who looks at an answer that the validator has passed, and by what.
#[derive(Clone, Debug, PartialEq)]
pub struct Critic {
    /// What is asked for.
    pub critique: Critique,
    /// What the critic costs, where that is known.
    pub price: Option<Price>,
}

impl SecondKind {
    /// What is done, as long as it is under way.
    pub fn words(self) -> &'static str {
        match self {
            Self::Opinion => "is reviewed by the model, for comparison",
            Self::Critique => "is valid, and criticised",
        }
    }

    /// What the reply must be, for a server that is given a schema.
    fn document(self) -> Option<Document> {
        let (name, schema) = match self {
            Self::Opinion => ("opinion", OPINION_FORM),
            Self::Critique => ("critique", CRITIQUE_FORM),
        };
        Some(Document::new(name, serde_json::from_str(schema).ok()?))
    }

    /// How the server is told what form the reply must have: in the way in which answers are asked for.
    fn format(self, answers: &Format) -> Format {
        let by_schema = |format: fn(Document) -> Format| self.document().map_or(Format::Prompt, format);
        match answers {
            Format::Strict(_) => by_schema(Format::Strict),
            Format::Tool(_) => by_schema(Format::Tool),
            Format::Json => Format::Json,
            Format::Prompt => Format::Prompt,
        }
    }
}

impl SecondCall {
    /// One that is sent now, to a server that is asked for answers by a format.
    pub(super) fn new(kind: SecondKind, messages: Vec<Message>, answers: &Format) -> Self {
        let finding = match kind {
            SecondKind::Opinion => SecondFinding::Opinion(None),
            SecondKind::Critique => SecondFinding::Critique(None),
        };
        Self { messages, format: kind.format(answers), finding }
    }

    /// What it is for.
    pub fn kind(&self) -> SecondKind {
        match self.finding {
            SecondFinding::Opinion(_) => SecondKind::Opinion,
            SecondFinding::Critique(_) => SecondKind::Critique,
        }
    }

    /// What it is called, and what came of it in a line; nothing as long as it is under way.
    pub(super) fn words(&self, errors: usize) -> Option<(&'static str, String)> {
        match &self.finding {
            SecondFinding::Opinion(opinion) => Some(("opinion", opinion.as_ref()?.beside(errors))),
            SecondFinding::Critique(finding) => Some(("critique", finding.as_ref()?.words())),
        }
    }
}

impl SecondFinding {
    /// A call for this came to nothing, for this reason.
    pub(super) fn none(kind: SecondKind, reason: &str) -> Self {
        match kind {
            SecondKind::Opinion => Self::Opinion(Some(Opinion::Unclear(reason.to_owned()))),
            SecondKind::Critique => Self::Critique(Some(Finding::Unusable(reason.to_owned()))),
        }
    }
}

/// Who is asked by a call: critiques may be another model's, on the same server.
pub fn who_is_asked(connection: &Connection, second: Option<SecondKind>, critic_model: &str) -> Connection {
    let model = match second {
        Some(SecondKind::Critique) => critic_model,
        Some(SecondKind::Opinion) | None => &connection.model,
    };
    Connection { model: model.to_owned(), ..connection.clone() }
}
