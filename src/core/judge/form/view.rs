//! A schema as its editor draws it: its form, its rules, and what is wrong with it beside its text.

use super::super::judgement::Judgement;
use super::super::report::ViolationReport;
use super::super::source::SchemaSource;
use super::handle::{NEW_RULE, handle};
use super::outlined::{Outlined, Problem};
use super::row::{Control, ControlKind, FormRow};
use crate::core::drawn::{ASKS, DRAG, DROP, Drawn, TYPED, VALUE, button, drawn, nothing, several, text};
use crate::core::schema::{Edit, FieldEdit, FieldKind};
use crate::core::validate::Severity;
use serde_json::Value;

/// What a control asks for that takes the person to a place in the text; whatever else is asked for is an edit.
pub const TO_PLACE: &str = "place";

/// What the editor shows of a schema, as it is drawn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawnSchema {
    /// The text of a built-in schema; of one's own it is known already.
    pub text: String,
    /// Whether there are any fields to show; while somebody types there are none at times.
    pub is_understood: bool,
    /// Whether edits can be applied.
    pub is_editable: bool,
    /// The way in where there is no schema yet, or one within something else.
    pub way_in: Value,
    /// The form of its fields.
    pub fields: Value,
    /// The form of its rules.
    pub rules: Value,
    /// Signs at the lines where something is wrong.
    pub marks: Value,
    /// What the text was taken for, and what is wrong with it.
    pub remarks: Value,
    /// What the answer is worth that it was tried on.
    pub trial: Value,
}

impl DrawnSchema {
    /// What is known of a schema, drawn.
    pub(in super::super) fn new(source: &SchemaSource, outlined: Outlined) -> Self {
        let understood = outlined.understood.iter().map(|note| text("p", "hint", note));
        Self {
            is_understood: !outlined.rows.is_empty(),
            is_editable: outlined.is_editable,
            way_in: way_in(source, &outlined),
            fields: fields(&outlined),
            rules: rules(&outlined.rules),
            marks: several(outlined.problems.iter().filter_map(mark)),
            remarks: several(understood.chain([problems(&outlined.problems)])),
            trial: outlined.trial.as_ref().map_or_else(nothing, trial),
            text: outlined.text,
        }
    }
}

fn way_in(source: &SchemaSource, outlined: &Outlined) -> Value {
    let way = |label: &str, edit: &Edit, value: &str| button("button", label, &handle(edit), value).view();
    let is_within = !outlined.is_editable && !outlined.understood.is_empty();
    match source {
        SchemaSource::Own(_) if source.is_empty() => {
            let kind = FieldKind::Object;
            way("Start with a field", &Edit::Field(0, FieldEdit::Kind(kind)), kind.name())
        }
        SchemaSource::Own(_) if is_within => several([
            text("p", "hint", "The schema stands in something else. Take it out to edit its fields here."),
            way("Keep the schema alone", &Edit::Unwrap, ""),
        ]),
        SchemaSource::Own(_) | SchemaSource::BuiltIn(_) => nothing(),
    }
}

fn fields(outlined: &Outlined) -> Value {
    // A field is moved to where another one stands by letting it go there.
    let field = |(position, row): (usize, &FormRow)| {
        let position = position.to_string();
        item(row, row.is_movable.then(|| grip(&position))).attribute(DROP, &position).view()
    };
    let more = match outlined.more {
        0 => nothing(),
        more => text("p", "hint", &format!("and {more} more, which are edited in the text")),
    };
    several([list("Form", outlined.rows.iter().enumerate().map(field)), more])
}

fn rules(rows: &[FormRow]) -> Value {
    let new = Control {
        kind: ControlKind::Line,
        id: NEW_RULE.to_owned(),
        label: "New rule".to_owned(),
        edit: handle(&Edit::AddRule(String::new())),
        ..Control::default()
    };
    let words = "another rule, such as self.total > 0.0";
    let label = drawn("label").attribute("for", NEW_RULE).text(words).view();
    let new = drawn("div").class("form__entry").children([label, control(&new)]).view();
    several([list("Rules", rows.iter().map(|row| item(row, None).view())), new])
}

