//! The summary of a reading in sentences (INTERPRETATION 8).

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use serde::Serialize;

use crate::chess::{Kind, Piece};
use crate::correspondences::{Dignity, FigureEffect, Form};
use crate::input::safe;
use crate::reading::{QuestionKind, Verdict};

use crate::render::in_words;

use super::answer_facts::Cause;
use super::close::SummaryClose;
use super::link_telling::{Telling, codes, link_facts, tellings};
use super::links::{Link, LinkKind};
use super::opening::PtahAttacker;
use super::story::Story;
use super::summary_facts::SummaryFacts;
use super::teller::{Facts, Teller, way};
use super::threads::{Thread, ThreadTopic, weight};

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

enochian_engine::named_enum! {
    /// The parts of a summary, each a paragraph.
    pub enum SummaryPart {
        /// What was written down before the first turn.
        Notes: "notes",
        /// The answer and its cause.
        Answer: "answer",
        /// Who carries the question, and what bore on it.
        Opening: "opening",
        /// What led to the answer.
        Threads: "threads",
        /// What could have been done otherwise.
        Pivot: "pivot",
        /// The last round, the figure, the trump and the time.
        Close: "close",
    }
}

/// A summary may have so many words; a longer one leaves out the second thread, then what guarded the Ptah, then who the pieces
/// are.
const LONGEST: usize = 220;

/// A summary has at most so many numbers, turns included; one with more leaves out when the Ptah was attacked, then the second
/// thread.
const MOST_NUMBERS: usize = 8;

/// How much is said.
#[derive(Clone, Copy)]
struct Detail {
    /// Between which turns the Ptah was attacked.
    spans: bool,
    /// How many turns a king had before he fell.
    counts: bool,
    second_thread: bool,
    /// What guarded the Ptah.
    ours: bool,
    /// What the pieces stand for.
    senses: bool,
}

impl Detail {
    fn tells(self, thread: &Thread) -> bool {
        self.second_thread || matches!(thread.about, ThreadTopic::Answer | ThreadTopic::Pivot)
    }
}

/// The sentences of a summary, and its short form.
pub(super) fn summary(story: &Story<'_>, told: &SummaryFacts) -> (Vec<Sentence>, String) {
    let writer = Writer { story, told, teller: Teller::new(story), used: RefCell::default(), counts: Cell::new(true) };
    let mut detail = Detail { spans: true, counts: true, second_thread: true, ours: true, senses: true };
    let sentences = loop {
        let sentences = writer.whole(detail);
        let (is_long, has_many) = (words(&sentences) > LONGEST, numbers(&sentences) > MOST_NUMBERS);
        detail = match detail {
            Detail { spans: true, .. } if has_many => Detail { spans: false, ..detail },
            Detail { counts: true, .. } if has_many => Detail { counts: false, ..detail },
            Detail { second_thread: true, .. } if has_many || is_long => Detail { second_thread: false, ..detail },
            Detail { ours: true, .. } if is_long => Detail { ours: false, ..detail },
            Detail { senses: true, .. } if is_long => Detail { senses: false, ..detail },
            _ => break sentences,
        };
    };
    let short = writer.short();
    (sentences, short)
}

/// The numbers after the notes, in figures and in words, squares apart.
fn numbers(sentences: &[Sentence]) -> usize {
    let counted = sentences.iter().filter(|sentence| sentence.part > SummaryPart::Notes);
    let words = counted.flat_map(|sentence| sentence.text.split(|letter: char| !letter.is_alphanumeric()));
    let is_number = |word: &&str| word.parse::<u32>().is_ok() || (2..=12).any(|number| in_words(number) == *word);
    words.filter(is_number).count()
}

/// The words after the notes.
fn words(sentences: &[Sentence]) -> usize {
    let counted = sentences.iter().filter(|sentence| sentence.part > SummaryPart::Notes);
    counted.map(|sentence| sentence.text.split_whitespace().count()).sum()
}

/// What stands above a summary: who plays what, and what all this is.
pub(super) fn heading(story: &Story<'_>) -> String {
    let opposes = story.querent.enemies().map(|army| army.to_string());
    let facts = Facts::default()
        .with("army", story.querent.to_string())
        .with("helps", story.querent.partner().to_string())
        .with("opposes", opposes.to_vec())
        .with("program", story.record.heading().automatic)
        .with("kind", story.question.kind.name());
    Teller::new(story).tell(&story.correspondences.sentences().heading, &facts)
}

