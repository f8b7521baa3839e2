//! The header of a journal: what is fixed before the first turn, as lines of TOML between two lines of `+++`.
//!
//! Each of its facts is one line, indented by four spaces so that every Markdown viewer shows them as a block. What follows from
//! another fact is not among them. Any other line there is a person's, as everywhere.

use std::io;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::chess::{Board, Mode, Square};
use crate::games::GameKind;
use crate::reading::QuestionKind;
use crate::record::{Branch, DiceThrow, Game, Heading, SeatThrow, Subject, Timestamp};

use super::line::{Grammar, Seals, read_time, time};

/// The number of the format of journals.
pub const FORMAT: u8 = 1;

/// The line that opens and closes the header.
pub(super) const FENCE: &str = "+++";

/// What stands before each fact of the header.
pub(super) const INDENT: &str = "    ";

/// The kind of a reading; a game has that of its rules.
pub(super) const READING: &str = "reading";

/// The facts of a header. Keys that are not known here are left as they are.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Header {
    pub(super) format: u8,
    /// `reading`, or the kind of game: `enochian`, `three`.
    pub(super) kind: String,
    pub(super) question: Option<String>,
    /// The name of a game.
    pub(super) title: Option<String>,
    pub(super) question_kind: Option<String>,
    pub(super) querent: Option<String>,
    pub(super) category: Option<String>,
    pub(super) source: Option<String>,
    pub(super) known: Option<String>,
    pub(super) supposed: Option<String>,
    pub(super) asked: Option<String>,
    pub(super) term: Option<String>,
    pub(super) quiet: bool,
    pub(super) begun: String,
    pub(super) zone: Option<String>,
    pub(super) board: Option<String>,
    pub(super) ptah: Option<String>,
    /// Of a game that begins from a later position.
    pub(super) array: Option<String>,
    pub(super) direction: Option<String>,
    pub(super) ruleset: Option<String>,
    pub(super) procedure: Option<String>,
    pub(super) dice: Option<String>,
    pub(super) die: Option<String>,
    /// Those that are not at their default.
    pub(super) options: Vec<String>,
    pub(super) seed: Option<u64>,
    pub(super) automatic: bool,
    /// Each seat with its player, in the order of play.
    pub(super) seats: Vec<(String, String)>,
    /// Who threw what for an army: player, throws, army.
    pub(super) choice: Vec<(String, Vec<Vec<u8>>, String)>,
    pub(super) start: String,
    pub(super) branch: Option<String>,
    pub(super) program: String,
}

/// Writes an object as lines of TOML: JSON is TOML but for what stands around its keys.
struct TomlLines;

impl serde_json::ser::Formatter for TomlLines {
    fn begin_object<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, _: &mut W) -> io::Result<()> {
        Ok(())
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, _: bool) -> io::Result<()> {
        writer.write_all(b"\n")
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b" = ")
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }
}

impl Header {
    /// The header of a record with this heading.
    pub(super) fn of(heading: &Heading) -> Header {
        let optional = |text: Option<&str>| text.map(str::to_owned);
        let players = heading.seats.players.iter().cloned();
        let mut header = Header {
            format: FORMAT,
            source: optional(heading.game.source()),
            begun: time(&heading.begun),
            zone: heading.zone.clone(),
            options: heading.game.options().map(|(name, value)| format!("{name}={value}")).collect(),
            automatic: heading.automatic,
            choice: heading.seats.throws.iter().map(written_throw).collect(),
            seats: heading.game.seats().iter().map(|seat| seat.name.clone()).zip(players).collect(),
            start: heading.game.start().text(),
            branch: heading.branch.as_ref().map(ToString::to_string),
            program: concat!("enochian ", env!("CARGO_PKG_VERSION")).to_owned(),
            ..Header::default()
        };
        match &heading.game {
            Game::Enochian(subject) => {
                header.board = Some(subject.board().to_string());
                header.ruleset = Some(subject.ruleset().name.clone());
                match subject {
                    Subject::Reading(question, die) => {
                        header.kind = READING.to_owned();
                        header.question = Some(question.text.clone());
                        // Only written if it is not the default.
                        let kind = Some(question.kind).filter(|kind| *kind != QuestionKind::default());
                        header.question_kind = kind.map(|kind| kind.name().to_owned());
                        header.querent = Some(question.querent.clone());
                        header.category.clone_from(&question.category);
                        header.known.clone_from(&question.known);
                        header.supposed.clone_from(&question.supposed);
                        header.asked.clone_from(&question.asked);
                        header.term.clone_from(&question.term);
                        header.quiet = question.quiet;
                        header.ptah = Some(question.ptah.to_string());
                        header.direction = Some(question.direction.to_string());
                        header.procedure = Some(question.procedure.name.clone());
                        header.dice = Some(question.dice.name.clone());
                        header.die = Some(die.to_string());
                    }
                    Subject::Game(setting) => {
                        header.kind = GameKind::default().name().to_owned();
                        header.title = Some(setting.title.clone());
                        header.array =
                            setting.array.filter(|_| !setting.begins_with_the_opening()).map(|array| array.to_string());
                        header.seed = setting.seed;
                    }
                }
            }
            Game::Other(game) => {
                header.kind = heading.game.kind().name().to_owned();
                header.title = Some(game.title.clone());
                header.seed = game.seed;
            }
        }
        header
    }

