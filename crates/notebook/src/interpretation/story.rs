//! The pieces of a reading, each followed from the start through promotion, demotion and change of army (INTERPRETATION 8.1).

use std::cmp::Reverse;

use crate::chess::{Army, Effect, File, Kind, Move, Piece, Rank, Role, Square};
use crate::correspondences::Event;
use crate::session::Action;
use crate::study::PlacedPiece;

use super::attack::attackers_of;
use super::context::{ReadingContext, capture_event};
use super::significator::Significator;

/// A piece, by what it was at the start: an army has only one of each there.
pub(super) type Starter = Piece;

/// Where each piece stands, and as what; in the order of the codes of the starters. Those taken are missing.
type Places = Vec<(Starter, PlacedPiece)>;

/// A reading, its pieces followed.
pub(super) struct Story<'c, 'r> {
    pub(super) context: &'c ReadingContext<'r>,
    start: Places,
    /// After each turn.
    after: Vec<Places>,
    /// The piece that moved in each turn.
    movers: Vec<Option<Starter>>,
    pub(super) strokes: Vec<Stroke>,
    pub(super) checks: Vec<PieceCheck>,
    /// What else became of the pieces.
    pub(super) changes: Vec<Change>,
    pub(super) significator: Option<Starter>,
}

/// What one move takes.
pub(super) struct Stroke {
    /// The index of the turn.
    pub(super) index: usize,
    pub(super) taker: Starter,
    /// What the taker was when it moved.
    pub(super) by: Piece,
    /// In the order of a position text: from the eighth rank down, a king before the piece that shares his square.
    pub(super) taken: Vec<TakenPiece>,
    pub(super) in_concourse: bool,
}

/// A piece that was taken.
#[derive(Clone, Copy)]
pub(super) struct TakenPiece {
    pub(super) starter: Starter,
    /// What it was then, and where.
    pub(super) was: PlacedPiece,
}

/// A check by a piece's own move on the querent's king (INTERPRETATION 8.1.4).
pub(super) struct PieceCheck {
    pub(super) index: usize,
    pub(super) by: Starter,
    /// What it was then.
    pub(super) was: Piece,
}

/// A change in a turn that is no stroke.
pub(super) struct Change {
    pub(super) index: usize,
    pub(super) kind: ChangeKind,
}

/// What changed.
pub(super) enum ChangeKind {
    Promoted(Starter),
    /// These came together with the mover.
    Concourse(Vec<Starter>),
    ThroneSeized {
        of: Army,
        awakened: bool,
    },
    Froze(Army),
    /// These kings came back.
    Exchange(Vec<Starter>),
    Withdrawal,
}

impl<'c, 'r> Story<'c, 'r> {
    pub(super) fn of(context: &'c ReadingContext<'r>) -> Story<'c, 'r> {
        let mut start: Places = context.start.pieces().map(|(at, piece)| (piece, PlacedPiece { piece, at })).collect();
        start.sort_by_key(|(starter, _)| starter.code());
        let significator = context.significator.map(|significator| match significator {
            Significator::King => Piece { army: context.querent, kind: Kind::King },
            Significator::Officer(piece, _) => piece,
        });
        let mut story = Story {
            context,
            start: start.clone(),
            after: Vec::new(),
            movers: Vec::new(),
            strokes: Vec::new(),
            checks: Vec::new(),
            changes: Vec::new(),
            significator,
        };
        let mut now = start;
        for index in 0..context.turns.len() {
            story.follow(index, &mut now);
            story.after.push(now.clone());
            story.find_check(index);
        }
        story
    }

