//! What stands between the tokens: white space of every kind, comments, marks of quoted lines.
//! Must not read any value.

use super::ahead::LOOK_AHEAD;
use super::{END, Parser};
use crate::core::extract::repair::RepairKind;

impl Parser<'_> {
    /// Goes on to the next token. A fence mark ends the text.
    pub(super) fn skip_space(&mut self) {
        loop {
            let at = self.position;
            match self.byte(at) {
                b' ' | b'\n' | b'\r' | b'\t' => self.position += 1,
                // What most tokens begin with needs no further thought.
                b'"' | b'\'' | b':' | b',' | b'{' | b'}' | b'[' | b']' | b'0'..=b'9' => return,
                b'/' | b'#' | b'<' if self.comment_end(at, self.end).is_some() => {
                    let end = self.comment_end(at, self.end).unwrap_or(at + 1);
                    self.repair(RepairKind::Comment, at..end);
                    self.position = end;
                }
                b'`' | b'~' if self.is_fence(at) => {
                    self.end = at;
                    return;
                }
                b'>' if self.is_at_line_start(at) => {
                    self.repair(RepairKind::WhiteSpace, at..at + 1);
                    self.position += 1;
                }
                _ if at < self.end => match self.odd_space(at) {
                    0 => return,
                    width => {
                        self.repair(RepairKind::WhiteSpace, at..at + width);
                        self.position += width;
                    }
                },
                _ => return,
            }
        }
    }

    /// The first place from here that holds no white space.
    pub(super) fn skip_blank(&self, mut at: usize) -> usize {
        loop {
            match self.byte(at) {
                b' ' | b'\n' | b'\r' | b'\t' => at += 1,
                b'>' if self.is_at_line_start(at) => at += 1,
                END if at >= self.end => return at,
                _ => match self.odd_space(at) {
                    0 => return at,
                    width => at += width,
                },
            }
        }
    }

    /// The width of a sign that is invisible, but no white space in JSON; else 0.
    pub(super) fn odd_space(&self, at: usize) -> usize {
        match (self.byte(at), self.byte(at + 1), self.byte(at + 2)) {
            (0..=0x1f | 0x7f, _, _) => 1,
            (0xc2, 0x85 | 0xa0 | 0xad, _) => 2,
            (0xe1, 0x9a, 0x80) | (0xe2, 0x80, 0x80..=0x8f | 0xa8..=0xaf) => 3,
            (0xe2, 0x81, 0x9f | 0xa0) | (0xe3, 0x80, 0x80) | (0xef, 0xbb, 0xbf) => 3,
            _ => 0,
        }
    }

    pub(super) fn is_fence(&self, at: usize) -> bool {
        self.starts_with(at, "```") || self.starts_with(at, "~~~")
    }

    fn is_at_line_start(&self, at: usize) -> bool {
        let before = self.bytes.get(self.start..at).unwrap_or_default();
        before.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t')) == Some(&b'\n')
    }

    /// Where the comment that begins here ends, if not behind the limit; else the limit.
    pub(super) fn comment_end(&self, at: usize, limit: usize) -> Option<usize> {
        let until = |end: &str, from: usize| {
            let part = self.bytes.get(from..limit).unwrap_or_default();
            let found = part.windows(end.len()).position(|window| window == end.as_bytes());
            found.map_or(limit, |offset| from + offset + end.len())
        };
        match (self.byte(at), self.byte(at + 1)) {
            (b'/', b'*') => Some(until("*/", at + 2)),
            (b'/', b'/') | (b'#', _) => Some(until("\n", at + 1)),
            (b'<', b'!') if self.starts_with(at, "<!--") => Some(until("-->", at + 4)),
            _ => None,
        }
    }

    /// The first place from here that holds neither white space nor a comment.
    pub(super) fn skip_blank_and_comments(&self, at: usize) -> usize {
        let at = self.skip_blank(at);
        match self.comment_end(at, self.end.min(at + LOOK_AHEAD)) {
            // One is enough: whatever follows, a comment is a token's end.
            Some(end) => self.skip_blank(end),
            None => at,
        }
    }
}
