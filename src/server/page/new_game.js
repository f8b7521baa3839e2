// Where a game begins: which, on what board, with what options, and who plays.

import { Board } from "./board.js";
import { ARMY_CHOICES, attempt, choices, field, topLine } from "./fields.js";
import { key } from "./marks.js";
import { arraysOf, described } from "./matter.js";
import { playerNames, seatingPart } from "./players.js";
import { button, el, fill, line, listen } from "./text.js";

const DIRECTIONS = [{ value: "deosil", label: "Clockwise" }, { value: "widdershins", label: "Anticlockwise" }];

/** A game without a referee has as many seats. */
const SEATS = { least: 2, most: 12 };

const DEALERS = [{
  value: "program",
  label: "The program",
  hint:
    "The program deals and hides each hand from the other player. The journal keeps all cards, so do not read it during play.",
}, {
  value: "players",
  label: "A real pack",
  hint: "You deal at your table and type the cards as they are shown. What nobody has seen stays unknown.",
}];

/** Shows the page on which a game begins, with a kind chosen if one is named. Returns what ends it. @param {HTMLElement} root @param {Api} api @param {string} chosen */
export async function showNewGame(root, api, chosen) {
  const [{ kinds }, catalogue, home] = await Promise.all([api.get("api/kinds"), api.get("api/catalogue"), api.get("api/home")]);
  const title = line({ maxlength: 500, placeholder: "Game at the club" });
  const [place, details, wrong] = [el("div", { class: "board-place" }), el("div", { class: "fields" }), el("div", {})];
  /** @type {SeatNames} */
  const names = new Map();
  /** @type {any} */
  let kind = kinds.find(one => one.kind === chosen) ?? kinds[0];
  /** @type {any} */
  let parts = null;
  /** @param {string} name */
  const show = name => {
    kind = kinds.find(one => one.title === name);
    parts = kind.drawn ? drawnParts(api, kind, names) : enochianParts(api, catalogue, home.defaults.querent ?? "", wrong);
    fill(wrong);
    fill(place, parts.picture);
    fill(details, parts.elements);
  };
  const begin = async () => {
    const given = parts.read();
    if (!given) return;
    const all = Object.entries({ kind: kind.kind, title: title.value.trim(), ...given });
    // What is left out gets the program's default.
    const body = Object.fromEntries(all.filter(([, value]) => value !== null && value.length !== 0));
    await attempt(wrong, async () => {
      const { journal } = await api.post("api/game", body);
      location.hash = `journal=${encodeURIComponent(journal)}`;
    });
  };
  const games = kinds.map(({ title, source, seats }) => ({
    name: title,
    text: seats.length ? `From: ${source}` : "No referee checks it: what you type is recorded.",
  }));
  root.append(topLine("A new game", el("span", { class: "hint kind" }, "Nothing is saved yet")),
    el("main", { class: "with-board new-game" }, place,
      el("form", { class: "panel", novalidate: true, onsubmit: begin },
        el("div", { class: "scroll" },
          el("div", { class: "step fields" }, el("h2", {}, "A game without a question"),
            described("Game", games, kind.title, show, null), field("Title", title, { optional: true }).element, details)), wrong,
        el("div", { class: "foot" }, el("button", { class: "primary" }, "Begin the game ", key("Enter")),
          el("a", { class: "bare", href: "#" }, "Back")))));
  document.title = "A new game";
  show(kind.title);
  // On a touch screen a focus that nobody asked for would only be a frame.
  if (!matchMedia("(pointer: coarse)").matches) title.focus();

  return listen("keydown", event => {
    if (event.key === "Escape" && !event.defaultPrevented) location.hash = "";
  });
}

