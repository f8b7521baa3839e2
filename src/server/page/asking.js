// From the question to the first throw, in four steps: the question, its matter, the players, and what goes before play.
// The draft is saved by the program as one goes.

import { Board } from "./board.js";
import { attempt, problem, problemOf, topLine } from "./fields.js";
import { angleSquares } from "./geometry.js";
import { announce } from "./live.js";
import { icon, key } from "./marks.js";
import { matterStep } from "./matter.js";
import { playersStep } from "./players.js";
import { beforePlayStep, questionStep } from "./question.js";
import { button, el, fill, listen, settled, spoken } from "./text.js";

/** How long after the last letter a text is saved. */
const TYPING = 400;

/**
 * The draft as the page changes it. Requests go one after the other, and what changes meanwhile goes with the next, so that
 * the draft on the disk is never older than an answer shown here.
 */
export class DraftFile {
  #api;
  /** @type {Promise<boolean> | null} */
  #sending = null;
  #isChanged = false;
  #soon = settled(() => this.save(), TYPING);

  /** Called when it is saved, with what the program says of it. @type {(draft: DraftView) => void} */
  onSaved = () => {};
  /** Called when it could not be saved. @type {(error: unknown) => void} */
  onFailed = () => {};

  /** @param {Api} api @param {DraftView} draft */
  constructor(api, draft) {
    this.#api = api;
    /** The program's last word. */
    this.draft = draft;
    /** What is given: newer than `draft.fields` while a change is on its way. */
    this.fields = { ...draft.fields };
  }

  get name() {
    return this.draft.draft;
  }

  /** Takes changes of fields; with `isTyping` they are saved a moment later. @param {Partial<DraftFields>} changes */
  change(changes, { isTyping = false } = {}) {
    Object.assign(this.fields, changes);
    this.#isChanged = true;
    if (isTyping) this.#soon();
    else this.save();
  }

  /** Saves what is not saved yet; resolves to whether everything is. */
  async save() {
    this.#sending ??= this.#send().finally(() => {
      this.#sending = null;
    });
    return this.#sending;
  }

  async #send() {
    while (this.#isChanged) {
      this.#isChanged = false;
      try {
        this.draft = await this.#api.post("api/draft", { draft: this.name, fields: this.fields });
      } catch (error) {
        this.#isChanged = true;
        this.onFailed(error);
        return false;
      }
      this.onSaved(this.draft);
    }
    return true;
  }
}

/** What each step is and what others do, and the keys of a draft that it asks for. @type {{ name: string, about: string, make: (context: StepContext) => QuestionStep, keys: string[] }[]} */
const STEPS = [{
  name: "Question",
  about: "The matter in your own words. The tradition wants a question that can be answered with yes or no.",
  make: questionStep,
  keys: ["question", "querent", "term", "kind"],
}, {
  name: "Matter",
  about:
    "It chooses the board, your army and the square of the Ptah. Here it goes by the house of the matter, after C. Zalewski; you can choose another.",
  make: matterStep,
  keys: ["category", "board", "angle", "force", "array", "ruleset", "procedure", "dice", "direction"],
}, {
  name: "Players",
  about: "Who moves which army. One person plays all four, two take a side each, four an army each.",
  make: playersStep,
  keys: ["players", "die"],
}, {
  name: "Before play",
  about:
    "What is known, supposed and asked is set apart from what the reading says, as in a paper of the Golden Dawn. All of it can be left out.",
  make: beforePlayStep,
  keys: ["known", "supposed", "asked", "quiet"],
}];

/** Shows a draft; returns what ends it. @param {HTMLElement} root @param {Api} api @param {string} name */
export async function showDraft(root, api, name) {
  const [draft, catalogue, home] = await Promise.all([
    api.get("api/draft", { draft: name }),
    api.get("api/catalogue"),
    api.get("api/home"),
  ]);
  const file = new DraftFile(api, draft);
  const { question, category, board } = draft.fields;
  // Nothing but the question is needed: the likeliest matter is proposed.
  if (question && !category && !board && draft.matters.length) {
    file.change({ category: draft.matters[0] });
    await file.save();
  }
  const asking = new Asking(root, api, file, catalogue, home.defaults);
  return () => asking.leave();
}

