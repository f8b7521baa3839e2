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

/** "one", "five", "14". @param {number} number */
function numberWord(number) {
  return ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"][number] ?? String(number);
}

/** Clauses as sentences: "gives check to Air" becomes "Gives check to Air." @param {string[]} clauses */
export function sentences(clauses) {
  return clauses.map(clause => capital(clause).replace(/[.]?$/, ".")).join(" ");
}

/** With a capital letter. @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Says what happened between two states. @param {JournalModel} journal @param {StateView} before */
export function announceTurn(journal, before) {
  const { state, turns, now, actor } = journal;
  const said = [];
  const fresh = turns.length - before.turns.list.length;
  if (fresh > 0) said.push(...turns.slice(-fresh).map(turn => played(turn, state)), "Saved.");
  else if (fresh < 0) said.push("Taken back.");
  if (state.notes.length > before.notes.length) said.push("Note saved.");
  if (now.state === "no_move") said.push(`No Move: ${now.no_move?.text}`);
  else if (now.state === "move" && now.throw !== null) said.push(thrown(journal));
  else if (actor) said.push(next(now));
  else if (now.end && !before.now.end) said.push(now.end);
  announce(said.join(" "));
}

/** "King to a5, onto the Ptah." @param {TurnView} turn @param {StateView} state */
function played({ piece, to, cell, facts, place, sentence }, { ptah }) {
  if (!place) return sentence;
  if (!piece) return "No move.";
  const onto = to === ptah ? ", onto the Ptah" : "";
  const took = cell?.startsWith("×") && !facts.length ? ", with a capture" : "";
  return `${capital(pieceName(piece))} to ${to}${onto}${took}. ${sentences(facts)}`.trim();
}

/** "1: king. Five squares: a5 Ptah, a6, b7 attacked." @param {JournalModel} journal */
function thrown({ now, movers, isQuiet, state }) {
  const start = `${now.throw}: ${now.role}.`;
  if (movers.length > 1) {
    const pieces = movers.map(({ name, from }) => `${name} on ${from}`);
    return `${start} ${capital(numberWord(movers.length))} pieces: ${pieces.join(", ")}.`;
  }
  const squares = now.offers.map(({ to, takes, marks }) =>
    [to, to === state.ptah && "Ptah", takes && "capture", marks.includes("attacked") && !isQuiet && "attacked"].filter(Boolean)
      .join(" ")
  );
  const many = `${capital(numberWord(squares.length))} ${squares.length === 1 ? "square" : "squares"}`;
  return `${start} ${many}: ${[...new Set(squares)].join(", ")}.`;
}

/** "Turn 39, Water, Bela throws." @param {NowView} now */
function next({ turn, actor, player, state }) {
  return `Turn ${turn}, ${actor}, ${player || actor} ${state === "throw" ? "throws" : "moves"}.`;
}
