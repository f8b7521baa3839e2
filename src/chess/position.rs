//! The position: what stands where, whose turn it is, and who commands whom.

use std::fmt;

use super::{Army, Array, Bitboard, Direction, Kind, Officer, Piece, Role, Side, Square};

/// Who commands an army (RULES 3.7, 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Command {
    /// Its own player.
    #[default]
    Own,
    /// Nobody: its king is taken, and its pieces stand still.
    Frozen,
    /// Its partner's king, who has seized its throne.
    Seized,
    /// Its partner's player, to whom its own withdrew.
    Withdrawn,
}

/// A lawful position.
///
/// It is made by [`Position::start`], by reading a position text, or from a
/// [`Setup`](super::Setup) that has been found sound; from then on only
/// [`Position::play`], [`Position::exchange`] and [`Position::withdraw`] change it.
///
/// ```
/// use enochian::chess::{Army, Array, Direction, Element, Position, Rules};
/// let array = Array::of(Element::Air, Element::Air);
/// let position = Position::start(array, Army::Air, Direction::Deosil);
/// assert_eq!(position.turn(), Army::Air);
/// assert_eq!(position.moves(&Rules::CHESSVARIANTS).len(), 12);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    /// The kings of each army: one square, or none.
    kings: [Bitboard; 4],
    /// For each army and officer, the officers and their pawns together.
    serving: [[Bitboard; 4]; 4],
    /// The pawns of each army, whomever they serve.
    pawns: [Bitboard; 4],
    pub(super) command: [Command; 4],
    pub(super) prisoners: [Option<Army>; 4],
    pub(super) pawns_lost: [u8; 4],
    pub(super) turn: Army,
    pub(super) direction: Direction,
    pub(super) ply: u32,
}

impl Position {
    /// The board without a piece, everyone under their own command.
    pub(super) const fn empty(turn: Army, direction: Direction) -> Position {
        Position {
            kings: [Bitboard::EMPTY; 4],
            serving: [[Bitboard::EMPTY; 4]; 4],
            pawns: [Bitboard::EMPTY; 4],
            command: [Command::Own; 4],
            prisoners: [None; 4],
            pawns_lost: [0; 4],
            turn,
            direction,
            ply: 0,
        }
    }

    /// The opening position of an array (RULES 2), with the army that begins and the way round (RULES 1.3, 1.4).
    pub fn start(array: Array, first: Army, direction: Direction) -> Position {
        let mut position = Position::empty(first, direction);
        for army in Army::ALL {
            position.put(Piece { army, kind: Kind::King }, army.throne());
            let (files, ranks) = army.forward();
            for (officer, square) in array.officers().into_iter().zip(army.home_edge()) {
                position.put(Piece { army, kind: Kind::Officer(officer) }, square);
                let front = square.offset(files, ranks).expect("the home edge is not the far edge");
                position.put(Piece { army, kind: Kind::Pawn(officer) }, front);
            }
        }
        position
    }

    /// The army to move; in a finished position the next that is not frozen (RULES 9.3).
    pub fn turn(&self) -> Army {
        self.turn
    }

    /// The way round in which turns pass.
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// Plies played: moves, No Moves and passes, not the skipped turns of frozen armies (RULES 9.3).
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// Who commands an army.
    pub fn command(&self, army: Army) -> Command {
        self.command[army.index()]
    }

    /// Whether an army stands frozen (RULES 3.7).
    pub fn is_frozen(&self, army: Army) -> bool {
        self.command(army) == Command::Frozen
    }

    /// The army that took an army's king, while it is a prisoner.
    pub fn captor(&self, army: Army) -> Option<Army> {
        self.prisoners[army.index()]
    }

    /// How many pawns were taken from an army (RULES 5.1).
    pub fn pawns_lost(&self, army: Army) -> u8 {
        self.pawns_lost[army.index()]
    }

    /// Where an army's king stands, if it has one.
    pub fn king(&self, army: Army) -> Option<Square> {
        self.kings[army.index()].first()
    }

    /// The army's officers of one sort.
    #[inline]
    pub fn officers(&self, army: Army, officer: Officer) -> Bitboard {
        self.serving[army.index()][officer.index()] & !self.pawns[army.index()]
    }

    /// The army's pawns, whomever they serve.
    #[inline]
    pub fn pawns(&self, army: Army) -> Bitboard {
        self.pawns[army.index()]
    }

