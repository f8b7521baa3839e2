//! What was played: a column for each army and a row for each round, or one sentence below the other.

use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use crate::render::capitalised;

use super::super::page_state::{SeatView, StateView, TurnView};
use super::board::{figure, piece_name};
use super::play::FollowedPiece;

/// How many turns are listed at first.
const LATEST: usize = 48;
/// How a sentence begins that nobody's act has brought about.
const CHANCE: &str = "The cards: ";

#[derive(Debug, Serialize)]
pub(super) struct RoundLook {
    round: u32,
    /// Whether a page has the same row already.
    version: String,
    cells: Vec<ArmyCell>,
}

#[derive(Debug, Default, Hash, Serialize)]
struct ArmyCell {
    turns: Vec<TurnLink>,
    /// Where a frozen army has no turn, the gap is named.
    is_frozen: bool,
    is_now: bool,
}

#[derive(Debug, Hash, Serialize)]
struct TurnLink {
    turn: u32,
    /// `Turn 12, Fire throws`
    spoken: String,
    throw: Option<u8>,
    figure: Option<&'static str>,
    piece: String,
    cell: String,
    /// Whether the piece only goes there.
    is_to: bool,
    is_ptah: bool,
    is_shown: bool,
    is_followed: bool,
}

/// A row of the list of sentences: an act, or a note among them.
#[derive(Debug, Serialize)]
pub(super) struct SentenceRow<'s> {
    note: Option<&'s str>,
    taken_back: bool,
    to: String,
    is_shown: bool,
    is_first: bool,
    turn: u32,
    seat: Option<&'s SeatView>,
    /// What the disc says.
    who: String,
    text: String,
    irregular: Option<&'s str>,
}

impl RoundLook {
    /// The rounds, from the latest turns on or all, and whether some are left out.
    pub(super) fn all(
        s: &StateView,
        shown: Option<isize>,
        followed: Option<&FollowedPiece>,
        all: bool,
    ) -> (Vec<RoundLook>, bool) {
        let now = &s.now;
        let is_open = !matches!(now.state, "over" | "concluded");
        let first = match shown {
            _ if all => 0,
            Some(index) => {
                s.turns.len().saturating_sub(LATEST).min(usize::try_from(index).unwrap_or(0).saturating_sub(LATEST / 2))
            }
            None => s.turns.len().saturating_sub(LATEST),
        };
        // A round begins with its first turn.
        let first = first.checked_sub(1).map_or(0, |before| {
            let round = s.turns[before].round;
            s.turns.partition_point(|it| it.round < round)
        });
        let turns = &s.turns[first..];
        let mut numbers: Vec<u32> = turns.iter().filter_map(|it| it.round).collect();
        numbers.extend(now.round.filter(|_| is_open));
        numbers.dedup();
        let number_shown = shown.and_then(|index| s.turns.get(usize::try_from(index).ok()?)).map(|it| it.turn);
        let mut rest = turns;
        let row = |round: u32| {
            let (played, later) = rest.split_at(rest.partition_point(|it| it.round <= Some(round)));
            rest = later;
            let place = played.last().and_then(|it| it.place.as_ref());
            let cell = |army: &str| {
                let own = played.iter().filter(|it| it.actor == army);
                let turns: Vec<TurnLink> = own.map(|it| TurnLink::of(it, s, number_shown, followed)).collect();
                ArmyCell {
                    is_frozen: turns.is_empty()
                        && now.round != Some(round)
                        && place.is_some_and(|it| it.frozen.contains(&army)),
                    is_now: is_open && now.round == Some(round) && now.actor == army,
                    turns,
                }
            };
            let cells: Vec<ArmyCell> = s.setup.iter().map(|it| cell(&it.army)).collect();
            let mut hasher = DefaultHasher::new();
            let present = (now.round == Some(round)).then_some((now.throw, now.state, shown.is_none()));
            // The links of a row have the piece that is followed.
            (&cells, present, followed.map(|it| &it.piece)).hash(&mut hasher);
            RoundLook { round, version: format!("{:x}", hasher.finish()), cells }
        };
        (numbers.into_iter().map(row).collect(), first > 0)
    }
}

impl TurnLink {
    fn of(turn: &TurnView, s: &StateView, shown: Option<u32>, followed: Option<&FollowedPiece>) -> TurnLink {
        let piece = turn.piece.as_deref();
        let cell = turn.cell.clone().unwrap_or_default();
        let throws = if turn.throw.is_some() { " throws " } else { "" };
        TurnLink {
            turn: turn.turn,
            spoken: format!("Turn {}, {}{throws}", turn.turn, turn.actor),
            throw: turn.throw,
            figure: piece.map(figure),
            piece: piece.map(piece_name).unwrap_or_default(),
            is_to: turn.to.as_ref() == Some(&cell),
            is_ptah: piece.is_some_and(|it| it.ends_with('K')) && turn.to.is_some() && turn.to == s.ptah,
            is_shown: shown == Some(turn.turn),
            is_followed: followed.is_some_and(|it| it.turns.contains(&turn.turn)),
            cell,
        }
    }
}

impl<'s> SentenceRow<'s> {
    pub(super) fn all(s: &'s StateView, shown: Option<isize>, link: impl Fn(isize) -> String) -> Vec<SentenceRow<'s>> {
        // What was written afterwards is a remark.
        let notes = || s.notes.iter().filter(|note| note.when.is_none());
        let note = |note: &'s super::super::page_state::NoteView| SentenceRow {
            note: Some(note.text.as_str()),
            taken_back: note.taken_back,
            to: String::new(),
            is_shown: false,
            is_first: false,
            turn: 0,
            seat: None,
            who: String::new(),
            text: String::new(),
            irregular: None,
        };
        let mut rows: Vec<SentenceRow<'s>> = notes().filter(|it| it.turn.is_none()).map(note).collect();
        for (index, step) in s.turns.iter().enumerate() {
            let is_first = index == 0 || s.turns[index - 1].turn != step.turn;
            rows.push(SentenceRow::of(step, s, (index as isize, shown), is_first, &link));
            if s.turns.get(index + 1).is_none_or(|next| next.turn != step.turn) {
                rows.extend(notes().filter(|it| it.turn == Some(step.turn)).map(note));
            }
        }
        let is_played = |turn: u32| s.turns.iter().any(|it| it.turn == turn);
        rows.extend(notes().filter(|it| it.turn.is_some_and(|turn| !is_played(turn))).map(note));
        rows
    }

    fn of(
        step: &'s TurnView,
        s: &'s StateView,
        (index, shown): (isize, Option<isize>),
        is_first: bool,
        link: &impl Fn(isize) -> String,
    ) -> SentenceRow<'s> {
        let irregular = step.irregular.as_deref();
        let sentence = irregular
            .map_or_else(|| step.sentence.clone(), |it| step.sentence.replace(&format!("; irregular: {it}"), ""));
        let seat = s.seats.iter().find(|seat| seat.name == step.actor);
        let who = if seat.is_some() { format!("{}: ", step.actor) } else { CHANCE.to_owned() };
        let (who, text) = match sentence.strip_prefix(&who) {
            Some(text) => (who, capitalised(text)),
            None => (String::new(), sentence),
        };
        SentenceRow {
            note: None,
            taken_back: false,
            to: link(index),
            is_shown: shown == Some(index),
            is_first,
            turn: step.turn,
            seat,
            who,
            text,
            irregular,
        }
    }
}
