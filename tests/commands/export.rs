//! Journals as files for others: every format, and what becomes of words that a format would obey.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use enochian::correspondences::{Correspondences, Palette};
use enochian::export::{
    Exporter, Html, Json, Markdown, Page, PageNote, PngPicture, SvgPicture, Text, TurnOutOfRange, View,
};
use enochian::journal;
use enochian::reading::{DiceSource, DieThrower, QuestionDraft, Throw};
use enochian::record::{Afterword, Correctness, Entry, Heading, Record, RecordedOutcome, Remark, Seats, Subject};
use enochian::render::TerminalColours;
use enochian::session::Act;

const JOURNAL: &str = "journals/2026-11-21-is-my-brother-happy-in-his-present-situation.md";

fn brother() -> Record {
    journal::read(JOURNAL.as_ref(), Correspondences::embedded()).unwrap()
}

fn text(exporter: impl Exporter, record: &Record) -> String {
    String::from_utf8(exporter.export(record, Correspondences::embedded()).unwrap()).unwrap()
}

fn tagged(tags: &[&str]) -> Entry {
    Entry::Afterword(Afterword::Tagged(tags.iter().map(|tag| tag.parse().unwrap()).collect()))
}

/// A remark of 1 December 2026.
fn remark(ply: Option<u32>, words: &str) -> Entry {
    let moment = "2026-12-01T20:15:00+01:00".parse().ok();
    Entry::Afterword(Afterword::Remark(Remark { ply, moment, words: words.to_owned() }))
}

/// A reading whose words are all the same, and the seed of its turns.
fn reading(words: &str, seed: u64, turns: usize) -> Record {
    let correspondences = Correspondences::embedded();
    let typed = Some(words.to_owned());
    let draft = QuestionDraft {
        text: typed.clone(),
        querent: typed.clone(),
        source: typed.clone(),
        category: Some("love".into()),
        ..QuestionDraft::default()
    };
    let subject = Subject::Reading(Box::new(draft.resolve(correspondences).unwrap()), DieThrower::Seeded(seed));
    let begun = "2026-11-21T14:05:00+01:00".parse().unwrap();
    let mut record = Record::begin(Heading {
        game: subject.into(),
        begun,
        zone: typed,
        seats: Seats::alone(words),
        automatic: false,
        branch: None,
    });
    record.enter(Entry::Note(words.to_owned())).unwrap();
    let mut chance = DiceSource::seeded(seed);
    for _ in 0..turns {
        let draw = chance.draw().unwrap();
        if record.enter(Entry::Act(Act::Throw(draw.throw()).into())).is_err() {
            break;
        }
        let moves = record.enochian().unwrap().moves();
        let mv = moves[draw.choice(moves.len())];
        record.enter(Entry::Act(Act::Move(mv).into())).unwrap();
    }
    record
}

#[test]
fn markdown_tells_the_reading_and_obeys_nobody() {
    let page = text(Markdown::default(), &brother());
    for line in [
        "# Is my brother happy in his present situation?",
        "**Yes**",
        "> The king walks alone; his own pieces have stayed at home.",
    ] {
        assert!(page.lines().any(|found| found == line), "{line} in {page}");
    }
    let turns = page.split("\n## ").find(|part| part.starts_with("The turns")).unwrap();
    assert_eq!(turns.matches("\n**").count(), 32, "each turn begins with its number and army");
    let told = "**4 · Earth throws 4** · Qa2c4 · Q4c  \nThe queen of Earth, Isis (Queen of Disks, Moon), goes from a2 to c4.  \nc4 · \
                Pisces (dream, compassion, retreat) · 12th house: sorrows, confinement, hidden enemies, retreat  \nthe watery part of \
                the airy part of the earthy part of Water  \nRuler Jupiter · trump XVIII The Moon · letter Qoph ק · figure Laetitia: joy  \nWater on \
                Water: strongest, like with like: each is at its strongest, for good or ill\n\n**5 · Air";
    assert!(turns.contains(told), "{turns}");

    let wicked = "# <b>[x](javascript:1)</b> | `~*_\u{1b}[31m\n- 1\n1. x\n---";
    assert!(
        !text(Text { width: 80, colours: TerminalColours::default() }, &reading(wicked, 3, 2)).contains("\u{1b}[31m")
    );
    let page = text(Markdown::default(), &reading(wicked, 3, 2));
    assert!(!page.contains('\u{1b}') && !page.contains("<b>") && !page.contains("[x]("), "{page}");
    for begins in ["> - ", "> 1. ", "> ---", "# # "] {
        assert!(!page.contains(begins), "{begins} in {page}");
    }
}

