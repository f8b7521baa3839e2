//! The log of a record: what happened, turn by turn, with every piece followed through promotion, demotion and change of army.
//!
//! One pass makes it. Strokes, checks, roads, landings and the cast are filters of it.

use std::cmp::Reverse;

use crate::chess::{Army, Effect, File, Kind, Move, Piece, Position, Rank, Role, Square};
use crate::record::EnochianRecord;
use crate::session::{Action, PlayedTurn};
use crate::study::PlacedPiece;

use super::attack::attackers_of;

/// A piece, as it was at the start. In a reading an army has only one of each there.
pub(crate) type Starter = Piece;

/// Where each piece stands, and as what, by its number in the log; `None` for those off the board.
type Places = Vec<Option<PlacedPiece>>;

/// What happened in a record.
pub(crate) struct Log<'r> {
    turns: &'r [PlayedTurn],
    start: Position,
    /// The pieces by number, in the order of their codes. A king who was missing at the start is added when he comes back.
    pieces: Vec<Starter>,
    /// At the start, and after each turn.
    places: Vec<Places>,
    movers: Vec<Option<usize>>,
    /// Everything that happened, in order.
    pub(crate) happenings: Vec<Happening>,
}

/// One thing that happened.
#[derive(Clone, Debug)]
pub(crate) struct Happening {
    /// The index of the turn.
    pub(crate) index: usize,
    pub(crate) what: What,
    /// The piece that moved; before an agreement, the king of the army whose turn it is.
    pub(crate) by: Starter,
    /// What that piece was when it moved.
    pub(crate) was: Piece,
    /// The pieces that it happened to. Those taken, and those that met, stand in the order of a position text: from the eighth
    /// rank down, a king before the piece that shares his square.
    pub(crate) to: Vec<Followed>,
    /// The effect by which the rules know it, for a taking that of the king; an agreement, a move and a check are none.
    pub(crate) effect: Option<Effect>,
}

/// What kind of thing happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum What {
    /// Prisoners were exchanged, before the move: these kings came back, that of the mover's partner first.
    Exchange,
    /// The player withdrew, before the move.
    Withdrawal,
    /// The piece moved.
    Moved,
    /// It took these pieces, all with one move.
    Took { in_concourse: bool },
    /// It met these pieces in a concourse.
    Concourse,
    /// This piece went over to another army.
    Joined,
    /// This pawn became an officer.
    Promoted,
    /// This officer became a pawn again.
    Demoted,
    /// The throne of an army was seized, which may have woken it.
    ThroneSeized { of: Army, awakened: bool },
    /// An army froze.
    Froze(Army),
    /// An army moves again.
    Awoke(Army),
    /// An army came back under its own command.
    Released(Army),
    /// The piece attacks this king, whom it did not attack after the turn before (INTERPRETATION 8.1.4).
    Check(Army),
}

/// A piece to which something happened.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Followed {
    /// Its number in the log: in a game, two pieces can be alike at the start.
    pub(crate) number: usize,
    pub(crate) starter: Starter,
    /// What it was before, and where; a king who comes back is there already.
    pub(crate) was: PlacedPiece,
    /// The same afterwards; `None` if it was taken.
    pub(crate) is: Option<PlacedPiece>,
}

impl Happening {
    /// Whether it is a taking.
    pub(crate) fn is_stroke(&self) -> bool {
        matches!(self.what, What::Took { .. })
    }

    /// The officers among the pieces that it happened to, kings included.
    pub(crate) fn officers(&self) -> impl Iterator<Item = Followed> + '_ {
        self.to.iter().copied().filter(|it| !it.was.piece.kind.is_pawn())
    }

    /// Those pieces, as they were at the start.
    pub(crate) fn starters(&self) -> impl Iterator<Item = Starter> + '_ {
        self.to.iter().map(|it| it.starter)
    }

    /// The squares on which it took something, other than the square of the move: those of a concourse.
    pub(crate) fn is_elsewhere(&self, taken: Followed, landing: Option<Square>) -> bool {
        self.what == (What::Took { in_concourse: true }) && Some(taken.was.at) != landing
    }

    /// What happened to one piece.
    pub(crate) fn to(&self, starter: Starter) -> Option<Followed> {
        self.to.iter().copied().find(|it| it.starter == starter)
    }
}

