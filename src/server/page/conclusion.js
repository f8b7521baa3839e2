// The end of a reading or game: the answer, how the tradition reads the record, and what is added to the journal later. The program
// writes what stands there; this makes its links, and adds what is written by hand.

import { castMember, showFollowed } from "./cast.js";
import { attempt, choices, field, growing, openForm } from "./fields.js";
import { betterSection, chanceSection } from "./in_parts.js";
import { announce } from "./live.js";
import { icon } from "./marks.js";
import { noteItem } from "./notes.js";
import { preference } from "./preferences.js";
import { button, byHand, el, fill, line } from "./text.js";
import { askWhatIf } from "./what_if.js";

/** Fills the panel beside the final position. Returns whether it could. @param {HTMLElement} root @param {Journal} journal */
export async function conclusionPanel(root, journal) {
  const { api, state } = journal;
  const named = { journal: state.journal };
  const scroll = el("div", { class: "scroll" });
  const load = async () => {
    const { html } = await api.get("api/conclusion", { ...named, palette: preference("palette") });
    // The program has escaped what people wrote.
    return document.createRange().createContextualFragment(html);
  };
  if (!await attempt(root, async () => scroll.append(await load()))) return false;
  const step = (/** @type {number} */ turn) => journal.step(journal.indexOf(turn));
  /** @param {string} name @param {() => Content} content */
  const put = (name, content) => {
    const slot = scroll.querySelector(`[data-slot="${name}"]`);
    if (slot) fill(slot, content());
  };
  put("interpretation", () => remarkSection(journal, INTERPRETATION));
  put("how", () => `${byHand("Click", "Tap")} one to follow it on the board.`);
  put("notes", () => yourNotes(journal));
  put("remarks", () => remarkSection(journal));
  put("chance", () => chanceSection(state.journal));
  if (!state.reading && state.refereed) scroll.append(betterSection(state.journal));
  scroll.append(tagSection(journal),
    el("p", { class: "files" }, el("a", { href: api.url("journal.md", named), download: true }, "The journal file"),
      el("span", { class: "hint" }, " A text file that any editor opens.")));
  scroll.addEventListener("click", (/** @type {any} */ event) => {
    const [link, ask, member] = ["[data-turn]", "[data-ask]", ".member"].map(kind => event.target.closest(kind));
    if (link && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      step(Number(link.dataset.turn));
    } else if (ask) {
      askWhatIf(api, state.journal, Number(ask.dataset.ask));
    } else if (member) {
      journal.follow(castMember(member.parentElement));
    }
  });

  const askOf = () =>
    askOutcome(async outcome => {
      await journal.annotate({ kind: "outcome", ...outcome });
      const outcomes = "[data-slot=outcomes]";
      scroll.querySelector(outcomes).replaceWith((await load()).querySelector(outcomes) ?? "");
      announce("Saved in the journal.");
    });
  const first = state.turns.list[0]?.turn;
  const foot = el("div", { class: "foot" },
    first !== undefined && button("primary", () => step(first), "Step through", el("span", { class: "words" }, " the turns")),
    el("a", { class: "button", href: api.url("page.html", named), download: true }, "Save a page"),
    state.reading && button("bare end", askOf, "Outcome…"));
  fill(root, el("div", { class: "ending" }, scroll, foot));
  showFollowed(root, journal.followed);
  return true;
}

/** What was written before the reading and while its turns were played. @param {Journal} journal */
function yourNotes(journal) {
  const { known, supposed, asked } = journal.state;
  const before = [["Known before play", known], ["Supposed", supposed], ["Asked of the reading", asked]].filter(([, text]) =>
    text
  );
  // What was written afterwards has a time, and is listed as a remark.
  const between = notesOf(journal, note => !note.taken_back && note.when === null);
  return [
    before.map(([heading, text]) => [el("h3", { class: "area" }, heading), el("p", { class: "own-words", dir: "auto" }, text)]),
    el("h3", { class: "area" }, "Your notes"),
    between,
  ];
}

/** The notes of a kind, drawn again when one of them was corrected. @param {Journal} journal @param {(note: NoteView) => boolean} isMeant */
function notesOf(journal, isMeant) {
  const rows = el("div", { class: "own-notes" });
  /** @type {NoteView[] | null} */
  let drawn = null;
  const draw = () => {
    const { notes } = journal.state;
    if (drawn === notes) return;
    drawn = notes;
    fill(rows, notes.filter(isMeant).map(note => noteItem(journal, note)));
  };
  rows.addEventListener("notes", draw);
  draw();
  return rows;
}

