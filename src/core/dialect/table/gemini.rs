//! Gemini's structured output, as the compatible endpoint takes it.
//!
//! It takes no notice of keywords that it does not know. Schemas may lead into themselves only through
//! fields that may be left out, and `enum` is for strings and numbers.

use super::{Anything, Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;
use crate::core::format::Format;

/// The formats it is documented to know.
const FORMATS: &[Format] = &[Format::DateTime, Format::Date, Format::Time];

pub(super) const TABLE: Table = Table {
    name: "Gemini",
    treatment,
    style: Style::Merged,
    needs_object: false,
    needs_types: false,
    needs_all: false,
    strays: Strays::AsSaid,
    references: References::InCirclesIfOptional,
    nulls: Nulls::Form,
    anything: Anything::Unsaid,
    takes_boolean_enums: false,
    limits: Limits::NONE,
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
        | Keyword::MaxItems
        | Keyword::Minimum
        | Keyword::Maximum
        | Keyword::PrefixItems => Treatment::Enforces,
        Keyword::Format => Treatment::Where(Only::Formats(FORMATS), Fate::Ignored),
        Keyword::Rules => Treatment::Refuses,
        Keyword::MinLength
        | Keyword::MaxLength
        | Keyword::Pattern
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf
        | Keyword::UniqueItems
        | Keyword::Contains
        | Keyword::UnevaluatedItems
        | Keyword::PatternProperties
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
