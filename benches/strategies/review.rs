//! What the model thinks of its own first answers that are invalid. It counts for nothing: it shows why the
//! validator judges, and no model. The server holds the model to the form of an opinion, which is not what is
//! measured here.

use crate::model::Model;
use crate::setting::Setting;
use crate::table::share;
use structured_output_validator::core::agent::{Correcting, Output, Run, opening};
use structured_output_validator::core::critique::{OPINION_SCHEMA, Opinion, opinion_messages};
use structured_output_validator::core::judge::{Desk, Question, Response};
use structured_output_validator::core::provider::{Call, Document, Format};
use structured_output_validator::core::time::Millis;

/// The reviews so far, each of an invalid answer.
#[derive(Default)]
pub struct Reviews {
    approved: usize,
    rejected: usize,
    unclear: usize,
}

impl Reviews {
    /// Asks the model to review what it answers at first, if that is an answer and invalid.
    pub fn review(&mut self, setting: &Setting, seed: u64, model: &mut Model) {
        // All strategies have the first attempt in common.
        let task = setting.task(Correcting::default(), seed);
        let asked = opening(&task);
        let mut run = Run::new(task);
        run.start(Millis(0));
        let mut desk = Desk::default();
        let mut first: Option<Call> = None;
        while let Some(output) = run.poll() {
            match output {
                Output::Send { id, call, .. } => {
                    run.handle_reply(id, model.said(&call), Millis(0));
                    first = Some(call);
                }
                Output::Judge { case, .. } => {
                    let question = Question::Judge { schema: setting.schema(), case };
                    let Response::Judged(judgement) = desk.answer(question) else {
                        panic!("the judge answered another question")
                    };
                    if let (Some(call), Some(answer)) = (first, judgement.answer)
                        && !answer.is_valid()
                    {
                        let messages = opinion_messages(&asked, &answer.value);
                        let schema = serde_json::from_str(OPINION_SCHEMA).expect("a schema that is JSON");
                        let format = Format::Strict(Document::new("opinion", schema));
                        let text = model.said(&Call { messages, format, ..call }).text;
                        self.push(desk.answer(Question::Opinion { text }));
                    }
                    return;
                }
                Output::Grow { .. }
                | Output::JudgeCritique { .. }
                | Output::ReadOpinion { .. }
                | Output::WaitUntil(_)
                | Output::Show(_)
                | Output::Learn(_) => {}
                Output::Ended(_) => return,
            }
        }
    }

    fn push(&mut self, response: Response) {
        match response {
            Response::Opined(Opinion::Clear { approves: true, .. }) => self.approved += 1,
            Response::Opined(Opinion::Clear { approves: false, .. }) => self.rejected += 1,
            Response::Opined(Opinion::Unclear(_)) => self.unclear += 1,
            other => panic!("the judge answered another question: {other:?}"),
        }
    }

    /// Prints how many of the invalid answers the model approved.
    pub fn print(&self) {
        let Self { approved, rejected, unclear } = self;
        let all = approved + rejected + unclear;
        let approved = share(*approved, all);
        println!("Asked to review its invalid answers, the model approved {approved}, unclear {unclear}.");
    }
}
