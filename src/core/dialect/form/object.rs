//! Objects: their fields, and what fields there may be beside the named ones.

use crate::core::dialect::cell::{Body, Cell, MemberBody, Null, ObjectBody, OthersBody, PairsBody};
use crate::core::dialect::conjunction::{Conjunction, Member, Place};
use crate::core::dialect::error::LowerError;
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::lower::Builder;
use crate::core::dialect::lowered::Narrowing;
use crate::core::dialect::table::Strays;
use crate::core::pattern::{Pattern, Search};
use crate::core::schema::{Assertion, Kind, NodeId, NullMeaning, ObjectShape, Property};
use indexmap::IndexMap;
use serde_json::Value;
use std::collections::HashSet;

/// What one node says of fields.
#[derive(Default)]
struct Said<'s> {
    named: Option<&'s IndexMap<String, Property>>,
    patterns: &'s [(Pattern, NodeId)],
    others: Option<NodeId>,
    required: &'s [String],
}

/// A field before it is written.
#[derive(Default)]
struct Field {
    /// The nodes its value satisfies, all of them.
    nodes: Vec<NodeId>,
    /// Where something is said of it only under a condition: what may be said.
    perhaps: Vec<NodeId>,
    is_required: bool,
    /// Whether a null counts as missing.
    is_null_absence: bool,
}

/// The fields that are not named.
enum Strangers {
    /// There are none.
    None,
    /// Nothing is said of them.
    Unsaid,
    /// Each is what one of these places says.
    Of(Vec<Vec<NodeId>>),
}

impl<'s> Builder<'s> {
    pub(in crate::core::dialect) fn object(&mut self, place: &Place, members: &[Member], cell: &mut Cell) {
        let said: Vec<_> = members.iter().map(|member| self.said(member.id)).collect();
        let strangers = strangers(self, &said);
        let mut fields = fields(&said);
        let closes = match self.table.strays {
            Strays::Forbidden => true,
            // An object of which nothing is said may have any fields.
            Strays::ForbiddenUnlessSaid => match strangers {
                Strangers::None => true,
                Strangers::Unsaid => !fields.is_empty(),
                Strangers::Of(_) => false,
            },
            Strays::AsSaid => matches!(strangers, Strangers::None),
        };
        let has_conditional = closes && self.add_conditional(members, &said, &mut fields);
        let names: Vec<_> = members.iter().filter_map(|member| self.names_of(member.id)).collect();
        let has_name = |name: &str| names.iter().all(|id| self.names_accept(*id, name));
        if fields.iter().any(|(name, field)| field.is_required && !has_name(name)) {
            return;
        }
        fields.retain(|name, _| !closes || has_name(name));
        for Member { id, .. } in members {
            let is_closed = closes && !has_conditional && self.evaluates(*id, place, &fields);
            self.mark_fields(*id, closes, is_closed);
        }
        if fields.is_empty() && self.table.strays == Strays::Forbidden {
            match strangers {
                Strangers::None => {}
                Strangers::Unsaid => return self.fail(LowerError::FreeObject(self.pointer_of(place))),
                Strangers::Of(kinds) => return self.pairs(members, kinds, cell),
            }
        }
        let mut body = ObjectBody::default();
        for (name, field) in fields {
            let member = self.member(field);
            body.members.insert(name.to_owned(), member);
        }
        body.others = self.others(members, strangers, closes);
        let mut dropped = ObjectShape::default();
        for Member { id, .. } in members {
            self.drop_counts(*id, closes, &mut dropped);
        }
        cell.told.extend(self.schema.constraint_words(&Kind::Object(dropped)));
        cell.body = Body::Object(body);
    }

