//! An unchecked arrangement of pieces, and the checks that make it a [`Position`].

use super::{Army, Control, Direction, Kind, Piece, Position, Square};

/// Everything in a position text, not yet checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The pieces and their squares. A shared throne has two entries.
    pub pieces: Vec<(Square, Piece)>,
    /// The army to move.
    pub turn: Army,
    /// The direction of play.
    pub direction: Direction,
    /// The command of each army, in the order of [`Army::ALL`].
    pub command: [Control; 4],
    /// The army that captured each army's king.
    pub prisoners: [Option<Army>; 4],
    /// The number of pawns that each army has lost.
    pub pawns_lost: [u8; 4],
    /// The number of plies played.
    pub ply: u32,
}

/// Why a [`Setup`] is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Two pieces share a square where this is not allowed (RULES 3.5).
    #[error(
        "{0} holds two pieces; only a king and one piece of its own army may share a square, on that army's throne"
    )]
    SharedSquare(Square),
    /// An army has two kings.
    #[error("{0} has more than one king")]
    TwoKings(Army),
    /// An army has more pawns, on the board and lost together, than at the start (RULES 2, 5.1).
    #[error("{0} has {1} pawns on the board and {2} lost; an army has four")]
    TooManyPawns(Army, u32, u8),
    /// An army without a king has no captor, or one that is not an enemy (RULES 6.2).
    #[error("the king of {0} is not on the board, so one of its enemies must hold it prisoner")]
    NoCaptor(Army),
    /// An army with a king has a captor.
    #[error("the king of {0} is on the board, so it cannot be a prisoner")]
    CaptorOfFreeKing(Army),
    /// The command of an army contradicts the kings on the board (RULES 3.7, 6).
    #[error("invalid command of {0}: {1}")]
    Command(Army, &'static str),
    /// There is no king on the board.
    #[error("there is no king on the board")]
    NoKings,
    /// It is the turn of a frozen army, whose turns are skipped (RULES 3.7).
    #[error("it cannot be the turn of {0}, which is frozen")]
    FrozenTurn(Army),
}

impl Setup {
    /// Checks the arrangement and makes it a position.
    ///
    /// # Errors
    /// All reasons why this is not a position by RULES 9.3.
    pub fn into_position(self) -> Result<Position, Vec<PositionError>> {
        let mut position = Position::empty(self.turn, self.direction);
        let mut errors = Vec::new();
        for &(square, piece) in &self.pieces {
            let empty = position.pieces_at(square).next().is_none();
            if !empty && !shares_throne(&position, square, piece) {
                errors.push(PositionError::SharedSquare(square));
                continue;
            }
            if piece.kind == Kind::King && position.king(piece.army).is_some() {
                errors.push(PositionError::TwoKings(piece.army));
                continue;
            }
            position.put(piece, square);
        }
        position.command = self.command;
        position.prisoners = self.prisoners;
        position.pawns_lost = self.pawns_lost;
        position.ply = self.ply;
        for army in Army::ALL {
            check_army(&position, army, &mut errors);
        }
        if Army::ALL.into_iter().all(|army| position.king(army).is_none()) {
            errors.push(PositionError::NoKings);
        } else if position.is_frozen(position.turn) {
            errors.push(PositionError::FrozenTurn(position.turn));
        }
        if errors.is_empty() { Ok(position) } else { Err(errors) }
    }
}

/// Whether a piece may share the square of another (RULES 3.5).
fn shares_throne(position: &Position, square: Square, piece: Piece) -> bool {
    let mut here = position.pieces_at(square);
    let (Some(first), None) = (here.next(), here.next()) else { return false };
    // The officer of the pair may have been demoted where it stands (RULES 5.2).
    let pair = (first.kind == Kind::King) != (piece.kind == Kind::King);
    pair && first.army == piece.army && square == piece.army.throne()
}

fn check_army(position: &Position, army: Army, errors: &mut Vec<PositionError>) {
    let (king, partner) = (position.king(army).is_some(), army.partner());
    let partners_king = position.king(partner).is_some();
    let (pawns, lost) = (position.pawns(army).len(), position.pawns_lost(army));
    if pawns + u32::from(lost) > 4 {
        errors.push(PositionError::TooManyPawns(army, pawns, lost));
    }
    match position.captor(army) {
        Some(_) if king => errors.push(PositionError::CaptorOfFreeKing(army)),
        Some(captor) if captor.side() == army.side() => errors.push(PositionError::NoCaptor(army)),
        None if !king => errors.push(PositionError::NoCaptor(army)),
        _ => {}
    }
    let problem = match position.command(army) {
        Control::Own if !king => Some("an army without a king is either frozen or under its partner's king"),
        Control::Frozen if king => Some("an army with a king cannot be frozen"),
        Control::Seized if !partners_king => Some("its partner has no king to command it"),
        Control::Seized if position.command(partner) != Control::Own => {
            Some("a king whose own army is not under its own command cannot command another")
        }
        Control::Withdrawn if !king => Some("an army that withdrew is frozen once its king is captured"),
        Control::Withdrawn if matches!(position.command(partner), Control::Withdrawn | Control::Seized) => {
            Some("its partner is not free to command it")
        }
        _ => None,
    };
    if let Some(problem) = problem {
        errors.push(PositionError::Command(army, problem));
    }
}
