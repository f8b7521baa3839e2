// The keyboard, apart from the arrows, which belong to the board (cells.js), and the list of its keys.

import { openDialog, toggle } from "./fields.js";
import { key } from "./marks.js";
import { prefer, preference } from "./preferences.js";
import { el, listen } from "./text.js";

/** How long after a file letter a digit is a rank where it could be a throw, in ms. */
const RANK = 1500;
/** How long after a letter of a sentence the next may come, in ms. */
const SENTENCE = 2000;
/** Where keys are letters of a text. */
const WRITING = "input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]";

/** Listens for as long as a journal is shown. Returns what ends it. @param {Journal} journal */
export function listenToKeys(journal) {
  const keys = new Keys(journal);
  // Before the board: Enter belongs to a move that is being typed.
  return listen("keydown", (/** @type {any} */ event) => keys.press(event), true);
}

class Keys {
  #journal;
  /** When a letter of a sentence was typed where no field has the focus. */
  #sentence = -Infinity;
  #lettered = 0;
  /** @type {Record<string, () => unknown>} */
  #commands;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.#commands = {
      n: () => journal.note.open() || this.#write(),
      u: () => journal.useTool("take_back"),
      t: () => journal.turnBoard(),
      i: () => journal.advise(),
      x: () => journal.top.openMenu(),
      ",": () => journal.step((journal.at ?? journal.turns.length) - 1),
      ".": () => journal.step((journal.at ?? journal.turns.length) + 1),
      "/": () => {
        location.hash = "search";
      },
      "?": () => openHelp(journal),
      ...(journal.isDrawn
        ? { "+": () => journal.board.enlarge(journal.board.cells.current?.panel || null), "-": () => journal.board.enlarge(null) }
        : {
          m: () => journal.square.openMeanings(),
          q: () => journal.top.switchQuiet(),
          p: () => journal.now.state === "throw" && journal.now.program_throws && journal.act({ kind: "deal" }),
        }),
    };
  }

  /** @param {KeyboardEvent & { target: any }} event */
  press(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.target.closest?.(WRITING) || document.querySelector("dialog[open]")) return;
    if (this.#named(event.key, event.target) || (event.key.length === 1 && preference("keys") && this.#character(event.key)))
      event.preventDefault();
  }

  /** Keys with names; they work in any case. Returns whether it meant something. @param {string} name @param {any} target */
  #named(name, target) {
    const journal = this.#journal;
    if (name === "Escape") journal.leave();
    else if (name.startsWith("Arrow") && !target.closest?.(".board, .scroll, [type=radio]")) journal.board.cells.enter();
    else if (name === "Home") journal.step(0);
    else if (name === "End") journal.step(journal.turns.length);
    else if (name === "Backspace" && journal.typed) this.#type(journal.typed.slice(0, -1));
    else if (name === "Backspace" && journal.tool("correct_throw")) journal.ask({ dice: true });
    else if (name === "Enter" && journal.typed) this.#send();
    // With the focus on nothing that has a use for it, Enter is the main button. It throws no die.
    else if (name === "Enter" && journal.now.state !== "throw" && [document.body, journal.turn.element].includes(target))
      journal.turn.element.querySelector(".primary")?.click();
    else return false;
    return true;
  }

  /**
   * A letter that means nothing begins a sentence, and so does `n` where no note can be written: what follows without a pause is
   * not taken for commands.
   */
  #write() {
    this.#sentence = Date.now();
  }

  /** @param {string} character */
  #character(character) {
    const journal = this.#journal;
    const { typed, now } = journal;
    const isMove = now.state === "move" && journal.canAct;
    if (Date.now() - this.#sentence < SENTENCE) {
      this.#write();
    } else if (!journal.isDrawn && isMove && (/^[KQRBNP]$/.test(character) || /^[KQRBNP]/.test(typed))) {
      this.#type(typed + character);
    } else if (!journal.isDrawn && /^[a-h]$/.test(character)) {
      this.#lettered = Date.now();
      this.#type(character);
    } else if (!journal.isDrawn && /^[1-8]$/.test(character)) {
      this.#digit(character);
    } else if (this.#commands[character]) {
      this.#commands[character]();
    } else if (journal.isDrawn && /[\p{L}\d#]/u.test(character) && journal.canPlay) {
      // There the text of an act has a field of its own.
      return journal.turn.type(character);
    } else {
      if (/\p{L}/u.test(character)) this.#write();
      return false;
    }
    return true;
  }

  /** @param {string} character */
  #digit(character) {
    const journal = this.#journal;
    const { typed, now } = journal;
    if (/^[a-h]$/.test(typed) && (now.state === "move" || Date.now() - this.#lettered < RANK)) {
      this.#type("");
      journal.board.focus(typed + character);
    } else if (journal.asking?.dice && character <= "6") {
      journal.act({ kind: "correct_throw", number: Number(character) });
    } else if (journal.state.die === "hand" && character <= "6") {
      // After a throw a digit alone is nothing: it could only be a second throw by mistake.
      if (now.state === "throw") journal.act({ kind: "throw", number: Number(character) });
      else if (now.state === "no_move") this.#throwAfterNoMove(Number(character));
    }
  }

  /** The next throw is taken, where a turn without a move is all that is between. @param {number} number */
  async #throwAfterNoMove(number) {
    const journal = this.#journal;
    if (await journal.act({ kind: "pass" }) && journal.now.state === "throw") await journal.act({ kind: "throw", number });
  }

  /** @param {string} text */
  #type(text) {
    this.#journal.typed = text;
    this.#journal.refusal = null;
    this.#journal.turn.draw();
  }

  async #send() {
    const journal = this.#journal;
    const { typed } = journal;
    if (journal.now.state !== "move") this.#type("");
    else if (!(await journal.act({ kind: "typed", text: typed })) && !journal.problem) {
      // A move that was refused can be corrected.
      journal.typed = typed;
      journal.turn.draw();
    }
  }
}

