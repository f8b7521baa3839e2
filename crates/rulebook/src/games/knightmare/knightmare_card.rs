//! What a card does to the board (GAMES K5).

use std::fmt;

use super::super::cell::Cell;
use super::super::chess_kind::ChessKind;
use super::knightmare_board::KnightmarePiece;
use super::knightmare_game::KnightmareGame;
use super::knightmare_position::KnightmarePosition;
use crate::chess::Square;
use crate::games::{ActError, Fact};
use crate::input::quoted;

/// The longest name of a card, in characters.
const NAME_LIMIT: usize = 80;

/// What a card can do.
const OPS: &str = "move a1b2, remove a1, place wRa1, change a1wQ, swap a1b2, turn w, out w, in w, or end";

/// A card act: `card "Sanctuary": swap a8b8, end`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct KnightmareCard {
    name: String,
    /// What it does, in order.
    ops: Vec<String>,
}

impl KnightmareCard {
    /// Reads a card act; `None` if the text is none.
    #[expect(clippy::disallowed_methods, reason = "no card has them in its name")]
    pub(super) fn read(text: &str) -> Option<Result<KnightmareCard, ActError>> {
        let rest = text.strip_prefix("card").filter(|rest| rest.is_empty() || rest.starts_with(' '))?;
        let read = || {
            let (name, rest) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
            let name = name.trim();
            if name.is_empty() || name.chars().count() > NAME_LIMIT || name.contains(char::is_control) {
                return None;
            }
            let ops = match rest.trim().strip_prefix(':') {
                Some(ops) => ops.split(',').map(|op| op.split_whitespace().collect::<Vec<_>>().join(" ")).collect(),
                None if rest.trim().is_empty() => Vec::new(),
                None => return None,
            };
            Some(KnightmareCard { name: name.to_owned(), ops })
        };
        let expected = || "a card act such as card \"Name\" or card \"Name\": move a1b2, remove c3, end".to_owned();
        Some(read().ok_or_else(|| ActError::Unreadable { text: quoted(text), expected: expected() }))
    }
}

impl fmt::Display for KnightmareCard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let colon = if self.ops.is_empty() { "" } else { ": " };
        write!(f, "card \"{}\"{colon}{}", self.name, self.ops.join(", "))
    }
}

/// What a card left behind.
pub(super) struct CardPlayed {
    pub(super) position: KnightmarePosition,
    pub(super) facts: Vec<Fact>,
    /// Why the act is irregular: it is a card, and which pawn went as no pawn may (GAMES K5.8).
    pub(super) irregular: String,
}

impl KnightmareGame {
    /// What is left by a card.
    ///
    /// # Errors
    /// If it cannot do something, or the position after all of it is not sound; then nothing of the card is played.
    pub(super) fn play_card(&self, position: &KnightmarePosition, card: &KnightmareCard) -> Result<CardPlayed, String> {
        let facts = vec![Fact::Other(format!("plays the card \"{}\"", card.name))];
        let played = CardPlayed { position: position.clone(), facts, irregular: "a card act".to_owned() };
        let mut table = CardTable { game: self, played };
        if card.ops.iter().filter(|op| *op == "end").count() > 1 {
            return Err("the card cannot do end: a card ends the turn only once".to_owned());
        }
        for op in &card.ops {
            table.apply(op).map_err(|problem| format!("the card cannot do {}: {problem}", quoted(op)))?;
            table.played.position.drop_lost_rights(self);
        }
        let mut played = table.played;
        // The turn of an army that went out passes only now, so that everything on the card still means this turn.
        if !played.position.is_in(played.position.turn) {
            played.position.pass_turn(self);
        }
        self.check_soundness(&played.position)
            .map_err(|error| format!("the position after the card is not sound: {error}"))?;
        Ok(played)
    }
}

/// A position while a card changes it.
struct CardTable<'g> {
    game: &'g KnightmareGame,
    played: CardPlayed,
}

