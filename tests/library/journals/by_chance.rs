//! Whether the marks of `journal stats` are as rare as they say where chance alone plays, and found where something is planted.

use std::convert::Infallible;

use enochian::chess::{Kind, Officer, Piece, Role, Square};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::input::Source;
use enochian::reading::{DiceSource, DieThrower, Question, QuestionDraft};
use enochian::simulate::{EffectFlags, Observer, Plan, ReadingEnd, ReadingRow, TurnRow};
use enochian::study::{
    CountedKind, CountedQuestion, CountedRecord, CountedTurn, CountedTurns, LandingsByChance, Statistics,
    StatisticsCounter,
};

use crate::sample::short_or_whole;

/// Questions by different rules, most of them played to the end, and one stopped before any reading can end.
const QUESTIONS: [(&str, u16); 8] = [
    ("category = \"brother or sister\"", 2000),
    ("category = \"love\"", 2000),
    ("category = \"healing\"\nprocedure = \"kings\"", 2000),
    ("category = \"war\"\ndirection = \"widdershins\"", 2000),
    ("category = \"vocation\"\nruleset = \"zalewski\"", 2000),
    ("category = \"dream\"\nprocedure = \"ptah-conclude\"", 2000),
    ("category = \"debate\"\ndice = \"y-manuscript\"", 2000),
    ("category = \"friendship\"", 8),
];

fn question(keys: &str) -> Question {
    let correspondences = Correspondences::embedded();
    let file = Source::new("question.toml", format!("question = \"What comes?\"\n{keys}\n"));
    QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap()
}

/// So many readings of a question, by chance.
fn played(question: &Question, limit: u16, seed: u64, readings: u64) -> Vec<CountedRecord> {
    struct Counted<'q>(&'q Question, Vec<CountedRecord>);

    impl Observer for Counted<'_> {
        const TURNS: bool = true;

        fn reading(&mut self, row: &ReadingRow, played: &[TurnRow]) {
            let mut turns = CountedTurns::default();
            for turn in played {
                let kind = match turn.role {
                    Role::King => Kind::King,
                    Role::Officer(officer) => Kind::Officer(officer),
                    Role::Pawn => Kind::Pawn(Officer::Queen),
                };
                let piece = Piece { army: turn.army, kind };
                let landing = (!turn.is_no_move()).then_some((piece, turn.to));
                // Which piece it was does not matter.
                let captured = turn.effects.has(EffectFlags::CAPTURE).then_some(Piece { kind: Kind::King, ..piece });
                turns.push(CountedTurn { landing, captured: [captured, None], ..CountedTurn::default() });
            }
            let stopped = (row.ending == ReadingEnd::Limit).then_some(played.len());
            let kind = CountedKind::Reading { die: DieThrower::ByHand, answer: None, proved: None };
            let question = Some(CountedQuestion::of(self.0, stopped));
            self.1.push(CountedRecord { board: self.0.board, kind, question, first: 1, turns });
        }
    }

    let plan = Plan { limit, ..Plan::new(question.clone(), seed, 0..readings) };
    let mut all = Vec::new();
    let Ok(()) = plan.run(
        2,
        || Counted(question, Vec::new()),
        |_, chunk| {
            all.extend(chunk.1);
            Ok::<(), Infallible>(())
        },
    );
    all
}

/// Collections of readings by chance that mostly have the same questions: those of the first.
pub(crate) struct Collections {
    pub(crate) questions: Vec<CountedQuestion>,
    pub(crate) readings: Vec<Vec<CountedRecord>>,
}

