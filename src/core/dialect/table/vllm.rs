//! vLLM's structured outputs.
//!
//! Of several branches of `allOf` it takes no notice, so they are merged; a pattern makes it forget
//! `maxLength`; `patternProperties` break it, and what it does not know may be an error. Bounds of
//! numbers and arrays are not relied on.

use super::{Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;

pub(super) const TABLE: Table = Table {
    name: "vLLM",
    treatment,
    style: Style::Merged,
    needs_object: false,
    needs_types: false,
    needs_all: false,
    strays: Strays::AsSaid,
    references: References::Anywhere,
    nulls: Nulls::Type,
    takes_boolean_enums: true,
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
        | Keyword::MinLength => Treatment::Enforces,
        Keyword::MaxLength => Treatment::Where(Only::WithoutPattern, Fate::Ignored),
        Keyword::Pattern => Treatment::Where(Only::PlainPatterns, Fate::Dropped),
        Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MinItems
        | Keyword::MaxItems
        | Keyword::Format => Treatment::Ignores,
        Keyword::MultipleOf
        | Keyword::PrefixItems
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
        | Keyword::If
        | Keyword::Rules => Treatment::Refuses,
    }
}