    fn said(&self, id: NodeId) -> Said<'s> {
        let mut said = Said::default();
        for assertion in &self.schema.node(id).assertions {
            match assertion {
                Assertion::Properties(properties) => said.named = Some(properties),
                Assertion::PatternProperties(patterns) => said.patterns = patterns,
                Assertion::AdditionalProperties(id) => said.others = Some(*id),
                Assertion::Required(names) => said.required = names,
                _ => {}
            }
        }
        said
    }

    /// Whether the node, with those it leads to, speaks of every one of the fields.
    fn evaluates(&self, id: NodeId, place: &Place, fields: &IndexMap<&'s str, Field>) -> bool {
        let inside = Place { chosen: place.chosen.clone(), ..Place::of([id]) };
        let members = Conjunction::new(self.schema, &inside).members;
        let said: Vec<_> = members.iter().map(|member| self.said(member.id)).collect();
        fields.keys().all(|name| !nodes_of(&said, name).is_empty())
    }

    fn names_of(&self, id: NodeId) -> Option<NodeId> {
        self.schema.node(id).assertions.iter().find_map(|assertion| match assertion {
            Assertion::PropertyNames(id) => Some(*id),
            _ => None,
        })
    }

    fn names_accept(&self, id: NodeId, name: &str) -> bool {
        self.accepts(&Place::of([id]), &Value::from(name))
    }

    /// Adds the fields that are named only under a condition, since no other ones would be allowed.
    fn add_conditional(
        &self,
        members: &[Member],
        said: &[Said<'s>],
        fields: &mut IndexMap<&'s str, Field>,
    ) -> bool {
        let mut left: Vec<&NodeId> = Vec::new();
        for Member { id, .. } in members {
            for assertion in &self.schema.node(*id).assertions {
                match assertion {
                    Assertion::If { then, otherwise, .. } => {
                        left.extend([then, otherwise].into_iter().flatten())
                    }
                    Assertion::DependentSchemas(schemas) => left.extend(schemas.values()),
                    _ => {}
                }
            }
        }
        let (mut seen, mut found) = (HashSet::new(), IndexMap::new());
        while let Some(id) = left.pop() {
            if !seen.insert(*id) {
                continue;
            }
            for assertion in &self.schema.node(*id).assertions {
                match assertion {
                    Assertion::Properties(properties) => {
                        for (name, property) in
                            properties.iter().filter(|(name, _)| !fields.contains_key(name.as_str()))
                        {
                            found.entry(name.as_str()).or_insert_with(Vec::new).push(property.node);
                        }
                    }
                    Assertion::If { then, otherwise, .. } => {
                        left.extend([then, otherwise].into_iter().flatten())
                    }
                    Assertion::DependentSchemas(schemas) => left.extend(schemas.values()),
                    Assertion::AllOf(ids) | Assertion::AnyOf(ids) | Assertion::OneOf(ids) => left.extend(ids),
                    Assertion::Reference(id) | Assertion::DynamicReference { otherwise: id, .. } => {
                        left.push(id)
                    }
                    _ => {}
                }
            }
        }
        let mut has_added = false;
        for (name, perhaps) in found {
            let nodes = nodes_of(said, name);
            if nodes.iter().any(|id| self.schema.is_never(*id)) {
                continue;
            }
            fields.insert(name, Field { nodes, perhaps, ..Field::default() });
            has_added = true;
        }
        has_added
    }

    fn mark_fields(&mut self, id: NodeId, closes: bool, is_closed: bool) {
        for assertion in &self.schema.node(id).assertions {
            let keyword = Keyword::of(assertion);
            match assertion {
                Assertion::Properties(_) | Assertion::Required(_) => {
                    self.mark(id, keyword, Fate::Enforced, "")
                }
                // With names that are all known, each was judged here.
                Assertion::PropertyNames(_) | Assertion::PatternProperties(_) if closes => {
                    self.mark(id, keyword, Fate::Enforced, "only the named fields can be given");
                }
                Assertion::AdditionalProperties(_) if closes => self.mark(id, keyword, Fate::Enforced, ""),
                Assertion::UnevaluatedProperties(_) if is_closed => {
                    self.mark(id, keyword, Fate::Enforced, "only the named fields can be given");
                }
                Assertion::UnevaluatedProperties(_)
                | Assertion::PropertyNames(_)
                | Assertion::PatternProperties(_) => self.mark_untold(id, keyword),
                _ => {}
            }
        }
    }

    /// A field as it is written.
    fn member(&mut self, field: Field) -> MemberBody {
        let first = field.nodes.iter().chain(&field.perhaps).next().copied();
        let place = Place::of(field.nodes.iter().copied());
        let accepts = |id: &NodeId| self.accepts(&Place::of([*id]), &Value::Null);
        let may_be_null = field.is_null_absence || self.accepts(&place, &Value::Null);
        let is_doubtful = !field.perhaps.is_empty() && !field.perhaps.iter().any(accepts);
        let refuses_null = field.is_null_absence && field.is_required;
        field.perhaps.iter().for_each(|id| self.narrow(*id, Narrowing::OtherForms));
        let mut edge = if field.perhaps.is_empty() {
            self.use_of(Place { refuses_null, ..place })
        } else {
            let with = |id: &NodeId| Place::of(std::iter::once(*id).chain(field.nodes.iter().copied()));
            self.any_of(field.perhaps.iter().map(with).collect())
        };
        let is_optional = !field.is_required;
        edge.adds_null = is_optional && (self.table.needs_all || field.is_null_absence);
        let null = match (is_optional && self.table.needs_all, may_be_null) {
            (false, _) => Null::Itself,
            (true, false) => Null::Nothing,
            (true, true) if is_doubtful => Null::NothingUnlessItFits,
            (true, true) => Null::Itself,
        };
        if is_optional && self.table.needs_all {
            self.stand_ins.extend(first);
        }
        MemberBody { edge, is_required: field.is_required, null }
    }

    fn others(&mut self, members: &[Member], strangers: Strangers, closes: bool) -> OthersBody {
        let first = members.first().map(|member| member.id);
        let is_open = !matches!(strangers, Strangers::None);
        if closes && is_open {
            first.into_iter().for_each(|id| self.narrow(id, Narrowing::Strays));
        }
        match strangers {
            _ if closes => OthersBody::Forbidden,
            Strangers::None => OthersBody::Forbidden,
            Strangers::Unsaid => OthersBody::Unsaid,
            Strangers::Of(kinds) if kinds.iter().any(Vec::is_empty) => {
                self.mark_others(members, "not every field is of this kind");
                OthersBody::Any
            }
            Strangers::Of(kinds) => {
                let has_patterns = members.iter().any(|member| !self.said(member.id).patterns.is_empty());
                if kinds.len() > 1 || has_patterns {
                    self.mark_others(members, "only what all other fields are can be said");
                }
                OthersBody::Of(self.any_of(kinds.into_iter().map(Place::of).collect()))
            }
        }
    }

    /// Notes that it cannot be said that an object said as an array is empty.
    pub(in crate::core::dialect) fn mark_empty(&mut self, members: &[Member]) {
        let why = "the number of fields cannot be bounded";
        self.mark_others(members, why);
        for Member { id, .. } in members {
            if !self.said(*id).patterns.is_empty() {
                self.mark(*id, Keyword::PatternProperties, Fate::Dropped, why);
            }
        }
    }

    /// Notes that it cannot be said of some fields that they may not be there.
    pub(in crate::core::dialect) fn mark_impossible(&mut self, members: &[Member]) {
        let why = "it cannot be said that a field may not be there";
        self.mark_others(members, why);
        for Member { id, .. } in members {
            for assertion in &self.schema.node(*id).assertions {
                if let Assertion::Properties(_) | Assertion::PatternProperties(_) = assertion {
                    self.mark(*id, Keyword::of(assertion), Fate::Dropped, why);
                }
            }
        }
    }

    fn mark_others(&mut self, members: &[Member], why: &'static str) {
        for Member { id, .. } in members {
            for assertion in &self.schema.node(*id).assertions {
                if let Assertion::AdditionalProperties(_) = assertion {
                    self.mark(*id, Keyword::AdditionalProperties, Fate::Dropped, why);
                }
            }
        }
    }

    /// An object whose keys are not known, as an array of its keys and values.
    fn pairs(&mut self, members: &[Member], kinds: Vec<Vec<NodeId>>, cell: &mut Cell) {
        let (mut keywords, mut dropped) = (Vec::new(), ObjectShape::default());
        let is_simple =
            kinds.len() == 1 && members.iter().all(|member| self.said(member.id).patterns.is_empty());
        for Member { id, .. } in members {
            for assertion in &self.schema.node(*id).assertions {
                let why = "sent as an array of keys and values";
                match assertion {
                    // Two items may have the same key, so their number does not bound that of the fields.
                    Assertion::MinProperties(count) => {
                        keywords.extend(self.counted(Keyword::MinItems, *count))
                    }
                    Assertion::MaxProperties(count) => {
                        keywords.extend(self.counted(Keyword::MaxItems, *count))
                    }
                    Assertion::AdditionalProperties(_) if is_simple => {
                        self.mark(*id, Keyword::AdditionalProperties, Fate::Enforced, why);
                    }
                    Assertion::PatternProperties(_) | Assertion::AdditionalProperties(_) => {
                        self.mark(*id, Keyword::of(assertion), Fate::Dropped, why);
                    }
                    Assertion::Type(_) => {
                        let why = "sent as an array of keys and values, and a key may come twice";
                        self.mark(*id, Keyword::Type, Fate::Dropped, why);
                    }
                    _ => {}
                }
            }
            self.drop_counts(*id, false, &mut dropped);
        }
        cell.told.push("an object, as an array of its keys and values, each key once".to_owned());
        cell.told.extend(self.schema.constraint_words(&Kind::Object(dropped)));
        let value = self.any_of(kinds.into_iter().map(Place::of).collect());
        cell.body = Body::Pairs(PairsBody { value, keywords });
    }

    fn counted(&self, keyword: Keyword, count: u64) -> Option<(&'static str, Value)> {
        (self.table.treatment)(keyword).holds_counts().then(|| (keyword.name(), Value::from(count)))
    }

    /// What is told of the number and the names of fields.
    fn drop_counts(&mut self, id: NodeId, closes: bool, dropped: &mut ObjectShape<'s>) {
        for assertion in &self.schema.node(id).assertions {
            match assertion {
                Assertion::MinProperties(least) => {
                    self.mark_untold(id, Keyword::MinProperties);
                    dropped.min = Some(dropped.min.map_or(*least, |known| known.max(*least)));
                }
                Assertion::MaxProperties(most) => {
                    self.mark_untold(id, Keyword::MaxProperties);
                    dropped.max = Some(dropped.max.map_or(*most, |known| known.min(*most)));
                }
                Assertion::DependentRequired(needed) => {
                    self.mark_untold(id, Keyword::DependentRequired);
                    let needed = needed.iter().map(|(name, needed)| (name.as_str(), needed.as_slice()));
                    dropped.dependent.extend(needed);
                }
                Assertion::PropertyNames(names) if !closes => {
                    self.mark_untold(id, Keyword::PropertyNames);
                    dropped.names = Some(*names);
                }
                _ => {}
            }
        }
    }
}

