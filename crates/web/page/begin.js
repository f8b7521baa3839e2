// Before the page: which notebook it shows, whether this browser can keep one, and whether a new version of the page is there.

import { chosen, forget, WRITING } from "./chosen.js";
import { begin, notebook, toNotebook } from "./line.js";
import { button, el } from "./text.js";

// What is imported here is read before the program is begun: the rest of the page comes later.
const links = () => import("./links.js");

/** How long after the beginning the page is kept, in ms. */
const PAUSE = 1000;

/** @typedef {[string, () => unknown]} Button */

const root = document.getElementById("app");

/** @param {Button[]} all */
const buttons = all => all.map(([text, act]) => button("", act, text));

/** Says something in the place of the page. @param {string} text @param {string} help @param {Button[]} acts */
function say(text, help, acts = []) {
  const words = [el("h1", {}, text), el("p", {}, help), el("p", { class: "act-row" }, buttons(acts))];
  root?.replaceChildren(el("main", { class: "failed" }, words));
}

/** Says something below the page. @param {string} text @param {Button[]} acts */
function tell(text, acts) {
  const bar = el("p", { class: "bar", role: "status" }, `${text} `, buttons(acts));
  bar.append(button("bare", () => bar.remove(), "Close"));
  document.body.append(bar);
  return bar;
}

/** Keeps the page on the device, and offers a new version at a moment at which nothing is lost. */
async function keepPage() {
  const registration = await navigator.serviceWorker.register("sw.js", { updateViaCache: "none" });
  const hadOne = Boolean(navigator.serviceWorker.controller);
  navigator.serviceWorker.addEventListener("controllerchange", () => {
    if (hadOne) location.reload();
  });
  const offer = (/** @type {ServiceWorker} */ worker) =>
    tell("A new version of this page is available. Everything you entered is saved.", [[
      "Update now",
      () => worker.postMessage("take over"),
    ]]);
  if (registration.waiting && hadOne) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = registration.installing;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "installed" && navigator.serviceWorker.controller) offer(worker);
    });
  });
}

/** Why this browser keeps nothing for this page, if it does not. */
async function whyNothingIsKept() {
  if (!isSecureContext) return "this address has no https.";
  try {
    if (!navigator.locks) throw new Error();
    (await (await import("./store.js")).database()).close();
    return null;
  } catch {
    return "this browser does not let the page keep anything, as in a private window.";
  }
}

/** Asks for the folder that is the notebook, where the browser wants that. Returns when it can be used, or another notebook. */
async function openFolder() {
  const folder = await chosen();
  if (!folder) return;
  const isThere = () => folder.entries()[Symbol.asyncIterator]().next().then(() => true, () => false);
  while (!(await folder.queryPermission(WRITING) === "granted" && await isThere())) {
    const isGone = await folder.queryPermission(WRITING) === "granted";
    const another = await new Promise(told =>
      say(isGone ? `The folder “${folder.name}” is gone.` : `Your notebook is the folder “${folder.name}”.`, isGone
        ? "Put it back where it was, or use the notebook that is in this browser."
        : "The browser asks you whether this page may use it.", [["Open it", async () => {
        await folder.requestPermission(WRITING);
        told(false);
      }], ["Use the notebook in this browser", () =>
        told(true)]])
    );
    if (another) return await forget();
  }
}

/** Shows the page of a guest, and what can be done with what it shows. @param {{ name: string, bytes: Uint8Array } | null} journal @param {string | null} why */
async function asGuest(journal, why) {
  const line = begin({ asGuest: true });
  if (journal) {
    const { refused: [problem], error } = await line.add(`${journal.name}.md`, journal.bytes);
    if (problem ?? error) {
      const { text } = problem ?? error;
      say("This journal cannot be shown.", `${text.charAt(0).toUpperCase()}${text.slice(1)}.`, [[
        "Open the notebook",
        toNotebook,
      ]]);
      return;
    }
  }
  await import("./main.js");
  if (why) {
    const copy = async () => (await import("./reach.js")).save(await (await line.ask("web/notebook.zip")).blob(), "enochian.zip");
    tell(`Nothing is kept here: ${why} Save what you enter before you close the page.`, [["Save a copy", copy]]);
    return;
  }
  const bar = tell("This is not in your notebook yet.", [["Add it", async () => {
    const { refused: [problem] } = await notebook().add(`${journal?.name}.md`, /** @type {any} */ (journal).bytes);
    if (problem) bar.prepend(`It was not added: ${problem.text}. `);
    else toNotebook();
  }], ["Open the notebook", toNotebook]]);
}

/** Journals that the system hands over are shown like those of a link. */
function showFiles() {
  /** @type {any} */ (globalThis).launchQueue?.setConsumer(async (/** @type {{ files: FileSystemFileHandle[] }} */ { files }) => {
    const file = await files[0]?.getFile();
    if (file) location.hash = await (await links()).hashOf(file.name.replace(/\.md$/i, ""), file);
  });
}

async function main() {
  if (!globalThis.WebAssembly || !globalThis.DecompressionStream) {
    say("This browser is too old for this page.", "Any browser of 2023 or later can show it.");
    return;
  }
  const { hash } = location;
  addEventListener("hashchange", () => {
    if (location.hash.includes("&reading=") && location.hash !== hash) location.reload();
  });
  const why = await whyNothingIsKept();
  let journal;
  try {
    journal = hash.includes("&reading=") ? await (await links()).journalIn(hash) : null;
  } catch (/** @type {any} */ error) {
    say("The reading in this link cannot be shown.", error.message, why ? [] : [["Open the notebook", toNotebook]]);
    return;
  }
  if (journal || why) await asGuest(journal, why);
  else {
    await openFolder();
    begin({ asGuest: false });
    await import("./main.js");
    showFiles();
  }
  if (!isSecureContext) return;
  // Not while the page begins: all of it is fetched again.
  setTimeout(() => keepPage().catch(error => console.warn("the page will not open without a network:", error)), PAUSE);
}

await main();
