//! What is wrong with the rules of a schema before anything is judged by them.

use super::compiled::{Compiled, Program, Rules};
use super::evaluate::{Evaluation, Failure};
use super::function::nearest;
use super::given::given;
use super::judge::name;
use super::parse::{Mistake, Position};
use super::reads::{Read, Step};
use super::value::{Type, Value};
use crate::core::pointer::{Pointer, Segment};
use crate::core::schema::{NodeId, Note, Typing};
use serde_json::Value as Json;
use std::fmt;

/// How many steps one trial may take.
const TRIAL_STEPS: u64 = 200_000;

/// What is wrong with a rule, or doubtful about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleMistake {
    /// Where the expression stands: `lines[].rules[0].rule`.
    pub path: String,
    /// Where in the expression, if that is known.
    pub position: Option<Position>,
    /// What is wrong, in a sentence without its full stop.
    pub message: String,
}

/// An expression of a rule, where it stands.
struct Checked<'a> {
    rules: &'a Rules,
    node: NodeId,
    path: String,
    text: &'a str,
    /// What it must give.
    wanted: Type,
}

impl Rules {
    /// What is wrong with the rules; `examples` makes values that a node accepts, on which they are tried.
    pub fn mistakes(&self, mut examples: impl FnMut(NodeId) -> Vec<Json>) -> Vec<RuleMistake> {
        let mut mistakes = Vec::new();
        for (node, place) in self.schema.places() {
            let rules = self.of_node(node);
            let examples = if rules.is_empty() { Vec::new() } else { examples(node) };
            let examples: Vec<&Json> = examples.iter().filter(|example| !example.is_null()).collect();
            for rule in rules {
                let dot = if place.is_empty() { "" } else { "." };
                let path = format!("{place}{dot}{}", name(rule.position));
                self.check(rule, node, &path, &examples, &mut mistakes);
            }
        }
        mistakes
    }

    fn check(
        &self,
        rule: &Compiled,
        node: NodeId,
        path: &str,
        examples: &[&Json],
        mistakes: &mut Vec<RuleMistake>,
    ) {
        let checked = |key: &str, text, wanted| Checked {
            rules: self,
            node,
            path: format!("{path}.{key}"),
            text,
            wanted,
        };
        checked("rule", &rule.rule.rule, Type::Bool).check(&rule.condition, examples, mistakes);
        if let Some(message) = rule.rule.field_path.as_ref().and_then(|path| self.path_mistake(node, path)) {
            let path = format!("{path}.fieldPath");
            mistakes.push(RuleMistake { path, position: None, message });
        }
        if let (Some(message), Some(text)) = (&rule.message, &rule.rule.message_expression) {
            checked("messageExpression", text, Type::Text).check(message, examples, mistakes);
        }
    }

    /// What an expression gives for an example, without a document.
    fn value(&self, program: &Program, node: NodeId, example: &Json) -> Result<Value, Failure> {
        let mut evaluation = Evaluation::new(TRIAL_STEPS);
        evaluation.bind("self", given(example, &Typing::new(&self.schema, [node])));
        evaluation.bind("input", Value::text(""));
        evaluation.value(&program.expression)
    }

    /// A name in a path that the schema has no room for.
    fn path_mistake(&self, node: NodeId, path: &Pointer) -> Option<String> {
        let mut typing = Typing::new(&self.schema, [node]);
        for segment in path.segments() {
            match segment {
                Segment::Key(key) if !typing.has_room_for(&key) => {
                    return Some(unknown_member(&key, &typing));
                }
                Segment::Key(key) => typing = typing.member(&key).value,
                Segment::Index(index) => typing = typing.item(index),
            }
        }
        None
    }
}

impl Checked<'_> {
    fn check(&self, program: &Result<Program, Mistake>, examples: &[&Json], mistakes: &mut Vec<RuleMistake>) {
        let program = match program {
            Ok(program) => program,
            Err(mistake) => return mistakes.push(self.mistake(mistake.clone())),
        };
        let known = mistakes.len();
        for read in &program.reads.places {
            let mistake = self.name_mistake(read, &program.reads.tested);
            if let Some(mistake) = mistake.map(|mistake| self.mistake(mistake))
                && !mistakes.contains(&mistake)
            {
                mistakes.push(mistake);
            }
        }
        if known == mistakes.len() {
            mistakes.extend(self.tried(program, examples).map(|mistake| self.mistake(mistake)));
        }
    }

    fn mistake(&self, mistake: Mistake) -> RuleMistake {
        let Mistake { position, message } = mistake;
        RuleMistake { path: self.path.clone(), position, message }
    }

    /// A name on the way to a place that the schema has no room for, or that may be missing.
    fn name_mistake(&self, read: &Read, tested: &[Vec<Step>]) -> Option<Mistake> {
        let mut typing = Typing::new(&self.rules.schema, [self.node]);
        for (position, step) in read.steps.iter().enumerate() {
            match step {
                Step::Key(key) => {
                    if !typing.has_room_for(key) {
                        return Some(Mistake::of_word(self.text, key, unknown_member(key, &typing)));
                    }
                    let way = read.steps.get(..=position).unwrap_or_default();
                    let is_named = typing.names().contains(&key.as_str());
                    if is_named && !typing.requires(key) && !tested.iter().any(|tested| tested == way) {
                        let message = format!("\"{key}\" may be missing; ask has() before it is read");
                        return Some(Mistake::of_word(self.text, key, message));
                    }
                    typing = typing.member(key).value;
                }
                Step::Index(index) => typing = typing.item(*index),
                // Of several members nothing is known that holds for all.
                Step::Each => typing = typing.item(typing.prefix()),
            }
        }
        None
    }

    /// What is wrong with what the expression gives for examples.
    fn tried(&self, program: &Program, examples: &[&Json]) -> Option<Mistake> {
        let mut failed = None;
        for example in examples {
            match self.rules.value(program, self.node, example) {
                Ok(value) if value.kind() == self.wanted => return None,
                Ok(value) => {
                    let wanted = if self.wanted == Type::Bool { "true or false" } else { "a string" };
                    let message = format!("must give {wanted}, not {}", value.kind().name());
                    return Some(Mistake { position: None, message });
                }
                Err(Failure::Error(reason)) => failed = failed.or(Some(reason)),
                Err(Failure::Undecided) => return None,
            }
        }
        // A message need only make sense where the rule is not true.
        let failed = failed.filter(|_| self.wanted == Type::Bool)?;
        let message = format!("cannot be evaluated for an example: {failed}");
        Some(Mistake { position: None, message })
    }
}

fn unknown_member(name: &str, typing: &Typing) -> String {
    format!("there is no \"{name}\"{}", nearest(name, typing.names().into_iter()))
}

impl From<RuleMistake> for Note {
    fn from(RuleMistake { path, position, message }: RuleMistake) -> Self {
        Self { path, message: Mistake { position, message }.to_string() }
    }
}

/// The mistake as a line: where, and what.
impl fmt::Display for RuleMistake {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mistake = Mistake { position: self.position, message: self.message.clone() };
        write!(out, "{}: {mistake}", self.path)
    }
}
