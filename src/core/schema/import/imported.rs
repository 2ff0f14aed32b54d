//! The way from a pasted text to one document.

use super::error::ImportError;
use super::library::{self, Library};
use super::tools::{self, ToolSchema};
use super::{gemini, likeness, text, wrapper};
use crate::core::schema::JsonType;
use serde_json::{Map, Value};

/// What a pasted text turned out to hold.
#[derive(Clone, Debug, PartialEq)]
pub struct Imported {
    /// A JSON Schema or our field form, its keys in the order of the text.
    pub document: Value,
    /// Which of the two it is.
    pub form: Form,
    /// The name that stood around it: of a tool, a response format or a component.
    pub label: Option<String>,
    /// The description that stood around it.
    pub description: Option<String>,
    /// The names of the schemas in the text, if there are several to choose from.
    pub components: Vec<String>,
    /// The name of the one that was taken, be it the only one; none where schemas are not chosen by name.
    pub component: Option<String>,
    /// What was done to the text to get the document, one sentence each.
    pub notes: Vec<String>,
}

/// How a document says what a valid answer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The declarative field form, an object with `fields`.
    Fields,
    /// JSON Schema of any draft, or OpenAPI's dialect of it.
    JsonSchema,
}

/// Takes a text for a schema: JSON Schema, our field form, or either in what people keep schemas in.
///
/// JSON may have comments and trailing commas, and stand in a code fence or in a string.
/// A schema may stand in a request to OpenAI, Anthropic, Gemini or Ollama, in a response format,
/// in a tool of any of them or of MCP, or among others in OpenAPI, Swagger or a set of definitions.
/// Of several the `component` of that name is taken, else the first; a tool of MCP offers its input first,
/// since that is what a model writes.
///
/// # Errors
/// An [`ImportError`] that says what the text is instead, and the command that helps where there is one.
pub fn import(text: &str, component: Option<&str>) -> Result<Imported, ImportError> {
    let text::Parsed { value, notes } = text::parse(text)?;
    let mut imported = Imported {
        document: Value::Null,
        form: Form::JsonSchema,
        label: None,
        description: None,
        components: Vec::new(),
        component: None,
        notes,
    };
    imported.document = match imported.unwrap(&value) {
        Value::Object(object) => imported.read(object, component)?,
        Value::Array(list) => match tools::in_list(list) {
            tools if tools.is_empty() => return Err(ImportError::NotAnObject(JsonType::Array)),
            tools => imported.take_tool(tools, component)?,
        },
        Value::Bool(anything) => (*anything).into(),
        other @ (Value::Null | Value::Number(_) | Value::String(_)) => {
            return Err(ImportError::NotAnObject(JsonType::of(other)));
        }
    };
    match component {
        Some(name) if imported.component.is_none() => {
            Err(ImportError::UnknownComponent { name: name.to_owned(), known: Vec::new() })
        }
        Some(_) | None => Ok(imported.finished()),
    }
}

