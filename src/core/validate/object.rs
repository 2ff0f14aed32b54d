//! Judges an object: one walk over its members, and then what is missing.

use super::evaluate::Evaluation;
use super::marks::Marks;
use super::path::Path;
use super::plan::{ObjectPlan, Plan, Rest};
use super::violation::{Expected, Found, Stray};
use crate::core::schema::{NodeId, NullMeaning};
use serde_json::{Map, Value};

/// The most pairs of an allowed and a given name, of which similar ones are looked for.
const MOST_COMPARED: usize = 100_000;

impl<'v> Evaluation<'v> {
    #[inline(never)]
    pub(super) fn object(
        &mut self,
        plan: &'v ObjectPlan,
        members: &Map<String, Value>,
        value: &Value,
        path: &Path,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let mut holds = true;
        if let Some(least) = plan.min {
            holds &=
                self.check(members.len() as u64 >= least, path, value, || Expected::MinProperties(least));
        }
        if let Some(most) = plan.max {
            holds &= self.check(members.len() as u64 <= most, path, value, || Expected::MaxProperties(most));
        }
        let mut seen = Marks::default();
        let mut guess = 0;
        let mut has_strays = false;
        for (position, (name, member)) in members.iter().enumerate() {
            if !holds && self.is_quiet {
                return false;
            }
            let place = Path::Key(path, name, Path::of_member(position));
            if let Some(id) = plan.names {
                holds &= self.name(id, name, &place);
            }
            let property = plan.find(name, guess);
            if let Some((position, property)) = property {
                guess = position + 1;
                if property.null == NullMeaning::Value || !member.is_null() {
                    seen.mark(position);
                    holds &= self.node(property.node, member, &place, None);
                }
            }
            if property.is_none() || !plan.patterns.is_empty() {
                match self.unlisted(plan, members, (name, member), property.is_some(), &place) {
                    Unlisted::Free => continue,
                    Unlisted::Stray => {
                        has_strays = true;
                        holds = false;
                    }
                    Unlisted::Judged(holds_here) => holds &= holds_here,
                }
            }
            if let Some(marks) = &mut marks {
                marks.mark(position);
            }
        }
        if matches!(plan.additional, Some(Rest::Forbidden)) && !has_strays {
            self.pass();
        }
        holds &= self.needed(plan, members, &seen, path);
        for (name, id) in &plan.dependent_schemas {
            if members.contains_key(name) {
                holds &= self.node(*id, value, path, marks.as_deref_mut());
            }
        }
        holds
    }

    /// Judges a member by the patterns, or by what holds for all that is not named.
    #[inline(never)]
    fn unlisted(
        &mut self,
        plan: &'v ObjectPlan,
        members: &Map<String, Value>,
        (name, member): (&str, &Value),
        mut is_named: bool,
        place: &Path,
    ) -> Unlisted {
        let mut holds = true;
        for (pattern, id) in &plan.patterns {
            if self.search(pattern, name, place) {
                is_named = true;
                holds &= self.node(*id, member, place, None);
            }
        }
        match plan.additional {
            _ if is_named => Unlisted::Judged(holds),
            Some(Rest::Of(id)) => Unlisted::Judged(self.node(id, member, place, None)),
            Some(Rest::Forbidden) => {
                if !self.is_quiet {
                    let nearest = plan.nearest(name, members);
                    let expected = Expected::Absent { stray: Stray::Additional, nearest };
                    self.tell(place, Found::from(member), expected);
                }
                Unlisted::Stray
            }
            None => Unlisted::Free,
        }
    }

    /// Judges a name as the text it is.
    #[inline(never)]
    fn name(&mut self, id: NodeId, name: &str, place: &Path) -> bool {
        let takes = |plan: &Plan| plan.any.is_empty() && plan.takes_text(name);
        if self.plan(id).is_some_and(takes) {
            self.pass();
            return true;
        }
        let text = Value::from(name);
        if self.holds(id, &text, place, None) {
            self.pass();
            return true;
        }
        if !self.is_quiet {
            for lack in self.told(id, &text, place).violations {
                self.tell(place, lack.found, Expected::Name(Box::new(lack.expected)));
            }
        }
        false
    }

