//! Setting up one of the other games.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{anyhow, bail};

use crate::games::{FaithSetup, GameKind, GameState, Seat, faith_start};
use crate::input::{Source, is_plain, quoted};
use crate::record::{Heading, OtherGame, Seats, new_seed};

use super::super::play::args::PlayArgs;
use super::super::play::choice::{ChoicePrompt, ChoiceReply, ask_all, choose, one_of, with};
use super::super::play::rules::{GameRules, comma_separated, read_kind_and_options};
use super::super::play::seats::by_name;
use super::super::play::{now, zone};
use super::super::prompt::Prompt;
use super::setup::GameArgs;

/// The options of the other games.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Other games")]
pub(super) struct OtherGameArgs {
    /// The game: enochian, or one of those listed by `enochian kinds`, with its options, such as three,cards=on [default:
    /// enochian]
    #[arg(long, value_name = "KIND[,NAME=VALUE]", conflicts_with = "resume")]
    kind: Option<String>,
    /// The names of the seats in the order of play, separated by commas, for --kind other
    #[arg(long, value_name = "NAMES")]
    seats: Option<String>,
    /// A file with the set-up, for --kind faith
    #[arg(long, value_name = "FILE", conflicts_with = "start")]
    setup: Option<PathBuf>,
}

/// A game that is being set up.
#[derive(Clone, Debug)]
pub(super) struct OtherGameDraft {
    kind: GameKind,
    /// Missing for a game without a referee whose seats are not known.
    rules: Option<GameRules>,
    start: Option<Arc<dyn GameState>>,
    /// One name for all seats, one for each, or several that are to be seated.
    players: Option<Vec<String>>,
    /// A player for each seat, as far as they were asked for.
    seated: Option<Vec<String>>,
    title: Option<String>,
    /// Who deals the cards.
    dealer: Option<CardDealer>,
    seed: Option<u64>,
}

/// Who deals the cards of a game that has some.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CardDealer {
    Program,
    Players,
}

impl OtherGameArgs {
    /// The kind of game with its options; no kind is Enochian chess.
    pub(super) fn kind(&self) -> anyhow::Result<(Option<GameKind>, BTreeMap<String, String>)> {
        let (kind, options) = read_kind_and_options(self.kind.as_deref())?;
        let given = [("--seats", self.seats.is_some()), ("--setup", self.setup.is_some())];
        let given = given.into_iter().find(|(_, is_given)| *is_given);
        match (kind, given) {
            (None, Some((name, _))) => {
                bail!("{name} belongs to the other games; name one with --kind, or leave it out (see enochian kinds)")
            }
            (Some(kind), Some(("--seats", _))) if kind.is_refereed() => {
                bail!("--seats is for --kind other; the seats of {kind} are given by its rules")
            }
            _ if self.setup.is_some() && !kind.is_some_and(GameKind::has_setup_file) => {
                bail!("--setup is for --kind faith; other games can begin from a position with --start")
            }
            _ => Ok((kind, options)),
        }
    }

    /// Reads the options of a game of this kind.
    pub(super) fn draft(
        &self,
        kind: GameKind,
        options: &BTreeMap<String, String>,
        known: &GameArgs,
        sitting: &PlayArgs,
    ) -> anyhow::Result<OtherGameDraft> {
        if let Some(name) = known.enochian_option() {
            bail!("{name} belongs to Enochian chess; leave it out, or leave out --kind {kind}");
        }
        let rules = match &self.seats {
            _ if kind.is_refereed() => Some(GameRules::of(kind, options)?),
            None => None,
            Some(seats) => Some(GameRules::without_referee(&comma_separated(seats))?),
        };
        if sitting.auto && !kind.is_refereed() {
            bail!("--auto cannot be used with --kind other: no referee knows what can be played");
        }
        if sitting.seed.is_some() && !sitting.auto && !kind.is_dealt() {
            bail!("--seed needs --auto, or --kind gods, where the program deals the cards");
        }
        let start = match (known.start.as_deref(), &rules, &self.setup) {
            (Some(_), None, _) => bail!("--start needs the seats of the game; name them with --seats"),
            (Some(text), Some(rules), _) => Some(rules.read(text)?),
            (None, Some(rules), Some(file)) => {
                let setup = FaithSetup::read(&Source::read(file, Source::TOML_LIMIT)?)?;
                Some(faith_start(&setup, &rules.options))
            }
            _ => None,
        };
        let players = known.players.as_deref().map(|names| {
            let read = read_players(names);
            read.map_err(|why| anyhow!("{}: {why}", quoted(names)))
        });
        let players = players.transpose()?;
        if let (Some(players), Some(rules)) = (&players, &rules) {
            check_number(players, rules.referee.seats()).map_err(|why| anyhow!("--players: {why}"))?;
        }
        Ok(OtherGameDraft {
            kind,
            rules,
            start,
            players,
            seated: None,
            title: known.title.clone(),
            dealer: sitting.seed.map(|_| CardDealer::Program),
            seed: sitting.seed,
        })
    }
}

