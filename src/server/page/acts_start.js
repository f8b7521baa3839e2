// Where one of the other games begins: which, with what options, and who sits where.

import { choices, field, problem, problemOf, topLine } from "./fields.js";
import { key } from "./marks.js";
import { el, fill } from "./text.js";

/** A game without a referee has as many seats. */
const SEATS = { least: 2, most: 12 };

/** Shows the page on which a game begins, with a kind chosen if one is named. Returns what ends it. */
export async function showActsStart(root, api, chosen) {
  const { kinds } = await api.get("api/kinds");
  const picture = el("div", { class: "kind-picture" });
  const wrong = el("div", {});
  const details = el("div", { class: "fields" });
  const title = el("input", {
    type: "text",
    dir: "auto",
    maxlength: 500,
    autocomplete: "off",
    placeholder: "Game at the club",
  });
  let parts = null;
  const names = new Map();

  const list = choices(
    "Which game?",
    kinds.map(({ kind, title: label }) => ({ value: kind, label })),
    kind => show(kind),
    { style: "kinds" },
  );
  const show = name => {
    const kind = kinds.find(one => one.kind === name) ?? kinds[0];
    list.show(kind.kind);
    fill(wrong);
    fill(
      picture,
      kind.kind === "other"
        ? el("p", { class: "hint no-picture" }, "This game has no board here: each turn is a line of text.")
        : el("img", { src: api.url("kind.svg", { kind: kind.kind }), alt: `The set-up of ${kind.title}` }),
    );
    parts = kindParts(kind, names);
    fill(
      details,
      el(
        "p",
        { class: "hint" },
        kind.kind === "other" ? "No referee checks it: what you type is recorded." : ["From: ", kind.source],
      ),
      parts.elements,
    );
    document.title = kind.title;
  };
  const begin = async event => {
    event.preventDefault();
    const given = parts.read();
    if (!given) return;
    try {
      const { journal } = await api.post("api/game", { ...given, title: title.value.trim() || null });
      location.hash = `journal=${encodeURIComponent(journal)}`;
    } catch (error) {
      fill(wrong, problem(problemOf(error)));
    }
  };
  root.append(
    topLine("A new game", el("span", { class: "hint kind" }, "Nothing is saved yet")),
    el(
      "main",
      { class: "with-board acts-start" },
      el("div", { class: "board-place" }, picture),
      el(
        "form",
        { class: "panel", novalidate: true, onsubmit: begin },
        el(
          "div",
          { class: "scroll" },
          el(
            "div",
            { class: "step fields" },
            el("h2", {}, "Another game of the sources"),
            el(
              "p",
              { class: "hint" },
              "These games have no die and no question. ",
              el("a", { href: "#game" }, "Play Enochian chess instead"),
            ),
            list.element,
            details,
            field("Title", title, { optional: true }).element,
          ),
        ),
        wrong,
        el(
          "div",
          { class: "foot" },
          el("button", { class: "primary" }, "Begin the game ", key("Enter")),
          el("a", { class: "bare", href: "#" }, "Back"),
        ),
      ),
    ),
  );
  show(chosen);
  // On a touch screen a focus that nobody asked for would only be a frame.
  if (!matchMedia("(pointer: coarse)").matches) list.focus();

  const back = event => {
    if (event.key === "Escape" && !event.defaultPrevented) location.hash = "";
  };
  document.addEventListener("keydown", back);
  return () => document.removeEventListener("keydown", back);
}

/** The fields of a kind of game. `names` keeps what was typed for a seat while the kinds change. */
function kindParts(kind, names) {
  const seats = kind.kind === "other" ? freeSeats(names) : fixedSeats(kind.seats, names);
  const options = {};
  const optionParts = kind.options.map(({ name, values, about }) => {
    const part = choices(
      about,
      values.map(value => ({ value, label: value })),
      value => {
        options[name] = value;
      },
    );
    part.show(values[0]);
    return part.element;
  });
  let deals = "program";
  const dealing = kind.deals
    ? choices(
        "Who deals the cards?",
        DEALERS,
        value => {
          deals = value;
          fill(about, DEALERS.find(dealer => dealer.value === value).hint);
        },
        { style: "two" },
      )
    : null;
  const about = el("p", { class: "hint" }, DEALERS[0].hint);
  dealing?.show(deals);
  dealing?.element.append(about);
  return {
    elements: [seats.element, dealing?.element, optionParts],
    read() {
      const given = seats.read();
      return given && { kind: kind.kind, options, ...given, deals: kind.deals ? deals : null };
    },
  };
}

const DEALERS = [
  {
    value: "program",
    label: "The program",
    hint: "The program deals and hides each hand from the other player. The journal keeps all cards, so do not read it during play.",
  },
  {
    value: "table",
    label: "A real pack",
    hint: "You deal at your table and type the cards as they are shown. What nobody has seen stays unknown.",
  },
];

function nameInput(label, names) {
  return el("input", {
    type: "text",
    dir: "auto",
    maxlength: 200,
    autocomplete: "off",
    placeholder: "Name",
    value: names.get(label) ?? "",
    oninput: event => names.set(label, event.target.value),
  });
}

/** A name for each seat of a game. */
function fixedSeats(seats, names) {
  const inputs = seats.map(seat => nameInput(seat, names));
  const rows = seats.map((seat, index) => field(seat, inputs[index]).element);
  return {
    element: el(
      "fieldset",
      { class: "choices seat-names" },
      el("legend", {}, "Players"),
      el("div", { class: "players" }, rows),
      el("p", { class: "hint" }, "Leave them empty if one person plays all."),
    ),
    read() {
      const players = inputs.map(input => input.value.trim());
      const [first] = players.filter(Boolean);
      // A seat without a name is played by whoever is named first.
      return { players: first ? players.map(player => player || first) : [] };
    },
  };
}

/** Seats with names of their own, and as many as one likes. */
function freeSeats(names) {
  const rows = el("ol", { class: "players plain-list" });
  const wrong = el("p", { class: "wrong", role: "alert" });
  const add = el("button", { class: "link", type: "button", onclick: () => insert("", true) }, "Add a seat");
  const inputs = () => [...rows.querySelectorAll("input")];
  const insert = (name, isNew = false) => {
    const label = `Seat ${inputs().length + 1}`;
    const input = el("input", {
      type: "text",
      dir: "auto",
      maxlength: 40,
      autocomplete: "off",
      placeholder: label,
      "aria-label": label,
      value: name,
      oninput: () =>
        names.set(
          "seats",
          inputs().map(one => one.value),
        ),
    });
    rows.append(el("li", {}, input));
    add.hidden = inputs().length >= SEATS.most;
    if (isNew) input.focus();
  };
  for (const name of names.get("seats") ?? ["North", "East"]) insert(name);
  return {
    element: el("fieldset", { class: "choices" }, el("legend", {}, "Seats, in the order of play"), rows, add, wrong),
    read() {
      const seats = inputs()
        .map(input => input.value.trim())
        .filter(Boolean);
      fill(wrong, seats.length < SEATS.least ? "Name at least two seats." : null);
      if (seats.length >= SEATS.least) return { seats, players: [] };
      inputs()
        .find(input => !input.value.trim())
        ?.focus();
      return null;
    },
  };
}
