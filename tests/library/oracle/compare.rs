//! The engine and the oracle side by side.

use std::collections::BTreeMap;

use enochian::chess::{
    Army, Array, Direction, DrawReason, Exchange, Move, Outcome, Position, Role, Rules, Side, Square,
};

use super::board::{Board, Table, partner};
use super::chance::{Chance, composed};
use super::moves::{End, Step};
use super::play::Events;

/// The arrays in the order of `Array::all` (RULES 2), places 1 to 4.
pub(crate) const ARRAYS: [&[u8; 4]; 8] = [b"BQNR", b"QBRN", b"RNQB", b"NRBQ", b"BRNQ", b"QNRB", b"RBQN", b"NQBR"];

/// What is played by, said twice.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub(crate) rules: Rules,
    pub(crate) table: Table,
}

impl Setting {
    /// `array` is a place in [`ARRAYS`]; none leaves RULES 5.3 without effect.
    pub(crate) fn new(zalewski: bool, reading: bool, array: Option<usize>) -> Setting {
        let rules = if zalewski { Rules::ZALEWSKI } else { Rules::CHESSVARIANTS };
        let rules = if reading { rules.reading() } else { rules };
        let rules = array.map_or(rules, |array| rules.with_array(Array::all()[array]));
        let throne_piece = array.filter(|_| zalewski).map(|array| ARRAYS[array][0]);
        Setting { rules, table: Table { reading, zalewski, throne_piece } }
    }
}

/// How often each rare thing was met.
type Tally = BTreeMap<&'static str, u64>;

/// What can be done at a position, with the position after it.
struct Ways {
    moves: Vec<(Move, Board, Events)>,
    exchanges: Vec<(Exchange, Board)>,
    may_withdraw: bool,
    over: bool,
}

pub(crate) fn army_of(number: usize) -> Army {
    [Army::Air, Army::Water, Army::Fire, Army::Earth][number]
}

pub(crate) fn agrees(theirs: Option<Outcome>, mine: Option<End>) -> bool {
    let (actives, passives) = (Side::Actives, Side::Passives);
    match (theirs, mine) {
        (None, None) => true,
        (Some(Outcome::Won(side)), Some(End::Won(army))) => side == army_of(army).side(),
        // When both sides are reduced to bare kings, either may be named.
        (Some(Outcome::Drawn(DrawReason::BareKings(side))), Some(End::BareKings(first, second))) => {
            side == actives && first || side == passives && second
        }
        (Some(Outcome::Drawn(DrawReason::Stalemate(army))), Some(End::Stalemate(number))) => army == army_of(number),
        _ => false,
    }
}

