//! `enochian game`: a game without divination.

mod other_setup;
mod setup;

use std::process::ExitCode;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::journal::Journal;
use crate::record::GameDraft;

use super::command_error::CommandError;
use super::play::args::PlayArgs;
use super::play::resume::FoundJournals;
use super::prompt::Prompt;
use super::settings::Settings;
use other_setup::OtherGameDraft;

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

/// A game that is being set up.
enum AnyDraft {
    Enochian(GameDraft),
    Other(OtherGameDraft),
}

impl GameCommandArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let sitting = &self.sitting;
        let draft = match self.other.kind()? {
            (None, _) => AnyDraft::Enochian(self.known.draft(correspondences)?),
            (Some(kind), options) => AnyDraft::Other(self.other.draft(kind, &options, &self.known, sitting)?),
        };
        let folder = sitting.folder(settings)?;
        let mut prompt = Prompt::new(sitting.json)?;
        if let Some(FoundJournals::Journal(path)) =
            sitting.resumed(Mode::Game, &mut prompt, settings, correspondences)?
        {
            return sitting.go_on(&path, prompt, settings, correspondences);
        }
        if !sitting.auto {
            prompt.say("At every question, press Enter for the [default], or type help, back or stop.\n")?;
        }
        let heading = match draft {
            AnyDraft::Enochian(draft) if sitting.auto => Some(setup::automatic(draft, sitting.seed, correspondences)),
            AnyDraft::Enochian(draft) => setup::ask(&mut prompt, draft, correspondences)?,
            AnyDraft::Other(draft) if sitting.auto => Some(other_setup::automatic(draft)?),
            AnyDraft::Other(draft) => other_setup::ask(&mut prompt, draft)?,
        };
        let Some(heading) = heading else {
            prompt.say("\nStopped; no game was started.")?;
            return Ok(prompt.exit_code());
        };
        let journal = Journal::create(&folder, heading, correspondences).map_err(CommandError::from)?;
        sitting.play(journal, prompt, settings, correspondences)
    }
}
