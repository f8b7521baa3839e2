//! The three games as a [`Game`]: their acts in text, why one is refused, and how a game ended.

use std::sync::Arc;

use super::super::chess_kind::ChessKind;
use super::super::game::{After, Game};
use super::super::lettered::Named;
use super::super::typed_move::{Step, TypedMove};
use super::knightmare_card::{CardPlayed, KnightmareCard};
use super::knightmare_game::{KnightmareGame, WHITE};
use super::knightmare_moves::KnightmareMove;
use super::knightmare_play::{KnightmareAct, KnightmareEnd, SettledPosition};
use super::knightmare_position::{CASTLING, KnightmarePosition};
use crate::chess::Square;
use crate::games::{ActError, Actor, DiagramPiece, Ending, Fact, StateError};

/// A state of one of the three games.
#[derive(Clone, Debug)]
pub(super) struct KnightmareState {
    game: Arc<KnightmareGame>,
    settled: SettledPosition,
}

/// An act of a player, or a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum KnightmarePlay {
    Act(KnightmareAct),
    Card(KnightmareCard),
}

impl KnightmareState {
    /// The state before the first act.
    pub(super) fn start(game: KnightmareGame) -> KnightmareState {
        // The set-up of each game is a constant, and a test reads all three.
        let settled = game.read_position(game.start).expect("the set-up is sound");
        KnightmareState { game: Arc::new(game), settled }
    }

    fn position(&self) -> &KnightmarePosition {
        &self.settled.position
    }

    fn with(&self, position: KnightmarePosition) -> KnightmareState {
        KnightmareState { game: Arc::clone(&self.game), settled: self.game.settle(position) }
    }

    fn describe(&self, end: KnightmareEnd) -> Ending {
        let (code, words) = match end {
            KnightmareEnd::Won(side) => {
                let winners: Vec<usize> = self.seats_where(|seat| self.game.seats[seat].side == side);
                let letters: String = winners.iter().map(|&seat| self.game.seats[seat].letter).collect();
                let names: Vec<&str> = winners.iter().map(|&seat| self.game.name(seat)).collect();
                let words = match names[..] {
                    [name] => format!("{name} has won: every other army is out."),
                    _ => format!("{} have won: both opponents are out.", names.join(" and ")),
                };
                (format!("won {letters}"), words)
            }
            KnightmareEnd::BareKings => {
                ("drawn bare kings".to_owned(), "Drawn: every army in the game has only its king.".to_owned())
            }
            KnightmareEnd::Stalemate(seat) => (
                format!("drawn stalemate {}", self.game.seats[seat].letter),
                format!("Drawn: {} is not in check and has no legal move.", self.game.name(seat)),
            ),
        };
        Ending { code, places: self.places(end), words }
    }

    /// The seats by place: partners stand together; each alone, those still in the game before those that are out, the
    /// last to go out first (GAMES K1.7, K4.5).
    fn places(&self, end: KnightmareEnd) -> Vec<Vec<usize>> {
        match end {
            KnightmareEnd::Won(side) if self.game.has_teams() => {
                vec![
                    self.seats_where(|seat| self.game.seats[seat].side == side),
                    self.seats_where(|seat| self.game.seats[seat].side != side),
                ]
            }
            _ if self.game.has_teams() => vec![self.seats_where(|_| true)],
            _ => {
                let left = self.seats_where(|seat| self.position().is_in(seat));
                let out = self.position().out.iter().rev().map(|&seat| vec![seat]);
                std::iter::once(left).chain(out).collect()
            }
        }
    }

    fn seats_where(&self, is_wanted: impl Fn(usize) -> bool) -> Vec<usize> {
        (0..self.game.seats.len()).filter(|&seat| is_wanted(seat)).collect()
    }

    fn castling_refusal(&self) -> String {
        let (game, position) = (&self.game, self.position());
        match game.castling_problem(position) {
            Some(problem) if !game.is_for_three() => problem.to_owned(),
            _ if position.turn != WHITE => {
                format!("only White castles, and it is {}'s turn", game.name(position.turn))
            }
            Some(problem) => format!("White cannot castle: {problem}"),
            None => game.check_left(WHITE),
        }
    }
}

impl Game for KnightmareState {
    type Act = KnightmarePlay;
    type Cell = Square;

    const ACTS: &'static str = "a move such as Pa3a4, Nb1xc3 or Pb7xa8=Q, or --";

    fn kind(letter: &str) -> Option<Named> {
        ChessKind::named(letter).map(Named::from)
    }

    fn text(&self) -> String {
        self.game.write_position(self.position())
    }

    fn read(&self, text: &str) -> Result<KnightmareState, StateError> {
        Ok(KnightmareState { game: Arc::clone(&self.game), settled: self.game.read_position(text)? })
    }

    fn actor(&self) -> Actor {
        if self.settled.end.is_some() { Actor::Nobody } else { Actor::Seat(self.position().turn) }
    }

    fn turn(&self) -> u32 {
        self.position().ply.saturating_add(1)
    }

    fn acts(&self) -> Vec<KnightmarePlay> {
        self.settled.acts.iter().copied().map(KnightmarePlay::Act).collect()
    }

    fn irregular_acts(&self) -> Vec<(KnightmarePlay, String)> {
        let turn = self.position().turn;
        let moves = self.game.moves_of_pieces(self.position(), turn).into_iter().map(KnightmareAct::Move);
        let forbidden = moves.filter(|act| !self.settled.acts.contains(act));
        forbidden.map(|act| (KnightmarePlay::Act(act), self.game.check_left(turn))).collect()
    }

