// What is told to a screen reader: what things are called where they cannot be seen, and only what happened, never what the
// pointer passes.

import { armyOf, pieceName } from "./marks.js";

/** Says something when the reader has finished its sentence; an `alarm`, as an error, at once. @param {string | null} text */
export function announce(text, how = "announce") {
  const region = document.getElementById(how);
  // The same words twice would be no change, and remain unspoken.
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** The pieces of a place on a square, by their codes. @param {PlaceView} place @param {string} square */
export function piecesOn(place, square) {
  return place.pieces.split(" ").filter(item => item.startsWith(square)).map(item => item.slice(2));
}

/** "knight of Earth, frozen", "empty". @param {PlaceView} place @param {string} square */
export function whatStandsOn(place, square) {
  const names = piecesOn(place, square).map(code =>
    `${pieceName(code)} of ${armyOf(code)}${code.endsWith("*") ? ", frozen" : ""}`
  );
  return names.join(" and ") || "empty";
}

/** The name of a cell: "a5, Gemini, Ptah, empty, can move, king can move here, not attacked". @param {string} cell @param {CellFacts} facts */
export function cellName(cell, { standing, isPtah, isChecked, isSelected, gloss, options, isOnRoad, isCalled, isWarned }) {
  const parts = [cell];
  if (gloss) parts.push(gloss.force);
  if (isPtah) parts.push("Ptah");
  parts.push(standing ?? "empty");
  if (isChecked) parts.push("in check");
  if (isOnRoad) parts.push("on the road");
  if (isCalled) parts.push("can move");
  for (const { name, takes, marks, consequences, piece } of options) {
    parts.push(`${name} can ${takes ? "take it" : "move here"}`);
    if (!piece) parts.push(...consequences);
    else if (isWarned) parts.push(marks.includes("attacked") ? "attacked" : "not attacked");
  }
  if (isSelected) parts.push("selected");
  return [...new Set(parts)].join(", ");
}

/** Clauses as sentences: "gives check to Air" becomes "Gives check to Air." @param {string[]} clauses */
export function sentences(clauses) {
  return clauses.map(clause => capital(clause).replace(/[.]?$/, ".")).join(" ");
}

/** With a capital letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
