//! `enochian journal list` with words, which is also called `search`.

use std::collections::HashSet;
use std::fmt::Write;
use std::mem;
use std::path::Path;

use anstyle::Style;
use serde::Serialize;

use crate::correspondences::{Correspondences, Naming};
use crate::input::{safe, safe_path};
use crate::journal::{self, IndexEntry, Query, QueryAnswer};
use crate::render::count;

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::journal_names;
use super::super::lookup::print_page;
use super::super::print_json;
use super::super::stdout;
use super::folder::copies_told;
use super::list::{ListArgs, unreadable};

/// The most turns that a page shows of each journal.
const SHOWN: usize = 5;

/// Of more journals than so many, a page shows one turn each.
const MANY: usize = 50;

#[derive(Serialize)]
struct SearchHit<'j> {
    #[serde(flatten)]
    journal: &'j IndexEntry,
    #[serde(flatten)]
    found: QueryAnswer<'j>,
}

impl ListArgs {
    pub(super) fn search(&self, query: &Query, cx: &Cx) -> CommandResult<()> {
        let folder = cx.settings.journals();
        let listed = journal_names::list(cx)?;
        let most = self.first.map_or(usize::MAX, |first| first as usize);
        if self.json {
            let entries: Vec<&IndexEntry> = listed.iter().collect();
            let hit = |&journal: &_| {
                let found = answer(query, journal, cx.correspondences)?;
                Some(SearchHit { journal, found })
            };
            let answers = journal::in_threads(&entries, hit);
            let invalid = listed.iter().filter(|it| it.metadata.is_err());
            let invalid = invalid.map(|journal| SearchHit { journal, found: QueryAnswer::default() });
            return print_json(&answers.into_iter().flatten().take(most).chain(invalid).collect::<Vec<_>>());
        }
        // Most of what is found is shown in part, so it is not kept: of few journals it is searched for again.
        let styles = styles();
        let told = |it: &IndexEntry, shown| told(it, &answer(query, it, cx.correspondences)?, shown, styles);
        let pages = journal::in_threads(&listed, |it| told(it, 1));
        let found = listed.iter().zip(pages).filter_map(|(it, page)| Some((it, page?)));
        let mut found: Vec<(&IndexEntry, String)> = found.take(most).collect();
        if found.is_empty() {
            let shown = safe_path(folder);
            return print_page(&format!("No matches in {shown}.\n{}", unreadable(&listed)));
        }
        if found.len() <= MANY {
            found = found.into_iter().filter_map(|(it, _)| Some((it, told(it, SHOWN)?))).collect();
        }
        let mut page = String::with_capacity(found.iter().map(|(_, page)| page.len()).sum());
        for planet in query.planets_told(cx.correspondences) {
            page.extend([&planet, "\n\n"]);
        }
        page.extend(found.iter().map(|(_, page)| page.as_str()));
        // What a person wrote may stand in one copy only, so each is searched.
        let mut ids: Vec<&str> = found.iter().filter_map(|(it, _)| id(it)).collect();
        ids.sort_unstable();
        let again: HashSet<&str> = ids.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        let is_again = |it: &IndexEntry| id(it).is_some_and(|id| again.contains(id));
        let copies = found.iter().filter(|(it, _)| is_again(it)).map(|(it, _)| (*it).clone());
        let (_, copies) = journal::set_copies_aside(copies.collect());
        page.push_str(&unreadable(&listed));
        page.push_str(&copies_told(&copies, cx.correspondences));
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
    correspondences: &Correspondences,
    naming: &Naming,
) -> CommandResult<String> {
    let query = Query::read(words, correspondences, naming)?;
    let listed = journal::list(folder, correspondences, &|_, _| {})?;
    let page: String =
        listed.iter().filter_map(|it| told(it, &answer(&query, it, correspondences)?, SHOWN, styles())).collect();
    Ok(if page.is_empty() { "No matches.".to_owned() } else { page.trim_end().to_owned() })
}

fn id(entry: &IndexEntry) -> Option<&str> {
    entry.metadata.as_ref().ok().map(|metadata| metadata.id.as_str())
}

/// The styles of titles and of what stands beside them; none where they would only be taken out again, a thousand times.
fn styles() -> (Style, Style) {
    if stdout::is_plain() { Default::default() } else { (Style::new().bold(), Style::new().dimmed()) }
}

/// What answers a query in a journal that can be read.
fn answer<'m>(query: &Query, entry: &'m IndexEntry, correspondences: &Correspondences) -> Option<QueryAnswer<'m>> {
    query.find(entry.metadata.as_deref().ok()?, correspondences)
}

/// A journal that can be read, with the lines and turns that were found in it.
fn told(
    entry: &IndexEntry,
    QueryAnswer { lines, turns }: &QueryAnswer<'_>,
    shown: usize,
    (bold, dim): (Style, Style),
) -> Option<String> {
    let metadata = entry.metadata.as_deref().ok()?;
    let (title, name) = (safe(&metadata.title), entry.name());
    let mut page = format!("{bold}{title}{bold:#} {dim}· {} · {}{dim:#}\n", metadata.begun.date_naive(), safe(&name));
    page.reserve(64 * (shown.min(turns.len()) + 1));
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
        let _ = writeln!(page, "         and {}", count(more, "more turn"));
    }
    Some(page)
}
