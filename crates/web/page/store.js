// Where the browser keeps a notebook: a database of this page, with a value for each file. What one call has changed is one transaction,
// so that after a kill it is there whole or not at all.

import { Files } from "./wasi.js";

/** @typedef {import("./wasi.js").MemoryFile} MemoryFile */
/** A file as it is kept; a folder is null. @typedef {{ bytes: Uint8Array, modified: number } | null} KeptFile */
/** What is to be kept under a path; undefined if nothing is there any more. @typedef {[string, KeptFile | undefined]} Change */
/** @typedef {{ read(): Promise<[string, KeptFile][]>, write(changes: Change[]): Promise<void>, close(): void }} Place */

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

/** What is kept of some files in a place that takes all of a call or nothing. */
export class Store {
  #kept = new Kept();

  /** @param {Files} files @param {Place} place */
  constructor(files, place) {
    this.files = files;
    this.place = place;
  }

  /** Reads what is kept. */
  async open() {
    for (const [path, file] of await this.place.read()) {
      if (file) this.#kept.settle(path, this.files.put(path, file.bytes, file.modified));
      else {
        this.files.folders.add(path);
        this.#kept.settle(path, null);
      }
    }
  }

  /** Keeps what has changed. It is on the disk when this returns; if it fails, nothing is, and the files are to be read again. */
  async keep() {
    const changes = this.#kept.changes(this.files);
    if (!changes.length) return false;
    await this.place.write(changes.map(({ path, file, isGone }) => {
      const kept = file && { bytes: Files.content(file).slice(), modified: file.modified };
      return [path, isGone ? undefined : kept];
    }));
    for (const { path, file, isGone } of changes) {
      if (isGone) this.#kept.forget(path);
      else this.#kept.settle(path, file);
    }
    return true;
  }

  /** Lets others open what is kept. */
  close() {
    this.place.close();
  }
}

/** The result of a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const result = request =>
  new Promise((told, failed) => {
    request.onsuccess = () => told(request.result);
    request.onerror = () => failed(request.error);
  });

/** The database of this page. @returns {Promise<Place>} */
export async function database() {
  const opening = indexedDB.open("notebook", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("files");
  const opened = await result(opening);
  return {
    async read() {
      const files = opened.transaction("files").objectStore("files");
      const [paths, kept] = await Promise.all([result(files.getAllKeys()), result(files.getAll())]);
      return paths.map((path, index) => [String(path), kept[index]]);
    },
    write: changes =>
      new Promise((written, failed) => {
        const transaction = opened.transaction("files", "readwrite", { durability: "strict" });
        transaction.oncomplete = () => written();
        transaction.onabort = () => failed(transaction.error ?? new Error("the browser has no room left"));
        const files = transaction.objectStore("files");
        for (const [path, file] of changes) {
          if (file === undefined) files.delete(path);
          else files.put(file, path);
        }
      }),
    close: () => opened.close(),
  };
}
