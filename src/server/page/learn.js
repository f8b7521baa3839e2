// The course: lessons of a few steps, each with a task on the board of the table. The program judges the answers.

import { Board } from "./board.js";
import { attempt, topLine } from "./fields.js";
import { lighting } from "./lighting.js";
import { announce, cellName, whatStandsOn } from "./live.js";
import { icon, key, kindOf } from "./marks.js";
import { button, el, fill, listen } from "./text.js";

/** Shows a lesson, from the first step that was not done. Returns what ends it. @param {HTMLElement} root @param {Api} api @param {string} name */
export async function showLesson(root, api, name) {
  const lesson = new LessonPage(api, await api.get("api/lesson", { name }));
  root.append(lesson.top, lesson.main);
  lesson.go(lesson.first);
  return lesson.listen();
}

class LessonPage {
  #api;
  #lesson;
  #at = 0;
  /** @type {string | null} */
  #selected = null;
  #isDone = false;
  #isAsking = false;
  #board;
  #step = el("section", { class: "step", tabindex: "-1" });
  #told = el("div", { class: "told", role: "status" });
  #answers = el("div", { class: "answers" });
  #scroll = el("div", { class: "scroll" }, this.#step, this.#answers, this.#told);
  #next = button("primary", () => this.#forward());
  #show = button("bare", () => this.#answer("show"), "Show the answer");
  #count = el("span", { class: "hint end" });

