//! Positions and readings, played again: what a second implementation of the rules, written from `docs/RULES.md` alone, found of
//! them (`tests/kept`).

use std::convert::Infallible;
use std::fmt::Write;

use enochian::chess::{Army, Array, Exchange, Mode, Move, Position, Rules};
use enochian::correspondences::{Criterion, KingFalls, OpposingKingsFall};
use enochian::reading::{Decision, EndReason, Manner, Question, Throw, Verdict};
use enochian::session::{Act, Session, SessionTerms};
use enochian::simulate::{Observer, Plan, ReadingEnd, ReadingRow, TurnRow};
use serde_json::{Value, json};

use crate::kept::{Deed, deeds, digest, lines, question};

fn text<'l>(line: &'l Value, key: &str) -> &'l str {
    line[key].as_str().unwrap_or_else(|| panic!("{key} in {line}"))
}

/// The first difference: what it is about, and both sides.
fn same(what: &str, now: impl ToString, kept: impl ToString) -> Result<(), String> {
    let (now, kept) = (now.to_string(), kept.to_string());
    if now == kept { Ok(()) } else { Err(format!("{what}: is now {now}, and was {kept}")) }
}

/// Compares every line of a file, and names each that differs.
fn compare(file: &str, differs: impl Fn(&Value) -> Result<(), String>) {
    let lines = lines(file);
    assert!(lines.len() > 30, "{file} has {} lines", lines.len());
    let found = lines.iter().zip(1..).filter_map(|(line, number)| {
        let difference = differs(line).err()?;
        Some(format!("tests/kept/{file}:{number}: {difference}"))
    });
    let found: Vec<String> = found.collect();
    assert!(found.is_empty(), "{} differences\n{}", found.len(), found.join("\n"));
}

/// The question, with a procedure that no file of the data has where the reading has its own.
fn asked(line: &Value) -> Question {
    let mut question = question(line);
    if line["own"].is_null() {
        return question;
    }
    let is = |key: &str| line["own"][key].as_bool().unwrap();
    let own = &mut question.procedure;
    own.ends_by = Criterion::Ptah;
    own.when_querents_king_falls = if is("concludes") { KingFalls::Conclude } else { KingFalls::PlayOn };
    own.when_opposing_kings_fall = if is("plays_on") { OpposingKingsFall::PlayOn } else { OpposingKingsFall::Yes };
    question
}

