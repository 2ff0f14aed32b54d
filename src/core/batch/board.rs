//! What somebody sees who looks at a batch: how it is prepared, how it stands, and what has come of it.

use super::estimate::{Estimate, Prospect};
use super::figures::failed_first_attempts;
use super::job::{Cell, Job, Plan, Way, letter};
use super::message::{Exporting, Filter};
use super::row::Row;
use super::scheduler::Standing;
use super::table::Looked;
use crate::core::counted::counted;
use crate::core::drawn::{ASKS, Drawn, VALUE, button, drawn, nothing, plot, plot_bar, several, text};
use serde_json::Value;
use std::collections::BTreeMap;

/// The most setups side by side.
pub const MOST_SETUPS: usize = 3;

/// What there is to be seen of a batch.
#[derive(Debug, Default)]
pub struct Board {
    /// The batch.
    pub job: Job,
    /// The names of its inputs.
    pub names: Vec<String>,
    /// What came of its runs.
    pub rows: BTreeMap<Cell, Row>,
    /// How it stands.
    pub standing: Standing,
    /// What is known of its setups before it begins, or what is to be done first; the last one is what is set on the
    /// page.
    pub prospects: Vec<Result<Prospect, String>>,
    /// The ids of the batches that are kept, and what they are called.
    pub kept: Vec<(String, String)>,
    /// What could not be done; empty where nothing was.
    pub problem: String,
    /// What came of what was asked last, where that is to be said.
    pub notice: String,
    /// How it is kept, where that is to be said.
    pub remark: String,
    /// How far it is, in words.
    pub progress: String,
    /// How many calls wait for a file.
    pub waiting: usize,
    /// Which inputs are shown.
    pub filter: Filter,
    /// Words in the names of those that are shown.
    pub words: String,
}

impl Board {
    /// What came of it: the figures, and above the rows which are shown.
    pub fn results(&self, figures: &Value, looked: &Looked) -> Value {
        if !self.job.is_begun() {
            return nothing();
        }
        let words = drawn("input")
            .attribute("id", "batch-words")
            .attribute("autocomplete", "off")
            .attribute(ASKS, "words")
            .attribute(VALUE, &self.words);
        let filters = drawn("div")
            .class("batch__filters")
            .child(text("h2", "batch__count", &looked.count))
            .child(labelled("Find inputs", "batch-words", words, ""))
            .child(looked.choice.clone());
        several([figures.clone(), filters.view(), looked.head.clone()])
    }

    /// How it is prepared, or what was prepared; then how it stands and what can be done.
    pub fn parts(&self) -> [Value; 2] {
        if self.job.is_begun() { [self.head(), self.controls()] } else { [self.head(), self.form()] }
    }

    /// The title and what else is kept.
    fn head(&self) -> Value {
        let option = |(id, name): &(String, String)| drawn("option").attribute(VALUE, id).text(name).view();
        let is_kept = self.kept.iter().any(|(id, _)| *id == self.job.id);
        let unkept = (!is_kept).then(|| (self.job.id.clone(), "New batch".to_owned()));
        let others = drawn("select")
            .attribute("id", "batch-kept")
            .attribute(ASKS, "open")
            .attribute(VALUE, &self.job.id)
            .children(unkept.iter().chain(&self.kept).map(option));
        let choose = labelled("Batch", "batch-kept", others, "");
        let quiet = |label: &str, asks: &str| button("button button--quiet", label, asks, "").view();
        let actions = [
            if self.kept.iter().any(|(id, _)| *id != self.job.id) { choose } else { nothing() },
            if self.job.is_begun() { quiet("New batch", "new") } else { nothing() },
            if self.job.is_begun() && self.standing != Standing::Running {
                quiet("Delete this batch", "delete")
            } else {
                nothing()
            },
        ];
        drawn("div")
            .class("batch__head")
            .children([remark(&self.problem, true), remark(&self.notice, false), remark(&self.remark, false)])
            .child(drawn("div").class("batch__actions").children(actions).view())
            .view()
    }

    fn form(&self) -> Value {
        drawn("div")
            .class("batch__form")
            .children([self.inputs(), self.setups(), self.limits(), self.start()])
            .view()
    }

    fn inputs(&self) -> Value {
        let (inputs, seeds) = self.job.grid();
        let words = match self.job.files.as_slice() {
            [] => "One input: the one at the left. Add files to run many: rows of CSV or JSONL, a JSON array, or text \
                   files and images of one input each."
                .to_owned(),
            [file] => format!("{} from {file}.", counted(inputs, "input")),
            files => format!("{} from {} files.", counted(inputs, "input"), files.len()),
        };
        let clear = match self.job.files.is_empty() {
            true => nothing(),
            false => button("button button--quiet", "Remove the files", "clear inputs", "").view(),
        };
        let repeats = number(
            "Runs of each input",
            "repeats",
            &seeds.len().max(1).to_string(),
            "each with a seed of its own",
        );
        panel("Inputs", [text("p", "hint", &words), clear, self.columns(), repeats])
    }

