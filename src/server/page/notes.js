// The note on a turn, and the notes so far.

import { diceTable } from "./asides.js";
import { announce } from "./live.js";
import { key } from "./marks.js";
import { preference } from "./preferences.js";
import { el, fill } from "./text.js";

export class NoteField {
  /** @type {Journal} */
  #journal;
  /** @type {Element | null} */
  #before = null;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.field = el("input", {
      type: "text",
      class: "note-field",
      autocomplete: "off",
      dir: "auto",
      oninput: () => this.#changed(),
      onkeydown: event => this.#key(event),
      onblur: () => {
        this.#before = null;
      },
    });
    this.number = el("span", { class: "note-turn", "aria-hidden": "true" });
    this.hint = el("span", { class: "note-key", "aria-hidden": "true" }, key("n"));
    this.save = el("button", { type: "submit" }, "Save note");
    this.form = el("form", { class: "note-form", onsubmit: event => this.#submit(event) },
      el("div", { class: "note-box" }, this.number, this.field, this.hint), this.save);
    this.list = el("ul", { class: "notes-list" });
    this.table = el("div", { class: "at-hand" });
    this.element = el("section", { class: "note", "aria-label": "Note" }, this.list, this.form, this.table);
  }

  /** What has been typed and not saved. */
  get text() {
    return this.field.value.trim();
  }

  /** Whether somebody is writing. */
  get isBusy() {
    return document.activeElement === this.field;
  }

  draw() {
    const { state, prompt } = this.#journal;
    const turn = this.#journal.noteTurn;
    const label = turn > 0 ? `Note on turn ${turn}` : "Note before the first turn";
    if (this.field.getAttribute("aria-label") !== label) this.field.setAttribute("aria-label", label);
    this.field.placeholder = this.#journal.canWrite ? label : "Notes are written by whoever plays";
    this.field.disabled = !this.#journal.canWrite;
    this.hint.hidden = !preference("keys");
    this.#changed();
    if (this.list.childElementCount !== state.notes.length) {
      fill(this.list, state.notes.map(({ turn: of, text, taken_back: isBack }) =>
        el("li", { class: isBack ? "taken-back" : null }, el("span", { class: "soft" }, of ?? ""),
          el("span", { dir: "auto" }, text))
      ));
    }
    const isAtHand = prompt !== null && state.dice;
    fill(this.table, isAtHand ? diceTable(state) : null);
  }

  /** Moves the focus to the field. Returns whether anything can be written there. */
  open() {
    if (this.field.disabled) {
      announce("A note can be written by whoever plays.");
      return false;
    }
    this.#before = document.activeElement;
    this.#journal.showTab("notes");
    this.field.focus();
    return true;
  }

  /** Puts back what could not be saved. @param {string} text */
  restore(text) {
    if (!this.field.value) this.field.value = text;
    this.#changed();
  }

  #changed() {
    const hasText = this.text !== "";
    this.form.classList.toggle("written", hasText);
    this.number.textContent = hasText ? String(this.#journal.noteTurn || "") : "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.#back();
  }

  #back() {
    if (this.#before?.isConnected && this.#before !== document.body) this.#before.focus();
    else {
      this.field.blur();
      this.#journal.focusNow();
    }
  }

  /** @param {Event} event */
  async #submit(event) {
    event.preventDefault();
    const text = this.text;
    if (!text) return;
    const before = this.#before;
    if (await this.#journal.writeNote(text)) {
      if (this.text === text) this.field.value = "";
      this.#changed();
      this.#before = before;
      this.#back();
    }
  }
}
