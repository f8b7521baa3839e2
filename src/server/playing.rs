//! The calls with which pages play a journal or watch it.
//!
//! The first window that shows an unfinished journal plays it, and others watch, until one of them claims it. The journal is
//! opened with the first act, since looking must not write. Other processes may play it too: what they play is read in.

use std::collections::hash_map::Entry as HashEntry;
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

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
use super::watching::PageWindow;

/// How long a journal stays open when no page watches it any more: a page that is loaded again is back in time.
const CLOSE_AFTER: Duration = Duration::from_secs(5);

#[derive(Debug, Deserialize)]
struct WindowRequest {
    journal: String,
    client: String,
    #[serde(default)]
    has: PageHas,
}

/// The windows for which a stream listens.
#[derive(Debug, Deserialize)]
struct StreamRequest {
    stream: String,
    windows: Vec<PageWindow>,
}

#[derive(Debug, Deserialize)]
struct AfterwordRequest {
    journal: String,
    client: String,
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

const ANOTHER_WINDOW: &str = "Another window is playing this";

impl<'l> Table<'l> {
    /// `api/state`: shows a journal. The first window plays it.
    pub(super) fn show(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let client = call.query("client").unwrap_or_default();
        let view = WindowView { seat: seat(call)?, palette: self.asked_palette(call), side: side(call)? };
        let player = self.shown(name)?.windows.player.clone();
        // A window that was loaded again is a new one, and the one before it has gone.
        let is_there = player.is_some_and(|player| self.windows(Some(name)).any(|window| window == player));
        if let Some(open) = self.journals.get_mut(name) {
            let windows = &mut open.windows;
            windows.views.insert(client.to_owned(), view);
            if !is_there && !client.is_empty() {
                windows.player = Some(client.to_owned());
            }
        }
        Ok(CallAnswer::json(&self.view(name, client, has(call)?)?))
    }

    /// `api/watch`: names the windows for which a stream listens.
    pub(super) fn watch(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let StreamRequest { stream, windows } = call.body()?;
        // A browser that opens its stream again is here before the end of the old one is noticed.
        let watcher = self.watchers.iter_mut().rfind(|watcher| watcher.is(&stream));
        watcher.ok_or_else(|| Problem::not_found("There is no such stream."))?.listen(windows);
        Ok(CallAnswer::json(&serde_json::json!({})))
    }

    /// A journal that was just created, to be played by the first window that shows it. Returns its name.
    pub(super) fn begun(&mut self, journal: Journal<'l>) -> String {
        let name = journal.path().file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        self.journals.insert(name.clone(), OpenJournal::begun(journal));
        name
    }

    /// A journal among those that pages show; it is read if it is not yet there.
    fn shown(&mut self, name: &str) -> Result<&mut OpenJournal<'l>, Problem> {
        Ok(match self.journals.entry(name.to_owned()) {
            HashEntry::Occupied(open) => open.into_mut(),
            HashEntry::Vacant(place) => {
                let path = named_file(&self.settings.journals, name, ".md")?;
                place.insert(OpenJournal::read(path, self.closed.get(name), self.correspondences)?)
            }
        })
    }

