//! `enochian game`: a game without divination.

mod args;
mod setup;

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::journal::Journal;

use super::play::args::PlayArgs;
use super::play::resume::FoundJournals;

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
    known: args::GameArgs,

    #[command(flatten)]
    sitting: PlayArgs,

    #[command(flatten)]
    other: args::OtherGameArgs,
}

impl GameCommandArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let sitting = &self.sitting;
        let setup = self.known.setup(&self.other, sitting, cx.correspondences)?;
        let folder = sitting.folder(cx.settings)?;
        let mut prompt = Prompt::new(sitting.json)?.explaining(cx.correspondences);
        if let Some(FoundJournals::Journal(path)) = sitting.resumed(Mode::Game, &mut prompt, cx)? {
            return sitting.go_on(&path, prompt, cx);
        }
        let heading = match sitting.auto {
            true => Some(setup.heading(true, cx.correspondences)?),
            false => setup::ask(&mut prompt, setup, cx.correspondences)?,
        };
        let Some(heading) = heading else { return prompt.finish() };
        let journal = Journal::create(&folder, heading, cx.correspondences)?;
        sitting.play(journal, prompt, cx)
    }
}
