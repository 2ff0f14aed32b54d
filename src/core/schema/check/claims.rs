//! What holds of one value together: the assertions of a node, and of those it leads to by `allOf` and
//! `$ref`, sorted by what they are about.

use crate::core::pattern::Pattern;
use crate::core::schema::node::{Assertion, Contains, NodeId, Property, Schema};
use crate::core::schema::parts::Part;
use crate::core::schema::types::{JsonType, TypeSet};
use indexmap::IndexMap;
use serde_json::{Number, Value};

/// How many other nodes are asked what they say of a value.
const MOST_FOLLOWED: usize = 64;

/// How many names, values and nodes are taken from other nodes for one whole schema, so that the work stays
/// linear. Only what is wrong between several nodes can be missed by it.
pub(super) const MOST_TAKEN: usize = 100_000;

/// Everything that is claimed of one value.
#[derive(Default)]
pub(super) struct Claims<'s> {
    /// How many claims there are, of whatever kind.
    pub(super) count: usize,
    /// Whether no value is right.
    pub(super) never: bool,
    pub(super) types: Vec<Claim<TypeSet>>,
    pub(super) values: Vec<Claim<Listed<'s>>>,
    pub(super) numbers: Sides<NumberBound<'s>>,
    pub(super) lengths: Sides<Count>,
    pub(super) item_counts: Sides<Count>,
    pub(super) property_counts: Sides<Count>,
    /// How many items are named by their position.
    pub(super) first_items: Vec<Claim<usize>>,
    pub(super) other_items: Vec<Claim<NodeId>>,
    pub(super) contains: Vec<Claim<Contains>>,
    pub(super) required: Vec<Claim<&'s [String]>>,
    pub(super) properties: Vec<Claim<&'s IndexMap<String, Property>>>,
    pub(super) patterns: Vec<Claim<&'s [(Pattern, NodeId)]>>,
    pub(super) other_properties: Vec<Claim<NodeId>>,
}

/// One claim about a value.
#[derive(Clone, Copy)]
pub(super) struct Claim<T> {
    pub(super) what: T,
    /// The node that makes it.
    pub(super) node: NodeId,
    pub(super) source: Source,
}

/// By which way something is claimed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The node itself says so, or only several nodes together.
    Here,
    /// A node says so that this one leads to, by the number of the way.
    Elsewhere(usize),
}

/// The ends of a range.
pub(super) struct Sides<T> {
    pub(super) least: Vec<Claim<T>>,
    pub(super) most: Vec<Claim<T>>,
}

/// An end of a range of numbers.
#[derive(Clone, Copy)]
pub(super) struct NumberBound<'s> {
    pub(super) keyword: &'static str,
    pub(super) number: &'s Number,
    pub(super) is_exclusive: bool,
}

/// An end of a range of counts, by the keyword that says it.
#[derive(Clone, Copy)]
pub(super) struct Count {
    pub(super) keyword: &'static str,
    pub(super) count: u64,
}

/// The only values that are right.
#[derive(Clone, Copy)]
pub(super) struct Listed<'s> {
    pub(super) keyword: &'static str,
    pub(super) values: &'s [Value],
}

impl Source {
    /// Where two things meet. What meets elsewhere is a matter of that node, and is told there.
    pub(super) fn meet(self, other: Self) -> Self {
        if self == other { self } else { Self::Here }
    }
}

impl<'s> Claims<'s> {
    /// What some nodes claim together of a value; `left_to_take` counts down from [`MOST_TAKEN`].
    pub(super) fn of(schema: &'s Schema, ids: &[NodeId], left_to_take: &mut usize) -> Self {
        let mut claims = Self::default();
        let mut left: Vec<_> = ids.iter().rev().map(|id| (*id, Source::Here)).collect();
        let mut followed = 0;
        while let Some((id, source)) = left.pop() {
            let assertions = &schema.node(id).assertions;
            if source != Source::Here {
                followed += 1;
                let size = 1 + assertions.iter().map(size).sum::<usize>();
                match left_to_take.checked_sub(size).filter(|_| followed <= MOST_FOLLOWED) {
                    Some(left) => *left_to_take = left,
                    None => break,
                }
            }
            for assertion in assertions {
                claims.learn(assertion, id, source);
            }
            let parts = assertions.iter().flat_map(Assertion::parts);
            let same = parts.filter(|(part, _)| matches!(part, Part::Itself | Part::Referred));
            let ways = same.enumerate().map(|(number, (_, next))| match source {
                Source::Here => (next, Source::Elsewhere(number)),
                Source::Elsewhere(_) => (next, source),
            });
            left.extend(ways.collect::<Vec<_>>().into_iter().rev());
        }
        claims
    }

