//! The state of a reading or a game of Enochian chess, as pages show it.

use crate::chess::{Army, Kind, Mode, Move, Piece, Role, Square};
use crate::correspondences::{Correspondences, Criterion};
use crate::games::{GameKind, GameOptions};
use crate::reading::{DieThrower, Question};
use crate::record::EnochianRecord;
use crate::render::{
    ArmySetup, ThrowWords, action, capitalised, clauses, dignity, in_words, instructions, no_move, plural,
    turn_sentence,
};
use crate::session::{Act, PlayedTurn, TurnMoves, TurnOptions};
use crate::study::{BlockedPieces, PlacedPiece};

use super::move_options::OfferView;
use super::open_journal::WindowView;
use super::page_state::{NoMoveView, NowView, SeatView, StateView, ToolView, TurnView, has_several_players};

impl<'r> StateView<'r> {
    /// With what is of Enochian chess, as a window shows it.
    pub(super) fn with_enochian(
        self,
        record: EnochianRecord<'r>,
        view: WindowView,
        correspondences: &Correspondences,
    ) -> StateView<'r> {
        let subject = record.subject();
        let question = subject.question();
        let of_question = |value: fn(&Question) -> &Option<String>| question.and_then(|it| value(it).clone());
        let start = subject.start();
        let setup = ArmySetup::all(&start);
        let rounds = rounds(record, &setup);
        let turn = |(turn, round): (&'r PlayedTurn, &u32)| TurnView::of(turn, *round, record, correspondences);
        let kind = GameKind::default();
        StateView {
            kind: kind.name(),
            game: kind.title(),
            refereed: true,
            reading: subject.mode() == Mode::Reading,
            title: subject.title().to_owned(),
            place: match question {
                Some(it) => format!("{} board · {} angle · Ptah on {}", it.board, it.angle, it.ptah),
                None => format!("{} board", subject.board()),
            },
            seats: seats(record),
            turns: record.turns().iter().zip(&rounds).map(turn).collect(),
            now: NowView::of(record, rounds[record.turns().len()], view.quiet),
            board: Some(subject.board().name()),
            ptah: subject.ptah().map(|ptah| ptah.to_string()),
            querent: subject.querent().map(Army::name),
            dice_table: question.map(|question| question.dice.name.clone()),
            die: subject.die().map(|die| if die == DieThrower::ByHand { "hand" } else { "program" }),
            quiet: record.is_quiet(),
            quiet_reading: subject.is_quiet(),
            dice: question.map(ThrowWords::all),
            known: of_question(|it| &it.known),
            supposed: of_question(|it| &it.supposed),
            asked: of_question(|it| &it.asked),
            setup: setup.into(),
            start: Some(start),
            ..self
        }
    }
}

/// The armies, each with its player.
fn seats(record: EnochianRecord<'_>) -> Vec<SeatView> {
    let referee = GameKind::default().referee(&GameOptions::default());
    let seats = referee.iter().flat_map(|referee| referee.seats().to_vec());
    let players = &record.heading().seats.players;
    seats.zip(players).map(|(seat, player)| SeatView::of(&seat, player, seat.name.to_lowercase(), false)).collect()
}

/// The round of every turn, and of the present one: a new round begins when the order of the armies starts again.
fn rounds(record: EnochianRecord<'_>, order: &[ArmySetup]) -> Vec<u32> {
    let (mut round, mut before) = (0, order.len());
    let armies = record.turns().iter().map(|turn| turn.army).chain([record.turn()]);
    let round = |army: Army| {
        let place = order.iter().position(|it| it.army == army.name()).unwrap_or(0);
        round += u32::from(place <= before);
        before = place;
        round
    };
    armies.map(round).collect()
}

impl<'r> TurnView<'r> {
    fn of(
        turn: &'r PlayedTurn,
        round: u32,
        record: EnochianRecord<'_>,
        correspondences: &Correspondences,
    ) -> TurnView<'r> {
        let subject = &record.subject();
        let querent = subject.querent().filter(|_| !record.is_quiet());
        let (from, to) = match turn.mv {
            Move::Step { from, to, .. } => (Some(from.to_string()), Some(to.to_string())),
            Move::Pass => (None, None),
        };
        let takes = turn.captures().any(|(_, at)| turn.landing() == Some(at));
        let cell = match &to {
            Some(to) => format!("{}{to}", if takes { "×" } else { "" }),
            None if turn.thrown.is_some() => "no move".to_owned(),
            None => "pass".to_owned(),
        };
        let is_on_ptah = turn.landing().is_some_and(|to| subject.ptah() == Some(to))
            && turn.piece.is_some_and(|piece| piece.kind == Kind::King && subject.querent() == Some(piece.army));
        let dignity = querent.zip(turn.landing()).zip(turn.piece).and_then(|((querent, square), piece)| {
            dignity(&correspondences.gloss(subject.board(), square, Some(piece), Some(querent)))
        });
        TurnView {
            turn: turn.ply,
            round: Some(round),
            actor: turn.army.name().to_owned(),
            player: record.heading().seats.player(turn.army).to_owned(),
            mv: turn.mv.to_string(),
            sentence: turn_sentence(turn, querent, correspondences),
            irregular: turn.irregular.map(|broken| broken.to_string()),
            throw: turn.thrown.map(|thrown| thrown.throw.number()),
            piece: turn.piece.map(Piece::code),
            cell: Some(cell),
            from,
            square: to.clone(),
            to,
            facts: is_on_ptah.then(|| "comes to the Ptah".to_owned()).into_iter().chain(clauses(turn)).collect(),
            dignity,
            before: turn.before.iter().map(|before| action(before, turn.army)).collect(),
            table: instructions(turn),
            played: Some(turn),
        }
    }
}

