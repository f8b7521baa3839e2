//! What a person's lines may have been: a damaged line of the program, a second journal, an unfinished merge, or a block of code
//! that hides the lines below it.

use crate::chess::Move;
use crate::input::{Diagnostic, shell_word};

use super::header;
use super::line::{ARROW, Grammar, KINDS, NO_MOVE};
use super::read::{OwnText, ReadJournal};

impl ReadJournal<'_> {
    /// Reports what the person's lines of a whole journal, whose text begins at `body`, hide or mix up.
    pub(super) fn judge_own_lines(&mut self, body: usize) {
        self.open_blocks();
        self.second_journal(body);
        self.merges();
    }

    /// Warns of something that keeps nobody from anything.
    pub(super) fn warn(&mut self, at: &OwnText, problem: &str, expected: &str) {
        let (span, line) = (at.span.clone(), at.number);
        self.warnings.push(Diagnostic { span, line, problem: problem.to_owned(), expected: expected.to_owned() });
    }

    /// Tells what explains the errors before them; a warning, if there are none.
    fn tell_first(&mut self, error: Diagnostic) {
        if self.errors.is_empty() { &mut self.warnings } else { &mut self.errors }.insert(0, error);
    }

    /// Names the place where another journal begins in the file, before anything that follows from it.
    fn second_journal(&mut self, body: usize) {
        let source = self.source;
        let text = |own: &OwnText| source.text[own.span.clone()].trim();
        let mut pairs = self.own.windows(2).filter(|pair| pair[0].span.start > body);
        let Some([fence, _]) =
            pairs.find(|pair| text(&pair[0]) == header::FENCE && text(&pair[1]).starts_with("format ="))
        else {
            return;
        };
        let expected = "one journal in each file; move the lines from here on into a file of their own";
        let error = source.error(fence.span.clone(), "another journal begins here", expected);
        self.tell_first(error);
    }

    /// Warns of a block of code or a comment that a person left open: it hides what follows in a viewer.
    fn open_blocks(&mut self) {
        let mut open: Option<(OwnText, &str)> = None;
        for own in &self.own {
            let text = self.source.text[own.span.clone()].trim_start();
            let begun = ["```", "~~~", "<!--"].into_iter().find(|mark| text.starts_with(mark));
            open = match (open, begun) {
                (Some((_, mark)), Some(ends)) if ends == mark && mark != "<!--" => None,
                (Some((_, "<!--")), _) if text.contains("-->") => None,
                (None, Some(mark)) if !(mark == "<!--" && text.contains("-->")) => Some((own.clone(), mark)),
                (open, _) => open,
            };
        }
        if let Some((own, mark)) = open {
            let end = if mark == "<!--" { "-->" } else { mark };
            self.warn(
                &own,
                "this hides what follows in a viewer, not from the program",
                &format!("its end, {end}, below it"),
            );
        }
    }

    /// Names the marks of an unfinished merge, before anything that follows from them.
    fn merges(&mut self) {
        let source = self.source;
        let is_mark = |own: &&OwnText, mark: &str| source.text[own.span.clone()].starts_with(mark);
        let Some(first) = self.own.iter().find(|own| is_mark(own, "<<<<<<< ")).cloned() else { return };
        if !self.own.iter().any(|own| is_mark(&own, ">>>>>>> ")) {
            return;
        }
        let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
        let name = shell_word(format!("./{name}"));
        let expected = format!(
            "one version of the journal; in its folder, save both with git show :2:{name} > one.md and git show :3:{name} > \
             two.md, join them with enochian journal join one.md two.md, and put one.md in the place of this file"
        );
        let problem = "this is a merge marker of git: two versions of the journal stand here in one file";
        let error = source.error(first.span, problem, expected);
        self.tell_first(error);
    }
}

impl Grammar {
    /// Whether a person's line is one character away from the beginning of a fact, or has a number and a name like a turn.
    pub(super) fn resembles(&self, line: &str) -> bool {
        // What is quoted, in a list or code is not stated.
        if ["> ", "- ", "    "].iter().any(|mark| line.starts_with(mark)) {
            return false;
        }
        // One character of the two stars may be another one, or missing.
        let heads = (0..3).filter_map(|skipped| Some(&line[line.char_indices().nth(skipped)?.0..]));
        heads.map(|head| head.trim_start_matches(['*', ' '])).any(|head| self.is_like_head(head, line))
    }

    fn is_like_head(&self, head: &str, line: &str) -> bool {
        let first = head.split(['·', '*']).next().unwrap_or_default().trim();
        let is_starred = line.chars().take(3).any(|letter| letter == '*') && head.contains(['·', '*', '→']);
        let is_kind = |kind: &str| match kind {
            // One character away from this sign is any other, so a move must follow it.
            ARROW if !first.contains(ARROW) => {
                let act =
                    head[first.len()..].strip_prefix("** ").map(|act| act.split(" · ").next().unwrap_or_default());
                is_one_apart(ARROW, first) && act.is_some_and(|act| act == NO_MOVE || act.parse::<Move>().is_ok())
            }
            kind => is_one_apart(kind, first),
        };
        if is_starred && !first.is_empty() && KINDS.into_iter().any(is_kind) {
            return true;
        }
        // A number, in which one character may be another one, and a name.
        let (number, name) = head.split_at(head.find(|letter: char| " ·".contains(letter)).unwrap_or(head.len()));
        let others = number.chars().filter(|letter| !letter.is_ascii_digit()).count();
        let is_seat = |seat: &String| {
            let length = seat.chars().count();
            let begins =
                |skipped, length| is_one_apart(seat, &name.chars().skip(skipped).take(length).collect::<String>());
            let lengths = [length, length + 1].into_iter().chain((length > 2).then(|| length - 1));
            lengths.into_iter().any(|length| (0..4).any(|skipped| begins(skipped, length)))
        };
        others <= usize::from(number.len() > 1 || line.starts_with('*'))
            && !number.is_empty()
            && self.seats.iter().any(is_seat)
    }
}

/// Whether two texts differ in at most one character.
fn is_one_apart(one: &str, other: &str) -> bool {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let [one, other] = [one, other].map(|text| text.chars().skip(same).collect::<Vec<char>>());
    match one.len().cmp(&other.len()) {
        std::cmp::Ordering::Equal => one.is_empty() || one[1..] == other[1..],
        std::cmp::Ordering::Less => one[..] == other[1..],
        std::cmp::Ordering::Greater => one[1..] == other[..],
    }
}
