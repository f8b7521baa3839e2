//! The 22 kinds of pieces: their letters and names, the steps they are made of, and what a checkmate makes of them
//! (GAMES F1, F3, F4.4).

use super::super::lettered::lettered;
use super::faith_armies::FaithArmy;
use super::faith_columns::FaithCell;

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaithKind {
    King,
    Rook,
    Knight,
    Pawn,
    Camel,
    Elephant,
    Elf,
    Rabbi,
    Sennight,
    Simurgh,
    Unicorn,
    Bishop,
    Emperor,
    Queen,
    Pope,
    Primate,
    Caliph,
    Cardinal,
    Governor,
    Levite,
    Moderranger,
    Sevite,
}

use FaithKind::{
    Bishop, Caliph, Camel, Cardinal, Elephant, Elf, Emperor, Governor, King, Knight, Levite, Moderranger, Pawn, Pope,
    Primate, Queen, Rabbi, Rook, Sennight, Sevite, Simurgh, Unicorn,
};

/// A way of moving; every piece but the pawn has one or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaithStep {
    King,
    Rook,
    Bishop,
    Knight,
    Camel,
    Elephant,
    Sennight,
    Elf,
    Unicorn,
    Rabbi,
    Simurgh,
    /// One hex diagonal: what an Emperor has more than a King.
    Diagonal,
}

impl FaithStep {
    pub(super) const ALL: [FaithStep; 12] = [
        FaithStep::King,
        FaithStep::Rook,
        FaithStep::Bishop,
        FaithStep::Knight,
        FaithStep::Camel,
        FaithStep::Elephant,
        FaithStep::Sennight,
        FaithStep::Elf,
        FaithStep::Unicorn,
        FaithStep::Rabbi,
        FaithStep::Simurgh,
        FaithStep::Diagonal,
    ];

    pub(super) const fn index(self) -> usize {
        self as usize
    }
}

lettered! {
    FaithKind { King 'K' "king", Rook 'R' "rook", Knight 'N' "knight", Pawn 'P' "pawn", Camel 'C' "camel", Elephant 'E' "elephant", Elf 'L' "elf", Rabbi 'A' "rabbi", Sennight 'S' "sennight", Simurgh 'M' "simurgh", Unicorn 'U' "unicorn", Bishop 'B' "bishop", Emperor 'X' "emperor", Queen 'Q' "queen", Pope 'O' "pope", Primate 'I' "primate", Caliph 'H' "caliph", Cardinal 'D' "cardinal", Governor 'G' "governor", Levite 'V' "levite", Moderranger 'Z' "moderranger", Sevite 'T' "sevite" }
}

impl FaithKind {
    /// What a pawn may become (GAMES F3.19).
    pub(super) const PAWN_PROMOTIONS: [FaithKind; 10] =
        [Rook, Knight, Camel, Elephant, Elf, Rabbi, Sennight, Simurgh, Unicorn, Bishop];

    /// The name with its article: `an elf`.
    pub(super) fn with_article(self) -> String {
        let name = self.name();
        let article = if name.starts_with(['a', 'e', 'i', 'o']) { "an" } else { "a" };
        format!("{article} {name}")
    }

