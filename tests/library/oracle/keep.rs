//! Writes positions and readings that this implementation and the program agree on: `tests/kept/make`.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use enochian::chess::{Position, Rules};
use enochian::correspondences::{KingFalls, OpposingKingsFall};
use enochian::reading::{self, Question, Throw};
use enochian::session::{Act, Session, SessionTerms};
use serde_json::{Map, Value, json};

use super::answer::{Broken, Reading, Terms, Verdict, procedures};
use super::board::Board;
use super::chance::{Chance, composed};
use super::compare::{ARRAYS, Setting, agrees};
use super::readings::Readings;
use super::records::{Before, Record, Said};
use super::throws::dice_tables;
use crate::kept::{Deed, digest};

/// What is done in a recorded reading.
fn deeds(record: &Record) -> Vec<Deed> {
    let mut deeds = vec![];
    for turn in &record.turns {
        deeds.extend(turn.before.iter().map(|before| match before {
            Before::Exchange(text) => Deed::Exchange(text.parse().unwrap()),
            Before::Withdrawal => Deed::Withdrawal,
        }));
        if let Some(mv) = &turn.mv {
            deeds.push(Deed::Turn(Throw::new(turn.throw).unwrap(), mv.parse().unwrap()));
        }
    }
    deeds
}

/// What a reading was called and answered, turn by turn, by both implementations.
pub(crate) struct Followed {
    /// The digest of how things stood before each move.
    pub(crate) states: Vec<String>,
    /// How many pieces opposed after each turn.
    pub(crate) opposing: String,
    /// After which turns a round ran, as long as the Ptah had not answered and the reading was open.
    pub(crate) rounds: Vec<u32>,
    pub(crate) ptah: String,
    pub(crate) kings: String,
    pub(crate) end: String,
    pub(crate) position: String,
}

/// A decision as it is kept.
fn decision((verdict, ply): super::answer::Decision) -> String {
    let verdict = match verdict {
        Verdict::Yes => "yes",
        Verdict::No => "no",
        Verdict::Undecided => "undecided",
    };
    ply.map_or(verdict.to_owned(), |ply| format!("{verdict} {ply}"))
}

/// How things stand before a throw by the program: tests/library/kept.rs says the same.
fn state(session: &Session) -> String {
    let (position, rules) = (session.position(), session.rules());
    let mut exchanges: Vec<String> = position.exchanges(rules).iter().map(ToString::to_string).collect();
    exchanges.sort();
    let mut text = format!("{position}\nexchanges {exchanges:?}\nmay withdraw {}\n", position.may_withdraw(rules));
    for throw in 1..=6 {
        let called = session.terms().moves_for(position, Throw::new(throw).unwrap());
        let mut moves: Vec<String> = called.moves.iter().map(ToString::to_string).collect();
        moves.sort();
        moves.retain(|text| text != "--");
        let letter = called.role.unwrap().letter();
        writeln!(text, "{throw} calls {letter}, for the king {}: {}", called.instead_of_king, moves.join(" ")).unwrap();
    }
    text
}

/// The same by this implementation.
fn second_state(reading: &Reading<'_>, terms: &Terms) -> String {
    let mut exchanges: Vec<String> = reading.board.exchanges(&terms.table).into_iter().map(|(text, _)| text).collect();
    exchanges.sort();
    let position = reading.board.text();
    let mut text = format!("{position}\nexchanges {exchanges:?}\nmay withdraw {}\n", reading.may_withdraw());
    for throw in 1..=6 {
        let called = reading.called(throw);
        let mut moves: Vec<String> = called.steps.iter().map(|step| step.text()).collect();
        moves.sort();
        let (letter, instead) = (called.letter, called.instead_of_king);
        writeln!(text, "{throw} calls {letter}, for the king {instead}: {}", moves.join(" ")).unwrap();
    }
    text
}

/// What a reading is played by, from its question.
pub(crate) fn terms_of(question: &Question) -> Terms {
    let array = enochian::chess::Array::all().into_iter().position(|array| array == question.array).unwrap();
    let setting = Setting::new(question.ruleset.name == "zalewski", true, Some(array));
    let named = |name: &str| procedures().into_iter().find(|one| one.name == name);
    Terms {
        table: setting.table,
        procedure: named(&question.procedure.name).unwrap(),
        play_out: false,
        dice: dice_tables().into_iter().find(|dice| dice.name == question.dice.name).unwrap(),
        array: *ARRAYS[array],
        querent: question.army().index(),
        ptah: question.ptah.index(),
    }
}

/// The start of a reading.
pub(crate) fn start(question: &Question) -> Board {
    Board::read(&question.start().to_string())
}

