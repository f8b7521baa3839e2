//! Playing cards as text (GAMES G3.1).

use std::fmt;

const RANKS: &[u8; 13] = b"23456789TJQKA";
const SUITS: &[u8; 4] = b"cdhs";

/// A card of a pack of 52. Cards are ordered by rank, then by suit: 2c 2d 2h 2s 3c … As.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PlayingCard(u8);

impl PlayingCard {
    /// The number of cards that are no heroes.
    pub(super) const DECK: usize = 48;

    /// The four aces.
    pub(super) fn heroes() -> impl Iterator<Item = PlayingCard> {
        (48..52).map(PlayingCard)
    }

    /// The 48 cards of the deck, in the order in which perft deals unseen cards (GAMES G7.3).
    pub(super) fn perft_order() -> impl Iterator<Item = PlayingCard> {
        std::iter::successors(Some(PlayingCard(0)), |card| Some(PlayingCard((card.0 + 7) % 48))).take(PlayingCard::DECK)
    }

    pub(super) fn read(text: &str) -> Option<PlayingCard> {
        let &[rank, suit] = text.as_bytes() else { return None };
        let rank = RANKS.iter().position(|&letter| letter == rank)?;
        let suit = SUITS.iter().position(|&letter| letter == suit)?;
        u8::try_from(rank * 4 + suit).ok().map(PlayingCard)
    }

    /// From 2 to 14, the ace.
    pub(super) const fn rank(self) -> u8 {
        self.0 / 4 + 2
    }

    /// From 0 to 3.
    pub(super) const fn suit(self) -> u8 {
        self.0 % 4
    }

    /// An ace.
    pub(super) const fn is_hero(self) -> bool {
        self.0 >= 48
    }
}

impl fmt::Display for PlayingCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |letters: &[u8], place: u8| char::from(letters[usize::from(place)]);
        write!(f, "{}{}", letter(RANKS, self.0 / 4), letter(SUITS, self.0 % 4))
    }
}

/// A card, or `None` for one that is not known, `??`.
pub(super) type SeenCard = Option<PlayingCard>;

/// Cards one after another: `7h??Kd`.
pub(super) fn write_cards(cards: &[SeenCard]) -> String {
    cards.iter().map(|card| card.map_or_else(|| "??".to_owned(), |card| card.to_string())).collect()
}

/// Reads cards that are written one after another.
pub(super) fn read_cards(text: &str) -> Option<Vec<SeenCard>> {
    if !text.is_ascii() || !text.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]);
    pairs.map(|pair| if pair == "??" { Some(None) } else { PlayingCard::read(pair).map(Some) }).collect()
}

/// A set of cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct CardSet(u64);

impl CardSet {
    pub(super) const fn contains(self, card: PlayingCard) -> bool {
        self.0 >> card.0 & 1 == 1
    }

    /// Adds a card; returns whether it was not there.
    pub(super) fn insert(&mut self, card: PlayingCard) -> bool {
        let is_new = !self.contains(card);
        self.0 |= 1 << card.0;
        is_new
    }

    /// Adds cards; returns one that was there already.
    pub(super) fn insert_all(&mut self, cards: &[SeenCard]) -> Option<PlayingCard> {
        let mut repeated = None;
        for &card in cards.iter().flatten() {
            if !self.insert(card) {
                repeated = Some(card);
            }
        }
        repeated
    }
}
