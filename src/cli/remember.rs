//! `enochian remember`, and a person's own meanings beside those of the tradition.

use std::env;
use std::fs;

use serde::Serialize;

use crate::chess::Board;
use crate::cli::prelude::*;
use crate::correspondences::Naming;
use crate::disk;
use crate::input::{Words, reason};
use crate::journal::{self, MEANINGS, MeaningsBeside, OwnJson, OwnMeanings};
use crate::lookup::{NotFound, Thing};

use super::error_report::print_errors;
use super::journal::edit_file;
use super::lookup::screen;

/// Keep what a thing means to you
///
/// A thing is a sign, an element, a house, a trump, a letter, a figure, a planet or a
/// piece, or a square of a board. Your meaning is shown before the tradition's wherever
/// that is explained, with the readings in which the thing came up. It is kept in
/// meanings.toml, in the folder of journals. If you give no words, you are asked for
/// them. Without a name, all are listed; `enochian meaning` shows one.
///
/// Examples:
///   enochian remember Tristitia "Grief that I asked for."
///   enochian remember "e3 of water" "The garden gate."
///   enochian remember Tristitia --edit "Grief that passes."
///   enochian remember Tristitia --remove
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct RememberArgs {
    /// The name of the thing, then the words; a name of several things with its sort: trump:death
    #[arg(value_name = "NAME|WORDS")]
    words: Vec<String>,
    /// Change what is kept: to the words or, without any, in your editor
    #[arg(long, requires = "words")]
    edit: bool,
    /// Remove what is kept
    #[arg(long, conflicts_with = "edit", requires = "words")]
    remove: bool,
    /// Print JSON
    #[arg(long, conflicts_with_all = ["edit", "remove"])]
    json: bool,
}

impl RememberArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let naming = cx.naming()?;
        let folder = cx.settings.journals();
        let mut own = OwnMeanings::read(folder, cx.correspondences, naming);
        print_errors(own.faults());
        let all_read = own.faults().is_empty();
        if self.words.is_empty() {
            let things: Vec<Thing> = own.all().iter().map(|it| it.thing.clone()).collect();
            self.print(&own, &things, cx)?;
            return reported(all_read);
        }
        let (thing, words) = named(&own, &self.words, None)?;
        let kept = own.of(&thing).map(str::to_owned);
        if self.json {
            if !words.is_empty() {
                misuse!("--json takes a name and no words; {} comes after {thing}", quoted(&words));
            }
            self.print(&own, &[thing], cx)?;
            return reported(all_read);
        }
        journal::check_folder(folder)?;
        let nothing =
            || problem!("nothing is kept of {thing}; keep it with: enochian remember {}", shell_word(&thing.name));
        let (text, done) = match (self.edit, self.remove, kept.as_deref()) {
            (false, false, None) if words.is_empty() => (Some(asked(&thing)?), "Remembered"),
            (false, false, None) => (Some(words), "Remembered"),
            (false, false, Some(kept)) => return Err(known(&thing, kept)),
            (_, _, None) => return Err(nothing()),
            (true, _, Some(kept)) if words.is_empty() => (Some(edited(kept)?), "Changed"),
            (true, ..) => (Some(words), "Changed"),
            (_, true, Some(_)) => (None, "Removed"),
        };
        let typed = |text: String| Words::LINES.some(&text).map_err(|error| problem!("{} {error}", quoted(&text)));
        let text = text.map(typed).transpose()?;
        own.put(&thing, text.as_deref(), kept.as_deref())?;
        // What is gone can be put back from here.
        let before = kept.map_or(String::new(), |kept| format!("It was: {kept}\n"));
        print_page(format!("{done}: {thing}, in {}\n{before}", safe_path(own.path())))
    }

    fn print(&self, own: &OwnMeanings, things: &[Thing], cx: &Cx) -> CommandResult<()> {
        let naming = cx.naming()?;
        let beside = MeaningsBeside::of(own, things, cx.settings.journals(), cx.correspondences, naming);
        if self.json {
            return print_json(&beside.own);
        }
        if beside.own.is_empty() {
            let of = if let [thing] = things { format!(" of {thing}") } else { String::new() };
            let file = safe_path(own.path());
            return print_page(format!(
                "Nothing is kept{of} in {file}. Keep something with: enochian remember NAME \"…\"\n"
            ));
        }
        print_page(beside.listed(screen().width))
    }
}

