//! The summary of a reading in sentences (INTERPRETATION 8).

use std::cell::RefCell;
use std::collections::BTreeSet;

use minijinja::Value;
use minijinja::value::Serde;
use serde::Serialize;

use crate::chess::{Army, Kind, Move, Piece, Role, Square};
use crate::correspondences::{Form, Quality};
use crate::input::safe;
use crate::reading::{QuestionKind, Verdict};

use crate::render::in_words;

use super::answer_told::{Cause, KingFall};
use super::close::Close;
use super::links::{Link, LinkKind};
use super::story::{Starter, Story};
use super::teller::{Detail, Facts, Teller, way};
use super::threads::{Thread, ThreadTopic, weight};
use super::told::Told;

/// A few sentences of a summary, and what they are made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// The turns that they tell of, ascending.
    pub turns: Vec<u32>,
    /// The numbers of the links that they tell.
    pub links: Vec<u8>,
    /// Where it stands in the summary.
    #[serde(skip)]
    pub part: SummaryPart,
}

/// The parts of a summary, each a paragraph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SummaryPart {
    /// What was written down before the first turn.
    Notes,
    /// Who plays what, and what all this is.
    Head,
    /// The answer and its cause.
    Answer,
    /// What led to it.
    Threads,
    /// What could have been done otherwise.
    Pivot,
    /// The last round, the figure, the trump and the time.
    Close,
}

enochian_engine::named_enum! {
    /// Its name.
    SummaryPart { Notes: "notes", Head: "head", Answer: "answer", Threads: "threads", Pivot: "pivot", Close: "close" }
}

/// A summary may have so many words without its head; a longer one says less of who the pieces are.
const LONGEST: usize = 180;

/// A summary has at most so many numbers, turns included.
const MOST_NUMBERS: usize = 8;

/// More pieces than a summary names.
const MANY: usize = 12;

/// The sentences of a summary, and its short form.
pub(super) fn summary(story: &Story<'_, '_>, told: &Told) -> (Vec<Sentence>, String) {
    let mut detail = Detail { of_kings: true, of_others: MANY, is_spare: false, counts: true, short_names: true };
    let writer = Writer { story, told, teller: Teller::new(story, detail), used: RefCell::default() };
    let short = writer.short(Detail { of_kings: false, ..detail });
    let mut sentences = writer.whole(detail);
    if numbers(&sentences) > MOST_NUMBERS {
        detail.counts = false;
        sentences = writer.whole(detail);
    }
    // Left out first: who the kings are; then who the others are, the last first; then what forms can spare.
    while words(&sentences) > LONGEST && !detail.is_spare {
        // Of how many others it was said who they are: with a limit above that the text would be the same.
        let others = detail.of_others - writer.teller.others_left();
        detail = match others.checked_sub(1) {
            _ if detail.of_kings => Detail { of_kings: false, ..detail },
            Some(of_others) => Detail { of_others, ..detail },
            None => Detail { is_spare: true, of_others: 0, ..detail },
        };
        sentences = writer.whole(detail);
    }
    (sentences, short)
}

/// The numbers after the head, in figures and in words, squares apart.
fn numbers(sentences: &[Sentence]) -> usize {
    let counted = sentences.iter().filter(|sentence| sentence.part > SummaryPart::Head);
    let words = counted.flat_map(|sentence| sentence.text.split(|letter: char| !letter.is_alphanumeric()));
    let is_number = |word: &&str| word.parse::<u32>().is_ok() || (2..=12).any(|number| in_words(number) == *word);
    words.filter(is_number).count()
}

/// The words that count: those after the head.
fn words(sentences: &[Sentence]) -> usize {
    let counted = sentences.iter().filter(|sentence| sentence.part > SummaryPart::Head);
    counted.map(|sentence| sentence.text.split_whitespace().count()).sum()
}

/// Links that are told in one go: the first, with what belongs to it.
struct Telling<'t> {
    link: &'t Link,
    with: Vec<&'t Link>,
}

