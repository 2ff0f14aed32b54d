//! What calls took and may take: tokens and their cost, told or estimated, and whether the next call is allowed.

use super::words::with_thousands;
use crate::core::cost::{
    Budget, Cost, CutPrompt, Money, OverBudget, Price, Spending, Tokens, estimate, estimate_call, looks_cut,
};
use crate::core::image::Image;
use crate::core::provider::{Format, Message, Reply, Usage};

/// What a run may spend, and what its calls cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Purse {
    /// The most it may spend.
    pub budget: Budget,
    /// What the model costs, where that is known.
    pub price: Option<Price>,
}

/// What calls took, one or several. Nothing, to begin with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Their tokens.
    pub usage: Usage,
    /// Whether any of the tokens were estimated, since a server did not count them.
    pub is_estimate: bool,
    /// What they cost.
    pub cost: Cost,
}

impl Purse {
    /// What a call took by what came back of it, be that whole or not.
    /// `read` is about how many tokens it was to read.
    pub(super) fn spent(self, read: u64, reply: &Reply) -> Spent {
        let usage = reply.usage.unwrap_or_else(|| Usage {
            input: read,
            output: estimate(&reply.text) + estimate(&reply.reasoning),
            ..Usage::default()
        });
        let tokens = Tokens { input: usage.input, output: usage.output, cached: usage.cached };
        let reported = reply.cost.map(Money::from_nano_dollars);
        let cost = Cost::of_call(reported, Some(tokens), self.price);
        Spent { usage, is_estimate: reply.usage.is_none(), cost }
    }

    /// Why a call is not allowed after what was spent: it might take so much as to break the budget.
    /// Where nobody knows what it costs, a budget of money does not keep it back.
    /// `read` is about how many tokens it is to read.
    pub fn refuses(self, spent: Spent, read: u64, token_limit: u32) -> Option<OverBudget> {
        let next = Tokens { input: read, output: token_limit.into(), cached: 0 };
        let cost = Cost::of_call(None, Some(next), self.price);
        match self.budget.allows(spent.into(), Spending { tokens: next.total(), cost }) {
            Err(over @ (OverBudget::Tokens { .. } | OverBudget::Money { .. } | OverBudget::Time(_))) => {
                Some(over)
            }
            Ok(()) | Err(OverBudget::NoPrice(_) | OverBudget::SpentUnknown(_)) => None,
        }
    }

    /// Whether its budget of money cannot hold, since nobody knows what calls cost.
    pub fn cannot_hold(self) -> bool {
        self.budget.money.is_some() && self.price.is_none()
    }
}

/// Whether a server has cut the prompt, by what it says that it read. Of a schema that it was given, some do
/// not let the model read anything, and what an image counts as differs: only the messages count.
pub(super) fn cut_prompt(messages: &[Message], reply: &Reply) -> Option<CutPrompt> {
    looks_cut(estimate_read(messages, None, &Format::Prompt), reply.usage?.input)
}

/// About how many tokens a call of these messages reads, with the image and the schema that go along with them.
pub fn estimate_read(messages: &[Message], image: Option<&Image>, format: &Format) -> u64 {
    let schema = match format {
        Format::Strict(document) | Format::Tool(document) => Some(document.schema.to_string()),
        Format::Json | Format::Prompt => None,
    };
    let texts = estimate_call(messages.iter().map(|message| message.content.as_str()), schema.as_deref());
    texts + image.map_or(0, Image::most_tokens)
}

impl Spent {
    /// `1,200 → 340 tokens (1,000 cached, 200 reasoning)`, and `≈` before what is estimated.
    pub fn tokens(self) -> String {
        let about = if self.is_estimate { "≈ " } else { "" };
        let [input, output] = [self.usage.input, self.usage.output].map(with_thousands);
        let parts = [(self.usage.cached, "cached"), (self.usage.reasoning, "reasoning")];
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<_> = parts.map(|(count, what)| format!("{} {what}", with_thousands(count))).collect();
        let parts = if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        format!("{about}{input} → {output} tokens{parts}")
    }

    /// `$0`, `$0.0123`, `about $0.0123 (estimate)`, `no price`.
    pub fn cost(self) -> String {
        let is_unknown = self.cost.is_incomplete() && self.cost.amount() == Money::ZERO;
        match (is_unknown, self.cost.is_estimate()) {
            (true, _) => "no price".to_owned(),
            (false, true) => format!("{} (estimate)", self.cost),
            (false, false) => self.cost.to_string(),
        }
    }

    /// Whether nothing at all is to be paid.
    pub fn is_free(self) -> bool {
        self.cost == Cost::default()
    }
}

impl From<Spent> for Spending {
    fn from(spent: Spent) -> Self {
        Self { tokens: spent.usage.input.saturating_add(spent.usage.output), cost: spent.cost }
    }
}

impl std::ops::Add for Spent {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            usage: self.usage + other.usage,
            is_estimate: self.is_estimate || other.is_estimate,
            cost: self.cost + other.cost,
        }
    }
}

