//! Texts of moves: written, read, and refused with the reason (GAMES C2, K6.1).

use super::super::chess_kind::ChessKind;
use super::knightmare_board::KnightmareCell;
use super::knightmare_game::{KnightmareGame, WHITE};
use super::knightmare_moves::KnightmareMove;
use super::knightmare_play::KnightmareAct;
use super::knightmare_position::KnightmarePosition;
use crate::games::ActError;
use crate::input::quoted;

/// What the text of an act says, before anybody asks whether it can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WrittenAct {
    /// An act without a piece's letter.
    Plain(KnightmareAct),
    /// The move of a piece; the `x` of a capture follows from the position, so it is not kept.
    Piece {
        /// The letter of the piece.
        kind: ChessKind,
        /// The cell that it leaves.
        from: KnightmareCell,
        /// The cell that it reaches.
        to: KnightmareCell,
        /// What it becomes.
        promotion: Option<ChessKind>,
    },
}

impl WrittenAct {
    /// Reads the text of an act.
    pub(super) fn read(text: &str) -> Result<WrittenAct, ActError> {
        let plain = match text {
            "--" => Some(KnightmareAct::Pass),
            "#" => Some(KnightmareAct::GoOut),
            "O-O" => Some(KnightmareAct::Move(KnightmareMove::Castle)),
            _ => None,
        };
        plain.map(WrittenAct::Plain).or_else(|| read_piece_move(text)).ok_or_else(|| ActError::Unreadable {
            text: quoted(text),
            expected: "a move such as Pa3a4, Nb1xc3 or Pb7xa8=Q, or --".to_owned(),
        })
    }

    /// The act that is meant.
    pub(super) fn act(self) -> KnightmareAct {
        match self {
            WrittenAct::Plain(act) => act,
            WrittenAct::Piece { from, to, promotion, .. } => {
                KnightmareAct::Move(KnightmareMove::Step { from, to, promotion })
            }
        }
    }

    /// Whether the letter of the piece agrees with the board.
    pub(super) fn fits(self, position: &KnightmarePosition) -> bool {
        match self {
            WrittenAct::Plain(_) => true,
            WrittenAct::Piece { kind, from, .. } => position.board.at(from).is_some_and(|piece| piece.kind == kind),
        }
    }
}

fn read_piece_move(text: &str) -> Option<WrittenAct> {
    let mut letters = text.chars().peekable();
    let kind = ChessKind::from_letter(letters.next()?)?;
    let from = KnightmareCell::from_letters(letters.next()?, letters.next()?)?;
    letters.next_if_eq(&'x');
    let to = KnightmareCell::from_letters(letters.next()?, letters.next()?)?;
    let promotion = match letters.next() {
        None => None,
        Some('=') => Some(ChessKind::from_letter(letters.next()?)?),
        Some(_) => return None,
    };
    letters.next().is_none().then_some(WrittenAct::Piece { kind, from, to, promotion })
}

impl KnightmareGame {
    /// The canonical text of an act.
    pub(super) fn write_act(&self, position: &KnightmarePosition, act: KnightmareAct) -> String {
        match act {
            KnightmareAct::Pass => "--".to_owned(),
            KnightmareAct::GoOut => "#".to_owned(),
            KnightmareAct::Move(KnightmareMove::Castle) => "O-O".to_owned(),
            KnightmareAct::Move(KnightmareMove::Step { from, to, promotion }) => {
                let letter = position.board.at(from).map_or('?', |piece| piece.kind.letter());
                let takes = if self.victim(position, position.turn, from, to).is_some() { "x" } else { "" };
                let becomes = promotion.map_or_else(String::new, |kind| format!("={}", kind.letter()));
                format!("{letter}{from}{takes}{to}{becomes}")
            }
        }
    }

