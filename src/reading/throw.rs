//! A throw of the die, and the moves it leaves (RULES 8.3, 8.4).

use std::fmt;
use std::str::FromStr;

use crate::chess::{Array, Move, Position, Role, Rules};
use crate::lore::{DiceTable, Named};

/// What the die shows: one to six.
///
/// ```
/// use enochian::reading::Throw;
/// assert_eq!("3".parse::<Throw>().unwrap().number(), 3);
/// assert!("7".parse::<Throw>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Throw(u8);

impl Throw {
    /// All six.
    pub const ALL: [Throw; 6] = [Throw(1), Throw(2), Throw(3), Throw(4), Throw(5), Throw(6)];

    /// The throw of a number, if it is one to six.
    pub fn new(number: u8) -> Option<Throw> {
        Throw::ALL.into_iter().find(|throw| throw.0 == number)
    }

    /// The number, one to six.
    pub const fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// The text is no throw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a die shows a number from 1 to 6")]
pub struct NotAThrow;

impl FromStr for Throw {
    type Err = NotAThrow;

    fn from_str(text: &str) -> Result<Throw, NotAThrow> {
        text.trim().parse().ok().and_then(Throw::new).ok_or(NotAThrow)
    }
}

/// What a throw calls upon in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Called {
    /// The sort of piece that may move.
    pub role: Role,
    /// Whether pawns are called because the king, who was thrown, has no move (RULES 8.3).
    pub instead_of_king: bool,
    /// The moves to choose from. With none the turn is lost: a No Move (RULES 8.4).
    pub moves: Vec<Move>,
}

