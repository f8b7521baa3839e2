// The cells over a board: where squares lie, a grid for keyboard and screen reader, and where the pointer is.

import { el } from "./text.js";

// A board can lie with any side to the viewer: `side` counts the quarters it has been turned clockwise.

const FILES = "abcdefgh";

/** The squares in the order in which they are read: a8 to h8, and so on down to h1. */
export const SQUARES = [8, 7, 6, 5, 4, 3, 2, 1].flatMap(rank => [...FILES].map(file => `${file}${rank}`));

/** Column and row of a square as it is seen, counted from the top left. */
export function seen(square, side) {
  let place = [FILES.indexOf(square[0]), 8 - Number(square[1])];
  for (let quarter = 0; quarter < side; quarter += 1) place = [7 - place[1], place[0]];
  return place;
}

/** The square at a column and row. */
export function squareAt(column, row, side) {
  let place = [column, row];
  for (let quarter = 0; quarter < side; quarter += 1) place = [place[1], 7 - place[0]];
  return FILES[place[0]] + (8 - place[1]);
}

/** The upper left corner of a square, at 100 units a square. */
export function corner(square, side) {
  return seen(square, side).map(part => part * 100);
}

/** The middle of a square. */
export function centre(square, side) {
  return seen(square, side).map(part => part * 100 + 50);
}

/** The squares of an angle. */
export function angleSquares(angle) {
  const [left, upper] = { Air: [true, true], Water: [false, true], Earth: [true, false], Fire: [false, false] }[angle];
  return SQUARES.filter(square => FILES.indexOf(square[0]) < 4 === left && Number(square[1]) > 4 === upper);
}

/** The army whose angle is at the top left. */
export function topLeft(side) {
  return ["Air", "Earth", "Fire", "Water"][side];
}

/**
 * The next of some squares in the direction of an arrow, as seen. A square far off to the side is further than one straight
 * ahead.
 */
function nextInDirection(squares, from, [right, down], side) {
  const [column, row] = seen(from, side);
  const distance = square => {
    const [x, y] = seen(square, side);
    const [ahead, aside] = right ? [(x - column) * right, y - row] : [(y - row) * down, x - column];
    return ahead > 0 ? ahead + 2 * Math.abs(aside) : Infinity;
  };
  const nearest = squares.reduce((best, square) => (distance(square) < distance(best) ? square : best), from);
  return nearest;
}

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** How far the pointer must go before a press becomes a drag, in pixels. */
const DRAG = 4;
/** How far above a finger the piece is held, in pixels. */
const ABOVE_FINGER = 56;

export class Cells {
  #board;
  #cells = [];
  #current = "a8";
  #pointed = null;
  #press = null;
  #wasDragged = false;

