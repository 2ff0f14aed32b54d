//! How a server is asked, beside the messages: above all, how it is told what form the answer must have.
//!
//! The formats stand on a ladder, the surest first. A run asks by the first of them; where the server
//! refuses it, the run steps down one and says so. The last rung, which only the prompt holds, is never
//! refused.

use super::task::Task;
use crate::core::dialect::Dialect;
use crate::core::judge::LoweredText;
use crate::core::provider::{Call, Document, Format, Message, Mode, Modes, Quirks, Thinking};
use serde_json::Value;

/// How a server is asked, beside the messages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Manner {
    /// How it is told what form the answer must have.
    pub ladder: Ladder,
    /// How much the model thinks.
    pub thinking: Thinking,
    /// How many tokens the model shall be able to read, where a call can say so.
    pub context_length: Option<u32>,
    /// How the server deviates, as far as that is known before it is asked.
    pub quirks: Quirks,
}

/// The formats that are tried, the surest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Ladder {
    current: Format,
    lower: Vec<Format>,
    dialect: Option<Dialect>,
    remarks: Vec<String>,
}

/// How an attempt is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asking {
    /// How the server is told what form the answer must have, as far as it was not refused.
    pub mode: Mode,
    /// What was not asked as it was meant to be, and why: a sentence each.
    pub notes: Vec<String>,
}

/// Only the prompt says it.
impl Default for Ladder {
    fn default() -> Self {
        Self { current: Format::Prompt, lower: Vec::new(), dialect: None, remarks: Vec::new() }
    }
}

/// Only the prompt says it.
impl Default for Asking {
    fn default() -> Self {
        Self { mode: Mode::Prompt, notes: Vec::new() }
    }
}

impl Manner {
    /// A call of the task with these messages.
    pub(super) fn call(&self, task: &Task, messages: Vec<Message>, token_limit: u32) -> Call {
        Call {
            messages,
            image: task.image.clone(),
            sampling: task.sampling,
            token_limit,
            format: self.ladder.current.clone(),
            thinking: self.thinking,
            context_length: self.context_length,
            stream: task.stream,
        }
    }
}

impl Ladder {
    /// The modes from the wanted one down, or from the surest where none is, that a server has.
    pub fn modes(wanted: Option<Mode>, has: Modes) -> Vec<Mode> {
        let highest = wanted.unwrap_or(Mode::Strict);
        let below = Mode::ALL.into_iter().skip_while(|mode| *mode != highest);
        // What a person asks for is tried though the server is not known to have it.
        below.filter(|mode| has.has(*mode) || wanted == Some(*mode)).collect()
    }

    /// The ladder of these modes: those that need a schema only where it could be lowered.
    pub fn new(modes: &[Mode], lowered: Option<(Dialect, Result<&LoweredText, &str>)>) -> Self {
        let dialect = lowered.map(|(dialect, _)| dialect);
        let document = match lowered.map(|(_, lowered)| lowered.map(document)) {
            Some(Ok(Some(document))) => Ok(document),
            Some(Ok(None)) => Err("it is nested too deep"),
            Some(Err(reason)) => Err(reason),
            None => Err("it is not known"),
        };
        let mut formats = Vec::new();
        let mut why_not = None;
        for mode in modes {
            match (mode, &document) {
                (Mode::Strict, Ok(document)) => formats.push(Format::Strict(document.clone())),
                (Mode::Tool, Ok(document)) if is_object(&document.schema) => {
                    formats.push(Format::Tool(document.clone()));
                }
                (Mode::Tool, Ok(_)) => {
                    why_not = why_not.or(Some("a tool takes an object, and the answer is none"))
                }
                (Mode::Strict | Mode::Tool, Err(reason)) => why_not = why_not.or(Some(*reason)),
                (Mode::Json, _) => formats.push(Format::Json),
                (Mode::Prompt, _) => formats.push(Format::Prompt),
            }
        }
        let mut formats = formats.into_iter();
        let current = formats.next().unwrap_or_default();
        // What stands lower than what is asked for is nobody's concern yet.
        let is_meant = modes.first() == Some(&current.mode());
        let remark = why_not.filter(|_| !is_meant).map(|why| {
            format!("The server cannot be given this schema: {why}; {}.", instead(current.mode()))
        });
        Self { current, lower: formats.collect(), dialect, remarks: remark.into_iter().collect() }
    }

    /// How the server is told what form the answer must have.
    pub fn format(&self) -> &Format {
        &self.current
    }

    /// The dialect in which it is given the schema, if it is.
    pub fn dialect(&self) -> Option<Dialect> {
        self.dialect.filter(|_| self.current.mode().has_schema())
    }

