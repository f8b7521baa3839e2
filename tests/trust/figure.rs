//! A figure, and the command line of this program.

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;
use std::sync::Mutex;
use std::time::Instant;

use clap::Parser;
use libtest_mimic::{Arguments, Trial};

/// Something promised, and how it is tried.
#[derive(Clone, Copy)]
pub(crate) struct Figure {
    /// Its number in `docs/TRUST.md`.
    pub(crate) number: u8,
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// The names of what can be taken away, so that the promise is broken.
    pub(crate) protections: &'static [&'static str],
    /// Tries it; panics if the promise is broken, else tells in a sentence without a full stop what was done, with numbers.
    pub(crate) measure: fn(&Run) -> String,
}

/// How a figure is measured.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Run {
    pub(crate) size: Size,
    /// The protection that is taken away.
    pub(crate) broken: Option<&'static str>,
}

/// How often something is tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// In `cargo test`: so often that a promise broken everywhere is noticed.
    Sample,
    /// With `ENOCHIAN_LONG`: so often that each protection that is taken away is missed.
    Part,
    /// As often as `docs/TRUST.md` says.
    Whole,
}

impl Run {
    /// How often something is tried in each size.
    pub(crate) fn times(&self, sample: u64, part: u64, whole: u64) -> u64 {
        match self.size {
            Size::Sample => sample,
            Size::Part => part,
            Size::Whole => whole,
        }
    }

    /// One in how many is tried, if a sample takes one in so many.
    pub(crate) fn every(&self, sample: usize) -> usize {
        if self.size == Size::Sample { sample } else { 1 }
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.size == Size::Whole
    }

    /// Whether this protection is taken away.
    pub(crate) fn is_without(&self, protection: &str) -> bool {
        self.broken == Some(protection)
    }
}

#[derive(Parser)]
struct Options {
    #[command(flatten)]
    usual: Arguments,
    /// Measure as often as docs/TRUST.md says, which may take hours
    #[arg(long)]
    whole: bool,
    /// Take a protection away, so that the figure that rests on it fails; `list` names them
    #[arg(long, value_name = "NAME")]
    broken: Option<String>,
}

/// What was noticed first since a protection was taken away, in any thread.
static NOTICED: Mutex<Option<String>> = Mutex::new(None);

/// Measures the figures that the command line names.
pub(crate) fn measure(figures: &'static [Figure]) -> ExitCode {
    let options = Options::parse();
    let names = || figures.iter().flat_map(|figure| figure.protections.iter().copied());
    let broken = match &options.broken {
        None => None,
        Some(name) => match names().find(|known| known == name) {
            Some(known) => Some(known),
            None => {
                let known: Vec<&str> = names().collect();
                println!("what can be taken away: {}", known.join(", "));
                return if name == "list" { ExitCode::SUCCESS } else { ExitCode::FAILURE };
            }
        },
    };
    let mut usual = options.usual;
    let is_long = options.whole || std::env::var_os("ENOCHIAN_LONG").is_some();
    let size = match (options.whole, is_long || broken.is_some()) {
        (true, _) => Size::Whole,
        (_, true) => Size::Part,
        _ => Size::Sample,
    };
    let run = Run { size, broken };
    if size != Size::Sample {
        // Each uses both processors where that helps, and some measure time.
        usual.test_threads = Some(1);
    }
    let mut trials = Vec::new();
    for figure in figures {
        if broken.is_none_or(|broken| figure.protections.contains(&broken)) {
            trials.push(Trial::test(figure.name, move || {
                println!("{}", figure.told(&run));
                Ok(())
            }));
        }
        if broken.is_none() {
            // Other systems have no libraries that take them away.
            for &protection in figure.protections.iter().filter(|_| cfg!(target_os = "linux")) {
                let name = format!("{}::without-{protection}", figure.name);
                let trial = Trial::test(name, move || Ok(figure.is_noticed(protection)?));
                trials.push(trial.with_ignored_flag(!is_long));
            }
        }
    }
    libtest_mimic::run(&usual, trials).exit_code()
}

impl Figure {
    /// Measures it, and tells what was done and how long that took.
    fn told(&self, run: &Run) -> String {
        let begun = Instant::now();
        let told = (self.measure)(run);
        format!("{:>2}  {told}; {:.0} s", self.number, begun.elapsed().as_secs_f64())
    }

    /// Whether the figure fails without a protection.
    fn is_noticed(&self, protection: &'static str) -> Result<(), String> {
        *NOTICED.lock().unwrap() = None;
        let usual = panic::take_hook();
        panic::set_hook(Box::new(|info| {
            NOTICED.lock().unwrap().get_or_insert_with(|| info.to_string());
        }));
        let run = Run { size: Size::Part, broken: Some(protection) };
        let measured = panic::catch_unwind(AssertUnwindSafe(|| (self.measure)(&run)));
        panic::set_hook(usual);
        match measured {
            Ok(told) => Err(format!("nothing was noticed without {protection}: {told}")),
            Err(_) => {
                let noticed = NOTICED.lock().unwrap().take().unwrap_or_default();
                let said = noticed.lines().nth(1).unwrap_or_default();
                println!("    without {protection}: {}", said.chars().take(160).collect::<String>());
                Ok(())
            }
        }
    }
}
