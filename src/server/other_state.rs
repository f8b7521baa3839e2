//! The state of one of the other games, as pages show it.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::games::{Actor, Diagram, GameState, PlayedAct, Seat};
use crate::record::OtherRecord;
use crate::render::{ArmySetup, act_instructions, capitalised, result, step_sentence};

use super::acting::resignation;
use super::move_options::OfferView;
use super::open_journal::WindowView;
use super::page_state::{NowView, SeatView, StateView, ToolView, TurnView};
use super::sight::Sight;

impl<'r> StateView<'r> {
    /// With what is of another game, as a window may see it.
    pub(super) fn with_other(self, record: OtherRecord<'r>, view: WindowView) -> StateView<'r> {
        let (session, state) = (record.session(), record.session().state());
        let (kind, seats, game) = (session.terms().kind(), session.state().seats(), record.game());
        let sight = Sight::of(record, view.seat);
        let start = session.start().diagram();
        let seen = sight.state(state);
        let diagram = seen.diagram().turned(view.side);
        let title = if game.title.is_empty() { kind.title() } else { &game.title };
        StateView {
            kind: kind.name(),
            game: kind.title(),
            refereed: kind.is_refereed(),
            title: title.to_owned(),
            place: if title == kind.title() { String::new() } else { kind.title().to_owned() },
            options: game.options.iter().map(|(name, value)| format!("{name}={value}")).collect(),
            seats: seats_of(record, &state.diagram()),
            deals: kind.is_dealt().then(|| if record.is_dealt() { "program" } else { "table" }),
            view: sight.seat(),
            hidden: seen.text() != state.text(),
            turns: acts(record, sight).collect(),
            now: now(record, sight, &seen, &diagram),
            setup: if start.is_of_squares() { ArmySetup::in_diagram(&start, seats) } else { Vec::new() },
            is_drawn: true,
            ..self
        }
    }
}

fn seats_of(record: OtherRecord<'_>, diagram: &Diagram) -> Vec<SeatView> {
    let referee = &record.session().terms();
    let pieces = diagram.panels.iter().flat_map(|panel| &panel.cells).filter_map(|cell| cell.piece.as_ref());
    // An army that is in the game has a piece on the board.
    let are_in: BTreeSet<usize> = pieces.filter(|piece| !piece.is_out).map(|piece| piece.seat).collect();
    let seats = referee.seats().iter().zip(&record.heading().seats.players).enumerate();
    let seat = |(index, (seat, player)): (usize, (&Seat, &String))| {
        let colour = if referee.kind().is_refereed() { seat.name.to_lowercase() } else { format!("seat-{index}") };
        SeatView::of(seat, player, colour, !diagram.panels.is_empty() && !are_in.contains(&index))
    };
    seats.map(seat).collect()
}

/// The acts, without those that were taken back.
fn acts<'r>(record: OtherRecord<'r>, sight: Sight) -> impl Iterator<Item = TurnView<'r>> + 'r {
    let session = record.session();
    let before = [session.start()].into_iter().chain(session.steps().iter().map(|step| &step.state));
    let players = &record.record().heading().seats.players;
    let seats = session.state().seats();
    // Nobody has a board of hexes on five levels.
    let has_table = session.start().diagram().is_of_squares();
    let view = move |(step, before): (&PlayedAct, &Arc<dyn GameState>)| {
        let actor = step.by;
        TurnView {
            turn: step.turn,
            actor: session.state().actor_name(actor).to_owned(),
            player: player(players, actor),
            mv: sight.act(before, step),
            sentence: step_sentence(step),
            irregular: step.irregular.clone(),
            table: if has_table { act_instructions(&step.facts, seats) } else { Vec::new() },
            ..TurnView::default()
        }
    };
    session.steps().iter().zip(before).map(view)
}

fn player(players: &[String], actor: Actor) -> String {
    match actor {
        Actor::Seat(seat) => players.get(seat).cloned().unwrap_or_default(),
        Actor::Chance | Actor::Nobody => String::new(),
    }
}

fn now(record: OtherRecord<'_>, sight: Sight, seen: &Arc<dyn GameState>, diagram: &Diagram) -> NowView {
    let (session, state) = (record.session(), record.session().state());
    let (seats, actor) = (session.state().seats(), state.actor());
    let ending = state.ending();
    let mut now = NowView {
        turn: state.turn(),
        note_turn: state.turn(),
        saved: session.steps().last().map_or(0, |step| step.turn),
        end: ending.as_ref().map(|ending| ending.words.clone()),
        ..NowView::default()
    };
    if let Some((how, when)) = record.concluded() {
        now.state = "concluded";
        now.end.get_or_insert_with(|| capitalised(&result(&record)));
        now.concluded = Some(format!("{how}, {}", when.format("%-d %B %Y, %H:%M")));
        return now;
    }
    now.state = match actor {
        Actor::Nobody => "over",
        Actor::Chance => "deal",
        Actor::Seat(seat) => {
            now.seat = Some(seat);
            now.check = state.is_in_check(seat);
            "move"
        }
    };
    now.actor = session.state().actor_name(actor).to_owned();
    now.player = player(&record.heading().seats.players, actor);
    if sight.shows_acts(actor) {
        now.offers = seen.acts().into_iter().map(|act| OfferView::in_state(seen, diagram, act, seats)).collect();
    }
    now.tools = tools(record);
    now
}

/// What can be done besides the acts of the game.
fn tools(record: OtherRecord<'_>) -> Vec<ToolView> {
    let (session, seats) = (record.session(), record.session().state().seats());
    let kind = session.terms().kind();
    let is_over = session.state().ending().is_some();
    let mut tools = Vec::new();
    if let Some(acts) = record.last_decision() {
        let steps = session.steps();
        let taken = &steps[steps.len().saturating_sub(acts).min(steps.len() - 1)];
        let question = format!("Take back the last act of {}?", session.state().actor_name(taken.by));
        let tool = ToolView::take_back(question, &format!("{} ", step_sentence(taken)));
        let hint = "The last act of a player, and what the cards did after it.";
        tools.push(if kind.is_dealt() { tool.hint(hint) } else { tool });
    }
    if !is_over && kind.is_refereed() {
        let card = ToolView::new("card", "A card…", None);
        let card = card.hint("What a card does to the board: kept by its name, marked irregular.");
        tools.extend(kind.has_card_acts().then_some(card));
        tools.extend(kind.move_example().map(ToolView::irregular));
    } else if !is_over {
        tools.push(ToolView::new("end", "End the game…", None).hint("With a word on the result."));
    }
    if !is_over {
        tools.push(ToolView::draw());
        let has_two_sides = seats.iter().all(|seat| seat.side < 2);
        let what = if has_two_sides { "This ends the game." } else { "Its army goes out of the game at once." };
        tools.extend(seats.iter().enumerate().filter(|(index, _)| resignation(record, *index).is_some()).map(
            |(index, seat)| {
                let tool = ToolView::new("resign", format!("{} resigns", seat.name), Some(&format!("resign {index}")));
                tool.ask(format!("Does {} resign?", seat.name), Some(what.to_owned()), "Resign")
            },
        ));
    }
    let more = if is_over { None } else { Some("It ends without a winner.") };
    tools.push(ToolView::conclude("Conclude the game now?", more));
    tools
}