impl NowView {
    fn of(record: EnochianRecord<'_>, round: u32, is_quiet: bool) -> NowView {
        let (army, player) = (record.turn(), record.heading().seats.player(record.turn()));
        let (end, last) = (record.end(), record.last_turn().map_or(0, |turn| turn.ply));
        let is_quiet = is_quiet || record.is_quiet();
        let mut now = NowView {
            state: "concluded",
            turn: record.ply(),
            round: Some(round),
            seat: Some(army.index()),
            actor: army.name().to_owned(),
            player: player.to_owned(),
            throw: record.throw().map(|throw| throw.number()),
            saved: last,
            note_turn: if record.throw().is_some() { record.ply() } else { last },
            rounds_on_ptah: rounds_on_ptah(record),
            end: end.map(|end| format!("{}.", capitalised(&end.to_string()))),
            ..NowView::default()
        };
        if record.closing().is_some() {
            return now;
        }
        match record.session().options() {
            TurnOptions::Over(_) => now.state = "over",
            TurnOptions::Throw => {
                now.state = "throw";
                now.program_throws = true;
                now.sentence = match record.subject().die() {
                    Some(DieThrower::ByHand) if has_several_players(&record) => format!("{player} throws the die."),
                    Some(DieThrower::ByHand) => "Throw your die.".to_owned(),
                    _ => "The program throws the die.".to_owned(),
                };
            }
            TurnOptions::Moves(turn) => {
                now.role = turn.role.map(|role| role.to_string());
                if turn.moves == [Move::Pass] {
                    now.state = "no_move";
                    now.no_move = Some(NoMoveView::of(record, &turn));
                } else {
                    now.state = "move";
                    now.figure = match turn.moves.first() {
                        Some(Move::Step { role, .. }) if now.throw.is_some() => Some(role.to_string()),
                        _ => None,
                    };
                    now.offers = turn.moves.iter().filter_map(|mv| OfferView::of(record, *mv, is_quiet)).collect();
                    now.sentence = can_move(record, &turn);
                }
            }
        }
        now.tools = tools(record, now.program_throws);
        now
    }
}

/// What can be done besides throws and moves.
fn tools(record: EnochianRecord<'_>, program_throws: bool) -> Vec<ToolView> {
    let (army, position) = (record.turn(), record.position());
    let by_hand = record.subject().die() == Some(DieThrower::ByHand);
    let is_game = record.mode() == Mode::Game && record.end().is_none();
    let mut tools = Vec::new();
    if program_throws {
        tools.push(ToolView::new("deal", "Let the program throw", Some("deal")));
    }
    tools.extend(record.last_decision(by_hand).map(|acts| ToolView::take_back(take_back(record, acts), "")));
    if by_hand && matches!(record.standing().next_back(), Some(Act::Throw(_))) {
        tools.push(ToolView::new("correct_throw", "Correct the throw", None));
    }
    tools.extend(position.exchanges().into_iter().map(|exchange| {
        let label = format!(
            "With {}: the king of {} returns to {}, the king of {} to {}",
            exchange.with,
            army.partner(),
            exchange.partners_king,
            exchange.with.partner(),
            exchange.enemys_king
        );
        ToolView::new("exchange", label.clone(), Some(&exchange.to_string())).ask(format!("{label}?"), None, "Exchange")
    }));
    let commands_both = record.heading().seats.commands_both(army);
    if position.may_withdraw() && !commands_both && record.end().is_none() {
        let words = format!("{army} withdraws. From now on {} commands both armies.", army.partner());
        let tool = ToolView::new("withdraw", format!("Withdraw {army}"), Some("withdraw")).hint(words.clone());
        tools.push(tool.ask(format!("Withdraw {army}?"), Some(words), "Withdraw"));
    }
    if is_game {
        let words = format!("{army} resigns for the {}", army.side());
        let resign = ToolView::new("resign", "Resign", Some("resign")).hint(words.clone());
        tools.extend(record.heading().game.kind().move_example().map(ToolView::irregular));
        tools.extend([ToolView::draw(), resign.ask(format!("{words}?"), None, "Resign")]);
    }
    tools.push(match record.mode() {
        Mode::Reading => ToolView::conclude("Conclude now, without an answer?", Some("The reading will be undecided."))
            .hint("The reading ends without an answer."),
        Mode::Game => ToolView::conclude("Conclude the game now?", Some("The game ends without a winner.")),
    });
    tools
}

