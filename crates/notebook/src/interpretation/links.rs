//! The links between the events of a reading, from which its threads are made (INTERPRETATION 8.2).

use serde::{Serialize, Serializer};

use crate::chess::{Army, Kind, Move, Piece, Position, Square};
pub use crate::correspondences::LinkKind;
use crate::reading::Verdict;
use crate::session::PlayedTurn;

use super::cast::PieceCapture;
use super::log::{Followed, Happening, What};
use super::pivot::{decisive, pivot};
use super::story::{Starter, Story};
use crate::study::pieces_reaching;

/// Events that hang together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Link {
    /// Its number in the rules, 1 to 28.
    #[serde(rename = "link", serialize_with = "number")]
    pub kind: LinkKind,
    /// Its name: `stepped`.
    pub name: &'static str,
    /// The turns of its events, ascending, each once.
    pub turns: Vec<u32>,
    /// The pieces, as they were at the start, in the order that the kind of link has.
    #[serde(serialize_with = "codes")]
    pub pieces: Vec<Piece>,
    /// Where it came to a head, for the kinds that have a square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<Square>,
    /// For the origin of a fall: the turns that the king's army had between the attack and the fall.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waited: Option<u32>,
    /// What was won or lost: `king` or `Ptah` where an attack ended, `significator` where it froze.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub of: Option<&'static str>,
    /// The officer of the querent's side that the piece struck had itself taken before.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<PieceCapture>,
    /// The army whose throne was seized.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub army: Option<Army>,
    /// Whether seizing the throne woke a frozen army.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub awakened: Option<bool>,
    /// The moves that were open at a pivot, in the order of the squares they go to.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "texts")]
    pub moves: Vec<Move>,
}

fn number<S: Serializer>(kind: &LinkKind, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(kind.number())
}

/// A piece by its code.
pub(super) fn code<S: Serializer>(piece: &Piece, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&piece.code())
}

/// A piece by its code, if there is one.
pub(super) fn code_or_null<S: Serializer>(piece: &Option<Piece>, serializer: S) -> Result<S::Ok, S::Error> {
    match piece {
        Some(piece) => code(piece, serializer),
        None => serializer.serialize_none(),
    }
}

fn codes<S: Serializer>(pieces: &[Piece], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(pieces.iter().map(|piece| piece.code()))
}

fn texts<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(Move::to_string))
}

impl Link {
    fn new(kind: LinkKind, turns: &[u32], pieces: &[Piece]) -> Link {
        let (mut turns, pieces) = (turns.to_vec(), pieces.to_vec());
        turns.sort_unstable();
        turns.dedup();
        Link {
            kind,
            name: kind.name(),
            turns,
            pieces,
            square: None,
            waited: None,
            of: None,
            after: None,
            army: None,
            awakened: None,
            moves: Vec::new(),
        }
    }

    fn at(self, square: Square) -> Link {
        Link { square: Some(square), ..self }
    }

    pub(super) fn is(&self, kind: LinkKind) -> bool {
        self.kind == kind
    }

    pub(super) fn first(&self) -> Option<u32> {
        self.turns.first().copied()
    }

    pub(super) fn last(&self) -> Option<u32> {
        self.turns.last().copied()
    }
}

/// A piece and others.
fn with(first: Starter, others: impl IntoIterator<Item = Starter>) -> Vec<Starter> {
    [first].into_iter().chain(others).collect()
}

/// All links of a reading: by their first turn, those without turns first, then by number and pieces.
pub(super) fn links(story: &Story<'_>, verdict: Verdict) -> Vec<Link> {
    let mut found = Vec::new();
    falls(story, &mut found);
    of_querents_king(story, &mut found);
    checkers(story, &mut found);
    strokes(story, &mut found);
    significator(story, &mut found);
    changes(story, &mut found);
    if verdict == Verdict::No {
        found.extend(pivot_link(story));
    }
    found.sort_by_cached_key(|link| {
        (link.first(), link.kind, link.pieces.iter().map(|piece| piece.code()).collect::<Vec<_>>())
    });
    found
}

/// Each fall of a king with its origin, and how he fell (links 1 to 6).
fn falls(story: &Story<'_>, found: &mut Vec<Link>) {
    for stroke in story.strokes() {
        for king in stroke.to.iter().filter(|it| it.was.piece.kind == Kind::King) {
            let (starter, square, fall) = (king.starter, king.was.at, story.turn_number(stroke.index));
            found.push(origin(story, stroke, *king));
            let plain = |kind| Link::new(kind, &[fall], &[starter, stroke.by]).at(square);
            if starter == story.king() && square == story.question.ptah {
                found.push(plain(LinkKind::OnThePtah));
            }
            if story.moves_of(starter).all(|index| index > stroke.index) {
                found.push(plain(LinkKind::AtHome));
            }
        }
    }
}

