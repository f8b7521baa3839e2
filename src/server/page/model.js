// What is known of a journal on the table: what the program said last, what the hand is about to do, and what follows from an
// act. What a person does is sent, and what the program answers is taken over; nothing is drawn as done before it is on the
// disk.

import { ActingModel } from "./acting.js";
import { announceTurn } from "./live.js";
import { isSet, preference } from "./preferences.js";

/** What it draws with is in journal.js. */
export class JournalModel extends ActingModel {
  /** The cell of the piece that is to move. @type {string | null} */
  selected = null;
  /** The cell that a finger has chosen and not yet confirmed. @type {string | null} */
  armed = null;
  /** The square under the pointer or with the focus. @type {string | null} */
  pointed = null;
  /** The moves between which one has to choose: several pieces, or promotions. @type {OfferView[] | null} */
  choosing = null;
  /** The letters of a move that is being typed. */
  typed = "";
  /** The index of the turn that is to be made on the real table. @type {number | null} */
  prompt = null;
  /** What the squares of this board mean, by their names. @type {Record<string, SquareGloss> | null} */
  glosses = null;
  /** The seat whose hand of cards is shown; null is an onlooker's view. @type {number | null} */
  seat = null;
  /** The drawing of the board after an earlier act, while it is shown. @type {BoardView | null} */
  shownDrawing = null;

  /** The piece of the cast that is followed through the turns. @type {Followed | null} */
  followed = null;

  get now() {
    return this.state.now;
  }

  get turns() {
    return this.state.turns.list;
  }

  /** Whether the program draws the board, and each turn is not a place of Enochian chess. */
  get isDrawn() {
    return this.state.drawing !== null;
  }

  /** Whether nothing of what the squares mean is shown. */
  get isQuiet() {
    return this.state.quiet || (preference("quiet") && !this.isConcluded);
  }

  get isConcluded() {
    return this.now.state === "concluded";
  }

  /** Whether the game goes on. */
  get isOpen() {
    return !this.isConcluded && this.now.state !== "over";
  }

  /** The seat to act; null if chance acts, or nobody. */
  get actor() {
    return this.isOpen && this.now.seat !== null ? this.state.seats[this.now.seat] : null;
  }

  /** Whether another person has to take the place at the screen: until then nobody's cards are shown. */
  get isCovered() {
    return this.#hasSecrets && this.actor !== null && this.seat === null;
  }

  /** Whether somebody else than the person at the screen is to act. */
  get isForeign() {
    return this.#hasSecrets && this.actor !== null && this.seat !== null && !this.#isSamePlayer(this.seat, this.now.seat);
  }

  /** Whether acts can be made: nothing is being saved, and the present is shown. */
  get canAct() {
    return !this.pending && !this.problem && this.at === null && this.prompt === null && !this.isConcluded;
  }

  /** Whether a person can make a move: one who sees the cards. */
  get canPlay() {
    return this.canAct && this.isOpen && !this.now.program && !this.isCovered && !this.isForeign;
  }

  /** The turn that a note is on: the one that is shown, or that the program names. */
  get noteTurn() {
    return this.at === null ? this.now.note_turn : (this.turns[this.at]?.turn ?? 0);
  }

  /** The turn that is shown; now, the last in which a piece landed. */
  get landing() {
    if (this.at !== null) return this.turns[this.at] ?? null;
    return this.turns.findLast(turn => turn.square) ?? this.turns.at(-1) ?? null;
  }

  /** What stands on the board that is shown. */
  get place() {
    if (this.at === null) return this.now.place;
    return this.at < 0 ? this.state.start : this.turns[this.at].place;
  }

  /** The drawing that is shown. */
  get drawing() {
    return this.at === null ? this.state.drawing : (this.shownDrawing ?? this.state.drawing);
  }

  /** What can be chosen now. */
  get offers() {
    return this.at === null && this.isOpen ? this.now.offers : [];
  }

  /** The offers that move a piece. */
  get allMoves() {
    return /** @type {Move[]} */ (this.offers.filter(offer => offer.from && offer.to));
  }

  /** The moves of the selected piece, or all. */
  get moves() {
    const selected = this.selection;
    return selected ? this.allMoves.filter(move => move.from === selected) : this.allMoves;
  }

  /** The cell of the piece that moves: the one that was chosen, or that of the only piece that can do anything. */
  get selection() {
    if (this.selected || this.allMoves.length < this.offers.length) return this.selected;
    return this.movers.length === 1 ? this.movers[0].from : null;
  }

  /** The pieces that can move, each with its moves. */
  get movers() {
    /** @type {Map<string, Mover>} */
    const movers = new Map();
    for (const move of this.allMoves) {
      const name = `${move.from}${move.piece}`;
      const mover = movers.get(name) ?? { from: move.from, piece: move.piece, name: move.name, moves: [] };
      movers.set(name, mover);
      mover.moves.push(move);
    }
    return [...movers.values()];
  }

  /** How many cards each player is dealt: one less for who holds a hero. */
  get dealtHands() {
    const { drawing, seats } = this.state;
    return seats.map(({ name }) =>
      drawing?.beside.some(([label, text]) => label === `Hand of ${name}` && text.includes("hero")) ? 3 : 4
    );
  }

  /** What can be done besides the moves, by its name. @param {string} name */
  tool(name) {
    return this.now.tools.find(tool => tool.name === name) ?? null;
  }

  /** The index of a turn by its number: the last of its acts. @param {number} turn */
  indexOf(turn) {
    return this.turns.findLastIndex(one => one.turn === turn);
  }

