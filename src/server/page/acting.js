// What every journal on the table has in common: an act is sent and drawn when it is on the disk, and a failure loses nothing
// that was typed or chosen.

import { announce } from "./live.js";

/** How long a write may take before the page says so, in ms. */
const SLOW = 300;

/** Whether two states differ in nothing: the revision grows with what is in the journal, but not when another window plays. @param {StateView} one @param {StateView} other */
function isSame(one, other) {
  return one.revision === other.revision && one.role === other.role && one.watching === other.watching;
}

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
  /** Whether something has changed that was not asked for, and whether it is being asked for. */
  #isBehind = false;
  #isFollowing = false;

  /** Makes an act: it is sent, and drawn when it is on the disk. @param {PageAct} act */
  async act(act, more = {}) {
    if (!this.canAct) return false;
    this.pending = { act, ...more, id: this.api.actId(), revision: this.state.revision };
    this.asking = null;
    this.refusal = null;
    this.news = null;
    return this.send();
  }

  /** Whether a note can be written: by whoever plays, and afterwards by everybody. */
  get canWrite() {
    return !this.pending && !this.problem && (this.state.role === "player" || this.isConcluded);
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
    const asked = { journal: this.name, client: this.api.client, has: this.has, annotation };
    const { state } = await this.api.post("api/annotate", asked);
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
      const accepted = state && (isStale || problem.code === "watching") ? this.accept(state) : null;
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
      const { journal } = await this.api.post("api/save-new", { journal: old, client: this.api.client });
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

  /** This window plays from now on. */
  async claim() {
    await this.attempt(async () => {
      const { state } = await this.api.post("api/claim", { journal: this.name, client: this.api.client, has: this.has });
      await this.accept(state, { isMine: true });
    });
  }

  /** What the page has, so that the program sends only what has changed. */
  get has() {
    const { revision, turns, notes } = this.state;
    return { revision, turns: turns.list.length, notes: notes.length };
  }

  /** Hears that something has changed, or what has become of the program. @param {StreamEvent} event */
  async hear({ kind, text }) {
    if (kind === "lost" || kind === "stopped") {
      if (!this.problem) this.fail({ problem: { code: "gone", text: "The program has stopped." } });
    } else if (kind === "refused") {
      this.news = text ?? null;
      this.draw();
    } else if (this.problem?.code === "gone") {
      // Whoever can be heard is there.
      await this.retry();
    } else if (kind === "changed") {
      await this.#follow();
    } else if (kind === "found") {
      this.news = null;
      this.draw();
    }
  }

  /** After the program was gone: what is on the disk now, or the act that waits once more. */
  async retry() {
    if (this.pending) {
      this.send();
      return;
    }
    this.problem = null;
    this.draw();
    await this.#follow();
  }

  /** Takes over what somebody else did, with one question at a time. */
  async #follow() {
    this.#isBehind = true;
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    await this.attempt(async () => {
      while (this.#isBehind) {
        this.#isBehind = false;
        await this.#answered;
        await this.#catchUp(await this.load());
      }
    }).finally(() => {
      this.#isFollowing = false;
    });
  }

  /**
   * Takes over a state that no act of this window has asked for. One that comes while an act is on its way waits for the answer:
   * it may hold what that act did, and until the answer is there no hand can go on from it.
   * @param {StateView} state
   */
  async #catchUp(state) {
    await this.#answered;
    if (state.revision < this.state.revision || isSame(state, this.state)) return;
    const count = this.turns.length;
    await this.accept(state);
    if (this.turns.length > count && this.state.role === "player") await this.#sayCaughtUp();
  }

  /** @param {Promise<void> | null} accepted */
  async #sayCaughtUp(accepted = null) {
    await accepted;
    const what = this.turns.length ? `Turn ${this.turns.at(-1)?.turn}` : "Something";
    this.news = `${what} was played elsewhere. This page has caught up.`;
    this.draw();
  }
}
