// Small drawings: icons, pieces, armies, marks and key caps.

import { el } from "./text.js";

const SVG = "http://www.w3.org/2000/svg";

/** Builds an element of a picture. @template {keyof SVGElementTagNameMap} T @param {T} tag @param {Record<string, any>} attributes @param {(Node | string)[]} children */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Puts the shapes of the pieces into the document, once: all boards and texts use them. @param {Api} api */
export async function loadPieces(api) {
  const symbols = await api.svg("pieces.svg");
  symbols.setAttribute("class", "symbols");
  symbols.setAttribute("aria-hidden", "true");
  document.querySelector("body > .symbols")?.remove();
  document.body.prepend(symbols);
}

/** A piece by its code, `wN`; with `*` behind it a frozen one. @param {string | null} code */
export function piecePicture(code) {
  return code && small("piece", `#${pieceId(code)}`);
}

/** The id of the symbol of a piece. @param {string} code */
export function pieceId(code) {
  return code.endsWith("*") ? `p-${code.slice(0, -1)}-frozen` : `p-${code}`;
}

/** The disc of an army with its triangle. @param {string} army */
export function armyDisc(army) {
  return small("disc", `#p-${army.toLowerCase()}`);
}

/** The figure of a kind of piece, without a disc: `king`, `pawn`. @param {string} kind */
export function figure(kind) {
  return small("figure", `#f-${kind}`);
}

/** @type {Record<string, string>} */
const KINDS = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight" };
/** The armies by the letters of their pieces. @type {Record<string, string>} */
export const ARMIES = { a: "Air", w: "Water", f: "Fire", e: "Earth" };

/** The kind of a piece by its code: the figure to draw. @param {string} code */
export function kindOf(code) {
  return isPawn(code) ? "pawn" : KINDS[code[1].toLowerCase()];
}

/** The name of a piece by its code; a pawn's says which officer it serves. @param {string} code */
export function pieceName(code) {
  const kind = KINDS[code[1].toLowerCase()];
  return isPawn(code) ? `${kind}’s pawn` : kind;
}

/** The army of a piece by its code. @param {string} code */
export function armyOf(code) {
  return ARMIES[code[0]];
}

/** @param {string} code */
function isPawn(code) {
  return code[1] === code[1].toLowerCase();
}

/** The sign of the Ptah, around the origin, 24 units high. */
export function ankhShape() {
  return svg("path", { class: "ankh", d: "M0 0C-4-3.2-5.2-6-5.2-8A5.2 5.2 0 0 1 5.2-8C5.2-6 4-3.2 0 0ZM0 0V12M-7 2H7" });
}

/** The sign of the Ptah. */
export function ankh() {
  return badge(ankhShape());
}

/** The sign that a square is attacked. */
export function danger() {
  return badge(svg("path", { class: "ankh", d: "M0-9V2M0 8V8.2" }));
}

/** The cap of a key. @param {string} name */
export function key(name) {
  return el("kbd", {}, name);
}

/** @param {SVGElement} shape */
function badge(shape) {
  return svg("svg", { class: "badge", viewBox: "-18 -18 36 36", "aria-hidden": "true" },
    svg("circle", { r: "16.5", class: "badge-disc" }), shape);
}

/** @param {string} name @param {string} symbol */
function small(name, symbol) {
  return svg("svg", { class: name, viewBox: "-50 -50 100 100", "aria-hidden": "true" }, svg("use", { href: symbol }));
}

/** The icons: lines in a box of 24 units, in the colour of the text around them. @type {Record<string, string>} */
const PATHS = {
  book: "M12 6.5C9.5 4.8 6.6 4.5 4 5v13.2c2.6-.5 5.5-.2 8 1.5 2.5-1.7 5.4-2 8-1.5V5c-2.6-.5-5.5-.2-8 1.5ZM12 6.5v13",
  back: "M14.5 5.5 8 12l6.5 6.5",
  forward: "M9.5 5.5 16 12l-6.5 6.5",
  check: "M5 12.5 10 17.5 19.5 7",
  cross: "M6 6 18 18M18 6 6 18",
  menu: "M4 7.5h16M4 12h16M4 16.5h16",
  moon: "M19.5 14.2A8 8 0 1 1 9.8 4.5a6.3 6.3 0 0 0 9.7 9.7Z",
  question: "M8.6 9a3.5 3.5 0 1 1 5.2 3.1c-1.2.7-1.8 1.4-1.8 2.9M12 18.4v.2",
  search: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.3 15.3 20.5 20.5",
  turn: "M5 5v5h5M5.4 10A7.5 7.5 0 1 1 4.6 14",
  "closed-eye": "M3.5 9.5c4.6 5.6 12.4 5.6 17 0M5.6 12.2 3.8 14.6M10 14.2 9.3 17M14 14.2 14.7 17M18.4 12.2 20.2 14.6",
  picture: "M4 5h16v14H4ZM4 16l5-5 4 4 3-3 4 4M15.5 8.5v.2",
  pen: "M5 19l1-4L16.5 4.5l3 3L9 18l-4 1ZM14.5 6.5l3 3",
  warning: "M12 4 21.5 20.5H2.5ZM12 10v5M12 17.8v.2",
};

/** Where the pips of a die are, by rows of three. */
const PIPS = [[4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** An icon by name, or the face of a die: `icon("back")`, `icon("die3")`. It says nothing to a screen reader. @param {string} name */
export function icon(name) {
  const throwOf = /^die([1-6])$/.exec(name);
  const shapes = throwOf ? die(PIPS[Number(throwOf[1]) - 1]) : [svg("path", { d: PATHS[name], class: "line" })];
  return svg("svg", { viewBox: "0 0 24 24", class: `icon ${name}`, "aria-hidden": "true", focusable: "false" }, ...shapes);
}

/** @param {number[]} pips */
function die(pips) {
  const places = pips.map(place => ({ cx: 6.5 + 5.5 * (place % 3), cy: 6.5 + 5.5 * Math.floor(place / 3) }));
  const face = svg("rect", { x: 1.5, y: 1.5, width: 21, height: 21, rx: 4.5, class: "face" });
  return [face, ...places.map(place => svg("circle", { ...place, r: 2, class: "pip" }))];
}
