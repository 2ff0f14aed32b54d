//! The loop: ask, judge, correct, ask again. Knows nothing of how a call is sent.
//!
//! [`Run`] is a state machine without I/O. What happened goes in through `start`, `stop` and the
//! `handle_*` methods, each with the time in milliseconds; what to do comes out of [`Run::poll`],
//! which is called until it gives nothing.
//!
//! ```text
//!           start                 reply                   valid, or attempts spent
//!   Idle ----------> Calling ----------------> Judging ----------------------> Ended
//!                     ^  ^ |                    |                               ^ ^
//!                     |  | | silence, or cut    | invalid, no JSON, truncated,  | |
//!                     |  +-+ (same messages)    | run away                      | |
//!                     +-------------------------+ (corrected or resent)         | |
//!                     |                                                         | |
//!                     |   busy server   refused, unreachable, undecided,        | |
//!                     +<-> Resting      in circles twice, ... ------------------+ |
//!                     |                                                           |
//!                     | refused mode or parameter (asked otherwise, same attempt) |
//!                     +<--+                                                       |
//!                                                                                 |
//!   any state but Ended ---------------------- stop ------------------------------+
//! ```
//!
//! While a reply comes in, the judge is given it piece by piece and says what is in it so far. Where nothing that
//! follows can make it valid, the call is ended if the task says so, and corrected at once.
//!
//! A browser may have to fetch its model before it answers: until then the run is calling, and the time limit waits.
//!
//! A whole run, with replies from a script:
//!
//! ```
//! use structured_output_validator::core::agent::{
//!     Correcting, Ending, History, Output, Run, Strategy, Task,
//! };
//! use structured_output_validator::core::judge::judge_case;
//! use structured_output_validator::core::provider::{FinishReason, Reply, Role};
//! use structured_output_validator::core::schema::Schema;
//! use structured_output_validator::core::time::Millis;
//! use structured_output_validator::core::validate::Validator;
//!
//! let form = serde_json::json!({"fields": {"city": {"type": "string", "minLength": 2}}});
//! let schema = Schema::from_fields(&form)?;
//! let mut run = Run::new(Task {
//!     schema_text: schema.prompt_text(),
//!     prompt: "Where is the Eiffel tower?".into(),
//!     token_limit: 256,
//!     silence: Millis(60_000),
//!     correcting: Correcting::By(Strategy { history: History::Conversation, has_scaffold: false }),
//!     ..Task::default()
//! });
//!
//! let mut script = [r#"{"city": "P"}"#, r#"{"city": "Paris"}"#].into_iter();
//! let mut now = Millis(0);
//! run.start(now);
//! let ending = loop {
//!     now = now + Millis(100);
//!     match run.poll() {
//!         Some(Output::Send { id, call, .. }) => {
//!             if call.messages.len() > 2 {
//!                 assert_eq!(call.messages[2].role, Role::Assistant);
//!                 assert!(call.messages[3].content.contains(r#""city" must be ≥ 2 characters (got 1: "P")"#));
//!             }
//!             let text = script.next().unwrap_or_default().to_owned();
//!             run.handle_reply(id, Reply { text, finish_reason: FinishReason::Stop, ..Reply::default() }, now);
//!         }
//!         Some(Output::Judge { id, case }) => {
//!             let judgement = judge_case(&case, Some(&Validator::new(&schema)), None);
//!             run.handle_judgement(id, judgement, now);
//!         }
//!         // Nobody is asked for a second look here.
//!         Some(Output::JudgeCritique { .. } | Output::ReadOpinion { .. }) => {}
//!         Some(Output::Grow { .. } | Output::WaitUntil(_) | Output::Show(_) | Output::Learn(_)) => {}
//!         Some(Output::Ended(ending)) => break ending,
//!         None => unreachable!("the run waits for nothing"),
//!     }
//! };
//! assert_eq!(ending, Ending::Valid { attempts: 2 });
//! # Ok::<(), structured_output_validator::core::schema::SchemaError>(())
//! ```

mod arriving;
mod attempt;
mod conversation;
mod correction;
mod format;
mod given;
mod marked;
mod outcome;
mod pipeline;
mod preview;
mod rest;
mod run;
mod saved;
mod second;
mod section;
mod spending;
mod stall;
mod strategy;
mod strip;
mod summary;
mod task;
mod template;
mod timing;
mod tried;
mod watchdog;
mod words;

pub use arriving::{Arrived, Arriving};
pub use attempt::{Attempt, Phase, Sent};
pub use conversation::opening;
pub use correction::first_correction;
pub use format::{Asking, Ladder, Manner};
pub use marked::{Marked, Piece};
pub use outcome::{Badge, Ending, Outcome, Tone};
pub use pipeline::{Pipeline, Stage, StageState};
pub use preview::{Preview, PreviewedRequest, first_call};
pub use rest::{Rest, RestCause, Rested};
pub use run::{CallId, Came, Draft, Event, Output, Run};
pub use saved::Saved;
pub use second::{Critic, SecondCall, SecondFinding, SecondKind, who_is_asked};
pub use section::Section;
pub use spending::{Purse, Spent, estimate_read};
pub use stall::{Stall, circling};
pub use strategy::{Correcting, History, Strategy};
pub use strip::{Share, TimePart};
pub use summary::{Summary, title};
pub use task::{AttemptLimit, OnHopeless, Reviewing, Task};
pub use template::{Placeholder, Template, TemplateError, TemplateKind, Templates};
pub use timing::Timing;
pub use watchdog::Runaway;
