//! Where the pieces could go on an empty board, worked out once (GAMES F3).

use std::sync::OnceLock;

use super::faith_armies::FaithArmy;
use super::faith_columns::{FaithCell, FaithColumn, HexPoint, NEIGHBOURS};
use super::faith_pieces::FaithStep;

/// Pairs of columns between which there is no hex diagonal (GAMES F3.14).
const DIAGONAL_BARS: [(&str, &str); 2] = [("da", "rc"), ("li", "mj")];
/// Pairs of columns between which no Sennight or Elf leaps.
const LEAP_BARS: [(&str, &str); 8] =
    [("da", "qc"), ("da", "rb"), ("rc", "db"), ("rc", "ea"), ("li", "mk"), ("li", "nj"), ("mj", "ki"), ("mj", "lh")];

/// The cells that a way of moving reaches from one cell.
#[derive(Debug, Default)]
pub(super) struct FaithStepReach {
    /// The cells that are reached whatever stands between.
    pub(super) leaps: Vec<FaithCell>,
    /// The lines that are followed until something stands in the way. Lines of one piece can share cells.
    pub(super) lines: Vec<Vec<FaithCell>>,
}

/// A cell from which a Simurgh reaches another one, and the cells between, which must be empty.
#[derive(Debug)]
pub(super) struct FaithSimurghPath {
    pub(super) from: FaithCell,
    pub(super) between: Vec<FaithCell>,
}

/// A pawn's step without capture: the cell before it, and the next in the same direction if it may go on at once.
#[derive(Debug)]
pub(super) struct FaithPawnStep {
    pub(super) to: FaithCell,
    pub(super) double: Option<FaithCell>,
}

/// The tables of all pieces.
#[derive(Debug)]
pub(super) struct FaithReach {
    steps: [Vec<FaithStepReach>; 12],
    simurghs: Vec<Vec<FaithSimurghPath>>,
    pawn_steps: [Vec<Vec<FaithPawnStep>>; 4],
    pawn_captures: [Vec<Vec<FaithCell>>; 4],
    pawn_attackers: [Vec<Vec<FaithCell>>; 4],
}

/// The tables; made when they are first asked for.
pub(super) fn reach() -> &'static FaithReach {
    static TABLES: OnceLock<FaithReach> = OnceLock::new();
    TABLES.get_or_init(FaithReach::new)
}

impl FaithReach {
    fn new() -> FaithReach {
        let steps: [Vec<FaithStepReach>; 12] =
            FaithStep::ALL.map(|step| FaithCell::all().map(|from| step_reach(step, from)).collect());
        let mut simurghs: Vec<Vec<FaithSimurghPath>> = FaithCell::all().map(|_| Vec::new()).collect();
        for from in FaithCell::all() {
            for line in &steps[FaithStep::Simurgh.index()][from.index()].lines {
                for (length, to) in line.iter().enumerate() {
                    simurghs[to.index()].push(FaithSimurghPath { from, between: line[..length].to_vec() });
                }
            }
        }
        let pawn_captures = FaithArmy::ALL.map(|army| FaithCell::all().map(|from| captures(army, from)).collect());
        let pawn_attackers = FaithArmy::ALL.map(|army| {
            let captures: &Vec<Vec<FaithCell>> = &pawn_captures[army.index()];
            let mut attackers: Vec<Vec<FaithCell>> = FaithCell::all().map(|_| Vec::new()).collect();
            for from in FaithCell::all() {
                captures[from.index()].iter().for_each(|to| attackers[to.index()].push(from));
            }
            attackers
        });
        let pawn_steps = FaithArmy::ALL.map(|army| FaithCell::all().map(|from| walks(army, from)).collect());
        FaithReach { steps, simurghs, pawn_steps, pawn_captures, pawn_attackers }
    }

    pub(super) fn of(&self, step: FaithStep, from: FaithCell) -> &FaithStepReach {
        &self.steps[step.index()][from.index()]
    }

    /// The ways in which a Simurgh can come to a cell. Its way back is another one than its way out, unlike that of the
    /// other pieces.
    pub(super) fn simurghs(&self, to: FaithCell) -> &[FaithSimurghPath] {
        &self.simurghs[to.index()]
    }

    pub(super) fn pawn_steps(&self, army: FaithArmy, from: FaithCell) -> &[FaithPawnStep] {
        &self.pawn_steps[army.index()][from.index()]
    }

    /// The cells on which an army's pawn captures.
    pub(super) fn pawn_captures(&self, army: FaithArmy, from: FaithCell) -> &[FaithCell] {
        &self.pawn_captures[army.index()][from.index()]
    }

