//! The lines of a journal that the program reads back, each written and read in one place.
//!
//! Everything else in the file is either told again from these lines or was
//! written by a person.

use chrono::DateTime;

use crate::chess::{Army, Exchange, Mode, Move, Position};
use crate::reading::{Answer, Decision, Throw};
use crate::record::{Afterword, Closing, Moment};

/// Opens the account of a square landed on.
pub(super) const GLOSS: &str = "```text";
/// Closes it.
pub(super) const GLOSS_END: &str = "```";
/// The last line of a concluded journal's last part.
pub(super) fn end(mode: Mode) -> String {
    format!("*Here the {mode} ends.*")
}
/// What the verdicts go by.
pub(super) const PTAH: &str = "By the Ptah";
/// What the verdicts go by.
pub(super) const KINGS: &str = "By the kings";

/// What the result of a game goes by.
pub(super) const GAME: &str = "The game";

/// A line of the program's, read back.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Mark {
    /// A turn begins: in a reading with its throw, in a game with its move, which follows.
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
    TakenBack {
        acts: usize,
    },
    Resumed(Moment),
    Concluded(Closing, Moment),
    /// The lines of these are in `afterwords`.
    Afterword(Afterword),
    /// A position stated; it must be the one on the board.
    Position {
        ply: u32,
        text: String,
    },
    /// A verdict or result stated; it must be what the turns lead to. The whole line is kept.
    Verdict(String),
}

pub(super) fn turn(ply: u32, army: Army, throw: Option<Throw>) -> String {
    let throw = throw.map_or(String::new(), |throw| format!(" · throw {throw}"));
    format!("### {ply} · {army}{throw}")
}

pub(super) fn played(mv: Move, sheet: &str, irregular: bool) -> String {
    let irregular = if irregular { IRREGULAR } else { "" };
    format!("**{mv}** · sheet `{sheet}`{irregular}")
}

/// Marks a move that was kept as it was played.
const IRREGULAR: &str = " · irregular";

pub(super) fn note(ply: u32, text: &str) -> String {
    format!("> **Note to turn {ply}.** {}", escaped(text))
}

pub(super) fn exchange(ply: u32, exchange: Exchange) -> String {
    format!("### Exchange of prisoners before {ply} · {exchange}")
}

pub(super) fn withdrawal(ply: u32, army: Army) -> String {
    format!("### Withdrawal before {ply} · {army}")
}

/// `state` is what was gone back to: `turn 12, before its throw`.
pub(super) fn taken_back(acts: usize, state: &str) -> String {
    let steps = if acts == 1 { "1 step".to_owned() } else { format!("{acts} steps") };
    format!("### Taken back · {steps} · to {state}")
}

pub(super) fn resumed(moment: &Moment) -> String {
    format!("### Taken up again · {}", moment.to_rfc3339())
}

pub(super) fn concluded(closing: Closing, moment: &Moment) -> String {
    format!("### Concluded · {closing} · {}", moment.to_rfc3339())
}

pub(super) fn position(ply: u32, position: &Position) -> String {
    format!("Position after ply {ply}: `{position}`")
}

pub(super) fn verdict(by: &str, decision: Decision, answer: &Answer) -> String {
    let ply = decision.ply.map_or(String::new(), |ply| format!(" · ply {ply}"));
    format!("- {by}: **{}**{ply} · {}", decision.verdict, answer.manner)
}

pub(super) fn result(words: &str) -> String {
    format!("- {GAME}: **{words}**")
}

/// What a verdict's or result's line goes by, and what it says: `By the Ptah`, `yes`.
pub(super) fn verdict_parts(line: &str) -> Option<(String, String)> {
    let (by, rest) = line.strip_prefix("- ")?.split_once(": **")?;
    Some((by.to_owned(), rest.split_once("**")?.0.to_owned()))
}

