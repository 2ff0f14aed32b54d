//! The schema that is set: reading it, making one of examples, and trying it on an answer.

use super::State;
use crate::core::agent::opening;
use crate::core::judge::{Kind, Progress, Repaired};
use crate::core::provider::{Call, Sampling};
use crate::core::schema::Example;
use crate::core::settings::{OwnSchema, Settings, Unready};
use crate::core::simulate::{Behaviour, Faults, Simulated};
use crate::web::task;

/// An answer that the schema is tried on.
#[derive(Default)]
pub struct Trial {
    /// As typed or made up.
    pub text: String,
    /// Why none could be made up; empty where that was not asked for, or one was.
    pub problem: String,
    /// How many were made up.
    made_up: u64,
}

impl Trial {
    /// One that was typed.
    pub(super) fn of(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl State {
    /// Chooses a schema by its id; an empty one stands for a new one of one's own.
    pub fn choose_schema(&'static self, id: String) {
        if id.is_empty() {
            return self.new_schema(String::new(), "");
        }
        self.settings.update(|settings| settings.schema = id);
        self.schema_was_chosen();
    }

    /// Changes the person's own schema, or how it is read.
    pub fn change_own_schema(&'static self, change: impl FnOnce(&mut OwnSchema)) {
        self.problem.set(String::new());
        self.editor.refused.set(String::new());
        self.editor.completion.set(None);
        self.settings.update(|settings| {
            if let Some(own) = settings.own_schema_mut() {
                change(own);
            }
        });
        self.read_schema();
    }

    /// Has the judge make a schema of the examples that stand where the person's own schema belongs.
    pub fn infer_schema(&'static self) {
        let examples = self.own_text();
        task::spawn(async move {
            let answer = self.judge.infer(examples.clone()).await;
            // The person may have gone on meanwhile.
            if self.own_text() != examples {
                return;
            }
            let problem = match answer {
                Ok(Ok(schema)) => {
                    self.replace_text(schema, "");
                    return self.announcement.set("The schema was made".to_owned());
                }
                Ok(Err(problem)) => problem,
                Err(undecided) => Unready::Judge(undecided).message(),
            };
            self.editor.refused.set(problem);
        });
    }

    /// Takes an answer to try the schema on.
    pub fn try_answer(&'static self, text: String) {
        self.trial.update(|trial| {
            trial.text = text;
            trial.problem.clear();
        });
        self.outline();
    }

    /// Has the judge make up a valid answer to try the schema on, another one every time.
    pub fn make_up_answer(&'static self) {
        task::spawn(async move {
            match self.made_up(Kind::Trial, Behaviour::NoFaults).await {
                Ok(text) => self.try_answer(text),
                Err(words) => self.trial.update(|trial| trial.problem = words),
            }
        });
    }

    /// A reply of the stand-in model to what is set, another one every time, or why there is none.
    pub(super) async fn made_up(&self, kind: Kind, behaviour: Behaviour) -> Result<String, String> {
        let settings = self.settings.get_untracked();
        let task = self.schema.with_untracked(|reading| settings.task(reading));
        let task = task.map_err(|unready| unready.message())?;
        let mut seed = 0;
        self.trial.update(|trial| {
            trial.made_up += 1;
            seed = trial.made_up;
        });
        let sampling = Sampling { seed: Some(seed), ..task.sampling };
        let call =
            Call { messages: opening(&task), sampling, token_limit: task.token_limit, ..Call::default() };
        let faults = Faults::always(behaviour);
        match self.judge.simulate(kind, settings.schema(), faults, 0, call).await {
            Ok(Simulated::Reply(reply)) => Ok(reply.text),
            Ok(_) => Err("The stand-in model gave no reply.".to_owned()),
            Err(undecided) => Err(Unready::Judge(undecided).message()),
        }
    }

    /// Has the judge read the schema that is set and say what its editor shows of it, and begins the run that waits for it.
    pub fn read_schema(&'static self) {
        let source = self.settings.with_untracked(|settings| settings.schema());
        let mut asked = None;
        self.schema.update(|reading| asked = reading.begin(source));
        let Some(source) = asked else { return self.outline() };
        task::spawn(async move {
            let answer = self.judge.describe(source.clone()).await;
            self.schema.update(|reading| reading.finish(&source, answer));
            self.outline();
            let is_read = self.schema.with_untracked(|reading| *reading.progress() != Progress::UnderWay);
            if is_read {
                self.begin_if_awaited();
            }
        });
    }

    /// Has the judge say what the server is given of the schema, if it is given any and that is not known.
    pub fn lower_schema(&'static self) {
        let Some(dialect) = self.settings.with_untracked(Settings::dialect) else { return };
        let source = self.schema.with_untracked(|reading| {
            (*reading.progress() == Progress::Done).then(|| reading.source().clone())
        });
        let Some(source) = source else { return };
        if self.lowering.with_untracked(|lowering| lowering.is_wanted(&source, dialect)) {
            return;
        }
        self.lowering.update(|lowering| lowering.begin(source.clone(), dialect));
        task::spawn(async move {
            let answer = self.judge.lower(source.clone(), dialect).await;
            self.lowering.update(|lowering| lowering.finish(&source, dialect, answer));
            self.begin_if_awaited();
        });
    }

    /// Takes whether an answer that had to be repaired counts.
    pub fn set_repaired(&'static self, repaired: Repaired) {
        self.settings.update(|settings| settings.repaired = repaired);
        self.outline();
    }

    /// The example of the schema that is set.
    pub fn example(&self) -> Example {
        self.schema.with(|reading| reading.description().example.clone())
    }
}
