//! The end of a reading or game, as pages show it.

use serde::Serialize;

use crate::correspondences::{Correspondences, Criterion};
use crate::interpretation::{Sentence, SummaryPart, Told};
use crate::journal::{linked, named_in, note_links};
use crate::reading::{Answer, Decision};
use crate::record::{EnochianRecord, Record, RecordLens, RecordedOutcome};
use crate::render::{Totals, acts_result, capitalised, opposition, result};
use crate::session::PlayedTurn;
use crate::study::{LandingRow, LandingTally, SquareProperty, TurningPoint, landings, turning_points};

use super::call::{Call, CallAnswer, Problem};
use super::cast_view::CastView;
use super::meanings::{AgainView, quiet};
use super::page_state::NoteView;
use super::routes::Table;
use super::what_if::BranchView;

/// The answer of a reading or the result of a game, and what the record says about it.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct ConclusionView {
    answer: String,
    by: String,
    told: Vec<ToldView>,
    turning_points: Vec<TurningPointView>,
    cast: Vec<CastView>,
    landings: Vec<LandingView>,
    outcomes: Vec<OutcomeView>,
    totals: Vec<TotalView>,
    /// What was written elsewhere that names this journal.
    named: Vec<NamedView>,
    /// The readings that leave this one with another move.
    branches: Vec<BranchView>,
    /// The reading that this one leaves, with the move.
    branch_of: Option<BranchView>,
    /// What came up in other readings too.
    again: Vec<AgainView>,
}

/// A link in a note that leads to a journal.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct LinkView {
    /// As it is written: `[[brother#29]]`.
    text: String,
    journal: String,
    turn: Option<u32>,
}

/// A line of another journal that names this one.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct NamedView {
    journal: String,
    title: String,
    /// The turn that the line is about.
    turn: Option<u32>,
    /// The turn of this journal that it names.
    of: Option<u32>,
    text: String,
}

/// A part of what is told of a reading.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ToldView {
    part: &'static str,
    text: String,
    /// The turn whose board shows it, if one does.
    board: Option<u32>,
}

