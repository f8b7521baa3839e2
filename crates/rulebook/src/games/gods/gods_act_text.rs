//! Acts as text (GAMES G7.1).

use super::gods_board::GodsSide;
use super::gods_play::GodsAct;
use super::gods_position::{GodsPosition, GodsStage};
use super::omaha::BattleManner;
use super::playing_card::{CardSet, PlayingCard, SeenCard, read_cards, write_cards};
use crate::games::ActError;
use crate::input::quoted;

/// The acts that are a word.
const PLAIN: [(&str, GodsAct); 7] = [
    ("defend", GodsAct::Defend),
    ("refuse", GodsAct::Refuse),
    ("keep", GodsAct::Keep),
    ("stay", GodsAct::Stay),
    ("leave", GodsAct::Leave),
    ("high", GodsAct::Declare(BattleManner::High)),
    ("low", GodsAct::Declare(BattleManner::Low)),
];

impl GodsPosition {
    /// The text of an act that is played in this position.
    pub(super) fn act_text(&self, act: &GodsAct) -> String {
        match act {
            GodsAct::Step(made) => made.to_string(),
            GodsAct::Defend
            | GodsAct::Refuse
            | GodsAct::Keep
            | GodsAct::Stay
            | GodsAct::Leave
            | GodsAct::Declare(_) => {
                PLAIN.iter().find(|(_, plain)| plain == act).map_or_else(String::new, |(word, _)| (*word).to_owned())
            }
            GodsAct::Summon(next) if self.cards.heroes.get(1) == Some(&None) => {
                format!("summon {}", write_cards(&[*next]))
            }
            GodsAct::Summon(_) => "summon".to_owned(),
            GodsAct::Discard { thrown, drawn } => {
                let drawn = drawn.map_or_else(String::new, |drawn| format!(" {drawn}"));
                format!("discard {}{drawn}", write_cards(&[*thrown]))
            }
            GodsAct::Deal(cards) if cards.is_empty() => "deal".to_owned(),
            GodsAct::Deal(cards) if cards.len() == PlayingCard::DECK => format!("deal {}", write_cards(cards)),
            GodsAct::Deal(cards) => {
                let mut rest = cards.iter().copied();
                let piles =
                    self.cards.deal_sizes().map(|size| write_cards(&rest.by_ref().take(size).collect::<Vec<_>>()));
                format!("deal {}/{} {}/{}", piles[0], piles[1], piles[2], piles[3])
            }
            GodsAct::Refill(cards) if cards.is_empty() => "refill".to_owned(),
            GodsAct::Refill(cards) => format!("refill {}", write_cards(cards)),
            GodsAct::Field(cards) => format!("field {}", write_cards(cards)),
            GodsAct::Battle { hands, two } => {
                let hand = |side: GodsSide| {
                    let hero = self.cards.hands[side.index()].hero.map_or_else(String::new, |hero| format!("+{hero}"));
                    format!("{}{hero}", write_cards(&hands[side.index()]))
                };
                format!("battle {}/{} {}", hand(GodsSide::White), hand(GodsSide::Black), write_cards(two))
            }
        }
    }

    /// The text of an act that is played in this position, as a player, or with `None` an onlooker, may know it (GAMES G6.1):
    /// cards that are dealt are their holder's, and a thrown card is its thrower's.
    pub(super) fn seen_text(&self, act: &GodsAct, viewer: Option<GodsSide>) -> String {
        let seen = match act {
            GodsAct::Deal(cards) => {
                let owners = [GodsSide::White, GodsSide::Black, GodsSide::White, GodsSide::Black];
                let piles = owners.into_iter().zip(self.cards.deal_sizes());
                let owners = piles.flat_map(|(owner, size)| std::iter::repeat_n(owner, size));
                let cards = cards.iter().zip(owners);
                GodsAct::Deal(cards.map(|(card, owner)| card.filter(|_| Some(owner) == viewer)).collect())
            }
            GodsAct::Refill(_) => GodsAct::Refill(Vec::new()),
            GodsAct::Discard { .. } if viewer != Some(self.turn()) => GodsAct::Discard { thrown: None, drawn: None },
            act => act.clone(),
        };
        match &seen {
            GodsAct::Deal(cards) if cards.iter().all(Option::is_none) => self.act_text(&GodsAct::Deal(Vec::new())),
            seen => self.act_text(seen),
        }
    }

