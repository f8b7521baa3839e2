//! The lines of a journal that the program reads back, each written and read in one place.
//!
//! Everything else in the file either follows from these lines or was written by a person.

use chrono::DateTime;

use crate::chess::{Army, Exchange, Mode, Move};
use crate::reading::{Answer, Decision, Throw};
use crate::record::{Afterword, Closing, Timestamp};

/// The line before the gloss of a square landed on.
pub(super) const GLOSS: &str = "```text";
/// The line after it.
pub(super) const GLOSS_END: &str = "```";
/// The last line of a concluded journal.
pub(super) fn end(mode: Mode) -> String {
    format!("*End of the {mode}.*")
}

/// The label of the verdict by the Ptah.
pub(super) const PTAH: &str = "By the Ptah";
/// The label of the verdict by the kings.
pub(super) const KINGS: &str = "By the kings";

/// The label of the result of a game.
pub(super) const GAME: &str = "The game";

/// The heading of the afterwords of a concluded journal.
pub(super) const AFTERWARDS: &str = "## Afterwards";

/// The fixed beginnings of entries.
const PREFIXES: [&str; 11] = [
    "### Exchange of prisoners before ",
    "### Withdrawal before ",
    "### Taken back · ",
    "### Resumed · ",
    "### Concluded · ",
    "### From here on · ",
    "> **Note to turn ",
    "> **Remark** · ",
    "> **Came to pass** · ",
    "**Tagged** · ",
    "**No longer tagged** · ",
];

/// Whether a line may be an entry with a flipped bit. This quick test excludes most lines.
fn resembles_entry(line: &str, sort: JournalSort) -> bool {
    let near = |prefix: &str| {
        let mut differ = prefix.bytes().zip(line.bytes()).filter(|(one, other)| one != other);
        line.len() >= prefix.len() && differ.nth(1).is_none()
    };
    // The headings of turns and the moves vary, but at least one of two marks is intact.
    let is_turn = || {
        sort == JournalSort::OtherGame
            || line.contains("throw ")
            || Army::ALL.iter().any(|army| line.contains(army.name()))
    };
    let is_move = || line.contains("** · ") || line.contains("sheet `");
    PREFIXES.iter().any(|prefix| near(prefix)) || near("### ") && is_turn() || near("**") && is_move()
}

/// The bytes that are enough to recognise a line; a person's words may follow.
const RECOGNISED_BY: usize = 200;

/// A line without trailing white space, which editors may add; other control characters stay.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_end_matches([' ', '\t', '\r', '\n'])
}

/// The part of a line that is enough to recognise it.
fn beginning(line: &str) -> &str {
    &line[..line.floor_char_boundary(RECOGNISED_BY)]
}

/// What a journal is of; it decides how a heading with the number of a turn is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum JournalSort {
    /// A reading or a game of Enochian chess: the heading of a turn.
    Enochian,
    /// One of the other games, in which each act is a heading.
    OtherGame,
}

/// A parsed line of the program.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum JournalLine {
    /// The heading of a turn: in a reading with its throw; in a game its move follows.
    Turn {
        ply: u32,
        army: Army,
        throw: Option<Throw>,
    },
    Played {
        mv: Move,
        sheet: String,
        irregular: bool,
    },
    Note {
        ply: u32,
        text: String,
    },
    Exchange {
        ply: u32,
        exchange: Exchange,
    },
    Withdrawal {
        ply: u32,
        army: Army,
    },
    /// An act of one of the other games, with the number of its turn and who acted.
    GameAct {
        turn: u32,
        actor: String,
        text: String,
        irregular: bool,
    },
    TakenBack {
        acts: usize,
        /// The state that was restored.
        state: String,
    },
    Resumed(Timestamp),
    Concluded(Closing, Timestamp),
    Afterword(Afterword),
    /// A stated position; it must be the one on the board.
    Position {
        ply: u32,
        text: String,
    },
    /// A stated verdict or result, as the whole line; it must be what the turns lead to.
    Verdict(String),
    /// From here on other correspondences are used, those with this digest.
    Data(String),
}

