//! Records: what can be entered and what is refused, and what is found in what was entered.

use chrono::NaiveDate;
use enochian::chess::{Angle, Army, Array, Board, Mode, Move};
use enochian::correspondences::Correspondences;
use enochian::games::{Actor, GameKind, GameOptions, unrefereed};
use enochian::input::{NAME_LIMIT, Source, TEXT_LIMIT, Words};
use enochian::player::Level;
use enochian::reading::{DieThrower, Draft, Question, QuestionDraft, Throw};
use enochian::record::{
    Afterword, Branch, Closing, Correction, Correctness, CostlyTurn, Entry, Game, GameDraft, GameSettings, Heading,
    InvalidEntry, Note, NoteId, OtherGame, Record, RecordTotals, RecordedAct, RecordedOutcome, Remark, Seating,
    SeatingError, SeatingStep, Seats, Subject, Tag, Timestamp, new_seed,
};
use enochian::render::ShownAct;
use enochian::session::Act;

fn moment(year: i32) -> Timestamp {
    let text = format!("{year:04}-11-23T20:15:00+01:00");
    chrono::DateTime::parse_from_rfc3339(&text).unwrap()
}

fn begin(subject: Subject, seats: Seats) -> Record {
    Record::begin(Heading {
        game: subject.into(),
        begun: moment(2026),
        zone: None,
        seats,
        automatic: false,
        branch: None,
    })
}

fn opening() -> GameSettings {
    GameDraft::default().settle(None, Correspondences::embedded())
}

fn players() -> Seats {
    Seats::in_turn(&["Ann", "Ben", "Cid", "Dot"].map(str::to_owned))
}

fn game() -> Record {
    begin(Subject::Game(Box::new(opening())), players())
}

fn reading(die: DieThrower) -> Record {
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let draft = QuestionDraft::read(&file, Correspondences::embedded()).unwrap();
    let question = draft.resolve(Correspondences::embedded()).unwrap();
    begin(Subject::Reading(Box::new(question), die), Seats::alone("Ann"))
}

/// Plays whole turns: the throws of a seeded die, and each time the move in the middle of the list.
fn turns(record: &mut Record, number: usize) {
    for _ in 0..number {
        if record.mode() == Mode::Reading {
            let mut dice = record.enochian().unwrap().dice_source().unwrap().unwrap();
            record.enter(Act::Throw(dice.draw().unwrap().throw())).unwrap();
        }
        let moves = record.enochian().unwrap().moves();
        record.enter(Act::Move(moves[moves.len() / 2])).unwrap();
    }
}

fn tags(text: &str) -> Vec<Tag> {
    text.split(", ").map(|tag| tag.parse().unwrap()).collect()
}

fn tagged(text: &str) -> Entry {
    Entry::Afterword(Afterword::Tagged(tags(text)))
}

fn untagged(text: &str) -> Entry {
    Entry::Afterword(Afterword::Untagged(tags(text)))
}

fn remark(ply: Option<u32>, words: &str) -> Entry {
    Entry::Afterword(Afterword::Remark(Remark { ply, moment: Some(moment(2027)), words: words.to_owned() }))
}

fn outcome(year: i32, words: &str) -> Entry {
    let on = NaiveDate::from_ymd_opt(year, 3, 1).unwrap();
    let (proved, words) = (Correctness::Partly, words.to_owned());
    Entry::Afterword(Afterword::Outcome(RecordedOutcome { on, proved, words }))
}

fn tags_of(record: &Record) -> String {
    record.tags().iter().map(|tag| tag.as_str()).collect::<Vec<_>>().join(", ")
}

#[test]
fn a_tag_is_made_of_words() {
    for (text, tag) in
        [("Winter  Solstice", "winter solstice"), ("new-moon", "new-moon"), ("love\tmoney\r\n", "love money")]
    {
        assert_eq!(text.parse::<Tag>().unwrap().to_string(), tag);
    }
    let longest = "a".repeat(NAME_LIMIT);
    assert_eq!(longest.parse::<Tag>().unwrap().as_str(), longest);
    for wrong in ["", " ", "love, money", "love\u{2028}money", "\u{202e}love", "why?", &format!("{longest}a")] {
        assert!(wrong.parse::<Tag>().is_err(), "{wrong:?}");
    }
}

#[test]
fn a_tag_is_added_once_and_removed_once() {
    let mut record = game();
    record.enter(tagged("love, family")).unwrap();
    assert_eq!(record.enter(tagged("work, love")), Err(InvalidEntry::AlreadyTagged("love".parse().unwrap())));
    assert_eq!(record.enter(tagged("work, work")), Err(InvalidEntry::AlreadyTagged("work".parse().unwrap())));
    assert_eq!(record.enter(untagged("family, work")), Err(InvalidEntry::NotTagged("work".parse().unwrap())));
    assert_eq!(tags_of(&record), "love, family");
    record.enter(untagged("love")).unwrap();
    assert_eq!(tags_of(&record), "family");
    assert!(record.is_tagged(&"family".parse().unwrap()) && !record.is_tagged(&"love".parse().unwrap()));
    record.enter(tagged("love")).unwrap();
    assert_eq!(tags_of(&record), "family, love");
    assert_eq!(record.afterwords().count(), 3);
}

