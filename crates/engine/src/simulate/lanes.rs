//! Plain turns of many readings, side by side, in plain Rust that a compiler turns into instructions for several at once.
//!
//! A turn has four parts, each a loop over all readings: throw, find the squares that the piece reaches, find the one chosen, and
//! move the piece. Only the third takes the readings one by one, since finding a square by its number is one instruction there.
//! The others have no branch and look nothing up in memory: whatever piece is thrown, all kinds are worked out, and masks, which
//! are all ones or 0, select what counts.

use std::ops::{Index, IndexMut};

use crate::chess::{Army, Bitboard, FOUR_OF, Kind, Movers, Officer, Position, Role, Square, attacked_from, splitmix64};
use crate::reading::{Question, RandomDraw};

use super::bits::{BEFORE_FAR_EDGES, FAR_EDGES, NthSquare, distance, within};
use super::counts::add_counts;
use super::{Counts, EffectFlags, TurnRow};

/// The number of readings played side by side.
pub(super) const LANES: usize = 64;
/// As many are played at least; places beyond the readings play something too.
const WIDTH: usize = 8;

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

/// What is the same for all readings of a plan.
pub(super) struct LaneTerms {
    /// The index of the piece that each throw names, four bits each.
    places: u64,
    limit: u64,
    /// Where more may follow from the landing of each army's king: its partner's throne, and for the querent the Ptah.
    king_marks: [u64; 4],
    /// The squares that a king, a queen and a knight on d4 reach at once.
    leaps: [u64; 3],
}

impl LaneTerms {
    pub(super) fn new(question: &Question, limit: u64) -> LaneTerms {
        let places = question.dice.movers(question.array).map(|movers| match movers {
            Movers::Only(role) => role.index() as u64,
            Movers::KingOrPawn | Movers::Any => KING,
        });
        let king_marks = Army::ALL.map(|army| {
            let throne = Bitboard::of(army.partner().throne());
            if army == question.army() { throne.with(question.ptah).0 } else { throne.0 }
        });
        let leaps = [Kind::King, Kind::Officer(Officer::Queen), Kind::Officer(Officer::Knight)]
            .map(|kind| attacked_from(kind, Army::Air, Square::wrapping(D4 as usize), Bitboard::EMPTY).0);
        LaneTerms { places: places.into_iter().rev().fold(0, |all, place| all << 4 | place), limit, king_marks, leaps }
    }

