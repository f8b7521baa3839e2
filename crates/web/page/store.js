// Where the browser keeps a notebook: one file that only grows, in the private file system of this page. Each entry holds what one
// call has changed, so that after a kill a call is there whole or not at all.

import { Files } from "./wasi.js";

/** An entry: its length, its checksum, then the head as JSON, a zero, and the contents of its files one after the other. */
const HEAD = 8;
/** A log is written anew when it is so long, and so many times as long as what is in it. */
const LONG = 1 << 20, TIMES = 4;
/** How long to wait for a file that another window has open, in ms. */
const WAITS = [50, 100, 200, 400, 800, 1600];
const NAME = /^notebook-(\d+)\.log$/;

/** @typedef {import("./wasi.js").MemoryFile} MemoryFile */
/** @typedef {{ path: string, size?: number, from?: number, modified?: number, folder?: true, gone?: boolean }} Change */
/** @typedef {{ read(into: Uint8Array, options: { at: number }): number, write(from: Uint8Array, options: { at: number }): number, truncate(size: number): void, getSize(): number, flush(): void, close(): void }} Handle */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

/** The checksum that zip files have as well (CRC-32). @param {Uint8Array} bytes */
export function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** What the program makes only for a moment, or for itself, is not kept. @param {string} path */
export const isKept = path => !path.split("/").some(part => part.startsWith(".enochian-")) && !path.startsWith("tmp");

/** What of some files is kept somewhere, and what of them is not yet. */
export class Kept {
  /** By path: the file, and how much of it. A folder has no file. @type {Map<string, { file: MemoryFile | null, length: number }>} */
  #kept = new Map();

  /** What has changed since. Each file is compared, since one can be written under another name than the one that it has in the end. @param {Files} all */
  changes({ files, folders }) {
    /** @type {{ path: string, file: MemoryFile | null, from: number, isGone: boolean }[]} */
    const changes = [];
    for (const path of folders) {
      if (path && isKept(path) && !this.#kept.has(path)) changes.push({ path, file: null, from: 0, isGone: false });
    }
    for (const [path, file] of files) {
      const before = this.#kept.get(path), length = before?.length ?? 0;
      const isLonger = before?.file === file && file.untouched >= length;
      if (!isKept(path) || (isLonger && file.length === length)) continue;
      changes.push({ path, file, from: isLonger ? length : 0, isGone: false });
    }
    for (const path of this.#kept.keys()) {
      if (!files.has(path) && !folders.has(path)) changes.push({ path, file: null, from: 0, isGone: true });
    }
    return changes;
  }

  /** This is kept as it is: a file, or a folder. @param {string} path @param {MemoryFile | null} file */
  settle(path, file) {
    if (file) file.untouched = file.length;
    this.#kept.set(path, { file, length: file?.length ?? 0 });
  }

  /** @param {string} path */
  forget(path) {
    this.#kept.delete(path);
  }
}

/** What is kept of some files, and how it gets there. */
export class Store {
  #kept = new Kept();
  /** @type {Handle} */
  #log;
  #end = 0;
  #number = 0;

  /** @param {Files} files @param {{ list(): Promise<string[]>, open(name: string): Promise<Handle>, remove(name: string): Promise<void> }} folder */
  constructor(files, folder) {
    this.files = files;
    this.folder = folder;
    this.#log = /** @type {any} */ (null);
  }

