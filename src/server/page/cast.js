// The cast: each piece of a reading that is over, what it did and what became of it. One of them can be followed through the turns.

import { icon, piecePicture } from "./marks.js";
import { button, byHand, el } from "./text.js";

/** The cast in the conclusion; `follow` takes the one that is chosen, and `step` a turn. @param {CastView[]} cast @param {(one: CastView) => void} follow @param {(turn: number) => void} step */
export function castSection(cast, follow, step) {
  if (!cast.length) return null;
  const rows = (/** @type {boolean} */ quiet) =>
    el("ul", { class: "plain-list cast" }, cast.filter(one => one.quiet === quiet).map(one => member(one, follow, step)));
  return el("section", {}, el("h3", { class: "area" }, "The pieces"),
    el("p", { class: "hint" }, `${byHand("Click", "Tap")} one to follow it on the board.`), rows(false),
    cast.some(one => one.quiet)
      && el("details", {}, el("summary", {}, icon("forward"), "Those that neither took nor gave check"), rows(true)));
}

/** @param {CastView} one @param {(one: CastView) => void} follow @param {(turn: number) => void} step */
function member(one, follow, step) {
  const { piece, name, about, facts, turns } = one;
  return el("li", { "data-piece": piece },
    el("button", { type: "button", class: "member", "aria-pressed": "false", onclick: () => follow(one) }, piecePicture(piece),
      el("span", {}, el("strong", {}, name), el("span", { class: "hint" }, `, ${about}`))),
    el("dl", { class: "totals" }, facts.map(({ label, text }) => [el("dt", {}, label), el("dd", {}, text)])),
    el("ol", { class: "plain-list followed-turns", hidden: true },
      turns.map(({ turn, text }) =>
        el("li", {}, el("button", {
          type: "button",
          class: "link",
          "aria-label": `Show turn ${turn}`,
          onclick: () => step(turn),
        }, turn), el("span", {}, text))
      )));
}

/** Shows in the conclusion which one is followed, with its turns. @param {HTMLElement} root @param {CastView | null} followed */
export function showFollowed(root, followed) {
  for (const row of root.querySelectorAll(".cast > [data-piece]")) {
    const is = row.dataset.piece === followed?.piece;
    const choose = row.querySelector(".member");
    choose.setAttribute("aria-pressed", String(is));
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
    return el("button", {
      type: "button",
      "aria-label": label,
      disabled: turn === null,
      onclick: () => turn !== null && journal.step(journal.indexOf(turn)),
    }, icon(name));
  };
  return el("p", { class: "buttons follow" }, piecePicture(followed.piece), el("span", {}, `Following ${followed.name}`),
    go(-1, "back", "Its turn before"), go(1, "forward", "Its next turn"),
    button("bare", () => journal.follow(null), "Stop", el("span", { class: "unseen" }, " following")));
}
