//! Judgements. The value that was judged travels as a text: it may be nested as deep as one can be
//! read, and no deeper is read what has it inside.

use crate::core::extract::{Strategy, SyntaxError};
use crate::core::json_text::JsonText;
use crate::core::judge::{
    Answer, Feedback, Judgement, Ledger, NotJudgedReport, Notice, NoticeKind, Rejected, RepairReport,
    ViolationReport,
};
use crate::core::members::{Member, Members, Object};
use crate::core::pointer::{Pointer, Segment};
use crate::core::validate::{Level, Severity};
use serde_json::Value;

impl Object for Judgement {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("answer", &mut self.answer)
            .member("rejected", &mut self.rejected)
            .member("candidates", &mut self.candidates)
            .member("isOpen", &mut self.is_open)
            .member("form", &mut self.form)
            .member("syntaxError", &mut self.syntax_error)
            .member("notices", &mut self.notices)
            .member("took", &mut self.took);
    }
}

impl Object for Answer {
    fn blank() -> Self {
        Self {
            value: JsonText::from_compact(""),
            strategy: Strategy::Whole,
            repairs: Vec::new(),
            violations: Vec::new(),
            not_judged: Vec::new(),
            passed: 0,
            feedback: None,
            ledger: None,
        }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let all = &mut Strategy::ALL.into_iter().map(Strategy::name);
        if let Some(chosen) = members.choice("strategy", Some(self.strategy.name()), all) {
            self.strategy = Strategy::ALL.into_iter().nth(chosen).unwrap_or(self.strategy);
        }
        members
            .member("value", &mut self.value)
            .member("repairs", &mut self.repairs)
            .member("violations", &mut self.violations)
            .member("notJudged", &mut self.not_judged)
            .member("passed", &mut self.passed)
            .member("feedback", &mut self.feedback)
            .member("ledger", &mut self.ledger);
    }
}

impl Object for Feedback {
    fn blank() -> Self {
        Self { errors: Vec::new(), kept: Vec::new(), scaffold: String::new(), skeleton: String::new() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("errors", &mut self.errors)
            .member("kept", &mut self.kept)
            .member("scaffold", &mut self.scaffold)
            .member("skeleton", &mut self.skeleton);
    }
}

impl Object for Ledger {
    fn blank() -> Self {
        Self { fixed: 0, still: 0, new: 0, undone: Vec::new() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("fixed", &mut self.fixed)
            .member("still", &mut self.still)
            .member("new", &mut self.new)
            .member("undone", &mut self.undone);
    }
}

impl Object for Rejected {
    fn blank() -> Self {
        Self { repairs: Vec::new(), faults: Vec::new() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("repairs", &mut self.repairs).member("faults", &mut self.faults);
    }
}

impl Object for RepairReport {
    fn blank() -> Self {
        Self { kind: String::new(), message: String::new(), offsets: Vec::new() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("kind", &mut self.kind)
            .member("message", &mut self.message)
            .member("offsets", &mut self.offsets);
    }
}

impl Object for ViolationReport {
    fn blank() -> Self {
        Self {
            pointer: Pointer::root(),
            rule: String::new(),
            level: Level::Structure,
            severity: Severity::Error,
            message: String::new(),
            related: Vec::new(),
            is_grounding: false,
        }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let levels = &mut Level::ALL.into_iter().map(Level::name);
        if let Some(chosen) = members.choice("level", Some(self.level.name()), levels) {
            self.level = Level::ALL.into_iter().nth(chosen).unwrap_or(self.level);
        }
        let severities = &mut Severity::ALL.into_iter().map(Severity::name);
        if let Some(chosen) = members.choice("severity", Some(self.severity.name()), severities) {
            self.severity = Severity::ALL.into_iter().nth(chosen).unwrap_or(self.severity);
        }
        members
            .member("pointer", &mut self.pointer)
            .member("rule", &mut self.rule)
            .member("message", &mut self.message)
            .member("related", &mut self.related)
            .member("isGrounding", &mut self.is_grounding);
    }
}

impl Object for NotJudgedReport {
    fn blank() -> Self {
        Self {
            rule: String::new(),
            pointer: Pointer::root(),
            because: Pointer::root(),
            message: String::new(),
        }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("rule", &mut self.rule)
            .member("pointer", &mut self.pointer)
            .member("because", &mut self.because)
            .member("message", &mut self.message);
    }
}

impl Object for SyntaxError {
    fn blank() -> Self {
        Self { line: 0, column: 0, message: Default::default() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("line", &mut self.line)
            .member("column", &mut self.column)
            .member("message", &mut self.message);
    }
}

impl Object for Notice {
    fn blank() -> Self {
        Self { kind: NoticeKind::DuplicateKey, pointer: Pointer::root() }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let kinds = &mut NoticeKind::ALL.into_iter().map(NoticeKind::name);
        if let Some(chosen) = members.choice("kind", Some(self.kind.name()), kinds) {
            self.kind = NoticeKind::ALL.into_iter().nth(chosen).unwrap_or(self.kind);
        }
        members.member("pointer", &mut self.pointer);
    }
}

impl Member for JsonText {
    fn write(&mut self) -> Value {
        self.as_str().into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        *self = Self::from_compact(json.as_str().ok_or_else(String::new)?);
        Ok(())
    }
}

/// A list of keys and indexes: in the notation of RFC 6901 these could not be told apart.
impl Member for Pointer {
    fn write(&mut self) -> Value {
        let segments = self.segments().into_iter().map(|segment| match segment {
            Segment::Key(key) => Value::from(key),
            Segment::Index(index) => index.into(),
        });
        segments.collect()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        *self = read_pointer(json).ok_or_else(String::new)?;
        Ok(())
    }
}

impl Member for Vec<Pointer> {
    fn write(&mut self) -> Value {
        self.iter_mut().map(Member::write).collect()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        let pointers = json.as_array().and_then(|pointers| pointers.iter().map(read_pointer).collect());
        *self = pointers.ok_or_else(String::new)?;
        Ok(())
    }
}

fn read_pointer(json: &Value) -> Option<Pointer> {
    json.as_array()?.iter().try_fold(Pointer::root(), |pointer, segment| {
        if let Some(key) = segment.as_str() {
            return Some(pointer.key(key));
        }
        Some(pointer.index(segment.as_u64()?.try_into().ok()?))
    })
}
