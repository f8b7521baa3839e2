//! What a page offers to play: the moves and acts that are possible now, each with what it would lead to.

use std::sync::Arc;

use serde::Serialize;

use crate::chess::{Effect, Move, Role};
use crate::games::{Diagram, Fact, GameState, OfferedAct, Seat};
use crate::record::EnochianRecord;
use crate::render::act_label;
use crate::session::PlayedTurn;
use crate::study::Consequence;

use super::html::piece_name;

/// The longest consequence that a button has room for.
const SHORT: usize = 14;

/// A possible move, or another act.
#[derive(Clone, Debug, Serialize)]
pub(super) struct OfferView {
    /// Its text, which plays it.
    pub(super) text: String,
    /// What it is called on a button, without the card that it is about.
    pub(super) label: String,
    pub(super) card: Option<String>,
    /// Whether it has a button of its own: it moves no piece, or is more than a movement.
    pub(super) plain: bool,
    /// Whether it has cards that are to be filled in.
    pub(super) open: bool,
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    /// What moves: `knight`, `queen’s pawn`.
    pub(super) name: String,
    /// The code of the piece, for its picture.
    pub(super) piece: Option<String>,
    pub(super) takes: bool,
    pub(super) promotes: Option<String>,
    /// The weightiest consequence in at most two words.
    pub(super) hint: Option<String>,
    /// Whether it could be captured there.
    #[serde(skip)]
    pub(super) is_attacked: bool,
    pub(super) consequences: Vec<String>,
}

impl OfferView {
    /// A move of Enochian chess with what it would lead to; `None` for a turn without a move.
    /// Where nothing is said of what things mean, there are no warnings either.
    pub(super) fn of(record: EnochianRecord<'_>, mv: Move, is_quiet: bool) -> Option<OfferView> {
        let preview = record.session().preview(mv).ok()?;
        let mut consequences = Consequence::of(record, &preview);
        consequences.retain(|consequence| !(is_quiet && consequence.is_warning()));
        OfferView::of_turn(&preview.turn, &consequences)
    }

    /// A move of Enochian chess as it would be played.
    pub(super) fn of_turn(turn: &PlayedTurn, consequences: &[Consequence]) -> Option<OfferView> {
        let mv = turn.mv;
        let Move::Step { from, to, .. } = mv else { return None };
        let piece = turn.piece?;
        let promotes = turn.effects.iter().find_map(|effect| match effect {
            Effect::Promoted { at, to: officer, .. } if *at == to => Some(officer.to_string()),
            _ => None,
        });
        let name = piece_name(piece);
        Some(OfferView {
            text: mv.to_string(),
            label: format!("{name} to {to}"),
            card: None,
            plain: false,
            open: false,
            from: Some(from.to_string()),
            to: Some(to.to_string()),
            name,
            piece: Some(piece.code()),
            takes: turn.captures().next().is_some(),
            promotes,
            hint: consequences.iter().find_map(hint),
            is_attacked: consequences.iter().any(|it| matches!(it, Consequence::Attacked(_))),
            consequences: consequences.iter().map(ToString::to_string).collect(),
        })
    }

    /// An act of another game, with what it would lead to in the state as it is seen, so that nothing hidden can be in it.
    pub(super) fn in_state(seen: &Arc<dyn GameState>, diagram: &Diagram, act: OfferedAct, seats: &[Seat]) -> OfferView {
        let cells = || diagram.panels.iter().flat_map(|panel| &panel.cells);
        let standing = cells().find(|cell| Some(&cell.name) == act.from.as_ref()).and_then(|cell| cell.piece.as_ref());
        let name = standing.map_or("piece", |piece| piece.name);
        let label = act_label(&act, name);
        let played = if act.is_open { None } else { seen.play(&act.text).ok() };
        let facts = played.as_ref().map_or(&[][..], |played| &played.facts);
        let promotes = facts.iter().find_map(|fact| match fact {
            Fact::Promoted { piece, .. } => Some((*piece).to_owned()),
            _ => None,
        });
        let is_more = |fact: &&Fact| !matches!(fact, Fact::Moved { .. });
        let clauses = facts.iter().filter(is_more).map(|fact| fact.clause(seats));
        let clauses = clauses.filter(|clause| !label.tells(clause));
        let ending = played.as_ref().and_then(|played| played.state.ending()).map(|ending| ending.words);
        let consequences: Vec<String> = clauses.chain(ending).collect();
        OfferView {
            label: label.words,
            card: label.card,
            plain: label.is_plain,
            open: act.is_open,
            name: name.to_owned(),
            piece: None,
            takes: act.text.contains(['x', '#']),
            promotes,
            hint: short_hint(&consequences, facts),
            is_attacked: false,
            consequences,
            text: act.text,
            from: act.from,
            to: act.to,
        }
    }
}

/// The few words for which a button has room.
fn short_hint(consequences: &[String], facts: &[Fact]) -> Option<String> {
    let taken = facts.iter().find_map(|fact| match fact {
        Fact::Captured { piece, .. } => Some(format!("takes {piece}")),
        _ => None,
    });
    let first = consequences.first()?;
    let tried = first.strip_prefix("tries to take the ").and_then(|rest| rest.split(' ').next());
    if facts.iter().any(|fact| matches!(fact, Fact::Check(_))) {
        return Some("check".to_owned());
    }
    let tried = tried.map(|piece| format!("takes {piece}"));
    taken.or(tried).or_else(|| (first.chars().count() <= SHORT).then(|| first.clone()))
}

fn hint(consequence: &Consequence) -> Option<String> {
    Some(match consequence {
        Consequence::Ends(_) => "the end".to_owned(),
        Consequence::ReachesPtah => "the Ptah".to_owned(),
        Consequence::Captures(pieces, ..) => format!("takes {}", Role::from(pieces.first()?.kind)),
        Consequence::Check(_) => "check".to_owned(),
        Consequence::Attacked(_) => "attacked".to_owned(),
        Consequence::Effect(Effect::Promoted { to, .. }) => to.to_string(),
        Consequence::Effect(Effect::Concourse { .. }) => "concourse".to_owned(),
        _ => return None,
    })
}
