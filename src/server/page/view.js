// The views that the program makes: puts their HTML into the page, sends what is done in them, keeps what is typed, and asks again what may
// have changed. The program is the only one who knows what a view says.
//
// What the HTML may have:
//
// - `a[data-dialog]` opens the address of its link over the page, `form[data-dialog]` that of its fields.
// - `form` sends its fields with the text of the act: that of the button, a field called `act`, or its own `data-act`. With `data-live=MS`
//   the act `look` is sent so long after each change, and changes nothing but the view. With `data-auto=MS` it sends itself.
//   With `data-go=ADDRESS` it leads to that address, with its fields in it.
// - `[data-keep]` is a field whose text is a person's: no answer changes it. `form[data-store=NAME]` keeps its fields in the browser
//   until an act leads to another address, or a button with `data-forget` is pressed. `form[data-clear]` is empty again when its act was done.
// - `[data-poll=MS]`, at the root, asks so often whether the view has another revision, while the window is seen.
// - `[data-focus]` has the focus where a view is new, otherwise its heading; `[data-top]` is then scrolled to.
// - `button[data-fill=NAME]` puts its value into the field of this name.
// - `[aria-keyshortcuts]` is pressed by these keys where nobody is writing.
// - `[data-preference=NAME]` is a setting of this browser, `img[data-src]` a picture that the program draws.
//
// The document hears `shown` after each change: with whether an act of this window brought it (`isMine`), whether that was done (`isDone`),
// and whether the view is new (`isNew`) or lies over the page (`isOver`).

import { announce } from "./live.js";
import { applyTheme, prefer, preference, settingsOf } from "./preferences.js";
import { notebookButton, reach, show as showPicture } from "./reach.js";
import { el, fill, pause, unique } from "./text.js";
import { Idiomorph } from "./vendor/idiomorph.js";

/** After what times the program is asked again that did not answer, in ms. */
const RETRIES = [150, 400, 1000];
/** After how long the page says that it waits for the first view, in ms. */
const SLOW = 400;
/** How often the page looks whether it is time to ask, in ms. */
const TICK = 250;
const WRITING = "input:not([type=radio], [type=checkbox], [type=submit]), textarea, select, [contenteditable]";

/**
 * Where a view stands: the page, or the dialog over it. `asked` counts what was asked for, so that an answer that another overtook is left
 * out; `waits` is how many answers are awaited, `at` when the last came.
 *
 * @typedef {{ host: HTMLElement, address: string | null, kind: string | null, asked: number, waits: number, at: number, said: string }} Place
 */
/** @type {Place} */
const page = placeIn(document.getElementById("app"));
/** @type {HTMLDialogElement} */
const sheet = document.getElementById("sheet");
const over = placeIn(sheet?.querySelector("div"));
/** Whether an act is under way: another is not sent before the view that it leads to. */
let isBusy = false;
/** The forms whose fields were filled from what the browser keeps. */
const restored = new WeakSet();

/** @param {HTMLElement} host @returns {Place} */
function placeIn(host) {
  return { host, address: null, kind: null, asked: 0, waits: 0, at: 0, said: "" };
}

/** Shows the view of an address. @param {string} address */
export async function showView(address) {
  // A notebook of thousands of journals is read for a while at first.
  const waits = setTimeout(() => {
    if (!page.host.firstChild)
      fill(page.host, el("main", { class: "failed" }, el("p", { role: "status" }, "Reading the notebook …")));
  }, SLOW);
  await ask(page, address);
  clearTimeout(waits);
}

/** What only the browser knows: how it shows boards, and what is set for a journal in this window. @param {string} [address] */
function known(address = "") {
  const journal = new URLSearchParams(address).get("journal");
  /** @type {Record<string, any>} */
  const all = { palette: preference("palette"), side: preference("side") || null };
  if (journal !== null)
    Object.assign(all, { quiet: preference("quiet") || null, symbols: preference("symbols") || null }, settingsOf(journal));
  const given = Object.entries(all).filter(([, value]) => value !== null);
  return given.map(([name, value]) => `&${name}=${encodeURIComponent(value)}`).join("");
}

/** Asks for a view, unless it is still that of a revision. @param {Place} place @param {string} address @param {string | null} [unless] */
async function ask(place, address, unless = null) {
  const since = unless === null ? "" : `&unless=${encodeURIComponent(unless)}`;
  await told(place, address, `part?${address || "home"}${known(address)}${since}`, undefined);
}

