//! A schema as a TypeScript-like type, its constraints as comments: what a model is told to answer with.

mod piece;

use self::piece::{Type, pad};
use super::names::{Names, Place};
use super::words::{Style, literals, pattern_text, quoted, told};
use crate::core::schema::node::{NodeId, Schema};
use crate::core::schema::shape::{ArrayShape, Kind, ObjectShape, Others, Shape};
use indexmap::IndexMap;
use serde_json::Value;

/// The most bytes a form takes.
const MOST_BYTES: usize = 24_000;

/// How many levels of fields are told, from all of them on, until the form is short enough.
const LEVELS: [usize; 6] = [usize::MAX, 6, 4, 3, 2, 1];

/// The longest union that stands on one line.
const LONGEST_UNION: usize = 100;

/// The longest default or example that is told: one that is clipped would be wrong.
const LONGEST_VALUE: usize = 80;

/// How a field is written whose name is not said.
const ANY_FIELD: &str = "[key: string]: ";

/// What is said of a part instead of its fields.
const CUT: &str = "what is in it is not told here, the schema is too large";

impl Schema {
    /// The part of the system prompt that says what a valid answer is.
    pub fn prompt_text(&self) -> String {
        format!(
            "Answer with one JSON value of exactly this form:\n\n{}\n\n\
             Return only the JSON: no explanation, no comments, no code fence.",
            self.form_text()
        )
    }

    fn form_text(&self) -> String {
        let names = Names::new(self);
        let mut text = String::new();
        for levels in LEVELS {
            text = Writer::new(self, &names, levels).form();
            if text.len() <= MOST_BYTES {
                return text;
            }
        }
        let end = text.char_indices().map(|(at, _)| at).take_while(|at| *at <= MOST_BYTES).last();
        text.truncate(end.unwrap_or_default());
        text.truncate(text.rfind('\n').unwrap_or(text.len()));
        text + "\n… // the rest is not told here, the schema is too large"
    }
}

struct Writer<'s, 'n> {
    schema: &'s Schema,
    names: &'n Names,
    levels: usize,
    /// The named parts that were referred to, each with its level; they are told in this order.
    referred: IndexMap<Place, usize>,
    /// About how much is written, so that no more is than could be shown.
    written: usize,
}

impl<'s, 'n> Writer<'s, 'n> {
    fn new(schema: &'s Schema, names: &'n Names, levels: usize) -> Self {
        Self { schema, names, levels, referred: IndexMap::new(), written: 0 }
    }

    /// The form of the answer, then the named types it refers to.
    /// An answer that is itself of a named type has the form of the first of them.
    fn form(&mut self) -> String {
        let mut blocks = Vec::new();
        let root = self.schema.place(&[self.schema.root()]);
        if self.names.get(&root).is_some() {
            self.referred.insert(root, 0);
        } else {
            let content = self.type_of(&[self.schema.root()], "", 0, 0);
            blocks.push(self.line(0, "", content, "").trim_start_matches('\n').to_owned());
        }
        let mut position = 0;
        while let Some((place, level)) = self.referred.get_index(position) {
            let (shape, level) = (self.schema.shape_of(place), *level);
            let name = self.names.get(place).unwrap_or_default();
            let content = self.content(&shape, name, 0, level);
            blocks.push(self.line(0, &format!("type {name} = "), content, ""));
            position += 1;
        }
        blocks.join("\n\n")
    }

    /// The type of values that satisfy all of the nodes; `called` is how it is known already.
    fn type_of(&mut self, ids: &[NodeId], called: &str, indent: usize, level: usize) -> Type {
        // There is too much already, and this stands behind it.
        if self.written > MOST_BYTES {
            return Type::plain("any");
        }
        let place = self.schema.place(ids);
        let Some(name) = self.names.get(&place) else {
            if !self.names.has_room_for(self.schema, &place) {
                return Type { notes: vec![CUT.to_owned()], ..Type::plain("any") };
            }
            return self.content(&self.schema.shape_of(ids), called, indent, level);
        };
        self.referred.entry(place.clone()).or_insert(level);
        // What the type says of itself stands where it is told.
        let own = || ids.iter().filter(|id| !place.contains(id)).map(|id| self.schema.node(*id));
        let said = own().map(|own| &own.annotations);
        let said = said.filter_map(|own| about(own.title.as_deref(), own.description.as_deref(), called));
        let rules = own().flat_map(|own| &own.rules).map(|rule| told(&rule.words()));
        Type { notes: said.take(1).chain(rules).collect(), ..Type::plain(name) }
    }