/// How things stand before a throw: what may be done, and what each throw calls (RULES 8.3, 8.4).
fn state(session: &Session) -> String {
    let position = session.position();
    let mut exchanges: Vec<String> = position.exchanges().iter().map(ToString::to_string).collect();
    exchanges.sort();
    let mut text = format!("{position}\nexchanges {exchanges:?}\nmay withdraw {}\n", position.may_withdraw());
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

/// A decision as it stood after some turns: `yes 12` is undecided until turn 12.
fn so_far(kept: &str, turns: usize) -> &str {
    match kept.split_once(' ') {
        Some((_, ply)) if turns < ply.parse().unwrap() => "undecided",
        _ => kept,
    }
}

fn decision(decision: Decision) -> String {
    decision.ply.map_or("undecided".to_owned(), |ply| format!("{} {ply}", decision.verdict))
}

/// What the library answers after the turns so far (RULES 8.6), beside what was kept.
fn answers(session: &Session, line: &Value) -> Result<(), String> {
    let (answer, turns) = (session.answer().unwrap(), session.turns().len());
    same("the answer by the Ptah", decision(answer.ptah), so_far(text(line, "ptah"), turns))?;
    same("the answer by the kings", decision(answer.kings), so_far(text(line, "kings"), turns))?;
    let kept = text(line, "opposing").chars().nth(turns - 1).unwrap().to_digit(36).unwrap();
    same("opposing pieces", answer.opposing, kept)?;
    let manner = match kept {
        0 => Manner::Unopposed,
        1 | 2 => Manner::UnderOpposition,
        _ => Manner::UnderStrongOpposition,
    };
    same("the manner", answer.manner, manner)?;
    if answer.ptah.verdict == Verdict::Undecided && session.end().is_none() {
        let kept = line["rounds"].as_array().unwrap().contains(&json!(turns));
        same("a round is running", session.state().is_round_running(), kept)?;
    }
    Ok(())
}

fn reading(line: &Value) -> Result<(), String> {
    let terms = SessionTerms::of_question(&asked(line)).playing_out(line["play_out"].as_bool().unwrap());
    let mut session = Session::begin(terms, text(line, "start").parse().unwrap());
    let mut states = text(line, "states").split_ascii_whitespace();
    for deed in deeds(line) {
        let number = session.turns().len() + 1;
        step(&mut session, deed, &mut states, line).map_err(|difference| format!("turn {number}, {difference}"))?;
    }
    same("states", states.next().is_some(), false)?;
    same("the position", session.position(), text(line, "position"))?;
    let end = match session.end() {
        None => "open".to_owned(),
        Some(EndReason::Answered(verdict)) => format!("answered {verdict}"),
        Some(EndReason::Game(outcome)) => outcome.to_string(),
    };
    same("the end", end, text(line, "end"))
}

fn step<'l>(
    session: &mut Session,
    deed: Deed,
    states: &mut impl Iterator<Item = &'l str>,
    line: &Value,
) -> Result<(), String> {
    same("it is over", session.end().is_some(), false)?;
    let refused = |refusal: &dyn ToString| refusal.to_string();
    match deed {
        Deed::Exchange(exchange) => {
            session.accept(Act::Exchange(exchange)).map_err(|it| refused(&it))?;
        }
        Deed::Withdrawal => {
            session.accept(Act::Withdrawal(session.turn())).map_err(|it| refused(&it))?;
        }
        Deed::Turn(throw, mv) => {
            let now = state(session);
            same(&format!("how things stand, now\n{now}of which the digest"), digest(&now), states.next().unwrap())?;
            session.accept(Act::Throw(throw)).map_err(|it| refused(&it))?;
            if session.moves() != [Move::Pass] {
                let pass = session.accept(Act::Move(Move::Pass)).is_err();
                same("a No Move is refused where there are moves", pass, true)?;
            }
            session.accept(Act::Move(mv)).map_err(|it| refused(&it))?;
            answers(session, line)?;
        }
    }
    Ok(())
}

#[test]
fn rules_8_3_to_8_6_kept_readings_are_called_and_answered_as_before() {
    compare("readings.jsonl", reading);
}

/// The moves of a position, its exchanges, whether its army may withdraw, who is in check and how it ended.
fn position(line: &Value) -> Result<(), String> {
    let rules = if text(line, "ruleset") == "zalewski" { Rules::ZALEWSKI } else { Rules::CHESSVARIANTS };
    let rules = if line["reading"] == true { rules.reading() } else { rules };
    let array = line["array"].as_str().map(|array| array.parse::<Array>().unwrap());
    let rules = array.map_or(rules, |array| rules.with_array(array));
    let position = text(line, "position").parse::<Position>().unwrap().with_rules(rules);
    same("its text", &position, text(line, "position"))?;
    let mut moves: Vec<String> = position.moves().iter().map(ToString::to_string).collect();
    if position.is_legal(Move::Pass) && !moves.contains(&"--".to_owned()) {
        moves.push("--".to_owned());
    }
    moves.sort();
    same("its moves", moves.join(" "), text(line, "moves"))?;
    let outcome = position.outcome().map(|outcome| outcome.to_string());
    same("its outcome", json!(outcome), &line["outcome"])?;
    let letter = |army: Army| army.name()[..1].to_lowercase();
    let check: String = Army::ALL.into_iter().filter(|army| position.in_check(*army)).map(letter).collect();
    same("armies in check", check, text(line, "check"))?;
    let exchanges: Vec<String> = position.exchanges().iter().map(ToString::to_string).collect();
    same("its exchanges", json!(exchanges), &line["exchanges"])?;
    same("it may withdraw", position.may_withdraw(), &line["may_withdraw"])?;
    for (act, kept) in line["after"].as_object().unwrap() {
        let mut next = position.clone();
        match act.parse::<Exchange>() {
            Ok(exchange) => next.exchange(exchange, &mut ()).map_err(|it| it.to_string())?,
            Err(_) => next.play(act.parse().unwrap(), &mut ()).map_err(|it| it.to_string())?,
        }
        same(&format!("after {act}"), next, kept.as_str().unwrap())?;
    }
    Ok(())
}

#[test]
fn rules_1_to_7_kept_positions_have_the_same_moves() {
    compare("positions.jsonl", position);
}

