//! The tables of the die.

use std::fmt;

use crate::chess::{Array, Officer};
use crate::text::{Fields, Item};

use super::entries::{HasName, named};

/// What a throw calls upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// The king; if it has no move, every neighbouring square being occupied or off the board, a pawn instead (RULES 8.3).
    KingOrPawn,
    /// An officer of that kind.
    Officer(Officer),
    /// The officer in that place of the game's array, 1 to 4; 1 is the king's companion on the throne.
    Place(u8),
    /// Any of the army's pawns.
    AnyPawn,
}

impl Named {
    /// The officer that is called in a game with that array; nothing when a king or a pawn is called.
    ///
    /// ```
    /// use enochian::chess::{Array, Element, Officer};
    /// use enochian::lore::Named;
    /// let array = Array::of(Element::Air, Element::Air);
    /// assert_eq!(Named::Place(3).officer(array), Some(Officer::Knight));
    /// ```
    pub fn officer(self, array: Array) -> Option<Officer> {
        match self {
            Named::Officer(officer) => Some(officer),
            Named::Place(place) => array.officers().get(usize::from(place).wrapping_sub(1)).copied(),
            Named::KingOrPawn | Named::AnyPawn => None,
        }
    }
}

/// The word of the data files: `king`, `knight`, `place 3`, `any pawn`.
impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Named::KingOrPawn => f.pad("king"),
            Named::Officer(officer) => officer.fmt(f),
            Named::Place(place) => write!(f, "place {place}"),
            Named::AnyPawn => f.pad("any pawn"),
        }
    }
}

/// A table of the die (RULES 8.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiceTable {
    /// `regardie`.
    pub name: String,
    /// What is particular about it.
    pub description: String,
    /// Where it comes from.
    pub source: String,
    /// What the throws 1 to 6 call upon, in that order.
    pub throws: [Named; 6],
}

impl DiceTable {
    /// What a throw calls upon; nothing for a number that a die does not show.
    pub fn called(&self, throw: u8) -> Option<Named> {
        self.throws.get(usize::from(throw).wrapping_sub(1)).copied()
    }

    /// Whether it calls officers by their places, so that nothing can be called without knowing the array.
    ///
    /// ```
    /// use enochian::lore::Lore;
    /// let lore = Lore::embedded();
    /// assert!(lore.dice_table("y-manuscript").unwrap().needs_array());
    /// assert!(!lore.dice_table("regardie").unwrap().needs_array());
    /// ```
    pub fn needs_array(&self) -> bool {
        self.throws.iter().any(|named| matches!(named, Named::Place(_)))
    }
}

impl HasName for DiceTable {
    const SORT: &'static str = "dice table";
    fn name(&self) -> &str {
        &self.name
    }
}

pub(super) fn read(fields: &Fields<'_>) -> Option<Vec<DiceTable>> {
    named(fields, "table", |fields, name| {
        let (description, source) = (fields.prose("description"), fields.text("source"));
        let throws = fields.required("throws").and_then(|item| {
            let throws = item.list(called)?;
            throws.try_into().ok().or_else(|| item.wrong("six entries, for the throws 1 to 6"))
        });
        Some(DiceTable { name: name?, description: description?, source: source?, throws: throws? })
    })
}

fn called(item: &Item<'_>) -> Option<Named> {
    item.one_of(&[
        ("king", Named::KingOrPawn),
        ("queen", Named::Officer(Officer::Queen)),
        ("bishop", Named::Officer(Officer::Bishop)),
        ("knight", Named::Officer(Officer::Knight)),
        ("rook", Named::Officer(Officer::Rook)),
        ("place 1", Named::Place(1)),
        ("place 2", Named::Place(2)),
        ("place 3", Named::Place(3)),
        ("place 4", Named::Place(4)),
        ("any pawn", Named::AnyPawn),
    ])
}
