//! Position texts: `<board> <turn> <out> <castling> <midline> <en passant> <ply>` (GAMES K6.2).

use super::super::cell::{Cell, cells_text};
use super::super::chess_kind::ChessKind;
use super::knightmare_board::{KnightmareBoard, KnightmarePiece};
use super::knightmare_game::KnightmareGame;
use super::knightmare_play::SettledPosition;
use super::knightmare_position::{KnightmarePosition, MIDLINE_SEATS, MidlinePawn};
use crate::chess::{File, Rank, Square};
use crate::games::StateError;
use crate::input::quoted;

/// The names of the fields, for messages.
const FIELDS: [&str; 7] =
    ["the board", "the turn", "the armies out", "castling", "the midline", "en passant", "the ply"];

impl KnightmareGame {
    /// The text of a position.
    pub(super) fn write_position(&self, position: &KnightmarePosition) -> String {
        let letter = |seat: usize| self.seats[seat].letter;
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        let out = or_dash(position.out.iter().map(|&seat| letter(seat)).collect());
        let midline = position
            .midline
            .iter()
            .flatten()
            .fold(String::new(), |text, pawn| text + &pawn.cell.to_string() + if pawn.is_free { "*" } else { "" });
        let mut en_passant = String::new();
        for (seat, over) in position.en_passant.iter().enumerate() {
            if let Some(over) = over {
                en_passant.push(letter(seat));
                en_passant.push_str(&over.to_string());
            }
        }
        format!(
            "{} {} {out} {} {} {} {}",
            self.write_board(&position.board),
            letter(position.turn),
            if position.castling { "O" } else { "-" },
            or_dash(midline),
            or_dash(en_passant),
            position.ply
        )
    }

    fn write_board(&self, board: &KnightmareBoard) -> String {
        let mark = |square| match board.at(square) {
            Some(piece) => Some(format!("{}{}", self.seats[piece.seat()].letter, piece.kind.letter())),
            None => self.is_void(square).then(|| "#".to_owned()),
        };
        let rank = |rank| cells_text(File::ALL.map(|file| mark(Square::new(file, rank))));
        Rank::ALL.into_iter().rev().map(rank).collect::<Vec<_>>().join("/")
    }

    /// Reads a position text.
    ///
    /// # Errors
    /// If it is not the text of a sound position in which everything that follows of itself has happened.
    pub(super) fn read_position(&self, text: &str) -> Result<SettledPosition, StateError> {
        let fields: Vec<&str> = text.split(' ').collect();
        let &[board, turn, out, castling, midline, en_passant, ply] = fields.as_slice() else {
            return Err(error(
                format!("the number of fields in the position {} is {}", quoted(text), fields.len()),
                format!("seven, separated by single spaces: {}", FIELDS.join(", ")),
            ));
        };
        let board = self.read_board(board)?;
        let turn = self.seat_named(turn).ok_or_else(|| wrong(1, turn, format!("one of {}", self.letters())))?;
        let castling = match castling {
            "O" => true,
            "-" => false,
            _ => return Err(wrong(3, castling, "O or -".to_owned())),
        };
        let ply: u32 = ply
            .parse()
            .ok()
            .filter(|number: &u32| number.to_string() == ply)
            .ok_or_else(|| wrong(6, ply, "a number without leading zeros".to_owned()))?;
        let position = KnightmarePosition {
            board,
            turn,
            out: self.read_out(out)?,
            castling,
            midline: read_midline(midline)?,
            en_passant: self.read_en_passant(en_passant)?,
            ply,
        };
        self.check_soundness(&position)?;
        self.check_rights(&position)?;
        let settled = self.settle(position.clone());
        if settled.position != position {
            let name = self.name(position.turn);
            return Err(error(
                format!("{name} is checkmated, and neither out nor passed over"),
                format!("the position after {name} has gone out"),
            ));
        }
        Ok(settled)
    }

    /// Whether the board agrees with the armies that are in the game (GAMES K5.5).
    pub(super) fn check_soundness(&self, position: &KnightmarePosition) -> Result<(), StateError> {
        for (seat, army) in self.seats.iter().enumerate() {
            let kings = position.board.kings(seat).count();
            let expected = usize::from(position.is_in(seat));
            if kings != expected {
                let is_in = if expected == 1 { "in the game" } else { "out" };
                return Err(error(
                    format!("{} is {is_in} and has {kings} kings", army.name),
                    "one king for each army in the game, and none for an army that is out".to_owned(),
                ));
            }
        }
        if !position.is_in(position.turn) {
            let name = self.name(position.turn);
            return Err(error(format!("it is the turn of {name}, which is out"), "an army in the game".to_owned()));
        }
        Ok(())
    }