impl<'r> Log<'r> {
    /// The log of a reading or a game.
    pub(crate) fn of(record: EnochianRecord<'r>) -> Log<'r> {
        let start = record.subject().start();
        let mut standing: Vec<PlacedPiece> = start.pieces().map(|(at, piece)| PlacedPiece { piece, at }).collect();
        standing.sort_by_key(|placed| (placed.piece.code(), placed.at));
        let mut log = Log {
            turns: record.turns(),
            start,
            pieces: standing.iter().map(|placed| placed.piece).collect(),
            places: vec![standing.into_iter().map(Some).collect()],
            movers: Vec::new(),
            happenings: Vec::new(),
        };
        for (index, turn) in log.turns.iter().enumerate() {
            let mut now = log.places[index].clone();
            log.follow(index, turn, &mut now);
            log.places.push(now);
            log.find_checks(index);
        }
        log
    }

    pub(crate) fn turns(&self) -> &'r [PlayedTurn] {
        self.turns
    }

    /// Follows the pieces through a turn.
    fn follow(&mut self, index: usize, turn: &PlayedTurn, now: &mut Places) {
        let commander = Piece { army: turn.army, kind: Kind::King };
        for action in &turn.before {
            let (what, to) = match action {
                Action::Withdrawal => (What::Withdrawal, Vec::new()),
                Action::Exchange(exchange) => {
                    let kings = [(turn.army, exchange.partners_king), (exchange.with, exchange.enemys_king)];
                    (What::Exchange, kings.map(|(army, at)| self.returned(army.partner(), at, now)).to_vec())
                }
            };
            self.happenings.push(Happening { index, what, by: commander, was: commander, to, effect: None });
        }
        let stood = match (turn.mv, turn.piece) {
            (Move::Step { from, .. }, Some(piece)) => number_of(now, piece, from),
            _ => None,
        };
        self.movers.push(stood);
        let (Some(mover), Some(was), Some(landing)) = (stood, turn.piece, turn.landing()) else { return };
        let by = self.pieces[mover];
        let moved = self.changed(mover, now, Some(PlacedPiece { piece: was, at: landing }));
        let mut found = Vec::new();
        let awakened = turn.effects.iter().any(|effect| matches!(effect, Effect::Thawed(_)));
        let (mut taken, mut joined) = (Vec::new(), Vec::new());
        let of_concourse = turn.effects.iter().find(|effect| matches!(effect, Effect::Concourse { .. })).copied();
        let of_king =
            turn.effects.iter().find(|it| matches!(it, Effect::Captured { piece, .. } if piece.kind == Kind::King));
        let mut becomes = |piece: Piece, at: Square, is: Option<Piece>| {
            let number = number_of(now, piece, at)?;
            Some(self.changed(number, now, is.map(|piece| PlacedPiece { piece, at })))
        };
        for effect in &turn.effects {
            let (what, to) = match *effect {
                Effect::Captured { piece, at, .. } => {
                    taken.extend(becomes(piece, at, None));
                    continue;
                }
                Effect::Joined { piece, at, army } => {
                    let it = becomes(piece, at, Some(Piece { army, ..piece }));
                    joined.extend(it);
                    (What::Joined, it)
                }
                Effect::Promoted { army, at, from, to } => {
                    let [pawn, officer] = [Kind::Pawn(from), Kind::Officer(to)].map(|kind| Piece { army, kind });
                    (What::Promoted, becomes(pawn, at, Some(officer)))
                }
                Effect::Demoted { army, at, officer } => {
                    let [it, pawn] = [Kind::Officer(officer), Kind::Pawn(officer)].map(|kind| Piece { army, kind });
                    (What::Demoted, becomes(it, at, Some(pawn)))
                }
                Effect::ThroneSeized { of, .. } => (What::ThroneSeized { of, awakened }, None),
                Effect::Froze(army) => (What::Froze(army), None),
                Effect::Thawed(army) => (What::Awoke(army), None),
                Effect::Released(army) => (What::Released(army), None),
                // A concourse is told with its pieces below, what came before the move above, and a pawn that waits is
                // the pawn it was.
                Effect::Concourse { .. } | Effect::Waits { .. } | Effect::KingReturned { .. } | Effect::Withdrew(_) => {
                    continue;
                }
            };
            found.push((what, to.into_iter().collect(), Some(*effect)));
        }
        taken.sort_by_key(|it| text_order(it.was));
        let mut first = vec![(What::Moved, vec![moved], None)];
        if of_concourse.is_some() {
            let mut met: Vec<Followed> = joined.into_iter().chain(taken.iter().copied()).collect();
            met.sort_by_key(|it| (Reverse(it.was.at.rank()), it.was.at.file()));
            first.push((What::Concourse, met, of_concourse));
        }
        if !taken.is_empty() {
            first.push((What::Took { in_concourse: of_concourse.is_some() }, taken, of_king.copied()));
        }
        let all = first.into_iter().chain(found);
        self.happenings.extend(all.map(|(what, to, effect)| Happening { index, what, by, was, to, effect }));
    }

