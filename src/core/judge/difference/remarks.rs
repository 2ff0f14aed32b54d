//! What is said of a lowered schema at the lines of its author's: what became of each constraint there, and
//! how an answer may differ.

use crate::core::dialect::{Fate, Kept, Lowered};
use std::collections::{HashMap, HashSet};

/// What is said at one line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Remark {
    /// The fate of the constraint on it.
    pub(super) fate: Option<Fate>,
    pub(super) words: String,
}

/// What is said of a schema, by the pointers of the lines where it is said.
pub(super) fn remarks(lowered: &Lowered, pointers: &HashSet<&str>) -> HashMap<String, Remark> {
    let mut remarks = Remarks { found: HashMap::new(), pointers };
    for kept in &lowered.kept {
        let line = format!("{}/{}", kept.pointer, kept.keyword.name());
        remarks.add(&line, Some(kept.fate), &fate_words(kept));
    }
    for narrowed in &lowered.narrowed {
        remarks.add(&narrowed.pointer, None, &narrowed.what.to_string());
    }
    for pointer in &lowered.stand_ins {
        remarks.add(pointer, None, "null stands for it where it is left out");
    }
    if let Some(wrapper) = lowered.wrapper {
        let words = format!("asked for in the field \"{}\" of an object", wrapper.field);
        remarks.add("", None, &words);
    }
    remarks.found
}

/// What is said of other documents, by the pointers of the lines where it is said.
pub(super) fn remarks_at(said: &[(String, String)], pointers: &HashSet<&str>) -> HashMap<String, Remark> {
    let mut remarks = Remarks { found: HashMap::new(), pointers };
    said.iter().for_each(|(pointer, words)| remarks.add(pointer, None, words));
    remarks.found
}

/// `✓ enforced`
fn fate_words(kept: &Kept) -> String {
    let why = if kept.why.is_empty() { String::new() } else { format!(" ({})", kept.why) };
    match kept.fate {
        Fate::Enforced => format!("✓ enforced{why}"),
        Fate::Ignored => format!("○ ignored by the server{why}, checked here"),
        Fate::Dropped => format!("✕ would be refused{why}, checked here"),
    }
}

/// How much of a schema the server holds the model to, in a sentence.
pub(super) fn summary(lowered: &Lowered) -> String {
    let count = |fate: Fate| lowered.kept.iter().filter(|kept| kept.fate == fate).count();
    let [enforced, ignored, refused] = Fate::ALL.map(count);
    let parts = [(ignored, "ignores"), (refused, "would refuse")].into_iter();
    let parts: Vec<_> =
        parts.filter(|(count, _)| *count > 0).map(|(count, what)| format!("{what} {count}")).collect();
    if parts.is_empty() {
        return "The server enforces every constraint of the schema.".to_owned();
    }
    let of = lowered.kept.len();
    format!(
        "The server enforces {enforced} of {of} constraints; it {}. All are checked here.",
        parts.join(" and ")
    )
}

struct Remarks<'p> {
    found: HashMap<String, Remark>,
    /// Where there is a line.
    pointers: &'p HashSet<&'p str>,
}

impl Remarks<'_> {
    /// Adds what is said of a place at its line, or at that of the nearest place around it that has one.
    fn add(&mut self, pointer: &str, fate: Option<Fate>, words: &str) {
        let mut line = pointer;
        while let (false, Some((around, _))) = (self.pointers.contains(line), line.rsplit_once('/')) {
            line = around;
        }
        let remark = self.found.entry(line.to_owned()).or_default();
        remark.fate = remark.fate.max(fate);
        if !remark.words.is_empty() {
            remark.words.push_str("; ");
        }
        remark.words.push_str(words);
    }
}
