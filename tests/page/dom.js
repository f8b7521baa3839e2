// As much of a browser as the page's scripts need where nothing is drawn. Import it before them.

/** An element that keeps what it is given. */
class FakeElement {
  children = [];
  attributes = {};
  listeners = {};
  dataset = {};
  value = "";
  text = "";

  constructor(tag) {
    this.tag = tag;
  }

  append(...children) {
    this.children.push(...children);
  }

  replaceChildren(...children) {
    this.children = children;
    this.text = "";
  }

  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }

  addEventListener(name, heard) {
    this.listeners[name] = heard;
  }

  focus() {
    FakeElement.focused = this;
  }

  get textContent() {
    return this.text + this.children.map(child => child.textContent ?? String(child)).join("");
  }

  set textContent(text) {
    this.children = [];
    this.text = text;
  }

  /** All elements inside with a tag, in their order. */
  all(tag) {
    const inside = this.children.filter(child => child instanceof FakeElement);
    return inside.flatMap(child => [...(child.tag === tag ? [child] : []), ...child.all(tag)]);
  }
}

const regions = { announce: new FakeElement("p"), alarm: new FakeElement("p") };
const stored = new Map();
const storage = {
  getItem: name => stored.get(name) ?? null,
  setItem: (name, value) => stored.set(name, String(value)),
  removeItem: name => stored.delete(name),
};

/** Where the listeners of the window are. */
export const heard = {};

/** What a screen reader was told last: `announce`, or `alarm` for errors. */
export const said = region => regions[region].textContent;

globalThis.document = {
  createElement: tag => new FakeElement(tag),
  createElementNS: (_, tag) => new FakeElement(tag),
  getElementById: id => regions[id],
  querySelector: () => null,
  documentElement: new FakeElement("html"),
  body: new FakeElement("body"),
};
globalThis.localStorage = storage;
globalThis.sessionStorage = storage;
globalThis.location = { hash: "" };
globalThis.matchMedia = () => ({ matches: false });
globalThis.addEventListener = (name, act) => {
  heard[name] = act;
};
globalThis.removeEventListener = name => delete heard[name];
