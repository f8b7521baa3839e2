//! The states of a game, asked and answered in text.

use std::sync::Arc;

use super::super::{
    ActError, Actor, CardOp, CardPlay, CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ending, Fact,
    GameState, Ground, OfferedAct, PlayedAct,
};
use super::faith_act::{FaithActText, write_act};
use super::faith_armies::FaithArmy;
use super::faith_cards::{one_army, play_card, take_out};
use super::faith_columns::{FaithCell, FaithColumn, LEVELS};
use super::faith_pieces::FaithKind;
use super::faith_position::{FaithAct, FaithPosition};
use super::faith_text::write_position;
use crate::input::quoted;

/// A state of a game of Armies of Faith 3.
#[derive(Clone, Debug)]
pub(super) struct FaithState(pub(super) FaithPosition);

impl FaithState {
    fn seat(&self, army: FaithArmy) -> usize {
        self.0.order.seat(army)
    }

    /// The armies by place: the winner, the army neither mating nor mated if there is one, then in reverse order of
    /// going out (GAMES F4.5, F4.6).
    fn places(&self) -> Option<Vec<FaithArmy>> {
        let winner = self.0.winner()?;
        let others = self.0.order.after(winner).filter(|&army| self.0.is_in(army));
        Some([winner].into_iter().chain(others).chain(self.0.out.iter().rev().copied()).collect())
    }

    fn play_act(&self, act: FaithAct, irregular: Option<String>) -> PlayedAct {
        let next = self.0.after(act);
        PlayedAct {
            text: write_act(act, &self.0),
            facts: self.facts(act, &next),
            ends_turn: !matches!(act, FaithAct::Checkmate { .. }),
            irregular,
            state: Arc::new(FaithState(next)),
        }
    }

    /// What happened in an act. A king is said to be in check if the mover's army threatens it after the move, whether
    /// or not this piece does.
    fn facts(&self, act: FaithAct, next: &FaithPosition) -> Vec<Fact> {
        let (board, turn) = (&self.0.board, self.0.turn);
        let name = |cell| board.at(cell).map_or("piece", |piece| piece.kind.name());
        match act {
            FaithAct::Pass => vec![Fact::Other("passes".to_owned())],
            FaithAct::Checkmate { from, king } => {
                let Some(mated) = board.at(king) else { return Vec::new() };
                let mut facts = vec![Fact::Other(format!(
                    "checkmates the {} of {} on {king} with the {} on {from}",
                    mated.kind.name(),
                    mated.army.name(),
                    name(from)
                ))];
                facts.push(Fact::Out(self.seat(mated.army)));
                let own_king = board.king(turn).filter(|&own| own != from);
                for cell in [Some(from), own_king].into_iter().flatten() {
                    let (before, after) = (board.at(cell), next.board.at(cell));
                    if let Some(piece) = after.filter(|_| before != after) {
                        facts.push(Fact::Promoted { piece: piece.kind.name(), at: cell.to_string() });
                    }
                }
                facts
            }
            FaithAct::Move(mv) => {
                let mut facts =
                    vec![Fact::Moved { piece: name(mv.from), from: mv.from.to_string(), to: mv.to.to_string() }];
                if let Some((cell, taken)) = mv.captured.and_then(|cell| Some((cell, board.at(cell)?))) {
                    let seat = self.seat(taken.army);
                    facts.push(Fact::Captured { seat, piece: taken.kind.name(), at: cell.to_string() });
                }
                if let Some(kind) = mv.promotion {
                    facts.push(Fact::Promoted { piece: kind.name(), at: mv.to.to_string() });
                }
                let own = || next.board.pieces().filter(|(_, piece)| piece.army == turn);
                let is_checked = |army: &FaithArmy| {
                    next.board.king(*army).is_some_and(|king| own().any(|(cell, _)| next.board.threatens(cell, king)))
                };
                let checked = self.0.order.after(turn).filter(is_checked);
                facts.extend(checked.map(|army| Fact::Check(self.seat(army))));
                facts
            }
        }
    }

    /// An army that resigns goes out at once, also if it is not its turn: a position text has no place for an army that
    /// is still to go (GAMES C3).
    fn resign(&self, letter: &str) -> Result<PlayedAct, ActError> {
        let mut letters = letter.chars();
        let army = letters.next().filter(|_| letters.next().is_none()).and_then(|letter| one_army(letter).ok());
        let army = army.ok_or_else(|| ActError::Unreadable {
            text: quoted(&format!("resign {letter}")),
            expected: "resign and the letter of an army: r, o, g or b".to_owned(),
        })?;
        if !self.0.is_in(army) {
            return Err(ActError::Illegal(format!("{} is already out", army.name())));
        }
        let mut next = self.0.clone();
        take_out(&mut next, army);
        let facts = vec![Fact::Other("resigns".to_owned()), Fact::Out(self.seat(army))];
        let text = format!("resign {}", army.letter());
        Ok(PlayedAct { state: Arc::new(FaithState(next)), text, facts, ends_turn: false, irregular: None })
    }

