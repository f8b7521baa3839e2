//! From the settings to a journal: who plays which army, and the beginning of a reading or a game.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::chess::Army;
use crate::games::GameKind;
use crate::input::{Words, quoted, write_remedy};
use crate::journal::{self, Journal, JournalError};
use crate::reading::{DiceSource, DieThrower, Draft, QuestionDraft, Throw};
use crate::record::{
    DiceThrow, GameDraft, Heading, Seating, SeatingError, SeatingStep, Seats, Subject, check_players, player_names,
};
use crate::render::capitalised;

use super::call::{Call, CallAnswer, Problem};
use super::field_reader::{FieldError, FieldValues, read_fields};
use super::routes::Table;

#[derive(Debug, Deserialize)]
struct SeatingRequest {
    /// The question whose die the program throws.
    #[serde(default)]
    draft: Option<String>,
    players: Vec<String>,
    querent: Option<String>,
    #[serde(default)]
    given: Vec<SeatAnswer>,
}

#[derive(Debug, Deserialize)]
struct BeginRequest {
    draft: String,
    #[serde(default)]
    given: Vec<SeatAnswer>,
}

/// The kind of game, before the rest of the request is read; Enochian chess if it is not named.
#[derive(Debug, Deserialize)]
struct KindRequest {
    kind: Option<String>,
}

#[derive(Debug, Deserialize)]
struct GameRequest {
    #[serde(rename = "kind")]
    _kind: Option<String>,
    seats: Option<BTreeMap<String, String>>,
    /// The throws and choices, if the players throw for their armies.
    given: Option<Vec<SeatAnswer>>,
    /// The keys of a game.
    #[serde(flatten)]
    fields: FieldValues,
}

/// A step of the seating: a throw, or an army that was chosen.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum SeatAnswer {
    Throw(SeatNumber),
    Army(String),
}

/// What each of the dice shows, or that the program throws.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
enum SeatNumber {
    Dice(Vec<u8>),
    By(Thrower),
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
enum Thrower {
    Program,
}

/// How far the seating has come.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct SeatingView {
    next: Option<NextSeat>,
    seats: Option<BTreeMap<&'static str, String>>,
    said: Vec<String>,
    /// The answers, with the numbers that the program threw.
    given: Vec<SeatAnswer>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "lowercase")]
enum NextSeat {
    Throw { player: String, dice: usize },
    Choose { player: String, armies: Vec<&'static str>, sides: bool },
}

/// The seating after the answers so far.
struct Seated {
    seating: Seating,
    said: Vec<String>,
    given: Vec<SeatAnswer>,
}

impl<'l> Table<'l> {
    /// `api/seating`: what comes next while the players are seated.
    pub(super) fn seating(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let request: SeatingRequest = call.body()?;
        let players = players(&request.players)?;
        let querent = request.querent.as_deref().map(army).transpose()?;
        let draft = request.draft.as_deref().map(|name| self.draft(name)).transpose()?;
        let die = draft.and_then(|draft| self.die(&draft).dice_source());
        let seated = seated(&players, querent, request.given, die)?;
        let (next, seats) = match seated.seating.step() {
            SeatingStep::Throw { player, dice } => (Some(NextSeat::Throw { player: player.to_owned(), dice }), None),
            SeatingStep::Choose { player, armies, sides } => {
                let armies = armies.into_iter().map(Army::name).collect();
                (Some(NextSeat::Choose { player: player.to_owned(), armies, sides }), None)
            }
            SeatingStep::Seated(seats) => {
                (None, Some(Army::ALL.map(|army| (army.name(), seats.player(army).to_owned())).into()))
            }
        };
        Ok(CallAnswer::json(&SeatingView { next, seats, said: seated.said, given: seated.given }))
    }

