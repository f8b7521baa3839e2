//! How a search is told from elsewhere that it has to stop.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether to stop, which a search asks several times in a millisecond: a flag, or what a function finds.
///
/// ```
/// use std::sync::{Arc, atomic::{AtomicBool, Ordering}};
/// use enochian::player::StopSignal;
/// let flag = Arc::new(AtomicBool::new(false));
/// let stop = StopSignal::from(flag.clone());
/// assert!(!stop.is_set());
/// flag.store(true, Ordering::Relaxed);
/// assert!(stop.is_set() && !StopSignal::NEVER.is_set());
/// ```
#[derive(Clone, Default)]
pub struct StopSignal(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl StopSignal {
    /// Nothing stops it.
    pub const NEVER: StopSignal = StopSignal(None);

    /// It stops when a function says so.
    #[must_use]
    pub fn when(is_set: impl Fn() -> bool + Send + Sync + 'static) -> StopSignal {
        StopSignal(Some(Arc::new(is_set)))
    }

    /// Whether to stop.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.as_ref().is_some_and(|is_set| is_set())
    }
}

impl From<Arc<AtomicBool>> for StopSignal {
    fn from(flag: Arc<AtomicBool>) -> StopSignal {
        StopSignal::when(move || flag.load(Ordering::Relaxed))
    }
}

impl fmt::Debug for StopSignal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "StopSignal" } else { "StopSignal::NEVER" })
    }
}
