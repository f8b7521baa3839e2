//! The state of a journal, as pages show it: the same for all games. What a game does not have is null or empty.
//! `enochian_state` and `other_state` fill it.

use minijinja::Value;
use serde::Serialize;

use crate::chess::Position;
use crate::games::Seat;
use crate::record::{Record, program_level};
use crate::render::{ArmySetup, ThrowWords};
use crate::session::PlayedTurn;

use super::html::shown;
use super::move_options::OfferView;
use super::notes::NoteView;
use super::open_journal::OpenJournal;

/// What a page shows of a journal. What is hidden from its window is not in it; nor are the signs, houses, meanings and warnings
/// of a quiet reading.
#[derive(Debug, Default, Serialize)]
pub(super) struct StateView<'r> {
    pub(super) journal: String,
    pub(super) revision: u64,
    pub(super) kind: &'static str,
    pub(super) reading: bool,
    /// The name of the game.
    pub(super) game: &'static str,
    pub(super) refereed: bool,
    pub(super) title: String,
    /// What stands beside the title: the board, or the game.
    pub(super) place: String,
    pub(super) begun: String,
    pub(super) options: Vec<String>,
    pub(super) seats: Vec<SeatView>,
    pub(super) several_players: bool,
    pub(super) tags: Vec<String>,
    pub(super) notes: Vec<NoteView>,
    pub(super) turns: Vec<TurnView<'r>>,
    pub(super) now: NowView,
    pub(super) notices: Vec<String>,
    /// Whether it is one of the other games.
    pub(super) is_drawn: bool,
    /// Who deals the cards: `program`, `table`.
    pub(super) deals: Option<&'static str>,
    /// The seat whose cards are shown.
    pub(super) view: Option<usize>,
    /// Whether cards are hidden.
    pub(super) hidden: bool,
    pub(super) board: Option<&'static str>,
    pub(super) ptah: Option<String>,
    pub(super) querent: Option<&'static str>,
    pub(super) dice_table: Option<String>,
    /// Who throws the die: `hand`, `program`.
    pub(super) die: Option<&'static str>,
    pub(super) quiet: bool,
    pub(super) quiet_reading: bool,
    pub(super) dice: Option<[ThrowWords; 6]>,
    pub(super) known: Option<String>,
    pub(super) supposed: Option<String>,
    pub(super) asked: Option<String>,
    /// The armies in the order of play, where they can be set up on a real board.
    pub(super) setup: Vec<ArmySetup>,
    /// The first position of Enochian chess.
    #[serde(skip)]
    pub(super) start: Option<Position>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct SeatView {
    pub(super) name: String,
    pub(super) letter: char,
    pub(super) player: String,
    /// Whether the program plays it.
    pub(super) program: bool,
    pub(super) colour: String,
    /// Whether its army is out of the game.
    pub(super) out: bool,
}

/// A turn, or an act of a game in which a turn has several.
#[derive(Debug, Default, Serialize)]
pub(super) struct TurnView<'r> {
    pub(super) turn: u32,
    pub(super) round: Option<u32>,
    /// The name of the seat, or `Chance`.
    pub(super) actor: String,
    pub(super) player: String,
    #[serde(rename = "move")]
    pub(super) mv: String,
    pub(super) sentence: String,
    /// What an irregular act breaks.
    pub(super) irregular: Option<String>,
    pub(super) throw: Option<u8>,
    pub(super) piece: Option<String>,
    pub(super) cell: Option<String>,
    pub(super) from: Option<String>,
    pub(super) to: Option<String>,
    pub(super) facts: Vec<String>,
    pub(super) square: Option<String>,
    pub(super) dignity: Option<String>,
    pub(super) before: Vec<String>,
    /// What to do on a real board.
    pub(super) table: Vec<String>,
    /// A turn of Enochian chess.
    #[serde(skip)]
    pub(super) played: Option<&'r PlayedTurn>,
}

/// What can be done now.
#[derive(Debug, Default, Serialize)]
pub(super) struct NowView {
    /// `throw`, `deal`, `move`, `no_move`, `over`, `concluded`.
    pub(super) state: &'static str,
    pub(super) turn: u32,
    pub(super) round: Option<u32>,
    /// The seat to act; null for chance and nobody.
    pub(super) seat: Option<usize>,
    pub(super) actor: String,
    pub(super) player: String,
    pub(super) check: bool,
    pub(super) program_throws: bool,
    /// Whether the program acts now, in a seat that it plays.
    pub(super) program: bool,
    pub(super) throw: Option<u8>,
    pub(super) role: Option<String>,
    /// The figure of the piece that the die calls and that can move.
    pub(super) figure: Option<String>,
    pub(super) sentence: String,
    pub(super) offers: Vec<OfferView>,
    pub(super) no_move: Option<NoMoveView>,
    pub(super) tools: Vec<ToolView>,
    pub(super) saved: u32,
    /// The turn that a note is on that is written now; 0 before the first.
    pub(super) note_turn: u32,
    pub(super) rounds_on_ptah: Option<String>,
    /// How it ended.
    pub(super) end: Option<String>,
    /// When it was concluded, and how.
    pub(super) concluded: Option<String>,
}

