//! A record taken apart: the board after every turn, which piece is which, and the rounds on the Ptah.

use std::collections::HashMap;

use enochian::chess::{Army, Kind, Move, Piece, Role, Square};
use enochian::correspondences::Correspondences;
use enochian::reading::Question;
use enochian::record::Record;
use enochian::session::{Action, PlayedTurn};
use serde_json::{Value, json};

use super::board::Board;

/// A piece, whatever it becomes and whoever commands it: its number at the start.
pub(crate) type Id = usize;

/// Where each piece stands. A king and the piece that shares his throne are told apart.
type Places = HashMap<(Square, bool), Id>;

pub(crate) struct Course<'r> {
    pub(crate) record: &'r Record,
    pub(crate) question: &'r Question,
    pub(crate) correspondences: &'r Correspondences,
    pub(crate) querent: Army,
    pub(crate) us: [Army; 2],
    pub(crate) them: [Army; 2],
    pub(crate) ptah: Square,
    /// The board at the start, and after each turn.
    pub(crate) boards: Vec<Board>,
    /// The board before each turn's move, after an exchange or withdrawal; the first entry stands for the start.
    moved_on: Vec<Board>,
    /// The pieces at the start, by their numbers.
    pub(crate) starting: Vec<Piece>,
    /// Where they stand at the start and after each turn.
    pub(crate) places: Vec<Places>,
    /// Which piece made each turn, and which it took; the first entry stands for the start.
    pub(crate) movers: Vec<Option<Id>>,
}