    /// The piece that a number throws.
    #[inline(always)]
    fn thrown(&self, draw: u64) -> u64 {
        self.places >> (4 * part(draw, 6)) & 7
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

const D4: u64 = 27;

/// The first square of each block of four (RULES 3.6).
const CORNERS: u64 = {
    let (mut corners, mut square) = (0, 0);
    while square < 64 {
        if FOUR_OF[square].0.trailing_zeros() as usize == square {
            corners |= 1 << square;
        }
        square += 1;
    }
    corners
};

const STEP_WITHIN: [u64; 4] = within(1);
const CAPTURE_WITHIN: [[u64; 4]; 2] = [within(0), within(2)];
/// How far each army's leads go in the order of squares.
const DISTANCES: [[u64; 4]; 3] = [distance(0), distance(1), distance(2)];

/// The mask of a condition.
#[inline(always)]
fn mask(is: bool) -> u64 {
    if is { !0 } else { 0 }
}

/// The two bits of an army's index as masks.
#[inline(always)]
fn army_bits(army: u64) -> [u64; 2] {
    [(army & 1).wrapping_neg(), (army >> 1).wrapping_neg()]
}

/// The number of the army with these bits.
#[inline(always)]
fn by_army([low, high]: [u64; 2], of: [u64; 4]) -> u64 {
    let even = if high != 0 { of[2] } else { of[0] };
    let odd = if high != 0 { of[3] } else { of[1] };
    if low != 0 { odd } else { even }
}

/// `a - b`, or 0 if that is less.
#[inline(always)]
fn above(a: u64, b: u64) -> u64 {
    a.wrapping_sub(b) & mask(a as i64 > b as i64)
}

/// The integer part of `count` times a fraction, like [`RandomDraw`]'s; `count` is at most 64.
#[inline(always)]
fn part(fraction: u64, count: u64) -> u64 {
    ((fraction >> 32) * count + (((fraction & 0xffff_ffff) * count) >> 32)) >> 32
}

/// The next number of a generator, and its state after it.
#[inline(always)]
fn next_chance([s0, s1, s2, s3]: [u64; 4]) -> (u64, [u64; 4]) {
    let number = s0.wrapping_add(s3).rotate_left(23).wrapping_add(s0);
    let (s2_now, s3_now) = (s2 ^ s0, s3 ^ s1);
    (number, [s0 ^ s3_now, s1 ^ s2_now, s2_now ^ s1 << 17, s3_now.rotate_left(45)])
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

/// The squares that a king, queen or knight reaches at once.
#[inline(always)]
fn leaps_from(at: u64, leaps_from_d4: u64) -> u64 {
    // At most two files away, on all ranks.
    let near = 0x1f << (at & 7) >> 2 & 0xff;
    let near = near | near << 8;
    let near = near | near << 16;
    let near = near | near << 32;
    leaps_from_d4 << (above(at, D4) & 63) >> (above(D4, at) & 63) & near
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

    /// Plays a turn of the first readings, and turns without a move before it: `missed` is told of these. Returns the readings
    /// for which the engine has something left to do, as bits.
    #[inline(always)]
    pub(super) fn turn<const TURNS: bool, const WIDE: bool>(
        &mut self,
        terms: &LaneTerms,
        readings: usize,
        finder: impl NthSquare,
        mut missed: impl FnMut(usize, LaneTurn),
    ) -> u64 {
        let live = u64::MAX >> (64 - readings);
        let played = readings.next_multiple_of(WIDTH).min(LANES);
        let again = self.throw::<TURNS>(terms, played) & live;
        for lane in lanes_of(if TURNS { again } else { 0 }) {
            let [draw, army] = self.missed.map(|row| row[lane]);
            missed(lane, LaneTurn::without_move(draw, army, terms.thrown(draw)));
        }
        for lane in lanes_of(self.reach::<WIDE>(terms, played) & live) {
            self.choose_specially(lane, finder);
        }
        self.find(readings.min(LANES), finder);
        self.play::<TURNS>(terms, played) & live
    }

    /// Throws. An army without such a piece has no move, and the next throws in the same round: returns these readings.
    #[inline(always)]
    fn throw<const TURNS: bool>(&mut self, terms: &LaneTerms, played: usize) -> u64 {
        let Lanes { chance: [a, b, c, d], turn, next, ply, present, watched, draw, place, missed, .. } = self;
        let mut again = 0;
        // The limit leaves room for another turn.
        let last = terms.limit.saturating_sub(1);
        for lane in 0..played {
            let (first, once) = next_chance([a[lane], b[lane], c[lane], d[lane]]);
            let (second, twice) = next_chance(once);
            let (army, plies) = (turn[lane], ply[lane]);
            let is_present = present[lane] >> (army * 8 + terms.thrown(first));
            let is_again = !is_present & !watched[lane] & plies.wrapping_sub(last) >> 63;
            let skips = is_again & 1 != 0;
            let pick = |once: u64, twice: u64| if skips { twice } else { once };
            (a[lane], b[lane]) = (pick(once[0], twice[0]), pick(once[1], twice[1]));
            (c[lane], d[lane]) = (pick(once[2], twice[2]), pick(once[3], twice[3]));
            draw[lane] = pick(first, second);
            place[lane] = terms.thrown(draw[lane]);
            turn[lane] = pick(army, next[lane] >> (2 * army) & 3);
            ply[lane] = plies + (is_again & 1);
            if TURNS {
                (missed[0][lane], missed[1][lane]) = (first, army);
            }
            again |= (is_again & 1) << lane;
        }
        again
    }

    /// Finds the pieces thrown, and where they go. Returns the readings whose choice may be another than one of these squares.
    #[inline(always)]
    fn reach<const WIDE: bool>(&mut self, terms: &LaneTerms, played: usize) -> u64 {
        let mut special = 0;
        if WIDE {
            for lane in 0..played {
                let targets = self.call(terms, lane);
                self.choices[lane] = targets | self.slide(lane);
                special |= self.choose(lane) << lane;
            }
            return special;
        }
        // Few pieces are rooks and bishops, and one by one they take less.
        let mut sliding = [0; 2];
        for lane in 0..played {
            self.choices[lane] = self.call(terms, lane);
            let (thrown, is_there) = (self.place[lane], mask(self.movers[lane] != 0));
            sliding[0] |= (mask(thrown == ROOK) & is_there & 1) << lane;
            sliding[1] |= (mask(thrown == BISHOP) & is_there & 1) << lane;
        }
        for (officer, lanes) in [Officer::Rook, Officer::Bishop].into_iter().zip(sliding) {
            for lane in lanes_of(lanes) {
                let from = Square::wrapping(self.movers[lane].trailing_zeros() as usize);
                let reached = attacked_from(Kind::Officer(officer), Army::Air, from, Bitboard(self.occupied[lane]));
                self.choices[lane] = reached.0 & self.open[lane];
            }
        }
        for lane in 0..played {
            special |= self.choose(lane) << lane;
        }
        special
    }

    /// Finds the pieces thrown; returns the squares that a king, queen or knight reaches.
    #[inline(always)]
    fn call(&mut self, terms: &LaneTerms, lane: usize) -> u64 {
        let (army, thrown) = (self.turn[lane], self.place[lane]);
        let of_army = army_bits(army);
        let (kings, others, pawns) = (self.kings[lane], self.others[lane], self.pawns[lane]);
        let all = kings | others;
        // Partners have the same first bit.
        let side = all & !(self.armies[0][lane] ^ of_army[0]);
        let own = side & !(self.armies[1][lane] ^ of_army[1]);
        let is = |place: u64| mask(thrown == place);
        let [is_king, is_queen, is_rook, is_bishop, is_knight, is_pawn] =
            [KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN].map(is);
        let another = self.kinds[0][lane] ^ (is_rook | is_knight) | self.kinds[1][lane] ^ (is_bishop | is_knight);
        let officers = others & !(pawns | another | is_king | is_pawn);
        let set = kings & is_king | pawns & is_pawn | officers;
        let movers = own & set;
        let absent = mask(movers == 0);
        self.present[lane] &= !((absent & 1) << (army * 8 + thrown));
        self.meeting[lane] = set & (is_queen | is_bishop);
        self.movers[lane] = movers;
        self.occupied[lane] = all;
        self.stepping[lane] = own & pawns;
        // Not the squares of its own side or of frozen armies (RULES 3.4).
        let open = !(side | self.frozen[lane]);
        self.open[lane] = open;
        let at = u64::from(movers.trailing_zeros());
        let [of_king, of_queen, of_knight] = terms.leaps;
        leaps_from(at, of_king & is_king | of_queen & is_queen | of_knight & is_knight) & open & !absent
    }

    /// The squares that a rook or bishop reaches, up to and including the first occupied square each way.
    #[inline(always)]
    fn slide(&self, lane: usize) -> u64 {
        let (movers, occupied) = (self.movers[lane], self.occupied[lane]);
        let is_rook = mask(self.place[lane] == ROOK) & mask(movers != 0);
        let is_bishop = mask(self.place[lane] == BISHOP) & mask(movers != 0);
        let (first, at) = (movers & movers.wrapping_neg(), u64::from(movers.trailing_zeros()));
        let (file, rank) = (at & 7, at >> 3 & 7);
        let sum = rank + file;
        let rising = 0x8040_2010_0804_0201 << ((8 * above(rank, file)) & 63) >> ((8 * above(file, rank)) & 63);
        let falling = 0x0102_0408_1020_4080 << ((8 * above(sum, 7)) & 63) >> ((8 * above(7, sum)) & 63);
        let upwards = rising & is_bishop | 0x0101_0101_0101_0101 << file & is_rook;
        let across = falling & is_bishop | 0xff << (at & 56) & is_rook;
        // Taking the piece away from what stands above it changes the bits up to the first of these. Below it the same is done with
        // the ranks in the opposite order; a rook's own rank would need its files in that order, so there the bits are smeared.
        let (on_upwards, on_across) = ((occupied ^ first) & upwards, (occupied ^ first) & across);
        let below = |line: u64| line.swap_bytes().wrapping_sub(first.swap_bytes()).swap_bytes();
        let before = first.wrapping_sub(1);
        let stop = on_across & before;
        let stop = stop | stop >> 1;
        let stop = stop | stop >> 2;
        let stop = stop | stop >> 4;
        let beside = below(on_across) & is_bishop | (on_across ^ before & !(stop >> 1)) & is_rook;
        let along_upwards = (on_upwards.wrapping_sub(first) ^ below(on_upwards)) & upwards;
        let along_across = (on_across.wrapping_sub(first) ^ beside) & across;
        (along_upwards | along_across) & self.open[lane]
    }

    /// Finds the pawns that can step, and the number of the choice; returns 1 if the choice may be another, else 0.
    #[inline(always)]
    fn choose(&mut self, lane: usize) -> u64 {
        let (army, thrown) = (self.turn[lane], self.place[lane]);
        let (targets, movers, occupied) = (self.choices[lane], self.movers[lane], self.occupied[lane]);
        let of_army = army_bits(army);
        let is_king = mask(thrown == KING);
        // A king is thrown but has no move (RULES 8.3).
        let steps = mask(thrown == PAWN) | is_king & mask(targets == 0) & mask(movers != 0);
        let pawns = self.stepping[lane] & steps;
        let way = by_army(of_army, DISTANCES[1]);
        let ahead = |goals: u64| goals.rotate_right(way as u32);
        let step = pawns & by_army(of_army, STEP_WITHIN) & !ahead(occupied);
        // Beside what is ahead: captures over an edge are sorted out later.
        let (prey, aside) = (ahead(occupied & self.open[lane]), 1 ^ of_army[0] & 9);
        let prizes = pawns & (prey << aside | prey >> aside);
        let more = movers & movers.wrapping_sub(1) & !(is_king | steps);
        let is_last = mask(pawns & pawns.wrapping_sub(1) == 0);
        let arriving = step & by_army(of_army, BEFORE_FAR_EDGES) & is_last;
        let choices = targets | step;
        let moves = mask(choices != 0);
        self.choices[lane] = choices;
        let draw = self.draw[lane];
        // What the throw has left of the number: six times it, without the integer part.
        self.number[lane] = part((draw << 1).wrapping_add(draw << 2), u64::from(choices.count_ones()));
        self.stepping[lane] = pawns;
        self.is_pawn[lane] = steps;
        self.distance[lane] = way & steps & moves;
        self.piece[lane] = army * 8 + (thrown | PAWN & steps | NOTHING & !moves);
        self.is_left[lane] = 0;
        mask(prizes | more | arriving != 0) & 1
    }

    /// Makes the choice of a reading among pawns that may capture or be privileged, or among several officers.
    #[inline(always)]
    fn choose_specially(&mut self, lane: usize, finder: impl NthSquare) {
        let army = self.turn[lane] as usize & 3;
        let pawns = self.stepping[lane];
        if self.is_pawn[lane] == 0 {
            self.choose_officer(lane);
            return;
        }
        let prey = self.occupied[lane] & self.open[lane];
        let [one, other] =
            [0, 1].map(|side| pawns & CAPTURE_WITHIN[side][army] & prey.rotate_right(DISTANCES[2 * side][army] as u32));
        let sets = [one, self.choices[lane], other];
        let squares = sets[0] | sets[1] | sets[2];
        // The last pawn may be privileged (RULES 5.2).
        let is_left = pawns & pawns.wrapping_sub(1) == 0 && squares & BEFORE_FAR_EDGES[army] != 0;
        if is_left || squares == 0 {
            self.is_left[lane] = is_left.into();
            self.set_choice(lane, 0, 0, NOTHING);
            return;
        }
        let count = (sets[0].count_ones() + sets[1].count_ones() + sets[2].count_ones()) as usize;
        let n = RandomDraw::from_number(self.draw[lane]).choice(count) as u64;
        let (from, lead) = finder.nth_of_three(sets, n);
        self.set_choice(lane, from, DISTANCES[lead % 3][army], PAWN);
    }

    /// Makes the choice of a reading among officers of a kind.
    #[cold]
    #[inline(never)]
    fn choose_officer(&mut self, lane: usize) {
        let place = self.place[lane];
        let Role::Officer(officer) = Role::ALL[(place & 7) as usize % Role::ALL.len()] else { return };
        let (occupied, open) = (Bitboard(self.occupied[lane]), Bitboard(self.open[lane]));
        let reach = |from| attacked_from(Kind::Officer(officer), Army::Air, from, occupied) & open;
        let movers = Bitboard(self.movers[lane]);
        let mut n = RandomDraw::from_number(self.draw[lane])
            .choice(movers.into_iter().map(|from| reach(from).len() as usize).sum());
        self.set_choice(lane, 0, 0, NOTHING);
        for from in movers {
            let targets = reach(from);
            if let Some(to) = targets.into_iter().nth(n) {
                self.movers[lane] = Bitboard::of(from).0;
                self.set_choice(lane, Bitboard::of(to).0, 0, place);
                return;
            }
            n -= targets.len() as usize;
        }
    }

    /// Sets what a reading chooses.
    #[inline(always)]
    fn set_choice(&mut self, lane: usize, choice: u64, distance: u64, place: u64) {
        (self.choices[lane], self.number[lane], self.distance[lane]) = (choice, 0, distance);
        self.piece[lane] = self.piece[lane] & !7 | place;
    }

    /// Finds the square chosen, and counts the move.
    #[inline(always)]
    fn find(&mut self, readings: usize, finder: impl NthSquare) {
        for lane in 0..readings {
            let chosen = finder.nth(self.choices[lane], self.number[lane]);
            self.chosen[lane] = chosen;
            let to = u64::from(chosen.trailing_zeros()).wrapping_add(self.distance[lane]);
            let counts = &mut self.counts.0[lane];
            counts.landings[to as usize & 127] += 1;
            counts.moved[self.piece[lane] as usize & 31] += 1;
        }
    }

    /// Moves the pieces where that is all; returns the readings for which the engine has something left to do.
    #[inline(always)]
    fn play<const TURNS: bool>(&mut self, terms: &LaneTerms, played: usize) -> u64 {
        let Lanes { kings, others, pawns, armies: [low, high], kinds: [kind_low, kind_high], .. } = self;
        let Lanes { turn, next, ply, watched, waiting, meeting, movers, chosen, distance, place, is_pawn, .. } = self;
        let Lanes { is_left, takes, is_eventful, .. } = self;
        let mut unsettled = 0;
        for lane in 0..played {
            let (king_set, other_set, pawn_set) = (kings[lane], others[lane], pawns[lane]);
            let (chosen, army, is_pawn) = (chosen[lane], turn[lane], is_pawn[lane]);
            let of_army = army_bits(army);
            let moves = mask(chosen != 0);
            let is_king = mask(place[lane] == KING) & !is_pawn;
            let to = chosen.rotate_left(distance[lane] as u32);
            let from = chosen & is_pawn | movers[lane] & moves & !is_pawn;

            // Whether the move may do more than change the piece's square and capture another.
            let marks = by_army(of_army, terms.king_marks) & is_king | by_army(of_army, FAR_EDGES) & is_pawn;
            // A block of four full of bishops or queens; the corner stands for the block.
            let standing = meeting[lane] | to;
            let pairs = standing & standing >> 1;
            let meets = pairs & pairs >> 8 & CORNERS & moves;
            // A plain capture is one of an officer or pawn that brings nothing about: no waiting pawn is promoted (RULES 5.1),
            // and the enemies keep more than their kings (RULES 7).
            let enemies = other_set & (low[lane] ^ of_army[0]);
            let taken = to & (king_set | other_set);
            let ends = to & king_set | waiting[lane] & to & pawn_set | taken & mask(enemies & !to == 0);
            let event = to & marks | meets | ends;

            // Of what was captured nothing stays, and the mover has its place. What stands on empty squares says nothing.
            let plainly = mask(event == 0);
            let (from, to) = (from & plainly, to & plainly);
            let change = from ^ to;
            kings[lane] = king_set ^ change & is_king;
            others[lane] = other_set & !to ^ change & !is_king;
            pawns[lane] = pawn_set & !to ^ change & is_pawn;
            low[lane] = low[lane] & !to | to & of_army[0];
            high[lane] = high[lane] & !to | to & of_army[1];
            kind_low[lane] = kind_low[lane] & !to | to & mask(kind_low[lane] & from != 0);
            kind_high[lane] = kind_high[lane] & !to | to & mask(kind_high[lane] & from != 0);
            let left = is_left[lane];
            let plies = ply[lane] + (1 ^ left);
            ply[lane] = plies;
            let following = next[lane] >> (2 * army) & 3;
            turn[lane] = following ^ (following ^ army) & left.wrapping_neg();
            if TURNS {
                takes[lane] = taken & plainly;
            }
            is_eventful[lane] = event;
            let over = mask(plies as i64 >= terms.limit as i64);
            unsettled |= ((!plainly | over) & 1 | left | watched[lane]) << lane;
        }
        unsettled
    }
}
