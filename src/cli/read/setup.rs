//! Asking the question and setting up the board.
//!
//! Anything answered by a file or an earlier session is not asked again. After every answer the draft is saved in its own
//! file.

use crate::cli::prelude::*;
use crate::journal::UnfinishedQuestion;
use crate::reading::{DieThrower, Draft, DraftKey, QuestionDraft};
use crate::record::{Heading, Subject, player_names};

use super::super::play::choice::{ChoicePrompt, ChoiceReply, ask_all, ask_key};
use super::super::play::resume::with_way_out;
use super::super::play::{now, seats, zone};
use super::proposal;

/// Mentions unfinished questions before a new one is asked.
pub(super) fn mention(prompt: &Prompt, folder: &Path) -> CommandResult<()> {
    let notice = match UnfinishedQuestion::list(folder).as_slice() {
        [] => return Ok(()),
        [(_, one)] => {
            format!("There is an unfinished question. Resume it with: enochian read --resume {}", shell_word(one))
        }
        many => {
            format!("There are {} unfinished questions. Resume one of them with: enochian read --resume", many.len())
        }
    };
    Ok(prompt.say(&notice)?)
}

/// A question to the person who sets up a reading.
#[derive(Clone, Copy)]
enum ReadStep {
    Key(&'static DraftKey<QuestionDraft>),
    /// Whether to use the place of the category, instead of asking for each of its keys.
    Place,
    /// Whether to keep the default rules, instead of asking for each of them.
    Rules,
}

/// The questions, in their order.
fn steps(is_person: bool) -> Vec<ReadStep> {
    let mut steps = Vec::new();
    for key in QuestionDraft::KEYS.iter().filter(|key| !key.question.is_empty()) {
        match key.name {
            "board" if is_person => steps.push(ReadStep::Place),
            name if name == QuestionDraft::RULES[0] => steps.push(ReadStep::Rules),
            _ => {}
        }
        // What is asked of people only can be left out, so that the lines of a script keep their order.
        if is_person || !key.is_for_people {
            steps.push(ReadStep::Key(key));
        }
    }
    steps
}

fn is_answered(step: ReadStep, draft: &QuestionDraft) -> bool {
    let has_place = draft.board.is_some() && draft.angle.is_some() && draft.force.is_some();
    let has_rules =
        draft.ruleset.is_some() && draft.procedure.is_some() && draft.dice.is_some() && draft.direction.is_some();
    match step {
        // The category only suggests a square; if there is one, there is nothing to suggest.
        ReadStep::Key(key) if key.name == "category" => draft.category.is_some() || has_place,
        ReadStep::Key(key) if key.name == "kind" => draft.kind.is_some() || has_rules,
        ReadStep::Key(key) => key.text(draft).is_some(),
        ReadStep::Place => draft.category.is_none() || has_place,
        ReadStep::Rules => has_rules,
    }
}

/// Asks for everything that the draft leaves open. None if the person stops or the input ends; then the answers so far are
/// saved.
pub(super) fn ask(
    prompt: &mut Prompt,
    draft: QuestionDraft,
    unfinished: &mut UnfinishedQuestion,
    cx: &Cx,
) -> CommandResult<Option<Heading>> {
    prompt.say("At every question, press Enter for the [default], or type help, back or stop. help and a word, such as help angle, explains it.\n")?;
    let is_person = prompt.is_person();
    if draft.category.is_some() && !is_answered(ReadStep::Place, &draft) && !is_person {
        proposal::place(prompt, &draft, cx.correspondences)?;
    }
    // What a file says stays the default of what is asked nevertheless.
    let given = draft.clone();
    let ask = |step: ReadStep, prompt: &mut Prompt, draft: &QuestionDraft| match step {
        ReadStep::Key(key) => of_key(prompt, key, draft, &given, cx),
        ReadStep::Place => proposal::use_place(prompt, draft, cx.correspondences),
        ReadStep::Rules => proposal::keep_rules(prompt, draft, cx.correspondences),
    };
    let save = |prompt: &Prompt, draft: &QuestionDraft| match unfinished.save(draft).map_err(with_way_out) {
        // A person can free disk space and continue; the answers are in memory, and saved with the next one.
        Err(error) if prompt.is_person() => Ok(prompt.say(error.to_string())?),
        saved => saved,
    };
    let draft = match ask_all(prompt, &steps(is_person), draft, is_answered, ask, save)? {
        ChoicePrompt::Settled(draft) => draft,
        ChoicePrompt::Stopped(draft) => {
            stopped(prompt, unfinished, &draft)?;
            return Ok(None);
        }
    };
    let question = draft.resolve(cx.correspondences).map_err(|errors| {
        let parts: Vec<String> = errors.iter().map(ToString::to_string).collect();
        problem!("{}", parts.join("; "))
    })?;
    let die = draft.die.unwrap_or(DieThrower::ByHand);
    let players = draft.players.clone().unwrap_or_else(|| vec![question.querent.clone()]);
    let players = player_names(&players).map_err(|error| problem!("{error}"))?;
    let mut chance = die.dice_source();
    let Some(seats) = seats::settle(prompt, &players, Some(question.army()), &mut chance)? else {
        stopped(prompt, unfinished, &draft)?;
        return Ok(None);
    };
    let subject = Subject::Reading(Box::new(question), die);
    Ok(Some(Heading { game: subject.into(), begun: now(), zone: zone(), seats, automatic: false, branch: None }))
}

/// Asks for a key, and shows what follows from the answer.
fn of_key(
    prompt: &mut Prompt,
    key: &DraftKey<QuestionDraft>,
    draft: &QuestionDraft,
    given: &QuestionDraft,
    cx: &Cx,
) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let default = match key.name {
        "die" if cx.settings.program_throws() => Some(DieThrower::ByProgram.to_string()),
        _ => key.text(given).or_else(|| (key.default)(draft, cx.correspondences)),
    };
    let answer = ask_key(prompt, key, draft, default, cx.correspondences)?;
    if let ChoiceReply::Given(draft) = &answer {
        match key.name {
            // A person is asked about it.
            "category" if draft.category.is_some() && !prompt.is_person() => {
                proposal::place(prompt, draft, cx.correspondences)?;
            }
            "force" => proposal::ptah(prompt, draft, cx.correspondences)?,
            _ => {}
        }
    }
    Ok(answer)
}

fn stopped(prompt: &mut Prompt, unfinished: &mut UnfinishedQuestion, draft: &QuestionDraft) -> CommandResult<()> {
    // Try again to save answers that could not be saved before.
    if unfinished.is_behind()
        && let Err(error) = unfinished.save(draft).map_err(with_way_out)
    {
        return Ok(prompt.fail(&format!("{error}\n\n{}", draft.to_toml()))?);
    }
    let notice = match unfinished.path() {
        None => "\nStopped; there are no answers to save.".to_owned(),
        Some(path) => {
            format!("\nStopped. Your answers are saved. Resume with: enochian read --resume {}", shell_word(path))
        }
    };
    Ok(prompt.say(&notice)?)
}
