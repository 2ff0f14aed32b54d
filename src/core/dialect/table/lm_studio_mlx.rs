//! LM Studio with an MLX model, whose answers Outlines holds to the schema.
//!
//! Which keywords it knows is not documented, so only the form itself is relied on, without circles.

use super::{Nulls, References, Strays, Style, Table, Treatment};
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;

pub(super) const TABLE: Table = Table {
    name: "LM Studio, MLX",
    treatment,
    style: Style::Merged,
    needs_object: false,
    needs_types: false,
    needs_all: false,
    strays: Strays::AsSaid,
    references: References::WithoutCircles,
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
        | Keyword::Never => Treatment::Enforces,
        Keyword::Rules | Keyword::PatternProperties | Keyword::PrefixItems => Treatment::Refuses,
        Keyword::MinLength
        | Keyword::MaxLength
        | Keyword::Pattern
        | Keyword::Format
        | Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf
        | Keyword::MinItems
        | Keyword::MaxItems
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
