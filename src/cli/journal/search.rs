//! `enochian journal list` with words, which is also called `search`.

use std::collections::HashSet;
use std::fmt::Write;
use std::mem;
use std::path::Path;

use anstyle::Style;
use serde::Serialize;

use crate::correspondences::{Correspondences, Naming};
use crate::input::{safe, safe_path};
use crate::journal::{self, FoundTurn, IndexEntry, Metadata, Query, QueryAnswer};

use super::super::command_error::CommandResult;
use super::super::journal_names;
use super::super::lookup::print_page;
use super::super::print_json;
use super::super::settings::Settings;
use super::folder::copies_told;
use super::list::{ListArgs, ListRow, unreadable};

/// The most turns that a page shows of each journal.
const SHOWN: usize = 5;

/// Of more journals than so many, a page shows one turn each.
const MANY: usize = 50;

#[derive(Serialize)]
struct SearchHit<'j> {
    #[serde(flatten)]
    journal: ListRow<'j>,
    lines: Vec<SearchLine<'j>>,
    /// `turns` is how many it has.
    turns_found: Vec<SearchTurn>,
}

/// A line with a match.
#[derive(Serialize)]
struct SearchLine<'j> {
    line: usize,
    /// The turn that it is about.
    turn: Option<u32>,
    text: &'j str,
}

/// A turn that matches.
#[derive(Serialize)]
struct SearchTurn {
    turn: u32,
    piece: String,
    square: String,
    /// The sign or element of the square; `null` in a quiet reading.
    force: Option<&'static str>,
    captured: Vec<String>,
    check: bool,
}

impl<'j> SearchHit<'j> {
    fn of(entry: &'j IndexEntry, found: &QueryAnswer<'j>) -> SearchHit<'j> {
        let lines = found.lines.iter().map(|own| SearchLine { line: own.line, turn: own.turn, text: &own.text });
        let turns_found = found.turns.iter().map(SearchTurn::of).collect();
        SearchHit { journal: ListRow::new(entry), lines: lines.collect(), turns_found }
    }
}

impl SearchTurn {
    fn of(found: &FoundTurn) -> SearchTurn {
        SearchTurn {
            turn: found.turn,
            piece: found.piece.to_string(),
            square: found.square.to_string(),
            force: found.force.map(|force| force.name()),
            captured: found.captured.iter().map(ToString::to_string).collect(),
            check: found.gives_check,
        }
    }
}

impl ListArgs {
    pub(super) fn search(
        &self,
        query: &Query,
        correspondences: &Correspondences,
        settings: &Settings,
    ) -> CommandResult<()> {
        let folder = &settings.journals.value;
        let listed = journal_names::list(settings, correspondences)?;
        let most = self.first.map_or(usize::MAX, |first| first as usize);
        let entries: Vec<&IndexEntry> = listed.iter().collect();
        let answers = journal::in_threads(&entries, |&it| {
            let metadata = it.metadata.as_deref().ok()?;
            Some((it, metadata, query.find(metadata, correspondences)?))
        });
        let found: Vec<_> = answers.into_iter().flatten().take(most).collect();
        if self.json {
            let invalid = listed.iter().filter(|it| it.metadata.is_err());
            let invalid = invalid.map(|it| SearchHit::of(it, &QueryAnswer::default()));
            let found = found.iter().map(|(it, _, answer)| SearchHit::of(it, answer));
            return print_json(&found.chain(invalid).collect::<Vec<_>>());
        }
        if found.is_empty() {
            let shown = safe_path(folder);
            return print_page(&format!("No matches in {shown}.\n{}", unreadable(&listed)));
        }
        let shown = if found.len() > MANY { 1 } else { SHOWN };
        let mut page = journal::in_threads(&found, |(it, metadata, answer)| told(it, metadata, answer, shown)).concat();
        // What a person wrote may stand in one copy only, so each is searched.
        let mut seen = HashSet::new();
        let again: HashSet<&str> =
            found.iter().map(|(_, it, _)| it.id.as_str()).filter(|id| !seen.insert(*id)).collect();
        let copies = found.iter().filter(|(_, it, _)| again.contains(it.id.as_str())).map(|(it, ..)| (*it).clone());
        let (_, copies) = journal::set_copies_aside(copies.collect());
        page.push_str(&unreadable(&listed));
        page.push_str(&copies_told(&copies, correspondences));
        print_page(&page)?;
        // The program ends here, so thousands of journals need not be freed one by one.
        mem::forget(found);
        mem::forget(listed);
        Ok(())
    }
}

/// What a query finds in a folder of journals, as the prompts show it.
pub(in super::super) fn find(
    words: &str,
    folder: &Path,
    cache: Option<&Path>,
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<String> {
    let query = Query::read(words, correspondences, naming)?;
    let listed = journal::list(folder, cache, correspondences, &|_, _| {})?;
    let page = listed.iter().filter_map(|it| {
        let metadata = it.metadata.as_deref().ok()?;
        Some(told(it, metadata, &query.find(metadata, correspondences)?, SHOWN))
    });
    let page: String = page.collect();
    Ok(if page.is_empty() { "No matches.".to_owned() } else { page.trim_end().to_owned() })
}

/// A journal with the lines and turns that were found in it.
fn told(
    entry: &IndexEntry,
    metadata: &Metadata,
    QueryAnswer { lines, turns }: &QueryAnswer<'_>,
    shown: usize,
) -> String {
    let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
    let (title, name) = (safe(&metadata.title), entry.name());
    let mut page = format!("{bold}{title}{bold:#} {dim}· {} · {}{dim:#}\n", metadata.begun.date_naive(), safe(&name));
    for own in lines {
        let about = own.turn.map_or(String::new(), |turn| format!("turn {turn}: "));
        let _ = writeln!(page, "  {dim}{:>5}{dim:#}  {about}{}", own.line, safe(&own.text.replace('\n', " / ")));
    }
    for turn in turns.iter().take(shown) {
        page.extend(["         turn ", &turn.turn.to_string(), ": "]);
        turn.write_to(&mut page);
        page.push('\n');
    }
    if let Some(more @ 1..) = turns.len().checked_sub(shown) {
        let _ = writeln!(page, "         and {more} more {}", if more == 1 { "turn" } else { "turns" });
    }
    page
}