    fn columns(&self) -> Value {
        if self.job.columns.is_empty() {
            return nothing();
        }
        let option = |value: &str, words: &str| drawn("option").attribute(VALUE, value).text(words).view();
        let columns = drawn("select")
            .attribute("id", "batch-column")
            .attribute(ASKS, "column")
            .attribute(VALUE, &self.job.column)
            .child(option("", "None"))
            .children(self.job.columns.iter().map(|column| option(column, column)));
        let named: Vec<_> = self.job.columns.iter().map(|column| format!("{{{{{column}}}}}")).collect();
        let hint = format!("In the prompt, these stand for what a row says: {}", named.join(" "));
        labelled("The Input is the column", "batch-column", columns, &hint)
    }

    fn setups(&self) -> Value {
        let kept = self.job.setups.len();
        let item = |(place, prospect): (usize, &Result<Prospect, String>)| {
            let is_kept = place < kept;
            let name = if is_kept { letter(place) } else { "At the left".to_owned() };
            let words = match prospect {
                Ok(prospect) => format!("{} · {}", prospect.model, prospect.schema),
                Err(problem) => problem.clone(),
            };
            let class = if prospect.is_ok() { "batch__setup" } else { "batch__setup batch__setup--bad" };
            let remove = button("button button--quiet", "Remove", "remove setup", &place.to_string())
                .attribute("aria-label", &format!("Remove setup {name}"));
            drawn("li")
                .class(class)
                .child(text("span", "batch__setup-name", &name))
                .child(text("span", "", &words))
                .child(if is_kept { remove.view() } else { nothing() })
                .view()
        };
        let list = drawn("ul").class("batch__setups").children(self.prospects.iter().enumerate().map(item));
        let hint = match kept {
            0 => {
                "Each run is made by what is set at the left. To compare: keep it, change what is at the left, and \
                  run both."
            }
            _ => "Each input is run by every one of these. What is at the left counts where it differs.",
        };
        let keep = button("button button--quiet", "Keep this setup and compare", "add setup", "");
        let keep = if kept + 1 < MOST_SETUPS { keep.view() } else { nothing() };
        panel("Setups", [list.view(), text("p", "hint", hint), keep])
    }

    fn limits(&self) -> Value {
        let by_file = drawn("input")
            .attribute("type", "checkbox")
            .checked(self.job.way == Way::Files)
            .attribute(ASKS, "by file");
        let by_file = drawn("label").class("check").child(by_file.view()).child(text(
            "span",
            "",
            "Make files for the provider's batch engine instead of calling",
        ));
        let [at_once, tokens, money] = self.limit_fields();
        panel("Limits of the batch", [at_once, tokens, money, by_file.view()])
    }

    /// What can be changed of a batch that has begun, too.
    fn limit_fields(&self) -> [Value; 3] {
        let limits = self.job.limits;
        let money = limits.money.map(|money| money.to_string().replace('$', "")).unwrap_or_default();
        let tokens = limits.tokens.map(|tokens| tokens.to_string()).unwrap_or_default();
        let (at_once, all) = (limits.at_once.to_string(), "all runs together; empty for none");
        let suits = "1 suits a server on this machine, 4 a hosted one";
        [
            number("Calls at once", "at once", &at_once, suits),
            number("Token budget of the batch", "token budget", &tokens, all),
            number("Dollar budget of the batch", "dollar budget", &money, all),
        ]
    }

    fn start(&self) -> Value {
        let prospects: Vec<_> = self.prospects.iter().filter_map(|prospect| prospect.clone().ok()).collect();
        let problem = self.prospects.iter().find_map(|prospect| prospect.as_ref().err());
        let words = match problem {
            Some(problem) => vec![problem.clone()],
            None => Estimate::new(&self.job, &prospects).words(),
        };
        let start =
            button("button button--primary", "Start the batch", "start", "").attribute("id", "batch-start");
        let start = if problem.is_some() { start.attribute("disabled", "disabled") } else { start };
        drawn("div")
            .class("batch__start")
            .attribute("role", "group")
            .attribute("aria-label", "Start")
            .children(words.iter().map(|words| text("p", "hint", words)))
            .child(start.view())
            .view()
    }

