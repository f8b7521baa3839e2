//! The end of a reading or game: the answer, how the tradition reads the record, and what was counted. The exported page and the
//! table show the same text.

use std::collections::BTreeMap;
use std::fmt::Write;

use minijinja::value::Value;
use minijinja::{AutoEscape, Environment, Error, HtmlEscape, UndefinedBehavior, context, escape_formatter};
use serde::Serialize;

use crate::correspondences::{Correspondences, Palette};
use crate::export::page::{answer, reasons};
use crate::export::picture::{counted, painting};
use crate::input::safe_prose;
use crate::interpretation::{PieceHistory, Sentence, SummaryFacts, SummaryPart};
use crate::journal::note_links;
use crate::record::{EnochianRecord, Record, RecordedOutcome};
use crate::render::{SeatColour, SteppingBoard, Totals, TotalsTable, capitalised, is_about_piece};
use crate::session::PlayedTurn;
use crate::study::{LandingRow, TurningPoint, landings, turning_points};
use crate::template_environment;

/// The end of a journal, for the template `conclusion.html`.
#[derive(Debug, Default, Serialize)]
pub struct Conclusion {
    by: String,
    answer: String,
    /// Why it is over, and what each criterion answers.
    reasons: String,
    /// Whether a person asked.
    reading: bool,
    /// The sentence that goes on from the answer.
    cause: String,
    /// What is told before and after the events.
    notes: String,
    head: String,
    opening: String,
    close: String,
    /// What led to the answer: the text, the turn whose board shows it, that board, and whether another move could have been tried
    /// there.
    events: Vec<Value>,
    /// The seats by place, where the rules give more than a winner.
    places: Vec<Vec<(String, String)>>,
    points: Vec<Value>,
    /// The pieces, and what became of them (INTERPRETATION 8.9).
    cast: Vec<Value>,
    landings: Vec<Value>,
    totals: Vec<(&'static str, String)>,
    tables: Vec<TotalsTable>,
    outcomes: Vec<[String; 3]>,
    /// The board as a map of the landings.
    heat: String,
    /// What the boards refer to.
    definitions: String,
}

/// Boards beside turning points. In a long game there are dozens of these.
const BOARDS: usize = 12;

impl Conclusion {
    /// The end of a record. What a quiet reading hides is not in it.
    pub fn of(record: &Record, palette: Palette, correspondences: &Correspondences) -> Conclusion {
        let base = Conclusion::new(record);
        match record.enochian() {
            Some(record) => {
                let board = stepping(record, palette, correspondences);
                base.with_enochian(record, &board, correspondences)
            }
            None => base.with_acts(record),
        }
    }

    /// What is the same for all games.
    pub(super) fn new(record: &Record) -> Conclusion {
        let outcome = |it: &RecordedOutcome| [it.on.to_string(), it.proved.to_string(), it.words.clone()];
        let outcomes = record.outcomes().map(outcome).collect();
        let question = record.enochian().and_then(|record| record.subject().question());
        let by = question.map(|question| format!("The answer, by {}", question.procedure.ends_by.words()));
        Conclusion {
            by: by.unwrap_or("The result".to_owned()),
            answer: answer(record),
            reasons: reasons(record).join(" "),
            reading: question.is_some(),
            outcomes,
            ..Conclusion::default()
        }
    }

    pub(super) fn with_acts(self, record: &Record) -> Conclusion {
        let seats = record.game().seats();
        let ending = record.state().ending();
        let one = |index: &usize| {
            let name = seats.get(*index).map_or_else(String::new, |seat| seat.name.clone());
            (disc(&name, record), name)
        };
        let places = ending.iter().flat_map(|ending| &ending.places).map(|seats| seats.iter().map(one).collect());
        let places: Vec<_> = places.collect();
        Conclusion { places: if places.len() < 3 { Vec::new() } else { places }, ..self }
    }

    pub(super) fn with_enochian(
        self,
        record: EnochianRecord<'_>,
        board: &SteppingBoard,
        correspondences: &Correspondences,
    ) -> Conclusion {
        let first = record.subject().start().ply();
        let small = |turn: u32| board.small(turn.saturating_sub(first) as usize);
        let totals = Totals::of(record, correspondences);
        let facts = totals.facts.into_iter().map(|(label, text)| (label.trim_end_matches('.'), text));
        let mut conclusion = Conclusion {
            totals: [("Turns", totals.counts)].into_iter().chain(facts).collect(),
            tables: totals.tables,
            ..self
        };
        if !record.is_quiet() {
            match SummaryFacts::of(record, correspondences) {
                Some(told) => conclusion.tell(&told, small),
                // What is told of a reading has its turning points.
                None => {
                    let points = turning_points(record).into_iter().enumerate();
                    let row = |(index, point): (usize, TurningPoint)| {
                        context! {
                            turn => point.turn,
                            disc => seal(point.army.name()),
                            text => point_text(&point, record),
                            board => if index < BOARDS { small(point.turn) } else { String::new() },
                        }
                    };
                    conclusion.points = points.map(row).collect();
                }
            }
            let cast = PieceHistory::cast(record, correspondences, None).unwrap_or_default();
            conclusion.cast = cast.iter().map(|it| member(it, record)).collect();
            conclusion.landings = landed_on(record, correspondences);
            conclusion.heat = board.heat(&counted(record));
        }
        Conclusion { definitions: board.definitions(), ..conclusion }
    }

