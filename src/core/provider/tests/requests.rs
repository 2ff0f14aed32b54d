//! Requests: the whole body for everything a call can ask.

use super::*;
use crate::core::image::tests::image;
use serde_json::{Value, json};

fn call(format: Format) -> Call {
    Call {
        messages: vec![Message::system("s as JSON"), Message::user("u")],
        token_limit: 4_096,
        format,
        ..Call::default()
    }
}

fn document() -> Document {
    Document::new("weather", schema())
}

fn schema() -> Value {
    json!({"type": "object", "properties": {"b": {}, "a": {}}})
}

fn body(request: &Request) -> Value {
    serde_json::from_str(&request.body).unwrap()
}

/// Checks what a request has besides model, messages and limit.
#[track_caller]
fn check(provider: Provider, call: &Call, more: Value, notes: &[&str]) {
    check_with(connection(provider, ""), call, more, notes);
}

#[track_caller]
fn check_with(connection: Connection, call: &Call, more: Value, notes: &[&str]) {
    let plain = Call { format: Format::Prompt, ..Call::default() };
    let plain = Call { messages: call.messages.clone(), token_limit: call.token_limit, ..plain };
    let mut expected = body(Exchange::new(&plain, &connection).request());
    let request = Exchange::new(call, &connection).request().clone();
    let Value::Object(more) = more else { panic!("{more} is no object") };
    for (name, value) in more {
        expected[&name] = value;
    }
    assert_eq!(body(&request), expected);
    assert_eq!(request.notes, notes);
}

#[test]
fn a_call_that_asks_for_nothing_special() {
    let messages = json!([{"role": "system", "content": "s as JSON"}, {"role": "user", "content": "u"}]);
    let version = ("anthropic-version", "2023-06-01".to_owned());
    let access = ("anthropic-dangerous-direct-browser-access", "true".to_owned());
    let json = ("Content-Type", "application/json".to_owned());
    let bearer = ("Authorization", "Bearer k".to_owned());
    for (provider, key, url, headers, expected) in [
        (
            Provider::LmStudio,
            "",
            "http://host:1/v1/chat/completions",
            vec![json.clone()],
            json!({"model": "m", "messages": messages, "max_tokens": 4096}),
        ),
        (
            Provider::OpenAi,
            "k",
            "http://host:1/v1/chat/completions",
            vec![json.clone(), bearer.clone()],
            json!({"model": "m", "messages": messages, "max_completion_tokens": 4096}),
        ),
        (
            Provider::Anthropic,
            "k",
            "http://host:1/v1/messages",
            vec![json.clone(), ("x-api-key", "k".to_owned()), version.clone(), access.clone()],
            json!({
                "model": "m", "max_tokens": 4096, "system": "s as JSON",
                "messages": [{"role": "user", "content": "u"}]
            }),
        ),
        (
            Provider::Anthropic,
            "",
            "http://host:1/v1/messages",
            vec![json.clone(), version, access],
            json!({
                "model": "m", "max_tokens": 4096, "system": "s as JSON",
                "messages": [{"role": "user", "content": "u"}]
            }),
        ),
        (
            Provider::Ollama,
            "k",
            "http://host:1/api/chat",
            vec![json, bearer],
            json!({"model": "m", "messages": messages, "options": {"num_predict": 4096}, "stream": false}),
        ),
    ] {
        let exchange = Exchange::new(&call(Format::Prompt), &connection(provider, key));
        let request = exchange.request();
        assert_eq!((request.method, request.url.as_str(), &request.headers), (Method::Post, url, &headers));
        assert_eq!(body(request), expected);
        assert_eq!(request.notes, Vec::<&str>::new());
    }
}

