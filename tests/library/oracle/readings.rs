//! Whole readings of the library, by a session and by simulations, and what RULES 8 says of them turn by turn.
//!
//! Some of them begin in an opening, most near an answer (`endings.rs`). Some players want the querent's king on the Ptah,
//! or some king taken; and of simulations, the readings with the rarest answers are looked at. So every kind of answer is met
//! often enough to see a difference: [`RARE`] says which. That each of the rules is noticed when it is altered is in `altered.rs`.
//!
//! `cargo test` compares a sample. For more, state how many:
//! `ORACLE_READINGS=100000 cargo test --release --test library oracle::readings -- --nocapture`, and another seed in `ORACLE_SEED`.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::LazyLock;

use enochian::chess::{Angle, Array, Board as BoardName, Direction, Mode, Move, Outcome, Position, Role};
use enochian::correspondences::{Correspondences, Criterion, KingFalls, OpposingKingsFall, SignOrElement};
use enochian::reading::{Question, QuestionDraft, Throw};
use enochian::session::{Act, Session, SessionTerms, TurnMoves};
use enochian::simulate::{ArmyPlayer, LIMIT, Observer, Plan, ReadingRow, TurnRow};

use super::answer::{Procedure, Terms, Verdict, procedures};
use super::board::{Board, THRONES, distance, enemies, partner};
use super::chance::{Chance, composed};
use super::compare::{ARRAYS, Setting};
use super::endings::ending;
use super::moves::End;
use super::records::{Before, Ending, Record, Said, Turn};
use super::throws::{Dice, dice_tables};

/// The square of the Ptah by the board's own file (RULES 8.1).
fn ptah_square(board: BoardName, angle: Angle, force: SignOrElement) -> usize {
    static FILES: LazyLock<[toml::Table; 4]> = LazyLock::new(|| {
        let files = [
            include_str!("../../../data/boards/air.toml"),
            include_str!("../../../data/boards/water.toml"),
            include_str!("../../../data/boards/fire.toml"),
            include_str!("../../../data/boards/earth.toml"),
        ];
        files.map(|file| file.parse().unwrap())
    });
    let is = |value: &toml::Value, name: &str| value.as_str() == Some(name);
    let squares = FILES[board.index()]["squares"].as_table().unwrap();
    let mut found = squares.iter().filter(|(_, of)| is(&of["angle"], angle.name()) && is(&of["force"], force.name()));
    let (name, _) = found.next().unwrap();
    assert!(found.next().is_none(), "{force} twice in an angle");
    (0..64).find(|&square| super::board::name(square) == *name).unwrap()
}

/// A question by chance, said to the library and to the oracle.
fn question(chance: &mut Chance, all: &(Vec<Procedure>, Vec<Dice>)) -> (Question, Terms) {
    let (mut procedure, dice) = (chance.pick(&all.0), chance.pick(&all.1));
    let zalewski = chance.percent(50);
    loop {
        let (board, angle) = (chance.pick(&BoardName::ALL), chance.pick(&Angle::ALL));
        let force = chance.pick(&SignOrElement::ALL);
        let named = if chance.percent(50) { Some(Array::of(chance.pick(&Angle::ALL), board)) } else { None };
        // Of the board's four arrays the angle names one (RULES 8.1).
        let pairing = if matches!(board, BoardName::Air | BoardName::Water) { 0 } else { 4 };
        let order = ["Air", "Water", "Earth", "Fire"].iter().position(|&name| name == angle.name()).unwrap();
        let place = named.map_or(pairing + order, |array| Array::all().into_iter().position(|a| a == array).unwrap());
        let ptah = ptah_square(board, angle, force);
        let draft = QuestionDraft {
            text: Some("?".to_owned()),
            board: Some(board),
            angle: Some(angle),
            force: Some(force),
            array: named,
            direction: Some(chance.pick(&[Direction::Deosil, Direction::Widdershins])),
            ruleset: Some(if zalewski { "zalewski" } else { "chessvariants" }.to_owned()),
            procedure: Some(procedure.name.clone()),
            dice: Some(dice.name.clone()),
            ..QuestionDraft::default()
        };
        let resolved = draft.resolve(Correspondences::embedded());
        let querent = angle.army().index();
        assert_eq!(resolved.is_err(), ptah == THRONES[querent], "the Ptah on the throne (RULES 8.1)");
        let Ok(mut question) = resolved else { continue };
        if chance.percent(10) {
            own_procedure(chance, &mut question, &mut procedure);
        }
        assert_eq!(question.ptah.index(), ptah, "the Ptah of {force} in {angle} of {board}");
        let table = Setting::new(zalewski, true, Some(place)).table;
        let array = *ARRAYS[place];
        return (question, Terms { table, procedure, play_out: chance.percent(35), dice, array, querent, ptah });
    }
}

