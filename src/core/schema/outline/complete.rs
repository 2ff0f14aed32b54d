//! What may be written at the caret of a schema's text, finished or not.

use super::field::FieldKind;
use super::locate::{Place, place_at};
use super::notation::Notation;
use super::vocabulary::{
    BOOLEANS, DRAFTS, Domain, FIELD_KEYS, FORM_KEYS, KEYWORDS, RULE_KEYS, SEVERITIES, Sketch, TYPES, Word,
    formats,
};
use super::written::{What, Written, name_of};
use crate::core::schema::keywords::{Holds, keyword};
use serde_json::Value;

/// What may be written at the caret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// Where what it takes the place of begins.
    pub start: Place,
    /// Where that ends, in bytes.
    pub end: usize,
    /// Whether the caret is in a string: somebody is typing one of these.
    pub is_typing: bool,
    /// What may stand there, the likeliest first.
    pub suggestions: Vec<Suggestion>,
}

/// What may stand at the caret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What is read of it.
    pub label: String,
    /// What is written.
    pub text: String,
    /// Where in that the caret is afterwards, in bytes.
    pub caret: usize,
    /// What it means, in a line.
    pub meaning: String,
}

/// What belongs at a place of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Belongs {
    /// A JSON Schema, or an array of them.
    Schema,
    /// Schemas by name.
    Schemas,
    /// The field form itself.
    Form,
    /// A field of it, or an array of fields.
    Field,
    /// Fields by name.
    Fields,
    /// Rules, or one of them.
    Rules,
    /// Whatever the keyword of this place among the words takes.
    Keyword,
    /// Nothing that is known.
    Unknown,
}

/// Where the caret is.
struct Spot<'w> {
    /// The object around it.
    object: Option<&'w Written>,
    /// What belongs where that object stands.
    belongs: Belongs,
    /// The key whose value is meant; none where a key is.
    key: Option<String>,
    /// The array around it, if it is in one.
    array: Option<&'w Written>,
    /// The word at the caret, if there is one.
    word: Option<(usize, usize)>,
}

/// What may be written at a caret, so many bytes into the text.
pub fn complete(text: &str, caret: usize) -> Completion {
    let document = Written::read(text);
    let root = match Notation::of(&document) {
        Notation::Fields => Belongs::Form,
        Notation::JsonSchema => Belongs::Schema,
    };
    let mut spot = Spot { object: None, belongs: root, key: None, array: None, word: None };
    descend(&document, root, caret, text, &mut spot);
    let (start, end) = range(text, caret, spot.word);
    let typed = text.get(start..caret).unwrap_or_default();
    let is_closed = typed.len() > 1 && typed.ends_with('"');
    let is_typing = typed.starts_with('"') && !is_closed;
    let typed = typed.trim_start_matches('"').to_lowercase();
    let behind = text.get(end..).unwrap_or_default().trim_start();
    let words = match &spot.key {
        None => keys(&spot).into_iter().map(|word| of_key(&word, behind.starts_with(':'))).collect(),
        Some(key) => values(&document, &spot, key),
    };
    let mut suggestions: Vec<Suggestion> =
        words.into_iter().filter(|suggestion| suggestion.label.to_lowercase().contains(&typed)).collect();
    suggestions.sort_by_key(|suggestion| !suggestion.label.to_lowercase().starts_with(&typed));
    if suggestions.iter().all(|suggestion| suggestion.label.to_lowercase() == typed) {
        suggestions.clear();
    }
    Completion { start: place_at(text, start), end, is_typing, suggestions }
}

/// Goes to the caret as deep as it is, and notes what is around it.
fn descend<'w>(value: &'w Written, belongs: Belongs, caret: usize, text: &str, spot: &mut Spot<'w>) {
    match &value.what {
        What::Object(members) => {
            (spot.object, spot.belongs, spot.key, spot.array) = (Some(value), belongs, None, None);
            for member in members {
                if touches(&member.key_span, caret) {
                    spot.word = Some((member.key_span.start, member.key_span.end));
                    return;
                }
                if stands_in(&member.value, caret, text) {
                    let key = member.name();
                    let inside = below(belongs, &key);
                    spot.key = Some(key);
                    return descend(&member.value, inside, caret, text, spot);
                }
            }
        }
        What::Array(items) => {
            spot.array = Some(value);
            if let Some(item) = items.iter().find(|item| stands_in(item, caret, text)) {
                descend(item, belongs, caret, text, spot);
            }
        }
        What::Scalar(_) => spot.word = Some((value.span.start, value.span.end)),
        What::Missing => {}
    }
}

