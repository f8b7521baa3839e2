//! The lines of a journal that are read back, each written and read here.
//!
//! Whose a line is follows from the line alone: a fact begins with `**` and has one of the forms below, an annotation begins with
//! `> ∴ ` or `## ∴ `, and every other line is a person's. `docs/JOURNAL.md` has the table.

use std::borrow::Cow;
use std::fmt;

use chrono::NaiveDate;
use sha2::{Digest, Sha256};

use crate::chess::{Army, Mode, Move};
use crate::input::is_unsafe;
use crate::reading::{Manner, Throw, Verdict};
use crate::record::{
    Afterword, Attachment, Closing, Correction, Correctness, NoteId, RecordedOutcome, Remark, Tag, Timestamp,
    read_time, time,
};
use crate::session::Act;

/// The sign before what the program tells of the facts: therefore.
pub(super) const THEREFORE: char = '∴';

/// Between the fields of a line.
const SEPARATOR: &str = " · ";

/// What the lines of a journal can be depends on its header: whose turns there are, and what acts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Grammar {
    /// Whether it is a reading, which has throws.
    pub(super) is_reading: bool,
    /// Whether its moves have a sheet text, as in Enochian chess.
    pub(super) has_sheet: bool,
    /// The names of those who act.
    pub(super) seats: Vec<String>,
}

/// A fact.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Line {
    pub(super) fact: Fact,
    /// Counts and marks what stands above, so that a lost or changed line is found.
    pub(super) seal: Option<Seal>,
}

/// What a line states.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Fact {
    /// `**12 · Water** · throw 4`
    Throw(Place, Throw),
    /// `**12 · Water** → Qh7f5 · Q3c`, or without its place directly below its throw: `**→** Qh7f5 · Q3c`
    Act(Option<Place>, WrittenAct),
    /// `**Taken back · 2 acts** · to 11 · Fire · throw 6`
    TakenBack { acts: usize, to: Place, throw: Option<Throw> },
    /// ``**Position · 12** *30 entries · 1a2b3c4d* `aK+aB… a ---- ---- 0001 12` ``
    Position { turn: u32, text: String },
    /// `**Answer by the Ptah · yes** · turn 32 · unopposed`
    Answer { by: String, verdict: String, turn: Option<u32>, manner: String },
    /// `**Result · drawn by agreement**`
    Result(String),
    /// `**Concluded · at its end** *2026-11-21 21:40:00+01:00 · 69 entries · 81064181*`
    Concluded(Closing, Timestamp),
    /// `**Resumed** *2026-11-22 20:15:00+01:00 · 31 entries · 0a1b2c3d*`
    Resumed(Timestamp),
    /// `**Accepted** *2026-11-22 20:15:00+01:00 · 31 entries · 0a1b2c3d*`: what stands above is as it is meant to be.
    Accepted(Timestamp),
    /// `**Note · 12** He wrote on Sunday.`, during play
    Note(u32, String),
    /// A remark, a correction or withdrawal of a note, a picture, tags, an outcome.
    Afterword(Afterword),
}

/// A turn and who acts in it.
pub(super) type Place = (u32, String);

/// An act as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct WrittenAct {
    /// The move or another act: `Qh7f5`, `No Move`, `exchange w h1 a1`.
    pub(super) text: String,
    /// The text of the move on a sheet, in Enochian chess: `Q3c`.
    pub(super) sheet: Option<String>,
    /// Whether it was recorded as played, although it is against the rules.
    pub(super) is_irregular: bool,
}

/// The number of facts above a line, and the mark of these, of the header and of the line itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seal {
    pub(super) entries: usize,
    pub(super) mark: String,
}

/// Counts the facts of a journal, and hashes those since the last line that counted them: so each of these lines answers for the
/// lines between it and the one before it, and a change is told once, near where it is.
#[derive(Clone, Debug, Default)]
pub(super) struct Seals {
    /// Of the facts since the last sealed line.
    recent: Sha256,
    /// Of all facts above these, for a line that accepts them all.
    before: [u8; 32],
    entries: usize,
}

impl Seals {
    /// Begins with a line of the header.
    pub(super) fn header(&mut self, line: &str) {
        self.recent.update(trimmed(line));
        self.recent.update("\n");
    }

