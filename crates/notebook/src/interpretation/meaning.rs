//! The meaning of a piece on a square (INTERPRETATION 8.15).

use std::fmt;

use serde::Serialize;

use crate::chess::{Army, Board, Kind, Piece, Square};
use crate::correspondences::{
    Correspondences, EssentialDignity, FigureEffect, HouseCorrespondences, Motion, Quality, SignOrElement, Strength,
};
use crate::render::{capitalised, nth};

enochian_engine::named_enum! {
    /// Whether pieces are read as people or as happenings.
    pub enum About or "person, happening or both" {
        /// The question is about people.
        Person: "person",
        /// It is about something else, or there is no question.
        Happening: "happening",
        /// Give both.
        Both: "both",
    }
}

impl About {
    /// What a question of this house is about; an element's own square has no house (INTERPRETATION 2.3).
    ///
    /// ```
    /// use enochian::interpretation::About;
    /// assert_eq!(About::of(Some(3)), About::Person, "brothers and sisters");
    /// assert_eq!(About::of(Some(10)), About::Happening);
    /// assert_eq!(About::of(None), About::Happening);
    /// ```
    #[must_use]
    pub const fn of(house: Option<u8>) -> About {
        match house {
            Some(1 | 3 | 4 | 5 | 7 | 11) => About::Person,
            _ => About::Happening,
        }
    }
}

/// How a piece relates to the querent (INTERPRETATION 2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Allegiance {
    /// An aspect of the querent.
    Own,
    /// The partner's: a support.
    Partner,
    /// An enemy's: something against the querent.
    Enemy,
}

enochian_engine::named_enum! {
    /// `against the querent`.
    Allegiance { Own: "the querent's own", Partner: "the querent's support", Enemy: "against the querent" }
}

impl Allegiance {
    /// The allegiance of an army for a querent.
    #[must_use]
    pub fn of(army: Army, querent: Army) -> Allegiance {
        if army == querent {
            Allegiance::Own
        } else if army == querent.partner() {
            Allegiance::Partner
        } else {
            Allegiance::Enemy
        }
    }
}

/// The meaning of a piece on a square, in words and numbers.
///
/// ```
/// use enochian::chess::{Army, Board, Kind, Officer, Piece};
/// use enochian::interpretation::{About, Meaning};
/// use enochian::correspondences::Correspondences;
///
/// let queen = Piece { army: Army::Water, kind: Kind::Officer(Officer::Queen) };
/// let f7 = "f7".parse().unwrap();
/// let meaning = Meaning::of(queen, Board::Water, f7, Some(Army::Air), About::Person, Correspondences::embedded());
/// assert_eq!(
///     meaning.to_string(),
///     "Queen of Water, against the querent: a dreamy, receptive woman; f7, Virgo, 6th house: work, service, health, \
///      animals; Moon: feeling, habit and everyday response, in practical things, step by step; no dignity; strong \
///      (2 + 0 + 0: its strongest place, Water on Earth friendly); Conjunctio, helped, stressed by the piece: a meeting, \
///      good with good and bad with bad"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Meaning {
    /// `queen of Water`.
    pub piece: String,
    /// Its relation to the querent, if the querent is known.
    pub allegiance: Option<Allegiance>,
    /// Who or what it is. For the querent's own army the aspect of the querent comes first; for a pawn the nature of its
    /// officer comes last.
    pub is: Vec<String>,
    /// The board: `Water`.
    pub board: String,
    /// `f7`.
    pub square: String,
    /// The sign or element: `Virgo`.
    pub force: String,
    /// The house that the sign governs; `None` for an element.
    pub house: Option<HouseCorrespondences>,
    /// The piece's planet; a king's depends on the querent.
    pub planet: Option<PlanetMeaning>,
    /// Whether it is a king in the fixed sign of his element, his kerubic sign.
    pub kerubic: bool,
    /// Its strength there, with the parts.
    pub strength: Strength,
    /// The reasons for those parts: `its strongest place`, `Water on Earth friendly`.
    pub strength_from: Vec<String>,
    /// The geomantic figure of the square.
    pub figure: FigureMeaning,
}

