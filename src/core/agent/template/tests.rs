//! Reading templates and putting values in.

use super::*;

#[test]
fn the_templates_of_the_page_are_templates() {
    for kind in TemplateKind::ALL {
        assert_eq!(Template::parse(kind, kind.default_text()), Ok(Template::of(kind)));
        assert!(kind.placeholders().contains(&kind.required()));
        for placeholder in kind.placeholders() {
            assert!(
                kind.default_text().contains(&placeholder.to_string()) || *placeholder == Placeholder::Count
            );
        }
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    for (kind, text, expected) in [
        (TemplateKind::System, "{{schema}}", Ok(())),
        (TemplateKind::System, "{{ schema }} { } }} {a: {b: 1}}", Ok(())),
        (TemplateKind::System, "", Err("The system prompt must hold {{schema}}.")),
        (TemplateKind::Correction, "Wrong.\n\n{errors}", Err("The correction must hold {{errors}}.")),
        (TemplateKind::Nudge, "{{request}}", Err("The nudge must hold {{problem}}.")),
        (
            TemplateKind::Correction,
            "{{errors}}\n\n{{eror}}",
            Err("The correction, line 3: there is no {{eror}}."),
        ),
        (
            TemplateKind::Correction,
            "{{errors}} {{schema}}",
            Err("The correction, line 1: there is no {{schema}}."),
        ),
        (TemplateKind::Correction, "{{errors}} {{}}", Err("The correction, line 1: there is no {{}}.")),
        (
            TemplateKind::Nudge,
            "{{problem}}\r\nNow: {{request",
            Err("The nudge, line 2: {{ is opened and not closed by }}."),
        ),
        (
            TemplateKind::Nudge,
            "{{problem {{request}}",
            Err("The nudge, line 1: {{ is opened and not closed by }}."),
        ),
        (TemplateKind::Nudge, "{{problem\n}}", Err("The nudge, line 1: {{ is opened and not closed by }}.")),
        // The first of several.
        (TemplateKind::Nudge, "{{a}}\n{{b}} {{", Err("The nudge, line 1: there is no {{a}}.")),
    ] {
        let read = Template::parse(kind, text).map(|_| ()).map_err(|error| error.to_string());
        assert_eq!(read, expected.map_err(str::to_owned), "{text}");
    }
}

#[track_caller]
fn check(text: &str, values: &[(Placeholder, &str)], expected: &str) {
    let template = Template::parse(TemplateKind::Correction, text).unwrap();
    assert_eq!(template.render(values), expected);
}

#[test]
fn paragraphs_with_an_empty_value_are_left_out() {
    use Placeholder::{Count, Errors, Kept, Undone};
    let text = "\n\nHm: {{errors}}\n  \n\t\nKept {{kept}}\nand {{undone}}.\n\nEnd.\n";
    check(text, &[(Errors, "- a"), (Kept, "b"), (Undone, "c")], "Hm: - a\n\nKept b\nand c.\n\nEnd.");
    check(text, &[(Errors, "- a"), (Kept, "b"), (Undone, "")], "Hm: - a\n\nEnd.");
    check(text, &[(Errors, "- a")], "Hm: - a\n\nEnd.");
    // But for those that hold what must be said.
    check("{{kept}}\n\n{{errors}} {{kept}}\n{{count}}", &[(Errors, "- a"), (Count, "1")], "- a\n1");
    check("{{kept}}  {{errors}} {{kept}}", &[(Errors, "- a")], "  - a");
    check("{{errors}}", &[], "");
}

#[test]
fn values_are_put_in_as_they_are() {
    use Placeholder::{Errors, Kept};
    let errors = "- got \"{{kept}}\"\n\n{{ {{errors}} }}";
    check(
        "{{errors}}\n\n{{kept}}",
        &[(Errors, errors), (Kept, "{{errors}}")],
        &format!("{errors}\n\n{{{{errors}}}}"),
    );
}
