//! How a run ended, as it stands in a run file.

use crate::core::agent::Ending;
use crate::core::cost::{Cost, Money, OverBudget};
use crate::core::members::Members;
use crate::core::time::Millis;

/// Every ending, as it is before its members are read.
const ALL: [Ending; 9] = [
    Ending::Valid { attempts: 0 },
    Ending::Failed { attempts: 0 },
    Ending::Stalled { attempts: 0 },
    over(OverBudget::Tokens { budget: 0, spent: 0, next: 0 }),
    over(OverBudget::Money { budget: Money::ZERO, spent: Cost::UNKNOWN, next: Money::ZERO }),
    over(OverBudget::Time(Millis(0))),
    over(OverBudget::NoPrice(Money::ZERO)),
    over(OverBudget::SpentUnknown(Money::ZERO)),
    Ending::Stopped,
];

const fn over(over: OverBudget) -> Ending {
    Ending::OverBudget { attempts: 0, over }
}

fn name(ending: &Ending) -> &'static str {
    match ending {
        Ending::Valid { .. } => "valid",
        Ending::Failed { .. } => "failed",
        Ending::Stalled { .. } => "stalled",
        Ending::OverBudget { over, .. } => match over {
            OverBudget::Tokens { .. } => "over token budget",
            OverBudget::Money { .. } => "over dollar budget",
            OverBudget::Time(_) => "over time budget",
            OverBudget::NoPrice(_) => "no price",
            OverBudget::SpentUnknown(_) => "spent unknown",
        },
        Ending::Stopped => "stopped",
    }
}

pub(super) fn describe(ending: &mut Ending, members: &mut Members<'_>) {
    members.choice("name", ending, &ALL, name);
    match ending {
        Ending::Valid { attempts } | Ending::Failed { attempts } | Ending::Stalled { attempts } => {
            count(attempts, members);
        }
        Ending::OverBudget { attempts, over } => {
            count(attempts, members);
            match over {
                OverBudget::Tokens { budget, spent, next } => {
                    members.number("budget", budget).number("spent", spent).number("next", next);
                }
                OverBudget::Money { budget, spent, next } => {
                    money("budget", budget, members);
                    members.object("spent", spent, cost);
                    money("next", next, members);
                }
                OverBudget::Time(budget) => {
                    members.number("budget", &mut budget.0);
                }
                OverBudget::NoPrice(budget) | OverBudget::SpentUnknown(budget) => {
                    money("budget", budget, members);
                }
            }
        }
        Ending::Stopped => {}
    }
}

/// What calls cost.
pub(super) fn cost(cost: &mut Cost, members: &mut Members<'_>) {
    money("nanoDollars", &mut cost.amount, members);
    members.flag("isEstimate", &mut cost.is_estimate).flag("isIncomplete", &mut cost.is_incomplete);
}

/// An amount, in billionths of a dollar.
fn money(name: &str, money: &mut Money, members: &mut Members<'_>) {
    members.as_value(
        name,
        money,
        |money| money.nano_dollars().into(),
        |json| json.as_u64().map(Money::from_nano_dollars),
    );
}

fn count(count: &mut usize, members: &mut Members<'_>) {
    members.as_value("attempts", count, |count| (*count).into(), |json| usize::try_from(json.as_u64()?).ok());
}
