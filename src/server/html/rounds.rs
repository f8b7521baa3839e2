//! What was played: a column for each army and a row for each round, or one sentence below the other.

use minijinja::Value;

use crate::chess::Kind;
use crate::render::capitalised;

use super::super::notes::NoteView;
use super::super::page_state::{StateView, TurnView};
use super::board::{figure, piece_name};
use super::play::FollowedPiece;
use super::shown;

/// How many turns are listed at first.
const LATEST: usize = 48;
/// How a sentence begins that nobody's act has brought about.
const CHANCE: &str = "The cards: ";

/// The rounds, from the latest turns on or all, and whether some are left out.
pub(super) fn rounds(
    s: &StateView<'_>,
    shown: Option<isize>,
    followed: Option<&FollowedPiece>,
    all: bool,
) -> (Vec<Value>, bool) {
    let now = &s.now;
    let is_open = !matches!(now.state, "over" | "concluded");
    let latest = s.turns.len().saturating_sub(LATEST);
    let shown = shown.map(|index| usize::try_from(index).unwrap_or(0));
    let first = if all { 0 } else { shown.map_or(latest, |index| latest.min(index.saturating_sub(LATEST / 2))) };
    // A round begins with its first turn.
    let first = first.checked_sub(1).map_or(0, |before| {
        let round = s.turns[before].round;
        s.turns.partition_point(|it| it.round < round)
    });
    let mut rest = &s.turns[first..];
    let mut numbers: Vec<u32> = rest.iter().filter_map(|it| it.round).collect();
    numbers.extend(now.round.filter(|_| is_open));
    numbers.dedup();
    let number_shown = shown.and_then(|index| s.turns.get(index)).map(|it| it.turn);
    let row = |round: u32| {
        let (played, later) = rest.split_at(rest.partition_point(|it| it.round <= Some(round)));
        rest = later;
        let position = played.last().and_then(|it| Some(&it.played?.position));
        let is_frozen = |army: &str| army.parse().is_ok_and(|army| position.is_some_and(|it| it.is_frozen(army)));
        let cell = |army: &str| {
            let own = played.iter().filter(|it| it.actor == army);
            let turns: Vec<Value> = own.map(|it| turn_link(it, s, number_shown, followed)).collect();
            shown! {
                // Where a frozen army has no turn, the gap is named.
                is_frozen: turns.is_empty() && now.round != Some(round) && is_frozen(army),
                is_now: is_open && now.round == Some(round) && now.actor == army,
                turns,
            }
        };
        shown! { round, cells: s.setup.iter().map(|it| cell(&it.army)).collect::<Vec<_>>() }
    };
    (numbers.into_iter().map(row).collect(), first > 0)
}

fn turn_link(turn: &TurnView<'_>, s: &StateView<'_>, shown: Option<u32>, followed: Option<&FollowedPiece>) -> Value {
    let piece = turn.played.and_then(|it| it.piece);
    let throws = if turn.throw.is_some() { " throws " } else { "" };
    shown! {
        turn: turn.turn,
        // `Turn 12, Fire throws`
        spoken: format!("Turn {}, {}{throws}", turn.turn, turn.actor),
        throw: turn.throw,
        figure: piece.map(figure),
        piece: piece.map(piece_name),
        cell: &turn.cell,
        // Whether the piece only goes there.
        is_to: turn.to == turn.cell,
        is_ptah: piece.is_some_and(|it| it.kind == Kind::King) && turn.to.is_some() && turn.to == s.ptah,
        is_shown: shown == Some(turn.turn),
        is_followed: followed.is_some_and(|it| it.turns.contains(&turn.turn)),
    }
}

/// The acts, one below the other, and the notes among them.
pub(super) fn sentences(s: &StateView<'_>, shown: Option<isize>, link: impl Fn(isize) -> String) -> Vec<Value> {
    // What was written afterwards is a remark.
    let notes = || s.notes.iter().filter(|note| note.when.is_none());
    let note = |note: &NoteView| shown! { note: &note.text, taken_back: note.taken_back };
    let mut rows: Vec<Value> = notes().filter(|it| it.turn.is_none()).map(note).collect();
    for (index, step) in s.turns.iter().enumerate() {
        let irregular = step.irregular.as_deref();
        let sentence = irregular
            .map_or_else(|| step.sentence.clone(), |it| step.sentence.replace(&format!("; irregular: {it}"), ""));
        let seat = s.seats.iter().find(|seat| seat.name == step.actor);
        // What the disc says.
        let who = if seat.is_some() { format!("{}: ", step.actor) } else { CHANCE.to_owned() };
        let (who, text) = match sentence.strip_prefix(&who) {
            Some(text) => (who, capitalised(text)),
            None => (String::new(), sentence),
        };
        rows.push(shown! {
            to: link(index as isize),
            is_shown: shown == Some(index as isize),
            is_first: index == 0 || s.turns[index - 1].turn != step.turn,
            turn: step.turn,
            seat,
            who,
            text,
            irregular,
        });
        if s.turns.get(index + 1).is_none_or(|next| next.turn != step.turn) {
            rows.extend(notes().filter(|it| it.turn == Some(step.turn)).map(note));
        }
    }
    let is_played = |turn: u32| s.turns.iter().any(|it| it.turn == turn);
    rows.extend(notes().filter(|it| it.turn.is_some_and(|turn| !is_played(turn))).map(note));
    rows
}