    fn act_text(&self, act: &KnightmarePlay) -> String {
        match act {
            KnightmarePlay::Act(KnightmareAct::Pass) => "--".to_owned(),
            KnightmarePlay::Act(KnightmareAct::GoOut) => "#".to_owned(),
            KnightmarePlay::Act(KnightmareAct::Move(KnightmareMove::Castle)) => "O-O".to_owned(),
            KnightmarePlay::Act(KnightmareAct::Move(_)) => self.step(act).map_or_else(String::new, |it| it.to_string()),
            KnightmarePlay::Card(card) => card.to_string(),
        }
    }

    fn read_act(&self, text: &str) -> Option<Result<KnightmarePlay, ActError>> {
        Some(KnightmareCard::read(text)?.map(KnightmarePlay::Card))
    }

    fn step(&self, act: &KnightmarePlay) -> Option<Step<Square>> {
        let KnightmarePlay::Act(KnightmareAct::Move(mv)) = *act else { return None };
        let (from, to, promotion) = match mv {
            KnightmareMove::Step { from, to, promotion } => (from, to, promotion),
            KnightmareMove::Castle => (CASTLING[0], CASTLING[2], None),
        };
        let piece = self.position().board.at(from)?;
        let taken = self.game.victim(self.position(), piece.seat(), from, to);
        Some(Step { piece: piece.kind.into(), from, to, taken, promotion: promotion.map(Named::from) })
    }

    fn after(&self, act: &KnightmarePlay) -> Result<After<KnightmareState>, String> {
        let act = match act {
            KnightmarePlay::Act(act) => *act,
            KnightmarePlay::Card(card) => {
                let CardPlayed { position, facts, irregular } = self.game.play_card(self.position(), card)?;
                return Ok(After { irregular: Some(irregular), ..After::new(self.with(position), facts) });
            }
        };
        let words = match act {
            KnightmareAct::Pass => Some("has no legal move and passes"),
            KnightmareAct::Move(KnightmareMove::Castle) => Some("castles"),
            KnightmareAct::Move(_) | KnightmareAct::GoOut => None,
        };
        let facts = words.map(|words| Fact::Other(words.to_owned())).into_iter().collect();
        Ok(After::new(self.with(self.game.after(self.position(), act)), facts))
    }

    /// In teams there are two sides, so the partner leaves with it and the game is over.
    fn resigned(&self, seat: usize) -> Result<KnightmareState, String> {
        let mut next = self.position().clone();
        next.take_out(&self.game, seat);
        for partner in self.seats_where(|other| other != seat && self.game.are_partners(seat, other)) {
            if next.is_in(partner) {
                next.take_out(&self.game, partner);
            }
        }
        Ok(self.with(next))
    }

    fn is_in(&self, seat: usize) -> bool {
        self.position().is_in(seat)
    }

    fn gives_check(&self, by: Option<usize>, to: usize) -> bool {
        let position = self.position();
        let is_enemy = |seat| by.is_none_or(|by| by == seat) && position.is_threat(&self.game, to, seat);
        position.is_in(to) && self.game.is_king_attacked(&position.board, to, is_enemy)
    }

    fn ending(&self) -> Option<Ending> {
        self.settled.end.map(|end| self.describe(end))
    }

    fn piece(&self, cell: Square) -> Option<DiagramPiece> {
        self.position().board.at(cell).map(|piece| DiagramPiece {
            seat: piece.seat(),
            letter: piece.kind.letter(),
            beside: None,
            name: piece.kind.name(),
            is_out: !self.position().is_in(piece.seat()),
        })
    }

    fn is_void(&self, cell: Square) -> bool {
        self.game.is_void(cell)
    }

    fn barriers(&self) -> Vec<(String, String)> {
        if self.game.is_for_three() { vec![("d1".to_owned(), "e1".to_owned())] } else { Vec::new() }
    }

    fn word_refusal(&self, text: &str) -> Option<String> {
        let (game, position) = (&self.game, self.position());
        let mover = game.name(position.turn);
        Some(match text {
            "--" if game.is_in_check(position, position.turn) => format!("{mover} is in check, so it cannot pass"),
            "--" => format!("{mover} has a legal move, so it cannot pass"),
            "#" if game.cards => format!("{mover} has a legal move, so it does not go out"),
            "#" => "# is an act only in the game with cards".to_owned(),
            "O-O" => self.castling_refusal(),
            _ => return None,
        })
    }

    fn move_refusal(&self, typed: &TypedMove<Square>) -> Option<String> {
        let (position, TypedMove { from, to, .. }) = (self.position(), *typed);
        if let Some(piece) = position.board.at(to).filter(|it| !position.may_capture(&self.game, position.turn, *it)) {
            let what = format!("{to} holds the {} of {}", piece.kind.name(), self.game.name(piece.seat()));
            let is_king = piece.kind == ChessKind::King;
            return Some(format!("{what}, {}", if is_king { "and a king is never captured" } else { "its partner" }));
        }
        let victim = self.game.victim(position, position.turn, from, to);
        let is_pawn = position.board.at(from).is_some_and(|piece| piece.kind == ChessKind::Pawn);
        (is_pawn && victim.is_some_and(|victim| position.midline_forbids(from, victim)))
            .then(|| "the midline rule forbids these two pawns to capture each other".to_owned())
    }
}
