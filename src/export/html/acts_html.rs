//! The pages of the other games.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::correspondences::Palette;
use crate::games::{Diagram, DiagramPiece};
use crate::record::OtherRecord;
use crate::render::{DiagramPainting, Picture, ShownAct, shown_start};

use super::page_json::json_in_page;
use super::{Html, STYLE, pages, rendered};
use crate::export::{ActsPage, ExportError};

const PAGE: &str = include_str!("acts_page.html");
pub(super) const SCRIPT: &str = concat!(include_str!("stepping.js"), include_str!("acts_page.js"));
/// Like that of the page of a reading.
pub(super) const SCRIPT_HASH: &str = "sha256-i40OPJu6paU1MGtUCNVvRt5stKXJ7kpTdnr7rktMFiw=";

/// A position, for the script: how it differs from the one before.
#[derive(Serialize)]
struct ActStanding {
    /// The pieces on the cells that changed, as SVG; empty where none stands any more.
    changed: BTreeMap<String, String>,
    /// The marks as SVG.
    marks: String,
    /// What stands beside the board.
    beside: Vec<(String, String)>,
}

/// The variables of `acts_page.html`.
#[derive(Serialize)]
struct ActsVariables {
    page: ActsPage,
    /// The final board, with the tokens of all pieces; empty if the game has none.
    board: String,
    words: String,
    beside: Vec<(String, String)>,
    /// The [`ActStanding`]s as JSON.
    standings: String,
    style: &'static str,
    script: &'static str,
    script_hash: &'static str,
    version: &'static str,
}

impl Html {
    pub(super) fn acts(self, record: OtherRecord<'_>) -> Result<Vec<u8>, ExportError> {
        let page = ActsPage::of(record);
        let positions = positions(record);
        let mut variables = ActsVariables {
            page,
            board: String::new(),
            words: String::new(),
            beside: Vec::new(),
            standings: "[]".to_owned(),
            style: STYLE,
            script: SCRIPT,
            script_hash: SCRIPT_HASH,
            version: env!("CARGO_PKG_VERSION"),
        };
        if let Some((diagram, last)) = positions.last().filter(|(diagram, _)| !diagram.panels.is_empty()) {
            let pieces = pieces(&positions);
            // What stands beside the board changes with the acts, so it stands in the page.
            let board = Diagram { beside: Vec::new(), ..diagram.clone() };
            let painting = DiagramPainting {
                last,
                others: &pieces,
                palette: self.0,
                ..DiagramPainting::of(&board, record.game().referee.seats())
            };
            let title = format!("{}: the board", variables.page.title);
            variables.board = Picture { title, ..painting.picture() }.inline_svg();
            variables.words = painting.description();
            variables.beside.clone_from(&diagram.beside);
            variables.standings = json_in_page(&standings(record, &positions, self.0))?;
        }
        Ok(rendered(&pages(PAGE)?, variables)?.into_bytes())
    }
}

/// The boards at the beginning and after every act, with the cells that it touched.
fn positions(record: OtherRecord<'_>) -> Vec<(Diagram, Vec<String>)> {
    let start = (shown_start(record).diagram(), Vec::new());
    let after = ShownAct::standing(record).into_iter().map(|act| (act.state.diagram(), act.cells));
    std::iter::once(start).chain(after).collect()
}

/// All pieces that appear, each once.
fn pieces(positions: &[(Diagram, Vec<String>)]) -> Vec<DiagramPiece> {
    let mut pieces: BTreeMap<_, &DiagramPiece> = BTreeMap::new();
    let panels = positions.iter().flat_map(|(diagram, _)| &diagram.panels);
    for piece in panels.flat_map(|panel| &panel.cells).filter_map(|cell| cell.piece.as_ref()) {
        pieces.insert((piece.seat, piece.letter, piece.is_out), piece);
    }
    pieces.into_values().cloned().collect()
}

fn standings(record: OtherRecord<'_>, positions: &[(Diagram, Vec<String>)], palette: Palette) -> Vec<ActStanding> {
    let seats = record.game().referee.seats();
    let mut before: BTreeMap<&str, String> = BTreeMap::new();
    let mut standings = Vec::new();
    for (diagram, last) in positions {
        let painting = DiagramPainting { last, palette, ..DiagramPainting::of(diagram, seats) };
        let pieces = painting.pieces_svg();
        let gone = before.keys().filter(|cell| !pieces.contains_key(*cell)).map(|cell| (*cell, ""));
        let set = pieces.iter().filter(|(cell, svg)| before.get(*cell) != Some(svg));
        let changed = gone.chain(set.map(|(cell, svg)| (*cell, svg.as_str())));
        standings.push(ActStanding {
            changed: changed.map(|(cell, svg)| (cell.to_owned(), svg.to_owned())).collect(),
            marks: painting.marks_svg(),
            beside: diagram.beside.clone(),
        });
        before = pieces;
    }
    standings
}
