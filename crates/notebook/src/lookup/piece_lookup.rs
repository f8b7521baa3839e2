//! A piece looked up: its meaning, god-form, court card, planet, element, moves and starting squares.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::chess::{Army, Array, Kind, Officer, Piece, Square};
use crate::correspondences::{Correspondences, Naming};

/// A piece looked up.
#[derive(Clone, Debug, Serialize)]
pub struct PieceLookup {
    /// The name: `knight of Water`.
    pub piece: String,
    /// The code in position texts: `wN`.
    pub code: String,
    /// `knight`, `pawn of knight` …
    pub kind: String,
    /// The army.
    pub army: String,
    /// What the naming calls it.
    pub army_name: String,
    /// The colour of the army.
    pub colour: String,
    /// The partner army.
    pub partner: String,
    /// The god-form.
    pub god: String,
    /// How the god-form is shown.
    pub form: Option<String>,
    /// Its element.
    pub element: String,
    /// What its kind does by the manner of its move.
    pub action: String,
    /// The office of its kind.
    pub office: String,
    /// Which aspect of the querent it is in the querent's own army.
    pub own: String,
    /// Who it stands for.
    pub person: String,
    /// What it stands for in questions about happenings.
    pub happening: String,
    /// Its court card.
    pub court_card: Option<String>,
    /// Other names of the court card.
    pub court_card_also: Vec<String>,
    /// What the court card means; null for pawns.
    pub court: Option<CourtLookup>,
    /// Null for pawns, and for a king when the querent's army is not given.
    pub planet: Option<String>,
    /// A king's planet by the querent's army.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub planet_by_querent: BTreeMap<String, String>,
    /// The reverse of the piece.
    pub reverse: Option<String>,
    /// How it moves, in a line.
    pub moves: String,
    /// Its pawn, or the officer that a pawn serves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pawn: Option<CompanionPiece>,
    /// The officer whom a pawn serves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub serves: Option<CompanionPiece>,
    /// Its starting squares.
    pub starts: Vec<PieceStart>,
}

/// The court card or ace of a piece.
#[derive(Clone, Debug, Serialize)]
pub struct CourtLookup {
    /// The title in Book T.
    pub title: String,
    /// Who or what it is.
    pub person: String,
    /// The same if it is badly dignified.
    pub ill: Option<String>,
    /// From where to where it rules the zodiac.
    pub decans: Option<[String; 2]>,
    /// Other names of the card, with where it is called so.
    pub schools: BTreeMap<String, String>,
    /// The source.
    pub source: String,
}

/// The officer of a pawn, or the pawn of an officer.
#[derive(Clone, Debug, Serialize)]
pub struct CompanionPiece {
    /// The name: `knight of Water`.
    pub piece: String,
    /// The code in position texts: `wN`.
    pub code: String,
    /// The god-form.
    pub god: String,
    /// How the god-form is shown.
    pub form: Option<String>,
}

/// The starting square in an array.
#[derive(Clone, Debug, Serialize)]
pub struct PieceStart {
    /// The array.
    pub array: String,
    /// The square.
    pub square: String,
}

impl PieceLookup {
    /// What a piece stands for; `querent` is the querent's army, if it is known.
    #[must_use]
    pub fn of(piece: Piece, querent: Option<Army>, correspondences: &Correspondences, naming: &Naming) -> PieceLookup {
        let Piece { army, kind } = piece;
        let (known, called) = (correspondences.piece(piece), naming.army(army));
        let court_names = correspondences.court_names(piece);
        let schools = court_names.iter().filter_map(|card| Some((card.name.clone(), card.school?.to_owned())));
        let court = correspondences.court(piece).cloned().map(|court| CourtLookup {
            title: court.title,
            person: court.person,
            ill: court.ill,
            decans: court.decans,
            schools: schools.collect(),
            source: court.source,
        });
        let companion = |kind| {
            let piece = Piece { army, kind };
            let known = correspondences.piece(piece);
            CompanionPiece {
                piece: piece.to_string(),
                code: piece.code(),
                god: known.god.clone(),
                form: known.form.clone(),
            }
        };
        let planet_of = |querent| correspondences.planet(piece, querent).map(str::to_owned);
        let by_querent = Army::ALL.into_iter().filter(|_| kind == Kind::King);
        PieceLookup {
            piece: piece.to_string(),
            code: piece.code(),
            kind: kind.to_string(),
            army: army.to_string(),
            army_name: called.name.clone(),
            colour: called.colour.name.clone(),
            partner: army.partner().to_string(),
            god: known.god.clone(),
            form: known.form.clone(),
            element: known.nature.to_string(),
            action: correspondences.kind_phrases(kind).action.clone(),
            office: correspondences.kind(kind).office.clone(),
            own: correspondences.kind(kind).own.clone(),
            person: correspondences.person(piece).person.to_owned(),
            happening: correspondences.person(piece).happening.to_owned(),
            court_card: correspondences.court_card(piece),
            court_card_also: court_names.iter().skip(1).map(|card| card.name.clone()).collect(),
            court,
            // Only a king's planet depends on the querent.
            planet: querent.or((kind != Kind::King).then_some(army)).and_then(planet_of),
            planet_by_querent: by_querent.filter_map(|army| Some((army.to_string(), planet_of(army)?))).collect(),
            reverse: known.reverse.clone(),
            moves: moves(piece),
            pawn: if let Kind::Officer(officer) = kind { Some(companion(Kind::Pawn(officer))) } else { None },
            serves: if let Kind::Pawn(officer) = kind { Some(companion(Kind::Officer(officer))) } else { None },
            starts: Array::all()
                .into_iter()
                .map(|array| PieceStart { array: array.to_string(), square: starting_square(piece, array).to_string() })
                .collect(),
        }
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

/// The starting square of a piece in an array (RULES 2).
#[must_use]
pub fn starting_square(piece: Piece, array: Array) -> Square {
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
