// What lies under the pieces: the squares of Enochian chess, which the page turns, or another game's board as the program drew it.
// Both have a `name`, `cells` (geometry.js), an `element`, the part of the picture that is `seen`, and the `rim` of the veil.

import { drawnCell, panelsOf, partAround, pathOf, rowsOf, squareCells, SQUARES } from "./geometry.js";
import { svg } from "./marks.js";

/** The squares of Enochian chess: painted once, then only moved. Signs and letters stay upright. */
export class Squares {
  rim = "M-3-3H803V803H-3Z";
  seen = [-32, -4, 836, 836];
  #api;
  /** @type {{ board?: string | null, symbols?: boolean }} */
  #shown = {};
  /** @type {string | null} */
  #painted = null;
  /** @type {Cell[]} */
  cells = [];
  #groups = new Map();
  #letters = svg("g");
  #squares = svg("g");

  /** @param {Api} api @param {number} side */
  constructor(api, side) {
    this.#api = api;
    /** @param {string} name */
    const cross = name => svg("path", { d: "M400 0V800M0 400H800", class: name });
    const edge = svg("rect", { x: -1.5, y: -1.5, width: 803, height: 803, class: "board-edge" });
    this.element = svg("g", {}, this.#letters, this.#squares, cross("cross-edge"), cross("cross"), edge);
    this.turnTo(side);
  }

  /** Turns the board so that it is turned by so many quarters. @param {number} side */
  turnTo(side) {
    this.side = side;
    this.cells = squareCells(side);
    for (const cell of this.cells) this.#place(cell);
    // A turned board has its files beside it, and its ranks below.
    /** @param {Cell} cell @param {number} x @param {number} y @param {number} part */
    const letter = ({ name }, x, y, part) => svg("text", { x, y, class: "coordinate" }, name[part]);
    const rows = rowsOf(this.cells);
    const beside = rows.map(([cell]) => letter(cell, -18, cell.y, 1 - (side % 2)));
    const below = rows[7].map(cell => letter(cell, cell.x, 818, side % 2));
    this.#letters.replaceChildren(...beside, ...below);
  }

  get name() {
    return `${this.#shown.board ?? ""} board, ${["Air", "Earth", "Fire", "Water"][this.side ?? 0]} at the top left`.trim();
  }

  /** Paints the squares of a `board`, with or without `symbols`. Resolves to whether they are others than before. @param {{ board?: string | null, symbols?: boolean }} shown */
  async paint({ board = this.#shown.board, symbols = this.#shown.symbols ?? true }, isForced = false) {
    this.#shown = { board, symbols };
    const wanted = `${board} ${symbols}`;
    if (!board || (wanted === this.#painted && !isForced)) return false;
    this.#painted = wanted;
    const picture = await this.#api.svg("board.svg", { board, symbols });
    // Meanwhile another board may have been asked for.
    if (wanted !== this.#painted) return false;
    this.#groups = new Map(SQUARES.map(square => [square, picture.querySelector(`[id="sq-${square}"]`)]));
    // The page has one square of a name, however many boards it shows.
    for (const group of this.#groups.values()) group.removeAttribute("id");
    for (const cell of this.cells) this.#place(cell);
    this.#squares.replaceChildren(...picture.querySelectorAll("defs"), ...this.#groups.values());
    return true;
  }

  /** A square, large. @param {string} square */
  picture(square) {
    const group = this.#groups.get(square)?.cloneNode(true);
    group?.removeAttribute("transform");
    return svg("svg", { class: "square-picture", viewBox: "0 0 100 100", "aria-hidden": "true" }, ...(group ? [group] : []));
  }

  /** @param {Cell} cell */
  #place({ name, x, y }) {
    this.#groups.get(name)?.setAttribute("transform", `translate(${x - 50} ${y - 50})`);
  }
}

/** Another game's board, from the drawing of the program, with the pieces that it has: `Standing` shows them. */
export class Drawing {
  /** @type {Cell[]} */
  cells;
  name = "Board";

  /** @param {string} text */
  constructor(text) {
    this.text = text;
    /** @type {any} */
    const picture = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    this.cells = [...picture.querySelectorAll("[data-cell]")].map(cell =>
      drawnCell(cell.dataset.cell, cell.querySelector("polygon").getAttribute("points"))
    );
    const places = /** @type {CellMap} */ (new Map(this.cells.map(cell => [cell.name, cell])));
    this.pieces = [...picture.querySelectorAll("[data-piece]")].map(group => {
      group.remove();
      return drawnPiece(group, places.get(group.dataset.piece));
    });
    this.element = svg("g", {}, ...picture.childNodes);
    this.rim = this.cells.map(pathOf).join("");
    const size = this.cells[0].size;
    this.isOfLevels = panelsOf(this.cells).length > 1;
    this.seen = this.isOfLevels ? picture.getAttribute("viewBox").split(" ").map(Number) : partAround(this.cells, size * 0.92);
  }

  /** The part of the picture that shows one level: its name stands above it. @param {string} panel */
  level(panel) {
    const cells = this.cells.filter(cell => cell.panel === panel);
    return partAround(cells, cells[0].size * 0.92, cells[0].size * 1.3);
  }
}

/** A piece of a drawing, as `Standing` takes it. @param {any} group @param {Cell} place @returns {StandingPiece} */
function drawnPiece(group, { name: cell, x, y, size }) {
  const use = group.querySelector("use");
  const place = use.getAttribute("transform") ?? `${use.getAttribute("x")} ${use.getAttribute("y")} 1`;
  const [left, top, scale] = place.match(/-?[\d.]+/g).map(Number);
  const [dx, dy, part] = [left - x, top - y, scale].map(length => (length / size) * 100);
  // "knight of White" of "knight of White on a3".
  const title = group.querySelector("title").textContent.replace(/ on [a-z]+\d(?=$|,)/, "");
  return { cell, code: use.getAttribute("href"), dx, dy, scale: part, title };
}
