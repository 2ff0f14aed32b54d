//! How a server deviates from its family: data, every piece of which can be changed.

use super::call::Mode;

/// The deviations of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quirks {
    /// The parameter that limits the tokens of an answer.
    pub limit: &'static str,
    /// Whether a temperature is sent.
    pub temperature: bool,
    /// The parameter for a seed, where there is one.
    pub seed: Option<&'static str>,
    /// Where standing instructions go.
    pub system: SystemRole,
    /// The modes that are offered.
    pub modes: Modes,
    /// Whether `strict: true` goes with a schema.
    pub strict: bool,
    /// How a tool is forced.
    pub tool_choice: ToolChoice,
    /// Whether a forced tool is refused unless thinking is turned off.
    pub tool_stops_thinking: bool,
    /// How thinking is turned up, down and off.
    pub thinking: ThinkingForm,
    /// Whether an answer can come in pieces.
    pub stream: bool,
    /// Whether the usage of an answer in pieces is asked for with `stream_options`.
    pub stream_usage: bool,
    /// The parameter for how many tokens the model shall be able to read, where there is one.
    pub context_length: Option<&'static str>,
    /// Whether a gateway is told to use only models that know every parameter.
    pub require_parameters: bool,
    /// Whether its models take images.
    pub images: Images,
}

/// A set of modes. [`Mode::Prompt`] is in every one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modes {
    /// [`Mode::Strict`]
    pub strict: bool,
    /// [`Mode::Tool`]
    pub tool: bool,
    /// [`Mode::Json`]
    pub json: bool,
}

/// Where standing instructions go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SystemRole {
    /// A message of the role `system`, or what the family has for it.
    System,
    /// A message of the role `developer`.
    Developer,
    /// The beginning of the first user turn, for models that know only two roles.
    FirstUserTurn,
}

/// How a tool is forced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ToolChoice {
    /// By its name.
    Named,
    /// By the word `required`: there is only one.
    Required,
    /// Not at all: the model is only offered it.
    Offered,
}

/// How thinking is turned up, down and off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThinkingForm {
    /// It cannot be.
    Absent,
    /// `"reasoning_effort": "low"`
    ReasoningEffort,
    /// `"reasoning": {"effort": "low"}`
    Reasoning,
    /// `"thinking": {"type": "disabled"}`, on or off and nothing between.
    Switch,
    /// `"chat_template_kwargs": {"enable_thinking": false}`
    Template,
    /// Anthropic's `"thinking": {"type": "adaptive"}` with an effort.
    Adaptive,
    /// Anthropic's `"thinking": {"type": "enabled", "budget_tokens": 1024}`
    Budget,
    /// Ollama's `"think": false`
    Think,
}

/// Whether a server's models take images.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Images {
    /// Those do of which its list says so.
    Listed,
    /// Every one does.
    Taken,
    /// None does.
    Refused,
}

/// A change of one quirk: learned from a server, or set by a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Of [`Quirks::limit`]
    Limit(&'static str),
    /// Of [`Quirks::temperature`]
    Temperature(bool),
    /// Of [`Quirks::seed`]
    Seed(Option<&'static str>),
    /// Of [`Quirks::system`]
    System(SystemRole),
    /// Of [`Quirks::modes`]
    Modes(Modes),
    /// Of [`Quirks::strict`]
    Strict(bool),
    /// Of [`Quirks::tool_choice`]
    ToolChoice(ToolChoice),
    /// Of [`Quirks::tool_stops_thinking`]
    ToolStopsThinking(bool),
    /// Of [`Quirks::thinking`]
    Thinking(ThinkingForm),
    /// Of [`Quirks::stream`]
    Stream(bool),
    /// Of [`Quirks::stream_usage`]
    StreamUsage(bool),
    /// Of [`Quirks::context_length`]
    ContextLength(Option<&'static str>),
    /// Of [`Quirks::require_parameters`]
    RequireParameters(bool),
    /// Of [`Quirks::images`]
    Images(Images),
}

impl Change {
    /// Whether another change is one of the same quirk.
    pub fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }
}

impl Quirks {
    /// Those of a server that knows what most know of OpenAI's chat completions, and ignores the rest.
    pub(super) const USUAL: Self = Self {
        limit: "max_tokens",
        temperature: true,
        seed: Some("seed"),
        system: SystemRole::System,
        modes: Modes::ALL,
        strict: true,
        tool_choice: ToolChoice::Named,
        tool_stops_thinking: false,
        thinking: ThinkingForm::Absent,
        stream: true,
        stream_usage: true,
        context_length: None,
        require_parameters: false,
        images: Images::Listed,
    };

    /// These quirks, with a change.
    #[must_use]
    pub fn with(mut self, change: Change) -> Self {
        match change {
            Change::Limit(parameter) => self.limit = parameter,
            Change::Temperature(is_sent) => self.temperature = is_sent,
            Change::Seed(parameter) => self.seed = parameter,
            Change::System(role) => self.system = role,
            Change::Modes(modes) => self.modes = modes,
            Change::Strict(is_sent) => self.strict = is_sent,
            Change::ToolChoice(choice) => self.tool_choice = choice,
            Change::ToolStopsThinking(stops) => self.tool_stops_thinking = stops,
            Change::Thinking(form) => self.thinking = form,
            Change::Stream(can) => self.stream = can,
            Change::StreamUsage(is_asked) => self.stream_usage = is_asked,
            Change::ContextLength(parameter) => self.context_length = parameter,
            Change::RequireParameters(is_sent) => self.require_parameters = is_sent,
            Change::Images(images) => self.images = images,
        }
        self
    }
}

/// Those of most servers.
impl Default for Quirks {
    fn default() -> Self {
        Self::USUAL
    }
}

impl SystemRole {
    /// The name of the role on the wire.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::System | Self::FirstUserTurn => "system",
            Self::Developer => "developer",
        }
    }
}

