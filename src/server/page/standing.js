// The pieces on a board. Each keeps its element as long as it stands, so that a move changes one transform and nothing else.

import { centre } from "./cells.js";
import { pieceId, svg } from "./marks.js";

/** Longer than the movement and the fading of a taken piece, in play.css. */
const GONE = 400;

export class Standing {
  /** The next change is already visible: a hand has dragged the piece there. */
  arrived = false;
  /** The pieces that are called, `h1fB`: of a throne pair it may be one alone. */
  called = [];
  #layer;
  #pieces = [];
  #side = 0;

  constructor(layer) {
    this.#layer = layer;
  }

  /** Shows the pieces of a place: `a8aK a8aB c4eN*`. `last` tells which piece is the one that moved, if it was promoted. */
  show(text, { side, last = null, atOnce = false }) {
    this.#side = side;
    const rest = [...this.#pieces];
    const take = test => {
      const index = rest.findIndex(test);
      return index < 0 ? null : rest.splice(index, 1)[0];
    };
    const wanted = read(text);
    const same = wanted.map(piece => take(old => old.square === piece.square && old.code === piece.code));
    const now = wanted.map((piece, index) => {
      const old =
        same[index] ??
        take(other => bare(other.code) === bare(piece.code)) ??
        (last && piece.square === last.to ? take(other => other.square === last.from && other.code[0] === piece.code[0]) : null);
      return { ...piece, use: old?.use ?? null, moved: Boolean(old) && old.square !== piece.square, wasCode: old?.code };
    });
    const still = atOnce || this.arrived;
    this.arrived = false;
    this.#layer.classList.toggle("still", still);
    for (const gone of rest) this.#remove(gone, still);
    for (const piece of now) this.#put(piece);
    this.#pieces = now;
    if (still) {
      // The browser must have taken note of the new places before movement is allowed again.
      this.#layer.getBoundingClientRect();
      this.#layer.classList.remove("still");
    }
  }

  /** Lays the pieces on a board that was turned. */
  turnTo(side) {
    this.#side = side;
    this.#layer.classList.add("still");
    for (const piece of this.#pieces) this.#place(piece);
    this.#layer.getBoundingClientRect();
    this.#layer.classList.remove("still");
  }

  /** Lifts the called pieces of the selected square. */
  select(square, called) {
    for (const piece of this.#pieces) {
      const is = square !== null && piece.square === square && called.includes(square) && !this.#isVeiled(piece);
      if (is === Boolean(piece.isLifted)) continue;
      piece.isLifted = is;
      this.#place(piece);
    }
  }

  /** The pieces of a square that are not called although the square is. */
  companions(square) {
    return this.#pieces.filter(piece => piece.square === square && this.#isVeiled(piece)).map(piece => this.#middle(piece));
  }

  /** Whether a piece stands on a square. */
  isOn(square) {
    return this.#pieces.some(piece => piece.square === square);
  }

  /** Where the disc of a king is, and its scale. */
  spotOf(square, kind) {
    const piece = this.#pieces.find(one => one.square === square && one.code[1] === kind);
    return piece ? this.#middle(piece) : null;
  }

  /** A picture of the piece that is dragged from a square. */
  pictureOn(square) {
    const piece = this.#pieces.find(one => one.square === square && !this.#isVeiled(one));
    return piece ? image(piece.code) : null;
  }

  /** Shows that the piece of a square is in the hand. */
  leave(square) {
    for (const piece of this.#pieces) piece.use.classList.toggle("in-hand", piece.square === square && !this.#isVeiled(piece));
  }

  #isVeiled(piece) {
    return (
      piece.pair > 0 &&
      !this.called.includes(`${piece.square}${piece.code}`) &&
      this.called.some(one => one.startsWith(piece.square))
    );
  }

  #put(piece) {
    if (!piece.use) {
      piece.use = image(piece.code);
      this.#layer.append(piece.use);
    } else if (piece.wasCode !== piece.code) {
      piece.use.setAttribute("href", `#${pieceId(piece.code)}`);
    }
    if (piece.moved && piece.use !== this.#layer.lastChild) {
      this.#layer.append(piece.use);
      // An element that was put elsewhere moves only if the browser knows where it stood.
      piece.use.getBoundingClientRect();
    }
    this.#place(piece);
  }

  #place(piece) {
    const { x, y, scale } = this.#middle(piece);
    // A throne has no room for a larger piece; the frame and the veil on its companion tell enough.
    const transform =
      piece.isLifted && !piece.pair
        ? `translate(${x}px, ${y - 3}px) scale(${scale * 1.1})`
        : `translate(${x}px, ${y}px) scale(${scale})`;
    if (piece.use.style.transform !== transform) piece.use.style.transform = transform;
    piece.use.classList.toggle("lifted", Boolean(piece.isLifted));
  }

  #middle({ square, pair }) {
    const [x, y] = centre(square, this.#side);
    if (!pair) return { x, y, scale: 1 };
    // The king stands before the other piece of the throne.
    const off = pair === 1 ? -17 : 17;
    return { x: x + off, y: y + off, scale: 0.7 };
  }

  #remove({ use }, still) {
    if (still || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      use.remove();
      return;
    }
    use.classList.add("taken");
    setTimeout(() => use.remove(), GONE);
  }
}

function image(code) {
  return svg("use", { href: `#${pieceId(code)}`, x: -50, y: -50, width: 100, height: 100, class: "token" });
}

/** A piece without its ice. */
function bare(code) {
  return code.slice(0, 2);
}

/** The pieces of a text, with their place in a throne pair: 1 is the king, 2 the other. */
function read(text) {
  const pieces = text
    .split(" ")
    .filter(Boolean)
    .map(item => ({ square: item.slice(0, 2), code: item.slice(2), pair: 0 }));
  for (const piece of pieces) {
    const pair = pieces.filter(other => other.square === piece.square);
    if (pair.length > 1) piece.pair = 1 + pair.indexOf(piece);
  }
  return pieces;
}
