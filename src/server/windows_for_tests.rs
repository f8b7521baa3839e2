//! Windows of pages, as tests of the table need them.

use std::path::{Path, PathBuf};

use chrono::DateTime;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chess::{Angle, Array, Board, Move};
use crate::correspondences::{Correspondences, Palette};
use crate::journal::{self, Journal};
use crate::reading::{DieThrower, QuestionDraft};
use crate::record::{GameSettings, Heading, Record, Seats, Subject, Timestamp};
use crate::session::Act;

use super::TableSettings;
use super::call::Call;
use super::routes::Table;

pub(super) fn now() -> Timestamp {
    DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap()
}

pub(super) fn settings(folder: &Path) -> TableSettings {
    TableSettings {
        place: "journals".to_owned(),
        journals: folder.to_owned(),
        learned: Some(folder.join(".learned")),
        questions: None,
        name: "notebook".into(),
        naming: Correspondences::embedded().namings()[0].clone(),
        palette: Palette::default(),
        is_quiet: false,
        program_throws: false,
        now,
        zone: None,
    }
}

pub(super) fn heading(subject: Subject) -> Heading {
    Heading {
        game: subject.into(),
        begun: now(),
        zone: None,
        seats: Seats::alone("Anna"),
        automatic: false,
        branch: None,
    }
}

/// The question about the brother: board Water, angle Air, the Ptah on a5.
pub(super) fn brother(die: DieThrower, is_quiet: bool) -> Heading {
    let draft = QuestionDraft {
        text: Some("Is he well?".into()),
        category: Some("brother".into()),
        quiet: Some(is_quiet),
        ..QuestionDraft::default()
    };
    heading(Subject::Reading(Box::new(draft.resolve(Correspondences::embedded()).unwrap()), die))
}

/// A game from a position, one player for each army.
pub(super) fn game(position: &str) -> Heading {
    let settings = GameSettings {
        title: "A game".into(),
        board: Board::Air,
        array: Some(Array::of(Angle::Air, Board::Air)),
        start: position.parse().unwrap(),
        ruleset: Correspondences::embedded().ruleset("chessvariants").unwrap().clone(),
        source: None,
        seed: None,
    };
    let players = ["Ann", "Ben", "Cleo", "Dora"].map(str::to_owned);
    Heading {
        seats: Seats { players: players.to_vec(), throws: Vec::new() },
        ..heading(Subject::Game(Box::new(settings)))
    }
}

/// The shipped reading: the answer is yes on turn 32, and its die is thrown by hand here.
pub(super) fn shipped(is_quiet: bool) -> Record {
    let path = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
    let record = journal::read(path.as_ref(), Correspondences::embedded()).unwrap();
    let mut question = record.enochian().unwrap().subject().question().unwrap().clone();
    question.quiet = is_quiet;
    let subject = Subject::Reading(Box::new(question), DieThrower::ByHand);
    let mut again = Record::begin(Heading { game: subject.into(), ..record.heading().clone() });
    record.enochian().unwrap().standing().for_each(|act| again.enter(act).unwrap());
    again
}

/// A table in a new notebook.
pub(super) struct Notebook {
    pub(super) folder: TempDir,
    pub(super) settings: TableSettings,
}

impl Notebook {
    pub(super) fn new() -> Notebook {
        let folder = TempDir::new().unwrap();
        Notebook { settings: settings(folder.path()), folder }
    }

    pub(super) fn table(&self) -> Table<'_> {
        Table::new(&self.settings, Correspondences::embedded())
    }
}

/// A window that shows a journal.
pub(super) struct Window {
    pub(super) client: &'static str,
    pub(super) journal: String,
    pub(super) state: Value,
    pub(super) acts: u32,
}

impl Window {
    /// Puts a new journal on the table, and shows it.
    pub(super) fn begin(table: &mut Table<'_>, heading: Heading) -> Window {
        let journal = Journal::create(&table.settings.journals, heading, Correspondences::embedded()).unwrap();
        // The table's own lifetime may be shorter.
        let path = journal.path().to_owned();
        drop(journal);
        Window::open(table, &path, "one")
    }

    pub(super) fn open(table: &mut Table<'_>, path: &Path, client: &'static str) -> Window {
        let journal = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut window = Window { client, journal, state: Value::Null, acts: 0 };
        window.state = window.get(table, "api/state", &[]);
        window
    }

    pub(super) fn get(&self, table: &mut Table<'_>, path: &str, query: &[(&str, &str)]) -> Value {
        let own = [("journal", self.journal.as_str())];
        get(table, path, &[&own, query].concat())
    }

    /// The view of the journal, as HTML: at its end that.
    pub(super) fn conclusion(&self, table: &mut Table<'_>) -> String {
        let shown = self.get(table, "api/conclusion", &[]);
        super::html::views_tests::without_marks(shown["html"].as_str().unwrap_or_default())
    }

