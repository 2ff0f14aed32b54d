//! Anthropic's `output_config.format`.
//!
//! Objects are closed, a few fields may be optional, and nothing may lead into itself. Neither numbers nor
//! the lengths of strings can be bounded, and of an array only whether it may be empty. Patterns are to be
//! simple, with small repetitions.

use super::{Anything, Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;
use crate::core::format::Format;

/// The formats it is documented to know.
const FORMATS: &[Format] = &[
    Format::DateTime,
    Format::Time,
    Format::Date,
    Format::Duration,
    Format::Email,
    Format::Hostname,
    Format::Uri,
    Format::Ipv4,
    Format::Ipv6,
    Format::Uuid,
];

pub(super) const TABLE: Table = Table {
    name: "Anthropic",
    treatment,
    style: Style::Merged,
    needs_object: false,
    needs_types: true,
    needs_all: false,
    strays: Strays::Forbidden,
    references: References::WithoutCircles,
    nulls: Nulls::Form,
    anything: Anything::Unsaid,
    takes_boolean_enums: true,
    limits: Limits { optional: 24, unions: 16, count: 100, ..Limits::NONE },
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
        | Keyword::Never => Treatment::Enforces,
        Keyword::MinItems => Treatment::Where(Only::ZeroOrOne, Fate::Dropped),
        Keyword::Pattern => Treatment::Where(Only::PlainPatterns, Fate::Dropped),
        Keyword::Format => Treatment::Where(Only::Formats(FORMATS), Fate::Dropped),
        Keyword::MinLength
        | Keyword::MaxLength
        | Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf
        | Keyword::PrefixItems
        | Keyword::MaxItems
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
