//! One adapter for all games: a game says its acts, what comes after one, its board and its text. What is the same in every game
//! is written here, once: which act a text means, why one is refused, moves against the rules, resigning, what happened, and how
//! the board is drawn.

use std::fmt;
use std::sync::Arc;

use super::act_search::search_acts;
use super::cell::Cell;
use super::fact::article;
use super::lettered::Named;
use super::typed_move::{Step, TypedMove, means};
use super::{
    ActError, Actor, Diagram, DiagramCell, DiagramPanel, DiagramPiece, Ending, Fact, GameKind, GameState, Ground,
    OfferedAct, PlayedAct, Referee, Seat, StateError,
};
use crate::input::quoted;
use crate::player::{Advice, SearchLimit};

/// A position of a game, with the rules and options by which it is played. It never changes.
pub(super) trait Game: Clone + fmt::Debug + Send + Sync + 'static {
    /// The cells of its board.
    type Cell: Cell;
    /// What a player or chance does.
    type Act: Clone + fmt::Debug + PartialEq + Send + Sync;

    /// What can be typed, for who typed something else: `a move such as Pa3a4 or Pa3xb4, or --`.
    const ACTS: &'static str;

    /// Its own search for the best move, if it has one: see [`GameState::best`].
    const SEARCH: Option<Search<Self>> = None;

    /// The kind of piece with a letter.
    fn kind(letter: &str) -> Option<Named>;

    /// The position text.
    fn text(&self) -> String;

    /// Reads a position text by the same rules; what it returns has the same text.
    fn read(&self, text: &str) -> Result<Self, StateError>;

    /// Who acts next.
    fn actor(&self) -> Actor;

    /// The seat that commands another.
    fn commander(&self, seat: usize) -> usize {
        seat
    }

    /// The number of the current turn, counted from 1.
    fn turn(&self) -> u32;

    /// Every act that can be played now; none if the game is over.
    fn acts(&self) -> Vec<Self::Act>;

    /// Those that count as moves: see [`GameState::moves`].
    fn moves(&self) -> Vec<Self::Act> {
        self.acts()
    }

    /// The moves that the pieces can make but a rule forbids, and what each breaks (GAMES C4).
    fn irregular_acts(&self) -> Vec<(Self::Act, String)>;

    /// The text of an act that is played in this position.
    fn act_text(&self, act: &Self::Act) -> String;

    /// Reads an act that can say more than what is offered, such as one with cards; `None` if the text is none.
    fn read_act(&self, _text: &str) -> Option<Result<Self::Act, ActError>> {
        None
    }

    /// The acts that a text in another notation means: see [`GameState::in_notation`].
    fn in_notation(&self, _text: &str) -> Vec<Self::Act> {
        Vec::new()
    }

    /// The piece that an act moves, if it moves one.
    fn step(&self, act: &Self::Act) -> Option<Step<Self::Cell>>;

    /// The cells that a person points at to play an act.
    fn cells(&self, act: &Self::Act) -> Option<(Self::Cell, Self::Cell)> {
        self.step(act).map(|step| (step.from, step.to))
    }

    /// The move that was carried out by an act that led to another position.
    fn carried_out(&self, act: &Self::Act, _after: &Self) -> Option<Step<Self::Cell>> {
        self.step(act)
    }

    /// What comes after an act, one of [`Game::acts`], [`Game::irregular_acts`] or [`Game::read_act`].
    ///
    /// # Errors
    /// The reason, if what the act says beyond what is offered contradicts the position.
    fn after(&self, act: &Self::Act) -> Result<After<Self>, String>;

    /// What comes after a resignation (GAMES C3).
    ///
    /// # Errors
    /// If the seat cannot resign now.
    fn resigned(&self, seat: usize) -> Result<Self, String>;

    /// Whether the army of a seat is in the game.
    fn is_in(&self, seat: usize) -> bool;

    /// Whether a seat, or with `None` any enemy, attacks the king of another.
    fn gives_check(&self, by: Option<usize>, to: usize) -> bool;

    /// What every player has to know beside the board and a check.
    fn remark(&self) -> Option<String> {
        None
    }

    /// How the game ended, if it is over.
    fn ending(&self) -> Option<Ending>;

    /// The piece that is seen on a cell.
    fn piece(&self, cell: Self::Cell) -> Option<DiagramPiece>;

    /// Whether a cell cannot be entered.
    fn is_void(&self, _cell: Self::Cell) -> bool {
        false
    }

    /// What stands beside the board, as labels and texts.
    fn beside(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// Lines through which something does not pass, between two cells.
    fn barriers(&self) -> Vec<(String, String)> {
        Vec::new()
    }

    /// What is awaited, if it is no move of any piece.
    fn awaited(&self) -> Option<String> {
        None
    }

    /// Why a text that has not the shape of a move cannot be played; `None` if it is no act of the game at all.
    fn word_refusal(&self, _text: &str) -> Option<String> {
        None
    }

    /// Why a piece of whoever acts does not make a move, where that is neither the way it moves nor a piece of its own.
    fn move_refusal(&self, _typed: &TypedMove<Self::Cell>) -> Option<String> {
        None
    }

    /// What the player of a seat may know, or with `None` an onlooker.
    fn view(&self, _seat: Option<usize>) -> Self {
        self.clone()
    }

    /// An act that is played in this position, as the player of a seat may know it.
    fn seen(&self, act: &str, _seat: Option<usize>) -> String {
        act.to_owned()
    }

    /// The act of chance that is awaited, with all cards: see [`GameState::chance`].
    fn chance(&self, _below: &mut dyn FnMut(usize) -> usize) -> Option<Self::Act> {
        None
    }

    /// What whose turn it is has of the end, as a search values it: see [`GameState::estimate_of_end`].
    fn estimate_of_end(&self) -> Option<f64> {
        None
    }

    /// This start, after what is shuffled before the first act: see [`GameState::shuffled`].
    fn shuffled(&self, _below: Option<&mut dyn FnMut(usize) -> usize>) -> Self {
        self.clone()
    }

    /// Whether a position text is that of this start, in whatever order something was shuffled.
    fn is_opening(&self, text: &str) -> bool {
        self.text() == text
    }

    /// The number of sequences of acts of this length: see [`GameState::perft_while`].
    fn perft_while(&self, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        if depth == 0 {
            return Some(1);
        }
        let acts = self.moves();
        match depth {
            _ if !goes_on(acts.len()) => None,
            1 => Some(acts.len() as u64),
            _ => sum(acts.iter().filter_map(|act| self.after(act).ok()), |next| {
                next.game.perft_while(depth - 1, goes_on)
            }),
        }
    }
}

