//! The state of one of the other games, as pages show it.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use crate::correspondences::Palette;
use crate::games::{Actor, Diagram, Fact, GameSession, GameState, GameStep, OfferedAct, Seat};
use crate::record::OtherRecord;
use crate::render::{acts_result, step_sentence};

use super::board_view::BoardView;
use super::open_journal::{OpenJournal, WindowView};
use super::other_acting::resignation;
use super::page_parts::Parts;
use super::page_state::NoteView;
use super::sight::Sight;

/// What a page shows of one of the other games. What is hidden from its seat is not in it.
#[derive(Debug, Serialize)]
pub(super) struct OtherStateView {
    journal: String,
    revision: u64,
    role: &'static str,
    why: Option<String>,
    kind: &'static str,
    reading: bool,
    game: &'static str,
    refereed: bool,
    title: String,
    options: Vec<String>,
    begun: String,
    automatic: bool,
    /// The name of the palette in the settings.
    palette: &'static str,
    seats: Vec<SeatView>,
    turn: u32,
    actor: ActorView,
    /// Whether it is in check.
    check: bool,
    deals: Option<&'static str>,
    view: Option<usize>,
    hidden: bool,
    #[serde(flatten)]
    board: BoardView,
    acts: Vec<ActView>,
    history: Vec<StepView>,
    /// The number of notes before these, which the page has.
    notes_from: usize,
    notes: Vec<NoteView>,
    tags: Vec<String>,
    ending: Option<String>,
    places: Vec<Vec<String>>,
    result: Option<String>,
    concluded: Option<String>,
    can: PossibleActs,
    notices: Vec<String>,
}

