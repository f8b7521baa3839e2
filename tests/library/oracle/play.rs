//! What a move brings about (RULES 3.5, 3.6, 5, 6.1), the exchange and the withdrawal (RULES 6.2, 6.3).

use super::board::{Board, LETTERS, Man, THRONES, Table, distance, enemies, name, partner};
use super::moves::{Step, far_edge};

/// The concourse squares (RULES 3.6), by their lower left corner: d4, b2, b6, f6, f2.
const CONCOURSES: [usize; 5] = [27, 9, 41, 45, 13];

pub(crate) fn concourse(corner: usize) -> [usize; 4] {
    [corner, corner + 1, corner + 8, corner + 9]
}

pub(crate) fn concourses() -> [[usize; 4]; 5] {
    CONCOURSES.map(concourse)
}

/// Names of the rare things that happened, to be counted.
pub(crate) type Events = Vec<&'static str>;

impl Board {
    /// The turn passes to the next army that is not frozen (RULES 1.3, 3.7).
    fn pass_on(&mut self) {
        self.ply += 1;
        for _ in 0..4 {
            self.turn = (self.turn + if self.widdershins { 3 } else { 1 }) % 4;
            if !self.frozen(self.turn) {
                break;
            }
        }
    }

    /// The position after a turn without a move.
    pub(crate) fn passed(&self) -> Board {
        let mut board = self.clone();
        board.pass_on();
        board
    }

    /// The position after a move, and the rare things in it.
    pub(crate) fn after(&self, step: Step, table: &Table) -> (Board, Events) {
        let Step { man, from, to, .. } = step;
        let mut events = Events::new();
        let mut board = self.clone();
        let privileged = self.privileged(man.army);
        let taken: Vec<Man> = self.at(to).collect();

        board.remove(from, man);
        board.men[to] = [Some(man), None];
        if taken.len() == 2 {
            events.push("3.5 a shared throne taken");
        }
        if self.at(from).count() == 2 {
            events.push("3.5 one leaves the shared throne");
        }
        if self.movers(self.turn).len() == 2 {
            events.push(match man.army == self.turn {
                true => "6.3 shared turn: the army itself moves",
                false => "6.3 shared turn: the partner's army moves",
            });
        }
        if self.king(man.army).is_none() {
            events.push("6.1 an army without a king moves");
        }
        for victim in taken {
            if victim.is_pawn() {
                board.lose_pawn(victim.army, table, &mut events);
            }
            if victim.kind == b'K' {
                board.lose_king(victim.army, man.army, &mut events);
            }
        }
        if man.is_pawn() && far_edge(man.army, to) {
            board.arrive(step, privileged, table, &mut events);
        }
        if man.kind == b'K' && to == THRONES[partner(man.army)] {
            board.reach_throne(man.army, &mut events);
        }
        if matches!(man.kind, b'B' | b'Q') {
            board.meet(man, to, table, &mut events);
        }
        board.pass_on();
        (board, events)
    }

    /// The count rises; from 0, the waiting promote (RULES 5.1, 5.4).
    fn lose_pawn(&mut self, army: usize, table: &Table, events: &mut Events) {
        self.lost[army] += 1;
        let waiting: Vec<(usize, Man)> =
            self.army(army).into_iter().filter(|(at, man)| man.is_pawn() && far_edge(army, *at)).collect();
        if self.lost[army] != 1 {
            if !waiting.is_empty() {
                events.push("5.4 a demoted piece on the far edge stays at a later loss");
            }
            return;
        }
        if waiting.len() > 1 {
            events.push("5.1 two or more waiting pawns promote");
        }
        if self.privileged(army) && !waiting.is_empty() {
            events.push("5.2 a waiting pawn left alone promotes without a choice");
        }
        for (at, man) in waiting {
            self.remove(at, man);
            let mut kind = man.kind.to_ascii_uppercase();
            events.push("5.1 a waiting pawn promotes");
            if let Some(piece) = table.throne_piece.filter(|_| THRONES.contains(&at)) {
                kind = piece;
                events.push("5.3 a waiting pawn promotes on a throne");
            }
            self.add(at, Man { army, kind });
        }
    }

    /// A king is captured (RULES 3.7, 6.1); it is off the board already.
    fn lose_king(&mut self, army: usize, captor: usize, events: &mut Events) {
        let other = partner(army);
        self.prisoners[army] = LETTERS[captor];
        if self.king(other).is_none() {
            events.push("7 the last king of a side taken");
            self.command[army] = b'x';
            self.command[other] = b'x';
            return;
        }
        if self.seized(army) {
            events.push("6.1 a king taken whose army its partner commands");
            return;
        }
        events.push(if self.withdrawn(army) {
            "6.1 a withdrawn army's king taken"
        } else if self.withdrawn(other) {
            "6.3 the king of a commander by withdrawal taken"
        } else if self.seized(other) {
            "6.1 the seizing king taken"
        } else {
            "3.7 an army freezes"
        });
        self.command[army] = b'x';
        if self.seized(other) {
            self.command[other] = b'-';
        }
    }

