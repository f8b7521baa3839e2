//! The course on the page: each lesson to its end, with a wrong answer and the right one to each task.

use enochian::chess::{Move, Square};
use enochian::correspondences::{Correspondences, Lesson, LessonStep, LessonTask};
use enochian::lookup::lesson_session;

use crate::hand::Hand;
use crate::sitting::{PHONE, Sitting, WINDOW};

const NONE: [&str; 0] = [];

fn course(hand: Hand, size: (u32, u32)) {
    let Some(mut sitting) = Sitting::at_the_program(hand, size, 1) else { return };
    let lessons = Correspondences::embedded().lessons();
    sitting.browser.becomes("Boolean(document.querySelector('textarea'))", true);
    assert_eq!(sitting.unmarked(), NONE);
    hand.press_words(&mut sitting.browser, "Learn");
    sitting.browser.becomes("document.querySelectorAll('.lessons li').length", lessons.len());
    assert_eq!(sitting.unmarked(), NONE);
    hand.press(&mut sitting.browser, ".lessons li a");
    for lesson in lessons {
        sitting.browser.becomes("location.hash", format!("#learn={}", lesson.name));
        teach(&mut sitting, hand, lesson);
    }
    // All are done, and any can be repeated.
    sitting.browser.becomes("document.querySelectorAll('.lessons .icon.check').length", lessons.len());
    hand.press(&mut sitting.browser, ".lessons li a");
    sitting.browser.becomes("document.querySelector('.foot .end')?.textContent.startsWith('Step 1 of')", true);
    assert_eq!(sitting.complaints(), NONE);
}

fn teach(sitting: &mut Sitting, hand: Hand, lesson: &Lesson) {
    for (at, step) in lesson.steps.iter().enumerate() {
        let count = format!("Step {} of {}", at + 1, lesson.steps.len());
        sitting.browser.becomes("document.querySelector('.foot .end')?.textContent", count);
        sitting.browser.becomes("document.querySelector('.ask-for')?.textContent", step.ask.as_str());
        assert_eq!(sitting.unmarked(), NONE, "{} {}", lesson.name, at + 1);
        if let Some(wrong) = LessonAct::wrong(step) {
            wrong.make(sitting, hand);
            sitting.browser.becomes("Boolean(document.querySelector('.told .not-right'))", true);
            assert_eq!(sitting.unmarked(), NONE, "{} {}", lesson.name, at + 1);
        }
        LessonAct::right(step).make(sitting, hand);
        sitting.browser.becomes("Boolean(document.querySelector('.told .right'))", true);
        assert_eq!(sitting.unmarked(), NONE, "{} {}", lesson.name, at + 1);
        match hand {
            Hand::Keyboard => sitting.browser.press("Enter"),
            _ => hand.press(&mut sitting.browser, ".foot .primary"),
        }
    }
}

/// What a person does.
enum LessonAct {
    Choice(usize),
    Square(Square),
    /// A move, whether its piece has to be chosen first, and what a pawn becomes.
    Move(Square, Square, bool, Option<String>),
}

impl LessonAct {
    fn of_move(step: &LessonStep, mv: Move) -> LessonAct {
        let Move::Step { from, to, promotion, .. } = mv else { unreachable!("nobody is asked to pass") };
        let moves = lesson_session(step).moves();
        let is_chosen = moves.iter().any(|other| matches!(other, Move::Step { from: start, .. } if *start != from));
        LessonAct::Move(from, to, is_chosen, promotion.map(|officer| officer.to_string()))
    }

    fn right(step: &LessonStep) -> LessonAct {
        match &step.task {
            LessonTask::Choices(choices) => LessonAct::Choice(choices.iter().position(|it| it.right).unwrap()),
            LessonTask::Squares(squares) => LessonAct::Square(squares[0]),
            LessonTask::Moves(moves) => LessonAct::of_move(step, moves[0]),
        }
    }

    fn wrong(step: &LessonStep) -> Option<LessonAct> {
        match &step.task {
            LessonTask::Choices(choices) => choices.iter().position(|it| !it.right).map(LessonAct::Choice),
            LessonTask::Squares(squares) => Square::all().find(|it| !squares.contains(it)).map(LessonAct::Square),
            LessonTask::Moves(moves) => {
                let found = lesson_session(step).moves().into_iter().find(|mv| !moves.contains(mv));
                found.map(|mv| LessonAct::of_move(step, mv))
            }
        }
    }

    fn make(&self, sitting: &mut Sitting, hand: Hand) {
        match self {
            LessonAct::Choice(at) => match hand {
                Hand::Keyboard => sitting.browser.press(&(at + 1).to_string()),
                _ => hand.press(&mut sitting.browser, &format!(".answers button:nth-of-type({})", at + 1)),
            },
            LessonAct::Square(square) => pick(sitting, hand, *square),
            LessonAct::Move(from, to, is_chosen, promotes) => {
                if *is_chosen {
                    pick(sitting, hand, *from);
                    let selected =
                        format!("document.querySelector('[data-cell={from}]').getAttribute('aria-selected')");
                    sitting.browser.becomes(&selected, "true");
                }
                pick(sitting, hand, *to);
                if let Some(officer) = promotes {
                    sitting.browser.becomes("Boolean(document.querySelector('[data-choice]:not([hidden])'))", true);
                    hand.press_words(&mut sitting.browser, officer);
                }
            }
        }
    }
}

/// Picks a square: with the keyboard by the arrows.
fn pick(sitting: &mut Sitting, hand: Hand, square: Square) {
    let browser = &mut sitting.browser;
    if hand != Hand::Keyboard {
        return hand.press(browser, &format!("[data-cell={square}]"));
    }
    for _ in 0..60 {
        if browser.js("Boolean(document.activeElement.dataset.cell)") == true {
            break;
        }
        browser.press("Tab");
    }
    let at: Square = browser.js("document.activeElement.dataset.cell").as_str().unwrap().parse().unwrap();
    let steps = |from: u8, to: u8, [less, more]: [&'static str; 2]| {
        std::iter::repeat_n(if to < from { less } else { more }, usize::from(from.abs_diff(to)))
    };
    let parts = |square: Square| {
        let name = square.to_string();
        (name.as_bytes()[0], name.as_bytes()[1])
    };
    let ((file, rank), (to_file, to_rank)) = (parts(at), parts(square));
    for key in steps(file, to_file, ["ArrowLeft", "ArrowRight"]).chain(steps(rank, to_rank, ["ArrowDown", "ArrowUp"])) {
        browser.press(key);
    }
    browser.press("Enter");
}

#[test]
fn the_course_by_keyboard() {
    course(Hand::Keyboard, WINDOW);
}

#[test]
fn the_course_by_touch_on_a_phone() {
    course(Hand::Touch, PHONE);
}
