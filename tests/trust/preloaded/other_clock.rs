//! A system clock that shows what the environment says: `TRUST_CLOCK`, in seconds since 1970, and `TRUST_STEP` seconds more each
//! time that it is asked. With `TRUST_ZONES` the system says of a pipe that it is a file. Built and loaded by `clocks.rs`.

use std::ffi::{c_char, c_int, c_long, c_uint, c_void};
use std::sync::atomic::{AtomicI64, Ordering};

#[repr(C)]
pub struct TimeSpec {
    seconds: i64,
    nanoseconds: c_long,
}

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The function of this name that would have been called: RTLD_NEXT.
fn next(name: &std::ffi::CStr) -> *mut c_void {
    unsafe { dlsym(usize::MAX as *mut c_void, name.as_ptr()) }
}

fn number(name: &str) -> Option<i64> {
    std::env::var(name).ok()?.parse().ok()
}

static ASKED: AtomicI64 = AtomicI64::new(0);

/// # Safety
/// As for the call of the system.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn clock_gettime(clock: c_int, time: *mut TimeSpec) -> c_int {
    // The clock of the day is number 0; the others measure how long something takes.
    if clock == 0
        && let Some(seconds) = number("TRUST_CLOCK")
    {
        let steps = number("TRUST_STEP").unwrap_or(0) * ASKED.fetch_add(1, Ordering::Relaxed);
        unsafe { *time = TimeSpec { seconds: seconds + steps, nanoseconds: 0 } };
        return 0;
    }
    let real: unsafe extern "C" fn(c_int, *mut TimeSpec) -> c_int =
        unsafe { std::mem::transmute(next(c"clock_gettime")) };
    unsafe { real(clock, time) }
}

/// # Safety
/// As for the call of the system.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn statx(
    folder: c_int,
    path: *const c_char,
    flags: c_int,
    mask: c_uint,
    found: *mut c_void,
) -> c_int {
    type Statx = unsafe extern "C" fn(c_int, *const c_char, c_int, c_uint, *mut c_void) -> c_int;
    let real: Statx = unsafe { std::mem::transmute(next(c"statx")) };
    let result = unsafe { real(folder, path, flags, mask, found) };
    if result == 0 && number("TRUST_ZONES").is_some() {
        // The mode of a pipe begins with 1, that of a file with 8.
        let mode = unsafe { &mut *found.cast::<u16>().add(14) };
        if *mode >> 12 == 1 {
            *mode |= 0o100_000;
            *mode &= !0o010_000;
        }
    }
    result
}
