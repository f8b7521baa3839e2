//! The command line: the only place that prints, prompts, or reads the environment.
//!
//! One file for each command. Exit codes: 0 success, 1 an error in the input or while writing, 2 invalid usage, 130 stopped
//! by Ctrl-C.

#[macro_use]
mod command_error;

mod board;
mod colours;
mod completions;
mod config;
mod cx;
mod error_report;
mod game;
mod import;
mod interrupt;
mod journal;
mod journal_names;
mod keys;
mod kinds;
mod learn;
mod lookup;
mod meaning;
mod new;
mod number;
mod output;
#[cfg(feature = "table")]
mod own_window;
mod pager;
mod play;
mod position;
mod prelude;
mod print;
mod prompt;
mod read;
mod remember;
#[cfg(feature = "table")]
mod runtime;
mod settings;
mod simulate;
mod start;
mod stdout;
mod tab;
#[cfg(feature = "table")]
mod table;
#[cfg(feature = "table")]
mod table_place;
mod terminal;

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::process::ExitCode;
use std::sync::LazyLock;

use anstyle::Style;
use clap::builder::Styles;
use clap::{ArgMatches, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::input::{has_curly_quotes, safe, safe_json};
use crate::journal::FORMAT;
use crate::render::{ScreenText, Theme};

use command_error::{CommandError, CommandResult};
use cx::Cx;
use settings::{Flags, Settings};

/// The styles of help and of errors of usage, without clap's yellow and green, which cannot be read on white.
const STYLES: Styles =
    Styles::styled().error(error_report::ERROR).invalid(Style::new().bold()).valid(Style::new().bold());

/// What `--version` prints; `-V` prints only the first line.
static LONG_VERSION: LazyLock<String> = LazyLock::new(|| {
    let version = env!("CARGO_PKG_VERSION");
    let commit = option_env!("ENOCHIAN_COMMIT").unwrap_or("unknown");
    format!("{version}\ncommit: {commit}\njournal format: {FORMAT}\ntarget: {}", env!("ENOCHIAN_TARGET"))
});

/// A divination notebook and move recorder for Enochian chess
///
/// Ask a question with `enochian read`, play a game with `enochian game`, and find your journals with `enochian journal`.
/// The other commands look up boards, squares, pieces and names, set up positions, and simulate readings.
#[derive(Debug, Parser)]
#[command(version, long_version = LONG_VERSION.as_str(), about, long_about, propagate_version = true, arg_required_else_help = true, styles = STYLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    flags: Flags,
}

#[derive(Debug, Subcommand)]
enum Command {
    Read(read::ReadArgs),
    Game(game::GameCommandArgs),
    Kinds(kinds::KindsArgs),
    Learn(learn::LearnArgs),
    #[cfg(feature = "table")]
    Table(table::TableArgs),
    Journal(journal::JournalArgs),
    Import(import::ImportArgs),
    Board(board::BoardArgs),
    Meaning(meaning::MeaningArgs),
    Remember(remember::RememberArgs),
    Position(position::PositionArgs),
    Print(print::PrintArgs),
    New(new::NewArgs),
    Config(config::ConfigArgs),
    Completions(completions::CompletionsArgs),
    Simulate(Box<simulate::SimulateArgs>),
}

/// Runs the command of this process.
pub(crate) fn main() -> ExitCode {
    completions::complete();
    let words: Vec<OsString> = env::args_os().collect();
    #[cfg(feature = "table")]
    if words.len() < 2 && own_window::is_own() {
        return own_window::kept_open(|| run(["enochian", "table"].map(OsString::from).to_vec()));
    }
    if words.len() < 2 && io::stdin().is_terminal() && io::stdout().is_terminal() {
        return finished(start::begin());
    }
    run(words)
}

fn run(words: Vec<OsString>) -> ExitCode {
    match parse(&words) {
        Ok(arguments) => finished(arguments.run()),
        Err(error) => print_usage(&words, error),
    }
}

/// The exit code; an error is reported first.
fn finished(result: CommandResult<()>) -> ExitCode {
    result.map_or_else(
        |error| {
            error_report::report(&error);
            error.exit_code()
        },
        |()| ExitCode::SUCCESS,
    )
}

