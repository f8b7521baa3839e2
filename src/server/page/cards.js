// Playing cards: their faces, and the form in which cards that came up at a real table are typed.

import { svg } from "./marks.js";
import { codeLine, el, fill, uniqueId } from "./text.js";

const CARD = /^(?:[2-9TJQKA][cdhs]|\?\?)$/;
const GROUP = /(?:[2-9TJQKA][cdhs]|\?\?)+/g;
/** @type {Record<string, string>} */
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };
/** @type {Record<string, string>} */
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

/** The signs of the suits, in a box of 24 units. @type {Record<string, string>} */
const SUIT_PATHS = {
  h: "M12 21C4 14.5 2.5 11 2.5 8A4.8 4.8 0 0 1 12 6.2 4.8 4.8 0 0 1 21.5 8C21.5 11 20 14.5 12 21Z",
  d: "M12 2 20 12 12 22 4 12Z",
  s: "M12 2.5C19 9 21 11.5 21 14.5A4.4 4.4 0 0 1 13 17L14.5 22H9.5L11 17A4.4 4.4 0 0 1 3 14.5C3 11.5 5 9 12 2.5Z",
  c: "M12 2.5A4.3 4.3 0 0 1 15 10A4.4 4.4 0 1 1 13.2 15.8L14.5 22H9.5L10.8 15.8A4.4 4.4 0 1 1 9 10A4.3 4.3 0 0 1 12 2.5Z",
};

/**
 * The acts with cards: what their groups of cards are; the words for the program's button, for the players at a real table, and
 * for the button when it is done; whether every card is shown.
 *
 * @typedef {{ groups: string[], deal?: string, atTable?: string, done: string, isShown?: boolean }} CardAct @type {Record<string, CardAct>}
 */
const ACTS = {
  deal: {
    groups: ["White’s hand", "Black’s hand", "White’s field", "Black’s field"],
    deal: "Deal the cards",
    atTable: "Deal at your table, and type what you have seen.",
    done: "The cards are dealt",
  },
  refill: {
    groups: ["The deck, from the top"],
    deal: "Shuffle the discards into the deck",
    atTable: "Shuffle the discards into the deck at your table.",
    done: "The discards are shuffled into the deck",
  },
  field: {
    groups: ["The three field cards"],
    deal: "Show the field cards",
    atTable: "Show the field cards at your table, and type them.",
    done: "The field cards are shown",
    isShown: true,
  },
  battle: {
    groups: ["White’s hand", "Black’s hand", "The two cards beside the field"],
    deal: "Show the hands",
    atTable: "Show both hands at your table, and deal two cards beside the field.",
    done: "The hands are shown",
    isShown: true,
  },
  discard: { groups: ["The card thrown away", "The card drawn"], done: "The card is thrown away" },
  summon: { groups: ["The hero that is seen next"], done: "The hero is summoned" },
};

/** The act in which the cards of a text come up: by itself, or as those of a deal. @param {string} text */
export function dealOf(text) {
  const act = actOf(text);
  return act?.deal ? act : ACTS.deal;
}

/** "seven of hearts". @param {string} card */
export function cardName(card) {
  if (card === "??") return "a card not known";
  return `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]]}`;
}

/** The face of a card, or its back. @param {string} card */
export function cardFace(card) {
  if (card === "??") return el("span", { class: "card back", role: "img", "aria-label": cardName(card) });
  const [rank, suit] = [card[0] === "T" ? "10" : card[0], card[1]];
  return el("span", { class: `card suit-${suit}`, role: "img", "aria-label": cardName(card) }, rank,
    svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: SUIT_PATHS[suit] })));
}

/** A text with the cards in it as faces: "7h Kd ?? ??, hero As". @param {string} text */
function withCards(text) {
  const parts = text.split(/(\s+|[,+/])/).filter(part => part.trim() !== "");
  if (!parts.some(part => CARD.test(part))) return [text];
  return parts.map(part => (CARD.test(part) ? cardFace(part) : el("span", {}, ` ${part} `)));
}

