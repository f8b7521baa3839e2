// What if another move had been played with the same throw.

import { attempt, openDialog } from "./fields.js";
import { button, el, fill } from "./text.js";

/** Whether a turn of this journal can be asked about: not in a quiet reading, whose person chose to look at nothing else. @param {StateView} state */
export const canAsk = state => state.reading && !state.quiet_reading && state.now.state === "concluded";

/** Asks which other move is to be tried; the branch that begins with it is shown. @param {Api} api @param {string} journal @param {number} turn */
export async function askWhatIf(api, journal, turn) {
  const place = el("div", {}, el("p", { role: "status" }, "…"));
  const dialog = openDialog(`What if, in turn ${turn}…`, place);
  const wrong = el("div", {});
  /** @param {string} move */
  const begin = move =>
    attempt(wrong, async () => {
      const begun = await api.post("api/branch", { journal, turn, move });
      dialog.close();
      location.hash = `journal=${encodeURIComponent(begun.journal)}`;
    });
  await attempt(place, async () => {
    const { army, throw: number, played, moves } = await api.get("api/what-if", { journal, turn });
    const thrown = `${army} threw ${number} and played ${played}. `;
    fill(place,
      el("p", {}, thrown,
        moves.length
          ? "Another move begins a reading of its own from here, with new throws. This one stays as it is."
          : "The throw allowed no other move."),
      el("p", { class: "buttons" },
        moves.map((/** @type {OtherMove} */ { text, label }) => button("", () => begin(text), label))), wrong);
  });
}
