//! The state of a reading or game, as pages show it.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::chess::{Army, Kind, Mode, Move, Piece, Position, Role, Square};
use crate::correspondences::{Correspondences, Criterion, Palette};
use crate::games::GameKind;
use crate::reading::{DieThrower, Question};
use crate::record::{EnochianRecord, Note};
use crate::render::{
    ArmySetup, ThrowWords, action, capitalised, clauses, dignity, in_words, instructions, no_move, plural,
    turn_sentence,
};
use crate::session::{Act, PlayedTurn, TurnMoves, TurnOptions};
use crate::study::{BlockedPieces, PlacedPiece};

use super::enochian_acting::resignation;
use super::move_options::MoveOption;
use super::open_journal::OpenJournal;
use super::page_parts::Parts;

/// What a page shows of a journal. A quiet reading has no signs, houses, meanings, god-forms or warnings in it.
#[derive(Debug, Serialize)]
pub(super) struct StateView {
    journal: String,
    revision: u64,
    kind: &'static str,
    reading: bool,
    title: String,
    asked_by: Option<String>,
    begun: String,
    board: &'static str,
    angle: Option<&'static str>,
    ptah: Option<String>,
    array: Option<String>,
    querent: Option<&'static str>,
    place: String,
    ruleset: String,
    procedure: Option<String>,
    dice_table: Option<String>,
    die: Option<&'static str>,
    automatic: bool,
    /// The name of the palette in the settings.
    palette: &'static str,
    quiet: bool,
    quiet_reading: bool,
    role: &'static str,
    watching: Option<String>,
    seats: BTreeMap<&'static str, String>,
    several_players: bool,
    dice: Option<[ThrowWords; 6]>,
    known: Option<String>,
    supposed: Option<String>,
    asked: Option<String>,
    setup: [ArmySetup; 4],
    start: PlaceView,
    tags: Vec<String>,
    /// The number of notes before these, which the page has.
    notes_from: usize,
    notes: Vec<NoteView>,
    turns: TurnsView,
    now: NowView,
    notices: Vec<String>,
}

/// What stands on the board.
#[derive(Debug, Serialize)]
pub(super) struct PlaceView {
    pieces: String,
    to_move: &'static str,
    frozen: Vec<&'static str>,
    checks: Vec<CheckView>,
    last: Option<LastMove>,
}

#[derive(Debug, Serialize)]
struct CheckView {
    king: String,
    army: &'static str,
    from: Vec<String>,
}

#[derive(Debug, Serialize)]
struct LastMove {
    from: String,
    to: String,
}

#[derive(Debug, Serialize)]
pub(super) struct NoteView {
    turn: Option<u32>,
    text: String,
    taken_back: bool,
    when: Option<String>,
}

#[derive(Debug, Serialize)]
struct TurnsView {
    from: usize,
    list: Vec<TurnView>,
}

#[derive(Debug, Serialize)]
struct TurnView {
    turn: u32,
    round: u32,
    army: &'static str,
    player: String,
    throw: Option<u8>,
    instead_of_king: bool,
    piece: Option<String>,
    #[serde(rename = "move")]
    mv: String,
    sheet: String,
    cell: String,
    from: Option<String>,
    to: Option<String>,
    sentence: String,
    facts: Vec<String>,
    square: Option<String>,
    dignity: Option<String>,
    before: Vec<String>,
    table: Vec<String>,
    place: PlaceView,
}

/// What can be done now.
#[derive(Debug, Serialize)]
struct NowView {
    state: &'static str,
    turn: u32,
    round: u32,
    army: &'static str,
    player: String,
    program_throws: bool,
    throw: Option<u8>,
    role: Option<String>,
    instead_of_king: bool,
    sentence: String,
    moves: Vec<MoveOption>,
    no_move: Option<NoMoveView>,
    acts: PossibleActs,
    place: PlaceView,
    saved: u32,
    rounds_on_ptah: Option<String>,
    end: Option<String>,
}

#[derive(Debug, Serialize)]
struct NoMoveView {
    text: String,
    why: Option<String>,
    pieces: Vec<String>,
    blockers: Vec<String>,
    next: &'static str,
}

/// The acts besides throws and moves, each with the words of its button or question.
#[derive(Debug, Default, Serialize)]
struct PossibleActs {
    take_back: Option<String>,
    correct_throw: bool,
    exchanges: Vec<ExchangeOption>,
    withdraw: Option<String>,
    conclude: bool,
    draw: bool,
    resign: Option<String>,
}

#[derive(Debug, Serialize)]
struct ExchangeOption {
    text: String,
    label: String,
}

