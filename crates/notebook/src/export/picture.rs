//! SVG and PNG: a position, the landings, or the road of the querent's king.

use crate::chess::{Mode, Move};
use crate::correspondences::{Correspondences, Palette};
use crate::input::safe;
use crate::record::{EnochianRecord, Record, RecordTotals};
use crate::render::{
    BoardBackground, Caption, DiagramPainting, Painting, Picture, ShownAct, SquareCounts, capitalised, count, result,
    shown_start,
};
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
    /// The road of the querent's king.
    Road,
}

/// A picture as SVG: with its caption, which is the question, the turn, whose turn it is, and a legend.
#[derive(Clone, Copy, Debug)]
pub struct SvgPicture {
    /// Its subject.
    pub view: View,
    /// The colours.
    pub palette: Palette,
    /// Whether it is to be seen small: without its caption, and without the signs of the squares, which are half of it.
    pub is_small: bool,
}

/// A picture as PNG.
#[cfg(feature = "png")]
#[derive(Clone, Copy, Debug)]
pub struct PngPicture(pub SvgPicture);

impl SvgPicture {
    /// A picture with its caption and all signs.
    #[must_use]
    pub fn of(view: View, palette: Palette) -> SvgPicture {
        SvgPicture { view, palette, is_small: false }
    }
}

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
        Ok(self.picture(record, correspondences)?.svg().into_bytes())
    }
}

#[cfg(feature = "png")]
impl Exporter for PngPicture {
    fn export(&self, record: &Record, correspondences: &Correspondences) -> Result<Vec<u8>, ExportError> {
        Ok(self.0.picture(record, correspondences)?.png()?)
    }
}

impl SvgPicture {
    fn picture(self, record: &Record, correspondences: &Correspondences) -> Result<Picture, ExportError> {
        let (picture, caption) = match record.enochian() {
            Some(record) => self.of_enochian(record, correspondences)?,
            None => self.of_acts(record)?,
        };
        // Who hears the picture is told first what was asked.
        let picture = Picture { title: format!("{} · {}", caption.heading, picture.title), ..picture };
        Ok(if self.is_small { picture } else { picture.captioned(&caption) })
    }

    /// The picture of one of the other games.
    fn of_acts(self, record: &Record) -> Result<(Picture, Caption), ExportError> {
        let View::Position(turn) = self.view else {
            return Err(ExportError::OtherGame(
                "landings and the king's road are drawn of readings and games of Enochian chess only",
            ));
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
            return Err(ExportError::OtherGame("this game has no board to draw; choose html, markdown or json"));
        }
        let touched = shown.map_or(&[][..], |act| &act.cells);
        let seats = record.game().seats();
        let painting = DiagramPainting { last: touched, palette: self.palette, ..DiagramPainting::of(&diagram, seats) };
        let when = shown.map_or("the start".to_owned(), |act| format!("turn {}", act.turn));
        let line = shown.map_or("Before the first turn".to_owned(), |act| {
            format!("Turn {} of {last} · {}", act.turn, safe(&act.sentence))
        });
        let caption =
            Caption { heading: safe(record.game().title()).into_owned(), lines: vec![line], legend: Vec::new() };
        Ok((Picture { title: when, ..painting.picture() }, caption))
    }

    fn of_enochian(
        self,
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
    ) -> Result<(Picture, Caption), ExportError> {
        let subject = &record.subject();
        let heading = safe(subject.title()).into_owned();
        let ptah = subject.ptah().map(|ptah| format!("☥ the Ptah, on {ptah}"));
        Ok(match self.view {
            // These pictures name the signs of squares.
            View::Landings => {
                record.check_not_quiet()?;
                let landings = record.turns().iter().filter_map(PlayedTurn::landing).count();
                let line = format!("{} in {}", count(landings, "landing"), count(record.turns().len(), "turn"));
                (
                    self::landings(record, correspondences),
                    Caption { heading, lines: vec![line], legend: Vec::from_iter(ptah) },
                )
            }
            View::Road => {
                record.check_not_quiet()?;
                let question = subject.question().ok_or(ExportError::NoRoad)?;
                let road = RecordTotals::of(record, correspondences).kings_road;
                let throne = question.army().throne();
                let squares: Vec<_> = std::iter::once(throne).chain(road.iter().map(|(_, square)| *square)).collect();
                let force = |square| correspondences.square(question.board, square).force;
                let step = |(index, (turn, square)): (usize, &(u32, _))| {
                    format!("{} {square} {} (turn {turn})", index + 1, force(*square))
                };
                let legend = std::iter::once(format!("0 {throne} {}", force(throne)));
                let legend = legend.chain(road.iter().enumerate().map(step)).chain(ptah).collect();
                let whose = format!("The road of {}'s king · {}", safe(&question.querent), count(road.len(), "step"));
                let painting = painting(record, None, self.palette, correspondences);
                let picture = Painting { position: None, last: None, ..painting }.with_road(&squares);
                (picture, Caption { heading, lines: vec![whose], legend })
            }
            View::Position(ply) => {
                let (first, last) = (subject.start().ply(), record.position().ply());
                let ply = ply.unwrap_or(last);
                let turn = record.turns().iter().find(|turn| turn.ply == ply);
                if turn.is_none() && ply != first {
                    return Err(TurnOutOfRange { ply, first, last }.into());
                }
                let start = subject.start();
                let position = turn.map_or(&start, |turn| &turn.position);
                let mut painting =
                    Painting { position: Some(position), ..painting(record, turn, self.palette, correspondences) };
                if let BoardBackground::Painted { symbols, .. } = &mut painting.ground {
                    *symbols = !self.is_small;
                }
                let picture = painting.picture();
                let played = turn.map_or("Before the first turn".to_owned(), |turn| played(turn, last));
                let next = match record.answer() {
                    _ if ply < last || record.closing().is_none() => format!("{} plays next", position.turn()),
                    Some(_) => format!("The answer: {}", super::page::answer(&record).to_lowercase()),
                    None => capitalised(&result(&record)),
                };
                let mark = turn.filter(|turn| turn.mv != Move::Pass).map(|_| "white line: the last move".to_owned());
                let who = match (record.mode(), subject.question()) {
                    (Mode::Reading, Some(question)) => {
                        Some(format!("{} asks with {}", safe(&question.querent), question.army()))
                    }
                    _ => None,
                };
                let legend = ptah.into_iter().chain(mark).chain(who).collect();
                (picture, Caption { heading, lines: vec![format!("{played} · {next}")], legend })
            }
        })
    }
}

/// What was played: `Turn 29 of 32 · Air throws 1: Ka6a5`.
fn played(turn: &PlayedTurn, last: u32) -> String {
    let throw = turn.thrown.map_or(String::new(), |thrown| format!(" throws {}", thrown.throw.number()));
    let moved = if turn.mv == Move::Pass { "no move".to_owned() } else { turn.mv.to_string() };
    format!("Turn {} of {last} · {}{throw}: {moved}", turn.ply, turn.army)
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
        last: turn.and_then(|turn| turn.mv.ends()),
        ..Painting::of(ground, correspondences)
    }
}

/// The landings on each square.
pub(super) fn counted(record: EnochianRecord<'_>) -> SquareCounts {
    SquareCounts::of(record.subject().board(), record.turns().iter().filter_map(PlayedTurn::landing))
}

fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> Picture {
    let (subject, landings) = (&record.subject(), counted(record));
    Painting { ptah: subject.ptah(), ..Painting::of(BoardBackground::Landings(&landings), correspondences) }.picture()
}