/// Finds what a throw calls upon.
///
/// "The king cannot move" means that it has no move; an army that has several pieces of the thrown kind
/// may move any of them; a throw of the king for an army without one is a No Move (RULES 8.3, **Decided**).
///
/// ```
/// use enochian::chess::{Army, Array, Direction, Element, Position, Rules};
/// use enochian::lore::Lore;
/// use enochian::reading::{Throw, called};
/// let array = Array::of(Element::Air, Element::Air);
/// let position = Position::start(array, Army::Air, Direction::Deosil);
/// let dice = Lore::embedded().dice_table("y-manuscript").unwrap();
/// // A two calls the third officer of the array, here the knight.
/// let called = called(&position, &Rules::CHESSVARIANTS.reading(), dice, array, Throw::new(2).unwrap());
/// assert_eq!(called.role.letter(), 'N');
/// assert_eq!(called.moves.len(), 3);
/// ```
pub fn called(position: &Position, rules: &Rules, dice: &DiceTable, array: Array, throw: Throw) -> Called {
    let all = position.moves(rules);
    let of = |wanted: Role| -> Vec<Move> {
        all.iter().copied().filter(|mv| matches!(mv, Move::Step { role, .. } if *role == wanted)).collect()
    };
    let named = dice.throws[usize::from(throw.number()) - 1];
    let role = match named.officer(array) {
        Some(officer) => Role::Officer(officer),
        None if named == Named::KingOrPawn => Role::King,
        None => Role::Pawn,
    };
    let moves = of(role);
    if role == Role::King && moves.is_empty() && position.king(position.turn()).is_some() {
        return Called { role: Role::Pawn, instead_of_king: true, moves: of(Role::Pawn) };
    }
    Called { role, instead_of_king: false, moves }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lore::Lore;
    use crate::reading::{Draft, Question};

    fn question(array: &str, dice: &str) -> Question {
        let draft = Draft {
            text: Some("?".into()),
            category: Some("brother".into()),
            array: array.parse().ok(),
            dice: Some(dice.into()),
            ..Draft::default()
        };
        draft.settle(Lore::embedded()).unwrap()
    }

    fn called(position: &Position, question: &Question, throw: Throw) -> Called {
        super::called(position, &question.rules(), &question.dice, question.array, throw)
    }

    /// The moves called by each throw, as sorted texts.
    fn moves(position: &str, question: &Question, throw: u8) -> (Role, bool, Vec<String>) {
        let called = called(&position.parse().unwrap(), question, Throw::new(throw).unwrap());
        let mut moves: Vec<String> = called.moves.iter().map(Move::to_string).collect();
        moves.sort();
        (called.role, called.instead_of_king, moves)
    }

    fn roles(array: &str, dice: &str) -> String {
        let question = question(array, dice);
        Throw::ALL
            .map(|throw| {
                // A lone king with room to move, so that nothing stands in for it.
                let position = "8/8/8/3aK4/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0".parse().unwrap();
                called(&position, &question, throw).role.letter()
            })
            .iter()
            .collect()
    }

    #[test]
    fn rules_8_3_regardies_table_is_the_same_for_every_array() {
        assert_eq!(roles("Air of Air & Water", "regardie"), "KNBQRP");
        assert_eq!(roles("Earth of Air & Water", "regardie"), "KNBQRP");
    }

    #[test]
    fn rules_8_3_the_y_manuscripts_table_turns_with_the_array() {
        // ZAL prints: Air of Air 5 bishop, 3 queen, 2 knight, 4 rook.
        assert_eq!(roles("Air of Air & Water", "y-manuscript"), "KNQRBP");
        // ZAL prints: Earth of Air 5 rook, 3 knight, 2 queen, 4 bishop.
        assert_eq!(roles("Earth of Air & Water", "y-manuscript"), "KQNBRP");
        assert_eq!(roles("Fire of Air & Water", "y-manuscript"), "KBRQNP");
    }

    #[test]
    fn rules_8_3_a_pawn_moves_for_a_king_who_has_no_move() {
        let question = question("Air of Air & Water", "regardie");
        // Every neighbour of a8 is held by Air itself.
        let shut_in = "aKaR6/aNab6/8/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(shut_in, &question, 1), (Role::Pawn, true, vec!["Pb7b6".into()]));
        // A frozen neighbour is an occupied one too; an enemy may be taken, so the king moves.
        let frozen = "aKaR6/wNab6/8/8/8/8/8/eKer3fb1fK a -x-- -f-- 0000 0";
        assert_eq!(moves(frozen, &question, 1), (Role::Pawn, true, vec!["Pb7b6".into()]));
        let enemy = "aKaR6/wNab6/8/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(enemy, &question, 1), (Role::King, false, vec!["Ka8a7".into()]));
        // Decided: occupied by an enemy's pieces all round is no bar either, and check is none (RULES 8.5).
        let checked = "aK7/2wR5/8/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(checked, &question, 1).2, ["Ka8a7", "Ka8b7", "Ka8b8"]);
    }

    #[test]
    fn rules_8_3_an_army_with_several_pieces_of_a_kind_moves_any() {
        let question = question("Air of Air & Water", "regardie");
        let two_knights = "aK6aN/8/8/8/8/8/5wr1wK/eKaN5fK a ---- ---- 0000 0";
        let (role, _, moves) = moves(two_knights, &question, 2);
        assert_eq!(role.letter(), 'N');
        assert_eq!(moves, ["Nb1a3", "Nb1c3", "Nb1d2", "Nh8f7", "Nh8g6"]);
    }

    #[test]
    fn rules_8_3_six_calls_any_pawn() {
        let question = question("Air of Air & Water", "regardie");
        let pawns = "aK7/aq6ab/8/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(pawns, &question, 6).2, ["Pa7a6", "Ph7h6"]);
    }

    #[test]
    fn rules_8_3_the_king_of_an_army_without_one_is_a_no_move() {
        let question = question("Air of Air & Water", "regardie");
        // Fire's king has seized the throne of Air, whose own king is taken: Air moves, but has no king.
        let awake = "fK7/4aq3/8/8/8/8/5wr1wK/eK7 a f--- w--- 0000 0";
        assert_eq!(moves(awake, &question, 1), (Role::King, false, vec![]));
        assert_eq!(moves(awake, &question, 6).2, ["Pe7e6"]);
    }

    #[test]
    fn rules_8_4_a_piece_that_is_gone_or_stuck_has_no_move() {
        let question = question("Air of Air & Water", "regardie");
        let position = "aKaR6/aNab6/ab7/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(position, &question, 4).2, Vec::<String>::new(), "the queen is gone");
        let stuck = "aKaB6/aqab6/8/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(stuck, &question, 3).2, ["Bb8c7", "Bb8d6", "Bb8e5", "Bb8f4", "Bb8g3", "Bb8h2"]);
        let stuck = "aKaB6/aqabaq5/8/8/8/8/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(stuck, &question, 3).2, Vec::<String>::new(), "the bishop is shut in");
    }

    #[test]
    fn rules_8_5_a_king_in_check_neither_must_move_nor_may_not_stay() {
        let question = question("Air of Air & Water", "regardie");
        let checked = "aK6wR/8/8/8/8/7aN/5wr1wK/eK4fb1fK a ---- ---- 0000 0";
        assert_eq!(moves(checked, &question, 2).2, ["Nh3f2", "Nh3f4", "Nh3g1", "Nh3g5"]);
        assert_eq!(moves(checked, &question, 1).2, ["Ka8a7", "Ka8b7", "Ka8b8"], "b8 stays in check");
        // RULES 3 still holds: nothing lands on its own.
        assert!(!moves(checked, &question, 2).2.contains(&"Nh3h3".to_owned()));
    }
}