/** Sends an act with fields. Returns whether it was done. @param {Place} place @param {string} act @param {object} fields */
async function send(place, act, fields) {
  const { address } = place, { revision } = place.host.querySelector("#view")?.dataset ?? {};
  const body = JSON.stringify({ id: unique(), act, fields, revision });
  const request = { method: "POST", headers: { "Content-Type": "application/json" }, body };
  const isDone = await told(place, address ?? "", `act?${address || "home"}${known(address ?? "")}`, request);
  if (place === over) isChanged ||= isDone;
  return isDone;
}

/** Asks the program, and puts what it answers into a place. Returns whether it was done. @param {Place} place @param {string} address @param {string} request @param {RequestInit | undefined} how */
async function told(place, address, request, how) {
  place.asked += 1;
  const mine = place.asked;
  place.waits += 1;
  const answer = await reached(request, how);
  const text = await answer?.text() ?? "";
  place.waits -= 1;
  place.at = Date.now();
  if (mine !== place.asked) return false;
  if (!answer || !/^text\/html/.test(answer.headers.get("Content-Type") ?? "")) {
    if (answer?.status !== 204) complain(text);
    return false;
  }
  complain(null);
  put(place, address, text, { isMine: how !== undefined, isDone: answer.ok });
  return answer.ok;
}

/** @param {string} address @param {RequestInit | undefined} how @returns {Promise<Response | null>} */
async function reached(address, how) {
  for (const wait of [...RETRIES, null]) {
    try {
      return await reach(address, how);
    } catch {
      // The browser does not say more than that nobody answered.
      if (wait !== null) await pause(wait);
    }
  }
  return null;
}

/** Says that the program is gone, or why it answered with no view; nothing if it did. @param {string | null} text JSON, or empty */
function complain(text) {
  const place = document.getElementById("gone");
  const error = text ? JSON.parse(text).error : null;
  const isGone = text !== null && (!error || error.code === "stopped");
  place.hidden = text === null;
  const [what, help] = place.children;
  what.textContent = isGone ? "The program has stopped." : error?.text ?? "";
  help.textContent = isGone
    ? "Everything shown as saved is on the disk. Start it again with “enochian table”. What you typed here can be copied."
    : error?.help ?? "";
}

const MORPHING = {
  callbacks: {
    // What a person has typed is not the program's; what its field is called is.
    // Nor is a row looked at that is the same.
    beforeNodeMorphed: (/** @type {any} */ old, /** @type {any} */ fresh) =>
      (old.dataset?.keep === undefined || fresh.dataset?.keep === undefined || old.name !== fresh.name || !name(old, fresh))
      && !(old.localName === "tr" && old.isEqualNode(fresh)),
    beforeAttributeUpdated: (/** @type {string} */ name, /** @type {any} */ element) =>
      !(name === "src" && element.dataset.src) && !(name === "style" && element.matches("textarea"))
      && !(name === "open" && element.matches("details")),
    // A piece that was taken fades.
    beforeNodeRemoved: (/** @type {any} */ node) => {
      if (!node.classList?.contains("token") || matchMedia("(prefers-reduced-motion: reduce)").matches) return true;
      const gone = node.cloneNode();
      gone.removeAttribute("id");
      delete gone.dataset.piece;
      document.getElementById("board-gone")?.append(gone);
      setTimeout(() => gone.classList.add("taken"));
      setTimeout(() => gone.remove(), 400);
      return true;
    },
  },
};

/** Gives a field that is kept the name that it has now. @param {Element} old @param {Element} fresh */
function name(old, fresh) {
  for (const attribute of ["aria-label", "placeholder"]) {
    const now = fresh.getAttribute(attribute);
    if (now !== null && old.getAttribute(attribute) !== now) old.setAttribute(attribute, now);
  }
  return true;
}

