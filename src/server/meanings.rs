//! The glosses of squares, and the meanings of squares and pieces.

use serde::{Deserialize, Serialize};

use crate::chess::{Piece, Square};
use crate::correspondences::{Correspondences, GlossaryEntry};
use crate::input::{Words, quoted};
use crate::journal::{self, CameAgain, IndexEntry, JournalError, MEANINGS, OwnMeaning, OwnMeanings, came_up};
use crate::lookup::{NameLookup, Page, Thing, all_pieces, standing};
use crate::record::EnochianRecord;
use crate::render::{capitalised, force_facts};

use super::call::{Call, CallAnswer, Problem};
use super::near_dates::short_day;
use super::playing::other_kind;
use super::routes::Table;

/// The most readings that are named in which a thing came up.
const LATEST: usize = 3;

/// The problem that a quiet reading hides something.
pub(super) fn quiet() -> Problem {
    Problem::new("quiet", 409, "Quiet reading. Meanings wait until the reading is concluded.")
}

impl Table<'_> {
    pub(super) fn own_meanings(&self) -> OwnMeanings {
        OwnMeanings::read(&self.settings.journals, self.correspondences, &self.settings.naming)
    }

    /// `api/remember`: keeps what a thing means to the person, or nothing any more.
    pub(super) fn remember(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let RememberRequest { thing, text, before } = call.body()?;
        let mut own = self.own_meanings();
        let thing = own.thing(&thing).map_err(|error| Problem::invalid(capitalised(&error.to_string())))?;
        let text = text.map(|text| Words::LINES.some(&text)).transpose();
        let text = text.map_err(|error| Problem::invalid(format!("The meaning {error}.")))?;
        own.put(&thing, text.as_deref(), before.as_deref()).map_err(|error| match error {
            JournalError::Rewritten(_) => Problem::new("stale", 409, format!("{thing} has another meaning by now."))
                .help("Close this and open it again to see it."),
            JournalError::Invalid(faults) => {
                Problem::invalid(format!("{MEANINGS} cannot be written: {faults}.")).help("Correct the file first.")
            }
            error => Problem::new("not_saved", 507, format!("{}.", capitalised(&error.to_string()))),
        })?;
        Ok(CallAnswer::json(&serde_json::json!({})))
    }

    /// What things mean to the person that are explained, with the latest readings in which they came up.
    fn own_views(&self, own: &OwnMeanings, things: &[Thing]) -> Result<Vec<OwnMeaningView>, Problem> {
        let kept = own.among(things);
        let entries = if kept.is_empty() { Vec::new() } else { self.entries()?.0 };
        let view = |it: &OwnMeaning| {
            let found = came_up(&it.thing, &entries, self.correspondences, &self.settings.naming);
            let latest = found.iter().take(LATEST).filter_map(|(entry, turns)| self.turn_of(entry, *turns.first()?));
            let (thing, text) = (ThingView::of(&it.thing), it.text.clone());
            OwnMeaningView { thing, text, readings: found.len(), latest: latest.collect() }
        };
        Ok(kept.into_iter().map(view).collect())
    }

    /// A turn of another reading.
    pub(super) fn turn_of(&self, entry: &IndexEntry, turn: u32) -> Option<TurnElsewhere> {
        let metadata = entry.metadata.as_ref().ok()?;
        let day = short_day(metadata.begun.date_naive(), &(self.settings.now)());
        Some(TurnElsewhere { journal: entry.name(), title: metadata.title.clone(), day, turn })
    }

    /// What of a reading came up in others too, turn by turn.
    pub(super) fn again(&self, name: &str, entries: &[IndexEntry]) -> Vec<AgainView> {
        let Some(entry) = entries.iter().find(|entry| entry.name() == name) else { return Vec::new() };
        let view = |it: &CameAgain<'_>| AgainView {
            turn: it.turn,
            what: capitalised(&it.to_string()),
            others: it.others.iter().filter_map(|other| self.turn_of(other.entry, other.turn)).collect(),
        };
        journal::again(entry, entries, self.correspondences).iter().map(view).collect()
    }

    /// `api/words`: the glossary.
    pub(super) fn words(&self) -> CallAnswer {
        let word = |entry: &GlossaryEntry| WordView {
            name: capitalised(&entry.name),
            is: entry.is.clone(),
            more: entry.more.clone(),
            see: entry.see.clone(),
            marks: entry.marks.clone(),
            source: entry.source.clone(),
        };
        CallAnswer::json(&self.correspondences.glossary().map(word).collect::<Vec<_>>())
    }

    /// `api/word`: everything that has a name.
    pub(super) fn word(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("name").unwrap_or_default();
        let found = NameLookup::find(name, None, self.correspondences, &self.settings.naming);
        let found = found.map_err(|error| Problem::not_found(capitalised(&format!("{error}."))))?;
        let section = |page: Page| MeaningSection { heading: page.title, lines: labelled(page.rows) };
        let sections = found.found.into_iter().map(section);
        Ok(CallAnswer::json(&MeaningView {
            title: name.to_owned(),
            sections: sections.collect(),
            own: vec![],
            things: vec![],
        }))
    }

    /// `api/meaning`: a square of a journal's board, and the piece on it or another one.
    pub(super) fn meaning(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let record = self.record(call.query("journal").unwrap_or_default())?;
        let record = record.enochian().ok_or_else(other_kind)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        let square = call.query("square").unwrap_or_default();
        let square: Square =
            square.parse().map_err(|_| Problem::invalid(format!("{} is not a square.", quoted(square))))?;
        let pieces = match call.query("piece") {
            Some(code) => {
                let found = all_pieces().find(|piece| piece.code() == code);
                vec![found.ok_or_else(|| Problem::invalid(format!("{} is not a piece.", quoted(code))))?]
            }
            None => record.position().pieces_at(square).collect(),
        };
        let record_board = record.subject().board();
        let mut things = Thing::of_square(square, record_board, self.correspondences);
        things.extend(pieces.iter().flat_map(|piece| Thing::of_piece(*piece)));
        let own = self.own_views(&self.own_meanings(), &things)?;
        let view = MeaningView::of(square, &pieces, record, self.correspondences);
        Ok(CallAnswer::json(&MeaningView { own, things: things.iter().map(ThingView::of).collect(), ..view }))
    }
}