fn list(name: &str, items: impl Iterator<Item = Value>) -> Value {
    drawn("ul").class("form").attribute("aria-label", name).children(items).view()
}

/// What a row is taken up by.
fn grip(position: &str) -> Value {
    drawn("span")
        .class("form__handle")
        .attribute("draggable", "true")
        .attribute("title", "Drag to move")
        .attribute("aria-hidden", "true")
        .attribute(DRAG, position)
        .text("⠿")
        .view()
}

fn item(row: &FormRow, grip: Option<Value>) -> Drawn {
    let head = grip.into_iter().chain(row.head.iter().map(control));
    let mut more: Vec<_> = row.boxes.iter().map(control).collect();
    if !row.summary.is_empty() {
        let entry = |detail: &Control| {
            let words = text("span", "", &detail.words);
            drawn("div").class("form__entry").children([words, control(detail)]).view()
        };
        let entries = drawn("div").class("form__entries").children(row.details.iter().map(entry));
        let details = drawn("details").class("fold form__details");
        more.push(details.children([text("summary", "", &row.summary), entries.view()]).view());
    }
    let remark = match row.is_well {
        None => "hint",
        Some(true) => "hint hint--good",
        Some(false) => "hint hint--bad",
    };
    let inside = drawn("div")
        .class("form__row")
        .attribute("role", "group")
        .attribute("aria-label", &row.name)
        .child(drawn("div").class("form__head").children(head).view())
        .child(drawn("div").class("form__more").children(more).view())
        .child(text("p", remark, &row.remark));
    drawn("li").number("--depth", row.depth).child(inside.view())
}

fn control(control: &Control) -> Value {
    let Control { kind, id, label, words, value, options, edit } = control;
    let named = |tag| drawn(tag).attribute("id", id).attribute("aria-label", label);
    let field = |tag| {
        named(tag)
            .attribute("spellcheck", "false")
            .attribute("autocomplete", "off")
            .attribute(VALUE, value)
            .attribute(ASKS, edit)
    };
    match kind {
        ControlKind::Words => text("span", "form__name", words),
        ControlKind::Button => named("button")
            .attribute("type", "button")
            .attribute("title", label)
            .class("button button--quiet")
            .asks(edit, "")
            .text(words)
            .view(),
        ControlKind::Line => field("input").view(),
        ControlKind::Typed => field("input").attribute(TYPED, "").view(),
        ControlKind::Choice => {
            let option = |option: &String| drawn("option").attribute(VALUE, option).text(option).view();
            field("select").children(options.iter().map(option)).view()
        }
        ControlKind::Box => {
            let field = drawn("input").attribute("type", "checkbox").checked(!value.is_empty());
            let field = field.attribute(ASKS, edit).view();
            drawn("label").class("check").children([field, text("span", "", words)]).view()
        }
    }
}

/// A sign at the line of a problem.
fn mark(problem: &Problem) -> Option<Value> {
    let (class, sign) = match problem.is_error {
        true => ("code__mark code__mark--error", "✗"),
        false => ("code__mark", "⚠"),
    };
    let line = problem.place?.line.saturating_sub(1);
    Some(drawn("span").class(class).number("--line", line).text(sign).view())
}

fn problems(problems: &[Problem]) -> Value {
    if problems.is_empty() {
        return nothing();
    }
    let problem = |Problem { message, place, is_error }: &Problem| {
        let item = drawn("li").class(if *is_error { "schema__error" } else { "editor__doubt" });
        match place {
            None => item.text(message).view(),
            Some(place) => {
                item.child(button("link", message, TO_PLACE, &place.offset.to_string()).view()).view()
            }
        }
    };
    drawn("ul")
        .class("editor__problems")
        .attribute("aria-label", "Problems")
        .children(problems.iter().map(problem))
        .view()
}

