//! The roads of the pieces.

use serde::Serialize;

use crate::chess::Army;
use crate::correspondences::Correspondences;
use crate::record::EnochianRecord;
use crate::render::list;
use crate::study::{self, Road};

/// The roads of an army.
#[derive(Clone, Debug, Serialize)]
pub struct ArmyRoads {
    /// Its name.
    pub army: String,
    /// The roads.
    pub roads: Vec<PieceRoad>,
    /// The pieces that never moved and were not taken, as a list.
    pub stayed: String,
}

/// The road of a piece.
#[derive(Clone, Debug, Serialize)]
pub struct PieceRoad {
    /// The piece with its god: `king, Socharis`; without it while the reading is quiet.
    pub piece: String,
    /// Its starting square.
    pub start: String,
    /// Its steps.
    pub steps: Vec<PageRoadStep>,
    /// The turn in which it was taken, if it was.
    pub taken: Option<u32>,
}

/// A step of a road.
#[derive(Clone, Debug, Serialize)]
pub struct PageRoadStep {
    /// The turn.
    pub ply: u32,
    /// The square.
    pub square: String,
    /// Its sign or element; `None` while the reading is quiet.
    pub force: Option<String>,
    /// What the piece was changed into there.
    pub became: Option<String>,
    /// Whether it is the Ptah square.
    pub ptah: bool,
}

/// The roads of a record, army by army.
pub(super) fn roads(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Vec<ArmyRoads> {
    let roads = study::roads(record, correspondences);
    let army = |army: Army| {
        let own = roads.iter().filter(|road| road.piece.army == army);
        let (stayed, went): (Vec<&Road>, Vec<&Road>) =
            own.partition(|road| road.steps.is_empty() && road.changes.is_empty() && road.stands());
        let stayed: Vec<String> = stayed.iter().map(|road| format!("{} on {}", road.piece.kind, road.start)).collect();
        ArmyRoads {
            army: army.to_string(),
            roads: went.into_iter().map(|road| PieceRoad::of(road, record, correspondences)).collect(),
            stayed: list(&stayed),
        }
    };
    Army::ALL.map(army).into()
}

impl PageRoadStep {
    /// The square with its description: `a5 Gemini, the Ptah, now queen`.
    pub(in super::super) fn words(&self) -> String {
        let force = self.force.as_ref().map_or(String::new(), |force| format!(" {force}"));
        let ptah = if self.ptah { ", the Ptah" } else { "" };
        let became = self.became.as_ref().map_or(String::new(), |kind| format!(", now {kind}"));
        format!("{}{force}{ptah}{became}", self.square)
    }
}

impl PieceRoad {
    fn of(road: &Road, record: EnochianRecord<'_>, correspondences: &Correspondences) -> PieceRoad {
        let (subject, is_quiet) = (&record.subject(), record.is_quiet());
        let (mut piece, mut square) = (road.piece, road.start);
        let mut turns: Vec<u32> =
            road.steps.iter().map(|step| step.turn).chain(road.changes.iter().map(|change| change.turn)).collect();
        turns.sort_unstable();
        turns.dedup();
        let steps = turns.into_iter().map(|turn| {
            square = road.steps.iter().rfind(|step| step.turn == turn).map_or(square, |step| step.square);
            let into = road.changes.iter().rfind(|change| change.turn == turn).map_or(piece, |change| change.into);
            let became = (into != piece).then(|| match into.army == piece.army {
                true => into.kind.to_string(),
                false => into.to_string(),
            });
            piece = into;
            PageRoadStep {
                ply: turn,
                square: square.to_string(),
                force: (!is_quiet).then(|| correspondences.square(subject.board(), square).force.to_string()),
                became,
                ptah: subject.ptah() == Some(square),
            }
        });
        PieceRoad {
            piece: match is_quiet {
                true => road.piece.kind.to_string(),
                false => format!("{}, {}", road.piece.kind, correspondences.piece(road.piece).god),
            },
            start: road.start.to_string(),
            steps: steps.collect(),
            taken: road.taken.last().filter(|_| !road.stands()).map(|taken| taken.turn),
        }
    }
}
