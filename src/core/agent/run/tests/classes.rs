//! What a reply amounts to: for each class its badge, what follows, and what a person is told.

use super::*;
use crate::core::agent::outcome::Next;
use crate::core::judge::{Advice, Failure, Hopeless};
use crate::core::provider::{BaseUrl, Connection, Provider};

/// An attempt of three that came to this, by this reply.
fn attempt(outcome: &Outcome, reply: &str) -> Attempt {
    let mut scenario = Scenario::new(1);
    scenario.play([text(if *outcome == Outcome::Valid { VALID } else { reply })]);
    let attempt = scenario.run.attempts()[0].clone();
    let violation = attempt.violations().first().cloned();
    let hopeless = violation.filter(|_| *outcome == Outcome::Hopeless);
    let hopeless = hopeless.map(|violation| Hopeless { violation, rest: 1_200 });
    Attempt { phase: Phase::Over { outcome: outcome.clone(), latency: Millis(1) }, hopeless, ..attempt }
}

/// What a person is told beside the errors, and what to do.
fn advice(attempt: &Attempt) -> String {
    let Some(Outcome::CallFailed(fault)) = attempt.outcome() else { return attempt.explanation() };
    let base_url = BaseUrl::parse("http://localhost:1234/v1").unwrap();
    let connection = Connection::new(Provider::LmStudio.preset(), base_url, "m", None);
    let failure = Failure::new(fault, &connection, "https://me.example".to_owned());
    let Advice { title, steps, .. } = Advice::new(&failure);
    format!("{title}: {}", steps.join(" "))
}

#[track_caller]
fn check(outcome: Outcome, reply: &str, badge: &str, next: Next, told: &str) {
    let attempt = attempt(&outcome, reply);
    let found = (attempt.badge().word(), outcome.next(attempt.reply.as_ref()), advice(&attempt));
    assert_eq!(found, (badge, next, told.to_owned()));
}

#[test]
fn each_class_has_its_badge_what_follows_and_its_words() {
    use Next::{Accept, Correct, Give, Nudge, RaiseLimit, Repeat};
    check(Outcome::Valid, VALID, "VALID", Accept, "");
    check(Outcome::Invalid, INVALID, "INVALID", Correct, "");
    check(
        Outcome::Hopeless,
        INVALID,
        "INVALID",
        Correct,
        "The reply was stopped before its end: nothing more could have made it valid. ≈ 1,200 tokens were not written.",
    );
    check(Outcome::NoJson, "Oslo.", "NO JSON", Correct, "The reply holds no JSON at all.");
    check(
        Outcome::NoJson,
        "{\"city\": ",
        "NO JSON",
        Correct,
        "The reply holds no complete JSON: it ends in the middle of a value (line 1, column 9 of the reply).",
    );
    check(
        Outcome::Rejected,
        "{'city': 1}",
        "PARSE ERROR",
        Correct,
        "The JSON in the reply needs repairs, and repaired JSON is not accepted:",
    );
    check(
        Outcome::Truncated,
        "{\"city\": ",
        "TRUNCATED",
        RaiseLimit,
        "The reply was cut off at the limit of 100 tokens, before its JSON was complete. \
         If this goes on, raise the token limit.",
    );
    check(
        Outcome::Runaway(Runaway::WhiteSpace),
        "{",
        "RUNAWAY",
        Nudge,
        "The reply ran into white space without end, and was broken off. Models do this when they are held to JSON \
         and do not know what to write; a clearer prompt or another model may help.",
    );
    check(
        Outcome::Runaway(Runaway::Repetition),
        "ha ha",
        "RUNAWAY",
        Nudge,
        "The reply repeated one piece over and over, and was broken off. \
         A higher temperature or another model may help.",
    );
    check(
        Outcome::Empty,
        "",
        "EMPTY",
        Nudge,
        "The reply is empty. Local servers answer like this when the context is full or the model was unloaded; \
         look at the server's log.",
    );
    check(
        Outcome::OnlyReasoning,
        "",
        "ONLY REASONING",
        Nudge,
        "All of the reply went into the model's reasoning, and none into an answer. \
         It ended by itself: turn the model's thinking off.",
    );
    check(
        Outcome::Refused,
        "I cannot.",
        "REFUSED",
        Give,
        "The model refused to answer; asking again would not help. Its words are the raw reply. \
         Change the prompt or the input, or choose another model.",
    );
    check(
        Outcome::Refused,
        "",
        "REFUSED",
        Give,
        "The model refused to answer; asking again would not help. It did not say why. \
         Change the prompt or the input, or choose another model.",
    );
    check(
        Outcome::TimedOut,
        "",
        "TIMED OUT",
        Repeat,
        "The server was silent for longer than the time limit. A slow local model may need a higher one.",
    );
    check(
        Outcome::Cut,
        "{",
        "CUT",
        Repeat,
        "The connection broke while the reply was on its way. If this goes on, look at the server's own log.",
    );
    check(
        Outcome::Undecided("it took longer than 10 s".into()),
        VALID,
        "UNDECIDED",
        Give,
        "No verdict was reached: it took longer than 10 s. The answer may be valid or not; run again to find out.",
    );
    check(Outcome::Stopped, "", "STOPPED", Give, "You stopped the run while this attempt was under way.");
}

