//! stub
/// f
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// d
    Date,
}
impl Format {
    /// all
    pub const ALL: [Self; 1] = [Self::Date];
    /// n
    pub fn from_name(name: &str) -> Option<Self> {
        (name == "date").then_some(Self::Date)
    }
    /// n
    pub fn name(self) -> &'static str {
        "date"
    }
    /// a
    pub fn accepts(self, _text: &str) -> bool {
        true
    }
    /// d
    pub fn description(self) -> &'static str {
        "a date"
    }
    /// s
    pub fn sample(self, _draw: &mut dyn FnMut(u64) -> u64) -> String {
        String::new()
    }
    /// s
    pub fn is_said_by(self, _pattern: &str) -> bool {
        false
    }
}
