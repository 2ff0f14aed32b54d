//! What a batch can be asked. The page knows few of these words: it hands on those of what is pressed.

use super::job::{Cell, Way};
use crate::core::archive::RunOutcome;
use serde_json::Value;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Show what there is.
    Look,
    /// Take what is set on the page, and its keys, which come along.
    Settings,
    /// Take the files that come along: inputs, or what an engine has made of calls.
    Files,
    /// Have no inputs any more.
    ClearInputs,
    /// Take another column for the Input; none where it is empty.
    Column(String),
    /// Run each input so often.
    Repeats(String),
    /// So many calls at once.
    AtOnce(String),
    /// The most tokens of all runs.
    TokenBudget(String),
    /// The most money of all runs.
    DollarBudget(String),
    /// Have the calls be made so.
    Way(Way),
    /// Keep what is set on the page for a setup, beside others.
    AddSetup,
    /// Leave a setup out.
    RemoveSetup(usize),
    /// Begin.
    Start,
    /// Call nothing more, but let what is under way come to its end.
    Pause,
    /// Go on.
    Resume,
    /// Call nothing more, and let go of what is under way.
    Stop,
    /// Prepare another batch.
    New,
    /// Show this batch.
    Open(String),
    /// Delete this batch.
    Delete,
    /// Show the inputs with a run that ended so.
    Outcome(Filter),
    /// Show inputs of this name.
    Words(String),
    /// Give the run file of this run.
    OpenRun(Cell),
    /// Run the failed first attempts on in every way.
    Recover,
    /// Make a file of what came of it.
    Export(Exporting),
}

/// Which inputs are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Filter {
    /// All.
    #[default]
    Any,
    /// Those with a run that ended so.
    Ended(RunOutcome),
    /// Those of which not all runs are over.
    Open,
    /// Those of which one setup gave a valid answer and another did not.
    Differs,
}

/// What is made a file of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exporting {
    /// The valid answers, a JSON object on every line.
    ValidLines,
    /// The valid answers as a table.
    ValidTable,
    /// What failed, a JSON object on every line.
    FailedLines,
    /// The calls that are to be made next, for the engine of the provider.
    Calls,
}

/// What is asked for by the page itself.
pub const LOOK: &str = "look";
/// See [`Request::Files`].
pub const FILES: &str = "files";
/// See [`Request::Settings`].
pub const SETTINGS: &str = "settings";

impl Filter {
    /// All of them, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        [Self::Any].into_iter().chain(RunOutcome::ALL.map(Self::Ended)).chain([Self::Open, Self::Differs])
    }

    /// What people read, and what it is asked by; the first is asked by nothing.
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "",
            Self::Ended(outcome) => outcome.name(),
            Self::Open => "Not over",
            Self::Differs => "Setups differ",
        }
    }
}

impl Exporting {
    /// All of them, in the order in which they are offered.
    pub const ALL: [Self; 4] = [Self::ValidLines, Self::ValidTable, Self::FailedLines, Self::Calls];

    /// What people read, and what it is asked by.
    pub fn name(self) -> &'static str {
        match self {
            Self::ValidLines => "Valid answers (JSONL)",
            Self::ValidTable => "Valid answers (CSV)",
            Self::FailedLines => "Failures (JSONL)",
            Self::Calls => "Batch file",
        }
    }
}

impl Request {
    /// Whether it changes what a batch will do.
    pub fn is_preparing(&self) -> bool {
        match self {
            Self::ClearInputs
            | Self::Column(_)
            | Self::Repeats(_)
            | Self::Way(_)
            | Self::AddSetup
            | Self::RemoveSetup(_) => true,
            Self::Look
            | Self::Settings
            | Self::Files
            | Self::AtOnce(_)
            | Self::TokenBudget(_)
            | Self::DollarBudget(_)
            | Self::Start
            | Self::Pause
            | Self::Resume
            | Self::Stop
            | Self::New
            | Self::Open(_)
            | Self::Delete
            | Self::Outcome(_)
            | Self::Words(_)
            | Self::OpenRun(_)
            | Self::Recover
            | Self::Export(_) => false,
        }
    }

