//! Files of a batch: inputs and results that come in, and all that goes out.

use super::store::Kind;
use super::{Clerk, input_of};
use crate::core::agent::{CallId, Came, SecondKind, who_is_asked};
use crate::core::batch::{
    BatchInput, CallKey, Cell, Detail, Engine, Export, Exporting, Inputs, Plan, Results, Standing, Way,
    Writer,
};
use crate::core::counted::counted;
use crate::core::members::Members;
use crate::core::provider::Call;
use crate::core::run_file::RunFile;
use crate::web::clock::now;
use crate::web::image;
use js_sys::Array;
use serde_json::json;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, File};

/// So many texts are kept, or read, at once.
const AT_ONCE: usize = 500;

/// What goes by file, where calls do.
#[derive(Default)]
pub(super) struct Mail {
    /// What came back.
    results: Results,
    /// What is written for each setup.
    writers: Vec<Writer>,
    /// Whether the files are to be handed out as soon as they are written.
    is_wanted: bool,
}

impl Clerk {
    /// Takes files: inputs as long as the batch is prepared, and what an engine made of calls afterwards.
    pub(super) async fn take_files(&mut self, files: Vec<File>) -> Result<(), String> {
        match (self.board.job.is_begun(), self.board.job.way) {
            (false, _) => self.take_inputs(files).await,
            (true, Way::Files) => self.take_results(files).await,
            (true, Way::Here) => Err("This batch has its inputs. Prepare a new one for others.".to_owned()),
        }
    }

    async fn take_inputs(&mut self, files: Vec<File>) -> Result<(), String> {
        let job = &self.board.job;
        let before = self.board.names.len();
        let mut inputs = Inputs::beside(job, before);
        for file in &files {
            match is_image(file) {
                true => inputs.add_image(image::read(file).await?)?,
                false => {
                    inputs.check_size(&file.name(), file.size() as usize)?;
                    inputs.add(&file.name(), &text_of(file).await?)?;
                }
            }
        }
        let id = job.id.clone();
        for (chunk, rows) in inputs.rows.chunks(AT_ONCE).enumerate() {
            let first = before + chunk * AT_ONCE;
            let text = |(position, row): (usize, &BatchInput)| {
                (Kind::Input, id.as_str(), first + position, Members::write(&mut row.clone()).to_string())
            };
            self.store.put(rows.iter().enumerate().map(text).collect()).await;
        }
        self.board.names.extend(inputs.rows.iter().map(|row| row.name.clone()));
        let names = json!(self.board.names).to_string();
        self.store.put(vec![(Kind::Names, &id, 0, names)]).await;
        let has_images = inputs.rows.iter().any(|row| row.image.is_some());
        let (count, column) = (self.board.names.len(), inputs.usual_column().to_owned());
        self.change(|job| {
            if job.columns.is_empty() {
                job.column = column;
            }
            job.has_images |= has_images;
            (job.files, job.bytes, job.columns) = (inputs.files, inputs.bytes, inputs.columns);
            job.plan = Plan::Grid { inputs: count, seeds: job.grid().1.to_vec() };
        })
        .await;
        Ok(())
    }

    async fn take_results(&mut self, files: Vec<File>) -> Result<(), String> {
        let mut results = std::mem::take(&mut self.mail.results);
        for file in &files {
            results.add(&text_of(file).await?, &self.board.job.id);
        }
        results.leave_out(|cell| self.board.rows.contains_key(&cell));
        let summary = results.summary();
        self.mail = Mail { results, ..Mail::default() };
        self.scheduler = None;
        self.resume().await?;
        self.board.notice = summary;
        Ok(())
    }

    /// Has what goes by file be written anew.
    pub(super) fn open_mail(&mut self) -> Result<(), String> {
        if self.board.job.way == Way::Here {
            return Ok(());
        }
        let writer = |engine: Engine| Writer::new(engine, engine.limits());
        let writers = self.ready.iter().map(|ready| ready.engine().map(writer));
        self.mail.writers = writers.collect::<Result<_, _>>()?;
        Ok(())
    }

