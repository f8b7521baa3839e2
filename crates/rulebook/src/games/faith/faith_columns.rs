//! The board: 70 columns of five cells, their names, the camps, and the symmetries (GAMES F2).

use std::fmt;

use super::faith_armies::FaithArmy;

/// A place or a step on the plan of hexes: a column's six neighbours are at [`NEIGHBOURS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HexPoint {
    pub(super) x: i8,
    pub(super) y: i8,
}

impl HexPoint {
    pub(super) const fn new(x: i8, y: i8) -> HexPoint {
        HexPoint { x, y }
    }

    /// The point this many steps away.
    pub(super) const fn plus(self, step: HexPoint, times: i8) -> HexPoint {
        HexPoint::new(self.x + step.x * times, self.y + step.y * times)
    }

    /// The column's image in the camp of an army, if this is a column seen from the camp of Red (GAMES F2.5).
    ///
    /// Each of the four is its own inverse, so the same function shows an army's column as Red would see it.
    pub(super) const fn seen_by(self, army: FaithArmy) -> HexPoint {
        match army {
            FaithArmy::Red => self,
            FaithArmy::Orange => HexPoint::new(9 + self.y, self.x - 9),
            FaithArmy::Green => HexPoint::new(13 - self.x, -5 - self.y),
            FaithArmy::Blue => HexPoint::new(4 - self.y, 4 - self.x),
        }
    }
}

/// The steps to the six neighbours, each turned by 60° from the one before.
pub(super) const NEIGHBOURS: [HexPoint; 6] = [
    HexPoint::new(1, 0),
    HexPoint::new(0, 1),
    HexPoint::new(-1, 1),
    HexPoint::new(-1, 0),
    HexPoint::new(0, -1),
    HexPoint::new(1, -1),
];

/// The rows of the plan from the top: the x of the first column, and the number of columns; y falls from 3 (GAMES
/// F2.3).
pub(super) const ROWS: [(i8, usize); 12] =
    [(4, 2), (4, 3), (4, 4), (1, 8), (1, 9), (2, 9), (3, 9), (4, 9), (5, 8), (6, 4), (7, 3), (8, 2)];
/// The y of the first row.
const TOP: i8 = 3;
/// The number of columns.
pub(super) const COLUMNS: usize = 70;
/// The number of levels.
pub(super) const LEVELS: usize = 5;
/// The number of cells.
pub(super) const CELLS: usize = COLUMNS * LEVELS;

/// How many columns lie in the rows above each.
const BEFORE: [usize; ROWS.len()] = before();

const fn before() -> [usize; ROWS.len()] {
    let mut before = [0; ROWS.len()];
    let mut row = 1;
    while row < ROWS.len() {
        before[row] = before[row - 1] + ROWS[row - 1].1;
        row += 1;
    }
    before
}

const POINTS: [HexPoint; COLUMNS] = points();

const fn points() -> [HexPoint; COLUMNS] {
    let mut points = [HexPoint::new(0, 0); COLUMNS];
    let (mut row, mut column) = (0, 0);
    while row < ROWS.len() {
        let (first, count) = ROWS[row];
        let mut across = 0;
        while across < count {
            points[column] = HexPoint::new(first + across as i8, TOP - row as i8);
            column += 1;
            across += 1;
        }
        row += 1;
    }
    points
}

/// The letters of x and y, the later first; after r the letters begin again with a (GAMES F2.2).
const NAMES: [[u8; 2]; COLUMNS] = names();

const fn names() -> [[u8; 2]; COLUMNS] {
    let mut names = [[0; 2]; COLUMNS];
    let mut column = 0;
    while column < COLUMNS {
        let HexPoint { x, y } = POINTS[column];
        let (x, y) = (b'a' + (x - 1).rem_euclid(18) as u8, b'a' + (y - 1).rem_euclid(18) as u8);
        names[column] = if x > y { [x, y] } else { [y, x] };
        column += 1;
    }
    names
}

/// A column: the five cells over one hex of the plan. Columns are counted row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaithColumn(u8);

