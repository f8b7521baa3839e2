//! Which moves an army has (RULES 3, 4, 5.2, 6.3).

use super::{Army, Bitboard, Command, Kind, Move, Officer, Piece, Position, Role, Rules, Square, attacks};

/// The squares to which one piece may go: a handful of moves at once, to be filtered with one AND.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveSet {
    /// The piece.
    pub piece: Piece,
    /// Where it stands.
    pub from: Square,
    /// Where it may go.
    pub to: Bitboard,
}

/// What may put an army's king in check by a move of its own.
struct Dangers {
    king: Square,
    /// The enemies that are not frozen.
    enemies: Bitboard,
    occupied: Bitboard,
    /// The enemies' rooks that see the king over one piece.
    rooks: Bitboard,
    /// Their bishops that do.
    bishops: Bitboard,
    /// The squares whose piece, if it leaves, may lay the king open to one of these.
    guards: Bitboard,
    /// The pawns of enemies whose first lost pawn will promote others that wait (RULES 5.1).
    waking: Bitboard,
}

impl Dangers {
    /// Whether a piece can go from a square to another without laying the king open to a rook or bishop.
    fn lines_stay_shut(&self, from: Square, to: Square) -> bool {
        let occupied = self.occupied.without(from).with(to);
        let open =
            attacks::rook(self.king, occupied) & self.rooks | attacks::bishop(self.king, occupied) & self.bishops;
        open.without(to).is_empty()
    }
}

