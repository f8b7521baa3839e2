//! The course: its lessons, and the answers to their tasks.

use serde::{Deserialize, Serialize};

use crate::chess::Move;
use crate::correspondences::{Lesson, LessonStep, LessonTask};
use crate::input::quoted;
use crate::journal::{read_learned, write_learned};
use crate::lookup::{LessonVerdict, lesson_session};
use crate::study::Consequence;

use super::call::{Call, CallAnswer, Problem};
use super::move_options::OfferView;
use super::page_state::PlaceView;
use super::routes::Table;

/// A lesson with its steps.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct LessonView {
    name: String,
    title: String,
    steps: Vec<LessonStepView>,
    done: usize,
    /// The name of the lesson after this one.
    next: Option<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct LessonStepView {
    say: Vec<String>,
    ask: String,
    board: &'static str,
    ptah: Option<String>,
    throw: Option<u8>,
    place: PlaceView,
    /// `moves`, `squares` or `choices`.
    task: &'static str,
    /// The moves that are possible, where one is asked for.
    offers: Vec<OfferView>,
    /// The answers to choose from.
    choices: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct LessonAnswer {
    lesson: String,
    step: usize,
    answer: String,
}

/// What an answer comes to.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct VerdictView {
    right: bool,
    says: Vec<String>,
    /// The position after the right move.
    place: Option<PlaceView>,
    /// Why it could not be remembered that the step was done.
    lost: Option<String>,
}

impl Table<'_> {
    fn lesson(&self, name: &str) -> Result<(usize, &Lesson), Problem> {
        let found = self.correspondences.lessons().iter().enumerate().find(|(_, lesson)| lesson.name == name);
        found.ok_or_else(|| Problem::not_found(format!("There is no lesson {}.", quoted(name))))
    }

    /// How many of its steps were done.
    pub(super) fn done(&self, lesson: &Lesson) -> usize {
        let done = self.settings.learned.as_deref().and_then(|file| read_learned(file).get(&lesson.name).copied());
        done.unwrap_or(0).min(lesson.steps.len())
    }

    /// GET `api/lesson`.
    pub(super) fn show_lesson(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let (at, lesson) = self.lesson(call.query("name").unwrap_or_default())?;
        let next = self.correspondences.lessons().get(at + 1).map(|lesson| lesson.name.clone());
        Ok(CallAnswer::json(&LessonView {
            name: lesson.name.clone(),
            title: lesson.title.clone(),
            steps: lesson.steps.iter().map(LessonStepView::of).collect(),
            done: self.done(lesson),
            next,
        }))
    }

    /// POST `api/lesson`: judges an answer, and remembers a step that was done.
    pub(super) fn answer_lesson(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let given: LessonAnswer = call.body()?;
        let (_, lesson) = self.lesson(&given.lesson)?;
        let step = lesson
            .steps
            .get(given.step)
            .ok_or_else(|| Problem::invalid(format!("Choose a step from 0 to {}.", lesson.steps.len() - 1)))?;
        let verdict = LessonVerdict::of(step, &given.answer);
        let file = self.settings.learned.as_deref().filter(|_| verdict.right);
        let kept = file.map_or(Ok(()), |file| write_learned(file, &lesson.name, given.step + 1));
        let place = verdict.mv.and_then(|mv| {
            let preview = lesson_session(step).preview(mv).ok()?;
            Some(PlaceView::of(&preview.turn.position, Some(mv)))
        });
        let lost = kept.err().map(|error| format!("That you have done this step could not be saved: {error}."));
        Ok(CallAnswer::json(&VerdictView { right: verdict.right, says: verdict.says, place, lost }))
    }
}

impl LessonStepView {
    fn of(step: &LessonStep) -> LessonStepView {
        let session = lesson_session(step);
        let offer = |mv: &Move| {
            let preview = session.preview(*mv).ok()?;
            OfferView::of_turn(&preview.turn, &Consequence::at(&preview, step.ptah, None, false))
        };
        let (task, offers, choices) = match &step.task {
            LessonTask::Moves(_) => ("moves", session.moves().iter().filter_map(offer).collect(), vec![]),
            LessonTask::Squares(_) => ("squares", vec![], vec![]),
            LessonTask::Choices(choices) => {
                ("choices", vec![], choices.iter().map(|choice| choice.text.clone()).collect())
            }
        };
        LessonStepView {
            say: step.say.split("\n\n").map(str::to_owned).collect(),
            ask: step.ask.clone(),
            board: step.board.name(),
            ptah: step.ptah.map(|square| square.to_string()),
            throw: step.throw,
            place: PlaceView::of(&step.position, None),
            task,
            offers,
            choices,
        }
    }
}
