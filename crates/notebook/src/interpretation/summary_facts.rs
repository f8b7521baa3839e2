//! What is told of a reading: the answer with its cause, the threads that led to it, and the close (INTERPRETATION 8).

use serde::Serialize;

use crate::chess::Piece;
use crate::correspondences::Correspondences;
use crate::reading::QuestionKind;
use crate::record::EnochianRecord;

use super::answer_facts::AnswerFacts;
use super::cast::{CastMember, cast};
use super::close::SummaryClose;
use super::links::{Link, code_or_null, links};
use super::opening::Opening;
use super::story::Story;
use super::summary_sentences::{Sentence, SummaryPart, heading, summary};
use super::threads::{Thread, threads};

/// What is told of a reading.
///
/// ```
/// use enochian::{interpretation::SummaryFacts, journal, correspondences::Correspondences};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let told = SummaryFacts::of(journal::read(journal.as_ref(), correspondences).unwrap().enochian().unwrap(), correspondences).expect("it is a reading");
/// assert_eq!(told.answer.cause.name(), "held");
/// assert_eq!(told.threads[0].turns, [16, 21, 29]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SummaryFacts {
    /// The answer with its cause.
    pub answer: AnswerFacts,
    /// What is said first.
    pub opening: Opening,
    /// All links between the events, by their first turn.
    pub links: Vec<Link>,
    /// The links that are told, in the order in which they are chosen.
    pub threads: Vec<Thread>,
    /// What closes the summary.
    pub close: SummaryClose,
    /// The piece that stands for the matter, as it was at the start.
    #[serde(serialize_with = "code_or_null")]
    pub significator: Option<Piece>,
    /// The kind of the question.
    pub kind: QuestionKind,
    /// Each officer and each promoted pawn, the weightiest first.
    pub cast: Vec<CastMember>,
    /// What stands above the summary: who plays what, and how such a reading is taken.
    pub heading: String,
    /// The summary.
    pub sentences: Vec<Sentence>,
    /// The short form: the answer, and the weightiest link that led to it.
    pub short: String,
}

impl SummaryFacts {
    /// The heading of a summary.
    pub const HEADING: &str = "Summary";

    /// What is told of a reading; `None` for a game.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Option<SummaryFacts> {
        SummaryFacts::with_significator(record, correspondences, None)
    }

    /// The same with a significator that a person chose, as it stood at the start (INTERPRETATION 2.5).
    #[must_use]
    pub fn with_significator(
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
        named: Option<Piece>,
    ) -> Option<SummaryFacts> {
        let story = Story::of(record, correspondences, named)?;
        let answer = AnswerFacts::of(&story);
        let links = links(&story, answer.verdict);
        let threads = threads(&story, &answer, &links);
        let close = SummaryClose::of(&story, &answer);
        let (significator, cast) = (story.significator, cast(&story));
        let kind = story.question.kind;
        let mut told = SummaryFacts {
            opening: Opening::of(&story, &answer),
            answer,
            links,
            threads,
            close,
            significator,
            kind,
            cast,
            heading: heading(&story),
            sentences: Vec::new(),
            short: String::new(),
        };
        (told.sentences, told.short) = summary(&story, &told);
        Some(told)
    }

    /// The summary in paragraphs, below its heading and any notes: the answer; who carries the question; what led to the
    /// answer, with the pivot; the close.
    #[must_use]
    pub fn paragraphs(&self) -> Vec<String> {
        use SummaryPart::{Answer, Close, Notes, Opening, Pivot, Threads};
        let parts: [&[SummaryPart]; 4] = [&[Answer], &[Opening], &[Threads, Pivot], &[Close]];
        let above = [self.paragraph(&[Notes]), self.heading.clone()];
        let paragraphs = above.into_iter().chain(parts.map(|parts| self.paragraph(parts)));
        paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
    }

    /// The sentences of these parts.
    pub(super) fn paragraph(&self, parts: &[SummaryPart]) -> String {
        let texts = self.sentences.iter().filter(|it| parts.contains(&it.part)).map(|it| it.text.as_str());
        texts.collect::<Vec<_>>().join(" ")
    }
}
