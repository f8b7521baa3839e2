// The hand on a board: what is lit, where the pointer and the keyboard are, and what is dragged. The program says where a piece can go, by buttons
// with `data-from` and `data-to`, and what each cell is; this shows it, and presses the button. What the hand is about to do is kept here,
// not in the page, which is morphed.

import { reach } from "./reach.js";
import { el, fill } from "./text.js";

/** How long one must point before it is shown, and how long it stays, in ms; and how far a drag is, and the piece above a finger, in pixels. */
const SHOW = 120, STAY = 400, DRAG = 4, ABOVE_FINGER = 56;
/** Where the arrows lead. @type {Record<string, number[]>} */
const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

/** @param {string} id @returns {any} */
const at = id => document.getElementById(id);
/** @param {string} selector @returns {any[]} */
const all = selector => [...document.querySelectorAll(selector)];

/**
 * The cell of the piece that is to move, the one that a finger has chosen and not yet confirmed, the one under the pointer, and where the
 * focus was last; the level that is shown alone.
 * @type {{ selected: string | null, armed: string | null, pointed: string | null, current: string | null, level: string, choosing: string | null, journal: string | undefined, revision: string | undefined }}
 */
const hand = {
  selected: null,
  armed: null,
  pointed: null,
  current: null,
  level: "",
  choosing: null,
  journal: undefined,
  revision: undefined,
};
/** @type {any} */
let press = null;
let wasDragged = false;
/** @type {number | undefined} */
let timer;
/** What was loaded once. @type {Map<string, Promise<string>>} */
const loaded = new Map();

const offers = () => all("#acts [data-to]");
/** @param {string | null} cell */
const cellOf = cell => (cell === null ? null : document.querySelector(`#board-cells [data-cell="${cell}"]`));
/** The moves to a cell of the piece that is chosen, or of all. @param {string} cell */
const movesTo = cell => offers().filter(it => it.dataset.to === cell && (!selection() || it.dataset.from === selection()));
const movers = () => [...new Set(offers().map(it => it.dataset.from))];
/** Presses the button of a move. @param {any} move */
const make = move => (move.name === "act" ? move.form.requestSubmit(move) : choose(`${move.dataset.from} ${move.dataset.to}`));

/** The cell of the piece that moves: the one that was chosen, or that of the only piece that can do anything. */
function selection() {
  if (hand.selected) return hand.selected;
  const from = movers();
  return from.length === 1 && !all("#plain button").length ? from[0] : null;
}

document.addEventListener("shown", () => {
  const board = at("board");
  const view = at("view")?.dataset ?? {},
    journal = document.querySelector("main[data-journal]")?.getAttribute("data-journal") ?? undefined;
  if (journal !== hand.journal) Object.assign(hand, { level: "", current: null });
  if (journal !== hand.journal || view.revision !== hand.revision)
    Object.assign(hand, { selected: null, armed: null, pointed: null, choosing: null });
  Object.assign(hand, { journal, revision: view.revision });
  load();
  if (!board) return;
  const advised = at("acts")?.dataset.selected;
  if (advised && movers().includes(advised)) hand.selected = advised;
  light();
});

/** Loads what stays the same while one plays: the ground of a board, what its squares mean. */
function load() {
  for (const place of all("[data-load]")) {
    const address = place.dataset.load;
    if (place.dataset.loaded === address) continue;
    place.dataset.loaded = address;
    if (!loaded.has(address)) loaded.set(address, reach(address).then(answer => answer.text()));
    loaded.get(address)?.then(text => {
      if (!place.isConnected || place.dataset.loaded !== address) return;
      if (place.dataset.place !== "svg") place.innerHTML = text;
      else {
        const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
        const drawn = [...picture.childNodes].filter(it => !["title", "desc"].includes(it.nodeName));
        place.replaceChildren(...drawn.map(it => document.importNode(it, true)));
        lay();
      }
    });
  }
}

/** Lays the squares of Enochian chess where their cells are; signs and letters stay upright. */
function lay() {
  for (const square of all(".layer-ground [id^=sq-]")) {
    const cell = /** @type {any} */ (cellOf(square.id.slice(3)))?.dataset;
    if (cell) square.setAttribute("transform", `translate(${cell.x - 50} ${cell.y - 50})`);
  }
}

