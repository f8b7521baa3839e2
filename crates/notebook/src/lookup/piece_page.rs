//! The pages of pieces.

use std::fmt::Write;

use anstyle::Style;

use crate::chess::{Army, Array, Kind, Piece};
use crate::correspondences::{Correspondences, Naming};
use crate::render::{TextPage, capitalised, table_within};

use super::piece_names::all_pieces;
use super::{CompanionPiece, PieceLookup, Screen, starting_square};

/// All about a piece.
#[must_use]
pub fn piece_page(
    screen: &Screen,
    piece: Piece,
    entry: &PieceLookup,
    correspondences: &Correspondences,
    naming: &Naming,
) -> String {
    let (dim, style) = (Style::new().dimmed(), screen.colours.style(piece.army).bold());
    let form = entry.form.as_ref().map_or(String::new(), |form| format!(", {form}"));
    let school = |card| entry.court.as_ref().and_then(|court| court.schools.get(card));
    let also = entry.court_card_also.iter().map(|card| match school(card) {
        Some(school) => format!("{card} ({school})"),
        None => card.clone(),
    });
    let also: Vec<String> = also.collect();
    let (title, says, decans) = entry.court.as_ref().map_or_else(Default::default, |court| {
        let ill = court.ill.as_ref().map_or(String::new(), |ill| format!("; ill dignified: {ill}"));
        let decans = court.decans.as_ref().map_or(String::new(), |[from, to]| format!("{from} to {to}"));
        (court.title.clone(), format!("{}{ill} ({})", court.person, court.source), decans)
    });
    let companion = |companion: &Option<CompanionPiece>| {
        companion.as_ref().map_or(String::new(), |other| {
            let form = other.form.as_ref().map_or(String::new(), |form| format!(", {form}"));
            format!("{}{form} ({})", other.god, other.code)
        })
    };
    let mut page = TextPage::new(screen.width);
    page.paragraph(&format!("{style}{}{style:#} {dim}· {}{dim:#}", capitalised(&entry.piece), entry.code));
    page.gap();
    let (person, happening) = if matches!(piece.kind, Kind::Officer(_)) {
        (entry.person.clone(), entry.happening.clone())
    } else {
        (String::new(), String::new())
    };
    let king = if piece.kind == Kind::King { entry.person.clone() } else { String::new() };
    for (label, said) in [
        ("Action", entry.action.clone()),
        ("Office", entry.office.clone()),
        ("Stands for", king),
        ("Person", person),
        ("Happening", happening),
        ("Aspect", format!("{}, in the querent's own army", entry.own)),
        ("God-form", format!("{}{form}", entry.god)),
        ("Element", entry.element.clone()),
        ("Court card", entry.court_card.clone().unwrap_or_default()),
        ("Also", also.join("; ")),
        ("Title", title),
        ("Card", says),
        ("Rules", decans),
        ("Planet", entry.planet.clone().unwrap_or_else(|| planets(piece, correspondences))),
        (
            "Army",
            format!("{}, the partner of {}", naming.full_name(piece.army), naming.full_name(piece.army.partner())),
        ),
        ("Reverse", entry.reverse.clone().unwrap_or_default()),
        ("Moves", entry.moves.clone()),
        ("Its pawn", companion(&entry.pawn)),
        ("Serves", serves(piece, entry)),
        (
            "Starts",
            if piece.kind == Kind::King { format!("on its throne, {}", piece.army.throne()) } else { String::new() },
        ),
    ] {
        if !said.is_empty() {
            page.fact(label, 10, &said);
        }
    }
    let mut text = page.finish();
    if piece.kind != Kind::King {
        let _ = write!(text, "\n  {dim}Starting square in each array{dim:#}\n\n{}", starts(screen, piece));
    }
    text
}

/// All pieces, one on each line.
#[must_use]
pub fn pieces_page(screen: &Screen, entries: &[PieceLookup]) -> String {
    let rows: Vec<_> = all_pieces()
        .zip(entries)
        .map(|(piece, entry)| {
            let stands_for = match &entry.serves {
                Some(officer) => format!("serves the {}", officer.piece),
                None => entry.person.clone(),
            };
            let cells = [capitalised(&entry.piece), entry.code.clone(), entry.god.clone(), stands_for];
            (screen.colours.style(piece.army), cells.to_vec())
        })
        .collect();
    let dim = Style::new().dimmed();
    let table = table_within(screen.width, &["Piece", "Code", "God-form", "Stands for"], &rows);
    format!("{table}\n  {dim}More about one piece: enochian meaning aN{dim:#}\n")
}

/// The officer whom a pawn serves, and becomes.
fn serves(piece: Piece, entry: &PieceLookup) -> String {
    match (piece.kind, &entry.serves) {
        (Kind::Pawn(officer), Some(served)) => {
            format!("the {officer}, {} ({}), and becomes one at the far edge", served.god, served.code)
        }
        _ => String::new(),
    }
}

/// A king's planets: `Sun if the querent is Air, otherwise Uranus`. Nothing for a pawn where the data give pawns none.
fn planets(piece: Piece, correspondences: &Correspondences) -> String {
    let Some(own) = correspondences.planet(piece, piece.army) else { return String::new() };
    let others = Army::ALL.into_iter().filter(|querent| *querent != piece.army);
    let others: Vec<(Army, &str)> =
        others.filter_map(|army| Some((army, correspondences.planet(piece, army)?))).collect();
    let own = format!("{own} if the querent is {}", piece.army);
    match others.as_slice() {
        [(_, planet), rest @ ..] if rest.iter().all(|(_, other)| other == planet) => {
            format!("{own}, otherwise {planet}")
        }
        others => others.iter().fold(own, |text, (army, planet)| format!("{text}, {planet} if {army}")),
    }
}

/// The eight arrays: a row for each pair of boards, a column for each element.
fn starts(screen: &Screen, piece: Piece) -> String {
    let rows: Vec<_> = Array::all()
        .chunks(4)
        .map(|arrays| {
            let name = arrays[0].to_string();
            let pair = name.split_once(" of ").map_or(name.as_str(), |(_, pair)| pair);
            let squares = arrays.iter().map(|array| starting_square(piece, *array).to_string());
            let row = std::iter::once(format!("… of {pair}")).chain(squares).collect();
            (Style::new(), row)
        })
        .collect();
    table_within(screen.width, &["Array", "Air", "Water", "Earth", "Fire"], &rows)
}
