// The line at the top: the way back, the question, what is saved, and the switches of the page. Its menu has the rarer acts.

import { keepAwake } from "./awake.js";
import { openDialog, toggle } from "./fields.js";
import { openHelp } from "./keys.js";
import { icon } from "./marks.js";
import { isSet, prefer, preference, set } from "./preferences.js";
import { linkTo, notebookButton, showsGuest } from "./reach.js";
import { button, el, fill } from "./text.js";
import { openWords } from "./words.js";

export class TopLine {
  #journal;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    const { title, place } = journal.state;
    this.saved = el("p", { class: "saved" });
    this.quiet = tool("closed-eye", "Quiet", () => this.switchQuiet());
    this.element = el("header", { class: "top" },
      el("a", { href: "#", class: "back", "aria-label": "Notebook" }, icon("back"), el("span", {}, "Notebook")),
      el("h1", { dir: "auto", title }, title), el("p", { class: "soft place" }, place), this.saved,
      journal.hasBoard ? tool("turn", "Turn the board", () => journal.turnBoard()) : null, journal.isDrawn ? null : this.quiet,
      tool("book", "Words", openWords), tool("question", "Keys and help", () => openHelp(journal)),
      tool("menu", "Menu", () => this.openMenu()));
  }

  draw() {
    const { state, now, problem, pending, isQuiet } = this.#journal;
    const number = pending?.act.kind === "note" || !pending ? now.saved : now.turn;
    if (problem?.code === "gone") this.#say(["The program has stopped"], icon("warning"), true);
    else if (problem) this.#say(["Turn ", number, " not saved"], icon("warning"), true);
    else if (showsGuest()) this.#say(["Not kept here"], null);
    else this.#say(now.saved ? ["Turn ", now.saved, " saved"] : ["Saved"], icon("check"));
    this.quiet.setAttribute("aria-pressed", String(isQuiet));
    // A quiet reading stays so until it is concluded.
    this.quiet.disabled = state.quiet;
  }

  /** A write takes long. */
  saving() {
    this.#say(["Saving…"], null);
  }

  switchQuiet() {
    if (this.#journal.state.quiet) return;
    prefer("quiet", !preference("quiet"));
    this.#journal.draw();
  }

  openMenu() {
    openMenu(this.#journal);
  }

  /** @param {Content} words @param {Content} sign */
  #say(words, sign, isWrong = false) {
    this.saved.classList.toggle("wrong", isWrong);
    fill(this.saved, sign, el("span", {}, words));
  }
}

/** A button of the line at the top. @param {string} name @param {string} label @param {() => void} act */
function tool(name, label, act) {
  return button({ class: `tool ${name}`, "aria-label": label, title: label }, act, icon(name));
}

/** Opens the menu. @param {Journal} journal */
function openMenu(journal) {
  if (document.querySelector("dialog[open]")) return;
  /** @param {string} text @param {() => unknown} act @param {string | null} more */
  const item = (text, act, more = null) =>
    button("item", () => {
      dialog.close();
      act();
    }, text, more && el("small", {}, more));
  const { name, state, isDrawn, api } = journal;
  const share = button("item", event => shareLink(event.currentTarget, name), "As a link",
    el("small", {}, "It holds all of it; nothing is sent to a server."));
  const dialog = openDialog("Menu", [
    group("This turn", turnItems(journal, item)),
    group("Show", [
      journal.turns.length > 0 && item("Step through the turns", () => journal.step(0)),
      journal.hasBoard && item("Turn the board", () => journal.turnBoard()),
      !isDrawn && item("Meanings of the square", () => journal.square.openMeanings()),
      el("p", { class: "item" }, el("small", {}, [state.game, ...state.options, `begun ${state.begun}`].join(" · "))),
    ]),
    state.reading
    && group("This reading", [
      journal.now.program_throws && toggle("Always throw for me", isSet("throws", name), is => journal.settle("throws", is)),
      toggle("Pass when nothing can move", isSet("passes", name), is => journal.settle("passes", is)),
    ]),
    group("Appearance", switches(journal)),
    state.setup.length > 0
    && group("Real table", [
      toggle("Ask me to make each turn on a real board", isSet("real-table", name), is => set("real-table", name, is)),
      item("Set up a real board", () => {
        location.hash = `setup=${encodeURIComponent(name)}`;
      }),
    ]),
    group("Files", [
      download("As a page for the browser", api.url("page.html", { journal: name })),
      download("The journal itself", api.url("journal.md", { journal: name })),
      linkTo && share,
    ]),
  ], "menu");
}

/** What the program says can be done, and how to leave. @param {Journal} journal @param {Function} item */
function turnItems(journal, item) {
  const { now, canAct, api } = journal;
  const end = () => journal.attempt(() => api.post("api/stop", {}));
  return [
    canAct && now.tools.map(tool => item(tool.label, () => journal.use(tool), tool.hint)),
    journal.isConcluded
      ? item("Back to the notebook", () => journal.stop())
      : item("Stop for now", () => journal.stop(), "The next turn waits in the notebook."),
    !notebookButton && item("Stop, and end the program", end),
  ];
}

/** @param {Journal} journal */
function switches(journal) {
  /** @param {"symbols" | "keys"} name @param {boolean} value */
  const change = (name, value) => {
    prefer(name, value);
    journal.draw();
  };
  return [
    themeChoice(),
    toggle("Boards and pieces without red and green", (preference("palette") ?? journal.state.palette) === "colour-blind", is => {
      prefer("palette", is ? "colour-blind" : "elements");
      journal.repaint();
    }),
    !journal.isDrawn
    && toggle("Keep the symbols on the squares while it is quiet", preference("symbols"), is => change("symbols", is)),
    "wakeLock" in navigator && toggle("Keep the screen on", preference("awake"), is => {
      prefer("awake", is);
      keepAwake();
    }),
    toggle("Single letters and digits are commands", preference("keys"), is => change("keys", is)),
  ];
}

/** The choice of the colours of the page. */
function themeChoice() {
  const themes = Object.entries({ system: "As the system", light: "Light", dark: "Dark" }).map(([value, text]) => {
    const chosen = { value, checked: preference("theme") === value, onchange: () => prefer("theme", value) };
    return el("label", {}, el("input", { type: "radio", name: "theme", ...chosen }), text);
  });
  return el("fieldset", {}, el("legend", {}, "Colours of the page"), themes);
}

/** An item of a menu that saves a file. @param {string} text @param {string} address */
function download(text, address) {
  return el("a", { class: "item", href: address, download: "" }, text);
}

/** Hands a link to another app where one touches, and else to the clipboard. @param {HTMLElement} item @param {string} journal */
async function shareLink(item, journal) {
  try {
    const url = await /** @type {NonNullable<typeof linkTo>} */ (linkTo)(journal);
    if (matchMedia("(pointer: coarse)").matches && navigator.share) await navigator.share({ url });
    else await navigator.clipboard.writeText(url);
    fill(item, "The link is copied.");
  } catch (/** @type {any} */ error) {
    if (error.name !== "AbortError") fill(item, error.message);
  }
}

/** A part of a menu. @param {string} name @param {Content[]} items */
function group(name, items) {
  return el("section", {}, el("h3", {}, name), items);
}
