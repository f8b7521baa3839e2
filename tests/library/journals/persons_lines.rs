//! A person's lines in a journal: they are found wherever they stand, whatever else has been changed.

use std::fs;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::journal::{Journal, Metadata};

use enochian::record::{Closing, Entry};
use enochian::sheet::{self, ImportOptions};

use super::journal_lines::{
    ALL, Written, check, faults, header, line_of, metadata, moment, named, numbered, sentence, short, with,
    with_other_data,
};
use crate::sample;

#[test]
fn a_persons_line_is_found_wherever_it_stands() {
    for Written { name, text, .. } in ALL.iter() {
        let (brief, last) = (metadata(text), text.lines().count());
        let step = sample::short_or_whole(4, 1) * if last < 250 { 3 } else { last / 40 };
        let (mut all, mut sound) = (0, 0);
        // Its end is looked at more closely: there the program writes most.
        for number in (header(text) + 1..=last)
            .filter(|number| number % step == 0 || last - number < sample::short_or_whole(6, 12))
        {
            let line = text.lines().nth(number - 1).unwrap();
            let edited = with(text, number, &["The kestrel was there again.", line]);
            let checked = check(&edited);
            all += 1;
            if !checked.diagnostics.is_empty() {
                // In the middle of a gloss, or where the last entry is completed, nothing may stand.
                continue;
            }
            sound += 1;
            let own = (number, "The kestrel was there again.".to_owned());
            assert_eq!(checked.own, std::slice::from_ref(&own), "{name}, line {number}");
            let known = metadata(&edited);
            let said = numbered(&brief.own);
            let said = said.iter().map(|(at, line)| (at + usize::from(*at >= number), line.clone()));
            let mut expected: Vec<_> = said.chain([own]).collect();
            let mut found = numbered(&known.own);
            expected.sort();
            found.sort();
            assert_eq!(found, expected, "{name}, line {number}");
            assert_eq!(Metadata { own: brief.own.clone(), ..known }, brief, "{name}, line {number}");
        }
        // With a fourth of the places and half of the end, at least half as many are tried.
        assert!(all > sample::short_or_whole(10, 20) && sound * 10 > all * 9, "{name}: {sound} of {all}");
    }
}

/// With other correspondences the sentences are not compared, but the squares in them are.
#[test]
fn with_other_correspondences_only_facts_are_compared_and_a_persons_lines_found() {
    for Written { name, text, .. } in short() {
        let text = with_other_data(text);
        let checked = check(&text);
        assert!(checked.diagnostics.is_empty(), "{name}: {}", checked.diagnostics);
        assert!(checked.not_compared.is_some(), "{name}");
        assert_eq!(checked.own, [], "{name}");
        let sentence = (1..).zip(text.lines()).find(|(_, line)| line.contains(" goes from "));
        if let Some((number, line)) = sentence {
            let other = line.replace(" goes from ", " walks from ");
            assert!(faults(&with(&text, number, &[&other])).is_empty(), "{name}");
        }
        let (mut all, mut sound) = (0, 0);
        for number in (header(&text) + 1..=text.lines().count()).step_by(7) {
            let line = text.lines().nth(number - 1).unwrap();
            let edited = with(&text, number, &["The kestrel was there again.", line]);
            let own = (number, "The kestrel was there again.".to_owned());
            let checked = check(&edited);
            all += 1;
            if checked.diagnostics.is_empty() {
                sound += 1;
                assert!(checked.own.contains(&own), "{name}, line {number}: {:?}", checked.own);
                assert!(numbered(&metadata(&edited).own).contains(&own), "{name}, line {number}");
            }
        }
        assert!(all > 5 && sound * 10 > all * 9, "{name}: {sound} of {all}");
        // Whatever its words, a conclusion is whole if its last line is there.
        if let Some((number, _)) = (1..).zip(text.lines()).find(|(_, line)| line.starts_with("*End of the ")) {
            let found = faults(&with(&text, number, &["That was all."]));
            assert!(found.iter().any(|(_, told)| told.contains("its last part is incomplete")), "{name}: {found:?}");
        }
        // The gloss of a landing names its square.
        let gloss = (1..)
            .zip(text.lines())
            .find(|(_, line)| line.starts_with("  ") && line.contains('●') && line.contains(" · "));
        if let Some((number, line)) = gloss {
            let square = line.trim_start_matches([' ', '●']).split(' ').next().unwrap();
            let other = if square == "c3" { "d4" } else { "c3" };
            let found = faults(&with(&text, number, &[&line.replacen(square, other, 1)]));
            assert_eq!(found.len(), 1, "{name}: {found:?}");
            let told = if name.contains("quiet") {
                format!("the gloss of {square}, where a piece landed, is missing")
            } else {
                format!("this gloss is for {other}, where the piece did not land")
            };
            assert!(found[0].1.contains(&told), "{told}: {found:?}");
        }
    }
}

/// Where nothing can be played, what the program would write is not known, but how much it is.
#[test]
fn a_header_that_cannot_be_used_leaves_a_persons_lines() {
    let text = named("an unfinished reading").replacen("ruleset = \"", "ruleset = \"my-", 1);
    assert!(!check(&text).diagnostics.is_empty());
    let it = metadata(&text);
    assert!(!it.is_playable && it.counted.is_none());
    assert!(!numbered(&it.own).iter().any(|(_, line)| line.contains(" goes from ")), "{:?}", it.own);
    let turn = line_of(&text, "### 3 · ") + 4;
    let line = text.lines().nth(turn - 1).unwrap();
    let edited = with(&text, turn, &["The kestrel was there again.", line]);
    assert!(numbered(&metadata(&edited).own).contains(&(turn, "The kestrel was there again.".to_owned())));
}