/// Everything the two must agree on at one position.
fn compare(engine: &Position, oracle: &Board, setting: &Setting, chance: &mut Chance, tally: &mut Tally) -> Ways {
    let Setting { table, .. } = setting;
    let text = oracle.text();
    let context = || format!("{text}\n{setting:?}");
    assert_eq!(engine.to_string(), text, "position text\n{}", context());

    let end = oracle.end(table);
    let outcome = engine.outcome();
    assert!(agrees(outcome, end), "outcome: the engine says {outcome:?}, the oracle {end:?}\n{}", context());
    for number in 0..4 {
        assert_eq!(
            engine.in_check(army_of(number)),
            oracle.in_check(number),
            "check of {}\n{}",
            army_of(number),
            context()
        );
    }
    let children = oracle.children_with(end, table);
    note(oracle, end, &children, table, tally);

    let mut mine: Vec<String> = children.iter().flatten().map(|step| step.text()).collect();
    let mut theirs: Vec<String> = engine.moves().iter().map(Move::to_string).collect();
    let may_pass = end.is_none() && (table.reading || mine.is_empty());
    if end.is_none() && mine.is_empty() {
        mine.push(Move::Pass.to_string());
    }
    mine.sort();
    theirs.sort();
    assert_eq!(theirs, mine, "moves (left the engine, right the oracle)\n{}", context());
    assert_eq!(engine.is_legal(Move::Pass), may_pass, "pass\n{}", context());
    for _ in 0..3 {
        // Any move at all: what is not in the list is refused.
        let square = |chance: &mut Chance| Square::from_index(chance.below(64)).unwrap();
        let role = Role::from_letter(chance.pick(&['K', 'Q', 'R', 'B', 'N', 'P'])).unwrap();
        let mv = Move::Step { role, from: square(chance), to: square(chance), promotion: None };
        let refused = engine.clone().play(mv, &mut ()).is_err();
        assert_eq!(refused, !mine.contains(&mv.to_string()), "{mv}\n{}", context());
    }

    let after = |mv: Move| {
        let mut next = engine.clone();
        next.play(mv, &mut ()).unwrap_or_else(|refusal| panic!("{mv} refused: {refusal}\n{}", context()));
        next.to_string()
    };
    let mut moves = Vec::new();
    for step in children.into_iter().flatten() {
        let (next, events) = oracle.after(step, table);
        let mv: Move = step.text().parse().unwrap();
        assert_eq!(after(mv), next.text(), "after {mv} (left the engine, right the oracle)\n{}", context());
        moves.push((mv, next, events));
    }
    if may_pass {
        let next = oracle.passed();
        assert_eq!(after(Move::Pass), next.text(), "after --\n{}", context());
        moves.push((Move::Pass, next, Events::new()));
    }

    let mut exchanges: Vec<(Exchange, Board)> =
        oracle.exchanges(table).into_iter().map(|(text, board)| (text.parse().unwrap(), board)).collect();
    exchanges.sort_by_key(|(exchange, _)| (exchange.partners_king.index(), exchange.enemys_king.index()));
    let mine: Vec<Exchange> = exchanges.iter().map(|(exchange, _)| *exchange).collect();
    assert_eq!(engine.exchanges(), mine, "exchanges (left the engine, right the oracle)\n{}", context());
    for (exchange, next) in &exchanges {
        let mut played = engine.clone();
        played.exchange(*exchange, &mut ()).unwrap();
        assert_eq!(played.to_string(), next.text(), "after {exchange}\n{}", context());
    }
    note_exchanges(oracle, &exchanges, setting, tally);

    let may_withdraw = oracle.may_withdraw(table);
    assert_eq!(engine.may_withdraw(), may_withdraw, "withdrawal\n{}", context());
    let mut withdrawn = engine.clone();
    match withdrawn.withdraw(&mut ()) {
        Ok(()) => assert_eq!(withdrawn.to_string(), oracle.withdraw().text(), "after withdraw\n{}", context()),
        Err(_) => assert!(!may_withdraw, "withdrawal refused\n{}", context()),
    }
    Ways { moves, exchanges, may_withdraw, over: end.is_some() }
}

/// The rare things about a position itself.
fn note(board: &Board, end: Option<End>, children: &[Option<Step>], table: &Table, tally: &mut Tally) {
    let mut count = |name| *tally.entry(name).or_default() += 1;
    let (army, other) = (board.turn, partner(board.turn));
    if board.widdershins {
        count("1.3 widdershins");
    }
    if (0..4).any(|army| board.frozen(army)) {
        count("3.7 with a frozen army");
    }
    match end {
        Some(End::Won(_)) => count("7 won"),
        Some(End::BareKings(..)) => count("7 drawn by bare kings"),
        Some(End::Stalemate(_)) => count(match (board.king(other), board.withdrawn(other)) {
            (Some(_), true) => "4.4 drawn, the partner withdrawn",
            (Some(_), false) if board.seized(other) => "4.4 drawn, the partner under the stalemated king",
            (Some(_), false) => "4.4 drawn, the partner stalemated too",
            (None, _) => "4.4 drawn, the partner's king captured",
        }),
        None => {}
    }
    if table.reading {
        if end.is_none() {
            count("8.5 a reading");
            if children == [None] {
                count("8.4 no move at all in a reading");
            }
        }
        return;
    }
    let steps = board.steps(army, table);
    // They are the children where no other army may move.
    let allowed: Vec<Step> = match end.is_none() && board.movers(army).len() == 1 {
        true => children.iter().flatten().copied().collect(),
        false => board.allowed(army, table).collect(),
    };
    let by_king = steps.iter().any(|step| step.man.kind == b'K');
    if children == [None] {
        count(match (board.king(army), board.in_check(army)) {
            (Some(_), true) => "4.4 a pass in check",
            (Some(_), false) => "4.4 a pass in stalemate",
            (None, _) => "4.4 a pass without a king",
        });
    }
    if board.in_check(army) && !steps.is_empty() {
        count(if by_king { "4.2 in check, the king must move" } else { "4.2 in check and shut in" });
        if by_king && allowed.iter().all(|step| board.after(*step, table).0.in_check(army)) {
            count("4.2 from check only into check");
        }
    } else if allowed.len() < steps.len() {
        count("4.3 a move that would expose the king");
        let meets = |step: &Step| board.after(*step, table).1.iter().any(|event| event.starts_with("3.6 a concourse"));
        if steps.iter().filter(|step| !allowed.contains(step)).any(meets) {
            count("4.3 a concourse that would expose the king");
        }
    }
    if board.movers(army).len() == 2 && board.in_check(army) && board.choices(army, table).count() > allowed.len() {
        count("6.3 shared turn: one army in check, the other moves");
    }
}

