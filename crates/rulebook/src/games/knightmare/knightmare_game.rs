//! What differs between the three games: armies, set-ups, and the steps that a board allows.

use crate::chess::{File, Rank, Square};
use crate::games::{GameKind, Seat};

/// One of the eight directions of a king's step, clockwise from up. The even ones are orthogonal.
pub(super) type KnightmareWay = usize;

const UP: KnightmareWay = 0;
const RIGHT: KnightmareWay = 2;
const DOWN: KnightmareWay = 4;
const LEFT: KnightmareWay = 6;

/// How far each direction goes, in files and ranks.
const WAYS: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// How far a knight leaps, in files and ranks.
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// An army of one of the games.
struct KnightmareArmy {
    letter: char,
    name: &'static str,
    side: usize,
    /// The ways forward of its pawns.
    forward: &'static [KnightmareWay],
    /// The cells from which its pawns may go two squares.
    doubles: &'static [&'static str],
}

const THREE: &[KnightmareArmy] = &[
    KnightmareArmy {
        letter: 'w',
        name: "White",
        side: 0,
        forward: &[DOWN],
        doubles: &["b7", "c7", "d7", "e7", "f7", "g7"],
    },
    KnightmareArmy { letter: 'r', name: "Red", side: 1, forward: &[UP], doubles: &["e2"] },
    KnightmareArmy { letter: 'b', name: "Black", side: 2, forward: &[UP], doubles: &["d2"] },
];

const FREE: &[KnightmareArmy] = &[
    KnightmareArmy { letter: 'w', name: "White", side: 0, forward: &[RIGHT, DOWN], doubles: &[] },
    KnightmareArmy { letter: 'b', name: "Black", side: 1, forward: &[DOWN, LEFT], doubles: &[] },
    KnightmareArmy { letter: 'r', name: "Red", side: 2, forward: &[UP, LEFT], doubles: &[] },
    KnightmareArmy { letter: 'n', name: "Brown", side: 3, forward: &[UP, RIGHT], doubles: &[] },
];

const THREE_START: &str =
    "#wRwBwKwQwBwN#/#wPwPwPwPwPwP#/8/8/8/bPbPbP2rPrPrP/bRbNbBbPrPrBrNrR/bKbQbB2rBrQrK w - O d2e2 - 0";
const FREE_START: &str =
    "wKwRwP2bPbNbK/wNwQwP2bPbQbR/wPwPwP2bPbPbP/8/8/nPnPnP2rPrPrP/nRnQnP2rPrQrN/nKnNnP2rPrRrK w - - - - 0";
const TEAM_START: &str =
    "wKwRwP2bPbNbK/wNwQwP2bPbQbR/wPwPwB2bBbPbP/8/8/nPnPnN2rNrPrP/nRnQnP2rPrQrB/nKnBnP2rPrRrK w - - - - 0";

/// White's seat, in all three games.
pub(super) const WHITE: usize = 0;
/// Red's seat in the game for three.
pub(super) const RED_OF_THREE: usize = 1;
/// Black's seat in the game for three.
pub(super) const BLACK_OF_THREE: usize = 2;

/// One of the three games with its setting: all that its board and armies say, worked out once.
#[derive(Clone, Debug)]
pub(super) struct KnightmareGame {
    /// Which of the three it is.
    pub(super) kind: GameKind,
    /// Whether it is played with cards (GAMES K5.6).
    pub(super) cards: bool,
    /// The seats, in the order of play.
    pub(super) seats: Vec<Seat>,
    /// The text of the set-up.
    pub(super) start: &'static str,
    forward: Vec<&'static [KnightmareWay]>,
    /// For each seat the diagonals on which its pawns capture.
    captures: Vec<Vec<KnightmareWay>>,
    doubles: Vec<Vec<Square>>,
    steps: Vec<[Option<Square>; 8]>,
    leaps: Vec<Vec<Square>>,
}

impl KnightmareGame {
    /// The game of this kind; any kind that is not one of the three is taken as the game for three.
    pub(super) fn new(kind: GameKind, cards: bool) -> KnightmareGame {
        let (armies, start) = match kind {
            GameKind::Free => (FREE, FREE_START),
            GameKind::Team => (FREE, TEAM_START),
            _ => (THREE, THREE_START),
        };
        let side = |army: &KnightmareArmy| if kind == GameKind::Team { army.side % 2 } else { army.side };
        let cells = |texts: &[&str]| Square::all().filter(|cell| texts.contains(&&*cell.to_string())).collect();
        KnightmareGame {
            kind,
            cards,
            seats: armies
                .iter()
                .map(|army| Seat { letter: army.letter, name: army.name.to_owned(), side: side(army) })
                .collect(),
            start,
            forward: armies.iter().map(|army| army.forward).collect(),
            captures: armies.iter().map(|army| diagonals_beside(army.forward)).collect(),
            doubles: armies.iter().map(|army| cells(army.doubles)).collect(),
            steps: Square::all().map(|cell| std::array::from_fn(|way| step(kind, cell, way))).collect(),
            leaps: Square::all()
                .map(|cell| LEAPS.iter().filter_map(|&leap| reached(kind, cell, leap)).collect())
                .collect(),
        }
    }

