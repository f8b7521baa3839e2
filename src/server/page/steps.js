// The list of what was played; each step shows the board as it was after it.

import { capital } from "./live.js";
import { ankh, figure, kindOf, pieceName } from "./marks.js";
import { seatDisc } from "./seats.js";
import { el, fill } from "./text.js";

/** So many rounds are kept in the page; earlier ones come when one scrolls up to them. */
const KEPT = 30;
/** How a sentence begins that nobody's act has brought about. */
const CHANCE = "The cards: ";

/** The list in the panel: a table of rounds, or where the turns have not one throw and one move each, of sentences. */
export class Steps {
  /** @type {Journal} */
  #journal;
  #rows;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.#rows = journal.isDrawn ? new Sentences(journal) : new Rounds(/** @type {any} */ (journal));
    /** @type {HTMLElement} */
    this.scroll = el("div", {
      class: "scroll",
      tabindex: "0",
      role: "region",
      "aria-label": "Turns so far",
      onscroll: () => this.#rows.scrolled(this.scroll),
    }, this.#rows.element);
    this.element = el("section", { class: "turns", "aria-label": "Turns" }, this.scroll);
    this.scroll.addEventListener("click", (/** @type {any} */ event) => {
      const chosen = event.target.closest("button");
      if (chosen) journal.step(Number(chosen.dataset.index));
    });
  }

  draw() {
    const { at } = this.#journal;
    this.#rows.draw();
    this.scroll.querySelector("button[aria-current]")?.removeAttribute("aria-current");
    for (const button of this.scroll.querySelectorAll("[data-index]")) {
      button.classList.toggle("followed", isFollowed(this.#journal, Number(button.dataset.index)));
    }
    const shown = at === null || at < 0 ? null : this.#rows.step(at);
    shown?.setAttribute("aria-current", "step");
    shown?.scrollIntoView({ block: "nearest" });
    if (at === null) this.scrollToNow();
  }

  /** The present is at the lower end. */
  scrollToNow() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }
}

/** A column for each army, a row for each round: the record sheet that people keep on paper. */
class Rounds {
  /** @type {JournalOfRounds} */
  #journal;
  #rows = new Map();
  /** How many turns are drawn, and what the last of them is. */
  #count = 0;
  #last = "";
  #first = 1;
  /** @type {any} */
  #nowCell = null;

  /** @param {JournalOfRounds} journal */
  constructor(journal) {
    this.#journal = journal;
    this.body = el("tbody");
    this.element = el("table", {}, this.body);
  }

