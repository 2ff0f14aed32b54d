//! The editor of the schema: what it shows of it, and what is done with it there.

use super::State;
use crate::core::drawn::{DRAG, DROP};
use crate::core::judge::{DrawnSchema, EditedText, Reading, TO_PLACE, Undecided};
use crate::core::schema::Completion;
use crate::core::settings::{OwnSchema, Settings, Unready};
use crate::ui::live::Live;
use crate::ui::parts::{Ask, Draft};
use crate::web::{browser, caret, dialog, frame, task};
use std::sync::Arc;

/// The id of the editor's dialog.
pub const EDITOR_ID: &str = "schema-editor";

/// The id of the field for the schema's text.
pub const TEXT_ID: &str = "own-schema";

/// How many texts can be gone back to.
const MOST_TEXTS: usize = 50;

/// What the editor shows, and what it is about to do.
#[derive(Default)]
pub struct Editor {
    /// Whether it is open.
    pub is_open: Live<bool>,
    /// The schema that is set as a form, as far as it was last understood.
    pub outlined: Live<DrawnSchema>,
    /// Why the last edit was not possible; empty if it was.
    pub refused: Live<String>,
    /// What may be written at the caret; none while nobody asks.
    pub completion: Live<Option<Completion>>,
    /// The suggestion that the keys have gone to.
    pub suggested: Live<usize>,
    /// The texts before and after, as far as one has gone back.
    pub history: Live<History>,
    /// The schema that was deleted last, and its place.
    pub deleted: Live<Option<(usize, OwnSchema)>>,
    /// What is being typed, and the edit that it is for.
    pub draft: Draft,
    /// The row of the field that is dragged; empty while none is.
    dragged: Live<String>,
    /// Edits that wait for those before them, each with what was typed or chosen.
    edits: Live<Vec<(String, String)>>,
    /// The control that the focus goes to once the form shows what was done; empty if it stays.
    wanted: Live<String>,
}

/// Texts that one can go back to, and forth again.
#[derive(Default)]
pub struct History {
    past: Vec<String>,
    future: Vec<String>,
    /// The edit that is being typed and made the last change; empty if none did.
    typed: String,
}

impl History {
    /// Whether there is a text to go back to.
    pub fn has_past(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is a text to go forth to.
    pub fn has_future(&self) -> bool {
        !self.future.is_empty()
    }

    /// Keeps a text before an edit changes it; one that is typed is one change, however many keys are pressed.
    fn keep(&mut self, text: String, typed: &str) {
        if typed.is_empty() || typed != self.typed {
            self.past.push(text);
        }
        typed.clone_into(&mut self.typed);
        if self.past.len() > MOST_TEXTS {
            self.past.remove(0);
        }
        self.future.clear();
    }
}

impl State {
    /// Opens the editor.
    pub fn open_editor(&'static self) {
        self.editor.is_open.set(true);
        self.outline();
        frame::before_next(|| dialog::open(EDITOR_ID));
    }

    /// Is told that the editor was closed.
    pub fn leave_editor(&self) {
        self.editor.is_open.set(false);
        self.editor.completion.set(None);
    }

    /// Has the judge say what the editor shows of the schema that is set.
    pub fn outline(&'static self) {
        if !self.editor.is_open.with_untracked(|is_open| *is_open) {
            return;
        }
        let settings = self.settings.get_untracked();
        let source = settings.schema();
        let answer = self.trial.with_untracked(|trial| trial.text.clone());
        let input =
            self.schema.with_untracked(|reading| settings.input(&reading.description().example).to_owned());
        task::spawn(async move {
            let answered = self.judge.outline(source.clone(), answer, input, settings.repaired).await;
            if self.settings.with_untracked(Settings::schema) != source {
                return;
            }
            match answered {
                Ok(outlined) => {
                    self.editor.outlined.update(|shown| {
                        let DrawnSchema { is_understood, fields, rules, .. } =
                            std::mem::replace(shown, outlined);
                        // While something is being typed that cannot be read, the form stays.
                        if is_understood && !shown.is_understood {
                            (shown.is_understood, shown.fields, shown.rules) = (true, fields, rules);
                        }
                    });
                    self.go_to_wanted();
                }
                Err(Undecided::Superseded) => {}
                Err(undecided) => self.editor.refused.set(Unready::Judge(undecided).message()),
            }
        });
    }