/// The sum of what is counted for each; `None` if some count did not go on.
pub(super) fn sum<T>(all: impl Iterator<Item = T>, counted: impl FnMut(T) -> Option<u64>) -> Option<u64> {
    all.map(counted).try_fold(0, |sum: u64, count| Some(sum.saturating_add(count?)))
}

/// A search for the best move of a position: among all, or the value of the one with a text; by a limit, and with a seed.
pub(super) type Search<G> = fn(&G, Option<&str>, &SearchLimit, u64) -> Option<Advice<String>>;

/// What comes after an act.
pub(super) struct After<G: Game> {
    pub(super) game: G,
    /// The act as it is recorded, if it shows more than what was typed.
    pub(super) written: Option<G::Act>,
    /// What happened besides the move of a piece.
    pub(super) facts: Vec<Fact>,
    /// What the act breaks or bypasses, if it is irregular in itself.
    pub(super) irregular: Option<String>,
}

impl<G: Game> After<G> {
    /// A position, and what happened besides the move of a piece.
    pub(super) fn new(game: G, facts: Vec<Fact>) -> After<G> {
        After { game, written: None, facts, irregular: None }
    }
}

/// The referee of a game that begins in this position.
pub(super) fn referee_of<G: Game>(kind: GameKind, seats: Vec<Seat>, start: G) -> Referee {
    Referee::new(kind, state_of(seats, start))
}

/// The state of a position.
pub(super) fn state_of<G: Game>(seats: Vec<Seat>, game: G) -> Arc<dyn GameState> {
    Arc::new(StateOf { seats: seats.into(), game })
}

#[derive(Clone, Debug)]
struct StateOf<G> {
    seats: Arc<[Seat]>,
    game: G,
}

