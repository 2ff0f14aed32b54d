//! How many bytes are looked at: counted in tests, which show that the work is linear, and nowhere else.

#[cfg(test)]
thread_local! {
    static LOOKED_AT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Takes note that some bytes are looked at.
#[inline(always)]
pub(super) fn look_at(bytes: usize) {
    #[cfg(test)]
    LOOKED_AT.set(LOOKED_AT.get() + bytes);
    #[cfg(not(test))]
    let _ = bytes;
}

/// How many bytes something looks at.
#[cfg(test)]
pub(super) fn counted<T>(work: impl FnOnce() -> T) -> (usize, T) {
    let before = LOOKED_AT.get();
    let result = work();
    (LOOKED_AT.get() - before, result)
}
