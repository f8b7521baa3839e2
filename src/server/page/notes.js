// The note on a turn, and the notes so far.

import { diceTable } from "./asides.js";
import { field, growing, openDialog, openForm, problem, problemOf } from "./fields.js";
import { announce } from "./live.js";
import { icon, key } from "./marks.js";
import { preference } from "./preferences.js";
import { keepsPictures } from "./reach.js";
import { button, el, fill } from "./text.js";

export class NoteField {
  #journal;
  /** @type {Element | null} */
  #before = null;
  /** The notes that are listed, and the turn that they were listed for. @type {NoteView[] | null} */
  #drawn = null;
  #shown = -1;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    this.field = growing({
      class: "note-field",
      autocomplete: "off",
      oninput: () => this.#changed(),
      onkeydown: event => this.#key(event),
      onblur: () => {
        this.#before = null;
      },
    });
    this.number = el("span", { class: "note-turn", "aria-hidden": "true" });
    this.hint = el("span", { class: "note-key", "aria-hidden": "true" }, key("n"));
    this.save = el("button", { type: "submit" }, "Save note");
    this.picture = keepsPictures ? this.#pictureButton() : null;
    this.form = el("form", { class: "note-form", onsubmit: () => this.#submit() },
      el("div", { class: "note-box" }, this.number, this.field, this.hint, this.picture), this.save);
    this.list = el("ul", { class: "notes-list" });
    this.table = el("div", { class: "at-hand" });
    this.element = el("section", { class: "note", "aria-label": "Note" }, this.list, this.form, this.table);
  }

  /** What has been typed and not saved. */
  get text() {
    return this.field.value.trim();
  }

  /** Whether somebody is writing. */
  get isBusy() {
    return document.activeElement === this.field;
  }

  draw() {
    const { state, prompt } = this.#journal;
    const turn = this.#journal.noteTurn;
    const label = turn > 0 ? `Note on turn ${turn}` : "Note before the first turn";
    if (this.field.ariaLabel !== label) this.field.ariaLabel = label;
    this.field.placeholder = this.#journal.canWrite ? label : "Notes can be written when the last act is saved";
    this.field.disabled = !this.#journal.canWrite;
    if (this.picture) this.picture.hidden = this.field.disabled;
    this.hint.hidden = !preference("keys");
    this.#changed();
    if (this.#drawn !== state.notes || this.#shown !== turn) {
      fill(this.list, state.notes.map(note => {
        const isHere = note.turn === turn && !note.taken_back;
        return el("li", { class: isHere ? "here" : null }, noteItem(this.#journal, note));
      }));
      this.#drawn = state.notes;
      this.#shown = turn;
    }
    const isAtHand = prompt !== null && state.dice;
    fill(this.table, isAtHand ? diceTable(state) : null);
  }

  /** Adds a picture to the turn, with what has been typed as its words. On a phone the camera is offered. */
  #pictureButton() {
    const file = el("input", { type: "file", accept: "image/png,image/jpeg,image/gif,image/webp", hidden: true });
    file.addEventListener("change", () => file.files?.[0] && this.#attach(file.files[0]).finally(() => (file.value = "")));
    const named = { class: "bare", "aria-label": "Add a picture", title: "Add a picture" };
    return el("span", { class: "note-picture" }, file, button(named, () => file.click(), icon("picture")));
  }

  /** @param {File} file */
  async #attach(file) {
    const text = this.text;
    try {
      if (file.size > 20 * 2 ** 20) throw new Error("The picture has more than 20 MB. Make it smaller.");
      const content = await inBase64(file);
      // The turn that is about to be played is not yet in the journal.
      const { noteTurn, turns, state, isConcluded } = this.#journal;
      const turn = noteTurn === state.now.turn && !isConcluded ? turns.at(-1)?.turn ?? null : noteTurn || null;
      await this.#journal.annotate({ kind: "picture", turn, text, name: file.name, content });
      if (this.text === text) this.field.value = "";
      this.#changed();
      announce("Picture added.");
    } catch (error) {
      openDialog("The picture was not added", problem(problemOf(error)));
    }
  }

  /** Moves the focus to the field. Returns whether anything can be written there. */
  open() {
    if (this.field.disabled) {
      announce("A note can be written when the last act is saved.");
      return false;
    }
    this.#before = document.activeElement;
    this.field.focus();
    return true;
  }

  /** Puts back what could not be saved. @param {string} text */
  restore(text) {
    if (!this.field.value) this.field.value = text;
    this.#changed();
  }

  #changed() {
    const hasText = this.text !== "";
    this.form.classList.toggle("written", hasText);
    this.number.textContent = hasText ? String(this.#journal.noteTurn || "") : "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.#back();
  }

  #back() {
    if (this.#before?.isConnected && this.#before !== document.body) this.#before.focus();
    else {
      this.field.blur();
      this.#journal.focusNow();
    }
  }

  async #submit() {
    const text = this.text;
    if (!text) return;
    const before = this.#before;
    if (await this.#journal.writeNote(text)) {
      if (this.text === text) this.field.value = "";
      this.#changed();
      this.#before = before;
      this.#back();
    }
  }
}

