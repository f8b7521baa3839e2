//! What a page saves to the disk: the journal, and the page for stepping through it.

use std::fs;

use crate::export::{Exporter, Html};
use crate::input::reason;

use super::call::{Call, CallAnswer, Problem};
use super::named_file::named_file;
use super::routes::Table;

impl Table<'_> {
    /// GET `journal.md`: the file of a journal.
    pub(super) fn journal_download(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let text = fs::read(named_file(&self.settings.journals, name, ".md")?)
            .map_err(|error| Problem::invalid(format!("the journal {name} cannot be read: {}", reason(&error))))?;
        Ok(CallAnswer { save_as: Some(format!("{name}.md")), ..CallAnswer::text("text/markdown; charset=utf-8", text) })
    }

    /// GET `page.html`: the exported page of a journal.
    pub(super) fn page_download(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let page = Html(self.palette(call)).export(&*self.record(name)?, self.correspondences);
        let page = page.map_err(|error| Problem::invalid(error.to_string()))?;
        Ok(CallAnswer { save_as: Some(format!("{name}.html")), ..CallAnswer::text("text/html; charset=utf-8", page) })
    }
}
