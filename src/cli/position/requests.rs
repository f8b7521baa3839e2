//! Positions from other programs: a line of JSON in, a line of JSON out.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;

use serde::{Deserialize, Serialize};

use crate::chess::Mode;
use crate::cli::stdout;
use crate::correspondences::Correspondences;
use crate::input::{quoted, safe};
use crate::lookup::{find_kind, find_square};
use crate::player::SearchLimit;

use super::super::command_error::CommandResult;
use super::super::lookup::army;
use super::best::{BestLimits, BestMove};
use super::rules::refereed;
use super::{PositionRules, PositionTerms, perft};

/// The longest line, in bytes without the newline. No request is so long; the limit keeps a wrong file out of memory.
const LONGEST: usize = 1 << 20;

/// The longest error in an answer. Only a name of absurd length makes a longer one.
const LONGEST_MESSAGE: usize = 4000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    position: String,
    reading: Option<bool>,
    ruleset: Option<String>,
    array: Option<String>,
    throw: Option<serde_json::Number>,
    dice: Option<String>,
    play: Option<Vec<String>>,
    depth: Option<serde_json::Number>,
    best: Option<BestLimits>,
    querent: Option<String>,
    ptah: Option<String>,
    /// The kind of game; of the other games the keys of readings and Enochian games are invalid.
    kind: Option<String>,
    options: Option<BTreeMap<String, String>>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum RequestReply {
    Moves { moves: Vec<String>, outcome: Option<String> },
    Position { position: String, outcome: Option<String> },
    Perft { perft: u64 },
    Best(BestMove),
    Error { error: String },
}

