// The pieces on a board. Each keeps its element as long as it stands, so that a move changes one transform and nothing else.

import { pieceId, svg } from "./marks.js";

/** Longer than the movement and the fading of a taken piece, in play.css. */
const GONE = 400;

/**
 * A piece has its `cell`, its `code` (of Enochian chess `wN`, of another game the id of its drawing), and where it is on its cell:
 * `dx` and `dy` in hundredths of the cell, and `scale`.
 */
export class Standing {
  /** The next change is already visible: a hand has dragged the piece there. */
  arrived = false;
  /** The pieces that are called, `h1fB`: of a throne pair it may be one alone. @type {string[]} */
  called = [];
  #layer;
  /** @type {StandingPiece[]} */
  #pieces = [];
  #cells = new Map();
  /** @type {string | null} */
  #lifted = null;

  /** @param {SVGElement} layer */
  constructor(layer) {
    this.#layer = layer;
  }

  /** Shows pieces. `last` are the cells of the last move: they tell which piece it was, also if it was promoted. @param {StandingPiece[]} pieces @param {{ last?: string[] | null, atOnce?: boolean }} how */
  show(pieces, { last, atOnce = false }) {
    const rest = [...this.#pieces];
    const [from, to] = last ?? [];
    /** @type {((old: StandingPiece, now: StandingPiece) => boolean)[]} */
    const isSame = [
      (old, now) => old.cell === now.cell && old.code === now.code,
      (old, now) => old.cell === now.cell && kindOf(old) === kindOf(now),
      (old, now) => old.cell === from && now.cell === to && kindOf(old).slice(0, -1) === kindOf(now).slice(0, -1),
      (old, now) => kindOf(old) === kindOf(now),
    ];
    for (const is of isSame) {
      for (const piece of pieces.filter(piece => !piece.use)) {
        const index = rest.findIndex(old => is(old, piece));
        if (index < 0) continue;
        const [old] = rest.splice(index, 1);
        Object.assign(piece, { use: old.use, wasCode: old.code, isMoved: old.cell !== piece.cell });
      }
    }
    const isStill = atOnce || this.arrived;
    this.arrived = false;
    this.#pieces = pieces;
    for (const gone of rest) this.#remove(gone, isStill);
    if (isStill) this.#atOnce(() => pieces.forEach(piece => this.#put(piece)));
    else pieces.forEach(piece => this.#put(piece));
  }

  /** Lays the pieces on the cells of another board, or of one that was turned. @param {CellMap} cells */
  layOn(cells) {
    this.#cells = cells;
    this.#atOnce(() => this.#pieces.forEach(piece => this.#place(piece)));
  }

  /** Lifts the called piece of a cell; null lays it back. @param {string | null} cell */
  lift(cell) {
    this.#lifted = cell;
    for (const piece of this.#pieces) this.#place(piece);
  }

  /** The pieces of a cell that are not called although the cell is. @param {string | null} cell */
  companions(cell) {
    return this.on(cell).filter(piece => this.#isVeiled(piece));
  }

  /** The pieces on a cell; on a throne the king comes first. @param {string | null} cell */
  on(cell) {
    return this.#pieces.filter(piece => piece.cell === cell);
  }

  /** A picture of the piece of a cell that moves; null if there is none. @param {string | null} cell */
  pictureOf(cell) {
    const piece = this.on(cell).find(one => !this.#isVeiled(one));
    return piece ? picture(piece) : null;
  }

  /** Shows that the piece of a cell is in the hand; null lays it back. @param {string | null} cell */
  hold(cell) {
    for (const piece of this.#pieces) piece.use?.classList.toggle("in-hand", piece.cell === cell && !this.#isVeiled(piece));
  }

  /** @param {StandingPiece} piece */
  #isVeiled({ cell, code }) {
    const isPaired = this.on(cell).length > 1;
    return isPaired && !this.called.includes(cell + code) && this.called.some(one => one.startsWith(cell));
  }

  /** @param {() => void} change */
  #atOnce(change) {
    this.#layer.classList.add("still");
    change();
    // The browser must have taken note of the new places before movement is allowed again.
    this.#layer.getBoundingClientRect();
    this.#layer.classList.remove("still");
  }

  /** @param {StandingPiece} piece */
  #put(piece) {
    const use = piece.use ??= picture(piece);
    if (!use.parentNode) this.#layer.append(use);
    else if (piece.wasCode !== piece.code) use.setAttribute("href", imageOf(piece.code));
    use.dataset.piece = piece.cell;
    if (piece.isMoved && use !== this.#layer.lastChild) {
      this.#layer.append(use);
      // An element that was put elsewhere moves only if the browser knows where it stood.
      use.getBoundingClientRect();
    }
    this.#place(piece);
  }

  /** @param {StandingPiece} piece */
  #place(piece) {
    const { cell, use, dx, dy, scale } = piece;
    if (!use) return;
    const { x, y, size } = this.#cells.get(cell);
    const part = size / 100;
    const isLifted = cell === this.#lifted && !this.#isVeiled(piece);
    // A throne has no room for a larger piece; the frame and the veil on its companion tell enough.
    const [up, larger] = isLifted && this.on(cell).length === 1 ? [3, 1.1] : [0, 1];
    const transform = `translate(${x + dx * part}px, ${y + (dy - up) * part}px) scale(${scale * part * larger})`;
    if (use.style.transform !== transform) use.style.transform = transform;
    use.classList.toggle("lifted", isLifted);
  }

  /** @param {StandingPiece} piece @param {boolean} isStill */
  #remove({ use }, isStill) {
    if (!use) return;
    delete use.dataset.piece;
    if (isStill || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      use.remove();
      return;
    }
    use.classList.add("taken");
    setTimeout(() => use.remove(), GONE);
  }
}

/** @param {StandingPiece} piece */
function picture({ code }) {
  return svg("use", { href: imageOf(code), class: "token" });
}

/** The drawing of a piece, by its code. @param {string} code */
function imageOf(code) {
  return code.startsWith("#") ? code : `#${pieceId(code)}`;
}

/** The code of a piece without the mark that it is frozen, or out: its army and its letter. @param {StandingPiece} piece */
function kindOf({ code }) {
  return code.replace(/\*$|-out$/, "");
}

/** The pieces of a text, `a8aK a8aB c4eN*`. On a throne the king stands before the other piece. @param {string} text @returns {StandingPiece[]} */
export function readPieces(text) {
  const items = text.split(" ").filter(Boolean);
  return items.map(item => {
    const [cell, code] = [item.slice(0, 2), item.slice(2)];
    const pair = items.filter(other => other.startsWith(cell));
    const off = pair.length < 2 ? 0 : pair[0] === item ? -17 : 17;
    return { cell, code, dx: off, dy: off, scale: off ? 0.7 : 1 };
  });
}
