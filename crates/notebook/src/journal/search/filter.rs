//! What a query asks of a whole journal: `answer:no`, `since:2026-03`.

use chrono::{Months, NaiveDate};

use crate::chess::{Angle, Board, Mode};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::games::GameKind;
use crate::input::{quoted, search_key, with_plain_digits};
use crate::lookup::{NotFound, find_element, find_kind, suggestion};
use crate::record::{ParseTagError, Tag, read_day};

use super::super::Metadata;
use super::has_words;

/// The answers of readings.
const ANSWERS: [&str; 4] = ["yes", "no", "undecided", "unfinished"];
/// The outcomes of readings.
const OUTCOMES: [&str; 4] = ["true", "false", "partly", "unknown"];

/// A condition on a journal.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum JournalFilter {
    Category(String),
    Querent(String),
    Player(String),
    Tag(Tag),
    Board(Board),
    Ptah(PtahPlace),
    Answer(String),
    Outcome(String),
    Since(NaiveDate),
    Until(NaiveDate),
    Only(WantedKind),
    Question(String),
    Note(String),
}

/// Where the Ptah is to be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum PtahPlace {
    Angle(Angle),
    House(u8),
    On(SignOrElement),
}

/// What a journal is to be of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum WantedKind {
    Mode(Mode),
    /// A game of this kind.
    Game(GameKind),
    /// A branch of a reading.
    Branch,
}

impl JournalFilter {
    /// The keys of all filters.
    pub(super) const KEYS: [&str; 13] = [
        "answer", "board", "category", "note", "only", "outcome", "player", "ptah", "querent", "question", "since",
        "tag", "until",
    ];

    /// Reads the value of a key; `None` if there is no such key.
    pub(super) fn read(key: &str, value: &str) -> Option<Result<JournalFilter, NotFound>> {
        let lower = search_key(value).into_owned();
        Some(match key {
            "category" => Ok(JournalFilter::Category(lower)),
            "querent" => Ok(JournalFilter::Querent(lower)),
            "player" => Ok(JournalFilter::Player(lower)),
            "question" => Ok(JournalFilter::Question(lower)),
            "note" => Ok(JournalFilter::Note(lower)),
            "tag" => {
                value.parse().map(JournalFilter::Tag).map_err(|error: ParseTagError| NotFound::new(error.to_string()))
            }
            "board" => find_element("board", value).map(|element| JournalFilter::Board(Board::of(element))),
            "ptah" => ptah_place(value).map(JournalFilter::Ptah),
            "answer" => one_of(key, &lower, &ANSWERS).map(|()| JournalFilter::Answer(lower)),
            "outcome" => one_of(key, &lower, &OUTCOMES).map(|()| JournalFilter::Outcome(lower)),
            "since" => days(value).map(|(first, _)| JournalFilter::Since(first)),
            "until" => days(value).map(|(_, last)| JournalFilter::Until(last)),
            "only" => wanted_kind(value).map(JournalFilter::Only),
            _ => return None,
        })
    }

    /// What it asks for by a name that people give, and what journals have of it: `("tag", "family", …)`.
    pub(super) fn named<'m>(&self, journals: &[&'m Metadata]) -> Option<(&'static str, &str, Vec<&'m str>)> {
        let all = journals.iter().copied();
        Some(match self {
            JournalFilter::Category(name) => ("category", name, all.filter_map(|it| it.category.as_deref()).collect()),
            JournalFilter::Querent(name) => ("querent", name, all.filter_map(|it| it.querent.as_deref()).collect()),
            JournalFilter::Player(name) => {
                ("player", name, all.flat_map(|it| &it.players).map(String::as_str).collect())
            }
            JournalFilter::Tag(tag) => ("tag", tag.as_str(), all.flat_map(|it| &it.tags).map(String::as_str).collect()),
            _ => return None,
        })
    }

    pub(super) fn fits(&self, metadata: &Metadata, correspondences: &Correspondences) -> bool {
        let force = || metadata.force.as_deref().and_then(|name| name.parse::<SignOrElement>().ok());
        // The local date of the place where it was begun.
        let day = || metadata.begun.date_naive();
        let holds = |text: &str, words: &str| has_words(&search_key(text), words);
        match self {
            // By any of its names: `category:sister` finds "brother or sister".
            JournalFilter::Category(name) => metadata.category.as_ref().is_some_and(|category| {
                let meant = correspondences.find_category(name).ok();
                holds(category, name) || meant.is_some_and(|meant| meant.name == *category)
            }),
            JournalFilter::Querent(name) => metadata.querent.as_ref().is_some_and(|querent| holds(querent, name)),
            JournalFilter::Player(name) => metadata.players.iter().any(|player| holds(player, name)),
            JournalFilter::Tag(tag) => metadata.tags.iter().any(|borne| search_key(borne) == search_key(tag.as_str())),
            JournalFilter::Board(board) => metadata.board == board.name(),
            JournalFilter::Ptah(PtahPlace::Angle(angle)) => metadata.angle.as_deref() == Some(angle.name()),
            JournalFilter::Ptah(PtahPlace::House(house)) => {
                force().and_then(|force| correspondences.force(force).house) == Some(*house)
            }
            JournalFilter::Ptah(PtahPlace::On(sign)) => force() == Some(*sign),
            JournalFilter::Answer(answer) => metadata.answer.eq_ignore_ascii_case(answer),
            JournalFilter::Outcome(outcome) => {
                let proved = metadata.outcome.as_ref().map_or("unknown", |it| it.proved.as_str());
                // `partly` means partly true.
                proved.split(' ').next() == Some(outcome)
            }
            JournalFilter::Since(first) => day() >= *first,
            JournalFilter::Until(last) => day() <= *last,
            JournalFilter::Only(WantedKind::Branch) => metadata.branch.is_some(),
            JournalFilter::Only(WantedKind::Mode(mode)) => metadata.mode == *mode,
            JournalFilter::Only(WantedKind::Game(kind)) => metadata.mode == Mode::Game && metadata.kind == kind.name(),
            JournalFilter::Question(text) => holds(&metadata.title, text),
            JournalFilter::Note(text) => metadata.own.iter().any(|own| holds(&own.text, text)),
        }
    }
}

