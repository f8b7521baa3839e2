//! The page of a record: what every page made of it tells, put into words once, in the order in which it is read.

mod between_turns;
mod roads;
mod turns;

use serde::{Serialize, Serializer};

use crate::chess::{Army, Mode};
use crate::correspondences::{Correspondences, EndsBy};
use crate::input::{safe, safe_prose};
use crate::interpretation::ReadingSummary;
use crate::reading::{Answer, DieThrower, Question};
use crate::record::{Annotation, Closing, Heading, Record, SeatThrow, Subject, Timestamp};
use crate::render::{Totals, capitalised, day, moment, nth, result};

pub use between_turns::{BetweenTurns, PageNote, TakenBackTurns};
pub use roads::{ArmyRoads, PageRoadStep, PieceRoad};
pub use turns::{PageLanding, PageTurn};

/// A reading or a game as a page: the answer first, then the question and its terms, the turns, what was said of it
/// afterwards, and what the turns came to.
///
/// The faces of the page ([`Text`](super::Text), [`Markdown`](super::Markdown), [`Html`](super::Html)) lay it out and add
/// nothing. Nothing in it is escaped for any format, but control characters are made visible, and moments and days
/// are written as people write them.
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
    /// What its parts are called.
    pub headings: Headings,
    /// The question, or the name of the game.
    pub title: String,
    /// Whether it is of a reading or of a game.
    #[serde(serialize_with = "mode_name")]
    pub mode: Mode,
    /// `A reading of Enochian chess`.
    pub kind: String,
    /// Who asked, and when.
    pub byline: String,
    /// The answer, or how the game came out, in a word or a few: `yes`.
    pub answer: String,
    /// What led to it, a sentence each.
    pub reasons: Vec<String>,
    /// What the reading tells, a paragraph each; empty for a game, and as long as a reading is quiet.
    pub summary: Vec<String>,
    /// To what the question falls; empty for a game.
    pub about: String,
    /// What it was played by: a label and what there is to say.
    pub terms: Vec<(&'static str, String)>,
    /// Every turn that stands.
    pub turns: Vec<PageTurn>,
    /// What came after the last turn.
    pub after_turns: Option<BetweenTurns>,
    /// When it was concluded; empty while it goes on.
    pub concluded: String,
    /// Remarks on the whole, and what came to pass.
    pub afterwards: Vec<PageNote>,
    /// The tags that it bears, as a list; empty where there are none.
    pub tags: String,
    /// What the turns came to; none before the first.
    pub totals: Option<Totals>,
    /// The roads of the pieces that went anywhere, army by army.
    pub roads: Vec<ArmyRoads>,
}

/// What the parts of a page are called.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Headings {
    /// Over the answer, or the result of a game.
    pub answer: &'static str,
    /// Over what the reading tells.
    pub summary: &'static str,
    /// Over what it was played by.
    pub terms: &'static str,
    /// Over the turns.
    pub turns: &'static str,
    /// Over what was said later.
    pub afterwards: &'static str,
    /// Over what the turns came to.
    pub totals: &'static str,
    /// Over the roads of the pieces.
    pub roads: &'static str,
}

impl Page {
    /// The page of a record.
    #[must_use]
    pub fn of(record: &Record, correspondences: &Correspondences) -> Page {
        let heading = record.heading();
        let subject = &heading.subject;
        let (turns, after_turns) = turns::turns(record, correspondences);
        let tags: Vec<&str> = record.tags().into_iter().map(|tag| tag.as_str()).collect();
        Page {
            headings: Headings::of(subject),
            title: safe(subject.title()).into_owned(),
            mode: subject.mode(),
            kind: format!("A {} of Enochian chess", subject.mode()),
            byline: byline(heading),
            answer: answer(record),
            reasons: reasons(record),
            summary: summary(record, correspondences),
            about: subject
                .question()
                .map_or(String::new(), |question| about(question, record.is_quiet(), correspondences)),
            terms: terms(record),
            after_turns,
            concluded: record
                .concluded()
                .map_or(String::new(), |(_, at)| format!("Concluded on {}.", later(&at, heading))),
            afterwards: afterwards(record),
            tags: tags.join(", "),
            totals: (!turns.is_empty()).then(|| Totals::of(record, correspondences)),
            turns,
            roads: roads::roads(record, correspondences),
        }
    }
}