fn touches(span: &std::ops::Range<usize>, caret: usize) -> bool {
    // Before its first quote the caret is not in a string.
    span.start < caret && caret <= span.end
}

fn stands_in(value: &Written, caret: usize, text: &str) -> bool {
    match &value.what {
        What::Missing => value.span.start <= caret && caret <= value.span.end,
        What::Scalar(_) => touches(&value.span, caret) || value.span.start == caret,
        What::Object(_) | What::Array(_) => {
            let written = text.get(value.span.clone()).unwrap_or_default();
            let is_open = written.len() < 2 || !written.ends_with(['}', ']']);
            value.span.start < caret && (caret < value.span.end || is_open && caret <= value.span.end)
        }
    }
}

/// What a word at the caret goes from and to. A string that is not closed yet seems to go on until another begins.
fn range(text: &str, caret: usize, word: Option<(usize, usize)>) -> (usize, usize) {
    let Some((start, end)) = word else { return (caret, caret) };
    let rest = text.get(caret..end).unwrap_or_default();
    let is_whole = rest.ends_with('"') || rest.is_empty();
    let is_word = |character: char| character.is_alphanumeric() || "_-$#/\"".contains(character);
    (start, if is_whole && rest.chars().all(is_word) { end } else { caret })
}

/// What belongs under a key, or among the items, of what belongs at a place.
fn below(belongs: Belongs, key: &str) -> Belongs {
    match belongs {
        Belongs::Schema if RULE_LISTS.contains(&key) => Belongs::Rules,
        Belongs::Schema => match keyword(key).map(|keyword| keyword.holds) {
            Some(Holds::Schema | Holds::Array | Holds::SchemaOrArray) => Belongs::Schema,
            Some(Holds::Named) => Belongs::Schemas,
            Some(Holds::NoSchema) => Belongs::Keyword,
            None => in_wrapper(key),
        },
        Belongs::Schemas => Belongs::Schema,
        Belongs::Fields => Belongs::Field,
        Belongs::Form | Belongs::Field => match key {
            "fields" | "definitions" => Belongs::Fields,
            "items" | "anyOf" => Belongs::Field,
            "rules" => Belongs::Rules,
            _ => Belongs::Keyword,
        },
        Belongs::Rules => Belongs::Keyword,
        Belongs::Keyword | Belongs::Unknown => in_wrapper(key),
    }
}

const RULE_LISTS: [&str; 2] = ["x-rules", "x-kubernetes-validations"];

/// What belongs under a key of what schemas stand in.
fn in_wrapper(key: &str) -> Belongs {
    match key {
        "schema" | "parameters" | "input_schema" | "inputSchema" | "outputSchema" | "responseSchema" => {
            Belongs::Schema
        }
        "schemas" | "$defs" | "definitions" => Belongs::Schemas,
        _ => Belongs::Unknown,
    }
}

/// The keys that an object has room for.
fn keys(spot: &Spot) -> Vec<Word> {
    let Some(object) = spot.object else { return Vec::new() };
    let words: &[Word] = match spot.belongs {
        Belongs::Schema => &KEYWORDS,
        Belongs::Form => &FORM_KEYS,
        Belongs::Field => &FIELD_KEYS,
        Belongs::Rules => &RULE_KEYS,
        Belongs::Schemas | Belongs::Fields | Belongs::Keyword | Belongs::Unknown => &[],
    };
    let notation = if spot.belongs == Belongs::Schema { Notation::JsonSchema } else { Notation::Fields };
    let (kind, _) = notation.kind(object, false);
    let domain = match kind {
        FieldKind::Text => Some(Domain::Text),
        FieldKind::Number | FieldKind::Integer => Some(Domain::Number),
        FieldKind::Object => Some(Domain::Object),
        FieldKind::Array => Some(Domain::Array),
        FieldKind::Choice => Some(Domain::Choice),
        FieldKind::Boolean => Some(Domain::Any),
        FieldKind::Other => None,
    };
    // What is being typed is there, too, and may be meant.
    let is_there = |name: &str| {
        let mut others = object
            .members()
            .iter()
            .filter(|member| spot.word.is_none_or(|(start, _)| start != member.key_span.start));
        others.any(|member| member.name() == name)
    };
    let fits = |word: &&Word| word.domain == Domain::Any || domain.is_none_or(|domain| domain == word.domain);
    let mut found: Vec<_> = words.iter().filter(fits).filter(|word| !is_there(word.name)).copied().collect();
    if domain.is_some() {
        found.sort_by_key(|word| word.domain == Domain::Any);
    }
    found
}

