//! Plain turns of many readings, side by side.
//!
//! Each quantity is an array with a place for each reading, a lane. A turn is four loops over the lanes. A compiler makes each
//! into vector instructions, since it has no branch: what is true or false is a mask of 64 bits. They are four because a lane's
//! turn is a long chain of instructions, and a processor can have several lanes of a short loop under way at once.

use crate::chess::{Army, Bitboard, BoardSets, FOUR_OF, Kind, Movers, Officer, Position, Role, Square, attacked_from};
use crate::reading::{Question, RandomDraw};

use super::bits::{DISTANCE, PawnMoves, WITHIN};
use super::counts::add_counts;
use super::lane_chance::LaneChance;
use super::masks::{along, mask, nth, nth_of_three, of_army, only, pick, split};
use super::{Counts, EffectFlags, ROLES, TurnRow, index};

/// The number of readings played side by side: some 30 kB, which fit the L1 cache.
pub(super) const LANES: usize = 64;
/// The number of 64-bit places in the widest register. Lanes are played in groups of so many.
const WIDTH: usize = 8;

/// One quantity of all readings.
#[derive(Clone)]
#[repr(align(64))]
struct Lane([u64; LANES]);

impl Lane {
    const EMPTY: Lane = Lane([0; LANES]);
}

/// The readings, as far as a plain turn changes them. Sets of squares are bitboards, and armies and pieces their indices.
pub(super) struct Lanes {
    chance: LaneChance<LANES>,
    /// The sets of a position, as in [`BoardSets`].
    armies: [Lane; 4],
    kings: Lane,
    serving: [Lane; 4],
    pawns: Lane,
    /// The squares of frozen armies.
    frozen: Lane,
    turn: Lane,
    /// The army whose turn follows that of each army: four numbers of two bits.
    next: Lane,
    ply: Lane,
    /// The pawns that each army has lost: four numbers of 16 bits.
    pawns_lost: Lane,
    /// The pieces taken by plain moves.
    captures: Lane,
    /// A mask: whether the tracker needs every turn, because the querent's king was on the Ptah.
    holding: Lane,

    // What each loop hands to the next.
    draw: Lane,
    fraction: Lane,
    place: Lane,
    /// The pieces of all armies that the throw names, unless it names pawns, and those of the army.
    thrown: Lane,
    movers: Lane,
    is_pawn: Lane,
    /// From a pawn to its goal, in squares.
    distance: Lane,
    choices: Lane,
    chosen: Lane,

    // The last turn.
    /// The army and the piece: `army * 8 + role`.
    piece: Lane,
    /// The square that it leaves, as a set.
    from: Lane,
    /// The index of its goal.
    to: Lane,
    /// What has been done of it: the bits below.
    state: Lane,

    counts: [LaneCounts; LANES],
}

/// A piece moves.
const MOVED: u64 = 1;
/// It takes another, and that is all that it does.
const CAPTURED: u64 = 2;
/// The choice is not among the squares of one piece or the steps of pawns.
const ODD: u64 = 4;
/// The move may have further effects, and has not been made.
const EVENTFUL: u64 = 8;
/// The tracker needs the turn, or it was the last.
const WATCHED: u64 = 16;
/// Nothing has been done but to throw.
const LEFT: u64 = 32;

/// The moves counted in a lane.
#[derive(Clone, Copy)]
struct LaneCounts {
    landings: [u16; 64],
    /// By army and role, at `army * 8 + role`.
    moved: [u16; 32],
}

impl LaneCounts {
    const NONE: LaneCounts = LaneCounts { landings: [0; 64], moved: [0; 32] };
}

/// A turn of a reading, as far as its lane has played it.
pub(super) struct LaneTurn {
    pub(super) draw: RandomDraw,
    pub(super) army: Army,
    pub(super) role: Role,
    pub(super) from: Square,
    pub(super) to: Square,
    /// Whether it is not a No Move.
    has_moved: bool,
    /// Whether it has taken a piece, and nothing else.
    has_captured: bool,
    /// Whether the move may have further effects, and has not been made.
    pub(super) is_eventful: bool,
    /// Whether nothing was done but to throw.
    pub(super) is_left: bool,
}

