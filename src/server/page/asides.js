// What is asked besides the turn itself: to make it on a real table, to save it once more, to take it back, to conclude.

import { icon, key, piecePicture } from "./marks.js";
import { set } from "./preferences.js";
import { button, el, spoken } from "./text.js";

/** The steps of the turn that was just played; it waits until they are done. @param {Journal} journal */
export function realTablePrompt(journal) {
  const { turns, now } = journal;
  const prompt = /** @type {number} */ (journal.prompt);
  const turn = turns[prompt];
  const before = prompt ? turns[prompt - 1].place : journal.state.start;
  return [
    el("h3", {}, "On your table"),
    el("ol", { class: "table-steps" }, turn.table.map(text => el("li", {}, pictures(text, turn, before), el("span", {}, text)))),
    el("p", { class: "buttons" },
      button("primary", () => journal.prompted(), journal.isOpen ? `Done, on to ${now.actor}` : "Done", key("Enter")),
      journal.tool("take_back") && button("link plain", () => {
        journal.prompted();
        journal.useTool("take_back");
      }, "Take back"), button("link last", () => {
        set("real-table", journal.name, false);
        journal.prompted();
      }, "Stop asking")),
  ];
}

/** The pieces that a step names by their squares, as they stood. @param {string} text @param {TurnView} turn @param {PlaceView | null} before */
function pictures(text, { piece, from }, before) {
  const squares = text.match(/\b[a-h][1-8]\b/g) ?? [];
  if (piece && squares[0] === from) return piecePicture(piece);
  if (!before) return null;
  const codes = before.pieces.split(" ").filter(item => item.startsWith(squares[0] ?? "-")).map(item => item.slice(2));
  return codes.slice(0, 2).map(piecePicture);
}

/** What each throw names, always in view. @param {StateView} state @param {string} more */
export function diceTable({ dice, dice_table: name }, more = "") {
  return el("section", { class: "dice-table", "aria-label": "Dice table" },
    el("h3", {}, "Dice table", el("span", { class: "hint" }, ` ${name ?? ""}${more}`)),
    el("ol", {},
      dice?.map(({ throw: number, piece, text }) =>
        el("li", { title: text }, icon(`die${number}`), spoken(`${number}: `), el("span", {}, piece))
      )));
}

/** What an act makes, if there is a word for it. @type {Record<string, string>} */
const WHAT = {
  throw: "The throw",
  correct_throw: "The throw",
  move: "The turn",
  typed: "The turn",
  pass: "The turn",
  note: "The note",
  play: "The act",
  irregular: "The act",
};

/** The panel for the problem of a journal. Nothing that was typed or chosen is lost. @param {Journal} journal */
export function troublePanel(journal) {
  const { pending } = journal;
  const [heading, lines, ...buttons] = journal.problem?.code === "gone" ? gone(journal) : notSaved(journal);
  const { name, from, to } = pending?.move ?? {};
  return [
    el("div", { class: "trouble" }, el("h3", {}, icon("warning"), heading), lines.filter(Boolean).map(line => el("p", {}, line)),
      el("p", { class: "buttons" }, buttons)),
    // The move that waits until it can be saved.
    name
    && el("p", { class: "waiting" }, "Waiting: ", el("b", {}, `${name} from ${from} to ${to}`),
      ". The next turn begins when this is saved."),
  ];
}

/** @param {Journal} journal @returns {[string, Content[], ...Content[]]} */
function notSaved(journal) {
  const { text, help, can_save_new: canSaveNew } = /** @type {Problem} */ (journal.problem);
  const { pending } = journal;
  const kind = pending?.act.kind ?? "";
  // The program throws the die of a reading, and deals the cards of a game.
  const what = kind === "deal" ? (journal.state.reading ? "The throw" : "The deal") : (WHAT[kind] ?? "This");
  return [
    `${what} was not saved.`,
    [text, help],
    canSaveNew && button("primary", () => journal.saveNew(), "Save as a new journal", key("Enter")),
    button(canSaveNew ? "" : "primary", () => journal.send(), "Try again", !canSaveNew && key("Enter")),
    button("", event => copy(event.currentTarget, journal), kind === "note" ? "Copy the note" : "Copy the turn"),
    button("link plain", () => journal.undo(), pending?.move ? "Undo the move" : "Go back"),
  ];
}

/** @param {Journal} journal @returns {[string, Content[], ...Content[]]} */
function gone(journal) {
  const { saved } = journal.now;
  return [
    "The program has stopped.",
    [saved ? `Everything up to turn ${saved} is saved.` : "Everything is saved.", [
      "Start it again with ",
      el("code", {}, "enochian table"),
      "; the journal opens in a new page. What you typed here can be copied.",
    ]],
    button("primary", () => journal.retry(), "Try again"),
    button("", event => copy(event.currentTarget, journal), "Copy the turn"),
  ];
}

/** Puts the turn and the note into the clipboard, as one would write them down. @param {HTMLElement} shown @param {Journal} journal */
async function copy(shown, journal) {
  const { pending, now, state, note } = journal;
  const act = pending?.act;
  const given = act && "text" in act ? act.text : act && "number" in act ? `throw ${act.number}` : null;
  const made = given ?? act?.kind.replaceAll("_", " ");
  const lines = [
    state.title,
    [`Turn ${now.turn}`, now.actor, now.throw ? `throw ${now.throw}` : "", made].filter(Boolean).join(", "),
    note.text,
  ];
  try {
    await navigator.clipboard.writeText(lines.filter(Boolean).join("\n"));
    shown.textContent = "Copied";
  } catch {
    shown.textContent = "Cannot copy here";
  }
}
