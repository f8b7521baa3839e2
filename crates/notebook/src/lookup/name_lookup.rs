//! A name looked up: of a sign, an element, a house, a planet, a trump, a letter, a figure, a quality, an event, a term, a
//! court card or a piece.

use serde::Serialize;

use crate::chess::{Army, Element, Kind, Officer, Piece};
use crate::correspondences::{
    Correspondences, Event, GlossaryEntry, HouseCorrespondences, Naming, PlanetCorrespondences, Quality, Relation,
    SignOrElement, TarotTrump, TrumpCorrespondences,
};
use crate::input::quoted;
use crate::render::nth;

use super::piece_names::{all_names, candidates, pieces_of_card};
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
    Trump(&'l TrumpCorrespondences),
    Letter(SignOrElement),
    Figure(SignOrElement),
    Element(Element),
    Quality(Quality),
    Planet(&'l PlanetCorrespondences),
    Kind(Kind),
    Event(Event),
    Relation(Relation),
    Term(&'l GlossaryEntry),
}

impl NameLookup {
    /// Everything that has a name: the name of a piece only if nothing else has it. `Osiris (god)` is Osiris. A court card
    /// can be that of two pieces, in two schools.
    ///
    /// # Errors
    ///
    /// If nothing has it.
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
        let is_wanted = |name: &str| !wanted.is_empty() && key(name) == wanted;
        let subjects = known.iter().filter(|(names, _)| names.iter().any(|name| is_wanted(name)));
        let mut found: Vec<NamedThing> =
            subjects.map(|(_, subject)| NamedThing::Name(NameMeaning::of(*subject, correspondences))).collect();
        let of_piece = |piece| {
            let entry = Box::new(PieceLookup::of(piece, querent, correspondences, naming));
            NamedThing::Piece { what: "piece", entry, piece }
        };
        if found.is_empty() {
            found.extend(pieces_of_card(&is_wanted, correspondences).into_iter().map(of_piece));
        }
        if found.is_empty() {
            let mut pieces = candidates(text, correspondences, naming);
            if pieces.is_empty() {
                pieces = candidates(bare, correspondences, naming);
            }
            // A part of many names is none; the four pawns of an army, or of a kind, are all shown.
            if pieces.len() <= 4 {
                found.extend(pieces.into_iter().map(of_piece));
            }
        }
        if found.is_empty() {
            let mut all: Vec<String> = known.into_iter().flat_map(|(names, _)| names).collect();
            all.extend(all_names(correspondences, naming));
            let meant = suggestion(bare, all.iter().map(String::as_str));
            return Err(NotFound::new(format!(
                "there is nothing called {}; expected a square, sign, element, house, planet, trump, letter, figure, \
                 quality, event, term, card or piece, such as Leo, \"7th house\" or \"air knight\"{meant}",
                quoted(text)
            )));
        }
        Ok(NameLookup { name: text.to_owned(), found })
    }

    /// The piece, if it is the name of one alone.
    #[must_use]
    pub fn piece(&self) -> Option<Piece> {
        match self.found.as_slice() {
            [NamedThing::Piece { piece, .. }] => Some(*piece),
            _ => None,
        }
    }
}

/// Everything that has a name, except pieces and their cards, with all its names.
pub(super) fn subjects(correspondences: &Correspondences) -> Vec<(Vec<String>, NameSubject<'_>)> {
    let mut subjects: Vec<(Vec<String>, NameSubject<'_>)> = vec![];
    for force in SignOrElement::ALL.into_iter().filter(|force| force.is_sign()) {
        subjects.push((vec![force.to_string()], NameSubject::Sign(force)));
    }
    for element in Element::ALL {
        let known = correspondences.element(element);
        let names = [element.name(), &known.world, &known.suit, &known.letter].map(str::to_owned);
        subjects.push((names.to_vec(), NameSubject::Element(element)));
    }
    let planets = correspondences.planets().iter();
    subjects.extend(planets.map(|planet| (vec![planet.name.clone()], NameSubject::Planet(planet))));
    for force in SignOrElement::ALL {
        let known = correspondences.force(force);
        if let Some(house) = known.house.and_then(|number| correspondences.house(number)) {
            let number = house.number;
            let names =
                [format!("{} house", nth(number)), format!("house {number}"), number.to_string(), house.name.clone()];
            let names = names.into_iter().chain(house.latin.clone()).collect();
            subjects.push((names, NameSubject::House(house, force)));
        }
        let names = [known.letter.name.clone(), known.letter.glyph.clone(), known.letter.to_string()];
        subjects.push((names.to_vec(), NameSubject::Letter(force)));
        subjects.push((vec![known.figure.name.clone()], NameSubject::Figure(force)));
    }
    let trumps = correspondences.trumps().iter();
    subjects.extend(trumps.map(|trump| (trump_names(trump, correspondences), NameSubject::Trump(trump))));
    for quality in Quality::ALL {
        let also = match quality {
            Quality::Fixed => Some("kerubic".to_owned()),
            Quality::Mutable => Some("common".to_owned()),
            Quality::Cardinal | Quality::Elemental => None,
        };
        subjects.push((std::iter::once(quality.to_string()).chain(also).collect(), NameSubject::Quality(quality)));
    }
    // Any pawn stands for all of them.
    for kind in [Kind::King, Kind::Pawn(Officer::Rook)].into_iter().chain(Officer::ALL.map(Kind::Officer)) {
        let name = if let Kind::Pawn(_) = kind { "pawn".to_owned() } else { kind.to_string() };
        let several = format!("{name}s");
        subjects.push((vec![name, several], NameSubject::Kind(kind)));
    }
    let names =
        |entry: &GlossaryEntry| std::iter::once(&entry.name).chain(&entry.also).chain(&entry.marks).cloned().collect();
    subjects.extend(correspondences.terms().iter().map(|term| (names(term), NameSubject::Term(term))));
    let events = Event::ALL.into_iter();
    subjects.extend(events.map(|event| (names(correspondences.event_entry(event)), NameSubject::Event(event))));
    let relations = Relation::ALL.into_iter();
    subjects.extend(relations.map(|it| (names(correspondences.relation_entry(it)), NameSubject::Relation(it))));
    subjects
}

/// The names of a trump here and in Book T, and its numbers by both counts.
fn trump_names(trump: &TrumpCorrespondences, correspondences: &Correspondences) -> Vec<String> {
    let own = trump.force().map(|force| correspondences.force(force).trump.clone());
    let counted = [(trump.number, trump.name.as_str()), (trump.order_number(), trump.order())];
    let counted = counted.map(|(number, name)| TarotTrump { number, name: name.to_owned() });
    let names = own.into_iter().chain(counted).flat_map(|it| {
        let number = it.number;
        let numbered = [format!("trump {number}"), format!("key {number}"), number.to_string()];
        [it.to_string(), it.numeral().to_owned(), it.name].into_iter().chain(numbered)
    });
    names.chain(trump.also.iter().cloned()).chain([trump.title.clone()]).collect()
}

/// The significant words, in lower case.
pub(super) fn key(name: &str) -> String {
    let name = name.to_lowercase();
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !matches!(*word, "" | "the" | "of"));
    words.collect::<Vec<_>>().join(" ")
}
