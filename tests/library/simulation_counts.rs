//! What is said of a simulation, counted a second time from its readings, and summaries that contradict themselves.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::LazyLock;
use std::sync::atomic::Ordering;

use enochian::chess::{Army, Role, Square};
use enochian::correspondences::{Correspondences, Criterion};
use enochian::input::Source;
use enochian::reading::{Phase, Question, QuestionDraft, Verdict};
use enochian::simulate::{
    COUNTERS, EffectFlags, LandingMaps, LandingSplit, MergeError, Observer, Plan, Provenance, ReadingEnd, ReadingRow,
    SimulationSummary, Tally, TurnRow, Workers,
};

fn brother() -> Question {
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    QuestionDraft::read(&file, Correspondences::embedded()).unwrap().resolve(Correspondences::embedded()).unwrap()
}

const READINGS: u64 = 300;

/// With so few turns some readings are not decided.
fn plan(from: u64, to: u64) -> Plan {
    Plan { limit: 250, ..Plan::new(brother(), 7, from..to) }
}

type Reading = (ReadingRow, Vec<TurnRow>);

struct Kept(Vec<Reading>);

impl Observer for Kept {
    const TURNS: bool = true;

    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.0.push((row.clone(), turns.to_vec()));
    }
}

fn kept(plan: &Plan) -> Vec<Reading> {
    let mut all = Vec::new();
    let Ok(()) = plan.run(
        2,
        || Kept(Vec::new()),
        |_, chunk| {
            all.extend(chunk.0);
            Ok::<_, Infallible>(())
        },
    );
    all
}

static READ: LazyLock<Vec<Reading>> = LazyLock::new(|| kept(&plan(10, 10 + READINGS)));

fn summary_of(plan: &Plan, readings: &[Reading], seconds: f64) -> SimulationSummary {
    let mut tally = Tally::new();
    readings.iter().for_each(|(row, _)| tally.count(row));
    SimulationSummary::of(Provenance::of(plan, Correspondences::embedded()), plan.range.clone(), &tally, seconds)
}

fn summary(from: u64, to: u64) -> SimulationSummary {
    summary_of(&plan(from, to), &READ[from as usize - 10..to as usize - 10], 1.5)
}

fn whole() -> SimulationSummary {
    summary(10, 10 + READINGS)
}

fn count(readings: &[Reading], holds: impl Fn(&ReadingRow) -> bool) -> u64 {
    readings.iter().filter(|(row, _)| holds(row)).count() as u64
}

#[test]
fn a_summary_says_what_its_readings_came_to() {
    let (it, rows) = (whole(), READ.as_slice());
    it.check().unwrap();
    assert_eq!((it.readings, it.done.as_slice(), it.seconds), (READINGS, &[(10, 310)][..], 1.5));
    assert_eq!(it.turns, rows.iter().map(|(row, _)| u64::from(row.length)).sum::<u64>());
    for criterion in Criterion::ALL {
        for verdict in Tally::VERDICTS {
            let expected = count(rows, |row| row.answer.by(criterion).verdict == verdict);
            assert_eq!(it.answer(criterion, verdict), expected, "{verdict} by {criterion}");
        }
    }
    let answers = Tally::VERDICTS.map(|verdict| it.answer(Criterion::Ptah, verdict));
    assert!(answers.iter().all(|&count| count > 1), "each is met: {answers:?}");
    for verdict in Tally::VERDICTS {
        for manner in Tally::MANNERS {
            let expected = count(rows, |row| row.answer.ptah.verdict == verdict && row.answer.manner == manner);
            assert_eq!(it.manners[&verdict.to_string()][&manner.to_string()], expected, "{verdict}, {manner}");
        }
    }
    for (place, name) in ReadingEnd::NAMES.into_iter().enumerate() {
        assert_eq!(it.endings[name], count(rows, |row| row.ending.index() == place), "{name}");
    }
    for army in Army::ALL {
        let taken = count(rows, |row| row.captors[army.index()].is_some());
        assert_eq!(it.kings_taken[army.name()], taken, "{army}");
        assert_eq!(it.fates[army.name()].values().sum::<u64>(), READINGS);
    }
    let turns = || rows.iter().flat_map(|(_, turns)| turns);
    let moves = || turns().filter(|turn| !turn.is_no_move());
    for square in Square::all() {
        let expected = moves().filter(|turn| turn.to == square).count() as u64;
        assert_eq!(it.landings[&square.to_string()], expected, "{square}");
    }
    for army in Army::ALL {
        for role in Role::ALL {
            let expected = moves().filter(|turn| turn.army == army && turn.role == role).count() as u64;
            assert_eq!(it.moved[army.name()][&role.to_string()], expected, "{role} of {army}");
        }
    }
    let no_moves = turns().filter(|turn| turn.is_no_move()).count() as u64;
    assert_eq!(it.events.of(EffectFlags::NO_MOVE), Some(no_moves));
}

