// The way in: which view the address names.

import { Api } from "./api.js";
import { showLesson } from "./learn.js";
import { loadPieces } from "./marks.js";
import "./play.js";
import { applyTheme } from "./preferences.js";
import { el, fill } from "./text.js";
import { leaveView, showView } from "./view.js";
import { loadWords } from "./words.js";

const api = new Api();
const root = document.getElementById("app");
/** @type {(() => void) | null | undefined} */
let leave = null;
let shown = 0;

/** Whether the program makes the view of an address. @param {string} address */
function isMade(address) {
  return !/^learn=./.test(address);
}

/** Shows the view that the part of the address behind # names. */
async function route() {
  const address = new URLSearchParams(location.hash.slice(1));
  const number = ++shown;
  leave?.();
  leave = null;
  // From one view of the program to the next only what differs is changed.
  const isNext = isMade(location.hash.slice(1));
  if (!isNext || !root.querySelector("#view")) fill(root);
  root.className = "";
  try {
    if (isNext) {
      await showView(location.hash.slice(1));
      return;
    }
    leaveView();
    document.title = "Enochian";
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
  return showLesson(root, api, address.get("learn") ?? "");
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
