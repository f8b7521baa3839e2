//! Windows of pages, as tests of the table need them: what they show, and what is done in them.

use std::path::{Path, PathBuf};

use chrono::DateTime;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::chess::{Angle, Array, Board, Move};
use crate::correspondences::{Correspondences, Palette};
use crate::games::{GameKind, GameOptions};
use crate::journal::{self, Journal};
use crate::reading::{DieThrower, QuestionDraft};
use crate::record::{GameSettings, Heading, OtherGame, Record, Seats, Subject, Timestamp};
use crate::session::Act;

use super::TableSettings;
use super::call::Problem;
use super::html::PlayAddress;
use super::html::views_tests::{call, done, shown, without_marks};
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
    /// The seat whose cards it shows.
    pub(super) seat: Option<usize>,
    /// What its view is made of.
    pub(super) state: Value,
    pub(super) acts: u32,
}

impl Window {
    /// Puts a new journal on the table, and shows it.
    pub(super) fn begin(table: &mut Table<'_>, heading: Heading) -> Window {
        let journal = Journal::create(&table.settings.journals, heading, Correspondences::embedded()).unwrap();
        // The table's own lifetime may be shorter.
        let name = journal.path().file_stem().unwrap().to_str().unwrap().to_owned();
        drop(journal);
        Window::open(table, &name, "one")
    }

    /// Begins a game as a page does, and shows it.
    pub(super) fn of_form(table: &mut Table<'_>, fields: &Value) -> Window {
        let journal = begins(table, "game", fields).unwrap_or_else(|html| panic!("{fields}: {html}"));
        Window::open(table, &journal, "one")
    }

    /// Gods of Chess with cards that the program deals, always the same.
    pub(super) fn dealt(table: &mut Table<'_>) -> Window {
        let referee = GameKind::Gods.referee(&GameOptions::default()).unwrap();
        let game = OtherGame {
            title: GameKind::Gods.title().to_owned(),
            start: referee.start(),
            referee,
            options: GameOptions::default(),
            source: None,
            seed: Some(7),
        };
        let seats = Seats::of(["Anna", "Bela"].map(str::to_owned).into());
        let heading = Heading { game: game.into(), begun: now(), zone: None, seats, automatic: false, branch: None };
        Window::begin(table, heading)
    }

    pub(super) fn open(table: &mut Table<'_>, journal: &str, client: &'static str) -> Window {
        let mut window = Window { client, journal: journal.into(), seat: None, state: Value::Null, acts: 0 };
        window.look(table);
        window
    }

    /// The address, with more behind it: `&turn=3`.
    pub(super) fn address(&self, more: &str) -> String {
        let seat = self.seat.map_or(String::new(), |seat| format!("&seat={seat}"));
        format!("journal={}{seat}{more}", self.journal)
    }

    /// The view as HTML, without the marks of words.
    pub(super) fn html(&self, table: &mut Table<'_>, more: &str) -> String {
        let (status, html) = shown(table, &self.address(more));
        assert_eq!(status, 200, "{more}: {html}");
        without_marks(&html)
    }

    /// Shows the present state.
    pub(super) fn look(&mut self, table: &mut Table<'_>) -> &Value {
        let call = call("part", &self.address(""), "");
        let address = PlayAddress::of(&call, None).unwrap();
        table.looked_at(&self.journal, true).unwrap();
        self.state = serde_json::to_value(table.view(&self.journal, address.window).unwrap()).unwrap();
        &self.state
    }

    /// The same for the player of a seat, or for an onlooker.
    pub(super) fn look_as(&mut self, table: &mut Table<'_>, seat: Option<usize>) -> &Value {
        self.seat = seat;
        self.look(table)
    }

    /// Asks whether something has changed, and shows it.
    pub(super) fn looks(&mut self, table: &mut Table<'_>) -> bool {
        let unless = format!("&unless={}", self.state["revision"]);
        let answer = table.answer(&call("part", &self.address(&unless), "")).unwrap();
        self.look(table);
        answer.status != 204
    }

    /// What a page sends for an act: its text, or an object of the text and the fields.
    pub(super) fn request(&mut self, act: &Value) -> String {
        self.acts += 1;
        let mut request = if act.is_string() { json!({ "act": act }) } else { act.clone() };
        request["id"] = json!(format!("{} {} {}", self.client, self.journal, self.acts));
        request["revision"] = json!(self.state["revision"].to_string());
        request.to_string()
    }

    pub(super) fn send(&mut self, table: &mut Table<'_>, request: &str) -> Answer {
        let (status, html) = done(table, &self.address(""), request);
        // It may have been saved under another name.
        if table.journals.contains_key(&self.journal) {
            self.look(table);
        }
        Answer { status, html }
    }

    pub(super) fn act(&mut self, table: &mut Table<'_>, act: &Value) -> Answer {
        let request = self.request(act);
        self.send(table, &request)
    }

    /// Makes acts that must succeed.
    pub(super) fn does(&mut self, table: &mut Table<'_>, acts: &[Value]) {
        for act in acts {
            let answer = self.act(table, act);
            assert_eq!(answer.status, 200, "{act}: {}", answer.refused());
        }
    }

    /// Why an act is refused that must fail, and change nothing.
    pub(super) fn fails(&mut self, table: &mut Table<'_>, act: &Value) -> String {
        let before = self.record(table);
        let answer = self.act(table, act);
        assert_eq!(self.record(table), before, "{act}");
        assert!([400, 409].contains(&answer.status), "{act}: {}", answer.html);
        answer.refused()
    }

