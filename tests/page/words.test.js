// What is said and typed: words for a screen reader, names of pieces, and the calls of the program.

import assert from "node:assert/strict";
import test from "node:test";
import { said } from "./dom.js";

const live = await import("../../src/server/page/live.js");
const marks = await import("../../src/server/page/marks.js");
const text = await import("../../src/server/page/text.js");
const { prefer, preference } = await import("../../src/server/page/preferences.js");
const { Api } = await import("../../src/server/page/api.js");

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

test("the same words twice are spoken twice", () => {
  live.announce("Saved.");
  live.announce("Saved.");
  assert.equal(said("announce"), "Saved.\u00a0");
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

test("preferences are remembered", () => {
  prefer("side", 2);
  assert.deepEqual([preference("side"), JSON.parse(localStorage.getItem("enochian")).side], [2, 2]);
  prefer("side", 0);
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
  assert.equal(api.url("api/lesson", { name: "a b", tag: null, day: 0 }), "api/lesson?name=a+b&day=0");
  assert.equal(api.url("api/words"), "api/words");
});

test("what has no name is sent once", async () => {
  const { result, requests } = await asked([null, {}], api => api.post("api/branch", {}));
  assert.deepEqual([result.problem.code, requests.length], ["gone", 1]);
});

test("four silences are the end", async () => {
  const { result, requests } = await asked([], api => api.get("api/words"));
  assert.deepEqual([result.problem.code, result.message, requests.length], ["gone", "The program has stopped.", 4]);
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
