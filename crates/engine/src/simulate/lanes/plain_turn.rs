//! A plain turn of all readings: one that moves a piece and may capture another, and no more.
//!
//! A turn has four parts, each a loop over all readings: throw, find the squares that the piece reaches, find the one chosen, and
//! move the piece. Only the third takes the readings one by one, since finding a square by its number is one instruction there.
//! The others have no branch and look nothing up in memory: whatever piece is thrown, all kinds are worked out, and masks, which
//! are all ones or 0, select what counts.

use crate::chess::{Army, Bitboard, FOUR_OF, Kind, Movers, Officer, Role, Square, attacked_from};
use crate::reading::{Question, RandomDraw};

use super::super::bits::{BEFORE_FAR_EDGES, FAR_EDGES, NthSquare, distance, within};
use super::{BISHOP, KING, KNIGHT, LANES, LaneTurn, Lanes, NOTHING, PAWN, QUEEN, ROOK, lanes_of, mask};

/// As many are played at least; places beyond the readings play something too.
const WIDTH: usize = 8;

/// What is the same for all readings of a plan.
pub(in super::super) struct LaneTerms {
    /// The index of the piece that each throw names, four bits each.
    places: u64,
    limit: u64,
    /// Where more may follow from the landing of each army's king: its partner's throne, and for the querent the Ptah.
    king_marks: [u64; 4],
    /// The squares that a king, a queen and a knight on d4 reach at once.
    leaps: [u64; 3],
}

impl LaneTerms {
    pub(in super::super) fn new(question: &Question, limit: u64) -> LaneTerms {
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
    /// Plays a turn of the first readings, and turns without a move before it: `missed` is told of these. Returns the readings
    /// for which the engine has something left to do, as bits.
    #[inline(always)]
    pub(in super::super) fn turn<const TURNS: bool, const WIDE: bool>(
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
