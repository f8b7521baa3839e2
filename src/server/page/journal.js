// A journal on the table: it has what is known drawn, and takes what hand and keyboard do.

import { BesidePanel } from "./beside.js";
import { Board } from "./board.js";
import { showFollowed } from "./cast.js";
import { conclusionPanel } from "./conclusion.js";
import { askForCard, askForIrregular, askForResult } from "./forms.js";
import { listenToKeys } from "./keys.js";
import { lighting } from "./lighting.js";
import { announce, cellName, sentences, whatStandsOn } from "./live.js";
import { loadPieces } from "./marks.js";
import { JournalModel } from "./model.js";
import { NoteField } from "./notes.js";
import { isSet, prefer, preference, set } from "./preferences.js";
import { SquarePanel } from "./square.js";
import { Steps } from "./steps.js";
import { button, count, el, fill } from "./text.js";
import { TopLine } from "./top.js";
import { TurnPanel } from "./turn.js";

/** How long what was played last, or why nothing can move, is seen before the program acts, in ms. */
const WAITS = 700, PASS_WAITS = 2000;

/** Shows a journal, at a turn if one is given. Returns what to call when it is left. @param {HTMLElement} root @param {Api} api @param {string} name @param {{state: StateView, turn: number | null}} shown */
export async function showJournal(root, api, name, { state, turn }) {
  const journal = new Journal(root, api, name);
  await journal.open(state, turn);
  return () => journal.close();
}

export class Journal extends JournalModel {
  #root;
  /** @type {(() => void)[]} */
  #ends = [];
  #stepping = 0;
  #isAtConclusion = false;
  /** The revision that the conclusion was made for. @type {number | null} */
  #concluded = null;
  /** The act of the program that is to come. @type {ReturnType<typeof setTimeout> | null} */
  #programAct = null;

  /** @param {HTMLElement} root @param {Api} api @param {string} name */
  constructor(root, api, name) {
    super();
    this.api = api;
    this.name = name;
    this.#root = root;
  }

  /** @param {StateView} state @param {number | null} turn */
  async open(state, turn) {
    await this.begin(state);
    this.board = new Board(this.api, { side: preference("side") });
    this.top = new TopLine(this);
    this.turn = new TurnPanel(this);
    this.square = /** @type {any} */ (this.isDrawn ? new BesidePanel(this) : new SquarePanel(this));
    this.steps = new Steps(this);
    this.note = new NoteField(this);
    this.conclusion = el("div", { class: "conclusion", tabindex: "-1" });
    // On a narrow screen the bar stays below, and the page scrolls behind it.
    const bar = el("div", { class: "turn-bar" }, this.turn.heading, this.turn.element);
    this.panel = el("aside", { class: "panel", "aria-label": "Turn" }, bar, this.square.element, this.steps.element,
      this.turn.news, this.note.element, this.conclusion);
    this.#root.className = this.isDrawn ? "play acts-table" : "play";
    this.#root.classList.toggle("boardless", !this.hasBoard);
    // Without a board the panel is the main thing.
    fill(this.#root, this.top.element,
      this.hasBoard ? [el("main", {}, this.board.element), this.panel] : el("main", {}, this.panel));
    this.board.nameOf = cell => this.#nameOf(cell);
    this.board.onPick = (cell, how) => this.pick(cell, how);
    this.board.onDrop = (from, to) => this.#drop(from, to);
    this.board.onPoint = cell => this.square.point(cell);
    this.#ends.push(listenToKeys(this), this.api.follow(() => this.catchUp()));
    this.loadGlosses();
    this.draw({ atOnce: true });
    if (turn !== null) this.#begin(turn);
    // On a touch screen a focus that nobody asked for would only be a frame.
    if (!matchMedia("(pointer: coarse)").matches) this.focusNow();
  }

