//! The options of games.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::correspondences::Correspondences;
use crate::games::{FaithSetup, GameKind, Seat, faith_start};
use crate::input::{Source, is_plain, quoted};
use crate::record::{GameDraft, player_names};

use super::super::command_error::{CommandError, CommandResult};
use super::super::lookup::{army, array, board, direction, entry};
use super::super::play::args::PlayArgs;
use super::super::play::rules::{GameRules, comma_separated, read_kind_and_options};
use super::super::play::seats;
use super::super::position::position;
use super::setup::{CardDealer, GameSetup, OtherSetup};

/// The options of a game.
#[derive(Debug, clap::Args)]
pub(super) struct GameArgs {
    /// The title of the game
    #[arg(long, conflicts_with = "resume")]
    title: Option<String>,
    /// The board: Air, Water, Fire or Earth
    #[arg(long, conflicts_with = "resume")]
    board: Option<String>,
    /// The array of the pieces (see `enochian board --arrays`)
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    array: Option<String>,
    /// The army that moves first [default: the army of the board]
    #[arg(long, value_name = "ARMY", conflicts_with_all = ["start", "resume"])]
    first: Option<String>,
    /// The direction of play: deosil (clockwise) or widdershins
    #[arg(long, conflicts_with_all = ["start", "resume"])]
    direction: Option<String>,
    /// The position to start from, instead of an array
    #[arg(long, value_name = "POSITION", conflicts_with = "resume")]
    start: Option<String>,
    /// The ruleset: chessvariants or zalewski
    #[arg(long, value_name = "NAME", conflicts_with = "resume")]
    ruleset: Option<String>,
    /// The names of the players, separated by commas; what other options leave open has its default
    ///
    /// Four names play Air, Water, Fire and Earth, in other games a name for each seat in the order of play. Nothing is then
    /// asked but who plays which army, if the number of names leaves it open. The names level-1 to level-4 are the program,
    /// from the weakest to the strongest: --players "Ann, level-3".
    #[arg(long, value_name = "NAMES", conflicts_with = "resume")]
    players: Option<String>,
}

/// The options of the other games.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Other games")]
pub(super) struct OtherGameArgs {
    /// The game: enochian, or one of those listed by `enochian kinds`, with its options, such as three,cards=on [default:
    /// enochian]
    #[arg(long, value_name = "KIND[,NAME=VALUE]", conflicts_with = "resume")]
    kind: Option<String>,
    /// The names of the seats in the order of play, separated by commas, for --kind other
    #[arg(long, value_name = "NAMES", conflicts_with = "resume")]
    seats: Option<String>,
    /// A file with the set-up, for --kind faith
    #[arg(long, value_name = "FILE", conflicts_with_all = ["start", "resume"])]
    setup: Option<PathBuf>,
}

impl GameArgs {
    /// Reads the options.
    pub(super) fn setup(
        &self,
        other: &OtherGameArgs,
        sitting: &PlayArgs,
        correspondences: &Correspondences,
    ) -> CommandResult<GameSetup> {
        let other = match other.kind()? {
            (None, _) => None,
            (Some(kind), options) => Some(self.other(other, kind, &options, sitting)?),
        };
        let is_enochian = other.is_none();
        if is_enochian && sitting.seed.is_some() && !sitting.auto {
            misuse!("--seed needs --auto: in a game nothing else is left to chance");
        }
        let read = if is_enochian { seats::read_players } else { read_players };
        let players = self.players.as_deref();
        let players = players.map(|names| read(names).map_err(|why| problem!("{}: {why}", quoted(names)).of_usage()));
        let start = self.start.as_deref().filter(|_| is_enochian);
        let draft = GameDraft {
            title: self.title.clone(),
            board: self.board.as_deref().map(board).transpose()?,
            array: self.array.as_deref().map(array).transpose()?,
            first: self.first.as_deref().map(army).transpose()?,
            direction: self.direction.as_deref().map(direction).transpose()?,
            start: start.map(position).transpose()?,
            ruleset: self.ruleset.as_deref().map(|name| entry(correspondences.ruleset(name))).transpose()?.cloned(),
            players: players.transpose()?,
        };
        draft.check().map_err(|error| CommandError::from(error).of_usage())?;
        if let (Some(players), Some(OtherSetup { rules: Some(rules), .. })) = (&draft.players, &other) {
            check_number(players, rules.referee.seats()).map_err(|why| problem!("--players: {why}").of_usage())?;
        }
        Ok(GameSetup { is_named: draft.players.is_some(), draft, other, seats: None, seed: sitting.seed })
    }