/** Shows which cells can be chosen, what was chosen, and the level. */
export function light() {
  const board = at("board"), picture = at("picture"), from = movers(), selected = selection();
  const hasDie = board.dataset.hasDie !== undefined, fixed = board.dataset.lit?.split(" ") ?? null;
  // Without a die every piece can be chosen; a veil would hide nothing but the enemies.
  const isVeiled = fixed !== null || (from.length > 0 && (hasDie || selected !== null));
  const called = new Set(hasDie ? from : selected ? [selected] : []), ptah = at("board-ptah")?.dataset.on;
  const targets = new Set(
    hasDie || selected ? offers().filter(it => !selected || it.dataset.from === selected).map(it => it.dataset.to) : [],
  );
  picture.classList.toggle("veiled", isVeiled);
  for (const cell of all("#board-cells .cell")) {
    const { cell: name } = cell.dataset;
    cell.classList.toggle("lit", fixed?.includes(name) || called.has(name) || targets.has(name) || name === ptah);
    cell.classList.toggle("called", from.includes(name));
    cell.classList.toggle("target", targets.has(name));
    cell.tabIndex = name === (hand.current ?? picture.querySelector(".cell").dataset.cell) ? 0 : -1;
    if (name === selected) cell.setAttribute("aria-selected", "true");
    else cell.removeAttribute("aria-selected");
  }
  for (const mark of all("#board-marks [data-from]")) {
    mark.toggleAttribute("data-off", !(targets.has(mark.dataset.target) && (!selected || mark.dataset.from === selected)));
  }
  for (const mark of all("#board-marks [data-called]")) {
    mark.toggleAttribute("data-off", fixed === null && !called.has(mark.dataset.called));
  }
  for (const token of all("#board-pieces .token")) {
    token.classList.toggle("lifted",
      selected !== null && isVeiled && fixed === null && token.dataset.piece === selected && !token.matches(".beside"));
  }
  for (const mover of all("#movers [data-mover]")) mover.hidden = mover.dataset.mover !== selected;
  const pieces = at("choose-piece"), plain = at("plain"), prompt = at("prompt");
  if (pieces) pieces.hidden = selected !== null;
  if (plain) plain.hidden = selected !== null;
  if (prompt)
    prompt.textContent = selected && !hasDie && !document.querySelector(".play.quiet")
      ? chosenWords(selected)
      : prompt.dataset.words;
  confirm();
  levels([...targets]);
  point(hand.pointed ?? hand.armed, true);
}

/** "Knight on b3: 4 moves." @param {string} cell */
function chosenWords(cell) {
  const own = offers().filter(it => it.dataset.from === cell), name = own[0]?.dataset.name ?? "";
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} on ${cell}: ${own.length === 1 ? "one move" : `${own.length} moves`}.`;
}

/** A finger has pointed at a square: a button makes the move. Or several moves lead there, and one is asked for. */
function confirm() {
  for (const choice of all("[data-choice]")) choice.hidden = choice.dataset.choice !== hand.choosing;
  const place = at("chosen");
  if (!place) return;
  const [move] = hand.armed ? movesTo(hand.armed) : [];
  at("to-choose").hidden = Boolean(move) || hand.choosing !== null;
  place.hidden = !move || hand.choosing !== null;
  if (place.hidden) return;
  place.className = "chosen confirm";
  const words = `Move the ${move.dataset.name} to ${move.dataset.to}`;
  fill(place, el("button", { type: "button", class: "primary wide", "data-do": "confirm" }, words),
    el("button", { type: "button", "data-do": "leave" }, "Cancel"));
}

/** Makes the move that a finger has chosen. */
export function confirmed() {
  if (hand.armed) play(movesTo(hand.armed), hand.armed);
}

/** Asks which of several moves is meant. @param {string} choice */
function choose(choice) {
  hand.choosing = choice;
  confirm();
  /** @type {any} */ (document.querySelector(`[data-choice="${choice}"] button`))?.focus({ preventScroll: true });
}

/** Makes the one move to a cell, or asks which. @param {any[]} moves @param {string} cell */
function play(moves, cell) {
  if (moves.length === 1) make(moves[0]);
  else choose(`${new Set(moves.map(it => it.dataset.from)).size > 1 ? "*" : moves[0].dataset.from} ${cell}`);
}

/** Frames the cell under the pointer or with the focus, and says what it means. @param {string | null} cell */
export function point(cell, isNow = false) {
  const place = /** @type {any} */ (cellOf(cell)), cursor = at("cursor"), board = at("board");
  if (!cursor) return;
  hand.pointed = cell === hand.armed && isNow ? hand.pointed : cell;
  cursor.replaceChildren();
  if (place) {
    const { frame, size } = board.dataset;
    cursor.setAttribute("transform", `translate(${place.dataset.x} ${place.dataset.y}) scale(${size / 100})`);
    cursor.innerHTML = `<polygon class="frame mark-edge" stroke-width="${12}" points="${
      scaled(frame, 100 / size)
    }"/><polygon class="frame mark" stroke-width="6" points="${scaled(frame, 100 / size)}"/>`;
  }
  clearTimeout(timer);
  if (isNow) explain(cell);
  else timer = setTimeout(() => explain(cell), cell ? SHOW : STAY);
}

