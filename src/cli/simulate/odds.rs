//! `enochian simulate --from-journal`, and `--position`: what chance makes of a reading from a turn, or of a position.

use crate::chess::Position;
use crate::cli::prelude::*;
use crate::input::Source;
use crate::journal;
use crate::reading::{QuestionDraft, Throw};
use crate::render::{TextPage, list, number};
use crate::session::{SessionState, SessionTerms};
use crate::simulate::{AnswerShare, MoveOdds, Plan, TurnOdds, unplayable};

use super::super::interrupt::{Stopped, workers};
use super::super::number::whole;
use super::{SimulationTerms, page_width, print_json, print_page, run};

/// The options of where the readings begin.
#[derive(Debug, clap::Args)]
pub(super) struct FromHere {
    /// Play on from a turn of this reading, once after each move that its throw allowed
    ///
    /// The shares of the answers after each move are printed with intervals (Wilson, Bonferroni). All moves have the same random
    /// numbers, and --readings is the number of continuations of each.
    #[arg(
        long,
        value_name = "JOURNAL",
        conflicts_with_all = ["question", "position", "procedure", "play_out", "until", "out", "resume", "journal", "plot"]
    )]
    from_journal: Option<PathBuf>,
    /// The turn [default: the one whose die is thrown]
    #[arg(long, value_name = "NUMBER", requires = "from_journal", value_parser = whole(1..=u32::MAX))]
    turn: Option<u32>,
    /// Begin in this position, in quotation marks
    #[arg(long, value_name = "POSITION", conflicts_with_all = ["resume", "journal"])]
    position: Option<Position>,
    /// The throw in this position: the shares are printed for each move that it allows
    #[arg(long, value_name = "N", requires = "position", conflicts_with_all = ["play_out", "until", "out", "plot"])]
    throw: Option<Throw>,
}

/// Where odds begin.
pub(super) struct OddsPlace {
    plan: Plan,
    state: SessionState,
    throw: Throw,
    played: Option<crate::chess::Move>,
    /// What stands above the page.
    heading: String,
}

impl FromHere {
    /// Whether a throw is asked for.
    pub(super) fn has_throw(&self) -> bool {
        self.throw.is_some()
    }

    /// The throw in the position of a plan, if one is asked for.
    pub(super) fn throw_place(&self, plan: &Plan) -> Option<OddsPlace> {
        let throw = self.throw?;
        let start = plan.from_position.clone().unwrap_or_else(|| plan.question.start());
        let state = SessionState::begin(&SessionTerms::of_question(&plan.question), start);
        let heading = format!("{} to move, throw {throw}", state.position().turn());
        Some(OddsPlace { plan: plan.clone(), state, throw, played: None, heading })
    }

    /// The turn of a reading, if one is asked for.
    pub(super) fn journal_place(&self, terms: &SimulationTerms, cx: &Cx) -> CommandResult<Option<OddsPlace>> {
        self.from_journal.as_deref().map(|journal| self.of_journal(journal, terms, cx)).transpose()
    }

    /// The plan of a question, from the position if there is one.
    pub(super) fn begin(
        &self,
        question: &Path,
        terms: &SimulationTerms,
        correspondences: &Correspondences,
    ) -> CommandResult<Plan> {
        let Some(position) = &self.position else { return terms.plan(terms.question(question, correspondences)?) };
        let mut draft = QuestionDraft::read(&Source::read(question, Source::TOML_LIMIT)?, correspondences)?;
        let direction = *draft.direction.get_or_insert(position.direction());
        if direction != position.direction() {
            fail!(
                "the position is played {}, and the question {direction}; change the direction of one of them",
                position.direction()
            );
        }
        let plan = terms.plan(terms.resolved(draft, correspondences)?)?;
        if let Some(why) = unplayable(position, &plan.question) {
            fail!("{why}");
        }
        Ok(Plan { from_position: Some(position.clone()), ..plan })
    }

    /// Prints the odds of the moves of a throw.
    pub(super) fn odds(&self, place: OddsPlace, threads: usize, json: bool) -> CommandResult<()> {
        let OddsPlace { plan, state, throw, played, heading } = place;
        let moves = SessionTerms::of_question(&plan.question).moves_for(state.position(), throw).moves.len() as u64;
        let wanted = (plan.range.end - plan.range.start).saturating_mul(moves);
        let bar = run::bar(wanted);
        let odds = TurnOdds::play(&plan, &state, throw, played, workers(threads), |done| bar.inc(done));
        let done = bar.position();
        bar.finish_and_clear();
        let odds = odds.map_err(|error| match self.turn {
            Some(turn) => problem!("turn {turn} has no odds: {error}"),
            None => problem!("{error}"),
        })?;
        let Some(odds) = odds else {
            let after = format!("after {} of {} continuations", number(done), number(wanted));
            return Err(
                Stopped { after, way_on: "give the same command again, with fewer --readings".to_owned() }.into()
            );
        };
        if json {
            print_json(&odds)?;
        } else {
            print_page(page(&odds, &heading))?;
        }
        Ok(())
    }

