//! A game without a question, begun on one page: which, against whom, and with what options.

use super::ask::{array_choices, directions};
use super::form::{Choice, Fields, by_field, described, text};
use super::{Done, View, shown};
use crate::chess::{Angle, Army, Array, Board};
use crate::export::encoded;
use crate::games::{GameKind, GameOptions, Seat, enochian_seats, unrefereed};
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
            let seats = Seats::of(recorded(&players(kind, enochian_seats(), fields)?)?);
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
        let players = recorded(&players(kind, referee.seats(), fields)?)?;
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
        let referee = kind.referee(&GameOptions::default());
        let seats = referee.as_ref().map_or(&[][..], |referee| referee.seats());
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
        let view = shown! {
            kinds: Choice::of(
                GameKind::EVERY.iter().map(|it| Choice::new(it.name(), it.title(), of_source(*it))),
                kind.name(),
            ),
            errors: by_field(errors),
            title: text(fields, "title").to_owned(),
            name: text(fields, "name").to_owned(),
            // Nothing where only people can play.
            against: only(kind.is_refereed(), Choice::of(against, text(fields, "against"))),
            is_against_program,
            levels: Choice::of(
                LEVELS.map(|(level, label, hint)| Choice::new(level.name(), label, hint)),
                match text(fields, "level") {
                    "" => Level::Two.name(),
                    level => level,
                },
            ),
            sides: sides(is_enochian, seats, text(fields, "side")),
            seats: seat_fields(seats, fields),
            names_seats: !kind.is_refereed(),
            options: kind
                .options()
                .iter()
                .map(|option| {
                    let name = format!("option {}", option.name);
                    let choices = Choice::of(option.values.iter().copied().map(Choice::named), text(fields, &name));
                    shown! { about: option.about, choices, name }
                })
                .collect::<Vec<_>>(),
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
            // What only Enochian chess has.
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
            picture: match is_enochian {
                true => {
                    Some(format!("place.svg?board={board}&angle={}&array={}", Angle::Air, encoded(&array.to_string())))
                }
                false => kind.is_refereed().then(|| format!("kind.svg?kind={}", kind.name())),
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
fn sides(is_enochian: bool, seats: &[Seat], chosen: &str) -> Vec<Choice> {
    let sides = [Army::Air, Army::Water];
    let sides = sides.map(|army| Choice::new(army.name(), format!("{army} and {}", army.partner()), ""));
    if is_enochian {
        Choice::of(sides, chosen)
    } else {
        Choice::of(seats.iter().map(|it| Choice::named(&it.name)), chosen)
    }
}

/// Names for seats; where nobody referees, for as many as one may want.
fn seat_fields(seats: &[Seat], fields: &Fields) -> Vec<minijinja::Value> {
    let field = |label: String, placeholder: String| {
        let name = format!("seat {label}");
        shown! { value: text(fields, &name), label, placeholder, name }
    };
    if seats.is_empty() {
        let numbers = 1..=(free_seats(fields).len() + 1).clamp(4, SEATS);
        return numbers.map(|number| field(number.to_string(), format!("Seat {number}"))).collect();
    }
    seats.iter().map(|seat| field(seat.name.clone(), String::new())).collect()
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

/// Who sits on each seat, or plays each army.
fn players(kind: GameKind, seats: &[Seat], fields: &Fields) -> Result<Vec<String>, Problem> {
    if !kind.is_refereed() {
        return Ok(vec![SOMEONE.to_owned(); seats.len()]);
    }
    if let Some((level, name)) = against_program(fields) {
        let (own, name) = (seats.iter().position(|seat| seat.name == text(fields, "side")), read_name(&name)?);
        let own = &seats[own.unwrap_or(0)];
        // In Enochian chess partners play together.
        let is_own = |seat: &&Seat| seat.name == own.name || kind.has_readings() && seat.side == own.side;
        return Ok(seats.iter().map(|seat| if is_own(&seat) { name.clone() } else { level.clone() }).collect());
    }
    let names: Vec<String> = seats.iter().map(|seat| text(fields, &format!("seat {}", seat.name)).to_owned()).collect();
    let first = names.iter().position(|name| !name.is_empty());
    if let (true, Ok(names)) = (kind.has_readings(), <[String; 4]>::try_from(names.clone())) {
        return Ok(seated(&names, first.map_or(Army::Air, |at| Army::ALL[at]), SOMEONE)?.into());
    }
    let first = first.map_or(SOMEONE, |at| &names[at]);
    names.iter().map(|name| read_name(if name.is_empty() { first } else { name })).collect()
}
