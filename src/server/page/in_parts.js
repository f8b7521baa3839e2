// What the program works out after the end of a reading or game, for who asks: part by part, so that it answers other calls meanwhile.

import { beside } from "./reach.js";
import { el, fill } from "./text.js";

/** What chance alone answers to a question: the same reading, played many times with moves chosen at random. @param {string} journal */
export const chanceSection = journal =>
  section("What chance alone answers", "Play this question 100,000 times at random", "Readings played", async (ask, bar) => {
    /** @type {ByChanceView} */
    const { text, picture } = await inParts(ask, "api/by-chance", journal, bar);
    const src = `data:image/svg+xml,${encodeURIComponent(picture ?? "")}`;
    return [
      el("p", { role: "status" }, text),
      el("img", { class: "heat", src, alt: "Plots of the answers, the lengths and the landings." }),
    ];
  }, journal);

/** Which turns of a game cost their side most, and what would have been better. @param {string} journal */
export const betterSection = journal =>
  section("What would have been better", "Judge the turns", "Turns judged", async (ask, bar) => {
    /** @type {BetterView} */
    const { text, turns } = await inParts(ask, "api/better", journal, bar);
    /** @param {number} turn */
    const link = turn =>
      el("a", { class: "link", href: `#journal=${encodeURIComponent(journal)}&turn=${turn}`, "data-turn": turn }, turn);
    return [
      el("p", { role: "status" }, text),
      turns.length > 0
      && el("table", { class: "counted" },
        el("thead", {}, el("tr", {}, ["Turn", "Side", "Played", "Estimate", "Better", "Estimate"].map(name =>
          el("th", { scope: "col" }, name)
        ))), el("tbody", {}, turns.map(it =>
          el("tr", {}, el("th", { scope: "row" }, link(it.turn)),
            [it.actor, it.played, it.estimate, it.better, it.better_estimate].map(cell =>
              el("td", {}, cell)
            ))
        ))),
    ];
  }, journal);

/**
 * A section whose content is worked out when its button is pressed.
 *
 * @param {string} heading @param {string} label @param {string} counted
 * @param {(ask: (address: string) => Promise<Response>, bar: HTMLProgressElement) => Promise<Content[]>} content
 * @param {string} journal
 */
function section(heading, label, counted, content, journal) {
  const bar = el("progress", { "aria-label": counted });
  const element = el("section", {});
  /** @param {Content[]} below */
  const show = (...below) => fill(element, el("h3", { class: "area" }, heading), below);
  const begin = async () => {
    show(bar);
    try {
      show(await beside(journal, ask => content(ask, bar)));
    } catch (/** @type {any} */ error) {
      show(el("p", { class: "wrong", role: "alert" }, error.message));
    }
  };
  show(el("button", { type: "button", onclick: begin }, label));
  return element;
}

/** The last answer to a call that is asked again until all is done. @param {(address: string) => Promise<Response>} ask @param {string} call @param {string} journal @param {HTMLProgressElement} bar */
async function inParts(ask, call, journal, bar) {
  for (;;) {
    const answer = await (await ask(`${call}?${new URLSearchParams({ journal })}`)).json();
    if (answer.error) throw new Error(answer.error.text);
    [bar.value, bar.max] = [answer.done, answer.of];
    if (answer.text !== null) return answer;
  }
}
