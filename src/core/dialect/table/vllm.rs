//! vLLM's structured outputs, which XGrammar holds the model to.
//!
//! Of several branches of `allOf` it takes no notice, so they are merged; a pattern or a format makes it
//! forget lengths; a pattern is always about the whole string; `patternProperties` break it, and what it
//! does not know may be an error. Items and fields of which nothing is said may not be there at all.

use super::{Anything, Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;
use crate::core::format::Format;

/// The formats it knows; any other is an error.
const FORMATS: &[Format] = &[
    Format::Email,
    Format::Date,
    Format::Time,
    Format::DateTime,
    Format::Duration,
    Format::Ipv4,
    Format::Ipv6,
    Format::Hostname,
    Format::Uuid,
    Format::Uri,
    Format::UriReference,
    Format::UriTemplate,
    Format::JsonPointer,
    Format::RelativeJsonPointer,
];

pub(super) const TABLE: Table = Table {
    name: "vLLM",
    treatment,
    style: Style::Merged,
    needs_object: false,
    needs_types: false,
    needs_all: false,
    strays: Strays::ForbiddenUnlessSaid,
    references: References::Anywhere,
    nulls: Nulls::Type,
    anything: Anything::EmptySchema,
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
        | Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::PrefixItems
        | Keyword::MinItems
        | Keyword::MaxItems => Treatment::Enforces,
        Keyword::MinLength | Keyword::MaxLength => Treatment::Where(Only::Alone, Fate::Ignored),
        Keyword::Pattern => Treatment::Where(Only::WholePatterns, Fate::Dropped),
        Keyword::Format => Treatment::Where(Only::Formats(FORMATS), Fate::Dropped),
        Keyword::MultipleOf
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
