//! Responses as servers send them. Each is replayed whole, split at every byte, and byte by byte, and
//! gives the same every time.

use super::*;
use crate::core::time::Millis;
use proptest::prelude::{any, prop};
use proptest::proptest;

/// What is read of a response that comes in these pieces: the result, and the answer and the reasoning
/// as they were shown on their way.
fn replay(provider: Provider, status: u16, pieces: &[&[u8]]) -> (Result<Reply, Fault>, String, String) {
    let call = Call { messages: vec![Message::user("u")], stream: true, ..Call::default() };
    let mut exchange = Exchange::new(&call, &connection(provider, "secret-1"));
    exchange.handle_head(&Head { status, ..Head::default() });
    let (mut text, mut reasoning) = (String::new(), String::new());
    for delta in pieces.iter().flat_map(|piece| exchange.handle_bytes(piece)) {
        match delta {
            Delta::Text(piece) => text.push_str(&piece),
            Delta::Reasoning(piece) => reasoning.push_str(&piece),
            Delta::Accepted | Delta::Fetching(_) | Delta::Fetched => panic!("servers fetch no model"),
        }
    }
    (exchange.finish(), text, reasoning)
}

/// What is read of a response, however the network cuts it.
#[track_caller]
fn read(provider: Provider, status: u16, response: &str) -> (Result<Reply, Fault>, String, String) {
    let bytes = response.as_bytes();
    let whole = replay(provider, status, &[bytes]);
    let single: Vec<_> = bytes.chunks(1).collect();
    assert_eq!(replay(provider, status, &single), whole, "byte by byte: {response}");
    for position in 0..bytes.len() {
        let (head, tail) = bytes.split_at(position);
        assert_eq!(replay(provider, status, &[head, tail]), whole, "split at {position}: {response}");
    }
    whole
}

/// Checks a response that comes in pieces: what is shown on its way is what the reply says.
#[track_caller]
fn check_stream(provider: Provider, response: &str, expected: &Reply) {
    let (result, text, reasoning) = read(provider, 200, response);
    assert_eq!(result.as_ref(), Ok(expected), "{response}");
    assert_eq!((text, reasoning), (expected.text.clone(), expected.reasoning.clone()), "{response}");
}

/// Checks the reply in a response, or the fault it amounts to.
#[track_caller]
fn check(provider: Provider, status: u16, response: &str, expected: Result<Reply, Fault>) {
    assert_eq!(read(provider, status, response).0, expected, "{response}");
}

fn stop(text: &str) -> Reply {
    Reply { text: text.into(), finish_reason: FinishReason::Stop, ..Reply::default() }
}

fn fault(complaint: Complaint, status: u16, message: &str) -> Fault {
    Fault::Server { complaint, status, message: message.into(), wait: None }
}

fn cut(reply: Reply) -> Result<Reply, Fault> {
    Err(Fault::Cut { reply: Box::new(reply) })
}

