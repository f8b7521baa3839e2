// Everything the page asks of the program.

import { preference } from "./preferences.js";
import { reach, show } from "./reach.js";
import { el, pause } from "./text.js";

const RETRIES = [150, 400, 1000];
/** How often a window that is seen asks whether a journal has changed, in ms. */
const FOLLOWED = 1000;

/** Why the program did not do something: `problem` has its code and text. */
class ApiError extends Error {
  /** @param {Problem} problem */
  constructor(problem) {
    super(problem.text);
    this.problem = problem;
  }
}

/** The calls of one window. */
export class Api {
  #pictures = new Map();

  /** The relative address of a request. @param {string} path @param {object} query */
  url(path, query = {}) {
    /** @type {Record<string, any>} */
    const all = path.endsWith(".svg") ? { ...query, palette: preference("palette") } : query;
    const given = Object.entries(all).filter(([, value]) => value !== null && value !== undefined);
    return given.length ? `${path}?${new URLSearchParams(given)}` : path;
  }

  /**
   * Asks for JSON. Where the question is `unless` something has changed, null is the answer that it has not.
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
  post(path, body, query = {}) {
    return this.#json(this.url(path, query), this.#request(body), []);
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
   * Looks again and again, while the window is seen, at what may have changed, never twice at a time. Returns a function that
   * ends it.
   * @param {() => Promise<void>} look @param {number} every in ms
   */
  follow(look, every = FOLLOWED) {
    let isLooking = false;
    const ask = async () => {
      if (isLooking || document.visibilityState === "hidden") return;
      isLooking = true;
      await look().finally(() => {
        isLooking = false;
      });
    };
    const timer = setInterval(ask, every);
    document.addEventListener("visibilitychange", ask);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", ask);
    };
  }

  /** @param {object} body */
  #request(body) {
    return { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  }

  /** @param {string} address @param {RequestInit} request @param {number[]} retries @returns {Promise<any>} */
  async #json(address, request, retries) {
    const response = await this.#reach(address, request, retries);
    if (response.status === 204) return null;
    const answer = await response.json().catch(() => ({}));
    if (answer.error?.code === "stopped") throw new ApiError({ ...answer.error, code: "gone" });
    if (answer.error) throw new ApiError(answer.error);
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
