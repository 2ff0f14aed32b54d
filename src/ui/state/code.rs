//! The next call as code: in which language, and having the judge write it.

use super::State;
use crate::core::agent::{Task, first_call};
use crate::core::code::{Language, SentCall};
use crate::core::judge::Undecided;
use crate::core::provider::Call;
use crate::core::settings::Unready;
use crate::ui::live::Live;
use crate::web::{browser, file, task};

/// The next call as code.
#[derive(Default)]
pub struct Coding {
    /// Whether the person looks at it.
    pub is_open: Live<bool>,
    /// What it is written in.
    pub language: Live<Language>,
    /// It, as far as it was written, or why it cannot be.
    pub written: Live<Option<Result<String, String>>>,
}

/// The id of what shows it.
pub const CODE_ID: &str = "code";

/// The id of the tab of a language.
pub fn tab_id(language: Language) -> String {
    format!("{CODE_ID}-{}", language.name())
}

impl State {
    /// Has the judge write the next call for what is set.
    pub fn write_code(&'static self) {
        let language = self.code.language.get();
        let schema = self.settings.with(|settings| settings.schema());
        let (sent, task) = match self.call_to_write() {
            Ok(asked) => asked,
            Err(words) => return self.code.written.set(Some(Err(words))),
        };
        task::spawn(async move {
            let (dialect, attempts) = (task.manner.ladder.dialect(), task.attempts.get());
            let written = match self.judge.code(schema, language, sent, dialect, attempts).await {
                Err(Undecided::Superseded) => return,
                written => written.map_err(|undecided| Unready::Judge(undecided).message()),
            };
            self.code.written.set(Some(written));
        });
    }

    /// The first call of the next run, in one piece, or why there is none to be made elsewhere.
    fn call_to_write(&self) -> Result<(SentCall, Task), String> {
        let (task, connection) = self.next_run().map_err(|unready| unready.message())?;
        let call = Call { stream: false, ..first_call(&task) };
        let sent = connection.and_then(|connection| SentCall::new(&call, &connection));
        let sent =
            sent.ok_or("There is no server to call: this model is part of the page or of the browser.")?;
        Ok((sent, task))
    }

    /// Goes to the tab that a key leads to, and says whether there is one.
    pub fn go_to_tab(&self, key: &str) -> bool {
        let to = self.code.language.get_untracked().by_key(key);
        if let Some(language) = to {
            self.code.language.set(language);
            browser::focus(&tab_id(language));
        }
        to.is_some()
    }

    /// The code, once it was written.
    pub fn code(&self) -> String {
        let written = self.code.written.with_untracked(|written| written.clone());
        written.and_then(Result::ok).unwrap_or_default()
    }

    /// Offers the code for download.
    pub fn download_code(&self) {
        file::download(self.code.language.get_untracked().file_name(), &self.code());
    }
}
