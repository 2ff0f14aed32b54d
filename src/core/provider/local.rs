//! What was found at the addresses where servers of this machine usually are.

use super::base_url::BaseUrl;
use super::complaint::Complaint;
use super::fault::Fault;
use super::models::Model;
use super::network::NetworkFault;
use super::preset::Provider;

/// A server that was found on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalServer {
    /// Whose address it is at.
    pub provider: Provider,
    /// Where it is.
    pub base_url: BaseUrl,
    /// The model to ask: the one that is loaded, or its first; empty where there is none to be seen.
    pub model: String,
    /// What else is to be said of it, in a few words.
    pub remark: &'static str,
}

impl LocalServer {
    /// The server that answered at an address when it was asked for its models; none if none did.
    pub fn of(provider: Provider, base_url: BaseUrl, answer: Result<Vec<Model>, Fault>) -> Option<Self> {
        let (model, remark) = match answer {
            Ok(models) => match models.into_iter().next() {
                Some(model) if model.is_loaded => (model.id, "loaded"),
                Some(model) => (model.id, ""),
                None => (String::new(), "no models"),
            },
            Err(fault) => (String::new(), remark(&fault)?),
        };
        Some(Self { provider, base_url, model, remark })
    }

    /// What it is, where, and which model it has.
    pub fn words(&self) -> String {
        let parts = [self.provider.preset().name, &self.base_url.to_string(), &self.model, self.remark];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" · ")
    }
}

/// What a fault says of the server that it came from; none where it is none, or another kind of server.
fn remark(fault: &Fault) -> Option<&'static str> {
    match fault {
        Fault::Network(NetworkFault::CorsRefused | NetworkFault::Withheld) => {
            Some("does not let this page in (CORS)")
        }
        Fault::Network(
            NetworkFault::Offline
            | NetworkFault::MixedContent
            | NetworkFault::LocalNetworkDenied
            | NetworkFault::Unreachable,
        )
        | Fault::Cut { .. } => None,
        Fault::Server { complaint, .. } => match complaint {
            Complaint::KeyRefused | Complaint::NoPermission => Some("asks for a key"),
            Complaint::ModelLoading => Some("is loading its model"),
            Complaint::NoModelLoaded => Some("no model loaded"),
            Complaint::RateLimited | Complaint::Overloaded => Some("busy"),
            Complaint::NoCredit
            | Complaint::UnknownModel
            | Complaint::ContextOverflow { .. }
            | Complaint::TimedOut
            | Complaint::Failed
            | Complaint::ModeRefused { .. }
            | Complaint::ParameterRefused { .. }
            | Complaint::ImagesRefused
            | Complaint::ContentFiltered
            | Complaint::WrongPath
            | Complaint::WebPage
            | Complaint::Unreadable
            | Complaint::Empty
            | Complaint::Rejected => None,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_offered() {
        let model = |id: &str, is_loaded| Model { id: id.into(), is_loaded, ..Model::default() };
        let server =
            |complaint| Err(Fault::Server { complaint, status: 400, message: "no".into(), wait: None });
        for (answer, expected) in [
            (Ok(vec![model("a", true), model("b", false)]), Some(" · a · loaded")),
            (Ok(vec![model("b", false)]), Some(" · b")),
            (Ok(vec![]), Some(" · no models")),
            (server(Complaint::KeyRefused), Some(" · asks for a key")),
            (server(Complaint::ModelLoading), Some(" · is loading its model")),
            (server(Complaint::WrongPath), None),
            (server(Complaint::WebPage), None),
            (server(Complaint::Unreadable), None),
            (Err(Fault::Network(NetworkFault::CorsRefused)), Some(" · does not let this page in (CORS)")),
            (Err(Fault::Network(NetworkFault::Unreachable)), None),
            (Err(Fault::Network(NetworkFault::LocalNetworkDenied)), None),
        ] {
            let base_url = BaseUrl::parse("http://localhost:1234/v1").unwrap();
            let found = LocalServer::of(Provider::LmStudio, base_url, answer.clone());
            let expected = expected.map(|rest| format!("LM Studio · http://localhost:1234/v1{rest}"));
            assert_eq!(found.map(|server| server.words()), expected, "{answer:?}");
        }
    }
}
