//! Positions composed at random, leaning towards what play from the arrays seldom reaches.

use super::board::{Board, FORWARD, LETTERS, Man, THRONES, Table, distance, enemies, partner, step};
use super::moves::{End, far_edge};
use super::play::concourses;

/// A small generator of its own, so that a seed means the same wherever the tests run (xorshift64*).
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Chance {
        Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        ((self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % n as u64) as usize
    }

    pub(crate) fn percent(&mut self, n: usize) -> bool {
        self.below(100) < n
    }

    pub(crate) fn pick<T: Clone>(&mut self, among: &[T]) -> T {
        among[self.below(among.len())].clone()
    }
}

/// What a composed position is meant to be near to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Anything,
    Concourse,
    /// A concourse that would expose the mover's king.
    Exposure,
    Exchange,
    Throne,
    KingFalls,
    ShutInCheck,
    NoMove,
    Drawn,
    /// By two partners who are both stalemated.
    DrawnTogether,
    Edge,
    Price,
    Crowd,
}

const AIMS: [Aim; 13] = [
    Aim::Anything,
    Aim::Concourse,
    Aim::Exposure,
    Aim::Exchange,
    Aim::Throne,
    Aim::KingFalls,
    Aim::ShutInCheck,
    Aim::NoMove,
    Aim::Drawn,
    Aim::DrawnTogether,
    Aim::Edge,
    Aim::Price,
    Aim::Crowd,
];

impl Aim {
    /// Whether the army to move, and perhaps its partner, should have nothing to do.
    fn without_moves(self) -> bool {
        matches!(self, Aim::NoMove | Aim::Drawn | Aim::DrawnTogether)
    }

    /// Whether most kings should be on their own thrones.
    fn on_thrones(self) -> bool {
        self.without_moves() || matches!(self, Aim::ShutInCheck | Aim::Price)
    }
}

/// A lawful position with something rare about it, or near.
pub(crate) fn composed(chance: &mut Chance, table: &Table) -> Board {
    let aim = chance.pick(&AIMS);
    let mut board = compose(chance, aim);
    for _ in 0..100 {
        let suits = match aim {
            Aim::KingFalls => board.choices(board.turn, table).any(|s| board.at(s.to).any(|m| m.kind == b'K')),
            Aim::ShutInCheck => {
                board.in_check(board.turn) && board.steps(board.turn, table).iter().all(|s| s.man.kind != b'K')
            }
            Aim::NoMove => board.choices(board.turn, table).next().is_none(),
            Aim::Drawn => matches!(board.end(table), Some(End::Stalemate(_))),
            Aim::DrawnTogether => {
                board.king(partner(board.turn)).is_some() && matches!(board.end(table), Some(End::Stalemate(_)))
            }
            Aim::Concourse => board.steps(board.turn, table).iter().any(|s| {
                matches!(s.man.kind, b'B' | b'Q') && board.after(*s, table).1.iter().any(|e| e.starts_with("3.6"))
            }),
            Aim::Exposure => {
                let allowed: Vec<_> = board.allowed(board.turn, table).collect();
                !board.in_check(board.turn)
                    && board.steps(board.turn, table).iter().any(|s| {
                        !allowed.contains(s)
                            && board.after(*s, table).1.iter().any(|e| e.starts_with("3.6 a concourse"))
                    })
            }
            Aim::Price => board
                .steps(board.turn, table)
                .iter()
                .any(|s| s.man.is_pawn() && far_edge(s.man.army, s.to) && board.composition(s.man.army).len() == 3),
            _ => true,
        };
        if suits {
            break;
        }
        board = compose(chance, aim);
    }
    board
}

fn compose(chance: &mut Chance, aim: Aim) -> Board {
    let mut board = Board::empty();
    board.widdershins = chance.percent(50);
    board.ply = chance.below(300) as u32;
    kings_and_command(chance, aim, &mut board);
    for army in 0..4 {
        men(chance, aim, &mut board, army);
    }
    match aim {
        Aim::Concourse | Aim::Exposure => near_concourse(chance, aim, &mut board),
        Aim::Exchange if chance.percent(50) => look_along_the_edge(chance, &mut board),
        aim if aim.without_moves() => {
            for army in [board.turn, partner(board.turn)] {
                wall(chance, aim, &mut board, army);
            }
        }
        _ => {}
    }
    board
}

/// Thrones that are occupied. A rook on that of the king who returns first looks along the edge to the other: this king
/// shields the squares beside the second's throne, or does not.
fn look_along_the_edge(chance: &mut Chance, board: &mut Board) {
    let without: Vec<usize> = (0..4).filter(|&army| board.king(army).is_none()).collect();
    let [one, two] = without[..] else { return };
    for army in without {
        if board.is_empty(THRONES[army]) {
            let kind = if army == partner(board.turn) { b'R' } else { chance.pick(b"RNQ") };
            board.add(THRONES[army], Man { army, kind });
        }
    }
    if chance.percent(70) {
        for square in (1..7).map(|part| (THRONES[one] * (7 - part) + THRONES[two] * part) / 7) {
            if board.at(square).all(|man| man.kind != b'K') {
                board.men[square] = [None, None];
            }
        }
    }
}

