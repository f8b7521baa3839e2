//! Omaha hands, high and low (GAMES G5).

use std::cmp::{Ordering, Reverse};
use std::fmt;

use super::playing_card::PlayingCard;

/// How a battle is fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BattleManner {
    High,
    Low,
}

impl BattleManner {
    pub(super) const BOTH: [BattleManner; 2] = [BattleManner::High, BattleManner::Low];

    pub(super) const fn name(self) -> &'static str {
        match self {
            BattleManner::High => "high",
            BattleManner::Low => "low",
        }
    }

    /// Compares two hands: the greater one wins.
    pub(super) fn compare(self, one: &HandValue, other: &HandValue) -> Ordering {
        match self {
            BattleManner::High => one.cmp(other),
            BattleManner::Low => other.cmp(one),
        }
    }
}

/// The kinds of hands of five, from the lowest to the highest. There are no straights and flushes in low.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HandKind {
    NoPair,
    Pair,
    TwoPairs,
    Three,
    Straight,
    Flush,
    FullHouse,
    Four,
    StraightFlush,
}

/// What a hand of five is worth: its kind, then its ranks, those that come in numbers first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct HandValue {
    pub(super) kind: HandKind,
    /// An ace is 14, but 1 in low and in the straight from the ace to the five.
    pub(super) ranks: [u8; 5],
}

impl HandValue {
    /// The value of five cards.
    pub(super) fn of(five: &[PlayingCard; 5], manner: BattleManner) -> HandValue {
        let mut ranks = five.map(|card| match card.rank() {
            14 if manner == BattleManner::Low => 1,
            rank => rank,
        });
        let mut counts = [0_u8; 15];
        for rank in ranks {
            counts[usize::from(rank)] += 1;
        }
        // The most numerous first, and among equals the highest.
        ranks.sort_unstable_by_key(|&rank| Reverse((counts[usize::from(rank)], rank)));
        let numbers = |first: usize| counts[usize::from(ranks[first])];
        let kind = match (numbers(0), numbers(4)) {
            (4, _) => HandKind::Four,
            (3, 2) => HandKind::FullHouse,
            (3, _) => HandKind::Three,
            (2, _) if numbers(2) == 2 => HandKind::TwoPairs,
            (2, _) => HandKind::Pair,
            _ => HandKind::NoPair,
        };
        if manner == BattleManner::Low || kind != HandKind::NoPair {
            return HandValue { kind, ranks };
        }
        let is_flush = five.iter().all(|card| card.suit() == five[0].suit());
        if ranks == [14, 5, 4, 3, 2] {
            ranks = [5, 4, 3, 2, 1];
        }
        let kind = match (ranks[0] - ranks[4] == 4, is_flush) {
            (true, true) => HandKind::StraightFlush,
            (true, false) => HandKind::Straight,
            (false, true) => HandKind::Flush,
            (false, false) => HandKind::NoPair,
        };
        HandValue { kind, ranks }
    }

    /// The best five of exactly two cards of the hand and three of the table (GAMES G5.1).
    pub(super) fn best(hand: &[PlayingCard; 4], table: &[PlayingCard; 5], manner: BattleManner) -> HandValue {
        let value = |[first, second]: [usize; 2], [left, middle, right]: [usize; 3]| {
            HandValue::of(&[hand[first], hand[second], table[left], table[middle], table[right]], manner)
        };
        let mut best = value(PAIRS[0], TRIPLES[0]);
        for pair in PAIRS {
            for triple in TRIPLES {
                let other = value(pair, triple);
                if manner.compare(&other, &best).is_gt() {
                    best = other;
                }
            }
        }
        best
    }
}

/// The ways to choose two of four.
const PAIRS: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

/// The ways to choose three of five.
const TRIPLES: [[usize; 3]; 10] =
    [[0, 1, 2], [0, 1, 3], [0, 1, 4], [0, 2, 3], [0, 2, 4], [0, 3, 4], [1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4]];