  /** @param {Api} api @param {LessonView} lesson */
  constructor(api, lesson) {
    this.#api = api;
    this.#lesson = lesson;
    this.#board = new Board(api, { label: "The board of the lesson" });
    this.#board.onPick = cell => this.#pick(cell);
    this.#board.onDrop = (from, to) => this.#move(from, to);
    this.#board.nameOf = cell => this.#nameOf(cell);
    this.top = topLine(lesson.title, el("a", { class: "hint", href: "#learn" }, "All lessons"));
    this.main = el("main", { class: "with-board lesson" }, el("div", { class: "board-place" }, this.#board.element),
      el("div", { class: "panel" }, this.#scroll,
        el("div", { class: "foot" }, this.#next, this.#show, button("bare", () => this.go(this.#at - 1), "Back"), this.#count)));
    document.title = lesson.title;
  }

  /** Where to begin: what was done is not asked again, unless all of it was. */
  get first() {
    const { done, steps } = this.#lesson;
    return done < steps.length ? done : 0;
  }

  listen() {
    return listen("keydown", event => {
      const number = Number(event.key);
      const { choices } = this.#now;
      if (event.ctrlKey || event.metaKey || event.altKey || /** @type {Element} */ (event.target).closest("input, dialog"))
        return;
      if (!this.#isDone && number >= 1 && number <= choices.length) this.#answer(String(number));
    });
  }

  get #now() {
    return this.#lesson.steps[this.#at];
  }

  /** Shows a step. @param {number} at */
  go(at) {
    if (at < 0) {
      location.hash = "learn";
      return;
    }
    this.#at = at;
    this.#isDone = false;
    this.#selected = null;
    const { say, ask, choices, place, task, throw: thrown } = this.#now;
    fill(this.#step, say.map(text => el("p", {}, text)),
      el("p", { class: "ask-for" }, thrown && icon(`die${thrown}`), el("strong", {}, ask)));
    fill(this.#answers,
      choices.map((text, number) =>
        button("choice", () => this.#answer(String(number + 1)), el("span", { class: "before" }, number + 1), text)
      ));
    fill(this.#told);
    fill(this.#count, `Step ${at + 1} of ${this.#lesson.steps.length}`);
    this.#scroll.scrollTop = 0;
    this.#draw(place);
    this.#step.focus({ preventScroll: true });
    // On a piece that can move.
    if (task !== "choices" && !matchMedia("(pointer: coarse)").matches)
      this.#board.focus(this.#now.offers[0]?.from ?? "a1");
  }

  /** The cell of the piece that moves: the selected one, or the only one that can. */
  get #from() {
    const movers = new Set(this.#now.offers.map(({ from }) => from));
    return this.#selected ?? (movers.size === 1 ? [...movers][0] : null);
  }

  get #moves() {
    return this.#now.offers.filter(offer => offer.from === this.#from);
  }

  /** @param {PlaceView} place */
  #draw(place) {
    const { board, ptah, offers, throw: thrown, task } = this.#now;
    const isOpen = task === "moves" && !this.#isDone;
    const movers = [...new Map(offers.map(offer => [offer.from, offer])).values()];
    const marks = lighting(
      /** @type {any} */ ({
        at: null,
        prompt: null,
        problem: null,
        now: { state: isOpen ? "move" : "read" },
        allMoves: offers,
        movers,
        moves: this.#moves,
        selection: this.#from,
        state: { dice: thrown },
      }),
    );
    this.#board.show({ board, symbols: true, place, ptah, ...marks });
    this.#next.hidden = !this.#isDone;
    this.#show.hidden = this.#isDone || !this.#told.hasChildNodes();
    const isLast = this.#at === this.#lesson.steps.length - 1;
    const { next } = this.#lesson;
    fill(this.#next, isLast ? (next ? "Next lesson" : "All lessons") : "Go on", " ", key("Enter"));
  }

  /** @param {string} cell */
  #nameOf(cell) {
    const { place, ptah } = this.#now;
    return cellName(cell, {
      standing: whatStandsOn(place, cell),
      isPtah: cell === ptah,
      isChecked: place.checks.some(check => check.king === cell),
      isSelected: this.#selected === cell,
      gloss: undefined,
      options: this.#moves.filter(move => move.to === cell),
      isOnRoad: false,
      isCalled: this.#now.offers.some(move => move.from === cell),
      isWarned: true,
    });
  }

  /** @param {string} cell */
  #pick(cell) {
    const { task, offers } = this.#now;
    if (this.#isDone || task === "choices") return;
    if (task === "squares") {
      this.#answer(cell);
      return;
    }
    const from = this.#from;
    const isMover = offers.some(offer => offer.from === cell);
    if (from && (this.#moves.some(move => move.to === cell) || (!isMover && from !== cell))) {
      this.#move(from, cell);
    } else if (isMover) {
      this.#selected = this.#selected === cell ? null : cell;
      this.#draw(this.#now.place);
    } else {
      fill(this.#told, el("p", {}, "Choose the piece that moves first."));
    }
  }

  /** Makes a move, or lets the program say why it is none. @param {string} from @param {string} to */
  #move(from, to) {
    const { offers, place } = this.#now;
    const moves = offers.filter(offer => offer.from === from && offer.to === to);
    if (moves.length > 1) {
      fill(this.#answers, moves.map(({ text, promotes, name }) => button("choice", () => this.#answer(text), promotes ?? name)));
      this.#answers.querySelector("button").focus();
      return;
    }
    const code = place.pieces.split(" ").find(piece => piece.startsWith(from))?.slice(2);
    const letter = code ? { king: "K", queen: "Q", rook: "R", bishop: "B", knight: "N", pawn: "P" }[kindOf(code)] : "K";
    this.#answer(moves[0]?.text ?? `${letter}${from}${to}`);
  }

  /** @param {string} answer */
  async #answer(answer) {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = { lesson: this.#lesson.name, step: this.#at, answer };
    await attempt(this.#told, async () => {
      const { right, says, place, lost } = await this.#api.post("api/lesson", asked);
      this.#isDone = right;
      this.#selected = null;
      fill(this.#told,
        el("p", { class: right ? "right" : "not-right" }, right && icon("check"),
          el("strong", {}, right ? "Right." : "Not this."), ` ${says.join(" ")}`), lost && el("p", { class: "wrong" }, lost));
      if (right) fill(this.#answers);
      this.#draw(place ?? this.#now.place);
      if (right) this.#next.focus({ preventScroll: true });
      this.#told.scrollIntoView({ block: "nearest" });
    });
    this.#isAsking = false;
  }

  #forward() {
    const { steps, next } = this.#lesson;
    if (this.#at < steps.length - 1) this.go(this.#at + 1);
    else {
      announce("This lesson is done.");
      location.hash = next ? `learn=${next}` : "learn";
    }
  }
}