/// Reads a day.
pub fn day(text: &str) -> Result<NaiveDate, NotFound> {
    read_day(&with_plain_digits(text.trim())).ok_or_else(|| {
        let expected = "expected a year of four digits, month and day, such as 2026-11-21";
        NotFound::new(format!("{} is not a date; {expected}", quoted(text)))
    })
}

/// Reads a day, a month or a year, and returns its first and last day.
fn days(text: &str) -> Result<(NaiveDate, NaiveDate), NotFound> {
    let until = |rest: &str, months| {
        let first = day(&format!("{}{rest}", text.trim())).ok()?;
        Some((first, first.checked_add_months(Months::new(months))?.pred_opt()?))
    };
    let longer = || until("-01", 1).or_else(|| until("-01-01", 12));
    let found = day(text).ok().map(|day| (day, day)).or_else(longer);
    found.ok_or_else(|| {
        let expected = "expected a day, a month or a year, such as 2026-11-21, 2026-11 or 2026";
        NotFound::new(format!("{} is not a date; {expected}", quoted(text)))
    })
}

fn wanted_kind(text: &str) -> Result<WantedKind, NotFound> {
    Ok(match text.trim().to_lowercase().as_str() {
        "readings" => WantedKind::Mode(Mode::Reading),
        "games" => WantedKind::Mode(Mode::Game),
        "branches" => WantedKind::Branch,
        _ => WantedKind::Game(find_kind(text).map_err(|_| {
            let kinds = GameKind::EVERY.iter().map(|kind| kind.name());
            let names: Vec<&str> = ["readings", "games", "branches"].into_iter().chain(kinds).collect();
            let meant = suggestion(text, names.iter().copied());
            NotFound::new(format!(
                "there is no kind of journal {}; expected one of {}{meant}",
                quoted(text),
                names.join(", ")
            ))
        })?),
    })
}

fn ptah_place(text: &str) -> Result<PtahPlace, NotFound> {
    let lower = text.trim().to_lowercase();
    if let Some(name) = lower.strip_suffix("angle").or_else(|| lower.strip_prefix("angle of ")) {
        return find_element("angle", name.trim()).map(|element| PtahPlace::Angle(Angle::of(element)));
    }
    let number = lower.strip_prefix("house").unwrap_or(&lower).trim();
    if number.starts_with(|first: char| first.is_ascii_digit()) {
        let house = number.parse().ok().filter(|house| (1..=12).contains(house));
        let none = || NotFound::new(format!("there is no house {}; expected 1 to 12", quoted(number)));
        return house.map(PtahPlace::House).ok_or_else(none);
    }
    text.parse().map(PtahPlace::On).map_err(|_| {
        let meant = suggestion(text, SignOrElement::ALL.iter().map(|force| force.name()));
        NotFound::new(format!(
            "the Ptah cannot be on {}; expected a sign, an element, a house from 1 to 12, or an angle such as \"fire angle\"{meant}",
            quoted(text)
        ))
    })
}

fn one_of(key: &str, text: &str, known: &[&str]) -> Result<(), NotFound> {
    if known.contains(&text) {
        return Ok(());
    }
    let meant = suggestion(text, known.iter().copied());
    Err(NotFound::new(format!("there is no {key} {}; expected one of {}{meant}", quoted(text), known.join(", "))))
}
