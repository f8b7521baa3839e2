//! `enochian game`: a game without divination.

mod other_setup;
mod setup;

use std::process::ExitCode;

use anyhow::bail;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::games::GameKind;
use crate::journal::Journal;

use super::command_error::CommandError;
use super::play::args::PlayArgs;
use super::play::resume::FoundJournals;
use super::prompt::Prompt;
use super::settings::Settings;
use other_setup::SharedGameArgs;

/// Play a game without divination, and record it turn by turn
///
/// There is no question, no Ptah and no die: players choose their moves freely,
/// and the rules of check and stalemate apply. Settings that you do not give are
/// asked for. Type help at any prompt to see what you can type. Type stop to
/// leave the game, and resume it with --resume. With --kind, play one of the
/// other games that `enochian kinds` lists.
///
/// Examples:
///   enochian game
///   enochian game --board water --players "Ann, Ben"
///   enochian game --board air --array "Water of Air & Water" --auto --seed 7
///   enochian game --kind three --players "Ann, Ben, Cleo"
///   enochian game --resume
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct GameCommandArgs {
    #[command(flatten)]
    known: setup::GameArgs,

    #[command(flatten)]
    sitting: PlayArgs,

    #[command(flatten)]
    other: other_setup::OtherGameArgs,
}

impl GameCommandArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let sitting = &self.sitting;
        if let Some(kind) = self.other.kind()? {
            return self.play_other(kind, correspondences, settings);
        }
        let folder = sitting.folder(settings)?;
        let draft = self.known.draft(correspondences)?;
        let mut prompt = Prompt::new(sitting.json)?;
        if let Some(FoundJournals::Journal(path)) =
            sitting.resumed(Mode::Game, &mut prompt, settings, correspondences)?
        {
            return sitting.go_on(&path, prompt, settings, correspondences);
        }
        let heading = if sitting.auto {
            Some(setup::automatic(draft, sitting.seed, correspondences)?)
        } else {
            setup::ask(&mut prompt, draft, correspondences)?
        };
        let Some(heading) = heading else { return Ok(prompt.exit_code()) };
        let journal = Journal::create(&folder, heading, correspondences).map_err(CommandError::from)?;
        sitting.play(journal, prompt, settings, correspondences)
    }

    /// Sets up and plays one of the other games.
    fn play_other(
        &self,
        kind: GameKind,
        correspondences: &Correspondences,
        settings: &Settings,
    ) -> anyhow::Result<ExitCode> {
        let (sitting, known) = (&self.sitting, &self.known);
        if let Some(name) = known.enochian_option() {
            bail!("{name} belongs to Enochian chess; leave it out, or leave out --kind {kind}");
        }
        let shared = SharedGameArgs {
            title: known.title.as_deref(),
            start: known.start.as_deref(),
            players: known.players.as_deref(),
            seed: sitting.seed,
            auto: sitting.auto,
        };
        let draft = self.other.draft(kind, &shared)?;
        let folder = sitting.folder(settings)?;
        let mut prompt = Prompt::new(sitting.json)?;
        let heading =
            if sitting.auto { Some(other_setup::automatic(draft)?) } else { other_setup::ask(&mut prompt, draft)? };
        let Some(heading) = heading else { return Ok(prompt.exit_code()) };
        let journal = Journal::create(&folder, heading, correspondences).map_err(CommandError::from)?;
        sitting.play(journal, prompt, settings, correspondences)
    }
}
