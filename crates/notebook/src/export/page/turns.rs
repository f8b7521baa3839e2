//! The standing turns of a page.

use serde::Serialize;

use crate::correspondences::{Correspondences, Gloss};
use crate::input::safe;
use crate::record::{EnochianRecord, Record};
use crate::render::{ShownAct, action, turn_sentences};
use crate::session::PlayedTurn;

use super::between_turns::{BetweenTurns, Commentary, PageNote};

/// A turn, or an act of one of the other games.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct PageTurn {
    /// The text between the previous turn and this one.
    pub interlude: Option<BetweenTurns>,
    /// Its number.
    pub ply: u32,
    /// The army whose turn it was, or who acted.
    pub army: String,
    /// The throw, in a reading.
    pub throw: Option<u8>,
    /// The actions before the move.
    pub before: Vec<String>,
    /// The move, with its text on a sheet if that is another: `Nc8d6 · N2c`; or the text of the act. Empty for a turn without a move.
    pub played: String,
    /// Whether it is an irregular act of one of the other games.
    pub is_irregular: bool,
    /// The sentences on the turn.
    pub sentences: String,
    /// The gloss of the square landed on, in a reading; `None` while it is quiet.
    pub gloss: Option<Gloss>,
    /// The notes and remarks on the turn.
    pub notes: Vec<PageNote>,
}

/// The turns of a record, and the text after the last.
pub(super) fn turns(
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> (Vec<PageTurn>, Option<BetweenTurns>) {
    let subject = &record.subject();
    let mut course = Commentary::of(&record);
    // A game has no querent, and its squares no meaning.
    let querent = subject.querent().filter(|_| !record.is_quiet());
    let gloss = |turn: &PlayedTurn| {
        let (querent, square) = (querent?, turn.landing()?);
        Some(correspondences.gloss(subject.board(), square, turn.piece, Some(querent)))
    };
    let mut page_turn = |(row, turn): (usize, &PlayedTurn)| PageTurn {
        interlude: course.interludes.remove(&row),
        ply: turn.ply,
        army: turn.army.to_string(),
        throw: turn.thrown.map(|thrown| thrown.throw.number()),
        before: turn.before.iter().map(|before| action(before, turn.army)).collect(),
        played: match (turn.landing(), turn.mv.to_string()) {
            (None, _) => String::new(),
            (Some(_), mv) if mv == turn.sheet => mv,
            (Some(_), mv) => format!("{mv} · {}", turn.sheet),
        },
        is_irregular: false,
        sentences: turn_sentences(turn, querent, correspondences),
        gloss: gloss(turn),
        notes: course.notes.remove(&row).unwrap_or_default(),
    };
    let turns: Vec<PageTurn> = record.turns().iter().enumerate().map(&mut page_turn).collect();
    let after = course.rest(turns.len());
    (turns, after)
}

/// The acts of another game, and the text after the last.
pub(super) fn acts(record: &Record) -> (Vec<PageTurn>, Option<BetweenTurns>) {
    let mut course = Commentary::of(record);
    let act = |(row, act): (usize, ShownAct)| PageTurn {
        interlude: course.interludes.remove(&row),
        ply: act.turn,
        army: act.actor,
        throw: None,
        before: Vec::new(),
        played: safe(&act.text).into_owned(),
        is_irregular: act.irregular.is_some(),
        sentences: safe(&act.sentence).into_owned(),
        gloss: None,
        notes: course.notes.remove(&row).unwrap_or_default(),
    };
    let acts: Vec<PageTurn> = ShownAct::standing(record).into_iter().enumerate().map(act).collect();
    let after = course.rest(acts.len());
    (acts, after)
}