    fn go_to_wanted(&self) {
        let mut wanted = String::new();
        self.editor.wanted.update(|id| wanted = std::mem::take(id));
        if !wanted.is_empty() {
            frame::before_next(move || browser::focus(&wanted));
        }
    }

    /// Puts another text in the place of that of the person's own schema, which can be gone back to. `typed` is
    /// the edit that is being typed; empty if none is.
    pub fn replace_text(&'static self, text: String, typed: &str) {
        let before = self.own_text();
        if before != text {
            self.editor.history.update(|history| history.keep(before, typed));
            self.change_own_schema(|own| own.text = text);
        }
    }

    /// Goes back to the text before the last change that was not typed.
    pub fn undo(&'static self) {
        self.step(|history, text| {
            let before = history.past.pop()?;
            history.future.push(text);
            Some(before)
        });
    }

    /// Goes forth to the text that one has gone back from.
    pub fn redo(&'static self) {
        self.step(|history, text| {
            let after = history.future.pop()?;
            history.past.push(text);
            Some(after)
        });
    }

    fn step(&'static self, step: fn(&mut History, String) -> Option<String>) {
        let text = self.own_text();
        let mut found = None;
        self.editor.history.update(|history| found = step(history, text));
        if let Some(found) = found {
            self.change_own_schema(|own| own.text = found);
        }
    }

    /// The text of the person's own schema, if one is chosen.
    pub fn own_text(&self) -> String {
        let text = |settings: &Settings| settings.own_schema().map(|own| own.text.clone());
        self.settings.with_untracked(text).unwrap_or_default()
    }

    /// Carries out what is asked in what the judge has drawn of the schema.
    pub fn editor_ask(&'static self) -> Ask {
        Arc::new(|asks, of| match asks {
            TO_PLACE => caret::put(TEXT_ID, of.parse().unwrap_or_default()),
            DRAG => self.editor.dragged.set(of.to_owned()),
            DROP => self.drop_at(of),
            edit => self.edit(edit.to_owned(), of.to_owned()),
        })
    }

    /// Lets the dragged field go at the row of another one.
    fn drop_at(&'static self, row: &str) {
        let mut dragged = String::new();
        self.editor.dragged.update(|field| dragged = std::mem::take(field));
        if !dragged.is_empty() && dragged != row {
            self.edit(format!("move {dragged}"), row.to_owned());
        }
    }

    /// Changes the schema by its form: an edit, with what was typed or chosen. One edit is carried out after the
    /// other: each means the rows that those before it have left.
    pub fn edit(&'static self, edit: String, value: String) {
        let mut is_first = false;
        let is_typed = self.editor.draft.with_untracked(|(typed, _)| *typed == edit);
        self.editor.edits.update(|edits| {
            is_first = edits.is_empty();
            // Of what is being typed only the newest matters, once the first edit is under way.
            if is_typed && edits.len() > 1 && edits.last().is_some_and(|(last, _)| *last == edit) {
                edits.pop();
            }
            edits.push((edit, value));
        });
        if is_first {
            task::spawn(async move {
                while let Some((edit, value)) =
                    self.editor.edits.with_untracked(|edits| edits.first().cloned())
                {
                    self.carry_out(edit, value).await;
                    self.editor.edits.update(|edits| drop(edits.remove(0)));
                }
            });
        }
    }

