//! The metadata of a journal, for lists, filters, searches and statistics.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::chess::{Mode, Move};
use crate::correspondences::{Correspondences, Criterion, SignOrElement};
use crate::games::GameKind;
use crate::input::{Diagnostics, Source};
use crate::record::{
    Afterword, Attachment, Branch, Correction, Heading, NoteId, Remark, Subject, Tag, Timestamp, borne,
};
use crate::render::winning_side;
use crate::session::SessionState;
use crate::study::{CountedKind, CountedQuestion, CountedRecord, CountedTurn, CountedTurns};

use super::conclusion::{self, Contents};
use super::identity;
use super::lines::{self, JournalLine};
use super::parse::{ParsedJournal, parse};
use super::verify::{guess, verify};
use super::wording;

/// The metadata of a journal.
///
/// It is taken from the file unchecked, so that a journal with an error is still listed; [`check`](super::check) verifies a
/// journal. Only [`counted`](Metadata::counted) comes from replaying the turns.
///
/// It is serialised without a person's texts and the counts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Metadata {
    /// The id of the reading or game, which is the same in every copy of its journal.
    pub id: String,
    /// Whether it is a reading or a game.
    pub mode: Mode,
    /// The kind of game: `enochian`, `three`.
    pub kind: String,
    /// The question, or the name of the game.
    pub title: String,
    /// The person who asked.
    pub querent: Option<String>,
    /// The category of the question.
    pub category: Option<String>,
    /// The board's element; empty in the other games.
    pub board: String,
    /// The angle's element, in a reading.
    pub angle: Option<String>,
    /// The sign or element of the Ptah square, in a reading that is not quiet.
    pub force: Option<String>,
    /// When it was begun.
    #[serde(with = "begun")]
    pub begun: Timestamp,
    /// Whether it is concluded.
    #[serde(rename = "concluded")]
    pub is_concluded: bool,
    /// The stated answer by the procedure's criterion, or the result of a game; `unfinished` if it is not concluded.
    pub answer: String,
    /// The number of standing turns.
    pub turns: u32,
    /// Its tags.
    pub tags: Vec<String>,
    /// The last recorded outcome.
    pub outcome: Option<LastOutcome>,
    /// The players, each once.
    pub players: Vec<String>,
    /// A person's texts: notes, remarks, and other lines.
    #[serde(skip)]
    pub own: Vec<OwnLine>,
    /// The counts of the turns, as far as they can be replayed; `None` if the header is invalid.
    #[serde(skip)]
    pub counted: Option<CountedRecord>,
    /// Whether signs and houses are hidden: in a quiet reading until it is concluded.
    #[serde(rename = "quiet")]
    pub is_quiet: bool,
    /// Whether every turn can be replayed, and no line is damaged.
    #[serde(rename = "playable")]
    pub is_playable: bool,
    /// Where it leaves another reading, if it is a branch of one.
    pub branch: Option<Branch>,
}

/// An outcome, without the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastOutcome {
    /// Its date.
    pub on: NaiveDate,
    /// Whether the answer proved true: `true`, `false` or `partly true`.
    pub proved: String,
}

/// A line that a person wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnLine {
    /// Its number in the file, from 1.
    pub line: usize,
    /// The turn that it is about, or after which it stands; `None` for the whole journal.
    pub turn: Option<u32>,
    /// The text.
    pub text: String,
}

impl Metadata {
    /// Reads the metadata of a journal.
    ///
    /// # Errors
    /// If there is no header, or not enough of one to list the journal.
    pub fn read(source: &Source, correspondences: &Correspondences) -> Result<Metadata, Diagnostics> {
        let parsed = parse(source, correspondences)?;
        let mut metadata = Metadata::stated(&parsed, correspondences);
        let own = metadata.play(&parsed, correspondences);
        let turns = turns_of_lines(&parsed);
        metadata.own.extend(own.into_iter().map(|(line, text)| {
            let before = turns.partition_point(|(number, _)| *number <= line);
            let turn = before.checked_sub(1).and_then(|at| turns[at].1);
            OwnLine { line, turn, text: text.trim().to_owned() }
        }));
        metadata.own.sort_by_key(|own| own.line);
        Ok(metadata)
    }

