//! What the runs of a batch say: how many are valid and how sure that is, what a valid answer takes, what goes wrong,
//! where setups differ, whether the feedback helps; and how far it is.

mod comparison;
mod differences;
mod draw;
mod paired;
mod progress;
mod recovery;
mod share;
mod tally;
#[cfg(test)]
pub(super) mod tests;
mod wilson;

pub use draw::draw;
pub use paired::Paired;
pub use progress::{Pace, Progress};
pub use recovery::failed_first_attempts;
pub use wilson::{Interval, wilson};