/// A procedure that somebody might add to the data: one that ends by the Ptah, with either choice for either fall.
fn own_procedure(chance: &mut Chance, question: &mut Question, oracle: &mut Procedure) {
    let (concludes, plays_on) = (chance.percent(70), chance.percent(70));
    *oracle = Procedure { name: "own".to_owned(), by_kings: false, concludes, plays_on };
    let procedure = &mut question.procedure;
    procedure.name.clone_from(&oracle.name);
    procedure.ends_by = Criterion::Ptah;
    procedure.when_querents_king_falls = if concludes { KingFalls::Conclude } else { KingFalls::PlayOn };
    procedure.when_opposing_kings_fall = if plays_on { OpposingKingsFall::PlayOn } else { OpposingKingsFall::Yes };
}

/// The start of a reading: an opening, or a position near an answer.
fn start(chance: &mut Chance, question: &Question, terms: &Terms) -> Board {
    for _ in 0..20 {
        let mut board = match chance.below(10) {
            0..3 => break,
            3 => composed(chance, &terms.table),
            _ => ending(chance, terms.querent, terms.ptah, terms.procedure.plays_on),
        };
        board.ply = 0;
        // Under a procedure that concludes, no reading goes on without the querent's king.
        if terms.procedure.concludes && board.king(terms.querent).is_none() {
            continue;
        }
        let open = match board.end(&terms.table) {
            // The Ptah is still to be attained.
            Some(End::Won(_)) => terms.procedure.plays_on && board.king(terms.querent).is_some(),
            end => end.is_none(),
        };
        if open && board.text().parse::<Position>().is_ok() {
            return board;
        }
    }
    let widdershins = question.direction == Direction::Widdershins;
    let board = Board { turn: terms.querent, widdershins, ..Board::opening(terms.array) };
    assert_eq!(question.start().to_string(), board.text());
    board
}

/// What somebody who throws and moves would like.
struct Wishes {
    /// The querent's king on the Ptah.
    hold: bool,
    /// The kings of these armies taken.
    hunted: Vec<usize>,
    /// How often they come true, in percent.
    power: usize,
}

impl Wishes {
    fn of(chance: &mut Chance, querent: usize) -> Wishes {
        let hunted = match chance.below(6) {
            0 | 1 => enemies(querent).to_vec(),
            2 | 3 => vec![querent, partner(querent)],
            4 => vec![partner(querent)],
            _ => Vec::new(),
        };
        Wishes { hold: chance.percent(50), hunted, power: chance.pick(&[0, 40, 80]) }
    }

    fn score(&self, board: &Board, terms: &Terms, mv: Move) -> i32 {
        let own = board.king(terms.querent);
        let Move::Step { role, from, to, .. } = mv else {
            return i32::from(self.hold && own == Some(terms.ptah)) * 5;
        };
        let taken = |man: super::board::Man| match (man.kind, self.hunted.contains(&man.army)) {
            (b'K', true) => 10,
            (_, true) => 1,
            _ => 0,
        };
        let mut score: i32 = board.at(to.index()).map(taken).sum();
        if self.hold && board.turn == terms.querent {
            let away = |square: usize| distance(square, terms.ptah) as i32;
            let kings = role == Role::King && own == Some(from.index());
            score += match (kings, own) {
                (true, _) => 4 * (away(from.index()) - away(to.index())),
                (false, Some(king)) if king == terms.ptah => 4,
                _ => 0,
            };
        }
        if let [hunted, ..] = self.hunted[..]
            && let Some(king) = board.king(hunted)
            && enemies(hunted).contains(&board.turn)
        {
            score += i32::from(distance(to.index(), king) < distance(from.index(), king));
        }
        score
    }
}

