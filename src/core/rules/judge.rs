//! Judges the rules of the places that a validator has walked through, when it is known what is wrong there.

use super::compiled::{Compiled, Program, Rules};
use super::evaluate::{Evaluation, Failure};
use super::given::given;
use super::reads::{Read, Step};
use super::value::Value;
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{NodeId, Severity, Typing};
use crate::core::validate::{BrokenRule, Expected, Found, Limit, NotJudged, Outcome, Violation};
use serde_json::Value as Json;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// How many steps the rules of one verdict may take together.
const MOST_STEPS: u64 = 5_000_000;

/// How many of the values that a rule read are told.
const TOLD_VALUES: usize = 6;

/// A place of the answer with the node that judges it there.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    /// The node, which has rules.
    pub node: NodeId,
    /// The place.
    pub pointer: Pointer,
    /// Where that is in the order of the document.
    pub order: Vec<usize>,
}

/// What the rules of an answer amount to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Judged {
    /// The rules that are not true, that have no value, and that are undecided, each with the position of
    /// its site.
    pub violations: Vec<(usize, Violation)>,
    /// The rules that were not judged.
    pub not_judged: Vec<NotJudged>,
    /// How many are true.
    pub passed: usize,
}

impl Rules {
    /// Judges the rules of some sites, of which this is known to be wrong.
    pub fn judge(&self, sites: &[Site], answer: &Json, input: &str, wrong: &[Violation]) -> Judged {
        let mut judged = Judged::default();
        let wrong = wrong_below(sites, wrong);
        let mut evaluation = Evaluation::new(MOST_STEPS);
        evaluation.bind("input", Value::text(input));
        // A place may be judged by one node in several ways: by two forms of a union that both refer to it.
        let mut known = HashSet::new();
        let sites = sites.iter().enumerate().filter(|(_, site)| known.insert((site.node, &site.pointer)));
        for (position, site) in sites {
            let Some(value) = at(answer, &site.pointer.segments()).filter(|value| !value.is_null()) else {
                // As in Kubernetes: what may be null is asked about where it stands, not by its own rules.
                continue;
            };
            let typed = given(value, &Typing::new(&self.schema, [site.node]));
            let wrong = wrong.get(&site.pointer).map_or(&[][..], Vec::as_slice);
            for rule in self.of_node(site.node) {
                // Whether a date occurs in the input depends on how it is written, not on when it is.
                let is_grounding = rule.condition.as_ref().is_ok_and(Program::is_grounding);
                let this =
                    if is_grounding { given(value, &Typing::new(&self.schema, [])) } else { typed.clone() };
                evaluation.bind("self", this);
                let judging = Judging { rule, site, value, wrong };
                let violation = judging.judge(&mut evaluation, &mut judged);
                judged.violations.extend(violation.map(|violation| (position, violation)));
            }
        }
        judged
    }
}

/// Something that makes the answer invalid, seen from a site.
struct Wrong<'a> {
    pointer: &'a Pointer,
    /// The way there from the site.
    place: Vec<Segment>,
}

/// What makes the answer invalid, by each of the sites that it stands at or below.
fn wrong_below<'a>(sites: &'a [Site], wrong: &'a [Violation]) -> HashMap<&'a Pointer, Vec<Wrong<'a>>> {
    let mut below: HashMap<_, _> = sites.iter().map(|site| (&site.pointer, Vec::new())).collect();
    for Violation { pointer, .. } in wrong.iter().filter(|violation| violation.severity == Severity::Error) {
        let segments = pointer.segments();
        let mut above = Pointer::root();
        for end in 0..=segments.len() {
            if let Some(known) = below.get_mut(&above) {
                let place = segments.get(end..).unwrap_or_default().to_vec();
                known.push(Wrong { pointer, place });
            }
            match segments.get(end) {
                Some(Segment::Key(key)) => above.push_key(key),
                Some(Segment::Index(index)) => above.push_index(*index),
                None => {}
            }
        }
    }
    below
}

/// One rule at one place.
struct Judging<'a> {
    rule: &'a Compiled,
    site: &'a Site,
    value: &'a Json,
    /// What is wrong there or below.
    wrong: &'a [Wrong<'a>],
}

