//! A name looked up: of a sign, an element, a house, a planet, a trump, a letter, a figure, a quality, an event, a term, a
//! court card or a piece.

use std::cmp::Reverse;

use serde::Serialize;

use crate::chess::{Angle, Army, Board, Element, Kind, Officer, Piece};
use crate::correspondences::{
    Correspondences, Event, GlossaryEntry, HouseCorrespondences, Naming, PlanetCorrespondences, Quality, Relation,
    SignOrElement, TrumpCorrespondences, numeral,
};
use crate::input::{nearest, quoted, search_key};
use crate::render::{list, nth};

use super::name_page::name_page;
use super::piece_names::{all_names, candidates, pieces_of_card};
use super::related::related;
use super::{NotFound, Page, meant, piece_page};

/// A name, and the pages of everything that has it.
#[derive(Clone, Debug, Serialize)]
pub struct NameLookup {
    /// The name that was asked for.
    pub name: String,
    /// What has it.
    pub found: Vec<Page>,
}

/// What a name can stand for.
#[derive(Clone, Copy)]
pub(super) enum NameSubject<'l> {
    Sign(SignOrElement),
    House(&'l HouseCorrespondences, SignOrElement),
    Trump(&'l TrumpCorrespondences),
    Letter(&'l TrumpCorrespondences),
    Figure(SignOrElement),
    Element(Element),
    Quality(Quality),
    Planet(&'l PlanetCorrespondences),
    Kind(Kind),
    Event(Event),
    Relation(Relation),
    Term(&'l GlossaryEntry),
    Board(Board),
    /// An angle, of a board or of any.
    Angle(Angle, Option<Board>),
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
        let (known, wanted) = (subjects(correspondences, true), key(bare));
        let is_wanted = |name: &str| !wanted.is_empty() && key(name) == wanted;
        let named = |is: &dyn Fn(&str) -> bool| -> Vec<NameSubject<'_>> {
            known.iter().filter(|(names, _)| names.iter().any(|name| is(name))).map(|(_, subject)| *subject).collect()
        };
        // What the whole text names comes before what its parts name: the World before the board of Earth.
        let mut meant = named(&is_wanted);
        if meant.is_empty() {
            meant = related(bare, &known, correspondences);
        }
        let mut found: Vec<Page> = vec![];
        for page in meant.into_iter().map(|subject| name_page(subject, correspondences)) {
            if found.iter().all(|other| other.title != page.title) {
                found.push(page);
            }
        }
        let of_piece = |piece| piece_page(piece, querent, correspondences, naming);
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
            let nearest = nearest_names(bare, &all);
            let expected = "; expected a square, sign, planet, house, card, piece or another name, such as Leo, \"7th house\", \
                            \"trump of Mars\" or \"air knight\"";
            let way_out = if nearest.is_empty() { expected } else { &nearest };
            return Err(NotFound::new(format!("there is nothing called {}{way_out}", quoted(text))));
        }
        Ok(NameLookup { name: text.to_owned(), found })
    }

    /// The piece, if it is the name of one alone.
    #[must_use]
    pub fn piece(&self) -> Option<Piece> {
        match self.found.as_slice() {
            [page] => page.piece,
            _ => None,
        }
    }
}

/// The end of an error: the names that were probably meant. One that is spelt alike comes before those that share a word; of
/// several words one must be right.
fn nearest_names(text: &str, all: &[String]) -> String {
    let wanted = key(text);
    let keys: Vec<String> = all.iter().map(|name| key(name)).collect();
    let words: Vec<&str> = wanted.split(' ').filter(|word| !word.is_empty()).collect();
    let shared = |key: &str| words.iter().filter(|word| key.split(' ').any(|it| it == **word)).count();
    if let Some(alike) = nearest(&wanted, keys.iter().map(String::as_str))
        && (words.len() < 2 || shared(alike) > 0)
        && let Some(at) = keys.iter().position(|key| key == alike)
    {
        return meant(&all[at]);
    }
    // A letter or a number is too little to be shared.
    let is_word = |word: &str| word.chars().count() > 2;
    let near = keys.iter().zip(all).filter(|(key, _)| key.split(' ').all(is_word));
    let near = near.map(|(key, name)| (shared(key), name.len(), name.as_str())).filter(|(shared, ..)| *shared > 0);
    let mut near: Vec<_> = near.collect();
    near.sort_by_key(|&(shared, length, name)| (Reverse(shared), length, name));
    near.dedup_by_key(|(.., name)| name.to_lowercase());
    let near: Vec<String> = near.iter().take(3).map(|(.., name)| quoted(name)).collect();
    if near.is_empty() { String::new() } else { format!(". Did you mean {}?", list(&near).replace(" and ", " or ")) }
}

/// Everything that has a name, except pieces and their cards, with all its names; the usual spellings and translations are
/// asked for, since many of them are common words.
pub(super) fn subjects(correspondences: &Correspondences, with_others: bool) -> Vec<(Vec<String>, NameSubject<'_>)> {
    let mut subjects: Vec<(Vec<String>, NameSubject<'_>)> = vec![];
    let mut add = |mut names: Vec<String>, also: &[String], subject| {
        if with_others {
            names.extend_from_slice(also);
        }
        subjects.push((names, subject));
    };
    for force in SignOrElement::ALL.into_iter().filter(|force| force.is_sign()) {
        add(vec![force.to_string()], &correspondences.force(force).also, NameSubject::Sign(force));
    }
    for element in Element::ALL {
        let known = correspondences.element(element);
        let names = [element.name(), &known.world, &known.suit, &known.letter].map(str::to_owned);
        add(names.to_vec(), &known.also, NameSubject::Element(element));
    }
    for planet in correspondences.planets() {
        add(vec![planet.name.clone()], &planet.also, NameSubject::Planet(planet));
    }
    for force in SignOrElement::ALL {
        let known = correspondences.force(force);
        if let Some(house) = known.house.and_then(|number| correspondences.house(number)) {
            let number = house.number;
            let names = [
                format!("{} house", nth(number)),
                format!("house {}", numeral(number)),
                number.to_string(),
                house.name.clone(),
                format!("house of {}", house.name),
            ];
            add(names.into_iter().chain(house.latin.clone()).collect(), &[], NameSubject::House(house, force));
        }
        let figure = correspondences.figure(force);
        add(vec![figure.name.clone()], &figure.also, NameSubject::Figure(force));
    }
    for trump in correspondences.trumps() {
        add(trump_names(trump), &[], NameSubject::Trump(trump));
        let letter = &trump.letter;
        let names = vec![letter.name.clone(), letter.glyph.clone(), letter.to_string()];
        add(names, &letter.also, NameSubject::Letter(trump));
    }
    for quality in Quality::ALL {
        add(vec![quality.to_string()], &correspondences.quality(quality).also, NameSubject::Quality(quality));
    }
    // Any pawn stands for all of them.
    for kind in [Kind::King, Kind::Pawn(Officer::Rook)].into_iter().chain(Officer::ALL.map(Kind::Officer)) {
        let name = if let Kind::Pawn(_) = kind { "pawn".to_owned() } else { kind.to_string() };
        let several = format!("{name}s");
        add(vec![name, several], &correspondences.kind(kind).also, NameSubject::Kind(kind));
    }
    let names =
        |entry: &GlossaryEntry| std::iter::once(&entry.name).chain(&entry.also).chain(&entry.marks).cloned().collect();
    for term in correspondences.terms() {
        add(names(term), &[], NameSubject::Term(term));
    }
    for event in Event::ALL {
        add(names(correspondences.event_entry(event)), &[], NameSubject::Event(event));
    }
    for relation in Relation::ALL {
        add(names(correspondences.relation_entry(relation)), &[], NameSubject::Relation(relation));
    }
    subjects
}

/// The names of a trump here and in Book T, and its numbers by both counts.
fn trump_names(trump: &TrumpCorrespondences) -> Vec<String> {
    let counted = [(trump.number, trump.name.as_str()), (trump.order_number(), trump.order())];
    let names = counted.into_iter().flat_map(|(number, name)| {
        let numeral = numeral(number);
        let numbered = ["trump", "key", "card", "tarot", "arcanum"]
            .into_iter()
            .flat_map(|word| [format!("{word} {number}"), format!("{word} {numeral}")]);
        let numbered: Vec<String> = numbered.chain([number.to_string(), numeral.to_owned()]).collect();
        [format!("{numeral} {name}"), numeral.to_owned(), name.to_owned()].into_iter().chain(numbered)
    });
    names.chain(trump.also.iter().cloned()).chain([trump.title.clone()]).collect()
}

/// The significant words of a name in lower case, without accents.
pub(super) fn words(name: &str) -> Vec<String> {
    let name = search_key(name);
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !matches!(*word, "" | "the" | "a" | "an" | "of" | "and" | "s"));
    words.map(str::to_owned).collect()
}

/// What a name is found by: its significant words, numbers as digits, in the order of the alphabet.
pub(super) fn key(name: &str) -> String {
    let words = words(name);
    // A number by itself stays as it is: "second" is a common word.
    let is_name = words.len() > 1;
    let number = |word: String| number(&word).filter(|_| is_name).unwrap_or(word);
    let mut words: Vec<String> = words.into_iter().map(number).collect();
    words.sort();
    words.join(" ")
}

/// A number from 1 to 21 that is written out: `seven`, `seventh` or `7th`.
fn number(word: &str) -> Option<String> {
    const NUMBERS: [[&str; 2]; 22] = [
        ["zero", "zeroth"],
        ["one", "first"],
        ["two", "second"],
        ["three", "third"],
        ["four", "fourth"],
        ["five", "fifth"],
        ["six", "sixth"],
        ["seven", "seventh"],
        ["eight", "eighth"],
        ["nine", "ninth"],
        ["ten", "tenth"],
        ["eleven", "eleventh"],
        ["twelve", "twelfth"],
        ["thirteen", "thirteenth"],
        ["fourteen", "fourteenth"],
        ["fifteen", "fifteenth"],
        ["sixteen", "sixteenth"],
        ["seventeen", "seventeenth"],
        ["eighteen", "eighteenth"],
        ["nineteen", "nineteenth"],
        ["twenty", "twentieth"],
        ["twentyone", "twentyfirst"],
    ];
    let written = NUMBERS.iter().position(|both| both.contains(&word)).map(|number| number.to_string());
    written.or_else(|| {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let ending = &word[digits.len()..];
        (!digits.is_empty() && ["st", "nd", "rd", "th"].contains(&ending)).then(|| digits.to_owned())
    })
}
