//! A deterministic stand-in model that answers any schema, with faults to order.
//!
//! It writes a valid answer, breaks it as told, and on a correction mends only what the correction
//! names: so the page works without a server, and the loop can be watched doing its work.

mod behaviour;
mod flaw;
mod instance;
mod model;
mod place;
mod reply;
mod ruled;
mod second;
mod simulated;
mod simulation;
mod wrong;

pub use behaviour::{Behaviour, Group};
pub use instance::instance;
pub use model::simulate;
pub use ruled::ruled;
pub use simulated::Simulated;
pub use simulation::{Faults, Rate, Simulation, Speed};