/// The thing that the first words name, as many of them as belong to a name, and the other words. A square may be of a board that
/// is known.
pub(super) fn named(own: &OwnMeanings, words: &[String], board: Option<Board>) -> Result<(Thing, String), NotFound> {
    /// The most words of a name: `e3 on the water board`.
    const LONGEST: usize = 5;
    let thing = |name: &str| {
        let name = name.trim().trim_end_matches([':', '=']).trim().trim_matches('"');
        let here = board.and_then(|board| own.thing(&format!("square:{name} of {board}")).ok());
        own.thing(name).or_else(|error| here.ok_or(error))
    };
    // `a5 The gate`: what is left out of names does not end one. With a colon the person says where it ends.
    let ends = |length: &usize| !["the", "of", "on"].contains(&words[length - 1].to_lowercase().as_str());
    let said = words.iter().take(LONGEST).position(|word| word.ends_with([':', '='])).map(|at| at + 1);
    let lengths = said.map_or(1..=words.len().min(LONGEST), |length| length..=length);
    let tried = lengths.rev().filter(ends).map(|length| (length, thing(&words[..length].join(" "))));
    let tried: Vec<_> = tried.collect();
    let whole = tried.iter().find_map(|(length, found)| Some((*length, found.clone().ok()?)));
    if let Some((length, thing)) = whole {
        return Ok((thing, words[length..].join(" ").trim().to_owned()));
    }
    // The most helpful error, of the fewest words.
    match tried.into_iter().filter_map(|(_, found)| found.err()).max_by_key(NotFound::nearness) {
        Some(error) => Err(error),
        None => own.thing("").map(|thing| (thing, String::new())),
    }
}

/// The error that a thing has a meaning, which is not overwritten.
pub(super) fn known(thing: &Thing, kept: &str) -> super::command_error::CommandError {
    let name = shell_word(format!("{}:{}", thing.sort, thing.name));
    problem!("{thing} means {} to you already; change it with: enochian remember {name} --edit \"…\"", quoted(kept))
}

fn asked(thing: &Thing) -> CommandResult<String> {
    match Prompt::new(false)?.ask_text(&format!("What does {thing} mean to you?"))? {
        Some(line) if !line.is_empty() => Ok(line),
        _ => fail!("no words were given, so nothing was kept; add them to the command, in quotation marks"),
    }
}

/// The text as the person leaves it in the editor.
fn edited(kept: &str) -> CommandResult<String> {
    let (_desk, copy) = disk::temporary_copy(&env::temp_dir(), Path::new("meaning.txt"), kept)?;
    edit_file(&copy)?;
    let text = fs::read_to_string(&copy).map_err(|error| problem!("the edit cannot be read: {}", reason(&error)))?;
    let text = text.trim().to_owned();
    if text.is_empty() {
        fail!("the edited meaning is empty, so nothing was changed; remove it with --remove");
    }
    Ok(text)
}

/// A value with a person's own meanings; without any it is as it was.
#[derive(Serialize)]
pub(super) struct WithOwn<'o, T> {
    #[serde(flatten)]
    pub(super) it: T,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(super) own: &'o [OwnJson],
}

/// Those of what a page explains, from the notebook of the settings. Faults of the file are told.
pub(super) fn explained_beside(
    cx: &Cx,
    things: impl FnOnce(&OwnMeanings) -> Vec<Thing>,
) -> CommandResult<MeaningsBeside> {
    let folder = cx.settings.journals();
    Ok(read_beside(folder, cx.correspondences, cx.naming()?, things))
}

/// The same, from a folder of journals.
pub(super) fn read_beside(
    folder: &Path,
    correspondences: &Correspondences,
    naming: &Naming,
    things: impl FnOnce(&OwnMeanings) -> Vec<Thing>,
) -> MeaningsBeside {
    if !OwnMeanings::is_in(folder) {
        return MeaningsBeside::default();
    }
    let own = OwnMeanings::read(folder, correspondences, naming);
    print_errors(own.faults());
    MeaningsBeside::of(&own, &things(&own), folder, correspondences, naming)
}

/// What is kept in the notebook of the settings, if anything is.
pub(super) fn kept_meanings(cx: &Cx) -> CommandResult<Option<OwnMeanings>> {
    let folder = cx.settings.journals();
    if !OwnMeanings::is_in(folder) {
        return Ok(None);
    }
    let own = OwnMeanings::read(folder, cx.correspondences, cx.naming()?);
    print_errors(own.faults());
    Ok(Some(own))
}

/// The name of the file, for messages at the prompts.
pub(super) fn remembered(thing: &Thing) -> String {
    format!("Remembered: {thing}, in {MEANINGS}.")
}
