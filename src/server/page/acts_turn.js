// Whose turn it is in one of the other games, and what can be done: the heading of the panel and the acts below it.

import { troublePanel } from "./asides.js";
import { capital } from "./live.js";
import { icon, key, warning } from "./marks.js";
import { preference } from "./preferences.js";
import { button, el, fill, words } from "./text.js";
import { dealingWords, openActForm, tablePrompt } from "./acts_cards.js";
import { playerOf, seatDisc } from "./acts_seat.js";
import { ActsTypedAct } from "./acts_typed.js";
import { actLabel, actName, consequence, isPlain, pieceOf, promotionOf } from "./acts_words.js";

/** So many cells of a piece are listed as buttons; the board has all. */
const MOST_BUTTONS = 40;

export class ActsTurn {
  title = "";
  #table;
  #typed;
  #openForms = new Map();

  constructor(table) {
    this.#table = table;
    this.heading = el("header", { class: "heading" });
    this.news = el("p", { class: "news hint" });
    this.element = el("div", { class: "acts", role: "group", "aria-label": "What you can do" });
    this.#typed = new ActsTypedAct(table);
  }

  draw() {
    this.#drawHeading();
    const focused = document.activeElement;
    const hadFocus = this.element.contains(focused);
    fill(this.element, this.#acts());
    fill(this.news, this.#table.news);
    if (!hadFocus) return;
    // The field for a text stays the same element; from everything else the keyboard goes on with what comes next.
    if (this.element.contains(focused)) focused.focus();
    else if (this.#table.asking || this.#table.choosing) this.focus();
    else this.#table.focusNow();
  }

  /** Moves the focus to the act that comes next. */
  focus() {
    const next = this.element.querySelector(".primary, .act-button") ?? this.element.querySelector("button, input, a");
    next?.focus({ preventScroll: true });
  }

  /** Puts the focus into the field for a text, and a first character. */
  type(character) {
    if (!this.element.contains(this.#typed.field)) return false;
    this.#typed.begin(character);
    return true;
  }

  #drawHeading() {
    const { state, at, turns, actor } = this.#table;
    const shown = at === null ? null : turns[at];
    const seat = shown ? state.seats.find(({ name }) => name === shown.actor) : actor;
    const small =
      at !== null && at < 0
        ? "The game as it was set up"
        : shown
          ? `Turn ${shown.turn}`
          : state.concluded
            ? `Concluded ${state.concluded}`
            : `Turn ${state.turn}${state.check ? " · in check" : ""}`;
    if (at !== null && at < 0) this.title = "Before the first turn";
    else if (shown) this.title = shown.actor ? capital(shown.actor) : "The cards";
    else if (state.concluded || state.ending) this.title = "The game is over";
    else if (actor) this.title = `${actor.name} to ${state.refereed ? "move" : "act"}`;
    else this.title = "The cards";
    const player = seat && playerOf(seat) ? [" · ", words(playerOf(seat)), ` plays ${seat.name}`] : null;
    fill(
      this.heading,
      seat ? seatDisc(seat) : null,
      el("div", { class: "who" }, el("p", { class: "soft" }, small, player), el("h2", {}, this.title)),
    );
  }

  #acts() {
    const table = this.#table;
    const { state, at, asking } = table;
    if (table.problem) return troublePanel(table);
    if (at !== null) return this.#past();
    if (state.role !== "player") return this.#watching();
    if (asking) return this.#question(asking);
    if (state.concluded)
      return [
        el("p", { class: "prompt" }, capital(state.ending ?? state.result ?? state.concluded)),
        places(state),
        this.#under(),
      ];
    if (state.ending) return this.#over();
    if (table.isCovered) return this.#handOver();
    if (table.isForeign) return this.#foreign();
    if (table.choosing) return this.#choice(table.choosing);
    if (state.actor.kind === "chance") return this.#chance();
    if (!state.refereed) return this.#free();
    return this.#playing();
  }

  #playing() {
    const table = this.#table;
    const { acts, moves, selectedMoves, armed, actor } = table;
    const ready = armed ? selectedMoves.filter(act => act.to === armed) : [];
    if (ready.length) return this.#confirm(ready);
    const plain = acts.filter(isPlain);
    const open = plain.filter(act => act.open);
    const closed = plain.filter(act => !act.open);
    const prompt = selectedMoves.length
      ? `${capital(pieceOf(selectedMoves[0]))} on ${table.selected}: ${selectedMoves.length === 1 ? "one move" : `${selectedMoves.length} moves`}.`
      : moves.length
        ? "Choose a piece."
        : closed.length + open.length > 1
          ? `What does ${actor.name} do?`
          : "";
    return [
      this.#prompt(prompt),
      selectedMoves.length ? el("div", { class: "squares" }, this.#cellButtons(selectedMoves)) : null,
      closed.length && !selectedMoves.length
        ? el(
            "div",
            { class: "squares" },
            closed.map(act => this.#actButton(act)),
          )
        : null,
      selectedMoves.length ? null : open.map(act => this.#openForm(act.text, actName({ text: act.text.split(" ")[0] }))),
      moves.length ? this.#typed.element : null,
      this.#under(),
    ];
  }

  #actButton(act) {
    return el(
      "button",
      {
        type: "button",
        class: "act-button",
        "aria-label": actName(act),
        onclick: () => this.#table.play(act.text),
        onfocus: () => this.#table.consider(act),
        onpointerenter: () => this.#table.consider(act),
        onblur: () => this.#table.consider(null),
        onpointerleave: () => this.#table.consider(null),
      },
      el("span", { class: "act-words" }, actLabel(act)),
      consequence(act) ? el("small", {}, consequence(act)) : null,
    );
  }

  /** A button for each cell that the selected piece can reach. */
  #cellButtons(moves) {
    const table = this.#table;
    const shown = [...grouped(moves)].slice(0, MOST_BUTTONS);
    return shown.map(([to, options]) => {
      const hint = options.length > 1 ? "promotes" : shortened(options[0].leads_to);
      return el(
        "button",
        {
          type: "button",
          class: "square-button",
          onclick: () => table.choose(options),
          onpointerenter: () => table.pointAt(to),
          onpointerleave: () => table.pointAt(null),
          onfocus: () => table.pointAt(to),
          onblur: () => table.pointAt(null),
        },
        el("span", { class: "unseen" }, `${capital(pieceOf(options[0]))} to `),
        el("span", {}, to),
        hint ? el("small", {}, hint) : null,
      );
    });
  }

  /** A finger has pointed at a cell: the button makes the move. */
  #confirm(options) {
    const table = this.#table;
    return [
      options[0].leads_to ? el("p", { class: "prompt" }, sentence(options[0].leads_to)) : null,
      el(
        "div",
        { class: "confirm" },
        button("primary wide", () => table.choose(options), `Move the ${pieceOf(options[0])} to ${options[0].to}`),
        button("", () => table.leave(), "Cancel"),
      ),
    ];
  }

  /** Several pieces could go there, or one becomes another. */
  #choice(acts) {
    const table = this.#table;
    const isOnePiece = new Set(acts.map(act => act.from)).size === 1;
    const isPromotion = acts.some(promotionOf);
    const label = act => {
      const becomes = promotionOf(act);
      if (!isOnePiece) return `${capital(pieceOf(act))} on ${act.from}${becomes ? `, becomes ${becomes}` : ""}`;
      return becomes ? capital(becomes) : isPromotion ? `Stays a ${pieceOf(act)}` : actName(act);
    };
    // What it becomes stands on the button.
    const more = act =>
      consequence(act)
        ?.split("; ")
        .filter(clause => !clause.startsWith("becomes "))
        .join("; ");
    const question = !isOnePiece
      ? `Which piece goes to ${acts[0].to}?`
      : isPromotion
        ? `What does the ${pieceOf(acts[0])} become?`
        : "Which of the two?";
    return [
      el("p", { class: "prompt" }, question),
      el(
        "div",
        { class: "squares" },
        acts.map(act =>
          el(
            "button",
            { type: "button", class: "act-button", onclick: () => table.play(act.text) },
            el("span", {}, label(act)),
            more(act) ? el("small", {}, more(act)) : null,
          ),
        ),
        button("", () => table.leave(), "Cancel"),
      ),
    ];
  }

  /** The cards: the program deals them, or they come up on a real table and are typed. */
  #chance() {
    const table = this.#table;
    const { state } = table;
    const awaited = table.acts[0]?.text ?? "";
    if (state.deals === "table" && awaited) return [this.#prompt(tablePrompt(awaited)), this.#openForm(awaited), this.#under()];
    return [
      this.#prompt("The program has the cards."),
      el(
        "p",
        { class: "buttons" },
        el(
          "button",
          { type: "button", class: "primary", onclick: () => table.act({ kind: "deal" }) },
          dealingWords(awaited),
          this.#keys(key("Enter")),
        ),
      ),
      this.#under(),
    ];
  }

  /** The form for the cards of an act; it stays as it is, with what was typed, until the act is made. */
  #openForm(text, submit) {
    const table = this.#table;
    const key = `${table.turns.length} ${text}`;
    if (!this.#openForms.has(key))
      this.#openForms = new Map([[key, openActForm(text, filled => table.play(filled), { submit, hands: table.dealtHands })]]);
    return this.#openForms.get(key);
  }

  /** A game without a referee: any text. */
  #free() {
    const table = this.#table;
    const { state, actor } = table;
    const others = state.seats.filter(seat => seat !== actor);
    const next = el(
      "select",
      { "aria-label": "Give the turn to", onchange: event => event.target.value && table.play(`next ${event.target.value}`) },
      el("option", { value: "" }, "Give the turn to…"),
      others.map(({ name }) => el("option", { value: name }, name)),
    );
    return [
      this.#prompt(`What does ${actor.name} do? Any line of text is an act.`),
      this.#typed.element,
      el(
        "p",
        { class: "buttons" },
        next,
        button("", () => table.askForResult(), "End the game…"),
      ),
      this.#under(),
    ];
  }

