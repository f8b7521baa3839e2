//! The list of journals, as a page.

use anstyle::Style;
use chrono::Timelike;
use textwrap::core::display_width;
use textwrap::{Options, WordSplitter};

use crate::chess::Board;
use crate::input::shell_word;
use crate::record::Branch;
use crate::render::{ScreenText, TerminalColours, count, table_columns, table_width, table_within};

use super::{IndexEntry, Metadata, in_threads};

/// A table of journals, the questions or the names, with those that cannot be read below it.
#[must_use]
pub fn list_page(listed: &[IndexEntry], with_names: bool, columns: usize, colours: TerminalColours) -> ScreenText {
    let sound: Vec<(&IndexEntry, &Metadata)> =
        listed.iter().filter_map(|it| it.metadata.as_deref().ok().map(|metadata| (it, metadata))).collect();
    let tagged = sound.iter().any(|(_, metadata)| !metadata.tags.is_empty());
    let proved = sound.iter().any(|(_, metadata)| metadata.outcome.is_some());
    let mut header = vec!["Begun", "Board", "Answer"];
    header.extend(proved.then_some("Outcome"));
    header.push(if with_names { "Name" } else { "Question" });
    header.extend(tagged.then_some("Tags"));
    let row = |(it, metadata): &(&IndexEntry, &Metadata)| {
        let board = metadata.board.parse::<Board>().map_or_else(|_| Style::new(), |of| colours.style(of));
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
            _ if with_names => it.name(),
            Some(Branch { turn, mv, .. }) => format!("↳ turn {turn}, {mv}: {}", metadata.title),
            None => metadata.title.clone(),
        });
        row.extend(tagged.then(|| metadata.tags.join(", ")));
        (board, row)
    };
    let mut rows: Vec<(Style, Vec<String>)> = in_threads(&sound, row);
    fit(columns, &mut header, &mut rows);
    let mut page = if rows.is_empty() { ScreenText::default() } else { table_within(columns, &header, &rows) };
    page += format!("\n  {}.\n", count(listed.len(), "journal"));
    page += unreadable(listed);
    let faulty = sound.iter().filter(|(_, metadata)| !metadata.is_playable);
    let faulty = faulty.map(|(it, _)| format!("  With errors: enochian journal check {}\n", shell_word(it.name())));
    page + faulty.collect::<String>()
}

/// A line for each journal that cannot be read.
#[must_use]
pub fn unreadable(listed: &[IndexEntry]) -> String {
    let faults = listed.iter().filter_map(|it| it.metadata.as_ref().err());
    faults.map(|fault| format!("  Cannot be read: {}\n", fault.lines().next().unwrap_or_default())).collect()
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
    use super::*;

    #[test]
    fn tags_are_left_out_where_they_leave_a_question_too_little_room() {
        let fitted = |columns| {
            let row = ["2026-11-21 14:05", "Is my brother happy in his present situation?", "family, water"];
            let (mut header, mut rows) =
                (vec!["Begun", "Question", "Tags"], [(Style::new(), row.map(str::to_owned).to_vec())]);
            fit(columns, &mut header, &mut rows);
            (header.len(), rows[0].1.join("|"))
        };
        assert_eq!(
            fitted(90),
            (3, "2026-11-21 14:05|Is my brother happy in his present situation?|family, water".to_owned())
        );
        assert_eq!(fitted(60), (3, "2026-11-21|Is my brother happy in his…|family, water".to_owned()));
        assert_eq!(fitted(40), (2, "2026-11-21|Is my brother happy in…".to_owned()));
    }

    #[test]
    fn a_question_is_cut_after_a_word() {
        assert_eq!(cut("Is my brother happy?", 20), "Is my brother happy?");
        assert_eq!(cut("Is my brother happy?", 19), "Is my brother…");
        assert_eq!(cut("Donaudampfschifffahrt", 10), "Donaudamp…");
        assert_eq!(cut("幸せですか", 7), "幸せで…");
    }
}
