//! The moves that a page offers, each with what it would lead to.

use serde::Serialize;

use crate::chess::{Effect, Move, Role};
use crate::record::EnochianRecord;
use crate::study::Consequence;

/// A possible move.
#[derive(Debug, Serialize)]
pub(super) struct MoveOption {
    text: String,
    from: String,
    piece: String,
    to: String,
    /// The captured pieces, each after its square.
    takes: Vec<String>,
    promotes: Option<String>,
    sheet: String,
    /// The weightiest consequence in at most two words.
    hint: Option<String>,
    marks: Vec<&'static str>,
    consequences: Vec<String>,
}

impl MoveOption {
    /// A move with what it would lead to; `None` for a turn without a move.
    pub(super) fn of(record: EnochianRecord<'_>, mv: Move) -> Option<MoveOption> {
        let Move::Step { from, to, .. } = mv else { return None };
        let preview = record.session().preview(mv).ok()?;
        let is_shown = |consequence: &Consequence| !(record.is_quiet() && consequence.is_warning());
        let consequences: Vec<Consequence> = Consequence::of(record, &preview).into_iter().filter(is_shown).collect();
        let turn = &preview.turn;
        let promotes = turn.effects.iter().find_map(|effect| match effect {
            Effect::Promoted { at, to: officer, .. } if *at == to => Some(officer.to_string()),
            _ => None,
        });
        Some(MoveOption {
            text: mv.to_string(),
            from: from.to_string(),
            piece: turn.piece?.code(),
            to: to.to_string(),
            takes: turn.captures().map(|(piece, at)| format!("{at}{}", piece.code())).collect(),
            promotes,
            sheet: turn.sheet.clone(),
            hint: consequences.iter().find_map(hint),
            marks: consequences.iter().filter_map(mark).collect(),
            consequences: consequences.iter().map(ToString::to_string).collect(),
        })
    }
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

fn mark(consequence: &Consequence) -> Option<&'static str> {
    Some(match consequence {
        Consequence::Ends(_) => "ends",
        Consequence::ReachesPtah => "ptah",
        Consequence::LeavesPtah => "leaves_ptah",
        Consequence::Captures(_, _, true) => "takes",
        Consequence::Check(_) => "check",
        Consequence::Attacked(_) => "attacked",
        Consequence::Effect(Effect::Promoted { .. }) => "promotes",
        Consequence::Effect(Effect::Concourse { .. }) => "concourse",
        _ => return None,
    })
}
