//! Notebooks of readings that chance alone plays.

use std::convert::Infallible;

use enochian::chess::{Kind, Officer, Piece, Role};
use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::{DieThrower, Question, QuestionDraft};
use enochian::simulate::{EffectFlags, Observer, Plan, ReadingEnd, ReadingRow, TurnRow};
use enochian::study::{CountedKind, CountedQuestion, CountedRecord, CountedTurn, CountedTurns};

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
}

pub(crate) fn questions(collection: &[CountedRecord]) -> Vec<CountedQuestion> {
    collection.iter().filter_map(|record| record.question.clone()).collect()
}
