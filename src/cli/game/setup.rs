//! Setting up a game.

use std::sync::Arc;

use crate::chess::{Army, Array, Board, Direction, Element};
use crate::correspondences::Correspondences;
use crate::games::{GameKind, GameState, Seat};
use crate::record::{GameDraft, Heading, OtherGame, Seats, Subject, new_seed};

use super::super::command_error::CommandResult;
use super::super::lookup::direction;
use super::super::play::choice::{ChoicePrompt, ChoiceReply, ask_all, choose, offer, one_of, with};
use super::super::play::rules::{GameRules, comma_separated};
use super::super::play::{now, seats, zone};
use super::super::prompt::Prompt;
use super::args::{check_number, read_players};

/// A game that is being set up.
#[derive(Clone)]
pub(super) struct GameSetup {
    /// The title, the players, and what only Enochian chess has.
    pub(super) draft: GameDraft,
    /// What only another game has.
    pub(super) other: Option<OtherSetup>,
    /// Who plays which seat, as far as it was asked.
    pub(super) seats: Option<Seats>,
    /// Whether the players were named in the command: then they want to play, and not to be asked about the rest.
    pub(super) is_named: bool,
    pub(super) seed: Option<u64>,
}

/// What only another game has.
#[derive(Clone)]
pub(super) struct OtherSetup {
    pub(super) kind: GameKind,
    /// Missing for a game without a referee whose seats are not known.
    pub(super) rules: Option<GameRules>,
    pub(super) start: Option<Arc<dyn GameState>>,
    /// Who deals the cards.
    pub(super) dealer: Option<CardDealer>,
}

/// Who deals the cards of a game that has some.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum CardDealer {
    Program,
    Players,
}

/// The questions.
#[derive(Clone, Copy)]
enum GameStep {
    Board,
    Array,
    First,
    Direction,
    Ruleset,
    Seats,
    Players,
    Title,
    Seating,
    Dealer,
}

/// Asks for everything that the setup leaves open. None if the person stops or the input ends.
pub(super) fn ask(
    prompt: &mut Prompt,
    setup: GameSetup,
    correspondences: &Correspondences,
) -> CommandResult<Option<Heading>> {
    use GameStep::{Array, Board, Dealer, Direction, First, Players, Ruleset, Seating, Seats, Title};
    prompt.say("At every question, press Enter for the [default], or type help, back or stop.\n")?;
    let steps: &[GameStep] = match setup.other.as_ref().map(|other| other.kind) {
        None => &[Board, Array, First, Direction, Ruleset, Players, Title, Seating],
        Some(kind) if !kind.is_refereed() => &[Seats, Players, Title, Seating],
        Some(kind) if kind.is_dealt() => &[Players, Title, Seating, Dealer],
        Some(_) => &[Players, Title, Seating],
    };
    let ask = |step: GameStep, prompt: &mut Prompt, setup: &GameSetup| step.ask(prompt, setup, correspondences);
    match ask_all(prompt, steps, setup, GameStep::is_answered, ask, |_, _| Ok(()))? {
        ChoicePrompt::Settled(setup) => setup.heading(false, correspondences).map(Some),
        ChoicePrompt::Stopped(_) => {
            prompt.say("\nStopped; no game was started.")?;
            Ok(None)
        }
    }
}

