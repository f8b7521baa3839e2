// The notebook: a question can be written at once; below it what is unfinished, beside it all readings and games.

import { attempt, choices, confirmed, growing, openDialog, problem, problemOf } from "./fields.js";
import { announce, capital } from "./live.js";
import { ARMIES, armyDisc, icon, key } from "./marks.js";
import { prefer, preference } from "./preferences.js";
import { notebookButton } from "./reach.js";
import { button, count, el, fill, listen, settled, words } from "./text.js";
import { wordsButton } from "./words.js";

/** How often the notebook is looked at again, in ms: it can have thousands of files. */
const FOLLOWED = 3000;

/** Shows the notebook, with the focus on its search or on the question, which may be there already. Returns what ends it. @param {HTMLElement} root @param {Api} api */
export async function showHome(root, api, { isSearching = false } = {}) {
  /** @type {HomeView} */
  let home;
  try {
    home = await api.get("api/home");
  } catch (error) {
    root.append(el("main", { class: "home" }, el("h1", {}, "The notebook"), problem(problemOf(error))));
    return undefined;
  }
  const counts = el("span", { class: "hint counts" });
  const unfinished = el("section", { class: "unfinished", "aria-label": "Unfinished" });
  const due = el("section", { class: "due", "aria-label": "What came of it?" });
  const notices = el("div", { class: "notices" });
  const gone = el("div", {});
  const journals = journalSearch(api);
  const asking = questionForm(home);

  /** @param {HomeView} fresh */
  const show = fresh => {
    home = fresh;
    const games = home.games ? ` · ${count(home.games, "game")}` : "";
    fill(counts, home.readings || home.games ? count(home.readings, "reading") + games : "");
    fill(unfinished, unfinishedList(api, home, refresh));
    fill(due, dueList(home));
    fill(gone);
    fill(notices, home.problems.map(text => el("p", { class: "problem" }, text)));
    journals.show(home);
    asking.show(home);
  };
  const refresh = async () => show(await api.get("api/home"));

  root.append(
    el("header", { class: "page-top" }, el("p", { class: "notebook-name", title: home.folder }, words(home.name)),
      el("div", { class: "right" }, counts, wordsButton(), themeButton(), notebookButton?.(refresh) ?? button("bare", () =>
        stop(root, api), "Quit"))),
    el("main", { class: "home" }, el("div", { class: "ask" }, asking.element, gone, unfinished, due, notices), journals.element),
  );
  show(home);
  if (isSearching) journals.focus();
  else asking.focus();

  const stopFollowing = api.follow(async () => {
    try {
      const fresh = await api.get("api/home", { unless: home.version });
      if (fresh) show(fresh);
      else fill(gone);
    } catch (error) {
      fill(gone, problem(problemOf(error)));
    }
  }, FOLLOWED);
  const unlisten = listen("keydown", (/** @type {KeyboardEvent & { target: any }} */ event) => {
    const field = event.target.closest("input, textarea, select");
    // No question begins so: from the empty field too it leads to the search.
    if (event.key !== "/" || field?.value || event.target.closest("dialog")) return;
    event.preventDefault();
    journals.focus();
  });
  return () => {
    stopFollowing();
    unlisten();
  };
}

/** Where the browser keeps a question until it is asked. */
const KEPT = "enochian ask";

/** The field for a new question, with the other ways to begin. @param {HomeView} home */
function questionForm(home) {
  const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
  const question = growing({ class: "question", "aria-label": "Your question", placeholder: "Write your question" });
  question.value = kept.question ?? "";
  const keep = () => localStorage.setItem(KEPT, JSON.stringify({ ...kept, question: question.value }));
  const files = button("", () =>
    chooseFile(home.questions, file => {
      location.hash = `ask&from=${encodeURIComponent(file)}`;
    }), "From a question file");
  const send = () => {
    location.hash = "ask";
  };
  const form = el("form", { onsubmit: send, oninput: keep }, el("h1", {}, "What do you ask?"), question,
    el("div", { class: "act-row" }, el("button", { class: "primary" }, "Begin a reading"), files,
      el("a", { class: "quiet-act", href: "#game" }, "Play a game instead"),
      el("a", { class: "quiet-act", href: "#learn" }, "Learn")));
  return {
    element: form,
    focus: () => question.focus(),
    /** @param {HomeView} fresh */
    show(fresh) {
      home = fresh;
      files.hidden = home.questions.length === 0;
    },
  };
}

