//! The board of Gods of Chess: orthodox chess in which check forbids nothing (GAMES G2).

use std::fmt;

use super::super::chess_kind::ChessKind;
use super::super::lettered::lettered;
use super::super::typed_move::Step;
use crate::chess::{File, Rank, Square};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GodsSide {
    White,
    Black,
}

lettered! { GodsSide { White 'w' "White", Black 'b' "Black" } }

impl GodsSide {
    pub(super) const fn other(self) -> GodsSide {
        match self {
            GodsSide::White => GodsSide::Black,
            GodsSide::Black => GodsSide::White,
        }
    }

    pub(super) const fn index(self) -> usize {
        self as usize
    }

    /// The rank that is as far from this player as `rank` is from White.
    const fn rank(self, rank: Rank) -> Rank {
        match self {
            GodsSide::White => rank,
            GodsSide::Black => Rank::ALL[7 - rank.index()],
        }
    }

    const fn forward(self) -> i8 {
        match self {
            GodsSide::White => 1,
            GodsSide::Black => -1,
        }
    }

    /// The owner of the half of the board in which a square lies.
    pub(super) const fn owner_of(square: Square) -> GodsSide {
        if square.rank().index() < 4 { GodsSide::White } else { GodsSide::Black }
    }
}

/// A piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GodsPiece {
    pub(super) side: GodsSide,
    pub(super) kind: ChessKind,
}

impl GodsPiece {
    pub(super) fn letter(self) -> char {
        match self.side {
            GodsSide::White => self.kind.letter(),
            GodsSide::Black => self.kind.letter().to_ascii_lowercase(),
        }
    }

    pub(super) fn from_letter(letter: char) -> Option<GodsPiece> {
        let kind = ChessKind::from_letter(letter.to_ascii_uppercase())?;
        let side = if letter.is_ascii_uppercase() { GodsSide::White } else { GodsSide::Black };
        Some(GodsPiece { side, kind })
    }
}

/// `knight of White`.
impl fmt::Display for GodsPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.kind.name(), self.side.name())
    }
}

/// A move, or a capture that is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GodsMove {
    pub(super) kind: ChessKind,
    pub(super) from: Square,
    pub(super) to: Square,
    /// The square of the piece that is taken, which in a capture in passing is not the one reached.
    pub(super) taken: Option<Square>,
    pub(super) promotion: Option<ChessKind>,
    pub(super) is_castling: bool,
}

impl GodsMove {
    pub(super) fn step(&self) -> Step<Square> {
        let GodsMove { kind, from, to, taken, promotion, .. } = *self;
        Step { piece: kind.into(), from, to, taken, promotion: promotion.map(Into::into) }
    }
}

impl fmt::Display for GodsMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.to.file() {
            File::G if self.is_castling => f.write_str("O-O"),
            _ if self.is_castling => f.write_str("O-O-O"),
            _ => self.step().fmt(f),
        }
    }
}

/// A right to castle: whose, and with which rook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CastlingRight {
    pub(super) side: GodsSide,
    pub(super) is_short: bool,
}

impl CastlingRight {
    /// In the order of texts: `KQkq`.
    pub(super) const ALL: [CastlingRight; 4] = [
        CastlingRight { side: GodsSide::White, is_short: true },
        CastlingRight { side: GodsSide::White, is_short: false },
        CastlingRight { side: GodsSide::Black, is_short: true },
        CastlingRight { side: GodsSide::Black, is_short: false },
    ];

    pub(super) fn letter(self) -> char {
        let kind = if self.is_short { ChessKind::King } else { ChessKind::Queen };
        GodsPiece { side: self.side, kind }.letter()
    }

    pub(super) const fn index(self) -> usize {
        self.side as usize * 2 + !self.is_short as usize
    }

    /// The squares on which the king and the rook begin, and those where they end.
    fn squares(self) -> [Square; 4] {
        let files =
            if self.is_short { [File::E, File::H, File::G, File::F] } else { [File::E, File::A, File::C, File::D] };
        files.map(|file| Square::new(file, self.side.rank(Rank::First)))
    }
}

