use super::*;
use crate::core::provider::Provider;

fn money(text: &str) -> Money {
    Money::parse(text).unwrap()
}

/// A price without anything that may be missing.
fn plainly(input: &str, output: &str, cached: &str) -> Price {
    let rates = Rates { input: money(input), output: money(output), cached: money(cached) };
    Price { rates, long: None, context: None }
}

fn long(above: u64, input: &str, output: &str, cached: &str) -> Option<LongRates> {
    Some(LongRates { above, rates: plainly(input, output, cached).rates })
}

#[test]
fn lines_are_prices() {
    let amount = |field: &str| Err(LineFault::Amount(field.into(), MoneyError::NotAnAmount));
    for (line, expected) in [
        ("a 1 2", Ok(plainly("1", "2", "1"))),
        ("  a\t$1  $2 $0.50\r", Ok(plainly("1", "2", "0.5"))),
        ("a 1 2 0", Ok(plainly("1", "2", "0"))),
        ("a 1 2 0.5 131072", Ok(Price { context: Some(131_072), ..plainly("1", "2", "0.5") })),
        ("a 1 2 - 400k", Ok(Price { context: Some(400_000), ..plainly("1", "2", "1") })),
        ("a 1 2 - - 9k 3 4", Ok(Price { long: long(9_000, "3", "4", "3"), ..plainly("1", "2", "1") })),
        (
            "a 1 2 .5 64k 9k 3 4 .6",
            Ok(Price {
                context: Some(64_000),
                long: long(9_000, "3", "4", "0.6"),
                ..plainly("1", "2", "0.5")
            }),
        ),
        ("a", Err(LineFault::Form)),
        ("a 1", Err(LineFault::Form)),
        ("a - 2", Err(LineFault::Form)),
        ("a 1 2 - - 9k", Err(LineFault::Form)),
        ("a 1 2 - - - 3 4", Err(LineFault::Form)),
        ("a 1 2 3 4m", Err(LineFault::Form)),
        ("a 1 2 3 9999999999k", Err(LineFault::Form)),
        ("a 1 2 3 4k 9k 5 6 7 8", Err(LineFault::Form)),
        ("a 1 two", amount("two")),
        ("a 1 2 -3", amount("-3")),
        ("a 1 2 - - 9k 3 x", amount("x")),
    ] {
        assert_eq!(read(line), Some(("a", expected)), "{line:?}");
    }
    assert_eq!(["", "  ", "# a 1 2", "#"].map(read), [None, None, None, None]);
}

#[test]
fn names_fit_models() {
    for (name, model, expected) in [
        ("gpt-5", "gpt-5", true),
        ("gpt-5", "GPT-5", true),
        ("gpt-5", "gpt-5-2025-08-07", true),
        ("gpt-5", "gpt-5-20250807", true),
        ("gpt-5", "gpt-5-latest", true),
        ("gemini-2.5-flash", "gemini-2.5-flash-001", true),
        ("gpt-5.1", "gpt-5-1", true),
        ("gpt-5", "gpt-5-mini", false),
        ("gpt-5", "gpt-5-mini-2025-08-07", false),
        ("gpt-5", "gpt-5.1", false),
        ("gpt-5", "gpt-50", false),
        ("gpt-5", "gpt-5-", false),
        ("gpt-5", "gpt-5-1106", false),
        ("gpt-5", "gpt-5-1-2-3", false),
        ("gpt-5", "gpt-5-20250807-eu", false),
        ("gpt-5", "gpt-5latest", false),
        ("gpt-5", "openai/gpt-5", false),
        ("gpt-5", "gpt", false),
        ("gpt-5", "", false),
        ("claude-opus-4-5*", "claude-opus-4.5@20251101", true),
        ("claude-opus-4-5*", "claude-opus-4-5", true),
        ("claude-opus-4-5*", "claude-opus-4", false),
        ("*", "anything", true),
    ] {
        assert_eq!(fits(name, model), expected, "{name} {model}");
    }
}

#[test]
fn the_longest_name_that_fits_counts() {
    let lines = "small* 1 1\nsmall-2 2 2\nother,small-2-mini* 3 3\n# small 9 9\nsmall-2 4 4\nbroken 1\n";
    for (model, expected) in [
        ("small", Some("1")),
        ("small-2", Some("4")),
        ("small-2-20250101", Some("4")),
        ("small-2-mini-9", Some("3")),
        ("other", Some("3")),
        ("others", None),
        ("broken", None),
        ("#", None),
        ("", None),
    ] {
        let expected = expected.map(|price| plainly(price, price, price));
        assert_eq!(find(lines, model), expected, "{model}");
    }
}

