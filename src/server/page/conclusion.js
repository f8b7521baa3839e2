// The end of a reading or game: the answer, how the tradition reads the record, and what is added to the journal later.

import { hasOf } from "./acting.js";
import { castSection, showFollowed } from "./cast.js";
import { chanceSection } from "./chance.js";
import { choices, field, growing, openDialog, problem, problemOf } from "./fields.js";
import { announce } from "./live.js";
import { armyDisc, icon } from "./marks.js";
import { noteItem } from "./notes.js";
import { seatDisc } from "./seats.js";
import { alsoIn } from "./square.js";
import { count, el, fill, words } from "./text.js";
import { askWhatIf, branchSection, canAsk } from "./what_if.js";

/** Fills the panel beside the final position. Returns whether it could. @param {HTMLElement} root @param {Journal} journal */
export async function conclusionPanel(root, journal) {
  const { api, state } = journal;
  let conclusion;
  try {
    conclusion = await api.get("api/conclusion", { journal: state.journal });
  } catch (error) {
    fill(root, problem(problemOf(error)));
    return false;
  }
  const step = (/** @type {number} */ turn) => journal.step(journal.indexOf(turn));
  const named = { journal: state.journal };
  const thumbnail = (/** @type {number} */ turn) =>
    api.image("thumbnail.svg", { ...named, turn }, { alt: "", loading: "lazy", width: 88, height: 88 });
  const heat = () =>
    api.image("heat.svg", named, {
      class: "heat",
      alt: "The board; the more landings on a square, the darker it is.",
      loading: "lazy",
      width: 440,
      height: 440,
    });
  const outcome = outcomeSection(api, state, conclusion.outcomes);
  const first = state.turns.list[0]?.turn;

  const scroll = el("div", { class: "scroll" }, answer(conclusion, step), places(state),
    state.reading
      && el("div", { class: "reading" }, remarkSection(journal, INTERPRETATION),
        told(conclusion.told, thumbnail, step, canAsk(state) ? turn => askWhatIf(api, state.journal, turn) : null)),
    turningPoints(conclusion.turning_points, step), castSection(conclusion.cast, one => journal.follow(one), step),
    yourNotes(journal), cameAgain(conclusion, step), namedElsewhere(conclusion, step), branchSection(conclusion), outcome.element,
    counts(landings(conclusion.landings, heat, step), totals(conclusion.totals),
      state.reading ? chanceSection(state.journal) : null), !state.reading && remarkSection(journal), tagSection(api, state),
    el("p", { class: "files" }, el("a", { href: api.url("journal.md", named), download: true }, "The journal file"),
      el("span", { class: "hint" }, " A text file that any editor opens.")));
  const foot = el("div", { class: "foot" },
    first !== undefined
      && el("button", { class: "primary", type: "button", onclick: () => step(first) }, "Step through",
        el("span", { class: "words" }, " the turns")),
    el("a", { class: "button", href: api.url("page.html", named), download: true }, "Save a page"),
    state.reading && el("button", { class: "bare end", type: "button", onclick: outcome.open }, "What came to pass…"));
  fill(root, el("div", { class: "ending" }, scroll, foot));
  showFollowed(root, journal.followed);
  return true;
}

/** The words, each turn in them a link to it. @param {string} text @param {(turn: number) => void} step */
function linked(text, step) {
  const link = (/** @type {string} */ named) =>
    el("button", { class: "link", type: "button", onclick: () => step(Number(named.slice(5))) }, named);
  return text.split(/\b(turn \d+)\b/).map((piece, index) => index % 2 ? link(piece) : words(piece));
}

/** @param {ConclusionView} conclusion @param {(turn: number) => void} step */
function answer({ answer: said, by, told: parts }, step) {
  // The word stands large; the sentence goes on from it.
  const cause = parts.filter(({ part }) => part === "answer").map(({ text }) => text).join(" ").replace(
    new RegExp(`^${said}[,:] *`),
    "",
  );
  return el(
    "section",
    { class: "answer", "aria-label": by },
    el("p", { class: "hint" }, by),
    // A word can be large; the result of a game is a phrase.
    el("h2", { class: said.length > 10 ? "sentence" : "word" }, said),
    cause && el("p", { class: "cause" }, linked(cause.charAt(0).toUpperCase() + cause.slice(1), step)),
  );
}

