//! What the stand-in model writes: its answer, or what stands in its place.

use super::behaviour::Behaviour;
use super::simulated::Simulated;
use crate::core::provider::{Call, FinishReason, Reply, Usage};
use crate::core::time::Millis;
use serde_json::Value;

/// About how many bytes make a token.
const TOKEN_BYTES: usize = 4;

/// How long a server asks to wait that was called too often.
const WAIT: Millis = Millis(2_000);

/// So much is written without end, in bytes: more than is waited for.
const ENDLESS: usize = 4_000;

/// What comes of a call at which the stand-in model fails otherwise than by its answer; none where it answers.
pub(super) fn failed(behaviour: Behaviour, right: &Value, call: &Call) -> Option<Simulated> {
    let answer = pretty(right);
    let half = || first_part(&answer, 2);
    let reply =
        |text: String, finish_reason| Simulated::Reply(counted(call, text, String::new(), finish_reason));
    let error = |status, message: &str, wait| Simulated::Error { status, message: message.to_owned(), wait };
    let failed = match behaviour {
        Behaviour::NearJson => reply(near_json(right), FinishReason::Stop),
        Behaviour::NoJson => reply(prose(right), FinishReason::Stop),
        Behaviour::Truncated => reply(half(), FinishReason::Length),
        Behaviour::Talkative => reply(
            format!("```json\n{answer}\n```\n\nA few words on how I came to this: first of all, I"),
            FinishReason::Length,
        ),
        Behaviour::Empty => reply(String::new(), FinishReason::Stop),
        Behaviour::OnlyReasoning => {
            let thought = format!(
                "The person wants JSON by a schema. Let me think it over. {} But is that so? Let me think again.",
                prose(right)
            );
            Simulated::Reply(counted(call, String::new(), thought, FinishReason::Stop))
        }
        Behaviour::Refusal => {
            reply("I'm sorry, but I can't help with that request.".to_owned(), FinishReason::Refusal)
        }
        Behaviour::ContentFilter => reply(first_part(&answer, 4), FinishReason::ContentFilter),
        Behaviour::WhiteSpace => reply(half() + &"\n".repeat(ENDLESS), FinishReason::Length),
        Behaviour::Repetition => {
            let again = "and so on, ".repeat(ENDLESS / 10);
            reply(format!("{{\n  \"answer\": \"It goes on {again}"), FinishReason::Length)
        }
        Behaviour::Cut => Simulated::Cut(Reply { text: half(), ..Reply::default() }),
        Behaviour::TimedOut => Simulated::Silence,
        Behaviour::RateLimited => {
            error(429, "Rate limit reached for requests. Please slow down.", Some(WAIT))
        }
        Behaviour::Busy => error(503, "The server is overloaded. Please try again later.", None),
        Behaviour::Overflow => {
            let used = tokens(read(call)).saturating_add(call.token_limit.into());
            let limit = used / 2;
            let message = format!(
                "This model's maximum context length is {limit} tokens. However, you requested {used} tokens. \
                 Please reduce the length of the messages."
            );
            error(400, &message, None)
        }
        Behaviour::KeyRefused => error(401, "Incorrect API key provided.", None),
        Behaviour::Unreachable => Simulated::Unreachable,
        Behaviour::MissingField
        | Behaviour::WrongType
        | Behaviour::UnknownKey
        | Behaviour::Mixed
        | Behaviour::OutOfRange
        | Behaviour::EnumCase
        | Behaviour::BrokenRule
        | Behaviour::NotInInput
        | Behaviour::OnlyWarning
        | Behaviour::Oscillates
        | Behaviour::NeverLearns
        | Behaviour::NeverMends
        | Behaviour::Hopeless
        | Behaviour::NoFaults => return None,
    };
    Some(failed)
}

/// What the model must be told to answer properly after it failed in this way; nothing where it does so anyhow.
pub(super) fn needed_words(behaviour: Behaviour) -> &'static [&'static str] {
    match behaviour {
        Behaviour::NearJson => &["syntax error"],
        Behaviour::NoJson => &["no JSON"],
        Behaviour::Empty => &["empty"],
        Behaviour::OnlyReasoning => &["only reasoning"],
        // Where it does not come in pieces, it ends at the token limit.
        Behaviour::WhiteSpace => &["white space", "cut off"],
        Behaviour::Repetition => &["repeated itself", "cut off"],
        Behaviour::MissingField
        | Behaviour::WrongType
        | Behaviour::UnknownKey
        | Behaviour::Mixed
        | Behaviour::OutOfRange
        | Behaviour::EnumCase
        | Behaviour::BrokenRule
        | Behaviour::NotInInput
        | Behaviour::OnlyWarning
        | Behaviour::Truncated
        | Behaviour::Talkative
        | Behaviour::Refusal
        | Behaviour::ContentFilter
        | Behaviour::Cut
        | Behaviour::TimedOut
        | Behaviour::RateLimited
        | Behaviour::Busy
        | Behaviour::Overflow
        | Behaviour::KeyRefused
        | Behaviour::Unreachable
        | Behaviour::Oscillates
        | Behaviour::NeverLearns
        | Behaviour::NeverMends
        | Behaviour::Hopeless
        | Behaviour::NoFaults => &[],
    }
}

/// A reply with what it took.
pub(super) fn counted(call: &Call, text: String, reasoning: String, finish_reason: FinishReason) -> Reply {
    let (input, thought) = (tokens(read(call)), tokens(reasoning.len()));
    let usage = Usage { input, output: tokens(text.len()) + thought, reasoning: thought, cached: 0 };
    Reply { text, reasoning, finish_reason, usage: Some(usage), cost: None }
}

fn read(call: &Call) -> usize {
    call.messages.iter().map(|message| message.content.len()).sum()
}

fn tokens(bytes: usize) -> u64 {
    bytes.div_ceil(TOKEN_BYTES) as u64
}

pub(super) fn pretty(value: &Value) -> String {
    format!("{value:#}")
}

/// The first of so many parts of a text.
fn first_part(text: &str, parts: usize) -> String {
    text.chars().take(text.chars().count() / parts).collect()
}

/// The answer as a program writes it that does not know JSON quite: with a comma too many and a comment.
fn near_json(value: &Value) -> String {
    let answer = pretty(value);
    match answer.strip_suffix("\n}").or_else(|| answer.strip_suffix("\n]")) {
        Some(inside) => {
            let end = answer.get(inside.len()..).unwrap_or_default();
            format!("{inside}, // as far as I know{end}")
        }
        None => format!("{answer} // as far as I know"),
    }
}

/// The answer as a chatty model tells it.
fn prose(value: &Value) -> String {
    let facts: Vec<_> = value
        .as_object()
        .into_iter()
        .flatten()
        // What is in brackets would be JSON.
        .filter(|(_, value)| !value.is_object() && !value.is_array())
        .map(|(name, value)| {
            let words = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            format!("the {} is {words}", name.replace('_', " "))
        })
        .collect();
    format!("Of course! As far as I can tell, {}.", facts.join(", "))
}