/// The origin of a fall (INTERPRETATION 8.1.3): links 1 to 4.
fn origin(story: &Story<'_>, stroke: &Happening, king: Followed) -> Link {
    let (starter, taker) = (king.starter, stroke.by);
    let attacks = |index: &usize| story.attackers_of_king(starter.army, Some(*index)).contains(&taker);
    // A king who came back in the same turn was not attacked before it.
    let began = (0..stroke.index).rev().take_while(attacks).last().unwrap_or(stroke.index);
    let stepped = story.moves_of(starter).rfind(|index| (began..stroke.index).contains(index));
    let origin = stepped.unwrap_or(began);
    let mover = story.mover(origin);
    let woke = What::ThroneSeized { of: story.seen(origin, taker).army, awakened: true };
    let awakened = story.all(|what| what == woke).any(|it| it.index == origin);
    // Some arrays have attacks from the start, which nobody's move began.
    let from_the_start = origin == 0 && story.attackers_of_king(starter.army, None).contains(&taker);
    let (kind, third) = if origin == stroke.index {
        (LinkKind::Uncovered, None)
    } else if mover == Some(starter) {
        (LinkKind::Stepped, None)
    } else if story.has_exchange(origin) && story.attacks_before_move(origin, taker, starter.army) {
        (LinkKind::Uncovered, None)
    } else if mover == Some(taker) {
        (LinkKind::Approached, None)
    } else if story.has_exchange(origin) || awakened || from_the_start {
        (LinkKind::Uncovered, None)
    } else if story.turns[origin].army.side() == starter.army.side() {
        (LinkKind::OwnSideOpened, mover)
    } else {
        (LinkKind::Uncovered, mover)
    };
    let waited = (origin + 1..stroke.index).filter(|index| story.turns[*index].army == starter.army).count();
    let pieces = with(starter, [taker].into_iter().chain(third));
    let turns = [origin, stroke.index].map(|index| story.turn_number(index));
    Link { waited: Some(waited as u32), ..Link::new(kind, &turns, &pieces).at(king.was.at) }
}

/// What the querent's king did on the Ptah and on his way to it (links 8 to 11, 14 and 15).
fn of_querents_king(story: &Story<'_>, found: &mut Vec<Link>) {
    let (king, ptah) = (story.king(), story.question.ptah);
    let mut has_come = false;
    let mut came_within_a_step = None;
    for index in story.moves_of(king) {
        let turn = [story.turn_number(index)];
        let Some(Move::Step { from, to, .. }) = Some(story.turns[index].mv) else { continue };
        has_come |= to == ptah;
        let taken: Vec<Followed> = story.stroke_in(index).map_or_else(Vec::new, |stroke| stroke.to.clone());
        let officers: Vec<Followed> = taken.iter().copied().filter(|it| !it.was.piece.kind.is_pawn()).collect();
        for (kind, is_so, taken) in [
            (LinkKind::LeftToStrike, from == ptah, &taken),
            (LinkKind::WonByAStroke, to == ptah, &taken),
            (LinkKind::KingStrikes, true, &officers),
        ] {
            if is_so && !taken.is_empty() {
                let pieces = with(king, taken.iter().map(|it| it.starter));
                let struck = taken.iter().filter_map(|it| struck_before(story, index, it.starter));
                let after = struck.max_by_key(|it| it.turn);
                found.push(Link { after, ..Link::new(kind, &turn, &pieces).at(to) });
            }
        }
        let attackers = story.attackers_of_king(king.army, index.checked_sub(1));
        let driven_off = (LinkKind::DrivenOff, from == ptah && taken.is_empty());
        for (kind, is_so) in [driven_off, (LinkKind::OutOfAttack, to == ptah)] {
            if is_so && !attackers.is_empty() {
                found.push(Link::new(kind, &turn, &with(king, attackers.iter().copied())).at(ptah));
            }
        }
        if to.distance(ptah) == 1 {
            came_within_a_step = came_within_a_step.or(Some(turn));
        }
    }
    let stood_there = |turn: &PlayedTurn| turn.position.king(king.army) == Some(ptah);
    if let Some(turn) = came_within_a_step.filter(|_| !has_come && !story.turns.iter().any(stood_there)) {
        found.push(Link::new(LinkKind::WithinAStep, &turn, &[king]));
    }
}

