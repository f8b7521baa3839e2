//! Plain turns of many readings, side by side: eight in each register of 512 bits.
//!
//! A turn has four parts, each a loop over all readings, so that a processor has several turns under way at once: throw, find
//! the squares that the piece reaches, find the one chosen, and move the piece. Only the third takes the readings one by one,
//! since finding a square by its number is one instruction there. No part has a branch: whatever piece is thrown, all kinds are
//! worked out, and masks select what counts.

use std::arch::x86_64::{
    __m512i, _mm512_add_epi64 as add, _mm512_and_si512 as and, _mm512_andnot_si512 as but,
    _mm512_cmpeq_epi64_mask as equal, _mm512_cmplt_epu64_mask as less, _mm512_gf2p8affine_epi64_epi8 as affine,
    _mm512_mask_add_epi64 as add_where, _mm512_mask_andnot_epi64 as but_where, _mm512_mask_mov_epi64 as pick,
    _mm512_mask_or_epi64 as or_where, _mm512_mask_test_epi64_mask as meet_where, _mm512_mask_xor_epi64 as xor_where,
    _mm512_maskz_mov_epi64 as only_where, _mm512_maskz_permutex2var_epi64 as look_up_both,
    _mm512_maskz_permutexvar_epi64 as look_up_where, _mm512_mul_epu32 as times, _mm512_or_si512 as or,
    _mm512_permutexvar_epi64 as look_up, _mm512_popcnt_epi64 as count_ones, _mm512_rol_epi64 as rotate,
    _mm512_rolv_epi64 as rotate_left, _mm512_rorv_epi64 as rotate_right, _mm512_set1_epi64,
    _mm512_shuffle_epi8 as shuffle, _mm512_slli_epi64 as up, _mm512_sllv_epi64 as shift_left,
    _mm512_srli_epi64 as down, _mm512_srlv_epi64 as shift_right, _mm512_sub_epi64 as sub,
    _mm512_test_epi64_mask as meet, _mm512_testn_epi64_mask as miss, _mm512_xor_si512 as xor,
};

use crate::chess::{Army, Bitboard, FOUR_OF, Kind, Movers, Officer, Position, Role, Square, attacked_from, splitmix64};
use crate::reading::{Question, RandomDraw};

use super::bits::{DISTANCE, NthSquare, WITHIN};
use super::counts::add_counts;
use super::plain_moves::BoardSets;
use super::processors::{ByDeposit, Eight};
use super::{Counts, EffectFlags, TurnRow};

/// The number of readings played side by side.
pub(super) const LANES: usize = 64;
/// The number of places in a register.
const WIDTH: usize = 8;

/// Eight readings, as far as a plain turn changes them. Sets of squares are bitboards, and armies and pieces their indices.
/// Bits of `u8` are readings.
#[derive(Clone, Copy, Default)]
struct Group {
    /// The state of a generator xoshiro256++ for each.
    chance: [Eight; 4],
    /// The squares of kings, of other pieces, and of the pawns among these.
    kings: Eight,
    others: Eight,
    pawns: Eight,
    /// The two bits of the index of the army on each square that is not empty.
    armies: [Eight; 2],
    /// The two bits of the index of the officer, or of the officer that a pawn serves, where a piece is that is not a king.
    kinds: [Eight; 2],
    /// The squares of frozen armies.
    frozen: Eight,
    turn: Eight,
    /// The army whose turn follows that of each army: four numbers of two bits.
    next: Eight,
    ply: Eight,
    /// The pieces that each army has, at `army * 8 + role`; one that was captured may still be among them.
    present: Eight,
    /// Whether the engine needs every turn.
    watched: u8,
    /// Whether a pawn waits, so that the capture of another may promote it (RULES 5.1).
    waiting: u8,

