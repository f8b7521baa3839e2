// A folder on the computer as the notebook, where the browser can: the one that `enochian` uses there.

import { Kept } from "./store.js";
import { Files } from "./wasi.js";

/** What a notebook has, and what of it is read. */
const PLACES = ["journals", "questions"], READ = /^[^.].*\.(md|toml)$/;
/** What is longer is no file of a notebook, in bytes. */
const LONGEST = 16 << 20;

/** @typedef {import("./chosen.js").Folder} Folder */

/** A notebook in a folder: its files are read into memory, and what has changed there is written back. */
export class FolderStore {
  #kept = new Kept();
  /** The folders of the files, by their names. @type {Map<string, Folder>} */
  #places = new Map();
  /** When each file was changed last, as the folder says, and its size. @type {Map<string, { lastModified: number, size: number }>} */
  #stamps = new Map();

  /** @param {Files} files @param {Folder} folder */
  constructor(files, folder) {
    this.files = files;
    this.folder = folder;
  }

  async open() {
    let isEmpty = true, isNotebook = false;
    for await (const [name, { kind }] of this.folder.entries()) {
      isEmpty &&= name.startsWith(".");
      isNotebook ||= name === "journals" && kind === "directory";
    }
    if (!isEmpty && !isNotebook) {
      throw new Error(`the folder ${this.folder.name} has other files and no folder “journals” in it`);
    }
    for (const place of PLACES) {
      this.#places.set(place, /** @type {any} */ (await this.folder.getDirectoryHandle(place, { create: true })));
    }
    for (const path of PLACES) {
      this.files.folders.add(path);
      this.#kept.settle(path, null);
    }
    await this.look();
  }

  /** Reads what others have changed: one journal, or everything. @param {string | null} journal */
  async look(journal = null) {
    if (journal !== null) {
      const handle = await this.#handle(`journals/${journal}.md`);
      if (handle) await this.#read(`journals/${journal}.md`, handle);
      else this.#forget(`journals/${journal}.md`);
      return;
    }
    const seen = new Set();
    for (const [place, folder] of this.#places) {
      for await (const [name, handle] of folder.entries()) {
        if (handle.kind !== "file" || !READ.test(name)) continue;
        seen.add(`${place}/${name}`);
        await this.#read(`${place}/${name}`, handle);
      }
    }
    for (const path of this.#stamps.keys()) if (!seen.has(path)) this.#forget(path);
  }

  /** @param {string} path @param {FileSystemFileHandle} handle */
  async #read(path, handle) {
    const file = await handle.getFile(), before = this.#stamps.get(path);
    if (before?.lastModified === file.lastModified && before.size === file.size || file.size > LONGEST) return;
    const read = this.files.put(path, new Uint8Array(await file.arrayBuffer()), file.lastModified);
    this.#kept.settle(path, read);
    this.#stamps.set(path, file);
  }

  /** @param {string} path */
  #forget(path) {
    if (!this.#stamps.delete(path)) return;
    this.files.files.delete(path);
    this.#kept.forget(path);
  }

  /** A file, if it is there. @param {string} path @returns {Promise<FileSystemFileHandle | null>} */
  async #handle(path) {
    const [place, name] = path.split("/");
    return await this.#places.get(place)?.getFileHandle(name).catch(error => {
      if (error.name === "NotFoundError" || error.name === "TypeError") return null;
      throw error;
    }) ?? null;
  }

  /** Writes what has changed. When it returns, all of it is in the folder; a file is there whole or as it was before. */
  async keep() {
    const changes = this.#kept.changes(this.files);
    for (const { path, file, from } of changes) {
      const [place, name, ...deeper] = path.split("/"), folder = this.#places.get(place);
      if (!folder || !name || deeper.length) continue;
      const handle = await this.#handle(path), now = await handle?.getFile(), known = this.#stamps.get(path);
      if (now?.lastModified !== known?.lastModified || now?.size !== known?.size) {
        throw new Error(`another program has changed ${path}`);
      }
      if (!file) {
        await folder.removeEntry(name);
        this.#forget(path);
      } else {
        const written = handle ?? await folder.getFileHandle(name, { create: true });
        const stream = await written.createWritable({ keepExistingData: from > 0 });
        try {
          await stream.write({ type: "write", position: from, data: /** @type {any} */ (Files.content(file, from)) });
          await stream.close();
        } catch (error) {
          await stream.abort().catch(() => {});
          if (!handle) await folder.removeEntry(name).catch(() => {});
          throw error;
        }
        this.#stamps.set(path, await written.getFile());
        this.#kept.settle(path, file);
      }
    }
    return changes.length > 0;
  }

  close() {}
}