impl Headings {
    fn of(subject: &Subject) -> Headings {
        let (answer, terms) = match subject {
            Subject::Reading(..) => ("The answer", "The question"),
            Subject::Game(_) => ("The result", "The game"),
        };
        Headings {
            answer,
            summary: ReadingSummary::HEADING,
            terms,
            turns: "The turns",
            afterwards: "Afterwards",
            totals: "What the turns came to",
            roads: "The roads of the pieces",
        }
    }
}

fn mode_name<S: Serializer>(mode: &Mode, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(mode.name())
}

fn prose(text: &str) -> String {
    safe_prose(text).into_owned()
}

fn byline(heading: &Heading) -> String {
    // The name of the zone says more than its offset, which stands for it where the name is not known.
    let place = heading.zone.as_ref().map_or(heading.begun.offset().to_string(), |zone| safe(zone).into_owned());
    let begun = format!("{} ({place})", moment(&heading.begun));
    match &heading.subject {
        Subject::Reading(question, _) => format!("Asked by {} on {begun}.", safe(&question.querent)),
        Subject::Game(_) => format!("A game on {begun}."),
    }
}

/// A moment after the beginning; where the clock goes by another offset than then, with that.
fn later(at: &Timestamp, heading: &Heading) -> String {
    let offset = if at.offset() == heading.begun.offset() { String::new() } else { format!(" ({})", at.offset()) };
    moment(at) + &offset
}

/// What a page of a quiet reading says of what it leaves out (INTERPRETATION 1.1).
const QUIET: &str = "Signs, houses and meanings are told when the reading is concluded.";

fn about(question: &Question, is_quiet: bool, correspondences: &Correspondences) -> String {
    let matter =
        question.category.as_ref().map_or("The question".to_owned(), |c| format!("A question of {}: it", safe(c)));
    if is_quiet {
        return format!(
            "{matter} falls to the {} board and its {} angle. The Ptah stands on {}. {QUIET}",
            question.board, question.angle, question.ptah
        );
    }
    let gloss = correspondences.gloss(question.board, question.ptah, None, None);
    let house = match &gloss.house {
        Some(house) => format!("the {} house, {} ({})", nth(house.number), gloss.force, house.matters.join(", ")),
        None => format!("the square of {} itself", gloss.force),
    };
    format!(
        "{matter} falls to the {} board, its {} angle, and there to {house}. The Ptah stands on {}, {}.",
        question.board, question.angle, question.ptah, gloss.phrase
    )
}

fn terms(record: &Record) -> Vec<(&'static str, String)> {
    let heading = record.heading();
    let subject = &heading.subject;
    let start = subject.start();
    let mut terms = vec![("Board", subject.board().to_string())];
    if let Subject::Reading(question, die) = subject {
        let die = match die {
            DieThrower::ByHand => "thrown by hand".to_owned(),
            DieThrower::ByProgram => "thrown by the program".to_owned(),
            DieThrower::Seeded(seed) => format!("thrown by the program from the seed {seed}"),
        };
        let ptah = match record.is_quiet() {
            true => question.ptah.to_string(),
            false => format!("{}, {}", question.ptah, question.force),
        };
        terms.extend([
            ("Angle", question.angle.to_string()),
            ("Ptah", ptah),
            ("Querent’s army", question.army().to_string()),
            ("Procedure", safe(&question.procedure.name).into_owned()),
            ("Die", format!("{die}; table {}", safe(&question.dice.name))),
        ]);
        terms.extend(question.notes_before_play().map(|(label, words)| (label, safe(words).into_owned())));
    }
    terms.extend(subject.array().map(|array| ("Array", array.to_string())));
    terms.push(("Moves first", format!("{}; turns pass {}", start.turn(), start.direction())));
    terms.push(("Ruleset", safe(&subject.ruleset().name).into_owned()));
    terms.push(("Players", players(heading)));
    let choice: Vec<String> = heading.seats.throws.iter().map(choice).collect();
    if !choice.is_empty() {
        terms.push(("Choice", choice.join("; ")));
    }
    if heading.automatic {
        let seed = subject.setting().and_then(|setting| setting.seed);
        let seed = seed.map_or(String::new(), |seed| format!(" from the seed {seed}"));
        terms.push(("Moves", format!("chosen by the program at random{seed}")));
    }
    terms.extend(subject.source().map(|source| ("Source", safe(source).into_owned())));
    terms
}

