//! `enochian journal list`.

use std::mem;
use std::path::Path;
use std::process::ExitCode;

use anstyle::Style;
use chrono::Timelike;
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

use crate::chess::Board;
use crate::input::{safe, safe_path, shell_word};
use crate::journal::{self, IndexEntry, JournalWithCopies, Metadata, Query};
use crate::record::Branch;
use crate::render::{count, table_columns, table_width, table_within};

use super::super::colours;
use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::number::whole;
use super::super::print_either;
use super::super::terminal;
use super::folder::copies_told;
use super::selection::selected;

/// List your journals, the latest first, or search them for words
///
/// Words are searched for in the questions, in what people wrote, and in the names
/// of people, tags and categories. If they name a piece, a square or what belongs to
/// one, the turns are searched too: those in which all that is named came together
/// are shown. A journal matches if it has all of the words.
///
/// Words with a key search only there:
///   turns      piece: captured: square: sign: element: house: trump: letter:
///              figure: planet:
///   journals   question: category: note: querent: player: tag: board: ptah:
///              answer: outcome: since: until: only:
///
/// Words are found as whole words: `ring` is not in "spring".
///
/// Examples:
///   enochian journal list
///   enochian journal search "moved back" querent:anna
///   enochian journal search my king on scorpio
///   enochian journal search queen takes knight check
///   enochian journal search king taken figure:carcer answer:no since:2026-03
///   enochian journal list board:water answer:yes since:2026-01
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment, visible_alias = "search")]
pub(super) struct ListArgs {
    /// The words to search for [default: list all]
    pub(super) words: Vec<String>,
    /// Show the names of the journals instead of their questions
    #[arg(long)]
    names: bool,
    /// The maximum number of journals to list
    #[arg(long, value_name = "NUMBER", value_parser = whole(0..=u32::MAX))]
    pub(super) first: Option<u32>,
    /// Print JSON
    #[arg(long)]
    pub(super) json: bool,
}

impl ListArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<ExitCode> {
        let query = Query::of_arguments(&self.words, cx.correspondences, cx.naming()?)?;
        if !self.names && !query.is_filter() {
            self.search(&query, cx)?;
            return Ok(ExitCode::SUCCESS);
        }
        let folder = cx.settings.journals();
        let (mut listed, mut copies) = selected(&[], &query, cx)?;
        let found = listed.len();
        listed.truncate(self.first.map_or(usize::MAX, |first| first as usize));
        copies.retain(|copy| listed.iter().any(|it| it.path == copy.of));
        let rows = JournalWithCopies::all(&listed, if self.json { &copies } else { &[] }, cx.correspondences);
        print_either(self.json, &rows, || match listed.as_slice() {
            [] => none(folder, query.is_empty()),
            listed => self.page(listed, found) + &copies_told(&copies, cx.correspondences),
        })?;
        // The program ends here, so thousands of journals need not be freed one by one.
        mem::forget(listed);
        Ok(ExitCode::SUCCESS)
    }

    fn page(&self, listed: &[IndexEntry], found: usize) -> String {
        let sound: Vec<(&IndexEntry, &Metadata)> =
            listed.iter().filter_map(|it| it.metadata.as_deref().ok().map(|metadata| (it, metadata))).collect();
        let tagged = sound.iter().any(|(_, metadata)| !metadata.tags.is_empty());
        let proved = sound.iter().any(|(_, metadata)| metadata.outcome.is_some());
        let mut header = vec!["Begun", "Board", "Answer"];
        header.extend(proved.then_some("Outcome"));
        header.push(if self.names { "Name" } else { "Question" });
        header.extend(tagged.then_some("Tags"));
        let row = |(it, metadata): &(&IndexEntry, &Metadata)| {
            let board = metadata.board.parse::<Board>().map_or_else(|_| Style::new(), |of| colours::screen().style(of));
            let begun = metadata.begun.naive_local();
            // Faster than parsing a format for each of thousands.
            let begun = format!("{} {:02}:{:02}", begun.date(), begun.hour(), begun.minute());
            // Of a game only the result, not the reason.
            let answer = metadata.answer.split(": ").next().unwrap_or_default().to_owned();
            // The other games have no board of an element.
            let place = if metadata.is_enochian() { &metadata.board } else { &metadata.kind }.clone();
            let mut row = vec![begun, place, answer];
            row.extend(proved.then(|| metadata.outcome.as_ref().map_or_else(String::new, |it| it.proved.clone())));
            row.push(match &metadata.branch {
                _ if self.names => it.name(),
                Some(Branch { turn, mv, .. }) => format!("↳ turn {turn}, {mv}: {}", metadata.title),
                None => metadata.title.clone(),
            });
            row.extend(tagged.then(|| metadata.tags.join(", ")));
            (board, row.iter().map(|cell| safe(cell).into_owned()).collect())
        };
        let mut rows: Vec<(Style, Vec<String>)> = journal::in_threads(&sound, row);
        // A pipe has room for a line of any question that is not an essay.
        let columns = terminal::size().map_or(200, |(columns, _)| columns);
        fit(columns, &mut header, &mut rows);
        let mut page = if rows.is_empty() { String::new() } else { table_within(columns, &header, &rows) };
        page.push_str(&match found - listed.len() {
            0 => format!("\n  {}.\n", count(found, "journal")),
            _ => format!("\n  The first {} of {}.\n", listed.len(), count(found, "journal")),
        });
        page.push_str(&unreadable(listed));
        let faulty = sound.iter().filter(|(_, metadata)| !metadata.is_playable);
        let faulty = faulty.map(|(it, _)| format!("  With errors: enochian journal check {}\n", shell_word(it.name())));
        page + &faulty.collect::<String>()
    }
}

