// At play: what the keyboard does beside the keys that the view names, where the focus goes after an act, and what only a browser can do.

import { keepAwake } from "./awake.js";
import { confirmed, enlarge, focusCell, focusOnBoard, keyOnBoard, leave, levelHere, light, point } from "./hand.js";
import { announce } from "./live.js";
import { prefer, preference, set } from "./preferences.js";
import { keepsPictures, linkTo, notebookButton, reach } from "./reach.js";
import { el } from "./text.js";
import { act, again, isThere, openDialog } from "./view.js";

/** How long after a letter of a sentence the next may come, and after a file letter a digit is a rank where it could be a throw, in ms. */
const SENTENCE = 2000, RANK = 1500;
const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** @param {string} id @returns {any} */
const at = id => document.getElementById(id);
/** @returns {any} */
const play = () => document.querySelector(".play");
/** When a letter of a sentence was typed where no field has the focus, and a file of a square. */
let sentence = -Infinity, lettered = -Infinity;
let file = "";
/** The keys that wait for the next view. @type {string[]} */
let late = [];
/** What has the focus before somebody writes. @type {any} */
let before = null;

document.addEventListener("shown", event => {
  const { isMine, isDone, isNew } = /** @type {CustomEvent} */ (event).detail;
  const view = play();
  // Where the page has the program with it, there is none to end.
  for (const it of document.querySelectorAll("[data-quits]")) it.hidden = Boolean(notebookButton);
  if (!view) return;
  ready(view);
  if (isMine && isDone) { for (const open of document.querySelectorAll(":popover-open")) open.hidePopover(); }
  else if (isMine) refuse();
  scrollTurns();
  const { activeElement: has } = document, keys = isThere() ? late : [];
  if (isThere()) late = [];
  const isLost = has === document.body || has === null, isWritten = isMine && isDone && written !== null && has === written;
  if (isMine) written = null;
  // Who was asked to correct something is back there; and who writes goes on writing.
  if (isWritten) back();
  else if ((isMine && isDone && !has?.matches("textarea, .correct")) || isLost || isNew) focusNow();
  for (const key of keys) {
    document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  }
});

/** The field whose words were sent. @type {any} */
let written = null;
addEventListener("submit", ({ target }) => {
  written = /** @type {any} */ (target).matches(".note-form, .adding")
    ? /** @type {any} */ (target).querySelector("textarea, input")
    : null;
}, true);

/** Moves the focus to where it was before somebody wrote. */
function back() {
  if (before?.isConnected && before !== document.body && !before.matches("textarea")) before.focus();
  else {
    /** @type {any} */ (document.activeElement)?.blur();
    focusNow();
  }
}

// A question has the focus where it is answered, at once: who types goes on.
addEventListener("click", event => {
  const button = /** @type {any} */ (event.target).closest?.("[popovertarget]"),
    asked = button && at(button.getAttribute("popovertarget"));
  if (!asked) return;
  event.preventDefault();
  if (asked.matches(":popover-open")) asked.hidePopover();
  else asked.showPopover();
  asked.querySelector("[data-first]")?.focus();
});

// Words that are corrected are gone on with.
addEventListener("focusin", ({ target }) => {
  const field = /** @type {any} */ (target);
  if (field.matches("[popover] textarea")) field.setSelectionRange(field.value.length, field.value.length);
});

/** What a browser knows of a view. @param {any} view */
function ready(view) {
  for (const it of view.querySelectorAll("[data-pictures]")) it.hidden = !keepsPictures;
  for (const it of view.querySelectorAll("[data-do=share]")) it.hidden = !linkTo;
  for (const it of view.querySelectorAll("img[data-missing]")) {
    it.onerror = () => it.replaceWith(el("p", { class: "wrong" }, it.dataset.missing));
  }
}

/** Says in an open question why it was refused. */
function refuse() {
  const open = document.querySelector(":popover-open"), why = at("acts")?.querySelector(".refusal");
  if (!open || !why) return;
  open.querySelector(".wrong.told")?.remove();
  open.append(el("p", { class: "wrong told", role: "alert" }, why.textContent));
}