/// Pieces of its own side, or frozen ones, beside a king.
fn wall(chance: &mut Chance, aim: Aim, board: &mut Board, army: usize) {
    let Some(king) = board.king(army) else { return };
    let share = chance.pick(&[0, 50, 90]);
    let mut armies: Vec<usize> = (0..4).filter(|&other| board.frozen(other)).collect();
    if aim != Aim::DrawnTogether {
        armies.push(partner(army));
    }
    for square in 0..64 {
        if distance(square, king) == 1 && board.is_empty(square) && chance.percent(share) {
            let man = Man { army: chance.pick(&armies), kind: chance.pick(b"QRBN") };
            board.add(square, man);
        }
    }
}

/// Which kings are on the board, who holds the others and who commands (RULES 3.7, 6).
fn kings_and_command(chance: &mut Chance, aim: Aim, board: &mut Board) {
    let mut there = [true; 4];
    match aim {
        Aim::Exchange => {
            let (mover, enemy) = (chance.below(4), chance.pick(&[1, 3]));
            let enemy = (mover + enemy) % 4;
            (board.turn, there[partner(mover)], there[partner(enemy)]) = (mover, false, false);
            board.prisoners[partner(mover)] = LETTERS[enemy];
            board.prisoners[partner(enemy)] = LETTERS[mover];
        }
        Aim::Concourse if chance.percent(80) => {}
        Aim::Exposure => {}
        Aim::DrawnTogether => {
            // Walls that cannot be taken and do not move are of an army that is frozen.
            let frozen = chance.below(4);
            there[frozen] = false;
            board.command[frozen] = b'x';
            board.prisoners[frozen] = LETTERS[chance.pick(&enemies(frozen))];
            return kings(chance, aim, board, there);
        }
        _ => there = std::array::from_fn(|_| chance.percent(80)),
    }
    if there == [false; 4] {
        there[0] = true;
    }
    for army in 0..4 {
        let other = partner(army);
        if !there[army] && board.prisoners[army] == b'-' {
            board.prisoners[army] = LETTERS[chance.pick(&enemies(army))];
        }
        board.command[army] = match (there[army], there[other]) {
            (false, false) => b'x',
            (false, true) if chance.percent(50) => b'x',
            (false, true) => LETTERS[other],
            // The partner has lost its king: withdrawn before that, or on its own.
            (true, false) if chance.percent(30) => LETTERS[other].to_ascii_uppercase(),
            _ => b'-',
        };
    }
    for army in 0..4 {
        let other = partner(army);
        if there[army] && there[other] && board.command[other] == b'-' && board.command[army] == b'-' {
            board.command[army] = match chance.below(if aim == Aim::Throne { 6 } else { 10 }) {
                0 | 1 => LETTERS[other].to_ascii_uppercase(),
                2 => LETTERS[other],
                _ => b'-',
            };
        }
        // Nobody is withdrawn to an army that is under its own king.
        if board.seized(other) && board.withdrawn(army) {
            board.command[army] = b'-';
        }
    }
    kings(chance, aim, board, there);
}

/// Sets up the kings that are there, and says whose turn it is.
fn kings(chance: &mut Chance, aim: Aim, board: &mut Board, there: [bool; 4]) {
    for (army, there) in there.into_iter().enumerate() {
        if there {
            let square = king_square(chance, aim, board, army);
            board.add(square, Man { army, kind: b'K' });
        }
    }
    if aim != Aim::Exchange {
        board.turn = chance.below(4);
    }
    while board.frozen(board.turn) {
        board.turn = (board.turn + 1) % 4;
    }
}

fn king_square(chance: &mut Chance, aim: Aim, board: &Board, army: usize) -> usize {
    let goal = match (aim, chance.below(4)) {
        (Aim::Throne, 0..=2) => THRONES[partner(army)],
        (aim, 0..=2) if aim.on_thrones() => THRONES[army],
        (_, 0) => THRONES[army],
        (_, 1) => THRONES[partner(army)],
        _ => chance.below(64),
    };
    let far = if aim.on_thrones() { 0 } else { 1 };
    free(chance, board, |square| distance(square, goal) <= far)
        .unwrap_or_else(|| free(chance, board, |_| true).unwrap())
}

fn free(chance: &mut Chance, board: &Board, wanted: impl Fn(usize) -> bool) -> Option<usize> {
    let squares: Vec<usize> = (0..64).filter(|&square| board.is_empty(square) && wanted(square)).collect();
    (!squares.is_empty()).then(|| chance.pick(&squares))
}

