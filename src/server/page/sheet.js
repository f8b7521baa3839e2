// The record of a journal: the table of rounds and the notes.

import { diceTable } from "./asides.js";
import { announce } from "./live.js";
import { ankh, armyDisc, figure, key, kindOf, pieceName } from "./marks.js";
import { preference } from "./preferences.js";
import { el, fill } from "./text.js";

/** So many rounds are kept in the page; earlier ones come when one scrolls up to them. */
const KEPT = 30;

/** A column for each army, a row for each round: the record sheet that people keep on paper. */
export class Sheet {
  #journal;
  #rows = new Map();
  /** How many turns are drawn, and what the last of them is. */
  #count = 0;
  #last = "";
  #first = 1;
  #shown = null;
  #nowCell = null;

  constructor(journal) {
    this.#journal = journal;
    this.body = el("tbody");
    this.table = el("table", {}, this.body);
    this.scroll = el("div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": "Table of rounds", onscroll: () => this.#scrolled() },
      this.table);
    this.element = el("section", { class: "turns", "aria-label": "Turns" }, this.scroll);
    this.body.addEventListener("click", event => {
      const button = event.target.closest("button");
      if (button) journal.step(Number(button.dataset.index));
    });
  }

  draw() {
    const { turns, at } = this.#journal;
    const isSame = this.#count <= turns.length && this.#last === sameAs(turns[this.#count - 1]);
    if (!isSame || !this.table.tHead || this.#armiesChanged()) this.#rebuild();
    else for (let index = this.#count; index < turns.length; index += 1) this.#add(index);
    this.#count = turns.length;
    this.#last = sameAs(turns.at(-1));
    this.#freeze();
    this.#markNow();
    this.#markShown();
    if (at === null) this.scrollToNow();
  }

  /** The present is at the lower end. */
  scrollToNow() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  get #armies() {
    const { setup, turns } = this.#journal.state;
    const order = setup.map(({ army }) => army);
    return order.length ? order : [...new Set(turns.list.map(({ army }) => army))];
  }

  #armiesChanged() {
    return this.table.tHead.dataset.armies !== this.#armies.join(" ");
  }

