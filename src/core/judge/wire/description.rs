//! Descriptions.

use super::{flag, list, object, optional_text, read_list, size, string, text};
use crate::core::judge::Description;
use crate::core::schema::{Example, Note, PreviewLine};
use serde_json::Value;

impl Description {
    pub(super) fn to_json(&self) -> Value {
        let names = |names: &[String]| list(names, |name| name.as_str().into());
        object([
            ("label", self.label.as_str().into()),
            ("prompt", self.example.prompt.as_str().into()),
            ("input", self.example.input.as_str().into()),
            ("promptText", self.prompt_text.as_str().into()),
            ("preview", list(&self.preview, preview_line)),
            ("warnings", list(&self.warnings, warning)),
            ("notes", names(&self.notes)),
            ("components", names(&self.components)),
            ("component", self.component.as_deref().into()),
        ])
    }

    pub(super) fn from_json(json: &Value) -> Option<Self> {
        Some(Self {
            label: text(json, "label")?,
            example: Example { prompt: text(json, "prompt")?, input: text(json, "input")? },
            prompt_text: text(json, "promptText")?,
            preview: read_list(json, "preview", read_preview_line)?,
            warnings: read_list(json, "warnings", read_warning)?,
            notes: read_list(json, "notes", string)?,
            components: read_list(json, "components", string)?,
            component: optional_text(json, "component")?,
        })
    }
}

fn preview_line(line: &PreviewLine) -> Value {
    object([
        ("depth", line.depth.into()),
        ("name", line.name.as_str().into()),
        ("kind", line.kind.as_str().into()),
        ("constraint", line.constraint.as_str().into()),
        ("optional", line.optional.into()),
        ("description", line.description.as_deref().into()),
    ])
}

fn read_preview_line(json: &Value) -> Option<PreviewLine> {
    Some(PreviewLine {
        depth: size(json, "depth")?,
        name: text(json, "name")?,
        kind: text(json, "kind")?,
        constraint: text(json, "constraint")?,
        optional: flag(json, "optional")?,
        description: optional_text(json, "description")?,
    })
}

fn warning(warning: &Note) -> Value {
    object([("path", warning.path.as_str().into()), ("message", warning.message.as_str().into())])
}

fn read_warning(json: &Value) -> Option<Note> {
    Some(Note { path: text(json, "path")?, message: text(json, "message")? })
}
