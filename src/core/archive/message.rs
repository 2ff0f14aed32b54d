//! What the archive can be asked. The page knows few of these words: it hands on those of what is pressed.

use super::export::ExportFormat;
use super::outcome::RunOutcome;
use serde_json::Value;

/// What the archive is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Keep the run of this run file, in the place of what was kept of it before.
    Keep(String),
    /// Show what is kept.
    Look,
    /// Look for runs with these words.
    Words(String),
    /// Look for runs of this schema; of any where there is no name.
    Schema(String),
    /// Look for runs of this model; of any where there is no name.
    Model(String),
    /// Look for runs that ended so.
    Outcome(Option<RunOutcome>),
    /// Look for pinned runs only, or for others too again.
    OnlyPinned,
    /// Count runs of the stand-in model too, or do not again.
    CountSimulated,
    /// Choose a run to be compared, or do not again.
    Tick(String),
    /// Put the chosen runs side by side.
    Compare,
    /// Show them no longer side by side.
    CloseComparison,
    /// Pin a run, or do not again.
    Pin(String),
    /// Delete a run.
    Delete(String),
    /// Ask before all are deleted.
    AskBeforeClearing,
    /// Delete none after all.
    Cancel,
    /// Delete all that are not pinned.
    ClearUnpinned,
    /// Delete all.
    ClearAll,
    /// Bring back what was deleted last.
    Restore,
    /// Give the run file of a run.
    Open(String),
    /// Make a file of the attempts of the runs that are found.
    Export(ExportFormat),
}

/// What is asked for by the page itself.
pub const KEEP: &str = "keep";
/// See [`Request::Look`].
pub const LOOK: &str = "look";
/// See [`Request::Words`].
pub const WORDS: &str = "words";

impl Request {
    /// The request of these words; none if there is no such request.
    pub fn of(asks: &str, of: String) -> Option<Self> {
        Some(match asks {
            KEEP => Self::Keep(of),
            LOOK => Self::Look,
            WORDS => Self::Words(of),
            "schema" => Self::Schema(of),
            "model" => Self::Model(of),
            "outcome" => Self::Outcome(RunOutcome::from_name(&of)),
            "only pinned" => Self::OnlyPinned,
            "count simulated" => Self::CountSimulated,
            "tick" => Self::Tick(of),
            "compare" => Self::Compare,
            "close" => Self::CloseComparison,
            "pin" => Self::Pin(of),
            "delete" => Self::Delete(of),
            "clear" => Self::AskBeforeClearing,
            "cancel" => Self::Cancel,
            "clear unpinned" => Self::ClearUnpinned,
            "clear all" => Self::ClearAll,
            "restore" => Self::Restore,
            "open" => Self::Open(of),
            "export" => Self::Export(ExportFormat::from_name(&of)?),
            _ => return None,
        })
    }
}

/// A request, and where the page is: on its way `[asks, of, from, count, is looking]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What is asked for.
    pub request: Request,
    /// The first row to draw.
    pub from: usize,
    /// How many rows, at the most.
    pub count: usize,
    /// Whether somebody looks at what is kept.
    pub is_looking: bool,
}

impl Asked {
    /// What is asked in a message; none if it is nothing that can be asked.
    pub fn read(message: &str) -> Option<Self> {
        let json: Value = serde_json::from_str(message).ok()?;
        let number = |place: usize| json.get(place)?.as_u64()?.try_into().ok();
        Some(Self {
            request: Request::of(json.get(0)?.as_str()?, json.get(1)?.as_str()?.to_owned())?,
            from: number(2)?,
            count: number(3)?,
            is_looking: json.get(4)?.as_bool()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_is_known_or_nothing() {
        let asked = |request, from, count, is_looking| Some(Asked { request, from, count, is_looking });
        for (message, expected) in [
            (r#"["look", "", 7, 40, true]"#, asked(Request::Look, 7, 40, true)),
            (r#"["keep", "{}", 0, 0, false]"#, asked(Request::Keep("{}".into()), 0, 0, false)),
            (
                r#"["outcome", "In circles", 0, 1, true]"#,
                asked(Request::Outcome(Some(RunOutcome::Circles)), 0, 1, true),
            ),
            (r#"["outcome", "", 0, 1, true]"#, asked(Request::Outcome(None), 0, 1, true)),
            (r#"["export", "CSV", 0, 1, true]"#, asked(Request::Export(ExportFormat::Csv), 0, 1, true)),
            (r#"["export", "XML", 0, 1, true]"#, None),
            (r#"["sing", "", 0, 1, true]"#, None),
            (r#"["look", "", -1, 1, true]"#, None),
            (r#"["look"]"#, None),
            ("{}", None),
            ("[", None),
        ] {
            assert_eq!(Asked::read(message), expected, "{message}");
        }
    }
}