pub(super) fn turn(ply: u32, army: Army, throw: Option<Throw>) -> String {
    let throw = throw.map_or(String::new(), |throw| format!(" · throw {throw}"));
    format!("### {ply} · {army}{throw}")
}

pub(super) fn played(mv: Move, sheet: &str, irregular: bool) -> String {
    let irregular = if irregular { IRREGULAR } else { "" };
    format!("**{mv}** · sheet `{sheet}`{irregular}")
}

/// Marks a move that was recorded as played, although it is illegal.
const IRREGULAR: &str = " · irregular";

/// Irregular acts of the other games have no further field, so the mark stands in brackets.
const IRREGULAR_ACT: &str = " (irregular)";

pub(super) fn game_act(turn: u32, actor: &str, text: &str, irregular: bool) -> String {
    let irregular = if irregular { IRREGULAR_ACT } else { "" };
    format!("### {turn} · {} · {}{irregular}", escaped(actor), escaped(text))
}

/// The beginning of the line of an act.
pub(super) fn game_turn(turn: u32, actor: &str) -> String {
    format!("### {turn} · {} · ", escaped(actor))
}

pub(super) fn note(ply: u32, text: &str) -> String {
    format!("> **Note to turn {ply}.** {}", escaped(text))
}

pub(super) fn exchange(ply: u32, exchange: Exchange) -> String {
    format!("### Exchange of prisoners before {ply} · {exchange}")
}

pub(super) fn withdrawal(ply: u32, army: Army) -> String {
    format!("### Withdrawal before {ply} · {army}")
}

/// The line of an afterword. A person's words are a quotation.
pub(super) fn afterword(afterword: &Afterword) -> String {
    afterword_start(afterword.kind()) + &escaped(&afterword.to_string())
}

/// The beginning of the line of an afterword.
pub(super) fn afterword_start(kind: &str) -> String {
    format!("{}**{kind}** · ", quotation(kind))
}

fn quotation(kind: &str) -> &'static str {
    if ["Remark", "Came to pass"].contains(&kind) { "> " } else { "" }
}

/// What follows the beginning of an afterword of a kind. Many lines are tried, so it builds no text.
fn after_afterword_start<'l>(line: &'l str, kind: &str) -> Option<&'l str> {
    line.strip_prefix(quotation(kind))?.strip_prefix("**")?.strip_prefix(kind)?.strip_prefix("** · ")
}

/// `state` is the state that was restored: `turn 12, before its throw`.
pub(super) fn taken_back(acts: usize, state: &str) -> String {
    let steps = if acts == 1 { "1 step".to_owned() } else { format!("{acts} steps") };
    format!("### Taken back · {steps} · to {state}")
}

pub(super) fn resumed(moment: &Timestamp) -> String {
    format!("### Resumed · {}", moment.to_rfc3339())
}

pub(super) fn concluded(closing: Closing, moment: &Timestamp) -> String {
    format!("### Concluded · {closing} · {}", moment.to_rfc3339())
}

pub(super) fn data(digest: &str) -> String {
    format!("### From here on · data {digest}")
}

pub(super) fn position(ply: u32, position: &str) -> String {
    format!("Position after turn {ply}: `{position}`")
}

pub(super) fn verdict(by: &str, decision: Decision, answer: &Answer) -> String {
    let ply = decision.ply.map_or(String::new(), |ply| format!(" · turn {ply}"));
    format!("- {by}: **{}**{ply} · {}", decision.verdict, answer.manner)
}

pub(super) fn result(words: &str) -> String {
    format!("- {GAME}: **{words}**")
}

/// The value of a verdict's or result's line with this label: `yes`.
pub(super) fn verdict_by<'l>(by: &str, line: &'l str) -> Option<&'l str> {
    line.strip_prefix("- ")?.strip_prefix(by)?.strip_prefix(": **")?.split("**").next()
}

