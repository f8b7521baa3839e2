// Where cells lie, and where the keys go: `node --test tests/page/*.test.js`.

import assert from "node:assert/strict";
import test from "node:test";
import * as geometry from "../../src/server/page/geometry.js";

const [RIGHT, LEFT, DOWN, UP] = [[1, 0], [-1, 0], [0, 1], [0, -1]];

const named = (cells, name) => cells.find(cell => cell.name === name);
const names = cells => cells.map(cell => cell.name).join(" ");

/** A hex as the program draws it, `column` half-steps from the left. */
function hex(name, column, row) {
  const [x, y] = [column * 24, row * 41.57];
  const corners = [[0, -27.71], [24, -13.86], [24, 13.86], [0, 27.71], [-24, 13.86], [-24, -13.86]];
  return geometry.drawnCell(name, corners.map(corner => [x + corner[0], y + corner[1]].join()).join(" "));
}

/** Rows of two and three hexes, on two levels beside each other. */
const HEXES = [1, 2].flatMap(level => {
  const left = level * 20;
  return [["aa", 1, 0], ["ba", 3, 0], ["ab", 0, 1], ["bb", 2, 1], ["cb", 4, 1]].map(([name, column, row]) =>
    hex(`${name}${level}`, left + column, row)
  );
});

test("a board of squares has 64 cells of one size, a8 at the upper left", () => {
  const cells = geometry.squareCells(0);
  assert.equal(cells.length, 64);
  assert.deepEqual([cells[0].name, cells[0].x, cells[0].y, cells[0].size, cells[0].panel], ["a8", 50, 50, 100, ""]);
  assert.deepEqual(cells[0].outline, [[-50, -50], [50, -50], [50, 50], [-50, 50]]);
});

test("each quarter brings the next corner to the upper left", () => {
  const first = side => geometry.rowsOf(geometry.squareCells(side))[0];
  assert.deepEqual([0, 1, 2, 3].map(side => names(first(side).slice(0, 2))), ["a8 b8", "a1 a2", "h1 g1", "h8 h7"]);
});

test("the rows of squares are read from the top, each from the left", () => {
  const rows = geometry.rowsOf(geometry.squareCells(0));
  assert.equal(rows.length, 8);
  assert.equal(rows.flat().map(cell => cell.name).join(" "), geometry.SQUARES.join(" "));
});

test("an angle is a quarter of the board", () => {
  assert.equal(geometry.angleSquares("Air").length, 16);
  for (const [angle, corner] of [["Air", "a8"], ["Water", "h8"], ["Earth", "a1"], ["Fire", "h1"]]) {
    assert.ok(geometry.angleSquares(angle).includes(corner), angle);
  }
});

test("an arrow goes to the neighbour, and stays at the edge", () => {
  const cells = geometry.squareCells(0);
  const next = (from, arrow) => geometry.nextCell(cells, named(cells, from), arrow).name;
  assert.deepEqual([RIGHT, LEFT, DOWN, UP].map(arrow => next("d4", arrow)), ["e4", "c4", "d3", "d5"]);
  assert.deepEqual([next("h4", RIGHT), next("a4", LEFT), next("d1", DOWN), next("d8", UP)], ["h4", "a4", "d1", "d8"]);
});

test("an arrow goes as the board is seen from its side", () => {
  const cells = geometry.squareCells(1);
  assert.equal(geometry.nextCell(cells, named(cells, "a1"), RIGHT).name, "a2");
  assert.equal(geometry.nextCell(cells, named(cells, "a1"), DOWN).name, "b1");
});

test("a lit cell straight ahead is nearer than one far off to the side", () => {
  const cells = geometry.squareCells(0);
  const lit = ["d8", "e5", "h4"].map(name => named(cells, name));
  assert.equal(geometry.nextCell(lit, named(cells, "d4"), UP).name, "e5");
  assert.equal(geometry.nextCell(lit, named(cells, "d4"), RIGHT).name, "e5");
  assert.equal(geometry.nextCell(lit, named(cells, "d4"), LEFT).name, "d4");
});

test("an arrow goes over a hole in the board", () => {
  const cells = geometry.squareCells(0).filter(cell => cell.name !== "e4");
  assert.equal(geometry.nextCell(cells, named(cells, "d4"), RIGHT).name, "f4");
});

test("a hex has its level, its size and six corners", () => {
  const cell = named(HEXES, "bb2");
  assert.deepEqual([cell.panel, cell.size, cell.outline.length], ["2", 48, 6]);
  assert.deepEqual([cell.x, cell.y].map(Math.round), [42 * 24, 42]);
  assert.ok(cell.outline.every(([x, y]) => Math.abs(Math.hypot(x, y) - 57.73) < 0.1), "all corners are as far from the middle");
});

test("the levels keep their order, and each has its rows", () => {
  assert.deepEqual(geometry.panelsOf(HEXES), ["1", "2"]);
  const rows = geometry.rowsOf(HEXES.filter(cell => cell.panel === "2"));
  assert.deepEqual(rows.map(names), ["aa2 ba2", "ab2 bb2 cb2"]);
});

test("from a hex the arrows go along its row, and to the row above or below", () => {
  const level = HEXES.filter(cell => cell.panel === "1");
  const next = (from, arrow) => geometry.nextCell(level, named(level, from), arrow).name;
  assert.equal(next("ab1", RIGHT), "bb1");
  assert.equal(next("cb1", LEFT), "bb1");
  assert.ok(["aa1", "ba1"].includes(next("bb1", UP)));
  assert.equal(next("aa1", UP), "aa1");
});

test("squares are turned by quarters, hexes by half a turn", () => {
  const turns = (cells, side) => [1, 2, 3, 4].map(() => (side = geometry.nextSide(cells, side)));
  assert.deepEqual(turns(geometry.squareCells(0), 0), [1, 2, 3, 0]);
  assert.deepEqual(turns(HEXES, 0), [2, 0, 2, 0]);
  // A side that was chosen at a board of squares.
  assert.deepEqual([1, 3].map(side => geometry.nextSide(HEXES, side)), [2, 0]);
});

test("the part around some cells has room beside and above them", () => {
  const cells = geometry.squareCells(0).filter(cell => ["b2", "c3"].includes(cell.name));
  assert.deepEqual(geometry.partAround(cells, 92), [58, 458, 284, 284]);
  assert.deepEqual(geometry.partAround(cells, 92, 130), [58, 420, 284, 322]);
});

test("a cell is a path in units of the picture", () => {
  assert.equal(geometry.pathOf(geometry.squareCells(0)[0]), "M0 0L100 0L100 100L0 100Z");
  assert.equal(geometry.pathOf(geometry.drawnCell("a1", "10,20 30,20 30,40 10,40")), "M10 20L30 20L30 40L10 40Z");
  assert.equal(geometry.rounded(1 / 3), 0.33);
});
