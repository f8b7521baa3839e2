// The third step: who plays, who throws the die, and which armies each player has.

import { choices, errorOf, field, problem, problemOf } from "./fields.js";
import { announce } from "./live.js";
import { ARMIES, armyDisc, icon } from "./marks.js";
import { seatList } from "./seats.js";
import { button, byHand, codeLine, el, fill, line } from "./text.js";

const MOST = 4;

const THROWERS = [
  {
    value: "by hand",
    label: "A real die",
    hint: `You throw your own die and ${byHand("click", "tap")} the number that it shows.`,
  },
  { value: "by the program", label: "The program", hint: "The program throws the die for everybody." },
  { value: "seed", label: "A seed", hint: "The program throws, from a number: the same number gives the same throws again." },
];

/** The step, as asking.js shows it. @param {StepContext} context @returns {QuestionStep} */
export function playersStep({ api, file, defaults }) {
  const names = playerNames(file.fields.players ?? [file.fields.querent ?? ""], players => {
    file.change({ players: players.length ? players : null }, { isTyping: true });
    seats();
  });
  const die = choices("Who throws the die?", THROWERS, value => {
    file.change({ die: value === "seed" ? seeded() : value });
    seats(true);
  }, { style: "even" });
  const about = el("p", { class: "hint" });
  die.element.append(about);
  const seed = codeLine({
    inputmode: "numeric",
    maxlength: 20,
    value: /^seed (.*)/.exec(file.fields.die ?? "")?.[1] ?? "",
    oninput: () => file.change({ die: seeded() }, { isTyping: true }),
  });
  const seeded = () => `seed ${seed.value.trim()}`;
  const seedField = field("Seed", seed, { hint: "A whole number, for example 7." });
  const parts = { players: names, die: seedField };
  const seating = seatingPart(api);
  const alone = el("p", { class: "hint" });

  const seats = (isAnew = false) =>
    seating.show({
      draft: file.name,
      players: names.value(),
      querent: file.draft.filled.angle,
      isByProgram: thrower() !== "by hand",
      isAnew,
    });
  const given = () => file.fields.die ?? defaults.die ?? "by hand";
  const thrower = () => given().startsWith("seed") ? "seed" : given();

  return {
    title: "Who plays?",
    next: "Go on",
    element: el("div", { class: "fields" }, names.element, alone, die.element, seedField.element, seating.element),
    focus: () => names.focus(),
    get given() {
      return seating.given;
    },
    show({ errors, filled }) {
      die.show(thrower());
      fill(about, THROWERS.find(({ value }) => value === thrower())?.hint);
      seedField.element.hidden = thrower() !== "seed";
      for (const [key, part] of Object.entries(parts)) part.error(errorOf(errors, key));
      const [first, ...others] = names.value();
      fill(alone, others.length
        ? `The first plays ${filled.angle ?? "the army of the angle"}, for the querent.`
        : `${first ?? "The querent"} plays all four armies. Add a name if somebody plays with you.`);
      seats();
    },
    check({ errors, missing }) {
      if (errors.some(({ key }) => key in parts) || missing.includes("die")) return true;
      return seating.isSettled() ? false : "The armies are not chosen yet.";
    },
    settled: () => ({ players: names.value().length ? names.value() : null, die: given() }),
  };
}

/** Fields for one to four names. @param {string[]} players @param {(players: string[]) => void} changed */
export function playerNames(players, changed) {
  const rows = el("ol", { class: "players plain-list" });
  const wrong = el("p", { class: "wrong" });
  const add = button("link", () => insert("", true), "Add a player");
  const program = button("link", () => insert("level-2", true), "Add the program");
  const inputs = () => [...rows.querySelectorAll("input")];
  const value = () => inputs().map(input => input.value.trim()).filter(Boolean);

  const count = () => {
    const all = inputs();
    all.forEach((input, at) => input.ariaLabel = `Player ${at + 1}`);
    for (const remove of rows.querySelectorAll("button")) remove.hidden = all.length === 1;
    add.hidden = program.hidden = all.length >= MOST;
  };
  const update = () => {
    count();
    changed(value());
  };
  /** @param {string} name */
  const insert = (name, isNew = false) => {
    const input = line({ value: name, maxlength: 200, oninput: update, placeholder: "Name" });
    const remove = button({ class: "bare", "aria-label": "Remove this player" }, () => {
      row.remove();
      update();
      inputs().at(-1).focus();
    }, icon("cross"));
    const row = el("li", {}, input, remove);
    rows.append(row);
    if (!isNew) return;
    update();
    input.focus();
  };
  for (const name of players) insert(name);
  count();
  return {
    element: el("fieldset", { class: "choices" }, el("legend", { class: "unseen" }, "Players"), rows,
      el("p", { class: "act-row" }, add, program),
      el("p", { class: "hint" }, "A player named level-1 to level-4 is the program."), wrong),
    value,
    focus: () => inputs()[0].focus(),
    error: (/** @type {Content} */ text) => fill(wrong, text),
  };
}

