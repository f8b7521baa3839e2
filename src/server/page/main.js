// The way in: which view the address names.

import { Api } from "./api.js";
import { showDraft } from "./asking.js";
import { showJournal } from "./journal.js";
import { showLesson, showLessons } from "./learn.js";
import { loadPieces } from "./marks.js";
import { showNewGame } from "./new_game.js";
import { showHome } from "./notebook.js";
import { applyTheme, preference } from "./preferences.js";
import { showSetup } from "./setup.js";
import { el, fill } from "./text.js";
import { loadWords } from "./words.js";

const api = new Api();
const root = document.getElementById("app");
/** @type {(() => void) | null | undefined} */
let leave = null;
let shown = 0;

/** Shows the view that the part of the address behind # names. */
async function route() {
  const address = new URLSearchParams(location.hash.slice(1));
  const number = ++shown;
  leave?.();
  leave = null;
  fill(root);
  root.className = "";
  document.title = "Enochian";
  try {
    const left = await view(address);
    // Somebody may have gone on before this view was ready.
    if (number === shown) leave = left;
    else left?.();
  } catch (error) {
    if (number === shown) failed(error);
  }
}

/** @param {URLSearchParams} address */
function view(address) {
  const [turn, journal, draft, setup, game] = ["turn", "journal", "draft", "setup", "game"].map(name => address.get(name));
  if (journal !== null) return openJournal(journal, turn === null ? null : Number(turn));
  if (draft !== null) return showDraft(root, api, draft);
  if (setup !== null) return showSetup(root, api, setup);
  if (game !== null) return showNewGame(root, api, game);
  if (address.get("learn")) return showLesson(root, api, address.get("learn") ?? "");
  if (address.has("learn")) return showLessons(root, api);
  return showHome(root, api, { isSearching: address.has("search"), question: address.get("ask") ?? "" });
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