impl Position {
    /// The moves of the army whose turn it is, piece by piece; empty when the game is over
    /// and when it can only pass.
    ///
    /// A turn without a move is not among them: see [`Position::may_pass`].
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        self.each_move(rules, &mut |mv| moves.push(mv));
        moves
    }

    /// Hands over the moves of the army whose turn it is one by one, in the order of [`Position::moves`].
    ///
    /// ```
    /// use enochian::chess::{Army, Array, Direction, Element, Position, Rules};
    /// let start = Position::start(Array::of(Element::Air, Element::Air), Army::Air, Direction::Deosil);
    /// let mut captures = 0;
    /// start.each_move(&Rules::CHESSVARIANTS, &mut |mv| {
    ///     captures += mv.to().map_or(0, |to| start.pieces_at(to).count());
    /// });
    /// assert_eq!(captures, 1); // the rook of Air takes a pawn of Water
    /// ```
    pub fn each_move(&self, rules: &Rules, each: &mut impl FnMut(Move)) {
        if self.is_decided() {
            return;
        }
        self.move_sets(rules, &mut |set| {
            let role = Role::from(set.piece.kind);
            // Only a pawn's arrival can be several moves.
            let arrivals = if role == Role::Pawn { set.to & set.piece.army.far_edge() } else { Bitboard::EMPTY };
            for to in set.to {
                if arrivals.has(to) {
                    self.expand(&set, to, rules, &mut *each);
                } else {
                    each(Move::Step { role, from: set.from, to, promotion: None });
                }
            }
        });
    }

    /// Hands over the moves of the army whose turn it is in sets, one a piece, without asking whether
    /// the game is over.
    pub fn move_sets(&self, rules: &Rules, each: &mut impl FnMut(MoveSet)) {
        let (turn, partner) = (self.turn, self.turn.partner());
        self.army_move_sets(turn, rules, each);
        // Where a player withdrew with a bare king, either army of the side may use either turn (RULES 6.3).
        if (self.shares_turns(turn) || self.shares_turns(partner)) && !self.is_frozen(partner) {
            self.army_move_sets(partner, rules, each);
        }
    }

    /// Whether an army has withdrawn with a bare king, so that either army may use either turn (RULES 6.3).
    fn shares_turns(&self, army: Army) -> bool {
        self.command(army) == Command::Withdrawn && self.is_bare_king(army)
    }

    /// The moves of an army as if the turn were its own (RULES 6.3, **Decided**).
    pub(super) fn army_move_sets(&self, army: Army, rules: &Rules, each: &mut impl FnMut(MoveSet)) {
        let king = self.king(army).filter(|_| rules.duty_of_check);
        let Some(king) = king else { return self.reach_of_army(army, each) };
        let (enemies, occupied) = (self.awake_enemies(army), self.occupied());
        if self.bearing_on(king, army, enemies, occupied).is_empty() {
            // RULES 4.3: its own move may not put the king in check.
            let dangers = self.dangers(army, king, enemies, occupied);
            self.reach_of_army(army, &mut |set| {
                let to = self.keeps_king_safe(&set, &dangers, rules);
                if !to.is_empty() {
                    each(MoveSet { to, ..set });
                }
            });
        } else {
            // RULES 4.2: the king must move if it can; if not, anything may.
            let to = self.reach(Piece { army, kind: Kind::King }, king);
            if to.is_empty() {
                self.reach_of_army(army, each);
            } else {
                each(MoveSet { piece: Piece { army, kind: Kind::King }, from: king, to });
            }
        }
    }

    /// What every piece of an army reaches by RULES 3 alone.
    fn reach_of_army(&self, army: Army, each: &mut impl FnMut(MoveSet)) {
        let occupied = self.occupied();
        let open = !(self.side(army.side()) | self.frozen());
        let mut hand_over = |kind, from, to| {
            if to != Bitboard::EMPTY {
                each(MoveSet { piece: Piece { army, kind }, from, to });
            }
        };
        // Sort by sort, which a processor foresees better than square by square.
        for from in self.all_kings() & self.army(army) {
            hand_over(Kind::King, from, attacks::king(from) & open);
        }
        for officer in Officer::ALL {
            for from in self.officers(army, officer) {
                let kind = Kind::Officer(officer);
                hand_over(kind, from, attacked_from(kind, army, from, occupied) & open);
            }
        }
        for from in self.pawns(army) {
            if let Some(officer) = self.officer_at(from) {
                let step = attacks::pawn_step(army, from) & !occupied;
                hand_over(Kind::Pawn(officer), from, step | attacks::pawn(army, from) & occupied & open);
            }
        }
    }

    /// The squares a piece reaches by RULES 3 alone.
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let open = !(self.side(piece.army.side()) | self.frozen());
        reach(piece, from, self.occupied(), open)
    }

    /// What may put an army's king in check by a move of its own.
    fn dangers(&self, army: Army, king: Square, enemies: Bitboard, occupied: Bitboard) -> Dangers {
        let mut rooks = self.all_officers(Officer::Rook) & enemies & attacks::rook_lines(king);
        let mut bishops = self.all_officers(Officer::Bishop) & enemies & attacks::bishop_lines(king);
        let mut guards = Bitboard::EMPTY;
        // A piece guards where a rook or bishop would see the king without it.
        if !rooks.is_empty() {
            let first = attacks::rook(king, occupied);
            rooks &= attacks::rook(king, occupied & !first);
            let seen = |rook| first & attacks::rook(rook, occupied);
            guards |= rooks.into_iter().fold(Bitboard::EMPTY, |all, rook| all | seen(rook));
        }
        if !bishops.is_empty() {
            let first = attacks::bishop(king, occupied);
            bishops &= attacks::bishop(king, occupied & !first);
            let seen = |bishop| first & attacks::bishop(bishop, occupied);
            guards |= bishops.into_iter().fold(guards, |all, bishop| all | seen(bishop));
        }
        let wakes = |enemy: &Army| self.pawns_lost(*enemy) == 0 && self.pawns(*enemy).meets(enemy.far_edge());
        let waking = army.enemies().into_iter().filter(wakes).map(|enemy| self.pawns(enemy));
        let waking = waking.fold(Bitboard::EMPTY, |all, pawns| all | pawns);
        Dangers { king, enemies, occupied, rooks, bishops, guards, waking }
    }

    /// The part of a set that does not put the army's own king in check (RULES 4.3).
    ///
    /// Most moves cannot. A piece that guards no line to the king changes nothing that attacks it, wherever it
    /// goes; one that does is looked at along the lines. Only where effects reach far is the move played on a
    /// copy: a captured pawn that lets another promote, a concourse, a captured king that disarms an army.
    #[inline]
    fn keeps_king_safe(&self, set: &MoveSet, dangers: &Dangers, rules: &Rules) -> Bitboard {
        let concourse = match set.piece.kind {
            Kind::Officer(officer @ (Officer::Bishop | Officer::Queen)) => self.nearly_concourse(officer),
            _ => Bitboard::EMPTY,
        };
        let far_reaching = set.to & (dangers.waking | concourse);
        let watched = set.piece.kind == Kind::King || dangers.guards.has(set.from);
        if watched || !far_reaching.is_empty() {
            self.looked_at_closely(set, far_reaching, dangers, rules)
        } else {
            set.to
        }
    }

    fn looked_at_closely(
        &self,
        set: &MoveSet,
        mut far_reaching: Bitboard,
        dangers: &Dangers,
        rules: &Rules,
    ) -> Bitboard {
        let army = set.piece.army;
        let is_king = set.piece.kind == Kind::King;
        let guards = dangers.guards.has(set.from);
        if is_king || guards {
            far_reaching |= set.to & self.all_kings();
        }
        let plain = set.to & !far_reaching;
        let mut safe = if is_king {
            // An officer who shares the throne stays behind. Seizing a throne wakes only the king's own side.
            let shared = self.officer_at(set.from).is_some();
            let left = if shared { dangers.occupied } else { dangers.occupied.without(set.from) };
            let attacked = |to: Square| !self.bearing_on(to, army, dangers.enemies.without(to), left).is_empty();
            plain.into_iter().filter(|&to| !attacked(to)).collect()
        } else if guards {
            plain.into_iter().filter(|&to| dangers.lines_stay_shut(set.from, to)).collect()
        } else {
            plain
        };
        for to in far_reaching {
            let mut tried = self.clone();
            // Choices of promotion do not differ in what attacks the own king.
            let promotion = self.chooses(set.piece, to, rules).then_some(Officer::Queen);
            tried.step(set.piece, set.from, to, promotion, rules, &mut ());
            if !tried.in_check(army) {
                safe = safe.with(to);
            }
        }
        safe
    }

    /// The moves that a piece going to a square stands for: one, or four where a privileged pawn chooses (RULES 5.2).
    fn expand(&self, set: &MoveSet, to: Square, rules: &Rules, mut each: impl FnMut(Move)) {
        let mv = |promotion| Move::Step { role: Role::from(set.piece.kind), from: set.from, to, promotion };
        if self.chooses(set.piece, to, rules) {
            Officer::ALL.into_iter().for_each(|officer| each(mv(Some(officer))));
        } else {
            each(mv(None));
        }
    }

    /// Whether the player chooses what a piece becomes on a square (RULES 5.2, 5.3).
    pub(crate) fn chooses(&self, piece: Piece, to: Square, rules: &Rules) -> bool {
        piece.kind.is_pawn()
            && piece.army.far_edge().has(to)
            && self.is_privileged(piece.army)
            && self.only_promotion_at(to, rules).is_none()
    }

    /// The piece that moves by a move's role and square of departure, if it stands there.
    #[inline]
    pub(super) fn mover(&self, role: Role, from: Square) -> Option<Piece> {
        let army = if self.army(self.turn).has(from) { self.turn } else { self.army_at(from)? };
        let kind = match role {
            Role::King => Some(Kind::King).filter(|_| self.all_kings().has(from)),
            Role::Officer(officer) => Some(Kind::Officer(officer)).filter(|_| self.all_officers(officer).has(from)),
            Role::Pawn if self.pawns(army).has(from) => self.officer_at(from).map(Kind::Pawn),
            Role::Pawn => None,
        };
        kind.map(|kind| Piece { army, kind })
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: Move, rules: &Rules) -> bool {
        match mv {
            Move::Pass => self.may_pass(rules),
            mv => self.moves(rules).contains(&mv),
        }
    }

    /// Whether the turn may end without a move: in a reading always, since a No Move depends on the
    /// throw (RULES 8.4); in a game when the army has no move (RULES 4.4); never when the game is over.
    pub fn may_pass(&self, rules: &Rules) -> bool {
        self.outcome(rules).is_none() && (!rules.duty_of_check || self.moves(rules).is_empty())
    }
}

/// The squares a piece reaches by RULES 3 alone, where these are occupied and those may be landed on.
#[inline]
fn reach(piece: Piece, from: Square, occupied: Bitboard, open: Bitboard) -> Bitboard {
    match piece.kind {
        Kind::Pawn(_) => {
            let step = attacks::pawn_step(piece.army, from) & !occupied;
            step | attacks::pawn(piece.army, from) & occupied & open
        }
        kind => attacked_from(kind, piece.army, from, occupied) & open,
    }
}

/// The squares that a piece attacks from a square, whoever stands there (RULES 3.1–3.3).
#[inline]
pub fn attacked_from(kind: Kind, army: Army, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::King => attacks::king(from),
        Kind::Officer(Officer::Queen) => attacks::queen(from),
        Kind::Officer(Officer::Rook) => attacks::rook(from, occupied),
        Kind::Officer(Officer::Bishop) => attacks::bishop(from, occupied),
        Kind::Officer(Officer::Knight) => attacks::knight(from),
        Kind::Pawn(_) => attacks::pawn(army, from),
    }
}