    /// Goes on with a fact of the body, which may be sealed.
    pub(super) fn add(&mut self, line: &str, seal: Option<&Seal>) {
        if let Some(seal) = seal {
            self.before =
                Sha256::new_with_prefix(self.before).chain_update(self.recent.finalize_reset()).finalize().into();
            self.entries = seal.entries + 1;
            // It answers for its own text itself.
            return self.header(&seal.mark);
        }
        self.header(line);
        self.entries += 1;
    }

    /// The mark of the line that stands next, which is given without it.
    fn mark(&self, fact: &Fact, unmarked: &str) -> String {
        let mut hasher = self.recent.clone();
        if matches!(fact, Fact::Accepted(_)) {
            hasher.update(self.before);
        }
        hasher.update(trimmed(unmarked));
        hasher.finalize().iter().take(4).map(|byte| format!("{byte:02x}")).collect()
    }

    /// Writes a fact as the next line, sealed if it is one that counts what stands above.
    pub(super) fn write(&mut self, fact: Fact, is_sealed: bool) -> String {
        let seal = is_sealed.then(|| Seal { entries: self.entries, mark: String::new() });
        let mut line = Line { fact, seal };
        let unmarked = line.to_string();
        if let Some(seal) = &mut line.seal {
            seal.mark = self.mark(&line.fact, &unmarked);
        }
        let written = line.to_string();
        self.add(&written, line.seal.as_ref());
        written
    }

    /// How many facts more than it says stand above a sealed line; `None` if it says the truth of them in number and mark.
    pub(super) fn compare(&self, text: &str, fact: &Fact, seal: &Seal) -> Option<isize> {
        let unmarked = text.replacen(&format!("{SEPARATOR}{}*", seal.mark), &format!("{SEPARATOR}*"), 1);
        let more = self.entries as isize - seal.entries as isize;
        (more != 0 || self.mark(fact, &unmarked) != seal.mark).then_some(more)
    }
}

/// Before a move below its throw.
pub(super) const ARROW: &str = "→";

/// The words at the beginning of facts that are no turns.
pub(super) const KINDS: [&str; 13] = [
    ARROW,
    "Taken back",
    "Position",
    "Answer by the Ptah",
    "Answer by the kings",
    "Result",
    "Concluded",
    "Resumed",
    "Accepted",
    "Note",
    "Picture",
    "Tagged",
    "Outcome",
];
const WITHDRAWN: &str = "Note withdrawn";
const UNTAGGED: &str = "No longer tagged";
const WHOLE: &str = "whole";
const IRREGULAR: &str = "irregular";

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = |turn: Option<u32>| turn.map_or(WHOLE.to_owned(), |turn| turn.to_string());
        let after = |words: &str| if words.is_empty() { String::new() } else { format!(" {}", escaped(words)) };
        let moment = |moment: &Timestamp| Some(time(moment));
        // The fields in bold type, those in italics, and the rest of the line.
        let (head, stamp, rest): (String, Option<String>, String) = match &self.fact {
            Fact::Throw(place, throw) => (placed(place), None, format!("{SEPARATOR}throw {throw}")),
            Fact::Act(place, act) => match place {
                Some(place) => (placed(place), None, format!(" → {act}")),
                None => ("→".to_owned(), None, format!(" {act}")),
            },
            Fact::TakenBack { acts, to, throw } => {
                let what = if *acts == 1 { "act" } else { "acts" };
                let throw = throw.map_or(String::new(), |throw| format!("{SEPARATOR}throw {throw}"));
                (format!("Taken back · {acts} {what}"), None, format!("{SEPARATOR}to {}{throw}", placed(to)))
            }
            Fact::Position { turn, text } => (format!("Position · {turn}"), None, format!(" `{text}`")),
            Fact::Answer { by, verdict, turn, manner } => {
                let turn = turn.map_or(String::new(), |turn| format!("{SEPARATOR}turn {turn}"));
                (format!("Answer by the {by} · {verdict}"), None, format!("{turn}{SEPARATOR}{manner}"))
            }
            Fact::Result(words) => (format!("Result · {}", field(words)), None, String::new()),
            Fact::Concluded(how, at) => (format!("Concluded · {how}"), moment(at), String::new()),
            Fact::Resumed(at) => ("Resumed".to_owned(), moment(at), String::new()),
            Fact::Accepted(at) => ("Accepted".to_owned(), moment(at), String::new()),
            Fact::Note(turn, words) => (format!("Note · {turn}"), None, after(words)),
            Fact::Afterword(afterword) => match afterword {
                Afterword::Tagged(tags) => (format!("Tagged · {}", listed(tags)), None, String::new()),
                Afterword::Untagged(tags) => (format!("{UNTAGGED} · {}", listed(tags)), None, String::new()),
                Afterword::Remark(Remark { ply, moment: at, words }) => {
                    (format!("Note · {}", on(*ply)), at.as_ref().and_then(moment), after(words))
                }
                Afterword::Corrected(Correction { note, moment: at, now: None }) => {
                    (format!("{WITHDRAWN} · {note}"), moment(at), String::new())
                }
                Afterword::Corrected(Correction { note, moment: at, now: Some((ply, words)) }) => {
                    (format!("Note · {} · for {note}", on(*ply)), moment(at), after(words))
                }
                Afterword::Attached(Attachment { file, sha256, ply, moment: at, words }) => (
                    format!("Picture · {}", on(*ply)),
                    moment(at),
                    format!(" ![{}](<{}>){SEPARATOR}sha256:{sha256}", escaped(words), escaped(file)),
                ),
                Afterword::Outcome(RecordedOutcome { on, proved, words }) => {
                    (format!("Outcome · {proved}"), Some(on.to_string()), after(words))
                }
            },
        };
        write!(f, "**{head}**")?;
        let seal = self.seal.as_ref().map(|Seal { entries, mark }| {
            format!("{entries} {}{SEPARATOR}{mark}", if *entries == 1 { "entry" } else { "entries" })
        });
        let stamps: Vec<String> = stamp.into_iter().chain(seal).collect();
        if !stamps.is_empty() {
            write!(f, " *{}*", stamps.join(SEPARATOR))?;
        }
        f.write_str(&rest)
    }
}

