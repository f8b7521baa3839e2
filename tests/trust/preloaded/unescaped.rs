//! Undoes what the program does to characters that a terminal obeys: whatever is written, the pictures of control characters
//! become those characters again. Built and loaded by `control_characters.rs`.

use std::ffi::{c_int, c_void};

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const u8) -> *mut c_void;
}

type Write = unsafe extern "C" fn(c_int, *const c_void, usize) -> isize;

/// # Safety
/// As for the call of the system.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn write(file: c_int, bytes: *const c_void, count: usize) -> isize {
    // The next function of this name, RTLD_NEXT.
    let next: Write = unsafe { std::mem::transmute(dlsym(usize::MAX as *mut c_void, c"write".as_ptr().cast())) };
    let given = unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), count) };
    let text: String = String::from_utf8_lossy(given)
        .chars()
        .map(|c| match c {
            '\u{2400}'..='\u{241f}' => char::from(c as u8),
            c => c,
        })
        .collect();
    let written = unsafe { next(file, text.as_ptr().cast(), text.len()) };
    if written < 0 { written } else { count as isize }
}
