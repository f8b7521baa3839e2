//! Signs and persons that came up in more readings of a person than the questions bring by chance.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::chess::{Army, Board, Kind, Officer, Piece, Role, Square};
use crate::correspondences::{Correspondences, SignOrElement};
use crate::simulate::{EffectFlags, TurnRow, reading_seed};
use crate::stats::significance::{self, holm};

use super::{CountedQuestion, CountedRecord};

/// The readings that are simulated for a notebook, shared among its questions.
const SIMULATED: usize = 20_000;

/// The fewest readings that are simulated for a question.
const FEWEST: usize = 128;

/// The same notebook has the same p-values every time.
const SEED: u64 = 0x656e_6f63_6869_616e;

/// The fewest readings in which anything can recur.
const LEAST: usize = 8;

/// The readings that are simulated for each one of many.
const FOR_EACH: usize = 20;

/// Signs and elements come first; then the kings and officers.
const SIGNS: usize = SignOrElement::ALL.len();
const THINGS: usize = SIGNS + 4 * 5;

/// A set of things, with a bit for each.
type Things = u64;

/// What came up in the readings of a person.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Recurring {
    /// The number of readings.
    pub readings: usize,
    /// From how many readings on something can recur.
    pub least: usize,
    /// All things, those first that recur most beyond chance; none below that number of readings.
    pub things: Vec<RecurringThing>,
}

/// One thing.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecurringThing {
    /// `sign`, `element` or `person`.
    pub sort: &'static str,
    /// Its name: `Scorpio`, `knight of Air`.
    pub name: String,
    /// The figure of a sign or element.
    pub figure: Option<String>,
    /// The trump of a sign or element.
    pub trump: Option<String>,
    /// The readings in which it came up.
    pub readings: u32,
    /// How many there would be by chance.
    pub expected: f64,
    /// The probability of as many or more by chance.
    pub p: f64,
    /// The same, adjusted for all things (Holm).
    pub p_corrected: f64,
}

impl RecurringThing {
    /// Whether it recurs: whether the adjusted probability is significant.
    #[must_use]
    pub fn recurs(&self) -> bool {
        self.p_corrected < significance::LEVEL
    }
}

/// How many things are shown that do not recur, so that one sees what nearly does.
const NEAREST: usize = 5;

impl Recurring {
    /// What its figures are.
    #[doc(hidden)]
    pub const ABOUT: &str = "Counted are the signs on which the querent's king landed, and the persons whose pieces captured, each \
        once a reading. The same questions, played at random, have them in as many readings as expected; p is the \
        probability of as many or more so, adjusted for all of them.";

    /// The things that recur, and those nearest to it.
    #[doc(hidden)]
    pub fn shown(&self) -> &[RecurringThing] {
        &self.things[..self.things.len().min(self.recurring().count() + NEAREST)]
    }

    fn recurring(&self) -> impl Iterator<Item = &RecurringThing> {
        self.things.iter().filter(|thing| thing.recurs())
    }

    /// What the figures come to, in sentences.
    #[doc(hidden)]
    pub fn conclusion(&self) -> String {
        let all = self.things.len();
        if all == 0 {
            return format!("Too few to say: it takes at least {}.", self.least);
        }
        let found: Vec<String> = self.recurring().map(|thing| thing.says(self.readings)).collect();
        if found.is_empty() {
            return format!(
                "Nothing recurs: none of {all} signs and persons came up in more readings than chance brings."
            );
        }
        format!(
            "{} That is more than chance brings: of 100 notebooks played at random, about 5 have anything so often.",
            found.join(" ")
        )
    }
}

impl RecurringThing {
    /// `The querent's king landed on Leo in 8 of 8 readings.`
    fn says(&self, of: usize) -> String {
        let (name, readings) = (&self.name, self.readings);
        match self.sort {
            "person" => format!("The {name} captured in {readings} of {of} readings."),
            sort => {
                let of_element = if sort == "element" { "a square of " } else { "" };
                format!("The querent's king landed on {of_element}{name} in {readings} of {of} readings.")
            }
        }
    }
}

/// How often each thing comes up in a reading of each question by chance.
///
/// Notebooks of the same questions can share it.
#[derive(Clone, Debug)]
pub struct RecurringByChance(BTreeMap<CountedQuestion, [f64; THINGS]>);