impl FaithColumn {
    pub(super) fn all() -> impl Iterator<Item = FaithColumn> {
        (0..COLUMNS as u8).map(FaithColumn)
    }

    pub(super) const fn point(self) -> HexPoint {
        POINTS[self.0 as usize]
    }

    /// The column at a point of the plan.
    pub(super) fn at(point: HexPoint) -> Option<FaithColumn> {
        let row = usize::try_from(TOP - point.y).ok()?;
        let &(first, count) = ROWS.get(row)?;
        let across = usize::try_from(point.x - first).ok().filter(|&across| across < count)?;
        Some(FaithColumn((BEFORE[row] + across) as u8))
    }

    /// The column of this name.
    pub(super) fn named(name: &str) -> Option<FaithColumn> {
        NAMES.iter().position(|of_it| of_it == name.as_bytes()).map(|column| FaithColumn(column as u8))
    }

    pub(super) const fn name(self) -> [u8; 2] {
        NAMES[self.0 as usize]
    }

    /// How far it lies from the left of the plan, in halves of a hex.
    pub(super) fn across(self) -> i32 {
        let of = |HexPoint { x, y }| 2 * i32::from(x) + i32::from(y);
        // The first of the row that reaches furthest to the left.
        of(self.point()) - of(HexPoint::new(1, -1))
    }

    /// The row on the plan, counted from the top.
    pub(super) const fn row(self) -> usize {
        (TOP - self.point().y) as usize
    }

    /// Whether an army's pawns begin here and may step twice (GAMES F3.16).
    pub(super) const fn is_pawn_rank(self, army: FaithArmy) -> bool {
        self.point().seen_by(army).y == 1
    }

    /// Whether an army's pawn may promote here: on or beyond rank m for Red (GAMES F2.6).
    pub(super) const fn promotes(self, army: FaithArmy) -> bool {
        self.point().seen_by(army).y <= -5
    }

    /// The columns that lie before an army's pawn.
    pub(super) fn forward(self, army: FaithArmy) -> impl Iterator<Item = FaithColumn> {
        // As Red sees it: the two neighbours in the next row.
        let seen = self.point().seen_by(army);
        [HexPoint::new(0, -1), HexPoint::new(1, -1)]
            .into_iter()
            .filter_map(move |step| FaithColumn::at(seen.plus(step, 1).seen_by(army)))
    }
}

impl fmt::Display for FaithColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, other] = self.name().map(char::from);
        write!(f, "{one}{other}")
    }
}

/// A cell: a column and a level. Cells are counted level by level.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FaithCell(u16);

impl FaithCell {
    /// The cell of a column on a level, counted from 1.
    pub(super) const fn new(column: FaithColumn, level: usize) -> FaithCell {
        FaithCell(((level - 1) * COLUMNS + column.0 as usize) as u16)
    }

    pub(super) fn all() -> impl Iterator<Item = FaithCell> {
        (0..CELLS as u16).map(FaithCell)
    }

    /// Reads a name such as `ec2`.
    pub(super) fn named(name: &str) -> Option<FaithCell> {
        let (column, level) = name.split_at_checked(2)?;
        let level = match level.as_bytes() {
            &[digit @ b'1'..=b'5'] => usize::from(digit - b'0'),
            _ => return None,
        };
        Some(FaithCell::new(FaithColumn::named(column)?, level))
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    pub(super) const fn column(self) -> FaithColumn {
        FaithColumn((self.0 as usize % COLUMNS) as u8)
    }

    /// The level, counted from 1.
    pub(super) const fn level(self) -> usize {
        self.0 as usize / COLUMNS + 1
    }

    /// The cell a number of columns and levels away, if it is on the board.
    pub(super) fn offset(self, step: HexPoint, levels: i8) -> Option<FaithCell> {
        let level = (self.level() as i8).checked_add(levels).filter(|level| (1..=LEVELS as i8).contains(level))?;
        Some(FaithCell::new(FaithColumn::at(self.column().point().plus(step, 1))?, level as usize))
    }

    /// Where this cell of the camp of Red lies in the camp of an army.
    pub(super) fn seen_by(self, army: FaithArmy) -> Option<FaithCell> {
        Some(FaithCell::new(FaithColumn::at(self.column().point().seen_by(army))?, self.level()))
    }
}

impl fmt::Display for FaithCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.column(), self.level())
    }
}