#[test]
fn a_remark_is_about_a_turn_that_was_played() {
    let mut record = game();
    assert_eq!(record.enter(remark(Some(1), "early")), Err(InvalidEntry::NoSuchTurn { turn: 1, last: 0 }));
    turns(&mut record, 2);
    for ply in [0, 3] {
        let refused = record.enter(remark(Some(ply), "elsewhere"));
        assert_eq!(refused, Err(InvalidEntry::NoSuchTurn { turn: ply, last: 2 }));
    }
    for ply in [None, Some(1), Some(2)] {
        record.enter(remark(ply, "so it was")).unwrap();
    }
    assert_eq!(record.notes().iter().map(|note| note.ply).collect::<Vec<_>>(), [None, Some(1), Some(2)]);
    // A game can start from a position reached earlier: its turns go on from there.
    let start = record.enochian().unwrap().position().clone();
    let setting = GameDraft { start: Some(start), ..GameDraft::default() }.settle(None, Correspondences::embedded());
    let mut later = begin(Subject::Game(Box::new(setting)), players());
    assert_eq!(later.enter(remark(Some(2), "before")), Err(InvalidEntry::NoSuchTurn { turn: 2, last: 0 }));
    turns(&mut later, 1);
    assert_eq!(later.enter(remark(Some(2), "before")), Err(InvalidEntry::NoSuchTurn { turn: 2, last: 3 }));
    later.enter(remark(Some(3), "so it was")).unwrap();
}

#[test]
fn only_a_reading_has_an_outcome() {
    assert_eq!(game().enter(outcome(2027, "won")), Err(InvalidEntry::OnlyInAReading("an outcome")));
    let mut record = reading(DieThrower::Seeded(7));
    assert_eq!(record.outcomes().count(), 0);
    record.enter(outcome(2027, "He moved back.")).unwrap();
    record.enter(outcome(2028, "He stayed.")).unwrap();
    assert_eq!(record.outcomes().map(|it| it.words.as_str()).collect::<Vec<_>>(), ["He moved back.", "He stayed."]);
}

#[test]
fn what_could_not_be_read_back_is_refused() {
    let long = "w".repeat(TEXT_LIMIT + 1);
    let mut record = reading(DieThrower::Seeded(7));
    for entry in [Entry::Note(long.clone()), remark(None, &long), outcome(2027, &long)] {
        assert!(matches!(record.enter(entry), Err(InvalidEntry::Words { .. })));
    }
    let many = vec!["a".repeat(NAME_LIMIT).parse::<Tag>().unwrap(); TEXT_LIMIT / NAME_LIMIT + 1];
    assert!(matches!(record.enter(Entry::Afterword(Afterword::Untagged(many))), Err(InvalidEntry::Words { .. })));
    let after = moment(9999) + chrono::Days::new(100);
    let late = Afterword::Remark(Remark { ply: None, moment: Some(after), words: "late".to_owned() });
    for entry in [Entry::Resumed(after), Entry::Concluded(Closing::ByPlayers, after), Entry::Afterword(late)] {
        assert_eq!(record.enter(entry), Err(InvalidEntry::Year(10_000)));
    }
    assert_eq!(record.enter(outcome(10_000, "late")), Err(InvalidEntry::Year(10_000)));
    assert_eq!(record.enter(outcome(-1, "early")), Err(InvalidEntry::Year(-1)));
    assert_eq!(record, reading(DieThrower::Seeded(7)));
    for year in [0, 9999] {
        record.enter(Entry::Resumed(moment(year))).unwrap();
    }
}

#[test]
fn a_record_is_closed_in_a_way_that_fits() {
    let closed = |mut record: Record, closing| {
        record.enter(Entry::Concluded(closing, moment(2026)))?;
        assert_eq!((record.closing(), record.concluded()), (Some(closing), Some((closing, moment(2026)))));
        // Afterwards there are only annotations.
        assert_eq!(record.enter(Entry::Note("late".to_owned())), Err(InvalidEntry::Concluded(record.mode())));
        record.enter(tagged("closed"))
    };
    assert_eq!(closed(game(), Closing::Ended), Err(InvalidEntry::NotOver(Mode::Game)));
    let resigned = Closing::Resigned(Army::Water);
    for closing in [Closing::ByPlayers, Closing::AtLimit(40), Closing::Agreed, resigned] {
        assert_eq!(closed(game(), closing), Ok(()));
    }
    let begun = || reading(DieThrower::ByHand);
    assert_eq!(closed(begun(), Closing::Ended), Err(InvalidEntry::NotOver(Mode::Reading)));
    assert_eq!(closed(begun(), Closing::Agreed), Err(InvalidEntry::OnlyInAGame("a draw by agreement")));
    assert_eq!(closed(begun(), resigned), Err(InvalidEntry::OnlyInAGame("a resignation")));
    assert_eq!(closed(begun(), Closing::ByPlayers), Ok(()));
    let mut answered = reading(DieThrower::Seeded(3));
    while answered.enochian().unwrap().end().is_none() {
        turns(&mut answered, 1);
    }
    assert_eq!(closed(answered, Closing::Ended), Ok(()));
}

#[test]
fn a_way_of_closing_is_read_as_it_is_written() {
    for closing in
        [Closing::Ended, Closing::ByPlayers, Closing::AtLimit(40), Closing::Agreed, Closing::Resigned(Army::Earth)]
    {
        assert_eq!(closing.to_string().parse(), Ok(closing));
    }
    for wrong in ["", "at the limit of 040 turns", "at the limit of 40", "by the resignation of Nobody", "at its End"] {
        assert!(wrong.parse::<Closing>().is_err(), "{wrong}");
    }
}

/// Why an entry was not made.
#[derive(Debug)]
enum NotMade {
    Invalid,
    Full,
}

impl From<InvalidEntry> for NotMade {
    fn from(_: InvalidEntry) -> NotMade {
        NotMade::Invalid
    }
}

/// Makes an entry while the disk is full.
fn enter_on_full_disk(record: &mut Record, entry: Entry) -> Result<(), NotMade> {
    record.enter_saved(entry, |_, _| Err(NotMade::Full))
}