#[test]
fn each_fault_that_ends_a_run_has_its_badge_and_its_words() {
    let network = |fault| Outcome::CallFailed(Fault::Network(fault));
    let server = |complaint| Outcome::CallFailed(server_fault(complaint, None));
    for (outcome, badge, told) in [
        (
            network(NetworkFault::Offline),
            "UNREACHABLE",
            "The browser is offline: Connect to the network, then run again.",
        ),
        (
            network(NetworkFault::Unreachable),
            "UNREACHABLE",
            "Nothing answered at http://localhost:1234/v1: Start LM Studio's server: the Developer \
             page, or: lms server start --cors Check the base URL: http://localhost:1234/v1 \
             (usually http://localhost:1234/v1) An ad blocker, a firewall or the browser's \
             permission for local networks can block it too.",
        ),
        (
            network(NetworkFault::CorsRefused),
            "BLOCKED",
            "http://localhost:1234/v1 is up, but does not let this page (https://me.example) read \
             its answers (CORS): In LM Studio, open Developer, Server Settings and turn on \"Enable \
             CORS\", or start the server with: lms server start --cors If that is done already, a \
             wrong key or path can look the same.",
        ),
        (
            network(NetworkFault::Withheld),
            "BLOCKED",
            "http://localhost:1234/v1 lets this page read its lists, but did not let it read this \
             answer: A wrong key, or an error of its own: some servers send errors without leave to \
             read them. Check the API key and the model. CORS settings that are too narrow: calls \
             are POST, with the headers Content-Type, Authorization. Look at the server's own log.",
        ),
        (
            network(NetworkFault::MixedContent),
            "BLOCKED",
            "This page is served by https, and the browser may not call http://localhost:1234/v1 \
             from it: Use Chrome, Edge or Firefox: Safari lets no https page call this machine. Or \
             open this page from http://localhost.",
        ),
        (
            network(NetworkFault::LocalNetworkDenied),
            "BLOCKED",
            "The browser forbids this page to reach http://localhost:1234/v1 on the local network: \
             Open the site's settings beside the address bar, and allow it to reach apps on this \
             device and the local network. Then reload the page.",
        ),
        (
            server(Complaint::KeyRefused),
            "KEY REFUSED",
            "LM Studio refused the key (HTTP 400): Check the API key: this server asks for one.",
        ),
        (
            server(Complaint::ContextOverflow { used: Some(9_000), limit: Some(4_096) }),
            "TOO LONG",
            "The conversation is longer than the model can read: 9000 tokens, and 4096 are allowed \
             (HTTP 400): Shorten the input or the prompt, or lower the token limit. In LM Studio, \
             load the model again with a larger context length.",
        ),
        (
            server(Complaint::ContextOverflow { used: Some(9_000), limit: None }),
            "TOO LONG",
            "The conversation is longer than the model can read: 9000 tokens (HTTP 400): Shorten \
             the input or the prompt, or lower the token limit. In LM Studio, load the model again \
             with a larger context length.",
        ),
        (
            server(Complaint::ContextOverflow { used: None, limit: Some(4_096) }),
            "TOO LONG",
            "The conversation is longer than the model can read: 4096 tokens are allowed (HTTP \
             400): Shorten the input or the prompt, or lower the token limit. In LM Studio, load \
             the model again with a larger context length.",
        ),
        (
            server(Complaint::RateLimited),
            "RATE LIMITED",
            "LM Studio limits how often it is called (HTTP 400): Run again in a while. Or choose \
             another model or plan.",
        ),
        (
            server(Complaint::Overloaded),
            "SERVER BUSY",
            "LM Studio has too much to do (HTTP 400): Run again in a while.",
        ),
        (
            server(Complaint::ModelLoading),
            "MODEL LOADING",
            "LM Studio is still loading the model (HTTP 400): Run again in a while.",
        ),
        (
            server(Complaint::TimedOut),
            "TIMED OUT",
            "LM Studio gave up waiting for the model (HTTP 400): Run again in a while. A smaller \
             model or a lower token limit takes less time.",
        ),
        (
            server(Complaint::ContentFiltered),
            "REFUSED",
            "A filter of LM Studio withheld the answer (HTTP 400): Change the prompt or the input.",
        ),
        (
            server(Complaint::NoPermission),
            "CALL FAILED",
            "LM Studio does not allow this (HTTP 400): The key may lack the right to this model, or \
             the server forbids this country or page.",
        ),
        (
            server(Complaint::Failed),
            "CALL FAILED",
            "LM Studio failed (HTTP 400): Run again in a while. Look at the server's own log.",
        ),
        (
            server(Complaint::ModeRefused { parameter: "response_format" }),
            "CALL FAILED",
            "LM Studio refused how the form of the answer was asked for: `response_format` (HTTP \
             400): Choose another response format: with the last one, only the prompt says it.",
        ),
    ] {
        check(outcome, "", badge, Next::Give, told);
    }
}