impl GameSetup {
    /// The heading, with the defaults of what was left open.
    pub(super) fn heading(self, automatic: bool, correspondences: &Correspondences) -> CommandResult<Heading> {
        let seats = match automatic {
            true => Some(Seats::of(vec!["the program".to_owned(); self.seat_names().len()])),
            false => self.seated(),
        };
        let unknown = || problem!("the seats of the game are not known");
        let seats = seats.ok_or_else(unknown)?;
        let game = match self.other {
            None => {
                let seed = self.seed.filter(|_| automatic);
                Subject::Game(Box::new(self.draft.settle(seed, correspondences))).into()
            }
            Some(OtherSetup { kind, rules, start, dealer }) => {
                let rules = rules.ok_or_else(unknown)?;
                // At the prompts the program deals unless the players say that they do.
                let seed = match !automatic && kind.is_dealt() && dealer != Some(CardDealer::Players) {
                    true => Some(self.seed.map_or_else(new_seed, Ok)?),
                    false => self.seed,
                };
                let game = OtherGame {
                    title: self.draft.title.unwrap_or_else(|| kind.title().to_owned()),
                    start: start.unwrap_or_else(|| rules.referee.start()),
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

    fn with_rules(&mut self, rules: GameRules) {
        self.other.iter_mut().for_each(|other| other.rules = Some(rules.clone()));
    }

    /// The seats of another game.
    fn other_seats(&self) -> &[Seat] {
        let rules = self.other.as_ref().and_then(|other| other.rules.as_ref());
        rules.map_or(&[], |rules| rules.referee.seats())
    }

    fn seat_names(&self) -> Vec<&str> {
        match self.other {
            None => Army::ALL.map(Army::name).to_vec(),
            Some(_) => self.other_seats().iter().map(|seat| seat.name.as_str()).collect(),
        }
    }

    fn players(&self) -> &[String] {
        self.draft.players.as_deref().unwrap_or_default()
    }

    /// Who plays which seat, if that was asked or the number of players says it.
    fn seated(&self) -> Option<Seats> {
        let seats = self.seat_names().len();
        // Four who were not named in the command can throw for their armies.
        let is_each = self.players().len() == seats && (self.is_named || self.other.is_some());
        self.seats.clone().or_else(|| match self.players() {
            [one] => Some(Seats::of(vec![one.clone(); seats])),
            players => is_each.then(|| Seats::of(players.to_vec())),
        })
    }
}

/// Asks for one of some names, which Tab completes.
fn choose_name<T: Clone>(
    prompt: &mut Prompt,
    question: &str,
    names: &[&str],
    usual: (&str, T),
    help: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> CommandResult<ChoiceReply<T>> {
    offer(prompt, names.iter().copied());
    let question = format!("{question} ({})", names.join(", "));
    choose(prompt, &question, Some(usual), help, |line| read(one_of(line, names)?))
}

/// Seats the players of Enochian chess by name, or by throws of the die.
fn seat(prompt: &mut Prompt, players: &[String], names: &[&str]) -> CommandResult<ChoiceReply<Seats>> {
    let help = "name: name the player of each army. throw: every player throws two dice, and the highest total chooses an army first (with two players, a side).";
    let by_name =
        "Name one of the players. Partners are Air and Fire, Water and Earth; one person can play several armies.";
    let question = "How do the players choose armies?";
    loop {
        let is_thrown = |name: &str| Ok(name == "throw");
        match choose_name(prompt, question, &["name", "throw"], ("name", false), help, is_thrown)? {
            ChoiceReply::Given(true) => {
                let seats = seats::settle(prompt, players, None, &mut None)?;
                return Ok(seats.map_or(ChoiceReply::Stop, ChoiceReply::Given));
            }
            ChoiceReply::Given(false) => match seats::by_name(prompt, players, names, by_name)? {
                ChoiceReply::Given(players) => return Ok(ChoiceReply::Given(Seats::of(players))),
                ChoiceReply::Back => {}
                ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
            },
            ChoiceReply::Back => return Ok(ChoiceReply::Back),
            ChoiceReply::Stop => return Ok(ChoiceReply::Stop),
        }
    }
}

impl GameStep {
    fn is_answered(self, setup: &GameSetup) -> bool {
        let (draft, is_named) = (&setup.draft, setup.is_named);
        let is_set_up = is_named || draft.start.is_some();
        match self {
            GameStep::Board => is_named || draft.board.is_some(),
            GameStep::Array => is_set_up || draft.array.is_some(),
            GameStep::First => is_set_up || draft.first.is_some(),
            GameStep::Direction => is_set_up || draft.direction.is_some(),
            GameStep::Ruleset => is_named || draft.ruleset.is_some(),
            GameStep::Seats => !setup.other_seats().is_empty(),
            GameStep::Players => draft.players.is_some(),
            GameStep::Title => is_named || draft.title.is_some(),
            GameStep::Seating => setup.seated().is_some(),
            GameStep::Dealer => is_named || setup.other.as_ref().is_some_and(|other| other.dealer.is_some()),
        }
    }

    fn ask(
        self,
        prompt: &mut Prompt,
        setup: &GameSetup,
        correspondences: &Correspondences,
    ) -> CommandResult<ChoiceReply<GameSetup>> {
        let elements = Element::ALL.map(Element::name);
        let element = |name: &str| name.parse::<Element>().map_err(|unknown| unknown.to_string());
        let (draft, board) = (&setup.draft, setup.draft.board());
        Ok(match self {
            GameStep::Board => {
                let help = "The board decides which four arrays you can choose, and the default for who moves first.";
                let read = |name: &str| {
                    let board = Board::of(element(name)?);
                    match draft.array {
                        Some(array) if !array.belongs_to(board) => {
                            Err(format!("{array} is not an array of the {board} board"))
                        }
                        _ => Ok(board),
                    }
                };
                let answer = choose_name(prompt, "Which board?", &elements, (board.name(), board), help, read)?;
                with(setup, answer, |d, board| d.draft.board = Some(board))
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
                with(setup, answer, |d, array| d.draft.array = Some(array))
            }
            GameStep::First => {
                let (help, usual) = ("The default is the army of the board.", board.first());
                let read = |name: &str| element(name).map(Army::of);
                let usual = (usual.name(), usual);
                let answer = choose_name(prompt, "Which army moves first?", &elements, usual, help, read)?;
                with(setup, answer, |d, army| d.draft.first = Some(army))
            }
            GameStep::Direction => {
                let help = "deosil is clockwise, from Air to Water; widdershins is the reverse.";
                let (names, usual) = (["deosil", "widdershins"], ("deosil", Direction::Deosil));
                let read = |name: &str| direction(name).map_err(|error| error.to_string());
                let answer = choose_name(prompt, "Which direction of play?", &names, usual, help, read)?;
                with(setup, answer, |d, direction| d.draft.direction = Some(direction))
            }
            GameStep::Ruleset => {
                let rulesets = correspondences.rulesets();
                let names: Vec<&str> = rulesets.iter().map(|ruleset| ruleset.name.as_str()).collect();
                let help: Vec<String> = rulesets.iter().map(|it| format!("{}: {}", it.name, it.description)).collect();
                let read = |name: &str| correspondences.ruleset(name).cloned().map_err(|unknown| unknown.to_string());
                let usual = (names[0], rulesets[0].clone());
                let answer = choose_name(prompt, "Which ruleset?", &names, usual, &help.join("\n"), read)?;
                with(setup, answer, |d, ruleset| d.draft.ruleset = Some(ruleset))
            }
            GameStep::Seats => {
                let help = "A name for each seat at the table, such as North, East, West. Turns pass in this order.";
                let question = "Which seats, in the order of play? (names, separated by commas)";
                let read =
                    |line: &str| GameRules::without_referee(&comma_separated(line)).map_err(|error| error.to_string());
                with(setup, choose(prompt, question, None, help, read)?, |d, rules| d.with_rules(rules))
            }
            GameStep::Players => {
                let answer = match &setup.other {
                    None => {
                        let help = "One player plays all four armies, or up to four players share them. A player can withdraw only if someone else plays the partner army.";
                        seats::ask_players(prompt, None, help)?
                    }
                    Some(_) => {
                        let names = setup.seat_names().join(", ");
                        let help = format!(
                            "One name, if one person plays all seats; or one for each of {names}, in this order; or fewer, and you are asked who plays which seat."
                        );
                        let read = |line: &str| {
                            let players = read_players(line)?;
                            check_number(&players, setup.other_seats()).map(|()| players)
                        };
                        let question = format!("Who plays {names}? (names, separated by commas)");
                        choose(prompt, &question, None, &help, read)?
                    }
                };
                with(setup, answer, |d, players| (d.draft.players, d.seats) = (Some(players), None))
            }
            GameStep::Title => {
                let usual = match &setup.other {
                    None => Some(draft.clone().settle(None, correspondences).title),
                    Some(other) => other.kind.is_refereed().then(|| other.kind.title().to_owned()),
                };
                let usual = usual.as_ref().map(|title| (title.as_str(), title.clone()));
                let help = "The title of the game, on one line. Its journal is named after it.";
                let words = |line: &str| Ok::<_, String>(line.to_owned());
                let answer = choose(prompt, "What is the game called?", usual, help, words)?;
                with(setup, answer, |d, title| d.draft.title = Some(title))
            }
            GameStep::Seating if setup.other.is_none() => {
                with(setup, seat(prompt, setup.players(), &setup.seat_names())?, |d, seats| d.seats = Some(seats))
            }
            GameStep::Seating => {
                let help = "Name one of the players; one person can play several seats.";
                let answer = seats::by_name(prompt, setup.players(), &setup.seat_names(), help)?;
                with(setup, answer, |d, players| d.seats = Some(Seats::of(players)))
            }
            GameStep::Dealer => {
                let help = "program: the program shuffles and deals, and shows each player only that player's cards. players: you deal from a real pack, and type the cards as they are shown.";
                let (names, usual) = (["program", "players"], ("program", CardDealer::Program));
                let read = |name: &str| Ok(if name == usual.0 { CardDealer::Program } else { CardDealer::Players });
                let answer = choose_name(prompt, "Who deals the cards?", &names, usual, help, read)?;
                with(setup, answer, |d, dealer| d.other.iter_mut().for_each(|other| other.dealer = Some(dealer)))
            }
        })
    }
}