impl Imported {
    /// Takes off what stands around the schema, layer by layer; the outermost name and description count.
    fn unwrap<'v>(&mut self, value: &'v Value) -> &'v Value {
        let mut value = value;
        while let Some(layer) = value.as_object().and_then(wrapper::unwrap) {
            self.taken_out_of(layer.wrapper);
            self.named(layer.label, layer.description);
            value = layer.inner;
        }
        value
    }

    /// Finds out what an object without wrappers is, and takes its schema.
    fn read(&mut self, object: &Map<String, Value>, component: Option<&str>) -> Result<Value, ImportError> {
        let whole = || Value::Object(object.clone());
        if likeness::is_field_form(object) {
            self.form = Form::Fields;
            return Ok(whole());
        }
        if let Some(library) = library::library(object) {
            return self.take_definition(library, component);
        }
        if likeness::is_schema(object) {
            return Ok(whole());
        }
        if let Some(tools) = tools::in_object(object) {
            return self.take_tool(tools, component);
        }
        if wrapper::is_request(object) {
            return Err(ImportError::NoSchema { place: "request" });
        }
        if likeness::are_fields(object) {
            return Err(ImportError::BareFields);
        }
        match likeness::foreign_key(object) {
            Some(key) => Err(ImportError::Example { key: key.to_owned() }),
            None => Ok(whole()),
        }
    }

    /// Takes the definition asked for, with all the others beside it.
    fn take_definition(&mut self, library: Library, component: Option<&str>) -> Result<Value, ImportError> {
        let name = self.choose(library.names.clone(), String::as_str, component, library.kind)?;
        self.notes.push(format!("Took {name} from this {}.", library.kind));
        self.named(Some(&name), None);
        Ok(library.document(&name))
    }

    /// Takes the tool asked for.
    fn take_tool(
        &mut self,
        tools: Vec<ToolSchema<'_>>,
        component: Option<&str>,
    ) -> Result<Value, ImportError> {
        let tool = self.choose(tools, |tool| &tool.name, component, "description of tools")?;
        self.taken_out_of(tool.kind);
        self.named(tool.label, tool.description);
        Ok(tool.schema.clone())
    }

    /// The choice of the name asked for, else the first of those in `place`.
    fn choose<T>(
        &mut self,
        choices: Vec<T>,
        name: impl Fn(&T) -> &str,
        wanted: Option<&str>,
        place: &'static str,
    ) -> Result<T, ImportError> {
        let names: Vec<_> = choices.iter().map(|choice| name(choice).to_owned()).collect();
        let chosen = choices.into_iter().find(|choice| wanted.is_none_or(|wanted| name(choice) == wanted));
        let chosen = match (chosen, wanted) {
            (Some(chosen), _) => chosen,
            (None, Some(wanted)) if !names.is_empty() => {
                return Err(ImportError::UnknownComponent { name: wanted.to_owned(), known: names });
            }
            (None, Some(_) | None) => return Err(ImportError::NoSchema { place }),
        };
        self.component = Some(name(&chosen).to_owned());
        if names.len() > 1 {
            self.components = names;
        }
        Ok(chosen)
    }

    /// Rewrites what only Gemini has, and says so where every answer would be valid.
    fn finished(mut self) -> Self {
        match self.form {
            Form::Fields => {}
            Form::JsonSchema => {
                if gemini::rewrite(&mut self.document) {
                    self.notes.push("Rewritten from Gemini's dialect to JSON Schema.".to_owned());
                }
                if likeness::asks_for_nothing(&self.document) {
                    self.notes.push("This schema asks for nothing: every answer is valid.".to_owned());
                }
            }
        }
        self
    }

    fn taken_out_of(&mut self, wrapper: &str) {
        self.notes.push(format!("Taken out of {wrapper}."));
    }

    fn named(&mut self, label: Option<&str>, description: Option<&str>) {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        self.label = self.label.take().or_else(|| owned(label));
        self.description = self.description.take().or_else(|| owned(description));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    /// What is expected of a schema that stands in nothing.
    fn plain(document: Value) -> Imported {
        Imported {
            document,
            form: Form::JsonSchema,
            label: None,
            description: None,
            components: Vec::new(),
            component: None,
            notes: Vec::new(),
        }
    }

    fn owned(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|text| (*text).to_owned()).collect()
    }

    #[track_caller]
    fn check(text: impl ToString, component: Option<&str>, expected: Imported) {
        let text = text.to_string();
        let order = expected.document.to_string();
        let imported = import(&text, component);
        assert_eq!(imported, Ok(expected), "{text}");
        assert_eq!(imported.unwrap().document.to_string(), order, "the order of the keys");
    }

    #[track_caller]
    fn check_error(text: impl ToString, component: Option<&str>, expected: ImportError) {
        let text = text.to_string();
        assert_eq!(import(&text, component), Err(expected), "{text}");
    }

    #[test]
    fn schemas_stay_as_they_are() {
        let schema = json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "$ref": "#/definitions/A",
            "definitions": {"A": {"type": "object"}}
        });
        check(&schema, None, plain(schema.clone()));
        let fields = json!({"label": "City", "fields": {"city": {"type": "string"}}});
        check(&fields, None, Imported { form: Form::Fields, ..plain(fields.clone()) });
        check("false", None, plain(json!(false)));
        check(json!({"type": "strng"}), None, plain(json!({"type": "strng"})));
    }

    #[test]
    fn a_schema_that_asks_for_nothing_is_said_to() {
        let notes = owned(&["This schema asks for nothing: every answer is valid."]);
        for schema in [json!({}), json!(true), json!({"$schema": "http://json-schema.org/draft-07/schema#"})]
        {
            check(&schema, None, Imported { notes: notes.clone(), ..plain(schema.clone()) });
        }
    }

    #[test]
    fn wrappers_are_taken_off() {
        let schema = json!({"type": "object", "properties": {"b": {}, "a": {}}});
        let format = json!({
            "type": "json_schema",
            "json_schema": {"name": "order", "description": "An order", "strict": true, "schema": schema}
        });
        check(
            format!("// Ours\n{format}"),
            None,
            Imported {
                label: Some("order".to_owned()),
                description: Some("An order".to_owned()),
                notes: owned(&["Comments were left out.", "Taken out of an OpenAI response_format."]),
                ..plain(schema.clone())
            },
        );
        check(
            json!({"schema": {"type": "json_schema", "schema": schema}}),
            None,
            Imported {
                notes: owned(&[
                    "Taken out of a wrapper named schema.",
                    "Taken out of an Anthropic output_format.",
                ]),
                ..plain(schema.clone())
            },
        );
        check(
            r#"{"type": "object", "type": "string"}"#,
            None,
            Imported {
                notes: owned(&["The key \"type\" stands twice in an object: the last one counts."]),
                ..plain(json!({"type": "string"}))
            },
        );
        check(
            json!({"generationConfig": {"responseSchema": {"type": "ARRAY", "minItems": "2"}}}),
            None,
            Imported {
                notes: owned(&[
                    "Taken out of a Gemini generationConfig.",
                    "Rewritten from Gemini's dialect to JSON Schema.",
                ]),
                ..plain(json!({"type": "array", "minItems": 2}))
            },
        );
        let fields = json!({"fields": {"city": {"type": "string"}}});
        check(
            json!({"schema": fields}),
            None,
            Imported {
                form: Form::Fields,
                notes: owned(&["Taken out of a wrapper named schema."]),
                ..plain(fields)
            },
        );
    }

    #[test]
    fn tools_are_chosen_by_name() {
        let tools = json!({"tools": [
            {"name": "look", "description": "Looks", "inputSchema": {"type": "object"}},
            {"name": "go", "inputSchema": {"type": "string"}, "outputSchema": {"type": "null"}}
        ]});
        let found = |document, label: &str, description: Option<&str>, component: &str| Imported {
            label: Some(label.to_owned()),
            description: description.map(str::to_owned),
            components: owned(&["look", "go input", "go output"]),
            component: Some(component.to_owned()),
            notes: owned(&["Taken out of an MCP tool."]),
            ..plain(document)
        };
        check(&tools, None, found(json!({"type": "object"}), "look", Some("Looks"), "look"));
        check(&tools, Some("go output"), found(json!({"type": "null"}), "go", None, "go output"));
        let known = owned(&["look", "go input", "go output"]);
        check_error(&tools, Some("go"), ImportError::UnknownComponent { name: "go".to_owned(), known });
        check(
            json!([{"type": "function", "function": {"name": "look", "parameters": {"type": "object"}}}]),
            Some("look"),
            Imported {
                label: Some("look".to_owned()),
                component: Some("look".to_owned()),
                notes: owned(&["Taken out of an OpenAI tool."]),
                ..plain(json!({"type": "object"}))
            },
        );
    }

    #[test]
    fn definitions_are_chosen_by_name() {
        let document = json!({"$defs": {"A": {"type": "object"}, "B": {"$ref": "#/$defs/A"}}});
        check(
            &document,
            Some("B"),
            Imported {
                label: Some("B".to_owned()),
                components: owned(&["A", "B"]),
                component: Some("B".to_owned()),
                notes: owned(&["Took B from this set of definitions."]),
                ..plain(json!({"$ref": "#/$defs/B", "$defs": document["$defs"]}))
            },
        );
        check_error(
            json!({"type": "object"}),
            Some("B"),
            ImportError::UnknownComponent { name: "B".to_owned(), known: Vec::new() },
        );
    }

    #[test]
    fn what_is_no_schema_is_refused() {
        let no_schema = |place| ImportError::NoSchema { place };
        check_error(json!({"openapi": "3.1.0", "paths": {}}), None, no_schema("OpenAPI document"));
        check_error(json!({"swagger": "2.0"}), None, no_schema("Swagger document"));
        check_error(json!({"tools": []}), None, no_schema("description of tools"));
        check_error(json!({"type": "function", "name": "x"}), None, no_schema("description of tools"));
        check_error(json!({"response_format": {"type": "json_object"}}), None, no_schema("request"));
        check_error(json!({"city": "Oslo"}), None, ImportError::Example { key: "city".to_owned() });
        check_error(json!({"city": {"type": "string"}}), None, ImportError::BareFields);
        let fields = json!({"name": {"type": "string"}, "schema": {"type": "string"}});
        check_error(fields, None, ImportError::BareFields);
        check_error(json!([{"city": "Oslo"}]), None, ImportError::NotAnObject(JsonType::Array));
        check_error(json!([]), None, ImportError::NotAnObject(JsonType::Array));
        check_error("7", None, ImportError::NotAnObject(JsonType::Number));
        check_error("\"Oslo\"", None, ImportError::NotAnObject(JsonType::String));
        check_error("null", None, ImportError::NotAnObject(JsonType::Null));
        check_error(
            json!({"schema": {"city": "Oslo"}}),
            None,
            ImportError::Example { key: "city".to_owned() },
        );
    }
}
