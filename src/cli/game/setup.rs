//! Setting up a game.

use crate::chess::{Army, Array, Board, Direction, Element};
use crate::correspondences::Correspondences;
use crate::input::quoted;
use crate::record::{GameDraft, Heading, Seats, Subject};

use super::super::lookup::{army, array, board, direction, entry};
use super::super::play::choice::{ChoicePrompt, ChoiceReply, ask_all, choose, offer, one_of, with};
use super::super::play::{now, seats, zone};
use super::super::prompt::Prompt;

/// The options of a game.
#[derive(Debug, clap::Args)]
pub(super) struct GameArgs {
    /// The title of the game
    #[arg(long)]
    pub(super) title: Option<String>,
    /// The board: Air, Water, Fire or Earth
    #[arg(long)]
    board: Option<String>,
    /// The array of the pieces (see `enochian board --arrays`)
    #[arg(long, value_name = "NAME")]
    array: Option<String>,
    /// The army that moves first [default: the army of the board]
    #[arg(long, value_name = "ARMY", conflicts_with = "start")]
    first: Option<String>,
    /// The direction of play: deosil (clockwise) or widdershins
    #[arg(long, conflicts_with = "start")]
    direction: Option<String>,
    /// The position to start from, instead of an array
    #[arg(long, value_name = "POSITION")]
    pub(super) start: Option<String>,
    /// The ruleset: chessvariants or zalewski
    #[arg(long, value_name = "NAME")]
    ruleset: Option<String>,
    /// The names of the players, separated by commas; what other options leave open has its default
    ///
    /// Four names play Air, Water, Fire and Earth, in other games a name for each seat in the order of play. Nothing is then
    /// asked but who plays which army, if the number of names leaves it open.
    #[arg(long, value_name = "NAMES")]
    pub(super) players: Option<String>,
}

impl GameArgs {
    /// The first option given that only Enochian chess has.
    pub(super) fn enochian_option(&self) -> Option<&'static str> {
        let options = [
            ("--board", self.board.is_some()),
            ("--array", self.array.is_some()),
            ("--first", self.first.is_some()),
            ("--direction", self.direction.is_some()),
            ("--ruleset", self.ruleset.is_some()),
        ];
        options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
    }

    /// Reads the options.
    pub(super) fn draft(&self, correspondences: &Correspondences) -> anyhow::Result<GameDraft> {
        let draft = GameDraft {
            title: self.title.clone(),
            board: self.board.as_deref().map(board).transpose()?,
            array: self.array.as_deref().map(array).transpose()?,
            first: self.first.as_deref().map(army).transpose()?,
            direction: self.direction.as_deref().map(direction).transpose()?,
            start: self.start.as_deref().map(super::super::position::position).transpose()?,
            ruleset: self.ruleset.as_deref().map(|name| entry(correspondences.ruleset(name))).transpose()?.cloned(),
            players: self
                .players
                .as_deref()
                .map(|names| seats::read_players(names).map_err(|why| anyhow::anyhow!("{}: {why}", quoted(names))))
                .transpose()?,
        };
        draft.check()?;
        Ok(draft)
    }
}

/// The heading of a game that plays itself.
pub(super) fn automatic(draft: GameDraft, seed: Option<u64>, correspondences: &Correspondences) -> Heading {
    let subject = Subject::Game(Box::new(draft.settle(seed, correspondences)));
    Heading { game: subject.into(), begun: now(), zone: zone(), seats: Seats::alone("the program"), automatic: true }
}

/// The questions, in their order.
#[derive(Clone, Copy)]
enum GameStep {
    Board,
    Array,
    First,
    Direction,
    Ruleset,
    Players,
    Title,
}

const STEPS: [GameStep; 7] = [
    GameStep::Board,
    GameStep::Array,
    GameStep::First,
    GameStep::Direction,
    GameStep::Ruleset,
    GameStep::Players,
    GameStep::Title,
];

/// Asks for everything that the draft leaves open. None if the person stops or the input ends.
pub(super) fn ask(
    prompt: &mut Prompt,
    draft: GameDraft,
    correspondences: &Correspondences,
) -> anyhow::Result<Option<Heading>> {
    let ask = |step: GameStep, prompt: &mut Prompt, draft: &GameDraft| step.ask(prompt, draft, correspondences);
    // Who names the players in the command wants to play, and not to be asked about the rest.
    let is_named = draft.players.is_some();
    let is_answered = |step, draft: &GameDraft| is_named || is_answered(step, draft);
    let ChoicePrompt::Settled(draft) = ask_all(prompt, &STEPS, draft, is_answered, ask, |_, _| Ok(()))? else {
        return Ok(None);
    };
    let players = draft.players.clone().unwrap_or_default();
    let setting = draft.settle(None, correspondences);
    let seats = if is_named && players.len() == 4 { Some(Seats::in_turn(&players)) } else { seat(prompt, &players)? };
    let subject = Subject::Game(Box::new(setting));
    Ok(seats.map(|seats| Heading { game: subject.into(), begun: now(), zone: zone(), seats, automatic: false }))
}

