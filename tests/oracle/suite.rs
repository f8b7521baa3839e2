//! Perft (RULES 9.4): both generators count the same, and the suite in `tests/perft` holds the numbers.

use super::board::Board;

/// The positions of `tests/perft/hard.perft`.
pub(crate) fn hard() -> Vec<Board> {
    let text = include_str!("../perft/hard.perft");
    text.lines()
        .filter(|line| !line.starts_with('#') && !line.is_empty())
        .map(|line| Board::read(line.split(" ; ").next().unwrap()))
        .collect()
}
