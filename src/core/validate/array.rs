//! Judges an array: its items one by one, and then what holds for all of them together.

use super::evaluate::{Evaluation, violation};
use super::marks::Marks;
use super::path::Path;
use super::plan::{ArrayPlan, Rest};
use super::unique;
use super::violation::{Expected, Found, Stray};
use serde_json::Value;

impl<'v> Evaluation<'v> {
    #[inline(never)]
    pub(super) fn array(
        &mut self,
        plan: &'v ArrayPlan,
        items: &[Value],
        value: &Value,
        path: &Path,
        mut marks: Option<&mut Marks>,
    ) -> bool {
        let mut holds = true;
        if let Some(least) = plan.min {
            holds &= self.check(items.len() as u64 >= least, path, value, || Expected::MinItems(least));
        }
        if let Some(most) = plan.max {
            holds &= self.check(items.len() as u64 <= most, path, value, || Expected::MaxItems(most));
        }
        let allowed = plan.prefix.len();
        for (index, item) in items.iter().enumerate() {
            if !holds && self.is_quiet {
                return false;
            }
            let id = match (plan.prefix.get(index).copied(), plan.items) {
                (Some(id), _) | (None, Some(Rest::Of(id))) => id,
                (None, Some(Rest::Forbidden)) => {
                    let expected = Expected::NoItem { stray: Stray::Additional, allowed };
                    holds = self.check(false, &Path::Index(path, index), item, || expected);
                    continue;
                }
                (None, None) => break,
            };
            holds &= self.node(id, item, &Path::Index(path, index), None);
            if let Some(marks) = &mut marks {
                marks.mark(index);
            }
        }
        if plan.unique && (holds || !self.is_quiet) {
            holds &= self.unique(items, path);
        }
        for (contains, what) in &plan.contains {
            let mut count = 0;
            for (index, item) in items.iter().enumerate() {
                if self.holds(contains.node, item, &Path::Index(path, index), None) {
                    count += 1;
                    if let Some(marks) = marks.as_deref_mut().filter(|_| contains.evaluates) {
                        marks.mark(index);
                    }
                }
            }
            let least = contains.min;
            holds &= self.check(count >= least, path, value, || Expected::MinContains {
                least,
                what: what.clone(),
                count,
            });
            if let Some(most) = contains.max {
                holds &= self.check(count <= most, path, value, || Expected::MaxContains {
                    most,
                    what: what.clone(),
                    count,
                });
            }
        }
        holds
    }

    fn unique(&mut self, items: &[Value], path: &Path) -> bool {
        let repeated = unique::repeated(items);
        if repeated.is_empty() {
            self.pass();
            return true;
        }
        if !self.is_quiet {
            for (index, first) in repeated {
                let item = items.get(index).map_or(Found::Nothing, Found::from);
                let place = Path::Index(path, index);
                let mut violation = violation(&place, item, Expected::Unique);
                violation.related.push(Path::Index(path, first).pointer());
                self.told.push(&place, violation);
            }
        }
        false
    }
}
