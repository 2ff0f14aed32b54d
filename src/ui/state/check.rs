//! The reply that is checked by hand: taking it, having it judged as it changes, and looking at its texts.

use super::State;
use crate::core::agent::TemplateKind;
use crate::core::counted::counted;
use crate::core::dialect::Dialect;
use crate::core::judge::{Case, Check, Checked, Kind, Question, SchemaSource, Text, Undecided, Window};
use crate::core::scroller::Scroller;
use crate::core::settings::Unready;
use crate::core::simulate::Behaviour;
use crate::core::view::View;
use crate::ui::live::Live;
use crate::web::file::File;
use crate::web::{browser, clock, file, frame, scroll, task};
use leptos::prelude::*;

/// A longer text than this, in UTF-16 units, is no text to type in: it stands as a file.
pub const LONGEST_TYPED: u32 = 100_000;

/// How long nothing must have changed until the verdict is told to those who cannot see it.
const QUIET_MILLIS: u32 = 1_000;

/// How many rows are asked for before it is known how many there are.
const FIRST_ROWS: usize = 80;

/// The reply that is checked by hand, and all that is known of it.
#[derive(Default)]
pub struct Checking {
    /// The reply as typed or pasted.
    pub typed: Live<String>,
    /// The reply where it is a file, or too long to be typed.
    pub file: Live<Option<File>>,
    /// The attempt whose reply it is, where that was judged by something else than what is set.
    pub judged_by: Live<Option<JudgedBy>>,
    /// What came of the last check, or why there is none; nothing while there is no reply.
    pub outcome: Live<Option<Result<Checked, String>>>,
    /// Whether the judge was asked.
    pub is_under_way: Live<bool>,
    /// The text on the left: the reply, or what was found in it.
    pub left: Live<Text>,
    /// The violation that is pointed at.
    pub active: Live<Option<usize>>,
    reply: Pane,
    found: Pane,
    schema: Pane,
    /// On how many columns the texts are laid out; none until there is a place for them.
    columns: Live<usize>,
    number: Live<u64>,
    /// What was asked last, as it travels, with the number of the file; empty where it is to be asked again.
    asked: Live<String>,
    /// How many files were taken.
    files: Live<u64>,
    /// The place that gets the focus as soon as it is drawn.
    awaited: Live<Option<(Text, usize)>>,
}

/// What the reply of an attempt was judged by.
#[derive(Clone)]
pub struct JudgedBy {
    /// The attempt.
    pub attempt: usize,
    /// What a valid answer was.
    pub schema: SchemaSource,
    /// What it was about.
    pub input: String,
    /// The dialect in which the server was given the schema, if it was.
    pub dialect: Option<Dialect>,
}

/// A text that is looked at.
#[derive(Default)]
pub struct Pane {
    /// The rows that are drawn.
    pub window: Live<Window>,
    /// Where it is scrolled to.
    pub scroller: Live<Scroller>,
    is_frame_awaited: Live<bool>,
}

impl Checking {
    /// A reply that was typed.
    pub(super) fn of(reply: String) -> Self {
        Self { typed: Live::new(reply), ..Self::default() }
    }

    /// The pane of a text.
    pub fn pane(&self, text: Text) -> &Pane {
        match text {
            Text::Reply => &self.reply,
            Text::Found => &self.found,
            Text::Schema => &self.schema,
        }
    }
}

/// The id of the box in which a text is scrolled.
pub fn box_id(text: Text) -> &'static str {
    match text {
        Text::Reply => "check-reply",
        Text::Found => "check-found",
        Text::Schema => "check-schema",
    }
}

/// The id of the place of a violation in a text.
pub fn place_id(text: Text, violation: usize) -> String {
    format!("{}-{violation}", box_id(text))
}

/// The id of a violation in the list.
pub fn violation_id(violation: usize) -> String {
    format!("violation-{violation}")
}

/// The id of the list.
pub const LIST_ID: &str = "violations";

/// The id of what is as wide as a text.
pub const RULER_ID: &str = "check-ruler";

/// The id of what is as wide as a hundred characters, and as high as a hundred rows.
pub const HUNDRED_ID: &str = "check-hundred";

impl State {
    /// Takes what was typed or pasted as the reply.
    pub fn type_reply(&'static self, text: String) {
        if text.len() > LONGEST_TYPED as usize
            && let Some(file) = file::of_text("pasted text", &text)
        {
            return self.take_reply(file);
        }
        self.check.typed.set(text);
    }

