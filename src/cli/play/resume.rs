//! Finding the reading or game to resume.

use std::fs;
use std::time::SystemTime;

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::input::{Help, Source};
use crate::journal::{self, IndexEntry, JournalCopy, UnfinishedQuestion, UnsavedAnswers};
use crate::reading::QuestionDraft;

use super::super::journal::copies_told;
use super::args::command;
use super::choice::{ChoiceReply, choose};

/// What to resume.
pub(in super::super) enum FoundJournals {
    /// A journal.
    Journal(PathBuf),
    /// A question that was being asked.
    Question(UnfinishedQuestion, Box<QuestionDraft>),
    /// Nothing: the person stopped instead of choosing.
    Stopped,
}

/// Finds the named journal or unfinished question, or the latest unfinished one of this mode.
pub(super) fn find(mode: Mode, named: Option<&Path>, prompt: &mut Prompt, cx: &Cx) -> CommandResult<FoundJournals> {
    let Some(named) = named else { return latest(mode, prompt, cx) };
    let folder = cx.settings.journals();
    // A path with a folder is not a name.
    let is_name = named.file_name() == Some(named.as_os_str());
    let in_folder = is_name.then(|| [folder.join(named), folder.join(named).with_extension("toml")]);
    let mut questions = std::iter::once(named.to_owned()).chain(in_folder.into_iter().flatten());
    let is_question = |path: &PathBuf| UnfinishedQuestion::is_at(path);
    match questions.find(is_question).filter(|_| mode == Mode::Reading) {
        Some(path) => question(&path, cx.correspondences),
        None => {
            let path = journal_names::find(cx, named)?;
            // A name can be that of a copy; this is no reason not to resume it.
            let entries = journal_names::list(cx).unwrap_or_default();
            tell_copies(&path, &journal::set_copies_aside(entries).1, prompt, cx.correspondences)?;
            Ok(FoundJournals::Journal(path))
        }
    }
}

/// Tells which journal is resumed, if there are copies of it.
fn tell_copies(
    path: &Path,
    copies: &[JournalCopy],
    prompt: &mut Prompt,
    correspondences: &Correspondences,
) -> CommandResult<()> {
    let of = copies.iter().find(|copy| copy.entry.path == path).map_or(path, |copy| copy.of.as_path());
    let copies: Vec<JournalCopy> = copies.iter().filter(|copy| copy.of == of).cloned().collect();
    if copies.is_empty() {
        return Ok(());
    }
    Ok(prompt.say(format!("Resuming {}.\n{}", safe_path(path), copies_told(&copies, correspondences)))?)
}

fn question(path: &Path, correspondences: &Correspondences) -> CommandResult<FoundJournals> {
    Ok(FoundJournals::Question(UnfinishedQuestion::resume(path), Box::new(draft(path, correspondences)?)))
}

fn draft(path: &Path, correspondences: &Correspondences) -> CommandResult<QuestionDraft> {
    Ok(QuestionDraft::read(&Source::read(path, Source::TOML_LIMIT)?, correspondences)?)
}

/// The error with a way out.
pub(in super::super) fn with_way_out(error: UnsavedAnswers) -> CommandError {
    problem!("{error}; {}", error.help().unwrap_or_default())
}

/// Something unfinished.
struct Open {
    modified: SystemTime,
    path: PathBuf,
    /// A description for people.
    title: String,
    is_question: bool,
}

