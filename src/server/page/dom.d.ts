// What the checker of the scripts does not know: the parts of the page, and what the program answers at each address.

type Api = import("./api.js").Api;
/** What `el` takes as a child: lists are flattened, and what is not there is left out. */
type Content = Node | string | number | boolean | null | undefined | readonly Content[];
/** The listeners of an element. The page listens only on elements that it has made. */
type Listeners = {
  [K in keyof HTMLElementEventMap as `on${K}`]?: ((event: HTMLElementEventMap[K] & { target: any, currentTarget: any }) => unknown)
    | null;
};
type Attributes = Listeners & { [name: string]: unknown };

/** What can be done, as it is marked on a board. */
interface Marks {
  lit: string[] | null;
  called: string[];
  calledPieces: string[];
  selected: string | null;
  targets: string[];
  captures: string[];
  ghost: { from: string | null, to: string | null } | null;
}

/** One of a few, on buttons. */
type Choice = { value: string, label: string, army?: string, before?: number | null, hint?: string };

/** A cell of a board: see geometry.js. */
type Cell = { name: string, x: number, y: number, size: number, panel: string, outline: number[][] };
/** What a screen reader hears of a cell. */
type CellFacts = {
  standing: string | null;
  isPtah: boolean;
  isChecked?: boolean;
  isSelected: boolean;
  gloss?: SquareGloss | null;
  options: OfferView[];
  isOnRoad?: boolean;
  isCalled: boolean;
  isWarned: boolean;
};
/** A piece on a board: see standing.js. */
type StandingPiece = { cell: string, code: string, dx: number, dy: number, scale: number, title?: string, use?: SVGElement, wasCode?: string, isMoved?: boolean };

/** All marks on a board. */
type BoardMarks = Marks & {
  ptah: string | null;
  last: string[] | null;
  checks: CheckView[];
  frame: string[] | null;
  road: string[];
};
type Standing = import("./standing.js").Standing;
type Layers = Record<string, SVGElement>;
/** The cells of a board. Whatever is marked is one of them, but for the Ptah and a selection that are not there. */
interface CellMap extends Map<string, Cell> {
  get(name: string | null): Cell;
}
/** What lies under the pieces: see ground.js. */
type Ground = import("./ground.js").Squares | import("./ground.js").Drawing;
/** What is heard of the cells: they are elements. */
type CellEvent = Event & { target: SVGElement };

/** What a board shows: the parts of it that change, and its marks. */
interface Shown {
  drawing?: string;
  board?: string | null;
  symbols?: boolean;
  place?: PlaceView | null;
  pieces?: string;
  atOnce?: boolean;
  calledPieces?: string[];
  [mark: string]: unknown;
}

/** A seat as far as it is known before the game begins. */
type ShownSeat = { name: string, colour: string, letter?: string, player?: string, out?: boolean };

interface Answers {
  "api/lesson": LessonView;
  "api/words": WordView[];
  "api/word": MeaningView;
}

interface PostAnswers {
  "api/lesson": VerdictView;
  "api/stop": object;
}

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