impl fmt::Display for WrittenAct {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&field(&self.text))?;
        self.sheet.iter().try_for_each(|sheet| write!(f, "{SEPARATOR}{sheet}"))?;
        if self.is_irregular { write!(f, "{SEPARATOR}{IRREGULAR}") } else { Ok(()) }
    }
}

/// `12 · Water`; a name from right to left is followed by a mark, so that what comes after it is shown after it.
fn placed((turn, who): &Place) -> String {
    let is_right_to_left = |letter: char| matches!(letter, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fefc}');
    let mark = if who.contains(is_right_to_left) { LEFT_TO_RIGHT } else { "" };
    format!("{turn}{SEPARATOR}{}{mark}", field(who))
}

/// The mark after which text goes from left to right.
const LEFT_TO_RIGHT: &str = "\u{200e}";

fn listed(tags: &[Tag]) -> String {
    tags.iter().map(Tag::as_str).collect::<Vec<_>>().join(", ")
}

/// A line without the white space at its end, which is not part of it.
pub(super) fn trimmed(line: &str) -> &str {
    line.trim_ascii_end()
}

/// Whether a text is a mark.
fn is_mark(text: &str) -> bool {
    text.len() == 8 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

/// A number without leading zeros.
fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    if is_plain { text.parse().ok() } else { None }
}

/// The turn that a note is on; the outer `None` is for what is neither a turn nor the whole.
#[allow(clippy::option_option, reason = "a note can be on the whole")]
fn on(text: &str) -> Option<Option<u32>> {
    if text == WHOLE { Some(None) } else { number(text).map(Some) }
}

impl Line {
    /// Reads a line; `None` if it is no fact of a journal with this grammar.
    pub(super) fn read(line: &str, grammar: &Grammar) -> Option<Line> {
        let (head, after) = trimmed(line).strip_prefix("**")?.split_once("**")?;
        let fields: Vec<&str> = head.split(SEPARATOR).collect();
        if let [turn, who] = fields[..]
            && let Some(turn) = number(turn)
        {
            let fact = read_turn((turn, grammar.seat(who)?), after, grammar)?;
            return Some(Line { fact, seal: None });
        }
        let (mut stamps, rest) = match after.strip_prefix(" *") {
            Some(stamped) => {
                let (stamps, rest) = stamped.split_once('*')?;
                (stamps.split(SEPARATOR).collect(), rest)
            }
            None => (Vec::new(), after),
        };
        let seal = read_seal(&mut stamps);
        let fact = read_fact(&fields, &stamps, rest, grammar)?;
        Some(Line { fact, seal })
    }

