//! The calls with which pages play a journal or watch it.
//!
//! The first window that shows an unfinished journal plays it, and others watch, until one of them claims it. The journal is
//! locked with the first act, since looking must not write; until then another process can play it.

use std::collections::BTreeSet;
use std::collections::hash_map::Entry as HashEntry;
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::input::quoted;
use crate::journal::RecordJournal;
use crate::record::{Annotation, RecordedOutcome, Remark};

use super::any_open_journal::AnyOpenJournal;
use super::call::{Call, CallAnswer, Problem, Watcher};
use super::named_file::named_file;
use super::open_journal::{OpenJournal, PagePlayed, WindowView, elsewhere, is_elsewhere, on_one_line};
use super::page_act::ActRequest;
use super::page_state::StateView;
use super::routes::Table;
use super::variant_state::VariantStateView;

/// How long a journal stays open when no page watches it any more: a page that is loaded again is back in time.
const CLOSE_AFTER: Duration = Duration::from_secs(5);

#[derive(Debug, Deserialize)]
struct WindowRequest {
    journal: String,
    client: String,
}

#[derive(Debug, Deserialize)]
struct AnnotationRequest {
    journal: String,
    client: String,
    annotation: PageAnnotation,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum PageAnnotation {
    Remark { turn: Option<u32>, text: String },
    Outcome { on: Option<NaiveDate>, proved: String, text: String },
    Tag { tag: String },
    Untag { tag: String },
}

/// A change, as it is sent to the pages that watch.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum PageEvent<'e> {
    State { state: Box<StateView> },
    Variant { state: Box<VariantStateView> },
    Role { role: &'e str, why: &'e str },
}

/// The state of a journal of either kind.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum ShownState {
    Enochian(Box<StateView>),
    Variant(Box<VariantStateView>),
}

impl From<ShownState> for PageEvent<'_> {
    fn from(state: ShownState) -> Self {
        match state {
            ShownState::Enochian(state) => PageEvent::State { state },
            ShownState::Variant(state) => PageEvent::Variant { state },
        }
    }
}

const ANOTHER_WINDOW: &str = "Another window is playing this";

impl<'l> Table<'l> {
    /// `api/state`: shows a journal. The first window plays it.
    pub(super) fn show(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let client = call.query("client").unwrap_or_default();
        let view = WindowView { seat: seat(call)?, palette: self.asked_palette(call) };
        let player = self.shown(name)?.windows().player.clone();
        // A window that was loaded again is a new one, and the one before it has gone.
        let is_there = player.is_some_and(|player| self.has_window(name, &player));
        if let Some(open) = self.journals.get_mut(name) {
            let windows = open.windows_mut();
            windows.views.insert(client.to_owned(), view);
            if !is_there && !client.is_empty() {
                windows.player = Some(client.to_owned());
            }
        }
        Ok(CallAnswer::json(&self.view(name, client, 0)?))
    }

    /// A journal that was just created, to be played by the first window that shows it. Returns its name.
    pub(super) fn begun<P: PagePlayed>(&mut self, journal: RecordJournal<'l, P>) -> String {
        let name = journal.path().file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
        self.journals.insert(name.clone(), P::any(OpenJournal::begun(journal)));
        name
    }

