//! A pattern as a list of instructions for the backtracking search.
//!
//! They follow the semantics of ECMA-262 (22.2.2) step by step: a look-behind is matched backwards, a
//! repetition forgets the groups within it, and one that is optional must consume something.

use super::set::Set;
use super::syntax::{Edge, Look, Node, Repeat, Syntax};
use std::ops::Range;

/// What to do next. Targets are positions in the program; registers hold positions in the text or counts.
#[derive(Debug)]
pub enum Instruction {
    /// Consume one character of a set, going backwards or not.
    One { set: Set, backwards: bool },
    /// Go on if the place is such an edge.
    Edge(Edge),
    /// Consume again what lies between two registers; nothing if they are not set.
    Again { start: usize, end: usize, backwards: bool },
    /// Try one target, and the other if that fails.
    Try { first: usize, second: usize },
    /// Go on elsewhere.
    Jump(usize),
    /// Keep the place in a register.
    Keep(usize),
    /// Set a count to zero.
    Zero(usize),
    /// Decide whether to repeat what follows, or to leave for a target.
    Loop { count: usize, least: u32, most: Option<u32>, lazy: bool, leave: usize },
    /// Begin one repetition: count it, keep its place, forget what its groups hold.
    Begin { count: usize, place: usize, forget: Range<usize> },
    /// End one repetition, and go back to decide; fail if it was optional and consumed nothing.
    Repeat { count: usize, place: usize, least: u32, back: usize },
    /// Run what follows, up to its `Found`, from this place; then go on at a target.
    Look { negated: bool, after: usize },
    /// The pattern, or the look-around, has matched.
    Found,
}

/// The instructions of a pattern.
#[derive(Debug)]
pub struct Program {
    /// In order; the first is where to begin.
    pub instructions: Vec<Instruction>,
    /// How many registers they use.
    pub registers: usize,
}

impl Program {
    /// Translates a pattern, in time linear in its size.
    pub fn compile(syntax: &Syntax) -> Self {
        // A group has two registers, for its start and its end; loops take theirs after them.
        let program = Self { instructions: Vec::new(), registers: 2 * syntax.names.len() };
        let mut compiler = Compiler { syntax, program };
        compiler.node(&syntax.root, false);
        compiler.push(Instruction::Found);
        compiler.program
    }
}

struct Compiler<'s> {
    syntax: &'s Syntax,
    program: Program,
}

impl Compiler<'_> {
    fn here(&self) -> usize {
        self.program.instructions.len()
    }

    fn push(&mut self, instruction: Instruction) -> usize {
        self.program.instructions.push(instruction);
        self.here() - 1
    }

    /// Puts in an instruction for which only now the target is known.
    fn set(&mut self, at: usize, instruction: Instruction) {
        if let Some(place) = self.program.instructions.get_mut(at) {
            *place = instruction;
        }
    }

    fn register(&mut self) -> usize {
        self.program.registers += 1;
        self.program.registers - 1
    }

    fn node(&mut self, node: &Node, backwards: bool) {
        match node {
            Node::One(set) => {
                self.push(Instruction::One { set: set.clone(), backwards });
            }
            Node::Sequence(nodes) if backwards => nodes.iter().rev().for_each(|node| self.node(node, true)),
            Node::Sequence(nodes) => nodes.iter().for_each(|node| self.node(node, false)),
            Node::Choice(nodes) => self.choice(nodes, backwards),
            Node::Repeat(repeat) => self.repeat(repeat, backwards),
            Node::Group(group, node) => {
                let (start, end) = (2 * group, 2 * group + 1);
                let (first, last) = if backwards { (end, start) } else { (start, end) };
                self.push(Instruction::Keep(first));
                self.node(node, backwards);
                self.push(Instruction::Keep(last));
            }
            Node::Edge(edge) => {
                self.push(Instruction::Edge(*edge));
            }
            Node::Look(Look { node, behind, negated }) => {
                let look = self.push(Instruction::Found);
                self.node(node, *behind);
                self.push(Instruction::Found);
                let after = self.here();
                self.set(look, Instruction::Look { negated: *negated, after });
            }
            Node::Reference(reference) => {
                if let Some(group) = self.syntax.group(reference) {
                    self.push(Instruction::Again { start: 2 * group, end: 2 * group + 1, backwards });
                }
            }
        }
    }

    fn choice(&mut self, nodes: &[Node], backwards: bool) {
        let mut leaving = Vec::new();
        for (position, node) in nodes.iter().enumerate() {
            if position + 1 == nodes.len() {
                self.node(node, backwards);
                continue;
            }
            let decide = self.push(Instruction::Found);
            self.node(node, backwards);
            leaving.push(self.push(Instruction::Found));
            let second = self.here();
            self.set(decide, Instruction::Try { first: decide + 1, second });
        }
        let after = self.here();
        leaving.into_iter().for_each(|at| self.set(at, Instruction::Jump(after)));
    }

    fn repeat(&mut self, repeat: &Repeat, backwards: bool) {
        let Repeat { node, least, most, lazy, groups } = repeat;
        let (least, most, lazy) = (*least, *most, *lazy);
        let (count, place) = (self.register(), self.register());
        self.push(Instruction::Zero(count));
        let decide = self.push(Instruction::Found);
        self.push(Instruction::Begin { count, place, forget: 2 * groups.start..2 * groups.end });
        self.node(node, backwards);
        self.push(Instruction::Repeat { count, place, least, back: decide });
        let leave = self.here();
        self.set(decide, Instruction::Loop { count, least, most, lazy, leave });
    }
}
