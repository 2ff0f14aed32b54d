//! The evaluator: walks a value along a schema's plans and collects all that is wrong.
//! Where only the answer counts, as in the forms of a union, it stops at the first rule broken.

use super::decimal::is_multiple;
use super::marks::Marks;
use super::path::{Order, Path, order_from};
use super::plan::{NumberRule, Plan, Rest, Rule, StringPlan, Validator};
use super::verdict::Verdict;
use super::violation::{Expected, Found, Limit, Severity, Stray, Violation};
use crate::core::pattern::{Pattern, Search};
use crate::core::rules::Site;
use crate::core::schema::{JsonType, NodeId, ResourceId, TypeSet};
use crate::core::value;
use serde_json::{Number, Value};
use std::cmp::Ordering;

/// A violation, and where it stands in the order of the document.
pub(super) type Told = (Order, Violation);

pub(super) struct Evaluation<'v> {
    pub(super) validator: &'v Validator,
    pub(super) violations: Vec<Told>,
    passed: usize,
    /// Whether violations are only counted, not told.
    pub(super) is_quiet: bool,
    depth: u32,
    steps: u64,
    /// The limits that were met, by the place; they make the whole undecided.
    undecided: Vec<Told>,
    /// The places where rules across fields stand.
    pub(super) sites: Vec<Site>,
}

/// The resources that were entered on the way, for dynamic references.
#[derive(Clone, Copy)]
pub(super) struct Scope<'s> {
    resource: ResourceId,
    outer: Option<&'s Scope<'s>>,
}

impl<'v> Evaluation<'v> {
    pub(super) fn new(validator: &'v Validator) -> Self {
        Self {
            validator,
            violations: Vec::new(),
            passed: 0,
            is_quiet: false,
            depth: 0,
            steps: 0,
            undecided: Vec::new(),
            sites: Vec::new(),
        }
    }

    pub(super) fn verdict(mut self, id: NodeId, value: &Value, input: &str) -> Verdict {
        self.whole(id, value);
        self.violations.append(&mut self.undecided);
        let mut not_judged = Vec::new();
        if let Some(rules) = &self.validator.rules {
            let wrong: Vec<_> = self.violations.iter().map(|(_, violation)| violation).collect();
            let judged = rules.judge(&self.sites, value, input, &wrong);
            for (position, violation) in judged.violations {
                let Some(site) = self.sites.get(position) else { continue };
                let order = order_from(site, &violation.pointer, value);
                self.violations.push((order, violation));
            }
            self.passed += judged.passed;
            not_judged = judged.not_judged;
        }
        let violations = in_document_order(self.violations);
        Verdict { violations, not_judged, passed: self.passed }
    }

    pub(super) fn accepts(mut self, id: NodeId, value: &Value) -> bool {
        self.is_quiet = true;
        self.whole(id, value) && self.undecided.is_empty()
    }

    fn whole(&mut self, id: NodeId, value: &Value) -> bool {
        let resource = self.plan(id).map_or(ResourceId::default(), |plan| plan.resource);
        self.node(id, value, &Path::Root, &Scope { resource, outer: None }, None)
    }

