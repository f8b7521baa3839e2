// What a journal on the table knows, and what follows from an act.

import assert from "node:assert/strict";
import test from "node:test";
import { said } from "./dom.js";
import { modelOf, offer, state, turn } from "./games.js";

const { JournalModel, newsOf } = await import("../../src/server/page/model.js");
const { lighting } = await import("../../src/server/page/lighting.js");
const model = (begun, answers) => modelOf(JournalModel, state(begun), answers);
const refused = (code, more = {}) => ({ problem: { code, text: `It is ${code}.`, ...more } });

test("the only piece that can move is selected", () => {
  const { journal } = model({ now: { offers: [offer("a1", "a2"), offer("a1", "b2")] } });
  assert.equal(journal.selection, "a1");
  assert.deepEqual(journal.movers.map(({ from, moves }) => [from, moves.length]), [["a1", 2]]);
});

test("of two pieces none is selected until one is chosen", () => {
  const { journal } = model({ now: { offers: [offer("a1", "a2"), offer("c1", "c2", { piece: "wq" })] } });
  assert.equal(journal.selection, null);
  assert.equal(journal.moves.length, 2);
  journal.selected = "c1";
  assert.deepEqual(journal.moves.map(move => move.to), ["c2"]);
});

test("two pieces on one square are two movers", () => {
  const { journal } = model({ now: { offers: [offer("h1", "g1"), offer("h1", "g2", { piece: "wB" })] } });
  assert.deepEqual(journal.movers.map(mover => mover.piece), ["wK", "wB"]);
  assert.equal(journal.selection, null);
});

test("an act beside the moves leaves the choice open", () => {
  const { journal } = model({ now: { offers: [offer("a1", "a2"), offer(null, null, { text: "pass" })] } });
  assert.equal(journal.selection, null);
  assert.equal(journal.allMoves.length, 1);
});

test("an earlier turn offers nothing and shows its own place", () => {
  const place = { pieces: "a5wK" };
  const { journal } = model({ turns: [turn(1, { place })], now: { offers: [offer("a1", "a2")] } });
  journal.at = 0;
  assert.deepEqual(journal.offers, []);
  assert.equal(journal.place, place);
  assert.equal(journal.canAct, false);
});

test("before the first turn the start is shown", () => {
  const { journal } = model({ turns: [turn(1)] });
  journal.at = -1;
  assert.deepEqual(journal.place, { pieces: "a1wK" });
  assert.equal(journal.landing, null);
  assert.equal(journal.noteTurn, 0);
});

test("the landing is that of the last turn in which a piece landed", () => {
  const { journal } = model({ turns: [turn(1), turn(2, { square: "b2" }), turn(3)] });
  assert.equal(journal.landing.turn, 2);
  journal.at = 2;
  assert.equal(journal.landing.turn, 3);
});

test("a turn with several acts is found at the last of them", () => {
  const { journal } = model({ turns: [turn(1), turn(1), turn(2)] });
  assert.equal(journal.indexOf(1), 1);
  assert.equal(journal.indexOf(9), -1);
});

test("a note is on the turn that is shown, or that the program names", () => {
  const { journal } = model({ turns: [turn(4)], now: { note_turn: 5 } });
  assert.equal(journal.noteTurn, 5);
  journal.at = 0;
  assert.equal(journal.noteTurn, 4);
});

test("tools are found by their names", () => {
  const { journal } = model({ now: { tools: [{ name: "draw" }, { name: "resign" }] } });
  assert.deepEqual(journal.tool("resign"), { name: "resign" });
  assert.equal(journal.tool("withdraw"), null);
});

test("a concluded journal is written on by everybody and played by nobody", () => {
  const { journal } = model({ now: { state: "concluded" } });
  assert.deepEqual([journal.isConcluded, journal.isOpen, journal.canWrite, journal.actor], [true, false, true, null]);
});

test("a game that is over can still be concluded", () => {
  const { journal } = model({ now: { state: "over", offers: [offer("a1", "a2")] } });
  assert.deepEqual([journal.canAct, journal.canPlay, journal.offers.length], [true, false, 0]);
});

test("chance is no actor", () => {
  assert.equal(model({ now: { seat: null } }).journal.actor, null);
  assert.equal(model().journal.actor.player, "Anna");
});

test("dealt cards are covered until their player takes the place", () => {
  const { journal } = model({ deals: "program", several_players: true });
  assert.deepEqual([journal.isCovered, journal.canPlay], [true, false]);
  journal.seat = 0;
  assert.deepEqual([journal.isCovered, journal.isForeign, journal.canPlay], [false, false, true]);
  journal.seat = 1;
  assert.deepEqual([journal.isForeign, journal.canPlay], [true, false]);
});

test("cards that are dealt at a real table hide nothing", () => {
  assert.equal(model({ deals: "table", several_players: true }).journal.isCovered, false);
});