/** The board, the array and the armies of a game of Enochian chess. @param {Api} api @param {Catalogue} catalogue @param {string} querent @param {HTMLElement} wrong */
function enochianParts(api, catalogue, querent, wrong) {
  const board = new Board(api, { label: "The board of the game" });
  /** @type {Record<string, string | null>} */
  const game = { board: "Air", array: null, first: "Air", direction: "deosil", ruleset: null };
  const arrayPlace = el("div", {});
  const seating = seatingPart(api, () => fill(wrong));
  const seats = () => seating.show({ draft: null, players: names.value(), querent: null, isByProgram: false });
  const names = playerNames([querent], () => seats());
  /** @param {string} name */
  const pick = name => (/** @type {string} */ value) => {
    game[name] = value;
    if (name === "board") game.array = null;
    show();
  };
  const parts = {
    board: choices("Board", ARMY_CHOICES, pick("board")),
    first: choices("First", ARMY_CHOICES, pick("first")),
    direction: choices("Turns", DIRECTIONS, pick("direction"), { style: "two" }),
  };
  const show = () => {
    for (const [name, part] of Object.entries(parts)) part.show(game[name]);
    const arrays = arraysOf(catalogue, game.board);
    const array = arrays.find(({ name }) => name === game.array) ?? arrays[0];
    fill(arrayPlace, described("Array", arrays, array.name, pick("array")));
    board.show({ board: game.board, symbols: true, pieces: array.pieces ?? "" });
  };
  show();
  seats();
  return {
    picture: board.element,
    elements: [
      el("p", { class: "hint" }, "Without the die: the players choose every move."),
      el("div", { class: "matter" }, Object.values(parts).map(part => part.element)),
      names.element,
      seating.element,
      arrayPlace,
      described("Ruleset", catalogue.rulesets, null, pick("ruleset")),
    ],
    read() {
      if (seating.isSettled()) return { ...game, players: names.value(), given: seating.given };
      fill(wrong, el("p", { class: "wrong", role: "alert" }, "The armies are not chosen yet."));
      return null;
    },
  };
}

/** The seats and the options of another game. `names` keeps what was typed for a seat while the kinds change. @param {Api} api @param {KindView} kind @param {SeatNames} names */
function drawnParts(api, kind, names) {
  const seats = kind.seats.length ? fixedSeats(kind.seats, names) : freeSeats(names);
  /** @type {Record<string, string>} */
  const options = {};
  const optionParts = kind.options.map(({ name, values, about }) => {
    const part = choices(about, values.map(value => ({ value, label: value })), value => options[name] = value);
    part.show(values[0]);
    return part.element;
  });
  let deals = kind.deals ? "program" : null;
  const about = el("p", { class: "hint" }, DEALERS[0].hint);
  /** @param {string} value */
  const dealt = value => {
    deals = value;
    fill(about, DEALERS.find(dealer => dealer.value === value)?.hint);
  };
  const dealing = kind.deals ? choices("Who deals the cards?", DEALERS, dealt, { style: "two" }) : null;
  dealing?.show(deals);
  dealing?.element.append(about);
  const picture = kind.seats.length
    ? api.image("kind.svg", { kind: kind.kind }, { alt: `The set-up of ${kind.title}` })
    : el("p", { class: "hint no-picture" }, "This game has no board here: each turn is a line of text.");
  return {
    picture: el("div", { class: "kind-picture" }, picture),
    elements: [seats.element, dealing?.element, optionParts],
    read() {
      const given = seats.read();
      return given && { options, ...given, deals };
    },
  };
}

/** A name for each seat of a game. @param {string[]} seats @param {SeatNames} names */
function fixedSeats(seats, names) {
  const inputs = seats.map(seat =>
    line({
      maxlength: 200,
      placeholder: "Name",
      value: names.get(seat) ?? "",
      oninput: ({ target }) => names.set(seat, target.value),
    })
  );
  return {
    element: el("fieldset", { class: "choices seat-names" }, el("legend", {}, "Players"),
      el("div", { class: "players" }, seats.map((seat, index) => field(seat, inputs[index]).element)),
      el("p", { class: "hint" }, "Leave them empty if one person plays all.")),
    read() {
      const players = inputs.map(input => input.value.trim());
      const [first] = players.filter(Boolean);
      // A seat without a name is played by whoever is named first.
      return { players: first ? players.map(player => player || first) : [] };
    },
  };
}

/** Seats with names of their own, and as many as one likes. @param {SeatNames} names */
function freeSeats(names) {
  const rows = el("ol", { class: "players plain-list" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const add = button("link", () => insert("", true), "Add a seat");
  const inputs = () => [...rows.querySelectorAll("input")];
  const keep = () => names.set("seats", inputs().map(input => input.value));
  /** @param {string} name */
  const insert = (name, isNew = false) => {
    const label = `Seat ${inputs().length + 1}`;
    const input = line({ placeholder: label, maxlength: 40, "aria-label": label, value: name, oninput: keep });
    rows.append(el("li", {}, input));
    add.hidden = inputs().length >= SEATS.most;
    if (isNew) input.focus();
  };
  for (const name of names.get("seats") ?? ["North", "East"]) insert(name);
  return {
    element: el("fieldset", { class: "choices" }, el("legend", {}, "Seats, in the order of play"), rows, add, wrong),
    read() {
      const seats = inputs().map(input => input.value.trim()).filter(Boolean);
      fill(wrong, seats.length < SEATS.least ? "Name at least two seats." : null);
      if (seats.length >= SEATS.least) return { seats };
      inputs().find(input => !input.value.trim())?.focus();
      return null;
    },
  };
}
