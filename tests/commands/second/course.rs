//! A record taken apart: the board after every turn, which piece is which, who attacks the kings, what was taken, and the
//! rounds on the Ptah.

use std::collections::HashMap;

use enochian::chess::{Army, Effect, Kind, Move, Piece, Role, Square};
use enochian::correspondences::{Correspondences, Criterion};
use enochian::reading::Question;
use enochian::record::Record;
use enochian::session::{Action, PlayedTurn};

use super::board::Board;

/// A piece, whatever it becomes and whoever commands it: its number at the start (8.1.1).
pub(crate) type Id = usize;

/// Where each piece stands. A king and the piece that shares his throne are told apart.
type Places = HashMap<(Square, bool), Id>;

/// A piece that a stroke took, as it was then.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    pub(crate) id: Id,
    pub(crate) piece: Piece,
    pub(crate) at: Square,
}

impl Taken {
    pub(crate) fn is_officer(&self) -> bool {
        !self.piece.kind.is_pawn()
    }
}

/// All that one move took, as the position text has it.
pub(crate) struct Stroke {
    pub(crate) turn: usize,
    pub(crate) by: Id,
    /// The piece that moved, before its move.
    pub(crate) taker: Piece,
    pub(crate) taken: Vec<Taken>,
    pub(crate) concourse: bool,
}

impl Stroke {
    pub(crate) fn officers(&self) -> impl Iterator<Item = &Taken> {
        self.taken.iter().filter(|taken| taken.is_officer())
    }

    /// The officer that is told of those taken at once: no king where there is another (8.2, 17).
    pub(crate) fn foremost(&self) -> Option<Taken> {
        self.officers().min_by_key(|taken| is_king(taken.piece)).copied()
    }
}

/// The taking of a king.
#[derive(Clone, Copy, PartialEq)]
pub(crate) struct Fall {
    pub(crate) turn: usize,
    pub(crate) army: Army,
    pub(crate) king: Id,
    pub(crate) by: Id,
    pub(crate) at: Square,
}

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
    /// Which piece made each turn; the first entry stands for the start.
    pub(crate) movers: Vec<Option<Id>>,
    /// Where each piece stands at the start and after each turn.
    pub(crate) standing: Vec<Vec<Option<Square>>>,
    /// Who attacks the king of each army, at the start and after each turn.
    attackers: Vec<[Vec<Id>; 4]>,
    pub(crate) strokes: Vec<Stroke>,
}

