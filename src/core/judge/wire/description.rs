//! Descriptions.

use super::{list, object, optional_text, read_list, string, text};
use crate::core::judge::Description;
use crate::core::schema::Example;
use serde_json::Value;

impl Description {
    pub(super) fn to_json(&self) -> Value {
        object([
            ("label", self.label.as_str().into()),
            ("prompt", self.example.prompt.as_str().into()),
            ("input", self.example.input.as_str().into()),
            ("promptText", self.prompt_text.as_str().into()),
            ("preview", self.preview.clone()),
            ("remarks", self.remarks.clone()),
            ("components", list(&self.components, |name| name.as_str().into())),
            ("component", self.component.as_deref().into()),
        ])
    }

    pub(super) fn from_json(json: &Value) -> Option<Self> {
        Some(Self {
            label: text(json, "label")?,
            example: Example { prompt: text(json, "prompt")?, input: text(json, "input")? },
            prompt_text: text(json, "promptText")?,
            preview: json.get("preview")?.clone(),
            remarks: json.get("remarks")?.clone(),
            components: read_list(json, "components", string)?,
            component: optional_text(json, "component")?,
        })
    }
}
