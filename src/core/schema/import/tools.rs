//! Tools as providers and MCP describe them: a schema for what a model gives to each.

use serde_json::{Map, Value};
use std::collections::HashSet;

/// One schema of a tool.
#[derive(Debug, PartialEq)]
pub(super) struct ToolSchema<'v> {
    /// What it is chosen by; no two of a list are the same.
    pub name: String,
    pub schema: &'v Value,
    /// The name of the tool, if it has one.
    pub label: Option<&'v str>,
    pub description: Option<&'v str>,
    /// What the tool is, to follow "Taken out of".
    pub kind: &'static str,
}

/// The schemas of an array of tools, those without one left out.
pub(super) fn in_list(list: &[Value]) -> Vec<ToolSchema<'_>> {
    with_distinct_names(list.iter().filter_map(in_element).flatten().collect())
}

/// The schemas of a tool, or of what holds an array of tools: a request or the result of `tools/list`.
/// None where the object is neither.
pub(super) fn in_object(object: &Map<String, Value>) -> Option<Vec<ToolSchema<'_>>> {
    match list(object) {
        Some(list) => Some(in_list(list)),
        None => tool(object),
    }
}

/// The array of tools in a request or a result.
fn list(object: &Map<String, Value>) -> Option<&Vec<Value>> {
    let result = object.get("result").and_then(Value::as_object).unwrap_or(object);
    ["tools", "functions", "functionDeclarations", "function_declarations"]
        .into_iter()
        .find_map(|key| result.get(key)?.as_array())
}

/// An element of an array of tools: one tool, or the declarations of several that Gemini puts there.
fn in_element(element: &Value) -> Option<Vec<ToolSchema<'_>>> {
    let element = element.as_object()?;
    match ["functionDeclarations", "function_declarations"].into_iter().find_map(|key| element.get(key)) {
        Some(declarations) => {
            let declarations = declarations.as_array()?.iter().filter_map(Value::as_object);
            Some(declarations.filter_map(tool).flatten().collect())
        }
        None => tool(element),
    }
}

/// The schemas of one tool. A tool of MCP may have two; that of its input comes first, since that is
/// what a model writes.
fn tool(object: &Map<String, Value>) -> Option<Vec<ToolSchema<'_>>> {
    if let Some(function) = object.get("function").and_then(Value::as_object) {
        return Some(schemas(function, &[("parameters", "")], "an OpenAI tool"));
    }
    let is_function = object.get("type").and_then(Value::as_str) == Some("function");
    let has = |key| object.get(key).is_some_and(Value::is_object);
    if has("input_schema") {
        Some(schemas(object, &[("input_schema", "")], "an Anthropic tool"))
    } else if has("inputSchema") && has("outputSchema") {
        Some(schemas(object, &[("inputSchema", " input"), ("outputSchema", " output")], "an MCP tool"))
    } else if has("inputSchema") {
        Some(schemas(object, &[("inputSchema", "")], "an MCP tool"))
    } else if has("parametersJsonSchema") {
        Some(schemas(object, &[("parametersJsonSchema", "")], "a Gemini function"))
    } else if is_function {
        Some(schemas(object, &[("parameters", "")], "an OpenAI Responses tool"))
    } else if has("parameters") && object.contains_key("name") {
        Some(schemas(object, &[("parameters", "")], "a function declaration"))
    } else {
        None
    }
}

/// The schemas under these keys, each named by the tool and what the key adds to that.
fn schemas<'v>(
    tool: &'v Map<String, Value>,
    keys: &[(&str, &str)],
    kind: &'static str,
) -> Vec<ToolSchema<'v>> {
    let text = |key| tool.get(key).and_then(Value::as_str).filter(|text: &&str| !text.is_empty());
    let schema = |(key, suffix): &(&str, &str)| {
        let schema = tool.get(*key).filter(|schema| schema.is_object())?;
        let name = format!("{}{suffix}", text("name").unwrap_or("tool"));
        Some(ToolSchema { name, schema, label: text("name"), description: text("description"), kind })
    };
    keys.iter().filter_map(schema).collect()
}

