//! A game without a question, begun on one page: which, against whom, and with what options.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ask::{array_choices, directions};
use super::form::{Choice, Fields, by_field, described, text};
use super::{Done, View};
use crate::chess::{Angle, Army, Array, Board};
use crate::export::encoded;
use crate::games::{GameKind, GameOptions, Referee, unrefereed};
use crate::player::Level;
use crate::reading::Draft;
use crate::record::{CardDealer, GameDraft, OtherGame, Seats, Subject, new_seed, opening};
use crate::render::capitalised;
use crate::server::beginning::{invalid, kind, read_name, recorded, seated};
use crate::server::call::{Call, Problem};
use crate::server::field_reader::{FieldError, FieldValues, read_fields};
use crate::server::routes::Table;

/// The name of a game that no referee knows, if the players give none.
const UNNAMED: &str = "A game";
/// A game that no referee knows has at most as many seats.
const SEATS: usize = 12;
/// The name of a player who gives none.
const SOMEONE: &str = "the player";

#[derive(Debug, Serialize)]
struct GameView {
    kinds: Vec<Choice>,
    errors: BTreeMap<&'static str, String>,
    title: String,
    name: String,
    /// The program, or people; nothing where only people can play.
    against: Vec<Choice>,
    is_against_program: bool,
    levels: Vec<Choice>,
    /// The side or the seat of who plays against the program.
    sides: Vec<Choice>,
    /// The names of players by seats, or of the seats themselves where nobody referees.
    seats: Vec<SeatField>,
    names_seats: bool,
    options: Vec<OptionField>,
    deals: Vec<Choice>,
    /// What only Enochian chess has.
    boards: Vec<Choice>,
    arrays: Vec<Choice>,
    firsts: Vec<Choice>,
    directions: Vec<Choice>,
    rulesets: Vec<Choice>,
    /// The address of the drawing.
    picture: Option<String>,
}

#[derive(Debug, Serialize)]
struct SeatField {
    name: String,
    label: String,
    value: String,
    placeholder: String,
}

#[derive(Debug, Serialize)]
struct OptionField {
    name: String,
    about: &'static str,
    choices: Vec<Choice>,
}

