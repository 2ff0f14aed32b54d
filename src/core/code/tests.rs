//! Whole programs, and what interpreters make of hostile texts.

use super::{Criteria, Notation, SentCall, program};
use crate::core::dialect::{Dialect, lower};
use crate::core::image::tests::image;
use crate::core::provider::{BaseUrl, Call, Connection, Document, Format, Message, Provider, Secret};
use crate::core::schema::Schema;
use crate::core::validate::Formats;
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

const BOTH: [Notation; 2] = [Notation::Python, Notation::TypeScript];

fn connection(provider: Provider, key: Option<&str>) -> Connection {
    let base_url = BaseUrl::parse("https://host/v1").unwrap();
    Connection::new(provider.preset(), base_url, "gpt-5", key.and_then(Secret::new))
}

/// Everything that a program may have to say of a schema.
#[test]
fn whole_programs() {
    let schema = Schema::from_fields(&json!({
        "label": "Order",
        "rules": [{"rule": "self.lines.size() <= 5", "message": "too\nmany", "severity": "warning"}],
        "fields": {
            "number": {"type": "string", "pattern": "^\\p{Lu}-\\d{4}$"},
            "ordered_on": {"type": "string", "format": "date-time", "optional": true},
            "lines": {"type": "array", "items": {"type": "object", "fields": {
                "name": {"type": "string", "grounded": true, "pattern": "^\\w"},
                "price": {"type": "number", "multipleOf": 0.01, "max": 9_007_199_254_740_993_u64}
            }}}
        }
    }))
    .unwrap();
    let lowered = lower(&schema, Dialect::OpenAiStrict).unwrap();
    let call = Call {
        messages: vec![Message::system("Answer with JSON.\nOnly that."), Message::user("Which \"order\"?")],
        token_limit: 100,
        format: Format::Strict(Document::new("Order", lowered.document.clone())),
        ..Call::default()
    };
    let sent = SentCall::new(&call, &connection(Provider::OpenAi, Some("planted-key"))).unwrap();
    let criteria =
        Criteria { schema: &schema, formats: Formats::Assert, lowered: Some(&lowered), attempts: 3 };
    for (notation, expected) in
        BOTH.into_iter().zip([include_str!("tests/order.py"), include_str!("tests/order.mts")])
    {
        assert_eq!(program(notation, &sent, criteria).unwrap(), expected);
    }
}

/// The conversation of a program is made of texts: what an image would be is told.
#[test]
fn an_image_is_left_out_of_a_program() {
    let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer"}}})).unwrap();
    let criteria = Criteria { schema: &schema, formats: Formats::Assert, lowered: None, attempts: 1 };
    for provider in [Provider::Custom, Provider::Anthropic, Provider::Ollama] {
        let plain = Call { messages: vec![Message::user("x")], token_limit: 9, ..Call::default() };
        let call = Call { image: Some(image()), ..plain.clone() };
        let [plain, sent] =
            [plain, call].map(|call| SentCall::new(&call, &connection(provider, None)).unwrap());
        for (notation, sign) in BOTH.into_iter().zip(["#", "//"]) {
            let remark = format!(
                "{sign} The image a.png is left out: add it to the first message of the user, in the form that the \
                 server asks for.\n"
            );
            let program_of = |sent| program(notation, sent, criteria).unwrap();
            let with_image = program_of(&sent);
            assert!(with_image.contains(&remark), "{with_image}");
            assert_eq!(with_image.replace(&remark, ""), program_of(&plain));
        }
    }
}

/// How each family is asked and read, in few lines.
#[test]
fn what_is_read_of_a_reply() {
    let schema = Schema::from_fields(&json!({"fields": {"a": {"type": "integer"}}})).unwrap();
    let criteria = Criteria { schema: &schema, formats: Formats::Assert, lowered: None, attempts: 1 };
    let tool = || Format::Tool(Document::new("t", json!({"type": "object"})));
    let mut lines = Vec::new();
    for provider in [Provider::Custom, Provider::Anthropic, Provider::Ollama] {
        for format in [Format::Prompt, tool()] {
            let call = Call { messages: vec![Message::user("x")], token_limit: 9, format, ..Call::default() };
            let sent = SentCall::new(&call, &connection(provider, None)).unwrap();
            for notation in BOTH {
                let program = program(notation, &sent, criteria).unwrap();
                assert!(!program.contains("environ") && !program.contains("KEY"), "{program}");
                let answers =
                    program.lines().filter(|line| line.starts_with("    return") && line.contains("reply"));
                lines.extend(answers.map(|line| line.trim().to_owned()));
            }
        }
    }
    assert_eq!(
        lines,
        [
            r#"return reply["choices"][0]["message"]["content"] or """#,
            r#"return reply.choices[0]?.message.content ?? "";"#,
            r#"return "".join(block["text"] for block in reply["content"] if block["type"] == "text")"#,
            r#"return reply.content.map((block) => block.text ?? "").join("");"#,
            r#"return "".join(block["text"] for block in reply["content"] if block["type"] == "text")"#,
            r#"return call ? JSON.stringify(call.input) : reply.content.map((block) => block.text ?? "").join("");"#,
            r#"return reply["message"]["content"]"#,
            "return reply.message.content;",
            "return call ? JSON.stringify(call.function.arguments) : reply.message.content;",
        ]
    );
}