#[test]
fn json_is_the_account() {
    let account: serde_json::Value = serde_json::from_str(&text(Json, &brother())).unwrap();
    assert_eq!(account["answer"]["ptah"], "yes");
    assert_eq!(account["turns"].as_array().unwrap().len(), 32);
}

#[test]
fn a_picture_shows_the_ply_asked_for() {
    let (record, correspondences) = (brother(), Correspondences::embedded());
    let at = |ply| SvgPicture::of(View::Position(ply), Palette::default()).export(&record, correspondences);
    let start = String::from_utf8(at(Some(0)).unwrap()).unwrap();
    assert!(start.contains("after 0 turns") && start.contains("king a8") && start.contains("The Ptah is on a5."));
    assert!(!start.contains("The last move"));
    let king = String::from_utf8(at(Some(29)).unwrap()).unwrap();
    assert!(king.contains("king a5") && king.contains("The last move went from a6 to a5."));
    assert_eq!(at(None).unwrap(), at(Some(32)).unwrap());
    let error = at(Some(33)).unwrap_err().to_string();
    assert_eq!(error, TurnOutOfRange { ply: 33, first: 0, last: 32 }.to_string());

    let landings = text(SvgPicture::of(View::Landings, Palette::default()), &record);
    assert!(landings.contains("<title>a6, Aquarius: 3</title>") && landings.contains("Most: a6 3, a7 2"), "{landings}");
    assert!(
        PngPicture(SvgPicture::of(View::Landings, Palette::default()))
            .export(&record, correspondences)
            .unwrap()
            .starts_with(b"\x89PNG")
    );
}

#[test]
fn a_page_leads_nowhere() {
    let page = text(Html::default(), &reading("https://example.org/ <script src=//example.org/x.js></script>", 7, 40));
    for outward in ["src=", "@import", "url(", "href=\"http", "<link", "<iframe", "<form"] {
        let escaped = page.replace("&lt;script src=", "");
        assert!(!escaped.contains(outward), "{outward}");
    }
    let heading = page.split("<h1 dir=\"auto\">").nth(1).unwrap();
    assert!(heading.starts_with("https:&#x2f;&#x2f;example.org&#x2f; &lt;script"), "{}", &heading[..80]);
}

/// A link leads to a turn of the page, or to the page of another journal beside it; a name that is unknown is a text.
#[test]
fn links_in_notes_lead_to_turns_and_pages() {
    let mut record = reading("Will it?", 2, 3);
    record.enter(Entry::Note("As in [[will#2]], [[an other#7]] & [[<b>#3]].".into())).unwrap();
    let names = [("will", ""), ("an other", "2026-01-02-an other"), ("<b>", "<b>")];
    let links: BTreeMap<String, String> = names.map(|(name, to)| (name.to_owned(), to.to_owned())).into();
    let page = text(Html::default().with_links(links.clone()), &record);
    let linked = "As in <a href=\"#turn-2\">will#2</a>, <a href=\"2026-01-02-an%20other.html#turn-7\">an other#7</a> &amp; \
                  <a href=\"%3Cb%3E.html#turn-3\">&lt;b&gt;#3</a>.";
    assert!(page.contains(linked), "{page}");
    assert!(text(Html::default(), &record).contains("As in [[will#2]], [[an other#7]]"));
    let markdown = text(Markdown { links }, &record);
    let linked = "As in \\[\\[will\\#2\\]\\], [[2026-01-02-an other|an other#7]] \\& \\[\\[\\<b\\>\\#3\\]\\].";
    assert!(markdown.contains(linked), "{markdown}");
}