    /// A pawn has come to its far edge (RULES 5).
    fn arrive(&mut self, step: Step, privileged: bool, table: &Table, events: &mut Events) {
        let Step { man, to, choice, .. } = step;
        let own = man.kind.to_ascii_uppercase();
        let forced = table.throne_piece.filter(|_| THRONES.contains(&to));
        if !privileged && self.lost[man.army] == 0 {
            events.push("5.1 a pawn waits");
            return;
        }
        let becomes = forced.or(choice).unwrap_or(own);
        if forced.is_some() {
            events.push("5.3 a pawn promotes on a throne");
        }
        if privileged && becomes != own {
            let old = self.army(man.army).into_iter().find(|(_, m)| m.kind == becomes);
            if let Some((at, old)) = old {
                self.remove(at, old);
                self.add(at, Man { army: man.army, kind: becomes.to_ascii_lowercase() });
                events.push("5.2 the old piece turns into its pawn");
                if far_edge(man.army, at) {
                    events.push("5.2 a piece demoted on the far edge");
                }
                if self.at(at).count() == 2 {
                    events.push("5.2 a piece demoted on its shared throne");
                }
                if forced.is_some() {
                    events.push("5.3 a privileged pawn on a throne pays the price");
                }
            }
        }
        if privileged && becomes == own && self.army(man.army).iter().any(|(_, m)| m.kind == own) {
            events.push("5.2 a pawn becomes its own piece and demotes nothing");
        }
        if privileged {
            events.push(match self.lost[man.army] {
                0 => "5.2 a privileged promotion before any pawn was lost",
                _ => "5.2 a privileged promotion",
            });
        } else {
            events.push("5.1 a pawn promotes on arrival");
        }
        self.men[to] = [Some(Man { army: man.army, kind: becomes }), None];
    }

    /// A king has come to its partner's throne (RULES 6.1).
    fn reach_throne(&mut self, army: usize, events: &mut Events) {
        let other = partner(army);
        if self.seized(army) || self.withdrawn(army) {
            events.push("6.1 a king without command reaches the throne");
            return;
        }
        events.push(if self.frozen(other) {
            "6.1 a frozen army awakens"
        } else if self.withdrawn(other) {
            "6.1 a withdrawn army is seized"
        } else {
            "6.1 the throne of a living partner seized"
        });
        self.command[other] = LETTERS[army];
    }

    /// A bishop or a queen has moved: the concourse (RULES 3.6).
    fn meet(&mut self, man: Man, to: usize, table: &Table, events: &mut Events) {
        let Some(set) = concourses().into_iter().find(|set| set.contains(&to)) else { return };
        let there: Vec<(usize, Man)> = set
            .into_iter()
            .flat_map(|square| self.at(square).map(move |m| (square, m)))
            .filter(|(_, m)| m.kind == man.kind)
            .collect();
        if there.len() < 4 {
            return;
        }
        let mut armies: Vec<usize> = there.iter().map(|(_, m)| m.army).collect();
        armies.sort_unstable();
        if armies != [0, 1, 2, 3] {
            events.push("3.6 four that are not of four armies");
            return;
        }
        if armies.iter().any(|&army| self.frozen(army)) {
            events.push("3.6 four of which one is frozen");
            return;
        }
        events.push(if man.kind == b'B' { "3.6 a concourse of bishops" } else { "3.6 a concourse of queens" });
        for (square, other) in there {
            if other.army == man.army {
                continue;
            }
            self.remove(square, other);
            if table.zalewski && other.army == partner(man.army) {
                self.add(square, man);
                events.push("3.6 the partner's piece joins the mover");
            }
        }
    }

    /// Whether and with whom prisoners can be exchanged, and where the kings may stand (RULES 6.2), as texts.
    pub(crate) fn exchanges(&self, table: &Table) -> Vec<(String, Board)> {
        let (mover, mine) = (self.turn, partner(self.turn));
        let mut found = Vec::new();
        for enemy in enemies(mover) {
            let theirs = partner(enemy);
            let bargain = self.king(mover).is_some()
                && self.king(enemy).is_some()
                && self.king(mine).is_none()
                && self.king(theirs).is_none()
                && self.prisoners[mine] == LETTERS[enemy]
                && self.prisoners[theirs] == LETTERS[mover];
            if !bargain || self.end(table).is_some() {
                continue;
            }
            let mut thawed = self.clone();
            for army in [mine, theirs] {
                thawed.prisoners[army] = b'-';
                if thawed.frozen(army) {
                    thawed.command[army] = b'-';
                }
            }
            for (ours, first) in thawed.returns(mine, table) {
                for (others, second) in first.returns(theirs, table) {
                    let text = format!("exchange {} {} {}", LETTERS[enemy] as char, name(ours), name(others));
                    found.push((text, second));
                }
            }
        }
        found
    }

    /// Where the king of an army may return to, with the board that has it there.
    fn returns(&self, army: usize, table: &Table) -> Vec<(usize, Board)> {
        let throne = THRONES[army];
        let with_king = |square: usize| {
            let mut board = self.clone();
            board.add(square, Man { army, kind: b'K' });
            (square, board)
        };
        if self.is_empty(throne) {
            return vec![with_king(throne)];
        }
        let empty: Vec<(usize, Board)> = (0..64).filter(|&square| self.is_empty(square)).map(with_king).collect();
        let safe: Vec<(usize, Board)> = empty.iter().filter(|(_, board)| !board.in_check(army)).cloned().collect();
        let among = if table.zalewski && !safe.is_empty() { safe } else { empty };
        let nearest = among.iter().map(|(square, _)| distance(throne, *square)).min();
        among.into_iter().filter(|(square, _)| Some(distance(throne, *square)) == nearest).collect()
    }

    /// Whether the player to move may withdraw (RULES 6.3, 6.4).
    pub(crate) fn may_withdraw(&self, table: &Table) -> bool {
        self.command[self.turn] == b'-' && self.command[partner(self.turn)] == b'-' && self.end(table).is_none()
    }

    pub(crate) fn withdraw(&self) -> Board {
        let mut board = self.clone();
        board.command[self.turn] = LETTERS[partner(self.turn)].to_ascii_uppercase();
        board
    }
}