/** Shows the notebook's question files, each with its question. @param {QuestionLine[]} files @param {(file: string) => void} pick */
function chooseFile(files, pick) {
  /** @param {string} file */
  const choose = file => {
    dialog.close();
    pick(file);
  };
  const dialog = openDialog("Question files", [
    el("p", { class: "hint" },
      "Each file in the notebook’s folder questions holds one question. Your reading begins with a copy."),
    el("ul", { class: "plain-list files" }, files.map(({ file, text }) =>
      el("li", {}, button("", () => choose(file), words(text, { class: "own-words" }), el("span", { class: "hint" }, file)))
    )),
  ]);
}

/** Questions that are not begun and readings that are not concluded, with their boards. @param {Api} api @param {HomeView} home @param {() => Promise<void>} refresh */
function unfinishedList(api, home, refresh) {
  if (home.drafts.length || home.unfinished.length) {
    const rows = [home.drafts.map(draft => draftRow(api, draft, refresh)), home.unfinished.map(line => unfinishedRow(api, line))];
    return [el("h2", { class: "area" }, "Unfinished"), el("ul", { class: "plain-list" }, rows)];
  }
  return home.readings || home.games ? [] : firstSteps(api, home.folder);
}

/** Readings whose time has passed, where one can say what came of them. @param {HomeView} home */
function dueList(home) {
  if (home.due.length === 0) return [];
  return [
    el("h2", { class: "area" }, "What came of it?"),
    el("ul", { class: "plain-list" }, home.due.map(({ journal, title, day }) =>
      el("li", {}, el("a", { href: `#journal=${encodeURIComponent(journal)}` }, words(title, { class: "own-words" })),
        el("span", { class: "hint" }, ` its time passed on ${day}`))
    )),
  ];
}

/** What an empty notebook shows: how a reading goes, and the four boards. @param {Api} api @param {string} folder */
function firstSteps(api, folder) {
  const steps = [
    "Write your question above, one that can be answered with yes or no.",
    "Say what it is about. The program proposes one of the four boards, and on it a square: the Ptah.",
    "Throw a die. It names the piece that moves, and you choose its square.",
    "When your king has stood on the Ptah for a round, the answer is yes.",
  ];
  const boards = Object.values(ARMIES).map(board =>
    el("figure", {}, api.image("board.svg", { board, symbols: false }, { alt: "", width: 160, height: 160 }),
      el("figcaption", { class: "hint" }, board))
  );
  return [
    el("p", { class: "first" }, "No readings yet. Write a question above to begin."),
    el("ol", { class: "how" }, steps.map(text => el("li", {}, text))),
    el("div", { class: "board-row" }, boards),
    el("p", { class: "hint" }, "Everything is saved as you go, in ", el("span", { class: "path" }, folder), "."),
  ];
}

/** @param {Api} api @param {JournalLine} journal */
function unfinishedRow(api, { journal, title, reading, game, branch, board, with: player, modified, next, has_board: hasBoard }) {
  const kind = game ?? branch ?? (!reading && board !== title && "A game");
  // A game that is only recorded has no board.
  return resumeRow(api, { journal }, hasBoard, words(title, { class: reading ? "own-words" : "name" }), next ?? "Unfinished", [
    kind,
    player,
    modified,
  ]);
}

/** @param {Api} api @param {DraftLine} line @param {() => Promise<void>} refresh */
function draftRow(api, { draft, board, modified, ...line }, refresh) {
  const title = line.title ?? "A question not yet written";
  const remove = async () => {
    const more = `“${title}” has not been begun. Removing it cannot be taken back.`;
    if (!(await confirmed("Remove this question?", more, "Remove", "Keep it"))) return;
    try {
      await api.post("act", { act: `discard ${draft}` }, { home: "" });
      announce("Removed.");
    } finally {
      await refresh();
    }
  };
  return resumeRow(api, { ask: "", draft }, board, words(title, { class: "own-words" }), "Not begun", [modified],
    button({ class: "bare remove", "aria-label": `Remove “${title}”` }, remove, "Remove"));
}

