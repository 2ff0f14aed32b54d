//! What the judge can be asked, and what it answers. Plain data: `wire` writes both as JSON.

use super::advice::Advice;
use super::check::{Check, Checked, Text, Window};
use super::critique::Critiqued;
use super::description::Description;
use super::failure::Failure;
use super::form::{DrawnSchema, EditedText};
use super::growth::Growth;
use super::judgement::Judgement;
use super::lowered_text::LoweredText;
use super::rejected::Repaired;
use super::source::SchemaSource;
use super::tried::Tried;
use super::undecided::Undecided;
use crate::core::code::{Language, SentCall};
use crate::core::critique::Opinion;
use crate::core::dialect::Dialect;
use crate::core::link::{Form, Opened, Shared};
use crate::core::provider::Call;
use crate::core::report::ReportKind;
use crate::core::run_file::Again;
use crate::core::schema::Completion;
use crate::core::simulate::{Faults, Simulated};
use serde_json::Value;

/// A reply that is to be judged, and what it is judged by beside the schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Case {
    /// The reply.
    pub text: String,
    /// The document that the answer is about; may be empty.
    pub input: String,
    /// Whether an answer that had to be repaired counts.
    pub repaired: Repaired,
    /// The dialect in which the server was given the schema, if it was.
    pub dialect: Option<Dialect>,
    /// The answer of the attempt before, if there was one.
    pub before: Tried,
}

/// A question for the judge. Each holds all that its answer depends on.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// What does this schema amount to?
    Describe {
        /// The schema.
        schema: SchemaSource,
    },
    /// What is this reply worth?
    Judge {
        /// What a valid answer is.
        schema: SchemaSource,
        /// The reply, and what it is judged by beside the schema.
        case: Case,
    },
    /// What is this reply worth, and what does a model's critique object to in it?
    Critique {
        /// What a valid answer is.
        schema: SchemaSource,
        /// The reply, and what it is judged by beside the schema.
        case: Case,
        /// The reply of the model that was asked for the critique.
        critique: String,
    },
    /// What does a model think of an answer?
    Opinion {
        /// The reply of the model that was asked.
        text: String,
    },
    /// What is a server given of this schema?
    Lower {
        /// The schema.
        schema: SchemaSource,
        /// What the server understands.
        dialect: Dialect,
    },
    /// What does a call of the stand-in model come to?
    Simulate {
        /// What it answers by.
        schema: SchemaSource,
        /// What it does wrong.
        faults: Faults,
        /// How often it was called before in the same run.
        earlier_calls: u32,
        /// What it is asked.
        call: Call,
    },
    /// What is to be said of a reply that is still being written, now that this piece has come?
    Grow {
        /// What a valid answer is.
        schema: SchemaSource,
        /// The dialect in which the server was given the schema, if it was.
        dialect: Option<Dialect>,
        /// How much of the reply was given before, in bytes; nothing begins another reply.
        before: usize,
        /// What has come since.
        chunk: String,
    },
    /// Why does a run go in circles?
    Diagnose {
        /// What a valid answer is.
        schema: SchemaSource,
        /// The document that the answers are about; may be empty.
        input: String,
        /// What came of its attempts.
        attempts: Vec<Tried>,
    },
    /// What changed from one answer to the next?
    Compare {
        /// The answer before.
        before: Tried,
        /// The answer itself.
        after: Tried,
    },
    /// What can a person do about a call that failed?
    Advise {
        /// The call.
        failure: Failure,
    },
    /// What is this reply worth, without any model, and what would one be told?
    Check {
        /// What a valid answer is.
        schema: SchemaSource,
        /// The reply, and what it is checked by beside the schema.
        check: Check,
    },
    /// What do some rows of a text of the last check say?
    Window {
        /// The number of the check.
        number: u64,
        /// The text.
        text: Text,
        /// The first row.
        from: usize,
        /// How many rows, at the most.
        count: usize,
    },
    /// What is this schema as a form, and what is wrong with it where?
    Outline {
        /// The schema.
        schema: SchemaSource,
        /// An answer to try it on; may be empty.
        answer: String,
        /// The document that the answer is about; may be empty.
        input: String,
        /// Whether an answer counts that had to be repaired.
        repaired: Repaired,
    },
    /// What does an edit make of this schema?
    Edit {
        /// The schema.
        schema: SchemaSource,
        /// What a control of the form does, as it says.
        edit: String,
        /// What was typed or chosen there.
        value: String,
    },
    /// What may be written at the caret of a schema's text?
    Complete {
        /// The text.
        text: String,
        /// Where the caret is, in bytes.
        caret: usize,
    },
    /// What are the replies of a run worth, judged again?
    Again {
        /// The text of the run's file.
        file: String,
        /// Whether they are judged by its own schema.
        by_own: bool,
        /// Another schema that they are judged by, and what it is called.
        chosen: Option<(SchemaSource, String)>,
    },
    /// What schema do these examples fit?
    Infer {
        /// The text that holds them.
        text: String,
    },
    /// What is there to hand on of these settings?
    Share {
        /// The settings, as they are kept.
        settings: Value,
        /// Whether the input goes along.
        with_input: bool,
    },
    /// What would a link or a file make of these settings?
    Open {
        /// The settings, as they are kept.
        settings: Value,
        /// What it came in.
        form: Form,
        /// The text of the link or file.
        text: String,
    },
    /// How is this call made from outside of the page?
    Code {
        /// What a valid answer is.
        schema: SchemaSource,
        /// What it is to be written in.
        language: Language,
        /// The call.
        sent: SentCall,
        /// The dialect in which the server is given the schema, if it is.
        dialect: Option<Dialect>,
        /// How often the model may answer.
        attempts: u8,
    },
    /// What is to be told of this run?
    Report {
        /// The text of its file.
        text: String,
        /// What the report is written in.
        kind: ReportKind,
    },
}