/// An entry of the glossary.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct WordView {
    name: String,
    is: String,
    more: Option<String>,
    see: Vec<String>,
    /// The words that the page marks.
    marks: Vec<String>,
    source: String,
}

/// What a square or a name means, and the pieces on a square.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct MeaningView {
    title: String,
    sections: Vec<MeaningSection>,
    /// What is meant by these to the person.
    own: Vec<OwnMeaningView>,
    /// To what a meaning can be given here.
    things: Vec<ThingView>,
}

/// A thing that can mean something to a person.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ThingView {
    /// By which it is remembered: `figure:Tristitia`.
    key: String,
    /// `Tristitia (figure)`.
    name: String,
}

/// What a thing means to the person.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OwnMeaningView {
    #[serde(flatten)]
    thing: ThingView,
    text: String,
    /// In how many readings it came up.
    readings: usize,
    latest: Vec<TurnElsewhere>,
}

/// A turn of another reading.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TurnElsewhere {
    journal: String,
    title: String,
    day: String,
    turn: u32,
}

/// What happened in a turn and in other readings too.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct AgainView {
    pub(super) turn: u32,
    what: String,
    pub(super) others: Vec<TurnElsewhere>,
}

/// A meaning to keep: in place of the one before, if it has one; none to remove that.
#[derive(Debug, Deserialize)]
struct RememberRequest {
    thing: String,
    text: Option<String>,
    before: Option<String>,
}

impl ThingView {
    fn of(thing: &Thing) -> ThingView {
        ThingView { key: format!("{}:{}", thing.sort, thing.name), name: thing.to_string() }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct MeaningSection {
    heading: String,
    lines: Vec<String>,
}

impl MeaningView {
    fn of(
        square: Square,
        pieces: &[Piece],
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
    ) -> MeaningView {
        let board = record.subject().board();
        let force = correspondences.square(board, square).force;
        let of_piece = |piece: &Piece| {
            let (meaning, gloss) = standing(*piece, square, record, correspondences);
            let facts = gloss.piece.as_ref().map_or(Vec::new(), |piece| {
                meaning.facts(piece, &gloss.element, "depends on the querent’s army", correspondences)
            });
            MeaningSection { heading: meaning.title(), lines: labelled(facts) }
        };
        let gloss = correspondences.gloss(board, square, None, None);
        let mut sections: Vec<MeaningSection> = pieces.iter().map(of_piece).collect();
        let place = format!("{} on the sheets, in the {} angle of the {board} board", gloss.sheet, gloss.angle);
        let triangles =
            gloss.triangles.iter().map(|it| format!("{}: {}, {}", capitalised(&it.place), it.element, it.symbol));
        sections.push(MeaningSection {
            heading: "The square".to_owned(),
            lines: [capitalised(&gloss.phrase), place].into_iter().chain(triangles).collect(),
        });
        let facts = force_facts(force, correspondences);
        sections.push(MeaningSection { heading: force.to_string(), lines: labelled(facts) });
        MeaningView { title: format!("{force} on {square}"), sections, own: Vec::new(), things: Vec::new() }
    }
}

fn labelled(facts: Vec<(&'static str, String)>) -> Vec<String> {
    facts.into_iter().map(|(label, said)| format!("{label}: {said}")).collect()
}
