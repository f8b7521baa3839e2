//! Requests of other programs: a line of JSON in, a line of JSON out.

use std::fmt;
use std::io::{self, BufRead, Read, Write};
use std::mem;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::cli::prelude::*;
use crate::input::safe;

use super::answer::Answer;
use super::request::Request;

/// The longest line, in bytes without the newline. No request is so long; the limit keeps a wrong file out of memory.
const LONGEST: usize = 1 << 20;

/// The longest error in an answer. Only a name of absurd length makes a longer one.
const LONGEST_MESSAGE: usize = 4000;

/// An object as an example.
const EXAMPLE: &str = r#"an object such as {"position": "…", "play": ["Nc8d6"]}"#;

/// Answers every line of standard input until it ends.
pub(super) fn answer_lines(defaults: &Request, cx: &Cx) -> CommandResult<()> {
    let (mut input, mut out) = (io::stdin().lock(), stdout::plain());
    let (mut line, mut is_first) = (Vec::new(), true);
    while let Some(whole) = next_line(&mut input, &mut line)? {
        // A byte order mark where the input begins is no part of it.
        let is_first = mem::take(&mut is_first);
        let line = line.strip_prefix("\u{feff}".as_bytes()).filter(|_| is_first).unwrap_or(&line);
        let answer = match whole {
            true if line.iter().all(u8::is_ascii_whitespace) => continue,
            true => keys(line).and_then(|keys| defaults.with_keys(keys)?.answer(cx)),
            false => Err(problem!("the line is too long; expected at most 1 MiB")),
        };
        let answer = answer.unwrap_or_else(|error| {
            let error: String = safe(&error.to_string()).chars().take(LONGEST_MESSAGE).collect();
            Answer::Error { error }
        });
        let mut text = serde_json::to_vec(&answer)?;
        text.push(b'\n');
        out.write_all(&text)?;
        // The other program can wait for this answer before it asks again.
        out.flush()?;
    }
    Ok(())
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

/// Reads the keys of a line, with their values.
fn keys(line: &[u8]) -> CommandResult<Vec<(String, Value)>> {
    let line = str::from_utf8(line).map_err(|error| {
        problem!("the line is not text in UTF-8 from byte {} on; expected {EXAMPLE}", error.valid_up_to() + 1)
    })?;
    if !line.trim_start().starts_with('{') {
        fail!("the line is not a JSON object; expected {EXAMPLE}");
    }
    match serde_json::from_str(line) {
        Ok(Keys(keys)) => Ok(keys),
        Err(error) if error.is_eof() => fail!("the JSON of the line is incomplete; expected {EXAMPLE}, on one line"),
        Err(error) => fail!("the line is not valid JSON at column {}; expected {EXAMPLE}", error.column()),
    }
}

/// The keys of an object, those that are given twice too.
struct Keys(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Keys {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Keys, D::Error> {
        struct KeysVisitor;

        impl<'de> Visitor<'de> for KeysVisitor {
            type Value = Keys;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(EXAMPLE)
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
                let mut keys = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    keys.push(entry);
                }
                Ok(Keys(keys))
            }
        }

        deserializer.deserialize_map(KeysVisitor)
    }
}
