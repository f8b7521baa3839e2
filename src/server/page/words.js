// The words of the glossary: each is marked where the page prints it, and opens its entry beside the board.

import { icon } from "./marks.js";
import { button, el, fill, listen } from "./text.js";

/** Where nothing is marked: in what is operated, in a person's own words, and in the entries' own heads. */
const UNMARKED =
  "#view,#sheet,[role=option],button,a,label,select,input,textarea,summary,svg,kbd,code,pre,h1,table,dt,.dialog-top,.own-words,.path,.unseen,.notebook-name";
/** A word is marked once in each of these. */
const BLOCK = "p, li, dd, h2, h3, figcaption, blockquote, legend, div";

/** @type {Api} */
let asked;
/** @type {WordView[]} */
let entries = [];
/** @type {Map<string, WordView>} */
const byMark = new Map();
let pattern = /(?!)/gi;
/** @type {HTMLElement | null} */
let card = null;

/** Loads the glossary, and marks its words from now on. @param {Api} api */
export async function loadWords(api) {
  asked = api;
  entries = await api.get("api/words");
  for (const entry of entries) {
    byMark.set(entry.name.toLowerCase(), byMark.get(entry.name.toLowerCase()) ?? entry);
    for (const mark of entry.marks) byMark.set(mark.toLowerCase(), entry);
  }
  const marks = entries.flatMap(({ marks }) => marks).sort((one, other) => other.length - one.length);
  pattern = new RegExp(`(?<![\\w-])(?:${marks.join("|")})(?![\\w-])`, "gi");
  const watcher = new MutationObserver(changes => changes.forEach(({ addedNodes }) => addedNodes.forEach(mark)));
  watcher.observe(document.body, { childList: true, subtree: true });
  listen("hashchange", close);
  listen("click", event => {
    const word = /** @type {Element} */ (event.target).closest?.("a.term:not([data-dialog])");
    if (!word) return;
    event.preventDefault();
    open(word.dataset.word ?? "");
  });
}

/** The button that lists the words of the page. */
export function wordsButton() {
  return button({ class: "bare words", "aria-label": "Words", title: "Words" }, openWords, icon("book"));
}

/** Marks the words in what was added. @param {Node} added */
function mark(added) {
  if (!added.isConnected) return;
  const walker = document.createTreeWalker(added, NodeFilter.SHOW_TEXT);
  const texts = added instanceof Text ? [added] : [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  for (const text of texts) markText(text);
}

/** @param {Text} text */
function markText(text) {
  const parent = text.parentElement;
  if (!parent || text.data.length < 3 || parent.closest(UNMARKED)) return;
  const block = parent.closest(BLOCK) ?? parent;
  /** @type {(string | Node)[]} */
  const parts = [];
  let end = 0;
  const seen = new Set([...block.querySelectorAll("a.term")].map(word => word.dataset.entry));
  for (const { 0: word, index } of text.data.matchAll(pattern)) {
    const entry = byMark.get(word.toLowerCase());
    if (!entry || seen.has(entry.name)) continue;
    seen.add(entry.name);
    parts.push(text.data.slice(end, index), term(word, entry.name));
    end = index + word.length;
  }
  if (!parts.length) return;
  parts.push(text.data.slice(end));
  // The parts of a text would be so many items of a row.
  const isItem = /flex|grid/.test(getComputedStyle(parent).display);
  text.replaceWith(...(isItem ? [el("span", {}, parts)] : parts));
}

/** A marked word. Tab passes over it, since there are many; the list of words has them for the keyboard. @param {string} word */
function term(word, entry = word, tabindex = "-1") {
  return el("a", { class: "term", href: `#word=${encodeURIComponent(word)}`, tabindex, "data-word": word, "data-entry": entry },
    word);
}

/** Opens what a word means. @param {string} word */
export async function open(word) {
  const entry = byMark.get(word.toLowerCase());
  if (entry) {
    const { name, is, more, see, source } = entry;
    const ask = button("link", () => ask.replaceWith(el("p", {}, more)), "More");
    show(name, el("p", {}, is), more && ask,
      see.length > 0 && el("p", { class: "hint" }, "See also: ", see.flatMap((one, at) => [at ? ", " : "", term(one, one, "0")])),
      el("p", { class: "hint" }, "Source: ", source));
    return;
  }
  try {
    const { sections } = await asked.get("api/word", { name: word });
    show(word, sections.map(({ heading, lines }) => [el("h3", {}, heading), lines.map(line => el("p", {}, line))]));
  } catch (error) {
    show(word, el("p", {}, /** @type {Error} */ (error).message));
  }
}

/** Lists the words that the page shows, and takes any other. */
export function openWords() {
  const shown = document.getElementById("app")?.innerText ?? "";
  const here = new Set([...shown.matchAll(pattern)].map(([word]) => byMark.get(word.toLowerCase())));
  const found = entries.filter(entry => here.has(entry));
  const field = el("input", { type: "search", "aria-label": "Look up a word", placeholder: "Any word, sign, card or god" });
  const send = () => field.value.trim() && open(field.value.trim());
  show("Words", el("form", { class: "act-row", onsubmit: send }, field, el("button", {}, "Look up")),
    found.length > 0 && el("p", { class: "hint" }, "On this page:"),
    el("p", { class: "word-list" }, found.map(({ name }) => term(name, name, "0"))));
  field.focus();
}

/** Shows a card beside the board, or below it. @param {string} title @param {Content[]} content */
function show(title, ...content) {
  const before = card ? null : document.activeElement;
  const heading = el("h2", { tabindex: "-1" }, title);
  const cross = button({ class: "bare", "aria-label": "Close" }, close, icon("cross"));
  card ??= el("aside", {
    class: "word-card",
    onkeydown: event => {
      event.stopPropagation();
      if (event.key === "Escape") close();
    },
  });
  card.setAttribute("aria-label", `Word: ${title}`);
  if (before) back = before;
  fill(card, el("div", { class: "dialog-top" }, heading, cross), content);
  // What lies outside an open dialog cannot be operated.
  (document.querySelector("dialog[open]") ?? document.body).append(card);
  place(card);
  heading.focus({ preventScroll: true });
}

/** @type {Element | null} */
let back = null;

function close() {
  if (!card) return;
  const hadFocus = card.contains(document.activeElement);
  card.remove();
  card = null;
  if (hadFocus) back?.focus();
}

/** Lays the card where the board is not. @param {HTMLElement} card */
function place(card) {
  const board = document.querySelector("#app .board-stage, #app .four-boards")?.getBoundingClientRect();
  const [right, below] = board?.width ? [innerWidth - board.right, innerHeight - board.bottom] : [innerWidth, innerHeight];
  const isBeside = right > 280;
  card.style.width = isBeside ? `${Math.min(right - 24, 440)}px` : `${innerWidth}px`;
  card.style.maxHeight = isBeside ? "60vh" : `${Math.max(below - 4, 160)}px`;
  card.classList.toggle("below", !isBeside);
}