    /// Whether it is a reading or a game of Enochian chess.
    #[must_use]
    pub fn is_enochian(&self) -> bool {
        self.kind == GameKind::default().name()
    }

    /// The metadata stated in the lines.
    fn stated(parsed: &ParsedJournal<'_>, correspondences: &Correspondences) -> Metadata {
        let raw = &parsed.header.raw;
        let mut metadata = Metadata {
            id: identity::id(parsed),
            mode: raw.mode,
            kind: raw.kind.clone().unwrap_or_else(|| GameKind::default().name().to_owned()),
            title: raw.title.clone(),
            querent: raw.querent.clone(),
            category: raw.category.clone(),
            board: raw.board.clone(),
            angle: raw.angle.clone(),
            force: raw.force.clone(),
            begun: raw.begun,
            is_concluded: false,
            answer: String::new(),
            turns: 0,
            tags: Vec::new(),
            outcome: None,
            players: raw.players.clone(),
            own: Vec::new(),
            counted: None,
            is_quiet: false,
            is_playable: false,
            branch: raw.branch.clone(),
        };
        let kings = raw.procedure.as_ref().and_then(|name| correspondences.procedure(name).ok()).map(|it| it.ends_by);
        let by = match (raw.mode, kings) {
            (Mode::Game, _) => lines::GAME,
            (Mode::Reading, Some(Criterion::Kings)) => lines::KINGS,
            (Mode::Reading, _) => lines::PTAH,
        };
        let mut answer = None;
        // Which note each own line is, for what corrects it.
        let mut notes: Vec<NoteId> = Vec::new();
        for placed in &parsed.lines {
            match &placed.line {
                JournalLine::Note { ply, text } => {
                    notes.push(NoteId::of(Some(*ply), None, text));
                    metadata.own.push(OwnLine { line: placed.number, turn: Some(*ply), text: text.clone() });
                }
                JournalLine::Concluded(..) => metadata.is_concluded = true,
                JournalLine::Verdict(line) if answer.is_none() => answer = lines::verdict_by(by, line),
                JournalLine::Afterword(afterword) => metadata.afterword(placed.number, afterword, &mut notes),
                _ => {}
            }
        }
        if raw.is_quiet {
            metadata.is_quiet = !metadata.is_concluded;
            let force = parsed
                .header
                .heading
                .as_ref()
                .ok()
                .and_then(|heading| heading.game.enochian()?.question())
                .map(|question| question.force.to_string());
            metadata.force = force.filter(|_| metadata.is_concluded);
        }
        let afterwords = parsed.lines.iter().filter_map(|placed| match &placed.line {
            JournalLine::Afterword(afterword) => Some(afterword),
            _ => None,
        });
        metadata.tags = borne(afterwords).into_iter().map(Tag::to_string).collect();
        metadata.answer = answer.filter(|_| metadata.is_concluded).unwrap_or("unfinished").to_owned();
        // A turn of the other games can have several acts.
        let (mut turns, mut last) = (0, None);
        for placed in parsed.standing() {
            match placed.line {
                JournalLine::Played { .. } => turns += 1,
                JournalLine::GameAct { turn, .. } if last != Some(turn) => {
                    turns += 1;
                    last = Some(turn);
                }
                _ => {}
            }
        }
        metadata.turns = turns;
        metadata
    }

    fn afterword(&mut self, line: usize, afterword: &Afterword, notes: &mut Vec<NoteId>) {
        let (ply, moment, text) = match afterword {
            Afterword::Tagged(_) | Afterword::Untagged(_) => return,
            Afterword::Remark(Remark { ply, moment, words })
            | Afterword::Attached(Attachment { ply, moment, words, .. }) => (*ply, Some(moment), words),
            Afterword::Outcome(outcome) => {
                self.outcome = Some(LastOutcome { on: outcome.on, proved: outcome.proved.to_string() });
                (None, None, &outcome.words)
            }
            Afterword::Corrected(Correction { note, moment, now }) => {
                let known = notes.iter().position(|id| id == note);
                match (known, now) {
                    (Some(at), Some((turn, text))) => {
                        self.own[at] = OwnLine { line, turn: *turn, text: text.clone() };
                        return;
                    }
                    (Some(at), None) => {
                        self.own.remove(at);
                        notes.remove(at);
                        return;
                    }
                    (None, None) => return,
                    (None, Some((turn, text))) => (*turn, Some(moment), text),
                }
            }
        };
        notes.push(NoteId::of(ply, moment, text));
        self.own.push(OwnLine { line, turn: ply, text: text.clone() });
    }

