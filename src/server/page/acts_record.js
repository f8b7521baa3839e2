// The record of one of the other games: its acts as sentences, what stands beside the board, and where an act would lead.

import { capital } from "./live.js";
import { el, fill } from "./text.js";
import { besideList } from "./acts_cards.js";
import { seatDisc, seatRow } from "./acts_seat.js";
import { actName, consequence } from "./acts_words.js";

/** How a sentence begins that nobody's act has brought about. */
const CHANCE = "The cards: ";

/** The acts, one below the other; each shows the game as it was after it. */
export class ActsHistory {
  #table;
  #drawn = "";

  constructor(table) {
    this.#table = table;
    this.list = el("ol", { class: "act-list" });
    this.scroll = el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Acts of the game" }, this.list);
    this.element = el("section", { class: "turns", "aria-label": "Acts" }, this.scroll);
    this.list.addEventListener("click", event => {
      const chosen = event.target.closest("button");
      if (chosen) table.show(Number(chosen.dataset.index));
    });
  }

  draw() {
    const { state, at } = this.#table;
    const { history, notes } = state;
    const drawn = [history.length, history.at(-1)?.sentence, notes.length, notes.filter(note => note.taken_back).length].join(
      " ",
    );
    if (drawn !== this.#drawn) {
      this.#fill();
      this.#drawn = drawn;
    }
    this.list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const shown = at === null || at < 0 ? null : this.list.querySelector(`[data-index="${at}"]`);
    shown?.setAttribute("aria-current", "step");
    if (shown) shown.scrollIntoView({ block: "nearest" });
    else if (at === null) this.scrollToNow();
  }

  /** The present is at the lower end. */
  scrollToNow() {
    this.scroll.scrollTop = this.scroll.scrollHeight;
  }

  #fill() {
    const { history, seats } = this.#table.state;
    // What was written afterwards is a remark.
    const notes = this.#table.state.notes.filter(note => !note.when);
    const noted = new Set();
    const rows = history.map((entry, at) => {
      const isLastOfTurn = history[at + 1]?.turn !== entry.turn;
      const own = isLastOfTurn ? notes.filter(note => note.turn === entry.turn) : [];
      for (const note of own) noted.add(note);
      return [this.#row(entry, at, history[at - 1]?.turn === entry.turn, seats), own.map(noteRow)];
    });
    const others = notes.filter(note => !noted.has(note));
    fill(
      this.list,
      others.filter(note => !note.turn).map(noteRow),
      rows,
      others.filter(note => note.turn).map(noteRow),
      history.length || notes.length ? null : el("li", { class: "hint" }, "The acts of the game are listed here."),
    );
  }

  #row(entry, index, isSameTurn, seats) {
    const { turn, actor, irregular } = entry;
    const sentence = entry.sentence.replace(`; irregular: ${irregular}`, "");
    const seat = seats.find(({ name }) => name === actor);
    // The disc says it, or that there is none.
    const who = seat ? `${actor}: ` : CHANCE;
    const words = [
      el("span", { class: "turn-number" }, isSameTurn ? el("span", { class: "unseen" }, turn) : turn),
      seat ? seatDisc(seat) : el("span", { class: "no-disc" }),
      el(
        "span",
        { dir: "auto" },
        sentence.startsWith(who) ? [el("span", { class: "unseen" }, who), capital(sentence.slice(who.length))] : sentence,
        irregular ? el("small", {}, `Irregular: ${irregular}`) : null,
      ),
    ];
    return el("li", {}, el("button", { type: "button", "data-index": index }, words));
  }
}

function noteRow({ text, taken_back: isBack }) {
  return el(
    "li",
    { class: isBack ? "note-row taken-back" : "note-row" },
    el("span", { class: "unseen" }, "Note: "),
    el("span", { dir: "auto" }, text),
  );
}

/** What stands beside the board: the seats, hands of cards, prisoners; and above it where the act under the hand would lead. */
export class ActsStanding {
  #table;

  constructor(table) {
    this.#table = table;
    this.lead = el("p", { class: "acts-lead" });
    this.rows = el("div", {});
    this.element = el("section", { class: "square standing", tabindex: "0", "aria-label": "Standing" }, this.lead, this.rows);
  }

  draw() {
    const { state, at, step, actorSeat } = this.#table;
    const beside = at === null ? state.beside : (step?.beside ?? state.beside);
    fill(this.rows, seatRow(state.seats, at === null ? actorSeat : null), beside.length ? besideList(beside) : null);
    this.drawLead();
  }

  drawLead() {
    const act = this.#table.considered;
    const more = act && consequence(act);
    const words = act && [el("b", {}, actName(act)), more ? `: ${more}${more.endsWith(".") ? "" : "."}` : null];
    fill(this.lead, words);
  }
}