#[derive(Debug, Serialize)]
struct SeatView {
    name: String,
    letter: char,
    side: usize,
    player: String,
    colour: String,
    out: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum ActorView {
    Seat { seat: usize },
    Chance,
    Nobody,
}

#[derive(Debug, Serialize)]
struct ActView {
    text: String,
    from: Option<String>,
    to: Option<String>,
    open: bool,
    leads_to: Option<String>,
}

#[derive(Debug, Serialize)]
struct StepView {
    turn: u32,
    actor: String,
    act: String,
    sentence: String,
    irregular: Option<String>,
}

/// The acts besides those of the game.
#[derive(Debug, Default, Serialize)]
struct PossibleActs {
    take_back: bool,
    resign: Vec<usize>,
    draw: bool,
    conclude: bool,
}

impl OtherStateView {
    /// The state of an open journal as a window asked for it. `why` says why the window may not play.
    pub(super) fn of(
        name: &str,
        open: &OpenJournal<'_>,
        record: OtherRecord<'_>,
        why: Option<String>,
        view: WindowView,
        same: Parts,
        palette: Palette,
    ) -> OtherStateView {
        let (heading, session, state) = (record.heading(), record.session(), record.session().state());
        let kind = session.referee().kind();
        let seats = session.referee().seats();
        let sight = Sight::of(record, view.seat);
        let seen = sight.state(state);
        let diagram = seen.diagram();
        let is_open = record.closing().is_none();
        let acts = if is_open && sight.shows_acts(state.actor()) { seen.acts() } else { Vec::new() };
        let ending = state.ending();
        let places = ending.as_ref().map_or(&[][..], |ending| &ending.places);
        let names = |seats_of_place: &Vec<usize>| {
            seats_of_place.iter().filter_map(|seat| seats.get(*seat)).map(|seat| seat.name.clone()).collect()
        };
        OtherStateView {
            journal: name.to_owned(),
            revision: open.revision(),
            role: if why.is_some() { "watcher" } else { "player" },
            why,
            kind: kind.name(),
            reading: false,
            game: kind.title(),
            refereed: kind.is_refereed(),
            title: record.game().title.clone(),
            options: record.game().options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            begun: heading.begun.format("%-d %B %Y, %H:%M").to_string(),
            automatic: heading.automatic,
            palette: palette.name(),
            seats: SeatView::all(record, &state.diagram()),
            turn: state.turn(),
            actor: match state.actor() {
                Actor::Seat(seat) => ActorView::Seat { seat },
                Actor::Chance => ActorView::Chance,
                Actor::Nobody => ActorView::Nobody,
            },
            check: matches!(state.actor(), Actor::Seat(seat) if state.is_in_check(seat)),
            deals: kind.is_dealt().then(|| if record.is_dealt() { "program" } else { "table" }),
            view: sight.seat(),
            hidden: seen.text() != state.text(),
            board: BoardView::of(&diagram, session.steps(), seats, view.palette.unwrap_or(palette)),
            acts: acts.into_iter().map(|act| ActView::of(act, &seen, seats)).collect(),
            history: history(session, sight),
            notes_from: same.notes,
            notes: record.notes().into_iter().skip(same.notes).map(NoteView::of).collect(),
            tags: record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect(),
            places: places.iter().map(names).collect(),
            ending: ending.map(|ending| ending.words),
            result: (!is_open).then(|| acts_result(record)),
            concluded: record.concluded().map(|(how, when)| format!("{how}, {}", when.format("%-d %B %Y, %H:%M"))),
            can: PossibleActs::of(record),
            notices: open.notices().to_vec(),
        }
    }
}

impl SeatView {
    fn all(record: OtherRecord<'_>, diagram: &Diagram) -> Vec<SeatView> {
        let referee = record.session().referee();
        let pieces = diagram.panels.iter().flat_map(|panel| &panel.cells).filter_map(|cell| cell.piece.as_ref());
        // An army that is in the game has a piece on the board.
        let are_in: BTreeSet<usize> = pieces.filter(|piece| !piece.is_out).map(|piece| piece.seat).collect();
        let seats = referee.seats().iter().zip(&record.heading().seats.players).enumerate();
        let seat = |(index, (seat, player)): (usize, (&Seat, &String))| SeatView {
            name: seat.name.clone(),
            letter: seat.letter,
            side: seat.side,
            player: player.clone(),
            colour: if referee.kind().is_refereed() { seat.name.to_lowercase() } else { format!("seat-{index}") },
            out: !diagram.panels.is_empty() && !are_in.contains(&index),
        };
        seats.map(seat).collect()
    }
}

impl ActView {
    fn of(act: OfferedAct, seen: &Arc<dyn GameState>, seats: &[Seat]) -> ActView {
        // What is seen decides, so that nothing hidden can be in it.
        let leads_to = (!act.is_open).then(|| leads_to(seen, &act.text, seats)).flatten();
        ActView { text: act.text, from: act.from, to: act.to, open: act.is_open, leads_to }
    }
}

/// What an act leads to besides the movement of a piece; `None` if to nothing.
fn leads_to(state: &Arc<dyn GameState>, act: &str, seats: &[Seat]) -> Option<String> {
    let played = state.play(act).ok()?;
    let is_more = |fact: &&Fact| !matches!(fact, Fact::Moved { .. });
    let clauses = played.facts.iter().filter(is_more).map(|fact| fact.clause(seats));
    let ending = played.state.ending().map(|ending| ending.words);
    let clauses: Vec<String> = clauses.chain(ending).collect();
    (!clauses.is_empty()).then(|| clauses.join("; "))
}

/// The acts, without those that were taken back.
fn history(session: &GameSession, sight: Sight) -> Vec<StepView> {
    let before = [session.start()].into_iter().chain(session.steps().iter().map(|step| &step.played.state));
    let view = |(step, before): (&GameStep, &Arc<dyn GameState>)| StepView {
        turn: step.turn,
        actor: session.actor_name(session.step_actor(step)).to_owned(),
        act: sight.act(before, step),
        sentence: step_sentence(session, step),
        irregular: step.played.irregular.clone(),
    };
    session.steps().iter().zip(before).map(view).collect()
}

impl PossibleActs {
    fn of(record: OtherRecord<'_>) -> PossibleActs {
        if record.closing().is_some() {
            return PossibleActs::default();
        }
        let seats = 0..record.session().referee().seats().len();
        let is_over = record.session().state().ending().is_some();
        PossibleActs {
            take_back: record.last_decision().is_some(),
            resign: seats.filter(|seat| !is_over && resignation(record, *seat).is_some()).collect(),
            draw: !is_over,
            conclude: true,
        }
    }
}
