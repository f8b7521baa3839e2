// The program in the browser: one window has it in a worker, and all windows talk to that. A guest has a program of its own, which keeps
// nothing.

/** How long to wait before a call is sent again that nobody has taken, in ms. */
const AGAIN = 250;
const name = [...crypto.getRandomValues(new Uint32Array(2))].map(part => part.toString(36)).join("");
let number = 0;

/** @param {{ kind: string, save_as: string | null }} answer @returns {Record<string, string>} */
function headers({ kind, save_as }) {
  return save_as ? { "Content-Type": kind, "X-Save-As": encodeURIComponent(save_as) } : { "Content-Type": kind };
}

/** A way to one program. */
class Line {
  /** @type {Map<string, { isTaken: boolean, isPost: boolean, send: () => void, told: (answer: Response) => void, failed: (error: Error) => void }>} */
  #waiting = new Map();
  #port;

  /** @param {BroadcastChannel | Worker} port */
  constructor(port) {
    this.#port = port;
    this.#port.onmessage = (/** @type {MessageEvent} */ { data }) => this.#hear(data);
  }

  /** @param {any} data */
  #hear({ taken, answer, begins, moved }) {
    const one = this.#waiting.get(taken ?? answer?.id);
    if (one && taken) one.isTaken = true;
    if (one && answer) {
      this.#waiting.delete(answer.id);
      one.told(new Response(answer.body.length ? answer.body : null, { status: answer.status, headers: headers(answer) }));
    }
    if (begins) {
      for (const [id, one] of this.#waiting) {
        if (!one.isTaken) continue;
        // What the one before had taken may have been done: whoever sent it decides whether to send it again. A question is asked again.
        if (one.isPost) {
          this.#waiting.delete(id);
          one.failed(new TypeError("the program began again"));
        } else {
          one.isTaken = false;
          one.send();
        }
      }
    }
    if (moved) toNotebook();
  }

  /** Asks the program, as `fetch` asks a server. @param {string} address @param {{ method?: string, body?: any }} [request] @returns {Promise<Response>} */
  async ask(address, { method = "GET", body = "" } = {}) {
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
      // The window that has the program may still be starting it.
      const send = () => {
        if (one.isTaken || !this.#waiting.has(id)) return;
        this.#port.postMessage({ call });
        setTimeout(send, AGAIN);
      };
      const one = { isTaken: false, isPost: call.is_post, send, told, failed };
      this.#waiting.set(id, one);
      send();
    });
  }

  /** Adds a file to the notebook, and tells what became of it. @param {string} name @param {Uint8Array} body */
  async add(name, body) {
    const address = `web/add-files?${new URLSearchParams({ name })}`;
    return (await this.ask(address, { method: "POST", body })).json();
  }
}

/** @type {Line | null} */
let opened = null;

/** The notebook of this browser. The window with the lock has the program; when it is closed, the next one gets it. */
export function notebook() {
  if (opened) return opened;
  navigator.locks.request("enochian", () => {
    const worker = new Worker("worker.js", { type: "module" });
    // Whoever asks while this window closes is answered by the next one's program, which would not know what this one has said.
    addEventListener("pagehide", ({ persisted }) => worker.postMessage({ isClosing: !persisted }));
    return new Promise(() => {});
  });
  opened = new Line(new BroadcastChannel("enochian"));
  return opened;
}

/** A program for one window, which keeps nothing. */
const guest = () => new Line(new Worker("worker.js", { type: "module", name: "guest" }));

/** What this window shows. @type {Line | null} */
let shown = null;
let isGuest = false;
/** Whether a guest has something that is saved nowhere. */
let isUnsaved = false;

/** Whether what this window shows is kept nowhere. */
export const showsGuest = () => isGuest;

/** Begins, with the notebook or as a guest. @param {{ asGuest: boolean }} how */
export function begin({ asGuest }) {
  isGuest = asGuest;
  shown = isGuest ? guest() : notebook();
  if (isGuest) {
    addEventListener("beforeunload", event => {
      if (isUnsaved) event.preventDefault();
    });
  }
  return shown;
}

/** Opens the notebook from its first page. */
export function toNotebook() {
  isUnsaved = false;
  location.hash = "";
  location.reload();
}

/** Asks the program that this window shows. @param {string} address @param {{ method?: string, body?: any }} [request] */
export async function reach(address, request) {
  const answer = await /** @type {Line} */ (shown).ask(address, request);
  if (isGuest && answer.ok && address.split("?")[0] === "act") isUnsaved = true;
  return answer;
}

/** What a guest has is saved somewhere. */
export function nowSaved() {
  isUnsaved = false;
}
