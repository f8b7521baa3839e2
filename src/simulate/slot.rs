//! The state of a reading on the fast path.

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

/// The data shared by all readings of a plan.
pub(super) struct SlotContext {
    pub(super) rules: Rules,
    /// The terms for the rare turns that the engine plays.
    terms: SessionTerms,
    pub(super) seed: u64,
    pub(super) limit: u32,
    /// The roles of the throws 1 to 6.
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

/// The last turn, as far as it has been played.
struct PendingMove {
    army: Army,
    /// The move; meaningless for a No Move.
    mv: Move,
    /// Whether the move may have further effects; then the engine still has to play it.
    eventful: bool,
}

/// A reading being played.
pub(super) struct Slot {
    index: u64,
    stream: Xoshiro256PlusPlus,
    /// The last random number, which determines throw and choice.
    draw: RandomDraw,
    last: PendingMove,
    position: Position,
    tracker: AnswerTracker,
    /// Whether the tracker needs every turn; only a king's move or a capture changes this.
    watched: bool,
    /// The squares of frozen armies, constant while they are frozen.
    frozen: Bitboard,
    /// The army whose turn follows that of each army.
    next: [Army; 4],
    counts: Counts,
    pub(super) turns: Vec<TurnRow>,
}

impl Slot {
    pub(super) fn begin<const TURNS: bool>(context: &SlotContext, index: u64) -> Slot {
        Slot {
            index,
            stream: Xoshiro256PlusPlus::seed_from_u64(reading_seed(context.seed, index)),
            draw: RandomDraw::from_number(0),
            last: PendingMove { army: Army::Air, mv: Move::Pass, eventful: false },
            position: context.start.clone(),
            tracker: context.tracker.clone(),
            watched: !context.tracker.is_unaffected(&context.start),
            frozen: Bitboard::EMPTY,
            next: Army::ALL.map(|army| context.start.turn_after(army)),
            counts: Counts::filled(0),
            // Enough for most readings.
            turns: Vec::with_capacity(if TURNS { 512 } else { 0 }),
        }
    }

    /// Throws the die.
    #[inline(always)]
    pub(super) fn throw(&mut self) -> Throw {
        self.draw = RandomDraw::from_number(self.stream.next_u64());
        self.draw.throw()
    }

    /// The squares where an army may land: not those of its own side or of frozen armies (RULES 3.4).
    #[inline(always)]
    fn open(&self, army: Army) -> Bitboard {
        !(self.position.army(army) | self.position.army(army.partner()) | self.frozen)
    }

    /// The row of the finished reading.
    pub(super) fn row(&self, context: &SlotContext) -> ReadingRow {
        let end = self.tracker.end(&self.position, &context.rules);
        ReadingRow::of(self.index, self.tracker.answer(&self.position), end, &self.position, self.counts.clone())
    }

    /// Plays a turn with the king, queen … of the army; returns whether [`Slot::resolve_pending`] is needed afterwards.
    /// Branch-free except on rare paths.
    #[inline(always)]
    pub(super) fn play<const PLACE: usize, const TURNS: bool>(&mut self, context: &SlotContext) -> bool {
        let army = self.position.turn();
        if PLACE == 5 {
            return self.pawn::<TURNS>(context, army);
        }
        let role = ROLES[PLACE];
        let movers = match role {
            Role::King => self.position.all_kings() & self.position.army(army),
            Role::Officer(officer) => self.position.officers(army, officer),
            Role::Pawn => Bitboard::EMPTY,
        };
        if !movers.has_at_most_one() {
            return self.one_of_several::<TURNS>(context, army, role, movers);
        }
        let targets = attacks(role, army, square(movers), self.position.occupied()) & self.open(army);
        let targets = select_unpredictable(movers.is_empty(), Bitboard::EMPTY, targets);
        if PLACE == 0 && targets.is_empty() && !movers.is_empty() {
            // The king was thrown but has no move (RULES 8.3).
            return self.pawn_for_king::<TURNS>(context, army);
        }
        // A rook attacks 14 squares and a bishop 13; the others at most eight.
        let most = if matches!(role, Role::Officer(Officer::Rook | Officer::Bishop)) { 16 } else { 8 };
        let to = nth(targets, self.draw.choice(targets.len() as usize), most);
        self.move_or_pass::<TURNS>(context, army, role, movers, to)
    }