    async fn carry_out(&'static self, edit: String, value: String) {
        let source = self.settings.with_untracked(Settings::schema);
        let answer = self.judge.edit(source.clone(), edit.clone(), value).await;
        // The person may have gone on in the text meanwhile.
        if self.settings.with_untracked(Settings::schema) != source {
            return;
        }
        let refused = match answer {
            Ok(Ok(EditedText { text, focus })) => {
                self.editor.wanted.set(focus);
                let is_typed = self.editor.draft.with_untracked(|(typed, _)| *typed == edit);
                self.replace_text(text, if is_typed { &edit } else { "" });
                String::new()
            }
            Ok(Err(reason)) => {
                // What was typed of it is taken back.
                self.outline();
                reason
            }
            Err(undecided) => Unready::Judge(undecided).message(),
        };
        self.editor.refused.set(refused);
    }

    /// Is told that nothing is typed any more.
    pub fn leave_edit(&self) {
        self.editor.draft.set(Default::default());
        self.editor.history.update(|history| history.typed.clear());
    }

    /// Has the judge say what may be written at the caret: because somebody types, or asked for it.
    pub fn complete(&'static self, at: usize, is_asked: bool) {
        let text = self.own_text();
        task::spawn(async move {
            let answer = self.judge.complete(text.clone(), at).await;
            if self.own_text() != text {
                return;
            }
            let is_wanted = |found: &Completion| is_asked || found.is_typing;
            let found = answer.ok().filter(|found| is_wanted(found) && !found.suggestions.is_empty());
            self.editor.suggested.set(0);
            self.editor.completion.set(found);
        });
    }

    /// Writes a suggestion at the caret.
    pub fn take_suggestion(&'static self, position: usize) {
        let mut found = None;
        self.editor.completion.update(|completion| found = completion.take());
        let Some(Completion { start, end, suggestions, .. }) = found else { return };
        let Some(suggestion) = suggestions.into_iter().nth(position) else { return };
        let mut text = self.own_text();
        if text.get(start.offset..end).is_some() {
            text.replace_range(start.offset..end, &suggestion.text);
            let at = start.offset + suggestion.caret;
            self.change_own_schema(|own| own.text = text);
            frame::before_next(move || caret::put(TEXT_ID, at));
        }
    }

    /// Makes another schema of one's own, and opens the editor for it.
    pub fn new_schema(&'static self, text: String, copied: &str) {
        self.settings.update(|settings| settings.add_own_schema(text, copied));
        self.schema_was_chosen();
        self.open_editor();
    }

    /// Gives the chosen schema of one's own another name.
    pub fn rename_schema(&self, name: String) {
        self.settings.update(|settings| {
            if let Some(own) = settings.own_schema_mut() {
                own.name = name;
            }
        });
        self.list_own_schemas();
    }

    /// Deletes the chosen schema of one's own.
    pub fn delete_schema(&'static self) {
        let mut deleted = None;
        self.settings.update(|settings| deleted = settings.remove_own_schema());
        self.editor.deleted.set(deleted);
        self.schema_was_chosen();
        dialog::close(EDITOR_ID);
    }

    /// Puts the schema back that was deleted.
    pub fn undelete_schema(&'static self) {
        let mut deleted = None;
        self.editor.deleted.update(|schema| deleted = schema.take());
        if let Some((place, own)) = deleted {
            self.settings.update(|settings| settings.restore_own_schema(place, own));
            self.schema_was_chosen();
        }
    }

    /// Takes what is to be shown of the schemas of one's own: the id and the name of each.
    fn list_own_schemas(&self) {
        self.own_schemas.set(self.settings.with_untracked(own_schemas));
    }

    /// Shows what belongs to another schema.
    pub(super) fn schema_was_chosen(&'static self) {
        self.problem.set(String::new());
        self.list_own_schemas();
        let is_own = self.settings.with_untracked(Settings::is_own_schema);
        if is_own {
            // What another schema amounts to must not stand for one that cannot be read.
            self.schema.update(Reading::forget);
        }
        self.is_own_schema.set(is_own);
        self.editor.history.set(History::default());
        self.editor.outlined.set(Default::default());
        self.editor.refused.set(String::new());
        self.read_schema();
    }
}

/// The id and the name of each schema of one's own.
pub fn own_schemas(settings: &Settings) -> Vec<(String, String)> {
    settings.own_schemas.iter().map(|own| (own.id.clone(), own.name.clone())).collect()
}