impl CardTable<'_> {
    fn apply(&mut self, op: &str) -> Result<(), String> {
        let (word, what) = op.split_once(' ').unwrap_or((op, ""));
        match word {
            "move" => {
                let (from, to) = self.two_squares(what)?;
                let piece = self.piece_on(from)?;
                if let Some(taken) = self.position().board.at(to) {
                    let (seat, piece) = (taken.seat(), taken.kind.name());
                    self.played.facts.push(Fact::Captured { seat, piece, at: to.to_string() });
                    self.lift(to)?;
                }
                self.put(from, None);
                self.put(to, Some(piece));
                self.follow(from, to);
                let across = from.file().index().abs_diff(to.file().index());
                let up = from.rank().index().abs_diff(to.rank().index());
                let is_straight = across == 0 || up == 0 || across == up;
                if piece.kind == ChessKind::Pawn && !is_straight && !self.game.is_for_three() {
                    let pawn = format!("a card act, and the pawn from {from} to {to} does not go straight");
                    self.played.irregular = pawn;
                }
                let piece = piece.kind.name();
                self.played.facts.push(Fact::Moved { piece, from: from.to_string(), to: to.to_string() });
            }
            "remove" => {
                let square = self.square(what)?;
                self.lift(square)?;
            }
            "place" => {
                let (piece, square) = split(what, 2);
                let (piece, square) = (self.piece(piece)?, self.square(square)?);
                if self.position().board.at(square).is_some() {
                    return Err(format!("{square} is not empty"));
                }
                self.put(square, Some(piece));
            }
            "change" => {
                let (square, piece) = split(what, 2);
                let (square, piece) = (self.square(square)?, self.piece(piece)?);
                self.lift(square)?;
                self.put(square, Some(piece));
            }
            "swap" => {
                let (one, other) = self.two_squares(what)?;
                let (first, second) = (self.piece_on(one)?, self.piece_on(other)?);
                self.put(one, Some(second));
                self.put(other, Some(first));
                self.follow(one, other);
            }
            "turn" => {
                let seat = self.seat(what)?;
                self.check_is_in(seat, "out")?;
                self.position().give_turn(seat);
            }
            "out" => {
                let seat = self.seat(what)?;
                self.check_is_in(seat, "out already")?;
                self.position().strike(seat);
            }
            "in" => {
                let seat = self.seat(what)?;
                if self.position().is_in(seat) {
                    return Err(format!("{} is in the game already", self.game.name(seat)));
                }
                self.position().out.retain(|&other| other != seat);
            }
            "end" if what.is_empty() => {
                let ply = self.position().ply.saturating_add(1);
                self.position().ply = ply;
                self.played.position.pass_turn(self.game);
            }
            _ => return Err(format!("expected {OPS}")),
        }
        Ok(())
    }

    fn position(&mut self) -> &mut KnightmarePosition {
        &mut self.played.position
    }

    fn put(&mut self, square: Square, piece: Option<KnightmarePiece>) {
        self.position().board.put(square, piece);
    }

    /// Takes the piece from a square. An army that loses its king is out at once (GAMES K5.4).
    fn lift(&mut self, square: Square) -> Result<(), String> {
        let piece = self.piece_on(square)?;
        self.put(square, None);
        let position = self.position();
        let is_last_king = piece.kind == ChessKind::King && position.board.kings(piece.seat()).next().is_none();
        if is_last_king && position.is_in(piece.seat()) {
            position.strike(piece.seat());
        }
        Ok(())
    }

    /// Keeps the midline state of pawns that a card moves (GAMES K5.5).
    fn follow(&mut self, from: Square, to: Square) {
        for pawn in self.position().midline.iter_mut().flatten() {
            if pawn.cell == from {
                pawn.cell = to;
            } else if pawn.cell == to {
                pawn.cell = from;
            }
        }
    }

    fn check_is_in(&mut self, seat: usize, what: &str) -> Result<(), String> {
        let is_in = self.position().is_in(seat);
        if is_in { Ok(()) } else { Err(format!("{} is {what}", self.game.name(seat))) }
    }

    fn piece_on(&mut self, square: Square) -> Result<KnightmarePiece, String> {
        self.position().board.at(square).ok_or_else(|| format!("{square} is empty"))
    }

    fn two_squares(&self, text: &str) -> Result<(Square, Square), String> {
        let (one, other) = split(text, 2);
        let (one, other) = (self.square(one)?, self.square(other)?);
        if one == other { Err("it needs two different squares".to_owned()) } else { Ok((one, other)) }
    }

    fn square(&self, text: &str) -> Result<Square, String> {
        let square = Square::named(text).ok_or_else(|| format!("{} is not a square such as a1", quoted(text)))?;
        if self.game.is_void(square) { Err(format!("{square} is not part of the board")) } else { Ok(square) }
    }

    fn piece(&self, text: &str) -> Result<KnightmarePiece, String> {
        let (army, kind) = split(text, 1);
        let piece = self.game.seat_named(army).zip(ChessKind::named(kind));
        piece.map(|(seat, kind)| KnightmarePiece::new(seat, kind)).ok_or_else(|| {
            format!("{} is not a piece such as wQ, of one of the armies {}", quoted(text), self.game.letters())
        })
    }

    fn seat(&self, text: &str) -> Result<usize, String> {
        let unknown = || format!("{} is not one of the armies {}", quoted(text), self.game.letters());
        self.game.seat_named(text).ok_or_else(unknown)
    }
}

/// Splits a text after so many characters; a shorter one has nothing in its second part.
fn split(text: &str, characters: usize) -> (&str, &str) {
    text.char_indices().nth(characters).map_or((text, ""), |(at, _)| text.split_at(at))
}