    /// Follows the pieces through a turn.
    fn follow(&mut self, index: usize, now: &mut Places) {
        let turn = &self.context.turns[index];
        for action in &turn.before {
            let kind = match action {
                Action::Withdrawal => ChangeKind::Withdrawal,
                Action::Exchange(exchange) => {
                    let kings = [(turn.army, exchange.partners_king), (exchange.with, exchange.enemys_king)]
                        .map(|(army, at)| PlacedPiece { piece: Piece { army: army.partner(), kind: Kind::King }, at });
                    now.extend(kings.map(|king| (king.piece, king)));
                    now.sort_by_key(|(starter, _)| starter.code());
                    ChangeKind::Exchange(kings.map(|king| king.piece).to_vec())
                }
            };
            self.changes.push(Change { index, kind });
        }
        let moved = match (turn.mv, turn.piece) {
            (Move::Step { from, to, .. }, Some(piece)) => {
                let found = now.iter_mut().find(|(_, placed)| *placed == PlacedPiece { piece, at: from });
                found.map(|(starter, placed)| {
                    placed.at = to;
                    *starter
                })
            }
            _ => None,
        };
        self.movers.push(moved);
        let Some((mover, by)) = moved.zip(turn.piece) else { return };
        let awakened = turn.effects.iter().any(|effect| matches!(effect, Effect::Thawed(_)));
        let mut taken: Vec<TakenPiece> = Vec::new();
        let mut met = Vec::new();
        let starter_of = |now: &Places, piece: Piece, at: Square| {
            now.iter().position(|(_, placed)| *placed == PlacedPiece { piece, at })
        };
        let mut in_concourse = false;
        for effect in &turn.effects {
            let mut change = |kind| self.changes.push(Change { index, kind });
            match *effect {
                Effect::Captured { piece, at, .. } => {
                    if let Some(place) = starter_of(now, piece, at) {
                        let (starter, was) = now.remove(place);
                        taken.push(TakenPiece { starter, was });
                    }
                }
                Effect::Joined { piece, at, army } => {
                    if let Some(place) = starter_of(now, piece, at) {
                        now[place].1.piece.army = army;
                        met.push((now[place].0, at));
                    }
                }
                Effect::Promoted { army, at, from, to } => {
                    if let Some(place) = starter_of(now, Piece { army, kind: Kind::Pawn(from) }, at) {
                        now[place].1.piece.kind = Kind::Officer(to);
                        change(ChangeKind::Promoted(now[place].0));
                    }
                }
                Effect::Demoted { army, at, officer } => {
                    if let Some(place) = starter_of(now, Piece { army, kind: Kind::Officer(officer) }, at) {
                        now[place].1.piece.kind = Kind::Pawn(officer);
                    }
                }
                Effect::Concourse { .. } => in_concourse = true,
                Effect::ThroneSeized { of, .. } => change(ChangeKind::ThroneSeized { of, awakened }),
                Effect::Froze(army) => change(ChangeKind::Froze(army)),
                Effect::Thawed(_)
                | Effect::Released(_)
                | Effect::Waits { .. }
                | Effect::KingReturned { .. }
                | Effect::Withdrew(_) => {}
            }
        }
        taken.sort_by_key(|it| text_order(it.was));
        if in_concourse {
            met.extend(taken.iter().map(|it| (it.starter, it.was.at)));
            met.sort_by_key(|(_, at)| (Reverse(at.rank()), at.file()));
            let met = met.into_iter().map(|(starter, _)| starter).collect();
            self.changes.push(Change { index, kind: ChangeKind::Concourse(met) });
        }
        if !taken.is_empty() {
            self.strokes.push(Stroke { index, taker: mover, by, taken, in_concourse });
        }
    }

    /// Notes a check by the piece that moved (INTERPRETATION 8.1.4).
    fn find_check(&mut self, index: usize) {
        let Some(by) = self.movers[index] else { return };
        let attacks = |index: Option<usize>| self.attackers_of_king(self.querent(), index).contains(&by);
        if attacks(Some(index)) && !attacks(index.checked_sub(1)) {
            let was = self.after(index, by).map_or(by, |placed| placed.piece);
            self.checks.push(PieceCheck { index, by, was });
        }
    }

    pub(super) fn querent(&self) -> Army {
        self.context.querent
    }

    /// The querent's king.
    pub(super) fn king(&self) -> Starter {
        Piece { army: self.querent(), kind: Kind::King }
    }

    pub(super) fn turn_number(&self, index: usize) -> u32 {
        self.context.turns[index].ply
    }

    /// The index of the turn with a number.
    pub(super) fn index_of(&self, turn: u32) -> usize {
        self.context.turns.iter().position(|it| it.ply == turn).unwrap_or_default()
    }

