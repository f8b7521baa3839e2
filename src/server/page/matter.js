// The second step: what the question is about, found as one types, and so its board, its angle and the square of the Ptah.

import { ARMY_CHOICES, choices, errorOf, field, openDialog, problemOf } from "./fields.js";
import { announce } from "./live.js";
import { button, codeLine, count, el, fill, settled, uniqueId } from "./text.js";

/** What of the rules the dialog chooses. */
const RULES = ["array", "ruleset", "procedure", "dice", "direction"];

/** The step, as asking.js shows it. @param {StepContext} context @returns {QuestionStep} */
export function matterStep({ api, file, catalogue }) {
  const search = matterSearch(api, catalogue, category =>
    // A category brings a whole place with it; what was chosen by hand before gives way.
    file.change({ category: category.name, board: null, angle: null, force: null, array: null }));
  // Another board has other arrays; another angle another throne and array.
  const board = choices("Board", ARMY_CHOICES, value => file.change({ ...place(), board: value, array: null }));
  const angle = choices("Angle", ARMY_CHOICES, value => file.change({ ...place(), angle: value, array: null }));
  const force = choices("Ptah", catalogue.forces.map(sign), value => file.change({ ...place(), force: value }), {
    style: "signs",
  });
  const reason = el("div", { class: "reason" });
  const summary = el("p", { class: "summary" });
  const change = button("link", () => openRules(file, catalogue), "Change");
  const parts = { category: search, board, angle, force };

  const closer = el("details", { class: "closer" }, el("summary", {}, "Look closer: board, angle, Ptah and rules"), board.element,
    angle.element, force.element, summary);

  /** The place as it stands, all of it chosen by hand from now on. */
  const place = () => {
    const { filled } = file.draft;
    const { fields } = file;
    return {
      board: fields.board ?? filled.board,
      angle: fields.angle ?? filled.angle,
      force: fields.force ?? filled.force,
      array: fields.array,
    };
  };

  return {
    title: "What is it about?",
    next: "Use this place",
    element: el("div", { class: "matter" }, search.element, reason, closer),
    focus: () => search.focus(),
    show(draft) {
      const { filled, fields, errors, square } = draft;
      search.show(fields.category, draft.matters);
      board.show(filled.board);
      angle.show(filled.angle);
      force.show(filled.force, draft.forbidden);
      for (const [key, part] of Object.entries(parts)) part.error(errorOf(errors, key));
      fill(reason, placeOf(draft), reasonOf(draft, catalogue, search.suggestions));
      // Where nothing is proposed, the place is chosen by hand.
      if (!square || fields.board) closer.open = true;
      const array = filled.array && [" Array: ", el("strong", {}, filled.array), ". ", change];
      const wrong = errors.filter(({ key }) => RULES.includes(key));
      fill(summary, draft.summary, array, wrong.map(({ text }) => el("span", { class: "wrong" }, ` ${text}`)));
    },
    check({ missing, errors }) {
      if (errors.some(({ key }) => key in parts || RULES.includes(key))) return true;
      if (missing.includes("category") || missing.includes("board")) return "Choose what it is about above, or a board.";
      if (missing.includes("angle")) return "Choose an angle: the army that stands for you.";
      if (missing.includes("force")) return "Choose where the Ptah stands.";
      return false;
    },
  };
}

/** "Water board. You play Air. The Ptah stands on a5." @param {DraftView} draft */
function placeOf({ filled, fields, square }) {
  if (!filled.board || !filled.angle || !square) return null;
  const matter = fields.category && !fields.board ? `${fields.category.replace(/^./, one => one.toUpperCase())}: the ` : "";
  return el("p", {}, el("strong", {}, `${matter}${filled.board} board. You play ${filled.angle}. The Ptah stands on ${square}.`));
}

/** Why the Ptah stands there, or what could be chosen. @param {DraftView} draft @param {Catalogue} catalogue @param {Content} suggestions */
function reasonOf({ filled, why, fields, square }, catalogue, suggestions) {
  if (square && !filled.force)
    return el("p", {}, `The Ptah stands on ${square}. Why there waits until the reading is concluded, since it is quiet.`);
  const category = catalogue.categories.find(({ name }) => name === fields.category);
  const isOfCategory = category && category.board === filled.board && category.angle === filled.angle
    && category.force === filled.force;
  if (why && isOfCategory) return el("p", { class: "own-words" }, why);
  const force = catalogue.forces.find(({ name }) => name === filled.force);
  if (force?.house) return el("p", {}, `${force.name}, house ${force.house}: ${force.matters.join(", ")}.`);
  if (force) return el("p", {}, `${force.name}: the element itself, for a matter too large for one house.`);
  const board = catalogue.boards.find(({ name }) => name === filled.board);
  if (board && !filled.angle) return el("p", {}, `${board.text}.`);
  return (suggestions
    ?? el("p", { class: "hint" },
      "Type a word for it and choose from the list, or choose a board, an angle and a sign yourself."));
}

