//! Calls that failed.

use super::{object, optional, text};
use crate::core::judge::Failure;
use crate::core::provider::{BaseUrl, Complaint, Family, Fault, NetworkFault, Provider};
use crate::core::time::Millis;
use serde_json::Value;

/// The failure as the judge is told it: the reply that was cut does not travel.
pub(super) fn failure(failure: &Failure) -> Value {
    let Failure { fault, provider, base_url, model, page_origin } = failure;
    object([
        ("fault", fault_json(fault)),
        ("provider", provider.preset().id.into()),
        ("baseUrl", base_url.to_string().into()),
        ("model", model.as_str().into()),
        ("pageOrigin", page_origin.as_str().into()),
    ])
}

pub(super) fn read_failure(json: &Value) -> Option<Failure> {
    let provider = Provider::from_id(json.get("provider")?.as_str()?)?;
    let base_url = json.get("baseUrl")?.as_str()?;
    let base_url = match provider.preset().family {
        // No text stands for its place.
        Family::Browser => BaseUrl::in_browser(),
        Family::ChatCompletions | Family::Anthropic | Family::Ollama => BaseUrl::parse(base_url).ok()?,
    };
    Some(Failure {
        fault: read_fault(json.get("fault")?)?,
        provider,
        base_url,
        model: text(json, "model")?,
        page_origin: text(json, "pageOrigin")?,
    })
}

pub(in crate::core) fn fault_json(fault: &Fault) -> Value {
    match fault {
        Fault::Network(fault) => network_name(*fault).into(),
        Fault::Cut { .. } => Value::Null,
        Fault::Server { complaint, status, message, wait } => object([
            ("complaint", complaint_json(*complaint)),
            ("status", (*status).into()),
            ("message", message.as_str().into()),
            ("wait", wait.map(|wait| wait.0).into()),
        ]),
    }
}

pub(in crate::core) fn read_fault(json: &Value) -> Option<Fault> {
    Some(match json {
        Value::Null => Fault::Cut { reply: Box::default() },
        Value::String(name) => {
            Fault::Network(NETWORK.into_iter().find(|fault| network_name(*fault) == name)?)
        }
        Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => Fault::Server {
            complaint: read_complaint(json.get("complaint")?)?,
            status: json.get("status")?.as_u64()?.try_into().ok()?,
            message: text(json, "message")?,
            wait: optional(json, "wait", Value::as_u64)?.map(Millis),
        },
    })
}

const NETWORK: [NetworkFault; 6] = [
    NetworkFault::Offline,
    NetworkFault::MixedContent,
    NetworkFault::LocalNetworkDenied,
    NetworkFault::CorsRefused,
    NetworkFault::Withheld,
    NetworkFault::Unreachable,
];

fn network_name(fault: NetworkFault) -> &'static str {
    match fault {
        NetworkFault::Offline => "offline",
        NetworkFault::MixedContent => "mixedContent",
        NetworkFault::LocalNetworkDenied => "localNetworkDenied",
        NetworkFault::CorsRefused => "corsRefused",
        NetworkFault::Withheld => "withheld",
        NetworkFault::Unreachable => "unreachable",
    }
}

/// A list: its name, and what it holds.
fn complaint_json(complaint: Complaint) -> Value {
    let name: Value = complaint_name(complaint).into();
    match complaint {
        Complaint::ContextOverflow { used, limit } => vec![name, used.into(), limit.into()].into(),
        Complaint::ModeRefused { parameter } | Complaint::ParameterRefused { parameter } => {
            vec![name, parameter.into()].into()
        }
        Complaint::KeyRefused
        | Complaint::NoPermission
        | Complaint::NoCredit
        | Complaint::UnknownModel
        | Complaint::NoModelLoaded
        | Complaint::ModelLoading
        | Complaint::RateLimited
        | Complaint::Overloaded
        | Complaint::TimedOut
        | Complaint::Failed
        | Complaint::ImagesRefused
        | Complaint::ContentFiltered
        | Complaint::WrongPath
        | Complaint::WebPage
        | Complaint::Unreadable
        | Complaint::Empty
        | Complaint::Rejected => vec![name].into(),
    }
}

