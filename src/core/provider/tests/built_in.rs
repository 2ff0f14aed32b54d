//! The browser's own model: what it is called with, and what comes of what it says and throws.

use super::*;
use serde_json::{Value, json};

const PROVIDER: Provider = Provider::Browser;

/// What a call of this form is made of.
fn body(call: Call) -> Value {
    let exchange = Exchange::new(&call, &connection(PROVIDER, ""));
    serde_json::from_str(&exchange.request().body).unwrap()
}

fn piece(text: &str) -> Said {
    Said::Piece(text.to_owned())
}

/// An exchange in which this was said, and what was shown of it.
fn exchange(script: &[Said]) -> (Exchange, Vec<Delta>) {
    let call = Call { stream: true, ..Call::default() };
    let mut exchange = Exchange::new(&call, &connection(PROVIDER, ""));
    let deltas = script.iter().flat_map(|said| exchange.handle_said(said.clone())).collect();
    (exchange, deltas)
}

#[test]
fn a_conversation_is_there_before_the_last_turn_is_said() {
    let messages = vec![
        Message::system("s"),
        Message::user("u"),
        Message::assistant("a"),
        Message::user("JSON, please"),
    ];
    let before = json!([
        {"role": "system", "content": "s"}, {"role": "user", "content": "u"}, {"role": "assistant", "content": "a"}
    ]);
    let schema = json!({"type": "object", "properties": {"b": {}, "a": {}}});
    let document = || Document::new("place", schema.clone());
    let held = |constraint: &Value| {
        Some([("responseConstraint", constraint.clone()), ("omitResponseConstraintInput", true.into())])
    };
    let object = json!({"type": "object"});
    for (format, more) in [
        (Format::Strict(document()), held(&schema)),
        (Format::Tool(document()), held(&schema)),
        (Format::Json, held(&object)),
        (Format::Prompt, None),
    ] {
        let call = Call { messages: messages.clone(), format, ..Call::default() };
        let mut expected = json!({"initialPrompts": before, "input": "JSON, please"});
        for (name, value) in more.into_iter().flatten() {
            expected[name] = value;
        }
        assert_eq!(body(call), expected);
    }
    let only = Call { messages: vec![Message::user("u")], ..Call::default() };
    assert_eq!(body(only), json!({"initialPrompts": [], "input": "u"}));
}

#[test]
fn what_only_the_browser_decides_is_told() {
    let sampling = |temperature, seed| Sampling { temperature, seed };
    for (sampling, expected) in [
        (sampling(None, None), 0),
        (sampling(Some(0.5), None), 1),
        (sampling(None, Some(7)), 1),
        (sampling(Some(0.5), Some(7)), 1),
    ] {
        let call = Call { messages: vec![Message::user("u")], sampling, ..Call::default() };
        let exchange = Exchange::new(&call, &connection(PROVIDER, "")).request().clone();
        assert_eq!(exchange.notes.len(), expected, "{sampling:?}");
        assert!(
            !exchange.body.contains("temperature") && !exchange.body.contains("seed"),
            "{}",
            exchange.body
        );
    }
}

