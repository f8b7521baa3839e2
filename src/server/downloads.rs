//! What a page saves to the disk: the journal, and the page for stepping through it.

use crate::export::{Exporter, Html};
use crate::games::GameSession;
use crate::input::{read_bytes, reason};
use crate::journal;
use crate::session::Session;

use super::call::{Call, CallAnswer, Problem};
use super::named_file::named_file;
use super::routes::Table;
use super::variant_sight::VariantSight;

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
        let html = Html(self.palette(call));
        let page = match self.is_of_variant(name)? {
            true => {
                let record = self.record::<GameSession>(name)?;
                if VariantSight::of(&record, None) != VariantSight::All {
                    let why = "The page would show the cards of all players. Conclude the game first.";
                    return Err(Problem::new("illegal", 409, why));
                }
                html.export(&*record, self.correspondences)
            }
            false => html.export(&*self.record::<Session>(name)?, self.correspondences),
        };
        let page = page.map_err(|error| Problem::invalid(error.to_string()))?;
        Ok(CallAnswer { save_as: Some(format!("{name}.html")), ..CallAnswer::text("text/html; charset=utf-8", page) })
    }
}
