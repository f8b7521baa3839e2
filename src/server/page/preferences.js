// How this browser shows the page. Nothing here belongs to a reading, so nothing is sent to the program.

const NAME = "enochian";
const DEFAULTS = {
  /** "light", "dark", or "system". */
  theme: "system",
  /** The name of a palette of boards and pieces; null is the one of the settings. */
  palette: /** @type {string | null} */ (null),
  /** Show no meanings, even if the reading is not quiet. */
  quiet: false,
  /** Keep the symbols on the squares while it is quiet. */
  symbols: false,
  /** Keep the screen on at the table. */
  awake: false,
  /** Whether single letters and digits are commands. */
  keys: true,
  /** How many quarters the board is turned. */
  side: 0,
};

/** @typedef {typeof DEFAULTS} Preferences @type {Preferences} */
const values = { ...DEFAULTS, ...stored() };

function stored() {
  try {
    return JSON.parse(localStorage.getItem(NAME)) ?? {};
  } catch {
    // A browser may keep nothing for this page; it then works with the defaults.
    return {};
  }
}

/** A preference. @template {keyof Preferences} N @param {N} name @returns {Preferences[N]} */
export function preference(name) {
  return values[name];
}

/** Changes a preference, and remembers it. @template {keyof Preferences} N @param {N} name @param {Preferences[N]} value */
export function prefer(name, value) {
  values[name] = value;
  try {
    localStorage.setItem(NAME, JSON.stringify(values));
  } catch {
    // It lasts as long as the page.
  }
  applyTheme();
}

/** Sets the colours of the page. */
export function applyTheme() {
  document.documentElement.dataset.theme = values.theme;
  document.documentElement.dataset.keys = String(values.keys);
}

/**
 * What is set for a journal as long as this window is open: that the program always "throws" the die or "passes" where nothing can move, and
 * how many turns are "made" on a real table, if each is to be made there.
 *
 * @param {string} journal @returns {Record<string, string | null>}
 */
export function settingsOf(journal) {
  return Object.fromEntries(["throws", "passes", "made"].map(name => [name, sessionStorage.getItem(`${name} ${journal}`)]));
}

/** Sets it, or with null no longer. @param {string} name @param {string} journal @param {string | null} value */
export function set(name, journal, value) {
  if (value === null) sessionStorage.removeItem(`${name} ${journal}`);
  else sessionStorage.setItem(`${name} ${journal}`, value);
}
