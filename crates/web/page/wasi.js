// What the program asks of a system (WASI preview 1), answered from files in memory. It knows nothing of where they are kept.

const FOLDER = 3, FILE = 4, DEVICE = 2;
/** Why a call of the program fails, as WASI numbers it. */
const OK = 0, BAD_FILE = 8, EXISTS = 20, INVALID = 28, IS_FOLDER = 31, MISSING = 44, NO_FOLDER = 54, NOT_EMPTY = 55, UNKNOWN = 52;
const ROOT = 3;
/** The parts of a path without the empty ones, `.` and what `..` takes back. @param {string} path */
const parts = path => {
  /** @type {string[]} */
  const kept = [];
  for (const part of path.split("/")) {
    if (part === "..") kept.pop();
    else if (part && part !== ".") kept.push(part);
  }
  return kept;
};

/** @typedef {{ bytes: Uint8Array, length: number, modified: number, untouched: number, id: bigint }} MemoryFile */

/** Files and folders in memory, by their paths without the first slash. */
export class Files {
  /** @type {Map<string, MemoryFile>} */
  files = new Map();
  folders = new Set([""]);
  #ids = 1n;

  /** @param {string} path @param {Uint8Array} bytes @param {number} modified */
  put(path, bytes = new Uint8Array(0), modified = Date.now()) {
    const file = { bytes, length: bytes.length, modified, untouched: 0, id: this.#ids++ };
    this.files.set(path, file);
    return file;
  }

  /** What stands in a file. @param {MemoryFile} file @param {number} from */
  static content(file, from = 0) {
    return file.bytes.subarray(from, file.length);
  }

  /** @param {MemoryFile} file @param {number} at @param {Uint8Array} bytes */
  write(file, at, bytes) {
    const end = at + bytes.length;
    if (end > file.bytes.length) {
      const larger = new Uint8Array(Math.max(end, file.bytes.length * 2, 1024));
      larger.set(Files.content(file));
      file.bytes = larger;
    }
    file.bytes.set(bytes, at);
    file.untouched = Math.min(file.untouched, at, file.length);
    file.length = Math.max(file.length, end);
    file.modified = Date.now();
  }

  /** @param {MemoryFile} file @param {number} length */
  resize(file, length) {
    if (length > file.length) this.write(file, file.length, new Uint8Array(length - file.length));
    file.length = length;
    file.untouched = Math.min(file.untouched, length);
    file.modified = Date.now();
  }

  /** The names in a folder, each with whether it is one. @param {string} folder */
  list(folder) {
    const start = folder && `${folder}/`;
    /** @param {Iterable<string>} paths */
    const inside = paths =>
      [...paths].filter(path => path && path.startsWith(start) && !path.slice(start.length).includes("/")).map(path =>
        path.slice(start.length)
      );
    return [
      ...inside(this.folders).map(name => ({ name, type: FOLDER })),
      ...inside(this.files.keys()).map(name => ({ name, type: FILE })),
    ];
  }
}

/** A system for one program. `asked` are the bytes that it reads from standard input, `told` those that it wrote. */
export class System {
  /** @type {WebAssembly.Memory | null} */
  memory = null;
  asked = new Uint8Array(0);
  /** @type {Uint8Array[]} */
  told = [];
  /** What it said on standard error. */
  complaint = "";
  /** @type {Map<number, { path: string, file: MemoryFile | null, at: number, appends: boolean }>} */
  #open = new Map([[ROOT, { path: "", file: null, at: 0, appends: false }]]);
  #next = ROOT + 1;
  #environment;

  /** @param {Files} files @param {Record<string, string>} environment */
  constructor(files, environment = {}) {
    this.files = files;
    this.#environment = Object.entries(environment).map(([name, value]) => new TextEncoder().encode(`${name}=${value}\0`));
  }

  get #view() {
    return new DataView(/** @type {WebAssembly.Memory} */ (this.memory).buffer);
  }