    fn tell(&mut self, told: &SummaryFacts, small: impl Fn(u32) -> String) {
        let sentences = &told.sentences;
        let part = |wanted: SummaryPart| {
            let texts = sentences.iter().filter(|it| it.part == wanted).map(|it| it.text.as_str());
            texts.collect::<Vec<_>>().join(" ")
        };
        // The word stands large; the sentence goes on from it.
        let cause = part(SummaryPart::Answer);
        let rest = cause.strip_prefix(&self.answer).and_then(|rest| rest.strip_prefix([',', ':']));
        self.cause = capitalised(rest.map_or(cause.as_str(), str::trim_start));
        self.by = told.answer.cause.decided().map_or("The answer".to_owned(), |by| format!("The answer, {by}"));
        self.head.clone_from(&told.heading);
        (self.notes, self.opening, self.close) =
            (part(SummaryPart::Notes), part(SummaryPart::Opening), part(SummaryPart::Close));
        let event = |it: &Sentence| {
            let is_pivot = it.part == SummaryPart::Pivot;
            let turn = match it.part {
                SummaryPart::Threads => it.turns.last(),
                SummaryPart::Pivot => it.turns.first(),
                _ => return None,
            };
            let board = turn.map_or_else(String::new, |turn| small(*turn));
            Some(context! { text => &it.text, turn => turn.copied(), is_pivot, board })
        };
        self.events = sentences.iter().filter_map(event).collect();
    }

    /// The text for the table, where turns are reached by `to` and their number, with what only the table knows.
    pub fn fragment(&self, to: String, more: Value) -> Result<String, Error> {
        let pages = templates(to, BTreeMap::new())?;
        let own = context! { c => Value::from(minijinja::value::Serde(self)), table => true, ..more };
        pages.get_template("conclusion.html")?.render(own)
    }
}

/// The templates, with the filters `turns`, which makes each turn that a text names a link, and `own`, which does so with the
/// links of a person's words, as far as `links` knows where they lead.
pub(super) fn templates(to: String, links: BTreeMap<String, String>) -> Result<Environment<'static>, Error> {
    let mut pages = template_environment();
    pages.set_undefined_behavior(UndefinedBehavior::Lenient);
    pages.set_auto_escape_callback(|_| AutoEscape::Html);
    // What a person wrote may be read in a terminal too.
    pages.set_formatter(|out, state, value| match value.as_str().filter(|_| !value.is_safe()) {
        Some(text) => escape_formatter(out, state, &Value::from(safe_prose(text))),
        None => escape_formatter(out, state, value),
    });
    pages.add_template("conclusion.html", include_str!("conclusion.html"))?;
    pages.add_template("kept.html", include_str!("kept.html"))?;
    pages.add_template("page.html", include_str!("page.html"))?;
    pages.add_template("parts.html", include_str!("parts.html"))?;
    pages.add_filter("urlencode", |text: &str| encoded(text));
    pages.add_filter("turns", move |text: &str| Value::from_safe_string(with_turns(&safe_prose(text), &to)));
    pages.add_filter("own", move |text: &str| Value::from_safe_string(with_links(&safe_prose(text), &links)));
    Ok(pages)
}

/// A text as HTML, each `turn 29` in it a link.
fn with_turns(text: &str, to: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("turn ") {
        let digits = rest[at + 5..].bytes().take_while(u8::is_ascii_digit).count();
        let end = at + 5 + digits;
        let is_word = !rest[..at].ends_with(char::is_alphanumeric) && !rest[end..].starts_with(char::is_alphanumeric);
        if digits > 0 && is_word {
            let (before, turn) = (HtmlEscape(&rest[..at]), &rest[at + 5..end]);
            let _ = write!(html, "{before}<a class=\"link\" href=\"{to}{turn}\" data-turn=\"{turn}\">turn {turn}</a>");
        } else {
            let _ = write!(html, "{}", HtmlEscape(&rest[..end]));
        }
        rest = &rest[end..];
    }
    let _ = write!(html, "{}", HtmlEscape(rest));
    html
}

