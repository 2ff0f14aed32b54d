//! What the form shows of a field and of a rule.

/// A field of a schema, or another part of it that values stand for: the whole answer, each item of an array.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldRow {
    /// In how many others it stands.
    pub depth: usize,
    /// Its name, or what it is where it has none.
    pub name: String,
    /// Whether it is a member of an object: it has a name that can be changed, and others beside it.
    pub is_named: bool,
    /// What its values are.
    pub kind: FieldKind,
    /// What can be said of it, and whether that is said.
    pub flags: Vec<(Flag, bool)>,
    /// What its values can be held to.
    pub entries: Vec<Entry>,
    /// What it is, for people and models.
    pub description: String,
    /// What the form cannot show of it, in a sentence; empty where it shows all.
    pub others: String,
    /// Whether a field can be put into it.
    pub has_fields: bool,
    /// Whether another field stands before it in the same object.
    pub has_before: bool,
    /// Whether another field stands behind it in the same object.
    pub has_behind: bool,
}

/// A constraint of a field as it is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Which one.
    pub constraint: Constraint,
    /// As it is typed; empty where it is not set.
    pub value: String,
}

/// What the values of a field are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FieldKind {
    /// A text.
    #[default]
    Text,
    /// Any number.
    Number,
    /// A whole number.
    Integer,
    /// True or false.
    Boolean,
    /// One of some values.
    Choice,
    /// An object with fields.
    Object,
    /// An array of items that are alike.
    Array,
    /// What the form has no word for.
    Other,
}

/// What can be said of a field, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flag {
    /// It may be missing.
    Optional,
    /// It may be null.
    Nullable,
    /// It must occur in the input.
    Grounded,
    /// Its items are all different.
    Unique,
    /// It has no other fields than those.
    Closed,
}

/// What the values of a field are held to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constraint {
    /// The values that it chooses from.
    Values,
    /// The fewest characters.
    MinLength,
    /// The most characters.
    MaxLength,
    /// A regular expression.
    Pattern,
    /// The name of a format.
    Format,
    /// A text that must be in it.
    Contains,
    /// The least number.
    Minimum,
    /// The greatest number.
    Maximum,
    /// What it must be above.
    Above,
    /// What it must be below.
    Below,
    /// What it must be a multiple of.
    MultipleOf,
    /// The fewest items.
    MinItems,
    /// The most items.
    MaxItems,
}

/// A rule of a schema.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleRow {
    /// The value it stands at, `lines[]`; empty for the whole answer.
    pub place: String,
    /// What leads there: the names of members, none for each item of an array.
    pub steps: Vec<Option<String>>,
    /// Its position among the rules of that place.
    pub position: usize,
    /// The expression.
    pub rule: String,
    /// What is said where it is not true.
    pub message: String,
}

impl FieldKind {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Text,
        Self::Number,
        Self::Integer,
        Self::Boolean,
        Self::Choice,
        Self::Object,
        Self::Array,
        Self::Other,
    ];

    /// Its name, for people.
    pub fn name(self) -> &'static str {
        match self {
            Self::Text => "string",
            Self::Number => "number",
            Self::Integer => "integer",
            Self::Boolean => "boolean",
            Self::Choice => "choice",
            Self::Object => "object",
            Self::Array => "array",
            Self::Other => "other",
        }
    }
}

impl Flag {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Optional, Self::Nullable, Self::Grounded, Self::Unique, Self::Closed];

    /// What it says, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Optional => "optional",
            Self::Nullable => "may be null",
            Self::Grounded => "must occur in the input",
            Self::Unique => "all different",
            Self::Closed => "no other fields",
        }
    }
}

impl Constraint {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Values,
        Self::MinLength,
        Self::MaxLength,
        Self::Pattern,
        Self::Format,
        Self::Contains,
        Self::Minimum,
        Self::Maximum,
        Self::Above,
        Self::Below,
        Self::MultipleOf,
        Self::MinItems,
        Self::MaxItems,
    ];

    /// What it says, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Values => "one of",
            Self::MinLength => "min length",
            Self::MaxLength => "max length",
            Self::Pattern => "pattern",
            Self::Format => "format",
            Self::Contains => "contains",
            Self::Minimum => "min",
            Self::Maximum => "max",
            Self::Above => "above",
            Self::Below => "below",
            Self::MultipleOf => "multiple of",
            Self::MinItems => "min items",
            Self::MaxItems => "max items",
        }
    }
}
