//! The three games behind [`Referee`] and [`GameState`].

use std::sync::Arc;

use super::super::chess_kind::ChessKind;
use super::knightmare_board::KnightmareCell;
use super::knightmare_game::KnightmareGame;
use super::knightmare_moves::KnightmareMove;
use super::knightmare_play::{KnightmareAct, KnightmareEnd, SettledPosition};
use super::knightmare_position::{KnightmarePosition, castling_cells};
use super::knightmare_reading::WrittenAct;
use crate::games::{
    ActError, Actor, CardPlay, CellShape, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ending, Fact, GameKind,
    GameState, Ground, OfferedAct, PlayedAct, Referee, Seat, StateError,
};

/// The referee of one of the three games.
#[derive(Debug)]
pub(super) struct KnightmareReferee {
    game: Arc<KnightmareGame>,
    start: Arc<KnightmareState>,
}

impl KnightmareReferee {
    /// The referee of a game.
    pub(super) fn new(game: KnightmareGame) -> KnightmareReferee {
        let game = Arc::new(game);
        // The set-up of each game is a constant, and a test reads all three.
        let settled = game.read_position(game.start).expect("the set-up is sound");
        KnightmareReferee { start: Arc::new(KnightmareState { game: Arc::clone(&game), settled }), game }
    }
}

impl Referee for KnightmareReferee {
    fn kind(&self) -> GameKind {
        self.game.kind
    }

    fn seats(&self) -> &[Seat] {
        &self.game.seats
    }

    fn start(&self) -> Arc<dyn GameState> {
        Arc::clone(&self.start) as Arc<dyn GameState>
    }

    fn read(&self, position: &str) -> Result<Arc<dyn GameState>, StateError> {
        let settled = self.game.read_position(position)?;
        Ok(Arc::new(KnightmareState { game: Arc::clone(&self.game), settled }))
    }
}

/// A state of one of the three games.
#[derive(Clone, Debug)]
struct KnightmareState {
    game: Arc<KnightmareGame>,
    settled: SettledPosition,
}

impl GameState for KnightmareState {
    fn text(&self) -> String {
        self.game.write_position(self.position())
    }

    fn actor(&self) -> Actor {
        if self.settled.end.is_some() { Actor::Nobody } else { Actor::Seat(self.position().turn) }
    }

    fn acts(&self) -> Vec<OfferedAct> {
        let mut acts: Vec<OfferedAct> = self.settled.acts.iter().map(|&act| self.offered(act)).collect();
        acts.sort_by(|one, other| one.text.cmp(&other.text));
        acts
    }

    fn play(&self, act: &str) -> Result<PlayedAct, ActError> {
        if self.settled.end.is_some() {
            return Err(ActError::Over);
        }
        let act = act.trim();
        if CardPlay::is_meant(act) {
            return self.play_card(act);
        }
        if let Some(letter) = act.strip_prefix("resign") {
            return self.resign(act, letter);
        }
        let written = WrittenAct::read(act)?;
        if !written.fits(self.position()) || !self.settled.acts.contains(&written.act()) {
            return Err(ActError::Illegal(self.game.refusal(self.position(), written)));
        }
        Ok(self.played(written.act(), None))
    }

    fn play_irregular(&self, act: &str) -> Result<PlayedAct, ActError> {
        if self.settled.end.is_some() {
            return Err(ActError::Over);
        }
        let written = WrittenAct::read(act.trim())?;
        let seat = self.position().turn;
        if written.fits(self.position()) && self.settled.acts.contains(&written.act()) {
            return Err(ActError::Illegal("it is within the rules, so it is not irregular".to_owned()));
        }
        match written.act() {
            KnightmareAct::Move(mv)
                if written.fits(self.position()) && self.game.moves_of_pieces(self.position(), seat).contains(&mv) =>
            {
                let broken = format!("the king of {} is left in check", self.game.name(seat));
                Ok(self.played(written.act(), Some(broken)))
            }
            _ => Err(ActError::Illegal(self.game.refusal(self.position(), written))),
        }
    }

    fn is_in_check(&self, seat: usize) -> bool {
        self.position().is_in(seat) && self.game.is_in_check(self.position(), seat)
    }

    fn ending(&self) -> Option<Ending> {
        self.settled.end.map(|end| self.describe(end))
    }

    fn diagram(&self) -> Diagram {
        let cells = (0..8).rev().flat_map(|rank| (0..8).filter_map(move |file| KnightmareCell::new(file, rank)));
        let panel =
            DiagramPanel { title: None, shape: CellShape::Square, cells: cells.map(|cell| self.draw(cell)).collect() };
        let barriers = if self.game.is_for_three() { vec![("d1".to_owned(), "e1".to_owned())] } else { Vec::new() };
        Diagram { panels: vec![panel], beside: Vec::new(), barriers }
    }

    fn view(&self, _seat: Option<usize>) -> Arc<dyn GameState> {
        Arc::new(self.clone())
    }

    fn turn(&self) -> u32 {
        self.position().ply.saturating_add(1)
    }

    fn chance(&self, _below: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        None
    }

    fn perft(&self, depth: u32) -> u64 {
        self.game.perft(&self.settled, depth)
    }
}

impl KnightmareState {
    fn position(&self) -> &KnightmarePosition {
        &self.settled.position
    }

