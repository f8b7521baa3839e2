//! `enochian journal pivots`.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use crate::chess::Move;
use crate::input::{safe, safe_path, shell_word, shown_path};
use crate::interpretation::{DecisiveKind, decisive, pivot};
use crate::journal::{self, IndexEntry, Metadata};
use crate::player::Level;
use crate::record::{Branch, EnochianRecord};
use crate::render::{TextPage, list};

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::journal_names;
use super::super::lookup::print_page;
use super::super::number::whole;
use super::super::print_json;
use super::super::terminal::page_width;
use super::{branch, costly};

/// List what decided a reading or a game and what would have been better, or try that
///
/// In a reading they are the fall of a king of the querent's side, and a check on the querent's king
/// on the Ptah. The pivot of an event is the last turn of the querent's side in which
/// another move, with the same throw, would have stopped it (docs/INTERPRETATION.md, 6).
/// The branches of the reading are listed too.
///
/// With a turn, the moves that its throw allowed are listed. With one of them, a branch
/// begins: a journal of its own with the same turns, then this move, then new throws.
/// Its answer stands beside that of the reading, which stays as it is.
///
/// In a game they are the turns that cost their side most by the estimate of the program,
/// each with what it would have played. The same level finds the same turns.
///
/// Examples:
///   enochian journal pivots
///   enochian journal pivots brother --json
///   enochian journal branch brother 79
///   enochian journal branch brother 79 Nh5f4
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, visible_alias = "branch")]
pub(super) struct PivotsArgs {
    /// The journal: a path, part of its name, or @ for the latest
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// The turn from which it goes another way
    #[arg(value_name = "TURN", value_parser = whole(1..=u32::MAX))]
    turn: Option<u32>,
    /// The other move, such as Nh5f4
    #[arg(value_name = "MOVE")]
    mv: Option<Move>,
    /// In a game, the level of the program that judges: level-1 to level-4 [default: level-3]
    #[arg(long, value_name = "LEVEL", conflicts_with = "turn")]
    level: Option<Level>,
    /// Print JSON
    #[arg(long, conflicts_with = "turn")]
    json: bool,
}

#[derive(Serialize)]
struct PivotsJson {
    events: Vec<DecisiveRow>,
    branches: Vec<BranchRow>,
}

/// A decisive event.
#[derive(Serialize)]
struct DecisiveRow {
    turn: u32,
    /// `king taken`, or `check on the Ptah`.
    event: &'static str,
    /// The army of the king.
    king: String,
    pivot: Option<PivotRow>,
    /// Whether it cannot be told what some other move would have led to.
    unclear: bool,
}

/// Its pivot.
#[derive(Serialize)]
struct PivotRow {
    turn: u32,
    throw: u8,
    played: String,
    /// The moves that would have stopped it.
    moves: Vec<String>,
}

/// A branch of the reading.
#[derive(Serialize)]
pub(super) struct BranchRow {
    name: String,
    path: String,
    turn: u32,
    #[serde(rename = "move")]
    mv: Move,
    answer: String,
}

impl PivotsArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let path = journal_names::find(cx, &self.journal)?;
        if let Some(turn) = self.turn {
            print_page(&branch::at(&path, turn, self.mv, cx)?)?;
            return Ok(ExitCode::SUCCESS);
        }
        let record = journal::read(&path, cx.correspondences)?;
        record.check_not_quiet()?;
        let reading = record.enochian().filter(|it| it.subject().question().is_some());
        let Some(reading) = reading else {
            return costly::print(&record, self.level.unwrap_or(Level::USUAL), self.json).map(|()| ExitCode::SUCCESS);
        };
        if self.level.is_some() {
            misuse!(
                "{} is a reading, whose pivots need no search; name a game, or leave out --level",
                safe_path(&path)
            );
        }
        let events = events(reading);
        let id = IndexEntry::read(&path, cx.correspondences).and_then(|entry| entry.metadata.ok()).map(|it| it.id);
        let entries = journal_names::list(cx)?;
        let branches: Vec<BranchRow> =
            entries.iter().filter_map(|entry| BranchRow::of(entry, id.as_deref()?)).collect();
        if self.json {
            print_json(&PivotsJson { events, branches })?;
        } else {
            print_page(&page(reading, &events, &branches, &shell_word(&path)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl BranchRow {
    /// A journal, if it is a branch of the reading with this id.
    fn of(entry: &IndexEntry, parent: &str) -> Option<BranchRow> {
        let Metadata { branch, answer, .. } = entry.metadata.as_deref().ok()?;
        let Branch { turn, mv, .. } = branch.as_ref().filter(|branch| branch.of == parent)?;
        let (name, path) = (entry.name(), shown_path(&entry.path));
        Some(BranchRow { name, path, turn: *turn, mv: *mv, answer: answer.clone() })
    }
}

fn events(record: EnochianRecord<'_>) -> Vec<DecisiveRow> {
    let row = |event| {
        let pivot = pivot(record, event);
        let played = |turn: u32| record.turns().iter().find(|it| it.ply == turn).map_or(Move::Pass, |it| it.mv);
        let (name, king) = match event.kind {
            DecisiveKind::KingTaken(army) => ("king taken", Some(army)),
            DecisiveKind::CheckOnPtah => ("check on the Ptah", record.subject().querent()),
        };
        DecisiveRow {
            turn: event.turn,
            event: name,
            king: king.map_or_else(String::new, |army| army.to_string()),
            unclear: pivot.unclear,
            pivot: pivot.choice.map(|choice| PivotRow {
                turn: choice.turn,
                throw: choice.throw.number(),
                played: played(choice.turn).to_string(),
                moves: choice.moves.iter().map(Move::to_string).collect(),
            }),
        }
    };
    decisive(record).into_iter().map(row).collect()
}

fn page(record: EnochianRecord<'_>, events: &[DecisiveRow], branches: &[BranchRow], name: &str) -> String {
    let mut page = TextPage::new(page_width());
    page.heading(&safe(record.subject().title()));
    if events.is_empty() {
        page.paragraph(
            "Nothing decided it against the querent: no king of the querent's side was taken, and none was checked on the Ptah.",
        );
    }
    for event in events {
        let what = match event.event {
            "king taken" => format!("the king of {} was taken", event.king),
            _ => format!("the king of {} was checked on the Ptah", event.king),
        };
        let words = match &event.pivot {
            Some(PivotRow { turn, throw, played, moves }) => format!(
                "{what}. The pivot is turn {turn}, with the throw {throw}: {played} was played, and {} would have stopped it.",
                list(moves)
            ),
            None if event.unclear => format!("{what}. No other move can be shown to have stopped it."),
            None => format!("{what}. No other move of the querent's side would have stopped it."),
        };
        page.item(&format!("turn {}", event.turn), &words);
    }
    if let Some(PivotRow { turn, moves, .. }) = events.iter().rev().find_map(|event| event.pivot.as_ref()) {
        page.gap();
        page.paragraph("What chance makes of each move of that throw, and how to play on with another:");
        page.raw(&format!("  enochian simulate --from-journal {name} --turn {turn}"));
        page.raw(&format!("  enochian journal branch {name} {turn} {}", moves.first().map_or("", String::as_str)));
    }
    if !branches.is_empty() {
        page.heading("Branches");
        let row = |it: &BranchRow| {
            vec![it.turn.to_string(), it.mv.to_string(), it.answer.clone(), safe(&it.name).into_owned()]
        };
        page.table(&["turn", "move", "answer", "journal"], &branches.iter().map(row).collect::<Vec<_>>());
    }
    page.finish()
}
