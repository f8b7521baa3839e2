//! Names that say what a thing is of: `house of Libra`, `trump of Mars`, `house of death`, `Fire angle`, `fiery part of Water`.

use crate::chess::{Angle, Board, Element};
use crate::correspondences::{Correspondences, Quality, SignOrElement};

use super::NameSort;
use super::name_lookup::{NameSubject, key, words};

/// The sorts of things that others have, with their words.
const SORTS: [(&str, NameSort); 21] = [
    ("sign", NameSort::Sign),
    ("zodiac", NameSort::Sign),
    ("element", NameSort::Element),
    ("suit", NameSort::Element),
    ("world", NameSort::Element),
    ("house", NameSort::House),
    ("domus", NameSort::House),
    ("trump", NameSort::Trump),
    ("tarot", NameSort::Trump),
    ("card", NameSort::Trump),
    ("key", NameSort::Trump),
    ("arcanum", NameSort::Trump),
    ("letter", NameSort::Letter),
    ("hebrew", NameSort::Letter),
    ("figure", NameSort::Figure),
    ("geomantic", NameSort::Figure),
    ("planet", NameSort::Planet),
    ("ruler", NameSort::Planet),
    ("lord", NameSort::Planet),
    ("quality", NameSort::Quality),
    ("modality", NameSort::Quality),
];

/// What a text names by what it is of; nothing, if it does not.
pub(super) fn related<'l>(
    text: &str,
    known: &[(Vec<String>, NameSubject<'l>)],
    correspondences: &'l Correspondences,
) -> Vec<NameSubject<'l>> {
    let words = words(text);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    if let Some(subject) = of_elements(&words, correspondences) {
        return vec![subject];
    }
    let sort = |word: &str| {
        let is_it = |known: &str| known == word || word.strip_suffix('s') == Some(known);
        SORTS.iter().find(|(known, _)| is_it(known)).map(|(_, sort)| *sort)
    };
    let Some(sort_meant) = words.iter().find_map(|word| sort(word)) else { return vec![] };
    let name: Vec<&str> = words.iter().copied().filter(|word| sort(word) != Some(sort_meant)).collect();
    let name = name.join(" ");
    if sort_meant == NameSort::House {
        let governs = |names: &[String]| names.iter().any(|it| key(it) == key(&name));
        let houses = correspondences.houses().iter().filter(|house| governs(&house.matters));
        let houses: Vec<_> = houses
            .filter_map(|house| Some(NameSubject::House(house, correspondences.sign_of(house.number)?)))
            .collect();
        if !houses.is_empty() {
            return houses;
        }
    }
    let of = known.iter().filter(|(names, _)| names.iter().any(|it| !name.is_empty() && key(it) == key(&name)));
    of.flat_map(|(_, subject)| of_sort(sort_meant, *subject, correspondences)).collect()
}

/// What of this sort a thing has.
fn of_sort<'l>(sort: NameSort, subject: NameSubject<'l>, correspondences: &'l Correspondences) -> Vec<NameSubject<'l>> {
    let of_planet = |name: &str| {
        let trump =
            correspondences.trumps().iter().find(|trump| trump.of == name || trump.also_of.as_deref() == Some(name));
        let planet = correspondences.planet_correspondences(name);
        (trump, planet.map_or_else(Vec::new, |planet| planet.domiciles.clone()))
    };
    let (trump, forces) = match subject {
        NameSubject::Sign(force) | NameSubject::House(_, force) | NameSubject::Figure(force) => {
            (Some(correspondences.trump(force)), vec![force])
        }
        NameSubject::Element(element) => {
            let force = SignOrElement::of(element, Quality::Elemental);
            (Some(correspondences.trump(force)), vec![force])
        }
        NameSubject::Trump(trump) | NameSubject::Letter(trump) => match trump.force() {
            Some(force) => (Some(trump), vec![force]),
            None => (Some(trump), of_planet(&trump.of).1),
        },
        NameSubject::Planet(planet) => of_planet(&planet.name),
        _ => return vec![],
    };
    let planet = |name: &String| correspondences.planet_correspondences(name).map(NameSubject::Planet);
    let each = |force: SignOrElement| -> Vec<NameSubject<'l>> {
        let known = correspondences.force(force);
        match sort {
            NameSort::Sign => force.is_sign().then_some(NameSubject::Sign(force)).into_iter().collect(),
            NameSort::Element => vec![NameSubject::Element(force.element())],
            NameSort::House => {
                let house = known.house.and_then(|number| correspondences.house(number));
                house.map(|house| NameSubject::House(house, force)).into_iter().collect()
            }
            NameSort::Figure => vec![NameSubject::Figure(force)],
            NameSort::Planet => known.rulers.iter().filter_map(planet).collect(),
            NameSort::Quality => vec![NameSubject::Quality(force.quality())],
            NameSort::Letter | NameSort::Trump | NameSort::Piece => vec![],
        }
    };
    match (sort, trump) {
        (NameSort::Trump, Some(trump)) => vec![NameSubject::Trump(trump)],
        (NameSort::Letter, Some(trump)) => vec![NameSubject::Letter(trump)],
        (NameSort::Planet, Some(trump)) if trump.force().is_none() => planet(&trump.of).into_iter().collect(),
        _ => forces.into_iter().flat_map(each).collect(),
    }
}

/// A board or an angle: `Water board`, `Fire angle`, `fire of water`, `fiery part of Water`, `the Water board's Fire angle`.
fn of_elements<'l>(words: &[&str], correspondences: &Correspondences) -> Option<NameSubject<'l>> {
    let element = |word: &str| {
        let is_it = |it: &Element| {
            it.name().eq_ignore_ascii_case(word) || correspondences.element(*it).adjective.eq_ignore_ascii_case(word)
        };
        Element::ALL.into_iter().find(is_it)
    };
    let is_filler = |word: &str| ["angle", "board", "part", "quarter", "on", "in", "sub", "element"].contains(&word);
    let elements: Vec<Element> = words.iter().filter_map(|word| element(word)).collect();
    if words.iter().any(|word| element(word).is_none() && !is_filler(word)) {
        return None;
    }
    match elements.as_slice() {
        [one] if words.contains(&"board") => Some(NameSubject::Board(Board::of(*one))),
        [one] if words.contains(&"angle") || words.contains(&"quarter") => {
            Some(NameSubject::Angle(Angle::of(*one), None))
        }
        [one, other] => {
            // The board may be named first: the Water board's Fire angle.
            let is_board_first = words.windows(2).any(|two| element(two[0]) == Some(*one) && two[1] == "board");
            let (angle, board) = if is_board_first { (other, one) } else { (one, other) };
            Some(NameSubject::Angle(Angle::of(*angle), Some(Board::of(*board))))
        }
        _ => None,
    }
}
