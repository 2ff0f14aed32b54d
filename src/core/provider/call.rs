//! What is asked of a model: the same for every provider, without address or key.

/// One call of a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The conversation. At most one system message, at the start; then user and assistant by turns,
    /// and the last one is the user's.
    pub messages: Vec<Message>,
    /// How the answer is drawn.
    pub sampling: Sampling,
    /// The most tokens the answer may take.
    pub token_limit: u32,
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
