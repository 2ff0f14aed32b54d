//! The rules of a schema made ready for judging, by the node they stand at.

use super::expression::Expression;
use super::function::{Function, nearest};
use super::parse::Mistake;
use super::reads::Reads;
use crate::core::schema::{Node, NodeId, Rule, Schema};
use std::sync::Arc;

/// The rules of a schema, made ready.
#[derive(Clone, Debug)]
pub struct Rules {
    pub(super) schema: Arc<Schema>,
    /// Those of each node.
    by_node: Vec<Vec<Compiled>>,
}

/// A rule made ready.
#[derive(Clone, Debug)]
pub(super) struct Compiled {
    /// Its position among the rules of its node.
    pub(super) position: usize,
    pub(super) rule: Arc<Rule>,
    pub(super) condition: Result<Program, Mistake>,
    pub(super) message: Option<Result<Program, Mistake>>,
}

/// An expression, and what it reads.
#[derive(Clone, Debug)]
pub(super) struct Program {
    pub(super) expression: Expression,
    pub(super) reads: Reads,
}

impl Rules {
    /// Makes the rules of a schema ready; none where it has none.
    pub fn compile(schema: &Arc<Schema>) -> Option<Self> {
        if schema.nodes().all(|(_, node)| node.rules.is_empty()) {
            return None;
        }
        let compiled = |(position, rule): (usize, &Rule)| Compiled::new(position, rule);
        let of_node = |node: &Node| node.rules.iter().enumerate().map(compiled).collect();
        let by_node = schema.nodes().map(|(_, node)| of_node(node)).collect();
        Some(Self { schema: Arc::clone(schema), by_node })
    }

    /// The rules of a node.
    pub(super) fn of_node(&self, id: NodeId) -> &[Compiled] {
        self.by_node.get(id.position()).map_or(&[], Vec::as_slice)
    }
}

impl Compiled {
    fn new(position: usize, rule: &Rule) -> Self {
        let message = rule.message_expression.as_deref().map(Program::read);
        Self { position, rule: Arc::new(rule.clone()), condition: Program::read(&rule.rule), message }
    }
}

impl Program {
    pub(super) fn read(text: &str) -> Result<Self, Mistake> {
        let expression = Expression::read(text)?;
        let reads = Reads::of(&expression);
        match reads.unknown.first() {
            Some(name) => Err(Mistake::of_word(text, name, unknown_variable(name))),
            None => Ok(Self { expression, reads }),
        }
    }

    /// Whether it asks no more than that one string occurs in the input.
    pub(super) fn is_grounding(&self) -> bool {
        let Expression::Call(Function::Within, arguments) = &self.expression else { return false };
        let [part, Expression::Variable(whole)] = arguments.as_slice() else { return false };
        whole == "input" && part.path().is_some()
    }
}

fn unknown_variable(name: &str) -> String {
    let nearest = nearest(name, ["self", "input"].into_iter());
    match nearest.as_str() {
        "" => format!("there is no \"{name}\"; a rule reads self, the value it stands at, and input"),
        nearest => format!("there is no \"{name}\"{nearest}"),
    }
}
