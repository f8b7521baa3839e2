// A reading in a link: its journal, compressed, in the part of the address that no server is sent.

import { reach } from "./reach.js";
import { FILE_LIMIT, inflated } from "./zip.js";

/** The longest link, in characters: longer ones are cut off by the programs that send them. */
const LONGEST = 100_000;

/** @param {Uint8Array} bytes */
const inLetters = bytes =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");

/** The part of an address after # that has a journal in it. @param {string} name @param {Blob} journal */
export async function hashOf(name, journal) {
  const packed = await new Response(journal.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  return `journal=${encodeURIComponent(name)}&reading=${inLetters(new Uint8Array(packed))}`;
}

/** A link to a page that shows a journal. Throws where it would be too long. @param {string} name */
export async function linkTo(name) {
  const file = await reach(`journal.md?${new URLSearchParams({ journal: name })}`);
  const link = `${location.href.split("#")[0]}#${await hashOf(name, await file.blob())}`;
  if (link.length > LONGEST) throw new Error("This reading is too long for a link. Save it as a page, and send that.");
  return link;
}

/** The journal in a link, if it has one. Throws with what is wrong with it. @param {string} hash */
export async function journalIn(hash) {
  const address = new URLSearchParams(hash.slice(1)), name = address.get("journal") ?? "", reading = address.get("reading");
  if (reading === null) return null;
  if (hash.length > LONGEST) throw new Error("The link is too long for a reading.");
  try {
    const packed = Uint8Array.from(atob(reading.replace(/-/g, "+").replace(/_/g, "/")), letter => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return { name, bytes: await inflated(stream, FILE_LIMIT) };
  } catch {
    throw new Error("The link is cut short or damaged.");
  }
}
