//! Every quirk as a person sees it: its name, what it means, and what can be chosen for it.

use super::preset::Family::{self, Anthropic, ChatCompletions, Ollama};
use super::quirks::{Change, Images, Modes, Quirks, SystemRole, ThinkingForm, ToolChoice};

/// A quirk as a person sees it.
#[derive(Debug, PartialEq, Eq)]
pub struct Control {
    /// What settings and the page call it.
    pub id: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// What it means, in a sentence.
    pub meaning: &'static str,
    choices: &'static [Choice],
}

/// What can be chosen for a quirk.
#[derive(Debug, PartialEq, Eq)]
pub struct Choice {
    /// What settings and people call it.
    pub word: &'static str,
    /// What it changes.
    pub change: Change,
    families: &'static [Family],
}

const ALL: &[Family] = &[ChatCompletions, Anthropic, Ollama];
const NOT_OLLAMA: &[Family] = &[ChatCompletions, Anthropic];
const NOT_ANTHROPIC: &[Family] = &[ChatCompletions, Ollama];
const CHAT: &[Family] = &[ChatCompletions];
const LEFT_OUT: &str = "left out";

const fn choice(word: &'static str, change: Change, families: &'static [Family]) -> Choice {
    Choice { word, change, families }
}

const fn modes(strict: bool, tool: bool, json: bool) -> Change {
    Change::Modes(Modes { strict, tool, json })
}

