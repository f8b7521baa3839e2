//! What a link says, in a sentence (INTERPRETATION 8.2, 8.9).

use crate::render::{list, possessive};

use super::links::{Link, LinkKind};

impl Link {
    /// What it says, without its turns: `Air's king took Earth's rook, which had given check`.
    #[must_use]
    pub fn says(&self) -> String {
        use LinkKind::*;
        let names: Vec<String> = self.pieces.iter().map(|piece| possessive(*piece)).collect();
        let name = |number: usize| names.get(number).map_or("", String::as_str);
        let (first, second) = (name(0), name(1));
        let others = list(names.get(1..).unwrap_or_default());
        let third = names.get(2);
        match self.kind {
            Stepped => format!("{first} stepped within reach of {second}, which took him"),
            Approached => format!("{second} came within reach of {first}, and took him"),
            OwnSideOpened => {
                format!("{}, of his own side, let {second} reach {first}, and he was taken", name(2))
            }
            Uncovered => match third {
                Some(mover) => format!("a move of {mover} let {second} reach {first}, and he was taken"),
                None => format!("{first} came within reach of {second} without a move of either, and was taken"),
            },
            OnThePtah => format!("{first} fell on the Ptah, to {second}"),
            AtHome => format!("{first} fell to {second} without ever having moved"),
            OneStroke => format!("{first} took {others} in one move"),
            LeftToStrike => format!("{first} left the Ptah to take {others}"),
            DrivenOff => format!("{first} left the Ptah when attacked by {others}"),
            OutOfAttack => format!("{first} came to the Ptah out of an attack by {others}"),
            WonByAStroke => format!("{first} came to the Ptah by taking {others}"),
            CheckerTaken => format!("{second} took {first}, which had given check"),
            Pressed => format!("{first} gave check to {second} more than once"),
            KingStrikes => format!("{first} took {others}"),
            WithinAStep => format!("{first} came within a step of the Ptah, and never stood on it"),
            TakenWhereItStruck => format!("{second} took {first}, and was taken on that square by {}", name(2)),
            StrikerStruck => format!("{second} took {first}, and was later taken by {}", name(2)),
            Striker => format!("{first} took several officers: {others}"),
            SignificatorStrikes => format!("{first}, which stands for the matter, took {others}"),
            SignificatorTaken => format!("{first}, which stands for the matter, was taken by {second}"),
            SignificatorStill => format!("{first}, which stands for the matter, neither moved nor was taken"),
            Freed => {
                let attack = match self.of {
                    Some("king") => "an attack on the querent's king",
                    _ => "the threat to the Ptah",
                };
                format!("when {first} fell to {second}, {attack} ended")
            }
            LostWithTheFall => format!("when {first} fell, {second}, which stands for the matter, froze with the army"),
            Throne => {
                let army = self.army.map_or_else(String::new, |army| format!(" of {army}"));
                let awakened = if self.awakened == Some(true) { ", which moves again" } else { "" };
                format!("{first} took the throne{army}{awakened}")
            }
            PromotedAndActed => format!("{first} was promoted, and then took {second}"),
            Concourse => format!("{first} met {others} in a concourse"),
            Agreement if names.is_empty() => "an army withdrew".to_owned(),
            Agreement => format!("{} came back in an exchange of prisoners", list(&names)),
            Pivot => "another move was open that would have prevented the fall".to_owned(),
        }
    }
}