#[test]
fn an_entry_that_could_not_be_saved_leaves_no_trace() {
    let mut record = game();
    turns(&mut record, 3);
    record.enter(Entry::Note("kept".to_owned())).unwrap();
    record.enter(tagged("kept")).unwrap();
    record.enter(remark(Some(3), "kept")).unwrap();
    let before = record.clone();
    let act = Entry::Act(Act::Move(record.enochian().unwrap().moves()[0]).into());
    let entries = [
        act,
        Entry::TakenBack(2),
        Entry::Note("lost".to_owned()),
        Entry::Resumed(moment(2027)),
        Entry::Concluded(Closing::Agreed, moment(2027)),
        tagged("lost"),
        untagged("kept"),
    ];
    for entry in entries {
        let refused = enter_on_full_disk(&mut record, entry.clone());
        assert!(matches!(refused, Err(NotMade::Full)), "{entry:?}");
        assert_eq!(record, before, "{entry:?}");
        assert_eq!(
            (record.enochian().unwrap().position(), record.enochian().unwrap().turns()),
            (before.enochian().unwrap().position(), before.enochian().unwrap().turns()),
            "{entry:?}"
        );
        assert_eq!((record.closing(), record.notes()), (None, before.notes()), "{entry:?}");
        assert!(record.is_tagged(&"kept".parse().unwrap()) && !record.is_tagged(&"lost".parse().unwrap()));
    }
    turns(&mut record, 1);
    record.enter(Entry::Note("later".to_owned())).unwrap();
    assert_eq!(record.notes()[1].ply, Some(5));

    let mut other = other_game(GameKind::Faith, Some(7), true);
    drawn(&mut other, 5);
    let state = other.state().text();
    for entry in [Entry::TakenBack(2), other.drawn_act().unwrap().unwrap().into()] {
        assert!(matches!(enter_on_full_disk(&mut other, entry), Err(NotMade::Full)));
        assert_eq!((other.state().text(), other.play().steps().len()), (state.clone(), 5));
    }
}

#[test]
fn notes_know_their_turn_and_whether_it_stands() {
    let mut record = game();
    let note = |words: &str| Entry::Note(words.to_owned());
    record.enter(note("before all")).unwrap();
    turns(&mut record, 1);
    record.enter(note("on the second")).unwrap();
    turns(&mut record, 1);
    record.enter(remark(Some(1), "about the first")).unwrap();
    record.enter(remark(Some(2), "about the second")).unwrap();
    record.enter(remark(None, "about all")).unwrap();
    let standing = |record: &Record| {
        let notes = record.notes();
        notes.iter().map(|it| (it.words.to_owned(), it.ply, !it.is_taken_back)).collect::<Vec<_>>()
    };
    let of = |stands: [bool; 5]| {
        let texts = [
            ("before all", Some(1)),
            ("on the second", Some(2)),
            ("about the first", Some(1)),
            ("about the second", Some(2)),
            ("about all", None),
        ];
        texts.into_iter().zip(stands).map(|((words, ply), stands)| (words.to_owned(), ply, stands)).collect::<Vec<_>>()
    };
    assert_eq!(standing(&record), of([true; 5]));
    record.enter(Entry::TakenBack(1)).unwrap();
    assert_eq!(standing(&record), of([true, true, true, false, true]));
    turns(&mut record, 1);
    assert_eq!(standing(&record), of([true, true, true, false, true]));
    record.enter(Entry::TakenBack(2)).unwrap();
    assert_eq!(standing(&record), of([true, false, false, false, true]));
    turns(&mut record, 3);
    record.enter(Entry::TakenBack(1)).unwrap();
    record.enter(note("on the third")).unwrap();
    assert_eq!(record.notes()[2].ply, Some(3));
}

#[test]
fn notes_are_corrected_moved_and_withdrawn_and_the_record_keeps_what_was_written() {
    let mut record = game();
    turns(&mut record, 2);
    record.enter(Entry::Note("the bishop".to_owned())).unwrap();
    let note = record.notes()[0].id;
    let now = Some((Some(3), "the rook".to_owned()));
    // While the turn that it is about is not yet made.
    record.enter(Entry::Afterword(Afterword::Corrected(Correction { note, moment: moment(2026), now }))).unwrap();
    turns(&mut record, 2);
    for (ply, words) in [(Some(1), "first"), (Some(4), "last"), (None, "all"), (None, "all")] {
        record.enter(remark(ply, words)).unwrap();
    }
    let said = |record: &Record| {
        let note =
            |it: &Note<'_>| format!("{}:{}:{}", it.ply.unwrap_or(0), it.words.replace('\n', "/"), it.is_taken_back);
        record.notes().iter().map(note).collect::<Vec<_>>().join(" ")
    };
    let correct = |record: &mut Record, at: usize, now: Option<(Option<u32>, &str)>| {
        let note = record.notes()[at].id;
        let now = now.map(|(ply, words)| (ply, words.to_owned()));
        record.enter(Entry::Afterword(Afterword::Corrected(Correction { note, moment: moment(2028), now })))
    };
    assert_eq!(said(&record), "3:the rook:false 1:first:false 4:last:false 0:all:false 0:all:false");
    correct(&mut record, 0, Some((Some(3), "the rook\nis my uncle"))).unwrap();
    correct(&mut record, 1, Some((Some(4), "first"))).unwrap();
    correct(&mut record, 3, None).unwrap();
    assert_eq!(said(&record), "3:the rook/is my uncle:false 4:first:false 4:last:false 0:all:false");
    assert!(record.notes()[0].moment.is_none() && record.notes()[0].corrected == Some(moment(2028)));
    // Again, and of two that are alike the other.
    correct(&mut record, 0, Some((Some(2), "moved"))).unwrap();
    correct(&mut record, 3, None).unwrap();
    assert_eq!(said(&record), "2:moved:false 4:first:false 4:last:false");
    assert_eq!(record.notes()[0].moment, Some(moment(2028)), "it was not written while turn 2 was played");
    let refused = correct(&mut record, 0, Some((Some(9), "elsewhere")));
    assert_eq!(refused, Err(InvalidEntry::NoSuchTurn { turn: 9, last: 4 }));
    // What it is about now is taken back.
    record.enter(Entry::TakenBack(1)).unwrap();
    assert_eq!(said(&record), "2:moved:false 4:first:true 4:last:true");
    correct(&mut record, 1, Some((Some(1), "first"))).unwrap();
    assert_eq!(said(&record), "2:moved:false 1:first:false 4:last:true");
    // A correction of what is not there stands alone, and nothing is withdrawn.
    let note = NoteId::of(None, None, "never written");
    for now in [None, Some((None, "alone".to_owned()))] {
        record.enter(Entry::Afterword(Afterword::Corrected(Correction { note, moment: moment(2028), now }))).unwrap();
    }
    assert_eq!(said(&record), "2:moved:false 1:first:false 4:last:true 0:alone:false");
    assert!(record.entries().iter().any(|entry| *entry == Entry::Note("the bishop".to_owned())));
}

