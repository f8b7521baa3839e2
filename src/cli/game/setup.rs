//! Setting up a game.

use std::sync::Arc;

use crate::chess::Army;
use crate::cli::prelude::*;
use crate::games::{GameKind, GameState};
use crate::reading::{DiceSource, Draft, DraftKey, KeyValue};
use crate::record::{
    CardDealer, GameDraft, Heading, OtherGame, Seats, Subject, check_players, new_seed, opening, player_names,
};

use super::super::play::choice::{ChoicePrompt, ChoiceReply, ask_all, ask_key, choose, offer, one_of, with};
use super::super::play::rules::GameRules;
use super::super::play::{now, seats, zone};

/// A game that is being set up.
#[derive(Clone)]
pub(super) struct GameSetup {
    /// What is given key by key.
    pub(super) draft: GameDraft,
    /// The kind of another game than Enochian chess.
    pub(super) kind: Option<GameKind>,
    /// The rules of another game with a referee.
    pub(super) rules: Option<GameRules>,
    /// Where another game begins, if not with its own set-up.
    pub(super) start: Option<Arc<dyn GameState>>,
    /// Who plays which seat, as far as it was asked.
    pub(super) seats: Option<Seats>,
    /// Whether the players were named in the command: then they want to play, and not to be asked about the rest.
    pub(super) is_named: bool,
    pub(super) seed: Option<u64>,
}