/// A reading by a session, played with these wishes.
fn session(chance: &mut Chance, question: &Question, terms: &Terms, start: &Board, most: usize) -> Record {
    let wishes = Wishes::of(chance, terms.querent);
    let library = SessionTerms::of_question(question).playing_out(terms.play_out);
    let mut session = Session::begin(library.clone(), start.text().parse().unwrap());
    let mut turns = Vec::new();
    let mut last = Said::by_session(&session);
    while session.end().is_none() && turns.len() < most {
        let may_withdraw = session.position().may_withdraw(session.rules());
        let mut before = Vec::new();
        let exchanges = session.position().exchanges(session.rules());
        if !exchanges.is_empty() && chance.percent(40) {
            let exchange = chance.pick(&exchanges);
            session.accept(Act::Exchange(exchange)).unwrap();
            before.push(Before::Exchange(exchange.to_string()));
        }
        let army = session.turn();
        if chance.percent(1) && session.accept(Act::Withdrawal(army)).is_ok() {
            before.push(Before::Withdrawal);
        }
        if session.end().is_some() {
            // A returned king is bare, and so is its partner.
            last = Said::by_session(&session);
            turns.push(Turn { may_withdraw: Some(may_withdraw), before, ..Turn::without_a_throw(last.clone()) });
            break;
        }
        let board = Board::read(&session.position().to_string());
        let calls = |throw: u8| -> TurnMoves {
            let mut called = library.moves_for(session.position(), Throw::new(throw).unwrap());
            if called.moves.is_empty() {
                called.moves.push(Move::Pass);
            }
            called
        };
        let mut throw = chance.below(6) as u8 + 1;
        let mut wished = None;
        if chance.percent(wishes.power) {
            let all = (1..=6).flat_map(|throw| calls(throw).moves.into_iter().map(move |mv| (throw, mv)));
            let scored: Vec<(i32, (u8, Move))> =
                all.map(|(throw, mv)| (wishes.score(&board, terms, mv), (throw, mv))).collect();
            let best = scored.iter().map(|(score, _)| *score).max().unwrap();
            let among: Vec<(u8, Move)> =
                scored.iter().filter(|(score, _)| *score == best).map(|(_, way)| *way).collect();
            let (number, mv) = chance.pick(&among);
            throw = number;
            wished = Some(mv);
        }
        let other = chance.below(6) as u8 + 1;
        let called = vec![(throw, calls(throw)), (other, calls(other))];
        session.accept(Act::Throw(Throw::new(throw).unwrap())).unwrap();
        let moves = session.moves();
        assert_eq!(moves, called[0].1.moves);
        if moves[0] != Move::Pass && chance.percent(10) {
            assert!(session.accept(Act::Move(Move::Pass)).is_err(), "a No Move where there are moves (RULES 8.4)");
        }
        let mv = wished.unwrap_or_else(|| chance.pick(&moves));
        session.accept(Act::Move(mv)).unwrap();
        let thrown = session.turns().last().unwrap().thrown.unwrap();
        last = Said::by_session(&session);
        turns.push(Turn {
            may_withdraw: Some(may_withdraw),
            before,
            throw,
            letter: thrown.role.letter(),
            gone: Some(thrown.gone),
            called,
            mv: Some(mv.to_string()),
            said: Some(last.clone()),
        });
    }
    Record { terms: terms.clone(), start: start.clone(), limit: None, turns, last, source: "a session".to_owned() }
}

/// The rows of a run, with turns or without: the library plays the two in different ways.
struct Rows<const TURNS: bool>(Vec<(ReadingRow, Vec<TurnRow>)>);

impl<const TURNS: bool> Observer for Rows<TURNS> {
    const TURNS: bool = TURNS;

    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.0.push((row.clone(), turns.to_vec()));
    }
}

fn rows<const TURNS: bool>(plan: &Plan) -> Vec<(ReadingRow, Vec<TurnRow>)> {
    let mut all = Vec::new();
    let take = |_, part: Rows<TURNS>| {
        all.extend(part.0);
        Ok::<(), Infallible>(())
    };
    let Ok(()) = plan.run(1, || Rows::<TURNS>(Vec::new()), take);
    all
}

/// What the answer of a reading was, to be counted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    /// Or `game`.
    procedure: String,
    play_out: bool,
    ptah: Verdict,
    kings: Verdict,
    /// One ply brought both.
    at_once: bool,
    manner: usize,
    end: &'static str,
}

impl Kind {
    fn of(terms: &Terms, last: &Said) -> Kind {
        Kind {
            procedure: if terms.table.reading { terms.procedure.name.clone() } else { "game".to_owned() },
            play_out: terms.play_out,
            ptah: last.ptah.0,
            kings: last.kings.0,
            at_once: last.ptah.1.is_some() && last.ptah.1 == last.kings.1,
            manner: last.manner,
            end: match last.end {
                Ending::Open => "left open",
                Ending::Answered(_) => "answered",
                Ending::Game(Outcome::Won(_)) => "won",
                Ending::Game(_) => "drawn",
                Ending::Limit => "limit",
            },
        }
    }
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let play_out = if self.play_out { "play-out" } else { "" };
        let verdicts =
            format!("Ptah {:?}, kings {:?}{}", self.ptah, self.kings, if self.at_once { " at once" } else { "" });
        let manner = MANNERS[self.manner];
        write!(f, "{:13} {play_out:8} {verdicts:33} {manner:23} {}", self.procedure, self.end)
    }
}

