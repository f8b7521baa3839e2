//! What a screen shows of a reading or a game of any kind: the turns with their boards.

use anstyle::Style;

use crate::chess::Army;
use crate::correspondences::Correspondences;
use crate::games::{Actor, GameState, OfferedAct, PlayedAct};
use crate::interpretation::SummaryFacts;
use crate::reading::Throw;
use crate::record::{EnochianRecord, Record};
use crate::session::PlayedTurn;

use super::{
    DiagramText, Notation, ScreenText, SeatColour, TerminalColours, landing_within, side_by_side, step_sentence,
    turn_sentences,
};

/// How turns are shown.
#[derive(Clone, Copy, Debug)]
pub struct TurnView<'c> {
    /// The correspondences.
    pub correspondences: &'c Correspondences,
    /// How moves are shown.
    pub notation: Notation,
    /// The colours of the screen.
    pub colours: TerminalColours,
    /// The columns of the screen; a pipe has none.
    pub columns: Option<usize>,
}

/// The summary of a reading in plain sentences; none for a game.
#[must_use]
pub fn text_of_end(record: EnochianRecord<'_>, view: TurnView<'_>) -> Option<ScreenText> {
    let paragraphs = SummaryFacts::of(record, view.correspondences)?.paragraphs();
    Some(ScreenText::styled(Style::new().bold(), SummaryFacts::HEADING) + format!("\n{}\n", paragraphs.join("\n\n")))
}

/// A turn as it is shown, or the start.
#[derive(Debug, Default)]
pub struct ShownTurn {
    /// Its number; the start has the one before the first.
    pub number: u32,
    /// Whose it was, and what was thrown: `Water throws 2`.
    pub title: String,
    /// The same above a board.
    heading: ScreenText,
    /// The board after it, with its key; empty if the game has none.
    board: ScreenText,
    /// What happened, in sentences.
    pub played: String,
    /// Its acts in a list, each in a line.
    lines: Vec<String>,
}

impl ShownTurn {
    /// The start, and the turns that were not taken back.
    #[must_use]
    pub fn all(record: &Record, view: TurnView<'_>) -> Vec<ShownTurn> {
        let (start, state, steps) = (record.play().start(), record.state(), record.play().steps());
        let mut of_chess = record.enochian().map(|record| (record, record.turns().iter()));
        let shown = |acts: &[PlayedAct]| {
            let turn = match &mut of_chess {
                Some((record, turns)) => ShownTurn::of_turn(turns.next()?, *record, &*state, view),
                None => ShownTurn::of_acts(acts, record, &*state, view),
            };
            Some(ShownTurn { board: board_after(record, &*acts.last()?.state, acts, view), ..turn })
        };
        let turns: Vec<ShownTurn> = steps.chunk_by(|one, next| one.turn == next.turn).filter_map(shown).collect();
        let start = ShownTurn {
            number: record.heading().game.first_turn().saturating_sub(1),
            heading: ScreenText::styled(Style::new().bold(), "── The start"),
            board: board_after(record, &*start, &[], view),
            ..ShownTurn::default()
        };
        [start].into_iter().chain(turns).collect()
    }

    /// All of it: the heading, the board, and what happened.
    #[must_use]
    pub fn whole(&self) -> ScreenText {
        let parts = [self.heading.clone(), self.board.clone(), ScreenText::from(&self.played)];
        ScreenText::joined(parts.into_iter().filter(|part| !part.is_empty()), "\n")
    }

    fn of_turn(turn: &PlayedTurn, record: EnochianRecord<'_>, state: &dyn GameState, view: TurnView<'_>) -> ShownTurn {
        let (actor, throw) = (Actor::Seat(turn.army.index()), turn.thrown.map(|thrown| thrown.throw));
        ShownTurn {
            played: played(turn, record, view),
            lines: vec![listed(turn.ply, turn.army.name(), turn.irregular.is_some(), &in_a_line(turn, record, view))],
            ..ShownTurn::titled(turn.ply, actor, state, throw, view)
        }
    }

    /// All acts of a turn, such as a tried capture with its battle.
    fn of_acts(acts: &[PlayedAct], record: &Record, state: &dyn GameState, view: TurnView<'_>) -> ShownTurn {
        // The cards that are dealt before a turn belong to it.
        let first = acts.iter().find(|step| matches!(step.actor, Actor::Seat(_))).unwrap_or(&acts[0]);
        let line = |step: &PlayedAct| {
            let text = open_text(record, step);
            listed(step.turn, state.actor_name(step.actor), step.irregular.is_some(), &text)
        };
        ShownTurn {
            played: acts.iter().map(step_sentence).collect::<Vec<_>>().join("\n"),
            lines: acts.iter().map(line).collect(),
            ..ShownTurn::titled(first.turn, first.actor, state, None, view)
        }
    }

    fn titled(number: u32, actor: Actor, state: &dyn GameState, throw: Option<Throw>, view: TurnView<'_>) -> ShownTurn {
        let (style, name) = (actor_style(state, actor, view.colours), state.actor_name(actor));
        let (throws, thrown) = match throw {
            Some(throw) => (format!(" throws {throw}"), format!(" · throw {throw}")),
            None => Default::default(),
        };
        ShownTurn {
            number,
            title: format!("{name}{throws}"),
            heading: ScreenText::styled(style, format!("── Turn {number} · {name}{thrown}")),
            ..ShownTurn::default()
        }
    }
}

