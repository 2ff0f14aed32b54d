//! When a call was sent and when its reply came, and how fast that was.

use super::words::with_thousands;
use crate::core::time::Millis;

/// When a call was sent, and when its reply came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// When it was sent.
    pub sent: Millis,
    /// When the server took it, where that can be told.
    pub accepted: Option<Millis>,
    /// When the first piece and the last one came; none where it did not come in pieces.
    pub pieces: Option<[Millis; 2]>,
    /// When the reply was there to its end.
    pub replied: Option<Millis>,
}

/// In less time than this a reply is too fast for its speed to be told.
const SHORTEST: Millis = Millis(250);

impl Timing {
    /// A call that is sent now.
    pub(super) fn of_call(now: Millis) -> Self {
        Self { sent: now, ..Self::default() }
    }

    /// A piece came.
    pub(super) fn hear(&mut self, now: Millis) {
        let first = self.pieces.map_or(now, |[first, _]| first);
        self.pieces = Some([first, now]);
    }

    /// How long the first piece took, in words.
    pub(super) fn first_token(self) -> Option<String> {
        self.pieces.map(|[first, _]| format!("first token after {}", first.since(self.sent)))
    }

    /// How fast so many tokens came, in words; nothing where that was too fast to tell.
    pub(super) fn pace(self, tokens: u64) -> Option<String> {
        let [first, last] = self.pieces?;
        let took = Some(last.since(first)).filter(|took| *took >= SHORTEST)?;
        let tenths = tokens.saturating_mul(10_000) / took.0;
        Some(match tenths {
            0..100 => format!("{}.{} tokens/s", tenths / 10, tenths % 10),
            100.. => format!("{} tokens/s", with_thousands(tenths / 10)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timings_in_words() {
        for (pieces, tokens, expected) in [
            (&[][..], 12, [None, None]),
            (&[1_420], 12, [Some("first token after 420 ms"), None]),
            (&[1_420, 1_669], 12, [Some("first token after 420 ms"), None]),
            (&[3_000, 3_100, 4_000], 35, [Some("first token after 2.0 s"), Some("35 tokens/s")]),
            (&[1_000, 11_000], 42, [Some("first token after 0 ms"), Some("4.2 tokens/s")]),
            (&[1_000, 2_000], 0, [Some("first token after 0 ms"), Some("0.0 tokens/s")]),
        ] {
            let mut timing = Timing::of_call(Millis(1_000));
            pieces.iter().for_each(|time| timing.hear(Millis(*time)));
            assert_eq!(
                [timing.first_token(), timing.pace(tokens)],
                expected.map(|words| words.map(str::to_owned))
            );
        }
    }
}
