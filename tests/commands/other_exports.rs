//! Exports of the other games: every format of every kind, and the pictures and sample games of `docs/games`.
//!
//! `UPDATE_GAMES=1 cargo test --test commands other_exports::` paints the pictures anew; then look at them.

use std::fs;
use std::path::Path;

use enochian::correspondences::{Correspondences, Palette};
use enochian::export::{ExportError, Exporter, Html, Json, Markdown, PngPicture, Sheet, SvgPicture, View};
use enochian::games::{Actor, GameAct, GameKind, GameOptions, Referee, unrefereed};
use enochian::input::Source;
use enochian::journal::{self, Journal};
use enochian::record::{Afterword, Closing, Entry, Game, Heading, OtherGame, Record, Seats, Timestamp};
use enochian::render::DiagramPainting;

use crate::desk::TestDesk;
use crate::sample::short_or_whole;

/// Words that a format would obey.
const MARKUP: &str = "=1+1 </script><b>x</b> | *y* `z` \u{1b}[31m &amp; {{ page }}";

/// Every kind, also the one without a referee.
fn kinds() -> impl Iterator<Item = GameKind> {
    GameKind::EVERY.iter().copied().filter(|kind| !kind.has_readings())
}

fn referee(kind: GameKind) -> Referee {
    if kind == GameKind::Other {
        unrefereed(&["North", "East", "West"].map(str::to_owned)).unwrap()
    } else {
        kind.referee(&GameOptions::default()).unwrap()
    }
}

fn moment(seconds: u32) -> Timestamp {
    chrono::DateTime::parse_from_rfc3339(&format!("2026-11-22T20:15:{seconds:02}+01:00")).unwrap()
}

fn heading(kind: GameKind, seed: Option<u64>) -> Heading {
    let referee = referee(kind);
    let players = referee.seats().iter().map(|seat| format!("{} {MARKUP}", seat.name)).collect();
    let game = OtherGame {
        title: format!("{kind} {MARKUP}"),
        start: referee.start(),
        referee,
        options: GameOptions::default(),
        source: Some(MARKUP.to_owned()),
        seed,
    };
    Heading {
        game: game.into(),
        begun: moment(0),
        zone: Some("Europe/Berlin".to_owned()),
        seats: Seats::of(players),
        automatic: false,
        branch: None,
    }
}

/// A small generator, which needs no crate: numbers below a bound.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }
}

/// An act that can be played now, chosen at random; `None` if the game is over.
fn any_act(record: &Record, numbers: &mut Numbers) -> Option<GameAct> {
    let state = record.state();
    let text = match state.actor() {
        Actor::Nobody => return None,
        Actor::Chance => state.chance(&mut |bound| numbers.below(bound)).unwrap(),
        Actor::Seat(_) if record.game().kind() == GameKind::Other => {
            MARKUP.chars().filter(|c| !c.is_control()).collect()
        }
        Actor::Seat(_) => {
            let acts = state.acts();
            acts[numbers.below(acts.len())].text.clone()
        }
    };
    Some(state.read(&text).unwrap())
}

/// A record with acts, two that were taken back, notes, and a tag.
fn played(kind: GameKind, seed: Option<u64>, acts: usize) -> Record {
    let mut record = Record::begin(heading(kind, seed));
    let mut numbers = Numbers(11);
    for number in 0..acts {
        let Some(act) = any_act(&record, &mut numbers) else { break };
        record.enter(Entry::Act(act.into())).unwrap();
        if number == 3 || number == 9 {
            record.enter(Entry::Note(format!("note {number} {MARKUP}"))).unwrap();
        }
        if number == 10 {
            record.enter(Entry::TakenBack(2)).unwrap();
        }
    }
    record.enter(Entry::Afterword(Afterword::Tagged(vec!["club".parse().unwrap()]))).unwrap();
    record
}

fn text(exporter: &impl Exporter, record: &Record) -> String {
    String::from_utf8(exporter.export(record, Correspondences::embedded()).unwrap()).unwrap()
}

fn svg(turn: Option<u32>) -> SvgPicture {
    SvgPicture::of(View::Position(turn), Palette::default())
}

#[test]
fn a_page_has_every_act_and_obeys_nobody() {
    for kind in kinds() {
        let record = played(kind, None, 30);
        let page = text(&Html::default(), &record);
        let written = page.split("<script>").next().unwrap();
        let has_board = kind != GameKind::Other;
        let steps = record.play().steps().len();
        assert_eq!(written.matches(" data-touched=\"").count(), steps, "{kind}");
        assert!(page.contains("Taken back here") && page.contains("Note to turn"), "{kind}");
        assert!(page.contains("Tags: club") && page.contains("The game is not concluded."), "{kind}");
        assert!(!page.contains("<b>x") && !page.contains('\u{1b}') && !page.contains("{{ parts"), "{kind}");
        assert!(page.contains("{{ page }}"), "{kind}: a template is not run twice");
        assert_eq!(page.matches("</script>").count(), usize::from(has_board), "{kind}");
        assert_eq!(page.contains("class=\"board-picture\""), has_board, "{kind}");
        for (id, count) in [("pieces", 1), ("marks", 1), ("caption", 1), ("beside", 1)] {
            let found = written.matches(&format!("id=\"{id}\"")).count();
            assert!(found <= count && (id == "beside" || found == usize::from(has_board)), "{kind}: {id} {found}");
        }
        assert!(!page.contains("src=") && !page.contains("http://") || page.contains("http://www.w3.org"), "{kind}");
    }
}

