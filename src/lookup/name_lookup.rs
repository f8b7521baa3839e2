//! A name looked up: of a sign, an element, a house, a planet, a trump, a letter, a figure, a quality or a piece.

use serde::Serialize;

use crate::chess::{Army, Element, Kind, Officer, Piece};
use crate::correspondences::{
    Correspondences, HouseCorrespondences, Naming, PlanetCorrespondences, Quality, SignOrElement,
};
use crate::input::quoted;
use crate::render::nth;

use super::piece_names::{all_names, candidates};
use super::{NameMeaning, NotFound, PieceLookup, suggestion};

/// A name, and everything that has it.
#[derive(Clone, Debug, Serialize)]
pub struct NameLookup {
    /// The name that was asked for.
    pub name: String,
    /// What has it.
    pub found: Vec<NamedThing>,
}

/// What has a name.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum NamedThing {
    /// Something other than a piece.
    Name(NameMeaning),
    /// A piece.
    Piece {
        /// `piece`.
        what: &'static str,
        /// What it stands for.
        #[serde(flatten)]
        entry: Box<PieceLookup>,
        /// The piece.
        #[serde(skip)]
        piece: Piece,
    },
}

/// What a name can stand for.
#[derive(Clone, Copy)]
pub(super) enum NameSubject<'l> {
    Sign(SignOrElement),
    House(&'l HouseCorrespondences, SignOrElement),
    Trump(SignOrElement),
    Letter(SignOrElement),
    Figure(SignOrElement),
    Element(Element),
    Quality(Quality),
    Planet(&'l PlanetCorrespondences),
    Kind(Kind),
    Ptah,
}

impl NameLookup {
    /// Everything that has a name: the name of a piece only if nothing else has it. `Osiris (god)` is Osiris.
    ///
    /// # Errors
    ///
    /// If nothing has it, or several pieces have.
    pub fn find(
        text: &str,
        querent: Option<Army>,
        correspondences: &Correspondences,
        naming: &Naming,
    ) -> Result<NameLookup, NotFound> {
        let text = text.trim();
        // `Osiris (god)`: the word in brackets is the kind of name.
        let bare = text.strip_suffix(')').and_then(|text| text.split_once('(')).map_or(text, |(name, _)| name.trim());
        let (known, wanted) = (subjects(correspondences), key(bare));
        let subjects = known.iter().filter(|(name, _)| !wanted.is_empty() && key(name) == wanted);
        let mut found: Vec<NamedThing> =
            subjects.map(|(_, subject)| NamedThing::Name(NameMeaning::of(*subject, correspondences))).collect();
        if found.is_empty() {
            let mut pieces = candidates(text, correspondences, naming);
            if pieces.is_empty() {
                pieces = candidates(bare, correspondences, naming);
            }
            match pieces.as_slice() {
                [] => {}
                [piece] => {
                    let entry = Box::new(PieceLookup::of(*piece, querent, correspondences, naming));
                    found.push(NamedThing::Piece { what: "piece", entry, piece: *piece });
                }
                several if several.len() <= 4 => {
                    let several: Vec<String> = several.iter().map(Piece::to_string).collect();
                    return Err(NotFound(format!(
                        "{} could be the {}; choose one",
                        quoted(text),
                        several.join(" or the ")
                    )));
                }
                _ => {}
            }
        }
        if found.is_empty() {
            let mut all: Vec<String> = known.into_iter().map(|(name, _)| name).collect();
            all.extend(all_names(correspondences, naming));
            let meant = suggestion(bare, all.iter().map(String::as_str));
            return Err(NotFound(format!(
                "there is nothing called {}; expected a square, sign, element, house, planet, trump, letter, figure, quality or piece, \
             such as Leo, \"7th house\" or \"air knight\"{meant}",
                quoted(text)
            )));
        }
        Ok(NameLookup { name: text.to_owned(), found })
    }

    /// The piece, if it is the name of one.
    #[must_use]
    pub fn piece(&self) -> Option<Piece> {
        self.found
            .iter()
            .find_map(|found| if let NamedThing::Piece { piece, .. } = found { Some(*piece) } else { None })
    }
}

/// All names except those of pieces, with what they stand for.
fn subjects(correspondences: &Correspondences) -> Vec<(String, NameSubject<'_>)> {
    let mut names: Vec<(String, NameSubject<'_>)> = vec![];
    for force in SignOrElement::ALL.into_iter().filter(|force| force.is_sign()) {
        names.push((force.to_string(), NameSubject::Sign(force)));
    }
    for element in Element::ALL {
        let known = correspondences.element(element);
        let called = [element.name(), &known.world, &known.suit, &known.letter];
        names.extend(called.map(|name| (name.to_owned(), NameSubject::Element(element))));
    }
    let planets = correspondences.planets().iter();
    names.extend(planets.map(|planet| (planet.name.clone(), NameSubject::Planet(planet))));
    for force in SignOrElement::ALL {
        let known = correspondences.force(force);
        if let Some(house) = known.house.and_then(|number| correspondences.house(number)) {
            let called =
                [format!("{} house", nth(house.number)), format!("house {}", house.number), house.name.clone()];
            names.extend(
                called.into_iter().chain(house.latin.clone()).map(|name| (name, NameSubject::House(house, force))),
            );
        }
        let called = [known.trump.to_string(), known.trump.name.clone(), known.trump.numeral().to_owned()];
        names.extend(called.map(|name| (name, NameSubject::Trump(force))));
        let called = [known.letter.name.clone(), known.letter.glyph.clone(), known.letter.to_string()];
        names.extend(called.map(|name| (name, NameSubject::Letter(force))));
        names.push((known.figure.name.clone(), NameSubject::Figure(force)));
    }
    for quality in Quality::ALL {
        names.push((quality.to_string(), NameSubject::Quality(quality)));
    }
    names.extend(
        [("kerubic", Quality::Fixed), ("common", Quality::Mutable)]
            .map(|(name, quality)| (name.to_owned(), NameSubject::Quality(quality))),
    );
    // Any pawn stands for all of them.
    for kind in [Kind::King, Kind::Pawn(Officer::Rook)].into_iter().chain(Officer::ALL.map(Kind::Officer)) {
        let name = if let Kind::Pawn(_) = kind { "pawn".to_owned() } else { kind.to_string() };
        names.push((name, NameSubject::Kind(kind)));
    }
    names.push(("Ptah".to_owned(), NameSubject::Ptah));
    names
}

/// The significant words, in lower case.
fn key(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !matches!(*word, "" | "the" | "of"));
    words.collect::<Vec<_>>().join(" ")
}
