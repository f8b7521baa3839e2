//! The header of a journal: what is fixed before the first turn, as lines of TOML between two lines of `+++`.
//!
//! Each of its facts is one line, indented by four spaces so that every Markdown viewer shows them as a block. What follows from
//! another fact is not among them. Any other line there is a person's, as everywhere.

use std::io;

use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::chess::{Board, Mode, Square};
use crate::games::GameKind;
use crate::record::{Branch, Header, READING};

use super::line::{Grammar, Seals};

/// The line that opens and closes the header.
pub(super) const FENCE: &str = "+++";

/// What stands before each fact of the header.
pub(super) const INDENT: &str = "    ";

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

/// Whether a line of the header is one on which something depends; which program wrote it is not.
pub(super) fn is_counted(line: &str) -> bool {
    !line.trim_start().starts_with("program ")
}