/** What stands beside a board, label by label: cards in rows of their own, the rest after one another. @param {[string, string][]} rows */
export function besideList(rows) {
  return el("dl", { class: "beside" }, rows.map(([label, text]) => {
    const shown = withCards(text);
    return el("div", { class: shown.length > 1 ? "cards" : null }, el("dt", {}, label), el("dd", {}, shown));
  }));
}

/**
 * A form for an open act: a field for each group of cards in it. What is left empty stays unknown. `play` gets the text with
 * the cards filled in. `hands` are the numbers of cards that are dealt to the players.
 * @param {string} text @param {(filled: string) => void} play
 */
export function openActForm(text, play, { submit = actOf(text)?.done ?? "The cards come up", hands = [4, 4] } = {}) {
  const asked = asPiles(text, hands);
  const wrong = el("p", { class: "wrong", role: "alert" });
  const fields = [...asked.matchAll(GROUP)].filter(([cards]) => cards.includes("??")).map(group => cardField(asked, group));
  const send = () => {
    let filled = asked;
    // From the last to the first, so that places before stay where they are.
    for (const { group, count, input, label } of [...fields].reverse()) {
      const cards = readCards(input.value);
      const problem = cards === null
        ? "Type cards as rank and suit, such as 7h Td Ks As."
        : cards.length > count
        ? `${label}: at most ${count === 1 ? "one card" : `${count} cards`}.`
        : null;
      if (!cards || problem) {
        fill(wrong, problem);
        input.focus();
        return;
      }
      const whole = [...cards, ...Array(count - cards.length).fill("??")].join("");
      filled = filled.slice(0, group.index) + whole + filled.slice(group.index + group[0].length);
    }
    fill(wrong);
    play(filled === asked ? text : filled);
  };
  const hint = actOf(text)?.isShown ? "Type all that are shown." : "What nobody has seen stays empty.";
  return el("form", { class: "open-act", novalidate: true, onsubmit: send },
    el("div", { class: "open-fields" }, fields.map(({ element }) => element)),
    fields.length ? el("p", { class: "hint" }, `Rank and suit, such as 7h Td Ks As. ${hint}`) : null, wrong,
    el("p", { class: "buttons" }, el("button", { class: "primary" }, submit)));
}

/** A deck that is dealt, in the piles that somebody may see: the hands and the fields. @param {string} text @param {number[]} hands */
function asPiles(text, [white, black]) {
  if (!/^deal (\?\?){15,}$/.test(text)) return text;
  return `deal ${"??".repeat(white)}/${"??".repeat(black)} ??????/??????`;
}

/** A field for a group of cards of an act. @param {string} text @param {RegExpExecArray} group */
function cardField(text, group) {
  const count = group[0].length / 2;
  const place = text.slice(0, group.index).split(/[ /]/).length - 2;
  const label = actOf(text)?.groups[place] ?? "Cards";
  const id = uniqueId("cards");
  const placeholder = count > 8 ? `${count} cards, or nothing` : Array(count).fill("??").join(" ");
  const input = codeLine({ id, placeholder, value: (group[0].match(/../g) ?? []).filter(card => card !== "??").join(" ") });
  return { group, count, input, label, element: el("div", { class: "field" }, el("label", { for: id }, label), input) };
}

/** The cards of a text as typed: "7h, 10D kS" or "7hTdKs"; null if it is something else. @param {string} text */
function readCards(text) {
  const plain = text.replace(/10(?=[cdhs])/gi, "T").replace(/[\s,;/]+/g, "");
  const cards = (plain.match(/../g) ?? []).map(card => (card === "??" ? card : card[0].toUpperCase() + card[1].toLowerCase()));
  return plain.length % 2 === 0 && cards.every(card => CARD.test(card)) ? cards : null;
}

/** The words for an act, by its first word. @param {string} text @returns {CardAct | null} */
function actOf(text) {
  return ACTS[text.split(" ")[0]] ?? null;
}
