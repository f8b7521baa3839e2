//! `enochian learn`.

use crate::cli::prelude::*;
use crate::correspondences::{Lesson, LessonStep, LessonTask};
use crate::games::{Diagram, enochian_seats};
use crate::journal::{read_learned, write_learned};
use crate::lookup::{LessonVerdict, lesson_session, suggestion};
use crate::render::DiagramText;

use super::colours;
use super::play::choice::{ChoiceReply, choose, confirm};
use super::settings::Settings;
use super::terminal::page_width;

/// Learn the game and the reading in twelve short lessons
///
/// Each lesson asks for moves or answers, and says what a wrong one would lead to. Without an argument: the list of lessons, and
/// at a terminal the next one. Lessons can be repeated. The page of `enochian table` has the same lessons, with a board.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  enochian learn\n  enochian learn 4\n  enochian learn ptah")]
pub(super) struct LearnArgs {
    /// The number or name of a lesson
    lesson: Option<String>,
}

impl LearnArgs {
    pub(super) fn run(self, cx: &Cx) -> CommandResult<()> {
        let lessons = cx.correspondences.lessons();
        let mut prompt = Prompt::new(false)?.explaining(cx.correspondences);
        let mut at = match &self.lesson {
            Some(named) => find(named, lessons)?,
            None => {
                prompt.say(list(lessons, cx.settings))?;
                if !prompt.is_person() {
                    return Ok(());
                }
                // By default the first that was not done.
                let is_left = |lesson: &Lesson| done(lesson, cx.settings) < lesson.steps.len();
                let next = lessons.iter().position(is_left).unwrap_or(0);
                let read = |line: &str| find(line, lessons).map_err(|error| error.to_string());
                let default = Some((&*(next + 1).to_string(), next));
                match choose(&mut prompt, "\nWhich lesson?", default, "Type the number or name of a lesson.", read)? {
                    ChoiceReply::Given(at) => at,
                    ChoiceReply::Back | ChoiceReply::Stop => return prompt.finish(),
                }
            }
        };
        while teach(&mut prompt, &lessons[at], cx.settings)? {
            at += 1;
            let Some(next) = lessons.get(at).filter(|_| prompt.is_person()) else { break };
            let question = format!("\nGo on with lesson {}, {}?", at + 1, next.title);
            let ChoiceReply::Given(true) = confirm(&mut prompt, &question, Some(true), "Type yes or no.")? else {
                break;
            };
        }
        prompt.finish()
    }
}

fn find(named: &str, lessons: &[Lesson]) -> CommandResult<usize> {
    let numbered = named.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
    let found = lessons.iter().enumerate().position(|(at, lesson)| {
        Some(at) == numbered || lesson.name.eq_ignore_ascii_case(named) || lesson.title.eq_ignore_ascii_case(named)
    });
    found.ok_or_else(|| {
        let meant = suggestion(named, lessons.iter().map(|lesson| lesson.name.as_str()));
        problem!("there is no lesson {}; expected 1 to {}, or a name{meant}", quoted(named), lessons.len()).of_usage()
    })
}

/// The steps of a lesson that were done.
fn done(lesson: &Lesson, settings: &Settings) -> usize {
    let learned = settings.learned().map(|file| read_learned(&file)).unwrap_or_default();
    learned.get(&lesson.name).copied().unwrap_or(0).min(lesson.steps.len())
}

fn list(lessons: &[Lesson], settings: &Settings) -> String {
    let lines = lessons.iter().enumerate().map(|(at, lesson)| {
        let progress = match done(lesson, settings) {
            0 => String::new(),
            steps if steps == lesson.steps.len() => " (done)".to_owned(),
            steps => format!(" ({steps} of {} steps done)", lesson.steps.len()),
        };
        format!("  {:>2}  {}{progress}\n      {}", at + 1, lesson.title, lesson.about)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Goes through a lesson: from the first step that was not done, or all of it again. False if the person stops.
fn teach(prompt: &mut Prompt, lesson: &Lesson, settings: &Settings) -> CommandResult<bool> {
    let begun = done(lesson, settings) % lesson.steps.len();
    prompt.say(format!("\n{}\n{}", lesson.title, "─".repeat(lesson.title.chars().count())))?;
    if begun > 0 {
        prompt.say(format!("You have done {begun} of {} steps. Type back to see them again.", lesson.steps.len()))?;
    }
    let mut at = begun;
    while let Some(step) = lesson.steps.get(at) {
        prompt.say(format!("\n{} of {}. {}\n", at + 1, lesson.steps.len(), step.say))?;
        prompt.say(picture(step))?;
        match ask(prompt, step)? {
            ChoiceReply::Given(()) => {
                at += 1;
                if let Some(file) = settings.learned()
                    && let Err(error) = write_learned(&file, &lesson.name, at)
                {
                    prompt.say(format!("That you have done this step could not be saved: {error}."))?;
                }
            }
            ChoiceReply::Back => at = at.saturating_sub(1),
            ChoiceReply::Stop => return Ok(false),
        }
    }
    prompt.say("\nThis lesson is done.")?;
    Ok(true)
}

/// Asks until the answer is right.
fn ask(prompt: &mut Prompt, step: &LessonStep) -> CommandResult<ChoiceReply<()>> {
    let mut asked = step.ask.clone();
    let expected = match &step.task {
        LessonTask::Moves(_) => "Type a move by its square, such as d6, or by both squares, such as c8d6.",
        LessonTask::Squares(_) => "Type a square, such as a8.",
        LessonTask::Choices(choices) => {
            let lines = choices.iter().enumerate().map(|(at, choice)| format!("\n  {}  {}", at + 1, choice.text));
            asked.extend(lines);
            "Type the number of an answer."
        }
    };
    prompt.say(&asked)?;
    loop {
        let Some(line) = prompt.ask(">")? else { return Ok(ChoiceReply::Stop) };
        match line.to_lowercase().as_str() {
            "help" | "h" | "?" | "" => {
                prompt.say(format!(
                    "{expected} Type show for the answer, moves for what is possible, board, back, or stop. help and a word \
                     explains it."
                ))?;
            }
            "board" => prompt.say(picture(step) + "\n" + &asked)?,
            "moves" => {
                let moves: Vec<String> = lesson_session(step).moves().iter().map(ToString::to_string).collect();
                prompt.say(moves.join(" "))?;
            }
            "back" => return Ok(ChoiceReply::Back),
            _ => {
                let verdict = LessonVerdict::of(step, &line);
                let judged = match verdict.right {
                    true if line.eq_ignore_ascii_case("show") => "The answer:",
                    true => "Right.",
                    false => "No.",
                };
                prompt.say(format!("{judged} {}", verdict.says.join(" ")))?;
                if verdict.right {
                    return Ok(ChoiceReply::Given(()));
                }
            }
        }
    }
}

fn picture(step: &LessonStep) -> ScreenText {
    let (diagram, width) = (Diagram::from(&step.position), page_width());
    let text = DiagramText { width, ptah: step.ptah, has_angles: true, ..DiagramText::of(&diagram, enochian_seats()) };
    text.coloured(colours::screen())
}