/// What programs for notes know of a file stands before the text, and means nothing else.
#[test]
fn markdown_begins_with_what_programs_for_notes_read() {
    let mut record = brother();
    record.enter(tagged(&["love", "family"])).unwrap();
    let begins = "---\ntitle: \"Is my brother happy in his present situation?\"\nanswer: \"Yes\"\nquerent: \"Anna\"\nboard: \
                  \"Water\"\ndate: 2026-11-21\ntags: [\"love\", \"family\"]\n---\n\n# Is my brother";
    let page = text(Markdown::default(), &record);
    assert!(page.starts_with(begins), "{page}");
    let page = text(Markdown::default(), &reading("\" <b>\n--- ](x", 7, 1));
    assert!(page.starts_with("---\ntitle: \"\\U00000022 \\U0000003cb\\U0000003e"), "{page}");
}

/// The page of a long reading can be sent and opened, and each of its turns stands in it.
#[test]
fn the_page_of_a_long_reading_stays_small() {
    for (turns, most) in [(400, 700_000), (2000, 2_500_000)] {
        let record = reading("מה יהיה?", 5, turns);
        let page = text(Html::default(), &record);
        let played = record.enochian().unwrap().turns().len();
        assert_eq!(page.matches(" id=\"turn-").count(), played);
        assert!(page.len() < most, "{played} turns: {} bytes", page.len());
        assert!(page.contains("<h1 dir=\"auto\">מה יהיה?</h1>"));
    }
}

/// A reading that has only begun, and one still going on, have a page in every format.
#[test]
fn what_is_unfinished_is_exported_too() {
    for turns in [0, 1, 9] {
        let record = reading("Will it?", 2, turns);
        for page in faces(&record) {
            assert!(page.contains("The reading is not concluded."), "{page}");
        }
        let _ = (text(Json, &record), text(SvgPicture::of(View::Landings, Palette::default()), &record));
    }
    let mut record = reading("Will it?", 2, 3);
    record.enter(Entry::Note("Said at the end.".into())).unwrap();
    record.enter(Act::Throw(Throw::new(6).unwrap())).unwrap();
    let after = Page::of(&record, Correspondences::embedded()).after_turns.unwrap();
    assert_eq!(words(&after.notes), ["Said at the end."]);
}

/// What was written of a reading long after goes out with it.
#[test]
fn afterwords_are_exported_and_escaped() {
    let mut record = reading("Will it?", 2, 3);
    let (on, words_of) = (NaiveDate::from_ymd_opt(2027, 3, 1).unwrap(), "He <i>moved</i> back.".to_owned());
    let outcome = RecordedOutcome { on, proved: Correctness::Partly, words: words_of };
    let outcome = Entry::Afterword(Afterword::Outcome(outcome));
    let remarks = [remark(Some(2), "so <b>it</b> was"), remark(None, "on the whole")];
    for entry in [tagged(&["love", "family"])].into_iter().chain(remarks).chain([outcome]) {
        record.enter(entry).unwrap();
    }
    let page = Page::of(&record, Correspondences::embedded());
    assert_eq!(words(&page.turns[1].notes), ["so <b>it</b> was"]);
    assert_eq!(page.turns[1].notes[0].label, "Remark of 1 December 2026");
    assert_eq!(words(&page.afterwards), ["on the whole", "He <i>moved</i> back."]);
    assert_eq!(page.afterwards[1].label, "Outcome on 1 March 2027: the answer proved partly true");
    let page = text(Html::of(Palette::default()), &record);
    for words in ["love, family", "on the whole", "Outcome · 2027-03-01", "Partly. ", "He &lt;i&gt;moved"] {
        assert!(page.contains(words), "{words}");
    }
    assert!(!page.contains("<b>it") && !page.contains("<i>moved"));
    let account: serde_json::Value = serde_json::from_str(&text(Json, &record)).unwrap();
    assert_eq!(account["tags"][0], "love");
    assert_eq!(account["outcomes"][0]["proved"], "partly true");
    let remark = serde_json::json!({ "turn": 2, "text": "so <b>it</b> was" });
    assert!(account["notes"].as_array().unwrap().contains(&remark), "{account}");
}

