//! Making the runs: what the scheduler asks for is carried out, and what comes of it is kept.

use super::setup::Ready;
use super::store::Kind;
use super::{Clerk, Input, input_of, tell};
use crate::core::agent::{Attempt, CallId, Ending};
use crate::core::batch::{BatchInput, Cell, Detail, Judged, Loaded, Output, Place, Row, Scheduler, Way};
use crate::core::code::curl_of;
use crate::core::judge;
use crate::core::run_file::RunFile;
use crate::core::time::Millis;
use crate::web::browser::random_number;
use crate::web::calls::{self, Tell};
use crate::web::clock::{Alarm, now, unix_time};
use crate::web::fetch::AbortOnDrop;
use crate::web::task::spawn;
use std::rc::Rc;

impl Clerk {
    /// Does what the scheduler asks for, one thing after the other.
    pub(super) async fn carry_out(&mut self) {
        while let Some(output) = self.scheduler.as_mut().and_then(Scheduler::poll) {
            match output {
                Output::Load(cell) => match self.load(cell).await {
                    Ok(loaded) => self.scheduler.iter_mut().for_each(|scheduler| {
                        scheduler.handle_loaded(cell, loaded.clone(), now());
                    }),
                    Err(problem) => self.scheduler.iter_mut().for_each(|scheduler| {
                        scheduler.handle_unready(cell, problem.clone(), now());
                    }),
                },
                Output::Send { cell, id, second, call } if self.board.job.way == Way::Files => {
                    self.post(cell, id, second, &call);
                }
                Output::Send { cell, id, second, call } => {
                    let tell = self.teller(cell, id);
                    let Some(ready) = self.ready_of(cell) else { continue };
                    let (backend, jury) = (ready.backend.clone(), self.jury(cell, ready));
                    let flight = self.flights.entry(cell).or_default();
                    flight.request = AbortOnDrop::new();
                    backend.call(call, second, flight.calls, &jury, flight.request.signal(), tell);
                    flight.calls += 1;
                }
                Output::Judge(cell, judged) => self.judge(cell, judged),
                Output::Keep(cell) => self.keep(cell).await,
                Output::Finish(cell) => self.finish(cell).await,
                Output::Release(cell) => {
                    if let Some(flight) = self.flights.get_mut(&cell) {
                        flight.request = AbortOnDrop::default();
                    }
                }
                Output::Learn(cell, change) => {
                    if let Some(place) = self.board.job.place(cell)
                        && let Some(ready) = self.ready.get_mut(place.setup)
                    {
                        ready.learn(change);
                    }
                }
                Output::WaitUntil(time) => {
                    let sender = self.sender.clone();
                    self.alarm = Some(Alarm::at(time, move || tell(&sender, Input::Time)));
                }
                Output::Stands => {
                    if let Some(scheduler) = &self.scheduler {
                        self.board.standing = scheduler.standing().clone();
                    }
                    self.drawn = Millis(0);
                    self.send_files();
                }
            }
        }
    }

    fn teller(&self, cell: Cell, id: CallId) -> Tell {
        let (sender, job) = (self.sender.clone(), self.board.job.id.clone());
        Rc::new(move |came| tell(&sender, Input::Came(job.clone(), cell, id, came.into())))
    }

    fn ready_of(&self, cell: Cell) -> Option<&Ready> {
        self.ready.get(self.board.job.place(cell)?.setup)
    }

    fn jury(&self, cell: Cell, ready: &Ready) -> calls::Jury {
        calls::Jury { place: Some(cell.0), ..ready.jury.clone() }
    }

    fn judge(&self, cell: Cell, judged: Judged) {
        let Some(ready) = self.ready_of(cell) else { return };
        let jury = self.jury(cell, ready);
        match judged {
            Judged::Reply(id, case) => spawn(calls::judge(case, jury, self.teller(cell, id))),
            Judged::Critique(id, case, text) => {
                spawn(calls::judge_critique(case, text, jury, self.teller(cell, id)));
            }
            Judged::Opinion(id, text) => spawn(calls::read_opinion(text, jury, self.teller(cell, id))),
            Judged::Growth { id, dialect, before, chunk } => {
                spawn(calls::grow(dialect, before, chunk, jury, self.teller(cell, id)));
            }
        }
    }

