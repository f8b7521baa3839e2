//! `enochian journal show`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use crate::journal;
use crate::lore::Lore;
use crate::text::{Source, safe_prose};

use super::super::lookup::print_page;
use super::super::named;
use super::super::settings::Settings;

/// Show a journal as it stands in its file; a long one page by page.
///
/// The pages are turned by the program that the environment names in PAGER, or
/// by less.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Show {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
}

impl Show {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = named::find(settings, lore, &self.journal)?;
        let source = Source::read(&path, journal::LIMIT)?;
        let text = safe_prose(&source.text);
        if !io::stdout().is_terminal() || !paged(&text) {
            print_page(&text)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Hands the text to a pager; false when there is none.
fn paged(text: &str) -> bool {
    let named = env::var("PAGER").ok().filter(|words| !words.trim().is_empty());
    let words = named.unwrap_or_else(|| "less".to_owned());
    let mut words = words.split_whitespace();
    let Some(program) = words.next() else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    if env::var_os("LESS").is_none() {
        // What fits on one screen is only shown, and stays there.
        command.env("LESS", "FRX");
    }
    let Ok(mut pager) = command.spawn() else { return false };
    if let Some(mut pages) = pager.stdin.take() {
        // A person may leave before the last page.
        let _ = pages.write_all(text.as_bytes());
    }
    pager.wait().is_ok_and(|status| status.success())
}
