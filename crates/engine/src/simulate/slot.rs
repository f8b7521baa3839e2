//! The state of a reading on the fast path.

use std::hint::select_unpredictable;

use crate::chess::{Army, Bitboard, FOUR_OF, Kind, Move, Movers, Officer, Position, Role, Side, Square, attacked_from};
use crate::reading::{AnswerTracker, Throw};
use crate::session::SessionTerms;

use super::bits::{NthSquare, PawnMoves};
use super::counts::Listener;
use super::{Counts, EffectFlags, Plan, ReadingRow, TurnRow};

/// After the places of the roles: the army has no piece of the role thrown.
pub(super) const ABSENT: usize = 6;
/// The same, in a reading whose tracker needs every turn.
pub(super) const ABSENT_WATCHED: usize = 7;

/// The data shared by all readings of a plan.
pub(super) struct SlotContext<N> {
    /// The terms for the rare turns that the engine plays.
    terms: SessionTerms,
    pub(super) seed: u64,
    pub(super) limit: u32,
    /// The places of the roles of the throws 1 to 6.
    places: [usize; 6],
    /// Where more may follow from the landing of each army's king: its partner's throne, and for the querent the Ptah.
    king_marks: [Bitboard; 4],
    /// Every reading before it begins.
    before: Slot,
    finder: N,
}

impl<N: NthSquare> SlotContext<N> {
    pub(super) fn new(plan: &Plan, finder: N) -> SlotContext<N> {
        let question = &plan.question;
        let places = question.dice.movers(question.array).map(|movers| match movers {
            Movers::Only(role) => role.index(),
            Movers::KingOrPawn | Movers::Any => Role::King.index(),
        });
        let king_marks = Army::ALL.map(|army| {
            let throne = Bitboard::of(army.partner().throne());
            if army == question.army() { throne.with(question.ptah) } else { throne }
        });
        SlotContext {
            terms: SessionTerms::of_question(question),
            seed: plan.seed,
            limit: plan.limit.into(),
            places,
            king_marks,
            before: Slot::before(plan.start(), plan.tracker()),
            finder,
        }
    }
}

/// The random number of a turn: a [`RandomDraw`](crate::reading::RandomDraw) whose throw is an index.
#[derive(Clone, Copy)]
pub(super) struct LaneDraw(pub(super) u64);

impl LaneDraw {
    /// The throw, from 0 to 5.
    #[inline(always)]
    fn throw(self) -> usize {
        ((u128::from(self.0) * 6) >> 64) as usize
    }

    /// A number below `count`: the choice among that many moves. 0 if there are none.
    #[inline(always)]
    fn choice(self, count: u32) -> usize {
        ((u128::from(self.0.wrapping_mul(6)) * u128::from(count)) >> 64) as usize
    }
}

/// A turn that is settled at the end of the round. Its size makes a list of them quick to add to.
#[derive(Clone, Copy)]
#[repr(align(8))]
pub(super) struct PutOff {
    pub(super) lane: u8,
    from: Square,
    to: Square,
    /// The place of the role that moves.
    place: u8,
    captures: bool,
    /// Whether more may follow from the move. If not, and if it does not capture, it has been made.
    has_effects: bool,
}

impl PutOff {
    /// A turn without a move.
    pub(super) fn nothing(lane: u8) -> PutOff {
        let nowhere = Square::wrapping(0);
        PutOff { lane, from: nowhere, to: nowhere, place: 0, captures: false, has_effects: false }
    }
}

/// A reading being played.
#[derive(Clone)]
pub(super) struct Slot {
    index: u64,
    /// The round before its first.
    begun: u32,
    /// The army of the last turn.
    army: Army,
    /// The army whose turn follows that of each army.
    next: [Army; 4],
    /// For each army and place the place, or [`ABSENT`].
    called: [[u8; 8]; 4],
    /// Whether the tracker needs every turn; only a king's move or a capture changes this.
    watched: bool,
    /// The choice of a privileged pawn in a turn put off.
    promotion: Option<Officer>,
    /// The position, but for its ply and turn, which are up to date only in turns put off.
    position: Position,
    /// The squares of frozen armies, constant while they are frozen.
    frozen: Bitboard,
    tracker: AnswerTracker,
    counts: Counts,
    pub(super) turns: Vec<TurnRow>,
}