test("whoever holds a hero is dealt one card less", () => {
  const beside = [["Hand of Water", "7h, hero As"], ["Hand of Air", "Kd"]];
  assert.deepEqual(model({ drawing: { svg: "", last: [], beside } }).journal.dealtHands, [3, 4]);
});

test("a page says how much it has", () => {
  const { has } = model({ revision: 7, turns: [turn(1), turn(2)], notes: [{}] }).journal;
  assert.deepEqual(has, { revision: 7, turns: 2, notes: 1 });
});

test("an act names its revision and is drawn when it is answered", async () => {
  const after = state({ revision: 2, turns: [turn(1)], now: { turn: 2 } });
  const { journal, calls } = model({}, [after]);
  assert.equal(await journal.act({ kind: "move", text: "a1-a2" }), true);
  const [, body, id] = calls.find(([name]) => name === "act");
  assert.deepEqual([body.revision, body.act, body.has, id], [1, { kind: "move", text: "a1-a2" }, {
    revision: 1,
    turns: 0,
    notes: 0,
  }, "act-1"]);
  assert.deepEqual([journal.state.revision, journal.pending], [2, null]);
  assert.equal(said("announce"), "Water: turn 1. Saved. Turn 2, Water, Anna moves.");
});

test("what came is put behind what the page has", async () => {
  const after = state({ revision: 2, turns: [turn(2)], notes: [{ text: "b" }], notes_from: 1 });
  after.turns.from = 1;
  const { journal } = model({ turns: [turn(1)], notes: [{ text: "a" }] });
  await journal.accept(after);
  assert.deepEqual(journal.turns.map(one => one.turn), [1, 2]);
  assert.deepEqual(journal.state.notes.map(note => note.text), ["a", "b"]);
});

test("what is taken back goes", async () => {
  const after = state({ revision: 2 });
  after.turns.from = 1;
  const { journal } = model({ turns: [turn(1), turn(2)] });
  await journal.accept(after);
  assert.deepEqual(journal.turns.map(one => one.turn), [1]);
  assert.match(said("announce"), /^Taken back\./);
});

test("a new turn drops the choice, a note leaves it", async () => {
  const { journal } = model();
  journal.selected = "a1";
  await journal.accept(state({ revision: 2, notes: [{ text: "a" }] }));
  assert.equal(journal.selected, "a1");
  await journal.accept(state({ revision: 3, now: { turn: 2 } }));
  assert.equal(journal.selected, null);
});

test("whoever looks at an earlier turn is not called back", async () => {
  const { journal } = model({ turns: [turn(1)] });
  journal.at = 0;
  await journal.accept(state({ turns: [turn(1), turn(2)] }));
  assert.equal(journal.at, 0);
  await journal.accept(state({ turns: [turn(1), turn(2), turn(3)] }), { isMine: true });
  assert.equal(journal.at, null);
});

test("a refusal is said with its way out", async () => {
  const { journal } = model({}, [refused("illegal", { help: "Choose another." })]);
  assert.equal(await journal.act({ kind: "pass" }), false);
  assert.deepEqual([journal.refusal, journal.pending, journal.problem], ["It is illegal. Choose another.", null, null]);
  assert.equal(said("alarm"), "It is illegal.");
});

test("an act that is not saved waits, and is sent again under the same name", async () => {
  const { journal, calls } = model({}, [{ ...refused("not_saved"), state: { revision: 5 } }, state({ revision: 6 })]);
  assert.equal(await journal.act({ kind: "pass" }), false);
  assert.deepEqual([journal.problem.code, journal.pending.revision, journal.canAct], ["not_saved", 5, false]);
  assert.equal(await journal.send(), true);
  assert.deepEqual(calls.filter(([name]) => name === "act").map(([, body, id]) => [body.revision, id]), [[1, "act-1"], [
    5,
    "act-1",
  ]]);
});

test("an act on an old state is dropped and the page catches up", async () => {
  const newer = state({ revision: 2, turns: [turn(1)] });
  const { journal } = model({}, [{ ...refused("stale"), state: newer }]);
  await journal.act({ kind: "pass" });
  await new Promise(setImmediate);
  assert.deepEqual([journal.state.revision, journal.refusal, journal.pending], [2, null, null]);
  assert.equal(journal.news, "Turn 1 was played elsewhere. This page has caught up.");
});

test("a note that was refused is put back", async () => {
  const { journal, calls } = model({}, [refused("invalid")]);
  await journal.writeNote("what I saw");
  assert.deepEqual(calls.find(([name]) => name === "restore"), ["restore", "what I saw"]);
});

