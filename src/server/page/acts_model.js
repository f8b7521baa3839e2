// What is known of one of the other games on the table: the position as one seat may see it, what the hand is about to do, and
// whose secrets this window shows.

import { ActingModel, withNotes } from "./acting.js";
import { announce } from "./live.js";
import { preference } from "./preferences.js";

/** What it draws with is in acts.js. */
export class ActsModel extends ActingModel {
  /** The seat whose hand of cards is shown; null is an onlooker's view. */
  seat = null;
  /** The cell of the piece that is to move. */
  selected = null;
  /** The cell that a finger has chosen and not yet confirmed. */
  armed = null;
  /** The acts between which one has to choose: several pieces, or promotions. */
  choosing = null;
  /** The position after an earlier act, while it is shown. */
  step = null;

  /** The acts, the first at 0; those that were taken back are not among them. */
  get turns() {
    return this.state.history;
  }

  /** What is saved, and whether anything can still come. */
  get now() {
    const { turn, concluded } = this.state;
    return { turn, state: concluded ? "concluded" : "move", saved: this.turns.at(-1)?.turn ?? 0 };
  }

  /** The turn that a note is on: the one that is shown, or is being played. */
  get noteTurn() {
    return this.at === null ? this.state.turn : (this.turns[this.at]?.turn ?? 0);
  }

  get isConcluded() {
    return Boolean(this.state.concluded);
  }

  /** The seat whose turn it is; null if chance acts, or nobody. */
  get actor() {
    const { actor, seats } = this.state;
    return actor.kind === "seat" && this.isOpen ? seats[actor.seat] : null;
  }

  get actorSeat() {
    return this.actor ? this.state.actor.seat : null;
  }

  /** Whether the game goes on. */
  get isOpen() {
    return !this.state.concluded && !this.state.ending;
  }

  /** Whether another person has to take the place at the screen: until then nobody's cards are shown. */
  get isCovered() {
    return this.#hasSecrets && this.isOpen && this.actor !== null && this.seat === null && this.state.role === "player";
  }

  /** Whether somebody else than the person at the screen is to act. */
  get isForeign() {
    return this.#hasSecrets && this.actor !== null && this.seat !== null && !this.#isSamePlayer(this.seat, this.actorSeat);
  }

  /** Whether acts can be made: nobody else plays, nothing is being saved, and the present is shown to whose turn it is. */
  get canAct() {
    return this.state.role === "player" && !this.pending && !this.problem && this.at === null && !this.state.concluded;
  }

  /** Whether an act of the game itself can be made. */
  get canPlay() {
    return this.canAct && this.isOpen && !this.isCovered && !this.isForeign;
  }

  /** The acts that can be chosen now. */
  get acts() {
    return this.canPlay ? this.state.acts : [];
  }

  /** How many cards each player is dealt: one less for who holds a hero. */
  get dealtHands() {
    const { seats, beside } = this.state;
    return seats.map(({ name }) =>
      beside.some(([label, text]) => label === `Hand of ${name}` && text.includes("hero")) ? 3 : 4,
    );
  }

  /** The acts that move a piece. */
  get moves() {
    return this.acts.filter(act => act.from && act.to);
  }

  /** The moves of the selected piece. */
  get selectedMoves() {
    return this.moves.filter(act => act.from === this.selected);
  }

  /** Hands an act to the program; resolves to the new state. */
  deliver({ act, id, revision }) {
    return this.api.act({ journal: this.name, revision, seat: this.seat, act, has: this.has }, id);
  }

  /** Asks for the present state, as a seat may see it. */
  load(seat = this.seat) {
    return this.api.get("api/state", {
      journal: this.name,
      client: this.api.client,
      seat,
      palette: preference("palette"),
    });
  }

  /** Begins with a state, as whoever sits here may see it. */
  async begin(state) {
    this.state = await this.#fitting(state);
    this.news = newNotices(this.state);
  }

  /** Takes over a new state, and shows it. */
  async accept(state, { isMine = false } = {}) {
    const before = this.state;
    withNotes(state, before);
    this.state = await this.#fitting(state);
    // A note leaves the hand where it is.
    if (this.turns.length !== before.history.length) this.dropChoice();
    this.news = newNotices(this.state, before);
    if (isMine || this.at >= this.turns.length) this.at = null;
    this.draw();
    this.#announce(before);
    if (isMine) this.focusNow();
  }

  /** Forgets what the hand was about to do. */
  dropChoice() {
    this.selected = null;
    this.armed = null;
    this.choosing = null;
  }

  /** Shows the cards of a seat, or with null nobody's. */
  async look(seat) {
    try {
      this.state = await this.load(seat);
      this.seat = seat;
      this.dropChoice();
      this.draw();
      this.focusNow();
    } catch (error) {
      this.fail(error);
    }
  }

  /** Whether the program has dealt cards that one player must not see of the other. */
  get #hasSecrets() {
    const { deals, seats } = this.state;
    return deals === "program" && new Set(seats.map(seat => seat.player)).size > 1;
  }

  #isSamePlayer(one, other) {
    const { seats } = this.state;
    return one === other || seats[one]?.player === seats[other]?.player;
  }

  /** The state as the right seat sees it: of the person at the screen, or of nobody when another takes the place. */
  async #fitting(state) {
    this.state = state;
    // Where the program does not deal nothing is hidden; and while nobody acts, nobody else takes the place.
    if (state.deals !== "program" || !this.actor) return state;
    if (!this.#hasSecrets) this.seat = this.actorSeat;
    else if (this.seat !== null) this.seat = this.#isSamePlayer(this.seat, this.actorSeat) ? this.actorSeat : null;
    return this.seat === (state.view ?? null) ? state : this.load();
  }

  /** Says what happened between two states. */
  #announce(before) {
    const now = this.state;
    const said = [];
    const fresh = this.turns.length - before.history.length;
    if (fresh > 0) said.push(...this.turns.slice(-fresh).map(entry => entry.sentence), "Saved.");
    else if (fresh < 0) said.push("Taken back.");
    if (now.notes.length > before.notes.length) said.push("Note saved.");
    if (now.ending && !before.ending) said.push(now.ending);
    else if (fresh && this.actor) said.push(`Turn ${now.turn}, ${this.actor.name} to move.`);
    announce(said.join(" "));
  }
}

/** What the program has to say that it had not said before. */
function newNotices({ notices }, before = { notices: [] }) {
  return notices.filter(notice => !before.notices.includes(notice)).join(" ") || null;
}
