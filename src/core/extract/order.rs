//! Putting things in order: by a heap of places, which takes far less code than sorting each kind of thing.

use std::collections::BinaryHeap;

/// The same things, the ones with the smallest key first; those with the same key stay as they are.
pub(super) fn in_order<T>(things: Vec<T>, key: impl Fn(&T) -> usize) -> Vec<T> {
    if things.is_sorted_by_key(&key) {
        return things;
    }
    let heap: BinaryHeap<(usize, usize)> = things.iter().map(key).zip(0..).collect();
    let mut things: Vec<_> = things.into_iter().map(Some).collect();
    heap.into_sorted_vec().into_iter().filter_map(|(_, place)| things.get_mut(place)?.take()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_keys_stay_as_they_are() {
        for words in ["", "a", "a b c", "ccc a bb aa b", "bb aa cc dd a"] {
            let words: Vec<_> = words.split_whitespace().collect();
            let mut sorted = words.clone();
            sorted.sort_by_key(|word| word.len());
            assert_eq!(in_order(words, |word| word.len()), sorted);
        }
    }
}
