// One of the other games on the table: it has what is known drawn, and takes what hand and keyboard do.

import { remarkSection, tagSection } from "./conclusion.js";
import { field } from "./fields.js";
import { announce } from "./live.js";
import { preference } from "./preferences.js";
import { NoteField } from "./sheet.js";
import { el, fill } from "./text.js";
import { ActsBoard } from "./acts_board.js";
import { listenToActsKeys } from "./acts_keys.js";
import { ActsModel } from "./acts_model.js";
import { ActsHistory, ActsStanding } from "./acts_record.js";
import { askFor } from "./irregular.js";
import { ActsTop } from "./acts_top.js";
import { ActsTurn } from "./acts_turn.js";
import { isCapture, pieceOf } from "./acts_words.js";

/** Shows a game, after a turn if one is given. Returns what to call when it is left. */
export async function showActs(root, api, name, { state, turn }) {
  const table = new ActsTable(root, api, name);
  await table.open(state, turn);
  return () => table.close();
}

class ActsTable extends ActsModel {
  /** The act under the hand, whose consequences are shown. */
  considered = null;
  #root;
  #ends = [];
  #stepping = 0;
  #endPanel = null;
  /** The cells whose pieces can move, and the moves of the selected piece by where they lead: for the names of the cells. */
  #movers = new Set();
  #ways = new Map();

  constructor(root, api, name) {
    super();
    this.api = api;
    this.name = name;
    this.#root = root;
  }

