// The page without a server: what it keeps, its zip files, and its program against the one that serves the table. The last needs both, so
// it runs with ENOCHIAN_WEB=must after `crates/web/build` and `cargo build`.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { test } from "node:test";
import { isKept, Store } from "../../crates/web/page/store.js";
import { Files, start, System } from "../../crates/web/page/wasi.js";
import { unzip, zip } from "../../crates/web/page/zip.js";

const WASM = `${process.env.ENOCHIAN_SITE ?? "target/site"}/enochian.wasm`,
  PROGRAM = process.env.ENOCHIAN_PROGRAM ?? "target/debug/enochian";
/** How many readings are compared, call by call; docs/TRUST.md has the result of 200. */
const READINGS = Number(process.env.ENOCHIAN_READINGS ?? 3);
const encoder = new TextEncoder(), decoder = new TextDecoder();

/**
 * A place in memory for a store, with room for so many bytes; it takes all of a call or nothing.
 *
 * @param {Map<string, { bytes: Uint8Array, modified: number } | null>} disk
 * @returns {import("../../crates/web/page/store.js").Place}
 */
const placeOf = (disk, room = Infinity) => ({
  read: async () => [...disk],
  async write(changes) {
    const sizes = changes.map(([, file]) => file?.bytes.length ?? 0);
    if (sizes.reduce((sum, size) => sum + size, 0) > room) throw new Error("the browser has no room left");
    for (const [path, file] of changes) {
      if (file === undefined) disk.delete(path);
      else disk.set(path, structuredClone(file));
    }
  },
  close() {},
});

/** @param {Map<string, { bytes: Uint8Array, modified: number } | null>} disk */
async function opened(disk, room = Infinity) {
  const files = new Files(), store = new Store(files, placeOf(disk, room));
  await store.open();
  return { files, store };
}

/** What a view says. @param {string} html */
const isOver = html => html.includes('class="ending"');
/** @param {string} html */
const revisionOf = html => /data-revision="(\d+)"/.exec(html)?.[1];
/** The moves and acts that it offers. @param {string} html @returns {string[]} */
const offersOf = html =>
  [...html.matchAll(/<button name="act" value="([^"]+)" class="(?:square|act)-button"/g)].map(([, text]) =>
    text.replaceAll("&#x27;", "'")
  );

test("what is kept is what was there", async () => {
  const disk = new Map();
  const { files, store } = await opened(disk);
  files.folders.add("journals");
  const isKeptWhole = async () => assert.deepEqual(texts((await opened(disk)).files), texts(files));
  for (let turn = 0; turn < 20; turn += 1) {
    const path = `journals/${turn % 3}.md`, file = files.files.get(path) ?? files.put(path);
    files.write(file, file.length, encoder.encode(`turn ${turn}\n`));
    if (turn === 7) files.resize(file, 3);
    if (turn === 11) files.files.delete("journals/0.md");
    assert.equal(await store.keep(), true);
    await isKeptWhole();
  }
  assert.ok((await opened(disk)).files.folders.has("journals"));
  files.put("journals/.enochian-1.part");
  assert.equal(await store.keep(), false, "an unfinished file is not kept");
});

test("where no room is left an error says so, and what was kept stays", async () => {
  const disk = new Map();
  const { files, store } = await opened(disk, 300);
  const file = files.put("journals-1.md");
  files.write(file, 0, encoder.encode("turn 1\n"));
  await store.keep();
  files.write(file, 7, encoder.encode("x".repeat(300)));
  await assert.rejects(store.keep(), /no room/);
  files.resize(file, 7);
  files.write(file, 7, encoder.encode("turn 2\n"));
  await store.keep();
  const { files: again } = await opened(disk);
  assert.equal(decoder.decode(Files.content(/** @type {any} */ (again.files.get("journals-1.md")))), "turn 1\nturn 2\n");
});