#[test]
fn chat_completions_in_pieces() {
    let usage = Usage { input: 12, output: 7, cached: 4, reasoning: 3 };
    check_stream(
        Provider::OpenAi,
        concat!(
            "data: {\"id\":\"c\",\"object\":\"chat.completion.chunk\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"refusal\":null},\"finish_reason\":null}],\"usage\":null,\"obfuscation\":\"Xy\"}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"{\\\"a\\\"\"},\"finish_reason\":null}],\"usage\":null}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\": \\\"hä\u{1F600}\\\"}\"},\"finish_reason\":null}],\"usage\":null}\n\n",
            "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}],\"usage\":null}\n\n",
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":7,\"prompt_tokens_details\":{\"cached_tokens\":4},\"completion_tokens_details\":{\"reasoning_tokens\":3}}}\n\n",
            "data: [DONE]\n\n",
        ),
        &Reply { usage: Some(usage), ..stop("{\"a\": \"hä\u{1F600}\"}") },
    );
    check_stream(
        Provider::OpenRouter,
        concat!(
            ": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n",
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":\"\",\"reasoning\":\"Let \",\"reasoning_details\":[{\"type\":\"reasoning.text\",\"text\":\"Let \"}]}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"\",\"reasoning_details\":[{\"type\":\"reasoning.summary\",\"summary\":\"me\"},{\"type\":\"reasoning.encrypted\",\"data\":\"x\"}]}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"{}\"},\"finish_reason\":\"stop\",\"native_finish_reason\":\"STOP\"}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"\"}}],\"usage\":{\"prompt_tokens\":12,\"completion_tokens\":7,\"cost\":0.00012345,\"is_byok\":false}}\n\n",
            "data: [DONE]\n\n",
        ),
        &Reply {
            reasoning: "Let me".into(),
            usage: Some(Usage { input: 12, output: 7, ..Usage::default() }),
            cost: Some(123_450),
            ..stop("{}")
        },
    );
    check_stream(
        Provider::Mistral,
        concat!(
            "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"hm\"}]}]}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":[{\"type\":\"text\",\"text\":\"{}\"}]},\"finish_reason\":\"model_length\"}],\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}\n\n",
            "data: [DONE]\n\n",
        ),
        &Reply {
            reasoning: "hm".into(),
            finish_reason: FinishReason::Length,
            usage: Some(Usage { input: 1, output: 2, ..Usage::default() }),
            ..stop("{}")
        },
    );
    check_stream(
        Provider::DeepSeek,
        concat!(
            ": keep-alive\n\n",
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null,\"reasoning_content\":\"hm\"}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"content\":\"{}\",\"reasoning_content\":null},\"finish_reason\":\"stop\"}],",
            "\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":2,\"prompt_cache_hit_tokens\":4,\"prompt_cache_miss_tokens\":1}}\n\n",
            "data: [DONE]\n\n",
        ),
        &Reply {
            reasoning: "hm".into(),
            usage: Some(Usage { input: 5, output: 2, cached: 4, reasoning: 0 }),
            ..stop("{}")
        },
    );
    check_stream(
        Provider::Groq,
        concat!(
            "data: {\"choices\":[{\"delta\":{\"content\":\"{}\"},\"finish_reason\":null}],\"x_groq\":{\"id\":\"r\"}}\n\n",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}],\"x_groq\":{\"id\":\"r\",\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}}\n\n",
            "data: [DONE]\n\n",
        ),
        &Reply { usage: Some(Usage { input: 1, output: 2, ..Usage::default() }), ..stop("{}") },
    );
    // Its timings come with the last piece, which is the one of the usage if that is asked for.
    check_stream(
        Provider::LlamaCpp,
        concat!(
            "data: {\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":null}}],\"created\":1,\"id\":\"c\",\"model\":\"m\",\"system_fingerprint\":\"b0\",\"object\":\"chat.completion.chunk\"}\n\n",
            ":\n\n",
            "data: {\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"reasoning_content\":\"hm\"}}],\"object\":\"chat.completion.chunk\"}\n\n",
            "data: {\"choices\":[{\"finish_reason\":null,\"index\":0,\"delta\":{\"content\":\"{}\"}}],\"object\":\"chat.completion.chunk\"}\n\n",
            "data: {\"choices\":[{\"finish_reason\":\"length\",\"index\":0,\"delta\":{}}],\"object\":\"chat.completion.chunk\"}\n\n",
            "data: {\"choices\":[],\"object\":\"chat.completion.chunk\",\"usage\":{\"completion_tokens\":8,\"prompt_tokens\":32,\"total_tokens\":40,\"prompt_tokens_details\":{\"cached_tokens\":22}},\"timings\":{\"cache_n\":22,\"prompt_n\":10,\"prompt_ms\":129.5,\"predicted_n\":8,\"predicted_per_second\":27.6}}\n\n",
            "data: [DONE]\n\n",
        ),
        &Reply {
            reasoning: "hm".into(),
            finish_reason: FinishReason::Length,
            usage: Some(Usage { input: 32, output: 8, cached: 22, reasoning: 0 }),
            ..stop("{}")
        },
    );
    check_stream(
        Provider::OpenAi,
        concat!(
            "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null,\"refusal\":\"I can't \"}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{\"refusal\":\"do that.\"}}]}\n\n",
            "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n",
        ),
        &Reply { finish_reason: FinishReason::Refusal, ..stop("I can't do that.") },
    );
}

