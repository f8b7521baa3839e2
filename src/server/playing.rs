//! The calls with which pages show a journal and play it.

use std::collections::hash_map::Entry as HashEntry;
use std::path::Path;
use std::str::FromStr;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use serde::Deserialize;

use crate::input::{Help, quoted};
use crate::journal::{self, Journal, PictureError};
use crate::record::{Afterword, Attachment, Correction, RecordLens, RecordedOutcome, Remark};
use crate::render::capitalised;

use super::call::{Call, CallAnswer, Problem};
use super::named_file::named_file;
use super::open_journal::{OpenJournal, WindowView, stale, words, words_if_any};
use super::page_act::ActRequest;
use super::page_parts::{PageHas, Parts};
use super::page_state::{StateView, ToolView};
use super::routes::Table;

#[derive(Debug, Deserialize)]
struct SaveRequest {
    journal: String,
}

#[derive(Debug, Deserialize)]
struct AfterwordRequest {
    journal: String,
    #[serde(default)]
    has: PageHas,
    annotation: PageAnnotation,
}

#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
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
        #[serde(default)]
        sure: bool,
    },
    Tag {
        tag: String,
    },
    Untag {
        tag: String,
    },
}

fn not_kept(error: &PictureError) -> Problem {
    Problem::invalid(format!("{}.", capitalised(&error.to_string())))
        .help(error.help().map_or(String::new(), |help| format!("{}.", capitalised(&help))))
}

impl<'l> Table<'l> {
    /// `api/state`: shows a journal; nothing, if it is still at the revision that a page has.
    pub(super) fn show(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let known = call.query("unless");
        let revision = self.looked_at(name, call.query("revision").is_none())?.revision();
        if known == Some(&revision.to_string()) {
            return Ok(CallAnswer::unchanged());
        }
        Ok(CallAnswer::json(&self.view(name, self.window_view(call)?, has(call)?)?))
    }

    /// How a window asks to be shown a journal.
    fn window_view(&self, call: &Call) -> Result<WindowView, Problem> {
        Ok(WindowView { seat: seat(call)?, palette: self.asked_palette(call), side: side(call)? })
    }

    /// A journal that was just created. Returns its name.
    pub(super) fn begun(&mut self, journal: Journal<'l>) -> String {
        let name = journal.path().file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        self.journals.insert(name.clone(), OpenJournal::begun(journal));
        name
    }

    /// A journal among those that pages show; it is read if it is not yet there.
    fn shown(&mut self, name: &str) -> Result<&mut OpenJournal<'l>, Problem> {
        self.looked_at(name, false)
    }

    /// The same for a page that may begin to show it now.
    fn looked_at(&mut self, name: &str, begins: bool) -> Result<&mut OpenJournal<'l>, Problem> {
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

    /// The state of a journal for a window, without what its page has.
    fn view(&self, name: &str, view: WindowView, has: PageHas) -> Result<StateView, Problem> {
        let unknown = || Problem::not_found(format!("There is no journal {} on the table.", quoted(name)));
        let open = self.journals.get(name).ok_or_else(unknown)?;
        let palette = self.settings.palette;
        let same = open.same_as(has);
        let mut state = StateView::of(name, open, same);
        self.link(&mut state.notes)?;
        let mut state = match open.record().lens() {
            RecordLens::Enochian(record) => state.with_enochian(record, same, (palette, self.correspondences)),
            RecordLens::Other(record) => state.with_other(record, view, same, palette),
        };
        state.now.program = open.awaits_program();
        let is_quiet = open.record().is_quiet();
        if state.now.state == "move" && state.now.offers.len() > 1 && !state.now.program && !is_quiet {
            state.now.tools.insert(0, ToolView::advice());
        }
        Ok(state)
    }

    /// `api/act`: makes an act, on disk before the answer.
    pub(super) fn act(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let request: ActRequest = call.body()?;
        let ActRequest { journal: name, id, revision, act, has } = request;
        let (now, correspondences, view) = ((self.settings.now)(), self.correspondences, self.window_view(call)?);
        let open = self.shown(&name)?;
        if open.has_done(&id) {
            return Ok(stated(None, &self.view(&name, view, has)?));
        }
        let made = open.open(correspondences).and_then(|()| match open.can_follow(revision) {
            true => open.act(act, view.seat, now),
            false => Err(stale()),
        });
        if made.is_ok() {
            open.remember(id);
        }
        Ok(stated(made.err().as_ref(), &self.view(&name, view, has)?))
    }

    /// `api/save-new`: saves what is known of a journal whose file was replaced or removed as a new one. Answers with its name.
    pub(super) fn save_new(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let SaveRequest { journal: name } = call.body()?;
        let (settings, correspondences) = (self.settings, self.correspondences);
        let open = self.journals.get_mut(&name);
        let open = open.ok_or_else(|| Problem::not_found("There is no such journal on the table."))?;
        let new = open.save_new(&settings.journals, correspondences)?;
        if let Some(open) = self.journals.remove(&name) {
            self.journals.insert(new.clone(), open);
        }
        Ok(CallAnswer::json(&serde_json::json!({ "journal": new })))
    }

    /// `api/annotate`: adds a remark, an outcome or a tag, before or after the end.
    pub(super) fn annotate(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let AfterwordRequest { journal: name, has, annotation } = call.body()?;
        let (moment, view) = ((self.settings.now)(), self.window_view(call)?);
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
                let kept = journal::keep_picture(&self.shown(&name)?.path, Path::new(&picture), &bytes);
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
                let doubt = self.shown(&name)?.record().doubt_of_outcome(on, today);
                if let Some(doubt) = doubt.filter(|_| !sure) {
                    let text = format!("{doubt}. If this is the date that you mean, save it again.");
                    return Err(Problem::new("doubtful", 409, text));
                }
                Afterword::Outcome(outcome)
            }
            PageAnnotation::Tag { tag: text } => Afterword::Tagged(tag(&text)?),
            PageAnnotation::Untag { tag: text } => Afterword::Untagged(tag(&text)?),
        };
        let correspondences = self.correspondences;
        let open = self.shown(&name)?;
        let added = open.annotate(annotation, correspondences);
        Ok(stated(added.err().as_ref(), &self.view(&name, view, has)?))
    }
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

/// What a page has, as it tells when it asks for a state.
fn has(call: &Call) -> Result<PageHas, Problem> {
    fn number<N: FromStr + Default>(call: &Call, key: &str) -> Result<N, Problem> {
        let number = call.query(key).map_or(Ok(N::default()), str::parse);
        number.map_err(|_| Problem::invalid(format!("{key} is a number.")))
    }
    let parts = Parts { turns: number(call, "turns")?, notes: number(call, "notes")? };
    Ok(PageHas { revision: number(call, "revision")?, parts })
}

/// The state, after a problem if there is one.
fn stated(problem: Option<&Problem>, state: &StateView) -> CallAnswer {
    match problem {
        None => CallAnswer::json(&serde_json::json!({ "state": state })),
        Some(problem) => CallAnswer {
            status: problem.status,
            ..CallAnswer::json(&serde_json::json!({ "error": problem, "state": state }))
        },
    }
}
