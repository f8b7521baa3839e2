//! The interpretation of a reading: facts derived by stated rules, then sentences from the words in `data/`.
//!
//! `docs/INTERPRETATION.md` defines every clause, and the tests name them. Nothing here predicts or advises: a fact names the
//! turns it is derived from, and a sentence says no more than the fact and the correspondences do.

mod analysis;
mod answer_facts;
mod attack;
mod cast;
mod cast_page;
mod close;
mod comparison;
mod landing_log;
mod link_telling;
mod links;
pub(crate) mod log;
mod meaning;
mod opening;
mod piece_history;
mod pivot;
mod relations;
mod significator;
mod story;
mod summary_facts;
mod summary_sentences;
mod teller;
mod threads;
mod turn_changes;

pub use analysis::analysis_page;
pub use answer_facts::{AnswerFacts, Cause, KingFall, OtherAnswer};
pub(crate) use attack::attackers_of;
pub use cast::{CastMember, Fate, PieceCapture};
pub(crate) use cast_page::who_plays;
pub use cast_page::{cast_page, history_page};
pub use close::{NearestMove, PtahFigure, SummaryClose};
pub use comparison::ReadingComparison;
#[doc(hidden)]
pub use landing_log::write_landings;
pub use links::{Link, LinkKind};
pub use meaning::{About, Allegiance, FigureMeaning, Meaning, PlanetMeaning};
pub use opening::{Carrier, CarrierEnd, DecisiveDignity, Opening, PtahAttacker, PtahAttackers, RulingElement};
pub use piece_history::{PieceHistory, PieceLink, PieceTurn};
pub use pivot::{DecisiveEvent, DecisiveKind, Pivot, PivotChoice, decisive, pivot};
pub use relations::{
    DangerReason, NewCheck, NoMoveReason, PieceRelation, RelationKind, RetreatKind, TurnRelations, ease, relations,
};
pub use summary_facts::SummaryFacts;
pub use summary_sentences::{Sentence, SummaryPart};
pub use threads::{Thread, ThreadTopic};
