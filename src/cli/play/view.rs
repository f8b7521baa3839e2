//! What the prompts show of a reading or a game of any kind.

use std::sync::Arc;

use anstyle::Style;

use crate::chess::{Mode, Move};
use crate::cli::prelude::*;
use crate::export::Page;
use crate::games::{Actor, GameState, OfferedAct};
use crate::player::Level;
use crate::record::Record;
use crate::render::{self, MovesLayout, actor_style, acts, board_and_key, moves_text, played, step_sentence};
use crate::session::TurnOptions;

use super::awaited::Awaited;
use super::hidden::onlooker_view;
use super::typed_line::read_offered;
use super::{PromptFlow, Prompts, colours, turn_view};

/// How many lines of a key always stand below a board.
const SHORT_KEY: usize = 2;

const THROW_FIRST: &str = "Throw the die first: it decides which pieces can move.";

/// The question or the game, with its terms.
pub(in super::super) fn opening(record: &Record, cx: Cx) -> ScreenText {
    let Page { title, about, terms, .. } = Page::head(record, cx.correspondences);
    let terms: Vec<String> = terms.iter().map(|(label, term)| format!("{label}: {term}")).collect();
    let about = if about.is_empty() { about } else { about + "\n" };
    ScreenText::styled(Style::new().bold(), title) + format!("\n{about}{}\n", terms.join(" · "))
}

/// The answer of a reading or the result of a game, with its reasons.
pub(in super::super) fn outcome(record: &Record, cx: Cx) -> ScreenText {
    let Page { answer, reasons, .. } = Page::head(record, cx.correspondences);
    ScreenText::styled(Style::new().bold(), answer) + format!("\n{}\n", reasons.join("\n"))
}

impl Prompts {
    /// The state as whoever acts may see it; all of it when it is closed.
    pub(super) fn state(&self, record: &Record) -> Arc<dyn GameState> {
        let state = record.state();
        match state.actor() {
            Actor::Seat(seat) if record.closing().is_none() => onlooker_view(record, seat),
            _ => state,
        }
    }

    /// The board with its marks and their key; empty if the game has none.
    pub(super) fn board(&self, record: &Record) -> ScreenText {
        let (board, key) = board_and_key(record, &*self.state(record), self.quarters, turn_view(self.cx));
        (board + "\n" + key).trimmed()
    }

    /// Whose turn it is.
    fn heading(&self, record: &Record) -> ScreenText {
        let state = self.state(record);
        let (actor, turn) = (state.actor(), state.turn());
        let (style, name) = (actor_style(&*state, actor, colours::screen()), state.actor_name(actor));
        let seat = if let Actor::Seat(seat) = actor { Some(seat) } else { None };
        let marks: String =
            seat.map_or(Vec::new(), |seat| state.remarks(seat)).iter().map(|it| format!(" · {it}")).collect();
        let players = &record.heading().seats.players;
        let player = seat.and_then(|seat| players.get(seat)).filter(|_| players.iter().any(|it| *it != players[0]));
        let plays = player.map_or(String::new(), |player| format!(" · {player} plays"));
        ScreenText::from("\n") + ScreenText::styled(style, format!("── Turn {turn} · {name}")) + plays + marks
    }

    /// Whose turn it is, and the board; a long key is told once, and on request.
    fn turn(&self, record: &Record, with_key: bool) -> ScreenText {
        let (board, key) = board_and_key(record, &*self.state(record), self.quarters, turn_view(self.cx));
        let key = if with_key || key.lines().count() <= SHORT_KEY { key.as_str() } else { "" };
        (self.heading(record) + "\n" + board + "\n" + key).trimmed()
    }

    /// Shows whose turn it is, if it was not shown with the board.
    pub(super) fn show_heading(&self, record: &Record) -> CommandResult<()> {
        match self.shown.as_ref() == Some(&self.state(record).text()) {
            true => Ok(()),
            false => Ok(self.prompt.say(self.heading(record))?),
        }
    }

    /// Shows whose turn it is, and the board, once for each state.
    pub(super) fn show_turn(&mut self, record: &Record) -> CommandResult<()> {
        let state = self.state(record);
        let Actor::Seat(_) = state.actor() else { return Ok(()) };
        let here = state.text();
        if self.shown.as_ref() != Some(&here) {
            self.prompt.say(self.turn(record, self.shown.is_none()))?;
            self.shown = Some(here);
        }
        Ok(())
    }