/// What an answer is worth, and what is wrong with it.
fn trial(judgement: &Judgement) -> Value {
    let violation = |violation: &ViolationReport| {
        let class = match violation.severity {
            Severity::Error => "verdict__violation",
            Severity::Warning => "verdict__violation verdict__violation--warning",
        };
        drawn("li")
            .class(class)
            .attribute("tabindex", "-1")
            .child(text("span", "verdict__level", &violation.level_words()))
            .child(text("span", "verdict__text", &violation.message))
            .child(text("span", "verdict__pointer", &violation.place_words()))
            .view()
    };
    let class = if judgement.is_valid() { "hint hint--good" } else { "hint" };
    let violations = judgement.violations().iter().map(violation);
    several([
        text("p", class, &judgement.headline()),
        drawn("ul").class("verdict__list").children(violations).view(),
    ])
}

#[cfg(test)]
mod tests {
    use super::super::super::rejected::Repaired;
    use super::*;
    use crate::core::schema::{BuiltIn, Place};
    use serde_json::json;

    fn control_of(kind: ControlKind, value: &str) -> Control {
        Control {
            kind,
            id: "field-1-x".into(),
            label: "X of a".into(),
            words: "x".into(),
            value: value.into(),
            options: vec!["p".into()],
            edit: "x 1".into(),
        }
    }

    #[test]
    fn a_control_hands_back_what_it_does() {
        let named = |tag: &str, more: Value, children: Value| {
            let mut attributes = json!({"id": "field-1-x", "aria-label": "X of a"});
            attributes.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
            json!([tag, attributes, children])
        };
        let field = json!({"spellcheck": "false", "autocomplete": "off", "value": "v", "asks": "x 1"});
        let mut typed = field.clone();
        typed["typed"] = "".into();
        let ticked = json!({"type": "checkbox", "checked": true, "asks": "x 1"});
        let pressed = json!({
            "type": "button", "title": "X of a", "class": "button button--quiet", "asks": "x 1", "of": "",
        });
        for (kind, expected) in [
            (ControlKind::Words, json!(["span", {"class": "form__name"}, ["x"]])),
            (ControlKind::Button, named("button", pressed, json!(["x"]))),
            (ControlKind::Line, named("input", field.clone(), json!([]))),
            (ControlKind::Typed, named("input", typed, json!([]))),
            (ControlKind::Choice, named("select", field, json!([["option", {"value": "p"}, ["p"]]]))),
            (
                ControlKind::Box,
                json!(["label", {"class": "check"}, [["input", ticked, []], ["span", {}, ["x"]]]]),
            ),
        ] {
            assert_eq!(control(&control_of(kind, "v")), expected, "{kind:?}");
        }
        let open = control(&control_of(ControlKind::Box, ""));
        assert_eq!(open[2][0][1]["checked"], false);
    }

    #[test]
    fn a_field_is_moved_to_where_another_one_stands() {
        let row = |name: &str, is_movable| FormRow {
            name: name.into(),
            depth: 2,
            is_movable,
            remark: "Well done".into(),
            is_well: is_movable.then_some(true),
            ..FormRow::default()
        };
        let outlined =
            Outlined { rows: vec![row("a", false), row("b", true)], more: 7, ..Outlined::default() };
        let item = |place: &str, name: &str, head: Value, remark: &str| {
            let parts = json!([
                ["div", {"class": "form__head"}, head],
                ["div", {"class": "form__more"}, []],
                ["p", {"class": remark}, ["Well done"]],
            ]);
            let inside = json!(["div", {"class": "form__row", "role": "group", "aria-label": name}, parts]);
            json!(["li", {"--depth": 2, "drop": place}, [inside]])
        };
        let grip = json!(["span", {
            "class": "form__handle", "draggable": "true", "title": "Drag to move", "aria-hidden": "true",
            "dragstart": "1",
        }, ["⠿"]]);
        let rows = [item("0", "a", json!([]), "hint"), item("1", "b", json!([grip]), "hint hint--good")];
        let expected = json!([
            ["ul", {"class": "form", "aria-label": "Form"}, rows],
            ["p", {"class": "hint"}, ["and 7 more, which are edited in the text"]],
        ]);
        assert_eq!(fields(&outlined), expected);
    }

