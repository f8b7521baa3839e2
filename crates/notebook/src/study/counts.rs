//! Totals of a reading: its king, the Ptah, houses, gatherings and delay (INTERPRETATION 5, 7.4).

use std::cmp::{Ordering, Reverse};

use serde::Serialize;

use crate::chess::{Angle, Army, Kind, Move, Piece, Position};
use crate::record::EnochianRecord;
use crate::session::PlayedTurn;

use super::{Aspect, Explanation};

/// The houses of one's own doing (ZAL); the others depend on others.
const OWN_HOUSES: [u8; 6] = [1, 2, 3, 10, 11, 12];

/// The fewest landings on signs for which the houses are compared.
const HOUSE_LANDINGS: u32 = 16;

/// The fewest pieces outside their own angles of which some can be a build-up.
const BUILD_UP: u32 = 4;

/// The totals of a reading.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ReadingCounts {
    /// The querent's king.
    pub king: KingCounts,
    /// Support and threat on the Ptah.
    pub ptah: PtahCounts,
    /// The landings on signs, by their houses.
    pub houses: HouseCounts,
    /// The pieces in the angles of the other side at the end.
    pub over_the_border: BorderCounts,
    /// The sides that have gathered in one angle at the end.
    pub build_up: Vec<BuildUp>,
    /// The lost turns of the querent's side.
    pub delay: Delay,
}

/// The turns of the querent's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct KingCounts {
    /// His moves.
    pub moves: u32,
    /// The turns after which he was on the board.
    pub on_board: u32,
    /// The turns after which he stood attacked (INTERPRETATION 4.1).
    pub attacked: u32,
    /// His moves onto an attacked square.
    pub walked_into_attack: u32,
}

/// The turns after which the Ptah was supported or threatened (INTERPRETATION 5.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PtahCounts {
    /// By the querent's side.
    pub supported: u32,
    /// By the others.
    pub threatened: u32,
}

/// The landings on signs, by their houses (INTERPRETATION 5.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct HouseCounts {
    /// On houses of one's own doing.
    pub own: u32,
    /// On houses that depend on others.
    pub others: u32,
    /// Whether they are enough, and one group so much larger that it is said (two standard deviations).
    pub significant: bool,
}

/// The unfrozen pieces that have crossed the border (INTERPRETATION 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BorderCounts {
    /// Of the querent's side, in the angles of the others.
    pub own: u32,
    /// Of the others, in the angles of the querent's side.
    pub others: u32,
}

/// A side that has gathered in an angle away from home (INTERPRETATION 5.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct BuildUp {
    /// The side: `for the querent` or `against the querent`.
    pub whose: &'static str,
    /// The angle.
    pub angle: Angle,
    /// How many of its pieces stand there, outside their own angles.
    pub count: u32,
    /// How many of its pieces stand outside their own angles in all.
    pub of: u32,
}

/// The lost turns of the querent's side (INTERPRETATION 7.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Delay {
    /// Its No Moves.
    pub no_moves: u32,
    /// Its turns.
    pub turns: u32,
    /// `hardly`, `somewhat` or `much` delayed.
    pub delayed: &'static str,
    /// Whether the called pieces were more often `gone` or `blocked`; `None` if equally often.
    pub prevails: Option<&'static str>,
}

impl ReadingCounts {
    /// `None` for a game, and before the first turn.
    pub(super) fn of(it: &Explanation, record: EnochianRecord<'_>) -> Option<ReadingCounts> {
        let (querent, last) = (it.querent?, last_standing(record)?);
        let ptah = |holds: fn(&Aspect) -> bool| it.aspects.iter().filter(|one| holds(one)).map(Aspect::turns).sum();
        Some(ReadingCounts {
            king: KingCounts::of(record.turns(), querent),
            ptah: PtahCounts {
                supported: ptah(|aspect| !aspect.support.is_empty()),
                threatened: ptah(|aspect| !aspect.threat.is_empty()),
            },
            houses: HouseCounts::of(it),
            over_the_border: BorderCounts::of(&last, querent),
            build_up: [true, false].into_iter().filter_map(|is_ours| BuildUp::of(&last, is_ours, querent)).collect(),
            delay: Delay::of(record.turns(), querent),
        })
    }
}

