//! What sets the page up from outside: a link, by its fragment, or a file. Untrusted, never a key, and nothing before
//! the person agrees.
//!
//! ```text
//! #provider=lm-studio&model=m       parameters: written by hand, they change what they name
//! #setup=1.q1YqKMrPSs…              a whole setup: version, then JSON, deflated, in base64url
//! pets.setup.json                   the same as a file, where a link would be too long
//! ```

mod file;
mod form;
mod fragment;
mod opened;
mod parameters;
mod shared;
mod unreadable;

pub use form::Form;
pub use fragment::{Fragment, LONGEST_LINK, too_long};
pub use opened::{Offer, Opened};
pub use parameters::Parameters;
pub use shared::Shared;
pub use unreadable::Unreadable;

/// The most bytes of a setup that are read, unpacked.
pub const MOST_BYTES: usize = 1_000_000;