impl<'r> Course<'r> {
    pub(crate) fn of(record: &'r Record, correspondences: &'r Correspondences) -> Course<'r> {
        let question = record.heading().game.enochian().unwrap().question().unwrap();
        let querent = question.army();
        let start = question.start();
        let mut boards = vec![Board::of(&start)];
        boards.extend(record.enochian().unwrap().turns().iter().map(|turn| Board::of(&turn.position)));
        let mut moved_on = vec![Board::of(&start)];
        let mut position = start;
        for turn in record.enochian().unwrap().turns() {
            for action in &turn.before {
                match action {
                    Action::Exchange(exchange) => {
                        position.exchange(*exchange, record.enochian().unwrap().rules(), &mut ()).unwrap()
                    }
                    Action::Withdrawal => position.withdraw(record.enochian().unwrap().rules(), &mut ()).unwrap(),
                }
            }
            moved_on.push(Board::of(&position));
            position = turn.position.clone();
        }
        let starting: Vec<Piece> = boards[0].men.iter().map(|(_, piece)| *piece).collect();
        let first = boards[0].men.iter().enumerate().map(|(id, (at, piece))| ((*at, is_king(*piece)), id)).collect();
        let (mut places, mut movers): (Vec<Places>, _) = (vec![first], vec![None]);
        for turn in record.enochian().unwrap().turns() {
            let mut now = places.last().unwrap().clone();
            for action in &turn.before {
                if let Action::Exchange(exchange) = action {
                    let king = |army| starting.iter().position(|it| *it == Piece { army, kind: Kind::King }).unwrap();
                    now.insert((exchange.partners_king, true), king(turn.army.partner()));
                    now.insert((exchange.enemys_king, true), king(exchange.with.partner()));
                }
            }
            let mut mover = None;
            if let Move::Step { role, from, to, .. } = turn.mv {
                mover = now.remove(&(from, role == Role::King));
                assert!(mover.is_some(), "turn {}: nobody to move", turn.ply);
                for (piece, at) in turn.captures() {
                    assert!(now.remove(&(at, is_king(piece))).is_some(), "turn {}: nobody to take", turn.ply);
                }
                now.insert((to, role == Role::King), mover.unwrap());
            }
            let board = &boards[places.len()];
            assert_eq!(now.len(), board.men.len(), "turn {}", turn.ply);
            assert!(board.men.iter().all(|(at, piece)| now.contains_key(&(*at, is_king(*piece)))), "turn {}", turn.ply);
            places.push(now);
            movers.push(mover);
        }
        let (us, ptah) = ([querent, querent.partner()], question.ptah);
        let them = querent.enemies();
        Course {
            record,
            question,
            correspondences,
            querent,
            us,
            them,
            ptah,
            boards,
            moved_on,
            starting,
            places,
            movers,
        }
    }

    /// The number of turns.
    pub(crate) fn length(&self) -> usize {
        self.record.enochian().unwrap().turns().len()
    }

    /// A turn by its number, counted from 1.
    pub(crate) fn turn(&self, number: usize) -> &'r PlayedTurn {
        let turn = &self.record.enochian().unwrap().turns()[number - 1];
        assert_eq!(turn.ply as usize, number);
        turn
    }

    pub(crate) fn numbers(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.length()
    }

    /// What stood on a square after a turn and before the next, by number.
    pub(crate) fn id_at(&self, after: usize, at: Square, piece: Piece) -> Id {
        self.places[after][&(at, is_king(piece))]
    }

    /// The pieces that newly attack a king by a move of an enemy's: the mover first, then a1, b1 … h8 (4.1, 8.3).
    pub(crate) fn checks(&self, army: Army, number: usize) -> Vec<(Square, Piece)> {
        let turn = self.turn(number);
        if !army.enemies().contains(&turn.army) {
            return vec![];
        }
        let attackers = |board: &Board| board.king(army).map_or(vec![], |at| board.capturers(army.enemies(), at));
        let before = attackers(&self.moved_on[number]);
        let mut new = attackers(&self.boards[number]);
        new.retain(|(at, _)| before.iter().all(|(earlier, _)| earlier != at));
        new.sort_by_key(|(at, _)| Some(*at) != turn.landing());
        new
    }

    /// Whether the querent's king stands on the Ptah after a turn.
    pub(crate) fn is_there(&self, after: usize) -> bool {
        self.boards[after].king(self.querent) == Some(self.ptah)
    }

    /// The rounds that the king held the Ptah (RULES 8.6): the turn that opened each, and the one that completed it.
    pub(crate) fn rounds(&self) -> Vec<(usize, usize)> {
        let holds = |after: usize| self.is_there(after) && !self.boards[after].is_attacked(self.querent);
        let mut rounds = vec![];
        for opened in self.numbers().filter(|turn| self.turn(*turn).army == self.querent) {
            // The turns of others until it is the querent's again; where nobody else can move, the querent's next.
            let mut last = opened;
            while last < self.length() && self.turn(last).position.turn() != self.querent {
                last += 1;
            }
            if last == opened {
                last += 1;
            }
            let ended = last <= self.length()
                && (self.turn(last).position.turn() == self.querent || self.turn(last).army == self.querent);
            if ended && (opened..=last).all(holds) {
                rounds.push((opened, last));
            }
        }
        rounds
    }

    /// The taking of a piece: all of them, by turn.
    pub(crate) fn captures(&self) -> Vec<(usize, Piece, Square)> {
        let of = |number: usize| self.turn(number).captures().map(move |(piece, at)| (number, piece, at));
        self.numbers().flat_map(of).collect()
    }

    pub(crate) fn falls(&self, army: Army) -> Vec<(usize, Square)> {
        let king = Piece { army, kind: Kind::King };
        self.captures().into_iter().filter(|(_, piece, _)| *piece == king).map(|(turn, _, at)| (turn, at)).collect()
    }

    pub(crate) fn named(&self, piece: Piece) -> Value {
        let mut named = json!({"army": piece.army.name(), "kind": piece.kind.to_string()});
        if let Some(planet) = self.correspondences.planet(piece, self.querent) {
            named["planet"] = json!(planet);
        }
        named
    }

    pub(crate) fn place(&self, square: Square) -> Value {
        let force = self.correspondences.square(self.question.board, square).force;
        let mut place = json!({"square": square.to_string(), "force": force.name()});
        if let Some(house) = self.correspondences.force(force).house {
            place["house"] = json!(house);
        }
        place
    }

    /// The number of 3.7.
    pub(crate) fn strength(&self, piece: Piece, at: Square) -> i8 {
        self.correspondences.strength(piece, self.question.board, at, Some(self.querent)).sum()
    }

    /// The third of the turns in which a turn lies: the earlier are longer by one where they cannot be alike (STUDY).
    pub(crate) fn third(&self, turn: usize) -> usize {
        let long = |third: usize| self.length() / 3 + usize::from(third <= self.length() % 3);
        if turn <= long(1) {
            1
        } else if turn <= long(1) + long(2) {
            2
        } else {
            3
        }
    }
}

fn is_king(piece: Piece) -> bool {
    piece.kind == Kind::King
}
