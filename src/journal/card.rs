//! A journal at a glance: what lists, filters and searches go by.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::chess::{Army, Kind, Piece};
use crate::lore::{EndsBy, Lore};
use crate::record::{Afterword, Moment, Tag};
use crate::text::{Faults, Fields, Source};

use super::marks::{self, Mark};
use super::own::{Own, Part};
use super::{afterwords, format, header};

/// A journal at a glance.
///
/// It says what stands in the file and believes it, so that a folder of thousands is looked through in a moment and
/// a journal with a slip in it is still found; [`check`](super::check) is what doubts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Card {
    /// `reading` or `game`.
    pub noun: String,
    /// The question, or the name of the game.
    pub title: String,
    /// The person who asked.
    pub querent: Option<String>,
    /// What it was about, by the catalogue.
    pub category: Option<String>,
    /// The board's element.
    pub board: String,
    /// The angle's element, in a reading.
    pub angle: Option<String>,
    /// The sign or element of the Ptah square, in a reading.
    pub force: Option<String>,
    /// When it was begun.
    pub begun: Moment,
    /// Whether it was closed.
    pub concluded: bool,
    /// How many turns stand.
    pub turns: u32,
    /// The tags it bears.
    pub tags: Vec<String>,
    /// What came to pass, by what was written last: the day, and what became of the answer.
    pub outcome: Option<(NaiveDate, String)>,
    /// What a person wrote: notes, remarks, and lines of their own, each with the number of its line.
    pub own: Vec<(usize, String)>,
    /// Each landing that stands: the piece's two letters and the square, `aNd6`.
    landings: Vec<String>,
    procedure: Option<String>,
    /// The verdicts and results stated, by what they go by.
    verdicts: Vec<(String, String)>,
}

/// Something done, as far as a glance sees: it may be taken back.
enum Act {
    Landing(String),
    Turn,
    Other,
}

impl Card {
    /// Glances at a journal.
    ///
    /// # Errors
    /// When the header cannot be read.
    pub fn glance(source: &Source) -> Result<Card, Faults> {
        let Some(range) = header::range(&source.text) else { return Err(header::missing(source)) };
        let body = range.end;
        let (version, mut card) = Fields::read_part(source, range, |fields| {
            fields.keep_unknown();
            Card::of_header(fields)
        })?;
        card.look_through(source, body, version);
        Ok(card)
    }

    fn of_header(fields: &Fields<'_>) -> Option<(u8, Card)> {
        let text = |key| fields.optional(key).and_then(|item| item.text());
        let version = fields.integer("format", 1..=format::FORMAT);
        let (game, begun, board) = (text("game"), header::moment(fields, "begun"), fields.text("board"));
        let title = if game.is_some() { game.clone() } else { fields.text("question") };
        let card = Card {
            noun: if game.is_some() { "game" } else { "reading" }.to_owned(),
            title: title?,
            querent: text("querent"),
            category: text("category"),
            board: board?,
            angle: text("angle"),
            force: text("force"),
            begun: begun?,
            concluded: false,
            turns: 0,
            tags: Vec::new(),
            outcome: None,
            own: Vec::new(),
            landings: Vec::new(),
            procedure: text("procedure"),
            verdicts: Vec::new(),
        };
        Some((version?, card))
    }

    fn look_through(&mut self, source: &Source, body: usize, version: u8) {
        let first = source.line_of(body);
        let (mut own, mut acts) = (Own::default(), Vec::new());
        // The square of a move, until the sentence that names its piece.
        let mut landing = None;
        for (number, line) in source.text[body..].lines().enumerate() {
            let number = first + number;
            let mark = match marks::read(line).ok().flatten() {
                None if version >= format::AFTERWORDS => afterwords::read(line).ok().flatten().map(Mark::Afterword),
                mark => mark,
            };
            match own.part(line, mark.is_some(), &self.title) {
                Part::Sentence => {
                    acts.push(match piece(line).zip(landing.take()) {
                        Some((piece, square)) => Act::Landing(format!("{}{square}", piece.code())),
                        None => Act::Turn,
                    });
                }
                Part::Own => self.own.push((number, line.trim().to_owned())),
                Part::Told => {}
            }
            match mark {
                Some(Mark::Turn { throw: Some(_), .. } | Mark::Exchange { .. } | Mark::Withdrawal { .. }) => {
                    acts.push(Act::Other);
                }
                Some(Mark::Played { mv, .. }) => landing = mv.to(),
                Some(Mark::TakenBack { acts: back }) => acts.truncate(acts.len().saturating_sub(back)),
                Some(Mark::Concluded(..)) => self.concluded = true,
                Some(Mark::Note { text, .. }) => self.own.push((number, text)),
                Some(Mark::Verdict(line)) => self.verdicts.extend(marks::verdict_parts(&line)),
                Some(Mark::Afterword(afterword)) => self.afterword(number, afterword),
                _ => {}
            }
        }
        self.turns = acts.iter().filter(|act| !matches!(act, Act::Other)).count() as u32;
        self.landings.extend(acts.into_iter().filter_map(|act| match act {
            Act::Landing(landing) => Some(landing),
            _ => None,
        }));
    }

    fn afterword(&mut self, line: usize, afterword: Afterword) {
        match afterword {
            Afterword::Tagged(tags) => self.tags.extend(tags.iter().map(Tag::to_string)),
            Afterword::Untagged(tags) => self.tags.retain(|tag| !tags.iter().any(|gone| gone.as_str() == tag)),
            Afterword::Remark(remark) => self.own.push((line, remark.words)),
            Afterword::Outcome(outcome) => {
                self.outcome = Some((outcome.on, outcome.proved.to_string()));
                self.own.push((line, outcome.words));
            }
        }
    }

    /// The answer of a reading by the criterion of its procedure, or the result of a game; `unfinished` where it was
    /// not closed.
    pub fn answer(&self, lore: &Lore) -> &str {
        let kings = self.procedure.as_ref().and_then(|name| lore.procedure(name).ok()).map(|it| it.ends_by)
            == Some(EndsBy::Kings);
        let by = match self.noun.as_str() {
            "game" => marks::GAME,
            _ if kings => marks::KINGS,
            _ => marks::PTAH,
        };
        let stated = self.verdicts.iter().find(|(of, _)| of == by).map(|(_, verdict)| verdict.as_str());
        stated.filter(|_| self.concluded).unwrap_or("unfinished")
    }

    /// Whether a piece landed on a square, in a turn that stands.
    pub fn landed(&self, piece: Piece, square: crate::chess::Square) -> bool {
        self.landings.contains(&format!("{}{square}", piece.code()))
    }
}

/// The piece that a turn's sentence speaks of: `The knight of Water, Sebek (…), goes from …`, in a game without the god.
fn piece(sentence: &str) -> Option<Piece> {
    let name = sentence.strip_prefix("The ")?;
    let name = name.split(" goes from ").next()?.split(", ").next()?;
    let (kind, army) = name.rsplit_once(" of ")?;
    let army = army.parse::<Army>().ok()?;
    Kind::ALL.into_iter().find(|it| it.to_string() == kind).map(|kind| Piece { army, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_its_piece() {
        let code = |sentence| piece(sentence).map(Piece::code);
        assert_eq!(code("The knight of Water, Sebek (Crocodile), goes from h6 to f5."), Some("wN".into()));
        assert_eq!(code("The pawn of rook of Fire goes from e2 to e3."), Some("fr".into()));
        assert_eq!(code("No Move: Earth has no knight."), None);
        assert_eq!(code("The weather of Fire goes from bad to worse."), None);
    }
}