    fn card(&self, text: &str) -> Result<PlayedAct, ActError> {
        let card = CardPlay::read(text)?;
        let next = play_card(&self.0, &card)?;
        let gone = next.out.iter().filter(|&&army| self.0.is_in(army));
        let mut facts = vec![Fact::Other(format!("plays the card {}", quoted(&card.name)))];
        facts.extend(gone.map(|&army| Fact::Out(self.seat(army))));
        Ok(PlayedAct {
            state: Arc::new(FaithState(next)),
            text: card.to_string(),
            facts,
            ends_turn: card.ops.contains(&CardOp::End),
            irregular: Some("a card act".to_owned()),
        })
    }

    fn panel(&self, level: usize) -> DiagramPanel {
        let across = |column: FaithColumn| 2 * i32::from(column.point().x) + i32::from(column.point().y);
        let left = FaithColumn::all().map(across).min().unwrap_or_default();
        let cell = |column: FaithColumn| {
            let cell = FaithCell::new(column, level);
            let piece = self.0.board.at(cell).map(|piece| DiagramPiece {
                seat: self.seat(piece.army),
                letter: piece.kind.letter(),
                name: piece.kind.name(),
                is_out: false,
            });
            let ground = if level % 2 == 1 { Ground::Light } else { Ground::Dark };
            DiagramCell { name: cell.to_string(), x: across(column) - left, y: column.row() as i32, ground, piece }
        };
        let cells = FaithColumn::all().map(cell).collect();
        DiagramPanel { title: Some(format!("Level {level}")), shape: CellShape::Hex, cells }
    }
}

impl GameState for FaithState {
    fn text(&self) -> String {
        write_position(&self.0)
    }

    fn actor(&self) -> Actor {
        if self.0.winner().is_some() { Actor::Nobody } else { Actor::Seat(self.seat(self.0.turn)) }
    }

    fn acts(&self) -> Vec<OfferedAct> {
        let offered = |act: FaithAct| {
            let (from, to) = match act {
                FaithAct::Move(mv) => (Some(mv.from), Some(mv.to)),
                FaithAct::Checkmate { from, king } => (Some(from), Some(king)),
                FaithAct::Pass => (None, None),
            };
            let name = |cell: Option<FaithCell>| cell.map(|cell| cell.to_string());
            OfferedAct { text: write_act(act, &self.0), from: name(from), to: name(to), is_open: false }
        };
        let mut acts: Vec<OfferedAct> = self.0.acts().into_iter().map(offered).collect();
        acts.sort_by(|one, other| one.text.cmp(&other.text));
        acts
    }

    fn play(&self, act: &str) -> Result<PlayedAct, ActError> {
        let act = act.trim();
        if self.0.winner().is_some() {
            return Err(ActError::Over);
        }
        if CardPlay::is_meant(act) {
            return self.card(act);
        }
        if let Some(letter) = act.strip_prefix("resign ") {
            return self.resign(letter.trim());
        }
        let act = FaithActText::read(act)?.find(&self.0)?;
        Ok(self.play_act(act, None))
    }

    fn play_irregular(&self, act: &str) -> Result<PlayedAct, ActError> {
        let act = act.trim();
        if CardPlay::is_meant(act) || act.starts_with("resign ") {
            return Err(ActError::Illegal(format!("{} is played as any other act", quoted(act))));
        }
        let mv = FaithActText::read(act)?.find_irregular(&self.0)?;
        let king = self.0.board.king(self.0.turn).and_then(|cell| self.0.board.at(cell));
        let king = king.map_or(FaithKind::King, |piece| piece.kind).name();
        let rule = format!("the {king} of {} is left in check", self.0.turn.name());
        Ok(self.play_act(FaithAct::Move(mv), Some(rule)))
    }

    fn is_in_check(&self, seat: usize) -> bool {
        FaithArmy::ALL.into_iter().any(|army| self.seat(army) == seat && self.0.board.is_in_check(army))
    }

    fn ending(&self) -> Option<Ending> {
        let places = self.places()?;
        let code = places.iter().map(|army| army.letter()).collect::<String>();
        let [winner, second, third, last] = places[..] else { return None };
        let reason = if self.0.won.is_some() {
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

    fn diagram(&self) -> Diagram {
        Diagram {
            panels: (1..=LEVELS).map(|level| self.panel(level)).collect(),
            beside: Vec::new(),
            barriers: Vec::new(),
        }
    }

    fn view(&self, _seat: Option<usize>) -> Arc<dyn GameState> {
        Arc::new(self.clone())
    }

    fn turn(&self) -> u32 {
        self.0.ply.saturating_add(1)
    }

    fn chance(&self, _below: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        None
    }

    fn perft(&self, depth: u32) -> u64 {
        self.0.perft(depth)
    }
}