    /// Reads a line in which a formatter may have written `_` for the stars of bold type or italics; with its text as this program
    /// writes it.
    pub(super) fn read_formatted<'l>(line: &'l str, grammar: &Grammar) -> (Cow<'l, str>, Option<Line>) {
        let again = || {
            let (head, after) = match line.strip_prefix("__") {
                Some(line) => line.split_once("__")?,
                None => line.strip_prefix("**")?.split_once("**").filter(|(_, after)| after.starts_with(" _"))?,
            };
            let after = match after.strip_prefix(" _").and_then(|after| after.split_once('_')) {
                Some((stamps, rest)) => format!(" *{stamps}*{rest}"),
                None => after.to_owned(),
            };
            let text = format!("**{head}**{after}");
            let read = Line::read(&text, grammar)?;
            Some((Cow::Owned(text), Some(read)))
        };
        again().unwrap_or_else(|| (Cow::Borrowed(line), Line::read(line, grammar)))
    }

    /// Whether a line without an end can be the beginning of a fact or an annotation that was being written.
    pub(super) fn is_begun(line: &str, grammar: &Grammar) -> bool {
        let Some(head) = line.strip_prefix("**") else {
            let is_heading = (1..=6).contains(&line.len()) && line.bytes().all(|byte| byte == b'#');
            return line == "*" || is_heading || is_annotation(line);
        };
        let turn = head.trim_start_matches(|letter: char| letter.is_ascii_digit());
        let is_turn = turn.len() < head.len() && {
            let seats = grammar.seats.iter().map(|seat| format!("{SEPARATOR}{}", field(seat)));
            seats.into_iter().any(|seat| seat.starts_with(turn) || turn.starts_with(&seat))
        };
        let begins = |kind: &str| kind.starts_with(head) || head.starts_with(kind);
        is_turn
            || KINDS
                .into_iter()
                .chain([WITHDRAWN, UNTAGGED])
                .any(|kind| begins(&format!("{kind}{SEPARATOR}")) || begins(&format!("{kind}**")))
    }
}

impl Grammar {
    /// The seat that a line names.
    fn seat(&self, written: &str) -> Option<String> {
        if let Some(seat) = self.seats.iter().find(|seat| *seat == written) {
            return Some(seat.clone());
        }
        let name = unescaped(written.strip_suffix(LEFT_TO_RIGHT).unwrap_or(written));
        self.seats.contains(&name).then_some(name)
    }
}

fn read_turn(place: Place, after: &str, grammar: &Grammar) -> Option<Fact> {
    if let Some(throw) = after.strip_prefix(" · throw ") {
        return grammar.is_reading.then_some(Fact::Throw(place, throw.parse().ok()?));
    }
    Some(Fact::Act(Some(place), WrittenAct::read(after.strip_prefix(" → ")?, grammar)?))
}

impl WrittenAct {
    fn read(text: &str, grammar: &Grammar) -> Option<WrittenAct> {
        let mut fields: Vec<&str> = text.split(SEPARATOR).collect();
        let is_irregular = fields.len() > 1 && fields.pop_if(|last| *last == IRREGULAR).is_some();
        let sheet = if grammar.has_sheet && fields.len() > 1 { fields.pop() } else { None };
        let [text] = fields[..] else { return None };
        let act = WrittenAct { text: unescaped(text), sheet: sheet.map(str::to_owned), is_irregular };
        let is_act = if grammar.has_sheet { act.enochian(Army::Air).is_some() } else { !act.text.trim().is_empty() };
        is_act.then_some(act)
    }
}

/// Takes the seal from the end of the fields in italics.
fn read_seal(stamps: &mut Vec<&str>) -> Option<Seal> {
    let [.., entries, mark] = stamps[..] else { return None };
    let entries = number(entries.strip_suffix(" entries").or_else(|| entries.strip_suffix(" entry"))?)?;
    let seal = is_mark(mark).then(|| Seal { entries, mark: mark.to_owned() })?;
    stamps.truncate(stamps.len() - 2);
    Some(seal)
}

