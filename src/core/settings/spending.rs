//! What a run may spend and what its model costs, from what a person has typed.

use super::{Settings, Unready, number, within};
use crate::core::agent::Purse;
use crate::core::cost::{self, Budget, Money, Price, check_own_prices, prices_as_of};
use crate::core::provider::Provider;
use crate::core::time::Millis;
use serde_json::Value;

impl Settings {
    /// What a run may spend.
    ///
    /// # Errors
    /// Which of the budgets is none.
    pub(super) fn purse(&self) -> Result<Purse, Unready> {
        let tokens = number(&self.token_budget, Value::as_u64)
            .ok()
            .filter(|tokens| *tokens != Some(0))
            .ok_or(Unready::Number("Token budget", "a whole number from 1, or empty"))?;
        let money =
            match self.dollar_budget.trim() {
                "" => None,
                text => Some(Money::parse(text).map_err(|_| {
                    Unready::Number("Dollar budget", "an amount of dollars like 0.10, or empty")
                })?),
            };
        let wrong = Unready::Number("Time budget", "seconds from 1 to 86400, or empty");
        let time = match self.time_budget.trim() {
            "" => None,
            text => Some(within(text, 86_400).map(|seconds| Millis(seconds * 1_000)).ok_or(wrong)?),
        };
        Ok(Purse { budget: Budget { tokens, money, time }, price: self.price() })
    }

    /// What the model that is set costs, where that is known.
    fn price(&self) -> Option<Price> {
        self.price_of(&self.server().model)
    }

    /// What a model of the server that is set costs, where that is known. What runs on a machine nearby costs
    /// nothing, unless the person says otherwise, or it is a way to a provider that is paid.
    pub(super) fn price_of(&self, model: &str) -> Option<Price> {
        let is_nearby = || self.base_url().is_ok_and(|base_url| base_url.is_local());
        // Ollama hands calls of such models on.
        let is_handed_on = self.provider == Provider::Ollama && model.ends_with("cloud");
        let is_free = || !self.preset().is_hosted() && !is_handed_on && is_nearby();
        cost::price(&self.prices, self.preset().id, model).or_else(|| is_free().then_some(Price::FREE))
    }

    /// What calls of the model that is set cost, in a sentence.
    pub fn price_text(&self) -> String {
        match self.price() {
            Some(price) if price.is_free() => "This model costs nothing.".to_owned(),
            Some(price) => {
                let [input, output] = [price.rates.input, price.rates.output].map(|money| money.to_string());
                let day = prices_as_of();
                format!(
                    "A million tokens cost {input} to read and {output} to write, by your prices or those of {day}."
                )
            }
            None => "There is no price for this model.".to_owned(),
        }
    }