impl Collections {
    /// `of` collections of `size` readings. In some `kinds` a single question is asked again and again, in others many are.
    pub(crate) fn play(size: usize, kind: usize, of: usize, seed: u64) -> Collections {
        let asked: Vec<usize> =
            (0..size).map(|at| (kind + at % (kind % QUESTIONS.len() + 1)) % QUESTIONS.len()).collect();
        let play = |at: usize| {
            let readings = of * asked.iter().filter(|it| **it == at).count();
            let (keys, limit) = QUESTIONS[at];
            played(&question(keys), limit, seed + (kind * QUESTIONS.len() + at) as u64, readings as u64)
        };
        let mut pools: Vec<Vec<CountedRecord>> = (0..QUESTIONS.len()).map(play).collect();
        let readings: Vec<Vec<CountedRecord>> =
            (0..of).map(|_| asked.iter().filter_map(|at| pools[*at].pop()).collect()).collect();
        let questions = questions(&readings[0]);
        Collections { questions, readings }
    }

    fn chance(&self) -> LandingsByChance {
        LandingsByChance::of(&self.questions, Correspondences::embedded())
    }

    fn statistics(&self, collection: &[CountedRecord], chance: &LandingsByChance) -> Statistics {
        let mut counter = StatisticsCounter::new(Correspondences::embedded());
        collection.iter().for_each(|record| counter.count(record));
        // One that was stopped at the limit is another case.
        if questions(collection) == self.questions { counter.finish_with(chance) } else { counter.finish() }
    }
}

pub(crate) fn questions(collection: &[CountedRecord]) -> Vec<CountedQuestion> {
    collection.iter().filter_map(|record| record.question.clone()).collect()
}

fn is_marked(statistics: &Statistics) -> bool {
    statistics.landings.iter().flat_map(|tally| &tally.rows).any(|row| row.stands_out())
}

#[test]
fn chance_alone_is_seldom_marked() {
    for (size, short) in [(20, 20), (200, 5)] {
        let (kinds, of) = short_or_whole((1, short), (40, 25));
        let marked: usize = (0..kinds)
            .map(|kind| {
                let all = Collections::play(size, kind, of, 20_261_125);
                let chance = all.chance();
                all.readings.iter().filter(|it| is_marked(&all.statistics(it, &chance))).count()
            })
            .sum();
        let all = kinds * of;
        println!("{marked} of {all} chance collections of {size} readings are marked");
        assert!(marked <= short_or_whole(2, 65), "{marked} of {all} chance collections of {size} are marked");
    }
}

/// One sign gets so many more landings as docs/RESEARCH.md says, and is found as often as it says.
#[test]
fn what_is_planted_is_found() {
    for (size, more) in [(20, 0.40), (200, 0.13)] {
        let (kinds, of) = short_or_whole((1, 3), (20, 10));
        let (mut found, mut dice) = (0, DiceSource::seeded(3));
        for kind in 0..kinds {
            let all = Collections::play(size, kind, of, 7);
            let chance = all.chance();
            for collection in &all.readings {
                let planted: Vec<CountedRecord> =
                    collection.iter().map(|record| planted(record, more / 15.0, &mut dice)).collect();
                let statistics = all.statistics(&planted, &chance);
                let row = statistics.landings[3].rows.iter().find(|row| row.of.to_string() == "Leo").unwrap();
                found += usize::from(row.stands_out() && row.ratio().unwrap() > 1.0);
            }
        }
        let all = kinds * of;
        println!("{more} more of one sign are found in {found} of {all} collections of {size} readings");
        assert!(found * 10 >= all * short_or_whole(8, 9), "{found} of {all}");
    }
}

/// The record with this share of its landings moved to Leo in the same angle.
fn planted(record: &CountedRecord, share: f64, dice: &mut DiceSource) -> CountedRecord {
    let correspondences = Correspondences::embedded();
    let mut turns = CountedTurns::default();
    for turn in record.turns.iter() {
        let moved = turn.landing.map(|(piece, square): (Piece, Square)| {
            let is_moved = (dice.draw().unwrap().choice(1_000_000) as f64) < share * 1e6;
            let angle = correspondences.square(record.board, square).angle;
            let leo = correspondences.find(record.board, angle, SignOrElement::Leo);
            (piece, if is_moved { leo } else { square })
        });
        turns.push(CountedTurn { landing: moved, ..turn });
    }
    CountedRecord { turns, ..record.clone() }
}