/// What the key of an object may be set to.
fn values(document: &Written, spot: &Spot, key: &str) -> Vec<Suggestion> {
    let of = |words: &[(&str, &str)]| words.iter().map(|(name, meaning)| of_text(name, meaning)).collect();
    let is_schema = spot.belongs == Belongs::Schema;
    match (spot.belongs, key) {
        (Belongs::Schema | Belongs::Field, "type") => {
            let types = TYPES.iter().filter(|(name, _)| match *name {
                "null" => is_schema,
                "enum" => !is_schema,
                _ => true,
            });
            let named = spot.array.map(Written::items).unwrap_or_default();
            let is_new = |name: &str| !named.iter().any(|known| known.string().as_deref() == Some(name));
            types.filter(|(name, _)| is_new(name)).map(|(name, meaning)| of_text(name, meaning)).collect()
        }
        (Belongs::Schema | Belongs::Field, "format") => {
            formats().iter().map(|(name, meaning)| of_text(name, meaning)).collect()
        }
        (Belongs::Schema, "$schema") => of(&DRAFTS),
        (Belongs::Schema, "$ref") => {
            let mut found = vec![of_text("#", "the whole schema")];
            for path in [&["$defs"][..], &["definitions"], &["components", "schemas"]] {
                let named = path.iter().try_fold(document, |value, key| value.get(key));
                for member in named.map(Written::members).unwrap_or_default() {
                    let name = member.name().replace('~', "~0").replace('/', "~1");
                    found.push(of_text(
                        &format!("#/{}/{name}", path.join("/")),
                        "a definition of this document",
                    ));
                }
            }
            found
        }
        (Belongs::Field, "ref") => {
            let named = document.get("definitions").map(Written::members).unwrap_or_default();
            named.iter().map(|member| of_text(&member.name(), "a definition of this document")).collect()
        }
        (Belongs::Schema, "required") => {
            let properties = spot.object.and_then(|object| object.get("properties"));
            let named = spot.array.map(Written::items).unwrap_or_default();
            let is_new = |name: &str| {
                let others =
                    named.iter().filter(|item| spot.word.is_none_or(|(start, _)| start != item.span.start));
                !others.into_iter().any(|known| known.string().as_deref() == Some(name))
            };
            let names =
                properties.map(Written::members).unwrap_or_default().iter().map(|member| member.name());
            names.filter(|name| is_new(name)).map(|name| of_text(&name, "a property")).collect()
        }
        (Belongs::Rules, "severity") => of(&SEVERITIES),
        (
            Belongs::Schema | Belongs::Form | Belongs::Field,
            "uniqueItems"
            | "additionalProperties"
            | "unevaluatedProperties"
            | "unevaluatedItems"
            | "deprecated"
            | "readOnly"
            | "writeOnly"
            | "nullable"
            | "optional"
            | "grounded"
            | "additional",
        ) => BOOLEANS.iter().map(|(name, meaning)| plain(name, meaning)).collect(),
        (
            Belongs::Schema
            | Belongs::Schemas
            | Belongs::Form
            | Belongs::Field
            | Belongs::Fields
            | Belongs::Rules
            | Belongs::Keyword
            | Belongs::Unknown,
            _,
        ) => Vec::new(),
    }
}

fn of_key(word: &Word, has_colon: bool) -> Suggestion {
    let key = Value::from(word.name).to_string();
    let (text, caret) = match word.sketch {
        _ if has_colon => (key.clone(), key.len()),
        Sketch::Text => (format!("{key}: \"\""), key.len() + 3),
        Sketch::Object => (format!("{key}: {{}}"), key.len() + 3),
        Sketch::Array => (format!("{key}: []"), key.len() + 3),
        Sketch::Number => (format!("{key}: "), key.len() + 2),
        Sketch::True => (format!("{key}: true"), key.len() + 6),
        Sketch::False => (format!("{key}: false"), key.len() + 7),
    };
    Suggestion { label: word.name.to_owned(), text, caret, meaning: word.meaning.to_owned() }
}

fn of_text(name: &str, meaning: &str) -> Suggestion {
    let text = Value::from(name).to_string();
    Suggestion { label: name_of(&text), caret: text.len(), text, meaning: meaning.to_owned() }
}