    fn offered(&self, act: KnightmareAct) -> OfferedAct {
        let cells = match act {
            KnightmareAct::Move(KnightmareMove::Step { from, to, .. }) => Some((from, to)),
            KnightmareAct::Move(KnightmareMove::Castle) => castling_cells().map(|[king, _, to]| (king, to)),
            KnightmareAct::Pass | KnightmareAct::GoOut => None,
        };
        OfferedAct {
            text: self.game.write_act(self.position(), act),
            from: cells.map(|(from, _)| from.to_string()),
            to: cells.map(|(_, to)| to.to_string()),
            is_open: false,
        }
    }

    fn played(&self, act: KnightmareAct, irregular: Option<String>) -> PlayedAct {
        let (next, taken) = self.game.after(self.position(), act);
        let mut facts = self.facts_of_move(act);
        facts.extend(taken.map(|(cell, piece)| Fact::Captured {
            seat: piece.seat(),
            piece: piece.kind.name(),
            at: cell.to_string(),
        }));
        if let KnightmareAct::Move(KnightmareMove::Step { to, promotion: Some(kind), .. }) = act {
            facts.push(Fact::Promoted { piece: kind.name(), at: to.to_string() });
        }
        self.follow_up(next, self.game.write_act(self.position(), act), facts, irregular)
    }

    fn facts_of_move(&self, act: KnightmareAct) -> Vec<Fact> {
        match act {
            KnightmareAct::Pass => vec![Fact::Other("has no legal move and passes".to_owned())],
            KnightmareAct::GoOut => Vec::new(),
            KnightmareAct::Move(KnightmareMove::Castle) => vec![Fact::Other("castles".to_owned())],
            KnightmareAct::Move(KnightmareMove::Step { from, to, .. }) => {
                let kind = self.position().board.at(from).map_or(ChessKind::Pawn, |piece| piece.kind);
                vec![Fact::Moved { piece: kind.name(), from: from.to_string(), to: to.to_string() }]
            }
        }
    }

    /// What follows from an act of this state that leads to a position: who is in check by the mover's pieces, and who
    /// goes out.
    fn follow_up(
        &self,
        next: KnightmarePosition,
        text: String,
        mut facts: Vec<Fact>,
        irregular: Option<String>,
    ) -> PlayedAct {
        let settled = self.game.settle(next);
        let mover = self.position().turn;
        let after = &settled.position;
        let is_checked = |seat: usize| {
            after.is_threat(&self.game, mover, seat) && after.is_in(mover) && self.game.gives_check(after, mover, seat)
        };
        facts.extend((0..self.game.seats.len()).filter(|&seat| is_checked(seat)).map(Fact::Check));
        let newly_out = after.out.iter().filter(|seat| self.position().is_in(**seat));
        facts.extend(newly_out.map(|&seat| Fact::Out(seat)));
        // Going out, resigning and a card without `end` are no turns: the number of the turn stays.
        let ends_turn = after.ply != self.position().ply;
        let state = KnightmareState { game: Arc::clone(&self.game), settled };
        PlayedAct { state: Arc::new(state), text, facts, ends_turn, irregular }
    }

    fn play_card(&self, act: &str) -> Result<PlayedAct, ActError> {
        let card = CardPlay::read(act)?;
        let (next, done, crooked) = self.game.play_card(self.position(), &card)?;
        let mut facts = vec![Fact::Other(format!("plays the card \"{}\"", card.name))];
        facts.extend(done);
        let irregular = crooked.map_or("a card act".to_owned(), |why| format!("a card act, {why}"));
        Ok(self.follow_up(next, card.to_string(), facts, Some(irregular)))
    }

    /// An army resigns (GAMES C3). In teams there are two sides, so the partner leaves with it and the game is over.
    fn resign(&self, act: &str, letter: &str) -> Result<PlayedAct, ActError> {
        let mut letters = letter.trim_start().chars();
        let seat = letters
            .next()
            .filter(|_| letter.starts_with(' ') && letters.next().is_none())
            .and_then(|letter| self.game.seat_of(letter))
            .ok_or_else(|| ActError::Unreadable {
                text: crate::input::quoted(act),
                expected: format!("resign with one of {}", self.game.letters()),
            })?;
        if !self.position().is_in(seat) {
            return Err(ActError::Illegal(format!("{} is out already", self.game.name(seat))));
        }
        let mut next = self.position().clone();
        next.take_out(&self.game, seat);
        for partner in 0..self.game.seats.len() {
            if partner != seat && self.game.are_partners(seat, partner) && next.is_in(partner) {
                next.take_out(&self.game, partner);
            }
        }
        let text = format!("resign {}", self.game.seats[seat].letter);
        Ok(self.follow_up(next, text, vec![Fact::Other("resigns".to_owned())], None))
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

    fn draw(&self, cell: KnightmareCell) -> DiagramCell {
        let ground = if self.game.is_void(cell) {
            Ground::Void
        } else if (cell.file() + cell.rank()) % 2 == 0 {
            Ground::Dark
        } else {
            Ground::Light
        };
        let piece = self.position().board.at(cell).map(|piece| DiagramPiece {
            seat: piece.seat(),
            letter: piece.kind.letter(),
            name: piece.kind.name(),
            is_out: !self.position().is_in(piece.seat()),
        });
        DiagramCell {
            name: cell.to_string(),
            x: i32::from(cell.file()) * 2,
            y: 7 - i32::from(cell.rank()),
            ground,
            piece,
        }
    }
}
