//! Judgements. The value that was judged travels as a text: it may be nested as deep as one can be
//! read, and no deeper is read what has it inside.

use super::{flag, list, object, optional, read_list, size, string, text};
use crate::core::extract::{Strategy, SyntaxError};
use crate::core::json_text::JsonText;
use crate::core::judge::{
    Answer, Feedback, Judgement, Ledger, NotJudgedReport, Notice, NoticeKind, Rejected, RepairReport,
    ViolationReport,
};
use crate::core::pointer::{Pointer, Segment};
use crate::core::time::Micros;
use crate::core::validate::{Level, Severity};
use serde_json::Value;

impl Judgement {
    pub(super) fn to_json(&self) -> Value {
        object([
            ("answer", self.answer.as_ref().map(answer).into()),
            ("rejected", self.rejected.as_ref().map(rejected).into()),
            ("candidates", self.candidates.into()),
            ("isOpen", self.is_open.into()),
            ("form", self.form.as_str().into()),
            ("syntaxError", self.syntax_error.as_ref().map(syntax_error).into()),
            ("notices", list(&self.notices, notice)),
            ("took", self.took.0.into()),
        ])
    }

    pub(super) fn from_json(json: &Value) -> Option<Self> {
        Some(Self {
            answer: optional(json, "answer", read_answer)?,
            rejected: optional(json, "rejected", read_rejected)?,
            candidates: size(json, "candidates")?,
            is_open: flag(json, "isOpen")?,
            form: text(json, "form")?,
            syntax_error: optional(json, "syntaxError", read_syntax_error)?,
            notices: read_list(json, "notices", read_notice)?,
            took: Micros(json.get("took")?.as_u64()?),
        })
    }
}

fn answer(answer: &Answer) -> Value {
    object([
        ("value", answer.value.as_str().into()),
        ("strategy", answer.strategy.name().into()),
        ("repairs", list(&answer.repairs, repair)),
        ("violations", list(&answer.violations, violation)),
        ("notJudged", list(&answer.not_judged, not_judged)),
        ("passed", answer.passed.into()),
        ("feedback", answer.feedback.as_ref().map(feedback).into()),
        ("ledger", answer.ledger.as_ref().map(ledger).into()),
    ])
}

fn read_answer(json: &Value) -> Option<Answer> {
    let strategy = text(json, "strategy")?;
    Some(Answer {
        value: JsonText::from_compact(json.get("value")?.as_str()?),
        strategy: Strategy::ALL.into_iter().find(|known| known.name() == strategy)?,
        repairs: read_list(json, "repairs", read_repair)?,
        violations: read_list(json, "violations", read_violation)?,
        not_judged: read_list(json, "notJudged", read_not_judged)?,
        passed: size(json, "passed")?,
        feedback: optional(json, "feedback", read_feedback)?,
        ledger: optional(json, "ledger", read_ledger)?,
    })
}

fn feedback(feedback: &Feedback) -> Value {
    object([
        ("errors", feedback.errors.clone().into()),
        ("kept", feedback.kept.clone().into()),
        ("scaffold", feedback.scaffold.as_str().into()),
        ("skeleton", feedback.skeleton.as_str().into()),
    ])
}

fn read_feedback(json: &Value) -> Option<Feedback> {
    Some(Feedback {
        errors: read_list(json, "errors", string)?,
        kept: read_list(json, "kept", string)?,
        scaffold: text(json, "scaffold")?,
        skeleton: text(json, "skeleton")?,
    })
}

fn ledger(ledger: &Ledger) -> Value {
    object([
        ("fixed", ledger.fixed.into()),
        ("still", ledger.still.into()),
        ("new", ledger.new.into()),
        ("undone", list(&ledger.undone, pointer)),
    ])
}

fn read_ledger(json: &Value) -> Option<Ledger> {
    Some(Ledger {
        fixed: size(json, "fixed")?,
        still: size(json, "still")?,
        new: size(json, "new")?,
        undone: read_list(json, "undone", read_pointer)?,
    })
}

