//! Armies of Faith 3 as a [`Game`]: its acts in text, why one is refused, and how a game ended.

use super::super::cell::{Cell, CellPanel};
use super::super::game::{After, Game};
use super::super::lettered::Named;
use super::super::typed_move::{Step, TypedMove};
use super::super::{Actor, CellShape, DiagramPiece, Ending, Fact, Ground, StateError};
use super::faith_armies::FaithArmy;
use super::faith_columns::{FaithCell, FaithColumn, LEVELS};
use super::faith_pieces::{FaithKind, FaithPiece};
use super::faith_position::{FaithAct, FaithPosition};
use super::faith_text::{read_position, write_position};

impl Cell for FaithCell {
    const NAME: usize = 3;

    fn named(name: &str) -> Option<FaithCell> {
        FaithCell::named(name)
    }

    fn all() -> impl Iterator<Item = FaithCell> {
        FaithCell::all()
    }

    fn panels() -> Vec<CellPanel<FaithCell>> {
        let panel = |level| CellPanel {
            title: Some(format!("Level {level}")),
            shape: CellShape::Hex,
            cells: FaithColumn::all().map(|column| FaithCell::new(column, level)).collect(),
        };
        (1..=LEVELS).map(panel).collect()
    }

    fn place(self) -> (i32, i32) {
        (self.column().across(), self.column().row() as i32)
    }

    fn ground(self) -> Ground {
        if self.level() % 2 == 1 { Ground::Light } else { Ground::Dark }
    }
}

impl FaithPosition {
    fn seat(&self, army: FaithArmy) -> usize {
        self.order.seat(army)
    }

    fn army(&self, seat: usize) -> FaithArmy {
        self.order.armies()[seat % 4]
    }

    /// The armies by place: the winner, the army neither mating nor mated if there is one, then in reverse order of
    /// going out (GAMES F4.5, F4.6).
    fn places(&self) -> Option<Vec<FaithArmy>> {
        let winner = self.winner()?;
        let others = self.order.after(winner).filter(|&army| self.is_in(army));
        Some([winner].into_iter().chain(others).chain(self.out.iter().rev().copied()).collect())
    }

    /// The letter, or `?` of an empty cell.
    fn letter(&self, cell: FaithCell) -> char {
        self.board.at(cell).map_or('?', |piece| piece.kind.letter())
    }

    /// The checkmates that come before anything else (GAMES F4.2).
    fn due_checkmate(&self) -> Option<String> {
        let acts = self.acts();
        let texts = acts.iter().filter(|act| matches!(act, FaithAct::Checkmate { .. })).map(|act| self.act_text(act));
        let text = texts.min()?;
        Some(format!("{} threatens a king, so it must first give checkmate, for example {text}", self.turn.name()))
    }

    /// What a checkmate does besides taking an army out: it promotes the piece, and the own king (GAMES F4.4).
    fn checkmate_facts(&self, from: FaithCell, king: FaithCell, next: &FaithPosition) -> Vec<Fact> {
        let (Some(mated), Some(piece)) = (self.board.at(king), self.board.at(from)) else { return Vec::new() };
        let mut facts =
            vec![Fact::Other(format!("checkmates {} with the {} on {from}", mated.on(king), piece.kind.name()))];
        let own_king = self.board.king(self.turn).filter(|&own| own != from);
        for cell in [Some(from), own_king].into_iter().flatten() {
            let changed = next.board.at(cell).filter(|_| next.board.at(cell) != self.board.at(cell));
            facts.extend(changed.map(|piece| Fact::Promoted { piece: piece.kind.name(), at: cell.to_string() }));
        }
        facts
    }
}

impl Game for FaithPosition {
    type Act = FaithAct;
    type Cell = FaithCell;

    const ACTS: &'static str =
        "a move such as Pda1qd1, Bdb3xeb4 or Pnf2xmg3=R, a checkmate such as Rmi3#ml3, -- or resign r";

    fn kind(letter: &str) -> Option<Named> {
        FaithKind::named(letter).map(Named::from)
    }

    fn text(&self) -> String {
        write_position(self)
    }

    fn read(&self, text: &str) -> Result<FaithPosition, StateError> {
        read_position(text, self.order)
    }

    fn actor(&self) -> Actor {
        if self.winner().is_some() { Actor::Nobody } else { Actor::Seat(self.seat(self.turn)) }
    }

    fn turn(&self) -> u32 {
        self.ply.saturating_add(1)
    }

    fn acts(&self) -> Vec<FaithAct> {
        FaithPosition::acts(self)
    }

