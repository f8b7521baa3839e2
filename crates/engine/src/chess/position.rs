//! The position: the pieces on the board, the turn, and the command of each army.

use std::fmt;
use std::hash::{Hash, Hasher};

use super::{Army, Array, Bitboard, Direction, Kind, Officer, Piece, Role, Rules, Side, Square};

/// The command of an army (RULES 3.7, 6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Control {
    /// Its own player.
    #[default]
    Own,
    /// Nobody: its king is captured, and its pieces cannot move.
    Frozen,
    /// Its partner's king, which has seized its throne.
    Seized,
    /// Its partner's player, after its own player withdrew.
    Withdrawn,
}

/// A legal position.
///
/// It is made by [`Position::start`], by reading a position text, or from a [`Setup`](super::Setup) that passes all
/// checks; from then on only [`Position::play`], [`Position::exchange`] and [`Position::withdraw`] change it. It is played
/// by [`Rules::CHESSVARIANTS`], unless [`Position::with_rules`] gives it others: neither a text nor a comparison has them.
///
/// ```
/// use enochian::chess::{Angle, Army, Array, Board, Direction, Position};
/// let array = Array::of(Angle::Air, Board::Air);
/// let position = Position::start(array, Army::Air, Direction::Deosil);
/// assert_eq!(position.turn(), Army::Air);
/// assert_eq!(position.moves().len(), 12);
/// ```
#[derive(Clone)]
pub struct Position {
    /// The squares of each army.
    pub(crate) armies: [Bitboard; 4],
    /// The kings of all armies.
    pub(crate) kings: Bitboard,
    /// For each officer, all armies' officers of that kind and the pawns that serve them.
    pub(crate) serving: [Bitboard; 4],
    /// The pawns of all armies, whichever officers they serve.
    pub(crate) pawns: Bitboard,
    pub(super) command: [Control; 4],
    pub(super) prisoners: [Option<Army>; 4],
    pub(crate) pawns_lost: [u8; 4],
    pub(crate) turn: Army,
    pub(super) direction: Direction,
    pub(crate) ply: u32,
    pub(super) rules: Rules,
}

impl Position {
    /// The empty board, with every army under its own command.
    pub(super) const fn empty(turn: Army, direction: Direction) -> Position {
        Position {
            armies: [Bitboard::EMPTY; 4],
            kings: Bitboard::EMPTY,
            serving: [Bitboard::EMPTY; 4],
            pawns: Bitboard::EMPTY,
            command: [Control::Own; 4],
            prisoners: [None; 4],
            pawns_lost: [0; 4],
            turn,
            direction,
            ply: 0,
            rules: Rules::CHESSVARIANTS,
        }
    }

    /// The opening position of an array (RULES 2), given the first army and the direction of play (RULES 1.3, 1.4).
    #[must_use]
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

    /// The rules by which it is played.
    #[must_use]
    #[inline]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The same position, played by these rules.
    ///
    /// ```
    /// use enochian::chess::{Position, Rules};
    /// // The king of Air is in check: in a game he must move, in a reading any piece may.
    /// let game: Position = "aK6wR/8/8/8/8/7aN/5wr1wK/eK4fb1fK a ---- ---- 0000 0".parse().expect("a position");
    /// let reading = game.clone().with_rules(Rules::CHESSVARIANTS.reading());
    /// assert!(game.moves().len() < reading.moves().len());
    /// ```
    #[must_use]
    #[inline]
    pub fn with_rules(self, rules: Rules) -> Position {
        Position { rules, ..self }
    }

    /// The army to move; in a finished position the next one that is not frozen (RULES 9.3).
    #[must_use]
    #[inline]
    pub fn turn(&self) -> Army {
        self.turn
    }

    /// The direction of play.
    #[must_use]
    #[inline]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The number of plies played: moves, No Moves and passes, but not the skipped turns of frozen armies (RULES 9.3).
    #[must_use]
    #[inline]
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The command of an army.
    #[must_use]
    #[inline]
    pub fn command(&self, army: Army) -> Control {
        self.command[army.index()]
    }

    /// Whether an army is frozen (RULES 3.7).
    #[must_use]
    #[inline]
    pub fn is_frozen(&self, army: Army) -> bool {
        self.command(army) == Control::Frozen
    }

    /// The army that captured an army's king and holds it prisoner.
    #[must_use]
    #[inline]
    pub fn captor(&self, army: Army) -> Option<Army> {
        self.prisoners[army.index()]
    }

    /// The number of pawns that an army has lost (RULES 5.1).
    #[must_use]
    #[inline]
    pub fn pawns_lost(&self, army: Army) -> u8 {
        self.pawns_lost[army.index()]
    }

    /// The square of an army's king, if it has one.
    #[must_use]
    #[inline]
    pub fn king(&self, army: Army) -> Option<Square> {
        (self.kings & self.army(army)).first()
    }

    /// An army's officers of one kind, such as its queens.
    #[inline]
    #[must_use]
    pub fn officers(&self, army: Army, officer: Officer) -> Bitboard {
        self.all_officers(officer) & self.army(army)
    }