fn plain(name: &str, meaning: &str) -> Suggestion {
    Suggestion {
        label: name.to_owned(),
        text: name.to_owned(),
        caret: name.len(),
        meaning: meaning.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `|` is the caret; gives what the first suggestions are called, and the text with the first one in it.
    #[track_caller]
    fn check(marked: &str, is_typing: bool, labels: &[&str], taken: &str) {
        let caret = marked.find('|').unwrap();
        let text = marked.replace('|', "");
        let completion = complete(&text, caret);
        let found: Vec<_> = completion.suggestions.iter().map(|found| found.label.as_str()).collect();
        let shown: Vec<_> = found.iter().take(labels.len().max(1)).copied().collect();
        assert_eq!((shown.as_slice(), completion.is_typing), (labels, is_typing), "{marked}: {found:?}");
        if let Some(first) = completion.suggestions.first() {
            let mut written = text.clone();
            let mut inserted = first.text.clone();
            inserted.insert(first.caret, '|');
            written.replace_range(completion.start.offset..completion.end, &inserted);
            assert_eq!(written, taken, "{marked}");
        }
    }

    #[test]
    fn keywords_that_fit() {
        check(r#"{"ty|"#, true, &["type"], r#"{"type": "|""#);
        check(r#"{"ty|}"#, true, &["type"], r#"{"type": "|"}"#);
        check(r#"{"ty|": 1}"#, true, &["type"], r#"{"type"|: 1}"#);
        check(
            r#"{"type": "string", |}"#,
            false,
            &["minLength", "maxLength", "pattern"],
            r#"{"type": "string", "minLength": |}"#,
        );
        check(
            r#"{"type": "array", "m|"}"#,
            true,
            &["minItems", "maxItems"],
            r#"{"type": "array", "minItems": |}"#,
        );
        check(r#"{"properties": {"|": {}}}"#, true, &[], "");
        check(
            "{\"properties\": {\"a\": {\"forma|\n}}}",
            true,
            &["format"],
            "{\"properties\": {\"a\": {\"format\": \"|\"\n}}}",
        );
        check(r#"{"items": [{"enu|"}]}"#, true, &["enum"], r#"{"items": [{"enum": [|]}]}"#);
        check(
            r#"{"json_schema": {"schema": {"requ|"}}}"#,
            true,
            &["required"],
            r#"{"json_schema": {"schema": {"required": [|]}}}"#,
        );
        check(r#"{"default": {"ty|"}}"#, true, &[], "");
        check(
            r#"{"x-rules": [{"mess|"}]}"#,
            true,
            &["message", "messageExpression"],
            r#"{"x-rules": [{"message": "|"}]}"#,
        );
        check(
            r#"{"fields": {"a": {"opt|"}}}"#,
            true,
            &["optional"],
            r#"{"fields": {"a": {"optional": true|}}}"#,
        );
        check(r#"{"fields": {}, "lab|"}"#, true, &["label"], r#"{"fields": {}, "label": "|"}"#);
    }

    #[test]
    fn values_that_fit() {
        check(r#"{"type": |}"#, false, &["string", "number", "integer"], r#"{"type": "string"|}"#);
        check(r#"{"type": "in|"}"#, true, &["integer", "string"], r#"{"type": "integer"|}"#);
        check(
            r#"{"type": ["string", "n|"]}"#,
            true,
            &["number", "null"],
            r#"{"type": ["string", "number"|]}"#,
        );
        check(r#"{"format": "date|"}"#, true, &["date-time", "date"], r#"{"format": "date-time"|}"#);
        check(
            r##"{"$ref": "#/|", "$defs": {"a/b": {}}}"##,
            true,
            &["#/$defs/a~1b"],
            r##"{"$ref": "#/$defs/a~1b"|, "$defs": {"a/b": {}}}"##,
        );
        check(
            r#"{"properties": {"a": {}, "b": {}}, "required": ["a", |]}"#,
            false,
            &["b"],
            r#"{"properties": {"a": {}, "b": {}}, "required": ["a", "b"|]}"#,
        );
        check(r#"{"uniqueItems": |}"#, false, &["true", "false"], r#"{"uniqueItems": true|}"#);
        check(
            r#"{"fields": {"a": {"type": "e|"}}}"#,
            true,
            &["enum"],
            r#"{"fields": {"a": {"type": "enum"|}}}"#,
        );
        check(r#"{"type": "string"|}"#, false, &[], "");
        check(r#"{"enum": ["|"]}"#, true, &[], "");
        check("|", false, &[], "");
    }

    #[test]
    fn every_caret_of_any_text_has_an_answer() {
        let text = "{\"a\": [{\"é\": \"type, \n\"type\": \"string}, // x\n\"properties\": {\"b\": ";
        for caret in 0..=text.len() + 1 {
            let completion = complete(text, caret);
            assert!(completion.start.offset <= completion.end, "{caret}");
        }
    }
}
