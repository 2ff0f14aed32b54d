//! Searching by backtracking, for what no automaton can decide. Every step is counted, and a search
//! that takes too many ends undecided; so it never depends on how fast the machine is.

use super::program::{Instruction, Program};
use super::set;
use super::syntax::Edge;

/// How many steps one search may take.
const MOST_STEPS: u64 = 2_000_000;

/// The value of a register that holds nothing.
const UNSET: usize = usize::MAX;

/// A search has taken all the steps that it may.
#[derive(Debug, PartialEq)]
pub struct Exhausted;

/// Whether a program matches anywhere in a text.
///
/// # Errors
/// [`Exhausted`] when that is not known after the steps that one search may take.
pub fn find(program: &Program, text: &str) -> Result<bool, Exhausted> {
    let mut search = Search {
        program,
        text,
        registers: vec![UNSET; program.registers],
        undo: Vec::new(),
        steps: MOST_STEPS,
    };
    for start in text.char_indices().map(|(start, _)| start).chain([text.len()]) {
        if search.run(0, start)? {
            return Ok(true);
        }
    }
    Ok(false)
}

struct Search<'a> {
    program: &'a Program,
    text: &'a str,
    registers: Vec<usize>,
    undo: Vec<Undo>,
    steps: u64,
}

/// What to take back when the search backs up.
enum Undo {
    /// A choice, of which this was the other way.
    Way { next: usize, place: usize },
    /// A register, which held this.
    Register { register: usize, value: usize },
}

impl Search<'_> {
    /// Runs from an instruction to its `Found`; whether it got there.
    /// If not, every register is as it was. If so, what it did can still be undone.
    fn run(&mut self, mut next: usize, mut place: usize) -> Result<bool, Exhausted> {
        let program = self.program;
        let base = self.undo.len();
        loop {
            self.spend(1)?;
            let going = match program.instructions.get(next) {
                None | Some(Instruction::Found) => return Ok(true),
                Some(Instruction::One { set, backwards }) => self
                    .neighbour(place, *backwards)
                    .filter(|character| set::holds(set, *character))
                    .map(|character| (next + 1, moved(place, character.len_utf8(), *backwards))),
                Some(Instruction::Edge(edge)) => self.is_edge(*edge, place).then_some((next + 1, place)),
                Some(Instruction::Again { start, end, backwards }) => {
                    let captured = self.text.get(self.value(*start)..self.value(*end)).unwrap_or_default();
                    self.spend(captured.len() as u64)?;
                    let same = if *backwards {
                        self.before(place).ends_with(captured)
                    } else {
                        self.after(place).starts_with(captured)
                    };
                    same.then(|| (next + 1, moved(place, captured.len(), *backwards)))
                }
                Some(Instruction::Try { first, second }) => {
                    self.undo.push(Undo::Way { next: *second, place });
                    Some((*first, place))
                }
                Some(Instruction::Jump(target)) => Some((*target, place)),
                Some(Instruction::Keep(register)) => {
                    self.write(*register, place);
                    Some((next + 1, place))
                }
                Some(Instruction::Zero(count)) => {
                    self.write(*count, 0);
                    Some((next + 1, place))
                }
                Some(Instruction::Loop { count, least, most, lazy, leave }) => {
                    let count = self.value(*count) as u64;
                    let (repeat, leave) = (next + 1, *leave);
                    let way = if count < u64::from(*least) {
                        repeat
                    } else if most.is_some_and(|most| count >= u64::from(most)) {
                        leave
                    } else {
                        let (first, second) = if *lazy { (leave, repeat) } else { (repeat, leave) };
                        self.undo.push(Undo::Way { next: second, place });
                        first
                    };
                    Some((way, place))
                }
                Some(Instruction::Begin { count, place: start, forget }) => {
                    self.write(*count, self.value(*count).saturating_add(1));
                    self.write(*start, place);
                    self.spend(forget.len() as u64)?;
                    forget.clone().for_each(|register| self.write(register, UNSET));
                    Some((next + 1, place))
                }
                Some(Instruction::Repeat { count, place: start, least, back }) => {
                    let optional = self.value(*count) as u64 > u64::from(*least);
                    let empty = self.value(*start) == place;
                    (!(optional && empty)).then_some((*back, place))
                }
                Some(Instruction::Look { negated, after }) => {
                    let outside = self.undo.len();
                    let found = self.run(next + 1, place)?;
                    if found {
                        self.settle(outside);
                    }
                    (found != *negated).then_some((*after, place))
                }
            };
            match going.or_else(|| self.other_way(base)) {
                Some(way) => (next, place) = way,
                None => return Ok(false),
            }
        }
    }

    fn spend(&mut self, steps: u64) -> Result<(), Exhausted> {
        self.steps = self.steps.checked_sub(steps).ok_or(Exhausted)?;
        Ok(())
    }

    fn value(&self, register: usize) -> usize {
        self.registers.get(register).copied().unwrap_or(UNSET)
    }

    fn write(&mut self, register: usize, value: usize) {
        if let Some(held) = self.registers.get_mut(register) {
            self.undo.push(Undo::Register { register, value: std::mem::replace(held, value) });
        }
    }

    /// Undoes everything since the last choice after `base`, and takes its other way.
    fn other_way(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.undo.len() > base {
            match self.undo.pop()? {
                Undo::Way { next, place } => return Some((next, place)),
                Undo::Register { register, value } => {
                    if let Some(held) = self.registers.get_mut(register) {
                        *held = value;
                    }
                }
            }
        }
        None
    }

    /// Forgets the other ways since `base`: a look-around, once found, is not tried again.
    fn settle(&mut self, base: usize) {
        let kept: Vec<_> =
            self.undo.drain(base..).filter(|undo| matches!(undo, Undo::Register { .. })).collect();
        self.undo.extend(kept);
    }

    /// The character before or after a place.
    fn neighbour(&self, place: usize, before: bool) -> Option<char> {
        if before { self.before(place).chars().next_back() } else { self.after(place).chars().next() }
    }

    fn before(&self, place: usize) -> &str {
        self.text.get(..place).unwrap_or_default()
    }

    fn after(&self, place: usize) -> &str {
        self.text.get(place..).unwrap_or_default()
    }

    fn is_edge(&self, edge: Edge, place: usize) -> bool {
        let is_word = |before| self.neighbour(place, before).is_some_and(set::is_word);
        match edge {
            Edge::Start => place == 0,
            Edge::End => place == self.text.len(),
            Edge::Word => is_word(true) != is_word(false),
            Edge::NotWord => is_word(true) == is_word(false),
        }
    }
}

fn moved(place: usize, by: usize, backwards: bool) -> usize {
    if backwards { place.saturating_sub(by) } else { place.saturating_add(by) }
}
