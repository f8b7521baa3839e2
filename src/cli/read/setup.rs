//! Asking the question and setting up the board.
//!
//! Anything answered by a file or an earlier session is not asked again. After every answer the draft is saved in its own
//! file.

use std::path::Path;

use crate::chess::{Angle, Board};
use crate::input::{safe_prose, shell_word};
use crate::journal::UnfinishedQuestion;
use crate::reading::{DieThrower, QuestionDraft};
use crate::record::{Heading, Subject, player_names};

use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::super::play::choice::{ChoicePrompt, ChoiceReply, ask_all, choose, one_of, with};
use super::super::play::resume::with_way_out;
use super::super::play::{now, seats, zone};
use super::super::prompt::Prompt;
use super::{place, rules};

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

/// The questions, in their order.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ReadStep {
    Text,
    Querent,
    Category,
    Place,
    Board,
    Angle,
    Force,
    Array,
    Rules,
    Players,
    Die,
    Known,
    Supposed,
    Asked,
}

const STEPS: [ReadStep; 14] = [
    ReadStep::Text,
    ReadStep::Querent,
    ReadStep::Category,
    ReadStep::Place,
    ReadStep::Board,
    ReadStep::Angle,
    ReadStep::Force,
    ReadStep::Array,
    ReadStep::Rules,
    ReadStep::Players,
    ReadStep::Die,
    ReadStep::Known,
    ReadStep::Supposed,
    ReadStep::Asked,
];