impl Slot {
    /// A reading that has not begun.
    fn before(start: Position, tracker: AnswerTracker) -> Slot {
        let (next, first) = (Army::ALL.map(|army| start.turn_after(army)), start.turn());
        let mut slot = Slot {
            index: 0,
            begun: 0,
            army: Army::ALL.into_iter().find(|army| next[army.index()] == first).unwrap_or(first),
            next,
            called: [[0; 8]; 4],
            watched: !tracker.is_unaffected(&start),
            promotion: None,
            position: start,
            frozen: Bitboard::EMPTY,
            tracker,
            counts: Counts::filled(0),
            turns: Vec::new(),
        };
        Army::ALL.into_iter().for_each(|army| slot.muster(army));
        slot
    }

    pub(super) fn begin<const TURNS: bool>(context: &SlotContext<impl NthSquare>, index: u64, round: u32) -> Slot {
        // Enough for most readings.
        let turns = Vec::with_capacity(if TURNS { 512 } else { 0 });
        Slot { index, begun: round, turns, ..context.before.clone() }
    }

    /// The number of turns played.
    pub(super) fn ply(&self, round: u32) -> u32 {
        round - self.begun
    }

    /// Begins a turn with a throw; returns the place of the role that plays it, or [`ABSENT`].
    #[inline(always)]
    pub(super) fn throw(&mut self, context: &SlotContext<impl NthSquare>, draw: LaneDraw) -> usize {
        self.army = self.next[self.army.index()];
        usize::from(self.called[self.army.index()][context.places[draw.throw()] % 8])
    }

    /// Notes which roles an army has.
    fn muster(&mut self, army: Army) {
        let absent = if self.watched { ABSENT_WATCHED } else { ABSENT };
        for (place, role) in Role::ALL.into_iter().enumerate() {
            let place_called = if self.movers(army, role).is_empty() { absent } else { place };
            self.called[army.index()][place] = place_called as u8;
        }
    }

    /// The army's pieces of a role.
    #[inline(always)]
    fn movers(&self, army: Army, role: Role) -> Bitboard {
        match role {
            Role::King => self.position.kings & self.position.army(army),
            Role::Officer(officer) => self.position.officers(army, officer),
            Role::Pawn => self.position.pawns(army),
        }
    }

    /// The squares where the army may land: not those of its own side or of frozen armies (RULES 3.4).
    #[inline(always)]
    fn open(&self) -> Bitboard {
        let [actives, passives] = Side::ALL.map(|side| self.position.side(side));
        // By the number, since a `match` of four armies would be a jump that nobody can predict.
        !(select_unpredictable(self.army.index().is_multiple_of(2), actives, passives) | self.frozen)
    }

    /// Brings the position's ply and turn up to date.
    fn set_clock(&mut self, round: u32) {
        self.position.set_clock(self.next[self.army.index()], self.ply(round));
    }

    /// The row of the finished reading.
    pub(super) fn row(&mut self, round: u32) -> ReadingRow {
        self.set_clock(round);
        let end = self.tracker.end(&self.position);
        ReadingRow::of(self.index, self.tracker.answer(&self.position), end, &self.position, self.counts.clone())
    }

    /// Adds a turn without the piece thrown to the list.
    pub(super) fn list_absence(&mut self, context: &SlotContext<impl NthSquare>, draw: LaneDraw) {
        let role = Role::ALL[context.places[draw.throw()]];
        self.list(draw, role, Bitboard::EMPTY, Bitboard::EMPTY, None);
    }

    /// Plays a turn with the king, queen … of the army, which has one; returns what [`Slot::settle`] needs, and whether it is
    /// needed. Branch-free except on rare paths.
    #[inline(always)]
    pub(super) fn play<const PLACE: usize, const TURNS: bool>(
        &mut self,
        context: &SlotContext<impl NthSquare>,
        draw: LaneDraw,
        lane: u8,
    ) -> (PutOff, bool) {
        let army = self.army;
        if PLACE == 5 {
            return self.pawn::<TURNS>(context, draw, lane);
        }
        let role = Role::ALL[PLACE];
        let movers = self.movers(army, role);
        if !movers.has_at_most_one() {
            return self.one_of_several::<TURNS>(context, draw, lane, role);
        }
        let targets = attacks(role, army, square(movers), self.position.occupied()) & self.open();
        if PLACE == 0 && targets.is_empty() {
            // The king was thrown but has no move (RULES 8.3).
            return self.pawn_for_king::<TURNS>(context, draw, lane);
        }
        // A rook attacks 14 squares and a bishop 13; the others at most eight.
        let most = if matches!(role, Role::Officer(Officer::Rook | Officer::Bishop)) { 16 } else { 8 };
        let to = context.finder.nth(targets, draw.choice(targets.len()), most);
        self.move_or_pass::<TURNS>(context, draw, lane, role, movers, to)
    }