  /** @param {number} at @param {number} length */
  #bytes(at, length) {
    return new Uint8Array(/** @type {WebAssembly.Memory} */ (this.memory).buffer, at, length);
  }

  /** The buffers of a call. @param {number} list @param {number} count */
  #buffers(list, count) {
    const view = this.#view;
    return Array.from({ length: count },
      (_, index) => this.#bytes(view.getUint32(list + index * 8, true), view.getUint32(list + index * 8 + 4, true)));
  }

  /** The path that a call names. @param {number} folder @param {number} at @param {number} length */
  #path(folder, at, length) {
    const text = new TextDecoder().decode(this.#bytes(at, length));
    return parts(`${this.#open.get(folder)?.path}/${text}`).join("/");
  }

  /** The folder in which something of a path stands is there. @param {string} path */
  #hasFolder(path) {
    return this.files.folders.has(path.split("/").slice(0, -1).join("/"));
  }

  /** @param {number} at @param {{ type: number, size?: number, id?: bigint, modified?: number }} about */
  #describe(at, { type, size = 0, id = 0n, modified = 0 }) {
    const view = this.#view;
    this.#bytes(at, 64).fill(0);
    view.setBigUint64(at + 8, id, true);
    view.setUint8(at + 16, type);
    view.setBigUint64(at + 24, 1n, true);
    view.setBigUint64(at + 32, BigInt(size), true);
    for (const time of [40, 48, 56]) view.setBigUint64(at + time, BigInt(Math.round(modified)) * 1_000_000n, true);
    return OK;
  }

  /** What stands at a path, as `fd_filestat_get` tells it. @param {string} path @param {number} at */
  #describePath(path, at) {
    const file = this.files.files.get(path);
    if (file) return this.#describe(at, { type: FILE, size: file.length, id: file.id, modified: file.modified });
    return this.files.folders.has(path) ? this.#describe(at, { type: FOLDER }) : MISSING;
  }

  /** Reads into buffers, from a place in some bytes. @param {Uint8Array[]} buffers @param {Uint8Array} from */
  #fill(buffers, from) {
    let read = 0;
    for (const buffer of buffers) {
      const part = from.subarray(read, read + buffer.length);
      buffer.set(part);
      read += part.length;
    }
    return read;
  }

  /** What the program imports. @returns {Record<string, (...values: any[]) => number>} */
  get imports() {
    const { files } = this;
    const number = (/** @type {number} */ at, /** @type {number} */ value) => {
      this.#view.setUint32(at, value, true);
      return OK;
    };
    const calls = {
      args_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) => number(count, 0) || number(size, 0),
      args_get: () => OK,
      environ_sizes_get: (/** @type {number} */ count, /** @type {number} */ size) =>
        number(count, this.#environment.length) || number(size, this.#environment.reduce((sum, one) => sum + one.length, 0)),
      environ_get: (/** @type {number} */ list, /** @type {number} */ at) => {
        for (const one of this.#environment) {
          number(list, at);
          this.#bytes(at, one.length).set(one);
          list += 4;
          at += one.length;
        }
        return OK;
      },
      clock_time_get: (/** @type {number} */ clock, /** @type {bigint} */ _precision, /** @type {number} */ at) => {
        const now = clock === 0 ? Date.now() : performance.now();
        this.#view.setBigUint64(at, BigInt(Math.round(now * 1000)) * 1000n, true);
        return OK;
      },
      random_get: (/** @type {number} */ at, /** @type {number} */ length) => {
        for (let done = 0; done < length; done += 65536) {
          crypto.getRandomValues(this.#bytes(at + done, Math.min(65536, length - done)));
        }
        return OK;
      },
      sched_yield: () => OK,
      // Nobody else is there for whom the program could wait.
      poll_oneoff: (/** @type {number} */ asked, /** @type {number} */ events, /** @type {number} */ count,
        /** @type {number} */ done) =>
      {
        this.#bytes(events, 32).fill(0);
        this.#bytes(events, 8).set(this.#bytes(asked, 8));
        return count ? number(done, 1) : INVALID;
      },
      proc_exit: (/** @type {number} */ code) => {
        throw new Error(`the program ended with ${code}: ${this.complaint}`);
      },

      fd_prestat_get: (/** @type {number} */ fd, /** @type {number} */ at) =>
        fd === ROOT ? number(at, 0) || number(at + 4, 1) : BAD_FILE,
      fd_prestat_dir_name: (/** @type {number} */ _fd, /** @type {number} */ at) => {
        this.#bytes(at, 1).set([47]);
        return OK;
      },
      fd_fdstat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
        const open = this.#open.get(fd);
        if (!open && fd > 2) return BAD_FILE;
        this.#bytes(at, 24).fill(0);
        this.#view.setUint8(at, !open ? DEVICE : open.file ? FILE : FOLDER);
        this.#bytes(at + 8, 16).fill(255);
        return OK;
      },
      fd_fdstat_set_flags: () => OK,
      fd_filestat_get: (/** @type {number} */ fd, /** @type {number} */ at) => {
        const open = this.#open.get(fd);
        if (!open) return fd > 2 ? BAD_FILE : this.#describe(at, { type: DEVICE });
        const { file } = open;
        return this.#describe(at,
          file ? { type: FILE, size: file.length, id: file.id, modified: file.modified } : { type: FOLDER });
      },
      fd_filestat_set_size: (/** @type {number} */ fd, /** @type {bigint} */ size) => {
        const file = this.#open.get(fd)?.file;
        if (!file) return BAD_FILE;
        files.resize(file, Number(size));
        return OK;
      },
      fd_filestat_set_times: () => OK,
      path_filestat_set_times: () => OK,
      fd_sync: () => OK,
      fd_datasync: () => OK,
      fd_read: (/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count,
        /** @type {number} */ done) =>
      {
        const buffers = this.#buffers(list, count);
        if (fd === 0) {
          const read = this.#fill(buffers, this.asked);
          this.asked = this.asked.subarray(read);
          return number(done, read);
        }
        const open = this.#open.get(fd);
        if (!open?.file) return open ? IS_FOLDER : BAD_FILE;
        const read = this.#fill(buffers, Files.content(open.file, Math.min(open.at, open.file.length)));
        open.at += read;
        return number(done, read);
      },
      fd_pread: (/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count, /** @type {bigint} */ at,
        /** @type {number} */ done) =>
      {
        const file = this.#open.get(fd)?.file;
        if (!file) return BAD_FILE;
        return number(done, this.#fill(this.#buffers(list, count), Files.content(file, Math.min(Number(at), file.length))));
      },
      fd_write: (/** @type {number} */ fd, /** @type {number} */ list, /** @type {number} */ count,
        /** @type {number} */ done) =>
      {
        const open = this.#open.get(fd);
        let written = 0;
        for (const buffer of this.#buffers(list, count)) {
          if (fd === 1) this.told.push(buffer.slice());
          else if (fd === 2) this.complaint = (this.complaint + new TextDecoder().decode(buffer)).slice(-2000);
          else if (!open?.file) return BAD_FILE;
          else {
            if (open.appends) open.at = open.file.length;
            files.write(open.file, open.at, buffer);
            open.at += buffer.length;
          }
          written += buffer.length;
        }
        return number(done, written);
      },
      fd_seek: (/** @type {number} */ fd, /** @type {bigint} */ by, /** @type {number} */ whence, /** @type {number} */ at) => {
        const open = this.#open.get(fd);
        if (!open?.file) return BAD_FILE;
        const place = [0, open.at, open.file.length][whence] + Number(by);
        if (!(place >= 0)) return INVALID;
        open.at = place;
        this.#view.setBigUint64(at, BigInt(place), true);
        return OK;
      },
      fd_tell: (/** @type {number} */ fd, /** @type {number} */ at) => {
        this.#view.setBigUint64(at, BigInt(this.#open.get(fd)?.at ?? 0), true);
        return OK;
      },
      fd_close: (/** @type {number} */ fd) => this.#open.delete(fd) ? OK : BAD_FILE,
      fd_readdir: (/** @type {number} */ fd, /** @type {number} */ at, /** @type {number} */ length, /** @type {bigint} */ cookie,
        /** @type {number} */ done) =>
      {
        const open = this.#open.get(fd);
        if (!open || open.file) return open ? NO_FOLDER : BAD_FILE;
        const listed = files.list(open.path);
        let used = 0;
        // A name that does not fit is cut off, which says that there is more.
        for (let index = Number(cookie); index < listed.length && used < length; index += 1) {
          const name = new TextEncoder().encode(listed[index].name);
          const entry = new Uint8Array(24 + name.length), view = new DataView(entry.buffer);
          view.setBigUint64(0, BigInt(index + 1), true);
          view.setBigUint64(8, BigInt(index + 1), true);
          view.setUint32(16, name.length, true);
          view.setUint8(20, listed[index].type);
          entry.set(name, 24);
          const part = entry.subarray(0, length - used);
          this.#bytes(at + used, part.length).set(part);
          used += part.length;
        }
        return number(done, used);
      },

      path_open: (/** @type {number} */ folder, /** @type {number} */ _follow, /** @type {number} */ at,
        /** @type {number} */ length, /** @type {number} */ how, /** @type {bigint} */ _rights, /** @type {bigint} */ _inherited,
        /** @type {number} */ flags, /** @type {number} */ fd) =>
      {
        const [creates, wantsFolder, isNew, empties] = [1, 2, 4, 8].map(bit => (how & bit) !== 0);
        const path = this.#path(folder, at, length);
        let file = files.files.get(path) ?? null;
        const isFolder = files.folders.has(path);
        if (wantsFolder && !isFolder) return file ? NO_FOLDER : MISSING;
        if (isNew && (file || isFolder)) return EXISTS;
        if (!file && !isFolder) {
          if (!creates || !this.#hasFolder(path)) return MISSING;
          file = files.put(path);
        }
        if (file && empties) files.resize(file, 0);
        this.#open.set(this.#next, { path, file, at: 0, appends: (flags & 1) !== 0 });
        return number(fd, this.#next++);
      },
      path_filestat_get: (/** @type {number} */ folder, /** @type {number} */ _follow, /** @type {number} */ at,
        /** @type {number} */ length, /** @type {number} */ to) => this.#describePath(this.#path(folder, at, length), to),
      path_create_directory: (/** @type {number} */ folder, /** @type {number} */ at, /** @type {number} */ length) => {
        const path = this.#path(folder, at, length);
        if (files.folders.has(path) || files.files.has(path)) return EXISTS;
        if (!this.#hasFolder(path)) return MISSING;
        files.folders.add(path);
        return OK;
      },
      path_remove_directory: (/** @type {number} */ folder, /** @type {number} */ at, /** @type {number} */ length) => {
        const path = this.#path(folder, at, length);
        if (!files.folders.has(path)) return files.files.has(path) ? NO_FOLDER : MISSING;
        if (files.list(path).length) return NOT_EMPTY;
        files.folders.delete(path);
        return OK;
      },
      path_unlink_file: (/** @type {number} */ folder, /** @type {number} */ at, /** @type {number} */ length) => {
        const path = this.#path(folder, at, length);
        if (!files.files.delete(path)) return files.folders.has(path) ? IS_FOLDER : MISSING;
        return OK;
      },
      path_rename: (/** @type {number} */ folder, /** @type {number} */ at, /** @type {number} */ length,
        /** @type {number} */ newFolder, /** @type {number} */ newAt, /** @type {number} */ newLength) =>
      {
        const [from, to] = [this.#path(folder, at, length), this.#path(newFolder, newAt, newLength)];
        const file = files.files.get(from);
        if (!file) return files.folders.has(from) ? UNKNOWN : MISSING;
        if (files.folders.has(to)) return IS_FOLDER;
        if (!this.#hasFolder(to)) return MISSING;
        files.files.delete(from);
        files.files.set(to, file);
        return OK;
      },
      path_link: (/** @type {number} */ folder, /** @type {number} */ _follow, /** @type {number} */ at,
        /** @type {number} */ length, /** @type {number} */ newFolder, /** @type {number} */ newAt,
        /** @type {number} */ newLength) =>
      {
        const [from, to] = [this.#path(folder, at, length), this.#path(newFolder, newAt, newLength)];
        const file = files.files.get(from);
        if (!file || !this.#hasFolder(to)) return MISSING;
        if (files.files.has(to) || files.folders.has(to)) return EXISTS;
        files.files.set(to, file);
        return OK;
      },
      path_symlink: () => UNKNOWN,
      path_readlink: () => INVALID,
    };
    return calls;
  }
}

/** Starts a program that is called again and again. @param {WebAssembly.Module} module @param {System} system */
export async function start(module, system) {
  const wanted = WebAssembly.Module.imports(module).filter(({ module: from }) => from === "wasi_snapshot_preview1");
  const given = system.imports;
  const missing = Object.fromEntries(wanted.map(({ name }) => [name, given[name] ?? (() => UNKNOWN)]));
  const { exports } = /** @type {any} */ (await WebAssembly.instantiate(module, { wasi_snapshot_preview1: missing }));
  system.memory = exports.memory;
  exports._initialize?.();
  return exports;
}
