//! `enochian journal export-all`: several journals as one page to print.

use std::collections::BTreeSet;
use std::fs;

use crate::desk::{ROOT, TestDesk};

/// The values of an attribute.
fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
    let starts = page.split(attribute).skip(1);
    starts.map(|rest| rest.split_once('"').unwrap().0).collect()
}

/// The first text between two others.
fn between<'p>(page: &'p str, start: &str, end: &str) -> &'p str {
    let (_, rest) = page.split_once(start).unwrap_or_else(|| panic!("{start} is not in the page"));
    rest.split_once(end).unwrap().0
}

#[test]
fn a_book_has_contents_chapters_meanings_and_an_index_that_lead_to_their_turns() {
    let desk = TestDesk::new().with_reading("love", "3").with_reading("brother", "11");
    desk.says(&["game", "--kind", "three", "--auto", "--seed", "1", "--limit", "5"]);
    desk.says(&["read", &format!("{ROOT}/questions/health.toml"), "--auto", "--seed", "2", "--limit", "5", "--quiet"]);
    desk.says(&["remember", "Scorpio", "The <b> garden"]);
    let names = desk.says(&["journal", "list", "--names"]);
    let named = |word: &str| {
        let name = names.split_whitespace().find(|name| name.contains(word) && name.contains("20"));
        name.unwrap().to_owned()
    };
    desk.says(&["journal", "note", &named("affection"), &format!("As in [[{}#2]].", named("brother"))]);
    assert_eq!(desk.says(&["journal", "export-all", "book.html"]), "Written: book.html\n");
    let page = fs::read_to_string(desk.path("book.html")).unwrap();

    assert_eq!(between(&page, "<h1>", "</h1>"), "3 readings and 1 game");
    // Every place has a name of its own, and every link leads to one.
    let ids = values(&page, " id=\"");
    let places: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(places.len(), ids.len(), "two places have one name");
    let links: Vec<&str> = values(&page, "href=\"").into_iter().filter(|link| !link.starts_with("data:")).collect();
    let dead: Vec<&&str> = links.iter().filter(|link| !places.contains(link.trim_start_matches('#'))).collect();
    assert!(dead.is_empty() && links.len() > 500, "{dead:?}");
    let contents = between(&page, "<h2>Contents</h2>", "</nav>");
    let chapter = |word: &str| values(contents.split_once(word).unwrap().0, "href=\"#").pop().unwrap().to_owned();
    let (love, quiet) = (chapter("affection"), chapter("health"));
    let linked = format!("href=\"#{}-turn-2\"", chapter("brother"));
    assert!(page.contains(&linked), "a link to another journal leads to its chapter: {linked}");

    // A person's meaning has the turns that a search finds, and the index those of the king and of captured persons.
    let own = between(&page, "What things mean to me", "</section>");
    assert!(own.contains("<dt>Scorpio (sign)</dt>") && own.contains("The &lt;b&gt; garden"), "{own}");
    let turns = |part: &str, chapter: &str| -> Vec<u32> {
        let start = format!("#{chapter}-turn-");
        values(part, "href=\"").iter().filter_map(|link| link.strip_prefix(&start)?.parse().ok()).collect()
    };
    let search = |words: &str| -> Vec<u32> {
        let found = desk.json(&["journal", "list", "affection", words]);
        let turns = found[0]["turns_found"].as_array().into_iter().flatten();
        turns.filter_map(|it| it["turn"].as_u64()).map(|turn| turn as u32).collect()
    };
    assert_eq!(turns(own, &love), search("sign:scorpio"));
    let index = between(&page, "<h2>Index</h2>", "</section>");
    let of = |name: &str| between(index, &format!("<li>{name} "), "</li>");
    assert_eq!(turns(of("Aries"), &love), turns(of("The Emperor"), &love), "a sign and its trump");
    assert!(!turns(of("king of Earth"), &love).is_empty(), "a king that was captured");
    assert!(turns(index, &quiet).is_empty(), "a quiet reading hides its signs");
}
