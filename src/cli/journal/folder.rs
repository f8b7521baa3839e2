//! What the commands that change journals share.

use crate::cli::prelude::*;
use crate::input::Words;
use crate::journal::{Journal, JournalCopy};
use crate::record::{Afterword, Entry, Record};

use super::super::error_report;

/// A journal to which something is added.
pub(super) struct Added<'l>(Journal<'l>);

impl<'l> Added<'l> {
    pub(super) fn open(cx: &Cx, named: &Path) -> CommandResult<Added<'l>> {
        Added::at(&journal_names::find(cx, named)?, cx.correspondences)
    }

    /// The same, with the words to add, which are asked for if none are given; there may be none if they are not needed.
    pub(super) fn open_with_words(
        cx: &Cx,
        named: &Path,
        given: &[String],
        question: &str,
        is_needed: bool,
    ) -> CommandResult<(Added<'l>, String)> {
        let path = journal_names::find(cx, named)?;
        if given.is_empty() {
            // Errors are reported before the words are typed; meanwhile, others can write.
            drop(Journal::open(&path, cx.correspondences)?);
        }
        let words = words(given, question)?;
        if is_needed && words.is_empty() {
            let path = safe_path(&path);
            fail!("no words were given, so {path} was not changed; add them to the command, in quotation marks");
        }
        Ok((Added::at(&path, cx.correspondences)?, words))
    }

    fn at(path: &Path, correspondences: &'l Correspondences) -> CommandResult<Added<'l>> {
        let journal = Journal::open(path, correspondences)?;
        for notice in journal.notices() {
            error_report::notice(notice);
        }
        Ok(Added(journal))
    }

    pub(super) fn record(&self) -> &Record {
        self.0.record()
    }

    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Fails if an annotation could not be added.
    pub(super) fn check(&self, annotation: Afterword) -> CommandResult<()> {
        Ok(self.0.record().clone().enter(Entry::Afterword(annotation))?)
    }

    /// Adds to its end.
    pub(super) fn add(&mut self, annotation: Afterword) -> CommandResult<()> {
        Ok(self.0.enter(Entry::Afterword(annotation))?)
    }

    /// Prints what was done, and to which journal.
    pub(super) fn say(&self, done: &str) -> CommandResult<()> {
        print_page(format!("{done}: {}\n", safe_path(self.0.path())))
    }
}

/// The words given, or asked for.
pub(super) fn words(given: &[String], question: &str) -> CommandResult<String> {
    let typed = match given {
        [] => {
            let mut prompt = Prompt::new(false)?;
            match prompt.ask_text(question)? {
                None if prompt.is_person() => fail!("you stopped, so nothing was added"),
                typed => typed.unwrap_or_default(),
            }
        }
        given => given.join(" "),
    };
    Words::LINES.read(&typed).map_err(|error| problem!("{} {error}", quoted(&typed)))
}

/// A line for each copy of a journal.
pub(in super::super) fn copies_told(copies: &[JournalCopy], correspondences: &Correspondences) -> String {
    const SHOWN: usize = 12;
    let told = copies.iter().take(SHOWN).map(|copy| format!("  {}\n", copy.sentence(correspondences)));
    let more = match copies.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("  and {more} more\n"),
    };
    told.collect::<String>() + &more
}
