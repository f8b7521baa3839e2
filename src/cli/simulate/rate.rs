//! `enochian simulate rate`.

use std::path::PathBuf;
use std::process::ExitCode;

use serde::Serialize;

use crate::correspondences::{Correspondences, Criterion};
use crate::input::quoted;
use crate::reading::{Question, Verdict};
use crate::render::{TextPage, count, number};
use crate::simulate::{Plan, SimulationSummary, of_sides};
use crate::stats::ratings::ratings;

use super::super::command_error::CommandResult;
use super::super::interrupt::Stopped;
use super::super::print_either;
use super::{SimulationTerms, page_width, players, run};

/// The number of readings of each question and seat, if nothing says another: a search is slow.
const READINGS: u64 = 100;

/// Rate policies by playing each against each
///
/// Each two play every question twice with the same random numbers: one policy moves the querent's side and the other the
/// rest, then the other way round. A yes is a point for the querent's side, an undecided reading half a point. The ratings are
/// those of Bradley and Terry on the scale of Elo, with a mean of 0: 400 more is ten to one.
#[derive(Debug, clap::Args)]
#[command(mut_arg("policy", |it| it.hide(true)), mut_arg("readings", |it| {
    it.help(format!("The number of readings of each question from each seat; or A..B, as in simulate [default: {READINGS}]"))
}))]
#[command(after_help = "Examples:\n  enochian simulate rate level-3 purpose greedy --on questions/*.toml\n  \
                  enochian simulate rate level-2 greedy --on questions/love.toml --procedure game --limit 400")]
pub(super) struct RateArgs {
    /// The policies: random, greedy, purpose, level-1 to level-4, or weights
    #[arg(value_name = "POLICY", required = true, num_args = 2..)]
    policies: Vec<String>,
    /// The question files
    #[arg(long, value_name = "QUESTION", required = true, num_args = 1..)]
    on: Vec<PathBuf>,
    #[command(flatten)]
    terms: SimulationTerms,
    /// Print the ratings and the points of each pair as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct RatingsJson {
    questions: usize,
    /// Of each question and seat.
    readings: u64,
    policies: Vec<RatedPolicy>,
}

#[derive(Serialize)]
struct RatedPolicy {
    policy: String,
    elo: f64,
    low: f64,
    high: f64,
    /// The share of all points.
    share: f64,
    /// The share of the points against each policy, in their order; null against itself.
    against: Vec<Option<f64>>,
}

impl RateArgs {
    pub(super) fn run(self, correspondences: &Correspondences) -> CommandResult<ExitCode> {
        if let Some(policy) = self.terms.policy.first() {
            misuse!("the policies to rate are named without --policy: enochian simulate rate {} …", quoted(policy));
        }
        let policies = players::compared(&self.policies)?;
        let names: Vec<&str> = self.policies.iter().map(String::as_str).collect();
        if let Some(name) = (1..names.len()).find_map(|at| names[..at].contains(&names[at]).then_some(names[at])) {
            fail!("{} is named twice; name different policies", quoted(name));
        }
        let readings = self.terms.readings.clone().or(Some(0..READINGS));
        let terms = SimulationTerms { readings, ..self.terms };
        let questions: Vec<Question> =
            self.on.iter().map(|path| terms.question(path, correspondences)).collect::<CommandResult<_>>()?;
        let players = policies.len();
        let pairs: Vec<[usize; 2]> =
            (0..players).flat_map(|one| (0..players).map(move |other| [one, other])).filter(|[a, b]| a != b).collect();
        let plans = |question: &Question| -> CommandResult<Vec<Plan>> {
            let plan = terms.plan(question.clone())?;
            let pair = |[one, other]: &[usize; 2]| {
                let players = of_sides(question.army(), &policies[*one], &policies[*other]);
                Plan { players, ..plan.clone() }
            };
            Ok(pairs.iter().map(pair).collect())
        };
        let plans: Vec<Vec<Plan>> = questions.iter().map(plans).collect::<CommandResult<_>>()?;
        let threads = terms.threads();
        run::note_duration(&plans.concat(), threads);
        let mut points = vec![vec![0.0; players]; players];
        for plans in &plans {
            let (played, stopped) = run::together(plans, 0, correspondences, threads);
            if let Some(after) = stopped {
                return Err(Stopped { after, way_on: "play fewer --readings".to_owned() }.into());
            }
            for ([one, other], (summary, _)) in pairs.iter().zip(&played) {
                let won = won(summary, plans[0].criterion());
                points[*one][*other] += won;
                points[*other][*one] += summary.readings as f64 - won;
            }
        }
        let found = rated(&names, &points, questions.len(), terms.readings.map_or(0, |it| it.end - it.start));
        print_either(self.json, &found, || text(&found))
    }
}

/// The points of the querent's side.
fn won(summary: &SimulationSummary, criterion: Criterion) -> f64 {
    let [yes, open] = [Verdict::Yes, Verdict::Undecided].map(|verdict| summary.answer(criterion, verdict) as f64);
    yes + open / 2.0
}

/// A share in percent.
fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn rated(names: &[&str], points: &[Vec<f64>], questions: usize, readings: u64) -> RatingsJson {
    let row = |(one, rating): (usize, crate::stats::ratings::Rating)| {
        let against = |other: usize| points[one][other] / (points[one][other] + points[other][one]);
        let all: f64 = points[one].iter().sum();
        let lost: f64 = points.iter().map(|row| row[one]).sum();
        RatedPolicy {
            policy: names[one].to_owned(),
            elo: rating.elo,
            low: rating.elo - rating.half_width,
            high: rating.elo + rating.half_width,
            share: all / (all + lost),
            against: (0..names.len()).map(|other| (other != one).then(|| against(other))).collect(),
        }
    };
    let policies = ratings(points).into_iter().enumerate().map(row).collect();
    RatingsJson { questions, readings, policies }
}

fn text(found: &RatingsJson) -> String {
    let mut page = TextPage::new(page_width());
    let mut order: Vec<usize> = (0..found.policies.len()).collect();
    order.sort_by(|one, other| found.policies[*other].elo.total_cmp(&found.policies[*one].elo));
    let mut header = vec!["policy", "Elo", "95 %", "share"];
    header.extend(order.iter().map(|place| found.policies[*place].policy.as_str()));
    let row = |place: &usize| {
        let it = &found.policies[*place];
        let mut cells = vec![it.policy.clone(), format!("{:+.0}", it.elo)];
        cells.extend([format!("{:+.0} to {:+.0}", it.low, it.high), percent(it.share)]);
        cells.extend(order.iter().map(|other| it.against[*other].map_or_else(String::new, percent)));
        cells
    };
    page.table(&header, &order.iter().map(row).collect::<Vec<_>>());
    page.gap();
    page.paragraph(&format!(
        "Each two policies played {} readings of {} from each seat. The shares are those of the points, in percent; the columns on the \
         right are the policies played against.",
        number(found.readings),
        if found.questions == 1 { "the question".to_owned() } else { format!("each of {}", count(found.questions, "question")) }
    ));
    page.finish()
}