    /// `api/begin`: a question becomes a reading.
    pub(super) fn begin_reading(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let request: BeginRequest = call.body()?;
        let draft = self.draft(&request.draft)?;
        let draft = QuestionDraft { quiet: Some(self.is_quiet(&draft)), ..draft };
        let mut errors = self.question(&request.draft)?.errors.clone();
        let question = match draft.resolve(self.correspondences) {
            Ok(question) if errors.is_empty() => question,
            Ok(_) => return Err(invalid(&errors)),
            Err(missing) => {
                errors.extend(missing.into_iter().map(FieldError::from));
                return Err(invalid(&errors));
            }
        };
        let die = self.die(&draft);
        let players = recorded(&draft.players.unwrap_or_else(|| vec![question.querent.clone()]))?;
        let seats = all_seated(&players, Some(question.army()), request.given, die.dice_source())?;
        let name = self.create(Subject::Reading(Box::new(question), die), seats)?;
        self.forget_draft(&request.draft);
        Ok(CallAnswer::json(&serde_json::json!({ "journal": name })))
    }

    /// `api/game`: begins a game.
    pub(super) fn begin_game(&mut self, call: &Call) -> Result<CallAnswer, Problem> {
        let KindRequest { kind } = call.body()?;
        if kind.is_some_and(|kind| kind != GameKind::default().name()) {
            return self.begin_other_game(call);
        }
        let request: GameRequest = call.body()?;
        let mut draft = GameDraft::default();
        let mut errors = read_fields(&request.fields, &mut draft, self.correspondences)?;
        errors.extend(draft.errors(self.correspondences).into_iter().map(FieldError::from));
        if !errors.is_empty() {
            return Err(invalid(&errors));
        }
        let players = match draft.players.as_deref() {
            None => vec![self.someone()],
            Some(names) => players(names)?,
        };
        let seats = match request.given.filter(|given| !given.is_empty()) {
            Some(given) => all_seated(&players, None, given, None)?,
            None => by_name(&players, &request.seats.unwrap_or_default())?,
        };
        let settings = draft.settle(None, self.correspondences);
        let name = self.create(Subject::Game(Box::new(settings)), seats)?;
        Ok(CallAnswer::json(&serde_json::json!({ "journal": name })))
    }

    /// Who throws the die of a reading of this question.
    fn die(&self, draft: &QuestionDraft) -> DieThrower {
        let default = if self.settings.program_throws { DieThrower::ByProgram } else { DieThrower::ByHand };
        draft.die.unwrap_or(default)
    }

    /// The name for the player of a game without names: the last querent.
    pub(super) fn someone(&self) -> String {
        let settings = self.settings;
        let listed = journal::list(&settings.journals, self.correspondences, &|_, _| {});
        listed.ok().as_deref().and_then(journal::last_querent).unwrap_or("the player").to_owned()
    }