/// Seats the players by name, or by throws of the die.
fn seat(prompt: &mut Prompt, players: &[String]) -> anyhow::Result<Option<Seats>> {
    if let [one] = players {
        return Ok(Some(Seats::alone(one)));
    }
    let help = "name: name the player of each army. throw: every player throws two dice, and the highest total chooses an army first (with two players, a side).";
    let by_name =
        "Name one of the players. Partners are Air and Fire, Water and Earth; one person can play several armies.";
    let question = "How do the players choose armies? (name, throw)";
    loop {
        match choose(prompt, question, Some(("name", "name")), help, |line| one_of(line, &["name", "throw"]))? {
            ChoiceReply::Given("throw") => return seats::settle(prompt, players, None, &mut None),
            ChoiceReply::Given(_) => match seats::by_name(prompt, players, &Army::ALL.map(Army::name), by_name)? {
                ChoiceReply::Given(players) => return Ok(Some(Seats::of(players))),
                ChoiceReply::Back => {}
                ChoiceReply::Stop => return Ok(None),
            },
            ChoiceReply::Back => {
                prompt.refuse("there is no way back from here; choose, or type stop and start again")?
            }
            ChoiceReply::Stop => return Ok(None),
        }
    }
}

fn is_answered(step: GameStep, draft: &GameDraft) -> bool {
    let from_start = draft.start.is_some();
    match step {
        GameStep::Board => draft.board.is_some(),
        GameStep::Array => draft.array.is_some() || from_start,
        GameStep::First => draft.first.is_some() || from_start,
        GameStep::Direction => draft.direction.is_some() || from_start,
        GameStep::Ruleset => draft.ruleset.is_some(),
        GameStep::Players => draft.players.is_some(),
        GameStep::Title => draft.title.is_some(),
    }
}

impl GameStep {
    fn ask(
        self,
        prompt: &mut Prompt,
        draft: &GameDraft,
        correspondences: &Correspondences,
    ) -> anyhow::Result<ChoiceReply<GameDraft>> {
        let elements = Element::ALL.map(Element::name);
        let named = |line: &str| {
            let name = one_of(line, &elements)?;
            name.parse::<Element>().map_err(|unknown| unknown.to_string())
        };
        let board = draft.board();
        Ok(match self {
            GameStep::Board => {
                let question = format!("Which board? ({})", elements.join(", "));
                let help = "The board decides which four arrays you can choose, and the default for who moves first.";
                let read = |line: &str| {
                    let board = Board::of(named(line)?);
                    match draft.array {
                        Some(array) if !array.belongs_to(board) => {
                            Err(format!("{array} is not an array of the {board} board"))
                        }
                        _ => Ok(board),
                    }
                };
                offer(prompt, elements);
                let answer = choose(prompt, &question, Some((board.name(), board)), help, read)?;
                with(draft, answer, |d, board| d.board = Some(board))
            }
            GameStep::Array => {
                let names = GameDraft::arrays(board);
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                let usual = GameDraft::default_array(board);
                let help = format!("The starting position of all four armies. This board has {}.", names.join(", "));
                let read = |line: &str| {
                    let array = one_of(line, &names)?.parse::<Array>();
                    array.map_err(|error| error.to_string())
                };
                offer(prompt, names.iter().copied());
                let answer = choose(prompt, "Which array?", Some((&usual.to_string(), usual)), &help, read)?;
                with(draft, answer, |d, array| d.array = Some(array))
            }
            GameStep::First => {
                let question = format!("Which army moves first? ({})", elements.join(", "));
                let help = "The default is the army of the board.";
                let usual = board.first();
                let read = |line: &str| named(line).map(Army::of);
                offer(prompt, elements);
                let answer = choose(prompt, &question, Some((usual.name(), usual)), help, read)?;
                with(draft, answer, |d, army| d.first = Some(army))
            }
            GameStep::Direction => {
                let help = "deosil is clockwise, from Air to Water; widdershins is the reverse.";
                let usual = Direction::Deosil;
                let read = |line: &str| direction(line).map_err(|error| error.to_string());
                let question = "Which direction of play? (deosil, widdershins)";
                let answer = choose(prompt, question, Some((&usual.to_string(), usual)), help, read)?;
                with(draft, answer, |d, direction| d.direction = Some(direction))
            }
            GameStep::Ruleset => {
                let names: Vec<&str> = correspondences.rulesets().iter().map(|ruleset| ruleset.name.as_str()).collect();
                let parts: Vec<String> =
                    correspondences.rulesets().iter().map(|r| format!("{}: {}", r.name, r.description)).collect();
                let question = format!("Which ruleset? ({})", names.join(", "));
                let usual = &correspondences.rulesets()[0];
                let read = |line: &str| {
                    let name = one_of(line, &names)?;
                    correspondences.ruleset(name).cloned().map_err(|unknown| unknown.to_string())
                };
                let usual = Some((usual.name.as_str(), usual.clone()));
                let answer = choose(prompt, &question, usual, &parts.join("\n"), read)?;
                with(draft, answer, |d, ruleset| d.ruleset = Some(ruleset))
            }
            GameStep::Players => {
                let help = "One player plays all four armies, or up to four players share them. A player can withdraw only if someone else plays the partner army.";
                with(draft, seats::ask_players(prompt, None, help)?, |d, names| d.players = Some(names))
            }
            GameStep::Title => {
                let usual = draft.clone().settle(None, correspondences).title;
                let help = "The title of the game, on one line. Its journal is named after it.";
                let words = |line: &str| Ok::<_, String>(line.to_owned());
                let answer = choose(prompt, "What is the game called?", Some((&usual, usual.clone())), help, words)?;
                with(draft, answer, |d, title| d.title = Some(title))
            }
        })
    }
}