    /// All squares on which an army has a piece.
    #[inline]
    pub fn army(&self, army: Army) -> Bitboard {
        let [q, r, b, n] = self.serving[army.index()];
        self.kings[army.index()] | q | r | b | n
    }

    /// All squares of the two armies of a side.
    #[inline]
    pub fn side(&self, side: Side) -> Bitboard {
        let [one, two] = side.armies();
        self.army(one) | self.army(two)
    }

    /// All squares with a piece.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.side(Side::Actives) | self.side(Side::Passives)
    }

    /// The squares of frozen armies: they block, and cannot be landed on (RULES 3.4, 3.7).
    #[inline]
    pub fn frozen(&self) -> Bitboard {
        Army::ALL
            .into_iter()
            .filter(|&army| self.is_frozen(army))
            .fold(Bitboard::EMPTY, |all, army| all | self.army(army))
    }

    /// Whether an army consists of its king alone.
    pub fn is_bare_king(&self, army: Army) -> bool {
        !self.kings[army.index()].is_empty()
            && self.army(army).len() == 1
            && self.officer_at(army, self.kings[army.index()]).is_none()
    }

    #[inline]
    fn officer_at(&self, army: Army, squares: Bitboard) -> Option<Officer> {
        Officer::ALL.into_iter().find(|o| self.serving[army.index()][o.index()].meets(squares))
    }

    /// The pieces on a square: none, one, or a king and the officer who shares its throne, king first (RULES 3.5).
    #[inline]
    pub fn pieces_at(&self, square: Square) -> impl Iterator<Item = Piece> + use<> {
        let here = Bitboard::of(square);
        let mut found = [None; 2];
        if let Some(army) = Army::ALL.into_iter().find(|&army| self.army(army).has(square)) {
            found[0] = self.kings[army.index()].has(square).then_some(Piece { army, kind: Kind::King });
            found[1] = self.officer_at(army, here).map(|officer| {
                let pawn = self.pawns[army.index()].has(square);
                Piece { army, kind: if pawn { Kind::Pawn(officer) } else { Kind::Officer(officer) } }
            });
        }
        found.into_iter().flatten()
    }

    /// Puts a piece on a square.
    #[inline]
    pub(super) fn put(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, Bitboard::with);
    }

    /// Takes a piece off a square.
    #[inline]
    pub(super) fn remove(&mut self, piece: Piece, square: Square) {
        self.change(piece, square, Bitboard::without);
    }

    #[inline]
    fn change(&mut self, piece: Piece, square: Square, change: impl Fn(Bitboard, Square) -> Bitboard) {
        let army = piece.army.index();
        let apply = |board: &mut Bitboard| *board = change(*board, square);
        match piece.kind {
            Kind::King => apply(&mut self.kings[army]),
            Kind::Officer(officer) => apply(&mut self.serving[army][officer.index()]),
            Kind::Pawn(officer) => {
                apply(&mut self.serving[army][officer.index()]);
                apply(&mut self.pawns[army]);
            }
        }
    }

    /// Moves a piece of an army to an empty square, where nothing else comes of it; nothing at all if both sets are empty.
    /// The turn does not pass.
    #[inline]
    pub(crate) fn shift(&mut self, army: Army, role: Role, from: Bitboard, to: Bitboard) {
        let change = from ^ to;
        match role {
            Role::King => self.kings[army.index()] = self.kings[army.index()] ^ change,
            Role::Officer(officer) => {
                let board = &mut self.serving[army.index()][officer.index()];
                *board = *board ^ change;
            }
            Role::Pawn => {
                self.pawns[army.index()] = self.pawns[army.index()] ^ change;
                for board in &mut self.serving[army.index()] {
                    if board.meets(from) {
                        *board = *board ^ change;
                    }
                }
            }
        }
    }

    /// Ends a turn that is followed by that army's.
    #[inline]
    pub(crate) fn hand_over(&mut self, next: Army) {
        self.ply = self.ply.saturating_add(1);
        self.turn = next;
    }

    /// The square of an army's king as a set, empty if it has none.
    #[inline]
    pub(crate) fn king_set(&self, army: Army) -> Bitboard {
        self.kings[army.index()]
    }

    /// Every piece with its square, in the order a1, b1 … h8.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().flat_map(|square| self.pieces_at(square).map(move |piece| (square, piece)))
    }
}

/// Shows the position text of RULES 9.3.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
