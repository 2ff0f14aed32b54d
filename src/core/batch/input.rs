//! One of the inputs of a batch.

use crate::core::image::Image;
use crate::core::members::{Members, Object};

/// What one run of each setup and seed is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchInput {
    /// What people call it: the name of its file, or which row it is.
    pub name: String,
    /// The document, as the Input of a single run.
    pub text: String,
    /// The image, where it is one.
    pub image: Option<Image>,
    /// What fills the placeholders of the prompt, by their names, in the order of the columns.
    pub columns: Vec<Column>,
}

/// What a column of a table says of an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Column {
    /// The name of the column.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

impl Object for BatchInput {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("name", &mut self.name)
            .member("text", &mut self.text)
            .member("image", &mut self.image)
            .member("columns", &mut self.columns);
    }
}

impl Object for Column {
    fn blank() -> Self {
        Self::default()
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members.member("name", &mut self.name).member("text", &mut self.text);
    }
}
