//! The log of every landing as the tradition reads it, turn by turn (INTERPRETATION 1.3, 1.5, 8.15).

use crate::chess::{Effect, Kind, Move, Officer, Piece, Square};
use crate::correspondences::{Correspondences, Event, Layer, Relation};
use crate::input::safe_prose;
use crate::record::EnochianRecord;
use crate::render::{TextPage, capitalised, effect, list, turn_sentences};
use crate::session::{Action, PlayedTurn};
use crate::study::{ExplanationNote, PlacedPiece, notes};

use super::analysis::stages;
use super::close::held_round;
use super::context::{ReadingContext, capture_event};
use super::meaning::{About, Meaning};
use super::relations::{
    CaptureSequel, CapturedPiece, DangerReason, NoMoveReason, PieceRelation, RelationKind, RetreatKind, TurnRelations,
    ease, relations,
};
use super::story::Story;

/// Writes every turn of a reading, grouped by the stages of the king's road; nothing for a game. `layers` adds glosses.
/// `own` is what squares mean to the person. `named` replaces the significator, as for the summary.
pub fn write_landings(
    record: EnochianRecord<'_>,
    named: Option<Piece>,
    layers: &[Layer],
    own: &dyn Fn(Square) -> Vec<String>,
    correspondences: &Correspondences,
    page: &mut TextPage,
) {
    let Some(context) = ReadingContext::of(record, correspondences, named) else { return };
    let report = LandingLog {
        about: context.about(),
        relations: relations(record),
        story: Story::of(&context),
        notes: notes(record),
        layers,
        own,
        context: &context,
        page,
    };
    report.write();
}

struct LandingLog<'f> {
    context: &'f ReadingContext<'f>,
    about: About,
    relations: Vec<TurnRelations>,
    story: Story<'f, 'f>,
    notes: Vec<ExplanationNote>,
    layers: &'f [Layer],
    own: &'f dyn Fn(Square) -> Vec<String>,
    page: &'f mut TextPage,
}

