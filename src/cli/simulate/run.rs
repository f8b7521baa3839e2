//! Playing a plan while a bar shows how far it is: counted, or with every reading written as a row (`--out`, `--level`,
//! `--format`, `--part`, `--resume`).

use std::convert::Infallible;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::time::Instant;
use std::{env, fmt};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};

use crate::lore::Lore;
use crate::render::number;
use crate::simulate::output::{Folder, Format, Level, Shape, stream};
use crate::simulate::{Plan, Premises, Summary, Tally};

use super::super::number::whole;

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

/// Plays and counts.
pub(super) fn run(plan: &Plan, lore: &Lore, threads: usize) -> Summary {
    let bar = bar(plan.range.end - plan.range.start);
    let begun = Instant::now();
    let mut tally = Tally::new();
    let Ok(()) = plan.run(threads, Tally::new, |_, piece| {
        tally.merge(&piece);
        bar.inc(piece.readings);
        Ok::<(), Infallible>(())
    });
    bar.finish_and_clear();
    Summary::of(Premises::of(plan, lore), plan.range.clone(), &tally, begun.elapsed().as_secs_f64())
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

/// A bar for so many readings, drawn on standard error where that is a terminal.
fn bar(readings: u64) -> ProgressBar {
    let bar = ProgressBar::new(readings);
    let style =
        ProgressStyle::with_template("  {wide_bar} {human_pos} of {human_len} readings, {rate} a second, {eta} left");
    if let Ok(style) = style {
        let rate = |state: &ProgressState, out: &mut dyn fmt::Write| {
            let _ = out.write_str(&number(state.per_sec() as u64));
        };
        bar.set_style(style.with_key("rate", rate));
    }
    bar
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