#[test]
fn rules_6_4_who_plays_both_armies_of_a_side_cannot_withdraw() {
    let alone = Seats::alone("Ann");
    let two = Seats::in_turn(&["Ann", "Ben"].map(str::to_owned));
    assert_eq!((alone.player(Army::Fire), two.player(Army::Water)), ("Ann", "Ben"));
    assert_eq!(two.players, ["Ann", "Ben", "Ann", "Ben"]);
    assert_eq!(players().players, ["Ann", "Ben", "Cid", "Dot"]);
    assert!(alone.commands_both(Army::Air) && two.commands_both(Army::Water) && !players().commands_both(Army::Fire));
    let withdraw = |seats, army| begin(Subject::Game(Box::new(opening())), seats).enter(Act::Withdrawal(army));
    assert_eq!(withdraw(alone.clone(), Army::Air), Err(InvalidEntry::PlaysBoth("Ann".to_owned())));
    assert!(matches!(withdraw(alone, Army::Water), Err(InvalidEntry::Act(_))), "it is not its turn");
    assert_eq!(withdraw(players(), Army::Air), Ok(()));
}

#[test]
fn rules_8_2_who_gets_the_army_that_is_left_over_is_said() {
    let mut seating = Seating::new(&["Ann", "Ben", "Cid"].map(str::to_owned), None);
    assert!(seating.said().is_empty());
    for dice in ["3 3", "1 4", "2 2"] {
        seating.throw(dice.parse().unwrap()).unwrap();
    }
    let refused = |army| SeatingError::NotFree(Army::ALL.into_iter().filter(|free| *free != army).collect());
    seating.choose(Army::Fire).unwrap();
    assert_eq!(seating.choose(Army::Fire), Err(refused(Army::Fire)));
    assert_eq!(refused(Army::Fire).to_string(), "choose one of Air, Water, Earth");
    seating.choose(Army::Air).unwrap();
    seating.choose(Army::Water).unwrap();
    let SeatingStep::Seated(seats) = seating.step() else { panic!("{:?}", seating.step()) };
    assert_eq!(seats.players, ["Ben", "Cid", "Ann", "Cid"]);

    let mut two = Seating::new(&["Ann", "Ben"].map(str::to_owned), None);
    two.throw("6 1".parse().unwrap()).unwrap();
    two.throw("4 4".parse().unwrap()).unwrap();
    two.choose(Army::Water).unwrap();
    assert_eq!(two.said(), ["Ann takes Air and Fire."]);
}

#[test]
fn a_game_that_was_not_fully_described_is_completed() {
    let (draft, correspondences) = (GameDraft::default(), Correspondences::embedded());
    assert_eq!((draft.board(), GameDraft::default_array(Board::Air)), (Board::Air, Array::of(Angle::Air, Board::Air)));
    let plain = opening();
    assert_eq!((plain.board, plain.array, plain.seed), (Board::Air, Some(Array::of(Angle::Air, Board::Air)), None));
    assert!(plain.begins_with_the_opening());
    assert_eq!(draft.clone().settle(Some(7), Correspondences::embedded()).seed, Some(7));
    for board in Board::ALL {
        let names = GameDraft::arrays(board);
        assert_eq!(names.map(|name| name.parse::<Array>().unwrap()), Angle::ALL.map(|angle| Array::of(angle, board)));
        assert_eq!(GameDraft::default_array(board).to_string(), Array::of(board.first().angle(), board).to_string());
        let given = GameDraft { board: Some(board), ..GameDraft::default() };
        assert_eq!(given.board(), board);
        assert_eq!(given.errors(correspondences), []);
        let setting = given.settle(None, Correspondences::embedded());
        assert_eq!((setting.board, setting.start.turn()), (board, board.first()));
    }
    let array = Array::all().into_iter().find(|array| !array.belongs_to(Board::Air)).unwrap();
    let foreign = GameDraft { board: Some(Board::Air), array: Some(array), ..GameDraft::default() };
    assert_eq!(foreign.errors(correspondences).iter().map(|error| error.key).collect::<Vec<_>>(), ["array"]);
    let alone = GameDraft { array: Some(array), ..GameDraft::default() };
    assert!(alone.errors(correspondences).is_empty() && array.belongs_to(alone.board()));
    assert!(GameDraft { board: Some(alone.board()), ..alone }.errors(correspondences).is_empty());
    let mut record = game();
    turns(&mut record, 2);
    let start = Some(record.enochian().unwrap().position().clone());
    let from_there = GameDraft { start, ..GameDraft::default() }.settle(Some(9), Correspondences::embedded());
    assert_eq!((from_there.seed, from_there.array, from_there.begins_with_the_opening()), (Some(9), None, false));
    let known = GameSettings { array: opening().array, ..from_there };
    assert!(!known.begins_with_the_opening());
    assert_eq!(known.rules().array, opening().array);
}

