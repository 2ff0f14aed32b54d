//! The reply that is on its way: what has arrived of it, and how much of that the judge was given.

use crate::core::provider::{Delta, Reply};

/// The reply of the current call, as far as it has arrived.
#[derive(Debug, Default)]
pub(super) struct Arriving {
    reply: Reply,
    /// How much of its text the judge was given, in bytes.
    given: usize,
    judge: Judge,
}

/// Whether the judge can be given more.
#[derive(Debug, Default)]
enum Judge {
    #[default]
    Free,
    Busy,
    /// It does not know the beginning, or gave no answer: nothing more is asked of this reply.
    Lost,
}

impl Arriving {
    /// Takes a piece.
    pub(super) fn push(&mut self, delta: &Delta) {
        match delta {
            Delta::Text(text) => self.reply.text.push_str(text),
            Delta::Reasoning(text) => self.reply.reasoning.push_str(text),
        }
    }

    /// What has arrived.
    pub(super) fn reply(&self) -> &Reply {
        &self.reply
    }

    /// What the judge is to be given next, behind so many bytes that it has; nothing while it is busy.
    pub(super) fn next_chunk(&mut self) -> Option<(usize, String)> {
        let chunk = self.reply.text.get(self.given..).filter(|chunk| !chunk.is_empty())?;
        match self.judge {
            Judge::Free => {
                let next = (self.given, chunk.to_owned());
                self.given = self.reply.text.len();
                self.judge = Judge::Busy;
                Some(next)
            }
            Judge::Busy | Judge::Lost => None,
        }
    }

    /// The judge has answered, or has not.
    pub(super) fn answered(&mut self, is_answer: bool) {
        self.judge = if is_answer { Judge::Free } else { Judge::Lost };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_judge_is_given_what_came_meanwhile_in_one_piece() {
        let mut arriving = Arriving::default();
        let text = |text: &str| Delta::Text(text.to_owned());
        assert_eq!(arriving.next_chunk(), None);
        arriving.push(&Delta::Reasoning("Hm.".into()));
        assert_eq!(arriving.next_chunk(), None);
        arriving.push(&text("{\"ä"));
        assert_eq!(arriving.next_chunk(), Some((0, "{\"ä".to_owned())));
        arriving.push(&text("\": "));
        arriving.push(&text("1"));
        assert_eq!(arriving.next_chunk(), None);
        arriving.answered(true);
        assert_eq!(arriving.next_chunk(), Some((4, "\": 1".to_owned())));
        arriving.answered(true);
        assert_eq!(arriving.next_chunk(), None);
        arriving.push(&text("}"));
        arriving.answered(false);
        assert_eq!(arriving.next_chunk(), None);
        let reply = Reply { text: "{\"ä\": 1}".into(), reasoning: "Hm.".into(), ..Reply::default() };
        assert_eq!(arriving.reply(), &reply);
    }
}