/** @param {CatalogueForce} force */
function sign({ name, house, matters }) {
  return { value: name, label: name, before: house, hint: matters.join(", ") };
}

/** The search; `pick` is called with the category that was chosen. @param {Api} api @param {Catalogue} catalogue @param {(entry: CatalogueCategory) => void} pick */
function matterSearch(api, catalogue, pick) {
  const listId = uniqueId("categories");
  /** @type {CatalogueCategory[]} */
  let found = [];
  let active = -1;
  /** What was chosen from the list last. */
  let taken = "";
  /** @type {string | null} */
  let category = null;

  const field = codeLine({
    role: "combobox",
    "aria-label": "What is it about?",
    "aria-expanded": "false",
    "aria-controls": listId,
    "aria-autocomplete": "list",
    placeholder: "Type a word: brother, work, journey, health …",
    oninput: () => find(),
    // What is proposed gives way to what is typed, and stands there again if nothing is.
    onfocus: () => {
      if (field.value !== category) return;
      field.value = "";
      field.placeholder = category ?? "";
    },
    onclick: () => ["", category].includes(field.value) && open(catalogue.categories),
    onblur: () => {
      close();
      field.value ||= category ?? "";
    },
    onkeydown: event => key(event),
  });
  const list = el("ul", { role: "listbox", id: listId, "aria-label": "Categories", hidden: true });
  const nothing = el("p", { class: "nothing", hidden: true });
  const all = button("link", () => browse(catalogue, entry => choose(entry)), "None of these? Look by house");
  const wrong = el("p", { class: "wrong" });
  const element = el("div", { class: "matter-search" }, field, el("div", { class: "drop" }, list, nothing), all, wrong);

  /** @param {CatalogueCategory} entry */
  const choose = entry => {
    field.value = entry.name;
    taken = entry.name;
    close();
    pick(entry);
  };
  /** @param {CatalogueCategory[]} entries */
  const open = entries => {
    found = entries;
    active = field.value && entries.length ? 0 : -1;
    fill(list, entries.map((entry, at) => option(entry, `${listId}-${at}`, choose)));
    list.hidden = entries.length === 0;
    nothing.hidden = entries.length > 0 || field.value.trim() === "";
    fill(nothing,
      `No category matches “${field.value.trim()}”. Try a plainer word, or choose a board, an angle and a sign below.`);
    field.ariaExpanded = String(!list.hidden);
    if (!nothing.hidden) announce(nothing.textContent);
    else if (field.value) announce(count(entries.length, "category", "categories"));
    mark();
  };
  const find = settled(async () => {
    const text = field.value;
    // A choice that was made meanwhile is not searched for.
    if (text === taken) return;
    try {
      const names = text.trim() ? await api.get("api/matters", { q: text }) : [];
      // What was typed meanwhile is asked for by itself.
      if (text === field.value) open(entriesOf(names));
    } catch (error) {
      fill(wrong, problemOf(error).text);
    }
  }, 60);
  /** @param {string[]} names */
  const entriesOf = names => names.flatMap(name => catalogue.categories.find(entry => entry.name === name) ?? []);
  const close = () => {
    list.hidden = true;
    nothing.hidden = true;
    active = -1;
    field.ariaExpanded = "false";
    mark();
  };
  const mark = () => {
    [...list.children].forEach((row, at) => row.ariaSelected = String(at === active));
    if (active === -1) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", `${listId}-${active}`);
    list.children[active]?.scrollIntoView({ block: "nearest" });
  };
  /** @param {KeyboardEvent} event */
  const key = event => {
    let late;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      if (list.hidden && ["", category].includes(field.value)) open(catalogue.categories);
      else if (list.hidden) find();
      else active = (active + step + found.length) % found.length;
      mark();
    } else if (event.key === "Enter" && (late = find.now())) {
      event.preventDefault();
      late.then(() => active !== -1 && choose(found[active]));
    } else if (event.key === "Enter" && !list.hidden && active !== -1) {
      // Enter takes the category; the next Enter goes on.
      event.preventDefault();
      choose(found[active]);
    } else if (event.key === "Escape" && !(list.hidden && nothing.hidden)) {
      event.preventDefault();
      close();
      field.value = category ?? "";
    }
  };

  const search = {
    element,
    /** The categories whose names the question itself contains, as buttons. @type {Content} */
    suggestions: null,
    focus: () => field.focus(),
    error: (/** @type {Content} */ text) => fill(wrong, text),
    /** @param {string | null} chosen @param {string[]} matters */
    show(chosen, matters) {
      // What is being typed stays; only a choice made elsewhere changes the field.
      if (chosen !== category && (chosen || field.value === category)) field.value = chosen ?? "";
      category = chosen;
      const named = entriesOf(matters);
      search.suggestions = named.length ? suggested(named, choose, el("span", { class: "hint" }, "From your question: ")) : null;
    },
  };
  return search;
}

