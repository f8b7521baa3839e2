// The forms for what the menu can do and has to ask for: an irregular move, a card, a result.

import { field, openForm } from "./fields.js";
import { codeLine, el, fill, line } from "./text.js";

/** Asks for a move that is against the rules; `example` is how one is written in this game. @param {Journal} table @param {string | null} example */
export function askForIrregular(table, example) {
  const text = codeLine({ placeholder: example });
  const move = field("The move", text, { hint: `Piece, from, to, such as ${example}. The piece must move as it moves.` });
  askFor("An irregular move", [
    el("p", { class: "hint" },
      "For a move that was really played although it breaks the rules on check. It is kept, and marked with the rule that it breaks."),
    move.element,
  ], "Record it", () => {
    if (text.value.trim()) return table.act({ kind: "irregular", text: text.value.trim() });
    move.error("Type the move.");
    text.focus();
    return null;
  }, table);
}

/** Asks for a word on the result of a game that no referee knows. @param {Journal} table */
export function askForResult(table) {
  const result = line({ maxlength: 500, placeholder: "North has won" });
  const named = field("The result", result);
  askFor("End the game", named.element, "End the game", () => {
    if (result.value.trim()) return table.act({ kind: "typed", text: `end ${result.value.trim()}` });
    named.error("Type a word on the result.");
    result.focus();
    return null;
  }, table);
}

/** A form in a dialog; `send` returns a promise of whether it went well, or null if something is missing. @param {string} heading @param {Content} content @param {string} yes @param {() => Promise<boolean> | null} send @param {Journal} table */
function askFor(heading, content, yes, send, table) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const dialog = openForm(heading, [content, wrong], yes, async () => {
    fill(wrong);
    const isDone = await send();
    if (isDone || table.problem) {
      dialog.close();
      // What had the focus before may have been drawn anew.
      if (isDone) table.focusNow();
      else table.turn.focus();
    } else if (isDone === false) fill(wrong, table.refusal ?? "That was not possible.");
  });
  dialog.querySelector("input")?.focus();
}

const OPS = [
  ["move a1b2", "the piece on a1 goes to b2"],
  ["remove a1", "the piece on a1 leaves the board"],
  ["place wRa1", "a white rook comes onto a1, which is empty"],
  ["change a1wQ", "the piece on a1 becomes a white queen"],
  ["swap a1b2", "the pieces on a1 and b2 change places"],
  ["turn w", "it is now White’s turn"],
  ["out r, in r", "an army goes out, or comes back"],
  ["end", "the turn ends, as after a move"],
];

/** Asks for a card and what it does. @param {Journal} table */
export function askForCard(table) {
  const name = line({ maxlength: 80 });
  const ops = codeLine({ placeholder: "move a1b2, end" });
  const named = field("Name of the card", name);
  askFor("A card", [
    el("p", { class: "hint" },
      "The texts of the cards are not part of the rules here. The card is kept by its name; what it does to the board is checked only for a possible position."),
    named.element,
    field("What it does to the board", ops, { optional: true, hint: "Several things are separated by commas." }).element,
    el("dl", { class: "ops" }, OPS.map(([text, does]) => el("div", {}, el("dt", {}, el("code", {}, text)), el("dd", {}, does)))),
  ], "Play the card", () => {
    const given = name.value.trim();
    if (!given || given.includes('"')) {
      named.error(given ? "Leave out quotation marks." : "Type the name of the card.");
      name.focus();
      return null;
    }
    const does = ops.value.trim();
    return table.act({ kind: "typed", text: `card "${given}"${does ? `: ${does}` : ""}` });
  }, table);
}
