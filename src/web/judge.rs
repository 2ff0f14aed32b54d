//! The judge as the page asks it. Owns the worker, the timer and the clock; which question is asked
//! when, and when one is given up, is the queue's to say.

use super::clock::{Alarm, now};
use super::file::File;
use super::judge_worker::READY;
use super::task::{give_way, spawn};
use super::worker::{Heard, Worker};
use crate::core::code::{Language, SentCall};
use crate::core::critique::Opinion;
use crate::core::dialect::Dialect;
use crate::core::judge::{
    Advice, AdvisedPlace, Case, Check, Checked, Critiqued, Description, DrawnSchema, EditedText, Failure,
    Growth, Judgement, Kind, Limits, LoweredText, Output, Question, Queue, Repaired, Response, SchemaSource,
    Text, Ticket, Tried, Undecided, Window, WorkerId,
};
use crate::core::link::{Form, Opened, Shared};
use crate::core::provider::Call;
use crate::core::report::ReportKind;
use crate::core::run_file::Again;
use crate::core::schema::Completion;
use crate::core::simulate::{Faults, Simulated};
use crate::core::time::Millis;
use futures::StreamExt;
use futures::channel::mpsc::{UnboundedReceiver, UnboundedSender, unbounded};
use futures::channel::oneshot;
use js_sys::Array;
use serde_json::Value;
use std::future::Future;
use std::ops::Range;
use std::pin::Pin;
use wasm_bindgen::JsValue;

/// A judge to ask. Its worker is started with the first question.
#[derive(Clone)]
pub struct Judge(UnboundedSender<Input>);

enum Input {
    Ask(Kind, Question, Asker),
    Ready(WorkerId),
    Response(WorkerId, Response),
    Crash(WorkerId, String),
    Time,
}

/// Who asked a question, and the file whose text belongs to it.
struct Asker {
    sender: oneshot::Sender<Result<Response, Undecided>>,
    file: Option<File>,
}

impl Judge {
    /// A judge whose worker's script is at this address, relative to the page.
    pub fn new(script: String, limits: Limits) -> Self {
        let (sender, inputs) = unbounded();
        spawn(attend(script, Queue::new(limits), sender.clone(), inputs));
        Self(sender)
    }