#[test]
fn a_subject_is_a_question_or_a_game() {
    let game = Subject::Game(Box::new(GameSettings { source: Some("a book".to_owned()), ..opening() }));
    assert_eq!(
        (game.mode(), game.title(), game.source()),
        (Mode::Game, "A game from Air of Air & Water", Some("a book"))
    );
    assert_eq!((game.question(), game.die(), game.querent(), game.ptah()), (None, None, None, None));
    assert_eq!((game.board(), game.array()), (Board::Air, opening().array));
    assert!(game.setting().is_some() && !game.is_quiet() && game.ruleset() == &opening().ruleset);
    assert_eq!(game.start(), opening().start);

    let record = reading(DieThrower::Seeded(7));
    let subject = record.enochian().unwrap().subject();
    let question = subject.question().unwrap();
    assert_eq!((subject.mode(), subject.title(), subject.source()), (Mode::Reading, "Is my brother happy?", None));
    assert_eq!((subject.die(), subject.setting()), (Some(DieThrower::Seeded(7)), None));
    assert_eq!((subject.board(), subject.array()), (question.board, Some(question.array)));
    assert_eq!((subject.querent(), subject.ptah()), (Some(question.army()), Some(question.ptah)));
    assert_eq!(subject.start(), question.start());
    assert!(!subject.is_quiet() && !record.is_quiet() && record.check_not_quiet().is_ok());

    let quiet = Question { quiet: true, source: Some("a book".to_owned()), ..question.clone() };
    let mut record = begin(Subject::Reading(Box::new(quiet), DieThrower::ByHand), Seats::alone("Ann"));
    assert_eq!(record.heading().game.enochian().unwrap().source(), Some("a book"));
    assert!(record.is_quiet() && record.check_not_quiet().is_err());
    record.enter(Entry::Concluded(Closing::ByPlayers, moment(2026))).unwrap();
    assert!(!record.is_quiet() && record.check_not_quiet().is_ok(), "it was concluded");
}

#[test]
fn a_record_tells_what_was_played() {
    let mut record = reading(DieThrower::Seeded(7));
    assert_eq!(
        (
            record.enochian().unwrap().ply(),
            record.enochian().unwrap().throw(),
            record.enochian().unwrap().throws_made()
        ),
        (1, None, 0)
    );
    assert!(
        record.enochian().unwrap().last_turn().is_none()
            && record.enochian().unwrap().moves().is_empty()
            && record.answer().is_some()
    );
    // The die goes on where it stopped, also after what was undone.
    let mut dice = DieThrower::Seeded(7).dice_source().unwrap();
    let thrown: Vec<Throw> = (0..6).map(|_| dice.draw().unwrap().throw()).collect();
    turns(&mut record, 4);
    record.enter(Entry::TakenBack(2)).unwrap();
    turns(&mut record, 1);
    let throw = |act| if let Act::Throw(throw) = act { Some(throw) } else { None };
    let throws: Vec<Throw> = record.enochian().unwrap().standing().filter_map(throw).collect();
    assert_eq!(throws, [thrown[0], thrown[1], thrown[2], thrown[4]]);
    assert_eq!(
        (
            record.enochian().unwrap().throws_made(),
            record.enochian().unwrap().turns().len(),
            record.enochian().unwrap().ply()
        ),
        (5, 4, 5)
    );
    record.enter(Act::Throw(thrown[5])).unwrap();
    assert_eq!(
        (record.enochian().unwrap().throw(), record.enochian().unwrap().last_turn().map(|turn| turn.ply)),
        (Some(thrown[5]), Some(4))
    );
    assert_eq!(record.enochian().unwrap().turn(), record.enochian().unwrap().position().turn());
    assert_eq!(record.enochian().unwrap().rules().mode, Mode::Reading);
    // A person's throw is a decision, the program's is not; nor is a turn without a move.
    let acts: Vec<Act> = record.enochian().unwrap().standing().collect();
    let decided = |act: &Act| matches!(act, Act::Move(mv) if *mv != Move::Pass);
    assert_eq!(record.enochian().unwrap().last_decision(true), Some(1));
    assert_eq!(
        record.enochian().unwrap().last_decision(false),
        acts.iter().rev().position(decided).map(|index| index + 1)
    );
    assert_eq!(record.enochian().unwrap().last_decision(false), Some(2), "the last turn had a move");
    assert_eq!(reading(DieThrower::ByHand).enochian().unwrap().last_decision(true), None);
    let mut passed = reading(DieThrower::Seeded(5));
    while passed.enochian().unwrap().last_turn().is_none_or(|turn| turn.mv != Move::Pass)
        || passed.enochian().unwrap().turns().len() < 2
    {
        turns(&mut passed, 1);
    }
    let passed = passed.enochian().unwrap();
    let acts: Vec<Act> = passed.standing().collect();
    let last = acts.iter().rev().position(decided).map(|index| index + 1);
    assert_eq!((passed.last_decision(false), passed.last_decision(true)), (last, Some(2)));
    assert!(last.is_some_and(|acts| acts > 2));

    let has_none = |record: Record| record.enochian().unwrap().dice_source().unwrap().is_none();
    assert!(has_none(reading(DieThrower::ByHand)) && has_none(game()));
    let mut automatic = Heading { automatic: true, ..game().heading().clone() };
    automatic.game = Subject::Game(Box::new(GameSettings { seed: Some(7), ..opening() })).into();
    let mut record = Record::begin(automatic);
    turns(&mut record, 3);
    let mut expected = DieThrower::Seeded(7).dice_source().unwrap();
    let drawn: Vec<_> = (0..4).map(|_| expected.draw().unwrap()).collect();
    assert_eq!(record.enochian().unwrap().dice_source().unwrap().unwrap().draw().unwrap(), drawn[3]);
    assert_eq!((record.mode(), record.answer(), record.enochian().unwrap().end()), (Mode::Game, None, None));
}

