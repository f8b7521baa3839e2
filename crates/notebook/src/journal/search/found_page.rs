//! What was found in a journal, as a part of a page.

use std::fmt::Write;

use anstyle::Style;

use crate::render::{ScreenText, count};

use super::super::IndexEntry;
use super::QueryAnswer;

impl QueryAnswer<'_> {
    /// A journal that can be read, with the lines and the first turns that were found in it.
    #[doc(hidden)]
    #[must_use]
    pub fn page(&self, entry: &IndexEntry, shown: usize) -> Option<ScreenText> {
        let QueryAnswer { lines, turns } = self;
        let metadata = entry.metadata.as_deref().ok()?;
        let dim = Style::new().dimmed();
        let mut heading = ScreenText::styled(Style::new().bold(), &metadata.title) + " ";
        heading.push_styled(dim, format!("· {} · {}", metadata.begun.date_naive(), entry.name()));
        let mut page = String::with_capacity(64 * (shown.min(turns.len()) + 1));
        for own in lines {
            let about = own.turn.map_or(String::new(), |turn| format!("turn {turn}: "));
            let _ = writeln!(page, "  {:>5}  {about}{}", own.line, own.text.replace('\n', " / "));
        }
        for turn in turns.iter().take(shown) {
            page.extend(["         turn ", &turn.turn.to_string(), ": "]);
            turn.write_to(&mut page);
            page.push('\n');
        }
        if let Some(more @ 1..) = turns.len().checked_sub(shown) {
            let _ = writeln!(page, "         and {}", count(more, "more turn"));
        }
        Some(heading + "\n" + page)
    }
}
