//! The board of any game as text.

use anstyle::Style;

use crate::chess::Square;
use crate::games::{CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, GameState, Ground, Seat};
use crate::record::{Record, Subject};

use super::diagram_names::{common, is_barred, piece_kinds, short_name};
use super::{ScreenText, TerminalColours};

/// A board drawn as text, with its marks.
///
/// Legible without colour: `wN` is the knight of White, `(wN)` the same if White is out of the game, and brackets are around
/// the cells that the last act touched. In Enochian chess `aN` is the knight of Air, `an` its pawn, and `*` marks the Ptah. Several
/// panels stand side by side where the width allows it; beside panels of hexes stands one more with the names of the cells.
///
/// ```
/// use enochian::render::DiagramText;
/// use enochian::games::{CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ground, Seat};
/// let seats = [Seat { letter: 'w', name: "White".into(), side: 0 }];
/// let king = DiagramPiece { seat: 0, letter: 'K', beside: None, name: "king", is_out: false };
/// let cell = DiagramCell { name: "d8".into(), x: 0, y: 0, ground: Ground::Light, piece: Some(king) };
/// let panel = DiagramPanel { title: None, shape: CellShape::Square, cells: vec![cell] };
/// let diagram = Diagram { panels: vec![panel], beside: vec![], barriers: vec![] };
/// let text = DiagramText { last: &["d8".into()], ..DiagramText::of(&diagram, &seats) };
/// assert!(text.plain().contains("[wK]"));
/// assert!(text.key().starts_with("w White\nK king\n"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct DiagramText<'d> {
    /// The board.
    pub diagram: &'d Diagram,
    /// The seats, in the order of their indexes.
    pub seats: &'d [Seat],
    /// The cells that the last act touched.
    pub last: &'d [String],
    /// The square of the Ptah.
    pub ptah: Option<Square>,
    /// Whether it is a board of Enochian chess, with lines between its angles.
    pub has_angles: bool,
    /// The width to fit into, in columns.
    pub width: usize,
}

/// A text at a column of a line.
struct Segment {
    column: usize,
    text: String,
    style: Style,
}

/// A line of segments, in their order.
type Line = Vec<Segment>;

/// The columns between a panel and the next: the fewest that keep marks apart, and the most.
const GAPS: std::ops::RangeInclusive<usize> = 1..=4;

impl<'d> DiagramText<'d> {
    /// The width of a journal's lines, and of most terminals.
    pub const WIDTH: usize = 80;

