//! Carries out an edit on the text of a schema. What it does not touch stays as it was written.

use super::edit::{Edit, FieldEdit, RuleEdit};
use super::field::{Constraint, FieldKind, Flag};
use super::notation::{GROUNDING, Notation, Takes, constraints, is_grounding, is_null, takes};
use super::rows::{Part, parts, plain, rules};
use super::written::{Member, Written};
use crate::core::schema::import::{Form, import};
use serde_json::Value;

/// What came of an edit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edited {
    /// The text, formatted.
    pub text: String,
    /// The row in which the edited field stands now; none where it is gone, or no field was edited.
    pub row: Option<usize>,
}

impl Edit {
    /// Carries it out on a text, of which the component of that name is meant where it holds several.
    ///
    /// # Errors
    /// Why that is not possible, in a sentence.
    pub fn apply(&self, text: &str, component: Option<&str>) -> Result<Edited, String> {
        if *self == Self::Unwrap {
            return unwrap(text, component).map(|text| Edited { text, row: None });
        }
        if *self == Self::Format {
            serde_json::from_str::<serde::de::IgnoredAny>(text)
                .map_err(|_| "Only JSON without comments can be formatted.".to_owned())?;
            return Ok(Edited { text: Written::read(text).formatted(), row: None });
        }
        let document = plain(text).ok_or("The text is not a schema alone, so its form cannot be edited.")?;
        let mut editor = Editor { notation: Notation::of(&document), document };
        let steps = match self {
            Self::Field(row, edit) => {
                let parts = parts(&editor.document, editor.notation);
                let part = parts.get(*row).ok_or("There is no such field any more.")?;
                editor.field(part, &parts, edit)?
            }
            Self::Rule(position, edit) => {
                let parts = parts(&editor.document, editor.notation);
                let rules = rules(&editor.document, editor.notation, &parts);
                let (_, steps) = rules.get(*position).ok_or("There is no such rule any more.")?;
                editor.rule(steps, edit);
                None
            }
            Self::AddRule(rule) => {
                editor.add_rule(rule);
                None
            }
            Self::Format | Self::Unwrap => None,
        };
        let row = steps.and_then(|steps| {
            parts(&editor.document, editor.notation).iter().position(|part| part.steps == steps)
        });
        Ok(Edited { text: editor.document.formatted(), row })
    }
}

/// The schema in a text, without what it stands in.
fn unwrap(text: &str, component: Option<&str>) -> Result<String, String> {
    let imported =
        import(text, component).or_else(|_| import(text, None)).map_err(|error| error.to_string())?;
    let mut document = imported.document;
    if let (Form::JsonSchema, Some(label), Some(keys)) =
        (imported.form, imported.label, document.as_object_mut())
        && !keys.contains_key("title")
    {
        keys.shift_insert(0, "title".to_owned(), label.into());
    }
    // What is written as one line may be a boolean.
    Ok(Written::of_value(&document).formatted())
}

struct Editor {
    notation: Notation,
    document: Written,
}

/// What leads to the field that was edited, if it is there.
type Steps = Option<Vec<String>>;

