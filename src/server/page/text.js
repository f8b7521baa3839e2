// Small helpers that build the page from values. Whatever a person wrote becomes a text node or an attribute, never markup.

/**
 * Builds an element: `el("button", {class: "primary", onclick: begin}, "Begin", icon("check"))`.
 *
 * Attributes whose name begins with "on" are listeners. `false`, `null` and `undefined` leave an attribute or child out,
 * `true` sets an attribute without a value. Children are nodes, texts, numbers, or lists of them.
 *
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag @param {Attributes} attributes @param {Content[]} children @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) set(element, name, value);
  element.append(...nodes(children));
  return element;
}

/** Puts other children into an element. @template {Element} E @param {E} element @param {Content[]} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
  return element;
}

/** @param {any} element @param {string} name @param {any} value */
function set(element, name, value) {
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : value);
}

/** The same act, but not again while it is under way: two clicks begin one thing. @param {(event: any) => unknown} act */
function unlessBusy(act) {
  let isBusy = false;
  return async (/** @type {any} */ event) => {
    if (isBusy) return;
    isBusy = true;
    try {
      await act(event);
    } finally {
      // The next view, if the act leads to one, comes first.
      setTimeout(() => isBusy = false);
    }
  };
}

/** @param {Content[]} children @returns {(Node | string)[]} */
function nodes(children) {
  const flat = /** @type {any[]} */ (children).flat(Infinity);
  return flat.filter(child => child !== null && child !== undefined && child !== false && child !== "");
}

/** "1 reading", "34 readings". @param {number} number @param {string} one */
export function count(number, one, many = `${one}s`) {
  return `${number.toLocaleString("en-GB")} ${number === 1 ? one : many}`;
}

/** A name that nothing else has, on any page. */
export function unique() {
  return [...crypto.getRandomValues(new Uint32Array(4))].map(part => part.toString(36)).join("");
}

/** Waits for some ms. @param {number} time */
export function pause(time) {
  return new Promise(resolve => setTimeout(resolve, time));
}

/** A button with the classes of its look or all its attributes, what it does, and what stands on it. @param {string | Attributes} look @param {Listeners["onclick"]} onclick @param {Content[]} content */
export function button(look, onclick, ...content) {
  const attributes = typeof look === "string" ? { class: look || null } : look;
  return el("button", { type: "button", ...attributes, onclick: onclick && unlessBusy(onclick) }, ...content);
}
