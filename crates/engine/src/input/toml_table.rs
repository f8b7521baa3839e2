//! Reads a TOML table key by key and collects all errors.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::ops::Range;

use toml::de::DeTable;
use toml_parser::lexer::TokenKind;

use super::diagnostic::did_you_mean;
use super::shortened;
use super::{Diagnostic, Diagnostics, Source, TomlValue, nearest};

/// A table in a TOML text, read key by key.
///
/// Every method records an error if it returns `None`. So a reader first asks for all its fields and builds the value
/// last; one pass then finds all errors. A key that was never asked for is an error too, unless
/// [`TomlTable::allow_unknown`] is called.
///
/// ```
/// use enochian::input::{Source, TomlTable};
/// let source = Source::new("piece.toml", "kind = \"rook\"\nplaces = [\"a1\", \"h8\"]\n");
/// let read = TomlTable::read(&source, |fields| {
///     let kind = fields.required("kind").and_then(|kind| kind.text());
///     let places = fields.required("places").and_then(|places| places.list(|place| place.text()));
///     Some((kind?, places?))
/// });
/// assert_eq!(read, Ok(("rook".to_owned(), vec!["a1".to_owned(), "h8".to_owned()])));
/// ```
#[derive(Debug)]
pub struct TomlTable<'r> {
    reader: &'r TomlReader<'r>,
    table: &'r DeTable<'r>,
    known: RefCell<BTreeSet<String>>,
    allow_unknown: Cell<bool>,
}

/// The text being read, and the errors found so far.
#[derive(Debug)]
pub(super) struct TomlReader<'s> {
    source: &'s Source,
    /// Where the TOML begins in the source; the parser counts from there.
    start: usize,
    errors: RefCell<Vec<Diagnostic>>,
}

impl TomlReader<'_> {
    pub(super) fn error(&self, span: Range<usize>, problem: impl Into<String>, expected: impl Into<String>) {
        let span = span.start + self.start..span.end + self.start;
        self.errors.borrow_mut().push(self.source.error(span, problem, expected));
    }
}

/// A file with more syntax errors than this is probably not TOML at all, and only the first few are reported.
const MAX_REPORTED: usize = 12;
const FIRST: usize = 3;

/// The problem and what was expected, in words for people who do not know TOML's grammar.
fn in_plain_words(message: &str) -> (&str, &str) {
    let (problem, expected) = message.split_once(", expected ").unwrap_or((message, ""));
    match (problem, expected) {
        ("invalid basic string", _) => {
            ("this text has no closing quotation mark", "a quotation mark at its end, on the same line")
        }
        ("string values must be quoted", _) => ("this text has no quotation marks", "quotation marks around it"),
        ("key with no value", _) => ("this key has no value", "`=` and the value"),
        ("invalid unquoted key", _) => ("this is not a key", "letters, numbers, `-` or `_`, then `=` and a value"),
        ("recursion limit", _) => ("this key has too many parts", "a key with few dots"),
        _ => (problem, expected),
    }
}

/// The most brackets that can be open at once; the parser has the same limit.
const DEEPEST: usize = 80;

/// The first bracket beyond [`DEEPEST`].
///
/// The parser loses count in texts that are not TOML, and would overflow the stack.
fn too_deep(text: &str) -> Option<Range<usize>> {
    let mut open = Vec::new();
    let mut deepest = toml_parser::Source::new(text).lex().filter(|token| {
        match token.kind() {
            TokenKind::LeftSquareBracket => open.push(TokenKind::RightSquareBracket),
            TokenKind::LeftCurlyBracket => open.push(TokenKind::RightCurlyBracket),
            kind if open.last() == Some(&kind) => drop(open.pop()),
            _ => {}
        }
        open.len() > DEEPEST
    });
    deepest.next().map(|token| token.span().start()..token.span().end())
}