#[test]
fn replies() {
    let used = |read, taken| Said::Used { read, taken };
    let usage = |input, output| Some(Usage { input, output, ..Usage::default() });
    let reply = |text: &str, usage| Ok(Reply { text: text.into(), usage, ..Reply::default() });
    let cut =
        |text: &str| Err(Fault::Cut { reply: Box::new(Reply { text: text.into(), ..Reply::default() }) });
    let empty =
        Fault::Server { complaint: Complaint::Empty, status: 200, message: String::new(), wait: None };
    for (script, shown, expected) in [
        (
            vec![piece("{\"a\""), piece(": 1}"), used(20, 25), Said::End],
            "{\"a\": 1}",
            reply("{\"a\": 1}", usage(20, 5)),
        ),
        (
            vec![piece("{\"a\": [1"), piece("{\"a\": [1, 2]"), piece("{\"a\": [1, 2]}"), Said::End],
            "{\"a\": [1, 2]}",
            reply("{\"a\": [1, 2]}", None),
        ),
        // Some count what was written only later.
        (vec![piece("1"), used(20, 20), Said::End], "1", reply("1", None)),
        (vec![used(20, 21), Said::End], "", reply("", usage(20, 1))),
        (vec![piece("{"), piece("}")], "{}", cut("{}")),
        (vec![Said::End], "", Err(empty)),
    ] {
        let (exchange, deltas) = exchange(&script);
        let texts = deltas.into_iter().map(|delta| match delta {
            Delta::Text(text) => text,
            delta => panic!("{delta:?}"),
        });
        assert_eq!(texts.collect::<String>(), shown, "{script:?}");
        assert_eq!(exchange.finish(), expected, "{script:?}");
    }
}

#[test]
fn a_reply_in_one_piece_is_not_shown_on_its_way() {
    let mut exchange = Exchange::new(&Call::default(), &connection(PROVIDER, ""));
    let deltas: Vec<_> = [piece("{"), piece("}"), Said::End].map(|said| exchange.handle_said(said)).concat();
    assert_eq!(deltas, []);
    assert_eq!(exchange.finish(), Ok(Reply { text: "{}".into(), ..Reply::default() }));
}

#[test]
fn what_is_thrown() {
    use Complaint::*;
    let refused = ModeRefused { parameter: "responseConstraint" };
    for (name, is_opening, expected) in [
        ("QuotaExceededError", false, Some(ContextOverflow { used: Some(9_000), limit: Some(6_144) })),
        ("QuotaExceededError", true, Some(ContextOverflow { used: Some(9_000), limit: Some(6_144) })),
        ("NotSupportedError", false, Some(refused)),
        ("SyntaxError", false, Some(refused)),
        ("TypeError", false, Some(refused)),
        ("NotSupportedError", true, Some(NoModelLoaded)),
        ("NetworkError", true, Some(NoModelLoaded)),
        ("NotAllowedError", true, Some(NoPermission)),
        ("NotReadableError", false, Some(ContentFiltered)),
        ("UnknownError", false, Some(Failed)),
        ("", false, Some(Failed)),
        ("AbortError", false, None),
        ("InvalidStateError", false, None),
    ] {
        let (requested, quota) = (Some(9_000), Some(6_144));
        let thrown = Thrown { name: name.into(), message: "No.".into(), requested, quota, is_opening };
        let (exchange, _) = exchange(&[piece("{")]);
        let came = Box::new(Reply { text: "{".into(), ..Reply::default() });
        let expected = expected.map_or(Fault::Cut { reply: came }, |complaint| Fault::Server {
            complaint,
            status: 0,
            message: "No.".into(),
            wait: None,
        });
        assert_eq!(exchange.throw(thrown), expected, "{name}");
    }
}

#[test]
fn a_refused_form_is_left_for_the_next_one() {
    let thrown = Thrown { name: "NotSupportedError".into(), ..Thrown::default() };
    let fault = exchange(&[]).0.throw(thrown);
    let quirks = PROVIDER.preset().quirks;
    let document = Document::new("place", json!({}));
    for (format, expected) in [
        (Format::Strict(document), Some(Change::Modes(quirks.modes.without(Mode::Strict)))),
        (Format::Json, Some(Change::Modes(quirks.modes.without(Mode::Json)))),
        (Format::Prompt, None),
    ] {
        let call = Call { format, ..Call::default() };
        assert_eq!(Lesson::of(&fault, &call, &quirks).map(|lesson| lesson.change), expected);
    }
}

#[test]
fn how_much_was_fetched() {
    for (loaded, expected) in [(0.0, 0), (0.425, 42), (1.0, 100), (-1.0, 0), (1e9, 100)] {
        assert_eq!(Delta::fetching(loaded), Delta::Fetching(expected), "{loaded}");
    }
}
