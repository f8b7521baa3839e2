//! Suggests the word that was probably meant.

/// Longer words are not typing errors, and comparing them would only take time.
const LONGEST: usize = 64;

/// The candidate closest to the word, if it is close enough: one difference for a short word, about one in three
/// letters for a longer one. Upper and lower case count as the same.
///
/// ```
/// use enochian::input::nearest;
/// assert_eq!(nearest("Capricron", ["Aries", "Capricorn"]), Some("Capricorn"));
/// assert_eq!(nearest("Ophiuchus", ["Aries", "Capricorn"]), None);
/// ```
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().take(LONGEST + 1).collect();
    if word.is_empty() || word.len() > LONGEST {
        return None;
    }
    let allowed = (word.len() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (distance(&word, &candidate.to_lowercase()), candidate))
        .filter(|&(distance, _)| distance <= allowed)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// The number of letters to insert, delete, replace or swap with a neighbour to turn one word into the other (the
/// Damerau–Levenshtein distance, restricted form).
fn distance(one: &[char], two: &str) -> usize {
    let two: Vec<char> = two.chars().collect();
    let mut above: Vec<usize> = vec![];
    let mut row: Vec<usize> = (0..=two.len()).collect();
    for i in 0..one.len() {
        let mut next = vec![i + 1];
        for j in 0..two.len() {
            let changed = row[j] + usize::from(one[i] != two[j]);
            let mut least = changed.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && one[i] == two[j - 1] && one[i - 1] == two[j] {
                least = least.min(above[j - 1] + 1);
            }
            next.push(least);
        }
        above = std::mem::replace(&mut row, next);
    }
    row[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_typing_errors() {
        let count = |a: &str, b| distance(&a.chars().collect::<Vec<_>>(), b);
        assert_eq!(count("", "abc"), 3);
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!(count("same", "same"), 0);
        assert_eq!(count("huose", "house"), 1);
    }

    #[test]
    fn takes_the_closest_and_only_a_close_one() {
        assert_eq!(nearest("huose", ["horse", "house"]), Some("house"));
        assert_eq!(nearest("hose", ["horse", "house"]), Some("horse"), "a tie goes to the first");
        assert_eq!(nearest("LEO", ["Leo", "Lea"]), Some("Leo"));
        assert_eq!(nearest("", ["a"]), None);
        assert_eq!(nearest(&"a".repeat(100_000), ["a"]), None);
    }
}