impl Editor {
    fn field(&mut self, part: &Part, parts: &[Part], edit: &FieldEdit) -> Result<Steps, String> {
        let notation = self.notation;
        let is_root = part.steps.is_empty();
        match edit {
            FieldEdit::Add => return Ok(Some(self.add(&part.steps))),
            FieldEdit::Remove => {
                self.set_required(part, false);
                self.siblings(part)?.retain(|member| member.name() != part.name);
                return Ok(None);
            }
            FieldEdit::Up => self.move_to(part, part.place.and_then(|(place, _)| place.checked_sub(1)))?,
            FieldEdit::Down => self.move_to(part, part.place.map(|(place, _)| place + 1))?,
            FieldEdit::MoveTo(row) => {
                let target = parts.get(*row).filter(|target| target.holder() == part.holder());
                let place = target.and_then(|target| target.place);
                let (place, _) = place.ok_or("A field can only be moved within its own object.")?;
                self.move_to(part, Some(place))?;
            }
            FieldEdit::Rename(name) => return self.rename(part, name).map(Some),
            FieldEdit::Kind(kind) => {
                let (old, is_nullable) = notation.kind(self.at(part)?, is_root);
                if *kind != FieldKind::Other && *kind != old {
                    self.set_kind(part, old, *kind, is_nullable)?;
                }
            }
            FieldEdit::Flag(Flag::Optional, is_on) => match notation {
                Notation::Fields => set_flag(self.at(part)?, "optional", *is_on),
                Notation::JsonSchema => self.set_required(part, !is_on),
            },
            FieldEdit::Flag(Flag::Nullable, is_on) => {
                let (kind, _) = notation.kind(self.at(part)?, is_root);
                notation.set_kind(self.at(part)?, kind, *is_on);
            }
            FieldEdit::Flag(Flag::Unique, is_on) => set_flag(self.at(part)?, "uniqueItems", *is_on),
            FieldEdit::Flag(Flag::Closed, is_on) => match notation {
                Notation::Fields => set_flag(self.at(part)?, "additional", !is_on),
                Notation::JsonSchema if *is_on => {
                    self.at(part)?.set("additionalProperties", Written::scalar("false"));
                }
                Notation::JsonSchema => self.at(part)?.remove("additionalProperties"),
            },
            FieldEdit::Flag(Flag::Grounded, is_on) => match notation {
                Notation::Fields => set_flag(self.at(part)?, "grounded", *is_on),
                Notation::JsonSchema => ground(self.at(part)?, *is_on),
            },
            FieldEdit::Constrain(constraint, value) => {
                let key = notation.key(*constraint).ok_or("The field form alone can say that.")?;
                constrain(self.at(part)?, key, *constraint, value)?;
            }
            FieldEdit::Describe(text) => match text.trim() {
                "" => self.at(part)?.remove("description"),
                text => self.at(part)?.set("description", Written::text(text)),
            },
        }
        Ok(Some(part.steps.clone()))
    }

    fn at(&mut self, part: &Part) -> Result<&mut Written, String> {
        let field = self.document.at_mut(&part.steps).filter(|field| field.is_object());
        field.ok_or_else(|| "What is neither an object nor an array is edited in the text.".to_owned())
    }

    /// The members among which a field stands.
    fn siblings(&mut self, part: &Part) -> Result<&mut Vec<Member>, String> {
        let end = part.steps.len().saturating_sub(1);
        let place = part.place.and(part.steps.get(..end));
        let holder = place.and_then(|steps| self.document.at_mut(steps)).and_then(Written::members_mut);
        holder.ok_or_else(|| "This is no field of an object.".to_owned())
    }

    /// Puts a field at the end of an object; gives what leads to it.
    fn add(&mut self, holder: &[String]) -> Vec<String> {
        let notation = self.notation;
        let key = notation.fields();
        let mut name = "field".to_owned();
        if let Some(holder) = self.document.at_mut(holder) {
            let mut number = 1;
            while let Some(fields) = holder.get(key)
                && fields.get(&name).is_some()
            {
                number += 1;
                name = format!("field_{number}");
            }
            if let Some(fields) = holder.entry(key, Written::object()) {
                fields.set(&name, notation.new_field());
            }
            if notation == Notation::JsonSchema {
                require(holder, &name);
            }
        }
        holder.iter().cloned().chain([key.to_owned(), name]).collect()
    }

    fn move_to(&mut self, part: &Part, to: Option<usize>) -> Result<(), String> {
        let from = part.place.map(|(place, _)| place);
        let siblings = self.siblings(part)?;
        if let (Some(from), Some(to)) = (from, to)
            && from < siblings.len()
            && to < siblings.len()
        {
            let member = siblings.remove(from);
            siblings.insert(to, member);
        }
        Ok(())
    }

    fn rename(&mut self, part: &Part, name: &str) -> Result<Vec<String>, String> {
        if name == part.name {
            return Ok(part.steps.clone());
        }
        if name.is_empty() {
            return Err("A field needs a name.".to_owned());
        }
        let siblings = self.siblings(part)?;
        if siblings.iter().any(|member| member.name() == name) {
            return Err(format!("There is a field {} already.", Value::from(name)));
        }
        for member in siblings.iter_mut().filter(|member| member.name() == part.name) {
            member.key = Value::from(name).to_string();
        }
        let required = self.document.at_mut(part.holder()).and_then(|holder| holder.get_mut("required"));
        for known in required.and_then(Written::items_mut).into_iter().flatten() {
            if known.string().as_deref() == Some(&part.name) {
                *known = Written::text(name);
            }
        }
        let mut steps = part.steps.clone();
        steps.pop();
        steps.push(name.to_owned());
        Ok(steps)
    }

