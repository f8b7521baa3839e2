// The parts of the pages before and after play: the top line, fields and choices, dialogs, and problems that the program
// reports.

import { armyDisc, icon } from "./marks.js";
import { button, el, fill, uniqueId, words } from "./text.js";
import { wordsButton } from "./words.js";

/**
 * A control with its label, a hint, and room for an error. The label is a text or a node.
 *
 * @template {HTMLElement} C @param {Content} label @param {C} control
 */
export function field(label, control, { hint = /** @type {string | null} */ (null), optional = false } = {}) {
  const id = uniqueId("field");
  control.id = id;
  const wrong = el("p", { class: "wrong", id: `${id}-error` });
  const tip = hint && el("p", { class: "hint", id: `${id}-hint` }, hint);
  const name = el("label", { for: id }, label, optional && el("span", { class: "hint" }, " optional"));
  const element = el("div", { class: "field" }, name, control, tip, wrong);
  control.setAttribute("aria-describedby", tip ? `${id}-error ${id}-hint` : `${id}-error`);
  return { element, control, error: (/** @type {string | null | undefined} */ text) => showError(wrong, control, text) };
}

/**
 * One of a few, on buttons: radio buttons underneath, so that arrow keys and screen readers work as everywhere.
 *
 * @param {string} legend @param {Choice[]} options @param {(value: string) => unknown} onpick
 */
export function choices(legend, options, onpick, { style = "", isHidden = false } = {}) {
  const group = uniqueId("choice");
  const wrong = el("p", { class: "wrong", id: `${group}-error` });
  /** @type {Map<string, HTMLInputElement>} */
  const inputs = new Map();
  const buttons = options.map(option => {
    const input = el("input", { type: "radio", name: group, class: "unseen", onchange: () => onpick(option.value) });
    inputs.set(option.value, input);
    return el("label", { class: "choice", title: option.hint }, input, option.army && armyDisc(option.army),
      option.before && el("span", { class: "before", "aria-hidden": "true" }, option.before), el("span", {}, option.label));
  });
  const element = el("fieldset", { class: `choices ${style}`, "aria-describedby": wrong.id },
    el("legend", { class: isHidden ? "unseen" : null }, legend), el("div", { class: "row" }, buttons), wrong);
  return {
    element,
    error: (/** @type {string | null | undefined} */ text) => showError(wrong, element, text),
    /** Shows `value` as chosen, and `forbidden` as one that cannot be. @param {string | null} value @param {string | null} forbidden */
    show(value, forbidden = null) {
      for (const [option, input] of inputs) {
        input.checked = option === value;
        input.disabled = option === forbidden && option !== value;
      }
    },
    focus() {
      (element.querySelector(":checked") ?? element.querySelector("input:enabled"))?.focus();
    },
  };
}

/** A text area for one paragraph that grows with its text. Enter goes on, as in a field of one line. @param {Attributes} attributes */
export function growing(attributes) {
  const area = el("textarea", { rows: 1, dir: "auto", maxlength: 4000, ...attributes });
  const grow = () => {
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
  };
  area.addEventListener("input", grow);
  area.addEventListener("keydown", event => {
    // Composing a character (Japanese, say) also ends with Enter.
    if (event.key !== "Enter" || event.isComposing || event.shiftKey) return;
    event.preventDefault();
    area.form?.requestSubmit();
  });
  // It is measured once it lies on the page, and again whenever its width changes.
  new ResizeObserver(grow).observe(area);
  return area;
}

/** A problem as the program reports it: what happened, and the way out. @param {Partial<Problem>} error */
export function problem(error) {
  return el("div", { class: "problem", role: "alert" }, el("strong", {}, error.text || "Something went wrong."),
    error.help && el("p", {}, error.help),
    error.path && !error.text?.includes(error.path) && el("p", { class: "hint" }, error.path));
}

/** Does something; where it cannot be done, says why in a place. Returns whether it was done. @param {Element} place @param {() => unknown} act */
export async function attempt(place, act) {
  try {
    await act();
    return true;
  } catch (error) {
    fill(place, problem(problemOf(error)));
    return false;
  }
}

/** What an error says: of the program where it answered, otherwise that it is gone. @param {any} error @returns {Partial<Problem>} */
export function problemOf(error) {
  if (["gone", "stopped"].includes(error.problem?.code)) {
    return {
      code: "gone",
      text: "The program has stopped.",
      help: "Everything shown as saved is on the disk. Start it again with “enochian table”. What you typed here can be copied.",
    };
  }
  return error.problem ?? { code: "page", text: error.message };
}

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

/** Asks in a dialog; `others` are what else can be done. What was typed stays while it cannot be sent. @param {string} heading @param {Content} content @param {string} yes @param {() => unknown} send @param {Record<string, () => unknown>} others */
export function openForm(heading, content, yes, send, others = {}) {
  const wrong = el("div", {});
  const dialog = openDialog(heading,
    el("form", { class: "fields", onsubmit: () => attempt(wrong, send) }, content, wrong,
      el("p", { class: "act-row" }, el("button", { class: "primary" }, yes),
        Object.entries(others).map(([label, act]) => button("", () => attempt(wrong, act), label)),
        button("", () => dialog.close(), "Cancel"))));
  return dialog;
}

/** Opens a dialog with a heading; Esc and its button close it, and then it is gone. @param {string} heading @param {Content} content */
export function openDialog(heading, content, look = "sheet") {
  const id = uniqueId("dialog");
  const [close, sign] = look === "sheet" ? [{ class: "bare", "aria-label": "Close" }, icon("cross")] : ["", "Close"];
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { class: look, "aria-labelledby": id, onclose: () => dialog.remove() },
    el("div", { class: "dialog-top" }, el("h2", { id }, heading), button(close, () => dialog.close(), sign)), content);
  // Esc, and what is typed, belong to the dialog while it is open.
  dialog.addEventListener("keydown", event => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} place @param {HTMLElement} control @param {string | null} [text] */
function showError(place, control, text) {
  fill(place, text);
  control.ariaInvalid = text ? "true" : null;
}

/** The way back to the notebook, the question or title, and at the right what is given. @param {string} title @param {Content[]} right */
export function topLine(title, ...right) {
  return el("header", { class: "page-top" },
    el("a", { class: "back", href: "#", "aria-label": "Notebook" }, icon("back"), el("span", {}, "Notebook")),
    el("h1", { class: "title" }, words(title)), el("div", { class: "right" }, right, wordsButton()));
}

/** A switch. @param {string} text @param {boolean} is @param {(is: boolean) => unknown} change */
export function toggle(text, is, change) {
  return el("label", {}, el("input", { type: "checkbox", checked: is, onchange: event => change(event.target.checked) }), text);
}
