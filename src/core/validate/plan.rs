//! A schema made ready for judging: of each node, what is to be asked of a value by its type.
//! Says the same as the nodes, sorted so that a value is walked once.

use super::evaluate::Evaluation;
use super::limits::Limits;
use super::verdict::Verdict;
use crate::core::format::Format;
use crate::core::pattern::Pattern;
use crate::core::rules::Rules;
use crate::core::schema::{
    Assertion, Contains, JsonType, Node, NodeId, Property, ResourceId, Schema, TypeSet,
};
use indexmap::IndexMap;
use serde_json::{Number, Value};
use std::sync::Arc;

/// A schema made ready for judging any number of values.
#[derive(Clone, Debug)]
pub struct Validator {
    pub(super) plans: Vec<Plan>,
    pub(super) root: NodeId,
    /// The nodes that resources mark with dynamic anchors.
    pub(super) anchors: Vec<(ResourceId, String, NodeId)>,
    pub(super) limits: Limits,
    /// The rules across fields, if there are any.
    pub(super) rules: Option<Arc<Rules>>,
    /// What it was made of, which says what places are meant to be; never asked for a verdict.
    pub(super) schema: Arc<Schema>,
}

/// What a `format` is to the verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Formats {
    /// A rule like any other.
    #[default]
    Assert,
    /// A remark that is not judged.
    Annotate,
}

/// What is to be asked of the value of one node.
#[derive(Clone, Debug, Default)]
pub(super) struct Plan {
    pub(super) resource: ResourceId,
    pub(super) types: Option<TypeSet>,
    /// The values that are right.
    pub(super) values: Vec<ValueRule>,
    /// How many rules those two are.
    pub(super) itself: usize,
    /// The types of which they allow every value.
    pub(super) free: TypeSet,
    /// What else is asked of every value.
    pub(super) any: Vec<Rule>,
    pub(super) string: Option<Box<StringPlan>>,
    pub(super) numbers: NumberPlan,
    pub(super) array: Option<Box<ArrayPlan>>,
    pub(super) object: Option<Box<ObjectPlan>>,
    pub(super) unevaluated_items: Option<Rest>,
    pub(super) unevaluated_properties: Option<Rest>,
}

#[derive(Clone, Debug)]
pub(super) enum ValueRule {
    Enum(Arc<[Value]>),
    Constant(Arc<Value>),
}

#[derive(Clone, Debug)]
pub(super) enum Rule {
    /// The rules across fields of this node, which are judged when all else is.
    Across(NodeId),
    Never,
    Reference(NodeId),
    DynamicReference {
        anchor: String,
        otherwise: NodeId,
    },
    AllOf(Vec<NodeId>),
    AnyOf(Union),
    OneOf(Union),
    Not(NodeId, Arc<str>),
    If {
        condition: NodeId,
        then: Option<NodeId>,
        otherwise: Option<NodeId>,
    },
}

/// The forms of which a value must have one.
#[derive(Clone, Debug)]
pub(super) struct Union {
    pub(super) forms: Vec<NodeId>,
    /// What each is called.
    pub(super) names: Vec<Arc<str>>,
    /// The only form besides null: a value that may also be null.
    pub(super) or_null: Option<NodeId>,
    /// The forms that lead to rules across fields.
    pub(super) ruled: Vec<NodeId>,
    /// What tells the forms apart, if something does.
    pub(super) tag: Option<Tag>,
}

/// A property by which forms of objects are told apart.
#[derive(Clone, Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    /// What it may be in each form, where that is fixed.
    pub(super) values: Vec<Option<ValueRule>>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct StringPlan {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) contains: Vec<Arc<str>>,
    pub(super) format: Option<Format>,
    pub(super) patterns: Vec<PatternRule>,
    /// How many rules there are.
    pub(super) count: usize,
}

#[derive(Clone, Debug)]
pub(super) struct PatternRule {
    pub(super) pattern: Pattern,
    /// Whether it says no more than the format beside it, and so is not told where the format is.
    pub(super) is_said_by_format: bool,
}

#[derive(Clone, Debug)]
pub(super) struct NumberPlan {
    pub(super) rules: Vec<NumberRule>,
    /// A float from here up to there is right by all of them.
    pub(super) least: f64,
    pub(super) most: f64,
}

#[derive(Clone, Debug)]
pub(super) enum NumberRule {
    Minimum(Number),
    Maximum(Number),
    ExclusiveMinimum(Number),
    ExclusiveMaximum(Number),
    MultipleOf(Number),
}