  #rebuild() {
    const { turns, now } = this.#journal;
    this.#rows.clear();
    this.#nowCell = null;
    this.#shown = null;
    this.#first = Math.max(1, now.round - KEPT + 1);
    this.table.tHead?.remove();
    this.table.prepend(el("thead", { "data-armies": this.#armies.join(" ") },
      el("tr", {}, el("th", { scope: "col" }, el("span", { class: "unseen" }, "Round")),
        this.#armies.map(army => el("th", { scope: "col" }, armyDisc(army), army)))));
    fill(this.body);
    turns.forEach((turn, index) => {
      if (turn.round >= this.#first) this.#add(index);
    });
  }

  #row(round) {
    const known = this.#rows.get(round);
    if (known) return known;
    const cells = new Map(this.#armies.map(army => [army, el("td")]));
    const row = { element: el("tr", {}, el("th", { scope: "row" }, round), ...cells.values()), cells };
    this.#rows.set(round, row);
    const after = [...this.#rows.keys()].filter(other => other > round);
    this.body.insertBefore(row.element, after.length ? this.#rows.get(Math.min(...after)).element : null);
    return row;
  }

  #add(index) {
    const turn = this.#journal.turns[index];
    const cell = this.#row(turn.round).cells.get(turn.army);
    if (cell === this.#nowCell) this.#clearNow();
    // An army that moves twice in a round has both turns in its cell.
    cell?.append(this.#button(turn, index));
  }

  #button({ turn, army, throw: number, piece, cell, to }, index) {
    const isPtah = piece?.[1] === "K" && to === this.#journal.state.ptah;
    return el("button", { type: "button", "data-index": index },
      spoken(`Turn ${turn}, ${army}${number ? " throws " : ""}`),
      el("span", { class: "thrown" }, number ?? ""),
      piece
        ? [spoken(`, ${pieceName(piece)} ${cell === to ? "to " : ""}`), figure(kindOf(piece)), el("span", {}, cell)]
        : [spoken(", "), el("span", { class: "no-move" }, cell)],
      isPtah ? [ankh(), spoken(", the Ptah")] : null);
  }

  /** Where a frozen army has no turn, the gap is named. */
  #freeze() {
    const { turns, now } = this.#journal;
    const last = new Map();
    for (let index = turns.length - 1; index >= 0 && turns[index].round >= this.#first; index -= 1) {
      const { round, place } = turns[index];
      if (!last.has(round)) last.set(round, place.frozen);
    }
    for (const [round, frozen] of last) {
      if (round >= now.round) continue;
      for (const army of frozen) {
        const cell = this.#rows.get(round)?.cells.get(army);
        if (cell && !cell.hasChildNodes()) cell.append(el("span", { class: "frozen" }, "frozen"));
      }
    }
  }

  /** The cell of the turn that is played now. */
  #markNow() {
    const { now } = this.#journal;
    this.#clearNow();
    if (now.state === "concluded" || now.state === "over") {
      this.#dropEmptyRow(now.round);
      return;
    }
    const cell = this.#row(now.round).cells.get(now.army);
    if (!cell) return;
    const kind = now.state === "no_move" ? null : now.moves[0] && now.throw ? kindOf(now.moves[0].piece) : null;
    cell.append(el("span", { class: "present", "aria-current": this.#journal.at === null ? "step" : null },
      el("span", { class: "thrown" }, now.throw ?? ""), kind ? figure(kind) : null,
      now.state === "no_move" ? el("span", { class: "no-move" }, "no move") : now.throw ? "…" : el("span", { class: "unseen" }, "now")));
    this.#nowCell = cell;
  }

  /** The round that was to come has not come. */
  #dropEmptyRow(round) {
    const row = this.#rows.get(round);
    if (!row || row.element.querySelector("button")) return;
    row.element.remove();
    this.#rows.delete(round);
  }

  #clearNow() {
    this.#nowCell?.querySelector(".present")?.remove();
    this.#nowCell = null;
  }

  #markShown() {
    const { at, turns } = this.#journal;
    this.#shown?.removeAttribute("aria-current");
    this.#shown = null;
    if (at === null || at < 0) return;
    if (turns[at].round < this.#first) this.#extend(turns[at].round);
    this.#shown = this.body.querySelector(`[data-index="${at}"]`);
    this.#shown?.setAttribute("aria-current", "step");
    this.#shown?.scrollIntoView({ block: "nearest" });
  }

  #scrolled() {
    if (this.scroll.scrollTop > 60 || this.#first === 1) return;
    const height = this.scroll.scrollHeight;
    this.#extend(this.#first - KEPT);
    this.scroll.scrollTop += this.scroll.scrollHeight - height;
  }

  /** Adds earlier rounds, from this one on. */
  #extend(round) {
    const end = this.#first;
    this.#first = Math.max(1, round);
    this.#journal.turns.forEach((turn, index) => {
      if (turn.round >= this.#first && turn.round < end) this.#add(index);
    });
    this.#freeze();
  }
}

/** Words between those that are seen: "Turn 36, Water throws 2, knight to e3". */
function spoken(text) {
  return el("span", { class: "unseen" }, text);
}

/** Two turns with the same text are the same. */
function sameAs(turn) {
  return turn ? `${turn.turn} ${turn.throw} ${turn.move}` : "";
}

/** The note on a turn, and the notes so far. */
export class NoteField {
  #journal;
  #before = null;

  constructor(journal) {
    this.#journal = journal;
    this.field = el("input", {
      type: "text", class: "note-field", autocomplete: "off", dir: "auto",
      oninput: () => this.#changed(), onkeydown: event => this.#key(event), onblur: () => { this.#before = null; },
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
        el("li", { class: isBack ? "taken-back" : null }, el("span", { class: "soft" }, of ?? ""), el("span", { dir: "auto" }, text))));
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

  /** Puts back what could not be saved. */
  restore(text) {
    if (!this.field.value) this.field.value = text;
    this.#changed();
  }

  #changed() {
    const hasText = this.text !== "";
    this.form.classList.toggle("written", hasText);
    this.number.textContent = hasText ? this.#journal.noteTurn || "" : "";
  }

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