/// `two pairs K-7-2`.
impl fmt::Display for HandValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.kind {
            HandKind::NoPair => "no pair",
            HandKind::Pair => "a pair",
            HandKind::TwoPairs => "two pairs",
            HandKind::Three => "three of a kind",
            HandKind::Straight => "a straight",
            HandKind::Flush => "a flush",
            HandKind::FullHouse => "a full house",
            HandKind::Four => "four of a kind",
            HandKind::StraightFlush => "a straight flush",
        })?;
        let mut last = 0;
        for rank in self.ranks {
            if rank != last {
                let letter = match rank {
                    1 | 14 => 'A',
                    10 => 'T',
                    11 => 'J',
                    12 => 'Q',
                    13 => 'K',
                    low => char::from(b'0' + low),
                };
                write!(f, "{}{letter}", if last == 0 { ' ' } else { '-' })?;
            }
            last = rank;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn cards<const N: usize>(text: &str) -> [PlayingCard; N] {
        let cards = text.split(' ').map(|card| PlayingCard::read(card).unwrap());
        cards.collect::<Vec<_>>().try_into().unwrap()
    }

    fn value(text: &str, manner: BattleManner) -> HandValue {
        HandValue::of(&cards(text), manner)
    }

    /// Hands of five, each with the number of hands for which it stands: of those that differ by exchanged suits one is enough,
    /// but `ENOCHIAN_LONG` visits all.
    fn all_fives(mut visit: impl FnMut(&[PlayingCard; 5], usize)) {
        let pack: Vec<PlayingCard> = PlayingCard::perft_order().chain(PlayingCard::heroes()).collect();
        if option_env!("ENOCHIAN_LONG").is_none() {
            let mut suits: [Vec<PlayingCard>; 4] = Default::default();
            pack.iter().for_each(|card| suits[usize::from(card.suit())].push(*card));
            suits.iter_mut().for_each(|suit| suit.sort_by_key(|card| card.rank()));
            return by_suits(&suits, &mut Vec::new(), &mut Vec::new(), &mut visit);
        }
        for a in 0..52 {
            for b in a + 1..52 {
                for c in b + 1..52 {
                    for d in c + 1..52 {
                        for e in d + 1..52 {
                            visit(&[pack[a], pack[b], pack[c], pack[d], pack[e]], 1);
                        }
                    }
                }
            }
        }
    }

    /// Goes on with a hand whose first suits have these sets of ranks, none greater than the one before.
    fn by_suits(
        suits: &[Vec<PlayingCard>; 4],
        sets: &mut Vec<u32>,
        hand: &mut Vec<PlayingCard>,
        visit: &mut impl FnMut(&[PlayingCard; 5], usize),
    ) {
        if sets.len() == 4 {
            let Ok(five) = hand.as_slice().try_into() else { return };
            // The ways to give four sets to four suits, equal ones not told apart.
            let ways =
                (0..4).map(|place| (place + 1, sets[..=place].iter().filter(|set| **set == sets[place]).count()));
            return visit(
                five,
                ways.clone().map(|(n, _)| n).product::<usize>() / ways.map(|(_, n)| n).product::<usize>(),
            );
        }
        choose(suits, sets, hand, 0, 0, visit);
    }

    /// Takes each of the cards of the next suit or not, from this rank on.
    fn choose(
        suits: &[Vec<PlayingCard>; 4],
        sets: &mut Vec<u32>,
        hand: &mut Vec<PlayingCard>,
        from: usize,
        set: u32,
        visit: &mut impl FnMut(&[PlayingCard; 5], usize),
    ) {
        if sets.len() < 3 || hand.len() == 5 {
            sets.push(set);
            by_suits(suits, sets, hand, visit);
            sets.pop();
        }
        if hand.len() == 5 {
            return;
        }
        for rank in from..13 {
            let set = set | 1 << rank;
            if sets.last().is_some_and(|last| set > *last) {
                break;
            }
            hand.push(suits[sets.len()][rank]);
            choose(suits, sets, hand, rank + 1, set, visit);
            hand.pop();
        }
    }

    /// A hand classified in another way than by [`HandValue::of`]: equal pairs are counted, runs are looked for in the sorted
    /// ranks. Of two keys the greater one is better, in low too.
    fn simple_key(five: &[PlayingCard; 5], manner: BattleManner) -> (u8, [u8; 5]) {
        let mut ranks = five.map(|card| if manner == BattleManner::Low && card.is_hero() { 1 } else { card.rank() });
        ranks.sort_unstable();
        let equal_pairs =
            (0..5).flat_map(|a| (0..a).map(move |b| (a, b))).filter(|&(a, b)| ranks[a] == ranks[b]).count();
        let same_suit = five.windows(2).all(|two| two[0].suit() == two[1].suit());
        let is_wheel = ranks == [2, 3, 4, 5, 14];
        let is_run = is_wheel || ranks.windows(2).all(|two| two[0] + 1 == two[1]);
        // Equal pairs among five cards: 1 a pair, 2 two pairs, 3 three, 4 a full house, 6 four of a kind.
        let group = match (equal_pairs, manner) {
            (6, _) => 7,
            (4, _) => 6,
            (0, BattleManner::High) if same_suit && is_run => 8,
            (0, BattleManner::High) if same_suit => 5,
            (0, BattleManner::High) if is_run => 4,
            (3, _) => 3,
            (2, _) => 2,
            (1, _) => 1,
            _ => 0,
        };
        let mut order = ranks;
        order.sort_by_key(|rank| std::cmp::Reverse((ranks.iter().filter(|other| *other == rank).count(), *rank)));
        if is_wheel && manner == BattleManner::High {
            order = [5, 4, 3, 2, 1];
        }
        match manner {
            BattleManner::High => (group, order),
            BattleManner::Low => (9 - group, order.map(|rank| 15 - rank)),
        }
    }

    /// Values all fives, checks each by the simple key and their order, and counts them by kind.
    fn count_all(manner: BattleManner) -> BTreeMap<HandKind, usize> {
        let mut counts = BTreeMap::new();
        let mut keys: BTreeMap<HandValue, (u8, [u8; 5])> = BTreeMap::new();
        let mut fives = 0;
        all_fives(|five, times| {
            fives += times;
            let value = HandValue::of(five, manner);
            *counts.entry(value.kind).or_insert(0) += times;
            let key = simple_key(five, manner);
            assert_eq!(*keys.entry(value).or_insert(key), key, "{value} of {five:?}");
        });
        assert_eq!(fives, 2_598_960);
        // Values and keys are in one and the same order, so that the order of values is total and that of the rules.
        let values: Vec<(&HandValue, &(u8, [u8; 5]))> = keys.iter().collect();
        for pair in values.windows(2) {
            let expected = pair[0].1.cmp(pair[1].1);
            assert_ne!(expected, Ordering::Equal, "{} and {}", pair[0].0, pair[1].0);
            assert_eq!(manner.compare(pair[0].0, pair[1].0), expected, "{} and {}", pair[0].0, pair[1].0);
        }
        assert_eq!(keys.values().collect::<BTreeSet<_>>().len(), keys.len());
        // The known numbers of hands that differ in worth.
        assert_eq!(keys.len(), if manner == BattleManner::High { 7462 } else { 6175 });
        counts
    }

    #[test]
    fn g5_2_all_fives_high() {
        let expected = [
            (HandKind::NoPair, 1_302_540),
            (HandKind::Pair, 1_098_240),
            (HandKind::TwoPairs, 123_552),
            (HandKind::Three, 54_912),
            (HandKind::Straight, 10_200),
            (HandKind::Flush, 5_108),
            (HandKind::FullHouse, 3_744),
            (HandKind::Four, 624),
            (HandKind::StraightFlush, 40),
        ];
        assert_eq!(count_all(BattleManner::High), BTreeMap::from(expected));
    }

    #[test]
    fn g5_3_all_fives_low() {
        let expected = [
            (HandKind::NoPair, 1_317_888),
            (HandKind::Pair, 1_098_240),
            (HandKind::TwoPairs, 123_552),
            (HandKind::Three, 54_912),
            (HandKind::FullHouse, 3_744),
            (HandKind::Four, 624),
        ];
        assert_eq!(count_all(BattleManner::Low), BTreeMap::from(expected));
    }

    #[test]
    fn g5_1_two_of_the_hand_and_three_of_the_table() {
        let manner = BattleManner::High;
        let table = cards("2h 3h 4h 5h Kc");
        // One heart in the hand is not enough for a flush.
        let best = HandValue::best(&cards("6h Ks Qd Jc"), &table, manner);
        assert_eq!(best, value("Kc Ks Qd 5h 4h", manner));
        assert_eq!(HandValue::best(&cards("6h 7h Qd Jc"), &table, manner).kind, HandKind::StraightFlush);
        // Three of a kind in the hand count as a pair.
        assert_eq!(HandValue::best(&cards("9c 9d 9h 2s"), &cards("Kd Qc 7s 4h 3c"), manner).kind, HandKind::Pair);
        // Four of a kind on the table count as three.
        assert_eq!(HandValue::best(&cards("Kd Qc 7s 4h"), &cards("9c 9d 9h 9s 2c"), manner).kind, HandKind::Three);
    }

    #[test]
    fn g5_2_the_ace_is_high_and_low_in_a_straight() {
        let manner = BattleManner::High;
        assert_eq!(value("As 2c 3d 4h 5s", manner), HandValue { kind: HandKind::Straight, ranks: [5, 4, 3, 2, 1] });
        assert!(value("Tc Jd Qh Ks As", manner) > value("9c Td Jh Qs Kc", manner));
        assert!(value("2c 3d 4h 5s 6c", manner) > value("As 2c 3d 4h 5s", manner));
        assert_eq!(value("Qc Kd Ah 2s 3c", manner).kind, HandKind::NoPair);
    }

    #[test]
    fn g5_3_low_counts_aces_low_and_no_straights_or_flushes() {
        let manner = BattleManner::Low;
        let better = |one: &str, other: &str| {
            assert_eq!(
                manner.compare(&value(one, manner), &value(other, manner)),
                Ordering::Greater,
                "{one} > {other}"
            );
        };
        better("As 2s 3s 4s 5s", "As 2c 3d 4h 6s");
        better("2c 3d 4h 5s 8c", "2c 3d 4h 7s 8c");
        better("9c Td Jh Qs Kc", "As Ac 2c 3c 4c");
        better("As Ac 2c 3c 4c", "2c 2d As 3c 4c");
        better("Ks Kc Qc Jc Tc", "As Ac 2c 2d 3c");
        better("Ks Kc Qc Qd Jc", "As Ac Ad 2c 3c");
        better("Ks Kc Kd Qc Jc", "As Ac Ad 2c 2d");
        better("Ks Kc Kd Qc Qd", "As Ac Ad Ah 2c");
    }

    #[test]
    fn g5_4_suits_never_decide() {
        for manner in BattleManner::BOTH {
            assert_eq!(value("2c 3d 7h 9s Kc", manner), value("2s 3c 7d 9h Ks", manner));
        }
    }

    #[test]
    fn values_are_told_in_words() {
        assert_eq!(value("Ks Kc 7d 7h 2s", BattleManner::High).to_string(), "two pairs K-7-2");
        assert_eq!(value("As 2c 3d 4h 5s", BattleManner::High).to_string(), "a straight 5-4-3-2-A");
        assert_eq!(value("As 2c 3d 4h 9s", BattleManner::Low).to_string(), "no pair 9-4-3-2-A");
    }
}