/** Puts a view into a place. @param {Place} place @param {string} address @param {string} html @param {{ isMine: boolean, isDone: boolean }} how */
function put(place, address, html, how) {
  const fresh = /** @type {HTMLElement} */ (new DOMParser().parseFromString(html, "text/html").body.firstElementChild);
  const { address: next, closes, title = "", said = "" } = fresh.dataset;
  if (closes !== undefined) {
    isBusy = false;
    announce(said);
    sheet.close();
    return;
  }
  if (next !== undefined) {
    for (const form of place.host.querySelectorAll("form[data-store]")) forget(form);
    if (place === over) sheet.close();
    isBusy = false;
    const hash = `#${next.replace(/^#/, "")}`;
    if (location.hash === hash) again();
    else location.hash = hash;
    return;
  }
  const had = document.activeElement;
  const old = place.host.firstElementChild;
  const isNew = !old || kind(address) !== place.kind;
  [place.address, place.kind] = [address, kind(address)];
  if (place === over) fresh.removeAttribute("id");
  if (isNew) place.host.replaceChildren(document.adoptNode(fresh));
  else Idiomorph.morph(old, fresh, MORPHING);
  if (place === page) document.title = title;
  if (said && said !== place.said) announce(said);
  place.said = said;
  ready(place);
  if (isNew && place === page) (place.host.querySelector("[data-top]") ?? document.body).scrollIntoView();
  if (isNew || (had !== document.activeElement && !document.activeElement?.matches(WRITING))) focusIn(place);
  document.dispatchEvent(new CustomEvent("shown", { detail: { ...how, isNew, isOver: place === over } }));
  isBusy = false;
}

/** What an address shows, whatever of it: another journal is another view, and so is another step of a lesson. @param {string} address */
function kind(address) {
  const [first] = address.split("&");
  if (first.startsWith("learn=")) return address;
  return /^(journal|setup)=/.test(first) ? first : first.split("=")[0].replace(/^search$/, "");
}

/** Prepares what is new in a place. @param {Place} place */
function ready({ host }) {
  for (const image of host.querySelectorAll("img[data-src]")) {
    const address = `${image.dataset.src}${known()}`;
    if (image.dataset.shown === address) continue;
    image.dataset.shown = address;
    showPicture(image, address);
  }
  for (const input of host.querySelectorAll("[data-preference]")) {
    const value = preference(input.dataset.preference);
    if (input.type === "checkbox") input.checked = input.value === "on" ? value === true : value === input.value;
    else input.checked = value === input.value;
  }
  for (const tools of host.querySelectorAll("[data-tools]")) {
    if (!tools.firstChild && notebookButton) tools.append(notebookButton(async () => look()));
  }
  for (const form of host.querySelectorAll("form[data-store]")) if (!restored.has(form)) restore(form);
  for (const form of host.querySelectorAll("form[data-auto]")) {
    if (restored.has(form)) continue;
    restored.add(form);
    const go = () => {
      if (!form.isConnected) return;
      // While somebody is asked something, it waits.
      if (isBusy || document.querySelector(":popover-open")) setTimeout(go, 300);
      else form.requestSubmit();
    };
    setTimeout(go, Number(form.dataset.auto));
  }
  for (const area of host.querySelectorAll("textarea")) grow(area);
}

/** Puts the focus where a view wants it. A keyboard on the screen comes only when it is called. @param {Place} place */
function focusIn({ host }) {
  const wanted = matchMedia("(pointer: coarse)").matches ? null : host.querySelector("[data-focus]");
  (wanted ?? host.querySelector("h1, h2"))?.focus({ preventScroll: true });
}

/* Forms */

/** The fields of a form; one that has several values, or may have, is a list. @param {HTMLFormElement} form */
function fieldsOf(form) {
  const data = new FormData(form);
  const names = [...new Set(data.keys())].filter(name => name !== "act");
  return Object.fromEntries(names.map(name => {
    const isMany = form.querySelectorAll(`[name="${CSS.escape(name)}"]:not([type=radio], [type=checkbox])`).length > 1;
    return [name, isMany ? data.getAll(name) : data.get(name)];
  }));
}

/** @param {HTMLElement} form */
const storeOf = form => `enochian ${form.dataset.store}`;

/** Keeps the fields of a form; of one that has only some of them, beside the others. @param {HTMLFormElement} form */
function store(form) {
  const before = form.dataset.live ? {} : JSON.parse(localStorage.getItem(storeOf(form)) ?? "{}");
  localStorage.setItem(storeOf(form), JSON.stringify({ ...before, ...fieldsOf(form) }));
}

/** @param {HTMLFormElement} form */
function forget(form) {
  localStorage.removeItem(storeOf(form));
}

