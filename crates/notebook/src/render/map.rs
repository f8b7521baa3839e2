//! A board as a map of its signs, elements and houses.

use std::ops::Range;

use anstyle::Style;

use crate::chess::{Angle, Board, File, Rank, Square};
use crate::correspondences::{Correspondences, SignOrElement};

use super::{ScreenText, TerminalColours};

/// The width of a square. Eight squares with lines and rank numbers fit 80 columns.
const WIDTH: usize = 8;

/// A board drawn as text: each square has its sign or element, its sheet name, and its house.
///
/// ```
/// use enochian::{chess::{Angle, Board}, correspondences::Correspondences, render::BoardMap};
/// let map = BoardMap { correspondences: Correspondences::embedded(), board: Board::Air, angle: Some(Angle::Water) };
/// let text = map.plain();
/// assert!(text.contains(" Capric.│"));
/// assert!(text.contains(" W4c 10 │"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct BoardMap<'l> {
    /// The correspondences of the squares.
    pub correspondences: &'l Correspondences,
    /// The board.
    pub board: Board,
    /// Draw only this angle.
    pub angle: Option<Angle>,
}

impl BoardMap<'_> {
    /// Plain text.
    #[must_use]
    pub fn plain(&self) -> String {
        self.draw(None).plain().into_owned()
    }

    /// Text with terminal colours by element.
    #[must_use]
    pub fn coloured(&self, colours: TerminalColours) -> ScreenText {
        self.draw(Some(colours))
    }

    /// Text with terminal colours, on a screen of so many columns: one angle after the other, if the whole is too wide.
    #[must_use]
    pub fn within(&self, columns: usize, colours: TerminalColours) -> ScreenText {
        // With the ranks at both sides.
        if self.angle.is_some() || columns >= File::ALL.len() * (WIDTH + 1) + 6 {
            return self.coloured(colours);
        }
        let angles = Angle::ALL.map(|angle| BoardMap { angle: Some(angle), ..*self }.coloured(colours));
        ScreenText::joined(angles, "\n")
    }

    /// The squares in rows from the top, of the angle or all 64.
    pub fn rows(&self) -> impl Iterator<Item = impl Iterator<Item = Square>> {
        let (files, ranks) = (self.files(), &Rank::ALL[half(self.angle.map(|angle| angle.throne().rank().index()))]);
        ranks.iter().rev().map(|&rank| files.iter().map(move |&file| Square::new(file, rank)))
    }

    fn files(&self) -> &'static [File] {
        &File::ALL[half(self.angle.map(|angle| angle.throne().file().index()))]
    }

    fn draw(&self, colours: Option<TerminalColours>) -> ScreenText {
        let lines = colours.map_or(Style::new(), |_| Style::new().dimmed());
        let rule = |fill: &str| vec![(lines, fill.repeat(WIDTH)); self.files().len()];
        let letters: String = self.files().iter().map(|file| format!("{file:^WIDTH$} ")).collect();
        let letters = format!("    {}\n", letters.trim_end());
        let mut text = ScreenText::from(&letters) + self.line(" ", lines, ["┌", "┬", "╥", "┐"], rule("─"));
        for (row, squares) in self.rows().enumerate() {
            match row {
                0 => {}
                // Between the angles.
                4 => text += self.line(" ", lines, ["╞", "╪", "╬", "╡"], rule("═")),
                _ => text += self.line(" ", lines, ["├", "┼", "╫", "┤"], rule("─")),
            }
            let squares: Vec<Square> = squares.collect();
            let rank = squares.first().map_or("", |square| square.rank().name());
            for half in 0..2 {
                let cell = |square: &Square| {
                    let element = self.correspondences.square(self.board, *square).force.element();
                    let style = colours.map_or(Style::new(), |colours| colours.style(element));
                    let style = if half == 0 && colours.is_some() { style.bold() } else { style };
                    (style, format!("{:WIDTH$}", self.cell(*square)[half]))
                };
                let label = if half == 0 { rank } else { " " };
                text += self.line(label, lines, ["│", "│", "║", "│"], squares.iter().map(cell).collect());
            }
        }
        text + self.line(" ", lines, ["└", "┴", "╨", "┘"], rule("─")) + letters
    }

    /// A line across the board, with a label at both sides: its edges, what stands in the files, and what is between these and
    /// between the angles.
    fn line(
        &self,
        label: &str,
        style: Style,
        [left, cross, middle, right]: [&str; 4],
        cells: Vec<(Style, String)>,
    ) -> ScreenText {
        let mut text = ScreenText::from(format!(" {label} "));
        text.push_styled(style, left);
        let last = self.files().last();
        for (file, (own, cell)) in self.files().iter().zip(cells) {
            text.push_styled(own, cell);
            let joint = if Some(file) == last { right } else { cross };
            text.push_styled(style, if *file == File::D && Some(file) != last { middle } else { joint });
        }
        text + format!(" {label}").trim_end() + "\n"
    }

    /// The two lines of a square.
    fn cell(&self, square: Square) -> [String; 2] {
        let force = self.correspondences.square(self.board, square).force;
        let house = self.correspondences.force(force).house.map_or(String::new(), |house| house.to_string());
        let angle = square.angle().letter().to_ascii_uppercase();
        [format!(" {}", short(force)), format!(" {angle}{}{house:>3} ", square.sheet())]
    }
}

/// The half of the files or ranks with a throne; all without a throne.
fn half(throne: Option<usize>) -> Range<usize> {
    match throne {
        None => 0..8,
        Some(throne) if throne < 4 => 0..4,
        Some(_) => 4..8,
    }
}

/// A name that fits a square: `Capric.`; elements in capitals, to distinguish them from signs.
fn short(force: SignOrElement) -> String {
    let name = force.name();
    match name.get(..WIDTH - 2) {
        _ if !force.is_sign() => name.to_uppercase(),
        Some(beginning) if name.len() > WIDTH - 1 => format!("{beginning}."),
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_fits_80_columns_and_names_every_square() {
        for board in Board::ALL {
            let map = BoardMap { correspondences: Correspondences::embedded(), board, angle: None };
            let text = map.plain();
            assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
            assert_eq!(text.lines().count(), 2 + 9 + 16);
            for square in Square::all() {
                let angle = square.angle().letter().to_ascii_uppercase();
                assert!(text.contains(&format!(" {angle}{} ", square.sheet())), "{square} in {text}");
            }
            assert!(!text.contains('\u{1b}') && map.coloured(TerminalColours::default()).as_str().contains('\u{1b}'));
        }
    }

    #[test]
    fn an_angle_alone_keeps_its_own_files_and_ranks() {
        let of =
            |angle| BoardMap { correspondences: Correspondences::embedded(), board: Board::Fire, angle: Some(angle) };
        let corner = |angle| of(angle).rows().next().and_then(|mut row| row.next()).map(|square| square.to_string());
        assert_eq!(Angle::ALL.map(|angle| corner(angle).unwrap()), ["a8", "e8", "e4", "a4"]);
    }
}
