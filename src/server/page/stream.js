// The stream on which the program says that something has changed. All windows of a browser share one, since a browser opens
// only six connections to an address: it is kept in a shared worker, or where there is none in the window itself.

import { pause, unique } from "./text.js";

/** How long the program may be silent before the windows say that it has stopped, in ms. */
const GRACE = 4000;
/** How long to wait before the stream is opened again, in ms: after a break, and after a refusal. */
const AGAIN = 500;
const REFUSED = 3000;
/** The name of this stream. */
const stream = unique();
/** What each window shows, by its port. */
const windows = new Map();
/** The windows that may have missed something before the program knew of them. */
const fresh = new Set();
/** What is wrong with the stream, as the windows were told. @type {{kind: string} | null} */
let trouble = null;
/** Since when nobody has answered. @type {number | null} */
let silentSince = null;
/** Breaks the stream off while it is open. @type {AbortController | null} */
let open = null;
let isFollowed = false;
let naming = Promise.resolve();

/** Connects a window, which then says who it is and what it shows. @param {MessagePort} port */
export function connect(port) {
  port.onmessage = ({ data }) => {
    // A window holds the lock of its name as long as it is there.
    if (!windows.has(port)) navigator.locks?.request(data.client, () => show(port, null));
    show(port, data);
    if (!isFollowed) follow();
  };
  port.postMessage({ kind: "connected" });
}

/** @param {MessagePort} port @param {{ client: string, journal?: string | null, isListening?: boolean } | null} window */
function show(port, window) {
  if (window) windows.set(port, window);
  else windows.delete(port);
  // A list of journals that is a moment old is no error.
  if (window?.journal) fresh.add(port);
  if (trouble) port.postMessage(trouble);
  nameWindows();
}

/** Tells the program which windows there are, one change after the other. */
function nameWindows() {
  naming = naming.then(async () => {
    if (!open) return;
    const told = [...fresh];
    fresh.clear();
    const listening = [...windows.values()].filter(({ isListening }) => isListening);
    const body = { stream, windows: listening.map(({ client, journal }) => ({ client, journal })) };
    const headers = { "Content-Type": "application/json" };
    const { ok } = await fetch("api/watch", { method: "POST", headers, body: JSON.stringify(body) });
    if (!ok) throw new Error("the program does not know this stream");
    for (const port of told) if (windows.has(port)) port.postMessage({ kind: "changed" });
  }).catch(() => open?.abort());
}

/** Keeps the stream open. */
async function follow() {
  isFollowed = true;
  for (;;) {
    let wait = AGAIN;
    const breaking = new AbortController();
    try {
      const response = await fetch(`events?${new URLSearchParams({ stream })}`, { signal: breaking.signal });
      silentSince = null;
      if (response.ok) {
        open = breaking;
        if (response.body) await read(response.body);
      } else {
        const { error } = await response.json();
        tell({ kind: error.code === "stopped" ? "stopped" : "refused", text: error.text });
        wait = REFUSED;
      }
    } catch {
      // Nobody answers, or not to the end.
      silentSince ??= Date.now();
      if (Date.now() - silentSince >= GRACE) tell({ kind: "lost" });
    }
    open = null;
    await pause(wait);
  }
}

/** @param {ReadableStream<any>} body */
async function read(body) {
  if (trouble) tell({ kind: "found" });
  for (const port of windows.keys()) fresh.add(port);
  nameWindows();
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = "";;) {
    const { value, done } = await reader.read();
    if (done) return;
    const events = (rest + value).split("\n\n");
    rest = events.pop() ?? "";
    for (const event of events) if (event.startsWith("data: ")) hear(JSON.parse(event.slice(6)));
  }
}

/** @param {StreamEvent & { client?: string }} event */
function hear(event) {
  if (event.kind === "stopped") tell(event);
  else for (const [port, { client }] of windows) if (client === event.client) port.postMessage(event);
}

/** Tells all windows what has become of the stream, once. @param {StreamEvent} event */
function tell(event) {
  const isKnown = trouble?.kind === event.kind || (trouble?.kind === "stopped" && event.kind === "lost");
  trouble = event.kind === "found" ? null : event;
  if (!isKnown) { for (const port of windows.keys()) port.postMessage(event); }
}

if ("SharedWorkerGlobalScope" in globalThis) addEventListener("connect", (/** @type {any} */ { ports }) => connect(ports[0]));
