//! What a lock file says of the process that has it.

use std::fmt;
use std::fs;
use std::str::FromStr;
use std::time::SystemTime;

use chrono::DateTime;

/// The process that has a lock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LockHolder {
    process: u32,
    /// When the process started, in the system's count; tells it from another with the same number.
    pub(super) started: u64,
    pub(super) machine: String,
    /// When it took the lock, in seconds since 1970.
    since: u64,
}

/// Writes `process 1234 on deneb, since 2026-11-21 20:15 UTC`.
impl fmt::Display for LockHolder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "process {}", self.process)?;
        if !self.machine.is_empty() {
            write!(f, " on {}", self.machine)?;
        }
        match i64::try_from(self.since).ok().and_then(|since| DateTime::from_timestamp(since, 0)) {
            Some(since) => write!(f, ", since {} UTC", since.format("%Y-%m-%d %H:%M")),
            None => Ok(()),
        }
    }
}

impl LockHolder {
    pub(super) fn this() -> LockHolder {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let process = this_process();
        LockHolder {
            process,
            started: start_of(process).unwrap_or_default(),
            machine: machine(),
            since: since.as_secs(),
        }
    }

    /// Whether the process is known to have ended.
    pub(super) fn is_dead(&self) -> bool {
        cfg!(target_os = "linux") && self.machine == machine() && start_of(self.process) != Some(self.started)
    }

    pub(super) fn text(&self) -> String {
        let LockHolder { process, started, machine, since } = self;
        format!("process {process}\nstarted {started}\nsince {since}\nmachine {machine}\n")
    }
}

/// Reads the text of a lock file.
impl FromStr for LockHolder {
    type Err = ();

    fn from_str(text: &str) -> Result<LockHolder, ()> {
        let mut lines = text.lines();
        let mut field = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let mut read = || {
            let process = field("process")?.parse().ok()?;
            let started = field("started")?.parse().ok()?;
            let since = field("since")?.parse().ok()?;
            Some(LockHolder { process, started, since, machine: field("machine")?.to_owned() })
        };
        read().ok_or(())
    }
}

/// The number of this process. A page has one program, which has none.
pub(super) fn this_process() -> u32 {
    if cfg!(target_os = "wasi") { 1 } else { std::process::id() }
}

/// The start of a process, in ticks since the system started; `None` if there is no such process or it is unknown.
fn start_of(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The second field is the name, in parentheses, and may contain anything; the start is field 22.
    stat.rsplit_once(')')?.1.split_whitespace().nth(19)?.parse().ok()
}

/// The name of this computer.
fn machine() -> String {
    #[cfg(unix)]
    let name = rustix::system::uname().nodename().to_string_lossy().into_owned();
    #[cfg(not(unix))]
    let name = String::new();
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lock_holder_reads_back() {
        let holder = LockHolder::this();
        assert_eq!(holder.text().parse(), Ok(holder));
        assert_eq!("process x".parse::<LockHolder>(), Err(()));
    }
}