    fn set_required(&mut self, part: &Part, is_required: bool) {
        let Some(holder) = self.document.at_mut(part.holder()) else { return };
        if self.notation == Notation::Fields || part.place.is_none() {
            return;
        }
        if is_required {
            return require(holder, &part.name);
        }
        let Some(names) = holder.get_mut("required").and_then(Written::items_mut) else { return };
        names.retain(|name| name.string().as_deref() != Some(&part.name));
        if names.is_empty() {
            holder.remove("required");
        }
    }

    /// Makes the values of a field of another kind: what the form showed of the old one goes.
    fn set_kind(
        &mut self,
        part: &Part,
        old: FieldKind,
        kind: FieldKind,
        is_nullable: bool,
    ) -> Result<(), String> {
        let notation = self.notation;
        if notation == Notation::Fields && part.steps.is_empty() {
            return Err("In the field form an answer is always an object.".to_owned());
        }
        let field = self.at(part)?;
        let stays = |key: &str| {
            let is_of_both = constraints(kind).iter().any(|constraint| {
                constraints(old).contains(constraint) && notation.key(*constraint) == Some(key)
            });
            let is_of_any = ["type", "description", "optional", "nullable"].contains(&key);
            let is_text = |kind| matches!(kind, FieldKind::Text | FieldKind::Choice);
            let is_rules = notation.rules().contains(&key);
            is_of_both || is_of_any || is_rules || key == "grounded" && is_text(kind)
        };
        if let Some(members) = field.members_mut() {
            members.retain(|member| {
                let key = member.name();
                stays(&key) || !notation.shows(&key, &member.value, old)
            });
        }
        if !matches!(kind, FieldKind::Text | FieldKind::Choice) && notation == Notation::JsonSchema {
            ground(field, false);
        }
        match kind {
            FieldKind::Choice => {
                if notation == Notation::JsonSchema {
                    field.remove("type");
                }
                let values = ["a", "b"].map(Written::text).into();
                field.set(notation.key(Constraint::Values).unwrap_or_default(), Written::array(values));
            }
            FieldKind::Array => drop(field.entry("items", notation.new_field())),
            FieldKind::Text
            | FieldKind::Number
            | FieldKind::Integer
            | FieldKind::Boolean
            | FieldKind::Object
            | FieldKind::Other => {}
        }
        notation.set_kind(field, kind, is_nullable);
        if kind == FieldKind::Object {
            self.add(&part.steps);
            if notation == Notation::JsonSchema {
                self.at(part)?.set("additionalProperties", Written::scalar("false"));
            }
        }
        Ok(())
    }

    fn rule(&mut self, steps: &[String], edit: &RuleEdit) {
        let Some((position, list)) = steps.split_last() else { return };
        match edit {
            RuleEdit::Remove => {
                let Some(position) = position.parse::<usize>().ok() else { return };
                let Some(rules) = self.document.at_mut(list).and_then(Written::items_mut) else { return };
                if position < rules.len() {
                    rules.remove(position);
                }
                let is_empty = rules.is_empty();
                if let (true, Some((key, holder))) = (is_empty, list.split_last())
                    && let Some(holder) = self.document.at_mut(holder)
                {
                    holder.remove(key);
                }
            }
            RuleEdit::Rule(text) => {
                let Some(rule) = self.document.at_mut(steps) else { return };
                match rule.is_object() {
                    true => rule.set("rule", Written::text(text)),
                    false => *rule = Written::text(text),
                }
            }
            RuleEdit::Message(text) => {
                let Some(rule) = self.document.at_mut(steps) else { return };
                if !rule.is_object() && !text.is_empty() {
                    let expression = std::mem::replace(rule, Written::object());
                    rule.set("rule", expression);
                }
                match text.as_str() {
                    "" => rule.remove("message"),
                    text => rule.set("message", Written::text(text)),
                }
            }
        }
    }

