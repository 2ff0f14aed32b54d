//! xAI's structured outputs.
//!
//! What it does not enforce it leaves to the model. Objects are closed unless something is said of other
//! fields, nothing may lead into itself, and a pattern is always about the whole string.

use super::{Anything, Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;
use crate::core::format::Format;

/// The formats it is documented to enforce.
const FORMATS: &[Format] = &[
    Format::Date,
    Format::Time,
    Format::DateTime,
    Format::Email,
    Format::Uuid,
    Format::Ipv4,
    Format::Ipv6,
    Format::Uri,
];

pub(super) const TABLE: Table = Table {
    name: "xAI",
    treatment,
    style: Style::Merged,
    needs_object: false,
    needs_types: false,
    needs_all: false,
    strays: Strays::ForbiddenUnlessSaid,
    references: References::WithoutCircles,
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
        | Keyword::PrefixItems
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
        | Keyword::ExclusiveMaximum => Treatment::Enforces,
        Keyword::MinLength | Keyword::MaxLength => Treatment::Where(Only::UpTo(2_048), Fate::Ignored),
        Keyword::MinItems | Keyword::MaxItems => Treatment::Where(Only::UpTo(256), Fate::Ignored),
        Keyword::Pattern => Treatment::Where(Only::WholePatterns, Fate::Dropped),
        Keyword::Format => Treatment::Where(Only::Formats(FORMATS), Fate::Ignored),
        Keyword::Contains | Keyword::Rules => Treatment::Refuses,
        Keyword::MultipleOf
        | Keyword::UniqueItems
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
