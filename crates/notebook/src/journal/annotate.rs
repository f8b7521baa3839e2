//! What a journal tells of its facts: written for people, never read back, and written again at any time in other words.
//!
//! Each landing of any army is told in three lines: the piece and how its element stands to that of the square; the sign or element
//! of the square with its house and the elements of its parts; its ruler, trump, letter and figure.

use std::fmt::Write;

use crate::chess::{Mode, Move};
use crate::correspondences::{Correspondences, Gloss};
use crate::games::{Fact, PlayedAct};
use crate::interpretation::SummaryFacts;
use crate::reading::Question;
use crate::record::{Branch, EnochianRecord, Entry, Game, Heading, Record, RecordedAct, Subject};
use crate::render::{
    DiagramText, TerminalColours, Totals, TotalsTable, attributions, capitalised, checks, effect, house, list, manner,
    no_move_sentence, why_over, with_titles,
};
use crate::session::{Act, PlayedTurn};

use super::line::{THEREFORE, escaped};

/// Lines that belong together, as one paragraph of a quotation.
type Block = Vec<String>;

/// Blocks as a quotation, with a blank line of it between them.
fn quoted(blocks: &[Block]) -> String {
    let block = |block: &Block| {
        let lines: Vec<String> = block.iter().map(|line| line_of(line)).collect();
        // Two spaces at its end make Markdown show a line as a line.
        lines.join("  \n") + "\n"
    };
    blocks.iter().filter(|lines| !lines.is_empty()).map(block).collect::<Vec<_>>().join(">\n")
}

fn line_of(text: &str) -> String {
    format!("> {THEREFORE} {text}")
}

/// A drawing in a quotation: its lines begin with a vertical line, by which they are known as the program's.
fn drawn(drawing: &str) -> String {
    drawing.lines().map(|line| format!(">     │ {line}").trim_end().to_owned() + "\n").collect()
}

/// A heading between the facts.
fn heading(level: usize, text: &str) -> String {
    format!("{} {THEREFORE} {}\n", "#".repeat(level), escaped(text))
}

/// What stands below the header.
pub(super) fn opening(heading_of: &Heading, correspondences: &Correspondences) -> String {
    let mut text = format!("\n{}\n", heading(1, heading_of.game.title()));
    text += &match &heading_of.game {
        Game::Enochian(subject) => {
            let blocks = match subject {
                Subject::Reading(question, _) => reading(heading_of, question, correspondences),
                Subject::Game(setting) => {
                    let array = setting.array.map_or("From a given position".to_owned(), |array| {
                        match setting.begins_with_the_opening() {
                            true => format!("Array {array}"),
                            false => format!("Array {array}, from a later position"),
                        }
                    });
                    vec![array, players(heading_of)]
                }
            };
            quoted(&[blocks])
        }
        game => {
            let kind = game.kind();
            let mut told = vec![match kind.is_refereed() {
                false => "Not refereed: the acts are recorded as they were typed".to_owned(),
                true => format!("{}; rules: {}", kind.title(), kind.source()),
            }];
            if kind.is_dealt() && game.seed().is_some() && !heading_of.automatic {
                told.push(
                    "The program deals the cards; this file holds them all, also those that a player may not see"
                        .to_owned(),
                );
            }
            told.push(players(heading_of));
            quoted(&[told])
        }
    };
    text + &board(&Record::begin(heading_of.clone()), ">\n", true)
}

/// Who plays, if it is not one person; and how the program chooses.
fn players(heading: &Heading) -> String {
    match heading.chosen() {
        Some(how) => format!("The program chooses the moves {how}"),
        None => {
            let mut players: Vec<String> = Vec::new();
            for player in &heading.seats.players {
                let player = escaped(player);
                if !players.contains(&player) {
                    players.push(player);
                }
            }
            format!("Played by {}", list(&players))
        }
    }
}

