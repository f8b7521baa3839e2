//! The view at which one plays, of any game: what the template needs beside the state.

use minijinja::Value;
use serde::Serialize;

use crate::chess::Square;
use crate::render::capitalised;

use super::super::call::Problem;
use super::super::move_options::OfferView;
use super::super::page_state::StateView;
use super::board::{BoardLook, Place, code_in};
use super::cards::{CardForm, CardPart, deal_words};
use super::offers::{choices, movers};
use super::play_address::PlayAddress;
use super::play_words::{said, sentences_of, small, title, what_is};
use super::rounds::{rounds, sentences};
use super::{View, shown};
use crate::export::encoded;

/// Of more pieces first the piece is chosen.
const MOST_ROWS: usize = 4;
/// How long what was played last, or why nothing can move, is seen before the program acts, in ms.
const WAITS: u32 = 700;
const PASS_WAITS: u32 = 2000;
/// How often a window that is seen asks whether a journal has changed, in ms.
const FOLLOWED: u32 = 1000;

/// What is told beside the state, with the answer to an act.
#[derive(Debug, Default, Serialize)]
pub(in crate::server) struct ActReport {
    /// The cell of the piece that the program would move.
    pub(in crate::server) selected: Option<String>,
    /// The day of an outcome that is doubtful.
    pub(in crate::server) doubted: Option<String>,
    /// Why the act was refused.
    #[serde(skip)]
    pub(in crate::server) refused: Option<Problem>,
    /// The act that could not be saved.
    #[serde(skip)]
    pub(in crate::server) waiting: Option<String>,
    #[serde(skip)]
    pub(in crate::server) news: Option<String>,
    /// Whether the present is shown, since it is an act of the game.
    #[serde(skip)]
    pub(in crate::server) is_of_game: bool,
    /// What was added to the journal: `Note saved.`
    #[serde(skip)]
    pub(in crate::server) said: Option<&'static str>,
}

/// What the view is made of, besides its state.
#[derive(Debug, Default, Serialize)]
pub(in crate::server) struct Parts {
    pub(in crate::server) board: Option<BoardLook>,
    pub(in crate::server) next_side: u8,
    pub(in crate::server) landing_gloss: Option<Value>,
    pub(in crate::server) landing_corner: Option<Place>,
    /// What lies beside the board.
    pub(in crate::server) beside: Vec<(String, Vec<CardPart>)>,
    pub(in crate::server) branch: Option<Value>,
    pub(in crate::server) other_ways: Option<Value>,
    pub(in crate::server) conclusion: Option<String>,
    pub(in crate::server) today: String,
    #[serde(flatten)]
    pub(in crate::server) told: ActReport,
    /// The index of the turn that is shown.
    #[serde(skip)]
    pub(in crate::server) shown: Option<isize>,
    /// Why the turn of the address is not shown.
    #[serde(skip)]
    pub(in crate::server) missing: Option<String>,
    #[serde(skip)]
    pub(in crate::server) followed: Option<FollowedPiece>,
    #[serde(skip)]
    pub(in crate::server) hands: [usize; 2],
    #[serde(skip)]
    pub(in crate::server) is_covered: bool,
    #[serde(skip)]
    pub(in crate::server) is_foreign: bool,
    /// Changes with what things mean to the person.
    #[serde(skip)]
    pub(in crate::server) meanings: String,
    /// Whether what came up again is asked for.
    #[serde(skip)]
    pub(in crate::server) comes_again: bool,
}

/// The piece of the cast that is followed.
#[derive(Debug)]
pub(in crate::server) struct FollowedPiece {
    pub(in crate::server) piece: String,
    pub(in crate::server) name: String,
    pub(in crate::server) turns: Vec<u32>,
}

