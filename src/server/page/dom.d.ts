// What the checker of the scripts does not know: the parts of the page.

/** What `el` takes as a child: lists are flattened, and what is not there is left out. */
type Content = Node | string | number | boolean | null | undefined | readonly Content[];
/** The listeners of an element. The page listens only on elements that it has made. */
type Listeners = {
  [K in keyof HTMLElementEventMap as `on${K}`]?: ((event: HTMLElementEventMap[K] & { target: any, currentTarget: any }) => unknown)
    | null;
};
type Attributes = Listeners & { [name: string]: unknown };

// The page asks only for elements that it has made.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
interface Document {
  getElementById(id: string): any;
}
interface Element {
  readonly dataset: DOMStringMap;
  focus(options?: FocusOptions): void;
}
interface JSON {
  parse(text: string | null): any;
}