/// The last position or, if the fall of a king ended the reading, the one before, since the fall freezes his army
/// (INTERPRETATION 5.2).
fn last_standing(record: EnochianRecord<'_>) -> Option<Position> {
    let [before @ .., last] = record.turns() else { return None };
    let fell = record.end().is_some() && last.captures().any(|(piece, _)| piece.kind == Kind::King);
    Some(match before.last() {
        _ if !fell => last.position.clone(),
        Some(before) => before.position.clone(),
        None => record.subject().start(),
    })
}

/// The unfrozen pieces of the querent's side or of the others, each with the angle that it stands in.
fn standing(position: &Position, is_ours: bool, querent: Army) -> Vec<(Angle, Piece)> {
    let theirs = |piece: &Piece| (piece.army.side() == querent.side()) == is_ours && !position.is_frozen(piece.army);
    let pieces = position.pieces().map(|(square, piece)| (square.angle(), piece));
    pieces.filter(|(_, piece)| theirs(piece)).collect()
}

impl KingCounts {
    fn of(turns: &[PlayedTurn], querent: Army) -> KingCounts {
        let count = |holds: &dyn Fn(&PlayedTurn) -> bool| turns.iter().filter(|turn| holds(turn)).count() as u32;
        let moves = |turn: &PlayedTurn| turn.piece == Some(Piece { army: querent, kind: Kind::King });
        let attacked = |turn: &PlayedTurn| turn.position.in_check(querent);
        KingCounts {
            moves: count(&moves),
            on_board: count(&|turn| turn.position.king(querent).is_some()),
            attacked: count(&attacked),
            walked_into_attack: count(&|turn| moves(turn) && attacked(turn)),
        }
    }
}

impl HouseCounts {
    fn of(it: &Explanation) -> HouseCounts {
        let landings = |is_own: bool| -> u32 {
            let houses = it.landings.iter().filter_map(|row| Some((row.house?, row.landings() as u32)));
            houses.filter(|(house, _)| OWN_HOUSES.contains(house) == is_own).map(|(_, landings)| landings).sum()
        };
        HouseCounts::compared(landings(true), landings(false))
    }

    fn compared(own: u32, others: u32) -> HouseCounts {
        // Beyond the half by √n or more; both sides are doubled and squared to stay in integers.
        let (all, beyond) = (own + others, own.abs_diff(others));
        HouseCounts { own, others, significant: all >= HOUSE_LANDINGS && beyond.pow(2) >= 4 * all }
    }
}

impl BorderCounts {
    fn of(position: &Position, querent: Army) -> BorderCounts {
        let over = |is_ours| {
            let inside = |(angle, piece): &(Angle, Piece)| piece.army.enemies().iter().any(|it| it.angle() == *angle);
            standing(position, is_ours, querent).into_iter().filter(inside).count() as u32
        };
        BorderCounts { own: over(true), others: over(false) }
    }
}

impl BuildUp {
    /// `None` if no angle stands out.
    fn of(position: &Position, is_ours: bool, querent: Army) -> Option<BuildUp> {
        let mut away = standing(position, is_ours, querent);
        away.retain(|(angle, piece)| *angle != piece.army.angle());
        let mut counts = Angle::ALL.map(|angle| (away.iter().filter(|(at, _)| *at == angle).count() as u32, angle));
        counts.sort_by_key(|(count, _)| Reverse(*count));
        let [(count, angle), (next, _), ..] = counts;
        let of = away.len() as u32;
        let whose = if is_ours { "for the querent" } else { "against the querent" };
        (of >= BUILD_UP && count * 2 >= of && count >= next + 2).then_some(BuildUp { whose, angle, count, of })
    }
}

