//! The standing turns of a page.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use crate::chess::{Move, Piece, Square};
use crate::correspondences::{Correspondences, Gloss};
use crate::input::safe;
use crate::record::{EnochianRecord, Record};
use crate::render::{ShownAct, action, house, turn_sentences};
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
    /// The move: `Nc8d6`, or the text of the act.
    pub mv: String,
    /// The move in sheet notation; empty in the other games.
    pub sheet: String,
    /// Whether it is an irregular act of one of the other games.
    pub is_irregular: bool,
    /// The sentences on the turn.
    pub sentences: String,
    /// The square landed on; `None` for a turn without a move.
    ///
    /// It is not serialized: many turns share a gloss.
    #[serde(skip)]
    pub landing: Option<PageLanding>,
    /// The notes and remarks on the turn.
    pub notes: Vec<PageNote>,
}

/// A square landed on.
#[derive(Clone, Debug)]
pub struct PageLanding {
    /// The square it moved from.
    pub from: String,
    /// The square it moved to.
    pub to: String,
    /// The piece, as before the move: `queen of Air`.
    pub piece: String,
    /// The gloss of the square and the piece; `None` while the reading is quiet.
    pub gloss: Option<Arc<Gloss>>,
    /// The house: `10th house: career, honour, rulers`, or that there is none; empty while the reading is quiet.
    pub house: String,
}

/// The turns of a record, and the text after the last.
pub(super) fn turns(
    record: EnochianRecord<'_>,
    correspondences: &Correspondences,
) -> (Vec<PageTurn>, Option<BetweenTurns>) {
    let subject = &record.subject();
    let mut course = Commentary::of_turns(record);
    let querent = subject.querent().filter(|_| !record.is_quiet());
    let mut landings = Landings { record, correspondences, seen: HashMap::new() };
    let mut page_turn = |(row, turn): (usize, &PlayedTurn)| PageTurn {
        interlude: course.interludes.remove(&row),
        ply: turn.ply,
        army: turn.army.to_string(),
        throw: turn.thrown.map(|thrown| thrown.throw.number()),
        before: turn.before.iter().map(|before| action(before, turn.army)).collect(),
        mv: turn.mv.to_string(),
        sheet: turn.sheet.clone(),
        is_irregular: false,
        sentences: turn_sentences(turn, querent, correspondences),
        landing: landings.of(turn),
        notes: course.notes.remove(&row).unwrap_or_default(),
    };
    let turns: Vec<PageTurn> = record.turns().iter().enumerate().map(&mut page_turn).collect();
    let after = course.rest(turns.len());
    (turns, after)
}

/// The acts of another game, and the text after the last.
pub(super) fn acts(record: &Record) -> (Vec<PageTurn>, Option<BetweenTurns>) {
    let mut course = Commentary::of_acts(record);
    let act = |(row, act): (usize, ShownAct)| PageTurn {
        interlude: course.interludes.remove(&row),
        ply: act.turn,
        army: act.actor,
        throw: None,
        before: Vec::new(),
        mv: safe(&act.text).into_owned(),
        sheet: String::new(),
        is_irregular: act.irregular.is_some(),
        sentences: safe(&act.sentence).into_owned(),
        landing: None,
        notes: course.notes.remove(&row).unwrap_or_default(),
    };
    let acts: Vec<PageTurn> = ShownAct::standing(record).into_iter().enumerate().map(act).collect();
    let after = course.rest(acts.len());
    (acts, after)
}

/// The landings of a record. The same pieces land on the same squares again and again, so their glosses are shared.
struct Landings<'r> {
    record: EnochianRecord<'r>,
    correspondences: &'r Correspondences,
    /// The gloss and the house of a square for a piece, as in [`PageLanding`].
    seen: HashMap<(Square, Piece), (Arc<Gloss>, String)>,
}

impl Landings<'_> {
    fn of(&mut self, turn: &PlayedTurn) -> Option<PageLanding> {
        let (Move::Step { from, to, .. }, Some(piece)) = (turn.mv, turn.piece) else { return None };
        let subject = &self.record.subject();
        let (gloss, house) = match self.record.is_quiet() {
            true => (None, String::new()),
            false => {
                let (gloss, house) = self.seen.entry((to, piece)).or_insert_with(|| {
                    let gloss = self.correspondences.gloss(subject.board(), to, Some(piece), subject.querent());
                    let house = house(&gloss);
                    (Arc::new(gloss), house)
                });
                (Some(Arc::clone(gloss)), house.clone())
            }
        };
        Some(PageLanding { from: from.to_string(), to: to.to_string(), piece: piece.to_string(), gloss, house })
    }
}
