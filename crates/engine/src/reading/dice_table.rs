//! The dice tables.

use std::fmt;

use crate::chess::{Array, Movers, Officer, Role};

/// What a throw calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThrowTarget {
    /// The king or, if it has no move, a pawn (RULES 8.3).
    KingOrPawn,
    /// An officer of that kind.
    Officer(Officer),
    /// The officer on this square of the game's array, 1 to 4; 1 shares the throne with the king.
    Place(u8),
    /// Any of the army's pawns.
    AnyPawn,
}

impl ThrowTarget {
    /// The pieces that may move in a game with this array.
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
                // The data have no other numbers than 1 to 4.
                let officer = array.officers()[usize::from(place.clamp(1, 4)) - 1];
                Movers::Only(Role::Officer(officer))
            }
            ThrowTarget::AnyPawn => Movers::Only(Role::Pawn),
        }
    }
}

/// The name in the data files: `king`, `knight`, `place 3`, `any pawn`.
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

impl<'de> serde::Deserialize<'de> for ThrowTarget {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<ThrowTarget, D::Error> {
        let name = String::deserialize(deserializer)?;
        let officers = Officer::ALL.map(ThrowTarget::Officer).into_iter();
        let places = (1..=4).map(ThrowTarget::Place);
        let mut all = [ThrowTarget::KingOrPawn].into_iter().chain(officers).chain(places).chain([ThrowTarget::AnyPawn]);
        let words = "king, queen, rook, bishop, knight, place 1 to place 4 or any pawn";
        all.find(|target| target.to_string() == name).ok_or_else(|| {
            let found = crate::input::quoted(&name);
            serde::de::Error::custom(format!("a throw calls {found}; expected {words}"))
        })
    }
}

/// A dice table (RULES 8.3).
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DiceTable {
    /// `regardie`.
    pub name: String,
    /// What distinguishes it.
    pub description: String,
    /// Its source.
    pub source: String,
    /// What the throws 1 to 6 call, in that order.
    pub throws: [ThrowTarget; 6],
}

impl DiceTable {
    /// The pieces called by the throws 1 to 6 in a game with this array.
    #[must_use]
    pub fn movers(&self, array: Array) -> [Movers; 6] {
        self.throws.map(|named| named.movers(array))
    }

    /// Whether it calls officers by their place in the array, so that the array must be known.
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
