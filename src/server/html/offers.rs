//! The moves that are offered: by the piece that makes them, and where a piece and a square are not enough to choose one.

use serde::Serialize;

use crate::render::capitalised;

use super::super::move_options::OfferView;
use super::board::unique;

#[derive(Debug, Serialize)]
pub(super) struct MoverLook<'s> {
    pub(super) from: &'s str,
    pub(super) piece: Option<&'s str>,
    pub(super) name: &'s str,
    pub(super) moves: Vec<MoveLook<'s>>,
}

#[derive(Debug, Serialize)]
pub(super) struct MoveLook<'s> {
    pub(super) text: &'s str,
    pub(super) name: &'s str,
    pub(super) from: &'s str,
    pub(super) to: &'s str,
    pub(super) hint: Option<&'s str>,
    pub(super) sign: Option<&'static str>,
    /// What comes of it.
    pub(super) lead: String,
}

/// Several pieces could go there, or one becomes another.
#[derive(Debug, Serialize)]
pub(super) struct ChoiceLook<'s> {
    /// The cell of the piece, or `*` for all.
    pub(super) from: &'s str,
    pub(super) to: &'s str,
    pub(super) question: String,
    pub(super) moves: Vec<ChosenMove<'s>>,
}

#[derive(Debug, Serialize)]
pub(super) struct ChosenMove<'s> {
    pub(super) text: &'s str,
    pub(super) piece: Option<&'s str>,
    pub(super) label: String,
    pub(super) more: String,
}

/// The pieces that can move, each with where to.
pub(super) fn movers<'s>(offers: &'s [OfferView], ptah: Option<&str>, quiet: bool) -> Vec<MoverLook<'s>> {
    let mut movers: Vec<MoverLook<'s>> = Vec::new();
    for it in offers {
        let (Some(from), Some(to)) = (it.from.as_deref(), it.to.as_deref()) else { continue };
        let piece = it.piece.as_deref();
        let mover = match movers.iter_mut().find(|mover| mover.from == from && mover.piece == piece) {
            Some(mover) => mover,
            None => {
                movers.push(MoverLook { from, piece, name: &it.name, moves: Vec::new() });
                let Some(mover) = movers.last_mut() else { continue };
                mover
            }
        };
        // Several moves to one square are asked about when it is chosen.
        if let Some(other) = mover.moves.iter_mut().find(|other| other.to == to) {
            other.hint =
                Some("promotes").filter(|_| it.promotes.is_some() || other.hint == Some("promotes")).or(other.hint);
            other.text = "";
            continue;
        }
        let hint = it.hint.as_deref().filter(|hint| !(quiet && *hint == "attacked"));
        mover.moves.push(MoveLook {
            text: &it.text,
            name: &it.name,
            from,
            to,
            hint,
            sign: if ptah == Some(to) { Some("ankh") } else { (hint == Some("attacked")).then_some("danger") },
            lead: match it.consequences.as_slice() {
                // What is quiet gives no warning, so it cannot say that there is none.
                [] if piece.is_some() && quiet => "A free square.".to_owned(),
                [] if piece.is_some() => "A free square. Nobody attacks it.".to_owned(),
                consequences if piece.is_some() => consequences.join(" "),
                consequences => consequences.join("; "),
            },
        });
    }
    movers
}

/// Where one move is not enough said by two cells.
pub(super) fn choices(offers: &[OfferView]) -> Vec<ChoiceLook<'_>> {
    let moves: Vec<(&str, &str, &OfferView)> =
        offers.iter().filter_map(|it| Some((it.from.as_deref()?, it.to.as_deref()?, it))).collect();
    let mut choices = Vec::new();
    for to in unique(moves.iter().map(|(_, to, _)| *to)) {
        let there: Vec<&(&str, &str, &OfferView)> = moves.iter().filter(|(_, other, _)| *other == to).collect();
        let froms = unique(there.iter().map(|(from, ..)| *from));
        for from in froms.iter().copied().chain((froms.len() > 1).then_some("*")) {
            let own: Vec<&OfferView> =
                there.iter().filter(|(other, ..)| from == "*" || *other == from).map(|(.., it)| *it).collect();
            if own.len() > 1 {
                choices.push(ChoiceLook::of(from, to, &own));
            }
        }
    }
    choices
}

impl<'s> ChoiceLook<'s> {
    fn of(from: &'s str, to: &'s str, moves: &[&'s OfferView]) -> ChoiceLook<'s> {
        let first = moves[0];
        let is_one_piece = moves.iter().all(|it| (&it.from, &it.piece) == (&first.from, &first.piece));
        let is_promotion = moves.iter().any(|it| it.promotes.is_some());
        let what = if first.name.ends_with("pawn") { "pawn" } else { &first.name };
        let question = match (is_one_piece, is_promotion) {
            (false, _) => format!("Which piece goes to {to}?"),
            (true, true) => format!("What does the {what} become?"),
            (true, false) => "Which of the two?".to_owned(),
        };
        let chosen = |it: &&'s OfferView| {
            let label = match (&it.promotes, is_one_piece) {
                (promotes, false) => {
                    let becomes = promotes.as_ref().map_or(String::new(), |it| format!(", becomes {it}"));
                    format!("{} on {}{becomes}", capitalised(&it.name), it.from.as_deref().unwrap_or_default())
                }
                (Some(promotes), true) => capitalised(promotes),
                (None, true) if is_promotion => format!("Stays a {}", it.name),
                (None, true) => it.label.clone(),
            };
            // What it becomes stands on the button; and beside a picture there is no room.
            let more: Vec<&str> = match it.piece {
                Some(_) => Vec::new(),
                None => it.consequences.iter().map(String::as_str).filter(|it| !it.starts_with("becomes ")).collect(),
            };
            ChosenMove { text: &it.text, piece: it.piece.as_deref(), label, more: more.join("; ") }
        };
        ChoiceLook { from, to, question, moves: moves.iter().map(chosen).collect() }
    }
}
