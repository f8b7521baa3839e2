//! What each turn of a reading changed, for the analysis (INTERPRETATION 8.11).

use std::collections::BTreeSet;

use crate::chess::{Effect, Kind, Move, Officer, Piece, Position, Square};
use crate::correspondences::{Event, Relation};
use crate::session::{Action, PlayedTurn};
use crate::study::{PlacedPiece, could_come_to};

use super::context::{ReadingContext, capture_event};
use super::log::{Happening, What};
use super::relations::{CaptureSequel, DangerReason, RelationKind, RetreatKind, TurnRelations, relations};
use super::story::{Starter, Story};
use super::summary_sentences::nested;
use super::teller::{Facts, way};

/// Something that a turn changed: the key of its form, the square whose field it is told with, and the facts.
pub(super) struct TurnChange {
    pub(super) key: &'static str,
    pub(super) square: Square,
    pub(super) facts: Facts,
}

impl TurnChange {
    pub(super) fn new(key: &'static str, square: Square) -> TurnChange {
        TurnChange { key, square, facts: Facts::new() }
    }

    pub(super) fn with(mut self, name: &'static str, value: impl Into<minijinja::Value>) -> TurnChange {
        self.facts.insert(name, value.into());
        self
    }

    /// A fact that may not apply.
    pub(super) fn with_any(self, name: &'static str, value: Option<impl Into<minijinja::Value>>) -> TurnChange {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

/// Finds what the turns changed, one after the other: what an event means is a fact where it first happens.
pub(super) struct TurnChanges<'s, 'c, 'r> {
    context: &'s ReadingContext<'r>,
    story: &'s Story<'c, 'r>,
    relations: Vec<TurnRelations>,
    said: BTreeSet<&'s str>,
}

impl<'s, 'c: 's, 'r> TurnChanges<'s, 'c, 'r> {
    pub(super) fn new(story: &'s Story<'c, 'r>) -> TurnChanges<'s, 'c, 'r> {
        let context = story.context;
        TurnChanges { context, story, relations: relations(context.record), said: BTreeSet::new() }
    }

    /// The words for an event or relation where it first happens.
    fn first(&mut self, words: &'s str) -> Option<&'s str> {
        self.said.insert(words).then_some(words)
    }

    fn event(&mut self, event: Event) -> Option<&'s str> {
        self.first(&self.context.correspondences.event(event).says)
    }

    fn relation(&mut self, relation: Relation) -> Option<&'s str> {
        self.first(&self.context.correspondences.relation(relation).says)
    }

    /// What a turn changed, in the order in which it is told.
    pub(super) fn of_turn(&mut self, index: usize) -> Vec<TurnChange> {
        let (story, context) = (self.story, self.context);
        let turn = &context.turns[index];
        let mut found = Vec::new();
        for action in &turn.before {
            found.push(self.agreement(index, turn, action));
        }
        if let (Some(mover), Move::Step { from, to, .. }, Some(piece)) = (story.mover(index), turn.mv, turn.piece) {
            if let Some(stroke) = story.stroke_in(index) {
                found.push(self.stroke(stroke, to));
            }
            if mover == story.king() {
                found.push(self.king_moves(index, from, to));
            } else if story.significator == Some(mover) {
                found.push(self.significator_moves(index, to));
            }
            if piece.kind == Kind::Officer(Officer::Queen) && from.angle() != to.angle() {
                let crosses = TurnChange::new("queen-crosses", to)
                    .with("angle", to.angle().to_string())
                    .with("returns", to.angle() == piece.army.angle() && mover == piece)
                    .with_any("says", self.event(Event::QueenCrosses));
                found.push(crosses);
            }
            found.extend(self.effects(index, turn, to));
            found.extend(self.checks(index, turn));
        }
        found.extend(self.ptah(index));
        found
    }

    fn agreement(&mut self, index: usize, turn: &PlayedTurn, action: &Action) -> TurnChange {
        let ptah = self.context.question.ptah;
        match action {
            Action::Exchange(exchange) => {
                let back = self.story.all(|what| what == What::Exchange).find(|it| it.index == index);
                let kings = back.map(|it| codes(&it.starters().collect::<Vec<_>>()));
                TurnChange::new("exchange", ptah)
                    .with("army", turn.army.to_string())
                    .with("with_army", exchange.with.to_string())
                    .with("others", kings.unwrap_or_default())
                    .with_any("says", self.event(Event::Exchange))
            }
            Action::Withdrawal => TurnChange::new("withdrawal", ptah)
                .with("army", turn.army.to_string())
                .with("partner", turn.army.partner().to_string())
                .with_any("says", self.event(Event::Withdrawal)),
        }
    }