/// The turns of a call with an image, a correction and a system text.
fn turns(provider: Provider, system: SystemRole) -> Value {
    let messages =
        vec![Message::system("s"), Message::user("u"), Message::assistant("a"), Message::user("again")];
    let call = Call { messages, image: Some(image()), ..Call::default() };
    let mut connection = connection(provider, "");
    connection.quirks.system = system;
    body(Exchange::new(&call, &connection).request())["messages"].take()
}

#[test]
fn an_image_goes_with_the_first_turn_of_the_user() {
    let data = "cGl4ZWxzIG9mIGl0";
    let url = json!({"type": "image_url", "image_url": {"url": format!("data:image/png;base64,{data}")}});
    let source =
        json!({"type": "image", "source": {"type": "base64", "media_type": "image/png", "data": data}});
    let text = |text: &str| json!({"type": "text", "text": text});
    let system = json!({"role": "system", "content": "s"});
    let answer = json!({"role": "assistant", "content": "a"});
    let again = json!({"role": "user", "content": "again"});
    for (provider, role, expected) in [
        (
            Provider::LmStudio,
            SystemRole::System,
            json!([system, {"role": "user", "content": [text("u"), url]}, answer, again]),
        ),
        (
            Provider::Custom,
            SystemRole::FirstUserTurn,
            json!([{"role": "user", "content": [text("s\n\nu"), url]}, answer, again]),
        ),
        (
            Provider::Anthropic,
            SystemRole::System,
            json!([{"role": "user", "content": [source, text("u")]}, answer, again]),
        ),
        (
            Provider::Ollama,
            SystemRole::System,
            json!([system, {"role": "user", "content": "u", "images": [data]}, answer, again]),
        ),
    ] {
        assert_eq!(turns(provider, role), expected, "{provider:?}");
    }
}

#[test]
fn a_server_with_one_model_is_asked_without_naming_it() {
    let nameless = Connection { model: String::new(), ..connection(Provider::LmStudio, "") };
    let exchange = Exchange::new(&call(Format::Prompt), &nameless);
    assert_eq!(body(exchange.request()).get("model"), None);
}