#[derive(Clone, Debug, Default)]
pub(super) struct ArrayPlan {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    pub(super) prefix: Vec<NodeId>,
    pub(super) items: Option<Rest>,
    pub(super) unique: bool,
    pub(super) contains: Vec<(Contains, Arc<str>)>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ObjectPlan {
    pub(super) min: Option<u64>,
    pub(super) max: Option<u64>,
    /// In the order of the schema.
    pub(super) properties: IndexMap<String, Property>,
    pub(super) patterns: Vec<(Pattern, NodeId)>,
    pub(super) additional: Option<Rest>,
    pub(super) names: Option<NodeId>,
    /// The needed names, and which property each is, if it is one.
    pub(super) required: Vec<(String, Option<usize>)>,
    /// The same as bits, where all of them are among the first properties.
    pub(super) all_required: Option<u64>,
    pub(super) dependent_required: Vec<(String, Vec<String>)>,
    pub(super) dependent_schemas: Vec<(String, NodeId)>,
}

/// What holds for everything that is not named.
#[derive(Clone, Copy, Debug)]
pub(super) enum Rest {
    /// There must be none.
    Forbidden,
    /// It satisfies a node.
    Of(NodeId),
}

impl Formats {
    /// Both meanings.
    pub const ALL: [Self; 2] = [Self::Assert, Self::Annotate];

    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assert => "assert",
            Self::Annotate => "annotate",
        }
    }

    /// The meaning of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|formats| formats.name() == name)
    }
}

impl Validator {
    /// Makes a schema ready, with its formats asserted.
    pub fn new(schema: &Schema) -> Self {
        Self::with_formats(schema, Formats::Assert)
    }

    /// Makes a schema ready.
    pub fn with_formats(schema: &Schema, formats: Formats) -> Self {
        let schema = Arc::new(schema.clone());
        let mut plans: Vec<_> = schema.nodes().map(|(_, node)| Plan::new(&schema, node, formats)).collect();
        let rules = Rules::compile(&schema).map(Arc::new);
        if rules.is_some() {
            let leading = schema.leading_to_rules();
            for (plan, (id, node)) in plans.iter_mut().zip(schema.nodes()) {
                plan.add_rules(id, node, &leading);
            }
        }
        Self {
            plans,
            root: target(&schema, schema.root()),
            anchors: schema.dynamic_anchors(),
            limits: Limits::default(),
            rules,
            schema,
        }
    }

    /// The same with other limits than the usual ones.
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The schema it was made of.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The rules across fields, if there are any.
    pub fn rules(&self) -> Option<&Rules> {
        self.rules.as_deref()
    }

    /// Judges a value by every rule, where there is no document it is about.
    pub fn validate(&self, value: &Value) -> Verdict {
        self.validate_with(value, "")
    }

    /// Judges a value by every rule; `input` is the document it is about.
    pub fn validate_with(&self, value: &Value, input: &str) -> Verdict {
        Evaluation::new(self).verdict(self.root, value, input)
    }

    /// Judges a value by one node, as if it were the root.
    pub fn validate_by(&self, id: NodeId, value: &Value) -> Verdict {
        Evaluation::new(self).verdict(id, value, "")
    }

    /// Whether the value is valid but for the rules across fields; stops at the first rule that is broken.
    pub fn is_valid(&self, value: &Value) -> bool {
        self.accepts(self.root, value)
    }

    /// Whether one node accepts the value, as if it were the root, but for the
    /// rules across fields; stops at the first rule that is broken.
    pub fn accepts(&self, id: NodeId, value: &Value) -> bool {
        self.decides(id, value) == Some(true)
    }

    /// The same; none where that takes too much work.
    pub fn decides(&self, id: NodeId, value: &Value) -> Option<bool> {
        Evaluation::new(self).decides(id, value)
    }
}

impl Plan {
    fn new(schema: &Schema, node: &Node, formats: Formats) -> Self {
        let mut plan = Self { resource: node.resource, ..Self::default() };
        for assertion in &node.assertions {
            plan.add(schema, assertion, formats);
        }
        plan.finish();
        plan
    }

    /// Adds where rules across fields are to be found; most schemas have none.
    fn add_rules(&mut self, id: NodeId, node: &Node, leading: &[bool]) {
        for rule in &mut self.any {
            if let Rule::AnyOf(union) | Rule::OneOf(union) = rule {
                let leads = |id: &&NodeId| leading.get(id.position()).copied().unwrap_or_default();
                union.ruled = union.forms.iter().filter(leads).copied().collect();
            }
        }
        if !node.rules.is_empty() {
            self.any.insert(0, Rule::Across(id));
        }
    }

