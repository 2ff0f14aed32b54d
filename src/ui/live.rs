//! Values that views follow.
//!
//! They are used like Leptos' signals and named like them. Leptos makes code for every type that a
//! signal holds; here the value lies beside the signal, so that one type of signal does for them all, and
//! what is the same for all of them is not written out again for each.

use leptos::prelude::{ArcTrigger, Notify, Track};
use std::sync::{PoisonError, RwLock};

/// A value: the views and effects that read it run again when it was written.
pub struct Live<T> {
    value: RwLock<T>,
    written: ArcTrigger,
}

#[inline(never)]
fn trigger() -> ArcTrigger {
    ArcTrigger::new()
}

#[inline(never)]
fn track(written: &ArcTrigger) {
    written.track();
}

#[inline(never)]
fn notify(written: &ArcTrigger) {
    written.notify();
}

impl<T: Default> Default for Live<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T> Live<T> {
    /// A value to begin with.
    pub fn new(value: T) -> Self {
        Self { value: RwLock::new(value), written: trigger() }
    }

    /// Reads something of the value, and follows it.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        track(&self.written);
        self.with_untracked(read)
    }

    /// Reads something of the value as it is now.
    pub fn with_untracked<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        read(&self.value.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes to the value.
    pub fn update(&self, write: impl FnOnce(&mut T)) {
        write(&mut self.value.write().unwrap_or_else(PoisonError::into_inner));
        notify(&self.written);
    }

    /// Puts another value in its place.
    pub fn set(&self, value: T) {
        self.update(|current| *current = value);
    }
}

impl<T: Clone> Live<T> {
    /// The value, and follows it.
    pub fn get(&self) -> T {
        self.with(T::clone)
    }

    /// The value as it is now.
    pub fn get_untracked(&self) -> T {
        self.with_untracked(T::clone)
    }
}