/// The fields that are named, in the order an answer should have them.
fn fields<'s>(said: &[Said<'s>]) -> IndexMap<&'s str, Field> {
    let mut fields: IndexMap<&str, Field> = IndexMap::new();
    for of_one in said {
        for (name, property) in of_one.named.into_iter().flatten() {
            let field = fields.entry(name.as_str()).or_default();
            field.is_null_absence |= property.null == NullMeaning::Absence;
        }
    }
    for name in said.iter().flat_map(|of_one| of_one.required) {
        fields.entry(name.as_str()).or_default().is_required = true;
    }
    for (name, field) in &mut fields {
        field.nodes = nodes_of(said, name);
    }
    fields
}

/// The nodes that the value of a field satisfies.
fn nodes_of(said: &[Said], name: &str) -> Vec<NodeId> {
    let mut nodes = Vec::new();
    for of_one in said {
        let known = nodes.len();
        nodes.extend(of_one.named.and_then(|named| named.get(name)).map(|property| property.node));
        let matching = of_one.patterns.iter().filter(|(pattern, _)| pattern.find(name) == Search::Found);
        nodes.extend(matching.map(|(_, id)| *id));
        if nodes.len() == known {
            nodes.extend(of_one.others);
        }
    }
    nodes
}

fn strangers(builder: &Builder, said: &[Said]) -> Strangers {
    let is_never = |id: &NodeId| builder.schema.is_never(*id);
    let others: Vec<_> = said.iter().filter_map(|of_one| of_one.others).collect();
    let is_closed = others.iter().any(is_never);
    let patterns: Vec<_> = said.iter().flat_map(|of_one| of_one.patterns).map(|(_, id)| *id).collect();
    let rest: Vec<_> = others
        .into_iter()
        .filter(|id| !builder.schema.node(*id).assertions.is_empty() && !is_never(id))
        .collect();
    let mut kinds: Vec<_> = patterns.into_iter().filter(|id| !is_never(id)).map(|id| vec![id]).collect();
    if !is_closed {
        kinds.push(rest);
    }
    match kinds.as_slice() {
        [] => Strangers::None,
        [only] if only.is_empty() => Strangers::Unsaid,
        _ => Strangers::Of(kinds),
    }
}
