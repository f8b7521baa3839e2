//! The log of every landing as the tradition reads it, turn by turn (INTERPRETATION 1.3, 1.5, 8.15).

use crate::chess::{Piece, Square};
use crate::correspondences::{Correspondences, Layer, Relation};
use crate::record::EnochianRecord;
use crate::render::{TextPage, capitalised, list, turn_sentences};
use crate::session::PlayedTurn;
use crate::study::{PlacedPiece, notes};

use super::analysis::{Chapters, stages};
use super::log::ANSWERED_WITHIN;
use super::meaning::Meaning;
use super::relations::{
    DangerReason, NoMoveReason, PieceRelation, RelationKind, RetreatKind, TurnRelations, ease, relations,
};
use super::story::Story;

/// Writes every turn of a reading, grouped by the stages of the king's road: what the landing means, what the turn changed, as the
/// analysis tells it, and what it brought about between pieces; nothing for a game. `layers` adds glosses. `own` is what squares
/// mean to the person. `named` replaces the significator, as for the summary.
pub fn write_landings(
    record: EnochianRecord<'_>,
    named: Option<Piece>,
    layers: &[Layer],
    own: &dyn Fn(Square) -> Vec<String>,
    correspondences: &Correspondences,
    page: &mut TextPage,
) {
    let Some(story) = Story::of(record, correspondences, named) else { return };
    let (mut chapters, relations, notes) = (Chapters::of(&story), relations(record), notes(record));
    page.heading("Turn by turn");
    for relation in [Relation::Threat, Relation::Cover] {
        page.item(relation.name(), &correspondences.relation(relation).says);
    }
    for layer in layers {
        let source = correspondences.layer(*layer, story.question.board, story.question.ptah).source;
        page.item(layer.name(), &format!("after {source}"));
    }
    for stage in stages(&story) {
        page.heading(stage.heading);
        for index in stage.turns {
            let turn = &story.turns[index];
            page.item(format!("turn {}", turn.ply), &landing(&story, turn));
            if let Some(to) = turn.landing() {
                own(to).iter().for_each(|line| page.beside(line));
                for layer in layers {
                    let gloss = correspondences.layer(*layer, story.question.board, to);
                    page.beside(format!("{}: {}", capitalised(gloss.layer), gloss.says));
                }
            }
            let changed = Some(chapters.turn(index)).filter(|changed| !changed.is_empty());
            for line in changed.into_iter().chain(kept(&story, index)).chain(related(&story, &relations[index])) {
                page.beside(&line);
            }
            for note in notes.iter().filter(|note| note.is_on(turn.ply)) {
                page.beside(format!("“{}”", note.words));
            }
        }
    }
    if let Some(ease) = ease(record, &relations) {
        page.heading("Ease");
        let says = &correspondences.relation(Relation::Ease).says;
        page.paragraph(format!("Turns {} to {}, without a capture or a check: {says}.", ease.start(), ease.end()));
    }
    chapters.last_round(page);
}

/// What the landing of a turn means, or why there is none.
fn landing(story: &Story<'_>, turn: &PlayedTurn) -> String {
    let Story { question, querent, correspondences, .. } = story;
    match turn.piece.zip(turn.landing()) {
        Some((piece, to)) => {
            Meaning::of(piece, question.board, to, Some(*querent), story.about(), correspondences).to_string()
        }
        None => turn_sentences(turn, Some(*querent), correspondences).trim_end_matches('.').to_owned(),
    }
}

/// That what a turn took was not taken back (INTERPRETATION 4.5).
fn kept(story: &Story<'_>, index: usize) -> Option<String> {
    let stroke = story.stroke_in(index).filter(|_| index + ANSWERED_WITHIN < story.turns.len())?;
    let is_kept = stroke.to.iter().any(|it| story.answer_to(stroke, it.was.at).is_none());
    let says = &story.correspondences.relation(Relation::CaptureKept).says;
    is_kept.then(|| format!("Not recaptured: {says}"))
}

