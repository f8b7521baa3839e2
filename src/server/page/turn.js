// Whose turn it is, and what can be done: the heading of the panel and the acts below it.

import { conclude, realTablePrompt, takeBack, troublePanel } from "./asides.js";
import { capital, pieceOnSquare } from "./live.js";
import { ankh, armyDisc, danger, icon, key, pieceName, piecePicture, warning } from "./marks.js";
import { preference } from "./preferences.js";
import { button, byHand, el, fill } from "./text.js";

const CORRECT = number =>
  `The die shows another number? Choose it; the throw of ${number} stays in the journal as corrected.`;

/** How many rows of pieces have room below each other; more stand side by side. */
const ROWS = 2;

/** How the program calls a querent without a name. */
const UNNAMED = "the querent";

export class TurnPanel {
  title = "";
  #journal;

  constructor(journal) {
    this.#journal = journal;
    this.heading = el("header", { class: "heading" });
    this.news = el("p", { class: "news hint" });
    this.element = el("div", { class: "acts", role: "group", "aria-label": "What you can do" });
  }

  draw() {
    this.#drawHeading();
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, this.#acts());
    fill(this.news, this.#journal.news);
    // What had the focus is gone; the keyboard must not begin at the top of the page again.
    if (hadFocus && document.activeElement === document.body) this.focus();
  }

  /** Moves the focus to the act that comes next. */
  focus() {
    const next = this.element.querySelector(".primary") ?? this.element.querySelector("button, a");
    next?.focus({ preventScroll: true });
  }

  #drawHeading() {
    const { now, state, at, landing, prompt, turns } = this.#journal;
    const shown = at === null ? (prompt === null ? null : turns[prompt]) : landing;
    const army = shown?.army ?? now.army;
    const number = shown ? shown.throw : now.throw;
    const turn = shown?.turn ?? now.turn;
    const player = shown?.player ?? now.player;
    if (at !== null && at < 0) this.title = "Before the first turn";
    else if (shown) this.title = shown.throw ? `${army} threw ${shown.throw}` : `${army} moved`;
    else if (now.state === "concluded" || now.state === "over") this.title = "Concluded";
    else if (number) this.title = `${army} throws ${number}: ${now.role}`;
    else this.title = now.state === "throw" ? `${army} to throw` : `${army} to move`;
    const querent = !shown && army === state.querent && player !== UNNAMED && state.reading && !number ? ", for the querent" : "";
    const who = player ? `${player} plays ${army}${querent}` : `Round ${shown?.round ?? now.round}`;
    fill(this.heading,
      armyDisc(army),
      el("div", { class: "who" },
        el("p", { class: "soft" }, at !== null && at < 0 ? "The board as it was set up" : `Turn ${turn} · ${who}`),
        el("h2", {}, this.title)),
      number ? icon(`die${number}`) : null);
  }

