// The choice of a level, above a board that has several: one alone and large, or all.

import { button, el, fill } from "./text.js";

export class Levels {
  #choose;

  /** @param {(panel: string | null) => void} choose */
  constructor(choose) {
    this.#choose = choose;
    this.element = el("div", { class: "levels", role: "group", "aria-label": "Levels", hidden: true });
  }

  /** Shows the levels, and how many cells of each can be reached; the `chosen` one is large, null is all. @param {string[]} panels @param {string | null} chosen @param {Cell[]} reached */
  draw(panels, chosen, reached) {
    this.element.hidden = panels.length < 2;
    if (this.element.hidden) return;
    const focused = [...this.element.children].findIndex(child => child === document.activeElement);
    /** @param {string | null} panel @param {Content[]} label */
    const tab = (panel, ...label) => {
      const it = button("", () => this.#choose(panel), label);
      it.ariaPressed = String(chosen === panel);
      return it;
    };
    /** @param {string} words */
    const unseen = words => el("span", { class: "unseen" }, words);
    /** @param {string} panel */
    const level = panel => {
      const many = reached.filter(cell => cell.panel === panel).length;
      const more = many && el("small", {}, el("span", { "aria-hidden": "true" }, ` · ${many}`), unseen(`, ${many} to reach`));
      return tab(panel, unseen("Level "), panel, more || null);
    };
    fill(this.element, tab(null, "All", el("span", { class: "words" }, " levels")), panels.map(level));
    this.element.children[focused]?.focus();
  }
}