    /// The request of these words; none if there is no such request.
    pub fn of(asks: &str, of: String) -> Option<Self> {
        Some(match asks {
            LOOK => Self::Look,
            SETTINGS => Self::Settings,
            FILES => Self::Files,
            "clear inputs" => Self::ClearInputs,
            "column" => Self::Column(of),
            "repeats" => Self::Repeats(of),
            "at once" => Self::AtOnce(of),
            "token budget" => Self::TokenBudget(of),
            "dollar budget" => Self::DollarBudget(of),
            "by file" => Self::Way(if of.is_empty() { Way::Here } else { Way::Files }),
            "add setup" => Self::AddSetup,
            "remove setup" => Self::RemoveSetup(of.parse().ok()?),
            "start" => Self::Start,
            "pause" => Self::Pause,
            "resume" => Self::Resume,
            "stop" => Self::Stop,
            "new" => Self::New,
            "open" => Self::Open(of),
            "delete" => Self::Delete,
            "outcome" => Self::Outcome(Filter::all().find(|filter| filter.name() == of)?),
            "words" => Self::Words(of),
            "open run" => Self::OpenRun(Cell(of.parse().ok()?)),
            "recover" => Self::Recover,
            "export" => Self::Export(Exporting::ALL.into_iter().find(|exporting| exporting.name() == of)?),
            _ => return None,
        })
    }
}

/// A request, and where the page is: on its way `[asks, of, from, count, is looking, settings, keys]`.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// What is asked for.
    pub request: Request,
    /// The first row to draw.
    pub from: usize,
    /// How many rows, at the most.
    pub count: usize,
    /// Whether somebody looks at the batch.
    pub is_looking: bool,
    /// What is set on the page, where that matters.
    pub settings: Option<Value>,
    /// Keys, each behind the origin it belongs to.
    pub keys: Vec<(String, String)>,
}

impl Asked {
    /// What is asked in a message; none if it is nothing that can be asked.
    pub fn read(message: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(message).ok()?;
        let number = |place: usize| json.get(place)?.as_u64()?.try_into().ok();
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let keys = json.get(6).and_then(Value::as_array).into_iter().flatten();
        Some(Self {
            request: Request::of(json.get(0)?.as_str()?, json.get(1)?.as_str()?.to_owned())?,
            from: number(2)?,
            count: number(3)?,
            is_looking: json.get(4)?.as_bool()?,
            settings: json.get(5).filter(|settings| settings.is_object()).cloned(),
            keys: keys.filter_map(|key| Some((text(key.get(0)?)?, text(key.get(1)?)?))).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_is_asked_is_known_or_nothing() {
        let asked = |request| {
            Some(Asked { request, from: 7, count: 40, is_looking: true, settings: None, keys: Vec::new() })
        };
        for (message, expected) in [
            (r#"["look", "", 7, 40, true]"#, asked(Request::Look)),
            (r#"["by file", "on", 7, 40, true]"#, asked(Request::Way(Way::Files))),
            (r#"["outcome", "", 7, 40, true]"#, asked(Request::Outcome(Filter::Any))),
            (
                r#"["outcome", "Invalid", 7, 40, true]"#,
                asked(Request::Outcome(Filter::Ended(RunOutcome::Invalid))),
            ),
            (r#"["open run", "12", 7, 40, true]"#, asked(Request::OpenRun(Cell(12)))),
            (
                r#"["export", "Failures (JSONL)", 7, 40, true]"#,
                asked(Request::Export(Exporting::FailedLines)),
            ),
            (
                r#"["settings", "", 7, 40, true, {"schema": "x"}, [["https://a.example", "k"], 3]]"#,
                Some(Asked {
                    settings: Some(json!({"schema": "x"})),
                    keys: vec![("https://a.example".into(), "k".into())],
                    ..asked(Request::Settings).unwrap()
                }),
            ),
            (r#"["open run", "-1", 7, 40, true]"#, None),
            (r#"["sing", "", 0, 1, true]"#, None),
            (r#"["look"]"#, None),
            ("[", None),
        ] {
            assert_eq!(Asked::read(message), expected, "{message}");
        }
    }
}