  async open(state, turn) {
    await this.begin(state);
    this.board = new ActsBoard();
    this.top = new ActsTop(this);
    this.turn = new ActsTurn(this);
    this.standing = new ActsStanding(this);
    this.history = new ActsHistory(this);
    this.note = new NoteField(this);
    this.end = el("div", { class: "acts-end" });
    this.panel = el(
      "aside",
      { class: "panel", "aria-label": "Turn" },
      this.turn.heading,
      this.turn.element,
      this.standing.element,
      this.history.element,
      this.turn.news,
      this.note.element,
      this.end,
      this.#tabs(),
    );
    this.#root.className = "play acts-table";
    this.#root.classList.toggle("boardless", !this.state.board);
    // Without a board the panel is the main thing.
    fill(
      this.#root,
      this.top.element,
      this.state.board ? [el("main", {}, this.board.element), this.panel] : el("main", {}, this.panel),
    );
    this.board.nameOf = cell => this.#nameOf(cell);
    this.board.onPick = (cell, how) => this.pick(cell, how);
    this.board.onDrop = (from, to) => this.#drop(from, to);
    this.board.onPoint = cell => this.#pointed(cell);
    const gone = () => this.#leave();
    addEventListener("pagehide", gone);
    this.#ends.push(
      () => removeEventListener("pagehide", gone),
      listenToActsKeys(this),
      this.api.listen(this.name, event => this.hear(event).catch(error => this.fail(error))),
    );
    if (!this.state.board) this.showTab("turns");
    this.draw({ atOnce: true });
    if (turn !== null) this.show(this.turns.findLastIndex(entry => entry.turn === turn));
    // On a touch screen a focus that nobody asked for would only be a frame.
    if (!matchMedia("(pointer: coarse)").matches) this.focusNow();
  }

  close() {
    for (const end of this.#ends) end();
    this.#leave();
  }

  /** The program need not wait for this window; it notices in any case. */
  #leave() {
    this.api.post("api/leave", { journal: this.name, client: this.api.client }, { keepalive: true }).catch(() => {});
  }

  /** Draws everything anew from what is known. */
  draw({ atOnce = false } = {}) {
    this.#root.classList.toggle("ended-game", Boolean(this.state.concluded) && this.at === null);
    this.#root.classList.toggle("past", this.at !== null);
    this.#root.classList.toggle("troubled", this.problem !== null);
    this.#root.classList.toggle("covered", this.isCovered && this.at === null && !this.asking);
    this.considered = null;
    this.#drawBoard(atOnce);
    this.turn.draw();
    this.top.draw();
    this.standing.draw();
    this.note.draw();
    if (this.state.concluded) this.#endPanel ??= this.#drawEnd();
    this.history.draw();
    document.title = `${this.turn.title} · ${this.state.title || this.state.game}`;
  }

  #drawBoard(atOnce) {
    if (!this.state.board) return;
    if (this.at !== null) {
      if (this.step) this.board.show(this.step.board, { last: this.step.last }, { atOnce });
      return;
    }
    const moves = this.selectedMoves;
    const captures = unique(moves.filter(isCapture).map(act => act.to));
    this.#movers = new Set(this.moves.map(act => act.from));
    this.#ways = new Map(moves.map(act => [act.to, act]));
    const to = [...this.#ways.keys()];
    this.board.show(
      this.state.board,
      {
        movers: [...this.#movers],
        selected: moves.length ? this.selected : null,
        targets: to.filter(cell => !captures.includes(cell)),
        captures,
        last: this.state.last,
      },
      { atOnce },
    );
  }

  /** What belongs to a game that is over: remarks and tags. */
  #drawEnd() {
    const { tags, notes } = this.state;
    const about = { journal: this.name, tags };
    // What was written afterwards has a time.
    fill(
      this.end,
      tagSection(this.api, about),
      remarkSection(
        this.api,
        about,
        notes.filter(note => note.when),
      ),
    );
    return this.end;
  }

  /** Makes an act of the game, by its text. */
  play(text) {
    return this.act({ kind: "typed", text });
  }

  /** Somebody chose a cell. */
  pick(cell, how) {
    if (!this.canPlay) return;
    this.refusal = null;
    const options = this.selectedMoves.filter(act => act.to === cell);
    const isMover = this.moves.some(act => act.from === cell);
    const coming = this.selected ? [] : this.moves.filter(act => act.to === cell);
    if (options.length && how === "touch" && this.armed !== cell) {
      this.armed = cell;
      this.board.point(cell);
    } else if (options.length) {
      this.choose(options);
      return;
    } else if (isMover) {
      this.selected = this.selected === cell ? null : cell;
      this.armed = null;
      if (this.selected) announce(`${this.selectedMoves.length} moves.`);
    } else if (coming.length && how !== "touch") {
      this.selected = null;
      this.choosing = coming;
      this.draw();
      this.turn.focus();
      return;
    } else {
      this.selected = null;
      this.armed = null;
    }
    this.choosing = null;
    this.draw();
  }

  /** Makes the one act, or asks which. */
  choose(options) {
    if (options.length === 1) {
      this.play(options[0].text);
      return;
    }
    this.choosing = options;
    this.draw();
    this.turn.focus();
  }

  /** Shows where an act would lead; null shows nothing. */
  consider(act) {
    this.considered = act;
    this.standing.drawLead();
  }

  /** Shows a cell as if the pointer were there. */
  pointAt(cell) {
    this.board.point(cell);
    this.#pointed(cell);
  }

  /** Asks before something is done. */
  ask(question) {
    if (!this.canAct) return;
    this.asking = question;
    this.draw();
    this.turn.focus();
  }

  takeBack() {
    const last = this.turns.findLast(entry => this.state.seats.some(({ name }) => name === entry.actor)) ?? this.turns.at(-1);
    if (!this.state.can.take_back || !last) return;
    this.ask({
      text: `Take back the last act of ${last.actor}?`,
      more: `${last.sentence} The journal keeps a trace of it.`,
      yes: "Take back",
      no: "Keep it",
      act: { kind: "take_back" },
    });
  }

  /** Asks for a word on the result of a game that no referee knows. */
  askForResult() {
    const result = el("input", {
      type: "text",
      dir: "auto",
      autocomplete: "off",
      maxlength: 500,
      placeholder: "North has won",
    });
    const named = field("The result", result);
    askFor(
      "End the game",
      [named.element],
      "End the game",
      () => {
        if (result.value.trim()) return this.play(`end ${result.value.trim()}`);
        named.error("Type a word on the result.");
        result.focus();
        return null;
      },
      this,
    );
  }

  /** Leaves what was begun: a question, a choice, a selection, the past. */
  leave() {
    if (this.asking) this.asking = null;
    else if (this.choosing) this.choosing = null;
    else if (this.armed) this.armed = null;
    else if (this.selected) this.selected = null;
    else if (this.refusal) this.refusal = null;
    else if (this.at !== null) this.at = null;
    else return;
    this.draw();
  }

  /** Shows the game after the act of an index; -1 is the start, and beyond the last is now. */
  async show(index) {
    const number = ++this.#stepping;
    const at = index >= this.turns.length ? null : Math.max(-1, index);
    this.asking = null;
    this.dropChoice();
    if (at !== null) {
      try {
        const step = await this.api.get("api/step", {
          journal: this.name,
          after: at + 1,
          seat: this.seat,
          palette: preference("palette"),
        });
        if (number !== this.#stepping) return;
        this.step = step;
      } catch (error) {
        this.fail(error);
        return;
      }
    }
    this.at = at;
    this.draw();
  }

  /** Draws the board in other colours. */
  async repaint() {
    try {
      this.state = await this.load();
      if (this.at !== null) await this.show(this.at);
      else this.draw({ atOnce: true });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Leaves for the notebook; the next turn waits there. */
  stop() {
    announce(this.state.concluded ? "" : `Stopped. Turn ${this.state.turn} waits for you in the notebook.`);
    location.hash = "";
  }

  /** Moves the focus to what comes next; with `toBoard` to the board in any case. */
  focusNow(toBoard = false) {
    if (this.note.isBusy && !toBoard) return;
    const isOnBoard = this.board.element.contains(document.activeElement);
    if (this.canPlay && this.moves.length && this.state.board) {
      if (!isOnBoard) this.board.focus(this.board.current ?? this.moves[0].from);
    } else {
      this.turn.focus();
    }
  }

  #pointed(cell) {
    const options = this.selectedMoves.filter(act => act.to === cell);
    this.consider(options[0] ?? null);
  }

  #drop(from, to) {
    if (!this.canPlay) return;
    const options = this.moves.filter(act => act.from === from && act.to === to);
    if (options.length) this.choose(options);
    else this.draw();
  }

  /** "e4, pawn of White, can move". */
  #nameOf(cell) {
    const standing = this.board.titleOf(cell);
    const parts = [cell, standing ?? "empty"];
    if (this.at !== null) return parts.join(", ");
    const way = this.#ways.get(cell);
    if (way) parts.push(`${pieceOf(way)} can ${isCapture(way) ? "take it" : "move here"}`);
    if (way?.leads_to) parts.push(way.leads_to);
    if (this.selected === cell) parts.push("selected");
    else if (this.#movers.has(cell)) parts.push("can move");
    return parts.join(", ");
  }

  /** On a narrow screen the panel shows one part at a time. */
  #tabs() {
    const show = name => {
      this.panel.dataset.tab = name;
      for (const tab of tabs) tab.setAttribute("aria-pressed", String(tab.dataset.shows === name));
      if (name === "turns") this.history.scrollToNow();
    };
    const tabs = [
      ["square", "Standing"],
      ["turns", "Acts"],
      ["notes", "Notes"],
    ].map(([name, text]) =>
      el(
        "button",
        { type: "button", "data-shows": name, "aria-pressed": String(name === "square"), onclick: () => show(name) },
        text,
      ),
    );
    this.showTab = show;
    return el("nav", { class: "tabs", "aria-label": "Parts of the panel" }, tabs);
  }
}

function unique(items) {
  return [...new Set(items)];
}