/// Numbers the names that occur again, so that each schema can be chosen.
fn with_distinct_names(mut tools: Vec<ToolSchema<'_>>) -> Vec<ToolSchema<'_>> {
    let mut taken = HashSet::new();
    for (position, tool) in tools.iter_mut().enumerate() {
        while !taken.insert(tool.name.clone()) {
            tool.name = format!("{} #{}", tool.name, position + 1);
        }
    }
    tools
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// The names, labels and kinds; each schema is `{"title": name}`.
    #[track_caller]
    fn check(value: Value, expected: Option<&[(&str, Option<&str>, &'static str)]>) {
        let found = match &value {
            Value::Object(object) => in_object(object),
            list => list.as_array().map(|list| in_list(list)),
        };
        let expected_tools = expected.map(|expected| expected.to_vec());
        let seen = found.as_ref().map(|found| {
            found.iter().map(|tool| (tool.name.as_str(), tool.label, tool.kind)).collect::<Vec<_>>()
        });
        assert_eq!(seen, expected_tools, "{value}");
        for tool in found.iter().flatten() {
            assert_eq!(tool.schema, &json!({"title": tool.name}));
        }
    }

    #[test]
    fn single_tools() {
        let schema = json!({"title": "look"});
        let look = Some("look");
        check(
            json!({"type": "function", "function": {"name": "look", "parameters": schema}}),
            Some(&[("look", look, "an OpenAI tool")]),
        );
        check(
            json!({"type": "function", "name": "look", "parameters": schema, "strict": true}),
            Some(&[("look", look, "an OpenAI Responses tool")]),
        );
        check(
            json!({"name": "look", "parameters": schema}),
            Some(&[("look", look, "a function declaration")]),
        );
        check(json!({"name": "look", "input_schema": schema}), Some(&[("look", look, "an Anthropic tool")]));
        check(json!({"name": "look", "inputSchema": schema}), Some(&[("look", look, "an MCP tool")]));
        check(
            json!({"name": "look", "outputSchema": {"title": "look output"}, "inputSchema": {"title": "look input"}}),
            Some(&[("look input", look, "an MCP tool"), ("look output", look, "an MCP tool")]),
        );
        check(
            json!({"name": "look", "parametersJsonSchema": schema}),
            Some(&[("look", look, "a Gemini function")]),
        );
        check(json!({"input_schema": {"title": "tool"}}), Some(&[("tool", None, "an Anthropic tool")]));
        check(json!({"type": "function", "name": "look"}), Some(&[]));
    }

    #[test]
    fn lists() {
        let tool = |name: &str| json!({"name": name, "input_schema": {"title": name}});
        let both = [("a", Some("a"), "an Anthropic tool"), ("b", Some("b"), "an Anthropic tool")];
        let list = json!([tool("a"), {"type": "web_search"}, tool("b"), 7]);
        check(list.clone(), Some(&both));
        check(json!({"tools": list}), Some(&both));
        check(json!({"model": "m", "messages": [], "tools": list}), Some(&both));
        check(json!({"jsonrpc": "2.0", "id": 1, "result": {"tools": list}}), Some(&both));
        let declarations = json!([{"name": "a", "parameters": {"title": "a"}}]);
        let declared = [("a", Some("a"), "a function declaration")];
        check(json!({"functions": declarations}), Some(&declared));
        check(json!({"functionDeclarations": declarations}), Some(&declared));
        check(json!({"tools": [{"functionDeclarations": declarations}]}), Some(&declared));
        check(json!({"tools": []}), Some(&[]));
    }

    #[test]
    fn names_that_occur_again_are_numbered() {
        let tools = json!([
            {"name": "a", "input_schema": {"title": "a"}},
            {"name": "a", "input_schema": {"title": "a #2"}}
        ]);
        let kind = "an Anthropic tool";
        check(tools, Some(&[("a", Some("a"), kind), ("a #2", Some("a"), kind)]));
    }

    #[test]
    fn no_tools() {
        check(json!([]), Some(&[]));
        check(json!([1, {"city": "Oslo"}]), Some(&[]));
        check(json!({"name": "x", "parameters": []}), None);
        check(json!({"tools": "hammer"}), None);
    }
}