/// Plays a reading by both.
pub(crate) fn follow(question: &Question, terms: &Terms, start: &Board, deeds: &[Deed]) -> Followed {
    let library = SessionTerms::of_question(question).playing_out(terms.play_out);
    let mut session = Session::begin(library, start.text().parse().unwrap());
    let mut reading = Reading::begin(terms, start.clone(), None);
    let mut states = vec![];
    let (mut opposing, mut rounds) = (String::new(), vec![]);
    for deed in deeds {
        assert!(session.end().is_none() && reading.over().is_none());
        match deed {
            Deed::Exchange(exchange) => {
                session.accept(Act::Exchange(*exchange)).unwrap();
                reading.exchange(&exchange.to_string()).unwrap();
            }
            Deed::Withdrawal => {
                session.accept(Act::Withdrawal(session.turn())).unwrap();
                assert!(reading.may_withdraw());
                reading.withdraw();
            }
            Deed::Turn(throw, mv) => {
                let [one, other] = [state(&session), second_state(&reading, terms)];
                assert_eq!(one, other);
                states.push(digest(&one));
                session.accept(Act::Throw(*throw)).unwrap();
                session.accept(Act::Move(*mv)).unwrap();
                let called = reading.called(throw.number());
                assert_eq!(session.turns().last().unwrap().thrown.unwrap().gone, called.gone);
                reading.play(&called.steps, &mv.to_string()).unwrap();
                let said = Said::by_session(&session);
                assert_eq!((said.ptah, said.kings), (reading.ptah, reading.kings));
                assert_eq!((said.opposing, said.manner), (reading.opposing(), reading.manner()));
                opposing.push(char::from_digit(said.opposing, 36).unwrap());
                if reading.ptah.1.is_none() && reading.over().is_none() {
                    assert_eq!(session.state().is_round_running(), reading.round);
                    if reading.round {
                        rounds.push(reading.board.ply);
                    }
                }
            }
        }
    }
    assert_eq!(session.position().to_string(), reading.board.text());
    let end = match (session.end(), reading.over()) {
        (None, None) => "open".to_owned(),
        (Some(reading::EndReason::Answered(said)), Some(over)) => {
            assert_eq!(decision((over.answered.unwrap(), None)), said.to_string());
            format!("answered {said}")
        }
        (Some(reading::EndReason::Game(outcome)), Some(over)) => {
            assert!(agrees(Some(outcome), over.game));
            outcome.to_string()
        }
        (one, other) => panic!("{one:?} {other:?}"),
    };
    let position = session.position().to_string();
    let (ptah, kings) = (decision(reading.ptah), decision(reading.kings));
    Followed { states, opposing, rounds, ptah, kings, end, position }
}

fn text(deeds: &[Deed]) -> String {
    let texts: Vec<String> = deeds
        .iter()
        .map(|deed| match deed {
            Deed::Exchange(exchange) => exchange.to_string(),
            Deed::Withdrawal => "withdraw".to_owned(),
            Deed::Turn(throw, mv) => format!("{}{mv}", throw.number()),
        })
        .collect();
    texts.join(",")
}

struct Candidate {
    line: Value,
    shows: BTreeSet<String>,
    length: usize,
}

/// The question of a reading, with the keys of a question file.
fn asked(question: &Question) -> Value {
    json!({
        "board": question.board.name(), "angle": question.angle.name(), "force": question.force.name(),
        "array": question.array.to_string(), "direction": question.direction.to_string(),
        "ruleset": question.ruleset.name, "dice": question.dice.name,
    })
}

fn candidate(record: &Record, question: &Question) -> Option<Candidate> {
    if !record.terms.table.reading || record.turns.is_empty() || record.turns.len() > 60 {
        return None;
    }
    let rare = record.check(None).unwrap_or_else(|difference| panic!("{difference}\n{record}"));
    let mut shows: BTreeSet<String> = rare.into_iter().map(str::to_owned).collect();
    for broken in Broken::ALL {
        if record.check(Some(broken)).is_err() {
            shows.insert(format!("altered {broken:?}"));
        }
    }
    let deeds = deeds(record);
    let terms = &record.terms;
    let followed = follow(question, terms, &record.start, &deeds);
    let manner = record.last.manner;
    shows.insert(format!("kind {} {:?} {manner}", terms.procedure.name, record.last.ptah.0));
    shows.insert(format!("end {} {}", followed.end, terms.play_out));
    let mut line = json!({
        "question": asked(question), "play_out": terms.play_out, "start": record.start.text(),
        "turns": text(&deeds), "states": followed.states.join(" "), "opposing": followed.opposing,
        "rounds": followed.rounds, "ptah": followed.ptah, "kings": followed.kings, "end": followed.end,
        "position": followed.position,
    });
    if terms.procedure.name == "own" {
        let concludes = question.procedure.when_querents_king_falls == KingFalls::Conclude;
        let plays_on = question.procedure.when_opposing_kings_fall == OpposingKingsFall::PlayOn;
        line["own"] = json!({"concludes": concludes, "plays_on": plays_on});
    } else {
        line["question"]["procedure"] = json!(terms.procedure.name);
    }
    Some(Candidate { line, shows, length: record.turns.len() })
}

fn wanted(what: &str) -> usize {
    match what.split(' ').next().unwrap() {
        "altered" => 5,
        "kind" | "end" => 2,
        _ => 5,
    }
}

