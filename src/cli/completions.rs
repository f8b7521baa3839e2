//! `enochian completions`, and its manual pages.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::CommandFactory;
use clap_complete::Shell;

use crate::disk;
use crate::input::{reason, safe_path};

use super::Arguments;
use super::command_error::CommandResult;
use super::lookup::print_page;
use super::stdout;

/// Print a completion script for your shell, or the manual page
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    bash  enochian completions bash > ~/.local/share/bash-completion/completions/enochian\n  \
    zsh   enochian completions zsh > a file named _enochian in a folder of $fpath\n  \
    fish  enochian completions fish > ~/.config/fish/completions/enochian.fish\n  \
    manual  enochian completions --man | man -l -\n  \
    manual  enochian completions --man ~/.local/share/man/man1")]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(required_unless_present = "man", conflicts_with = "man")]
    shell: Option<Shell>,
    /// Print the manual page instead; or save those of all commands in a folder, created if missing
    #[arg(long, value_name = "FOLDER", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "not asked for, asked for, asked for in a folder")]
    man: Option<Option<PathBuf>>,
}

impl CompletionsArgs {
    pub(super) fn run(self) -> CommandResult<ExitCode> {
        let Some(shell) = self.shell else { return self.manual() };
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Arguments::command(), "enochian", &mut script);
        stdout::print(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

const ELSEWHERE: &str = "allow writing there, free some disk space, or name another folder";

/// The names and the pages of a command and all commands below it.
fn pages(command: clap::Command) -> io::Result<Vec<(String, Vec<u8>)>> {
    fn add(command: &clap::Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
        for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
            add(below, pages)?;
        }
        let (manual, mut page) = (clap_mangen::Man::new(command.clone()), Vec::new());
        manual.render(&mut page)?;
        pages.push((manual.get_filename(), page));
        Ok(())
    }
    let mut command = command.disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add(&command, &mut pages)?;
    Ok(pages)
}

impl CompletionsArgs {
    fn manual(&self) -> CommandResult<ExitCode> {
        let command = super::command();
        let Some(folder) = self.man.as_ref().and_then(Option::as_ref) else {
            let mut page = Vec::new();
            clap_mangen::Man::new(command).render(&mut page)?;
            stdout::print(&page)?;
            return Ok(ExitCode::SUCCESS);
        };
        let message = safe_path(folder);
        disk::create_folders(folder)
            .map_err(|error| problem!("the folder {message} could not be created: {}; {ELSEWHERE}", reason(&error)))?;
        for (name, page) in pages(command)? {
            let path = folder.join(name);
            let written = if path.is_file() { disk::replace(&path, &page) } else { disk::create(&path, &page) };
            written.map_err(|error| problem!("{error}; {ELSEWHERE}"))?;
        }
        print_page(&format!("The manual pages are in {message}; the first is enochian.1.\n"))?;
        Ok(ExitCode::SUCCESS)
    }
}