/** The content of a file in base 64. @param {File} file @returns {Promise<string>} */
async function inBase64(file) {
  const reader = new FileReader();
  const read = new Promise((done, failed) => {
    reader.onload = done;
    reader.onerror = () => failed(new Error("The picture cannot be read."));
  });
  reader.readAsDataURL(file);
  await read;
  return String(reader.result).split(",")[1] ?? "";
}

/** What a person wrote, with a button to correct it. @param {Journal} journal @param {NoteView} note */
export function noteItem(journal, note) {
  const { turn, when, corrected, picture, taken_back: isBack } = note;
  const about = [turn ? `Turn ${turn}` : null, when, corrected && `corrected ${corrected}`, isBack && "taken back"];
  const label = turn ? `Correct the note on turn ${turn}` : "Correct the note";
  const named = { class: "bare correct", "aria-label": label, title: "Correct, move or withdraw" };
  return el("div", { class: isBack ? "own-note taken-back" : "own-note", "data-note": note.id },
    picture && pictureOf(journal, note), note.text && el("p", { class: "own-words", dir: "auto" }, linked(note)),
    el("p", { class: "hint" }, about.filter(Boolean).join(" · "), button(named, () => correct(journal, note), icon("pen"))));
}

/** A person's words, in which links to other journals can be followed. @param {NoteView} note */
function linked({ text, links }) {
  /** @type {(string | HTMLElement)[]} */
  let parts = [text];
  for (const { text: link, journal, turn } of links) {
    const href = `#journal=${encodeURIComponent(journal)}${turn === null ? "" : `&turn=${turn}`}`;
    /** @param {string} part @returns {(string | HTMLElement)[]} */
    const apart = part =>
      part.split(link).flatMap((words, at) => at === 0 ? [words] : [el("a", { href }, link.slice(2, -2)), words]);
    parts = parts.flatMap(part => typeof part === "string" ? apart(part) : [part]);
  }
  return parts;
}

/** The picture of a note, or why it cannot be shown. @param {Journal} journal @param {NoteView} note */
function pictureOf(journal, { id, picture, text }) {
  const missing = () => shown.replaceWith(el("p", { class: "wrong" }, `The picture ${picture} is missing, or has been changed.`));
  const named = { journal: journal.name, note: id };
  const shown = journal.api.image("picture", named, {
    class: "picture",
    alt: text || "A picture",
    loading: "lazy",
    onerror: missing,
  });
  return shown;
}

/** Asks for other words or another turn. @param {Journal} journal @param {NoteView} note */
function correct(journal, { id, turn, text }) {
  const area = growing({ rows: 3, value: text, autofocus: true });
  const of = el("input", { type: "number", min: 1, max: journal.turns.at(-1)?.turn ?? 1, value: turn ?? "" });
  const send = async (/** @type {string | null} */ now) => {
    await journal.annotate({ kind: "correct", note: id, turn: of.value ? Number(of.value) : null, text: now });
    dialog.close();
    announce(now === null ? "Withdrawn." : "Corrected.");
    // It was drawn again meanwhile.
    document.querySelector(`[data-note="${id}"]`)?.querySelector(".correct").focus();
  };
  const dialog = openForm("Your note", [
    field("In your own words", area).element,
    field("On turn", of, { hint: "Leave it empty for a note on the whole.", optional: true }).element,
    el("p", { class: "hint" }, "What you wrote before stays in the journal file."),
  ], "Save", () => send(area.value.trim()), { "Withdraw the note": () => send(null) });
}