const MANNERS: [&str; 3] = ["unopposed", "under opposition", "under strong opposition"];

/// Readings as they come, with how many of each kind of answer there were.
pub(super) struct Readings {
    chance: Chance,
    all: (Vec<Procedure>, Vec<Dice>),
    kinds: BTreeMap<Kind, u64>,
    /// The readings of simulations among which the rare ones were sought.
    sought: usize,
    /// That of the last readings.
    pub(super) question: Option<Question>,
}

impl Readings {
    pub(super) fn new(seed: u64) -> Readings {
        Readings {
            chance: Chance::new(seed),
            all: (procedures(), dice_tables()),
            kinds: BTreeMap::new(),
            sought: 0,
            question: None,
        }
    }

    /// The next readings, all of one question and start: by sessions and by simulations.
    pub(super) fn next(&mut self) -> Vec<Record> {
        let Readings { chance, all, kinds, sought, question: last } = self;
        let (question, terms) = question(chance, all);
        *last = Some(question.clone());
        let start = start(chance, &question, &terms);
        let most = if start.army(0).len() == 9 { 80 } else { 40 };
        let mut records: Vec<Record> = (0..3).map(|_| session(chance, &question, &terms, &start, most)).collect();
        records.extend(simulated(chance, &question, &terms, &start, kinds, sought));
        for record in &records {
            *kinds.entry(Kind::of(&record.terms, &record.last)).or_default() += 1;
        }
        records
    }
}

/// Readings of a simulation: the first, and those with the rarest answers.
fn simulated(
    chance: &mut Chance,
    question: &Question,
    terms: &Terms,
    start: &Board,
    kinds: &BTreeMap<Kind, u64>,
    sought: &mut usize,
) -> Vec<Record> {
    let mut plan = Plan::new(question.clone(), chance.below(1 << 30) as u64, 0..64);
    plan.limit = chance.pick(&[1, 9, 40, 40, 200]);
    plan.play_out = terms.play_out;
    let (mut terms, mut start) = (terms.clone(), start.clone());
    let opening = question.start().to_string() == start.text();
    if opening && chance.percent(15) {
        // As simulations are by default: to the end, in nearly every case.
        plan.limit = LIMIT;
        plan.range.end = 16;
    }
    if chance.percent(10) {
        plan.mode = Mode::Game;
        terms.table.reading = false;
        if opening {
            // RULES 1.4
            start.turn = question.board.index();
        }
        if start.end(&terms.table).is_some() {
            return Vec::new();
        }
    }
    // From an opening the library may play in another way than from a position.
    if !opening {
        plan.from_position = Some(start.text().parse().unwrap());
    }
    if chance.percent(20) {
        plan.range.end = 6;
        plan.players =
            std::array::from_fn(|_| ArmyPlayer::from_name(chance.pick(&["random", "greedy", "purpose"])).unwrap());
    }
    let with_turns = rows::<true>(&plan);
    let without: Vec<ReadingRow> = rows::<false>(&plan).into_iter().map(|(row, _)| row).collect();
    assert!(with_turns.iter().map(|(row, _)| row).eq(&without), "{question:?}");
    *sought += with_turns.len();
    let met = |row: &ReadingRow| kinds.get(&Kind::of(&terms, &Said::by_row(row))).copied().unwrap_or(0);
    let mut order: Vec<usize> = (1..with_turns.len()).collect();
    order.sort_by_key(|&index| met(&with_turns[index].0));
    order.dedup_by_key(|index| Kind::of(&terms, &Said::by_row(&with_turns[*index].0)));
    order.truncate(3);
    order.push(0);
    let record = |index: usize| {
        let (row, turns) = plan.one(index as u64);
        assert_eq!((&row, &turns), (&with_turns[index].0, &with_turns[index].1));
        Record {
            terms: terms.clone(),
            start: start.clone(),
            limit: Some(plan.limit.into()),
            turns: turns.iter().map(Turn::by_row).collect(),
            last: Said::by_row(&row),
            source: format!("reading {index} of seed {}", plan.seed),
        }
    };
    order.into_iter().map(record).collect()
}

/// So many readings take a few seconds in a build without optimizations.
const SAMPLE: usize = 800;