impl RecurringByChance {
    /// Simulates whole readings of each question. A question that is asked more often is simulated more often, so that its error
    /// does not add up.
    #[must_use]
    pub fn of<'q>(
        questions: impl IntoIterator<Item = &'q CountedQuestion>,
        correspondences: &Correspondences,
    ) -> RecurringByChance {
        let mut asked: BTreeMap<&CountedQuestion, usize> = BTreeMap::new();
        questions.into_iter().for_each(|question| *asked.entry(question).or_default() += 1);
        let readings = asked.values().sum::<usize>().max(1);
        let all = SIMULATED.max(FOR_EACH * readings);
        let signs = Board::ALL.map(|board| signs_of_squares(board, correspondences));
        let shares = (0..).zip(asked).filter_map(|(place, (question, asked))| {
            let querent = question.querent();
            let of = |board: Board, turns: &[TurnRow]| of_turns(turns, querent, &signs[board.index()]);
            let simulated = (all * asked / readings).max(FEWEST);
            let made = question.simulated(reading_seed(SEED, place), simulated, correspondences, of)?;
            let share = |thing: usize| made.iter().filter(|it| *it >> thing & 1 == 1).count() as f64;
            // No thing is impossible: one more reading that has it, and one that has not.
            let share = |thing| (share(thing) + 1.0) / (made.len() + 2) as f64;
            Some((question.clone(), std::array::from_fn(share)))
        });
        RecurringByChance(shares.collect())
    }
}

impl Recurring {
    /// What recurs in some readings. Games, and readings whose rules the correspondences do not have, are left out.
    ///
    /// A sign or element comes up in a reading if the querent's king lands on it at least once, and a person if their piece
    /// captures at least one other.
    #[must_use]
    pub fn of(readings: &[CountedRecord], correspondences: &Correspondences) -> Recurring {
        let asked = readings.iter().filter_map(|it| it.question.as_ref());
        let chance = match asked.clone().count() < LEAST {
            true => RecurringByChance(BTreeMap::new()),
            false => RecurringByChance::of(asked, correspondences),
        };
        Recurring::with(readings, &chance, correspondences)
    }

    /// The same with the chance of another notebook of the same questions.
    #[must_use]
    pub fn with(
        readings: &[CountedRecord],
        chance: &RecurringByChance,
        correspondences: &Correspondences,
    ) -> Recurring {
        let asked = readings.iter().filter(|it| it.question.is_some()).count();
        let known: Vec<(Things, &[f64; THINGS])> = readings
            .iter()
            .filter_map(|it| {
                let question = it.question.as_ref()?;
                let signs = signs_of_squares(it.board, correspondences);
                Some((of_record(it, question.querent(), &signs), chance.0.get(question)?))
            })
            .collect();
        if known.len() < LEAST {
            return Recurring { readings: asked, least: LEAST, things: Vec::new() };
        }
        let mut things: Vec<RecurringThing> = (0..THINGS)
            .map(|thing| {
                let count = known.iter().filter(|(came_up, _)| came_up >> thing & 1 == 1).count();
                let shares: Vec<f64> = known.iter().map(|(_, shares)| shares[thing]).collect();
                let p = at_least(count, &shares);
                RecurringThing {
                    readings: count as u32,
                    expected: shares.iter().sum(),
                    p,
                    p_corrected: p,
                    ..named(thing, correspondences)
                }
            })
            .collect();
        let adjusted = holm(&things.iter().map(|thing| thing.p).collect::<Vec<_>>());
        things.iter_mut().zip(adjusted).for_each(|(thing, adjusted)| thing.p_corrected = adjusted);
        things.sort_by(|one, other| one.p.total_cmp(&other.p));
        Recurring { readings: known.len(), least: LEAST, things }
    }
}

/// A thing without its counts.
fn named(thing: usize, correspondences: &Correspondences) -> RecurringThing {
    let none = RecurringThing {
        sort: "person",
        name: String::new(),
        figure: None,
        trump: None,
        readings: 0,
        expected: 0.0,
        p: 1.0,
        p_corrected: 1.0,
    };
    let Some(force) = SignOrElement::ALL.get(thing) else {
        let (army, kind) = ((thing - SIGNS) / 5, (thing - SIGNS) % 5);
        let kind = kind.checked_sub(1).map_or(Kind::King, |officer| Kind::Officer(Officer::ALL[officer]));
        return RecurringThing { name: Piece { army: Army::ALL[army], kind }.to_string(), ..none };
    };
    RecurringThing {
        sort: if force.is_sign() { "sign" } else { "element" },
        name: force.to_string(),
        figure: Some(correspondences.figure(*force).name.clone()),
        trump: Some(correspondences.trump(*force).name.clone()),
        ..none
    }
}