impl<'r> TomlTable<'r> {
    /// Reads a text as TOML; `body` reads the values in its table.
    ///
    /// # Errors
    ///
    /// All syntax errors, including duplicate keys (only the first few if there are very many); or, if there are none,
    /// all errors found by `body`, and the keys that it did not ask for.
    pub fn read<T>(source: &Source, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Result<T, Diagnostics> {
        let (mut body, mut value) = (Some(body), None);
        TomlTable::read_with(source, 0, &source.text, &mut |fields| {
            value = body.take().and_then(|body| body(fields));
        })?;
        value.ok_or_else(|| Diagnostics::of(source, vec![source.error(0..0, "invalid file", "")]))
    }

    /// As [`TomlTable::read`], with a `body` that keeps what it reads. The text stands in the source from `start` on; parts of it may
    /// be blanked.
    pub(super) fn read_with(
        source: &Source,
        start: usize,
        text: &str,
        body: &mut dyn FnMut(&TomlTable<'_>),
    ) -> Result<(), Diagnostics> {
        let reader = TomlReader { source, start, errors: RefCell::default() };
        if let Some(bracket) = too_deep(text) {
            let expected = format!("at most {DEEPEST} brackets within each other");
            reader.error(bracket, "not TOML: too many brackets are open here", expected);
            return Err(Diagnostics::of(source, reader.errors.into_inner()));
        }
        let (table, syntax_errors) = DeTable::parse_recoverable(text);
        let (reported, omitted) =
            syntax_errors.split_at(if syntax_errors.len() > MAX_REPORTED { FIRST } else { syntax_errors.len() });
        if let Some(error) = omitted.first() {
            let problem = format!("not TOML; {} more errors from here on", omitted.len());
            let expected = "lines such as `name = \"value\"`; check that this is the right file";
            reader.error(error.span().unwrap_or_default(), problem, expected);
        }
        for error in reported {
            let span = error.span().unwrap_or_default();
            let (mut problem, mut expected) = in_plain_words(error.message());
            // A key takes no such marks, and the parser stops at the first of them.
            if text.get(span.start..).is_some_and(|rest| rest.starts_with(['“', '”', '„', '‘', '’', '«', '»']))
            {
                (problem, expected) = ("this quotation mark is curly", "a straight one, \"");
            }
            let problem = match text.get(span.clone()) {
                // The parser does not name the key; its span gives it.
                Some(key) if problem == "duplicate key" => format!("duplicate key `{}`", shortened(key)),
                _ => format!("not TOML: {problem}"),
            };
            reader.error(span, problem, expected);
        }
        if syntax_errors.is_empty() {
            let fields = TomlTable {
                reader: &reader,
                table: table.get_ref(),
                known: RefCell::default(),
                allow_unknown: Cell::new(false),
            };
            body(&fields);
            fields.check_unknown();
        }
        let errors = reader.errors.into_inner();
        if errors.is_empty() { Ok(()) } else { Err(Diagnostics::of(source, errors)) }
    }

    fn check_unknown(&self) {
        let known = self.known.borrow();
        for (key, _) in self.table.iter() {
            let name: &str = key.get_ref();
            if self.allow_unknown.get() || known.contains(name) {
                continue;
            }
            let expected = match nearest(name, known.iter().map(String::as_str)) {
                Some(near) => did_you_mean(&format!("`{near}`")),
                None if known.is_empty() => "no keys here".into(),
                None => alternatives(known.iter().map(String::as_str)),
            };
            self.reader.error(key.span(), format!("unknown key `{}`", shortened(name)), expected);
        }
    }

    /// Allows keys that are never asked for.
    pub fn allow_unknown(&self) {
        self.allow_unknown.set(true);
    }

    /// The table as it was parsed.
    pub(super) fn parsed(&self) -> &'r DeTable<'r> {
        self.table
    }

    /// Records an error at a place in the TOML.
    pub(super) fn error_at(&self, span: Range<usize>, problem: String, expected: String) {
        self.reader.error(span, problem, expected);
    }

    /// Records an error in the table as a whole.
    pub fn error(&self, problem: impl Into<String>, expected: impl Into<String>) {
        self.reader.error(0..0, problem, expected);
    }

    /// The value of an optional key.
    pub fn optional(&self, key: &str) -> Option<TomlValue<'r>> {
        self.known.borrow_mut().insert(key.into());
        let (key, value) = self.table.get_key_value(key)?;
        Some(TomlValue::new(self.reader, key.get_ref(), value))
    }

    /// The value of a required key.
    pub fn required(&self, key: &str) -> Option<TomlValue<'r>> {
        let item = self.optional(key);
        if item.is_none() {
            self.error(format!("missing key `{key}`"), format!("`{key} = …`"));
        }
        item
    }

    /// Every key of the table with its value, in the order of the text: for tables whose keys are data themselves.
    /// All keys are then known.
    pub fn entries(&self) -> Vec<TomlValue<'r>> {
        self.allow_unknown();
        let mut entries: Vec<_> = self.table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        entries.into_iter().map(|(key, value)| TomlValue::new(self.reader, key.get_ref(), value)).collect()
    }
}

