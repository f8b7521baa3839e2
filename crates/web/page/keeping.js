// What a person does with a notebook that a browser keeps: a copy of all of it, and files that are added.

import { choose, chosen, forget, WRITING } from "./chosen.js";
import { reach, save, showsGuest } from "./reach.js";
import { button, count, el, fill } from "./text.js";

/** When a copy was saved last, in milliseconds. */
const COPIED = "enochian copied";
/** That the browser was asked not to delete them. */
const ASKED = "enochian asked";
/** So many journals without a copy are worth a word. */
const MANY = 3;

/** The button that opens what can be done, and says how many journals have no copy. @param {() => Promise<void>} refresh */
export function notebookButton(refresh) {
  const hint = el("span", { class: "hint" });
  const remind = async () => {
    // What is in a folder is no browser's to delete.
    if (showsGuest() || await chosen()) return;
    const { changed } = await (await reach(`web/journals?changed=${Number(localStorage.getItem(COPIED))}`)).json();
    if (changed > 0 && !localStorage.getItem(ASKED)) askToStay();
    hint.textContent = changed >= MANY ? ` · ${changed} journals have no copy yet` : "";
  };
  remind();
  return button("bare", () => openNotebook(refresh, remind), "Copies and files", hint);
}

/** @param {() => Promise<void>} refresh @param {() => Promise<void>} remind */
async function openNotebook(refresh, remind) {
  const said = el("div", { role: "status" });
  const files = el("input", { type: "file", multiple: true, accept: ".md,.toml,.zip", hidden: true });
  files.addEventListener("change", async () => {
    fill(said, await add([...files.files ?? []], refresh));
    files.value = "";
  });
  const place = showsGuest() ? null : await chosen();
  /** @type {HTMLDialogElement} */
  const dialog = el("dialog", { class: "sheet", "aria-labelledby": "copies", onclose: () => dialog.remove() },
    el("div", { class: "dialog-top" }, el("h2", { id: "copies" }, "Copies and files"),
      button({ class: "bare", "aria-label": "Close" }, () => dialog.close(), "×")), [
    place
      ? el("p", {}, "This notebook is the folder ", el("strong", {}, place.name),
        " on this computer, and nothing is sent anywhere. ", el("code", {}, "enochian"),
        " can use it too, but not at the same time.")
      : showsGuest()
      ? el("p", {}, "What this window shows is kept nowhere. Save a copy, and add it where you want to keep it.")
      : el("p", {},
        "This notebook is kept in this browser, on this device only, and nothing is sent anywhere. A browser may delete what it ",
        "keeps: when you clear its data, when the device has no room, and some when a page was not opened for a week. ",
        "So save a copy now and then."),
    el("p", { class: "act-row" }, button("primary", async () => {
      fill(said, await saveAll());
      await remind();
    }, "Save a copy"), button("", () => files.click(), "Add files…"), !showsGuest() && folderButton(place, said)),
    el("p", { class: "hint" }, "A copy is a zip file with all journals and question files, as enochian writes them. ",
      "Journals (.md), question files (.toml) and copies (.zip) can be added; nothing is replaced."),
    said,
    files,
  ]);
  // Esc, and what is typed, belong to the dialog while it is open.
  dialog.addEventListener("keydown", event => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  if (!place && !showsGuest()) askToStay();
}

/** Moves the notebook to a folder, or back, where the browser can. @param {import("./chosen.js").Folder | null} place @param {HTMLElement} said */
function folderButton(place, said) {
  const open = async (/** @type {string} */ address) => {
    const { error } = await (await reach(address, { method: "POST" })).json();
    const help = "Choose the folder of a notebook, or an empty one.";
    if (error) fill(said, el("p", { class: "problem" }, `It was not chosen: ${error.text}. ${help}`));
  };
  if (place) {
    return button("", async () => {
      await forget();
      await open("web/open-chosen");
    }, "Use the notebook in this browser");
  }
  const { showDirectoryPicker } = /** @type {any} */ (globalThis);
  return showDirectoryPicker && button("", async () => {
    const picked = await showDirectoryPicker({ id: "enochian", ...WRITING }).catch(() => null);
    // Whoever changes their mind has chosen nothing.
    if (!picked) return;
    await choose(picked);
    await open("web/open-chosen?brings=all");
  }, "Use a folder…");
}

async function saveAll() {
  const response = await reach("web/notebook.zip");
  if (!response.ok) return el("p", { class: "problem" }, (await response.json()).error.text);
  const day = new Date().toISOString().slice(0, 10);
  const now = Date.now();
  await save(await response.blob(), `enochian-${day}.zip`);
  localStorage.setItem(COPIED, String(now));
  return el("p", {}, "The copy is saved.");
}

/** Adds files, and says what became of each. @param {File[]} files @param {() => Promise<void>} refresh */
async function add(files, refresh) {
  /** @type {string[]} */
  const added = [];
  const refused = [];
  for (const file of files) {
    const body = new Uint8Array(await file.arrayBuffer());
    const address = `web/add-files?${new URLSearchParams({ name: file.name })}`;
    const answer = await (await reach(address, { method: "POST", body })).json();
    if (answer.error) refused.push({ name: file.name, ...answer.error });
    added.push(...(answer.added ?? []));
    refused.push(...(answer.refused ?? []));
  }
  await refresh();
  return [
    added.length > 0 && el("p", {}, `${count(added.length, "file")} added.`),
    el("ul", { class: "plain-list" }, refused.map(({ name, text, help }) =>
      el("li", { class: "problem" }, el("strong", {}, `${name}: ${text}.`), help && ` ${help}.`)
    )),
  ];
}

/** Asks the browser not to delete the notebook. Most decide by themselves; some ask the person. */
async function askToStay() {
  localStorage.setItem(ASKED, "yes");
  if (!(await navigator.storage.persisted?.())) await navigator.storage.persist?.();
}