impl std::iter::Sum for Spent {
    fn sum<I: Iterator<Item = Self>>(spent: I) -> Self {
        spent.fold(Self::default(), |sum, spent| sum + spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::cost::price;
    use crate::core::provider::Document;

    const READ: u64 = 18;
    const TOLD: Usage = Usage { input: 1_200, output: 340, cached: 1_000, reasoning: 200 };

    fn reply(usage: Option<Usage>, cost: Option<u64>) -> Reply {
        Reply { text: "{\"city\": \"Oslo\"}".into(), usage, cost, ..Reply::default() }
    }

    #[test]
    fn the_schema_that_goes_along_is_read_too() {
        let messages = [Message::system("Answer with JSON."), Message::user("Where is the Eiffel tower?")];
        let document = || Document::new("x", serde_json::json!({"type": "object"}));
        for (format, expected) in [
            (Format::Prompt, READ),
            (Format::Json, READ),
            (Format::Strict(document()), READ + 6),
            (Format::Tool(document()), READ + 6),
        ] {
            assert_eq!(estimate_read(&messages, None, &format), expected, "{format:?}");
        }
    }

    #[test]
    fn what_a_call_took_in_words() {
        let plain = Usage { cached: 0, reasoning: 0, ..TOLD };
        let priced = price("m 1 10 0.10", "custom", "m");
        for (usage, cost, price, expected) in [
            (
                Some(TOLD),
                None,
                priced,
                ["1,200 → 340 tokens (1,000 cached, 200 reasoning)", "about $0.0037 (estimate)"],
            ),
            (Some(plain), None, priced, ["1,200 → 340 tokens", "about $0.0046 (estimate)"]),
            (Some(plain), Some(1_200_000), priced, ["1,200 → 340 tokens", "$0.0012"]),
            (Some(plain), Some(1_200_000), None, ["1,200 → 340 tokens", "$0.0012"]),
            (Some(plain), None, None, ["1,200 → 340 tokens", "no price"]),
            (Some(plain), None, Some(Price::FREE), ["1,200 → 340 tokens", "$0"]),
            (None, None, priced, ["≈ 18 → 7 tokens", "< $0.0001 (estimate)"]),
            (None, None, None, ["≈ 18 → 7 tokens", "no price"]),
        ] {
            let purse = Purse { price, ..Purse::default() };
            let spent = purse.spent(READ, &reply(usage, cost));
            assert_eq!([spent.tokens(), spent.cost()], expected);
        }
    }

    #[test]
    fn sums_say_what_in_them_is_estimated_or_not_known() {
        let purse = |price| Purse { price, ..Purse::default() };
        let told = purse(None).spent(0, &reply(Some(TOLD), Some(20_000_000)));
        let estimated = purse(price("m 1000 1000", "custom", "m")).spent(0, &reply(None, None));
        let unpriced = purse(None).spent(0, &reply(Some(TOLD), None));
        for (spent, expected) in [
            (vec![], ["0 → 0 tokens", "$0"]),
            (vec![told, told], ["2,400 → 680 tokens (2,000 cached, 400 reasoning)", "$0.04"]),
            (
                vec![told, estimated],
                ["≈ 1,200 → 347 tokens (1,000 cached, 200 reasoning)", "about $0.027 (estimate)"],
            ),
            (vec![told, unpriced], ["2,400 → 680 tokens (2,000 cached, 400 reasoning)", "at least $0.02"]),
            (vec![unpriced], ["1,200 → 340 tokens (1,000 cached, 200 reasoning)", "no price"]),
        ] {
            let spent: Spent = spent.into_iter().sum();
            assert_eq!([spent.tokens(), spent.cost()], expected);
        }
    }

    #[test]
    fn the_next_call_is_refused_before_it_breaks_the_budget() {
        let dollars = |text| Budget { money: Some(Money::parse(text).unwrap()), ..Budget::default() };
        let tokens = |tokens| Budget { tokens: Some(tokens), ..Budget::default() };
        let priced = price("m 1 10", "custom", "m");
        let told = Spent { usage: TOLD, is_estimate: false, cost: Cost::told(Money::parse("0.05").unwrap()) };
        for (budget, price, spent, expected) in [
            (Budget::default(), None, told, None),
            (tokens(1_540 + 18 + 100), None, told, None),
            (
                tokens(1_540 + 17 + 100),
                None,
                told,
                Some("The next call might take 118 tokens: 1,540 of 1,657 are spent"),
            ),
            (dollars("0.06"), priced, told, None),
            (
                dollars("0.051"),
                priced,
                told,
                Some("The next call might cost $0.001: $0.05 of $0.051 are spent"),
            ),
            (dollars("0.051"), Some(Price::FREE), told, None),
            // What is not known keeps nothing back; what was told does.
            (dollars("0.051"), None, told, None),
            (dollars("0.04"), None, told, Some("$0.05 of $0.04 are spent")),
        ] {
            let refused = Purse { budget, price }.refuses(spent, READ, 100);
            assert_eq!(refused.map(|over| over.to_string()).as_deref(), expected);
        }
    }

    #[test]
    fn only_a_budget_of_money_without_a_price_cannot_hold() {
        let money = Budget { money: Some(Money::ZERO), tokens: Some(1), time: None };
        for (budget, price, expected) in [
            (Budget::default(), None, false),
            (Budget { tokens: Some(1), ..Budget::default() }, None, false),
            (money, None, true),
            (money, Some(Price::FREE), false),
        ] {
            assert_eq!(Purse { budget, price }.cannot_hold(), expected);
        }
    }
}