/// Every rare thing that the second implementation counted is in these files.
#[test]
fn every_rare_thing_is_kept() {
    for (file, rare) in [("positions.jsonl", 61), ("readings.jsonl", 36)] {
        let lines = lines(file);
        let mut shown: Vec<&str> =
            lines.iter().flat_map(|line| line["shows"].as_array().unwrap()).map(|it| it.as_str().unwrap()).collect();
        shown.sort_unstable();
        shown.dedup();
        assert_eq!(shown.len(), rare, "{file}: {shown:#?}");
    }
}

/// The comparison can fail: one answer, move or throw that is not so is named.
#[test]
fn what_is_changed_is_named() {
    let lines = lines("readings.jsonl");
    let line = lines.iter().find(|line| text(line, "ptah").starts_with("yes ")).unwrap();
    let with = |key: &str, value: String| {
        let mut other = line.clone();
        other[key] = value.into();
        reading(&other).unwrap_err()
    };
    assert!(with("ptah", text(line, "ptah").replace("yes", "no")).contains("the answer by the Ptah"));
    assert!(with("kings", "no 1".to_owned()).starts_with("turn 1, the answer by the kings"));
    assert!(with("opposing", text(line, "opposing").replace(|_| true, "9")).contains("opposing pieces"));
    assert!(with("states", format!("0000{}", &text(line, "states")[4..])).starts_with("turn 1, how things stand"));
    assert!(with("end", "open".to_owned()).starts_with("the end"));
    assert!(with("position", text(line, "start").to_owned()).starts_with("the position"));
    let lines = self::lines("positions.jsonl");
    let mut other = lines.iter().find(|line| text(line, "moves").contains(' ')).unwrap().clone();
    other["moves"] = text(&other, "moves").split_once(' ').unwrap().1.into();
    assert!(position(&other).unwrap_err().starts_with("its moves"));
}

struct Rows<const TURNS: bool>(Vec<(ReadingRow, Vec<TurnRow>)>);

impl<const TURNS: bool> Observer for Rows<TURNS> {
    const TURNS: bool = TURNS;

    fn reading(&mut self, row: &ReadingRow, turns: &[TurnRow]) {
        self.0.push((row.clone(), turns.to_vec()));
    }
}

fn rows<const TURNS: bool>(plan: &Plan) -> Vec<(ReadingRow, Vec<TurnRow>)> {
    let mut all = Vec::new();
    let run: Result<(), Infallible> = plan.run(
        1,
        || Rows::<TURNS>(Vec::new()),
        |_, part| {
            all.extend(part.0);
            Ok(())
        },
    );
    run.unwrap();
    all
}

/// A simulation that begins in these positions plays by the rules of a session, and answers as one.
#[test]
fn simulations_from_kept_positions_are_answered_as_sessions_are() {
    for (line, number) in lines("readings.jsonl").iter().zip(0..) {
        let mut plan = Plan::new(asked(line), number, 0..4);
        plan.limit = 40;
        plan.play_out = line["play_out"].as_bool().unwrap();
        assert_eq!(plan.mode, Mode::Reading);
        let start: Position = text(line, "start").parse().unwrap();
        plan.from_position = (plan.question.start() != start).then(|| start.clone());
        let played = rows::<true>(&plan);
        assert!(rows::<false>(&plan).iter().map(|(row, _)| row).eq(played.iter().map(|(row, _)| row)));
        for (index, (row, turns)) in (0..).zip(&played) {
            assert_eq!(&plan.one(index), &(row.clone(), turns.clone()));
            let terms = SessionTerms::of_question(&plan.question).playing_out(plan.play_out);
            let mut session = Session::begin(terms, start.clone());
            for turn in turns {
                assert_eq!(session.end(), None);
                session.accept(Act::Throw(Throw::new(turn.throw).unwrap())).unwrap();
                session.accept(Act::Move(turn.to_move())).unwrap();
            }
            assert_eq!(session.answer(), Some(row.answer), "{line}");
            let end = match row.ending {
                ReadingEnd::Answered(verdict) => Some(EndReason::Answered(verdict)),
                ReadingEnd::Game(outcome) => Some(EndReason::Game(outcome)),
                ReadingEnd::Limit => None,
            };
            assert_eq!((session.end(), row.length as usize), (end, turns.len()), "{line}");
        }
    }
}
