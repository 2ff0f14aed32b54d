//! The form of a schema as data: rows of controls, each with what it does. Whoever shows it need not know what
//! a schema is: it hands back what a control does, with what was typed or chosen.

/// A row of a form: a field, or a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FormRow {
    /// What it is called.
    pub name: String,
    /// In how many others it stands.
    pub depth: usize,
    /// Whether it can be moved to where another one stands.
    pub is_movable: bool,
    /// What stands on its first line.
    pub head: Vec<Control>,
    /// What can be said of it, or not.
    pub boxes: Vec<Control>,
    /// What stands for the details while they are folded; empty where there are none.
    pub summary: String,
    /// What is rarely changed.
    pub details: Vec<Control>,
    /// What is to be said of it; empty where there is nothing.
    pub remark: String,
    /// Whether that is well; none where it is neither.
    pub is_well: Option<bool>,
}

/// Something in a form that can be changed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Control {
    /// What it looks like.
    pub kind: ControlKind,
    /// Its id in the form.
    pub id: String,
    /// Its accessible name.
    pub label: String,
    /// What is read on it or beside it.
    pub words: String,
    /// What stands in it; of a box, anything if it is ticked.
    pub value: String,
    /// What can be chosen.
    pub options: Vec<String>,
    /// What it does, to be handed back with what was typed or chosen.
    pub edit: String,
}

/// What a control looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum ControlKind {
    /// Words that cannot be changed.
    #[default]
    Words,
    /// A button.
    Button,
    /// A line of text, which is taken when the person is done with it.
    Line,
    /// A line of text, which is taken with every key.
    Typed,
    /// One of several.
    Choice,
    /// A box to tick.
    Box,
}

/// A schema after an edit by its form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EditedText {
    /// The text.
    pub text: String,
    /// The id of the control to go to; empty where the person should stay.
    pub focus: String,
}