    fn learn(&mut self, assertion: &'s Assertion, node: NodeId, source: Source) {
        self.count += 1;
        let claim = Claim { what: (), node, source };
        let number = |keyword, number, is_exclusive| claim.of(NumberBound { keyword, number, is_exclusive });
        let count = |keyword, count| claim.of(Count { keyword, count });
        match assertion {
            Assertion::Never => self.never = true,
            Assertion::Type(types) => self.types.push(claim.of(*types)),
            Assertion::Enum(values) => self.values.push(claim.of(Listed { keyword: "enum", values })),
            Assertion::Const(value) => {
                let values = std::slice::from_ref(&**value);
                self.values.push(claim.of(Listed { keyword: "const", values }));
            }
            Assertion::MinLength(length) => self.lengths.least.push(count("minLength", *length)),
            Assertion::MaxLength(length) => self.lengths.most.push(count("maxLength", *length)),
            Assertion::Minimum(least) => self.numbers.least.push(number("minimum", least, false)),
            Assertion::Maximum(most) => self.numbers.most.push(number("maximum", most, false)),
            Assertion::ExclusiveMinimum(least) => {
                self.numbers.least.push(number("exclusiveMinimum", least, true));
            }
            Assertion::ExclusiveMaximum(most) => {
                self.numbers.most.push(number("exclusiveMaximum", most, true));
            }
            Assertion::PrefixItems(ids) => self.first_items.push(claim.of(ids.len())),
            Assertion::Items(id) => self.other_items.push(claim.of(*id)),
            Assertion::MinItems(least) => self.item_counts.least.push(count("minItems", *least)),
            Assertion::MaxItems(most) => self.item_counts.most.push(count("maxItems", *most)),
            Assertion::Contains(contains) => self.contains.push(claim.of(*contains)),
            Assertion::Properties(properties) => self.properties.push(claim.of(properties)),
            Assertion::PatternProperties(patterns) => self.patterns.push(claim.of(patterns)),
            Assertion::AdditionalProperties(id) => self.other_properties.push(claim.of(*id)),
            Assertion::Required(names) => self.required.push(claim.of(names)),
            Assertion::MinProperties(least) => {
                self.property_counts.least.push(count("minProperties", *least));
            }
            Assertion::MaxProperties(most) => self.property_counts.most.push(count("maxProperties", *most)),
            Assertion::Pattern(_)
            | Assertion::Format(_)
            | Assertion::ContainsText(_)
            | Assertion::MultipleOf(_)
            | Assertion::UniqueItems
            | Assertion::UnevaluatedItems(_)
            | Assertion::PropertyNames(_)
            | Assertion::DependentRequired(_)
            | Assertion::DependentSchemas(_)
            | Assertion::UnevaluatedProperties(_)
            | Assertion::Reference(_)
            | Assertion::DynamicReference { .. }
            | Assertion::AllOf(_)
            | Assertion::AnyOf(_)
            | Assertion::OneOf(_)
            | Assertion::Not(_)
            | Assertion::If { .. } => {}
        }
    }

    /// The types that are left for the value; none where none are named.
    pub(super) fn type_set(&self) -> Option<TypeSet> {
        self.types.iter().map(|claim| claim.what).reduce(TypeSet::intersection)
    }

    /// Whether the value may be of this type.
    pub(super) fn allow(&self, json_type: JsonType) -> bool {
        self.type_set().is_none_or(|types| !types.intersection(json_type.into()).is_empty())
    }
}

impl<T> Claim<T> {
    /// The same node's claim of something else.
    pub(super) fn of<U>(&self, what: U) -> Claim<U> {
        Claim { what, node: self.node, source: self.source }
    }
}

impl<T> Default for Sides<T> {
    fn default() -> Self {
        Self { least: Vec::new(), most: Vec::new() }
    }
}

/// How many names, values and nodes an assertion lists.
fn size(assertion: &Assertion) -> usize {
    if let Assertion::Required(names) = assertion {
        names.len()
    } else if let Assertion::Enum(values) = assertion {
        values.len()
    } else {
        assertion.parts().len()
    }
}