/// Reads what is no turn: the fields in bold type, those in italics, and the rest of the line.
fn read_fact(fields: &[&str], stamps: &[&str], rest: &str, grammar: &Grammar) -> Option<Fact> {
    let words = |rest: &str| -> Option<String> {
        if rest.is_empty() { Some(String::new()) } else { rest.strip_prefix(' ').map(unescaped) }
    };
    let moment = || if let [stamp] = stamps { read_time(stamp) } else { None };
    let tags = |text: &str| -> Option<Vec<Tag>> {
        text.split(", ").map(|tag| tag.parse().ok().filter(|read: &Tag| read.as_str() == tag)).collect()
    };
    let whole = |fact: Fact| rest.is_empty().then_some(fact);
    match (fields, stamps) {
        (["→"], []) if grammar.is_reading => {
            Some(Fact::Act(None, WrittenAct::read(rest.strip_prefix(' ')?, grammar)?))
        }
        (["Taken back", acts], []) => {
            let acts = number(acts.strip_suffix(" acts").or_else(|| acts.strip_suffix(" act"))?)?;
            let mut to = rest.strip_prefix(" · to ")?.split(SEPARATOR);
            let (turn, who) = (number(to.next()?)?, grammar.seat(to.next()?)?);
            let throw = match to.next() {
                Some(throw) => Some(throw.strip_prefix("throw ")?.parse().ok()?),
                None => None,
            };
            to.next().is_none().then_some(Fact::TakenBack { acts, to: (turn, who), throw })
        }
        (["Position", turn], []) => {
            let text = rest.strip_prefix(" `")?.strip_suffix('`')?;
            Some(Fact::Position { turn: number(turn)?, text: text.to_owned() })
        }
        ([by @ ("Answer by the Ptah" | "Answer by the kings"), verdict], []) => {
            let by = by.strip_prefix("Answer by the ")?.to_owned();
            let rest = rest.strip_prefix(SEPARATOR)?;
            let (turn, manner) = match rest.strip_prefix("turn ") {
                Some(rest) => {
                    rest.split_once(SEPARATOR).and_then(|(turn, manner)| Some((Some(number(turn)?), manner)))?
                }
                None => (None, rest),
            };
            let is_answer = Verdict::ALL.iter().any(|known| known.to_string() == *verdict)
                && [Manner::Unopposed, Manner::UnderOpposition, Manner::UnderStrongOpposition]
                    .iter()
                    .any(|known| known.to_string() == manner);
            is_answer.then(|| Fact::Answer { by, verdict: (*verdict).to_owned(), turn, manner: manner.to_owned() })
        }
        (["Result", words], []) => whole(Fact::Result(unescaped(words))),
        (["Concluded", how], [_]) => whole(Fact::Concluded(how.parse().ok()?, moment()?)),
        (["Resumed"], [_]) => whole(Fact::Resumed(moment()?)),
        (["Accepted"], [_]) => whole(Fact::Accepted(moment()?)),
        (["Note", turn], _) => {
            let (ply, words) = (on(turn)?, words(rest).filter(|words| !words.is_empty())?);
            let moment = if stamps.is_empty() { None } else { Some(moment()?) };
            Some(match (ply, moment) {
                (Some(turn), None) => Fact::Note(turn, words),
                (ply, moment) => Fact::Afterword(Afterword::Remark(Remark { ply, moment, words })),
            })
        }
        (["Note", turn, note], [_]) => {
            let note = note.strip_prefix("for ")?.parse().ok()?;
            let now = Some((on(turn)?, words(rest)?));
            Some(Fact::Afterword(Afterword::Corrected(Correction { note, moment: moment()?, now })))
        }
        ([WITHDRAWN, note], [_]) => {
            let (note, moment): (NoteId, _) = (note.parse().ok()?, moment()?);
            whole(Fact::Afterword(Afterword::Corrected(Correction { note, moment, now: None })))
        }
        (["Picture", turn], [_]) => {
            let (words, rest) = rest.strip_prefix(" ![")?.rsplit_once("](<")?;
            let (file, sha256) = rest.split_once(">) · sha256:")?;
            let is_hash = sha256.len() == 64 && sha256.bytes().all(|byte| byte.is_ascii_hexdigit());
            let (ply, moment, sha256) = (on(turn)?, moment()?, sha256.to_owned());
            let attached = Attachment { file: unescaped(file), sha256, ply, moment, words: unescaped(words) };
            is_hash.then_some(Fact::Afterword(Afterword::Attached(attached)))
        }
        (["Tagged", text], []) => whole(Fact::Afterword(Afterword::Tagged(tags(text)?))),
        ([UNTAGGED, text], []) => whole(Fact::Afterword(Afterword::Untagged(tags(text)?))),
        (["Outcome", proved], [day]) => {
            let on = NaiveDate::parse_from_str(day, "%Y-%m-%d").ok().filter(|on| on.to_string() == *day)?;
            let proved: Correctness = proved.parse().ok()?;
            Some(Fact::Afterword(Afterword::Outcome(RecordedOutcome { on, proved, words: words(rest)? })))
        }
        _ => None,
    }
}