#[test]
fn lengths_are_counted_and_their_quantiles_are_those_of_the_sorted_readings() {
    let it = whole();
    let mut lengths: Vec<u32> = READ.iter().map(|(row, _)| row.length).collect();
    lengths.sort_unstable();
    let mut counted = BTreeMap::new();
    lengths.iter().for_each(|length| *counted.entry(*length).or_insert(0u64) += 1);
    assert_eq!(it.lengths, counted);
    for share in [0.01, 0.25, 0.5, 0.9, 1.0] {
        let place = (share * READINGS as f64).ceil() as usize - 1;
        assert_eq!(it.length(share), lengths[place], "{share}");
    }
    let none = summary_of(&plan(10, 10), &[], 0.0);
    none.check().unwrap();
    assert_eq!((none.done.len(), none.readings, none.length(0.5)), (0, 0, 0));
}

/// RULES 8.6: where readings end with the answer by the Ptah, that by the kings is only the one so far.
#[test]
fn an_answer_that_was_not_played_out_is_only_so_far() {
    let so_far = |plan: &Plan| {
        let it = summary_of(plan, &[], 0.0);
        for criterion in Criterion::ALL {
            assert_eq!(it.provenance.is_so_far(criterion), it.so_far.contains(&criterion.to_string()));
        }
        it.so_far
    };
    let short = plan(0, 0);
    let mut by_kings = short.clone();
    by_kings.question.procedure = Correspondences::embedded().procedure("kings").unwrap().clone();
    assert_eq!(so_far(&short), ["kings"]);
    assert!(so_far(&by_kings).is_empty());
    assert!(so_far(&Plan { play_out: true, ..short.clone() }).is_empty());
    // A file that does not say it counts as one that was not played out.
    let mut unsaid = whole().provenance;
    unsaid.setting.remove("ends_by");
    assert!(unsaid.is_so_far(Criterion::Kings) && !unsaid.is_so_far(Criterion::Ptah));
}

fn first(counts: &mut BTreeMap<String, u64>) -> &mut u64 {
    counts.values_mut().next().unwrap()
}

fn event(it: &mut SimulationSummary, effect: EffectFlags) -> &mut u64 {
    let place = COUNTERS.iter().position(|counter| counter.effect == effect).unwrap();
    &mut it.events.0[place]
}

/// A summary in which one reading has so many turns, the others in it being No Moves.
fn with_length(turns: u32) -> SimulationSummary {
    let mut it = whole();
    let (&longest, _) = it.lengths.last_key_value().unwrap();
    *it.lengths.get_mut(&longest).unwrap() -= 1;
    it.lengths.insert(turns, 1);
    it.turns += u64::from(turns - longest);
    *event(&mut it, EffectFlags::NO_MOVE) += u64::from(turns - longest);
    it
}