/// The words as alternatives: `a, b or c`.
pub fn alternatives<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: Vec<&str> = words.collect();
    match words.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        words => words.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_values<T: std::fmt::Debug>(text: &str, body: impl FnOnce(&TomlTable<'_>) -> Option<T>) -> Vec<String> {
        let errors = TomlTable::read(&Source::new("t", text), body).unwrap_err();
        errors.to_string().lines().map(str::to_owned).collect()
    }

    #[test]
    fn every_kind_of_value_is_read() {
        let text = "s = \"x\"\np = \"\"\"a\n\tb\"\"\"\nn = 0x10\nb = true\nl = [\"a\", 1]\n";
        let read = TomlTable::read(&Source::new("t", text), |fields| {
            assert!(fields.optional("absent").is_none());
            let value = |key| fields.required(key);
            Some((
                (value("s")?.text()?, value("p")?.prose()?, value("b")?.boolean()?),
                (value("n")?.value()?, value("l")?.value()?),
            ))
        });
        let list = toml::Value::Array(vec!["a".into(), 1.into()]);
        assert_eq!(read, Ok((("x".into(), "a\n\tb".into(), true), (16.into(), list))));
    }

    #[test]
    fn all_errors_are_reported_at_once_and_in_order() {
        let text = "d = 2026-11-30\ns = 1\nb = \"yes\"\nw = \"tow\"\nl = [1, \"x\", 2]\nextra = 1\n";
        let messages = read_values(text, |fields| {
            let value = |key| fields.required(key);
            let w = value("w").and_then(|w| w.parse_with("one or two", |_| None::<u8>));
            let (d, s, b) = (value("d")?.value(), value("s")?.text(), value("b")?.boolean());
            let l = value("l")?.list(|member| member.text());
            value("name");
            Some((w?, d?, s?, b?, l?))
        });
        assert_eq!(
            messages,
            [
                "t:1: missing key `name`; expected `name = …`",
                "t:1: `d` is a date or time; expected text in quotation marks, a whole number, true or false, or a list of these",
                "t:2: `s` is 1; expected a string in quotation marks",
                "t:3: `b` is \"yes\"; expected true or false",
                "t:4: `w` is \"tow\"; expected one or two",
                "t:5: `l` contains 1; expected a string in quotation marks",
                "t:5: `l` contains 2; expected a string in quotation marks",
                "t:6: unknown key `extra`; expected b, d, l, name, s or w",
            ]
        );
    }

    #[test]
    fn brackets_are_counted_before_the_parser_reads_them() {
        let lists = |count: usize| format!("l = {}{}", "[".repeat(count), "]".repeat(count));
        assert!(TomlTable::read(&Source::new("t", lists(DEEPEST)), |t| t.optional("l").map(drop)).is_ok());
        // The parser takes each list, which has no key, for one that ends the table around it.
        let lost = "a = { n = 1, []\n".repeat(100_000);
        for text in [lists(DEEPEST + 1), lists(100_000), lost] {
            let messages = read_values(&text, |_| Some(()));
            let problem = "not TOML: too many brackets are open here; expected at most 80 brackets within each other";
            assert!(messages.len() == 1 && messages[0].ends_with(problem), "{messages:?}");
        }
        assert!(read_values(&"a.".repeat(100_000), |_| Some(()))[0].contains("this key has too many parts"));
    }

    #[test]
    fn several_syntax_errors_are_reported_at_once() {
        let messages = read_values("a = 1\na = 2\nb = [1,\nc = \"x\nd = 1\n", |_| Some(()));
        assert_eq!(messages[0], "t:2: duplicate key `a`");
        assert!(messages.len() > 1 && messages.iter().all(|line| line.contains("t:")), "{messages:#?}");
    }

    #[test]
    fn of_a_file_that_is_not_toml_only_the_first_errors_are_reported() {
        let letter = "Dear brother,\n".repeat(40);
        let messages = read_values(&letter, |_| Some(()));
        assert_eq!(messages.len(), FIRST + 1, "{messages:#?}");
        assert_eq!(messages[0], "t:1: not TOML: this key has no value; expected `=` and the value");
        let last = &messages[FIRST];
        assert!(last.starts_with("t:4: not TOML; 37 more errors from here on"), "{last}");
    }

    #[test]
    fn control_characters_are_rejected_and_never_shown_raw() {
        let text = "s = \"a\\u001b[2J\"\np = \"\\u202e\"\n\"k\\u0007\" = 1\nr = \"a\\nb\"\n";
        let messages = read_values(text, |fields| {
            let value = |key| fields.required(key);
            Some((value("s")?.text(), value("p")?.prose(), value("r")?.text()))
        });
        assert_eq!(
            messages,
            [
                "t:1: `s` is \"a␛[2J\"; expected text without the control character ESC (U+001B)",
                "t:2: `p` is \"\\u{202e}\"; expected text without the right-to-left override (U+202E)",
                "t:3: unknown key `k␇`; expected p, r or s",
                "t:4: `r` is \"a␊b\"; expected text without the control character LF (U+000A)",
            ]
        );
        // The parser rejects raw ones, and must not pass them on either.
        for text in ["s = \"\u{1b}[2J\"\n", "\u{1b} = 1\n", "a = 1 \u{1b}\n"] {
            let errors = TomlTable::read(&Source::new("\u{1b}", text), |_| Some(())).unwrap_err().to_string();
            assert!(!errors.contains('\u{1b}'), "{errors:?}");
        }
    }

    #[test]
    fn unknown_keys_may_be_allowed_and_entries_keep_their_order() {
        let source = Source::new("t", "z = 1\na = 2\n");
        let keys =
            TomlTable::read(&source, |fields| Some(fields.entries().iter().map(|i| i.key().to_owned()).collect()));
        assert_eq!(keys, Ok(vec!["z".to_owned(), "a".to_owned()]));
        let allowed = TomlTable::read(&source, |fields| {
            fields.allow_unknown();
            Some(())
        });
        assert_eq!(allowed, Ok(()));
    }
}
