//! What a reading tells, as the tradition reads it: the facts by stated rules, then sentences made of the words in `data/`.
//!
//! `docs/INTERPRETATION.md` settles every clause; the tests name them. Nothing here foretells or advises: a fact names the turns
//! on which it rests, and a sentence says no more than the fact and the words of the correspondences.

mod attack;
mod comparison;
mod course;
mod delay;
mod events;
#[cfg(feature = "cli")]
mod full;
mod king;
mod meaning;
mod outcome;
mod pivot;
mod relations;
mod sentences;
mod significator;
mod squares;
mod summary;

pub use comparison::{ComparedReadings, Differing};
pub use course::{NamedPiece, NamedSquare};
pub use delay::{DelayFacts, PivotFacts};
pub use events::EventFact;
#[cfg(feature = "cli")]
pub(crate) use full::tell_turns;
pub use king::{CheckFact, CheckFacts, CheckedBy, FallFacts, RoadFacts};
pub use meaning::{About, Allegiance, FigureMeaning, HouseMeaning, Meaning, PlanetMeaning};
pub use outcome::{AnswerFacts, KingFell, OtherAnswer, PlaceFacts};
pub use pivot::{Blow, Choice, Decisive, Pivot, decisive, pivot};
pub use relations::{Capture, Check, Danger, Leaving, NoMove, Relations, Sort, Then, Tie, ease, relations};
pub use significator::SignificatorFacts;
pub use squares::{BuildUp, GatheringFacts, HouseCounts, Mark, MarkedForce, PtahFacts, SignFacts, Stance};
pub use summary::{Frame, FrameFacts, NoteFacts, ReadingSummary, TrustFacts};
