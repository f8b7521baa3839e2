//! The interface of all games: a referee, and the states of a game that it judges, asked and answered in text.

use std::fmt;
use std::sync::Arc;

use super::{ActError, Diagram, DiagramPiece, Fact, GameKind, StateError};
use crate::player::{Advice, SearchLimit};

/// The rules of a game with its options: who plays, how it begins, and how a position text is read.
///
/// It is pure: it opens no file, prints nothing, and draws no random number.
///
/// ```
/// use enochian::games::{GameOptions, GameKind};
/// let referee = GameKind::Three.referee(&GameOptions::default()).unwrap();
/// assert_eq!(referee.seats().iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>(), ["White", "Red", "Black"]);
/// let start = referee.start();
/// assert_eq!(start.acts().len(), 14);
/// let played = start.play("Pg7g6").unwrap();
/// assert!(played.ends_turn);
/// assert_eq!(referee.read(&played.state.text()).unwrap().text(), played.state.text());
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    kind: GameKind,
    start: Arc<dyn GameState>,
}

impl Referee {
    pub(super) fn new(kind: GameKind, start: Arc<dyn GameState>) -> Referee {
        Referee { kind, start }
    }

    /// The kind of game.
    #[must_use]
    pub fn kind(&self) -> GameKind {
        self.kind
    }

    /// The seats, in the order of play.
    #[must_use]
    pub fn seats(&self) -> &[Seat] {
        self.start.seats()
    }

    /// The state before the first act, from the standard set-up.
    #[must_use]
    pub fn start(&self) -> Arc<dyn GameState> {
        self.start.clone()
    }

    /// Reads a position text (GAMES K6.2, G7.2, F6.2); the text of what it returns is the same text.
    ///
    /// # Errors
    /// If the text is not a sound position of this game.
    pub fn read(&self, position: &str) -> Result<Arc<dyn GameState>, StateError> {
        self.start.read_position(position)
    }
}

/// A state of a game: a position, and the act that is awaited.
///
/// A state never changes; playing returns another one.
pub trait GameState: fmt::Debug + Send + Sync {
    /// The seats, in the order of play.
    fn seats(&self) -> &[Seat];

    /// The name of who acts: that of a seat, `Chance`, or `Nobody` when the game is over.
    fn actor_name(&self, actor: Actor) -> &str {
        match actor {
            Actor::Seat(seat) => self.seats().get(seat).map_or("Nobody", |seat| seat.name.as_str()),
            Actor::Chance => "Chance",
            Actor::Nobody => "Nobody",
        }
    }

    /// Reads a position text by the same rules: see [`Referee::read`].
    ///
    /// # Errors
    /// If the text is not a sound position of this game.
    fn read_position(&self, text: &str) -> Result<Arc<dyn GameState>, StateError>;

    /// This start, after what is shuffled before the first act: `below` returns a number below its argument. Without it the order
    /// is not known, as where the players have shuffled a real pack.
    fn shuffled(&self, below: Option<&mut dyn FnMut(usize) -> usize>) -> Arc<dyn GameState>;

    /// Whether a position text is that of this start, in whatever order something was shuffled.
    fn is_opening(&self, text: &str) -> bool {
        self.text() == text
    }

    /// The position text, from which the referee reads the same state.
    fn text(&self) -> String;

    /// Who acts next.
    fn actor(&self) -> Actor;

    /// The seat whose player decides what is done next, if anybody does: in Enochian chess an army can be under the command of its
    /// partner (RULES 6.1, 6.3).
    fn commander(&self) -> Option<usize> {
        if let Actor::Seat(seat) = self.actor() { Some(seat) } else { None }
    }

    /// Every act that can be played now, sorted by text. Empty if the game is over. An act of chance is one open act.
    ///
    /// Two more kinds of acts are always possible and never listed: `resign` with the letter of a seat (GAMES C3), and card
    /// acts (GAMES K5).
    fn acts(&self) -> Vec<OfferedAct>;

    /// Those of them that count as moves: in Enochian chess neither exchanges of prisoners and withdrawals, which come before a
    /// move, nor a pass of a reading beside other moves.
    fn moves(&self) -> Vec<OfferedAct> {
        self.acts()
    }

    /// The texts of the moves that a text in another notation means: in Enochian chess that of the sheets, `N4c` (RULES 9.2).
    fn in_notation(&self, _text: &str) -> Vec<String> {
        Vec::new()
    }

    /// Plays an act: one that is listed (an open one with any cards that are possible in the place of `??`), a resignation,
    /// or a card act, which is irregular.
    ///
    /// # Errors
    /// If it is not an act, or cannot be played now.
    fn play(&self, act: &str) -> Result<PlayedAct, ActError>;

    /// The states to which the acts of [`GameState::acts`] lead, in any order: for a search, which does not look at texts.
    fn children(&self) -> Vec<Arc<dyn GameState>> {
        self.acts().iter().filter_map(|act| self.play(&act.text).ok()).map(|played| played.state).collect()
    }

    /// Plays a move that is against the rules, but moves a piece as it moves (GAMES C4).
    ///
    /// # Errors
    /// If it is not such a move. A legal act is refused too: it is not irregular.
    fn play_irregular(&self, act: &str) -> Result<PlayedAct, ActError>;

    /// Whether an enemy attacks the king of a seat, whoever brought that about.
    fn is_in_check(&self, seat: usize) -> bool;