pub(super) fn seed(otherwise: u64) -> u64 {
    std::env::var("ORACLE_SEED").map_or(otherwise, |seed| seed.parse().unwrap())
}

/// The rare things, each of which must be met: see `answer.rs`.
const RARE: &[&str] = &[
    "3.7 the querent's army frozen",
    "6.1 the querent's army under its partner's king",
    "6.1 the querent's king falls and the army does not freeze",
    "6.2 an exchange of prisoners",
    "6.3 a withdrawal",
    "7 drawn by an exchange",
    "8.3 a choice of promotion",
    "8.3 a pawn for the king, who has no move",
    "8.3 a throw that names pieces of two armies",
    "8.3 several of one kind",
    "8.3 the king's number for an army without a king",
    "8.4 neither the king nor a pawn has a move",
    "8.4 the piece thrown has no move",
    "8.4 the piece thrown is gone",
    "8.6 No after the king had reached the Ptah and was driven off",
    "8.6 No by the loss of both kings",
    "8.6 No, since the procedure concludes",
    "8.6 No, the querent's king gone when the opposing kings fall",
    "8.6 Yes at a No Move",
    "8.6 Yes by a later round, one having been broken",
    "8.6 Yes by a round after the opposing kings' fall",
    "8.6 Yes by a round in which a frozen army is skipped",
    "8.6 Yes by a round of a withdrawn querent",
    "8.6 Yes by a round of waiting alone",
    "8.6 Yes by the opposing kings' fall",
    "8.6 Yes by the opposing kings' fall, the querent's king gone",
    "8.6 Yes by the ply that draws the game",
    "8.6 a round begun by a No Move",
    "8.6 a round broken by a check between",
    "8.6 a round broken by the partner, who moves the king",
    "8.6 alone, and the round broken while waiting",
    "8.6 an exchange returns the querent's king",
    "8.6 bare kings while it plays on",
    "8.6 on the Ptah in check at the end of the querent's turn",
    "8.6 played on after the opposing kings' fall",
    "8.6 the querent's king taken on the Ptah",
];

#[test]
fn rules_8_3_to_8_6_readings_are_called_and_answered_by_the_rules() {
    let total = std::env::var("ORACLE_READINGS").map_or(SAMPLE, |n| n.parse().unwrap());
    let mut readings = Readings::new(seed(1));
    let mut met: BTreeMap<&str, u64> = BTreeMap::new();
    let (mut compared, mut turns, mut differences) = (0, 0, Vec::new());
    while compared < total {
        for record in readings.next() {
            compared += 1;
            turns += record.turns.len();
            match record.check(None) {
                Ok(rare) => rare.into_iter().for_each(|name| *met.entry(name).or_default() += 1),
                Err(difference) => differences.push((record.turns.len(), format!("{difference}\n{record}"))),
            }
        }
    }
    differences.sort();
    let smallest: Vec<&str> = differences.iter().take(3).map(|(_, text)| text.as_str()).collect();
    assert!(differences.is_empty(), "{} differences, such as\n{}", differences.len(), smallest.join("\n\n"));

    let kinds: String = readings.kinds.iter().map(|(kind, times)| format!("{times:9}  {kind}\n")).collect();
    let report: String = met.iter().map(|(name, times)| format!("{times:9}  {name}\n")).collect();
    println!(
        "{compared} readings of {turns} turns compared, the rarest of {} simulated; answers:\n{kinds}",
        readings.sought
    );
    println!("Met on the way:\n{report}");
    let least = (total as u64 / 1_200).min(LEAST);
    for name in RARE {
        let times = met.get(name).copied().unwrap_or(0);
        assert!(times >= least, "{name}: met {times} times only\n{report}");
    }
    for name in met.keys() {
        assert!(RARE.contains(name), "{name} is counted, but is not in the list");
    }
    for procedure in &readings.all.0 {
        for (ptah, manner) in
            [Verdict::Yes, Verdict::No, Verdict::Undecided].into_iter().flat_map(|v| (0..3).map(move |m| (v, m)))
        {
            let same = |kind: &Kind| kind.procedure == procedure.name && kind.ptah == ptah && kind.manner == manner;
            let times: u64 = readings.kinds.iter().filter(|(kind, _)| same(kind)).map(|(_, times)| times).sum();
            assert!(times >= least, "{}: {ptah:?} {}: {times} times only", procedure.name, MANNERS[manner]);
        }
    }
}

/// How often each rare thing and each answer must be met at least, however many readings there are.
const LEAST: u64 = 20;
