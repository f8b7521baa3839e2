//! The course: the list of its lessons, a step of one, and the answers to its task.

use super::board::{BoardLook, Shown, unique};
use super::{Done, View, shown};
use crate::chess::Move;
use crate::correspondences::{Lesson, LessonStep, LessonTask};
use crate::export::encoded;
use crate::input::quoted;
use crate::journal::{read_learned, write_learned};
use crate::lookup::{LessonVerdict, lesson_session};
use crate::server::call::{Call, Problem};
use crate::server::move_options::OfferView;
use crate::server::routes::Table;
use crate::study::Consequence;

impl Table<'_> {
    /// The lessons.
    pub(super) fn lessons_view(&self) -> View {
        let lines = self.correspondences.lessons().iter().map(|lesson| {
            shown! {
                title: &lesson.title,
                about: &lesson.about,
                steps: lesson.steps.len(),
                done: self.done(lesson),
                to: self.address_of(lesson),
            }
        });
        View::new("learn.html", "Learn", lines.collect::<Vec<_>>())
    }

    /// The view of `learn=…`, and of its `step=…`.
    pub(super) fn lesson_view(&self, call: &Call) -> Result<View, Problem> {
        self.step_view(call, None)
    }

    /// Judges an answer to the task of a step, and remembers a step that was done.
    pub(super) fn lesson_act(&self, call: &Call, answer: &str) -> Result<Done, Problem> {
        self.step_view(call, Some(answer)).map(Done::Shows)
    }

    fn step_view(&self, call: &Call, answer: Option<&str>) -> Result<View, Problem> {
        let lessons = self.correspondences.lessons();
        let name = call.query("learn").unwrap_or_default();
        let found = lessons.iter().position(|lesson| lesson.name == name);
        let at = found.ok_or_else(|| Problem::not_found(format!("There is no lesson {}.", quoted(name))))?;
        let lesson = &lessons[at];
        let steps = lesson.steps.len();
        let number = call.query("step").map_or(Ok(1), str::parse).ok().filter(|number| (1..=steps).contains(number));
        let number = number.ok_or_else(|| Problem::not_found(format!("Choose a step from 1 to {steps}.")))?;
        let step = &lesson.steps[number - 1];

        let verdict = answer.map(|answer| LessonVerdict::of(step, answer));
        let is_done = verdict.as_ref().is_some_and(|verdict| verdict.right);
        let file = self.settings.learned.as_deref().filter(|_| is_done);
        let kept = file.map_or(Ok(()), |file| write_learned(file, &lesson.name, number));
        let lost = kept.err().map(|error| format!("That you have done this step could not be saved: {error}."));

        let offers = if is_done { Vec::new() } else { offers(step) };
        let made = verdict.as_ref().and_then(|verdict| verdict.mv);
        let played = made.and_then(|mv| Some((lesson_session(step).preview(mv).ok()?.turn.position, mv)));
        let place = match &played {
            Some((position, mv)) => (position, Some(*mv)),
            None => (&step.position, None),
        };
        let ptah = step.ptah.map(|square| square.to_string());
        let shown = Shown {
            offers: &offers,
            ptah: ptah.as_deref(),
            has_die: step.throw.is_some(),
            warns: true,
            ..Shown::default()
        };
        let board = BoardLook::of_squares(step.board.name(), true, self.asked_palette(call), place, shown);
        let address = |number: usize| format!("#learn={}&step={number}", encoded(name));
        let (next, next_words) = match lessons.get(at + 1) {
            _ if number < steps => (address(number + 1), "Go on"),
            Some(lesson) => (self.address_of(lesson), "Next lesson"),
            None => ("#learn".to_owned(), "All lessons"),
        };
        let view = shown! {
            title: &lesson.title,
            // What the board belongs to: another one for each step.
            key: format!("{name} {number}"),
            step: number,
            steps,
            say: step.say.split("\n\n").collect::<Vec<_>>(),
            ask: &step.ask,
            throw: step.throw,
            board,
            task: match step.task {
                _ if is_done => "done",
                LessonTask::Moves(_) => "moves",
                LessonTask::Squares(_) => "squares",
                LessonTask::Choices(_) => "choices",
            },
            // The moves between two squares where one alone does not say which.
            several: several(&offers),
            offers,
            choices: match &step.task {
                LessonTask::Choices(choices) if !is_done => choices.iter().map(|it| it.text.as_str()).collect::<Vec<_>>(),
                _ => Vec::new(),
            },
            verdict,
            // Why it could not be saved that the step was done.
            lost,
            back: if number > 1 { address(number - 1) } else { "#learn".to_owned() },
            next,
            next_words,
        };
        // What was said of an answer stays until the next, also when a word was looked up meanwhile.
        Ok(View { revision: Some("step".to_owned()), ..View::new("lesson.html", &lesson.title, view) })
    }

    /// How many of its steps were done.
    fn done(&self, lesson: &Lesson) -> usize {
        let done = self.settings.learned.as_deref().and_then(|file| read_learned(file).get(&lesson.name).copied());
        done.unwrap_or(0).min(lesson.steps.len())
    }

    /// Where a lesson goes on: what was done is not asked again, unless all of it was.
    fn address_of(&self, lesson: &Lesson) -> String {
        let done = self.done(lesson);
        let step = if done > 0 && done < lesson.steps.len() { format!("&step={}", done + 1) } else { String::new() };
        format!("#learn={}{step}", encoded(&lesson.name))
    }
}

/// The moves that are possible, where one is asked for.
fn offers(step: &LessonStep) -> Vec<OfferView> {
    let session = lesson_session(step);
    let offer = |mv: Move| {
        let preview = session.preview(mv).ok()?;
        OfferView::of_turn(&preview.turn, &Consequence::at(&preview, step.ptah, None, false))
    };
    match step.task {
        LessonTask::Moves(_) => session.moves().into_iter().filter_map(offer).collect(),
        LessonTask::Squares(_) | LessonTask::Choices(_) => Vec::new(),
    }
}

/// The moves of which several lead between the same squares.
fn several(offers: &[OfferView]) -> Vec<Vec<OfferView>> {
    let way = |it: &OfferView| format!("{:?} {:?}", it.from, it.to);
    let ways: Vec<String> = offers.iter().map(way).collect();
    let groups = unique(ways.iter().map(String::as_str));
    let groups = groups.into_iter().map(|one| offers.iter().filter(|it| way(it) == one).cloned().collect());
    groups.filter(|group: &Vec<OfferView>| group.len() > 1).collect()
}
