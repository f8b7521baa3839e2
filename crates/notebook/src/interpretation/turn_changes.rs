//! What each turn of a reading changed, for the analysis (INTERPRETATION 8.11).

use std::collections::BTreeSet;

use crate::chess::{Army, Kind, Move, Officer, Piece, Square};
use crate::correspondences::{Event, Relation};
use crate::study::PlacedPiece;

use super::link_telling::codes;
use super::log::{ANSWERED_WITHIN, Followed, Happening, What};
use super::relations::{DangerReason, RelationKind, TurnRelations, relations};
use super::story::{Starter, Story, capture_event};
use super::teller::{Facts, way};

/// Something that a turn changed: the key of its form, the square whose field it is told with, and the facts.
pub(super) struct TurnChange {
    pub(super) key: &'static str,
    pub(super) square: Square,
    pub(super) facts: Facts,
}

impl TurnChange {
    pub(super) fn new(key: &'static str, square: Square) -> TurnChange {
        TurnChange { key, square, facts: Facts::default() }
    }

    pub(super) fn with(self, name: &str, value: impl Into<minijinja::Value>) -> TurnChange {
        TurnChange { facts: self.facts.with(name, value), ..self }
    }

    /// A fact that may not apply.
    pub(super) fn with_any(self, name: &str, value: Option<impl Into<minijinja::Value>>) -> TurnChange {
        TurnChange { facts: self.facts.with_any(name, value), ..self }
    }
}

/// What a turn changed.
#[derive(Default)]
pub(super) struct ChangesOfTurn {
    /// Before the move, each a sentence.
    pub(super) before: Vec<TurnChange>,
    /// What the piece that moved did, all of it one sentence.
    pub(super) did: Vec<TurnChange>,
    /// What followed from it, each a sentence.
    pub(super) after: Vec<TurnChange>,
}

/// Finds what the turns changed, one after the other: what an event means is a fact where it first happens, and what a piece does
/// over and over changes nothing.
pub(super) struct TurnChanges<'s, 'r> {
    story: &'s Story<'r>,
    relations: Vec<TurnRelations>,
    said: BTreeSet<&'s str>,
    /// Who has given check, and to which king.
    gave_check: BTreeSet<(Starter, Army)>,
    /// What has attacked the querent's king, as was told.
    attacked_king: BTreeSet<Starter>,
    /// Whether it was told that he is attacked, and not yet that he got away.
    king_is_attacked: bool,
    threatened_ptah: BTreeSet<Starter>,
    /// Whether it was told that the Ptah is threatened, and not yet that it is no longer.
    ptah_is_threatened: bool,
}

