// What a person does with a notebook that a browser keeps: a copy of all of it, and files that are added.

import { openDialog } from "./fields.js";
import { reach, save } from "./reach.js";
import { count, el, fill } from "./text.js";

/** When a copy was saved last, in milliseconds. */
const COPIED = "enochian copied";
/** So many journals without a copy are worth a word. */
const MANY = 3;

/** The button that opens what can be done, and says how many journals have no copy. @param {() => Promise<void>} refresh */
export function notebookButton(refresh) {
  const hint = el("span", { class: "hint" });
  const remind = async () => {
    const { journals } = await (await reach(`web/changed?since=${Number(localStorage.getItem(COPIED))}`)).json();
    hint.textContent = journals >= MANY ? ` · ${journals} journals have no copy yet` : "";
  };
  remind();
  return el("button", { class: "bare", type: "button", onclick: () => openNotebook(refresh, remind) }, "Copies and files", hint);
}

/** @param {() => Promise<void>} refresh @param {() => Promise<void>} remind */
function openNotebook(refresh, remind) {
  const said = el("div", { role: "status" });
  const files = el("input", { type: "file", multiple: true, accept: ".md,.toml,.zip", hidden: true });
  files.addEventListener("change", async () => {
    fill(said, await add([...files.files ?? []], refresh));
    files.value = "";
  });
  openDialog("Copies and files", [
    el("p", {},
      "This notebook is kept in this browser, on this device only, and nothing is sent anywhere. A browser may delete what it ",
      "keeps: when you clear its data, when the device has no room, and some when a page was not opened for a week. ",
      "So save a copy now and then."),
    el("p", { class: "act-row" }, el("button", {
      class: "primary",
      type: "button",
      onclick: async () => {
        fill(said, await saveAll());
        await remind();
      },
    }, "Save a copy"), el("button", { type: "button", onclick: () => files.click() }, "Add files…")),
    el("p", { class: "hint" }, "A copy is a zip file with all journals and question files, as enochian writes them. ",
      "Journals (.md), question files (.toml) and copies (.zip) can be added; nothing is replaced."),
    said,
    files,
  ]);
  askToStay();
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
  if (!(await navigator.storage.persisted?.())) await navigator.storage.persist?.();
}