    #[test]
    fn there_is_a_way_into_what_cannot_be_edited_yet() {
        let way = |label: &str, asks: &str, of: &str| json!(["button", {"type": "button", "class": "button", "asks": asks, "of": of}, [label]]);
        let words = "The schema stands in something else. Take it out to edit its fields here.";
        let within = json!([["p", {"class": "hint"}, [words]], way("Keep the schema alone", "unwrap", "")]);
        for (source, is_editable, expected) in [
            (SchemaSource::of_text(" "), false, way("Start with a field", "kind 0", "object")),
            (SchemaSource::of_text("{}"), false, within),
            (SchemaSource::of_text("{}"), true, nothing()),
            (SchemaSource::BuiltIn(BuiltIn::DeploymentConfig), false, nothing()),
        ] {
            let understood = vec!["Taken out of a tool.".to_owned()];
            let outlined = Outlined { understood, is_editable, ..Outlined::default() };
            assert_eq!(way_in(&source, &outlined), expected, "{source:?}");
        }
    }

    #[test]
    fn a_problem_leads_to_its_place() {
        let place = Place { line: 3, column: 5, offset: 40 };
        let problem = |place, is_error| Problem { message: "It is odd.".into(), place, is_error };
        let outlined = Outlined {
            problems: vec![problem(Some(place), true), problem(None, true), problem(Some(place), false)],
            understood: vec!["Took it.".into()],
            ..Outlined::default()
        };
        let drawn = DrawnSchema::new(&SchemaSource::of_text("["), outlined);
        let link = json!(["button", {
            "type": "button", "class": "link", "asks": "place", "of": "40",
        }, ["It is odd."]]);
        let expected = json!([
            ["p", {"class": "hint"}, ["Took it."]],
            ["ul", {"class": "editor__problems", "aria-label": "Problems"}, [
                ["li", {"class": "schema__error"}, [link]],
                ["li", {"class": "schema__error"}, ["It is odd."]],
                ["li", {"class": "editor__doubt"}, [link]],
            ]],
        ]);
        assert_eq!(drawn.remarks, expected);
        let marks = json!([
            ["span", {"class": "code__mark code__mark--error", "--line": 2}, ["✗"]],
            ["span", {"class": "code__mark", "--line": 2}, ["⚠"]],
        ]);
        assert_eq!(drawn.marks, marks);
    }

    #[test]
    fn an_answer_is_tried() {
        let schema = SchemaSource::of_text(r#"{"type": "object", "properties": {"a": {"minimum": 1}}}"#);
        let tried = |answer: &str, repaired| {
            let outlined = Outlined::new(&schema, schema.read().as_ref(), answer, "", repaired);
            DrawnSchema::new(&schema, outlined).trial
        };
        let drawn = |class: &str, headline: &str, violations: Value| json!([["p", {"class": class}, [headline]], ["ul", {"class": "verdict__list"}, violations]]);
        let violation = json!(["li", {"class": "verdict__violation", "tabindex": "-1"}, [
            ["span", {"class": "verdict__level"}, ["constraint"]],
            ["span", {"class": "verdict__text"}, ["\"a\" must be ≥ 1 (got 0)"]],
            ["span", {"class": "verdict__pointer"}, ["/a · minimum"]],
        ]]);
        let valid = drawn("hint hint--good", "Valid: 2 of 2 checks passed", json!([]));
        let invalid = drawn("hint", "Invalid: 1 of 2 checks passed", json!([violation]));
        let repaired = drawn("hint hint--good", "Valid, repaired: 2 of 2 checks passed", json!([]));
        let rejected = drawn("hint", "Not JSON: line 1, column 8: a trailing comma", json!([]));
        for (answer, how, expected) in [
            (" ", Repaired::Reject, nothing()),
            (r#"{"a": 1}"#, Repaired::Reject, valid),
            (r#"{"a": 0}"#, Repaired::Reject, invalid),
            (r#"{"a": 1,}"#, Repaired::Accept, repaired),
            (r#"{"a": 1,}"#, Repaired::Reject, rejected),
        ] {
            assert_eq!(tried(answer, how), expected, "{answer}");
        }
    }
}
