//! Windows of pages that show one of the other games, as tests need them.

use std::path::PathBuf;

use serde_json::{Value, json};

use crate::correspondences::Correspondences;
use crate::games::{GameKind, GameOptions};
use crate::journal::{self, Journal};
use crate::record::{Heading, OtherGame, Record, Seats};

use super::call::Call;
use super::routes::Table;
use super::windows_for_tests::{begins, get, kind, now, post_as};

/// A window that shows a game.
pub(super) struct GameWindow {
    pub(super) client: &'static str,
    pub(super) journal: String,
    pub(super) state: Value,
    pub(super) acts: u32,
}

impl GameWindow {
    /// Begins a game as a page does, and shows it.
    pub(super) fn begin(table: &mut Table<'_>, fields: &Value) -> GameWindow {
        let journal = begins(table, "game", fields).unwrap_or_else(|html| panic!("{fields}: {html}"));
        GameWindow::open(table, &journal, "one")
    }

    /// Gods of Chess with cards that the program deals, always the same.
    pub(super) fn dealt(table: &mut Table<'_>) -> GameWindow {
        let referee = GameKind::Gods.referee(&GameOptions::default()).unwrap();
        let game = OtherGame {
            title: GameKind::Gods.title().to_owned(),
            start: referee.start(),
            referee,
            options: GameOptions::default(),
            source: None,
            seed: Some(7),
        };
        let players = ["Anna", "Bela"].map(str::to_owned).into();
        let heading = Heading {
            game: game.into(),
            begun: now(),
            zone: None,
            seats: Seats::of(players),
            automatic: false,
            branch: None,
        };
        let journal = Journal::create(&table.settings.journals, heading, Correspondences::embedded()).unwrap();
        let name = journal.path().file_stem().unwrap().to_str().unwrap().to_owned();
        drop(journal);
        GameWindow::open(table, &name, "one")
    }

    pub(super) fn open(table: &mut Table<'_>, journal: &str, client: &'static str) -> GameWindow {
        let mut window = GameWindow { client, journal: journal.into(), state: Value::Null, acts: 0 };
        window.look(table, None);
        window
    }

    /// Asks for the state as the player of a seat.
    pub(super) fn look(&mut self, table: &mut Table<'_>, seat: Option<usize>) -> &Value {
        let seat = seat.map(|seat| seat.to_string());
        let mut query = vec![("journal", self.journal.as_str())];
        query.extend(seat.as_deref().map(|seat| ("seat", seat)));
        self.state = get(table, "api/state", &query);
        assert!(self.state["error"].is_null(), "{}", self.state);
        &self.state
    }

    pub(super) fn request(&mut self, act: &Value) -> Value {
        self.acts += 1;
        json!({
            "journal": self.journal, "id": format!("{} {}", self.client, self.acts),
            "revision": self.state["revision"], "act": act,
        })
    }

    pub(super) fn act(&mut self, table: &mut Table<'_>, act: &Value) -> Value {
        self.act_as(table, &[], act)
    }

    /// Makes an act, and is shown the game in some way.
    pub(super) fn act_as(&mut self, table: &mut Table<'_>, view: &[(&str, &str)], act: &Value) -> Value {
        let (request, seat) = (self.request(act), self.state["view"].as_u64().map(|seat| seat.to_string()));
        let view: Vec<(&str, &str)> =
            seat.iter().map(|seat| ("seat", seat.as_str())).chain(view.iter().copied()).collect();
        let answer = post_as(table, &view, "api/act", &request);
        if answer["state"].is_object() {
            self.state = answer["state"].clone();
        }
        answer
    }

    /// Makes acts that must succeed.
    pub(super) fn does(&mut self, table: &mut Table<'_>, acts: &[Value]) {
        for act in acts {
            let answer = self.act(table, act);
            assert!(answer["error"].is_null(), "{act}: {}", answer["error"]);
        }
    }

    /// The error of an act that must fail, and change nothing but the pause before it.
    pub(super) fn fails(&mut self, table: &mut Table<'_>, act: &Value) -> Value {
        let before = self.record(table);
        let answer = self.act(table, act);
        assert_eq!(self.record(table), before, "{act}");
        assert!(answer["error"].is_object(), "{act}");
        answer["error"].clone()
    }

    pub(super) fn path(&self, table: &Table<'_>) -> PathBuf {
        table.settings.journals.join(format!("{}.md", self.journal))
    }

    /// What is on disk.
    pub(super) fn record(&self, table: &Table<'_>) -> Record {
        journal::read(&self.path(table), Correspondences::embedded()).unwrap()
    }

    /// Makes one of the acts that are offered, chosen by a number; deals where cards are awaited, and hands over where
    /// another player sees them. False if the game is over.
    pub(super) fn goes_on(&mut self, table: &mut Table<'_>, number: usize) -> bool {
        let now = self.state["now"].clone();
        let act = match now["state"].as_str().unwrap() {
            "over" | "concluded" => return false,
            "deal" => kind("deal"),
            _ if self.state["kind"] == "other" => play("lays a tile"),
            _ => {
                if self.state["hidden"] == true && self.state["view"] != now["seat"] {
                    assert_eq!(self.state["now"]["offers"], json!([]));
                    self.look(table, Some(now["seat"].as_u64().unwrap() as usize));
                }
                let acts = self.state["now"]["offers"].as_array().unwrap();
                play(acts[number % acts.len()]["text"].as_str().unwrap())
            }
        };
        self.does(table, &[act]);
        true
    }
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

pub(super) fn play(text: &str) -> Value {
    json!({ "kind": "typed", "text": text })
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

pub(super) fn drawing(table: &mut Table<'_>, path: &str, query: (&str, &str)) -> String {
    let query = vec![(query.0.to_owned(), query.1.to_owned())];
    let call = Call { is_post: false, path: path.into(), query, body: Vec::new() };
    String::from_utf8(table.answer(&call).unwrap().body).unwrap()
}