/// The pieces, whose turn it is, and the rights that hang on earlier moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct GodsBoard {
    pieces: [Option<GodsPiece>; 64],
    pub(super) turn: GodsSide,
    /// By [`CastlingRight::index`].
    pub(super) castling: [bool; 4],
    /// The square passed over by a pawn.
    pub(super) en_passant: Option<Square>,
}

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl GodsBoard {
    /// A board without pieces and rights.
    pub(super) const fn empty(turn: GodsSide) -> GodsBoard {
        GodsBoard { pieces: [None; 64], turn, castling: [false; 4], en_passant: None }
    }

    pub(super) const fn at(&self, square: Square) -> Option<GodsPiece> {
        self.pieces[square.index()]
    }

    pub(super) fn set(&mut self, square: Square, piece: Option<GodsPiece>) {
        self.pieces[square.index()] = piece;
    }

    pub(super) fn kings(&self, side: GodsSide) -> impl Iterator<Item = Square> + '_ {
        Square::all().filter(move |&square| self.at(square) == Some(GodsPiece { side, kind: ChessKind::King }))
    }

    pub(super) fn has_king(&self, side: GodsSide) -> bool {
        self.kings(side).next().is_some()
    }

    /// Whether the king and the rook of a right stand where they began.
    pub(super) fn has_pieces_of(&self, right: CastlingRight) -> bool {
        let [king, rook, ..] = right.squares();
        let stands = |square, kind| self.at(square) == Some(GodsPiece { side: right.side, kind });
        stands(king, ChessKind::King) && stands(rook, ChessKind::Rook)
    }

    /// Takes away the rights that hang on a square of the board.
    pub(super) fn lapse_castling_at(&mut self, square: Square) {
        for right in CastlingRight::ALL {
            if right.squares()[..2].contains(&square) {
                self.castling[right.index()] = false;
            }
        }
    }

    /// Who made the double step over a square; `None` if nobody can have made it.
    pub(super) fn stepper_over(&self, passed: Square) -> Option<GodsSide> {
        let side = GodsSide::ALL.into_iter().find(|side| side.rank(Rank::Third) == passed.rank())?;
        let pawn = self.pawn_beyond(passed, side)?;
        let origin = passed.offset(0, -side.forward())?;
        let is_free = self.at(passed).is_none() && self.at(origin).is_none();
        (is_free && self.at(pawn) == Some(GodsPiece { side, kind: ChessKind::Pawn })).then_some(side)
    }

    /// The square that a double step over another leads to.
    pub(super) fn pawn_beyond(&self, passed: Square, side: GodsSide) -> Option<Square> {
        passed.offset(0, side.forward())
    }

    /// Every move of the player whose turn it is, captures that can be tried among them (GAMES G2).
    pub(super) fn moves(&self) -> Vec<GodsMove> {
        let mut moves = Vec::with_capacity(48);
        for from in Square::all() {
            if let Some(piece) = self.at(from).filter(|piece| piece.side == self.turn) {
                self.add_moves_of(piece, from, &mut moves);
            }
        }
        moves
    }

    /// The moves of one piece of the player whose turn it is that take nothing.
    pub(super) fn quiet_moves_from(&self, from: Square) -> Vec<GodsMove> {
        let mut moves = Vec::new();
        if let Some(piece) = self.at(from).filter(|piece| piece.side == self.turn) {
            self.add_moves_of(piece, from, &mut moves);
        }
        moves.retain(|made| made.taken.is_none());
        moves
    }

    /// Whether a player attacks the king of the other.
    pub(super) fn attacks_king(&self, side: GodsSide) -> bool {
        let mut board = self.clone();
        board.turn = side;
        let king = GodsPiece { side: side.other(), kind: ChessKind::King };
        board.moves().iter().any(|made| made.taken.and_then(|at| self.at(at)) == Some(king))
    }

    fn add_moves_of(&self, piece: GodsPiece, from: Square, moves: &mut Vec<GodsMove>) {
        match piece.kind {
            ChessKind::King => {
                self.add_steps(piece.kind, from, STRAIGHT.iter().chain(&DIAGONAL), 1, moves);
                self.add_castling(from, moves);
            }
            ChessKind::Queen => self.add_steps(piece.kind, from, STRAIGHT.iter().chain(&DIAGONAL), 7, moves),
            ChessKind::Rook => self.add_steps(piece.kind, from, STRAIGHT.iter(), 7, moves),
            ChessKind::Bishop => self.add_steps(piece.kind, from, DIAGONAL.iter(), 7, moves),
            ChessKind::Knight => self.add_steps(piece.kind, from, LEAPS.iter(), 1, moves),
            ChessKind::Pawn => self.add_pawn_moves(from, moves),
        }
    }

    fn add_steps<'d>(
        &self,
        kind: ChessKind,
        from: Square,
        directions: impl Iterator<Item = &'d (i8, i8)>,
        limit: usize,
        moves: &mut Vec<GodsMove>,
    ) {
        for &(across, up) in directions {
            let ray = std::iter::successors(from.offset(across, up), |square| square.offset(across, up));
            for to in ray.take(limit) {
                let there = self.at(to);
                if there.is_some_and(|piece| piece.side == self.turn) {
                    break;
                }
                let taken = there.map(|_| to);
                moves.push(GodsMove { kind, from, to, taken, promotion: None, is_castling: false });
                if there.is_some() {
                    break;
                }
            }
        }
    }

    fn add_castling(&self, from: Square, moves: &mut Vec<GodsMove>) {
        for right in CastlingRight::ALL {
            let [king, rook, to, _] = right.squares();
            let is_free = || {
                let (low, high) = (king.index().min(rook.index()), king.index().max(rook.index()));
                self.pieces[low + 1..high].iter().all(Option::is_none)
            };
            if right.side == self.turn && king == from && self.castling[right.index()] && is_free() {
                let kind = ChessKind::King;
                moves.push(GodsMove { kind, from, to, taken: None, promotion: None, is_castling: true });
            }
        }
    }

    fn add_pawn_moves(&self, from: Square, moves: &mut Vec<GodsMove>) {
        let mut add = |to: Square, taken| {
            let made = GodsMove { kind: ChessKind::Pawn, from, to, taken, promotion: None, is_castling: false };
            if to.rank() == self.turn.rank(Rank::Eighth) {
                moves.extend(ChessKind::PROMOTIONS.map(|kind| GodsMove { promotion: Some(kind), ..made }));
            } else {
                moves.push(made);
            }
        };
        let forward = self.turn.forward();
        let free = |square: &Square| self.at(*square).is_none();
        if let Some(one) = from.offset(0, forward).filter(free) {
            add(one, None);
            let two = one.offset(0, forward).filter(|_| from.rank() == self.turn.rank(Rank::Second)).filter(free);
            if let Some(two) = two {
                add(two, None);
            }
        }
        for across in [-1, 1] {
            let Some(to) = from.offset(across, forward) else { continue };
            match self.at(to) {
                Some(piece) if piece.side != self.turn => add(to, Some(to)),
                None if self.en_passant == Some(to) && self.stepper_over(to) == Some(self.turn.other()) => {
                    add(to, self.pawn_beyond(to, self.turn.other()));
                }
                _ => {}
            }
        }
    }

    /// The board after a move that is carried out; the turn stays.
    pub(super) fn after(&self, made: &GodsMove) -> GodsBoard {
        let mut board = self.clone();
        let mut piece = self.at(made.from);
        if let (Some(piece), Some(kind)) = (&mut piece, made.promotion) {
            piece.kind = kind;
        }
        if let Some(taken) = made.taken {
            board.set(taken, None);
            board.lapse_castling_at(taken);
        }
        board.set(made.from, None);
        board.lapse_castling_at(made.from);
        board.set(made.to, piece);
        if made.is_castling {
            let is_short = made.to.file() == File::G;
            let [_, rook, _, beside] = CastlingRight { side: self.turn, is_short }.squares();
            board.set(beside, self.at(rook));
            board.set(rook, None);
        }
        let is_double = made.kind == ChessKind::Pawn && made.from.distance(made.to) == 2;
        board.en_passant = if is_double { made.from.offset(0, self.turn.forward()) } else { None };
        board
    }

    /// The number of sequences of moves in which every capture succeeds (GAMES G7.3).
    pub(super) fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if !self.has_king(self.turn) {
            return 0;
        }
        let moves = self.moves();
        if depth == 1 {
            return moves.len() as u64;
        }
        let next = |made| {
            let mut board = self.after(made);
            board.turn = self.turn.other();
            board.perft(depth - 1)
        };
        moves.iter().map(next).sum()
    }
}