fn read_complaint(json: &Value) -> Option<Complaint> {
    let name = json.get(0)?.as_str()?;
    let number = |position: usize| json.get(position).and_then(Value::as_u64);
    let parameter = json.get(1).and_then(Value::as_str).and_then(Complaint::parameter);
    let all = complaints(number(1), number(2), parameter.unwrap_or_default());
    let complaint = all.into_iter().find(|complaint| complaint_name(*complaint) == name)?;
    match complaint {
        Complaint::ModeRefused { parameter: "" } | Complaint::ParameterRefused { parameter: "" } => None,
        complaint => Some(complaint),
    }
}

/// Every complaint, with what each may hold.
const fn complaints(used: Option<u64>, limit: Option<u64>, parameter: &'static str) -> [Complaint; 20] {
    [
        Complaint::KeyRefused,
        Complaint::NoPermission,
        Complaint::NoCredit,
        Complaint::UnknownModel,
        Complaint::NoModelLoaded,
        Complaint::ModelLoading,
        Complaint::ContextOverflow { used, limit },
        Complaint::RateLimited,
        Complaint::Overloaded,
        Complaint::TimedOut,
        Complaint::Failed,
        Complaint::ModeRefused { parameter },
        Complaint::ParameterRefused { parameter },
        Complaint::ImagesRefused,
        Complaint::ContentFiltered,
        Complaint::WrongPath,
        Complaint::WebPage,
        Complaint::Unreadable,
        Complaint::Empty,
        Complaint::Rejected,
    ]
}

fn complaint_name(complaint: Complaint) -> &'static str {
    match complaint {
        Complaint::KeyRefused => "keyRefused",
        Complaint::NoPermission => "noPermission",
        Complaint::NoCredit => "noCredit",
        Complaint::UnknownModel => "unknownModel",
        Complaint::NoModelLoaded => "noModelLoaded",
        Complaint::ModelLoading => "modelLoading",
        Complaint::ContextOverflow { .. } => "contextOverflow",
        Complaint::RateLimited => "rateLimited",
        Complaint::Overloaded => "overloaded",
        Complaint::TimedOut => "timedOut",
        Complaint::Failed => "failed",
        Complaint::ModeRefused { .. } => "modeRefused",
        Complaint::ParameterRefused { .. } => "parameterRefused",
        Complaint::ImagesRefused => "imagesRefused",
        Complaint::ContentFiltered => "contentFiltered",
        Complaint::WrongPath => "wrongPath",
        Complaint::WebPage => "webPage",
        Complaint::Unreadable => "unreadable",
        Complaint::Empty => "empty",
        Complaint::Rejected => "rejected",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::judge::Question;
    use crate::core::provider::Connection;

    #[track_caller]
    fn check(fault: Fault, provider: Provider) {
        let base_url = BaseUrl::typed("https://[::1]:8080/ä/v1", provider.preset()).unwrap();
        let connection = Connection::new(provider.preset(), base_url, "m\u{1F600}", None);
        let question = Question::Advise { failure: Failure::new(&fault, &connection, "null".into()) };
        let travelled = serde_json::from_str(&question.to_json().to_string()).unwrap();
        assert_eq!(Question::from_json(&travelled), Some(question));
    }

    #[test]
    fn failures_come_out_as_they_went_in() {
        for provider in Provider::ALL {
            check(Fault::Cut { reply: Box::default() }, provider);
        }
        for fault in NETWORK {
            check(Fault::Network(fault), Provider::Custom);
        }
        let numbers = [(None, None), (Some(1), None), (None, Some(2)), (Some(u64::MAX), Some(0))];
        let parameters =
            ["role", "schema", "responseConstraint", "require_parameters", "max_tokens", "stream"];
        let server = |complaint, wait| Fault::Server {
            complaint,
            status: u16::MAX,
            message: "\u{1F600}\n".into(),
            wait,
        };
        for complaint in numbers
            .into_iter()
            .flat_map(|(used, limit)| complaints(used, limit, "seed"))
            .chain(parameters.into_iter().flat_map(|parameter| complaints(None, None, parameter)))
        {
            for wait in [None, Some(Millis(7))] {
                check(server(complaint, wait), Provider::Ollama);
            }
        }
    }

    #[test]
    fn a_parameter_that_no_complaint_names_is_none() {
        for (text, expected) in [
            (r#"["modeRefused", "format"]"#, Some(Complaint::ModeRefused { parameter: "format" })),
            (r#"["modeRefused", "colour"]"#, None),
            (r#"["parameterRefused"]"#, None),
            (r#"["sung"]"#, None),
        ] {
            assert_eq!(read_complaint(&serde_json::from_str(text).unwrap()), expected, "{text}");
        }
    }
}
