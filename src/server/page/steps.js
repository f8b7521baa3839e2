// The list of what was played; each step shows the board as it was after it.

import { capital } from "./live.js";
import { ankh, figure, kindOf, pieceName } from "./marks.js";
import { seatDisc } from "./seats.js";
import { el, fill, spoken } from "./text.js";

/** The height of the row with the armies' names, which stays above. */
const HEAD = 40;

/** How a sentence begins that nobody's act has brought about. */
const CHANCE = "The cards: ";

/** The list in the panel: a table of rounds, or where the turns have not one throw and one move each, of sentences. */
export class Steps {
  #journal;
  #rows;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.#rows = journal.isDrawn ? new Sentences(journal) : new Rounds(/** @type {any} */ (journal));
    this.scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Turns so far" }, this.#rows.element);
    this.element = el("section", { class: "turns", "aria-label": "Turns" }, this.scroll);
    this.scroll.addEventListener("click", (/** @type {any} */ event) => {
      const chosen = event.target.closest("button");
      if (chosen) journal.step(Number(chosen.dataset.index));
    });
  }

  draw() {
    const { at, followed, turns } = this.#journal;
    const focused = this.scroll.contains(document.activeElement) && document.activeElement?.dataset.index;
    this.#rows.draw();
    // A row that was drawn anew has the focus again.
    if (focused) this.#step(focused)?.focus({ preventScroll: true });
    this.scroll.querySelector("button[aria-current]")?.removeAttribute("aria-current");
    const road = new Set(followed?.turns.map(({ turn }) => turn));
    for (const step of this.scroll.querySelectorAll("[data-index]")) {
      step.classList.toggle("followed", road.has(turns[step.dataset.index].turn));
    }
    const shown = this.#step(at ?? -1);
    shown?.setAttribute("aria-current", "step");
    if (at === null) this.scrollToNow();
    else if (shown) this.#reveal(shown);
  }

  /** The button of a turn. @param {number | string} index */
  #step(index) {
    return this.scroll.querySelector(`[data-index="${index}"]`);
  }

  /** Scrolls the list, and not the page around it. @param {Element} step */
  #reveal(step) {
    const [row, list] = [step, this.scroll].map(it => it.getBoundingClientRect());
    const above = list.top + HEAD - row.top, below = row.bottom - list.bottom;
    this.scroll.scrollTop += above > 0 ? -above : Math.max(0, below);
  }

  /** The present is at the lower end. */
  scrollToNow() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }
}

/** A column for each army, a row for each round: the record sheet that people keep on paper. */
class Rounds {
  #journal;
  #body = el("tbody");
  /** What the rows show. @type {string[]} */
  #drawn = [];

