//! `enochian simulate plan`, and what it shares with playing and verifying designs.

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use indicatif::HumanDuration;

use crate::correspondences::Correspondences;
use crate::input::{Source, reason, safe, safe_path, shell_word};
use crate::render::{TextPage, number};
use crate::simulate::design::{CellChance, Design, DesignDir};
use crate::simulate::estimate;
use crate::simulate::output::fingerprint;

use super::super::command_error::{CommandError, CommandResult};
use super::super::number::whole;
use super::{page, page_width, print_page};

/// Plan a design of many simulations, to be published before it is played
///
/// A design is a TOML file that names a question and varies it by factors: boards, angles, squares of the Ptah, arrays,
/// rulesets, procedures, dice tables, policies, positions and limits. Every combination of their levels is a cell.
/// docs/DESIGNS.md describes the file.
///
/// The plan lists all cells with their settings and the numbers of their readings, and the SHA-256 of the design, the question,
/// the data and the program. Its own SHA-256 fixes all of them. Nothing of the design is played.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Example:\n  enochian simulate plan design.toml --out study\n  enochian simulate design study\n  \
                        enochian simulate verify study"
)]
pub(super) struct PlanDesignArgs {
    /// The design file (see docs/DESIGNS.md)
    design: PathBuf,
    /// A new folder for the plan, and for what will be played
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// The number of threads for the estimate of the time [default: all processors]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    threads: Option<u16>,
}

impl PlanDesignArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        let source = Source::read(&self.design, Source::TOML_LIMIT)?;
        let design = Design::read(&source, correspondences)?;
        // As the design names it, seen from its own folder.
        let question = self.design.parent().unwrap_or(Path::new("")).join(&design.question);
        let question = Source::read(&question, Source::TOML_LIMIT)?;
        let planned = DesignDir::create(&self.out, &source, &question, correspondences, &executable()?)?;
        let threads = threads(self.threads);
        let time = estimate(planned.cells().iter().map(|cell| &cell.plan), threads);
        print_page(&planned_page(&planned, &self.out, time, threads))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The SHA-256 of the file of this program.
pub(super) fn executable() -> CommandResult<String> {
    let path = env::current_exe().map_err(|error| {
        CommandError::from(error)
            .context("cannot find the file of this program, whose SHA-256 the plan needs".to_owned())
    })?;
    fingerprint(&path).map_err(|error| {
        problem!(
            "{}, whose SHA-256 the plan needs, cannot be read: {}; allow reading it, then try again",
            safe_path(&path),
            reason(&error)
        )
    })
}

pub(super) fn threads(asked: Option<u16>) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    asked.map_or_else(all, usize::from)
}

/// The page of a planned design.
fn planned_page(planned: &DesignDir, folder: &Path, time: Duration, threads: usize) -> String {
    let (design, plan) = (planned.design(), planned.plan());
    let mut page = TextPage::new(page_width());
    let mut part = |heading: &str, facts: &[(&str, String)]| {
        page::heading(&mut page, heading);
        let width = facts.iter().map(|(label, _)| label.len()).max().unwrap_or(0);
        facts.iter().for_each(|(label, words)| page.fact(label, width, &safe(words)));
    };
    let levels = design.factors.iter().map(|factor| (factor.name, factor.levels().collect::<Vec<_>>().join(", ")));
    part("The factors", &levels.collect::<Vec<_>>());
    let question = planned.cells().first().map_or("", |cell| cell.plan.question.text.as_str());
    let mut facts = vec![
        ("question", question.to_owned()),
        ("cells", cells(design, plan.cells.len() as u64)),
        ("readings", readings(design, plan.readings)),
        ("time", took(time, threads)),
    ];
    if let Some(spec) = design.tables {
        facts.insert(3, ("tables", format!("of all readings, {} as {}", spec.level, spec.format)));
    }
    part("The cells", &facts);
    part("The plan, to be published before it is played", &[("SHA-256", planned.digest().to_owned())]);
    let way_on = format!("\nIt is the SHA-256 of {}. Play it with:\n", shell_word(folder.join("plan.json")));
    page.finish() + &way_on + &format!("  {}\n", DesignDir::play_command(folder))
}

fn cells(design: &Design, played: u64) -> String {
    let (all, played) = (design.combinations(), number(played));
    match design.fraction {
        _ if number(all) == played => format!("all {played} combinations"),
        1 => format!("{played} of {} combinations; the rules do not allow the others", number(all)),
        fraction => format!("{played} of {} combinations, one in {fraction}", number(all)),
    }
}

fn readings(design: &Design, all: u64) -> String {
    let (each, all, seed) = (number(design.readings), number(all), design.seed);
    match design.chance {
        CellChance::Own => {
            format!("{each} in each cell, {all} in all: others in each, of seed {seed}")
        }
        CellChance::Shared => {
            format!("{each} in each cell, {all} in all: the same in each, of seed {seed}")
        }
    }
}

fn took(time: Duration, threads: usize) -> String {
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    match time.as_secs() {
        0 => format!("less than a second on {threads}"),
        _ => format!("about {} on {threads}", HumanDuration(time)),
    }
}