const PROVED = [{ value: "true", label: "It proved true" }, { value: "partly true", label: "Partly" }, {
  value: "false",
  label: "It proved false",
}];

/** Asks for the outcome. @param {(outcome: { on: string, proved: string, text: string, sure: boolean }) => Promise<void>} save */
function askOutcome(save) {
  /** @type {string | null} */
  let proved = null;
  const how = choices("How did the answer prove?", PROVED, value => {
    proved = value;
    how.error(null);
  });
  const on = el("input", { type: "date", value: today() });
  const text = growing({ rows: 3 });
  /** A day that the program asked about: whoever saves it again means it. */
  let asked = "";
  const send = async () => {
    if (!proved) {
      how.error("Choose one.");
      how.focus();
      return;
    }
    const sure = on.value === asked;
    await save({ on: on.value, proved, text: text.value.trim(), sure }).catch(error => {
      if (error.problem?.code === "doubtful") asked = on.value;
      throw error;
    });
    dialog.close();
  };
  const dialog = openForm("Outcome", [
    how.element,
    field("When?", on).element,
    field("In your own words", text, { optional: true }).element,
  ], "Save in the journal", send);
}

/** What one reads in a reading stands beside its answer, with room to write. */
const INTERPRETATION = {
  heading: "Your interpretation",
  save: "Save your interpretation",
  field: { rows: 5, placeholder: "What do you read in it?", "aria-label": "Your interpretation" },
};
const REMARKS = { heading: "Remarks", save: "Save the remark", field: { placeholder: "Add a remark", "aria-label": "A remark" } };

/** Remarks, with a field for another one. @param {Journal} journal */
function remarkSection(journal, { heading, save, field: attributes } = REMARKS) {
  const text = growing(attributes);
  const rows = notesOf(journal, note => note.when !== null);
  const form = adding(text, save, value => journal.annotate({ kind: "remark", turn: null, text: value }));
  return [el("h3", { class: "area" }, heading), rows, form];
}

/** The tags, each with a cross, and a field for another. @param {Journal} journal */
function tagSection(journal) {
  const rows = el("ul", { class: "plain-list tags" });
  const wrong = el("div", {});
  /** @param {"tag" | "untag"} kind @param {string} tag */
  const change = async (kind, tag) => {
    await journal.annotate({ kind, tag });
    show();
  };
  /** @param {string} tag */
  const remove = async tag => await attempt(wrong, () => change("untag", tag)) && name.focus();
  const show = () =>
    fill(rows, journal.state.tags.map(tag =>
      el("li", {}, el("span", { dir: "auto" }, tag), button({ class: "bare", "aria-label": `Remove the tag ${tag}` }, () =>
        remove(tag), icon("cross")))
    ));
  const name = line({ "aria-label": "A tag", placeholder: "Add a tag", maxlength: 200 });
  const form = adding(name, "Add", tag => change("tag", tag));
  // The day is a tag, so that the journal says it and `enochian journal due` finds it.
  const again = adding(el("input", { type: "date", "aria-label": "A day to look at it again" }), "Look again then", async day => {
    for (const before of journal.state.tags.filter(tag => /^due-\d/.test(tag))) await change("untag", before);
    await change("tag", `due-${day}`);
  });
  show();
  return el("section", {}, el("h3", { class: "area" }, "Tags"), rows, form,
    journal.state.reading && [el("h3", { class: "area" }, "A day to look at it again"), again], wrong);
}

/** A field with a button that appears as soon as there is something to save. @param {HTMLInputElement | HTMLTextAreaElement} control @param {string} label @param {(value: string) => Promise<void>} save */
function adding(control, label, save) {
  const wrong = el("div", {});
  const button = el("button", { hidden: true }, label);
  const send = async () => {
    const value = control.value.trim();
    if (!value || !await attempt(wrong, () => save(value))) return;
    control.value = "";
    control.dispatchEvent(new Event("input"));
    fill(wrong);
    announce("Saved in the journal.");
  };
  control.addEventListener("input", () => {
    button.hidden = control.value.trim() === "";
  });
  return el("form", { class: "adding", onsubmit: send }, el("div", { class: "row" }, control, button), wrong);
}

/** The day here, as in a date field. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-");
}