    #[cold]
    fn one_of_several<const TURNS: bool>(
        &mut self,
        context: &SlotContext,
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
                return self.move_or_pass::<TURNS>(context, army, role, Bitboard::of(from), to);
            }
            choice -= targets.len();
        }
        self.move_or_pass::<TURNS>(context, army, role, Bitboard::EMPTY, Bitboard::EMPTY)
    }

    #[cold]
    fn pawn_for_king<const TURNS: bool>(&mut self, context: &SlotContext, army: Army) -> bool {
        self.pawn::<TURNS>(context, army)
    }

    #[inline(always)]
    fn pawn<const TURNS: bool>(&mut self, context: &SlotContext, army: Army) -> bool {
        let pawns = self.position.pawns(army);
        let occupied = self.position.occupied();
        let moves = PawnMoves::of(army, pawns, occupied, occupied & self.open(army));
        if pawns.has_at_most_one() && moves.arrives(army) && self.position.is_privileged(army) {
            return self.privileged::<TURNS>(context, army);
        }
        let (from, to) = moves.nth(army, self.draw.choice(moves.len()));
        self.move_or_pass::<TURNS>(context, army, Role::Pawn, from, to)
    }

    /// Plays a move with a privileged pawn at the far edge. Each promotion is a move (RULES 5.2), so the engine lists them.
    #[cold]
    fn privileged<const TURNS: bool>(&mut self, context: &SlotContext, army: Army) -> bool {
        let throw = self.draw.throw();
        let moves = context.terms.moves_for(&self.position, throw).moves;
        let mv = moves[self.draw.choice(moves.len())];
        if let Move::Step { role, from, to, promotion } = mv {
            self.count::<TURNS>(army, role, Bitboard::of(from), Bitboard::of(to), promotion);
        }
        self.position.move_unchecked(army, Role::Pawn, Bitboard::EMPTY, Bitboard::EMPTY, self.next[army.index()]);
        self.last = PendingMove { army, mv, eventful: true };
        true
    }

    /// Moves a piece, or nothing if `to` is empty; moves with further effects are left to `resolve_pending`.
    #[inline(always)]
    fn move_or_pass<const TURNS: bool>(
        &mut self,
        context: &SlotContext,
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
        eventful | self.watched | (self.position.ply() >= context.limit)
    }

    /// Counts a turn, a No Move if `to` is empty.
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

    /// Whether a move may have effects besides changing the piece's square.
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

    /// Resolves the effects of the last turn; returns whether the reading is over.
    #[inline(never)]
    pub(super) fn resolve_pending<const TURNS: bool>(&mut self, context: &SlotContext) -> bool {
        let PendingMove { army, mv, eventful } = self.last;
        if eventful {
            let mut listener = Listener { counts: &mut self.counts, effects: EffectFlags::default() };
            self.position.apply_deferred(army, mv, &context.rules, &mut listener);
            let effects = listener.effects;
            if TURNS && let Some(turn) = self.turns.last_mut() {
                turn.effects = effects;
            }
            self.watched = !self.tracker.is_unaffected(&self.position);
            // Other effects change neither frozen armies nor kings.
            if effects.0 & (EffectFlags::CAPTURE.0 | EffectFlags::THAWED.0) == 0 && !self.watched {
                return self.position.ply() >= context.limit;
            }
            if effects.0 & (EffectFlags::FROZE.0 | EffectFlags::THAWED.0) != 0 {
                self.frozen = self.position.frozen();
                self.next = Army::ALL.map(|army| self.position.turn_after(army));
            }
        }
        self.tracker.watch(army, &self.position);
        self.watched = !self.tracker.is_unaffected(&self.position);
        self.tracker.end(&self.position, &context.rules).is_some() || self.position.ply() >= context.limit
    }
}

/// The only square of a set; a1 for an empty set.
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