impl Table<'_> {
    /// The form for a kind of game.
    pub(super) fn game_view(&self, call: &Call) -> Result<View, Problem> {
        let chosen = call.query("game").filter(|name| !name.is_empty());
        let kind = chosen.map_or(Ok(GameKind::default()), kind)?;
        Ok(self.game_form(kind, &Fields::from([("kind".to_owned(), kind.name().into())]), Vec::new()))
    }

    /// What is done in the form: `look`, `begin`.
    pub(super) fn game_act(&mut self, act: &str, fields: &Fields) -> Result<Done, Problem> {
        let kind = match text(fields, "kind") {
            "" => GameKind::default(),
            name => kind(name)?,
        };
        match act {
            "look" => Ok(Done::Shows(self.game_form(kind, fields, Vec::new()))),
            "begin" => match self.begin_game(kind, fields) {
                Ok(name) => Ok(Done::Goes(format!("journal={}", encoded(&name)))),
                Err(problem) => {
                    Ok(Done::Shows(View { refused: Some(problem), ..self.game_form(kind, fields, Vec::new()) }))
                }
            },
            _ => Err(Problem::invalid(format!("{act} cannot be done here."))),
        }
    }

    fn begin_game(&mut self, kind: GameKind, fields: &Fields) -> Result<String, Problem> {
        let names = ["title", "board", "array", "first", "direction", "ruleset", "deals"];
        let own = |name: &&str| kind.has_readings() || ["title", "deals"].contains(name);
        let mut values: FieldValues =
            names.into_iter().filter(own).map(|name| (name.to_owned(), fields.get(name).cloned())).collect();
        if kind.has_readings() && !is_array_of_board(fields) {
            values.remove("array");
        }
        let mut draft = GameDraft::default();
        let mut errors = read_fields(&values, &mut draft, self.correspondences)?;
        errors.extend(draft.errors(self.correspondences).into_iter().map(FieldError::from));
        if !errors.is_empty() {
            return Err(invalid(&errors));
        }
        if kind.has_readings() {
            let seats = Seats::of(recorded(&army_players(fields)?)?);
            let settings = draft.settle(None, self.correspondences);
            return self.create(Subject::Game(Box::new(settings)), seats);
        }
        let chosen: Vec<(String, &str)> = kind
            .options()
            .iter()
            .map(|option| (option.name.to_owned(), text(fields, &format!("option {}", option.name))))
            .collect();
        let chosen = chosen.iter().filter(|(_, value)| !value.is_empty()).map(|(name, value)| (name.as_str(), *value));
        let unfit = |error: &dyn std::error::Error| Problem::invalid(capitalised(&format!("{error}.")));
        let options = GameOptions::new(chosen, kind.options()).map_err(|error| unfit(&error))?;
        let referee = if kind.is_refereed() { kind.referee(&options) } else { unrefereed(&free_seats(fields)) };
        let referee = referee.map_err(|error| unfit(&error))?;
        let players = recorded(&seat_players(&referee, fields)?)?;
        let seed = match draft.deals {
            Some(CardDealer::Program) | None if kind.is_dealt() => Some(new_seed().map_err(|error| unfit(&error))?),
            _ => None,
        };
        let default = if kind.is_refereed() { kind.title() } else { UNNAMED };
        let title = draft.title.unwrap_or_else(|| default.to_owned());
        let start = opening(&referee, seed.is_some(), seed).map_err(|error| unfit(&error))?;
        self.create(OtherGame { title, referee, options, start, source: None, seed }, Seats::of(players))
    }

    fn game_form(&self, kind: GameKind, fields: &Fields, errors: Vec<FieldError>) -> View {
        let is_enochian = kind.has_readings();
        let referee = kind.referee(&GameOptions::default()).ok().filter(|_| !is_enochian);
        let board = text(fields, "board").parse().unwrap_or(Board::Air);
        let array = text(fields, "array").parse().ok().filter(|_| is_array_of_board(fields));
        let array = array.unwrap_or(Array::of(Angle::Air, board));
        let only = |is: bool, choices: Vec<Choice>| if is { choices } else { Vec::new() };
        let is_against_program = kind.is_refereed() && text(fields, "against") != "people";
        let against = [
            Choice::new("program", "The program", "It plays the other side, and chooses by itself."),
            Choice::new("people", "People", "Name who plays what; whoever is not named is played by the first."),
        ];
        let of_source = |kind: GameKind| {
            if kind.is_refereed() {
                format!("From: {}", kind.source())
            } else {
                "No referee checks it: what you type is recorded.".to_owned()
            }
        };
        let view = GameView {
            kinds: Choice::of(
                GameKind::EVERY.iter().map(|it| Choice::new(it.name(), it.title(), of_source(*it))),
                kind.name(),
            ),
            errors: by_field(errors),
            title: text(fields, "title").to_owned(),
            name: text(fields, "name").to_owned(),
            against: only(kind.is_refereed(), Choice::of(against, text(fields, "against"))),
            is_against_program,
            levels: Choice::of(
                LEVELS.map(|(level, label, hint)| Choice::new(level.name(), label, hint)),
                match text(fields, "level") {
                    "" => Level::Two.name(),
                    level => level,
                },
            ),
            sides: sides(referee.as_ref(), text(fields, "side")),
            seats: seat_fields(kind, referee.as_ref(), fields),
            names_seats: !kind.is_refereed(),
            options: kind
                .options()
                .iter()
                .map(|option| {
                    let name = format!("option {}", option.name);
                    let choices = Choice::of(option.values.iter().copied().map(Choice::named), text(fields, &name));
                    OptionField { about: option.about, choices, name }
                })
                .collect(),
            deals: only(
                kind.is_dealt(),
                Choice::of(
                    [
                        Choice::new(
                            "program",
                            "The program",
                            "The program deals and hides each hand from the other player. The journal keeps all cards, so do not read it during play.",
                        ),
                        Choice::new(
                            "players",
                            "A real pack",
                            "You deal at your table and type the cards as they are shown. What nobody has seen stays unknown.",
                        ),
                    ],
                    text(fields, "deals"),
                ),
            ),
            boards: only(is_enochian, Choice::of(Board::ALL.map(|it| Choice::named(it.name())), board.name())),
            arrays: only(is_enochian, array_choices(board, array)),
            firsts: only(is_enochian, Choice::of(Army::ALL.map(|it| Choice::named(it.name())), text(fields, "first"))),
            directions: only(is_enochian, directions(text(fields, "direction"))),
            rulesets: only(
                is_enochian,
                described(
                    self.correspondences.rulesets().iter().map(|it| (&it.name, &it.description)),
                    text(fields, "ruleset"),
                ),
            ),
            picture: match (is_enochian, &referee) {
                (true, _) => {
                    Some(format!("place.svg?board={board}&angle={}&array={}", Angle::Air, encoded(&array.to_string())))
                }
                (false, Some(_)) => Some(format!("kind.svg?kind={}", kind.name())),
                (false, None) => None,
            },
        };
        View::new("game.html", "A new game", view)
    }
}