    /// Why an act cannot be played by the army whose turn it is.
    pub(super) fn refusal(&self, position: &KnightmarePosition, written: WrittenAct) -> String {
        let mover = self.name(position.turn);
        match written {
            WrittenAct::Plain(KnightmareAct::Pass) if self.is_in_check(position, position.turn) => {
                format!("{mover} is in check, so it cannot pass")
            }
            WrittenAct::Plain(KnightmareAct::Pass) => format!("{mover} has a legal move, so it cannot pass"),
            WrittenAct::Plain(KnightmareAct::GoOut) if self.cards => {
                format!("{mover} has a legal move, so it does not go out")
            }
            WrittenAct::Plain(KnightmareAct::GoOut) => "# is an act only in the game with cards".to_owned(),
            WrittenAct::Plain(KnightmareAct::Move(_)) => self.castling_refusal(position),
            WrittenAct::Piece { kind, from, to, promotion } => self
                .piece_refusal(position, kind, from)
                .or_else(|| self.target_refusal(position, from, to))
                .unwrap_or_else(|| self.manner_refusal(position, kind, from, to, promotion)),
        }
    }

    fn castling_refusal(&self, position: &KnightmarePosition) -> String {
        if let Some(problem) = self.castling_problem(position).filter(|_| !self.is_for_three()) {
            problem.to_owned()
        } else if position.turn != WHITE {
            format!("only White castles, and it is {}'s turn", self.name(position.turn))
        } else if let Some(problem) = self.castling_problem(position) {
            format!("White cannot castle: {problem}")
        } else {
            self.check_refusal(WHITE)
        }
    }

    fn check_refusal(&self, seat: usize) -> String {
        format!("it leaves the king of {} in check", self.name(seat))
    }

    /// What is wrong with the piece that is to move.
    fn piece_refusal(&self, position: &KnightmarePosition, kind: ChessKind, from: KnightmareCell) -> Option<String> {
        if self.is_void(from) {
            return Some(format!("{from} is not part of the board"));
        }
        let Some(piece) = position.board.at(from) else { return Some(format!("{from} is empty")) };
        let owner = self.name(piece.seat());
        if piece.kind != kind {
            Some(format!("{from} holds the {} of {owner}, not a {}", piece.kind.name(), kind.name()))
        } else if !position.is_in(piece.seat()) {
            Some(format!("{owner} is out, so the {} on {from} does not move", kind.name()))
        } else if piece.seat() != position.turn {
            Some(format!("it is {}'s turn; the {} on {from} is {owner}'s", self.name(position.turn), kind.name()))
        } else {
            None
        }
    }

    /// What is wrong with the cell that is to be reached.
    fn target_refusal(
        &self,
        position: &KnightmarePosition,
        from: KnightmareCell,
        to: KnightmareCell,
    ) -> Option<String> {
        if self.is_void(to) {
            return Some(format!("{to} is not part of the board"));
        }
        if from == to {
            return Some(format!("the piece on {from} must leave its square"));
        }
        let piece = position.board.at(to).filter(|piece| !position.may_capture(self, position.turn, *piece))?;
        let what = format!("{to} holds the {} of {}", piece.kind.name(), self.name(piece.seat()));
        Some(if piece.seat() == position.turn {
            format!("{what} itself")
        } else if piece.kind == ChessKind::King {
            format!("{what}, and a king is never captured")
        } else {
            format!("{what}, its partner")
        })
    }

    /// What is wrong with the way from one cell to the other.
    fn manner_refusal(
        &self,
        position: &KnightmarePosition,
        kind: ChessKind,
        from: KnightmareCell,
        to: KnightmareCell,
        promotion: Option<ChessKind>,
    ) -> String {
        let seat = position.turn;
        let promotions: Vec<_> = self
            .moves_of_pieces(position, seat)
            .into_iter()
            .filter_map(|mv| match mv {
                KnightmareMove::Step { from: start, to: end, promotion } if (start, end) == (from, to) => {
                    Some(promotion)
                }
                _ => None,
            })
            .collect();
        if promotions.contains(&promotion) {
            return self.check_refusal(seat);
        }
        let victim = self.victim(position, seat, from, to);
        if kind == ChessKind::Pawn && victim.is_some_and(|victim| position.midline_forbids(from, victim)) {
            return "the midline rule forbids these two pawns to capture each other".to_owned();
        }
        match promotions.first() {
            Some(Some(_)) if promotion.is_none() => {
                format!("the pawn is promoted on {to}: add =Q, =R, =B or =N")
            }
            Some(Some(_)) => "a pawn becomes a queen, rook, bishop or knight".to_owned(),
            Some(None) => format!("nothing is promoted on {to}"),
            None => format!("the {} of {} on {from} cannot reach {to}", kind.name(), self.name(seat)),
        }
    }
}
