//! The summary of a reading: facts, then sentences (INTERPRETATION 8).

use serde::Serialize;

use crate::chess::Piece;
use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;

use super::answer_facts::{AnswerBasis, AnswerFacts, PlaceFacts};
use super::context::ReadingContext;
use super::delay::DelayFacts;
use super::events::{EventFact, WeighedEvent, events};
use super::king::{CheckFacts, FallFacts, RoadFacts};
use super::sentences::SentenceWriter;
use super::significator::{Followed, SignificatorFacts};
use super::squares::{FrequentSquare, GatheringFacts, PtahFacts, SignFacts, marks};

/// The summary of a reading, in frames.
///
/// ```
/// use enochian::{interpretation::ReadingSummary, journal, correspondences::Correspondences};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let summary = ReadingSummary::of(journal::read(journal.as_ref(), correspondences).unwrap().enochian().unwrap(), correspondences).expect("it is a reading");
/// assert_eq!(summary.frames[0].id, "S1");
/// assert_eq!(summary.frames[0].text, "Yes, with some difficulty (by the Ptah, turn 32).");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(transparent)]
#[non_exhaustive]
pub struct ReadingSummary {
    /// The frames with something to report, S1 to S12, after the notes on what was known, supposed and asked.
    pub frames: Vec<Frame>,
    /// The opening sentence, which says whose view this is.
    #[serde(skip)]
    head: String,
    /// S3 in the short form.
    #[serde(skip)]
    short_road: String,
}

/// A part of a summary.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Frame {
    /// `S1` to `S12`; the notes are `S0`.
    pub id: &'static str,
    /// The turns that its facts name, in order.
    pub turns: Vec<u32>,
    /// The facts.
    pub facts: FrameFacts,
    /// The sentences.
    pub text: String,
}

/// The facts of a frame.
#[allow(missing_docs, reason = "each is of the frame that its facts name")]
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum FrameFacts {
    Notes(NoteFacts),
    Answer(AnswerFacts),
    Place(PlaceFacts),
    Road(RoadFacts),
    Checks(CheckFacts),
    Event(EventFact),
    Significator(SignificatorFacts),
    Ptah(PtahFacts),
    Signs(SignFacts),
    Gathering(GatheringFacts),
    Delay(DelayFacts),
    Trust(TrustFacts),
}

/// S0: what was written down before the first turn (INTERPRETATION 1.2).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct NoteFacts {
    /// What is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub known: Option<String>,
    /// What is supposed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supposed: Option<String>,
    /// What is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked: Option<String>,
}

/// S12: how the landings differ from chance, and who chose the moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TrustFacts {
    /// The counts that differ significantly from even chances.
    pub marks: Vec<FrequentSquare>,
    /// Whether the program chose the moves.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub program: bool,
}

impl ReadingSummary {
    /// The heading of a summary.
    pub const HEADING: &str = "Summary";