/// A question to the person who sets up a game.
#[derive(Clone, Copy)]
enum PlayedAct {
    Key(&'static DraftKey<GameDraft>),
    /// Whose names they are depends on the seats.
    Players(&'static DraftKey<GameDraft>),
    Seating,
}

/// Asks for everything that the setup leaves open. None if the person stops or the input ends.
pub(super) fn ask(
    prompt: &mut Prompt,
    setup: GameSetup,
    correspondences: &Correspondences,
) -> CommandResult<Option<Heading>> {
    prompt.say("At every question, press Enter for the [default], or type help, back or stop.\n")?;
    let is_asked = |name: &str| match (setup.kind, name) {
        (_, "players" | "title") => true,
        (None, name) => !matches!(name, "seats" | "deals"),
        (Some(kind), "seats") => !kind.is_refereed(),
        (Some(kind), "deals") => kind.is_dealt(),
        _ => false,
    };
    let mut steps = Vec::new();
    for key in GameDraft::KEYS.iter().filter(|key| is_asked(key.name)) {
        steps.push(if key.name == "players" { PlayedAct::Players(key) } else { PlayedAct::Key(key) });
        if key.name == "title" {
            steps.push(PlayedAct::Seating);
        }
    }
    let ask = |step: PlayedAct, prompt: &mut Prompt, setup: &GameSetup| step.ask(prompt, setup, correspondences);
    match ask_all(prompt, &steps, setup, PlayedAct::is_answered, ask, |_, _| Ok(()))? {
        ChoicePrompt::Settled(setup) => setup.heading(false, correspondences).map(Some),
        ChoicePrompt::Stopped(_) => {
            prompt.say("\nStopped; no game was started.")?;
            Ok(None)
        }
    }
}

/// Reads the names of the players: one for all, or at most one for each seat.
pub(super) fn read_players(text: &str, setup: &GameSetup) -> Result<Vec<String>, String> {
    let names = Vec::<String>::read(&text.into())
        .map_err(|expected| format!("a name is missing; expected {expected} between commas"))?;
    let names = player_names(&names).map_err(|error| error.to_string())?;
    let seats = setup.seat_names();
    match setup.kind {
        None => check_players(&names).map(|()| names).map_err(|error| format!("{error}, separated by commas")),
        Some(_) if names.len() <= seats.len() || seats.is_empty() => Ok(names),
        Some(_) => Err(format!(
            "{} names for {} seats; name one player for all, or one each for {}",
            names.len(),
            seats.len(),
            seats.join(", ")
        )),
    }
}

impl GameSetup {
    /// The rules of another game; none if it has no referee and its seats are not known.
    pub(super) fn rules(&self) -> Option<GameRules> {
        let without_referee = || GameRules::without_referee(self.draft.seats.as_deref()?).ok();
        self.rules.clone().or_else(without_referee)
    }

    /// The heading, with the defaults of what was left open.
    pub(super) fn heading(self, automatic: bool, correspondences: &Correspondences) -> CommandResult<Heading> {
        let seats = match automatic {
            true => Some(Seats::automatic(self.players(), self.seat_names().len())),
            false => self.seated(),
        };
        let unknown = || problem!("the seats of the game are not known");
        let seats = seats.ok_or_else(unknown)?;
        let game = match self.kind {
            None => {
                let seed = self.seed.filter(|_| automatic);
                Subject::Game(Box::new(self.draft.settle(seed, correspondences))).into()
            }
            Some(kind) => {
                let rules = self.rules().ok_or_else(unknown)?;
                // At the prompts the program deals unless the players say that they do.
                let seed = match !automatic && kind.is_dealt() && self.draft.deals != Some(CardDealer::Players) {
                    true => Some(self.seed.map_or_else(new_seed, Ok)?),
                    false => self.seed,
                };
                let opening = || opening(&rules.referee, automatic || seed.is_some(), seed);
                let game = OtherGame {
                    title: self.draft.title.unwrap_or_else(|| kind.title().to_owned()),
                    start: self.start.map_or_else(opening, Ok)?,
                    referee: rules.referee,
                    options: rules.options,
                    source: None,
                    seed,
                };
                game.into()
            }
        };
        Ok(Heading { game, begun: now(), zone: zone(), seats, automatic, branch: None })
    }

    fn seat_names(&self) -> Vec<String> {
        match self.kind {
            None => Army::ALL.map(|army| army.to_string()).to_vec(),
            Some(_) => self
                .rules()
                .map_or(Vec::new(), |rules| rules.referee.seats().iter().map(|seat| seat.name.clone()).collect()),
        }
    }

    fn players(&self) -> &[String] {
        self.draft.players.as_deref().unwrap_or_default()
    }

    /// Who plays which seat, if that was asked or the number of players says it.
    fn seated(&self) -> Option<Seats> {
        let seats = self.seat_names().len();
        // Four who were not named in the command can throw for their armies.
        let is_each = self.players().len() == seats && (self.is_named || self.kind.is_some());
        self.seats.clone().or_else(|| match self.players() {
            [one] => Some(Seats::of(vec![one.clone(); seats])),
            players => is_each.then(|| Seats::of(players.to_vec())),
        })
    }
}

/// Seats the players of Enochian chess by name, or by throws of dice.
fn seat(prompt: &mut Prompt, players: &[String], names: &[&str]) -> CommandResult<ChoiceReply<Seats>> {
    let help = "name: name the player of each army. throw: every player throws two dice, and the highest total chooses an army first (with two players, a side). program: the same, but the program throws.";
    let by_name =
        "Name one of the players. Partners are Air and Fire, Water and Earth; one person can play several armies.";
    let question = "How do the players choose armies? (name, throw, program)";
    let ways = ["name", "throw", "program"];
    loop {
        offer(prompt, ways);
        match choose(prompt, question, Some(("name", "name")), help, |line| one_of(line, &ways))? {
            ChoiceReply::Given("name") => match seats::by_name(prompt, players, names, by_name)? {
                ChoiceReply::Given(players) => return Ok(ChoiceReply::Given(Seats::of(players))),
                ChoiceReply::Back => {}
                ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
            },
            ChoiceReply::Given(way) => {
                let mut chance = (way == "program").then_some(DiceSource::System);
                let seats = seats::settle(prompt, players, None, &mut chance)?;
                return Ok(seats.map_or(ChoiceReply::Stop, ChoiceReply::Given));
            }
            ChoiceReply::Back => return Ok(ChoiceReply::Back),
            ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
        }
    }
}

impl PlayedAct {
    fn is_answered(self, setup: &GameSetup) -> bool {
        let is_given = |key: &DraftKey<GameDraft>| key.text(&setup.draft).is_some();
        match self {
            PlayedAct::Key(key) if key.name == "seats" => is_given(key),
            // A position has its own.
            PlayedAct::Key(key) if matches!(key.name, "array" | "first" | "direction") => {
                setup.is_named || setup.draft.start.is_some() || is_given(key)
            }
            PlayedAct::Key(key) => setup.is_named || is_given(key),
            PlayedAct::Players(key) => is_given(key),
            PlayedAct::Seating => setup.seated().is_some(),
        }
    }

    fn ask(
        self,
        prompt: &mut Prompt,
        setup: &GameSetup,
        correspondences: &Correspondences,
    ) -> CommandResult<ChoiceReply<GameSetup>> {
        let names = setup.seat_names();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Ok(match self {
            PlayedAct::Key(key) => {
                let default = match (key.name, setup.kind) {
                    ("title", Some(kind)) => kind.is_refereed().then(|| kind.title().to_owned()),
                    _ => (key.default)(&setup.draft, correspondences),
                };
                let answer = ask_key(prompt, key, &setup.draft, default, correspondences)?;
                with(setup, answer, |setup, draft| setup.draft = draft)
            }
            PlayedAct::Players(key) => {
                let listed = names.join(", ");
                let (question, help) = match setup.kind {
                    None => (key.question.to_owned(), (key.help)(&setup.draft, correspondences)),
                    Some(_) => (
                        format!("Who plays {listed}? (names, separated by commas)"),
                        format!(
                            "One name, if one person plays all seats; or one for each of {listed}, in this order; or fewer, and you are asked who plays which seat."
                        ),
                    ),
                };
                let read = |line: &str| read_players(line, setup);
                let answer = choose(prompt, &question, None, &help, read)?;
                with(setup, answer, |d, players| (d.draft.players, d.seats) = (Some(players), None))
            }
            PlayedAct::Seating if setup.kind.is_none() => {
                with(setup, seat(prompt, setup.players(), &names)?, |d, seats| d.seats = Some(seats))
            }
            PlayedAct::Seating => {
                let help = "Name one of the players; one person can play several seats.";
                let answer = seats::by_name(prompt, setup.players(), &names, help)?;
                with(setup, answer, |d, players| d.seats = Some(Seats::of(players)))
            }
        })
    }
}
