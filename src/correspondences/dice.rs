//! The tables of the die.

use std::fmt;

use crate::chess::{Array, Movers, Officer, Role};
use crate::input::{TomlTable, TomlValue};

use super::entries::{HasName, named};

/// What a throw calls upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThrowTarget {
    /// The king; if it has no move, a pawn instead (RULES 8.3).
    KingOrPawn,
    /// An officer of that kind.
    Officer(Officer),
    /// The officer in that place of the game's array, 1 to 4; 1 is the king's companion on the throne.
    Place(u8),
    /// Any of the army's pawns.
    AnyPawn,
}

impl ThrowTarget {
    /// The pieces that may move in a game with that array.
    ///
    /// ```
    /// use enochian::chess::{Angle, Array, Board, Movers, Officer, Role};
    /// use enochian::correspondences::ThrowTarget;
    /// let array = Array::of(Angle::Air, Board::Air);
    /// assert_eq!(ThrowTarget::Place(3).movers(array), Movers::Only(Role::Officer(Officer::Knight)));
    /// ```
    #[must_use]
    pub fn movers(self, array: Array) -> Movers {
        match self {
            ThrowTarget::KingOrPawn => Movers::KingOrPawn,
            ThrowTarget::Officer(officer) => Movers::Only(Role::Officer(officer)),
            ThrowTarget::Place(place) => {
                // The data hold no other places than 1 to 4.
                let officer = array.officers()[usize::from(place.clamp(1, 4)) - 1];
                Movers::Only(Role::Officer(officer))
            }
            ThrowTarget::AnyPawn => Movers::Only(Role::Pawn),
        }
    }
}

/// The word of the data files: `king`, `knight`, `place 3`, `any pawn`.
impl fmt::Display for ThrowTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ThrowTarget::KingOrPawn => f.pad("king"),
            ThrowTarget::Officer(officer) => officer.fmt(f),
            ThrowTarget::Place(place) => write!(f, "place {place}"),
            ThrowTarget::AnyPawn => f.pad("any pawn"),
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
    pub throws: [ThrowTarget; 6],
}

impl DiceTable {
    /// What a throw calls upon; nothing for a number that a die does not show.
    #[must_use]
    pub fn target(&self, throw: u8) -> Option<ThrowTarget> {
        self.throws.get(usize::from(throw).wrapping_sub(1)).copied()
    }

    /// Which pieces the throws 1 to 6 call in a game with that array.
    #[must_use]
    pub fn movers(&self, array: Array) -> [Movers; 6] {
        self.throws.map(|named| named.movers(array))
    }

    /// Whether it calls officers by their places, so that nothing can be called without knowing the array.
    ///
    /// ```
    /// use enochian::correspondences::Correspondences;
    /// let correspondences = Correspondences::embedded();
    /// assert!(correspondences.dice_table("y-manuscript").unwrap().needs_array());
    /// assert!(!correspondences.dice_table("regardie").unwrap().needs_array());
    /// ```
    #[must_use]
    pub fn needs_array(&self) -> bool {
        self.throws.iter().any(|named| matches!(named, ThrowTarget::Place(_)))
    }
}

impl HasName for DiceTable {
    const SORT: &'static str = "dice table";
    fn name(&self) -> &str {
        &self.name
    }
}

pub(super) fn read(fields: &TomlTable<'_>) -> Option<Vec<DiceTable>> {
    named(fields, "table", |fields, name| {
        let (description, source) = (fields.prose("description"), fields.text("source"));
        let throws = fields.required("throws").and_then(|item| {
            let throws = item.list(target_of)?;
            throws.try_into().ok().or_else(|| item.wrong("six entries, for the throws 1 to 6"))
        });
        Some(DiceTable { name: name?, description: description?, source: source?, throws: throws? })
    })
}

fn target_of(item: &TomlValue<'_>) -> Option<ThrowTarget> {
    item.one_of(&[
        ("king", ThrowTarget::KingOrPawn),
        ("queen", ThrowTarget::Officer(Officer::Queen)),
        ("bishop", ThrowTarget::Officer(Officer::Bishop)),
        ("knight", ThrowTarget::Officer(Officer::Knight)),
        ("rook", ThrowTarget::Officer(Officer::Rook)),
        ("place 1", ThrowTarget::Place(1)),
        ("place 2", ThrowTarget::Place(2)),
        ("place 3", ThrowTarget::Place(3)),
        ("place 4", ThrowTarget::Place(4)),
        ("any pawn", ThrowTarget::AnyPawn),
    ])
}