#[test]
fn totals_count_every_turn() {
    let mut record = reading(DieThrower::Seeded(5));
    for _ in 0..60 {
        if record.enochian().unwrap().end().is_some() {
            break;
        }
        turns(&mut record, 1);
    }
    let correspondences = Correspondences::embedded();
    let totals = RecordTotals::of(record.enochian().unwrap(), correspondences);
    let turns = record.enochian().unwrap().turns();
    let (board, querent) = (
        record.heading().game.enochian().unwrap().board(),
        record.heading().game.enochian().unwrap().querent().unwrap(),
    );
    let landings: Vec<_> = turns.iter().filter_map(|turn| Some((turn, turn.landing()?, turn.piece?))).collect();
    assert_eq!(totals.landings() as usize, landings.len());
    assert!(landings.len() > 20 && landings.len() < turns.len(), "{} of {}", landings.len(), turns.len());
    for army in Army::ALL {
        let of_army = landings.iter().filter(|(_, _, piece)| piece.army == army).count();
        assert_eq!(totals.by_army[army.index()] as usize, of_army, "{army}");
        let none = turns.iter().filter(|turn| turn.army == army && turn.landing().is_none()).count();
        assert_eq!(totals.no_moves[army.index()] as usize, none, "{army}");
    }
    for angle in Angle::ALL {
        let there = landings.iter().filter(|(_, square, _)| square.angle() == angle).count();
        assert_eq!(totals.by_angle[angle.index()] as usize, there, "{angle}");
    }
    let force = |square| correspondences.square(board, square).force;
    for (counted, number) in totals.elements() {
        let there = landings.iter().filter(|(_, square, _)| force(*square).element() == counted).count();
        assert_eq!(number as usize, there, "{counted}");
    }
    for (counted, number) in totals.qualities() {
        let there = landings.iter().filter(|(_, square, _)| force(*square).quality() == counted).count();
        assert_eq!(number as usize, there, "{counted}");
    }
    let mut all = 0;
    for (counted, number) in totals.forces() {
        let there = landings.iter().filter(|(_, square, _)| force(*square) == counted).count();
        assert!(number > 0 && number as usize == there, "{counted}");
        all += number;
    }
    assert_eq!(all, totals.landings());
    assert!(totals.forces().windows(2).all(|pair| pair[0].1 >= pair[1].1), "the most first");
    let road: Vec<_> = landings
        .iter()
        .filter(|(_, _, piece)| piece.to_string() == format!("king of {querent}"))
        .map(|(turn, square, _)| (turn.ply, *square))
        .collect();
    assert_eq!(totals.kings_road, road);
    assert!(!road.is_empty() && !totals.captures.is_empty() && !totals.checks.is_empty());
    let none = RecordTotals::of(reading(DieThrower::ByHand).enochian().unwrap(), correspondences);
    assert_eq!(none, RecordTotals::default());
    assert!(none.forces().is_empty(), "only those that were landed on");
    assert_eq!((none.elements().len(), none.qualities().len()), (4, 4));
}

#[test]
fn a_heading_with_too_long_a_text_is_refused() {
    let heading = || reading(DieThrower::ByHand).heading().clone();
    assert_eq!(Heading::check(&heading()), Ok(()));
    let long = "w".repeat(TEXT_LIMIT + 1);
    let changed = |change: &dyn Fn(&mut Heading)| {
        let mut heading = heading();
        change(&mut heading);
        Heading::check(&heading).is_err()
    };
    assert!(changed(&|heading| heading.begun = moment(9999) + chrono::Days::new(100)));
    assert!(changed(&|heading| heading.zone = Some(long.clone())));
    assert!(changed(&|heading| heading.seats.players[3] = long.clone()));
    for number in 0..3 {
        assert!(changed(&|heading| {
            let Game::Enochian(Subject::Reading(question, _)) = &mut heading.game else { unreachable!() };
            *[&mut question.text, &mut question.querent, question.term.get_or_insert_default()][number] = long.clone();
        }));
    }
    let named = Subject::Game(Box::new(GameSettings { title: "w".repeat(NAME_LIMIT + 1), ..opening() }));
    assert!(Heading::check(begin(named, players()).heading()).is_err());
}

fn other_game(kind: GameKind, seed: Option<u64>, automatic: bool) -> Record {
    let options = GameOptions::default();
    let referee = kind.referee(&options).unwrap();
    let players = referee.seats().iter().map(|seat| seat.name.clone()).collect();
    let game = OtherGame {
        title: kind.to_string(),
        start: referee.start(),
        referee,
        options,
        source: Some("a book".to_owned()),
        seed,
    };
    Record::begin(Heading {
        game: game.into(),
        begun: moment(2026),
        zone: None,
        seats: Seats::of(players),
        automatic,
        branch: None,
    })
}

