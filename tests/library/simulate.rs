//! Simulations: the same turns as an ordinary reading, whatever way they are played.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use enochian::chess::{self, Angle, Army, Array, Board, Direction, Effect, Kind, Mode, Move, Outcome, Side};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{Answer, Question, QuestionDraft, RandomDraw, Verdict};
use enochian::simulate::{
    ArmyPlayer, COUNTERS, Counts, EffectFlags, EventCounts, Observer, Plan, Policy, PolicyContext, ReadingEnd,
    ReadingRow, Tally, TurnRow, reading_seed,
};

use crate::slowly::{SummaryFacts, slowly, tallied};

/// Questions of every board and angle, with their array, table, ruleset, procedure and direction taken in turn.
fn questions() -> Vec<Question> {
    let correspondences = Correspondences::embedded();
    let mut found = Vec::new();
    for board in Board::ALL {
        for angle in Angle::ALL {
            for named in Angle::ALL {
                let n = found.len();
                let draft = QuestionDraft {
                    text: Some("?".into()),
                    board: Some(board),
                    angle: Some(angle),
                    force: correspondences.sign_of((n % 12 + 1) as u8),
                    array: Some(Array::of(named, board)),
                    direction: Some([Direction::Deosil, Direction::Widdershins][n / 2 % 2]),
                    dice: Some(correspondences.dice_tables()[n % correspondences.dice_tables().len()].name.clone()),
                    ruleset: Some(correspondences.rulesets()[n / 3 % correspondences.rulesets().len()].name.clone()),
                    procedure: Some(correspondences.procedures()[n % correspondences.procedures().len()].name.clone()),
                    ..QuestionDraft::default()
                };
                found.extend(draft.resolve(correspondences));
            }
        }
    }
    found
}

fn sort(effect: &Effect) -> EffectFlags {
    match effect {
        Effect::Captured { piece, .. } if piece.kind == Kind::King => {
            EffectFlags(EffectFlags::CAPTURE.0 | EffectFlags::KING_TAKEN.0)
        }
        Effect::Captured { .. } => EffectFlags::CAPTURE,
        Effect::Concourse { .. } => EffectFlags::CONCOURSE,
        Effect::Joined { .. } => EffectFlags::JOINED,
        Effect::Froze(_) => EffectFlags::FROZE,
        Effect::Thawed(_) => EffectFlags::THAWED,
        Effect::ThroneSeized { .. } => EffectFlags::SEIZED,
        Effect::Released(_) => EffectFlags::RELEASED,
        Effect::Promoted { .. } => EffectFlags::PROMOTED,
        Effect::Waits { .. } => EffectFlags::WAITS,
        Effect::Demoted { .. } => EffectFlags::DEMOTED,
        _ => panic!("{effect:?} of an automatic reading"),
    }
}

fn sorts((_, _, mv, effects): &SummaryFacts) -> EffectFlags {
    let no_move = if *mv == Move::Pass { EffectFlags::NO_MOVE } else { EffectFlags::default() };
    effects.iter().map(sort).fold(no_move, |all, more| EffectFlags(all.0 | more.0))
}

fn counted(turns: &[SummaryFacts]) -> Counts {
    let (mut landings, mut moved) = ([0; 64], [[0; 6]; 4]);
    for (army, _, mv, _) in turns {
        if let Move::Step { role, to, .. } = mv {
            landings[to.index()] += 1;
            moved[army.index()][role.index()] += 1;
        }
    }
    let count = |these| match these {
        EffectFlags::NO_MOVE => turns.iter().filter(|turn| turn.2 == Move::Pass).count() as u16,
        these => turns.iter().flat_map(|turn| &turn.3).filter(|effect| sort(effect).has(these)).count() as u16,
    };
    Counts { landings, moved, events: EventCounts(std::array::from_fn(|index| count(COUNTERS[index].effect))) }
}

/// Keeps everything.
struct Kept(Vec<(ReadingRow, Vec<TurnRow>)>);