impl JournalLine {
    /// Parses a line of a journal of this sort. `None` is a line that is not the program's. An error is a line that begins
    /// like one of the program's but cannot be parsed; it says what was expected.
    pub(super) fn read(line: &str, sort: JournalSort) -> Result<Option<JournalLine>, &'static str> {
        let line = trimmed(line);
        match line.as_bytes().first() {
            Some(b'#') => line.strip_prefix("### ").map_or(Ok(None), |heading| read_heading(heading, sort)),
            Some(b'P') => line.strip_prefix("Position after turn ").map_or(Ok(None), read_position),
            Some(b'-') => Ok(read_verdict(line)),
            Some(b'*') => match line.strip_prefix("**").and_then(|rest| rest.split_once("** · sheet ")) {
                Some((mv, sheet)) => read_played(mv, sheet),
                None => read_afterword(line),
            },
            Some(b'>') => match line.strip_prefix("> **Note to turn ") {
                Some(rest) => read_note(rest),
                None => read_afterword(line),
            },
            _ => Ok(None),
        }
    }

    /// Whether the first line of a text would be the program's with one bit flipped. `text` continues after the line, since
    /// the bit may have changed a line end, or made one.
    pub(super) fn is_damaged(text: &str, sort: JournalSort) -> bool {
        let is_read = |line: &str| matches!(JournalLine::read(line, sort), Ok(Some(_)));
        let mut lines = text.split('\n').map(beginning);
        let (whole, next) = (lines.next().unwrap_or_default(), lines.next());
        let line = trimmed(whole);
        // Of the characters that the program's lines begin with, only the star differs from a line end by one bit.
        let mut rest = line.chars();
        let is_joined = rest.next().is_some_and(|first| (u32::from(first) ^ u32::from('\n')).is_power_of_two());
        if is_joined && is_read(rest.as_str()) || is_read(&format!("*{line}")) {
            return true;
        }
        if next.is_some_and(|next| is_read(&format!("{whole}*{next}"))) {
            return true;
        }
        if !resembles_entry(line, sort) {
            return false;
        }
        let mut bytes = line.as_bytes().to_vec();
        (0..bytes.len() * 8).any(|bit| {
            bytes[bit / 8] ^= 1 << (bit % 8);
            let is_entry = str::from_utf8(&bytes).is_ok_and(is_read);
            bytes[bit / 8] ^= 1 << (bit % 8);
            is_entry
        })
    }

    /// Whether the line only states what follows from the turns. Every other line is an entry, or a part of one.
    pub(super) fn is_statement(&self) -> bool {
        matches!(self, JournalLine::Position { .. } | JournalLine::Verdict(_) | JournalLine::Data(_))
    }
}

fn read_played(mv: &str, sheet: &str) -> Result<Option<JournalLine>, &'static str> {
    let expected = "a move with its sheet text: **Nc8d6** · sheet `N2c`";
    let (sheet, irregular) = sheet.strip_suffix(IRREGULAR).map_or((sheet, false), |sheet| (sheet, true));
    let sheet = sheet.strip_prefix('`').and_then(|sheet| sheet.strip_suffix('`')).ok_or(expected)?;
    Ok(Some(JournalLine::Played { mv: mv.parse().or(Err(expected))?, sheet: sheet.to_owned(), irregular }))
}

fn read_note(rest: &str) -> Result<Option<JournalLine>, &'static str> {
    let expected = "a note: > **Note to turn 12.** and its words";
    let (ply, text) = rest.split_once(".**").ok_or(expected)?;
    let text = text.strip_prefix(' ').unwrap_or(text);
    Ok(Some(JournalLine::Note { ply: ply.parse().or(Err(expected))?, text: unescaped(text) }))
}

fn read_position(rest: &str) -> Result<Option<JournalLine>, &'static str> {
    let expected = "a position: Position after turn 12: and its text between backquotes";
    let (ply, text) = rest.split_once(": `").ok_or(expected)?;
    let text = text.strip_suffix('`').ok_or(expected)?.to_owned();
    Ok(Some(JournalLine::Position { ply: ply.parse().or(Err(expected))?, text }))
}