    /// How an attempt is asked for that begins now.
    pub(super) fn asking(&self, is_first: bool) -> Asking {
        let notes = if is_first { self.remarks.clone() } else { Vec::new() };
        Asking { mode: self.current.mode(), notes }
    }

    /// Leaves the current format, which was refused, for the next one: what is done instead.
    /// Nothing where there is no other.
    pub(super) fn step_down(&mut self) -> Option<&'static str> {
        if self.lower.is_empty() {
            return None;
        }
        self.current = self.lower.remove(0);
        Some(instead(self.current.mode()))
    }
}

/// The schema to send; none where it is nested deeper than can be read.
fn document(lowered: &LoweredText) -> Option<Document> {
    let schema = serde_json::from_str(&lowered.document).ok()?;
    Some(Document::new(&lowered.name, schema))
}

fn is_object(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("object")
}

fn instead(mode: Mode) -> &'static str {
    match mode {
        Mode::Strict => "asked to enforce the schema instead",
        Mode::Tool => "asked for a forced tool call instead",
        Mode::Json => "asked for any JSON object instead",
        Mode::Prompt => "only the prompt says what is asked for",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: Modes = Modes::ALL;
    const NONE: Modes = Modes { strict: false, tool: false, json: false };
    const OBJECT: &str = r#"{"type":"object"}"#;
    const LIST: &str = r#"{"type":"array"}"#;

    #[test]
    fn the_modes_go_down_from_the_wanted_one() {
        use Mode::{Json, Prompt, Strict, Tool};
        let no_tool = Modes { tool: false, ..ALL };
        for (wanted, has, expected) in [
            (None, ALL, vec![Strict, Tool, Json, Prompt]),
            (None, no_tool, vec![Strict, Json, Prompt]),
            (None, NONE, vec![Prompt]),
            (Some(Strict), NONE, vec![Strict, Prompt]),
            (Some(Tool), no_tool, vec![Tool, Json, Prompt]),
            (Some(Json), ALL, vec![Json, Prompt]),
            (Some(Prompt), ALL, vec![Prompt]),
        ] {
            assert_eq!(Ladder::modes(wanted, has), expected, "{wanted:?}");
        }
    }

    /// The rungs from the first down, each with the dialect, and what is said before the first call.
    #[track_caller]
    fn check(modes: &[Mode], lowered: Result<&str, &str>, expected: &[(&str, bool)], remarks: &[&str]) {
        let lowered =
            lowered.map(|document| LoweredText { document: document.into(), ..LoweredText::default() });
        let lowered = lowered.as_ref().map_err(|reason| *reason);
        let mut ladder = Ladder::new(modes, Some((Dialect::Gemini, lowered)));
        assert_eq!(ladder.asking(true).notes, remarks);
        assert_eq!(ladder.asking(false).notes, [""; 0]);
        let mut rungs = Vec::new();
        loop {
            rungs.push((ladder.format().mode().name(), ladder.dialect().is_some()));
            if ladder.step_down().is_none() {
                break;
            }
        }
        assert_eq!(rungs, expected);
    }

    #[test]
    fn what_cannot_be_asked_for_is_not_on_the_ladder() {
        let deep = format!("{}{}", "[".repeat(200), "]".repeat(200));
        let (strict, tool, json, prompt) =
            (("strict", true), ("tool", true), ("json", false), ("prompt", false));
        check(&Mode::ALL, Ok(OBJECT), &[strict, tool, json, prompt], &[]);
        check(&Mode::ALL, Ok(LIST), &[strict, json, prompt], &[]);
        check(
            &Mode::ALL,
            Err("no value satisfies the schema"),
            &[json, prompt],
            &["The server cannot be given this schema: no value satisfies the schema; \
               asked for any JSON object instead."],
        );
        check(
            &Mode::ALL,
            Ok(&deep),
            &[json, prompt],
            &[
                "The server cannot be given this schema: it is nested too deep; asked for any JSON object instead.",
            ],
        );
        check(
            &[Mode::Tool, Mode::Prompt],
            Ok(LIST),
            &[prompt],
            &["The server cannot be given this schema: a tool takes an object, and the answer is none; \
               only the prompt says what is asked for."],
        );
        check(&[Mode::Json, Mode::Prompt], Err("x"), &[json, prompt], &[]);
        check(&[], Ok(OBJECT), &[prompt], &[]);
    }

    #[test]
    fn the_schema_is_sent_under_its_name() {
        let lowered =
            LoweredText { name: "Käse, alt".into(), document: OBJECT.into(), ..LoweredText::default() };
        let ladder = Ladder::new(&[Mode::Strict], Some((Dialect::Generic, Ok(&lowered))));
        let schema = serde_json::json!({"type": "object"});
        assert_eq!(ladder.format(), &Format::Strict(Document::new("K_se__alt", schema)));
    }
}
