//! What a landing stands for, in the same words at the prompts, in journals and on pages.

use crate::chess::{Army, Piece};
use crate::correspondences::{Correspondences, Gloss};

use super::{capitalised, list, nth};

/// The gloss of a square landed on, beside its geomantic figure, in lines of at most `width` columns.
pub fn landing_within(width: usize, gloss: &Gloss) -> String {
    /// The columns of the figure and the space around it.
    const FIGURE: usize = 8;
    let options = textwrap::Options::new(width.saturating_sub(FIGURE).max(20)).subsequent_indent("  ");
    let lines = landing_lines(gloss);
    let lines: Vec<_> = lines.iter().flat_map(|line| textwrap::wrap(line, &options)).collect();
    let rows = (0..lines.len().max(gloss.figure.drawn.len())).map(|row| {
        let figure = gloss.figure.drawn.get(row).copied().unwrap_or_default();
        let line = lines.get(row).map_or("", |line| line);
        format!("  {figure:3}   {line}").trim_end().to_owned() + "\n"
    });
    rows.collect()
}

/// The lines of a gloss: place, keywords and house; phrase; what belongs to the sign; the dignity of the piece, or the meaning of a
/// king, if there is one.
pub(crate) fn landing_lines(gloss: &Gloss) -> Vec<String> {
    let keywords = if gloss.keywords.is_empty() { String::new() } else { format!(" ({})", gloss.keywords.join(", ")) };
    let place = format!("{} · {}{keywords} · {}", gloss.square, gloss.force, house(gloss));
    [place, gloss.phrase.clone(), attributions(gloss)].into_iter().chain(dignity(gloss)).collect()
}

/// What belongs to the sign of a square: `Ruler Saturn · trump XV The Devil · letter Ayin ע · figure Carcer: delay`.
#[must_use]
pub fn attributions(gloss: &Gloss) -> String {
    let ruler = if gloss.rulers.len() == 1 { "Ruler" } else { "Planets" };
    let (rulers, figure) = (list(&gloss.rulers), &gloss.figure);
    let letter = format!("{} {}", gloss.letter, gloss.glyph);
    format!("{ruler} {rulers} · trump {} · letter {letter} · figure {}: {}", gloss.trump, figure.name, figure.words)
}

/// `10th house: career, honour, rulers`, or that there is none.
#[must_use]
pub fn house(gloss: &Gloss) -> String {
    match &gloss.house {
        Some(house) => format!("{} house: {}", nth(house.number), house.matters.join(", ")),
        None => format!("the element itself in the {} angle", gloss.angle),
    }
}

/// The dignity of the piece on a square, or the meaning of a king: `Fire on Water: contrary, each weakens the other`.
pub fn dignity(gloss: &Gloss) -> Option<String> {
    let piece = gloss.piece.as_ref()?;
    Some(match &piece.dignity {
        Some(dignity) => format!("{} on {}: {dignity}, {}", piece.element, gloss.element, piece.meaning),
        None => format!("{}: {}", capitalised(&piece.name), piece.meaning),
    })
}

/// A piece with its god, form, card and planet: `queen of Water, Thoueris (Queen of Cups, Venus)`.
pub(crate) fn with_titles(piece: Piece, querent: Army, correspondences: &Correspondences) -> String {
    let known = correspondences.piece(piece);
    let titles = [
        known.form.clone(),
        correspondences.court_card(piece),
        correspondences.planet(piece, querent).map(str::to_owned),
    ];
    let titles: Vec<String> = titles.into_iter().flatten().collect();
    let titles = if titles.is_empty() { String::new() } else { format!(" ({})", titles.join(", ")) };
    format!("{piece}, {}{titles}", known.god)
}
