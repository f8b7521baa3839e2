//! What a reading tells, as the tradition reads it: the facts by stated rules, then sentences made of the words in `data/`.
//!
//! `docs/INTERPRETATION.md` settles every clause; the tests name them. Nothing here foretells or advises: a fact names the turns
//! on which it rests, and a sentence says no more than the fact and the words of the correspondences.

mod answer_facts;
mod attack;
mod context;
mod delay;
mod events;
#[cfg(feature = "cli")]
mod full;
mod king;
mod meaning;
mod pivot;
mod reading_summary;
mod relations;
mod sentences;
mod significator;
mod squares;
mod summary_comparison;

pub use answer_facts::{AnswerFacts, KingFall, OtherAnswer, PlaceFacts};
pub use context::{NamedPiece, NamedSquare};
pub use delay::{DelayFacts, PivotFacts};
pub use events::EventFact;
#[cfg(feature = "cli")]
pub(crate) use full::write_turns;
pub use king::{CheckFact, CheckFacts, CheckedBy, FallFacts, RoadFacts};
pub use meaning::{About, Allegiance, FigureMeaning, HouseMeaning, Meaning, ParseAboutError, PlanetMeaning};
pub use pivot::{DecisiveBlow, DecisiveEvent, Pivot, PivotChoice, decisive, pivot};
pub use reading_summary::{Frame, FrameFacts, NoteFacts, ReadingSummary, TrustFacts};
pub use relations::{
    CaptureSequel, CapturedPiece, DangerReason, NewCheck, NoMoveReason, PieceRelation, RelationKind, RetreatKind,
    TurnRelations, ease, relations,
};
pub use significator::SignificatorFacts;
pub use squares::{BuildUp, FrequentSign, FrequentSquare, GatheringFacts, HouseCounts, Party, PtahFacts, SignFacts};
pub use summary_comparison::{DifferingPart, SummaryComparison};
