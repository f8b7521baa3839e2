//! Many readings side by side: a row has one number of each, so that a compiler turns a loop over them into instructions for several at
//! once. Here are the rows, and how a reading goes from the engine to its lane and back; [`plain_turn`] plays them.

mod plain_turn;

use std::ops::{Index, IndexMut};

use crate::chess::{Army, Bitboard, Position, Role, Square, splitmix64};
use crate::reading::RandomDraw;

use super::counts::add_counts;
use super::{Counts, EffectFlags, TurnRow};

pub(super) use plain_turn::LaneTerms;

/// The number of readings played side by side.
pub(super) const LANES: usize = 64;

/// A number of each reading. Sets of squares are bitboards, and armies and pieces their indices.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Row([u64; LANES]);

impl Default for Row {
    fn default() -> Row {
        Row([0; LANES])
    }
}

impl Index<usize> for Row {
    type Output = u64;

    #[inline(always)]
    fn index(&self, lane: usize) -> &u64 {
        &self.0[lane]
    }
}

impl IndexMut<usize> for Row {
    #[inline(always)]
    fn index_mut(&mut self, lane: usize) -> &mut u64 {
        &mut self.0[lane]
    }
}

/// The readings, as far as a plain turn changes them.
#[derive(Default)]
pub(super) struct Lanes {
    /// The state of a generator xoshiro256++ for each.
    chance: [Row; 4],
    /// The squares of kings, of other pieces, and of the pawns among these.
    kings: Row,
    others: Row,
    pawns: Row,
    /// The two bits of the index of the army on each square that is not empty.
    armies: [Row; 2],
    /// The two bits of the index of the officer, or of the officer that a pawn serves, where a piece is that is not a king.
    kinds: [Row; 2],
    /// The squares of frozen armies.
    frozen: Row,
    turn: Row,
    /// The army whose turn follows that of each army: four numbers of two bits.
    next: Row,
    ply: Row,
    /// The pieces that each army has, at `army * 8 + role`; one that was captured may still be among them.
    present: Row,
    /// 1 if the engine needs every turn, else 0.
    watched: Row,
    /// A mask: whether a pawn waits, so that the capture of another may promote it (RULES 5.1).
    waiting: Row,

    // What each part hands to the next.
    draw: Row,
    /// The piece that the throw names.
    place: Row,
    /// The throw before, and whose it was, if it named a piece that the army did not have.
    missed: [Row; 2],
    /// The pieces of all armies that the throw names, if they can complete a concourse, and those of the army.
    meeting: Row,
    movers: Row,
    occupied: Row,
    open: Row,
    /// The army's pawns, if one of them is to move, and the mask that says so.
    stepping: Row,
    is_pawn: Row,
    /// From a pawn to its goal, in squares; 0 for other pieces.
    distance: Row,
    /// The squares to choose from, the number of the one chosen, and then that one. A pawn's are those where it is.
    choices: Row,
    number: Row,
    chosen: Row,
    /// What is counted: the army and the piece, `army * 8 + role`, with [`NOTHING`] for a turn without a move.
    piece: Row,

    // What has been done: 1 if all but the throw is left to the engine, and sets that are not empty if a piece takes another, and
    // that is all, and if it may have further effects, and has not been moved.
    is_left: Row,
    takes: Row,
    is_eventful: Row,

    counts: AllCounts,
}

struct AllCounts([LaneCounts; LANES]);

impl Default for AllCounts {
    fn default() -> AllCounts {
        AllCounts([LaneCounts::NONE; LANES])
    }
}

/// The moves counted in a lane.
#[derive(Clone, Copy)]
struct LaneCounts {
    /// By square; turns without a move are at 64.
    landings: [u16; 128],
    /// By army and role, at `army * 8 + role`; turns without a move are at `army * 8 + NOTHING`.
    moved: [u16; 32],
}

impl LaneCounts {
    const NONE: LaneCounts = LaneCounts { landings: [0; 128], moved: [0; 32] };
}

/// A turn of a reading, as far as its lane has played it.
pub(super) struct LaneTurn {
    pub(super) draw: RandomDraw,
    pub(super) army: Army,
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
    effects: EffectFlags,
    /// Whether the move may have further effects, and has not been made.
    pub(super) is_eventful: bool,
    /// Whether nothing was done but to throw.
    pub(super) is_left: bool,
}

impl LaneTurn {
    /// Its row, if the engine has nothing to add.
    #[inline(always)]
    pub(super) fn row(&self) -> TurnRow {
        let LaneTurn { army, role, from, to, effects, .. } = *self;
        TurnRow { army, throw: self.draw.throw().number(), role, from, to, promotion: None, effects }
    }

    /// A turn of an army without the piece that it threw.
    fn without_move(draw: u64, army: u64, place: u64) -> LaneTurn {
        let nowhere = Square::wrapping(0);
        LaneTurn {
            draw: RandomDraw::from_number(draw),
            army: Army::ALL[army as usize & 3],
            role: Role::ALL[(place & 7) as usize % Role::ALL.len()],
            from: nowhere,
            to: nowhere,
            effects: EffectFlags::NO_MOVE,
            is_eventful: false,
            is_left: false,
        }
    }
}

// The pieces as the loops need them.
const KING: u64 = 0;
const QUEEN: u64 = 1;
const ROOK: u64 = 2;
const BISHOP: u64 = 3;
const KNIGHT: u64 = 4;
const PAWN: u64 = 5;
const NOTHING: u64 = 7;

/// The mask of a condition.
#[inline(always)]
fn mask(is: bool) -> u64 {
    if is { !0 } else { 0 }
}

/// The places of a set of bits, from the last.
#[inline(always)]
pub(super) fn lanes_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let last = bits.checked_ilog2()?;
        bits ^= 1 << last;
        Some(last as usize)
    })
}