    #[cold]
    fn one_of_several<const TURNS: bool>(
        &mut self,
        context: &SlotContext<impl NthSquare>,
        draw: LaneDraw,
        lane: u8,
        role: Role,
    ) -> (PutOff, bool) {
        let movers = self.movers(self.army, role);
        let reach = |from| attacks(role, self.army, from, self.position.occupied()) & self.open();
        let mut choice = draw.choice(movers.into_iter().map(|from| reach(from).len()).sum()) as u32;
        for from in movers {
            let targets = reach(from);
            if choice < targets.len() {
                let to = context.finder.nth(targets, choice as usize, 16);
                return self.move_or_pass::<TURNS>(context, draw, lane, role, Bitboard::of(from), to);
            }
            choice -= targets.len();
        }
        self.move_or_pass::<TURNS>(context, draw, lane, role, Bitboard::EMPTY, Bitboard::EMPTY)
    }

    #[cold]
    fn pawn_for_king<const TURNS: bool>(
        &mut self,
        context: &SlotContext<impl NthSquare>,
        draw: LaneDraw,
        lane: u8,
    ) -> (PutOff, bool) {
        self.pawn::<TURNS>(context, draw, lane)
    }

    #[inline(always)]
    fn pawn<const TURNS: bool>(
        &mut self,
        context: &SlotContext<impl NthSquare>,
        draw: LaneDraw,
        lane: u8,
    ) -> (PutOff, bool) {
        let army = self.army;
        let pawns = self.position.pawns(army);
        let occupied = self.position.occupied();
        let moves = PawnMoves::of(army, pawns, occupied, occupied & self.open());
        if moves.arrives(army) && pawns.has_at_most_one() && self.position.is_privileged(army) {
            return self.privileged::<TURNS>(context, draw, lane);
        }
        let (from, to) = moves.nth(army, draw.choice(moves.len()), context.finder);
        self.move_or_pass::<TURNS>(context, draw, lane, Role::Pawn, from, to)
    }

    /// Chooses the move of a privileged pawn at the far edge. Each promotion is a move (RULES 5.2), so the engine lists them.
    #[cold]
    fn privileged<const TURNS: bool>(
        &mut self,
        context: &SlotContext<impl NthSquare>,
        draw: LaneDraw,
        lane: u8,
    ) -> (PutOff, bool) {
        self.position.set_clock(self.army, 0);
        let moves = context.terms.moves_for(&self.position, Throw::ALL[draw.throw()]).moves;
        let Move::Step { role, from, to, promotion } = moves[draw.choice(moves.len() as u32)] else {
            return (PutOff::nothing(lane), true);
        };
        self.promotion = promotion;
        self.count::<TURNS>(draw, role, Bitboard::of(from), Bitboard::of(to));
        (PutOff { lane, from, to, place: role.index() as u8, captures: false, has_effects: true }, true)
    }

    /// Moves a piece, or nothing if `to` is empty; moves with further effects are left to `settle`.
    #[inline(always)]
    fn move_or_pass<const TURNS: bool>(
        &mut self,
        context: &SlotContext<impl NthSquare>,
        draw: LaneDraw,
        lane: u8,
        role: Role,
        from: Bitboard,
        to: Bitboard,
    ) -> (PutOff, bool) {
        // Bishops and pawns are often blocked, the others hardly ever.
        let is_often_blocked = matches!(role, Role::Officer(Officer::Bishop) | Role::Pawn);
        if !is_often_blocked && to.is_empty() {
            if TURNS {
                self.list(draw, role, Bitboard::EMPTY, Bitboard::EMPTY, None);
            }
            return (PutOff::nothing(lane), self.watched);
        }
        let captures = to.meets(self.position.occupied());
        let has_effects = self.may_have_effects(context, role, to);
        let is_left = captures | has_effects;
        let from = select_unpredictable(to.is_empty(), Bitboard::EMPTY, from);
        let only = |set| select_unpredictable(is_left, Bitboard::EMPTY, set);
        self.position.move_unchecked(self.army, role, only(from), only(to));
        self.count::<TURNS>(draw, role, from, to);
        let place = role.index() as u8;
        (PutOff { lane, from: square(from), to: square(to), place, captures, has_effects }, is_left | self.watched)
    }

