//! `enochian read`: a reading, from question to answer.

mod automatic;
mod choice;
mod commands;
mod resume;
mod screen;
mod seats;
mod setup;
mod table;
mod typed;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::bail;
use chrono::{Local, SubsecRound};

use crate::journal::{Journal, check_folder};
use crate::lore::Lore;
use crate::reading::{Die, Draft};
use crate::record::{Heading, Moment, Seats};
use crate::render::Account;
use crate::text::{Source, safe};

use super::prompt::Prompt;

/// The folder of journals when none is named.
const JOURNALS: &str = "journals";

/// Ask a question, and record the reading turn by turn.
///
/// Without a question file everything is asked for. At every prompt help tells
/// what can be typed; stop leaves the reading for later, and --resume takes it
/// up again. Every turn is on disk before the next prompt.
///
/// Examples:
///   enochian read
///   enochian read questions/brother.toml
///   enochian read questions/brother.toml --auto --seed 7
///   enochian read --resume
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Read {
    /// A question file: what it says is taken, the rest is asked. See questions/README.md.
    #[arg(value_name = "QUESTION", conflicts_with = "resume")]
    question: Option<PathBuf>,

    /// Let the program throw the die and choose every move, evenly among those the throw allows.
    #[arg(long)]
    auto: bool,

    /// Let the program throw the die from this number: the same number gives the same throws again.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(0..=i64::MAX as u64), conflicts_with = "resume")]
    seed: Option<u64>,

    /// Go on with a reading: the latest that is unfinished, or the journal named.
    #[arg(long, value_name = "JOURNAL", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "not asked for, asked for, asked for by name")]
    resume: Option<Option<PathBuf>>,

    /// The folder in which the journal is kept.
    #[arg(long, value_name = "FOLDER")]
    journals: Option<PathBuf>,

    /// End an automatic reading after so many turns.
    #[arg(long, value_name = "TURNS", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..), requires = "auto")]
    limit: u32,

    /// Print the record for programs, as JSON, on standard output; all talk goes to standard error.
    #[arg(long)]
    json: bool,
}

/// The moment, to the second, with the offset of the place.
fn now() -> Moment {
    Local::now().fixed_offset().trunc_subsecs(0)
}

impl Read {
    pub(super) fn run(self, lore: &Lore) -> anyhow::Result<ExitCode> {
        let folder = self.folder()?;
        // Faults in the file are told before an hour is spent on anything else.
        let draft = match &self.question {
            Some(path) => Draft::read(&Source::read(path, Source::TOML_LIMIT)?, lore)?,
            None => Draft::default(),
        };
        let mut prompt = Prompt::new(self.json)?;
        let (draft, kept) = match &self.resume {
            None => (draft, None),
            Some(named) => match resume::find(&folder, named.as_deref(), lore)? {
                resume::Found::Reading(path) => return self.go_on(&path, prompt, lore),
                resume::Found::Question(path, draft) => (*draft, Some(path)),
            },
        };
        let draft = Draft { die: self.seed.map(Die::Seeded).or(draft.die), ..draft };
        if self.auto {
            return self.automatic(draft, &folder, &prompt, lore);
        }
        let Some(heading) = setup::ask(&mut prompt, draft, kept, &folder, lore)? else {
            return Ok(exit_code(&prompt));
        };
        let journal = Journal::create(&folder, heading, lore)?;
        setup::forget(&folder);
        self.play(journal, prompt, lore)
    }

    /// The folder of journals, which must be one that can be written to.
    fn folder(&self) -> anyhow::Result<PathBuf> {
        let folder = self.journals.clone().unwrap_or_else(|| PathBuf::from(JOURNALS));
        // The usual folder is made when it is missing; one that was named and is not there is a slip of the hand.
        if self.journals.is_none() && !folder.exists() && self.resume.is_none() {
            std::fs::create_dir(&folder)?;
        }
        if self.resume.is_none() || folder.exists() {
            check_folder(&folder)?;
        }
        Ok(folder)
    }

    fn automatic(&self, draft: Draft, folder: &Path, prompt: &Prompt, lore: &Lore) -> anyhow::Result<ExitCode> {
        let die = match draft.die {
            Some(Die::Seeded(seed)) => Die::Seeded(seed),
            _ => Die::ByProgram,
        };
        let question = match draft.settle(lore) {
            Ok(question) => question,
            Err(faults) => {
                let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
                bail!("an automatic reading needs a whole question: {}", told.join("; "));
            }
        };
        let seats = Seats::alone("the program");
        let heading = Heading { question, begun: now(), zone: zone(), die, seats, automatic: true };
        let mut journal = Journal::create(folder, heading, lore)?;
        automatic::play(&mut journal, self.limit, lore)?;
        if self.json {
            super::print_json(&Account::of(journal.record(), lore))?;
        } else {
            automatic::tell(&journal, prompt, lore)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn go_on(&self, path: &Path, prompt: Prompt, lore: &Lore) -> anyhow::Result<ExitCode> {
        let mut journal = Journal::open(path, lore)?;
        if journal.record().closing().is_some() {
            bail!("{} is concluded; begin another reading with enochian read", path.display());
        }
        if self.auto {
            if journal.record().heading().die == Die::ByHand {
                bail!("the die of this reading is thrown by hand, so it cannot go on by itself; leave out --auto");
            }
            journal.enter(crate::record::Entry::Resumed(now()), lore)?;
            automatic::play(&mut journal, self.limit, lore)?;
            if self.json {
                super::print_json(&Account::of(journal.record(), lore))?;
            } else {
                automatic::tell(&journal, &prompt, lore)?;
            }
            return Ok(ExitCode::SUCCESS);
        }
        journal.enter(crate::record::Entry::Resumed(now()), lore)?;
        self.play(journal, prompt, lore)
    }

    fn play(&self, journal: Journal, prompt: Prompt, lore: &Lore) -> anyhow::Result<ExitCode> {
        let (journal, prompt) = table::Table::new(journal, prompt, lore).play()?;
        if self.json {
            super::print_json(&Account::of(journal.record(), lore))?;
        }
        Ok(exit_code(&prompt))
    }
}

/// The name of the time zone: that of the environment, by which the clock goes, or the system's where it tells one.
fn zone() -> Option<String> {
    let named = std::env::var("TZ").ok().filter(|name| name.contains('/') && !name.starts_with([':', '/']));
    named.or_else(|| iana_time_zone::get_timezone().ok()).filter(|name| safe(name) == *name)
}

/// Input from a pipe some lines of which could not be taken was faulty, even if the reading went on.
fn exit_code(prompt: &Prompt) -> ExitCode {
    if prompt.refused() > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
