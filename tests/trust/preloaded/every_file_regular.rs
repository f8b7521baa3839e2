//! A library that is loaded before the C library: every file seems to be an ordinary one without content.

use std::ffi::{c_char, c_int, c_long, c_uint};

unsafe extern "C" {
    fn syscall(number: c_long, ...) -> c_long;
}

#[cfg(target_arch = "x86_64")]
const STATX: c_long = 332;
#[cfg(not(target_arch = "x86_64"))]
const STATX: c_long = 291;

/// The place of the mode and of the size in what the system tells.
const MODE: usize = 28;
const SIZE: usize = 40;
/// The bits of the mode that tell what a file is, a folder, and an ordinary file.
const SORT: u16 = 0o170_000;
const FOLDER: u16 = 0o040_000;
const REGULAR: u16 = 0o100_000;

#[unsafe(no_mangle)]
pub unsafe extern "C" fn statx(at: c_int, path: *const c_char, flags: c_int, mask: c_uint, told: *mut u8) -> c_int {
    unsafe {
        let done = syscall(STATX, at as c_long, path, flags as c_long, c_long::from(mask), told) as c_int;
        let mode = told.add(MODE).cast::<u16>();
        if done == 0 && *mode & SORT != FOLDER {
            *mode = *mode & !SORT | REGULAR;
            *told.add(SIZE).cast::<u64>() = 0;
        }
        done
    }
}
