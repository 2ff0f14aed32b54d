//! Where a model's thinking ends and its answer begins, by the marks that models put round it.
//! Must not know anything of JSON.

/// The marks that end thinking, or begin the answer.
const ENDS: [&str; 6] = ["</think>", "</thinking>", "</reasoning>", "</thought>", "[/THINK]", "<|message|>"];

/// The marks that begin it.
const BEGINNINGS: [&str; 5] = ["<think>", "<thinking>", "<reasoning>", "<thought>", "[THINK]"];

/// Where the answer begins: behind the last mark. All of the text is thinking where that never ends.
pub(super) fn answer_start(text: &str) -> usize {
    let behind = |mark: &&str| text.len() - text.split(*mark).last().map_or(0, str::len);
    let end = ENDS.iter().map(behind).max().unwrap_or(0);
    let is_unended = || BEGINNINGS.iter().any(|mark| text.trim_start().starts_with(mark));
    if end == 0 && is_unended() { text.len() } else { end }
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
        ] {
            assert_eq!(text.get(answer_start(text)..), Some(expected), "{text}");
        }
    }
}
