// What is said and typed: words for a screen reader, names of pieces, cards, keys, and the calls of the program.

import assert from "node:assert/strict";
import test from "node:test";
import { heard, said } from "./dom.js";
import { modelOf, offer, state, turn } from "./games.js";

const live = await import("../../src/server/page/live.js");
const marks = await import("../../src/server/page/marks.js");
const cards = await import("../../src/server/page/cards.js");
const text = await import("../../src/server/page/text.js");
const seats = await import("../../src/server/page/seats.js");
const { prefer, preference } = await import("../../src/server/page/preferences.js");
const { Api } = await import("../../src/server/page/api.js");
const { JournalModel } = await import("../../src/server/page/model.js");
const { listenToKeys } = await import("../../src/server/page/keys.js");

const announced = (before, after) => {
  live.announceTurn(modelOf(JournalModel, state(after)).journal, state(before));
  return said("announce");
};

test("pieces have the names of their kinds, pawns those of their officers", () => {
  assert.deepEqual(["wN", "wn", "eK", "fq"].map(marks.pieceName), ["knight", "knight’s pawn", "king", "queen’s pawn"]);
  assert.deepEqual(["wN", "wn", "eR*"].map(marks.kindOf), ["knight", "pawn", "rook"]);
  assert.deepEqual(["aK", "wK", "fK", "eK"].map(marks.armyOf), ["Air", "Water", "Fire", "Earth"]);
});

test("a frozen piece has a symbol of its own", () => {
  assert.deepEqual(["wN", "wN*"].map(marks.pieceId), ["p-wN", "p-wN-frozen"]);
});

test("a face of a die has its pips", () => {
  assert.deepEqual([1, 2, 3, 4, 5, 6].map(number => marks.icon(`die${number}`).all("circle").length), [1, 2, 3, 4, 5, 6]);
});

test("a square says what stands on it", () => {
  const place = { pieces: "a1wK a1wB c3eN*" };
  assert.deepEqual(live.piecesOn(place, "a1"), ["wK", "wB"]);
  assert.equal(live.whatStandsOn(place, "a1"), "king of Water and bishop of Water");
  assert.equal(live.whatStandsOn(place, "c3"), "knight of Earth, frozen");
  assert.equal(live.whatStandsOn(place, "d4"), "empty");
});

test("a cell says what can be done there", () => {
  const options = [offer("a1", "a5", { marks: ["attacked"] })];
  const shown = { standing: null, isPtah: true, gloss: { force: "Gemini" }, options, isWarned: true };
  assert.equal(live.cellName("a5", shown), "a5, Gemini, Ptah, empty, king can move here, attacked");
});

test("a cell of another game says what a move leads to", () => {
  const options = [offer("a1", "b2", { name: "rook", piece: null, takes: true, consequences: ["ends the game"] })];
  assert.equal(live.cellName("b2", { standing: "a pawn", isChecked: true, options }),
    "b2, a pawn, in check, rook can take it, ends the game");
});

test("clauses become sentences", () => {
  assert.equal(live.sentences(["gives check to Air", "ends."]), "Gives check to Air. Ends.");
  assert.equal(live.capital("éa"), "Éa");
});

test("the same words twice are spoken twice", () => {
  live.announce("Saved.");
  live.announce("Saved.");
  assert.equal(said("announce"), "Saved.\u00a0");
});

test("a turn is told with its square", () => {
  const played = turn(1, { piece: "wK", to: "a5", place: {}, facts: ["gives check to Air"] });
  assert.equal(announced({}, { turns: [played], now: { state: "throw", turn: 2 } }),
    "King to a5, onto the Ptah. Gives check to Air. Saved. Turn 2, Water, Anna throws.");
});

test("a throw is told with the squares that it opens", () => {
  const offers = [offer("a1", "a5"), offer("a1", "b2", { takes: true }), offer("a1", "a2", { marks: ["attacked"] })];
  assert.equal(announced({}, { now: { throw: 1, role: "king", offers } }),
    "1: king. Three squares: a5 Ptah, b2 capture, a2 attacked.");
});

test("a throw that several pieces answer names them", () => {
  const offers = [offer("a1", "a2", { name: "pawn" }), offer("c1", "c2", { name: "pawn", piece: "wq" })];
  assert.equal(announced({}, { now: { throw: 6, role: "a pawn", offers } }), "6: a pawn. Two pieces: pawn on a1, pawn on c1.");
});

test("the end is told once", () => {
  const over = { now: { state: "over", end: "Water wins." } };
  assert.equal(announced({}, over), "Water wins.");
  assert.equal(announced(over, over), "");
});

test("numbers and lists are words", () => {
  assert.deepEqual([text.count(1, "reading"), text.count(1200, "reading"), text.count(2, "army", "armies")], [
    "1 reading",
    "1,200 readings",
    "2 armies",
  ]);
  assert.deepEqual([[], ["A"], ["A", "B"], ["A", "B", "C"]].map(text.list), ["", "A", "A and B", "A, B and C"]);
});