/** The places, where the rules give more than a winner; seats that share a place stand together. @param {StateView} state */
function places({ now, seats }) {
  if (now.places.length < 3) return null;
  /** @param {string} name */
  const one = name => el("span", {}, seats.filter(seat => seat.name === name).map(seatDisc), name);
  return el("ol", { class: "places" }, now.places.map(names => el("li", {}, names.map(one))));
}

/** What led to the answer, each event with its board, and what closes it. @param {ToldView[]} parts @param {(turn: number) => HTMLElement} picture @param {(turn: number) => void} step @param {((turn: number) => void) | null} ask */
function told(parts, picture, step, ask) {
  if (!parts.length) return null;
  /** @param {ToldView} event */
  const event = ({ part, text, board }) =>
    el("li", {},
      el("p", {}, linked(text, step),
        part === "pivot" && board !== null && ask && [
          " ",
          el("button", {
            class: "link",
            type: "button",
            onclick: () => ask(board),
          }, "What if…"),
        ]),
      board !== null
        && el("button", { class: "bare", type: "button", "aria-label": `Show turn ${board}`, onclick: () => step(board) },
          picture(board)));
  /** @param {string} wanted */
  const texts = wanted => parts.filter(({ part }) => part === wanted).map(({ text }) => text).join(" ");
  const events = parts.filter(({ part }) => part === "threads" || part === "pivot");
  return el("section", { class: "told" }, texts("notes") && el("p", {}, words(texts("notes"))),
    el("p", { class: "hint" }, words(texts("head"))), el("ol", { class: "plain-list" }, events.map(event)),
    el("p", {}, linked(texts("close"), step)));
}

/** What was counted, folded. @param {...(HTMLElement | null)} sections */
function counts(...sections) {
  const some = sections.filter(section => section !== null);
  return some.length > 0 && el("section", {}, el("details", {}, el("summary", {}, icon("forward"), "Landings and counts"), some));
}

/** @param {TurningPointView[]} points @param {(turn: number) => void} step */
function turningPoints(points, step) {
  if (!points.length) return null;
  /** @param {TurningPointView} point */
  const row = ({ turn, army, text }) =>
    el("li", {}, el("button", {
      class: "link",
      type: "button",
      "aria-label": `Show turn ${turn}`,
      onclick: () => step(turn),
    }, turn), armyDisc(army), el("span", {}, text));
  return el("section", {}, el("h3", { class: "area" }, "Turning points"),
    el("ol", { class: "plain-list turning" }, points.map(row)));
}

/** What came up in other readings too, the rarest. @param {ConclusionView} conclusion @param {(turn: number) => void} step */
function cameAgain({ again }, step) {
  const rarest = [...again].sort((one, other) => one.others.length - other.others.length || one.turn - other.turn).slice(0, 5);
  if (rarest.length === 0) return null;
  return el("section", {}, el("h3", { class: "area" }, "Came up again"),
    el("ul", { class: "plain-list again" },
      rarest.map(({ turn, what, others }) =>
        el("li", {}, el("p", {}, linked(`${what}, turn ${turn}.`, step)), el("p", { class: "hint" }, alsoIn(others)))
      )));
}

/** What was written in other journals that names this one. @param {ConclusionView} conclusion @param {(turn: number) => void} step */
function namedElsewhere({ named }, step) {
  if (named.length === 0) return null;
  return el("section", { class: "notes" }, el("h3", { class: "area" }, "Named elsewhere"),
    named.map(({ journal, title, turn, of, text }) =>
      el("div", {}, el("p", { class: "own-words", dir: "auto" }, text),
        el("p", { class: "hint" },
          el("a", { href: `#journal=${encodeURIComponent(journal)}${turn === null ? "" : `&turn=${turn}`}` },
            turn === null ? title : `${title} · turn ${turn}`),
          of !== null && [" · about ", el("button", { class: "link", type: "button", onclick: () => step(of) }, `turn ${of}`)]))
    ));
}

