//! Running a simulation with a progress bar: counting, or writing tables of all readings (`--out`, `--level`, `--format`,
//! `--part`, `--resume`).

use std::convert::Infallible;
use std::io::BufWriter;
use std::ops::Range;
use std::time::Instant;
use std::{env, fmt};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use os_display::Quotable;

use crate::cli::prelude::*;
use crate::correspondences::Criterion;
use crate::render::number;
use crate::simulate::output::{
    DetailLevel, RunDir, RunProgress, TableCompression, TableFormat, TableSpec, UnknownValue, check_built, stream,
};
use crate::simulate::{LandingMaps, Observer, Plan, Provenance, SimulationSummary, Tally};

use super::super::interrupt::{Stopped, workers};
use super::super::number::whole;
use super::named;

/// The options of the tables.
#[derive(Debug, clap::Args)]
pub(super) struct Out {
    /// A new folder for a table of all readings, or - for standard output
    #[arg(long, value_name = "DIR|-")]
    pub(super) out: Option<PathBuf>,
    /// The rows of the table: one for each reading, with lists of turns, or one for each turn
    #[arg(long, requires = "out", default_value_t, value_parser = named::<DetailLevel>(DetailLevel::NAMES.map(|(name, _)| name)))]
    level: DetailLevel,
    /// The file format, with or without compression; for standard output, csv or arrow [default: parquet, or csv in a program
    /// without it]
    #[arg(long, requires = "out", value_parser = formats())]
    format: Option<(TableFormat, TableCompression)>,
    /// The number of readings in each file [default: 65536; 4096 with turns]
    #[arg(long, requires = "out", value_name = "READINGS", value_parser = whole(1..=u64::MAX))]
    part: Option<u64>,
}

fn formats() -> impl TypedValueParser<Value = (TableFormat, TableCompression)> {
    let names = ["parquet", "parquet-zstd", "parquet-lz4", "csv", "arrow", "arrow-zstd", "arrow-lz4"];
    PossibleValuesParser::new(names).try_map(|name| {
        let (format, compression) = name.split_once('-').unwrap_or((name.as_str(), "none"));
        Ok::<_, UnknownValue>((format.parse()?, compression.parse()?))
    })
}

impl Out {
    /// How the tables are written.
    pub(super) fn shape(&self) -> CommandResult<TableSpec> {
        let (format, compression) = self.format.unwrap_or_default();
        check_built(format)?;
        Ok(TableSpec::new(self.level, format, self.part)?.compressed(compression)?)
    }

    /// Whether they go to standard output.
    pub(super) fn to_standard_output(&self) -> bool {
        self.out.as_deref() == Some(Path::new("-"))
    }
}

/// The results, and whether Ctrl-C stopped the simulation.
pub(super) struct Played {
    pub(super) summary: SimulationSummary,
    pub(super) stopped: Option<Stopped>,
}

/// Plays and counts.
pub(super) fn run(plan: &Plan, correspondences: &Correspondences, threads: usize) -> Played {
    let mut tally = Tally::new();
    let (done, stopped, seconds) = counted(plan, threads, Tally::new, |piece| {
        tally.merge(&piece);
        piece.readings
    });
    Played { summary: SimulationSummary::of(Provenance::of(plan, correspondences), done, &tally, seconds), stopped }
}

/// Plays with a progress bar, and passes on what was observed of each chunk, which gives back its number of readings. Returns
/// the readings that were played, whether Ctrl-C stopped it, and the seconds.
fn counted<O: Observer>(
    plan: &Plan,
    threads: usize,
    observe: impl Fn() -> O + Sync,
    mut take: impl FnMut(O) -> u64,
) -> (Range<u64>, Option<Stopped>, f64) {
    let Range { start, end } = plan.range;
    let bar = bar(end - start);
    let begun = Instant::now();
    let mut done = start..start;
    let Ok(()) = plan.run(workers(threads), observe, |range, piece| {
        bar.inc(take(piece));
        done.end = range.end;
        Ok::<(), Infallible>(())
    });
    bar.finish_and_clear();
    let stopped = (done.end < end).then(|| Stopped {
        after: after(done.end - start, end - start),
        way_on: format!("play the rest with --readings {}..{end}, or use --out for runs that can be resumed", done.end),
    });
    (done, stopped, begun.elapsed().as_secs_f64())
}