class Asking {
  #api;
  #file;
  #board;
  #boards;
  #steps;
  #at = 0;
  /** How far one has been; later steps are not checked before one has seen them. */
  #reached = 0;

  #boardPlace = el("div", { class: "board-place" });
  #saved = el("span", { class: "saved" });
  #nav = el("ol", { class: "steps" });
  #place = el("section", { class: "step" });
  #scroll = el("div", { class: "scroll" }, this.#place);
  #wrong = el("div", {});
  #next = el("button", { class: "primary" });
  #atOnce = button("", () => this.#beginAtOnce(), "Begin at once");
  #top = el("div", {});
  #main = el("main", { class: "with-board" });

  /** @param {HTMLElement} root @param {Api} api @param {DraftFile} file @param {Catalogue} catalogue @param {HomeDefaults} defaults */
  constructor(root, api, file, catalogue, defaults) {
    this.#api = api;
    this.#file = file;
    this.#board = new Board(api, { label: "The board of the question" });
    this.#boards = fourBoards(api, catalogue,
      board => this.#file.change({ category: null, board, angle: null, force: null, array: null }));
    const context = { api, file, catalogue, defaults };
    this.#steps = STEPS.map(({ make }) => make(context));
    file.onSaved = () => {
      // What was missing may have just been given.
      fill(this.#wrong);
      this.#saySaved();
      this.#show();
    };
    file.onFailed = error => {
      fill(this.#saved, el("span", { class: "wrong" }, "Not saved"));
      fill(this.#wrong, problem(problemOf(error)), el("p", {}, button("link", () => file.save(), "Try again")));
    };
    const form = el("form", { class: "panel", novalidate: true, onsubmit: () => this.#forward() },
      el("nav", { "aria-label": "Steps" }, this.#nav), this.#scroll, this.#wrong,
      el("div", { class: "foot" }, this.#next, this.#atOnce, button("bare", () => this.#back(), "Back"),
        el("span", { class: "hint end" }, "Saved as you go")));
    this.#main.append(this.#boardPlace, form);
    root.append(this.#top, this.#main);
    this.#saySaved();
    this.#go(this.#firstOpen());
    this.unlisten = listen("keydown", event => {
      if (event.key === "Escape" && !event.defaultPrevented) this.#back();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit();
    });
  }

  leave() {
    this.#file.save();
    this.unlisten();
  }

  /** Where to begin: the first step for which something is missing. */
  #firstOpen() {
    const { missing, errors } = this.#file.draft;
    const { querent, question } = this.#file.fields;
    // A question that was just written on the first page: who asks comes next, and nobody is taken from another reading.
    if (question && !querent) return 0;
    const lacking = [...missing, ...errors.map(({ key }) => key)];
    const open = STEPS.findIndex(({ keys }) => keys.some(key => lacking.includes(key)));
    if (open !== -1) return open;
    return this.#file.fields.players ? STEPS.length - 1 : STEPS.findIndex(step => step.name === "Players");
  }

  /** @param {number} at */
  #go(at) {
    this.#at = at;
    this.#reached = Math.max(this.#reached, at);
    const step = this.#steps[at];
    fill(this.#place, el("h2", {}, step.title), el("p", { class: "hint about-step" }, STEPS[at].about), step.element);
    this.#scroll.scrollTop = 0;
    fill(this.#next, step.next, " ", key("Enter"));
    fill(this.#wrong);
    this.#main.dataset.step = STEPS[at].name.toLowerCase().replace(" ", "-");
    this.#show();
    step.focus();
    announce(`Step ${at + 1} of ${STEPS.length}: ${STEPS[at].name}.`);
  }

  async #forward() {
    fill(this.#wrong);
    const step = this.#steps[this.#at];
    // What is shown as chosen goes into the draft, also where nobody touched it.
    const settled = step.settled?.() ?? {};
    const { fields } = this.#file;
    if (JSON.stringify({ ...fields, ...settled }) !== JSON.stringify(fields)) this.#file.change(settled);
    if (!(await this.#file.save())) return;
    this.#show();
    const wrong = step.check(this.#file.draft);
    if (wrong) {
      if (wrong !== true) fill(this.#wrong, el("p", { class: "wrong", role: "alert" }, wrong));
      return;
    }
    if (this.#at < STEPS.length - 1) this.#go(this.#at + 1);
    else await this.#begin();
  }

  /** Begins with what is proposed for the steps that nobody looked at. */
  async #beginAtOnce() {
    for (const step of this.#steps) {
      const settled = step.settled?.();
      if (settled) this.#file.change(settled);
    }
    if (await this.#file.save()) await this.#begin();
  }

  async #begin() {
    const open = this.#steps.findIndex(step => step.check(this.#file.draft));
    if (open !== -1) {
      this.#go(open);
      return;
    }
    await attempt(this.#wrong, async () => {
      const { given } = this.#steps[2];
      const { journal } = await this.#api.post("api/begin", { draft: this.#file.name, given });
      location.hash = `${this.#steps[3].isOnTable ? "setup" : "journal"}=${encodeURIComponent(journal)}`;
    });
  }

  #back() {
    if (this.#at > 0) this.#go(this.#at - 1);
    else location.hash = "";
  }

  /** Shows what the program says of the draft. */
  #show() {
    const { draft } = this.#file;
    fill(this.#top,
      topLine(draft.fields.question ?? "A new question", el("span", { class: "hint kind" }, "New reading"), this.#saved));
    document.title = draft.fields.question ?? "A new question";
    this.#atOnce.hidden = this.#at === STEPS.length - 1 || draft.missing.length > 0 || draft.errors.length > 0;
    this.#showSteps();
    for (const step of this.#steps) step.show(draft);
    this.#showBoard();
  }

  #showSteps() {
    const focused = this.#nav.contains(document.activeElement);
    fill(this.#nav, STEPS.map(({ name }, at) => {
      const isDone = at < this.#reached && at !== this.#at && !this.#steps[at].check(this.#file.draft, { isQuiet: true });
      const state = { "aria-current": at === this.#at ? "step" : null, disabled: at > this.#reached };
      return el("li", {}, button(state, () => this.#go(at), isDone && [icon("check"), spoken("Done: ")], name));
    }));
    if (focused) this.#nav.querySelector("[aria-current]").focus();
  }

  #showBoard() {
    const { filled, pieces, square, throne } = this.#file.draft;
    if (!filled.board) {
      fill(this.#boardPlace, this.#boards);
      return;
    }
    if (!this.#board.element.isConnected) fill(this.#boardPlace, this.#board.element);
    const isMatter = STEPS[this.#at].name === "Matter";
    const angle = isMatter && filled.angle ? angleSquares(filled.angle) : null;
    const king = filled.angle && pieces?.split(" ").find(piece => piece.startsWith(throne ?? "-") && piece.endsWith("K"));
    this.#board.show({
      board: filled.board,
      symbols: !this.#file.fields.quiet,
      // While the place is chosen, the king alone shows where the Ptah cannot be; later the whole array.
      pieces: (isMatter ? king : pieces) || "",
      ptah: square,
      frame: angle,
      lit: angle,
    });
  }

  #saySaved() {
    fill(this.#saved, icon("check"), el("span", {}, "Draft saved"));
  }
}

/** The four boards, until one of them is chosen. @param {Api} api @param {Catalogue} catalogue @param {(board: string) => void} pick */
function fourBoards(api, catalogue, pick) {
  return el("div", { class: "four-boards", role: "group", "aria-label": "The four boards" },
    catalogue.boards.map(({ name, text }) =>
      button("small-board", () => pick(name),
        api.image("board.svg", { board: name, symbols: false }, { alt: "", width: 320, height: 320 }),
        el("span", { class: "name" }, name), el("span", { class: "hint" }, text.replace(`${name}: `, "")))
    ));
}