/// A person's words as HTML. A link leads to the page of the journal that `links` has for its name; if that is empty, to a turn of
/// this page.
fn with_links(text: &str, links: &BTreeMap<String, String>) -> String {
    let (mut html, mut end) = (String::new(), 0);
    for link in note_links(text) {
        let Some(journal) = links.get(&link.name) else { continue };
        let turn = link.turn.map_or_else(String::new, |turn| format!("#turn-{turn}"));
        let page = if journal.is_empty() { String::new() } else { format!("{}.html", encoded(journal)) };
        if page.is_empty() && turn.is_empty() {
            continue;
        }
        let words = &text[link.range.start + 2..link.range.end - 2];
        let before = HtmlEscape(&text[end..link.range.start]);
        let _ = write!(html, "{before}<a href=\"{page}{turn}\">{}</a>", HtmlEscape(words));
        end = link.range.end;
    }
    let _ = write!(html, "{}", HtmlEscape(&text[end..]));
    html
}

/// A text as a part of an address.
pub fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// The board with all positions of a record; without signs while it is quiet.
pub(super) fn stepping(
    record: EnochianRecord<'_>,
    palette: Palette,
    correspondences: &Correspondences,
) -> SteppingBoard {
    let start = record.subject().start();
    let positions = std::iter::once((&start, None)).chain(record.turns().iter().map(|turn| {
        let painting = painting(record, Some(turn), palette, correspondences);
        (&turn.position, painting.last)
    }));
    painting(record, None, palette, correspondences).stepping(positions)
}

/// The disc of an army.
pub(super) fn seal(army: &str) -> String {
    let name = army.to_lowercase();
    format!("<svg class=\"disc\" viewBox=\"-50 -50 100 100\" aria-hidden=\"true\"><use href=\"#p-{name}\"/></svg>")
}

/// The disc of a seat of another game, with its letter; nothing for chance.
pub(super) fn disc(name: &str, record: &Record) -> String {
    let seats = record.game().seats();
    let Some((index, seat)) = seats.iter().enumerate().find(|(_, seat)| seat.name == name) else {
        return String::new();
    };
    let (colour, letter) = (SeatColour::of(seat, index).name(), seat.letter.to_uppercase().to_string());
    format!(
        "<svg class=\"disc seat-disc seat-{colour}\" viewBox=\"-50 -50 100 100\" aria-hidden=\"true\"><circle r=\"44\" \
         class=\"seat-colour\"/><text class=\"seat-letter\">{}</text></svg>",
        HtmlEscape(&letter)
    )
}

/// A piece, its squares, each once, and the turns in which it did or suffered something.
fn member(it: &PieceHistory, record: EnochianRecord<'_>) -> Value {
    let start = record.subject().start();
    let home = start.pieces().find(|(_, piece)| *piece == it.member.piece).map(|(at, _)| at.to_string());
    let mut squares: Vec<String> = Vec::new();
    for square in home.into_iter().chain(it.turns.iter().map(|turn| turn.square.clone())) {
        if !squares.contains(&square) {
            squares.push(square);
        }
    }
    context! {
        // Its code at the start: `eR`.
        piece => it.member.piece.code(),
        name => capitalised(&it.name),
        // Whose it is, and what it stands for.
        about => it.about(),
        // Whether it took nothing, gave no check and was not promoted.
        quiet => it.is_quiet(),
        facts => it.facts(),
        squares => squares.join(" "),
        turns => it.turns.iter().map(|turn| (turn.turn, turn.says())).collect::<Vec<_>>(),
    }
}

/// A turning point as a clause with its subject: `The rook of Fire takes the king of Earth on a1; Earth is frozen`.
fn point_text(point: &TurningPoint, record: EnochianRecord<'_>) -> String {
    let turn = record.turns().iter().find(|turn| turn.ply == point.turn);
    let piece = turn.and_then(|turn: &PlayedTurn| turn.piece).map_or(String::new(), |piece| format!("the {piece} "));
    let clause = |clause: &String| if is_about_piece(clause) { format!("{piece}{clause}") } else { clause.clone() };
    let clauses: Vec<String> = point.why.iter().map(clause).collect();
    capitalised(&clauses.join("; "))
}

/// The signs and elements landed on, most first.
fn landed_on(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<Value> {
    let mut rows = landings(record, correspondences);
    rows.retain(|row| row.landings() > 0);
    rows.sort_by_key(|row| std::cmp::Reverse(row.landings()));
    let view = |row: &LandingRow| {
        let house = row.house.and_then(|number| correspondences.house(number));
        let text = house.map_or(String::new(), |house| house.matters.join(", "));
        let mut turns = [&row.ours[..], &row.against].concat();
        turns.sort_unstable();
        context! { force => row.name.to_string(), count => row.landings(), turns, text }
    };
    rows.iter().map(view).collect()
}