fn reading(heading: &Heading, question: &Question, correspondences: &Correspondences) -> Block {
    let mut lines = if question.quiet {
        vec![
            format!(
                "The Ptah stands on {}, in the {} angle of the {} board",
                question.ptah, question.angle, question.board
            ),
            "A quiet reading: signs, houses and meanings follow when it is concluded".to_owned(),
        ]
    } else {
        place(question, correspondences)
    };
    if let Some(Branch { turn, mv, .. }) = &heading.branch {
        lines.push(format!(
            "A branch of another reading: what if turn {turn} had been {mv}? The turns before it are the same"
        ));
    }
    lines.push(format!("Array {}; {} is the querent's army and moves first", question.array, question.army()));
    lines.push(players(heading));
    lines
}

/// Where the Ptah stands.
fn place(question: &Question, correspondences: &Correspondences) -> Block {
    let gloss = correspondences.gloss(question.board, question.ptah, None, None);
    vec![format!("The Ptah stands on {}, {}", question.ptah, gloss.phrase), sign_and_house(&gloss)]
}

/// `Gemini, 3rd house: brothers and sisters, neighbours`, or `Fire, the element itself in the Air angle`.
fn sign_and_house(gloss: &Gloss) -> String {
    format!("{}, {}", gloss.force, house(gloss))
}

/// What is told of an entry, the last one of a record, below its facts.
pub(super) fn after(record: &Record, entry: &Entry, correspondences: &Correspondences) -> String {
    match (entry, record.enochian()) {
        (Entry::Act(RecordedAct::Enochian(Act::Move(_) | Act::Irregular(_))), Some(record)) => {
            let subject = record.subject();
            let is_told = subject.question().is_some() && !subject.is_quiet();
            record
                .last_turn()
                .map_or_else(String::new, |turn| quoted(&[turn_lines(turn, subject, is_told, correspondences)]))
        }
        (Entry::Act(_), None) => {
            record.play().steps().last().map_or_else(String::new, |step| quoted(&[step_lines(step)]))
        }
        (Entry::Concluded(..), _) => conclusion(record, correspondences),
        _ => String::new(),
    }
}

/// The heading before the facts of a conclusion.
pub(super) fn end_heading(mode: Mode) -> String {
    heading(2, if mode == Mode::Reading { "The answer" } else { "The end" })
}

/// The lines of a turn. In a game only what its notation does not say; `is_told` is whether the square is told.
fn turn_lines(turn: &PlayedTurn, subject: &Subject, is_told: bool, correspondences: &Correspondences) -> Block {
    let mut clauses: Vec<String> = turn.effects.iter().map(effect).chain(checks(&turn.checks)).collect();
    if turn.piece.is_some() && turn.thrown.is_some_and(|thrown| thrown.instead_of_king) {
        clauses.insert(0, "moves in place of the king, who cannot move".to_owned());
    }
    clauses.extend(turn.irregular.map(|against| format!("irregular, recorded as played: {against}")));
    let is_reading = subject.question().is_some();
    let (Some(piece), Move::Step { from, to, .. }) = (turn.piece, turn.mv) else {
        if is_reading {
            clauses.insert(0, no_move_sentence(turn));
        }
        return [clauses.join("; ")].into_iter().filter(|line| !line.is_empty()).collect();
    };
    if !is_reading {
        return [clauses.join("; ")].into_iter().filter(|line| !line.is_empty()).collect();
    }
    let (true, Some(querent)) = (is_told, subject.querent()) else {
        clauses.insert(0, format!("{}, {from} to {to}", capitalised(&piece.to_string())));
        return vec![clauses.join("; ")];
    };
    let titled = capitalised(&with_titles(piece, querent, correspondences));
    clauses.insert(0, format!("{titled}, {from} to {to}"));
    let gloss = correspondences.gloss(subject.board(), to, Some(piece), Some(querent));
    let dignity = gloss.piece.as_ref().map_or_else(String::new, |piece| match &piece.dignity {
        Some(dignity) => format!(" · {} on {}: {dignity}", piece.element, gloss.element),
        None => format!(" · {}", piece.meaning),
    });
    vec![clauses.join("; ") + &dignity, format!("{} · {}", sign_and_house(&gloss), gloss.phrase), attributions(&gloss)]
}

