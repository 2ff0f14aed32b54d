//! What comes back from a model, the same for every provider.

/// A finished answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reply {
    /// The answer, as it came: the arguments of the tool where the model called one, the words of a
    /// refusal where it said nothing else.
    pub text: String,
    /// What came beside the answer: the model's reasoning, where the server keeps it apart, and what the
    /// model said before it called the tool.
    pub reasoning: String,
    /// Why the model stopped.
    pub finish_reason: FinishReason,
    /// What it took, where the server says.
    pub usage: Option<Usage>,
    /// What the provider says it cost, in billionths of a dollar.
    pub cost: Option<u64>,
}

/// A piece of an answer on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Delta {
    /// More of the answer.
    Text(String),
    /// More of the reasoning.
    Reasoning(String),
    /// Nothing yet, but the server has taken the call.
    Accepted,
    /// Nothing yet: the browser is fetching its model, and has so many hundredths of it.
    Fetching(u8),
    /// Nothing yet, but the browser has its model.
    Fetched,
}

/// Why a model stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FinishReason {
    /// It was done.
    Stop,
    /// The token limit was reached.
    Length,
    /// The model or the provider refused to answer.
    Refusal,
    /// A filter of the provider withheld the answer.
    ContentFilter,
    /// Something else, in the server's word.
    Other(String),
    /// The server does not say.
    #[default]
    Unknown,
}

/// Tokens taken by one call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Tokens read, cached ones included.
    pub input: u64,
    /// Tokens written, reasoning included.
    pub output: u64,
    /// Those of the read tokens that came from a cache.
    pub cached: u64,
    /// Those of the written tokens that went into reasoning.
    pub reasoning: u64,
}

impl FinishReason {
    /// The reason in a word, for people.
    pub fn word(&self) -> &str {
        match self {
            Self::Stop => "stop",
            Self::Length => "length",
            Self::Refusal => "refusal",
            Self::ContentFilter => "content filter",
            Self::Other(word) => word,
            Self::Unknown => "not said",
        }
    }
}

impl std::ops::Add for Usage {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            input: self.input.saturating_add(other.input),
            output: self.output.saturating_add(other.output),
            cached: self.cached.saturating_add(other.cached),
            reasoning: self.reasoning.saturating_add(other.reasoning),
        }
    }
}
