//! The report of two records side by side.

use crate::render::{ScreenText, TextPage};

use super::super::ComparedRecord;

/// Writes the facts of two records side by side, in lines of at most `width` columns.
#[must_use]
pub fn write_comparison([one, two]: &[ComparedRecord; 2], width: usize) -> ScreenText {
    let mut page = TextPage::new(width);
    page.heading("Side by side");
    page.beside_each_other("", &one.title, &two.title);
    page.beside_each_other("begun", &one.begun, &two.begun);
    for ((name, one), (_, two)) in one.facts.iter().zip(&two.facts) {
        if !one.is_empty() || !two.is_empty() {
            page.beside_each_other(name, one, two);
        }
    }
    page.finish()
}
