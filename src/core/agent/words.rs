//! Counts in words.

pub(super) use crate::core::thousands::with_thousands;

/// `1 error`, `2 errors`.
pub(super) fn errors(count: usize) -> String {
    if count == 1 { "1 error".to_owned() } else { format!("{count} errors") }
}

/// `1 warning`, `2 warnings`.
pub(super) fn warnings(count: usize) -> String {
    if count == 1 { "1 warning".to_owned() } else { format!("{count} warnings") }
}

/// `no repairs`, `1 repair`, `2 repairs`.
pub(super) fn repairs(count: usize) -> String {
    match count {
        0 => "no repairs".to_owned(),
        1 => "1 repair".to_owned(),
        _ => format!("{} repairs", with_thousands(count as u64)),
    }
}
