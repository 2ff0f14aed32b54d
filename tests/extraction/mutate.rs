//! Replies that models may write, changed by the bytes of a seed. The fuzz targets draw from the same.

/// What is put into a reply.
const PIECES: [&str; 48] = [
    "{",
    "}",
    "[",
    "]",
    "(",
    ")",
    "\"",
    "'",
    "`",
    "“",
    "”",
    "‘",
    "’",
    ":",
    ",",
    ";",
    "=",
    "\\",
    "\\\"",
    "\\u12",
    "\\ud800",
    "\n",
    " ",
    "\t",
    "\u{a0}",
    "\u{feff}",
    "\u{1}",
    "//",
    "/*",
    "*/",
    "#",
    "<!--",
    "-->",
    "...",
    "…",
    "```",
    "```json\n",
    "~~~",
    "<think>",
    "</think>",
    "corrected",
    "None",
    "1_0",
    "-",
    "1e9",
    "：",
    "，",
    "\n> ",
];

/// The replies that are changed, in the folder of the fuzz targets.
const REPLIES: [&str; 12] = [
    include_str!("../../fuzz/seeds/reply/broken-object.txt"),
    include_str!("../../fuzz/seeds/reply/comments.txt"),
    include_str!("../../fuzz/seeds/reply/corrected.txt"),
    include_str!("../../fuzz/seeds/reply/cut.txt"),
    include_str!("../../fuzz/seeds/reply/escaped.txt"),
    include_str!("../../fuzz/seeds/reply/fenced.txt"),
    include_str!("../../fuzz/seeds/reply/nested.txt"),
    include_str!("../../fuzz/seeds/reply/numbers.txt"),
    include_str!("../../fuzz/seeds/reply/prose.txt"),
    include_str!("../../fuzz/seeds/reply/python.txt"),
    include_str!("../../fuzz/seeds/reply/quotes.txt"),
    include_str!("../../fuzz/seeds/reply/thinking.txt"),
];

/// The numbers that decide how a reply is changed; zero once they are used up.
struct Choices<'s>(std::slice::Iter<'s, u8>);

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        let mut byte = || usize::from(self.0.next().copied().unwrap_or_default());
        let choice = if bound > 256 { byte() << 8 | byte() } else { byte() };
        choice % bound.max(1)
    }

    /// A place between two characters.
    fn place(&mut self, text: &str) -> usize {
        let mut place = self.below(text.len() + 1);
        while !text.is_char_boundary(place) {
            place -= 1;
        }
        place
    }

    fn reply(&mut self) -> &'static str {
        REPLIES[self.below(REPLIES.len())]
    }
}

/// The first byte chooses a reply, the others what is done to it, four or so for each change.
pub fn mutated(seed: &[u8]) -> String {
    let mut choices = Choices(seed.iter());
    let mut text = choices.reply().to_owned();
    while !choices.0.as_slice().is_empty() {
        let [one, other] = [choices.place(&text), choices.place(&text)];
        let (start, end) = (one.min(other), one.max(other));
        match choices.below(6) {
            0 | 1 => text.insert_str(start, PIECES[choices.below(PIECES.len())]),
            // Most of what is taken away or written twice is short.
            2 => {
                let length = text[start..].chars().take(choices.below(4)).map(char::len_utf8).sum::<usize>();
                text.replace_range(start..start + length, "");
            }
            3 => {
                let part: String = text[start..end].chars().take(40).collect();
                text.insert_str(start, &part);
            }
            4 => text.truncate(end),
            _ => {
                let reply = choices.reply();
                let from = choices.place(reply);
                text.replace_range(start.., &reply[from..]);
            }
        }
    }
    text
}