    fn controls(&self) -> Value {
        let wide = |label: &str, asks: &str, class: &str| button(class, label, asks, "").view();
        let buttons = match (&self.standing, self.job.way) {
            (Standing::Running, _) => {
                vec![wide("Pause", "pause", "button"), wide("Stop", "stop", "button button--stop")]
            }
            (Standing::Resting, _) => vec![wide("Resume", "resume", "button button--primary")],
            (Standing::Paused(_), _) => vec![
                wide("Resume", "resume", "button button--primary"),
                wide("Stop", "stop", "button button--stop"),
            ],
            (Standing::Done, _) => Vec::new(),
        };
        let why = match &self.standing {
            Standing::Paused(why) => why.words(),
            Standing::Resting => {
                "It stands still. What was done is kept: Resume goes on from there.".to_owned()
            }
            Standing::Done if self.waiting > 0 => format!(
                "{} for a file: save the batch file, hand it to the provider's batch engine, and add what comes back \
                 here.",
                if self.waiting == 1 {
                    "1 call waits".to_owned()
                } else {
                    format!("{} wait", counted(self.waiting, "call"))
                }
            ),
            Standing::Running | Standing::Done => String::new(),
        };
        let setups = self.job.setups.iter().map(|setup| {
            drawn("li")
                .class("batch__setup")
                .child(text("span", "batch__setup-name", &setup.name))
                .child(text("span", "", &setup.schema))
                .view()
        });
        drawn("section")
            .class(match self.job.way {
                Way::Here => "panel batch__controls batch__controls--closed",
                Way::Files => "panel batch__controls",
            })
            .attribute("aria-label", "Batch")
            .child(drawn("ul").class("batch__setups").children(setups).view())
            .child(self.bar())
            .child(text("p", "batch__progress", &self.progress))
            .child(remark(&why, false))
            .child(match (&self.standing, self.job.way) {
                (Standing::Resting | Standing::Paused(_), Way::Here) => {
                    drawn("div").class("batch__panel").children(self.limit_fields()).view()
                }
                (Standing::Resting | Standing::Paused(_) | Standing::Running | Standing::Done, _) => {
                    nothing()
                }
            })
            .child(drawn("div").class("batch__actions").children(buttons).children(self.exports()).view())
            .view()
    }

    /// How many of the runs are over.
    fn bar(&self) -> Value {
        let done = self.rows.len() * 100 / self.job.count().max(1);
        plot(6, [plot_bar("plot__whole", 0, 100), plot_bar("plot__bar", 0, done)])
    }

    fn exports(&self) -> Vec<Value> {
        let export = |exporting: Exporting| {
            button("button button--quiet", exporting.name(), "export", exporting.name()).view()
        };
        let is_grid = matches!(self.job.plan, Plan::Grid { .. });
        let mut exports: Vec<_> = match self.rows.is_empty() {
            true => Vec::new(),
            false => {
                [Exporting::ValidLines, Exporting::ValidTable, Exporting::FailedLines].map(export).into()
            }
        };
        if self.waiting > 0 {
            exports.push(export(Exporting::Calls));
        }
        let can_recover = is_grid && self.standing == Standing::Done && self.job.way == Way::Here;
        if can_recover && !failed_first_attempts(&self.job, self.rows.values()).is_empty() {
            exports.push(button("button button--quiet", "Does the feedback help?", "recover", "").view());
        }
        exports
    }
}

fn panel(title: &str, inside: impl IntoIterator<Item = Value>) -> Value {
    drawn("section")
        .class("panel batch__panel")
        .attribute("aria-label", title)
        .child(text("h2", "panel__title", title))
        .children(inside)
        .view()
}

fn labelled(label: &str, id: &str, field: Drawn, hint: &str) -> Value {
    let name = drawn("label").attribute("for", id).text(label).view();
    let hint = if hint.is_empty() { nothing() } else { text("p", "hint", hint) };
    drawn("div").class("field").child(name).child(field.view()).child(hint).view()
}

/// A field for a number; what is asked by it is its id, too.
fn number(label: &str, asks: &str, value: &str, hint: &str) -> Value {
    let id = format!("batch-{}", asks.replace(' ', "-"));
    let field = drawn("input")
        .attribute("id", &id)
        .attribute("autocomplete", "off")
        .attribute(ASKS, asks)
        .attribute(VALUE, value);
    labelled(label, &id, field, hint)
}

fn remark(words: &str, is_bad: bool) -> Value {
    match (words, is_bad) {
        ("", _) => nothing(),
        (words, true) => {
            drawn("p").class("batch__remark batch__remark--bad").attribute("role", "alert").text(words).view()
        }
        (words, false) => text("p", "batch__remark", words),
    }
}
