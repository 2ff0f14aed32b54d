//! Runs whose replies were judged again.

use crate::core::judge::Judgement;
use crate::core::members::{Member, Members, Object};
use crate::core::run_file::Again;
use serde_json::Value;

impl Object for Again {
    fn blank() -> Self {
        Self { file: String::new(), judgements: Vec::new(), drawn: Value::Null }
    }

    fn describe(&mut self, members: &mut Members<'_>) {
        members
            .member("file", &mut self.file)
            .member("judgements", &mut self.judgements)
            .member("drawn", &mut self.drawn);
    }
}

impl Member for Vec<Option<Judgement>> {
    fn write(&mut self) -> Value {
        self.iter_mut().map(Member::write).collect()
    }

    fn read(&mut self, json: &Value) -> Result<(), String> {
        for json in json.as_array().ok_or_else(String::new)? {
            let mut judgement = None::<Judgement>;
            if !json.is_null() {
                judgement.read(json)?;
            }
            self.push(judgement);
        }
        Ok(())
    }
}
