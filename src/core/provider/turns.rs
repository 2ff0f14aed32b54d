//! The conversation as servers take it: one system text, then user and assistant by turns, none of them
//! blank, and the user's last.

use super::call::{Call, Message, Mode, Role};
use super::json::{object, put};
use super::quirks::SystemRole;
use crate::core::image::Image;
use serde_json::{Map, Value};

/// A conversation that every server takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Turns {
    /// Standing instructions; empty where there are none, or where they are in the first turn.
    pub system: String,
    /// The turns.
    pub turns: Vec<Message>,
    /// What goes with the first turn of the user.
    pub image: Option<Image>,
}

/// How an image stands in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ImageForm {
    /// As a part behind the text, by a `data:` URL.
    Url,
    /// As a part before the text, with its base64.
    Source,
    /// As base64 in a member of its own.
    Member,
    /// Not at all.
    LeftOut,
}

/// What is said to a model that is only told that the answer is JSON: servers refuse to tell it unless
/// the conversation has the word, too.
const JSON_WORD: &str = "Answer with JSON only.";

impl Turns {
    /// The conversation of a call.
    pub(super) fn new(call: &Call, role: SystemRole) -> Self {
        let mut system = String::new();
        let mut turns: Vec<Message> = Vec::new();
        for message in call.messages.iter().filter(|message| !message.content.trim().is_empty()) {
            match turns.last_mut() {
                _ if message.role == Role::System => append(&mut system, &message.content),
                Some(last) if last.role == message.role => append(&mut last.content, &message.content),
                Some(_) | None => turns.push(message.clone()),
            }
        }
        if turns.last().is_some_and(|last| last.role == Role::Assistant) {
            turns.pop();
        }
        let has_word = |text: &str| text.to_ascii_lowercase().contains("json");
        let is_said = has_word(&system) || turns.iter().any(|turn| has_word(&turn.content));
        if call.format.mode() == Mode::Json && !is_said {
            append(&mut system, JSON_WORD);
        }
        match turns.first_mut() {
            None => turns.push(Message::user(std::mem::take(&mut system))),
            Some(first) if role == SystemRole::FirstUserTurn && !system.is_empty() => {
                let mut text = std::mem::take(&mut system);
                if first.role == Role::User {
                    append(&mut text, &first.content);
                    first.content = text;
                } else {
                    turns.insert(0, Message::user(text));
                }
            }
            Some(_) => {}
        }
        Self { system, turns, image: call.image.clone() }
    }

    /// The turns as every wire format has them, the system text before them where it goes by a role.
    pub(super) fn to_json(&self, role: Option<&str>, form: ImageForm) -> Value {
        let mut messages = Vec::new();
        if let Some(role) = role.filter(|_| !self.system.is_empty()) {
            messages.push(message(role, &self.system, None));
        }
        let mut image = self.image.as_ref();
        for turn in &self.turns {
            let image = image.take_if(|_| turn.role == Role::User);
            messages.push(message(turn.role.name(), &turn.content, image.map(|image| (image, form))));
        }
        Value::Array(messages)
    }
}

/// A turn, perhaps with an image in some form.
fn message(role: &str, text: &str, image: Option<(&Image, ImageForm)>) -> Value {
    let mut message = Map::new();
    put(&mut message, "role", role.into());
    let mut content = text.into();
    let text_part = || part("text", "text", text.into());
    match image {
        None | Some((_, ImageForm::LeftOut)) => {}
        Some((image, ImageForm::Url)) => {
            let mut url = Map::new();
            put(&mut url, "url", image.url().into());
            content = vec![text_part(), part("image_url", "image_url", url.into())].into();
        }
        Some((image, ImageForm::Source)) => {
            let mut source = Map::new();
            put(&mut source, "type", "base64".into());
            put(&mut source, "media_type", image.media_type.name().into());
            put(&mut source, "data", image.data().into());
            content = vec![part("image", "source", source.into()), text_part()].into();
        }
        Some((image, ImageForm::Member)) => put(&mut message, "images", vec![image.data()].into()),
    }
    put(&mut message, "content", content);
    message.into()
}

/// A part of a turn.
fn part(kind: &str, name: &str, value: Value) -> Value {
    object([("type", kind.into()), (name, value)])
}

fn append(text: &mut String, more: &str) {
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(more);
}

#[cfg(test)]
mod tests {
    use super::super::call::Format;
    use super::*;

    #[track_caller]
    fn check(messages: Vec<Message>, format: Format, role: SystemRole, system: &str, turns: Vec<Message>) {
        let call = Call { messages, format, ..Call::default() };
        assert_eq!(Turns::new(&call, role), Turns { system: system.into(), turns, image: None });
    }

    #[test]
    fn conversations_are_such_as_every_server_takes() {
        let (system, user, assistant) = (Message::system, Message::user, Message::assistant);
        let plain = |messages, text, turns| check(messages, Format::Prompt, SystemRole::System, text, turns);
        plain(vec![system("s"), user("u")], "s", vec![user("u")]);
        plain(vec![user("u")], "", vec![user("u")]);
        plain(
            vec![system("s"), system("t"), user("a"), user("b"), assistant("c"), assistant("d"), user("e")],
            "s\n\nt",
            vec![user("a\n\nb"), assistant("c\n\nd"), user("e")],
        );
        // What is blank is left out, and what stood round it becomes one turn.
        plain(vec![system(" "), user("a"), assistant("\n"), user("b")], "", vec![user("a\n\nb")]);
        // The model is never asked to go on with its own words.
        plain(vec![user("a"), assistant("b")], "", vec![user("a")]);
        plain(vec![system("s")], "", vec![user("s")]);
        plain(vec![system("s"), assistant("b")], "", vec![user("s")]);
    }

    #[test]
    fn instructions_can_go_into_the_first_user_turn() {
        let (system, user, assistant) = (Message::system, Message::user, Message::assistant);
        let folded = |messages, turns| check(messages, Format::Prompt, SystemRole::FirstUserTurn, "", turns);
        folded(vec![system("s"), user("u")], vec![user("s\n\nu")]);
        folded(vec![user("u")], vec![user("u")]);
        folded(vec![system("s"), assistant("a"), user("u")], vec![user("s"), assistant("a"), user("u")]);
    }

    #[test]
    fn the_word_json_is_said_where_it_must_be() {
        let (system, user) = (Message::system, Message::user);
        let json = |messages, text, turns| check(messages, Format::Json, SystemRole::System, text, turns);
        json(vec![system("s"), user("u")], "s\n\nAnswer with JSON only.", vec![user("u")]);
        json(vec![user("u")], "Answer with JSON only.", vec![user("u")]);
        json(vec![system("Json!"), user("u")], "Json!", vec![user("u")]);
        json(vec![user("as JSON")], "", vec![user("as JSON")]);
        let folded = vec![user("Answer with JSON only.\n\nu")];
        check(vec![user("u")], Format::Json, SystemRole::FirstUserTurn, "", folded);
    }
}