/** A line that leads to what is unfinished, with its board. @param {Api} api @param {Record<string, string>} name @param {unknown} hasBoard @param {HTMLElement} title @param {string} next @param {Content[]} about @param {Content} more */
function resumeRow(api, name, hasBoard, title, next, about, more = null) {
  const picture = { class: "thumbnail", alt: "", width: 128, height: 128, loading: "lazy" };
  return el("li", {},
    el("a", { class: "resume", href: `#${new URLSearchParams(name)}` },
      hasBoard ? api.image("thumbnail.svg", name, picture) : el("span", { class: "thumbnail empty" }),
      el("span", { class: "about" }, title, el("span", {}, next),
        el("span", { class: "hint" }, about.filter(Boolean).join(" · ")))), more);
}

/** Switches between the light page and the dark one. */
function themeButton() {
  const isDark = () => {
    const theme = preference("theme");
    return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
  };
  const moon = button({ class: "bare", "aria-label": "Dark page", "aria-pressed": String(isDark()) }, () => {
    prefer("theme", isDark() ? "light" : "dark");
    moon.ariaPressed = String(isDark());
  }, icon("moon"));
  return moon;
}

/** Ends the program from the page. @param {HTMLElement} root @param {Api} api */
async function stop(root, api) {
  if (!(await confirmed("Quit?", "The program ends, and this page with it. Everything is saved.", "Quit", "Stay"))) return;
  try {
    await api.post("api/stop", {});
  } finally {
    root.replaceChildren(
      el("main", { class: "ended" }, el("h1", {}, "The program has ended."),
        el("p", {}, "You can close this page. To go on, start it again with ", el("code", {}, "enochian table"), ".")),
    );
  }
}

/** How many rows come at a time. */
const PAGE = 50;
/** The fewest readings in which anything can recur. */
const RECURRING = 8;

const ANSWERS = ["", "yes", "no", "undecided"].map(value => ({ value, label: capital(value) || "All" }));

/** Queries, and what they find. */
const WAYS = [
  ["my king on scorpio", "turns in which it landed there"],
  ["king taken", "turns in which any king was captured"],
  ["queen takes knight", "one piece captured by another"],
  ["rook on e3 check", "with a check given"],
  ["figure:carcer answer:no", "a landing, in readings with this answer; also sign: element: house: trump: letter: planet:"],
  ["player:nadia since:2026-03", "also querent: tag: board: ptah: outcome: until: note: question:"],
  ['"moved back"', "these words together, in what was written"],
];