/** Only the list of turns scrolls, and not the page around it. */
function scrollTurns() {
  const list = at("turns"), row = list?.querySelector("a[aria-current]");
  if (!list) return;
  if (!row) {
    list.scrollTop = list.scrollHeight;
    return;
  }
  const [shown, around] = [row, list].map(it => it.getBoundingClientRect());
  // In the middle, since the list may yet become a little lower.
  const isSeen = shown.top >= around.top + 40 && shown.bottom <= around.bottom;
  if (!isSeen) list.scrollTop += (shown.top + shown.bottom - around.top - around.bottom) / 2;
}

/** Moves the focus to what comes next. Enter throws no die: there it goes to what can be done. */
function focusNow() {
  // On a touch screen a focus that nobody asked for would only be a frame.
  if (matchMedia("(pointer: coarse)").matches) return;
  const view = play(), acts = at("acts");
  if (view.classList.contains("concluded")) at("conclusion").focus({ preventScroll: true });
  else if (view.classList.contains("moving") && focusOnBoard()) return;
  else if (view.matches(".throwing, .past")) acts.focus({ preventScroll: true });
  else (acts.querySelector(".primary") ?? acts.querySelector("input") ?? acts).focus({ preventScroll: true });
}

/* Keys */

addEventListener("keydown", event => {
  const view = play(), { key } = event, target = /** @type {any} */ (event.target);
  if (!view || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (document.querySelector("dialog[open]")) return;
  // A key that comes before the view that was asked for is for that.
  const isStep = [",", ".", "ArrowLeft", "ArrowRight", "Home", "End"].includes(key);
  const isLate = !isThere() && !isStep && !target.matches(WRITING) && !document.querySelector(":popover-open");
  if (isLate) late.push(key);
  if (isLate || pressed(view, key, target, event)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

/** Returns whether a key meant something here. @param {any} view @param {string} key @param {any} target @param {KeyboardEvent} event */
function pressed(view, key, target, event) {
  const isWriting = target.matches(WRITING), open = document.querySelector(":popover-open");
  if (isWriting && key === "Enter" && !event.shiftKey && target.form) return submitOf(target);
  if (key === "Escape") return escape(target, isWriting, open);
  if (isWriting) return false;
  if (open) return throwIn(open, key);
  if (keyOnBoard(event)) return true;
  if (key.startsWith("Arrow") && !target.closest(".scroll, .square, [type=radio]")) return arrow(key);
  if (key.length > 1 || !preference("keys") || key === " ") return false;
  return character(view, key);
}

/** Enter in a field does what its form does. @param {any} field */
function submitOf(field) {
  const { form } = field;
  if (!field.value.trim() && form.matches(".acts, .note-form, .adding")) return true;
  const own = field.id === "typed"
    ? form.querySelector(".typed-act button, .typed-move button")
    : form.querySelector("button[name=act]");
  form.requestSubmit(own);
  return true;
}

/** @param {any} target @param {boolean} isWriting @param {Element | null} open */
function escape(target, isWriting, open) {
  if (open) return false;
  if (isWriting) {
    if (target.id === "typed") target.value = "";
    tell("");
    back();
    return true;
  }
  if (leave()) return true;
  const stop = document.querySelector(".follow a.link, .member[aria-current]");
  const now = at("step-now");
  if (now) now.click();
  else if (stop) /** @type {any} */ (stop).click();
  else if (document.querySelector(".refusal")) again();
  return true;
}

/** A digit, where the throw is corrected. @param {any} open @param {string} key */
function throwIn(open, key) {
  const button = /^[1-6]$/.test(key) && open.querySelector(`[aria-keyshortcuts="${key}"]`);
  if (button) button.click();
  return Boolean(button);
}

/** To the left and right go the turns, where no board has the focus; to the board lead the others. @param {string} key */
function arrow(key) {
  if (key === "ArrowLeft" || key === "ArrowRight") step(key === "ArrowLeft" ? -1 : 1);
  else focusCell(null);
  return true;
}

/** Goes to the turn before or after the one that the address names; after the last to the present. @param {number} way */
function step(way) {
  const { first, last } = play().dataset, address = new URLSearchParams(location.hash.slice(1));
  const key = play().matches(".acts-table") ? "after" : "turn";
  const to = Number(address.get(key) ?? Number(last) + 1) + way;
  if (Number(last) <= Number(first) || to < Number(first)) return;
  for (const name of ["other", "all", "turn", "after"]) address.delete(name);
  if (to <= Number(last)) address.set(key, String(to));
  location.hash = `${address}`;
}

/** @param {any} view @param {string} key */
function character(view, key) {
  const typed = at("typed"), isDrawn = view.classList.contains("acts-table");
  if (Date.now() - sentence < SENTENCE) {
    sentence = Date.now();
    return true;
  }
  if (!isDrawn && view.classList.contains("moving") && /^[KQRBNP]$/.test(key)) return write(typed, key);
  if (!isDrawn && /^[a-h]$/.test(key)) {
    [file, lettered] = [key, Date.now()];
    announce(key);
    return true;
  }
  if (!isDrawn && /^[1-8]$/.test(key)) return digit(view, key);
  if (key === "+" || key === "-") {
    if (!document.querySelector(".levels")) return false;
    enlarge(key === "+" ? levelHere() : "");
    return true;
  }
  if (key === "/") {
    location.hash = "search";
    return true;
  }
  if (key === "," || key === ".") {
    step(key === "," ? -1 : 1);
    return true;
  }
  const named = [...document.querySelectorAll(".play [aria-keyshortcuts]")].some(it =>
    it.getAttribute("aria-keyshortcuts")?.split(" ").includes(key)
  );
  if (named) {
    if (key === "n" && !at("note")) sentence = Date.now();
    before = document.activeElement;
    return false;
  }
  // There the text of an act has a field of its own.
  if (isDrawn && typed && /[\p{L}\d#]/u.test(key)) return write(typed, key);
  // A letter that means nothing begins a sentence: what follows without a pause is not taken for commands.
  if (/\p{L}/u.test(key)) sentence = Date.now();
  return false;
}

/** @param {any} view @param {string} key */
function digit(view, key) {
  const isSquare = file !== "" && (view.classList.contains("moving") || Date.now() - lettered < RANK);
  if (isSquare) {
    focusCell(file + key);
    file = "";
    return true;
  }
  file = "";
  if (view.classList.contains("no-move") && at("acts").dataset.digits !== undefined && key <= "6") act(key);
  return !document.querySelector(`#acts [aria-keyshortcuts="${key}"]`);
}

/** Begins a text. @param {any} field @param {string} key */
function write(field, key) {
  if (!field) return false;
  const place = field.closest(".typed-move");
  if (place) place.hidden = false;
  before = document.activeElement;
  field.focus();
  field.value += key;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}

addEventListener("input", ({ target }) => {
  const field = /** @type {any} */ (target);
  if (field.id === "typed" && at("acts-list")) considerTyped(field.value);
  if (field.dataset.preference === "awake") keepAwake();
});

/** A text as one types it: small letters, without `x` and spaces. @param {string} text */
const plain = text => text.toLowerCase().replace(/[x×\s-]/g, "");

/** Says what the text of an act means so far. @param {string} text */
function considerTyped(text) {
  const typed = plain(text), all = [...at("acts-list").options].map(it => it.value);
  const found = typed ? all.filter(it => plain(it).includes(typed)) : [];
  const one = found.find(it => plain(it) === typed) ?? (found.length === 1 ? found[0] : null);
  const lead = one && /** @type {any} */ (document.querySelector(`#acts button[value="${CSS.escape(one)}"]`))?.dataset.lead;
  tell(
    one
      ? `${one}${lead ? `: ${lead}` : ""}`
      : !typed
      ? ""
      : found.length
      ? `${found.length} moves: ${found.slice(0, 6).join(", ")}${found.length > 6 ? " …" : ""}`
      : "No move has this in its text.",
  );
}

/** @param {string} text */
function tell(text) {
  const said = at("typed-said");
  if (said) said.textContent = text;
}

document.addEventListener("typed", event => act(/** @type {CustomEvent} */ (event).detail));

/* What the buttons do that only a browser can do */

addEventListener("change", async ({ target }) => {
  const field = /** @type {any} */ (target), journal = play()?.dataset.journal;
  if (field.dataset.submit && field.value) act(field.dataset.submit, { [field.name]: field.value });
  if (field.dataset.picture !== undefined && field.files?.[0]) {
    await attach(field.dataset.picture, field.files[0]);
    field.value = "";
  }
  if (field.type === "checkbox" && field.dataset.set) {
    set(field.dataset.set, journal, field.checked ? field.dataset.value ?? "yes" : null);
    again();
  }
}, true);

addEventListener("click", async event => {
  const target = /** @type {any} */ (event.target);
  const replaced = target.closest?.("a[data-replace]");
  if (replaced && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
    event.preventDefault();
    // Who goes back sees nobody's cards.
    location.replace(replaced.href);
  }
  const button = target.closest?.("[data-do]"), meaning = target.closest?.("[data-meaning]");
  if (meaning) showMeanings(meaning);
  if (button) DOES[button.dataset.do]?.(button, event);
});

/** @type {Record<string, (button: any, event: Event) => unknown>} */
const DOES = {
  turn: () => {
    prefer("side", Number(document.querySelector("[data-side]")?.getAttribute("data-side")));
    again();
  },
  quiet: () => {
    prefer("quiet", !preference("quiet"));
    again();
  },
  confirm: confirmed,
  leave: () => {
    leave();
    light();
  },
  set: ({ dataset: { set: name, value = "yes" } }) => {
    set(name, document.querySelector("[data-journal]")?.getAttribute("data-journal") ?? "", value || null);
    again();
  },
  meanings: showMeanings,
  reload: (_, event) => {
    event.preventDefault();
    again();
  },
  copy: async button => {
    const copied = navigator.clipboard?.writeText(`${button.dataset.copy}\n${at("note")?.value ?? ""}`.trim());
    button.textContent = await copied?.then(() => "Copied", () => "Cannot copy here") ?? "Cannot copy here";
  },
  picture: button => button.parentElement.querySelector("input").click(),
  stop: async () => {
    await reach("api/stop", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" });
    /** @type {any} */ (document.querySelector(":popover-open"))?.hidePopover();
    again();
  },
  share: shareLink,
};

/** Opens what a square means: the one that is pointed at, or that of the landing. @param {any} button */
function showMeanings(button) {
  const shown = /** @type {any} */ (document.querySelector(".square:not([hidden]) [data-meaning]"));
  const square = button.dataset.meaning ?? shown?.dataset.meaning;
  if (!square) return;
  document.querySelector(":popover-open") && at("menu")?.hidePopover();
  const token = document.querySelector(`#board-pieces [data-piece="${square}"]`)?.getAttribute("href")?.slice(3, 5) ?? "";
  openDialog(`meaning=${encodeURIComponent(play().dataset.journal)}&square=${square}&piece=${token}`);
}

/** Adds a picture to a turn, with what has been typed as its words. @param {string} how @param {File} file */
async function attach(how, file) {
  const note = at("note"), text = note?.value.trim() ?? "";
  if (file.size > 20 * 2 ** 20) {
    announce("The picture has more than 20 MB. Make it smaller.", "alarm");
    return;
  }
  const reader = new FileReader();
  const read = new Promise(done => reader.onload = done);
  reader.readAsDataURL(file);
  await read;
  const content = String(reader.result).split(",")[1] ?? "";
  if (await act(how, { text, name: file.name, content }) && note) {
    note.value = "";
    announce("Picture added.");
  }
}

/** Hands a link to another app where one touches, and else to the clipboard. @param {any} item */
async function shareLink(item) {
  try {
    const url = await /** @type {NonNullable<typeof linkTo>} */ (linkTo)(play().dataset.journal);
    if (matchMedia("(pointer: coarse)").matches && navigator.share) await navigator.share({ url });
    else await navigator.clipboard.writeText(url);
    item.textContent = "The link is copied.";
  } catch (/** @type {any} */ error) {
    if (error.name !== "AbortError") item.textContent = error.message;
  }
}

// What is pointed at belongs to the view that is left.
addEventListener("hashchange", () => at("cursor") && point(null));