    fn content(&mut self, shape: &Shape, called: &str, indent: usize, level: usize) -> Type {
        let mut content = self.kind(&shape.kind, called, indent, level);
        content.notes.splice(0..0, about(shape.title, shape.description, called));
        let mut is_anything = shape.kind.is_any_object();
        for forms in &shape.unions {
            if let Some(forms) = self.schema.in_short(forms) {
                content.notes.push(format!("also {forms}"));
                continue;
            }
            let forms = self.union(forms, indent, level);
            if is_anything {
                content = Type { notes: content.notes, ..forms };
                is_anything = false;
            } else {
                content.text = format!("{} & {}", content.grouped(indent), forms.grouped(indent));
                content.is_compound = true;
            }
        }
        if shape.nullable {
            content = content.or_null(indent);
        }
        let default = shape.default.filter(|value| !value.is_null());
        content.notes.extend(default.and_then(|value| said("default", value)));
        let example = shape.examples.first().filter(|value| Some(**value) != default);
        content.notes.extend(example.and_then(|value| said("for example", value)));
        content.notes.extend(shape.rules.iter().map(|rule| told(&rule.words())));
        if shape.is_partial {
            content.notes.push("further conditions are checked".to_owned());
        }
        content
    }

    fn kind(&mut self, kind: &Kind, called: &str, indent: usize, level: usize) -> Type {
        let mut content = match kind {
            Kind::Object(object) => self.object(object, indent, level),
            Kind::Array(array) => self.array(array, indent, level),
            Kind::Union(ids) => match ids.as_slice() {
                [only] => self.type_of(&[*only], called, indent, level),
                forms => self.union(forms, indent, level),
            },
            Kind::Types(kinds) => {
                let forms = kinds.iter().map(|kind| self.kind(kind, "", indent + 2, level)).collect();
                return self.forms(forms, indent);
            }
            Kind::Enum(values) if values.is_empty() => Type::plain("never"),
            Kind::Enum(values) => {
                Type { is_compound: values.len() > 1, ..Type::plain(literals(values, " | ")) }
            }
            Kind::String(_) => Type::plain("string"),
            Kind::Number(number) => Type::plain(if number.integer { "integer" } else { "number" }),
            Kind::Boolean => Type::plain("boolean"),
            Kind::Null => Type::plain("null"),
            Kind::Never => Type { notes: vec!["must not be there".to_owned()], ..Type::plain("never") },
            Kind::Any => Type::plain("any"),
        };
        let constraints = Style::Words.constraints(self.schema, kind, 0).join(", ");
        content.notes.splice(0..0, Some(constraints).filter(|said| !said.is_empty()));
        content
    }

    fn object(&mut self, object: &ObjectShape, indent: usize, level: usize) -> Type {
        let is_named = !object.members.is_empty() || !object.patterns.is_empty();
        if !is_named && object.is_unsaid() {
            let is_empty = object.others == Others::Forbidden;
            return Type::plain(if is_empty { "{}" } else { "{ [key: string]: any }" });
        }
        if level >= self.levels {
            return Type { notes: vec![CUT.to_owned()], ..Type::plain("object") };
        }
        let mut fields = Vec::new();
        for member in &object.members {
            let mark = if member.required { "" } else { "?" };
            let content = self.type_of(&member.nodes, member.name, indent + 1, level + 1);
            fields.push((format!("{}{mark}: ", quoted(member.name)), content));
        }
        for (pattern, id) in &object.patterns {
            let mut content = self.type_of(&[*id], "", indent + 1, level + 1);
            content.notes.insert(
                0,
                format!("fields whose names match the pattern {}", pattern_text(pattern.source())),
            );
            fields.push((ANY_FIELD.to_owned(), content));
        }
        if let Others::Of(id) = object.others {
            let mut content = self.type_of(&[id], "", indent + 1, level + 1);
            if !is_named && content.is_bare() {
                return Type::plain(format!("{{ {ANY_FIELD}{} }}", content.text));
            }
            if is_named {
                content.notes.insert(0, "any other field".to_owned());
            }
            fields.push((ANY_FIELD.to_owned(), content));
        }
        Type::plain(self.block("{", fields, "}", indent))
    }

