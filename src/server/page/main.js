// The way in: which view the address names.

import "./lesson.js";
import "./play.js";
import { applyTheme, preference } from "./preferences.js";
import { reach } from "./reach.js";
import { el, fill } from "./text.js";
import { showView } from "./view.js";

const root = document.getElementById("app");

/** Puts the shapes of the pieces into the document, once: all boards and texts use them. */
async function loadPieces() {
  const palette = preference("palette");
  const response = await reach(`pieces.svg${palette ? `?palette=${encodeURIComponent(palette)}` : ""}`);
  if (!response.ok) throw new Error(`The program answered ${response.status}.`);
  const symbols = new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  symbols.setAttribute("class", "symbols");
  symbols.setAttribute("aria-hidden", "true");
  document.body.prepend(symbols);
}

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
  console.error(error);
  fill(root,
    el("main", { class: "failed" }, el("h1", {}, "This cannot be shown."), el("p", { role: "alert" }, error.message),
      el("p", {}, el("a", { href: "#" }, "Back to the notebook"))));
}

applyTheme();
try {
  await loadPieces();
  addEventListener("hashchange", route);
  await route();
} catch (error) {
  failed(error);
}
