//! Things to which a person can give a meaning, by one of the names that searches know.

use std::fmt;

use serde::Serialize;

use crate::chess::{Board, Element, Piece, Square};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::input::quoted;
use crate::render::{list, nth};

use super::landing_names::{LandingNames, NameSort};
use super::{Nearness, NotFound, find_square, is_square_name, suggestion};

/// A sign, element, house, trump, letter, figure, planet or piece, or a square of a board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub struct Thing {
    /// `sign`, `element`, `house`, `trump`, `letter`, `figure`, `planet`, `piece` or `square`.
    pub sort: &'static str,
    /// The name by which it is known: `Scorpio`, `8th house`, `knight of Air`, `e3 of Water`.
    pub name: String,
}

/// `Scorpio (sign)`.
impl fmt::Display for Thing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.sort)
    }
}

/// The sort of squares, which are searched for otherwise than by a name.
const SQUARE: &str = "square";

impl Thing {
    fn new(sort: NameSort, name: impl ToString) -> Thing {
        Thing { sort: sort.name(), name: name.to_string() }
    }

    fn square(square: Square, board: Board) -> Thing {
        Thing { sort: SQUARE, name: format!("{square} of {board}") }
    }

    /// Everything that a square of a board is: itself, its sign or element, and what belongs to that.
    ///
    /// ```
    /// use enochian::{chess::Board, correspondences::Correspondences, lookup::Thing};
    /// let things = Thing::of_square("a7".parse()?, Board::Air, Correspondences::embedded());
    /// assert_eq!(things[0].to_string(), "a7 of Air (square)");
    /// assert!(things.iter().any(|thing| thing.to_string() == "Justice (trump)"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn of_square(square: Square, board: Board, correspondences: &Correspondences) -> Vec<Thing> {
        let force = correspondences.square(board, square).force;
        [Thing::square(square, board)].into_iter().chain(Thing::of_force(force, correspondences)).collect()
    }

    /// A sign or element, and what belongs to it.
    #[must_use]
    pub fn of_force(force: SignOrElement, correspondences: &Correspondences) -> Vec<Thing> {
        let known = correspondences.force(force);
        let mut things = vec![match force.is_sign() {
            true => Thing::new(NameSort::Sign, force),
            false => Thing::new(NameSort::Element, force.element()),
        }];
        things.extend(known.house.map(|house| Thing::new(NameSort::House, format!("{} house", nth(house)))));
        let trump = correspondences.trump(force);
        things.push(Thing::new(NameSort::Trump, &trump.name));
        things.push(Thing::new(NameSort::Letter, &trump.letter.name));
        things.push(Thing::new(NameSort::Figure, &correspondences.figure(force).name));
        things.extend(known.rulers.iter().map(|planet| Thing::new(NameSort::Planet, planet)));
        things
    }

    /// A piece, and its kind.
    #[must_use]
    pub fn of_piece(piece: Piece) -> Vec<Thing> {
        let kind = if piece.kind.is_pawn() { "pawn" } else { piece.kind.name() };
        vec![Thing::new(NameSort::Piece, piece), Thing::new(NameSort::Piece, kind)]
    }

    /// The query that finds the turns in which it came up: `figure:"Tristitia"`, `square:e3 board:Water`.
    #[must_use]
    pub fn query(&self) -> String {
        match self.name.split_once(" of ").filter(|_| self.sort == SQUARE) {
            Some((square, board)) => format!("square:{square} board:{board}"),
            None => format!("{}:\"{}\"", self.sort, self.name),
        }
    }
}

impl LandingNames {
    /// The thing that a text names; where several have the name, with its sort: `trump:death`.
    pub(crate) fn thing(&self, text: &str) -> Result<Thing, NotFound> {
        let text = text.trim();
        let (sort, name) = match text.split_once(':') {
            Some((sort, name)) => (Some(sort.trim().to_lowercase()), name.trim()),
            None => (None, text),
        };
        if let Some(square) = square_of_board(name).filter(|_| sort.as_deref().is_none_or(|sort| sort == SQUARE)) {
            return Ok(square);
        }
        if is_square_name(name) {
            let square = find_square(name).map_or_else(|_| name.to_owned(), |square| square.to_string());
            let why = format!("every board has a square {square}; name the board too, such as \"{square} of water\"");
            return Err(NotFound::new(why).near(Nearness::Ambiguous));
        }
        let sorts = || NameSort::of_landings().map(NameSort::name).chain([SQUARE]);
        let of_sort = NameSort::of_landings().find(|it| sort.as_deref() == Some(it.name()));
        if let Some(sort) = sort.as_deref().filter(|sort| !sorts().any(|it| it == *sort)) {
            let known = sorts().collect::<Vec<_>>().join(", ");
            let meant = suggestion(sort, sorts());
            let why = format!("there is no sort {}; expected one of {known}{meant}", quoted(sort));
            return Err(NotFound::new(why).near(Nearness::Ambiguous));
        }
        match self.things(name, of_sort).as_slice() {
            [thing] if thing.name.contains(" or the ") => {
                let why = format!("{} could be the {}; choose one", quoted(text), thing.name);
                Err(NotFound::new(why).near(Nearness::Ambiguous))
            }
            [thing] => Ok(thing.clone()),
            [] => {
                let meant = match of_sort {
                    Some(sort) => suggestion(name, self.of(sort)),
                    None => suggestion(name, self.all()),
                };
                let why = format!(
                    "there is nothing called {}; expected a sign, element, house, trump, letter, figure, planet or piece, or \
                     a square of a board, such as \"e3 of water\"{meant}",
                    quoted(text)
                );
                Err(NotFound::new(why).near(if meant.is_empty() { Nearness::Unknown } else { Nearness::Similar }))
            }
            several => {
                let several: Vec<String> = several.iter().map(|it| format!("{}:{}", it.sort, it.name)).collect();
                let several: Vec<&str> = several.iter().map(String::as_str).collect();
                let both = list(&several).replace(" and ", " or ");
                let why = format!("several things are called {}; name one of them: {both}", quoted(text));
                Err(NotFound::new(why).near(Nearness::Ambiguous))
            }
        }
    }

