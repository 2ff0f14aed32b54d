//! Which parameter is refused.

use super::super::error_body::ErrorBody;
use super::Complaint;

/// The parameters that a call can have, and whether each says what form the answer must have. Those that
/// are words of everyday speech come after those that are not.
const PARAMETERS: [(&str, bool); 26] = [
    ("max_completion_tokens", false),
    ("max_tokens", false),
    ("num_predict", false),
    ("random_seed", false),
    ("response_format", true),
    ("output_config", true),
    ("tool_choice", true),
    ("tool choice", true),
    ("json_schema", true),
    ("json schema", true),
    ("json_object", true),
    ("input_schema", true),
    ("grammar", true),
    ("stream_options", false),
    ("reasoning_effort", false),
    ("chat_template_kwargs", false),
    ("require_parameters", false),
    ("num_ctx", false),
    ("temperature", false),
    ("seed", false),
    ("tools", true),
    ("strict", true),
    ("format", true),
    ("thinking", false),
    ("reasoning", false),
    ("stream", false),
];
/// What a complaint can name besides: who speaks in a turn, a schema that is called nothing else, and what
/// the browser's own model calls one.
const OTHERS: [&str; 3] = [ROLE, SCHEMA, RESPONSE_CONSTRAINT];
pub(super) const ROLE: &str = "role";
const SCHEMA: &str = "schema";
pub(in super::super) const RESPONSE_CONSTRAINT: &str = "responseConstraint";
/// Where the words of everyday speech begin.
const EVERYDAY: usize = 20;

/// The parameter that is refused: the one that the server names apart, or the first in its words.
pub(super) fn refused(words: &str, error: &ErrorBody) -> Option<Complaint> {
    let first = |text: &str, is_meant: &dyn Fn(usize, usize, &str) -> bool| {
        let entries = PARAMETERS.into_iter().enumerate();
        let named = entries.filter_map(|(rank, entry)| {
            let position = find_word(text, entry.0)?;
            is_meant(rank, position, entry.0).then_some((position, entry))
        });
        named.min_by_key(|(position, _)| *position)
    };
    let apart = error.parameter.to_ascii_lowercase();
    let is_marked = |rank, position, name: &str| rank < EVERYDAY || is_marked_out(words, position, name);
    // Whatever else is said of a schema, it is the one that was sent.
    let schema = || words.contains("schema").then_some((0, (SCHEMA, true)));
    let first = first(&apart, &|_, _, _| true).or_else(|| first(words, &is_marked)).or_else(schema);
    first.map(|(_, (parameter, says_form))| match says_form {
        true => Complaint::ModeRefused { parameter },
        false => Complaint::ParameterRefused { parameter },
    })
}

/// The parameter of this name, of all that a complaint can name.
pub(super) fn named(name: &str) -> Option<&'static str> {
    PARAMETERS.into_iter().map(|(parameter, _)| parameter).chain(OTHERS).find(|parameter| *parameter == name)
}

/// Whether a word is meant as a name: in quotes, before a colon, or as what is not supported.
fn is_marked_out(words: &str, position: usize, word: &str) -> bool {
    let before = words.get(..position).unwrap_or_default();
    let after = words.get(position + word.len()..).unwrap_or_default();
    before.ends_with(['\'', '"', '`', '.'])
        || after.starts_with([':', '.']) && after.len() > 1
        || ["support ", "model: ", "supplied: ", "parameter: ", "argument: "]
            .iter()
            .any(|end| before.ends_with(end))
}

/// Where a word stands for itself in a text, and not in a longer one.
fn find_word(text: &str, word: &str) -> Option<usize> {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.match_indices(word).map(|(position, _)| position).find(|position| {
        let before = text.get(..*position).unwrap_or_default();
        let after = text.get(position + word.len()..).unwrap_or_default();
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}
