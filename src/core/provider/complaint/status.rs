//! What the status alone says.

use super::Complaint;

impl Complaint {
    /// What a status amounts to; `is_failure` if the server owns up to one in its own marks.
    pub(super) fn of_status(status: u16, is_failure: bool) -> Self {
        match status {
            401 => Self::KeyRefused,
            402 => Self::NoCredit,
            403 => Self::NoPermission,
            404 | 405 => Self::WrongPath,
            408 | 504 | 522 | 524 => Self::TimedOut,
            429 => Self::RateLimited,
            503 | 529 => Self::Overloaded,
            409 => Self::Failed,
            _ if is_failure || status >= 500 => Self::Failed,
            _ => Self::Rejected,
        }
    }
}