impl<G: Game> GameState for StateOf<G> {
    fn read_position(&self, text: &str) -> Result<Arc<dyn GameState>, StateError> {
        Ok(self.with(self.game.read(text)?))
    }

    fn shuffled(&self, below: Option<&mut dyn FnMut(usize) -> usize>) -> Arc<dyn GameState> {
        self.with(self.game.shuffled(below))
    }

    fn is_opening(&self, text: &str) -> bool {
        self.game.is_opening(text)
    }

    fn text(&self) -> String {
        self.game.text()
    }

    fn actor(&self) -> Actor {
        self.game.actor()
    }

    fn seats(&self) -> &[Seat] {
        &self.seats
    }

    fn acts(&self) -> Vec<OfferedAct> {
        self.offered(self.game.acts())
    }

    fn moves(&self) -> Vec<OfferedAct> {
        self.offered(self.game.moves())
    }

    fn in_notation(&self, text: &str) -> Vec<String> {
        self.game.in_notation(text).iter().map(|act| self.game.act_text(act)).collect()
    }

    fn play(&self, act: &str) -> Result<PlayedAct, ActError> {
        let act = self.begun(act)?;
        if let Some(letter) = act.strip_prefix("resign") {
            return self.resign(act, letter);
        }
        let meant = match self.game.read_act(act) {
            Some(read) => read?,
            None => self.find(act).ok_or_else(|| self.refusal(act, self.game.awaited()))?,
        };
        self.played(meant, None)
    }

    fn children(&self) -> Vec<Arc<dyn GameState>> {
        self.game.acts().iter().filter_map(|act| self.game.after(act).ok()).map(|after| self.with(after.game)).collect()
    }

    fn play_irregular(&self, act: &str) -> Result<PlayedAct, ActError> {
        let act = self.begun(act)?;
        if self.find(act).is_some() {
            return Err(ActError::Illegal("it is within the rules, so it is not irregular".to_owned()));
        }
        let (meant, broken) = self.find_irregular(act).ok_or_else(|| {
            let has_none = self.game.irregular_acts().is_empty();
            self.refusal(act, self.game.awaited().filter(|_| has_none))
        })?;
        self.played(meant, Some(broken))
    }

    fn is_in_check(&self, seat: usize) -> bool {
        self.game.gives_check(None, seat)
    }

    fn remarks(&self, seat: usize) -> Vec<String> {
        let check = self.is_in_check(seat).then(|| "the king is in check".to_owned());
        check.into_iter().chain(self.game.remark()).collect()
    }

    fn ending(&self) -> Option<Ending> {
        self.game.ending()
    }

    fn pieces(&self) -> Vec<DiagramPiece> {
        G::Cell::all().filter_map(|cell| self.game.piece(cell)).collect()
    }

    fn diagram(&self) -> Diagram {
        let drawn = |cell: G::Cell| {
            let (x, y) = cell.place();
            let ground = if self.game.is_void(cell) { Ground::Void } else { cell.ground() };
            DiagramCell { name: cell.to_string(), x, y, ground, piece: self.game.piece(cell) }
        };
        let panels = G::Cell::panels().into_iter().map(|panel| DiagramPanel {
            title: panel.title,
            shape: panel.shape,
            cells: panel.cells.into_iter().map(drawn).collect(),
        });
        Diagram { panels: panels.collect(), beside: self.game.beside(), barriers: self.game.barriers() }
    }

    fn view(&self, seat: Option<usize>) -> Arc<dyn GameState> {
        self.with(self.game.view(seat))
    }

    fn seen(&self, act: &str, seat: Option<usize>) -> String {
        self.game.seen(act, seat)
    }

    fn commander(&self) -> Option<usize> {
        if let Actor::Seat(seat) = self.game.actor() { Some(self.game.commander(seat)) } else { None }
    }

    fn turn(&self) -> u32 {
        self.game.turn()
    }

    fn chance(&self, below: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        self.game.chance(below).map(|act| self.game.act_text(&act))
    }

    fn perft_while(&self, depth: u32, goes_on: &mut dyn FnMut(usize) -> bool) -> Option<u64> {
        self.game.perft_while(depth, goes_on)
    }

