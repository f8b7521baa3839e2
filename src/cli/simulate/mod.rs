//! `enochian simulate`.

mod compare;
mod page;
mod players;
mod run;
mod save_reading;
mod scan;
mod summary;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Subcommand;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::Source;
use crate::reading::{Question, QuestionDraft};
use crate::render::Plot;
use crate::simulate::{LIMIT, Plan, SimulationSummary};

use super::lookup::print_page;
use super::number::whole;
use super::output::PlotArgument;
use super::print_json;
use super::settings::Settings;
use super::terminal::page_width;
use run::Played;
pub(super) use run::resume_command;

/// Play many readings of a question by chance, and count what comes of them.
///
/// The readings are numbered from 0. Each follows from the question, the seed and its number alone: the same command
/// gives the same counts, on one processor or many, in one run or in parts. The summary tells the answers by both
/// criteria with the interval in which the true share lies (Wilson, 95 %), the lengths, the fates of the armies, and the
/// squares landed on.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  enochian simulate questions/brother.toml --readings 1000000 --seed 1\n  \
                  enochian simulate questions/brother.toml --policy querent=purpose\n  \
                  enochian simulate questions/brother.toml --readings 1000000 --out brother\n  \
                  enochian simulate --resume brother\n  \
                  enochian simulate verify brother\n  \
                  enochian simulate scan --over ptah questions/brother.toml\n  \
                  enochian simulate compare questions/brother.toml questions/love.toml"
)]
pub(super) struct SimulateArgs {
    #[command(subcommand)]
    command: Option<SimulateCommand>,
    /// The question, as a file; see questions/README.md.
    #[arg(required_unless_present = "resume")]
    question: Option<PathBuf>,
    #[command(flatten)]
    terms: SimulationTerms,
    #[command(flatten)]
    out: run::Out,
    /// Go on with a run of --out that was broken off, as it was asked for then; missing and damaged parts are played again.
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "question", "readings", "seed", "from", "to", "limit", "policy", "procedure", "out", "journal"
        ]
    )]
    resume: Option<PathBuf>,
    /// Play only the reading of this number, and keep it as a journal.
    #[arg(long, value_name = "NUMBER", value_parser = whole(0..=u64::MAX), conflicts_with_all = ["json", "readings", "from", "to", "plot"])]
    journal: Option<u64>,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the summary for programs, as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum SimulateCommand {
    #[command(name = "summary")]
    Merge(summary::SummaryArgs),
    Scan(scan::ScanArgs),
    Compare(compare::CompareRunsArgs),
    Verify(verify::VerifyArgs),
}

/// How to play: the same for every command that plays.
#[derive(Debug, clap::Args)]
struct SimulationTerms {
    /// How many readings.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 10_000,
        allow_negative_numbers = true,
        value_parser = whole(1..=u64::MAX),
        conflicts_with_all = ["from", "to"]
    )]
    readings: u64,
    /// The number from which all chance follows. A seed in the question is for that one reading, and of no account here.
    #[arg(long, value_name = "NUMBER", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// The number of the first reading.
    #[arg(long, value_name = "A", default_value_t = 0, value_parser = whole(0..=u64::MAX), requires = "to")]
    from: u64,
    /// The number after that of the last reading.
    #[arg(long, value_name = "B", value_parser = whole(0..=u64::MAX))]
    to: Option<u64>,
    /// How many processors to use [default: all].
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    threads: Option<u16>,
    /// After how many turns a reading is left undecided.
    #[arg(long, value_name = "TURNS", default_value_t = LIMIT, value_parser = whole(1..=u16::MAX))]
    limit: u16,
    /// Who chooses the moves: random, greedy, purpose or expectimax (docs/DATA.md tells what they do); or so for some, such as
    /// querent=purpose for the querent's side, others=greedy, actives=greedy, air=random. Of several, the later counts.
    #[arg(long, value_name = "[WHO=]POLICY")]
    policy: Vec<String>,
    /// When a reading ends, instead of what the question says; or game, for play without dice, with check and stalemate.
    #[arg(long, value_name = "NAME")]
    procedure: Option<String>,
}

impl SimulationTerms {
    /// The question of a file.
    fn question(&self, path: &std::path::Path, correspondences: &Correspondences) -> anyhow::Result<Question> {
        let draft = QuestionDraft::read(&Source::read(path, Source::TOML_LIMIT)?, correspondences)?;
        let procedure = self.procedure.clone().filter(|name| name != Plan::GAME).or(draft.procedure.clone());
        QuestionDraft { procedure, ..draft }.resolve(correspondences).map_err(|faults| {
            let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
            anyhow::anyhow!("a simulation needs a whole question: {}", told.join("; "))
        })
    }

    /// The plan of a question.
    fn plan(&self, question: Question) -> anyhow::Result<Plan> {
        let range = match self.to {
            Some(to) if to <= self.from => {
                bail!("there is no reading from {} up to {to}; --to is the number after the last", self.from)
            }
            Some(to) => self.from..to,
            None => 0..self.readings,
        };
        let players = players::read(&self.policy, question.army())?;
        let mode = if self.procedure.as_deref() == Some(Plan::GAME) { Mode::Game } else { Mode::Reading };
        Ok(Plan { limit: self.limit, players, mode, ..Plan::new(question, self.seed, range) })
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

impl SimulateArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        match self.command {
            Some(SimulateCommand::Merge(command)) => return command.run(correspondences),
            Some(SimulateCommand::Scan(command)) => return command.run(correspondences),
            Some(SimulateCommand::Compare(command)) => return command.run(correspondences),
            Some(SimulateCommand::Verify(command)) => return command.run(),
            None => {}
        }
        self.plot.check()?;
        let threads = self.terms.threads();
        let Played { summary, stopped } = if let Some(folder) = &self.resume {
            run::resume(folder, correspondences, threads)?
        } else {
            let path = self.question.context("name a question file")?;
            let plan = self.terms.plan(self.terms.question(&path, correspondences)?)?;
            if let Some(index) = self.journal {
                print_page(&save_reading::save(&plan, index, settings, correspondences)?)?;
                return Ok(ExitCode::SUCCESS);
            }
            match &self.out.out {
                None => run::run(&plan, correspondences, threads),
                Some(_) if self.out.to_standard_output() => {
                    if self.json || self.plot.wanted() {
                        bail!("standard output is for the readings; for --json or --plot name a folder after --out");
                    }
                    run::pour(&plan, self.out.shape()?, correspondences, threads)?;
                    return Ok(ExitCode::SUCCESS);
                }
                Some(folder) => run::write(folder, &plan, self.out.shape()?, correspondences, threads)?,
            }
        };
        let Some(stopped) = stopped else { return tell(&summary, &self.plot, self.json, correspondences) };
        if summary.readings > 0 {
            print(&summary, self.json, correspondences)?;
        }
        Err(stopped.into())
    }
}

/// Tells what a simulation came to: as a picture, where one is wanted, and as a page or for programs.
fn tell(
    summary: &SimulationSummary,
    plot: &PlotArgument,
    json: bool,
    correspondences: &Correspondences,
) -> anyhow::Result<ExitCode> {
    plot.put(&Plot::Simulation(summary, page::board(summary)?, correspondences))?;
    print(summary, json, correspondences)?;
    Ok(ExitCode::SUCCESS)
}

/// Prints what a simulation came to: as a page or for programs.
fn print(summary: &SimulationSummary, json: bool, correspondences: &Correspondences) -> anyhow::Result<()> {
    if json { print_json(summary) } else { print_page(&page::page(summary, correspondences, page_width())?) }
}
