//! Any other server that takes a JSON Schema. It gets the schema as its author has it, and only the
//! form itself is relied on.

use super::{Anything, Nulls, References, Strays, Style, Table, Treatment};
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;

pub(super) const TABLE: Table = Table {
    name: "JSON Schema",
    treatment,
    style: Style::AsWritten,
    needs_object: false,
    needs_types: false,
    needs_all: false,
    strays: Strays::AsSaid,
    references: References::Anywhere,
    nulls: Nulls::Type,
    anything: Anything::Unsaid,
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
        | Keyword::Never => Treatment::Enforces,
        Keyword::Rules => Treatment::Refuses,
        Keyword::MinLength
        | Keyword::MaxLength
        | Keyword::Pattern
        | Keyword::Format
        | Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf
        | Keyword::PrefixItems
        | Keyword::MinItems
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
        | Keyword::AllOf
        | Keyword::OneOf
        | Keyword::Not
        | Keyword::If => Treatment::Ignores,
    }
}
