//! What the stand-in model says of an answer, its own or another's: that it is right, whatever its behaviour is.

use crate::core::critique::{asks_for_critique, asks_for_opinion};
use crate::core::provider::Message;

/// Its answer to messages that ask for a critique or for an opinion; none where they ask for neither.
pub(super) fn second(messages: &[Message]) -> Option<&'static str> {
    if asks_for_critique(messages) {
        Some(r#"{"objections": []}"#)
    } else if asks_for_opinion(messages) {
        Some(r#"{"looks_good": true, "reason": "It has the form and the values that the task asks for."}"#)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::critique::{Critique, Finding, Opinion, opinion_messages};
    use crate::core::json_text::JsonText;
    use crate::core::judge::{Case, Desk, Question, Response, SchemaSource};
    use crate::core::provider::Call;
    use crate::core::simulate::Behaviour;

    /// What it replies to these messages, however it fails otherwise.
    fn replies(messages: &[Message]) -> Vec<String> {
        let call = Call { messages: messages.to_vec(), ..Call::default() };
        let reply = |behaviour| {
            let (schema, call) = (SchemaSource::of_text("{}"), call.clone());
            match Desk::default().answer(Question::Simulate { schema, behaviour, earlier_calls: 1, call }) {
                Response::Simulated(reply) => reply.text,
                other => panic!("{other:?}"),
            }
        };
        Behaviour::ALL.map(reply).into()
    }

    #[test]
    fn a_critique_and_an_opinion_are_answered_in_their_own_form() {
        let task = [Message::system("Form: {}"), Message::user("Which city?")];
        let answer = JsonText::from_compact(r#"{"city":"Paris"}"#);
        for critique in replies(&Critique::new("In French.").unwrap().messages(&task, &answer)) {
            let case = Case { text: answer.as_str().to_owned(), ..Case::default() };
            let question = Question::Critique { schema: SchemaSource::of_text("{}"), case, critique };
            let Response::Critiqued(critiqued) = Desk::default().answer(question) else {
                panic!("no critique")
            };
            assert_eq!((critiqued.judgement.is_valid(), critiqued.finding), (true, Finding::Nothing));
        }
        for text in replies(&opinion_messages(&task, &answer)) {
            let reason = "It has the form and the values that the task asks for.".to_owned();
            let expected = Response::Opined(Opinion::Clear { approves: true, reason });
            assert_eq!(Desk::default().answer(Question::Opinion { text }), expected);
        }
        assert_eq!(second(&task), None);
    }
}
