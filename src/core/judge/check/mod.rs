//! A reply that somebody checks by hand, without any model: the verdict, what a model would be told, and the texts
//! themselves, row by row, with what was repaired in them and what is wrong with them marked. A text may be
//! megabytes long; only the rows that somebody looks at travel.

mod checked;
mod document;
mod layout;
mod marks;
mod place;
mod sheet;

pub use checked::Checked;
pub use sheet::{Piece, Row, Window};

pub(super) use checked::Kept;

use super::question::Case;
use crate::core::agent::{Correcting, Template, TemplateError, TemplateKind, Templates};

/// A reply to check, and what it is checked by beside the schema.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    /// Which check it is: windows are asked of the last one.
    pub number: u64,
    /// The reply, and what it is judged by. The text may be empty, and come beside the question.
    pub case: Case,
    /// On how many columns the texts are laid out.
    pub columns: usize,
    /// How a correction is put.
    pub correcting: Correcting,
    /// The template of a correction, as typed.
    pub correction_template: String,
    /// The template of a nudge, as typed.
    pub nudge_template: String,
}

/// One of the texts of a check.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Text {
    /// The reply as it came.
    #[default]
    Reply,
    /// The value that was found in it.
    Found,
    /// The schema as it was written.
    Schema,
}

impl Text {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Reply, Self::Found, Self::Schema];

    /// Its name, for people and machines.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reply => "Reply",
            Self::Found => "Extracted JSON",
            Self::Schema => "Schema",
        }
    }
}

impl Check {
    /// The templates of what a model would be told.
    fn templates(&self) -> Result<Templates, TemplateError> {
        Ok(Templates {
            correction: Template::parse(TemplateKind::Correction, &self.correction_template)?,
            nudge: Template::parse(TemplateKind::Nudge, &self.nudge_template)?,
            ..Templates::default()
        })
    }
}

#[cfg(test)]
mod tests;