impl LaneTurn {
    /// Its row, if the engine has nothing to add.
    #[inline(always)]
    pub(super) fn row(&self) -> TurnRow {
        let effects = match (self.has_moved, self.has_captured) {
            (false, _) => EffectFlags::NO_MOVE,
            (true, true) => EffectFlags::CAPTURE,
            (true, false) => EffectFlags::default(),
        };
        let LaneTurn { army, role, from, to, .. } = *self;
        TurnRow { army, throw: self.draw.throw().number(), role, from, to, promotion: None, effects }
    }
}

/// What is the same for all readings of a plan.
pub(super) struct LaneTerms {
    /// The piece that each throw names: six numbers of four bits, as in [`index`].
    places: u64,
    limit: u64,
    /// The square of the Ptah, for the querent's army alone.
    ptah: [u64; 4],
    /// The squares on an empty board that each piece reaches at once, by its index and square.
    leaps: [u64; 512],
    /// The two lines of a rook (0) and of a bishop (1) through each square.
    lines: [[u64; 128]; 2],
}

impl LaneTerms {
    pub(super) fn new(question: &Question, limit: u64) -> LaneTerms {
        let places = question.dice.movers(question.array).map(|movers| match movers {
            Movers::Only(role) => index(role) as u64,
            Movers::KingOrPawn | Movers::Any => index(Role::King) as u64,
        });
        let ptah = Bitboard::of(question.ptah).0;
        let mut terms = LaneTerms {
            places: places.into_iter().rev().fold(0, |all, place| all << 4 | place),
            limit,
            ptah: Army::ALL.map(|army| if army == question.army() { ptah } else { 0 }),
            leaps: [0; 512],
            lines: [[0; 128]; 2],
        };
        for square in Square::all() {
            let reach = |kind| attacked_from(kind, Army::Air, square, Bitboard::EMPTY);
            let mut leap = |place: usize, kind| terms.leaps[place * 64 + square.index()] = reach(kind).0;
            leap(0, Kind::King);
            leap(1 + Officer::Queen.index(), Kind::Officer(Officer::Queen));
            leap(1 + Officer::Knight.index(), Kind::Officer(Officer::Knight));
            let is_file = |to: &Square| to.file() == square.file();
            let is_rising = |to: &Square| to.file() - square.file() == to.rank() - square.rank();
            let mut split = |row: usize, officer, is_first: &dyn Fn(&Square) -> bool| {
                let all = reach(Kind::Officer(officer));
                let first: Bitboard = all.into_iter().filter(is_first).collect();
                (terms.lines[0][row * 64 + square.index()], terms.lines[1][row * 64 + square.index()]) =
                    (first.0, (all & !first).0);
            };
            split(0, Officer::Rook, &is_file);
            split(1, Officer::Bishop, &is_rising);
        }
        terms
    }
}

/// Their indices, as the loops need them.
const QUEEN: u64 = 1;
const ROOK: u64 = 2;
const BISHOP: u64 = 3;
const KNIGHT: u64 = 4;
const PAWN: u64 = 5;

/// The lanes of a set of bits, from the last.
#[inline(always)]
pub(super) fn lanes_of(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let last = bits.checked_ilog2()?;
        bits ^= 1 << last;
        Some(last as usize)
    })
}

/// A table of the armies, as numbers.
const fn by_army(of: [Bitboard; 4]) -> [u64; 4] {
    [of[0].0, of[1].0, of[2].0, of[3].0]
}

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

const FAR_EDGES: [u64; 4] =
    by_army([Army::Air.far_edge(), Army::Water.far_edge(), Army::Fire.far_edge(), Army::Earth.far_edge()]);
const PARTNERS_THRONES: [u64; 4] = by_army([
    Bitboard::of(Army::Fire.throne()),
    Bitboard::of(Army::Earth.throne()),
    Bitboard::of(Army::Air.throne()),
    Bitboard::of(Army::Water.throne()),
]);

/// The number of squares from a pawn to where a lead takes it, for each army.
#[inline(always)]
fn distance(army: u64, lead: usize) -> u64 {
    of_army(army, [0, 1, 2, 3].map(|army: usize| DISTANCE[army][lead].into()))
}

/// The pawns that a lead takes to one of the goals.
#[inline(always)]
fn leading(army: u64, lead: usize, pawns: u64, goals: u64) -> u64 {
    let within = of_army(army, [0, 1, 2, 3].map(|army: usize| WITHIN[army][lead].0));
    pawns & within & goals.rotate_right(distance(army, lead) as u32)
}

