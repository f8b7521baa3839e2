//! Card acts (GAMES K5) on the board of Armies of Faith 3.

use super::super::{ActError, CardOp, CardPlay};
use super::faith_armies::FaithArmy;
use super::faith_columns::FaithCell;
use super::faith_pieces::{FaithKind, FaithPiece};
use super::faith_position::FaithPosition;
use super::faith_text::check_position;
use crate::input::quoted;

/// Does what a card does, and checks that the position is sound afterwards.
pub(super) fn play_card(position: &FaithPosition, card: &CardPlay) -> Result<FaithPosition, ActError> {
    let mut next = position.clone();
    let refused = |reason: String| ActError::Illegal(format!("the card act is refused: {reason}"));
    for op in &card.ops {
        let had_king = FaithArmy::ALL.map(|army| next.board.royals(army) > 0);
        apply(&mut next, op).map_err(|reason| refused(format!("{op}: {reason}")))?;
        // Nothing is left to checkmate in an army whose king a card has removed (GAMES K5.4).
        for army in FaithArmy::ALL {
            if had_king[army.index()] && next.board.royals(army) == 0 && next.is_in(army) {
                take_out(&mut next, army);
            }
        }
    }
    next.board.find_kings();
    next.drop_lapsed();
    if next.out.len() > 3 {
        return Err(refused("no army would be left".to_owned()));
    }
    check_position(&next).map_err(|error| refused(error.to_string()))?;
    Ok(next)
}

/// An army goes out; if it has the turn, this passes on.
pub(super) fn take_out(position: &mut FaithPosition, army: FaithArmy) {
    position.go_out(army);
    if position.turn == army {
        position.pass_turn();
    }
}

fn apply(position: &mut FaithPosition, op: &CardOp) -> Result<(), String> {
    let board = &mut position.board;
    match op {
        CardOp::Move(cells) => {
            let (from, to) = two_cells(cells)?;
            if from == to {
                return Err("the two cells are the same".to_owned());
            }
            let piece = board.put(from, None).ok_or_else(|| format!("{from} is empty"))?;
            board.put(to, Some(piece));
        }
        CardOp::Remove(cell) => {
            let cell = one_cell(cell)?;
            board.put(cell, None).ok_or_else(|| format!("{cell} is empty"))?;
        }
        CardOp::Place(what) => {
            let (piece, cell) = what.split_at_checked(2).ok_or_else(|| wrong_piece(what))?;
            let (piece, cell) = (one_piece(piece)?, one_cell(cell)?);
            if let Some(there) = board.put(cell, Some(piece)) {
                return Err(format!("{cell} is taken by {}", there.on(cell)));
            }
        }
        CardOp::Change(what) => {
            let (cell, piece) = what.split_at_checked(3).ok_or_else(|| wrong_cell(what))?;
            let (cell, piece) = (one_cell(cell)?, one_piece(piece)?);
            board.put(cell, Some(piece)).ok_or_else(|| format!("{cell} is empty"))?;
        }
        CardOp::Swap(cells) => {
            let (one, other) = two_cells(cells)?;
            let (first, second) = (board.put(one, None), board.put(other, None));
            if first.is_none() || second.is_none() {
                return Err(format!("{} is empty", if first.is_none() { one } else { other }));
            }
            board.put(one, second);
            board.put(other, first);
        }
        CardOp::Turn(letter) => {
            let army = one_army(*letter)?;
            if !position.is_in(army) {
                return Err(format!("{} is out", army.name()));
            }
            position.give_turn(army);
        }
        CardOp::Out(letter) => {
            let army = one_army(*letter)?;
            if !position.is_in(army) {
                return Err(format!("{} is already out", army.name()));
            }
            take_out(position, army);
        }
        CardOp::In(letter) => {
            let army = one_army(*letter)?;
            if position.is_in(army) {
                return Err(format!("{} is not out", army.name()));
            }
            position.out.retain(|&out| out != army);
        }
        CardOp::End => position.end_turn(),
    }
    Ok(())
}

/// Reads the letter of an army.
pub(super) fn one_army(letter: char) -> Result<FaithArmy, String> {
    let wrong = || format!("{} is not an army; choose r, o, g or b", quoted(&letter.to_string()));
    FaithArmy::from_letter(letter).ok_or_else(wrong)
}

fn one_cell(text: &str) -> Result<FaithCell, String> {
    FaithCell::named(text).ok_or_else(|| wrong_cell(text))
}

fn two_cells(text: &str) -> Result<(FaithCell, FaithCell), String> {
    let (one, other) = text.split_at_checked(3).ok_or_else(|| wrong_cell(text))?;
    Ok((one_cell(one)?, one_cell(other)?))
}

fn wrong_cell(text: &str) -> String {
    format!("{} is not a cell; a cell is a column and a level, such as ec2", quoted(text))
}

fn one_piece(text: &str) -> Result<FaithPiece, String> {
    let mut letters = text.chars();
    let army = letters.next().and_then(FaithArmy::from_letter);
    let kind = letters.next().and_then(FaithKind::from_letter);
    let piece = army.zip(kind).filter(|_| letters.next().is_none());
    piece.map(|(army, kind)| FaithPiece { army, kind }).ok_or_else(|| wrong_piece(text))
}

fn wrong_piece(text: &str) -> String {
    format!("{} is not a piece; a piece is an army and a letter, such as rK", quoted(text))
}
