//! A reading and a game of each kind, played from beginning to end: each state is shown by every view that there is of it. What a
//! template lacks is an error (see `shown`), so none of them can show a page with a hole in it.

use crate::games::GameKind;
use crate::reading::DieThrower;
use crate::server::routes::Table;
use crate::server::windows_for_tests::*;

use super::views_tests::shown;

/// The acts that are played of each at most; then it is concluded.
const ACTS: usize = 24;

/// Looks at everything that shows a journal now.
fn look_at_all(table: &mut Table<'_>, window: &mut Window) {
    let turn = window.state["now"]["turn"].as_u64().unwrap();
    let here = window.address("");
    let views =
        ["", "&quiet=true", "&symbols=true&quiet=true", "&all=true", "&side=1", "&made=0", "&after=0", "&turn=9999"];
    let mut views: Vec<String> = views.iter().map(|more| format!("{here}{more}")).collect();
    views.push(format!("{here}&turn={}", turn / 2));
    views.push(format!("{here}&turn={}", turn.saturating_sub(1)));
    views.extend([0, 1, 2].map(|seat| format!("{here}&seat={seat}")));
    for address in views {
        let (status, html) = shown(table, &address);
        assert!(status == 200 && html.contains("<section class=\"panel\""), "{address}: {html}");
    }
    // What is refused is said in the view.
    assert!(window.act(table, &serde_json::json!("rethrow x")).html.contains("role=\"alert\""));
}

/// Looks at what there is of a journal whatever is played.
fn look_around(table: &mut Table<'_>, window: &Window) {
    let name = &window.journal;
    for at in 0..8 {
        assert_eq!(shown(table, &format!("setup={name}&at={at}")).0, 200);
    }
    for address in
        ["home", "search&q=a", "recurring", "files", "trash", "learn", "words&on=Ptah|king", "word=king", "ask", "game"]
    {
        assert_eq!(shown(table, address).0, 200, "{address}");
    }
    assert_eq!(shown(table, &format!("manage={name}")).0, 200);
    assert!(told(table, "thumbnail.svg", &format!("journal={name}")).unwrap().starts_with("<svg"));
    let file = told(table, "journal.md", &format!("journal={name}")).unwrap();
    assert_eq!(file, std::fs::read_to_string(window.path(table)).unwrap());
    let page = told(table, "page.html", &format!("journal={name}"));
    assert_eq!(page.is_ok_and(|page| page.starts_with("<!")), window.state["hidden"] != true, "{name}");
}

fn play_through(table: &mut Table<'_>, mut window: Window) {
    for number in 0..ACTS {
        // Each act is answered with the view of what it leads to.
        if number % 6 == 0 {
            look_at_all(table, &mut window);
        }
        if !window.goes_on(table, number * 7 + 3) {
            break;
        }
        if number % 8 == 3 {
            window.does(table, &[written("note", "A <b>note</b>."), serde_json::json!("undo")]);
        }
    }
    look_around(table, &window);
    // Each board is shown again.
    let mut pieces = |more: &str| {
        let html = window.html(table, more);
        html.split("id=\"board-pieces\">").nth(1).map(|rest| rest.split("</g>").next().unwrap().to_owned())
    };
    let (now, before) = (pieces(""), pieces("&after=0"));
    assert_eq!(now.is_some(), window.state["kind"] != "other");
    assert!(now.is_none() || now != before);
    if window.state["now"]["state"] != "concluded" {
        window.does(table, &[serde_json::json!("conclude")]);
    }
    window.does(table, &[written("remark", "A remark."), written("tag", "seen")]);
    look_at_all(table, &mut window);
    if window.state["reading"] == true {
        for more in ["&turn=2&other=1", "&piece=aK", "&piece=aK&turn=1"] {
            assert_eq!(shown(table, &window.address(more)).0, 200, "{more}");
        }
    }
    look_around(table, &window);
}

#[test]
fn every_state_of_a_reading_is_shown_by_every_view() {
    for (is_quiet, die) in [(false, DieThrower::ByHand), (false, DieThrower::Seeded(7)), (true, DieThrower::ByHand)] {
        let notebook = Notebook::new();
        let mut table = notebook.table();
        let window = Window::begin(&mut table, brother(die, is_quiet));
        play_through(&mut table, window);
    }
    // To its answer.
    let notebook = Notebook::new();
    let (mut table, record) = (notebook.table(), shipped(false));
    let mut window = Window::begin(&mut table, record.heading().clone());
    let acts: Vec<_> = record.enochian().unwrap().standing().map(page_act).collect();
    window.does(&mut table, &acts);
    play_through(&mut table, window);
}

#[test]
fn every_state_of_a_game_is_shown_by_every_view() {
    let notebook = Notebook::new();
    for kind in GameKind::EVERY {
        let mut table = notebook.table();
        let window = match kind {
            GameKind::Gods => Window::dealt(&mut table),
            kind => Window::of_form(&mut table, &request(*kind)),
        };
        play_through(&mut table, window);
    }
}
