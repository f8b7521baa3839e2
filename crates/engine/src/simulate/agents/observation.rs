//! Moves and positions as numbers, for agents that learn: as seen from an army's own side, where its throne is h1 and its pawns move up.

use crate::chess::{self, Army, Bitboard, Control, Direction, Mode, Officer, Role, Square};
use crate::reading::{Question, Throw};
use crate::session::SessionState;

const SQUARES: usize = 64;

/// The pairs of squares that a king, an officer or a pawn can join.
const PAIRS: usize = 1792;

/// The number of actions in a reading: the pairs, and for each step of a pawn to the far edge the four officers that it can become. A
/// throw calls one kind of piece, so the pair is enough, even where two pieces share a throne.
const IN_READINGS: usize = PAIRS + 22 * 4;

/// The steps of a king, which have numbers of their own in a game: there it can share a throne with an officer that could go the same way.
const KING_STEPS: usize = 420;

/// The number of actions: 1,880 in a reading, 2,300 in a game.
#[must_use]
pub const fn actions(mode: Mode) -> usize {
    match mode {
        Mode::Reading => IN_READINGS,
        Mode::Game => IN_READINGS + KING_STEPS,
    }
}

/// The most moves of a turn: a throw calls one kind of piece, of which three rooks have 42; in a game a king has 8, and an army has at
/// most eight officers with 14 each.
#[must_use]
pub const fn most_moves(mode: Mode) -> usize {
    match mode {
        Mode::Reading => 64,
        Mode::Game => 128,
    }
}

/// The number of planes; `python/lib/enochian/environment.py` lists them.
pub const PLANES: usize = 65;

/// The bytes of an observation, one for each square of each plane.
pub const OBSERVATION: usize = PLANES * SQUARES;

/// Each square as each army sees it.
static SEEN: [[u8; SQUARES]; 4] = {
    let mut seen = [[0; SQUARES]; 4];
    let mut square = 0;
    while square < SQUARES {
        let (file, rank) = (square % 8, square / 8);
        let turned = [(7 - file, 7 - rank), (rank, 7 - file), (file, rank), (7 - rank, file)];
        let mut army = 0;
        while army < 4 {
            seen[army][square] = (turned[army].1 * 8 + turned[army].0) as u8;
            army += 1;
        }
        square += 1;
    }
    seen
};

/// The number of each pair of squares that a king can join, or else any piece, in the order of the first and then of the second.
const fn numbered(by_king: bool, count: usize) -> [[u16; SQUARES]; SQUARES] {
    let mut numbers = [[0; SQUARES]; SQUARES];
    let (mut pair, mut number) = (0, 0);
    while pair < SQUARES * SQUARES {
        let (from, to) = (pair / SQUARES, pair % SQUARES);
        let (files, ranks) = ((from % 8).abs_diff(to % 8), (from / 8).abs_diff(to / 8));
        let is_joined = files == 0 || ranks == 0 || files == ranks || files * ranks == 2;
        if from != to && is_joined && !(by_king && (files > 1 || ranks > 1)) {
            numbers[from][to] = number;
            number += 1;
        }
        pair += 1;
    }
    assert!(number as usize == count);
    numbers
}

static PAIR: [[u16; SQUARES]; SQUARES] = numbered(false, PAIRS);
static KING_STEP: [[u16; SQUARES]; SQUARES] = numbered(true, KING_STEPS);

/// The number of an army's move that is not a pass.
///
/// ```
/// use enochian::{chess::{Army, Mode}, simulate::agents::action};
/// // The same step, seen from either side.
/// let [air, fire] = [(Army::Air, "Pa7a6"), (Army::Fire, "Ph2h3")].map(|(army, mv)| action(Mode::Reading, army, mv.parse().unwrap()));
/// assert_eq!(air, fire);
/// ```
#[must_use]
#[inline]
pub fn action(mode: Mode, army: Army, mv: chess::Move) -> Option<u16> {
    let chess::Move::Step { role, from, to, promotion } = mv else { return None };
    let [from, to] = [from, to].map(|square| usize::from(SEEN[army.index()][square.index()]));
    Some(match promotion {
        Some(officer) if role == Role::Pawn => {
            (PAIRS + (2 * (from % 8) + to % 8) * Officer::ALL.len() + officer.index()) as u16
        }
        _ if role == Role::King && mode == Mode::Game => IN_READINGS as u16 + KING_STEP[from][to],
        _ => PAIR[from][to],
    })
}

/// Writes what an army sees: for each plane 64 bytes, 0 or 1. In a game there is neither throw nor Ptah nor querent.
pub fn observe(state: &SessionState, question: &Question, throw: Option<Throw>, viewer: Army, bytes: &mut [u8]) {
    let position = state.position();
    let seen = &SEEN[viewer.index()];
    let mut planes = bytes.chunks_exact_mut(SQUARES);
    let mut show = |squares: Bitboard| {
        let Some(plane) = planes.next() else { return };
        let is_everywhere = squares == everywhere(true);
        plane.fill(is_everywhere.into());
        if !is_everywhere {
            squares.into_iter().for_each(|square: Square| plane[usize::from(seen[square.index()])] = 1);
        }
    };
    // From the viewer clockwise: itself, an enemy, its partner, the other enemy.
    let armies = [0, 1, 2, 3].map(|step| Army::ALL[(viewer.index() + step) % 4]);
    for army in armies {
        position.kinds_of(army).into_iter().for_each(&mut show);
    }
    armies.into_iter().for_each(|army| show(everywhere(position.is_frozen(army))));
    armies.into_iter().for_each(|army| show(everywhere(position.command(army) == Control::Seized)));
    armies.into_iter().for_each(|army| show(everywhere(position.pawns_lost(army) > 0)));
    armies.into_iter().for_each(|army| show(everywhere(position.turn() == army)));
    Throw::ALL.into_iter().for_each(|number| show(everywhere(throw == Some(number))));
    show(state.querent().map_or(Bitboard::EMPTY, |_| Bitboard::of(question.ptah)));
    show(everywhere(state.is_round_running()));
    armies.into_iter().for_each(|army| show(everywhere(state.querent() == Some(army))));
    show(everywhere(position.direction() == Direction::Widdershins));
}

/// All squares, or none.
fn everywhere(is: bool) -> Bitboard {
    if is { !Bitboard::EMPTY } else { Bitboard::EMPTY }
}