    /// Reads an act that is no move; `None` if the text is none of those. Whether the act is awaited is seen when it is played.
    ///
    /// # Errors
    /// If what follows the word cannot be read, or the cards of another act are awaited.
    pub(super) fn read_act(&self, text: &str) -> Option<Result<GodsAct, ActError>> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (&word, rest) = words.split_first()?;
        if let Some((_, plain)) = PLAIN.iter().find(|(plain, _)| *plain == word && rest.is_empty()) {
            return Some(Ok(plain.clone()));
        }
        let is_awaited = match word {
            "deal" => self.stage == GodsStage::Deal,
            "refill" => self.stage == GodsStage::Refill,
            "field" => matches!(self.stage, GodsStage::Field(_)),
            "battle" => matches!(self.stage, GodsStage::Battle(..)),
            "summon" | "discard" => true,
            _ => return None,
        };
        if !is_awaited {
            return Some(Err(ActError::Illegal(self.awaits())));
        }
        let read = match word {
            "deal" => self.read_deal(rest),
            "refill" => self.read_refill(rest),
            "field" => read_field(rest),
            "battle" => self.read_battle(rest),
            "summon" => read_summon(rest),
            _ => read_discard(rest),
        };
        Some(read.map_err(|expected| ActError::Unreadable { text: quoted(text), expected }))
    }

    /// Reads what stands after `deal`.
    fn read_deal(&self, piles: &[&str]) -> Result<GodsAct, String> {
        let sizes = self.cards.deal_sizes();
        let cards = match *piles {
            [] => Some(Vec::new()),
            [order] => distinct(read_cards(order)).filter(|cards| cards.len() == PlayingCard::DECK),
            [hands, fields] => {
                let piles = hands.split_once('/').zip(fields.split_once('/'));
                let piles = piles.map(|((white, black), (left, right))| [white, black, left, right].map(read_cards));
                let piles = piles.and_then(|piles| piles.into_iter().collect::<Option<Vec<_>>>());
                let piles = piles.filter(|piles| piles.iter().map(Vec::len).eq(sizes));
                distinct(piles.map(|piles| piles.concat()))
            }
            _ => None,
        };
        cards.map(GodsAct::Deal).ok_or_else(|| {
            let [white, black, ..] = sizes;
            format!(
                "deal, deal with 48 different cards, or deal with hands of {white} and {black} and two fields of three: \
                 deal {}/{} ??????/??????",
                "??".repeat(white),
                "??".repeat(black)
            )
        })
    }

    /// Reads what stands after `refill`.
    fn read_refill(&self, cards: &[&str]) -> Result<GodsAct, String> {
        let (count, _) = self.cards.pile();
        let read = match *cards {
            [] => Some(Vec::new()),
            [cards] => distinct(read_cards(cards)).filter(|cards| cards.len() == count),
            _ => None,
        };
        read.map(GodsAct::Refill).ok_or_else(|| format!("refill, or refill with {count} different cards"))
    }

    /// Reads what stands after `battle`.
    fn read_battle(&self, cards: &[&str]) -> Result<GodsAct, String> {
        let hand = |side: GodsSide, text: &str| {
            let (cards, hero) = text.split_once('+').map_or((text, None), |(cards, hero)| (cards, Some(hero)));
            let held = self.cards.hands[side.index()].hero.map(|hero| hero.to_string());
            (held.as_deref() == hero).then(|| read_cards(cards))?
        };
        let read = || {
            let &[hands, two] = cards else { return None };
            let (white, black) = hands.split_once('/')?;
            let hands = [hand(GodsSide::White, white)?, hand(GodsSide::Black, black)?];
            let two = read_cards(two)?;
            distinct(Some([&hands[0][..], &hands[1], &two].concat()))?;
            Some(GodsAct::Battle { hands, two })
        };
        read().ok_or_else(|| {
            // What an onlooker knows: the size of the hands, and the heroes.
            let open = self.view(None);
            let open = open.offered().iter().map(|act| open.act_text(act)).collect::<String>();
            format!("{open} with different cards in the place of ??")
        })
    }
}

fn read_field(cards: &[&str]) -> Result<GodsAct, String> {
    let cards = if let [cards] = cards { distinct(read_cards(cards)) } else { None };
    cards.map(GodsAct::Field).ok_or_else(|| "field and three cards: field 2c3d4h".to_owned())
}

fn read_summon(next: &[&str]) -> Result<GodsAct, String> {
    let read = match *next {
        [] | ["??"] => Some(None),
        [hero] => PlayingCard::read(hero).filter(|hero| hero.is_hero()).map(Some),
        _ => None,
    };
    read.map(GodsAct::Summon).ok_or_else(|| "summon, or summon Ah with the hero that comes up next".to_owned())
}

fn read_discard(cards: &[&str]) -> Result<GodsAct, String> {
    let card = |text: &str| match read_cards(text).as_deref() {
        Some(&[card]) if card.is_none_or(|card| !card.is_hero()) => Some(card),
        _ => None,
    };
    let read = match *cards {
        [thrown] => card(thrown).map(|thrown| (thrown, None)),
        [thrown, drawn] => card(thrown).zip(card(drawn)),
        _ => None,
    };
    let expected = "discard 7h, or discard 7h Kd with the card drawn; no ace can be thrown";
    read.map(|(thrown, drawn)| GodsAct::Discard { thrown, drawn }).ok_or_else(|| expected.to_owned())
}

/// Cards among which none comes twice, and no hero.
fn distinct(cards: Option<Vec<SeenCard>>) -> Option<Vec<SeenCard>> {
    let cards = cards?;
    let is_sound =
        CardSet::default().insert_all(&cards).is_none() && !cards.iter().flatten().any(|card| card.is_hero());
    is_sound.then_some(cards)
}
