//! One reading under way, with what the fast path needs at hand.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{Army, Bitboard, FOUR_OF, Kind, Move, Officer, Position, Role, Rules, Square, attacked_from};
use crate::lore::Named;
use crate::reading::{Draw, Question, Witness, called};

use super::bits::{Counted, PawnMoves};
use super::row::{Counts, Effects, Listener, ROLES, Row, Turn, place};
use super::{Plan, reading_seed};

/// What all readings of a question begin with and are ruled by.
pub(super) struct Game<'q> {
    pub(super) question: &'q Question,
    pub(super) rules: Rules,
    pub(super) seed: u64,
    pub(super) limit: u32,
    /// What the throws 1 to 6 call.
    pub(super) roles: [Role; 6],
    start: Position,
    witness: Witness,
}

impl<'q> Game<'q> {
    pub(super) fn new(plan: &'q Plan) -> Game<'q> {
        let question = &plan.question;
        let roles = question.dice.throws.map(|named| match named.officer(question.array) {
            Some(officer) => Role::Officer(officer),
            None if named == Named::KingOrPawn => Role::King,
            None => Role::Pawn,
        });
        let (rules, start, witness) = (question.rules(), question.start(), Witness::of(question));
        Game { question, rules, seed: plan.seed, limit: plan.limit.into(), roles, start, witness }
    }
}

/// A reading under way.
pub(super) struct Lane {
    index: u64,
    pub(super) stream: Xoshiro256PlusPlus,
    position: Position,
    witness: Witness,
    /// The squares of frozen armies, which do not change while they are frozen.
    frozen: Bitboard,
    /// Whose turn follows that of each army.
    next: [Army; 4],
    counts: Counts,
    pub(super) turns: Vec<Turn>,
}

impl Lane {
    pub(super) fn begin(game: &Game<'_>, index: u64) -> Lane {
        Lane {
            index,
            stream: Xoshiro256PlusPlus::seed_from_u64(reading_seed(game.seed, index)),
            position: game.start.clone(),
            witness: game.witness.clone(),
            frozen: Bitboard::EMPTY,
            next: Army::ALL.map(|army| game.start.turn_after(army)),
            counts: Counts::NONE,
            turns: Vec::new(),
        }
    }

    /// Where an army may land: not on its own side, nor on the frozen (RULES 3.4).
    #[inline(always)]
    fn open(&self, army: Army) -> Bitboard {
        !(self.position.army(army) | self.position.army(army.partner()) | self.frozen)
    }

    /// The reading as it stands, told when it is over.
    pub(super) fn row(&self, game: &Game<'_>) -> Row {
        let end = self.witness.end(&self.position, &game.rules);
        Row::of(self.index, self.witness.answer(&self.position), end, &self.position, self.counts.clone())
    }

    /// Plays the turn of an army whose king, queen … is called; says whether the reading is over.
    #[inline(always)]
    pub(super) fn play<const PLACE: usize, const TURNS: bool>(&mut self, game: &Game<'_>, draw: Draw) -> bool {
        let army = self.position.turn();
        if PLACE == 5 {
            return self.pawn::<TURNS>(game, army, draw);
        }
        let role = ROLES[PLACE];
        let movers = match role {
            Role::King => self.position.all_kings() & self.position.army(army),
            Role::Officer(officer) => self.position.officers(army, officer),
            Role::Pawn => Bitboard::EMPTY,
        };
        if movers.0 & movers.0.wrapping_sub(1) != 0 {
            return self.one_of_several::<TURNS>(game, army, role, movers, draw);
        }
        let open = self.open(army);
        let from = Square::wrapping(movers.0.trailing_zeros() as usize);
        let targets = attacks(role, army, from, self.position.occupied()) & open;
        let targets = if movers.is_empty() { Bitboard::EMPTY } else { targets };
        if PLACE == 0 && targets.is_empty() && !movers.is_empty() {
            // The king, who was thrown, has no move (RULES 8.3).
            return self.pawn::<TURNS>(game, army, draw);
        }
        let targets = Counted::of(targets);
        let to = targets.nth(draw.choice(targets.len()));
        let from = if to.is_empty() { Bitboard::EMPTY } else { movers };
        self.carry_out::<TURNS>(game, army, role, from, to, draw)
    }

    #[cold]
    fn one_of_several<const TURNS: bool>(
        &mut self,
        game: &Game<'_>,
        army: Army,
        role: Role,
        movers: Bitboard,
        draw: Draw,
    ) -> bool {
        let open = self.open(army);
        let count = movers
            .into_iter()
            .map(|from| (attacks(role, army, from, self.position.occupied()) & open).len())
            .sum::<u32>();
        let mut choice = draw.choice(count as usize) as u32;
        for from in movers {
            let targets = attacks(role, army, from, self.position.occupied()) & open;
            if choice < targets.len() {
                let to = Counted::of(targets).nth(choice as usize);
                return self.carry_out::<TURNS>(game, army, role, Bitboard::of(from), to, draw);
            }
            choice -= targets.len();
        }
        self.carry_out::<TURNS>(game, army, role, Bitboard::EMPTY, Bitboard::EMPTY, draw)
    }

