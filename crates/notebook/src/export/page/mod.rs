//! The page of a record: the text of all page formats, in reading order.

mod between_turns;
mod terms;
mod turns;

use serde::{Serialize, Serializer};

use crate::chess::Mode;
use crate::correspondences::Correspondences;
use crate::input::{safe, safe_prose};
use crate::interpretation::SummaryFacts;
use crate::reading::{Answer, Question};
use crate::record::{Afterword, EnochianRecord, Entry, Heading, Note, Record, Timestamp};
use crate::render::{Totals, capitalised, day, moment, nth, opposition, result, why_over};

pub use between_turns::{BetweenTurns, PageNote};
pub use turns::PageTurn;

/// A reading or a game as a page: the answer, the question and its terms, the turns, the afterwords, and the totals.
///
/// [`Text`](super::Text), [`Markdown`](super::Markdown) and [`Html`](super::Html) lay it out and add nothing but the boards. The text is
/// not escaped for any format, but control characters are made visible. Times and dates are written for people.
///
/// ```
/// use enochian::{export::Page, journal, correspondences::Correspondences};
/// let correspondences = Correspondences::embedded();
/// let journal = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
/// let page = Page::of(&journal::read(journal.as_ref(), correspondences).unwrap(), correspondences);
/// assert_eq!(page.byline, "Asked by Anna on Saturday 21 November 2026 at 03:38 (Etc/UTC).");
/// assert_eq!(page.answer, "Yes");
/// assert_eq!(page.turns.len(), 32);
/// ```
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Page {
    /// The headings of its parts.
    pub headings: Headings,
    /// The question, or the name of the game.
    pub title: String,
    /// Whether it is a reading or a game.
    #[serde(serialize_with = "mode_name")]
    pub mode: Mode,
    /// `A reading of Enochian chess`, `Gods of Chess`.
    pub kind: String,
    /// Who asked, and when.
    pub byline: String,
    /// The answer, or the result of the game: `Yes`.
    pub answer: String,
    /// The reasons for it, one sentence each.
    pub reasons: Vec<String>,
    /// The paragraphs of the summary; empty for a game, and while a reading is quiet.
    pub summary: Vec<String>,
    /// The place of the question; empty for a game.
    pub about: String,
    /// The terms of play, each with a label.
    pub terms: Vec<(&'static str, String)>,
    /// The standing turns.
    pub turns: Vec<PageTurn>,
    /// The text after the last turn.
    pub after_turns: Option<BetweenTurns>,
    /// When it was concluded; empty before that.
    pub concluded: String,
    /// Remarks on the whole, and outcomes.
    pub afterwards: Vec<PageNote>,
    /// The tags, as a list.
    pub tags: String,
    /// The totals; `None` before the first turn, and in the other games.
    pub totals: Option<Totals>,
}

/// The headings of the parts of a page.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Headings {
    /// For the answer, or the result of a game.
    pub answer: &'static str,
    /// For the summary.
    pub summary: &'static str,
    /// For the terms.
    pub terms: &'static str,
    /// For the turns.
    pub turns: &'static str,
    /// For the afterwords.
    pub afterwards: &'static str,
    /// For the totals.
    pub totals: &'static str,
}

impl Page {
    /// The page of a record of any game.
    #[must_use]
    pub fn of(record: &Record, correspondences: &Correspondences) -> Page {
        let (turns, after_turns) = match record.enochian() {
            Some(record) => turns::turns(record, correspondences),
            None => turns::acts(record),
        };
        let counted = record.enochian().filter(|_| !turns.is_empty());
        let begun = &record.heading().begun;
        let concluded = |(_, at)| format!("Concluded on {}.", later(&at, begun));
        Page {
            turns,
            after_turns,
            concluded: record.concluded().map_or(String::new(), concluded),
            afterwards: afterwards(record),
            summary: record.enochian().map_or(Vec::new(), |record| summary(record, correspondences)),
            totals: counted.map(|record| Totals::of(record, correspondences)),
            ..Page::head(record, correspondences)
        }
    }

    /// The page of a record of any game without its turns, the text around them, and what is counted in them.
    #[must_use]
    pub fn head(record: &Record, correspondences: &Correspondences) -> Page {
        let (mode, game, enochian) = (record.mode(), record.game(), record.enochian());
        let question = enochian.and_then(|record| record.subject().question());
        let tags: Vec<&str> = record.tags().into_iter().map(|tag| tag.as_str()).collect();
        Page {
            headings: Headings::of(mode),
            title: safe(game.title()).into_owned(),
            mode,
            kind: match enochian {
                Some(_) => format!("A {mode} of Enochian chess"),
                None => game.kind().title().to_owned(),
            },
            byline: byline(record.heading(), question),
            answer: answer(record),
            reasons: reasons(record),
            summary: Vec::new(),
            about: question.map_or(String::new(), |question| about(question, record.is_quiet(), correspondences)),
            terms: enochian.map_or_else(|| terms::of_acts(record), terms::of_turns),
            turns: Vec::new(),
            after_turns: None,
            concluded: String::new(),
            afterwards: Vec::new(),
            tags: tags.join(", "),
            totals: None,
        }
    }
}

