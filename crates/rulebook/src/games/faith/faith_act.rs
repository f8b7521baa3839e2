//! Texts of acts (GAMES C2, F6.1), and why one cannot be played.

use super::super::ActError;
use super::faith_columns::FaithCell;
use super::faith_pieces::{FaithKind, FaithPiece};
use super::faith_position::{FaithAct, FaithMove, FaithPosition};
use crate::input::quoted;

/// What an act text says, whether or not it can be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FaithActText {
    Move { kind: FaithKind, from: FaithCell, to: FaithCell, promotion: Option<FaithKind> },
    Checkmate { kind: FaithKind, from: FaithCell, king: FaithCell },
    Pass,
}

impl FaithActText {
    /// Reads an act text. A missing or superfluous `x` is allowed, since it follows from the position (GAMES C2).
    pub(super) fn read(text: &str) -> Result<FaithActText, ActError> {
        let error = || ActError::Unreadable {
            text: quoted(text),
            expected: "a move such as Pda1qd1, Bdb3xeb4 or Pnf2xmg3=R, a checkmate such as Rmi3#ml3, -- or resign r"
                .into(),
        };
        FaithActText::parse(text).ok_or_else(error)
    }

    fn parse(text: &str) -> Option<FaithActText> {
        if text == "--" {
            return Some(FaithActText::Pass);
        }
        let mut letters = text.chars();
        let kind = FaithKind::from_letter(letters.next()?)?;
        let (from, rest) = letters.as_str().split_at_checked(3)?;
        let from = FaithCell::named(from)?;
        if let Some(king) = rest.strip_prefix('#') {
            return Some(FaithActText::Checkmate { kind, from, king: FaithCell::named(king)? });
        }
        let (to, rest) = rest.strip_prefix('x').unwrap_or(rest).split_at_checked(3)?;
        let to = FaithCell::named(to)?;
        let promotion = match rest.strip_prefix('=') {
            None if rest.is_empty() => None,
            None => return None,
            Some(letter) => {
                let mut letters = letter.chars();
                let kind = FaithKind::from_letter(letters.next()?)?;
                letters.next().is_none().then_some(Some(kind))?
            }
        };
        Some(FaithActText::Move { kind, from, to, promotion })
    }

    /// Whether the text stands for this act; the piece on the cell is compared too.
    fn means(self, act: FaithAct, position: &FaithPosition) -> bool {
        let is_on = |kind, from| position.board.at(from).is_some_and(|piece| piece.kind == kind);
        match (self, act) {
            (FaithActText::Pass, FaithAct::Pass) => true,
            (FaithActText::Checkmate { kind, from, king }, FaithAct::Checkmate { from: at, king: target }) => {
                from == at && king == target && is_on(kind, from)
            }
            (FaithActText::Move { kind, from, to, promotion }, FaithAct::Move(mv)) => {
                from == mv.from && to == mv.to && promotion == mv.promotion && is_on(kind, from)
            }
            _ => false,
        }
    }

    /// The act that it stands for in a position.
    pub(super) fn find(self, position: &FaithPosition) -> Result<FaithAct, ActError> {
        if position.winner().is_some() {
            return Err(ActError::Over);
        }
        let acts = position.acts();
        let found = acts.iter().copied().find(|&act| self.means(act, position));
        found.ok_or_else(|| ActError::Illegal(self.problem(position, &acts)))
    }

    /// The move that it stands for, if it moves a piece as it moves but leaves the own king in check although there are
    /// moves that do not (GAMES C4).
    pub(super) fn find_irregular(self, position: &FaithPosition) -> Result<FaithMove, ActError> {
        if position.winner().is_some() {
            return Err(ActError::Over);
        }
        let acts = position.acts();
        if let Some(&act) = acts.iter().find(|&&act| self.means(act, position)) {
            return Err(ActError::Illegal(format!("{} is not against the rules", write_act(act, position))));
        }
        let must_checkmate = matches!(acts.first(), Some(FaithAct::Checkmate { .. }));
        let found = position.moves().into_iter().find(|&mv| self.means(FaithAct::Move(mv), position));
        found.filter(|_| !must_checkmate).ok_or_else(|| ActError::Illegal(self.problem(position, &acts)))
    }

