// What is said and built: words for a screen reader, elements, and what the browser remembers.

import assert from "node:assert/strict";
import test from "node:test";
import { said } from "./dom.js";

const live = await import("../../src/server/page/live.js");
const text = await import("../../src/server/page/text.js");
const { prefer, preference } = await import("../../src/server/page/preferences.js");

test("the same words twice are spoken twice", () => {
  live.announce("Saved.");
  live.announce("Saved.");
  assert.equal(said("announce"), "Saved.\u00a0");
});

test("numbers are words", () => {
  assert.deepEqual([text.count(1, "reading"), text.count(1200, "reading"), text.count(2, "army", "armies")], [
    "1 reading",
    "1,200 readings",
    "2 armies",
  ]);
});

test("what a person wrote is never markup", () => {
  const shown = text.el("p", {}, "<b>x</b>");
  assert.deepEqual([shown.all("b").length, shown.textContent], [0, "<b>x</b>"]);
});

test("attributes that are false are left out, true ones have no value", () => {
  const { attributes } = text.el("input", { a: false, b: null, c: true, d: 3 });
  assert.deepEqual(attributes, { c: "", d: "3" });
});

test("children that are nothing are left out, and lists are flat", () => {
  assert.deepEqual(text.el("p", {}, null, ["a", [false, "b"]], "", 0).children, ["a", "b", 0]);
});

test("preferences are remembered", () => {
  prefer("side", 2);
  assert.deepEqual([preference("side"), JSON.parse(localStorage.getItem("enochian")).side], [2, 2]);
  prefer("side", 0);
});

test("two clicks begin one thing, and a third one after it another", async () => {
  let begun = 0, done = () => {};
  const begin = () => {
    begun += 1;
    return new Promise(resolve => done = resolve);
  };
  const { listeners: { click } } = text.button("", begin);
  click();
  click();
  assert.equal(begun, 1);
  done();
  await text.pause(5);
  click();
  assert.equal(begun, 2);
  done();
});