impl Observer for Kept {
    const TURNS: bool = true;
    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.0.push((row.clone(), turns.to_vec()));
    }
}

fn kept(plan: &Plan, threads: usize) -> Vec<(ReadingRow, Vec<TurnRow>)> {
    let mut all = Vec::new();
    let run: Result<(), Infallible> = plan.run(
        threads,
        || Kept(Vec::new()),
        |_, piece| {
            all.extend(piece.0);
            Ok(())
        },
    );
    run.unwrap();
    all
}

fn brother() -> Question {
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap()
}

#[test]
fn a_reading_of_a_simulation_is_the_reading_that_plays_itself_from_its_seed() {
    let questions = questions();
    assert!(questions.len() > 50, "all boards, angles and arrays");
    let mut met = 0;
    // Concourses and released armies are rare: these readings have them.
    let range = 11_400..11_460;
    for (number, question) in questions.iter().enumerate() {
        let plan = Plan { limit: 600, ..Plan::new(question.clone(), number as u64, range.clone()) };
        let fast = kept(&plan, 1);
        assert_eq!(fast.len(), 60);
        for (index, (row, turns)) in range.clone().zip(fast) {
            let (reading, slow) = slowly(question, reading_seed(plan.seed, index), 600);
            let fast: Vec<_> = turns.iter().map(|turn| (turn.army, turn.throw, turn.to_move(), turn.effects)).collect();
            let told: Vec<_> = slow.iter().map(|turn| (turn.0, turn.1, turn.2, sorts(turn))).collect();
            assert_eq!(fast, told, "reading {index} of {question:?}");
            assert_eq!(row.counts, counted(&slow), "reading {index} of {question:?}");
            met |= turns.iter().fold(0, |all, turn| all | turn.effects.0);
            assert_eq!((row.index, row.answer), (index, reading.answer().unwrap()));
            assert_eq!(row.length, reading.position().ply());
            let ending = reading.end().map_or(ReadingEnd::Limit, ReadingEnd::from);
            assert_eq!(row.ending, ending);
            assert_eq!(row.command, Army::ALL.map(|army| reading.position().command(army)));
            assert_eq!(row.captors, Army::ALL.map(|army| reading.position().captor(army)));
        }
    }
    let missing = EffectFlags::NAMES.into_iter().filter(|(_, sort)| !EffectFlags(met).has(*sort));
    assert_eq!(missing.collect::<Vec<_>>(), [], "these never came about");
}

/// A policy that does what chance does, so that the readings go by the engine's own lists of moves.
#[derive(Debug)]
struct Chances;

impl Policy for Chances {
    fn name(&self) -> &str {
        "chances"
    }

    fn choose(&self, _: &PolicyContext<'_>, moves: &[Move], draw: RandomDraw) -> usize {
        draw.choice(moves.len())
    }
}

#[test]
fn the_fast_way_and_the_slow_way_keep_the_same_rows_and_turns() {
    for (number, question) in questions().into_iter().enumerate() {
        // The procedures take turns in four.
        let fast = Plan { limit: 300, play_out: number / 4 % 2 == 1, ..Plan::new(question, 5, 0..20) };
        let slow = Plan { players: Army::ALL.map(|_| ArmyPlayer::Policy(Arc::new(Chances))), ..fast.clone() };
        assert_eq!(kept(&fast, 1), kept(&slow, 1));
    }
}