    /// Why the budget of a run cannot hold, in a sentence or two; empty where it can.
    pub fn budget_warning(&self) -> &'static str {
        let is_chosen = self.base_url().is_ok() && !self.server().model.is_empty();
        match self.purse() {
            Ok(purse) if is_chosen && purse.cannot_hold() => {
                "There is no price for this model, so the dollar budget cannot hold, except by what the provider \
                 itself says of its calls. Set a token budget, or write the price under Prices."
            }
            Ok(_) | Err(_) => "",
        }
    }

    /// What is wrong with the person's own prices, line by line.
    pub fn price_errors(&self) -> Vec<String> {
        check_own_prices(&self.prices).iter().map(ToString::to_string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(provider: Provider, model: &str) -> Settings {
        let mut settings = Settings { provider, ..Settings::default() };
        settings.change_server(|server| server.model = model.to_owned());
        settings
    }

    #[test]
    fn budgets_are_read_as_typed() {
        let tokens = "Token budget must be a whole number from 1, or empty.";
        let dollars = "Dollar budget must be an amount of dollars like 0.10, or empty.";
        let money = |text| Some(Money::parse(text).unwrap());
        for (typed, expected) in [
            (("", "0.10"), Ok((None, money("0.10")))),
            ((" 5000 ", " $2"), Ok((Some(5_000), money("2")))),
            (("", " "), Ok((None, None))),
            (("", "0"), Ok((None, money("0")))),
            (("0", ""), Err(tokens)),
            (("many", ""), Err(tokens)),
            (("", "-1"), Err(dollars)),
            (("", "1e3"), Err(dollars)),
        ] {
            let (token_budget, dollar_budget) = (typed.0.to_owned(), typed.1.to_owned());
            let purse = Settings { token_budget, dollar_budget, ..Settings::default() }.purse();
            let budget = purse.map(|purse| (purse.budget.tokens, purse.budget.money));
            assert_eq!(
                budget.map_err(|unready| unready.message()),
                expected.map_err(str::to_owned),
                "{typed:?}"
            );
        }
    }

    #[test]
    fn prices_are_the_persons_own_then_those_of_the_table() {
        let no_price = "There is no price for this model.";
        let cannot_hold = "There is no price for this model, so the dollar budget cannot hold, except by what the \
                           provider itself says of its calls. Set a token budget, or write the price under Prices.";
        let priced =
            "A million tokens cost $1.25 to read and $10.00 to write, by your prices or those of 2026-08-21.";
        let own =
            "A million tokens cost $3.00 to read and $4.00 to write, by your prices or those of 2026-08-21.";
        let free = "This model costs nothing.";
        for (provider, base_url, model, prices, budget, text, warning) in [
            (Provider::Simulated, "", "", "", "0.10", free, ""),
            (Provider::Ollama, "", "qwen3", "", "0.10", free, ""),
            (Provider::Ollama, "", "gpt-oss:120b-cloud", "", "0.10", no_price, cannot_hold),
            (Provider::Ollama, "https://models.example", "qwen3", "", "0.10", no_price, cannot_hold),
            (Provider::Vllm, "", "qwen3", "", "0.10", free, ""),
            (Provider::Custom, "http://192.168.1.5:8000/v1", "m", "", "0.10", free, ""),
            (Provider::Custom, "http://127.0.0.1:8000/v1", "m", "m 3 4", "0.10", own, ""),
            (Provider::Custom, "https://models.example/v1", "m", "", "0.10", no_price, cannot_hold),
            (Provider::Custom, "https://models.example/v1", "m", "", "", no_price, ""),
            (Provider::Custom, "https://models.example/v1", "m", "m 0 0", "0.10", free, ""),
            (Provider::OpenAi, "", "gpt-5", "", "0.10", priced, ""),
            (Provider::OpenAi, "http://127.0.0.1:8000/v1", "gpt-5", "", "0.10", priced, ""),
            (Provider::OpenAi, "http://127.0.0.1:8000/v1", "unheard-of", "", "0.10", no_price, cannot_hold),
            (Provider::OpenAi, "", "gpt-5", "other 1 2\ngpt-5 3 4", "0.10", own, ""),
            (Provider::OpenAi, "", "", "", "0.10", no_price, ""),
            (Provider::OpenAi, "", "unheard-of", "", "0.10", no_price, cannot_hold),
        ] {
            let mut settings = settings(provider, model);
            if !base_url.is_empty() {
                settings.change_server(|server| server.base_url = base_url.to_owned());
            }
            let settings =
                Settings { prices: prices.to_owned(), dollar_budget: budget.to_owned(), ..settings };
            assert_eq!(
                (settings.price_text().as_str(), settings.budget_warning()),
                (text, warning),
                "{provider:?} {model} {prices:?}"
            );
        }
    }

    #[test]
    fn what_is_wrong_with_own_prices_is_told_by_line() {
        let settings = Settings { prices: "# mine\nm 1 x\n\nn".into(), ..Settings::default() };
        assert_eq!(
            settings.price_errors(),
            [
                "Line 2: \"x\" is no amount of dollars; write it like 0.10",
                "Line 4: write a model and what a million tokens of input and output cost: model 0.50 2"
            ]
        );
    }
}