#[test]
fn tabs_are_a_persons_and_other_control_characters_faults() {
    let text = named("an unfinished game");
    let turn = line_of(text, "### 3 · ");
    for (line, is_fault) in [("a\tkestrel", false), ("a \u{1b}[31mkestrel", true), ("a \u{85}kestrel", true)] {
        let found = faults(&with(text, turn, &[line, "", text.lines().nth(turn - 1).unwrap()]));
        assert_eq!(!found.is_empty(), is_fault, "{line:?}: {found:?}");
        assert!(found.iter().all(|(at, told)| *at == turn && told.contains("a control character")), "{found:?}");
    }
}

/// What the program would add to a torn end is not taken for a person's, and what a person wrote before it is.
#[test]
fn a_persons_line_is_found_in_a_torn_journal() {
    let text = named("a reading that was closed");
    let turn = line_of(text, "### 3 · ");
    let edited = with(text, turn, &["The kestrel was there again.", "", text.lines().nth(turn - 1).unwrap()]);
    let own = [(turn, "The kestrel was there again.".to_owned())];
    for end in ["## The answer\n", "**Time.**", "Position after turn"] {
        let torn = &edited[..edited.find(end).unwrap() + end.len()];
        let checked = check(torn);
        assert!(!checked.diagnostics.is_empty(), "{end}");
        assert_eq!(checked.own, own, "{end}");
    }
}

#[test]
fn a_line_like_the_one_that_is_missing_was_changed_and_another_is_a_persons() {
    let text = named("a reading that was closed");
    let (number, line) = sentence(text);
    let changed = with(text, number, &[&line.replacen(" goes ", " went ", 1)]);
    let found = faults(&changed);
    assert!(matches!(&*found, [(at, told)] if *at == number && told.contains("this line differs")), "{found:?}");
    assert!(check(&changed).own.is_empty());
    let replaced = with(text, number, &["The kestrel was there again."]);
    let found = faults(&replaced);
    let told = "a line of the program is missing before this";
    assert!(matches!(&*found, [(at, problem)] if *at > number && problem.contains(told)), "{found:?}");
    assert_eq!(check(&replaced).own, [(number, "The kestrel was there again.".to_owned())]);
}

/// Where only the number of lines is known, they may have any other words in them.
#[test]
fn with_other_correspondences_as_many_lines_are_the_programs_whatever_they_say() {
    let text = with_other_data(named("a game that was drawn"));
    let other = text.replacen("\n## Totals\n", "\n## Sums\n", 1);
    assert_ne!(other, text);
    let checked = check(&other);
    assert!(checked.diagnostics.is_empty() && checked.own.is_empty(), "{}: {:?}", checked.diagnostics, checked.own);
    assert_eq!(metadata(&other).own, metadata(named("a game that was drawn")).own);
}

#[test]
fn after_a_fault_a_part_with_no_more_lines_than_the_program_writes_has_none_of_a_persons() {
    for name in ["a reading that was closed", "a game that was drawn"] {
        let edited = named(name).replacen("\n### 4 · ", "\n### 5 · ", 1);
        let own = check(&edited).own;
        assert!(!own.iter().any(|(_, line)| line.contains(" goes from ")), "{name}: {own:?}");
    }
}

/// A list counts the lines of a conclusion, and compares them where there are more.
#[test]
fn a_persons_line_in_a_conclusion_is_found_in_brief() {
    // The king of Air was in check and stayed there.
    let sheet = "board: air\nstart: aK6wR/1ar6/8/7wK/8/8/5fr1fK/eK1er5 a ---- ---- 0000 8\n1 | P2c | . | . | .\n";
    let options = ImportOptions { begun: moment(), as_played: true };
    let irregular = sheet::read(&Source::new("game.txt", sheet), &options, Correspondences::embedded()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut journal = Journal::save_new(folder.path(), &irregular, Correspondences::embedded()).unwrap();
    journal.enter(Entry::Concluded(Closing::Agreed, moment())).unwrap();
    let irregular = fs::read_to_string(journal.path()).unwrap();
    assert!(irregular.contains("irregular") && metadata(&irregular).is_playable);
    for text in [named("a reading that was closed"), named("a quiet reading that was closed"), &irregular] {
        let brief = metadata(text);
        let number = line_of(text, "## Totals");
        let edited = with(text, number, &["The kestrel was there again.", "", "## Totals"]);
        let own = numbered(&metadata(&edited).own);
        assert_eq!(own.len(), brief.own.len() + 1, "{own:?}");
        assert!(own.contains(&(number, "The kestrel was there again.".to_owned())), "{own:?}");
    }
}

/// The opening is compared however many lines it has, also when they are as many as those of a conclusion.
#[test]
fn a_persons_lines_in_the_opening_are_found_in_brief() {
    let text = named("a reading that was closed");
    let (number, before) = (line_of(text, "*Asked by "), metadata(text).own);
    for lines in 1..60 {
        let mut opening = ["The kestrel was there again.", ""].repeat(lines);
        let asked = text.lines().nth(number - 1).unwrap();
        opening.push(asked);
        let own = metadata(&with(text, number, &opening)).own;
        assert_eq!(own.len(), before.len() + lines, "{lines}: {own:?}");
    }
}