    fn stroke(&mut self, stroke: &Happening, at: Square) -> TurnChange {
        let (story, context) = (self.story, self.context);
        let index = stroke.index;
        if let Some(met) = story.all(|what| what == What::Concourse).find(|it| it.index == index) {
            return TurnChange::new("concourse", at)
                .with("others", codes(&met.starters().collect::<Vec<_>>()))
                .with_any("says", self.event(Event::Concourse));
        }
        let plain: Vec<Event> =
            stroke.to.iter().map(|it| capture_event(context, stroke.was, it.was.piece, false)).collect();
        let of_matter = stroke.to.iter().any(|it| story.significator == Some(it.starter) && !is_king(it.was.piece));
        let by_matter = story.significator == Some(stroke.by) && !is_king(stroke.was) && stroke.officers().count() > 0;
        let falls = stroke.to.iter().any(|it| is_king(it.was.piece));
        let heaviest = plain.iter().copied().min_by_key(|event| context.correspondences.event(*event).class);
        let event = match heaviest {
            Some(event) if falls => Some(event),
            _ if of_matter => Some(Event::CaptureOfSignificator),
            _ if by_matter => Some(Event::CaptureBySignificator),
            event => event,
        };
        let taken: Vec<Starter> = stroke.to.iter().map(|it| it.starter).collect();
        let army = stroke.to[0].was.piece.army;
        let after = &context.turns[index].position;
        let is_last = stroke.officers().any(|it| !is_king(it.was.piece))
            && after.king(army).is_some()
            && !after.is_frozen(army)
            && after.pieces().all(|(_, piece)| piece.army != army || piece.kind == Kind::King || piece.kind.is_pawn());
        let key = match () {
            () if falls => "king-taken",
            () if stroke.officers().count() > 0 => "officer-taken",
            () => "pawn-taken",
        };
        let mut change = TurnChange::new(key, at)
            .with("taken", codes(&taken))
            .with("about", taken[0].code())
            .with_any("matter", by_matter.then_some("by").or(of_matter.then_some("of")))
            .with_any("no_officer", is_last.then(|| army.to_string()))
            .with_any("says", event.and_then(|event| self.event(event)));
        if let Some((turn, by, of)) = self.answered(stroke, at) {
            let facts = [("turn", turn.into()), ("by", by.code().into()), ("of", of.code().into())];
            change = change.with("answers", nested(Facts::from(facts)));
        }
        // Where it costs something: the piece is taken in turn, or it is one that all turns on.
        let is_taken_in_turn =
            self.relations[index].captures.iter().any(|it| matches!(it.sequel, CaptureSequel::Answered(_)));
        if is_taken_in_turn && stroke.by != story.king() && Some(stroke.by) != story.significator {
            change = self.with_danger(change, index);
        }
        change
    }

    /// The stroke that a stroke answers on the same square: its turn, its taker and what it took (INTERPRETATION 4.5).
    fn answered(&self, stroke: &Happening, at: Square) -> Option<(u32, Starter, Starter)> {
        let now = self.story.turn_number(stroke.index);
        let earlier = self.story.strokes().rev().filter(|earlier| earlier.index < stroke.index);
        let mut earlier = earlier.take_while(|earlier| earlier.index + 4 > stroke.index);
        earlier.find_map(|earlier| {
            let captures = &self.relations[earlier.index].captures;
            let is_answered = captures.iter().any(|it| it.taken.at == at && it.sequel == CaptureSequel::Answered(now));
            let stood = stroke.to.iter().any(|it| it.starter == earlier.by);
            (is_answered && stood).then(|| (self.story.turn_number(earlier.index), earlier.by, earlier.to[0].starter))
        })
    }

    /// Whether a piece went where it is threatened by choice or by force (INTERPRETATION 4.6).
    fn with_danger(&mut self, change: TurnChange, index: usize) -> TurnChange {
        let (danger, relation) = match self.relations[index].danger {
            Some(DangerReason::Chosen) => ("chosen", Relation::DangerByChoice),
            Some(DangerReason::Forced) => ("forced", Relation::DangerForced),
            None => return change,
        };
        change.with("danger", danger).with_any("danger_says", self.relation(relation))
    }