    fn best(&self, only: Option<&str>, limit: &SearchLimit, seed: u64) -> Option<Advice<String>> {
        match G::SEARCH {
            Some(search) => search(&self.game, only, limit, seed),
            None => search_acts(self, only, limit, seed),
        }
    }

    fn estimate_of_end(&self) -> Option<f64> {
        self.game.estimate_of_end()
    }
}

impl<G: Game> StateOf<G> {
    fn with(&self, game: G) -> Arc<dyn GameState> {
        Arc::new(StateOf { seats: Arc::clone(&self.seats), game })
    }

    /// Acts as they are offered, sorted by text.
    fn offered(&self, acts: Vec<G::Act>) -> Vec<OfferedAct> {
        let offered = |act: G::Act| {
            let text = self.game.act_text(&act);
            let (from, to) = self.game.cells(&act).map(|(from, to)| (from.to_string(), to.to_string())).unzip();
            OfferedAct { is_open: text.contains("??"), text, from, to }
        };
        let mut acts: Vec<OfferedAct> = acts.into_iter().map(offered).collect();
        acts.sort_by(|one, other| one.text.cmp(&other.text));
        acts
    }

    /// The text of an act without the spaces around it.
    ///
    /// # Errors
    /// If the game is over.
    fn begun<'t>(&self, act: &'t str) -> Result<&'t str, ActError> {
        if self.game.actor() == Actor::Nobody { Err(ActError::Over) } else { Ok(act.trim()) }
    }

    /// The act that can be played and is meant by a text.
    fn find(&self, text: &str) -> Option<G::Act> {
        self.game.acts().into_iter().find(|act| means(text, &self.game.act_text(act)))
    }

    fn find_irregular(&self, text: &str) -> Option<(G::Act, String)> {
        self.game.irregular_acts().into_iter().find(|(act, _)| means(text, &self.game.act_text(act)))
    }

    fn played(&self, act: G::Act, broken: Option<String>) -> Result<PlayedAct, ActError> {
        let After { game, written, mut facts, irregular } = self.game.after(&act).map_err(ActError::Illegal)?;
        let irregular = broken.or(irregular);
        let carried_out = self.game.carried_out(&act, &game);
        if let Some(step) = carried_out {
            facts.push(Fact::Moved { piece: step.piece.name, from: step.from.to_string(), to: step.to.to_string() });
            let taken = step.taken.and_then(|at| Some((at, self.game.piece(at)?)));
            facts.extend(taken.map(|(at, piece)| Fact::Captured {
                seat: piece.seat,
                piece: piece.name,
                at: at.to_string(),
            }));
            let promoted = |kind: Named| Fact::Promoted { piece: kind.name, at: step.to.to_string() };
            facts.extend(step.promotion.map(promoted));
        }
        // What a pass or an answer leaves in check was so before. Who moved need not be who acted: a refused battle lets a capture
        // happen.
        let mover = carried_out.map_or(self.game.actor(), |step| {
            game.piece(step.to).map_or(Actor::Nobody, |piece| Actor::Seat(piece.seat))
        });
        if let Actor::Seat(mover) = mover
            && (carried_out.is_some() || irregular.is_some())
            && game.is_in(mover)
        {
            let others = (1..self.seats.len()).map(|ahead| (mover + ahead) % self.seats.len());
            facts.extend(others.filter(|seat| game.gives_check(Some(mover), *seat)).map(Fact::Check));
        }
        let text = self.game.act_text(&written.unwrap_or(act));
        Ok(self.followed(game, text, facts, irregular, None))
    }

    /// What follows from an act that led to another position: who went out, first who resigned, and whether a turn begins.
    fn followed(
        &self,
        game: G,
        text: String,
        mut facts: Vec<Fact>,
        irregular: Option<String>,
        resigned: Option<usize>,
    ) -> PlayedAct {
        let went_out = |seat: &usize| self.game.is_in(*seat) && !game.is_in(*seat);
        let seats = (0..self.seats.len()).map(|ahead| (resigned.unwrap_or_default() + ahead) % self.seats.len());
        facts.extend(seats.filter(went_out).map(Fact::Out));
        let ends_turn = game.turn() != self.game.turn();
        let (turn, actor) = (self.game.turn(), self.game.actor());
        let by = resigned.map_or(actor, Actor::Seat);
        PlayedAct { turn, actor, by, state: self.with(game), text, facts, ends_turn, irregular }
    }

    fn resign(&self, act: &str, letter: &str) -> Result<PlayedAct, ActError> {
        let is_named = |seat: &Seat| letter.strip_prefix(' ').is_some_and(|it| it.trim().chars().eq([seat.letter]));
        let seat = self.seats.iter().position(is_named);
        let seat = seat.ok_or_else(|| {
            let letters: Vec<String> = self.seats.iter().map(|seat| seat.letter.to_string()).collect();
            let expected = format!("resign with one of {}", letters.join(", "));
            ActError::Unreadable { text: quoted(act), expected }
        })?;
        if !self.game.is_in(seat) {
            return Err(ActError::Illegal(format!("{} is out already", self.name(seat))));
        }
        let game = self.game.resigned(seat).map_err(ActError::Illegal)?;
        let text = format!("resign {}", self.seats[seat].letter);
        Ok(self.followed(game, text, vec![Fact::Other("resigns".to_owned())], None, Some(seat)))
    }

    fn name(&self, seat: usize) -> &str {
        self.seats.get(seat).map_or("?", |seat| seat.name.as_str())
    }

    /// Why a text cannot be played; `awaited` is what is to be done instead of any move.
    fn refusal(&self, text: &str, awaited: Option<String>) -> ActError {
        if let Some(Err(why)) = self.game.read_act(text).and_then(Result::ok).map(|act| self.game.after(&act)) {
            return ActError::Illegal(why);
        }
        let typed = TypedMove::read(text, G::kind);
        let why = typed.map_or_else(
            || self.game.word_refusal(text),
            |typed| Some(awaited.unwrap_or_else(|| self.move_refusal(text, &typed))),
        );
        why.map_or_else(|| ActError::Unreadable { text: quoted(text), expected: G::ACTS.to_owned() }, ActError::Illegal)
    }

    fn move_refusal(&self, text: &str, typed: &TypedMove<G::Cell>) -> String {
        let &TypedMove { piece: kind, from, to, promotion } = typed;
        let (game, actor) = (&self.game, self.game.actor());
        if let Some(hole) = [from, to].into_iter().find(|cell| game.is_void(*cell)) {
            return format!("{hole} is not part of the board");
        }
        let Some(piece) = game.piece(from) else { return format!("{from} is empty") };
        let (name, owner) = (piece.name, self.name(piece.seat));
        if piece.letter != kind.letter {
            return format!("{from} holds the {name} of {owner}, not {} {}", article(kind.name), kind.name);
        }
        if piece.is_out {
            return format!("{owner} is out, so the {name} on {from} does not move");
        }
        if actor != Actor::Seat(piece.seat) {
            let turn = if let Actor::Seat(seat) = actor { self.name(seat) } else { "nobody" };
            return format!("it is {turn}'s turn; the {name} on {from} is {owner}'s");
        }
        if from == to {
            return format!("the {name} must leave {from}");
        }
        if let Some(own) = game.piece(to).filter(|there| there.seat == piece.seat) {
            return format!("{to} is taken by the {} of {owner}", own.name);
        }
        if let Some(why) = game.move_refusal(typed).or_else(|| self.find_irregular(text).map(|(_, broken)| broken)) {
            return why;
        }
        let is_alike = |step: &Step<G::Cell>| (step.from, step.to) == (from, to);
        let irregular = game.irregular_acts().into_iter().map(|(act, _)| act);
        let steps = game.acts().into_iter().chain(irregular).filter_map(|act| game.step(&act)).filter(is_alike);
        let choices: Vec<Option<char>> = steps.map(|step| step.promotion.map(|kind| kind.letter)).collect();
        match choices[..] {
            [] => format!("the {name} of {owner} on {from} cannot reach {to}"),
            _ if choices.iter().all(Option::is_none) => format!("nothing is promoted on {to}"),
            _ => {
                let choices: Vec<String> = choices.iter().flatten().map(|letter| format!("={letter}")).collect();
                let why = match promotion {
                    Some(kind) => format!("a {name} does not become {} {} on {to}", article(kind.name), kind.name),
                    None => format!("the {name} is promoted on {to}"),
                };
                format!("{why}: add one of {}", choices.join(", "))
            }
        }
    }
}