/// What an interpreter prints of values that it is given as literals, under a text that is given as a comment.
fn printed(notation: Notation, comment: &str, values: &[Value]) -> Vec<Value> {
    let literals: String =
        values.iter().map(|value| format!("    {},\n", notation.value(value, 4))).collect();
    let (mut interpreter, print) = match notation {
        Notation::Python => {
            let mut python = Command::new("python3");
            python.env("PYTHONUTF8", "1").arg("-");
            (python, "import json\nprint(json.dumps(VALUES))")
        }
        Notation::TypeScript => {
            let mut node = Command::new("node");
            node.args(["--input-type=module", "-"]);
            (node, "console.log(JSON.stringify(VALUES))")
        }
    };
    let (before, end) = match notation {
        Notation::Python => ("import json\n", "]\n"),
        Notation::TypeScript => ("", "];\n"),
    };
    let declared = if notation == Notation::Python { "VALUES" } else { "const VALUES" };
    let code = format!("{before}{}{declared} = [\n{literals}{end}{print}\n", notation.comment(comment));
    let mut running = interpreter.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = running.stdin.take().unwrap();
    input.write_all(code.as_bytes()).unwrap();
    drop(input);
    let output = String::from_utf8(running.wait_with_output().unwrap().stdout).unwrap();
    serde_json::from_str(&output).unwrap_or_else(|error| panic!("{error}: {output}\nof\n{code}"))
}

const HOSTILE: [&str; 16] = [
    "",
    "it's \"quoted\" `so` ''' \"\"\" \\",
    "\\n \\u0041 \\N{DASH} \\x41 \\\\",
    "${process.exit(1)} #{x} {x} {{x}} %s %(x)s",
    "*/ // # <!-- --> </script>",
    "\n",
    "line\nbreak\r\n\ttab\r",
    "\n\nleading and trailing\n\n",
    "\u{2028}\u{2029}\u{85}\u{b}\u{c}",
    "\0\u{1}\u{7f}\u{1b}[0m\u{ad}",
    "\u{202e}gnp.exe\u{202c}\u{200b}\u{feff}",
    "ä天\u{1F600}\u{1F468}\u{200D}\u{1F469}\u{e0001}\u{10ffff}",
    "__proto__",
    "constructor",
    "import os; os.system('x')",
    "$API_KEY",
];

#[test]
fn interpreters_give_hostile_texts_back() {
    let texts: Vec<Value> = HOSTILE.iter().map(|text| (*text).into()).collect();
    let keys: Map<String, Value> =
        HOSTILE.iter().map(|text| ((*text).to_owned(), json!([text, null]))).collect();
    let mut deep = json!({"__proto__": "\u{2028}"});
    for _ in 0..50 {
        deep = json!({"a": [deep]});
    }
    let lines = Value::from("line\n".repeat(20_000));
    let values =
        vec![texts.into(), keys.into(), deep, lines, json!([true, false, null, -1, 0.5, 1e300, {}, []])];
    for notation in BOTH {
        for comment in HOSTILE {
            assert_eq!(notation.comment(comment).lines().count(), 1, "{comment:?}");
        }
        assert_eq!(printed(notation, &HOSTILE.concat(), &values), values);
    }
}

/// Any JSON value whose numbers every language has.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        any::<Option<bool>>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[\\\\\"'`${}\n\r]*".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 64, 8, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..8).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..8)
                .prop_map(|members| members.into_iter().collect::<Map<_, _>>().into()),
        ]
    })
}

proptest! {
    // An interpreter is started for each.
    #![proptest_config(ProptestConfig::with_cases(8))]
    #[test]
    fn interpreters_give_any_value_back(
        values in prop::collection::vec(any_value(), 40),
        comment in any::<String>(),
    ) {
        for notation in BOTH {
            prop_assert_eq!(&printed(notation, &comment, &values), &values);
        }
    }
}
