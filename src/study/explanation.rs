//! A reading taken apart: everything that is told of it, derived once.

use serde::Serialize;

use crate::chess::{Army, Board, Kind, Square};
use crate::lore::Lore;
use crate::record::{self, Record};
use crate::render::AnswerAccount;

use super::landings::{By, Share, Tally, Trait, Whose, landings};
use super::phase::{Span, spans};
use super::{Aspect, Conflict, Road, TurningPoint, aspects, conflicts, json, roads, turning_points};

/// What a record comes to.
///
/// A game that is no reading has phases, turning points, conflicts, roads and notes; what rests on a question it has not.
///
/// ```no_run
/// use enochian::{journal, lore::Lore, study::Explanation};
/// let lore = Lore::embedded();
/// let record = journal::read("journals/2026-11-21-is-my-brother-happy.md".as_ref(), lore).unwrap();
/// let explanation = Explanation::of(&record, lore);
/// println!("{} turning points", explanation.turning_points.len());
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Explanation {
    /// The question, or the name of the game.
    pub title: String,
    /// The board, by its element.
    #[serde(serialize_with = "json::word")]
    pub board: Board,
    /// The querent's army.
    #[serde(serialize_with = "json::word_or_null")]
    pub querent: Option<Army>,
    /// The square of the Ptah.
    #[serde(serialize_with = "json::word_or_null")]
    pub ptah: Option<Square>,
    /// The answer as it stands.
    pub answer: Option<AnswerAccount>,
    /// How many turns there are.
    pub turns: usize,
    /// Opening, middle and end.
    pub phases: Vec<Span>,
    /// The turns that turned the game.
    pub turning_points: Vec<TurningPoint>,
    /// The landings: of all, for and against the querent, and of each army.
    pub landings: Vec<Share>,
    /// What the landings say of time.
    pub time: Vec<Pace>,
    /// The turns that each army lost.
    pub delays: Vec<Delay>,
    /// Every capture.
    pub conflicts: Vec<Conflict>,
    /// What bears upon the Ptah square.
    pub aspects: Vec<Aspect>,
    /// The road of every piece.
    pub roads: Vec<Road>,
    /// The checks to the querent's king: the turn, and the army that gave it.
    pub checks: Vec<Check>,
    /// The words of the players.
    pub notes: Vec<Note>,
}

/// A check to the querent's king.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// The turn.
    pub turn: u32,
    /// By which army.
    #[serde(serialize_with = "json::word")]
    pub by: Army,
}

/// The turns that an army lost: its No Moves, in a game its passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Delay {
    /// The army.
    #[serde(serialize_with = "json::word")]
    pub army: Army,
    /// How many turns it had.
    pub of: u32,
    /// Those that it lost.
    pub turns: Vec<u32>,
    /// The longest run of turns lost one after another.
    pub longest: u32,
}

/// An element or a quality, and what it says of time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pace {
    /// The element or the quality.
    #[serde(rename = "name", serialize_with = "json::word")]
    pub of: Trait,
    /// The element's pace or the quality's span, in the words of the data.
    pub says: String,
    /// The turns that landed there.
    pub turns: Vec<u32>,
}

/// Words of a player, or of whoever remarked on it afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Note {
    /// The turn then being played, or that it is about; none for the whole.
    pub turn: Option<u32>,
    /// The words.
    pub words: String,
    /// Whether that turn was taken back, so that the words are not about the one that stands.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub taken_back: bool,
}

impl Note {
    /// Whether it is about this turn, as it stands.
    pub fn is_on(&self, turn: u32) -> bool {
        self.turn == Some(turn) && !self.taken_back
    }
}

impl Explanation {
    /// Derives everything from the standing turns.
    pub fn of(record: &Record, lore: &Lore) -> Explanation {
        let matter = &record.heading().matter;
        let turns = record.turns();
        let numbers: Vec<u32> = turns.iter().map(|turn| turn.ply).collect();
        let shares = matter.querent().map_or(Vec::new(), |querent| shares(record, querent, lore));
        Explanation {
            title: matter.title().to_owned(),
            board: matter.board(),
            querent: matter.querent(),
            ptah: matter.ptah(),
            answer: AnswerAccount::of(record),
            turns: turns.len(),
            phases: spans(&numbers),
            turning_points: turning_points(record),
            time: shares.first().map_or(Vec::new(), |all| time(all, lore)),
            landings: shares,
            delays: Army::ALL.map(|army| delay(record, army)).to_vec(),
            conflicts: conflicts(record, lore),
            aspects: aspects(record),
            roads: roads(record, lore),
            checks: checks(record),
            notes: notes(record),
        }
    }

    /// A part of the landings; only readings have them.
    pub fn share(&self, whose: Whose) -> Option<&Share> {
        self.landings.iter().find(|share| share.whose == whose)
    }

    /// The road of the querent's king.
    pub fn kings_road(&self) -> Option<&Road> {
        let querent = self.querent?;
        self.roads.iter().find(|road| road.piece.army == querent && road.piece.kind == Kind::King)
    }
}

fn shares(record: &Record, querent: Army, lore: &Lore) -> Vec<Share> {
    let landings = landings(record, lore);
    let [before, after] = querent.enemies();
    let armies = [querent, querent.partner(), before, after].map(Whose::Army);
    let whose = [Whose::All, Whose::For, Whose::Against].into_iter().chain(armies);
    whose.map(|whose| Share::of(whose, &landings, querent, lore)).collect()
}

/// The paces of the elements and the spans of the qualities, each kind with most landings first (ZAL).
fn time(all: &Share, lore: &Lore) -> Vec<Pace> {
    let paces = |tally: &Tally| {
        let rows = tally.most_first().into_iter();
        let pace = rows.filter_map(|row| {
            let says = match row.of {
                Trait::Element(element) => &lore.element(element).pace,
                Trait::Quality(quality) => &lore.quality(quality).time,
                _ => return None,
            };
            Some(Pace { of: row.of, says: says.clone(), turns: row.turns.clone() })
        });
        pace.collect::<Vec<_>>()
    };
    [By::Element, By::Quality].into_iter().flat_map(|by| paces(all.by(by))).collect()
}

fn delay(record: &Record, army: Army) -> Delay {
    let mut delay = Delay { army, of: 0, turns: Vec::new(), longest: 0 };
    let mut run = 0;
    for turn in record.turns().iter().filter(|turn| turn.army == army) {
        delay.of += 1;
        if turn.landing().is_some() {
            run = 0;
            continue;
        }
        delay.turns.push(turn.ply);
        run += 1;
        delay.longest = delay.longest.max(run);
    }
    delay
}

fn checks(record: &Record) -> Vec<Check> {
    let querent = record.heading().matter.querent();
    let given = record.turns().iter().filter(|turn| turn.checks.iter().any(|army| Some(*army) == querent));
    given.map(|turn| Check { turn: turn.ply, by: turn.piece.map_or(turn.army, |piece| piece.army) }).collect()
}

/// The words of the players, each with the turn that was being played when it was written; then what was remarked
/// afterwards.
pub fn notes(record: &Record) -> Vec<Note> {
    let note = |it: record::Note<'_>| Note { turn: it.ply, words: it.words.to_owned(), taken_back: it.is_taken_back };
    record.notes().into_iter().map(note).collect()
}