/** @param {string} points @param {number} by */
function scaled(points, by) {
  return by === 1 ? points : points.replace(/-?[\d.]+/g, it => String(Math.round(Number(it) * by * 100) / 100));
}

/** Shows what a cell means, and where a move there leads; with null what was there. @param {string | null} cell */
function explain(cell) {
  const pointed = at("pointed"), lead = at("lead"), place = /** @type {any} */ (cellOf(cell));
  const [move] = place && cell ? movesTo(cell) : [];
  if (lead)
    consider(
      move && (selection() || move.dataset.from === null)
        ? { name: `${move.dataset.name} to ${cell}`, more: move.dataset.lead }
        : null,
    );
  if (!pointed) return;
  const isQuiet = document.querySelector(".play.quiet") !== null;
  at("landing").hidden = place !== null;
  pointed.hidden = place === null;
  if (!place) return;
  // "a5, Gemini, Ptah, king of Air, can move": what stands there.
  const standing = place.ariaLabel.split(", ").filter((/** @type {string} */ it) =>
    / of (Air|Water|Fire|Earth)$|^empty$|^frozen$/.test(it)
  );
  const isPtah = at("board-ptah")?.dataset.on === cell;
  const what = standing[0] === "empty"
    ? `${cell} is empty.`
    : `${standing.join(", ").replace(/^./, (/** @type {string} */ it) => it.toUpperCase())}.`;
  const words = el("span", {}, move ? move.dataset.lead : isPtah ? `${what} The Ptah is here.` : what);
  const line = el("p", { class: "lead" });
  const token = document.querySelector(`#board-pieces [data-piece="${cell}"]`);
  if (token && !move)
    line.innerHTML = `<svg class="piece" viewBox="-50 -50 100 100" aria-hidden="true"><use href="${
      token.getAttribute("href")
    }"/></svg>`;
  line.append(words);
  const gloss = document.querySelector(`template[data-gloss="${cell}"]`);
  const meaning = isQuiet || !gloss ? "" : /** @type {HTMLTemplateElement} */ (gloss).content.cloneNode(true);
  pointed.replaceChildren(...(isQuiet && !move ? [] : [line]), meaning);
}

/** Says where an act would lead. @param {{ name: string, more: string } | null} act */
function consider(act) {
  const lead = at("lead");
  if (!lead) return;
  fill(lead);
  if (!act) return;
  const name = el("b", {}, act.name.replace(/^./, it => it.toUpperCase()));
  fill(lead, name, act.more && `: ${act.more}${act.more.endsWith(".") ? "" : "."}`);
}

/** Somebody chose a cell. @param {string} cell @param {string} how "mouse", "touch" or "key" */
function pick(cell, how) {
  const moves = movesTo(cell).filter(() => at("board").dataset.hasDie !== undefined || selection());
  if (at("acts")?.dataset.any !== undefined && !moves.length && !movers().includes(cell)) {
    document.dispatchEvent(new CustomEvent("picked", { detail: { cell, from: selection() } }));
    return;
  }
  const isAsked = how === "touch" && at("chosen") !== null;
  if (moves.length && isAsked && hand.armed !== cell) [hand.armed, hand.pointed] = [cell, cell];
  else if (moves.length) {
    play(moves, cell);
    return;
  } else if (movers().includes(cell)) [hand.selected, hand.armed] = [hand.selected === cell ? null : cell, null];
  else if (how === "key" && at("board").dataset.hasDie !== undefined && offers().length) {
    // The program knows why a piece cannot go there, and says it.
    document.dispatchEvent(new CustomEvent("typed", { detail: cell }));
    return;
  } else {
    [hand.selected, hand.armed] = [null, null];
    if (how === "touch") hand.pointed = cell;
  }
  hand.choosing = null;
  light();
}

