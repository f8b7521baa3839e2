// What the acts of the other games are called on buttons and in choices.

import { capital } from "./live.js";
import { cardFace, cardName } from "./acts_cards.js";

/** Acts that move no piece, by their text. */
const NAMES = {
  "O-O": "Castle",
  "O-O-O": "Castle on the long side",
  "--": "Pass",
  "#": "Checkmated: go out",
  defend: "Defend",
  refuse: "Refuse the battle",
  keep: "Keep all cards",
  stay: "Make no other move",
  high: "Battle for high",
  low: "Battle for low",
  summon: "Summon the hero",
  leave: "Leave the hero",
};

/** Kinds of pieces by their letters, for promotions. */
const PIECES = {
  K: "king",
  Q: "queen",
  R: "rook",
  B: "bishop",
  N: "knight",
  P: "pawn",
  C: "camel",
  E: "elephant",
  L: "elf",
  A: "rabbi",
  S: "sennight",
  M: "simurgh",
  U: "unicorn",
  X: "emperor",
  O: "pope",
  I: "primate",
  H: "caliph",
  D: "cardinal",
  G: "governor",
  V: "levite",
  Z: "moderranger",
  T: "sevite",
};

/** What stands on the button of an act: words, and cards as their faces. */
export function actLabel({ text }) {
  if (NAMES[text]) return [NAMES[text]];
  const [verb, card] = text.split(" ");
  if (verb === "discard" && card) return ["Discard ", cardFace(card)];
  if (verb === "summon" && card) return ["Summon the hero; the next is ", cardFace(card)];
  if (text.includes("#")) return ["Checkmate ", text];
  return [capital(text)];
}

/** The same in words alone: "Castle", "Discard the 7 of hearts", "Bishop to e3". */
export function actName(act) {
  const { text, to } = act;
  const [verb, card] = text.split(" ");
  if (NAMES[text]) return NAMES[text];
  if (verb === "discard" && card) return `Discard the ${cardName(card)}`;
  if (!to) return capital(text);
  if (text.includes("#")) return `${capital(pieceOf(act))} checkmates the king on ${to}`;
  return `${capital(pieceOf(act))} to ${to}`;
}

/** "queen" of `Pb7a8=Q`. */
export function promotionOf({ text }) {
  return PIECES[/=([A-Z])$/.exec(text)?.[1]] ?? null;
}

/** "pawn" of `Pb7a8=Q`, "king" of `O-O`. */
export function pieceOf({ text }) {
  return text.startsWith("O-O") ? "king" : (PIECES[text[0]] ?? "piece");
}

/** Whether an act has a button of its own: it moves no piece, castles, or gives checkmate. */
export function isPlain({ text, from, to }) {
  return !(from && to) || text in NAMES || text.includes("#");
}

/** Whether an act takes, or tries to take, something. */
export function isCapture({ text }) {
  return text.includes("x") || text.includes("#");
}

/** A text as one types it: small letters, without `x` and spaces. */
export function typedForm(text) {
  return text.toLowerCase().replace(/[x×\s-]/g, "");
}

/** What an act leads to besides what its name says already. */
export function consequence({ text, to, leads_to: leadsTo }) {
  if (!leadsTo || (to && !(text in NAMES))) return leadsTo;
  return leadsTo
    .split("; ")
    .filter(clause => !NAMED.test(clause))
    .join("; ");
}

/** Clauses that say no more than the name of an act. */
const NAMED = /^(?:defends|refuses the battle|discards|declares|castles|makes no other move|summons|leaves the hero|passes)\b/;