    /// Replays what is necessary, and returns the lines that are a person's own.
    ///
    /// In a part with no more lines than the program writes, none is a person's. So turns are usually only counted; just the
    /// opening and parts with more lines are printed and compared, with a record up to the last of them.
    fn play(&mut self, parsed: &ParsedJournal<'_>, correspondences: &Correspondences) -> Vec<(usize, String)> {
        let exceeds = |part: usize| parsed.expected_others(part) != Some(parsed.parts[part].others);
        let Ok(heading) = &parsed.header.heading else { return guess(parsed, exceeds) };
        let all = parsed.parts.len() - 1;
        let verified = if let Some((counted, contents)) = count(parsed, heading, correspondences) {
            (self.counted, self.is_playable) = (Some(counted), true);
            let is_whole_conclusion = |part: usize| {
                let others = contents.others() + usize::from(parsed.precedes_afterword(part));
                parsed.expected_others(part).is_none() && parsed.parts[part].others == others
            };
            let asked = |part: usize| exceeds(part) && (part == 0 || !is_whole_conclusion(part));
            let last = (0..=all).rev().find(|part| asked(*part)).unwrap_or_default();
            verify(parsed, correspondences, asked, last)
        } else {
            verify(parsed, correspondences, exceeds, all).inspect(|verified| {
                self.counted = wording::counted(&verified.replay.record);
                self.is_playable = verified.replay.errors.is_empty();
            })
        };
        verified.map_or_else(|_| Vec::new(), |verified| verified.own)
    }
}

/// From which line on a turn is told; `None` before the first and from the conclusion on.
fn turns_of_lines(parsed: &ParsedJournal<'_>) -> Vec<(usize, Option<u32>)> {
    let mut turns = Vec::new();
    for placed in &parsed.lines {
        match placed.line {
            JournalLine::Turn { ply, .. } => turns.push((placed.number, Some(ply))),
            JournalLine::GameAct { turn, .. } => turns.push((placed.number, Some(turn))),
            JournalLine::Concluded(..) => {
                turns.push((placed.number, None));
                break;
            }
            _ => {}
        }
    }
    turns
}

/// Serialises a timestamp for people as text, for the cache as seconds and an offset, which is faster to parse.
mod begun {
    use chrono::{DateTime, FixedOffset};
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

    use crate::record::Timestamp;

    pub(super) fn serialize<S: Serializer>(moment: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            return serializer.collect_str(&moment.to_rfc3339());
        }
        let offset = moment.offset().local_minus_utc();
        (moment.timestamp(), moment.timestamp_subsec_nanos(), offset).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timestamp, D::Error> {
        let (seconds, nanos, offset) = <(i64, u32, i32)>::deserialize(deserializer)?;
        let moment = DateTime::from_timestamp(seconds, nanos).zip(FixedOffset::east_opt(offset));
        moment.map(|(utc, offset)| utc.with_timezone(&offset)).ok_or_else(|| de::Error::custom("invalid timestamp"))
    }
}

