//! The cards on the table: hands, field cards, heroes, deck and discards, and what is known of each (GAMES G3, G6).

use super::gods_board::GodsSide;
use super::playing_card::{CardSet, PlayingCard, SeenCard, write_cards};

/// The battle cards of a player, and the hero beside them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BattleHand {
    /// Empty before cards are dealt.
    pub(super) cards: Vec<SeenCard>,
    pub(super) hero: Option<PlayingCard>,
}

impl BattleHand {
    /// The number of battle cards that belong to it: three beside a hero.
    pub(super) const fn size(&self) -> usize {
        if self.hero.is_some() { 3 } else { 4 }
    }

    /// The four cards that fight, if all are known.
    pub(super) fn four(&self) -> Option<[PlayingCard; 4]> {
        let all: Option<Vec<PlayingCard>> = self.cards.iter().copied().chain(self.hero.map(Some)).collect();
        all?.try_into().ok()
    }

    pub(super) fn text(&self) -> String {
        let hero = self.hero.map_or_else(String::new, |hero| format!("+{hero}"));
        let text = format!("{}{hero}", write_cards(&self.cards));
        if text.is_empty() { "-".to_owned() } else { text }
    }
}

/// Everything that is done with cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GodsCards {
    /// By player.
    pub(super) hands: [BattleHand; 2],
    /// By player; empty before cards are dealt.
    pub(super) fields: [Vec<SeenCard>; 2],
    /// The heroes to be gained, the next one first.
    pub(super) heroes: Vec<SeenCard>,
    /// The heroes that are out of the game.
    pub(super) gone: Vec<PlayingCard>,
    /// The top card first.
    pub(super) deck: Vec<SeenCard>,
    pub(super) discards: Vec<SeenCard>,
}

/// The number of field cards of a player.
pub(super) const FIELD: usize = 3;

/// A turn does not begin with fewer cards in the deck (GAMES G3.5).
pub(super) const TURN_NEEDS: usize = 3;

impl GodsCards {
    /// Before the first deal.
    pub(super) fn start() -> GodsCards {
        let heroes = ["As", "Ah", "Ad", "Ac"].map(PlayingCard::read);
        let mut cards = GodsCards {
            hands: Default::default(),
            fields: Default::default(),
            heroes: heroes.to_vec(),
            gone: Vec::new(),
            deck: Vec::new(),
            discards: Vec::new(),
        };
        cards.collect();
        cards
    }

    /// Shuffles all cards but the heroes into the deck (GAMES G4.8).
    pub(super) fn collect(&mut self) {
        for side in GodsSide::ALL {
            self.hands[side.index()].cards.clear();
            self.fields[side.index()].clear();
        }
        self.deck = vec![None; PlayingCard::DECK];
        self.discards.clear();
    }

    /// The sizes of what is dealt: White's hand, Black's hand, White's field, Black's field (GAMES G3.4).
    pub(super) const fn deal_sizes(&self) -> [usize; 4] {
        [self.hands[0].size(), self.hands[1].size(), FIELD, FIELD]
    }

    /// Deals from a shuffled deck of 48.
    pub(super) fn deal(&mut self, order: &[SeenCard]) {
        let mut order = order.iter().copied();
        let [white, black, ..] = self.deal_sizes();
        self.hands[0].cards = order.by_ref().take(white).collect();
        self.hands[1].cards = order.by_ref().take(black).collect();
        for field in &mut self.fields {
            *field = order.by_ref().take(FIELD).collect();
        }
        self.deck = order.collect();
        self.discards.clear();
    }

    /// The cards of which it is known where they are.
    pub(super) fn known(&self) -> CardSet {
        let mut known = CardSet::default();
        for pile in [&self.hands[0].cards, &self.hands[1].cards, &self.fields[0], &self.fields[1], &self.deck] {
            known.insert_all(pile);
        }
        known.insert_all(&self.discards);
        known
    }

    /// The cards that are known to be in hands and fields.
    pub(super) fn known_in_play(&self) -> CardSet {
        let mut known = CardSet::default();
        for side in GodsSide::ALL {
            known.insert_all(&self.hands[side.index()].cards);
            known.insert_all(&self.fields[side.index()]);
        }
        known
    }

    /// The number of cards in the deck and the discards, and those of them that are known.
    pub(super) fn pile(&self) -> (usize, Vec<PlayingCard>) {
        let known = self.deck.iter().chain(&self.discards).copied().flatten().collect();
        (self.deck.len() + self.discards.len(), known)
    }

