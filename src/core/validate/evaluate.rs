//! The evaluator: walks a value along a schema's plans and collects all that is wrong.
//! Where only the answer counts, as in the forms of a union, it stops at the first rule broken.

use super::decimal::is_multiple;
use super::fits::{has_length, is_longer, is_of};
use super::marks::Marks;
use super::path::{Path, order_from};
use super::plan::{NumberRule, Plan, Rest, Rule, StringPlan, Validator, ValueRule};
use super::told::Told;
use super::verdict::Verdict;
use super::violation::{Expected, Found, Limit, NotJudged, Severity, Stray, Violation};
use crate::core::pattern::{Pattern, Search};
use crate::core::rules::{Rules, Site};
use crate::core::schema::{JsonType, NodeId, ResourceId};
use crate::core::value;
use serde_json::{Number, Value};

pub(super) struct Evaluation<'v> {
    validator: &'v Validator,
    pub(super) told: Told,
    pub(super) passed: usize,
    /// Whether violations are only counted, not told.
    pub(super) is_quiet: bool,
    depth: u32,
    steps: u64,
    /// The resource that the nodes at hand are of, and those it was entered from, the outermost first.
    resource: ResourceId,
    entered_from: Vec<ResourceId>,
    /// The limits that were met, by the place; they make the whole undecided.
    undecided: Told,
    /// The places where rules across fields stand.
    sites: Vec<Site>,
}

impl<'v> Evaluation<'v> {
    pub(super) fn new(validator: &'v Validator) -> Self {
        Self {
            validator,
            told: Told::default(),
            passed: 0,
            is_quiet: false,
            depth: 0,
            steps: 0,
            resource: ResourceId::default(),
            entered_from: Vec::new(),
            undecided: Told::default(),
            sites: Vec::new(),
        }
    }

    pub(super) fn verdict(mut self, id: NodeId, value: &Value, input: &str) -> Verdict {
        self.whole(id, value);
        if !self.undecided.violations.is_empty() {
            self.told.append(std::mem::take(&mut self.undecided));
        }
        let not_judged = match self.validator.rules() {
            Some(rules) => self.judge_rules(rules, value, input),
            None => Vec::new(),
        };
        Verdict { violations: self.told.in_document_order(), not_judged, passed: self.passed }
    }

    /// Judges the rules across fields, when all else is known; gives those that are not judged.
    #[inline(never)]
    fn judge_rules(&mut self, rules: &Rules, value: &Value, input: &str) -> Vec<NotJudged> {
        let judged = rules.judge(&self.sites, value, input, &self.told.violations);
        for (position, violation) in judged.violations {
            let Some(site) = self.sites.get(position) else { continue };
            let order = order_from(site, &violation.pointer, value);
            self.told.push_at(&order, violation);
        }
        self.passed += judged.passed;
        judged.not_judged
    }

    pub(super) fn decides(mut self, id: NodeId, value: &Value) -> Option<bool> {
        self.is_quiet = true;
        let holds = self.whole(id, value);
        self.undecided.violations.is_empty().then_some(holds)
    }

    fn whole(&mut self, id: NodeId, value: &Value) -> bool {
        self.resource = self.plan(id).map_or(ResourceId::default(), |plan| plan.resource);
        self.node(id, value, &Path::Root, None)
    }