impl<'s, 'r: 's> TurnChanges<'s, 'r> {
    pub(super) fn new(story: &'s Story<'r>) -> TurnChanges<'s, 'r> {
        TurnChanges {
            story,
            relations: relations(story.record),
            said: BTreeSet::new(),
            gave_check: BTreeSet::new(),
            attacked_king: BTreeSet::new(),
            king_is_attacked: false,
            threatened_ptah: BTreeSet::new(),
            ptah_is_threatened: false,
        }
    }

    /// The words for an event where it first happens.
    fn event(&mut self, event: Event) -> Option<&'s str> {
        let says = &self.story.correspondences.event(event).says;
        self.said.insert(says).then_some(says)
    }

    /// The words for a relation where it first stands.
    fn relation(&mut self, relation: Relation) -> Option<&'s str> {
        let says = &self.story.correspondences.relation(relation).says;
        self.said.insert(says).then_some(says)
    }

    /// What a turn changed, in the order in which it is told.
    pub(super) fn of_turn(&mut self, index: usize) -> ChangesOfTurn {
        let story = self.story;
        let mut found = ChangesOfTurn::default();
        let at = story.turns[index].landing().unwrap_or(story.question.ptah);
        for it in story.in_turn(index) {
            // The form, the event, and the army that it is told of.
            let by = it.by.army;
            let (key, event, army) = match it.what {
                What::Exchange => ("exchange", Event::Exchange, by),
                What::Withdrawal => ("withdrawal", Event::Withdrawal, by),
                What::Concourse => ("concourse", Event::Concourse, by),
                What::Promoted if it.to[0].starter == it.by => ("becomes", Event::Promotion, by),
                What::Promoted => ("promotion", Event::Promotion, by),
                What::Demoted => ("demotion", Event::Demotion, it.to[0].was.piece.army),
                What::ThroneSeized { of, .. } => ("throne", Event::ThroneSeized, of),
                What::Froze(army) => ("freeze", Event::Freeze, army),
                What::Awoke(army) => ("awakening", Event::Awakening, army),
                What::Took { in_concourse: false } => {
                    found.did.insert(0, self.stroke(it, at));
                    continue;
                }
                What::Moved => {
                    found.did.extend(self.moved(it, at));
                    continue;
                }
                What::Took { in_concourse: true } | What::Joined | What::Released(_) | What::Check(_) => continue,
            };
            let mut change = TurnChange::new(key, at)
                .with("others", codes(it.starters()))
                .with("army", army.to_string())
                .with("partner", army.partner().to_string())
                .with_any("says", self.event(event));
            if let Some(piece) = it.to.first() {
                let becomes = piece.is.map_or(piece.was.piece, |is| is.piece).kind.to_string();
                change = change.with("pawn", piece.starter.code()).with("becomes", becomes);
                change = change.with("officer", piece.was.piece.kind.to_string());
            }
            match key {
                "exchange" | "withdrawal" => found.before.push(change),
                "concourse" | "becomes" | "throne" => found.did.push(change),
                _ => found.after.push(change),
            }
        }
        if let Some(mover) = story.mover(index) {
            self.checks(index, mover, &mut found);
            self.ptah(index, mover, at, &mut found);
            if story.in_turn(index).any(|it| it.what == What::Moved) {
                found.after.extend(self.danger(index, mover, at));
            }
        }
        found
    }

    /// What was taken.
    fn stroke(&mut self, stroke: &Happening, at: Square) -> TurnChange {
        let story = self.story;
        let of_matter = stroke.to.iter().any(|it| story.significator == Some(it.starter));
        let by_matter = story.significator == Some(stroke.by) && stroke.officers().next().is_some();
        let plain = stroke.to.iter().map(|it| capture_event(story, stroke.was, it.was.piece, false));
        let heaviest = plain.min_by_key(|event| story.correspondences.event(*event).class);
        let event = match heaviest {
            Some(event) if stroke.to.iter().any(|it| it.was.piece.kind == Kind::King) => event,
            _ if of_matter => Event::CaptureOfSignificator,
            Some(_) if by_matter && stroke.was.kind != Kind::King => Event::CaptureBySignificator,
            Some(event) => event,
            None => Event::PawnTakenByUs,
        };
        TurnChange::new("took", at)
            .with("taken", codes(stroke.starters()))
            .with("is_pawn", stroke.officers().next().is_none())
            .with_any("answers", self.answered(stroke))
            .with_any("says", self.event(event))
    }

    /// The turn of the stroke that a stroke answers on the same square (INTERPRETATION 4.5).
    fn answered(&self, stroke: &Happening) -> Option<u32> {
        let is_answer = |earlier: &Happening| {
            let won =
                |it: &Followed| self.story.answer_to(earlier, it.was.at).is_some_and(|it| it.index == stroke.index);
            stroke.to(earlier.by).is_some() && earlier.to.iter().any(won)
        };
        let earlier = self.story.strokes().rev().find(|earlier| earlier.index < stroke.index && is_answer(earlier));
        earlier.map(|earlier| self.story.turn_number(earlier.index))
    }

    /// A move of the querent's king, of the significator, or of a queen to another angle.
    fn moved(&mut self, it: &Happening, to: Square) -> Vec<TurnChange> {
        let story = self.story;
        let Move::Step { from, .. } = story.turns[it.index].mv else { return Vec::new() };
        let struck = story.stroke_in(it.index).is_some();
        let mut found = Vec::new();
        if it.by == story.king() {
            found.extend(self.king_moves(it.index, from, to, struck));
        } else if story.significator == Some(it.by) {
            let mut earlier = story.moves_of(it.by).take_while(|earlier| *earlier < it.index);
            if !struck && !earlier.any(|earlier| story.turns[earlier].landing() == Some(to)) {
                found.push(TurnChange::new("goes", to));
            }
            let threatens = self.threatened(it.index);
            if !threatens.is_empty() {
                found.push(TurnChange::new("threatens", to).with("others", codes(threatens.into_iter())));
            }
        }
        let leaves = it.was.kind == Kind::Officer(Officer::Queen) && from.angle() == it.was.army.angle();
        if leaves
            && to.angle() != from.angle()
            && let Some(says) = self.event(Event::QueenCrosses)
        {
            let angle = to.angle().to_string();
            found.push(TurnChange::new("queen-crosses", to).with("angle", angle).with("says", says));
        }
        found
    }

    fn king_moves(&mut self, index: usize, from: Square, to: Square, struck: bool) -> Vec<TurnChange> {
        let (story, ptah) = (self.story, self.story.question.ptah);
        let king = story.king();
        let landed = |index: usize| story.turns[index].landing();
        let earlier = || story.moves_of(king).filter(|earlier| *earlier < index);
        let mut found = Vec::new();
        // That he steps to and fro changes nothing.
        let (way, returns) =
            (way(from.distance(ptah), to.distance(ptah)), earlier().any(|earlier| landed(earlier) == Some(to)));
        let is_told = !(struck || returns && way == "past");
        if is_told || to == ptah || from == ptah {
            found.push(
                TurnChange::new("king-moves", to)
                    .with("struck", struck)
                    .with("leaves", from == ptah)
                    .with("sets_out", earlier().next().is_none())
                    .with("returns", returns)
                    .with("coming", 1 + earlier().filter(|earlier| landed(*earlier) == Some(ptah)).count())
                    .with("distance", to.distance(ptah))
                    .with("way", way),
            );
        }
        let attackers = story.attackers_of_king(king.army, Some(index));
        let mut before = story.attackers_of_king(king.army, index.checked_sub(1));
        // One that he took himself he is not out of reach of.
        before.retain(|attacker| story.after(index, *attacker).is_some());
        let gets_away = attackers.is_empty() && !before.is_empty() && std::mem::take(&mut self.king_is_attacked);
        if self.attack_king(&attackers) || gets_away {
            let stayed = attackers.iter().any(|it| before.contains(it));
            found.push(
                TurnChange::new("king-attacked", to)
                    .with("stayed", stayed)
                    .with("attackers", codes(attackers.into_iter()))
                    .with("before", codes(before.into_iter())),
            );
        }
        found
    }

    /// The officers that the piece that moved threatens; a threat to a king is told as a check.
    fn threatened(&self, index: usize) -> Vec<Starter> {
        let relations = &self.relations[index];
        let threats = relations.pairs.iter().filter(|pair| {
            Some(pair.from) == relations.moved
                && matches!(pair.kind, RelationKind::Threat { .. })
                && matches!(pair.to.piece.kind, Kind::Officer(_))
        });
        threats.filter_map(|pair| self.starter_at(index, pair.to.piece, pair.to.at)).collect()
    }

    /// The piece that stands on a square after a turn.
    fn starter_at(&self, index: usize, piece: Piece, at: Square) -> Option<Starter> {
        let mut starters = self.story.starters();
        starters.find(|it| self.story.after(index, *it).is_some_and(|placed| placed.at == at && placed.piece == piece))
    }

    /// Whether a piece is among these that had not attacked the querent's king.
    fn attack_king(&mut self, by: &[Starter]) -> bool {
        let is_new = by.iter().filter(|it| self.attacked_king.insert(**it)).count() > 0;
        self.king_is_attacked |= is_new;
        is_new
    }

    /// The first check of a piece on a king (INTERPRETATION 4.1).
    fn checks(&mut self, index: usize, mover: Starter, found: &mut ChangesOfTurn) {
        let story = self.story;
        for check in self.relations[index].checks.clone() {
            let by: Vec<Starter> = check.by.iter().filter_map(|by| self.starter_at(index, by.piece, by.at)).collect();
            let is_new = match check.on == story.querent {
                true => self.attack_king(&by),
                false => by.first().is_none_or(|by| self.gave_check.insert((*by, check.on))),
            };
            if !is_new {
                continue;
            }
            let says = if check.on == story.querent {
                self.relation(Relation::CheckQuerentKing)
            } else if story.is_ours(check.on) {
                self.event(Event::CheckPartnerKing)
            } else {
                self.event(Event::CheckEnemyKing)
            };
            let is_direct = by.first() == Some(&mover);
            let change = TurnChange::new(if is_direct { "check" } else { "opens-check" }, check.by[0].at)
                .with("king", Piece { army: check.on, kind: Kind::King }.code())
                .with("by", codes(by.into_iter()))
                .with_any("says", says);
            if is_direct { found.did.push(change) } else { found.after.push(change) }
        }
    }

    /// The first threat of a piece to the Ptah, and what ended one.
    fn ptah(&mut self, index: usize, mover: Starter, at: Square, found: &mut ChangesOfTurn) {
        let story = self.story;
        let threats = |index| story.attackers_of(story.question.ptah, story.querent, index);
        let (before, now) = (threats(index.checked_sub(1)), threats(Some(index)));
        // A check on the king there says it already.
        let is_told = self.relations[index].check_on(story.querent).is_some()
            && story.turns[index].position.king(story.querent) == Some(story.question.ptah);
        match (before.is_empty(), now.is_empty()) {
            (true, false) if is_told => {}
            (true, false) => {
                let new: Vec<Starter> = now.into_iter().filter(|it| self.threatened_ptah.insert(*it)).collect();
                self.ptah_is_threatened |= !new.is_empty();
                if new.contains(&mover) {
                    found.did.push(TurnChange::new("ptah-threatened", at));
                } else if !new.is_empty() {
                    found.after.push(TurnChange::new("ptah-opened", at).with("by", codes(new.into_iter())));
                }
            }
            // What it took there says it already.
            (false, true) if at == story.question.ptah && story.stroke_in(index).is_some() => {}
            (false, true) if std::mem::take(&mut self.ptah_is_threatened) => {
                let left = before == [mover];
                if !left || at == story.question.ptah {
                    found.did.push(TurnChange::new("ptah-free", at).with("left", left));
                }
            }
            _ => {}
        }
    }

    /// Whether a king or an officer of the querent's side went where it is threatened by choice or by force, and was taken there
    /// (INTERPRETATION 4.6).
    fn danger(&mut self, index: usize, mover: Starter, at: Square) -> Option<TurnChange> {
        let (story, relations) = (self.story, &self.relations[index]);
        let is_ours = |it: PlacedPiece| self.story.is_ours(it.piece.army) && !it.piece.kind.is_pawn();
        let danger = relations.danger.filter(|_| relations.moved.is_some_and(is_ours))?;
        let soon = |stroke: &&Happening| (index + 1..=index + ANSWERED_WITHIN).contains(&stroke.index);
        let fell = story.strokes().filter(soon).find(|stroke| stroke.to(mover).is_some())?;
        let relation = match danger {
            DangerReason::Chosen => Relation::DangerByChoice,
            DangerReason::Forced => Relation::DangerForced,
        };
        let change = TurnChange::new("risk", at).with("by_choice", danger == DangerReason::Chosen);
        Some(change.with("fell", story.turn_number(fell.index)).with_any("says", self.relation(relation)))
    }
}
