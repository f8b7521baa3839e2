// The way in: which view the address names.

import { Api } from "./api.js";
import "./lesson.js";
import { loadPieces } from "./marks.js";
import "./play.js";
import { applyTheme } from "./preferences.js";
import { el, fill } from "./text.js";
import { showView } from "./view.js";
import { loadWords } from "./words.js";

const api = new Api();
const root = document.getElementById("app");

/** Shows the view that the part of the address behind # names. */
async function route() {
  try {
    await showView(location.hash.slice(1));
  } catch (error) {
    failed(error);
  }
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