    /// Throws a card of a hand, or with `None` one that is not known, and draws the top card of the deck (GAMES G3.3).
    ///
    /// # Errors
    /// If the cards contradict what is known; the words say how.
    pub(super) fn discard(&mut self, side: GodsSide, thrown: SeenCard, drawn: SeenCard) -> Result<(), String> {
        let hand = &self.hands[side.index()].cards;
        let known = self.known();
        let place = match thrown {
            Some(card) if hand.contains(&thrown) => hand.iter().position(|&held| held == Some(card)),
            Some(card) if known.contains(card) => None,
            _ => hand.iter().position(Option::is_none),
        };
        let Some(place) = place else {
            let cards = write_cards(hand);
            return Err(match thrown {
                Some(card) => format!("{card} is not among the battle cards of {}", side.name()),
                None => format!("the battle cards of {} are known: write which of {cards} is thrown", side.name()),
            });
        };
        let top = self.deck.first().copied().ok_or("the deck is empty")?;
        if let (Some(top), Some(drawn)) = (top, drawn)
            && top != drawn
        {
            return Err(format!("the card drawn is {top}, not {drawn}"));
        }
        if let (None, Some(drawn)) = (top, drawn)
            && (known.contains(drawn) || thrown == Some(drawn))
        {
            return Err(format!("{drawn} is elsewhere"));
        }
        self.deck.remove(0);
        self.hands[side.index()].cards[place] = top.or(drawn);
        self.discards.push(thrown);
        Ok(())
    }

    /// Puts cards that are shown in the places of those that are not known. Those that are known may be written as `??`.
    ///
    /// # Errors
    /// If they contradict what is known.
    pub(super) fn shown(&self, whose: &str, held: &[SeenCard], shown: &[SeenCard]) -> Result<Vec<SeenCard>, String> {
        if held.len() != shown.len() {
            return Err(format!("{whose}: write {} cards, not {}", held.len(), shown.len()));
        }
        let mut rest = shown.to_vec();
        for card in held.iter().flatten() {
            let place = rest.iter().position(|shown| *shown == Some(*card));
            let place = place.or_else(|| rest.iter().position(Option::is_none));
            rest.remove(place.ok_or_else(|| format!("{whose}: {card} is known to be there"))?);
        }
        let known = self.known();
        if let Some(card) = rest.iter().flatten().find(|&&card| known.contains(card)) {
            return Err(format!("{whose}: {card} is elsewhere"));
        }
        let mut rest = rest.into_iter();
        Ok(held.iter().map(|card| card.or_else(|| rest.next().flatten())).collect())
    }

    /// The next hero comes up; `next` names it where it is not known.
    ///
    /// # Errors
    /// If it is not named, or cannot be the next.
    pub(super) fn summon(&mut self, side: GodsSide, next: SeenCard) -> Result<(), String> {
        let hero = self.heroes.first().copied().flatten().ok_or("no hero is left")?;
        let mut heroes = self.heroes[1..].to_vec();
        if let Some(first) = heroes.first_mut() {
            let mut seen = self.heroes_seen();
            match (*first, next) {
                (Some(first), Some(next)) if first != next => {
                    return Err(format!("the next hero is {first}, not {next}"));
                }
                (None, Some(next)) if !next.is_hero() || !seen.insert(next) => {
                    return Err(format!("{next} cannot be the next hero"));
                }
                (None, Some(_)) => *first = next,
                (None, None) => {
                    let mut unseen = PlayingCard::heroes().filter(|hero| !seen.contains(*hero));
                    *first = unseen.next();
                    if unseen.next().is_some() {
                        return Err("write the hero that comes up next: summon Ah".to_owned());
                    }
                }
                (Some(_), _) => {}
            }
        } else if let Some(next) = next {
            return Err(format!("{next} cannot be the next hero: none is left"));
        }
        self.hands[side.index()].hero = Some(hero);
        self.heroes = heroes;
        Ok(())
    }

    /// The heroes of which it is known where they are.
    pub(super) fn heroes_seen(&self) -> CardSet {
        let mut seen = CardSet::default();
        seen.insert_all(&self.heroes);
        for hero in self.gone.iter().copied().chain(self.hands.iter().filter_map(|hand| hand.hero)) {
            seen.insert(hero);
        }
        seen
    }
}
