//! The interpretation of a reading: facts derived by stated rules, then sentences from the words in `data/`.
//!
//! `docs/INTERPRETATION.md` defines every clause, and the tests name them. Nothing here predicts or advises: a fact names the
//! turns it is derived from, and a sentence says no more than the fact and the correspondences do.

mod answer;
mod answer_facts;
mod attack;
mod cast;
mod close;
mod context;
mod delay;
mod events;
#[cfg(feature = "cli")]
mod full;
mod king;
mod links;
mod meaning;
mod pivot;
mod reading_summary;
mod relations;
mod sentences;
mod significator;
mod squares;
mod story;
mod summary_comparison;
mod threads;
mod told;

pub use answer::{AnswerTold, Cause};
pub use answer_facts::{AnswerFacts, KingFall, OtherAnswer, PlaceFacts};
pub use cast::{CastMember, Deed, Fate};
pub use close::{Close, FigureEffect, FigureTold, NearestMove};
pub use context::{NamedPiece, NamedSquare};
pub use delay::{DelayFacts, PivotFacts};
pub use events::EventFact;
#[cfg(feature = "cli")]
pub(crate) use full::write_turns;
pub use king::{CheckFact, CheckFacts, CheckedBy, FallFacts, RoadFacts};
pub use links::{EarlierStroke, Link, LinkKind};
pub use meaning::{About, Allegiance, FigureMeaning, HouseMeaning, Meaning, ParseAboutError, PlanetMeaning};
pub use pivot::{DecisiveEvent, DecisiveKind, Pivot, PivotChoice, decisive, pivot};
pub use reading_summary::{Frame, FrameFacts, NoteFacts, ReadingSummary, TrustFacts};
pub use relations::{
    CaptureSequel, CapturedPiece, DangerReason, NewCheck, NoMoveReason, PieceRelation, RelationKind, RetreatKind,
    TurnRelations, ease, relations,
};
pub use significator::SignificatorFacts;
pub use squares::{BuildUp, FrequentSign, FrequentSquare, GatheringFacts, HouseCounts, Party, PtahFacts, SignFacts};
pub use summary_comparison::{DifferingPart, SummaryComparison};
pub use threads::Thread;
pub use told::Told;
