// The way to the program where it is in the browser: one window has it in a worker, and all windows talk to that.

/** How long to wait before a call is sent again that nobody has taken, in ms. */
const AGAIN = 250;
const channel = new BroadcastChannel("enochian");
/** @type {Map<string, { call: object, isTaken: boolean, told: (answer: Response) => void, failed: (error: Error) => void }>} */
const waiting = new Map();
/** @type {(event: StreamEvent & { client: string }) => void} */
let heard = () => {};
/** @type {object | null} */
let listens = null;
const name = [...crypto.getRandomValues(new Uint32Array(2))].map(part => part.toString(36)).join("");
let number = 0;

// The window with this lock has the program; when it is closed, the next one gets it.
navigator.locks.request("enochian", () => {
  new Worker("worker.js", { type: "module" });
  return new Promise(() => {});
});

channel.onmessage = ({ data }) => {
  const { taken, answer, event, begins } = data;
  const one = waiting.get(taken ?? answer?.id);
  if (one && taken) one.isTaken = true;
  if (one && answer) {
    waiting.delete(answer.id);
    one.told(new Response(answer.body, { status: answer.status, headers: headers(answer) }));
  }
  if (event) heard(event);
  if (begins) {
    // What the one before had taken may have been done: whoever asked decides whether to ask again.
    for (const [id, { isTaken, failed }] of waiting) {
      if (!isTaken) continue;
      waiting.delete(id);
      failed(new TypeError("the program began again"));
    }
    if (listens) channel.postMessage({ listens });
  }
};

/** @param {{ kind: string, save_as: string | null }} answer @returns {Record<string, string>} */
function headers({ kind, save_as }) {
  return save_as ? { "Content-Type": kind, "X-Save-As": encodeURIComponent(save_as) } : { "Content-Type": kind };
}

/** Asks the program, as `fetch` asks a server. @param {string} address @param {{ method?: string, body?: any }} [request] @returns {Promise<Response>} */
export async function reach(address, { method = "GET", body = "" } = {}) {
  const [path, query] = address.split("?");
  const id = `${name}-${number++}`;
  const call = {
    id,
    is_post: method === "POST",
    path,
    query: [...new URLSearchParams(query)],
    body: body instanceof Uint8Array ? body : new TextEncoder().encode(String(body)),
  };
  return new Promise((told, failed) => {
    const one = { call, isTaken: false, told, failed };
    waiting.set(id, one);
    const send = () => {
      if (one.isTaken || !waiting.has(id)) return;
      channel.postMessage({ call });
      setTimeout(send, AGAIN);
    };
    send();
  });
}

/** Shows a picture that the program draws. @param {HTMLImageElement} image @param {string} address */
export async function show(image, address) {
  const response = await reach(address);
  if (!response.ok) return;
  image.src = URL.createObjectURL(await response.blob());
  image.onload = () => URL.revokeObjectURL(image.src);
}

/** Listens to changes for a window: returns what says which journal it shows. @param {string} client @param {(event: StreamEvent) => void} listener */
export async function openStream(client, listener) {
  // The lock is free again when the window has gone, however that came about.
  await new Promise(held => navigator.locks.request(client, () => new Promise(() => held(null))));
  heard = event => {
    if (event.client === client) listener(event);
  };
  return {
    /** @param {object} window */
    postMessage(window) {
      listens = window;
      channel.postMessage({ listens });
    },
  };
}

/** Saves something to the device, or hands it to another app where one touches. @param {Blob} blob @param {string} name */
export async function save(blob, name) {
  const files = [new File([blob], name, { type: blob.type })];
  if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files })) {
    // Whoever changes their mind wants no file either.
    const isShared = await navigator.share({ files }).then(() => true, error => error.name === "AbortError");
    if (isShared) return;
  }
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(blob);
  saved.download = name;
  saved.click();
  setTimeout(() => URL.revokeObjectURL(saved.href), 60_000);
}

// What a link saves comes from the program too.
addEventListener("click", async event => {
  const link = /** @type {Element} */ (event.target).closest?.("a[download]");
  const address = link?.getAttribute("href") ?? "";
  if (!link || address.startsWith("blob:")) return;
  event.preventDefault();
  const response = await reach(address);
  save(await response.blob(), decodeURIComponent(response.headers.get("X-Save-As") ?? address.split("?")[0]));
});

export { notebookButton } from "./keeping.js";
