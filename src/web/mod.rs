//! What the browser does for the page: fetch, clock, storage, clipboard, files, the judge in its worker,
//! and the driver that runs the loop with them. The only code that names browser APIs; it holds no rules
//! of its own.

#[cfg(feature = "judge")]
pub mod archive_worker;
pub mod attendant;
#[cfg(feature = "judge")]
mod attending;
#[cfg(feature = "judge")]
pub mod batch;
mod body;
pub mod browser;
pub mod built_in;
pub mod calls;
pub mod caret;
pub mod clipboard;
pub mod clock;
pub mod compress;
pub mod crash;
#[cfg(feature = "judge")]
mod database;
pub mod dialog;
pub mod driver;
pub mod fetch;
pub mod file;
pub mod frame;
#[cfg(feature = "judge")]
pub mod image;
#[cfg(feature = "judge")]
pub mod image_worker;
pub mod judge;
pub mod judge_worker;
pub mod keys;
#[cfg(feature = "judge")]
mod lock;
mod object;
pub mod probe;
pub mod scroll;
pub mod storage;
pub mod task;
mod worker;