impl LandingLog<'_> {
    fn write(mut self) {
        let context = self.context;
        self.page.heading("Turn by turn");
        for relation in [Relation::Threat, Relation::Cover] {
            self.page.item(relation.id(), &context.correspondences.relation(relation).says);
        }
        for layer in self.layers {
            let source = context.correspondences.layer(*layer, context.question.board, context.question.ptah).source;
            self.page.item(layer.name(), &format!("after {source}"));
        }
        for stage in stages(context) {
            self.page.heading(stage.heading);
            for index in stage.turns {
                self.turn(index);
            }
        }
        self.close();
    }

    /// The longest quiet stretch, and the round in which the king held the Ptah.
    fn close(&mut self) {
        let context = self.context;
        if let Some(ease) = ease(context.record, &self.relations) {
            self.page.heading("Ease");
            let says = &context.correspondences.relation(Relation::Ease).says;
            let (first, last) = (ease.start(), ease.end());
            self.page.paragraph(&format!("Turns {first} to {last}, without a capture or a check: {says}."));
        }
        let [opened, .., completed] = held_round(context)[..] else { return };
        self.page.heading("The last round");
        for turn in context.turns.iter().filter(|turn| (opened..=completed).contains(&turn.ply)) {
            let did = match turn.piece.zip(turn.landing()) {
                Some((piece, to)) => format!("{piece} to {to}, {}", context.force(to)),
                None => format!("no move of {}", turn.army),
            };
            self.page.item(&format!("turn {}", turn.ply), &did);
        }
    }

    fn turn(&mut self, index: usize) {
        let context = self.context;
        let turn = &context.turns[index];
        let words = match turn.piece.zip(turn.landing()) {
            Some((piece, to)) => self.meaning(piece, to).to_string(),
            None => {
                turn_sentences(turn, Some(context.querent), context.correspondences).trim_end_matches('.').to_owned()
            }
        };
        self.page.item(&format!("turn {}", turn.ply), &words);
        if let Some(to) = turn.landing() {
            (self.own)(to).iter().for_each(|line| self.page.beside(line));
            for layer in self.layers {
                let gloss = context.correspondences.layer(*layer, context.question.board, to);
                self.page.beside(&format!("{}: {}", capitalised(gloss.layer), gloss.says));
            }
        }
        let lines = self.happened(index, turn).into_iter().chain(self.related(turn, &self.relations[index]));
        for line in lines.collect::<Vec<_>>() {
            self.page.beside(&line);
        }
        for note in self.notes.iter().filter(|note| note.is_on(turn.ply)) {
            self.page.beside(&format!("“{}”", safe_prose(&note.words)));
        }
    }

    fn meaning(&self, piece: Piece, at: Square) -> Meaning {
        let ReadingContext { question, querent, correspondences, .. } = self.context;
        Meaning::of(piece, question.board, at, Some(*querent), self.about, correspondences)
    }

    /// `Takes the rook of Earth on a6: an obstacle is removed`.
    fn with_event(&self, what: &str, event: Event) -> String {
        format!("{}: {}", capitalised(what), self.context.correspondences.event(event).says)
    }

    fn with_relation(&self, what: &str, relation: Relation) -> String {
        format!("{}: {}", capitalised(what), self.context.correspondences.relation(relation).says)
    }

    /// Actions before the move, and the effects of the move. Checks are among the relations.
    fn happened(&self, index: usize, turn: &PlayedTurn) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for action in &turn.before {
            lines.push(match action {
                Action::Exchange(exchange) => {
                    self.with_event(&format!("prisoners are exchanged with {}", exchange.with), Event::Exchange)
                }
                Action::Withdrawal => self.with_event(&effect(&Effect::Withdrew(turn.army)), Event::Withdrawal),
            });
        }
        lines.extend(self.captures(index, turn));
        for done in &turn.effects {
            let event = match done {
                Effect::Concourse { .. } => Event::Concourse,
                Effect::Froze(_) => Event::Freeze,
                Effect::Thawed(_) => Event::Awakening,
                Effect::ThroneSeized { .. } => Event::ThroneSeized,
                Effect::Promoted { .. } => Event::Promotion,
                Effect::Demoted { .. } => Event::Demotion,
                Effect::Joined { .. } | Effect::Released(_) | Effect::Waits { .. } => {
                    lines.push(capitalised(&effect(done)));
                    continue;
                }
                // Written above.
                Effect::Captured { .. } | Effect::KingReturned { .. } | Effect::Withdrew(_) => continue,
            };
            lines.push(self.with_event(&effect(done), event));
        }
        if let (Some(Piece { kind: Kind::Officer(Officer::Queen), .. }), Move::Step { from, to, .. }) =
            (turn.piece, turn.mv)
            && from.angle() != to.angle()
        {
            lines.push(self.with_event(&format!("enters the {} angle", to.angle()), Event::QueenCrosses));
        }
        lines
    }

    /// The relations between pieces, in the order of the clauses of section 4.
    fn related(&self, turn: &PlayedTurn, it: &TurnRelations) -> Vec<String> {
        let context = self.context;
        let mut lines: Vec<String> = Vec::new();
        lines.extend(it.no_move.map(|why| match why {
            NoMoveReason::Gone => capitalised(&context.correspondences.relation(Relation::NoMoveGone).says),
            NoMoveReason::Blocked => capitalised(&context.correspondences.relation(Relation::NoMoveBlocked).says),
        }));
        for check in &it.checks {
            let what = format!("check to the king of {}", check.on);
            let by: Vec<String> = check.by.iter().map(|by| self.checking(*by, turn.landing())).collect();
            let what = format!("{what} by {}", list(&by));
            lines.push(if check.on == context.querent {
                self.with_relation(&what, Relation::CheckQuerentKing)
            } else if context.is_ours(check.on) {
                self.with_event(&what, Event::CheckPartnerKing)
            } else {
                self.with_event(&what, Event::CheckEnemyKing)
            });
        }
        if it.walked_into_attack {
            lines.push("He walked into attack; this is not a check".to_owned());
        }
        if it.attacked.contains(&context.querent) {
            lines.push("The querent's king is attacked".to_owned());
        }
        let danger = |danger| match danger {
            DangerReason::Chosen => Relation::DangerByChoice,
            DangerReason::Forced => Relation::DangerForced,
        };
        lines.extend(it.danger.map(|it| self.with_relation("lands where it is threatened", danger(it))));
        if it.threatens_while_threatened() {
            lines.push(self.with_relation("threatens while it is threatened", Relation::ThreatensWhileThreatened));
        }
        lines.extend(it.retreat.map(|retreat| match retreat {
            RetreatKind::Aggressor => self.with_relation("no longer threatens anyone", Relation::AggressorLeaves),
            RetreatKind::Threatened => self.with_relation("is no longer threatened", Relation::ThreatenedLeaves),
            RetreatKind::TakenBack => self.with_relation("goes back towards its throne", Relation::AdvanceTakenBack),
        }));
        for PieceRelation { from, to, .. } in &it.blocks {
            lines.push(self.with_relation(&format!("shields the {to} from the {from}"), Relation::Block));
        }
        for PieceRelation { from, to, .. } in &it.uncovered {
            let what = format!("uncovers a threat by the {from} to the {to}");
            lines.push(self.with_relation(&what, Relation::UncoveredThreat));
        }
        lines.extend(self.threats_and_covers(it));
        lines
    }

    /// What was taken, what it stands for, and whether the capture was answered.
    fn captures(&self, index: usize, turn: &PlayedTurn) -> Vec<String> {
        let context = self.context;
        let Some(taker) = turn.piece else { return Vec::new() };
        let is_concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
        let mut lines = Vec::new();
        for CapturedPiece { taken: PlacedPiece { piece, at }, sequel } in &self.relations[index].captures {
            let is = self.meaning(*piece, *at).is.join("; ");
            let event = capture_event(context, taker, *piece, is_concourse);
            let sequel = match sequel {
                CaptureSequel::Kept => {
                    format!("; not recaptured: {}", context.correspondences.relation(Relation::CaptureKept).says)
                }
                CaptureSequel::Answered(turn) => format!("; recaptured in turn {turn}"),
                CaptureSequel::Open => String::new(),
            };
            lines.push(format!("{}{sequel}", self.with_event(&format!("takes the {piece} on {at} ({is})"), event)));
            let matter = self.story.significator.filter(|it| it.kind != Kind::King);
            let taken = PlacedPiece { piece: *piece, at: *at };
            if matter.is_some_and(|it| self.story.before(index, it) == Some(taken)) {
                lines.push(self.with_event("that piece stands for the matter", Event::CaptureOfSignificator));
            } else if matter.is_some() && self.story.mover(index) == matter && matches!(piece.kind, Kind::Officer(_)) {
                lines.push(self.with_event("it stands for the matter", Event::CaptureBySignificator));
            }
        }
        lines
    }

    /// A piece that gives check; with the matter of its square unless it is the piece that just moved.
    fn checking(&self, by: PlacedPiece, landed: Option<Square>) -> String {
        if landed == Some(by.at) {
            self.piece_name(by)
        } else {
            format!("{}, {}", self.piece_name(by), self.meaning(by.piece, by.at).field())
        }
    }

    /// `rook of Earth (Saturn) on a6`.
    fn piece_name(&self, it: PlacedPiece) -> String {
        let planet = self.context.correspondences.planet(it.piece, self.context.querent);
        let planet = planet.map_or(String::new(), |planet| format!(" ({planet})"));
        format!("{}{planet} on {}", it.piece, it.at)
    }

    /// The threats and covers, one line for all that read the same, by the quality of a square (INTERPRETATION 4.3) and the
    /// dignities in its sign (3.4.4).
    fn threats_and_covers(&self, it: &TurnRelations) -> Vec<String> {
        let mut lines: Vec<(&str, String, Vec<String>)> = Vec::new();
        for pair in &it.pairs {
            let is_from_moved = it.moved == Some(pair.from);
            let how = match (pair.kind, is_from_moved) {
                (RelationKind::Threat { .. }, true) => "threatens",
                (RelationKind::Threat { .. }, false) => "threatened by",
                (RelationKind::Cover, true) => "covers",
                (RelationKind::Cover, false) => "covered by",
            };
            let other = format!("the {}", self.piece_name(if is_from_moved { pair.to } else { pair.from }));
            let says = self.meaning_of_pair(pair);
            match lines.iter_mut().find(|(known, read, _)| *known == how && *read == says) {
                Some((.., others)) => others.push(other),
                None => lines.push((how, says, vec![other])),
            }
        }
        lines.iter().map(|(how, says, others)| format!("{} {}: {says}", capitalised(how), list(others))).collect()
    }

    fn meaning_of_pair(&self, PieceRelation { from, to, kind }: &PieceRelation) -> String {
        let context = self.context;
        let at = match kind {
            RelationKind::Threat { .. } if context.is_ours(from.piece.army) => from.at,
            RelationKind::Threat { .. } | RelationKind::Cover => to.at,
        };
        let force = |at| context.correspondences.square(context.question.board, at).force;
        let mut says = vec![context.correspondences.between(force(at).quality(), *kind == RelationKind::Cover)];
        if *kind == (RelationKind::Threat { covered: true }) {
            says.push(&context.correspondences.relation(Relation::ThreatOnACoveredPiece).says);
        }
        let sign = force(to.at);
        if sign.is_sign() {
            let planet = |piece| context.correspondences.planet(piece, context.querent);
            let dignity = |piece| {
                planet(piece).and_then(|name| context.correspondences.planet_correspondences(name)?.dignity(sign))
            };
            says.push(match kind {
                RelationKind::Cover => context.correspondences.cover(dignity(from.piece)),
                RelationKind::Threat { .. } => context.correspondences.threat(dignity(from.piece), dignity(to.piece)),
            });
        }
        says.join("; ")
    }
}