  /** Shows the turn that the address names, or the one before the first. @param {number} turn */
  #begin(turn) {
    const index = this.indexOf(turn);
    if (index >= 0 || turn === (this.turns[0]?.turn ?? 1) - 1) {
      this.step(index);
      return;
    }
    const last = this.turns.at(-1)?.turn;
    this.news = last ? `The address names a turn that there is not; the last is ${last}.` : "There are no turns yet.";
    this.draw();
  }

  close() {
    clearTimeout(this.#programAct ?? undefined);
    for (const end of this.#ends) end();
    this.square.close();
  }

  /** A game that nobody referees has none. */
  get hasBoard() {
    return this.state.drawing?.svg !== "";
  }

  /** Draws everything anew from what is known. */
  draw({ atOnce = false } = {}) {
    const isOver = this.isConcluded && this.at === null;
    const looks = {
      concluded: isOver,
      quiet: this.isQuiet,
      past: this.at !== null,
      prompting: this.prompt !== null,
      troubled: this.problem !== null,
      covered: this.isCovered && this.at === null && !this.asking,
    };
    for (const [look, is] of Object.entries(looks)) this.#root.classList.toggle(look, is);
    this.#drawBoard(atOnce);
    for (const part of [this.turn, this.top, this.square, this.note, this.steps]) part.draw();
    document.title = `${this.turn.title} · ${this.state.title}`;
    if (isOver && !this.#isAtConclusion) this.#conclude();
    this.#letProgramAct();
    for (const notes of this.conclusion.querySelectorAll(".own-notes")) notes.dispatchEvent(new Event("notes"));
    this.#isAtConclusion = isOver;
  }

  /** The program acts in a seat that it plays, after a moment in which one sees what was played last. */
  #letProgramAct() {
    if (this.#programAct !== null || !this.#automaticAct() || !this.canAct || this.asking) return;
    this.#programAct = setTimeout(() => {
      this.#programAct = null;
      const act = this.#automaticAct();
      if (act && !this.asking && this.#root.isConnected) this.act(act, { isAutomatic: true });
    }, this.now.state === "no_move" ? PASS_WAITS : WAITS);
  }

  /** The act that nobody need choose: of the program in its seat, or what is set to be made always. @returns {PageAct | null} */
  #automaticAct() {
    const { program, state, program_throws: programThrows } = this.now;
    if (program) return { kind: "program" };
    if (state === "throw" && programThrows && isSet("throws", this.name)) return { kind: "deal" };
    return state === "no_move" && isSet("passes", this.name) ? { kind: "pass" } : null;
  }

  /** Sets what is always done in this journal. @param {import("./preferences.js").Setting} setting @param {boolean} is */
  settle(setting, is) {
    set(setting, this.name, is);
    this.draw();
  }

  /** Shows the conclusion; whoever comes back to it from a turn finds it as it was. */
  async #conclude() {
    const { revision } = this.state;
    if (this.#concluded === revision) showFollowed(this.conclusion, this.followed);
    else this.#concluded = (await conclusionPanel(this.conclusion, this)) ? revision : null;
  }

  /** @param {boolean} atOnce */
  #drawBoard(atOnce) {
    if (!this.hasBoard) return;
    const { board, ptah } = this.state;
    const ground = this.isDrawn
      ? { drawing: this.drawing?.svg, last: this.drawing?.last }
      : { board, symbols: !this.isQuiet || preference("symbols"), place: this.place, ptah };
    this.board.show({ ...ground, atOnce, road: this.followed?.squares, ...lighting(this) }).then(isRepainted =>
      isRepainted && this.square.draw()
    ).catch(error => this.fail(error));
  }

  /** Somebody chose a cell. @param {string} cell @param {string} how */
  pick(cell, how) {
    if (!this.canPlay || this.now.state !== "move") return;
    this.refusal = null;
    const { armed, selected } = this;
    const moves = this.moves.filter(move => move.to === cell);
    const isMover = this.allMoves.some(move => move.from === cell);
    if (moves.length && how === "touch" && armed !== cell) {
      this.armed = cell;
      this.pointed = cell;
      this.board.point(cell);
    } else if (moves.length) {
      this.choose(moves);
      return;
    } else if (isMover) {
      this.selected = selected === cell ? null : cell;
      this.armed = null;
      if (this.selected && this.isDrawn) announce(`${this.moves.length} moves.`);
    } else if (how === "key" && !this.isDrawn) {
      // The program knows why a piece cannot go there, and says it.
      this.act({ kind: "typed", text: cell });
      return;
    } else {
      this.selected = null;
      this.armed = null;
      if (how === "touch") this.square.point(cell);
    }
    this.choosing = null;
    this.draw();
  }

  /** Makes the one move, or asks which. @param {OfferView[]} moves */
  choose(moves) {
    if (moves.length === 1) {
      this.play(moves[0]);
      return;
    }
    this.choosing = moves;
    this.draw();
    this.turn.focus();
  }

  /** Plays what is offered. @param {OfferView} offer */
  play(offer, more = {}) {
    return this.act({ kind: "move", text: offer.text }, { move: offer.from && offer.to ? offer : null, ...more });
  }

  /** Leaves what was begun: a typed move, a choice, a question, a selection, the past. */
  leave() {
    const { typed, at } = this;
    if (typed) this.typed = "";
    else if (this.asking) this.asking = null;
    else if (this.choosing) this.choosing = null;
    else if (this.armed) {
      this.armed = this.pointed = null;
      this.board.point(null);
    } else if (this.selected) this.selected = null;
    else if (this.refusal) this.refusal = null;
    else if (at !== null) this.at = null;
    else if (this.followed) this.#follow(null);
    else return;
    this.draw();
  }

  /** Asks before something is done. @param {object} question */
  ask(question) {
    if (!this.canAct) return;
    this.asking = question;
    this.draw();
    this.turn.focus();
  }

  /** Does what the menu offers by a name, if it does. @param {string} name */
  useTool(name) {
    const tool = this.tool(name);
    if (tool) this.use(tool);
  }

  /** Does what the menu offers, or asks first. @param {ToolView} tool */
  use({ name, ask, act, example }) {
    /** @type {Record<string, (journal: Journal) => void>} */
    const forms = {
      advice: journal => journal.advise(),
      card: askForCard,
      end: askForResult,
      irregular: journal => askForIrregular(journal, example),
    };
    if (ask) this.ask({ ...ask, act });
    else if (act) this.act(act);
    else if (forms[name]) forms[name](this);
    else this.ask({ dice: true });
  }

  /** Says what the program would play, and selects its piece: only for who asks. */
  async advise() {
    if (!this.tool("advice") || !this.canPlay) return;
    const { revision } = this.state;
    /** @param {string | null} text */
    const say = text => {
      this.news = text;
      announce(text);
      this.draw();
    };
    say("The program thinks…");
    try {
      const { text, move } = await this.api.get("api/hint", { journal: this.name, seat: this.seat });
      if (this.state.revision !== revision) return;
      const offer = this.offers.find(offer => offer.text === move);
      this.selected = offer?.from ?? null;
      say(`${text} ${sentences(offer?.consequences ?? [])}`);
    } catch (error) {
      this.news = null;
      this.fail(error);
    }
  }

  /** Shows the board after the turn of an index; -1 is the start, and beyond the last is now. @param {number} index */
  async step(index) {
    const number = ++this.#stepping;
    const at = index >= this.turns.length ? null : Math.max(-1, index);
    if (at !== null && this.isDrawn && !(await this.#loadStep(at, number))) return;
    this.at = at;
    this.asking = null;
    this.draw();
  }

  /** Asks for the drawing after an act. Returns whether it is still wanted. @param {number} at @param {number} number */
  async #loadStep(at, number) {
    const view = { seat: this.seat, palette: preference("palette"), side: preference("side") };
    const isLoaded = await this.attempt(async () => {
      const drawing = await this.api.get("api/step", { journal: this.name, after: at + 1, ...view });
      if (number === this.#stepping) this.shownDrawing = drawing;
    });
    return isLoaded && number === this.#stepping;
  }

  /** Follows a piece of the cast through the turns; the one that is followed, or null, is left. @param {Followed | null} one */
  follow(one) {
    this.#follow(one?.piece === this.followed?.piece ? null : one);
    this.draw();
  }

  /** @param {Followed | null} one */
  #follow(one) {
    const { followed } = this;
    announce(one ? `Following ${one.name}: ${count(one.turns.length, "turn")}.` : `${followed?.name} is no longer followed.`);
    this.followed = one;
    showFollowed(this.conclusion, one);
  }

  /** The real table has been brought up to date. */
  prompted() {
    this.prompt = null;
    this.draw();
    this.focusNow();
  }

  /** Turns the board. */
  turnBoard() {
    if (!this.hasBoard) return;
    prefer("side", this.board.turn());
    if (this.isDrawn) this.repaint();
    else this.draw({ atOnce: true });
  }

  /** Draws board and pieces in other colours. */
  async repaint() {
    await this.attempt(async () => {
      if (this.isDrawn) {
        await this.reload();
        await this.step(this.at ?? this.turns.length);
        return;
      }
      await Promise.all([loadPieces(this.api), this.board.repaint()]);
      this.square.draw();
    });
  }

  /** Leaves for the notebook; the next turn waits there. */
  stop() {
    announce(this.isConcluded ? "" : `Stopped. Turn ${this.now.turn} waits for you in the notebook.`);
    location.hash = "";
  }

  /** Shows a cell as if the pointer were there. @param {string | null} cell */
  pointAt(cell) {
    this.board.point(cell);
    this.square.point(cell);
  }

  /** Moves the focus to what comes next; with `toBoard` to the board in any case. */
  focusNow(toBoard = false) {
    if (this.isConcluded && this.at === null) {
      this.conclusion.focus({ preventScroll: true });
      return;
    }
    if (this.at !== null || (this.note.isBusy && !toBoard)) return;
    const isMoving = this.now.state === "move" && this.prompt === null && this.canPlay && this.hasBoard;
    const [mover, ...others] = isMoving ? this.movers : [];
    if (mover && this.state.dice) this.board.focus(others.length ? mover.from : mover.moves[0].to);
    else if (!mover) this.turn.focus();
    else if (!this.board.element.contains(document.activeElement)) this.board.focus(this.board.cells.current?.name ?? mover.from);
  }

  /** @param {string} from @param {string} to */
  #drop(from, to) {
    if (!this.canPlay) return;
    const moves = this.allMoves.filter(move => move.from === from && move.to === to);
    if (moves.length === 1) this.play(moves[0], { isDropped: true });
    else if (moves.length) this.choose(moves);
  }

  /** @param {string} cell */
  #nameOf(cell) {
    const { place } = this;
    return cellName(cell, {
      standing: place ? whatStandsOn(place, cell) : this.board.standing.on(cell)[0]?.title ?? null,
      isPtah: cell === this.state.ptah,
      isChecked: place?.checks.some(check => check.king === cell),
      isSelected: this.isDrawn && this.selected === cell,
      gloss: this.isQuiet ? null : this.glosses?.[cell],
      options: !this.isDrawn || this.selection ? this.moves.filter(move => move.to === cell) : [],
      isOnRoad: this.followed?.squares.includes(cell),
      isCalled: this.canPlay && this.allMoves.some(move => move.from === cell),
      isWarned: !this.isQuiet,
    });
  }
}
