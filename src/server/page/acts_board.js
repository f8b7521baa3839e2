// The board of one of the other games, as the program drew it: squares, or hexes on several levels. It knows no rule. Over each
// cell of the drawing lies another of the same shape, for pointer, keyboard and screen reader; marks are drawn between them.

import { svg } from "./marks.js";
import { el, fill } from "./text.js";
import { around, brackets, copyOf, frames, lastMarks, matrixFrom, target } from "./acts_marks.js";

const SHAPES = "polygon, rect, path, circle";
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
/** How far the pointer must go before a press becomes a drag, in pixels. */
const DRAG = 4;
/** How far above a finger the piece is held, in pixels. */
const ABOVE_FINGER = 56;
/** The smallest width of a cell on a screen that scrolls, in pixels. */
const SMALLEST = 26;
const MOVEMENT = { duration: 160, easing: "cubic-bezier(.2,.7,.3,1)" };

const NOTHING = { movers: [], selected: null, targets: [], captures: [], last: [] };

/**
 * A board. `show` takes the drawing and the marks: `movers` can be chosen, `selected` is, `targets` and `captures` can be
 * reached, `last` are the cells of the last act.
 *
 * Listeners: `onPick(cell, how)` with "mouse", "touch" or "key"; `onPoint(cell or null)`; `onDrop(from, to)`. `nameOf(cell)`
 * is the name of a cell for a screen reader.
 */
export class ActsBoard {
  onPick = null;
  onPoint = null;
  onDrop = null;
  nameOf = null;
  #text = null;
  #picture = null;
  /** What tells one board from another: the size of its picture and its cells. */
  #form = null;
  #cells = new Map();
  #titles = new Map();
  #marks = NOTHING;
  #layers = {};
  #current = null;
  #level = null;
  #press = null;
  #wasDragged = false;
  #pointed = null;
  #wasFocused = false;