/// Which pieces can move: `The king of Air can go to five squares.`
fn can_move(record: EnochianRecord<'_>, turn: &TurnMoves) -> String {
    let (position, army) = (record.position(), record.turn());
    let mut movers: Vec<(Square, Piece)> = Vec::new();
    let mut squares: Vec<Square> = Vec::new();
    for mv in &turn.moves {
        let Move::Step { role, from, to, .. } = *mv else { continue };
        movers.extend(position.pieces_at(from).find(|piece| role == piece.kind.into()).map(|piece| (from, piece)));
        squares.push(to);
    }
    movers.dedup();
    squares.sort();
    squares.dedup();
    let instead = match turn.instead_of_king {
        true => format!("The king of {army} cannot move; a pawn moves instead. "),
        false => String::new(),
    };
    let many = |what: &str| {
        // If a player has withdrawn, the pieces of both armies may move.
        let is_one_army = movers.iter().all(|(_, piece)| piece.army == army);
        let of = if turn.instead_of_king || !is_one_army { String::new() } else { format!(" of {army}") };
        format!("{} {what}{of} can move.", capitalised(&in_words(movers.len())))
    };
    let sentence = match (movers.as_slice(), turn.role) {
        ([(_, piece)], _) => {
            let name = format!("{} of {}", Role::from(piece.kind), piece.army);
            match squares.as_slice() {
                [one] => format!("The {name} can go to {one}."),
                several => format!("The {name} can go to {} squares.", in_words(several.len())),
            }
        }
        (_, Some(role)) => many(&plural(&role.to_string())),
        (_, None) => many("pieces"),
    };
    instead + &sentence
}

/// The round of the querent's king on the Ptah, where it decides the answer (RULES 8.6).
fn rounds_on_ptah(record: EnochianRecord<'_>) -> Option<String> {
    let subject = &record.subject();
    let (querent, question) = (subject.querent()?, subject.question()?);
    let is_there = record.position().king(querent) == Some(question.ptah);
    if !is_there
        || question.procedure.ends_by != Criterion::Ptah
        || record.end().is_some()
        || record.closing().is_some()
    {
        return None;
    }
    Some(if record.session().state().is_round_running() {
        "If he stays unchecked for one round, the answer is yes.".to_owned()
    } else if record.position().in_check(querent) {
        format!("The round was broken by a check; it starts again on {querent}’s next turn.")
    } else {
        format!("The round starts on {querent}’s next turn.")
    })
}

impl NoMoveView {
    fn of(record: EnochianRecord<'_>, turn: &TurnMoves) -> NoMoveView {
        let (position, army) = (record.position(), record.turn());
        let blocked = BlockedPieces::of(position, turn);
        let text = match turn.role {
            Some(_) if turn.instead_of_king => format!("Neither the king of {army} nor a pawn can move."),
            Some(role) => {
                let sentence = no_move(role, army, position);
                format!("{}.", capitalised(sentence.trim_start_matches("No Move: ")))
            }
            None => format!("{army} has no move and passes."),
        };
        let squares = |pieces: &[PlacedPiece]| pieces.iter().map(|it| it.at.to_string()).collect();
        let next = record.session().preview(Move::Pass).map_or(army, |preview| preview.turn.position.turn());
        NoMoveView {
            text,
            why: blocked.as_ref().and_then(|blocked| blocked.reason(position)),
            pieces: blocked.as_ref().map_or(Vec::new(), |blocked| squares(&blocked.pieces)),
            blockers: blocked.as_ref().map_or(Vec::new(), |blocked| squares(&blocked.blockers)),
            next: next.name(),
        }
    }
}

/// The question before the last acts are taken back: `Take back turn 38, king to a5?`
fn take_back(record: EnochianRecord<'_>, acts: usize) -> String {
    let taken: Vec<Act> = record.standing().rev().take(acts).collect();
    let turns = taken.iter().filter(|act| act.is_turn()).count();
    let first = &record.turns()[record.turns().len() - turns..];
    // The decision is the earliest of the acts.
    match (taken.last(), first) {
        (Some(Act::Throw(throw)), []) => format!("Take back the throw of {throw}?"),
        (Some(Act::Throw(throw)), [turn, ..]) => format!("Take back turn {}, the throw of {throw}?", turn.ply),
        (Some(Act::Move(_) | Act::Irregular(_)), [turn, later @ ..]) => {
            let role = turn.piece.map_or(Role::Pawn, |piece| piece.kind.into());
            let to = turn.landing().map_or(String::new(), |to| to.to_string());
            match later {
                [] => format!("Take back turn {}, {role} to {to}?", turn.ply),
                [.., last] => format!("Take back turns {} to {}, from {role} to {to} on?", turn.ply, last.ply),
            }
        }
        (Some(Act::Exchange(_)), _) => "Take back the exchange of prisoners?".to_owned(),
        (Some(Act::Withdrawal(army)), _) => format!("Take back the withdrawal of {army}?"),
        _ => "Take back the last act?".to_owned(),
    }
}
