//! The keywords that a written schema has, each once: what tables of dialects are about.

use crate::core::schema::Assertion;

/// A keyword, or a few that are one assertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Keyword {
    /// The schema `false`.
    Never,
    /// `type`
    Type,
    /// `enum`
    Enum,
    /// `const`
    Const,
    /// `minLength`
    MinLength,
    /// `maxLength`
    MaxLength,
    /// `pattern`, also for the field form's `contains`.
    Pattern,
    /// `format`
    Format,
    /// `minimum`
    Minimum,
    /// `maximum`
    Maximum,
    /// `exclusiveMinimum`
    ExclusiveMinimum,
    /// `exclusiveMaximum`
    ExclusiveMaximum,
    /// `multipleOf`
    MultipleOf,
    /// `prefixItems`
    PrefixItems,
    /// `items`
    Items,
    /// `minItems`
    MinItems,
    /// `maxItems`
    MaxItems,
    /// `uniqueItems`
    UniqueItems,
    /// `contains`, with `minContains` and `maxContains`.
    Contains,
    /// `unevaluatedItems`
    UnevaluatedItems,
    /// `properties`
    Properties,
    /// `patternProperties`
    PatternProperties,
    /// `additionalProperties`
    AdditionalProperties,
    /// `propertyNames`
    PropertyNames,
    /// `required`
    Required,
    /// `dependentRequired`
    DependentRequired,
    /// `dependentSchemas`
    DependentSchemas,
    /// `minProperties`
    MinProperties,
    /// `maxProperties`
    MaxProperties,
    /// `unevaluatedProperties`
    UnevaluatedProperties,
    /// `$ref`
    Reference,
    /// `$dynamicRef`
    DynamicReference,
    /// `allOf`
    AllOf,
    /// `anyOf`
    AnyOf,
    /// `oneOf`
    OneOf,
    /// `not`
    Not,
    /// `if`, with `then` and `else`.
    If,
    /// `x-rules`
    Rules,
}

impl Keyword {
    /// The keyword that an assertion is written as.
    pub(super) fn of(assertion: &Assertion) -> Self {
        match assertion {
            Assertion::Never => Self::Never,
            Assertion::Type(_) => Self::Type,
            Assertion::Enum(_) => Self::Enum,
            Assertion::Const(_) => Self::Const,
            Assertion::MinLength(_) => Self::MinLength,
            Assertion::MaxLength(_) => Self::MaxLength,
            Assertion::Pattern(_) | Assertion::ContainsText(_) => Self::Pattern,
            Assertion::Format(_) => Self::Format,
            Assertion::Minimum(_) => Self::Minimum,
            Assertion::Maximum(_) => Self::Maximum,
            Assertion::ExclusiveMinimum(_) => Self::ExclusiveMinimum,
            Assertion::ExclusiveMaximum(_) => Self::ExclusiveMaximum,
            Assertion::MultipleOf(_) => Self::MultipleOf,
            Assertion::PrefixItems(_) => Self::PrefixItems,
            Assertion::Items(_) => Self::Items,
            Assertion::MinItems(_) => Self::MinItems,
            Assertion::MaxItems(_) => Self::MaxItems,
            Assertion::UniqueItems => Self::UniqueItems,
            Assertion::Contains(_) => Self::Contains,
            Assertion::UnevaluatedItems(_) => Self::UnevaluatedItems,
            Assertion::Properties(_) => Self::Properties,
            Assertion::PatternProperties(_) => Self::PatternProperties,
            Assertion::AdditionalProperties(_) => Self::AdditionalProperties,
            Assertion::PropertyNames(_) => Self::PropertyNames,
            Assertion::Required(_) => Self::Required,
            Assertion::DependentRequired(_) => Self::DependentRequired,
            Assertion::DependentSchemas(_) => Self::DependentSchemas,
            Assertion::MinProperties(_) => Self::MinProperties,
            Assertion::MaxProperties(_) => Self::MaxProperties,
            Assertion::UnevaluatedProperties(_) => Self::UnevaluatedProperties,
            Assertion::Reference(_) => Self::Reference,
            Assertion::DynamicReference { .. } => Self::DynamicReference,
            Assertion::AllOf(_) => Self::AllOf,
            Assertion::AnyOf(_) => Self::AnyOf,
            Assertion::OneOf(_) => Self::OneOf,
            Assertion::Not(_) => Self::Not,
            Assertion::If { .. } => Self::If,
        }
    }

    /// Its name, as it is written.
    pub fn name(self) -> &'static str {
        match self {
            Self::Never => "false",
            Self::Type => "type",
            Self::Enum => "enum",
            Self::Const => "const",
            Self::MinLength => "minLength",
            Self::MaxLength => "maxLength",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::Minimum => "minimum",
            Self::Maximum => "maximum",
            Self::ExclusiveMinimum => "exclusiveMinimum",
            Self::ExclusiveMaximum => "exclusiveMaximum",
            Self::MultipleOf => "multipleOf",
            Self::PrefixItems => "prefixItems",
            Self::Items => "items",
            Self::MinItems => "minItems",
            Self::MaxItems => "maxItems",
            Self::UniqueItems => "uniqueItems",
            Self::Contains => "contains",
            Self::UnevaluatedItems => "unevaluatedItems",
            Self::Properties => "properties",
            Self::PatternProperties => "patternProperties",
            Self::AdditionalProperties => "additionalProperties",
            Self::PropertyNames => "propertyNames",
            Self::Required => "required",
            Self::DependentRequired => "dependentRequired",
            Self::DependentSchemas => "dependentSchemas",
            Self::MinProperties => "minProperties",
            Self::MaxProperties => "maxProperties",
            Self::UnevaluatedProperties => "unevaluatedProperties",
            Self::Reference => "$ref",
            Self::DynamicReference => "$dynamicRef",
            Self::AllOf => "allOf",
            Self::AnyOf => "anyOf",
            Self::OneOf => "oneOf",
            Self::Not => "not",
            Self::If => "if",
            Self::Rules => "x-rules",
        }
    }
}
