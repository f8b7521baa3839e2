// What a square means: the one under the cursor, or the one on which the last piece landed.

import { announce, capital, piecesOn, sentences, whatStandsOn } from "./live.js";
import { ankh, danger, piecePicture } from "./marks.js";
import { attempt, growing, openDialog } from "./fields.js";
import { button, byHand, count, el, fill, words } from "./text.js";

/** How long one must point before it is shown, and how long it stays, in ms. */
const SHOW = 120;
const STAY = 400;

export class SquarePanel {
  #journal;
  /** @type {number | undefined} */
  #timer;
  /** @type {any} */
  #dialog = null;
  /** @type {AgainView[]} */
  #again = [];
  /** After which turn it was asked what came up again. */
  #asked = "";

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.element = el("section", { class: "square", "aria-label": "Square" });
  }

  /** Somebody points at a square, or no longer at any. @param {string | null} square */
  point(square) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#journal.pointed === square) return;
      this.#journal.pointed = square;
      this.draw();
    }, square ? SHOW : STAY);
  }

  /** After an act the landing is shown until somebody points again. */
  forget() {
    clearTimeout(this.#timer);
    this.#journal.pointed = null;
  }

  draw() {
    const journal = this.#journal;
    const { pointed, landing, problem, pending } = journal;
    const square = problem && pending?.move ? pending.move.to : pointed ?? landing?.square ?? null;
    if (journal.isQuiet) {
      fill(this.element, this.#facts(square),
        el("p", { class: "quiet-words" }, "Quiet reading. Meanings wait until the reading is concluded."));
      return;
    }
    const gloss = square && journal.glosses?.[square];
    fill(this.element, pointed ? this.#pointedLead(pointed) : this.#landingLead(), pointed ? null : this.#alsoIn(landing),
      gloss ? this.#gloss(gloss, pointed ? null : landing) : null);
  }

  /** Opens the meanings of the square that is shown. */
  async openMeanings() {
    const journal = this.#journal;
    const square = journal.pointed ?? journal.landing?.square;
    if (!square || journal.isQuiet || this.#dialog?.open) return;
    const [piece = null] = piecesOn(/** @type {PlaceView} */ (journal.place), square).map(code => code.slice(0, 2));
    const load = () => journal.api.get("api/meaning", { journal: journal.name, square, piece });
    await journal.attempt(async () => {
      const meaning = await load();
      const { title, sections } = meaning;
      this.#dialog = openDialog(title,
        el("div", { class: "meanings-text", tabindex: "0" }, ownMeanings(journal, meaning, load),
          sections.map(({ heading, lines }) => [el("h3", {}, heading), lines.map(line => el("p", {}, line))])), "meanings");
    });
  }

  close() {
    clearTimeout(this.#timer);
    this.#dialog?.close();
  }

  /** What a move there leads to, or what stands there. @param {string} square */
  #pointedLead(square) {
    const { moves, state } = this.#journal;
    const place = /** @type {PlaceView} */ (this.#journal.place);
    const [move] = moves.filter(one => one.to === square);
    if (move) {
      const sign = move.marks.includes("ptah") ? ankh() : move.marks.includes("attacked") ? danger() : piecePicture(move.piece);
      const text = move.consequences.length ? move.consequences.join(" ") : "A free square. Nobody attacks it.";
      return el("p", { class: "lead" }, sign, el("span", {}, text));
    }
    const [code] = piecesOn(place, square);
    const name = code ? `${capital(whatStandsOn(place, square))}.` : `${square} is empty.`;
    const sign = code ? piecePicture(code) : square === state.ptah ? ankh() : null;
    return el("p", { class: "lead" }, sign, el("span", {}, square === state.ptah ? `${name} The Ptah is here.` : name));
  }

  #landingLead() {
    const { landing, state, at } = this.#journal;
    if (!landing) {
      return el("p", { class: "lead" },
        at === null ? `No turn yet. ${byHand("Point at", "Tap")} a square to see what it means.` : "The board as it was set up.");
    }
    const notes = state.notes.filter(note => note.turn === landing.turn && !note.taken_back);
    return el("p", { class: "lead" }, landing.piece ? piecePicture(landing.piece) : null,
      el("span", {}, `Turn ${landing.turn}. ${sentences(landing.before)} ${landing.sentence} `,
        landing.facts.length ? el("b", {}, sentences(landing.facts)) : null,
        landing.irregular ? ` Irregular: ${landing.irregular}.` : null,
        notes.length ? el("i", { class: "noted" }, ` ${notes.at(-1)?.text}`) : null));
  }

  /** Where else it happened. @param {TurnView | null} landing */
  #alsoIn(landing) {
    this.#ask();
    return this.#again.filter(({ turn }) => turn === landing?.turn).map(({ others }) =>
      el("p", { class: "hint also" }, "Also in ", others.map((other, at) => [at > 0 && "; ", elsewhere(other)]))
    );
  }

  /** Asks what came up again, once and after a turn that can have done so. */
  async #ask() {
    const { state, api, name } = this.#journal;
    const last = state.turns.list.at(-1), key = `${last?.turn} ${last?.sentence}`, isFirst = this.#asked === "";
    if (!state.reading || this.#asked === key) return;
    this.#asked = key;
    // What was taken back is gone.
    this.#again = this.#again.filter(({ turn }) => last && turn < last.turn);
    if (!isFirst && !last?.cell?.startsWith("×") && last?.piece?.[1] !== "K") return;
    try {
      this.#again = await api.get("api/again", { journal: name });
      if (this.#again.length) this.draw();
    } catch {
      // Only what others had in common is missing.
    }
  }

  /** @param {SquareGloss} gloss @param {TurnView | null} landing */
  #gloss({ square, force, phrase, house, line, own }, landing) {
    return el("div", { class: "gloss" }, this.#journal.board.picture(square),
      el("div", { class: "gloss-text" },
        el("h3", {}, force, " ", el("span", { class: "soft" }, square),
          button({ class: "link", "aria-label": `Meanings of ${square}` }, () => this.openMeanings(), "Meanings")),
        own.map(text => el("p", { class: "own-words", dir: "auto" }, text)), el("p", { class: "phrase" }, phrase),
        el("p", {}, house), el("p", {}, line), landing?.dignity ? el("p", {}, landing.dignity) : null));
  }

  /** While it is quiet: the facts of play, without what could be hoped or feared. @param {string | null} square */
  #facts(square) {
    const { landing, pointed, moves } = this.#journal;
    const move = pointed && moves.find(one => one.to === square);
    if (move) return el("p", { class: "lead" }, el("span", {}, move.consequences.join(" ")));
    if (!landing || pointed) return null;
    return el("p", { class: "lead" }, el("span", {}, `Turn ${landing.turn}. ${landing.sentence} ${sentences(landing.facts)}`));
  }
}