    /// What a player has to know whose turn it is, beside the board: `the king is in check`.
    fn remarks(&self, seat: usize) -> Vec<String>;

    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending>;

    /// The pieces on the board.
    fn pieces(&self) -> Vec<DiagramPiece> {
        let cells = self.diagram().panels.into_iter().flat_map(|panel| panel.cells);
        cells.filter_map(|cell| cell.piece).collect()
    }

    /// The board as it is drawn.
    fn diagram(&self) -> Diagram;

    /// What the player of a seat may know, or with `None` an onlooker, with `??` for the rest.
    fn view(&self, seat: Option<usize>) -> Arc<dyn GameState>;

    /// The text of an act that is played in this state, as the player of a seat may know it, or with `None` an onlooker,
    /// with `??` for the rest.
    fn seen(&self, act: &str, _seat: Option<usize>) -> String {
        act.to_owned()
    }

    /// The number of the current turn, counted from 1; of the turn after the last one if the game is over.
    fn turn(&self) -> u32;

    /// The act of chance that is awaited, with all cards drawn at random: `below(n)` returns a uniform number below `n`.
    /// `None` if no act of chance is awaited.
    fn chance(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<String>;

    /// The number of sequences of acts of this length (GAMES K6.3, G7.3, F6.3).
    fn perft(&self, depth: u32) -> u64 {
        self.perft_while(depth, &mut |_| true).expect("it may always go on")
    }

    /// The same, as long as it may go on, which is asked with the number of positions that are reached next; otherwise `None`.
    /// No computer finishes a deep count.
    ///
    /// ```
    /// use enochian::games::{GameKind, GameOptions};
    /// let start = GameKind::Three.referee(&GameOptions::default()).unwrap().start();
    /// assert_eq!((start.perft_while(1, &mut |_| true), start.perft_while(32, &mut |_| false)), (Some(14), None));
    /// ```
    fn perft_while(&self, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64>;

    /// The best move of whose turn it is, as a search finds it, which knows no more than its player; or the value of the move with
    /// a text. `None` if there is none. Of moves that are equally good at first sight, `seed` decides.
    ///
    /// ```
    /// use enochian::games::{GameKind, GameOptions};
    /// use enochian::player::Level;
    /// let start = GameKind::Three.referee(&GameOptions::default()).unwrap().start();
    /// let advice = start.best(None, &Level::Two.limit(), 7).unwrap();
    /// assert!(start.play(&advice.best()).is_ok());
    /// ```
    fn best(&self, only: Option<&str>, limit: &SearchLimit, seed: u64) -> Option<Advice<String>>;

    /// What whose turn it is has of a game that is over, from 0 to 1, if that is known.
    fn estimate_of_end(&self) -> Option<f64> {
        None
    }
}

/// A seat at the table: an army, and the side it belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seat {
    /// Its letter in texts: `w`. In a game without a referee the seats have no letters, and this is their name's first.
    pub letter: char,
    /// Its name: `White`.
    pub name: String,
    /// The number of its side: partners have the same.
    pub side: usize,
}

/// Who acts next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    /// The player of a seat, by its index.
    Seat(usize),
    /// Chance: cards that are dealt or shown.
    Chance,
    /// Nobody: the game is over.
    Nobody,
}

/// An act that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedAct {
    /// Its text, which is played and recorded: `Pa3xb4`.
    pub text: String,
    /// The cell that a piece leaves, if a piece moves.
    pub from: Option<String>,
    /// The cell that it reaches.
    pub to: Option<String>,
    /// Whether the text holds `??` for cards that are to be filled in. Cards that nobody has seen stay `??`.
    pub is_open: bool,
}

/// What follows from an act.
#[derive(Clone, Debug)]
pub struct PlayedAct {
    /// The number of the turn to which it belongs.
    pub turn: u32,
    /// Who was to act.
    pub actor: Actor,
    /// Who acted: a resignation is that of its own seat, whoever's turn it is.
    pub by: Actor,
    /// The state after it.
    pub state: Arc<dyn GameState>,
    /// The text of the act in its canonical form.
    pub text: String,
    /// What happened, for sentences and counting; nothing is decided by it.
    pub facts: Vec<Fact>,
    /// Whether the next act belongs to a new turn.
    pub ends_turn: bool,
    /// What the act breaks or bypasses, if it is irregular: `the king of Red is left in check`.
    pub irregular: Option<String>,
}

impl PlayedAct {
    /// The cells that the act touched: where a piece left, landed or was captured.
    #[must_use]
    pub fn cells(&self) -> Vec<String> {
        let mut cells = Vec::new();
        for fact in &self.facts {
            match fact {
                Fact::Moved { from, to, .. } => cells.extend([from.clone(), to.clone()]),
                Fact::Captured { at, .. } if !cells.contains(at) => cells.push(at.clone()),
                _ => {}
            }
        }
        cells
    }
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// A stable text for scripts: `won wr`, `drawn bare kings`, `drawn stalemate w`; in Armies of Faith all places,
    /// `won borg`; in Enochian chess `actives`, `passives` or `draw`.
    pub code: String,
    /// The seats by place, the winners first; seats that share a place stand together.
    pub places: Vec<Vec<usize>>,
    /// A sentence: `White and Red have won: both opponents are checkmated.`
    pub words: String,
}
