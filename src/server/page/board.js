// The board: squares that are painted once, pieces that move over them, and marks. It knows no rule; it shows what it is told.

import { angleSquares, Cells, centre, corner, seen, squareAt, SQUARES, topLeft } from "./cells.js";
import { ankhShape, pieceId, svg } from "./marks.js";
import { Standing } from "./standing.js";
import { el } from "./text.js";

/**
 * A board.
 *
 * `show` takes only what changes. `board` and `symbols` choose the squares; `place` (or `pieces` alone) what stands on them.
 * The marks: `lit` squares keep their colours while a veil lies on all others (null: no veil); `called` squares are framed,
 * `selected` is lifted, `targets` and `captures` can be reached; `ptah`, `last`, `checks`, `angle`, `frame` (one frame around
 * squares), `ghost` ({piece, square}, a move that is not saved).
 * Where only one piece of a throne is called, `calledPieces` says which: `h1fB`.
 *
 * Listeners: `onPick(square, how)` with "mouse", "touch" or "key"; `onPoint(square or null)`; `onDrop(from, to)`, with which
 * called pieces can be dragged. `nameOf(square)` is the name of a square for a screen reader.
 */
export class Board {
  onPick = null;
  onPoint = null;
  onDrop = null;
  nameOf = null;
  #side = 0;
  #api;
  #painted = null;
  #squares = new Map();
  #layers = {};
  #marks = {
    lit: null,
    called: [],
    selected: null,
    targets: [],
    captures: [],
    ptah: null,
    last: null,
    checks: [],
    angle: null,
    frame: null,
    ghost: null,
  };
  #shown = { board: null, symbols: true };

  /** `side` counts the quarters that the board is turned at first. */
  constructor(api, { label = "", side = 0 } = {}) {
    this.#api = api;
    this.label = label;
    this.#side = side;
    for (const layer of LAYERS) this.#layers[layer] = svg("g", { class: `layer-${layer}` });
    this.#layers.veil = svg("path", { class: "veil", "fill-rule": "evenodd" });
    this.drawing = svg(
      "svg",
      { class: "board-picture", viewBox: "-32 -4 836 836", "aria-hidden": "true" },
      ...LAYERS.map(layer => this.#layers[layer]),
    );
    this.#layers.edge.append(...edges());
    this.standing = new Standing(this.#layers.pieces);
    this.cells = new Cells(this);
    this.element = el("div", { class: "board" }, this.drawing, this.cells.element);
    this.#writeCoordinates();
  }

  /** Shows what changed. Resolves when the squares are painted, to whether they are others than before. */
  async show(changes) {
    const { board, symbols, place, pieces, atOnce, calledPieces, ...marks } = changes;
    if (board !== undefined) this.#shown.board = board;
    if (symbols !== undefined) this.#shown.symbols = symbols;
    const standing = pieces === undefined ? place?.pieces : pieces;
    if (place) Object.assign(marks, { last: marks.last ?? place.last, checks: place.checks });
    Object.assign(this.#marks, marks);
    if (calledPieces !== undefined) this.standing.called = calledPieces;
    if (standing !== undefined) this.standing.show(standing ?? "", { side: this.side, last: place?.last, atOnce });
    this.#mark();
    return this.#paint();
  }

  /** Paints the squares again, in other colours. */
  repaint() {
    this.#painted = null;
    return this.#paint();
  }

  /** How many quarters the board is turned. Squares, pieces, marks and coordinates all follow from it. */
  get side() {
    return this.#side;
  }

  /** Turns the board by a quarter. Signs, letters and pieces stay upright. */
  turn() {
    this.#side = (this.#side + 1) % 4;
    for (const [square, group] of this.#squares) this.#place(square, group);
    this.standing.turnTo(this.#side);
    this.#writeCoordinates();
    this.#mark();
  }

  /** Moves the focus to a square. */
  focus(square) {
    this.cells.focus(square);
  }

  /** A square of this board, large. */
  picture(square) {
    const group = this.#squares.get(square)?.cloneNode(true);
    group?.removeAttribute("transform");
    return svg("svg", { class: "square-picture", viewBox: "0 0 100 100", "aria-hidden": "true" }, ...(group ? [group] : []));
  }

  /** The squares that a person can choose now. */
  get lit() {
    const { called, targets, captures } = this.#marks;
    return [...called, ...targets, ...captures];
  }

  /** Whether the piece on a square can be dragged. */
  canDrag(square) {
    return this.onDrop !== null && this.#marks.called.includes(square);
  }

  /** Frames the square under the pointer or with the focus. */
  point(square) {
    this.#layers.cursor.replaceChildren(...(square ? frame(corner(square, this.side), { inset: 4, width: 6, edge: 3 }) : []));
  }

  /** Lets a piece follow the pointer; null lays it back. */
  drag(square, at = null) {
    const picture = at && this.standing.pictureOn(square);
    this.#layers.dragged.replaceChildren(
      ...(picture ? [svg("g", { transform: `translate(${at.join(" ")}) scale(1.1)` }, picture)] : []),
    );
    this.standing.leave(at ? square : null);
  }

  /** Lets the next change happen without a movement, since the hand has made it already. */
  arrive() {
    this.standing.arrived = true;
  }

  async #paint() {
    const { board, symbols } = this.#shown;
    const wanted = `${board} ${symbols}`;
    if (!board || wanted === this.#painted) return false;
    this.#painted = wanted;
    const picture = await this.#api.svg("board.svg", { board, symbols });
    // Meanwhile another board may have been asked for.
    if (wanted !== this.#painted) return false;
    this.#putSquares(picture);
    return true;
  }

  #putSquares(picture) {
    this.#squares.clear();
    for (const square of SQUARES) {
      const group = picture.querySelector(`[id="sq-${square}"]`);
      // The page has one square of a name, however many boards it shows.
      group.removeAttribute("id");
      this.#squares.set(square, group);
      this.#place(square, group);
    }
    const letters = picture.querySelector("defs");
    this.#layers.squares.replaceChildren(...(letters ? [letters] : []), ...this.#squares.values());
  }

  #place(square, group) {
    group.setAttribute("transform", `translate(${corner(square, this.side).join(" ")})`);
  }

  #writeCoordinates() {
    const text = (x, y, words) => svg("text", { x, y, class: "coordinate" }, words);
    const number = [0, 1, 2, 3, 4, 5, 6, 7];
    const part = this.side % 2;
    this.#layers.letters.replaceChildren(
      ...number.map(row => text(-18, row * 100 + 50, squareAt(0, row, this.side)[1 - part])),
      ...number.map(column => text(column * 100 + 50, 818, squareAt(column, 7, this.side)[part])),
    );
  }

  #mark() {
    drawMarks(this.#layers, this.#marks, this.side, this.standing);
    const path = this.#marks.lit && veilPath(this.#marks, this.side, this.standing);
    if (path) this.#layers.veil.setAttribute("d", path);
    this.#layers.veil.classList.toggle("on", Boolean(path));
    this.standing.select(this.#marks.selected, this.#marks.called);
    this.cells.mark(this.#marks);
    this.cells.nameGrid(this.label || `${this.#shown.board ?? ""} board, ${topLeft(this.side)} at the top left`.trim());
  }

  /** Column and row of a square as it is seen. */
  seen(square) {
    return seen(square, this.side);
  }
}

/** The lines between the angles, and around the board. */
function edges() {
  const cross = "M400 0V800M0 400H800";
  return [
    svg("path", { d: cross, class: "cross-edge" }),
    svg("path", { d: cross, class: "cross" }),
    svg("rect", { x: -1.5, y: -1.5, width: 803, height: 803, class: "board-edge" }),
  ];
}

/**
 * The marks on a board, from the lowest layer to the highest. Light is not enough to tell what can move, since black does not
 * get darker: each mark is a shape.
 */
const LAYERS = [
  "letters",
  "squares",
  "edge",
  "last",
  "ptah",
  "pieces",
  "checks",
  "veil",
  "called",
  "targets",
  "ankh",
  "ghost",
  "cursor",
  "dragged",
];

/** Draws all marks anew: they are few. */
function drawMarks(layers, marks, side, standing) {
  const put = (layer, shapes) => {
    if (shapes.length || layers[layer].hasChildNodes()) layers[layer].replaceChildren(...shapes);
  };
  const { lit, called, selected, targets, captures, ptah, last, checks, ghost } = marks;
  put("last", last && !lit ? lastMove(last, side) : []);
  put("ptah", [
    ...(ptah ? frame(corner(ptah, side), { inset: 5, width: 7, edge: 2, name: "ivory" }) : []),
    ...(lit && selected && !standing.companions(selected).length ? [shadow(selected, side)] : []),
  ]);
  put(
    "checks",
    checks.map(check => checkBadge(check, ptah, side, standing)),
  );
  const framed = lit ? called : [];
  put("called", [
    ...framed.flatMap(square => frame(corner(square, side), { inset: 3.5, width: 4.5, edge: 1.5 })),
    ...regions(marks, side),
  ]);
  put("targets", [
    ...targets.filter(square => square !== ptah).map(square => target(square, side)),
    ...captures.flatMap(square => brackets(square, side)),
  ]);
  put(
    "ankh",
    ptah
      ? [ptahAnkh(ptah, { isTarget: targets.includes(ptah), isHeld: standing.isOn(ptah) || ghost?.square === ptah }, side)]
      : [],
  );
  put("ghost", ghost ? [ghostPiece(ghost, side)] : []);
}

/**
 * The veil as one path: the board with holes for the lit squares. The companion of a called piece on a throne is an island of
 * veil in its hole.
 */
function veilPath({ lit, called, ptah }, side, standing) {
  const holes = new Set(ptah ? [...lit, ptah] : lit);
  const hole = square => {
    const [x, y] = corner(square, side);
    return `M${x} ${y}h100v100h-100Z`;
  };
  const islands = called
    .flatMap(square => standing.companions(square))
    .map(({ x, y }) => `M${x - 31} ${y}a31 31 0 1 0 62 0a31 31 0 1 0-62 0Z`);
  return `M-3-3H803V803H-3Z${[...holes].map(hole).join("")}${islands.join("")}`;
}

/** The shadow of a lifted piece. */
function shadow(square, side) {
  const [x, y] = centre(square, side);
  return svg("circle", { cx: x, cy: y + 5, r: 46, class: "shadow" });
}

/** A frame inside a rectangle, white with ink edges, or ivory. */
function frame([x, y], { inset, width, edge, wide = 100, high = 100, name = "mark" }) {
  const box = { x: x + inset, y: y + inset, width: wide - 2 * inset, height: high - 2 * inset };
  return [
    svg("rect", { ...box, class: "frame mark-edge", "stroke-width": width + 2 * edge }),
    svg("rect", { ...box, class: `frame ${name}`, "stroke-width": width }),
  ];
}

function regions({ angle, frame: framed }, side) {
  const groups = [angle ? angleSquares(angle) : null, framed].filter(squares => squares?.length);
  return groups.flatMap(squares => {
    const corners = squares.map(square => corner(square, side));
    const [left, upper] = [0, 1].map(part => Math.min(...corners.map(point => point[part])));
    const [right, lower] = [0, 1].map(part => Math.max(...corners.map(point => point[part])) + 100);
    return frame([left, upper], { inset: 4, width: 5, edge: 2, wide: right - left, high: lower - upper });
  });
}

function lastMove({ from, to }, side) {
  const [start, end] = [centre(from, side), centre(to, side)];
  const line = { x1: start[0], y1: start[1], x2: end[0], y2: end[1] };
  return [
    svg("line", { ...line, class: "frame mark-edge", "stroke-width": 11 }),
    svg("line", { ...line, class: "frame mark", "stroke-width": 6 }),
    svg("circle", { cx: start[0], cy: start[1], r: 8.5, class: "bead" }),
    ...frame(corner(to, side), { inset: 4, width: 4.5, edge: 2 }),
  ];
}

function target(square, side) {
  const [x, y] = centre(square, side);
  return svg("g", {}, svg("circle", { cx: x, cy: y, r: 19, class: "bead" }), svg("circle", { cx: x, cy: y, r: 9, class: "ink" }));
}

function brackets(square, side) {
  const [x, y] = corner(square, side);
  const [near, far, arm] = [6, 94, 20];
  const d = [
    [near, near, 1, 1],
    [far, near, -1, 1],
    [near, far, 1, -1],
    [far, far, -1, -1],
  ]
    .map(([cornerX, cornerY, right, down]) => `M${x + cornerX} ${y + cornerY + down * arm}v${-down * arm}h${right * arm}`)
    .join("");
  return [
    svg("path", { d, class: "frame mark-edge square-cap", "stroke-width": 10 }),
    svg("path", { d, class: "frame mark", "stroke-width": 5.5 }),
  ];
}

function checkBadge({ king }, ptah, side, standing) {
  const spot = standing.spotOf(king, "K");
  const [x, y] = spot ? [spot.x, spot.y] : centre(king, side);
  const off = spot ? 33 * spot.scale : 33;
  // The sign of the Ptah has the right corner; and nothing leaves the square.
  const [left, top] = corner(king, side);
  const at = [Math.max(left + 17, king === ptah ? x - off : x + off), Math.max(top + 17, y - off)];
  return svg(
    "g",
    { transform: `translate(${at.join(" ")})` },
    svg("circle", { r: 15, class: "bead" }),
    svg("path", { d: "M-8 0H8M0-8V8", class: "plus" }),
  );
}

function ptahAnkh(square, { isTarget, isHeld }, side) {
  const [x, y] = isHeld ? corner(square, side).map((part, index) => part + (index ? 18 : 82)) : centre(square, side);
  const radius = isTarget ? 22 : 18;
  return svg(
    "g",
    { transform: `translate(${x} ${y})` },
    svg("circle", { r: radius, class: "bead ivory-disc" }),
    svg("g", { transform: `scale(${radius / 18})` }, ankhShape()),
  );
}

function ghostPiece({ piece, square }, side) {
  const [x, y] = centre(square, side);
  return svg("use", {
    href: `#${pieceId(piece)}`,
    x: -50,
    y: -50,
    width: 100,
    height: 100,
    transform: `translate(${x} ${y})`,
    class: "ghost",
  });
}