/// Plays and counts the landings on each square.
pub(super) fn landings(
    plan: &Plan,
    criterion: Criterion,
    correspondences: &Correspondences,
    threads: usize,
) -> (SimulationSummary, LandingMaps, Option<Stopped>) {
    let mut maps = LandingMaps::new(criterion);
    let (done, stopped, seconds) = counted(
        plan,
        threads,
        || LandingMaps::new(criterion),
        |piece| {
            maps.merge(&piece);
            piece.tally.readings
        },
    );
    let summary = SimulationSummary::of(Provenance::of(plan, correspondences), done, &maps.tally, seconds);
    (summary, maps, stopped)
}

/// Plays into a new folder.
pub(super) fn write(
    path: &Path,
    plan: &Plan,
    shape: TableSpec,
    correspondences: &Correspondences,
    threads: usize,
) -> CommandResult<Played> {
    go_on(path, RunDir::create(path, plan, correspondences, shape, &command())?, threads)
}

/// Resumes an interrupted run in a folder: its damaged parts, and the rest.
pub(super) fn resume(path: &Path, correspondences: &Correspondences, threads: usize) -> CommandResult<Played> {
    let folder = checking(|progress| RunDir::resume(path, correspondences, progress))?;
    let damaged = folder.damaged();
    if !damaged.is_empty() {
        let parts: String = damaged.iter().map(|part| format!("\n  {part}")).collect();
        notice(format!("warning: these parts are missing or damaged and are played again:{parts}"));
    }
    go_on(path, folder, threads)
}

fn go_on(path: &Path, mut folder: RunDir, threads: usize) -> CommandResult<Played> {
    let bar = bar(folder.left());
    let played = folder.play(workers(threads), |readings| bar.inc(readings));
    bar.finish_and_clear();
    played?;
    let (summary, wanted) = (folder.summary().clone(), folder.wanted());
    let stopped = (folder.left() > 0).then(|| Stopped {
        after: match summary.readings {
            0 => "before the first part was finished; a smaller --part is finished sooner".to_owned(),
            done => format!("{}, which are saved", after(done, wanted)),
        },
        way_on: format!("resume with: {}", RunDir::resume_command(path)),
    });
    Ok(Played { summary, stopped })
}

/// Plays to standard output.
pub(super) fn pour(
    plan: &Plan,
    shape: TableSpec,
    correspondences: &Correspondences,
    threads: usize,
) -> CommandResult<()> {
    let Range { start, end } = plan.range;
    let bar = bar(end - start);
    let out = BufWriter::new(stdout::plain());
    let written = stream(plan, correspondences, shape, workers(threads), out, |readings| bar.inc(readings));
    bar.finish_and_clear();
    let written = written?;
    if written == end - start {
        return Ok(());
    }
    let (after, way_on) =
        (after(written, end - start), format!("play the rest with --readings {}..{end}", start + written));
    Err(Stopped { after: format!("{after}; the table ends there"), way_on }.into())
}

pub(super) fn after(done: u64, wanted: u64) -> String {
    format!("after {} of {} readings", number(done), number(wanted))
}

/// Warns that a run is incomplete, whose summary could be taken for the whole.
pub(super) fn note_unfinished(folder: &Path, progress: &RunProgress) {
    let RunProgress { summary, wanted } = progress;
    if summary.readings < *wanted {
        let (done, wanted) = (number(summary.readings), number(*wanted));
        let message = format!("warning: {} has {done} of {wanted} readings", safe_path(folder));
        let way_on = RunDir::resume_command(folder);
        notice(format!("{message}\n  = help: resume with: {way_on}"));
    }
}

/// Reads all parts of a folder with a progress bar.
pub(super) fn checking<T>(read: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("  {wide_bar} {bytes} of {total_bytes} checked, {eta} left") {
        bar.set_style(style);
    }
    let done = read(&mut |read, of| {
        bar.set_length(of);
        bar.set_position(read);
    });
    bar.finish_and_clear();
    done
}

/// A progress bar for this many readings, on standard error if that is a terminal.
pub(super) fn bar(readings: u64) -> ProgressBar {
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
    let words = env::args_os().skip(1).map(|argument| argument.maybe_quote().to_string());
    ["enochian".to_owned()].into_iter().chain(words).collect::<Vec<_>>().join(" ")
}
