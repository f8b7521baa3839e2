//! The header of a journal, and the heading of a sheet: what is fixed before the first turn, as keys with values.

use chrono::DateTime;
use serde::{Deserialize, Serialize};

use crate::chess::{Array, Board, ParsePositionError, Position, Square};
use crate::correspondences::Correspondences;
use crate::games::{GameKind, GameOptions, Referee, unrefereed};
use crate::input::{Source, read_toml_within};
use crate::reading::{DieThrower, Draft, QuestionDraft, QuestionKind, Throw};

use super::{Branch, DiceThrow, Game, GameSettings, Heading, OtherGame, SeatThrow, Seats, Subject, Timestamp};

/// The number of the format of journals.
pub const FORMAT: u8 = 1;

/// The kind of a reading; a game has that of its rules.
pub(crate) const READING: &str = "reading";

/// A heading as keys with values, as it stands at the top of a journal and, without the first and the last, of a sheet. Keys that
/// are not known here are left as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Header {
    pub(crate) format: u8,
    /// `reading`, or the kind of game: `enochian`, `three`.
    pub(crate) kind: String,
    pub(crate) question: Option<String>,
    /// The name of a game.
    pub(crate) title: Option<String>,
    pub(crate) question_kind: Option<String>,
    pub(crate) querent: Option<String>,
    pub(crate) category: Option<String>,
    pub(crate) source: Option<String>,
    pub(crate) known: Option<String>,
    pub(crate) supposed: Option<String>,
    pub(crate) asked: Option<String>,
    pub(crate) term: Option<String>,
    pub(crate) quiet: bool,
    pub(crate) begun: String,
    pub(crate) zone: Option<String>,
    pub(crate) board: Option<String>,
    pub(crate) ptah: Option<String>,
    /// Of a game that begins from a later position.
    pub(crate) array: Option<String>,
    pub(crate) direction: Option<String>,
    pub(crate) ruleset: Option<String>,
    pub(crate) procedure: Option<String>,
    pub(crate) dice: Option<String>,
    pub(crate) die: Option<String>,
    /// Those that are not at their default.
    pub(crate) options: Vec<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) automatic: bool,
    /// Each seat with its player, in the order of play.
    pub(crate) seats: Vec<(String, String)>,
    /// Who threw what for an army: player, throws, army.
    pub(crate) choice: Vec<(String, Vec<Vec<u8>>, String)>,
    pub(crate) start: String,
    pub(crate) branch: Option<String>,
    pub(crate) program: String,
}

/// A moment as it is written: `2026-11-21 14:05:00+01:00`.
pub(crate) fn time(moment: &Timestamp) -> String {
    moment.format("%Y-%m-%d %H:%M:%S%.f%:z").to_string()
}

/// Reads what [`time`] writes.
pub(crate) fn read_time(text: &str) -> Option<Timestamp> {
    let is_time = text.as_bytes().get(10).is_some_and(|byte| [b' ', b'T'].contains(byte));
    DateTime::parse_from_rfc3339(&text.replacen(' ', "T", 1)).ok().filter(|_| is_time)
}

