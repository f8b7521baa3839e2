//! Writing every reading as a row: `--out`, `--level`, `--format`, `--part`, `--resume`.

use std::env;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::lore::Lore;
use crate::simulate::output::{Folder, Format, Level, Shape, stream};
use crate::simulate::{Plan, Summary};

use super::super::number::whole;
use super::run::bar;

/// Where the readings are written, and how.
#[derive(Debug, clap::Args)]
pub(super) struct Out {
    /// Write every reading into this new folder, in parts, for other programs to read; or to standard output: -.
    #[arg(long, value_name = "DIR|-", conflicts_with = "journal")]
    pub(super) out: Option<PathBuf>,
    /// How much of each reading: a row of what it came to; also its turns, in a list; or a row for every turn.
    #[arg(long, requires = "out", default_value_t, value_parser = levels())]
    level: Level,
    /// As what: parquet, csv, or arrow. To standard output csv or arrow.
    #[arg(long, requires = "out", default_value_t, value_parser = formats())]
    format: Format,
    /// How many readings one file holds [default: 65536; 4096 with turns].
    #[arg(long, requires = "out", value_name = "READINGS", value_parser = whole(1..=u64::MAX))]
    part: Option<u64>,
}

fn levels() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(Level::NAMES.map(|(name, _)| name)).try_map(|name| name.parse::<Level>())
}

fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::NAMES.map(|(name, _)| name)).try_map(|name| name.parse::<Format>())
}

impl Out {
    /// How the tables are written.
    pub(super) fn shape(&self) -> anyhow::Result<Shape> {
        Ok(Shape::new(self.level, self.format, self.part)?)
    }

    /// Whether they go to standard output.
    pub(super) fn to_standard_output(&self) -> bool {
        self.out.as_deref() == Some(Path::new("-"))
    }
}

/// Plays into a new folder.
pub(super) fn write(path: &Path, plan: &Plan, shape: Shape, lore: &Lore, threads: usize) -> anyhow::Result<Summary> {
    go_on(Folder::create(path, plan, lore, shape, &command())?, threads)
}

/// Plays the rest into a folder where a run was broken off.
pub(super) fn resume(path: &Path, lore: &Lore, threads: usize) -> anyhow::Result<Summary> {
    go_on(Folder::resume(path, lore)?, threads)
}

fn go_on(mut folder: Folder, threads: usize) -> anyhow::Result<Summary> {
    let range = &folder.plan().range;
    let bar = bar((range.end - range.start).saturating_sub(folder.summary().readings));
    folder.play(threads, |readings| bar.inc(readings))?;
    bar.finish_and_clear();
    Ok(folder.summary().clone())
}

/// Plays to standard output.
pub(super) fn pour(plan: &Plan, shape: Shape, lore: &Lore, threads: usize) -> anyhow::Result<()> {
    let bar = bar(plan.range.end - plan.range.start);
    stream(plan, lore, shape, threads, BufWriter::new(io::stdout().lock()), |readings| bar.inc(readings))?;
    bar.finish_and_clear();
    Ok(())
}

/// The command as it was typed, for the manifest.
fn command() -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,".contains(c);
    let word = |word: String| match word.is_empty() || !word.chars().all(plain) {
        true => format!("'{}'", word.replace('\'', "'\\''")),
        false => word,
    };
    let words = env::args_os().skip(1).map(|argument| word(argument.to_string_lossy().into_owned()));
    ["enochian".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}