    /// Every piece as it was at the start, in the order of the codes.
    pub(super) fn starters(&self) -> impl Iterator<Item = Starter> + '_ {
        self.start.iter().map(|(starter, _)| *starter)
    }

    pub(super) fn mover(&self, index: usize) -> Option<Starter> {
        self.movers[index]
    }

    /// The indices of the turns in which a piece moved.
    pub(super) fn moves_of(&self, starter: Starter) -> impl DoubleEndedIterator<Item = usize> + '_ {
        self.movers.iter().enumerate().filter(move |(_, mover)| **mover == Some(starter)).map(|(index, _)| index)
    }

    /// Where and what a piece is after a turn; `None` if it is not on the board.
    pub(super) fn after(&self, index: usize, starter: Starter) -> Option<PlacedPiece> {
        placed(&self.after[index], starter)
    }

    /// The same before a turn.
    pub(super) fn before(&self, index: usize, starter: Starter) -> Option<PlacedPiece> {
        placed(index.checked_sub(1).map_or(&self.start, |index| &self.after[index]), starter)
    }

    /// The same at the end.
    pub(super) fn at_end(&self, starter: Starter) -> Option<PlacedPiece> {
        placed(self.after.last().unwrap_or(&self.start), starter)
    }

    /// What a piece was just before the move of a turn; for one that was gone by then, what it was when it was taken.
    pub(super) fn seen(&self, index: usize, starter: Starter) -> Piece {
        let before = placed(index.checked_sub(1).map_or(&self.start, |last| &self.after[last]), starter);
        let turn = self.context.turns.get(index).map_or(u32::MAX, |turn| turn.ply);
        let fallen = || self.fall_of(starter, turn).map(|(_, taken)| taken.was);
        before.or_else(fallen).map_or(starter, |placed| placed.piece)
    }

    /// Who attacks a king after a turn, or at the start, in the order of the codes.
    pub(super) fn attackers_of_king(&self, army: Army, index: Option<usize>) -> Vec<Starter> {
        let places = index.map_or(&self.start, |index| &self.after[index]);
        let position = index.map_or(&self.context.start, |index| &self.context.turns[index].position);
        let Some(king) = position.king(army) else { return Vec::new() };
        let attackers = attackers_of(position, king, army.side().opponent());
        places.iter().filter(|(_, placed)| attackers.contains(placed)).map(|(starter, _)| *starter).collect()
    }

    /// Whether prisoners were exchanged at the head of a turn.
    pub(super) fn has_exchange(&self, index: usize) -> bool {
        self.changes.iter().any(|it| it.index == index && matches!(it.kind, ChangeKind::Exchange(_)))
    }

    /// Whether a piece attacks a king once the exchange of a turn is done and before its move.
    pub(super) fn attacks_before_move(&self, index: usize, piece: Starter, army: Army) -> bool {
        let position = &self.context.from[index];
        let places = index.checked_sub(1).map_or(&self.start, |last| &self.after[last]);
        let king = position.king(army);
        let attackers = king.map(|king| attackers_of(position, king, army.side().opponent())).unwrap_or_default();
        placed(places, piece).is_some_and(|placed| attackers.contains(&placed))
    }

    /// The piece that stands on a square before the move of a turn.
    pub(super) fn standing_at(&self, index: usize, at: Square, role: Role) -> Option<Starter> {
        let places = index.checked_sub(1).map_or(&self.start, |last| &self.after[last]);
        let found = places.iter().find(|(_, placed)| placed.at == at && Role::from(placed.piece.kind) == role);
        found.map(|(starter, _)| *starter)
    }

    /// The stroke that took a piece for the last time, at or before a turn.
    pub(super) fn fall_of(&self, starter: Starter, until: u32) -> Option<(&Stroke, TakenPiece)> {
        let strokes = self.strokes.iter().rev().filter(|stroke| self.turn_number(stroke.index) <= until);
        strokes
            .flat_map(|stroke| stroke.taken.iter().map(move |it| (stroke, *it)))
            .find(|(_, it)| it.starter == starter)
    }

    /// The name of the sign or element of a square.
    pub(super) fn force(&self, square: Square) -> String {
        self.context.force(square).to_string()
    }
}

fn placed(places: &Places, starter: Starter) -> Option<PlacedPiece> {
    places.iter().find(|(it, _)| *it == starter).map(|(_, placed)| *placed)
}

/// Where a piece stands in a position text (RULES 9.3).
fn text_order(placed: PlacedPiece) -> (Reverse<Rank>, File, bool) {
    (Reverse(placed.at.rank()), placed.at.file(), placed.piece.kind != Kind::King)
}

impl Stroke {
    /// The officers that it took, kings included.
    pub(super) fn officers(&self) -> impl Iterator<Item = TakenPiece> + '_ {
        self.taken.iter().copied().filter(|it| !it.was.piece.kind.is_pawn())
    }
}

impl Story<'_, '_> {
    /// The weight of a taking as an event, 1 the heaviest: of all that it takes the heaviest (INTERPRETATION 8.1.2).
    pub(super) fn class(&self, stroke: &Stroke) -> u8 {
        stroke.taken.iter().map(|taken| self.class_of(stroke, *taken)).min().unwrap_or(u8::MAX)
    }

    /// The weight of one of the pieces that it takes.
    pub(super) fn class_of(&self, stroke: &Stroke, taken: TakenPiece) -> u8 {
        let is_significator = |piece| self.significator == Some(piece);
        let event = match taken.was.piece.kind {
            Kind::King => None,
            _ if is_significator(taken.starter) => Some(Event::CaptureOfSignificator),
            Kind::Officer(_) if is_significator(stroke.taker) => Some(Event::CaptureBySignificator),
            Kind::Officer(_) | Kind::Pawn(_) => None,
        };
        let plain = capture_event(self.context, stroke.by, taken.was.piece, stroke.in_concourse);
        let class = |event| self.context.correspondences.event(event).class;
        let concourse = stroke.in_concourse.then_some(Event::Concourse);
        [Some(plain), event, concourse].into_iter().flatten().map(class).min().unwrap_or(u8::MAX)
    }
}