impl Delay {
    fn of(turns: &[PlayedTurn], querent: Army) -> Delay {
        let ours = turns.iter().filter(|turn| turn.army.side() == querent.side());
        let lost = ours.clone().filter(|turn| turn.mv == Move::Pass);
        let gone = lost.clone().filter(|turn| turn.thrown.is_some_and(|thrown| thrown.gone)).count();
        Delay::counted(gone as u32, lost.count() as u32, ours.count() as u32)
    }

    fn counted(gone: u32, no_moves: u32, turns: u32) -> Delay {
        let delayed = match no_moves * 100 {
            share if share == 0 || share < 15 * turns => "hardly",
            share if share <= 35 * turns => "somewhat",
            _ => "much",
        };
        let prevails = match gone.cmp(&(no_moves - gone)) {
            Ordering::Greater => Some("gone"),
            Ordering::Less => Some("blocked"),
            Ordering::Equal => None,
        };
        Delay { no_moves, turns, delayed, prevails }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Position {
        text.parse().unwrap()
    }

    #[test]
    fn interpretation_5_2_unfrozen_pieces_in_the_angles_of_the_other_side_are_over_the_border() {
        // Air and Fire have two pieces in Water's angle and one in Earth's, and Earth one in Air's. A piece in its partner's
        // angle has crossed no border.
        let text = "aK6wK/2eN3ab1/5fN2/8/8/1fR6/1wR4aN1/eK6fK a ---- ---- 0000 0";
        assert_eq!(BorderCounts::of(&position(text), Army::Air), BorderCounts { own: 3, others: 1 });
        assert_eq!(BorderCounts::of(&position(text), Army::Water), BorderCounts { own: 1, others: 3 });
        // Without its king Fire is frozen; its knight and its rook no longer count.
        let frozen = text.replace("6fK", "7").replace("---- ----", "--x- --e-");
        assert_eq!(BorderCounts::of(&position(&frozen), Army::Air), BorderCounts { own: 1, others: 1 });
    }

    #[test]
    fn interpretation_5_3_half_of_four_or_more_two_ahead_of_the_next_angle_are_a_build_up() {
        let build_up = |board: &str| {
            let position = position(&format!("{board} a ---- ---- 0000 0"));
            BuildUp::of(&position, true, Army::Air).map(|it| (it.angle, it.count, it.of))
        };
        // Three in Water's angle and one in Earth's; those in their own angles do not count.
        let three_of_four = "aKaQ5wK/4aBaN2/6fR1/8/8/1aR6/6fN1/eK6fK";
        assert_eq!(build_up(three_of_four), Some((Angle::Water, 3, 4)));
        assert_eq!(build_up(&three_of_four.replace("1aR6", "8")), None, "three are too few");
        assert_eq!(build_up("aKaQ5wK/4aB3/2fB3fR1/8/8/1aR6/8/eK6fK"), None, "half, but one ahead");
        assert_eq!(build_up("aK6wK/1fB2aBaN2/2fN3fR1/5fQ2/2aq5/1aR3ab2/8/eK6fK"), None, "two ahead, but four of nine");
    }

    #[test]
    fn interpretation_5_4_houses_are_compared_from_sixteen_landings_and_two_deviations_on() {
        let significant = |own, others| HouseCounts::compared(own, others).significant;
        assert!(significant(12, 4) && significant(4, 12), "8 ± 4");
        assert!(!significant(11, 5) && !significant(15, 0));
        assert!(significant(60, 40) && !significant(59, 41), "50 ± 10");
    }

    #[test]
    fn interpretation_7_4_the_share_of_no_moves_is_the_delay() {
        let delayed = |no_moves, turns| Delay::counted(0, no_moves, turns).delayed;
        assert_eq!([14, 15, 35, 36].map(|lost| delayed(lost, 100)), ["hardly", "somewhat", "somewhat", "much"]);
        assert_eq!((delayed(0, 0), delayed(0, 9)), ("hardly", "hardly"));
        let prevails = |gone, no_moves| Delay::counted(gone, no_moves, 20).prevails;
        assert_eq!(
            [prevails(2, 3), prevails(1, 3), prevails(2, 4), prevails(0, 0)],
            [Some("gone"), Some("blocked"), None, None]
        );
    }
}
