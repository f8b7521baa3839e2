//! One reading under way, with what the fast path needs at hand.

use std::hint::select_unpredictable;

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::chess::{
    Army, Bitboard, FOUR_OF, Kind, Move, Movers, Officer, Position, Role, Rules, Square, attacked_from,
};
use crate::reading::{AnswerTracker, RandomDraw, Throw};
use crate::session::SessionTerms;

use super::bits::{PawnMoves, nth};
use super::counts::Listener;
use super::{Counts, EffectFlags, Plan, ROLES, ReadingRow, TurnRow, index, reading_seed};

/// What all readings of a question begin with and are ruled by.
pub(super) struct SlotContext {
    pub(super) rules: Rules,
    /// The rare turns are played by these.
    terms: SessionTerms,
    pub(super) seed: u64,
    pub(super) limit: u32,
    /// What the throws 1 to 6 call.
    pub(super) roles: [Role; 6],
    start: Position,
    tracker: AnswerTracker,
}

impl SlotContext {
    pub(super) fn new(plan: &Plan) -> SlotContext {
        let question = &plan.question;
        let roles = question.dice.movers(question.array).map(|movers| match movers {
            Movers::Only(role) => role,
            Movers::KingOrPawn | Movers::Any => Role::King,
        });
        SlotContext {
            rules: question.rules(),
            terms: SessionTerms::of_question(question),
            seed: plan.seed,
            limit: plan.limit.into(),
            roles,
            start: question.start(),
            tracker: AnswerTracker::of(question),
        }
    }
}

/// The turn played last, as far as it has been played.
struct PendingMove {
    army: Army,
    /// What moves, unless it was a No Move.
    mv: Move,
    /// Whether more may come of the move than a change of square; then the engine is still to play it.
    eventful: bool,
}

/// A reading under way.
pub(super) struct Slot {
    index: u64,
    stream: Xoshiro256PlusPlus,
    /// The number thrown last, from which die and choice follow.
    draw: RandomDraw,
    last: PendingMove,
    position: Position,
    tracker: AnswerTracker,
    /// Whether the tracker takes note of every turn; only a king's move or a capture changes it.
    watched: bool,
    /// The squares of frozen armies, which do not change while they are frozen.
    frozen: Bitboard,
    /// Whose turn follows that of each army.
    next: [Army; 4],
    counts: Counts,
    pub(super) turns: Vec<TurnRow>,
}

impl Slot {
    pub(super) fn begin<const TURNS: bool>(game: &SlotContext, index: u64) -> Slot {
        Slot {
            index,
            stream: Xoshiro256PlusPlus::seed_from_u64(reading_seed(game.seed, index)),
            draw: RandomDraw::from_number(0),
            last: PendingMove { army: Army::Air, mv: Move::Pass, eventful: false },
            position: game.start.clone(),
            tracker: game.tracker.clone(),
            watched: !game.tracker.is_unaffected(&game.start),
            frozen: Bitboard::EMPTY,
            next: Army::ALL.map(|army| game.start.turn_after(army)),
            counts: Counts::filled(0),
            // Most readings have fewer.
            turns: Vec::with_capacity(if TURNS { 512 } else { 0 }),
        }
    }

    /// Throws the die, and says what it shows.
    #[inline(always)]
    pub(super) fn throw(&mut self) -> Throw {
        self.draw = RandomDraw::from_number(self.stream.next_u64());
        self.draw.throw()
    }

    /// Where an army may land: not on its own side, nor on the frozen (RULES 3.4).
    #[inline(always)]
    fn open(&self, army: Army) -> Bitboard {
        !(self.position.army(army) | self.position.army(army.partner()) | self.frozen)
    }

    /// The reading as it stands, told when it is over.
    pub(super) fn row(&self, game: &SlotContext) -> ReadingRow {
        let end = self.tracker.end(&self.position, &game.rules);
        ReadingRow::of(self.index, self.tracker.answer(&self.position), end, &self.position, self.counts.clone())
    }

    /// Plays the turn of an army whose king, queen … is called; says whether it is to be [seen to](Slot::resolve_pending)
    /// afterwards. The processor has nothing to guess on the way but what hardly ever happens.
    #[inline(always)]
    pub(super) fn play<const PLACE: usize, const TURNS: bool>(&mut self, game: &SlotContext) -> bool {
        let army = self.position.turn();
        if PLACE == 5 {
            return self.pawn::<TURNS>(game, army);
        }
        let role = ROLES[PLACE];
        let movers = match role {
            Role::King => self.position.all_kings() & self.position.army(army),
            Role::Officer(officer) => self.position.officers(army, officer),
            Role::Pawn => Bitboard::EMPTY,
        };
        if !movers.has_at_most_one() {
            return self.one_of_several::<TURNS>(game, army, role, movers);
        }
        let targets = attacks(role, army, square(movers), self.position.occupied()) & self.open(army);
        let targets = select_unpredictable(movers.is_empty(), Bitboard::EMPTY, targets);
        if PLACE == 0 && targets.is_empty() && !movers.is_empty() {
            // The king, who was thrown, has no move (RULES 8.3).
            return self.pawn_for_king::<TURNS>(game, army);
        }
        // A rook sees 14 squares and a bishop 13; the others reach eight.
        let most = if matches!(role, Role::Officer(Officer::Rook | Officer::Bishop)) { 16 } else { 8 };
        let to = nth(targets, self.draw.choice(targets.len() as usize), most);
        self.carry_out::<TURNS>(game, army, role, movers, to)
    }