/** The keys: of every game, of boards that the page draws, and of those that the program draws. @type {[string[], string, string?][]} */
const KEYS = [
  [["1–6"], "throw the die, also after a No Move", "page"],
  [["p"], "let the program throw", "page"],
  [["←", "↑", "→", "↓"], "walk over the board"],
  [["Enter", "Space"], "select, move, go on"],
  [["Shift ←"], "next lit square in that direction"],
  [["a–h", "1–8"], "go to that square; Enter moves", "page"],
  [["Page ↑", "Page ↓"], "level above, level below", "program"],
  [["+", "-"], "this level large, all levels", "program"],
  [["K Q R B N P"], "begin a whole move: Ka5, Kb6a5"],
  [["Backspace"], "correct the throw", "page"],
  [[",", "."], "turn before, turn after"],
  [["Home", "End"], "first turn, now"],
  [["n"], "note; Esc goes back"],
  [["m"], "meanings of this square", "page"],
  [["u"], "take back (asks)"],
  [["t"], "turn the board"],
  [["q"], "quiet on and off", "page"],
  [["i"], "hint: what the program would play"],
  [["x"], "menu: everything else that can be done"],
  [["/"], "search in the notebook"],
  [["Esc"], "leave a selection, a question, an earlier turn, a piece that is followed"],
];

const BY_HAND =
  "With a mouse or a finger: click the die, the piece, then its square; or drag the piece. A finger’s first tap shows a square, the second moves.";

/** Opens the list of the keys. @param {{isDrawn: boolean}} journal */
export function openHelp({ isDrawn }) {
  if (document.querySelector("dialog[open]")) return;
  const keys = KEYS.filter(([, , board]) => !board || board === (isDrawn ? "program" : "page"));
  openDialog("Keys", [
    el("dl", { class: "keys-list" }, keys.map(([caps, does]) => el("div", {}, el("dt", {}, caps.map(key)), el("dd", {}, does)))),
    el("p", {}, BY_HAND),
    toggle("Single letters and digits are commands", preference("keys"), is => prefer("keys", is)),
  ], "help");
}