    fn array(&mut self, array: &ArrayShape, indent: usize, level: usize) -> Type {
        let items = match array.items {
            Others::Of(_) | Others::Unsaid if array.is_closed_tuple() => None,
            Others::Of(id) => Some(self.type_of(&[id], "", indent, level)),
            Others::Unsaid => Some(Type::plain("any")),
            Others::Forbidden => None,
        };
        if array.prefix.is_empty() {
            return items.map_or_else(|| Type::plain("[]"), |items| items.array(indent));
        }
        let mut fields = Vec::new();
        for (position, id) in array.prefix.iter().enumerate() {
            let mut item = self.type_of(&[*id], "", indent + 1, level);
            if array.min.is_some_and(|min| position as u64 >= min) {
                item.text = item.grouped(indent + 1) + "?";
            }
            fields.push((String::new(), item));
        }
        fields.extend(items.map(|items| ("...".to_owned(), items.array(indent + 1))));
        if fields.iter().all(|(_, item)| item.is_bare()) {
            let items: Vec<_> = fields.into_iter().map(|(head, item)| head + &item.text).collect();
            return Type::plain(format!("[{}]", items.join(", ")));
        }
        Type::plain(self.block("[", fields, "]", indent))
    }

    fn union(&mut self, ids: &[NodeId], indent: usize, level: usize) -> Type {
        let forms = ids.iter().map(|id| self.form_of_union(*id, indent + 2, level)).collect();
        self.forms(forms, indent)
    }

    fn form_of_union(&mut self, id: NodeId, indent: usize, level: usize) -> Type {
        let mut form = self.type_of(&[id], "", indent, level);
        let place = self.schema.place(&[id]);
        // An error may call the form by the name of its definition.
        if self.names.get(&place).is_none() && !form.is_line() && self.schema.shape(id).title.is_none() {
            form.notes.splice(0..0, self.schema.definition_name(&place));
        }
        form
    }

    /// The forms on one line where they fit and need no comments, else one a line.
    fn forms(&mut self, forms: Vec<Type>, indent: usize) -> Type {
        let is_line = forms.iter().all(Type::is_bare)
            && forms.iter().map(|form| form.text.len() + 3).sum::<usize>() <= LONGEST_UNION;
        let text = if is_line {
            forms.into_iter().map(|form| form.text).collect::<Vec<_>>().join(" | ")
        } else {
            let mut text = String::new();
            for mut form in forms {
                if form.is_list() {
                    form.text = form.grouped(indent + 2);
                }
                text = text + "\n" + &self.line(indent + 1, "| ", form, "");
            }
            text
        };
        Type { is_compound: true, ..Type::plain(text) }
    }

    /// Fields between brackets, each on a line of its own.
    fn block(&mut self, open: &str, fields: Vec<(String, Type)>, close: &str, indent: usize) -> String {
        let mut text = format!("{open}\n");
        let count = fields.len();
        for (position, (head, field)) in fields.into_iter().enumerate() {
            let comma = if position + 1 < count { "," } else { "" };
            text = text + &self.line(indent + 1, &head, field, comma) + "\n";
        }
        text + &pad(indent) + close
    }

    /// A type on its lines; its comment stands behind it, or above it where it takes several lines.
    fn line(&mut self, indent: usize, head: &str, content: Type, tail: &str) -> String {
        let (pad, comment) = (pad(indent), content.notes.join("; "));
        let head = if content.is_list() { head.trim_end() } else { head };
        self.written += pad.len() + head.len() + comment.len() + tail.len();
        if content.is_line() {
            self.written += content.text.len();
        }
        let line = format!("{pad}{head}{}{tail}", content.text);
        match (comment.as_str(), content.is_line()) {
            ("", _) => line,
            (comment, true) => format!("{line} // {comment}"),
            (comment, false) => format!("{pad}// {comment}\n{line}"),
        }
    }
}

/// What a value means, in its author's words; a title that only repeats its name is left out.
fn about(title: Option<&str>, description: Option<&str>, called: &str) -> Option<String> {
    let title = title.filter(|title| !is_same_name(title, called)).map(told);
    let description = description.map(told);
    match (title, description) {
        (Some(title), Some(description)) if title != description => Some(format!("{title}: {description}")),
        (title, description) => title.or(description),
    }
    .filter(|said| !said.is_empty())
}

fn is_same_name(left: &str, right: &str) -> bool {
    let letters = |text: &str| -> String {
        text.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    letters(left) == letters(right)
}

fn said(what: &str, value: &Value) -> Option<String> {
    let value = value.to_string();
    (value.len() <= LONGEST_VALUE).then(|| format!("{what} {value}"))
}

#[cfg(test)]
mod tests;