fn rejected(rejected: &Rejected) -> Value {
    object([
        ("repairs", list(&rejected.repairs, repair)),
        ("faults", list(&rejected.faults, |fault| fault.as_str().into())),
    ])
}

fn read_rejected(json: &Value) -> Option<Rejected> {
    Some(Rejected {
        repairs: read_list(json, "repairs", read_repair)?,
        faults: read_list(json, "faults", string)?,
    })
}

fn repair(repair: &RepairReport) -> Value {
    object([
        ("kind", repair.kind.as_str().into()),
        ("message", repair.message.as_str().into()),
        ("offsets", repair.offsets.clone().into()),
    ])
}

fn read_repair(json: &Value) -> Option<RepairReport> {
    Some(RepairReport {
        kind: text(json, "kind")?,
        message: text(json, "message")?,
        offsets: read_list(json, "offsets", |offset| offset.as_u64()?.try_into().ok())?,
    })
}

pub(in crate::core) fn violation(violation: &ViolationReport) -> Value {
    object([
        ("pointer", pointer(&violation.pointer)),
        ("rule", violation.rule.as_str().into()),
        ("level", violation.level.name().into()),
        ("severity", violation.severity.name().into()),
        ("message", violation.message.as_str().into()),
        ("related", list(&violation.related, pointer)),
        ("isGrounding", violation.is_grounding.into()),
    ])
}

pub(in crate::core) fn read_violation(json: &Value) -> Option<ViolationReport> {
    let (level, severity) = (text(json, "level")?, text(json, "severity")?);
    Some(ViolationReport {
        pointer: read_pointer(json.get("pointer")?)?,
        rule: text(json, "rule")?,
        level: Level::ALL.into_iter().find(|known| known.name() == level)?,
        severity: Severity::ALL.into_iter().find(|known| known.name() == severity)?,
        message: text(json, "message")?,
        related: read_list(json, "related", read_pointer)?,
        is_grounding: flag(json, "isGrounding")?,
    })
}

fn not_judged(rule: &NotJudgedReport) -> Value {
    object([
        ("rule", rule.rule.as_str().into()),
        ("pointer", pointer(&rule.pointer)),
        ("because", pointer(&rule.because)),
        ("message", rule.message.as_str().into()),
    ])
}

fn read_not_judged(json: &Value) -> Option<NotJudgedReport> {
    Some(NotJudgedReport {
        rule: text(json, "rule")?,
        pointer: read_pointer(json.get("pointer")?)?,
        because: read_pointer(json.get("because")?)?,
        message: text(json, "message")?,
    })
}

/// A list of keys and indexes: in the notation of RFC 6901 these could not be told apart.
fn pointer(pointer: &Pointer) -> Value {
    list(&pointer.segments(), |segment| match segment {
        Segment::Key(key) => key.as_str().into(),
        Segment::Index(index) => (*index).into(),
    })
}

fn read_pointer(json: &Value) -> Option<Pointer> {
    json.as_array()?.iter().try_fold(Pointer::root(), |pointer, segment| {
        if let Some(key) = segment.as_str() {
            return Some(pointer.key(key));
        }
        Some(pointer.index(segment.as_u64()?.try_into().ok()?))
    })
}

fn syntax_error(error: &SyntaxError) -> Value {
    object([
        ("line", error.line.into()),
        ("column", error.column.into()),
        ("message", error.message.as_str().into()),
    ])
}

fn read_syntax_error(json: &Value) -> Option<SyntaxError> {
    Some(SyntaxError {
        line: size(json, "line")?,
        column: size(json, "column")?,
        message: text(json, "message")?,
    })
}

fn notice(notice: &Notice) -> Value {
    object([("kind", notice.kind.name().into()), ("pointer", pointer(&notice.pointer))])
}

fn read_notice(json: &Value) -> Option<Notice> {
    let kind = text(json, "kind")?;
    Some(Notice {
        kind: NoticeKind::ALL.into_iter().find(|known| known.name() == kind)?,
        pointer: read_pointer(json.get("pointer")?)?,
    })
}
