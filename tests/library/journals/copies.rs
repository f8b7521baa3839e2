//! Copies of one journal are one reading, and can be made one.

use super::copied_journals::try_pair;
use crate::sample::short_or_whole;

#[test]
fn of_two_copies_that_go_their_own_ways_one_counts_and_nothing_is_lost_when_they_are_joined() {
    let tried: Vec<(usize, usize)> = (0..short_or_whole(16, 1000)).map(try_pair).collect();
    assert!(tried.iter().any(|(taken_back, _)| *taken_back > 0), "some part");
    assert!(tried.iter().any(|(taken_back, words)| *taken_back == 0 && *words > 0), "some do not");
}
