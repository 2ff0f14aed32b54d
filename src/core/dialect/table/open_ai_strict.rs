//! OpenAI's structured outputs with `strict`; Groq's, where a model has them, follow the same rules.
//!
//! The root is an object, every field is required and no other is allowed; what may be absent may be
//! null instead. Sources disagree on `minLength` and `maxLength`, so the model is told them.

use super::{Anything, Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;
use crate::core::format::Format;

/// The formats that are relied on.
const FORMATS: &[Format] = &[
    Format::DateTime,
    Format::Time,
    Format::Date,
    Format::Duration,
    Format::Email,
    Format::Hostname,
    Format::Ipv4,
    Format::Ipv6,
    Format::Uuid,
];

pub(super) const TABLE: Table = Table {
    name: "OpenAI, strict",
    treatment,
    style: Style::Merged,
    needs_object: true,
    needs_types: true,
    needs_all: true,
    strays: Strays::Forbidden,
    references: References::Anywhere,
    nulls: Nulls::Type,
    anything: Anything::Unsaid,
    takes_boolean_enums: true,
    limits: Limits {
        properties: 5_000,
        levels: 10,
        values: 1_000,
        characters: 120_000,
        long_enum: (250, 15_000),
        ..Limits::NONE
    },
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
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::Minimum
        | Keyword::Maximum
        | Keyword::MultipleOf
        | Keyword::MinItems
        | Keyword::MaxItems => Treatment::Enforces,
        Keyword::Pattern => Treatment::Where(Only::PlainPatterns, Fate::Dropped),
        Keyword::Format => Treatment::Where(Only::Formats(FORMATS), Fate::Dropped),
        Keyword::MinLength
        | Keyword::MaxLength
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
