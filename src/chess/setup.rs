//! An arrangement that anyone may have typed, and the checks that make it a [`Position`].

use super::{Army, Control, Direction, Kind, Piece, Position, Square};

/// Everything a position text says, not yet known to be lawful.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces and their squares. A shared throne is two entries.
    pub pieces: Vec<(Square, Piece)>,
    /// The army to move.
    pub turn: Army,
    /// The way round.
    pub direction: Direction,
    /// Who commands each army, in the order of [`Army::ALL`].
    pub command: [Control; 4],
    /// Which army took each army's king.
    pub prisoners: [Option<Army>; 4],
    /// How many pawns were taken from each army.
    pub pawns_lost: [u8; 4],
    /// Plies played.
    pub ply: u32,
}

/// Why a [`Setup`] is no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// Two pieces share a square that may not (RULES 3.5).
    #[error(
        "{0} holds two pieces; only a king and one piece of its own army may share a square, on that army's throne"
    )]
    SharedSquare(Square),
    /// An army has two kings.
    #[error("{0} has more than one king")]
    TwoKings(Army),
    /// More pawns, on the board and lost, than an army has at the start (RULES 2, 5.1).
    #[error("{0} has {1} pawns on the board and {2} lost; an army has four")]
    TooManyPawns(Army, u32, u8),
    /// An army without a king whose captor is not named, or is no enemy (RULES 6.2).
    #[error("the king of {0} is not on the board, so an enemy of {0} must hold it prisoner")]
    NoCaptor(Army),
    /// An army with a king that is said to be a prisoner.
    #[error("the king of {0} is on the board, so it is nobody's prisoner")]
    CaptorOfFreeKing(Army),
    /// The command of an army does not fit with its kings (RULES 3.7, 6).
    #[error("the command of {0} does not fit: {1}")]
    Command(Army, &'static str),
    /// Both kings of all armies are gone.
    #[error("no king is left on the board")]
    NoKings,
    /// It is the turn of a frozen army, whose turns are skipped (RULES 3.7).
    #[error("it cannot be the turn of {0}, which is frozen")]
    FrozenTurn(Army),
}

impl Setup {
    /// The position, or everything that is wrong.
    ///
    /// # Errors
    /// All the reasons why this can be no position of RULES 9.3.
    pub fn into_position(self) -> Result<Position, Vec<PositionError>> {
        let mut position = Position::empty(self.turn, self.direction);
        let mut faults = Vec::new();
        for &(square, piece) in &self.pieces {
            let alone = position.pieces_at(square).next().is_none();
            if !alone && !shares_throne(&position, square, piece) {
                faults.push(PositionError::SharedSquare(square));
                continue;
            }
            if piece.kind == Kind::King && position.king(piece.army).is_some() {
                faults.push(PositionError::TwoKings(piece.army));
                continue;
            }
            position.put(piece, square);
        }
        position.command = self.command;
        position.prisoners = self.prisoners;
        position.pawns_lost = self.pawns_lost;
        position.ply = self.ply;
        for army in Army::ALL {
            check_army(&position, army, &mut faults);
        }
        if Army::ALL.into_iter().all(|army| position.king(army).is_none()) {
            faults.push(PositionError::NoKings);
        } else if position.is_frozen(position.turn) {
            faults.push(PositionError::FrozenTurn(position.turn));
        }
        if faults.is_empty() { Ok(position) } else { Err(faults) }
    }
}

/// Whether a piece may join the one that already stands there (RULES 3.5).
fn shares_throne(position: &Position, square: Square, piece: Piece) -> bool {
    let mut here = position.pieces_at(square);
    let (Some(first), None) = (here.next(), here.next()) else { return false };
    // The officer of the pair may have been demoted where it stands (RULES 5.2).
    let pair = (first.kind == Kind::King) != (piece.kind == Kind::King);
    pair && first.army == piece.army && square == piece.army.throne()
}

fn check_army(position: &Position, army: Army, faults: &mut Vec<PositionError>) {
    let (king, partner) = (position.king(army).is_some(), army.partner());
    let partners_king = position.king(partner).is_some();
    let (pawns, lost) = (position.pawns(army).len(), position.pawns_lost(army));
    if pawns + u32::from(lost) > 4 {
        faults.push(PositionError::TooManyPawns(army, pawns, lost));
    }
    match position.captor(army) {
        Some(_) if king => faults.push(PositionError::CaptorOfFreeKing(army)),
        Some(captor) if captor.side() == army.side() => faults.push(PositionError::NoCaptor(army)),
        None if !king => faults.push(PositionError::NoCaptor(army)),
        _ => {}
    }
    let wrong = match position.command(army) {
        Control::Own if !king => Some("an army without a king is frozen or under its partner's king"),
        Control::Frozen if king => Some("an army with a king is not frozen"),
        Control::Seized if !partners_king => Some("its partner has no king to command it"),
        Control::Seized if position.command(partner) != Control::Own => {
            Some("a king whose own army is not under its own command commands no other")
        }
        Control::Withdrawn if !king => Some("an army that withdrew freezes when its king is taken"),
        Control::Withdrawn if matches!(position.command(partner), Control::Withdrawn | Control::Seized) => {
            Some("its partner is not free to command it")
        }
        _ => None,
    };
    if let Some(wrong) = wrong {
        faults.push(PositionError::Command(army, wrong));
    }
}