/** Leaves what was begun. Returns whether there was something. */
export function leave() {
  if (hand.choosing) hand.choosing = null;
  else if (hand.armed) hand.armed = hand.pointed = null;
  else if (hand.selected) hand.selected = null;
  else return false;
  if (at("board")) light();
  return true;
}

/** Moves the focus to what comes next: on the board to a piece that can move, or where the only one can go. Returns whether it did. */
export function focusOnBoard() {
  const from = movers(), first = offers()[0];
  if (!first || !at("board")) return false;
  const isOn = at("board-cells").contains(document.activeElement);
  if (at("board").dataset.hasDie === undefined && isOn) return true;
  focusCell(
    from.length > 1
      ? hand.selected ?? (at("board").dataset.hasDie === undefined ? hand.current ?? from[0] : from[0])
      : first.dataset.to,
  );
  return true;
}

/** Moves the focus to a cell; without one to where it was last. @param {string | null} cell */
export function focusCell(cell) {
  const place = /** @type {any} */ (cellOf(cell ?? hand.current)) ?? document.querySelector("#board-cells .cell");
  if (!place) return;
  const { panel } = place.dataset;
  if (hand.level && panel !== hand.level) enlarge(panel);
  const stage = document.querySelector(".board-stage");
  const isScrolling = stage !== null && !hand.level
    && (stage.scrollWidth > stage.clientWidth || stage.scrollHeight > stage.clientHeight);
  place.focus({ preventScroll: !isScrolling });
}

/* Levels */

/** Shows one level alone and large; "" shows all. @param {string} level */
export function enlarge(level) {
  hand.level = level;
  levels(null);
  const cell = cellOf(hand.current);
  if (level && cell === null) hand.current = null;
}

/** The level of the cell with the focus. */
export const levelHere = () => /** @type {any} */ (cellOf(hand.current))?.dataset.panel ?? "";

/** @param {string[] | null} targets */
function levels(targets) {
  const picture = at("picture"), stage = document.querySelector(".board-stage");
  const buttons = all(".levels [data-level]");
  const shown = buttons.find(it => it.dataset.level === hand.level && it.dataset.view);
  picture.setAttribute("viewBox", shown?.dataset.view ?? picture.dataset.view);
  stage?.classList.toggle("whole", !shown && buttons.length > 0);
  if (/** @type {any} */ (stage)?.dataset.least)
    /** @type {any} */ (stage).style.setProperty("--least", `${/** @type {any} */ (stage).dataset.least}px`);
  for (const it of buttons) {
    it.ariaPressed = String(it.dataset.level === hand.level);
    const many = targets && hand.selected
      ? targets.filter(cell => /** @type {any} */ (cellOf(cell))?.dataset.panel === it.dataset.level).length
      : 0;
    if (targets && it.dataset.level) it.querySelector("small").textContent = many ? ` · ${many}` : "";
  }
}

/* Pointer and keyboard */

/** The cell at a point of the window. @param {number} x @param {number} y */
const cellAt = (x, y) =>
  /** @type {any} */ (document.elementFromPoint(x, y)?.closest("#board-cells [data-cell]"))?.dataset.cell ?? null;
/** @param {any} target @returns {string | undefined} */
const cellUnder = target => (target.matches?.("#board-cells [data-cell]") ? target.dataset.cell : undefined);

addEventListener("pointerdown", ({ button, target, clientX: x, clientY: y, pointerId: id, pointerType }) => {
  const cell = cellUnder(target);
  wasDragged = false;
  if (button !== 0 || !cell || !movers().includes(cell)) return;
  press = { cell, x, y, id, isDrag: false, lift: pointerType === "touch" ? ABOVE_FINGER : 0 };
});

addEventListener("pointermove", ({ clientX: x, clientY: y, pointerId: id, pointerType, target }) => {
  const picture = at("picture");
  if (!picture) return;
  if (press?.id === id && !press.isDrag && Math.hypot(x - press.x, y - press.y) >= DRAG) {
    press.isDrag = true;
    picture.setPointerCapture(id);
  }
  if (press?.id === id && press.isDrag) {
    const token = document.querySelector(`#board-pieces [data-piece="${press.cell}"]:not(.beside)`);
    const place = new DOMPoint(x, y - press.lift).matrixTransform(picture.getScreenCTM().inverse());
    const dragged = at("dragged");
    dragged.setAttribute("href", token?.getAttribute("href") ?? "");
    dragged.setAttribute("transform",
      `translate(${place.x} ${place.y}) scale(${(Number(at("board").dataset.size) / 100) * 1.1})`);
    token?.classList.add("in-hand");
    const cell = cellAt(x, y - press.lift);
    if (cell !== hand.pointed) point(cell);
  } else if (pointerType === "mouse") {
    const cell = cellUnder(target) ?? null;
    const move = /** @type {any} */ (target).closest?.("#acts [data-to]")?.dataset.to ?? null;
    if ((cell ?? move) !== hand.pointed) point(cell ?? move);
  }
});