static CONTROLS: [Control; 14] = [
    Control {
        id: "limit-parameter",
        label: "Limit parameter",
        meaning: "What a call names the most tokens of an answer.",
        choices: &[
            choice("max_tokens", Change::Limit("max_tokens"), NOT_OLLAMA),
            choice("max_completion_tokens", Change::Limit("max_completion_tokens"), CHAT),
            choice("num_predict", Change::Limit("num_predict"), &[Ollama]),
        ],
    },
    Control {
        id: "temperature-parameter",
        label: "Temperature parameter",
        meaning: "Whether a temperature that is set goes along.",
        choices: &[
            choice("sent", Change::Temperature(true), ALL),
            choice(LEFT_OUT, Change::Temperature(false), ALL),
        ],
    },
    Control {
        id: "seed-parameter",
        label: "Seed parameter",
        meaning: "What a call names a seed that is set.",
        choices: &[
            choice("seed", Change::Seed(Some("seed")), NOT_ANTHROPIC),
            choice("random_seed", Change::Seed(Some("random_seed")), CHAT),
            choice(LEFT_OUT, Change::Seed(None), ALL),
        ],
    },
    Control {
        id: "instructions",
        label: "Instructions",
        meaning: "Where the system prompt goes.",
        choices: &[
            choice("system", Change::System(SystemRole::System), ALL),
            choice("developer", Change::System(SystemRole::Developer), CHAT),
            choice("first user turn", Change::System(SystemRole::FirstUserTurn), ALL),
        ],
    },
    Control {
        id: "formats",
        label: "Formats",
        meaning: "The response formats it has; auto takes the first.",
        choices: &[
            choice("schema, tool, JSON", modes(true, true, true), NOT_ANTHROPIC),
            choice("schema, tool", modes(true, true, false), ALL),
            choice("schema, JSON", modes(true, false, true), NOT_ANTHROPIC),
            choice("schema", modes(true, false, false), ALL),
            choice("tool, JSON", modes(false, true, true), NOT_ANTHROPIC),
            choice("tool", modes(false, true, false), ALL),
            choice("JSON", modes(false, false, true), NOT_ANTHROPIC),
            choice("prompt only", modes(false, false, false), ALL),
        ],
    },
    Control {
        id: "strict-parameter",
        label: "Strict parameter",
        meaning: "Whether strict: true goes with a schema.",
        choices: &[
            choice("sent", Change::Strict(true), NOT_OLLAMA),
            choice(LEFT_OUT, Change::Strict(false), ALL),
        ],
    },
    Control {
        id: "tool-choice",
        label: "Tool choice",
        meaning: "How the model is made to call the tool.",
        choices: &[
            choice("by name", Change::ToolChoice(ToolChoice::Named), NOT_OLLAMA),
            choice("required", Change::ToolChoice(ToolChoice::Required), NOT_OLLAMA),
            choice("only offered", Change::ToolChoice(ToolChoice::Offered), ALL),
        ],
    },
    Control {
        id: "tool-thinking",
        label: "Thinking with a tool",
        meaning: "Whether a forced tool call goes with thinking.",
        choices: &[
            choice("as set", Change::ToolStopsThinking(false), ALL),
            choice("turned off", Change::ToolStopsThinking(true), NOT_OLLAMA),
        ],
    },
    Control {
        id: "thinking-parameter",
        label: "Thinking parameter",
        meaning: "How a call says how much to think.",
        choices: &[
            choice("reasoning_effort", Change::Thinking(ThinkingForm::ReasoningEffort), CHAT),
            choice("reasoning", Change::Thinking(ThinkingForm::Reasoning), CHAT),
            choice("thinking", Change::Thinking(ThinkingForm::Switch), CHAT),
            choice("chat_template_kwargs", Change::Thinking(ThinkingForm::Template), CHAT),
            choice("effort", Change::Thinking(ThinkingForm::Adaptive), &[Anthropic]),
            choice("budget_tokens", Change::Thinking(ThinkingForm::Budget), &[Anthropic]),
            choice("think", Change::Thinking(ThinkingForm::Think), &[Ollama]),
            choice(LEFT_OUT, Change::Thinking(ThinkingForm::Absent), ALL),
        ],
    },
    Control {
        id: "streaming",
        label: "Streaming",
        meaning: "Whether an answer can come in pieces.",
        choices: &[
            choice("in pieces", Change::Stream(true), ALL),
            choice("in one piece", Change::Stream(false), ALL),
        ],
    },
    Control {
        id: "stream-usage",
        label: "Usage in a stream",
        meaning: "Whether stream_options asks for token counts.",
        choices: &[
            choice("asked for", Change::StreamUsage(true), CHAT),
            choice(LEFT_OUT, Change::StreamUsage(false), ALL),
        ],
    },
    Control {
        id: "context-parameter",
        label: "Context parameter",
        meaning: "What a call names how many tokens the model shall read.",
        choices: &[
            choice("num_ctx", Change::ContextLength(Some("num_ctx")), &[Ollama]),
            choice(LEFT_OUT, Change::ContextLength(None), ALL),
        ],
    },
    Control {
        id: "required-parameters",
        label: "Required parameters",
        meaning: "Whether a gateway must find a model that knows them all.",
        choices: &[
            choice("sent", Change::RequireParameters(true), CHAT),
            choice(LEFT_OUT, Change::RequireParameters(false), ALL),
        ],
    },
    Control {
        id: "images",
        label: "Images",
        meaning: "Whether its models take images.",
        choices: &[
            choice("taken if its list of models says so", Change::Images(Images::Listed), ALL),
            choice("taken", Change::Images(Images::Taken), ALL),
            choice("refused", Change::Images(Images::Refused), ALL),
        ],
    },
];

impl Control {
    /// Those of which a family has more than one choice.
    pub fn of(family: Family) -> impl Iterator<Item = &'static Self> {
        CONTROLS.iter().filter(move |control| control.choices(family).nth(1).is_some())
    }

    /// What a family can choose from.
    pub fn choices(&self, family: Family) -> impl Iterator<Item = &'static Choice> {
        self.choices.iter().filter(move |choice| choice.families.contains(&family))
    }

    /// What these quirks have chosen.
    pub fn known(&self, quirks: Quirks) -> &'static str {
        let known = self.choices.iter().find(|choice| quirks.with(choice.change) == quirks);
        known.map_or("", |choice| choice.word)
    }

    /// The control of a change, and what the change chooses; none where nobody could choose that.
    pub fn of_change(change: Change) -> Option<(&'static Self, &'static str)> {
        CONTROLS.iter().find_map(|control| {
            let choice = control.choices.iter().find(|choice| choice.change == change)?;
            Some((control, choice.word))
        })
    }

    /// The change that settings call by these words.
    pub fn change(id: &str, word: &str) -> Option<Change> {
        let control = CONTROLS.iter().find(|control| control.id == id)?;
        control.choices.iter().find(|choice| choice.word == word).map(|choice| choice.change)
    }

    /// Whether a change is one of this quirk.
    pub fn has(&self, change: Change) -> bool {
        self.choices.iter().any(|choice| choice.change.is_like(change))
    }
}

