//! What a record says in the words of the tradition (`docs/INTERPRETATION.md`): each sentence is made of facts, and the words
//! are those of the data.

mod meaning;

pub use meaning::{About, Allegiance, FigureMeaning, HouseMeaning, Meaning, PlanetMeaning};
