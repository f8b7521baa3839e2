//! Sentences on turns and squares, the same on screen and in journals.

use chrono::NaiveDate;

use crate::chess::{Army, Effect, Kind, Move, Piece, Position, Role};
use crate::correspondences::Correspondences;
use crate::games::Actor;
use crate::reading::{Answer, EndReason};
use crate::record::{Closing, EnochianRecord, ProposedAct, Record, Timestamp};
use crate::session::{Action, PlayedTurn, ThrownDie};

use super::landing::with_titles;

/// `a, b and c`.
pub fn list<S: AsRef<str>>(words: &[S]) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [first @ .., last] => {
            let first: Vec<&str> = first.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", first.join(", "), last.as_ref())
        }
    }
}

/// What the program would play, and what it expects: the words of a hint.
#[must_use]
pub fn proposed(act: &ProposedAct) -> String {
    let next = match &act.next[..] {
        [] => String::new(),
        next => format!(" It expects {} to follow.", list(&next[..next.len().min(4)])),
    };
    let estimate = (100.0 * act.estimate).round();
    format!("The program would play {}, and gives that side {estimate} in 100 after it.{next}", act.text)
}

/// Makes the first letter a capital.
#[must_use]
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A piece by its army: `Earth's rook`, `the pawn of Air's bishop`.
#[must_use]
pub fn possessive(piece: Piece) -> String {
    match piece.kind {
        Kind::Pawn(officer) => format!("the pawn of {}'s {officer}", piece.army),
        Kind::King | Kind::Officer(_) => format!("{}'s {}", piece.army, piece.kind),
    }
}

/// `turn 4`, `turns 4, 9 and 12`.
#[must_use]
pub fn in_turns(turns: &[u32]) -> String {
    let numbers: Vec<String> = turns.iter().map(u32::to_string).collect();
    format!("{} {}", if turns.len() == 1 { "turn" } else { "turns" }, list(&numbers))
}

/// `1 capture`, `2 captures`.
#[must_use]
pub fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {}", plural(what)) }
}

/// `captures`, `passes`, `branches`, `copies`.
#[must_use]
pub fn plural(what: &str) -> String {
    match what.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{what}{}", if what.ends_with('s') || what.ends_with("ch") { "es" } else { "s" }),
    }
}