    /// Why the act cannot be played.
    fn problem(self, position: &FaithPosition, acts: &[FaithAct]) -> String {
        let turn = position.turn.name();
        if matches!(acts, [FaithAct::Checkmate { .. }, ..]) {
            let text = acts.iter().map(|&act| write_act(act, position)).min().unwrap_or_default();
            return format!("{turn} threatens a king, so it must first give checkmate, for example {text}");
        }
        let (kind, from) = match self {
            FaithActText::Pass => return format!("{turn} has a move, so it cannot pass"),
            FaithActText::Checkmate { kind, from, .. } | FaithActText::Move { kind, from, .. } => (kind, from),
        };
        let piece = match position.board.at(from) {
            None => return format!("{from} is empty"),
            Some(piece) if piece.army != position.turn => {
                return format!("it is {turn}'s turn, and {} is not its piece", piece.on(from));
            }
            Some(piece) if piece.kind != kind => {
                return format!(
                    "the piece of {turn} on {from} is {}, not {}",
                    piece.kind.with_article(),
                    kind.with_article()
                );
            }
            Some(piece) => piece,
        };
        match self {
            FaithActText::Move { to, promotion, .. } => move_problem(position, piece, from, to, promotion),
            FaithActText::Checkmate { king, .. } => match position.board.at(king) {
                Some(target) if target.kind.is_royal() && target.army != position.turn => {
                    format!("{} does not threaten {}", piece.on(from), target.on(king))
                }
                _ => format!("there is no enemy king on {king}"),
            },
            FaithActText::Pass => format!("{turn} cannot pass"),
        }
    }
}

fn move_problem(
    position: &FaithPosition,
    piece: FaithPiece,
    from: FaithCell,
    to: FaithCell,
    promotion: Option<FaithKind>,
) -> String {
    let turn = position.turn.name();
    let alike: Vec<FaithMove> = position.moves().into_iter().filter(|mv| mv.from == from && mv.to == to).collect();
    if let Some(mv) = alike.iter().find(|mv| mv.promotion == promotion) {
        let king = position.board.king(position.turn).and_then(|cell| position.board.at(cell));
        let king = king.map_or("king", |piece| piece.kind.name());
        return format!("{} leaves the {king} of {turn} in check", write_move(*mv, position));
    }
    if !alike.is_empty() {
        let named = FaithKind::PAWN_PROMOTIONS.map(|kind| format!("={}", kind.letter())).join(" ");
        return match promotion {
            Some(kind) if alike.iter().any(|mv| mv.promotion.is_some()) => {
                format!("a pawn cannot become {}; choose {named}", kind.with_article())
            }
            Some(_) => format!("{} cannot be promoted on {to}", piece.on(from)),
            None => format!("{} must be promoted on {to}; add one of {named}", piece.on(from)),
        };
    }
    match position.board.at(to) {
        _ if from == to => format!("{} must leave its cell", piece.on(from)),
        Some(own) if own.army == position.turn => format!("{to} is taken by {}", own.on(to)),
        _ => format!("{} cannot reach {to}", piece.on(from)),
    }
}

/// Writes an act in its canonical form.
pub(super) fn write_act(act: FaithAct, position: &FaithPosition) -> String {
    match act {
        FaithAct::Move(mv) => write_move(mv, position),
        FaithAct::Checkmate { from, king } => format!("{}{from}#{king}", letter(from, position)),
        FaithAct::Pass => "--".to_owned(),
    }
}

fn write_move(mv: FaithMove, position: &FaithPosition) -> String {
    let FaithMove { from, to, captured, promotion, .. } = mv;
    let takes = if captured.is_some() { "x" } else { "" };
    let becomes = promotion.map_or_else(String::new, |kind| format!("={}", kind.letter()));
    format!("{}{from}{takes}{to}{becomes}", letter(from, position))
}

fn letter(cell: FaithCell, position: &FaithPosition) -> char {
    position.board.at(cell).map_or('?', |piece| piece.kind.letter())
}
