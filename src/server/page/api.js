// Everything the page asks of the program.

import { preference } from "./preferences.js";
import { openStream, reach, show } from "./reach.js";
import { el, pause, unique } from "./text.js";

const RETRIES = [150, 400, 1000];

/** Why the program did not do something: `problem` has its code and text; `state` the present state, if it came along. */
class ApiError extends Error {
  /** @param {Problem} problem @param {StateView | null} state */
  constructor(problem, state = null) {
    super(problem.text);
    this.problem = problem;
    this.state = state;
  }
}

/** The calls of one window. */
export class Api {
  /** This window, as it calls itself. */
  client = unique();
  #pictures = new Map();
  /** @type {((event: StreamEvent) => void) | null} */
  #heard = null;
  /** @type {Promise<any> | null} */
  #stream = null;

  /** The relative address of a request. @param {string} path @param {object} query */
  url(path, query = {}) {
    /** @type {Record<string, any>} */
    const all = { ...query, palette: path.endsWith(".svg") ? preference("palette") : null };
    const given = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
    return given.length ? `${path}?${new URLSearchParams(given)}` : path;
  }

  /**
   * Asks for JSON.
   *
   * @template {keyof Answers} P
   * @param {P} path
   * @param {object} [query]
   * @returns {Promise<Answers[P]>}
   */
  get(path, query) {
    return this.#json(this.url(path, query), {}, RETRIES);
  }

  /**
   * Sends JSON once: what is sent twice may happen twice.
   *
   * @template {keyof PostAnswers} P
   * @param {P} path
   * @param {object} body
   * @returns {Promise<PostAnswers[P]>}
   */
  post(path, body, options = {}) {
    return this.#json(path, { ...this.#request(body), ...options }, []);
  }

  /**
   * Makes an act and resolves to the new state. `id` names the act, so that it is not played twice, however often an answer
   * is lost.
   *
   * @param {ActRequest} body
   * @returns {Promise<StateView>}
   * @param {string} id
   */
  async act(body, id, path = "api/act") {
    const { state } = await this.#json(path, this.#request({ ...body, client: this.client, id }), RETRIES);
    return state;
  }

  /** A name for an act. */
  actId() {
    return unique();
  }

  /** A picture that the program draws, as an image. @param {string} path @param {object} query @param {Record<string, any>} attributes */
  image(path, query, attributes) {
    const image = el("img", attributes);
    show(image, this.url(path, query));
    return image;
  }

  /** A picture that the program drew, as an element of this document. @param {string} path @param {object} [query] */
  async svg(path, query) {
    const address = this.url(path, query);
    if (!this.#pictures.has(address)) this.#pictures.set(address, this.#picture(address));
    return document.importNode(await this.#pictures.get(address), true);
  }

  /**
   * Listens to what others do. `heard` is called with the kinds "changed" when there may be something to ask for, "lost" when
   * the program does not answer, "stopped" when it ends, "refused" with a `text` when it answers but the page cannot listen,
   * and "found" when all is well again. Returns a function that stops it.
   * @param {string | null} journal @param {(event: StreamEvent) => void} heard
   */
  listen(journal, heard) {
    this.#heard = heard;
    this.#show({ journal, isListening: true });
    return () => {
      // The next view may listen already.
      if (this.#heard !== heard) return;
      this.#heard = null;
      this.#show({ isListening: false });
    };
  }

  /** @param {object} what */
  async #show(what) {
    this.#stream ??= openStream(this.client, event => this.#heard?.(event));
    (await this.#stream).postMessage({ client: this.client, ...what });
  }

  /** @param {object} body */
  #request(body) {
    return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  }

  /** @param {string} address @param {RequestInit} request @param {number[]} retries @returns {Promise<any>} */
  async #json(address, request, retries) {
    const response = await this.#reach(address, request, retries);
    const answer = await response.json().catch(() => ({}));
    if (answer.error?.code === "stopped") throw new ApiError({ ...answer.error, code: "gone" });
    if (answer.error) throw new ApiError(answer.error, answer.state);
    if (!response.ok) throw new ApiError({ code: "internal", text: `The program answered ${response.status}.` });
    return answer;
  }

  /** @param {string} address */
  async #picture(address) {
    const response = await this.#reach(address, {}, RETRIES);
    if (!response.ok) {
      const { error } = await response.json().catch(() => ({}));
      throw new ApiError(error ?? { code: "not_found", text: `There is no picture at ${address}.` });
    }
    return new DOMParser().parseFromString(await response.text(), "image/svg+xml").documentElement;
  }

  /** @param {string} address @param {RequestInit} request @param {number[]} retries @returns {Promise<any>} */
  async #reach(address, request, retries) {
    for (const wait of [...retries, null]) {
      try {
        return await reach(address, request);
      } catch {
        // The browser does not say more than that nobody answered.
        if (wait === null) throw new ApiError({ code: "gone", text: "The program has stopped." });
        await pause(wait);
      }
    }
    return undefined;
  }
}