impl<'a> Judging<'a> {
    /// Judges it; gives what is wrong with it, if anything.
    fn judge(&self, evaluation: &mut Evaluation<'a>, judged: &mut Judged) -> Option<Violation> {
        let program = match &self.rule.condition {
            Ok(program) => program,
            Err(mistake) => return Some(self.broken(Outcome::Failed(mistake.to_string()), false, &[])),
        };
        let reads = &program.reads.places;
        if let Some(because) = self.obstacle(program) {
            let (rule, words) = (name(self.rule.position), self.rule.rule.words());
            let (pointer, because) = (self.pointer(), because.clone());
            judged.not_judged.push(NotJudged { rule, words, pointer, because });
            return None;
        }
        let outcome = match evaluation.value(&program.expression) {
            Ok(Value::Bool(true)) => {
                judged.passed += 1;
                return None;
            }
            Ok(Value::Bool(false)) => self.untrue(program, evaluation),
            Ok(other) => Outcome::Failed(format!("it gives {}, not true or false", other.kind().name())),
            Err(Failure::Error(reason)) => Outcome::Failed(reason),
            Err(Failure::Undecided) => {
                let (position, words) = (self.rule.position, self.rule.rule.words());
                let expected = Expected::Decidable(Limit::Rule { position, words });
                return Some(self.violation(expected, reads));
            }
        };
        Some(self.broken(outcome, program.is_grounding(), reads))
    }

    /// The place that is wrong and bears on what the rule reads.
    fn obstacle(&self, program: &Program) -> Option<&'a Pointer> {
        let touching = self.wrong.iter().find(|wrong| program.reads.touch(&wrong.place));
        touching.map(|wrong| wrong.pointer)
    }

    /// What is said of a rule that is not true.
    fn untrue(&self, program: &Program, evaluation: &mut Evaluation<'a>) -> Outcome {
        if let Some(Ok(message)) = &self.rule.message
            && let Ok(Value::Text(said)) = evaluation.value(&message.expression)
            && !said.trim().is_empty()
        {
            return Outcome::Said(said.to_string());
        }
        if let Some(message) = &self.rule.rule.message {
            return Outcome::Said(message.clone());
        }
        let told = program.reads.places.iter().filter(|read| !read.steps.contains(&Step::Each));
        let values: Vec<_> = told
            .map(|read| {
                let pointer = read.pointer(&Pointer::root());
                let found = at(self.value, &pointer.segments()).map_or(Found::Nothing, Found::from);
                (read.pointer(&self.site.pointer), found)
            })
            .take(TOLD_VALUES)
            .collect();
        if program.is_grounding() { Outcome::Ungrounded(values) } else { Outcome::Untrue(values) }
    }

    fn broken(&self, outcome: Outcome, is_grounding: bool, reads: &[Read]) -> Violation {
        let (position, rule) = (self.rule.position, Arc::clone(&self.rule.rule));
        let broken = BrokenRule { position, rule, is_grounding, outcome };
        self.violation(Expected::Rule(Box::new(broken)), reads)
    }

    fn violation(&self, expected: Expected, reads: &[Read]) -> Violation {
        let mut pointer = self.pointer();
        if let Expected::Rule(broken) = &expected
            && let Outcome::Ungrounded(values) = &broken.outcome
            && let ([(place, _)], None) = (values.as_slice(), &self.rule.rule.field_path)
        {
            // The string that does not occur is what is wrong.
            pointer = place.clone();
        }
        let mut related = Vec::new();
        for read in reads {
            let place = read.pointer(&self.site.pointer);
            if place != pointer && !related.contains(&place) {
                related.push(place);
            }
        }
        let found = Found::from(self.value);
        Violation { pointer, expected, found, severity: self.rule.rule.severity, related }
    }

    /// The place that a violation is told of.
    fn pointer(&self) -> Pointer {
        let mut segments = self.site.pointer.segments();
        segments.extend(self.rule.rule.field_path.iter().flat_map(Pointer::segments));
        Pointer::from_segments(&segments)
    }
}

/// What a rule is called among those of its node.
pub fn name(position: usize) -> String {
    format!("rules[{position}]")
}

/// The value at a place.
pub fn at<'v>(value: &'v Json, place: &[Segment]) -> Option<&'v Json> {
    place.iter().try_fold(value, |value, segment| match segment {
        Segment::Key(key) => value.as_object()?.get(key),
        Segment::Index(index) => value.as_array()?.get(*index),
    })
}