    /// Judges which members must be there; mostly they all are, which is seen at once.
    #[inline(always)]
    fn needed(
        &mut self,
        plan: &'v ObjectPlan,
        members: &Map<String, Value>,
        seen: &Marks,
        path: &Path,
    ) -> bool {
        let has_all = plan.all_required.is_some_and(|all| seen.has_all(all));
        if has_all && plan.dependent_required.is_empty() {
            self.passed += plan.required.len();
            return true;
        }
        self.missing(plan, members, seen, path)
    }

    /// Judges them one by one.
    #[inline(never)]
    fn missing(
        &mut self,
        plan: &'v ObjectPlan,
        members: &Map<String, Value>,
        seen: &Marks,
        path: &Path,
    ) -> bool {
        let mut holds = true;
        let mut gaps = Gaps { plan, members, orders: None };
        for (name, position) in &plan.required {
            let is_there = match position {
                Some(position) => seen.is_marked(*position),
                None => members.contains_key(name),
            };
            if is_there {
                self.pass();
            } else {
                let order = if self.is_quiet { 0 } else { gaps.before(*position) };
                holds = self.tell(&Path::Key(path, name, order), Found::Nothing, Expected::Present);
            }
        }
        for (name, needed) in plan.dependent_required.iter().filter(|(name, _)| members.contains_key(name)) {
            for needed in needed {
                if members.contains_key(needed) {
                    self.pass();
                } else {
                    let expected = Expected::PresentWith(name.clone());
                    let order = gaps.before(plan.properties.get_index_of(needed));
                    holds = self.tell(&Path::Key(path, needed, order), Found::Nothing, expected);
                }
            }
        }
        holds
    }
}

/// What became of a member that the properties do not name.
enum Unlisted {
    /// Nothing is asked of it.
    Free,
    /// There must be none.
    Stray,
    /// It was judged, and holds or not.
    Judged(bool),
}

impl ObjectPlan {
    /// The allowed name that was most likely meant by another one.
    fn nearest(&self, name: &str, members: &Map<String, Value>) -> Option<String> {
        if self.properties.len().saturating_mul(members.len()) > MOST_COMPARED {
            return None;
        }
        let plain = plain(name);
        let most = plain.chars().count() / 3;
        let missing = self.properties.keys().filter(|name| !members.contains_key(*name));
        missing
            .map(|name| (self::plain(name), name))
            // Names of much different lengths are far apart, which need not be found out at length.
            .filter(|(known, _)| known.chars().count().abs_diff(plain.chars().count()) <= most)
            .map(|(known, name)| (strsim::osa_distance(&plain, &known), name))
            .filter(|(distance, _)| *distance <= most)
            .min()
            .map(|(_, name)| name.clone())
    }
}

/// Where missing members are told: each behind the one that the schema names before it.
struct Gaps<'v> {
    plan: &'v ObjectPlan,
    members: &'v Map<String, Value>,
    /// The order of each property if it is missing; found out when the first one is.
    orders: Option<Vec<usize>>,
}

impl Gaps<'_> {
    fn before(&mut self, position: Option<usize>) -> usize {
        let Self { plan, members, orders } = self;
        let orders = orders.get_or_insert_with(|| {
            let mut places = vec![None; plan.properties.len()];
            for (place, name) in members.keys().enumerate() {
                let known = plan.properties.get_index_of(name).and_then(|position| places.get_mut(position));
                known.into_iter().for_each(|known| *known = Some(place));
            }
            let behind = |last: &mut Option<usize>, place: Option<usize>| {
                let order = Path::behind_member(*last);
                *last = place.or(*last);
                Some(order)
            };
            places.into_iter().scan(None, behind).collect()
        });
        position.and_then(|position| orders.get(position).copied()).unwrap_or(Path::behind_member(None))
    }
}

/// A name without what people write differently: `unitPrice`, `unit_price`, `Unit price`.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).map(|letter| letter.to_ascii_lowercase()).collect()
}