    /// All armies' officers of one kind.
    #[inline]
    pub(crate) fn all_officers(&self, officer: Officer) -> Bitboard {
        self.serving[officer.index()] & !self.pawns
    }

    /// The army's pawns, whichever officers they serve.
    #[inline]
    #[must_use]
    pub fn pawns(&self, army: Army) -> Bitboard {
        self.pawns & self.army(army)
    }

    /// Whether an army has a piece with this role.
    #[must_use]
    #[inline]
    pub fn has(&self, army: Army, role: Role) -> bool {
        match role {
            Role::King => self.king(army).is_some(),
            Role::Officer(officer) => !self.officers(army, officer).is_empty(),
            Role::Pawn => !self.pawns(army).is_empty(),
        }
    }

    /// All squares on which an army has a piece.
    #[inline]
    #[must_use]
    pub fn army(&self, army: Army) -> Bitboard {
        self.armies[army.index()]
    }

    /// The squares of an army's pieces, for each of [`Kind::ALL`](super::Kind::ALL).
    #[must_use]
    pub fn kinds_of(&self, army: Army) -> [Bitboard; 9] {
        let own = self.army(army);
        let mut kinds = [own & self.kings; 9];
        for (officer, of_both) in self.serving.into_iter().enumerate() {
            kinds[1 + officer] = own & of_both & !self.pawns;
            kinds[5 + officer] = own & of_both & self.pawns;
        }
        kinds
    }

    /// All squares of the two armies of a side.
    #[inline]
    #[must_use]
    pub fn side(&self, side: Side) -> Bitboard {
        let [one, two] = side.armies();
        self.army(one) | self.army(two)
    }

    /// All squares with a piece.
    #[inline]
    #[must_use]
    pub fn occupied(&self) -> Bitboard {
        self.side(Side::Actives) | self.side(Side::Passives)
    }

    /// The squares of frozen armies: they block, and cannot be landed on (RULES 3.4, 3.7).
    #[inline]
    #[must_use]
    pub fn frozen(&self) -> Bitboard {
        let still = |army: Army| if self.is_frozen(army) { self.army(army) } else { Bitboard::EMPTY };
        Army::ALL.into_iter().fold(Bitboard::EMPTY, |all, army| all | still(army))
    }

    /// Whether an army has only its king left.
    #[must_use]
    #[inline]
    pub fn is_bare_king(&self, army: Army) -> bool {
        self.army(army).meets(self.kings) && !self.army(army).meets(self.all_serving())
    }

    /// All officers and pawns.
    #[inline]
    pub(crate) fn all_serving(&self) -> Bitboard {
        let [queens, rooks, bishops, knights] = self.serving;
        queens | rooks | bishops | knights
    }

    /// The officer on a square, or the officer that the pawn there serves.
    #[inline]
    pub(super) fn officer_at(&self, square: Square) -> Option<Officer> {
        which(self.serving, square).map(|index| Officer::ALL[index])
    }

    /// The kinds on an occupied square: king, officer or pawn, or two that share a throne.
    #[inline]
    pub(super) fn kinds_at(&self, square: Square) -> [Option<Kind>; 2] {
        let officer = self.officer_at(square).map(|officer| match self.pawns.has(square) {
            true => Kind::Pawn(officer),
            false => Kind::Officer(officer),
        });
        [self.kings.has(square).then_some(Kind::King), officer]
    }

    /// The army that occupies a square.
    #[inline]
    pub(crate) fn army_at(&self, square: Square) -> Option<Army> {
        which(self.armies, square).map(|index| Army::ALL[index])
    }

    /// The pieces on a square: none, one, or a king and the officer that shares its throne, king first (RULES 3.5).
    #[inline]
    pub fn pieces_at(&self, square: Square) -> impl Iterator<Item = Piece> + use<> {
        let army = self.army_at(square);
        let kinds = if army.is_some() { self.kinds_at(square) } else { [None; 2] };
        kinds.into_iter().filter_map(move |kind| Some(Piece { army: army?, kind: kind? }))
    }

    /// Whether all is the same but the number of plies: the pieces, the turn and direction, and each army's command, captor
    /// and lost pawns.
    ///
    /// ```
    /// use enochian::chess::Position;
    /// let position = |text: &str| text.parse::<Position>().expect("a position");
    /// let early = position("8/8/8/3aK4/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0");
    /// let late = position("8/8/8/3aK4/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 12");
    /// assert!(early.same_position(&late) && early != late);
    /// ```
    #[must_use]
    pub fn same_position(&self, other: &Position) -> bool {
        let Position {
            armies,
            kings,
            serving,
            pawns,
            command,
            prisoners,
            pawns_lost,
            turn,
            direction,
            ply: _,
            rules: _,
        } = self;
        (armies, kings, serving, pawns, turn, direction)
            == (&other.armies, &other.kings, &other.serving, &other.pawns, &other.turn, &other.direction)
            && (command, prisoners, pawns_lost) == (&other.command, &other.prisoners, &other.pawns_lost)
    }

