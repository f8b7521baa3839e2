//! A position, described: on a page and in JSON.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;

use crate::chess::{self, Army, Control, Exchange, Mode};
use crate::games::{Actor, GameState, Referee, Seat};
use crate::interpretation::attackers_of;
use crate::render::{DiagramText, ScreenText, facts, list};

use super::Screen;

/// A position, described.
#[derive(Debug, Serialize)]
pub struct ShownPosition {
    #[serde(skip)]
    state: Arc<dyn GameState>,
    #[serde(skip)]
    seats: Vec<Seat>,
    #[serde(skip)]
    squares: Option<chess::Position>,
    kind: &'static str,
    position: String,
    /// The number of the turn.
    turn: u32,
    /// Whose turn it is: an army or a seat, `Chance`, or null when the game is over.
    actor: Option<String>,
    moves: Vec<String>,
    outcome: Option<String>,
    /// The same in a sentence.
    ending: Option<String>,
    /// The seats by place, the winners first; empty if the game is not over.
    places: Vec<Vec<String>>,
    /// Hands of cards and the like.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    beside: BTreeMap<String, String>,
    pieces: Vec<ShownPiece>,
    #[serde(flatten)]
    enochian: Option<EnochianFacts>,
}

/// A piece on its square.
#[derive(Debug, Serialize)]
struct ShownPiece {
    square: String,
    /// As in the text of the position, such as `er`.
    code: String,
    seat: String,
    piece: String,
    /// Whether its army is frozen, or out of the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    out: bool,
}

/// What only a position of Enochian chess has.
#[derive(Debug, Serialize)]
struct EnochianFacts {
    direction: String,
    reading: bool,
    /// The armies whose kings are in check, with the squares of the pieces that give it.
    check: BTreeMap<ArmyName, Vec<String>>,
    frozen: Vec<ArmyName>,
    /// For each army `own`, `frozen`, `seized` or `withdrawn`.
    command: BTreeMap<ArmyName, &'static str>,
    /// For each king that is taken, the army that holds it.
    prisoners: BTreeMap<ArmyName, ArmyName>,
    pawns_lost: BTreeMap<ArmyName, u8>,
    exchanges: Vec<String>,
    may_withdraw: bool,
}

type ArmyName = &'static str;

impl ShownPosition {
    /// Describes a state of a game; in Enochian chess with its position.
    #[must_use]
    pub fn of(referee: &Referee, state: Arc<dyn GameState>, squares: Option<chess::Position>) -> ShownPosition {
        let seats = referee.seats();
        let name = |seat: usize| seats.get(seat).map_or_else(String::new, |seat| seat.name.clone());
        let actor = match state.actor() {
            Actor::Seat(seat) => Some(name(seat)),
            Actor::Chance => Some("Chance".to_owned()),
            Actor::Nobody => None,
        };
        let diagram = state.diagram();
        let ending = state.ending();
        let places = ending.as_ref().map_or(Vec::new(), |ending| ending.places.clone());
        let cells = diagram.panels.into_iter().flat_map(|panel| panel.cells);
        let pieces = cells.filter_map(|cell| {
            let piece = cell.piece?;
            let code =
                seats.get(piece.seat).map_or_else(String::new, |seat| format!("{}{}", seat.letter, piece.letter));
            let (seat, piece, out) = (name(piece.seat), piece.name.to_owned(), piece.is_out);
            Some(ShownPiece { square: cell.name, code, seat, piece, out })
        });
        ShownPosition {
            kind: referee.kind().name(),
            position: state.text(),
            turn: state.turn(),
            actor,
            moves: state.moves().into_iter().map(|act| act.text).collect(),
            outcome: ending.as_ref().map(|ending| ending.code.clone()),
            ending: ending.map(|ending| ending.words),
            places: places.into_iter().map(|place| place.into_iter().map(name).collect()).collect(),
            beside: diagram.beside.into_iter().collect(),
            pieces: match &squares {
                Some(position) => enochian_pieces(position),
                None => pieces.collect(),
            },
            enochian: squares.as_ref().map(EnochianFacts::new),
            seats: seats.to_vec(),
            squares,
            state,
        }
    }
}

/// The pieces of Enochian chess: both of a throne, and the pawns with what they are pawns of.
fn enochian_pieces(position: &chess::Position) -> Vec<ShownPiece> {
    let pieces = position.pieces().map(|(square, piece)| ShownPiece {
        square: square.to_string(),
        code: piece.code(),
        seat: piece.army.name().to_owned(),
        piece: piece.kind.to_string(),
        out: position.is_frozen(piece.army),
    });
    pieces.collect()
}

