//! How much of the reply that is on its way the judge was given, and whether it can be given more.

/// How much of a reply the judge was given.
#[derive(Debug, Default)]
pub(super) struct Given {
    /// In bytes.
    length: usize,
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

impl Given {
    /// What the judge is to be given next of all that has arrived, and behind how many bytes that it has;
    /// nothing while it is busy.
    pub(super) fn next_chunk(&mut self, arrived: &str) -> Option<(usize, String)> {
        let chunk = arrived.get(self.length..).filter(|chunk| !chunk.is_empty())?;
        match self.judge {
            Judge::Free => {
                let next = (self.length, chunk.to_owned());
                self.length = arrived.len();
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
        let mut given = Given::default();
        assert_eq!(given.next_chunk(""), None);
        assert_eq!(given.next_chunk("{\"ä"), Some((0, "{\"ä".to_owned())));
        assert_eq!(given.next_chunk("{\"ä\": "), None);
        given.answered(true);
        assert_eq!(given.next_chunk("{\"ä\": 1"), Some((4, "\": 1".to_owned())));
        given.answered(true);
        assert_eq!(given.next_chunk("{\"ä\": 1"), None);
        given.answered(false);
        assert_eq!(given.next_chunk("{\"ä\": 1}"), None);
    }
}
