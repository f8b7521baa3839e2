//! The correspondences: the meanings of squares and pieces.
//!
//! TOML becomes checked, immutable tables. The files of `data/` are embedded in the program, and each is read when something
//! first needs it. A folder with the same files may replace them and is read by the same code, all of it at once. [`Correspondences`] contains all tables;
//! [`Correspondences::gloss`] returns everything in them about a square in one value.

mod board;
mod card;
mod catalog;
mod category_search;
mod colour;
mod dignity;
mod each;
mod element;
mod entries;
mod figure;
mod files;
mod force;
mod gloss;
mod glossary;
mod house;
mod layer;
mod lesson;
mod naming;
mod person;
mod piece;
mod planet;
mod quality;
mod relation;
mod sentence;
mod strength;
mod tables;
mod triangle;

pub use board::{BoardCorrespondences, SquareCorrespondences};
pub use card::{CourtCorrespondences, CourtName, HebrewLetter, TrumpCorrespondences, numeral};
pub use catalog::{Category, UnknownCategory};
pub use colour::{Colour, Palette, Tone};
pub use dignity::{Dignity, DignityCorrespondences};
pub use element::ElementCorrespondences;
pub use enochian_engine::reading::{
    Criterion, DiceTable, KingFalls, OpposingKingsFall, Procedure, Quality, QuestionKind, Ruleset, SignOrElement,
    ThrowTarget,
};
pub use entries::UnknownName;
pub use figure::{FigureCorrespondences, FigureEffect, Motion};
pub use force::SignCorrespondences;
pub use gloss::{FigureGloss, Gloss, PieceGloss, TriangleGloss};
pub use glossary::GlossaryEntry;
pub use house::HouseCorrespondences;
pub use layer::{Layer, LayerGloss};
pub use lesson::{Lesson, LessonChoice, LessonStep, LessonTask};
pub use naming::{ArmyName, Naming};
pub use person::{KindCorrespondences, PawnPhrases, PersonCorrespondences};
pub use piece::PieceCorrespondences;
pub use planet::{EssentialDignity, PlanetCorrespondences};
pub use quality::QualityCorrespondences;
pub use relation::{Event, EventCorrespondences, Relation, RelationCorrespondences};
pub use sentence::{Form, LinkForm, LinkKind, Sentences};
pub use strength::{Grade, Strength};
pub use tables::Correspondences;
pub use triangle::{Triangle, TriangleElement, TriangleSide, TriangleSymbol};