/// Writes the sentences of one summary.
struct Writer<'s, 'c, 'r> {
    story: &'s Story<'c, 'r>,
    told: &'s Told,
    teller: Teller<'s, 'c, 'r>,
    /// The forms of links that were used.
    used: RefCell<BTreeSet<String>>,
}

impl<'s, 'c, 'r> Writer<'s, 'c, 'r> {
    fn begin(&self, detail: Detail) {
        self.teller.begin(detail);
        self.used.borrow_mut().clear();
    }

    fn whole(&self, detail: Detail) -> Vec<Sentence> {
        self.begin(detail);
        let mut sentences: Vec<Sentence> = self.notes().into_iter().chain([self.head(), self.answer()]).collect();
        sentences.extend(self.kind_of_question());
        sentences.extend(self.road());
        let mut threads: Vec<&Thread> = self.told.threads.iter().collect();
        threads.sort_by_key(|thread| thread.told_at());
        for thread in threads {
            sentences.extend(tellings(&thread.links).iter().map(|telling| self.link(telling)));
        }
        sentences.extend(self.close());
        sentences.retain(|sentence| !sentence.text.is_empty());
        sentences
    }

    /// The answer, and the weightiest link of its thread.
    fn short(&self, detail: Detail) -> String {
        self.begin(detail);
        let answer = self.answer().text;
        let threads = self.told.threads.iter();
        let of_answer = threads.filter(|thread| thread.about == ThreadTopic::Answer);
        let tellings: Vec<Telling<'_>> = of_answer.flat_map(|thread| tellings(&thread.links)).collect();
        let weight = |telling: &&Telling<'_>| {
            let links = std::iter::once(telling.link).chain(telling.with.iter().copied());
            links.map(|link| weight(link, self.story.querent())).min()
        };
        let link = tellings.iter().min_by_key(weight).map_or(String::new(), |telling| self.link(telling).text);
        [answer, link].join(" ").trim_end().to_owned()
    }

    /// What was written down before the first turn (INTERPRETATION 1.2), as it was written.
    fn notes(&self) -> Option<Sentence> {
        let question = self.story.context.question;
        let notes = [("Known", &question.known), ("Supposed", &question.supposed), ("Asked", &question.asked)];
        let notes = notes.iter().filter_map(|(label, text)| Some(format!(" {label}: “{}”.", safe(text.as_ref()?))));
        let notes: String = notes.collect();
        let text = format!("Written down before the first turn.{notes}");
        (!notes.is_empty()).then(|| sentence(SummaryPart::Notes, text, &[], &[]))
    }

    fn head(&self) -> Sentence {
        let context = self.story.context;
        let [enemy, other] = context.querent.enemies().map(|army| army.to_string());
        let facts = Facts::from([
            ("army", context.querent.to_string().into()),
            ("helps", context.querent.partner().to_string().into()),
            ("opposes", Value::from(vec![enemy, other])),
            ("program", context.record.heading().automatic.into()),
            ("kind", context.question.kind.name().into()),
        ]);
        let form = &context.correspondences.sentences().head;
        sentence(SummaryPart::Head, self.teller.tell(form, &facts), &[], &[])
    }

    fn answer(&self) -> Sentence {
        let (context, answer) = (self.story.context, &self.told.answer);
        let decided = answer.turn.map_or(0, |turn| self.story.index_of(turn));
        self.teller.look_at(decided);
        for fall in &answer.falls {
            self.teller.look_back_at(fall.by, self.story.index_of(fall.turn));
        }
        let place = answer.falls.last().map_or(context.question.ptah, |fall| fall.square);
        let code = |army: Army| Piece { army, kind: Kind::King }.code();
        let mut facts = self.place(place);
        let mut add = |name, value: Value| facts.insert(name, value);
        add("verdict", answer.verdict.to_string().into());
        add("criterion", answer.criterion.into());
        add("decided", answer.turn.into());
        add("length", context.turns.len().into());
        add("own_king", code(context.querent).into());
        add("helping_king", code(context.querent.partner()).into());
        add("help", context.querent.partner().to_string().into());
        add("in_person", (!answer.is_without_king(context)).into());
        if let Some(manner) = &answer.manner {
            add("manner", manner.as_str().into());
        }
        add("stricter", answer.stricter.into());
        if let Some(came) = answer.came {
            add("came", came.into());
            add("coming", answer.times.unwrap_or(1).into());
            add("set_out", answer.set_out.into());
        }
        let is_named = |fall: &&KingFall| (answer.cause == Cause::OpposingKings) != context.is_ours(fall.king.army);
        for (name, fall) in ["one", "two"].into_iter().zip(answer.falls.iter().filter(is_named)) {
            let facts = Facts::from([
                ("king", fall.king.code().into()),
                ("by", fall.by.code().into()),
                ("turn", fall.turn.into()),
            ]);
            add(name, nested(facts));
        }
        add("lost", answer.fall_of(context.querent).map(|fall| fall.turn).into());
        let bare = answer.bare.iter().flatten().map(|army| army.to_string()).collect::<Vec<_>>();
        add("bare", bare.into());
        if let Some(other) = &answer.other {
            let other = Facts::from([
                ("criterion", other.criterion.into()),
                ("verdict", other.verdict.to_string().into()),
                ("turn", other.turn.into()),
            ]);
            add("other", nested(other));
        }
        let form = context.correspondences.sentences().answer(answer.cause.name(), self.quality(place));
        let falls = answer.falls.iter().map(|fall| fall.turn);
        let turns: Vec<u32> = falls.chain(answer.came).chain(answer.turn).collect();
        sentence(SummaryPart::Answer, self.teller.tell(form, &facts), &turns, &[])
    }

    /// What the kind of the question asks for (INTERPRETATION 8.10).
    fn kind_of_question(&self) -> Option<Sentence> {
        let context = self.story.context;
        let kind = context.question.kind;
        let mut facts = self.place(context.question.ptah);
        match kind {
            QuestionKind::Who => {
                let opposing = self.told.cast.iter().filter(|it| !context.is_ours(it.army) && !it.was.kind.is_pawn());
                let officers: Vec<String> =
                    opposing.filter(|it| it.was.kind != Kind::King).take(2).map(|it| it.piece.code()).collect();
                facts.insert("officers", officers.into());
            }
            QuestionKind::When => {
                facts.insert("verdict", self.told.answer.verdict.to_string().into());
                self.add_time(&mut facts);
            }
            QuestionKind::Whether | QuestionKind::Which => return None,
        }
        let form = context.correspondences.sentences().kind(kind.name());
        Some(sentence(SummaryPart::Answer, self.teller.tell(form, &facts), &[], &[]))
    }

    /// The king's road, for a Yes with nothing else to tell.
    fn road(&self) -> Option<Sentence> {
        let answer = &self.told.answer;
        let is_told = self.told.threads.iter().any(|thread| thread.about == ThreadTopic::Answer);
        if answer.cause != Cause::Held || is_told {
            return None;
        }
        let mut facts = self.place(self.story.context.question.ptah);
        facts.insert("king", self.story.king().code().into());
        facts.insert("set_out", answer.set_out.into());
        facts.insert("came", answer.came.into());
        let forces: Vec<String> = answer.by_way_of.iter().flatten().take(3).cloned().collect();
        facts.insert("forces", forces.into());
        let form = self.story.context.correspondences.sentences().link("road", Quality::Cardinal);
        let turns: Vec<u32> = answer.set_out.into_iter().collect();
        Some(sentence(SummaryPart::Threads, self.teller.tell(form, &facts), &turns, &[]))
    }

    fn link(&self, telling: &Telling<'_>) -> Sentence {
        let Telling { link, with } = telling;
        let last = link.last().map_or(usize::MAX, |turn| self.story.index_of(turn));
        self.teller.look_at(last.min(self.story.context.turns.len()));
        let square = link.square.or_else(|| link.moves.first().and_then(|mv| mv.to()));
        let place = square.unwrap_or(self.story.context.question.ptah);
        let mut facts = self.place(place);
        self.add_link(&mut facts, link);
        for other in with {
            self.add_companion(&mut facts, other);
        }
        let form = self.unused(link.name, self.quality(place));
        let part = if link.kind == LinkKind::Pivot { SummaryPart::Pivot } else { SummaryPart::Threads };
        let links: Vec<&Link> = std::iter::once(*link).chain(with.iter().copied()).collect();
        let turns: Vec<u32> = links.iter().flat_map(|link| link.turns.iter().copied()).collect();
        let numbers: Vec<u8> = links.iter().map(|link| link.kind.number()).collect();
        sentence(part, self.teller.tell(form, &facts), &turns, &numbers)
    }

    /// The form for a link: where one was used already, for another event of the kind, that of the next quality.
    fn unused(&self, name: &str, quality: Quality) -> &'c Form {
        let sentences = self.story.context.correspondences.sentences();
        let forms = (0..Quality::ALL.len())
            .map(|next| sentences.link(name, Quality::ALL[(quality as usize + next) % Quality::ALL.len()]));
        let is_new = |form: &&Form| self.used.borrow_mut().insert(form.key.clone());
        forms.clone().find(is_new).unwrap_or_else(|| sentences.link(name, quality))
    }

    /// The facts of a link under the names that its form knows.
    fn add_link(&self, facts: &mut Facts, link: &Link) {
        use LinkKind::*;
        let codes: Vec<String> = link.pieces.iter().map(|piece| piece.code()).collect();
        let names: &[&'static str] = match link.kind {
            Stepped | Approached | OwnSideOpened | Uncovered => &["king", "taker", "third"],
            OnThePtah | AtHome | Freed => &["king", "taker"],
            OneStroke => &["taker"],
            CheckerTaken => &["checker", "taker"],
            Pressed => &["checker", "king"],
            TakenWhereItStruck | StrikerStruck => &["victim", "striker", "taker"],
            Striker | SignificatorStrikes | PromotedAndActed => &["striker"],
            SignificatorTaken => &["victim", "taker"],
            SignificatorStill => &["victim"],
            LostWithTheFall => &["king", "victim"],
            Concourse => &["striker"],
            LeftToStrike | DrivenOff | OutOfAttack | WonByAStroke | KingStrikes | WithinAStep | Throne => &["king"],
            Agreement | Pivot => &[],
        };
        for (name, code) in names.iter().zip(&codes) {
            facts.insert(name, code.as_str().into());
        }
        facts.insert("others", codes.get(names.len()..).unwrap_or_default().to_vec().into());
        facts.insert("first", link.first().into());
        facts.insert("last", link.last().into());
        facts.insert("turns", link.turns.clone().into());
        facts.insert("gap", (link.last().unwrap_or_default() - link.first().unwrap_or_default()).into());
        facts.insert("of", link.of.into());
        facts.insert("awakened", link.awakened.into());
        facts.insert("seized", link.army.map(|army| army.to_string()).into());
        if let Some(after) = link.after {
            facts.insert("after", nested(Facts::from([("turn", after.turn.into()), ("of", after.of.code().into())])));
        }
        if link.kind == Uncovered {
            let index = link.first().map_or(0, |turn| self.story.index_of(turn));
            facts.insert("exchanged", self.story.has_exchange(index).into());
        }
        if let (Some(waited), Some(first), Some(last)) = (link.waited, link.first(), link.last()) {
            facts.insert("waited", waited.into());
            self.add_throws(facts, link.pieces[0], first, last);
        }
        if link.kind == Agreement {
            let exchanged = !link.pieces.is_empty();
            let army = link.first().map(|turn| self.story.context.turns[self.story.index_of(turn)].army.to_string());
            facts.insert("exchanged", exchanged.into());
            facts.insert("army", army.into());
        }
        if link.kind == Pivot {
            self.add_moves(facts, link);
        }
    }

    /// The moves that were open at a pivot.
    fn add_moves(&self, facts: &mut Facts, link: &Link) {
        let index = link.first().map_or(0, |turn| self.story.index_of(turn));
        let ways = link.moves.iter().filter_map(|mv| match *mv {
            Move::Step { role, from, to, .. } => Some((self.story.standing_at(index, from, role), from, to)),
            Move::Pass => None,
        });
        let ways: Vec<(Option<Starter>, Square, Square)> = ways.collect();
        self.teller.look_at(index);
        let each = ways.iter().take(2).map(|(mover, from, to)| {
            nested(Facts::from([
                ("piece", mover.map(|piece| piece.code()).into()),
                ("from", from.to_string().into()),
                ("to", to.to_string().into()),
            ]))
        });
        facts.insert("ways", each.collect::<Vec<_>>().into());
        facts.insert("open", ways.len().into());
        let fall = self.told.answer.falls.last();
        facts.insert("king", fall.map(|fall| fall.king.code()).into());
        let is_kings = ways.iter().all(|(mover, ..)| *mover == fall.map(|fall| fall.king));
        facts.insert("by_the_king", is_kings.into());
        let began = |other: &Link| {
            other.kind == LinkKind::Stepped
                && other.first() == link.first()
                && fall.is_some_and(|fall| other.pieces[0] == fall.king && other.last() == Some(fall.turn))
        };
        facts.insert("began", self.told.links.iter().any(began).into());
    }

    /// What the throws of the king's army named between an attack and the fall.
    fn add_throws(&self, facts: &mut Facts, king: Starter, first: u32, last: u32) {
        let context = self.story.context;
        let between = self.story.index_of(first) + 1..self.story.index_of(last);
        let turns = || context.turns.get(between.clone()).into_iter().flatten().filter(|turn| turn.army == king.army);
        let throws: Vec<_> = turns().filter_map(|turn| turn.thrown).collect();
        let others_called = throws.iter().all(|thrown| thrown.role != Role::King && !thrown.instead_of_king);
        facts.insert("others_called", (others_called && !throws.is_empty()).into());
        if let [thrown] = throws.as_slice()
            && others_called
            && context.question.dice.name == "regardie"
        {
            let called = match thrown.role {
                Role::Pawn => "a pawn".to_owned(),
                role => format!("the {role}"),
            };
            facts.insert("called", called.into());
        }
    }

    /// The facts of a link that is told together with another.
    fn add_companion(&self, facts: &mut Facts, link: &Link) {
        use LinkKind::*;
        let others = || link.pieces[1..].iter().map(|piece| piece.code()).collect::<Vec<_>>();
        match link.kind {
            OnThePtah => facts.insert("on_ptah", true.into()),
            AtHome => facts.insert("at_home", true.into()),
            OneStroke => {
                let is_told = |piece: &&Piece| facts.get("king").and_then(Value::as_str) != Some(piece.code().as_str());
                let others: Vec<String> = link.pieces[1..].iter().filter(is_told).map(|piece| piece.code()).collect();
                facts.insert("also_taken", others.into())
            }
            LeftToStrike => facts.insert("left_for", others().into()),
            DrivenOff => facts.insert("driven_by", others().into()),
            OutOfAttack => facts.insert("out_of", others().into()),
            WonByAStroke => facts.insert("won_from", others().into()),
            _ => None,
        };
    }

    fn close(&self) -> Vec<Sentence> {
        let (context, close) = (self.story.context, &self.told.close);
        let forms = context.correspondences.sentences();
        let quality = context.question.force.quality();
        let mut found = Vec::new();
        let mut add = |key: &str, facts: &Facts, turns: &[u32]| {
            found.push(sentence(SummaryPart::Close, self.teller.tell(forms.close(key, quality), facts), turns, &[]));
        };
        if !close.round.is_empty() {
            let mut facts = self.place(close.nearest.as_ref().map_or(context.question.ptah, |it| it.square));
            self.add_round(&mut facts, close);
            add("round", &facts, &close.round);
        }
        let last = close.figure.turn.map_or(context.turns.len(), |turn| self.story.index_of(turn));
        self.teller.look_at(last);
        let mut facts = self.place(context.question.ptah);
        facts.insert("ptah", close.force.as_str().into());
        facts.insert("verdict", self.told.answer.verdict.to_string().into());
        facts.insert("figure", close.figure.name.as_str().into());
        facts.insert("effect", close.figure.effect.name().into());
        facts.insert(
            "sense",
            context.correspondences.figure_senses(context.question.force).sense(close.figure.effect).into(),
        );
        facts.insert(
            "angle",
            context.correspondences.angle_phrase(context.question.force, context.question.angle).into(),
        );
        facts.insert("by", close.figure.by.map(|piece| piece.code()).into());
        facts.insert("entered", close.figure.turn.into());
        add("figure", &facts, &[]);
        let trump = context.correspondences.trump(context.question.force);
        facts.insert("trump", trump.name.as_str().into());
        let ill = trump.ill.as_deref().filter(|_| self.told.answer.verdict == Verdict::No);
        facts.insert("trump_sense", ill.unwrap_or(&trump.sense).into());
        add("trump", &facts, &[]);
        if close.time.is_some() && context.question.kind != QuestionKind::When {
            self.add_time(&mut facts);
            add("time", &facts, &[]);
        }
        found
    }

    fn add_time(&self, facts: &mut Facts) {
        let close = &self.told.close;
        facts.insert("time", close.time.clone().into());
        facts.insert("third", close.third.into());
        facts.insert("term", self.story.context.question.term.clone().filter(|_| close.third.is_some()).into());
    }

    /// The last round.
    fn add_round(&self, facts: &mut Facts, close: &Close) {
        let Some(nearest) = &close.nearest else { return };
        let ptah = self.story.context.question.ptah;
        self.teller.look_at(self.story.index_of(nearest.turn));
        let (left, came) = (nearest.from.distance(ptah), nearest.square.distance(ptah));
        facts.insert("nearest", nearest.piece.code().into());
        facts.insert("turn_of_it", nearest.turn.into());
        facts.insert("distance", came.into());
        facts.insert("before", left.into());
        facts.insert("way", way(left, came).into());
    }

    fn place(&self, square: Square) -> Facts {
        self.teller.place(square)
    }

    fn quality(&self, square: Square) -> Quality {
        self.story.context.force(square).quality()
    }
}

