// The seats: each has its colour, and its sign or letter for those who do not see the colour.

import { armyDisc, svg } from "./marks.js";
import { el, words } from "./text.js";

/** How the program calls a player without a name. */
const UNNAMED = "the player";

/** The player of a seat, if the seat's name does not say as much. @param {{name: string, player?: string}} seat */
export function playerOf({ name, player }) {
  return player && player !== name && player !== UNNAMED ? player : null;
}

const ARMIES = ["air", "water", "fire", "earth"];

/** The disc of a seat: with its triangle, or its letter. @param {ShownSeat} seat */
export function seatDisc({ name, letter, colour, out: isOut = false }) {
  if (ARMIES.includes(colour)) return armyDisc(name);
  const text = svg("text", { x: 0, y: 0, class: "seat-letter" }, letter?.toLocaleUpperCase("en") ?? "");
  // A name that can stand in a class.
  const plain = String(colour ?? "").replace(/[^a-z0-9-]/gi, "") || "other";
  return svg("svg", {
    class: `disc seat-disc seat-${plain}${isOut ? " out" : ""}`,
    viewBox: "-50 -50 100 100",
    "aria-hidden": "true",
  }, svg("circle", { r: 44, class: "seat-colour" }), text);
}

/** Who sits where; `now` is the seat whose turn it is. @param {ShownSeat[]} seats @param {number | null} [now] */
export function seatRow(seats, now) {
  return el("ul", { class: "seat-row" },
    seats.map((seat, index) =>
      el("li", { class: seat.out ? "out" : null, "aria-current": index === now ? "true" : null }, seatDisc(seat),
        el("span", {}, seat.name), playerOf(seat) ? words(playerOf(seat), { class: "soft" }) : null,
        seat.out ? el("span", { class: "soft" }, "out") : null)
    ));
}

/** The seats, each with its player, below each other. @param {ShownSeat[]} seats */
export function seatList(seats) {
  return el("ul", { class: "plain-list seats" },
    seats.map(seat => el("li", {}, seatDisc(seat), el("span", {}, seat.name), words(seat.player, { class: "player" }))));
}
