//! Arrays: their items, and what of their constraints is sent.

use crate::core::dialect::cell::{ArrayBody, Body, Cell};
use crate::core::dialect::conjunction::{Member, Place};
use crate::core::dialect::error::LowerError;
use crate::core::dialect::kept::Fate;
use crate::core::dialect::keyword::Keyword;
use crate::core::dialect::lower::Builder;
use crate::core::dialect::lowered::Narrowing;
use crate::core::dialect::table::{Only, Treatment};
use crate::core::schema::{ArrayShape, Assertion, Kind, NodeId};
use serde_json::Value;

/// What is said of items by their position.
struct Items {
    /// The nodes of each item at the beginning.
    prefix: Vec<Vec<NodeId>>,
    /// Those of the items after that.
    rest: Vec<NodeId>,
    /// How many items there may be.
    end: Option<usize>,
}

impl<'s> Builder<'s> {
    pub(in crate::core::dialect) fn array(&mut self, members: &[Member], cell: &mut Cell) {
        let items = self.items(members);
        let mut body = ArrayBody::default();
        let mut dropped = ArrayShape::default();
        self.counts(members, &items, &mut body, &mut dropped);
        self.kinds(members, items, &mut body, cell);
        cell.told.extend(self.schema.constraint_words(&Kind::Array(dropped)));
        cell.body = Body::Array(body);
    }

    fn items(&self, members: &[Member]) -> Items {
        let said = members.iter().map(|member| {
            let (mut prefix, mut rest) = (&[] as &[NodeId], None);
            for assertion in &self.schema.node(member.id).assertions {
                match assertion {
                    Assertion::PrefixItems(ids) => prefix = ids,
                    Assertion::Items(id) => rest = Some(*id),
                    _ => {}
                }
            }
            (prefix, rest)
        });
        let said: Vec<_> = said.collect();
        let length = said.iter().map(|(prefix, _)| prefix.len()).max().unwrap_or_default();
        let mut items = Items { prefix: Vec::new(), rest: Vec::new(), end: None };
        for position in 0..=length {
            let at = said.iter().filter_map(|(prefix, rest)| prefix.get(position).copied().or(*rest));
            let nodes: Vec<_> = at.collect();
            if nodes.iter().any(|id| self.schema.is_never(*id)) {
                items.end = Some(position);
                break;
            }
            if position < length {
                items.prefix.push(nodes);
            } else {
                items.rest = nodes;
            }
        }
        items
    }

    /// How many items there are, and whether they differ.
    fn counts(&mut self, members: &[Member], items: &Items, body: &mut ArrayBody, dropped: &mut ArrayShape) {
        let (mut min, mut max) = (None, None);
        for Member { id, .. } in members {
            for assertion in &self.schema.node(*id).assertions {
                let keyword = Keyword::of(assertion);
                match assertion {
                    Assertion::MinItems(least) => {
                        let mut fate = self.treat(*id, keyword, |only| holds_count(only, *least));
                        if *least > self.table.limits.count {
                            fate = self.too_many(*id, keyword);
                        }
                        let mut sent = *least;
                        if fate == Fate::Dropped {
                            raise(&mut dropped.min, *least);
                            let takes_one = matches!(
                                (self.table.treatment)(keyword),
                                Treatment::Where(Only::ZeroOrOne, _)
                            );
                            sent = u64::from(takes_one);
                        }
                        raise(&mut min, sent);
                    }
                    Assertion::MaxItems(most) => {
                        let mut is_dropped =
                            self.treat(*id, keyword, |only| holds_count(only, *most)) == Fate::Dropped;
                        if *most > self.table.limits.count {
                            is_dropped = self.too_many(*id, keyword) == Fate::Dropped;
                        }
                        lower(if is_dropped { &mut dropped.max } else { &mut max }, *most);
                    }
                    Assertion::UniqueItems => {
                        if self.treat(*id, keyword, |_| false) == Fate::Dropped {
                            dropped.unique = true;
                        } else {
                            body.keywords.push(("uniqueItems", true.into()));
                        }
                    }
                    Assertion::Contains(contains) => {
                        self.mark_untold(*id, keyword);
                        dropped.contains.push(*contains);
                    }
                    _ => {}
                }
            }
        }
        if let Some(end) = items.end {
            let end = u64::try_from(end).unwrap_or(u64::MAX);
            if (self.table.treatment)(Keyword::MaxItems).holds_counts() {
                lower(&mut max, end);
            } else {
                lower(&mut dropped.max, end);
                lower(&mut max, end);
                max = max.filter(|_| (self.table.treatment)(Keyword::MaxItems) == Treatment::Ignores);
                self.mark_end(members);
            }
        }
        body.keywords.extend(min.filter(|min| *min > 0).map(|least| ("minItems", Value::from(least))));
        body.keywords.extend(max.map(|most| ("maxItems", Value::from(most))));
    }

