// The program, for all windows of the browser. It answers their calls one after the other, and each only when what it has changed
// is kept.

import { isKept, privateFolder, Store } from "./store.js";
import { Files, start, System } from "./wasi.js";
import { unzip, zip } from "./zip.js";

const channel = new BroadcastChannel("enochian");
const decoder = new TextDecoder(), encoder = new TextEncoder();
/** What each window shows: its name, and that of the journal. @type {Map<string, string | null>} */
const windows = new Map();
/** The calls of late, so that one that comes twice is answered once. @type {Map<string, Promise<object>>} */
const answered = new Map();
/** How long a call is remembered after its answer, in ms. */
const REMEMBERED = 10_000;
/** @type {Promise<{ system: System, store: Store, program: any }> | null} */
let opened = null;
let queue = Promise.resolve();

async function open() {
  const folder = await navigator.storage.getDirectory();
  const files = new Files();
  const store = new Store(files, privateFolder(folder));
  await store.open();
  if (!files.folders.has("journals")) {
    for (const path of ["journals", "questions"]) files.folders.add(path);
    store.keep();
  }
  // Unfinished files, for which the system has no other place.
  files.folders.add("tmp");
  const system = new System(files, { TZ: Intl.DateTimeFormat().resolvedOptions().timeZone });
  const module = await WebAssembly.compileStreaming(fetch("enochian.wasm"));
  return { system, store, program: await start(module, system) };
}

/** The answer of the program to a call. @param {{ is_post: boolean, path: string, query: string[][], body: Uint8Array }} call */
async function answer({ body, is_post, path, query }) {
  opened ??= open();
  const { system, store, program } = await opened;
  const line = encoder.encode(`${JSON.stringify({ is_post, path, query, offset: -new Date().getTimezoneOffset() })}\n`);
  system.asked = new Uint8Array([...line, ...body]);
  system.told = [];
  if (program.answer() !== 0) throw new Error("the program could not be asked");
  store.keep();
  const told = new Uint8Array(await new Blob(/** @type {any} */ (system.told)).arrayBuffer());
  const end = told.indexOf(10);
  const { events, ...about } = JSON.parse(decoder.decode(told.subarray(0, end)));
  for (const event of events) channel.postMessage({ event: JSON.parse(event) });
  return { ...about, body: told.slice(end + 1) };
}

/** JSON, as an answer. @param {object} value */
const json = (value, status = 200) => ({
  status,
  kind: "application/json",
  save_as: null,
  body: encoder.encode(JSON.stringify(value)),
});

/** The whole notebook as a zip file. */
async function copy() {
  opened ??= open();
  const { store } = await opened;
  const files = [...store.files.files].filter(([path]) => isKept(path)).map(([path, file]) => ({
    path,
    bytes: Files.content(file),
    modified: file.modified,
  }));
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
async function changedSince(moment) {
  opened ??= open();
  const { store } = await opened;
  const files = [...store.files.files];
  return json({
    journals: files.filter(([path, file]) => isKept(path) && path.endsWith(".md") && file.modified > moment).length,
  });
}

/** @param {{ is_post: boolean, path: string, query: string[][], body: Uint8Array }} call */
function respond(call) {
  if (call.path === "web/changed") return changedSince(Number(call.query[0][1]));
  if (call.path === "web/notebook.zip") return copy();
  if (call.path === "web/add-files") return add(call.query[0][1], call.body);
  return answer(call);
}

/** What is told when nothing could be kept: the files are read again, and the page shows what is really there. @param {unknown} error */
async function failed(error) {
  const before = await opened?.catch(() => null);
  before?.store.close();
  opened = null;
  const text = `This browser could not save it: ${error instanceof Error ? error.message : error}.`;
  const help = "Save a copy of the notebook, free some space, and reload the page.";
  return json({ error: { code: "not_saved", text, help } }, 507);
}

/** @param {() => Promise<any>} act */
function next(act) {
  const done = queue.then(act).catch(failed);
  queue = done.then(() => {});
  return done;
}

/** Tells the program which windows listen to changes. */
function nameWindows() {
  const listening = [...windows].map(([client, journal]) => ({ client, journal }));
  const body = encoder.encode(JSON.stringify({ stream: "web", windows: listening }));
  return next(() => answer({ is_post: true, path: "api/watch", query: [], body }));
}

channel.onmessage = async ({ data: { call, listens } }) => {
  if (listens) {
    const { client, journal, isListening } = listens;
    // A window holds the lock of its name as long as it is there.
    if (!windows.has(client)) {
      navigator.locks.request(client, () => {
        windows.delete(client);
        nameWindows();
      });
    }
    if (isListening) windows.set(client, journal);
    else windows.delete(client);
    await nameWindows();
    channel.postMessage({ event: { kind: "changed", client } });
  }
  if (!call) return;
  channel.postMessage({ taken: call.id });
  if (!answered.has(call.id)) answered.set(call.id, next(() => respond(call)));
  const told = await answered.get(call.id);
  channel.postMessage({ answer: { id: call.id, ...told } });
  setTimeout(() => answered.delete(call.id), REMEMBERED);
  // The answer is out: what goes wrong now is no fault of the call.
  next(async () => (await opened)?.store.tidy());
};

// Windows that asked somebody who has gone ask again.
channel.postMessage({ begins: true });