#[test]
fn own_prices_win_and_local_servers_cost_nothing() {
    let own = "# mine\n\ngpt-5-mini 7 8 6\nmine 1 2\nqwen3-4b* 0.01 0.02\ngpt-5-nano cheap 1\n";
    let nano = Some(Price { context: Some(400_000), ..plainly("0.05", "0.4", "0.005") });
    for (provider, model, expected) in [
        ("openai", "gpt-5-mini", Some(plainly("7", "8", "6"))),
        ("custom", "mine", Some(plainly("1", "2", "1"))),
        ("custom", "other", None),
        ("lm-studio", "qwen3-4b-2507", Some(plainly("0.01", "0.02", "0.01"))),
        ("lm-studio", "gpt-5", None),
        ("simulated", "", Some(Price::FREE)),
        ("browser", "", Some(Price::FREE)),
        // A line that cannot be read does not hide the table's.
        ("openai", "gpt-5-nano", nano),
        ("openai", "gpt-99", None),
        ("anthropic", "gpt-5", None),
        ("openrouter", "openai/gpt-5", None),
        ("", "gpt-5", None),
        ("openai]", "gpt-5", None),
    ] {
        assert_eq!(price(own, provider, model), expected, "{provider} {model}");
    }
}

#[test]
fn own_prices_are_checked_line_by_line() {
    let text = "# model input output cached\ngpt-5 1.25 10 0.125\n\nmine 1\nmine 1 free\r\nmine 1 2 3 4x\n\
                mine 1 0.0000000001 2\nmine $99999999999999 1\n";
    let errors: Vec<_> = check_own_prices(text).iter().map(LineError::to_string).collect();
    assert_eq!(
        errors,
        [
            "Line 4: write a model and what a million tokens of input and output cost: model 0.50 2",
            "Line 5: \"free\" is no amount of dollars; write it like 0.10",
            "Line 6: write a model and what a million tokens of input and output cost: model 0.50 2",
            "Line 7: \"0.0000000001\" has more than nine digits after the point",
            "Line 8: \"$99999999999999\" is more than can be counted",
        ]
    );
}

#[test]
fn the_table_can_be_read_to_its_last_line() {
    let (headings, prices): (Vec<_>, Vec<_>) =
        TABLE.lines().filter(|line| !line.starts_with('#')).partition(|line| line.starts_with('['));
    let faults: Vec<_> = prices.iter().filter_map(|line| check_own_prices(line).pop()).collect();
    assert_eq!(faults, []);
    assert_eq!(
        headings,
        ["[openai]", "[anthropic]", "[gemini]", "[mistral]", "[groq]", "[deepseek]", "[xai]", "[together]"]
    );
    let date: Vec<_> =
        prices_as_of().split('-').map(|part| part.parse::<u16>().map(|_| part.len())).collect();
    assert_eq!(date, [Ok(4), Ok(2), Ok(2)]);
}

/// Some of the table's prices. They change with the table.
#[test]
fn prices_of_known_models() {
    let with_context = |price, tokens| Some(Price { context: Some(tokens), ..price });
    for (provider, model, expected) in [
        ("openai", "gpt-4o-mini-2024-07-18", with_context(plainly("0.15", "0.6", "0.075"), 128_000)),
        ("anthropic", "claude-haiku-4-5-20251001", with_context(plainly("1", "5", "0.1"), 200_000)),
        (
            "gemini",
            "models/gemini-2.5-pro",
            Some(Price { long: long(200_000, "2.5", "15", "0.25"), ..plainly("1.25", "10", "0.125") }),
        ),
        ("mistral", "mistral-large-2512", Some(plainly("0.5", "1.5", "0.05"))),
        ("groq", "openai/gpt-oss-20b", with_context(plainly("0.075", "0.3", "0.0375"), 131_072)),
        ("deepseek", "deepseek-v4-pro", with_context(plainly("0.435", "0.87", "0.003625"), 1_000_000)),
        ("xai", "grok-4-latest", with_context(plainly("3", "15", "0.75"), 256_000)),
        ("together", "meta-llama/Llama-3.3-70B-Instruct-Turbo", Some(plainly("0.88", "0.88", "0.88"))),
        ("openai", "gpt-4o-audio-preview", None),
        ("openai", "gpt-5-image", None),
    ] {
        assert_eq!(price("", provider, model), expected, "{provider} {model}");
    }
}

/// A new preset must be thought of here: it is in the page, in the table, or without prices on purpose.
#[test]
fn every_preset_is_thought_of() {
    let without = ["custom", "openrouter", "lm-studio", "ollama", "llama.cpp", "vllm"];
    let forgotten: Vec<_> = Provider::ALL
        .iter()
        .map(|provider| provider.preset().id)
        .filter(|id| !FREE.contains(id) && !without.contains(id) && section(TABLE, id).is_empty())
        .collect();
    assert_eq!(forgotten, Vec::<&str>::new());
    let ids = Provider::ALL.map(|provider| provider.preset().id);
    assert!(FREE.iter().all(|id| ids.contains(id)));
}

#[test]
fn the_readme_names_the_source_of_the_prices() {
    let readme = include_str!("../../../../README.md");
    let commit = TABLE.split_whitespace().nth(6).unwrap();
    assert_eq!((commit.len(), readme.contains(commit), readme.contains(prices_as_of())), (12, true, true));
}
