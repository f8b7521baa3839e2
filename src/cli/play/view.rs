//! What the prompts show of a reading or a game of any kind.

use std::sync::Arc;

use anstyle::Style;

use crate::chess::{Mode, Move};
use crate::export::Page;
use crate::games::{Actor, GameState, GameStep};
use crate::input::{quoted, safe};
use crate::player::Level;
use crate::record::{OtherRecord, Record, RecordLens};
use crate::render;
use crate::session::{TurnOptions, read_move};

use super::super::colours;
use super::super::command_error::CommandResult;
use super::super::cx::Cx;
use super::awaited::Awaited;
use super::screen::Width;
use super::typed_line::read_offered;
use super::{PromptFlow, Prompts, other_screen, screen};

const THROW_FIRST: &str = "Throw the die first: it decides which pieces can move.";

/// The question or the game, with its terms.
pub(in super::super) fn opening(record: &Record, cx: Cx) -> String {
    let bold = Style::new().bold();
    let Page { title, about, terms, .. } = Page::head(record, cx.correspondences);
    let terms: Vec<String> = terms.iter().map(|(label, term)| format!("{label}: {term}")).collect();
    let about = if about.is_empty() { about } else { about + "\n" };
    format!("{bold}{title}{bold:#}\n{about}{}\n", terms.join(" · "))
}

/// The answer of a reading or the result of a game, with its reasons.
pub(in super::super) fn outcome(record: &Record, cx: Cx) -> String {
    let bold = Style::new().bold();
    let Page { answer, reasons, .. } = Page::head(record, cx.correspondences);
    format!("{bold}{answer}{bold:#}\n{}\n", reasons.join("\n"))
}

/// The turns that were not taken back.
pub(in super::super) fn turns(record: &Record, cx: Cx) -> String {
    match record.lens() {
        RecordLens::Enochian(record) => screen::turns(record, cx),
        RecordLens::Other(record) => other_screen::turns(record),
    }
}

impl Prompts {
    /// The state of another game as whoever acts may see it; all of it when the game is closed.
    pub(super) fn state(&self, record: OtherRecord<'_>) -> Arc<dyn GameState> {
        match record.session().state().actor() {
            Actor::Seat(seat) if record.closing().is_none() => self.onlooker.view(record, seat),
            _ => record.session().state().clone(),
        }
    }

    /// The board with its marks and their key; empty if the game has none.
    pub(super) fn board(&self, record: &Record) -> String {
        let (board, key) = self.board_and_key(record);
        board + &key
    }

    fn board_and_key(&self, record: &Record) -> (String, String) {
        match record.lens() {
            RecordLens::Enochian(record) => (screen::board(record, self.quarters), String::new()),
            RecordLens::Other(record) => {
                let (state, steps) = (self.state(record), record.session().steps());
                other_screen::board_and_key(record, state.as_ref(), steps, self.quarters)
            }
        }
    }

    /// Whose turn it is, and the board; its key is told once, and on request.
    fn turn(&self, record: &Record, with_key: bool) -> String {
        let (style, actor, player, marks) = match record.lens() {
            RecordLens::Enochian(record) => {
                let army = record.turn();
                let style = colours::screen().style(army).bold();
                (style, army.name(), Some(army.index()), screen::marks(record))
            }
            RecordLens::Other(record) => {
                let state = self.state(record);
                let (actor, session) = (state.actor(), record.session());
                let player = if let Actor::Seat(seat) = actor { Some(seat) } else { None };
                let is_in_check = player.is_some_and(|seat| state.is_in_check(seat));
                let marks = if is_in_check { " · the king is in check" } else { "" };
                (other_screen::seat_style(record, actor), session.state().actor_name(actor), player, marks.to_owned())
            }
        };
        let players = &record.heading().seats.players;
        let player = player.and_then(|seat| players.get(seat)).filter(|_| players.iter().any(|it| *it != players[0]));
        let plays = player.map_or(String::new(), |player| format!(" · {} plays", safe(player)));
        let (board, key) = self.board_and_key(record);
        let key = if with_key { key.as_str() } else { "" };
        format!("\n{style}── Turn {} · {actor}{style:#}{plays}{marks}\n{board}{key}", record.play().current_turn())
    }