impl EnochianFacts {
    fn new(position: &chess::Position) -> EnochianFacts {
        let of_each = || Army::ALL.into_iter();
        let checkers = |army| position.checkers(army).into_iter().map(|square| square.to_string()).collect();
        EnochianFacts {
            direction: position.direction().to_string(),
            reading: position.rules().mode == Mode::Reading,
            check: of_each().filter(|a| position.in_check(*a)).map(|army| (army.name(), checkers(army))).collect(),
            frozen: of_each().filter(|army| position.is_frozen(*army)).map(Army::name).collect(),
            command: of_each().map(|army| (army.name(), command(position.command(army)))).collect(),
            prisoners: of_each().filter_map(|a| Some((a.name(), position.captor(a)?.name()))).collect(),
            pawns_lost: of_each().map(|army| (army.name(), position.pawns_lost(army))).collect(),
            exchanges: position.exchanges().iter().map(Exchange::to_string).collect(),
            may_withdraw: position.may_withdraw(),
        }
    }

    /// The same in words.
    fn lines(&self, position: &chess::Position) -> Vec<(&'static str, String)> {
        let frozen: Vec<String> = self.frozen.iter().map(ToString::to_string).collect();
        let prisoner = |army| Some(format!("the king of {army}, taken by {}", position.captor(army)?));
        let pawns_lost =
            |army| Some(position.pawns_lost(army)).filter(|lost| *lost > 0).map(|lost| format!("{army} {lost}"));
        let commanded = |army: Army| match position.command(army) {
            Control::Seized => Some(format!("{} commands {army}, whose throne its king seized", army.partner())),
            Control::Withdrawn => Some(format!("{} commands {army}, who withdrew", army.partner())),
            Control::Own | Control::Frozen => None,
        };
        let mut lines = vec![
            ("Direction", self.direction.clone()),
            ("In check", each(|army| check(position, army), list::<String>, "nobody")),
            ("Frozen", if frozen.is_empty() { "nobody".to_owned() } else { list(&frozen) }),
            ("Command", each(commanded, |all| all.join("; "), "no army commands another")),
            ("Prisoners", each(prisoner, |all| all.join("; "), "none")),
            ("Pawns lost", each(pawns_lost, list::<String>, "none")),
        ];
        if !self.exchanges.is_empty() {
            lines.push(("Exchange", format!("possible: {}", self.exchanges.join("; "))));
        }
        lines
    }
}

fn command(command: Control) -> &'static str {
    match command {
        Control::Own => "own",
        Control::Frozen => "frozen",
        Control::Seized => "seized",
        Control::Withdrawn => "withdrawn",
    }
}

/// What there is to say of each army, or that there is nothing.
fn each(part: impl Fn(Army) -> Option<String>, joined: fn(&[String]) -> String, nothing: &str) -> String {
    let parts: Vec<String> = Army::ALL.into_iter().filter_map(part).collect();
    if parts.is_empty() { nothing.to_owned() } else { joined(&parts) }
}

/// An army in check, with the attackers of its king.
fn check(position: &chess::Position, army: Army) -> Option<String> {
    let attackers = attackers_of(position, position.king(army)?, army.side().opponent());
    let attackers: Vec<String> = attackers.iter().map(|attacker| format!("the {attacker}")).collect();
    (!attackers.is_empty()).then(|| format!("{army}, by {}", list(&attackers)))
}

impl ShownPosition {
    /// The board, and what there is to say of the position.
    #[must_use]
    pub fn page(&self, screen: &Screen) -> ScreenText {
        let mut lines = vec![
            ("Turn", format!("{}, {}", self.turn, self.actor.as_deref().unwrap_or("over"))),
            (
                "Moves",
                match &self.moves[..] {
                    [] => "none".to_owned(),
                    [pass] if pass == "--" => "none: only a pass".to_owned(),
                    moves => moves.len().to_string(),
                },
            ),
        ];
        let diagram = self.state.diagram();
        let (width, has_angles) = (screen.width, self.enochian.is_some());
        let text = DiagramText { width, has_angles, ..DiagramText::of(&diagram, &self.seats) };
        let board = text.coloured(screen.colours) + text.key() + "\n";
        if let (Some(position), Some(enochian)) = (&self.squares, &self.enochian) {
            lines.extend(enochian.lines(position));
        }
        lines.push(("Outcome", self.ending.clone().unwrap_or_else(|| "none yet".to_owned())));
        board + facts(&lines).iter().map(|line| ScreenText::from("  ") + line + "\n").collect::<ScreenText>()
    }
}