impl<'r> Course<'r> {
    pub(crate) fn of(record: &'r Record, correspondences: &'r Correspondences) -> Course<'r> {
        let question = record.heading().game.enochian().unwrap().question().unwrap();
        let (played, rules) = (record.enochian().unwrap(), record.enochian().unwrap().rules());
        let mut position = question.start();
        let mut boards = vec![Board::of(&position)];
        boards.extend(played.turns().iter().map(|turn| Board::of(&turn.position)));
        let mut moved_on = vec![Board::of(&position)];
        for turn in played.turns() {
            for action in &turn.before {
                match action {
                    Action::Exchange(exchange) => position.exchange(*exchange, rules, &mut ()).unwrap(),
                    Action::Withdrawal => position.withdraw(rules, &mut ()).unwrap(),
                }
            }
            moved_on.push(Board::of(&position));
            position = turn.position.clone();
        }
        let starting: Vec<Piece> = boards[0].men.iter().map(|(_, piece)| *piece).collect();
        let first = boards[0].men.iter().enumerate().map(|(id, (at, piece))| ((*at, is_king(*piece)), id)).collect();
        let (mut places, mut movers): (Vec<Places>, _) = (vec![first], vec![None]);
        let mut strokes = vec![];
        for turn in played.turns() {
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
                let mut taken: Vec<Taken> = turn
                    .captures()
                    .map(|(piece, at)| {
                        let id = now.remove(&(at, is_king(piece)));
                        Taken { id: id.unwrap_or_else(|| panic!("turn {}: nobody to take", turn.ply)), piece, at }
                    })
                    .collect();
                taken.sort_by_key(|taken| as_the_position_text(taken.at, taken.piece));
                if !taken.is_empty() {
                    let concourse = turn.effects.iter().any(|effect| matches!(effect, Effect::Concourse { .. }));
                    let (turn, taker) = (turn.ply as usize, turn.piece.unwrap());
                    strokes.push(Stroke { turn, by: mover.unwrap(), taker, taken, concourse });
                }
                now.insert((to, role == Role::King), mover.unwrap());
            }
            let board = &boards[places.len()];
            assert_eq!(now.len(), board.men.len(), "turn {}", turn.ply);
            assert!(board.men.iter().all(|(at, piece)| now.contains_key(&(*at, is_king(*piece)))), "turn {}", turn.ply);
            places.push(now);
            movers.push(mover);
        }
        let stand = |places: &Places| {
            let mut standing = vec![None; starting.len()];
            places.iter().for_each(|((at, _), id)| standing[*id] = Some(*at));
            standing
        };
        let attack = |(places, board): (&Places, &Board)| {
            Army::ALL.map(|army| {
                let attacking = board.king(army).map_or(vec![], |at| board.capturers(army.enemies(), at));
                attacking.into_iter().map(|(at, piece)| places[&(at, is_king(piece))]).collect()
            })
        };
        let (querent, ptah) = (question.army(), question.ptah);
        Course {
            record,
            question,
            correspondences,
            querent,
            us: [querent, querent.partner()],
            them: querent.enemies(),
            ptah,
            standing: places.iter().map(stand).collect(),
            attackers: places.iter().zip(&boards).map(attack).collect(),
            boards,
            moved_on,
            starting,
            movers,
            strokes,
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

    /// What a piece is after a turn; none where it is off the board.
    pub(crate) fn piece(&self, id: Id, after: usize) -> Option<Piece> {
        let at = self.standing[after][id]?;
        self.boards[after].on(at).find(|piece| is_king(*piece) == is_king(self.starting[id]))
    }

    pub(crate) fn code(&self, id: Id) -> String {
        self.starting[id].code()
    }

    /// The number of an army's king.
    pub(crate) fn king(&self, army: Army) -> Id {
        self.starting.iter().position(|piece| *piece == Piece { army, kind: Kind::King }).unwrap()
    }

    /// Who attacks the king of an army after a turn.
    pub(crate) fn attackers(&self, army: Army, after: usize) -> &[Id] {
        &self.attackers[after][army.index()]
    }

    /// The turns in which a piece moved.
    pub(crate) fn moves(&self, id: Id) -> impl DoubleEndedIterator<Item = usize> {
        self.numbers().filter(move |turn| self.movers[*turn] == Some(id))
    }

    /// The turns in which a piece began to attack the querent's king by its own move (8.1.4).
    pub(crate) fn checks_by(&self, id: Id) -> Vec<usize> {
        let attacks = |after: usize| self.attackers(self.querent, after).contains(&id);
        self.moves(id).filter(|turn| attacks(*turn) && !attacks(turn - 1)).collect()
    }

    pub(crate) fn strokes_by(&self, id: Id) -> impl DoubleEndedIterator<Item = &Stroke> {
        self.strokes.iter().filter(move |stroke| stroke.by == id)
    }

    /// Whether a turn did something to an army or a piece.
    pub(crate) fn did(&self, turn: usize, what: impl Fn(&Effect) -> bool) -> bool {
        self.turn(turn).effects.iter().any(what)
    }

    pub(crate) fn force_at(&self, square: Square) -> &'static str {
        self.correspondences.square(self.question.board, square).force.name()
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

    pub(crate) fn falls(&self) -> Vec<Fall> {
        let of = |stroke: &Stroke| {
            let fallen = stroke.taken.iter().find(|taken| is_king(taken.piece))?;
            let (army, king) = (fallen.piece.army, fallen.id);
            Some(Fall { turn: stroke.turn, army, king, by: stroke.by, at: fallen.at })
        };
        self.strokes.iter().filter_map(of).collect()
    }

    pub(crate) fn last_fall(&self, army: Army) -> Option<Fall> {
        self.falls().into_iter().rfind(|fall| fall.army == army)
    }

    pub(crate) fn is_by_kings(&self) -> bool {
        self.question.procedure.ends_by == Criterion::Kings
    }

    /// The number of 3.7.
    pub(crate) fn strength(&self, piece: Piece, at: Square) -> i8 {
        self.correspondences.strength(piece, self.question.board, at, Some(self.querent)).sum()
    }
}

/// The order in which a position text names pieces: from rank 8 down, from file a, a king before who shares his throne.
pub(crate) fn as_the_position_text(at: Square, piece: Piece) -> (i8, i8, bool) {
    (-at.rank(), at.file(), !is_king(piece))
}

pub(crate) fn is_king(piece: Piece) -> bool {
    piece.kind == Kind::King
}
