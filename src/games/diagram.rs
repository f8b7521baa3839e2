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
    /// Its name: `knight`.
    pub name: &'static str,
    /// Whether its army is out, so that it only stands in the way.
    pub is_out: bool,
}
