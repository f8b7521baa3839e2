//! The pages of pieces: meaning, god-form, court card, planet, element, moves and starting squares.

use crate::chess::{Army, Array, Kind, Officer, Piece, Square};
use crate::correspondences::{Correspondences, Naming};
use crate::render::capitalised;

use super::board_page::pair_of;
use super::piece_names::all_pieces;
use super::{Page, PageTable};

/// What a piece stands for; `querent` is the querent's army, if it is known.
#[must_use]
pub fn piece_page(piece: Piece, querent: Option<Army>, correspondences: &Correspondences, naming: &Naming) -> Page {
    let Piece { army, kind } = piece;
    let (stands_for, of_kind) = (correspondences.person(piece), correspondences.kind(kind));
    let also = correspondences.court_names(piece).into_iter().skip(1).map(|card| match card.school {
        Some(school) => format!("{} ({school})", card.name),
        None => card.name,
    });
    let also: Vec<String> = also.collect();
    let (title, card, decans) = correspondences.court(piece).map_or_else(Default::default, |court| {
        let ill = court.ill.as_ref().map_or(String::new(), |ill| format!("; ill dignified: {ill}"));
        let decans = court.decans.as_ref().map_or(String::new(), |[from, to]| format!("{from} to {to}"));
        (court.title.clone(), format!("{}{ill} ({})", court.person, court.source), decans)
    });
    let god = |piece: Piece| {
        let known = correspondences.piece(piece);
        known.form.as_ref().map_or_else(|| known.god.clone(), |form| format!("{}, {form}", known.god))
    };
    let planet = match querent.or((kind != Kind::King).then_some(army)) {
        Some(querent) => correspondences.planet(piece, querent).unwrap_or_default().to_owned(),
        None => king_planets(piece, correspondences),
    };
    let of_king = |text: &str| if kind == Kind::King { text.to_owned() } else { String::new() };
    let of_officer = |text: &str| if let Kind::Officer(_) = kind { text.to_owned() } else { String::new() };
    let companion = |kind| format!("{} ({})", god(Piece { army, kind }), Piece { army, kind }.code());
    let companion = match kind {
        Kind::King => ("Starts", format!("on its throne, {}", army.throne())),
        Kind::Officer(officer) => ("Its pawn", companion(Kind::Pawn(officer))),
        Kind::Pawn(officer) => {
            let served = companion(Kind::Officer(officer));
            ("Serves", format!("the {officer}, {served}, and becomes one at the far edge"))
        }
    };
    let rows = [
        ("Action", of_kind.action.clone()),
        ("Office", of_kind.office.clone()),
        ("Stands for", of_king(stands_for.person)),
        ("Person", of_officer(stands_for.person)),
        ("Happening", of_officer(stands_for.happening)),
        ("Aspect", format!("{}, in the querent's own army", of_kind.own)),
        ("God-form", god(piece)),
        ("Element", correspondences.piece(piece).nature_name().to_owned()),
        ("Court card", correspondences.court_card(piece).unwrap_or_default()),
        ("Also", also.join("; ")),
        ("Title", title),
        ("Card", card),
        ("Rules", decans),
        ("Planet", planet),
        ("Army", format!("{}, the partner of {}", naming.full_name(army), naming.full_name(army.partner()))),
        ("Reverse", correspondences.piece(piece).reverse.clone().unwrap_or_default()),
        ("Moves", moves(piece)),
        companion,
    ];
    let tables = if kind == Kind::King { vec![] } else { vec![starts(piece)] };
    let page = Page::new(capitalised(&piece.to_string()), piece.code(), rows);
    Page { tables, element: Some(army.element()), piece: Some(piece), ..page }
}

/// All pieces, one on each line.
#[must_use]
pub fn pieces_page(correspondences: &Correspondences) -> Page {
    let rows = all_pieces().map(|piece| {
        let stands_for = match piece.kind {
            Kind::Pawn(officer) => format!("serves the {}", Piece { kind: Kind::Officer(officer), ..piece }),
            _ => correspondences.person(piece).person.to_owned(),
        };
        let god = correspondences.piece(piece).god.clone();
        (Some(piece.army.element()), vec![capitalised(&piece.to_string()), piece.code(), god, stands_for])
    });
    let more = "More about one piece: enochian meaning aN".to_owned();
    Page::overview("The pieces", &["Piece", "Code", "God-form", "Stands for"], rows, [more])
}

/// A king's planets: `Sun if the querent is Air, otherwise Uranus`.
fn king_planets(king: Piece, correspondences: &Correspondences) -> String {
    let Some(own) = correspondences.planet(king, king.army) else { return String::new() };
    let others = Army::ALL.into_iter().filter(|querent| *querent != king.army);
    let others: Vec<(Army, &str)> =
        others.filter_map(|army| Some((army, correspondences.planet(king, army)?))).collect();
    let own = format!("{own} if the querent is {}", king.army);
    match others.as_slice() {
        [(_, planet), rest @ ..] if rest.iter().all(|(_, other)| other == planet) => {
            format!("{own}, otherwise {planet}")
        }
        others => others.iter().fold(own, |text, (army, planet)| format!("{text}, {planet} if {army}")),
    }
}

/// How a piece moves, in a line (RULES 3.1–3.3, 5.1).
fn moves(piece: Piece) -> String {
    let way = match piece.army {
        Army::Air => "down, towards rank 1",
        Army::Water => "left, towards file a",
        Army::Fire => "up, towards rank 8",
        Army::Earth => "right, towards file h",
    };
    match piece.kind {
        Kind::King => "one step in any direction".to_owned(),
        Kind::Officer(Officer::Queen) => "leaps exactly two squares, straight or diagonally, over anything".to_owned(),
        Kind::Officer(Officer::Rook) => "straight, as far as the way is free".to_owned(),
        Kind::Officer(Officer::Bishop) => "diagonally, as far as the way is free".to_owned(),
        Kind::Officer(Officer::Knight) => "leaps two squares straight and one aside, over anything".to_owned(),
        Kind::Pawn(_) => format!("one step {way}; takes one step diagonally forward"),
    }
}

/// The eight arrays: a row for each pair of boards, a column for each element.
fn starts(piece: Piece) -> PageTable {
    let all = Array::all();
    let rows = all.chunks(4).map(|arrays| {
        let squares = arrays.iter().map(|array| starting_square(piece, *array).to_string());
        (None, std::iter::once(format!("… of {}", pair_of(arrays[0]))).chain(squares).collect())
    });
    PageTable::new("Starting square in each array", &["Array", "Air", "Water", "Earth", "Fire"], rows)
}

/// The starting square of a piece in an array (RULES 2).
fn starting_square(piece: Piece, array: Array) -> Square {
    let army = piece.army;
    let place = |officer| array.officers().iter().position(|other| *other == officer).unwrap_or(0);
    match piece.kind {
        Kind::King => army.throne(),
        Kind::Officer(officer) => army.home_edge()[place(officer)],
        Kind::Pawn(officer) => {
            let behind = army.home_edge()[place(officer)];
            let (files, ranks) = army.forward();
            behind.offset(files, ranks).unwrap_or(behind)
        }
    }
}
