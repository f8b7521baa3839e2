//! The course: the list of its lessons.

use serde::Serialize;

use super::View;
use crate::server::routes::Table;

/// A lesson in the list.
#[derive(Debug, Serialize)]
struct LessonLine<'c> {
    name: &'c str,
    title: &'c str,
    about: &'c str,
    steps: usize,
    /// The steps that were done.
    done: usize,
}

impl Table<'_> {
    /// The lessons.
    pub(super) fn lessons_view(&self) -> View {
        let lines = self.correspondences.lessons().iter().map(|lesson| LessonLine {
            name: &lesson.name,
            title: &lesson.title,
            about: &lesson.about,
            steps: lesson.steps.len(),
            done: self.done(lesson),
        });
        View::new("learn.html", "Learn", lines.collect::<Vec<_>>())
    }
}
