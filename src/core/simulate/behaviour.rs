//! How the stand-in model can be told to fail. Its names stand where other models' names do.

/// How the stand-in model fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behaviour {
    /// A required field is left out.
    MissingField,
    /// A value of the wrong type.
    WrongType,
    /// A field that the schema does not allow.
    UnknownKey,
    /// Two wrong values, in a code fence with prose around it.
    #[default]
    Mixed,
    /// A value outside its range.
    OutOfRange,
    /// An enum value in the wrong case.
    EnumCase,
    /// A rule across fields is broken, and nothing else.
    BrokenRule,
    /// A text that had to be out of the input is made up.
    NotInInput,
    /// A rule is broken that only warns.
    OnlyWarning,
    /// JSON that has to be repaired to be read.
    NearJson,
    /// Prose, and no JSON at all.
    NoJson,
    /// Cut off at the token limit before the JSON is complete.
    Truncated,
    /// Cut off at the token limit, but behind the JSON.
    Talkative,
    /// Nothing at all.
    Empty,
    /// Reasoning, and no answer.
    OnlyReasoning,
    /// The model refuses.
    Refusal,
    /// A filter withholds the answer.
    ContentFilter,
    /// White space without end.
    WhiteSpace,
    /// One piece over and over.
    Repetition,
    /// The connection breaks on the way.
    Cut,
    /// The server says nothing.
    TimedOut,
    /// There were too many calls.
    RateLimited,
    /// The server has too much to do.
    Busy,
    /// The conversation is longer than the model can read.
    Overflow,
    /// The key is wrong.
    KeyRefused,
    /// Nothing answers.
    Unreachable,
    /// It mends one thing and breaks another, and so on.
    Oscillates,
    /// The same wrong answer, whatever it is told.
    NeverLearns,
    /// Another answer each time, with the same wrong.
    NeverMends,
    /// The first value is wrong already, and the run does not wait for the rest.
    Hopeless,
    /// Right at once.
    NoFaults,
}

/// What is failed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The form of the answer.
    Structure,
    /// Its values.
    Values,
    /// What its values must be to each other and to the input.
    Rules,
    /// What stands in the reply.
    Reply,
    /// The way to the model.
    Server,
    /// What becomes of corrections.
    Loop,
}

impl Behaviour {
    /// Every behaviour, group by group, in the order they are offered.
    pub const ALL: [Self; 31] = [
        Self::MissingField,
        Self::WrongType,
        Self::UnknownKey,
        Self::Mixed,
        Self::OutOfRange,
        Self::EnumCase,
        Self::BrokenRule,
        Self::NotInInput,
        Self::OnlyWarning,
        Self::NearJson,
        Self::NoJson,
        Self::Truncated,
        Self::Talkative,
        Self::Empty,
        Self::OnlyReasoning,
        Self::Refusal,
        Self::ContentFilter,
        Self::WhiteSpace,
        Self::Repetition,
        Self::Cut,
        Self::TimedOut,
        Self::RateLimited,
        Self::Busy,
        Self::Overflow,
        Self::KeyRefused,
        Self::Unreachable,
        Self::Oscillates,
        Self::NeverLearns,
        Self::NeverMends,
        Self::Hopeless,
        Self::NoFaults,
    ];

    /// Its name in settings and links, in the place of a model's; never changes.
    pub fn model_name(self) -> &'static str {
        self.words().0
    }

    /// What it is called where it is offered.
    pub fn label(self) -> &'static str {
        self.words().1
    }

    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::MissingField => ("missing-field", "missing field"),
            Self::WrongType => ("wrong-type", "wrong type"),
            Self::UnknownKey => ("unknown-key", "unknown key"),
            Self::Mixed => ("mixed-faults", "two wrong values"),
            Self::OutOfRange => ("out-of-range", "out of range"),
            Self::EnumCase => ("enum-case", "wrong enum"),
            Self::BrokenRule => ("broken-rule", "broken rule"),
            Self::NotInInput => ("not-in-input", "not in the input"),
            Self::OnlyWarning => ("only-warning", "only a warning"),
            Self::NearJson => ("near-json", "JSON that needs repairs"),
            Self::NoJson => ("no-json", "no JSON"),
            Self::Truncated => ("truncated", "truncated in the JSON"),
            Self::Talkative => ("talkative", "truncated behind the JSON"),
            Self::Empty => ("empty", "empty"),
            Self::OnlyReasoning => ("only-reasoning", "only reasoning"),
            Self::Refusal => ("refusal", "refusal"),
            Self::ContentFilter => ("content-filter", "content filter"),
            Self::WhiteSpace => ("white-space", "white space without end"),
            Self::Repetition => ("repetition", "repetition without end"),
            Self::Cut => ("cut", "connection cut"),
            Self::TimedOut => ("timed-out", "timed out"),
            Self::RateLimited => ("rate-limited", "rate limited"),
            Self::Busy => ("busy", "busy"),
            Self::Overflow => ("overflow", "context overflow"),
            Self::KeyRefused => ("key-refused", "key refused"),
            Self::Unreachable => ("unreachable", "unreachable"),
            Self::Oscillates => ("oscillates", "mends one, breaks another"),
            Self::NeverLearns => ("never-learns", "never learns: same answer"),
            Self::NeverMends => ("never-mends", "never mends: same errors"),
            Self::Hopeless => ("hopeless", "hopeless, stopped early"),
            Self::NoFaults => ("no-faults", "right at once"),
        }
    }

    /// What it fails at.
    pub fn group(self) -> Group {
        match self {
            Self::MissingField | Self::WrongType | Self::UnknownKey => Group::Structure,
            Self::Mixed | Self::OutOfRange | Self::EnumCase => Group::Values,
            Self::BrokenRule | Self::NotInInput | Self::OnlyWarning => Group::Rules,
            Self::NearJson
            | Self::NoJson
            | Self::Truncated
            | Self::Talkative
            | Self::Empty
            | Self::OnlyReasoning
            | Self::Refusal
            | Self::ContentFilter
            | Self::WhiteSpace
            | Self::Repetition => Group::Reply,
            Self::Cut
            | Self::TimedOut
            | Self::RateLimited
            | Self::Busy
            | Self::Overflow
            | Self::KeyRefused
            | Self::Unreachable => Group::Server,
            Self::Oscillates | Self::NeverLearns | Self::NeverMends | Self::Hopeless | Self::NoFaults => {
                Group::Loop
            }
        }
    }

    /// The behaviour that stands behind a model's name; the usual one where there is none.
    pub fn from_model_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|behaviour| behaviour.model_name() == name).unwrap_or_default()
    }
}

impl Group {
    /// What it is called where behaviours are offered.
    pub fn name(self) -> &'static str {
        match self {
            Self::Structure => "structure",
            Self::Values => "values",
            Self::Rules => "rules",
            Self::Reply => "reply",
            Self::Server => "server",
            Self::Loop => "loop",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_behaviour_has_a_name_of_its_own_and_stands_with_its_group() {
        for behaviour in Behaviour::ALL {
            assert_eq!(Behaviour::from_model_name(behaviour.model_name()), behaviour);
        }
        assert_eq!(Behaviour::from_model_name("gpt-9"), Behaviour::Mixed);
        let mut groups = Behaviour::ALL.map(|behaviour| behaviour.group().name()).to_vec();
        groups.dedup();
        assert_eq!(groups, ["structure", "values", "rules", "reply", "server", "loop"]);
    }
}