    /// Shows the state of an answer.
    pub(super) fn see(&mut self, answer: Value) -> Value {
        if answer["state"].is_object() {
            self.state = answer["state"].clone();
        }
        answer
    }

    /// Asks whether something has changed. Returns what it is sent.
    pub(super) fn looks(&mut self, table: &mut Table<'_>) -> Option<Value> {
        let revision = self.state["revision"].to_string();
        let state = self.get(table, "api/state", &[("unless", &revision)]);
        self.see(json!({ "state": state }));
        state.is_object().then_some(state)
    }

    pub(super) fn request(&mut self, act: &Value) -> Value {
        self.acts += 1;
        json!({
            "journal": self.journal, "id": format!("{} {}", self.client, self.acts),
            "revision": self.state["revision"], "act": act,
        })
    }

    pub(super) fn act(&mut self, table: &mut Table<'_>, act: &Value) -> Value {
        let request = self.request(act);
        self.see(post(table, "api/act", &request))
    }

    /// Makes acts that must succeed.
    pub(super) fn does(&mut self, table: &mut Table<'_>, acts: &[Value]) {
        for act in acts {
            let answer = self.act(table, act);
            assert!(answer["error"].is_null(), "{act}: {answer:#}");
        }
    }

    /// The code of the error of an act that must fail, and change nothing.
    pub(super) fn fails(&mut self, table: &mut Table<'_>, act: &Value) -> String {
        let before = self.record(table);
        let answer = self.act(table, act);
        assert_eq!(self.record(table), before, "{act}");
        answer["error"]["code"].as_str().unwrap_or_else(|| panic!("{act}: {answer:#}")).to_owned()
    }

    pub(super) fn path(&self, table: &Table<'_>) -> PathBuf {
        table.settings.journals.join(format!("{}.md", self.journal))
    }

    /// What is on disk.
    pub(super) fn record(&self, table: &Table<'_>) -> Record {
        journal::read(&self.path(table), Correspondences::embedded()).unwrap()
    }
}

/// The answer to a call; null, if nothing has changed.
pub(super) fn answered(table: &mut Table<'_>, call: &Call) -> Value {
    if let Some(answer) = super::calls_for_tests::answered(table, call) {
        return answer;
    }
    let answer = table.answer(call).unwrap_or_else(|problem| problem.answer());
    if answer.status == 204 { Value::Null } else { serde_json::from_slice(&answer.body).unwrap() }
}

pub(super) fn get(table: &mut Table<'_>, path: &str, query: &[(&str, &str)]) -> Value {
    let query = query.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    answered(table, &Call { is_post: false, path: path.into(), query, body: Vec::new() })
}

pub(super) fn post(table: &mut Table<'_>, path: &str, body: &Value) -> Value {
    post_as(table, &[], path, body)
}

/// The answer to a window that is to be shown the game in some way.
pub(super) fn post_as(table: &mut Table<'_>, view: &[(&str, &str)], path: &str, body: &Value) -> Value {
    let query = view.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    answered(table, &Call { is_post: true, path: path.into(), query, body: body.to_string().into_bytes() })
}

/// The status and the HTML of a view.
pub(super) fn part(table: &mut Table<'_>, address: &[(&str, &str)]) -> (u16, String) {
    let query = address.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
    let call = Call { is_post: false, path: "part".into(), query, body: Vec::new() };
    let answer = table.answer(&call).unwrap();
    (answer.status, String::from_utf8(answer.body).unwrap())
}

/// Begins a reading or a game in a form, and returns the name of its journal, or the page that says why not.
pub(super) fn begins(table: &mut Table<'_>, form: &str, fields: &Value) -> Result<String, String> {
    let body = json!({ "act": "begin", "fields": fields }).to_string().into_bytes();
    let call = Call { is_post: true, path: "act".into(), query: vec![(form.to_owned(), String::new())], body };
    let answer = table.answer(&call).unwrap_or_else(|problem| problem.answer());
    let html = String::from_utf8(answer.body).unwrap();
    let name = html.split_once("data-address=\"journal=").map(|(_, rest)| rest.split('"').next().unwrap().to_owned());
    name.ok_or(html)
}

pub(super) fn throw(number: u8) -> Value {
    json!({ "kind": "throw", "number": number })
}

pub(super) fn mv(text: &str) -> Value {
    json!({ "kind": "move", "text": text })
}

pub(super) fn kind(kind: &str) -> Value {
    json!({ "kind": kind })
}

/// What a page sends for an act.
pub(super) fn page_act(act: Act) -> Value {
    match act {
        Act::Throw(number) => throw(number.number()),
        Act::Move(Move::Pass) => kind("pass"),
        Act::Move(step) => mv(&step.to_string()),
        other => panic!("{other:?}"),
    }
}

pub(super) fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}
