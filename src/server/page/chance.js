// What chance alone answers to a question: the same reading, played many times with moves chosen at random.

import { beside } from "./reach.js";
import { el, fill } from "./text.js";

/** @param {string} journal */
export function chanceSection(journal) {
  const element = el("section", {});
  const bar = el("progress", { "aria-label": "Readings played" });
  const play = async () => {
    fill(element, heading(), bar);
    try {
      fill(element, heading(), await beside(journal, ask => played(journal, ask, bar)));
    } catch (/** @type {any} */ error) {
      fill(element, heading(), el("p", { class: "wrong", role: "alert" }, error.message));
    }
  };
  fill(element, heading(), el("button", { type: "button", onclick: play }, "Play this question 100,000 times at random"));
  return element;
}

const heading = () => el("h3", { class: "area" }, "What chance alone answers");

/** What came out, when all are played. @param {string} journal @param {(address: string) => Promise<Response>} ask @param {HTMLProgressElement} bar */
async function played(journal, ask, bar) {
  const address = `api/by-chance?${new URLSearchParams({ journal })}`;
  for (;;) {
    /** @type {ByChanceView & { error?: Problem }} */
    const { readings, of, text, picture, error } = await (await ask(address)).json();
    if (error) throw new Error(error.text);
    [bar.value, bar.max] = [readings, of];
    if (text === null) continue;
    const src = `data:image/svg+xml,${encodeURIComponent(picture ?? "")}`;
    return [
      el("p", { role: "status" }, text),
      el("img", { class: "heat", src, alt: "Plots of the answers, the lengths and the landings." }),
    ];
  }
}