fn note_exchanges(board: &Board, exchanges: &[(Exchange, Board)], setting: &Setting, tally: &mut Tally) {
    let mut count = |name| *tally.entry(name).or_default() += 1;
    let Some((first, after)) = exchanges.first() else { return };
    count("6.2 an exchange");
    let thrones = [partner(board.turn), partner(first.with.index())].map(|army| super::board::THRONES[army]);
    if [first.partners_king, first.enemys_king].map(Square::index) != thrones {
        count("6.2 a throne is occupied");
    }
    if exchanges.len() > 1 {
        count("6.2 a choice of squares");
    }
    if (0..4).any(|army| board.king(army).is_none() && after.seized(army)) {
        count("6.2 an army already awake keeps its commander");
    }
    let seconds = |king: Square| {
        let with_it = exchanges.iter().filter(move |(exchange, _)| exchange.partners_king == king);
        with_it.map(|(exchange, _)| exchange.enemys_king)
    };
    if exchanges.iter().any(|(other, _)| !seconds(other.partners_king).eq(seconds(first.partners_king))) {
        count("6.2 where the second king may stand depends on the first");
    }
    if setting.table.zalewski {
        let otherwise = board.exchanges(&Table { zalewski: false, ..setting.table });
        let mut others: Vec<Exchange> = otherwise.iter().map(|(text, _)| text.parse().unwrap()).collect();
        others.sort_by_key(|exchange| (exchange.partners_king.index(), exchange.enemys_king.index()));
        if !others.iter().eq(exchanges.iter().map(|(exchange, _)| exchange)) {
            count("6.2 an attacked square avoided");
        }
    }
}

impl std::fmt::Debug for Setting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.table.fmt(f)
    }
}

/// Plays on at random from a position that both hold, comparing as it goes.
struct Walk<'a> {
    setting: Setting,
    chance: &'a mut Chance,
    tally: &'a mut Tally,
    left: &'a mut u64,
}

impl Walk<'_> {
    fn play(&mut self, mut board: Board, plies: u32, restless: usize) {
        let mut engine = match board.text().parse::<Position>() {
            Ok(position) => position.with_rules(self.setting.rules),
            Err(error) => panic!("{}\n{error}", board.text()),
        };
        assert_eq!(Board::read(&board.text()).text(), board.text());
        for _ in 0..plies {
            let mut ways = compare(&engine, &board, &self.setting, self.chance, self.tally);
            *self.left = self.left.saturating_sub(1);
            if ways.over {
                return;
            }
            if !ways.exchanges.is_empty() && self.chance.percent(50) {
                let (exchange, next) = self.chance.pick(&ways.exchanges);
                engine.exchange(exchange, &mut ()).unwrap();
                board = next;
                continue;
            }
            if ways.may_withdraw && self.chance.percent(restless) {
                engine.withdraw(&mut ()).unwrap();
                board = board.withdraw();
                self.count("6.3 a withdrawal");
                continue;
            }
            // Leaning towards what is rare, then towards captures.
            let rare: Vec<_> = ways.moves.iter().filter(|(_, _, events)| !events.is_empty()).cloned().collect();
            let captures: Vec<_> = ways
                .moves
                .iter()
                .filter(|(mv, ..)| mv.to().is_some_and(|to| !board.is_empty(to.index())))
                .cloned()
                .collect();
            let (mv, next, events) = match self.chance.below(10) {
                0..=4 if !rare.is_empty() => self.chance.pick(&rare),
                5 | 6 if !captures.is_empty() => self.chance.pick(&captures),
                7 => ways.moves.pop().unwrap(),
                _ => self.chance.pick(&ways.moves),
            };
            engine.play(mv, &mut ()).unwrap();
            board = next;
            for event in events {
                self.count(event);
            }
        }
    }

    fn count(&mut self, event: &'static str) {
        *self.tally.entry(event).or_default() += 1;
    }
}