    /// The name under which a thing is kept, with its sort if others have the name too.
    pub(crate) fn key(&self, thing: &Thing) -> String {
        let is_alone = thing.sort == SQUARE || self.things(&thing.name, None) == [thing.clone()];
        if is_alone { thing.name.clone() } else { format!("{}:{}", thing.sort, thing.name) }
    }

    /// What a page about a name explains: all that have it and, of a single sign or element, what belongs to that.
    pub(crate) fn explained(&self, name: &str, piece: Option<Piece>, correspondences: &Correspondences) -> Vec<Thing> {
        let mut things = self.things(name, None);
        for force in SignOrElement::ALL {
            let of_force = Thing::of_force(force, correspondences);
            let is_explained = |thing: &Thing| thing.sort != NameSort::Planet.name() && of_force.contains(thing);
            if things.iter().any(is_explained) {
                things.extend(of_force);
            }
        }
        things.extend(piece.into_iter().flat_map(Thing::of_piece));
        let mut seen = Vec::new();
        things.retain(|thing| !seen.contains(thing) && (seen.push(thing.clone()), true).1);
        things
    }
}

/// `e3 of water`, `water e3`, `e3 on the water board`.
fn square_of_board(name: &str) -> Option<Thing> {
    let words = name.split_whitespace();
    let words: Vec<String> = words
        .map(str::to_lowercase)
        .filter(|word| !["of", "on", "the", "board", SQUARE].contains(&word.as_str()))
        .collect();
    let [one, other] = words.as_slice() else { return None };
    let of = |square: &str, board: &str| {
        Some(Thing::square(find_square(square).ok()?, Board::of(board.parse::<Element>().ok()?)))
    };
    of(one, other).or_else(|| of(other, one))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::{Army, Kind};

    #[test]
    fn every_thing_is_found_by_the_name_under_which_it_is_kept() {
        let correspondences = Correspondences::embedded();
        let names = LandingNames::new(correspondences, &correspondences.namings()[0]);
        let squares = Board::ALL.into_iter().flat_map(|board| Square::all().map(move |square| (board, square)));
        let mut things: Vec<Thing> =
            squares.flat_map(|(board, square)| Thing::of_square(square, board, correspondences)).collect();
        let pieces = Army::ALL.into_iter().flat_map(|army| Kind::ALL.map(|kind| Piece { army, kind }));
        things.extend(pieces.flat_map(Thing::of_piece));
        things.sort();
        things.dedup();
        assert!(things.len() > 256 + 36 + 12 * 5);
        for thing in things {
            assert_eq!(names.thing(&names.key(&thing)), Ok(thing.clone()), "{thing}");
        }
    }

    #[test]
    fn names_are_read_as_people_type_them_and_others_are_told() {
        let correspondences = Correspondences::embedded();
        let names = LandingNames::new(correspondences, &correspondences.namings()[0]);
        let thing = |text: &str| names.thing(text).unwrap().to_string();
        for square in ["e3 of water", "Water E3", "e3 on the water board", "square:e3 water"] {
            assert_eq!(thing(square), "e3 of Water (square)");
        }
        assert_eq!(thing("tristitia"), "Tristitia (figure)");
        assert_eq!(thing("trump:death"), "Death (trump)");
        assert_eq!(thing("air knight"), "knight of Air (piece)");
        assert_eq!(thing("King"), "king (piece)");
        let error = |text: &str| names.thing(text).unwrap_err().to_string();
        assert!(error("tristicia").ends_with("Did you mean \"tristitia\"?"), "{}", error("tristicia"));
        assert!(error("e3").ends_with("such as \"e3 of water\""), "{}", error("e3"));
        assert!(error("death").contains("name one of them: "), "{}", error("death"));
        assert!(error("figur:carcer").ends_with("Did you mean \"figure\"?"), "{}", error("figur:carcer"));
        assert!(error("").starts_with("there is nothing called"), "{}", error(""));
    }
}
