//! What the commands that play have in common: the folder of the journal, who plays, and resuming.

use crate::chess::Mode;
use crate::cli::prelude::*;
use crate::disk;
use crate::games::GameKind;
use crate::journal::{Journal, JournalError, check_folder};
use crate::player::Level;
use crate::reading::DieThrower;
use crate::record::{Entry, program_level};
use crate::render::RecordJson;

use super::super::new;
use super::super::number::whole;
use super::super::settings::Settings;
use super::resume::{self, FoundJournals};
use super::{Prompts, automatic, now};

/// The options of a command that plays.
#[derive(Debug, clap::Args)]
pub(in super::super) struct PlayArgs {
    /// Let the program choose every move and, in a reading, throw the die
    ///
    /// It chooses at random, or as well as the levels that --players names: --players "level-3, level-1". Two are then a side
    /// each.
    #[arg(long)]
    pub(in super::super) auto: bool,

    /// The seed of the program's random numbers: the same seed gives the same throws and moves
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = whole(0..=i64::MAX as u64), conflicts_with = "resume")]
    pub(in super::super) seed: Option<u64>,

    /// Resume the latest unfinished journal, or the one named
    #[arg(long, value_name = "JOURNAL", num_args = 0..=1)]
    #[allow(clippy::option_option, reason = "not asked for, asked for, asked for by name")]
    resume: Option<Option<PathBuf>>,

    /// With --auto, the maximum number of turns
    #[arg(long, value_name = "TURNS", default_value_t = 2000, value_parser = whole(1..=u32::MAX), requires = "auto")]
    limit: u32,

    /// Print the record as JSON; prompts and messages go to standard error
    #[arg(long)]
    pub(in super::super) json: bool,
}

impl PlayArgs {
    /// The folder of journals, which must be writable.
    pub(in super::super) fn folder(&self, settings: &Settings) -> CommandResult<PathBuf> {
        if self.resume.is_none() {
            return writable(settings);
        }
        let folder = settings.journals().to_owned();
        if folder.exists() {
            check_folder(&folder)?;
        }
        Ok(folder)
    }

    /// Whether something new is started.
    pub(in super::super) fn is_new(&self) -> bool {
        self.resume.is_none()
    }

    /// What to resume, with --resume: a reading or a game, unless it is named.
    pub(in super::super) fn resumed(
        &self,
        mode: Mode,
        prompt: &mut Prompt,
        cx: &Cx,
    ) -> CommandResult<Option<FoundJournals>> {
        self.resume.as_ref().map(|named| resume::find(mode, named.as_deref(), prompt, cx)).transpose()
    }

    /// Resumes a journal.
    pub(in super::super) fn go_on(&self, path: &Path, prompt: Prompt, cx: &Cx) -> CommandResult<()> {
        let mut journal = Journal::open(path, cx.correspondences)?;
        let record = journal.record();
        let (mode, is_automatic) = (record.mode(), record.heading().automatic);
        if record.closing().is_some() {
            let kind = record.heading().game.kind();
            let kind = if kind == GameKind::default() { String::new() } else { format!(" --kind {kind}") };
            let again = command(mode);
            fail!("{} is concluded; start another {mode} with enochian {again}{kind}", safe_path(path));
        }
        if self.auto && record.enochian().and_then(|it| it.subject().die()) == Some(DieThrower::ByHand) {
            fail!("--auto cannot be used here: the die of this reading is thrown by hand; leave out --auto");
        }
        if self.auto && mode == Mode::Game && !is_automatic {
            fail!("--auto cannot be used here: this game is played by people; leave out --auto");
        }
        for notice in journal.notices() {
            prompt.say(notice)?;
        }
        journal.enter(Entry::Resumed(now()))?;
        self.play(journal, prompt, cx)
    }

    /// Plays until the journal is closed or left.
    pub(in super::super) fn play(&self, mut journal: Journal<'_>, prompt: Prompt, cx: &Cx) -> CommandResult<()> {
        let mut prompts = Prompts::new(prompt, cx)?;
        if !self.auto {
            prompts.play(&mut journal)?;
        } else {
            if let Err(error) = automatic::play(&mut journal, self.limit) {
                if self.is_new() {
                    journal.discard_unplayed();
                }
                return Err(error);
            }
            if !self.json {
                prompts.say_whole(&journal)?;
            }
        }
        if self.json {
            print_json(&RecordJson::of(journal.record(), cx.correspondences))?;
        }
        prompts.finish()
    }
}

/// Refuses people as the players of what the program plays by itself.
pub(in super::super) fn check_levels(players: &[String]) -> CommandResult<()> {
    match players.iter().find(|name| program_level(name).is_none() && name.parse::<Level>().is_err()) {
        Some(name) => misuse!(
            "--auto plays every seat, so {} cannot; name levels with --players, {}, or leave one of the two out",
            quoted(name),
            Level::ALL.map(Level::name).join(", ")
        ),
        None => Ok(()),
    }
}

/// The folder for new journals, which must be writable. It is created if missing, with a message.
pub(in super::super) fn writable(settings: &Settings) -> CommandResult<PathBuf> {
    settings.check_notebook()?;
    let folder = settings.journals();
    if settings.is_at_home() {
        new::make_at_home(settings.notebook())?;
    }
    if !folder.exists() {
        disk::create_folders(folder)
            .map_err(|error| CommandError::from(JournalError::Unwritable(folder.to_owned(), error)))?;
        notice(format!("Created the folder {}.", safe_path(folder)));
    }
    check_folder(folder)?;
    Ok(folder.to_owned())
}

/// The command that plays a reading or a game.
pub(super) fn command(mode: Mode) -> &'static str {
    match mode {
        Mode::Game => "game",
        Mode::Reading => "read",
    }
}
