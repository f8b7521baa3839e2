//! `enochian simulate design`.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use crate::correspondences::{Correspondences, Criterion};
use crate::input::{safe, safe_path};
use crate::reading::Verdict;
use crate::render::{TextPage, number, share};
use crate::simulate::SimulationSummary;
use crate::simulate::design::{CellChance, DesignDir, DesignError, FactorInteraction, PlannedCell};

use super::super::command_error::CommandResult;
use super::super::interrupt::{Stopped, workers};
use super::super::number::whole;
use super::plan_design::{executable, threads};
use super::{page, page_width, print_page, run};

/// Play a planned design, or resume it
///
/// Writes the counts of each cell, the table of all cells as cells.csv, and as cells.parquet where the program has Parquet, and
/// a receipt with the SHA-256 of every file. Ctrl-C keeps the finished cells, and the same command goes on. If the design, the question, the data or the
/// program have changed since it was planned, nothing is played.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  enochian simulate design study")]
pub(super) struct PlayDesignArgs {
    /// The folder of `enochian simulate plan`
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// The number of threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    threads: Option<u16>,
    /// Play also with another build of the program that planned it, if the version is the same
    #[arg(long)]
    other_build: bool,
}

impl PlayDesignArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        let executable = executable()?;
        let open = |progress: &mut dyn FnMut(u64, u64)| {
            DesignDir::open(&self.folder, correspondences, &executable, self.other_build, progress)
        };
        let mut design = run::checking(open)?;
        if !design.damaged().is_empty() {
            let mut err = anstream::stderr().lock();
            // If standard error cannot be written, there is no way to report it.
            let _ = writeln!(err, "warning: these files are missing or damaged and are made again:");
            design.damaged().iter().for_each(|file| drop(writeln!(err, "  {}", safe(file))));
        }
        let left = design.left().map(|cell| cell.plan.range.end - cell.plan.range.start).sum();
        let bar = run::bar(left);
        let workers = workers(threads(self.threads));
        let played = design.play(correspondences, &run::command(), workers, |readings| bar.inc(readings));
        bar.finish_and_clear();
        played?;
        let wanted = design.cells().len();
        if design.played() < wanted {
            let after = format!("after {} of {wanted} cells, which are saved", design.played());
            return Err(
                Stopped { after, way_on: format!("go on with: {}", DesignDir::play_command(&self.folder)) }.into()
            );
        }
        print_page(&self.played_page(&design)?)?;
        Ok(ExitCode::SUCCESS)
    }

    fn played_page(&self, design: &DesignDir) -> Result<String, DesignError> {
        let summaries = design.summaries()?;
        let mut page = TextPage::new(page_width());
        page::heading(&mut page, "By the Ptah, and the mean number of turns");
        for factor in &design.design().factors {
            let mut rows = vec![];
            for level in factor.levels() {
                let of_level = |cell: &PlannedCell| cell.levels.get(factor.name).is_some_and(|name| name == level);
                let counts = LevelCounts::of(summaries.iter().filter(|(cell, _)| of_level(cell)).map(|(_, one)| one));
                rows.extend((counts.readings > 0).then(|| counts.row(level, design.design().chance)));
            }
            page.table(&[factor.name, "Readings", "Yes", "No", "Turns"], &rows);
            page.gap();
        }
        put_interactions(&design.interactions()?, &mut page);
        let text = page.finish();
        let readings = number(design.plan().readings);
        let (cells, folder) = (number(summaries.len() as u64), safe_path(&self.folder));
        let parquet = if self.folder.join("cells.parquet").exists() {
            format!(" and {folder}/cells.parquet")
        } else {
            String::new()
        };
        Ok(format!("{text}{cells} cells with {readings} readings: {folder}/cells.csv{parquet}\n"))
    }
}

/// The most interactions that are shown.
const SHOWN: usize = 8;

/// What two factors do together: the pairs of levels that differ significantly, or the largest difference.
fn put_interactions(interactions: &[FactorInteraction], page: &mut TextPage) {
    if interactions.is_empty() {
        return;
    }
    let pairs = number(interactions.len() as u64);
    let clear: Vec<_> = interactions.iter().filter(|one| one.is_significant()).collect();
    let shown = clear.len().clamp(1, SHOWN);
    let has_p = interactions.iter().any(|one| one.p_corrected.is_some());
    let which = match clear.len() {
        _ if !has_p => format!("Of {pairs} pairs of levels the one with the largest difference:"),
        0 => format!(
            "None of {pairs} pairs of levels is significant (p corrected for their number); the largest difference:"
        ),
        all => {
            let largest = if all > SHOWN { format!("; the {SHOWN} largest") } else { String::new() };
            format!(
                "{} of {pairs} pairs of levels are significant (p corrected for their number){largest}:",
                number(all as u64)
            )
        }
    };
    page.paragraph(&format!(
        "Each line is an average over the levels of the other factors, and hides what two of them do together: how the share of yes of \
         two levels differs, in points, from what the odds of both by themselves give. cells.csv has all cells. {which}"
    ));
    page.gap();
    let row = |one: &FactorInteraction| {
        let pair = format!("{} {}, {} {}", one.factor, safe(&one.level), one.other_factor, safe(&one.other_level));
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let cells = [pair, percent(one.share), percent(one.apart), format!("{:+.2}", 100.0 * one.difference)];
        cells.into_iter().chain(one.p_corrected.map(page::p_value)).collect::<Vec<_>>()
    };
    let header = ["Both", "Yes", "by odds", "points", "p"];
    let listed = if clear.is_empty() { vec![&interactions[0]] } else { clear };
    page.table(&header[..if has_p { 5 } else { 4 }], &listed.into_iter().take(shown).map(row).collect::<Vec<_>>());
    page.gap();
}

/// The counts of all cells with a level.
struct LevelCounts {
    readings: u64,
    turns: u64,
    /// By the Ptah.
    yes: u64,
    no: u64,
}

impl LevelCounts {
    fn of<'s>(summaries: impl Iterator<Item = &'s SimulationSummary>) -> LevelCounts {
        let mut counts = LevelCounts { readings: 0, turns: 0, yes: 0, no: 0 };
        for summary in summaries {
            counts.readings += summary.readings;
            counts.turns += summary.turns;
            counts.yes += summary.answer(Criterion::Ptah, Verdict::Yes);
            counts.no += summary.answer(Criterion::Ptah, Verdict::No);
        }
        counts
    }

    /// Readings that share their chance are not independent of each other, so their share has no such interval.
    fn row(&self, level: &str, chance: CellChance) -> Vec<String> {
        let of = |count| match chance {
            CellChance::Own => share(count, self.readings),
            CellChance::Shared => format!("{:.2} %", 100.0 * count as f64 / self.readings as f64),
        };
        let turns = format!("{:.1}", self.turns as f64 / self.readings as f64);
        vec![safe(level).into_owned(), number(self.readings), of(self.yes), of(self.no), turns]
    }
}
