//! The moves that are offered: by the piece that makes them, and where a piece and a square are not enough to choose one.

use minijinja::Value;

use crate::render::capitalised;

use super::super::move_options::OfferView;
use super::board::unique;
use super::shown;

/// The pieces that can move, each with where to.
pub(super) fn movers(offers: &[OfferView], ptah: Option<&str>, quiet: bool) -> Vec<Value> {
    let mut pieces: Vec<(&str, &Option<String>)> = Vec::new();
    let moving = || offers.iter().filter_map(|it| Some((it.from.as_deref()?, it.to.as_deref()?, it)));
    for (from, _, it) in moving() {
        if !pieces.contains(&(from, &it.piece)) {
            pieces.push((from, &it.piece));
        }
    }
    let mover = |(from, piece): (&str, &Option<String>)| {
        let own = || moving().filter(|(other, _, it)| *other == from && it.piece == *piece);
        let moves = unique(own().map(|(_, to, _)| to)).into_iter().filter_map(|to| {
            let there: Vec<&OfferView> = own().filter(|(_, other, _)| *other == to).map(|(.., it)| it).collect();
            let (first, more) = there.split_first()?;
            let is_promotion = !more.is_empty() && there.iter().any(|it| it.promotes.is_some());
            let hint = if is_promotion { Some("promotes") } else { first.hint.as_deref() };
            Some(shown! {
                // Several moves to one square are asked about when it is chosen.
                text: if more.is_empty() { first.text.as_str() } else { "" },
                name: &first.name,
                from,
                to,
                hint,
                sign: if ptah == Some(to) { Some("ankh") } else { (hint == Some("attacked")).then_some("danger") },
                // What comes of it.
                lead: match first.consequences.as_slice() {
                    // What is quiet gives no warning, so it cannot say that there is none.
                    [] if piece.is_some() && quiet => "A free square.".to_owned(),
                    [] if piece.is_some() => "A free square. Nobody attacks it.".to_owned(),
                    consequences => consequences.join(if piece.is_some() { " " } else { "; " }),
                },
            })
        });
        let moves: Vec<Value> = moves.collect();
        shown! { from, piece, name: own().next().map(|(.., it)| &it.name), moves }
    };
    pieces.into_iter().map(mover).collect()
}

/// Where one move is not enough said by two cells.
pub(super) fn choices(offers: &[OfferView]) -> Vec<Value> {
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
                choices.push(choice(from, to, &own));
            }
        }
    }
    choices
}

/// Several pieces could go there, or one becomes another; `from` is its cell, or `*` for all.
fn choice(from: &str, to: &str, moves: &[&OfferView]) -> Value {
    let first = moves[0];
    let is_one_piece = moves.iter().all(|it| (&it.from, &it.piece) == (&first.from, &first.piece));
    let is_promotion = moves.iter().any(|it| it.promotes.is_some());
    let what = if first.name.ends_with("pawn") { "pawn" } else { &first.name };
    let question = match (is_one_piece, is_promotion) {
        (false, _) => format!("Which piece goes to {to}?"),
        (true, true) => format!("What does the {what} become?"),
        (true, false) => "Which of the two?".to_owned(),
    };
    let chosen = |it: &&OfferView| {
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
        shown! { text: &it.text, piece: &it.piece, label, more: more.join("; ") }
    };
    shown! { from, to, question, moves: moves.iter().map(chosen).collect::<Vec<_>>() }
}
