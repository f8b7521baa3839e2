//! The correspondences of the pieces, from `pieces.toml`.

use std::collections::BTreeMap;

use serde::de::{Deserialize, Deserializer, Error};
use toml::Spanned;

use crate::chess::{Army, Element, Kind, Officer, Piece};
use crate::input::{Checked, quoted};

use super::each::{CourtKind, Each};
use super::files::DataTable;
use super::tables::Tables;

/// The word in the data for the planet left over by the querent's army.
const LEFT_OVER: &str = "the querent's";

/// The word in the data for the planet of the officer that a pawn serves.
const OFFICERS: &str = "the officer's";

/// The word in the data for the nature of a king, who is above the four elements.
const SPIRIT: &str = "Spirit";

/// The correspondences of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceCorrespondences {
    /// The god-form: `Sebek`.
    pub god: String,
    /// The animal or human form of a pawn's god.
    pub form: Option<String>,
    /// The element; for a pawn, that of the officer it serves. A king has none: he is of Spirit.
    pub nature: Option<Element>,
    /// The rank of the court card, without its suit: `Knight`. `None` for a pawn.
    pub court: Option<String>,
    /// Other names of that card, each with where it is called so.
    pub court_also: BTreeMap<String, String>,
    /// The colour of the figure's back. `None` for a pawn.
    pub reverse: Option<String>,
}

impl PieceCorrespondences {
    /// The name of the element, or `Spirit`.
    #[must_use]
    pub fn nature_name(&self) -> &'static str {
        self.nature.map_or(SPIRIT, Element::name)
    }
}

/// All 36 pieces.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    pieces: Vec<PieceCorrespondences>,
    planets: PiecePlanets,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceFile {
    kinds: Each<CourtKind, KindCorrespondences>,
    gods: Each<Army, Each<CourtKind, String>>,
    pawns: Each<Officer, PawnGod>,
    planets: PiecePlanets,
}

/// The data of a kind of piece in all armies.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct KindCorrespondences {
    #[serde(deserialize_with = "element_or_spirit")]
    element: Option<Element>,
    court: String,
    #[serde(default)]
    court_also: BTreeMap<String, String>,
    reverse: String,
}

fn element_or_spirit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Element>, D::Error> {
    let name = String::deserialize(deserializer)?;
    let element = || {
        name.parse().map_err(|_| {
            D::Error::custom(format!("{} is no element; expected Spirit, Air, Water, Fire or Earth", quoted(&name)))
        })
    };
    if name == SPIRIT { Ok(None) } else { element().map(Some) }
}

/// The god-form of the pawns that serve a kind of officer.
#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct PawnGod {
    god: String,
    form: String,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct PiecePlanets {
    querents_king: String,
    /// Whether pawns have the planets of the officers they serve; otherwise they have none.
    pawn: Option<Spanned<String>>,
    of: Each<CourtKind, Each<Army, Spanned<String>>>,
}

impl PiecePlanets {
    fn check(&self, checked: &mut Checked<'_>) {
        if let Some(pawn) = self.pawn.as_ref().filter(|pawn| pawn.get_ref() != OFFICERS) {
            checked.wrong(pawn.span(), format!("`pawn` is {:?}", pawn.get_ref()), OFFICERS);
        }
        let left_over = |planet: &&Spanned<String>| planet.get_ref() == LEFT_OVER;
        for planet in self.of[CourtKind::King].values().iter().filter(left_over).skip(1) {
            checked.wrong(planet.span(), "two armies have it", "only one army with the planet left over");
        }
        for planet in self.of.values()[1..].iter().flat_map(Each::values).filter(left_over) {
            let expected = "the name of a planet; only a king's may depend on the querent";
            checked.wrong(planet.span(), format!("this is {LEFT_OVER:?}"), expected);
        }
    }
}

impl Pieces {
    pub(super) fn piece(&self, piece: Piece) -> &PieceCorrespondences {
        &self.pieces[piece.army.index() * 9 + piece.kind.index()]
    }

    pub(super) fn planet(&self, piece: Piece, querent: Army) -> Option<&str> {
        let PiecePlanets { querents_king, pawn, of } = &self.planets;
        let named = |army: Army| Some(of[CourtKind::King][army].get_ref().as_str()).filter(|name| *name != LEFT_OVER);
        match piece.kind {
            Kind::Pawn(_) if pawn.is_none() => None,
            Kind::Officer(officer) | Kind::Pawn(officer) => {
                Some(of[CourtKind::of_officer(officer)][piece.army].get_ref())
            }
            Kind::King if piece.army == querent => Some(querents_king),
            Kind::King => named(piece.army).or_else(|| named(querent)),
        }
    }
}

impl DataTable for Pieces {
    type File = PieceFile;

    fn of(file: PieceFile, _: &Tables, checked: &mut Checked<'_>) -> Pieces {
        file.planets.check(checked);
        let with_card = |god: &String, kind: &KindCorrespondences| PieceCorrespondences {
            god: god.clone(),
            form: None,
            nature: kind.element,
            court: Some(kind.court.clone()),
            court_also: kind.court_also.clone(),
            reverse: Some(kind.reverse.clone()),
        };
        let mut pieces = vec![];
        for gods in file.gods.values() {
            // In the order of `Kind::ALL`: the king, the officers, their pawns.
            pieces.extend(gods.values().iter().zip(file.kinds.values()).map(|(god, kind)| with_card(god, kind)));
            pieces.extend(file.pawns.iter().map(|(officer, PawnGod { god, form })| PieceCorrespondences {
                god: god.clone(),
                form: Some(form.clone()),
                nature: file.kinds[CourtKind::of_officer(officer)].element,
                court: None,
                court_also: BTreeMap::new(),
                reverse: None,
            }));
        }
        Pieces { pieces, planets: file.planets }
    }
}