    /// Takes a file as the reply.
    pub fn take_reply(&'static self, file: File) {
        task::spawn(async move {
            // To make it took its time.
            task::give_way().await;
            self.check.files.update(|files| *files += 1);
            self.check.file.set(Some(file));
        });
    }

    /// Takes the reply away.
    pub fn clear_reply(&'static self) {
        self.check.judged_by.set(None);
        self.check.file.set(None);
        self.type_reply(String::new());
    }

    /// Takes the reply of an attempt, and goes to where it is looked into.
    pub(super) fn check_attempt(&'static self, reply: String, judged_by: JudgedBy) {
        self.check.file.set(None);
        self.type_reply(reply);
        let input =
            self.settings.with_untracked(|settings| settings.input(&untrack(|| self.example())).to_owned());
        let is_set = self.settings.with_untracked(|settings| settings.schema()) == judged_by.schema
            && input == judged_by.input
            && judged_by.dialect.is_none();
        self.check.judged_by.set((!is_set).then_some(judged_by));
        browser::set_fragment(View::Check.fragment());
    }

    /// Has the stand-in model make up a reply that is wrong.
    pub fn use_example_reply(&'static self) {
        task::spawn(async move {
            match self.made_up(Kind::Check, Behaviour::Mixed).await {
                Ok(text) => self.type_reply(text),
                Err(words) => self.check.outcome.set(Some(Err(words))),
            }
        });
    }

    /// Finds out how much room there is for texts.
    pub fn measure(&'static self) {
        frame::before_next(move || {
            let (Some((width, _)), Some((hundred, height))) =
                (scroll::size(RULER_ID), scroll::size(HUNDRED_ID))
            else {
                return;
            };
            for text in Text::ALL {
                self.check.pane(text).scroller.update(|scroller| scroller.row_height = height / 100);
            }
            let columns = 100 * width / hundred;
            if columns != self.check.columns.get_untracked() {
                self.check.columns.set(columns);
            }
        });
    }

    /// Has the reply be judged, unless that was done. What it depends on is followed.
    pub fn check_reply(&'static self) {
        let check = &self.check;
        let (text, file, columns) = (check.typed.get(), check.file.get(), check.columns.get());
        if columns == 0 {
            return;
        }
        if text.trim().is_empty() && file.is_none() {
            check.number.update(|number| *number += 1);
            check.asked.set(String::new());
            check.is_under_way.set(false);
            return check.outcome.set(None);
        }
        let example = self.example();
        let judged_by = check.judged_by.get();
        let (schema, question) = self.settings.with(|settings| {
            let (schema, input, dialect) = match judged_by {
                Some(JudgedBy { schema, input, dialect, .. }) => (schema, input, dialect),
                None => (settings.schema(), settings.input(&example).to_owned(), None),
            };
            let text = if file.is_some() { String::new() } else { text };
            let question = Check {
                case: Case { text, input, repaired: settings.repaired, dialect, ..Case::default() },
                columns,
                correcting: settings.correcting,
                correction_template: settings.template(TemplateKind::Correction).to_owned(),
                nudge_template: settings.template(TemplateKind::Nudge).to_owned(),
                ..Check::default()
            };
            (schema, question)
        });
        let asked = Question::Check { schema: schema.clone(), check: question.clone() };
        let asked = format!("{} {}", check.files.get_untracked(), asked.to_json());
        if check.asked.with_untracked(|last| *last == asked) {
            return;
        }
        check.asked.set(asked);
        check.number.update(|number| *number += 1);
        let number = check.number.get_untracked();
        check.is_under_way.set(true);
        task::spawn(async move {
            let answer = self.judge.check(schema, Check { number, ..question }, file).await;
            let outcome = match answer {
                Ok(checked) => Ok(checked),
                Err(Undecided::Superseded) => return,
                Err(Undecided::Unusable(reason)) => Err(reason),
                Err(
                    undecided @ (Undecided::TooLong(_) | Undecided::Crashed(_) | Undecided::NotLoaded(_)),
                ) => Err(Unready::Judge(undecided).message()),
            };
            if number == self.check.number.get_untracked() {
                self.show_outcome(outcome);
            }
        });
    }

