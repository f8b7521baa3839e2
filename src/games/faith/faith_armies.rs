//! The four armies, and the order in which they play (GAMES F1).

/// An army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FaithArmy {
    Red,
    Orange,
    Green,
    Blue,
}

impl FaithArmy {
    /// All armies, in the order of the spectrum.
    pub(super) const ALL: [FaithArmy; 4] = [FaithArmy::Red, FaithArmy::Orange, FaithArmy::Green, FaithArmy::Blue];

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    pub(super) const fn letter(self) -> char {
        match self {
            FaithArmy::Red => 'r',
            FaithArmy::Orange => 'o',
            FaithArmy::Green => 'g',
            FaithArmy::Blue => 'b',
        }
    }

    pub(super) fn of_letter(letter: char) -> Option<FaithArmy> {
        FaithArmy::ALL.into_iter().find(|army| army.letter() == letter)
    }

    pub(super) const fn name(self) -> &'static str {
        match self {
            FaithArmy::Red => "Red",
            FaithArmy::Orange => "Orange",
            FaithArmy::Green => "Green",
            FaithArmy::Blue => "Blue",
        }
    }
}

/// The order of play (GAMES F1.6): the camps lie round the board in the order of the spectrum, in one sense or the
/// other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaithOrder {
    Spectrum,
    Reverse,
}

impl FaithOrder {
    /// The armies in the order of their first turns.
    pub(super) const fn armies(self) -> [FaithArmy; 4] {
        match self {
            FaithOrder::Spectrum => FaithArmy::ALL,
            FaithOrder::Reverse => [FaithArmy::Red, FaithArmy::Blue, FaithArmy::Green, FaithArmy::Orange],
        }
    }

    /// The index of an army's seat.
    pub(super) const fn seat(self, army: FaithArmy) -> usize {
        match self {
            FaithOrder::Spectrum => army.index(),
            FaithOrder::Reverse => (4 - army.index()) % 4,
        }
    }

    /// The three other armies, in the order of their turns.
    pub(super) fn after(self, army: FaithArmy) -> impl Iterator<Item = FaithArmy> {
        let armies = self.armies();
        let seat = self.seat(army);
        (1..4).map(move |step| armies[(seat + step) % 4])
    }
}
