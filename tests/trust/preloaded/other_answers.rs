//! Calls of the C library as other systems answer them, for programs that are started with this library before all others.
//! Not a part of the tests: `preload.rs` compiles it.
//!
//! `TRUST_SYSTEM` names the system:
//! - `lockless:ERRNO`: locks fail with this error.
//! - `full:N`: the Nth write writes a half, and then there is no room for more in that file.
//! - `short:N`: the Nth write writes a half, and says so.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
    fn __errno_location() -> *mut c_int;
}

/// The next function of this name, which is that of the C library.
macro_rules! usual {
    ($name:literal, $type:ty) => {{
        // SAFETY: the C library has a function of this name and type.
        unsafe {
            let name: &CStr = $name;
            std::mem::transmute::<*mut c_void, $type>(dlsym(usize::MAX as *mut c_void, name.as_ptr()))
        }
    }};
}

const NO_SPACE: c_int = 28;

fn system() -> (&'static str, u64) {
    static SYSTEM: OnceLock<(String, u64)> = OnceLock::new();
    let (name, number) = SYSTEM.get_or_init(|| {
        let text = std::env::var("TRUST_SYSTEM").unwrap_or_default();
        match text.split_once(':') {
            Some((name, number)) => (name.to_owned(), number.parse().unwrap_or_default()),
            None => (text, 0),
        }
    });
    (name, *number)
}

fn fails(errno: c_int) -> isize {
    // SAFETY: it points to the number of this thread.
    unsafe { *__errno_location() = errno };
    -1
}

/// Whether it is how threads wake each other, or a connection.
fn is_no_file(fd: c_int) -> bool {
    fs::read_link(format!("/proc/self/fd/{fd}")).is_ok_and(|name| {
        name.to_str().is_some_and(|name| name.starts_with("anon_inode:") || name.starts_with("socket:"))
    })
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(fd: c_int, from: *const c_void, length: usize) -> isize {
    /// The writes so far, and the file that is full.
    static WRITES: AtomicU64 = AtomicU64::new(0);
    static FULL: AtomicU64 = AtomicU64::new(u64::MAX);
    let usual = usual!(c"write", unsafe extern "C" fn(c_int, *const c_void, usize) -> isize);
    // SAFETY: the caller's.
    let write = |length| unsafe { usual(fd, from, length) };
    match system() {
        (name @ ("full" | "short"), number) => {
            if FULL.load(Ordering::SeqCst) == fd as u64 {
                return fails(NO_SPACE);
            }
            if WRITES.fetch_add(1, Ordering::SeqCst) + 1 != number || is_no_file(fd) {
                return write(length);
            }
            // What standard error cannot take, nobody can be told.
            if name == "full" && fd != 2 {
                FULL.store(fd as u64, Ordering::SeqCst);
            }
            write(length.div_ceil(2))
        }
        _ => write(length),
    }
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flock(fd: c_int, operation: c_int) -> c_int {
    match system() {
        ("lockless", errno) => fails(errno as c_int) as c_int,
        _ => {
            let usual = usual!(c"flock", unsafe extern "C" fn(c_int, c_int) -> c_int);
            // SAFETY: the caller's.
            unsafe { usual(fd, operation) }
        }
    }
}