    /// The state of a journal for a window, without what its page has.
    fn view(&self, name: &str, client: &str, has: PageHas) -> Result<StateView, Problem> {
        let unknown = || Problem::not_found(format!("There is no journal {} on the table.", quoted(name)));
        let open = self.journals.get(name).ok_or_else(unknown)?;
        let (mode, windows) = (open.mode(), &open.windows);
        let is_watching = !open.is_concluded() && !windows.is_player(client);
        let watching = is_watching.then(|| format!("{ANOTHER_WINDOW} {mode}."));
        let palette = self.settings.palette;
        let same = open.same_as(has);
        let mut state = StateView::of(name, open, watching, same);
        self.link(&mut state.notes)?;
        let mut state = match open.record().lens() {
            RecordLens::Enochian(record) => state.with_enochian(record, same, (palette, self.correspondences)),
            RecordLens::Other(record) => state.with_other(record, windows.view_of(client), same, palette),
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
        let ActRequest { journal: name, client, id, revision, act, has, seat } = request;
        let (now, correspondences) = ((self.settings.now)(), self.correspondences);
        let open = self.shown(&name)?;
        open.windows.views.entry(client.clone()).or_default().seat = seat;
        if open.has_done(&id) {
            return Ok(stated(None, &self.view(&name, &client, has)?));
        }
        let mode = open.mode();
        // A window that was alone and whose journal was closed meanwhile plays it again.
        open.windows.player.get_or_insert_with(|| client.clone());
        let allowed = if !open.windows.is_player(&client) {
            Err(Problem::new("watching", 409, format!("{ANOTHER_WINDOW} {mode}.")))
        } else {
            open.open(correspondences).and_then(|()| match open.can_follow(revision) {
                true => Ok(()),
                false => Err(stale()),
            })
        };
        if let Err(problem) = allowed {
            return Ok(stated(Some(&problem), &self.view(&name, &client, has)?));
        }
        let made = open.act(act, seat, now);
        if made.is_ok() {
            open.remember(id);
        }
        if open.revision() != revision {
            self.tell(Some(&name), |window| window != client);
        }
        Ok(stated(made.err().as_ref(), &self.view(&name, &client, has)?))
    }

    /// `api/claim`: this window plays from now on.
    pub(super) fn claim(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let WindowRequest { journal: name, client, has } = call.body()?;
        let correspondences = self.correspondences;
        let open = self.shown(&name)?;
        if !open.is_concluded() {
            if let Err(problem) = open.open(correspondences) {
                return Ok(stated(Some(&problem), &self.view(&name, &client, has)?));
            }
            if let Some(before) = open.windows.player.replace(client.clone()).filter(|before| *before != client) {
                self.tell(Some(&name), |window| window == before);
            }
        }
        Ok(stated(None, &self.view(&name, &client, has)?))
    }

    /// `api/save-new`: saves what is known of a journal whose file was replaced or removed as a new one. Answers with its name.
    pub(super) fn save_new(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let WindowRequest { journal: name, client, .. } = call.body()?;
        let (settings, correspondences) = (self.settings, self.correspondences);
        let open = self.journals.get_mut(&name).filter(|open| open.windows.is_player(&client));
        let open = open.ok_or_else(|| Problem::not_found("This window does not play that."))?;
        let new = open.save_new(&settings.journals, correspondences)?;
        if let Some(open) = self.journals.remove(&name) {
            self.journals.insert(new.clone(), open);
        }
        Ok(CallAnswer::json(&serde_json::json!({ "journal": new })))
    }

    /// `api/leave`: a window goes back to the notebook. The journal is closed when nobody is left.
    pub(super) fn leave(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let WindowRequest { journal: name, client, has: _ } = call.body()?;
        for watcher in &mut self.watchers {
            watcher.windows.retain(|window| window.client != client || window.journal.as_deref() != Some(&name));
        }
        if let Some(open) = self.journals.get_mut(&name) {
            open.windows.views.remove(&client);
        }
        let is_player = self.journals.get(&name).is_some_and(|open| open.windows.player.as_deref() == Some(&client));
        if is_player || self.windows(Some(&name)).next().is_none() {
            self.pass_on(&name);
        }
        Ok(CallAnswer::json(&serde_json::json!({})))
    }

    /// `api/annotate`: adds a remark, an outcome or a tag, before or after the end.
    pub(super) fn annotate(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let AfterwordRequest { journal: name, client, has, annotation } = call.body()?;
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
        if added.is_ok() {
            self.tell(Some(&name), |window| window != client);
        }
        Ok(stated(added.err().as_ref(), &self.view(&name, &client, has)?))
    }

    /// Looks at the journals that pages show: what other processes have changed, and which nobody watches any more.
    pub(super) fn follow_journals(&mut self) {
        let correspondences = self.correspondences;
        let names: Vec<String> = self.journals.keys().cloned().collect();
        for name in names {
            let Some(open) = self.journals.get_mut(&name) else { continue };
            if open.follow(correspondences) {
                self.tell(Some(&name), |_| true);
            }
            let player = self.journals.get(&name).and_then(|open| open.windows.player.clone());
            let is_there = self.windows(Some(&name)).any(|client| player.as_deref() == Some(client));
            let Some(windows) = self.journals.get_mut(&name).map(|open| &mut open.windows) else { continue };
            if is_there {
                windows.absent = None;
            } else if windows.absent.get_or_insert_with(Instant::now).elapsed() >= CLOSE_AFTER {
                self.pass_on(&name);
            }
        }
    }

    /// The windows that show a journal, or the notebook.
    pub(super) fn windows(&self, journal: Option<&str>) -> impl Iterator<Item = &str> {
        let there = self.watchers.iter().filter(|watcher| !watcher.is_gone());
        let windows = there.flat_map(|watcher| &watcher.windows);
        windows.filter(move |window| window.journal.as_deref() == journal).map(|window| window.client.as_str())
    }

    /// When the window that played has gone: another one plays, or the journal is closed.
    fn pass_on(&mut self, name: &str) {
        let next = self.windows(Some(name)).next().map(str::to_owned);
        let Some(next) = next else {
            if let Some(open) = self.journals.remove(name) {
                self.closed.insert(name.to_owned(), open.close());
            }
            return;
        };
        let Some(open) = self.journals.get_mut(name) else { return };
        let windows = &mut open.windows;
        (windows.player, windows.absent) = (Some(next.clone()), None);
        self.tell(Some(name), |window| window == next);
    }

    /// Tells some of the windows that show a journal, or the notebook, that it has changed. They ask for what they need.
    pub(super) fn tell(&self, journal: Option<&str>, is_told: impl Fn(&str) -> bool) {
        for watcher in &self.watchers {
            let windows = watcher.windows.iter().filter(|window| window.journal.as_deref() == journal);
            windows.filter(|window| is_told(&window.client)).for_each(|window| watcher.tell(&window.client));
        }
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
