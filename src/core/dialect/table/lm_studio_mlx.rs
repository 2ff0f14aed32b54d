//! LM Studio with an MLX model, whose answers Outlines holds to the schema.
//!
//! It makes one regular expression of the schema: objects with named fields have no other ones, numbers are
//! not bounded, references more than three deep get lost, a length hides the pattern or the format beside
//! it, and a format that it does not know is an error.

use super::{Anything, Nulls, Only, References, Strays, Style, Table, Treatment};
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::limits::Limits;
use crate::core::format::Format;

/// The formats that it knows as they are meant; of times it does not need a zone.
const FORMATS: &[Format] = &[Format::Date, Format::Uuid, Format::Email, Format::Uri];

pub(super) const TABLE: Table = Table {
    name: "LM Studio, MLX",
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
    limits: Limits::NONE,
};

fn treatment(keyword: Keyword) -> Treatment {
    match keyword {
        Keyword::Type
        | Keyword::Enum
        | Keyword::Const
        | Keyword::Items
        | Keyword::MinItems
        | Keyword::MaxItems
        | Keyword::Properties
        | Keyword::Required
        | Keyword::AdditionalProperties
        | Keyword::Reference
        | Keyword::AnyOf
        | Keyword::AllOf
        | Keyword::Never => Treatment::Enforces,
        Keyword::MinLength | Keyword::MaxLength => Treatment::Where(Only::Alone, Fate::Dropped),
        Keyword::Pattern => Treatment::Where(Only::WholePatterns, Fate::Dropped),
        Keyword::Format => Treatment::Where(Only::Formats(FORMATS), Fate::Dropped),
        Keyword::Rules | Keyword::PatternProperties | Keyword::PrefixItems | Keyword::UniqueItems => {
            Treatment::Refuses
        }
        Keyword::Minimum
        | Keyword::Maximum
        | Keyword::ExclusiveMinimum
        | Keyword::ExclusiveMaximum
        | Keyword::MultipleOf
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
