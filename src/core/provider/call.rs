//! What is asked of a model: the same for every provider, without address or key.

use crate::core::image::Image;
use serde_json::Value;

/// One call of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Call {
    /// The conversation. At most one system message, at the start; then user and assistant by turns,
    /// and the last one is the user's.
    pub messages: Vec<Message>,
    /// What goes with the first turn of the user.
    pub image: Option<Image>,
    /// How the answer is drawn.
    pub sampling: Sampling,
    /// The most tokens the answer may take.
    pub token_limit: u32,
    /// How the server is told what form the answer must have.
    pub format: Format,
    /// How much the model thinks before it answers.
    pub thinking: Thinking,
    /// How many tokens the model shall be able to read, where a call can say so.
    pub context_length: Option<u32>,
    /// Whether the answer shall come in pieces.
    pub stream: bool,
}

/// One turn of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Whose turn it is.
    pub role: Role,
    /// What is said.
    pub content: String,
}

/// Whose turn it is in a conversation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Standing instructions.
    System,
    /// The person, and the corrections.
    User,
    /// The model.
    Assistant,
}

/// How an answer is drawn; what is not set is left to the server.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sampling {
    /// From 0, which is nearly deterministic, upwards.
    pub temperature: Option<f64>,
    /// For the same draw again, where the server honours it.
    pub seed: Option<u64>,
}

/// How a server can be told what form the answer must have, the surest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// It is given the schema, and lets the model write nothing else.
    Strict,
    /// It makes the model call a tool whose arguments have the schema.
    Tool,
    /// It is told that the answer is JSON, but not which.
    Json,
    /// It is told nothing: only the prompt says it.
    Prompt,
}

/// A mode, with the schema where the server is given one.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Format {
    /// [`Mode::Strict`]
    Strict(Document),
    /// [`Mode::Tool`]
    Tool(Document),
    /// [`Mode::Json`]
    Json,
    /// [`Mode::Prompt`]
    #[default]
    Prompt,
}

/// A schema as a server is given it: already in the server's dialect.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    name: String,
    /// The schema.
    pub schema: Value,
}

/// How much a model thinks before it answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Thinking {
    /// As the server has it.
    #[default]
    ServerDefault,
    /// Not at all.
    Off,
    /// A little.
    Low,
    /// Some.
    Medium,
    /// Much.
    High,
}

/// The longest name of a schema that every server accepts.
const LONGEST_NAME: usize = 64;

impl Message {
    /// A system message.
    pub fn system(content: impl Into<String>) -> Self {
        Self { role: Role::System, content: content.into() }
    }

    /// A user turn.
    pub fn user(content: impl Into<String>) -> Self {
        Self { role: Role::User, content: content.into() }
    }

    /// A turn of the model.
    pub fn assistant(content: impl Into<String>) -> Self {
        Self { role: Role::Assistant, content: content.into() }
    }
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 3] = [Self::System, Self::User, Self::Assistant];

    /// Its name in every wire format.
    pub fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::User => "user",
            Self::Assistant => "assistant",
        }
    }
}

impl Mode {
    /// Every mode, the surest first.
    pub const ALL: [Self; 4] = [Self::Strict, Self::Tool, Self::Json, Self::Prompt];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Tool => "tool",
            Self::Json => "json",
            Self::Prompt => "prompt",
        }
    }

    /// What people call it.
    pub fn words(self) -> &'static str {
        match self {
            Self::Strict => "schema enforced by the server",
            Self::Tool => "forced tool call",
            Self::Json => "any JSON object",
            Self::Prompt => "prompt only",
        }
    }

    /// The mode of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mode| mode.name() == name)
    }

    /// Whether the server is given the schema.
    pub fn has_schema(self) -> bool {
        match self {
            Self::Strict | Self::Tool => true,
            Self::Json | Self::Prompt => false,
        }
    }
}

impl Format {
    /// Its mode.
    pub fn mode(&self) -> Mode {
        match self {
            Self::Strict(_) => Mode::Strict,
            Self::Tool(_) => Mode::Tool,
            Self::Json => Mode::Json,
            Self::Prompt => Mode::Prompt,
        }
    }
}

impl Document {
    /// A schema under a name, of which servers take up to 64 letters, digits, `_` and `-`.
    pub fn new(name: &str, schema: Value) -> Self {
        let fits = |character: char| character.is_ascii_alphanumeric() || matches!(character, '_' | '-');
        let name = name.trim().chars().map(|character| if fits(character) { character } else { '_' });
        let name: String = name.take(LONGEST_NAME).collect();
        let is_blank = name.bytes().all(|byte| byte == b'_');
        Self { name: if is_blank { "answer".to_owned() } else { name }, schema }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Thinking {
    /// Every one.
    pub const ALL: [Self; 5] = [Self::ServerDefault, Self::Off, Self::Low, Self::Medium, Self::High];

    /// What people and settings call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::ServerDefault => "server default",
            Self::Off => "off",
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        }
    }

    /// The one of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|thinking| thinking.name() == name)
    }

    /// The word for it in wire formats that have words for how much; none where it is left to the server.
    pub fn word(self) -> Option<&'static str> {
        match self {
            Self::ServerDefault => None,
            Self::Off => Some("none"),
            Self::Low => Some("low"),
            Self::Medium => Some("medium"),
            Self::High => Some("high"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_such_as_every_server_takes() {
        for (name, expected) in [
            ("weather-report_2", "weather-report_2"),
            (" Weather report: Łódź ", "Weather_report____d_"),
            ("", "answer"),
            ("天気", "answer"),
            (&"x".repeat(65), &"x".repeat(64)),
        ] {
            assert_eq!(Document::new(name, Value::Null).name(), expected, "{name:?}");
        }
    }
}
