//! Which function answers which call.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use serde_json::json;

use crate::correspondences::Correspondences;
use crate::journal;
use crate::record::Record;

use super::TableSettings;
use super::better::Judging;
use super::by_chance::ByChance;
use super::call::{Call, CallAnswer, Problem};
use super::home::Listing;
use super::html::Done;
use super::named_file::named_file;
use super::open_journal::OpenJournal;
#[cfg(feature = "table")]
use super::thinking::WaitingCall;

/// The call that ends the table.
pub(super) const STOP: &str = "api/stop";

/// The notebook, and what pages show of it.
pub(super) struct Table<'l> {
    pub(super) settings: &'l TableSettings,
    pub(super) correspondences: &'l Correspondences,
    /// The journals that pages show, by name.
    pub(super) journals: HashMap<String, OpenJournal<'l>>,
    /// The journals of the folder, as they were when its files had this digest.
    pub(super) listed: RefCell<Option<(u64, Listing)>>,
    /// What came of the latest acts in views, by their ids; the latest first.
    pub(super) acts_done: VecDeque<(String, Done)>,
    /// The calls that wait for what the program chooses.
    #[cfg(feature = "table")]
    pub(super) waiting: Vec<WaitingCall>,
    /// The readings that are being played by chance, by the journal whose question they ask.
    pub(super) by_chance: HashMap<String, ByChance>,
    /// The games whose turns are being judged, by journal.
    pub(super) judging: HashMap<String, Judging>,
}

impl<'l> Table<'l> {
    pub(super) fn new(settings: &'l TableSettings, correspondences: &'l Correspondences) -> Table<'l> {
        Table {
            settings,
            correspondences,
            journals: HashMap::new(),
            listed: RefCell::new(None),
            acts_done: VecDeque::new(),
            #[cfg(feature = "table")]
            waiting: Vec::new(),
            by_chance: HashMap::new(),
            judging: HashMap::new(),
        }
    }

    pub(super) fn answer(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let path = call.path.as_str();
        if !call.is_post
            && let Some(drawing) = self.drawing(call)
        {
            return drawing;
        }
        match (call.is_post, path) {
            (false, "part") => Ok(self.part(call)),
            (true, "act") => self.act_in_view(call),
            (false, "glosses") => self.square_glosses(call),
            (false, "again") => self.came_again(call),
            (true, STOP) => Ok(CallAnswer::json(&json!({}))),
            (false, "journal.md") => self.journal_download(call),
            (false, "page.html") => self.page_download(call),
            (false, "picture") => self.picture(call),
            _ => Err(Problem::not_found(format!("there is nothing at {path}"))),
        }
    }

    /// The record of a journal: as it is played here, or read from its file.
    pub(super) fn record(&self, name: &str) -> Result<Cow<'_, Record>, Problem> {
        if let Some(open) = self.journals.get(name) {
            return Ok(Cow::Borrowed(open.record()));
        }
        let path = named_file(&self.settings.journals, name, ".md")?;
        journal::read(&path, self.correspondences).map(Cow::Owned).map_err(|error| Problem::invalid(error.to_string()))
    }
}
