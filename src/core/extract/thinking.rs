//! Where a model's thinking ends and its answer begins, by the marks that models put round it.
//! Must not know anything of JSON, but what stands round its strings: a mark in one marks nothing.

use std::ops::Range;

/// The marks that end thinking, or begin the answer.
const ENDS: [&str; 6] = ["</think>", "</thinking>", "</reasoning>", "</thought>", "[/THINK]", "<|message|>"];

/// The marks that begin it.
const BEGINNINGS: [&str; 5] = ["<think>", "<thinking>", "<reasoning>", "<thought>", "[THINK]"];

/// Where the answer begins: behind the last mark that is none of a string's. All of the text is thinking
/// where that never ends.
pub(super) fn answer_start(text: &str) -> usize {
    let mut rest = text;
    while let Some(mark) = last_end(rest) {
        match string_around(text, &mark) {
            Some(opening) => rest = text.get(..opening).unwrap_or_default(),
            None => return mark.end,
        }
    }
    let is_unended = BEGINNINGS.iter().any(|mark| text.trim_start().starts_with(mark));
    if is_unended { text.len() } else { 0 }
}

/// The last mark that ends thinking.
fn last_end(text: &str) -> Option<Range<usize>> {
    text.rmatch_indices(['>', ']']).find_map(|(last, _)| {
        let until = text.get(..=last)?;
        let mark = ENDS.iter().find(|mark| until.ends_with(**mark))?;
        Some(until.len() - mark.len()..until.len())
    })
}

/// Where the JSON string opens that a mark stands in: on its line, behind the quote before it and before the
/// one that follows, stand the signs that stand round a string, or the text ends there.
fn string_around(text: &str, mark: &Range<usize>) -> Option<usize> {
    let before = text.get(..mark.start)?;
    let behind = text.get(mark.end..)?;
    // Only the last quote of each kind may have opened it.
    let mut quotes = vec![b'"', b'\''];
    for (at, byte) in before.bytes().enumerate().rev().take_while(|(_, byte)| *byte != b'\n') {
        let Some(kind) = quotes.iter().position(|quote| *quote == byte && !is_escaped(before, at)) else {
            continue;
        };
        quotes.swap_remove(kind);
        let is_opening = before.get(..at)?.trim_end().ends_with(['{', '[', ',', ':']);
        if is_opening && is_closed(behind, byte) {
            return Some(at);
        }
    }
    None
}

/// Whether a string of these quotes, which is open where the text begins, ends on the line.
fn is_closed(text: &str, quote: u8) -> bool {
    let line = text.bytes().enumerate().take_while(|(_, byte)| *byte != b'\n');
    let closing = line.into_iter().find(|(at, byte)| *byte == quote && !is_escaped(text, *at));
    match closing.and_then(|(at, _)| text.get(at + 1..)) {
        Some(rest) => rest.trim_start().is_empty() || rest.trim_start().starts_with(['}', ']', ',', ':']),
        // The text is cut within it.
        None => !text.contains('\n'),
    }
}

fn is_escaped(text: &str, at: usize) -> bool {
    text.bytes().take(at).rev().take_while(|byte| *byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answer_stands_behind_the_last_mark() {
        for (text, expected) in [
            ("answer", "answer"),
            ("<think>a</think>b", "b"),
            ("a</think>b", "b"),
            ("<thinking>a</thinking>b", "b"),
            ("<reasoning>a</reasoning>b", "b"),
            ("[THINK]a[/THINK]b", "b"),
            ("<|channel|>analysis<|message|>a<|end|><|channel|>final<|message|>b", "b"),
            (" <think>never ends", ""),
            ("what <think> means", "what <think> means"),
            (r#"So {"a": "</think>"}"#, r#"So {"a": "</think>"}"#),
            (r#"<think>a</think>["b", "c \" </think></think>"]"#, r#"["b", "c \" </think></think>"]"#),
            (r#"So {"a": "it's </think>"#, r#"So {"a": "it's </think>"#),
            (r#"So {'a': '5" </think>'}"#, r#"So {'a': '5" </think>'}"#),
            (r#"<think>["a", "b"]</think>{'c': 1}"#, "{'c': 1}"),
            (r#"<think>5" wide</think>{"a": "b"}"#, r#"{"a": "b"}"#),
            (r#"<think>Say "a, b:"</think>["c"]"#, r#"["c"]"#),
            ("<think>[\"a</think>\n[\"b\"]", "\n[\"b\"]"),
        ] {
            assert_eq!(text.get(answer_start(text)..), Some(expected), "{text}");
        }
    }
}
