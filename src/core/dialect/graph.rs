//! What cells come to together: which of them are empty, and which lead where a dialect does not follow.

use super::cell::{Body, Cell, CellId, OthersBody};
use super::table::References;
use serde_json::Value;
use std::collections::HashSet;

/// Finds out what no value can be.
pub(super) fn settle(cells: &mut [Cell]) {
    loop {
        let mut has_changed = false;
        // What a cell uses mostly stands behind it.
        for position in (0..cells.len()).rev() {
            let is_empty = match cells.get(position).map(|cell| &cell.body) {
                Some(Body::Union(forms)) => forms.iter().all(|form| is_never(cells, *form)),
                Some(Body::Object(object)) => object
                    .members
                    .values()
                    .any(|member| member.is_required && is_never(cells, member.edge.cell)),
                Some(
                    Body::Never
                    | Body::Any
                    | Body::Null
                    | Body::Boolean
                    | Body::Constants(_)
                    | Body::Scalar(_, _)
                    | Body::Array(_)
                    | Body::Pairs(_),
                )
                | None => false,
            };
            if let Some(cell) = cells.get_mut(position).filter(|_| is_empty) {
                let is_null = std::mem::take(&mut cell.nullable);
                cell.body = if is_null { Body::Null } else { Body::Never };
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
}

/// Takes out what no value can be.
pub(super) fn prune(cells: &mut [Cell]) {
    let never: HashSet<_> = (0..cells.len()).map(CellId).filter(|id| is_never(cells, *id)).collect();
    for cell in cells.iter_mut() {
        match &mut cell.body {
            Body::Union(forms) => forms.retain(|form| !never.contains(form)),
            Body::Object(object) => {
                object.members.retain(|_, member| !never.contains(&member.edge.cell));
                if let OthersBody::Of(edge) = &object.others
                    && never.contains(&edge.cell)
                {
                    object.others = OthersBody::Forbidden;
                }
            }
            Body::Never
            | Body::Any
            | Body::Null
            | Body::Boolean
            | Body::Constants(_)
            | Body::Scalar(_, _)
            | Body::Array(_)
            | Body::Pairs(_) => {}
        }
    }
}

/// A cell that leads into itself in a way that is not taken.
pub(super) fn circle(cells: &[Cell], root: CellId, references: References) -> Option<&Cell> {
    #[derive(Clone, Copy)]
    enum State {
        New,
        Entered,
        Done,
    }
    if references == References::Anywhere {
        return None;
    }
    let mut states = vec![State::New; cells.len()];
    // Where some uses do not count, what is behind them does.
    let mut starts = vec![root];
    while let Some(start) = starts.pop() {
        let mut way = vec![(start, false)];
        while let Some((id, is_left)) = way.pop() {
            let (Some(state), Some(cell)) = (states.get_mut(id.0), cells.get(id.0)) else { continue };
            match (is_left, *state) {
                (true, _) => *state = State::Done,
                (false, State::Done) => {}
                (false, State::Entered) => return Some(cell),
                (false, State::New) => {
                    *state = State::Entered;
                    way.push((id, true));
                    for (next, may_be_left_out) in cell.body.uses() {
                        if may_be_left_out && references == References::InCirclesIfOptional {
                            starts.push(next);
                        } else {
                            way.push((next, false));
                        }
                    }
                }
            }
        }
    }
    None
}

/// A cell that may be an array, and an object that is said as one, so that the two cannot be told apart.
pub(super) fn mixed(cells: &[Cell]) -> Option<&Cell> {
    // Of each cell, whether it may be an array, and whether it may be such an object.
    let mut kinds = vec![(false, false); cells.len()];
    loop {
        let mut has_changed = false;
        // What a cell uses mostly stands behind it.
        for (position, cell) in cells.iter().enumerate().rev() {
            let found = match &cell.body {
                Body::Array(_) | Body::Any => (true, false),
                Body::Constants(values) => (values.iter().any(Value::is_array), false),
                Body::Pairs(_) => (false, true),
                Body::Union(forms) => forms
                    .iter()
                    .filter_map(|form| kinds.get(form.0))
                    .fold((false, false), |known, form| (known.0 | form.0, known.1 | form.1)),
                Body::Never | Body::Null | Body::Boolean | Body::Scalar(_, _) | Body::Object(_) => {
                    (false, false)
                }
            };
            if let Some(known) = kinds.get_mut(position).filter(|known| **known != found) {
                *known = found;
                has_changed = true;
            }
        }
        if !has_changed {
            break;
        }
    }
    cells.iter().zip(kinds).find(|(_, kinds)| *kinds == (true, true)).map(|(cell, _)| cell)
}

fn is_never(cells: &[Cell], id: CellId) -> bool {
    cells.get(id.0).is_some_and(|cell| matches!(cell.body, Body::Never))
}
