// The program. It answers calls one after the other, and each only when what it has changed is kept: for all windows of the browser, or, as a
// guest, for one window, with files that are kept nowhere.

import { chosen, forget, WRITING } from "./chosen.js";
import { FolderStore } from "./folder.js";
import { database, isKept, Store } from "./store.js";
import { Files, start, System } from "./wasi.js";
import { unzip, zip } from "./zip.js";

const isGuest = self.name === "guest";
const line = isGuest ? self : new BroadcastChannel("enochian");
const decoder = new TextDecoder(), encoder = new TextEncoder();
/** The calls of late, so that one that comes twice is answered once. @type {Map<string, Promise<object>>} */
const answered = new Map();
/** How long a call is remembered after its answer, in ms. */
const REMEMBERED = 10_000;
/** @typedef {{ open(): Promise<void>, look?(journal?: string | null): Promise<void>, keep(): unknown, close(): void }} Keeper */
/** @type {Promise<{ system: System, files: Files, store: Keeper, program: any }> | null} */
let opened = null;
let queue = Promise.resolve();
/** Whether the window is being closed: what is asked now waits for the program of the next one. */
let isClosing = false;
if (!isGuest)
  addEventListener("message", ({ data }) => {
    isClosing = data.isClosing;
  });

/** Keeps nothing. @type {Keeper} */
const NOWHERE = { async open() {}, keep() {}, close() {} };

/** Where the files are kept, and what the page calls that place. @param {Files} files */
async function place(files) {
  if (isGuest) return { store: NOWHERE, name: "this window" };
  const folder = await chosen();
  if (folder && await folder.queryPermission(WRITING) === "granted") {
    return { store: new FolderStore(files, folder), name: `the folder ${folder.name}` };
  }
  return { store: new Store(files, await database()), name: "this browser" };
}

async function open() {
  const files = new Files(), { store, name } = await place(files);
  await store.open();
  if (!files.folders.has("journals")) {
    for (const path of ["journals", "questions"]) files.folders.add(path);
    await store.keep();
  }
  // Unfinished files, for which the system has no other place.
  files.folders.add("tmp");
  const system = new System(files, { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone, ENOCHIAN_PLACE: name });
  const module = await WebAssembly.compileStreaming(fetch("enochian.wasm"));
  return { system, files, store, program: await start(module, system) };
}

/** The program, which is begun when it is asked first. */
function running() {
  opened ??= open();
  return opened;
}

/** @typedef {{ is_post: boolean, path: string, query: string[][], body: Uint8Array }} Call */

/** The answer of the program to a call. @param {Call} call */
async function answer(call) {
  const { body, is_post, path, query } = call, { system, store, program } = await running();
  if (store.look && ["part", "act", "glosses", "again"].includes(path)) {
    const journal = query.find(([name]) => name === "journal")?.[1] ?? null;
    if (journal !== null || query[0]?.[0] === "home") await store.look(journal);
  }
  const head = encoder.encode(`${JSON.stringify({ is_post, path, query, offset: -new Date().getTimezoneOffset() })}\n`);
  system.asked = new Uint8Array([...head, ...body]);
  system.told = [];
  if (program.answer() !== 0) throw new Error("the program could not be asked");
  await store.keep();
  const told = new Uint8Array(await new Blob(/** @type {any} */ (system.told)).arrayBuffer());
  const end = told.indexOf(10);
  return { ...JSON.parse(decoder.decode(told.subarray(0, end))), body: told.slice(end + 1) };
}

/** JSON, as an answer. @param {object} value */
const json = (value, status = 200) => ({
  status,
  kind: "application/json",
  save_as: null,
  body: encoder.encode(JSON.stringify(value)),
});

/** The files of the notebook. */
async function keptFiles() {
  return [...(await running()).files.files].filter(([path]) => isKept(path));
}

/** The whole notebook as a zip file. */
async function copy() {
  const files = (await keptFiles()).map(([path, file]) => ({ path, bytes: Files.content(file), modified: file.modified }));
  return { status: 200, kind: "application/zip", save_as: null, body: new Uint8Array(await zip(files).arrayBuffer()) };
}

/** Adds a file, or those of a zip file. @param {string} name @param {Uint8Array} bytes */
async function add(name, bytes) {
  let files = [{ name, bytes }];
  try {
    if (/\.zip$/i.test(name)) files = await unzip(bytes);
  } catch (error) {
    return json({ error: { code: "invalid", text: error instanceof Error ? error.message : String(error) } }, 400);
  }
  /** @type {string[]} */
  const added = [];
  const refused = [];
  for (const file of files) {
    const { body } = await answer({ is_post: true, path: "web/add", query: [["name", file.name]], body: file.bytes });
    const told = JSON.parse(decoder.decode(body));
    if (told.error) refused.push({ name: file.name, text: told.error.text, help: told.error.help });
    else added.push(file.name);
  }
  return json({ added, refused });
}

/** How many journals have changed since a moment. @param {number} moment */
async function countChanged(moment) {
  const journals = (await keptFiles()).filter(([path]) => path.endsWith(".md"));
  return json({ changed: journals.filter(([, file]) => file.modified > moment).length });
}

/**
 * Opens the notebook that was chosen now, and all windows with it. What the one before has comes along; nothing there is replaced.
 *
 * @param {boolean} brings
 */
async function openChosen(brings) {
  const before = await keptFiles();
  (await running()).store.close();
  opened = open();
  try {
    await opened;
  } catch (error) {
    await forget();
    opened = open();
    return json({ error: { code: "invalid", text: error instanceof Error ? error.message : String(error) } }, 409);
  }
  const { files, store } = await running();
  const brought = brings ? before.filter(([path]) => !files.files.has(path)) : [];
  for (const [path, file] of brought) files.put(path, Files.content(file).slice(), file.modified);
  await store.keep();
  line.postMessage({ moved: true });
  return json({ brought: brought.length });
}

/** @param {Call} call */
function respond(call) {
  if (call.path === "web/journals") return countChanged(Number(call.query[0][1]));
  if (call.path === "web/notebook.zip") return copy();
  if (call.path === "web/add-files") return add(call.query[0][1], call.body);
  if (call.path === "web/open-chosen") return openChosen(call.query.length > 0);
  return answer(call);
}

/** What is told when nothing could be kept: the files are read again, and the page shows what is really there. @param {unknown} error */
async function failed(error) {
  const before = await opened?.catch(() => null), why = error instanceof Error ? error.message : error;
  before?.store.close();
  opened = null;
  const [text, help] = before
    ? [`This browser could not save it: ${why}.`, "Save a copy of the notebook, free some space, and reload the page."]
    : [`This browser could not open the notebook: ${why}`, "Reload the page. If that does not help, start the browser again."];
  return json({ error: { code: "not_saved", text, help } }, 507);
}

/** @param {() => Promise<any>} act */
function next(act) {
  const done = queue.then(act).catch(failed);
  queue = done.then(() => {});
  return done;
}

line.onmessage = async ({ data: { call } }) => {
  if (!call || isClosing) return;
  line.postMessage({ taken: call.id });
  if (!answered.has(call.id)) answered.set(call.id, next(() => respond(call)));
  const told = await answered.get(call.id);
  line.postMessage({ answer: { id: call.id, ...told } });
  setTimeout(() => answered.delete(call.id), REMEMBERED);
};

// Windows that asked somebody who has gone ask again.
line.postMessage({ begins: true });
