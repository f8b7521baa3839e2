//! A turn of a simulation beside a ply of random games of ordinary chess, each in processes of one thread, in one run.
//!
//! ```console
//! $ cargo bench --bench simulate
//! ```
//!
//! The peers are built by `crates/benches/peers` with the best settings for them: for this processor (`-C target-cpu=native`), and
//! once for every processor, as enochian is; cozy-chess lists no moves. Each program plays nine times in turn. What is
//! printed is processor time, a whole process with its start: the median of the nine, and the median of the nine ratios to
//! the first program.
//!
//! On a processor with AVX-512 this measures what one without it plays (`pdep`, `avx2` and `sse4.2` leave out more):
//!
//! ```console
//! $ ENOCHIAN_WITHOUT=avx512 cargo bench --bench simulate
//! ```
//!
//! Times depend on what else the machine does; instructions do not. This counts those of a turn, by two runs of the program that
//! differ only in the number of readings. Valgrind knows no AVX-512, so it counts the version for processors without it:
//!
//! ```console
//! $ cargo build --release
//! $ for n in 10240 20480; do
//! >   valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/enochian simulate questions/brother.toml \
//! >     --readings $n --seed 1 --threads 1 --json 2>&1 | grep -oE '("turns": |Collected : )[0-9]+'
//! > done | awk '{ n[NR] = $NF } END { print (n[4] - n[2]) / (n[3] - n[1]) }'
//! ```
#![allow(clippy::unwrap_used, missing_docs, clippy::print_stdout)]

use std::convert::Infallible;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use enochian::correspondences::Correspondences;
use enochian::input::Source;
use enochian::reading::QuestionDraft;
use enochian::simulate::{Observer, Plan, ReadingRow, Tally, TurnRow};

const ROUNDS: usize = 9;
/// For about a second each.
const GAMES: u32 = 15_000;
const READINGS: u64 = 102_400;

/// Keeps nothing, but is shown every turn.
struct Shown(u64);

impl Observer for Shown {
    const TURNS: bool = true;
    fn reading(&mut self, _: &ReadingRow, turns: &[TurnRow]) {
        self.0 += turns.len() as u64;
    }
}

/// Plays readings and returns the number of turns.
fn play(how: &str) -> u64 {
    let correspondences = Correspondences::embedded();
    let file = Source::new("brother.toml", "question = \"Is my brother happy?\"\ncategory = \"brother\"\n");
    let question = QuestionDraft::read(&file, correspondences).unwrap().resolve(correspondences).unwrap();
    let plan = Plan::new(question, 1, 0..READINGS);
    let mut turns = 0;
    let Ok(()) = match how {
        "counted" => plan.run(1, Tally::new, |_, chunk| {
            turns += chunk.turns;
            Ok::<(), Infallible>(())
        }),
        _ => plan.run(
            1,
            || Shown(0),
            |_, chunk| {
                turns += chunk.0;
                Ok(())
            },
        ),
    };
    turns
}

/// Builds the peers, for this processor or for every one.
fn peers(of: &str, flags: &str, features: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = folder.join("../../target/peers").join(of);
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let built = Command::new(cargo)
        .args(["build", "--release", "--quiet", "--locked", "--features", features, "--manifest-path"])
        .arg(folder.join("peers/Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .env("RUSTFLAGS", flags)
        .status();
    assert!(built.unwrap().success(), "the peers are not built");
    target.join("release/peers")
}

/// Seconds of processor time that the children have had; elsewhere than on Linux, of the clock.
fn spent(begun: Instant) -> f64 {
    let ticks = fs::read_to_string("/proc/self/stat").ok().and_then(|stat| {
        // After the name in brackets, the 14th and 15th numbers are the children's time, in hundredths of a second.
        let numbers: Vec<f64> = stat.rsplit(") ").next()?.split(' ').filter_map(|number| number.parse().ok()).collect();
        Some(numbers[12] + numbers[13])
    });
    ticks.map_or_else(|| begun.elapsed().as_secs_f64(), |ticks| ticks / 100.0)
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}

fn main() {
    if let Ok(how) = env::var("ENOCHIAN_BENCH_PLAY") {
        println!("{}", play(&how));
        return;
    }
    let (native, generic) = (peers("native", "-C target-cpu=native", "pext"), peers("generic", "", ""));
    let own = env::current_exe().unwrap();
    let games = GAMES.to_string();
    let programs = [
        ("cozy-chess, built for this processor", &native, "cozy-chess"),
        ("cozy-chess, built for every processor", &generic, "cozy-chess"),
        ("shakmaty, built for this processor", &native, "shakmaty"),
        ("shakmaty, built for every processor", &generic, "shakmaty"),
        ("enochian, turns counted", &own, "counted"),
        ("enochian, every turn shown", &own, "shown"),
    ];
    let begun = Instant::now();
    let mut times = vec![Vec::new(); programs.len()];
    for _ in 0..ROUNDS {
        for ((_, program, what), times) in programs.iter().zip(&mut times) {
            let before = spent(begun);
            let output = Command::new(program).args([*what, &games]).env("ENOCHIAN_BENCH_PLAY", what).output().unwrap();
            assert!(output.status.success());
            let turns: f64 = String::from_utf8_lossy(&output.stdout).trim().parse().unwrap();
            times.push((spent(begun) - before) * 1e9 / turns);
        }
    }
    println!("{:<40}{:>12}{:>20}", "random play, one thread", "ns a turn", "beside the first");
    for ((name, ..), own) in programs.iter().zip(&times) {
        let ratios = own.iter().zip(&times[0]).map(|(own, first)| own / first).collect();
        println!("{name:<40}{:>12.1}{:>20.3}", median(own.clone()), median(ratios));
    }
}
