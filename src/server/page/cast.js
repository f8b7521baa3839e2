// The cast: each piece of a reading that is over, what it did and what became of it. One of them can be followed through the turns.

import { icon, piecePicture } from "./marks.js";
import { button, el, spoken } from "./text.js";

/** A piece of the cast in the conclusion, by its row. @param {HTMLElement} row @returns {Followed} */
export function castMember(row) {
  const { piece = "", squares = "" } = row.dataset;
  const links = row.querySelector(".followed-turns").querySelectorAll("[data-turn]");
  const turns = [...links].map(it => ({ turn: Number(it.dataset.turn) }));
  return { piece, name: row.querySelector("strong").textContent, squares: squares.split(" "), turns };
}

/** Shows in the conclusion which one is followed, with its turns. @param {HTMLElement} root @param {Followed | null} followed */
export function showFollowed(root, followed) {
  for (const row of root.querySelectorAll(".cast > [data-piece]")) {
    const is = row.dataset.piece === followed?.piece;
    const choose = row.querySelector(".member");
    choose.ariaPressed = String(is);
    row.querySelector(".followed-turns").hidden = !is;
    if (!is) continue;
    const folded = row.closest("details");
    if (folded) folded.open = true;
    row.scrollIntoView({ block: "nearest" });
    // Who comes back from its turns goes on where they were chosen.
    if (document.activeElement === document.body) choose.focus({ preventScroll: true });
  }
}

/** The way through the turns of the one that is followed, below the turn that is shown. @param {Journal} journal */
export function followBar(journal) {
  const { followed } = journal;
  if (!followed) return null;
  const go = (/** @type {number} */ way, /** @type {string} */ name, /** @type {string} */ label) => {
    const turn = journal.followedTo(way);
    const step = () => turn !== null && journal.step(journal.indexOf(turn));
    return button({ "aria-label": label, disabled: turn === null }, step, icon(name));
  };
  return el("p", { class: "buttons follow" }, piecePicture(followed.piece), el("span", {}, `Following ${followed.name}`),
    go(-1, "back", "Its turn before"), go(1, "forward", "Its next turn"),
    button("bare", () => journal.follow(null), "Stop", spoken(" following")));
}