/// Replays the standing turns to count them; `None` if there is any error in the journal, or it is of another game.
fn count(
    parsed: &ParsedJournal<'_>,
    heading: &Heading,
    correspondences: &Correspondences,
) -> Option<(CountedRecord, Contents)> {
    let subject = heading.game.enochian()?;
    let (terms, mode, board) = (subject.terms(), subject.mode(), subject.board());
    let mut state = SessionState::begin(&terms, subject.start());
    let first = state.position().ply().saturating_add(1);
    let notes = subject.question().map(|question| [&question.known, &question.supposed, &question.asked]);
    let has_notes = notes.is_some_and(|notes| notes.into_iter().any(Option::is_some));
    let is_quiet = parsed.header.raw.is_quiet;
    let mut contents = Contents { mode, is_quiet, has_notes, ..Contents::default() };
    let mut forces = [false; SignOrElement::ALL.len()];
    let mut turns = CountedTurns::default();
    if !parsed.errors.is_empty() || !parsed.is_opened {
        return None;
    }
    let mut thrown = None;
    for placed in parsed.standing() {
        // The heading of a turn is an act in a reading; in a game it is part of the move.
        if let JournalLine::Turn { ply, army, .. } = parsed.lines_of(placed.part)[0].line {
            let position = state.position();
            (ply == position.ply().saturating_add(1) && army == position.turn()).then_some(())?;
        }
        match placed.line {
            JournalLine::Turn { throw: Some(throw), .. } => {
                state.throw(&terms, throw).ok()?;
                thrown = Some((throw, terms.moves_for(state.position(), throw)));
            }
            JournalLine::Exchange { exchange, .. } => state.exchange(exchange, &mut ()).ok()?,
            JournalLine::Withdrawal { .. } => state.withdraw(&mut ()).ok()?,
            JournalLine::Played { mv, irregular, .. } => {
                let before = state.position().clone();
                let (throw, called) = thrown.take().unzip();
                if irregular {
                    state.play_irregular(mv, &mut ()).ok()?;
                    contents.has_irregular = true;
                } else {
                    state.play_called(&terms, called.as_ref(), mv, &mut ()).ok()?;
                }
                let piece = match mv {
                    Move::Pass => None,
                    Move::Step { role, from, .. } => before.pieces_at(from).find(|piece| role == piece.kind.into()),
                };
                let mut turn = CountedTurn { throw, landing: piece.zip(mv.to()), ..CountedTurn::default() };
                if let Some((_, square)) = turn.landing {
                    forces[correspondences.square(board, square).force.index()] = true;
                    turn.captured = CountedTurn::captured(before.pieces_at(square));
                    turn.gives_check = state.position().checks_given(&before, before.turn(), square).next().is_some();
                    contents.has_checks |= turn.gives_check;
                    contents.landings += 1;
                    (!parsed.has_glosses() || parsed.parts[placed.part].has_gloss()).then_some(())?;
                }
                turns.push(turn);
            }
            _ => return None,
        }
    }
    contents.forces = forces.iter().filter(|held| **held).count();
    let kind = kind(parsed, &state, subject)?;
    let stopped = state.end().is_none().then_some(turns.len());
    let question = subject.question().map(|question| CountedQuestion::of(question, stopped));
    Some((CountedRecord { board, kind, question, first, turns }, contents))
}

