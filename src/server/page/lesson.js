// A lesson: what is pointed at on its board is the answer, and where the focus goes.

import { focusCell, keyOnBoard, leave } from "./hand.js";
import { act } from "./view.js";

/** @returns {HTMLElement | null} */
const lesson = () => document.querySelector(".lesson");

document.addEventListener("shown", event => {
  const { isMine, isNew, isOver } = /** @type {CustomEvent} */ (event).detail, task = lesson()?.dataset.task;
  if (task === undefined || isOver) return;
  // An answer ends what was begun on the board.
  while (isMine && leave());
  if (isMine) document.getElementById("told")?.scrollIntoView({ block: "nearest" });
  if (task === "done") /** @type {any} */ (lesson()?.querySelector(".foot .primary")).focus({ preventScroll: true });
  else if (isNew && task === "choices") /** @type {any} */ (lesson()?.querySelector(".step")).focus({ preventScroll: true });
  else if (isNew && !matchMedia("(pointer: coarse)").matches)
    focusCell(/** @type {any} */ (document.querySelector("#acts [data-from]"))?.dataset.from ?? "a1");
});

// A square that no move of the piece leads to: the program says why.
document.addEventListener("picked", event => {
  const task = lesson()?.dataset.task, { cell, from } = /** @type {CustomEvent} */ (event).detail;
  if (task === "squares") act(cell);
  if (task !== "moves" || cell === from) return;
  if (from === null) {
    /** @type {any} */ (document.getElementById("told")).textContent = "Choose the piece that moves first.";
    return;
  }
  const code = document.querySelector(`#board-pieces [data-piece="${from}"]`)?.getAttribute("href")?.slice(4, 5) ?? "K";
  act(`${/[a-z]/.test(code) ? "P" : code}${from}${cell}`);
});

addEventListener("keydown", event => {
  const isOpen = document.querySelector("dialog[open], :popover-open") !== null;
  if (!lesson() || isOpen || event.ctrlKey || event.altKey || event.metaKey) return;
  if (!keyOnBoard(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);