  /** The turn of the followed piece before the one that is shown, or with 1 after it. @param {number} way */
  followedTo(way) {
    const shown = this.turns[this.at ?? -1]?.turn ?? 0;
    const turns = this.followed?.turns.map(({ turn }) => turn) ?? [];
    return (way < 0 ? turns.findLast(turn => turn < shown) : turns.find(turn => turn > shown)) ?? null;
  }

  /** Makes an act. A piece that was dragged lies where the hand has put it. @param {PageAct} act */
  async act(act, { move = /** @type {OfferView | null} */ (null), isDropped = false, isAutomatic = false } = {}) {
    if (!this.canAct) return false;
    this.choosing = null;
    this.typed = "";
    if (isDropped) {
      this.board.show({ ghost: move });
      this.board.arrive();
    }
    return super.act(act, { move, isAutomatic });
  }

  /** Hands an act to the program; resolves to the new state. @param {PendingAct} pending */
  deliver({ act, id, revision }) {
    return this.api.act({ journal: this.name, revision, act, has: this.has }, id, this.view);
  }

  /** How this window wants to be shown the journal. */
  get view() {
    return { seat: this.seat, palette: preference("palette"), side: preference("side") };
  }

  /** Asks for the present state, as a seat may see it. @param {object} [other] */
  load(other) {
    return this.api.get("api/state", { journal: this.name, ...this.view, ...this.has, ...other });
  }

  /** Begins with a state, as whoever sits here may see it. @param {StateView} state */
  async begin(state) {
    this.state = state;
    await this.#fit();
    this.news = newsOf(this.state);
  }

  /** Takes over a new state, and shows it. @param {StateView} state */
  async accept(state, { isMine = false } = {}) {
    const before = this.state;
    this.#take(state);
    await this.#fit();
    const { now, turns } = this.state;
    // A note leaves the hand where it is.
    if (now.turn !== before.now.turn || now.throw !== before.now.throw || this.turns.length !== before.turns.list.length)
      this.dropChoice();
    // Whoever looks at an earlier turn is not called back by what others do.
    const { at } = this;
    if (isMine || (at ?? -1) >= turns.list.length) this.at = null;
    const isNewTurn = turns.list.length === before.turns.list.length + 1;
    const last = turns.list.length - 1;
    this.prompt = isMine && isNewTurn && isSet("real-table", this.name) && this.turns[last].table.length ? last : null;
    this.news = newsOf(this.state, before);
    this.square.forget();
    this.board.point(null);
    if (before.quiet !== this.state.quiet) this.loadGlosses();
    this.draw();
    announceTurn(this, before);
    if (isMine) this.focusNow();
  }

  /** Forgets what the hand was about to do. */
  dropChoice() {
    this.selected = null;
    this.armed = null;
    this.choosing = null;
  }

  /** Shows the cards of a seat, or with null nobody's. @param {number | null} seat */
  async look(seat) {
    await this.attempt(async () => {
      this.#take(await this.load({ seat }));
      this.seat = seat;
      this.dropChoice();
      this.draw();
      this.focusNow();
    });
  }

  /** Asks for the state again, since it is to be drawn otherwise. */
  async reload() {
    this.#take(await this.load());
  }

  /** Asks once for what all squares mean, so that pointing needs no request. */
  async loadGlosses() {
    this.glosses = null;
    if (this.state.quiet || this.isDrawn) return;
    await this.attempt(async () => {
      this.glosses = await this.api.get("api/glosses", { journal: this.name });
      this.square.draw();
    });
  }

  /** Puts what the page has before what came with a new state. @param {StateView} state */
  #take(state) {
    const { notes, turns } = this.state;
    state.notes = [...notes.slice(0, state.notes_from), ...state.notes];
    state.turns.list = [...turns.list.slice(0, state.turns.from), ...state.turns.list];
    this.state = state;
  }

  /** The seats that people play. */
  get #people() {
    return this.state.seats.flatMap((seat, index) => (seat.program ? [] : [index]));
  }

  /** Whether the program has dealt cards that one person must not see of the other. */
  get #hasSecrets() {
    return this.state.deals === "program" && this.#people.some((seat, _, [first]) => !this.#isSamePlayer(seat, first));
  }

  /** @param {number | null} one @param {number | null} other */
  #isSamePlayer(one, other) {
    const { seats } = this.state;
    return one === other || (one !== null && other !== null && seats[one]?.player === seats[other]?.player);
  }

  /** Sees the state as the right seat: of the person at the screen, or of nobody when another takes the place. */
  async #fit() {
    const { state } = this;
    // Where the program does not deal nothing is hidden; and while nobody acts, nobody else takes the place.
    if (state.deals !== "program" || !this.actor) return;
    // Whoever plays against the program alone sees no other cards than their own.
    const [person = this.now.seat] = this.#people;
    if (!this.#hasSecrets)
      this.seat = this.now.seat !== null && this.#isSamePlayer(person, this.now.seat) ? this.now.seat : person;
    else if (this.seat !== null) this.seat = this.#isSamePlayer(this.seat, this.now.seat) ? this.now.seat : null;
    if (this.seat !== state.view) this.#take(await this.load());
  }
}

/** What has come about between two states: notices, and that a king stands on the Ptah. @param {StateView} state @param {StateView | null} before */
export function newsOf({ notices, now }, before = null) {
  const ptah = now.rounds_on_ptah === before?.now.rounds_on_ptah ? null : now.rounds_on_ptah;
  return [...notices.filter(notice => !before?.notices.includes(notice)), ptah].filter(Boolean).join(" ") || null;
}