fn words(notes: &[PageNote]) -> Vec<&str> {
    notes.iter().map(|note| note.words.as_str()).collect()
}

/// The page as it is written in each of the forms that people read.
fn faces(record: &Record) -> [String; 3] {
    [
        text(Text { width: 80, colours: TerminalColours::default() }, record),
        text(Markdown::default(), record),
        text(Html::default(), record),
    ]
}

/// Whether a moment stands in the text as a file keeps it: `2026-11-21T14:05:00+01:00`.
fn has_moment_of_a_file(text: &str) -> bool {
    text.match_indices('T').any(|(at, _)| {
        let before: String = text[..at].chars().rev().take(3).collect();
        before.chars().count() == 3
            && before.chars().enumerate().all(|(i, c)| if i < 2 { c.is_ascii_digit() } else { c == '-' })
    })
}

#[test]
fn every_page_gives_the_answer_first_and_moments_as_people_write_them() {
    let mut record = brother();
    record.enter(remark(None, "So it was.")).unwrap();
    assert!(has_moment_of_a_file("2026-12-01T20:15:00+01:00"));
    let parts = ["Saturday 21 November 2026 at 03:38 (Etc/UTC)", "The answer", "The reading ended", "The question"]
        .into_iter()
        .chain(["the Water board", "The turns", "goes from a7 to a6", "Afterwards", "1 December 2026"])
        .chain(["So it was.", "Totals", "25 landings"]);
    // On the page a person's own words come before what is told, and both before the turns.
    let on_the_page =
        ["Saturday 21 November 2026 at 03:38 (Etc/UTC)", "The answer", "The reading ended", "Your interpretation"]
            .into_iter()
            .chain([
                "So it was.",
                "1 December 2026",
                "struck down the rook",
                "The pieces",
                "25 landings",
                "The turns",
                "goes from a7 to a6",
            ])
            .chain(["The question", "the Water board"]);
    for (number, page) in faces(&record).into_iter().enumerate() {
        let page = page.replace("&#x2f;", "/").replace("\n  ", " ");
        let mut at = 0;
        let parts: Vec<&str> = if number == 2 { on_the_page.clone().collect() } else { parts.clone().collect() };
        for part in parts {
            at += page[at..].find(part).unwrap_or_else(|| panic!("no {part:?} after what stands before it in {page}"));
        }
        assert!(!page.contains("+++") && !has_moment_of_a_file(&page), "{page}");
    }
}

/// Where no zone is known its offset stands for it.
#[test]
fn a_moment_says_where_it_was() {
    let mut record = reading("Will it?", 2, 1);
    for (moment, told) in [
        ("2026-11-22T20:15:00+01:00", "Resumed on Sunday 22 November 2026 at 20:15."),
        ("2026-11-23T09:05:00-05:00", "Resumed on Monday 23 November 2026 at 09:05 (-05:00)."),
    ] {
        record.enter(Entry::Resumed(moment.parse().unwrap())).unwrap();
        let page = Page::of(&record, Correspondences::embedded());
        assert_eq!(page.after_turns.unwrap().resumed.last().unwrap(), told);
        assert_eq!(page.byline, "Asked by Will it? on Saturday 21 November 2026 at 14:05 (Will it?).");
    }
    let heading = Heading { zone: None, ..record.heading().clone() };
    let page = Page::of(&Record::begin(heading), Correspondences::embedded());
    assert_eq!(page.byline, "Asked by Will it? on Saturday 21 November 2026 at 14:05 (+01:00).");
}