/// Readings that together show everything that is wanted, the shortest that show most first.
fn chosen(mut all: Vec<Candidate>) -> Vec<Candidate> {
    let mut met: BTreeMap<String, usize> = BTreeMap::new();
    let mut chosen: Vec<Candidate> = vec![];
    loop {
        let lacks = |what: &String| met.get(what).copied().unwrap_or(0) < wanted(what);
        let worth = |one: &Candidate| {
            let shown = one.shows.iter().filter(|what| lacks(what)).count() as f64;
            shown / (25.0 + one.length as f64)
        };
        let Some(best) = (0..all.len()).max_by(|one, other| worth(&all[*one]).total_cmp(&worth(&all[*other]))) else {
            break;
        };
        if worth(&all[best]) <= 0.0 {
            break;
        }
        let mut one = all.swap_remove(best);
        let shows: Vec<&String> =
            one.shows.iter().filter(|what| lacks(what) && what.starts_with(|c: char| c.is_ascii_digit())).collect();
        one.line["shows"] = json!(shows);
        one.shows.iter().for_each(|what| *met.entry(what.clone()).or_default() += 1);
        chosen.push(one);
    }
    println!("{met:#?}\n{} readings", chosen.len());
    chosen
}

fn save(name: &str, lines: &[Value]) {
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    fs::write(Path::new(&env::var("KEEP").unwrap()).join(name), text).unwrap();
}

#[test]
#[ignore = "tests/kept/make"]
fn readings() {
    let mut readings = Readings::new(1);
    let mut all = vec![];
    let mut tried = 0;
    while tried < 6_000 {
        let records = readings.next();
        tried += records.len();
        let question = readings.question.clone().unwrap();
        all.extend(records.iter().filter_map(|record| candidate(record, &question)));
    }
    let mut lines: Vec<Value> = chosen(all).into_iter().map(|one| one.line).collect();
    lines.sort_by_key(|line| line["shows"].to_string());
    save("readings.jsonl", &lines);
}

/// How many positions of each rare thing.
const EACH: usize = 2;

#[test]
#[ignore = "tests/kept/make"]
fn positions() {
    let (mut chance, mut met, mut lines) = (Chance::new(1), BTreeMap::<&str, usize>::new(), vec![]);
    let hard = super::suite::hard();
    for _ in 0..12_000 {
        let array = Some(chance.below(9)).filter(|&array| array < 8);
        let (mut zalewski, mut is_reading) = (chance.percent(50), chance.percent(35));
        let mut setting = Setting::new(zalewski, is_reading, array);
        let mut board = composed(&mut chance, &setting.table);
        let mut place = array;
        if chance.percent(3) {
            let (other, own) = chance.pick(&hard);
            (board, setting, place) = (other, own, None);
            (zalewski, is_reading) = (own.table.zalewski, own.table.reading);
            let terms = own.rules;
            if terms != Rules::CHESSVARIANTS && terms != Rules::ZALEWSKI {
                continue;
            }
        }
        let Ok(position) = board.text().parse::<Position>() else { continue };
        let mut tally = BTreeMap::new();
        let ways = super::compare::compare(&position, &board, &setting, &mut chance, &mut tally);
        let mut shows: BTreeSet<&str> = tally.keys().copied().collect();
        let mut after = Map::new();
        for (mv, next, events) in &ways.moves {
            let new: Vec<&&str> = events.iter().filter(|event| met.get(*event).copied().unwrap_or(0) < EACH).collect();
            if !new.is_empty() && new.iter().any(|event| !shows.contains(**event)) {
                after.insert(mv.to_string(), json!(next.text()));
            }
            shows.extend(events);
        }
        if let (Some((exchange, next)), true) = (ways.exchanges.first(), met.get("6.2 an exchange").unwrap_or(&0) < &9)
        {
            after.insert(exchange.to_string(), json!(next.text()));
        }
        if ways.may_withdraw {
            shows.insert("6.3 a withdrawal");
        }
        let new: Vec<&&str> = shows.iter().filter(|what| met.get(*what).copied().unwrap_or(0) < EACH).collect();
        if new.is_empty() {
            continue;
        }
        let check: String =
            (0..4).filter(|&army| board.in_check(army)).map(|army| "awfe".as_bytes()[army] as char).collect();
        let outcome = position.outcome(&setting.rules).map(|outcome| outcome.to_string());
        let exchanges: Vec<String> = ways.exchanges.iter().map(|(exchange, _)| exchange.to_string()).collect();
        let mut moves: Vec<String> = ways.moves.iter().map(|(mv, ..)| mv.to_string()).collect();
        moves.sort();
        lines.push(json!({
            "shows": new, "position": board.text(), "ruleset": if zalewski { "zalewski" } else { "chessvariants" },
            "reading": is_reading, "array": place.map(|place| enochian::chess::Array::all()[place].to_string()),
            "moves": moves.join(" "), "outcome": outcome, "check": check, "exchanges": exchanges,
            "may_withdraw": ways.may_withdraw, "after": after,
        }));
        for what in shows {
            *met.entry(what).or_default() += 1;
        }
    }
    println!("{met:#?}");
    for name in super::compare::RARE {
        assert!(met.contains_key(name), "{name}");
    }
    save("positions.jsonl", &lines);
}