    fn add(&mut self, schema: &Schema, assertion: &Assertion, formats: Formats) {
        let to = |id: &NodeId| target(schema, *id);
        let all = |ids: &[NodeId]| ids.iter().map(to).collect();
        let rest = |id: &NodeId| if schema.is_never(*id) { Rest::Forbidden } else { Rest::Of(to(id)) };
        match assertion {
            Assertion::Never => self.any.push(Rule::Never),
            Assertion::Type(types) => self.types = Some(*types),
            Assertion::Enum(values) => self.values.push(ValueRule::Enum(values.clone())),
            Assertion::Const(value) => self.values.push(ValueRule::Constant(value.clone())),
            Assertion::Reference(id) => self.any.push(Rule::Reference(to(id))),
            Assertion::DynamicReference { anchor, otherwise } => {
                self.any.push(Rule::DynamicReference { anchor: anchor.clone(), otherwise: to(otherwise) });
            }
            Assertion::AllOf(ids) => self.any.push(Rule::AllOf(all(ids))),
            Assertion::AnyOf(ids) => self.any.push(Rule::AnyOf(Union::new(schema, ids))),
            Assertion::OneOf(ids) => self.any.push(Rule::OneOf(Union::new(schema, ids))),
            Assertion::Not(id) => self.any.push(Rule::Not(to(id), schema.short_text(*id).into())),
            Assertion::If { condition, then, otherwise } => {
                let (then, otherwise) = (then.as_ref().map(to), otherwise.as_ref().map(to));
                self.any.push(Rule::If { condition: to(condition), then, otherwise });
            }
            Assertion::MinLength(length) => self.string().min = Some(*length),
            Assertion::MaxLength(length) => self.string().max = Some(*length),
            Assertion::ContainsText(text) => self.string().contains.push(text.clone()),
            Assertion::Format(format) => match formats {
                Formats::Assert => self.string().format = Some(*format),
                Formats::Annotate => {}
            },
            Assertion::Pattern(pattern) => {
                let rule = PatternRule { pattern: pattern.clone(), is_said_by_format: false };
                self.string().patterns.push(rule);
            }
            Assertion::Minimum(number) => self.numbers.add(NumberRule::Minimum(number.clone())),
            Assertion::Maximum(number) => self.numbers.add(NumberRule::Maximum(number.clone())),
            Assertion::ExclusiveMinimum(number) => {
                self.numbers.add(NumberRule::ExclusiveMinimum(number.clone()));
            }
            Assertion::ExclusiveMaximum(number) => {
                self.numbers.add(NumberRule::ExclusiveMaximum(number.clone()));
            }
            Assertion::MultipleOf(number) => self.numbers.add(NumberRule::MultipleOf(number.clone())),
            Assertion::PrefixItems(ids) => self.array().prefix = all(ids),
            Assertion::Items(id) => self.array().items = Some(rest(id)),
            Assertion::MinItems(count) => self.array().min = Some(*count),
            Assertion::MaxItems(count) => self.array().max = Some(*count),
            Assertion::UniqueItems => self.array().unique = true,
            Assertion::Contains(contains) => {
                let what = schema.short_text(contains.node).into();
                let contains = Contains { node: to(&contains.node), ..*contains };
                self.array().contains.push((contains, what));
            }
            Assertion::UnevaluatedItems(id) => self.unevaluated_items = Some(rest(id)),
            Assertion::Properties(properties) => {
                let to = |property: &Property| Property { node: to(&property.node), ..*property };
                let properties = properties.iter().map(|(name, property)| (name.clone(), to(property)));
                self.object().properties = properties.collect();
            }
            Assertion::PatternProperties(patterns) => {
                let patterns = patterns.iter().map(|(pattern, id)| (pattern.clone(), to(id)));
                self.object().patterns = patterns.collect();
            }
            Assertion::AdditionalProperties(id) => self.object().additional = Some(rest(id)),
            Assertion::PropertyNames(id) => self.object().names = Some(to(id)),
            Assertion::Required(names) => {
                self.object().required = names.iter().map(|name| (name.clone(), None)).collect();
            }
            Assertion::DependentRequired(names) => {
                let names = names.iter().map(|(name, needed)| (name.clone(), needed.clone()));
                self.object().dependent_required.extend(names);
            }
            Assertion::DependentSchemas(schemas) => {
                let schemas = schemas.iter().map(|(name, id)| (name.clone(), to(id)));
                self.object().dependent_schemas.extend(schemas);
            }
            Assertion::MinProperties(count) => self.object().min = Some(*count),
            Assertion::MaxProperties(count) => self.object().max = Some(*count),
            Assertion::UnevaluatedProperties(id) => self.unevaluated_properties = Some(rest(id)),
        }
    }

    fn string(&mut self) -> &mut StringPlan {
        self.string.get_or_insert_default()
    }