impl Lanes {
    /// What stays from turn to turn.
    fn lasting(&mut self) -> [&mut Row; 18] {
        let Lanes { chance: [a, b, c, d], kings, others, pawns, armies: [e, f], kinds: [g, h], .. } = self;
        let Lanes { frozen, turn, next, ply, present, watched, waiting, .. } = self;
        [a, b, c, d, kings, others, pawns, e, f, g, h, frozen, turn, next, ply, present, watched, waiting]
    }

    /// Puts a reading that begins in a lane.
    pub(super) fn begin(&mut self, lane: usize, seed: u64, start: &Position, is_watched: bool) {
        (0..).zip(&mut self.chance).for_each(|(part, state)| state[lane] = splitmix64(seed, part));
        self.counts.0[lane] = LaneCounts::NONE;
        self.take_back(lane, start);
        self.watch(lane, is_watched);
    }

    /// Copies a reading to another lane.
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        self.lasting().into_iter().for_each(|row| row[to] = row[from]);
        self.counts.0[to] = self.counts.0[from];
    }

    /// Brings the position of a reading up to date, and counts what was captured since the lane took it back.
    #[inline]
    pub(super) fn hand_over(&self, lane: usize, position: &mut Position, counts: &mut Counts) {
        let of = |set: &Row| Bitboard(set[lane]);
        let (kings, others, pawns) = (of(&self.kings), of(&self.others), of(&self.pawns));
        // The four sets that two bits tell apart.
        let four = |[low, high]: [Bitboard; 2], among| {
            [among & !low & !high, among & low & !high, among & high & !low, among & low & high]
        };
        let armies = four(self.armies.each_ref().map(of), kings | others);
        let serving = four(self.kinds.each_ref().map(of), others);
        for (army, lost) in position.pawns_lost.iter_mut().enumerate() {
            *lost += ((position.armies[army] & position.pawns).len() - (armies[army] & pawns).len()) as u8;
        }
        let all_before = position.serving.into_iter().fold(Bitboard::EMPTY, |all, some| all | some);
        counts.count(EffectFlags::CAPTURE, (all_before.len() - others.len()) as u16);
        (position.armies, position.kings, position.serving, position.pawns) = (armies, kings, serving, pawns);
        position.turn = Army::ALL[self.turn[lane] as usize & 3];
        position.ply = self.ply[lane] as u32;
    }

    /// Takes the position back when the engine has settled a turn.
    #[inline]
    pub(super) fn take_back(&mut self, lane: usize, position: &Position) {
        let Position { armies, kings, serving, pawns, .. } = *position;
        let bits = |[_, one, two, three]: [Bitboard; 4]| [one | three, two | three];
        let [[low, high], [kind_low, kind_high]] = [bits(armies), bits(serving)];
        self.kings[lane] = kings.0;
        self.others[lane] = serving.into_iter().fold(0, |all, set| all | set.0);
        self.pawns[lane] = pawns.0;
        (self.armies[0][lane], self.armies[1][lane]) = (low.0, high.0);
        (self.kinds[0][lane], self.kinds[1][lane]) = (kind_low.0, kind_high.0);
        self.frozen[lane] = position.frozen().0;
        self.turn[lane] = position.turn().index() as u64;
        let next = Army::ALL.map(|army| position.turn_after(army).index() as u64);
        self.next[lane] = next.iter().rev().fold(0, |all, army| all << 2 | army);
        self.ply[lane] = position.ply().into();
        let [queens, rooks, bishops, knights] = serving.map(|set| set & !pawns);
        let roles = [kings, queens, rooks, bishops, knights, pawns];
        let present = armies.map(|army| {
            let [a, b, c, d, e, f] = roles.map(|role| u8::from(army.meets(role)));
            a | b << 1 | c << 2 | d << 3 | e << 4 | f << 5
        });
        self.present[lane] = u32::from_le_bytes(present).into();
        self.waiting[lane] = mask(Army::ALL.into_iter().any(|army| position.pawns(army).meets(army.far_edge())));
    }

    /// Notes whether the engine needs every turn of a reading.
    pub(super) fn watch(&mut self, lane: usize, is_watched: bool) {
        self.watched[lane] = is_watched.into();
    }

    /// What the last turn of a reading was.
    #[inline(always)]
    pub(super) fn last_turn(&self, lane: usize) -> LaneTurn {
        let chosen = self.chosen[lane];
        let army = self.piece[lane] >> 3;
        let place = if self.is_pawn[lane] != 0 { PAWN } else { self.place[lane] };
        let turn = LaneTurn::without_move(self.draw[lane], army, place);
        let turn = LaneTurn { is_eventful: self.is_eventful[lane] != 0, is_left: self.is_left[lane] != 0, ..turn };
        if chosen == 0 {
            return turn;
        }
        let from = if self.is_pawn[lane] != 0 { chosen } else { self.movers[lane] };
        let to = chosen.rotate_left(self.distance[lane] as u32);
        let [from, to] = [from, to].map(|set| Square::wrapping(set.trailing_zeros() as usize));
        let effects = if self.takes[lane] != 0 { EffectFlags::CAPTURE } else { EffectFlags::default() };
        LaneTurn { from, to, effects, ..turn }
    }

    /// Adds what was counted of a reading in its lane.
    pub(super) fn add_counts(&self, lane: usize, counts: &mut Counts) {
        let LaneCounts { landings, moved } = &self.counts.0[lane];
        add_counts(&mut counts.landings, &landings[..64]);
        for (of_army, of_lane) in counts.moved.iter_mut().zip(moved.chunks_exact(8)) {
            add_counts(of_army, of_lane);
        }
    }
}