    pub(super) fn path(&self, table: &Table<'_>) -> PathBuf {
        table.settings.journals.join(format!("{}.md", self.journal))
    }

    /// What is on disk.
    pub(super) fn record(&self, table: &Table<'_>) -> Record {
        journal::read(&self.path(table), Correspondences::embedded()).unwrap()
    }

    /// Makes one of the acts that are offered, chosen by a number; throws or deals where chance is awaited, and hands over where
    /// another player sees the cards. False if it is over.
    pub(super) fn goes_on(&mut self, table: &mut Table<'_>, number: usize) -> bool {
        let now = self.state["now"].clone();
        let act = match now["state"].as_str().unwrap() {
            "over" | "concluded" => return false,
            "deal" => json!("deal"),
            "throw" if self.state["die"] == "program" => json!("deal"),
            "throw" => throw(u8::try_from(number % 6).unwrap() + 1),
            "no_move" => json!("pass"),
            _ if self.state["kind"] == "other" => play("lays a tile"),
            _ => {
                if self.state["hidden"] == true && self.state["view"] != now["seat"] {
                    assert_eq!(self.state["now"]["offers"], json!([]));
                    self.look_as(table, Some(now["seat"].as_u64().unwrap() as usize));
                }
                let acts = self.state["now"]["offers"].as_array().unwrap();
                acts[number % acts.len()]["text"].clone()
            }
        };
        self.does(table, &[act]);
        true
    }
}

/// What a page is told about an act.
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) html: String,
}

/// Why an act is refused upon an old state.
pub(super) const STALE: &str = "This page was not up to date. It has caught up.";

impl Answer {
    /// Why it was refused; empty if it was not.
    pub(super) fn refused(&self) -> String {
        let html = without_marks(&self.html);
        let alert = html.split_once("role=\"alert\">").map_or("", |(_, rest)| rest);
        let alert = alert.split("</p>").next().unwrap_or_default();
        let texts = alert.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text);
        let entities =
            [("&#x27;", "'"), ("&quot;", "\""), ("&lt;", "<"), ("&gt;", ">"), ("&#x2f;", "/"), ("&amp;", "&")];
        entities.iter().fold(texts.collect(), |text: String, (entity, letter)| text.replace(entity, letter))
    }
}

/// What is told at an address that has no view, or why not.
pub(super) fn told(table: &mut Table<'_>, path: &str, address: &str) -> Result<String, Problem> {
    let answer = table.answer(&call(path, address, ""))?;
    Ok(String::from_utf8(answer.body).unwrap())
}

/// Begins a reading or a game in a form, and returns the name of its journal, or the page that says why not.
pub(super) fn begins(table: &mut Table<'_>, form: &str, fields: &Value) -> Result<String, String> {
    let (_, html) = done(table, form, &json!({ "act": "begin", "fields": fields }).to_string());
    let name = html.split_once("data-address=\"journal=").map(|(_, rest)| rest.split('"').next().unwrap().to_owned());
    name.ok_or(html)
}

pub(super) fn throw(number: u8) -> Value {
    json!(number.to_string())
}

/// A line that somebody types.
pub(super) fn play(text: &str) -> Value {
    json!({ "act": "", "fields": { "typed": text } })
}

/// An act with the text of its field.
pub(super) fn written(act: &str, text: &str) -> Value {
    json!({ "act": act, "fields": { "text": text } })
}

/// What a page sends for an act.
pub(super) fn page_act(act: Act) -> Value {
    match act {
        Act::Throw(number) => throw(number.number()),
        Act::Move(Move::Pass) => json!("pass"),
        Act::Move(step) => json!(step.to_string()),
        other => panic!("{other:?}"),
    }
}

pub(super) fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The tools of a state by their names, and by the seats that they are for.
pub(super) fn tools(state: &Value) -> Vec<String> {
    let name = |tool: &Value| match tool["act"].as_str().filter(|act| act.starts_with("resign ")) {
        Some(act) => act.to_owned(),
        None => tool["name"].as_str().unwrap().to_owned(),
    };
    state["now"]["tools"].as_array().unwrap().iter().map(name).collect()
}

/// Whether games are played as long as they were meant to be, which takes too long for every commit.
pub(super) fn is_long() -> bool {
    option_env!("ENOCHIAN_LONG").is_some()
}

/// A request to begin a game of a kind, with a player for each seat.
pub(super) fn request(kind: GameKind) -> Value {
    let names: &[&str] = match kind {
        GameKind::Other => &["North", "East", "West"],
        _ => &["Anna", "Bela", "Cleo", "Dora"],
    };
    people(kind, names)
}

/// What a person fills in for a game of people; of one that nobody referees these are the seats.
pub(super) fn people(kind: GameKind, names: &[&str]) -> Value {
    let referee = kind.referee(&GameOptions::default()).ok();
    let seat = |at: usize| match &referee {
        Some(referee) => referee.seats().get(at).map(|seat| format!("seat {}", seat.name)),
        None => Some(format!("seat {}", at + 1)),
    };
    let mut fields = json!({ "kind": kind.name(), "against": "people" });
    for (at, name) in names.iter().enumerate() {
        if let Some(seat) = seat(at) {
            fields[seat] = json!(name);
        }
    }
    fields
}

pub(super) fn all_kinds() -> impl Iterator<Item = GameKind> {
    GameKind::EVERY.iter().copied().filter(|kind| !kind.has_readings())
}