/// The latest officer of the querent's side that a piece had taken before a turn; of a king and an officer the officer.
fn struck_before(story: &Story<'_>, index: usize, piece: Starter) -> Option<PieceCapture> {
    let is_ours = |it: &Followed| story.is_ours(it.was.piece.army);
    let mut strokes = story.strokes().filter(|stroke| stroke.index < index && stroke.by == piece);
    let stroke = strokes.rfind(|stroke| stroke.officers().any(|it| is_ours(&it)))?;
    let taken = stroke.officers().filter(is_ours).min_by_key(|it| it.was.piece.kind == Kind::King)?;
    Some(PieceCapture { turn: story.turn_number(stroke.index), of: taken.starter })
}

/// What became of those who checked him (links 12 and 13).
fn checkers(story: &Story<'_>, found: &mut Vec<Link>) {
    for starter in story.starters() {
        let checks: Vec<_> = story.checks().filter(|check| check.by == starter).collect();
        let turns: Vec<u32> = checks.iter().map(|check| story.turn_number(check.index)).collect();
        if turns.len() > 1 {
            found.push(Link::new(LinkKind::Pressed, &turns, &[starter, story.king()]));
        }
        for stroke in story.strokes() {
            let Some(taken) = stroke.to(starter) else { continue };
            let Some(check) = checks.iter().rfind(|check| check.index < stroke.index) else { continue };
            let has_moved = story.moves_of(starter).any(|index| (check.index + 1..stroke.index).contains(&index));
            let turns = [check.index, stroke.index].map(|index| story.turn_number(index));
            if !has_moved && !check.was.kind.is_pawn() && turns[1] - turns[0] <= CHECKER_TAKEN_WITHIN {
                let after = struck_before(story, stroke.index, starter);
                let link = Link::new(LinkKind::CheckerTaken, &turns, &[starter, stroke.by]).at(taken.was.at);
                found.push(Link { after, ..link });
            }
        }
    }
}

/// Turns within which a checker has to be taken for link 12.
const CHECKER_TAKEN_WITHIN: u32 = 8;

/// Strokes, and what followed from them (links 7, 16 to 18 and 25).
fn strokes(story: &Story<'_>, found: &mut Vec<Link>) {
    let all: Vec<&Happening> = story.strokes().collect();
    for (number, stroke) in all.iter().enumerate() {
        let turn = story.turn_number(stroke.index);
        if stroke.to.len() > 1 && stroke.what != (What::Took { in_concourse: true }) {
            let landing = stroke.to[0].was.at;
            found.push(Link::new(LinkKind::OneStroke, &[turn], &with(stroke.by, stroke.starters())).at(landing));
        }
        for fallen in stroke.to.iter().filter(|it| matches!(it.was.piece.kind, Kind::Officer(_))) {
            let latest = all[..number].iter().rfind(|it| it.by == fallen.starter && it.officers().next().is_some());
            let Some(earlier) = latest else { continue };
            let struck = first_officer(earlier);
            let has_moved =
                story.moves_of(fallen.starter).any(|index| (earlier.index + 1..stroke.index).contains(&index));
            // One that left its square and came back to it fell elsewhere: not in answer to its stroke.
            let kind = if struck.was.at == fallen.was.at && !has_moved {
                LinkKind::TakenWhereItStruck
            } else {
                LinkKind::StrikerStruck
            };
            let pieces = [struck.starter, fallen.starter, stroke.by];
            let turns = [story.turn_number(earlier.index), turn];
            found.push(Link::new(kind, &turns, &pieces).at(fallen.was.at));
        }
    }
    for starter in story.starters() {
        let of_officers = || {
            let its = story.strokes().filter(|stroke| stroke.by == starter);
            its.flat_map(|stroke| stroke.officers().map(move |it| (stroke.index, it)))
        };
        if of_officers().count() >= 3 {
            let turns: Vec<u32> = of_officers().map(|(index, _)| story.turn_number(index)).collect();
            let pieces = with(starter, of_officers().map(|(_, it)| it.starter));
            found.push(Link::new(LinkKind::Striker, &turns, &pieces));
        }
        let promotions: Vec<usize> = story.promotions(starter).collect();
        let acted = of_officers().find(|(index, _)| promotions.iter().any(|promoted| promoted < index));
        if let Some((index, taken)) = acted {
            let promoted = promotions.iter().rfind(|promoted| **promoted < index).copied().unwrap_or(index);
            let turns = [promoted, index].map(|index| story.turn_number(index));
            found.push(Link::new(LinkKind::PromotedAndActed, &turns, &[starter, taken.starter]).at(taken.was.at));
        }
    }
}

/// The officer that a stroke took; of a king and an officer the officer.
fn first_officer(stroke: &Happening) -> Followed {
    let officer = stroke.officers().find(|it| it.was.piece.kind != Kind::King);
    officer.or_else(|| stroke.officers().next()).unwrap_or(stroke.to[0])
}

