//! The grammars that llama.cpp makes of schemas; Ollama and LM Studio use them for GGUF models.
//!
//! What it does not know it skips in silence. Objects are closed unless something is said of other
//! fields, and references within references break. So do large numbers, and patterns that speak of a part
//! of a string or have classes such as `\d`: then the answer may come without any grammar. A pattern or a
//! format hides the lengths beside it, and older servers take an empty schema for an object.

use super::{Anything, Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;
use crate::core::format::Format;

/// The formats that are relied on.
const FORMATS: &[Format] = &[Format::Date, Format::Time, Format::DateTime, Format::Uuid];

pub(super) const TABLE: Table = Table {
    name: "llama.cpp",
    treatment,
    style: Style::Merged,
    needs_object: false,
    needs_types: false,
    needs_all: false,
    strays: Strays::ForbiddenUnlessSaid,
    references: References::Nowhere,
    nulls: Nulls::Type,
    anything: Anything::EveryType,
    takes_boolean_enums: true,
    limits: Limits { count: 1_998, ..Limits::NONE },
};

fn treatment(keyword: Keyword) -> Treatment {
    match keyword {
        Keyword::Type
        | Keyword::Enum
        | Keyword::Const
        | Keyword::Items
        | Keyword::Properties
        | Keyword::Required
        | Keyword::AdditionalProperties
        | Keyword::Reference
        | Keyword::AnyOf
        | Keyword::AllOf
        | Keyword::Never
        | Keyword::MinItems
        | Keyword::MaxItems => Treatment::Enforces,
        Keyword::MinLength | Keyword::MaxLength => Treatment::Where(Only::Alone, Fate::Ignored),
        Keyword::Pattern => Treatment::Where(Only::GrammarPatterns, Fate::Dropped),
        Keyword::Format => Treatment::Where(Only::Formats(FORMATS), Fate::Ignored),
        Keyword::Minimum | Keyword::Maximum | Keyword::ExclusiveMinimum | Keyword::ExclusiveMaximum => {
            Treatment::Where(Only::Integers, Fate::Ignored)
        }
        Keyword::PrefixItems | Keyword::PatternProperties | Keyword::Rules => Treatment::Refuses,
        Keyword::MultipleOf
        | Keyword::UniqueItems
        | Keyword::Contains
        | Keyword::UnevaluatedItems
        | Keyword::PropertyNames
        | Keyword::DependentRequired
        | Keyword::DependentSchemas
        | Keyword::MinProperties
        | Keyword::MaxProperties
        | Keyword::UnevaluatedProperties
        | Keyword::DynamicReference
        | Keyword::OneOf
        | Keyword::Not
        | Keyword::If => Treatment::Ignores,
    }
}
