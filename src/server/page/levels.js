// The choice of a level, above a board that has several: one alone and large, or all.

import { button, el, fill, spoken } from "./text.js";

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
    const tab = (panel, ...label) => button({ "aria-pressed": String(chosen === panel) }, () => this.#choose(panel), label);
    const levels = panels.map(panel => {
      const many = reached.filter(cell => cell.panel === panel).length;
      const more = el("small", {}, el("span", { "aria-hidden": "true" }, ` · ${many}`), spoken(`, ${many} to reach`));
      return tab(panel, spoken("Level "), panel, many > 0 && more);
    });
    fill(this.element, tab(null, "All", el("span", { class: "words" }, " levels")), levels);
    this.element.children[focused]?.focus();
  }
}