  draw() {
    const { turns } = this.#journal;
    const isSame = this.#count <= turns.length && this.#last === sameAs(turns[this.#count - 1]);
    if (!isSame || !this.element.tHead) this.#rebuild();
    else for (let index = this.#count; index < turns.length; index += 1) this.#add(index);
    this.#count = turns.length;
    this.#last = sameAs(turns.at(-1));
    this.#freeze();
    this.#markNow();
  }

  /** The button of a turn. @param {number} index */
  step(index) {
    const { round } = this.#journal.turns[index];
    if (round < this.#first) this.#extend(round);
    return this.body.querySelector(`[data-index="${index}"]`);
  }

  /** @param {HTMLElement} scroll */
  scrolled(scroll) {
    if (scroll.scrollTop > 60 || this.#first === 1) return;
    const height = scroll.scrollHeight;
    this.#extend(this.#first - KEPT);
    scroll.scrollTop += scroll.scrollHeight - height;
  }

  #rebuild() {
    const { turns, now, state } = this.#journal;
    this.#rows.clear();
    this.#nowCell = null;
    this.#first = Math.max(1, now.round - KEPT + 1);
    this.element.tHead?.remove();
    /** @param {ArmySetup} setup */
    const heading = ({ army }) =>
      el("th", { scope: "col" }, seatDisc(/** @type {SeatView} */ (state.seats.find(({ name }) => name === army))), army);
    this.element.prepend(
      el("thead", {},
        el("tr", {}, el("th", { scope: "col" }, el("span", { class: "unseen" }, "Round")), state.setup.map(heading))),
    );
    fill(this.body);
    turns.forEach((turn, index) => {
      if (turn.round >= this.#first) this.#add(index);
    });
  }

  /** @param {number} round */
  #row(round) {
    const known = this.#rows.get(round);
    if (known) return known;
    const cells = new Map(this.#journal.state.setup.map(({ army }) => [army, el("td")]));
    const row = { element: el("tr", {}, el("th", { scope: "row" }, round), ...cells.values()), cells };
    this.#rows.set(round, row);
    const after = [...this.#rows.keys()].filter(other => other > round);
    this.body.insertBefore(row.element, after.length ? this.#rows.get(Math.min(...after)).element : null);
    return row;
  }

  /** @param {number} index */
  #add(index) {
    const turn = this.#journal.turns[index];
    const cell = this.#row(turn.round).cells.get(turn.actor);
    if (cell === this.#nowCell) this.#clearNow();
    // An army that moves twice in a round has both turns in its cell.
    cell?.append(this.#button(turn, index));
  }

  /** @param {TurnView} turn @param {number} index */
  #button({ turn, actor, throw: number, piece, cell, to }, index) {
    const isPtah = piece?.[1] === "K" && to === this.#journal.state.ptah;
    const look = { class: isFollowed(this.#journal, index) ? "followed" : null };
    return el("button", { type: "button", "data-index": index, ...look },
      spoken(`Turn ${turn}, ${actor}${number ? " throws " : ""}`), el("span", { class: "thrown" }, number ?? ""),
      piece
        ? [spoken(`, ${pieceName(piece)} ${cell === to ? "to " : ""}`), figure(kindOf(piece)), el("span", {}, cell)]
        : [spoken(", "), el("span", { class: "no-move" }, cell)], isPtah ? [ankh(), spoken(", the Ptah")] : null);
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
    const { now, isOpen, at } = this.#journal;
    this.#clearNow();
    if (!isOpen) {
      this.#dropEmptyRow(now.round);
      return;
    }
    const cell = this.#row(now.round).cells.get(now.actor);
    if (!cell) return;
    const isNoMove = now.state === "no_move";
    const [first] = now.throw ? now.offers : [];
    cell.append(
      el("span", { class: "present", "aria-current": at === null ? "step" : null },
        el("span", { class: "thrown" }, now.throw ?? ""), first?.piece ? figure(kindOf(first.piece)) : null,
        isNoMove ? el("span", { class: "no-move" }, "no move") : now.throw ? "…" : spoken("now")),
    );
    this.#nowCell = cell;
  }

  /** The round that was to come has not come. @param {number} round */
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

  /** Adds earlier rounds, from this one on. @param {number} round */
  #extend(round) {
    const end = this.#first;
    this.#first = Math.max(1, round);
    this.#journal.turns.forEach((turn, index) => {
      if (turn.round >= this.#first && turn.round < end) this.#add(index);
    });
    this.#freeze();
  }
}

/** One sentence below the other, with the notes among them. */
class Sentences {
  /** @type {Journal} */
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

  /** The button of an act. @param {number} index */
  step(index) {
    return this.element.querySelector(`[data-index="${index}"]`);
  }

  /** All acts are in the page. @param {HTMLElement} _scroll */
  scrolled(_scroll) {}

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

/** Whether a turn is one of the piece that is followed. @param {Pick<Journal, "followed" | "turns">} journal @param {number} index */
function isFollowed({ followed, turns }, index) {
  return followed?.turns.some(({ turn }) => turn === turns[index].turn) ?? false;
}

/** Words between those that are seen: "Turn 36, Water throws 2, knight to e3". @param {Content} text */
function spoken(text) {
  return el("span", { class: "unseen" }, text);
}

/** Two turns with the same text are the same. @param {TurnView | undefined} turn */
function sameAs(turn) {
  return turn ? `${turn.turn} ${turn.throw} ${turn.move}` : "";
}