#[derive(Debug, Serialize)]
pub(super) struct NoMoveView {
    pub(super) text: String,
    pub(super) why: Option<String>,
    pub(super) pieces: Vec<String>,
    pub(super) blockers: Vec<String>,
    pub(super) next: &'static str,
}

/// What can be done besides the moves: a row of the menu.
#[derive(Debug, Serialize)]
pub(super) struct ToolView {
    pub(super) name: &'static str,
    pub(super) label: String,
    pub(super) hint: Option<String>,
    /// What is asked before it is done.
    pub(super) ask: Option<Value>,
    /// The act, as the prompts read it; none if the page has to ask for its parts.
    pub(super) act: Option<String>,
    /// An example of the text that the page asks for.
    pub(super) example: Option<&'static str>,
}

impl<'r> StateView<'r> {
    /// What is the same for all games.
    pub(super) fn of(name: &str, open: &'r OpenJournal<'_>, notes: Vec<NoteView>) -> StateView<'r> {
        let record = open.record();
        let heading = record.heading();
        StateView {
            journal: name.to_owned(),
            revision: open.revision(),
            begun: heading.begun.format("%-d %B %Y, %H:%M").to_string(),
            several_players: has_several_players(record),
            tags: record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect(),
            notes,
            notices: open.notices().to_vec(),
            ..StateView::default()
        }
    }
}

pub(super) fn has_several_players(record: &Record) -> bool {
    let players = &record.heading().seats.players;
    players.iter().any(|player| *player != players[0])
}

impl SeatView {
    pub(super) fn of(seat: &Seat, player: &str, colour: String, is_out: bool) -> SeatView {
        let Seat { letter, name, .. } = seat.clone();
        let program = program_level(player).is_some();
        SeatView { name, letter, player: player.to_owned(), program, colour, out: is_out }
    }
}

impl TurnView<'_> {
    /// Whether it captured what was on the square to which it went.
    pub(super) fn takes(&self) -> bool {
        self.played.is_some_and(|turn| turn.captures().any(|(_, at)| turn.landing() == Some(at)))
    }
}

impl ToolView {
    /// A tool without a question, with its act, or with one that the page asks for.
    pub(super) fn new(name: &'static str, label: impl Into<String>, act: Option<&str>) -> ToolView {
        ToolView { name, label: label.into(), hint: None, ask: None, act: act.map(str::to_owned), example: None }
    }

    pub(super) fn hint(self, hint: impl Into<String>) -> ToolView {
        ToolView { hint: Some(hint.into()), ..self }
    }

    pub(super) fn ask(self, text: impl Into<String>, more: Option<String>, yes: &'static str) -> ToolView {
        let no = if self.name == "take_back" { "Keep it" } else { "Go on" };
        let text: String = text.into();
        ToolView { ask: Some(shown! { text, more, yes, no }), ..self }
    }

    /// What the program would play.
    pub(super) fn advice() -> ToolView {
        ToolView::new("advice", "Hint", Some("hint")).hint("What the program would play, and what it expects.")
    }

    /// Takes back the last decision.
    pub(super) fn take_back(question: String, more: &str) -> ToolView {
        let tool = ToolView::new("take_back", "Take back", Some("undo"));
        tool.ask(question, Some(format!("{more}The journal keeps a trace of it.")), "Take back")
    }

    /// A move against the rules; `example` is how one is written in this game.
    pub(super) fn irregular(example: &'static str) -> ToolView {
        let tool = ToolView::new("irregular", "An irregular move…", None);
        let tool = ToolView { example: Some(example), ..tool };
        tool.hint("A move that was played although it is against the rules.")
    }

    pub(super) fn draw() -> ToolView {
        let tool = ToolView::new("draw", "Agree on a draw", Some("draw"));
        tool.ask("Do all players agree on a draw?", None, "Draw")
    }

    pub(super) fn conclude(question: &str, more: Option<&str>) -> ToolView {
        let tool = ToolView::new("conclude", "Conclude", Some("conclude"));
        tool.ask(question, more.map(str::to_owned), "Conclude")
    }
}
