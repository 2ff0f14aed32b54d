//! Values that views follow.
//!
//! They are used like Leptos' signals and named like them. Leptos makes code for every type that a
//! signal holds; here the value lies beside the signal, so that one type of signal does for them all.

use leptos::prelude::{ArcTrigger, Notify, Track};
use std::sync::{PoisonError, RwLock};

/// A value: the views and effects that read it run again when it was written.
#[derive(Default)]
pub struct Live<T> {
    value: RwLock<T>,
    written: ArcTrigger,
}

impl<T> Live<T> {
    /// A value to begin with.
    pub fn new(value: T) -> Self {
        Self { value: RwLock::new(value), written: ArcTrigger::new() }
    }

    /// Reads something of the value, and follows it.
    pub fn with<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        self.written.track();
        self.with_untracked(read)
    }

    /// Reads something of the value as it is now.
    pub fn with_untracked<R>(&self, read: impl FnOnce(&T) -> R) -> R {
        read(&self.value.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes to the value.
    pub fn update(&self, write: impl FnOnce(&mut T)) {
        write(&mut self.value.write().unwrap_or_else(PoisonError::into_inner));
        self.written.notify();
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