    // What each part hands to the next.
    draw: Eight,
    /// The piece that the throw names, and the squares of the army's side.
    place: Eight,
    side: Eight,
    /// The pieces of all armies that the throw names, and those of the army.
    thrown: Eight,
    movers: Eight,
    /// The pawns that can capture towards one side and towards the other.
    captures: [Eight; 2],
    /// From a pawn to its goal, in squares; 0 for other pieces.
    distance: Eight,
    /// The squares to choose from, a bit for the number of the one chosen, and then that one. A pawn's are those where it is.
    choices: Eight,
    number: Eight,
    chosen: Eight,
    /// The army and the piece: `army * 8 + role`.
    piece: Eight,
    is_king: u8,
    is_pawn: u8,
    /// Whether it is a piece that can complete a concourse.
    is_meeting: u8,

    // What has been done: a piece takes another, and that is all; may have further effects, and has not been moved; is left to
    // the engine, after the throw.
    takes: u8,
    is_eventful: u8,
    is_left: u8,
}

/// The readings.
pub(super) struct Lanes {
    groups: [Group; LANES / WIDTH],
    counts: [LaneCounts; LANES],
}

/// The moves counted in a lane.
#[derive(Clone, Copy)]
struct LaneCounts {
    landings: [u16; 64],
    /// By army and role, at `army * 8 + role`.
    moved: [u16; 32],
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
}

/// What is the same for all readings of a plan.
#[derive(Default)]
pub(super) struct LaneTerms {
    /// The index of the piece that each throw names.
    places: Eight,
    limit: u64,
    /// Where more may follow from the landing of each army's king: its partner's throne, and for the querent the Ptah.
    king_marks: Eight,
    /// The squares that each piece reaches at once, rotated to what they would be from a1.
    leaps: Eight,
    /// The squares at most two files from each file, and at most two ranks from each rank.
    near: [Eight; 2],
    /// The rising diagonals by `(rank - file) & 15`, and the falling ones by `rank + file`.
    diagonals: [[Eight; 2]; 2],
}

impl LaneTerms {
    pub(super) fn new(question: &Question, limit: u64) -> LaneTerms {
        let places = question.dice.movers(question.array).map(|movers| match movers {
            Movers::Only(role) => role.index() as u64,
            Movers::KingOrPawn | Movers::Any => KING as u64,
        });
        let mut terms = LaneTerms { limit, ..LaneTerms::default() };
        terms.places.0[..6].copy_from_slice(&places);
        for army in Army::ALL {
            let throne = Bitboard::of(army.partner().throne());
            let marks = if army == question.army() { throne.with(question.ptah) } else { throne };
            terms.king_marks.0[army.index()] = marks.0;
        }
        let leap =
            |kind| attacked_from(kind, Army::Air, Square::wrapping(D4), Bitboard::EMPTY).0.rotate_right(D4 as u32);
        terms.leaps.0[Role::King.index()] = leap(Kind::King);
        for officer in [Officer::Queen, Officer::Knight] {
            terms.leaps.0[Role::Officer(officer).index()] = leap(Kind::Officer(officer));
        }
        for at in 0..64 {
            let (file, rank, square) = (at % 8, at / 8, 1 << at);
            for to in 0..8_usize {
                terms.near[0].0[to] |= if to.abs_diff(file) <= 2 { square } else { 0 };
                terms.near[1].0[to] |= if to.abs_diff(rank) <= 2 { square } else { 0 };
            }
            for (diagonals, line) in terms.diagonals.iter_mut().zip([(rank + 16 - file) % 16, rank + file]) {
                diagonals[line / 8].0[line % 8] |= square;
            }
        }
        terms
    }
}

/// The pieces as the loops need them.
const KING: i64 = 0;
const QUEEN: i64 = 1;
const ROOK: i64 = 2;
const BISHOP: i64 = 3;
const PAWN: i64 = 5;
const D4: usize = 27;

/// A table of the armies.
const fn by_army(of: [u64; 4]) -> Eight {
    Eight([of[0], of[1], of[2], of[3], 0, 0, 0, 0])
}

const fn edges() -> [u64; 4] {
    [Army::Air.far_edge().0, Army::Water.far_edge().0, Army::Fire.far_edge().0, Army::Earth.far_edge().0]
}

