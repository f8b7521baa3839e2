// The keyboard at one of the other games, apart from the arrows, which belong to the board.

import { isWriting, openHelp, Sentence } from "./keys.js";
import { preference } from "./preferences.js";

/** Listens for as long as a game is shown. Returns what ends it. */
export function listenToActsKeys(table) {
  const sentence = new Sentence();
  const heard = event => press(table, event, sentence);
  addEventListener("keydown", heard, true);
  return () => removeEventListener("keydown", heard, true);
}

function press(table, event, sentence) {
  const { target } = event;
  if (
    event.ctrlKey ||
    event.altKey ||
    event.metaKey ||
    event.isComposing ||
    isWriting(target) ||
    target.closest?.("select") ||
    document.querySelector("dialog[open]")
  )
    return;
  if (named(table, event.key, target) || (event.key.length === 1 && preference("keys") && character(table, event.key, sentence)))
    event.preventDefault();
}

/** Keys with names; they work in any case. Returns whether it meant something. */
function named(table, name, target) {
  if (name === "Escape") table.leave();
  else if (name.startsWith("Arrow") && !target.closest?.(".acts-stage, .scroll, [type=radio]")) table.board.enter();
  else if (name === "Home") table.show(-1);
  else if (name === "End") table.show(table.turns.length);
  // With the focus on nothing that has a use for it, Enter is the main button.
  else if (name === "Enter" && target === document.body) table.turn.element.querySelector(".primary")?.click();
  else return false;
  return true;
}

function character(table, letter, sentence) {
  if (sentence.goesOn()) return true;
  const last = table.turns.length - 1;
  const commands = {
    n: () => table.note.open() || sentence.begin(),
    u: () => table.takeBack(),
    x: () => table.top.openMenu(),
    ",": () => table.show((table.at ?? last + 1) - 1),
    ".": () => table.at !== null && table.show(table.at + 1),
    "/": () => {
      location.hash = "search";
    },
    "?": openActsHelp,
    "+": () => table.board.enlarge(table.board.levelOfFocus),
    "-": () => table.board.enlarge(null),
  };
  if (commands[letter]) commands[letter]();
  else if (/[\p{L}\d#]/u.test(letter) && table.canPlay) return table.turn.type(letter);
  else {
    if (/\p{L}/u.test(letter)) sentence.begin();
    return false;
  }
  return true;
}

const KEYS = [
  [["←", "↑", "→", "↓"], "walk over the cells"],
  [["Enter", "Space"], "select, move, go on"],
  [["Shift ←"], "next cell that can be chosen"],
  [["Page ↑", "Page ↓"], "level above, level below"],
  [["K Q R B N P"], "begin a move as text: Pa3a4"],
  [["+", "-"], "this level large, all levels"],
  [[",", "."], "act before, act after"],
  [["Home", "End"], "the start, now"],
  [["n"], "note; Esc goes back"],
  [["u"], "take back (asks)"],
  [["x"], "menu: draw, resign, cards, irregular moves"],
  [["/"], "search in the notebook"],
  [["Esc"], "leave a selection, a question, an earlier act"],
];

/** Opens the list of the keys. */
export function openActsHelp() {
  openHelp(
    KEYS,
    "With a mouse or a finger: click the piece, then its cell; or drag the piece. A finger’s first tap shows where a move leads, the second moves.",
  );
}
