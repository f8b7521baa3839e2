//! The correspondences: what stands behind every square and piece.
//!
//! TOML in, checked and frozen tables out. The files of `data/` are built into
//! the program; a folder of the same files may be put in their place, and is
//! read by the same code. [`Lore`] is the whole; [`Lore::gloss`] says in one
//! value everything the tables say of a landing.

mod board;
mod catalog;
mod colour;
mod dice;
mod dignity;
mod element;
mod entries;
mod figure;
mod files;
mod force;
mod gloss;
mod house;
mod layer;
mod naming;
mod person;
mod piece;
mod planet;
mod procedure;
mod quality;
mod relation;
mod ruleset;
mod sentence;
mod sign;
mod strength;
mod tables;
mod time;
mod triangle;

pub use board::{BoardLore, SquareLore};
pub use catalog::{Category, UnknownCategory};
pub use colour::{Colour, Palette, Tone};
pub use dice::{DiceTable, Named};
pub use dignity::{Dignity, DignityLore};
pub use element::ElementLore;
pub use entries::UnknownName;
pub use figure::{FigureLore, Motion};
pub use force::{Figure, ForceLore, Letter, Trump};
pub use gloss::{FigureGloss, Gloss, HouseGloss, PieceGloss, TriangleGloss};
pub use house::HouseLore;
pub use layer::{Layer, LayerGloss};
pub use naming::{ArmyName, Naming};
pub use person::{KindLore, PersonLore};
pub use piece::{Nature, PieceLore};
pub use planet::{EssentialDignity, PlanetLore};
pub use procedure::{EndsBy, KingFalls, OpposingKingsFall, Procedure};
pub use quality::{Quality, QualityLore, UnknownQuality};
pub use relation::{Event, EventLore, Relation, RelationLore};
pub use ruleset::Ruleset;
pub use sentence::{ComparedPart, KNOWN_TO_ALL, PARTS, Sentences};
pub use sign::{Force, UnknownForce};
pub use strength::{Grade, Strength};
pub use tables::Lore;
pub use triangle::{Place, Symbol, Triangle, Whose};