/// The view, from the state of a journal and what is shown of it.
pub(in crate::server) fn play_view(s: &StateView<'_>, address: &PlayAddress, parts: Parts) -> View {
    let Parts { shown, missing, followed, told, .. } = &parts;
    let shown = *shown;
    let now = &s.now;
    let turns = &s.turns;
    let is_drawn = s.is_drawn;
    let is_concluded = now.state == "concluded";
    let is_open = !is_concluded && now.state != "over";
    let quiet = address.hides_meanings(s);
    let is_now = shown.is_none();
    let turn_shown = shown.and_then(|index| turns.get(usize::try_from(index).ok()?));
    let here = address.here();
    let link = |index: isize| match is_drawn {
        true => format!("{here}&after={}", index + 1),
        false => {
            let first = turns.first().map_or(1, |it| it.turn);
            let number = usize::try_from(index).ok().and_then(|index| turns.get(index)).map_or(first - 1, |it| it.turn);
            format!("{here}&turn={number}")
        }
    };
    let index_of = |turn: u32| turns.iter().rposition(|it| it.turn == turn).map(|index| index as isize);
    let last = turns.len() as isize - 1;
    // Where each turn is to be made on a real board, the first that was not.
    let unmade = address.made.filter(|made| *made < turns.len() && is_now && told.waiting.is_none());
    let unmade = unmade.filter(|made| !turns[*made].table.is_empty());
    let acting = now.seat.filter(|_| is_open).and_then(|seat| s.seats.get(seat));
    let tool = |name: &str| now.tools.iter().any(|it| it.name == name);
    let waiting_move = told.waiting.as_ref().and_then(|text| now.offers.iter().find(|it| it.text == *text));
    let panel = match () {
        () if told.waiting.is_some() => "troubled",
        () if !is_now => "past",
        () if unmade.is_some() => "prompting",
        () if is_concluded => "concluded",
        () if now.state == "over" => "over",
        () if now.program => "program",
        () if parts.is_covered => "covered",
        () if parts.is_foreign => "foreign",
        () if now.state == "throw" => "throwing",
        () if now.state == "deal" => "dealing",
        () if now.state == "no_move" => "no-move",
        () if s.refereed => "moving",
        () => "free",
    };
    let headed = turn_shown.or(unmade.map(|made| &turns[made]));
    let is_start = shown.is_some_and(|index| index < 0);
    let seat_name = headed.map_or(&now.actor, |it| &it.actor);
    let seat =
        s.seats.iter().find(|seat| seat.name == *seat_name).filter(|_| !is_start && (headed.is_some() || is_open));
    let throw = if is_start { None } else { headed.map_or(now.throw, |it| it.throw) };
    let offers: &[OfferView] = if is_now && is_open { &now.offers } else { &[] };
    let plain: Vec<&OfferView> = offers.iter().filter(|it| it.plain).collect();
    let movers = movers(offers, s.ptah.as_deref(), quiet);
    let is_moving = panel == "moving";
    let landed = match shown {
        Some(_) => turn_shown,
        None => turns.iter().rfind(|it| it.square.is_some()).or(turns.last()),
    };
    let note_turn = match shown {
        None => now.note_turn,
        Some(_) => turn_shown.map_or(0, |it| it.turn),
    };
    let in_play = is_now && !is_concluded && (note_turn == 0 || note_turn == now.turn);
    let last_turn = turns.last().map_or(0, |it| it.turn);
    // An act that nobody need choose, and after how many ms it is made.
    let auto = match () {
        () if !is_now || !matches!(panel, "program" | "throwing" | "no-move") => None,
        () if now.program => Some(shown! { act: "program", wait: WAITS }),
        () if now.state == "throw" && now.program_throws && address.throws => Some(shown! { act: "deal", wait: WAITS }),
        () if now.state == "no_move" && address.passes => Some(shown! { act: "pass", wait: PASS_WAITS }),
        () => None,
    };
    let notices = s.notices.iter().map(String::as_str);
    let news: Vec<&str> = missing
        .as_deref()
        .into_iter()
        .chain(told.news.as_deref())
        .chain(notices)
        .chain(now.rounds_on_ptah.as_deref().filter(|_| is_now))
        .collect();
    let road = followed.as_ref();
    let go = |turn: Option<&u32>| turn.and_then(|turn| index_of(*turn)).map(link);
    let number_shown = turn_shown.map_or(0, |it| it.turn);
    let followed_look = followed.as_ref().filter(|_| !is_now).map(|it| {
        shown! {
            piece: it.piece.clone(),
            name: it.name.clone(),
            before: go(it.turns.iter().rfind(|turn| **turn < number_shown)),
            after: go(it.turns.iter().find(|turn| **turn > number_shown)),
            stop: format!("{}&turn={number_shown}", PlayAddress { piece: None, ..address.clone() }.here()),
        }
    });
    let trouble = told.waiting.as_ref().map(|act| {
        let problem = told.refused.as_ref();
        let mv =
            waiting_move.and_then(|it| Some(format!("{} from {} to {}", it.name, it.from.as_ref()?, it.to.as_ref()?)));
        let is_note = act.starts_with("note ");
        let turn = [
            format!("Turn {}", now.turn),
            now.actor.clone(),
            now.throw.map_or(String::new(), |it| format!("throw {it}")),
        ];
        let turn: Vec<&str> = turn
            .iter()
            .map(String::as_str)
            .chain([act.trim_start_matches("play ")])
            .filter(|it| !it.is_empty())
            .collect();
        shown! {
            what: what_is(act, s.reading),
            text: problem.map_or(String::new(), |it| it.text.clone()),
            help: problem.and_then(|it| it.help.clone()),
            can_save_new: problem.is_some_and(|it| it.can_save_new),
            act: act.clone(),
            is_note,
            // `knight from c8 to b6`
            mv,
            // As one would write it down.
            copy: format!("{}\n{}", s.title, if is_note { act[5..].to_owned() } else { turn.join(", ") }),
        }
    });
    let title = title(s, headed, seat, is_start, is_now, unmade.is_some());
    let refused = told.refused.as_ref().filter(|_| told.waiting.is_none() && told.doubted.is_none());
    let refused = refused
        .map(|it| [Some(it.text.as_str()), it.help.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" "));
    let (rounds, is_cut) = if is_drawn { Default::default() } else { rounds(s, shown, road, address.all) };
    let sentences = if is_drawn { sentences(s, shown, link) } else { Vec::new() };
    let (said, problem) = (said(s, told, turn_shown, is_start, refused.as_deref()), told.refused.clone());
    let window_title = format!("{title} · {}", s.title);
    let view = shown! {
        s,
        is_open,
        quiet,
        panel,
        shown: !is_now,
        small: small(s, headed, seat, is_start),
        title,
        seat,
        throw,
        // The first and the last step: numbers of turns, or of acts in another game.
        steps: match is_drawn {
            true => [0, turns.len() as u32],
            false => [turns.first().map_or(1, |it| it.turn) - 1, turns.last().map_or(0, |it| it.turn)],
        },
        refused,
        before: shown.filter(|index| *index >= 0).map(|index| link(index - 1)),
        after: match shown {
            Some(index) if index < last => link(index + 1),
            _ => here.clone(),
        },
        first_step: (!turns.is_empty()).then(|| link(0)),
        place: match turn_shown {
            Some(turn) => format!("Turn {} of {last_turn}", turn.turn),
            None => format!("Before turn 1 of {last_turn}"),
        },
        sentence: turn_shown.filter(|_| is_drawn).map(|it| it.sentence.as_str()),
        followed: followed_look,
        // Where other moves of the turn are asked about.
        asks: turn_shown
            .filter(|_| s.reading && !s.quiet_reading && is_concluded && !address.asks)
            .map(|it| format!("{here}&turn={}&other=1", it.turn)),
        table: unmade.map(|made| table_steps(s, made)),
        actor: acting,
        last_sentence: turns.last().map(|it| it.sentence.as_str()),
        own_seat: address.seen_by(now.seat),
        other_seats: s
            .seats
            .iter()
            .enumerate()
            .filter(|(_, seat)| acting.is_some_and(|it| it.player != seat.player) && !seat.program)
            .map(|(index, seat)| (address.seen_by(Some(index)), seat.player.as_str()))
            .collect::<Vec<_>>(),
        no_seat: address.seen_by(None),
        throws_die: match !s.several_players || s.querent == Some(now.actor.as_str()) || now.player.is_empty() {
            true => "Throw your die.".to_owned(),
            false => format!("{} throws the die.", capitalised(&now.player)),
        },
        forms: match panel {
            "dealing" => offers.iter().take(1).map(|it| CardForm::of(&it.text, None, parts.hands)).collect::<Vec<_>>(),
            "moving" => {
                let open = plain.iter().filter(|it| it.open);
                open.map(|it| CardForm::of(&it.text, Some(&it.label), parts.hands)).collect()
            }
            _ => Vec::new(),
        },
        deal: deal_words(offers.first().map_or("", |it| it.text.as_str())),
        prompt: match () {
            () if quiet => "Choose a square.".to_owned(),
            () if !now.sentence.is_empty() => now.sentence.clone(),
            () if !movers.is_empty() => "Choose a piece.".to_owned(),
            () if plain.len() > 1 => format!("What does {} do?", now.actor),
            () => String::new(),
        },
        choices: if is_moving { choices(offers) } else { Vec::new() },
        // Whether first the piece is chosen.
        picks_piece: movers.len() > 1 && (movers.len() > MOST_ROWS || s.dice.is_none()),
        movers: if is_moving { movers } else { Vec::new() },
        advice: tool("advice"),
        corrects: tool("correct_throw") && is_now,
        // Whether a digit is a throw, where no die is shown.
        digits: panel == "no-move" && s.die == Some("hand"),
        auto,
        landing: landed,
        landing_facts: landed.map_or(String::new(), |it| sentences_of(&it.facts)),
        landing_before: landed.map_or(String::new(), |it| sentences_of(&it.before)),
        landing_note: landed.and_then(|turn| {
            let own = s.notes.iter().rfind(|note| note.turn == Some(turn.turn) && !note.taken_back);
            own.map(|note| note.text.as_str())
        }),
        again: landed
            .filter(|_| parts.comes_again && !quiet)
            .map(|it| format!("again?journal={}&turn={}", encoded(&s.journal), it.turn)),
        glosses: format!(
            "glosses?journal={}&side={}&own={}",
            encoded(&s.journal),
            address.window.side,
            parts.meanings
        ),
        sentences,
        rounds,
        // Where all turns are listed, if some are left out.
        earlier: is_cut.then(|| format!("{here}&all=1")),
        news: news.join(" "),
        // The turn on which a note is written now.
        note_turn,
        last_turn: last_turn.max(1),
        note_label: match note_turn {
            0 => "Note before the first turn".to_owned(),
            turn => format!("Note on turn {turn}"),
        },
        note_act: match (in_play, note_turn) {
            (true, _) => "note".to_owned(),
            (false, 0) => "remark".to_owned(),
            (false, turn) => format!("remark {turn}"),
        },
        // The turn that is about to be played is not yet in the journal.
        picture_turn: match note_turn == now.turn && !is_concluded && is_now {
            true if last_turn == 0 => String::new(),
            true => last_turn.to_string(),
            false if note_turn == 0 => String::new(),
            false => note_turn.to_string(),
        },
        throws: address.throws,
        passes: address.passes,
        is_at_table: address.made.is_some(),
        doubt: told.doubted.as_ref().and(told.refused.as_ref()).map(|it| it.text.clone()),
        trouble,
        here,
        ..parts
    };
    View {
        said,
        revision: Some(s.revision.to_string()),
        poll: Some(FOLLOWED),
        refused: problem,
        ..View::new("play.html", window_title, view)
    }
}

/// What is offered now of which one waits until it can be saved.
pub(in crate::server) fn waiting<'o>(told: &ActReport, offers: &'o [OfferView]) -> Option<&'o OfferView> {
    told.waiting.as_ref().and_then(|text| offers.iter().find(|it| it.text == *text))
}

/// What is to be moved on a real board in a turn, with the pieces as they stood.
fn table_steps(s: &StateView<'_>, made: usize) -> Value {
    let turn = &s.turns[made];
    let before = made.checked_sub(1).map_or(s.start.as_ref(), |it| Some(&s.turns[it].played?.position));
    let step = |text: &String| {
        let square = text.split(|it: char| !it.is_ascii_alphanumeric()).find_map(|word| word.parse::<Square>().ok());
        let pieces = match (square.zip(before), &turn.piece) {
            (Some((square, _)), Some(piece)) if turn.from == Some(square.to_string()) => vec![piece.clone()],
            (Some((square, before)), _) => before.pieces_at(square).map(|it| code_in(before, it)).collect::<Vec<_>>(),
            (None, _) => Vec::new(),
        };
        shown! { text, pieces }
    };
    // So many turns are made then.
    shown! { turn: made + 1, steps: turn.table.iter().map(step).collect::<Vec<_>>() }
}