#[test]
fn a_summary_that_contradicts_itself_is_refused() {
    type Change = fn(&mut SimulationSummary);
    let changes: [(&str, Change); 21] = [
        ("`done` overlap", |it| it.done = vec![(10, 170), (160, 300)]),
        ("`done` overlap, adjoin", |it| it.done = vec![(10, 160), (160, 310)]),
        ("or are not sorted", |it| it.done = vec![(170, 320), (10, 160)]),
        ("`done` overlap", |it| it.done = vec![(10, 310), (400, 400)]),
        ("`done` add up to 299 instead of 300", |it| it.done = vec![(11, 310)]),
        ("`answers` by the ptah add up to 301", |it| *first(it.answers.get_mut("ptah").unwrap()) += 1),
        ("`answers` by the kings add up to 301", |it| *first(it.answers.get_mut("kings").unwrap()) += 1),
        ("`manners` of yes add up to", |it| *first(it.manners.get_mut("yes").unwrap()) += 1),
        ("`fates` of Fire add up to 301", |it| *first(it.fates.get_mut("Fire").unwrap()) += 1),
        ("`endings` add up to 301", |it| *first(&mut it.endings) += 1),
        ("`lengths` add up to 301", |it| *it.lengths.entry(0).or_default() += 1),
        ("turns by `lengths` add up to", |it| it.turns += 1),
        ("`moved` and `no_moves` add up to", |it| *event(it, EffectFlags::NO_MOVE) += 1),
        ("`moved` and `no_moves` add up to", |it| *first(it.moved.get_mut("Air").unwrap()) += 1),
        ("`landings` add up to", |it| *first(&mut it.landings) += 1),
        ("`lengths` has 65536 turns, more than a reading can have", |it| *it = with_length(65_536)),
        ("is 19660501, more than is possible in 300 readings", |it| {
            *event(it, EffectFlags::CAPTURE) = 300 * 65_535 + 1
        }),
        ("`kings_taken` of Water is 301, more than the 300 readings", |it| {
            it.kings_taken.insert("Water".into(), 301);
        }),
        ("", |it| *it = with_length(65_535)),
        ("", |it| *event(it, EffectFlags::CAPTURE) = 300 * 65_535),
        ("", |it| {
            it.kings_taken.insert("Water".into(), 300);
            it.done = vec![(10, 160), (161, 311)];
        }),
    ];
    for (told, change) in changes {
        let mut it = whole();
        change(&mut it);
        let found = it.check().map_or_else(|error| error.to_string(), |()| String::new());
        assert!(found.contains(told) && found.is_empty() == told.is_empty(), "{told:?}: {found:?}");
    }
}

#[test]
fn parts_of_a_simulation_add_up_to_the_whole() {
    let mut it = summary(160, 310);
    it.merge(&summary(10, 160)).unwrap();
    let mut expected = whole();
    expected.seconds = 3.0;
    assert_eq!(it, expected);
    // With a gap, and then without it.
    let mut it = summary(10, 160);
    it.merge(&summary(170, 310)).unwrap();
    assert_eq!(it.done, [(10, 160), (170, 310)]);
    it.check().unwrap();
    it.merge(&summary(160, 170)).unwrap();
    expected.seconds = 4.5;
    assert_eq!(it, expected);
    // Two with a gap each.
    let mut it = summary(10, 20);
    for (from, to) in [(30, 40), (50, 60), (20, 30)] {
        it.merge(&summary(from, to)).unwrap();
    }
    assert_eq!(it.done, [(10, 40), (50, 60)]);
}

