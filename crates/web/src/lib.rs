//! The table of `enochian` as WebAssembly, for a page without a server.
//!
//! The worker of the page gives it a file system, a clock and chance by WASI. A call is what can be read from standard input, and
//! its answer is written to standard output: see [`enochian::web::WebTable::answer`].

use std::cell::RefCell;
use std::env;
use std::io::{self, Read, Write};
use std::path::Path;

use enochian::web::WebTable;

thread_local! {
    static TABLE: RefCell<Option<WebTable>> = const { RefCell::new(None) };
}

/// Answers the call on standard input. What is not zero says that it could not be read, or the answer not be written.
#[unsafe(no_mangle)]
#[allow(unsafe_code, reason = "the name is how the page calls it")]
pub extern "C" fn answer() -> u32 {
    let mut asked = Vec::new();
    let answered = io::stdin().read_to_end(&mut asked).and_then(|_| {
        let told = TABLE.with_borrow_mut(|table| {
            let open = || {
                let [zone, place] = ["TZ", "ENOCHIAN_PLACE"].map(|name| env::var(name).ok());
                WebTable::open(Path::new("/"), place.as_deref().unwrap_or("this browser"), zone.as_deref())
            };
            table.get_or_insert_with(open).answer(&asked)
        });
        io::stdout().write_all(&told).and_then(|()| io::stdout().flush())
    });
    u32::from(answered.is_err())
}