/// Whether a line tells what follows from the facts: it is never read, and can be written again in other words.
pub(super) fn is_annotation(line: &str) -> bool {
    let is_marked = |rest: &str| rest.strip_prefix(' ').is_some_and(|rest| rest.starts_with(THEREFORE));
    if let Some(quoted) = line.strip_prefix('>') {
        let is_drawn = |rest: &str| rest.starts_with(|letter: char| matches!(letter, '\u{2500}'..='\u{257f}'));
        return is_marked(quoted) || quoted.strip_prefix("     ").is_some_and(is_drawn);
    }
    let heading = line.trim_start_matches('#');
    (1..=6).contains(&(line.len() - heading.len())) && is_marked(heading)
}

/// Whether a line is nobody's: it is blank, or has nothing but the marks of a quotation.
pub(super) fn is_blank(line: &str) -> bool {
    line.chars().all(|letter| letter.is_whitespace() || letter == '>')
}

/// The characters with a meaning in Markdown.
const SPECIAL: &str = "\\`*_<>[]|#~&";

/// A line end within a person's words. Their own `<` is escaped, so it cannot be meant otherwise.
const LINE_END: &str = "<br>";

/// Escapes a person's words, so that Markdown shows them as they were typed, and they stand on one line of the file.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let (first, last) = (0, text.char_indices().next_back().map_or(0, |(at, _)| at));
    for (at, letter) in text.char_indices() {
        let is_outer_space = letter.is_whitespace() && (at == first || at == last);
        match letter {
            '\n' => out.push_str(LINE_END),
            letter if is_unsafe(letter) || is_outer_space => out.push_str(&format!("&#{};", u32::from(letter))),
            letter => {
                if SPECIAL.contains(letter) {
                    out.push('\\');
                }
                out.push(letter);
            }
        }
    }
    out
}

/// Escapes a text that is one of several fields in bold type: neither the end of these nor of itself is in it.
fn field(text: &str) -> String {
    escaped(text).replace("\\*", "&#42;").replace('·', "&#183;").replace('→', "&#8594;")
}

/// Reverses [`escaped`] and [`field`].
pub(super) fn unescaped(text: &str) -> String {
    // Nearly all names and acts are written as they are.
    if !text.bytes().any(|byte| matches!(byte, b'\\' | b'<' | b'&')) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if let Some(after) = rest.strip_prefix(LINE_END) {
            out.push('\n');
            rest = after;
            continue;
        }
        if let Some((letter, after)) = rest
            .strip_prefix("&#")
            .and_then(|rest| rest.split_once(';'))
            .and_then(|(code, after)| Some((char::from_u32(number(code)?)?, after)))
        {
            out.push(letter);
            rest = after;
            continue;
        }
        rest = &rest[letter.len_utf8()..];
        let escapes = rest.chars().next().filter(|next| letter == '\\' && next.is_ascii_punctuation());
        out.push(escapes.unwrap_or(letter));
        rest = &rest[escapes.map_or(0, char::len_utf8)..];
    }
    out
}

impl WrittenAct {
    /// The act of Enochian chess that it is, by this army.
    pub(super) fn enochian(&self, army: Army) -> Option<Act> {
        let act = match self.text.as_str() {
            "withdraw" => Act::Withdrawal(army),
            text if text.starts_with("exchange ") => Act::Exchange(text.parse().ok()?),
            NO_MOVE | PASS => Act::Move(Move::Pass),
            // The canonical text of a pass is a sign for programs.
            "--" => return None,
            text => Act::Move(text.parse().ok()?),
        };
        match act {
            Act::Move(mv) if self.is_irregular => Some(Act::Irregular(mv)),
            act if act.is_turn() || !self.is_irregular => Some(act),
            _ => None,
        }
        .filter(|act| act.is_turn() == self.sheet.is_some())
    }

