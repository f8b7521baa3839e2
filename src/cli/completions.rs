//! `enochian completions`, and its manual pages. The shell asks the program itself, so that it completes the names of journals too.

use std::ffi::OsStr;
use std::io;

use clap::{Arg, Command, CommandFactory};
use clap_complete::env::{CompleteEnv, Shells};
use clap_complete::{ArgValueCompleter, CompletionCandidate};

use crate::chess::{Array, Direction, Element};
use crate::cli::prelude::*;
use crate::disk;
use crate::games::GameKind;
use crate::input::{reason, write_remedy};
use crate::journal;
use crate::lookup::all_pieces;
use crate::player::Level;
use crate::render::PrintedPart;

use super::Arguments;
use super::settings::{Flags, Settings};

/// Let your shell complete what you type, or print the manual pages
///
/// With it a shell knows the commands, the options, what they can be, and the names of journals.
#[derive(Debug, clap::Args)]
#[command(after_help = "Add the line of your shell to the file that it reads first:\n  \
    bash        source <(enochian completions bash)\n  \
    zsh         source <(enochian completions zsh)\n  \
    fish        enochian completions fish | source\n  \
    elvish      eval (enochian completions elvish | slurp)\n  \
    powershell  enochian completions powershell | Out-String | Invoke-Expression\n\n\
    Manual pages:\n  \
    enochian completions manual | man -l -\n  \
    enochian completions manual ~/.local/share/man/man1")]
pub(super) struct CompletionsArgs {
    /// The shell; or manual, for the manual page
    #[arg(value_name = "SHELL|manual", value_parser = ["bash", "elvish", "fish", "powershell", "zsh", "manual"])]
    shell: String,
    /// With manual: a folder for the pages of all commands, created if missing
    #[arg(value_name = "FOLDER")]
    folder: Option<PathBuf>,
}

impl CompletionsArgs {
    pub(super) fn run(self) -> CommandResult<()> {
        let shells = Shells::builtins();
        let Some(shell) = shells.completer(&self.shell) else { return self.manual() };
        if self.folder.is_some() {
            misuse!("a folder is for the manual pages; leave it out");
        }
        let mut script = Vec::new();
        shell.write_registration(VARIABLE, "enochian", "enochian", "enochian", &mut script)?;
        stdout::print(&script)?;
        Ok(())
    }
}

/// The variable by which a shell asks.
const VARIABLE: &str = "COMPLETE";

/// Answers a shell that asks how a line goes on, and ends the program then.
pub(super) fn complete() {
    CompleteEnv::with_factory(|| completing(Arguments::command())).var(VARIABLE).complete();
}

/// The command with the values that clap does not know by itself.
fn completing(command: Command) -> Command {
    let command = command.mut_args(|argument| match values(&argument) {
        Some(values) => argument.add(ArgValueCompleter::new(move |typed: &OsStr| named(values(), typed))),
        None => argument,
    });
    command.mut_subcommands(completing)
}

/// The values that have what is typed in them.
fn named(values: Vec<String>, typed: &OsStr) -> Vec<CompletionCandidate> {
    let typed = typed.to_string_lossy().to_lowercase();
    values.into_iter().filter(|value| value.to_lowercase().contains(&typed)).map(CompletionCandidate::new).collect()
}

/// What an argument can be, by its name or the name of its value.
fn values(argument: &Arg) -> Option<fn() -> Vec<String>> {
    let named = argument.get_value_names().and_then(|names| names.first()).map_or("", |name| name.as_str());
    Some(match (argument.get_id().as_str(), named) {
        (_, "JOURNAL" | "JOURNALS") => journals,
        ("board" | "angle", _) | (_, "ARMY") => || Element::ALL.map(|element| element.to_string()).to_vec(),
        ("array", _) => || Array::all().map(|array| array.to_string()).to_vec(),
        ("direction", _) => || [Direction::Deosil, Direction::Widdershins].map(|it| it.to_string()).to_vec(),
        ("about", _) => || ["person", "happening", "both"].map(str::to_owned).to_vec(),
        ("kind", _) => || GameKind::EVERY.iter().map(|kind| kind.name().to_owned()).collect(),
        ("naming", _) => || names(Correspondences::embedded().namings(), |it| &it.name),
        ("ruleset", _) => || names(Correspondences::embedded().rulesets(), |it| &it.name),
        ("procedure", _) => || names(Correspondences::embedded().procedures(), |it| &it.name),
        ("lesson", _) => || names(Correspondences::embedded().lessons(), |it| &it.name),
        ("significator" | "follow", _) => || all_pieces().map(|piece| piece.to_string()).collect(),
        ("level", _) => || Level::ALL.map(|level| level.name().to_owned()).to_vec(),
        ("parts", _) => || PrintedPart::ALL.iter().map(ToString::to_string).collect(),
        ("dice", _) => || names(Correspondences::embedded().dice_tables(), |it| &it.name),
        _ => return None,
    })
}

fn names<T>(all: &[T], name: impl Fn(&T) -> &String) -> Vec<String> {
    all.iter().map(|it| name(it).clone()).collect()
}

/// The names of the journals, the latest first.
fn journals() -> Vec<String> {
    let Ok(settings) = Settings::gather(&Flags::default()) else { return Vec::new() };
    let paths = journal::latest_first(settings.journals()).unwrap_or_default();
    paths.iter().filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())).collect()
}

/// The names and the pages of a command and all commands below it.
fn pages(command: clap::Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    fn add(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
        for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
            add(below, pages)?;
        }
        let (manual, mut page) = (clap_mangen::Man::new(command.clone()), Vec::new());
        manual.render(&mut page)?;
        pages.push((manual.get_filename(), unfilled(&page)));
        Ok(())
    }
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add(&command, &mut pages)?;
    Ok(pages)
}

/// The page with its indented lines, which are examples and tables, as they stand: otherwise words are moved from line to line.
fn unfilled(page: &[u8]) -> Vec<u8> {
    let (mut text, mut is_indented) = (String::new(), false);
    for line in String::from_utf8_lossy(page).lines() {
        if line.starts_with("  ") != is_indented {
            is_indented = !is_indented;
            text += if is_indented { ".nf\n" } else { ".fi\n" };
        }
        text += line;
        text.push('\n');
    }
    text.into_bytes()
}

impl CompletionsArgs {
    fn manual(&self) -> CommandResult<()> {
        let command = super::command();
        let Some(folder) = &self.folder else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            stdout::print(&unfilled(&page))?;
            return Ok(());
        };
        let message = safe_path(folder);
        disk::create_folders(folder).map_err(|error| {
            let (reason, remedy) = (reason(&error), write_remedy(&error));
            problem!("the folder {message} could not be created: {reason}; {remedy}, or name another folder")
        })?;
        for (name, page) in pages(command)? {
            let path = folder.join(name);
            let written = if path.is_file() { disk::replace(&path, &page) } else { disk::create(&path, &page) };
            written.map_err(|error| problem!("{error}; {}, or name another folder", error.remedy()))?;
        }
        print_page(format!("The manual pages are in {message}; the first is enochian.1.\n"))
    }
}