impl Modes {
    /// Every mode.
    pub const ALL: Self = Self { strict: true, tool: true, json: true };

    /// Whether a mode is among them.
    pub fn has(self, mode: Mode) -> bool {
        match mode {
            Mode::Strict => self.strict,
            Mode::Tool => self.tool,
            Mode::Json => self.json,
            Mode::Prompt => true,
        }
    }

    /// These modes, best first.
    pub fn iter(self) -> impl Iterator<Item = Mode> {
        Mode::ALL.into_iter().filter(move |mode| self.has(*mode))
    }

    /// These modes but for one.
    #[must_use]
    pub fn without(mut self, mode: Mode) -> Self {
        match mode {
            Mode::Strict => self.strict = false,
            Mode::Tool => self.tool = false,
            Mode::Json => self.json = false,
            Mode::Prompt => {}
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quirk_can_be_changed() {
        let usual = Quirks::USUAL;
        for (change, expected) in [
            (Change::Limit("x"), Quirks { limit: "x", ..usual }),
            (Change::Temperature(false), Quirks { temperature: false, ..usual }),
            (Change::Seed(None), Quirks { seed: None, ..usual }),
            (Change::System(SystemRole::Developer), Quirks { system: SystemRole::Developer, ..usual }),
            (
                Change::Modes(Modes::ALL.without(Mode::Tool)),
                Quirks { modes: Modes { tool: false, ..Modes::ALL }, ..usual },
            ),
            (Change::Strict(false), Quirks { strict: false, ..usual }),
            (Change::ToolChoice(ToolChoice::Required), Quirks { tool_choice: ToolChoice::Required, ..usual }),
            (Change::ToolStopsThinking(true), Quirks { tool_stops_thinking: true, ..usual }),
            (Change::Thinking(ThinkingForm::Think), Quirks { thinking: ThinkingForm::Think, ..usual }),
            (Change::Stream(false), Quirks { stream: false, ..usual }),
            (Change::StreamUsage(false), Quirks { stream_usage: false, ..usual }),
            (Change::ContextLength(Some("x")), Quirks { context_length: Some("x"), ..usual }),
            (Change::RequireParameters(true), Quirks { require_parameters: true, ..usual }),
            (Change::Images(Images::Taken), Quirks { images: Images::Taken, ..usual }),
        ] {
            assert_eq!(usual.with(change), expected, "{change:?}");
        }
    }

    #[test]
    fn modes_come_best_first() {
        for (modes, expected) in [
            (Modes::ALL, vec![Mode::Strict, Mode::Tool, Mode::Json, Mode::Prompt]),
            (Modes::ALL.without(Mode::Strict), vec![Mode::Tool, Mode::Json, Mode::Prompt]),
            (Modes { strict: false, tool: false, json: false }, vec![Mode::Prompt]),
            (Modes::ALL.without(Mode::Prompt), vec![Mode::Strict, Mode::Tool, Mode::Json, Mode::Prompt]),
        ] {
            assert_eq!(modes.iter().collect::<Vec<_>>(), expected);
        }
    }
}