    /// An act of Enochian chess; `sheet` is that of the turn that it makes.
    pub(super) fn of_enochian(act: Act, mode: Mode, sheet: Option<&str>) -> WrittenAct {
        let text = match act {
            Act::Move(Move::Pass) | Act::Irregular(Move::Pass) => {
                if mode == Mode::Reading { NO_MOVE } else { PASS }.to_owned()
            }
            Act::Move(mv) | Act::Irregular(mv) => mv.to_string(),
            Act::Exchange(exchange) => exchange.to_string(),
            Act::Withdrawal(_) | Act::Throw(_) => "withdraw".to_owned(),
        };
        let sheet = sheet.filter(|_| act.is_turn()).map(str::to_owned);
        WrittenAct { text, sheet, is_irregular: matches!(act, Act::Irregular(_)) }
    }
}

/// A turn of a reading without a move.
pub(super) const NO_MOVE: &str = "No Move";
/// A turn of a game without a move.
const PASS: &str = "pass";

#[cfg(test)]
mod tests {
    use chrono::Duration;
    use rand::rngs::SmallRng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::chess::Square;

    /// Texts as people type them, with what has a meaning in Markdown or in these lines.
    const WORDS: [&str; 14] = [
        "He wrote on Sunday.",
        "a *star*, a \\ and\n\n<br> <b>`x`</b> _so_ # [1] | ~ & \\* done",
        " spaces around ",
        "· 12 entries · 0a1b2c3d",
        "so* · 12 entries · 0a1b2c3d*",
        "→ Qh7f5 · irregular",
        "&#42; &amp;",
        "שלום · 12",
        "\u{202e}reversed\u{2028}",
        "**bold**",
        "](<x>) · sha256:",
        "\t",
        "👩‍👩‍👧",
        "\u{1b}[31m\u{7f}\0",
    ];

    fn any_line(chance: &mut SmallRng) -> Line {
        let names = ["Water", "שחור", "a**b · c →", "Red"];
        let mut words = {
            let mut chance = SmallRng::seed_from_u64(chance.random());
            move || WORDS[chance.random_range(0..WORDS.len())].to_owned()
        };
        let begun: Timestamp = "2026-11-21T14:05:00+01:00".parse().unwrap();
        let moment = begun + Duration::milliseconds(chance.random_range(0..100_000_000));
        let place = (chance.random_range(1..500), names[chance.random_range(0..names.len())].to_owned());
        let ply = chance.random_bool(0.5).then_some(place.0);
        let throw = Throw::new(chance.random_range(1..=6)).unwrap();
        let squares: Vec<Square> = Square::all().collect();
        let mut square = || squares[chance.random_range(0..64)];
        let step: Move = format!("N{}{}", square(), square()).parse().unwrap();
        let act = [Act::Move(step), Act::Irregular(step), Act::Move(Move::Pass), Act::Withdrawal(Army::Air)];
        let act = WrittenAct::of_enochian(act[chance.random_range(0..act.len())], Mode::Reading, Some("N2cxP+"));
        let note: NoteId = format!("{:08x}", chance.random::<u32>()).parse().unwrap();
        let tags: Vec<Tag> = ["love", "winter solstice"].iter().map(|tag| tag.parse().unwrap()).collect();
        let closing =
            [Closing::Ended, Closing::ByPlayers, Closing::AtLimit(90), Closing::Agreed, Closing::Resigned(Army::Fire)];
        let proved = Correctness::ALL[chance.random_range(0..3)];
        let file = format!("pictures/{}-0a1b2c3d.png", ["altar", "der Tisch", "a](b"][chance.random_range(0..3)]);
        let fact = match chance.random_range(0..19) {
            0 => Fact::Throw(place, throw),
            1 => Fact::Act(Some(place), act),
            2 => Fact::Act(None, act),
            3 => Fact::TakenBack { acts: place.0 as usize, to: place, throw: ply.map(|_| throw) },
            4 => Fact::Position { turn: place.0, text: "aK+aB6/8 a ---- ---- 0001 12".to_owned() },
            5 => {
                Fact::Answer { by: "kings".into(), verdict: "no".into(), turn: ply, manner: "under opposition".into() }
            }
            6 => Fact::Result(words()),
            7 => Fact::Concluded(closing[chance.random_range(0..closing.len())], moment),
            8 => Fact::Resumed(moment),
            9 => Fact::Accepted(moment),
            10 => Fact::Note(place.0, words()),
            11 => Fact::Afterword(Afterword::Tagged(tags)),
            12 => Fact::Afterword(Afterword::Untagged(tags)),
            13 => Fact::Afterword(Afterword::Remark(Remark { ply, moment: Some(moment), words: words() })),
            14 => Fact::Afterword(Afterword::Remark(Remark { ply: None, moment: None, words: words() })),
            15 => Fact::Afterword(Afterword::Corrected(Correction { note, moment, now: Some((ply, words())) })),
            16 => Fact::Afterword(Afterword::Corrected(Correction { note, moment, now: None })),
            17 => {
                let (sha256, words) = ("0a".repeat(32), if ply.is_some() { String::new() } else { words() });
                Fact::Afterword(Afterword::Attached(Attachment { file, sha256, ply, moment, words }))
            }
            _ => {
                let words = if ply.is_some() { String::new() } else { words() };
                Fact::Afterword(Afterword::Outcome(RecordedOutcome { on: moment.date_naive(), proved, words }))
            }
        };
        let is_play = matches!(
            fact,
            Fact::Throw(..) | Fact::Act(..) | Fact::TakenBack { .. } | Fact::Answer { .. } | Fact::Result(_)
        );
        let seal = (!is_play && chance.random_bool(0.5))
            .then(|| Seal { entries: chance.random_range(0..99), mark: "0a1b2c3d".to_owned() });
        Line { fact, seal }
    }