fn read_verdict(line: &str) -> Option<JournalLine> {
    let rest = line.strip_prefix("- ")?;
    let known = [PTAH, KINGS, GAME].iter().any(|by| rest.strip_prefix(by).is_some_and(|it| it.starts_with(": **")));
    known.then(|| JournalLine::Verdict(line.to_owned()))
}

fn read_afterword(line: &str) -> Result<Option<JournalLine>, &'static str> {
    for (sort, expected) in Afterword::KINDS {
        if let Some(text) = after_afterword_start(line, sort) {
            return Afterword::read(sort, &unescaped(text)).map(|it| Some(JournalLine::Afterword(it))).ok_or(expected);
        }
    }
    Ok(None)
}

/// `12 · Red · Pa3a4`
fn read_game_act(heading: &str) -> Option<JournalLine> {
    let mut parts = heading.splitn(3, " · ");
    let (turn, actor, text) = (parts.next()?.parse().ok()?, unescaped(parts.next()?), parts.next()?);
    let (text, irregular) = text.strip_suffix(IRREGULAR_ACT).map_or((text, false), |text| (text, true));
    let text = Some(unescaped(text)).filter(|text| !text.is_empty())?;
    Some(JournalLine::GameAct { turn, actor, text, irregular })
}

fn read_heading(heading: &str, sort: JournalSort) -> Result<Option<JournalLine>, &'static str> {
    let is_turn = heading.starts_with(|c: char| c.is_ascii_digit()) && heading.contains(" · ");
    if is_turn && sort == JournalSort::OtherGame {
        return read_game_act(heading).map(Some).ok_or("an act of a turn: ### 12 · Red · Pa3a4");
    }
    let mut parts = heading.split(" · ");
    let (first, second, third, more) =
        (parts.next().unwrap_or_default(), parts.next(), parts.next(), parts.next().is_some());
    let moment = |text: Option<&str>| text.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    let army = |text: Option<&str>| text.and_then(|text| Army::ALL.into_iter().find(|army| army.name() == text));
    let line = if is_turn {
        let throw = match third {
            None => Some(None),
            Some(text) => text.strip_prefix("throw ").and_then(|number| number.parse().ok()).map(Some),
        };
        let line = (|| Some(JournalLine::Turn { ply: first.parse().ok()?, army: army(second)?, throw: throw? }))();
        line.ok_or("the heading of a turn: ### 12 · Water · throw 4, in a game without the throw")
    } else if let Some(ply) = first.strip_prefix("Exchange of prisoners before ") {
        let line = (|| Some(JournalLine::Exchange { ply: ply.parse().ok()?, exchange: second?.parse().ok()? }))();
        line.ok_or("an exchange: ### Exchange of prisoners before 12 · exchange w h1 a1")
    } else if let Some(ply) = first.strip_prefix("Withdrawal before ") {
        let line = (|| Some(JournalLine::Withdrawal { ply: ply.parse().ok()?, army: army(second)? }))();
        line.ok_or("a withdrawal: ### Withdrawal before 12 · Water")
    } else if first == "Taken back" {
        let steps = second.and_then(|text| text.strip_suffix(" steps").or_else(|| text.strip_suffix(" step")));
        let state = third.map(|text| text.strip_prefix("to ").unwrap_or(text).to_owned());
        let line = (|| Some(JournalLine::TakenBack { acts: steps?.parse().ok()?, state: state? }))();
        line.ok_or("a taking back: ### Taken back · 2 steps · to turn 12, before its throw")
    } else if first == "Resumed" {
        moment(second).map(JournalLine::Resumed).ok_or("a resumption: ### Resumed · 2026-11-21T14:05:00+01:00")
    } else if first == "Concluded" {
        let closing = second.and_then(|text| text.parse().ok());
        let line = (|| Some(JournalLine::Concluded(closing?, moment(third)?)))();
        line.ok_or("a conclusion: ### Concluded · at its end · 2026-11-21T14:05:00+01:00")
    } else if first == "From here on" {
        let data = second.and_then(|text| text.strip_prefix("data "));
        let line = data.map(|data| JournalLine::Data(data.to_owned()));
        line.ok_or("the correspondences of what follows: ### From here on · data sha256:…")
    } else {
        return Ok(None);
    };
    match line {
        Ok(_) if more => Err("nothing else on this line"),
        line => line.map(Some),
    }
}

