//! `enochian game`: a game that is no reading.

mod setup;

use std::process::ExitCode;

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::journal::Journal;

use super::play::args::PlayArgs;
use super::play::resume::FoundJournals;
use super::prompt::Prompt;
use super::settings::Settings;

/// Play a game that is no reading, and record it turn by turn.
///
/// No question, no Ptah and no die: every player moves what they like, and the
/// rules of check and stalemate hold. What is not given is asked for. At every
/// prompt help tells what can be typed; stop leaves the game for later, and
/// --resume takes it up again.
///
/// Examples:
///   enochian game
///   enochian game --board water --players "Ann, Ben"
///   enochian game --board air --array "Water of Air & Water" --auto --seed 7
///   enochian game --resume
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct GameCommandArgs {
    #[command(flatten)]
    known: setup::GameArgs,

    #[command(flatten)]
    sitting: PlayArgs,
}

impl GameCommandArgs {
    pub(super) fn run(self, correspondences: &Correspondences, settings: &Settings) -> anyhow::Result<ExitCode> {
        let sitting = &self.sitting;
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
        sitting.play(Journal::create(&folder, heading, correspondences)?, prompt, settings, correspondences)
    }
}