test("a note on an earlier turn is a remark", async () => {
  const { journal, calls } = model({ turns: [turn(3)] }, [{ state: state({ revision: 2, turns: [turn(3)] }) }]);
  journal.at = 0;
  assert.equal(await journal.writeNote("later"), true);
  const [, path, body] = calls.find(([name]) => name === "post");
  assert.deepEqual([path, body.annotation], ["api/annotate", { kind: "remark", turn: 3, text: "later" }]);
});

test("a mistake in the page is not hidden", () => {
  assert.throws(() => model().journal.fail(new TypeError("wrong")), /wrong/);
});

const gone = { problem: { code: "gone", text: "The program has stopped." } };

test("a program that is gone is asked again and again", async () => {
  const { journal } = model({}, [gone, gone, state({ revision: 2, turns: [turn(1)] })]);
  await journal.catchUp();
  await journal.catchUp();
  assert.equal(journal.problem.code, "gone");
  await journal.catchUp();
  assert.deepEqual([journal.problem, journal.state.revision, journal.turns.length], [null, 2, 1]);
});

test("an act waits for a program that is gone", async () => {
  const { journal } = model({}, [gone, null, { ...state({ revision: 2 }) }]);
  assert.equal(await journal.act({ kind: "throw", number: 2 }), false);
  await journal.catchUp();
  await journal.catchUp();
  assert.deepEqual([journal.problem, journal.pending, journal.state.revision], [null, null, 2]);
});

test("an older state than the one that is shown is left, and so is none", async () => {
  const { journal, calls } = model({ revision: 4 }, [state({ revision: 3 }), null]);
  await journal.catchUp();
  await journal.catchUp();
  assert.equal(journal.state.revision, 4);
  assert.equal(calls.some(([name]) => name === "draw"), false);
});

test("a drag that is sent leaves the piece where it is", async () => {
  const { journal, calls } = model({}, [state({ revision: 2 })]);
  const move = offer("a1", "a2");
  await journal.act({ kind: "move", text: move.text }, { move, isDropped: true });
  assert.deepEqual(calls.slice(0, 2), [["show", { ghost: move }], ["arrive"]]);
});

test("news are notices that were not there before", () => {
  const [before, after] = [state({ notices: ["A."] }), state({ notices: ["A.", "B."], now: { rounds_on_ptah: "One round." } })];
  assert.equal(newsOf(after, before), "B. One round.");
  assert.equal(newsOf(after), "A. B. One round.");
  assert.equal(newsOf(before, before), null);
});

test("with a die the called pieces and their targets are lit", () => {
  const offers = [offer("a1", "a2"), offer("a1", "b2", { takes: true })];
  const marks = lighting(model({ dice: [1], now: { offers } }).journal);
  assert.deepEqual([marks.lit, marks.captures, marks.targets, marks.selected], [["a1", "a2", "b2"], ["b2"], ["a2"], "a1"]);
});

test("without a die nothing is veiled until a piece is chosen", () => {
  const { journal } = model({ now: { offers: [offer("a1", "a2"), offer("c1", "c2", { piece: "wq" })] } });
  assert.deepEqual([lighting(journal).lit, lighting(journal).called], [null, ["a1", "c1"]]);
  journal.selected = "c1";
  assert.deepEqual(lighting(journal).lit, ["c1", "c2"]);
});

test("a turn without a move shows what is blocked and by what", () => {
  const { journal } = model({ now: { state: "no_move", no_move: { pieces: ["a1"], blockers: ["a2"] } } });
  assert.deepEqual([lighting(journal).lit, lighting(journal).called], [["a1", "a2"], ["a1"]]);
});

test("a move that is not saved is a ghost", () => {
  const { journal } = model();
  Object.assign(journal, { problem: {}, pending: { move: offer("a1", "a2") } });
  const { lit, ghost, calledPieces } = lighting(journal);
  assert.deepEqual([lit, ghost.to, calledPieces], [["a1", "a2"], "a2", ["a1wK"]]);
});

test("an earlier turn has no lights", () => {
  const { journal } = model({ dice: [1], turns: [turn(1)], now: { offers: [offer("a1", "a2")] } });
  journal.at = 0;
  assert.deepEqual([lighting(journal).lit, lighting(journal).called], [null, []]);
});

test("one goes from turn to turn of the piece that is followed", () => {
  const { journal } = model({ turns: [turn(1), turn(2), turn(3), turn(4)] });
  assert.equal(journal.followedTo(1), null);
  journal.followed = { piece: "eR", turns: [{ turn: 2 }, { turn: 4 }] };
  assert.deepEqual([journal.followedTo(-1), journal.followedTo(1)], [null, 2]);
  journal.at = 2;
  assert.deepEqual([journal.followedTo(-1), journal.followedTo(1)], [2, 4]);
  journal.at = 3;
  assert.deepEqual([journal.followedTo(-1), journal.followedTo(1)], [2, null]);
});
