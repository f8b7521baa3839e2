//! What is done with a whole journal: another name, the trash, and beside another one.

use super::form::{Fields, text};
use super::{Done, View, shown};
use crate::disk;
use crate::input::{Help, safe_path};
use crate::interpretation::ReadingComparison;
use crate::journal::{TRASH, TrashError, check_trash, move_into, removed_journals, trash_beside};
use crate::render::capitalised;
use crate::server::call::{Call, Problem};
use crate::server::named_file::{is_name, named_file};
use crate::server::playing::{other_kind, quiet};
use crate::server::routes::Table;
use crate::study::ComparedRecord;

/// The most journals that are offered to compare with.
const OFFERED: usize = 200;

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
        let view = shown! { journal, title: metadata.title.clone(), others: others.collect::<Vec<_>>() };
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

    /// Moves a journal to the trash.
    fn remove_journal(&mut self, name: &str) -> Result<(), Problem> {
        let path = named_file(&self.settings.journals, name, ".md")?;
        self.journals.remove(name);
        trash_beside(&path).and_then(|trash| move_into(&path, &trash)).map_err(|error| not_moved(&error))?;
        Ok(())
    }

    /// Moves a journal back from the trash.
    pub(super) fn restore_journal(&self, name: &str) -> Result<(), Problem> {
        let folder = &self.settings.journals;
        let trash = folder.join(TRASH);
        let path = named_file(&trash, name, ".md")?;
        check_trash(&trash).and_then(|()| move_into(&path, folder)).map_err(|error| not_moved(&error))?;
        Ok(())
    }

    /// Gives a journal another name.
    fn rename_journal(&mut self, name: &str, other: &str) -> Result<(), Problem> {
        let folder = &self.settings.journals;
        let from = named_file(folder, name, ".md")?;
        let other = other.trim().trim_end_matches(".md").trim();
        if !is_name(other, ".md") || other.starts_with(['@', '-']) {
            return Err(Problem::invalid("A name has no / \\ : in it, and does not begin with . @ or -.")
                .help("Choose another name."));
        }
        self.journals.remove(name);
        let to = folder.join(format!("{other}.md"));
        disk::rename(&from, &to).map_err(|error| match error.is_taken() {
            true => Problem::invalid(format!("{} is there already, so nothing was changed.", safe_path(&to)))
                .help("Choose another name."),
            false => not_moved(&TrashError::NotMoved(folder.clone(), error)),
        })
    }

    /// `trash`: the removed journals.
    pub(super) fn trash_view(&self) -> View {
        View::new("trash.html", "Trash", removed_journals(&self.settings.journals))
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
        let [first, second] = [one, two].map(|record| ComparedRecord::of(record, self.correspondences));
        let facts = first.facts.into_iter().zip(second.facts).map(|((label, one), (_, two))| (label, one, two));
        let view = shown! {
            titles: [first.title, second.title],
            journals: names,
            paragraphs: readings.map_or(Vec::new(), |readings| readings.paragraphs),
            facts: facts.filter(|(_, one, two)| !one.is_empty() || !two.is_empty()).collect::<Vec<_>>(),
        };
        Ok(View::new("compare.html", "Two readings", view))
    }
}

fn not_moved(error: &TrashError) -> Problem {
    let sentence = |text: String| capitalised(&format!("{text}."));
    let problem = Problem::new("not_saved", 507, sentence(error.to_string()));
    Problem { help: error.help().map(sentence), ..problem }
}
