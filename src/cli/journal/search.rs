//! `enochian journal list` with words, which is also called `search`.

use std::collections::HashSet;
use std::mem;

use serde::Serialize;

use crate::cli::prelude::*;
use crate::correspondences::Naming;
use crate::journal::{self, IndexEntry, Query, QueryAnswer, unreadable};

use super::folder::copies_told;
use super::list::{ListArgs, none};

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
        let listed = journal_names::list(cx)?;
        if self.json {
            let entries: Vec<&IndexEntry> = listed.iter().collect();
            let hit = |&journal: &_| {
                let found = answer(query, journal, cx.correspondences)?;
                Some(SearchHit { journal, found })
            };
            let answers = journal::in_threads(&entries, hit);
            let invalid = listed.iter().filter(|it| it.metadata.is_err());
            let invalid = invalid.map(|journal| SearchHit { journal, found: QueryAnswer::default() });
            return print_json(&answers.into_iter().flatten().chain(invalid).collect::<Vec<_>>());
        }
        // Most of what is found is shown in part, so it is not kept: of few journals it is searched for again.
        let told = |it: &IndexEntry, shown| answer(query, it, cx.correspondences)?.page(it, shown);
        let pages = journal::in_threads(&listed, |it| told(it, 1));
        let found = listed.iter().zip(pages).filter_map(|(it, page)| Some((it, page?)));
        let mut found: Vec<(&IndexEntry, ScreenText)> = found.collect();
        if found.is_empty() {
            return print_page(none(cx.settings.journals(), query, cx) + &unreadable(&listed));
        }
        if found.len() <= MANY {
            found = found.into_iter().filter_map(|(it, _)| Some((it, told(it, SHOWN)?))).collect();
        }
        let mut page = ScreenText::default();
        for planet in query.planet_notes(cx.correspondences) {
            page += planet + "\n\n";
        }
        found.iter().for_each(|(_, found)| page += found);
        // What a person wrote may stand in one copy only, so each is searched.
        let mut ids: Vec<&str> = found.iter().filter_map(|(it, _)| id(it)).collect();
        ids.sort_unstable();
        let again: HashSet<&str> = ids.windows(2).filter(|two| two[0] == two[1]).map(|two| two[0]).collect();
        let is_again = |it: &IndexEntry| id(it).is_some_and(|id| again.contains(id));
        let copies = found.iter().filter(|(it, _)| is_again(it)).map(|(it, _)| (*it).clone());
        let (_, copies) = journal::set_copies_aside(copies.collect());
        page += unreadable(&listed);
        page += copies_told(&copies, cx.correspondences);
        print_page(page)?;
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
) -> CommandResult<ScreenText> {
    let query = Query::read(words, correspondences, naming)?;
    let listed = journal::list(folder, correspondences, &|_, _| {})?;
    let page: ScreenText =
        listed.iter().filter_map(|it| answer(&query, it, correspondences)?.page(it, SHOWN)).collect();
    Ok(if page.is_empty() { "No matches.".into() } else { page.trimmed() })
}

fn id(entry: &IndexEntry) -> Option<&str> {
    entry.metadata.as_ref().ok().map(|metadata| metadata.id.as_str())
}

/// What answers a query in a journal that can be read.
fn answer<'m>(query: &Query, entry: &'m IndexEntry, correspondences: &Correspondences) -> Option<QueryAnswer<'m>> {
    query.find(entry.metadata.as_deref().ok()?, correspondences)
}