/** Fills a form with what the browser kept of it. @param {HTMLFormElement} form */
function restore(form) {
  restored.add(form);
  if (form.dataset.brought !== undefined) {
    // From now on the browser keeps what a file or a link has brought.
    store(form);
    const place = placeOf(form);
    if (place) place.address = form.dataset.store ?? "";
    history.replaceState(null, "", `#${form.dataset.store}`);
    return;
  }
  const kept = JSON.parse(localStorage.getItem(storeOf(form)) ?? "null");
  if (!kept) return;
  for (const [name, value] of Object.entries(kept)) {
    const all = form.querySelectorAll(`[name="${CSS.escape(name)}"][data-keep]`);
    all.forEach((field, at) => field.value = [value].flat()[at] ?? "");
  }
  // What follows from them the program says.
  const place = placeOf(form);
  if (place && form.dataset.live) send(place, "look", kept);
}

/** The place whose view has an element. @param {Element} element @returns {Place | null} */
function placeOf(element) {
  return [over, page].find(({ host, address }) => address !== null && host.contains(element)) ?? null;
}

/** What a form does: goes somewhere, or sends an act. @param {HTMLFormElement} form @param {any} submitter */
async function submit(form, submitter) {
  const place = placeOf(form);
  if (!place || isBusy) return;
  const fields = fieldsOf(form);
  if (form.dataset.dialog !== undefined) {
    openDialog(new URLSearchParams(/** @type {any} */ (fields)).toString());
    return;
  }
  if (form.dataset.go !== undefined) {
    lead(form, fields, false);
    return;
  }
  isBusy = true;
  // What follows from what was typed need not be said any more, and its answer must not overtake that of the act.
  clearTimeout(typing);
  const typed = /** @type {any} */ (form.elements.namedItem("act"))?.value;
  const act = submitter?.name === "act" ? submitter.value : typed ?? form.dataset.act ?? "";
  const isDone = await send(place, act, fields);
  if (isDone && form.dataset.clear !== undefined) clear(form);
  // Where it leads to another address, that comes first.
  setTimeout(() => isBusy = false, 1000);
}

/** Empties the fields of a form. @param {HTMLFormElement} form */
function clear(form) {
  forget(form);
  for (const field of /** @type {any} */ (form).querySelectorAll("input:not([type=hidden]), textarea")) {
    field.value = "";
    if (field.matches("textarea")) grow(field);
  }
}

/** Sends an act in the view of the page. Returns whether it was done. @param {string} act @param {object} fields */
export async function act(act, fields = {}) {
  if (isBusy || page.address === null) return false;
  isBusy = true;
  const isDone = await send(page, act, fields);
  isBusy = false;
  return isDone;
}

/** Whether the page shows what its address names, and does not wait for it. */
export const isThere = () => page.address === location.hash.slice(1);

/** Shows the page again, since it is to be shown otherwise. */
export function again() {
  if (page.address !== null) ask(page, page.address);
}

/** Goes to the address of a form, with its fields; while one types, in the place of the last. @param {HTMLFormElement} form @param {Record<string, any>} fields */
function lead(form, fields, isTyping = true) {
  const given = Object.entries(fields).filter(([name, value]) => value !== "" && !form.dataset.store && name);
  const query = new URLSearchParams(given).toString();
  const address = `${form.dataset.go}${query && `&${query}`}`;
  if (!isTyping) location.hash = address;
  else {
    history.replaceState(null, "", `#${address}`);
    ask(page, address);
  }
}

/** @param {HTMLTextAreaElement} area */
function grow(area) {
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

addEventListener("submit", event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!placeOf(form)) return;
  event.preventDefault();
  submit(form, event.submitter);
});

/** @type {number | undefined} */
let typing;

// What was hidden had no height.
addEventListener("toggle", ({ target }) => /** @type {any} */ (target).querySelectorAll("textarea").forEach(grow), true);

addEventListener("input", ({ target }) => {
  const field = /** @type {any} */ (target), { form } = field;
  if (field.matches("textarea")) grow(field);
  if (field.dataset.preference) setPreference(field);
  const place = form && placeOf(form);
  if (!place) return;
  if (form.dataset.store) store(form);
  if (!form.dataset.live) return;
  clearTimeout(typing);
  const look = () =>
    form.isConnected && !isBusy
    && (form.dataset.go === undefined ? send(place, "look", fieldsOf(form)) : lead(form, fieldsOf(form)));
  typing = setTimeout(look, field.matches(WRITING) ? Number(form.dataset.live) : 0);
});

