//! The cast: who took part, and what became of each (INTERPRETATION 8.9).

use serde::Serialize;

use crate::chess::{Army, Kind, Officer, Piece, Square};

use crate::correspondences::Event;

use super::links::code;
use super::log::What;
use super::significator::ORDER;
use super::story::{Starter, Story};

/// A piece and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CastMember {
    /// The piece, as it was at the start.
    #[serde(serialize_with = "code")]
    pub piece: Piece,
    /// The army it was in at the end, or when it was taken.
    pub army: Army,
    /// How often it moved.
    pub moves: usize,
    /// The signs and elements that it landed on, in order.
    pub road: Vec<String>,
    /// What it took.
    pub deeds: Vec<PieceCapture>,
    /// The turns in which it gave check to the querent's king by its own move.
    pub checks: Vec<u32>,
    /// The turn in which it was promoted last.
    pub promoted: Option<u32>,
    /// What became of it.
    pub fate: Fate,
    /// The weights of what it did, the heaviest first.
    #[serde(skip)]
    classes: Vec<u8>,
    /// What it was when it was seen last.
    #[serde(skip)]
    pub(super) was: Piece,
}

/// A piece taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PieceCapture {
    /// The turn.
    pub turn: u32,
    /// The piece taken, as it was at the start.
    #[serde(serialize_with = "code")]
    pub of: Piece,
}

/// What became of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Fate {
    /// It was taken.
    Taken {
        /// The turn.
        #[serde(rename = "taken")]
        turn: u32,
        /// The piece that took it, as it was at the start.
        #[serde(serialize_with = "code")]
        by: Piece,
    },
    /// It is still on the board.
    Stands {
        /// Where.
        #[serde(rename = "stands")]
        at: Square,
        /// The turn in which its army froze, if it is frozen.
        frozen: Option<u32>,
    },
}

/// Each officer and each promoted pawn, the weightiest first.
pub(super) fn cast(story: &Story<'_>) -> Vec<CastMember> {
    let is_in_it = |piece: &Starter| !piece.kind.is_pawn() || story.promotions(*piece).next().is_some();
    let mut cast: Vec<CastMember> = story.starters().filter(is_in_it).map(|piece| member(story, piece)).collect();
    // A longer list that begins like another one comes before it, so the end of a list weighs less than anything.
    cast.sort_by_cached_key(|it| {
        let classes: Vec<u8> = it.classes.iter().copied().chain([u8::MAX]).collect();
        let place = |officer: Officer| ORDER.iter().position(|it| *it == officer);
        // The promoted pawns come after all others, in the order of their officers.
        let kind = match it.piece.kind {
            Kind::King => (false, None),
            Kind::Officer(officer) => (false, place(officer)),
            Kind::Pawn(officer) => (true, place(officer)),
        };
        (classes, kind, it.piece.army)
    });
    cast
}

/// One piece, whatever it is.
pub(super) fn member(story: &Story<'_>, piece: Starter) -> CastMember {
    let landings = || story.moves_of(piece).filter_map(|index| story.turns[index].landing());
    let strokes = || {
        let its = story.strokes().filter(move |stroke| stroke.by == piece);
        its.flat_map(|stroke| stroke.to.iter().map(move |it| (stroke, *it)))
    };
    let checks: Vec<u32> = story.checks().filter(|it| it.by == piece).map(|it| story.turn_number(it.index)).collect();
    let promoted = story.promotions(piece).last().map(|index| story.turn_number(index));
    let mut classes: Vec<u8> = strokes().map(|(stroke, taken)| story.class_of(stroke, taken)).collect();
    // The data weigh a check on an opposing king; one on the querent's is as weighty.
    let class = |event| story.correspondences.event(event).class;
    classes.extend(checks.iter().map(|_| class(Event::CheckEnemyKing)));
    classes.extend(story.promotions(piece).map(|_| class(Event::Promotion)));
    classes.sort_unstable();
    let (was, fate) = match story.at_end(piece) {
        Some(placed) => (placed.piece, Fate::Stands { at: placed.at, frozen: frozen(story, placed.piece.army) }),
        None => match story.fall_of(piece, u32::MAX) {
            Some((stroke, taken)) => {
                (taken.was.piece, Fate::Taken { turn: story.turn_number(stroke.index), by: stroke.by })
            }
            None => unreachable!("a piece leaves the board by being taken"),
        },
    };
    CastMember {
        piece,
        army: was.army,
        moves: story.moves_of(piece).count(),
        road: landings().map(|square| story.force(square).to_string()).collect(),
        deeds: strokes()
            .map(|(stroke, it)| PieceCapture { turn: story.turn_number(stroke.index), of: it.starter })
            .collect(),
        checks,
        promoted,
        fate,
        classes,
        was,
    }
}

/// When an army froze, if it is frozen at the end.
fn frozen(story: &Story<'_>, army: Army) -> Option<u32> {
    let last = story.turns.last().filter(|turn| turn.position.is_frozen(army))?;
    let turn = story.all(|what| what == What::Froze(army)).last().map(|it| story.turn_number(it.index));
    turn.or(Some(last.ply))
}
