//! Why a browser gave no response: it does not say, and this is what can be told from outside.

use super::base_url::BaseUrl;

/// Why the browser gave no response.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NetworkFault {
    /// The browser is offline.
    Offline,
    /// A page served by https may not call this http address.
    MixedContent,
    /// The person, or a policy, forbids this page to reach the local network.
    LocalNetworkDenied,
    /// The server is there, but does not allow pages of this origin.
    CorsRefused,
    /// The server is there and allows pages of this origin, but not to read this very answer.
    Withheld,
    /// Nothing answers, or something between blocks it.
    Unreachable,
}

/// What can be seen of the browser when a call gave no response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symptoms {
    /// Whether the browser says that it is offline.
    pub is_offline: bool,
    /// Whether the page came by https.
    pub is_https_page: bool,
    /// Whether the browser is Safari, which lets no https page call this machine by http.
    pub is_safari: bool,
    /// Whether the browser says that this page may not reach the local network. Pages that are on it
    /// themselves need no leave, whatever it says.
    pub is_local_network_denied: bool,
    /// Whether a request that needs no leave was answered, where one was made.
    pub probe_answered: Option<bool>,
    /// Whether a request that every page may send was answered so that this page could read it.
    pub list_was_read: bool,
}

impl NetworkFault {
    /// Whether several causes are left.
    pub(super) fn is_guess(self) -> bool {
        match self {
            Self::Withheld | Self::Unreachable => true,
            Self::Offline | Self::MixedContent | Self::LocalNetworkDenied | Self::CorsRefused => false,
        }
    }
}

impl Symptoms {
    /// The likeliest cause. None as long as only a probe can tell.
    pub fn cause(&self, base_url: &BaseUrl) -> Option<NetworkFault> {
        let is_blocked = base_url.is_plain_http() && (self.is_safari || !base_url.is_loopback());
        if self.is_offline && !base_url.is_loopback() {
            return Some(NetworkFault::Offline);
        }
        if self.is_local_network_denied && self.is_https_page && base_url.is_local() {
            return Some(NetworkFault::LocalNetworkDenied);
        }
        match self.probe_answered {
            // An answer is proof that nothing but the server's leave was missing.
            Some(true) if self.list_was_read => Some(NetworkFault::Withheld),
            Some(true) => Some(NetworkFault::CorsRefused),
            _ if self.is_https_page && is_blocked => Some(NetworkFault::MixedContent),
            Some(false) => Some(NetworkFault::Unreachable),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn causes() {
        let none = Symptoms::default();
        let https = Symptoms { is_https_page: true, ..none };
        let (answered, refused) = (Some(true), Some(false));
        let loopback = "http://127.0.0.1:1234/v1";
        for (symptoms, url, expected) in [
            (none, loopback, None),
            (Symptoms { probe_answered: answered, ..none }, loopback, Some(NetworkFault::CorsRefused)),
            (Symptoms { probe_answered: refused, ..none }, loopback, Some(NetworkFault::Unreachable)),
            (
                Symptoms { probe_answered: answered, list_was_read: true, ..none },
                loopback,
                Some(NetworkFault::Withheld),
            ),
            (
                Symptoms { is_offline: true, ..none },
                "https://api.example.com/v1",
                Some(NetworkFault::Offline),
            ),
            // This machine is there without any network.
            (Symptoms { is_offline: true, ..none }, loopback, None),
            (https, loopback, None),
            (https, "https://api.example.com/v1", None),
            (https, "http://192.168.1.5:1234", Some(NetworkFault::MixedContent)),
            (https, "http://my-host:1234", Some(NetworkFault::MixedContent)),
            (Symptoms { is_safari: true, ..https }, loopback, Some(NetworkFault::MixedContent)),
            (Symptoms { is_safari: true, ..none }, loopback, None),
            (
                Symptoms { probe_answered: answered, ..https },
                "http://192.168.1.5:1234",
                Some(NetworkFault::CorsRefused),
            ),
            (
                Symptoms { is_local_network_denied: true, ..https },
                loopback,
                Some(NetworkFault::LocalNetworkDenied),
            ),
            (
                Symptoms { is_local_network_denied: true, probe_answered: refused, ..none },
                loopback,
                Some(NetworkFault::Unreachable),
            ),
            (
                Symptoms { is_local_network_denied: true, ..https },
                "http://192.168.1.5:1234",
                Some(NetworkFault::LocalNetworkDenied),
            ),
            (Symptoms { is_local_network_denied: true, ..https }, "https://api.example.com/v1", None),
        ] {
            assert_eq!(symptoms.cause(&BaseUrl::parse(url).unwrap()), expected, "{symptoms:?} {url}");
        }
    }
}
