//! The options of games.

use crate::cli::prelude::*;
use crate::games::{FaithSetup, GameKind, faith_start};
use crate::input::Source;
use crate::record::GameDraft;

use super::super::keys::KeyArgs;
use super::super::play::args::{PlayArgs, check_levels};
use super::super::play::rules::{GameRules, read_kind_and_options};
use super::super::position::position;
use super::setup::{GameSetup, read_players};

/// The options of a game.
#[derive(Debug, clap::Args)]
pub(super) struct GameArgs {
    /// The position to start from, instead of an array; with --kind faith also a file with the set-up
    #[arg(long, value_name = "POSITION|FILE", conflicts_with_all = ["resume", "first", "direction"])]
    start: Option<String>,

    /// The names of the players, separated by commas; what other options leave open has its default
    ///
    /// Four names play Air, Water, Fire and Earth, in other games a name for each seat in the order of play. Nothing is then
    /// asked but who plays which army, or whether dice decide it, if the number of names leaves it open. The names level-1 to level-4 are the program,
    /// from the weakest to the strongest: --players "Ann, level-3".
    #[arg(long, value_name = "NAMES", conflicts_with = "resume")]
    players: Option<String>,

    #[command(flatten)]
    keys: KeyArgs<GameDraft>,
}

/// The options of the other games.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Other games")]
pub(super) struct OtherGameArgs {
    /// The game: enochian, or one of those listed by `enochian kinds`, with its options, such as three,cards=on [default:
    /// enochian]
    #[arg(long, value_name = "KIND[,NAME=VALUE]", conflicts_with = "resume")]
    kind: Option<String>,
}

impl GameArgs {
    /// Reads the options.
    pub(super) fn setup(
        &self,
        other: &OtherGameArgs,
        sitting: &PlayArgs,
        correspondences: &Correspondences,
    ) -> CommandResult<GameSetup> {
        let (kind, options) = read_kind_and_options(other.kind.as_deref())?;
        let mut draft = GameDraft::default();
        self.keys.put(&mut draft, correspondences)?;
        self.check(kind, sitting)?;
        let rules = kind.filter(|kind| kind.is_refereed()).map(|kind| GameRules::of(kind, &options)).transpose()?;
        let mut setup = GameSetup {
            is_named: self.players.is_some(),
            draft,
            kind,
            rules,
            start: None,
            seats: None,
            seed: sitting.seed,
        };
        if let Some(names) = &self.players {
            let players = read_players(names, &setup).map_err(|why| problem!("--players: {why}").of_usage())?;
            if sitting.auto {
                check_levels(&players)?;
            }
            setup.draft.players = Some(players);
        }
        self.start(&mut setup)?;
        Ok(setup)
    }

    /// Reads where the game begins.
    fn start(&self, setup: &mut GameSetup) -> CommandResult<()> {
        let Some(start) = &self.start else { return Ok(()) };
        match (setup.kind, setup.rules()) {
            (None, _) => setup.draft.start = Some(position(start)?),
            (Some(_), None) => misuse!("--start needs the seats of the game; name them with --seats"),
            // A position has several fields.
            (Some(kind), Some(rules)) if kind.has_setup_file() && !start.contains(' ') => {
                let faith = FaithSetup::read(&Source::read(Path::new(start), Source::TOML_LIMIT)?)?;
                setup.start = Some(faith_start(&faith, &rules.options));
            }
            (Some(_), Some(rules)) => setup.start = Some(rules.read(start)?),
        }
        Ok(())
    }

    /// Refuses what does not go together.
    fn check(&self, kind: Option<GameKind>, sitting: &PlayArgs) -> CommandResult<()> {
        let enochian = ["board", "array", "first", "direction", "ruleset"].into_iter().find(|name| self.keys.has(name));
        let others = ["seats", "deals"].into_iter().find(|name| self.keys.has(name));
        let is_seeded = sitting.seed.is_some() && !sitting.auto;
        match (kind, enochian, others) {
            (Some(kind), Some(name), _) => {
                misuse!("--{name} belongs to Enochian chess; leave it out, or leave out --kind {kind}")
            }
            (None, _, Some(name)) => {
                misuse!(
                    "--{name} belongs to the other games; name one with --kind, or leave it out (see enochian kinds)"
                )
            }
            (Some(kind), _, Some("seats")) if kind.is_refereed() => {
                misuse!("--seats is for --kind other; the seats of {kind} are given by its rules")
            }
            (Some(kind), _, Some("deals")) if !kind.is_dealt() => {
                misuse!("--deals is for --kind gods; in {kind} no cards are dealt")
            }
            (Some(kind), ..) if sitting.auto && !kind.is_refereed() => {
                misuse!("--auto cannot be used with --kind other: no referee knows what can be played")
            }
            (None, ..) if is_seeded => misuse!("--seed needs --auto: in a game nothing else is left to chance"),
            (Some(kind), ..) if is_seeded && !kind.is_dealt() => {
                misuse!("--seed needs --auto, or --kind gods, where the program deals the cards")
            }
            _ => Ok(()),
        }
    }
}