impl StateView {
    /// The state of an open journal, without the turns and notes that are the same on the page. `watching` says why the window may not play.
    pub(super) fn of(
        name: &str,
        open: &OpenJournal<'_>,
        record: EnochianRecord<'_>,
        watching: Option<String>,
        same: Parts,
        (palette, correspondences): (Palette, &Correspondences),
    ) -> StateView {
        let heading = record.heading();
        let subject = record.subject();
        let question = subject.question();
        let of_question = |value: fn(&Question) -> &Option<String>| question.and_then(|it| value(it).clone());
        let start = subject.start();
        let rounds = rounds(record);
        let from = same.turns.min(record.turns().len());
        let turn = |(turn, round): (&PlayedTurn, &u32)| TurnView::of(turn, *round, record, correspondences);
        StateView {
            journal: name.to_owned(),
            revision: open.revision(),
            kind: GameKind::default().name(),
            reading: subject.mode() == Mode::Reading,
            title: subject.title().to_owned(),
            asked_by: question.map(|question| question.querent.clone()),
            begun: heading.begun.format("%-d %B %Y, %H:%M").to_string(),
            board: subject.board().name(),
            angle: question.map(|question| question.angle.name()),
            ptah: subject.ptah().map(|ptah| ptah.to_string()),
            array: subject.array().map(|array| array.to_string()),
            querent: subject.querent().map(Army::name),
            place: match question {
                Some(it) => format!("{} board · {} angle · Ptah on {}", it.board, it.angle, it.ptah),
                None => format!("{} board", subject.board()),
            },
            ruleset: subject.ruleset().name.clone(),
            procedure: question.map(|question| question.procedure.name.clone()),
            dice_table: question.map(|question| question.dice.name.clone()),
            die: subject.die().map(|die| if die == DieThrower::ByHand { "hand" } else { "program" }),
            automatic: heading.automatic,
            palette: palette.name(),
            quiet: record.is_quiet(),
            quiet_reading: subject.is_quiet(),
            role: if watching.is_some() { "watcher" } else { "player" },
            watching,
            seats: Army::ALL.map(|army| (army.name(), heading.seats.player(army).to_owned())).into(),
            several_players: has_several_players(record),
            dice: question.map(ThrowWords::all),
            known: of_question(|it| &it.known),
            supposed: of_question(|it| &it.supposed),
            asked: of_question(|it| &it.asked),
            setup: ArmySetup::all(&start),
            start: PlaceView::of(&start, None),
            tags: record.tags().into_iter().map(|tag| tag.as_str().to_owned()).collect(),
            notes_from: same.notes,
            notes: record.notes().into_iter().skip(same.notes).map(NoteView::of).collect(),
            turns: TurnsView { from, list: record.turns()[from..].iter().zip(&rounds[from..]).map(turn).collect() },
            now: NowView::of(record, rounds[record.turns().len()]),
            notices: open.notices().to_vec(),
        }
    }
}

fn has_several_players(record: EnochianRecord<'_>) -> bool {
    let players = &record.heading().seats.players;
    players.iter().any(|player| *player != players[0])
}

/// The armies, the first to move first.
fn armies_in_order(start: &Position) -> [Army; 4] {
    let first = start.turn();
    let second = first.next(start.direction());
    let third = second.next(start.direction());
    [first, second, third, third.next(start.direction())]
}

/// The round of every turn, and of the present one: a new round begins when the order of the armies starts again.
fn rounds(record: EnochianRecord<'_>) -> Vec<u32> {
    let order = armies_in_order(&record.subject().start());
    let (mut round, mut before) = (0, order.len());
    let armies = record.turns().iter().map(|turn| turn.army).chain([record.turn()]);
    let round = |army| {
        let place = order.iter().position(|other| *other == army).unwrap_or(0);
        round += u32::from(place <= before);
        before = place;
        round
    };
    armies.map(round).collect()
}

impl PlaceView {
    /// A position, and the move that led to it.
    pub(super) fn of(position: &Position, last: Option<Move>) -> PlaceView {
        let piece = |(square, piece): (Square, Piece)| {
            let mark = if position.is_frozen(piece.army) { "*" } else { "" };
            format!("{square}{}{mark}", piece.code())
        };
        let check = |army: Army| {
            let from: Vec<String> = position.checkers(army).into_iter().map(|square| square.to_string()).collect();
            let king = position.king(army).filter(|_| !from.is_empty())?.to_string();
            Some(CheckView { king, army: army.name(), from })
        };
        PlaceView {
            pieces: position.pieces().map(piece).collect::<Vec<_>>().join(" "),
            to_move: position.turn().name(),
            frozen: Army::ALL.into_iter().filter(|army| position.is_frozen(*army)).map(Army::name).collect(),
            checks: Army::ALL.into_iter().filter_map(check).collect(),
            last: match last {
                Some(Move::Step { from, to, .. }) => Some(LastMove { from: from.to_string(), to: to.to_string() }),
                _ => None,
            },
        }
    }
}

