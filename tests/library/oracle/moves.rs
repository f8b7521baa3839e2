//! Which moves there are, and how a game has ended (RULES 3, 4, 6.3, 7).

use super::board::{Board, FORWARD, LETTERS, Man, THRONES, Table, enemies, name, partner, step};

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// Won by the side of this army.
    Won(usize),
    /// Drawn by bare kings, of the sides marked: actives, passives.
    BareKings(bool, bool),
    /// Drawn by this army's stalemate.
    Stalemate(usize),
}

/// A piece and where it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    pub(crate) man: Man,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// A choice of promotion (RULES 5.2).
    pub(crate) choice: Option<u8>,
}

impl Step {
    pub(crate) fn text(self) -> String {
        let choice = self.choice.map_or(String::new(), |kind| format!("={}", kind as char));
        format!("{}{}{}{choice}", self.man.letter(), name(self.from), name(self.to))
    }
}

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const ASLANT: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const EIGHT: [(i32, i32); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The squares before which a pawn stops for good (RULES 1.5).
pub(crate) fn far_edge(army: usize, square: usize) -> bool {
    step(square, FORWARD[army]).is_none()
}

impl Board {
    /// Whether an enemy stands there that can be taken (RULES 3.4, 3.7).
    fn prey(&self, army: usize, square: usize) -> bool {
        let [one, other] = enemies(army);
        match self.men[square][0] {
            Some(man) => (man.army == one || man.army == other) && !self.frozen(man.army),
            None => false,
        }
    }

    /// Where a piece may go by section 3 alone.
    pub(crate) fn goes(&self, from: usize, man: Man) -> Vec<usize> {
        let army = man.army;
        let mut found = Vec::new();
        let mut leap = |files: i32, ranks: i32| {
            if let Some(square) = step(from, (files, ranks))
                && (self.is_empty(square) || self.prey(army, square))
            {
                found.push(square);
            }
        };
        match man.kind {
            b'K' => EIGHT.iter().for_each(|&(f, r)| leap(f, r)),
            b'N' => KNIGHT.iter().for_each(|&(f, r)| leap(f, r)),
            b'Q' => EIGHT.iter().for_each(|&(f, r)| leap(2 * f, 2 * r)),
            b'R' | b'B' => {
                for &by in if man.kind == b'R' { &STRAIGHT } else { &ASLANT } {
                    let mut here = from;
                    while let Some(next) = step(here, by) {
                        let empty = self.is_empty(next);
                        if empty || self.prey(army, next) {
                            found.push(next);
                        }
                        if !empty {
                            break;
                        }
                        here = next;
                    }
                }
            }
            _ => {
                let (f, r) = FORWARD[army];
                found.extend(step(from, (f, r)).filter(|&s| self.is_empty(s)));
                for aside in [-1, 1] {
                    let by = if f == 0 { (aside, r) } else { (f, aside) };
                    found.extend(step(from, by).filter(|&s| self.prey(army, s)));
                }
            }
        }
        found
    }

    /// Whether an army's king is in check (RULES 4.1).
    pub(crate) fn in_check(&self, army: usize) -> bool {
        let Some(king) = self.king(army) else { return false };
        for enemy in enemies(army) {
            if self.frozen(enemy) {
                continue;
            }
            for (from, man) in self.army(enemy) {
                if self.goes(from, man).contains(&king) {
                    return true;
                }
            }
        }
        false
    }

    /// King and pawn, with or without a queen or a bishop (RULES 5.2).
    pub(crate) fn privileged(&self, army: usize) -> bool {
        match self.composition(army)[..] {
            [b'K', pawn] | [b'B', b'K', pawn] | [b'K', b'Q', pawn] => pawn.is_ascii_lowercase(),
            _ => false,
        }
    }

    /// Everything an army could do by sections 3 and 5.
    pub(crate) fn steps(&self, army: usize, table: &Table) -> Vec<Step> {
        let mut found = Vec::new();
        if self.frozen(army) {
            return found;
        }
        for (from, man) in self.army(army) {
            for to in self.goes(from, man) {
                let forced = table.throne_piece.is_some() && THRONES.contains(&to);
                if man.is_pawn() && far_edge(army, to) && self.privileged(army) && !forced {
                    found.extend(b"QRBN".map(|kind| Step { man, from, to, choice: Some(kind) }));
                } else {
                    found.push(Step { man, from, to, choice: None });
                }
            }
        }
        found
    }

    /// What an army may do on a turn of its own (RULES 4.2, 4.3).
    pub(crate) fn allowed(&self, army: usize, table: &Table) -> impl Iterator<Item = Step> {
        let mut all = self.steps(army, table);
        let is_bound = !table.reading && self.king(army).is_some();
        let in_check = is_bound && self.in_check(army);
        let by_king = |step: &Step| step.man.kind == b'K';
        if in_check && all.iter().any(by_king) {
            all.retain(by_king);
        }
        all.into_iter().filter(move |step| !is_bound || in_check || !self.after(*step, table).0.in_check(army))
    }

    /// The armies that may move on the turn of `army` (RULES 6.3).
    pub(crate) fn movers(&self, army: usize) -> Vec<usize> {
        let other = partner(army);
        let shared = [army, other].into_iter().any(|one| self.withdrawn(one) && self.bare_king(one));
        if shared { vec![army, other] } else { vec![army] }
    }

    /// What may be done on the turn of `army`.
    pub(crate) fn choices(&self, army: usize, table: &Table) -> impl Iterator<Item = Step> {
        self.movers(army).into_iter().flat_map(move |mover| self.allowed(mover, table))
    }

    /// No move, though the king stands and is not in check (RULES 4.4).
    pub(crate) fn stalemated(&self, army: usize, table: &Table) -> bool {
        self.king(army).is_some() && !self.in_check(army) && self.choices(army, table).next().is_none()
    }

    /// How the game has ended, if it has (RULES 7, 4.4).
    pub(crate) fn end(&self, table: &Table) -> Option<End> {
        for army in [0, 1] {
            if self.king(army).is_none() && self.king(partner(army)).is_none() {
                return Some(End::Won(1 - army));
            }
        }
        let bare = |army| self.bare_king(army) && self.bare_king(partner(army));
        if bare(0) || bare(1) {
            return Some(End::BareKings(bare(0), bare(1)));
        }
        if table.reading || !self.stalemated(self.turn, table) {
            return None;
        }
        let other = partner(self.turn);
        let out = self.king(other).is_none()
            || self.withdrawn(other)
            || self.command[other] == LETTERS[self.turn]
            || self.stalemated(other, table);
        out.then_some(End::Stalemate(self.turn))
    }

    /// The children of a position (RULES 9.4): its moves, or the pass alone.
    pub(crate) fn children(&self, table: &Table) -> Vec<Option<Step>> {
        self.children_with(self.end(table), table)
    }

    /// The same where the end of the game is known.
    pub(crate) fn children_with(&self, end: Option<End>, table: &Table) -> Vec<Option<Step>> {
        if end.is_some() {
            return Vec::new();
        }
        let steps: Vec<Option<Step>> = self.choices(self.turn, table).map(Some).collect();
        if steps.is_empty() { vec![None] } else { steps }
    }

    /// RULES 9.4.
    pub(crate) fn perft(&self, depth: u32, table: &Table) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.children(table)
            .into_iter()
            .map(|step| match step {
                Some(step) => self.after(step, table).0.perft(depth - 1, table),
                None => self.passed().perft(depth - 1, table),
            })
            .sum()
    }
}
