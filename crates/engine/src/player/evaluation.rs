//! What a position is worth before anything is searched: a sum of features, whose weights were fitted to how readings and games
//! ended (docs/DESIGN.md).

use crate::chess::{Army, Bitboard, Kind, Officer, Position, Side, Square};
use crate::session::SessionState;

/// The value of a certain Yes of a reading, or of a won game; that of a certain No is its negative.
pub(super) const WON: i32 = 1 << 20;

/// The number of features.
pub const FEATURES: usize = 44;

/// Where each group of features begins.
const OFFICERS: usize = 0;
const PAWNS: usize = 4;
const KINGS: usize = 5;
const CHECKED: usize = 12;
const DISTANCE: usize = 18;
const HELD: usize = 26;
const ATTACKED: usize = 29;
const BLOCKED: usize = 37;
const TURN: usize = 40;

/// Weights in hundredths of a logit.
const READING: [i32; FEATURES] = include!("reading.weights");
const GAME: [i32; FEATURES] = include!("game.weights");

/// Whose side a position is seen from, and the army and square by which a reading is still to be answered.
fn seen_from(state: &SessionState) -> (Side, Option<(Army, Square)>) {
    match state.open_ptah() {
        Some((querent, ptah)) => (querent.side(), Some((querent, ptah))),
        None => (Side::Actives, None),
    }
}

/// The estimate of a state for a side, in hundredths of a logit.
pub(super) fn evaluate(state: &SessionState, side: Side) -> i32 {
    let (own, goal) = seen_from(state);
    let weights = if goal.is_some() { &READING } else { &GAME };
    let mut sum = 0;
    each_feature(state.position(), goal, state.is_round_running(), &mut |feature, count| {
        sum += weights[feature] * count
    });
    if own == side { sum } else { -sum }
}

/// The estimate of a game's position for the side to move.
pub(super) fn evaluate_game(position: &Position) -> i32 {
    let mut sum = 0;
    each_feature(position, None, false, &mut |feature, count| sum += GAME[feature] * count);
    if position.turn().side() == Side::Actives { sum } else { -sum }
}

/// Calls `each` with the features of a position and how often each is there: for the actives in a game, and in a reading whose
/// answer by the Ptah is open for the side of the querent.
#[inline(always)]
pub fn each_feature(
    position: &Position,
    goal: Option<(Army, Square)>,
    is_held: bool,
    each: &mut impl FnMut(usize, i32),
) {
    let side = goal.map_or(Side::Actives, |(querent, _)| querent.side());
    let frozen = position.frozen();
    let (own, other) = (position.side(side) & !frozen, position.side(side.opponent()) & !frozen);
    let more = |pieces: Bitboard| (pieces & own).len() as i32 - (pieces & other).len() as i32;
    for officer in Officer::ALL {
        each(OFFICERS + officer.index(), more(position.all_officers(officer)));
    }
    each(PAWNS, more(position.pawns));

    let turn = position.turn();
    let Some((querent, ptah)) = goal else {
        each(KINGS, more(position.kings));
        each(TURN, if turn.side() == side { 1 } else { -1 });
        return;
    };
    for king in position.kings & !frozen {
        let Some(army) = Army::ALL.into_iter().find(|army| position.army(*army).has(king)) else { continue };
        let attackers = position.enemy_attackers(king, army, position.occupied());
        if !attackers.is_empty() {
            let soon = (attackers & position.army(turn)).len().min(2);
            let later = (attackers.len() - (attackers & position.army(turn)).len()).min(2);
            let whose = if army == querent {
                0
            } else if army.side() == side {
                2
            } else {
                4
            };
            each(CHECKED + whose, soon as i32);
            each(CHECKED + whose + 1, later as i32);
        }
    }
    let enemies = (position.kings & other).len() as usize;
    let king = position.king(querent);
    let standing = match (king.is_some(), position.king(querent.partner()).is_some()) {
        (true, true) => 0,
        (true, false) => 2,
        (false, _) => 4,
    };
    // With no king left to oppose, a reading may go on until the king attains the Ptah (RULES 8.6).
    each(KINGS + if enemies == 0 { 6 } else { standing + usize::from(enemies == 1) }, 1);
    let place = (0..4).scan(querent, |army, place| {
        let here = (place, *army);
        *army = army.next(position.direction());
        Some(here)
    });
    let place = place.into_iter().find(|(_, army)| *army == turn).map_or(0, |(place, _)| place);
    each(TURN + place, 1);
    let Some(king) = king else { return };
    let distance = usize::from(king.distance(ptah));
    if is_held && place > 0 {
        each(HELD + place - 1, 1);
    } else {
        each(DISTANCE + distance, 1);
    }
    let attackers = position.enemy_attackers(ptah, querent, position.occupied()).len().min(3) as usize;
    each(ATTACKED + attackers + if distance < 2 { 4 } else { 0 }, 1);
    if position.occupied().has(ptah) && distance > 0 {
        let blocked = if frozen.has(ptah) { 2 } else { usize::from(other.has(ptah)) };
        each(BLOCKED + blocked, 1);
    }
}

/// The values of the pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PieceValues {
    pub(crate) king: i32,
    /// In the order of [`Officer::ALL`].
    pub(crate) officers: [i32; 4],
    pub(crate) pawn: i32,
}

impl PieceValues {
    /// In hundredths of a pawn; a queen leaps, so it is worth no more than a knight.
    pub(crate) const STANDARD: PieceValues = PieceValues { king: 2000, officers: [300, 500, 300, 300], pawn: 100 };

    /// The value of a piece.
    pub(crate) const fn of(&self, kind: Kind) -> i32 {
        match kind {
            Kind::King => self.king,
            Kind::Officer(officer) => self.officers[officer.index()],
            Kind::Pawn(_) => self.pawn,
        }
    }
}

/// The chance of winning that an estimate stands for, from `-WON` to `WON`: what throws average.
pub(super) fn expected(estimate: i32) -> i32 {
    let place = (estimate.unsigned_abs() as usize).min(LOGISTIC.len() - 1);
    let value = LOGISTIC[place];
    if estimate < 0 { -value } else { value }
}

/// `tanh(x / 200)` of WON, for each hundredth of a logit up to 8: made by multiplication alone, so it is the same everywhere.
static LOGISTIC: [i32; 801] = {
    let mut table = [0; 801];
    // e to the power of -1/100, and of -x/100.
    let (factor, mut power) = (0.990_049_833_749_168_f64, 1.0);
    let mut at = 0;
    while at < table.len() {
        table[at] = (WON as f64 * (1.0 - power) / (1.0 + power)) as i32;
        power *= factor;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reading::samples;
    use crate::session::Session;

    #[test]
    fn the_ptah_is_played_for_where_it_decides_the_answer() {
        let seen = |procedure| seen_from(Session::of_question(&samples::brother(procedure)).state());
        assert_eq!(seen("ptah"), (Army::Air.side(), Some((Army::Air, "a5".parse().unwrap()))));
        assert_eq!(seen("kings"), (Side::Actives, None));
    }
}