/// Reads the names of players, separated by commas.
fn read_players(line: &str) -> Result<Vec<String>, String> {
    let names = comma_separated(line);
    if names.iter().any(|name| name.is_empty() || !is_plain(name)) {
        return Err("a name is missing; expected names, separated by commas".to_owned());
    }
    Ok(names)
}

/// Checks that there are no more players than seats.
fn check_number(players: &[String], seats: &[Seat]) -> Result<(), String> {
    if players.len() <= seats.len() {
        return Ok(());
    }
    let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
    Err(format!(
        "{} names for {} seats; name one player for all, or one each for {}",
        players.len(),
        seats.len(),
        names.join(", ")
    ))
}

/// The heading of a game that plays itself.
pub(super) fn automatic(mut draft: OtherGameDraft) -> anyhow::Result<Heading> {
    draft.players = Some(vec!["the program".to_owned()]);
    draft.dealer = None;
    let heading = draft.heading(true)?;
    heading.ok_or_else(|| anyhow!("the seats of the game are not known"))
}

/// The questions, in their order.
#[derive(Clone, Copy)]
enum AskedStep {
    Seats,
    Players,
    Seating,
    Title,
    Dealer,
}

const STEPS: [AskedStep; 5] =
    [AskedStep::Seats, AskedStep::Players, AskedStep::Seating, AskedStep::Title, AskedStep::Dealer];

/// Asks for everything that the draft leaves open. None if the person stops or the input ends.
pub(super) fn ask(prompt: &mut Prompt, draft: OtherGameDraft) -> anyhow::Result<Option<Heading>> {
    let ask = |step: AskedStep, prompt: &mut Prompt, draft: &OtherGameDraft| step.ask(prompt, draft);
    let is_named = draft.players.is_some();
    let is_answered =
        |step: AskedStep, draft: &OtherGameDraft| step.is_answered(draft) || is_named && step.has_default();
    match ask_all(prompt, &STEPS, draft, is_answered, ask, |_, _| Ok(()))? {
        ChoicePrompt::Settled(draft) => draft.heading(false),
        ChoicePrompt::Stopped(_) => Ok(None),
    }
}

impl AskedStep {
    /// Whether it need not be asked where the players were named in the command.
    fn has_default(self) -> bool {
        matches!(self, AskedStep::Title | AskedStep::Dealer)
    }

    fn is_answered(self, draft: &OtherGameDraft) -> bool {
        match self {
            AskedStep::Seats => draft.rules.is_some(),
            AskedStep::Players => draft.players.is_some(),
            AskedStep::Seating => draft.seated.is_some() || draft.is_seated_by_number(),
            AskedStep::Title => draft.title.is_some(),
            AskedStep::Dealer => draft.dealer.is_some() || !draft.kind.is_dealt(),
        }
    }