    pub(super) fn plan(&self, id: NodeId) -> Option<&'v Plan> {
        self.validator.plans.get(id.position())
    }

    /// Judges a value by a node. What it evaluates of the value is marked.
    ///
    /// Most values have no parts and are right, which is seen at once; rule by rule goes only what is not.
    #[inline]
    pub(super) fn node(&mut self, id: NodeId, value: &Value, path: &Path, marks: Option<&mut Marks>) -> bool {
        let Some(plan) = self.plan(id) else { return true };
        if !plan.any.is_empty() {
            return self.whole_node(plan, value, path, marks);
        }
        match value {
            Value::Array(_) | Value::Object(_) => self.whole_node(plan, value, path, marks),
            Value::Number(number) if plan.takes_number(number) => {
                self.pass_all(plan.itself + plan.numbers.rules.len())
            }
            Value::String(text) => self.text(plan, text, value, path),
            Value::Null if plan.free.contains(JsonType::Null) => self.pass_all(plan.itself),
            Value::Bool(_) if plan.free.contains(JsonType::Boolean) => self.pass_all(plan.itself),
            Value::Null | Value::Bool(_) | Value::Number(_) => self.by_rules(plan, value, path),
        }
    }

    /// Judges a text by a node that asks nothing else. On its own, so that numbers need not wait for it.
    #[inline(never)]
    fn text(&mut self, plan: &'v Plan, text: &str, value: &Value, path: &Path) -> bool {
        if plan.takes_text(text) {
            return self.pass_all(plan.itself + plan.string.as_ref().map_or(0, |string| string.count));
        }
        self.by_rules(plan, value, path)
    }

    /// Judges a value without parts rule by rule, where it was not seen at once to be right.
    #[inline(never)]
    fn by_rules(&mut self, plan: &'v Plan, value: &Value, path: &Path) -> bool {
        let holds = self.itself(plan, value, path);
        if !holds && self.is_quiet {
            return false;
        }
        self.scalar(plan, value, path) & holds
    }

    /// The same for any value and whatever the node asks.
    #[inline(never)]
    fn whole_node(
        &mut self,
        plan: &'v Plan,
        value: &Value,
        path: &Path,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let limits = self.validator.limits;
        if self.steps == limits.steps || self.depth == limits.depth {
            self.exhaust(if self.depth == limits.depth { Limit::Depth } else { Limit::Steps }, path);
            return true;
        }
        self.steps += 1;
        self.depth += 1;
        let enters = plan.resource != self.resource;
        if enters {
            self.entered_from.push(std::mem::replace(&mut self.resource, plan.resource));
        }
        let asks = plan.unevaluated_items.is_some() || plan.unevaluated_properties.is_some();
        let mut own = (asks && matches!(value, Value::Array(_) | Value::Object(_))).then(Marks::default);
        let mut holds = self.plan_holds(plan, value, path, own.as_mut().or(marks.as_deref_mut()));
        if let Some(own) = &mut own {
            if holds || !self.is_quiet {
                holds &= self.unevaluated(plan, value, path, own);
            }
            if let Some(marks) = marks {
                marks.merge(own);
            }
        }
        if enters {
            self.resource = self.entered_from.pop().unwrap_or_default();
        }
        self.depth -= 1;
        holds
    }

    #[inline(always)]
    fn plan_holds(
        &mut self,
        plan: &'v Plan,
        value: &Value,
        path: &Path,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let mut holds = if plan.free.contains(JsonType::of(value)) {
            self.pass_all(plan.itself)
        } else {
            self.itself(plan, value, path)
        };
        if !plan.any.is_empty() {
            holds = self.rules(&plan.any, holds, value, path, marks.as_deref_mut());
        }
        if !holds && self.is_quiet {
            return false;
        }
        holds
            & match value {
                Value::Array(items) => match &plan.array {
                    Some(array) => self.array(array, items, value, path, marks),
                    None => true,
                },
                Value::Object(members) => match &plan.object {
                    Some(object) => self.object(object, members, value, path, marks),
                    None => true,
                },
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                    self.scalar(plan, value, path)
                }
            }
    }

    /// Of which type a value must be, and which it must be.
    #[inline(never)]
    fn itself(&mut self, plan: &'v Plan, value: &Value, path: &Path) -> bool {
        if let Some(types) = plan.types
            && !self.check(is_of(value, types), path, value, || Expected::Type(types))
        {
            // It is none of the values either; once is enough to say.
            return false;
        }
        let mut holds = true;
        for rule in &plan.values {
            holds &= match rule {
                ValueRule::Enum(values) => {
                    self.check(rule.allows(value), path, value, || Expected::OneOf(values.clone()))
                }
                ValueRule::Constant(constant) => {
                    self.check(rule.allows(value), path, value, || Expected::Constant(constant.clone()))
                }
            };
        }
        holds
    }

    /// What is asked of a value without parts by its type.
    #[inline(never)]
    fn scalar(&mut self, plan: &'v Plan, value: &Value, path: &Path) -> bool {
        match value {
            Value::String(text) => match &plan.string {
                Some(string) => self.string(string, text, value, path),
                None => true,
            },
            Value::Number(number) => self.numbers(&plan.numbers.rules, number, value, path),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => true,
        }
    }

    /// Judges what else is asked of every value.
    #[inline(never)]
    fn rules(
        &mut self,
        rules: &'v [Rule],
        mut holds: bool,
        value: &Value,
        path: &Path,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        for rule in rules {
            if !holds && self.is_quiet {
                return false;
            }
            holds &= self.rule(rule, value, path, marks.as_deref_mut());
        }
        holds
    }

    fn rule(&mut self, rule: &'v Rule, value: &Value, path: &Path, mut marks: Option<&mut Marks>) -> bool {
        match rule {
            Rule::Across(id) => {
                if !self.is_quiet {
                    let mut order = Vec::new();
                    path.add_order(&mut order);
                    self.sites.push(Site { node: *id, pointer: path.pointer(), order });
                }
                true
            }
            Rule::Never => self.check(false, path, value, || Expected::Nothing),
            Rule::Reference(id) => self.node(*id, value, path, marks),
            Rule::DynamicReference { anchor, otherwise } => {
                let id = self.dynamic_target(anchor).unwrap_or(*otherwise);
                self.node(id, value, path, marks)
            }
            Rule::AllOf(ids) => {
                let mut holds = true;
                for id in ids {
                    holds &= self.node(*id, value, path, marks.as_deref_mut());
                    if !holds && self.is_quiet {
                        break;
                    }
                }
                holds
            }
            Rule::AnyOf(union) => self.any_of(union, value, path, marks),
            Rule::OneOf(union) => self.one_of(union, value, path, marks),
            Rule::Not(id, what) => {
                let holds = !self.holds(*id, value, path, None);
                self.check(holds, path, value, || Expected::Not(what.clone()))
            }
            Rule::If { condition, then, otherwise } => {
                let mut own = marks.is_some().then(Marks::default);
                let holds = self.holds(*condition, value, path, own.as_mut());
                if let (true, Some(marks), Some(own)) = (holds, &mut marks, &own) {
                    marks.merge(own);
                }
                match if holds { then } else { otherwise } {
                    Some(id) => self.node(*id, value, path, marks),
                    None => true,
                }
            }
        }
    }

    /// Whether a value satisfies a node, without a word.
    pub(super) fn holds(
        &mut self,
        id: NodeId,
        value: &Value,
        path: &Path,
        marks: Option<&mut Marks>,
    ) -> bool {
        let (was_quiet, passed) = (std::mem::replace(&mut self.is_quiet, true), self.passed);
        let holds = self.node(id, value, path, marks);
        (self.is_quiet, self.passed) = (was_quiet, passed);
        holds
    }

    /// Finds the rules across fields that a form which fits leads to.
    pub(super) fn find_rules(&mut self, id: NodeId, value: &Value, path: &Path) {
        // What is undecided was noted when the form was found to fit.
        let undecided = std::mem::take(&mut self.undecided);
        self.told_with_sites(id, value, path);
        self.undecided = undecided;
    }

    /// What is wrong with a value by a node, told apart from the rest.
    pub(super) fn told(&mut self, id: NodeId, value: &Value, path: &Path) -> Told {
        let sites = self.sites.len();
        let told = self.told_with_sites(id, value, path);
        self.sites.truncate(sites);
        told
    }

    /// The same, where the node is the one that is meant, and its rules across fields count.
    pub(super) fn told_with_sites(&mut self, id: NodeId, value: &Value, path: &Path) -> Told {
        let (outside, passed) = (std::mem::take(&mut self.told), self.passed);
        self.node(id, value, path, None);
        self.passed = passed;
        std::mem::replace(&mut self.told, outside)
    }

    /// The node that the outermost resource with such an anchor marks with it.
    fn dynamic_target(&self, anchor: &str) -> Option<NodeId> {
        let anchors = &self.validator.anchors;
        self.entered_from.iter().chain([&self.resource]).find_map(|resource| {
            let here = anchors.iter().find(|(of, name, _)| of == resource && name == anchor);
            here.map(|(_, _, id)| *id)
        })
    }

    fn string(&mut self, plan: &'v StringPlan, text: &str, value: &Value, path: &Path) -> bool {
        let mut holds = true;
        if let Some(least) = plan.min {
            holds &= self.check(has_length(text, least), path, value, || Expected::MinLength(least));
        }
        if let Some(most) = plan.max {
            holds &= self.check(!is_longer(text, most), path, value, || Expected::MaxLength(most));
        }
        for part in &plan.contains {
            holds &= self.check(text.contains(&**part), path, value, || Expected::ContainsText(part.clone()));
        }
        let mut misses_format = false;
        if let Some(format) = plan.format {
            misses_format = !self.check(format.accepts(text), path, value, || Expected::Format(format));
            holds &= !misses_format;
        }
        for rule in &plan.patterns {
            if !holds && self.is_quiet {
                return false;
            }
            let is_found = self.search(&rule.pattern, text, path);
            if is_found || !(rule.is_said_by_format && misses_format) {
                let expected = || Expected::Pattern(rule.pattern.clone());
                holds &= self.check(is_found, path, value, expected);
            }
        }
        holds
    }

    /// Whether a pattern is found in a text; taken as found, and noted, where that cannot be decided.
    pub(super) fn search(&mut self, pattern: &Pattern, text: &str, path: &Path) -> bool {
        match pattern.find(text) {
            Search::Found => true,
            Search::NotFound => false,
            Search::Undecided => {
                let expected = Expected::Decidable(Limit::Pattern(pattern.clone()));
                let found = Found::from(&Value::from(text));
                self.undecided.push(path, violation(path, found, expected));
                true
            }
        }
    }

    fn numbers(&mut self, rules: &'v [NumberRule], number: &Number, value: &Value, path: &Path) -> bool {
        let mut holds = true;
        for rule in rules {
            holds &= self.check(rule.holds(number), path, value, || rule.expected());
        }
        holds
    }

    /// Judges what nothing else has evaluated, and marks it.
    fn unevaluated(&mut self, plan: &'v Plan, value: &Value, path: &Path, marks: &mut Marks) -> bool {
        let mut holds = true;
        match value {
            Value::Array(items) => {
                let Some(rest) = plan.unevaluated_items else { return true };
                for (index, item) in items.iter().enumerate().filter(|(index, _)| !marks.is_marked(*index)) {
                    let place = Path::Index(path, index);
                    let expected = Expected::NoItem { stray: Stray::Unevaluated, allowed: index };
                    holds &= self.rest(rest, item, &place, expected);
                }
                (0..items.len()).for_each(|index| marks.mark(index));
            }
            Value::Object(members) => {
                let Some(rest) = plan.unevaluated_properties else { return true };
                for (position, (key, member)) in members.iter().enumerate() {
                    if !marks.is_marked(position) {
                        let place = Path::Key(path, key, Path::of_member(position));
                        let expected = Expected::Absent { stray: Stray::Unevaluated, nearest: None };
                        holds &= self.rest(rest, member, &place, expected);
                    }
                }
                (0..members.len()).for_each(|position| marks.mark(position));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        holds
    }

    /// Judges something that is not named.
    fn rest(&mut self, rest: Rest, value: &Value, path: &Path, forbidden: Expected) -> bool {
        match rest {
            Rest::Forbidden => self.check(false, path, value, || forbidden),
            Rest::Of(id) => self.node(id, value, path, None),
        }
    }

    /// Counts a rule that holds, and tells one that does not.
    pub(super) fn check(
        &mut self,
        holds: bool,
        path: &Path,
        value: &Value,
        expected: impl FnOnce() -> Expected,
    ) -> bool {
        if holds {
            self.passed += 1;
        } else if !self.is_quiet {
            self.refuse(path, value, expected);
        }
        holds
    }

    /// Kept out of the way of the rules that hold, which are the most.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, path: &Path, value: &Value, expected: impl FnOnce() -> Expected) {
        self.tell(path, Found::from(value), expected());
    }

    /// Tells a rule that does not hold.
    pub(super) fn tell(&mut self, path: &Path, found: Found, expected: Expected) -> bool {
        if !self.is_quiet {
            self.told.push(path, violation(path, found, expected));
        }
        false
    }

    /// Counts some rules that hold.
    #[inline]
    pub(super) fn pass_all(&mut self, count: usize) -> bool {
        self.passed += count;
        true
    }

    pub(super) fn pass(&mut self) {
        self.passed += 1;
    }

    /// Notes once that a limit was met.
    #[cold]
    fn exhaust(&mut self, limit: Limit, path: &Path) {
        let is_known = |violation: &Violation| violation.expected == Expected::Decidable(limit.clone());
        if !self.undecided.violations.iter().any(is_known) {
            let expected = Expected::Decidable(limit);
            self.undecided.push(path, violation(path, Found::Nothing, expected));
        }
    }
}

pub(super) fn violation(path: &Path, found: Found, expected: Expected) -> Violation {
    Violation { pointer: path.pointer(), expected, found, severity: Severity::Error, related: Vec::new() }
}

impl NumberRule {
    fn holds(&self, number: &Number) -> bool {
        match self {
            Self::Minimum(least) => value::compare(number, least).is_ge(),
            Self::Maximum(most) => value::compare(number, most).is_le(),
            Self::ExclusiveMinimum(below) => value::compare(number, below).is_gt(),
            Self::ExclusiveMaximum(above) => value::compare(number, above).is_lt(),
            Self::MultipleOf(of) => is_multiple(number, of),
        }
    }

    fn expected(&self) -> Expected {
        match self {
            Self::Minimum(least) => Expected::Minimum(least.clone()),
            Self::Maximum(most) => Expected::Maximum(most.clone()),
            Self::ExclusiveMinimum(least) => Expected::ExclusiveMinimum(least.clone()),
            Self::ExclusiveMaximum(most) => Expected::ExclusiveMaximum(most.clone()),
            Self::MultipleOf(of) => Expected::MultipleOf(of.clone()),
        }
    }
}
