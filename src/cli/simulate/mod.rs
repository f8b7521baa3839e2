//! `enochian simulate`.

mod grid;
mod heat;
mod odds;
mod page;
mod run;
mod save_reading;
mod summary;
mod until;
mod verify;

use std::error::Error;
use std::ops::Range;
use std::str::FromStr;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::input::Source;
use crate::reading::{Question, QuestionDraft};
use crate::render::Plot;
use crate::simulate::{ArmyPlayer, LIMIT, LandingSplit, Plan, SimulationSummary};

use super::number::whole;
use super::output::PlotArgument;
use crate::stats::FixedWidth;

use super::terminal::page_width;
use run::Played;

/// Simulate many readings of a question or of several, and summarise the results
///
/// The readings are numbered from 0. Each depends only on the question, the seed and its number, so the same command gives
/// the same counts on one processor or many, in one run or in parts. The summary shows the answers by both criteria with
/// confidence intervals (Wilson, 95 %), the lengths, the fates of the armies, and the landings on each square.
///
/// Several questions, and --over, make a grid with a cell for each question and level. Its table has the share of Yes and the turns of
/// each cell, how they differ from the first cell of the question and, over several questions, the mean of these differences.
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = "Examples:\n  enochian simulate questions/brother.toml --readings 1000000 --seed 1\n  \
                  enochian simulate questions/brother.toml --policy querent=purpose\n  \
                  enochian simulate questions/brother.toml --over ptah\n  \
                  enochian simulate questions/*.toml --over policy=random,purpose --readings 100000\n  \
                  enochian simulate questions/brother.toml --readings 1000000 --out brother\n  \
                  enochian simulate --resume brother\n  \
                  enochian simulate --from-journal @ --turn 79\n  \
                  enochian simulate questions/brother.toml --by army --plot landings.svg\n  \
                  enochian simulate verify brother"
)]
pub(super) struct SimulateArgs {
    #[command(subcommand)]
    command: Option<SimulateCommand>,
    /// The question files (see questions/README.md)
    #[arg(required_unless_present_any = ["resume", "from_journal"])]
    question: Vec<PathBuf>,
    #[command(flatten)]
    grid: grid::GridArgs,
    #[command(flatten)]
    from: odds::FromHere,
    #[command(flatten)]
    terms: SimulationTerms,
    /// Play until the share of yes is known to ± this many percentage points, with 95 % confidence
    ///
    /// The interval is looked at after every 1,024 readings, and keeps its confidence although play stops when it is narrow
    /// enough (after J. Frey, 2010). --readings sets the most readings, which are otherwise 100,000,000.
    #[arg(long, value_name = "POINTS", value_parser = until::width, conflicts_with_all = ["out", "resume", "journal"])]
    until: Option<FixedWidth>,
    #[command(flatten)]
    out: run::Out,
    /// Resume an interrupted run of --out with its original settings, and replace damaged parts
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "question", "readings", "seed", "limit", "policy", "procedure", "out", "journal"
        ]
    )]
    resume: Option<PathBuf>,
    /// The number of a single reading to save as a journal
    #[arg(long = "save", value_name = "NUMBER", value_parser = whole(0..=u64::MAX), conflicts_with_all = ["json", "readings", "plot", "out"])]
    journal: Option<u64>,
    /// Show where pieces land instead: a board for each army, piece, phase (third of the reading) or answer
    ///
    /// The numbers are landings in 100 readings; of answers, in 100 readings with that answer.
    #[arg(long, value_name = "WHAT", value_parser = named::<LandingSplit>(LandingSplit::ALL.map(LandingSplit::name)), conflicts_with_all = ["until", "out", "resume", "journal", "from_journal"])]
    by: Option<LandingSplit>,
    #[command(flatten)]
    plot: PlotArgument,
    /// Print the summary as JSON
    #[arg(long)]
    json: bool,
}