/// What the judge answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Response {
    /// What the schema amounts to, or what is wrong with it.
    Described(Result<Description, String>),
    /// The verdict.
    Judged(Judgement),
    /// The verdict, and what became of the critique.
    Critiqued(Critiqued),
    /// What the model thinks.
    Opined(Opinion),
    /// What a server is given, or why it can be given nothing.
    Lowered(Result<LoweredText, String>),
    /// What the call of the stand-in model comes to.
    Simulated(Simulated),
    /// What is to be said of the reply so far.
    Grown(Growth),
    /// Why the run goes in circles, or what changed, as it is drawn.
    Drawn(Value),
    /// What a person can do about the call.
    Advised(Advice),
    /// What came of the check.
    Checked(Checked),
    /// The rows; none where this was not the last check, or is not known any more.
    Windowed(Option<Window>),
    /// The schema as a form, and what is wrong with it where.
    Outlined(Box<DrawnSchema>),
    /// The text after an edit, or why there is none.
    Edited(Result<EditedText, String>),
    /// What may be written.
    Completed(Completion),
    /// The run and its replies judged again, or why its file cannot be read.
    Again(Result<Again, String>),
    /// The schema of the examples, as a text to edit, or what is wrong with them.
    Inferred(Result<String, String>),
    /// What there is to hand on.
    Shared(Shared),
    /// What comes of the link or file.
    Opened(Opened),
    /// The call as a command or a program.
    Coded(String),
    /// The report of a run, or why there is none.
    Reported(Result<String, String>),
    /// Why the question has no answer: its schema is wrong, or it cannot be read.
    Unusable(String),
}

impl Question {
    /// The same with the text that comes beside it, if it is one to which a text can come.
    pub fn with_text(self, text: String) -> Self {
        match self {
            Self::Check { schema, check } => {
                Self::Check { schema, check: Check { case: Case { text, ..check.case }, ..check } }
            }
            Self::Describe { .. }
            | Self::Judge { .. }
            | Self::Critique { .. }
            | Self::Opinion { .. }
            | Self::Lower { .. }
            | Self::Simulate { .. }
            | Self::Grow { .. }
            | Self::Diagnose { .. }
            | Self::Advise { .. }
            | Self::Window { .. }
            | Self::Compare { .. }
            | Self::Outline { .. }
            | Self::Edit { .. }
            | Self::Complete { .. }
            | Self::Again { .. }
            | Self::Infer { .. }
            | Self::Share { .. }
            | Self::Open { .. }
            | Self::Code { .. }
            | Self::Report { .. } => self,
        }
    }
}

