//! `enochian journal show`.

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use anstream::{AutoStream, ColorChoice, adapter::strip_str};

use crate::export::Text;
use crate::journal;
use crate::lore::Lore;
use crate::render::count;
use crate::text::{Faults, Source, safe, safe_prose};

use super::super::lookup::print_page;
use super::super::named;
use super::super::settings::Settings;
use super::explain::page_width;

/// Show a journal as a page: the answer, the question, the turns, and what they came to.
///
/// A long page is shown by the program that the environment names in PAGER, or by
/// less. A journal that does not read back is shown as it stands in its file.
///
/// Examples:
///   enochian journal show
///   enochian journal show brother --raw
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Show {
    /// The journal: a path, part of its name, or @ for the latest.
    #[arg(value_name = "JOURNAL", default_value = "@")]
    journal: PathBuf,
    /// Show the file as it stands.
    #[arg(long)]
    raw: bool,
}

/// The columns beyond which a line is hard to follow.
const WIDEST: usize = 100;

impl Show {
    pub(super) fn run(self, lore: &Lore, settings: &Settings) -> anyhow::Result<ExitCode> {
        let path = named::find(settings, lore, &self.journal)?;
        let source = Source::read(&path, journal::LIMIT)?;
        let text = if self.raw { raw(&source) } else { page(&source, lore) };
        if !io::stdout().is_terminal() || !paged(&text) {
            print_page(&text)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn raw(source: &Source) -> String {
    safe_prose(&source.text).into_owned()
}

/// The journal as a page; where it does not read back, the file.
fn page(source: &Source, lore: &Lore) -> String {
    let record = match journal::read_text(source, lore) {
        Ok(record) => record,
        Err(faults) => {
            tell(&faults, source);
            return raw(source);
        }
    };
    let width = page_width().min(WIDEST);
    Text { width }.lay_out(&record, lore, &own_lines(source, lore))
}

/// Says why it is the file that is shown.
fn tell(faults: &Faults, source: &Source) {
    let name = safe(&source.name);
    let _ = writeln!(
        anstream::stderr(),
        "{name} is shown as it stands, since it has {}; enochian journal check {name} lists them.",
        count(faults.len(), "fault")
    );
}

/// The lines of a person's own, each with its number.
fn own_lines(source: &Source, lore: &Lore) -> Vec<(usize, String)> {
    let own = journal::check(source, lore).own.into_iter();
    own.map(|(number, line)| (number, safe(&line).into_owned())).collect()
}

/// Hands the text to a pager; false when there is none.
fn paged(text: &str) -> bool {
    let named = env::var("PAGER").ok().filter(|words| !words.trim().is_empty());
    let words = named.unwrap_or_else(|| "less".to_owned());
    let mut words = words.split_whitespace();
    let Some(program) = words.next() else { return false };
    let mut command = Command::new(program);
    command.args(words).stdin(Stdio::piped());
    let plain = env::var_os("LESS").is_some() || AutoStream::choice(&io::stdout()) == ColorChoice::Never;
    if env::var_os("LESS").is_none() {
        // What fits on one screen is only shown, and stays there; colours are shown as such.
        command.env("LESS", "FRX");
    }
    let Ok(mut pager) = command.spawn() else { return false };
    if let Some(mut pages) = pager.stdin.take() {
        // A person may leave before the last page.
        let _ = match plain {
            true => write!(pages, "{}", strip_str(text)),
            false => pages.write_all(text.as_bytes()),
        };
    }
    pager.wait().is_ok_and(|status| status.success())
}