/// The relations between pieces, in the order of the clauses of section 4. Checks are among what the turn changed.
fn related(story: &Story<'_>, it: &TurnRelations) -> Vec<String> {
    let with =
        |what: &str, relation| format!("{}: {}", capitalised(what), story.correspondences.relation(relation).says);
    let mut lines: Vec<String> = Vec::new();
    lines.extend(it.no_move.map(|why| match why {
        NoMoveReason::Gone => capitalised(&story.correspondences.relation(Relation::NoMoveGone).says),
        NoMoveReason::Blocked => capitalised(&story.correspondences.relation(Relation::NoMoveBlocked).says),
    }));
    lines.extend(it.danger.map(|danger| match danger {
        DangerReason::Chosen => with("lands where it is threatened", Relation::DangerByChoice),
        DangerReason::Forced => with("lands where it is threatened", Relation::DangerForced),
    }));
    if it.threatens_while_threatened() {
        lines.push(with("threatens while it is threatened", Relation::ThreatensWhileThreatened));
    }
    lines.extend(it.retreat.map(|retreat| match retreat {
        RetreatKind::Aggressor => with("no longer threatens anyone", Relation::AggressorLeaves),
        RetreatKind::Threatened => with("is no longer threatened", Relation::ThreatenedLeaves),
        RetreatKind::TakenBack => with("goes back towards its throne", Relation::AdvanceTakenBack),
    }));
    for PieceRelation { from, to, .. } in &it.blocks {
        lines.push(with(&format!("shields the {to} from the {from}"), Relation::Block));
    }
    for PieceRelation { from, to, .. } in &it.uncovered {
        lines.push(with(&format!("uncovers a threat by the {from} to the {to}"), Relation::UncoveredThreat));
    }
    lines.extend(threats_and_covers(story, it));
    lines
}

/// The threats and covers, one line for all that read the same, by the quality of a square (INTERPRETATION 4.3) and the dignities in
/// its sign (3.4.4).
fn threats_and_covers(story: &Story<'_>, it: &TurnRelations) -> Vec<String> {
    let mut lines: Vec<(&str, String, Vec<String>)> = Vec::new();
    for pair in &it.pairs {
        let is_from_moved = it.moved == Some(pair.from);
        let how = match (pair.kind, is_from_moved) {
            (RelationKind::Threat { .. }, true) => "threatens",
            (RelationKind::Threat { .. }, false) => "threatened by",
            (RelationKind::Cover, true) => "covers",
            (RelationKind::Cover, false) => "covered by",
        };
        let other = named(story, if is_from_moved { pair.to } else { pair.from });
        let says = meaning_of_pair(story, pair);
        match lines.iter_mut().find(|(known, read, _)| *known == how && *read == says) {
            Some((.., others)) => others.push(other),
            None => lines.push((how, says, vec![other])),
        }
    }
    lines.iter().map(|(how, says, others)| format!("{} {}: {says}", capitalised(how), list(others))).collect()
}

/// `the rook of Earth (Saturn) on a6`.
fn named(story: &Story<'_>, it: PlacedPiece) -> String {
    let planet = story.correspondences.planet(it.piece, story.querent);
    let planet = planet.map_or(String::new(), |planet| format!(" ({planet})"));
    format!("the {}{planet} on {}", it.piece, it.at)
}

fn meaning_of_pair(story: &Story<'_>, PieceRelation { from, to, kind }: &PieceRelation) -> String {
    let at = match kind {
        RelationKind::Threat { .. } if story.is_ours(from.piece.army) => from.at,
        RelationKind::Threat { .. } | RelationKind::Cover => to.at,
    };
    let correspondences = story.correspondences;
    let mut says = vec![correspondences.between(story.force(at).quality(), *kind == RelationKind::Cover)];
    if *kind == (RelationKind::Threat { covered: true }) {
        says.push(&correspondences.relation(Relation::ThreatOnACoveredPiece).says);
    }
    let sign = story.force(to.at);
    if sign.is_sign() {
        let dignity = |piece| {
            let planet = correspondences.planet(piece, story.querent)?;
            correspondences.planet_correspondences(planet)?.dignity(sign)
        };
        says.push(match kind {
            RelationKind::Cover => correspondences.cover(dignity(from.piece)),
            RelationKind::Threat { .. } => correspondences.threat(dignity(from.piece), dignity(to.piece)),
        });
    }
    says.join("; ")
}
