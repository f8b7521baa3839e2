// A move against the rules, for every game: it is kept, and marked with the rule that it breaks.

import { field, openDialog } from "./fields.js";
import { el, fill } from "./text.js";

/** Asks for a move that is against the rules; `example` is how one is written in this game. */
export function askForIrregular(table, example) {
  const text = el("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    placeholder: example,
  });
  const move = field("The move", text, { hint: `Piece, from, to, such as ${example}. The piece must move as it moves.` });
  askFor(
    "An irregular move",
    [
      el(
        "p",
        { class: "hint" },
        "For a move that was really played although it breaks the rules on check. It is kept, and marked with the rule that it breaks.",
      ),
      move.element,
    ],
    "Record it",
    () => {
      if (text.value.trim()) return table.act({ kind: "irregular", text: text.value.trim() });
      move.error("Type the move.");
      text.focus();
      return null;
    },
    table,
  );
}

/** A form in a dialog; `send` returns a promise of whether it went well, or null if something is missing. */
export function askFor(heading, content, yes, send, table) {
  const wrong = el("p", { class: "wrong", role: "alert" });
  const submit = async event => {
    event.preventDefault();
    fill(wrong);
    const isDone = await send();
    if (isDone || table.problem) {
      dialog.close();
      // What had the focus before may have been drawn anew.
      if (isDone) table.focusNow();
      else table.turn.focus?.();
    } else if (isDone === false) fill(wrong, table.refusal ?? "That was not possible.");
  };
  const dialog = openDialog(heading, [
    el(
      "form",
      { class: "fields", novalidate: true, onsubmit: submit },
      content,
      wrong,
      el(
        "p",
        { class: "act-row" },
        el("button", { class: "primary" }, yes),
        el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"),
      ),
    ),
  ]);
  dialog.querySelector("input")?.focus();
}
