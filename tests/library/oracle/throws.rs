//! What a throw calls (RULES 8.3, 8.4), by the words of `data/dice.toml`.

use super::answer::Broken;
use super::board::{Board, Table};
use super::moves::Step;

/// A dice table as its file has it.
#[derive(Clone, Debug)]
pub(crate) struct Dice {
    pub(crate) name: String,
    pub(crate) words: [String; 6],
}

pub(crate) fn dice_tables() -> Vec<Dice> {
    let file: toml::Table = include_str!("../../../data/dice.toml").parse().unwrap();
    let text = |value: &toml::Value| value.as_str().unwrap().to_owned();
    let one = |table: &toml::Value| {
        let words: Vec<String> = table["throws"].as_array().unwrap().iter().map(text).collect();
        Dice { name: text(&table["name"]), words: words.try_into().unwrap() }
    };
    file["table"].as_array().unwrap().iter().map(one).collect()
}

/// What a throw called on a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Called {
    /// The letter of the piece: that of the pawns, if they stand in for the king.
    pub(crate) letter: char,
    pub(crate) instead_of_king: bool,
    /// No piece of that letter is there.
    pub(crate) gone: bool,
    /// None of them for a No Move.
    pub(crate) steps: Vec<Step>,
}

impl Board {
    /// The pieces and moves that a throw calls; `array` has the officers of places 1 to 4.
    pub(crate) fn called(&self, word: &str, array: [u8; 4], table: &Table, broken: Option<Broken>) -> Called {
        let mut movers = self.movers(self.turn);
        movers.retain(|&army| !self.frozen(army));
        let choices: Vec<Step> = self.choices(self.turn, table).collect();
        let of = |letter: char| -> Vec<Step> { choices.iter().copied().filter(|s| s.man.letter() == letter).collect() };
        let there = |letter: char| movers.iter().any(|&army| self.army(army).iter().any(|(_, m)| m.letter() == letter));
        let place = |number: &str| -> char {
            let number: usize = number.parse().unwrap();
            match broken {
                Some(Broken::PlacesFromTheOtherEnd) => array[4 - number].into(),
                _ => array[number - 1].into(),
            }
        };
        let letter = match (word, broken) {
            ("knight", Some(Broken::KnightForBishop)) => 'B',
            ("bishop", Some(Broken::KnightForBishop)) => 'N',
            ("king", _) => 'K',
            ("queen", _) => 'Q',
            ("rook", _) => 'R',
            ("bishop", _) => 'B',
            ("knight", _) => 'N',
            ("any pawn", _) => 'P',
            (word, _) => place(word.strip_prefix("place ").unwrap()),
        };
        let mut steps = of(letter);
        if broken == Some(Broken::OneOfAKind)
            && letter != 'P'
            && let Some(&first) = steps.first()
        {
            steps.retain(|step| step.from == first.from);
        }
        let blocked = letter == 'K' && steps.is_empty() && broken != Some(Broken::NoPawnForTheKing);
        // The pawn is for a king that is blocked, not for one that is gone.
        if blocked && (there('K') || broken == Some(Broken::PawnForAKingGone)) {
            return Called { letter: 'P', instead_of_king: true, gone: !there('P'), steps: of('P') };
        }
        Called { letter, instead_of_king: false, gone: !there(letter), steps }
    }
}
