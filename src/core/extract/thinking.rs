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

/// Where the JSON string opens that a mark stands in: behind the quote before it, and before the quote that
/// follows, stand the signs that stand round a string.
fn string_around(text: &str, mark: &Range<usize>) -> Option<usize> {
    let before = text.get(..mark.start)?;
    let behind = text.get(mark.end..)?;
    let is_escaped = |at: usize, text: &str| {
        let backslashes = text.bytes().take(at).rev().take_while(|byte| *byte == b'\\').count();
        backslashes % 2 == 1
    };
    let opening = before.rmatch_indices('"').map(|(at, _)| at).find(|at| !is_escaped(*at, before))?;
    let closing = behind.match_indices('"').map(|(at, _)| at).find(|at| !is_escaped(*at, behind))?;
    let is_opening = before.get(..opening)?.trim_end().ends_with(['{', '[', ',', ':']);
    let is_closing = behind.get(closing + 1..)?.trim_start().starts_with(['}', ']', ',', ':']);
    let is_line = !before.get(opening..)?.contains('\n') && !behind.get(..closing)?.contains('\n');
    (is_opening && is_closing && is_line).then_some(opening)
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
            (r#"<think>5" wide</think>{"a": "b"}"#, r#"{"a": "b"}"#),
            (r#"<think>Say "a, b:"</think>["c"]"#, r#"["c"]"#),
            ("<think>[\"a</think>\n[\"b\"]", "\n[\"b\"]"),
        ] {
            assert_eq!(text.get(answer_start(text)..), Some(expected), "{text}");
        }
    }
}
