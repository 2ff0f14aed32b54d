//! stub
use std::sync::Arc;
/// p
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern(Arc<str>);
/// e
#[derive(Debug)]
pub struct PatternError;
/// s
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Search {
    /// f
    Found,
    /// n
    NotFound,
    /// u
    Undecided,
}
impl std::fmt::Display for PatternError {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        Ok(())
    }
}
impl Pattern {
    /// c
    pub fn compile(source: &str) -> Result<Self, PatternError> {
        Ok(Self(source.into()))
    }
    /// s
    pub fn source(&self) -> &str {
        &self.0
    }
    /// f
    pub fn find(&self, _text: &str) -> Search {
        Search::Found
    }
    /// s
    pub fn sample(&self, _draw: &mut dyn FnMut(u64) -> u64) -> Option<String> {
        None
    }
}
