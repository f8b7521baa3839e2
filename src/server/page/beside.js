// What stands beside a board that the program draws: the seats, hands of cards, prisoners; and above it where the act under the
// hand would lead.

import { besideList, cardName } from "./cards.js";
import { seatRow } from "./seats.js";
import { el, fill } from "./text.js";

export class BesidePanel {
  #journal;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.lead = el("p", { class: "acts-lead" });
    this.rows = el("div", {});
    this.element = el("section", { class: "square standing", tabindex: "0", "aria-label": "Standing" }, this.lead, this.rows);
  }

  draw() {
    const { state, at, drawing, now, actor } = this.#journal;
    const seats = seatRow(state.seats, at === null && actor ? now.seat : null);
    fill(this.rows, seats, drawing?.beside.length ? besideList(drawing.beside) : null);
    this.consider(null);
  }

  /** Somebody points at a cell, or no longer at any. @param {string | null} cell */
  point(cell) {
    this.consider(cell && this.#journal.selection ? (this.#journal.moves.find(move => move.to === cell) ?? null) : null);
  }

  /** Shows where an act would lead; null shows nothing. @param {OfferView | null} offer */
  consider(offer) {
    const more = offer?.consequences.join("; ");
    const name = offer?.card ? `${offer.label} ${cardName(offer.card)}` : offer?.label;
    fill(this.lead, offer ? [el("b", {}, name), more ? `: ${more}${more.endsWith(".") ? "" : "."}` : null] : null);
  }

  forget() {
    this.consider(null);
  }

  close() {}
}