    /// Whether a move may have effects besides changing the piece's square and capturing.
    #[inline(always)]
    fn may_have_effects(&self, context: &SlotContext<impl NthSquare>, role: Role, to: Bitboard) -> bool {
        match role {
            Role::King => to.meets(context.king_marks[self.army.index()]),
            Role::Pawn => to.meets(self.army.far_edge()),
            Role::Officer(officer @ (Officer::Queen | Officer::Bishop)) => {
                (CONCOURSE_AT[square(to).index()] & !(self.position.all_officers(officer) | to)).is_empty()
            }
            Role::Officer(_) => false,
        }
    }

    /// Counts a turn, and adds it to the list; a No Move if `to` is empty.
    #[inline(always)]
    fn count<const TURNS: bool>(&mut self, draw: LaneDraw, role: Role, from: Bitboard, to: Bitboard) {
        let moves = u16::from(!to.is_empty());
        self.counts.landings[square(to).index()] += moves;
        self.counts.moved[self.army.index()][role.index()] += moves;
        if TURNS {
            self.list(draw, role, from, to, self.promotion);
        }
    }

    fn list(&mut self, draw: LaneDraw, role: Role, from: Bitboard, to: Bitboard, promotion: Option<Officer>) {
        let (throw, effects) = (draw.throw() as u8 + 1, EffectFlags(to.is_empty().into()));
        self.turns.push(TurnRow {
            army: self.army,
            throw,
            role,
            from: square(from),
            to: square(to),
            promotion,
            effects,
        });
    }

    /// Resolves the effects of a turn put off; returns whether the reading is over.
    #[inline(always)]
    pub(super) fn settle<const TURNS: bool>(&mut self, turn: PutOff, round: u32) -> bool {
        if !(turn.has_effects | self.watched)
            && let Some(loser) = self.position.capture_plainly(turn.to)
        {
            let role = Role::ALL[usize::from(turn.place % 6)];
            self.position.move_unchecked(self.army, role, Bitboard::of(turn.from), Bitboard::of(turn.to));
            self.counts.count(EffectFlags::CAPTURE, 1);
            if TURNS && let Some(turn) = self.turns.last_mut() {
                turn.effects = EffectFlags::CAPTURE;
            }
            self.muster(loser);
            // The kings are as before, so the reading is over only if nothing else is left of a side.
            let left = self.position.army(loser) | self.position.army(loser.partner());
            if !(left & !self.position.kings).is_empty() {
                return false;
            }
            self.set_clock(round);
            return self.tracker.end(&self.position).is_some();
        }
        self.resolve::<TURNS>(turn, round)
    }

    /// Resolves the effects of any turn put off by the engine; returns whether the reading is over.
    #[inline(never)]
    fn resolve<const TURNS: bool>(&mut self, turn: PutOff, round: u32) -> bool {
        self.set_clock(round);
        let mut effects = EffectFlags::default();
        if turn.captures | turn.has_effects {
            let PutOff { from, to, place, .. } = turn;
            let mv = Move::Step { role: Role::ALL[usize::from(place)], from, to, promotion: self.promotion.take() };
            let mut listener = Listener { counts: &mut self.counts, effects: EffectFlags::default() };
            self.position.apply_deferred(self.army, mv, &mut listener);
            effects = listener.effects;
            if TURNS && let Some(turn) = self.turns.last_mut() {
                turn.effects = effects;
            }
            if effects.0 & (EffectFlags::FROZE.0 | EffectFlags::THAWED.0) != 0 {
                self.frozen = self.position.frozen();
                self.next = Army::ALL.map(|army| self.position.turn_after(army));
            }
        }
        self.tracker.watch(self.army, &self.position);
        let watched = !self.tracker.is_unaffected(&self.position);
        if watched != self.watched || effects != EffectFlags::default() {
            self.watched = watched;
            Army::ALL.into_iter().for_each(|army| self.muster(army));
        }
        self.tracker.end(&self.position).is_some()
    }
}

/// The block of four in which a landing may complete a concourse; every square where it cannot.
static CONCOURSE_AT: [Bitboard; 64] = {
    let mut table = FOUR_OF;
    let mut i = 0;
    while i < 64 {
        if table[i].is_empty() {
            table[i] = Bitboard(!0);
        }
        i += 1;
    }
    table
};

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
