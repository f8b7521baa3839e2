//! What a card does to the board (GAMES K5).

use super::super::chess_kind::ChessKind;
use super::knightmare_board::{KnightmareCell, KnightmarePiece};
use super::knightmare_game::KnightmareGame;
use super::knightmare_position::KnightmarePosition;
use crate::games::{ActError, CardOp, CardPlay, Fact};
use crate::input::quoted;

impl KnightmareGame {
    /// The position after the ops of a card, what happened, and which pawn went as no pawn may (GAMES K5.8).
    ///
    /// # Errors
    /// If an op cannot be done, or the position after all of them is not sound; then nothing of the card is played.
    pub(super) fn play_card(
        &self,
        position: &KnightmarePosition,
        card: &CardPlay,
    ) -> Result<(KnightmarePosition, Vec<Fact>, Option<String>), ActError> {
        let mut table = CardTable { game: self, position: position.clone(), facts: Vec::new(), crooked: None };
        if card.ops.iter().filter(|op| **op == CardOp::End).count() > 1 {
            return Err(ActError::Illegal("the card cannot do end: a card ends the turn only once".to_owned()));
        }
        for op in &card.ops {
            table.apply(op).map_err(|problem| ActError::Illegal(format!("the card cannot do {op}: {problem}")))?;
            table.position.drop_lost_rights(self);
        }
        let CardTable { position: mut after, facts, crooked, .. } = table;
        // The turn of an army that went out passes only now, so that every op still means this turn.
        if !after.is_in(after.turn) {
            after.pass_turn(self);
        }
        self.check_soundness(&after)
            .map_err(|error| ActError::Illegal(format!("the position after the card is not sound: {error}")))?;
        Ok((after, facts, crooked))
    }
}

/// A position while a card changes it.
struct CardTable<'g> {
    game: &'g KnightmareGame,
    position: KnightmarePosition,
    facts: Vec<Fact>,
    /// A pawn that went more than one square, and not straight.
    crooked: Option<String>,
}