    /// Notes that it cannot be said where an array ends.
    pub(in crate::core::dialect) fn mark_end(&mut self, members: &[Member]) {
        self.mark_items(members, Fate::Dropped, "the number of items cannot be bounded");
    }

    /// What the items are.
    fn kinds(&mut self, members: &[Member], items: Items, body: &mut ArrayBody, cell: &mut Cell) {
        let is_open = items.end.is_none();
        for Member { id, .. } in members {
            for assertion in &self.schema.node(*id).assertions {
                if let Assertion::Items(_) = assertion {
                    self.mark(*id, Keyword::Items, Fate::Enforced, "");
                }
            }
        }
        let is_said = (self.table.treatment)(Keyword::PrefixItems) == Treatment::Enforces;
        if is_said || items.prefix.is_empty() {
            self.mark_items(members, Fate::Enforced, "");
            body.prefix = items.prefix.into_iter().map(|ids| self.use_of(Place::of(ids))).collect();
            if is_open && !items.rest.is_empty() {
                body.items = Some(self.use_of(Place::of(items.rest)));
            } else if self.table.needs_types && is_open {
                self.fail(LowerError::AnyValue(self.pointer_of(&cell.place)));
            }
            return;
        }
        let told: Vec<_> = items.prefix.iter().filter_map(|ids| ids.first()).collect();
        let told: Vec<_> = told.into_iter().map(|id| self.schema.short_text(*id)).collect();
        cell.told.push(format!("its items, in this order: {}", told.join("; ")));
        self.mark_items(members, Fate::Dropped, "only what all items are can be said");
        let mut kinds = items.prefix;
        if is_open && items.rest.is_empty() {
            if !self.table.needs_types {
                return;
            }
            if let Some(Member { id, .. }) = members.first() {
                self.narrow(*id, Narrowing::OtherItems);
            }
        } else if is_open {
            kinds.push(items.rest);
        }
        if !self.table.needs_types && kinds.iter().any(Vec::is_empty) {
            return;
        }
        body.items = Some(self.any_of(kinds.into_iter().map(Place::of).collect()));
    }

    fn mark_items(&mut self, members: &[Member], fate: Fate, why: &'static str) {
        for Member { id, .. } in members {
            for assertion in &self.schema.node(*id).assertions {
                match assertion {
                    Assertion::PrefixItems(_) => self.mark(*id, Keyword::PrefixItems, fate, why),
                    Assertion::Items(_) => self.mark(*id, Keyword::Items, fate, why),
                    _ => {}
                }
            }
        }
    }
}

fn raise(known: &mut Option<u64>, least: u64) {
    *known = Some(known.map_or(least, |known| known.max(least)));
}

fn lower(known: &mut Option<u64>, most: u64) {
    *known = Some(known.map_or(most, |known| known.min(most)));
}

fn holds_count(only: Only, count: u64) -> bool {
    match only {
        Only::ZeroOrOne => count <= 1,
        Only::UpTo(most) => count <= most,
        Only::Integers
        | Only::PlainPatterns
        | Only::WholePatterns
        | Only::GrammarPatterns
        | Only::Alone
        | Only::Formats(_) => false,
    }
}
