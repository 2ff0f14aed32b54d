//! What became of each keyword of a schema when it was lowered.

use super::keyword::Keyword;

/// What became of one keyword.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The JSON pointer of the schema it stands in, in the schema as [`Schema::to_json_schema`] writes it.
    ///
    /// [`Schema::to_json_schema`]: crate::core::schema::Schema::to_json_schema
    pub pointer: String,
    /// The keyword.
    pub keyword: Keyword,
    /// What became of it.
    pub fate: Fate,
    /// The reason, as a short remark; empty where it goes without saying.
    pub why: &'static str,
}

/// What may become of a keyword, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fate {
    /// The server holds the model to it.
    Enforced,
    /// The server takes no notice of it.
    Ignored,
    /// It is not sent; the description says it in words.
    Dropped,
}

impl Fate {
    /// Every fate, from the best to the worst.
    pub const ALL: [Self; 3] = [Self::Enforced, Self::Ignored, Self::Dropped];
}