static FAR_EDGES: Eight = by_army(edges());
/// The squares from which a pawn's next move leads to the far edge.
static BEFORE_FAR_EDGES: Eight = {
    let [air, water, fire, earth] = edges();
    by_army([air << 8, water << 1, fire >> 8, earth >> 1])
};
/// For each lead of a pawn the squares that it leaves and the distance that it goes.
static LEADS: [(Eight, Eight); 3] = [lead(0), lead(1), lead(2)];

const fn lead(of: usize) -> (Eight, Eight) {
    let (mut within, mut distance, mut army) = ([0; 4], [0; 4], 0);
    while army < 4 {
        (within[army], distance[army]) = (WITHIN[army][of].0, DISTANCE[army][of] as u64);
        army += 1;
    }
    (by_army(within), by_army(distance))
}

/// The two bits of an army's index, each on all squares; and those of an officer's, by the piece.
static ARMY_BITS: [Eight; 2] = [by_army([0, !0, 0, !0]), by_army([0, 0, !0, !0])];
static KIND_BITS: [Eight; 2] = [Eight([0, 0, !0, 0, !0, 0, 0, 0]), Eight([0, 0, 0, !0, !0, 0, 0, 0])];

/// The same number in all places.
#[target_feature(enable = "avx512f")]
#[inline]
fn all(number: i64) -> __m512i {
    _mm512_set1_epi64(number)
}

/// The bytes of each place in the opposite order: the last rank first.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn bytes_reversed(set: __m512i) -> __m512i {
    let (low, high) = (0x0001_0203_0405_0607, 0x0809_0a0b_0c0d_0e0f);
    shuffle(set, Eight([low, high, low, high, low, high, low, high]).load())
}

/// The bits of each place in the opposite order.
#[target_feature(enable = "avx512f,avx512bw,gfni")]
#[inline]
fn reversed(set: __m512i) -> __m512i {
    affine::<0>(bytes_reversed(set), all(0x8040_2010_0804_0201_u64 as i64))
}

/// The integer part of `count` times a fraction, like [`RandomDraw`]'s; `count` is at most 64.
#[target_feature(enable = "avx512f")]
#[inline]
fn part(fraction: __m512i, count: __m512i) -> __m512i {
    down::<32>(add(times(down::<32>(fraction), count), down::<32>(times(fraction, count))))
}

/// The piece of an army: `army * 8 + role`.
#[target_feature(enable = "avx512f")]
#[inline]
fn piece(army: __m512i, role: __m512i) -> __m512i {
    add(up::<3>(army), role)
}