/** The search field with its list. `show(home)` gives the list when nothing is searched. @param {Api} api */
function journalSearch(api) {
  let answer = "";
  let limit = PAGE;
  let newest = 0;
  let typed = 0;
  let shown = "";

  const rows = el("ol", { class: "plain-list journals" });
  const end = el("div", { class: "list-end" });
  /** @type {HTMLInputElement} */
  const field = el("input", {
    type: "search",
    "aria-label": "Search questions, notes, persons, pieces, squares and signs",
    placeholder: "Search words, persons, pieces, signs",
    autocomplete: "off",
    oninput: () => again(),
    // The browser's own Esc empties the field; in an empty one it leaves it.
    onkeydown: event => event.key === "Escape" && field.value === "" && field.blur(),
  });
  const filter = choices("Answer", ANSWERS, value => {
    answer = value;
    limit = PAGE;
    find();
  }, { style: "filter", isHidden: true });
  filter.show("");

  const find = async () => {
    newest += 1;
    const [mine, after] = [newest, typed];
    try {
      const q = field.value.trim();
      const concluded = q || answer ? null : "only";
      const found = await api.get("api/search", { q, answer, limit, concluded });
      // An answer that comes late must not replace a later one.
      if (mine !== newest) return;
      // The same list stays, with the focus in it.
      const text = JSON.stringify([q, found]);
      if (text !== shown) list(found.journals, found.total);
      shown = text;
    } catch (/** @type {any} */ error) {
      if (mine !== newest) return;
      shown = "";
      fill(rows);
      fill(end, el("p", { class: "wrong", role: "alert" }, error.problem?.text ?? error.message));
    } finally {
      if (mine === newest && after === typed) rows.ariaBusy = "false";
    }
  };
  const search = settled(find, 150);
  const again = () => {
    limit = PAGE;
    typed += 1;
    rows.ariaBusy = "true";
    search();
  };
  const isPlain = () => field.value.trim() === "" && answer === "" && limit === PAGE;

  /** @param {JournalLine[]} journals @param {number} all */
  const list = (journals, all) => {
    const held = rows.contains(document.activeElement) && document.activeElement?.getAttribute("href");
    fill(rows, journals.map(row));
    if (held) /** @type {HTMLElement} */ (rows.querySelector(`a[href="${CSS.escape(held)}"]`) ?? field).focus();
    const left = all - journals.length;
    const shown = all.toLocaleString("en-GB");
    const none = isPlain() ? "Readings and games are listed here." : "Nothing found. Try fewer words, or All.";
    fill(end, left > 0 && button("link", showMore, left > PAGE ? `Show ${PAGE} more of ${shown}` : `Show all ${shown}`),
      all >= RECURRING && button("link", showRecurring, "What recurs in these?"), all === 0 && el("p", { class: "hint" }, none));
    if (!isPlain()) announce(all === 0 ? "Nothing found." : `${count(all, "journal")} found.`);
  };
  const showRecurring = () =>
    attempt(end, async () => showRecurrences(await api.get("api/recurring", { q: field.value.trim(), answer })));
  const showMore = async () => {
    const before = rows.children.length;
    limit += PAGE;
    await find();
    rows.children[before]?.querySelector("a")?.focus();
  };

  /** @param {string} query */
  const example = query =>
    button("link", () => {
      field.value = query;
      field.focus();
      again();
    }, query);
  const ways = el("details", { class: "ways" }, el("summary", {}, icon("forward"), "What can be searched for"),
    el("ul", { class: "plain-list" }, WAYS.map(([query, says]) => el("li", {}, example(query), ` ${says}`))));

  const element = el("section", { class: "found", "aria-label": "Readings" }, el("h2", { class: "area" }, "Readings"),
    el("div", { class: "search" }, icon("search"), field, key("/")), filter.element, ways,
    el("div", { class: "scroll" }, rows, end));
  return {
    element,
    focus() {
      field.focus();
      field.select();
    },
    /** @param {HomeView} home */
    show(home) {
      element.hidden = home.readings + home.games === 0;
      find();
    },
  };
}

/** @param {RecurringView} found */
function showRecurrences({ readings, about, things, conclusion }) {
  /** @param {RecurringThing} thing */
  const row = ({ name, figure, trump, readings: came, expected, p_corrected: p }) => {
    const belongs = [figure, trump].filter(Boolean).join(", ");
    const share = p < .001 ? "<0.001" : p.toFixed(3);
    return el("tr", {}, el("th", { scope: "row" }, name, belongs && el("span", { class: "hint" }, ` ${belongs}`)),
      el("td", {}, came), el("td", {}, expected.toFixed(1)), el("td", {}, share, p < .05 && " *"));
  };
  const columns = ["", "readings", "expected", "p, adjusted"];
  openDialog(`What recurs in ${count(readings, "reading")}`, [
    el("p", {}, conclusion),
    things.length > 0 && [
      el("table", { class: "counted" }, el("thead", {}, el("tr", {}, columns.map(text => el("th", { scope: "col" }, text)))),
        el("tbody", {}, things.map(row))),
      el("p", { class: "hint" }, about),
    ],
  ]);
}

/** @param {JournalLine} journal */
function row(journal) {
  const address = `#journal=${encodeURIComponent(journal.journal)}`;
  /** @param {FoundLine} found */
  const hit = found => {
    const text = found.own ? words(found.text) : found.text;
    return el("li", {},
      found.turn === null
        ? text
        : el("a", { href: `${address}&turn=${found.turn}` }, el("span", { class: "link" }, `Turn ${found.turn}`), " ", text));
  };
  return el("li", {},
    el("a", { class: "whole", href: address }, el("span", { class: "date" }, journal.date),
      journal.army ? armyDisc(journal.army) : el("span", { class: "no-disc" }),
      el("span", { class: "about" }, words(journal.title, { class: journal.reading ? "own-words" : "name" }),
        (journal.game ?? journal.branch) && el("span", { class: "hint" }, journal.game ?? journal.branch),
        journal.tags.length > 0 && words(journal.tags.join(", "), { class: "hint" })),
      el("span", { class: "result" }, capital(journal.answer))),
    journal.found.length > 0
      && el("ul", { class: "plain-list hits hint" }, journal.found.map(hit),
        journal.more > 0 && el("li", {}, `and ${journal.more} more`)));
}
