// Setting up the pieces on a real table, step by step, in the order in which the armies play.

import { diceTable } from "./asides.js";
import { Board } from "./board.js";
import { topLine } from "./fields.js";
import { announce } from "./live.js";
import { ankh, icon, key, piecePicture } from "./marks.js";
import { isSet, set } from "./preferences.js";
import { seatDisc, seatList } from "./seats.js";
import { button, el, fill, list, listen, spoken } from "./text.js";

/** Shows the guided set-up for a journal; returns what ends it. @param {HTMLElement} root @param {Api} api @param {string} journal */
export async function showSetup(root, api, journal) {
  const state = await api.get("api/state", { journal });
  const board = new Board(api, { label: `The ${nameOf(state)}` });
  const stages = stagesOf(state);
  const steps = [...new Set(stages.map(stage => stage.step))];
  let at = 0;

  const panel = el("div", { class: "panel setting-up" });
  const leave = () => {
    location.hash = `journal=${encodeURIComponent(journal)}`;
  };
  /** @param {number} next */
  const go = next => {
    if (next < 0) return;
    if (next < stages.length) {
      at = next;
      show();
      return;
    }
    set("real-table", journal, true);
    leave();
  };

  const show = () => {
    const stage = stages[at];
    const step = steps.indexOf(stage.step);
    /** @param {string} name @param {number} index */
    const line = (name, index) =>
      el("li", { class: index === step ? "now" : index < step ? "done" : null, "aria-current": index === step ? "step" : null },
        index < step ? icon("check") : el("span", { class: "number" }, index + 1), el("span", {}, name));
    const next = button("primary", () => go(at + 1), stage.next, " ", key("Enter"));
    const named = { class: "end", "aria-label": "Turn the board", title: "Turn the picture to the side on which you sit" };
    const turn = button(named, () => board.turn(), icon("turn"), el("span", { class: "words" }, " Turn the board"));
    fill(panel, el("p", { class: "hint" }, `Setting up your table · step ${step + 1} of ${steps.length}`),
      el("ol", { class: "plain-list set-up-steps" }, steps.map(line)),
      el("section", { class: "stage scroll", "aria-label": stage.step, tabindex: 0 },
        el("div", { class: "stage-head" }, stage.mark,
          el("div", {}, el("p", { class: "hint" }, stage.over), el("h2", {}, stage.heading))), stage.content),
      el("div", { class: "foot" }, next, at > 0 && button("bare", () => go(at - 1), "Back"), !state.drawing && turn),
      state.dice && diceTable(state, " · It stays in view while you play."));
    board.show({ lit: stage.lit, frame: stage.lit, ptah: stage.ptah });
    next.focus();
    announce(`${stage.over}. ${stage.heading}`);
  };

  const skip = button("link", leave, isSet("real-table", journal) ? "Close" : "Skip the set-up");
  root.append(topLine(state.title, el("span", { class: "hint kind" }, "Played on a real board"), skip),
    el("main", { class: "with-board" }, el("div", { class: "board-place" }, board.element), panel));
  document.title = `Set up: ${state.title}`;
  if (state.drawing) await board.show({ drawing: (await api.get("api/step", { journal, after: 0 })).svg });
  else await board.show({ board: state.board, symbols: !state.quiet, pieces: state.start?.pieces });
  show();

  return listen("keydown", event => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    if (at > 0) go(at - 1);
    else leave();
  });
}

/** "Air board", "board of Gods of Chess". @param {StateView} state */
function nameOf({ board, game }) {
  return board ? `${board} board` : `board of ${game}`;
}

/** Everything that is laid out, one thing at a time. `lit` are the squares it is about; null is the whole board. @param {StateView} state @returns {any[]} */
function stagesOf(state) {
  const { setup, seats, ptah, dice } = state;
  /** @param {string} army */
  const disc = army => seatDisc(/** @type {SeatView} */ (seats.find(({ name }) => name === army)));
  const corners = setup.filter(({ corner }) => corner).map(({ army, corner }) => `${army} ${corner}`);
  const armies = setup.map(({ army, corner, pieces }, at) => ({
    step: "Set up the armies",
    over: `Army ${at + 1} of ${setup.length}`,
    heading: `Set up ${army}${corner ? ` on the ${corner} edge` : ""}`,
    mark: disc(army),
    content: el("ul", { class: "plain-list piece-list" },
      pieces.map(({ square, piece, text }) =>
        el("li", {}, piece ? piecePicture(piece) : null, el("strong", {}, square), el("span", {}, text))
      )),
    next: `${army} is set up`,
    lit: [...new Set(pieces.map(({ square }) => square))],
  }));
  const players = [...new Set(seats.map(({ player }) => player))];
  const [first, ...others] = setup.map(({ army }) => army);
  return [
    {
      step: `Lay out the ${nameOf(state)}`,
      over: "The board",
      heading: `Lay out the ${nameOf(state)}`,
      mark: disc(state.board ?? first),
      content: [
        el("p", {},
          corners.length ? `Put a1 at the lower left, as in the picture: ${list(corners)}.` : "Lay it as in the picture."),
        !state.drawing && el("p", { class: "hint" }, "If you sit at another side, turn the picture with the button below."),
      ],
      next: "The board is laid out",
    },
    ...armies,
    ptah
    && {
      step: `Set the Ptah on ${ptah}`,
      over: "The square of the question",
      heading: `Set the Ptah on ${ptah}`,
      mark: ankh(),
      content: el("p", {}, "Use any extra piece or a coin. It marks the square; it blocks nothing and cannot be captured."),
      next: "The Ptah is set",
      lit: [ptah],
      ptah,
    },
    {
      step: "Seat the players",
      over: "The players",
      heading: players.length === 1 ? `${players[0]} plays all ${setup.length} armies` : `Seat ${list(players)}`,
      mark: disc(first),
      content: [seatList(seats), el("p", { class: "hint" }, `${first} moves first, then ${list(others)}.`)],
      next: "Everybody is seated",
      ptah,
    },
    state.board
    && {
      step: dice ? "Look at the dice table" : "Know what stays",
      over: "Before the first turn",
      heading: dice ? "The die says which piece moves" : "What stays on the board",
      mark: dice ? icon("die6") : disc(first),
      content: [
        dice
        && el("dl", { class: "throws" },
          dice.map(({ throw: number, text }) => [el("dt", {}, icon(`die${number}`), spoken(number)), el("dd", {}, text)])),
        el("p", {},
          "Take captured pieces off the board. When a king is captured, its other pieces stay where they are: they are frozen, block their squares, and nobody can move or capture them."),
        el("p", { class: "hint" }, "After each turn the page says what to move on your table."),
      ],
      next: "Begin the first turn",
      ptah,
    },
  ].filter(Boolean).map(stage => ({ lit: null, ptah: null, ...stage }));
}