/// The latest unfinished journal, and all unfinished questions; the latest first. The copies of journals come with them.
///
/// # Errors
/// If a later journal cannot be read: it may be the one that is meant, and others would be given its turns.
fn open(mode: Mode, cx: &Cx) -> CommandResult<(Vec<Open>, Vec<JournalCopy>)> {
    let (entries, copies) = journal::set_copies_aside(journal_names::list(cx)?);
    let (journals, unread): (Vec<IndexEntry>, Vec<IndexEntry>) =
        entries.into_iter().partition(|entry| entry.metadata.is_ok());
    let is_open = |entry: &IndexEntry| matches!(&entry.metadata, Ok(it) if it.mode == mode && !it.is_concluded);
    let journals = journals.into_iter().filter(is_open);
    let journal = journals.max_by_key(|entry| entry.modified).map(|entry| {
        let title = entry.metadata.map_or_else(|_| String::new(), |it| quoted(&it.title));
        Open { modified: entry.modified, path: entry.path, title: format!("the {mode} {title}"), is_question: false }
    });
    let mut open: Vec<Open> = journal.into_iter().collect();
    if mode == Mode::Reading {
        open.extend(UnfinishedQuestion::list(cx.settings.journals()).into_iter().map(|(modified, path)| {
            let text = draft(&path, cx.correspondences).ok().and_then(|draft| draft.text);
            let title = text.map_or("a question".to_owned(), |text| format!("the question {}", quoted(&text)));
            Open { modified, path, title, is_question: true }
        }));
    }
    open.sort_by_key(|open| std::cmp::Reverse(open.modified));
    let latest = open.first().map(|open| open.modified);
    let is_later = |entry: &IndexEntry| latest.is_none_or(|latest| entry.modified > latest);
    // A folder or a pipe is not a journal, whatever its name.
    let is_no_file = |entry: &IndexEntry| fs::metadata(&entry.path).is_ok_and(|about| !about.is_file());
    match unread.into_iter().find(|entry| is_later(entry) && !is_no_file(entry)) {
        Some(IndexEntry { path, .. }) => fail!(
            "{}, which may be the one to resume, cannot be read; see enochian journal check {}, or name the one to resume",
            safe_path(&path),
            shell_word(&path)
        ),
        None => Ok((open, copies)),
    }
}

fn latest(mode: Mode, prompt: &mut Prompt, cx: &Cx) -> CommandResult<FoundJournals> {
    let (mut open, copies) = open(mode, cx)?;
    if open.is_empty() {
        let folder = safe_path(cx.settings.journals());
        fail!("there is no unfinished {mode} in {folder}; start one with enochian {}", command(mode));
    }
    let mut chosen = 0;
    if open.len() > 1 {
        match offer(prompt, &open)? {
            Some(index) => chosen = index,
            None => return Ok(FoundJournals::Stopped),
        }
    }
    let Open { path, is_question, .. } = open.swap_remove(chosen);
    tell_copies(&path, &copies, prompt, cx.correspondences)?;
    if is_question { question(&path, cx.correspondences) } else { Ok(FoundJournals::Journal(path)) }
}

/// Asks a person which one to resume. Piped input is for the latest, so the others are only listed.
fn offer(prompt: &mut Prompt, open: &[Open]) -> CommandResult<Option<usize>> {
    if !prompt.is_person() {
        let others: Vec<String> = open[1..]
            .iter()
            .map(|it| format!("\n  {}: enochian read --resume {}", it.title, shell_word(&it.path)))
            .collect();
        prompt.say(format!("Resuming the latest. Also unfinished:{}\n", others.concat()))?;
        return Ok(Some(0));
    }
    let lines: Vec<String> = open
        .iter()
        .zip(1..)
        .map(|(it, number)| format!("{number:>3}  {}, {}", it.title, safe_path(&it.path)))
        .collect();
    prompt.say(format!("Unfinished, latest first:\n{}", lines.join("\n")))?;
    let all = open.len();
    let read = |line: &str| match line.parse::<usize>() {
        Ok(number) if (1..=all).contains(&number) => Ok(number - 1),
        _ => Err(format!("choose a number from 1 to {all}")),
    };
    let help = "The number of the reading or question to resume.";
    match choose(prompt, &format!("Which one? (1 to {all})"), Some(("1", 0)), help, read)? {
        ChoiceReply::Given(index) => Ok(Some(index)),
        ChoiceReply::Back | ChoiceReply::Stop => Ok(None),
    }
}