/// The sentence of one link, by itself.
pub(super) fn link_alone(story: &Story<'_>, told: &[Link], link: &Link) -> String {
    let teller = Teller::new(story);
    teller.begin(false);
    let mut facts = link_facts(story, &teller, link, told, None);
    facts.insert("counts", true);
    teller.tell(&story.correspondences.sentences().link(link.kind).says, &facts)
}

/// Writes the sentences of one summary.
struct Writer<'s, 'r> {
    story: &'s Story<'r>,
    told: &'s SummaryFacts,
    teller: Teller<'s, 'r>,
    /// The kinds of links that were told.
    used: RefCell<BTreeSet<LinkKind>>,
    counts: Cell<bool>,
}

impl<'r> Writer<'_, 'r> {
    fn whole(&self, detail: Detail) -> Vec<Sentence> {
        self.teller.begin(detail.senses);
        self.counts.set(detail.counts);
        self.used.borrow_mut().clear();
        let mut sentences: Vec<Sentence> = self.notes().into_iter().chain([self.answer()]).collect();
        sentences.extend(self.kind_of_question());
        sentences.extend(self.opening(detail));
        let threads = self.told.threads.iter().filter(|thread| detail.tells(thread));
        let mut tellings: Vec<Telling<'_>> = threads.flat_map(|thread| tellings(&thread.links)).collect();
        // That the significator never moved is said of the carrier.
        tellings.retain(|it| it.link.kind != LinkKind::SignificatorStill);
        tellings.sort_by_key(Telling::told_at);
        sentences.extend(tellings.iter().map(|telling| self.link(telling)));
        sentences.extend(self.close());
        sentences.retain(|sentence| !sentence.text.is_empty());
        sentences
    }

    /// The answer, and the weightiest link of its thread.
    fn short(&self) -> String {
        self.teller.begin(true);
        self.counts.set(true);
        self.used.borrow_mut().clear();
        let answer = self.answer().text;
        let threads = self.told.threads.iter();
        let of_answer = threads.filter(|thread| thread.about == ThreadTopic::Answer);
        let tellings: Vec<Telling<'_>> = of_answer.flat_map(|thread| tellings(&thread.links)).collect();
        let weight = |telling: &&Telling<'_>| {
            let links = std::iter::once(telling.link).chain(telling.with.iter().copied());
            links.map(|link| weight(self.story, link)).min()
        };
        let link = tellings.iter().min_by_key(weight).map_or(String::new(), |telling| self.link(telling).text);
        [answer, link].join(" ").trim_end().to_owned()
    }

    fn form(&self, table: &str, key: &str) -> &'r Form {
        self.story.correspondences.sentences().form(table, key)
    }

    /// What was written down before the first turn (INTERPRETATION 1.2), as it was written.
    fn notes(&self) -> Option<Sentence> {
        let question = self.story.question;
        let notes = [("Known", &question.known), ("Supposed", &question.supposed), ("Asked", &question.asked)];
        let notes = notes.iter().filter_map(|(label, text)| Some(format!(" {label}: “{}”.", safe(text.as_ref()?))));
        let notes: String = notes.collect();
        let text = format!("Written down before the first turn.{notes}");
        (!notes.is_empty()).then(|| sentence(SummaryPart::Notes, text, &[], &[]))
    }

    fn answer(&self) -> Sentence {
        let (story, answer) = (self.story, &self.told.answer);
        let decided = answer.turn.map_or(0, |turn| self.story.index_of(turn));
        self.teller.look_at(decided);
        for fall in &answer.falls {
            self.teller.look_back_at(fall.by, self.story.index_of(fall.turn));
        }
        let place = answer.falls.last().map_or(story.question.ptah, |fall| fall.square);
        let mut facts = self.teller.place(place);
        facts.insert("decided", answer.turn);
        facts.insert("own_king", self.story.king().code());
        facts.insert("in_person", !answer.is_without_king(story));
        facts.insert("manner", answer.manner.clone());
        facts.insert("stricter", answer.stricter);
        if let Some(came) = answer.came {
            facts.insert("came", came);
            facts.insert("coming", answer.times.unwrap_or(1));
        }
        for (name, fall) in ["one", "two"].into_iter().zip(answer.named_falls(story)) {
            let of_fall = Facts::default().with("king", fall.king.code()).with("by", fall.by.code());
            facts.insert(name, of_fall.with("turn", fall.turn));
        }
        let is_gone = story.at_end(story.king()).is_none();
        let lost = answer.turn.filter(|_| is_gone).and_then(|turn| story.fall_of(story.king(), turn));
        if let Some((stroke, _)) = lost {
            self.teller.look_back_at(stroke.by, stroke.index);
            let lost = Facts::default().with("turn", story.turn_number(stroke.index)).with("by", stroke.by.code());
            facts.insert("lost", lost);
        }
        facts.insert("bare", answer.bare.iter().flatten().map(|army| army.to_string()).collect::<Vec<_>>());
        if let Some(other) = &answer.other {
            let verdict = Facts::default().with("criterion", other.criterion).with("verdict", other.verdict.name());
            facts.insert("other", verdict.with("turn", other.turn));
        }
        // How the element of the piece that decided stands to its square, if that is not the common case.
        let dignity = self.told.opening.dignity;
        let footing = dignity.filter(|it| matches!(it.relation, Dignity::Strongest | Dignity::Contrary));
        facts.insert("by", footing.map(|it| it.piece.code()));
        facts.insert("footing", footing.map(|it| it.relation.name()));
        let falls = answer.falls.iter().map(|fall| fall.turn);
        let lost = lost.map(|(stroke, _)| story.turn_number(stroke.index));
        let turns: Vec<u32> = falls.chain(lost).chain(answer.came).chain(answer.turn).collect();
        let text = self.teller.tell(self.form("answer", answer.cause.name()), &facts);
        sentence(SummaryPart::Answer, text, &turns, &[])
    }

    /// What the kind of the question asks for (INTERPRETATION 8.10).
    fn kind_of_question(&self) -> Option<Sentence> {
        let story = self.story;
        let kind = story.question.kind;
        let mut facts = self.teller.place(story.question.ptah);
        match kind {
            QuestionKind::Who => {
                let opposing = self.told.cast.iter().filter(|it| !story.is_ours(it.army) && !it.was.kind.is_pawn());
                let officers = opposing.filter(|it| it.was.kind != Kind::King).take(2).map(|it| it.piece);
                facts.insert("officers", codes(officers));
                self.teller.look_at(story.turns.len());
                // Who they are is asked.
                self.teller.say_senses(true);
            }
            QuestionKind::When => {
                facts.insert("verdict", self.told.answer.verdict.to_string());
                self.add_time(&mut facts);
            }
            QuestionKind::Whether | QuestionKind::Which => return None,
        }
        Some(sentence(SummaryPart::Answer, self.teller.tell(self.form("kind", kind.name()), &facts), &[], &[]))
    }

    /// Who carries the question, and what bore on its square (INTERPRETATION 8.14).
    fn opening(&self, detail: Detail) -> Vec<Sentence> {
        let (story, opening) = (self.story, &self.told.opening);
        let mut found = Vec::new();
        let mut add = |key: &str, facts: &Facts, links: &[u8]| {
            let text = self.teller.tell(self.form("opening", key), facts);
            found.push(sentence(SummaryPart::Opening, text, &[], links));
        };
        let place = || self.teller.place(story.question.ptah);
        self.teller.look_at(0);
        if let Some(carrier) = &opening.carrier {
            let mut facts = place();
            facts.insert("piece", carrier.piece.code());
            facts.insert("reason", carrier.reason);
            facts.insert("planet", story.correspondences.planet(carrier.piece, story.querent));
            facts.insert("end", carrier.end.name());
            facts.insert("over", story.is_finished());
            let threads = self.told.threads.iter().filter(|thread| detail.tells(thread));
            let is_loss = |link: &Link| {
                matches!(link.kind, LinkKind::SignificatorTaken | LinkKind::LostWithTheFall)
                    || link.kind.is_of_two_strokes() && link.pieces[..2].contains(&carrier.piece)
            };
            let is_in_answer = self.told.answer.falls.iter().any(|fall| fall.king == carrier.piece);
            facts.insert("loss_told", is_in_answer || threads.flat_map(|thread| &thread.links).any(is_loss));
            let still = self.told.links.iter().filter(|link| link.kind == LinkKind::SignificatorStill);
            // That is always said.
            self.teller.say_senses(true);
            add("carrier", &facts, &still.map(|link| link.kind.number()).collect::<Vec<_>>());
        }
        self.teller.say_senses(detail.senses);
        if let Some(bore) = &opening.bore {
            let mut facts = place();
            self.teller.look_at(0);
            let mut named = self.named_turns();
            // That the querent's king stands by the Ptah is the common case.
            let by_ours = bore.by_ours.filter(|it| detail.ours && it.piece != self.story.king());
            for (who, when, bearing) in [("against", "against_when", bore.against), ("ours", "ours_when", by_ours)] {
                facts.insert(who, bearing.map(|it| it.piece.code()));
                facts.insert(when, bearing.map(|it| self.when(&it, detail.spans, &mut named)));
            }
            facts.insert("nobody", bore.nobody);
            add("bore", &facts, &[]);
        }
        let mut facts = place();
        self.teller.look_at(0);
        let held = self.told.answer.cause == Cause::Held;
        facts.insert("held", held);
        if let Some(fall) = self.told.answer.falls.last() {
            self.teller.look_at(self.story.index_of(fall.turn));
        }
        if let Some(it) = &opening.element {
            facts.insert("element", it.name.name());
            facts.insert("by_half", it.landings * 2 >= it.of);
        }
        // Where the king's road ended is told with his fall.
        let is_told = |link: &Link| {
            let ended = link.square.map(|square| self.story.force(square).to_string());
            link.kind.is_origin() && link.pieces[0] == self.story.king() && ended.as_ref() == opening.road.last()
        };
        let is_told = !held && self.told.threads.iter().flat_map(|thread| &thread.links).any(is_told);
        if !opening.road.is_empty() && !is_told {
            let fields: Vec<&str> = opening.road.iter().filter_map(|name| self.field(name)).collect();
            let land = |field: &&str| {
                let land = field.trim_start_matches("in ").trim_start_matches("on ");
                land.trim_end_matches(" itself").to_owned()
            };
            facts.insert("road", fields.iter().map(land).collect::<Vec<_>>());
            facts.insert("ended", fields.last().copied());
        }
        add("ground", &facts, &[]);
        // Where a form has nothing to say of its facts.
        found.retain(|sentence| sentence.text != ".");
        found
    }

    /// The words for a sign or element as a place.
    fn field(&self, force: &str) -> Option<&'r str> {
        let correspondences = self.story.correspondences;
        Some(correspondences.field(force.parse().ok()?))
    }

    /// The turns that other sentences name.
    fn named_turns(&self) -> BTreeSet<u32> {
        let SummaryFacts { answer, threads, .. } = self.told;
        let links = threads.iter().flat_map(|thread| &thread.links);
        let of_links = links.flat_map(|link| link.turns.iter().copied().chain(link.after.map(|it| it.turn)));
        let of_answer = answer.falls.iter().map(|fall| fall.turn).chain(answer.other.as_ref().map(|other| other.turn));
        of_links.chain(of_answer).chain(answer.came).chain(answer.turn).collect()
    }

    /// When an officer attacked the Ptah: between two turns, if none of them is named elsewhere; otherwise how much of the reading.
    fn when(&self, it: &PtahAttacker, spans: bool, named: &mut BTreeSet<u32>) -> String {
        if spans && it.first != it.last && !named.contains(&it.first) && !named.contains(&it.last) {
            named.extend([it.first, it.last]);
            return format!("between turns {} and {}", it.first, it.last);
        }
        let all = self.story.turns.len();
        let share = match it.turns {
            turns if turns * 4 >= all * 3 => "most",
            turns if turns * 2 >= all => "more than half",
            turns if turns * 3 >= all => "over a third",
            _ => "a quarter",
        };
        format!("for {share} of the reading")
    }

    fn link(&self, telling: &Telling<'_>) -> Sentence {
        let Telling { link, with } = telling;
        let mut facts = link_facts(self.story, &self.teller, link, &self.told.links, self.told.answer.falls.last());
        facts.insert("counts", self.counts.get());
        for other in with {
            // The taker of a king may be among those that he stepped away from.
            let told = if link.kind.is_origin() { &link.pieces[..1] } else { &link.pieces };
            let is_other = |piece: &&Piece| !told.contains(piece);
            let others = codes(other.pieces[1..].iter().filter(is_other).copied());
            facts.insert(other.kind.fact(), others);
        }
        let row = self.story.correspondences.sentences().link(link.kind);
        let is_new = self.used.borrow_mut().insert(link.kind);
        let form = row.again.as_ref().filter(|_| !is_new).unwrap_or(&row.says);
        let part = if link.kind == LinkKind::Pivot { SummaryPart::Pivot } else { SummaryPart::Threads };
        let links: Vec<&Link> = std::iter::once(*link).chain(with.iter().copied()).collect();
        let turns: Vec<u32> = links.iter().flat_map(|link| link.turns.iter().copied()).collect();
        let numbers: Vec<u8> = links.iter().map(|link| link.kind.number()).collect();
        sentence(part, self.teller.tell(form, &facts), &turns, &numbers)
    }

    fn close(&self) -> Vec<Sentence> {
        let (story, close) = (self.story, &self.told.close);
        let mut found = Vec::new();
        let mut add = |key: &str, facts: &Facts, turns: &[u32]| {
            found.push(sentence(SummaryPart::Close, self.teller.tell(self.form("close", key), facts), turns, &[]));
        };
        if !close.round.is_empty() {
            let mut facts = self.teller.place(close.nearest.as_ref().map_or(story.question.ptah, |it| it.square));
            self.add_round(&mut facts, close);
            add("round", &facts, &close.round);
        }
        let last = close.figure.turn.map_or(story.turns.len(), |turn| self.story.index_of(turn));
        self.teller.look_at(last);
        let mut facts = self.teller.place(story.question.ptah);
        let ptah = if close.house.is_some() { close.force.clone() } else { format!("the square of {}", close.force) };
        facts.insert("ptah", ptah);
        facts.insert("held", self.told.answer.cause == Cause::Held);
        facts.insert("verdict", self.told.answer.verdict.to_string());
        facts.insert("figure", close.figure.name.as_str());
        facts.insert("effect", close.figure.effect.name());
        facts.insert("sense", story.correspondences.figure(story.question.force).sense(close.figure.effect));
        // What is in full is not of little force too.
        let contradicts = match close.figure.effect {
            FigureEffect::Plain => false,
            FigureEffect::Stressed => close.figure.angle == Dignity::Contrary.name(),
            FigureEffect::Balanced | FigureEffect::Reversed => close.figure.angle == Dignity::Strongest.name(),
        };
        facts.insert("angle", if contradicts { "" } else { close.figure.angle });
        facts.insert("by", close.figure.by.map(|piece| piece.code()));
        add("figure", &facts, &[]);
        facts.insert("trump", story.correspondences.trump(story.question.force).name.as_str());
        facts.insert("trump_sense", trump_sense(story, self.told));
        add("trump", &facts, &[]);
        if close.time.is_some() && story.question.kind != QuestionKind::When {
            self.add_time(&mut facts);
            add("time", &facts, &[]);
        }
        found
    }

    fn add_time(&self, facts: &mut Facts) {
        let close = &self.told.close;
        facts.insert("time", close.time.clone());
        facts.insert("third", close.third);
        facts.insert("term", self.story.question.term.clone().filter(|_| close.third.is_some()));
    }

    /// The last round.
    fn add_round(&self, facts: &mut Facts, close: &SummaryClose) {
        let Some(nearest) = &close.nearest else { return };
        let ptah = self.story.question.ptah;
        self.teller.look_at(self.story.index_of(nearest.turn));
        let (left, came) = (nearest.from.distance(ptah), nearest.square.distance(ptah));
        facts.insert("nearest", nearest.piece.code());
        facts.insert("distance", came);
        facts.insert("way", way(left, came));
    }
}

/// What the trump of the Ptah means: for a No its darker sense, if it has one.
pub(super) fn trump_sense<'r>(story: &Story<'r>, told: &SummaryFacts) -> &'r str {
    let trump = story.correspondences.trump(story.question.force);
    let ill = trump.ill.as_deref().filter(|_| told.answer.verdict == Verdict::No);
    ill.unwrap_or(&trump.sense)
}

fn sentence(part: SummaryPart, text: String, turns: &[u32], links: &[u8]) -> Sentence {
    let mut turns = turns.to_vec();
    turns.sort_unstable();
    turns.dedup();
    Sentence { text, turns, links: links.to_vec(), part }
}