    pub(super) fn plan(&self, id: NodeId) -> Option<&'v Plan> {
        self.validator.plans.get(id.position())
    }

    /// Judges a value by a node. What it evaluates of the value is marked.
    pub(super) fn node(
        &mut self,
        id: NodeId,
        value: &Value,
        path: &Path,
        scope: &Scope,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let Some(plan) = self.plan(id) else { return true };
        self.steps += 1;
        let limits = self.validator.limits;
        if self.steps > limits.steps || self.depth >= limits.depth {
            self.exhaust(path);
            return true;
        }
        if plan.is_ruled && !self.is_quiet {
            self.sites.push(Site { node: id, pointer: path.pointer(), order: path.order() });
        }
        if plan.any.is_empty() && !matches!(value, Value::Array(_) | Value::Object(_)) {
            // Most values have no parts and are asked little.
            let is_of_type = self.has_type(plan, value, path);
            if !is_of_type && self.is_quiet {
                return false;
            }
            // What else is wrong is told even of a value of the wrong type.
            return self.scalar(plan, value, path) & is_of_type;
        }
        self.depth += 1;
        let entered;
        let scope = if plan.resource == scope.resource {
            scope
        } else {
            entered = Scope { resource: plan.resource, outer: Some(scope) };
            &entered
        };
        let asks = plan.unevaluated_items.is_some() || plan.unevaluated_properties.is_some();
        let holds = if asks && matches!(value, Value::Array(_) | Value::Object(_)) {
            let mut own = Marks::default();
            let mut holds = self.plan_holds(plan, value, path, scope, Some(&mut own));
            if holds || !self.is_quiet {
                holds &= self.unevaluated(plan, value, path, scope, &mut own);
            }
            if let Some(marks) = &mut marks {
                marks.merge(&own);
            }
            holds
        } else {
            self.plan_holds(plan, value, path, scope, marks)
        };
        self.depth -= 1;
        holds
    }

    fn plan_holds(
        &mut self,
        plan: &'v Plan,
        value: &Value,
        path: &Path,
        scope: &Scope,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let is_of_type = self.has_type(plan, value, path);
        let mut holds = is_of_type;
        for rule in &plan.any {
            if !holds && self.is_quiet {
                return false;
            }
            holds &= self.rule(rule, is_of_type, value, path, scope, marks.as_deref_mut());
        }
        if !holds && self.is_quiet {
            return false;
        }
        holds
            & match value {
                Value::Array(items) => match &plan.array {
                    Some(array) => self.array(array, items, value, path, scope, marks),
                    None => true,
                },
                Value::Object(members) => match &plan.object {
                    Some(object) => self.object(object, members, value, path, scope, marks),
                    None => true,
                },
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
                    self.scalar(plan, value, path)
                }
            }
    }

    fn has_type(&mut self, plan: &'v Plan, value: &Value, path: &Path) -> bool {
        match plan.types {
            Some(types) => self.check(is_of(value, types), path, value, || Expected::Type(types)),
            None => true,
        }
    }

    /// What is asked of a value without parts, beside its type.
    fn scalar(&mut self, plan: &'v Plan, value: &Value, path: &Path) -> bool {
        match (value, &plan.string) {
            (Value::String(text), Some(string)) => self.string(string, text, value, path),
            (Value::Number(number), _) => self.numbers(&plan.numbers, number, value, path),
            (_, _) => true,
        }
    }

    fn rule(
        &mut self,
        rule: &'v Rule,
        is_of_type: bool,
        value: &Value,
        path: &Path,
        scope: &Scope,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        match rule {
            Rule::Never => self.check(false, path, value, || Expected::Nothing),
            // What is of the wrong type is none of the values either; once is enough to say.
            Rule::Enum(_) | Rule::Constant(_) if !is_of_type => false,
            Rule::Enum(values) => {
                let holds = values.iter().any(|allowed| value::equal(allowed, value));
                self.check(holds, path, value, || Expected::OneOf(values.clone()))
            }
            Rule::Constant(constant) => {
                let holds = value::equal(constant, value);
                self.check(holds, path, value, || Expected::Constant(constant.clone()))
            }
            Rule::Reference(id) => self.node(*id, value, path, scope, marks),
            Rule::DynamicReference { anchor, otherwise } => {
                let id = self.dynamic_target(anchor, scope).unwrap_or(*otherwise);
                self.node(id, value, path, scope, marks)
            }
            Rule::AllOf(ids) => {
                let mut holds = true;
                for id in ids {
                    holds &= self.node(*id, value, path, scope, marks.as_deref_mut());
                    if !holds && self.is_quiet {
                        break;
                    }
                }
                holds
            }
            Rule::AnyOf(union) => self.any_of(union, value, path, scope, marks),
            Rule::OneOf(union) => self.one_of(union, value, path, scope, marks),
            Rule::Not(id, what) => {
                let holds = !self.holds(*id, value, path, scope, None);
                self.check(holds, path, value, || Expected::Not(what.clone()))
            }
            Rule::If { condition, then, otherwise } => {
                let mut own = marks.is_some().then(Marks::default);
                let holds = self.holds(*condition, value, path, scope, own.as_mut());
                if let (true, Some(marks), Some(own)) = (holds, &mut marks, &own) {
                    marks.merge(own);
                }
                match if holds { then } else { otherwise } {
                    Some(id) => self.node(*id, value, path, scope, marks),
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
        scope: &Scope,
        marks: Option<&mut Marks>,
    ) -> bool {
        let (was_quiet, passed) = (std::mem::replace(&mut self.is_quiet, true), self.passed);
        let holds = self.node(id, value, path, scope, marks);
        (self.is_quiet, self.passed) = (was_quiet, passed);
        holds
    }

    /// Finds the rules across fields that a form which fits leads to.
    pub(super) fn find_rules(&mut self, id: NodeId, value: &Value, path: &Path, scope: &Scope) {
        if !self.is_quiet && self.plan(id).is_some_and(|plan| plan.leads_to_rules) {
            let undecided = self.undecided.len();
            self.told_with_sites(id, value, path, scope);
            // What is undecided was noted when the form was found to fit.
            self.undecided.truncate(undecided);
        }
    }

    /// What is wrong with a value by a node, told apart from the rest.
    pub(super) fn told(&mut self, id: NodeId, value: &Value, path: &Path, scope: &Scope) -> Vec<Told> {
        let sites = self.sites.len();
        let told = self.told_with_sites(id, value, path, scope);
        self.sites.truncate(sites);
        told
    }

    /// The same, where the node is the one that is meant, and its rules across fields count.
    pub(super) fn told_with_sites(
        &mut self,
        id: NodeId,
        value: &Value,
        path: &Path,
        scope: &Scope,
    ) -> Vec<Told> {
        let (outside, passed) = (std::mem::take(&mut self.violations), self.passed);
        self.node(id, value, path, scope, None);
        self.passed = passed;
        std::mem::replace(&mut self.violations, outside)
    }

    fn dynamic_target(&self, anchor: &str, scope: &Scope) -> Option<NodeId> {
        let mut found = None;
        let mut scope = Some(scope);
        while let Some(Scope { resource, outer }) = scope {
            let here = self.validator.anchors.iter().find(|(of, name, _)| of == resource && name == anchor);
            // The outermost one counts.
            found = here.map(|(_, _, id)| *id).or(found);
            scope = *outer;
        }
        found
    }

    fn string(&mut self, plan: &'v StringPlan, text: &str, value: &Value, path: &Path) -> bool {
        let mut holds = true;
        if let Some(least) = plan.min {
            holds &= self.check(has_length(text, least), path, value, || Expected::MinLength(least));
        }
        if let Some(most) = plan.max {
            let holds_here = most == u64::MAX || !has_length(text, most + 1);
            holds &= self.check(holds_here, path, value, || Expected::MaxLength(most));
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
                self.undecided.push((path.order(), violation(path, found, expected)));
                true
            }
        }
    }

    fn numbers(&mut self, rules: &'v [NumberRule], number: &Number, value: &Value, path: &Path) -> bool {
        let mut holds = true;
        for rule in rules {
            let (passes, expected): (bool, fn(Number) -> Expected) = match rule {
                NumberRule::Minimum(least) => {
                    (value::compare(number, least) != Ordering::Less, Expected::Minimum)
                }
                NumberRule::Maximum(most) => {
                    (value::compare(number, most) != Ordering::Greater, Expected::Maximum)
                }
                NumberRule::ExclusiveMinimum(least) => {
                    (value::compare(number, least) == Ordering::Greater, Expected::ExclusiveMinimum)
                }
                NumberRule::ExclusiveMaximum(most) => {
                    (value::compare(number, most) == Ordering::Less, Expected::ExclusiveMaximum)
                }
                NumberRule::MultipleOf(of) => (is_multiple(number, of), Expected::MultipleOf),
            };
            let (NumberRule::Minimum(bound)
            | NumberRule::Maximum(bound)
            | NumberRule::ExclusiveMinimum(bound)
            | NumberRule::ExclusiveMaximum(bound)
            | NumberRule::MultipleOf(bound)) = rule;
            holds &= self.check(passes, path, value, || expected(bound.clone()));
        }
        holds
    }

    /// Judges what nothing else has evaluated, and marks it.
    fn unevaluated(
        &mut self,
        plan: &'v Plan,
        value: &Value,
        path: &Path,
        scope: &Scope,
        marks: &mut Marks,
    ) -> bool {
        let mut holds = true;
        match value {
            Value::Array(items) => {
                let Some(rest) = plan.unevaluated_items else { return true };
                for (index, item) in items.iter().enumerate().filter(|(index, _)| !marks.is_marked(*index)) {
                    let place = Path::Index(path, index);
                    let expected = Expected::NoItem { stray: Stray::Unevaluated, allowed: index };
                    holds &= self.rest(rest, item, &place, scope, expected);
                }
                (0..items.len()).for_each(|index| marks.mark(index));
            }
            Value::Object(members) => {
                let Some(rest) = plan.unevaluated_properties else { return true };
                for (position, (key, member)) in members.iter().enumerate() {
                    if !marks.is_marked(position) {
                        let place = Path::Key(path, key, Path::of_member(position));
                        let expected = Expected::Absent { stray: Stray::Unevaluated, nearest: None };
                        holds &= self.rest(rest, member, &place, scope, expected);
                    }
                }
                (0..members.len()).for_each(|position| marks.mark(position));
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        holds
    }

    /// Judges something that is not named.
    fn rest(&mut self, rest: Rest, value: &Value, path: &Path, scope: &Scope, forbidden: Expected) -> bool {
        match rest {
            Rest::Forbidden => self.check(false, path, value, || forbidden),
            Rest::Of(id) => self.node(id, value, path, scope, None),
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
            self.violations.push((path.order(), violation(path, found, expected)));
        }
        false
    }

    pub(super) fn pass(&mut self) {
        self.passed += 1;
    }

    /// Notes once that a limit was met.
    fn exhaust(&mut self, path: &Path) {
        let limit = if self.steps > self.validator.limits.steps { Limit::Steps } else { Limit::Depth };
        let is_known = |(_, violation): &Told| violation.expected == Expected::Decidable(limit.clone());
        if !self.undecided.iter().any(is_known) {
            let expected = Expected::Decidable(limit);
            self.undecided.push((path.order(), violation(path, Found::Nothing, expected)));
        }
    }
}

pub(super) fn violation(path: &Path, found: Found, expected: Expected) -> Violation {
    Violation { pointer: path.pointer(), expected, found, severity: Severity::Error, related: Vec::new() }
}

pub(super) fn in_document_order(mut told: Vec<Told>) -> Vec<Violation> {
    if told.len() > 1 {
        told.sort_by(|(left, _), (right, _)| left.cmp(right));
    }
    told.into_iter().map(|(_, violation)| violation).collect()
}

fn is_of(value: &Value, types: TypeSet) -> bool {
    let json_type = JsonType::of(value);
    types.contains(json_type)
        || matches!(value, Value::Number(number) if types.contains(JsonType::Integer) && value::is_integer(number))
}

/// Whether a text has at least so many code points; each takes from one to four bytes.
fn has_length(text: &str, least: u64) -> bool {
    let bytes = text.len() as u64;
    bytes >= least && (bytes / 4 >= least || text.chars().count() as u64 >= least)
}