    /// Shows what can be played, in as few lines as it takes to leave the board on the screen. Where it would fill more than
    /// half of the screen itself, only how many acts there are.
    pub(super) fn show_moves(&mut self, record: &Record, awaited: &Awaited) -> CommandResult<()> {
        let shown = match (awaited, record.enochian()) {
            (Awaited::Move(turn, _), Some(of_chess)) => {
                let board = self.turn(record, false);
                let throw = if self.chance.is_none() && record.mode() == Mode::Reading { "throws" } else { "" };
                let view = turn_view(self.cx);
                let in_width = |width| moves_text(of_chess, turn, width, view);
                let mut wider = [MovesLayout::Full, MovesLayout::Columns].into_iter().map(in_width);
                let fits = wider.find(|it| self.prompt.is_room_for(&[board.as_str().trim_start(), throw, it]));
                fits.unwrap_or_else(|| in_width(MovesLayout::Short))
            }
            (Awaited::Act(offered), _) => {
                let (board, state) = (self.turn(record, false), record.state());
                let name = state.actor_name(state.actor());
                let list = acts(name, offered, self.prompt.width());
                let fits = self.prompt.is_room_for(&[board.as_str().trim_start(), &list]);
                match fits || self.prompt.is_room_for(&[&list, &list]) {
                    true => list,
                    false => format!("{name} may play {} acts; type moves to list them.", offered.len()),
                }
            }
            _ => return Ok(()),
        };
        Ok(self.prompt.say(&shown)?)
    }

    /// Lists what can be played.
    pub(super) fn say_moves(&self, record: &Record) -> CommandResult<PromptFlow> {
        let shown = match record.enochian() {
            Some(record) => match record.session().options() {
                TurnOptions::Moves(turn) => moves_text(record, &turn, MovesLayout::Full, turn_view(self.cx)),
                _ => THROW_FIRST.to_owned(),
            },
            None => {
                let state = self.state(record);
                acts(state.actor_name(state.actor()), &state.acts(), self.prompt.width())
            }
        };
        self.say(&shown)
    }

    /// What happened last.
    pub(super) fn played(&self, record: &Record) -> String {
        match record.enochian() {
            Some(record) => record.last_turn().map_or(String::new(), |turn| {
                let thrown = turn.thrown.filter(|_| turn.mv == Move::Pass);
                let throws = thrown.map_or(String::new(), |it| format!("{} throws {}. ", turn.army, it.throw));
                throws + &played(turn, record, turn_view(self.cx))
            }),
            None => record.play().steps().last().map_or(String::new(), step_sentence),
        }
    }

    /// What a move leads to, without playing it.
    pub(super) fn tried(&self, record: &Record, text: &str) -> Result<String, String> {
        match record.enochian() {
            Some(record) => {
                let TurnOptions::Moves(turn) = record.session().options() else { return Err(THROW_FIRST.to_owned()) };
                let offered: Vec<OfferedAct> = turn.moves.iter().copied().map(OfferedAct::from).collect();
                let read = read_offered(text, &offered, &*record.state())?;
                let mv: Move = read.text.parse().map_err(|_| format!("{} is not a move", quoted(text)))?;
                let tried = record.session().preview(mv).map_err(|illegal| illegal.to_string())?;
                Ok(played(&tried.turn, record, turn_view(self.cx)))
            }
            None => {
                let state = self.state(record);
                let act = read_offered(text, &state.acts(), &*state)?;
                let step = state.play(&act.text).map_err(|illegal| illegal.to_string())?;
                let over = step.state.ending().map_or(String::new(), |ending| format!(" {}", ending.words));
                Ok(step_sentence(&step) + &over)
            }
        }
    }

    /// What the program would play at its strongest or at a level, what that leads to, and what it expects.
    pub(super) fn hint(&self, record: &Record, level: &str) -> CommandResult<PromptFlow> {
        let level = match level {
            "" => Level::STRONGEST,
            named => match named.parse() {
                Ok(level) => level,
                Err(error) => return self.say(format!("There is no level {}: {error}.", quoted(named))),
            },
        };
        let Some(proposed) = record.proposed(&level.limit()) else { return self.say(THROW_FIRST) };
        let leads_to = self.tried(record, &proposed.text).unwrap_or_default();
        self.say(format!("{}\n{leads_to}", render::proposed(&proposed)))
    }
}
