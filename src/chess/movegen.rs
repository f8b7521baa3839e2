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

impl Position {
    /// The moves of the army whose turn it is, sorted by piece and square; empty when the game is over
    /// and when it can only pass.
    ///
    /// A turn without a move is not among them: see [`Position::may_pass`].
    pub fn moves(&self, rules: &Rules) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.is_decided() {
            return moves;
        }
        self.move_sets(rules, &mut |set| {
            for to in set.to {
                self.expand(&set, to, rules, |mv| moves.push(mv));
            }
        });
        moves
    }

    /// Hands over the moves of the army whose turn it is in sets, one a piece, without asking whether
    /// the game is over.
    pub fn move_sets(&self, rules: &Rules, each: &mut impl FnMut(MoveSet)) {
        for army in self.movers() {
            self.army_move_sets(army, rules, each);
        }
    }

    /// The armies whose pieces may move this turn: the army itself, and where a player withdrew with a
    /// bare king, the partner too (RULES 6.3).
    fn movers(&self) -> impl Iterator<Item = Army> {
        let (turn, partner) = (self.turn, self.turn.partner());
        let shared = !self.is_frozen(partner) && [turn, partner].into_iter().any(|a| self.shares_turns(a));
        [Some(turn), shared.then_some(partner)].into_iter().flatten()
    }

    /// Whether an army has withdrawn with a bare king, so that either army may use either turn (RULES 6.3).
    fn shares_turns(&self, army: Army) -> bool {
        self.command(army) == Command::Withdrawn && self.is_bare_king(army)
    }

    /// The moves of an army as if the turn were its own (RULES 6.3, **Decided**).
    pub(super) fn army_move_sets(&self, army: Army, rules: &Rules, each: &mut impl FnMut(MoveSet)) {
        let king = self.king(army).filter(|_| rules.duty_of_check);
        let Some(king) = king else { return self.reach_of_army(army, each) };
        if !self.in_check(army) {
            // RULES 4.3: its own move may not put the king in check.
            let guards = self.guards(army, king);
            self.reach_of_army(army, &mut |set| {
                let to = self.keeps_king_safe(&set, guards, rules);
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
        for square in self.army(army) {
            for piece in self.pieces_at(square) {
                let to = self.reach(piece, square);
                if !to.is_empty() {
                    each(MoveSet { piece, from: square, to });
                }
            }
        }
    }

    /// The squares a piece reaches by RULES 3 alone.
    pub(super) fn reach(&self, piece: Piece, from: Square) -> Bitboard {
        let occupied = self.occupied();
        let open = !(self.side(piece.army.side()) | self.frozen());
        match piece.kind {
            Kind::Pawn(_) => {
                let (files, ranks) = piece.army.forward();
                let step = from.offset(files, ranks).map_or(Bitboard::EMPTY, Bitboard::of) & !occupied;
                step | attacks::pawn(piece.army, from) & occupied & open
            }
            kind => attacked_from(kind, piece.army, from, occupied) & open,
        }
    }

    /// The squares whose piece, if it leaves, may lay the king open to a rook or bishop.
    fn guards(&self, army: Army, king: Square) -> Bitboard {
        let [one, two] = army.enemies().map(|enemy| {
            if self.is_frozen(enemy) {
                [Bitboard::EMPTY; 2]
            } else {
                [Officer::Rook, Officer::Bishop].map(|officer| self.officers(enemy, officer))
            }
        });
        let [rooks, bishops] = [one[0] | two[0], one[1] | two[1]];
        let occupied = self.occupied();
        let mut guards = Bitboard::EMPTY;
        if attacks::rook(king, Bitboard::EMPTY).meets(rooks) {
            guards |= attacks::rook(king, occupied);
        }
        if attacks::bishop(king, Bitboard::EMPTY).meets(bishops) {
            guards |= attacks::bishop(king, occupied);
        }
        guards
    }

    /// The part of a set that does not put the army's own king in check (RULES 4.3).
    ///
    /// Most moves cannot: a piece that guards no line to the king and lands on an empty square changes
    /// nothing that attacks it. Any other is played on a copy, for its effects may reach far: a
    /// captured pawn lets another promote, a concourse opens lines, a captured king disarms an army.
    fn keeps_king_safe(&self, set: &MoveSet, guards: Bitboard, rules: &Rules) -> Bitboard {
        let harmless = match set.piece.kind {
            Kind::King => Bitboard::EMPTY,
            _ if guards.has(set.from) => Bitboard::EMPTY,
            Kind::Officer(Officer::Bishop | Officer::Queen) => !self.occupied() & !super::concourse::CENTRES,
            _ => !self.occupied(),
        };
        let doubtful = set.to & !harmless;
        let mut safe = set.to & harmless;
        for to in doubtful {
            let mut tried = self.clone();
            let mut promotion = None;
            self.expand(set, to, rules, |mv| {
                // Choices of promotion do not differ in what attacks the own king.
                if let Move::Step { promotion: choice, .. } = mv {
                    promotion = choice;
                }
            });
            tried.step(set.piece, set.from, to, promotion, rules, &mut ());
            if !tried.in_check(set.piece.army) {
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
            && piece.army.far_edge(to)
            && self.is_privileged(piece.army)
            && self.only_promotion_at(to, rules).is_none()
    }

    /// The piece that moves by a move's role and square of departure, if it stands there.
    pub(super) fn mover(&self, role: Role, from: Square) -> Option<Piece> {
        self.pieces_at(from).find(|piece| Role::from(piece.kind) == role)
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
