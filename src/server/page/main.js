// The way in: which view the address names.

import { Api } from "./api.js";
import { showJournal } from "./journal.js";
import { showLesson } from "./learn.js";
import { loadPieces } from "./marks.js";
import { applyTheme, preference } from "./preferences.js";
import { showSetup } from "./setup.js";
import { el, fill } from "./text.js";
import { showView } from "./view.js";
import { loadWords } from "./words.js";

const api = new Api();
const root = document.getElementById("app");
/** @type {(() => void) | null | undefined} */
let leave = null;
let shown = 0;

/** Whether the program makes the view of an address. @param {string} address */
function isMade(address) {
  return !/^(journal|turn|setup)=|^learn=./.test(address);
}

/** Shows the view that the part of the address behind # names. */
async function route() {
  const address = new URLSearchParams(location.hash.slice(1));
  const number = ++shown;
  leave?.();
  leave = null;
  // From one view of the program to the next only what differs is changed.
  if (!isMade(location.hash.slice(1)) || !root.querySelector("#view")) fill(root);
  root.className = "";
  document.title = "Enochian";
  try {
    const left = isMade(location.hash.slice(1)) ? await showView(location.hash.slice(1)) : await view(address);
    // Somebody may have gone on before this view was ready.
    if (number === shown) leave = left;
    else left?.();
  } catch (error) {
    if (number === shown) failed(error);
  }
}

/** @param {URLSearchParams} address */
function view(address) {
  const [turn, journal, setup] = ["turn", "journal", "setup"].map(name => address.get(name));
  if (journal !== null) return openJournal(journal, turn === null ? null : Number(turn));
  if (setup !== null) return showSetup(root, api, setup);
  return showLesson(root, api, address.get("learn") ?? "");
}

/** @param {string} journal @param {number | null} turn */
async function openJournal(journal, turn) {
  const view = { palette: preference("palette"), side: preference("side") };
  const state = await api.get("api/state", { journal, ...view });
  return showJournal(root, api, journal, { state, turn });
}

/** @param {any} error */
function failed(error) {
  if (!error.problem) console.error(error);
  fill(root,
    el("main", { class: "failed" }, el("h1", {}, "This cannot be shown."), el("p", { role: "alert" }, error.message),
      error.problem?.help ? el("p", {}, error.problem.help) : null, el("p", {}, el("a", { href: "#" }, "Back to the notebook"))));
}

applyTheme();
try {
  await Promise.all([loadPieces(api), loadWords(api)]);
  addEventListener("hashchange", route);
  await route();
} catch (error) {
  failed(error);
}
