//! Calls of the C library as other systems answer them, for programs that are started with this library before all others.
//! Not a part of the tests: `preload.rs` compiles it.
//!
//! `TRUST_SYSTEM` names the system:
//! - `late`: what is written to a file gets there when the program ends, or opens a file to read it; until then zeros are there.
//! - `silent`: no error in writing or syncing is reported.
//! - `yes`: every lock is given.
//! - `lockless:ERRNO`: locks fail with this error.
//! - `full:N`: the Nth write writes a half, and then there is no room for more in that file.
//! - `short:N`: the Nth write writes a half, and says so.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::fs::{self, File};
use std::io::{ErrorKind, Seek, SeekFrom};
use std::os::fd::BorrowedFd;
use std::os::unix::fs::FileExt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};

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
const CREATE: c_int = 0o100;

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

/// A file that is open for writing, unless it is a lock file.
fn written(fd: c_int) -> Option<File> {
    let name = fs::read_link(format!("/proc/self/fd/{fd}")).ok().filter(|name| fd > 2 && name.is_absolute())?;
    let is_lock = name.extension().is_some_and(|ending| ending == "lock");
    // SAFETY: the caller has it open.
    let file = unsafe { BorrowedFd::borrow_raw(fd) }.try_clone_to_owned().ok().filter(|_| !is_lock)?;
    Some(File::from(file)).filter(|file| file.metadata().is_ok_and(|about| about.is_file()))
}

/// Whether it is how threads wake each other, or a connection.
fn is_no_file(fd: c_int) -> bool {
    fs::read_link(format!("/proc/self/fd/{fd}")).is_ok_and(|name| {
        name.to_str().is_some_and(|name| name.starts_with("anon_inode:") || name.starts_with("socket:"))
    })
}

/// What is still to be written, and where.
static LATE: Mutex<Vec<(File, u64, Vec<u8>)>> = Mutex::new(Vec::new());

extern "C" fn catch_up() {
    for (file, at, bytes) in LATE.lock().map(|mut late| std::mem::take(&mut *late)).unwrap_or_default() {
        let _ = file.write_all_at(&bytes, at);
    }
}

#[used]
#[unsafe(link_section = ".fini_array")]
static AT_THE_END: extern "C" fn() = catch_up;

fn write_late(fd: c_int, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = written(fd).ok_or(ErrorKind::Other)?;
    let at = file.stream_position()?;
    let end = at + bytes.len() as u64;
    file.set_len(file.metadata()?.len().max(end))?;
    file.seek(SeekFrom::Start(end))?;
    LATE.lock().map_err(|_| ErrorKind::Other)?.push((file, at, bytes.to_vec()));
    Ok(())
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
        ("silent", _) => match write(length) {
            -1 => length.cast_signed(),
            written => written,
        },
        // SAFETY: the caller's.
        ("late", _) => match write_late(fd, unsafe { std::slice::from_raw_parts(from.cast(), length) }) {
            Ok(()) => length.cast_signed(),
            Err(_) => write(length),
        },
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
pub unsafe extern "C" fn open64(path: *const c_char, flags: c_int, mode: c_int) -> c_int {
    // SAFETY: the caller's.
    let named = unsafe { CStr::from_ptr(path) };
    if flags & CREATE == 0 && !named.to_bytes().starts_with(b"/proc") {
        catch_up();
    }
    let usual = usual!(c"open64", unsafe extern "C" fn(*const c_char, c_int, ...) -> c_int);
    // SAFETY: the caller's.
    unsafe { usual(path, flags, mode) }
}

fn sync(usual: unsafe extern "C" fn(c_int) -> c_int, fd: c_int) -> c_int {
    // SAFETY: the caller's.
    let synced = unsafe { usual(fd) };
    if system().0 == "silent" { 0 } else { synced }
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fsync(fd: c_int) -> c_int {
    sync(usual!(c"fsync", unsafe extern "C" fn(c_int) -> c_int), fd)
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn fdatasync(fd: c_int) -> c_int {
    sync(usual!(c"fdatasync", unsafe extern "C" fn(c_int) -> c_int), fd)
}

/// # Safety
/// As for the function of the C library.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn flock(fd: c_int, operation: c_int) -> c_int {
    match system() {
        ("yes", _) => 0,
        ("lockless", errno) => fails(errno as c_int) as c_int,
        _ => {
            let usual = usual!(c"flock", unsafe extern "C" fn(c_int, c_int) -> c_int);
            // SAFETY: the caller's.
            unsafe { usual(fd, operation) }
        }
    }
}