    /// The lines of its facts.
    fn lines(&self) -> Vec<String> {
        let mut json = Vec::new();
        self.serialize(&mut serde_json::Serializer::with_formatter(&mut json, TomlLines))
            .expect("a header is plain data");
        // JSON leaves one control character as it is.
        let text = String::from_utf8_lossy(&json).replace('\u{7f}', "\\u007f");
        // What is not said has no line; the value of a text ends with a quotation mark.
        let is_said = |line: &&str| ![" = null", " = false", " = []"].iter().any(|value| line.ends_with(value));
        let lines = text.lines().skip(1).filter(is_said);
        lines.map(|line| format!("{INDENT}{}", line.replacen('"', "", 2))).collect()
    }

    /// The header with its two fences.
    pub(super) fn text(&self) -> String {
        format!("{FENCE}\n\n{}\n\n{FENCE}\n", self.lines().join("\n"))
    }

    /// Counts its facts as the first of a journal.
    pub(super) fn seals(&self) -> Seals {
        let mut seals = Seals::default();
        self.lines().iter().filter(|line| is_counted(line)).for_each(|line| seals.header(line));
        seals
    }

    /// Whether it is a reading or a game.
    pub(super) fn mode(&self) -> Mode {
        if self.kind == READING { Mode::Reading } else { Mode::Game }
    }

    /// The kind of game.
    pub(super) fn game(&self) -> &str {
        if self.kind == READING { GameKind::default().name() } else { &self.kind }
    }

    /// The question, or the name of the game.
    pub(super) fn title(&self) -> &str {
        self.question.as_deref().or(self.title.as_deref()).unwrap_or_default()
    }

    /// The players, each once.
    pub(super) fn players(&self) -> Vec<String> {
        let mut players: Vec<String> = Vec::new();
        for (_, player) in &self.seats {
            if !player.is_empty() && !players.contains(player) {
                players.push(player.clone());
            }
        }
        players
    }

    /// What the lines of its journal can be.
    pub(super) fn grammar(&self) -> Grammar {
        let seats =
            self.seats.iter().map(|(seat, _)| seat.clone()).chain(["Chance", "Nobody"].map(str::to_owned)).collect();
        let is_reading = self.kind == READING;
        Grammar { is_reading, has_sheet: is_reading || self.kind == GameKind::default().name(), seats }
    }

    /// The id of the reading or game, the same in every copy of its journal: a hash of what makes it the one it is.
    pub(super) fn id(&self) -> String {
        let Header { kind, begun, die, start, branch, .. } = self;
        let mut texts = vec![kind, self.title(), begun, start];
        texts.extend([die, branch].map(|text| text.as_deref().unwrap_or_default()));
        texts.extend(self.seats.iter().flat_map(|(seat, player)| [seat.as_str(), player.as_str()]));
        let seed = self.seed.map_or_else(String::new, |seed| seed.to_string());
        texts.push(&seed);
        hash(texts)
    }

    /// When it was begun, if that can be read.
    pub(super) fn begun(&self) -> Option<Timestamp> {
        read_time(&self.begun)
    }

    /// Where the Ptah stands, if that can be read.
    pub(super) fn ptah(&self) -> Option<(Board, Square)> {
        Some((self.board.as_ref()?.parse().ok()?, self.ptah.as_ref()?.parse().ok()?))
    }

    /// Where it leaves another reading, if it is a branch of one.
    pub(super) fn branch(&self) -> Option<Branch> {
        self.branch.as_ref()?.parse().ok()
    }
}

/// A short hash of texts and their order.
pub(super) fn hash<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut hasher = Sha256::new();
    for text in texts {
        hasher.update((text.len() as u64).to_le_bytes());
        hasher.update(text);
    }
    hasher.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}

fn written_throw(seat: &SeatThrow) -> (String, Vec<Vec<u8>>, String) {
    let throw = |throw: &DiceThrow| throw.dice().iter().map(|die| die.number()).collect();
    (seat.player.clone(), seat.throws.iter().map(throw).collect(), seat.army.to_string())
}

/// Whether a line of the header is one on which something depends; which program wrote it is not.
pub(super) fn is_counted(line: &str) -> bool {
    !line.trim_start().starts_with("program ")
}
