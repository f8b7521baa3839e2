//! The cast and the history of one piece, as pages of text (INTERPRETATION 8.9).

use crate::chess::Army;
use crate::reading::Question;
use crate::record::EnochianRecord;
use crate::render::{ScreenText, TextPage, capitalised, list};

use super::cast::Fate;
use super::piece_history::{PieceHistory, PieceTurn};

/// The page of a cast. Those that took nothing, gave no check and were not promoted stand together at the end, but for the
/// querent's king and the piece of the matter.
#[must_use]
pub fn cast_page(record: EnochianRecord<'_>, cast: &[PieceHistory], width: usize) -> ScreenText {
    let mut page = begin(record, width);
    write_cast(&mut page, cast);
    page.finish()
}

/// The cast under headings of its own.
pub(super) fn write_cast(page: &mut TextPage, cast: &[PieceHistory]) {
    let is_told = |it: &&PieceHistory| !it.is_quiet() || it.significator || it.is_querents_king();
    for member in cast.iter().filter(is_told) {
        page.heading(&member.title());
        for (label, said) in member.facts() {
            page.fact(label, LABELS, &said);
        }
    }
    let others: Vec<&PieceHistory> = cast.iter().filter(|it| !is_told(it)).collect();
    if others.is_empty() {
        return;
    }
    page.heading("These took nothing and never checked the querent's king");
    for army in Army::ALL {
        let of_army: Vec<&PieceHistory> = others.iter().copied().filter(|it| it.member.piece.army == army).collect();
        if !of_army.is_empty() {
            page.fact(army.name(), LABELS, &in_short(&of_army));
        }
    }
}

/// The page of one piece, turn by turn.
#[must_use]
pub fn history_page(record: EnochianRecord<'_>, piece: &PieceHistory, width: usize) -> ScreenText {
    let mut page = begin(record, width);
    page.heading(&piece.title());
    if piece.member.moves == 0 {
        page.paragraph("It did not move.");
    }
    let label = |turn: &PieceTurn| format!("turn {}", turn.turn);
    let width = piece.turns.last().map_or(0, |last| label(last).len());
    for turn in &piece.turns {
        page.fact(&label(turn), width, &turn.says());
    }
    if matches!(piece.member.fate, Fate::Stands { .. }) {
        page.paragraph(format!("In the end it {}.", piece.end()));
    }
    if !piece.links.is_empty() {
        page.heading("Links");
        for it in &piece.links {
            page.paragraph(&it.says);
        }
    }
    page.finish()
}

/// The width of the labels.
const LABELS: usize = 8;

/// The question, and which army is whose.
fn begin(record: EnochianRecord<'_>, width: usize) -> TextPage {
    let mut page = TextPage::new(width);
    page.heading(record.subject().title());
    if let Some(question) = record.subject().question() {
        page.paragraph(who_plays(question));
    }
    page
}

/// Which army is whose: `Ruth asks with Air, Fire helps, Water and Earth oppose.`
pub(crate) fn who_plays(question: &Question) -> String {
    let (army, [one, other]) = (question.army(), question.army().enemies());
    let querent = capitalised(&question.querent);
    format!("{querent} asks with {army}, {} helps, {one} and {other} oppose.", army.partner())
}

/// `king, queen and bishop (taken in turn 40)`.
fn in_short(members: &[&PieceHistory]) -> String {
    let one = |it: &&PieceHistory| {
        let kind = it.member.piece.kind;
        match it.member.fate {
            Fate::Taken { turn, .. } => format!("{kind} (taken in turn {turn})"),
            Fate::Stands { frozen: Some(turn), .. } => format!("{kind} (frozen in turn {turn})"),
            Fate::Stands { frozen: None, .. } => kind.to_string(),
        }
    };
    list(&members.iter().map(one).collect::<Vec<_>>())
}