/** A turn of another reading, as a link: "tea house (12 March), turn 40". @param {TurnElsewhere} turn */
function elsewhere({ journal, title, day, turn }) {
  return el("a", { href: `#journal=${encodeURIComponent(journal)}&turn=${turn}` }, `${title} (${day}), turn ${turn}`);
}

/** What it means to the person, and the form in which that is written. @param {Journal} journal @param {MeaningView} meaning @param {() => Promise<MeaningView>} load */
function ownMeanings(journal, meaning, load) {
  const section = el("section", { class: "own-meanings" });
  /** @param {MeaningView} shown */
  const show = ({ own, things }) => {
    /** @param {string} key */
    const kept = key => own.find(it => it.key === key)?.text ?? null;
    const text = growing({ "aria-label": "What it means to you", dir: "auto" });
    const save = el("button", { type: "submit" }, "Remember");
    const wrong = el("div", {});
    const pick = el("select", { "aria-label": "Of what" }, things.map(({ key, name }) => el("option", { value: key }, name)));
    const picked = () => {
      text.value = kept(pick.value) ?? "";
      save.textContent = text.value ? "Change" : "Remember";
    };
    pick.value = own[0]?.key ?? things[0]?.key ?? "";
    pick.onchange = picked;
    picked();
    const submit = async () => {
      const before = kept(pick.value), written = text.value.trim() || null;
      if (written === before) return;
      await journal.api.post("api/remember", { thing: pick.value, text: written, before });
      announce(written ? "Remembered." : "Removed.");
      const fresh = await load();
      show({ ...fresh, own: [...fresh.own].sort((one, _) => one.key === pick.value ? -1 : 0) });
      await journal.loadGlosses();
    };
    fill(section,
      own.map((
        { name, text: said, readings, latest },
      ) => [
        el("p", { class: "own-words", dir: "auto" }, said),
        el("p", { class: "hint" }, words(name),
          readings > 0
            && [
              `, in ${count(readings, "reading")}: `,
              latest.map((other, at) => [at > 0 && "; ", elsewhere(other)]),
              readings > latest.length && " …",
            ]),
      ]),
      el("details", {}, el("summary", {}, "What it means to you"),
        el("form", { onsubmit: () => attempt(wrong, submit) }, pick, text, el("p", { class: "act-row" }, save), wrong)));
  };
  show(meaning);
  return section;
}