/// Asks for everything that the draft leaves open. None if the person stops or the input ends; then the answers so far are
/// saved.
pub(super) fn ask(
    prompt: &mut Prompt,
    draft: QuestionDraft,
    unfinished: &mut UnfinishedQuestion,
    cx: &Cx,
) -> CommandResult<Option<Heading>> {
    prompt.say("At every question, press Enter for the [default], or type help, back or stop. help and a word, such as help angle, explains it.\n")?;
    if let Some(category) = &draft.category
        && !is_answered(ReadStep::Place, &draft)
        && !prompt.is_person()
    {
        place::propose(prompt, category, &draft, cx.correspondences)?;
    }
    // Optional questions are for people only, so that the lines of a script keep their order.
    let is_person = prompt.is_person();
    let steps: Vec<ReadStep> = STEPS.into_iter().filter(|step| is_person || !step.may_be_left_out()).collect();
    let ask = |step: ReadStep, prompt: &mut Prompt, draft: &QuestionDraft| step.ask(prompt, draft, cx);
    let save = |prompt: &Prompt, draft: &QuestionDraft| match unfinished.save(draft).map_err(with_way_out) {
        // A person can free disk space and continue; the answers are in memory, and saved with the next one.
        Err(error) if prompt.is_person() => Ok(prompt.say(&safe_prose(&format!("{error}")))?),
        saved => saved,
    };
    let draft = match ask_all(prompt, &steps, draft, is_answered, ask, save)? {
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

fn stopped(prompt: &mut Prompt, unfinished: &mut UnfinishedQuestion, draft: &QuestionDraft) -> CommandResult<()> {
    // Try again to save answers that could not be saved before.
    if unfinished.is_behind()
        && let Err(error) = unfinished.save(draft).map_err(with_way_out)
    {
        return Ok(prompt.fail(&safe_prose(&format!("{error}\n\n{}", draft.to_toml())))?);
    }
    let notice = match unfinished.path() {
        None => "\nStopped; there are no answers to save.".to_owned(),
        Some(path) => {
            format!("\nStopped. Your answers are saved. Resume with: enochian read --resume {}", shell_word(path))
        }
    };
    Ok(prompt.say(&notice)?)
}

fn is_answered(step: ReadStep, draft: &QuestionDraft) -> bool {
    match step {
        ReadStep::Text => draft.text.is_some(),
        ReadStep::Querent => draft.querent.is_some(),
        // The category only suggests a square; if there is one, there is nothing to suggest.
        ReadStep::Category => {
            draft.category.is_some() || draft.board.is_some() && draft.angle.is_some() && draft.force.is_some()
        }
        // Without a category there is no place to use.
        ReadStep::Place => {
            draft.category.is_none() || draft.board.is_some() && draft.angle.is_some() && draft.force.is_some()
        }
        ReadStep::Board => draft.board.is_some(),
        ReadStep::Angle => draft.angle.is_some(),
        ReadStep::Force => draft.force.is_some(),
        ReadStep::Array => draft.array.is_some(),
        ReadStep::Rules => {
            draft.ruleset.is_some() && draft.procedure.is_some() && draft.dice.is_some() && draft.direction.is_some()
        }
        ReadStep::Players => draft.players.is_some(),
        ReadStep::Die => draft.die.is_some(),
        ReadStep::Known => draft.known.is_some(),
        ReadStep::Supposed => draft.supposed.is_some(),
        ReadStep::Asked => draft.asked.is_some(),
    }
}

impl ReadStep {
    /// Whether it is one of the notes before the first turn (INTERPRETATION 1.2), or a short cut.
    fn may_be_left_out(self) -> bool {
        matches!(self, ReadStep::Place | ReadStep::Known | ReadStep::Supposed | ReadStep::Asked)
    }

    fn ask(self, prompt: &mut Prompt, draft: &QuestionDraft, cx: &Cx) -> CommandResult<ChoiceReply<QuestionDraft>> {
        let words = |line: &str| Ok::<_, String>(line.to_owned());
        Ok(match self {
            ReadStep::Text => {
                let help = "The question in the querent's own words, on one line. If it begins with help, put it in quotation marks.";
                let usual = draft.text.as_deref().map(|text| (text, text.to_owned()));
                // In quotation marks it is no request for help.
                let text = |line: &str| {
                    let within = line.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
                    words(within.filter(|text| text.starts_with("help ")).unwrap_or(line))
                };
                with(draft, choose(prompt, "What is the question?", usual, help, text)?, |d, text| d.text = Some(text))
            }
            ReadStep::Querent => {
                let help = "The querent: the person whose question it is.";
                let usual = draft.querent.as_deref().map(|name| (name, name.to_owned()));
                with(draft, choose(prompt, "Who asks?", usual, help, words)?, |d, name| d.querent = Some(name))
            }
            ReadStep::Category => place::category(prompt, draft, cx.correspondences)?,
            ReadStep::Place => place::place(prompt, draft, cx.correspondences)?,
            ReadStep::Board => {
                let usual = draft.with_category(cx.correspondences).board.map(Board::element);
                let answer = place::element(prompt, "Which board?", usual)?;
                with(draft, answer, |d, element| d.board = Some(Board::of(element)))
            }
            ReadStep::Angle => {
                let usual = draft.with_category(cx.correspondences).angle.map(Angle::element);
                let answer = place::element(prompt, "Which angle of it?", usual)?;
                with(draft, answer, |d, element| d.angle = Some(Angle::of(element)))
            }
            ReadStep::Force => place::force(prompt, draft, cx.correspondences)?,
            ReadStep::Array => place::array(prompt, draft, cx.correspondences)?,
            ReadStep::Rules => rules::rules(prompt, draft, cx.correspondences)?,
            ReadStep::Players => players(prompt, draft)?,
            ReadStep::Die => die(prompt, draft, cx.settings.program_throws())?,
            ReadStep::Known => {
                let help =
                    "What is known about the matter before the first turn. It is written at the top of the journal.";
                let answer = note(prompt, "What is known already?", &draft.known, help)?;
                with(draft, answer, |d, known| d.known = known)
            }
            ReadStep::Supposed => {
                let help = "What is supposed or hoped, as distinct from what is known.";
                let answer = note(prompt, "What is supposed?", &draft.supposed, help)?;
                with(draft, answer, |d, supposed| d.supposed = supposed)
            }
            ReadStep::Asked => {
                let help = "What exactly the reading should answer.";
                let answer = note(prompt, "What should the reading answer?", &draft.asked, help)?;
                with(draft, answer, |d, asked| d.asked = asked)
            }
        })
    }
}

/// Asks for an optional note.
fn note(
    prompt: &mut Prompt,
    question: &str,
    said: &Option<String>,
    help: &str,
) -> CommandResult<ChoiceReply<Option<String>>> {
    let usual = (said.as_deref().unwrap_or("nothing"), said.clone());
    let help = format!("{help} Type - to skip this.");
    let read = |line: &str| Ok((line != "-").then(|| line.to_owned()));
    choose(prompt, question, Some(usual), &help, read)
}

fn players(prompt: &mut Prompt, draft: &QuestionDraft) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let querent = draft.querent.clone().unwrap_or_default();
    let help = "One player plays all four armies. With two to four players, name the one who plays the querent's army first; two players play a side each. The names level-1 to level-4 are the program, from the weakest to the strongest.";
    let usual = draft.players.as_ref().map_or(querent, |players| players.join(", "));
    Ok(with(draft, seats::ask_players(prompt, Some(&usual), help)?, |d, names| d.players = Some(names)))
}

fn die(prompt: &mut Prompt, draft: &QuestionDraft, program_throws: bool) -> CommandResult<ChoiceReply<QuestionDraft>> {
    let help = "hand: you throw a die and type its number. program: the program throws. A number is a seed: the program throws, and the same seed always gives the same throws. For a seed from 1 to 6, type seed before it.";
    let read = |line: &str| {
        let (seed, number) = line.strip_prefix("seed ").map_or((false, line), |number| (true, number.trim()));
        match number.parse::<u64>() {
            // This is probably a throw, typed too early; as a seed it would hand the die to the program.
            Ok(1..=6) if !seed => Err(format!(
                "throws of your die are asked for later; type hand, program, or seed {line} for throws by the program with that seed"
            )),
            Ok(seed) if i64::try_from(seed).is_ok() => Ok(DieThrower::Seeded(seed)),
            Ok(_) => Err("the seed can be at most 9223372036854775807".to_owned()),
            Err(_) => one_of(line, &["hand", "program"])
                .map(|word| if word == "hand" { DieThrower::ByHand } else { DieThrower::ByProgram }),
        }
    };
    let default = if program_throws { DieThrower::ByProgram } else { DieThrower::ByHand };
    let usual = draft.die.unwrap_or(default);
    let shown = match usual {
        DieThrower::ByHand => "hand".to_owned(),
        DieThrower::ByProgram => "program".to_owned(),
        DieThrower::Seeded(seed) => format!("seed {seed}"),
    };
    let answer = choose(prompt, "Who throws the die? (hand, program, or a seed)", Some((&shown, usual)), help, read)?;
    Ok(with(draft, answer, |d, die| d.die = Some(die)))
}