/// The bit of the sign or element of each square of a board.
fn signs_of_squares(board: Board, correspondences: &Correspondences) -> [Things; 64] {
    let mut signs = [0; 64];
    for square in Square::all() {
        let force = correspondences.square(board, square).force;
        let place = SignOrElement::ALL.iter().position(|it| *it == force).unwrap_or_default();
        signs[square.index()] = 1 << place;
    }
    signs
}

/// The bit of a king or officer; none of pawns, who are no persons of the court.
fn person(army: Army, role: Role) -> Things {
    let kind = match role {
        Role::King => 0,
        Role::Officer(officer) => 1 + Officer::ALL.iter().position(|it| *it == officer).unwrap_or_default(),
        Role::Pawn => return 0,
    };
    1 << (SIGNS + army.index() * 5 + kind)
}

/// What comes up with a landing.
fn of_landing((army, role): (Army, Role), on: Square, captures: bool, querent: Army, signs: &[Things; 64]) -> Things {
    let sign = if role == Role::King && army == querent { signs[on.index()] } else { 0 };
    sign | if captures { person(army, role) } else { 0 }
}

fn of_record(record: &CountedRecord, querent: Army, signs: &[Things; 64]) -> Things {
    let landed = record.turns.iter().filter_map(|turn| {
        let ((piece, on), captures) = (turn.landing?, turn.captured != [None; 2]);
        Some(of_landing((piece.army, piece.kind.into()), on, captures, querent, signs))
    });
    landed.fold(0, |all, more| all | more)
}

fn of_turns(turns: &[TurnRow], querent: Army, signs: &[Things; 64]) -> Things {
    let landed = turns.iter().filter(|turn| !turn.is_no_move()).map(|turn| {
        of_landing((turn.army, turn.role), turn.to, turn.effects.has(EffectFlags::CAPTURE), querent, signs)
    });
    landed.fold(0, |all, more| all | more)
}

/// The probability that at least so many of independent events happen, each with its own: the sum of their distributions, without
/// what is too improbable to matter.
fn at_least(count: usize, shares: &[f64]) -> f64 {
    const NOTHING: f64 = 1e-18;
    let (mut first, mut distribution) = (0, std::collections::VecDeque::from([1.0]));
    for share in shares {
        let mut before = 0.0;
        for probability in &mut distribution {
            let here = *probability;
            *probability = here * (1.0 - share) + before * share;
            before = here;
        }
        distribution.push_back(before * share);
        while distribution.front().is_some_and(|it| *it < NOTHING) && distribution.len() > 1 {
            distribution.pop_front();
            first += 1;
        }
        while distribution.back().is_some_and(|it| *it < NOTHING) && distribution.len() > 1 {
            distribution.pop_back();
        }
    }
    distribution.iter().enumerate().filter(|(at, _)| first + at >= count).map(|(_, it)| it).sum::<f64>().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tail_is_that_of_the_binomial_and_of_unlike_events() {
        // Ten throws of a fair coin: 56 of 1,024 ways have eight or more heads.
        assert!((at_least(8, &[0.5; 10]) - 56.0 / 1024.0).abs() < 1e-12);
        assert!((at_least(2, &[0.5, 0.25, 1.0]) - (1.0 - 0.5 * 0.75)).abs() < 1e-12);
        assert!((at_least(0, &[0.5; 3]) - 1.0).abs() < 1e-12 && at_least(4, &[0.5; 3]) < 1e-12);
        // With 10,000 events most of the distribution is left out, and the normal distribution is near.
        let tail = at_least(5_097, &[0.5; 10_000]);
        assert!((tail - 0.0268).abs() < 0.0002, "{tail}");
    }

    #[test]
    fn every_thing_has_a_bit_of_its_own() {
        let persons = Army::ALL.into_iter().flat_map(|army| {
            let officers = Officer::ALL.map(Kind::Officer).into_iter();
            [Kind::King].into_iter().chain(officers).map(move |kind| Piece { army, kind })
        });
        for piece in persons {
            let thing = person(piece.army, piece.kind.into()).trailing_zeros() as usize;
            assert_eq!(named(thing, Correspondences::embedded()).name, piece.to_string());
        }
        let signs = signs_of_squares(Board::Air, Correspondences::embedded());
        assert_eq!(signs.iter().fold(0, |all, one| all | one), (1 << SIGNS) - 1);
    }
}