#[cfg(test)]
mod tests {
    use super::super::preset::Provider;
    use super::*;
    use std::collections::BTreeSet;

    /// A change of the next quirk; with another kind of change this does not compile until it has a place.
    fn next(change: Change) -> Option<Change> {
        Some(match change {
            Change::Limit(_) => Change::Temperature(false),
            Change::Temperature(_) => Change::Seed(None),
            Change::Seed(_) => Change::System(SystemRole::Developer),
            Change::System(_) => Change::Modes(Modes::ALL),
            Change::Modes(_) => Change::Strict(false),
            Change::Strict(_) => Change::ToolChoice(ToolChoice::Offered),
            Change::ToolChoice(_) => Change::ToolStopsThinking(true),
            Change::ToolStopsThinking(_) => Change::Thinking(ThinkingForm::Absent),
            Change::Thinking(_) => Change::Stream(false),
            Change::Stream(_) => Change::StreamUsage(false),
            Change::StreamUsage(_) => Change::ContextLength(None),
            Change::ContextLength(_) => Change::RequireParameters(false),
            Change::RequireParameters(_) => Change::Images(Images::Taken),
            Change::Images(_) => return None,
        })
    }

    #[test]
    fn every_quirk_has_a_control_of_its_own() {
        let walk = std::iter::successors(Some(Change::Limit("max_tokens")), |change| next(*change));
        let mut ids = Vec::new();
        for change in walk {
            let (control, word) = Control::of_change(change).unwrap();
            assert!(control.choices.iter().all(|choice| choice.change.is_like(change)), "{change:?}");
            assert_eq!(Control::change(control.id, word), Some(change));
            ids.push(control.id);
        }
        assert_eq!(ids, CONTROLS.each_ref().map(|control| control.id));
    }

    #[test]
    fn names_are_unique() {
        let labels: BTreeSet<_> = CONTROLS.iter().map(|control| control.label).collect();
        assert_eq!(labels.len(), CONTROLS.len());
        for control in &CONTROLS {
            let words: BTreeSet<_> = control.choices.iter().map(|choice| choice.word).collect();
            assert_eq!(words.len(), control.choices.len(), "{}", control.id);
        }
    }

    #[test]
    fn what_is_known_of_a_server_can_be_chosen() {
        for preset in Provider::ALL.map(Provider::preset) {
            for control in Control::of(preset.family) {
                let known = control.known(preset.quirks);
                let is_offered = control.choices(preset.family).any(|choice| choice.word == known);
                assert!(is_offered, "{} {} {known}", preset.id, control.id);
            }
        }
    }

    #[test]
    fn a_family_has_the_controls_that_it_knows() {
        let ids = |family| Control::of(family).map(|control| control.id).collect::<Vec<_>>();
        assert_eq!(
            ids(ChatCompletions),
            [
                "limit-parameter",
                "temperature-parameter",
                "seed-parameter",
                "instructions",
                "formats",
                "strict-parameter",
                "tool-choice",
                "tool-thinking",
                "thinking-parameter",
                "streaming",
                "stream-usage",
                "required-parameters",
                "images",
            ]
        );
        assert_eq!(
            ids(Anthropic),
            [
                "temperature-parameter",
                "instructions",
                "formats",
                "strict-parameter",
                "tool-choice",
                "tool-thinking",
                "thinking-parameter",
                "streaming",
                "images",
            ]
        );
        assert_eq!(
            ids(Ollama),
            [
                "temperature-parameter",
                "seed-parameter",
                "instructions",
                "formats",
                "thinking-parameter",
                "streaming",
                "context-parameter",
                "images",
            ]
        );
    }

    #[test]
    fn what_settings_do_not_know_is_no_change() {
        for (id, word) in [("limit-parameter", "most_tokens"), ("colour", "sent"), ("", "")] {
            assert_eq!(Control::change(id, word), None, "{id} {word}");
        }
        assert_eq!(Control::of_change(Change::Limit("most_tokens")), None);
    }
}