/// What an act of another game did, as far as its text does not say it.
fn step_lines(step: &PlayedAct) -> Block {
    let seats = step.state.seats();
    let is_said = |fact: &&Fact| !matches!(fact, Fact::Moved { .. });
    let mut clauses: Vec<String> = step.facts.iter().filter(is_said).map(|fact| fact.clause(seats)).collect();
    // An act in words says itself what it is.
    clauses.retain(|clause| *clause != step.text && !is_card_act(&step.text, clause));
    clauses.extend(step.irregular.as_ref().map(|why| format!("irregular, recorded as played: {why}")));
    if clauses.is_empty() { Vec::new() } else { vec![escaped(&clauses.join("; "))] }
}

/// Whether a clause only says in other words what the text of an act in words says.
fn is_card_act(text: &str, clause: &str) -> bool {
    ["deal", "discard", "keep", "stay"].iter().any(|verb| text.starts_with(verb)) && !clause.starts_with("takes")
}

fn conclusion(record: &Record, correspondences: &Correspondences) -> String {
    let why = escaped(&why_over(record));
    let first = record.answer().map_or(why.clone(), |answer| format!("{why} {}", manner(&answer)));
    let Some(record) = record.enochian() else {
        return quoted(&[vec![first]]) + &board(record, ">\n", false);
    };
    let mut blocks: Vec<Block> = vec![vec![first]];
    if let Some(told) = SummaryFacts::of(record, correspondences) {
        blocks.extend(told.paragraphs().into_iter().map(|paragraph| vec![escaped(&paragraph)]));
    }
    let mut text = quoted(&blocks) + &landings(record, correspondences);
    let _ = write!(text, "\n{}{}>\n", heading(2, "Totals"), board(&record, "\n", false));
    text + &quoted(&totals(&Totals::of(record, correspondences)))
}

/// The board that a record has come to with the cells that were touched last, and its key below it; nothing if the game has none.
fn board(record: &Record, before: &str, with_key: bool) -> String {
    let last = record.play().steps().last().map_or_else(Vec::new, PlayedAct::cells);
    let screen = (DiagramText::WIDTH, TerminalColours::NONE);
    let Some((board, key)) = DiagramText::of_record(record, &*record.state(), &last, 0, screen) else {
        return String::new();
    };
    let key =
        if with_key { format!(">\n{}", quoted(&[key.lines().map(str::to_owned).collect()])) } else { String::new() };
    format!("{before}{}{key}", drawn(&board.plain()))
}

/// What a quiet reading left out before (INTERPRETATION 1.1).
fn landings(record: EnochianRecord<'_>, correspondences: &Correspondences) -> String {
    let subject = record.subject();
    let Some(question) = subject.question().filter(|question| question.quiet) else { return String::new() };
    let mut text = format!("\n{}\n{}", heading(2, "The landings"), quoted(&[place(question, correspondences)]));
    for turn in record.turns().iter().filter(|turn| turn.landing().is_some()) {
        let mut lines = turn_lines(turn, subject, true, correspondences);
        lines[0] = format!("{} · {}", turn.ply, lines[0]);
        let _ = write!(text, "\n{}", quoted(&[lines]));
    }
    text
}

/// The totals, each count in a line.
fn totals(totals: &Totals) -> Vec<Block> {
    let row = |table: &TotalsTable, label: &str, column: usize| {
        let cell = |row: &Vec<String>| Some(format!("{} {}", row[0], row.get(column).filter(|count| *count != "0")?));
        let cells: Vec<String> = table.rows.iter().filter_map(cell).collect();
        (!cells.is_empty()).then(|| format!("{label}: {}", cells.join(" · ")))
    };
    let mut lines = Vec::new();
    for (table, labels) in totals.tables.iter().zip([&["Landings"][..], &["By element", "In the angles"], &["By sign"]])
    {
        lines.extend(labels.iter().enumerate().filter_map(|(at, label)| row(table, label, at + 1)));
    }
    let facts = totals.facts.iter().map(|(label, fact)| format!("{label} {fact}").trim().to_owned());
    vec![vec![totals.counts.clone()], lines, facts.collect()]
}