    fn show_outcome(&'static self, outcome: Result<Checked, String>) {
        let words = match &outcome {
            Ok(Checked { headline, violations, more, .. }) => {
                format!("{headline}, {}", counted(violations.len() + more, "violation"))
            }
            Err(words) => words.clone(),
        };
        let is_checked = outcome.is_ok();
        self.check.is_under_way.set(false);
        self.check.active.set(None);
        self.check.outcome.set(Some(outcome));
        let number = self.check.number.get_untracked();
        task::spawn(async move {
            clock::pause(QUIET_MILLIS).await;
            // A newer one is told in its place.
            if number == self.check.number.get_untracked() {
                self.announcement.set(words);
            }
        });
        if is_checked {
            self.look(self.check.left.get_untracked());
            self.look(Text::Schema);
        }
    }

    /// Shows a text on the left.
    pub fn show_left(&'static self, text: Text) {
        self.check.pane(text).scroller.update(|scroller| scroller.top = 0);
        self.check.left.set(text);
        self.look(text);
    }

    /// Asks for the rows of a text that are to be drawn now.
    fn look(&'static self, text: Text) {
        let pane = self.check.pane(text);
        let number = self.check.number.get_untracked();
        let rows = pane.scroller.with_untracked(|scroller| scroller.drawn());
        let rows = if rows.is_empty() { 0..FIRST_ROWS } else { rows };
        task::spawn(async move {
            let window = self.judge.window(number, text, rows).await;
            if number != self.check.number.get_untracked() {
                return;
            }
            match window {
                Ok(Some(window)) => {
                    pane.scroller.update(|scroller| scroller.rows = window.rows);
                    pane.window.set(window);
                    self.follow_scroll(text);
                    self.focus_awaited(text);
                }
                // The judge was started anew, and knows nothing of it.
                Ok(None) => {
                    self.check.asked.set(String::new());
                    untrack(|| self.check_reply());
                }
                Err(_) => {}
            }
        });
    }

    /// Has the rows be drawn to which a text was scrolled.
    pub fn follow_scroll(&'static self, text: Text) {
        let pane = self.check.pane(text);
        if pane.is_frame_awaited.get_untracked() {
            return;
        }
        pane.is_frame_awaited.set(true);
        frame::before_next(move || {
            pane.is_frame_awaited.set(false);
            let Some((top, sight)) = scroll::position(box_id(text)) else { return };
            pane.scroller.update(|scroller| (scroller.top, scroller.sight) = (top, sight));
            let wanted = pane.scroller.with_untracked(|scroller| scroller.in_sight());
            let is_drawn = pane.window.with_untracked(|window| {
                window.from <= wanted.start && wanted.end <= window.from + window.drawn.len()
            });
            if !is_drawn {
                self.look(text);
            }
        });
    }

    /// Points at a violation: in the list, and at its places.
    pub fn point_at(&'static self, violation: usize) {
        if self.check.active.get_untracked() == Some(violation) {
            return;
        }
        self.check.active.set(Some(violation));
        scroll::reveal_in(LIST_ID, &violation_id(violation));
        for text in [self.check.left.get_untracked(), Text::Schema] {
            let Some(row) = self.row_of(text, violation) else { continue };
            let scroller = self.check.pane(text).scroller.get_untracked();
            if !scroller.in_sight().contains(&row) {
                scroll::go_to(box_id(text), scroller.top_of(row));
            }
        }
    }

    /// Takes the person to the place of a violation in a text.
    pub fn go_to_place(&'static self, text: Text, violation: usize) {
        self.check.active.set(None);
        self.point_at(violation);
        self.check.awaited.set(Some((text, violation)));
        self.focus_awaited(text);
    }

    /// Takes the person to a violation in the list.
    pub fn go_to_violation(&self, violation: usize) {
        browser::focus(&violation_id(violation));
    }

    /// The row of a violation in a text, where it has a place there, as far as that is known.
    pub fn row_of(&self, text: Text, violation: usize) -> Option<usize> {
        self.check.pane(text).window.with(|window| window.places.get(violation).copied().flatten())
    }

    fn focus_awaited(&'static self, text: Text) {
        let Some((awaited, violation)) = self.check.awaited.get_untracked() else { return };
        let Some(row) = untrack(|| self.row_of(text, violation)) else { return };
        let is_drawn = self
            .check
            .pane(text)
            .window
            .with_untracked(|window| (window.from..window.from + window.drawn.len()).contains(&row));
        if awaited == text && is_drawn {
            self.check.awaited.set(None);
            frame::before_next(move || browser::focus(&place_id(text, violation)));
        }
    }
}