/// The characters with a meaning in Markdown.
const SPECIAL: &str = "\\`*_<>[]|#~&";

/// A line end within a person's words. Their own `<` is escaped, so it cannot be meant otherwise.
const LINE_END: &str = "<br>";

/// Escapes a person's words, so that Markdown shows them as they were typed, and they stand on one line of the file.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter == '\n' {
            out.push_str(LINE_END);
            continue;
        }
        if SPECIAL.contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// Reverses [`escaped`].
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(LINE_END) {
            out.push('\n');
            rest = after;
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        let escapes = rest.chars().next().filter(|next| letter == '\\' && SPECIAL.contains(*next));
        out.push(escapes.unwrap_or(letter));
        rest = &rest[escapes.map_or(0, char::len_utf8)..];
    }
    out
}

#[cfg(test)]
mod tests {
    use super::JournalSort::{Enochian, OtherGame};
    use super::*;
    use crate::record::{Correctness, RecordedOutcome, Remark, Tag};

    #[test]
    fn every_line_reads_back() {
        let moment: Timestamp = DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap();
        let (mv, exchange) = ("Nc8d6".parse().unwrap(), "exchange w h1 a1".parse().unwrap());
        let throw_4 = Throw::new(4).unwrap();
        let text = "a *star*, a \\ and\n\n<br> <b>`x`</b> _so_ # [1] | ~ & \\* done".to_owned();
        let lines = [
            (
                turn(12, Army::Water, Some(throw_4)),
                JournalLine::Turn { ply: 12, army: Army::Water, throw: Some(throw_4) },
            ),
            (turn(12, Army::Water, None), JournalLine::Turn { ply: 12, army: Army::Water, throw: None }),
            (played(mv, "N2c", false), JournalLine::Played { mv, sheet: "N2c".into(), irregular: false }),
            (played(mv, "N2c", true), JournalLine::Played { mv, sheet: "N2c".into(), irregular: true }),
            (
                played(Move::Pass, "3-", false),
                JournalLine::Played { mv: Move::Pass, sheet: "3-".into(), irregular: false },
            ),
            (note(3, &text), JournalLine::Note { ply: 3, text }),
            (super::exchange(5, exchange), JournalLine::Exchange { ply: 5, exchange }),
            (withdrawal(5, Army::Fire), JournalLine::Withdrawal { ply: 5, army: Army::Fire }),
            (taken_back(2, "turn 5"), JournalLine::TakenBack { acts: 2, state: "turn 5".into() }),
            (resumed(&moment), JournalLine::Resumed(moment)),
            (data("sha256:ab"), JournalLine::Data("sha256:ab".into())),
            (concluded(Closing::Ended, &moment), JournalLine::Concluded(Closing::Ended, moment)),
            (concluded(Closing::AtLimit(90), &moment), JournalLine::Concluded(Closing::AtLimit(90), moment)),
            (concluded(Closing::ByPlayers, &moment), JournalLine::Concluded(Closing::ByPlayers, moment)),
            (concluded(Closing::Agreed, &moment), JournalLine::Concluded(Closing::Agreed, moment)),
            (
                concluded(Closing::Resigned(Army::Fire), &moment),
                JournalLine::Concluded(Closing::Resigned(Army::Fire), moment),
            ),
            (result("drawn by agreement"), JournalLine::Verdict("- The game: **drawn by agreement**".into())),
        ];
        for (text, line) in lines {
            assert_eq!(JournalLine::read(&text, Enochian), Ok(Some(line)), "{text}");
        }
    }

