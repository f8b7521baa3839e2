// A game without a question: its board, its rules and who sits where.

import { Board } from "./board.js";
import { choices, field, problem, problemOf, topLine } from "./fields.js";
import { key } from "./marks.js";
import { described } from "./matter.js";
import { playerNames, seatingPart } from "./players.js";
import { el, fill } from "./text.js";

const ELEMENTS = ["Air", "Water", "Fire", "Earth"];

const DIRECTIONS = [
  { value: "deosil", label: "Clockwise" },
  { value: "widdershins", label: "Anticlockwise" },
];

/** Shows the page on which a game begins; returns what ends it. */
export async function showGame(root, api) {
  const [catalogue, home] = await Promise.all([api.get("api/catalogue"), api.get("api/home", { client: api.client })]);
  const board = new Board(api, { label: "The board of the game" });
  const game = { board: "Air", array: null, first: "Air", direction: "deosil", ruleset: null };

  const title = el("input", {
    type: "text",
    dir: "auto",
    maxlength: 500,
    autocomplete: "off",
    placeholder: "Game at the lodge",
  });
  const arrayPlace = el("div", {});
  const seating = seatingPart(api, () => fill(wrong));
  const names = playerNames([home.defaults.querent ?? ""], () => seats());
  const seats = () => seating.show({ draft: null, players: names.value(), querent: null, isByProgram: false });

  const pick = name => value => {
    game[name] = value;
    if (name === "board") game.array = null;
    show();
  };
  const parts = {
    board: choices("Board", ELEMENTS.map(army), pick("board")),
    first: choices("First", ELEMENTS.map(army), pick("first")),
    direction: choices("Turns", DIRECTIONS, pick("direction"), { style: "two" }),
  };
  const show = () => {
    for (const [name, part] of Object.entries(parts)) part.show(game[name]);
    const arrays = catalogue.boards.find(({ name }) => name === game.board).arrays;
    const array = arrays.find(({ name }) => name === game.array) ?? arrays[0];
    const options = arrays.map(({ name, officers }) => ({
      name,
      text: `From the throne outward: ${officers.join(", ")}. The first shares the throne with the king.`,
    }));
    fill(arrayPlace, described("Array", options, array.name, pick("array")));
    board.show({ board: game.board, symbols: true, pieces: array.pieces ?? "" });
  };
  const wrong = el("div", {});
  const begin = async event => {
    event.preventDefault();
    if (!seating.isSettled()) {
      fill(wrong, el("p", { class: "wrong", role: "alert" }, "The armies are not chosen yet."));
      return;
    }
    const players = names.value();
    // What is left out gets the program's default.
    const given = { ...game, title: title.value.trim(), players, given: seating.given };
    const isGiven = value => value !== null && value !== "" && value.length !== 0;
    const body = Object.fromEntries(Object.entries(given).filter(([, value]) => isGiven(value)));
    try {
      const { journal } = await api.post("api/game", body);
      location.hash = `journal=${encodeURIComponent(journal)}`;
    } catch (error) {
      fill(wrong, problem(problemOf(error)));
    }
  };

  const form = el(
    "form",
    { class: "panel", novalidate: true, onsubmit: begin },
    el(
      "div",
      { class: "scroll" },
      el(
        "div",
        { class: "step fields" },
        el("h2", {}, "A game of Enochian chess"),
        el("p", { class: "hint" }, "Without a question and without the die: the players choose every move. ",
          el("a", { href: "#games" }, "Play another game of the sources")),
        field("Title", title, { optional: true }).element,
        el(
          "div",
          { class: "matter" },
          Object.values(parts).map(part => part.element),
        ),
        names.element,
        seating.element,
        arrayPlace,
        described("Ruleset", catalogue.rulesets, null, pick("ruleset")),
      ),
    ),
    wrong,
    el(
      "div",
      { class: "foot" },
      el("button", { class: "primary" }, "Begin the game ", key("Enter")),
      el("a", { class: "bare", href: "#" }, "Back"),
    ),
  );
  root.append(
    topLine("A new game", el("span", { class: "hint kind" }, "Nothing is saved yet")),
    el("main", { class: "with-board" }, el("div", { class: "board-place" }, board.element), form),
  );
  document.title = "A new game";
  show();
  seats();
  title.focus();

  const back = event => {
    if (event.key === "Escape" && !event.defaultPrevented) location.hash = "";
  };
  document.addEventListener("keydown", back);
  return () => document.removeEventListener("keydown", back);
}

function army(name) {
  return { value: name, label: name, army: name };
}
