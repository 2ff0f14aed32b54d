//! The fragment of a link: what kind of link it is, and of which version.

use super::Unreadable;
use crate::core::base64;
use crate::core::thousands::with_thousands;

/// How long a link may be, in characters, to survive chats and mail.
pub const LONGEST_LINK: usize = 8_000;

/// How long a fragment may be that is read at all. No link of this page's comes near it.
const LONGEST_FRAGMENT: usize = 100_000;

/// How the fragment of a setup begins.
const SETUP: &str = "#setup=";

/// The parameter that a fragment has if it is one of parameters.
const PROVIDER: &str = "provider=";

/// The version of setups that is written and read.
const VERSION: &str = "1";

/// What a fragment holds.
#[derive(Debug, PartialEq, Eq)]
pub enum Fragment {
    /// What may be parameters.
    Parameters,
    /// A setup, still deflated, or why there is none in it.
    Setup(Result<Vec<u8>, Unreadable>),
}

impl Fragment {
    /// What a fragment holds, with its `#`; none where it is no link that sets the page up.
    pub fn of(fragment: &str) -> Option<Self> {
        match fragment.strip_prefix(SETUP) {
            Some(setup) => Some(Self::Setup(deflated(setup))),
            None => fragment.contains(PROVIDER).then_some(Self::Parameters),
        }
    }

    /// The fragment of a setup that was deflated, with its `#`.
    pub fn of_setup(deflated: &[u8]) -> String {
        format!("{SETUP}{VERSION}.{}", base64::encoded(deflated))
    }
}

fn deflated(setup: &str) -> Result<Vec<u8>, Unreadable> {
    if setup.len() > LONGEST_FRAGMENT {
        return Err(Unreadable::TooLong);
    }
    match setup.split_once('.') {
        Some((VERSION, text)) => base64::decoded(text).ok_or(Unreadable::Damaged),
        Some((version, _)) if version.bytes().all(|byte| byte.is_ascii_digit()) => Err(Unreadable::Version),
        Some(_) | None => Err(Unreadable::Damaged),
    }
}

/// What is said of a link that is too long; empty where it is not.
pub fn too_long(link: &str) -> String {
    if link.len() <= LONGEST_LINK {
        return String::new();
    }
    let [length, most] = [link.len(), LONGEST_LINK].map(|length| with_thousands(length as u64));
    format!(
        "As a link this would be {length} characters long. Chats and mail cut links of more than about {most}, so \
         save it as a file and send that."
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fragments() {
        let setup = |setup| Some(Fragment::Setup(setup));
        for (fragment, expected) in [
            ("#setup=1.Zm9v", setup(Ok(b"foo".to_vec()))),
            ("#setup=1.", setup(Ok(vec![]))),
            ("#setup=2.Zm9v", setup(Err(Unreadable::Version))),
            ("#setup=10.", setup(Err(Unreadable::Version))),
            ("#setup=", setup(Err(Unreadable::Damaged))),
            ("#setup=Zm9v", setup(Err(Unreadable::Damaged))),
            ("#setup=x.Zm9v", setup(Err(Unreadable::Damaged))),
            ("#setup=1.Zm9v&provider=openai", setup(Err(Unreadable::Damaged))),
            ("#setup=1.<script>", setup(Err(Unreadable::Damaged))),
            ("#provider=openai&model=m", Some(Fragment::Parameters)),
            ("#model=m&provider=openai", Some(Fragment::Parameters)),
            ("#model=m", None),
            ("#run", None),
            ("", None),
        ] {
            assert_eq!(Fragment::of(fragment), expected, "{fragment}");
        }
        let long = format!("#setup=1.{}", "A".repeat(LONGEST_FRAGMENT));
        assert_eq!(Fragment::of(&long), setup(Err(Unreadable::TooLong)));
        assert_eq!(Fragment::of_setup(b"foo"), "#setup=1.Zm9v");
    }

    #[test]
    fn links_that_are_too_long_are_said_to_be() {
        assert_eq!(too_long(&"x".repeat(LONGEST_LINK)), "");
        assert_eq!(
            too_long(&"x".repeat(12_345)),
            "As a link this would be 12,345 characters long. Chats and mail cut links of more than about 8,000, so \
             save it as a file and send that."
        );
    }
}