/// Throws, and plays the first move that is open.
fn play(record: &mut Record, throw: u8) -> String {
    record.enter(Entry::Act(Act::Throw(Throw::new(throw).unwrap()).into())).unwrap();
    let mv = record.enochian().unwrap().moves().first().copied().unwrap_or(enochian::chess::Move::Pass);
    record.enter(Entry::Act(Act::Move(mv).into())).unwrap();
    mv.to_string()
}

#[test]
fn what_was_taken_back_is_folded_where_it_was_and_no_note_is_lost() {
    let correspondences = Correspondences::embedded();
    let mut record = reading("Will it?", 2, 0);
    let note = |words: &str| Entry::Note(words.to_owned());
    play(&mut record, 6);
    let second = play(&mut record, 6);
    record.enter(note("it stays")).unwrap();
    let regretted = play(&mut record, 6);
    record.enter(note("it was wrong")).unwrap();
    record.enter(Entry::TakenBack(2)).unwrap();
    let third = play(&mut record, 4);
    record.enter(note("at last")).unwrap();
    record.enter(Entry::Act(Act::Throw(Throw::new(5).unwrap()).into())).unwrap();
    record.enter(Entry::TakenBack(1)).unwrap();

    let page = Page::of(&record, correspondences);
    assert_eq!(page.turns.iter().map(|turn| turn.ply).collect::<Vec<_>>(), [1, 2, 3]);
    let fold = page.turns[2].interlude.clone().unwrap();
    assert_eq!(fold.taken_back, [format!("Turn 3: Earth throw 6, {regretted}")]);
    let labelled =
        |label: &str, words: &str| PageNote { label: label.to_owned(), words: words.to_owned(), picture: None };
    assert_eq!(fold.notes, [labelled("Note to turn 4 (taken back)", "it was wrong")]);
    assert_eq!(page.turns[2].notes, [labelled("", "it stays")]);
    let after = page.after_turns.unwrap();
    assert_eq!(after.taken_back, ["Turn 4: Air throw 5"]);
    assert_eq!(after.notes, [labelled("", "at last")]);
    let [plain, markdown, html] = faces(&record);
    let told = format!("Taken back here. Turn 3: Earth throw 6, {regretted}.");
    for (face, told) in [
        (&plain, told.clone()),
        (&markdown, format!("*{told}*")),
        (&html, format!("Taken back here</summary><ul><li>Turn 3: Earth throw 6, {regretted}</li>")),
    ] {
        assert_eq!(face.matches(&told).count(), 1, "{told} in {face}");
        assert!(face.contains("Note to turn 4 (taken back)") && face.contains("it was wrong"), "{face}");
    }
    assert!(!html.contains("<details open"), "closed until somebody asks");

    // What was taken back before goes with what holds it.
    record.enter(Entry::TakenBack(4)).unwrap();
    let page = Page::of(&record, correspondences);
    assert_eq!(page.turns.len(), 1);
    let after = page.after_turns.unwrap();
    assert_eq!(
        after.taken_back,
        [
            format!("Turn 2: Fire throw 6, {second}"),
            format!("Turn 3: Earth throw 6, {regretted}, throw 4, {third}"),
            "Turn 4: Air throw 5".to_owned(),
        ]
    );
    let kept = [("3", "it stays"), ("4", "it was wrong"), ("4", "at last")];
    assert_eq!(after.notes, kept.map(|(turn, words)| labelled(&format!("Note to turn {turn} (taken back)"), words)));
    // Played again, the notes stand before the turn from which they were taken back.
    play(&mut record, 2);
    let page = Page::of(&record, correspondences);
    assert_eq!(words(&page.turns[1].interlude.clone().unwrap().notes), kept.map(|(_, words)| words));
    assert!(page.after_turns.is_none());
}
