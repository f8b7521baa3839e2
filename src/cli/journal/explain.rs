//! `enochian journal explain`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::ValueEnum;

use crate::cli::lookup::print_page;
use crate::cli::named;
use crate::cli::print_json;
use crate::cli::settings::Settings;
use crate::cli::terminal::page_width;
use crate::journal;
use crate::lore::Lore;
use crate::record::Record;
use crate::study::{Explanation, Form, tell};

/// Tell what a reading holds: the forces, the roads, the conflicts, the turning points.
///
/// Everything told is counted from the turns and names them; the words are those
/// of the correspondences, and your notes stand beside them. What the pieces
/// landed on is compared with what even chances would bring; --statistics adds
/// how probable each count is. docs/STUDY.md says how each thing is derived.
///
/// Examples:
///   enochian journal explain
///   enochian journal explain brother --form full
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Explain {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// How much to tell.
    #[arg(long, value_enum, default_value_t)]
    form: Depth,
    /// Add the p-values: how often chance alone would bring so improbable a count.
    #[arg(long)]
    statistics: bool,
    /// Print everything as JSON, for programs.
    #[arg(long, conflicts_with_all = ["form", "statistics"])]
    json: bool,
}

/// The forms, as they are typed.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Depth {
    /// The answer, what turned it, and the forces in a few lines.
    Short,
    /// With the forces counted, the conflicts, and what bore upon the Ptah.
    #[default]
    Summary,
    /// With every army by itself, every road, and every turn.
    Full,
}

impl From<Depth> for Form {
    fn from(depth: Depth) -> Form {
        match depth {
            Depth::Short => Form::Short,
            Depth::Summary => Form::Summary,
            Depth::Full => Form::Full,
        }
    }
}

impl Explain {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let record = record(settings, &self.journal, lore)?;
        record.check_not_quiet()?;
        let explanation = Explanation::of(&record, lore);
        if self.json {
            print_json(&explanation)?;
        } else {
            print_page(&tell(&explanation, &record, self.form.into(), self.statistics, lore, page_width()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The record of the journal that a person names.
pub(super) fn record(settings: &Settings, named: &Path, lore: &Lore) -> anyhow::Result<Record> {
    Ok(journal::read(&named::find(settings, lore, named)?, lore)?)
}