    /// The steps it is made of; a pawn has its own rules.
    pub(super) const fn steps(self) -> &'static [FaithStep] {
        match self {
            Pawn => &[],
            King => &[FaithStep::King],
            Rook => &[FaithStep::Rook],
            Knight => &[FaithStep::Knight],
            Camel => &[FaithStep::Camel],
            Elephant => &[FaithStep::Elephant],
            Elf => &[FaithStep::Elf],
            Rabbi => &[FaithStep::Rabbi],
            Sennight => &[FaithStep::Sennight],
            Simurgh => &[FaithStep::Simurgh],
            Unicorn => &[FaithStep::Unicorn],
            Bishop => &[FaithStep::Bishop],
            Emperor => &[FaithStep::King, FaithStep::Diagonal],
            Queen => &[FaithStep::Rook, FaithStep::Bishop],
            Pope => &[FaithStep::Bishop, FaithStep::King, FaithStep::Diagonal],
            Primate => &[FaithStep::Bishop, FaithStep::King],
            Caliph => &[FaithStep::Camel, FaithStep::Bishop],
            Cardinal => &[FaithStep::Knight, FaithStep::Bishop],
            Governor => &[FaithStep::Unicorn, FaithStep::Bishop],
            Levite => &[FaithStep::Elf, FaithStep::Bishop],
            Moderranger => &[FaithStep::Rabbi, FaithStep::Bishop],
            Sevite => &[FaithStep::Sennight, FaithStep::Bishop],
        }
    }

    /// Whether it moves in this way.
    pub(super) const fn has(self, step: FaithStep) -> bool {
        let steps = self.steps();
        let mut index = 0;
        while index < steps.len() {
            if steps[index] as u8 == step as u8 {
                return true;
            }
            index += 1;
        }
        false
    }

    /// Whether its army goes out when it is threatened by the player about to move.
    pub(super) const fn is_royal(self) -> bool {
        matches!(self, King | Emperor)
    }

    /// What it becomes when it gives checkmate (GAMES F4.4); a promoted piece stays what it is.
    pub(super) const fn after_checkmate(self) -> FaithKind {
        match self {
            King => Emperor,
            Camel => Caliph,
            Knight => Cardinal,
            Unicorn => Governor,
            Elf => Levite,
            Rabbi => Moderranger,
            Sennight => Sevite,
            Bishop => Pope,
            Elephant | Pawn => Primate,
            Rook | Simurgh => Queen,
            promoted => promoted,
        }
    }

    /// Whether it was promoted by a checkmate. A pawn never becomes such a piece, so the kind tells it (GAMES F4.5).
    pub(super) fn is_promoted(self) -> bool {
        self.after_checkmate() == self
    }
}

/// A piece of an army.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FaithPiece {
    pub(super) army: FaithArmy,
    pub(super) kind: FaithKind,
}

impl FaithPiece {
    /// The piece in a sentence: `the knight of Red on fb4`.
    pub(super) fn on(self, cell: FaithCell) -> String {
        format!("the {} of {} on {cell}", self.kind.name(), self.army.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn f1_1_and_f1_2_every_kind_has_its_letter() {
        let letters: String = FaithKind::ALL.iter().map(|kind| kind.letter()).collect();
        assert_eq!(letters, "KRNPCELASMUBXQOIHDGVZT");
        for kind in FaithKind::ALL {
            assert_eq!(FaithKind::from_letter(kind.letter()), Some(kind));
        }
        assert_eq!(FaithKind::from_letter('W'), None);
        assert_eq!([FaithKind::Elf, FaithKind::Unicorn].map(FaithKind::with_article), ["an elf", "a unicorn"]);
    }

    #[test]
    fn f3_13_and_f4_4_checkmate_adds_the_bishop() {
        for kind in FaithKind::ALL {
            let after = kind.after_checkmate();
            assert_eq!(kind.is_promoted(), FaithKind::ALL[12..].contains(&kind), "{kind:?}");
            assert!(after.is_promoted());
            let adds_bishop = after.has(FaithStep::Bishop);
            assert_eq!(adds_bishop, after != FaithKind::Emperor);
            // Only these three are straightened out or start anew.
            let keeps = kind.steps().iter().all(|&step| after.has(step));
            assert_eq!(keeps, !matches!(kind, FaithKind::Simurgh | FaithKind::Elephant), "{kind:?}");
        }
    }

    #[test]
    fn f3_19_a_pawn_becomes_any_piece_of_the_set_up_but_king_and_pawn() {
        let set_up = FaithKind::ALL[..12].iter().copied();
        let expected: Vec<FaithKind> =
            set_up.filter(|kind| !matches!(kind, FaithKind::King | FaithKind::Pawn)).collect();
        assert_eq!(FaithKind::PAWN_PROMOTIONS.to_vec(), expected);
    }
}