impl ToldView {
    fn of(sentence: &Sentence) -> ToldView {
        let turns = &sentence.turns;
        let board = match sentence.part {
            SummaryPart::Threads => turns.last(),
            SummaryPart::Pivot => turns.first(),
            SummaryPart::Notes | SummaryPart::Head | SummaryPart::Answer | SummaryPart::Close => None,
        };
        ToldView { part: sentence.part.name(), text: sentence.text.clone(), board: board.copied() }
    }
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct TurningPointView {
    turn: u32,
    army: &'static str,
    text: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct LandingView {
    force: String,
    count: u32,
    turns: Vec<u32>,
    text: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct OutcomeView {
    on: String,
    proved: String,
    text: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct TotalView {
    pub(super) label: &'static str,
    pub(super) text: String,
}

impl Table<'_> {
    /// `api/conclusion`: the end of a journal.
    pub(super) fn conclusion(&self, call: &Call) -> Result<CallAnswer, Problem> {
        let name = call.query("journal").unwrap_or_default();
        let record = self.record(name)?;
        record.check_not_quiet().map_err(|_| quiet())?;
        if record.closing().is_none() {
            let text = format!("This {} is not concluded.", record.mode());
            return Err(Problem::new("illegal", 409, text));
        }
        let view = self.with_named(name, ConclusionView::of(&record))?;
        Ok(CallAnswer::json(&match record.lens() {
            RecordLens::Enochian(record) => view.with_enochian(record, self.correspondences),
            RecordLens::Other(record) => ConclusionView { answer: capitalised(&acts_result(record)), ..view },
        }))
    }
}

impl Table<'_> {
    /// With the links of these notes that lead to a journal.
    pub(super) fn link(&self, notes: &mut [NoteView]) -> Result<(), Problem> {
        let mut entries = None;
        for NoteView { text, links, .. } in notes {
            for link in note_links(text) {
                let entries = match &entries {
                    Some(entries) => entries,
                    None => entries.insert(self.entries()?.0),
                };
                links.extend(linked(&link.name, entries).map(|entry| LinkView {
                    text: text[link.range.clone()].to_owned(),
                    journal: entry.name(),
                    turn: link.turn,
                }));
            }
        }
        Ok(())
    }

    /// With what was written elsewhere about a journal.
    fn with_named(&self, name: &str, view: ConclusionView) -> Result<ConclusionView, Problem> {
        let (entries, ..) = self.entries()?;
        let Some(entry) = entries.iter().find(|entry| entry.name() == name) else { return Ok(view) };
        let named = named_in(entry, &entries).into_iter().map(|(other, line, of)| NamedView {
            journal: other.name(),
            title: other.metadata.as_ref().map_or_else(|_| other.name(), |metadata| metadata.title.clone()),
            turn: line.turn,
            of,
            text: line.text.clone(),
        });
        let again = self.again(name, &entries);
        let (branches, branch_of) = BranchView::around(entry, &entries);
        Ok(ConclusionView { named: named.collect(), again, branches, branch_of, ..view })
    }
}

impl ConclusionView {
    /// What is the same for all games.
    fn of(record: &Record) -> ConclusionView {
        let outcome = |it: &RecordedOutcome| OutcomeView {
            on: it.on.to_string(),
            proved: it.proved.to_string(),
            text: it.words.clone(),
        };
        ConclusionView {
            by: "The result".to_owned(),
            outcomes: record.outcomes().map(outcome).collect(),
            ..ConclusionView::default()
        }
    }

    fn with_enochian(self, record: EnochianRecord<'_>, correspondences: &Correspondences) -> ConclusionView {
        let verdict = Verdicts::of(record);
        let told = Told::of(record, correspondences);
        // What is told of a reading has its turning points.
        let points = if told.is_some() { Vec::new() } else { turning_points(record) };
        ConclusionView {
            answer: verdict.as_ref().map_or_else(|| capitalised(&result(record)), |it| it.answer.clone()),
            by: verdict.as_ref().map_or(self.by, |it| it.by.to_owned()),
            told: told.iter().flat_map(|told| &told.sentences).map(ToldView::of).collect(),
            turning_points: points.into_iter().map(|point| turning_point(&point, record)).collect(),
            cast: CastView::all(record, correspondences),
            landings: landing_views(record, correspondences),
            totals: verdict.map(|it| it.other).into_iter().chain(totals(record, correspondences)).collect(),
            ..self
        }
    }
}

/// The answer by the criterion of the procedure, and by the other.
struct Verdicts {
    answer: String,
    by: &'static str,
    other: TotalView,
}

impl Verdicts {
    fn of(record: EnochianRecord<'_>) -> Option<Verdicts> {
        let answer = record.answer()?;
        let Answer { ptah, kings, .. } = answer;
        let (decision, by, other, name) = match record.subject().question()?.procedure.ends_by {
            Criterion::Ptah => (ptah, "The answer, by the Ptah", kings, "kings"),
            Criterion::Kings => (kings, "The answer, by the kings", ptah, "Ptah"),
        };
        let Decision { verdict, ply } = other;
        let since = ply.map_or(String::new(), |ply| format!(" (turn {ply})"));
        let [ptah, kings] = ["By the Ptah", "By the kings"];
        let label = if name == "kings" { kings } else { ptah };
        let other = TotalView { label, text: format!("{verdict}{since}; {}.", opposition(&answer)) };
        Some(Verdicts { answer: capitalised(&decision.verdict.to_string()), by, other })
    }
}

/// A turning point as a clause with its subject: `The rook of Fire takes the king of Earth on a1; Earth is frozen`.
fn turning_point(point: &TurningPoint, record: EnochianRecord<'_>) -> TurningPointView {
    let turn = record.turns().iter().find(|turn| turn.ply == point.turn);
    let piece = turn.and_then(|turn: &PlayedTurn| turn.piece).map_or(String::new(), |piece| format!("the {piece} "));
    let clause = |clause: String| {
        // A clause without a subject is about the piece.
        let is_about_piece = ["takes ", "completes ", "brings "].iter().any(|verb| clause.starts_with(verb));
        if is_about_piece { format!("{piece}{clause}") } else { clause }
    };
    let clauses: Vec<String> = point.why.iter().map(|why| clause(why.to_string())).collect();
    TurningPointView { turn: point.turn, army: point.army.name(), text: capitalised(&clauses.join("; ")) }
}

/// The signs and elements landed on, most first.
fn landing_views(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<LandingView> {
    let landings = landings(record, correspondences);
    let tally = LandingTally::of(SquareProperty::Force, landings.iter(), correspondences);
    let view = |row: &LandingRow| {
        let house = row.house.and_then(|number| correspondences.house(number));
        let matters = house.map_or(String::new(), |house| house.matters.join(", "));
        let text = if row.stands_out() { format!("{matters}; more often than chance") } else { matters };
        LandingView { force: row.of.to_string(), count: row.landings(), turns: row.turns.clone(), text }
    };
    tally.most_first().into_iter().map(view).collect()
}

fn totals(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<TotalView> {
    let Totals { counts, facts, .. } = Totals::of(record, correspondences);
    let facts = facts.into_iter().map(|(label, text)| TotalView { label: label.trim_end_matches('.'), text });
    [TotalView { label: "Turns", text: counts }].into_iter().chain(facts).collect()
}
