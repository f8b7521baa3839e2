// Zip files: a notebook as one file, and what is in one that somebody chose. What is read is not trusted.

/** The most bytes of one file and of all files that are read: a kilobyte can hold a gigabyte of zeros. */
export const FILE_LIMIT = 16 << 20, ALL_LIMIT = 256 << 20;
const LOCAL = 0x04034b50, ENTRY = 0x02014b50, END = 0x06054b50;
/** Names are UTF-8. */
const UTF8 = 0x0800;
const STORED = 0, DEFLATED = 8;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit += 1) byte = byte & 1 ? 0xedb88320 ^ (byte >>> 1) : byte >>> 1;
  return byte;
});

/** The checksum of a zip file (CRC-32). @param {Uint8Array} bytes */
function checksum(bytes) {
  let sum = -1;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** @param {Date} date */
function moment(date) {
  const day = ((date.getFullYear() - 1980) << 9) | ((date.getMonth() + 1) << 5) | date.getDate();
  return { day, time: (date.getHours() << 11) | (date.getMinutes() << 5) | (date.getSeconds() >> 1) };
}

/** A zip file with these files, not compressed. @param {{ path: string, bytes: Uint8Array, modified: number }[]} files */
export function zip(files) {
  const parts = [], entries = [];
  let at = 0, entriesSize = 0;
  for (const { path, bytes, modified } of files) {
    const name = new TextEncoder().encode(path), { day, time } = moment(new Date(modified));
    const about = new DataView(new ArrayBuffer(26));
    [20, UTF8, STORED, time, day].forEach((value, index) => about.setUint16(index * 2, value, true));
    [checksum(bytes), bytes.length, bytes.length].forEach((value, index) => about.setUint32(10 + index * 4, value, true));
    about.setUint16(22, name.length, true);
    const local = new DataView(new ArrayBuffer(4));
    local.setUint32(0, LOCAL, true);
    parts.push(local, about, name, bytes);
    const start = new DataView(new ArrayBuffer(6)), end = new DataView(new ArrayBuffer(14));
    start.setUint32(0, ENTRY, true);
    start.setUint16(4, 20, true);
    end.setUint32(10, at, true);
    entries.push(start, about, end, name);
    entriesSize += 46 + name.length;
    at += 30 + name.length + bytes.length;
  }
  const last = new DataView(new ArrayBuffer(22));
  last.setUint32(0, END, true);
  last.setUint16(8, files.length, true);
  last.setUint16(10, files.length, true);
  last.setUint32(12, entriesSize, true);
  last.setUint32(16, at, true);
  return new Blob(/** @type {any} */ ([...parts, ...entries, last]), { type: "application/zip" });
}

/** What a stream of bytes holds, if that is at most so much. @param {ReadableStream<Uint8Array>} stream @param {number} limit */
export async function inflated(stream, limit) {
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader();;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel();
      throw new Error("holds more than its size says");
    }
    parts.push(value);
  }
  return new Uint8Array(await new Blob(/** @type {any} */ (parts)).arrayBuffer());
}

/**
 * The files of a zip file, by their names without folders. Throws with what is wrong with it.
 *
 * @param {Uint8Array} bytes @returns {Promise<{ name: string, bytes: Uint8Array }[]>}
 */
export async function unzip(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let end = bytes.length - 22;
  while (end >= 0 && end > bytes.length - 22 - 65536 && view.getUint32(end, true) !== END) end -= 1;
  if (end < 0 || view.getUint32(end, true) !== END) throw new Error("it is not a zip file, or only a part of one");
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true), total = 0;
  const files = [];
  try {
    for (let index = 0; index < count; index += 1) {
      if (view.getUint32(at, true) !== ENTRY) throw new RangeError();
      const [flags, method] = [8, 10].map(offset => view.getUint16(at + offset, true));
      const [sum, packed, size] = [16, 20, 24].map(offset => view.getUint32(at + offset, true));
      const [nameLength, extra, comment] = [28, 30, 32].map(offset => view.getUint16(at + offset, true));
      // The kind of file, as Unix has it: a link is none.
      const isLink = (view.getUint32(at + 38, true) >>> 28) === 0xa;
      const path = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameLength));
      const local = view.getUint32(at + 42, true);
      at += 46 + nameLength + extra + comment;
      const name = path.split(/[/\\]/).at(-1) ?? "";
      if (!name || isLink) continue;
      total += size;
      if (flags & 1) throw new Error(`${name} in it is encrypted`);
      if (size > FILE_LIMIT || total > ALL_LIMIT) throw new Error(`${name} in it is too large`);
      if (view.getUint32(local, true) !== LOCAL) throw new RangeError();
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const held = bytes.subarray(start, start + packed);
      if (held.length < packed) throw new RangeError();
      const unpacked = method === STORED
        ? held
        : method === DEFLATED
        ? await inflated(new Blob(/** @type {any} */ ([held])).stream().pipeThrough(new DecompressionStream("deflate-raw")), size)
        : null;
      if (!unpacked) throw new Error(`${name} in it is compressed in a way that this page does not know`);
      if (unpacked.length !== size || checksum(unpacked) !== sum) throw new Error(`${name} in it is damaged`);
      files.push({ name, bytes: unpacked });
    }
  } catch (error) {
    if (error instanceof RangeError) throw new Error("the zip file is damaged");
    throw error instanceof TypeError ? new Error("the zip file is damaged") : error;
  }
  return files;
}
