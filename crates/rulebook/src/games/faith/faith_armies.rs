//! The four armies, and the order in which they play (GAMES F1).

use super::super::lettered::lettered;

/// An army.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum FaithArmy {
    Red,
    Orange,
    Green,
    Blue,
}

lettered! { FaithArmy { Red 'r' "Red", Orange 'o' "Orange", Green 'g' "Green", Blue 'b' "Blue" } }

impl FaithArmy {
    pub(super) const fn index(self) -> usize {
        self as usize
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