impl Lanes {
    pub(super) const fn empty() -> Lanes {
        const EMPTY: Lane = Lane::EMPTY;
        Lanes {
            chance: LaneChance::UNSEEDED,
            armies: [EMPTY; 4],
            kings: EMPTY,
            serving: [EMPTY; 4],
            pawns: EMPTY,
            frozen: EMPTY,
            turn: EMPTY,
            next: EMPTY,
            ply: EMPTY,
            pawns_lost: EMPTY,
            captures: EMPTY,
            holding: EMPTY,
            draw: EMPTY,
            fraction: EMPTY,
            place: EMPTY,
            thrown: EMPTY,
            movers: EMPTY,
            is_pawn: EMPTY,
            distance: EMPTY,
            choices: EMPTY,
            chosen: EMPTY,
            piece: EMPTY,
            from: EMPTY,
            to: EMPTY,
            state: EMPTY,
            counts: [LaneCounts::NONE; LANES],
        }
    }

    /// Puts a reading that begins in a lane.
    pub(super) fn begin(&mut self, lane: usize, seed: u64, start: &Position) {
        self.chance.seed(lane, seed);
        self.captures.0[lane] = 0;
        self.counts[lane] = LaneCounts::NONE;
        self.take_back(lane, start, false);
    }

    /// Copies a reading to another lane.
    pub(super) fn copy(&mut self, from: usize, to: usize) {
        self.chance.copy(from, to);
        let sets = self.armies.iter_mut().chain(&mut self.serving);
        let others =
            [&mut self.kings, &mut self.pawns, &mut self.frozen, &mut self.turn, &mut self.next, &mut self.ply];
        let counts = [&mut self.pawns_lost, &mut self.captures, &mut self.holding];
        for Lane(places) in sets.chain(others).chain(counts) {
            places[to] = places[from];
        }
        self.counts[to] = self.counts[from];
    }

    /// Brings the position of a reading up to date.
    #[inline]
    pub(super) fn hand_over(&self, lane: usize, position: &mut Position) {
        let four = |lanes: &[Lane; 4]| [0, 1, 2, 3].map(|number: usize| Bitboard(lanes[number].0[lane]));
        let sets = BoardSets {
            armies: four(&self.armies),
            kings: Bitboard(self.kings.0[lane]),
            serving: four(&self.serving),
            pawns: Bitboard(self.pawns.0[lane]),
            pawns_lost: [0, 16, 32, 48].map(|shift: u32| (self.pawns_lost.0[lane] >> shift) as u8),
        };
        let turn = Army::ALL[self.turn.0[lane] as usize & 3];
        position.replace_board(&sets, turn, self.ply.0[lane] as u32);
    }

    /// Takes the position back when the engine has settled a turn.
    #[inline]
    pub(super) fn take_back(&mut self, lane: usize, position: &Position, is_holding: bool) {
        let BoardSets { armies, kings, serving, pawns, pawns_lost } = position.board_sets();
        for number in 0..4 {
            self.armies[number].0[lane] = armies[number].0;
            self.serving[number].0[lane] = serving[number].0;
        }
        self.kings.0[lane] = kings.0;
        self.pawns.0[lane] = pawns.0;
        self.pawns_lost.0[lane] = pawns_lost.iter().rev().fold(0, |all, lost| all << 16 | u64::from(*lost));
        self.frozen.0[lane] = position.frozen().0;
        self.turn.0[lane] = position.turn().index() as u64;
        let next = Army::ALL.map(|army| position.turn_after(army).index() as u64);
        self.next.0[lane] = next.iter().rev().fold(0, |all, army| all << 2 | army);
        self.ply.0[lane] = position.ply().into();
        self.holding.0[lane] = mask(is_holding);
    }

    /// What the last turn of a reading was.
    #[inline(always)]
    pub(super) fn last_turn(&self, lane: usize) -> LaneTurn {
        let is = |bit| self.state.0[lane] & bit != 0;
        LaneTurn {
            draw: RandomDraw::from_number(self.draw.0[lane]),
            army: Army::ALL[self.piece.0[lane] as usize >> 3 & 3],
            role: ROLES[(self.piece.0[lane] & 7) as usize % ROLES.len()],
            from: Square::wrapping(only(self.from.0[lane]) as usize),
            to: Square::wrapping(if is(MOVED) { self.to.0[lane] as usize } else { 0 }),
            has_moved: is(MOVED),
            has_captured: is(CAPTURED),
            is_eventful: is(EVENTFUL),
            is_left: is(LEFT),
        }
    }