/// The turns that were not taken back, a line for each act. Cards that not everybody has seen are left out.
#[must_use]
pub fn turns(record: &Record, view: TurnView<'_>) -> String {
    let lines: Vec<String> = ShownTurn::all(record, view).into_iter().flat_map(|turn| turn.lines).collect();
    if lines.is_empty() { "No turns yet.".to_owned() } else { lines.join("\n") }
}

/// A line of a list of turns.
fn listed(number: u32, actor: &str, is_irregular: bool, act: &str) -> String {
    let irregular = if is_irregular { "  irregular" } else { "" };
    format!("{number:>4}  {actor:<6}  {}{irregular}", act.trim_end())
}

/// The throw and the move of a turn in a list; in a reading with the force of the square.
fn in_a_line(turn: &PlayedTurn, record: EnochianRecord<'_>, view: TurnView<'_>) -> String {
    let texts = (format!("{:<7}", turn.mv.to_string()), format!("{:<10}", turn.sheet));
    let shown = view.notation.of(texts.0, texts.1).join(" ");
    let Some(thrown) = turn.thrown else { return shown };
    let force = match turn.landing() {
        None => "No Move".to_owned(),
        Some(_) if record.is_quiet() => String::new(),
        Some(square) => view.correspondences.square(record.subject().board(), square).force.to_string(),
    };
    format!("{}  {shown} {force}", thrown.throw)
}

/// The current board as whoever acts may see it, turned by quarters, and its key; both are empty if the game has none.
#[must_use]
pub fn board_and_key(record: &Record, state: &dyn GameState, quarters: u8, view: TurnView<'_>) -> (ScreenText, String) {
    let last = match record.enochian() {
        Some(record) => {
            let ends = record.last_turn().and_then(|turn| turn.mv.ends());
            ends.map_or_else(Vec::new, |(from, to)| vec![from.to_string(), to.to_string()])
        }
        None => last_cells(&record.play().steps()),
    };
    let screen = (view.columns.unwrap_or(DiagramText::WIDTH), view.colours);
    DiagramText::of_record(record, state, &last, quarters, screen).unwrap_or_default()
}

/// The board after some acts, with its key; empty if the game has none.
fn board_after(record: &Record, state: &dyn GameState, acts: &[PlayedAct], view: TurnView<'_>) -> ScreenText {
    let screen = (view.columns.unwrap_or(DiagramText::WIDTH), view.colours);
    let drawn = DiagramText::of_record(record, state, &last_cells(acts), 0, screen);
    drawn.map_or_else(ScreenText::default, |(board, key)| board + "\n" + key)
}

/// The cells of the last act that touched some: an answer or a card touches none.
fn last_cells(acts: &[PlayedAct]) -> Vec<String> {
    acts.iter().rev().map(PlayedAct::cells).find(|cells| !cells.is_empty()).unwrap_or_default()
}

/// The style of the heading of a turn: the colour of its seat.
#[must_use]
pub fn actor_style(state: &dyn GameState, actor: Actor, colours: TerminalColours) -> Style {
    let Actor::Seat(index) = actor else { return Style::new().bold() };
    let style = state.seats().get(index).map_or(Style::new(), |seat| {
        let of_army = seat.name.parse().map(|army: Army| colours.style(army));
        of_army.unwrap_or_else(|_| SeatColour::of(seat, index).style(colours))
    });
    style.bold()
}

/// The text of an act that everybody at the table may read: without the cards of the deck and those that were thrown.
#[must_use]
pub fn open_text(record: &Record, step: &PlayedAct) -> String {
    let text = &step.text;
    match text.split_once(' ') {
        Some((word @ ("deal" | "refill" | "discard"), _)) if record.is_dealt() => word.to_owned(),
        _ => text.clone(),
    }
}

/// The acts of another game with their numbers, in as many columns as fit.
#[must_use]
pub fn acts(name: &str, offered: &[OfferedAct], width: usize) -> String {
    let digits = offered.len().to_string().len();
    let cells: Vec<String> =
        offered.iter().zip(1..).map(|(act, number)| format!("{number:>digits$} {}", act.text)).collect();
    format!("{name} may play:{}", side_by_side(&cells, width))
}

/// A turn that was played; in a reading, with the square of the landing.
#[must_use]
pub fn played(turn: &PlayedTurn, record: EnochianRecord<'_>, view: TurnView<'_>) -> String {
    let subject = &record.subject();
    let querent = subject.querent().filter(|_| !record.is_quiet());
    let mut text = turn_sentences(turn, querent, view.correspondences);
    if let (Some(querent), Some(square), Some(piece)) = (querent, turn.landing(), turn.piece) {
        let gloss = view.correspondences.gloss(subject.board(), square, Some(piece), Some(querent));
        text.push('\n');
        let width = view.columns.unwrap_or(usize::MAX);
        text.push_str(landing_within(width, &gloss).trim_end());
    }
    text
}