/// The seventeen ways, known by now, in which servers deviate from the stream of OpenAI.
#[test]
fn deviations() {
    let role = "data: {\"choices\":[{\"delta\":{\"role\":\"assistant\",\"content\":null}}]}\n\n";
    let text = "data: {\"choices\":[{\"delta\":{\"content\":\"{}\"},\"finish_reason\":null}]}\n\n";
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    let done = "data: [DONE]\n\n";
    let whole = "{\"choices\":[{\"message\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}";
    let ok = |response: String| check(Provider::Custom, 200, &response, Ok(stop("{}")));
    let failed = |response: String, complaint, status, message: &str| {
        check(Provider::Custom, 200, &response, Err(fault(complaint, status, message)));
    };
    // 1. Comments before a stream, and before a whole reply.
    ok(format!(": OPENROUTER PROCESSING\n\n{text}: OPENROUTER PROCESSING\n\n{end}{done}"));
    ok(format!(": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n{whole}"));
    // 2. The same as blank lines.
    ok(format!(": keep-alive\n\n{text}{end}{done}"));
    ok(format!("\n\n\n{whole}\n"));
    // 3. Pings without a word.
    ok(format!(":\n\n{text}:\n\n:\n\n{end}{done}"));
    // 4. A first piece that has only a role.
    ok(format!("{role}{text}{end}{done}"));
    ok(format!("{}{text}{end}{done}", role.replace("null", "\"\"")));
    // 5. Choices that are empty, null or missing.
    ok(format!(
        "data: {{\"choices\":[]}}\n\n{text}data: {{\"choices\":null}}\n\ndata: {{\"id\":\"x\"}}\n\n{end}{done}"
    ));
    // 6. No blank line after the last event.
    ok(format!("{text}{end}data: [DONE]"));
    ok(format!("{text}{}", end.trim_end()));
    ok(format!("{text}data: [DONE]\n").replace("\"finish_reason\":null", "\"finish_reason\":\"stop\""));
    // 7. A field of its own for errors, and the way it is done now.
    failed(
        format!("{text}error: {{\"code\":500,\"message\":\"boom\",\"type\":\"server_error\"}}\n\n"),
        Complaint::Failed,
        500,
        "boom",
    );
    failed(
        format!(
            "{text}data: {{\"error\":{{\"code\":500,\"message\":\"boom\",\"type\":\"server_error\"}}}}\n\n"
        ),
        Complaint::Failed,
        500,
        "boom",
    );
    failed(
        format!("{text}event: error\ndata: {{\"message\":\"boom\"}}\n\n"),
        Complaint::Rejected,
        200,
        "boom",
    );
    failed(format!("{text}event: error\ndata: boom\n\n"), Complaint::Rejected, 200, "boom");
    // 8. An error with the status of a success.
    failed(
        "data: {\"error\":{\"message\":\"boom\",\"code\":502},\"choices\":[{\"delta\":{},\"finish_reason\":\"error\"}]}\n\n".into(),
        Complaint::Failed,
        502,
        "boom",
    );
    failed(
        format!("{text}data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"error\"}}]}}\n\n"),
        Complaint::Failed,
        200,
        "The server stopped the answer: error",
    );
    failed(
        format!(
            "{text}data: {{\"choices\":[{{\"delta\":{{}},\"finish_reason\":\"insufficient_system_resource\"}}]}}\n\n"
        ),
        Complaint::Overloaded,
        200,
        "The server stopped the answer: insufficient_system_resource",
    );
    failed("{\"error\":{\"message\":\"boom\",\"code\":429}}".into(), Complaint::RateLimited, 429, "boom");
    // 9. A flat error.
    failed(
        format!("{text}data: {{\"error_type\":\"overloaded\",\"error_message\":\"boom\"}}\n\n"),
        Complaint::Overloaded,
        200,
        "boom",
    );
    // 10. The reason to stop together with the last text.
    ok(format!("{}{done}", text.replace("\"finish_reason\":null", "\"finish_reason\":\"stop\"")));
    // 11. A reason that is empty is none.
    ok(format!("{}{end}{done}", text.replace("\"finish_reason\":null", "\"finish_reason\":\"\"")));
    // 12. Nothing at all.
    failed(String::new(), Complaint::Empty, 200, "");
    failed(done.into(), Complaint::Empty, 200, "");
    failed(": ping\n\n".into(), Complaint::Empty, 200, "");
    // 13. Usage after the reason to stop.
    let usage = Some(Usage { input: 1, output: 2, ..Usage::default() });
    check(
        Provider::Custom,
        200,
        &format!(
            "{text}{end}data: {{\"choices\":[],\"usage\":{{\"prompt_tokens\":1,\"completion_tokens\":2}}}}\n\n{done}"
        ),
        Ok(Reply { usage, ..stop("{}") }),
    );
    // 14. No last event, but a reason to stop; and neither, which is never a success.
    ok(format!("{text}{end}"));
    let unfinished = Reply { finish_reason: FinishReason::Unknown, ..stop("{}") };
    check(Provider::Custom, 200, &format!("{text}{done}"), Ok(unfinished.clone()));
    check(Provider::Custom, 200, text, cut(unfinished.clone()));
    check(Provider::Custom, 200, role, cut(Reply::default()));
    check(Provider::Custom, 200, &format!("{text}data: {{\"choices\":[{{\"del"), cut(unfinished.clone()));
    // 15. The last piece of a tool's call under the next index.
    let tool =
        |fields: &str| format!("data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[{{{fields}}}]}}}}]}}\n\n");
    ok([
        tool(
            "\"index\":0,\"id\":\"a\",\"type\":\"function\",\"function\":{\"name\":\"f\",\"arguments\":\"\"}",
        ),
        tool("\"index\":0,\"function\":{\"arguments\":\"{\"}"),
        tool("\"index\":1,\"function\":{\"arguments\":\"}\"}"),
        end.replace("stop", "tool_calls"),
    ]
    .concat());
    // 16. What the standard allows.
    ok(format!("\u{FEFF}{text}{end}{done}").replace('\n', "\r\n"));
    ok(format!("{text}{end}{done}").replace('\n', "\r"));
    ok(format!("{text}{end}{done}").replace("data: ", "data:"));
    ok("data: {\"choices\":\ndata: [{\"delta\":{\"content\":\"{}\"},\ndata: \"finish_reason\":\"stop\"}]}\n\n".into());
    ok(format!("id: 1\nevent: message\nretry: 5\n{text}{end}{done}"));
    // No blank lines between events, which it does not allow.
    ok(format!("{text}{end}{done}").replace("\n\n", "\n"));
    let torn = format!("{text}{end}").replace("\n\n", "\n");
    check(Provider::Custom, 200, &torn[..torn.len() - 9], cut(unfinished));
    // 17. A whole reply, though pieces were asked for.
    ok(whole.into());
    ok(format!("  {whole}"));
    ok("{\n  \"choices\": [\n    {\n      \"message\": {\"content\": \"{}\"},\n      \"finish_reason\": \"stop\"\n    }\n  ]\n}\n".into());
}

