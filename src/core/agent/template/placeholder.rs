//! What stands in a template for something that is known only when the model is told it.

use std::fmt::{self, Display, Formatter};

/// What stands in a template for something that is known only when the model is told it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placeholder {
    /// What the person has written as standing instructions.
    Instructions,
    /// What is said of the schema.
    Schema,
    /// How many errors there are, and what to do about them.
    Opening,
    /// How many errors there are.
    Count,
    /// The errors.
    Errors,
    /// What was right.
    Kept,
    /// What was right and is not any more.
    Undone,
    /// The JSON to return.
    Scaffold,
    /// The form of what is wrong.
    Skeleton,
    /// What was wrong with a reply.
    Problem,
    /// How to avoid that.
    Advice,
    /// What to return.
    Request,
}

impl Placeholder {
    /// What stands between the braces.
    pub fn name(self) -> &'static str {
        match self {
            Self::Instructions => "instructions",
            Self::Schema => "schema",
            Self::Opening => "opening",
            Self::Count => "count",
            Self::Errors => "errors",
            Self::Kept => "kept",
            Self::Undone => "undone",
            Self::Scaffold => "scaffold",
            Self::Skeleton => "skeleton",
            Self::Problem => "problem",
            Self::Advice => "advice",
            Self::Request => "request",
        }
    }

    /// What it stands for, in a few words.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::Instructions => "what stands under System prompt",
            Self::Schema => "the schema and its rules, in words",
            Self::Opening => "how many errors there are, and to fix or avoid them",
            Self::Count => "how many there are: 2 errors",
            Self::Errors => "the errors, one on each line",
            Self::Kept => "the places that were right, where the model sees its answer but no scaffold",
            Self::Undone => "the places that were right before, where the model sees its answer",
            Self::Scaffold => "the JSON to return with a hole for each wrong value, where that is chosen",
            Self::Skeleton => "the form of what is wrong, where errors repeat and there is no scaffold",
            Self::Problem => "what was wrong with the reply",
            Self::Advice => {
                "how to avoid that, after a reply that was cut off, empty or endless, or only reasoning"
            }
            Self::Request => "what to return, after any other reply",
        }
    }
}

impl Display for Placeholder {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{{{{{}}}}}", self.name())
    }
}
