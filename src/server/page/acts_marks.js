// Where the cells of a drawn board lie, and the marks that are drawn over them: each is a shape, since light is not enough to tell
// what can move.

import { svg } from "./marks.js";

/** The part of the picture around some cells: their coordinates stand beside them. */
export function around(cells, margin, above) {
  const [left, right] = [Math.min(...cells.map(cell => cell.x)), Math.max(...cells.map(cell => cell.x))];
  const [upper, lower] = [Math.min(...cells.map(cell => cell.y)), Math.max(...cells.map(cell => cell.y))];
  return [left - margin, upper - above, right - left + 2 * margin, lower - upper + margin + above].join(" ");
}

/** From the units of a shape to those of the whole picture. */
export function matrixFrom(shape, picture) {
  const [inner, outer] = [shape.getScreenCTM(), picture.getScreenCTM()];
  return inner && outer ? DOMMatrix.fromMatrix(outer).inverse().multiply(DOMMatrix.fromMatrix(inner)) : new DOMMatrix();
}

/** The shape of a cell once more, somewhere else and with another look; `part` is its size. */
export function copyOf(cell, attributes, part = 1) {
  const copy = cell.shape.cloneNode(false);
  for (const { name } of [...copy.attributes]) {
    if (!["points", "d", "x", "y", "width", "height", "rx", "cx", "cy", "r"].includes(name)) copy.removeAttribute(name);
  }
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, value);
  const { a, b, c, d, e, f } = new DOMMatrix()
    .translate(cell.x, cell.y)
    .scale(part)
    .translate(-cell.x, -cell.y)
    .multiply(cell.into);
  const matrix = [a, b, c, d, e, f].map(number => Number(number.toFixed(4))).join(" ");
  if (matrix !== "1 0 0 1 0 0") copy.setAttribute("transform", `matrix(${matrix})`);
  return copy;
}

/** A frame inside a cell, white with ink edges; widths in hundredths of the cell. */
export function frames(cell, width, edge) {
  const part = cell.size / 100;
  const inset = 1 - (width + edge) / 100;
  return [
    copyOf(cell, { class: "frame mark-edge", "stroke-width": (width + 2 * edge) * part }, inset),
    copyOf(cell, { class: "frame mark", "stroke-width": width * part }, inset),
  ];
}

/** A line from a bead to the framed cell; on two levels, and for anything else, all cells are framed. */
export function lastMarks(cells) {
  const [from, to, ...others] = cells;
  if (!from || !to || others.length || from.panel !== to.panel) return cells.flatMap(cell => frames(cell, 4, 2));
  const part = from.size / 100;
  const line = { x1: from.x, y1: from.y, x2: to.x, y2: to.y };
  return [
    svg("line", { ...line, class: "frame mark-edge", "stroke-width": 11 * part }),
    svg("line", { ...line, class: "frame mark", "stroke-width": 6 * part }),
    svg("circle", { cx: from.x, cy: from.y, r: 8.5 * part, class: "bead", "stroke-width": 2.6 * part }),
    ...frames(to, 4, 2),
  ];
}

export function target({ x, y, size }) {
  return svg(
    "g",
    {},
    svg("circle", { cx: x, cy: y, r: 0.19 * size, class: "bead", "stroke-width": 0.026 * size }),
    svg("circle", { cx: x, cy: y, r: 0.09 * size, class: "ink" }),
  );
}

/** Four arcs around a piece that can be taken. */
export function brackets({ x, y, size }) {
  const r = 0.46 * size;
  const dash = `${r * 0.9} ${r * (Math.PI / 2 - 0.9)}`;
  const ring = { cx: x, cy: y, r, "stroke-dasharray": dash, "stroke-dashoffset": r * 0.45 };
  return [
    svg("circle", { ...ring, class: "frame mark-edge", "stroke-width": 0.115 * size }),
    svg("circle", { ...ring, class: "frame mark", "stroke-width": 0.06 * size }),
  ];
}