    fn add_rule(&mut self, text: &str) {
        let known = self.notation.rule_lists(&self.document).next().map(|(key, _)| key);
        let key = known.or(self.notation.rules().first().copied()).unwrap_or_default();
        let rules = self.document.entry(key, Written::array(Vec::new()));
        if let Some(rules) = rules.and_then(Written::items_mut) {
            let mut rule = Written::object();
            rule.set("rule", Written::text(text));
            rules.push(rule);
        }
    }
}

/// Says that an object must have a field, in the order of its fields where the others are.
fn require(holder: &mut Written, name: &str) {
    let order: Vec<_> =
        holder.get("properties").map(Written::members).unwrap_or_default().iter().map(Member::name).collect();
    let place = |name: &str| order.iter().position(|known| known == name);
    if holder.get("required").is_none()
        && let Some(members) = holder.members_mut()
    {
        // Right behind the fields that it speaks of.
        let behind = members
            .iter()
            .position(|member| member.name() == "properties")
            .map_or(members.len(), |at| at + 1);
        members.insert(behind, Member::new("required", Written::array(Vec::new())));
    }
    let Some(names) = holder.get_mut("required").and_then(Written::items_mut) else { return };
    if names.iter().any(|known| known.string().as_deref() == Some(name)) {
        return;
    }
    let is_behind = |known: &Written| known.string().and_then(|known| place(&known)) > place(name);
    let at = names.iter().position(is_behind).unwrap_or(names.len());
    names.insert(at, Written::text(name));
}

/// Says a key of a field, or leaves it out.
fn set_flag(field: &mut Written, key: &str, is_on: bool) {
    if is_on {
        field.set(key, Written::scalar("true"));
    } else {
        field.remove(key);
    }
}

/// Says by a rule that a string must occur in the input, or leaves that out.
fn ground(field: &mut Written, is_on: bool) {
    let keys = Notation::JsonSchema.rules();
    if is_on {
        let key =
            keys.iter().find(|key| field.get(key).is_some()).or(keys.first()).copied().unwrap_or_default();
        let mut rule = Written::object();
        rule.set("rule", Written::text(GROUNDING));
        let rules = field.entry(key, Written::array(Vec::new())).and_then(Written::items_mut);
        rules.into_iter().for_each(|rules| rules.push(rule.clone()));
        return;
    }
    for key in keys {
        let Some(rules) = field.get_mut(key).and_then(Written::items_mut) else { continue };
        let before = rules.len();
        rules.retain(|rule| !is_grounding(rule));
        if rules.is_empty() && before > 0 {
            field.remove(key);
        }
    }
}

/// Sets a constraint as it was typed.
fn constrain(field: &mut Written, key: &str, constraint: Constraint, typed: &str) -> Result<(), String> {
    let wrong = |must: &str| Err(format!("{} must be {must}.", constraint.words()));
    let takes = takes(constraint);
    let text = if takes == Takes::Text { typed } else { typed.trim() };
    if text.is_empty() && takes != Takes::Values {
        field.remove(key);
        return Ok(());
    }
    let value = match takes {
        Takes::Text => Written::text(text),
        Takes::Count => match text.parse::<u64>() {
            Ok(count) => Written::scalar(count.to_string()),
            Err(_) => return wrong("a whole number from 0"),
        },
        Takes::Number => match serde_json::from_str::<Value>(text) {
            Ok(Value::Number(_)) => Written::scalar(text),
            Ok(_) | Err(_) => return wrong("a number"),
        },
        Takes::Values => {
            let is_null_in = field.get(key).map(Written::items).unwrap_or_default().iter().any(is_null);
            let Some(mut values) = values(text) else {
                return wrong("values with commas between them, or a JSON array");
            };
            values.extend(is_null_in.then(|| Written::scalar("null")));
            Written::array(values)
        }
    };
    field.set(key, value);
    Ok(())
}

/// The values of a choice as they were typed; none where there are none.
fn values(text: &str) -> Option<Vec<Written>> {
    let values: Vec<_> = if text.starts_with('[') {
        let Ok(Value::Array(_)) = serde_json::from_str(text) else { return None };
        Written::read(text).items().iter().filter(|value| !is_null(value)).cloned().collect()
    } else {
        text.split(',').map(str::trim).filter(|value| !value.is_empty()).map(Written::text).collect()
    };
    (!values.is_empty()).then_some(values)
}
