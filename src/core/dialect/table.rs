//! What each server's structured output enforces, ignores and refuses, as data: one file a dialect.

mod anthropic;
mod gemini;
mod generic;
mod llama_cpp;
mod lm_studio_mlx;
mod open_ai_strict;
mod vllm;
mod xai;

use super::kept::Fate;
use super::keyword::Keyword;
use super::limits::Limits;
use crate::core::format::Format;

/// A server's way with schemas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// OpenAI with `strict`, and Groq where it has that.
    OpenAiStrict,
    /// Anthropic's output format.
    Anthropic,
    /// Gemini's compatible endpoint.
    Gemini,
    /// The grammars of llama.cpp: llama-server, Ollama, and LM Studio with a GGUF model.
    LlamaCpp,
    /// LM Studio with an MLX model.
    LmStudioMlx,
    /// vLLM.
    Vllm,
    /// xAI.
    Xai,
    /// Any other server that takes a JSON Schema, such as Mistral and Together.
    Generic,
}

/// What is known of a dialect.
pub(super) struct Table {
    /// What it is called.
    pub(super) name: &'static str,
    /// What it does with each keyword.
    pub(super) treatment: fn(Keyword) -> Treatment,
    /// How schemas are written for it.
    pub(super) style: Style,
    /// Whether the whole answer must be an object.
    pub(super) needs_object: bool,
    /// Whether every value needs a type.
    pub(super) needs_types: bool,
    /// Whether every named field must be there, so that null stands for one that is not.
    pub(super) needs_all: bool,
    /// What fields an object may have beside the named ones.
    pub(super) strays: Strays,
    /// Where a schema may refer to another one.
    pub(super) references: References,
    /// How it is said that a value may also be null.
    pub(super) nulls: Nulls,
    /// How it is said that a value may be anything.
    pub(super) anything: Anything,
    /// Whether `enum` may have other values than strings and numbers.
    pub(super) takes_boolean_enums: bool,
    /// How large a schema may be.
    pub(super) limits: Limits,
}

/// What a server does with a keyword.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Treatment {
    /// It holds the model to it.
    Enforces,
    /// It takes no notice.
    Ignores,
    /// It answers with an error, or does something else than what is meant.
    Refuses,
    /// It enforces some uses; the fate is that of the others.
    Where(Only, Fate),
}

/// The uses of a keyword that are enforced.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Only {
    /// With integers.
    Integers,
    /// With the counts 0 and 1.
    ZeroOrOne,
    /// With counts up to this one.
    UpTo(u64),
    /// Patterns without lookaround and back references.
    PlainPatterns,
    /// Such patterns that say what the whole string is.
    WholePatterns,
    /// Such patterns that can be spelled out for a grammar.
    GrammarPatterns,
    /// Where neither a pattern nor a format that is enforced stands beside it.
    Alone,
    /// These formats.
    Formats(&'static [Format]),
}

/// How schemas are written for a dialect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// Anew, from what all the assertions about a value come to together.
    Merged,
    /// As their author has them.
    AsWritten,
}

/// What fields an object may have beside those that are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Strays {
    /// None, and that must be said.
    Forbidden,
    /// None unless something is said of them.
    ForbiddenUnlessSaid,
    /// What the schema says.
    AsSaid,
}

/// Where a schema may refer to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum References {
    /// Anywhere.
    Anywhere,
    /// Anywhere, but in circles only through fields that may be left out.
    InCirclesIfOptional,
    /// Anywhere, but not in circles.
    WithoutCircles,
    /// Nowhere: each is written out.
    Nowhere,
}

/// How it is said that a value may also be null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nulls {
    /// By a second `type`.
    Type,
    /// By a second form.
    Form,
}

/// How it is said that a value may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anything {
    /// By saying nothing.
    Unsaid,
    /// By an empty schema: items and fields of which nothing is said may not be there.
    EmptySchema,
    /// By every type: an empty schema is taken to be something else, or for an error.
    EveryType,
}

impl Dialect {
    /// Every dialect.
    pub const ALL: [Self; 8] = [
        Self::OpenAiStrict,
        Self::Anthropic,
        Self::Gemini,
        Self::LlamaCpp,
        Self::LmStudioMlx,
        Self::Vllm,
        Self::Xai,
        Self::Generic,
    ];

    /// What people call it.
    pub fn name(self) -> &'static str {
        self.table().name
    }

    /// Its name, for files.
    pub fn id(self) -> &'static str {
        match self {
            Self::OpenAiStrict => "openai-strict",
            Self::Anthropic => "anthropic",
            Self::Gemini => "gemini",
            Self::LlamaCpp => "llama.cpp",
            Self::LmStudioMlx => "lm-studio-mlx",
            Self::Vllm => "vllm",
            Self::Xai => "xai",
            Self::Generic => "generic",
        }
    }

    /// The dialect of this name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|dialect| dialect.id() == id)
    }

    pub(super) fn table(self) -> &'static Table {
        match self {
            Self::OpenAiStrict => &open_ai_strict::TABLE,
            Self::Anthropic => &anthropic::TABLE,
            Self::Gemini => &gemini::TABLE,
            Self::LlamaCpp => &llama_cpp::TABLE,
            Self::LmStudioMlx => &lm_studio_mlx::TABLE,
            Self::Vllm => &vllm::TABLE,
            Self::Xai => &xai::TABLE,
            Self::Generic => &generic::TABLE,
        }
    }
}

impl Treatment {
    /// Whether small counts are enforced.
    pub(super) fn holds_counts(self) -> bool {
        matches!(self, Self::Enforces | Self::Where(Only::UpTo(_), _))
    }
}

impl Only {
    /// Why another use is not enforced.
    pub(super) fn why_not(self) -> &'static str {
        match self {
            Self::Integers => "only with integers",
            Self::ZeroOrOne => "only 0 or 1",
            Self::UpTo(_) => "too large a number",
            Self::PlainPatterns => "no lookaround, no back references",
            Self::WholePatterns => "only patterns from ^ to $, without lookaround and back references",
            Self::GrammarPatterns => "only patterns from ^ to $ that a grammar can say",
            Self::Alone => "not beside a pattern or a format",
            Self::Formats(_) => "not this format",
        }
    }
}
