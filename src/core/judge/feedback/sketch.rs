//! JSON of which some values are still to be written.

use serde_json::Value;

/// A value, or what stands for it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Sketch {
    /// A value without others in it, as JSON.
    Leaf(String),
    /// What is to be written here: `<integer from 1 to 20>`.
    Hole(String),
    /// What stands for more of what it stands among.
    Rest(String),
    /// An object; what stands for more has no name.
    Object(Vec<(String, Sketch)>),
    /// An array.
    Array(Vec<Sketch>),
}

impl Sketch {
    /// What stands for more, with a word on it, or none.
    pub(super) fn rest(words: &str) -> Self {
        Self::Rest(if words.is_empty() { "…".to_owned() } else { format!("… {words}") })
    }

    /// The sketch on lines, indented by two blanks a step.
    pub(super) fn text(&self) -> String {
        let mut out = String::new();
        self.write(&mut out, 0);
        out
    }

    fn write(&self, out: &mut String, depth: usize) {
        match self {
            Self::Leaf(text) | Self::Hole(text) | Self::Rest(text) => out.push_str(text),
            Self::Object(members) if members.is_empty() => out.push_str("{}"),
            Self::Array(items) if items.is_empty() => out.push_str("[]"),
            Self::Object(members) => {
                out.push('{');
                for (position, (name, member)) in members.iter().enumerate() {
                    begin_line(out, position, depth + 1);
                    if !matches!(member, Self::Rest(_)) {
                        out.push_str(&Value::from(name.as_str()).to_string());
                        out.push_str(": ");
                    }
                    member.write(out, depth + 1);
                }
                end_lines(out, depth);
                out.push('}');
            }
            Self::Array(items) => {
                out.push('[');
                for (position, item) in items.iter().enumerate() {
                    begin_line(out, position, depth + 1);
                    item.write(out, depth + 1);
                }
                end_lines(out, depth);
                out.push(']');
            }
        }
    }
}

fn begin_line(out: &mut String, position: usize, depth: usize) {
    if position > 0 {
        out.push(',');
    }
    end_lines(out, depth);
}

fn end_lines(out: &mut String, depth: usize) {
    out.push('\n');
    (0..depth).for_each(|_| out.push_str("  "));
}