impl NoteView {
    pub(super) fn of(note: Note<'_>) -> NoteView {
        NoteView {
            turn: note.ply,
            text: note.words.to_owned(),
            taken_back: note.is_taken_back,
            when: note.moment.map(|moment| moment.format("%-d %B %Y, %H:%M").to_string()),
        }
    }
}

impl TurnView {
    fn of(turn: &PlayedTurn, round: u32, record: EnochianRecord<'_>, correspondences: &Correspondences) -> TurnView {
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
            round,
            army: turn.army.name(),
            player: record.heading().seats.player(turn.army).to_owned(),
            throw: turn.thrown.map(|thrown| thrown.throw.number()),
            instead_of_king: turn.thrown.is_some_and(|thrown| thrown.instead_of_king),
            piece: turn.piece.map(Piece::code),
            mv: turn.mv.to_string(),
            sheet: turn.sheet.clone(),
            cell,
            from,
            square: to.clone(),
            to,
            sentence: turn_sentence(turn, querent, correspondences),
            facts: is_on_ptah.then(|| "comes to the Ptah".to_owned()).into_iter().chain(clauses(turn)).collect(),
            dignity,
            before: turn.before.iter().map(|before| action(before, turn.army)).collect(),
            table: instructions(turn),
            place: PlaceView::of(&turn.position, Some(turn.mv)),
        }
    }
}

impl NowView {
    fn of(record: EnochianRecord<'_>, round: u32) -> NowView {
        let (army, player) = (record.turn(), record.heading().seats.player(record.turn()));
        let end = record.end();
        let mut now = NowView {
            state: "concluded",
            turn: record.ply(),
            round,
            army: army.name(),
            player: player.to_owned(),
            program_throws: false,
            throw: record.throw().map(|throw| throw.number()),
            role: None,
            instead_of_king: false,
            sentence: String::new(),
            moves: Vec::new(),
            no_move: None,
            acts: PossibleActs::default(),
            place: PlaceView::of(record.position(), record.last_turn().map(|turn| turn.mv)),
            saved: record.last_turn().map_or(0, |turn| turn.ply),
            rounds_on_ptah: rounds_on_ptah(record),
            end: end.map(|end| format!("{}.", capitalised(&end.to_string()))),
        };
        if record.closing().is_some() {
            return now;
        }
        now.acts = PossibleActs::of(record);
        match record.session().options() {
            TurnOptions::Over(_) => now.state = "over",
            TurnOptions::Throw => {
                now.state = "throw";
                now.program_throws = true;
                now.sentence = match record.subject().die() {
                    Some(DieThrower::ByHand) if has_several_players(record) => format!("{player} throws the die."),
                    Some(DieThrower::ByHand) => "Throw your die.".to_owned(),
                    _ => "The program throws the die.".to_owned(),
                };
            }
            TurnOptions::Moves(turn) => {
                now.role = turn.role.map(|role| role.to_string());
                now.instead_of_king = turn.instead_of_king;
                if turn.moves == [Move::Pass] {
                    now.state = "no_move";
                    now.no_move = Some(NoMoveView::of(record, &turn));
                } else {
                    now.state = "move";
                    now.moves = turn.moves.iter().filter_map(|mv| MoveOption::of(record, *mv)).collect();
                    now.sentence = can_move(record, &turn);
                }
            }
        }
        now
    }
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

impl PossibleActs {
    fn of(record: EnochianRecord<'_>) -> PossibleActs {
        let army = record.turn();
        let by_hand = record.subject().die() == Some(DieThrower::ByHand);
        let is_game = record.mode() == Mode::Game;
        let can_withdraw =
            record.position().may_withdraw(record.rules()) && !record.heading().seats.commands_both(army);
        let is_over = record.end().is_some();
        PossibleActs {
            take_back: record.last_decision(by_hand).map(|acts| take_back(record, acts)),
            correct_throw: by_hand && matches!(record.standing().next_back(), Some(Act::Throw(_))),
            exchanges: record
                .position()
                .exchanges(record.rules())
                .into_iter()
                .map(|exchange| ExchangeOption {
                    label: format!(
                        "With {}: the king of {} returns to {}, the king of {} to {}",
                        exchange.with,
                        army.partner(),
                        exchange.partners_king,
                        exchange.with.partner(),
                        exchange.enemys_king
                    ),
                    text: exchange.to_string(),
                })
                .collect(),
            withdraw: (can_withdraw && !is_over)
                .then(|| format!("{army} withdraws. From now on {} commands both armies.", army.partner())),
            conclude: true,
            draw: is_game && !is_over,
            resign: (is_game && !is_over).then(|| resignation(army)),
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