/// The officers and pawns of an army, and its pawns lost.
fn men(chance: &mut Chance, aim: Aim, board: &mut Board, army: usize) {
    let mut kinds: Vec<u8> = Vec::new();
    let officers = b"QRBN";
    let pawn = chance.pick(b"qrbn");
    match (aim, chance.below(8)) {
        (aim, _)
            if aim.without_moves() && (army == board.turn || army == partner(board.turn) && chance.percent(70)) =>
        {
            // Little that could move: pawns that wait, or that something stands in front of.
            kinds.extend((0..chance.below(3)).map(|_| chance.pick(b"qrbn")));
        }
        (aim, _) if aim.without_moves() => kinds.extend((0..chance.below(5)).map(|_| chance.pick(b"RRRBNQ"))),
        (Aim::Price, 0..=5) => kinds.extend([chance.pick(b"QB"), pawn]),
        (_, 0) => {}
        (Aim::Edge, 1 | 2) | (_, 1) => kinds.push(pawn),
        (Aim::Edge, 3) | (_, 2) => kinds.extend([b'Q', pawn]),
        (Aim::Edge, 4) | (_, 3) => kinds.extend([b'B', pawn]),
        _ => {
            let most = if aim == Aim::Crowd { 9 } else { 4 };
            kinds.extend((0..chance.below(most)).map(|_| chance.pick(officers)));
            kinds.extend((0..chance.below(5)).map(|_| chance.pick(b"qrbn")));
        }
    }
    let pawns = kinds.iter().filter(|kind| kind.is_ascii_lowercase()).count();
    board.lost[army] = if chance.percent(40) { 0 } else { chance.below(5 - pawns) as u8 };
    for kind in kinds {
        let man = Man { army, kind };
        let near = |square: usize| step(square, FORWARD[army]);
        let waits = aim.without_moves() && chance.percent(80);
        let square = if man.is_pawn() && aim == Aim::Price && chance.percent(50) {
            free(chance, board, |square| near(square).is_some_and(|next| THRONES.contains(&next)))
        } else if man.is_pawn() && waits {
            free(chance, board, |square| far_edge(army, square))
        } else if man.is_pawn() && chance.percent(50) {
            free(chance, board, |square| near(square).is_some_and(|next| far_edge(army, next)))
        } else if man.is_pawn() && chance.percent(40) || chance.percent(if aim == Aim::Price { 40 } else { 8 }) {
            free(chance, board, |square| far_edge(army, square))
        } else if matches!(aim, Aim::ShutInCheck) && board.king(army).is_some() && chance.percent(60) {
            let king = board.king(army).unwrap();
            free(chance, board, |square| distance(square, king) == 1)
        } else if aim == Aim::Exchange && chance.percent(30) {
            free(chance, board, |square| THRONES.iter().any(|&throne| distance(square, throne) < 2))
        } else {
            free(chance, board, |_| true)
        };
        let Some(square) = square.or_else(|| free(chance, board, |_| true)) else { return };
        let throne = THRONES[army];
        let shares = !man.is_pawn() && board.king(army) == Some(throne) && board.at(throne).count() == 1;
        board.add(if shares && chance.percent(if aim == Aim::Price { 75 } else { 25 }) { throne } else { square }, man);
    }
}

/// Four of a kind about one of the marked sets, the mover's one move away (RULES 3.6).
fn near_concourse(chance: &mut Chance, aim: Aim, board: &mut Board) {
    let kind = chance.pick(b"BQ");
    let set = chance.pick(&concourses());
    let mut armies = [0, 1, 2, 3];
    for last in (1..4).rev() {
        armies.swap(last, chance.below(last + 1));
    }
    if chance.percent(10) {
        armies[0] = armies[1];
    }
    if chance.percent(80) {
        let mover = (0..4).find(|&place| armies[place] == board.turn).unwrap_or(0);
        armies.swap(0, mover);
    }
    for (place, square) in set.into_iter().enumerate() {
        if !board.at(square).all(|man| man.kind != b'K') {
            return;
        }
        board.men[square] = [None, None];
        if place > 0 {
            board.add(square, Man { army: armies[place], kind });
        }
    }
    if aim == Aim::Exposure {
        let between = set[1 + chance.below(3)];
        lay_open(chance, board, armies[0], between);
    }
    let mover = Man { army: armies[0], kind };
    let from: Vec<usize> = board.goes(set[0], mover).into_iter().filter(|&square| board.is_empty(square)).collect();
    if !from.is_empty() {
        let from = chance.pick(&from);
        board.add(from, mover);
    }
}

/// Puts a king of this army and an enemy rook or bishop on either side of a square.
fn lay_open(chance: &mut Chance, board: &mut Board, army: usize, between: usize) {
    let Some(old) = board.king(army) else { return };
    let beside = |by| step(between, by).filter(|&square| board.is_empty(square));
    let lines = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
    let open: Vec<(usize, usize, u8)> = lines
        .into_iter()
        .filter_map(|(files, ranks)| {
            let kind = if files == 0 || ranks == 0 { b'R' } else { b'B' };
            Some((beside((files, ranks))?, beside((-files, -ranks))?, kind))
        })
        .collect();
    if open.is_empty() {
        return;
    }
    let (king, far, kind) = chance.pick(&open);
    board.remove(old, Man { army, kind: b'K' });
    board.add(king, Man { army, kind: b'K' });
    board.add(far, Man { army: chance.pick(&enemies(army)), kind });
}
