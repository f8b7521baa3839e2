// The text of an act, typed: the acts that are possible complete it, and what it means so far is said below.

import { codeLine, el, fill, settled, uniqueId } from "./text.js";

/** A field for the text of an act, which the possible ones complete. */
export class TypedAct {
  #journal;

  /** @param {Journal} journal */
  constructor(journal) {
    this.#journal = journal;
    const list = uniqueId("acts");
    const isFree = !journal.state.refereed;
    const label = isFree ? "What happens" : "Type a move";
    this.completions = el("datalist", { id: list });
    this.said = el("p", { class: "hint said", "aria-live": "polite" });
    this.field = codeLine({
      ...isFree ? { spellcheck: null } : { list },
      dir: "auto",
      maxlength: 1000,
      "aria-label": label,
      placeholder: label,
      oninput: () => this.#consider(),
      onkeydown: event => this.#key(event),
      onfocus: () => this.#complete(),
    });
    this.element = el("form", { class: "typed-act", onsubmit: () => this.#submit() },
      el("div", { class: "row" }, this.field, el("button", {}, isFree ? "Record" : "Move")), this.completions, this.said);
  }

  /** Begins a text with a character. @param {string} character */
  begin(character) {
    this.field.focus();
    this.field.value += character;
    this.#consider();
  }

  #complete() {
    const texts = this.#journal.offers.filter(act => !act.open).map(act => act.text);
    if (
      this.completions.childElementCount === texts.length
      && this.completions.options.item(texts.length - 1)?.value === texts.at(-1)
    ) return;
    fill(this.completions, texts.map(text => el("option", { value: text })));
  }

  /** Says what the text means so far. */
  #consider = settled(() => {
    this.#complete();
    const typed = typedForm(this.field.value);
    const { offers } = this.#journal;
    const found = typed && this.#journal.state.refereed ? offers.filter(act => typedForm(act.text).includes(typed)) : [];
    const exact = found.find(act => typedForm(act.text) === typed);
    const one = exact ?? (found.length === 1 ? found[0] : null);
    this.#journal.square.consider(one);
    const many = found.length > 1
      ? `${found.length} moves: ${found.slice(0, 6).map(act => act.text).join(", ")}${found.length > 6 ? " …" : ""}`
      : "";
    fill(this.said,
      one
        ? `${one.text}${one.consequences.length ? `: ${one.consequences.join("; ")}` : ""}`
        : typed && this.#journal.state.refereed && !found.length
        ? "No move has this in its text."
        : many);
  }, 60);

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    this.field.value = "";
    fill(this.said);
    this.#journal.square.consider(null);
    this.#journal.focusNow(true);
  }

  async #submit() {
    const text = this.field.value.trim();
    if (!text) {
      this.field.focus();
      return;
    }
    fill(this.said);
    this.field.value = "";
    if (!(await this.#journal.act({ kind: "typed", text }))) {
      this.field.value = text;
      this.field.select();
    }
  }
}

/** A text as one types it: small letters, without `x` and spaces. @param {string} text */
function typedForm(text) {
  return text.toLowerCase().replace(/[x×\s-]/g, "");
}