/// The planet of a piece on a square, for a [`Meaning`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PlanetMeaning {
    /// `Moon`.
    pub name: String,
    /// What it does there, and how; `None` if the data have nothing on the planet.
    pub does: Option<String>,
    /// `domicile`, `exaltation`, `fall` or `detriment`, if any.
    pub dignity: Option<&'static str>,
}

/// The geomantic figure of a square that a piece enters, for a [`Meaning`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct FigureMeaning {
    /// `Conjunctio`.
    pub name: String,
    /// The effect of the angle on it: `helped`.
    pub stands: String,
    /// The effect of the piece on it: `stressed by the piece`; `None` if the piece is of ordinary strength.
    pub entered: Option<String>,
    /// Its repute: `mixed`.
    pub nature: String,
    /// `stable` or `mobile`.
    pub motion: &'static str,
    /// Its meaning.
    pub words: String,
}

impl Meaning {
    /// The meaning of a piece on a square of a board, for a querent.
    pub fn of(
        piece: Piece,
        board: Board,
        square: Square,
        querent: Option<Army>,
        about: About,
        correspondences: &Correspondences,
    ) -> Meaning {
        let here = correspondences.square(board, square);
        let allegiance = querent.map(|querent| Allegiance::of(piece.army, querent));
        let strength = correspondences.strength(piece, board, square, querent);
        let planet = correspondences.known_planet(piece, querent).map(|name| PlanetMeaning {
            name: name.to_owned(),
            does: correspondences.planet_meaning(name, here.column),
            dignity: correspondences
                .planet_correspondences(name)
                .and_then(|planet| planet.dignity(here.force))
                .map(EssentialDignity::name),
        });
        let house = correspondences.force(here.force).house.and_then(|number| correspondences.house(number));
        let (figure, effect) = (correspondences.figure(here.force), FigureEffect::of(Some(&strength)));
        Meaning {
            piece: piece.to_string(),
            allegiance,
            is: who(piece, allegiance, about, correspondences),
            board: board.to_string(),
            square: square.to_string(),
            force: here.force.to_string(),
            house: house.cloned(),
            planet,
            kerubic: piece.kind == Kind::King && here.force == SignOrElement::of(piece.army.element(), Quality::Fixed),
            strength_from: parts(piece, board, square, correspondences),
            figure: FigureMeaning {
                name: figure.name.clone(),
                stands: correspondences.figure_in(here.force, here.angle).to_owned(),
                entered: (effect != FigureEffect::Plain).then(|| format!("{effect} by the piece")),
                nature: figure.nature.clone(),
                motion: Motion::name(figure.motion),
                words: figure.words.clone(),
            },
            strength,
        }
    }

    /// `Queen of Water, against the querent`.
    #[must_use]
    pub fn title(&self) -> String {
        let whose = self.allegiance.map_or(String::new(), |whose| format!(", {whose}"));
        format!("{}{whose}", capitalised(&self.piece))
    }

    /// `Virgo, 6th house: work, service, health, animals`.
    #[must_use]
    pub fn field(&self) -> String {
        match &self.house {
            Some(house) => format!("{}, {} house: {}", self.force, nth(house.number), house.matters.join(", ")),
            None => format!("the element {} itself", self.force),
        }
    }

    /// `Moon: feeling, habit and everyday response, in practical things, step by step; no dignity`; empty if the planet is
    /// not known.
    #[must_use]
    pub fn business(&self) -> String {
        let Some(PlanetMeaning { name, does, dignity }) = &self.planet else { return String::new() };
        let does = does.as_ref().map_or(String::new(), |does| format!(": {does}"));
        let dignity = dignity.map_or("no dignity".to_owned(), |dignity| format!("in {dignity}"));
        format!("{name}{does}; {dignity}")
    }

    /// `strong (2 + 0 + 0: its strongest place, Water on Earth friendly)`.
    #[must_use]
    pub fn power(&self) -> String {
        let Strength { grade, sign, element, word } = &self.strength;
        let signed = |part: i8| format!("{} {}", if part < 0 { '−' } else { '+' }, part.abs());
        let first = if *grade < 0 { format!("−{}", grade.abs()) } else { grade.to_string() };
        let from = self.strength_from.join(", ");
        let colon = if from.is_empty() { "" } else { ": " };
        format!("{word} ({first} {} {}{colon}{from})", signed(*sign), signed(*element))
    }