#[test]
fn a_schema_as_the_form_of_the_answer() {
    let strict = call(Format::Strict(document()));
    let named = json!({"name": "weather", "strict": true, "schema": schema()});
    let format = json!({"response_format": {"type": "json_schema", "json_schema": named}});
    for provider in
        [Provider::OpenAi, Provider::LmStudio, Provider::LlamaCpp, Provider::Vllm, Provider::Mistral]
    {
        check(provider, &strict, format.clone(), &[]);
    }
    let named = json!({"name": "weather", "schema": schema()});
    let loose = json!({"response_format": {"type": "json_schema", "json_schema": named}});
    for provider in [Provider::Groq, Provider::Gemini, Provider::Together] {
        check(provider, &strict, loose.clone(), &[]);
    }
    let openai = connection(Provider::OpenAi, "");
    let learned = Connection { quirks: openai.quirks.with(Change::Strict(false)), ..openai };
    check_with(learned, &strict, loose, &[]);
    let mut routed = format;
    routed["provider"] = json!({"require_parameters": true});
    check(Provider::OpenRouter, &strict, routed, &[]);
    let output = json!({"output_config": {"format": {"type": "json_schema", "schema": schema()}}});
    check(Provider::Anthropic, &strict, output, &[]);
    check(Provider::Ollama, &strict, json!({"format": schema()}), &[]);
    // The order of a schema is the order in which models answer.
    let exchange = Exchange::new(&strict, &connection(Provider::Ollama, ""));
    assert!(exchange.request().body.contains(r#""properties":{"b":{},"a":{}}"#));
}

#[test]
fn a_schema_as_a_forced_tool() {
    let tool = call(Format::Tool(document()));
    let function = |strict: bool| {
        let mut function =
            json!({"name": "weather", "description": "Takes the answer.", "parameters": schema()});
        if strict {
            function["strict"] = true.into();
        }
        json!([{"type": "function", "function": function}])
    };
    let named = json!({"type": "function", "function": {"name": "weather"}});
    check(Provider::OpenAi, &tool, json!({"tools": function(true), "tool_choice": named}), &[]);
    check(Provider::Groq, &tool, json!({"tools": function(false), "tool_choice": named}), &[]);
    check(Provider::LmStudio, &tool, json!({"tools": function(true), "tool_choice": "required"}), &[]);
    check(Provider::LlamaCpp, &tool, json!({"tools": function(true), "tool_choice": "required"}), &[]);
    let offered = "The tool is only offered: this server cannot be told to use it.";
    check(Provider::Ollama, &tool, json!({"tools": function(false)}), &[offered]);
    let stopped = "Thinking is turned off: this server refuses it together with a forced tool.";
    check(
        Provider::Anthropic,
        &tool,
        json!({
            "tools": [{"name": "weather", "description": "Takes the answer.", "input_schema": schema()}],
            "tool_choice": {"type": "tool", "name": "weather", "disable_parallel_tool_use": true},
            "thinking": {"type": "disabled"},
        }),
        &[stopped],
    );
    let thinking = json!({"type": "disabled"});
    check(
        Provider::DeepSeek,
        &Call { thinking: Thinking::High, ..tool.clone() },
        json!({"tools": function(false), "tool_choice": named, "thinking": thinking}),
        &[stopped],
    );
    check(
        Provider::DeepSeek,
        &Call { thinking: Thinking::Off, ..tool },
        json!({"tools": function(false), "tool_choice": named, "thinking": thinking}),
        &[],
    );
}

#[test]
fn json_of_any_form() {
    let json = call(Format::Json);
    check(Provider::DeepSeek, &json, json!({"response_format": {"type": "json_object"}}), &[]);
    check(Provider::Ollama, &json, json!({"format": "json"}), &[]);
    // There is no such mode: only the prompt says it.
    check(Provider::Anthropic, &json, json!({}), &[]);
    let silent = Call { messages: vec![Message::user("u")], ..json };
    let messages =
        json!([{"role": "system", "content": "Answer with JSON only."}, {"role": "user", "content": "u"}]);
    let more = json!({"messages": messages, "response_format": {"type": "json_object"}});
    check(Provider::Groq, &silent, more, &[]);
}

#[test]
fn thinking() {
    let levels = [Thinking::Off, Thinking::Low, Thinking::Medium, Thinking::High];
    let check_all = |provider, expected: [Value; 4]| {
        for (thinking, more) in levels.into_iter().zip(expected) {
            check(provider, &Call { thinking, ..call(Format::Prompt) }, more, &[]);
        }
    };
    check_all(
        Provider::OpenAi,
        ["none", "low", "medium", "high"].map(|word| json!({"reasoning_effort": word})),
    );
    check_all(
        Provider::OpenRouter,
        [
            json!({"enabled": false}),
            json!({"effort": "low"}),
            json!({"effort": "medium"}),
            json!({"effort": "high"}),
        ]
        .map(|reasoning| json!({"reasoning": reasoning})),
    );
    check_all(
        Provider::DeepSeek,
        ["disabled", "enabled", "enabled", "enabled"].map(|word| json!({"thinking": {"type": word}})),
    );
    check_all(
        Provider::LlamaCpp,
        [false, true, true, true].map(|on| json!({"chat_template_kwargs": {"enable_thinking": on}})),
    );
    check_all(
        Provider::Ollama,
        [json!(false), json!("low"), json!("medium"), json!("high")].map(|think| json!({"think": think})),
    );
    let adaptive =
        |effort: &str| json!({"thinking": {"type": "adaptive"}, "output_config": {"effort": effort}});
    check_all(
        Provider::Anthropic,
        [json!({"thinking": {"type": "disabled"}}), adaptive("low"), adaptive("medium"), adaptive("high")],
    );
    let left = "Thinking is left to the server: a call cannot set it.";
    check(Provider::LmStudio, &Call { thinking: Thinking::Off, ..call(Format::Prompt) }, json!({}), &[left]);
}

#[test]
fn thinking_by_a_budget_takes_nothing_from_the_answer() {
    let raised = "The token limit is raised by what thinking may take.";
    for (thinking, limit, budget) in [
        (Thinking::Low, 4_096, 1_024),
        (Thinking::Medium, 4_096, 2_048),
        (Thinking::High, 4_096, 4_096),
        (Thinking::High, 100, 1_024),
    ] {
        let anthropic = connection(Provider::Anthropic, "");
        let quirks = anthropic.quirks.with(Change::Thinking(ThinkingForm::Budget));
        let call = Call { thinking, token_limit: limit, ..call(Format::Prompt) };
        let more =
            json!({"max_tokens": limit + budget, "thinking": {"type": "enabled", "budget_tokens": budget}});
        check_with(Connection { quirks, ..anthropic }, &call, more, &[raised]);
    }
}

#[test]
fn a_schema_and_an_effort_share_their_place() {
    let call = Call { thinking: Thinking::Low, ..call(Format::Strict(document())) };
    let format = json!({"type": "json_schema", "schema": schema()});
    let more =
        json!({"thinking": {"type": "adaptive"}, "output_config": {"format": format, "effort": "low"}});
    check(Provider::Anthropic, &call, more, &[]);
}

#[test]
fn pieces_are_asked_for_with_their_usage() {
    let call = Call { stream: true, ..call(Format::Prompt) };
    let usage = json!({"stream": true, "stream_options": {"include_usage": true}});
    check(Provider::LmStudio, &call, usage.clone(), &[]);
    check(Provider::OpenAi, &call, usage, &[]);
    for provider in [Provider::Mistral, Provider::Together, Provider::Anthropic, Provider::Ollama] {
        check(provider, &call, json!({"stream": true}), &[]);
    }
    let custom = connection(Provider::Custom, "");
    let learned = Connection { quirks: custom.quirks.with(Change::Stream(false)), ..custom };
    check_with(learned, &call, json!({}), &[]);
}

#[test]
fn what_is_set_is_sent_or_said_to_be_left_out() {
    let sampling = Sampling { temperature: Some(0.5), seed: Some(7) };
    let call = Call { sampling, context_length: Some(16_384), ..call(Format::Prompt) };
    let temperature = "The temperature is left out: this server refuses it.";
    let seed = "The seed is left out: this server takes none.";
    let length = "The context length is left out: this server takes it only when a model is loaded.";
    check(Provider::LmStudio, &call, json!({"temperature": 0.5, "seed": 7}), &[length]);
    check(Provider::Mistral, &call, json!({"temperature": 0.5, "random_seed": 7}), &[length]);
    check(Provider::Gemini, &call, json!({"temperature": 0.5}), &[seed, length]);
    check(Provider::Anthropic, &call, json!({}), &[temperature, seed, length]);
    let options = json!({"num_predict": 4096, "temperature": 0.5, "seed": 7, "num_ctx": 16384});
    check(Provider::Ollama, &call, json!({"options": options}), &[]);
}

#[test]
fn instructions_go_where_the_server_takes_them() {
    let call = call(Format::Prompt);
    for (role, messages) in [
        (
            SystemRole::Developer,
            json!([{"role": "developer", "content": "s as JSON"}, {"role": "user", "content": "u"}]),
        ),
        (SystemRole::FirstUserTurn, json!([{"role": "user", "content": "s as JSON\n\nu"}])),
    ] {
        for provider in [Provider::Custom, Provider::Ollama] {
            let connection = connection(provider, "");
            let quirks = connection.quirks.with(Change::System(role));
            let exchange = Exchange::new(&call, &Connection { quirks, ..connection });
            assert_eq!(body(exchange.request())["messages"], messages);
        }
    }
}