test("what a person wrote is never markup", () => {
  const shown = text.words("<b>x</b>");
  assert.deepEqual([shown.all("b").length, shown.textContent, shown.attributes.dir], [0, "<b>x</b>", "auto"]);
});

test("attributes that are false are left out, true ones have no value", () => {
  const { attributes } = text.el("input", { a: false, b: null, c: true, d: 3 });
  assert.deepEqual(attributes, { c: "", d: "3" });
});

test("children that are nothing are left out, and lists are flat", () => {
  assert.deepEqual(text.el("p", {}, null, ["a", [false, "b"]], "", 0).children, ["a", "b", 0]);
});

test("of many calls the last is made", () => {
  let made = 0;
  const act = text.settled(() => made += 1, 10_000);
  act();
  act();
  act.now();
  act.now();
  assert.equal(made, 1);
});

test("ids are unique", () => {
  assert.notEqual(text.uniqueId("field"), text.uniqueId("field"));
});

test("a player is named who is more than the seat", () => {
  const named = ["Anna", "Water", "the player", ""].map(player => seats.playerOf({ name: "Water", player }));
  assert.deepEqual(named, ["Anna", null, null, null]);
});

test("a colour cannot leave its class", () => {
  const disc = seats.seatDisc({ name: "X", letter: "x", colour: 're d" x', out: true });
  assert.deepEqual([disc.attributes.class, disc.textContent], ["disc seat-disc seat-redx out", "X"]);
});

test("preferences are remembered", () => {
  prefer("side", 2);
  assert.deepEqual([preference("side"), JSON.parse(localStorage.getItem("enochian")).side], [2, 2]);
  prefer("side", 0);
});

test("cards have names", () => {
  assert.deepEqual(["7h", "Td", "As", "??"].map(cards.cardName), [
    "7 of hearts",
    "10 of diamonds",
    "ace of spades",
    "a card not known",
  ]);
});

test("buttons of acts of chance say what they do", () => {
  assert.equal(cards.dealOf("field ??????").deal, "Show the field cards");
  assert.equal(cards.dealOf("refill ????").atTable, "Shuffle the discards into the deck at your table.");
});

/** What a form makes of the texts that are typed into its fields. */
function filled(act, ...typed) {
  let played = null;
  const form = cards.openActForm(act, made => {
    played = made;
  });
  form.all("input").forEach((input, index) => {
    input.value = typed[index] ?? "";
  });
  form.listeners.submit({ preventDefault() {} });
  const wrong = form.all("p").find(part => part.attributes.class === "wrong");
  return played ?? wrong.textContent;
}

test("cards are read as people write them", () => {
  assert.equal(filled("field ??????", "7H, 10d ks"), "field 7hTdKs");
  assert.equal(filled("field ??????", "7hTd"), "field 7hTd??");
});

test("a form without cards is the act as it is", () => {
  assert.equal(filled("field ??????"), "field ??????");
});

test("what is not a card is refused, and what is too many", () => {
  assert.equal(filled("field ??????", "7x"), "Type cards as rank and suit, such as 7h Td Ks As.");
  assert.equal(filled("field ????", "7h 8h 9h"), "The three field cards: at most 2 cards.");
});

test("a deck is dealt in hands and fields", () => {
  const deal = `deal ${"??".repeat(20)}`;
  assert.equal(filled(deal, "7h", "", "", "Kd"), "deal 7h??????/???????? ??????/Kd????");
});

/** Presses keys where nothing has the focus; returns the acts that follow. */
async function press(begun, ...keys) {
  const { journal, calls } = modelOf(JournalModel, state(begun));
  journal.act = async act => calls.push(["act", act]);
  journal.step = at => calls.push(["step", at]);
  journal.leave = () => calls.push(["leave"]);
  journal.board.focus = square => calls.push(["focus", square]);
  journal.note.open = () => true;
  const end = listenToKeys(journal);
  const event = { target: document.body, preventDefault() {} };
  for (const key of keys) await heard.keydown({ ...event, key });
  end();
  return calls.filter(([name]) => name !== "turn");
}

test("a digit is a throw where the die is thrown by hand", async () => {
  assert.deepEqual(await press({ die: "hand", now: { state: "throw" } }, "4"), [["act", { kind: "throw", number: 4 }]]);
  assert.deepEqual(await press({ die: "hand", now: { state: "throw" } }, "7"), []);
  assert.deepEqual(await press({ die: "hand", now: { state: "move" } }, "4"), []);
});

test("a digit at a No Move is the next throw", async () => {
  const { journal, calls } = modelOf(JournalModel, state({ die: "hand", now: { state: "no_move" } }));
  journal.act = async act => {
    calls.push(act);
    journal.state.now.state = "throw";
    return true;
  };
  const end = listenToKeys(journal);
  await heard.keydown({ target: document.body, key: "4", preventDefault() {} });
  await new Promise(resolve => setTimeout(resolve));
  end();
  assert.deepEqual(calls, [{ kind: "pass" }, { kind: "throw", number: 4 }]);
});

