//! SVG and PNG: a position, or the landings.

use crate::chess::Move;
use crate::correspondences::{Correspondences, Palette};
use crate::record::{EnochianRecord, OtherRecord, Record, RecordLens};
use crate::render::{BoardBackground, DiagramPainting, Painting, Picture, ShownAct, SquareCounts, shown_start};
use crate::session::PlayedTurn;

use super::{ExportError, Exporter};

/// The subject of a picture of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum View {
    /// The position after a turn, or the last one.
    Position(Option<u32>),
    /// The landings on each square.
    Landings,
}

/// A picture as SVG.
#[derive(Clone, Copy, Debug)]
pub struct SvgPicture(pub View, pub Palette);

/// A picture as PNG.
#[cfg(feature = "png")]
#[derive(Clone, Copy, Debug)]
pub struct PngPicture(pub View, pub Palette);

/// The record does not have this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no turn {ply}; expected a number from {first} to {last}")]
pub struct TurnOutOfRange {
    /// The requested turn.
    pub ply: u32,
    /// The number of the starting position.
    pub first: u32,
    /// The number of the last turn.
    pub last: u32,
}

impl Exporter for SvgPicture {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        Ok(self.0.picture(record, self.1, correspondences)?.svg().into_bytes())
    }
}

#[cfg(feature = "png")]
impl Exporter for PngPicture {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        Ok(self.0.picture(record, self.1, correspondences)?.png()?)
    }
}

impl View {
    fn picture(
        self,
        record: &Record,
        palette: Palette,
        correspondences: &Correspondences,
    ) -> Result<Picture, ExportError> {
        match record.lens() {
            RecordLens::Enochian(record) => self.of_enochian(record, palette, correspondences),
            RecordLens::Other(record) => self.of_other(record, palette),
        }
    }

    /// The picture of one of the other games.
    fn of_other(self, record: OtherRecord<'_>, palette: Palette) -> Result<Picture, ExportError> {
        let View::Position(turn) = self else {
            return Err(ExportError::OtherGame("landings are counted in readings and games of Enochian chess only"));
        };
        let start = shown_start(record);
        let mut acts = ShownAct::standing(record);
        let first = start.turn().saturating_sub(1);
        let last = acts.last().map_or(first, |act| act.turn);
        if let Some(turn) = turn {
            if !(first..=last).contains(&turn) {
                return Err(TurnOutOfRange { ply: turn, first, last }.into());
            }
            acts.retain(|act| act.turn <= turn);
        }
        let shown = acts.last();
        let diagram = shown.map_or(&start, |act| &act.state).diagram();
        if diagram.panels.is_empty() {
            return Err(ExportError::OtherGame("this game has no board to draw; choose html, markdown, csv or json"));
        }
        let touched = shown.map_or(&[][..], |act| &act.cells);
        let seats = record.game().referee.seats();
        let painting = DiagramPainting { last: touched, palette, ..DiagramPainting::of(&diagram, seats) };
        let when = shown.map_or("the start".to_owned(), |act| format!("turn {}", act.turn));
        Ok(Picture { title: format!("{}: {when}", record.game().title), ..painting.picture() })
    }

    fn of_enochian(
        self,
        record: EnochianRecord<'_>,
        palette: Palette,
        correspondences: &Correspondences,
    ) -> Result<Picture, ExportError> {
        let subject = &record.subject();
        Ok(match self {
            // This picture names the sign of every square.
            View::Landings => {
                record.check_not_quiet()?;
                landings(record, correspondences)
            }
            View::Position(None) => painting(record, record.last_turn(), palette, correspondences).picture(),
            View::Position(Some(ply)) => {
                let (first, last) = (subject.start().ply(), record.position().ply());
                let turn = record.turns().iter().find(|turn| turn.ply == ply);
                if turn.is_none() && ply != first {
                    return Err(TurnOutOfRange { ply, first, last }.into());
                }
                let start = subject.start();
                let painting = painting(record, turn, palette, correspondences);
                Painting { position: turn.map_or(Some(&start), |turn| Some(&turn.position)), ..painting }.picture()
            }
        })
    }
}

/// The painted board after a turn, or the last one. In a quiet reading its squares are unmarked.
pub(super) fn painting<'p>(
    record: EnochianRecord<'p>,
    turn: Option<&'p PlayedTurn>,
    palette: Palette,
    correspondences: &'p Correspondences,
) -> Painting<'p> {
    let subject = &record.subject();
    let ground = match record.is_quiet() {
        true => BoardBackground::Chequered,
        false => BoardBackground::Painted { board: subject.board(), symbols: true },
    };
    Painting {
        palette,
        position: Some(turn.map_or(record.position(), |turn| &turn.position)),
        ptah: subject.ptah(),
        last: turn.and_then(|turn| match turn.mv {
            Move::Step { from, to, .. } => Some((from, to)),
            Move::Pass => None,
        }),
        ..Painting::of(ground, correspondences)
    }
}

fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Picture {
    let subject = &record.subject();
    let landings = SquareCounts::of(subject.board(), record.turns().iter().filter_map(PlayedTurn::landing));
    Painting { ptah: subject.ptah(), ..Painting::of(BoardBackground::Landings(&landings), correspondences) }.picture()
}
