//! The pages of the three games agree with the referee and with these tests.

use std::fs;
use std::path::Path;

use super::{KINDS, start};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn page(name: &str) -> String {
    let path = Path::new(ROOT).join("docs/games").join(format!("{name}.md"));
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The clauses of a page, from its numbered lists below headings such as `## K2 Three players`: `k2_6`.
fn clauses(page: &str) -> Vec<String> {
    let mut section = None;
    let mut found = Vec::new();
    for line in page.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let number = heading.split(' ').next().unwrap();
            let is_section = number.len() <= 2 && number.starts_with(['C', 'K']);
            section = is_section.then(|| number.to_lowercase());
        } else if let (Some(section), Some((number, _))) = (&section, line.split_once(". "))
            && number.parse::<u32>().is_ok()
        {
            // The common clauses have no second number: C2.
            let join = if section == "c" { "" } else { "_" };
            found.push(format!("{section}{join}{number}"));
        }
    }
    found
}

#[test]
fn every_clause_has_a_test_with_its_number() {
    let sources = [
        include_str!("board.rs"),
        include_str!("cards.rs"),
        include_str!("../comparison.rs"),
        include_str!("four.rs"),
        include_str!("texts.rs"),
        include_str!("three.rs"),
    ];
    let pages = ["README", "knightmare", "three", "free", "team"];
    let all: Vec<String> = pages.iter().flat_map(|name| clauses(&page(name))).collect();
    assert_eq!(all.len(), 4 + (10 + 8 + 3) + 10 + 8 + 5, "{all:?}");
    for clause in all {
        assert!(sources.iter().any(|source| source.contains(&format!("fn {clause}_"))), "no test for {clause}");
    }
}

#[test]
fn every_page_holds_the_opening() {
    for kind in KINDS {
        for name in [kind.name(), "knightmare"] {
            assert!(page(name).contains(&format!("`{}`", start(kind).text())), "{name}.md");
        }
        assert!(page(kind.name()).contains(&format!("![The set-up]({kind}.svg)")));
        let page = page(kind.name());
        let (_, sample) = page.split_once("\n## A sample game\n").unwrap();
        for file in [format!("sample-{kind}.md"), format!("sample-{kind}.svg")] {
            let path = Path::new(ROOT).join("docs/games").join(&file);
            assert!(sample.contains(&format!("]({file})")) && path.is_file(), "{file}");
        }
    }
}
