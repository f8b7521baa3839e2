//! The full form: every turn as the tradition reads it (INTERPRETATION 1.3, 1.5, 8.10).

use std::ops::Range;

use crate::chess::{Effect, Kind, Move, Officer, Piece, Square};
use crate::correspondences::{Correspondences, Event, Layer, Relation};
use crate::input::safe;
use crate::record::Record;
use crate::render::{TextPage, capitalised, effect, list, turn_sentences};
use crate::session::{Action, PlayedTurn};
use crate::study::{ExplanationNote, PlacedPiece, notes};

use super::answer_facts::{AnswerBasis, Round};
use super::context::ReadingContext;
use super::events::capture_event;
use super::meaning::{About, Meaning};
use super::relations::{
    CaptureSequel, CapturedPiece, DangerReason, NoMoveReason, PieceRelation, RelationKind, RetreatKind, TurnRelations,
    ease, relations,
};
use super::significator::Followed;

/// Tells every turn of a reading under the stretches of its road; of a game nothing. The layers are those that were asked for.
/// The significator may be named, as for the summary.
pub(crate) fn write_turns(
    record: &Record,
    named: Option<Piece>,
    layers: &[Layer],
    correspondences: &Correspondences,
    page: &mut TextPage,
) {
    let Some(course) = ReadingContext::of(record, correspondences, named) else { return };
    let full = Full {
        about: About::of(correspondences.force(course.question.force).house),
        relations: relations(record),
        significator: Followed::of(&course),
        notes: notes(record),
        layers,
        course: &course,
        page,
    };
    full.write();
}

struct Full<'f> {
    course: &'f ReadingContext<'f>,
    about: About,
    relations: Vec<TurnRelations>,
    significator: Followed,
    notes: Vec<ExplanationNote>,
    layers: &'f [Layer],
    page: &'f mut TextPage,
}

/// A part of the road of the querent's king, by the places of its turns (INTERPRETATION 1.3).
struct Stretch {
    heading: &'static str,
    turns: Range<usize>,
}

/// The first round, the turns until the king sets out, those until he comes to the Ptah, and those after it.
fn stretches(course: &ReadingContext<'_>) -> Vec<Stretch> {
    let (turns, querent, end) = (course.turns, course.querent, course.turns.len());
    let own = turns.iter().enumerate().filter(|(_, turn)| turn.army == querent);
    let second_round = own.map(|(index, _)| index).nth(1).unwrap_or(end);
    let king = Piece { army: querent, kind: Kind::King };
    let sets_out = turns.iter().position(|turn| turn.piece == Some(king)).unwrap_or(end);
    let comes = |turn: &PlayedTurn| turn.position.king(querent) == Some(course.question.ptah);
    let after_coming = turns.iter().position(comes).map_or(end, |index| index + 1);
    let first = second_round.min(sets_out);
    let parts = [
        ("The first round", 0..first),
        ("Until the querent's king sets out", first..sets_out),
        (if after_coming < end { "His road to the Ptah" } else { "His road" }, sets_out..after_coming),
        ("After he came to the Ptah", after_coming.max(sets_out)..end),
    ];
    let parts = parts.into_iter().map(|(heading, turns)| Stretch { heading, turns });
    parts.filter(|stretch| !stretch.turns.is_empty()).collect()
}