    /// A board without marks, 80 columns wide.
    #[must_use]
    pub fn of(diagram: &'d Diagram, seats: &'d [Seat]) -> DiagramText<'d> {
        DiagramText { diagram, seats, last: &[], ptah: None, has_angles: false, width: Self::WIDTH }
    }

    /// The board of a record in a state, and its key, turned by quarters, with the cells that the last act touched; `None` if the
    /// game has none.
    #[must_use]
    pub fn of_record(
        record: &Record,
        state: &dyn GameState,
        last: &[String],
        quarters: u8,
        (width, colours): (usize, TerminalColours),
    ) -> Option<(ScreenText, String)> {
        let diagram = state.diagram().turned(quarters);
        let enochian = record.enochian().map(|record| record.subject());
        let (ptah, has_angles) = (enochian.and_then(Subject::ptah), enochian.is_some());
        let text = DiagramText { last, ptah, has_angles, width, ..DiagramText::of(&diagram, state.seats()) };
        let drawn = (text.coloured(colours).trimmed(), text.key().trim_end().to_owned());
        (!diagram.panels.is_empty()).then_some(drawn)
    }

    /// Plain text, for a journal: the board, and below it what stands beside it.
    #[must_use]
    pub fn plain(&self) -> String {
        self.draw(|_| Style::new()).plain().into_owned()
    }

    /// Text with terminal colours for the armies; those that are out are dimmed.
    #[must_use]
    pub fn coloured(&self, colours: TerminalColours) -> ScreenText {
        self.draw(|piece| match piece {
            None => Style::new().dimmed(),
            Some(piece) => {
                let seat = self.seats.get(piece.seat);
                let style = seat.map_or(Style::new(), |seat| colours.of_seat(seat, piece.seat));
                if piece.is_out { style.dimmed() } else { style.bold() }
            }
        })
    }

    /// The key to the letters and marks.
    #[must_use]
    pub fn key(&self) -> String {
        let cells = || self.diagram.panels.iter().flat_map(|panel| &panel.cells);
        let pieces = piece_kinds(cells().filter_map(|cell| cell.piece.as_ref()));
        let mut marks: Vec<String> = self.ptah.map(|ptah| format!("* the Ptah, {ptah}")).into_iter().collect();
        if !self.last.is_empty() {
            marks.push("[ ] last move".to_owned());
        }
        if cells().filter_map(|cell| cell.piece.as_ref()).any(|piece| piece.is_out) {
            marks.push(if self.has_angles { "( ) frozen" } else { "( ) out of the game, in the way" }.to_owned());
        }
        if cells().any(|cell| cell.ground == Ground::Void) {
            marks.push("# not part of the board".to_owned());
        }
        marks.extend(self.diagram.barriers.iter().map(|(one, other)| format!("║ barrier between {one} and {other}")));
        let mut seats: Vec<String> = self.seats.iter().map(|seat| format!("{} {}", seat.letter, seat.name)).collect();
        let mut pieces: Vec<String> = pieces.iter().map(|(letter, name)| format!("{letter} {name}")).collect();
        if self.has_angles {
            seats.push("K Q R B N pieces, small letters their pawns".to_owned());
            pieces.clear();
        }
        [seats, pieces, marks].iter().map(|items: &Vec<String>| flowing(items, self.width)).collect()
    }

    fn draw(&self, style: impl Fn(Option<&DiagramPiece>) -> Style) -> ScreenText {
        let mut panels: Vec<Vec<Line>> =
            self.diagram.panels.iter().map(|panel| self.panel(panel, &style, false)).collect();
        if let [first, _, ..] = self.diagram.panels.as_slice()
            && first.shape == CellShape::Hex
        {
            panels.push(self.panel(first, &style, true));
        }
        let bands = |gap| side_by_side(panels.iter().map(Vec::as_slice), self.width, gap);
        // As wide a gap as does not cost a band.
        let fewest = bands(*GAPS.start()).len();
        let gap = GAPS.rev().find(|gap| bands(*gap).len() == fewest).unwrap_or(*GAPS.start());
        let mut text = ScreenText::default();
        for (index, band) in bands(gap).iter().enumerate() {
            if index > 0 {
                text += "\n";
            }
            for row in 0..band.iter().map(|(_, panel)| panel.len()).max().unwrap_or(0) {
                let segments = band.iter().flat_map(|(offset, panel)| {
                    panel.get(row).into_iter().flatten().map(move |segment| (offset + segment.column, segment))
                });
                write_line(segments, &mut text);
            }
        }
        text + self.beside()
    }

    /// What stands beside the board, a line each.
    fn beside(&self) -> String {
        let wide = self.diagram.beside.iter().map(|(label, _)| label.chars().count()).max().unwrap_or(0);
        let lines = self.diagram.beside.iter().map(|(label, text)| format!("{label:wide$}  {text}\n"));
        lines.collect()
    }

    /// The lines of a panel, with its title above; or of one like it that has the names of the cells in their places.
    fn panel(&self, panel: &DiagramPanel, style: &impl Fn(Option<&DiagramPiece>) -> Style, is_plan: bool) -> Vec<Line> {
        let (Some(left), Some(top)) =
            (panel.cells.iter().map(|cell| cell.x).min(), panel.cells.iter().map(|cell| cell.y).min())
        else {
            return Vec::new();
        };
        // Two letters and a mark on each side; squares have one more column between them, for a barrier.
        let (margin, pitch) = match panel.shape {
            // A shared throne takes two columns more.
            CellShape::Square if self.has_angles => (3, 5),
            CellShape::Square => (4, 5),
            CellShape::Hex => (2, 4),
        };
        let column = |x: i32| margin + usize::try_from(x - left).unwrap_or(0) * pitch / 2;
        let label = |column, text| Segment { column, text, style: style(None) };
        let bottom = panel.cells.iter().map(|cell| cell.y).max().unwrap_or(top);
        let mut lines: Vec<Line> = Vec::new();
        for y in top..=bottom {
            let row: Vec<&DiagramCell> = panel.cells.iter().filter(|cell| cell.y == y).collect();
            let mut line = Line::new();
            if let (Some(first), Some(last)) = (row.first(), row.last()) {
                let name = common(row.iter().map(|cell| short_name(self.diagram, cell)));
                line.push(label(column(first.x) - margin.min(3), name.clone()));
                for (index, cell) in row.iter().enumerate() {
                    line.push(self.cell(cell, column(cell.x), style, is_plan));
                    let between = |next: &&DiagramCell| match is_barred(self.diagram, &cell.name, &next.name) {
                        true => Some(label(column(next.x) - 2, "║".to_owned())),
                        false => (self.has_angles && index == 3).then(|| label(column(next.x) - 2, "│".to_owned())),
                    };
                    line.extend(row.get(index + 1).and_then(between));
                }
                if panel.shape == CellShape::Square {
                    line.push(label(column(last.x) + if self.has_angles { 5 } else { 4 }, name));
                }
            }
            lines.push(line);
            if self.has_angles && y == top + 3 {
                let half = "─".repeat(4 * pitch - 1);
                lines.push(vec![label(margin - 1, format!("{half}┼{half}"))]);
            }
        }
        if panel.shape == CellShape::Square {
            let mut across: Vec<i32> = panel.cells.iter().map(|cell| cell.x).collect();
            across.sort_unstable();
            across.dedup();
            let names = || -> Line {
                let file = |x| panel.cells.iter().filter(move |cell| cell.x == x);
                across
                    .iter()
                    .map(|x| label(column(*x), common(file(*x).map(|cell| short_name(self.diagram, cell)))))
                    .collect()
            };
            lines.insert(0, names());
            lines.push(names());
        }
        let title = if is_plan { Some("Names") } else { panel.title.as_deref() };
        if let Some(title) = title {
            let start = lines.first().and_then(|line| line.first()).map_or(0, |segment| segment.column);
            lines.insert(0, vec![Segment { column: start, text: title.to_owned(), style: Style::new() }]);
        }
        lines
    }

    fn cell(
        &self,
        cell: &DiagramCell,
        column: usize,
        style: &impl Fn(Option<&DiagramPiece>) -> Style,
        is_plan: bool,
    ) -> Segment {
        let is_last = !is_plan && self.last.contains(&cell.name);
        let is_ptah = self.ptah.is_some_and(|ptah| ptah.to_string() == cell.name);
        let text = match &cell.piece {
            _ if is_plan => short_name(self.diagram, cell).to_owned(),
            Some(piece) => {
                let seat = self.seats.get(piece.seat).map_or('?', |seat| seat.letter);
                // Around a throne that two share, brackets leave room for one.
                let beside = piece.beside.filter(|_| !is_last).map_or_else(String::new, |letter| format!("+{letter}"));
                format!("{seat}{}{beside}", piece.letter)
            }
            None if is_ptah => String::new(),
            None if cell.ground == Ground::Void => "#".to_owned(),
            None => "·".to_owned(),
        };
        let style = style(if is_plan { None } else { cell.piece.as_ref() });
        let ptah = if is_ptah { "*" } else { "" };
        let is_out = cell.piece.as_ref().is_some_and(|piece| piece.is_out);
        if is_last {
            Segment { column: column - 1, text: format!("[{text}]{ptah}"), style }
        } else if !is_plan && is_out {
            Segment { column: column - 1, text: format!("({text}){ptah}"), style }
        } else {
            Segment { column, text: text + ptah, style }
        }
    }
}