fn parse(words: &[OsString]) -> Result<Arguments, clap::Error> {
    position::check_quoted(words)?;
    let plain = Arguments::command().try_get_matches_from(words);
    // Only help and errors show what `command` adds, which takes as long as the rest.
    let matches: ArgMatches = plain.or_else(|_| command().try_get_matches_from(words))?;
    Arguments::from_arg_matches(&matches)
}

/// Prints help or the version, which clap gives as errors with their own exit code, or an error of usage.
fn print_usage(words: &[OsString], error: clap::Error) -> ExitCode {
    // Words are repeated as they are: so clap is asked again, about words in which everything can be seen.
    let visible: Vec<OsString> = words.iter().map(|word| safe(&word.to_string_lossy()).into_owned().into()).collect();
    let error = if visible == words { error } else { parse(&visible).err().unwrap_or(error) };
    let mut text = error.render().ansi().to_string();
    if error.use_stderr() && words.iter().any(|word| has_curly_quotes(&word.to_string_lossy())) {
        text += "\nThe quotation marks “ ” are curly, and part of the words: the shell knows only straight ones, \" and '.\n";
    }
    let text = ScreenText::from_ansi(text);
    if error.use_stderr() {
        stdout::show_on_stderr(&text);
        return ExitCode::from(error.exit_code() as u8);
    }
    finished(stdout::show(&text).map_err(CommandError::from))
}

/// Where the options that all commands share are listed.
const SETTINGS: &str =
    "Settings for all commands (--journals, --data, --colours, …) are listed by `enochian config --help`.";

/// The command line. Only the help of `enochian config` lists the options that all commands share; the others point to it.
fn command() -> clap::Command {
    let command = Arguments::command();
    let shared: Vec<_> = command.get_arguments().filter(|it| it.is_global_set()).cloned().collect();
    command
        .mut_args(|argument| if argument.is_global_set() { argument.hide(true) } else { argument })
        .mut_subcommand("config", |config| config.args(shared))
        .after_help(SETTINGS)
        .mut_subcommands(with_settings_named)
}

fn with_settings_named(command: clap::Command) -> clap::Command {
    if command.get_name() == "config" {
        return command;
    }
    let help = match command.get_after_help() {
        Some(examples) => format!("{examples}\n\n{SETTINGS}"),
        None => SETTINGS.to_owned(),
    };
    command.after_help(help).mut_subcommands(with_settings_named)
}

impl Arguments {
    fn run(self) -> CommandResult<()> {
        let settings = Settings::gather(&self.flags)?;
        if settings.colours() == Theme::None {
            anstream::ColorChoice::Never.write_global();
        }
        colours::choose(settings.colours(), settings.background());
        let cx = &Cx::new(settings)?;
        match self.command {
            Command::Read(command) => command.run(cx),
            Command::Game(command) => command.run(cx),
            Command::Kinds(command) => command.run(),
            Command::Learn(command) => command.run(cx),
            #[cfg(feature = "table")]
            Command::Table(command) => command.run(cx),
            Command::Journal(command) => command.run(cx),
            Command::Import(command) => command.run(cx),
            Command::Board(command) => command.run(cx),
            Command::Meaning(command) => command.run(cx),
            Command::Remember(command) => command.run(cx),
            Command::Position(command) => command.run(cx),
            Command::Print(command) => command.run(cx),
            Command::New(command) => command.run(cx.settings),
            Command::Config(command) => command.run(cx),
            Command::Completions(command) => command.run(),
            Command::Simulate(command) => command.run(cx),
        }
    }
}

/// Prints a value as JSON, with a newline.
fn print_json(value: &impl serde::Serialize) -> CommandResult<()> {
    let text = serde_json::to_string_pretty(value)?;
    Ok(stdout::print(format!("{}\n", safe_json(&text)).as_bytes())?)
}

/// Prints a value as JSON, or else its page.
fn print_either<P: Into<ScreenText>>(
    json: bool,
    value: &impl serde::Serialize,
    page: impl FnOnce() -> P,
) -> CommandResult<()> {
    if json { print_json(value) } else { lookup::print_page(page()) }
}