/// Facts as one value.
pub(super) fn nested(facts: Facts) -> Value {
    Value::from(Serde(facts))
}

fn sentence(part: SummaryPart, text: String, turns: &[u32], links: &[u8]) -> Sentence {
    let mut turns = turns.to_vec();
    turns.sort_unstable();
    turns.dedup();
    Sentence { text, turns, links: links.to_vec(), part }
}

/// The links of a thread, those of one event together: what goes with a fall, and the step that led into it.
fn tellings(links: &[Link]) -> Vec<Telling<'_>> {
    use LinkKind::*;
    let goes_with = |it: &Link, origin: &Link| match it.kind {
        OnThePtah | AtHome | OneStroke => origin.kind.is_origin() && it.last() == origin.last(),
        LeftToStrike | DrivenOff | OutOfAttack | WonByAStroke => {
            let is_the_step = origin.is(Stepped) && it.pieces[0] == origin.pieces[0] && it.last() == origin.first();
            // He won the Ptah from the piece that had checked him.
            let is_the_answer = origin.is(CheckerTaken) && it.is(WonByAStroke) && it.last() == origin.last();
            is_the_step || is_the_answer && it.pieces.contains(&origin.pieces[0])
        }
        _ => false,
    };
    let origins = || links.iter().filter(|it| it.kind.is_origin() || it.is(CheckerTaken));
    let is_part = |it: &Link| origins().any(|origin| goes_with(it, origin));
    let with = |link: &Link| links.iter().filter(|it| goes_with(it, link)).collect::<Vec<_>>();
    links.iter().filter(|it| !is_part(it)).map(|link| Telling { link, with: with(link) }).collect()
}
