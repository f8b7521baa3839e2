//! Work on both processors.

use std::any::Any;
use std::panic::{self, AssertUnwindSafe};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

/// After so many failures a measurement ends.
const ENOUGH: usize = 20;

/// Does something for every number below a bound, in order, on both processors. A panic counts as a failure; all failures are
/// told at the end.
pub(crate) fn for_each(bound: u64, work: impl Fn(u64) -> Result<(), String> + Sync) {
    let (next, failures) = (AtomicU64::new(0), Mutex::new(Vec::new()));
    thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                while failures.lock().unwrap().len() < ENOUGH {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= bound {
                        break;
                    }
                    let done = panic::catch_unwind(AssertUnwindSafe(|| work(number)));
                    let failure =
                        done.unwrap_or_else(|panic| Err(format!("number {number}: {}", said(panic.as_ref())))).err();
                    failures.lock().unwrap().extend(failure);
                }
            });
        }
    });
    let failures = failures.into_inner().unwrap();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The message of a panic.
pub(crate) fn said(panic: &(dyn Any + Send)) -> &str {
    match (panic.downcast_ref::<String>(), panic.downcast_ref::<&str>()) {
        (Some(said), _) => said,
        (None, Some(said)) => said,
        (None, None) => "a panic without words",
    }
}
