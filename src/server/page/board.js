// The board: a ground that is drawn once, pieces that move over it, and marks. It knows no rule; it shows what it is told.

import { drawMarks, frame, LAYERS, NOTHING, veilPath } from "./board_marks.js";
import { Cells } from "./cells.js";
import { nextSide, panelsOf } from "./geometry.js";
import { Drawing, Squares } from "./ground.js";
import { Levels } from "./levels.js";
import { svg } from "./marks.js";
import { readPieces, Standing } from "./standing.js";
import { el } from "./text.js";

/** The smallest width of a cell on a screen that scrolls, in pixels. */
const SMALLEST = 26;

/**
 * A board of any game.
 *
 * `show` takes only what changes. For Enochian chess `board` and `symbols` choose the squares, and `place` (or `pieces` alone)
 * what stands on them; of another game `drawing` is the board with its pieces, as the program drew it.
 * The marks: `lit` cells keep their colours while a veil lies on all others (null: no veil); `called` cells can be dragged, and
 * are framed if they are lit; `selected` is lifted, `targets` and `captures` can be reached; `ptah`, `last` (the cells of the
 * last move), `checks`, `frame` (one frame around squares), `road` (squares of a piece that is followed), `ghost` ({from, to}, a move that is not saved).
 * Where only one piece of a throne is called, `calledPieces` says which: `h1fB`.
 *
 * Listeners: `onPick(cell, how)` with "mouse", "touch" or "key"; `onPoint(cell or null)`; `onDrop(from, to)`, with which called
 * pieces can be dragged. `nameOf(cell)` is the name of a cell for a screen reader.
 */
export class Board {
  /** @type {((cell: string, how: string) => void) | null} */
  onPick = null;
  /** @type {((cell: string | null) => void) | null} */
  onPoint = null;
  /** @type {((from: string, to: string) => void) | null} */
  onDrop = null;
  /** @type {((cell: string) => string) | null} */
  nameOf = null;
  #api;
  /** @type {any} */
  #ground = null;
  #cells = new Map();
  /** @type {Layers} */
  #layers = {};
  /** @type {BoardMarks} */
  #marks = { ...NOTHING, ptah: null, last: null, checks: [], frame: null, road: [] };
  /** The level that is shown alone and large; null are all. @type {string | null} */
  #level = null;

