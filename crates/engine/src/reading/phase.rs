//! Opening, middle and end: the thirds of a reading or game.

crate::named_enum! {
    /// A third of the turns.
    #[allow(missing_docs, reason = "the names say it")]
    pub enum Phase {
        Opening: "opening",
        Middle: "middle",
        End: "end",
    }
}

impl Phase {
    /// The phase of the turn at `index`, counted from 0, of `turns` turns. If they cannot be divided by three, the earlier
    /// phases are longer by one.
    ///
    /// ```
    /// use enochian::reading::Phase;
    /// assert_eq!([0, 10, 11, 21, 22, 31].map(|index| Phase::of(index, 32) as usize), [0, 0, 1, 1, 2, 2]);
    /// ```
    #[must_use]
    pub fn of(index: usize, turns: usize) -> Phase {
        Phase::ALL[(index * 3 / turns.max(1)).min(2)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_earlier_thirds_are_longer_by_one_turn() {
        for turns in 1..40 {
            let counts = Phase::ALL.map(|phase| (0..turns).filter(|&index| Phase::of(index, turns) == phase).count());
            assert_eq!(counts.iter().sum::<usize>(), turns);
            assert!(counts.is_sorted_by(|one, next| one >= next) && counts[0] - counts[2] <= 1, "{counts:?}");
            assert!((1..turns).all(|index| Phase::of(index - 1, turns) <= Phase::of(index, turns)));
        }
        assert_eq!(Phase::of(0, 0), Phase::Opening);
        assert_eq!(Phase::ALL.map(|phase| phase.to_string()), ["opening", "middle", "end"]);
    }
}