    /// The cells from which an army's pawns capture on a cell.
    pub(super) fn pawn_attackers(&self, army: FaithArmy, to: FaithCell) -> &[FaithCell] {
        &self.pawn_attackers[army.index()][to.index()]
    }
}

/// The six hex diagonals, each turned by 60° from the one before and between two [`NEIGHBOURS`]; the first is (1,1).
fn diagonals() -> [HexPoint; 6] {
    std::array::from_fn(|index| NEIGHBOURS[index].plus(NEIGHBOURS[(index + 1) % 6], 1))
}

/// The twelve leaps of length √7.
fn sennight_leaps() -> impl Iterator<Item = HexPoint> {
    let points = (-3..=3).flat_map(|x| (-3..=3).map(move |y| HexPoint::new(x, y)));
    points.filter(|p| p.x * p.x + p.x * p.y + p.y * p.y == 7)
}

fn is_barred(bars: &[(&str, &str)], from: FaithColumn, to: FaithColumn) -> bool {
    let (from, to) = (from.name(), to.name());
    let are = |one: &str, other: &str| one.as_bytes() == from && other.as_bytes() == to;
    bars.iter().any(|&(one, other)| are(one, other) || are(other, one))
}

/// A step on the plan and across levels, unless it leaves the board or is barred.
fn stepped(from: FaithCell, step: HexPoint, levels: i8) -> Option<FaithCell> {
    let to = from.offset(step, levels)?;
    let length = step.x * step.x + step.x * step.y + step.y * step.y;
    let bars: &[(&str, &str)] = match length {
        3 => &DIAGONAL_BARS,
        7 => &LEAP_BARS,
        _ => &[],
    };
    (!is_barred(bars, from.column(), to.column())).then_some(to)
}

/// The line from a cell in one direction, to the edge of the board.
fn line(from: FaithCell, step: HexPoint, levels: i8) -> Vec<FaithCell> {
    std::iter::successors(stepped(from, step, levels), |&cell| stepped(cell, step, levels)).collect()
}

fn step_reach(step: FaithStep, from: FaithCell) -> FaithStepReach {
    const HERE: HexPoint = HexPoint::new(0, 0);
    let leap = |across: HexPoint, times: i8, levels: i8| {
        [levels, -levels].into_iter().filter_map(move |levels| stepped(from, HERE.plus(across, times), levels))
    };
    let leaps = |kinds: &[(i8, i8)]| {
        kinds.iter().flat_map(|&(times, levels)| NEIGHBOURS.map(|across| (across, times, levels))).collect::<Vec<_>>()
    };
    let leaping = |kinds: &[(i8, i8)]| FaithStepReach {
        leaps: leaps(kinds).into_iter().flat_map(|(across, times, levels)| leap(across, times, levels)).collect(),
        lines: Vec::new(),
    };
    let sliding = |mut lines: Vec<Vec<FaithCell>>| {
        lines.retain(|line| !line.is_empty());
        FaithStepReach { leaps: Vec::new(), lines }
    };
    let level = |across: &[HexPoint]| across.iter().filter_map(|&step| stepped(from, step, 0)).collect::<Vec<_>>();
    let vertical = [1, -1];
    match step {
        FaithStep::King => {
            let mut reach = leaping(&[(1, 1)]);
            reach.leaps.extend(level(&NEIGHBOURS));
            reach.leaps.extend(vertical.iter().filter_map(|&levels| stepped(from, HERE, levels)));
            reach
        }
        FaithStep::Knight => leaping(&[(1, 2), (2, 1)]),
        FaithStep::Camel => leaping(&[(1, 3), (3, 1)]),
        FaithStep::Elephant => leaping(&[(2, 2)]),
        FaithStep::Sennight => {
            FaithStepReach { leaps: level(&sennight_leaps().collect::<Vec<_>>()), lines: Vec::new() }
        }
        FaithStep::Elf => {
            let leaps = sennight_leaps().flat_map(|across| leap(across, 1, 2)).collect();
            FaithStepReach { leaps, lines: Vec::new() }
        }
        FaithStep::Diagonal => FaithStepReach { leaps: level(&diagonals()), lines: Vec::new() },
        FaithStep::Rook => {
            let across = NEIGHBOURS.iter().map(|&step| line(from, step, 0));
            sliding(across.chain(vertical.map(|levels| line(from, HERE, levels))).collect())
        }
        FaithStep::Bishop => {
            sliding(NEIGHBOURS.iter().flat_map(|&step| vertical.map(|levels| line(from, step, levels))).collect())
        }
        FaithStep::Unicorn => sliding(diagonals().iter().map(|&step| line(from, step, 0)).collect()),
        FaithStep::Rabbi => sliding((0..6).flat_map(|first| [1, 5].map(|turn| round(from, first, turn))).collect()),
        FaithStep::Simurgh => {
            sliding((0..6).flat_map(|first| [first, first + 1].map(|then| bent(from, first, then % 6))).collect())
        }
    }
}