/// The result of a replayed reading or game; `None` if the journal states another one.
fn kind(parsed: &ParsedJournal<'_>, state: &SessionState, subject: &Subject) -> Option<CountedKind> {
    let (mut closing, mut proved) = (None, None);
    for placed in &parsed.lines {
        match &placed.line {
            JournalLine::Concluded(how, _) => closing = Some(*how),
            JournalLine::Afterword(Afterword::Outcome(outcome)) => proved = Some(outcome.proved),
            JournalLine::Position { text, .. } if closing.is_some() => {
                (*text == state.position().to_string()).then_some(())?;
            }
            JournalLine::Verdict(stated) => {
                if let Some(answer) = state.answer() {
                    conclusion::verdicts(&answer).contains(stated).then_some(())?;
                }
            }
            _ => {}
        }
    }
    if closing.is_some() && !parsed.is_ended {
        return None;
    }
    Some(match state.answer() {
        Some(answer) => {
            let answer = closing.map(|_| [answer.ptah.verdict, answer.kings.verdict]);
            CountedKind::Reading { die: subject.die()?, answer, proved }
        }
        None => CountedKind::Game(winning_side(state.end(), closing)),
    })
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::chess::{Angle, Array, Board, Direction};
    use crate::journal::Journal;
    use crate::journal::cache::{CachedFile, FileStamp};
    use crate::record::{Closing, Entry, Game, GameSettings, Record, Seats};
    use crate::session::Act;

    /// Journals without a person's lines, which can be counted without printing them.
    fn untouched() -> Vec<Source> {
        let all = [(false, false), (false, true), (true, false), (true, true)];
        let concluded = all.map(|(quiet, noted)| saved(&sample(quiet, noted)));
        let whole = sample(false, false);
        let mut begun = Record::begin(whole.heading().clone());
        for entry in whole.entries().iter().take_while(|entry| !matches!(entry, Entry::Concluded(..))) {
            begun.enter(entry.clone()).unwrap();
        }
        concluded.into_iter().chain([saved(&begun), saved(&game())]).collect()
    }

    /// A record as a journal.
    fn saved(record: &Record) -> Source {
        Source::new("journal.md", Journal::text_of(record, Correspondences::embedded()).unwrap())
    }

    /// A game of two turns that was closed.
    fn game() -> Record {
        let (array, board) = (Array::of(Angle::Air, Board::Air), Board::Air);
        let ruleset = Correspondences::embedded().ruleset("zalewski").unwrap();
        let setting = GameSettings::opening("A game", board, array, board.first(), Direction::Deosil, ruleset);
        let mut record = Record::begin(Heading {
            game: Subject::Game(Box::new(setting)).into(),
            begun: "2026-11-21T14:05:00+01:00".parse().unwrap(),
            zone: None,
            seats: Seats::alone("Anna"),
            automatic: false,
            branch: None,
        });
        for _ in 0..2 {
            let mv = record.enochian().unwrap().moves()[0];
            record.enter(Entry::from(Act::Move(mv))).unwrap();
        }
        record.enter(Entry::Concluded(Closing::ByPlayers, record.heading().begun)).unwrap();
        record
    }

    /// The sample, as if it had been quiet, or something had been noted before the first turn.
    fn sample(quiet: bool, noted: bool) -> Record {
        let name = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";
        let correspondences = Correspondences::embedded();
        let record =
            crate::journal::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name), correspondences)
                .unwrap();
        let mut heading = record.heading().clone();
        let Game::Enochian(Subject::Reading(question, _)) = &mut heading.game else { panic!("a reading") };
        question.quiet = quiet;
        question.known = noted.then(|| "he moved".to_owned());
        question.supposed = None;
        question.asked = noted.then(|| "how he is".to_owned());
        let mut again = Record::begin(heading);
        for entry in record.entries() {
            again.enter(entry.clone()).unwrap();
        }
        again
    }

    #[test]
    fn an_untouched_journal_is_counted_without_a_record_and_its_lines_without_writing_them() {
        let correspondences = Correspondences::embedded();
        let (mut concluded, mut all) = (0, 0);
        for source in untouched() {
            let parsed = parse(&source, correspondences).unwrap();
            let (counted, contents) = count(&parsed, parsed.header.heading.as_ref().unwrap(), correspondences).unwrap();
            assert_eq!(
                counted,
                CountedRecord::of(crate::journal::read_text(&source, correspondences).unwrap().enochian().unwrap()),
                "{}",
                source.name
            );
            for part in 1..parsed.parts.len() {
                let afterwards = usize::from(parsed.precedes_afterword(part));
                let expected = parsed.expected_others(part).unwrap_or_else(|| {
                    concluded += 1;
                    contents.others() + afterwards
                });
                assert_eq!(parsed.parts[part].others, expected, "part {part} of {}", source.name);
            }
            all += 1;
        }
        assert!(concluded == 5 && all == 6, "{concluded} of {all}");
    }

    #[test]
    fn metadata_round_trips_through_the_cache() {
        for source in untouched() {
            let known = Metadata::read(&source, Correspondences::embedded()).unwrap();
            let cached = |known| CachedFile { name: String::new(), stamp: FileStamp::default(), known };
            let bytes = cached(Some(Ok(Box::new(known.clone())))).bytes().unwrap();
            assert_eq!(CachedFile::read(&bytes).unwrap().known, Some(Ok(Box::new(known))));
        }
    }
}