    fn irregular_acts(&self) -> Vec<(FaithAct, String)> {
        let (acts, due) = (self.acts(), self.due_checkmate());
        let king = self.board.king(self.turn).and_then(|cell| self.board.at(cell));
        let king = king.map_or(FaithKind::King, |piece| piece.kind).name();
        let broken = due.unwrap_or_else(|| format!("it leaves the {king} of {} in check", self.turn.name()));
        let forbidden = self.moves().into_iter().map(FaithAct::Move).filter(|act| !acts.contains(act));
        forbidden.map(|act| (act, broken.clone())).collect()
    }

    fn act_text(&self, act: &FaithAct) -> String {
        match *act {
            FaithAct::Move(_) => self.step(act).map_or_else(String::new, |step| step.to_string()),
            FaithAct::Checkmate { from, king } => format!("{}{from}#{king}", self.letter(from)),
            FaithAct::Pass => "--".to_owned(),
        }
    }

    fn step(&self, act: &FaithAct) -> Option<Step<FaithCell>> {
        let FaithAct::Move(mv) = *act else { return None };
        let piece = self.board.at(mv.from)?.kind.into();
        let promotion = mv.promotion.map(Named::from);
        Some(Step { piece, from: mv.from, to: mv.to, taken: mv.captured, promotion })
    }

    fn cells(&self, act: &FaithAct) -> Option<(FaithCell, FaithCell)> {
        match *act {
            FaithAct::Move(mv) => Some((mv.from, mv.to)),
            FaithAct::Checkmate { from, king } => Some((from, king)),
            FaithAct::Pass => None,
        }
    }

    fn after(&self, act: &FaithAct) -> Result<After<FaithPosition>, String> {
        let next = FaithPosition::after(self, *act);
        let facts = match *act {
            FaithAct::Move(_) => Vec::new(),
            FaithAct::Checkmate { from, king } => self.checkmate_facts(from, king, &next),
            FaithAct::Pass => vec![Fact::Other("passes".to_owned())],
        };
        Ok(After::new(next, facts))
    }

    /// It goes out at once, also if it is not its turn: a position text has no place for an army that is still to go.
    fn resigned(&self, seat: usize) -> Result<FaithPosition, String> {
        let (mut next, army) = (self.clone(), self.army(seat));
        next.go_out(army);
        if next.turn == army {
            next.pass_turn();
        }
        Ok(next)
    }

    fn is_in(&self, seat: usize) -> bool {
        FaithPosition::is_in(self, self.army(seat))
    }

    /// A king is said to be in check if the mover's army threatens it after the move, whether or not this piece does.
    fn gives_check(&self, by: Option<usize>, to: usize) -> bool {
        let to = self.army(to);
        let Some(by) = by.map(|by| self.army(by)) else { return self.board.is_in_check(to) };
        let own = || self.board.pieces().filter(|(_, piece)| piece.army == by);
        self.board.king(to).is_some_and(|king| own().any(|(cell, _)| self.board.threatens(cell, king)))
    }

    fn ending(&self) -> Option<Ending> {
        let places = self.places()?;
        let code = places.iter().map(|army| army.letter()).collect::<String>();
        let [winner, second, third, last] = places[..] else { return None };
        let reason = if self.won.is_some() {
            "it gave the second checkmate with a promoted piece"
        } else {
            "the three other armies are out"
        };
        let words = format!(
            "{} has won: {reason}. {} is second, {} third and {} fourth.",
            winner.name(),
            second.name(),
            third.name(),
            last.name()
        );
        let places = places.into_iter().map(|army| vec![self.seat(army)]).collect();
        Some(Ending { code: format!("won {code}"), places, words })
    }

    fn piece(&self, cell: FaithCell) -> Option<DiagramPiece> {
        self.board.at(cell).map(|FaithPiece { army, kind }| DiagramPiece {
            seat: self.seat(army),
            letter: kind.letter(),
            beside: None,
            name: kind.name(),
            is_out: false,
        })
    }

    fn word_refusal(&self, text: &str) -> Option<String> {
        if text == "--" {
            let has_move = format!("{} has a move, so it cannot pass", self.turn.name());
            return Some(self.due_checkmate().unwrap_or(has_move));
        }
        let (mover, king) = text.split_once('#')?;
        let (letter, from) = mover.split_at_checked(1)?;
        let (kind, from, king) = (FaithKind::named(letter)?, FaithCell::named(from)?, FaithCell::named(king)?);
        let army = self.turn;
        Some(match (self.board.at(from), self.board.at(king)) {
            (Some(piece), _) if (piece.army, piece.kind) != (army, kind) => {
                format!("it is {}'s turn; {from} holds {}", army.name(), piece.on(from))
            }
            (Some(piece), Some(target)) if target.kind.is_royal() && target.army != army => {
                format!("{} does not threaten {}", piece.on(from), target.on(king))
            }
            (Some(_), _) => format!("there is no enemy king on {king}"),
            (None, _) => format!("{from} is empty"),
        })
    }

    fn move_refusal(&self, _: &TypedMove<FaithCell>) -> Option<String> {
        self.due_checkmate()
    }
}