test("Enter goes on, but throws no die", async () => {
  let clicked = 0;
  for (const [now, clicks] of [["throw", 0], ["no_move", 1]]) {
    const { journal } = modelOf(JournalModel, state({ die: "program", now: { state: now, program_throws: true } }));
    journal.turn.element = { querySelector: () => ({ click: () => clicked += 1 }) };
    const end = listenToKeys(journal);
    heard.keydown({ target: document.body, key: "Enter", preventDefault() {} });
    end();
    assert.equal(clicked, clicks, now);
  }
});

test("a letter and a digit are a square", async () => {
  assert.deepEqual(await press({ now: { state: "move" } }, "a", "5"), [["focus", "a5"]]);
});

test("a whole move is typed and sent", async () => {
  assert.deepEqual(await press({}, "K", "a", "5", "Enter"), [["act", { kind: "typed", text: "Ka5" }]]);
  assert.deepEqual(await press({}, "K", "a", "4", "Backspace", "5", "Enter"), [["act", { kind: "typed", text: "Ka5" }]]);
});

test("p lets the program throw where it does", async () => {
  assert.deepEqual(await press({ now: { state: "throw", program_throws: true } }, "p"), [["act", { kind: "deal" }]]);
  assert.deepEqual(await press({ now: { state: "throw", program_throws: false } }, "p"), []);
});

test("keys go through the turns", async () => {
  const turns = [turn(1), turn(2)];
  assert.deepEqual(await press({ turns }, ",", "Home", "End", "."), [["step", 1], ["step", 0], ["step", 2], ["step", 3]]);
});

test("the letters of a sentence are not commands", async () => {
  assert.deepEqual(await press({ now: { state: "throw", program_throws: true } }, "w", "p", "p"), []);
});

test("keys with a modifier belong to the browser", async () => {
  assert.deepEqual(await press({}, "Escape"), [["leave"]]);
  const { journal } = modelOf(JournalModel, state());
  journal.leave = () => assert.fail("pressed");
  const end = listenToKeys(journal);
  heard.keydown({ key: "Escape", ctrlKey: true, target: document.body });
  end();
  assert.equal(heard.keydown, undefined);
});

/** Calls with a program that answers with these, one by one; null does not answer. Returns the result and the requests. */
async function asked(answers, ask) {
  const requests = [];
  const [before, late] = [globalThis.fetch, globalThis.setTimeout];
  globalThis.setTimeout = act => late(act, 0);
  globalThis.fetch = async (address, request) => {
    requests.push([address, request.body && JSON.parse(request.body)]);
    const answer = answers.shift();
    if (!answer) throw new TypeError("nobody");
    return { ok: !answer.error && !answer.status, status: answer.status ?? 200, json: async () => answer };
  };
  const api = new Api();
  const result = await ask(api).catch(error => error);
  Object.assign(globalThis, { fetch: before, setTimeout: late });
  return { result, requests, api };
}

test("what is asked for has no empty parts", () => {
  const api = new Api();
  assert.equal(api.url("api/state", { journal: "a b", seat: null, side: 0 }), "api/state?journal=a+b&side=0");
  assert.equal(api.url("api/words"), "api/words");
});

test("an act is sent again until it is answered, under one name", async () => {
  const { result, requests } = await asked([null, null, { state: { revision: 2 } }], it => it.act({ act: 1 }, "x"));
  assert.deepEqual(result, { revision: 2 });
  assert.deepEqual(requests, Array(3).fill(["api/act", { act: 1, id: "x" }]));
});

test("what has no name is sent once", async () => {
  const { result, requests } = await asked([null, {}], api => api.post("api/branch", {}));
  assert.deepEqual([result.problem.code, requests.length], ["gone", 1]);
});

test("four silences are the end", async () => {
  const { result, requests } = await asked([], api => api.get("api/words"));
  assert.deepEqual([result.problem.code, result.message, requests.length], ["gone", "The program has stopped.", 4]);
});

test("an error comes with the present state", async () => {
  const error = { code: "stale", text: "Too late." };
  const { result } = await asked([{ error, state: { revision: 3 } }], api => api.act({}, "x"));
  assert.deepEqual([result.problem, result.state], [error, { revision: 3 }]);
});

test("a program that stops is gone, and a strange answer is an error", async () => {
  const stopped = await asked([{ error: { code: "stopped", text: "Stopped." } }], api => api.get("x"));
  assert.equal(stopped.result.problem.code, "gone");
  const strange = await asked([{ status: 500 }], api => api.get("x"));
  assert.equal(strange.result.message, "The program answered 500.");
});

test("two clicks begin one thing, and a third one after it another", async () => {
  let begun = 0, done = () => {};
  const begin = () => {
    begun += 1;
    return new Promise(resolve => done = resolve);
  };
  for (const [{ listeners }, kind] of [[text.button("", begin), "click"], [text.el("form", { onsubmit: begin }), "submit"]]) {
    begun = 0;
    listeners[kind]({ preventDefault() {} });
    listeners[kind]({ preventDefault() {} });
    assert.equal(begun, 1);
    done();
    await text.pause(5);
    listeners[kind]({ preventDefault() {} });
    assert.equal(begun, 2);
    done();
  }
});
