// The cells over a board: a grid for keyboard and screen reader, and where the pointer is.

import { nextCell, panelsOf, pathOf, rowsOf } from "./geometry.js";
import { svg } from "./marks.js";

/** @type {Record<string, number[]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** How far the pointer must go before a press becomes a drag, in pixels. */
const DRAG = 4;
/** How far above a finger the piece is held, in pixels. */
const ABOVE_FINGER = 56;

export class Cells {
  #board;
  #cells = new Map();
  #shapes = new Map();
  #current = "";
  #wasFocused = false;
  /** @type {string | null} */
  #pointed = null;
  /** @type {any} */
  #press = null;
  #wasDragged = false;

  /** `surface` is the picture, which also hears of what goes on beside the cells. @param {import("./board.js").Board} board @param {SVGSVGElement} surface */
  constructor(board, surface) {
    this.#board = board;
    this.surface = surface;
    this.element = svg("g", { class: "cells" });
    surface.append(this.element);
    /** @param {string} kind @param {(event: any) => void} heard */
    const listen = (kind, heard) => surface.addEventListener(kind, heard);
    listen("keydown", event => this.#key(event));
    listen("focusin", event => this.#focused(event));
    listen("focusout", () => this.#point(null));
    listen("pointermove", event => this.#move(event));
    listen("pointerleave", event => event.pointerType === "mouse" && this.#point(null));
    listen("pointerdown", event => this.#down(event));
    listen("pointerup", event => this.#up(event));
    listen("pointercancel", () => this.#letGo());
    listen("dragstart", event => event.preventDefault());
    listen("click", event => this.#click(event));
  }

  /** Lays a cell over each of a board, in a grid of rows for each level. The focus stays on its cell. @param {CellMap} cells */
  layOn(cells) {
    const hasFocus = this.element.contains(document.activeElement);
    this.#cells = cells;
    const list = [...cells.values()];
    const shape = { class: "cell", role: "gridcell", tabindex: "-1" };
    this.#shapes = new Map(list.map(cell => [cell.name, svg("path", { ...shape, d: pathOf(cell), "data-at": cell.name })]));
    const grids = panelsOf(list).map(panel => {
      const rows = rowsOf(list.filter(cell => cell.panel === panel)).map(row =>
        svg("g", { role: "row" }, ...row.map(({ name }) => this.#shapes.get(name)))
      );
      return svg("g", { role: "grid", "aria-label": `Level ${panel}` }, ...rows);
    });
    this.element.replaceChildren(...grids);
    if (!cells.has(this.#current)) this.#current = list[0].name;
    if (hasFocus) this.focus(this.#current);
  }

  /** Names the cells, and the grid if there is one alone; and shows which cells can be dragged. @param {Marks} marks @param {string} name */
  mark({ selected, targets, captures }, name) {
    const [grid, ...others] = this.element.children;
    if (!others.length) grid.ariaLabel = name;
    for (const [cell, shape] of this.#shapes) {
      shape.ariaLabel = this.#board.nameOf?.(cell) ?? cell;
      shape.tabIndex = cell === this.#current ? 0 : -1;
      shape.ariaSelected = cell === selected ? "true" : null;
      shape.classList.toggle("called", this.#board.canDrag(cell));
      shape.classList.toggle("target", targets.includes(cell) || captures.includes(cell));
    }
  }

  /** Moves the focus to a cell. @param {string} cell */
  focus(cell) {
    if (!this.#cells.has(cell)) return;
    this.#board.reveal(this.#cells.get(cell));
    this.#shapes.get(cell).focus({ preventScroll: !this.#board.isScrolling });
  }

  /** Moves the focus to the cell where it was last. */
  enter() {
    this.focus(this.#current);
  }

  /** The cell where the focus was last; null if it never was on the board. */
  get current() {
    return this.#wasFocused ? this.#cells.get(this.#current) : null;
  }

  /** @param {CellEvent} event */
  #focused({ target }) {
    const cell = target.dataset.at;
    if (!cell) return;
    this.#shapes.get(this.#current).tabIndex = -1;
    target.tabIndex = 0;
    this.#current = cell;
    this.#wasFocused = true;
    // Where a mouse click leaves the focus is not where somebody points.
    if (target.matches(":focus-visible")) this.#point(cell);
  }

  /** @param {CellEvent & KeyboardEvent} event */
  #key(event) {
    const from = this.#cells.get(event.target.dataset.at);
    const arrow = ARROWS[event.key];
    if (!from || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (arrow) {
      const near = event.shiftKey ? this.#board.lit.map(cell => this.#cells.get(cell)) : this.#board.shown;
      this.focus(nextCell(near, from, arrow).name);
    } else if (event.key.startsWith("Page") && from.panel) {
      this.focus(from.name.slice(0, -1) + (Number(from.panel) + (event.key === "PageUp" ? 1 : -1)));
    } else if ((event.key === "Enter" || event.key === " ") && this.#board.onPick) {
      this.#board.onPick(from.name, "key");
    } else {
      return;
    }
    event.preventDefault();
  }

  /** @param {string | null} cell */
  #point(cell) {
    if (cell === this.#pointed) return;
    this.#pointed = cell;
    this.#board.point(cell);
    this.#board.onPoint?.(cell);
  }

  /** The cell at a point of the window. @param {number} x @param {number} y */
  #at(x, y) {
    const at = document.elementFromPoint(x, y)?.closest("[data-at]");
    return at && this.surface.contains(at) ? (at.dataset.at ?? null) : null;
  }

  /** @param {CellEvent & PointerEvent} event */
  #down({ button, target, clientX: x, clientY: y, pointerId: id, pointerType }) {
    const cell = target.dataset.at;
    this.#wasDragged = false;
    if (button !== 0 || !cell || !this.#board.canDrag(cell)) return;
    this.#press = { cell, x, y, id, isDrag: false, lift: pointerType === "touch" ? ABOVE_FINGER : 0 };
  }

  /** @param {CellEvent & PointerEvent} event */
  #move({ clientX: x, clientY: y, pointerId: id, pointerType, target }) {
    const press = this.#press;
    if (press?.id === id && !press.isDrag && Math.hypot(x - press.x, y - press.y) >= DRAG) {
      press.isDrag = true;
      this.surface.setPointerCapture(id);
    }
    if (press?.id === id && press.isDrag) {
      this.#board.drag(press.cell, new DOMPoint(x, y - press.lift));
      this.#point(this.#at(x, y - press.lift));
    } else if (pointerType === "mouse") {
      this.#point(target.dataset.at ?? null);
    }
  }

  /** @param {PointerEvent} event */
  #up({ clientX: x, clientY: y }) {
    const press = this.#press;
    this.#letGo();
    this.#wasDragged = press?.isDrag === true;
    const cell = this.#wasDragged ? this.#at(x, y - press.lift) : null;
    if (cell && cell !== press.cell) this.#board.onDrop?.(press.cell, cell);
  }

  #letGo() {
    if (this.#press?.isDrag) this.#board.drag(this.#press.cell, null);
    this.#press = null;
  }

  /** @param {CellEvent & PointerEvent} event */
  #click({ target, pointerType }) {
    // The click at the end of a drag is none.
    const wasDragged = this.#wasDragged;
    this.#wasDragged = false;
    if (!wasDragged && target.dataset.at) this.#board.onPick?.(target.dataset.at, pointerType === "touch" ? "touch" : "mouse");
  }
}
