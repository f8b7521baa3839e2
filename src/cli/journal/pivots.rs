//! `enochian journal pivots`.

use serde::Serialize;

use crate::chess::Move;
use crate::cli::prelude::*;
use crate::interpretation::{DecisiveEvent, DecisiveKind, Pivot, PivotChoice, decisive, pivot};
use crate::journal::{self, IndexEntry, Metadata};
use crate::player::Level;
use crate::record::{Branch, EnochianRecord};
use crate::render::{TextPage, list};

use super::super::number::whole;
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
/// each with what it would have played.
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
    /// Print JSON
    #[arg(long, conflicts_with = "turn")]
    json: bool,
}

#[derive(Serialize)]
struct PivotsJson<'e> {
    events: Vec<EventWithPivot>,
    branches: Vec<&'e IndexEntry>,
}

#[derive(Serialize)]
struct EventWithPivot {
    #[serde(flatten)]
    event: DecisiveEvent,
    #[serde(flatten)]
    pivot: Pivot,
}

impl PivotsArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let path = journal_names::find(cx, &self.journal)?;
        if let Some(turn) = self.turn {
            return print_page(branch::at(&path, turn, self.mv, cx)?);
        }
        let record = journal::read(&path, cx.correspondences)?;
        record.check_not_quiet()?;
        let reading = record.enochian().filter(|it| it.subject().question().is_some());
        let Some(reading) = reading else {
            return costly::print(&record, Level::USUAL, self.json);
        };
        let with_pivot = |event| EventWithPivot { event, pivot: pivot(reading, event) };
        let events = decisive(reading).into_iter().map(with_pivot).collect();
        let id = IndexEntry::read(&path, cx.correspondences).and_then(|entry| entry.metadata.ok()).map(|it| it.id);
        let entries = journal_names::list(cx)?;
        let branches =
            entries.iter().filter(|it| branch_of(it).is_some_and(|(_, branch)| Some(&branch.of) == id.as_ref()));
        let found = PivotsJson { events, branches: branches.collect() };
        print_either(self.json, &found, || page(reading, &found, &shell_word(&path)))
    }
}

fn branch_of(entry: &IndexEntry) -> Option<(&Metadata, &Branch)> {
    let metadata = entry.metadata.as_deref().ok()?;
    Some((metadata, metadata.branch.as_ref()?))
}

fn page(record: EnochianRecord<'_>, PivotsJson { events, branches }: &PivotsJson<'_>, name: &str) -> ScreenText {
    let mut page = TextPage::new(page_width());
    page.heading(record.subject().title());
    if events.is_empty() {
        page.paragraph(
            "Nothing decided it against the querent: no king of the querent's side was taken, and none was checked on the Ptah.",
        );
    }
    for EventWithPivot { event, pivot } in events {
        let what = match event.kind {
            DecisiveKind::KingTaken => format!("the king of {} was taken", event.king),
            DecisiveKind::CheckOnPtah => format!("the king of {} was checked on the Ptah", event.king),
        };
        let words = match &pivot.choice {
            Some(PivotChoice { turn, throw, played, moves }) => format!(
                "{what}. The pivot is turn {turn}, with the throw {throw}: {played} was played, and {} would have stopped it.",
                list(&moves.iter().map(Move::to_string).collect::<Vec<_>>())
            ),
            None if pivot.unclear => format!("{what}. No other move can be shown to have stopped it."),
            None => format!("{what}. No other move of the querent's side would have stopped it."),
        };
        page.item(format!("turn {}", event.turn), &words);
    }
    if let Some(PivotChoice { turn, moves, .. }) = events.iter().rev().find_map(|it| it.pivot.choice.as_ref()) {
        page.gap();
        page.paragraph("What chance makes of each move of that throw, and how to play on with another:");
        page.raw(format!("  enochian simulate --from-journal {name} --turn {turn}"));
        page.raw(format!("  enochian journal branch {name} {turn} {}", moves[0]));
    }
    if !branches.is_empty() {
        page.heading("Branches");
        let row = |it: &&IndexEntry| {
            let (metadata, branch) = branch_of(it)?;
            Some(vec![branch.turn.to_string(), branch.mv.to_string(), metadata.answer.clone(), it.name()])
        };
        page.table(&["turn", "move", "answer", "journal"], &branches.iter().filter_map(row).collect::<Vec<_>>());
    }
    page.finish()
}