    /// What a piece retreated from (INTERPRETATION 4.7).
    fn with_retreat(&mut self, change: TurnChange, index: usize) -> TurnChange {
        let (retreat, relation) = match self.relations[index].retreat {
            Some(RetreatKind::Threatened) => ("threatened", Relation::ThreatenedLeaves),
            Some(RetreatKind::Aggressor) => ("aggressor", Relation::AggressorLeaves),
            Some(RetreatKind::TakenBack) => ("back", Relation::AdvanceTakenBack),
            None => return change,
        };
        change.with("retreat", retreat).with_any("retreat_says", self.relation(relation))
    }

    fn king_moves(&mut self, index: usize, from: Square, to: Square) -> TurnChange {
        let (story, ptah) = (self.story, self.context.question.ptah);
        let king = story.king();
        let (left, came) = (from.distance(ptah), to.distance(ptah));
        let earlier: Vec<usize> = story.moves_of(king).filter(|earlier| *earlier < index).collect();
        let landed = |index: usize| self.context.turns[index].landing();
        // One that he took himself he is not out of reach of.
        let mut attacked_before = story.attackers_of_king(king.army, index.checked_sub(1));
        attacked_before.retain(|attacker| story.after(index, *attacker).is_some());
        let comings = 1 + earlier.iter().filter(|earlier| landed(**earlier) == Some(ptah)).count();
        let change = TurnChange::new("king-moves", to)
            .with("king", king.code())
            .with("sets_out", earlier.is_empty() && from == king.army.throne())
            .with("leaves", from == ptah)
            .with("returns", earlier.iter().any(|earlier| landed(*earlier) == Some(to)))
            .with("coming", comings)
            .with("distance", came)
            .with("way", way(left, came))
            .with("attackers", codes(&story.attackers_of_king(king.army, Some(index))))
            .with("attacked_before", codes(&attacked_before));
        let change = self.with_retreat(change, index);
        self.with_danger(change, index)
    }

    fn significator_moves(&mut self, index: usize, to: Square) -> TurnChange {
        let relations = &self.relations[index];
        let threatened = relations.pairs.iter().filter(|pair| {
            Some(pair.from) == relations.moved
                && matches!(pair.kind, RelationKind::Threat { .. })
                // A threat to a king is told as a check.
                && matches!(pair.to.piece.kind, Kind::Officer(_))
        });
        let starters = threatened.filter_map(|pair| self.starter_at(index, pair.to.piece, pair.to.at));
        let threatens: Vec<Starter> = starters.collect();
        let change = TurnChange::new("significator-moves", to).with("threatens", codes(&threatens));
        let change = self.with_retreat(change, index);
        self.with_danger(change, index)
    }

    /// The piece that stands on a square after a turn.
    fn starter_at(&self, index: usize, piece: Piece, at: Square) -> Option<Starter> {
        let mut starters = self.story.starters();
        starters.find(|it| self.story.after(index, *it).is_some_and(|placed| placed.at == at && placed.piece == piece))
    }

    /// Promotions, thrones and frozen armies.
    fn effects(&mut self, index: usize, turn: &PlayedTurn, to: Square) -> Vec<TurnChange> {
        let mut found = Vec::new();
        for effect in &turn.effects {
            found.push(match *effect {
                Effect::Promoted { at, from, army, to } => {
                    let piece = Piece { army, kind: Kind::Officer(to) };
                    let pawn = self.starter_at(index, piece, at);
                    let pawn = pawn.unwrap_or(Piece { army, kind: Kind::Pawn(from) });
                    TurnChange::new("promotion", at)
                        .with("pawn", pawn.code())
                        .with("becomes", to.name())
                        .with_any("says", self.event(Event::Promotion))
                }
                Effect::Demoted { officer, army, .. } => TurnChange::new("demotion", to)
                    .with("army", army.to_string())
                    .with("officer", officer.name())
                    .with_any("says", self.event(Event::Demotion)),
                Effect::ThroneSeized { of, by } => TurnChange::new("throne", to)
                    .with("king", Piece { army: by, kind: Kind::King }.code())
                    .with("army", of.to_string())
                    .with_any("says", self.event(Event::ThroneSeized)),
                Effect::Froze(army) => TurnChange::new("freeze", to)
                    .with("army", army.to_string())
                    .with_any("says", self.event(Event::Freeze)),
                Effect::Thawed(army) => TurnChange::new("awakening", to)
                    .with("army", army.to_string())
                    .with_any("says", self.event(Event::Awakening)),
                Effect::Captured { .. }
                | Effect::Concourse { .. }
                | Effect::Joined { .. }
                | Effect::Released(_)
                | Effect::Waits { .. }
                | Effect::KingReturned { .. }
                | Effect::Withdrew(_) => continue,
            });
        }
        // What froze is told last, since the pronoun of the piece that moved goes on until then.
        found.sort_by_key(|change| ["freeze", "awakening"].contains(&change.key));
        found
    }

