//! What a page saves to the disk: the journal, and the page for stepping through it.

use crate::export::{Exporter, Html};
use crate::input::{read_bytes, reason};
use crate::journal::{self, KeptPicture, link_targets, with_pictures};

use super::call::{Call, CallAnswer, Problem};
use super::named_file::named_file;
use super::routes::Table;
use super::sight::Sight;

impl Table<'_> {
    /// GET `journal.md`: the file of a journal.
    pub(super) fn journal_download(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let text = read_bytes(&named_file(&self.settings.journals, name, ".md")?, journal::LIMIT)
            .map_err(|error| Problem::invalid(format!("the journal {name} cannot be read: {}", reason(&error))))?;
        Ok(CallAnswer { save_as: Some(format!("{name}.md")), ..CallAnswer::text("text/markdown; charset=utf-8", text) })
    }

    /// GET `page.html`: the exported page of a journal. While cards are hidden there is none, since it shows them all.
    pub(super) fn page_download(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let record = self.record(name)?;
        let path = self.settings.journals.join(name);
        let links = link_targets(&record, &self.settings.journals.join(format!("{name}.md")), || {
            self.entries().map(|(entries, ..)| entries)
        })?;
        let html = Html::of(self.palette(call)).with_links(links);
        if record.other().is_some_and(|record| Sight::of(record, None) != Sight::All) {
            let why = "The page would show the cards of all players. Conclude the game first.";
            return Err(Problem::new("illegal", 409, why));
        }
        let page = html.export(&record, self.correspondences);
        let page = page.map_err(|error| Problem::invalid(error.to_string()))?;
        // One that is missing is named in the page.
        let (page, _) = with_pictures(page, &path, &record);
        Ok(CallAnswer { save_as: Some(format!("{name}.html")), ..CallAnswer::text("text/html; charset=utf-8", page) })
    }

    /// The picture of a note.
    pub(super) fn picture(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let record = self.record(name)?;
        let wanted = call.query("note").unwrap_or_default();
        let picture =
            record.notes().into_iter().find(|note| note.id.to_string() == wanted).and_then(|note| note.picture);
        let picture = picture.ok_or_else(|| Problem::not_found("There is no such picture."))?;
        let found = journal::picture(&self.settings.journals.join(name), picture);
        let KeptPicture { bytes, kind } = found.map_err(|error| Problem::not_found(error.to_string()))?;
        Ok(CallAnswer::text(kind, bytes))
    }
}