/// The page defines the token of every piece that a position of it uses.
#[test]
fn a_page_defines_what_its_positions_use() {
    for &kind in GameKind::OTHERS {
        let page = text(&Html::default(), &played(kind, None, 120));
        let changes = page.split(" data-set=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        let used = changes.flat_map(|changes| changes.split(" token-").skip(1));
        let used: Vec<&str> = used.map(|rest| rest.split([',', ' ']).next().unwrap()).collect();
        assert!(used.len() > 20, "{kind}");
        for token in used {
            assert!(page.contains(&format!("<g id=\"token-{token}\">")), "{kind}: {token}");
        }
    }
}

#[test]
fn the_page_of_a_long_game_stays_small() {
    for kind in [GameKind::Faith, GameKind::Gods] {
        let page = text(&Html::default(), &played(kind, None, 350));
        assert!(page.len() < 1_000_000, "{kind}: {} bytes", page.len());
    }
}

#[test]
fn markdown_has_every_act_and_the_final_board() {
    for kind in kinds() {
        let record = played(kind, None, 30);
        let markdown = text(&Markdown::default(), &record);
        let acts = markdown.split("\n## The turns\n").nth(1).unwrap().split("\n## ").next().unwrap();
        assert_eq!(acts.matches("\n\n**").count(), record.play().steps().len() - 1, "{kind}: {acts}");
        assert_eq!(markdown.contains("## The board"), kind != GameKind::Other, "{kind}");
        assert!(markdown.contains("Taken back here") && markdown.contains("Tags: club"), "{kind}");
        assert!(!markdown.contains('\u{1b}') && !markdown.contains("<b>"), "{kind}: {markdown}");
    }
}

#[test]
fn json_has_every_act_with_the_position_after_it() {
    for kind in kinds() {
        let record = played(kind, None, 30);
        let json: serde_json::Value = serde_json::from_str(&text(&Json, &record)).unwrap();
        assert_eq!(json["kind"], kind.name());
        assert_eq!(json["seats"].as_array().unwrap().len(), record.heading().seats.players.len());
        let acts = json["turns"].as_array().unwrap();
        assert_eq!(acts.len(), record.play().steps().len());
        for (act, step) in acts.iter().zip(record.play().steps().iter()) {
            assert_eq!(act["move"], step.text);
            assert_eq!(act["position"], step.state.text());
            assert_eq!(act["turn"], step.turn);
        }
        assert_eq!(json["position"], record.state().text());
        assert_eq!(json["outcome"], serde_json::Value::Null);
        assert_eq!(json["notes"].as_array().unwrap().len(), 2, "{kind}");
    }
}

#[test]
fn pictures_show_the_position_after_a_turn() {
    for &kind in GameKind::OTHERS {
        let record = played(kind, None, 30);
        let start = text(&svg(Some(0)), &record);
        let last = text(&svg(None), &record);
        assert_ne!(start, last, "{kind}");
        let turn = record.play().steps().last().unwrap().turn;
        assert_eq!(text(&svg(Some(turn)), &record), last, "{kind}");
        let error = svg(Some(turn + 1)).export(&record, Correspondences::embedded()).unwrap_err();
        assert_eq!(error.to_string(), format!("there is no turn {}; expected a number from 0 to {turn}", turn + 1));
        let png = PngPicture(SvgPicture::of(View::Position(Some(1)), Palette::ColourBlind));
        assert!(png.export(&record, Correspondences::embedded()).unwrap().starts_with(b"\x89PNG"));
    }
}

#[test]
fn what_a_game_does_not_have_is_refused_with_one_message() {
    let refused = |record: &Record, exporter: &dyn Exporter| {
        let error = exporter.export(record, Correspondences::embedded()).unwrap_err();
        assert!(matches!(error, ExportError::OtherGame(_)), "{error}");
        error.to_string()
    };
    let record = played(GameKind::Three, None, 5);
    assert!(refused(&record, &Sheet).starts_with("sheet notation is for readings and games of Enochian chess"));
    let heat = SvgPicture::of(View::Landings, Palette::default());
    assert_eq!(
        refused(&record, &heat),
        "landings and the king's road are drawn of readings and games of Enochian chess only"
    );
    let other = played(GameKind::Other, None, 5);
    assert!(refused(&other, &svg(None)).starts_with("this game has no board to draw"));
}

/// While the program deals, nobody learns another's cards from an export; and all of them once the game is concluded.
#[test]
fn an_export_of_an_unfinished_game_betrays_no_cards() {
    let mut record = played(GameKind::Gods, Some(4711), 40);
    let formats: [&dyn Exporter; 4] = [&Html::default(), &Markdown::default(), &Json, &svg(None)];
    let exported = |record: &Record| -> Vec<String> {
        let export = |it: &&dyn Exporter| it.export(record, Correspondences::embedded()).unwrap();
        formats.iter().map(|it| String::from_utf8(export(it)).unwrap()).collect()
    };
    let deal = record.play().steps().iter().find(|step| step.actor == Actor::Chance).unwrap().text.clone();
    let state = record.state().text();
    for (number, text) in exported(&record).iter().enumerate() {
        assert!(!text.contains(&deal) && !text.contains(&state), "format {number}: {deal}");
        assert!(!text.contains("4711"), "format {number} has the seed");
    }
    let json: serde_json::Value = serde_json::from_str(&exported(&record)[2]).unwrap();
    assert_eq!(json["position"], record.state().view(None).text());
    record.enter(Entry::Concluded(Closing::ByPlayers, moment(30))).unwrap();
    let concluded = exported(&record);
    assert!(concluded[2].contains(&deal) && concluded[2].contains("4711"));
}

#[test]
fn the_command_exports_every_kind_in_every_format() {
    for kind in kinds() {
        let desk = TestDesk::new();
        let mut heading = heading(kind, None);
        // A journal holds no control characters.
        let Game::Other(game) = &mut heading.game else { panic!("another game") };
        let texts = heading.seats.players.iter_mut().chain([&mut game.title]).chain(&mut game.source);
        texts.for_each(|text| text.retain(|c| !c.is_control()));
        let mut made = Journal::create(&desk.path("journals"), heading, Correspondences::embedded()).unwrap();
        let mut numbers = Numbers(5);
        for _ in 0..8 {
            let act = any_act(made.record(), &mut numbers).unwrap();
            made.enter(Entry::Act(act.into())).unwrap();
        }
        drop(made);
        let export = |words: &[&str]| desk.run(&[&["journal", "export", "@"], words].concat());
        // tests/commands/every_game.rs exports every kind in each format.
        let names = ["a.html", "a.md", "a.json"];
        let tried = if kind == GameKind::Three { names.len() } else { short_or_whole(1, names.len()) };
        for name in &names[..tried] {
            let output = export(&["--out", name]);
            assert!(output.status.success(), "{kind} {name}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(fs::metadata(desk.path(name)).unwrap().len() > 300, "{kind} {name}");
        }
        for (words, has_board) in [
            (&["--out", "a.svg"][..], true),
            (&["--out", "a.png", "--turn", "0"], true),
            (&["--format", "svg", "--view", "landings"], false),
            (&["--format", "sheet"], false),
            (&["--format", "svg", "--turn", "99"], false),
        ] {
            let output = export(words);
            assert_eq!(output.status.success(), has_board && kind != GameKind::Other, "{kind} {words:?}");
            let told = String::from_utf8_lossy(&output.stderr).matches("error").count();
            assert_eq!(told, usize::from(!output.status.success()), "{kind} {words:?}");
        }
    }
}

/// Compares a file of the documents with what the program makes, or writes it.
fn compare(path: &str, made: &str) {
    if std::env::var_os("UPDATE_GAMES").is_some() {
        fs::write(path, made).unwrap();
        return;
    }
    let same = fs::read_to_string(path).unwrap() == made;
    assert!(
        same,
        "{path}: if it should differ, run UPDATE_GAMES=1 cargo test --test commands other_exports::, and look at it"
    );
}

#[test]
fn the_documents_show_the_set_up_of_each_game() {
    for &kind in GameKind::OTHERS {
        let referee = referee(kind);
        let diagram = referee.start().diagram();
        let picture = DiagramPainting::of(&diagram, referee.seats()).picture();
        let picture = enochian::render::Picture { title: format!("{}: the set-up", kind.title()), ..picture };
        compare(&format!("docs/games/{kind}.svg"), &picture.svg());
        let page = fs::read_to_string(format!("docs/games/{kind}.md")).unwrap();
        assert!(page.contains(&format!("![The set-up]({kind}.svg)")), "{kind}");
    }
}

#[test]
fn each_sample_game_is_played_to_its_end_and_drawn() {
    for &kind in GameKind::OTHERS {
        let path = format!("docs/games/sample-{kind}.md");
        let source = Source::read(Path::new(&path), journal::LIMIT).unwrap();
        let checked = journal::check(&source, Correspondences::embedded());
        assert!(checked.diagnostics.is_empty() && checked.own.is_empty(), "{path}: {}", checked.diagnostics);
        let record = checked.record.unwrap();
        assert_eq!(record.game().kind(), kind);
        assert!(record.state().ending().is_some_and(|ending| ending.code.starts_with("won")), "{path}");
        assert_eq!(record.closing(), Some(Closing::Ended), "{path}");
        compare(&format!("docs/games/sample-{kind}.svg"), &text(&svg(None), &record));
        let page = fs::read_to_string(format!("docs/games/{kind}.md")).unwrap();
        assert!(page.contains(&format!("](sample-{kind}.md)")) && page.contains(&format!("](sample-{kind}.svg)")));
    }
}