addEventListener("pointerup", ({ clientX: x, clientY: y }) => {
  const held = press;
  letGo();
  wasDragged = held?.isDrag === true;
  const cell = wasDragged ? cellAt(x, y - held.lift) : null;
  if (!cell || cell === held.cell) return;
  const moves = offers().filter(it => it.dataset.from === held.cell && it.dataset.to === cell);
  if (moves.length) play(moves, cell);
  else document.dispatchEvent(new CustomEvent("picked", { detail: { cell, from: held.cell } }));
});
addEventListener("pointercancel", letGo);
addEventListener("dragstart", event => cellUnder(event.target) && event.preventDefault());

function letGo() {
  if (press?.isDrag) {
    at("dragged")?.removeAttribute("href");
    for (const token of all(".in-hand")) token.classList.remove("in-hand");
  }
  press = null;
}

addEventListener("click", event => {
  const target = /** @type {any} */ (event.target), cell = cellUnder(target);
  // The click at the end of a drag is none.
  const dragged = wasDragged;
  wasDragged = false;
  if (cell && !dragged) pick(cell, /** @type {PointerEvent} */ (event).pointerType === "touch" ? "touch" : "mouse");
  const level = target.closest?.("[data-level]"),
    piece = target.closest?.("[data-pick]"),
    move = target.closest?.("#acts button[data-to]");
  if (level) enlarge(level.dataset.level);
  if (piece) pick(piece.dataset.pick, "mouse");
  if (move && move.name !== "act") make(move);
});

for (
  const [kind, is]
    of /** @type {[string, boolean][]} */ ([["focusin", true], ["focusout", false], ["pointerover", true], ["pointerout", false]])
) {
  addEventListener(kind, ({ target }) => {
    const move = /** @type {any} */ (target).closest?.("#acts [data-to]"),
      act = /** @type {any} */ (target).closest?.("[data-consider]");
    const cell = kind.startsWith("focus") ? cellUnder(target) : undefined;
    if (act) consider(is ? { name: act.dataset.consider, more: act.dataset.more } : null);
    if (move && kind.startsWith("focus")) point(is ? move.dataset.to : null);
    if (cell === undefined) return;
    if (is) {
      for (const it of all("#board-cells .cell")) it.tabIndex = it === target ? 0 : -1;
      hand.current = cell;
    }
    // Where a mouse click leaves the focus is not where somebody points.
    if (!is || /** @type {Element} */ (target).matches(":focus-visible")) point(is ? cell : null);
  });
}

/** A key on a cell. Returns whether it meant something. @param {KeyboardEvent} event */
export function keyOnBoard({ key, shiftKey, target }) {
  const cell = cellUnder(target), place = /** @type {any} */ (target).dataset;
  if (cell === undefined) return false;
  const way = ARROWS[key];
  if (way) {
    const near = shiftKey
      ? all("#board-cells .lit.called, #board-cells .target")
      : all("#board-cells .cell").filter(it => !hand.level || it.dataset.panel === hand.level);
    focusCell(nearest(near, place, way));
  } else if (key.startsWith("Page") && place.panel)
    focusCell(cell.slice(0, -1) + (Number(place.panel) + (key === "PageUp" ? 1 : -1)));
  else if (key === "Enter" || key === " ") pick(cell, "key");
  else return false;
  return true;
}

/** The nearest cell in the direction of an arrow; one far off to the side is further than one straight ahead. @param {any[]} cells @param {any} from @param {number[]} way */
function nearest(cells, from, [right, down]) {
  const size = Number(at("board").dataset.size);
  const distance = (/** @type {any} */ { dataset: { x, y } }) => {
    const [ahead, aside] = right ? [(x - from.x) * right, y - from.y] : [(y - from.y) * down, x - from.x];
    return ahead > size / 4 ? ahead + 2 * Math.abs(aside) : Infinity;
  };
  const best = cells.reduce((best, cell) => (best && distance(best) <= distance(cell) ? best : cell), null);
  return best && distance(best) < Infinity ? best.dataset.cell : from.cell;
}
