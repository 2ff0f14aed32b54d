//! Where a model's thinking ends and its answer begins, by the marks that models put round it.
//! Must not know anything of JSON.

/// The marks that end thinking, or begin the answer.
const ENDS: [&str; 6] = ["</think>", "</thinking>", "</reasoning>", "</thought>", "[/THINK]", "<|message|>"];

/// How long the longest of the marks is.
pub(super) const LONGEST: usize = "</reasoning>".len();

/// The marks that begin it.
const BEGINNINGS: [&str; 5] = ["<think>", "<thinking>", "<reasoning>", "<thought>", "[THINK]"];

/// Where the answer begins: behind the last mark. All of the text is thinking where that never ends.
pub(super) fn answer_start(text: &str) -> usize {
    match last_end(text) {
        Some(end) => end,
        None if begins_with_thinking(text) => text.len(),
        None => 0,
    }
}

/// The place behind the last mark that ends thinking.
pub(super) fn last_end(text: &str) -> Option<usize> {
    let behind = |at: usize| {
        let rest = text.get(at..)?;
        ENDS.iter().find(|mark| rest.starts_with(**mark)).map(|mark| at + mark.len())
    };
    let places = text.bytes().enumerate().rev();
    places.filter(|(_, byte)| matches!(byte, b'<' | b'[')).find_map(|(at, _)| behind(at))
}

/// Whether a mark of thinking is the first thing in a text.
pub(super) fn begins_with_thinking(text: &str) -> bool {
    let start = text.trim_start();
    BEGINNINGS.iter().any(|mark| start.starts_with(mark))
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
