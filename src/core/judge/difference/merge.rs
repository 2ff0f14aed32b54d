//! Two lists side by side: what they share in the same order stands together, as much of it as there can be.

use std::collections::HashMap;
use std::hash::Hash;

/// The two lists merged: of each pair, where the thing stands on the left and on the right. What is not
/// shared, or stands in another order, is alone. Of things that come several times, the first ones count.
/// The time it takes is that of sorting.
pub(super) fn merged<K: Eq + Hash>(left: &[K], right: &[K]) -> Vec<(Option<usize>, Option<usize>)> {
    let mut on_the_right = HashMap::new();
    for (position, key) in right.iter().enumerate() {
        on_the_right.entry(key).or_insert(position);
    }
    let shared = left.iter().enumerate().filter_map(|(at, key)| Some((at, on_the_right.remove(key)?)));
    let mut pairs = Vec::new();
    let (mut next_left, mut next_right) = (0, 0);
    let mut go_to = |end_left: usize, end_right: usize| {
        pairs.extend((next_left..end_left).map(|at| (Some(at), None)));
        pairs.extend((next_right..end_right).map(|at| (None, Some(at))));
        if end_left < left.len() && end_right < right.len() {
            pairs.push((Some(end_left), Some(end_right)));
        }
        (next_left, next_right) = (end_left + 1, end_right + 1);
    };
    for (at_left, at_right) in longest_rise(&shared.collect::<Vec<_>>()) {
        go_to(at_left, at_right);
    }
    go_to(left.len(), right.len());
    pairs
}

/// The most of the pairs whose right sides rise, in order.
fn longest_rise(pairs: &[(usize, usize)]) -> Vec<(usize, usize)> {
    // Of the rises of each length, the one that ends lowest: the position of its last pair.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = Vec::new();
    let right = |position: usize| pairs.get(position).map(|(_, right)| *right);
    for (position, (_, at_right)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| right(*end) < Some(*at_right));
        before.push(length.checked_sub(1).and_then(|shorter| ends.get(shorter).copied()));
        match ends.get_mut(length) {
            Some(end) => *end = position,
            None => ends.push(position),
        }
    }
    let mut rise = Vec::new();
    let mut next = ends.last().copied();
    while let Some(position) = next {
        rise.extend(pairs.get(position));
        next = before.get(position).copied().flatten();
    }
    rise.reverse();
    rise
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::core::random::Random;

    #[track_caller]
    fn check(left: &str, right: &str, expected: &str) {
        let [left, right] = [left, right].map(|text| text.chars().collect::<Vec<_>>());
        let side = |list: &[char], at: Option<usize>| at.map_or('-', |at| list[at]);
        let shown: Vec<_> = merged(&left, &right)
            .into_iter()
            .map(|(at_left, at_right)| format!("{}{}", side(&left, at_left), side(&right, at_right)))
            .collect();
        assert_eq!(shown.join(" "), expected);
    }

    #[test]
    fn what_is_shared_stands_together() {
        check("", "", "");
        check("ab", "", "a- b-");
        check("", "ab", "-a -b");
        check("abc", "abc", "aa bb cc");
        check("abcd", "xbdy", "a- -x bb c- dd -y");
        // In another order: the longer part stays.
        check("abc", "cab", "-c aa bb c-");
        check("cab", "abc", "c- aa bb -c");
        check("aba", "aab", "aa -a bb a-");
    }

    #[test]
    fn every_line_is_there_once_and_in_order() {
        let mut random = Random::new(3);
        let mut list = || (0..random.below(12)).map(|_| random.below(8)).collect::<Vec<_>>();
        for _ in 0..2_000 {
            let (left, right) = (list(), list());
            let pairs = merged(&left, &right);
            let [of_left, of_right]: [Vec<usize>; 2] = [
                pairs.iter().filter_map(|(at, _)| *at).collect(),
                pairs.iter().filter_map(|(_, at)| *at).collect(),
            ];
            assert!(of_left.into_iter().eq(0..left.len()) && of_right.into_iter().eq(0..right.len()));
            assert!(pairs.iter().all(|pair| match pair {
                (Some(at_left), Some(at_right)) => left[*at_left] == right[*at_right],
                (Some(_), None) | (None, Some(_)) => true,
                (None, None) => false,
            }));
        }
    }
}
