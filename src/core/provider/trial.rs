//! The test of a connection: the list of models first, then one call, as small as a call can be.

use super::call::{Call, Message};
use super::complaint::Complaint;
use super::fault::Fault;
use super::reply::Reply;

/// The most tokens of its answer.
const TOKEN_LIMIT: u32 = 16;

/// The call that only shows whether calls are answered.
pub fn trial_call() -> Call {
    Call { messages: vec![Message::user("Say: ok")], token_limit: TOKEN_LIMIT, ..Call::default() }
}

impl Fault {
    /// Whether the fault of the list of models says it all, so that a call would only say it again.
    pub fn ends_trial(&self) -> bool {
        match self {
            Self::Network(_) => true,
            Self::Cut { .. } => false,
            Self::Server { complaint, .. } => match complaint {
                Complaint::KeyRefused | Complaint::WebPage => true,
                // Servers that answer calls need not have a list, or not for this key.
                Complaint::NoPermission
                | Complaint::NoCredit
                | Complaint::UnknownModel
                | Complaint::NoModelLoaded
                | Complaint::ModelLoading
                | Complaint::ContextOverflow { .. }
                | Complaint::RateLimited
                | Complaint::Overloaded
                | Complaint::TimedOut
                | Complaint::Failed
                | Complaint::ModeRefused { .. }
                | Complaint::ParameterRefused { .. }
                | Complaint::ImagesRefused
                | Complaint::ContentFiltered
                | Complaint::WrongPath
                | Complaint::Unreadable
                | Complaint::Empty
                | Complaint::Rejected => false,
            },
        }
    }
}

/// What the answer to [`trial_call`] says of the connection.
///
/// # Errors
/// The fault that runs would meet, too.
pub fn trial_verdict(answer: Result<Reply, Fault>) -> Result<(), Fault> {
    match answer {
        Ok(_) => Ok(()),
        // A parameter that is refused is learned in a run: the connection is well.
        Err(Fault::Server { complaint: Complaint::ParameterRefused { .. }, .. }) => Ok(()),
        Err(fault) => Err(fault),
    }
}

#[cfg(test)]
mod tests {
    use super::super::network::NetworkFault;
    use super::*;

    fn server(complaint: Complaint) -> Fault {
        Fault::Server { complaint, status: 400, message: String::new(), wait: None }
    }

    #[test]
    fn what_is_worth_a_call() {
        for (fault, expected) in [
            (Fault::Network(NetworkFault::Unreachable), true),
            (Fault::Network(NetworkFault::CorsRefused), true),
            (server(Complaint::KeyRefused), true),
            (server(Complaint::WebPage), true),
            (server(Complaint::WrongPath), false),
            (server(Complaint::NoPermission), false),
            (Fault::Cut { reply: Box::default() }, false),
        ] {
            assert_eq!(fault.ends_trial(), expected, "{fault:?}");
        }
    }

    #[test]
    fn what_an_answer_says() {
        let refused = server(Complaint::ParameterRefused { parameter: "max_tokens" });
        let (wrong_key, hidden) = (server(Complaint::KeyRefused), Fault::Network(NetworkFault::Withheld));
        for (answer, expected) in [
            (Ok(Reply::default()), Ok(())),
            (Err(refused), Ok(())),
            (Err(wrong_key.clone()), Err(wrong_key)),
            (Err(hidden.clone()), Err(hidden)),
        ] {
            assert_eq!(trial_verdict(answer), expected);
        }
    }
}