    /// Whether this is the game for three, which alone has castling, double steps and the midline.
    pub(super) fn is_for_three(&self) -> bool {
        self.kind == GameKind::Three
    }

    /// Whether two seats each play as a team.
    pub(super) fn has_teams(&self) -> bool {
        self.kind == GameKind::Team
    }

    /// Whether a cell cannot be entered (GAMES K2.1).
    pub(super) fn is_void(&self, cell: Square) -> bool {
        is_void(self.kind, cell)
    }

    /// The cell that a king's step in a direction reaches, unless the edge, a void cell, the barrier or the centre
    /// vertex prevents it.
    pub(super) fn step(&self, cell: Square, way: KnightmareWay) -> Option<Square> {
        self.steps[cell.index()][way]
    }

    /// The cells that a knight reaches on an empty board.
    pub(super) fn leaps(&self, cell: Square) -> &[Square] {
        &self.leaps[cell.index()]
    }

    /// The ways forward of the pawns of a seat.
    pub(super) fn forward(&self, seat: usize) -> &'static [KnightmareWay] {
        self.forward[seat]
    }

    /// The diagonals on which the pawns of a seat capture (GAMES K1.5).
    pub(super) fn pawn_captures(&self, seat: usize) -> &[KnightmareWay] {
        &self.captures[seat]
    }

    /// Whether a pawn of a seat may go two squares from a cell (GAMES K2.5).
    pub(super) fn may_double_step(&self, seat: usize, from: Square) -> bool {
        self.doubles[seat].contains(&from)
    }

    /// The squares over which the pawns of a seat can pass with a double step.
    pub(super) fn passed_squares(&self, seat: usize) -> impl Iterator<Item = Square> {
        self.doubles[seat].iter().filter_map(move |&cell| self.step(cell, self.forward[seat][0]))
    }

    /// Whether a pawn of a seat is promoted on a cell: the furthest line in one of its ways forward (GAMES K2.8, K3.6).
    pub(super) fn promotes_on(&self, seat: usize, cell: Square) -> bool {
        self.forward[seat].iter().any(|&way| match way {
            UP => cell.rank() == Rank::Eighth,
            RIGHT => cell.file() == File::H,
            DOWN => cell.rank() == Rank::First,
            _ => cell.file() == File::A,
        })
    }

    /// Whether two seats are on the same side.
    pub(super) fn are_partners(&self, one: usize, other: usize) -> bool {
        self.seats[one].side == self.seats[other].side
    }

    /// The seat with this letter.
    pub(super) fn seat_of(&self, letter: char) -> Option<usize> {
        self.seats.iter().position(|seat| seat.letter == letter)
    }

    /// The seat whose letter is the whole text.
    pub(super) fn seat_named(&self, text: &str) -> Option<usize> {
        self.seats.iter().position(|seat| text.chars().eq([seat.letter]))
    }

    /// The letters of all seats, for messages: `w, r, b`.
    pub(super) fn letters(&self) -> String {
        self.seats.iter().map(|seat| seat.letter.to_string()).collect::<Vec<_>>().join(", ")
    }

    /// What a move breaks that leaves the king of its own seat attacked (GAMES K1.3).
    pub(super) fn check_left(&self, seat: usize) -> String {
        format!("it leaves the king of {} in check", self.name(seat))
    }

    /// The name of a seat.
    pub(super) fn name(&self, seat: usize) -> &str {
        &self.seats[seat].name
    }
}

fn is_void(kind: GameKind, cell: Square) -> bool {
    kind == GameKind::Three && cell.rank() >= Rank::Seventh && [File::A, File::H].contains(&cell.file())
}

/// Whether a square lies left of the midline, between the files d and e.
pub(super) fn is_left(cell: Square) -> bool {
    cell.file() < File::E
}

fn reached(kind: GameKind, from: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    from.offset(files, ranks).filter(|&cell| !is_void(kind, cell))
}

fn step(kind: GameKind, from: Square, way: KnightmareWay) -> Option<Square> {
    let to = reached(kind, from, WAYS[way])?;
    let crosses_midline = is_left(from) != is_left(to);
    let ranks = [from.rank(), to.rank()];
    let is_blocked = match kind {
        // The barrier between d1 and e1 (K2.4).
        GameKind::Three => crosses_midline && ranks == [Rank::First; 2],
        // The centre vertex (K3.1).
        GameKind::Free => {
            crosses_midline && (ranks == [Rank::Fourth, Rank::Fifth] || ranks == [Rank::Fifth, Rank::Fourth])
        }
        _ => false,
    };
    (!is_blocked).then_some(to)
}

/// The diagonals beside one of these ways.
fn diagonals_beside(forward: &[KnightmareWay]) -> Vec<KnightmareWay> {
    let mut diagonals: Vec<KnightmareWay> = forward.iter().flat_map(|way| [(way + 7) % 8, (way + 1) % 8]).collect();
    diagonals.sort_unstable();
    diagonals.dedup();
    diagonals
}