  constructor(board) {
    this.#board = board;
    const rows = [0, 1, 2, 3, 4, 5, 6, 7].map(row =>
      el(
        "div",
        { role: "row" },
        [0, 1, 2, 3, 4, 5, 6, 7].map(column => {
          const cell = el("div", { role: "gridcell", class: "cell", tabindex: "-1" });
          this.#cells[row * 8 + column] = cell;
          return cell;
        }),
      ),
    );
    this.element = el("div", { role: "grid", class: "cells" }, rows);
    const listen = (kind, heard) => this.element.addEventListener(kind, heard);
    listen("keydown", event => this.#key(event));
    listen("focusin", event => this.#focused(event));
    listen("focusout", () => this.#point(null));
    listen("pointermove", event => this.#move(event));
    listen("pointerleave", event => event.pointerType === "mouse" && this.#point(null));
    listen("pointerdown", event => this.#down(event));
    listen("pointerup", event => this.#up(event));
    listen("pointercancel", () => this.#drop());
    listen("dragstart", event => event.preventDefault());
    listen("click", event => this.#click(event));
    this.nameGrid("");
  }

  /** Names the grid. */
  nameGrid(name) {
    if (this.element.getAttribute("aria-label") !== name) this.element.setAttribute("aria-label", name);
  }

  /** Names the squares, and remembers which can be dragged. */
  mark({ called, selected }) {
    SQUARES.forEach(square => {
      const cell = this.#cell(square);
      const name = this.#board.nameOf?.(square) ?? square;
      if (cell.getAttribute("aria-label") !== name) cell.setAttribute("aria-label", name);
      cell.classList.toggle("called", called.includes(square) && this.#board.canDrag(square));
      const isSelected = square === selected ? "true" : null;
      if (cell.getAttribute("aria-selected") !== isSelected) {
        if (isSelected) cell.setAttribute("aria-selected", isSelected);
        else cell.removeAttribute("aria-selected");
      }
      cell.tabIndex = square === this.#current ? 0 : -1;
    });
  }

  /** Moves the focus to a square. */
  focus(square) {
    this.#goTo(square);
  }

  /** Moves the focus to the square where it was last. */
  enter() {
    this.#goTo(this.#current);
  }

  get #side() {
    return this.#board.side;
  }

  #cell(square) {
    const [column, row] = this.#board.seen(square);
    return this.#cells[row * 8 + column];
  }

  #squareOf(cell) {
    const index = this.#cells.indexOf(cell);
    return index < 0 ? null : squareAt(index % 8, Math.floor(index / 8), this.#side);
  }

  #goTo(square) {
    this.#cell(this.#current).tabIndex = -1;
    this.#current = square;
    const cell = this.#cell(square);
    cell.tabIndex = 0;
    cell.focus({ preventScroll: true });
  }

  #focused(event) {
    const square = this.#squareOf(event.target);
    if (!square) return;
    this.#cell(this.#current).tabIndex = -1;
    this.#current = square;
    event.target.tabIndex = 0;
    // Where a mouse click leaves the focus is not where somebody points.
    if (event.target.matches(":focus-visible")) this.#point(square);
  }

  #key(event) {
    const from = this.#squareOf(event.target);
    const arrow = ARROWS[event.key];
    if (!from || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (arrow) {
      event.preventDefault();
      this.#goTo(event.shiftKey ? nextInDirection(this.#board.lit, from, arrow, this.#side) : this.#step(from, arrow));
    } else if ((event.key === "Enter" || event.key === " ") && this.#board.onPick) {
      event.preventDefault();
      this.#board.onPick(from, "key");
    }
  }

  #step(from, [right, down]) {
    const [column, row] = this.#board.seen(from);
    const inside = number => Math.min(7, Math.max(0, number));
    return squareAt(inside(column + right), inside(row + down), this.#side);
  }

  #point(square) {
    if (square === this.#pointed) return;
    this.#pointed = square;
    this.#board.point(square);
    this.#board.onPoint?.(square);
  }

  /** The square at a point of the window, and the point in units of the board. */
  #at(event, lift = 0) {
    const box = this.element.getBoundingClientRect();
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - lift - box.top) / box.height].map(
      part => part * 800,
    );
    const isInside = x >= 0 && y >= 0 && x < 800 && y < 800;
    return { square: isInside ? squareAt(Math.floor(x / 100), Math.floor(y / 100), this.#side) : null, point: [x, y] };
  }

  #down(event) {
    const { square } = this.#at(event);
    this.#wasDragged = false;
    if (event.button !== 0 || !square || !this.#board.canDrag(square)) return;
    this.#press = {
      square,
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      isDrag: false,
      lift: event.pointerType === "touch" ? ABOVE_FINGER : 0,
    };
  }

  #move(event) {
    const press = this.#press;
    if (press && press.id === event.pointerId) {
      if (!press.isDrag && Math.hypot(event.clientX - press.x, event.clientY - press.y) >= DRAG) {
        press.isDrag = true;
        this.element.setPointerCapture(event.pointerId);
      }
      if (press.isDrag) {
        const { square, point } = this.#at(event, press.lift);
        this.#board.drag(press.square, point);
        this.#point(square);
        return;
      }
    }
    if (event.pointerType === "mouse") this.#point(this.#at(event).square);
  }

  #up(event) {
    const press = this.#press;
    this.#press = null;
    if (!press?.isDrag) return;
    this.#wasDragged = true;
    const { square } = this.#at(event, press.lift);
    this.#board.drag(press.square, null);
    if (square && square !== press.square) this.#board.onDrop?.(press.square, square);
  }

  #drop() {
    if (this.#press?.isDrag) this.#board.drag(this.#press.square, null);
    this.#press = null;
  }

  #click(event) {
    // The click at the end of a drag is none.
    if (this.#wasDragged) {
      this.#wasDragged = false;
      return;
    }
    const { square } = this.#at(event);
    if (square && this.#board.onPick) this.#board.onPick(square, event.pointerType === "touch" ? "touch" : "mouse");
  }
}