/// The levels of the program.
const LEVELS: [(Level, &str, &str); 4] = [
    (Level::One, "1", "The weakest: it looks at its own move alone, and errs."),
    (Level::Two, "2", "It looks at its own move alone."),
    (Level::Three, "3", "It looks some moves ahead."),
    (Level::Four, "4", "The strongest: it looks furthest ahead, and needs a second for a move."),
];

/// Whether the array that was chosen belongs to the board.
fn is_array_of_board(fields: &Fields) -> bool {
    let board = text(fields, "board").parse().unwrap_or(Board::Air);
    text(fields, "array")
        .parse()
        .is_ok_and(|array: Array| Angle::ALL.iter().any(|angle| Array::of(*angle, board) == array))
}

/// The sides of Enochian chess, or the seats of another game.
fn sides(referee: Option<&Referee>, chosen: &str) -> Vec<Choice> {
    match referee {
        None => Choice::of(
            [Army::Air, Army::Water].map(|army| Choice::new(army.name(), format!("{army} and {}", army.partner()), "")),
            chosen,
        ),
        Some(referee) => Choice::of(referee.seats().iter().map(|seat| Choice::named(&seat.name)), chosen),
    }
}

fn seat_fields(kind: GameKind, referee: Option<&Referee>, fields: &Fields) -> Vec<SeatField> {
    let field = |label: &str, placeholder: &str| {
        let name = format!("seat {label}");
        SeatField {
            value: text(fields, &name).to_owned(),
            label: label.to_owned(),
            placeholder: placeholder.to_owned(),
            name,
        }
    };
    match referee {
        _ if kind.has_readings() => Army::ALL.map(|army| field(army.name(), "")).into(),
        Some(referee) => referee.seats().iter().map(|seat| field(&seat.name, "")).collect(),
        None => {
            let typed = free_seats(fields).len();
            (1..=(typed + 1).clamp(4, SEATS))
                .map(|number| field(&number.to_string(), &format!("Seat {number}")))
                .collect()
        }
    }
}

/// The seats of a game that no referee knows, in the order of play.
fn free_seats(fields: &Fields) -> Vec<String> {
    let names = (1..=SEATS).map(|number| text(fields, &format!("seat {number}")).to_owned());
    names.filter(|name| !name.is_empty()).collect()
}

/// The level, and the name of who plays against it, if the program plays.
fn against_program(fields: &Fields) -> Option<(String, String)> {
    let level = Some(text(fields, "level")).filter(|level| !level.is_empty()).unwrap_or(Level::Two.name());
    let name = Some(text(fields, "name")).filter(|name| !name.is_empty()).unwrap_or(SOMEONE);
    (text(fields, "against") != "people").then(|| (level.to_owned(), name.to_owned()))
}

/// Who plays each army.
fn army_players(fields: &Fields) -> Result<[String; 4], Problem> {
    if let Some((level, name)) = against_program(fields) {
        let own: Army = text(fields, "side").parse().unwrap_or(Army::Air);
        let name = read_name(&name)?;
        return Ok(
            Army::ALL.map(|army| if army == own || army == own.partner() { name.clone() } else { level.clone() })
        );
    }
    let names = Army::ALL.map(|army| text(fields, &format!("seat {army}")).to_owned());
    let first = names.iter().position(|name| !name.is_empty()).map_or(Army::Air, |at| Army::ALL[at]);
    seated(&names, first, SOMEONE)
}

/// Who sits on each seat of another game.
fn seat_players(referee: &Referee, fields: &Fields) -> Result<Vec<String>, Problem> {
    let seats = referee.seats();
    if !referee.kind().is_refereed() {
        return Ok(vec![SOMEONE.to_owned(); seats.len()]);
    }
    if let Some((level, name)) = against_program(fields) {
        let own = seats.iter().position(|seat| seat.name == text(fields, "side")).unwrap_or(0);
        let name = read_name(&name)?;
        return Ok((0..seats.len()).map(|at| if at == own { name.clone() } else { level.clone() }).collect());
    }
    let names: Vec<&str> = seats.iter().map(|seat| text(fields, &format!("seat {}", seat.name))).collect();
    let first = names.iter().find(|name| !name.is_empty()).copied().unwrap_or(SOMEONE);
    names.iter().map(|name| read_name(if name.is_empty() { first } else { name })).collect()
}
