// What a person does with a notebook that a browser keeps: a copy of all of it, and files that are added.

import { openDialog } from "./fields.js";
import { reach, save } from "./reach.js";
import { count, el, fill } from "./text.js";

/** The button that opens what can be done. @param {() => Promise<void>} refresh */
export function notebookButton(refresh) {
  return el("button", { class: "bare", type: "button", onclick: () => openNotebook(refresh) }, "Copies and files");
}

/** @param {() => Promise<void>} refresh */
function openNotebook(refresh) {
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
      onclick: async () => fill(said, await saveAll()),
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
  save(await response.blob(), `enochian-${day}.zip`);
  return el("p", {}, "The copy is among your downloads.");
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