    /// The squares on which two positions do not hold the same.
    pub(super) fn changed_squares(&self, other: &Position) -> Bitboard {
        let of_both = |one: &[Bitboard], other: &[Bitboard]| {
            one.iter().zip(other).fold(Bitboard::EMPTY, |all, (one, other)| all | (*one ^ *other))
        };
        of_both(&self.armies, &other.armies)
            | of_both(&self.serving, &other.serving)
            | (self.kings ^ other.kings)
            | (self.pawns ^ other.pawns)
    }

    /// Places a piece on a square.
    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        let army = &mut self.armies[piece.army.index()];
        *army = army.with(square);
        self.change(piece.kind, |board| board.with(square));
    }

    /// Removes a piece from a square.
    #[inline]
    pub(crate) fn remove(&mut self, piece: Piece, square: Square) {
        if !self.is_shared(piece.kind, square) {
            let army = &mut self.armies[piece.army.index()];
            *army = army.without(square);
        }
        self.change(piece.kind, |board| board.without(square));
    }

    /// Puts a piece on each of these empty squares in turn, calls `each` with the square, and puts it back.
    ///
    /// What is the same for all squares is done once, so this costs less than a copy of the position for each.
    #[inline]
    pub(super) fn place_on_each(
        &mut self,
        piece: Piece,
        from: Square,
        squares: Bitboard,
        mut each: impl FnMut(Square, &Position),
    ) {
        let army = piece.army.index();
        let before = (self.armies[army], *self.of_kind(piece.kind), self.pawns);
        let if_pawn = if piece.kind.is_pawn() { !Bitboard::EMPTY } else { Bitboard::EMPTY };
        self.remove(piece, from);
        let lifted = (self.armies[army], *self.of_kind(piece.kind), self.pawns);
        for to in squares {
            let here = Bitboard::of(to);
            self.armies[army] = lifted.0 | here;
            *self.of_kind(piece.kind) = lifted.1 | here;
            self.pawns = lifted.2 | here & if_pawn;
            each(to, self);
        }
        (self.armies[army], *self.of_kind(piece.kind), self.pawns) = before;
    }

    /// Removes all pieces of an army from a square.
    #[inline]
    pub(crate) fn clear(&mut self, army: Army, square: Square) {
        let rest = !Bitboard::of(square);
        self.kings &= rest;
        self.serving.iter_mut().for_each(|board| *board &= rest);
        self.armies[army.index()] &= rest;
        self.pawns &= rest;
    }

    /// Whether another piece of its army shares this piece's square: the king, or the piece beside the king (RULES 3.5).
    #[inline]
    pub(crate) fn is_shared(&self, kind: Kind, square: Square) -> bool {
        match kind {
            Kind::King => self.all_serving().has(square),
            // It may be a pawn too: an officer can be demoted on its throne (RULES 5.2).
            Kind::Officer(_) | Kind::Pawn(_) => self.kings.has(square),
        }
    }

    #[inline]
    fn change(&mut self, kind: Kind, change: impl Fn(Bitboard) -> Bitboard) {
        let board = self.of_kind(kind);
        *board = change(*board);
        if kind.is_pawn() {
            self.pawns = change(self.pawns);
        }
    }

    /// The kings, or the officers of a kind with the pawns that serve them.
    #[inline]
    fn of_kind(&mut self, kind: Kind) -> &mut Bitboard {
        match kind {
            Kind::King => &mut self.kings,
            Kind::Officer(officer) | Kind::Pawn(officer) => &mut self.serving[officer.index()],
        }
    }

    /// Every piece with its square, in the order a1, b1 … h8.
    #[inline]
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied().into_iter().flat_map(|square| self.pieces_at(square).map(move |piece| (square, piece)))
    }
}

/// The index of the one of four disjoint sets that has a square. All four are tested without branches, since a
/// processor cannot predict which it is.
#[inline]
fn which(sets: [Bitboard; 4], square: Square) -> Option<usize> {
    let has = |index: usize| usize::from(sets[index].has(square));
    let (a, b, c, d) = (has(0), has(1), has(2), has(3));
    (a + b + c + d > 0).then_some(b + 2 * c + 3 * d)
}

/// Positions are equal if their texts are: the rules do not count.
impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.ply == other.ply && self.same_position(other)
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.zobrist_hash().hash(state);
    }
}

/// Writes the position text of RULES 9.3.
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_squares_of_a_kind_are_those_on_which_it_stands() {
        for array in Array::all() {
            let position = Position::start(array, Army::Air, Direction::Deosil);
            for army in Army::ALL {
                for (kind, squares) in Kind::ALL.into_iter().zip(position.kinds_of(army)) {
                    for square in Square::all() {
                        let stands = position.pieces_at(square).any(|piece| piece == Piece { army, kind });
                        assert_eq!(squares.has(square), stands, "{kind} of {army} on {square} in {array}");
                    }
                }
            }
        }
    }
}