/// The settings of a game that is not Enochian chess.
fn other_of(heading: &mut Heading) -> &mut OtherGame {
    match &mut heading.game {
        Game::Other(game) => game,
        Game::Enochian(_) => panic!("another game"),
    }
}

/// Plays acts that the program draws, and returns their texts.
fn drawn(record: &mut Record, number: usize) -> Vec<String> {
    let mut texts = Vec::new();
    for _ in 0..number {
        let Some(act) = record.drawn_act().unwrap() else { break };
        texts.push(act.text.clone());
        record.enter(record.recorded(act)).unwrap();
    }
    texts
}

#[test]
fn what_all_games_have_is_asked_of_each_in_the_same_way() {
    let kinds = [GameKind::Three, GameKind::Free, GameKind::Team, GameKind::Gods, GameKind::Faith];
    let others = kinds.map(|kind| other_game(kind, Some(7), true));
    let heading = reading(DieThrower::Seeded(7)).heading().clone();
    for mut record in others.into_iter().chain([Record::begin(Heading { seats: players(), ..heading })]) {
        let texts = drawn(&mut record, 30);
        let steps = record.play().steps();
        assert_eq!(steps.iter().map(|step| step.text.clone()).collect::<Vec<_>>(), texts);
        assert_eq!(record.play().acts().iter().map(RecordedAct::text).collect::<Vec<_>>(), texts);
        assert_eq!(steps.last().unwrap().state.text(), record.play().position_text());
        assert_eq!(record.game().start().turn(), record.game().first_turn());
        assert_eq!(record.game().seats(), record.state().seats());
        let shown = ShownAct::standing(&record);
        assert!(shown.len() == 30 && shown.iter().all(|act| act.sentence.starts_with(char::is_uppercase)));
    }
}

#[test]
fn cards_are_dealt_by_the_program_if_it_has_a_seed_or_plays_itself() {
    let is_dealt = |record: Record| record.is_dealt();
    let gods = GameKind::Gods;
    assert!(is_dealt(other_game(gods, Some(7), false)) && is_dealt(other_game(gods, None, true)));
    assert!(!is_dealt(other_game(gods, None, false)), "the players have a pack");
    assert!(!is_dealt(other_game(GameKind::Team, Some(7), true)), "there are no cards");
    let by_hand = other_game(gods, None, false);
    assert_eq!(by_hand.state().actor(), Actor::Chance);
    assert_eq!(by_hand.dealt_act().unwrap(), None);
    let mut record = other_game(gods, Some(7), false);
    let act = record.dealt_act().unwrap().unwrap();
    assert_eq!(record.drawn_act().unwrap(), Some(act.clone()));
    record.enter(act).unwrap();
    while record.state().actor() == Actor::Chance {
        let act = record.dealt_act().unwrap().unwrap();
        record.enter(act).unwrap();
    }
    assert_eq!(record.last_decision(), None, "what the program deals is no decision");
    assert_eq!(record.dealt_act().unwrap(), None, "a player is to act");
    assert!(record.drawn_act().unwrap().is_some());
}

#[test]
fn a_new_seed_can_be_written_in_toml() {
    let seeds: Vec<u64> = (0..64).map(|_| new_seed().unwrap()).collect();
    assert!(seeds.iter().all(|seed| i64::try_from(*seed).is_ok()), "{seeds:?}");
    assert!(seeds.windows(2).all(|pair| pair[0] != pair[1]), "{seeds:?}");
}

/// An act that was taken back comes again, and a game that was begun with a seed goes on in the same way in later versions.
#[test]
fn what_is_drawn_follows_from_the_seed_and_the_number_of_acts() {
    for kind in [GameKind::Gods, GameKind::Faith, GameKind::Team] {
        let mut record = other_game(kind, Some(7), true);
        let texts = drawn(&mut record, 40);
        assert_eq!(texts.len(), 40);
        record.enter(Entry::TakenBack(15)).unwrap();
        assert_eq!(drawn(&mut record, 15), texts[25..], "{kind}");
        assert_ne!(drawn(&mut other_game(kind, Some(8), true), 40), texts, "{kind}");
    }
    let mut record = other_game(GameKind::Gods, Some(7), true);
    let texts = drawn(&mut record, 8);
    assert!(texts[0].starts_with("deal 4hQhJc3c9sTs5d8hTc2s2hKhThKs9c6d3hTd5s8d"), "{texts:?}");
    let others = ["Pd2d4", "discard Qh", "Ng8f6", "discard 9s", "Bc1g5", "discard 9c", "Nf6h5"];
    assert_eq!(texts[1..], others);
    let until_second_deal = drawn(&mut record, 89);
    assert!(until_second_deal[88].starts_with("deal 9hQd9c4d5d4c8d8cQh6sTd2d"), "{until_second_deal:?}");
    let steps = record.play().steps();
    let last = steps.iter().rev().position(|step| step.actor != Actor::Chance).unwrap() + 1;
    assert_eq!(record.last_decision(), Some(last));
    let mut faith = other_game(GameKind::Faith, Some(7), true);
    assert_eq!(drawn(&mut faith, 4), ["Pfa5rg5", "Poi2ph2", "Plh5mh5", "Lpb5ne3"]);
    assert_eq!(faith.last_decision(), Some(1));
}