/** Categories as buttons. @param {CatalogueCategory[]} entries @param {(entry: CatalogueCategory) => void} choose @param {Content} before */
function suggested(entries, choose, before = null) {
  return el("p", { class: "suggestions" }, before, entries.map(entry => button("small", () => choose(entry), entry.name)));
}

/** @param {CatalogueCategory} entry @param {string} id @param {(entry: CatalogueCategory) => void} choose */
function option(entry, id, choose) {
  const place = `${entry.board} board · ${entry.angle} angle · ${entry.force}${entry.house ? `, house ${entry.house}` : ""}`;
  return el(
    "li",
    // The field must not lose the focus before the click arrives.
    { role: "option", id, "aria-selected": "false", onmousedown: event => event.preventDefault(), onclick: () => choose(entry) },
    el("strong", {}, entry.name),
    el("span", { class: "place" }, place),
  );
}

/** Opens all categories, house by house; `pick` is called with the one that is chosen. @param {Catalogue} catalogue @param {(entry: CatalogueCategory) => void} pick */
function browse(catalogue, pick) {
  /** @param {CatalogueCategory} entry */
  const choose = entry => {
    dialog.close();
    pick(entry);
  };
  const dialog = openDialog("What is it about?", [
    el("p", { class: "hint" }, "Each house of the zodiac has its matters. What is too large for a house belongs to an element."),
    catalogue.forces.map(({ name, house, matters }) => {
      const entries = catalogue.categories.filter(entry => house ? entry.house === house : !entry.house && entry.force === name);
      const [heading, hint] = house ? [`House ${house}, ${name}`, matters.join(", ")] : [name, "the element itself"];
      return entries.length > 0
        && [el("h3", { class: "area" }, heading, el("span", { class: "hint" }, ` ${hint}`)), suggested(entries, choose)];
    }),
  ]);
}

/** Opens the dialog on a draft. Every choice is saved at once. @param {DraftFile} file @param {Catalogue} catalogue */
function openRules(file, catalogue) {
  const { filled, fields } = file.draft;
  const arrays = arraysOf(catalogue, filled.board);
  /** @param {keyof DraftFields} key */
  const pick = key => (/** @type {string} */ value) => file.change({ [key]: value });
  const dialog = openDialog("Array and rules", [
    described("Array", arrays, filled.array, pick("array"), null),
    described("Ruleset", catalogue.rulesets, fields.ruleset, pick("ruleset")),
    described("Procedure", catalogue.procedures, fields.procedure, pick("procedure")),
    described("Dice table", catalogue.dice, fields.dice, pick("dice")),
    described("Direction of play", DIRECTIONS, fields.direction, pick("direction")),
    el("p", { class: "act-row" }, button("primary", () => dialog.close(), "Done")),
  ]);
}

const DIRECTIONS = [{ name: "deosil", text: "Clockwise: Air, Water, Fire, Earth." }, {
  name: "widdershins",
  text: "Anticlockwise: Air, Earth, Fire, Water.",
}];

/** The arrays of a board. @param {Catalogue} catalogue @param {string | null} board */
export function arraysOf(catalogue, board) {
  const text = "The first shares the throne with the king.";
  return (catalogue.boards.find(({ name }) => name === board)?.arrays ?? []).map(array => ({
    ...array,
    text: `From the throne outward: ${array.officers.join(", ")}. ${text}`,
  }));
}

/** A list of names, with the description of the chosen one beneath. @param {string} label @param {CatalogueEntry[]} options @param {string | null} chosen @param {(name: string) => void} pick @param {string | null} usual */
export function described(label, options, chosen, pick, usual = options[0]?.name) {
  const about = el("p", { class: "hint" });
  const change = () => {
    describe();
    pick(select.value);
  };
  const select = el("select", { onchange: change },
    options.map(({ name }) => el("option", { value: name }, name === usual ? `${name} (default)` : name)));
  const describe = () => fill(about, options.find(({ name }) => name === select.value)?.text);
  select.value = chosen ?? options[0]?.name;
  describe();
  const { element } = field(label, select);
  element.append(about);
  return element;
}
