//! Code fences in a text: where their content stands.

use std::ops::Range;

/// One code fence.
pub(super) struct Fence {
    /// Whether it says that it holds JSON.
    pub is_json: bool,
    /// Its content, in bytes of the whole text.
    pub content: Range<usize>,
}

/// The fences in a part of a text, in order. One that is never closed runs to the end of the part.
/// A fence may open and close in the middle of a line, since models write it so.
pub(super) fn fences(text: &str, part: Range<usize>) -> Vec<Fence> {
    let mut fences = Vec::new();
    let mut rest = part;
    while let Some((opening, mark)) = find_mark(text, rest.clone()) {
        let after = opening + mark.len();
        let language = text[after..rest.end]
            .bytes()
            .take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
            .count();
        let is_json = text[after..after + language].to_ascii_lowercase().starts_with("json");
        let start = after + language;
        let end = text[start..rest.end].find(mark).map(|position| start + position);
        fences.push(Fence { is_json, content: start..end.unwrap_or(rest.end) });
        let Some(end) = end else { break };
        rest.start = end + mark.len();
    }
    fences
}

fn find_mark(text: &str, part: Range<usize>) -> Option<(usize, &'static str)> {
    ["```", "~~~"]
        .into_iter()
        .filter_map(|mark| Some((part.start + text[part.clone()].find(mark)?, mark)))
        .min()
}
