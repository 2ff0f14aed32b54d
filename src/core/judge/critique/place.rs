//! The place in an answer that a model names: dotted as places are told to it, as a JSON pointer, or nearly so.

use crate::core::pointer::Pointer;
use serde_json::Value;

/// What the whole answer is called.
const WHOLE: [&str; 8] = ["", "/", "#", "$", ".", "answer", "the answer", "root"];

/// The place in the answer that is named, if it is there.
pub(super) fn place(named: &str, answer: &Value) -> Option<Pointer> {
    let named = named.trim().trim_matches(['"', '`', '\'']);
    let found = steps(named).and_then(|steps| walk(&steps, answer));
    let is_whole = || WHOLE.iter().any(|whole| named.eq_ignore_ascii_case(whole));
    found.or_else(|| is_whole().then(Pointer::root))
}

/// The pointer to where the steps lead, if they lead anywhere.
fn walk(steps: &[String], answer: &Value) -> Option<Pointer> {
    let (mut pointer, mut value) = (Pointer::root(), answer);
    for step in steps {
        value = match value {
            Value::Object(members) => {
                pointer.push_key(step);
                members.get(step)?
            }
            Value::Array(items) => {
                let index = step.parse().ok()?;
                pointer.push_index(index);
                items.get(index)?
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return None,
        };
    }
    Some(pointer)
}

/// The steps that a name is made of, in either notation.
fn steps(named: &str) -> Option<Vec<String>> {
    if let Some(pointer) = named.strip_prefix('#').unwrap_or(named).strip_prefix('/') {
        return Some(pointer.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect());
    }
    let mut steps = Vec::new();
    let mut rest = match named.strip_prefix('$') {
        Some(rest) if rest.starts_with(['.', '[']) => rest,
        Some(_) | None => named,
    };
    while !rest.is_empty() {
        let (step, further) = match rest.strip_prefix('[') {
            Some(inside) => bracketed(inside)?,
            None => {
                let name = rest.strip_prefix('.').unwrap_or(rest);
                let (name, further) = name.split_at(name.find(['.', '[']).unwrap_or(name.len()));
                if name.is_empty() {
                    return None;
                }
                (name.to_owned(), further)
            }
        };
        steps.push(step);
        rest = further;
    }
    Some(steps)
}

/// The step that ends with the next bracket, a position or a key in quotes, and what follows.
fn bracketed(inside: &str) -> Option<(String, &str)> {
    let Some(quote @ ('"' | '\'')) = inside.chars().next() else {
        let (position, further) = inside.split_once(']')?;
        return Some((position.trim().to_owned(), further));
    };
    let mut is_escaped = false;
    let end = inside.char_indices().skip(1).find(|(_, character)| {
        let is_end = *character == quote && !is_escaped;
        is_escaped = *character == '\\' && !is_escaped;
        is_end
    });
    let (key, further) = inside.split_at_checked(end?.0 + 1)?;
    let key = match quote {
        '"' => serde_json::from_str::<Value>(key).ok()?.as_str()?.to_owned(),
        _ => key.trim_matches(quote).to_owned(),
    };
    Some((key, further.strip_prefix(']')?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_place_is_found_however_it_is_named() {
        let answer = json!({
            "lines": [{"sku": "a"}, {"sku": "b", "unit-price": 1}],
            "a.b": {"c]\"": 1, "it's": 2},
            "x/y~": {"": null},
            "0": {"root": [[true]]}
        });
        for (named, expected) in [
            ("lines[1].sku", Some("/lines/1/sku")),
            ("\"lines[1].sku\"", Some("/lines/1/sku")),
            (" `lines` ", Some("/lines")),
            ("$.lines[1].sku", Some("/lines/1/sku")),
            ("$['lines'][1]", Some("/lines/1")),
            ("lines.1.sku", Some("/lines/1/sku")),
            ("/lines/1/sku", Some("/lines/1/sku")),
            ("#/lines/1/sku", Some("/lines/1/sku")),
            ("lines[1][\"unit-price\"]", Some("/lines/1/unit-price")),
            ("lines[1].unit-price", Some("/lines/1/unit-price")),
            ("[\"a.b\"][\"c]\\\"\"]", Some("/a.b/c]\"")),
            ("/a.b/it's", Some("/a.b/it's")),
            ("/x~1y~0/", Some("/x~1y~0/")),
            ("[\"x/y~\"][\"\"]", Some("/x~1y~0/")),
            ("0.root[0][0]", Some("/0/root/0/0")),
            ("", Some("")),
            ("/", Some("")),
            ("$", Some("")),
            ("The answer", Some("")),
            ("root", Some("")),
            ("lines[2].sku", None),
            ("lines[-1]", None),
            ("lines[0..1].sku", None),
            ("lines[1", None),
            ("lines[", None),
            ("lines[\"", None),
            ("lines[\"sku\"", None),
            ("lines..sku", None),
            ("lines[0].sku.length", None),
            ("Lines", None),
            ("line 3 of the answer", None),
            ("[é", None),
        ] {
            let found = place(named, &answer).map(|pointer| pointer.to_json_pointer());
            assert_eq!(found.as_deref(), expected, "{named}");
        }
    }

    /// As places are told, so they are understood.
    #[test]
    fn every_place_is_found_as_it_is_told() {
        let answer = json!({"a": [{"b c": {"d\"]'\\": [1]}}, []], "ä[0]": {"~": 1, "": {"0": 1}}});
        let mut told = vec![(Pointer::root(), &answer)];
        let mut count = 0;
        while let Some((pointer, value)) = told.pop() {
            assert_eq!(place(&pointer.to_string(), &answer).as_ref(), Some(&pointer), "{pointer}");
            assert_eq!(place(&pointer.to_json_pointer(), &answer), Some(pointer.clone()), "{pointer}");
            count += 1;
            match value {
                Value::Object(members) => {
                    told.extend(members.iter().map(|(key, value)| (pointer.key(key), value)))
                }
                Value::Array(items) => {
                    told.extend(items.iter().zip(0..).map(|(value, index)| (pointer.index(index), value)))
                }
                Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
            }
        }
        assert_eq!(count, 11);
    }
}