    /// Puts a piece elsewhere, or makes it another.
    fn changed(&self, number: usize, now: &mut Places, is: Option<PlacedPiece>) -> Followed {
        let was = std::mem::replace(&mut now[number], is);
        let starter = self.pieces[number];
        Followed { number, starter, was: was.or(is).expect("only a piece on the board changes"), is }
    }

    /// Puts a king back on the board.
    fn returned(&mut self, army: Army, at: Square, now: &mut Places) -> Followed {
        let king = Piece { army, kind: Kind::King };
        let known = self.pieces.iter().position(|piece| *piece == king);
        let number = known.unwrap_or(self.pieces.len());
        if known.is_none() {
            self.pieces.push(king);
            now.push(None);
        }
        self.changed(number, now, Some(PlacedPiece { piece: king, at }))
    }

    /// Notes the checks by the piece that moved.
    fn find_checks(&mut self, index: usize) {
        let Some((by, placed)) = self.mover(index).and_then(|by| Some((by, self.after(index, by)?))) else { return };
        let attacks = |army, index| self.attackers_of_king(army, index).contains(&by);
        let enemies = placed.piece.army.enemies().into_iter();
        let checked = enemies.filter(|army| attacks(*army, Some(index)) && !attacks(*army, index.checked_sub(1)));
        let check = |army| {
            let what = What::Check(army);
            Happening { index, what, by, was: placed.piece, to: Vec::new(), effect: None }
        };
        let checks: Vec<Happening> = checked.map(check).collect();
        self.happenings.extend(checks);
    }

    /// What happened of some kind, in order.
    pub(crate) fn all(&self, is_wanted: impl Fn(What) -> bool) -> impl DoubleEndedIterator<Item = &Happening> {
        self.happenings.iter().filter(move |it| is_wanted(it.what))
    }

    /// What happened in a turn, in order.
    pub(crate) fn in_turn(&self, index: usize) -> impl Iterator<Item = &Happening> {
        self.happenings.iter().filter(move |it| it.index == index)
    }

    /// The takings, in order.
    pub(crate) fn strokes(&self) -> impl DoubleEndedIterator<Item = &Happening> {
        self.happenings.iter().filter(|it| it.is_stroke())
    }

    /// The taking in a turn.
    pub(crate) fn stroke_in(&self, index: usize) -> Option<&Happening> {
        self.strokes().find(|stroke| stroke.index == index)
    }

    /// The enemy's stroke that takes back what a stroke won on a square, in one of the turns of the other armies that follow it.
    pub(crate) fn answer_to(&self, stroke: &Happening, at: Square) -> Option<&Happening> {
        let soon = stroke.index + 1..=stroke.index + ANSWERED_WITHIN;
        let mut enemies =
            self.strokes().filter(|it| soon.contains(&it.index) && it.was.army.side() != stroke.was.army.side());
        enemies.find(|answer| answer.to.iter().any(|it| it.was.at == at))
    }

    /// The indices of the turns in which a piece was promoted.
    pub(crate) fn promotions(&self, piece: Starter) -> impl DoubleEndedIterator<Item = usize> {
        self.all(|what| what == What::Promoted).filter(move |it| it.to(piece).is_some()).map(|it| it.index)
    }

    pub(crate) fn turn_number(&self, index: usize) -> u32 {
        self.turns[index].ply
    }

    /// The index of the turn with a number.
    pub(crate) fn index_of(&self, turn: u32) -> usize {
        self.turns.iter().position(|it| it.ply == turn).unwrap_or_default()
    }

