//! Tokens, prices and budgets: what a call took, what it may cost, and whether the next one is allowed.
//!
//! Two things are kept apart throughout: what was told (a provider's own figure, or a price of nothing) and
//! what is estimated. What is not known is said to be so, and never counted as nothing.

mod budget;
mod cut;
mod money;
mod price;
mod sum;
mod table;
mod tokens;

pub use budget::{Budget, OverBudget, Spending};
pub use cut::{CutPrompt, looks_cut};
pub use money::{Money, MoneyError};
pub use price::{LongRates, Price, Rates};
pub use sum::Cost;
pub use table::{LineError, LineFault, check_own_prices, price, prices_as_of};
pub use tokens::{Tokens, estimate, estimate_call};
