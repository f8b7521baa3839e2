//! What is done with a whole journal: another name, the trash, and beside another one.

use serde::Serialize;

use super::form::{Fields, text};
use super::{Done, View};
use crate::interpretation::ReadingComparison;
use crate::server::call::{Call, Problem};
use crate::server::playing::{other_kind, quiet};
use crate::server::routes::Table;
use crate::server::trash;
use crate::study::RecordComparison;

/// The most journals that are offered to compare with.
const OFFERED: usize = 200;

#[derive(Debug, Serialize)]
struct ManageView {
    journal: String,
    title: String,
    /// Other journals of Enochian chess: their names and titles.
    others: Vec<(String, String)>,
}

#[derive(Debug, Serialize)]
struct CompareView {
    titles: [String; 2],
    journals: [String; 2],
    paragraphs: Vec<String>,
    facts: Vec<(&'static str, String, String)>,
}

impl Table<'_> {
    /// `manage=NAME`.
    pub(super) fn manage_view(&self, call: &Call) -> Result<View, Problem> {
        let name = call.query("manage").unwrap_or_default();
        let (entries, ..) = self.entries()?;
        let mut known = entries.iter().filter_map(|entry| Some((entry.name(), entry.metadata.as_deref().ok()?)));
        let (journal, metadata) = known.clone().find(|(it, _)| it == name).ok_or_else(|| {
            Problem::not_found("This journal cannot be read, or is gone.").help("Go back to the notebook.")
        })?;
        let is_enochian = metadata.is_enochian();
        let others = known
            .by_ref()
            .filter(|(it, metadata)| is_enochian && it != name && metadata.is_enochian() && !metadata.is_quiet);
        let others = others
            .take(OFFERED)
            .map(|(it, metadata)| (it, format!("{}, {}", metadata.title, metadata.begun.format("%-d %b %Y"))));
        let view = ManageView { journal, title: metadata.title.clone(), others: others.collect() };
        Ok(View::new("manage.html", metadata.title.clone(), view))
    }

    /// What is done with a journal: `rename`, `remove`.
    pub(super) fn manage_act(&mut self, call: &Call, act: &str, fields: &Fields) -> Result<Done, Problem> {
        let name = call.query("manage").unwrap_or_default();
        match act {
            "rename" => self.rename_journal(name, text(fields, "name")).map(|()| Done::Closes("Renamed.")),
            "remove" => self.remove_journal(name).map(|()| Done::Closes("Moved to the trash.")),
            _ => Err(Problem::invalid(format!("{act} cannot be done here."))),
        }
    }

    /// `trash`: the removed journals.
    pub(super) fn trash_view(&self) -> View {
        View::new("trash.html", "Trash", trash::journals(&self.settings.journals))
    }

    /// `compare=NAME&with=NAME`: how two readings differ.
    pub(super) fn compare_view(&self, call: &Call) -> Result<View, Problem> {
        let names = ["compare", "with"].map(|key| call.query(key).unwrap_or_default().to_owned());
        let (one, two) = (self.record(&names[0])?, self.record(&names[1])?);
        let (one, two) = (one.enochian().ok_or_else(other_kind)?, two.enochian().ok_or_else(other_kind)?);
        for record in [one, two] {
            record.check_not_quiet().map_err(|_| quiet())?;
        }
        let readings = ReadingComparison::of(one, two, self.correspondences);
        let [first, second] = RecordComparison::of(one, two, self.correspondences).sides;
        let facts = first.facts.into_iter().zip(second.facts).map(|((label, one), (_, two))| (label, one, two));
        let view = CompareView {
            titles: [first.title, second.title],
            journals: names,
            paragraphs: readings.map_or(Vec::new(), |readings| readings.paragraphs),
            facts: facts.filter(|(_, one, two)| !one.is_empty() || !two.is_empty()).collect(),
        };
        Ok(View::new("compare.html", "Two readings", view))
    }
}