    #[test]
    fn what_was_written_reads_back_as_the_same() {
        let seats = ["Water", "שחור", "a**b · c →", "Red"].map(str::to_owned).to_vec();
        let grammar = Grammar { is_reading: true, has_sheet: true, seats };
        let mut chance = SmallRng::seed_from_u64(1);
        for _ in 0..4_000 {
            let line = any_line(&mut chance);
            let written = line.to_string();
            assert!(!written.contains(['\n', '\r', '\u{1b}', '\u{202e}']), "{written:?}");
            assert_eq!(Line::read(&written, &grammar), Some(line), "{written}");
            assert_eq!(Line::read(&format!("{written}  \r"), &grammar), Line::read(&written, &grammar), "{written}");
            assert!(!is_annotation(&written) && !is_blank(&written));
            for at in (1..written.len()).filter(|at| written.is_char_boundary(*at)) {
                assert!(at < 3 || Line::is_begun(&written[..at], &grammar), "{:?}", &written[..at]);
            }
        }
    }

    #[test]
    fn acts_of_other_games_are_any_text() {
        let grammar = Grammar { is_reading: false, has_sheet: false, seats: vec!["Red".to_owned()] };
        for text in ["deal KhQs", "lays · a tile → there", "x (irregular)", "· irregular", "*", " a"] {
            for is_irregular in [false, true] {
                let act = WrittenAct { text: text.to_owned(), sheet: None, is_irregular };
                let line = Line { fact: Fact::Act(Some((3, "Red".to_owned())), act), seal: None };
                assert_eq!(Line::read(&line.to_string(), &grammar), Some(line.clone()), "{line}");
            }
        }
        for own in [
            "**3 · Blue** → Pa3a4",
            "**3 · Red** · throw 4",
            "**→** Pa3a4",
            "**3 · Red** →",
            "**3 · Red**",
            "**03 · Red** → x",
        ] {
            assert_eq!(Line::read(own, &grammar), None, "{own}");
        }
    }

    #[test]
    fn annotations_are_known_by_themselves() {
        for line in ["> ∴ So it is", "# ∴ Why?", "###### ∴ x", ">     │  8  aK", ">     ────"] {
            assert!(is_annotation(line), "{line}");
        }
        for line in ["∴ so", ">∴ so", "> > ∴ so", "####### ∴ x", ">     a drawing", "# Why?", "> so", "", ">"] {
            assert!(!is_annotation(line), "{line}");
        }
    }
}