/// A Rabbi's way: up to five hex diagonals, each `turn` sixths of a circle further than the one before.
fn round(from: FaithCell, first: usize, turn: usize) -> Vec<FaithCell> {
    let diagonals = diagonals();
    let mut cells = Vec::new();
    for step in 0..5 {
        let last = *cells.last().unwrap_or(&from);
        let Some(next) = stepped(last, diagonals[(first + turn * step) % 6], 0) else { break };
        cells.push(next);
    }
    cells
}

/// A Simurgh's way: one hex diagonal, then straight on in one of the two directions beside it.
fn bent(from: FaithCell, diagonal: usize, then: usize) -> Vec<FaithCell> {
    let Some(first) = stepped(from, diagonals()[diagonal], 0) else { return Vec::new() };
    let mut cells = vec![first];
    cells.extend(line(first, NEIGHBOURS[then], 0));
    cells
}

/// A pawn's steps without capture (GAMES F3.15, F3.16).
fn walks(army: FaithArmy, from: FaithCell) -> Vec<FaithPawnStep> {
    let here = from.column();
    let ahead = |column: FaithColumn| FaithCell::new(column, from.level());
    let walk = |next: FaithColumn| {
        let (a, b) = (here.point(), next.point());
        let beyond = b.plus(HexPoint::new(b.x - a.x, b.y - a.y), 1);
        let double = here.is_pawn_rank(army).then(|| FaithColumn::at(beyond)).flatten();
        FaithPawnStep { to: ahead(next), double: double.map(ahead) }
    };
    here.forward(army).map(walk).collect()
}