/// A value of the header that is not one.
pub(crate) type Fault = (&'static str, String, String);

fn fault<T>(key: &'static str, problem: impl Into<String>, expected: impl Into<String>) -> Result<T, Vec<Fault>> {
    Err(vec![(key, problem.into(), expected.into())])
}

/// Parses the text under a key, which must be there.
fn parsed<T: std::str::FromStr>(key: &'static str, text: Option<&String>, expected: &str) -> Result<T, Vec<Fault>> {
    match text {
        None => fault(key, format!("`{key}` is missing"), expected),
        Some(text) => text.parse().or_else(|_| fault(key, format!("`{key}` cannot be {text:?}"), expected)),
    }
}

/// The expected name of an element.
const ELEMENT: &str = "one of Air, Water, Fire, Earth";

impl Header {
    /// The header of a record with this heading.
    pub(crate) fn of(heading: &Heading) -> Header {
        let (game, players) = (&heading.game, heading.seats.players.iter().cloned());
        let own = match game {
            Game::Enochian(Subject::Reading(question, die)) => {
                // The array is that of the start, and the kind is only written if it is not the default.
                let draft = QuestionDraft::from(&**question);
                let draft = QuestionDraft { die: Some(*die), kind: None, array: None, ..draft };
                let kind = Some(question.kind).filter(|kind| *kind != QuestionKind::default());
                Header {
                    kind: READING.to_owned(),
                    question_kind: kind.map(|kind| kind.name().to_owned()),
                    ptah: Some(question.ptah.to_string()),
                    ..Header::of_table(&draft.to_table())
                }
            }
            Game::Enochian(Subject::Game(setting)) => {
                let array = setting.array.filter(|_| !setting.begins_with_the_opening());
                Header {
                    board: Some(setting.board.to_string()),
                    ruleset: Some(setting.ruleset.name.clone()),
                    array: array.map(|array| array.to_string()),
                    ..Header::default()
                }
            }
            Game::Other(_) => Header::default(),
        };
        let is_reading = own.kind == READING;
        Header {
            format: FORMAT,
            kind: if is_reading { own.kind } else { game.kind().name().to_owned() },
            title: (!is_reading).then(|| game.title().to_owned()),
            source: game.source().map(str::to_owned),
            begun: time(&heading.begun),
            zone: heading.zone.clone(),
            options: game.options().map(|(name, value)| format!("{name}={value}")).collect(),
            seed: game.seed().filter(|_| !is_reading),
            automatic: heading.automatic,
            choice: heading.seats.throws.iter().map(written_throw).collect(),
            seats: game.seats().iter().map(|seat| seat.name.clone()).zip(players).collect(),
            start: game.start().text(),
            branch: heading.branch.as_ref().map(ToString::to_string),
            program: concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned(),
            ..own
        }
    }

    /// The header of these keys, each of which has a value of its type.
    pub(crate) fn of_table(facts: &toml::Table) -> Header {
        let source = Source::new("", facts.to_string());
        read_toml_within(&source, 0, &source.text).expect("each key has a value of its type")
    }

    /// Its keys with their values; those without one are left out.
    pub(crate) fn to_table(&self) -> toml::Table {
        toml::Table::try_from(self).expect("it was read from TOML, or has a seed that TOML can hold")
    }

    /// When it was begun, if that can be read.
    pub(crate) fn begun(&self) -> Option<Timestamp> {
        read_time(&self.begun)
    }

    /// The heading that it describes.
    ///
    /// # Errors
    /// A value that is missing, or does not go with the others.
    pub(crate) fn heading(&self, correspondences: &Correspondences) -> Result<Heading, Vec<Fault>> {
        let (names, players): (Vec<String>, Vec<String>) = self.seats.iter().cloned().unzip();
        let game: Game = match self.kind.as_str() {
            READING => self.reading(correspondences)?.into(),
            kind if kind == GameKind::default().name() => self.enochian_game(correspondences)?.into(),
            kind => match kind.parse::<GameKind>() {
                Ok(kind) => self.other(kind, &names)?.into(),
                Err(_) => {
                    let problem = match kind {
                        "" => "`kind` is missing".to_owned(),
                        kind => format!("there is no kind of journal {kind:?}"),
                    };
                    return fault("kind", problem, "reading, enochian, three, free, team, gods, faith or other");
                }
            },
        };
        let right: Vec<&str> = game.seats().iter().map(|seat| seat.name.as_str()).collect();
        if names != right {
            return fault("seats", "these are not the seats of the game", right.join(", "));
        }
        let branch = match &self.branch {
            Some(text) => match text.parse::<Branch>() {
                Ok(branch) => Some(branch),
                Err(error) => {
                    return fault("branch", "this is not a branch", error.to_string().replace("expected ", ""));
                }
            },
            None => None,
        };
        let Some(begun) = self.begun() else {
            return fault("begun", "this is not a date and time", "such as 2026-11-21 14:05:00+01:00");
        };
        let throws = self.choice.iter().map(read_throw).collect::<Option<_>>();
        let Some(throws) = throws else {
            return fault(
                "choice",
                "this is not a choice of an army",
                "player, throws and army: [\"Anna\", [[4, 2]], \"Air\"]",
            );
        };
        Ok(Heading {
            game,
            begun,
            zone: self.zone.clone(),
            seats: Seats { players, throws },
            automatic: self.automatic,
            branch,
        })
    }

    fn start<T>(&self, read: impl FnOnce(&str) -> Result<T, String>) -> Result<T, Vec<Fault>> {
        read(&self.start).or_else(|problem| fault("start", problem, "the position text in which the game began"))
    }

    fn reading(&self, correspondences: &Correspondences) -> Result<Subject, Vec<Fault>> {
        let board: Board = parsed("board", self.board.as_ref(), ELEMENT)?;
        let ptah: Square = parsed("ptah", self.ptah.as_ref(), "a square from a1 to h8")?;
        // What the Ptah stands on says which angle and sign it is.
        let place = correspondences.square(board, ptah);
        let mut draft = QuestionDraft {
            kind: Some(QuestionKind::default()),
            angle: Some(place.angle),
            force: Some(place.force),
            ..QuestionDraft::default()
        };
        let facts = self.to_table();
        for key in QuestionDraft::KEYS.iter().filter(|key| !["angle", "force", "array"].contains(&key.name)) {
            let name = if key.name == "kind" { "question_kind" } else { key.name };
            if let Some(value) = facts.get(name)
                && let Err(expected) = (key.slot.put)(&mut draft, value, correspondences)
            {
                return fault(name, format!("`{name}` cannot be {value}"), expected);
            }
        }
        let question = |array: Array| {
            let question = QuestionDraft { array: Some(array), ..draft.clone() }.resolve(correspondences);
            question
                .map_err(|errors| errors.into_iter().map(|it| (it.key, it.problem, it.remedy)).collect::<Vec<Fault>>())
        };
        // The array is that of the start.
        for array in Array::all().into_iter().filter(|array| array.belongs_to(board)) {
            let question = question(array)?;
            if question.start().to_string() == self.start {
                return Ok(Subject::Reading(Box::new(question), draft.die.unwrap_or(DieThrower::ByHand)));
            }
        }
        fault("start", "this is not the start of an array of the board", "the position text in which the reading began")
    }

    fn enochian_game(&self, correspondences: &Correspondences) -> Result<Subject, Vec<Fault>> {
        let title = parsed("title", self.title.as_ref(), "the name of the game")?;
        let board: Board = parsed("board", self.board.as_ref(), ELEMENT)?;
        let ruleset: String = parsed("ruleset", self.ruleset.as_ref(), "the name of a ruleset")?;
        let ruleset = correspondences
            .ruleset(&ruleset)
            .cloned()
            .or_else(|unknown| fault("ruleset", unknown.to_string(), "the name of a ruleset"))?;
        let start: Position = self.start(|text| text.parse().map_err(|error: ParsePositionError| error.to_string()))?;
        let is_start = |array: &Array| Position::start(*array, start.turn(), start.direction()) == start;
        let array = match &self.array {
            Some(_) => {
                let array: Array = parsed("array", self.array.as_ref(), "an array, such as \"Water of Air & Water\"")?;
                if !array.belongs_to(board) {
                    let expected = "an array of the board; enochian board arrays lists them";
                    return fault("array", format!("{array} is not an array of the {board} board"), expected);
                }
                Some(array)
            }
            None => Array::all().into_iter().filter(|array| array.belongs_to(board)).find(is_start),
        };
        let (source, seed) = (self.source.clone(), self.seed);
        Ok(Subject::Game(Box::new(GameSettings { title, board, array, start, ruleset, source, seed })))
    }

    fn other(&self, kind: GameKind, names: &[String]) -> Result<OtherGame, Vec<Fault>> {
        let title = parsed("title", self.title.as_ref(), "the name of the game")?;
        let mut chosen = Vec::new();
        for option in &self.options {
            match option.split_once('=') {
                Some(option) => chosen.push(option),
                None => return fault("options", "this is not an option", "a name and a value, such as cards=on"),
            }
        }
        let made: Result<(Referee, GameOptions), _> = if kind.is_refereed() {
            GameOptions::new(chosen, kind.options()).and_then(|options| Ok((kind.referee(&options)?, options)))
        } else {
            unrefereed(names).map(|referee| (referee, GameOptions::default()))
        };
        let key = if kind.is_refereed() { "options" } else { "seats" };
        let (referee, options) = made.or_else(|error| fault(key, error.problem, error.expected))?;
        let start = self.start(|text| referee.read(text).map_err(|error| error.problem))?;
        Ok(OtherGame { title, referee, options, start, source: self.source.clone(), seed: self.seed })
    }
}

fn written_throw(seat: &SeatThrow) -> (String, Vec<Vec<u8>>, String) {
    let throw = |throw: &DiceThrow| throw.dice().iter().map(|die| die.number()).collect();
    (seat.player.clone(), seat.throws.iter().map(throw).collect(), seat.army.to_string())
}

fn read_throw((player, throws, army): &(String, Vec<Vec<u8>>, String)) -> Option<SeatThrow> {
    let dice = |dice: &Vec<u8>| DiceThrow::new(dice.iter().map(|die| Throw::new(*die)).collect::<Option<_>>()?);
    let throws: Vec<DiceThrow> = throws.iter().map(dice).collect::<Option<_>>()?;
    // Nobody chooses without having thrown.
    (!throws.is_empty()).then_some(())?;
    Some(SeatThrow { player: player.clone(), throws, army: army.parse().ok()? })
}