fn players(heading: &Heading) -> String {
    let seats = &heading.seats;
    let one = &seats.players[0];
    if seats.players.iter().all(|player| player == one) {
        return format!("{}, all four armies", safe(one));
    }
    let each: Vec<String> = Army::ALL.map(|army| format!("{army}: {}", safe(seats.player(army)))).into();
    each.join("; ")
}

/// How a player came to an army: `Ann threw 6, then 2 and took Air`.
fn choice(seat: &SeatThrow) -> String {
    let throws: Vec<String> = seat.throws.iter().map(ToString::to_string).collect();
    format!("{} threw {} and took {}", safe(&seat.player), throws.join(", then "), seat.army)
}

fn answer(record: &Record) -> String {
    let (Some(answer), Some(question)) = (record.answer(), record.heading().subject.question()) else {
        return capitalised(&result(record));
    };
    let decision = match question.procedure.ends_by {
        EndsBy::Ptah => answer.ptah,
        EndsBy::Kings => answer.kings,
    };
    capitalised(&decision.verdict.to_string())
}

fn reasons(record: &Record) -> Vec<String> {
    let mode = record.mode();
    let why = match (record.closing(), record.end()) {
        (_, Some(end)) => format!("The {mode} came to its end: {end}."),
        (None, None) => format!("The {mode} still goes on."),
        (Some(Closing::AtLimit(ply)), None) => format!("The {mode} was stopped at its limit of {ply} turns."),
        (Some(Closing::Agreed), None) => "The players agreed on a draw.".to_owned(),
        (Some(Closing::Resigned(army)), None) => format!("{army} gave the game up for the {}.", army.side()),
        (Some(_), None) => format!("The players closed the {mode} before its end."),
    };
    let mut reasons = vec![why];
    reasons.extend(record.answer().iter().flat_map(verdicts));
    reasons
}

fn summary(record: &Record, correspondences: &Correspondences) -> Vec<String> {
    let summary = ReadingSummary::of(record, correspondences).filter(|_| !record.is_quiet());
    let paragraphs = summary.map_or(Vec::new(), |summary| summary.paragraphs());
    paragraphs.iter().map(|paragraph| safe(paragraph).into_owned()).collect()
}

fn verdicts(answer: &Answer) -> [String; 3] {
    let since = |ply: Option<u32>| ply.map_or(String::new(), |ply| format!(", since turn {ply}"));
    let bearing = match answer.opposing {
        0 => "no enemy bears".to_owned(),
        1 => "one enemy bears".to_owned(),
        many => format!("{many} enemies bear"),
    };
    [
        format!("By the Ptah: {}{}.", answer.ptah.verdict, since(answer.ptah.ply)),
        format!("By the kings: {}{}.", answer.kings.verdict, since(answer.kings.ply)),
        format!("{}: {bearing} upon the Ptah square or those next to it.", capitalised(&answer.manner.to_string())),
    ]
}

/// What was said of the whole from outside the play. Remarks on a turn stand with that turn.
fn afterwards(record: &Record) -> Vec<PageNote> {
    let note = |annotation: &Annotation| match annotation {
        Annotation::Remark(remark) if remark.ply.is_none() => Some(PageNote {
            label: format!("Remark of {}", day(remark.moment.date_naive())),
            words: prose(&remark.words),
        }),
        Annotation::Outcome(outcome) => Some(PageNote {
            label: format!("Came to pass on {}; the answer proved {}", day(outcome.on), outcome.proved),
            words: prose(&outcome.words),
        }),
        _ => None,
    };
    record.afterwords().filter_map(note).collect()
}
