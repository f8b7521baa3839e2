//! The calls with which pages show a journal and play it.

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

/// What a page adds to a journal, before or after the end.
#[derive(Debug)]
pub(super) enum PageAnnotation {
    Remark {
        turn: Option<u32>,
        text: String,
    },
    /// A picture, with its content in base 64; the words may be empty.
    Picture {
        turn: Option<u32>,
        text: String,
        name: String,
        content: String,
    },
    /// Other words for a note, on a turn or on the whole; without words it is withdrawn.
    Correct {
        note: String,
        turn: Option<u32>,
        text: Option<String>,
    },
    /// What came of the answer on a day, today if it is left out; the words may be empty. Whoever is `sure` means the day, although it
    /// is before the reading or still to come.
    Outcome {
        on: Option<String>,
        proved: String,
        text: String,
        sure: bool,
    },
    Tag {
        tag: String,
    },
    /// A day to look at it again, in place of any before. It is a tag, so that the journal says it and `enochian journal due` finds it.
    LookAgain {
        day: String,
    },
    Untag {
        tag: String,
    },
}

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
    pub(super) fn view(&self, name: &str, view: WindowView) -> Result<StateView, Problem> {
        let unknown = || Problem::not_found(format!("There is no journal {} on the table.", quoted(name)));
        let open = self.journals.get(name).ok_or_else(unknown)?;
        let mut state = StateView::of(name, open);
        self.link(&mut state.notes)?;
        if let Some(record) = open.record().enochian() {
            state = state.with_enochian(record, self.correspondences);
        }
        if let Some(record) = open.record().other() {
            state = state.with_other(record, view);
        }
        state.now.program = open.awaits_program();
        let is_quiet = open.record().is_quiet();
        if state.now.state == "move" && state.now.offers.len() > 1 && !state.now.program && !is_quiet {
            state.now.tools.insert(0, ToolView::advice());
        }
        Ok(state)
    }

    /// Adds a remark, an outcome or a tag, before or after the end.
    pub(super) fn annotate(&mut self, name: &str, annotation: PageAnnotation) -> Result<(), Problem> {
        let moment = (self.settings.now)();
        let tag = |tag: &str| match tag.parse() {
            Ok(tag) => Ok(vec![tag]),
            Err(error) => Err(Problem::invalid(format!("{error}."))),
        };
        let annotation = match annotation {
            PageAnnotation::Remark { turn, text } => {
                Afterword::Remark(Remark { ply: turn, moment: Some(moment), words: words(&text)? })
            }
            PageAnnotation::Picture { turn, text, name: picture, content } => {
                let words = words_if_any(&text)?;
                let bytes = BASE64_STANDARD.decode(content);
                let bytes = bytes.map_err(|_| Problem::invalid("The picture did not arrive whole. Add it again."))?;
                let kept = journal::keep_picture(&self.looked_at(name, false)?.path, Path::new(&picture), &bytes);
                let (file, sha256) = kept.map_err(|error| not_kept(&error))?;
                Afterword::Attached(Attachment { file, sha256, ply: turn, moment, words })
            }
            PageAnnotation::Correct { note, turn, text } => {
                let note = note.parse().map_err(|_| Problem::invalid("There is no such note."))?;
                let now = text.map(|text| Ok((turn, words(&text)?))).transpose()?;
                Afterword::Corrected(Correction { note, moment, now })
            }
            PageAnnotation::Outcome { on, proved, text, sure } => {
                let proved = proved.parse().map_err(|_| Problem::invalid("Choose true, false or partly true."))?;
                let today = moment.date_naive();
                let on = on.filter(|on| !on.trim().is_empty()).map_or(Ok(today), |on| journal::day(&on));
                let on = on.map_err(|error| Problem::invalid(format!("{error}.")))?;
                let outcome = RecordedOutcome { on, proved, words: words_if_any(&text)? };
                let doubt = self.looked_at(name, false)?.record().doubt_of_outcome(on, today);
                if let Some(doubt) = doubt.filter(|_| !sure) {
                    let text = format!("{doubt}. If this is the date that you mean, save it again.");
                    return Err(Problem::new("doubtful", 409, text));
                }
                Afterword::Outcome(outcome)
            }
            PageAnnotation::Tag { tag: text } => Afterword::Tagged(tag(&text)?),
            PageAnnotation::LookAgain { day } => {
                let tags = self.looked_at(name, false)?.record().tags();
                let before = tags.into_iter().map(|tag| tag.as_str().to_owned()).filter(|tag| is_day(tag));
                for tag in before.collect::<Vec<_>>() {
                    self.annotate(name, PageAnnotation::Untag { tag })?;
                }
                Afterword::Tagged(tag(&format!("due-{day}"))?)
            }
            PageAnnotation::Untag { tag: text } => Afterword::Untagged(tag(&text)?),
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