/** The part of a page that seats the players; `settled` is called whenever the seats change. @param {Api} api */
export function seatingPart(api, settled = () => {}) {
  /** @type {Seating | null} */
  let setting = null;
  /** @type {SeatAnswer[]} */
  let given = [];
  /** @type {SeatingView | null} */
  let answer = null;
  let newest = 0;
  const element = el("section", { class: "seating", tabindex: "-1", "aria-label": "Armies", hidden: true });

  const ask = async () => {
    newest += 1;
    const mine = newest;
    if (!setting) return;
    const { draft, players, querent } = setting;
    try {
      const next = await api.post("api/seating", { draft, players, querent, given });
      if (mine !== newest) return;
      answer = next;
      given = next.given ?? given;
      draw();
      settled();
    } catch (error) {
      if (mine === newest) fill(element, problem(problemOf(error)));
    }
  };
  /** @param {SeatAnswer} one */
  const give = one => {
    given = [...given, one];
    ask();
  };
  const again = () => {
    given = [];
    ask();
  };

  const draw = () => {
    const hadFocus = element.contains(document.activeElement);
    if (!answer || !setting) return;
    const { next, seats, said } = answer;
    fill(element, el("h3", {}, "Armies"), said.length > 0 && el("p", { class: "hint" }, said.join(" ")),
      next?.kind === "throw" && throwFor(next, setting.isByProgram, give), next?.kind === "choose" && chooseFor(next, give),
      seats && seatList(Object.values(ARMIES).map(name => ({ name, colour: name.toLowerCase(), player: seats[name] }))),
      given.length > 0 && el("p", {}, button("link", again, "Throw again from the start")));
    // An Enter too many neither throws nor chooses for the next player.
    if (hadFocus) element.focus();
    // The next throw must be seen, however many players are above it.
    if (next && given.length) element.scrollIntoView({ block: "nearest" });
    if (given.length && said.length) announce(said[said.length - 1]);
  };

  return {
    element,
    get given() {
      return given;
    },
    isSettled: () => setting === null || setting.players.length < 2 || Boolean(answer?.seats),
    /** Seats these players. Throws that were made stay, unless it is about others now, or another die. @param {Seating & { isAnew?: boolean }} fresh */
    show(fresh) {
      const { isAnew = false, ...rest } = fresh;
      const isSame = JSON.stringify(rest) === JSON.stringify(setting);
      if (isSame && !isAnew) return;
      setting = rest;
      given = [];
      answer = null;
      element.hidden = rest.players.length < 2;
      // Two of the same name cannot be seated; the field says so.
      if (element.hidden || new Set(rest.players).size !== rest.players.length) {
        newest += 1;
        fill(element);
        settled();
      } else ask();
    },
  };
}

/** A player throws: what each of the real dice shows, or a throw by the program. @param {NextSeat & { kind: "throw" }} next @param {boolean} isByProgram @param {(one: SeatAnswer) => void} give */
function throwFor({ player, dice: needed }, isByProgram, give) {
  /** @type {number[]} */
  const shown = [];
  const told = el("p", { class: "hint", role: "status" }, `Press what each of the ${needed} dice shows.`);
  /** @param {number} number */
  const press = number => {
    shown.push(number);
    if (shown.length === needed) give({ throw: shown });
    else fill(told, `${shown.join(" + ")} + … Now the next die.`);
  };
  const dice = [1, 2, 3, 4, 5, 6].map(number =>
    button({ class: "die", "aria-label": `${player} throws ${number}` }, () => press(number), icon(`die${number}`))
  );
  const program = button(isByProgram ? "" : "link", () => give({ throw: "program" }),
    isByProgram ? `Throw for ${player}` : "Let the program throw");
  return el("div", { class: "throw-for" },
    el("p", {}, el("strong", {}, `${player} throws ${needed} dice.`), " The highest total chooses first; ties throw again."),
    isByProgram ? program : [told, el("div", { class: "dice" }, dice), el("p", { class: "hint" }, "No die at hand? ", program)]);
}

/** @param {NextSeat & { kind: "choose" }} next @param {(one: SeatAnswer) => void} give */
function chooseFor({ player, armies, sides }, give) {
  return el("div", {}, el("p", {}, el("strong", {}, `${player} chooses ${sides ? "a side" : "an army"}.`)),
    el("div", { class: "row" }, armies.map(army => button("", () => give({ army }), armyDisc(army), army))));
}
