//! `enochian read`: a reading, from question to answer.

mod proposal;
mod setup;

use crate::chess::{Army, Mode};
use crate::cli::prelude::*;
use crate::input::{Source, Words};
use crate::journal::{Journal, UnfinishedQuestion};
use crate::reading::{DieThrower, QuestionDraft};
use crate::record::{Heading, Seats, Subject, player_names, program_level};

use super::keys::KeyArgs;
use super::play::args::{PlayArgs, check_levels};
use super::play::resume::FoundJournals;
use super::play::{now, zone};

/// Ask a question, and record the reading turn by turn
///
/// What you do not say is asked for. Type help at any prompt
/// to see what you can type. Type stop to leave the reading, and resume it with
/// --resume. Every turn is saved in your notebook before the next prompt.
///
/// At a terminal you are also asked for three notes: what is known about the
/// matter, what is supposed, and what the reading should answer. Press Enter to
/// skip them.
///
/// Examples:
///   enochian read
///   enochian read "Will it rain?"
///   enochian read "Will it rain?" --category journey --querent Anna
///   enochian read questions/brother.toml
///   enochian read questions/brother.toml --quiet
///   enochian read questions/brother.toml --auto --seed 7
///   enochian read --resume
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct ReadArgs {
    /// The question in quotation marks, or a question file; what it leaves open is asked for
    #[arg(value_name = "QUESTION", conflicts_with = "resume")]
    question: Option<PathBuf>,

    /// Hide signs, houses and meanings until the reading is concluded
    ///
    /// They are hidden on the screen and in the journal. When the reading is concluded, the account of every landing is
    /// added to the journal. --quiet=false overrides the question file and the settings.
    #[arg(long, value_name = "true|false", num_args = 0..=1, default_missing_value = "true", require_equals = true, conflicts_with = "resume")]
    quiet: Option<bool>,

    #[command(flatten)]
    keys: KeyArgs<QuestionDraft>,

    #[command(flatten)]
    sitting: PlayArgs,
}

impl ReadArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let sitting = &self.sitting;
        // Errors in the file are reported before anything is asked or created.
        let mut draft = match &self.question {
            Some(named) => draft(named, cx.correspondences)?,
            None => QuestionDraft::default(),
        };
        self.keys.put(&mut draft, cx.correspondences)?;
        let mut prompt = Prompt::new(sitting.json)?.explaining(cx.correspondences);
        if !sitting.is_new() {
            sitting.folder(cx.settings)?;
        }
        let (draft, unfinished) = match sitting.resumed(Mode::Reading, &mut prompt, cx)? {
            None => (draft, None),
            Some(FoundJournals::Journal(path)) => {
                return sitting.go_on(&path, prompt, cx);
            }
            Some(FoundJournals::Question(unfinished, draft)) => (*draft, Some(unfinished)),
            Some(FoundJournals::Stopped) => return prompt.finish(),
        };
        let quiet = self.quiet.or(draft.quiet).or(cx.settings.is_quiet().then_some(true));
        let draft = QuestionDraft { die: sitting.seed.map(DieThrower::Seeded).or(draft.die), quiet, ..draft };
        if sitting.auto {
            let names = draft.players.as_deref().filter(|_| self.keys.has("players")).unwrap_or_default();
            check_levels(names)?;
            let heading = automatic(draft, cx.correspondences)?;
            let journal = Journal::create(&sitting.folder(cx.settings)?, heading, cx.correspondences)?;
            return sitting.play(journal, prompt, cx);
        }
        let folder = sitting.folder(cx.settings)?;
        let mut unfinished = unfinished.unwrap_or_else(|| UnfinishedQuestion::new(&folder));
        if sitting.is_new() {
            setup::mention(&prompt, &folder)?;
        }
        let Some(heading) = setup::ask(&mut prompt, draft, &mut unfinished, cx)? else {
            return prompt.finish();
        };
        let journal = Journal::create(&folder, heading, cx.correspondences).map_err(|error| {
            let error = CommandError::from(error);
            match unfinished.path() {
                Some(path) => error.context(format!(
                    "the reading could not be started; your answers are saved; resume with: enochian read --resume {}",
                    shell_word(path)
                )),
                None => error,
            }
        })?;
        unfinished.remove();
        sitting.play(journal, prompt, cx)
    }
}

/// The draft of a question that is named by its file, or asked in words: several, or one with a question mark.
fn draft(named: &Path, correspondences: &Correspondences) -> CommandResult<QuestionDraft> {
    let is_file = named.exists() || named.extension().is_some_and(|ending| ending == "toml");
    let words = named.to_str().map(str::trim).filter(|words| words.ends_with('?') || words.contains(' '));
    if !is_file && words.is_none() {
        let name = safe_path(named);
        misuse!("there is no question file {name}; to ask in words, put them in quotation marks, with a question mark");
    }
    let Some(text) = words.filter(|_| !is_file) else {
        return Ok(QuestionDraft::read(&Source::read(named, Source::TOML_LIMIT)?, correspondences)?);
    };
    match Words::LINE.some(text) {
        Ok(text) => Ok(QuestionDraft { text: Some(text), ..QuestionDraft::default() }),
        Err(error) => fail!("the question {} {error}", quoted(text)),
    }
}

/// The heading of a reading that plays itself.
fn automatic(draft: QuestionDraft, correspondences: &Correspondences) -> CommandResult<Heading> {
    let die = match draft.die {
        Some(DieThrower::Seeded(seed)) => DieThrower::Seeded(seed),
        _ => DieThrower::ByProgram,
    };
    let mut players =
        player_names(draft.players.as_deref().unwrap_or_default()).map_err(|error| problem!("{error}"))?;
    // People leave the reading to chance.
    players.iter_mut().filter(|name| program_level(name).is_none()).for_each(|name| *name = "the program".to_owned());
    let question = match draft.resolve(correspondences) {
        Ok(question) => question,
        Err(faults) => {
            let parts: Vec<String> = faults.iter().map(ToString::to_string).collect();
            fail!("the question of an automatic reading must be complete: {}", parts.join("; "));
        }
    };
    let mut seats = Seats::automatic(&players, Army::ALL.len());
    // The first has the querent's army.
    seats.players.rotate_right(question.army().index());
    let subject = Subject::Reading(Box::new(question), die);
    Ok(Heading { game: subject.into(), begun: now(), zone: zone(), seats, automatic: true, branch: None })
}
