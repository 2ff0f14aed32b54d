//! What is found in a reply: the candidates, the likeliest first, and why others are none.

use super::limit::{self, Limit};
use super::loss::Loss;
use super::positions::Positions;
use super::rank::Rank;
use super::repair::Repair;
use super::reply::Reply;
use super::search::Search;
use super::syntax_error::SyntaxError;
use super::thinking::answer_start;
use serde_json::Value;
use std::ops::Range;

/// What was found in a reply.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Extraction {
    /// The values found, the likeliest first.
    pub candidates: Vec<Candidate>,
    /// The value that is still open at the end of the text, as far as it goes. It is no answer.
    pub open: Option<Candidate>,
    /// Why the first thing that looked like JSON is none, strictly.
    pub syntax_error: Option<SyntaxError>,
    /// The limit that kept the reply, or the rest of it, from being read.
    pub limit: Option<Limit>,
}

/// One JSON value in a reply.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The value.
    pub value: Value,
    /// How it was found.
    pub strategy: Strategy,
    /// Where it stands, in bytes.
    pub range: Range<usize>,
    /// The departures from strict JSON, in the order of the text; none where the text is strict JSON.
    pub repairs: Vec<Repair>,
    /// What the text says and the value cannot hold.
    pub losses: Vec<Loss>,
    /// Where every value in it stands, if that was asked for.
    pub positions: Option<Positions>,
}

/// How a value was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// The reply is the value.
    Whole,
    /// In a code fence.
    Fence,
    /// In the middle of prose.
    Prose,
    /// In a JSON string.
    String,
    /// In the model's thinking, and nowhere after it.
    Thinking,
}

impl Strategy {
    /// Every way, the likeliest first.
    pub const ALL: [Self; 5] = [Self::Whole, Self::Fence, Self::Prose, Self::String, Self::Thinking];

    /// Its name, for machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Whole => "whole",
            Self::Fence => "fence",
            Self::Prose => "prose",
            Self::String => "string",
            Self::Thinking => "thinking",
        }
    }

    /// What it means, in a few words, for people.
    pub fn words(self) -> &'static str {
        match self {
            Self::Whole => "the reply is JSON",
            Self::Fence => "from a code fence",
            Self::Prose => "from the prose",
            Self::String => "from a string",
            Self::Thinking => "from the thinking",
        }
    }
}

/// Finds the JSON values in a reply, ranked: the whole reply, then fences marked as JSON, then other
/// fences, then objects and arrays in prose, and last what stands in the model's thinking.
/// Within a rank the first comes first, but what is empty, or may be a footnote, only after the others,
/// and all that stands before an announced correction after what follows it.
pub fn extract(text: &str) -> Extraction {
    extract_from::<false>(text)
}

/// The same, and says where every value stands in the reply.
pub fn extract_with_positions(text: &str) -> Extraction {
    extract_from::<true>(text)
}

fn extract_from<const POSITIONS: bool>(text: &str) -> Extraction {
    let reply = Reply::all(text);
    if text.len() > limit::SIZE {
        let limit = Limit::Size;
        let syntax_error = Some(SyntaxError::at(text, 0, limit.to_string()));
        return Extraction { syntax_error, limit: Some(limit), ..Extraction::default() };
    }
    let answer = answer_start(text);
    // A mark of thinking may stand within a string of what is JSON as a whole.
    let mut search = Search::<POSITIONS>::new(0, None);
    if !(answer > 0 && search.take_whole(reply)) {
        search = Search::new(answer, None);
        if !search.take_whole_string(reply) {
            search.advance(reply);
            search.take_scalar(reply);
        }
        if answer > 0 && search.is_fruitless() {
            search = Search::new(0, Some(Rank::Thinking));
            search.advance(reply);
        }
    }
    search.unwrap_string();
    let syntax_error = search.syntax_error(text);
    let limit = search.limit();
    let (candidates, open) = search.into_candidates();
    Extraction { candidates, open, syntax_error, limit }
}

/// The reply without a leading thinking block: what the model meant to be read.
pub fn without_thinking(text: &str) -> &str {
    text.get(answer_start(text)..).unwrap_or(text).trim_start()
}

#[cfg(test)]
mod tests;