test("a zip file holds what was put in, and a hostile one is refused in a sentence", async () => {
  const files = ["journals/a.md", "questions/ä.toml"].map(path => ({
    path,
    bytes: encoder.encode(path.repeat(99)),
    modified: 1.7e12,
  }));
  const whole = new Uint8Array(await zip(files).arrayBuffer());
  assert.deepEqual(await unzip(whole), files.map(({ path, bytes }) => ({ name: path.split("/")[1], bytes })));
  await assert.rejects(unzip(whole.slice(0, -30)), /only a part/);
  const spoilt = whole.slice();
  spoilt[60] ^= 1;
  await assert.rejects(unzip(spoilt), /a\.md in it is damaged/);
  for (let at = 0; at < whole.length; at += 7) {
    const changed = whole.slice();
    changed[at] ^= 255;
    await unzip(changed).catch(error => assert.match(error.message, /damaged|zip file|large|encrypted|compressed|holds more/));
  }
  // A gigabyte in a kilobyte: what it says of itself, and what it holds.
  const zeros = new Uint8Array(
    await new Response(new Blob([new Uint8Array(1 << 20)]).stream().pipeThrough(new CompressionStream("deflate-raw")))
      .arrayBuffer(),
  );
  const bomb = new Uint8Array(await zip([{ path: "a.md", bytes: zeros, modified: 0 }]).arrayBuffer());
  const entry = bomb.length - 22 - 46 - 4, view = new DataView(bomb.buffer);
  view.setUint16(entry + 10, 8, true);
  await assert.rejects(unzip(bomb), /holds more/);
  view.setUint32(entry + 24, 1 << 30, true);
  await assert.rejects(unzip(bomb), /too large/);
});

/** The texts of files, by their paths, without those that the program makes for a moment. @param {Files} files */
const texts = files =>
  Object.fromEntries(
    [...files.files].filter(([path]) => isKept(path)).map(([path, file]) => [path, decoder.decode(Files.content(file))]),
  );

/** The program as the page has it. It keeps what each call has changed, and nothing else. */
async function inPage() {
  const disk = new Map();
  const { files, store } = await opened(disk);
  for (const path of ["journals", "questions", "tmp"]) files.folders.add(path);
  const system = new System(files, { TZ: "UTC", ENOCHIAN_PLACE: "this browser" });
  const program = await start(await WebAssembly.compile(readFileSync(WASM)), system);
  /** Whether what was kept is all that there is. */
  const isKeptWhole = async () => assert.deepEqual(texts((await opened(disk)).files), texts(files));
  /** @param {string} address @param {object} [body] */
  const ask = async (address, body) => {
    const [path, query] = address.split("?");
    const head = { is_post: body !== undefined, path, query: [...new URLSearchParams(query)], offset: 0 };
    system.asked = encoder.encode(`${JSON.stringify(head)}\n${body ? JSON.stringify(body) : ""}`);
    system.told = [];
    assert.equal(program.answer(), 0);
    await store.keep();
    const told = Buffer.concat(system.told);
    return told.subarray(told.indexOf(10) + 1).toString();
  };
  return { ask, isKeptWhole };
}