    /// A journal among those that pages show; it is read if it is not yet there.
    fn shown(&mut self, name: &str) -> Result<&mut AnyOpenJournal<'l>, Problem> {
        Ok(match self.journals.entry(name.to_owned()) {
            HashEntry::Occupied(open) => open.into_mut(),
            HashEntry::Vacant(place) => {
                let path = named_file(&self.settings.journals, name, ".md")?;
                place.insert(AnyOpenJournal::read(path, self.recent.remove(name), self.correspondences)?)
            }
        })
    }

    /// The state of a journal for a window, with the turns from an index on.
    fn view(&self, name: &str, client: &str, from: usize) -> Result<ShownState, Problem> {
        let unknown = || Problem::not_found(format!("There is no journal {} on the table.", quoted(name)));
        let open = self.journals.get(name).ok_or_else(unknown)?;
        let (mode, windows) = (open.mode(), open.windows());
        let watching = match &windows.elsewhere {
            _ if open.is_concluded() => None,
            Some(holder) => Some(is_elsewhere(mode, holder)),
            None if windows.is_player(client) => None,
            None => Some(format!("{ANOTHER_WINDOW} {mode}.")),
        };
        let palette = self.settings.palette;
        Ok(match open {
            AnyOpenJournal::Enochian(open) => {
                let style = (palette, self.correspondences);
                ShownState::Enochian(Box::new(StateView::of(name, open, watching, from, style)))
            }
            AnyOpenJournal::Variant(open) => {
                let view = windows.view_of(client);
                ShownState::Variant(Box::new(VariantStateView::of(name, open, watching, view, palette)))
            }
        })
    }

    /// `api/act`, `api/variant/act`: makes an act, on disk before the answer.
    pub(super) fn act<P: PagePlayed>(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let request: ActRequest<P::PageAct> = call.body()?;
        let ActRequest { journal: name, client, id, revision, act, have, seat } = request;
        let (now, correspondences) = ((self.settings.now)(), self.correspondences);
        let open = P::of_mut(self.shown(&name)?).ok_or_else(other_kind)?;
        open.windows.views.entry(client.clone()).or_default().seat = seat;
        if open.has_done(&id) {
            return Ok(stated(None, &self.view(&name, &client, 0)?));
        }
        let mode = open.mode();
        // A window that was alone and whose journal was closed meanwhile plays it again.
        open.windows.player.get_or_insert_with(|| client.clone());
        let allowed = if let Some(holder) = &open.windows.elsewhere {
            Err(elsewhere(mode, holder))
        } else if !open.windows.is_player(&client) {
            Err(Problem::new("watching", 409, format!("{ANOTHER_WINDOW} {mode}.")))
        } else {
            open.open(correspondences).and_then(|()| match open.revision() == revision {
                true => Ok(()),
                false => Err(Problem::new("stale", 409, "This page was not up to date. It has caught up.")),
            })
        };
        if let Err(problem) = allowed {
            return Ok(stated(Some(&problem), &self.view(&name, &client, 0)?));
        }
        let before = open.turns();
        let made = open.act(act, seat, now);
        if made.is_ok() {
            open.remember(id);
        }
        let same = before.min(open.turns());
        if open.revision() != revision {
            self.send_state(&name, Some(&client), same);
        }
        Ok(stated(made.err().as_ref(), &self.view(&name, &client, same.min(have))?))
    }

    /// `api/claim`: this window plays from now on.
    pub(super) fn claim(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let WindowRequest { journal: name, client } = call.body()?;
        let correspondences = self.correspondences;
        let open = self.shown(&name)?;
        if !open.is_concluded() {
            if let Err(problem) = open.open(correspondences) {
                return Ok(stated(Some(&problem), &self.view(&name, &client, 0)?));
            }
            let why = format!("{ANOTHER_WINDOW} {}.", open.mode());
            if let Some(before) = open.windows_mut().player.replace(client.clone()).filter(|before| *before != client) {
                self.send(&name, &PageEvent::Role { role: "watcher", why: &why }, &before);
            }
        }
        Ok(stated(None, &self.view(&name, &client, 0)?))
    }

    /// `api/save-new`: saves what is known of a journal whose file was replaced or removed as a new one. Answers with its name.
    pub(super) fn save_new(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let WindowRequest { journal: name, client } = call.body()?;
        let (settings, correspondences) = (self.settings, self.correspondences);
        let open = self.journals.get_mut(&name).filter(|open| open.windows().is_player(&client));
        let open = open.ok_or_else(|| Problem::not_found("This window does not play that."))?;
        let new = open.save_new(&settings.journals, correspondences)?;
        if let Some(open) = self.journals.remove(&name) {
            self.journals.insert(new.clone(), open);
        }
        Ok(CallAnswer::json(&serde_json::json!({ "journal": new })))
    }

    /// `api/leave`: a window goes back to the notebook. The journal is closed when nobody is left.
    pub(super) fn leave(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let WindowRequest { journal: name, client } = call.body()?;
        self.watchers.retain(|watcher| watcher.client != client || watcher.journal.as_deref() != Some(&name));
        let is_player = self.journals.get(&name).is_some_and(|open| open.windows().player.as_deref() == Some(&client));
        if is_player || self.windows(&name).next().is_none() {
            self.pass_on(&name);
        }
        Ok(CallAnswer::json(&serde_json::json!({})))
    }

    /// `api/annotate`: adds a remark, an outcome or a tag, before or after the end.
    pub(super) fn annotate(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let AnnotationRequest { journal: name, client, annotation } = call.body()?;
        let moment = (self.settings.now)();
        let tag = |tag: &str| match tag.parse() {
            Ok(tag) => Ok(vec![tag]),
            Err(error) => Err(Problem::invalid(format!("{} is not a tag: {error}.", quoted(tag)))),
        };
        let annotation = match annotation {
            PageAnnotation::Remark { turn, text } => {
                Annotation::Remark(Remark { ply: turn, moment, words: on_one_line(&text)? })
            }
            PageAnnotation::Outcome { on, proved, text } => {
                let proved = proved.parse().map_err(|_| Problem::invalid("Choose true, false or partly true."))?;
                let on = on.unwrap_or_else(|| moment.date_naive());
                Annotation::Outcome(RecordedOutcome { on, proved, words: on_one_line(&text)? })
            }
            PageAnnotation::Tag { tag: text } => Annotation::Tagged(tag(&text)?),
            PageAnnotation::Untag { tag: text } => Annotation::Untagged(tag(&text)?),
        };
        let correspondences = self.correspondences;
        let open = self.shown(&name)?;
        let turns = open.turns();
        if let Err(problem) = open.annotate(annotation, correspondences) {
            return Ok(stated(Some(&problem), &self.view(&name, &client, turns)?));
        }
        let turns = open.turns().min(turns);
        self.send_state(&name, Some(&client), turns);
        Ok(stated(None, &self.view(&name, &client, turns)?))
    }

    /// Looks at the journals that pages show: what other processes have changed, and which nobody watches any more.
    pub(super) fn follow_journals(&mut self) {
        let correspondences = self.correspondences;
        let names: Vec<String> = self.journals.keys().cloned().collect();
        for name in names {
            let Some(open) = self.journals.get_mut(&name) else { continue };
            if let Some(same) = open.follow(correspondences) {
                self.send_state(&name, None, same);
            }
            let player = self.journals.get(&name).and_then(|open| open.windows().player.clone());
            let is_there = self.windows(&name).any(|client| player.as_deref() == Some(client));
            let Some(windows) = self.journals.get_mut(&name).map(AnyOpenJournal::windows_mut) else { continue };
            if is_there {
                windows.absent = None;
            } else if windows.absent.get_or_insert_with(Instant::now).elapsed() >= CLOSE_AFTER {
                self.pass_on(&name);
            }
        }
    }

    /// The windows that show a journal.
    fn windows(&self, name: &str) -> impl Iterator<Item = &str> {
        let shows = move |watcher: &&Watcher| watcher.journal.as_deref() == Some(name);
        self.watchers.iter().filter(shows).map(|watcher| watcher.client.as_str())
    }

    /// Whether a window still shows a journal.
    fn has_window(&self, name: &str, client: &str) -> bool {
        let is_it = |watcher: &Watcher| watcher.journal.as_deref() == Some(name) && watcher.client == client;
        self.watchers.iter().any(|watcher| is_it(watcher) && !watcher.events.is_closed())
    }

    /// When the window that played has gone: another one plays, or the journal is closed.
    fn pass_on(&mut self, name: &str) {
        let next = self.windows(name).next().map(str::to_owned);
        let Some(next) = next else {
            if let Some(recent) = self.journals.remove(name).and_then(AnyOpenJournal::close) {
                self.recent.insert(name.to_owned(), recent);
            }
            return;
        };
        let Some(open) = self.journals.get_mut(name) else { return };
        let windows = open.windows_mut();
        (windows.player, windows.absent) = (Some(next.clone()), None);
        let turns = open.turns();
        if let Ok(state) = self.view(name, &next, turns) {
            self.send(name, &state.into(), &next);
        }
    }

    /// Sends the state of a journal to its windows, except one: the turns from an index on.
    fn send_state(&self, name: &str, except: Option<&str>, from: usize) {
        let windows: BTreeSet<&str> = self.windows(name).filter(|client| Some(*client) != except).collect();
        for client in windows {
            if let Ok(state) = self.view(name, client, from) {
                self.send(name, &state.into(), client);
            }
        }
    }

    fn send(&self, name: &str, event: &PageEvent<'_>, client: &str) {
        let Ok(text) = serde_json::to_string(event) else { return };
        for watcher in &self.watchers {
            if watcher.journal.as_deref() == Some(name) && watcher.client == client {
                // A page that has gone is forgotten with the next tick.
                let _ = watcher.events.send(text.clone());
            }
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

/// The state, after a problem if there is one.
fn stated(problem: Option<&Problem>, state: &ShownState) -> CallAnswer {
    match problem {
        None => CallAnswer::json(&serde_json::json!({ "state": state })),
        Some(problem) => CallAnswer {
            status: problem.status,
            ..CallAnswer::json(&serde_json::json!({ "error": problem, "state": state }))
        },
    }
}