impl Full<'_> {
    fn write(mut self) {
        let course = self.course;
        self.page.heading("Turn by turn");
        for relation in [Relation::Threat, Relation::Cover] {
            self.page.item(relation.id(), &course.correspondences.relation(relation).says);
        }
        for layer in self.layers {
            let source = course.correspondences.layer(*layer, course.question.board, course.question.ptah).source;
            self.page.item(layer.name(), &format!("after {source}"));
        }
        for stretch in stretches(course) {
            self.page.heading(stretch.heading);
            for index in stretch.turns {
                self.turn(index);
            }
        }
        self.close();
    }

    /// The stretch of ease, and the round that was held.
    fn close(&mut self) {
        let course = self.course;
        if let Some(ease) = ease(course.record, &self.relations) {
            self.page.heading("Ease");
            let says = &course.correspondences.relation(Relation::Ease).says;
            let (first, last) = (ease.start(), ease.end());
            self.page.paragraph(&format!("Turns {first} to {last}, without a capture or a check: {says}."));
        }
        let outcome = AnswerBasis::of(course);
        let Some(Round { opened, completed }) = outcome.round.filter(|_| outcome.is_held_yes()) else { return };
        self.page.heading("The last round");
        for turn in course.turns.iter().filter(|turn| (opened..=completed).contains(&turn.ply)) {
            let did = match turn.piece.zip(turn.landing()) {
                Some((piece, to)) => format!("{piece} to {to}, {}", course.place(to).force),
                None => format!("no move of {}", turn.army),
            };
            self.page.item(&format!("turn {}", turn.ply), &did);
        }
    }

    fn turn(&mut self, index: usize) {
        let course = self.course;
        let turn = &course.turns[index];
        let words = match turn.piece.zip(turn.landing()) {
            Some((piece, to)) => self.meaning(piece, to).to_string(),
            None => turn_sentences(turn, Some(course.querent), course.correspondences).trim_end_matches('.').to_owned(),
        };
        self.page.item(&format!("turn {}", turn.ply), &words);
        if let Some(to) = turn.landing() {
            for layer in self.layers {
                let gloss = course.correspondences.layer(*layer, course.question.board, to);
                self.page.beside(&format!("{}: {}", capitalised(gloss.layer), gloss.says));
            }
        }
        let told = self.happened(index, turn).into_iter().chain(self.related(turn, &self.relations[index]));
        for line in told.collect::<Vec<_>>() {
            self.page.beside(&line);
        }
        for note in self.notes.iter().filter(|note| note.is_on(turn.ply)) {
            self.page.beside(&format!("“{}”", safe(&note.words)));
        }
    }

    fn meaning(&self, piece: Piece, at: Square) -> Meaning {
        let ReadingContext { question, querent, correspondences, .. } = self.course;
        Meaning::of(piece, question.board, at, Some(*querent), self.about, correspondences)
    }

    /// `Takes the rook of Earth on a6: an obstacle is removed`.
    fn with_event(&self, what: &str, event: Event) -> String {
        format!("{}: {}", capitalised(what), self.course.correspondences.event(event).says)
    }

    fn with_relation(&self, what: &str, relation: Relation) -> String {
        format!("{}: {}", capitalised(what), self.course.correspondences.relation(relation).says)
    }

    /// What was done before the move, and what the move did; checks are told with the relations.
    fn happened(&self, index: usize, turn: &PlayedTurn) -> Vec<String> {
        let mut told: Vec<String> = Vec::new();
        for action in &turn.before {
            told.push(match action {
                Action::Exchange(exchange) => {
                    self.with_event(&format!("prisoners are exchanged with {}", exchange.with), Event::Exchange)
                }
                Action::Withdrawal => self.with_event(&effect(&Effect::Withdrew(turn.army)), Event::Withdrawal),
            });
        }
        told.extend(self.captures(index, turn));
        for done in &turn.effects {
            let event = match done {
                Effect::Concourse { .. } => Event::Concourse,
                Effect::Froze(_) => Event::Freeze,
                Effect::Thawed(_) => Event::Awakening,
                Effect::ThroneSeized { .. } => Event::ThroneSeized,
                Effect::Promoted { .. } => Event::Promotion,
                Effect::Demoted { .. } => Event::Demotion,
                Effect::Joined { .. } | Effect::Released(_) | Effect::Waits { .. } => {
                    told.push(capitalised(&effect(done)));
                    continue;
                }
                // Told already.
                Effect::Captured { .. } | Effect::KingReturned { .. } | Effect::Withdrew(_) => continue,
            };
            told.push(self.with_event(&effect(done), event));
        }
        if let (Some(Piece { kind: Kind::Officer(Officer::Queen), .. }), Move::Step { from, to, .. }) =
            (turn.piece, turn.mv)
            && from.angle() != to.angle()
        {
            told.push(self.with_event(&format!("enters the {} angle", to.angle()), Event::QueenCrosses));
        }
        told
    }

    /// What happens between pieces, in the order of the clauses of section 4.
    fn related(&self, turn: &PlayedTurn, it: &TurnRelations) -> Vec<String> {
        let course = self.course;
        let mut told: Vec<String> = Vec::new();
        told.extend(it.no_move.map(|why| match why {
            NoMoveReason::Gone => capitalised(&course.correspondences.relation(Relation::NoMoveGone).says),
            NoMoveReason::Blocked => capitalised(&course.correspondences.relation(Relation::NoMoveBlocked).says),
        }));
        for check in &it.checks {
            let what = format!("check to the king of {}", check.on);
            let by: Vec<String> = check.by.iter().map(|by| self.checking(*by, turn.landing())).collect();
            let what = format!("{what} by {}", list(&by));
            told.push(if check.on == course.querent {
                self.with_relation(&what, Relation::CheckQuerentKing)
            } else if course.is_ours(check.on) {
                self.with_event(&what, Event::CheckPartnerKing)
            } else {
                self.with_event(&what, Event::CheckEnemyKing)
            });
        }
        if it.walked_into_attack {
            told.push("He walked into attack, which is no check".to_owned());
        }
        if it.attacked.contains(&course.querent) {
            told.push("The querent's king stands attacked".to_owned());
        }
        let danger = |danger| match danger {
            DangerReason::Chosen => Relation::DangerByChoice,
            DangerReason::Forced => Relation::DangerForced,
        };
        told.extend(it.danger.map(|it| self.with_relation("lands where it is threatened", danger(it))));
        if it.threatens_while_threatened() {
            told.push(self.with_relation("threatens while it is threatened", Relation::ThreatensWhileThreatened));
        }
        told.extend(it.leaving.map(|leaving| match leaving {
            RetreatKind::Aggressor => self.with_relation("no longer threatens anyone", Relation::AggressorLeaves),
            RetreatKind::Threatened => self.with_relation("is no longer threatened", Relation::ThreatenedLeaves),
            RetreatKind::TakenBack => self.with_relation("goes back towards its throne", Relation::AdvanceTakenBack),
        }));
        for PieceRelation { of, upon, .. } in &it.blocks {
            told.push(self.with_relation(&format!("shields the {upon} from the {of}"), Relation::Block));
        }
        for PieceRelation { of, upon, .. } in &it.uncovered {
            let what = format!("uncovers a threat of the {of} upon the {upon}");
            told.push(self.with_relation(&what, Relation::UncoveredThreat));
        }
        told.extend(self.ties(it));
        told
    }

    /// What was taken, what it stands for, and whether that was kept.
    fn captures(&self, index: usize, turn: &PlayedTurn) -> Vec<String> {
        let course = self.course;
        let Some(taker) = turn.piece else { return Vec::new() };
        let is_concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
        let mut told = Vec::new();
        for CapturedPiece { taken: PlacedPiece { piece, at }, then } in &self.relations[index].captures {
            let is = self.meaning(*piece, *at).is.join("; ");
            let event = capture_event(course, taker, *piece, is_concourse);
            let then = match then {
                CaptureSequel::Kept => {
                    format!("; kept: {}", course.correspondences.relation(Relation::CaptureKept).says)
                }
                CaptureSequel::Answered(turn) => format!("; an enemy takes there in turn {turn}"),
                CaptureSequel::Open => String::new(),
            };
            told.push(format!("{}{then}", self.with_event(&format!("takes the {piece} on {at} ({is})"), event)));
            if self.significator.before(index) == Some((*at, *piece)) {
                told.push(self.with_event("that piece stands for the matter", Event::CaptureOfSignificator));
            } else if self.significator.moves(index, turn) && matches!(piece.kind, Kind::Officer(_)) {
                told.push(self.with_event("it stands for the matter", Event::CaptureBySignificator));
            }
        }
        told
    }

    /// A piece that gives check, and the matter of its square where it is not the one that was just told.
    fn checking(&self, by: PlacedPiece, landed: Option<Square>) -> String {
        if landed == Some(by.at) {
            self.piece_name(by)
        } else {
            format!("{}, {}", self.piece_name(by), self.meaning(by.piece, by.at).field())
        }
    }

    /// `rook of Earth (Saturn) on a6`.
    fn piece_name(&self, it: PlacedPiece) -> String {
        let planet = self.course.correspondences.planet(it.piece, self.course.querent);
        let planet = planet.map_or(String::new(), |planet| format!(" ({planet})"));
        format!("{}{planet} on {}", it.piece, it.at)
    }

    /// The threats and covers, those that are read alike in one line, by the quality of a square (INTERPRETATION 4.3)
    /// and the dignities in its sign (3.4.4).
    fn ties(&self, it: &TurnRelations) -> Vec<String> {
        let mut lines: Vec<(&str, String, Vec<String>)> = Vec::new();
        for tie in &it.ties {
            let from_it = it.moved == Some(tie.of);
            let how = match (tie.sort, from_it) {
                (RelationKind::Threat { .. }, true) => "threatens",
                (RelationKind::Threat { .. }, false) => "threatened by",
                (RelationKind::Cover, true) => "covers",
                (RelationKind::Cover, false) => "covered by",
            };
            let other = format!("the {}", self.piece_name(if from_it { tie.upon } else { tie.of }));
            let says = self.reading(tie);
            match lines.iter_mut().find(|(known, read, _)| *known == how && *read == says) {
                Some((.., others)) => others.push(other),
                None => lines.push((how, says, vec![other])),
            }
        }
        lines.iter().map(|(how, says, others)| format!("{} {}: {says}", capitalised(how), list(others))).collect()
    }

    fn reading(&self, PieceRelation { of, upon, sort }: &PieceRelation) -> String {
        let course = self.course;
        let at = match sort {
            RelationKind::Threat { .. } if course.is_ours(of.piece.army) => of.at,
            RelationKind::Threat { .. } | RelationKind::Cover => upon.at,
        };
        let force = |at| course.correspondences.square(course.question.board, at).force;
        let mut says = vec![course.correspondences.between(force(at).quality(), *sort == RelationKind::Cover)];
        if *sort == (RelationKind::Threat { covered: true }) {
            says.push(&course.correspondences.relation(Relation::ThreatOnACoveredPiece).says);
        }
        let sign = force(upon.at);
        if sign.is_sign() {
            let planet = |piece| course.correspondences.planet(piece, course.querent);
            let dignity = |piece| {
                planet(piece).and_then(|name| course.correspondences.planet_correspondences(name)?.dignity(sign))
            };
            says.push(match sort {
                RelationKind::Cover => course.correspondences.cover(dignity(of.piece)),
                RelationKind::Threat { .. } => course.correspondences.threat(dignity(of.piece), dignity(upon.piece)),
            });
        }
        says.join("; ")
    }
}