/// RULES 8.6: a reading reports both answers, and play may go on for the one by the kings.
#[test]
fn played_out_readings_have_the_same_answer_by_the_ptah_and_one_by_the_kings() {
    for procedure in Correspondences::embedded().procedures() {
        let question = Question { procedure: procedure.clone(), ..brother() };
        let plan = Plan::new(question, 9, 0..2000);
        let (plain, played_out) = (kept(&plan, 2), kept(&Plan { play_out: true, ..plan.clone() }, 2));
        let mut further = 0;
        for ((short, turns), (long, more)) in plain.iter().zip(&played_out) {
            assert_eq!(short.answer.ptah, long.answer.ptah, "{} of {}", long.index, procedure.name);
            assert!(more.starts_with(turns));
            further += usize::from(long.length > short.length);
            let is_decided = long.answer.kings.verdict != Verdict::Undecided;
            let is_drawn = matches!(long.ending, ReadingEnd::Game(Outcome::Drawn(_)));
            assert!(is_decided || is_drawn || long.ending == ReadingEnd::Limit, "{:?}", long.ending);
        }
        assert_eq!(further > 100, procedure.name != "kings", "{further} of {}", procedure.name);
        if procedure.name == "ptah" {
            let to_the_end = Correspondences::embedded().procedure("kings").unwrap().clone();
            let of_kings = Plan { question: Question { procedure: to_the_end, ..brother() }, ..plan };
            assert_eq!(kept(&of_kings, 2), played_out);
        }
    }
}

#[test]
fn threads_and_ranges_make_no_difference() {
    let plan = Plan::new(brother(), 3, 0..5000);
    let (rows, tally) = (kept(&plan, 1), tallied(&plan, 1));
    assert!(rows.iter().enumerate().all(|(index, (row, _))| row.index == index as u64));
    for threads in [2, 3] {
        assert_eq!(kept(&plan, threads), rows);
        assert_eq!(tallied(&plan, threads), tally);
    }
    let mut parts = Tally::new();
    for part in 0..10 {
        parts.merge(&tallied(&Plan { range: part * 500..(part + 1) * 500, ..plan.clone() }, 1));
    }
    assert_eq!(parts, tally);
}

#[test]
fn the_counts_of_a_tally_are_those_of_its_readings() {
    let reading = Plan::new(brother(), 3, 1000..2000);
    let game = Plan { mode: Mode::Game, ..Plan::new(brother(), 3, 0..200) };
    let mut all = Tally::new();
    for plan in [reading, game] {
        let (rows, tally) = (kept(&plan, 1), tallied(&plan, 1));
        let count = |of: &dyn Fn(&ReadingRow) -> bool| rows.iter().filter(|(row, _)| of(row)).count() as u64;
        let sum = |of: &dyn Fn(&Counts) -> u16| rows.iter().map(|(row, _)| u64::from(of(&row.counts))).sum::<u64>();
        let ended = |of: fn(ReadingEnd) -> bool| count(&|row| of(row.ending));
        let answers = |of: fn(Answer) -> Verdict| {
            let cell = |verdict, manner| count(&|row| (of(row.answer), row.answer.manner) == (verdict, manner));
            Tally::VERDICTS.map(|verdict| Tally::MANNERS.map(|manner| cell(verdict, manner)))
        };
        let longest = rows.iter().map(|(row, _)| row.length).max().unwrap();
        let expected = Tally {
            readings: rows.len() as u64,
            turns: rows.iter().map(|(_, turns)| turns.len() as u64).sum(),
            ptah: answers(|answer| answer.ptah.verdict),
            kings: answers(|answer| answer.kings.verdict),
            endings: [
                ended(|ending| matches!(ending, ReadingEnd::Answered(_))),
                ended(|ending| ending == ReadingEnd::Game(Outcome::Won(Side::Actives))),
                ended(|ending| ending == ReadingEnd::Game(Outcome::Won(Side::Passives))),
                ended(|ending| matches!(ending, ReadingEnd::Game(Outcome::Drawn(chess::DrawReason::BareKings(_))))),
                ended(|ending| matches!(ending, ReadingEnd::Game(Outcome::Drawn(chess::DrawReason::Stalemate(_))))),
                ended(|ending| ending == ReadingEnd::Limit),
            ],
            lengths: (0..=longest).map(|plies| count(&|row| row.length == plies)).collect(),
            kings_taken: Army::ALL.map(|army| count(&|row| row.captors[army.index()].is_some())),
            fates: Army::ALL.map(|army| {
                let commands = [chess::Control::Own, chess::Control::Frozen, chess::Control::Seized];
                commands.map(|command| count(&|row| row.command[army.index()] == command))
            }),
            counts: Counts {
                landings: std::array::from_fn(|square| sum(&|counts| counts.landings[square])),
                moved: std::array::from_fn(|army| std::array::from_fn(|role| sum(&|counts| counts.moved[army][role]))),
                events: EventCounts(std::array::from_fn(|index| sum(&|counts| counts.events.0[index]))),
            },
        };
        assert_eq!(tally, expected);
        all.merge(&tally);
    }
    let kinds = [all.endings.as_slice(), all.fates.as_flattened(), &all.counts.events.0].concat();
    assert!(!kinds.contains(&0), "each kind of thing came about: {all:?}");
}

