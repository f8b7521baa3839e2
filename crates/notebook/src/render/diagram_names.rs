//! What the text and the picture of a board share: short names of cells, the kinds of pieces, barriers.

use crate::games::{Diagram, DiagramCell, DiagramPiece};

/// The name of a cell without its level, if the panels are levels: `ec` for `ec2`.
pub(super) fn short_name<'c>(diagram: &Diagram, cell: &'c DiagramCell) -> &'c str {
    let is_levels = diagram.panels.len() > 1;
    if is_levels { cell.name.trim_end_matches(|c: char| c.is_ascii_digit()) } else { &cell.name }
}

/// What the names of a row or a column have in common: `3` for `a3` and `b3`.
pub(super) fn common<'n>(mut names: impl Iterator<Item = &'n str>) -> String {
    let mut common = names.next().unwrap_or_default().to_owned();
    for name in names {
        common.retain(|c| name.contains(c));
    }
    common
}

/// The kinds of pieces, as letters and names: the men of chess in their order, then the others by letter.
pub(super) fn piece_kinds<'p>(pieces: impl Iterator<Item = &'p DiagramPiece>) -> Vec<(char, &'static str)> {
    let mut kinds: Vec<_> = pieces.map(|piece| (piece.letter, piece.name)).collect();
    kinds.sort_unstable_by_key(|kind| ("KQRBNP".find(kind.0).unwrap_or(usize::MAX), *kind));
    kinds.dedup();
    kinds
}

/// Whether a barrier stands between two cells.
pub(super) fn is_barred(diagram: &Diagram, one: &str, other: &str) -> bool {
    diagram.barriers.iter().any(|(a, b)| (a == one && b == other) || (b == one && a == other))
}
