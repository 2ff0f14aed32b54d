//! The report as JSON.

use super::{answer, explanation, summary, when};
use crate::core::agent::{Attempt, Ending, Spent};
use crate::core::json_text::JsonText;
use crate::core::judge::ViolationReport;
use crate::core::run_file::{RunFile, Served};
use serde_json::{Value, json};

/// The report.
pub(super) fn json(run: &RunFile, rules: &[String]) -> Value {
    let summary = summary(run);
    let spent = run.attempts.iter().filter_map(|attempt| attempt.spent).reduce(|sum, next| sum + next);
    let (schema, component) = run.schema.text();
    json!({
        "format": "structured-output-validator report",
        "version": 1,
        "valid": matches!(run.ending, Ending::Valid { .. }),
        "headline": summary.headline,
        "meaning": summary.meaning,
        "answer": answer(run).map(value),
        "began": when(run.began),
        "simulated": run.is_simulated(),
        "server": run.served.as_ref().map(server),
        "spent": spent.map(tokens),
        "prompt": run.prompt,
        "input": run.input,
        "image": run.image.as_ref().map(crate::core::image::Image::words),
        "schema": {"name": run.schema_name, "text": schema, "component": component, "rules": rules},
        "settings": run.setup,
        "attempts": run.attempts.iter().map(attempt).collect::<Value>(),
    })
}

fn server(served: &Served) -> Value {
    json!({"provider": served.provider.preset().id, "baseUrl": served.base_url, "model": served.model})
}

fn attempt(attempt: &Attempt) -> Value {
    let reply = attempt.reply.as_ref();
    let message = |message: &crate::core::provider::Message| json!({"role": message.role.name(), "content": message.content});
    json!({
        "attempt": attempt.number,
        "outcome": attempt.badge().word(),
        "explanation": explanation(attempt),
        "milliseconds": attempt.latency().map(|latency| latency.0),
        "spent": attempt.spent.map(tokens),
        "mode": attempt.asking.mode.name(),
        "messages": attempt.messages.iter().map(message).collect::<Value>(),
        "reply": reply.map(|reply| reply.text.as_str()),
        "reasoning": reply.map(|reply| reply.reasoning.as_str()),
        "finishReason": reply.map(|reply| reply.finish_reason.word()),
        "answer": attempt.value().map(value),
        "repairs": attempt.repairs().iter().map(|repair| repair.message.as_str()).collect::<Value>(),
        "syntaxErrors": attempt.faults(),
        "violations": attempt.violations().iter().map(violation).collect::<Value>(),
        "notices": attempt.notices(),
        "correction": attempt.correction,
    })
}

fn violation(violation: &ViolationReport) -> Value {
    json!({
        "pointer": violation.pointer.to_json_pointer(),
        "rule": violation.rule,
        "level": violation.level.name(),
        "severity": violation.severity.name(),
        "message": violation.message,
    })
}

fn tokens(spent: Spent) -> Value {
    json!({
        "inputTokens": spent.usage.input,
        "outputTokens": spent.usage.output,
        "cachedTokens": spent.usage.cached,
        "reasoningTokens": spent.usage.reasoning,
        "estimated": spent.is_estimate,
        "cost": spent.cost(),
    })
}

/// The value of a text; what is nested too deep to be read stays a text.
fn value(text: &JsonText) -> Value {
    serde_json::from_str(text.as_str()).unwrap_or_else(|_| text.as_str().into())
}
