//! Card acts, which change the board against the rules, and resignations (GAMES C3, K5).

use super::super::chess_kind::ChessKind;
use super::gods_board::{GodsPiece, GodsSide, GodsSquare};
use super::gods_position::{GodsPosition, GodsStage, SummoningRule};
use super::gods_text::{read_position, write_position};
use crate::games::{CardOp, CardPlay};
use crate::input::quoted;

impl GodsPosition {
    /// The position after a player has resigned: the king leaves the board, as an army that is out has none.
    pub(super) fn after_resignation(&self, side: GodsSide) -> GodsPosition {
        let mut next = self.clone();
        let king = next.board.kings(side).next();
        if let Some(king) = king {
            next.put(king, None);
        }
        next.stop();
        next
    }

    /// The position after a card act.
    ///
    /// # Errors
    /// If the card does something that is not possible, or leaves a position that is not sound.
    pub(super) fn after_card(&self, card: &CardPlay, rule: SummoningRule) -> Result<GodsPosition, String> {
        let mut next = self.clone();
        let mut out = [false; 2];
        for op in &card.ops {
            next.apply_op(op, &mut out)?;
        }
        for side in GodsSide::ALL {
            if out[side.index()] && next.board.has_king(side) {
                return Err(format!("{0} is out, but has a king: write in {1}", side.name(), side.letter()));
            }
        }
        if GodsSide::ALL.iter().any(|&side| !next.board.has_king(side)) {
            next.stop();
        } else if matches!(next.stage, GodsStage::Move | GodsStage::Refill) {
            next.begin_turn();
        }
        if !next.has_sound_en_passant() {
            next.board.en_passant = None;
        }
        if !next.has_sound_undefendable() {
            next.undefendable = None;
        }
        read_position(&write_position(&next), rule).map_err(|error| format!("after the card {error}"))
    }

    fn apply_op(&mut self, op: &CardOp, out: &mut [bool; 2]) -> Result<(), String> {
        match op {
            CardOp::Move(squares) => {
                let (from, to) =
                    two_squares(squares).filter(|(from, to)| from != to).ok_or_else(|| bad(squares, "a1b2"))?;
                let piece = self.piece_on(from)?;
                self.put(from, None);
                self.put(to, Some(piece));
            }
            CardOp::Remove(square) => {
                let square = GodsSquare::read(square).ok_or_else(|| bad(square, "a1"))?;
                self.piece_on(square)?;
                self.put(square, None);
            }
            CardOp::Place(what) => {
                let place =
                    what.split_at_checked(2).and_then(|(piece, at)| Some((piece_of(piece)?, GodsSquare::read(at)?)));
                let (piece, square) = place.ok_or_else(|| bad(what, "wRa1"))?;
                if self.board.at(square).is_some() {
                    return Err(format!("{square} is not empty"));
                }
                self.put(square, Some(piece));
            }
            CardOp::Change(what) => {
                let change =
                    what.split_at_checked(2).and_then(|(at, piece)| Some((GodsSquare::read(at)?, piece_of(piece)?)));
                let (square, piece) = change.ok_or_else(|| bad(what, "a1wQ"))?;
                self.piece_on(square)?;
                self.put(square, Some(piece));
            }
            CardOp::Swap(squares) => {
                let (one, other) = two_squares(squares).ok_or_else(|| bad(squares, "a1b2"))?;
                let pieces = (self.piece_on(one)?, self.piece_on(other)?);
                self.put(one, Some(pieces.1));
                self.put(other, Some(pieces.0));
            }
            CardOp::Turn(letter) => {
                let side = side_of(*letter)?;
                self.leave_turn()?;
                self.board.turn = side;
            }
            CardOp::Out(letter) => {
                let side = side_of(*letter)?;
                let king = self.board.kings(side).next().ok_or_else(|| format!("{} has no king", side.name()))?;
                self.put(king, None);
                out[side.index()] = true;
            }
            CardOp::In(letter) => {
                let side = side_of(*letter)?;
                if !out[side.index()] {
                    return Err(format!("{} is not out", side.name()));
                }
                out[side.index()] = false;
            }
            CardOp::End => {
                self.leave_turn()?;
                self.end_turn();
            }
        }
        Ok(())
    }

    /// Leaves the turn for another one; impossible between the try of a capture and the end of its battle.
    fn leave_turn(&mut self) -> Result<(), String> {
        match self.stage {
            GodsStage::Move | GodsStage::Refill => self.undefendable = None,
            GodsStage::MayDiscard | GodsStage::MustDiscard => self.stage = GodsStage::Move,
            GodsStage::Deal => {}
            _ => return Err(format!("the turn cannot change now: {}", self.awaited())),
        }
        Ok(())
    }

    fn piece_on(&self, square: GodsSquare) -> Result<GodsPiece, String> {
        self.board.at(square).ok_or_else(|| format!("{square} is empty"))
    }

    /// Changes what stands on a square; rights that hang on it lapse.
    fn put(&mut self, square: GodsSquare, piece: Option<GodsPiece>) {
        let stepped = self.board.en_passant.and_then(|passed| {
            let side = self.board.stepper_over(passed)?;
            self.board.pawn_beyond(passed, side)
        });
        if stepped == Some(square) {
            self.board.en_passant = None;
        }
        if self.undefendable == Some(square) {
            self.undefendable = None;
        }
        self.board.lapse_castling_at(square);
        self.board.set(square, piece);
    }

    /// The game is over; the cards of a battle go to the discards.
    fn stop(&mut self) {
        self.cards.discards.extend(self.two().into_iter().flatten().map(Some));
        self.stage = GodsStage::Over;
    }
}

fn bad(what: &str, expected: &str) -> String {
    format!("a card cannot do {}; expected {expected}", quoted(what))
}

fn side_of(letter: char) -> Result<GodsSide, String> {
    GodsSide::from_letter(letter)
        .ok_or_else(|| format!("there is no army {}; expected w or b", quoted(&letter.to_string())))
}

fn two_squares(text: &str) -> Option<(GodsSquare, GodsSquare)> {
    let (one, other) = text.split_at_checked(2)?;
    Some((GodsSquare::read(one)?, GodsSquare::read(other)?))
}

fn piece_of(text: &str) -> Option<GodsPiece> {
    let mut letters = text.chars();
    let side = GodsSide::from_letter(letters.next()?)?;
    let kind = ChessKind::from_letter(letters.next()?)?;
    letters.next().is_none().then_some(GodsPiece { side, kind })
}
