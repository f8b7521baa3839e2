//! `enochian import`: a sheet becomes a journal.

use std::io::{self};

use crate::cli::prelude::*;
use crate::input::Source;
use crate::journal::{Journal, find_same};
use crate::render::capitalised;
use crate::sheet::{self, ImportOptions};

use super::play::args::writable;
use super::play::{now, view};

/// No sheet is longer than this, in bytes.
const LIMIT: u64 = 16 << 20;

/// Import a game or reading in sheet notation as a journal
///
/// Every move is checked. Errors are reported with their line, the reason and
/// the legal moves; then no journal is written. A sheet whose turns are in a
/// journal already is imported only with --again.
///
/// Examples:
///   enochian import game.txt
///   enochian import old-game.txt --as-played
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ImportArgs {
    /// The sheet, a text file (see docs/JOURNAL.md), or - for standard input
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,

    /// Keep turns that leave a king in check, marked as irregular
    #[arg(long)]
    as_played: bool,

    /// Import it even if a journal has the same turns
    #[arg(long)]
    again: bool,
}

impl ImportArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let source = match self.sheet == Path::new("-") {
            true => Source::read_from("standard input", io::stdin().lock(), LIMIT)?,
            false => Source::read(&self.sheet, LIMIT)?,
        };
        let keeping = ImportOptions { begun: now(), as_played: self.as_played };
        let record = sheet::read(&source, &keeping, cx.correspondences)?;
        let folder = writable(cx.settings)?;
        if let Some(same) = find_same(&folder, record.known_enochian(), cx.correspondences).filter(|_| !self.again) {
            let (mode, same) = (record.mode().name(), safe_path(&same));
            fail!("this {mode} is already in {same}, so it was not imported; to have it twice, add --again");
        }
        let journal = Journal::save_new(&folder, &record, cx.correspondences)?;
        let record = journal.record().known_enochian();
        let (turns, mode) = (record.turns().len(), record.mode());
        let irregular = record.turns().iter().filter(|turn| turn.irregular.is_some()).count();
        let irregular = match irregular {
            0 => String::new(),
            1 => "One turn breaks the rules and is marked as irregular.\n".to_owned(),
            many => format!("{many} turns break the rules and are marked as irregular.\n"),
        };
        let (mode, path) = (capitalised(mode.name()), safe_path(journal.path()));
        let imported = ScreenText::from(format!("{mode} of {turns} turns: {path}\n{irregular}"));
        print_page(imported + view::outcome(&record, *cx))
    }
}
