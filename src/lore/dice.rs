//! The tables of the die.

use std::fmt;

use crate::chess::{Array, Movers, Officer, Role};
use crate::text::{Fields, Item};

use super::entries::{HasName, named};

/// What a throw calls upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Named {
    /// The king; if it has no move, a pawn instead (RULES 8.3).
    KingOrPawn,
    /// An officer of that kind.
    Officer(Officer),
    /// The officer in that place of the game's array, 1 to 4; 1 is the king's companion on the throne.
    Place(u8),
    /// Any of the army's pawns.
    AnyPawn,
}

impl Named {
    /// The pieces that may move in a game with that array.
    ///
    /// ```
    /// use enochian::chess::{Angle, Array, Board, Movers, Officer, Role};
    /// use enochian::lore::Named;
    /// let array = Array::of(Angle::Air, Board::Air);
    /// assert_eq!(Named::Place(3).movers(array), Movers::Only(Role::Officer(Officer::Knight)));
    /// ```
    pub fn movers(self, array: Array) -> Movers {
        match self {
            Named::KingOrPawn => Movers::KingOrPawn,
            Named::Officer(officer) => Movers::Only(Role::Officer(officer)),
            Named::Place(place) => {
                // The data hold no other places than 1 to 4.
                let officer = array.officers()[usize::from(place.clamp(1, 4)) - 1];
                Movers::Only(Role::Officer(officer))
            }
            Named::AnyPawn => Movers::Only(Role::Pawn),
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

    /// Which pieces the throws 1 to 6 call in a game with that array.
    pub fn movers(&self, array: Array) -> [Movers; 6] {
        self.throws.map(|named| named.movers(array))
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
