// What a square means: all that the tradition says, and what it means to the person.

import { Api } from "./api.js";
import { attempt, growing, openDialog } from "./fields.js";
import { announce } from "./live.js";
import { count, el, fill, words } from "./text.js";
import { again } from "./view.js";

/** Opens the meanings of a square, and of the piece on it. @param {string} journal @param {string} square @param {string | null} piece */
export async function openMeanings(journal, square, piece) {
  if (document.querySelector("dialog[open]")) return;
  const api = new Api(), load = () => api.get("api/meaning", { journal, square, piece });
  try {
    const meaning = await load(), { title, sections } = meaning;
    openDialog(title,
      el("div", { class: "meanings-text", tabindex: "0" }, ownMeanings(api, meaning, load),
        sections.map(({ heading, lines }) => [el("h3", {}, heading), lines.map(line => el("p", {}, line))])), "meanings");
  } catch (error) {
    announce(/** @type {Error} */ (error).message, "alarm");
  }
}

/** A turn of another reading, as a link: "tea house (12 March), turn 40". @param {TurnElsewhere} turn */
function elsewhere({ journal, title, day, turn }) {
  return el("a", { href: `#journal=${encodeURIComponent(journal)}&turn=${turn}` }, `${title} (${day}), turn ${turn}`);
}

/** What it means to the person, and the form in which that is written. @param {Api} api @param {MeaningView} meaning @param {() => Promise<MeaningView>} load */
function ownMeanings(api, meaning, load) {
  const section = el("section", { class: "own-meanings" });
  /** @param {MeaningView} shown */
  const show = ({ own, things }) => {
    /** @param {string} key */
    const kept = key => own.find(it => it.key === key)?.text ?? null;
    const text = growing({ "aria-label": "What it means to you", dir: "auto" });
    const save = el("button", { type: "submit" }, "Remember");
    const wrong = el("div", {});
    const pick = el("select", { "aria-label": "Of what" }, things.map(({ key, name }) => el("option", { value: key }, name)));
    const picked = () => {
      text.value = kept(pick.value) ?? "";
      save.textContent = text.value ? "Change" : "Remember";
    };
    pick.value = own[0]?.key ?? things[0]?.key ?? "";
    pick.onchange = picked;
    picked();
    const submit = async () => {
      const before = kept(pick.value), written = text.value.trim() || null;
      if (written === before) return;
      await api.post("api/remember", { thing: pick.value, text: written, before });
      announce(written ? "Remembered." : "Removed.");
      const fresh = await load();
      show({ ...fresh, own: [...fresh.own].sort((one, _) => one.key === pick.value ? -1 : 0) });
      again();
    };
    fill(section,
      own.map((
        { name, text: said, readings, latest },
      ) => [
        el("p", { class: "own-words", dir: "auto" }, said),
        el("p", { class: "hint" }, words(name),
          readings > 0
            && [
              `, in ${count(readings, "reading")}: `,
              latest.map((other, at) => [at > 0 && "; ", elsewhere(other)]),
              readings > latest.length && " …",
            ]),
      ]),
      el("details", {}, el("summary", {}, "What it means to you"),
        el("form", { onsubmit: () => attempt(wrong, submit) }, pick, text, el("p", { class: "act-row" }, save), wrong)));
  };
  show(meaning);
  return section;
}