    /// Creates a journal, which the first window that shows it plays, and returns its name.
    fn create(&mut self, subject: Subject, seats: Seats) -> Result<String, Problem> {
        let settings = self.settings;
        let (begun, zone) = ((settings.now)(), settings.zone.clone());
        let heading = Heading { game: subject.into(), begun, zone, seats, automatic: false, branch: None };
        let journal = Journal::create(&settings.journals, heading, self.correspondences);
        Ok(self.begun(journal.map_err(not_created)?))
    }
}

/// Why a journal could not be created.
pub(super) fn not_created(error: JournalError) -> Problem {
    let text = capitalised(&format!("{error}."));
    match error {
        JournalError::Refused(_) => Problem::invalid(text),
        error => {
            let remedy = match &error {
                JournalError::Unwritable(_, error) => write_remedy(error),
                _ => "free some disk space or allow writing there",
            };
            let help =
                format!("{}, then try again. Nothing was begun, and what you typed stays here.", capitalised(remedy));
            Problem::new("not_saved", 507, text).help(help)
        }
    }
}

/// All errors in one problem.
pub(super) fn invalid(errors: &[FieldError]) -> Problem {
    let sentences = errors.iter().map(|error| capitalised(&format!("{}.", error.text)));
    Problem::invalid(sentences.collect::<Vec<_>>().join(" "))
}

fn army(name: &str) -> Result<Army, Problem> {
    name.parse().map_err(|_| Problem::invalid(format!("There is no army {}.", quoted(name))))
}

fn players(names: &[String]) -> Result<Vec<String>, Problem> {
    let names: Vec<String> = names.iter().map(|name| read_name(name)).collect::<Result<_, _>>()?;
    check_players(&names).map_err(|error| Problem::invalid(capitalised(&format!("{error}."))))?;
    recorded(&names)
}

/// A name on one line.
pub(super) fn read_name(name: &str) -> Result<String, Problem> {
    Words::NAME.some(name).map_err(|error| Problem::invalid(format!("The name {} {error}.", quoted(name))))
}

/// The names of players as they are recorded.
pub(super) fn recorded(names: &[String]) -> Result<Vec<String>, Problem> {
    player_names(names).map_err(|error| Problem::invalid(capitalised(&format!("{error}."))))
}

/// Seats the players as far as the answers go.
fn seated(
    players: &[String],
    querent: Option<Army>,
    given: Vec<SeatAnswer>,
    die: Option<DiceSource>,
) -> Result<Seated, Problem> {
    let unfit = |error: &dyn std::error::Error| Problem::invalid(capitalised(&format!("{error}.")));
    let mut die = die.unwrap_or(DiceSource::System);
    let mut seated = Seated { seating: Seating::new(players, querent), said: Vec::new(), given: Vec::new() };
    let mut left_over = 0;
    for answer in given {
        let step = seated.seating.step();
        let (said, filled) = match (answer, step) {
            (SeatAnswer::Throw(number), step) => {
                let (said_of, needed) = match step {
                    SeatingStep::Throw { player, dice } => (player.to_owned(), dice),
                    _ => return Err(unfit(&SeatingError::NoThrow)),
                };
                let typed = match number {
                    SeatNumber::Dice(numbers) => {
                        let dice = numbers.into_iter().map(Throw::new).collect::<Option<_>>().and_then(DiceThrow::new);
                        Some(dice.ok_or_else(|| Problem::invalid("A throw is one to six numbers from 1 to 6."))?)
                    }
                    SeatNumber::By(Thrower::Program) => None,
                };
                // A seeded die has drawn a number for each die that was thrown, whoever reads it.
                let dice = typed.as_ref().map_or(needed, |throw| throw.dice().len());
                let drawn = DiceThrow::draw(&mut die, dice).map_err(|error| unfit(&error))?;
                let throw = typed.unwrap_or(drawn);
                seated.seating.throw(throw.clone()).map_err(|error| unfit(&error))?;
                let numbers = throw.dice().iter().map(|die| die.number()).collect();
                (format!("{said_of} throws {throw}."), SeatAnswer::Throw(SeatNumber::Dice(numbers)))
            }
            (SeatAnswer::Army(name), step) => {
                let army = army(&name)?;
                let said = match step {
                    SeatingStep::Choose { player, sides: true, .. } => {
                        format!("{player} chooses {army} and {}.", army.partner())
                    }
                    SeatingStep::Choose { player, .. } => format!("{player} chooses {army}."),
                    _ => String::new(),
                };
                seated.seating.choose(army).map_err(|error| unfit(&error))?;
                (said, SeatAnswer::Army(name))
            }
        };
        seated.said.push(said);
        seated.said.extend_from_slice(&seated.seating.said()[left_over..]);
        left_over = seated.seating.said().len();
        seated.given.push(filled);
    }
    Ok(seated)
}

/// The seats, if the answers are complete.
fn all_seated(
    players: &[String],
    querent: Option<Army>,
    given: Vec<SeatAnswer>,
    die: Option<DiceSource>,
) -> Result<Seats, Problem> {
    match seated(players, querent, given, die)?.seating.step() {
        SeatingStep::Seated(seats) => Ok(seats),
        SeatingStep::Throw { player, .. } => Err(Problem::invalid(format!("{player} has to throw for an army first."))),
        SeatingStep::Choose { player, .. } => Err(Problem::invalid(format!("{player} has to choose an army first."))),
    }
}

/// The players by army. Who is not named follows around the board.
fn by_name(players: &[String], named: &BTreeMap<String, String>) -> Result<Seats, Problem> {
    let mut seats = Seats::in_turn(players);
    for (army_name, player) in named {
        let player = recorded(&[read_name(player)?])?.remove(0);
        if !players.contains(&player) {
            return Err(Problem::invalid(format!("{} is not one of the players.", quoted(&player))));
        }
        seats.players[army(army_name)?.index()] = player;
    }
    Ok(seats)
}