impl fmt::Debug for FaithCell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn names(columns: impl IntoIterator<Item = FaithColumn>) -> BTreeSet<String> {
        columns.into_iter().map(|column| column.to_string()).collect()
    }

    fn set(names: &str) -> BTreeSet<String> {
        names.split(' ').map(str::to_owned).collect()
    }

    fn seen(name: &str, army: FaithArmy) -> String {
        let point = FaithColumn::named(name).unwrap().point().seen_by(army);
        FaithColumn::at(point).unwrap().to_string()
    }

    fn are_neighbours(one: FaithColumn, other: FaithColumn) -> bool {
        NEIGHBOURS.iter().any(|&step| one.point().plus(step, 1) == other.point())
    }

    #[test]
    fn f2_2_columns_are_called_by_the_letters_of_their_places() {
        let at = |name| FaithColumn::named(name).map(|column| (column.point().x, column.point().y));
        assert_eq!(at("ec"), Some((5, 3)));
        assert_eq!([at("ra"), at("qa"), at("pd")], [Some((1, 0)), Some((1, -1)), Some((4, -2))]);
        assert_eq!([at("nl"), at("ji")], [Some((12, -4)), Some((9, -8))]);
        // The later letter comes first, and the board has no column ed.
        assert_eq!([at("ce"), at("ed"), at("fd"), at("fe"), at("é"), at("")], [None; 6]);
        assert_eq!(names(FaithColumn::all()).len(), COLUMNS);
    }

    #[test]
    fn f2_3_the_board_is_one_block_with_four_camps() {
        let block = (4..=9).flat_map(|x| (-5..=0).map(move |y| (x, y))).filter(|&p| p != (9, 0) && p != (4, -5));
        let camp = (4..=7).flat_map(|x| (1..=3).map(move |y| (x, y))).filter(|&(x, y)| x + y <= 8);
        let red: Vec<HexPoint> = camp.map(|(x, y)| HexPoint::new(x, y)).collect();
        assert_eq!(red.len(), 9);
        let camps = FaithArmy::ALL.into_iter().flat_map(|army| red.iter().map(move |point| point.seen_by(army)));
        let mut expected: BTreeSet<(i8, i8)> = block.collect();
        expected.extend(camps.map(|point| (point.x, point.y)));
        let all: BTreeSet<(i8, i8)> = FaithColumn::all().map(|c| (c.point().x, c.point().y)).collect();
        assert_eq!(all, expected);
    }

    /// The groups of neighbours among some columns.
    fn planes(mut columns: Vec<FaithColumn>) -> usize {
        let mut planes = 0;
        while let Some(first) = columns.pop() {
            planes += 1;
            let mut plane = vec![first];
            while let Some(column) = plane.pop() {
                plane.extend(columns.extract_if(.., |&mut other| are_neighbours(column, other)));
            }
        }
        planes
    }

    #[test]
    fn f2_4_each_letter_has_8_or_9_columns_in_a_plane_or_6_in_two() {
        let mut of_letters: BTreeMap<(usize, usize), String> = BTreeMap::new();
        for letter in 'a'..='r' {
            let columns: Vec<FaithColumn> =
                FaithColumn::all().filter(|column| column.to_string().contains(letter)).collect();
            // Columns of a letter lie in a plane if they share an x or a y.
            let count = columns.len();
            of_letters.entry((count, planes(columns))).or_default().push(letter);
        }
        let expected = [((6, 2), "abcjkl"), ((8, 1), "dimr"), ((9, 1), "efghnopq")];
        assert_eq!(of_letters, expected.map(|(key, letters)| (key, letters.to_owned())).into());
        let [ec, eb, dc] = ["ec", "eb", "dc"].map(|name| FaithColumn::named(name).unwrap());
        assert!(are_neighbours(ec, eb) && are_neighbours(eb, dc) && are_neighbours(dc, ec));
    }

    #[test]
    fn f2_5_the_mirrors_and_the_half_turn_are_letter_sums() {
        let image = |name: &str, sum: Option<i16>| {
            let change = |letter: char| {
                let number = i16::from(letter as u8 - b'a') + 1;
                let changed = sum.map_or(number + 9, |sum| sum - number);
                (b'a' + (changed - 1).rem_euclid(18) as u8) as char
            };
            let mut letters: Vec<char> = name.chars().map(change).collect();
            letters.sort_by(|one, other| other.cmp(one));
            letters.into_iter().collect::<String>()
        };
        for column in FaithColumn::all() {
            let name = column.to_string();
            assert_eq!(seen(&name, FaithArmy::Red), name);
            assert_eq!(seen(&name, FaithArmy::Blue), image(&name, Some(4)));
            assert_eq!(seen(&name, FaithArmy::Green), image(&name, Some(13)));
            assert_eq!(seen(&name, FaithArmy::Orange), image(&name, None));
            for army in FaithArmy::ALL {
                assert_eq!(seen(&seen(&name, army), army), name);
                // Neighbours stay neighbours.
                for other in FaithColumn::all() {
                    let [one, two] = [column, other].map(|c| FaithColumn::at(c.point().seen_by(army)).unwrap());
                    assert_eq!(are_neighbours(column, other), are_neighbours(one, two));
                }
            }
        }
    }

    #[test]
    fn f2_6_the_camps_and_the_far_zones() {
        let camps = [
            ("dc ec", "db eb fb", "da ea fa ga", "rf"),
            ("ml nl", "mk nk ok", "mj nj oj pj", "oi"),
            ("ji jh", "ki kh kg", "li lh lg lf", "mg"),
            ("ra qa", "rb qb pb", "rc qc pc oc", "pd"),
        ];
        for (army, (back, middle, rank, front)) in FaithArmy::ALL.into_iter().zip(camps) {
            let behind = |depth: i8| names(FaithColumn::all().filter(|c| c.point().seen_by(army).y == depth));
            assert_eq!([behind(3), behind(2), behind(1)], [set(back), set(middle), set(rank)], "{army:?}");
            let ranks = names(FaithColumn::all().filter(|column| column.is_pawn_rank(army)));
            assert_eq!(ranks, set(rank));
            assert_eq!(seen("rf", army), front);
        }
        let zone = |army, is_in: fn(HexPoint) -> bool| {
            let promoting = names(FaithColumn::all().filter(|column| column.promotes(army)));
            assert_eq!(promoting, names(FaithColumn::all().filter(|column| is_in(column.point()))), "{army:?}");
            promoting
        };
        // On or beyond m, d, r, i.
        let red = zone(FaithArmy::Red, |point| point.y <= -5);
        assert_eq!(red, set("me mf mg mh mi mj mk ml lf lg lh li kg kh ki jh ji"));
        zone(FaithArmy::Orange, |point| point.x <= 4);
        zone(FaithArmy::Green, |point| point.y >= 0);
        zone(FaithArmy::Blue, |point| point.x >= 9);
        // The waist, of six columns.
        let waist = |column: &FaithColumn| column.point().x + column.point().y == 4;
        assert_eq!(names(FaithColumn::all().filter(waist)), set("rd qe pf og nh mi"));
    }

    #[test]
    fn pawns_go_forward_as_their_army_does() {
        let forward = |army| names(FaithColumn::named("pg").unwrap().forward(army));
        assert_eq!(FaithArmy::ALL.map(forward), [set("og oh"), set("pf qf"), set("qf qg"), set("oh ph")]);
    }

    #[test]
    fn cells_have_names_of_a_column_and_a_level() {
        let all: BTreeSet<String> = FaithCell::all().map(|cell| cell.to_string()).collect();
        assert_eq!(all.len(), CELLS);
        for cell in FaithCell::all() {
            assert_eq!(FaithCell::named(&cell.to_string()), Some(cell));
        }
        for name in ["ec0", "ec6", "ec", "ec22", "zz1", "é1", "", "e"] {
            assert_eq!(FaithCell::named(name), None, "{name}");
        }
    }
}