  /** @param {JournalOfRounds} journal */
  constructor(journal) {
    this.#journal = journal;
    const { setup, seats } = journal.state;
    const headings = setup.map(({ army }) =>
      el("th", { scope: "col" }, seatDisc(/** @type {SeatView} */ (seats.find(({ name }) => name === army))), army)
    );
    this.element = el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, spoken("Round")), headings)),
      this.#body);
  }

  /** Draws the rows anew from the first that has changed on; the others stay as they are. */
  draw() {
    const { turns, now, isOpen, at } = this.#journal;
    const rounds = Map.groupBy(turns.keys(), index => turns[index].round);
    if (isOpen && !rounds.has(now.round)) rounds.set(now.round, []);
    const present = JSON.stringify([isOpen, at === null, now.actor, now.throw, now.state, now.offers[0]?.piece]);
    const rows = [...rounds].map(([round, played]) =>
      [...played.flatMap(index => [turns[index].turn, turns[index].throw, turns[index].move]), round < now.round || present]
        .join()
    );
    const kept = rows.findIndex((row, at) => row !== this.#drawn[at]);
    const changed = kept < 0 ? rows.length : kept;
    this.#drawn = rows;
    for (const row of [...this.#body.rows].slice(changed)) row.remove();
    this.#body.append(...[...rounds].slice(changed).map(([round, played]) => this.#row(round, played)));
  }

  /** A round, with the turns of these indexes. @param {number} round @param {number[]} played */
  #row(round, played) {
    const { turns, now, isOpen, state } = this.#journal;
    const frozen = round < now.round ? turns[played[played.length - 1]].place.frozen : [];
    /** @param {ArmySetup} setup */
    const cell = ({ army }) => {
      // An army that moves twice in a round has both turns in its cell.
      const steps = played.filter(index => turns[index].actor === army).map(index => this.#button(turns[index], index));
      // Where a frozen army has no turn, the gap is named.
      const isGap = !steps.length && frozen.includes(army);
      const isNow = isOpen && round === now.round && army === now.actor;
      return el("td", {}, steps, isGap && el("span", { class: "frozen" }, "frozen"), isNow && this.#present());
    };
    return el("tr", {}, el("th", { scope: "row" }, round), state.setup.map(cell));
  }

  /** @param {TurnView} turn @param {number} index */
  #button({ turn, actor, throw: number, piece, cell, to }, index) {
    const isPtah = piece?.[1] === "K" && to === this.#journal.state.ptah;
    return el("button", { type: "button", "data-index": index }, spoken(`Turn ${turn}, ${actor}${number ? " throws " : ""}`),
      el("span", { class: "thrown" }, number ?? ""),
      piece
        ? [spoken(`, ${pieceName(piece)} ${cell === to ? "to " : ""}`), figure(kindOf(piece)), el("span", {}, cell)]
        : [spoken(", "), el("span", { class: "no-move" }, cell)], isPtah ? [ankh(), spoken(", the Ptah")] : null);
  }

  /** The turn that is played now. */
  #present() {
    const { now, at } = this.#journal;
    const [first] = now.throw ? now.offers : [];
    const isNoMove = now.state === "no_move";
    return el("span", { class: "present", "aria-current": at === null ? "step" : null },
      el("span", { class: "thrown" }, now.throw ?? ""), first?.piece ? figure(kindOf(first.piece)) : null,
      isNoMove ? el("span", { class: "no-move" }, "no move") : now.throw ? "…" : spoken("now"));
  }
}

/** One sentence below the other, with the notes among them. */
class Sentences {
  #journal;
  #drawn = "";

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.element = el("ol", { class: "act-list" });
  }

  draw() {
    const { turns, state } = this.#journal;
    const { notes } = state;
    const drawn = [turns.length, turns.at(-1)?.sentence, notes.length, notes.filter(note => note.taken_back).length].join(" ");
    if (drawn !== this.#drawn) this.#fill();
    this.#drawn = drawn;
  }

  #fill() {
    const { turns, state } = this.#journal;
    // What was written afterwards is a remark.
    const notes = state.notes.filter(note => !note.when);
    const noted = new Set();
    const rows = turns.map((step, index) => {
      const isLastOfTurn = turns[index + 1]?.turn !== step.turn;
      const own = isLastOfTurn ? notes.filter(note => note.turn === step.turn) : [];
      for (const note of own) noted.add(note);
      return [this.#row(step, index), own.map(noteRow)];
    });
    const others = notes.filter(note => !noted.has(note));
    fill(this.element, others.filter(note => !note.turn).map(noteRow), rows, others.filter(note => note.turn).map(noteRow),
      turns.length || notes.length ? null : el("li", { class: "hint" }, "What is played is listed here."));
  }

  /** @param {TurnView} turn @param {number} index */
  #row({ turn, actor, irregular, ...step }, index) {
    const { turns, state } = this.#journal;
    const sentence = step.sentence.replace(`; irregular: ${irregular}`, "");
    const seat = state.seats.find(({ name }) => name === actor);
    // The disc says it, or that there is none.
    const who = seat ? `${actor}: ` : CHANCE;
    return el("li", {},
      el("button", { type: "button", "data-index": index },
        el("span", { class: "turn-number" }, turns[index - 1]?.turn === turn ? spoken(turn) : turn),
        seat ? seatDisc(seat) : el("span", { class: "no-disc" }),
        el("span", { dir: "auto" }, sentence.startsWith(who) ? [spoken(who), capital(sentence.slice(who.length))] : sentence,
          irregular ? el("small", {}, `Irregular: ${irregular}`) : null)));
  }
}

/** @param {NoteView} note */
function noteRow({ text, taken_back: isBack }) {
  return el("li", { class: isBack ? "note-row taken-back" : "note-row" }, spoken("Note: "), el("span", { dir: "auto" }, text));
}
