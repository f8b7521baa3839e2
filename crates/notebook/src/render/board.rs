//! The board as text.

use anstyle::Style;

use crate::chess::{File, Position, Rank, Square};

use super::{ScreenText, TerminalColours};

/// The columns of a board with wide squares.
const WIDE: usize = 54;

/// A position drawn as text, with its marks.
///
/// Legible without colour: `aN` is the knight of Air, `an` its pawn, `*` marks the Ptah, and brackets the last move.
///
/// ```
/// use enochian::{chess::{Angle, Army, Array, Board, Direction, Position}, render::BoardPicture};
/// let position = Position::start(Array::of(Angle::Air, Board::Air), Army::Air, Direction::Deosil);
/// let picture = BoardPicture { position: &position, ptah: "f5".parse().ok(), last: None };
/// let text = picture.plain();
/// assert!(text.starts_with("      a     b     c     d  │"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardPicture<'p> {
    /// The position.
    pub position: &'p Position,
    /// The Ptah square, if there is one.
    pub ptah: Option<Square>,
    /// The origin and target of the last move.
    pub last: Option<(Square, Square)>,
}

impl BoardPicture<'_> {
    /// Plain text, for a journal.
    #[must_use]
    pub fn plain(&self) -> String {
        self.draw(|_| Style::new(), 0, false).plain().into_owned()
    }

    /// Text with terminal colours for the armies; frozen ones are dimmed.
    #[must_use]
    pub fn coloured(&self, colours: TerminalColours) -> ScreenText {
        self.turned(colours, 0)
    }

    /// The same, turned clockwise by quarters.
    #[must_use]
    pub fn turned(&self, colours: TerminalColours, quarters: u8) -> ScreenText {
        self.within(usize::MAX, colours, quarters)
    }

    /// The same, on a screen of so many columns: the squares are narrower if there is less room, down to 42 columns.
    #[must_use]
    pub fn within(&self, columns: usize, colours: TerminalColours, quarters: u8) -> ScreenText {
        let style = |square| {
            let style = match self.position.pieces_at(square).next() {
                Some(piece) if self.position.is_frozen(piece.army) => colours.style(piece.army).dimmed(),
                Some(piece) => colours.style(piece.army).bold(),
                None => Style::new().dimmed(),
            };
            if self.ptah == Some(square) { style.invert() } else { style }
        };
        self.draw(style, quarters, columns < WIDE)
    }

    fn draw(&self, style: impl Fn(Square) -> Style, quarters: u8, is_narrow: bool) -> ScreenText {
        // The square in a row from the top and a column, and what all squares of a line have in common.
        let at = |row: usize, column: usize| {
            let (file, rank) = match quarters % 4 {
                0 => (column, 7 - row),
                1 => (row, column),
                2 => (7 - column, row),
                _ => (7 - row, 7 - column),
            };
            Square::new(File::ALL[file], Rank::ALL[rank])
        };
        let name = |square: Square, letter: bool| if letter { square.file().name() } else { square.rank().name() };
        let is_upright = quarters.is_multiple_of(2);
        let head = |column| name(at(0, column), is_upright);
        let width = if is_narrow { 5 } else { 6 };
        let (edge, gap) = if is_narrow { ("", "") } else { (" ", "  ") };
        let heads: String = (0..4).map(|column| format!("{:>width$}", head(column))).collect();
        let more: String = (5..8).map(|column| format!("{:>width$}", head(column))).collect();
        let heads = match is_narrow {
            true => format!("{}  │  {}{more}\n", &heads[1..], head(4)),
            false => format!(" {heads}  │   {}{more}\n", head(4)),
        };
        let mut text = ScreenText::from(&heads);
        for row in 0..8 {
            if row == 4 {
                let half = "─".repeat(4 * width);
                text += format!("{gap} {half}┼{half}\n");
            }
            let side = name(at(row, 0), !is_upright);
            text += format!("{edge}{side}{edge}");
            for column in 0..8 {
                if column == 4 {
                    text += "│";
                }
                let square = at(row, column);
                let mut cell = self.cell(square);
                if cell.chars().count() > width {
                    // The brackets of the last move, around a throne.
                    cell = cell.replace('+', "").replace("]*", "*");
                }
                let length = cell.chars().count();
                let left = if length < 4 { width - 4 } else { 1 }.min(width - length);
                text += " ".repeat(left);
                text.push_styled(style(square), cell);
                text += " ".repeat(width - left - length);
            }
            text += if is_narrow { "\n".to_owned() } else { format!(" {side}\n") };
        }
        text + heads
    }

    fn cell(&self, square: Square) -> String {
        let mut cell = String::new();
        for piece in self.position.pieces_at(square) {
            // A shared throne: aK+B.
            match (cell.is_empty(), piece.kind) {
                (true, _) => cell = piece.code(),
                (false, kind) => cell.extend(['+', kind.position_letter()]),
            }
        }
        let ptah = self.ptah == Some(square);
        if cell.is_empty() && !ptah {
            cell.push('·');
        }
        if self.last.is_some_and(|(from, to)| square == from || square == to) {
            cell = format!("[{cell}]");
        }
        if ptah {
            cell.push('*');
        }
        cell
    }

    /// The key to the letters and marks, in one or two lines.
    #[must_use]
    pub fn key(&self) -> String {
        let mut marks = Vec::new();
        marks.extend(self.ptah.map(|ptah| format!("* the Ptah, {ptah}")));
        marks.extend(self.last.map(|_| "[ ] the last move".to_owned()));
        let letters = "a Air  w Water  f Fire  e Earth · K Q R B N pieces, small letters their pawns";
        if marks.is_empty() { letters.to_owned() } else { format!("{letters}\n{}", marks.join("   ")) }
    }
}