/// Reads a line. `None` is a line that is not the program's; an error is one that begins as the program's
/// do but cannot be read, with what was expected.
pub(super) fn read(line: &str) -> Result<Option<Mark>, &'static str> {
    let line = line.trim_end();
    if let Some(heading) = line.strip_prefix("### ") {
        return heading_mark(heading);
    }
    if let Some(rest) = line.strip_prefix("> **Note to turn ") {
        let expected = "a note: > **Note to turn 12.** and its words";
        let (ply, text) = rest.split_once(".**").ok_or(expected)?;
        let text = text.strip_prefix(' ').unwrap_or(text);
        return Ok(Some(Mark::Note { ply: ply.parse().or(Err(expected))?, text: unescaped(text) }));
    }
    if let Some((mv, sheet)) = line.strip_prefix("**").and_then(|rest| rest.split_once("** · sheet ")) {
        let expected = "a move with its sheet text: **Nc8d6** · sheet `N2c`";
        let (sheet, irregular) = sheet.strip_suffix(IRREGULAR).map_or((sheet, false), |sheet| (sheet, true));
        let sheet = sheet.strip_prefix('`').and_then(|sheet| sheet.strip_suffix('`')).ok_or(expected)?;
        return Ok(Some(Mark::Played { mv: mv.parse().or(Err(expected))?, sheet: sheet.to_owned(), irregular }));
    }
    if let Some(rest) = line.strip_prefix("Position after ply ") {
        let expected = "a position: Position after ply 12: and its text between backquotes";
        let (ply, text) = rest.split_once(": `").ok_or(expected)?;
        let text = text.strip_suffix('`').ok_or(expected)?.to_owned();
        return Ok(Some(Mark::Position { ply: ply.parse().or(Err(expected))?, text }));
    }
    if [PTAH, KINGS, GAME]
        .iter()
        .any(|by| line.strip_prefix("- ").is_some_and(|rest| rest.starts_with(&format!("{by}: **"))))
    {
        return Ok(Some(Mark::Verdict(line.to_owned())));
    }
    Ok(None)
}

fn heading_mark(heading: &str) -> Result<Option<Mark>, &'static str> {
    let mut parts = heading.split(" · ");
    let (first, second, third, more) =
        (parts.next().unwrap_or_default(), parts.next(), parts.next(), parts.next().is_some());
    let moment = |text: Option<&str>| text.and_then(|text| DateTime::parse_from_rfc3339(text).ok());
    let army = |text: Option<&str>| text.and_then(|text| Army::ALL.into_iter().find(|army| army.name() == text));
    let mark = if first.starts_with(|c: char| c.is_ascii_digit()) && second.is_some() {
        let throw = match third {
            None => Some(None),
            Some(text) => text.strip_prefix("throw ").and_then(|number| number.parse().ok()).map(Some),
        };
        let mark = (|| Some(Mark::Turn { ply: first.parse().ok()?, army: army(second)?, throw: throw? }))();
        mark.ok_or("the heading of a turn: ### 12 · Water · throw 4, in a game without the throw")
    } else if let Some(ply) = first.strip_prefix("Exchange of prisoners before ") {
        let mark = (|| Some(Mark::Exchange { ply: ply.parse().ok()?, exchange: second?.parse().ok()? }))();
        mark.ok_or("an exchange: ### Exchange of prisoners before 12 · exchange w h1 a1")
    } else if let Some(ply) = first.strip_prefix("Withdrawal before ") {
        let mark = (|| Some(Mark::Withdrawal { ply: ply.parse().ok()?, army: army(second)? }))();
        mark.ok_or("a withdrawal: ### Withdrawal before 12 · Water")
    } else if first == "Taken back" {
        let steps = second.and_then(|text| text.strip_suffix(" steps").or_else(|| text.strip_suffix(" step")));
        let mark = steps.and_then(|steps| Some(Mark::TakenBack { acts: steps.parse().ok()? }));
        mark.ok_or("a taking back: ### Taken back · 2 steps · to turn 12, before its throw")
    } else if first == "Taken up again" {
        moment(second).map(Mark::Resumed).ok_or("a return: ### Taken up again · 2026-11-21T14:05:00+01:00")
    } else if first == "Concluded" {
        let closing = second.and_then(|text| text.parse().ok());
        let mark = (|| Some(Mark::Concluded(closing?, moment(third)?)))();
        mark.ok_or("a conclusion: ### Concluded · at its end · 2026-11-21T14:05:00+01:00")
    } else {
        return Ok(None);
    };
    match mark {
        Ok(_) if more => Err("nothing more on this line"),
        mark => mark.map(Some),
    }
}