/// Reads the name of one of an enum.
fn named<T: FromStr<Err: Error + Send + Sync> + Clone + Send + Sync + 'static>(
    names: impl IntoIterator<Item = &'static str>,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(names).try_map(|name| name.parse::<T>())
}

#[derive(Debug, Subcommand)]
enum SimulateCommand {
    #[command(name = "summary")]
    Merge(summary::SummaryArgs),
    Verify(verify::VerifyArgs),
}

/// The number of readings, if nothing says another.
const READINGS: u64 = 10_000;

/// The options of all commands that simulate.
#[derive(Clone, Debug, clap::Args)]
struct SimulationTerms {
    /// The number of readings; or A..B, for the readings from number A to before number B [default: 10,000]
    #[arg(long, value_name = "N|A..B", allow_negative_numbers = true, value_parser = readings)]
    readings: Option<Range<u64>>,
    /// The seed of the random numbers; a seed in the question file is ignored
    #[arg(long, value_name = "NUMBER", default_value_t = 1, allow_negative_numbers = true, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// The number of threads [default: all processors]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    threads: Option<u16>,
    /// The maximum number of turns; a longer reading is undecided
    #[arg(long, value_name = "TURNS", default_value_t = LIMIT, value_parser = whole(1..=u16::MAX))]
    limit: u16,
    /// The policy that chooses moves: random, greedy, purpose, or level-1 to level-4 [default: random]
    ///
    /// Give some armies another policy with querent=purpose (the querent's side), others=greedy, actives=greedy,
    /// air=random and so on. A later option overrides an earlier one. A table of weights is a policy too, such as
    /// weights(rook:5,pawn:1). docs/RESEARCH.md describes the policies and weights.
    #[arg(long, value_name = "[WHO=]POLICY")]
    policy: Vec<String>,
    /// The procedure, instead of the question's; or game, to play without dice
    #[arg(long, value_name = "NAME")]
    procedure: Option<String>,
    /// Play on after the answer by the Ptah, for the answer by the kings
    ///
    /// Under a procedure that ends by the Ptah, the answer by the kings is otherwise only the one so far. The turns, landings and
    /// fates are then those of the whole play.
    #[arg(long)]
    play_out: bool,
}

/// Reads a number of readings, or a range of their numbers.
fn readings(text: &str) -> Result<Range<u64>, String> {
    let Some((from, to)) = text.split_once("..") else {
        return Ok(0..whole(1..=u64::MAX)(text).map_err(|error| format!("{error}, or a range such as 500..1000"))?);
    };
    let number =
        |text| whole(0..=u64::MAX)(text).map_err(|_| "expected two whole numbers, such as 500..1000".to_owned());
    match (number(from)?, number(to)?) {
        (from, to) if to <= from => Err(format!("the range from {from} to {to} is empty; its end must be greater")),
        (from, to) => Ok(from..to),
    }
}

impl SimulationTerms {
    /// The question of a file.
    fn question(&self, path: &std::path::Path, correspondences: &Correspondences) -> CommandResult<Question> {
        self.resolved(QuestionDraft::read(&Source::read(path, Source::TOML_LIMIT)?, correspondences)?, correspondences)
    }

    fn resolved(&self, draft: QuestionDraft, correspondences: &Correspondences) -> CommandResult<Question> {
        let asked = self.procedure.as_deref().filter(|name| *name != Plan::GAME);
        if let Some(Err(error)) = asked.map(|name| correspondences.procedure(name)) {
            misuse!("--procedure: {error}; {} plays without dice", Plan::GAME);
        }
        let procedure = asked.map(str::to_owned).or(draft.procedure.clone());
        QuestionDraft { procedure, ..draft }.resolve(correspondences).map_err(|errors| {
            let parts: Vec<String> = errors.iter().map(ToString::to_string).collect();
            problem!("the question of a simulation must be complete: {}", parts.join("; "))
        })
    }