/// Says that there are no journals, or none that match.
pub(super) fn none(folder: &Path, is_all: bool) -> String {
    match is_all {
        true => format!("There are no journals in {} yet. Ask a question: enochian read\n", safe_path(folder)),
        false => format!("No journal in {} matches.\n", safe_path(folder)),
    }
}

/// A line for each journal that cannot be read.
pub(super) fn unreadable(listed: &[IndexEntry]) -> String {
    let faults = listed.iter().filter_map(|it| it.metadata.as_ref().err());
    faults.map(|fault| format!("  Cannot be read: {}\n", safe(fault.lines().next().unwrap_or_default()))).collect()
}

/// Makes the rows no wider than the terminal, so that each journal takes one line: tags are left out if they leave too
/// little room, and questions are cut.
fn fit(columns: usize, header: &mut Vec<&str>, rows: &mut [(Style, Vec<String>)]) {
    /// A shorter start of a question says little.
    const LEAST: usize = 16;
    if columns < 72 {
        // The day is enough.
        rows.iter_mut().for_each(|(_, row)| row[0].truncate("2026-11-21".len()));
    }
    let Some(question) = header.iter().position(|heading| ["Name", "Question"].contains(heading)) else { return };
    let beside = |widths: &[usize]| table_width(widths) - widths[question];
    let mut widths = table_columns(header, rows);
    // Other commands need the whole name.
    let least = if header[question] == "Name" { widths[question] } else { LEAST };
    if header.last() == Some(&"Tags") && beside(&widths) + least > columns {
        header.pop();
        widths.pop();
        rows.iter_mut().for_each(|(_, row)| row.truncate(widths.len()));
    }
    let room = columns.saturating_sub(beside(&widths)).max(least);
    rows.iter_mut().for_each(|(_, row)| row[question] = cut(&row[question], room));
}

/// A question, cut after a word if it is too wide.
fn cut(title: &str, room: usize) -> String {
    if display_width(title) <= room {
        return title.to_owned();
    }
    let options = Options::new(room.saturating_sub(1)).word_splitter(WordSplitter::NoHyphenation);
    let beginning = textwrap::wrap(title, options).into_iter().next().unwrap_or_default();
    format!("{beginning}…")
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_question_is_cut_after_a_word() {
        assert_eq!(cut("Is my brother happy?", 20), "Is my brother happy?");
        assert_eq!(cut("Is my brother happy?", 19), "Is my brother…");
        assert_eq!(cut("Donaudampfschifffahrt", 10), "Donaudamp…");
        assert_eq!(cut("幸せですか", 7), "幸せで…");
    }
}
