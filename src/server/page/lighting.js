// Which cells of the board are lit and marked, from what can be done now.

import { NOTHING } from "./board_marks.js";

/** The marks of a journal on the table, as `Board.show` takes them. @param {any} journal */
export function lighting(journal) {
  const { now, at, prompt, pending, problem } = journal;
  if (at !== null || prompt !== null) return NOTHING;
  if (problem && pending?.move) {
    const { from, piece, to } = pending.move;
    return { ...NOTHING, lit: [from, to], called: [from], calledPieces: [`${from}${piece}`], ghost: pending.move };
  }
  if (now.state === "no_move") {
    const { pieces, blockers } = now.no_move;
    return { ...NOTHING, lit: [...pieces, ...blockers], called: pieces };
  }
  return now.state === "move" ? choices(journal) : NOTHING;
}

/** @param {any} journal @returns {any} */
function choices({ allMoves, movers, moves, selection, state }) {
  const called = unique(allMoves.map((/** @type {any} */ move) => move.from));
  const calledPieces = movers.map((/** @type {any} */ { from, piece }) => `${from}${piece}`);
  // Without a die every piece can be chosen; a veil would hide nothing but the enemies.
  if (!state.dice && !selection) return { ...NOTHING, called, calledPieces };
  const shown = selection && !state.dice ? [selection] : called;
  const captures = unique(moves.filter((/** @type {any} */ move) => move.takes).map((/** @type {any} */ move) => move.to));
  const targets = unique(moves.map((/** @type {any} */ move) => move.to)).filter(cell => !captures.includes(cell));
  return { ...NOTHING, lit: [...shown, ...targets, ...captures], called, calledPieces, selected: selection, targets, captures };
}

/** @param {string[]} items */
function unique(items) {
  return [...new Set(items)];
}