  /** `side` counts the quarters that the board is turned clockwise. @param {Api} api */
  constructor(api, { label = /** @type {string | null} */ (null), side = 0 } = {}) {
    this.#api = api;
    this.label = label;
    this.side = side;
    for (const layer of LAYERS) this.#layers[layer] = svg(layer === "veil" ? "path" : "g", { class: `layer-${layer}` });
    this.#layers.veil.setAttribute("fill-rule", "evenodd");
    this.drawing = svg("svg", { class: "board-picture" }, svg("g", { "aria-hidden": "true" }, ...Object.values(this.#layers)));
    this.standing = new Standing(this.#layers.pieces);
    this.cells = new Cells(this, this.drawing);
    this.levels = new Levels(level => this.enlarge(level));
    this.stage = el("div", { class: "board-stage" }, this.drawing);
    this.element = el("div", { class: "board" }, this.levels.element, this.stage);
  }

  /** Shows what changed. Resolves when the squares are painted, to whether they are others than before. @param {Shown} shown */
  async show({ drawing, board, symbols, place, pieces = place?.pieces, atOnce, calledPieces, ...marks }) {
    if (place) Object.assign(marks, { last: place.last && [place.last.from, place.last.to], checks: place.checks });
    Object.assign(this.#marks, marks);
    if (calledPieces !== undefined) this.standing.called = calledPieces;
    const isNew = drawing ? drawing !== this.#ground?.text : !this.#ground;
    if (isNew) this.#begin(drawing ? new Drawing(drawing) : new Squares(this.#api, this.side));
    const standing = drawing ? isNew && this.#ground.pieces : pieces !== undefined && readPieces(pieces ?? "");
    if (standing) this.standing.show(standing, { last: this.#marks.last, atOnce });
    const painted = this.#ground.paint?.({ board, symbols });
    this.#mark();
    return painted;
  }

  /** Paints the squares again, in other colours. */
  repaint() {
    return this.#ground.paint({}, true);
  }

  /** Turns the board by a quarter, or by a half if it is of hexes; another game is then drawn anew. Returns its side. */
  turn() {
    this.side = nextSide(this.#ground.cells, this.side);
    this.#ground.turnTo?.(this.side);
    this.#lay();
    this.#mark();
    return this.side;
  }

  /** Shows one level alone and large; null shows all. @param {string | null} level */
  enlarge(level) {
    if (!this.#ground) return;
    this.#level = level;
    this.#fit();
    this.#drawLevels();
  }

  /** Makes sure that the level of a cell is shown. @param {Cell} cell */
  reveal({ panel }) {
    if (this.#level !== null && panel !== this.#level) this.enlarge(panel);
  }

  /** Moves the focus to a cell. @param {string} cell */
  focus(cell) {
    this.cells.focus(cell);
  }

  /** A square of Enochian chess, large. @param {string} square */
  picture(square) {
    return this.#ground.picture(square);
  }

  /** The cells that a person can choose now. */
  get lit() {
    const { lit, called, targets, captures } = this.#marks;
    return [...called, ...targets, ...captures].filter(cell => !lit || lit.includes(cell));
  }

  /** The cells that are shown: all, or those of one level. */
  get shown() {
    /** @type {Cell[]} */
    const cells = this.#ground.cells;
    return cells.filter(cell => this.#level === null || cell.panel === this.#level);
  }

  /** Whether only a part of the picture is in view. */
  get isScrolling() {
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.stage;
    return this.#level === null && (scrollWidth > clientWidth || scrollHeight > clientHeight);
  }

  /** Whether the piece on a cell can be dragged. @param {string} cell */
  canDrag(cell) {
    return this.onDrop !== null && this.#marks.called.includes(cell);
  }

  /** Frames the cell under the pointer or with the focus. @param {string | null} cell */
  point(cell) {
    this.#layers.cursor.replaceChildren(...(cell ? [frame(this.#cells.get(cell), 4, [6, 3])] : []));
  }

  /** Lets a piece follow a point of the window; null lays it back. @param {string} cell @param {DOMPoint | null} point */
  drag(cell, point) {
    const { x, y } = point?.matrixTransform(this.drawing.getScreenCTM()?.inverse()) ?? {};
    const transform = `translate(${x} ${y}) scale(${(this.#cells.get(cell).size / 100) * 1.1})`;
    const piece = point && this.standing.pictureOf(cell);
    this.#layers.dragged.replaceChildren(...(piece ? [svg("g", { transform }, piece)] : []));
    this.standing.hold(point ? cell : null);
  }

  /** Lets the next change happen without a movement, since the hand has made it already. */
  arrive() {
    this.standing.arrived = true;
  }

  /** Shows another ground. The cells stay, and the focus with them, as long as it is the same board from the same side. @param {Ground} ground */
  #begin(ground) {
    /** @param {Ground | null} it */
    const formOf = it => it && JSON.stringify([it.cells, it.seen]);
    const isSame = formOf(this.#ground) === formOf(ground);
    this.#ground = ground;
    this.#layers.ground.replaceChildren(ground.element);
    this.element.classList.toggle("drawn", ground instanceof Drawing);
    if (!isSame) this.#lay();
  }

  /** Lays pieces and cells where the cells of the ground are. */
  #lay() {
    /** @type {Cell[]} */
    const cells = this.#ground.cells;
    this.#cells = new Map(cells.map(cell => [cell.name, cell]));
    this.standing.layOn(this.#cells);
    this.cells.layOn(this.#cells);
    this.#fit();
  }

  /** Gives the picture its part and its size. On a narrow screen the overview of several levels scrolls rather than shrinks. */
  #fit() {
    const { cells, seen, isOfLevels } = this.#ground;
    const part = this.#level === null ? seen : this.#ground.level(this.#level);
    const isWhole = isOfLevels === true && this.#level === null;
    this.drawing.setAttribute("viewBox", part.join(" "));
    this.drawing.style.setProperty("--ratio", String(part[2] / part[3]));
    this.drawing.style.setProperty("--least", isWhole ? `${Math.ceil((part[2] / cells[0].size) * SMALLEST)}px` : "0px");
    this.stage.classList.toggle("whole", isWhole);
  }

  #drawLevels() {
    const { selected, targets, captures } = this.#marks;
    const reached = selected ? [...targets, ...captures].map(cell => this.#cells.get(cell)) : [];
    this.levels.draw(panelsOf(this.#ground.cells), this.#level, reached);
  }

  #mark() {
    const { lit, selected, called } = this.#marks;
    drawMarks(this.#layers, this.#marks, this.#cells, this.standing);
    if (lit)
      this.#layers.veil.setAttribute("d",
        veilPath({ lit, ptah: this.#marks.ptah }, this.#cells, this.#ground.rim, this.standing));
    this.#layers.veil.classList.toggle("on", lit !== null);
    this.standing.lift(selected && called.includes(selected) ? selected : null);
    this.cells.mark(this.#marks, this.label ?? this.#ground.name);
    this.#drawLevels();
  }
}