    /// `Conjunctio, helped, stressed by the piece: a meeting, good with good and bad with bad`.
    #[must_use]
    pub fn omen(&self) -> String {
        let FigureMeaning { name, stands, entered, words, .. } = &self.figure;
        let entered = entered.as_ref().map_or(String::new(), |entered| format!(", {entered}"));
        format!("{name}, {stands}{entered}: {words}")
    }

    /// All of it with labels, and what belongs to the piece wherever it stands. `ground` is the element of the square, and
    /// `unknown` is said of the planet of a king whose querent is not known.
    #[doc(hidden)]
    pub fn facts(
        &self,
        piece: &crate::correspondences::PieceGloss,
        ground: &str,
        unknown: &str,
        correspondences: &Correspondences,
    ) -> Vec<(&'static str, String)> {
        let form = piece.form.as_ref().map_or(String::new(), |form| format!(", {form}"));
        let dignity = match &piece.dignity {
            Some(dignity) => format!("{dignity}, {} on {ground} · {}", piece.element, piece.meaning),
            None => format!("none · {}", correspondences.spirit()),
        };
        let planet = match &self.planet {
            Some(_) => self.business(),
            // Every piece with a card has a planet, though a king's is not always known.
            None if piece.court_card.is_some() => unknown.to_owned(),
            None => String::new(),
        };
        let facts = [
            ("Stands for", self.is.join("; ")),
            ("Field", self.field()),
            ("Planet", planet),
            ("Strength", self.power()),
            ("Figure", self.omen()),
            ("Drawn", self.drawn().unwrap_or_default()),
            ("God-form", format!("{}{form}", piece.god)),
            ("Court card", piece.court_card.clone().unwrap_or_default()),
            ("Dignity", dignity),
        ];
        facts.into_iter().filter(|(_, said)| !said.is_empty()).collect()
    }

    /// A sentence for a king in his kerubic sign.
    #[must_use]
    pub fn drawn(&self) -> Option<String> {
        self.kerubic.then(|| format!("{} is the fixed sign of his element, to which he is drawn", self.force))
    }
}

/// Everything on one line, as in the log of landings.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {}, {}", self.title(), self.is.join("; "), self.square, self.field())?;
        if let Some(drawn) = self.drawn() {
            write!(f, "; {drawn}")?;
        }
        if self.planet.is_some() {
            write!(f, "; {}", self.business())?;
        }
        write!(f, "; {}; {}", self.power(), self.omen())
    }
}

/// Who or what a piece is (INTERPRETATION 2.2 and 2.3).
fn who(piece: Piece, allegiance: Option<Allegiance>, about: About, correspondences: &Correspondences) -> Vec<String> {
    let (own, person) = (allegiance == Some(Allegiance::Own), correspondences.person(piece));
    let mut is = vec![];
    if own {
        is.push(correspondences.kind(piece.kind).own.clone());
    }
    match piece.kind {
        Kind::King => is.push(person.person.to_owned()),
        Kind::Officer(_) => {
            // The querent's own piece is an aspect of the querent, not another person.
            if about != About::Happening && !own {
                is.push(person.person.to_owned());
            }
            if about != About::Person {
                is.push(person.happening.to_owned());
            }
        }
        Kind::Pawn(officer) => {
            if !own {
                is.push(person.happening.to_owned());
            }
            let served = Piece { kind: Kind::Officer(officer), ..piece };
            is.push(format!("of the nature of its {officer}: {}", correspondences.person(served).happening));
        }
    }
    is
}

/// The reasons for the parts of the strength. A planet's dignity is shown with the planet.
fn parts(piece: Piece, board: Board, square: Square, correspondences: &Correspondences) -> Vec<String> {
    use crate::correspondences::Grade::*;
    let here = correspondences.square(board, square);
    let place = match correspondences.grade(piece, board, here.angle) {
        Strongest => Some("its strongest place"),
        Strong => Some("a strong place"),
        Ordinary => None,
        Detriment => Some("the place of its detriment"),
        Weakest => Some("its weakest place"),
    };
    let element = correspondences.piece(piece).nature.map(|element| {
        let dignity = correspondences.dignity(element, here.column).dignity;
        format!("{element} on {} {dignity}", here.column)
    });
    place.map(str::to_owned).into_iter().chain(element).collect()
}
