// The marks on a board. Light is not enough to tell what can move, since black does not get darker: each mark is a shape. It is
// drawn in hundredths of its cell, around the middle of the cell.

import { partAround, pathOf, rounded } from "./geometry.js";
import { ankhShape, svg } from "./marks.js";
import { fill } from "./text.js";

/** The layers of a board, from the lowest to the highest. */
export const LAYERS = "ground road last ptah pieces checks veil called targets ankh ghost cursor dragged".split(" ");

/** A board without marks of what can be done. @type {Marks} */
export const NOTHING = { lit: null, called: [], calledPieces: [], selected: null, targets: [], captures: [], ghost: null };

/** Shapes at a cell. @param {Cell} cell @param {(Node | string)[]} shapes */
function at({ x, y, size }, ...shapes) {
  return svg("g", { transform: `translate(${x} ${y}) scale(${size / 100})` }, ...shapes);
}

/** Draws all marks anew: they are few. @param {Layers} layers @param {BoardMarks} marks @param {CellMap} cells @param {Standing} standing */
export function drawMarks(layers, marks, cells, standing) {
  const { lit, targets, ghost } = marks;
  const cellsOf = (/** @type {string[] | null} */ names) => (names ?? []).map(name => cells.get(name)).filter(Boolean);
  const [ptah, selected] = [cells.get(marks.ptah), cells.get(marks.selected)];
  const framed = cellsOf(lit && marks.called.filter(name => lit.includes(name)));
  const isLifted = lit && selected && !standing.companions(marks.selected).length;
  const isHeld = standing.on(marks.ptah).length > 0 || ghost?.to === marks.ptah;
  const check = (/** @type {CheckView} */ { king }) => checkBadge(cells.get(king), standing.on(king)[0], king === marks.ptah);
  const shapes = {
    road: cellsOf(marks.road).map(cell => frame(cell, 11, [5, 2.5], "road")),
    last: !lit && lastMove(cellsOf(marks.last)),
    ptah: [ptah && frame(ptah, 5, [7, 2], "ivory"), isLifted && shadow(selected, standing.on(marks.selected)[0])],
    checks: marks.checks.map(check),
    called: [framed.map(cell => frame(cell, 3.5, [4.5, 1.5])), region(cellsOf(marks.frame))],
    targets: [cellsOf(targets).map(cell => cell !== ptah && target(cell)), cellsOf(marks.captures).map(brackets)],
    ankh: ptah && ptahAnkh(ptah, targets.includes(ptah.name) ? 22 : 18, isHeld),
    ghost: ghost && at(cells.get(ghost.to), svg("g", { class: "ghost" }, standing.pictureOf(ghost.from) ?? "")),
  };
  for (const [layer, drawn] of Object.entries(shapes)) fill(layers[layer], drawn);
}

/**
 * The veil as one path: the board with holes for the lit cells. The companion of a called piece on a throne is an island of veil
 * in its hole.
 * @param {{ lit: string[], ptah: string | null }} marks @param {CellMap} cells @param {string} rim @param {Standing} standing
 */
export function veilPath({ lit, ptah }, cells, rim, standing) {
  const holes = [...new Set(ptah ? [...lit, ptah] : lit)].map(name => pathOf(cells.get(name)));
  const islands = lit.flatMap(cell => standing.companions(cell)).map(({ cell, dx, dy }) =>
    `M${cells.get(cell).x + dx - 31} ${cells.get(cell).y + dy}a31 31 0 1 0 62 0a31 31 0 1 0-62 0Z`
  );
  return [rim, ...holes, ...islands].join("");
}

/** A line that is white, or of another name, with ink edges. @param {keyof SVGElementTagNameMap} tag @param {object} shape @param {number[]} widths */
function lined(tag, shape, [width, edge], name = "mark") {
  /** @param {string} look @param {number} wide */
  const line = (look, wide) => svg(tag, { ...shape, class: `frame ${look}`, "stroke-width": wide });
  return [line("mark-edge", width + 2 * edge), line(name, width)];
}

/** A frame inside a cell: how far inside, and the widths of the line and its edges. @param {Cell} cell @param {number} inset @param {number[]} widths @param {string} [name] */
export function frame(cell, inset, widths, name) {
  const points = cell.outline.map(corner => corner.map(part => rounded(part * (1 - inset / 50)))).join(" ");
  return at(cell, ...lined("polygon", { points }, widths, name));
}

/** One frame around several squares. @param {Cell[]} cells */
function region(cells) {
  if (!cells.length) return null;
  const [x, y, width, height] = partAround(cells, 46);
  return lined("rect", { x, y, width, height }, [5, 2]);
}

/** A line from a bead to the framed cell; on two levels, and for anything else than a move, all cells are framed. @param {Cell[]} cells */
function lastMove(cells) {
  const [from, to] = cells;
  const framed = (/** @type {Cell} */ cell) => frame(cell, 4, [4.5, 2]);
  if (cells.length !== 2 || from.panel !== to.panel) return cells.map(framed);
  const [x2, y2] = [to.x - from.x, to.y - from.y].map(part => (part / from.size) * 100);
  const line = lined("line", { x1: 0, y1: 0, x2, y2 }, [6, 2.5]);
  return [at(from, ...line, svg("circle", { r: 8.5, class: "bead" })), framed(to)];
}

/** @param {Cell} cell @param {StandingPiece} piece */
function shadow(cell, { dx, dy, scale }) {
  return at(cell, svg("circle", { cx: dx, cy: dy + 5, r: 46 * scale, class: "shadow" }));
}

/** @param {Cell} cell */
function target(cell) {
  return at(cell, svg("circle", { r: 19, class: "bead" }), svg("circle", { r: 9, class: "ink" }));
}

/** The corners of a cell whose piece can be taken. @param {Cell} cell */
function brackets(cell) {
  const corners = cell.outline.map(corner => corner.map(part => part * 0.88));
  /** @param {number[]} from @param {number[]} to */
  const beside = ([x, y], [toX, toY]) => `${x + (toX - x) * 0.23} ${y + (toY - y) * 0.23}`;
  const d = corners.map((corner, index) => {
    const [before, after] = [-1, 1].map(step => corners[(index + step + corners.length) % corners.length]);
    return `M${beside(corner, before)}L${corner.join(" ")}L${beside(corner, after)}`;
  });
  return at(cell, ...lined("path", { d: d.join("") }, [5.5, 2.25]));
}

/** @param {Cell} cell @param {StandingPiece | undefined} king @param {boolean} isPtah */
function checkBadge(cell, king, isPtah) {
  const { dx, dy, scale } = king ?? { dx: 0, dy: 0, scale: 1 };
  // The sign of the Ptah has the right corner; and nothing leaves the cell.
  const [x, y] = [dx + (isPtah ? -33 : 33) * scale, dy - 33 * scale].map(part => Math.max(-33, part));
  const badge = [svg("circle", { r: 15, class: "bead" }), svg("path", { d: "M-8 0H8M0-8V8", class: "plus" })];
  return at(cell, svg("g", { transform: `translate(${x} ${y})` }, ...badge));
}

/** @param {Cell} cell @param {number} radius @param {boolean} isHeld */
function ptahAnkh(cell, radius, isHeld) {
  const ankh = svg("g", { transform: `scale(${radius / 18})` }, ankhShape());
  const disc = svg("circle", { r: radius, class: "bead ivory-disc" });
  return at(cell, svg("g", { transform: isHeld ? "translate(32 -32)" : "" }, disc, ankh));
}
