//! What is said above the moves, and to a screen reader.

use crate::render::capitalised;

use super::super::page_state::{SeatView, StateView, TurnView};
use super::board::{piece_name, unique};
use super::play::ActReport;

/// Names that the program gives to players without one.
const UNNAMED: [&str; 2] = ["the querent", "the player"];

/// `Fire throws 1: pawn`
pub(super) fn title(
    s: &StateView<'_>,
    headed: Option<&TurnView<'_>>,
    seat: Option<&SeatView>,
    is_start: bool,
    is_now: bool,
    is_prompt: bool,
) -> String {
    let now = &s.now;
    if is_start {
        return "Before the first turn".to_owned();
    }
    if let Some(turn) = headed.filter(|_| !is_now || is_prompt) {
        return match (seat, turn.throw) {
            (None, _) => "The cards".to_owned(),
            (_, Some(number)) => format!("{} threw {number}", turn.actor),
            _ => format!("{} moved", turn.actor),
        };
    }
    match (now.state, now.throw) {
        ("concluded", _) => "Concluded".to_owned(),
        ("over", _) => "The game is over".to_owned(),
        ("deal", _) => "The cards".to_owned(),
        (_, Some(number)) => format!("{} throws {number}: {}", now.actor, now.role.as_deref().unwrap_or_default()),
        ("throw", _) => format!("{} to throw", now.actor),
        _ => format!("{} to {}", now.actor, if s.refereed { "move" } else { "act" }),
    }
}

/// `Turn 36 · Bela plays Water, for the querent`
pub(super) fn small(
    s: &StateView<'_>,
    headed: Option<&TurnView<'_>>,
    seat: Option<&SeatView>,
    is_start: bool,
) -> String {
    let now = &s.now;
    if is_start {
        return "The board as it was set up".to_owned();
    }
    if let (None, Some(when)) = (headed, &now.concluded) {
        return format!("Concluded {when}");
    }
    let (turn, round) = headed.map_or((now.turn, now.round), |it| (it.turn, it.round));
    let throw = headed.map_or(now.throw, |it| it.throw);
    let player = seat.filter(|seat| !seat.player.is_empty() && seat.player != seat.name && seat.player != UNNAMED[1]);
    let who = match player {
        Some(seat) => {
            let is_querents = headed.is_none()
                && s.reading
                && throw.is_none()
                && s.querent == Some(seat.name.as_str())
                && seat.player != UNNAMED[0];
            Some(format!("{} plays {}{}", seat.player, seat.name, if is_querents { ", for the querent" } else { "" }))
        }
        None => round.map(|round| format!("Round {round}")),
    };
    let check = (headed.is_none() && now.check).then(|| "in check".to_owned());
    [Some(format!("Turn {turn}")), check, who].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// What an act makes.
pub(super) fn what_is(act: &str, is_reading: bool) -> &'static str {
    match act.trim_start_matches("play ").split(' ').next().unwrap_or_default() {
        "deal" if is_reading => "The throw",
        "deal" => "The deal",
        "rethrow" => "The throw",
        word if word.parse::<u8>().is_ok() => "The throw",
        "note" => "The note",
        "irregular" | "card" => "The act",
        "undo" | "conclude" | "draw" | "resign" | "withdraw" | "exchange" => "This",
        _ => "The turn",
    }
}

/// What a screen reader is told: what was played last, and what comes next.
pub(super) fn said(
    s: &StateView<'_>,
    told: &ActReport,
    shown: Option<&TurnView<'_>>,
    is_start: bool,
    refused: Option<&str>,
) -> String {
    let now = &s.now;
    if is_start {
        return "The start is shown.".to_owned();
    }
    if let Some(turn) = shown {
        return format!("Turn {} is shown.", turn.turn);
    }
    if refused.is_some() || told.waiting.is_some() {
        // An alert says it.
        return String::new();
    }
    if let Some(said) = told.said.or(told.news.as_deref()) {
        return said.to_owned();
    }
    let mut words = Vec::new();
    if let Some(turn) = s.turns.last().filter(|_| now.throw.is_none()) {
        words.push(match (turn.played.map(|it| it.piece), &turn.to) {
            (None, _) => turn.sentence.clone(),
            (Some(Some(piece)), Some(to)) => {
                let onto = if Some(to) == s.ptah.as_ref() { ", onto the Ptah" } else { "" };
                let took = if turn.facts.is_empty() && turn.takes() { ", with a capture" } else { "" };
                let facts = sentences_of(&turn.facts);
                format!("{} to {to}{onto}{took}. {facts}", capitalised(&piece_name(piece))).trim().to_owned()
            }
            _ => "No move.".to_owned(),
        });
        words.push("Saved.".to_owned());
    }
    match (&now.no_move, now.state, now.throw) {
        (Some(it), ..) => words.push(format!("No Move: {}", it.text)),
        (_, "move", Some(number)) => {
            let squares = unique(now.offers.iter().filter_map(|it| it.to.as_deref()));
            let role = now.role.as_deref().unwrap_or_default();
            words.push(format!("{number}: {role}. {} {}.", now.sentence, squares.join(", ")));
        }
        (_, "concluded" | "over", _) => words.extend(now.end.clone()),
        _ => {
            let who = if now.player.is_empty() { &now.actor } else { &now.player };
            let does = if now.state == "throw" { "throws" } else { "moves" };
            words.push(format!("Turn {}, {}, {who} {does}.", now.turn, now.actor));
        }
    }
    words.join(" ")
}

/// Clauses as sentences: `gives check to Air` becomes `Gives check to Air.`
pub(super) fn sentences_of(clauses: &[String]) -> String {
    let sentence = |clause: &String| format!("{}.", capitalised(clause.trim_end_matches('.')));
    clauses.iter().map(sentence).collect::<Vec<_>>().join(" ")
}