/** The program that serves the table. @param {string} notebook */
async function served(notebook) {
  const child = spawn(`${process.cwd()}/${PROGRAM}`, ["table", "--no-open"], {
    cwd: notebook,
    env: { ...process.env, TZ: "UTC", HOME: notebook },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = await once(child.stdout, "data");
  const address = /http:\S+/.exec(String(printed))?.[0] ?? "";
  const Origin = new URL(address).origin;
  return {
    /** @param {string} path @param {object} [body] */
    ask: async (path, body) => {
      const request = body
        && { method: "POST", headers: { Origin, "Content-Type": "application/json" }, body: JSON.stringify(body) };
      return (await fetch(address + path, request ?? {})).text();
    },
    end: () => child.kill(),
  };
}

/** An answer without what differs between two programs: times, names of locks, where the journals are. @param {string} text */
const alike = text =>
  text.replace(/\d{4}-\d\d-\d\d[T ][\d:]+(Z|[+-]\d\d:\d\d)/g, "TIME").replace(/ data-(revision|title|version)="[^"]*"/g, "")
    .replace(/<header[^]*?<\/header>/, "").replace(/"folder":"[^"]*"/, "FOLDER").replace(/"name":"[^"]*",FOLDER/, "FOLDER")
    .replace(/entries · [0-9a-f]{8}/g, "MARK").replace(/\bseed = \d+/g, "SEED").replace(/\b(look=|ground-)[0-9a-f]+/g, "$1")
    .replace(/today, \d+:\d\d/g, "TODAY").replace(/at \d\d:\d\d/g, "AT");

// It needs both programs, so .ci/run asks for it when they are built.
const isAsked = process.env.ENOCHIAN_WEB === "must";

test("the program in a page answers as the one that serves the table", { skip: !isAsked && "ENOCHIAN_WEB=must asks for it" },
  async t => {
    const notebook = mkdtempSync(`${tmpdir()}/enochian-web-`);
    for (const folder of ["journals", "questions"]) mkdirSync(`${notebook}/${folder}`);
    const page = await inPage(), server = await served(notebook);
    let calls = 0;
    /** @param {string} path @param {object} [body] */
    const ask = async (path, body) => {
      calls += 1;
      const [here, there] = [await page.ask(path, body), await server.ask(path, body)];
      // Reading all that was kept takes longer the more there is.
      if (body && READINGS < 10) await page.isKeptWhole();
      const [one, other] = [here, there].map(text => alike(text));
      const at = [...one].findIndex((letter, index) => letter !== other[index]);
      const differs = [one, other].map(text => text.slice(Math.max(0, at - 60), at + 120));
      assert.ok(one === other, `${path} ${JSON.stringify(body)}: ${differs.join("\nand not ")}`);
      return path.startsWith("api/") ? JSON.parse(here) : here;
    };
    /** Begins what a form asks for. @param {string} form @param {object} fields */
    const begin = async (form, fields) => {
      const html = await ask(`act?${form}`, { act: "begin", fields });
      const journal = /data-address="journal=([^"]*)/.exec(html)?.[1];
      return { journal: journal && decodeURIComponent(journal), html };
    };
    try {
      await ask("part?ask");
      await ask("part?learn");
      for (let reading = 0; reading < READINGS; reading += 1) {
        const seed = 7 + reading, category = ["brother", "love", "journey", "health"][reading % 4];
        const fields = { question: `Is it so, for the ${seed}th time?`, matter: category, die: "seed", seed: String(seed) };
        // As a person goes on: what follows from what is typed is asked again and again.
        await ask("act?ask", { act: "look", fields });
        const { journal, html } = await begin("ask", { ...fields, querent: "Anna" });
        assert.ok(journal, html);
        const named = `journal=${encodeURIComponent(journal)}`;
        let shown = await ask(`part?${named}`);
        let chance = Number(seed);
        for (let number = 0; !isOver(shown) && number < 600; number += 1) {
          const offers = offersOf(shown);
          chance = (chance * 48271) % 2147483647;
          const act = shown.includes("No Move.</b>") ? "pass" : offers.length ? offers[chance % offers.length] : "deal";
          shown = await ask(`act?${named}`, { id: `${seed}-${number}`, revision: revisionOf(shown), act });
        }
        await ask(`journal.md?${named}`);
        await ask(`page.html?${named}`);
        await ask(`glosses?${named}`);
      }
      for (const kind of ["enochian", "three", "free", "team", "gods", "faith", "other"]) {
        // Cards that the program shuffles lie in another order here and there.
        const { journal, html } = await begin("game", {
          kind,
          against: "people",
          ...(kind === "gods" ? { deals: "players" } : {}),
          ...(kind === "other" ? { "seat 1": "A", "seat 2": "B" } : {}),
        });
        if (!journal) {
          t.diagnostic(`${kind}: ${html}`);
          continue;
        }
        const named = `journal=${encodeURIComponent(journal)}`;
        let shown = await ask(`part?${named}`);
        for (let number = 0; !isOver(shown) && number < 60; number += 1) {
          const offers = offersOf(shown);
          // What chance decides differs here and there.
          if (!offers.length) break;
          shown = await ask(`act?${named}`, {
            id: `${kind}-${number}`,
            revision: revisionOf(shown),
            act: offers[number % offers.length],
          });
        }
        await ask(`journal.md?${named}`);
      }
      await ask("part?search&q=time");
      t.diagnostic(`${calls} calls`);
      assert.ok(calls > 300, `${calls}`);
    } finally {
      server.end();
      rmSync(notebook, { recursive: true, force: true });
    }
  });
