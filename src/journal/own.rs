//! Telling a person's lines from the program's, at a glance.

use crate::chess::Mode;

use super::marks::{self, escaped};
use super::{afterwords, opening};

/// How the lines of the opening and of the end begin.
const BEGINNINGS: [&str; 29] = [
    "*Asked by ",
    "*A game on ",
    "A question of ",
    "The question: it falls to ",
    "The querent's army is **",
    "The **",
    "All four armies are played by ",
    "- Air: ",
    "- Water: ",
    "- Fire: ",
    "- Earth: ",
    "The die was thrown for the choice of armies",
    "## The answer",
    "## The end",
    "## What the turns held",
    "The reading came to its end: ",
    "The game came to its end: ",
    "The reading was stopped at its limit of ",
    "The game was stopped at its limit of ",
    "The players ",
    "No enemy bears upon the Ptah",
    "One enemy bears upon the Ptah",
    "| ",
    "|-",
    "Nothing was taken.",
    "**Captures.** ",
    "**Checks.** ",
    "**The querent's king** ",
    "**Time.** ",
];

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// The program's, or blank.
    Told,
    /// The program's sentence on a turn.
    Sentence,
    /// A person's.
    Own,
}

/// Where in a journal a glance has come.
#[derive(Default)]
pub(super) struct Own {
    at: Place,
    /// Within a drawn board or the account of a square.
    drawn: bool,
    /// A move's sentence is to come.
    sentence: bool,
}

#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Place {
    #[default]
    Opening,
    Turns,
    End,
    Afterwards,
}

impl Own {
    /// Says whose the next line is.
    pub(super) fn part(&mut self, line: &str, is_mark: bool, title: &str) -> Part {
        let line = line.trim_end();
        if self.drawn || line == marks::GLOSS {
            self.drawn = line != marks::GLOSS_END;
            return Part::Told;
        }
        if is_mark {
            self.sentence = line.starts_with("**") && line.contains("** · sheet `");
            if line.starts_with("### Concluded · ") {
                self.at = Place::End;
            }
            return Part::Told;
        }
        match line {
            "" | "+++" => Part::Told,
            _ if std::mem::take(&mut self.sentence) => Part::Sentence,
            opening::TURNS if self.at == Place::Opening => {
                self.at = Place::Turns;
                Part::Told
            }
            afterwords::HEADING if self.at == Place::Afterwards => Part::Told,
            _ if self.at == Place::End && Mode::ALL.into_iter().any(|mode| line == marks::end(mode)) => {
                self.at = Place::Afterwards;
                Part::Told
            }
            _ if matches!(self.at, Place::Opening | Place::End) && is_told(line, title) => Part::Told,
            _ => Part::Own,
        }
    }
}

/// Whether a line of the opening or the end is the program's.
fn is_told(line: &str, title: &str) -> bool {
    let counted = |rest: &str| line.starts_with(|c: char| c.is_ascii_digit()) && line.contains(rest);
    BEGINNINGS.iter().any(|beginning| line.starts_with(beginning))
        || line.strip_prefix("# ").is_some_and(|heading| heading == escaped(title))
        || line.ends_with('.') && line.contains(" gave the game up for the ")
        || line.starts_with("- ") && line.contains(" threw ") && line.contains(" and took ")
        || counted(" enemies bear upon the Ptah square")
        || counted(" turn")
}