#[test]
fn the_other_games_are_closed_in_their_own_way() {
    let closed = |closing| {
        let mut record = other_game(GameKind::Team, Some(7), true);
        record.enter(Entry::Concluded(closing, moment(2026)))?;
        assert_eq!(record.enter(Entry::Note("late".to_owned())), Err(InvalidEntry::Concluded(Mode::Game)));
        Ok(())
    };
    assert_eq!(closed(Closing::Ended), Err(InvalidEntry::NotOver(Mode::Game)));
    let resigned = InvalidEntry::OnlyInEnochianChess("this way of resigning");
    assert_eq!(closed(Closing::Resigned(Army::Water)), Err(resigned));
    for closing in [Closing::Agreed, Closing::ByPlayers, Closing::AtLimit(7)] {
        assert_eq!(closed(closing), Ok(()));
    }
    let mut record = other_game(GameKind::Team, Some(7), true);
    drawn(&mut record, 2);
    assert_eq!(record.enter(remark(Some(3), "early")), Err(InvalidEntry::NoSuchTurn { turn: 3, last: 2 }));
    record.enter(remark(Some(2), "so it was")).unwrap();
    record.enter(Entry::Note("on the third".to_owned())).unwrap();
    assert_eq!(record.notes().iter().map(|note| note.ply).collect::<Vec<_>>(), [Some(3), Some(2)]);
    let mut later = record.heading().clone();
    other_of(&mut later).start = record.state().clone();
    assert_eq!(
        Record::begin(later).enter(remark(Some(1), "early")),
        Err(InvalidEntry::NoSuchTurn { turn: 1, last: 0 })
    );
    let referee = unrefereed(&["North", "South"].map(str::to_owned)).unwrap();
    let mut heading = record.heading().clone();
    let game = other_of(&mut heading);
    (game.start, game.referee) = (referee.start(), referee);
    let mut ended = Record::begin(heading);
    ended.enter(Entry::Act(ended.state().read("end North has won").unwrap().into())).unwrap();
    ended.enter(Entry::Concluded(Closing::Ended, moment(2026))).unwrap();
    let long = || "w".repeat(NAME_LIMIT + 1);
    let changes: [fn(&mut Heading, String); 5] = [
        |heading, long| other_of(heading).title = long,
        |heading, long| other_of(heading).source = Some(long),
        |heading, long| heading.zone = Some(long),
        |heading, long| heading.seats.players[1] = long,
        |heading, _| heading.begun = moment(9999) + chrono::Days::new(100),
    ];
    assert_eq!(Heading::check(record.heading()), Ok(()));
    for (number, change) in changes.into_iter().enumerate() {
        let mut heading = record.heading().clone();
        change(&mut heading, long());
        assert!(Heading::check(&heading).is_err(), "change {number}");
    }
}

#[test]
fn games_are_equal_if_they_are_written_alike() {
    let settings = |kind| other_of(&mut other_game(kind, None, false).heading().clone()).clone();
    let game = || settings(GameKind::Free);
    assert_eq!(game(), game());
    let changes: [&dyn Fn(&mut OtherGame); 6] = [
        &|game| game.title.push('!'),
        &|game| {
            let option = GameKind::Free.options()[0];
            game.options = GameOptions::new([(option.name, option.values[1])], &[option]).unwrap();
        },
        &|game| game.source = None,
        &|game| game.seed = Some(7),
        &|game| game.referee = settings(GameKind::Team).referee,
        &|game| game.start = settings(GameKind::Gods).start,
    ];
    for (number, change) in changes.into_iter().enumerate() {
        let mut changed = game();
        change(&mut changed);
        assert_ne!(changed, game(), "change {number}");
    }
}

#[test]
fn records_are_equal_if_their_headings_and_entries_are() {
    assert_eq!(game(), game());
    let renamed = GameSettings { title: "Another".to_owned(), ..opening() };
    assert_ne!(begin(Subject::Game(Box::new(renamed)), players()), game());
    let mut played = game();
    turns(&mut played, 1);
    assert_ne!(played, game());
}

#[test]
fn every_question_of_a_draft_is_explained() {
    let correspondences = Correspondences::embedded();
    let (game, question) = (GameDraft::default(), QuestionDraft::default());
    let of_game = GameDraft::KEYS.iter().map(|key| (key.name, key.question, (key.help)(&game, correspondences)));
    let of_question =
        QuestionDraft::KEYS.iter().map(|key| (key.name, key.question, (key.help)(&question, correspondences)));
    for (name, question, help) in of_game.chain(of_question).filter(|(_, question, _)| !question.is_empty()) {
        assert!(help.len() > 20, "{name}: {question} {help}");
    }
}

#[test]
fn what_is_named_in_a_game_has_the_length_of_a_name() {
    let words = |name| GameDraft::KEYS.iter().find(|key| key.name == name).unwrap().words;
    assert_eq!(["seats", "players", "title"].map(words), [Words::NAME; 3]);
}

#[test]
fn a_branch_is_read_only_as_it_is_written() {
    let sound = "turn 3 with Ka8a7, of ab12, after 34-cd";
    assert_eq!(sound.parse::<Branch>().unwrap().to_string(), sound);
    for (is, becomes) in
        [("ab12", ""), ("34-cd", ""), ("ab12", "a mill"), ("34-cd", "noon"), ("3 ", "0 "), ("3 ", "03 ")]
    {
        let wrong = sound.replacen(is, becomes, 1);
        assert!(wrong.parse::<Branch>().is_err(), "{wrong}");
    }
}

#[test]
fn a_turn_costs_the_difference_of_two_estimates() {
    let turn = CostlyTurn {
        turn: 4,
        actor: "Air".into(),
        played: "Ka8b8".into(),
        estimate: 0.25,
        better: "Ra7a4".into(),
        better_estimate: 0.75,
    };
    assert_eq!((turn.cost(), turn.hundredths()), (0.5, [25, 75]));
    assert!(CostlyTurn::introduction(&[turn], Level::USUAL).contains("what the side that moved could expect"));
}