/// The cells on which a pawn captures: a column forward, and a level up or down (GAMES F3.17).
fn captures(army: FaithArmy, from: FaithCell) -> Vec<FaithCell> {
    const HERE: HexPoint = HexPoint::new(0, 0);
    let forward = from.column().forward(army).map(|column| FaithCell::new(column, from.level()));
    forward.flat_map(|cell| [1, -1].into_iter().filter_map(move |levels| cell.offset(HERE, levels))).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn cell(name: &str) -> FaithCell {
        FaithCell::named(name).unwrap()
    }

    fn reached(step: FaithStep, from: FaithCell) -> impl Iterator<Item = FaithCell> {
        let reach = reach().of(step, from);
        reach.leaps.iter().copied().chain(reach.lines.iter().flatten().copied())
    }

    /// All cells that a piece can come to from a cell, in any number of moves.
    fn binding(step: FaithStep, from: FaithCell) -> BTreeSet<FaithCell> {
        let (mut found, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(next) = open.pop() {
            open.extend(reached(step, next).filter(|&cell| found.insert(cell)));
        }
        found
    }

    /// The sizes of the bindings that the cells of a level belong to.
    fn bindings(step: FaithStep, level: usize) -> Vec<usize> {
        let on_level = FaithCell::all().filter(|cell| cell.level() == level);
        let found: BTreeSet<BTreeSet<FaithCell>> = on_level.map(|cell| binding(step, cell)).collect();
        let mut sizes: Vec<usize> = found.iter().map(BTreeSet::len).collect();
        sizes.sort_unstable();
        sizes
    }

    #[test]
    fn f2_4_bound_pieces_have_the_bindings_that_the_author_tells() {
        for level in 1..=5 {
            for step in [FaithStep::Rabbi, FaithStep::Unicorn, FaithStep::Diagonal] {
                assert_eq!(bindings(step, level), [22, 24, 24], "{step:?}");
            }
            for step in [FaithStep::Sennight, FaithStep::Simurgh] {
                assert_eq!(bindings(step, level), [70], "{step:?}");
            }
            for step in [FaithStep::Bishop, FaithStep::Camel, FaithStep::Knight, FaithStep::King, FaithStep::Rook] {
                assert_eq!(bindings(step, level), [350], "{step:?}");
            }
        }
        assert_eq!([1, 3, 5].map(|level| bindings(FaithStep::Elf, level)), [[210], [210], [210]]);
        // An Elephant's: one cell in four of both even levels.
        let sizes = bindings(FaithStep::Elephant, 2);
        assert_eq!((sizes.len(), sizes.iter().sum::<usize>()), (4, 140), "{sizes:?}");
    }

    #[test]
    fn f2_4_and_f5_4_each_binding_of_elephants_has_two_of_different_armies() {
        let homes = ["dc2", "ec2"].map(cell);
        let of = |army: FaithArmy| homes.map(|home| (army, home.seen_by(army).unwrap()));
        let elephants: Vec<(FaithArmy, FaithCell)> = FaithArmy::ALL.into_iter().flat_map(of).collect();
        let mut pairs = Vec::new();
        for (index, &(army, home)) in elephants.iter().enumerate() {
            let binding = binding(FaithStep::Elephant, home);
            let others = elephants[index + 1..].iter().filter(|(_, other)| binding.contains(other));
            pairs.extend(others.map(|(other, _)| [army.letter(), other.letter()].iter().collect::<String>()));
        }
        assert_eq!(pairs, ["ro", "rb", "og", "gb"]);
    }

    #[test]
    fn f2_4_the_authors_examples_are_moves() {
        for (step, way) in [
            (FaithStep::Camel, "ec2 eb5 dc2"),
            (FaithStep::Knight, "ec3 ga2 fb4 eb2 ea4 ec3"),
            (FaithStep::Bishop, "eb2 fb3 fa2"),
        ] {
            let cells: Vec<FaithCell> = way.split(' ').map(cell).collect();
            for pair in cells.windows(2) {
                assert!(reached(step, pair[0]).any(|to| to == pair[1]), "{pair:?}");
            }
        }
        // A Rabbi needs all of its five steps past the bars.
        for (one, other) in [("da1", "rc1"), ("li1", "mj1")] {
            let lines = &reach().of(FaithStep::Rabbi, cell(one)).lines;
            let steps: Vec<usize> =
                lines.iter().filter_map(|line| line.iter().position(|&to| to == cell(other))).collect();
            assert_eq!(steps, [4], "{one}");
        }
    }

    #[test]
    fn f2_4_camels_change_between_odd_and_even_and_bishops_go_four_steps_at_most() {
        for from in FaithCell::all() {
            assert!(reached(FaithStep::Camel, from).all(|to| (to.level() + from.level()) % 2 == 1));
            assert!(reach().of(FaithStep::Bishop, from).lines.iter().all(|line| line.len() <= 4));
            assert!(reach().of(FaithStep::Rabbi, from).lines.iter().all(|line| line.len() <= 5));
        }
    }

    #[test]
    fn every_way_but_the_simurghs_is_the_same_in_both_directions() {
        // The check of a king looks outward from it, and relies on this.
        for step in FaithStep::ALL {
            let mut ways: BTreeSet<(FaithCell, Vec<FaithCell>)> = BTreeSet::new();
            for from in FaithCell::all() {
                let reach = reach().of(step, from);
                ways.extend(reach.leaps.iter().map(|&to| (from, vec![to])));
                let starts =
                    |line: &Vec<FaithCell>| (1..=line.len()).map(|end| line[..end].to_vec()).collect::<Vec<_>>();
                ways.extend(reach.lines.iter().flat_map(starts).map(|way| (from, way)));
            }
            let back = |(from, way): &(FaithCell, Vec<FaithCell>)| {
                let mut cells = vec![*from];
                cells.extend(way);
                cells.reverse();
                (cells[0], cells[1..].to_vec())
            };
            let is_same = ways.iter().all(|way| ways.contains(&back(way)));
            assert_eq!(is_same, step != FaithStep::Simurgh, "{step:?}");
        }
    }

    #[test]
    fn f2_5_the_tables_have_the_symmetries_of_the_board() {
        for army in FaithArmy::ALL {
            for from in FaithCell::all() {
                let image = |cell: FaithCell| cell.seen_by(army).unwrap();
                for step in FaithStep::ALL {
                    let here: BTreeSet<FaithCell> = reached(step, from).map(image).collect();
                    assert_eq!(here, reached(step, image(from)).collect(), "{step:?} {from} {army:?}");
                }
                let captures = |army, from| reach().pawn_captures(army, from).iter().copied().collect::<BTreeSet<_>>();
                let of_red: BTreeSet<FaithCell> = captures(FaithArmy::Red, from).into_iter().map(image).collect();
                assert_eq!(of_red, captures(army, image(from)));
            }
        }
    }
}