  /** Another person takes the place at the screen. */
  #handOver() {
    const table = this.#table;
    const { actor, actorSeat, turns, state } = table;
    const others = state.seats.flatMap((seat, index) => (seat.player === actor.player ? [] : [index]));
    return [
      el(
        "div",
        { class: "hand-over" },
        turns.length ? el("p", {}, turns.at(-1).sentence) : null,
        el("h3", {}, `Hand over to ${actor.player ?? actor.name}`),
        el("p", { class: "hint" }, `Only ${actor.player ?? actor.name} should look at the screen now.`),
        el(
          "p",
          { class: "buttons" },
          button("primary", () => table.look(actorSeat), `I am ${actor.player ?? actor.name}: show my cards`),
          others.map(seat => button("link", () => table.look(seat), `${state.seats[seat].player} looks again`)),
        ),
      ),
    ];
  }

  /** The hand that is shown is not of the player whose turn it is. */
  #foreign() {
    const { actor } = this.#table;
    return [
      this.#prompt(`${actor.player} is to act for ${actor.name}.`),
      el(
        "p",
        { class: "buttons" },
        button("primary", () => this.#table.look(null), `Hide the cards and hand over to ${actor.player}`),
      ),
    ];
  }

  #question({ text, more, yes, no, act }) {
    return [
      el("p", { class: "prompt" }, text),
      more ? el("p", { class: "hint why" }, more) : null,
      el(
        "p",
        { class: "buttons" },
        button("primary", () => this.#table.act(act), yes),
        button("", () => this.#table.leave(), no),
      ),
    ];
  }

  /** The rules have ended the game; it is to be concluded. */
  #over() {
    const { state } = this.#table;
    return [
      this.#prompt(state.ending),
      places(state),
      el(
        "p",
        { class: "buttons" },
        state.can.conclude
          ? el(
              "button",
              { type: "button", class: "primary", onclick: () => this.#table.act({ kind: "conclude" }) },
              "Conclude the game",
              this.#keys(key("Enter")),
            )
          : null,
      ),
      this.#under(),
    ];
  }

  #past() {
    const table = this.#table;
    const { at, turns, state } = table;
    const step = (to, name, label) =>
      el("button", { type: "button", "aria-label": label, disabled: to < -1, onclick: () => table.show(to) }, name);
    return [
      el(
        "p",
        { class: "prompt" },
        at < 0 ? `Before act 1 of ${turns.length}` : [`Act ${at + 1} of ${turns.length}: `, turns[at].sentence],
      ),
      el(
        "p",
        { class: "buttons" },
        step(at - 1, icon("back"), "The act before"),
        step(at + 1, icon("forward"), "The act after"),
        el(
          "button",
          { type: "button", class: "primary", onclick: () => table.show(turns.length) },
          state.concluded ? "Back to the end" : "Back to now",
          this.#keys(key("End")),
        ),
      ),
      el("p", { class: "hint wide" }, preference("keys") ? [key(","), " and ", key("."), " go from act to act."] : ""),
    ];
  }

  #watching() {
    return [
      this.#prompt(this.#table.state.why ?? "Another window is playing this game.", " You are watching."),
      el(
        "p",
        { class: "buttons" },
        button("primary", () => this.#table.claim(), "Play here instead"),
      ),
    ];
  }

  /** What else can be done now. */
  #under() {
    const table = this.#table;
    const link = (text, onclick) => button("link", onclick, text);
    const { concluded, can } = table.state;
    const links = concluded
      ? [link("Step through the game", () => table.show(-1)), link("Notebook", () => table.stop())]
      : [
          can.take_back ? link("Take back", () => table.takeBack()) : null,
          link("More…", () => table.top.openMenu()),
          link("Stop", () => table.stop()),
        ];
    return el(
      "p",
      { class: "under" },
      el("span", {}),
      el(
        "span",
        { class: "ways" },
        links.filter(Boolean).flatMap((one, index) => (index ? [" · ", one] : [one])),
      ),
    );
  }

  /** The first line: what to do, or why the last try was refused. */
  #prompt(...said) {
    const { refusal } = this.#table;
    if (refusal) return el("p", { class: "prompt refusal" }, warning(), el("span", {}, refusal));
    return said.some(Boolean) ? el("p", { class: "prompt" }, said) : null;
  }

  /** Keys are shown where there is a keyboard, and only while they work. */
  #keys(...parts) {
    return preference("keys") ? el("span", { class: "keys" }, parts) : null;
  }
}

/** The places, where the rules give more than a winner; seats that share a place stand together. */
function places({ places: given, seats }) {
  if (!given || given.length < 3) return null;
  const disc = name => seats.filter(seat => seat.name === name).map(seatDisc);
  return el(
    "ol",
    { class: "places" },
    given.map(names =>
      el(
        "li",
        {},
        names.map(name => el("span", {}, disc(name), name)),
      ),
    ),
  );
}

/** Promotions are several acts to one cell. */
function grouped(moves) {
  const groups = new Map();
  for (const move of moves) groups.set(move.to, [...(groups.get(move.to) ?? []), move]);
  return groups;
}

/** The few words for which a button has room. */
function shortened(leadsTo) {
  const first = leadsTo?.split(";")[0] ?? "";
  if (/check/.test(leadsTo ?? "")) return "check";
  const taken = /^(?:takes|tries to take) the (\w+)/.exec(first);
  if (taken) return `takes ${taken[1]}`;
  return first.length <= 14 ? first : "";
}

/** A clause as a sentence. */
function sentence(text) {
  return `${capital(text).replace(/\.$/, "")}.`;
}
