// The steps in which one writes, the first and the last: the question, and the notes before play.

import { errorOf, field, growing } from "./fields.js";
import { el, line, uniqueId } from "./text.js";

/** What a question can ask for. The program takes it from here or from the category, and never from the text. */
const KINDS = { whether: "whether it is so", who: "who it is", when: "when it will be", which: "which of two it is" };

/** The step, as asking.js shows it. @param {StepContext} context @returns {QuestionStep} */
export function questionStep({ file }) {
  const { fields } = file;
  /** @param {"question" | "querent" | "term"} key @param {HTMLInputElement | HTMLTextAreaElement} control */
  const type = (key, control) =>
    control.addEventListener("input", () => file.change({ [key]: control.value.trim() || null }, { isTyping: true }));
  const question = growing({ class: "own-words", value: fields.question ?? "", placeholder: "Write your question" });
  const querent = line({ maxlength: 200, autocomplete: "name", value: fields.querent ?? "" });
  const term = line({ maxlength: 500, value: fields.term ?? "", placeholder: "by the spring" });
  /** @type {HTMLSelectElement} */
  const kind = el("select", { onchange: () => file.change({ kind: kind.value }) },
    Object.entries(KINDS).map(([value, text]) => el("option", { value }, text)));
  type("question", question);
  type("querent", querent);
  type("term", term);
  const parts = {
    question: field("The question", question, { hint: "A question that can be answered with yes or no." }),
    querent: field("Who asks?", querent, { hint: "The querent. The reading is for this person.", optional: true }),
    term: field("By when?", term, { hint: "If the question means a certain time.", optional: true }),
    kind: field("It asks", kind, {
      hint: "Left alone, it is what the category asks. Of two things, the answer is to the one named first.",
    }),
  };
  return {
    title: "What do you ask?",
    next: "Go on",
    element: el("div", { class: "fields" }, Object.values(parts).map(part => part.element)),
    focus: () => (question.value ? querent : question).focus(),
    show(draft) {
      // A category has its own, until another is chosen.
      kind.value = fields.kind ?? draft.filled.kind;
      for (const [key, part] of Object.entries(parts)) part.error(errorOf(draft.errors, key));
    },
    settled: () => ({ querent: querent.value.trim() || null }),
    check(draft, { isQuiet = false } = {}) {
      if (!draft.missing.includes("question")) return draft.errors.some(({ key }) => key in parts);
      if (!isQuiet) {
        parts.question.error("Write the question first.");
        question.focus();
      }
      return true;
    },
  };
}

/** @type {{ key: "known" | "supposed" | "asked", label: string, hint: string }[]} */
const NOTES = [{ key: "known", label: "What do you know of the matter?", hint: "Facts that are known before the first throw." }, {
  key: "supposed",
  label: "What do you suppose?",
  hint: "What you expect, hope or fear.",
}, { key: "asked", label: "What should the reading tell?", hint: "Anything beyond yes or no." }];

/** The step, as asking.js shows it. @param {StepContext} context @returns {QuestionStep} */
export function beforePlayStep({ file, defaults }) {
  const notes = NOTES.map(({ key, label, hint }) => {
    const area = growing({
      value: file.fields[key] ?? "",
      oninput: () => file.change({ [key]: area.value.trim() || null }, { isTyping: true }),
      onkeydown: event => {
        // A note is one paragraph: Enter goes to the next field, and from the last one to the button that begins.
        if (event.key !== "Enter" || event.isComposing || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        const next = notes[notes.findIndex(note => note.key === key) + 1];
        (next?.control ?? area.form?.querySelector(".foot .primary")).focus();
      },
    });
    return { key, ...field(label, area, { hint, optional: true }) };
  });
  const quiet = tick("Quiet reading",
    "Signs, houses and meanings wait until the reading is concluded, so that nobody is led by them.",
    file.fields.quiet ?? defaults.quiet, is => file.change({ quiet: is }));
  const table = tick("I have a board and pieces on the table",
    "The page first helps you set them up, and then says after each turn what to move.", false, () => {});
  return {
    title: "Before play",
    next: "Begin: the first throw",
    element: el("div", { class: "fields" },
      el("p", { class: "lead" }, "Write down what you like; the summary quotes it at the end. You can leave all of it empty."),
      table.element, quiet.element, notes.map(note => note.element)),
    focus: () => notes[0].control.focus(),
    get isOnTable() {
      return table.isOn();
    },
    show({ errors }) {
      for (const note of notes) note.error(errorOf(errors, note.key));
    },
    settled: () => ({ quiet: quiet.isOn() }),
    check: ({ errors }) => errors.some(({ key }) => NOTES.some(note => note.key === key)),
  };
}

/** @param {string} label @param {string} hint @param {boolean} isOn @param {(is: boolean) => void} changed */
function tick(label, hint, isOn, changed) {
  const id = uniqueId("tick");
  const box = el("input", { type: "checkbox", id, checked: isOn, "aria-describedby": `${id}-hint` });
  box.onchange = () => changed(box.checked);
  return {
    element: el("div", { class: "tick" }, box, el("label", { for: id }, label),
      el("p", { class: "hint", id: `${id}-hint` }, hint)),
    isOn: () => box.checked,
  };
}