    /// Adds what was counted of a reading in its lane.
    pub(super) fn add_counts(&self, lane: usize, counts: &mut Counts) {
        let LaneCounts { landings, moved } = &self.counts[lane];
        add_counts(&mut counts.landings, landings);
        for (of_army, of_lane) in counts.moved.iter_mut().zip(moved.chunks_exact(8)) {
            add_counts(of_army, of_lane);
        }
        counts.count(EffectFlags::CAPTURE, self.captures.0[lane] as u16);
    }

    /// Plays a turn of the first readings. Returns those for which the engine has something left to do, as bits.
    #[inline(always)]
    pub(super) fn turn(&mut self, terms: &LaneTerms, readings: usize) -> u64 {
        let lanes = readings.div_ceil(WIDTH).min(LANES / WIDTH) * WIDTH;
        self.throw(terms, lanes);
        self.reach(terms, lanes);
        for lane in lanes_of(self.marked(ODD, lanes)) {
            self.choose_among_several(lane);
        }
        self.choose(lanes);
        self.play(terms, lanes);
        self.count(lanes);
        // Lanes beyond the readings play something too.
        self.marked(EVENTFUL | WATCHED | LEFT, lanes) & (u64::MAX >> (LANES - readings))
    }

    /// The lanes with any of these bits in their state, as bits.
    #[inline(always)]
    fn marked(&self, bits: u64, lanes: usize) -> u64 {
        let mut marked = 0;
        for group in 0..lanes / WIDTH {
            let mut of_group = 0_u8;
            for place in 0..WIDTH {
                of_group |= u8::from(self.state.0[(group * WIDTH + place) % LANES] & bits != 0) << place;
            }
            marked |= u64::from(of_group) << (group * WIDTH);
        }
        marked
    }

    /// Counts the moves.
    #[inline(always)]
    fn count(&mut self, lanes: usize) {
        for (i, counts) in self.counts[..lanes].iter_mut().enumerate() {
            let moved = (self.state.0[i] & MOVED) as u16;
            counts.landings[self.to.0[i] as usize & 63] += moved;
            counts.moved[self.piece.0[i] as usize & 31] += moved;
        }
    }

    /// Draws a random number and throws.
    #[inline(always)]
    fn throw(&mut self, terms: &LaneTerms, lanes: usize) {
        self.draw = Lane(self.chance.draw());
        for i in 0..lanes {
            let (face, fraction) = split(self.draw.0[i], 6);
            self.fraction.0[i] = fraction;
            self.place.0[i] = (terms.places >> (4 * face)) & 7;
        }
    }

