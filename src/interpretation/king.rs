//! The querent's king: his road, and the checks to him: S3 and S4 (INTERPRETATION 4.1, 8.4).

use serde::Serialize;

use crate::chess::{Army, Kind};
use crate::reading::Phase;

use super::answer_facts::AnswerBasis;
use super::context::{NamedPiece, NamedSquare, ReadingContext, checks, is_king};

/// S3: the road of the querent's king, and his fate.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RoadFacts {
    /// The querent's army.
    pub army: String,
    /// The number of his moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<usize>,
    /// The turn of his first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_move: Option<u32>,
    /// The third of the turns in which that was; `None` while the reading is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub third: Option<u8>,
    /// The turns in which he reached the Ptah.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub reached: Vec<u32>,
    /// The turns in which he left it again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<u32>,
    /// The turn from which he held it unattacked, if that is later than he reached it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_from: Option<u32>,
    /// When and how he was taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fell: Vec<FallFacts>,
    /// His smallest distance from it in king's moves, if he neither reached it nor fell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest: Option<u8>,
    /// The signs and elements he landed on before first reaching the Ptah, each once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub road: Vec<String>,
}

/// A fall of the querent's king.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FallFacts {
    /// The turn.
    pub turn: u32,
    /// The piece that took him; `None` if the answer is a Yes without him.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub by: Option<NamedPiece>,
    /// Where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<NamedSquare>,
}

impl RoadFacts {
    pub(super) fn of(context: &ReadingContext<'_>, outcome: &AnswerBasis) -> RoadFacts {
        let (querent, ptah) = (context.querent, context.question.ptah);
        let mut it = RoadFacts { army: querent.to_string(), ..RoadFacts::default() };
        let (mut landings, mut moves) = (Vec::new(), 0);
        let mut nearest = context.start.king(querent).map(|king| king.distance(ptah));
        for (index, turn) in context.turns.iter().enumerate() {
            let now = turn.position.king(querent);
            let taken = turn.captures().find(|(piece, _)| is_king(*piece, querent));
            if let (Some((_, at)), Some(by)) = (taken, turn.piece) {
                let (by, at) = (Some(context.named(by)), Some(context.place(at)));
                it.fell.push(FallFacts { turn: turn.ply, by, at });
            }
            if turn.piece.is_some_and(|piece| is_king(piece, querent)) {
                moves += 1;
                if it.first_move.is_none() {
                    it.first_move = Some(turn.ply);
                    let third = Phase::of(index, context.turns.len()) as u8 + 1;
                    it.third = context.is_finished().then_some(third);
                }
                landings.extend(turn.landing().filter(|square| it.reached.is_empty() && *square != ptah));
            }
            let (was, is) = (context.before(index).king(querent) == Some(ptah), now == Some(ptah));
            if is && !was {
                it.reached.push(turn.ply);
            }
            if was && !is && now.is_some() {
                it.left.push(turn.ply);
            }
            nearest = nearest.into_iter().chain(now.map(|king| king.distance(ptah))).min();
        }
        it.moves = Some(moves);
        if outcome.facts.without_king {
            let only = |fall: FallFacts| FallFacts { by: None, at: None, ..fall };
            return RoadFacts { army: it.army, fell: it.fell.into_iter().map(only).collect(), ..RoadFacts::default() };
        }
        let came = it.reached.last().copied();
        it.held_from = outcome.round.map(|round| round.opened).filter(|opened| came.is_some_and(|came| came < *opened));
        if it.reached.is_empty() {
            it.nearest = nearest.filter(|_| it.fell.is_empty());
        } else {
            for square in landings {
                let force = context.correspondences.square(context.question.board, square).force.to_string();
                if !it.road.contains(&force) {
                    it.road.push(force);
                }
            }
        }
        it
    }

    pub(super) fn turns(&self) -> Vec<u32> {
        let fell = self.fell.iter().map(|fall| fall.turn);
        let others = self.first_move.into_iter().chain(self.held_from);
        others.chain(self.reached.iter().copied()).chain(self.left.iter().copied()).chain(fell).collect()
    }
}

/// S4: the checks to the querent's king, and how long he was attacked.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CheckFacts {
    /// The checks, if there are at most three.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub checks: Vec<CheckFact>,
    /// The number of checks, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
    /// The turn of the first, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first: Option<u32>,
    /// The turn of the last, if there are more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<u32>,
    /// The two pieces that gave the most, if there are more.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub most: Vec<CheckedBy>,
    /// After how many turns he was attacked, if that is at least a quarter of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attacked: Option<usize>,
    /// After how many turns he was on the board; set together with `attacked`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stood: Option<usize>,
    /// How often he moved onto an attacked square, if at least three times.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub walked: Option<usize>,
}

/// A check.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CheckFact {
    /// The turn.
    pub turn: u32,
    /// The piece that gave it.
    pub by: NamedPiece,
}

/// The number of checks given by a kind of piece of an army.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CheckedBy {
    /// The army.
    pub army: String,
    /// The kind.
    pub kind: String,
    /// The number of checks.
    pub count: usize,
}

/// Up to this many checks are listed one by one.
const LISTED_EACH: usize = 3;

impl CheckFacts {
    /// `None` if there is nothing to report.
    pub(super) fn of(context: &ReadingContext<'_>) -> Option<CheckFacts> {
        let querent = context.querent;
        let mut given = Vec::new();
        let (mut attacked, mut stood, mut walked) = (0, 0, 0);
        for (from, turn) in context.from.iter().zip(context.turns) {
            let is_attacked = turn.position.in_check(querent);
            stood += usize::from(turn.position.king(querent).is_some());
            attacked += usize::from(is_attacked);
            walked += usize::from(is_attacked && turn.piece.is_some_and(|piece| is_king(piece, querent)));
            let by = checks(from, turn, querent);
            if !by.is_empty() {
                given.push((turn.ply, by));
            }
        }
        let mut it = CheckFacts::default();
        if given.len() <= LISTED_EACH {
            let check = |(turn, by): &(u32, Vec<_>)| CheckFact { turn: *turn, by: context.named(first(by)) };
            it.checks = given.iter().map(check).collect();
        } else {
            it.count = Some(given.len());
            (it.first, it.last) = (given.first().map(|check| check.0), given.last().map(|check| check.0));
            it.most = most(given.iter().flat_map(|(_, by)| by.iter().map(|(_, piece)| (piece.army, piece.kind))));
        }
        if attacked > 0 && attacked * 4 >= stood {
            (it.attacked, it.stood) = (Some(attacked), Some(stood));
        }
        it.walked = Some(walked).filter(|walked| *walked >= 3);
        (it != CheckFacts::default()).then_some(it)
    }

    pub(super) fn turns(&self) -> Vec<u32> {
        self.checks.iter().map(|check| check.turn).chain(self.first).chain(self.last).collect()
    }
}

/// The piece that a check is attributed to.
pub(super) fn first<P: Copy, S>(by: &[(S, P)]) -> P {
    let [(_, piece), ..] = by else { unreachable!("a check is given by a piece") };
    *piece
}

/// The two most frequent; of equals the earlier.
fn most(pieces: impl Iterator<Item = (Army, Kind)>) -> Vec<CheckedBy> {
    let mut counts: Vec<((Army, Kind), usize)> = Vec::new();
    for piece in pieces {
        match counts.iter_mut().find(|(known, _)| *known == piece) {
            Some((_, count)) => *count += 1,
            None => counts.push((piece, 1)),
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let top = counts.into_iter().take(2);
    top.map(|((army, kind), count)| CheckedBy { army: army.to_string(), kind: kind.to_string(), count }).collect()
}
