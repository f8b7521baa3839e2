//! The calls with which pages show a journal and play it.

use std::collections::BTreeMap;
use std::collections::hash_map::Entry as HashEntry;
use std::path::Path;

use crate::input::{Help, quoted};
use crate::journal::{self, Journal, PictureError};
use crate::record::{Afterword, Attachment, Correction, RecordedOutcome, Remark};
use crate::render::capitalised;
use base64::prelude::{BASE64_STANDARD, Engine as _};

use super::call::{Call, Problem};
use super::named_file::named_file;
use super::open_journal::{OpenJournal, WindowView, words, words_if_any};
use super::page_state::{StateView, ToolView};
use super::routes::Table;

/// The problem that a quiet reading hides something.
pub(super) fn quiet() -> Problem {
    Problem::new("quiet", 409, "Quiet reading. Meanings wait until the reading is concluded.")
}

fn not_kept(error: &PictureError) -> Problem {
    Problem::invalid(format!("{}.", capitalised(&error.to_string())))
        .help(error.help().map_or(String::new(), |help| format!("{}.", capitalised(&help))))
}

impl<'l> Table<'l> {
    /// A journal that was just created. Returns its name.
    pub(super) fn begun(&mut self, journal: Journal<'l>) -> String {
        let name = journal.path().file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        self.journals.insert(name.clone(), OpenJournal::begun(journal));
        name
    }

    /// A journal among those that pages show; it is read if it is not yet there. A page `begins` to show it, or goes on.
    pub(super) fn looked_at(&mut self, name: &str, begins: bool) -> Result<&mut OpenJournal<'l>, Problem> {
        let correspondences = self.correspondences;
        let open = match self.journals.entry(name.to_owned()) {
            HashEntry::Occupied(open) => open.into_mut(),
            HashEntry::Vacant(place) => {
                let path = named_file(&self.settings.journals, name, ".md")?;
                place.insert(OpenJournal::read(path, correspondences)?)
            }
        };
        open.look(begins, correspondences);
        Ok(open)
    }

    /// The state of a journal for a window.
    pub(super) fn view(&self, name: &str, view: WindowView) -> Result<StateView<'_>, Problem> {
        let unknown = || Problem::not_found(format!("There is no journal {} on the table.", quoted(name)));
        let open = self.journals.get(name).ok_or_else(unknown)?;
        let mut state = StateView::of(name, open, self.notes(open.record())?);
        if let Some(record) = open.record().enochian() {
            state = state.with_enochian(record, view, self.correspondences);
        }
        if let Some(record) = open.record().other() {
            state = state.with_other(record, view);
        }
        state.now.program = open.level_to_act().is_some();
        let is_quiet = open.record().is_quiet();
        if state.now.state == "move" && state.now.offers.len() > 1 && !state.now.program && !is_quiet {
            state.now.tools.insert(0, ToolView::advice());
        }
        Ok(state)
    }

    /// Adds to a journal, before or after the end: a remark, a picture, other words for a note, what came of the answer, or a tag. A day
    /// to look at it again is a tag too, so that the journal says it and `enochian journal due` finds it.
    pub(super) fn annotate(
        &mut self,
        name: &str,
        (word, rest): (&str, &str),
        fields: &BTreeMap<String, String>,
    ) -> Result<(), Problem> {
        let moment = (self.settings.now)();
        let field = |name: &str| fields.get(name).map_or("", String::as_str).trim();
        let turn = |text: &str| if text.is_empty() { Ok(None) } else { text.parse().map(Some) };
        let turn = |text: &str| turn(text).map_err(|_| Problem::invalid("A turn is a number, such as 12."));
        let tag = |tag: &str| match tag.parse() {
            Ok(tag) => Ok(vec![tag]),
            Err(error) => Err(Problem::invalid(format!("{error}."))),
        };
        let annotation = match word {
            "remark" => {
                Afterword::Remark(Remark { ply: turn(rest)?, moment: Some(moment), words: words(field("text"))? })
            }
            "picture" => {
                let (words, bytes) = (words_if_any(field("text"))?, BASE64_STANDARD.decode(field("content")));
                let bytes = bytes.map_err(|_| Problem::invalid("The picture did not arrive whole. Add it again."))?;
                let path = &self.looked_at(name, false)?.path;
                let kept = journal::keep_picture(path, Path::new(field("name")), &bytes);
                let (file, sha256) = kept.map_err(|error| not_kept(&error))?;
                Afterword::Attached(Attachment { file, sha256, ply: turn(rest)?, moment, words })
            }
            "correct" | "withdraw-note" => {
                let note = rest.parse().map_err(|_| Problem::invalid("There is no such note."))?;
                let is_kept = word == "correct";
                let now = is_kept.then(|| Ok((turn(field("turn"))?, words(field("text"))?))).transpose()?;
                Afterword::Corrected(Correction { note, moment, now })
            }
            "outcome" => {
                let proved = field("proved").parse();
                let proved = proved.map_err(|_| Problem::invalid("Choose true, false or partly true."))?;
                let today = moment.date_naive();
                let on = if field("on").is_empty() { Ok(today) } else { journal::day(field("on")) };
                let on = on.map_err(|error| Problem::invalid(format!("{error}.")))?;
                let outcome = RecordedOutcome { on, proved, words: words_if_any(field("text"))? };
                let doubt = self.looked_at(name, false)?.record().doubt_of_outcome(on, today);
                // Whoever is sure means this day.
                let is_sure = !field("sure").is_empty() && field("sure") == field("on");
                if let Some(doubt) = doubt.filter(|_| !is_sure) {
                    let text = format!("{doubt}. If this is the date that you mean, save it again.");
                    return Err(Problem::new("doubtful", 409, text));
                }
                Afterword::Outcome(outcome)
            }
            "look-again" => {
                // It takes the place of any before.
                let tags = self.looked_at(name, false)?.record().tags();
                let before = tags.into_iter().map(|tag| tag.as_str().to_owned()).filter(|tag| is_day(tag));
                for tag in before.collect::<Vec<_>>() {
                    self.annotate(name, ("untag", &tag), fields)?;
                }
                Afterword::Tagged(tag(&format!("due-{}", field("text")))?)
            }
            "untag" => Afterword::Untagged(tag(rest)?),
            _ => Afterword::Tagged(tag(if rest.is_empty() { field("text") } else { rest })?),
        };
        let correspondences = self.correspondences;
        self.looked_at(name, false)?.annotate(annotation, correspondences)
    }
}

/// Whether a tag is a day on which a journal is looked at again.
fn is_day(tag: &str) -> bool {
    tag.strip_prefix("due-").is_some_and(|day| day.starts_with(|it: char| it.is_ascii_digit()))
}

/// The problem that a journal is of Enochian chess and one of another game is asked for, or the other way round.
pub(super) fn other_kind() -> Problem {
    Problem::invalid("This journal is of another kind of game.")
}

/// The seat that a page asks for.
pub(super) fn seat(call: &Call) -> Result<Option<usize>, Problem> {
    let seat = call.query("seat").map(str::parse).transpose();
    seat.map_err(|_| Problem::invalid("A seat is the number of its place, from 0."))
}

/// The quarters by which a call asks to turn the board.
pub(super) fn side(call: &Call) -> Result<u8, Problem> {
    let side = call.query("side").map_or(Ok(0), str::parse);
    side.ok().filter(|side| *side < 4).ok_or_else(|| Problem::invalid("A side is a number of quarters, from 0 to 3."))
}