    /// A turn of a reading.
    fn of_journal(&self, named: &Path, terms: &SimulationTerms, cx: &Cx) -> CommandResult<OddsPlace> {
        let path = journal_names::find(cx, named)?;
        let record = journal::read(&path, cx.correspondences)?;
        record.check_not_quiet()?;
        let name = safe_path(&path);
        let reading = record.enochian().and_then(|it| Some((it, it.subject().question()?)));
        let Some((reading, question)) = reading else {
            fail!(
                "{name} is a game, which has no die; odds are those of the moves that a throw allows, so name a reading"
            );
        };
        let last = reading.turns().len() as u32;
        let asked = self.turn.unwrap_or(last.saturating_add(1));
        let Some((state, throw)) =
            reading.session().before_move(asked).and_then(|(_, state)| Some((state, state.thrown()?)))
        else {
            let turns = match last {
                0 => "it has none with a throw yet".to_owned(),
                last => format!("name one from 1 to {last} with --turn"),
            };
            match self.turn {
                Some(turn) => fail!("{name} has no turn {turn}; {turns}"),
                None => fail!("no die is thrown in {name} whose move is still to come; {turns}"),
            }
        };
        let played = reading.turns().get(asked as usize - 1).map(|turn| turn.mv);
        let army = state.position().turn();
        let heading = format!("{}\nTurn {asked}, {army}, throw {throw}", question.text);
        Ok(OddsPlace { plan: terms.plan(question.clone())?, state: state.clone(), throw, played, heading })
    }
}

/// The odds as a page.
fn page(odds: &TurnOdds, heading: &str) -> ScreenText {
    let mut page = TextPage::new(page_width());
    heading.lines().for_each(|line| page.heading(line));
    let policies: Vec<String> = match odds.policies.values().next() {
        Some(one) if odds.policies.values().all(|other| other == one) => vec![format!("policy {one}")],
        _ => odds.policies.iter().map(|(army, policy)| format!("{army} {policy}")).collect(),
    };
    page.paragraph(format!(
        "The answers by the {} in {} continuations after each move ({}, seed {}).",
        if odds.by == "ptah" { "Ptah" } else { "kings" },
        number(odds.readings),
        policies.join(", "),
        odds.seed
    ));
    let share = |AnswerShare { share, low, high, .. }: AnswerShare| {
        format!("{:.1} ({:.1}–{:.1})", 100.0 * share, 100.0 * low, 100.0 * high)
    };
    let row = |it: &MoveOdds| {
        let is_played = odds.played.as_ref() == Some(&it.mv);
        let mark = if is_played {
            "played"
        } else {
            it.than_played.map_or("", |than| if than == "more" { "above" } else { "below" })
        };
        vec![it.mv.clone(), share(it.yes), share(it.no), share(it.undecided), mark.to_owned()]
    };
    page.table(&["move", "yes, %", "no, %", "undecided, %", ""], &odds.moves.iter().map(row).collect::<Vec<_>>());
    page.gap();
    page.paragraph(compared(odds));
    page.gap();
    page.paragraph(odds.note);
    page.finish()
}

/// Which moves differ, as far as can be said.
fn compared(odds: &TurnOdds) -> String {
    let those = |than: Option<&str>| -> Vec<&str> {
        let others = odds.moves.iter().filter(|it| odds.played.as_ref() != Some(&it.mv));
        others.filter(|it| it.than_played == than).map(|it| it.mv.as_str()).collect()
    };
    let Some(played) = &odds.played else {
        return match odds.moves.as_slice() {
            [] | [_] => "The throw allows no choice.".to_owned(),
            [first, others @ ..] if others.iter().all(|other| first.yes.than(&other.yes) == Some("more")) => {
                format!("Yes came most often after {}: its interval lies above those of all other moves.", first.mv)
            }
            [first, others @ ..] => {
                let alike = others.iter().filter(|other| first.yes.than(&other.yes).is_none());
                let alike: Vec<&str> = [first].into_iter().chain(alike).map(|it| it.mv.as_str()).collect();
                format!("The intervals of {} overlap, so none of these is called better than another.", list(&alike))
            }
        };
    };
    if odds.moves.len() < 2 {
        return "The throw allowed no other move.".to_owned();
    }
    let after = |than| {
        let moves = those(than);
        (!moves.is_empty()).then(|| list(&moves))
    };
    let more = after(Some("more")).map(|moves| format!("more often after {moves}"));
    let less = after(Some("less")).map(|moves| format!("less often after {moves}"));
    let differ: Vec<String> = more.into_iter().chain(less).collect();
    let mut sentences = Vec::new();
    if !differ.is_empty() {
        sentences.push(format!("Compared with {played}, which was played, yes came {}.", differ.join(", and ")));
    }
    if let Some(moves) = after(None) {
        sentences.push(format!(
            "Of {moves} no difference from {played}, which was played, can be told: the intervals overlap."
        ));
    }
    sentences.join(" ")
}