impl Headings {
    fn of(mode: Mode) -> Headings {
        let (answer, terms) = match mode {
            Mode::Reading => ("The answer", "The question"),
            Mode::Game => ("The result", "The game"),
        };
        Headings {
            answer,
            summary: SummaryFacts::HEADING,
            terms,
            turns: "The turns",
            afterwards: "Afterwards",
            totals: "Totals",
        }
    }
}

fn mode_name<S: Serializer>(mode: &Mode, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(mode.name())
}

fn prose(text: &str) -> String {
    safe_prose(text).into_owned()
}

fn byline(heading: &Heading, question: Option<&Question>) -> String {
    let begun = begun(&heading.begun, heading.zone.as_deref());
    match question {
        Some(question) => format!("Asked by {} on {begun}.", safe(&question.querent)),
        None => format!("A game on {begun}."),
    }
}

/// When it began, with the name of the zone if it is known, otherwise its offset.
fn begun(at: &Timestamp, zone: Option<&str>) -> String {
    let place = zone.map_or(at.offset().to_string(), |zone| safe(zone).into_owned());
    format!("{} ({place})", moment(at))
}

/// A later time, with its offset if that has changed since the beginning.
fn later(at: &Timestamp, begun: &Timestamp) -> String {
    let offset = if at.offset() == begun.offset() { String::new() } else { format!(" ({})", at.offset()) };
    moment(at) + &offset
}

/// Shown instead of what a quiet reading hides (INTERPRETATION 1.1).
const QUIET: &str = "Signs, houses and meanings are shown when the reading is concluded.";

fn about(question: &Question, is_quiet: bool, correspondences: &Correspondences) -> String {
    let category = question.category.as_ref();
    let category = category.map_or("The".to_owned(), |name| format!("{}: the", safe(&capitalised(name))));
    if is_quiet {
        return format!(
            "{category} {} board, its {} angle. The Ptah stands on {}. {QUIET}",
            question.board, question.angle, question.ptah
        );
    }
    let gloss = correspondences.gloss(question.board, question.ptah, None, None);
    let house = match &gloss.house {
        Some(house) => format!("the {} house, {} ({})", nth(house.number), gloss.force, house.matters.join(", ")),
        None => format!("the square of {} itself", gloss.force),
    };
    format!(
        "{category} {} board, its {} angle, {house}. The Ptah stands on {}, {}.",
        question.board, question.angle, question.ptah, gloss.phrase
    )
}

pub(super) fn answer(record: &Record) -> String {
    let question = record.enochian().and_then(|record| record.subject().question());
    let (Some(answer), Some(question)) = (record.answer(), question) else {
        return capitalised(&safe(&result(record)));
    };
    capitalised(&answer.by(question.procedure.ends_by).verdict.to_string())
}

pub(super) fn reasons(record: &Record) -> Vec<String> {
    let mut reasons = vec![safe(&why_over(record)).into_owned()];
    reasons.extend(record.answer().iter().flat_map(verdicts));
    reasons
}

fn summary(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<String> {
    let summary = SummaryFacts::of(record, correspondences).filter(|_| !record.is_quiet());
    let paragraphs = summary.map_or(Vec::new(), |summary| summary.paragraphs());
    paragraphs.iter().map(|paragraph| safe(paragraph).into_owned()).collect()
}

fn verdicts(answer: &Answer) -> [String; 3] {
    let since = |ply: Option<u32>| ply.map_or(String::new(), |ply| format!(", since turn {ply}"));
    [
        format!("By the Ptah: {}{}.", answer.ptah.verdict, since(answer.ptah.ply)),
        format!("By the kings: {}{}.", answer.kings.verdict, since(answer.kings.ply)),
        format!("{}: {}.", capitalised(&answer.manner.to_string()), opposition(answer)),
    ]
}

/// A remark on the whole.
fn on_the_whole(note: &Note<'_>) -> Option<PageNote> {
    let moment = note.moment.filter(|_| note.ply.is_none())?;
    Some(PageNote::of(format!("Remark of {}", day(moment.date_naive())), note))
}

/// The remarks on the whole.
pub(super) fn remarks(record: &Record) -> Vec<PageNote> {
    record.notes().iter().filter_map(on_the_whole).collect()
}

/// The remarks on the whole and the outcomes. Remarks on a turn are shown with that turn.
fn afterwards(record: &Record) -> Vec<PageNote> {
    let notes = record.notes();
    let note = |(number, entry): (usize, &Entry)| match entry {
        Entry::Afterword(Afterword::Outcome(outcome)) => Some(PageNote {
            label: format!("Outcome on {}: the answer proved {}", day(outcome.on), outcome.proved),
            words: prose(&outcome.words),
            picture: None,
        }),
        _ => notes.iter().find(|note| note.entry == number).and_then(on_the_whole),
    };
    record.entries().iter().enumerate().filter_map(note).collect()
}