impl Response {
    /// The answer to [`Question::Describe`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_description(self) -> Result<Result<Description, String>, Undecided> {
        match self {
            Self::Described(described) => Ok(described),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Judge`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_judgement(self) -> Result<Judgement, Undecided> {
        match self {
            Self::Judged(judgement) => Ok(judgement),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Critique`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_critiqued(self) -> Result<Critiqued, Undecided> {
        match self {
            Self::Critiqued(critiqued) => Ok(critiqued),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Opinion`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_opinion(self) -> Result<Opinion, Undecided> {
        match self {
            Self::Opined(opinion) => Ok(opinion),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Lower`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_lowered(self) -> Result<Result<LoweredText, String>, Undecided> {
        match self {
            Self::Lowered(lowered) => Ok(lowered),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Simulate`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_simulated(self) -> Result<Simulated, Undecided> {
        match self {
            Self::Simulated(simulated) => Ok(simulated),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Again`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_again(self) -> Result<Result<Again, String>, Undecided> {
        match self {
            Self::Again(again) => Ok(again),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Infer`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_inferred(self) -> Result<Result<String, String>, Undecided> {
        match self {
            Self::Inferred(inferred) => Ok(inferred),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Share`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_shared(self) -> Result<Shared, Undecided> {
        match self {
            Self::Shared(shared) => Ok(shared),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Code`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_coded(self) -> Result<String, Undecided> {
        match self {
            Self::Coded(code) => Ok(code),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Open`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_opened(self) -> Result<Opened, Undecided> {
        match self {
            Self::Opened(opened) => Ok(opened),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Report`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_reported(self) -> Result<Result<String, String>, Undecided> {
        match self {
            Self::Reported(report) => Ok(report),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Check`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_checked(self) -> Result<Checked, Undecided> {
        match self {
            Self::Checked(checked) => Ok(checked),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Outline`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_outlined(self) -> Result<DrawnSchema, Undecided> {
        match self {
            Self::Outlined(outlined) => Ok(*outlined),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Window`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_window(self) -> Result<Option<Window>, Undecided> {
        match self {
            Self::Windowed(window) => Ok(window),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Edit`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_edited(self) -> Result<Result<EditedText, String>, Undecided> {
        match self {
            Self::Edited(edited) => Ok(edited),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Complete`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_completion(self) -> Result<Completion, Undecided> {
        match self {
            Self::Completed(completion) => Ok(completion),
            other => Err(other.into_reason()),
        }
    }

    /// What is drawn for [`Question::Diagnose`] or [`Question::Compare`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_drawn(self) -> Result<Value, Undecided> {
        match self {
            Self::Drawn(drawn) => Ok(drawn),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Advise`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_advice(self) -> Result<Advice, Undecided> {
        match self {
            Self::Advised(advice) => Ok(advice),
            other => Err(other.into_reason()),
        }
    }

    /// The answer to [`Question::Grow`].
    ///
    /// # Errors
    /// Why this is none.
    pub fn into_growth(self) -> Result<Growth, Undecided> {
        match self {
            Self::Grown(growth) => Ok(growth),
            other => Err(other.into_reason()),
        }
    }

    fn into_reason(self) -> Undecided {
        Undecided::Unusable(match self {
            Self::Unusable(reason) => reason,
            Self::Described(_)
            | Self::Judged(_)
            | Self::Critiqued(_)
            | Self::Opined(_)
            | Self::Lowered(_)
            | Self::Simulated(_)
            | Self::Grown(_)
            | Self::Drawn(_)
            | Self::Advised(_)
            | Self::Checked(_)
            | Self::Windowed(_)
            | Self::Outlined(_)
            | Self::Edited(_)
            | Self::Completed(_)
            | Self::Again(_)
            | Self::Inferred(_)
            | Self::Shared(_)
            | Self::Opened(_)
            | Self::Coded(_)
            | Self::Reported(_) => "the judge answered another question".to_owned(),
        })
    }
}