    /// Reads what only another game has.
    fn other(
        &self,
        other: &OtherGameArgs,
        kind: GameKind,
        options: &BTreeMap<String, String>,
        sitting: &PlayArgs,
    ) -> CommandResult<OtherSetup> {
        let enochian = [
            ("--board", self.board.is_some()),
            ("--array", self.array.is_some()),
            ("--first", self.first.is_some()),
            ("--direction", self.direction.is_some()),
            ("--ruleset", self.ruleset.is_some()),
        ];
        if let Some((name, _)) = enochian.into_iter().find(|(_, is_given)| *is_given) {
            misuse!("{name} belongs to Enochian chess; leave it out, or leave out --kind {kind}");
        }
        let rules = match &other.seats {
            _ if kind.is_refereed() => Some(GameRules::of(kind, options)?),
            None => None,
            Some(seats) => Some(GameRules::without_referee(&comma_separated(seats))?),
        };
        if sitting.auto && !kind.is_refereed() {
            misuse!("--auto cannot be used with --kind other: no referee knows what can be played");
        }
        if sitting.seed.is_some() && !sitting.auto && !kind.is_dealt() {
            misuse!("--seed needs --auto, or --kind gods, where the program deals the cards");
        }
        let start = match (self.start.as_deref(), &rules, &other.setup) {
            (Some(_), None, _) => misuse!("--start needs the seats of the game; name them with --seats"),
            (Some(text), Some(rules), _) => Some(rules.read(text)?),
            (None, Some(rules), Some(file)) => {
                let setup = FaithSetup::read(&Source::read(file, Source::TOML_LIMIT)?)?;
                Some(faith_start(&setup, &rules.options))
            }
            _ => None,
        };
        Ok(OtherSetup { kind, rules, start, dealer: sitting.seed.map(|_| CardDealer::Program) })
    }
}

impl OtherGameArgs {
    /// The kind of game with its options; no kind is Enochian chess.
    fn kind(&self) -> CommandResult<(Option<GameKind>, BTreeMap<String, String>)> {
        let (kind, options) = read_kind_and_options(self.kind.as_deref())?;
        let given = [("--seats", self.seats.is_some()), ("--setup", self.setup.is_some())];
        let given = given.into_iter().find(|(_, is_given)| *is_given);
        match (kind, given) {
            (None, Some((name, _))) => {
                misuse!("{name} belongs to the other games; name one with --kind, or leave it out (see enochian kinds)")
            }
            (Some(kind), Some(("--seats", _))) if kind.is_refereed() => {
                misuse!("--seats is for --kind other; the seats of {kind} are given by its rules")
            }
            _ if self.setup.is_some() && !kind.is_some_and(GameKind::has_setup_file) => {
                misuse!("--setup is for --kind faith; other games can begin from a position with --start")
            }
            _ => Ok((kind, options)),
        }
    }
}

/// Reads the names of players, separated by commas.
pub(super) fn read_players(line: &str) -> Result<Vec<String>, String> {
    let names = comma_separated(line);
    if names.iter().any(|name| name.is_empty() || !is_plain(name)) {
        return Err("a name is missing; expected names, separated by commas".to_owned());
    }
    player_names(&names).map_err(|error| error.to_string())
}

/// Checks that there are no more players than seats.
pub(super) fn check_number(players: &[String], seats: &[Seat]) -> Result<(), String> {
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