    #[inline(always)]
    fn pawn<const TURNS: bool>(&mut self, game: &Game<'_>, army: Army, draw: Draw) -> bool {
        let pawns = self.position.pawns(army);
        let occupied = self.position.occupied();
        let moves = PawnMoves::of(army, pawns, occupied, occupied & self.open(army));
        if pawns.0 & pawns.0.wrapping_sub(1) == 0 && moves.arrives(army) && self.position.is_privileged(army) {
            return self.privileged::<TURNS>(game, draw);
        }
        let (from, to) = moves.nth(army, draw.choice(moves.len() as usize) as u32);
        self.carry_out::<TURNS>(game, army, Role::Pawn, from, to, draw)
    }

    /// A privileged pawn arrives: each promotion is a move of its own (RULES 5.2), so the engine lists them.
    #[cold]
    fn privileged<const TURNS: bool>(&mut self, game: &Game<'_>, draw: Draw) -> bool {
        let moves = called(&self.position, &game.rules, &game.question.dice, game.question.array, draw.throw()).moves;
        self.by_the_engine::<TURNS>(game, moves[draw.choice(moves.len())], draw)
    }

    /// Moves a piece; nothing moves if both sets are empty.
    #[inline(always)]
    fn carry_out<const TURNS: bool>(
        &mut self,
        game: &Game<'_>,
        army: Army,
        role: Role,
        from: Bitboard,
        to: Bitboard,
        draw: Draw,
    ) -> bool {
        let (start, goal) = (square(from), square(to));
        if self.has_consequences(army, role, to) {
            let mv = Move::Step { role, from: start, to: goal, promotion: None };
            return self.by_the_engine::<TURNS>(game, mv, draw);
        }
        self.position.glide(army, role, from, to, self.next[army.index()]);

        let moved = u16::from(!to.is_empty());
        self.counts.landings[goal.index()] += moved;
        self.counts.moved[army.index()][place(role)] += moved;
        self.counts.no_moves += 1 - moved;
        if TURNS {
            let effects = Effects(1 - moved);
            let throw = draw.throw().number();
            self.turns.push(Turn { army, throw, role, from: start, to: goal, promotion: None, effects });
        }
        if !self.witness.sees_nothing(&self.position) {
            return self.watch(game, army);
        }
        self.position.ply() >= game.limit
    }

    /// Whether anything but the piece's change of square may come of a move.
    #[inline(always)]
    fn has_consequences(&self, army: Army, role: Role, to: Bitboard) -> bool {
        let elsewhere = match role {
            Role::King => Bitboard::of(army.partner().throne()),
            Role::Pawn => army.far_edge(),
            Role::Officer(officer @ (Officer::Queen | Officer::Bishop)) => {
                let four = FOUR_OF[square(to).index()];
                let standing = self.position.all_officers(officer) | to;
                if four & !standing == Bitboard::EMPTY && !four.is_empty() { to } else { Bitboard::EMPTY }
            }
            Role::Officer(_) => Bitboard::EMPTY,
        };
        to.meets(self.position.occupied() | elsewhere)
    }

    /// Plays a move with everything that comes of it.
    #[inline(never)]
    fn by_the_engine<const TURNS: bool>(&mut self, game: &Game<'_>, mv: Move, draw: Draw) -> bool {
        let army = self.position.turn();
        let mut listener = Listener { counts: &mut self.counts, effects: Effects::default() };
        self.position.play_unchecked(mv, &game.rules, &mut listener);
        let effects = listener.effects;
        if let Move::Step { role, from, to, promotion } = mv {
            self.counts.landings[to.index()] += 1;
            self.counts.moved[army.index()][place(role)] += 1;
            if TURNS {
                self.turns.push(Turn { army, throw: draw.throw().number(), role, from, to, promotion, effects });
            }
        }
        // Other effects change neither who is frozen nor who has a king.
        if effects.0 & (Effects::CAPTURE.0 | Effects::THAWED.0) == 0 && self.witness.sees_nothing(&self.position) {
            return self.position.ply() >= game.limit;
        }
        if effects.0 & (Effects::FROZE.0 | Effects::THAWED.0) != 0 {
            self.frozen = self.position.frozen();
            self.next = Army::ALL.map(|army| self.position.turn_after(army));
        }
        self.watch(game, army)
    }

    #[inline(never)]
    fn watch(&mut self, game: &Game<'_>, army: Army) -> bool {
        self.witness.watch(army, &self.position);
        self.witness.end(&self.position, &game.rules).is_some() || self.position.ply() >= game.limit
    }
}

/// The square of a set of one, a1 for an empty set.
#[inline(always)]
fn square(set: Bitboard) -> Square {
    Square::wrapping(set.0.trailing_zeros() as usize)
}

#[inline(always)]
fn attacks(role: Role, army: Army, from: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::King => attacked_from(Kind::King, army, from, occupied),
        Role::Officer(officer) => attacked_from(Kind::Officer(officer), army, from, occupied),
        Role::Pawn => Bitboard::EMPTY,
    }
}