    fn check_rights(&self, position: &KnightmarePosition) -> Result<(), StateError> {
        if position.castling && !(self.is_for_three() && position.has_castling_pieces()) {
            let expected =
                if self.is_for_three() { "-, unless White has its king on d8 and its rook on b8" } else { "-" };
            return Err(wrong(3, "O", expected.to_owned()));
        }
        if let Some(pawns) = &position.midline
            && !(self.is_for_three() && position.is_midline_sound(pawns))
        {
            let expected =
                "-, or the squares of Black's pawn and of Red's, both on ranks 1 to 4, in the game for three";
            return Err(error("field 5, the midline, does not fit the board".to_owned(), expected.to_owned()));
        }
        for (seat, over) in position.en_passant.iter().enumerate() {
            if let Some(over) = over.filter(|&over| !position.is_passing_sound(self, seat, over)) {
                return Err(error(
                    format!(
                        "field 6, en passant: no pawn of {} can have passed over {over} since its last turn",
                        self.name(seat)
                    ),
                    "an empty square with the pawn one step ahead".to_owned(),
                ));
            }
        }
        Ok(())
    }

    fn read_board(&self, text: &str) -> Result<KnightmareBoard, StateError> {
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != 8 {
            return Err(error(format!("field 1, the board, has {} ranks", rows.len()), "8, joined by /".to_owned()));
        }
        let mut board = KnightmareBoard::empty();
        for (rank, row) in Rank::ALL.into_iter().rev().zip(rows) {
            self.read_rank(row, rank, &mut board)?;
        }
        if self.write_board(&board) != text {
            let expected = format!("each run of empty squares as one number: {}", self.write_board(&board));
            return Err(error("field 1, the board, is not in its shortest form".to_owned(), expected));
        }
        Ok(board)
    }

    fn read_rank(&self, row: &str, rank: Rank, board: &mut KnightmareBoard) -> Result<(), StateError> {
        let wrong_length = || error(format!("rank {rank} does not have 8 squares"), "8".to_owned());
        let mut squares = File::ALL.into_iter().map(|file| Square::new(file, rank));
        let mut letters = row.chars();
        while let Some(letter) = letters.next() {
            if let Some(empty @ 1..=8) = letter.to_digit(10) {
                for _ in 0..empty {
                    let square = squares.next().ok_or_else(wrong_length)?;
                    if self.is_void(square) {
                        let expected = format!("# for {square}, which cannot be entered");
                        return Err(error(format!("{square} is written as a square"), expected));
                    }
                }
                continue;
            }
            let square = squares.next().ok_or_else(wrong_length)?;
            if letter == '#' && self.is_void(square) {
                continue;
            }
            let piece = self.seat_of(letter).zip(letters.next().and_then(ChessKind::from_letter));
            let Some((seat, kind)) = piece.filter(|_| !self.is_void(square)) else {
                let marks = if self.is_for_three() { ", # on a7, a8, h7 and h8," } else { "" };
                return Err(error(
                    format!("rank {rank} is {}, with something unknown on {square}", quoted(row)),
                    format!(
                        "pieces such as wK with one of the armies {}{marks} and numbers for empty squares",
                        self.letters()
                    ),
                ));
            };
            board.put(square, KnightmarePiece::new(seat, kind));
        }
        if squares.next().is_none() { Ok(()) } else { Err(wrong_length()) }
    }

    fn read_out(&self, text: &str) -> Result<Vec<usize>, StateError> {
        let mut out = Vec::new();
        for letter in text.chars().filter(|_| text != "-") {
            match self.seat_of(letter).filter(|seat| !out.contains(seat)) {
                Some(seat) => out.push(seat),
                None => return Err(wrong(2, text, format!("- or different letters of {}", self.letters()))),
            }
        }
        if text.is_empty() { Err(wrong(2, text, "- if no army is out".to_owned())) } else { Ok(out) }
    }

    fn read_en_passant(&self, text: &str) -> Result<[Option<Square>; 4], StateError> {
        let mut en_passant = [None; 4];
        if text == "-" {
            return Ok(en_passant);
        }
        let error =
            || wrong(5, text, "- or each army with the square passed over, in the order of play: wf6bd3".to_owned());
        let (mut rest, mut last) = (text, None);
        while last.is_none() || !rest.is_empty() {
            let (right, others) = rest.split_at_checked(3).ok_or_else(error)?;
            let (army, over) = right.split_at_checked(1).ok_or_else(error)?;
            let seat = self.seat_named(army).filter(|&seat| last < Some(seat)).ok_or_else(error)?;
            en_passant[seat] = Some(Square::named(over).ok_or_else(error)?);
            (rest, last) = (others, Some(seat));
        }
        Ok(en_passant)
    }
}

fn read_midline(text: &str) -> Result<Option<[MidlinePawn; 2]>, StateError> {
    if text == "-" {
        return Ok(None);
    }
    let mut rest = text;
    let mut pawn = || {
        let (cell, after) = rest.split_at_checked(2)?;
        let freed = after.strip_prefix('*');
        rest = freed.unwrap_or(after);
        Some(MidlinePawn { cell: Square::named(cell)?, is_free: freed.is_some() })
    };
    let pawns = MIDLINE_SEATS.map(|_| pawn());
    match pawns {
        [Some(black), Some(red)] if rest.is_empty() => Ok(Some([black, red])),
        _ => {
            Err(wrong(4, text, "- or the squares of Black's pawn and of Red's, each with * if freed: d2e2*".to_owned()))
        }
    }
}

fn error(problem: String, expected: String) -> StateError {
    StateError { problem, expected }
}

fn wrong(field: usize, text: &str, expected: String) -> StateError {
    error(format!("field {}, {}, is {}", field + 1, FIELDS[field], quoted(text)), expected)
}