#[test]
fn a_piece_that_cannot_be_read_is_not_swallowed() {
    let text = "data: {\"choices\":[{\"delta\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}\n\n";
    let response = format!("{text}data: {{\"choices\":[{{\"delta\n\n{text}data: [DONE]\n\n");
    let expected = fault(Complaint::Unreadable, 200, "{\"choices\":[{\"delta");
    check(Provider::Custom, 200, &response, Err(expected));
}

#[test]
fn tools_of_chat_completions() {
    let tool =
        |fields: &str| format!("data: {{\"choices\":[{{\"delta\":{{\"tool_calls\":[{{{fields}}}]}}}}]}}\n\n");
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n\ndata: [DONE]\n\n";
    let first = "\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"{\\\"a\\\":\"}";
    let more = "\"index\":0,\"function\":{\"arguments\":\"1}\"}";
    let expected = stop("{\"a\":1}");
    check_stream(Provider::OpenAi, &[tool(first), tool(more), end.into()].concat(), &expected);
    // The name with every piece.
    let named = "\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":\"1}\"}";
    check_stream(Provider::OpenAi, &[tool(first), tool(named), end.into()].concat(), &expected);
    // A second call is not part of the first, whether it has its own index or only its own id.
    for second in ["\"index\":1,\"id\":\"b\"", "\"index\":0,\"id\":\"b\""] {
        let second = format!("{second},\"function\":{{\"name\":\"f\",\"arguments\":\"{{}}\"}}");
        check_stream(
            Provider::OpenAi,
            &[tool(first), tool(more), tool(&second), end.into()].concat(),
            &expected,
        );
    }
    // What is said before the call is not the answer.
    let said = "data: {\"choices\":[{\"delta\":{\"content\":\"Sure.\"}}]}\n\n";
    let response = [said.into(), tool(first), tool(more), end.into()].concat();
    check(Provider::OpenAi, 200, &response, Ok(Reply { reasoning: "Sure.".into(), ..expected.clone() }));
    // An answer without a call is the answer all the same.
    check_stream(
        Provider::OpenAi,
        "data: {\"choices\":[{\"delta\":{\"content\":\"{}\"},\"finish_reason\":\"stop\"}]}\n\n",
        &stop("{}"),
    );
    let whole = "{\"choices\":[{\"message\":{\"content\":null,\"tool_calls\":[{\"id\":\"a\",\"function\":{\"name\":\"f\",\"arguments\":ARGUMENTS}},{\"id\":\"b\",\"function\":{\"name\":\"f\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"tool_calls\"}]}";
    for arguments in ["\"{\\\"a\\\":1}\"", "{\"a\":1}"] {
        check(Provider::OpenAi, 200, &whole.replace("ARGUMENTS", arguments), Ok(expected.clone()));
    }
}

#[test]
fn whole_chat_completions() {
    let usage = Some(Usage { input: 3, output: 5, ..Usage::default() });
    for (body, expected) in [
        (
            r#"{"choices":[{"message":{"content":"hä"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3,"completion_tokens":5}}"#,
            Reply { usage, ..stop("hä") },
        ),
        (
            r#"{"choices":[{"message":{"content":null,"reasoning_content":"hm"},"finish_reason":"length"}]}"#,
            Reply { reasoning: "hm".into(), finish_reason: FinishReason::Length, ..Reply::default() },
        ),
        (
            r#"{"choices":[{"message":{"content":[{"type":"thinking"},{"type":"text","text":"a"}],"reasoning":"hm"}}]}"#,
            Reply { text: "a".into(), reasoning: "hm".into(), ..Reply::default() },
        ),
        (
            r#"{"choices":[{"message":{"content":"","refusal":"No."},"finish_reason":"stop"}]}"#,
            Reply { finish_reason: FinishReason::Refusal, ..stop("No.") },
        ),
        (
            r#"{"choices":[{"message":{"content":"a"},"finish_reason":"content_filter"}]}"#,
            Reply { finish_reason: FinishReason::ContentFilter, ..stop("a") },
        ),
        (
            r#"{"choices":[{"message":{"content":"a"},"finish_reason":"abort"}],"usage":null}"#,
            Reply { finish_reason: FinishReason::Other("abort".into()), ..stop("a") },
        ),
        (r#"{"choices":[{"message":{"content":"a"},"finish_reason":"eos"}]}"#, stop("a")),
        (r#"{"choices":[{"message":{"content":""},"finish_reason":"stop"}]}"#, stop("")),
    ] {
        check(Provider::Custom, 200, body, Ok(expected));
    }
}

#[test]
fn anthropic_in_pieces() {
    let start = concat!(
        "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"type\":\"message\",\"role\":\"assistant\",\"content\":[],\"stop_reason\":null,\"usage\":{\"input_tokens\":1,\"cache_creation_input_tokens\":2,\"cache_read_input_tokens\":4,\"output_tokens\":1}}}\n\n",
        "event: ping\ndata: {\"type\":\"ping\"}\n\n",
    );
    let stopped = |reason: &str| {
        format!(
            "event: message_delta\ndata: {{\"type\":\"message_delta\",\"delta\":{{\"stop_reason\":\"{reason}\",\"stop_sequence\":null}},\"usage\":{{\"output_tokens\":9,\"output_tokens_details\":{{\"thinking_tokens\":5}}}}}}\n\n"
        )
    };
    let end = "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n";
    let thought = concat!(
        "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"thinking\",\"thinking\":\"\"}}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"thinking_delta\",\"thinking\":\"hm\"}}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"signature_delta\",\"signature\":\"x\"}}\n\n",
        "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n",
    );
    let text = concat!(
        "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\"{\\\"ä\\\"\"}}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"text_delta\",\"text\":\":1}\"}}\n\n",
        "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\n",
    );
    let tool = concat!(
        "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"t\",\"name\":\"f\",\"input\":{}}}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"\"}}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"ä\\\"\"}}\n\n",
        "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\":1}\"}}\n\n",
    );
    let usage = Some(Usage { input: 7, output: 9, cached: 4, reasoning: 5 });
    let expected = Reply { reasoning: "hm".into(), usage, ..stop("{\"ä\":1}") };
    let anthropic = Provider::Anthropic;
    check_stream(anthropic, &[start, thought, text, &stopped("end_turn"), end].concat(), &expected);
    check_stream(anthropic, &[start, thought, tool, &stopped("tool_use"), end].concat(), &expected);
    let length = Reply { finish_reason: FinishReason::Length, ..expected.clone() };
    check_stream(anthropic, &[start, thought, text, &stopped("max_tokens"), end].concat(), &length);
    let other = Reply { finish_reason: FinishReason::Other("pause_turn".into()), ..expected.clone() };
    check_stream(anthropic, &[start, thought, text, &stopped("pause_turn"), end].concat(), &other);
    // Kinds of events that are not known yet.
    let new = "event: new\ndata: {\"type\":\"new\",\"text\":\"x\"}\n\n";
    check_stream(anthropic, &[start, new, thought, text, &stopped("end_turn"), new, end].concat(), &expected);
    // The end is not there.
    let usage = Some(Usage { input: 7, output: 1, cached: 4, reasoning: 0 });
    let begun = Reply { finish_reason: FinishReason::Unknown, usage, ..expected.clone() };
    check(anthropic, 200, &[start, thought, text].concat(), cut(begun));
    // An error after the status of a success.
    let error = "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}\n\n";
    let overloaded = fault(Complaint::Overloaded, 200, "Overloaded");
    check(anthropic, 200, &[start, thought, text, error].concat(), Err(overloaded));
    let refusal = "event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"refusal\",\"stop_details\":{\"category\":\"cyber\",\"explanation\":\"No.\"}},\"usage\":{\"output_tokens\":9}}\n\n";
    let usage = Some(Usage { input: 7, output: 9, cached: 4, reasoning: 0 });
    let refused = Reply { finish_reason: FinishReason::Refusal, usage, ..stop("No.") };
    check_stream(anthropic, &[start, refusal, end].concat(), &refused);
}

#[test]
fn whole_messages_of_anthropic() {
    for (body, expected) in [
        (
            r#"{"type":"message","content":[{"type":"thinking","thinking":"hm"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"a"},{"type":"text","text":"b"}],"stop_reason":"end_turn","usage":{"input_tokens":1,"cache_read_input_tokens":2,"cache_creation_input_tokens":4,"output_tokens":8}}"#,
            Reply {
                reasoning: "hm".into(),
                usage: Some(Usage { input: 7, output: 8, cached: 2, reasoning: 0 }),
                ..stop("ab")
            },
        ),
        (
            r#"{"content":[{"type":"text","text":"Here."},{"type":"tool_use","id":"t","name":"f","input":{"b":1,"a":2}},{"type":"tool_use","id":"u","name":"f","input":{"c":3}}],"stop_reason":"tool_use"}"#,
            Reply { reasoning: "Here.".into(), ..stop("{\"b\":1,\"a\":2}") },
        ),
        (
            r#"{"content":[],"stop_reason":"model_context_window_exceeded"}"#,
            Reply { finish_reason: FinishReason::Length, ..Reply::default() },
        ),
        (
            r#"{"content":[{"type":"text","text":"No."}],"stop_reason":"refusal"}"#,
            Reply { finish_reason: FinishReason::Refusal, ..stop("No.") },
        ),
    ] {
        check(Provider::Anthropic, 200, body, Ok(expected));
    }
    let foreign = r#"{"choices":[{"message":{"content":"a"}}]}"#;
    check(Provider::Anthropic, 200, foreign, Err(fault(Complaint::Unreadable, 200, foreign)));
}

#[test]
fn ollama() {
    let piece = |message: &str| {
        format!("{{\"model\":\"m\",\"message\":{{\"role\":\"assistant\",{message}}},\"done\":false}}\n")
    };
    let done = |reason: &str| {
        format!(
            "{{\"model\":\"m\",\"message\":{{\"role\":\"assistant\",\"content\":\"\"}},\"done_reason\":\"{reason}\",\"done\":true,\"total_duration\":9,\"load_duration\":1,\"prompt_eval_count\":3,\"prompt_eval_duration\":2,\"eval_count\":5,\"eval_duration\":4}}\n"
        )
    };
    let thought = piece("\"content\":\"\",\"thinking\":\"hm\"");
    let text = [piece("\"content\":\"{\\\"ä\\\"\""), piece("\"content\":\":1}\"")].concat();
    let tool =
        piece("\"content\":\"\",\"tool_calls\":[{\"function\":{\"name\":\"f\",\"arguments\":{\"ä\":1}}}]");
    let usage = Some(Usage { input: 3, output: 5, ..Usage::default() });
    let expected = Reply { reasoning: "hm".into(), usage, ..stop("{\"ä\":1}") };
    let ollama = Provider::Ollama;
    check_stream(ollama, &[&thought, &text, &done("stop")].map(String::as_str).concat(), &expected);
    check_stream(ollama, &[&thought, &tool, &done("stop")].map(String::as_str).concat(), &expected);
    check_stream(ollama, [&thought, &text, &done("stop")].map(String::as_str).concat().trim_end(), &expected);
    let length = Reply { finish_reason: FinishReason::Length, ..expected.clone() };
    check_stream(ollama, &[&thought, &text, &done("length")].map(String::as_str).concat(), &length);
    let begun = Reply { finish_reason: FinishReason::Unknown, usage: None, ..expected };
    check(ollama, 200, &[thought.as_str(), &text].concat(), cut(begun.clone()));
    check(ollama, 200, &[thought.as_str(), &text, "{\"mess"].concat(), cut(begun));
    let error = "{\"error\":\"an error was encountered while running the model: CUDA error\"}\n";
    let message = "an error was encountered while running the model: CUDA error";
    check(ollama, 200, &[thought.as_str(), error].concat(), Err(fault(Complaint::Failed, 200, message)));
    // What its runner says of an error is handed on as it came.
    let error = "{\"error\":\"{\\\"error\\\":{\\\"code\\\":400,\\\"message\\\":\\\"Failed to initialize samplers: failed to parse grammar\\\",\\\"type\\\":\\\"invalid_request_error\\\"}}\"}";
    let message = "Failed to initialize samplers: failed to parse grammar";
    let refused = Complaint::ModeRefused { parameter: "grammar" };
    check(ollama, 400, error, Err(fault(refused, 400, message)));
    // A whole reply.
    check(
        ollama,
        200,
        r#"{"model":"m","message":{"role":"assistant","content":"{}"},"done":true,"eval_count":5}"#,
        Ok(Reply {
            usage: Some(Usage { output: 5, ..Usage::default() }),
            finish_reason: FinishReason::Unknown,
            ..stop("{}")
        }),
    );
    let foreign = r#"{"choices":[{"message":{"content":"a"}}]}"#;
    check(ollama, 200, foreign, Err(fault(Complaint::Unreadable, 200, foreign)));
}

#[test]
fn responses_without_a_reply() {
    for (status, body, expected) in [
        (200, "", fault(Complaint::Empty, 200, "")),
        (200, "<!doctype html><title>x</title>", fault(Complaint::WebPage, 200, "")),
        (200, r#"{"ok":true}"#, fault(Complaint::Unreadable, 200, r#"{"ok":true}"#)),
        (
            200,
            r#"{"object":"list","data":[]}"#,
            fault(Complaint::Unreadable, 200, r#"{"object":"list","data":[]}"#),
        ),
        (200, r#"{"choices":[]}"#, fault(Complaint::Empty, 200, "")),
        (200, "Ollama is running", fault(Complaint::Unreadable, 200, "Ollama is running")),
        (
            200,
            r#"{"error":"Unexpected endpoint or method. (POST /chat/completions)"}"#,
            fault(Complaint::WrongPath, 200, "Unexpected endpoint or method. (POST /chat/completions)"),
        ),
        (404, "404 page not found", fault(Complaint::WrongPath, 404, "404 page not found")),
        (404, "<html>", fault(Complaint::WebPage, 404, "")),
        (502, "<html>Bad gateway</html>", fault(Complaint::Failed, 502, "")),
        (403, "", fault(Complaint::NoPermission, 403, "")),
        (400, "nonsense", fault(Complaint::Unreadable, 400, "nonsense")),
        (400, "", fault(Complaint::Empty, 400, "")),
    ] {
        check(Provider::Custom, status, body, Err(expected));
    }
    // A body that stops in its middle was cut.
    check(Provider::Custom, 200, r#"{"choices":[{"mess"#, cut(Reply::default()));
}

#[test]
fn a_connection_that_breaks() {
    let broken = |status, body: &str| {
        let mut exchange = Exchange::new(&Call::default(), &connection(Provider::Custom, ""));
        exchange.handle_head(&Head { status, ..Head::default() });
        exchange.handle_bytes(body.as_bytes());
        exchange.cut()
    };
    let text = "data: {\"choices\":[{\"delta\":{\"content\":\"{}\"}}]}\n\n";
    let end = "data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}\n\n";
    let begun = Reply { finish_reason: FinishReason::Unknown, ..stop("{}") };
    for (status, body, expected) in [
        (200, String::new(), cut(Reply::default())),
        (200, text.to_owned(), cut(begun)),
        // The reply was there.
        (200, format!("{text}{end}"), Ok(stop("{}"))),
        (401, "{\"error\":\"no\"}".to_owned(), Err(fault(Complaint::KeyRefused, 401, "no"))),
    ] {
        assert_eq!(broken(status, &body), expected, "{body}");
    }
}

#[test]
fn an_answer_that_is_withheld_for_its_form_is_an_answer() {
    let body = r#"{"error":{"message":"Failed to generate JSON","type":"invalid_request_error","code":"json_validate_failed","failed_generation":"{\"a\": 1"}}"#;
    check(Provider::Groq, 400, body, Ok(Reply { text: "{\"a\": 1".into(), ..Reply::default() }));
    check(
        Provider::Groq,
        200,
        &format!("data: {body}\n\n"),
        Ok(Reply { text: "{\"a\": 1".into(), ..Reply::default() }),
    );
}

#[test]
fn a_key_that_the_server_repeats_is_not_shown() {
    let body = r#"{"error":{"message":"Incorrect API key provided: secret-1."}}"#;
    check(Provider::Xai, 400, body, Err(fault(Complaint::KeyRefused, 400, "Incorrect API key provided: ….")));
}

#[test]
fn the_wait_is_the_headers_or_else_the_words() {
    let waits = |retry_after: Option<&str>, body: &str| {
        let mut exchange = Exchange::new(&Call::default(), &connection(Provider::Custom, ""));
        let retry_after = retry_after.map(str::to_owned);
        exchange.handle_head(&Head { status: 429, retry_after, ..Head::default() });
        exchange.handle_bytes(body.as_bytes());
        exchange.finish().err().and_then(|fault| fault.wait())
    };
    let words = r#"{"error":{"message":"Please try again in 2s."}}"#;
    assert_eq!(waits(Some("7"), words), Some(Millis(7_000)));
    assert_eq!(waits(None, words), Some(Millis(2_000)));
    assert_eq!(waits(Some("7"), "<html>"), Some(Millis(7_000)));
    assert_eq!(waits(None, "<html>"), None);
}

/// Pieces of the wire formats, whole and broken.
const FRAGMENTS: [&str; 24] = [
    "data: ",
    "data:",
    "event: error\n",
    "error: ",
    ": ping\n",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\u{FEFF}",
    "[DONE]",
    "{\"choices\":[{\"delta\":{\"content\":\"h\u{e4}\"}}]}",
    "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}",
    "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":1,\"function\":{\"name\":\"f\",\"arguments\":\"{\"}}]}}]}",
    "{\"choices\":null}",
    "{\"error\":{\"message\":\"try again in 1.5.5s\"}}",
    "{\"error\":",
    "[[[[",
    "\"",
    "<html>",
    "{\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":18446744073709551615,\"cache_read_input_tokens\":9,\"output_tokens\":1}}}",
    "{\"type\":\"content_block_delta\",\"delta\":{\"text\":\"a\",\"partial_json\":\"b\"}}",
    "{\"message\":{\"content\":\"a\",\"tool_calls\":[{}]},\"done\":true,\"eval_count\":-1}",
    "\u{1F600}",
];

proptest! {
    /// Whatever comes, and however the network cuts it, the same is read, and nothing panics.
    #[test]
    fn what_is_read_does_not_depend_on_how_it_was_cut(
        fragments in prop::collection::vec(0..FRAGMENTS.len(), 0..24),
        noise in prop::collection::vec(any::<u8>(), 0..8),
        cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..6),
        status in prop::sample::select(vec![200_u16, 400, 401, 404, 429, 500, 0]),
    ) {
        let mut bytes: Vec<u8> = fragments.iter().flat_map(|fragment| FRAGMENTS[*fragment].bytes()).collect();
        bytes.extend(noise);
        let mut cuts: Vec<_> = cuts.iter().map(|cut| cut.index(bytes.len() + 1)).collect();
        cuts.sort_unstable();
        let ends = cuts.iter().copied().chain([bytes.len()]);
        let pieces: Vec<_> = std::iter::once(0).chain(cuts.iter().copied()).zip(ends).collect();
        let pieces: Vec<_> = pieces.into_iter().map(|(start, end)| &bytes[start..end]).collect();
        for provider in [Provider::Custom, Provider::Anthropic, Provider::Ollama] {
            assert_eq!(replay(provider, status, &pieces), replay(provider, status, &[&bytes]));
        }
    }
}