    /// What a run is to do, and what there is of it.
    async fn load(&self, cell: Cell) -> Result<Loaded, String> {
        let job = &self.board.job;
        let (Some(place), Some(ready)) = (job.place(cell), self.ready_of(cell)) else {
            return Err("There is no such run.".to_owned());
        };
        let input = self.input(place).await?;
        let mut task = job.task(place, &input, &ready.task);
        task.rest_seed = random_number();
        let own = self.store.get(Kind::Run, &job.id, cell.0).await;
        let (text, is_first) = match (own, place.arm) {
            (Some(text), _) => (Some(text), false),
            (None, Some((of, _))) => {
                let first = self.store.get(Kind::Run, job.of(), of.0).await;
                (Some(first.ok_or("The run that this one follows is not kept any more.")?), true)
            }
            (None, None) => (None, false),
        };
        let Some(text) = text else { return Ok(Loaded { task, attempts: Vec::new() }) };
        let mut run = RunFile::read(&text).map_err(|error| error.to_string())?;
        if is_first {
            run.attempts.truncate(1);
        }
        let text = run.clone().into_json().to_string();
        let kind = judge::Kind::Batch(cell.0);
        let again = self.judge.again(kind, text, true, None).await;
        let again = again.map_err(|undecided| format!("{undecided}."))??;
        let run = RunFile::read(&again.file).map_err(|error| error.to_string())?;
        Ok(Loaded { task, attempts: run.restored(again.judgements) })
    }

    async fn input(&self, place: Place) -> Result<BatchInput, String> {
        let job = &self.board.job;
        match self.store.get(Kind::Input, job.of(), place.input).await {
            Some(text) => Ok(input_of(&text)),
            None if job.files.is_empty() => Ok(BatchInput::default()),
            None => Err("An input of this batch cannot be read any more.".to_owned()),
        }
    }

    /// The run file of a run with these attempts.
    async fn run_file(&self, cell: Cell, attempts: Vec<Attempt>, ending: Ending) -> Option<RunFile> {
        let job = &self.board.job;
        let (place, ready) = (job.place(cell)?, self.ready_of(cell)?);
        let input = self.input(place).await.ok()?;
        let task = job.task(place, &input, &ready.task);
        let mut settings = ready.settings.clone();
        settings.prompt = Some(task.prompt.clone());
        settings.input = Some(task.input.clone());
        settings.system.clone_from(&task.system);
        settings.correcting = task.correcting;
        settings.seed = task.sampling.seed.map(|seed| seed.to_string()).unwrap_or_default();
        let request = |attempt: &Attempt| {
            ready.connection().and_then(|connection| curl_of(attempt, connection)).unwrap_or_default()
        };
        Some(RunFile {
            id: format!("{}-{}", job.id, cell.0),
            began: unix_time(),
            setup: settings.setup(true),
            schema: ready.jury.schema.clone(),
            schema_name: ready.schema_name.clone(),
            served: ready.served.clone(),
            prompt: task.prompt,
            input: task.input,
            image: task.image,
            repaired: task.repaired,
            ending,
            requests: attempts.iter().map(request).collect(),
            attempts,
        })
    }

    async fn keep(&mut self, cell: Cell) {
        let attempts = self.scheduler.as_ref().map(|scheduler| scheduler.attempts(cell).to_vec());
        let Some(run) = self.run_file(cell, attempts.unwrap_or_default(), Ending::Stopped).await else {
            return;
        };
        let id = self.board.job.id.clone();
        self.store.put(vec![(Kind::Run, &id, cell.0, run.into_json().to_string())]).await;
    }

    async fn finish(&mut self, cell: Cell) {
        self.flights.remove(&cell);
        let Some((attempts, ending)) = self.scheduler.as_mut().and_then(|scheduler| scheduler.take(cell))
        else {
            return;
        };
        let Some(run) = self.run_file(cell, attempts, ending).await else { return };
        let (row, detail) = (Row::of(cell, &run), Detail::of(&run));
        let id = self.board.job.id.clone();
        let texts = vec![
            (Kind::Row, id.as_str(), cell.0, row.to_json().to_string()),
            (Kind::Detail, id.as_str(), cell.0, detail.to_json().to_string()),
            (Kind::Run, id.as_str(), cell.0, run.into_json().to_string()),
        ];
        self.store.put(texts).await;
        self.board.rows.insert(cell, row);
        self.pace.end(now());
    }
}