    #[test]
    fn every_afterword_reads_back() {
        let moment = DateTime::parse_from_rfc3339("2026-12-01T20:15:00+01:00").unwrap();
        let tags: Vec<Tag> = ["love", "winter solstice"].map(|tag| tag.parse().unwrap()).to_vec();
        let words = "so · it *went* · <b>".to_owned();
        let on = "2027-03-01".parse().unwrap();
        for it in [
            Afterword::Tagged(tags.clone()),
            Afterword::Untagged(tags),
            Afterword::Remark(Remark { ply: Some(12), moment, words: words.clone() }),
            Afterword::Remark(Remark { ply: None, moment, words: words.clone() }),
            Afterword::Outcome(RecordedOutcome { on, proved: Correctness::Partly, words }),
        ] {
            let written = afterword(&it);
            assert_eq!(JournalLine::read(&written, Enochian), Ok(Some(JournalLine::Afterword(it))), "{written}");
        }
    }

    #[test]
    fn a_persons_lines_are_ignored_and_damaged_lines_are_errors() {
        for line in [
            "",
            "**Tagged** by me",
            "### My thoughts",
            "## 12",
            "**bold** words",
            "> a quotation",
            "- By the way",
            "### 3 thoughts",
        ] {
            assert_eq!(JournalLine::read(line, Enochian), Ok(None), "{line}");
        }
        for line in [
            "### 12 · Wat",
            "### 12 · Water · throw 7",
            "**Nc8** · sheet `N2c`",
            "### Concluded · at i",
            "### Taken back · x",
            "### Taken back · 1 step",
            "**Tagged** · love,",
            "> **Remark** · 2026-12-01 · x",
            "> **Remark** · on turn x · 2026-12-01T20:15:00+01:00 · x",
            "> **Came to pass** · 2027-03-01 · the answer proved well · x",
        ] {
            assert!(JournalLine::read(line, Enochian).is_err(), "{line}");
        }
    }

    /// Every line of an entry, and whatever one flipped bit makes of it and of the ends of the lines around it.
    #[test]
    fn a_flipped_bit_leaves_no_entry_that_could_be_a_persons_line() {
        let moment = DateTime::parse_from_rfc3339("2026-12-01T20:15:00+01:00").unwrap();
        let remark = Afterword::Remark(Remark { ply: Some(12), moment, words: "so".into() });
        let entries = [
            turn(12, Army::Water, Throw::new(4)),
            turn(12, Army::Water, None),
            played("Nc8d6".parse().unwrap(), "N2c", false),
            note(3, "so"),
            super::exchange(5, "exchange w h1 a1".parse().unwrap()),
            withdrawal(5, Army::Fire),
            taken_back(2, "turn 5"),
            resumed(&moment),
            concluded(Closing::Ended, &moment),
            afterword(&remark),
            afterword(&Afterword::Tagged(vec!["love".parse().unwrap()])),
        ]
        .map(|entry| (entry, Enochian));
        let other = (game_act(3, "North", "lays a tile", false), OtherGame);
        for (entry, sort) in entries.into_iter().chain([other]) {
            let text = format!("\n{entry}\nThe knight goes on.\n");
            for bit in 0..(entry.len() + 2) * 8 {
                let mut bytes = text.clone().into_bytes();
                bytes[bit / 8] ^= 1 << (bit % 8);
                let Ok(changed) = String::from_utf8(bytes) else { continue };
                let is_known = |at: usize| {
                    let line = changed[at..].split('\n').next().unwrap_or_default();
                    JournalLine::read(line, sort) != Ok(None) || JournalLine::is_damaged(&changed[at..], sort)
                };
                let mut starts = [0].into_iter().chain(changed.match_indices('\n').map(|(at, _)| at + 1));
                assert!(starts.any(is_known), "bit {bit} of {entry}: {changed}");
            }
        }
        for own in
            ["a kestrel", "### 3 thoughts\n", "**bold** words\n* a point", "\n* a point", "> a quotation\n", "é·\n"]
        {
            assert!(!JournalLine::is_damaged(own, Enochian), "{own}");
        }
        // However much a person writes behind, the beginning tells.
        let long = note(3, &"so ".repeat(200));
        assert!(JournalLine::is_damaged(&long.replacen("Note", "Notd", 1), Enochian), "one bit");
        assert!(!JournalLine::is_damaged(&long.replacen("Note", "Notb", 1), Enochian), "three bits");
    }
}
