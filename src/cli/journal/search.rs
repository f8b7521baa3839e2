//! `enochian journal list` with words, which is also called `search`.

use std::fmt::Write;

use anstyle::Style;
use serde::Serialize;

use crate::correspondences::Correspondences;
use crate::input::{safe, safe_path};
use crate::journal;

use super::super::command_error::CommandResult;
use super::super::lookup::print_page;
use super::super::print_json;
use super::super::settings::Settings;
use super::folder::copies_told;
use super::list::{ListArgs, ListRow, unreadable};

#[derive(Serialize)]
struct SearchHit<'j> {
    #[serde(flatten)]
    journal: ListRow<'j>,
    lines: Vec<SearchLine<'j>>,
}

/// A line with a match.
#[derive(Serialize)]
struct SearchLine<'j> {
    line: usize,
    text: &'j str,
}

impl ListArgs {
    pub(super) fn search(&self, correspondences: &Correspondences, settings: &Settings) -> CommandResult<()> {
        let folder = &settings.journals.value;
        let words: Vec<String> = self.words.iter().map(|word| word.to_lowercase()).collect();
        let listed = self.selection.of(correspondences, settings)?;
        let most = self.first.map_or(usize::MAX, |first| first as usize);
        let found: Vec<_> = listed
            .iter()
            .filter_map(|it| it.metadata.as_ref().ok().map(|metadata| (it, metadata)))
            .filter(|(_, metadata)| words.iter().all(|word| metadata.holds(word)))
            .take(most)
            .map(|(it, metadata)| {
                let here = |text: &str| words.iter().any(|word| text.to_lowercase().contains(word));
                let lines = metadata.own.iter().filter(|(_, text)| here(text));
                (it, metadata, lines.map(|(line, text)| SearchLine { line: *line, text }).collect::<Vec<_>>())
            })
            .collect();
        if self.json {
            let invalid = listed.iter().filter(|it| it.metadata.is_err()).map(|it| (it, Vec::new()));
            let found = found.into_iter().map(|(it, _, lines)| (it, lines)).chain(invalid);
            let found = found.map(|(it, lines)| SearchHit { journal: ListRow::new(it), lines });
            return print_json(&found.collect::<Vec<_>>());
        }
        if found.is_empty() {
            let shown = safe_path(folder);
            return print_page(&format!("No matches in {shown}.\n{}", unreadable(&listed)));
        }
        let (bold, dim) = (Style::new().bold(), Style::new().dimmed());
        // What a person wrote may stand in one copy only, so each is searched.
        let (_, copies) = journal::set_copies_aside(found.iter().map(|(it, ..)| (*it).clone()).collect());
        let mut page = String::new();
        for (it, metadata, lines) in found {
            let begun = metadata.begun.format("%Y-%m-%d");
            let _ =
                writeln!(page, "{bold}{}{bold:#} {dim}· {begun} · {}{dim:#}", safe(&metadata.title), safe(&it.name()));
            for SearchLine { line, text } in lines {
                let _ = writeln!(page, "  {dim}{line:>5}{dim:#}  {}", safe(text));
            }
        }
        page.push_str(&unreadable(&listed));
        page.push_str(&copies_told(&copies, correspondences));
        print_page(&page)
    }
}