/// The characters that Markdown would take for more than themselves.
const MEANINGFUL: &str = "\\`*_<>[]|#~&";

/// A person's words, so that Markdown shows them as they were typed.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        if MEANINGFUL.contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

/// The words as they were typed.
pub(super) fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letters.peek() {
            Some(next) if letter == '\\' && MEANINGFUL.contains(*next) => out.extend(letters.next()),
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mark_reads_back() {
        let moment: Moment = DateTime::parse_from_rfc3339("2026-11-21T14:05:00+01:00").unwrap();
        let (mv, exchange) = ("Nc8d6".parse().unwrap(), "exchange w h1 a1".parse().unwrap());
        let throw_4 = Throw::new(4).unwrap();
        let text = "a *star*, a \\ and <b>`x`</b> _so_ # [1] | ~ & \\* done".to_owned();
        let marks = [
            (turn(12, Army::Water, Some(throw_4)), Mark::Turn { ply: 12, army: Army::Water, throw: Some(throw_4) }),
            (turn(12, Army::Water, None), Mark::Turn { ply: 12, army: Army::Water, throw: None }),
            (played(mv, "N2c", false), Mark::Played { mv, sheet: "N2c".into(), irregular: false }),
            (played(mv, "N2c", true), Mark::Played { mv, sheet: "N2c".into(), irregular: true }),
            (played(Move::Pass, "3-", false), Mark::Played { mv: Move::Pass, sheet: "3-".into(), irregular: false }),
            (note(3, &text), Mark::Note { ply: 3, text }),
            (super::exchange(5, exchange), Mark::Exchange { ply: 5, exchange }),
            (withdrawal(5, Army::Fire), Mark::Withdrawal { ply: 5, army: Army::Fire }),
            (taken_back(2, "turn 5"), Mark::TakenBack { acts: 2 }),
            (taken_back(1, "turn 5, its throw of 4 on the table"), Mark::TakenBack { acts: 1 }),
            (resumed(&moment), Mark::Resumed(moment)),
            (concluded(Closing::Ended, &moment), Mark::Concluded(Closing::Ended, moment)),
            (concluded(Closing::AtLimit(90), &moment), Mark::Concluded(Closing::AtLimit(90), moment)),
            (concluded(Closing::ByPlayers, &moment), Mark::Concluded(Closing::ByPlayers, moment)),
            (concluded(Closing::Agreed, &moment), Mark::Concluded(Closing::Agreed, moment)),
            (concluded(Closing::Resigned(Army::Fire), &moment), Mark::Concluded(Closing::Resigned(Army::Fire), moment)),
            (result("drawn by agreement"), Mark::Verdict("- The game: **drawn by agreement**".into())),
        ];
        for (line, mark) in marks {
            assert_eq!(read(&line), Ok(Some(mark)), "{line}");
        }
    }

    #[test]
    fn a_persons_lines_are_let_be_and_a_torn_line_is_not() {
        for line in
            ["", "### My thoughts", "## 12", "**bold** words", "> a quotation", "- By the way", "### 3 thoughts"]
        {
            assert_eq!(read(line), Ok(None), "{line}");
        }
        for line in [
            "### 12 · Wat",
            "### 12 · Water · throw 7",
            "**Nc8** · sheet `N2c`",
            "### Concluded · at i",
            "### Taken back · x",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
    }
}
