//! How the stand-in model can be told to fail. Its names stand where other models' names do.

/// How the stand-in model fails.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Behaviour {
    /// Two wrong values, in a code fence with prose around it.
    #[default]
    Mixed,
    /// A required field is left out.
    MissingField,
    /// A value of the wrong type.
    WrongType,
    /// A value outside its range.
    OutOfRange,
    /// An enum value in the wrong case.
    EnumCase,
    /// Cut off at the token limit.
    Truncated,
    /// Prose, and no JSON at all.
    NoJson,
    /// Wrong values that no correction mends.
    NeverMends,
    /// Right at once.
    NoFaults,
}

impl Behaviour {
    /// Every behaviour, in the order they are offered.
    pub const ALL: [Self; 9] = [
        Self::Mixed,
        Self::MissingField,
        Self::WrongType,
        Self::OutOfRange,
        Self::EnumCase,
        Self::Truncated,
        Self::NoJson,
        Self::NeverMends,
        Self::NoFaults,
    ];

    /// What stands in the place of a model's name.
    pub fn model_name(self) -> &'static str {
        match self {
            Self::Mixed => "mixed-faults",
            Self::MissingField => "missing-field",
            Self::WrongType => "wrong-type",
            Self::OutOfRange => "out-of-range",
            Self::EnumCase => "enum-case",
            Self::Truncated => "truncated",
            Self::NoJson => "no-json",
            Self::NeverMends => "never-mends",
            Self::NoFaults => "no-faults",
        }
    }

    /// The behaviour that stands behind a model's name; the first where there is none.
    pub fn from_model_name(name: &str) -> Self {
        Self::ALL.into_iter().find(|behaviour| behaviour.model_name() == name).unwrap_or_default()
    }
}
