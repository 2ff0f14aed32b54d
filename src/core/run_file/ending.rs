//! How a run ended, as it stands in a run file.

use crate::core::agent::Ending;
use crate::core::cost::{Cost, Money, OverBudget};
use crate::core::members::{Member, Members, Object};
use crate::core::time::Millis;
use serde_json::Value;

/// Every ending, as it is before its members are read.
static ALL: [Ending; 9] = [
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

impl Object for Ending {
    fn blank() -> Self {
        Self::Stopped
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        let names = &mut ALL.iter().map(name);
        if let Some(chosen) =
            members.choice("name", Some(name(self)), names).and_then(|chosen| ALL.get(chosen))
        {
            self.clone_from(chosen);
        }
        match self {
            Self::Valid { .. } | Self::Failed { .. } | Self::Stalled { .. } | Self::Stopped => {}
            Self::OverBudget { over, .. } => match over {
                OverBudget::Tokens { budget, spent, next } => {
                    members.member("budget", budget).member("spent", spent).member("next", next);
                }
                OverBudget::Money { budget, spent, next } => {
                    members.member("budget", budget).member("spent", spent).member("next", next);
                }
                OverBudget::Time(budget) => {
                    members.member("budget", budget);
                }
                OverBudget::NoPrice(budget) | OverBudget::SpentUnknown(budget) => {
                    members.member("budget", budget);
                }
            },
        }
    }
}

/// The ending after so many attempts, of which the last came to this.
pub(super) fn after(ending: Ending, attempts: usize, is_valid: bool) -> Ending {
    match ending {
        // A file is not believed that there is a valid answer.
        Ending::Valid { .. } | Ending::Failed { .. } if is_valid => Ending::Valid { attempts },
        Ending::Valid { .. } | Ending::Failed { .. } => Ending::Failed { attempts },
        Ending::Stalled { .. } => Ending::Stalled { attempts },
        Ending::OverBudget { over, .. } => Ending::OverBudget { attempts, over },
        Ending::Stopped => Ending::Stopped,
    }
}

impl Object for Cost {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("nanoDollars", &mut self.amount)
            .member("isEstimate", &mut self.is_estimate)
            .member("isIncomplete", &mut self.is_incomplete);
    }
}

/// In billionths of a dollar.
impl Member for Money {
    fn write(&mut self) -> Value {
        self.nano_dollars().into()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        let mut nano_dollars = 0;
        Member::read(&mut nano_dollars, json)?;
        *self = Self::from_nano_dollars(nano_dollars);
        Ok(())
    }
}
