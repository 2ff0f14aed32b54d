//! The replies of a run file judged again, so that what is told of them is what the judge says now.

use super::critique::Critiqued;
use super::judgement::judge_case;
use super::source::Compiled;
use crate::core::agent::Attempt;
use crate::core::run_file::RunFile;

/// Judges every reply of a run that can be judged, by its own schema, in place of what its file says.
pub(super) fn judge_again(run: &mut RunFile, compiled: &mut Compiled) {
    for position in 0..run.attempts.len() {
        let Some(case) = run.case(position) else { continue };
        let lowered = case.dialect.and_then(|dialect| compiled.lowered(dialect).ok());
        let (validator, lowered) = (Some(&compiled.validator), lowered.as_deref());
        let judgement = match run.attempts.get(position).and_then(Attempt::critique) {
            Some(critique) => Critiqued::new(&case, validator, lowered, critique).judgement,
            None => judge_case(&case, validator, lowered),
        };
        run.take(position, Ok(judgement));
    }
}