  constructor() {
    this.levels = el("div", { class: "levels", role: "group", "aria-label": "Levels", hidden: true });
    this.stage = el("div", { class: "acts-stage" });
    this.element = el("div", { class: "board acts-board" }, this.levels, this.stage);
    const listen = (kind, heard) => this.stage.addEventListener(kind, heard);
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

  /** Shows a drawing with its marks. The piece that came to the last cell moves there, unless it is to happen at once. */
  show(drawing, marks, { atOnce = false } = {}) {
    const isNew = drawing !== this.#text;
    const before = this.#marks.last.join();
    this.#marks = { ...NOTHING, ...marks };
    if (isNew) this.#put(drawing);
    this.#mark();
    if (isNew && !atOnce && !this.#wasDragged && this.#marks.last.join() !== before) this.#animate();
  }

  /** The cells that a person can choose now. */
  get lit() {
    const { movers, targets, captures, selected } = this.#marks;
    return selected ? [selected, ...targets, ...captures] : movers;
  }

  /** Moves the focus to a cell. */
  focus(name) {
    const cell = this.#cells.get(name);
    if (!cell) return;
    if (this.#level !== null && cell.panel !== this.#level) this.enlarge(cell.panel);
    this.#cells.get(this.#current)?.hit.setAttribute("tabindex", "-1");
    this.#current = name;
    cell.hit.setAttribute("tabindex", "0");
    cell.hit.focus({ preventScroll: this.#level !== null || !this.#isScrolling });
  }

  /** The cell where the focus was last; null if it never was on the board. */
  get current() {
    return this.#wasFocused ? this.#current : null;
  }

  /** The level of the cell where the focus is. */
  get levelOfFocus() {
    const panel = this.#cells.get(this.#current)?.panel;
    return panel || null;
  }

  /** What stands on a cell, in the words of the drawing; null if nothing does. */
  titleOf(name) {
    return this.#titles.get(name) ?? null;
  }

  /** Moves the focus to where it was last. */
  enter() {
    this.focus(this.#current);
  }

  /** Frames the cell under the pointer or with the focus. */
  point(name) {
    const cell = this.#cells.get(name);
    this.#layers.cursor?.replaceChildren(...(cell ? frames(cell, 7, 3.5) : []));
  }

  /** Shows one level alone and large; null shows all. */
  enlarge(level) {
    this.#level = level;
    this.#fit();
    this.#drawLevels();
  }

  get #panels() {
    return [...new Set([...this.#cells.values()].map(cell => cell.panel))];
  }

  get #isScrolling() {
    return this.stage.scrollWidth > this.stage.clientWidth || this.stage.scrollHeight > this.stage.clientHeight;
  }

  #put(text) {
    this.#text = text;
    const { documentElement } = new DOMParser().parseFromString(text, "image/svg+xml");
    const picture = document.importNode(documentElement, true);
    const cells = [...picture.querySelectorAll("[data-cell]")].map(cell => cell.dataset.cell);
    const form = [picture.getAttribute("viewBox"), ...cells].join(" ");
    const drawn = svg("g", { "aria-hidden": "true" }, ...picture.childNodes);
    this.#titles = new Map([...drawn.querySelectorAll("[data-piece]")].map(piece => [piece.dataset.piece, titleOf(piece)]));
    // The cells stay, and the focus with them, as long as it is the same board.
    if (form === this.#form) this.#picture.firstChild.replaceWith(drawn);
    else this.#begin(picture, drawn);
    this.#form = form;
    // The marks of the last act lie under the pieces.
    const pieces = drawn.querySelector("[data-piece]")?.parentNode;
    if (pieces && pieces !== drawn) pieces.before(this.#layers.last);
    else drawn.append(this.#layers.last);
  }

  /** Lays out a board that was not shown before. */
  #begin(picture, drawn) {
    for (const name of ["width", "height", "role"]) picture.removeAttribute(name);
    picture.setAttribute("class", "board-picture");
    for (const name of ["last", "cells", "marks", "cursor", "dragged"])
      this.#layers[name] = svg("g", { class: `layer-${name}` });
    const { cells, marks, cursor, dragged } = this.#layers;
    picture.append(drawn, cells, marks, cursor, dragged);
    fill(this.stage, picture);
    this.#picture = picture;
    this.#cells.clear();
    this.#readCells(drawn);
    this.#layCells();
    this.#current = this.#cells.keys().next().value ?? null;
    this.#level = null;
    this.#fit();
  }

  /** Where each cell of the drawing lies. */
  #readCells(drawn) {
    for (const element of drawn.querySelectorAll("[data-cell]")) {
      const shape = element.matches(SHAPES) ? element : element.querySelector(SHAPES);
      if (!shape) continue;
      const name = element.dataset.cell;
      const box = shape.getBBox();
      const into = matrixFrom(shape, this.#picture);
      const centre = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(into);
      const size = Math.min(box.width, box.height) * Math.hypot(into.a, into.b);
      // The name of a cell of a board of levels ends with its level.
      const panel = /^[a-z]{2}(\d)$/.exec(name)?.[1] ?? "";
      this.#cells.set(name, { name, shape, into, x: centre.x, y: centre.y, size, panel, hit: null });
    }
  }

  /** Lays a cell for the pointer over each of the drawing, in grids of rows. */
  #layCells() {
    const panels = this.#panels;
    for (const panel of panels) {
      const rows = new Map();
      for (const cell of this.#cells.values()) {
        if (cell.panel !== panel) continue;
        cell.hit = copyOf(cell, { class: "cell-over", role: "gridcell", tabindex: "-1", "data-at": cell.name });
        const row = Math.round((cell.y / cell.size) * 2);
        rows.set(row, [...(rows.get(row) ?? []), cell]);
      }
      const ordered = [...rows.keys()]
        .sort((one, other) => one - other)
        .map(row =>
          svg(
            "g",
            { role: "row" },
            ...rows
              .get(row)
              .sort((one, other) => one.x - other.x)
              .map(cell => cell.hit),
          ),
        );
      this.#layers.cells.append(svg("g", { role: "grid", "aria-label": panel ? `Level ${panel}` : "Board" }, ...ordered));
    }
  }

  /** Gives the picture its part and its size. */
  #fit() {
    if (!this.#picture) return;
    const picture = this.#picture;
    const whole = (picture.dataset.whole ??= picture.getAttribute("viewBox") ?? "0 0 100 100");
    const isOverview = this.#level === null && this.#panels.length > 1;
    const cells = [...this.#cells.values()].filter(cell => this.#level === null || cell.panel === this.#level);
    const size = cells[0]?.size ?? 1;
    // The name of a level stands above it.
    picture.setAttribute(
      "viewBox",
      isOverview || !cells.length ? whole : around(cells, size * 0.92, size * (this.#level === null ? 0.92 : 1.3)),
    );
    const [, , width, height] = picture
      .getAttribute("viewBox")
      .split(/[\s,]+/)
      .map(Number);
    picture.style.setProperty("--ratio", width / height);
    // On a narrow screen the overview of several levels scrolls rather than shrinks.
    picture.style.setProperty("--least", isOverview ? `${Math.ceil((width / size) * SMALLEST)}px` : "0px");
    this.stage.classList.toggle("whole", isOverview);
  }

  #drawLevels() {
    const panels = this.#panels;
    this.levels.hidden = panels.length < 2;
    if (this.levels.hidden) return;
    const { targets, captures, selected } = this.#marks;
    const reached = panel => [...targets, ...captures].filter(name => this.#cells.get(name)?.panel === panel).length;
    const hadFocus = this.levels.contains(document.activeElement) ? document.activeElement.dataset.level : null;
    const tab = (panel, label, more) =>
      el(
        "button",
        {
          type: "button",
          "data-level": panel ?? "",
          "aria-pressed": String(this.#level === panel),
          onclick: () => this.enlarge(panel),
        },
        label,
        more,
      );
    fill(
      this.levels,
      tab(null, ["All", el("span", { class: "words" }, " levels")]),
      panels.map(panel => {
        const many = selected ? reached(panel) : 0;
        return tab(
          panel,
          [el("span", { class: "unseen" }, "Level "), panel],
          many
            ? el(
                "small",
                {},
                el("span", { "aria-hidden": "true" }, ` · ${many}`),
                el("span", { class: "unseen" }, `, ${many} to reach`),
              )
            : null,
        );
      }),
    );
    if (hadFocus !== null) this.levels.querySelector(`[data-level="${hadFocus}"]`)?.focus();
  }

  /** Draws all marks anew: they are few. */
  #mark() {
    this.#drawLevels();
    if (!this.#picture) return;
    const { movers, selected, targets, captures, last } = this.#marks;
    const at = names => names.map(name => this.#cells.get(name)).filter(Boolean);
    const lit = new Set(this.lit);
    for (const cell of this.#cells.values()) {
      const name = this.nameOf?.(cell.name) ?? cell.name;
      if (cell.hit.getAttribute("aria-label") !== name) cell.hit.setAttribute("aria-label", name);
      cell.hit.setAttribute("tabindex", cell.name === this.#current ? "0" : "-1");
      cell.hit.classList.toggle("veiled", selected !== null && !lit.has(cell.name));
      cell.hit.classList.toggle("mover", movers.includes(cell.name));
      cell.hit.classList.toggle("target", targets.includes(cell.name) || captures.includes(cell.name));
      if (cell.name === selected) cell.hit.setAttribute("aria-selected", "true");
      else cell.hit.removeAttribute("aria-selected");
    }
    this.#layers.last.replaceChildren(...(selected ? [] : lastMarks(at(last))));
    this.#layers.marks.replaceChildren(
      ...at(selected ? [selected] : []).flatMap(cell => frames(cell, 5, 2)),
      ...at(targets).map(target),
      ...at(captures).flatMap(brackets),
    );
  }

  #animate() {
    const [from, to] = this.#marks.last.map(name => this.#cells.get(name));
    const piece = to && this.#picture?.querySelector(`[data-piece="${to.name}"]`);
    if (!from || !piece || from === to || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const way = `translate(${from.x - to.x}px, ${from.y - to.y}px)`;
    const mover = svg("g");
    piece.replaceWith(mover);
    mover.append(piece);
    mover.animate([{ transform: way }, { transform: "none" }], MOVEMENT);
  }

  #focused(event) {
    const name = event.target.dataset?.at;
    if (!name) return;
    this.#cells.get(this.#current)?.hit.setAttribute("tabindex", "-1");
    this.#current = name;
    this.#wasFocused = true;
    event.target.setAttribute("tabindex", "0");
    // Where a mouse click leaves the focus is not where somebody points.
    if (event.target.matches(":focus-visible")) this.#point(name);
  }

  #key(event) {
    const from = this.#cells.get(event.target.dataset?.at);
    const arrow = ARROWS[event.key];
    if (!from || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (arrow) {
      event.preventDefault();
      this.focus(this.#next(from, arrow, event.shiftKey));
    } else if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      const level = Number(from.panel) + (event.key === "PageUp" ? 1 : -1);
      this.focus(`${from.name.slice(0, -1)}${level}`);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.onPick?.(from.name, "key");
    }
  }

  /** The nearest cell in the direction of an arrow; one far off to the side is further than one straight ahead. */
  #next(from, [right, down], isLit) {
    const distance = ({ x, y }) => {
      const [ahead, aside] = right ? [(x - from.x) * right, y - from.y] : [(y - from.y) * down, x - from.x];
      return ahead > from.size / 4 ? ahead + 2 * Math.abs(aside) : Infinity;
    };
    const near = [...this.#cells.values()].filter(cell =>
      isLit ? this.lit.includes(cell.name) : this.#level === null || cell.panel === this.#level,
    );
    return near.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best), from).name;
  }

  #point(name) {
    if (name === this.#pointed) return;
    this.#pointed = name;
    this.point(name);
    this.onPoint?.(name);
  }

  #cellAt(x, y) {
    return document.elementFromPoint(x, y)?.closest?.("[data-at]")?.dataset.at ?? null;
  }

  #down(event) {
    const name = event.target.dataset?.at;
    this.#wasDragged = false;
    if (event.button !== 0 || !name || !this.onDrop || !this.#marks.movers.includes(name)) return;
    this.#press = {
      name,
      x: event.clientX,
      y: event.clientY,
      id: event.pointerId,
      isDrag: false,
      lift: event.pointerType === "touch" ? ABOVE_FINGER : 0,
    };
  }

  #move(event) {
    const press = this.#press;
    if (press?.id === event.pointerId) {
      if (!press.isDrag && Math.hypot(event.clientX - press.x, event.clientY - press.y) >= DRAG) this.#lift(event);
      if (press.isDrag) {
        const scale = this.#picture.getScreenCTM().a;
        const way = [(event.clientX - press.x) / scale, (event.clientY - press.lift - press.y) / scale];
        press.copy.setAttribute("transform", `translate(${way.join(" ")})`);
        this.#point(this.#cellAt(event.clientX, event.clientY - press.lift));
        return;
      }
    }
    if (event.pointerType === "mouse") this.#point(event.target.dataset?.at ?? null);
  }

  /** Takes the pressed piece into the hand. */
  #lift(event) {
    const press = this.#press;
    const piece = this.#picture.querySelector(`[data-piece="${press.name}"]`);
    press.isDrag = true;
    press.piece = piece;
    press.copy = svg("g", {}, ...(piece ? [piece.cloneNode(true)] : []));
    piece?.classList.add("in-hand");
    this.#layers.dragged.replaceChildren(press.copy);
    this.stage.setPointerCapture(event.pointerId);
  }

  #up(event) {
    const press = this.#press;
    if (!press?.isDrag) {
      this.#press = null;
      return;
    }
    const to = this.#cellAt(event.clientX, event.clientY - press.lift);
    this.#letGo();
    this.#wasDragged = true;
    if (!to || to === press.name) return;
    this.focus(to);
    this.onDrop(press.name, to);
  }

  #letGo() {
    this.#press?.piece?.classList.remove("in-hand");
    this.#layers.dragged?.replaceChildren();
    this.#press = null;
  }

  #click(event) {
    // The click at the end of a drag is none.
    if (this.#wasDragged) {
      this.#wasDragged = false;
      return;
    }
    const name = event.target.dataset?.at;
    if (name) this.onPick?.(name, event.pointerType === "touch" ? "touch" : "mouse");
  }
}

/** "knight of White" of the title of a piece, "knight of White on a3". */
function titleOf(piece) {
  return piece.querySelector("title")?.textContent.replace(/ on [a-z]+\d(?=$|,)/, "") ?? null;
}