/// What the significator did and suffered, if it is no king (links 19 to 21).
fn significator(story: &Story<'_>, found: &mut Vec<Link>) {
    let Some(piece) = story.significator.filter(|piece| piece.kind != Kind::King) else { return };
    for stroke in story.strokes() {
        let turn = [story.turn_number(stroke.index)];
        if stroke.by == piece {
            let officers: Vec<Followed> = stroke.officers().collect();
            if let Some(first) = officers.first() {
                let pieces = with(piece, officers.iter().map(|it| it.starter));
                found.push(Link::new(LinkKind::SignificatorStrikes, &turn, &pieces).at(first.was.at));
            }
        }
        if let Some(taken) = stroke.to(piece) {
            let pieces = [piece, stroke.by];
            found.push(Link::new(LinkKind::SignificatorTaken, &turn, &pieces).at(taken.was.at));
        }
    }
    if story.moves_of(piece).next().is_none() && story.at_end(piece).is_some() {
        found.push(Link::new(LinkKind::SignificatorStill, &[], &[piece]));
    }
}

/// What a fall set free or froze, and what armies and pieces did together (links 22 to 24, 26 and 27).
fn changes(story: &Story<'_>, found: &mut Vec<Link>) {
    let querent = story.querent;
    for change in &story.happenings {
        let turn = [story.turn_number(change.index)];
        let landing = story.turns[change.index].landing();
        let mover = story.mover(change.index);
        let link = match change.what {
            What::Froze(army) => {
                let fallen = story.stroke_in(change.index).and_then(|stroke| {
                    let king = stroke.to.iter().find(|it| it.was.piece.kind == Kind::King)?;
                    Some((king.starter, stroke.by))
                });
                let Some((king, taker)) = fallen else { continue };
                let froze = |piece: &Starter| story.after(change.index, *piece).is_some_and(|it| it.piece.army == army);
                if let Some(piece) = story.significator.filter(froze)
                    && story.after(change.index, piece).is_some_and(|it| matches!(it.piece.kind, Kind::Officer(_)))
                {
                    let link = Link::new(LinkKind::LostWithTheFall, &turn, &[king, piece]);
                    found.push(Link { of: Some("significator"), ..link });
                }
                if army.side() == querent.side() {
                    continue;
                }
                let Some(of) = freed(story, change.index) else { continue };
                Link { of: Some(of), ..Link::new(LinkKind::Freed, &turn, &[king, taker]) }
            }
            What::ThroneSeized { of, awakened } => {
                let king: Vec<Starter> = mover.into_iter().collect();
                let link = Link::new(LinkKind::Throne, &turn, &king);
                Link { army: Some(of), awakened: Some(awakened), square: landing, ..link }
            }
            What::Concourse => {
                let pieces: Vec<Starter> = mover.into_iter().chain(change.starters()).collect();
                Link { square: landing, ..Link::new(LinkKind::Concourse, &turn, &pieces) }
            }
            What::Exchange => Link::new(LinkKind::Agreement, &turn, &change.starters().collect::<Vec<_>>()),
            What::Withdrawal => Link::new(LinkKind::Agreement, &turn, &[]),
            _ => continue,
        };
        // Where a side loses its last king both its armies may freeze in one turn.
        if !found.contains(&link) {
            found.push(link);
        }
    }
}

/// What an opposing army no longer attacks once it froze, where another still moves.
fn freed(story: &Story<'_>, index: usize) -> Option<&'static str> {
    let (querent, ptah) = (story.querent, story.question.ptah);
    let (before, after) = (story.position_before(index), &story.turns[index].position);
    if querent.enemies().into_iter().all(|enemy| after.is_frozen(enemy)) {
        return None;
    }
    let attacked = |position: &Position| position.in_check(querent);
    // Pawns that could step there count too, as wherever the Ptah is said to be threatened (docs/RESEARCH.md).
    let threatened = |position: &Position| {
        pieces_reaching(position, ptah).iter().any(|placed| placed.piece.army.side() != querent.side())
    };
    if attacked(before) && !attacked(after) {
        Some("king")
    } else if threatened(before) && !threatened(after) {
        Some("Ptah")
    } else {
        None
    }
}

/// The pivot of the last event that decided against the querent (link 28; INTERPRETATION 6.2).
fn pivot_link(story: &Story<'_>) -> Option<Link> {
    let event = *decisive(story.record).last()?;
    let choice = pivot(story.record, event).choice?;
    let from = |mv: Move| match mv {
        Move::Step { from, .. } => Some(from.index()),
        Move::Pass => None,
    };
    let mut moves = choice.moves;
    moves.sort_by_cached_key(|mv: &Move| (mv.to().map(Square::index), from(*mv), mv.to_string()));
    Some(Link { moves, ..Link::new(LinkKind::Pivot, &[choice.turn, event.turn], &[]) })
}