#[test]
fn what_does_not_belong_together_is_not_added() {
    let before = summary(10, 160);
    for (from, to, overlap, told) in [
        (150, 310, MergeError::Overlap(150, 160), "readings 150 to 159 are in both"),
        (159, 310, MergeError::Overlap(159, 160), "reading 159 is in both"),
        (20, 22, MergeError::Overlap(20, 22), "readings 20 to 21 are in both"),
        (20, 21, MergeError::Overlap(20, 21), "reading 20 is in both"),
    ] {
        let mut it = before.clone();
        let refused = it.merge(&summary(from, to)).unwrap_err();
        assert_eq!((refused.to_string(), refused), (told.to_owned(), overlap));
        assert_eq!(it, before);
    }
    let mut other = summary(160, 310);
    (other.provenance.seed, other.provenance.limit) = (8, 251);
    let mut it = before.clone();
    let refused = it.merge(&other).unwrap_err().to_string();
    assert_eq!(
        refused,
        "not parts of one simulation; they differ in the seed: 7 and 8; the limit of turns: 250 and 251"
    );
    assert_eq!(it, before);
    // Numbers of a file that was changed end at the greatest.
    let mut it = before.clone();
    (it.turns, *event(&mut it, EffectFlags::CAPTURE), *first(&mut it.endings)) = (u64::MAX - 1, u64::MAX, u64::MAX);
    it.merge(&summary(160, 310)).unwrap();
    assert_eq!(
        (it.turns, *event(&mut it, EffectFlags::CAPTURE), *first(&mut it.endings)),
        (u64::MAX, u64::MAX, u64::MAX)
    );
}

#[test]
fn landings_are_told_apart_by_army_piece_phase_and_answer() {
    let mut maps = LandingMaps::new(Criterion::Ptah);
    let Ok(()) = plan(10, 10 + READINGS).run(
        2,
        || LandingMaps::new(Criterion::Ptah),
        |_, chunk| {
            maps.merge(&chunk);
            Ok::<_, Infallible>(())
        },
    );
    assert_eq!(LandingSplit::ALL.map(LandingSplit::name), ["army", "piece", "phase", "answer"]);
    assert_eq!(LandingSplit::Army.parts(), Army::ALL.map(|army| army.to_string()));
    assert_eq!(LandingSplit::Piece.parts(), Role::ALL.map(|role| role.to_string()));
    assert_eq!(LandingSplit::Phase.parts(), ["opening", "middle", "end"]);
    assert_eq!(LandingSplit::Answer.parts(), ["yes", "no", "undecided"]);
    for split in LandingSplit::ALL {
        assert_eq!(maps.of(split).len(), split.parts().len());
        for (part, map) in maps.of(split).iter().enumerate() {
            let mut expected = [0; 64];
            let mut readings = 0;
            for (row, turns) in READ.iter() {
                let verdict = row.answer.ptah.verdict;
                readings += u64::from(split != LandingSplit::Answer || verdict == Tally::VERDICTS[part]);
                for (place, turn) in turns.iter().enumerate().filter(|(_, turn)| !turn.is_no_move()) {
                    let is_of_it = match split {
                        LandingSplit::Army => turn.army == Army::ALL[part],
                        LandingSplit::Piece => turn.role == Role::ALL[part],
                        LandingSplit::Phase => Phase::of(place, turns.len()) == Phase::ALL[part],
                        LandingSplit::Answer => verdict == Tally::VERDICTS[part],
                    };
                    expected[turn.to.index()] += u64::from(is_of_it);
                }
            }
            assert_eq!(map, &expected, "{split}, {}", split.parts()[part]);
            assert_eq!(maps.readings(split, part), readings, "{split}, {}", split.parts()[part]);
        }
    }
    assert!(count(&READ, |row| row.answer.ptah.verdict == Verdict::Undecided) > 1);
}

#[test]
fn a_run_that_is_stopped_ends_soon_with_whole_chunks() {
    let workers = Workers::from(1);
    let (stop, mut ends) = (workers.stop.clone(), Vec::new());
    let Ok(()) = plan(0, 40_000).run(workers, Tally::new, |range, chunk| {
        assert_eq!(range.end - range.start, chunk.readings);
        ends.push(range.end);
        stop.store(true, Ordering::Relaxed);
        Ok::<_, Infallible>(())
    });
    assert!(!ends.is_empty() && *ends.last().unwrap() < 20_000, "{ends:?}");
}
