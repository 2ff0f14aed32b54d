//! Judges a union: which of its forms a value has, and which it comes closest to.

use super::evaluate::{Evaluation, Scope, Told, in_document_order};
use super::marks::Marks;
use super::path::Path;
use super::plan::Union;
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
        scope: &Scope,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let mut holds = false;
        let seeks_rules = self.seeks_rules(union);
        for id in &union.forms {
            let mut own = marks.is_some().then(Marks::default);
            if self.holds(*id, value, path, scope, own.as_mut()) {
                holds = true;
                self.find_rules(*id, value, path, scope);
                match (&mut marks, &own) {
                    (Some(marks), Some(own)) => marks.merge(own),
                    // The rules of every form that fits are to be true.
                    (_, _) if seeks_rules => {}
                    // Nobody asks what else would have been evaluated.
                    (_, _) => break,
                }
            }
        }
        if holds {
            self.pass();
        } else if !self.is_quiet {
            self.tell_union("anyOf", union, value, path, scope);
        }
        holds
    }

    /// Whether any of the forms leads to rules across fields that are to be found.
    fn seeks_rules(&self, union: &Union) -> bool {
        let leads = |id: &NodeId| self.plan(*id).is_some_and(|plan| plan.leads_to_rules);
        !self.is_quiet && self.validator.rules.is_some() && union.forms.iter().any(leads)
    }

    pub(super) fn one_of(
        &mut self,
        union: &'v Union,
        value: &Value,
        path: &Path,
        scope: &Scope,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let mut fitting = Vec::new();
        for (position, id) in union.forms.iter().enumerate() {
            let mut own = marks.is_some().then(Marks::default);
            if self.holds(*id, value, path, scope, own.as_mut()) {
                fitting.push(position);
                if let (Some(marks), Some(own)) = (&mut marks, &own) {
                    marks.merge(own);
                }
                if fitting.len() > 1 && self.is_quiet {
                    return false;
                }
            }
        }
        match fitting.as_slice() {
            [only] => {
                self.pass();
                if let Some(id) = union.forms.get(*only) {
                    self.find_rules(*id, value, path, scope);
                }
            }
            [] if !self.is_quiet => self.tell_union("oneOf", union, value, path, scope),
            [] => {}
            several => {
                let names = several.iter().filter_map(|position| union.names.get(*position).cloned());
                self.check(false, path, value, || Expected::OnlyOneForm(names.collect()));
            }
        }
        fitting.len() == 1
    }

    /// Says of a value that has none of the forms what it lacks of the one it comes closest to.
    fn tell_union(
        &mut self,
        keyword: &'static str,
        union: &'v Union,
        value: &Value,
        path: &Path,
        scope: &Scope,
    ) {
        if let Some(id) = union.or_null {
            // A value that may be null is told what it lacks, as if there were no union.
            let mut lacks = self.told_with_sites(id, value, path, scope);
            let place = path.pointer();
            for (_, violation) in &mut lacks {
                if let Violation { pointer, expected: Expected::Type(types), .. } = violation
                    && *pointer == place
                {
                    *types = types.with(JsonType::Null);
                }
            }
            return self.violations.append(&mut lacks);
        }
        let place = path.pointer();
        let mut types = TypeSet::default();
        let mut closest: Option<(usize, usize, Vec<Told>)> = None;
        for (position, id) in union.forms.iter().enumerate() {
            let lacks = self.told(*id, value, path, scope);
            match lacks.first() {
                Some((_, Violation { pointer, expected: Expected::Type(wanted), .. }))
                    if *pointer == place =>
                {
                    types = wanted.iter().fold(types, TypeSet::with);
                }
                Some(_) | None => {
                    let distance = distance(&lacks, &place);
                    if closest.as_ref().is_none_or(|(known, ..)| distance < *known) {
                        closest = Some((distance, position, lacks));
                    }
                }
            }
        }
        let nearest = match closest {
            Some((_, position, lacks)) => Nearest::Form {
                name: union.names.get(position).cloned().unwrap_or_default(),
                lacks: in_document_order(lacks),
            },
            None => Nearest::Types(types),
        };
        let form = Form { keyword, forms: union.forms.len(), nearest };
        self.tell(path, Found::from(value), Expected::OneForm(Box::new(form)));
    }
}

/// How far a value is from a form: what marks the form itself counts more than what can be filled in.
fn distance(lacks: &[Told], place: &Pointer) -> usize {
    const ANOTHER_FORM: usize = 1000;
    let weight = |(_, violation): &Told| match violation.expected {
        Expected::Constant(_) | Expected::OneOf(_) => ANOTHER_FORM,
        _ if violation.pointer == *place => ANOTHER_FORM / 2,
        _ => 1,
    };
    lacks.iter().map(weight).sum()
}
