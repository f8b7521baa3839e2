// What is known of a journal on the table: what the program said last, what the hand is about to do, and what follows from an
// act. What a person does is sent, and what the program answers is taken over; nothing is drawn as done before it is on the
// disk.

import { ActingModel, withNotes } from "./acting.js";
import { announceTurn } from "./live.js";
import { onRealTable, preference } from "./preferences.js";

/** What it draws with is in journal.js. */
export class JournalModel extends ActingModel {
  /** The square of the piece that is to move. */
  selected = null;
  /** The square that a finger has chosen and not yet confirmed. */
  armed = null;
  /** The square under the pointer or with the focus. */
  pointed = null;
  /** The moves between which one has to choose: several pieces, or promotions. */
  choosing = null;
  /** The letters of a move that is being typed. */
  typed = "";
  /** The index of the turn that is to be made on the real table. */
  prompt = null;
  /** What the squares of this board mean, by their names. */
  glosses = null;

  get now() {
    return this.state.now;
  }

  get turns() {
    return this.state.turns.list;
  }

  /** Whether nothing of what the squares mean is shown. */
  get isQuiet() {
    return this.state.quiet || (preference("quiet") && this.now.state !== "concluded");
  }

  get isConcluded() {
    return this.now.state === "concluded";
  }

  /** Whether acts can be made: nobody else plays, nothing is being saved, and the present is shown. */
  get canAct() {
    return this.state.role === "player" && !this.pending && !this.problem && this.at === null && this.prompt === null;
  }

  /** The turn that a note is on: the one that is shown; of the present, until the die is thrown, the one before. */
  get noteTurn() {
    if (this.at !== null) return this.turns[this.at]?.turn ?? 0;
    return this.now.throw ? this.now.turn : this.turns.at(-1)?.turn ?? 0;
  }

  /** The turn that is shown; now, the last in which a piece landed. */
  get landing() {
    if (this.at !== null) return this.turns[this.at] ?? null;
    return this.turns.findLast(turn => turn.square) ?? this.turns.at(-1) ?? null;
  }

  /** What stands on the board that is shown. */
  get place() {
    if (this.at === null) return this.now.place;
    return this.at < 0 ? this.state.start : this.turns[this.at].place;
  }

  /** The moves of the selected piece, or all. */
  get moves() {
    const open = this.now.state === "move" && this.at === null ? this.now.moves : [];
    const selected = this.selection;
    return selected ? open.filter(move => move.from === selected) : open;
  }

  /** The square of the piece that moves: the only one that can, or the one that was chosen. */
  get selection() {
    if (this.now.state !== "move" || this.at !== null) return null;
    return this.selected ?? (this.movers.length === 1 ? this.movers[0].from : null);
  }

  /** The pieces that can move, each with its moves. */
  get movers() {
    const movers = new Map();
    for (const move of this.now.moves) {
      const name = `${move.from}${move.piece}`;
      if (!movers.has(name)) movers.set(name, { from: move.from, piece: move.piece, moves: [] });
      movers.get(name).moves.push(move);
    }
    return [...movers.values()];
  }

  /** The index of a turn by its number. */
  indexOf(turn) {
    return this.turns.findIndex(one => one.turn === turn);
  }

  /** Makes an act. A piece that was dragged lies where the hand has put it. */
  async act(act, { move = null, isDropped = false } = {}) {
    if (!this.canAct) return false;
    this.choosing = null;
    this.typed = "";
    if (isDropped) {
      this.board.show({ ghost: { piece: move.piece, square: move.to } });
      this.board.arrive();
    }
    return super.act(act, { move });
  }

  /** Hands an act to the program; resolves to the new state. */
  deliver({ act, id, revision }) {
    return this.api.act({ journal: this.name, revision, act, has: this.has }, id);
  }

  /** Asks for the present state. */
  load() {
    return this.api.get("api/state", { journal: this.name, client: this.api.client, ...this.has });
  }

  /** Takes over a new state, and shows it. */
  accept(state, { isMine = false } = {}) {
    const before = this.state;
    withNotes(state, before);
    state.turns.list = [...this.turns.slice(0, state.turns.from), ...state.turns.list];
    this.state = state;
    const { now } = state;
    // A note leaves the hand where it is.
    if (now.turn !== before.now.turn || now.throw !== before.now.throw) {
      this.selected = null;
      this.armed = null;
      this.choosing = null;
    }
    // Whoever looks at an earlier turn is not called back by what others do.
    if (isMine || this.at >= state.turns.list.length) this.at = null;
    const isNewTurn = state.turns.list.length === before.turns.list.length + 1;
    const last = state.turns.list.length - 1;
    this.prompt = isMine && isNewTurn && onRealTable(this.name) && this.turns[last].table.length ? last : null;
    this.news = newsOf(state, before);
    this.square.forget();
    this.board.point(null);
    if (before.quiet !== state.quiet) this.loadGlosses();
    this.draw();
    announceTurn(this, before);
    if (isMine) this.focusNow();
  }

  /** Puts back a typed move that was refused, so that it can be corrected. */
  retype(text) {
    if (this.problem) return;
    this.typed = text;
    this.turn.draw();
  }

  /** Asks once for what all squares mean, so that pointing needs no request. */
  async loadGlosses() {
    this.glosses = null;
    if (this.state.quiet) return;
    try {
      this.glosses = await this.api.get("api/glosses", { journal: this.name });
      this.square?.draw();
    } catch (error) {
      this.fail(error);
    }
  }
}

/** What has come about between two states: notices, and that a king stands on the Ptah. */
export function newsOf({ notices, now }, before = null) {
  const isNew = notice => !before?.notices.includes(notice);
  const ptah = now.rounds_on_ptah === before?.now.rounds_on_ptah ? null : now.rounds_on_ptah;
  return [...notices.filter(isNew), ptah].filter(Boolean).join(" ") || null;
}

// Which squares of the board are lit and marked, from what can be done now.

const NOTHING = { lit: null, called: [], calledPieces: [], selected: null, targets: [], captures: [], ghost: null };

/** The marks of a journal on the table, as `Board.show` takes them. */
export function lighting(journal) {
  const { now, at, prompt, pending, problem } = journal;
  if (at !== null || prompt !== null) return NOTHING;
  if (problem && pending?.move) {
    const { from, piece, to } = pending.move;
    return { ...NOTHING, lit: [from, to], called: [from], calledPieces: [`${from}${piece}`], ghost: { piece, square: to } };
  }
  if (now.state === "no_move") {
    const { pieces, blockers } = now.no_move;
    return { ...NOTHING, lit: [...pieces, ...blockers], called: pieces };
  }
  return now.state === "move" ? choices(journal) : NOTHING;
}

function choices({ now, movers, moves, selection, state }) {
  const called = unique(now.moves.map(move => move.from));
  const calledPieces = movers.map(({ from, piece }) => `${from}${piece}`);
  // Without a die every piece can be chosen; a veil would hide nothing but the enemies.
  if (!state.dice && !selection) return { ...NOTHING, called, calledPieces };
  const shown = selection && !state.dice ? [selection] : called;
  const captures = unique(moves.filter(move => move.takes.length).map(move => move.to));
  const targets = unique(moves.map(move => move.to)).filter(square => !captures.includes(square));
  return {
    ...NOTHING,
    lit: [...shown, ...targets, ...captures],
    called: shown,
    calledPieces,
    selected: selection,
    targets,
    captures,
  };
}

function unique(items) {
  return [...new Set(items)];
}