impl CardTable<'_> {
    fn apply(&mut self, op: &CardOp) -> Result<(), String> {
        match op {
            CardOp::Move(cells) => {
                let (from, to) = self.two_cells(cells)?;
                let piece = self.piece_on(from)?;
                if let Some(taken) = self.position.board.at(to) {
                    self.facts.push(Fact::Captured {
                        seat: taken.seat(),
                        piece: taken.kind.name(),
                        at: to.to_string(),
                    });
                    self.lift(to)?;
                }
                self.position.board.put(from, None);
                self.position.board.put(to, piece);
                self.follow(from, to);
                let (across, up) = ((to.file() - from.file()).abs(), (to.rank() - from.rank()).abs());
                let is_straight = across == 0 || up == 0 || across == up;
                if piece.kind == ChessKind::Pawn && !is_straight && !self.game.is_for_three() {
                    self.crooked = Some(format!("and the pawn from {from} to {to} does not go straight"));
                }
                self.facts.push(Fact::Moved { piece: piece.kind.name(), from: from.to_string(), to: to.to_string() });
            }
            CardOp::Remove(cell) => {
                let cell = self.cell(cell)?;
                self.lift(cell)?;
            }
            CardOp::Place(what) => {
                let (piece, cell) = split(what, 2);
                let (piece, cell) = (self.piece(piece)?, self.cell(cell)?);
                if self.position.board.at(cell).is_some() {
                    return Err(format!("{cell} is not empty"));
                }
                self.position.board.put(cell, piece);
            }
            CardOp::Change(what) => {
                let (cell, piece) = split(what, 2);
                let (cell, piece) = (self.cell(cell)?, self.piece(piece)?);
                self.lift(cell)?;
                self.position.board.put(cell, piece);
            }
            CardOp::Swap(cells) => {
                let (one, other) = self.two_cells(cells)?;
                let (first, second) = (self.piece_on(one)?, self.piece_on(other)?);
                self.position.board.put(one, second);
                self.position.board.put(other, first);
                self.follow(one, other);
            }
            CardOp::Turn(letter) => {
                let seat = self.seat(*letter)?;
                if !self.position.is_in(seat) {
                    return Err(format!("{} is out", self.game.name(seat)));
                }
                self.position.give_turn(seat);
            }
            CardOp::Out(letter) => {
                let seat = self.seat(*letter)?;
                if !self.position.is_in(seat) {
                    return Err(format!("{} is out already", self.game.name(seat)));
                }
                self.position.strike(seat);
            }
            CardOp::In(letter) => {
                let seat = self.seat(*letter)?;
                if self.position.is_in(seat) {
                    return Err(format!("{} is in the game already", self.game.name(seat)));
                }
                self.position.out.retain(|&other| other != seat);
            }
            CardOp::End => {
                self.position.ply = self.position.ply.saturating_add(1);
                self.position.pass_turn(self.game);
            }
        }
        Ok(())
    }

    /// Takes the piece from a cell. An army that loses its king is out at once (GAMES K5.4).
    fn lift(&mut self, cell: KnightmareCell) -> Result<(), String> {
        let piece = self.piece_on(cell)?;
        self.position.board.put(cell, None);
        let is_last_king = piece.kind == ChessKind::King && self.position.board.kings(piece.seat()).next().is_none();
        if is_last_king && self.position.is_in(piece.seat()) {
            self.position.strike(piece.seat());
        }
        Ok(())
    }

    /// Keeps the midline state of pawns that a card moves (GAMES K5.5).
    fn follow(&mut self, from: KnightmareCell, to: KnightmareCell) {
        for pawn in self.position.midline.iter_mut().flatten() {
            if pawn.cell == from {
                pawn.cell = to;
            } else if pawn.cell == to {
                pawn.cell = from;
            }
        }
    }

    fn piece_on(&self, cell: KnightmareCell) -> Result<KnightmarePiece, String> {
        self.position.board.at(cell).ok_or_else(|| format!("{cell} is empty"))
    }

    fn two_cells(&self, text: &str) -> Result<(KnightmareCell, KnightmareCell), String> {
        let (one, other) = split(text, 2);
        let (one, other) = (self.cell(one)?, self.cell(other)?);
        if one == other { Err("it needs two different squares".to_owned()) } else { Ok((one, other)) }
    }

    fn cell(&self, text: &str) -> Result<KnightmareCell, String> {
        let mut letters = text.chars();
        let cell = letters
            .next()
            .zip(letters.next())
            .and_then(|(file, rank)| KnightmareCell::from_letters(file, rank))
            .filter(|_| letters.next().is_none())
            .ok_or_else(|| format!("{} is not a square such as a1", quoted(text)))?;
        if self.game.is_void(cell) { Err(format!("{cell} is not part of the board")) } else { Ok(cell) }
    }

    fn piece(&self, text: &str) -> Result<KnightmarePiece, String> {
        let mut letters = text.chars();
        letters
            .next()
            .zip(letters.next())
            .and_then(|(army, kind)| self.game.seat_of(army).zip(ChessKind::from_letter(kind)))
            .map(|(seat, kind)| KnightmarePiece::new(seat, kind))
            .ok_or_else(|| {
                format!("{} is not a piece such as wQ, of one of the armies {}", quoted(text), self.game.letters())
            })
    }

    fn seat(&self, letter: char) -> Result<usize, String> {
        self.game.seat_of(letter).ok_or_else(|| format!("{letter:?} is not one of the armies {}", self.game.letters()))
    }
}

/// Splits a text after so many characters; a shorter one has nothing in its second part.
fn split(text: &str, characters: usize) -> (&str, &str) {
    text.char_indices().nth(characters).map_or((text, ""), |(at, _)| text.split_at(at))
}