    #[cold]
    fn one_of_several<const TURNS: bool>(
        &mut self,
        game: &SlotContext,
        army: Army,
        role: Role,
        movers: Bitboard,
    ) -> bool {
        let reach = |from| attacks(role, army, from, self.position.occupied()) & self.open(army);
        let count = movers.into_iter().map(|from| reach(from).len()).sum::<u32>();
        let mut choice = self.draw.choice(count as usize) as u32;
        for from in movers {
            let targets = reach(from);
            if choice < targets.len() {
                let to = nth(targets, choice as usize, 16);
                return self.carry_out::<TURNS>(game, army, role, Bitboard::of(from), to);
            }
            choice -= targets.len();
        }
        self.carry_out::<TURNS>(game, army, role, Bitboard::EMPTY, Bitboard::EMPTY)
    }

    #[cold]
    fn pawn_for_king<const TURNS: bool>(&mut self, game: &SlotContext, army: Army) -> bool {
        self.pawn::<TURNS>(game, army)
    }

    #[inline(always)]
    fn pawn<const TURNS: bool>(&mut self, game: &SlotContext, army: Army) -> bool {
        let pawns = self.position.pawns(army);
        let occupied = self.position.occupied();
        let moves = PawnMoves::of(army, pawns, occupied, occupied & self.open(army));
        if pawns.has_at_most_one() && moves.arrives(army) && self.position.is_privileged(army) {
            return self.privileged::<TURNS>(game, army);
        }
        let (from, to) = moves.nth(army, self.draw.choice(moves.len()));
        self.carry_out::<TURNS>(game, army, Role::Pawn, from, to)
    }

    /// A privileged pawn arrives: each promotion is a move of its own (RULES 5.2), so the engine lists them.
    #[cold]
    fn privileged<const TURNS: bool>(&mut self, game: &SlotContext, army: Army) -> bool {
        let throw = self.draw.throw();
        let moves = game.terms.moves_for(&self.position, throw).moves;
        let mv = moves[self.draw.choice(moves.len())];
        if let Move::Step { role, from, to, promotion } = mv {
            self.count::<TURNS>(army, role, Bitboard::of(from), Bitboard::of(to), promotion);
        }
        self.position.move_unchecked(army, Role::Pawn, Bitboard::EMPTY, Bitboard::EMPTY, self.next[army.index()]);
        self.last = PendingMove { army, mv, eventful: true };
        true
    }

    /// Moves a piece, or nothing if it has nowhere to go; what has consequences is left to be seen to.
    #[inline(always)]
    fn carry_out<const TURNS: bool>(
        &mut self,
        game: &SlotContext,
        army: Army,
        role: Role,
        from: Bitboard,
        to: Bitboard,
    ) -> bool {
        let eventful = self.has_consequences(army, role, to);
        let from = select_unpredictable(to.is_empty(), Bitboard::EMPTY, from);
        let only = |set| select_unpredictable(eventful, Bitboard::EMPTY, set);
        self.position.move_unchecked(army, role, only(from), only(to), self.next[army.index()]);
        self.count::<TURNS>(army, role, from, to, None);
        let mv = Move::Step { role, from: square(from), to: square(to), promotion: None };
        self.last = PendingMove { army, mv, eventful };
        if role == Role::King {
            self.watched = !self.tracker.is_unaffected(&self.position);
        }
        eventful | self.watched | (self.position.ply() >= game.limit)
    }

    /// Counts a turn, a No Move if there is nowhere to go.
    #[inline(always)]
    fn count<const TURNS: bool>(
        &mut self,
        army: Army,
        role: Role,
        from: Bitboard,
        to: Bitboard,
        promotion: Option<Officer>,
    ) {
        let no_move = u16::from(to.is_empty());
        self.counts.landings[square(to).index()] += 1 - no_move;
        self.counts.moved[army.index()][index(role)] += 1 - no_move;
        if TURNS {
            let (throw, effects) = (self.draw.throw().number(), EffectFlags(no_move));
            self.turns.push(TurnRow { army, throw, role, from: square(from), to: square(to), promotion, effects });
        }
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
                let filled = (four & !standing).is_empty() & !four.is_empty();
                select_unpredictable(filled, to, Bitboard::EMPTY)
            }
            Role::Officer(_) => Bitboard::EMPTY,
        };
        to.meets(self.position.occupied() | elsewhere)
    }

    /// Sees to what comes of the turn played last; says whether the reading is over.
    #[inline(never)]
    pub(super) fn resolve_pending<const TURNS: bool>(&mut self, game: &SlotContext) -> bool {
        let PendingMove { army, mv, eventful } = self.last;
        if eventful {
            let mut listener = Listener { counts: &mut self.counts, effects: EffectFlags::default() };
            self.position.apply_deferred(army, mv, &game.rules, &mut listener);
            let effects = listener.effects;
            if TURNS && let Some(turn) = self.turns.last_mut() {
                turn.effects = effects;
            }
            self.watched = !self.tracker.is_unaffected(&self.position);
            // Other effects change neither who is frozen nor who has a king.
            if effects.0 & (EffectFlags::CAPTURE.0 | EffectFlags::THAWED.0) == 0 && !self.watched {
                return self.position.ply() >= game.limit;
            }
            if effects.0 & (EffectFlags::FROZE.0 | EffectFlags::THAWED.0) != 0 {
                self.frozen = self.position.frozen();
                self.next = Army::ALL.map(|army| self.position.turn_after(army));
            }
        }
        self.tracker.watch(army, &self.position);
        self.watched = !self.tracker.is_unaffected(&self.position);
        self.tracker.end(&self.position, &game.rules).is_some() || self.position.ply() >= game.limit
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
