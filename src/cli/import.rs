//! `enochian import`: a sheet becomes a journal.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::correspondences::Correspondences;
use crate::input::{Source, safe};
use crate::journal::Journal;
use crate::render::capitalised;
use crate::sheet::{self, ImportOptions};

use super::play::args::writable;
use super::play::{now, screen};
use super::settings::Settings;
use super::stdout;

/// No sheet is longer than this, in bytes.
const LIMIT: u64 = 16 << 20;

/// Read a game or a reading in sheet notation, and make a journal of it.
///
/// The sheet is played through. What does not fit is told with its line, the
/// reason, and the moves that were open; then nothing is written.
///
/// Examples:
///   enochian import game.txt
///   enochian import old-game.txt --as-played
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ImportArgs {
    /// The sheet, a text file as docs/SHEET.md describes it; - reads it from standard input.
    #[arg(value_name = "SHEET")]
    sheet: PathBuf,

    /// Keep turns that break the duty of a king in check, marked irregular, as the game was played.
    #[arg(long)]
    as_played: bool,
}

impl ImportArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let source = match self.sheet == Path::new("-") {
            true => Source::read_from("standard input", io::stdin().lock(), LIMIT)?,
            false => Source::read(&self.sheet, LIMIT)?,
        };
        let keeping = ImportOptions { begun: now(), as_played: self.as_played };
        let record = sheet::read(&source, &keeping, correspondences)?;
        let journal = Journal::save_new(&writable(settings)?, &record, correspondences)?;
        let (turns, mode) = (record.turns().len(), record.mode());
        let irregular = record.turns().iter().filter(|turn| turn.irregular.is_some()).count();
        let mut out = stdout::styled();
        writeln!(
            out,
            "{} of {turns} turns: {}",
            capitalised(mode.name()),
            safe(&journal.path().display().to_string())
        )?;
        match irregular {
            0 => {}
            1 => writeln!(out, "One turn is against the rules, and is kept as it was played.")?,
            many => writeln!(out, "{many} turns are against the rules, and are kept as they were played.")?,
        }
        write!(out, "{}", screen::outcome(&record))?;
        Ok(ExitCode::SUCCESS)
    }
}