    /// The plan of a question.
    fn plan(&self, question: Question) -> CommandResult<Plan> {
        let range = self.readings.clone().unwrap_or(0..READINGS);
        let players = ArmyPlayer::of_words(self.policy.iter().map(String::as_str), question.army());
        let players = players.map_err(|error| problem!("--policy: {error}").of_usage())?;
        let mode = if self.procedure.as_deref() == Some(Plan::GAME) { Mode::Game } else { Mode::Reading };
        Ok(Plan { limit: self.limit, players, mode, play_out: self.play_out, ..Plan::new(question, self.seed, range) })
    }

    fn threads(&self) -> usize {
        let all = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

impl SimulateArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        match self.command {
            Some(SimulateCommand::Merge(command)) => return command.run(cx.correspondences),
            Some(SimulateCommand::Verify(command)) => return command.run(cx.correspondences),
            None => {}
        }
        self.plot.check()?;
        let threads = self.terms.threads();
        let Played { summary, stopped } = if let Some(folder) = &self.resume {
            run::resume(folder, cx.correspondences, threads)?
        } else {
            if let Some(place) = self.from.journal_place(&self.terms, cx)? {
                return self.from.odds(place, threads, self.json);
            }
            let cells = self.grid.cells(&self.question, &self.from, &self.terms, cx.correspondences)?;
            let [cell] = cells.as_slice() else {
                if let Some(option) = self.of_one_cell() {
                    return Err(self.grid.one_cell(option, cells.len()));
                }
                return self.grid.run(&cells, threads, &self.plot, self.json, cx.correspondences);
            };
            self.grid.check_one()?;
            let plan = cell.plan.clone();
            if let Some(place) = self.from.throw_place(&plan) {
                return self.from.odds(place, threads, self.json);
            }
            if let Some(index) = self.journal {
                return print_page(save_reading::save(&plan, index, cx)?);
            }
            if let Some(by) = self.by {
                return heat::run(by, &plan, threads, &self.plot, self.json, cx.correspondences);
            }
            if let Some(width) = self.until {
                let range = self.terms.readings.unwrap_or(0..until::MOST);
                let plan = Plan { range, ..plan };
                return until::run(&plan, width, threads, &self.plot, self.json, cx.correspondences);
            }
            match &self.out.out {
                None => run::run(&plan, cx.correspondences, threads),
                Some(_) if self.out.to_standard_output() => {
                    if self.json || self.plot.wanted() {
                        misuse!("--out - cannot be used with --json or --plot; name a folder for --out");
                    }
                    run::pour(&plan, self.out.shape()?, cx.correspondences, threads)?;
                    return Ok(());
                }
                Some(folder) => run::write(folder, &plan, self.out.shape()?, cx.correspondences, threads)?,
            }
        };
        let Some(stopped) = stopped else { return print_results(&summary, &self.plot, self.json, cx.correspondences) };
        if summary.readings > 0 {
            print(&summary, self.json, cx.correspondences)?;
        }
        Err(stopped.into())
    }

    /// The option that is there and only for one cell.
    fn of_one_cell(&self) -> Option<&'static str> {
        let options = [
            (self.until.is_some(), "--until"),
            (self.by.is_some(), "--by"),
            (self.out.out.is_some(), "--out"),
            (self.journal.is_some(), "--save"),
            (self.from.has_throw(), "--throw"),
        ];
        options.into_iter().find_map(|(is_there, option)| is_there.then_some(option))
    }
}

/// Prints the results of a simulation as a page or JSON, and draws the plot if there is one.
fn print_results(
    summary: &SimulationSummary,
    plot: &PlotArgument,
    json: bool,
    correspondences: &Correspondences,
) -> CommandResult<()> {
    plot.put(&Plot::Simulation(summary, page::board(summary)?, correspondences))?;
    print(summary, json, correspondences)?;
    Ok(())
}

/// Prints the results of a simulation as a page or JSON.
fn print(summary: &SimulationSummary, json: bool, correspondences: &Correspondences) -> CommandResult<()> {
    if json { print_json(summary) } else { print_page(page::page(summary, correspondences, page_width())?) }
}