    fn array(&mut self) -> &mut ArrayPlan {
        self.array.get_or_insert_default()
    }

    fn object(&mut self) -> &mut ObjectPlan {
        self.object.get_or_insert_default()
    }

    /// Puts in what depends on several keywords.
    fn finish(&mut self) {
        self.itself = usize::from(self.types.is_some()) + self.values.len();
        if self.values.is_empty() {
            self.free =
                self.types.unwrap_or(JsonType::ALL.into_iter().fold(TypeSet::default(), TypeSet::with));
        }
        if let Some(string) = &mut self.string {
            string.count = string.count();
            for rule in &mut string.patterns {
                let source = rule.pattern.source();
                rule.is_said_by_format = string.format.is_some_and(|format| format.is_said_by(source));
            }
        }
        if let Some(object) = &mut self.object {
            for (name, position) in &mut object.required {
                *position = object.properties.get_index_of(name);
            }
            let bit =
                |(_, position): &(String, Option<usize>)| 1u64.checked_shl((*position)?.try_into().ok()?);
            object.all_required = object.required.iter().map(bit).try_fold(0, |all, bit| Some(all | bit?));
        }
    }
}

impl Default for NumberPlan {
    fn default() -> Self {
        Self { rules: Vec::new(), least: f64::NEG_INFINITY, most: f64::INFINITY }
    }
}

impl ObjectPlan {
    /// The property of this name, and its position; `guess` is where an object in the schema's order
    /// has it.
    #[inline(always)]
    pub(super) fn find(&self, name: &str, guess: usize) -> Option<(usize, &Property)> {
        match self.properties.get_index(guess) {
            Some((guessed, property)) if guessed == name => Some((guess, property)),
            Some(_) | None => self.look_up(name),
        }
    }

    #[inline(never)]
    fn look_up(&self, name: &str) -> Option<(usize, &Property)> {
        self.properties.get_full(name).map(|(position, _, property)| (position, property))
    }
}

/// The node that is meant by one that only refers to it.
fn target(schema: &Schema, mut id: NodeId) -> NodeId {
    let resource = schema.node(id).resource;
    // Into another resource, the way there counts: dynamic references look back along it.
    while let [Assertion::Reference(next)] = schema.node(id).assertions.as_slice()
        && schema.node(id).rules.is_empty()
        && schema.node(*next).resource == resource
    {
        id = *next;
    }
    id
}

impl Union {
    fn new(schema: &Schema, forms: &[NodeId]) -> Self {
        let is_null = |id: NodeId| match schema.node(id).assertions.as_slice() {
            [Assertion::Type(types)] => types.single() == Some(JsonType::Null),
            [Assertion::Const(value)] => value.is_null(),
            _ => false,
        };
        let others: Vec<_> = forms.iter().copied().filter(|id| !is_null(*id)).collect();
        let or_null = match others.as_slice() {
            [only] if forms.len() == 2 => Some(*only),
            _ => None,
        };
        let names = forms.iter().enumerate().map(|(position, id)| schema.form_name(*id, position)).collect();
        let forms: Vec<_> = forms.iter().map(|id| target(schema, *id)).collect();
        let tag = Tag::of(schema, &forms);
        Self { forms, names, or_null: or_null.map(|id| target(schema, id)), ruled: Vec::new(), tag }
    }
}

impl Tag {
    /// The first property that the first form fixes, if another one does so, too.
    fn of(schema: &Schema, forms: &[NodeId]) -> Option<Self> {
        let first = properties(schema, *forms.first()?)?;
        let (name, _) = first.iter().find(|(_, property)| fixed(schema, property).is_some())?;
        let value = |form: &NodeId| fixed(schema, properties(schema, *form)?.get(name)?);
        let values: Vec<_> = forms.iter().map(value).collect();
        (values.iter().flatten().count() > 1).then(|| Self { name: name.clone(), values })
    }
}

/// The properties that a node names.
fn properties(schema: &Schema, id: NodeId) -> Option<&IndexMap<String, Property>> {
    schema.node(id).assertions.iter().find_map(|assertion| {
        if let Assertion::Properties(properties) = assertion { Some(properties) } else { None }
    })
}

/// The values of which a property must be one.
fn fixed(schema: &Schema, property: &Property) -> Option<ValueRule> {
    let node = schema.node(target(schema, property.node));
    node.assertions.iter().find_map(|assertion| {
        if let Assertion::Const(value) = assertion {
            Some(ValueRule::Constant(value.clone()))
        } else if let Assertion::Enum(values) = assertion {
            Some(ValueRule::Enum(values.clone()))
        } else {
            None
        }
    })
}