    /// Finds the squares to which the piece thrown can go, or those from which a pawn can step.
    #[inline(always)]
    fn reach(&mut self, terms: &LaneTerms, lanes: usize) {
        for i in 0..lanes {
            let (army, place) = (self.turn.0[i], self.place.0[i]);
            let armies = [self.armies[0].0[i], self.armies[1].0[i], self.armies[2].0[i], self.armies[3].0[i]];
            let occupied = armies[0] | armies[1] | armies[2] | armies[3];
            let own = of_army(army, armies);
            // Not the squares of its own side or of frozen armies (RULES 3.4).
            let side = pick(mask(army & 1 != 0), armies[1] | armies[3], armies[0] | armies[2]);
            let open = !(side | self.frozen.0[i]);

            let of = |officer: u64| self.serving[officer as usize - 1].0[i] & mask(place == officer);
            let officers = of(QUEEN) | of(ROOK) | of(BISHOP) | of(KNIGHT);
            let thrown = (self.kings.0[i] & mask(place == 0)) | (officers & !self.pawns.0[i]);
            let movers = own & thrown;
            let at = only(movers);
            let slides = mask(place == ROOK) | mask(place == BISHOP);
            let row = (((place & 1) * 64 + at) & 127) as usize;
            let mirrored = movers.reverse_bits();
            let line = |line: usize| along(movers, mirrored, occupied, terms.lines[line][row]);
            let leap = terms.leaps[((place * 64 + at) & 511) as usize];
            let targets = (leap | (slides & (line(0) | line(1)))) & open & mask(movers != 0);

            // The king was thrown but has no move (RULES 8.3).
            let instead = mask(place == 0) & mask(movers != 0) & mask(targets == 0);
            let is_pawn = mask(place == PAWN) | instead;
            let pawns = own & self.pawns.0[i];
            let steps = leading(army, 1, pawns, !occupied);
            let captures = leading(army, 0, pawns, occupied & open) | leading(army, 2, pawns, occupied & open);
            let step = distance(army, 1);
            let arrives = mask((steps | captures).rotate_left(step as u32) & of_army(army, FAR_EDGES) != 0);
            // The last pawn may be privileged (RULES 5.2).
            let is_last = mask(pawns & pawns.wrapping_sub(1) == 0);
            let several = mask(movers & movers.wrapping_sub(1) != 0);

            self.thrown.0[i] = thrown;
            self.movers.0[i] = movers;
            self.is_pawn.0[i] = is_pawn;
            self.distance.0[i] = step;
            self.choices.0[i] = pick(is_pawn, steps, targets);
            self.state.0[i] =
                (ODD & pick(is_pawn, mask(captures != 0), several)) | (LEFT & is_pawn & is_last & arrives);
        }
    }

    /// Makes the choice of one reading, among several pieces or among pawns that can capture.
    #[inline(always)]
    fn choose_among_several(&mut self, i: usize) {
        let army = Army::ALL[self.turn.0[i] as usize & 3];
        let armies = [0, 1, 2, 3].map(|number: usize| Bitboard(self.armies[number].0[i]));
        let occupied = armies.into_iter().fold(Bitboard::EMPTY, |all, some| all | some);
        let side = armies[army.index()] | armies[army.partner().index()];
        let open = !(side | Bitboard(self.frozen.0[i]));
        let fraction = self.fraction.0[i];
        if self.is_pawn.0[i] != 0 {
            let moves =
                PawnMoves::of(army, armies[army.index()] & Bitboard(self.pawns.0[i]), occupied, occupied & open);
            let (from, lead) = nth_of_three(moves.0.map(|set| set.0), split(fraction, moves.len().into()).0);
            self.choices.0[i] = 1 << from;
            self.distance.0[i] = DISTANCE[army.index()][lead].into();
        } else {
            let Role::Officer(officer) = ROLES[self.place.0[i] as usize % ROLES.len()] else { return };
            let reach = |from| attacked_from(Kind::Officer(officer), army, from, occupied) & open;
            let movers = Bitboard(self.movers.0[i]);
            let (mut n, _) = split(fraction, movers.into_iter().map(|from| u64::from(reach(from).len())).sum());
            (self.movers.0[i], self.choices.0[i]) = (0, 0);
            for from in movers {
                let targets = reach(from);
                if n < targets.len().into() {
                    (self.movers.0[i], self.choices.0[i]) = (Bitboard::of(from).0, 1 << nth(targets.0, n));
                    break;
                }
                n -= u64::from(targets.len());
            }
        }
    }

    /// Chooses one of them by chance.
    #[inline(always)]
    fn choose(&mut self, lanes: usize) {
        for i in 0..lanes {
            let choices = self.choices.0[i];
            let (choice, _) = split(self.fraction.0[i], choices.count_ones().into());
            self.chosen.0[i] = nth(choices, choice);
        }
    }

