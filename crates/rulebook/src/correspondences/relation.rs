//! Events and relations between pieces, from `relations.toml` (INTERPRETATION 4 and 8.5).

use super::each::{Each, number};
use super::{Correspondences, EssentialDignity, Quality};

enochian_engine::named_enum! {
    /// An event on a turn, weighed in a summary (INTERPRETATION 8.1.2).
    #[allow(missing_docs, reason = "the names are clear, and the data explain them")]
    pub enum Event {
        KingTakenEnemy: "king-taken-enemy",
        KingTakenPartner: "king-taken-partner",
        KingTakenQuerent: "king-taken-querent",
        Exchange: "exchange",
        ThroneSeized: "throne-seized",
        Withdrawal: "withdrawal",
        Freeze: "freeze",
        Awakening: "awakening",
        Concourse: "concourse",
        PartnerTakenInConcourse: "partner-taken-in-concourse",
        CaptureOfSignificator: "capture-of-significator",
        CaptureBySignificator: "capture-by-significator",
        OfficerTakenByQuerent: "officer-taken-by-querent",
        OfficerTakenByPartner: "officer-taken-by-partner",
        OfficerLostByQuerent: "officer-lost-by-querent",
        OfficerLostByPartner: "officer-lost-by-partner",
        Promotion: "promotion",
        Demotion: "demotion",
        CheckEnemyKing: "check-enemy-king",
        CheckPartnerKing: "check-partner-king",
        QueenCrosses: "queen-crosses",
        PawnTakenByUs: "pawn-taken-by-us",
        PawnLostByUs: "pawn-lost-by-us",
    }
}

enochian_engine::named_enum! {
    /// A relation between pieces on a turn, other than an event (INTERPRETATION 4).
    #[allow(missing_docs, reason = "the names are clear, and the data explain them")]
    pub enum Relation {
        CheckQuerentKing: "check-querent-king",
        Threat: "threat",
        Cover: "cover",
        ThreatOnACoveredPiece: "threat-on-a-covered-piece",
        CaptureKept: "capture-kept",
        DangerByChoice: "danger-by-choice",
        DangerForced: "danger-forced",
        ThreatensWhileThreatened: "threatens-while-threatened",
        AggressorLeaves: "aggressor-leaves",
        ThreatenedLeaves: "threatened-leaves",
        AdvanceTakenBack: "advance-taken-back",
        Block: "block",
        UncoveredThreat: "uncovered-threat",
        NoMoveBlocked: "no-move-blocked",
        NoMoveGone: "no-move-gone",
        Ease: "ease",
    }
}

/// The weight and the meaning of an event.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventCorrespondences {
    /// Its weight, from 1, the heaviest, to 9.
    #[serde(deserialize_with = "number::<1, 9, _>")]
    pub class: u8,
    /// Its traditional meaning: `an obstacle is removed`.
    pub says: String,
    /// The source: `Zalewski, Significator`, or `Decided` if there is none.
    pub source: String,
}

/// The meaning of a relation.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RelationCorrespondences {
    /// Its traditional meaning: `tension`.
    pub says: String,
    /// The source: `Zalewski, Timing 4`, or `Decided` if there is none.
    pub source: String,
}

/// The contents of the file.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RelationTable {
    events: Each<Event, EventCorrespondences>,
    relations: Each<Relation, RelationCorrespondences>,
    quality: Each<Quality, QualitySenses>,
    upon: UponSenses,
}

/// What a threat or a cover means with a friend, and with an enemy.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct QualitySenses {
    friend: String,
    enemy: String,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct UponSenses {
    cover: CoverSenses,
    threat: ThreatSenses,
}

#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct CoverSenses {
    strong: String,
    plain: String,
    weak: String,
}

/// By which planets are dignified: of both pieces, of the threatening or the threatened one, or of neither.
#[derive(Clone, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct ThreatSenses {
    both: String,
    threatening: String,
    threatened: String,
    neither: String,
}

impl Correspondences {
    /// The weight and the meaning of an event.
    #[must_use]
    pub fn event(&self, event: Event) -> &EventCorrespondences {
        &self.tables.relations().events[event]
    }

    /// The meaning of a relation.
    #[must_use]
    pub fn relation(&self, relation: Relation) -> &RelationCorrespondences {
        &self.tables.relations().relations[relation]
    }

    /// The meaning of a threat or a cover by the quality of the square on which the piece of the querent's side stands,
    /// for a relation with a friend or with an enemy (INTERPRETATION 4.3): `an urge to begin and to go in one direction`.
    #[must_use]
    pub fn between(&self, quality: Quality, friend: bool) -> &str {
        let QualitySenses { friend: with_friend, enemy } = &self.tables.relations().quality[quality];
        if friend { with_friend } else { enemy }
    }

    /// The meaning of a cover by the dignity of the covering piece's planet in the sign of the covered piece's square
    /// (INTERPRETATION 3.4.4): `harmonious and weak`.
    pub fn cover(&self, planet: Option<EssentialDignity>) -> &str {
        let CoverSenses { strong, plain, weak } = &self.tables.relations().upon.cover;
        match planet.map(EssentialDignity::value) {
            Some(1..) => strong,
            Some(..0) => weak,
            Some(0) | None => plain,
        }
    }

    /// The meaning of a threat by the dignities of both pieces' planets in the sign of the threatened piece's square
    /// (INTERPRETATION 3.4.4): of Saturn to Mars in Capricorn, which Saturn rules and where Mars is exalted, `a hard struggle`.
    #[must_use]
    pub fn threat(
        &self,
        threatening_planet: Option<EssentialDignity>,
        threatened_planet: Option<EssentialDignity>,
    ) -> &str {
        let ThreatSenses { both, threatening, threatened, neither } = &self.tables.relations().upon.threat;
        match [threatening_planet, threatened_planet].map(|dignity| dignity.is_some_and(|dignity| dignity.value() > 0))
        {
            [true, true] => both,
            [true, false] => threatening,
            [false, true] => threatened,
            [false, false] => neither,
        }
    }
}