    /// What a schema amounts to, or what is wrong with it.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn describe(&self, schema: SchemaSource) -> Result<Result<Description, String>, Undecided> {
        self.ask(Kind::Preview, Question::Describe { schema }).await?.into_description()
    }

    /// What a reply is worth.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn judge(&self, kind: Kind, schema: SchemaSource, case: Case) -> Result<Judgement, Undecided> {
        self.ask(kind, Question::Judge { schema, case }).await?.into_judgement()
    }

    /// What a reply is worth, and what a model's critique of it objects to.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn critique(
        &self,
        kind: Kind,
        schema: SchemaSource,
        case: Case,
        critique: String,
    ) -> Result<Critiqued, Undecided> {
        self.ask(kind, Question::Critique { schema, case, critique }).await?.into_critiqued()
    }

    /// What a model thinks of an answer, by its reply.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn opinion(&self, kind: Kind, text: String) -> Result<Opinion, Undecided> {
        self.ask(kind, Question::Opinion { text }).await?.into_opinion()
    }

    /// What a server is given of a schema.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn lower(
        &self,
        schema: SchemaSource,
        dialect: Dialect,
    ) -> Result<Result<LoweredText, String>, Undecided> {
        self.ask(Kind::Lowering, Question::Lower { schema, dialect }).await?.into_lowered()
    }

    /// What a call of the stand-in model comes to.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn simulate(
        &self,
        kind: Kind,
        schema: SchemaSource,
        faults: Faults,
        earlier_calls: u32,
        call: Call,
    ) -> Result<Simulated, Undecided> {
        let question = Question::Simulate { schema, faults, earlier_calls, call };
        self.ask(kind, question).await?.into_simulated()
    }

    /// What is to be said of a reply that is still being written, of which so many bytes were given before.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn grow(
        &self,
        kind: Kind,
        schema: SchemaSource,
        dialect: Option<Dialect>,
        before: usize,
        chunk: String,
    ) -> Result<Growth, Undecided> {
        let question = Question::Grow { schema, dialect, before, chunk };
        self.ask(kind, question).await?.into_growth()
    }

    /// Why a run goes in circles, as it is drawn.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn diagnose(
        &self,
        schema: SchemaSource,
        input: String,
        attempts: Vec<Tried>,
    ) -> Result<Value, Undecided> {
        self.ask(Kind::Diagnosis, Question::Diagnose { schema, input, attempts }).await?.into_drawn()
    }

    /// What changed from one answer to the next, as it is drawn on the card of an attempt.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn compare(&self, attempt: usize, before: Tried, after: Tried) -> Result<Value, Undecided> {
        self.ask(Kind::Comparison(attempt), Question::Compare { before, after }).await?.into_drawn()
    }

    /// What a person can do about a call that failed, where that is shown.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn advise(&self, place: AdvisedPlace, failure: Failure) -> Result<Advice, Undecided> {
        self.ask(Kind::Advice(place), Question::Advise { failure }).await?.into_advice()
    }

    /// What a reply is worth that is checked by hand, and what a model would be told of it. The text is that of the
    /// file, if there is one: it is read where the judge is.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn check(
        &self,
        schema: SchemaSource,
        check: Check,
        file: Option<File>,
    ) -> Result<Checked, Undecided> {
        self.ask_with(Kind::Check, Question::Check { schema, check }, file).await?.into_checked()
    }

    /// Some rows of a text of the check of this number; none if that was not the last one.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn window(
        &self,
        number: u64,
        text: Text,
        rows: Range<usize>,
    ) -> Result<Option<Window>, Undecided> {
        let question = Question::Window { number, text, from: rows.start, count: rows.len() };
        self.ask(Kind::Window(text), question).await?.into_window()
    }

    /// A schema as a form, it and its rules tried on an answer, and what is wrong with it where.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn outline(
        &self,
        schema: SchemaSource,
        answer: String,
        input: String,
        repaired: Repaired,
    ) -> Result<DrawnSchema, Undecided> {
        self.ask(Kind::Outline, Question::Outline { schema, answer, input, repaired }).await?.into_outlined()
    }

    /// The text of a schema after an edit, or why there is none.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn edit(
        &self,
        schema: SchemaSource,
        edit: String,
        value: String,
    ) -> Result<Result<EditedText, String>, Undecided> {
        self.ask(Kind::Edit, Question::Edit { schema, edit, value }).await?.into_edited()
    }

    /// What may be written at the caret of a schema's text.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn complete(&self, text: String, caret: usize) -> Result<Completion, Undecided> {
        self.ask(Kind::Completion, Question::Complete { text, caret }).await?.into_completion()
    }

    /// The schema of the examples in a text, or what is wrong with them.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn infer(&self, text: String) -> Result<Result<String, String>, Undecided> {
        self.ask(Kind::Inference, Question::Infer { text }).await?.into_inferred()
    }

    /// A call as code: a command, or a program that checks the answer by a schema.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn code(
        &self,
        schema: SchemaSource,
        language: Language,
        sent: SentCall,
        dialect: Option<Dialect>,
        attempts: u8,
    ) -> Result<String, Undecided> {
        let question = Question::Code { schema, language, sent, dialect, attempts };
        self.ask(Kind::Code, question).await?.into_coded()
    }

    /// The report of the run in a file's text, or what is wrong with the file.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn report(&self, text: String, kind: ReportKind) -> Result<Result<String, String>, Undecided> {
        self.ask(Kind::Report, Question::Report { text, kind }).await?.into_reported()
    }

    /// What the replies of a run are worth, judged again; or why its file cannot be read.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn again(
        &self,
        kind: Kind,
        file: String,
        by_own: bool,
        chosen: Option<(SchemaSource, String)>,
    ) -> Result<Result<Again, String>, Undecided> {
        self.ask(kind, Question::Again { file, by_own, chosen }).await?.into_again()
    }

    /// What there is to hand on of settings, as they are kept.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn share(&self, settings: Value, with_input: bool) -> Result<Shared, Undecided> {
        self.ask(Kind::Sharing, Question::Share { settings, with_input }).await?.into_shared()
    }

    /// What the text of a link or a file would make of settings, as they are kept.
    ///
    /// # Errors
    /// Why that cannot be said.
    pub async fn open(&self, settings: Value, form: Form, text: String) -> Result<Opened, Undecided> {
        self.ask(Kind::Opening, Question::Open { settings, form, text }).await?.into_opened()
    }

    fn ask(&self, kind: Kind, question: Question) -> Answer {
        self.ask_with(kind, question, None)
    }

    fn ask_with(&self, kind: Kind, question: Question, file: Option<File>) -> Answer {
        let (sender, result) = oneshot::channel();
        // Whoever attends does so as long as there is anybody to ask.
        let _ = self.0.unbounded_send(Input::Ask(kind, question, Asker { sender, file }));
        Box::pin(async move { result.await.unwrap_or(Err(Undecided::Superseded)) })
    }
}

