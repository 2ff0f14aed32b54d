//! Judges a union: which of its forms a value has, and which it comes closest to.

use super::evaluate::Evaluation;
use super::marks::Marks;
use super::path::Path;
use super::plan::Union;
use super::told::Told;
use super::violation::{Expected, Form, Found, Nearest, Violation};
use crate::core::pointer::Pointer;
use crate::core::schema::{JsonType, NodeId, TypeSet};
use serde_json::Value;

impl<'v> Evaluation<'v> {
    pub(super) fn any_of(
        &mut self,
        union: &'v Union,
        value: &Value,
        path: &Path,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let mut holds = false;
        for (_, id) in union.candidates(value) {
            let mut own = marks.is_some().then(Marks::default);
            if self.holds(*id, value, path, own.as_mut()) {
                holds = true;
                self.find_rules_of(union, *id, value, path);
                match (&mut marks, &own) {
                    (Some(marks), Some(own)) => marks.merge(own),
                    // The rules of every form that fits are to be true.
                    (_, _) if !self.is_quiet && !union.ruled.is_empty() => {}
                    // Nobody asks what else would have been evaluated.
                    (_, _) => break,
                }
            }
        }
        if holds {
            self.pass();
        } else if !self.is_quiet {
            self.tell_union("anyOf", union, value, path);
        }
        holds
    }

    pub(super) fn one_of(
        &mut self,
        union: &'v Union,
        value: &Value,
        path: &Path,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let mut fitting = None;
        let mut others = Vec::new();
        for (position, id) in union.candidates(value) {
            let mut own = marks.is_some().then(Marks::default);
            if self.holds(*id, value, path, own.as_mut()) {
                match fitting {
                    None => fitting = Some(position),
                    Some(_) if self.is_quiet => return false,
                    Some(_) => others.push(position),
                }
                if let (Some(marks), Some(own)) = (&mut marks, &own) {
                    marks.merge(own);
                }
            }
        }
        let Some(first) = fitting else {
            if !self.is_quiet {
                self.tell_union("oneOf", union, value, path);
            }
            return false;
        };
        if let (Some(id), []) = (union.forms.get(first), others.as_slice()) {
            self.find_rules_of(union, *id, value, path);
        }
        self.check(others.is_empty(), path, value, || {
            let fitting = std::iter::once(&first).chain(&others);
            Expected::OnlyOneForm(
                fitting.filter_map(|position| union.names.get(*position).cloned()).collect(),
            )
        })
    }

    /// Finds the rules across fields that a form which fits leads to, if it leads to some.
    fn find_rules_of(&mut self, union: &Union, id: NodeId, value: &Value, path: &Path) {
        if !self.is_quiet && union.ruled.contains(&id) {
            self.find_rules(id, value, path);
        }
    }

    /// Says of a value that has none of the forms what it lacks of the one it comes closest to.
    fn tell_union(&mut self, keyword: &'static str, union: &'v Union, value: &Value, path: &Path) {
        if let Some(id) = union.or_null {
            // A value that may be null is told what it lacks, as if there were no union.
            let mut lacks = self.told_with_sites(id, value, path);
            let place = path.pointer();
            for violation in &mut lacks.violations {
                if let Violation { pointer, expected: Expected::Type(types), .. } = violation
                    && *pointer == place
                {
                    *types = types.with(JsonType::Null);
                }
            }
            return self.told.append(lacks);
        }
        let place = path.pointer();
        let mut types = TypeSet::default();
        let mut closest: Option<(usize, usize, NodeId, Told)> = None;
        for (position, id) in union.forms.iter().enumerate() {
            let lacks = self.told(*id, value, path);
            match lacks.violations.first() {
                Some(Violation { pointer, expected: Expected::Type(wanted), .. }) if *pointer == place => {
                    types = wanted.iter().fold(types, TypeSet::with);
                }
                Some(_) | None => {
                    let distance = distance(&lacks.violations, &place);
                    if closest.as_ref().is_none_or(|(known, ..)| distance < *known) {
                        closest = Some((distance, position, *id, lacks));
                    }
                }
            }
        }
        let nearest = match closest {
            Some((_, position, node, lacks)) => Nearest::Form {
                node,
                name: union.names.get(position).cloned().unwrap_or_default(),
                lacks: lacks.in_document_order(),
            },
            None => Nearest::Types(types),
        };
        let form = Form { keyword, forms: union.forms.len(), nearest };
        self.tell(path, Found::from(value), Expected::OneForm(Box::new(form)));
    }
}

impl Union {
    /// The forms that a value may have, with their positions: not those that fix a property to something else.
    fn candidates(&self, value: &Value) -> impl Iterator<Item = (usize, &NodeId)> {
        let tagged = self.tag.as_ref().zip(value.as_object()).and_then(|(tag, members)| {
            let found = match members.iter().next() {
                Some((first, value)) if *first == tag.name => value,
                Some(_) | None => members.get(&tag.name)?,
            };
            // A null may be the same as nothing.
            (!found.is_null()).then_some((tag, found))
        });
        let fits = move |position: usize| {
            let fixed = tagged.and_then(|(tag, found)| Some((tag.values.get(position)?.as_ref()?, found)));
            fixed.is_none_or(|(values, found)| values.allows(found))
        };
        self.forms.iter().enumerate().filter(move |(position, _)| fits(*position))
    }
}

/// How far a value is from a form: what marks the form itself counts more than what can be filled in.
fn distance(lacks: &[Violation], place: &Pointer) -> usize {
    const ANOTHER_FORM: usize = 1000;
    let weight = |violation: &Violation| match violation.expected {
        Expected::Constant(_) | Expected::OneOf(_) => ANOTHER_FORM,
        _ if violation.pointer == *place => ANOTHER_FORM / 2,
        _ => 1,
    };
    lacks.iter().map(weight).sum()
}