/// Counts what is played; all but the first reading wait until something was refused.
struct Counting<'c> {
    played: &'c AtomicU64,
    refused: &'c AtomicBool,
}

impl Observer for Counting<'_> {
    const TURNS: bool = false;
    fn reading(&mut self, row: &ReadingRow, _: &[TurnRow]) {
        while row.index > 0 && !self.refused.load(Ordering::Relaxed) {
            std::thread::yield_now();
        }
        self.played.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_run_that_cannot_be_taken_in_stops() {
    let plan = Plan::new(brother(), 3, 0..1_000_000_000);
    let mut pieces = 0;
    let run = plan.run(2, Tally::new, |_, _| {
        pieces += 1;
        if pieces == 3 { Err("the disk is full") } else { Ok(()) }
    });
    assert_eq!((run, pieces), (Err("the disk is full"), 3));

    let (played, refused) = (AtomicU64::new(0), AtomicBool::new(false));
    let enormous = [0..1, 1..100_000, 100_000..200_000];
    let run = plan.run_chunks(
        2,
        enormous,
        |_| Counting { played: &played, refused: &refused },
        |_, _| {
            refused.store(true, Ordering::Relaxed);
            Err("the disk is full")
        },
    );
    assert_eq!(run, Err("the disk is full"));
    let played = played.into_inner();
    assert!(played < 20_000, "{played} of 200000 readings were played");
}

#[test]
fn every_policy_plays_readings_and_games_and_repeats_them() {
    // The last level differs from the one before by its number of positions alone.
    for name in &ArmyPlayer::NAMES[..6] {
        for mode in [Mode::Reading, Mode::Game] {
            let players = Army::ALL.map(|_| ArmyPlayer::from_name(name).unwrap());
            let plan = Plan { players, mode, limit: 60, ..Plan::new(brother(), 3, 0..3) };
            let rows = kept(&plan, 1);
            assert_eq!(rows, kept(&plan, 2), "{name}");
            assert!(rows.iter().all(|(row, turns)| row.length as usize == turns.len()));
        }
    }
}

#[test]
fn skill_tells() {
    let side = |name: &str| ArmyPlayer::from_name(name).unwrap();
    let yes = |players: [&str; 4]| {
        let plan = Plan { players: players.map(side), ..Plan::new(brother(), 1, 0..200) };
        tallied(&plan, 2).ptah[0].iter().sum::<u64>()
    };
    let chance = yes(["random"; 4]);
    let for_it = yes(["purpose", "random", "purpose", "random"]);
    let against_it = yes(["random", "purpose", "random", "purpose"]);
    assert!(for_it > chance + 30 && against_it + 10 < chance, "{for_it} {chance} {against_it}");
}

/// RULES 1.4: a reading begins with the querent's army, a game with that of the board.
#[test]
fn a_game_begins_with_the_army_of_the_board() {
    for question in questions() {
        let reading = Plan { limit: 1, ..Plan::new(question.clone(), 1, 0..1) };
        let game = Plan { mode: Mode::Game, ..reading.clone() };
        assert_eq!(reading.one(0).1[0].army, question.angle.army());
        assert_eq!(game.one(0).1[0].army, question.board.first());
    }
}