/** What was written before the reading and while its turns were played. @param {Journal} journal */
function yourNotes(journal) {
  const { known, supposed, asked } = journal.state;
  const before = [["Known before play", known], ["Supposed", supposed], ["Asked of the reading", asked]].filter(([, text]) =>
    text
  );
  // What was written afterwards has a time, and is listed as a remark.
  const between = notesOf(journal, note => !note.taken_back && note.when === null);
  return el("section", { class: "notes" },
    before.map(([heading, text]) => [el("h3", { class: "area" }, heading), el("p", { class: "own-words", dir: "auto" }, text)]),
    el("h3", { class: "area" }, "Your notes"), between);
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

/** Where the pieces landed, most first, with the board as a map of it. @param {LandingView[]} rows @param {() => HTMLElement} map @param {(turn: number) => void} step */
function landings(rows, map, step) {
  if (!rows.length) return null;
  /** @param {LandingView} landing */
  const row = ({ force, count: number, turns, text }) =>
    el("li", {}, el("span", { class: "number" }, number),
      el("span", {}, el("strong", {}, force), text && el("span", { class: "hint" }, ` ${text}`),
        el("span", { class: "at-turns" }, turns.map(turn =>
          el("button", {
            class: "link",
            type: "button",
            "aria-label": `Show turn ${turn}`,
            onclick: () => step(turn),
          }, turn)
        ))));
  const few = rows.slice(0, 5);
  const list = el("ol", { class: "plain-list landings" }, few.map(row));
  /** @type {HTMLElement} */
  const more = el("button", { class: "link", type: "button", onclick: () => (fill(list, rows.map(row)), more.remove()) },
    `Show all ${count(rows.length, "sign")}`);
  return el("section", {}, el("h3", { class: "area" }, "Landings"), list, rows.length > few.length && more,
    el("details", {}, el("summary", {}, icon("forward"), "On the board"), map()));
}

/** @param {TotalView[]} rows */
function totals(rows) {
  if (!rows.length) return null;
  return el("section", {}, el("h3", { class: "area" }, "In numbers"),
    el("dl", { class: "totals" }, rows.map(({ label, text }) => [el("dt", {}, label), el("dd", {}, text)])));
}

const PROVED = [{ value: "true", label: "It proved true" }, { value: "partly true", label: "Partly" }, {
  value: "false",
  label: "It proved false",
}];

/** What came to pass, as far as it is written down; `open` asks for it. @param {Api} api @param {StateView} state @param {OutcomeView[]} outcomes */
function outcomeSection(api, state, outcomes) {
  const element = el("section", {});
  const all = [...outcomes];
  const show = () => {
    /** @param {string} proved */
    const label = proved => PROVED.find(({ value }) => value === proved)?.label ?? proved;
    const row = (
      /** @type {OutcomeView} */ { on, proved, text },
    ) => [
      el("h3", { class: "area" }, `What came to pass · ${on}`),
      el("p", {}, `${label(proved)}. `, el("span", { class: "own-words", dir: "auto" }, text)),
    ];
    fill(element, all.map(row));
    element.hidden = all.length === 0;
  };
  show();
  const open = () =>
    askOutcome(async outcome => {
      await annotate(api, state, { kind: "outcome", ...outcome });
      all.push(outcome);
      show();
      announce("Saved in the journal.");
    });
  return { element, open };
}

/** @param {(outcome: OutcomeView) => Promise<void>} save */
function askOutcome(save) {
  /** @type {string | null} */
  let proved = null;
  const wrong = el("div", {});
  const how = choices("How did the answer prove?", PROVED, value => {
    proved = value;
    how.error(null);
  });
  const on = el("input", { type: "date", value: today() });
  const text = growing({ rows: 3 });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (!proved) {
      how.error("Choose one.");
      how.focus();
      return;
    }
    try {
      await save({ on: on.value, proved, text: text.value.trim() });
      dialog.close();
    } catch (error) {
      // What was typed stays in the dialog.
      fill(wrong, problem(problemOf(error)));
    }
  };
  const dialog = openDialog("What came to pass", [
    el("form", { class: "fields", novalidate: true, onsubmit: send }, how.element, field("When?", on).element,
      field("In your own words", text, { optional: true }).element, wrong,
      el("p", { class: "act-row" }, el("button", { class: "primary" }, "Save in the journal"),
        el("button", { type: "button", onclick: () => dialog.close() }, "Cancel"))),
  ]);
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
  return el("section", { class: "notes" }, el("h3", { class: "area" }, heading), rows, form);
}

