//! The text of a move in the games of the sources (GAMES C2).

use std::fmt;

use super::cell::Cell;
use super::lettered::Named;

/// A piece goes from one cell to another. Its text is `Pa3xb4=Q`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step<C> {
    pub(super) piece: Named,
    pub(super) from: C,
    pub(super) to: C,
    /// Where the piece that it takes stands; in a capture in passing not on the cell that is reached.
    pub(super) taken: Option<C>,
    /// What the piece becomes.
    pub(super) promotion: Option<Named>,
}

impl<C: fmt::Display> fmt::Display for Step<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let takes = if self.taken.is_some() { "x" } else { "" };
        write!(f, "{}{}{takes}{}", self.piece.letter, self.from, self.to)?;
        self.promotion.map_or(Ok(()), |kind| write!(f, "={}", kind.letter))
    }
}

/// A text that has the shape of a move, whether or not it can be played.
#[derive(Clone, Copy, Debug)]
pub(super) struct TypedMove<C> {
    pub(super) piece: Named,
    pub(super) from: C,
    pub(super) to: C,
    pub(super) promotion: Option<Named>,
}

impl<C: Cell> TypedMove<C> {
    /// Reads a text; `kind` is the kind of piece with a letter.
    pub(super) fn read(text: &str, kind: impl Fn(&str) -> Option<Named>) -> Option<TypedMove<C>> {
        let (letter, rest) = text.split_at_checked(1)?;
        let (from, rest) = rest.split_at_checked(C::NAME)?;
        // The `x` follows from the position (GAMES C2).
        let (to, rest) = rest.strip_prefix('x').unwrap_or(rest).split_at_checked(C::NAME)?;
        let promotion = match rest.strip_prefix('=') {
            None if rest.is_empty() => None,
            None => return None,
            Some(promoted) => Some(kind(promoted)?),
        };
        Some(TypedMove { piece: kind(letter)?, from: C::named(from)?, to: C::named(to)?, promotion })
    }
}

/// Whether a text means an act, whose own text is given: an `x` that is missing or too many does not matter in a move.
pub(super) fn means(text: &str, act: &str) -> bool {
    let is_move = text.starts_with(|letter: char| letter.is_ascii_uppercase());
    let plain = |text: &str| text.replacen('x', "", 1);
    text == act || is_move && plain(text) == plain(act)
}