    fn checks(&mut self, index: usize, turn: &PlayedTurn) -> Vec<TurnChange> {
        let (story, context) = (self.story, self.context);
        let mut found = Vec::new();
        for check in self.relations[index].checks.clone() {
            let by: Vec<Starter> = check.by.iter().filter_map(|by| self.starter_at(index, by.piece, by.at)).collect();
            let Some(at) = turn.position.king(check.on) else { continue };
            let king = Piece { army: check.on, kind: Kind::King };
            let is_ours = context.is_ours(check.on);
            let says = if check.on == context.querent {
                self.relation(Relation::CheckQuerentKing)
            } else if is_ours {
                self.event(Event::CheckPartnerKing)
            } else {
                self.event(Event::CheckEnemyKing)
            };
            // The quality counts where the piece of the querent's side stands (INTERPRETATION 4.3).
            let square = if is_ours { at } else { check.by[0].at };
            let manner = context.correspondences.between(context.force(square).quality(), false);
            let earlier = |other: &Starter| {
                let checks = self.relations[..index].iter().enumerate().filter(|(earlier, it)| {
                    it.check_on(check.on).is_some_and(|it| {
                        it.by.iter().any(|by| self.starter_at(*earlier, by.piece, by.at) == Some(*other))
                    })
                });
                checks.count()
            };
            let times = by.first().map_or(1, |by| 1 + earlier(by));
            let change = TurnChange::new("check", square)
                .with("king", king.code())
                .with("about", king.code())
                .with("by", codes(&by))
                .with("direct", by.first().copied() == story.mover(index))
                .with("at_throne", at == check.on.throne())
                .with("times_given", times)
                .with_any("says", says)
                .with_any("manner", self.first(manner));
            found.push(change);
        }
        found
    }

    /// The Ptah, newly threatened or free of it.
    fn ptah(&self, index: usize) -> Option<TurnChange> {
        let (story, context) = (self.story, self.context);
        let ptah = context.question.ptah;
        // As the study counts it: pawns that could step there too (docs/RESEARCH.md).
        let attackers = |position: &Position| {
            let mut attackers = could_come_to(position, ptah);
            attackers.retain(|it| !context.is_ours(it.piece.army));
            attackers
        };
        let (before, now) = (attackers(context.before(index)), attackers(&context.turns[index].position));
        let king_there = context.turns[index].position.king(context.querent) == Some(ptah);
        let square = context.turns[index].landing().unwrap_or(ptah);
        if before.is_empty() == now.is_empty() {
            return None;
        }
        if before.is_empty() {
            // A check on the king there says it already.
            if king_there && self.relations[index].check_on(context.querent).is_some() {
                return None;
            }
            let mut by: Vec<Starter> = now.iter().filter_map(|it| self.starter_at(index, it.piece, it.at)).collect();
            by.sort_by_key(|it| Some(*it) != story.mover(index));
            let direct = by.first().copied() == story.mover(index);
            return Some(
                TurnChange::new("ptah-threatened", square)
                    .with("by", codes(&by))
                    .with("direct", direct)
                    .with("king_there", king_there),
            );
        }
        let was = |it: &PlacedPiece| {
            let mut starters = story.starters();
            starters.find(|starter| story.before(index, *starter) == Some(*it))
        };
        let by: Vec<Starter> = before.iter().filter_map(was).collect();
        let mover = story.mover(index);
        let ended = if by.iter().all(|it| story.after(index, *it).is_none()) {
            "taken"
        } else if before.iter().all(|it| context.turns[index].position.is_frozen(it.piece.army)) {
            "frozen"
        } else if mover.is_some_and(|mover| by == [mover]) {
            if context.turns[index].landing() == Some(ptah) { "entered" } else { "left" }
        } else if square != ptah && by.iter().all(|it| story.after(index, *it) == story.before(index, *it)) {
            "shut"
        } else {
            "otherwise"
        };
        Some(
            TurnChange::new("ptah-free", square)
                .with("by", codes(&by))
                .with("ended", ended)
                .with("king_there", king_there),
        )
    }
}

/// Whether a piece is a king.
pub(super) fn is_king(piece: Piece) -> bool {
    piece.kind == Kind::King
}

fn codes(pieces: &[Starter]) -> Vec<String> {
    pieces.iter().map(|piece| piece.code()).collect()
}