/// `1st`, `2nd`, `3rd`, `4th` …
#[must_use]
pub fn nth(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// A number, up to twelve in words.
#[must_use]
pub fn in_words(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}

/// A date for people: `21 November 2026`.
#[must_use]
pub fn day(date: NaiveDate) -> String {
    date.format("%-d %B %Y").to_string()
}

/// A timestamp for people, without its offset: `Saturday 21 November 2026 at 14:05`.
#[must_use]
pub fn moment(moment: &Timestamp) -> String {
    moment.format("%A %-d %B %Y at %H:%M").to_string()
}

/// An effect as a clause: `takes the pawn of rook of Fire on e2`.
#[must_use]
pub fn effect(effect: &Effect) -> String {
    match effect {
        Effect::Captured { piece, at, .. } => format!("takes the {piece} on {at}"),
        Effect::Concourse { officer, at } => format!("completes a concourse of {officer}s on {at}"),
        Effect::Joined { piece, at, army } => format!("brings the {piece} on {at} over to {army}"),
        Effect::Froze(army) => format!("{army} is frozen"),
        Effect::Thawed(army) => format!("{army} moves again"),
        Effect::ThroneSeized { by, of } => format!("{by} takes command of {of}"),
        Effect::Released(army) => format!("{army} is under its own command again"),
        Effect::Promoted { army, at, from, to } => format!("the pawn of {from} of {army} on {at} becomes a {to}"),
        Effect::Waits { at, .. } => format!("waits on {at} to be promoted"),
        Effect::Demoted { army, at, officer } => format!("the {officer} of {army} on {at} becomes a pawn"),
        Effect::KingReturned { army, at } => format!("the king of {army} returns to {at}"),
        Effect::Withdrew(army) => format!("{army} withdraws; {} commands both armies", army.partner()),
    }
}

/// `check to Water`, if there is a check.
pub fn checks(armies: &[Army]) -> Option<String> {
    let names: Vec<String> = armies.iter().map(Army::to_string).collect();
    (!names.is_empty()).then(|| format!("check to {}", list(&names)))
}

/// Whether a clause has no subject, and is about the piece that moved.
pub(crate) fn is_about_piece(clause: &str) -> bool {
    ["takes ", "completes ", "brings ", "waits ", "gives "].iter().any(|verb| clause.starts_with(verb))
}

/// What a turn brought about, as clauses: `takes the rook of Air on a8`, `gives check to Water`.
pub fn clauses(turn: &PlayedTurn) -> Vec<String> {
    turn.effects.iter().map(effect).chain(checks(&turn.checks).map(|check| format!("gives {check}"))).collect()
}

/// An action before the move of an army's turn, as a sentence.
pub fn action(action: &Action, army: Army) -> String {
    match action {
        Action::Exchange(exchange) => format!(
            "{army} and {} exchange prisoners: the king of {} returns to {}, the king of {} to {}.",
            exchange.with,
            army.partner(),
            exchange.partners_king,
            exchange.with.partner(),
            exchange.enemys_king
        ),
        Action::Withdrawal => format!("{}.", capitalised(&effect(&Effect::Withdrew(army)))),
    }
}

/// Why a turn is lost: the piece is gone, or cannot move (RULES 8.4).
#[must_use]
pub fn no_move(role: Role, army: Army, position: &Position) -> String {
    match position.army_with(army, role) {
        None => format!("No Move: {army} has no {role}"),
        Some(owner) => format!("No Move: the {role} of {owner} cannot move"),
    }
}

/// The result of a game, in a few words: `won by White`, `drawn by agreement`, `unfinished`.
#[must_use]
pub fn result(record: &Record) -> String {
    if let Some(EndReason::Game(outcome)) = record.enochian().and_then(EnochianRecord::end) {
        return outcome.to_string();
    }
    let state = record.state();
    match (state.ending(), record.closing()) {
        (Some(ending), _) => match (ending.code.starts_with("won"), ending.places.first()) {
            (true, Some(winners)) => {
                let names: Vec<&str> = winners.iter().map(|seat| state.actor_name(Actor::Seat(*seat))).collect();
                format!("won by {}", names.join(" and "))
            }
            _ if ending.code.starts_with("drawn") => "drawn".to_owned(),
            _ => ending.words,
        },
        (None, Some(Closing::Agreed)) => "drawn by agreement".to_owned(),
        (None, Some(Closing::Resigned(army))) => format!("the {} win: {army} resigned", army.side().opponent()),
        (None, None) if record.enochian().is_some() => "in progress".to_owned(),
        (None, _) => "unfinished".to_owned(),
    }
}

/// Why it is over, in a sentence; or that it is not.
#[must_use]
pub fn why_over(record: &Record) -> String {
    let mode = record.mode();
    match (record.play().end(), record.closing()) {
        (Some(end), _) => format!("The {mode} ended: {end}."),
        (None, None) => format!("The {mode} is not concluded."),
        (None, Some(Closing::AtLimit(turns))) => format!("The {mode} was stopped at its limit of {turns} turns."),
        (None, Some(Closing::Agreed)) => "The players agreed on a draw.".to_owned(),
        (None, Some(Closing::Resigned(army))) => format!("{army} resigned for the {}.", army.side()),
        (None, Some(_)) => format!("The players closed the {mode} before its end."),
    }
}

/// The manner of an answer as a sentence.
#[must_use]
pub fn manner(answer: &Answer) -> String {
    format!("{}: the answer is {}.", capitalised(&opposition(answer)), answer.manner)
}

/// The enemies that decide the manner of an answer, as a clause.
pub(crate) fn opposition(answer: &Answer) -> String {
    let attackers = match answer.opposing {
        0 => "no enemy attacks".to_owned(),
        1 => "one enemy attacks".to_owned(),
        many => format!("{many} enemies attack"),
    };
    format!("{attackers} the Ptah square or a square next to it")
}

/// Why a turn has no move, without saying that it has none.
pub(crate) fn no_move_sentence(turn: &PlayedTurn) -> String {
    let why = without_a_move(turn);
    capitalised(why.strip_prefix("No Move: ").unwrap_or(&why))
}

/// Why a turn has no move: the piece of the throw has none, or the whole army (RULES 4.4, 8.4).
fn without_a_move(turn: &PlayedTurn) -> String {
    match turn.thrown {
        Some(ThrownDie { instead_of_king: true, .. }) => {
            format!("No Move: neither the king of {} nor a pawn can move", turn.army)
        }
        Some(ThrownDie { role, .. }) => no_move(role, turn.army, &turn.position),
        None if turn.irregular.is_some() => format!("{} makes no move", turn.army),
        None => format!("{} has no move and passes", turn.army),
    }
}

/// The sentences on a turn. `querent` is `None` in a game.
pub fn turn_sentences(turn: &PlayedTurn, querent: Option<Army>, correspondences: &Correspondences) -> String {
    let mut text = match (turn.piece, turn.mv) {
        (Some(piece), Move::Step { from, to, .. }) => {
            // In a reading, which has a querent, the piece has its titles.
            let titled = |querent| format!("{},", with_titles(piece, querent, correspondences));
            format!("The {} goes from {from} to {to}.", querent.map_or_else(|| piece.to_string(), titled))
        }
        _ => format!("{}.", without_a_move(turn)),
    };
    if let Some(against) = turn.irregular {
        text.push_str(&format!(" Irregular, recorded as played: {against}."));
    }
    if turn.piece.is_some() && turn.thrown.is_some_and(|thrown| thrown.instead_of_king) {
        text.push_str(" It moves in place of the king, who cannot move.");
    }
    for clause in clauses(turn) {
        text.push_str(&match is_about_piece(&clause) {
            true => format!(" It {clause}."),
            false => format!(" {}.", capitalised(&clause)),
        });
    }
    text
}

/// A turn in one sentence: `The knight of Water, Sebek, went from g4 to e3.` The god-form is left out in a game, which has no
/// `querent`.
pub fn turn_sentence(turn: &PlayedTurn, querent: Option<Army>, correspondences: &Correspondences) -> String {
    let (Some(piece), Move::Step { from, to, .. }) = (turn.piece, turn.mv) else {
        return format!("{}.", without_a_move(turn));
    };
    let god = querent.map_or(String::new(), |_| format!(", {},", correspondences.piece(piece).god));
    format!("The {piece}{god} went from {from} to {to}.")
}
