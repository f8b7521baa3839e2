// A journal on the table: it has what is known drawn, and takes what hand and keyboard do.

import { Board } from "./board.js";
import { conclusionPanel } from "./conclusion.js";
import { listenToKeys } from "./keys.js";
import { announce, cellName } from "./live.js";
import { loadPieces } from "./marks.js";
import { JournalModel, lighting, newsOf } from "./model.js";
import { prefer, preference } from "./preferences.js";
import { NoteField, Sheet } from "./sheet.js";
import { SquarePanel } from "./square.js";
import { el, fill } from "./text.js";
import { TopLine } from "./top.js";
import { TurnPanel } from "./turn.js";

/** Shows a journal, at a turn if one is given. Returns what to call when it is left. */
export function showJournal(root, api, name, { state, turn }) {
  const journal = new Journal(root, api, name);
  journal.open(state, turn);
  return () => journal.close();
}

class Journal extends JournalModel {
  #root;
  #ends = [];

  constructor(root, api, name) {
    super();
    this.api = api;
    this.name = name;
    this.#root = root;
  }

  open(state, turn) {
    this.state = state;
    this.board = new Board(this.api, { side: preference("side") });
    this.top = new TopLine(this);
    this.turn = new TurnPanel(this);
    this.square = new SquarePanel(this);
    this.sheet = new Sheet(this);
    this.note = new NoteField(this);
    this.conclusion = el("div", { class: "conclusion", tabindex: "-1" });
    this.panel = el("aside", { class: "panel", "aria-label": "Turn" },
      this.turn.heading, this.square.element, this.sheet.element, this.turn.news, this.note.element, this.turn.element, this.#tabs(), this.conclusion);
    this.#root.className = "play";
    fill(this.#root, this.top.element, el("main", {}, this.board.element), this.panel);
    this.board.nameOf = square => this.#nameOf(square);
    this.board.onPick = (square, how) => this.pick(square, how);
    this.board.onDrop = (from, to) => this.#drop(from, to);
    this.board.onPoint = square => this.square.point(square);
    this.conclusion.addEventListener("step", event => this.stepToTurn(event.detail.turn));
    this.news = newsOf(this.state);
    const gone = () => this.#leave();
    addEventListener("pagehide", gone);
    this.#ends.push(() => removeEventListener("pagehide", gone), listenToKeys(this), this.api.listen(this.name, event => this.hear(event)));
    if (turn !== null) this.at = this.indexOf(turn);
    this.loadGlosses();
    this.draw({ atOnce: true });
    // On a touch screen a focus that nobody asked for would only be a frame.
    if (!matchMedia("(pointer: coarse)").matches) this.focusNow();
  }

  close() {
    for (const end of this.#ends) end();
    this.square.close();
    this.#leave();
  }

  /** The program need not wait for this window; it notices in any case. */
  #leave() {
    this.api.post("api/leave", { journal: this.name, client: this.api.client }, { keepalive: true }).catch(() => {});
  }

  /** Draws everything anew from what is known. */
  draw({ atOnce = false } = {}) {
    const isOver = this.now.state === "concluded" && this.at === null;
    this.#root.classList.toggle("concluded", isOver);
    this.#root.classList.toggle("quiet", this.isQuiet);
    this.#root.classList.toggle("past", this.at !== null);
    this.#root.classList.toggle("prompting", this.prompt !== null);
    this.#root.classList.toggle("troubled", this.problem !== null);
    this.board.show({
      board: this.state.board,
      symbols: !this.isQuiet || preference("symbols"),
      place: this.place,
      ptah: this.state.ptah,
      atOnce,
      ...lighting(this),
    }).then(isRepainted => isRepainted && this.square.draw()).catch(error => this.fail(error));
    this.turn.draw();
    this.top.draw();
    this.square.draw();
    this.note.draw();
    this.sheet.draw();
    document.title = `${this.turn.title} · ${this.state.title}`;
    if (isOver && !this.#hasConclusion) conclusionPanel(this.conclusion, this.api, this.state);
    this.#hasConclusion = isOver;
  }
  #hasConclusion = false;

  /** Somebody chose a square. */
  pick(square, how) {
    if (!this.canAct || this.now.state !== "move") return;
    this.refusal = null;
    const moves = this.moves.filter(move => move.to === square);
    const isMover = this.now.moves.some(move => move.from === square);
    if (moves.length && how === "touch" && this.armed !== square) {
      this.armed = square;
      this.pointed = square;
      this.board.point(square);
    } else if (moves.length) {
      this.choose(moves);
      return;
    } else if (isMover) {
      this.selected = this.selected === square ? null : square;
      this.armed = null;
    } else if (how === "key") {
      // The program knows why a piece cannot go there, and says it.
      this.act({ kind: "typed", text: square });
      return;
    } else {
      this.selected = null;
      this.armed = null;
      if (how === "touch") this.square.point(square);
    }
    this.choosing = null;
    this.draw();
  }

  /** Makes the one move, or asks which. */
  choose(moves) {
    if (moves.length === 1) {
      this.act({ kind: "move", text: moves[0].text }, { move: moves[0] });
      return;
    }
    this.choosing = moves;
    this.draw();
    this.turn.focus();
  }

  /** Leaves what was begun: a typed move, a choice, a question, a selection, the past. */
  leave() {
    if (this.typed) this.typed = "";
    else if (this.asking) this.asking = null;
    else if (this.choosing) this.choosing = null;
    else if (this.armed) this.disarm();
    else if (this.selected) this.selected = null;
    else if (this.refusal) this.refusal = null;
    else if (this.at !== null) this.at = null;
    else return;
    this.draw();
  }

  /** Takes the finger off the square that it has chosen. */
  disarm() {
    this.armed = null;
    this.pointed = null;
    this.board.point(null);
  }

  /** Asks before something is done. */
  ask(question) {
    if (!this.canAct) return;
    this.asking = question;
    this.draw();
    this.turn.focus();
  }

  /** Shows the turn of an index; beyond the last is now. */
  step(index) {
    this.at = index >= this.turns.length ? null : Math.max(-1, index);
    this.asking = null;
    this.draw();
  }

  /** Shows a turn by its number. */
  stepToTurn(number) {
    this.step(this.indexOf(number));
  }

  /** The real table has been brought up to date. */
  prompted() {
    this.prompt = null;
    this.draw();
    this.focusNow();
  }

  /** Turns the board by a quarter. */
  turnBoard() {
    this.board.turn();
    prefer("side", this.board.side);
    this.draw({ atOnce: true });
  }

  /** Draws board and pieces in other colours. */
  async repaint() {
    try {
      await Promise.all([loadPieces(this.api), this.board.repaint()]);
      this.square.draw();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Leaves for the notebook; the next turn waits there. */
  stop() {
    announce(this.now.state === "concluded" ? "" : `Stopped. Turn ${this.now.turn} waits for you in the notebook.`);
    location.hash = "";
  }

  /** Moves the focus to what comes next. */
  focusNow() {
    if (this.now.state === "concluded" && this.at === null) {
      this.conclusion.focus({ preventScroll: true });
      return;
    }
    const [mover, ...others] = this.now.state === "move" && this.prompt === null ? this.movers : [];
    if (this.state.role !== "player" || this.at !== null || this.note.isBusy) return;
    if (mover && this.state.dice) this.board.focus(others.length ? mover.from : mover.moves[0].to);
    else if (mover && !this.board.element.contains(document.activeElement)) this.board.focus(mover.from);
    else if (!mover) this.turn.focus();
  }

  #drop(from, to) {
    if (!this.canAct) return;
    const moves = this.now.moves.filter(move => move.from === from && move.to === to);
    if (moves.length === 1) this.act({ kind: "move", text: moves[0].text }, { move: moves[0], isDropped: true });
    else if (moves.length) this.choose(moves);
  }

  #nameOf(square) {
    const moves = this.moves.filter(move => move.to === square);
    const isCalled = this.canAct && this.now.state === "move" && this.now.moves.some(move => move.from === square);
    return cellName(square, {
      place: this.place, ptah: this.state.ptah, gloss: this.isQuiet ? null : this.glosses?.[square], options: moves, isCalled,
    });
  }

  /** On a narrow screen the panel shows one part at a time. */
  #tabs() {
    const show = name => {
      this.panel.dataset.tab = name;
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.shows === name));
      if (name === "turns") this.sheet.scrollToNow();
    };
    const tabs = [["square", "Square"], ["turns", "Turns"], ["notes", "Notes"]].map(([name, text]) =>
      el("button", { type: "button", "data-shows": name, "aria-pressed": String(name === "square"), onclick: () => show(name) }, text));
    this.showTab = show;
    return el("nav", { class: "tabs", "aria-label": "Parts of the panel" }, tabs);
  }
}
