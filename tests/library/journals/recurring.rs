//! Whether what recurs in a person's readings seldom does so by chance, and is found where it is planted.

use enochian::chess::{Angle, Kind, Piece};
use enochian::correspondences::{Correspondences, SignOrElement};
use enochian::study::{CountedRecord, CountedTurn, Recurring, RecurringByChance, RecurringThing};

use super::by_chance::{Collections, questions};
use super::thirty_readings::thirty_readings;
use crate::sample::short_or_whole;

/// Notebooks by chance, in which nothing recurs but by chance.
#[test]
fn chance_alone_seldom_makes_something_recur() {
    let correspondences = Correspondences::embedded();
    for (size, short) in [(8, 20), (30, 10), (100, 4)] {
        let (kinds, of) = short_or_whole((1, short), (40, 25));
        let marked: usize = (0..kinds)
            .map(|kind| {
                // Of a person who asks one question again and again, or several.
                let all = Collections::play(size, kind + 2, of, 20_261_126);
                let chance = RecurringByChance::of(&all.questions, correspondences);
                let recurs = |readings: &&Vec<CountedRecord>| {
                    let recurring = match questions(readings) == all.questions {
                        true => Recurring::with(readings, &chance, correspondences),
                        false => Recurring::of(readings, correspondences),
                    };
                    recurring.things.iter().any(RecurringThing::recurs)
                };
                all.readings.iter().filter(recurs).count()
            })
            .sum();
        let all = kinds * of;
        println!("{marked} of {all} chance notebooks of {size} readings show something that recurs");
        assert!(marked <= short_or_whole(2, 65), "{marked} of {all} chance notebooks of {size}");
    }
}

/// The readings of a person whose king always lands on Leo.
#[test]
fn what_recurs_is_found_from_eight_readings_on() {
    let correspondences = Correspondences::embedded();
    let readings = &Collections::play(8, 2, 1, 5).readings[0];
    let planted: Vec<CountedRecord> = readings
        .iter()
        .map(|record| {
            let mut turns = record.turns.clone();
            let querent = record.question.as_ref().unwrap().querent();
            let leo = correspondences.find(record.board, Angle::Air, SignOrElement::Leo);
            let king = Piece { army: querent, kind: Kind::King };
            turns.push(CountedTurn { landing: Some((king, leo)), ..CountedTurn::default() });
            CountedRecord { turns, ..record.clone() }
        })
        .collect();
    let recurring = Recurring::of(&planted, correspondences);
    let first = &recurring.things[0];
    assert_eq!((first.name.as_str(), first.figure.as_deref(), first.readings), ("Leo", Some("Fortuna Major"), 8));
    assert!(first.recurs() && first.expected < 4.0, "{first:?}");
    assert_eq!(recurring, Recurring::of(&planted, correspondences), "it is repeatable");
    let seven = Recurring::of(&planted[1..], correspondences);
    assert!(seven.things.is_empty() && (seven.readings, seven.least) == (7, 8));
}

/// What comes up in readings that were really played, by random moves, is what comes up in simulated ones.
#[test]
fn readings_of_a_session_are_counted_like_simulated_ones() {
    let folder = tempfile::tempdir().unwrap();
    let correspondences = Correspondences::embedded();
    let records = thirty_readings(folder.path());
    let counted: Vec<CountedRecord> =
        records.iter().map(|(_, record)| CountedRecord::of(record.enochian().unwrap())).collect();
    let recurring = Recurring::of(&counted, correspondences);
    for sort in ["person", "sign", "element"] {
        let of_sort = || recurring.things.iter().filter(|thing| thing.sort == sort);
        let came_up: f64 = of_sort().map(|thing| f64::from(thing.readings)).sum();
        let expected: f64 = of_sort().map(|thing| thing.expected).sum();
        assert!((came_up - expected).abs() < 4.0 * expected.sqrt(), "{sort}: {came_up}, {expected} expected");
    }
}
