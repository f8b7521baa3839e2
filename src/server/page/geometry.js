// Where the cells of a board lie. A cell has its `name`, its middle `x`, `y` and its `size` in units of the picture, its `panel`
// (its level; "" on a flat board), and its `outline`: its corners around its middle, in hundredths of its size.

const FILES = "abcdefgh";

/** The squares of Enochian chess in the order in which they are read: a8 to h8, and so on down to h1. */
export const SQUARES = [8, 7, 6, 5, 4, 3, 2, 1].flatMap(rank => [...FILES].map(file => `${file}${rank}`));

/** A cell of a drawing, from its corners as in the attribute `points`. @param {string} name @param {string} points @returns {Cell} */
export function drawnCell(name, points) {
  const numbers = (points.match(/-?[\d.]+/g) ?? []).map(Number);
  const [across, down] = [0, 1].map(part => numbers.filter((_, index) => index % 2 === part));
  const [left, right, upper, lower] = [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)];
  const [x, y, size] = [(left + right) / 2, (upper + lower) / 2, Math.min(right - left, lower - upper)];
  const outline = across.map((at, corner) => [at - x, down[corner] - y].map(part => rounded((part / size) * 100)));
  // The name of a cell of a board of levels ends with its level.
  return { name, x, y, size, panel: /^[a-z]{2}(\d)$/.exec(name)?.[1] ?? "", outline };
}

/** A number with two decimal places. @param {number} number */
export function rounded(number) {
  return Math.round(number * 100) / 100;
}

const SQUARE = drawnCell("", "0,0 100,0 100,100 0,100");

/** The cells of Enochian chess, on a board that was turned clockwise by some quarters. @param {number} side */
export function squareCells(side) {
  return SQUARES.map(name => {
    let [column, row] = [FILES.indexOf(name[0]), 8 - Number(name[1])];
    for (let quarter = 0; quarter < side; quarter += 1) [column, row] = [7 - row, column];
    return { ...SQUARE, name, x: column * 100 + 50, y: row * 100 + 50 };
  });
}

/** The squares of an angle. @param {string} angle */
export function angleSquares(angle) {
  const [isLeft, isUpper] = [["Air", "Earth"], ["Air", "Water"]].map(angles => angles.includes(angle));
  return SQUARES.filter(square => FILES.indexOf(square[0]) < 4 === isLeft && Number(square[1]) > 4 === isUpper);
}

/** How far a board is turned next, in quarters: hexes stand upright only after half a turn. @param {Cell[]} cells @param {number} side */
export function nextSide([cell], side) {
  const step = cell.outline.length === 6 ? 2 : 1;
  return (side - (side % step) + step) % 4;
}

/** The nearest cell in the direction of an arrow; one far off to the side is further than one straight ahead. @param {Cell[]} cells @param {Cell} from @param {number[]} way */
export function nextCell(cells, from, [right, down]) {
  /** @param {Cell} cell */
  const distance = ({ x, y }) => {
    const [ahead, aside] = right ? [(x - from.x) * right, y - from.y] : [(y - from.y) * down, x - from.x];
    return ahead > from.size / 4 ? ahead + 2 * Math.abs(aside) : Infinity;
  };
  return cells.reduce((best, cell) => (distance(cell) < distance(best) ? cell : best), from);
}

/** The levels of a board, in their order. @param {Cell[]} cells */
export function panelsOf(cells) {
  return [...new Set(cells.map(cell => cell.panel))];
}

/** The rows of cells as they are seen: from the top, each from the left. @param {Cell[]} cells */
export function rowsOf(cells) {
  /** @param {Cell} cell */
  const rowOf = cell => Math.round((cell.y / cell.size) * 2);
  const rows = [...new Set(cells.map(rowOf))].sort((one, other) => one - other);
  return rows.map(row => cells.filter(cell => rowOf(cell) === row).sort((one, other) => one.x - other.x));
}

/** The part of a picture from the outermost middles of some cells on: left, top, width and height. @param {Cell[]} cells @param {number} beside */
export function partAround(cells, beside, above = beside) {
  const [across, down] = [cells.map(cell => cell.x), cells.map(cell => cell.y)];
  const [left, upper] = [Math.min(...across) - beside, Math.min(...down) - above];
  return [left, upper, Math.max(...across) + beside - left, Math.max(...down) + beside - upper];
}

/** The corners of a cell in units of the picture, as a path. @param {Cell} cell */
export function pathOf({ x, y, size, outline }) {
  const corners = outline.map(([right, down]) => `${rounded(x + (right * size) / 100)} ${rounded(y + (down * size) / 100)}`);
  return `M${corners.join("L")}Z`;
}