/** @param {any} field */
function setPreference({ dataset: { preference: name }, type, value, checked }) {
  if (type !== "checkbox") prefer(name, value);
  else if (value === "on") prefer(name, checked);
  else prefer(name, checked ? value : null);
  applyTheme();
  if (page.address !== null) ask(page, page.address);
}

/* Links and keys */

addEventListener("click", event => {
  const target = /** @type {Element} */ (event.target);
  const link = target.closest?.("a[data-dialog]"), forgets = target.closest?.("[data-forget]");
  const fills = /** @type {any} */ (target.closest?.("[data-fill]"));
  if (fills) {
    const field = fills.form.elements.namedItem(fills.dataset.fill);
    field.value = fills.value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (forgets) {
    forget(/** @type {any} */ (forgets).form);
    page.host.replaceChildren();
    ask(page, page.address ?? "");
  }
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const address = link.getAttribute("href")?.slice(1) ?? "";
  const words = page.host.querySelector("#view")?.dataset.words ?? "";
  openDialog(address === "words" ? `words&on=${encodeURIComponent(words)}` : address);
});

/** The addresses that the dialog showed before. @type {string[]} */
let past = [];
/** Whether something was done in the dialog. */
let isChanged = false;

/** Opens the view of an address over the page. @param {string} address */
export async function openDialog(address) {
  if (over.address !== null) past.push(over.address);
  await showOver(`${address}&dialog=1`);
}

/** @param {string} address */
async function showOver(address) {
  over.host.replaceChildren();
  sheet.querySelector("[data-back]").hidden = past.length === 0;
  await ask(over, address);
  if (!sheet.open && over.host.firstChild) sheet.showModal();
  focusIn(over);
}

sheet?.querySelector("[data-back]").addEventListener("click", () => showOver(past.pop() ?? ""));
sheet?.addEventListener("close", () => {
  over.address = null;
  past = [];
  if (isChanged) again();
  isChanged = false;
});

/** Asks whether the view has changed. */
async function look() {
  if (page.address !== null) await ask(page, page.address, page.host.querySelector("#view")?.dataset.revision ?? null);
}

addEventListener("keydown", event => {
  const { key } = event, target = /** @type {any} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  if (key === "Enter" && !event.shiftKey && target.matches("textarea") && placeOf(target)) {
    event.preventDefault();
    goOn(target);
    return;
  }
  // What looks for something begins with / from an empty field too.
  const isWriting = target.closest?.(WRITING) && (key !== "/" || target.value) && key !== "Escape";
  if (isWriting || sheet?.open || page.address === null || document.querySelector("dialog[open], :popover-open")) return;
  // Enter is of what has the focus, if that has a use for it; and letters may be no commands.
  if (
    event.defaultPrevented || (key === "Enter" && target.closest("button, a, summary, label, .cell"))
    || (key.length === 1 && !preference("keys"))
  ) return;
  const keyed = [...page.host.querySelectorAll("[aria-keyshortcuts]")];
  const shortcut = keyed.find(it => it.getAttribute("aria-keyshortcuts").split(" ").includes(key) && !it.disabled);
  if (!shortcut) return;
  event.preventDefault();
  if (shortcut.matches(WRITING)) shortcut.focus();
  else shortcut.click();
});

/** A note is one paragraph: Enter goes on to what comes next in its form, which where that is all is done. @param {HTMLTextAreaElement} area */
function goOn(area) {
  const form = /** @type {HTMLFormElement} */ (area.form), all = [...form.elements];
  const next = /** @type {any} */ (all.slice(all.indexOf(area) + 1).find(it => !it.matches("[type=hidden]")));
  if (form.dataset.go !== undefined) form.requestSubmit();
  else next?.focus();
}

setInterval(() => {
  const { host, address, waits, at } = page, view = host?.querySelector("#view");
  const { poll, revision } = view?.dataset ?? {};
  if (address === null || !poll || revision === undefined || waits || isBusy || document.visibilityState === "hidden") return;
  if (Date.now() - at >= Number(poll)) ask(page, address, revision);
}, TICK);
// A page that comes back from the browser's memory may show what is no more.
addEventListener("pageshow", ({ persisted }) => {
  if (persisted && page.address !== null) ask(page, page.address);
});