    fn ask(self, prompt: &mut Prompt, draft: &OtherGameDraft) -> anyhow::Result<ChoiceReply<OtherGameDraft>> {
        Ok(match self {
            AskedStep::Seats => {
                let help = "A name for each seat at the table, such as North, East, West. Turns pass in this order.";
                let question = "Which seats, in the order of play? (names, separated by commas)";
                let read =
                    |line: &str| GameRules::without_referee(&comma_separated(line)).map_err(|error| error.to_string());
                with(draft, choose(prompt, question, None, help, read)?, |d, rules| d.rules = Some(rules))
            }
            AskedStep::Players => {
                let seats = draft.seats();
                let names: Vec<&str> = seats.iter().map(|seat| seat.name.as_str()).collect();
                let help = format!(
                    "One name, if one person plays all seats; or one for each of {}, in this order; or fewer, and you are asked who plays which seat.",
                    names.join(", ")
                );
                let read = |line: &str| {
                    let players = read_players(line)?;
                    check_number(&players, seats).map(|()| players)
                };
                let question = format!("Who plays {}? (names, separated by commas)", names.join(", "));
                let answer = choose(prompt, &question, None, &help, read)?;
                with(draft, answer, |d, players| {
                    d.players = Some(players);
                    d.seated = None;
                })
            }
            AskedStep::Seating => {
                let seats: Vec<&str> = draft.seats().iter().map(|seat| seat.name.as_str()).collect();
                let players = draft.players.as_deref().unwrap_or_default();
                let help = "Name one of the players; one person can play several seats.";
                with(draft, by_name(prompt, players, &seats, help)?, |d, seated| d.seated = Some(seated))
            }
            AskedStep::Title => {
                let usual = draft.kind.title();
                let usual = draft.kind.is_refereed().then(|| (usual, usual.to_owned()));
                let help = "The title of the game, on one line. Its journal is named after it.";
                let words = |line: &str| Ok::<_, String>(line.to_owned());
                let answer = choose(prompt, "What is the game called?", usual, help, words)?;
                with(draft, answer, |d, title| d.title = Some(title))
            }
            AskedStep::Dealer => {
                let question = "Who deals the cards? (program, players)";
                let help = "program: the program shuffles and deals, and shows each player only that player's cards. players: you deal from a real pack, and type the cards as they are shown.";
                let read = |line: &str| {
                    Ok(match one_of(line, &["program", "players"])? {
                        "program" => CardDealer::Program,
                        _ => CardDealer::Players,
                    })
                };
                let answer = choose(prompt, question, Some(("program", CardDealer::Program)), help, read)?;
                with(draft, answer, |d, dealer| d.dealer = Some(dealer))
            }
        })
    }
}

impl OtherGameDraft {
    fn seats(&self) -> &[Seat] {
        self.rules.as_ref().map_or(&[], |rules| rules.referee.seats())
    }

    /// Whether the number of players says who plays which seat.
    fn is_seated_by_number(&self) -> bool {
        self.players.as_ref().is_some_and(|players| players.len() == 1 || players.len() == self.seats().len())
    }

    /// The heading, with the defaults of what was left open; none without seats.
    fn heading(self, automatic: bool) -> anyhow::Result<Option<Heading>> {
        let Some(rules) = self.rules else { return Ok(None) };
        let seats = rules.referee.seats().len();
        let players = match (self.seated, self.players.as_deref()) {
            (Some(seated), _) => seated,
            (None, Some([one])) => vec![one.clone(); seats],
            (None, players) => players.unwrap_or_default().to_vec(),
        };
        // At the prompts the program deals unless the players say that they do.
        let dealer = self.dealer.or((!automatic).then_some(CardDealer::Program));
        let seed = match dealer {
            Some(CardDealer::Program) if self.kind.is_dealt() => Some(self.seed.map_or_else(new_seed, Ok)?),
            _ => self.seed,
        };
        let game = OtherGame {
            title: self.title.unwrap_or_else(|| self.kind.title().to_owned()),
            start: self.start.unwrap_or_else(|| rules.referee.start()),
            referee: rules.referee,
            options: rules.options,
            source: None,
            seed,
        };
        Ok(Some(Heading { game: game.into(), begun: now(), zone: zone(), seats: Seats::of(players), automatic }))
    }
}