/// An answer that is waited for: in a box, so that all who wait are of one kind.
type Answer = Pin<Box<dyn Future<Output = Result<Response, Undecided>>>>;

async fn attend(
    script: String,
    mut queue: Queue,
    sender: UnboundedSender<Input>,
    mut inputs: UnboundedReceiver<Input>,
) {
    let mut worker = None;
    // Held until another takes its place.
    let mut _alarm = None;
    let mut askers: Vec<(Ticket, Asker)> = Vec::new();
    while let Some(input) = inputs.next().await {
        match input {
            Input::Ask(kind, question, asker) => askers.push((queue.ask(kind, question, now()), asker)),
            Input::Ready(id) => queue.handle_ready(id, now()),
            Input::Response(id, response) => {
                // To read a long one took its time.
                give_way().await;
                queue.handle_response(id, response, now());
            }
            Input::Crash(id, reason) => queue.handle_crash(id, reason, now()),
            Input::Time => queue.handle_time(now()),
        }
        while let Some(output) = queue.poll() {
            match output {
                Output::Start(id) => {
                    // The one before is ended first.
                    drop(worker.take());
                    worker = start(&script, id, &sender);
                }
                Output::End => drop(worker.take()),
                Output::Ask(ticket, question) => {
                    let asker = askers.iter().find(|(asked, _)| *asked == ticket);
                    let file = asker.and_then(|(_, asker)| asker.file.as_ref());
                    worker.iter().for_each(|worker| put(worker, &question, file));
                }
                Output::WaitUntil(time) => _alarm = Some(wake_at(time, &sender)),
                Output::Settle(ticket, result) => {
                    if let Some(position) = askers.iter().position(|(asked, _)| *asked == ticket) {
                        // Whoever asked may have gone.
                        let _ = askers.swap_remove(position).1.sender.send(result);
                    }
                }
            }
        }
    }
}

fn wake_at(time: Millis, sender: &UnboundedSender<Input>) -> Alarm {
    let sender = sender.clone();
    Alarm::at(time, move || tell(&sender, Input::Time))
}

fn tell(sender: &UnboundedSender<Input>, input: Input) {
    // What happens after the end is nobody's concern.
    let _ = sender.unbounded_send(input);
}

fn start(script: &str, id: WorkerId, sender: &UnboundedSender<Input>) -> Option<Worker> {
    let sender = sender.clone();
    let hear = move |heard| {
        let input = match heard {
            Heard::Message(message) => read(id, &message.as_string().unwrap_or_default()),
            Heard::Crash(reason) => Input::Crash(id, reason),
        };
        tell(&sender, input);
    };
    Worker::start(script, "", Box::new(hear))
}

fn put(worker: &Worker, question: &Question, file: Option<&File>) {
    let text = JsValue::from(question.to_json().to_string());
    worker.say(&file.map(|file| Array::of2(&text, file).into()).unwrap_or(text));
}

fn read(id: WorkerId, message: &str) -> Input {
    if message == READY {
        return Input::Ready(id);
    }
    let response = serde_json::from_str(message).ok().and_then(|json| Response::from_json(&json));
    match response {
        Some(response) => Input::Response(id, response),
        None => Input::Crash(id, "its answer cannot be read".to_owned()),
    }
}