  /** Reads what is kept. An entry that was not finished is cut off. */
  async open() {
    const numbers = (await this.folder.list()).map(name => Number(NAME.exec(name)?.[1] ?? 0)).filter(Boolean).sort((one, other) =>
      other - one
    );
    for (const number of numbers) {
      const log = await this.folder.open(`notebook-${number}.log`);
      const bytes = new Uint8Array(log.getSize());
      log.read(bytes, { at: 0 });
      // A new log counts from its first entry on, which has all that was in the old one.
      const end = this.#replay(bytes);
      if (!end && number !== numbers.at(-1)) {
        log.close();
        await this.folder.remove(`notebook-${number}.log`);
        continue;
      }
      [this.#log, this.#number, this.#end] = [log, number, end];
      if (end < bytes.length) log.truncate(end);
      for (const old of numbers) if (old < number) await this.folder.remove(`notebook-${old}.log`);
      break;
    }
    if (!this.#log) await this.#begin(1);
  }

  /** The length of the part of a log that is whole: after a power cut zeros can follow it. @param {Uint8Array} bytes */
  #replay(bytes) {
    const view = new DataView(bytes.buffer);
    let at = 0;
    while (at + HEAD <= bytes.length) {
      const length = view.getUint32(at, true);
      const entry = bytes.subarray(at + HEAD, at + HEAD + length);
      if (!length || entry.length < length || checksum(entry) !== view.getUint32(at + 4, true)) break;
      this.#apply(entry);
      at += HEAD + length;
    }
    return at;
  }

  /** @param {Uint8Array} entry */
  #apply(entry) {
    const end = entry.indexOf(0);
    /** @type {Change[]} */
    const changes = JSON.parse(new TextDecoder().decode(entry.subarray(0, end)));
    let at = end + 1;
    const { files } = this;
    for (const { path, size = 0, from = 0, modified, folder, gone } of changes) {
      if (gone) {
        files.files.delete(path);
        files.folders.delete(path);
        this.#kept.forget(path);
      } else if (folder) {
        files.folders.add(path);
        this.#kept.settle(path, null);
      } else {
        const file = from ? files.files.get(path) ?? files.put(path) : files.put(path);
        files.resize(file, from);
        files.write(file, from, entry.subarray(at, at + size));
        at += size;
        file.modified = modified ?? 0;
        this.#kept.settle(path, file);
      }
    }
  }

  /** Keeps what has changed. It is on the disk when this returns; if it throws, nothing is, and the files are to be read again. */
  keep() {
    const changes = this.#kept.changes(this.files);
    if (!changes.length) return false;
    this.#append(
      changes.map(({ path, file, from, isGone }) =>
        file
          ? { path, from, size: file.length - from, modified: file.modified }
          : isGone
          ? { path, gone: true }
          : { path, folder: true }
      ),
      changes.map(({ file, from }) => file ? Files.content(file, from) : new Uint8Array(0)),
    );
    for (const { path, file, isGone } of changes) {
      if (isGone) this.#kept.forget(path);
      else this.#kept.settle(path, file);
    }
    return true;
  }

  /** @param {Change[]} changes @param {Uint8Array[]} contents */
  #append(changes, contents) {
    const head = new TextEncoder().encode(`${JSON.stringify(changes)}\0`);
    const length = contents.reduce((sum, part) => sum + part.length, head.length);
    const entry = new Uint8Array(HEAD + length);
    let at = HEAD;
    for (const part of [head, ...contents]) {
      entry.set(part, at);
      at += part.length;
    }
    const view = new DataView(entry.buffer);
    view.setUint32(0, length, true);
    view.setUint32(4, checksum(entry.subarray(HEAD)), true);
    try {
      if (this.#log.write(entry, { at: this.#end }) < entry.length) throw new Error("the browser has no room left");
      this.#log.flush();
    } catch (error) {
      this.#log.truncate(this.#end);
      throw error;
    }
    this.#end += entry.length;
  }

  /** Writes the log anew if most of it is of the past. */
  async tidy() {
    if (this.#end < LONG) return;
    const present = [...this.files.files.values()].reduce((sum, file) => sum + file.length, 0);
    if (this.#end < present * TIMES) return;
    const old = this.#number;
    this.#log.close();
    await this.#begin(old + 1);
    this.#kept = new Kept();
    this.keep();
    await this.folder.remove(`notebook-${old}.log`);
  }

  /** @param {number} number */
  async #begin(number) {
    [this.#log, this.#number, this.#end] = [await this.folder.open(`notebook-${number}.log`), number, 0];
  }

  /** Lets others open what is kept. */
  close() {
    this.#log?.close();
  }
}

/** A folder in the browser's private file system. @param {FileSystemDirectoryHandle} folder */
export const privateFolder = folder => ({
  async list() {
    const names = [];
    for await (const name of /** @type {any} */ (folder).keys()) names.push(name);
    return names;
  },
  /** @param {string} name @returns {Promise<Handle>} */
  async open(name) {
    const file = /** @type {any} */ (await folder.getFileHandle(name, { create: true }));
    for (const wait of WAITS) {
      try {
        return await file.createSyncAccessHandle();
      } catch (error) {
        // The window that had it before may take a moment to go.
        if (/** @type {any} */ (error).name !== "NoModificationAllowedError") throw error;
        await new Promise(waited => setTimeout(waited, wait));
      }
    }
    return file.createSyncAccessHandle();
  },
  /** @param {string} name */
  remove: name => folder.removeEntry(name),
});