    /// A call goes by file: its reply is in one that came, or it goes into one that is written.
    pub(super) fn post(&mut self, cell: Cell, id: CallId, second: Option<SecondKind>, call: &Call) {
        let Some(scheduler) = &mut self.scheduler else { return };
        let place = self.board.job.place(cell);
        let Some(ready) = place.and_then(|place| self.ready.get(place.setup)) else { return };
        let Some(connection) = ready.connection() else { return };
        let connection = who_is_asked(connection, second, &ready.jury.critic_model);
        let key = CallKey::of(cell, scheduler.attempts(cell), second);
        match self.mail.results.take(key).map(|body| body.reply(&connection)) {
            Some(Ok(reply)) => scheduler.handle(cell, id, Came::Reply(reply), now()),
            Some(Err(fault)) if !fault.passes() => scheduler.handle(cell, id, Came::Fault(fault), now()),
            Some(Err(_)) | None => {
                if let Some(writer) = place.and_then(|place| self.mail.writers.get_mut(place.setup)) {
                    writer.write(&self.board.job.id, key, call, &connection);
                }
                scheduler.put_aside(cell, now());
            }
        }
    }

    /// Once all calls are written, says how many wait, and hands the files out where that is wanted.
    pub(super) fn send_files(&mut self) {
        if self.board.job.way == Way::Here || self.board.standing != Standing::Done {
            return;
        }
        self.board.waiting = self.mail.writers.iter().map(|writer| writer.count).sum();
        if !std::mem::take(&mut self.mail.is_wanted) {
            return;
        }
        let setups = self.board.job.setups.iter().zip(&self.ready).zip(self.mail.writers.drain(..));
        for ((setup, ready), writer) in setups {
            let Ok(engine) = ready.engine() else { continue };
            for (number, parts) in writer.finish().into_iter().enumerate() {
                let parts: Array = parts.into_iter().map(JsValue::from).collect();
                if let Ok(blob) = Blob::new_with_str_sequence(&parts) {
                    let name = engine.file_name(&setup.name, number + 1);
                    self.scope.say(&json!({"file": name, "say": format!("{name} saved")}), &blob);
                }
            }
        }
    }

    /// Makes a file of what came of the batch, and has the page offer it.
    pub(super) async fn export(&mut self, what: Exporting) -> Result<(), String> {
        if what == Exporting::Calls {
            self.mail.is_wanted = true;
            self.scheduler = None;
            return self.resume().await;
        }
        let mut export = Export::new(what);
        let cells: Vec<_> =
            self.board.rows.values().filter(|row| export.takes(row)).map(|row| row.cell).collect();
        if export.looks_first() {
            for cell in &cells {
                export.look(&self.detail(*cell).await);
            }
        }
        let parts = Array::new();
        for cells in cells.chunks(AT_ONCE) {
            for cell in cells {
                let detail = self.detail(*cell).await;
                let job = &self.board.job;
                let (Some(row), Some(place)) = (self.board.rows.get(cell), job.place(*cell)) else {
                    continue;
                };
                let input = if export.reads_runs(job) {
                    let run = self.store.get(Kind::Run, &job.id, cell.0).await;
                    run.and_then(|text| RunFile::read(&text).ok()).map(|run| BatchInput::of_run(&run))
                } else {
                    let input = self.store.get(Kind::Input, job.of(), place.input).await;
                    input.map(|text| input_of(&text))
                };
                let input = input.unwrap_or_default();
                export.write(job, row, &detail, &input);
            }
            parts.push(&export.take().into());
        }
        let file = Blob::new_with_str_sequence(&parts).map_err(|_| "The browser makes no files.")?;
        let said = format!("{} exported. {}", counted(export.count, "run"), export.remark());
        self.scope.say(&json!({"file": export.file_name(), "say": said.trim_end()}), &file);
        Ok(())
    }

    async fn detail(&self, cell: Cell) -> Detail {
        let text = self.store.get(Kind::Detail, &self.board.job.id, cell.0).await;
        text.and_then(|text| Detail::from_json(&serde_json::from_str(&text).ok()?)).unwrap_or_default()
    }
}

/// Whether a file is an image, by what the browser takes it for.
fn is_image(file: &File) -> bool {
    file.type_().starts_with("image/")
}

/// The text of a file.
async fn text_of(file: &File) -> Result<String, String> {
    let text = JsFuture::from(file.text()).await.ok().and_then(|text: JsValue| text.as_string());
    // A NUL character is in no text a person means to give, and in nearly every other file.
    let text = text.filter(|text| !text.contains('\0'));
    text.ok_or_else(|| format!("{}: only text files can be read.", file.name()))
}
