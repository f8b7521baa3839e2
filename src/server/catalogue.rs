//! What can be chosen for a question: the categories, the signs, the boards and the customs.

use serde::Serialize;

use crate::chess::{Angle, Array, Board, Direction, Position};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::reading::matters_of;

/// Everything that can be chosen. The first of several is the default.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct Catalogue<'c> {
    categories: Vec<CatalogueCategory<'c>>,
    forces: Vec<CatalogueForce<'c>>,
    boards: Vec<CatalogueBoard>,
    rulesets: Vec<CatalogueEntry<'c>>,
    procedures: Vec<CatalogueEntry<'c>>,
    dice: Vec<CatalogueEntry<'c>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CatalogueCategory<'c> {
    name: &'c str,
    board: &'static str,
    angle: &'static str,
    force: &'static str,
    square: String,
    house: Option<u8>,
    why: &'c str,
}

/// A sign or an element, for the Ptah.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CatalogueForce<'c> {
    name: &'static str,
    house: Option<u8>,
    matters: &'c [String],
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CatalogueBoard {
    name: &'static str,
    text: String,
    arrays: [CatalogueArray; 4],
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CatalogueArray {
    name: String,
    angle: &'static str,
    officers: [&'static str; 4],
    /// The opening position.
    pieces: String,
}

/// A ruleset, a procedure or a dice table.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct CatalogueEntry<'c> {
    name: &'c str,
    text: String,
}

impl<'c> Catalogue<'c> {
    pub(super) fn of(correspondences: &'c Correspondences) -> Catalogue<'c> {
        let categories = correspondences.categories().iter().map(|category| CatalogueCategory {
            name: &category.name,
            board: category.board.name(),
            angle: category.angle.name(),
            force: category.force.name(),
            square: correspondences.find(category.board, category.angle, category.force).to_string(),
            house: category.house,
            why: &category.why,
        });
        Catalogue {
            categories: categories.collect(),
            forces: forces(correspondences),
            boards: Board::ALL.map(board).into(),
            rulesets: entries(correspondences.rulesets().iter().map(|it| (&it.name, &it.description))),
            procedures: entries(correspondences.procedures().iter().map(|it| (&it.name, &it.description))),
            dice: entries(correspondences.dice_tables().iter().map(|it| (&it.name, &it.description))),
        }
    }
}

/// The signs in the order of their houses, then the elements in the order of the armies.
fn forces(correspondences: &Correspondences) -> Vec<CatalogueForce<'_>> {
    let house = |force: SignOrElement| correspondences.force(force).house;
    let mut forces = SignOrElement::ALL;
    forces.sort_by_key(|force| (!force.is_sign(), house(*force), force.element().index()));
    let listed = forces.into_iter().map(|force| {
        let house = house(force);
        let matters = house.and_then(|number| correspondences.house(number)).map(|house| house.matters.as_slice());
        CatalogueForce { name: force.name(), house, matters: matters.unwrap_or_default() }
    });
    listed.collect()
}

fn board(board: Board) -> CatalogueBoard {
    let arrays = Angle::ALL.map(|angle| {
        let array = Array::of(angle, board);
        let officers = array.officers().map(|officer| officer.name());
        let start = Position::start(array, board.first(), Direction::Deosil);
        CatalogueArray { name: array.to_string(), angle: angle.name(), officers, pieces: pieces(&start) }
    });
    CatalogueBoard { name: board.name(), text: format!("{board}: {}", matters_of(board.element())), arrays }
}

fn entries<'c>(entries: impl Iterator<Item = (&'c String, &'c String)>) -> Vec<CatalogueEntry<'c>> {
    // The data breaks its descriptions into lines.
    let text = |description: &str| description.split_whitespace().collect::<Vec<_>>().join(" ");
    entries.map(|(name, description)| CatalogueEntry { name, text: text(description) }).collect()
}

/// The pieces of a position with their squares: `a8aK a8aB b8aQ`.
pub(super) fn pieces(position: &Position) -> String {
    position.pieces().map(|(square, piece)| format!("{square}{}", piece.code())).collect::<Vec<_>>().join(" ")
}