    /// The summary of a reading; `None` for a game.
    #[must_use]
    pub fn of(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Option<ReadingSummary> {
        ReadingSummary::with_significator(record, correspondences, None)
    }

    /// The summary with a significator that a person chose, as it stood at the start (INTERPRETATION 2.5).
    ///
    /// A piece that was not on the board at the start is never found.
    #[must_use]
    pub fn with_significator(
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
        named: Option<Piece>,
    ) -> Option<ReadingSummary> {
        let context = ReadingContext::of(record, correspondences, named)?;
        let writer = SentenceWriter::of(context.question, correspondences);
        let frame = |(id, mut turns, facts): (&'static str, Vec<u32>, FrameFacts)| {
            turns.sort_unstable();
            turns.dedup();
            Frame { id, turns, text: writer.part(id, &facts), facts }
        };
        let frames: Vec<Frame> = facts(&context).into_iter().map(frame).collect();
        let short_road = frames.iter().find(|frame| frame.id == "S3").map(|road| writer.short_road(&road.facts));
        Some(ReadingSummary {
            frames,
            head: correspondences.sentences().head.clone(),
            short_road: short_road.unwrap_or_default(),
        })
    }

    /// The sentences in paragraphs: any notes; the answer and its place; the king and the events; the squares, and how far
    /// to trust all this. The opening sentence comes before the answer.
    #[must_use]
    pub fn paragraphs(&self) -> Vec<String> {
        let paragraphs: [&[&str]; 4] =
            [&["S0"], &["S1", "S2"], &["S3", "S4", "S5", "S6", "S7"], &["S8", "S9", "S10", "S11", "S12"]];
        let paragraphs = paragraphs.iter().map(|parts| {
            let head = parts.contains(&"S1").then_some(self.head.as_str());
            let texts = self.frames.iter().filter(|frame| parts.contains(&frame.id)).map(|frame| frame.text.as_str());
            head.into_iter().chain(texts).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
        });
        paragraphs.filter(|paragraph| !paragraph.is_empty()).collect()
    }

    /// The short form: the answer, and the road of the querent's king (INTERPRETATION 8.9).
    #[must_use]
    pub fn short(&self) -> String {
        let answer = self.frames.iter().find(|frame| frame.id == "S1").map_or("", |frame| frame.text.as_str());
        [self.head.as_str(), answer, &self.short_road].join(" ")
    }
}

/// The facts of each frame, with the turns that they name.
fn facts(context: &ReadingContext<'_>) -> Vec<(&'static str, Vec<u32>, FrameFacts)> {
    let mut all = Vec::new();
    let mut add = |id, turns, facts| all.push((id, turns, facts));
    let outcome = AnswerBasis::of(context);
    let followed = Followed::of(context);
    let road = RoadFacts::of(context, &outcome);
    let events = events(context, &outcome, &followed);
    let heaviest = |is_gain: bool| WeighedEvent::heaviest(context, events.iter().filter(|it| it.is_gain == is_gain));
    let (gain, loss) = (heaviest(true), heaviest(false));
    let is_used = |it: &&WeighedEvent| [gain, loss].into_iter().flatten().any(|used| std::ptr::eq(used, *it));
    let of_significator = events.iter().filter(|it| it.is_significators && !is_used(it));
    let unused = WeighedEvent::heaviest(context, of_significator);
    let loss = loss.map(|loss| {
        let fact = loss.fact(context);
        let is_same = |fall: &FallFacts| fall.turn == fact.turn && fall.at == fact.at;
        EventFact { same_stroke: road.fell.iter().any(is_same), ..fact }
    });
    let significator = SignificatorFacts::of(context, &followed, unused);
    let marks = marks(context);

    let notes = NoteFacts {
        known: context.question.known.clone(),
        supposed: context.question.supposed.clone(),
        asked: context.question.asked.clone(),
    };
    if notes != NoteFacts::default() {
        add("S0", Vec::new(), FrameFacts::Notes(notes));
    }
    add("S1", outcome.turns(), FrameFacts::Answer(outcome.facts.clone()));
    add("S2", Vec::new(), FrameFacts::Place(PlaceFacts::of(context, &outcome)));
    add("S3", road.turns(), FrameFacts::Road(road));
    if let Some(checks) = CheckFacts::of(context) {
        add("S4", checks.turns(), FrameFacts::Checks(checks));
    }
    for (id, event) in [("S5", gain.map(|gain| gain.fact(context))), ("S6", loss)] {
        if let Some(event) = event {
            add(id, event.turns(), FrameFacts::Event(event));
        }
    }
    if let Some(significator) = significator {
        add("S7", significator.turns(), FrameFacts::Significator(significator));
    }
    if let Some(ptah) = PtahFacts::of(context) {
        add("S8", Vec::new(), FrameFacts::Ptah(ptah));
    }
    if let Some(signs) = SignFacts::of(context, &marks) {
        add("S9", Vec::new(), FrameFacts::Signs(signs));
    }
    if let Some(gathering) = GatheringFacts::of(context).filter(|_| context.is_finished()) {
        add("S10", Vec::new(), FrameFacts::Gathering(gathering));
    }
    if let Some(delay) = DelayFacts::of(context, &outcome) {
        add("S11", delay.turns(), FrameFacts::Delay(delay));
    }
    let trust = TrustFacts { marks, program: context.record.heading().automatic };
    add("S12", Vec::new(), FrameFacts::Trust(trust));
    all
}
