//! The correspondences of the pieces, from `pieces.toml`.

use std::fmt;

use crate::chess::{Army, Element, Kind, Officer, Piece};
use crate::input::{TomlTable, TomlValue};

use super::entries::all;

/// The word in the data for the planet left over by the querent's army.
const LEFT_OVER: &str = "the querent's";

/// The word in the data for the planet of the officer that a pawn serves.
const OFFICERS: &str = "the officer's";

/// The element of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum PieceElement {
    /// A king: above the four elements.
    Spirit,
    /// An officer, or the pawn that serves it.
    Element(Element),
}

impl fmt::Display for PieceElement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PieceElement::Spirit => f.pad("Spirit"),
            PieceElement::Element(element) => element.fmt(f),
        }
    }
}

/// The correspondences of a piece.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PieceCorrespondences {
    /// The god-form: `Sebek`.
    pub god: String,
    /// The animal or human form of a pawn's god.
    pub form: Option<String>,
    /// Spirit or the element; for a pawn, that of the officer it serves.
    pub nature: PieceElement,
    /// The rank of the court card, without its suit: `Knight`. `None` for a pawn.
    pub court: Option<String>,
    /// Other schools' names for that card.
    pub court_also: Vec<String>,
    /// The colour of the figure's back. `None` for a pawn.
    pub reverse: Option<String>,
}

/// All 36 pieces.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub(super) struct Pieces {
    pieces: Vec<PieceCorrespondences>,
    planets: PiecePlanets,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
struct PiecePlanets {
    querents_king: String,
    king: [Planet; 4],
    officers: [[String; 4]; 4],
    /// Whether pawns have the planets of the officers they serve; otherwise they have none.
    pawns: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
enum Planet {
    Named(String),
    LeftOver,
}

impl Pieces {
    pub(super) fn piece(&self, piece: Piece) -> &PieceCorrespondences {
        &self.pieces[piece.army.index() * 9 + piece.kind.index()]
    }

    pub(super) fn planet(&self, piece: Piece, querent: Army) -> Option<&str> {
        match piece.kind {
            Kind::Pawn(_) if !self.planets.pawns => None,
            Kind::Officer(officer) | Kind::Pawn(officer) => {
                Some(&self.planets.officers[officer.index()][piece.army.index()])
            }
            Kind::King if piece.army == querent => Some(&self.planets.querents_king),
            Kind::King => match (&self.planets.king[piece.army.index()], &self.planets.king[querent.index()]) {
                (Planet::Named(name), _) | (Planet::LeftOver, Planet::Named(name)) => Some(name),
                (Planet::LeftOver, Planet::LeftOver) => None,
            },
        }
    }
}

/// The data of a kind of piece in all armies.
struct KindCorrespondences {
    nature: PieceElement,
    court: String,
    court_also: Vec<String>,
    reverse: String,
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Pieces> {
    let kinds = fields.table("kinds", |fields| {
        let king = fields.table("king", kind);
        let officers = Officer::ALL.map(|officer| fields.table(officer.name(), kind));
        Some((king?, all(officers)?))
    });
    let gods = fields.table("gods", |fields| {
        all(Army::ALL.map(|army| {
            fields.table(army.name(), |fields| {
                let king = fields.text("king");
                let officers = Officer::ALL.map(|officer| fields.text(officer.name()));
                Some((king?, all(officers)?))
            })
        }))
    });
    let pawns = fields.table("pawns", |fields| {
        all(Officer::ALL.map(|officer| {
            fields.table(officer.name(), |fields| {
                let (god, form) = (fields.text("god"), fields.text("form"));
                Some((god?, form?))
            })
        }))
    });
    let planets = fields.table("planets", planets);

    let ((king, officers), gods, pawns) = (kinds?, gods?, pawns?);
    let correspondences = |god: &String, kind: &KindCorrespondences| PieceCorrespondences {
        god: god.clone(),
        form: None,
        nature: kind.nature,
        court: Some(kind.court.clone()),
        court_also: kind.court_also.clone(),
        reverse: Some(kind.reverse.clone()),
    };
    let mut pieces = vec![];
    for (kings_god, gods) in &gods {
        pieces.push(correspondences(kings_god, &king));
        pieces.extend(officers.iter().zip(gods).map(|(kind, god)| correspondences(god, kind)));
        pieces.extend(officers.iter().zip(&pawns).map(|(kind, (god, form))| PieceCorrespondences {
            god: god.clone(),
            form: Some(form.clone()),
            nature: kind.nature,
            court: None,
            court_also: vec![],
            reverse: None,
        }));
    }
    Some(Pieces { pieces, planets: planets? })
}

fn kind(fields: &TomlTable<'_>) -> Option<KindCorrespondences> {
    let nature = fields.required("element").and_then(|item| {
        item.parse_with("Spirit, Air, Water, Fire or Earth", |text| match text {
            "Spirit" => Some(PieceElement::Spirit),
            text => text.parse().ok().map(PieceElement::Element),
        })
    });
    let (court, reverse) = (fields.text("court"), fields.text("reverse"));
    let also = fields.optional("court_also").map_or(Some(vec![]), |item| item.list(TomlValue::text));
    Some(KindCorrespondences { nature: nature?, court: court?, court_also: also?, reverse: reverse? })
}

fn planets(fields: &TomlTable<'_>) -> Option<PiecePlanets> {
    let querents_king = fields.text("querents_king");
    let king = fields.table("king", |fields| {
        let mut left_over = 0;
        all(Army::ALL.map(|army| {
            let item = fields.required(army.name())?;
            let name = item.text()?;
            if name != LEFT_OVER {
                return Some(Planet::Named(name));
            }
            left_over += 1;
            if left_over == 1 { Some(Planet::LeftOver) } else { item.wrong("only one army with the planet left over") }
        }))
    });
    let pawns = fields.optional("pawn").map(|item| item.parse_with(OFFICERS, |text| (text == OFFICERS).then_some(())));
    let officers = Officer::ALL.map(|officer| {
        fields.table(officer.name(), |fields| {
            all(Army::ALL.map(|army| {
                let item = fields.required(army.name())?;
                let name = item.text()?;
                if name == LEFT_OVER {
                    item.wrong("the name of a planet; only a king's may depend on the querent")
                } else {
                    Some(name)
                }
            }))
        })
    });
    Some(PiecePlanets { querents_king: querents_king?, king: king?, officers: all(officers)?, pawns: pawns.is_some() })
}
