// Dialogs that the browser makes, about what only it can do.

import { button, el, uniqueId } from "./text.js";

/** A question in the middle of the page; resolves to whether the answer was yes. @param {string} heading @param {string} text @param {string} yes */
export function confirmed(heading, text, yes, no = "Cancel") {
  return new Promise(resolve => {
    const dialog = openDialog(heading, [
      el("p", {}, text),
      el("p", { class: "act-row" }, button("primary", () => dialog.close("yes"), yes), button("", () => dialog.close(), no)),
    ]);
    dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes"));
  });
}

/** Opens a dialog with a heading; Esc and its button close it, and then it is gone. @param {string} heading @param {Content} content */
export function openDialog(heading, content) {
  const id = uniqueId("dialog");
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": id, onclose: () => dialog.remove() },
    el("div", { class: "dialog-top" }, el("h2", { id }, heading),
      button({ class: "bare", "aria-label": "Close" }, () => dialog.close(), "×")), content);
  // Esc, and what is typed, belong to the dialog while it is open.
  dialog.addEventListener("keydown", event => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}