    /// Shows whose turn it is, and the board, once for each state.
    pub(super) fn show_turn(&mut self, record: &Record) -> CommandResult<()> {
        let here = match record.lens() {
            RecordLens::Enochian(record) if record.end().is_none() => record.position().to_string(),
            RecordLens::Other(record) if matches!(record.session().state().actor(), Actor::Seat(_)) => {
                self.state(record).text()
            }
            _ => return Ok(()),
        };
        if self.shown.as_ref() != Some(&here) {
            self.prompt.say(&self.turn(record, self.shown.is_none()))?;
            self.shown = Some(here);
        }
        Ok(())
    }

    /// Shows what can be played, in as few lines as it takes to leave the board on the screen. Where it would fill more than
    /// half of the screen itself, only how many acts there are.
    pub(super) fn show_moves(&mut self, record: &Record, awaited: &Awaited) -> CommandResult<()> {
        let shown = match (awaited, record.lens()) {
            (Awaited::Move(turn), RecordLens::Enochian(of_chess)) => {
                let board = self.turn(record, false);
                let throw = if self.chance.is_none() && record.mode() == Mode::Reading { "throws" } else { "" };
                let in_width = |width| screen::moves(of_chess, turn, width, self.cx);
                let mut wider = [Width::Full, Width::Columns].into_iter().map(in_width);
                let fits = wider.find(|it| self.prompt.is_room_for(&[board.trim_start(), throw, it]));
                fits.unwrap_or_else(|| in_width(Width::Short))
            }
            (Awaited::Act(offered), RecordLens::Other(other)) => {
                let (board, session) = (self.turn(record, false), other.session());
                let name = session.state().actor_name(session.state().actor());
                let list = other_screen::acts(name, offered, self.prompt.width());
                let fits = self.prompt.is_room_for(&[board.trim_start(), &list]);
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
        let shown = match record.lens() {
            RecordLens::Enochian(record) => match record.session().options() {
                TurnOptions::Moves(turn) => screen::moves(record, &turn, Width::Full, self.cx),
                _ => THROW_FIRST.to_owned(),
            },
            RecordLens::Other(record) => {
                let state = self.state(record);
                let name = record.session().state().actor_name(state.actor());
                other_screen::acts(name, &state.acts(), self.prompt.width())
            }
        };
        self.say(&shown)
    }

    /// What happened last.
    pub(super) fn played(&self, record: &Record) -> String {
        match record.lens() {
            RecordLens::Enochian(record) => record.last_turn().map_or(String::new(), |turn| {
                let thrown = turn.thrown.filter(|_| turn.mv == Move::Pass);
                let throws = thrown.map_or(String::new(), |it| format!("{} throws {}. ", turn.army, it.throw));
                throws + &screen::played(turn, record, self.cx)
            }),
            RecordLens::Other(record) => {
                record.session().steps().last().map_or(String::new(), |step| other_screen::played(record, step))
            }
        }
    }

    /// What a move leads to, without playing it.
    pub(super) fn tried(&self, record: &Record, text: &str) -> Result<String, String> {
        match record.lens() {
            RecordLens::Enochian(record) => {
                let TurnOptions::Moves(turn) = record.session().options() else { return Err(THROW_FIRST.to_owned()) };
                let mv = read_move(text, record.session(), &turn.moves)?;
                let tried = record.session().preview(mv).map_err(|illegal| illegal.to_string())?;
                Ok(screen::played(&tried.turn, record, self.cx))
            }
            RecordLens::Other(record) => {
                let state = self.state(record);
                let act = read_offered(text, &state.acts(), record)?;
                let played = state.play(&act.text).map_err(|illegal| illegal.to_string())?;
                let step = GameStep { turn: state.turn(), actor: state.actor(), played };
                let over = step.played.state.ending().map_or(String::new(), |ending| format!(" {}", ending.words));
                Ok(other_screen::played(record, &step) + &over)
            }
        }
    }

    /// What the program would play at its strongest or at a level, what that leads to, and what it expects.
    pub(super) fn hint(&self, record: &Record, level: &str) -> CommandResult<PromptFlow> {
        let level = match level {
            "" => Level::STRONGEST,
            named => match named.parse() {
                Ok(level) => level,
                Err(error) => return self.say(&format!("There is no level {}: {error}.", quoted(named))),
            },
        };
        let Some(proposed) = record.proposed(&level.limit()) else { return self.say(THROW_FIRST) };
        let leads_to = self.tried(record, &proposed.text).unwrap_or_default();
        self.say(&format!("{}\n{leads_to}", safe(&render::proposed(&proposed))))
    }
}