/** The tags, each with a cross, and a field for another. @param {Api} api @param {StateView} state */
function tagSection(api, state) {
  let tags = [...state.tags];
  const rows = el("ul", { class: "plain-list tags" });
  const wrong = el("div", {});
  /** @param {string} tag */
  const remove = async tag => {
    try {
      await annotate(api, state, { kind: "untag", tag });
      tags = tags.filter(one => one !== tag);
      show();
      name.focus();
    } catch (error) {
      fill(wrong, problem(problemOf(error)));
    }
  };
  const show = () =>
    fill(rows, tags.map(tag =>
      el("li", {}, el("span", { dir: "auto" }, tag),
        el("button", {
          class: "bare",
          type: "button",
          "aria-label": `Remove the tag ${tag}`,
          onclick: () => remove(tag),
        }, icon("cross")))
    ));
  const name = el("input", {
    type: "text",
    "aria-label": "A tag",
    placeholder: "Add a tag",
    dir: "auto",
    maxlength: 200,
    autocomplete: "off",
  });
  const form = adding(name, "Add", async tag => {
    await annotate(api, state, { kind: "tag", tag });
    if (!tags.includes(tag)) tags.push(tag);
    show();
  });
  // The day is a tag, so that the journal says it and `enochian journal due` finds it.
  const again = adding(el("input", { type: "date", "aria-label": "A day to look at it again" }), "Look again then", async day => {
    for (const before of tags.filter(tag => /^due-\d/.test(tag))) await annotate(api, state, { kind: "untag", tag: before });
    await annotate(api, state, { kind: "tag", tag: `due-${day}` });
    tags = [...tags.filter(tag => !/^due-\d/.test(tag)), `due-${day}`];
    show();
  });
  show();
  return el("section", {}, el("h3", { class: "area" }, "Tags"), rows, form,
    state.reading && el("h3", { class: "area" }, "A day to look at it again"), state.reading && again, wrong);
}

/** A field with a button that appears as soon as there is something to save. @param {HTMLInputElement | HTMLTextAreaElement} control @param {string} label @param {(value: string) => Promise<void>} save */
function adding(control, label, save) {
  const wrong = el("div", {});
  const button = el("button", { hidden: true }, label);
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const value = control.value.trim();
    if (!value) return;
    try {
      await save(value);
      control.value = "";
      control.dispatchEvent(new Event("input"));
      fill(wrong);
      announce("Saved in the journal.");
    } catch (error) {
      fill(wrong, problem(problemOf(error)));
    }
  };
  control.addEventListener("input", () => {
    button.hidden = control.value.trim() === "";
  });
  return el("form", { class: "adding", onsubmit: send }, el("div", { class: "row" }, control, button), wrong);
}

/** @param {Api} api @param {StateView} state @param {PageAnnotation} annotation */
function annotate(api, state, annotation) {
  return api.post("api/annotate", { journal: state.journal, client: api.client, annotation, has: hasOf(state) });
}

/** The day here, as in a date field. */
function today() {
  const now = new Date();
  return [now.getFullYear(), now.getMonth() + 1, now.getDate()].map(part => String(part).padStart(2, "0")).join("-");
}