/// Bands of panels, each panel with its column. Slanted boards may reach between each other's rows.
fn side_by_side<'p>(
    panels: impl Iterator<Item = &'p [Line]>,
    width: usize,
    gap: usize,
) -> Vec<Vec<(usize, &'p [Line])>> {
    let mut bands: Vec<Vec<(usize, &[Line])>> = Vec::new();
    for panel in panels {
        let start = |line: &Line| line.first().map(|segment| segment.column);
        let wide = panel.iter().filter_map(end).max().unwrap_or(0);
        let offset = bands.last().and_then(|band| band.last()).map(|(offset, before)| {
            let apart =
                before.iter().zip(panel).filter_map(|(line, other)| Some(end(line)?.saturating_sub(start(other)?)));
            offset + apart.max().unwrap_or(0) + gap
        });
        match (offset, bands.last_mut()) {
            // A mark may follow the last cell.
            (Some(offset), Some(band)) if offset + wide < width => band.push((offset, panel)),
            _ => bands.push(vec![(0, panel)]),
        }
    }
    bands
}

/// The column after a line; a mark around its last cell does not count, so that panels stand still.
fn end(line: &Line) -> Option<usize> {
    let last = line.last()?;
    let wide = last.text.chars().filter(|c| !"[]()".contains(*c)).count();
    Some(last.column + usize::from(last.text.starts_with(['[', '('])) + wide.max(2))
}

fn write_line<'s>(segments: impl Iterator<Item = (usize, &'s Segment)>, text: &mut ScreenText) {
    let mut pen = 0;
    for (column, Segment { text: word, style, .. }) in segments {
        *text += " ".repeat(column.saturating_sub(pen));
        text.push_styled(*style, word);
        pen = column.max(pen) + word.chars().count();
    }
    *text += "\n";
}

/// Items in lines of a width, two spaces between them.
fn flowing(items: &[String], width: usize) -> String {
    let mut text = String::new();
    let mut used = 0;
    for item in items {
        let wide = item.chars().count();
        if used > 0 && used + 2 + wide > width {
            text.push('\n');
            used = 0;
        } else if used > 0 {
            text.push_str("  ");
            used += 2;
        }
        text.push_str(item);
        used += wide;
    }
    if used > 0 {
        text.push('\n');
    }
    text
}