/// Answers every line of standard input until it ends. The rules are the defaults of the lines; with a depth, a line that
/// asks for nothing else is counted.
pub(super) fn answer_lines(
    rules: &PositionRules<'_>,
    depth: Option<u8>,
    best: Option<&SearchLimit>,
    correspondences: &Correspondences,
) -> CommandResult<ExitCode> {
    let (mut input, mut out) = (io::stdin().lock(), stdout::plain());
    let mut line = Vec::new();
    while let Some(whole) = next_line(&mut input, &mut line)? {
        let answer = match whole {
            true if line.iter().all(u8::is_ascii_whitespace) => continue,
            true => answer(&line, rules, depth, best, correspondences),
            false => Err(problem!("the line is too long; expected at most 1 MiB")),
        };
        let answer = answer.unwrap_or_else(|error| {
            let error: String = safe(&format!("{error:#}")).chars().take(LONGEST_MESSAGE).collect();
            RequestReply::Error { error }
        });
        let mut text = serde_json::to_vec(&answer)?;
        text.push(b'\n');
        out.write_all(&text)?;
        // The other program can wait for this answer before it asks again.
        out.flush()?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads the next line, and whether it is complete: the rest of a line that is too long is skipped.
fn next_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Option<bool>> {
    line.clear();
    if input.by_ref().take(LONGEST as u64 + 1).read_until(b'\n', line)? == 0 {
        return Ok(None);
    }
    let whole = line.ends_with(b"\n") || line.len() <= LONGEST;
    if !whole {
        input.skip_until(b'\n')?;
    }
    Ok(Some(whole))
}

fn answer(
    line: &[u8],
    rules: &PositionRules<'_>,
    depth: Option<u8>,
    best: Option<&SearchLimit>,
    correspondences: &Correspondences,
) -> CommandResult<RequestReply> {
    let line = str::from_utf8(line).map_err(|error| problem!("the line is not UTF-8: {error}"))?;
    // Serde would read an array as the values of an object without their keys.
    if !line.trim_start().starts_with('{') {
        fail!("the line is not a JSON object; expected one such as {{\"position\": \"…\", \"play\": [\"Nc8d6\"]}}");
    }
    let request: Request = serde_json::from_str(line).map_err(|error| problem!("the line cannot be read: {error}"))?;
    let position = request.rules(rules, correspondences)?.parse(&request.position)?;
    let asked = request.best.as_ref().map(BestLimits::limit).transpose()?;
    if asked.is_some() && (request.play.is_some() || request.depth.is_some()) {
        fail!("best cannot be used with play or depth; leave one out");
    }
    let nothing_else = request.play.is_none() && request.depth.is_none();
    if let Some(limit) = asked.as_ref().or(best.filter(|_| nothing_else)) {
        return Ok(RequestReply::Best(position.best(limit)?.unwrap_or(BestMove::NONE)));
    }
    let depth = match (&request.play, &request.depth) {
        (Some(_), Some(_)) => fail!("play and depth cannot be used together; leave one out"),
        (Some(_), None) | (None, Some(_)) if request.throw.is_some() => {
            fail!("throw cannot be used with play or depth; leave it out")
        }
        (Some(moves), None) => {
            let played = position.played(moves.iter().map(String::as_str))?;
            return Ok(RequestReply::Position { outcome: played.outcome(), position: played.text() });
        }
        (None, Some(number)) => Some(perft::depth(&number.to_string())?),
        (None, None) => depth.filter(|_| request.throw.is_none()),
    };
    Ok(match depth {
        Some(depth) => RequestReply::Perft { perft: position.perft(depth) },
        None => RequestReply::Moves { moves: position.moves()?, outcome: position.outcome() },
    })
}

impl Request {
    /// The rules that the line asks about, with those of the command line as defaults.
    fn rules<'l>(
        &self,
        default: &PositionRules<'l>,
        correspondences: &'l Correspondences,
    ) -> CommandResult<PositionRules<'l>> {
        let of_default = match default {
            PositionRules::Enochian(_) => None,
            PositionRules::Other(rules) => Some(rules),
        };
        let other = match (&self.kind, &self.options, of_default) {
            (None, None, default) => default.cloned(),
            (None, Some(options), Some(default)) => Some(refereed(default.referee.kind(), options)?),
            (None, Some(_), None) => fail!("\"options\" needs \"kind\"; add it, such as \"kind\": \"three\""),
            (Some(name), options, _) => match (find_kind(name)?, options) {
                (kind, Some(_)) if kind.is_enochian() => fail!("Enochian chess has no \"options\"; leave them out"),
                (kind, None) if kind.is_enochian() => None,
                (kind, options) => Some(refereed(kind, options.as_ref().unwrap_or(&BTreeMap::new()))?),
            },
        };
        let enochian = [
            ("reading", self.reading.is_some()),
            ("ruleset", self.ruleset.is_some()),
            ("array", self.array.is_some()),
            ("throw", self.throw.is_some()),
            ("dice", self.dice.is_some()),
            ("querent", self.querent.is_some()),
            ("ptah", self.ptah.is_some()),
        ];
        let given = enochian.iter().find(|(_, is_given)| *is_given);
        let terms = match (other, given, default) {
            (Some(rules), Some((name, _)), _) => {
                fail!("\"{name}\" belongs to Enochian chess; leave it out with the kind {}", rules.referee.kind())
            }
            (Some(rules), None, _) => return Ok(PositionRules::Other(rules)),
            (None, _, PositionRules::Enochian(terms)) => *terms,
            (None, _, PositionRules::Other(_)) => PositionTerms::default_of(correspondences),
        };
        Ok(PositionRules::Enochian(self.terms(terms, correspondences)?))
    }

    /// The terms of this line, with those of the command line as defaults.
    fn terms<'l>(
        &self,
        mut terms: PositionTerms<'l>,
        correspondences: &'l Correspondences,
    ) -> CommandResult<PositionTerms<'l>> {
        if let Some(number) = &self.throw {
            let text = number.to_string();
            terms.throw = Some(text.parse().map_err(|error| problem!("there is no throw {}; {error}", quoted(&text)))?);
        }
        if self.play.is_some() || self.depth.is_some() {
            terms.throw = None;
        }
        terms.ptah = match (&self.querent, &self.ptah) {
            (Some(querent), Some(ptah)) if terms.throw.is_some() => Some((army(querent)?, find_square(ptah)?)),
            (None, None) => terms.ptah,
            _ => {
                fail!("\"querent\", \"ptah\" and \"throw\" belong together; give all three, or leave out the first two")
            }
        };
        if let Some(reading) = self.reading {
            if terms.throw.is_some() && !reading {
                fail!("there is no throw in a game; leave out \"throw\" or \"reading\": false");
            }
            terms.mode = if reading { Mode::Reading } else { Mode::Game };
        }
        terms.name(self.ruleset.as_deref(), self.array.as_deref(), self.dice.as_deref(), correspondences)?;
        Ok(terms)
    }
}