/// The next number of each generator, and its state after it.
#[target_feature(enable = "avx512f")]
#[inline]
fn next_chance([s0, s1, s2, s3]: [__m512i; 4]) -> (__m512i, [__m512i; 4]) {
    let number = add(rotate::<23>(add(s0, s3)), s0);
    let (s2_now, s3_now) = (xor(s2, s0), xor(s3, s1));
    (number, [xor(s0, s3_now), xor(s1, s2_now), xor(s2_now, up::<17>(s1)), rotate::<45>(s3_now)])
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

impl Group {
    /// What stays from turn to turn, besides two sets of readings.
    fn lasting(&mut self) -> [&mut Eight; 16] {
        let Group { chance: [a, b, c, d], kings, others, pawns, armies: [e, f], kinds: [g, h], .. } = self;
        let Group { frozen, turn, next, ply, present, .. } = self;
        [a, b, c, d, kings, others, pawns, e, f, g, h, frozen, turn, next, ply, present]
    }

    /// Throws. An army without such a piece has no move, and the next throws in the same round; `missed` is told of its turn.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq,gfni")]
    #[inline]
    fn throw<const TURNS: bool>(&mut self, terms: &LaneTerms, mut missed: impl FnMut(usize, LaneTurn)) {
        let (turn, ply) = (self.turn.load(), self.ply.load());
        let (first, chance) = next_chance(self.chance.map(Eight::load));
        let (second, chance_after) = next_chance(chance);
        let place = |draw| look_up(part(draw, all(6)), terms.places.load());
        let is_absent = miss(shift_right(self.present.load(), piece(turn, place(first))), all(1));
        // The limit leaves room for another turn.
        let again = is_absent & less(ply, all(terms.limit.saturating_sub(1) as i64)) & !self.watched;
        for lane in lanes_of(if TURNS { again.into() } else { 0 }) {
            let [draw, turn, place] = [first, turn, place(first)].map(|all| Eight::store(all).0[lane]);
            missed(lane, LaneTurn::without_move(draw, turn, place));
        }
        for (state, (once, twice)) in self.chance.iter_mut().zip(chance.into_iter().zip(chance_after)) {
            *state = Eight::store(pick(once, again, twice));
        }
        let draw = pick(first, again, second);
        (self.draw, self.place) = (Eight::store(draw), Eight::store(place(draw)));
        self.turn = Eight::store(pick(turn, again, self.army_after(turn)));
        self.ply = Eight::store(add_where(ply, again, ply, all(1)));
    }

    /// Finds the squares to which the piece thrown can go, or those from which a pawn can step. Returns the readings with a choice
    /// among pawns that can capture, and those with one among several officers, as bits.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vpopcntdq,gfni")]
    #[inline]
    fn reach(&mut self, terms: &LaneTerms) -> [u8; 2] {
        let (kings, others, pawns) = (self.kings.load(), self.others.load(), self.pawns.load());
        let (turn, place, draw) = (self.turn.load(), self.place.load(), self.draw.load());
        let occupied = or(kings, others);
        let own = |number: usize| xor(self.armies[number].load(), look_up(turn, ARMY_BITS[number].load()));
        // Partners have the same first bit.
        let side = but(own(0), occupied);
        let own = but(own(1), side);
        let kind = |number: usize| xor(self.kinds[number].load(), look_up(place, KIND_BITS[number].load()));
        let officers = but(pawns, but(or(kind(0), kind(1)), others));
        let (is_king, is_pawn) = (equal(place, all(KING)), equal(place, all(PAWN)));
        let thrown = pick(pick(officers, is_king, kings), is_pawn, pawns);
        let movers = and(own, thrown);
        let present = meet(movers, movers);
        let absent = shift_left(all(1), piece(turn, place));
        self.present = Eight::store(but_where(self.present.load(), !present, absent, self.present.load()));
        let fraction = add(up::<2>(draw), up::<1>(draw));
        (self.movers, self.thrown, self.side) = (Eight::store(movers), Eight::store(thrown), Eight::store(side));

        // Not the squares of its own side or of frozen armies (RULES 3.4).
        let open = but(or(side, self.frozen.load()), all(!0));
        let at = count_ones(but(movers, sub(movers, all(1))));
        let (file, rank) = (and(at, all(7)), and(down::<3>(at), all(7)));
        let leaps = rotate_left(look_up(place, terms.leaps.load()), at);
        let near = and(look_up(at, terms.near[0].load()), look_up(rank, terms.near[1].load()));
        let (is_rook, is_bishop) = (equal(place, all(ROOK)), equal(place, all(BISHOP)));
        let [rising, falling] = terms.diagonals.map(|diagonals| diagonals.map(Eight::load));
        let of_file = shift_left(all(0x0101_0101_0101_0101), file);
        let of_rank = shift_left(all(0xff), and(at, all(56)));
        let files = pick(look_up_both(is_bishop, rising[0], sub(rank, file), rising[1]), is_rook, of_file);
        let ranks = pick(look_up_both(is_bishop, falling[0], add(rank, file), falling[1]), is_rook, of_rank);
        let around = xor(occupied, movers);
        // The squares along a line up to and including the first occupied square each way.
        let of_files = and(around, files);
        let back = bytes_reversed(sub(bytes_reversed(of_files), bytes_reversed(movers)));
        let along_files = and(xor(sub(of_files, movers), back), files);
        let of_ranks = and(around, ranks);
        let back = reversed(sub(reversed(of_ranks), reversed(movers)));
        let along_ranks = and(xor(sub(of_ranks, movers), back), ranks);
        let targets = only_where(present, and(or(and(leaps, near), or(along_files, along_ranks)), open));

        // A king is thrown but has no move (RULES 8.3).
        let instead = is_king & present & miss(targets, targets);
        let is_pawn = is_pawn | instead;
        let own_pawns = and(own, pawns);
        let leading = |lead: usize, goals| {
            let (within, distance) = &LEADS[lead];
            and(and(own_pawns, look_up(turn, within.load())), rotate_right(goals, look_up(turn, distance.load())))
        };
        let steps = leading(1, but(occupied, all(!0)));
        let captures = [leading(0, and(occupied, open)), leading(2, and(occupied, open))];
        let any_capture = or(captures[0], captures[1]);
        // The last pawn may be privileged (RULES 5.2).
        let is_last = miss(own_pawns, sub(own_pawns, all(1)));
        let arrives = meet(or(steps, any_capture), look_up(turn, BEFORE_FAR_EDGES.load()));
        let is_left = is_pawn & is_last & arrives;
        let pawns_choose = is_pawn & !is_left & meet(any_capture, any_capture);
        let officers_choose = !is_pawn & meet(movers, sub(movers, all(1)));
        let choices = only_where(!is_left, pick(targets, is_pawn, steps));

        self.choices = Eight::store(choices);
        self.number = Eight::store(shift_left(all(1), part(fraction, count_ones(choices))));
        self.distance = Eight::store(look_up_where(is_pawn, turn, LEADS[1].1.load()));
        self.captures = captures.map(Eight::store);
        self.piece = Eight::store(piece(turn, pick(place, is_pawn, all(PAWN))));
        (self.is_king, self.is_pawn, self.is_left) = (is_king & !is_pawn, is_pawn, is_left);
        self.is_meeting = is_bishop | equal(place, all(QUEEN));
        [pawns_choose, officers_choose]
    }

    /// The army whose turn follows.
    #[target_feature(enable = "avx512f")]
    #[inline]
    fn army_after(&self, turn: __m512i) -> __m512i {
        and(shift_right(self.next.load(), add(turn, turn)), all(3))
    }

    /// Makes the choice of one reading among pawns that can capture.
    #[inline(always)]
    fn choose_pawn(&mut self, lane: usize, finder: ByDeposit) {
        let sets = [self.captures[0].0[lane], self.choices.0[lane], self.captures[1].0[lane]].map(Bitboard);
        let count = sets.iter().map(|set| set.len() as usize).sum();
        let (from, lead) = finder.nth_of_three(sets, RandomDraw::from_number(self.draw.0[lane]).choice(count));
        (self.choices.0[lane], self.number.0[lane]) = (from.0, 1);
        self.distance.0[lane] = LEADS[lead % 3].1.0[self.turn.0[lane] as usize & 3];
    }

    /// Makes the choice of one reading among officers of a kind.
    #[inline(always)]
    fn choose_officer(&mut self, lane: usize, finder: ByDeposit) {
        let Role::Officer(officer) = Role::ALL[(self.piece.0[lane] & 7) as usize % Role::ALL.len()] else { return };
        let army = Army::ALL[self.turn.0[lane] as usize & 3];
        let occupied = Bitboard(self.kings.0[lane] | self.others.0[lane]);
        let open = Bitboard(!(self.side.0[lane] | self.frozen.0[lane]));
        let reach = |from| attacked_from(Kind::Officer(officer), army, from, occupied) & open;
        let movers = Bitboard(self.movers.0[lane]);
        let count = movers.into_iter().map(|from| reach(from).len() as usize).sum();
        let mut n = RandomDraw::from_number(self.draw.0[lane]).choice(count);
        (self.movers.0[lane], self.choices.0[lane], self.number.0[lane]) = (0, 0, 1);
        for from in movers {
            let targets = reach(from);
            let count = targets.len() as usize;
            if n < count {
                let to = finder.nth(targets, n, 16);
                (self.movers.0[lane], self.choices.0[lane]) = (Bitboard::of(from).0, to.0);
                break;
            }
            n -= count;
        }
    }

    /// Moves the piece, if that is all. Returns the readings for which the engine has something left to do, as bits.
    #[target_feature(enable = "avx512f,avx512dq")]
    #[inline]
    fn play(&mut self, terms: &LaneTerms) -> u8 {
        let (kings, others, pawns) = (self.kings.load(), self.others.load(), self.pawns.load());
        let ([low, high], [kind_low, kind_high]) = (self.armies.map(Eight::load), self.kinds.map(Eight::load));
        let (turn, chosen) = (self.turn.load(), self.chosen.load());
        let Group { is_king, is_pawn, is_left, .. } = *self;
        let moves = meet(chosen, chosen);
        let from = pick(self.movers.load(), is_pawn, chosen);
        let to = rotate_left(chosen, self.distance.load());

        // Whether the move may do more than change the piece's square: the same as in `Slot::may_have_effects`.
        let arrives = meet_where(is_king, to, look_up(turn, terms.king_marks.load()))
            | meet_where(is_pawn, to, look_up(turn, FAR_EDGES.load()));
        // A block of four full of bishops or queens; the corner stands for the block.
        let standing = or(self.thrown.load(), to);
        let pairs = and(standing, down::<1>(standing));
        let meets = meet_where(self.is_meeting & moves, and(pairs, down::<8>(pairs)), all(CORNERS));
        // A plain capture is one of an officer or pawn that brings nothing about: no waiting pawn is promoted (RULES 5.1),
        // and the enemies keep more than their kings (RULES 7).
        let [of_low, of_high] = ARMY_BITS.map(|bits| look_up(turn, bits.load()));
        let enemies = and(others, xor(low, of_low));
        let ends = !meet(but(to, enemies), all(!0)) | meet(to, kings) | (self.waiting & meet(to, pawns));
        let takes = meet(to, or(kings, others));
        let is_eventful = arrives | meets | (takes & ends);
        let plainly = moves & !is_eventful;

        let to = only_where(plainly, to);
        let from = only_where(plainly, from);
        let change = xor(from, to);
        // Of what was captured nothing stays, and the mover has its place. What stands on empty squares says nothing.
        self.kings = Eight::store(xor_where(kings, is_king, kings, change));
        let set = |set, is, change| Eight::store(xor_where(but(to, set), is, but(to, set), change));
        self.others = set(others, !is_king, change);
        self.pawns = set(pawns, is_pawn, change);
        self.armies = [(low, of_low), (high, of_high)].map(|(set, of)| Eight::store(or(but(to, set), and(to, of))));
        self.kinds = [kind_low, kind_high].map(|set| {
            let left = but(to, set);
            Eight::store(or_where(left, meet(set, from), left, to))
        });
        let ply = add_where(self.ply.load(), !is_left, self.ply.load(), all(1));
        self.ply = Eight::store(ply);
        self.turn = Eight::store(pick(self.army_after(turn), is_left, turn));
        (self.takes, self.is_eventful) = (takes & plainly, is_eventful);
        is_eventful | is_left | self.watched | !less(ply, all(terms.limit as i64))
    }
}

/// The first square of each block of four (RULES 3.6).
const CORNERS: i64 = {
    let (mut corners, mut square) = (0, 0);
    while square < 64 {
        if FOUR_OF[square].0.trailing_zeros() as usize == square {
            corners |= 1 << square;
        }
        square += 1;
    }
    corners
};

impl LaneTurn {
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

impl Lanes {
    pub(super) fn empty() -> Lanes {
        let counts = LaneCounts { landings: [0; 64], moved: [0; 32] };
        Lanes { groups: [Group::default(); LANES / WIDTH], counts: [counts; LANES] }
    }

    /// Puts a reading that begins in a lane.
    pub(super) fn begin(&mut self, lane: usize, seed: u64, start: &Position, is_watched: bool) {
        let group = &mut self.groups[lane / WIDTH];
        (0..).zip(&mut group.chance).for_each(|(part, state)| state.0[lane % WIDTH] = splitmix64(seed, part));
        self.counts[lane] = LaneCounts { landings: [0; 64], moved: [0; 32] };
        self.take_back(lane, start, is_watched);
    }

    /// Copies a reading to another lane.
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        let of = self.groups[from / WIDTH];
        let (group, from_place, to_place) = (&mut self.groups[to / WIDTH], from % WIDTH, to % WIDTH);
        for (own, other) in group.lasting().into_iter().zip(of.clone().lasting()) {
            own.0[to_place] = other.0[from_place];
        }
        put(&mut group.watched, to_place, of.watched >> from_place & 1 == 1);
        put(&mut group.waiting, to_place, of.waiting >> from_place & 1 == 1);
        self.counts[to] = self.counts[from];
    }

    /// Brings the position of a reading up to date, and counts what was captured since the lane took it back.
    #[inline]
    pub(super) fn hand_over(&self, lane: usize, position: &mut Position, counts: &mut Counts) {
        let (group, lane) = (&self.groups[lane / WIDTH], lane % WIDTH);
        let of = |set: &Eight| Bitboard(set.0[lane]);
        let (kings, others, pawns) = (of(&group.kings), of(&group.others), of(&group.pawns));
        // The four sets that two bits tell apart.
        let four = |[low, high]: [Bitboard; 2], among| {
            [among & !low & !high, among & low & !high, among & high & !low, among & low & high]
        };
        let armies = four([of(&group.armies[0]), of(&group.armies[1])], kings | others);
        let serving = four([of(&group.kinds[0]), of(&group.kinds[1])], others);
        let before = position.board_sets();
        let lost = |army: usize| (before.armies[army] & before.pawns).len() - (armies[army] & pawns).len();
        let pawns_lost = [0, 1, 2, 3].map(|army: usize| before.pawns_lost[army] + lost(army) as u8);
        let all_before = before.serving.into_iter().fold(Bitboard::EMPTY, |all, some| all | some);
        counts.count(EffectFlags::CAPTURE, (all_before.len() - others.len()) as u16);
        let turn = Army::ALL[group.turn.0[lane] as usize & 3];
        position.replace_board(
            &BoardSets { armies, kings, serving, pawns, pawns_lost },
            turn,
            group.ply.0[lane] as u32,
        );
    }

    /// Takes the position back when the engine has settled a turn.
    #[inline]
    pub(super) fn take_back(&mut self, lane: usize, position: &Position, is_watched: bool) {
        let (group, lane) = (&mut self.groups[lane / WIDTH], lane % WIDTH);
        let BoardSets { armies, kings, serving, pawns, .. } = position.board_sets();
        let bits = |[_, one, two, three]: [Bitboard; 4]| [one | three, two | three];
        let [(low, high), (kind_low, kind_high)] = [bits(armies), bits(serving)].map(|[low, high]| (low, high));
        group.kings.0[lane] = kings.0;
        group.others.0[lane] = serving.into_iter().fold(0, |all, set| all | set.0);
        group.pawns.0[lane] = pawns.0;
        (group.armies[0].0[lane], group.armies[1].0[lane]) = (low.0, high.0);
        (group.kinds[0].0[lane], group.kinds[1].0[lane]) = (kind_low.0, kind_high.0);
        group.frozen.0[lane] = position.frozen().0;
        group.turn.0[lane] = position.turn().index() as u64;
        let next = Army::ALL.map(|army| position.turn_after(army).index() as u64);
        group.next.0[lane] = next.iter().rev().fold(0, |all, army| all << 2 | army);
        group.ply.0[lane] = position.ply().into();
        let roles = Army::ALL.into_iter().flat_map(|army| Role::ALL.map(|role| (army, role)));
        let present =
            |(army, role): (Army, Role)| u64::from(position.has(army, role)) << (army.index() * 8 + role.index());
        group.present.0[lane] = roles.map(present).sum();
        put(&mut group.watched, lane, is_watched);
        let waits = Army::ALL.into_iter().any(|army| position.pawns(army).meets(army.far_edge()));
        put(&mut group.waiting, lane, waits);
    }

    /// What the last turn of a reading was.
    #[inline(always)]
    pub(super) fn last_turn(&self, lane: usize) -> LaneTurn {
        let (group, lane) = (&self.groups[lane / WIDTH], lane % WIDTH);
        let is = |bits: u8| bits >> lane & 1 == 1;
        let chosen = group.chosen.0[lane];
        let (army, place) = (group.piece.0[lane] >> 3, group.piece.0[lane] & 7);
        let turn = LaneTurn::without_move(group.draw.0[lane], army, place);
        let turn = LaneTurn { is_eventful: is(group.is_eventful), is_left: is(group.is_left), ..turn };
        if chosen == 0 {
            return turn;
        }
        let from = if is(group.is_pawn) { chosen } else { group.movers.0[lane] };
        let to = chosen.rotate_left(group.distance.0[lane] as u32);
        let [from, to] = [from, to].map(|set| Square::wrapping(set.trailing_zeros() as usize));
        let effects = if is(group.takes) { EffectFlags::CAPTURE } else { EffectFlags::default() };
        LaneTurn { from, to, effects, ..turn }
    }

    /// Adds what was counted of a reading in its lane.
    pub(super) fn add_counts(&self, lane: usize, counts: &mut Counts) {
        let LaneCounts { landings, moved } = &self.counts[lane];
        add_counts(&mut counts.landings, landings);
        for (of_army, of_lane) in counts.moved.iter_mut().zip(moved.chunks_exact(8)) {
            add_counts(of_army, of_lane);
        }
    }

    /// Plays a turn of the first readings, and turns without a move before it: `missed` is told of these. Returns the readings
    /// for which the engine has something left to do, as bits.
    #[target_feature(enable = "popcnt,bmi1,bmi2,avx2,avx512f,avx512bw,avx512dq,avx512vpopcntdq,gfni")]
    #[inline]
    pub(super) fn turn<const TURNS: bool>(
        &mut self,
        terms: &LaneTerms,
        readings: usize,
        finder: ByDeposit,
        mut missed: impl FnMut(usize, LaneTurn),
    ) -> u64 {
        let groups = readings.div_ceil(WIDTH).min(LANES / WIDTH);
        for (number, group) in self.groups[..groups].iter_mut().enumerate() {
            group.throw::<TURNS>(terms, |lane, turn| missed(number * WIDTH + lane, turn));
        }
        let (mut pawns, mut officers) = (0, 0);
        for (number, group) in self.groups[..groups].iter_mut().enumerate() {
            let choosing = group.reach(terms).map(|lanes| u64::from(lanes) << (number * WIDTH));
            (pawns, officers) = (pawns | choosing[0], officers | choosing[1]);
        }
        lanes_of(pawns).for_each(|lane| self.groups[lane / WIDTH].choose_pawn(lane % WIDTH, finder));
        lanes_of(officers).for_each(|lane| self.groups[lane / WIDTH].choose_officer(lane % WIDTH, finder));
        for (group, counts) in self.groups[..groups].iter_mut().zip(self.counts.chunks_exact_mut(WIDTH)) {
            for (lane, counts) in (0..WIDTH).zip(counts) {
                let chosen = finder.deposit(group.number.0[lane], group.choices.0[lane]);
                group.chosen.0[lane] = chosen;
                let to = chosen.trailing_zeros() as usize + group.distance.0[lane] as usize;
                let moved = u16::from(chosen != 0);
                counts.landings[to & 63] += moved;
                counts.moved[group.piece.0[lane] as usize & 31] += moved;
            }
        }
        let mut unsettled = 0;
        for (number, group) in self.groups[..groups].iter_mut().enumerate() {
            unsettled |= u64::from(group.play(terms)) << (number * WIDTH);
        }
        // Places beyond the readings play something too.
        unsettled & (u64::MAX >> (64 - readings))
    }
}

/// Sets or clears a bit.
fn put(bits: &mut u8, place: usize, is: bool) {
    *bits = *bits & !(1 << place) | u8::from(is) << place;
}