/// Every rare thing that is counted.
const RARE: &[&str] = &[
    "1.3 widdershins",
    "3.5 a shared throne taken",
    "3.5 one leaves the shared throne",
    "3.6 a concourse of bishops",
    "3.6 a concourse of queens",
    "3.6 the partner's piece joins the mover",
    "3.6 four that are not of four armies",
    "3.6 four of which one is frozen",
    "3.7 an army freezes",
    "3.7 with a frozen army",
    "4.2 from check only into check",
    "4.2 in check and shut in",
    "4.2 in check, the king must move",
    "4.3 a concourse that would expose the king",
    "4.3 a move that would expose the king",
    "4.4 a pass in check",
    "4.4 a pass in stalemate",
    "4.4 a pass without a king",
    "4.4 drawn, the partner stalemated too",
    "4.4 drawn, the partner under the stalemated king",
    "4.4 drawn, the partner withdrawn",
    "4.4 drawn, the partner's king captured",
    "5.1 a pawn promotes on arrival",
    "5.1 a pawn waits",
    "5.1 a waiting pawn promotes",
    "5.1 two or more waiting pawns promote",
    "5.2 a pawn becomes its own piece and demotes nothing",
    "5.2 a piece demoted on its shared throne",
    "5.2 a piece demoted on the far edge",
    "5.2 a privileged promotion",
    "5.2 a privileged promotion before any pawn was lost",
    "5.2 a waiting pawn left alone promotes without a choice",
    "5.2 the old piece turns into its pawn",
    "5.3 a pawn promotes on a throne",
    "5.3 a privileged pawn on a throne pays the price",
    "5.3 a waiting pawn promotes on a throne",
    "5.4 a demoted piece on the far edge stays at a later loss",
    "6.1 a frozen army awakens",
    "6.1 a king taken whose army its partner commands",
    "6.1 a king without command reaches the throne",
    "6.1 a withdrawn army is seized",
    "6.1 a withdrawn army's king taken",
    "6.1 an army without a king moves",
    "6.1 the seizing king taken",
    "6.1 the throne of a living partner seized",
    "6.2 a choice of squares",
    "6.2 a throne is occupied",
    "6.2 an army already awake keeps its commander",
    "6.2 an attacked square avoided",
    "6.2 an exchange",
    "6.2 where the second king may stand depends on the first",
    "6.3 a withdrawal",
    "6.3 shared turn: one army in check, the other moves",
    "6.3 shared turn: the army itself moves",
    "6.3 shared turn: the partner's army moves",
    "6.3 the king of a commander by withdrawal taken",
    "7 drawn by bare kings",
    "7 the last king of a side taken",
    "7 won",
    "8.4 no move at all in a reading",
    "8.5 a reading",
];

/// How often each of them must be met at least in a sample.
const LEAST: u64 = 5;

fn positions() -> u64 {
    std::env::var("ORACLE_POSITIONS").map_or(SAMPLE, |n| n.parse().unwrap())
}

/// So many positions take a few seconds in a build without optimizations.
const SAMPLE: u64 = 6_000;

#[test]
fn the_engine_plays_by_the_rules() {
    let seed = std::env::var("ORACLE_SEED").map_or(1, |seed| seed.parse().unwrap());
    let mut chance = Chance::new(seed);
    let mut tally = Tally::new();
    let hard = super::suite::hard();
    let total = positions();
    let mut left = total;
    while left > 0 {
        let array = chance.below(9);
        let (array, opening) = (Some(array).filter(|&array| array < 8), array % 8);
        let mut setting = Setting::new(chance.percent(50), chance.percent(35), array);
        let (board, plies, restless) = match chance.below(40) {
            0 => {
                let mut board = Board::opening(*ARRAYS[opening]);
                board.turn = chance.below(4);
                board.widdershins = chance.percent(50);
                let direction = if board.widdershins { Direction::Widdershins } else { Direction::Deosil };
                let start = Position::start(Array::all()[opening], army_of(board.turn), direction);
                assert_eq!(start.to_string(), board.text());
                (board, 150, 1)
            }
            1..4 => {
                let (board, own) = chance.pick(&hard);
                if chance.percent(75) {
                    setting = own;
                }
                (board, 4, 4)
            }
            _ => (composed(&mut chance, &setting.table), 6, 8),
        };
        let mut walk = Walk { setting, chance: &mut chance, tally: &mut tally, left: &mut left };
        walk.play(board, plies, restless);
    }
    let report: String = tally.iter().map(|(name, times)| format!("{times:9}  {name}\n")).collect();
    println!("{total} positions compared; met on the way:\n{report}");
    for name in RARE {
        let times = tally.get(name).copied().unwrap_or(0);
        assert!(times >= LEAST.min(total / 4_000), "{name}: met {times} times only\n{report}");
    }
    for name in tally.keys() {
        assert!(RARE.contains(name), "{name} is counted, but is not in the list");
    }
}