  #acts() {
    const journal = this.#journal;
    const { now, state, at, asking } = journal;
    if (journal.problem) return troublePanel(journal);
    if (at !== null) return this.#past();
    if (journal.prompt !== null) return realTablePrompt(journal);
    if (state.role === "watcher") return this.#watching();
    if (asking) return asking.dice ? this.#correcting() : this.#question(asking);
    if (journal.choosing) return this.#choice(journal.choosing);
    if (now.state === "throw") return this.#throwing();
    if (now.state === "move") return this.#moving();
    if (now.state === "no_move") return this.#noMove();
    return [el("p", { class: "prompt" }, now.end ?? "")];
  }

  #throwing() {
    const { now, state } = this.#journal;
    const { player, program_throws: programThrows } = now;
    if (state.die === "program") return this.#programThrowing();
    const isOwn = !state.several_players || now.army === state.querent;
    return [
      this.#prompt(isOwn || !player ? "Throw your die. " : `${capital(player)} throws the die. `,
        el("span", {}, `${byHand("Click", "Tap")} what it shows`, this.#keys(", or press ", key("1"), "–", key("6")), ".")),
      this.#dice(number => this.#journal.act({ kind: "throw", number })),
      el("p", { class: "under" },
        programThrows
          ? el("span", {}, el("span", { class: "wide" }, "No die at hand? "), this.#link("Let the program throw", () => this.#throwByProgram()))
          : el("span", {}),
        this.#ways()),
    ];
  }

  #throwByProgram() {
    this.#journal.act({ kind: "deal" });
  }

  /** The die is the program's all through this reading. */
  #programThrowing() {
    const { now } = this.#journal;
    return [
      this.#prompt(`The program throws the die for ${now.army}.`),
      el("p", { class: "buttons" },
        button("primary", () => this.#throwByProgram(), "Throw the die", this.#keys(key("Enter"))),
        this.#ways()),
    ];
  }

  /** The six numbers, each with the piece that it names. */
  #dice(choose) {
    const dice = this.#journal.state.dice ?? [];
    return el("div", { class: "dice" }, dice.map(({ throw: number, piece, text }) =>
      el("button", { type: "button", class: "die", "aria-label": `${number}: ${text}`, onclick: () => choose(number) },
        icon(`die${number}`), el("span", {}, piece))));
  }

  #moving() {
    const { now, movers, state, armed, moves, isQuiet } = this.#journal;
    const ready = armed && moves.filter(move => move.to === armed);
    if (ready?.length) return this.#confirm(ready);
    const sentence = isQuiet ? "Choose a square." : now.sentence;
    const isOne = movers.length === 1;
    const many = movers.length > 4 || !state.dice;
    const isTight = movers.length > ROWS;
    const squares = isOne
      ? el("div", { class: "squares" }, this.#squareButtons(movers[0].moves))
      : many ? this.#manyMovers() : el("div", { class: isTight ? "movers tight" : "movers" }, movers.map(mover => this.#moverRow(mover, isTight)));
    return [
      this.#prompt(sentence),
      squares,
      el("p", { class: "under" },
        isOne && !isQuiet ? this.#hint(movers[0]) : el("span", {}),
        now.acts.correct_throw ? this.#correctLink() : state.dice ? null : this.#ways()),
    ];
  }

  #hint({ piece, moves }) {
    return el("span", { class: "hint wide" },
      `${byHand("Click", "Tap")} a square, drag the ${pieceName(piece)}`, this.#keys(", or type ", key(moves[0].to), " ", key("Enter")));
  }

  #correctLink() {
    return this.#link("Correct the throw", () => this.#journal.ask({ dice: true }));
  }

  /** One row a piece, with its squares; where it is tight, the picture and the square are the name. */
  #moverRow({ from, piece, moves }, isTight = false) {
    return el("div", { class: "mover" },
      piecePicture(piece), el("span", { class: "mover-name" }, isTight ? from : pieceOnSquare({ piece, from })),
      el("div", { class: "squares" }, this.#squareButtons(moves)));
  }

  /** Too many pieces for rows: first the piece, then its squares. */
  #manyMovers() {
    const { movers, selection } = this.#journal;
    const chosen = movers.filter(mover => mover.from === selection);
    if (chosen.length) return el("div", { class: "movers" }, chosen.map(mover => this.#moverRow(mover)));
    return el("div", { class: "squares" }, movers.map(({ from, piece }) =>
      button("square-button", () => this.#journal.pick(from, "mouse"), piecePicture(piece), spoken(`${capital(pieceName(piece))} on `), from)));
  }

  #squareButtons(moves) {
    const { isQuiet, state, square, board } = this.#journal;
    const point = at => {
      board.point(at);
      square.point(at);
    };
    return [...grouped(moves)].map(([to, options]) => {
      const [{ hint, marks, piece }] = options;
      const shown = isQuiet && hint === "attacked" ? null : options.length > 1 ? "promotes" : hint;
      const sign = to === state.ptah ? ankh() : shown === "attacked" ? danger() : null;
      return el("button", {
        type: "button", class: "square-button", onclick: () => this.#journal.choose(options),
        onpointerenter: () => point(to), onpointerleave: () => point(null), onfocus: () => point(to), onblur: () => point(null),
      },
      sign, spoken(`${capital(pieceName(piece))} to `), el("span", {}, to),
      shown ? [spoken(", "), el("small", {}, shown)] : null,
      marks.includes("check") && shown !== "check" ? spoken(", check") : null);
    });
  }

  /** A finger has pointed at a square: the button makes the move. */
  #confirm(moves) {
    const [{ piece, to }] = moves;
    return el("div", { class: "confirm" },
      button("primary wide", () => this.#journal.choose(moves), `Move the ${pieceName(piece)} to ${to}`),
      button("", () => this.#journal.leave(), "Cancel"));
  }

  /** Several pieces could go there, or a pawn is promoted. */
  #choice(moves) {
    const promotes = moves.some(move => move.promotes);
    const label = move => (move.promotes ? `=${capital(move.promotes)}` : pieceOnSquare(move));
    return [
      el("p", { class: "prompt" }, promotes ? "What does the pawn become?" : `Which piece goes to ${moves[0].to}?`),
      el("div", { class: "squares" },
        moves.map(move => button("square-button", () => this.#journal.choose([move]), piecePicture(move.piece), capital(label(move)))),
        button("", () => this.#journal.leave(), "Cancel")),
    ];
  }

  #noMove() {
    const { text, why, next } = this.#journal.now.no_move;
    return [
      this.#prompt(el("b", {}, "No Move."), " ", text),
      why && !this.#journal.isQuiet ? el("p", { class: "hint why" }, why) : null,
      el("p", { class: "buttons" },
        el("button", { type: "button", class: "primary", onclick: () => this.#journal.act({ kind: "pass" }) },
          next ? `Go on to ${next}` : "Go on", this.#keys(key("Enter"))),
        this.#journal.now.acts.correct_throw ? this.#correctLink() : null),
    ];
  }

  #correcting() {
    const { now } = this.#journal;
    return [
      el("p", { class: "prompt" }, CORRECT(now.throw)),
      this.#dice(number => this.#journal.act({ kind: "correct_throw", number })),
      el("p", { class: "under" }, this.#link(`Keep the ${now.throw}`, () => this.#journal.leave())),
    ];
  }

  #question({ text, more, yes, no, act }) {
    return [
      el("p", { class: "prompt" }, text),
      more ? el("p", { class: "hint why" }, more) : null,
      el("p", { class: "buttons" },
        button("primary", () => this.#journal.act(act), yes),
        button("", () => this.#journal.leave(), no)),
    ];
  }

  #past() {
    const { at, turns, now } = this.#journal;
    const step = (to, name, label) => el("button", { type: "button", "aria-label": label, disabled: to < -1, onclick: () => this.#journal.step(to) }, name);
    const back = now.state === "concluded" ? "Back to the conclusion" : "Back to now";
    return [
      el("p", { class: "prompt" }, at < 0 ? `Before turn 1 of ${turns.length}` : `Turn ${turns[at].turn} of ${turns.at(-1).turn}`),
      el("p", { class: "buttons" },
        step(at - 1, icon("back"), "The turn before"),
        step(at + 1, icon("forward"), "The turn after"),
        button("primary", () => this.#journal.step(turns.length), back, this.#keys(key("End")))),
      el("p", { class: "hint wide" }, preference("keys") ? [key(","), " and ", key("."), " go from turn to turn."] : ""),
    ];
  }

  #watching() {
    const { state } = this.#journal;
    return [
      this.#prompt(state.watching ?? "Another window is playing this reading.", " You are watching."),
      el("p", { class: "buttons" }, button("primary", () => this.#journal.claim(), "Play here instead")),
    ];
  }

  /** What else can be done now. */
  #ways() {
    const { now, top } = this.#journal;
    const links = [
      now.acts.take_back ? this.#link("Take back", () => takeBack(this.#journal)) : null,
      now.acts.conclude ? this.#link("Conclude", () => conclude(this.#journal)) : null,
      now.acts.draw || now.acts.resign ? this.#link("More", () => top.openMenu()) : null,
      this.#link("Stop", () => this.#journal.stop()),
    ].filter(Boolean);
    return el("span", { class: "ways" }, links.flatMap((link, index) => (index ? [" · ", link] : [link])));
  }

  /** The first line: what to do, or why the last try was refused. */
  #prompt(...words) {
    const { refusal, typed } = this.#journal;
    const shown = typed ? el("span", { class: "typed" }, `${typed}_`) : null;
    return refusal
      ? el("p", { class: "prompt refusal" }, warning(), el("span", {}, refusal, " ", shown))
      : el("p", { class: "prompt" }, words, " ", shown);
  }

  #link(text, onclick) {
    return el("button", { type: "button", class: "link", onclick }, text);
  }

  /** Keys are shown where there is a keyboard, and only while they work. */
  #keys(...parts) {
    return preference("keys") ? el("span", { class: "keys" }, parts) : null;
  }
}

function spoken(text) {
  return el("span", { class: "unseen" }, text);
}

/** Promotions are several moves to one square. */
function grouped(moves) {
  const groups = new Map();
  for (const move of moves) groups.set(move.to, [...(groups.get(move.to) ?? []), move]);
  return groups;
}
