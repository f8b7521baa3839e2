// What every journal on the table has in common: an act is sent and drawn when it is on the disk, and a failure loses nothing
// that was typed or chosen.

import { announce } from "./live.js";

/** How long a write may take before the page says so, in ms. */
const SLOW = 300;

/**
 * A journal in which acts are made. What extends it says how an act is delivered (`deliver`), how the present state is asked
 * for (`load`) and taken over (`accept`), when acts can be made (`canAct`), whether it is over (`isConcluded`), and draws (`draw`, `focusNow`).
 */
export class ActingModel {
  /** The index of the turn that is shown; null is now, -1 the start. @type {number | null} */
  at = null;
  /** A question before something is done. @type {any} */
  asking = null;
  /** Why the last act was refused, as a sentence. @type {string | null} */
  refusal = null;
  /** What has come about, or what others did meanwhile, as sentences. @type {string | null} */
  news = null;
  /** The act that was sent and not answered with success. @type {PendingAct | null} */
  pending = null;
  /** The problem that stands in the way: not saved, or the program is gone. @type {Problem | null} */
  problem = null;
  /** The act that is on its way: resolves when it is answered. @type {Promise<boolean> | null} */
  #answered = null;

  /** Makes an act: it is sent, and drawn when it is on the disk. @param {PageAct} act */
  async act(act, more = {}) {
    if (!this.canAct) return false;
    this.pending = { act, ...more, id: this.api.actId(), revision: this.state.revision };
    this.asking = null;
    this.refusal = null;
    this.news = null;
    return this.send();
  }

  /** Whether a note can be written. */
  get canWrite() {
    return !this.pending && !this.problem;
  }

  /** Writes a note on the turn that the field names. What is written on a turn that was made, or after the end, is a remark on it. @param {string} text */
  async writeNote(text) {
    if (!this.canWrite) return false;
    const isInPlay = this.noteTurn === 0 || this.noteTurn === this.state.now.turn;
    if (this.at === null && !this.isConcluded && isInPlay) return this.act({ kind: "note", text });
    return this.attempt(() => this.annotate({ kind: "remark", turn: this.noteTurn || null, text }));
  }

  /** Adds to what is written in the journal. @param {PageAnnotation} annotation */
  async annotate(annotation) {
    const { state } = await this.api.post("api/annotate", { journal: this.name, has: this.has, annotation }, this.view);
    await this.accept(state);
  }

  /** Sends the pending act, once more if need be: it has a name, so it is played once. */
  send() {
    this.#answered = this.#send();
    return this.#answered;
  }

  async #send() {
    this.problem = null;
    const slow = setTimeout(() => this.top.saving(), SLOW);
    return this.attempt(async () => {
      const state = await this.deliver(/** @type {PendingAct} */ (this.pending)).finally(() => clearTimeout(slow));
      this.pending = null;
      await this.accept(state, { isMine: true });
    });
  }

  /** Does something, or shows why it failed. Returns whether it went well. @param {() => unknown} does */
  async attempt(does) {
    try {
      await does();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    }
  }

  /** Shows why something failed; nothing that was typed or chosen is lost. @param {any} error */
  fail(error) {
    const { problem, state } = error;
    if (!problem) throw error;
    const isKept = problem.code === "not_saved" || problem.code === "gone";
    if (isKept) {
      this.problem = problem;
      // The act has not happened, but the journal may have been read again.
      if (this.pending && state) this.pending.revision = state.revision;
    } else {
      const wasSent = this.pending;
      this.pending = null;
      const isStale = problem.code === "stale";
      const accepted = state && isStale ? this.accept(state) : null;
      // Another window has let the program do the same.
      if (isStale && wasSent?.isAutomatic) return;
      // A state that is accepted brings its own news.
      if (isStale) this.#sayCaughtUp(accepted);
      else this.refusal = problem.help ? `${problem.text} ${problem.help}` : problem.text;
      if (wasSent?.act.kind === "note") this.note.restore(wasSent.act.text);
    }
    announce(problem.text, "alarm");
    this.draw();
    if (isKept) this.turn.focus();
  }

  /** Saves the turns as a new journal, since the file was replaced or removed, and goes on there with the act that waits. */
  async saveNew() {
    const old = this.name;
    await this.attempt(async () => {
      const { journal } = await this.api.post("api/save-new", { journal: old });
      this.name = journal;
      let state = await this.load();
      if (this.pending) state = await this.deliver({ ...this.pending, revision: state.revision });
      this.pending = null;
      this.problem = null;
      if (journal !== old) location.hash = `journal=${encodeURIComponent(journal)}`;
      else await this.accept(state, { isMine: true });
    });
  }

  /** Gives up the act that could not be saved. */
  undo() {
    if (this.pending?.act.kind === "note") this.note.restore(this.pending.act.text);
    this.pending = null;
    this.problem = null;
    this.draw();
    this.focusNow();
  }

  /** What the page has, so that the program sends only what has changed. */
  get has() {
    const { revision, turns, notes } = this.state;
    return { revision, turns: turns.list.length, notes: notes.length };
  }

  /** Takes over what was done elsewhere, and notices when the program has gone or is back. */
  async catchUp() {
    await this.#answered;
    try {
      const state = await this.load({ unless: this.state.revision });
      if (this.problem?.code === "gone") this.retry();
      if (state) await this.#takeOver(state);
    } catch (/** @type {any} */ error) {
      if (error.problem?.code !== "gone") throw error;
      if (!this.problem) this.fail(error);
    }
  }

  /** After the program was gone: the act that waits once more, if there is one. */
  retry() {
    if (this.pending) {
      this.send();
      return;
    }
    this.problem = null;
    this.draw();
  }

  /**
   * Takes over a state that no act of this window has asked for. One that comes while an act is on its way waits for the answer:
   * it may hold what that act did, and until the answer is there no hand can go on from it.
   * @param {StateView} state
   */
  async #takeOver(state) {
    await this.#answered;
    if (state.revision > this.state.revision) await this.accept(state);
  }

  /** @param {Promise<void> | null} accepted */
  async #sayCaughtUp(accepted) {
    await accepted;
    const what = this.turns.length ? `Turn ${this.turns.at(-1)?.turn}` : "Something";
    this.news = `${what} was played elsewhere. This page has caught up.`;
    this.draw();
  }
}
