// Whose turn it is, and what can be done: the heading of the panel and the acts below it.

import { realTablePrompt, troublePanel } from "./asides.js";
import { cardFace, cardName, dealOf, openActForm } from "./cards.js";
import { followBar } from "./cast.js";
import { capital } from "./live.js";
import { ankh, danger, icon, key, piecePicture } from "./marks.js";
import { preference } from "./preferences.js";
import { playerOf, seatDisc } from "./seats.js";
import { button, byHand, el, fill, spoken } from "./text.js";
import { TypedAct } from "./typed.js";
import { askWhatIf, canAsk } from "./what_if.js";

/** @param {number | null} number */
const CORRECT = number => `The die shows another number? Choose it; the throw of ${number} stays in the journal as corrected.`;

/** How many rows of pieces have room below each other; more stand side by side. */
const ROWS = 2;
/** How many rows there are at most: of more pieces, first the piece is chosen. */
const MOST_ROWS = 4;
/** So many cells of a piece are listed as buttons; the board has all. */
const MOST_BUTTONS = 40;

/** How the program calls a querent without a name. */
const UNNAMED = "the querent";

export class TurnPanel {
  title = "";
  #journal;
  #typed;
  #openForms = new Map();

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.heading = el("header", { class: "heading" });
    this.news = el("p", { class: "news hint" });
    this.element = el("div", { class: "acts", role: "group", tabindex: "-1", "aria-label": "What you can do" });
    this.#typed = new TypedAct(journal);
  }

  draw() {
    this.#drawHeading();
    const focused = document.activeElement;
    const hadFocus = this.element.contains(focused);
    fill(this.element, this.#acts());
    fill(this.news, this.#journal.news);
    if (!hadFocus) return;
    // A field for a text stays the same element. What else had the focus is gone; the keyboard must not begin at the top again.
    if (this.element.contains(focused)) focused?.focus();
    else if (this.#journal.isDrawn && !this.#journal.asking && !this.#journal.choosing) this.#journal.focusNow();
    else if (document.activeElement === document.body) this.focus();
  }

  /**
   * Moves the focus to the one act that comes next. Where there are several, such as the numbers of the die, it goes before the first:
   * an Enter too many chooses none of them, and Tab reaches each. Nor does an Enter throw the die.
   */
  focus() {
    const isThrow = this.#journal.now.state === "throw" && !this.#journal.asking;
    const next = isThrow
      ? this.element
      : this.element.querySelector(".primary") ?? this.element.querySelector("input") ?? this.element;
    next.focus({ preventScroll: true });
  }

  /** Puts the focus into the field for a text, and a first character. @param {string} character */
  type(character) {
    if (!this.element.contains(this.#typed.field)) return false;
    this.#typed.begin(character);
    return true;
  }

  #drawHeading() {
    const { now, state, at, prompt, turns } = this.#journal;
    const shown = turns[at ?? prompt ?? -1] ?? null;
    const isStart = at !== null && at < 0;
    const name = shown?.actor ?? now.actor;
    const seat = state.seats.find(seat => seat.name === name) ?? null;
    const number = shown ? shown.throw : now.throw;
    if (isStart) this.title = "Before the first turn";
    else if (shown) this.title = !seat ? "The cards" : number ? `${name} threw ${number}` : `${name} moved`;
    else if (now.state === "concluded") this.title = "Concluded";
    else if (now.state === "over") this.title = "The game is over";
    else if (now.state === "deal") this.title = "The cards";
    else if (number) this.title = `${name} throws ${number}: ${now.role}`;
    else this.title = `${name} to ${now.state === "throw" ? "throw" : state.refereed ? "move" : "act"}`;
    const small = isStart
      ? "The board as it was set up"
      : !shown && now.concluded
      ? `Concluded ${now.concluded}`
      : this.#where(shown, seat);
    fill(this.heading, seat ? seatDisc(seat) : null,
      el("div", { class: "who" }, el("p", { class: "soft" }, small), el("h2", {}, this.title)),
      number ? icon(`die${number}`) : null);
  }

  /** "Turn 36 · Bela plays Water, for the querent". @param {TurnView | null} shown @param {SeatView | null} seat */
  #where(shown, seat) {
    const { now, state } = this.#journal;
    const { turn, round, throw: number } = shown ?? now;
    const player = seat && playerOf(seat);
    const isQuerent = !shown && seat?.name === state.querent && player !== UNNAMED && state.reading && !number;
    const who = player ? `${player} plays ${seat.name}${isQuerent ? ", for the querent" : ""}` : round && `Round ${round}`;
    return [`Turn ${turn}`, !shown && now.check ? "in check" : null, who].filter(Boolean).join(" · ");
  }

  #acts() {
    const journal = this.#journal;
    const { now, state, at, asking } = journal;
    if (journal.problem) return troublePanel(journal);
    if (at !== null) return this.#past();
    if (journal.prompt !== null) return realTablePrompt(journal);
    if (asking) return asking.dice ? this.#correcting() : this.#question(asking);
    if (now.state === "concluded" || now.state === "over") return this.#over();
    if (now.program) return [this.#prompt("The program plays."), this.#under(null, this.#ways())];
    if (journal.isCovered) return this.#handOver();
    if (journal.isForeign) return this.#foreign();
    if (journal.choosing) return this.#choice(journal.choosing);
    if (now.state === "throw") return this.#throwing();
    if (now.state === "deal") return this.#dealing();
    if (now.state === "no_move") return this.#noMove();
    return state.refereed ? this.#moving() : this.#free();
  }

  #throwing() {
    const { now, state } = this.#journal;
    const { player, program_throws: programThrows } = now;
    if (state.die === "program") return this.#byProgram(`The program throws the die for ${now.actor}.`, "Throw the die");
    const isOwn = !state.several_players || now.actor === state.querent;
    const letProgram = button("link", () => this.#journal.act({ kind: "deal" }), "Let the program throw");
    return [
      this.#prompt(isOwn || !player ? "Throw your die. " : `${capital(player)} throws the die. `,
        el("span", {}, `${byHand("Click", "Tap")} what it shows`, this.#keys(", or press ", key("1"), "–", key("6")), ".")),
      this.#dice(number => this.#journal.act({ kind: "throw", number })),
      this.#under(programThrows ? el("span", {}, el("span", { class: "wide" }, "No die at hand? "), letProgram) : null,
        this.#ways()),
    ];
  }

  /** The program does what chance awaits. @param {string} sentence @param {Content} words */
  #byProgram(sentence, words) {
    const { now } = this.#journal, isThrow = now.state === "throw";
    const main = button("primary", () => this.#journal.act({ kind: "deal" }), words, this.#keys(key(isThrow ? "p" : "Enter")));
    const always = isThrow && button("link", () => this.#journal.settle("throws", true), "Always throw for me");
    return [this.#prompt(sentence), el("p", { class: "buttons" }, main, always, this.#ways())];
  }

  /** The cards: the program deals them, or they come up on a real table and are typed. */
  #dealing() {
    const { state, offers } = this.#journal;
    const awaited = offers[0]?.text ?? "";
    if (state.deals !== "table" || !awaited) return this.#byProgram("The program has the cards.", dealOf(awaited).deal);
    return [this.#prompt(dealOf(awaited).atTable), this.#openForm(awaited), this.#under(null, this.#ways())];
  }

  /** The six numbers, each with the piece that it names. @param {(number: number) => void} choose */
  #dice(choose) {
    return el("div", { class: "dice" },
      this.#journal.state.dice?.map(({ throw: number, piece, text }) =>
        button({ class: "die", "aria-label": `${number}: ${text}` }, () => choose(number), icon(`die${number}`),
          el("span", {}, piece))
      ));
  }

  #moving() {
    const { now, offers, movers, state, armed, moves, isQuiet, selection } = this.#journal;
    const ready = armed ? moves.filter(move => move.to === armed) : [];
    if (ready.length) return this.#confirm(ready);
    const plain = selection ? [] : offers.filter(offer => offer.plain);
    const [mover] = movers;
    const isOne = movers.length === 1 && selection !== null;
    return [
      this.#prompt(isQuiet ? "Choose a square." : now.sentence || this.#sentence(plain)),
      mover?.piece || selection ? this.#movers(isOne) : null,
      plain.some(offer => !offer.open)
      && el("div", { class: "squares" }, plain.filter(offer => !offer.open).map(offer => this.#actButton(offer))),
      plain.filter(offer => offer.open).map(offer => this.#openForm(offer.text, offer.label)),
      moves.length && this.#journal.isDrawn ? this.#typed.element : null,
      this.#under(isOne && mover.piece && !isQuiet ? this.#hint(mover) : null,
        state.dice ? el("span", { class: "ways" }, dotted([this.#correctLink(), this.#advice()])) : this.#ways()),
    ];
  }

  /** What to do, where the program does not say it. @param {OfferView[]} plain */
  #sentence(plain) {
    const { now, moves, selection } = this.#journal;
    if (selection)
      return `${capital(moves[0].name)} on ${selection}: ${moves.length === 1 ? "one move" : `${moves.length} moves`}.`;
    if (moves.length) return "Choose a piece.";
    return plain.length > 1 ? `What does ${now.actor} do?` : "";
  }

  /** The pieces with their squares; of more pieces than there is room for, first the piece. @param {boolean} isOne */
  #movers(isOne) {
    const { movers, selection, state, moves, isDrawn } = this.#journal;
    if (isOne || isDrawn) return el("div", { class: "squares" }, this.#squareButtons(moves));
    if (movers.length > MOST_ROWS || !state.dice) {
      const chosen = movers.filter(mover => mover.from === selection);
      if (chosen.length) return el("div", { class: "movers" }, chosen.map(mover => this.#moverRow(mover)));
      return el("div", { class: "squares" }, movers.map(({ from, piece, name }) =>
        button("square-button", () =>
          this.#journal.pick(from, "mouse"), piecePicture(piece), spoken(`${capital(name)} on `), from)
      ));
    }
    const isTight = movers.length > ROWS;
    return el("div", { class: isTight ? "movers tight" : "movers" }, movers.map(mover => this.#moverRow(mover, isTight)));
  }

  /** @param {Mover} mover */
  #hint({ name, moves }) {
    return el("span", { class: "hint wide" }, `${byHand("Click", "Tap")} a square, drag the ${name}`,
      this.#keys(", or type ", key(moves[0].to), " ", key("Enter")));
  }

  #correctLink() {
    return this.#journal.tool("correct_throw") && button("link", () => this.#journal.ask({ dice: true }), "Correct the throw");
  }

  /** One row a piece, with its squares; where it is tight, the picture and the square are the name. @param {Mover} mover */
  #moverRow({ from, piece, name, moves }, isTight = false) {
    return el("div", { class: "mover" }, piecePicture(piece),
      el("span", { class: "mover-name" }, isTight ? from : `${name} on ${from}`),
      el("div", { class: "squares" }, this.#squareButtons(moves)));
  }

  /** @param {Move[]} moves */
  #squareButtons(moves) {
    const { isQuiet, state } = this.#journal;
    // Promotions are several moves to one square.
    return [...Map.groupBy(moves, move => move.to)].slice(0, MOST_BUTTONS).map(([to, options]) => {
      const [{ hint, marks, name }] = options;
      const shown = isQuiet && hint === "attacked" ? null : options.length > 1 ? "promotes" : hint;
      const sign = to === state.ptah ? ankh() : shown === "attacked" ? danger() : null;
      return button({ class: "square-button", ...considered(is => this.#journal.pointAt(is ? to : null)) },
        () => this.#journal.choose(options), sign, spoken(`${capital(name)} to `), el("span", {}, to),
        shown ? [spoken(", "), el("small", {}, shown)] : null,
        marks.includes("check") && shown !== "check" ? spoken(", check") : null);
    });
  }

  /** A button for an act that is more than a movement. @param {OfferView} offer */
  #actButton(offer) {
    const more = offer.consequences.join("; ");
    const label = `${offer.label}${offer.card ? ` ${cardName(offer.card)}` : ""}`;
    const listeners = considered(is => this.#journal.square.consider(is ? offer : null));
    return button({ class: "act-button", "aria-label": label, ...listeners }, () => this.#journal.play(offer),
      el("span", { class: "act-words" }, offer.label, offer.card ? [" ", cardFace(offer.card)] : null),
      more ? el("small", {}, more) : null);
  }

  /** A finger has pointed at a square: the button makes the move. @param {OfferView[]} moves */
  #confirm(moves) {
    const [{ name, to, consequences }] = moves;
    return [
      this.#journal.isDrawn && consequences.length ? el("p", { class: "prompt" }, `${capital(consequences.join("; "))}.`) : null,
      el("div", { class: "confirm" }, button("primary wide", () => this.#journal.choose(moves), `Move the ${name} to ${to}`),
        button("", () => this.#journal.leave(), "Cancel")),
    ];
  }

  /** Several pieces could go there, or one becomes another. @param {OfferView[]} moves */
  #choice(moves) {
    const [{ name, to }] = moves;
    const isOnePiece = new Set(moves.map(move => `${move.from}${move.piece}`)).size === 1;
    const isPromotion = moves.some(move => move.promotes);
    const what = name.endsWith("pawn") ? "pawn" : name;
    const question = !isOnePiece
      ? `Which piece goes to ${to}?`
      : isPromotion
      ? `What does the ${what} become?`
      : "Which of the two?";
    const buttons = moves.map(move => {
      const { piece, promotes, consequences } = move;
      const label = !isOnePiece
        ? `${capital(move.name)} on ${move.from}${promotes ? `, becomes ${promotes}` : ""}`
        : promotes
        ? capital(promotes)
        : isPromotion
        ? `Stays a ${name}`
        : move.label;
      // What it becomes stands on the button; and beside a picture there is no room.
      const more = piece ? "" : consequences.filter(clause => !clause.startsWith("becomes ")).join("; ");
      return button(piece ? "square-button" : "act-button", () => this.#journal.play(move), piecePicture(piece),
        el("span", {}, label), more && el("small", {}, more));
    });
    return [
      el("p", { class: "prompt" }, question),
      el("div", { class: "squares" }, buttons, button("", () => this.#journal.leave(), "Cancel")),
    ];
  }

  #noMove() {
    const { text, why, next } = /** @type {NoMoveView} */ (this.#journal.now.no_move);
    return [
      this.#prompt(el("b", {}, "No Move."), " ", text),
      why && !this.#journal.isQuiet ? el("p", { class: "hint why" }, why) : null,
      el("p", { class: "buttons" },
        button("primary", () => this.#journal.act({ kind: "pass" }), next ? `Go on to ${next}` : "Go on",
          this.#keys(key("Enter"))), this.#correctLink(),
        button("link", () => this.#journal.settle("passes", true), "Always pass when nothing can move")),
    ];
  }

  /** The form for the cards of an act; it stays as it is, with what was typed, until the act is made. @param {string} text @param {string} [submit] */
  #openForm(text, submit) {
    const journal = this.#journal;
    const name = `${journal.turns.length} ${text}`;
    /** @param {string} filled */
    const play = filled => journal.act({ kind: "typed", text: filled });
    if (!this.#openForms.has(name))
      this.#openForms = new Map([[name, openActForm(text, play, { submit, hands: journal.dealtHands })]]);
    return this.#openForms.get(name);
  }

  /** A game without a referee: any text. */
  #free() {
    const { state, now } = this.#journal;
    const others = state.seats.filter((_, seat) => seat !== now.seat);
    const give = (/** @type {any} */ { target }) =>
      target.value && this.#journal.act({ kind: "typed", text: `next ${target.value}` });
    return [
      this.#prompt(`What does ${now.actor} do? Any line of text is an act.`),
      this.#typed.element,
      el("p", { class: "buttons" },
        el("select", { "aria-label": "Give the turn to", onchange: give }, el("option", { value: "" }, "Give the turn to…"),
          others.map(({ name }) => el("option", { value: name }, name))),
        button("", () => this.#journal.useTool("end"), "End the game…")),
      this.#under(null, this.#ways()),
    ];
  }

  /** Another person takes the place at the screen. */
  #handOver() {
    const journal = this.#journal;
    const { turns, state, now } = journal;
    const actor = /** @type {SeatView} */ (journal.actor);
    const others = state.seats.flatMap((seat, index) => (seat.player === actor.player ? [] : [index]));
    return [
      el("div", { class: "hand-over" }, turns.length ? el("p", {}, turns.at(-1)?.sentence) : null,
        el("h3", {}, `Hand over to ${actor.player}`),
        el("p", { class: "hint" }, `Only ${actor.player} should look at the screen now.`),
        el("p", { class: "buttons" }, button("primary", () => journal.look(now.seat), `I am ${actor.player}: show my cards`),
          others.map(seat => button("link", () => journal.look(seat), `${state.seats[seat].player} looks again`)))),
    ];
  }

  /** The hand that is shown is not of the player whose turn it is. */
  #foreign() {
    const actor = /** @type {SeatView} */ (this.#journal.actor);
    const hide = button("primary", () => this.#journal.look(null), `Hide the cards and hand over to ${actor.player}`);
    return [this.#prompt(`${actor.player} is to act for ${actor.name}.`), el("p", { class: "buttons" }, hide)];
  }

  #correcting() {
    const { now } = this.#journal;
    return [
      el("p", { class: "prompt" }, CORRECT(now.throw)),
      this.#dice(number => this.#journal.act({ kind: "correct_throw", number })),
      this.#under(button("link", () => this.#journal.leave(), `Keep the ${now.throw}`)),
    ];
  }

  /** @param {AskView & { act: PageAct }} question */
  #question({ text, more, yes, no, act }) {
    return [
      el("p", { class: "prompt" }, text),
      more ? el("p", { class: "hint why" }, more) : null,
      el("p", { class: "buttons" }, button("primary", () => this.#journal.act(act), yes),
        button("", () => this.#journal.leave(), no)),
    ];
  }

  /** It has ended by the rules, and is to be concluded; or it is concluded. */
  #over() {
    const { now } = this.#journal;
    const end = () => this.#journal.act({ kind: "conclude" });
    return [
      this.#prompt(now.end ?? ""),
      now.state === "over"
      && [
        el("p", { class: "buttons" }, button("primary", end, "Conclude the game", this.#keys(key("Enter")))),
        this.#under(null, this.#ways()),
      ],
    ];
  }

  #past() {
    const { turns, isConcluded, isDrawn, state, api, name } = this.#journal;
    const at = /** @type {number} */ (this.#journal.at);
    /** @param {number} to @param {string} sign @param {string} label */
    const step = (to, sign, label) =>
      button({ "aria-label": label, disabled: to < -1 }, () => this.#journal.step(to), icon(sign));
    const where = at < 0 ? `Before turn 1 of ${turns.at(-1)?.turn ?? 0}` : `Turn ${turns[at].turn} of ${turns.at(-1)?.turn}`;
    return [
      el("p", { class: "prompt" }, where, isDrawn && at >= 0 ? `: ${turns[at].sentence}` : null),
      el("p", { class: "buttons" }, step(at - 1, "back", "The turn before"), step(at + 1, "forward", "The turn after"),
        button("primary", () => this.#journal.step(turns.length), isConcluded ? "Back to the conclusion" : "Back to now",
          this.#keys(key("End")))),
      followBar(this.#journal),
      this.#under(
        el("span", { class: "hint wide" }, preference("keys") ? [key(","), " and ", key("."), " go from turn to turn."] : ""),
        at >= 0 && canAsk(state) ? button("link", () => askWhatIf(api, name, turns[at].turn), "What if…") : null,
      ),
    ];
  }

  /** The last line: a hint, and what else can be done. @param {Content} hint @param {Content} more */
  #under(hint, more = null) {
    return el("p", { class: "under" }, hint ?? el("span", {}), more);
  }

  /** What else can be done now. */
  #ways() {
    const journal = this.#journal;
    const links = [
      journal.tool("take_back") && button("link", () => journal.useTool("take_back"), "Take back"),
      this.#advice(),
      journal.tool("conclude") && button("link", () => journal.useTool("conclude"), "Conclude"),
      journal.state.reading ? null : button("link", () => journal.top.openMenu(), "More"),
      button("link", () => journal.stop(), "Stop"),
    ];
    return el("span", { class: "ways" }, dotted(links));
  }

  /** What the program would play. */
  #advice() {
    return this.#journal.tool("advice") && button("link", () => this.#journal.advise(), "Hint");
  }

  /** The first line: what to do, or why the last try was refused. @param {Content[]} words */
  #prompt(...words) {
    const { refusal, typed } = this.#journal;
    const shown = typed ? el("span", { class: "typed" }, `${typed}_`) : null;
    if (refusal) return el("p", { class: "prompt refusal" }, icon("warning"), el("span", {}, refusal, " ", shown));
    return words.some(Boolean) || shown ? el("p", { class: "prompt" }, words, " ", shown) : null;
  }

  /** Keys are shown where there is a keyboard, and only while they work. @param {Content[]} parts */
  #keys(...parts) {
    return preference("keys") ? el("span", { class: "keys" }, parts) : null;
  }
}

/** Links with dots between them. @param {(HTMLElement | null)[]} links */
function dotted(links) {
  return links.filter(Boolean).flatMap((link, index) => (index ? [" · ", link] : [link]));
}

/** What a button has that shows something while it is pointed at, or has the focus. @param {(is: boolean) => void} show */
function considered(show) {
  const [begin, end] = [() => show(true), () => show(false)];
  return { onpointerenter: begin, onpointerleave: end, onfocus: begin, onblur: end };
}
