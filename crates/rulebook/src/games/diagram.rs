//! The board of a game as it is drawn: panels of cells. One text renderer and one picture renderer draw every game from it.

/// A board to be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The panels: one, or for a board of several levels one for each, the first level first.
    pub panels: Vec<DiagramPanel>,
    /// What stands beside the board, as labels and texts: hands of cards, prisoners.
    pub beside: Vec<(String, String)>,
    /// Lines through which something does not pass, as pairs of neighbouring cells of one panel: the barrier of Knightmare
    /// Chess.
    pub barriers: Vec<(String, String)>,
}

impl Diagram {
    /// Whether it is a board of squares, as it can stand on a table.
    #[must_use]
    pub fn is_of_squares(&self) -> bool {
        !self.panels.is_empty() && self.panels.iter().all(|panel| panel.shape == CellShape::Square)
    }

    /// The board as it is seen from another side, each panel turned clockwise by some quarters. A hex has a corner above only
    /// after half a turn, so hexes are not turned by the odd quarter.
    #[must_use]
    pub fn turned(mut self, quarters: u8) -> Diagram {
        for panel in &mut self.panels {
            panel.turn(quarters);
        }
        self
    }
}

/// One flat part of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramPanel {
    /// Its title, if the board has several: `Level 3`.
    pub title: Option<String>,
    /// The shape of its cells.
    pub shape: CellShape,
    /// Its cells, row by row from the top, each row from the left.
    pub cells: Vec<DiagramCell>,
}

impl DiagramPanel {
    fn turn(&mut self, quarters: u8) {
        let most = |of: fn(&DiagramCell) -> i32| self.cells.iter().map(of).max().unwrap_or_default();
        let (right, lowest) = (most(|cell| cell.x), most(|cell| cell.y));
        for cell in &mut self.cells {
            (cell.x, cell.y) = match (quarters % 4, self.shape) {
                (1, CellShape::Square) => (2 * (lowest - cell.y), cell.x / 2),
                (3, CellShape::Square) => (2 * cell.y, (right - cell.x) / 2),
                (2 | 3, _) => (right - cell.x, lowest - cell.y),
                _ => (cell.x, cell.y),
            };
        }
        self.cells.sort_by_key(|cell| (cell.y, cell.x));
    }
}

/// The shape of the cells of a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellShape {
    /// Squares; a row's cells are two half-steps apart.
    Square,
    /// Hexagons with a corner above; a row's cells are two half-steps apart, and neighbouring rows one half-step shifted.
    Hex,
}

/// A cell of a panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramCell {
    /// Its name: `a1`, `ec2`.
    pub name: String,
    /// Its place across, in half-steps from the left.
    pub x: i32,
    /// Its row, counted from the top.
    pub y: i32,
    /// Its ground.
    pub ground: Ground,
    /// The piece on it.
    pub piece: Option<DiagramPiece>,
}

/// The ground of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// The lighter colour.
    Light,
    /// The darker colour.
    Dark,
    /// Not part of the board: it cannot be entered.
    Void,
}

/// A piece on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiagramPiece {
    /// The index of the seat it belongs to.
    pub seat: usize,
    /// Its letter: `N`.
    pub letter: char,
    /// The letter of another piece of its seat on the same cell.
    pub beside: Option<char>,
    /// Its name: `knight`.
    pub name: &'static str,
    /// Whether its army is out, so that it only stands in the way.
    pub is_out: bool,
}