    /// Every piece as it was at the start, in the order of the codes.
    pub(crate) fn starters(&self) -> impl Iterator<Item = Starter> + '_ {
        self.pieces.iter().copied()
    }

    /// The same, each with the square on which it starts.
    pub(crate) fn starts(&self) -> impl Iterator<Item = (Starter, Square)> + '_ {
        let placed = self.pieces.iter().zip(&self.places[0]);
        placed.filter_map(|(piece, placed)| Some((*piece, placed.as_ref()?.at)))
    }

    /// The piece that moved in a turn.
    pub(crate) fn mover(&self, index: usize) -> Option<Starter> {
        self.movers[index].map(|number| self.pieces[number])
    }

    /// The indices of the turns in which a piece moved.
    pub(crate) fn moves_of(&self, starter: Starter) -> impl DoubleEndedIterator<Item = usize> + '_ {
        (0..self.turns.len()).filter(move |index| self.mover(*index) == Some(starter))
    }

    /// Where and what a piece is after a turn; `None` if it is not on the board.
    pub(crate) fn after(&self, index: usize, starter: Starter) -> Option<PlacedPiece> {
        self.placed(&self.places[index + 1], starter)
    }

    /// The same before a turn.
    pub(crate) fn before(&self, index: usize, starter: Starter) -> Option<PlacedPiece> {
        self.placed(&self.places[index], starter)
    }

    /// The same at the end.
    pub(crate) fn at_end(&self, starter: Starter) -> Option<PlacedPiece> {
        self.before(self.turns.len(), starter)
    }

    fn placed(&self, places: &Places, starter: Starter) -> Option<PlacedPiece> {
        let mut placed = self.pieces.iter().zip(places).filter(|(piece, _)| **piece == starter);
        placed.find_map(|(_, placed)| *placed)
    }

    /// What a piece was just before the move of a turn; for one that was gone by then, what it was when it was taken.
    pub(crate) fn seen(&self, index: usize, starter: Starter) -> Piece {
        let turn = self.turns.get(index).map_or(u32::MAX, |turn| turn.ply);
        let fallen = || self.fall_of(starter, turn).map(|(_, taken)| taken.was);
        self.before(index, starter).or_else(fallen).map_or(starter, |placed| placed.piece)
    }

    /// The position after a turn, or at the start.
    pub(crate) fn position(&self, index: Option<usize>) -> &Position {
        index.map_or(&self.start, |index| &self.turns[index].position)
    }

    /// The position after the turn before this one.
    pub(crate) fn position_before(&self, index: usize) -> &Position {
        self.position(index.checked_sub(1))
    }

    /// Who attacks a king after a turn, or at the start, in the order of the codes.
    pub(crate) fn attackers_of_king(&self, army: Army, index: Option<usize>) -> Vec<Starter> {
        let king = self.position(index).king(army);
        king.map_or_else(Vec::new, |king| self.attackers_of(king, army, index))
    }

    /// Which enemies of an army attack a square after a turn, or at the start, in the order of the codes.
    pub(crate) fn attackers_of(&self, square: Square, army: Army, index: Option<usize>) -> Vec<Starter> {
        let places = &self.places[index.map_or(0, |index| index + 1)];
        let attackers = attackers_of(self.position(index), square, army.side().opponent());
        let attacks = |placed: &Option<PlacedPiece>| placed.is_some_and(|placed| attackers.contains(&placed));
        self.pieces.iter().zip(places).filter(|(_, placed)| attacks(placed)).map(|(piece, _)| *piece).collect()
    }

    /// Whether prisoners were exchanged at the head of a turn.
    pub(crate) fn has_exchange(&self, index: usize) -> bool {
        self.all(|what| what == What::Exchange).any(|it| it.index == index)
    }

    /// The piece that stands on a square before the move of a turn.
    pub(crate) fn standing_at(&self, index: usize, at: Square, role: Role) -> Option<Starter> {
        let is_it = |placed: &PlacedPiece| placed.at == at && Role::from(placed.piece.kind) == role;
        let mut standing = self.pieces.iter().zip(&self.places[index]);
        standing.find(|(_, placed)| placed.as_ref().is_some_and(is_it)).map(|(piece, _)| *piece)
    }

    /// The stroke that took a piece for the last time, at or before a turn.
    pub(crate) fn fall_of(&self, starter: Starter, until: u32) -> Option<(&Happening, Followed)> {
        let mut strokes = self.strokes().rev().filter(|stroke| self.turn_number(stroke.index) <= until);
        strokes.find_map(|stroke| Some((stroke, stroke.to(starter)?)))
    }
}

/// The turns within which a piece is taken in answer to its move: one of each other army (INTERPRETATION 4.5).
pub(crate) const ANSWERED_WITHIN: usize = 3;

fn number_of(now: &Places, piece: Piece, at: Square) -> Option<usize> {
    now.iter().position(|placed| *placed == Some(PlacedPiece { piece, at }))
}

/// Where a piece stands in a position text (RULES 9.3).
fn text_order(placed: PlacedPiece) -> (Reverse<Rank>, File, bool) {
    (Reverse(placed.at.rank()), placed.at.file(), placed.piece.kind != Kind::King)
}
