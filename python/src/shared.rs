//! What several threads share.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ThreadId};

use pyo3::prelude::*;
use pyo3::sync::MutexExt;

use crate::errors::error;

/// A value that threads share: each sees the last one, without waiting, and one after the other changes it.
pub(crate) struct Shared<T> {
    last: Mutex<Arc<T>>,
    /// Held while a change is made.
    changing: Mutex<()>,
    /// Who makes it.
    owner: Mutex<Option<ThreadId>>,
}

impl<T: Clone> Shared<T> {
    pub(crate) fn new(value: T) -> Shared<T> {
        Shared { last: Mutex::new(Arc::new(value)), changing: Mutex::new(()), owner: Mutex::new(None) }
    }

    /// The value that the last change left.
    pub(crate) fn get(&self) -> Arc<T> {
        Arc::clone(&self.last.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Makes a change: all of it, or with an error nothing.
    ///
    /// # Errors
    /// That of the change. A change out of another by the same thread, as in the handler of a signal, cannot wait for it.
    pub(crate) fn change<R>(&self, py: Python<'_>, change: impl FnOnce(&mut T) -> PyResult<R>) -> PyResult<R> {
        let this = thread::current().id();
        if *self.owner.lock().unwrap_or_else(PoisonError::into_inner) == Some(this) {
            return Err(error("this is being changed already, by the same thread; change it afterwards"));
        }
        // Whoever waits lets others run.
        let _changing = self.changing.lock_py_attached(py).unwrap_or_else(PoisonError::into_inner);
        let owns = |owner| *self.owner.lock().unwrap_or_else(PoisonError::into_inner) = owner;
        owns(Some(this));
        let mut next = (*self.get()).clone();
        let done = change(&mut next);
        owns(None);
        let done = done?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Arc::new(next);
        Ok(done)
    }
}