    /// Moves the piece, if that is all.
    #[inline(always)]
    fn play(&mut self, terms: &LaneTerms, lanes: usize) {
        for i in 0..lanes {
            let (army, place, is_pawn) = (self.turn.0[i], self.place.0[i], self.is_pawn.0[i]);
            let (choices, chosen) = (self.choices.0[i], self.chosen.0[i]);
            let armies = [self.armies[0].0[i], self.armies[1].0[i], self.armies[2].0[i], self.armies[3].0[i]];
            let serving = [self.serving[0].0[i], self.serving[1].0[i], self.serving[2].0[i], self.serving[3].0[i]];
            let (kings, pawns) = (self.kings.0[i], self.pawns.0[i]);
            let moves = mask(choices != 0);
            let bit = (1 << chosen) & moves;
            let from = pick(is_pawn, bit, self.movers.0[i] & moves);
            let to = pick(is_pawn, bit.rotate_left(self.distance.0[i] as u32), bit);

            // Whether the move may do more than change the piece's square: the same as in `Slot::may_have_effects`.
            let is_king = mask(place == 0) & !is_pawn;
            let elsewhere = (of_army(army, FAR_EDGES) & is_pawn) | (of_army(army, PARTNERS_THRONES) & is_king);
            let occupied = armies[0] | armies[1] | armies[2] | armies[3];
            // A block of four full of bishops or queens; the corner stands for the block.
            let standing = self.thrown.0[i] | to;
            let pairs = standing & (standing >> 1);
            let is_full = mask(pairs & (pairs >> 8) & CORNERS != 0) & moves;
            let concourse = is_full & (mask(place == QUEEN) | mask(place == BISHOP));

            // A plain capture is one of an officer or pawn that brings nothing about: no waiting pawn is promoted (RULES 5.1),
            // and the enemies keep more than their kings (RULES 7).
            let any_serving = serving[0] | serving[1] | serving[2] | serving[3];
            let enemies = pick(mask(army & 1 != 0), armies[0] | armies[2], armies[1] | armies[3]);
            let waiting = (armies[0] & FAR_EDGES[0])
                | (armies[1] & FAR_EDGES[1])
                | (armies[2] & FAR_EDGES[2])
                | (armies[3] & FAR_EDGES[3]);
            let captured = mask(to & occupied != 0);
            let is_grave = mask(to & kings != 0) | mask(pawns & waiting != 0) | mask(enemies & any_serving & !to == 0);
            let eventful = mask(to & elsewhere != 0) | concourse | (captured & is_grave);
            let left = mask(self.state.0[i] & LEFT != 0);
            let is_plain = !(eventful | left);
            let taken = to & occupied & is_plain;
            let lost = |number: u32| mask(armies[number as usize] & taken & pawns != 0) & (1 << (16 * number));
            self.pawns_lost.0[i] += lost(0) | lost(1) | lost(2) | lost(3);
            self.captures.0[i] += 1 & captured & is_plain;

            let change = (from ^ to) & is_plain;
            // A piece that shares its throne leaves the other there (RULES 3.5).
            let shared = pick(is_king, any_serving, kings);
            let change_army = ((from & !shared) ^ to) & is_plain;
            let kings = kings ^ (change & is_king);
            let of_army_now = |number: u64| (armies[number as usize] & !taken) ^ (change_army & mask(army == number));
            let armies = [of_army_now(0), of_army_now(1), of_army_now(2), of_army_now(3)];
            let serves = |number: u64| {
                let board = serving[number as usize - 1];
                (board & !taken) ^ (change & pick(is_pawn, mask(board & from != 0), mask(place == number)))
            };
            self.kings.0[i] = kings;
            self.pawns.0[i] = (pawns & !taken) ^ (change & is_pawn);
            self.serving[0].0[i] = serves(QUEEN);
            self.serving[1].0[i] = serves(ROOK);
            self.serving[2].0[i] = serves(BISHOP);
            self.serving[3].0[i] = serves(KNIGHT);
            self.armies[0].0[i] = armies[0];
            self.armies[1].0[i] = armies[1];
            self.armies[2].0[i] = armies[2];
            self.armies[3].0[i] = armies[3];

            let ply = self.ply.0[i] + (1 & !left);
            let [air, water, fire, earth] = terms.ptah;
            let on_ptah = kings & ((armies[0] & air) | (armies[1] & water) | (armies[2] & fire) | (armies[3] & earth));
            let watched = mask(on_ptah != 0) | self.holding.0[i] | mask(ply >= terms.limit);
            self.ply.0[i] = ply;
            self.turn.0[i] = pick(left, army, (self.next.0[i] >> (2 * army)) & 3);
            self.piece.0[i] = army * 8 + pick(is_pawn, PAWN, place);
            self.from.0[i] = from;
            self.to.0[i] = (chosen + (self.distance.0[i] & is_pawn)) & 63;
            let plain =
                (MOVED & moves) | (CAPTURED & captured & is_plain) | (EVENTFUL & eventful) | (WATCHED & watched);
            self.state.0[i] = pick(left, LEFT, plain);
        }
    }
}
